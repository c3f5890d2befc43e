//! Simulated time: what is due, when, and in which order.
//!
//! The state holds what remains until something is due. Time passes in jumps from one due thing to
//! the next; what is due at the same moment happens in the order of [`Due`].

use super::effect::Effect;
use super::setup::Setup;
use super::state::*;
use super::step::Step;
use super::types::*;

/// Something that happens when its time has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Due {
    /// The session of a dead or silent broker ends (`zookeeper.session.timeout.ms`,
    /// `broker.session.timeout.ms`).
    SessionEnd(BrokerId),
    /// A parked fetch has waited long enough (`replica.fetch.wait.max.ms`).
    FetchWaitOver(BrokerId, PartitionId),
    /// A produce request has waited too long in a leader's purgatory (`request.timeout.ms`).
    ProduceTimeout(BrokerId, PartitionId),
    /// A producer sends a record again (`retry.backoff.ms`).
    Retry(ProducerId),
    /// A broker checks the ISRs it leads (`replica.lag.time.max.ms`, in part).
    IsrCheck(BrokerId),
    /// A broker writes its HW checkpoint (`replica.high.watermark.checkpoint.interval.ms`).
    HwCheckpoint(BrokerId),
    /// A broker flushes its logs (`log.flush.interval.ms`).
    Flush(BrokerId),
    /// The controller checks for imbalance (`leader.imbalance.check.interval.seconds`).
    Rebalance,
    /// The controller looks for unclean elections (`unclean.leader.election.interval.ms`).
    UncleanCheck,
}

impl Cluster {
    /// Everything that will become due, with the time until then, soonest first.
    pub fn agenda(&self, setup: &Setup) -> Vec<(Ms, Due)> {
        let mut agenda = Vec::new();
        for broker in setup.all_brokers().iter() {
            let b = &self.brokers[broker.index()];
            agenda.extend(b.session_left.map(|left| (left, Due::SessionEnd(broker))));
            let Some(process) = &b.process else { continue };
            for partition in setup.partitions() {
                // A fetch is parked at its leader, whose clock it goes by.
                if let Some(Role::Follower(Follower {
                    leader,
                    call: Some(Call { stage: Stage::Parked(left), .. }),
                    ..
                })) = process.replicas[partition.index()].as_ref().map(|r| &r.role)
                    && self.is_awake(*leader)
                {
                    agenda.push((*left, Due::FetchWaitOver(broker, partition)));
                }
            }
            // What is due at a silent broker happens when it goes on.
            if b.paused {
                continue;
            }
            agenda.extend(process.flush_in.map(|left| (left, Due::Flush(broker))));
            agenda.push((process.isr_check_in, Due::IsrCheck(broker)));
            agenda.extend(process.hw_checkpoint_in.map(|left| (left, Due::HwCheckpoint(broker))));
            for partition in setup.partitions() {
                if let Some(Role::Leader(leader)) =
                    process.replicas[partition.index()].as_ref().map(|r| &r.role)
                {
                    let soonest = leader.purgatory.iter().map(|p| p.left).min();
                    let due = Due::ProduceTimeout(broker, partition);
                    agenda.extend(soonest.map(|left| (left, due)));
                }
            }
        }
        for (at, producer) in self.producers.iter().enumerate() {
            let soonest = producer.open.iter().filter_map(|open| match open.stage {
                OpenStage::Backoff(left) => Some(left),
                OpenStage::Waiting => None,
            });
            let due = Due::Retry(ProducerId(at as u8));
            agenda.extend(soonest.min().map(|left| (left, due)));
        }
        agenda.extend(self.controller.rebalance_in.map(|left| (left, Due::Rebalance)));
        agenda.extend(self.controller.unclean_check_in.map(|left| (left, Due::UncleanCheck)));
        agenda.sort_unstable();
        agenda
    }

    /// Until the next thing is due, in milliseconds; at least 1.
    pub fn next_due(&self, setup: &Setup) -> Option<Ms> {
        self.agenda(setup).first().map(|(left, _)| (*left).max(1))
    }

    /// Lets all clocks of the state run on, none of them past its due time.
    fn tick(&mut self, setup: &Setup, ms: Ms) {
        let stale = setup.stale_age();
        for broker in &mut self.brokers {
            if let Some(left) = &mut broker.session_left {
                *left = left.saturating_sub(ms);
            }
            let Some(process) = &mut broker.process else { continue };
            process.isr_check_in = process.isr_check_in.saturating_sub(ms);
            for left in [&mut process.hw_checkpoint_in, &mut process.flush_in].into_iter().flatten()
            {
                *left = left.saturating_sub(ms);
            }
            for replica in process.replicas.iter_mut().flatten() {
                match &mut replica.role {
                    Role::Idle => {}
                    Role::Leader(leader) => {
                        for (_, remote) in &mut leader.remotes {
                            remote.caught_up_ago = (remote.caught_up_ago + ms).min(stale);
                            remote.fetched_ago = (remote.fetched_ago + ms).min(stale);
                        }
                        for pending in &mut leader.purgatory {
                            pending.left = pending.left.saturating_sub(ms);
                        }
                    }
                    Role::Follower(follower) => {
                        if let Some(Call { stage: Stage::Parked(left), .. }) = &mut follower.call {
                            *left = left.saturating_sub(ms);
                        }
                    }
                }
            }
        }
        for open in self.producers.iter_mut().flat_map(|p| &mut p.open) {
            if let OpenStage::Backoff(left) = &mut open.stage {
                *left = left.saturating_sub(ms);
            }
        }
        let controller = &mut *self.controller;
        for left in [&mut controller.rebalance_in, &mut controller.unclean_check_in] {
            *left = left.map(|left| left.saturating_sub(ms));
        }
    }
}

impl Step<'_> {
    /// Time passes; what becomes due on the way happens in its order.
    pub(super) fn advance(&mut self, ms: Ms) {
        self.out.add(|| Effect::Passed { ms });
        let mut remaining = ms;
        while let Some(&(left, due)) =
            self.cluster.agenda(self.setup).first().filter(|(left, _)| *left <= remaining)
        {
            self.cluster.tick(self.setup, left);
            remaining -= left;
            self.happen(due);
            if self.setup.controller.tells_at_once {
                self.deliver_everything();
            }
        }
        self.cluster.tick(self.setup, remaining);
    }

    fn happen(&mut self, due: Due) {
        let settings = &self.setup.settings;
        match due {
            Due::SessionEnd(broker) => self.notice_deaths(BrokerSet::only(broker)),
            Due::FetchWaitOver(broker, partition) => self.end_wait(broker, partition),
            Due::ProduceTimeout(broker, partition) => {
                let Some(leader) = self.leader(broker, partition) else { return };
                let (over, waiting) =
                    std::mem::take(&mut leader.purgatory).into_iter().partition(|p| p.left == 0);
                leader.purgatory = waiting;
                let over: Vec<PendingProduce> = over;
                for pending in over {
                    self.time_out_pending(broker, partition, pending);
                }
            }
            Due::Retry(producer) => self.retry_due(producer),
            Due::IsrCheck(broker) => {
                let period = self.setup.isr_check_period();
                if let Some(process) = &mut self.cluster.brokers[broker.index()].process {
                    process.isr_check_in = period;
                }
                self.check_isrs(broker);
            }
            Due::HwCheckpoint(broker) => {
                if let Some(process) = &mut self.cluster.brokers[broker.index()].process {
                    process.hw_checkpoint_in = Some(settings.hw_checkpoint_interval);
                }
                self.write_hw_checkpoint(broker, false);
            }
            Due::Flush(broker) => {
                if let Some(process) = &mut self.cluster.brokers[broker.index()].process {
                    process.flush_in = settings.flush_interval;
                }
                self.flush(broker);
            }
            Due::UncleanCheck => {
                self.cluster.controller.unclean_check_in = self.setup.rules.unclean_interval;
                self.check_unclean();
            }
            Due::Rebalance => {
                self.cluster.controller.rebalance_in = settings.rebalance_interval;
                self.rebalance();
            }
        }
    }
}
