//! Who is in the ISR: what the leader wants, and who writes it.
//!
//! To 2.6 the leader writes the partition's znode itself. From 2.7 on it asks the controller
//! (AlterPartition, KIP-497), and until it has the answer the HW waits for the maximal ISR, and
//! `min.insync.replicas` counts the committed one. Follows kafka.cluster.Partition,
//! kafka.server.AlterPartitionManager and
//! org.apache.kafka.controller.ReplicationControlManager.validateAlterPartitionData.

use super::effect::{AlterReason, Effect, Lag};
use super::rules::{Coordination, EpochRise, IsrEligibility, IsrWrite, LagRule, MinIsr};
use super::setup::Setup;
use super::state::*;
use super::step::Step;
use super::types::*;

impl Cluster {
    /// The offset from which a follower has to fetch to join the ISR: the leader's HW, from 2.0.1 on
    /// the start of the leader's epoch if that is higher (KAFKA-7128).
    pub fn isr_entry(&self, leader: BrokerId, partition: PartitionId) -> Option<Offset> {
        // Where the release does not ask for the epoch's start, none is kept: it is 0.
        let epoch_start = self.leader(leader, partition)?.epoch_start;
        Some(self.replica(leader, partition)?.hw.max(epoch_start))
    }

    /// Whether a broker may join an ISR (KIP-841). A leader learns of fenced brokers at once here.
    pub fn may_join_isr(&self, setup: &Setup, broker: BrokerId) -> bool {
        match setup.rules.isr_eligibility {
            IsrEligibility::Anybody => true,
            IsrEligibility::Unfenced | IsrEligibility::SameBrokerEpoch => {
                self.controller.live.contains(broker)
            }
        }
    }

    /// How many members of the ISR a partition needs for `acks=all`: `min.insync.replicas`, as far as
    /// the release knows it.
    pub fn min_isr(&self, setup: &Setup, partition: PartitionId) -> u8 {
        self.min_isr_of(setup, self.replicas(partition).len())
    }

    /// The same for a partition of so many replicas.
    pub(super) fn min_isr_of(&self, setup: &Setup, replicas: usize) -> u8 {
        let min_isr = self.topic.min_isr;
        match setup.rules.min_isr {
            MinIsr::None => 0,
            MinIsr::AsSet => min_isr,
            MinIsr::AtMostReplicas => min_isr.min(replicas as u8),
        }
    }

    /// Whether a follower that makes no progress is ever too far behind for the ISR: not while its LEO is
    /// the leader's, in some releases (KAFKA-8002).
    pub fn may_fall_behind(&self, setup: &Setup, remote: &Remote, leader_leo: Offset) -> bool {
        match setup.rules.lag {
            LagRule::MessagesOrStuck | LagRule::CaughtUpOrAtLeo => remote.leo != Some(leader_leo),
            LagRule::MessagesOrTime | LagRule::ReadToEnd | LagRule::CaughtUp => true,
        }
    }

    /// Whether a broker reaches whoever keeps the ISR: the controller, or ZooKeeper.
    pub fn reaches_controller(&self, broker: BrokerId) -> bool {
        self.is_awake(broker) && !self.is_cut(Link::Controller(broker))
    }

    /// What the controller says to a leader's AlterPartition request that reaches it now.
    fn judge(
        &self,
        setup: &Setup,
        leader: BrokerId,
        partition: PartitionId,
        alter: &Alter,
    ) -> Result<(), KafkaError> {
        let state = self.partition(partition);
        let sent = self.replica(leader, partition).and_then(|r| r.leader_epoch);
        let recovers = alter.isr.len() == 1;
        if sent < Some(state.epoch) {
            return Err(KafkaError::FencedLeaderEpoch);
        }
        if !alter.current {
            return Err(KafkaError::InvalidUpdateVersion);
        }
        if state.leader != Some(leader)
            || !alter.isr.contains(leader)
            || (state.recovering && !recovers)
        {
            return Err(KafkaError::InvalidRequest);
        }
        let old_epoch = match setup.rules.isr_eligibility {
            IsrEligibility::SameBrokerEpoch => alter.isr.and(alter.reborn),
            IsrEligibility::Anybody | IsrEligibility::Unfenced => BrokerSet::EMPTY,
        };
        if alter.isr.iter().any(|b| !self.may_join_isr(setup, b)) || !old_epoch.is_empty() {
            return Err(KafkaError::IneligibleReplica);
        }
        Ok(())
    }
}

impl Step<'_> {
    /// A follower joins the ISR on a fetch from [`Cluster::isr_entry`] or beyond, if it may.
    pub(super) fn maybe_expand_isr(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
    ) {
        let cluster = &self.cluster;
        let Some(entry) = cluster.isr_entry(leader, partition) else { return };
        let Some(l) = cluster.leader(leader, partition) else { return };
        let isr = l.isr;
        let Some(leo) = l.remote(follower).and_then(|r| r.leo) else { return };
        if isr.contains(follower) || leo < entry || !cluster.may_join_isr(self.setup, follower) {
            return;
        }
        let why = AlterReason::Joins { follower, leo, entry };
        self.change_isr(leader, partition, isr.with(follower), why);
    }

    /// The periodic check for followers that are too far behind (Partition.maybeShrinkIsr).
    pub(super) fn check_isrs(&mut self, broker: BrokerId) {
        for partition in self.setup.partitions() {
            self.maybe_shrink_isr(broker, partition);
        }
    }

    /// The lag limit passes for one follower.
    pub(super) fn fall_behind(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
    ) {
        let stale = self.setup.stale_age();
        let Some(remote) = self.leader(leader, partition).and_then(|l| l.remote_mut(follower))
        else {
            return;
        };
        remote.caught_up_ago = stale;
        remote.fetched_ago = stale;
        self.out.add(|| Effect::FellBehind { leader, partition, follower });
        self.maybe_shrink_isr(leader, partition);
    }

    fn maybe_shrink_isr(&mut self, leader: BrokerId, partition: PartitionId) {
        let leo = self.cluster.leo(leader, partition);
        let Some(l) = self.cluster.leader(leader, partition) else { return };
        let isr = l.isr;
        let lagging: Vec<(BrokerId, Lag)> =
            isr.iter().filter_map(|b| Some((b, self.lag_of(l.remote(b)?, leo)?))).collect();
        if !lagging.is_empty() {
            let isr = isr.minus(lagging.iter().map(|(b, _)| *b).collect());
            self.change_isr(leader, partition, isr, AlterReason::Lag(lagging));
        }
    }

    /// Why a follower is too far behind for the ISR, if it is.
    fn lag_of(&self, remote: &Remote, leader_leo: Offset) -> Option<Lag> {
        let max = self.setup.settings.lag_time_max;
        let rule = self.setup.rules.lag;
        let ago = remote.lag(rule);
        if ago > max && self.cluster.may_fall_behind(self.setup, remote, leader_leo) {
            return Some(Lag::Time { ago, max });
        }
        if !self.setup.rules.counts_lag_in_messages() {
            return None;
        }
        let behind = leader_leo.saturating_sub(remote.leo?);
        let max = self.setup.settings.lag_max_messages;
        (behind > max).then_some(Lag::Messages { behind, max })
    }

    /// The leader wants another ISR, and has it written.
    pub(super) fn change_isr(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        wanted: BrokerSet,
        why: AlterReason,
    ) {
        match self.setup.rules.isr_write {
            IsrWrite::Znode => self.write_isr(leader, partition, wanted, why),
            IsrWrite::AlterPartition => self.ask_for_isr(leader, partition, wanted, why),
        }
    }

    /// The leader writes a new ISR into ZooKeeper, on condition that nobody has changed the znode
    /// since it last read it.
    fn write_isr(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        wanted: BrokerSet,
        why: AlterReason,
    ) {
        let reachable = self.cluster.reaches_controller(leader);
        let Some(l) = self.leader(leader, partition) else { return };
        if !reachable {
            self.out.add(|| Effect::IsrWriteUnreachable { leader, partition, wanted });
            return;
        }
        if !l.version_current {
            self.out.add(|| Effect::IsrWriteRefused { leader, partition, wanted });
            return;
        }
        l.isr = wanted;
        let state = PartitionState { isr: wanted, ..*self.cluster.partition(partition) };
        self.write_state(partition, state, Some(leader), BrokerSet::EMPTY);
        match why {
            AlterReason::Joins { follower, leo, entry } => {
                self.caught_up(partition, follower);
                let isr = wanted;
                self.out.add(|| Effect::IsrExpanded {
                    leader,
                    partition,
                    follower,
                    isr,
                    leo,
                    entry,
                });
            }
            AlterReason::Lag(lagging) => {
                for (follower, why) in lagging {
                    let isr = wanted;
                    self.out.add(|| Effect::IsrShrunk { leader, partition, follower, isr, why });
                }
                self.advance_hw(leader, partition);
                self.complete_purgatory(leader, partition);
            }
            // Only a leader that asks the controller says that it has recovered.
            AlterReason::Recovered => {}
        }
        self.finish_reassignment(partition);
    }

    /// The leader asks the controller for another ISR. One request is in flight at a time.
    fn ask_for_isr(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        wanted: BrokerSet,
        why: AlterReason,
    ) {
        let Some(l) = self.leader(leader, partition) else { return };
        if l.alter.is_some() {
            return;
        }
        let isr = l.isr;
        let expands = !wanted.minus(isr).is_empty();
        l.alter = Some(Alter {
            isr: wanted,
            expands,
            current: l.version_current,
            reborn: BrokerSet::EMPTY,
            stage: AlterStage::Sent,
        });
        let maximal = l.maximal_isr();
        if let AlterReason::Joins { follower, .. } = why {
            self.caught_up(partition, follower);
        }
        self.out.add(|| Effect::AlterSent { leader, partition, isr, wanted, maximal, why });
        if self.setup.controller.alters_at_once && self.cluster.reaches_controller(leader) {
            self.decide_isr(leader, partition);
            self.hear_isr(leader, partition);
        }
    }

    /// A leader's AlterPartition request reaches the controller.
    pub(super) fn decide_isr(&mut self, leader: BrokerId, partition: PartitionId) {
        let Some(l) = self.cluster.leader(leader, partition) else { return };
        let Some(alter) = l.alter.filter(|a| a.stage == AlterStage::Sent) else { return };
        let wanted = alter.isr;
        if let Err(error) = self.cluster.judge(self.setup, leader, partition, &alter) {
            self.out.add(|| Effect::AlterRefused { leader, partition, wanted, error });
            self.set_alter_stage(leader, partition, AlterStage::Refused(error));
            return;
        }
        let old = *self.cluster.partition(partition);
        let shrinks = !old.isr.minus(wanted).is_empty();
        let rises = shrinks && self.setup.rules.epoch_rise == EpochRise::IsrShrinks;
        let epoch = if rises { old.epoch + 1 } else { old.epoch };
        self.out.add(|| Effect::AlterAccepted { leader, partition, isr: wanted, epoch });
        if old.recovering {
            self.out.add(|| Effect::Recovering { partition, leader, done: true });
        }
        let state = PartitionState { isr: wanted, epoch, recovering: false, ..old };
        self.write_state(partition, state, None, BrokerSet::EMPTY);
        if rises {
            // An answer in another epoch than its own tells a leader nothing: it hears of the ISR with
            // the epoch.
            self.set_alter_stage(leader, partition, AlterStage::Stuck);
            self.send_to_all(partition);
        } else {
            // What the leader has not read yet of this reign is older than what it is answered.
            let inbox = &mut self.cluster.brokers[leader.index()].inbox;
            inbox.retain(|w| w.partition != partition || w.state.epoch != epoch);
            self.set_alter_stage(leader, partition, AlterStage::Done { current: true });
        }
        self.finish_reassignment(partition);
    }

    /// The controller's answer to an AlterPartition request reaches the leader.
    pub(super) fn hear_isr(&mut self, leader: BrokerId, partition: PartitionId) {
        let Some(l) = self.leader(leader, partition) else { return };
        let Some(alter) = l.alter else { return };
        let wanted = alter.isr;
        match alter.stage {
            AlterStage::Sent | AlterStage::Stuck => {}
            AlterStage::Done { current } => {
                let from = std::mem::replace(&mut l.isr, wanted);
                l.version_current = current;
                l.alter = None;
                self.out.add(|| Effect::IsrCommitted { leader, partition, from, to: wanted });
                self.advance_hw(leader, partition);
                self.complete_purgatory(leader, partition);
            }
            AlterStage::Refused(error @ KafkaError::IneligibleReplica) => {
                let isr = l.isr;
                l.alter = None;
                self.out.add(|| Effect::IsrReverted { leader, partition, isr, error });
            }
            AlterStage::Refused(error) => {
                self.set_alter_stage(leader, partition, AlterStage::Stuck);
                self.out.add(|| Effect::IsrStuck { leader, partition, wanted, error });
            }
        }
    }

    /// An AlterPartition request or its answer is lost. The leader sends the request again, with the
    /// partition epoch it knows; with KRaft it hears of a change that was made from the log as well.
    pub(super) fn lose_alter(&mut self, leader: BrokerId, partition: PartitionId) {
        let Some(l) = self.leader(leader, partition) else { return };
        let Some(alter) = &mut l.alter else { return };
        let done = matches!(alter.stage, AlterStage::Done { .. });
        let answer = alter.stage != AlterStage::Sent;
        alter.stage = AlterStage::Sent;
        if done {
            alter.current = false;
            l.version_current = false;
        }
        self.out.add(|| Effect::AlterVanished { leader, partition, answer });
        if done && self.setup.rules.coordination == Coordination::KRaft {
            self.send(partition, BrokerSet::only(leader));
        }
    }

    fn set_alter_stage(&mut self, leader: BrokerId, partition: PartitionId, stage: AlterStage) {
        if let Some(alter) = self.leader(leader, partition).and_then(|l| l.alter.as_mut()) {
            alter.stage = stage;
        }
    }

    /// A follower has caught up with its leader: whatever it had lost before, it has again.
    fn caught_up(&mut self, partition: PartitionId, follower: BrokerId) {
        let torn = &mut self.cluster.ledger.torn[partition.index()];
        *torn = torn.without(follower);
    }
}
