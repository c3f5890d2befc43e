//! One step: an event is refused or carried out, effects come out.

use super::effect::{Effect, Effects, HwRule};
use super::event::{Event, Refusal};
use super::ledger::Verdict;
use super::property::Breach;
use super::reuse::Part;
use super::rules::ElectionOrder;
use super::setup::{Idempotence, Setup};
use super::state::*;
use super::types::*;

impl Cluster {
    /// A new cluster: every broker is up, every log empty, the first assigned replica of each
    /// partition leads epoch 0 with all replicas in the ISR.
    pub fn new(setup: &Setup) -> Cluster {
        let settings = &setup.settings;
        let forced = settings.idempotence == Idempotence::On;
        let acks = if forced { Acks::All } else { setup.rules.acks_default };
        let numbered = settings.idempotence.with(acks);
        let brokers = (0..setup.brokers).map(BrokerId).map(|b| Broker {
            process: None,
            disks: setup
                .assignment
                .iter()
                .map(|replicas| replicas.contains(&b).then(Disk::default))
                .collect(),
            paused: false,
            session_left: None,
            inbox: Vec::new(),
            words_held: false,
            clean_stop: false,
        });
        let mut cluster = Cluster {
            brokers: brokers.map(Part::from).collect(),
            controller: Part::from(Controller {
                live: BrokerSet::EMPTY,
                partitions: setup
                    .assignment
                    .iter()
                    .map(|replicas| {
                        let state = PartitionState::first(replicas.iter().copied().collect());
                        let listed = setup.rules.election_order == ElectionOrder::IsrList;
                        let isr_list = if listed { state.replicas } else { Order::default() };
                        PartitionState { isr_list, ..state }
                    })
                    .collect(),
                rebalance_in: settings.rebalance_interval,
                unclean_check_in: setup.rules.unclean_interval,
            }),
            topic: Part::from(TopicConfig { min_isr: settings.min_isr, unclean: settings.unclean }),
            producers: Part::from(vec![
                Producer {
                    acks,
                    next_sequence: numbered.then(|| vec![0; setup.assignment.len()]),
                    incarnation: 0,
                    open: Vec::new(),
                    answer_lost: false,
                };
                setup.producers as usize
            ]),
            consumers: Part::from(vec![
                Consumer {
                    positions: vec![0; setup.assignment.len()],
                    read: vec![Vec::new(); setup.assignment.len()],
                    epochs: vec![None; setup.assignment.len()],
                };
                setup.consumers as usize
            ]),
            cuts: Part::default(),
            ledger: Part::from(super::ledger::Ledger {
                sent: Vec::new(),
                promises: vec![Vec::new(); setup.assignment.len()],
                torn: vec![BrokerSet::EMPTY; setup.assignment.len()],
            }),
        };
        cluster.boot(setup, setup.all_brokers());
        cluster
    }

    /// Starts these brokers as they were left, without an election: each is told the partition
    /// states that the controller has now. For the beginning of a scenario.
    pub fn boot(&mut self, setup: &Setup, brokers: BrokerSet) {
        let mut out = Effects::muted();
        let mut step = Step { cluster: self, setup, out: &mut out };
        for broker in brokers.iter() {
            step.load(broker);
            step.cluster.controller.live = step.cluster.controller.live.with(broker);
        }
        for broker in brokers.iter() {
            step.send_all_states(broker);
        }
        step.deliver_everything();
    }

    /// Carries out an event of [`Cluster::enabled`], which need not be asked again whether it can
    /// happen, and says nothing of what follows.
    pub fn follow(&mut self, setup: &Setup, event: &Event) {
        debug_assert!(self.refusal(setup, event).is_none(), "an event that can happen");
        Step { cluster: self, setup, out: &mut Effects::muted() }.carry_out(event);
    }

    /// Carries out an event.
    ///
    /// # Errors
    /// Why it can't happen now; then nothing has changed.
    pub fn step(&mut self, setup: &Setup, event: &Event, out: &mut Effects) -> Result<(), Refusal> {
        if let Some(refusal) = self.refusal(setup, event) {
            return Err(refusal);
        }
        let before = (!out.is_muted()).then(|| self.clone());
        Step { cluster: self, setup, out }.carry_out(event);
        if let Some(before) = before {
            report_damage(&before.verdict(setup), &self.verdict(setup), out);
            report_properties(
                &before.breaches(setup, None),
                &self.breaches(setup, Some(&before)),
                out,
            );
        }
        Ok(())
    }
}

/// Adds an effect for each property that is newly broken, or whole again.
fn report_properties(before: &[Breach], after: &[Breach], out: &mut Effects) {
    let same = |a: &Breach, b: &Breach| a.property == b.property && a.partition == b.partition;
    for &breach in after.iter().filter(|a| !before.iter().any(|b| same(a, b))) {
        out.add(|| Effect::Broken { breach });
    }
    for &Breach { partition, property, .. } in
        before.iter().filter(|b| !after.iter().any(|a| same(a, b)))
    {
        out.add(|| Effect::Mended { partition, property });
    }
}

/// Adds an effect for each record that is newly lost, found again or diverged.
fn report_damage(before: &Verdict, after: &Verdict, out: &mut Effects) {
    let fresh = |list: &[(PartitionId, Offset, Value)], old: &[(PartitionId, Offset, Value)]| {
        list.iter().filter(|line| !old.contains(line)).copied().collect::<Vec<_>>()
    };
    for (partition, offset, value) in fresh(&after.lost, &before.lost) {
        out.add(|| Effect::Lost { partition, offset, value });
    }
    for (partition, offset, value) in fresh(&before.lost, &after.lost) {
        if !after.unavailable.contains(&(partition, offset, value)) {
            out.add(|| Effect::Recovered { partition, offset, value });
        }
    }
    for &(partition, offset) in after.diverged.iter().filter(|d| !before.diverged.contains(d)) {
        out.add(|| Effect::Diverged { partition, offset });
    }
}

/// A step under way: the state, the rules, and where effects go. Each module of the engine adds
/// the methods for its part of the protocol.
pub(super) struct Step<'a> {
    pub(super) cluster: &'a mut Cluster,
    pub(super) setup: &'a Setup,
    pub(super) out: &'a mut Effects,
}

impl Step<'_> {
    fn carry_out(&mut self, event: &Event) {
        match *event {
            Event::Send { producer, partition, value, to } => {
                self.produce(producer, partition, value, to);
            }
            Event::Consume { consumer, partition, from } => self.consume(consumer, partition, from),
            Event::Seek { consumer, partition, to } => self.seek(consumer, partition, to),
            Event::Request { broker, partition } => self.request(broker, partition),
            Event::Serve { broker, partition } => self.serve(broker, partition),
            Event::Reply { broker, partition } => self.receive(broker, partition),
            Event::Kill { broker } => self.kill(broker),
            Event::PowerLoss { brokers, noticed } => self.power_loss(brokers, noticed),
            Event::Stop { broker } => self.stop(broker),
            Event::Start { broker } => self.start(broker),
            Event::RestartUnnoticed { broker } => self.restart_unnoticed(broker),
            Event::Wipe { broker } => self.wipe(broker),
            Event::Flush { broker } => self.flush(broker),
            Event::CheckpointHw { broker } => self.write_hw_checkpoint(broker, true),
            Event::Advance { ms } => self.advance(ms),
            Event::ElectPreferred { partition } => self.elect_preferred(partition),
            Event::ElectUnclean { partition } => self.elect_by_hand(partition),
            Event::SetAcks { producer, acks } => self.set_acks(producer, acks),
            Event::SetMinIsr(min_isr) => {
                let from = std::mem::replace(&mut self.cluster.topic.min_isr, min_isr);
                self.out.add(|| Effect::MinIsrSet { from, to: min_isr });
                self.clear_elr();
            }
            Event::SetUnclean(unclean) => {
                self.cluster.topic.unclean = unclean;
                self.out.add(|| Effect::UncleanSet { to: unclean });
                if unclean && self.setup.rules.unclean_set_elects {
                    self.check_unclean();
                }
            }
            Event::Notice { broker } => self.notice(broker),
            Event::Tell { broker } => self.deliver_next(broker),
            Event::HoldWords { broker } => self.hold_words(broker, true),
            Event::ReleaseWords { broker } => self.hold_words(broker, false),
            Event::Alter { broker, partition } => self.decide_isr(broker, partition),
            Event::Altered { broker, partition } => self.hear_isr(broker, partition),
            Event::Pause { broker } => self.pause(broker),
            Event::Resume { broker } => self.resume(broker),
            Event::Cut { link } => self.cut_link(link),
            Event::Heal { link } => self.heal_link(link),
            Event::Lose { broker, partition } => self.lose(broker, partition),
            Event::LoseAlter { broker, partition } => self.lose_alter(broker, partition),
            Event::EndWait { broker, partition } => self.end_wait(broker, partition),
            Event::FallBehind { broker, partition, follower } => {
                self.fall_behind(broker, partition, follower);
            }
            Event::LoseAnswer { producer } => self.lose_answer(producer),
            Event::MoveLeader { partition, to } => self.move_leader(partition, to),
            Event::Reassign { partition, to } => self.reassign(partition, to),
        }
        if self.setup.controller.tells_at_once {
            self.deliver_everything();
        }
    }

    /// A running broker's replica and its disk.
    pub(super) fn replica(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
    ) -> Option<(&mut Replica, &mut Disk)> {
        // What is not there is not touched.
        self.cluster.replica(broker, partition)?;
        let broker = &mut *self.cluster.brokers[broker.index()];
        let replica = broker.process.as_mut()?.replicas[partition.index()].as_mut()?;
        Some((replica, broker.disks[partition.index()].as_mut()?))
    }

    /// A replica that leads, with its disk.
    pub(super) fn leader(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
    ) -> Option<&mut Leader> {
        self.cluster.leader(broker, partition)?;
        match &mut self.replica(broker, partition)?.0.role {
            Role::Leader(leader) => Some(leader),
            _ => None,
        }
    }

    /// A replica that follows.
    pub(super) fn follower(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
    ) -> Option<&mut Follower> {
        self.cluster.follower(broker, partition)?;
        match &mut self.replica(broker, partition)?.0.role {
            Role::Follower(follower) => Some(follower),
            _ => None,
        }
    }

    /// Gives a replica the HW that a rule has computed. What a leader shows to consumers by it is
    /// committed.
    pub(super) fn set_hw(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        to: Offset,
        rule: impl FnOnce() -> HwRule,
    ) {
        let Some(from) = self.cluster.replica(broker, partition).map(|r| r.hw) else { return };
        if from != to
            && let Some((replica, _)) = self.replica(broker, partition)
        {
            replica.hw = to;
        }
        self.out.add(|| Effect::Hw { broker, partition, from, to, rule: rule() });
        self.cluster.witness_committed(broker, partition, from);
    }
}
