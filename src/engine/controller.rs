//! The controller: it notices deaths and returns, elects leaders, and tells the brokers.
//!
//! With ZooKeeper it elects first and takes the dead out of the ISRs after that, each with an epoch of
//! its own; it follows kafka.controller.KafkaController and kafka.controller.PartitionLeaderSelector
//! (from 1.1 Election). With KRaft one change does both ([`Step::reshape`]); it follows
//! org.apache.kafka.controller.ReplicationControlManager and PartitionChangeBuilder.

use super::effect::{Effect, Election};
use super::rules::{Coordination, ElectionOrder, EpochRise, LastIsrMember};
use super::state::*;
use super::step::Step;
use super::types::*;

/// The last known leader of a partition that has none (KIP-966): the one at the moment the ISR became
/// empty.
fn last_known_leader(old: &PartitionState, isr: BrokerSet) -> Option<BrokerId> {
    if isr.is_empty() { old.leader.or(old.last_leader) } else { old.last_leader }
}

impl Step<'_> {
    /// Replaces a partition's state. The list of eligible leader replicas follows from the ISR
    /// (KIP-966): those in `unclean` may have lost records and do not stay on it.
    pub(super) fn write_state(
        &mut self,
        partition: PartitionId,
        mut state: PartitionState,
        writer: Option<BrokerId>,
        unclean: BrokerSet,
    ) {
        let old = *self.cluster.partition(partition);
        if self.setup.rules.election_order == ElectionOrder::IsrList {
            let stay = old.isr_list.iter().copied().filter(|b| state.isr.contains(*b));
            let list: Order = stay.collect();
            let joined: Vec<BrokerId> = state.isr.minus(list.set()).iter().collect();
            state.isr_list = list.followed_by(&joined);
        }
        if self.setup.rules.has_elr() {
            self.keep_elr(partition, &old, &mut state, unclean);
        }
        self.store(partition, state, writer);
    }

    /// Puts a partition's state in the place of the old one: whoever else holds its version now holds
    /// an old one.
    pub(super) fn store(
        &mut self,
        partition: PartitionId,
        state: PartitionState,
        writer: Option<BrokerId>,
    ) {
        self.cluster.controller.partitions[partition.index()] = state;
        for broker in self.setup.all_brokers().iter() {
            let is_new = |l: &Leader| l.version_current || l.alter.is_some();
            if Some(broker) != writer
                && self.cluster.leader(broker, partition).is_some_and(is_new)
                && let Some(leader) = self.leader(broker, partition)
            {
                leader.version_current = false;
                if let Some(alter) = &mut leader.alter {
                    alter.current = false;
                    if let AlterStage::Done { current } = &mut alter.stage {
                        *current = false;
                    }
                }
            }
            let is_current = |w: &LeaderAndIsr| w.partition == partition && w.current;
            if self.cluster.brokers[broker.index()].inbox.iter().any(is_current) {
                let inbox = &mut self.cluster.brokers[broker.index()].inbox;
                for word in inbox.iter_mut().filter(|w| w.partition == partition) {
                    word.current = false;
                }
            }
        }
    }

    /// PartitionChangeBuilder.maybeUpdateRecordElr: the eligible leader replicas and the last known leader
    /// that go with a changed partition. An unclean election makes the former void.
    fn keep_elr(
        &mut self,
        partition: PartitionId,
        old: &PartitionState,
        state: &mut PartitionState,
        unclean: BrokerSet,
    ) {
        let uncleanly = state.recovering && state.leader != old.leader;
        state.elr = match uncleanly {
            true => BrokerSet::EMPTY,
            false => self.eligible(old, state.isr, &state.replicas, unclean),
        };
        state.last_leader = match state.leader {
            Some(_) => None,
            None => last_known_leader(old, state.isr),
        };
        if (state.elr, state.last_leader) != (old.elr, old.last_leader) {
            let (elr, last_leader, isr) = (state.elr, state.last_leader, state.isr);
            let min_isr = self.cluster.min_isr_of(self.setup, state.replicas.len());
            self.out.add(|| Effect::ElrChanged { partition, elr, last_leader, isr, min_isr });
        }
    }

    /// PartitionChangeBuilder.maybePopulateTargetElr: as long as the ISR is smaller than
    /// `min.insync.replicas`, whoever leaves it stays eligible, but for those who may have lost records.
    fn eligible(
        &self,
        old: &PartitionState,
        isr: BrokerSet,
        replicas: &Order,
        unclean: BrokerSet,
    ) -> BrokerSet {
        let min_isr = self.cluster.min_isr_of(self.setup, replicas.len());
        if !self.setup.rules.has_elr() || isr.len() >= usize::from(min_isr) {
            return BrokerSet::EMPTY;
        }
        old.elr.or(old.isr).minus(isr).minus(unclean).and(replicas.set())
    }

    /// Sends a partition's present state to these of its replicas, and to brokers that still have one.
    ///
    /// With ZooKeeper to those that are alive. One that names a leader that is not alive would change
    /// nothing: "cannot become follower since the new leader is unavailable"
    /// (ReplicaManager.makeFollowers). With KRaft every process reads the log, fenced or not.
    pub(super) fn send(&mut self, partition: PartitionId, to: BrokerSet) {
        let state = *self.cluster.partition(partition);
        let live = self.cluster.controller.live;
        let kraft = self.setup.rules.coordination == Coordination::KRaft;
        if !kraft && state.leader.is_some_and(|leader| !live.contains(leader)) {
            return;
        }
        for broker in to.iter() {
            let concerned =
                state.is_assigned(broker) || self.cluster.disk(broker, partition).is_some();
            let reached = kraft || live.contains(broker);
            if concerned && reached && self.cluster.is_up(broker) {
                let b = &mut self.cluster.brokers[broker.index()];
                b.inbox.push(LeaderAndIsr { partition, state, current: true });
            }
        }
    }

    pub(super) fn send_to_all(&mut self, partition: PartitionId) {
        self.send(partition, self.setup.all_brokers());
    }

    /// Sends a broker the state of each of its partitions.
    pub(super) fn send_all_states(&mut self, broker: BrokerId) {
        for partition in self.setup.partitions() {
            self.send(partition, BrokerSet::only(broker));
        }
    }

    /// The controller notices what there is to notice about a broker.
    pub(super) fn notice(&mut self, broker: BrokerId) {
        if self.cluster.brokers[broker.index()].session_left.is_some() {
            self.notice_deaths(BrokerSet::only(broker));
        } else {
            self.notice_return(broker);
        }
    }

    /// Brokers have died (KafkaController.onBrokerFailure): wherever there is no live leader,
    /// somebody is elected if it can be; then the dead are taken out of every ISR.
    pub(super) fn notice_deaths(&mut self, dead: BrokerSet) {
        if dead.is_empty() {
            return;
        }
        for broker in dead.iter() {
            self.cluster.brokers[broker.index()].session_left = None;
            self.out.add(|| Effect::NoticedDeath { broker });
        }
        if self.setup.rules.coordination == Coordination::KRaft {
            // One at a time, so that the effect of each is seen by the next: of brokers that are missed
            // at the same moment only the last one stays in an ISR that they were all of
            // (ReplicationControlManager.maybeFenceOneStaleBroker). Kafka begins with the one it has not
            // heard from for longest.
            for broker in dead.iter() {
                let controller = &mut self.cluster.controller;
                controller.live = controller.live.without(broker);
                self.fence(broker, Election::FromIsr);
            }
            return;
        }
        let controller = &mut self.cluster.controller;
        controller.live = controller.live.minus(dead);
        for partition in self.offline_partitions() {
            self.elect(partition);
        }
        for partition in self.setup.partitions() {
            let replicas = self.cluster.partition(partition).replicas;
            for &broker in replicas.iter() {
                if dead.contains(broker) {
                    self.remove_from_isr(partition, broker);
                }
            }
        }
    }

    /// A broker is fenced, or about to be (ReplicationControlManager.handleBrokerFenced,
    /// handleBrokerInControlledShutdown): it leaves every ISR, and where it leads somebody else is
    /// elected if it can be.
    fn fence(&mut self, broker: BrokerId, how: Election) {
        for partition in self.setup.partitions() {
            let state = *self.cluster.partition(partition);
            if state.leader == Some(broker) || state.isr.contains(broker) {
                self.reshape(partition, state.isr.without(broker), BrokerSet::EMPTY, how);
            }
        }
    }

    /// One change of a partition with KRaft (PartitionChangeBuilder.build): another ISR, the eligible
    /// leader replicas that follow from it, and a leader.
    ///
    /// The leader stays if it can. Else it is the first live one, in the order of the assignment: of
    /// the ISR; of the eligible leader replicas (KIP-966); the last known leader, if there is nobody
    /// else; any replica, if unclean election is enabled. A leader from outside the ISR is alone in it.
    /// Where no such list is kept the last member never leaves the ISR.
    fn reshape(
        &mut self,
        partition: PartitionId,
        isr: BrokerSet,
        unclean: BrokerSet,
        how: Election,
    ) {
        let old = *self.cluster.partition(partition);
        let live = self.cluster.controller.live;
        let elr_kept = self.setup.rules.has_elr();
        let isr = if isr.is_empty() && !elr_kept { old.isr } else { isr };
        let elr = self.eligible(&old, isr, &old.replicas, unclean);
        let first_in =
            |set: BrokerSet| old.replicas.iter().copied().find(|b| set.and(live).contains(*b));
        let stays = old.leader.filter(|l| isr.and(live).contains(*l));
        let last_leader = last_known_leader(&old, isr)
            .filter(|l| elr_kept && isr.is_empty() && elr.is_empty() && live.contains(*l));
        let any = first_in(live).filter(|_| self.cluster.topic.unclean);
        let alone = |leader: BrokerId, how| (Some(leader), BrokerSet::only(leader), how);
        let (leader, isr, how) = if let Some(leader) = stays {
            (Some(leader), isr, how)
        } else if let Some(leader) = first_in(isr) {
            (Some(leader), isr, how)
        } else if let Some(leader) = first_in(elr) {
            alone(leader, Election::Elr)
        } else if let Some(leader) = last_leader {
            alone(leader, Election::LastLeader)
        } else if let Some(leader) = any {
            alone(leader, Election::Unclean)
        } else {
            (None, isr, how)
        };
        if (leader, isr) == (old.leader, old.isr) && unclean.and(old.elr).is_empty() {
            return;
        }
        let shrinks = !old.isr.minus(isr).is_empty();
        let rises = leader != old.leader
            || (shrinks && self.setup.rules.epoch_rise == EpochRise::IsrShrinks);
        let epoch = if rises { old.epoch + 1 } else { old.epoch };
        let by_chance = matches!(how, Election::Unclean | Election::LastLeader);
        let elected = leader.filter(|_| leader != old.leader);
        let recovering =
            if elected.is_some() { by_chance && self.marks_recovering() } else { old.recovering };
        let state = PartitionState { leader, epoch, isr, recovering, ..old };
        self.write_state(partition, state, None, unclean);
        if let Some(leader) = elected {
            self.out.add(|| Effect::Elected { partition, leader, epoch, isr, how });
            if recovering {
                self.out.add(|| Effect::Recovering { partition, leader, done: false });
            }
        }
        for broker in old.isr.minus(isr).iter() {
            self.out.add(|| Effect::IsrCut { partition, broker, epoch, isr });
        }
        if leader.is_none() && old.leader.is_some() {
            self.out.add(|| Effect::Leaderless { partition, epoch, isr });
        }
        // In the reign that everybody knows only the leader has to hear of another ISR.
        let to = if rises { self.setup.all_brokers() } else { leader.into_iter().collect() };
        self.send(partition, to);
    }

    fn marks_recovering(&self) -> bool {
        self.setup.rules.marks_recovering
    }

    /// A partition without a leader gets one, if it can be.
    fn try_elect(&mut self, partition: PartitionId) {
        match self.setup.rules.coordination {
            Coordination::ZooKeeper => self.elect(partition),
            Coordination::KRaft => {
                let isr = self.cluster.partition(partition).isr;
                self.reshape(partition, isr, BrokerSet::EMPTY, Election::FromIsr);
            }
        }
    }

    /// Looks for unclean elections (`unclean.leader.election.interval.ms`, KRaft from 3.9).
    pub(super) fn check_unclean(&mut self) {
        for partition in self.offline_partitions() {
            self.try_elect(partition);
        }
    }

    /// Another `min.insync.replicas` makes the eligible leader replicas and the last known leader void
    /// (KIP-966, ReplicationControlManager.removeTopicElrs).
    pub(super) fn clear_elr(&mut self) {
        for partition in self.setup.partitions() {
            let old = *self.cluster.partition(partition);
            if old.elr.is_empty() && old.last_leader.is_none() {
                continue;
            }
            let state = PartitionState { elr: BrokerSet::EMPTY, last_leader: None, ..old };
            self.store(partition, state, None);
            let PartitionState { elr, last_leader, isr, .. } = state;
            let min_isr = self.cluster.min_isr(self.setup, partition);
            self.out.add(|| Effect::ElrChanged { partition, elr, last_leader, isr, min_isr });
            self.send(partition, state.leader.into_iter().collect());
        }
    }

    /// A new process registers with the KRaft controller: what leaders have asked for with its old
    /// broker epoch is out of date (KIP-903). If it has not gone down cleanly it may have lost records,
    /// and leaves every ISR and every list of eligible leader replicas (KIP-966,
    /// ReplicationControlManager.handleUncleanBrokerShutdown).
    pub(super) fn register(&mut self, broker: BrokerId) {
        for leader in self.setup.all_brokers().iter() {
            for partition in self.setup.partitions() {
                if let Some(alter) = self.leader(leader, partition).and_then(|l| l.alter.as_mut())
                    && alter.isr.contains(broker)
                    && alter.stage == AlterStage::Sent
                {
                    alter.reborn = alter.reborn.with(broker);
                }
            }
        }
        let clean = std::mem::take(&mut self.cluster.brokers[broker.index()].clean_stop);
        if clean || !self.setup.rules.has_elr() {
            return;
        }
        self.out.add(|| Effect::UncleanShutdown { broker });
        for partition in self.setup.partitions() {
            let state = *self.cluster.partition(partition);
            if state.isr.or(state.elr).contains(broker) {
                let isr = state.isr.without(broker);
                self.reshape(partition, isr, BrokerSet::only(broker), Election::FromIsr);
            }
        }
    }

    /// A broker has come back (KafkaController.onBrokerStartup): it is told about its partitions,
    /// and those without a live leader get one if it can be. With KRaft a new process has registered
    /// and caught up with the log before it is unfenced; one that was only silent has read on.
    pub(super) fn notice_return(&mut self, broker: BrokerId) {
        self.out.add(|| Effect::NoticedReturn { broker });
        let offline = self.offline_partitions();
        match self.setup.rules.coordination {
            Coordination::ZooKeeper => {
                let controller = &mut self.cluster.controller;
                controller.live = controller.live.with(broker);
                self.send_all_states(broker);
            }
            Coordination::KRaft => {
                if self.cluster.has_heard_nothing(broker) {
                    self.register(broker);
                    self.send_all_states(broker);
                }
                let controller = &mut self.cluster.controller;
                controller.live = controller.live.with(broker);
            }
        }
        for partition in offline {
            self.try_elect(partition);
        }
    }

    /// After a power loss that nobody noticed, the first broker to start finds a controller that
    /// starts with it (KafkaController.onControllerFailover): partitions with a dead leader get a
    /// new one, ISRs are otherwise left as they were.
    pub(super) fn fail_over_controller(&mut self, broker: BrokerId) {
        let up = self.cluster.up();
        let controller = &mut self.cluster.controller;
        let gone = controller.live.minus(up);
        controller.live = controller.live.and(up);
        for broker in gone.iter() {
            self.out.add(|| Effect::NoticedDeath { broker });
        }
        let offline = self.offline_partitions();
        if self.setup.rules.coordination == Coordination::KRaft {
            self.register(broker);
        }
        self.send_all_states(broker);
        for partition in offline {
            self.try_elect(partition);
        }
    }

    fn offline_partitions(&self) -> Vec<PartitionId> {
        let live = self.cluster.controller.live;
        let offline = |p: &PartitionId| {
            self.cluster.partition(*p).leader.is_none_or(|leader| !live.contains(leader))
        };
        self.setup.partitions().filter(offline).collect()
    }

    /// OfflinePartitionLeaderSelector: the first live replica, in the order of the assignment, that
    /// is in the ISR, which loses its dead members; else, if unclean election is enabled, the first
    /// live replica, alone in the ISR; else nobody.
    fn elect(&mut self, partition: PartitionId) {
        let live = self.cluster.controller.live;
        let isr = self.cluster.partition(partition).isr.and(live);
        let PartitionState { replicas, isr_list, .. } = *self.cluster.partition(partition);
        let first_in = |set: BrokerSet| replicas.iter().copied().find(|b| set.contains(*b));
        let candidate = match self.setup.rules.election_order {
            ElectionOrder::IsrList => isr_list.iter().copied().find(|b| isr.contains(*b)),
            ElectionOrder::Assignment => first_in(isr),
        };
        if let Some(leader) = candidate {
            self.install(partition, leader, isr, Election::FromIsr);
        } else if self.cluster.topic.unclean
            && let Some(leader) = first_in(live)
        {
            self.install(partition, leader, BrokerSet::only(leader), Election::Unclean);
        }
    }

    /// Writes a new reign and tells the replicas.
    pub(super) fn install(
        &mut self,
        partition: PartitionId,
        leader: BrokerId,
        isr: BrokerSet,
        how: Election,
    ) {
        let old = *self.cluster.partition(partition);
        let epoch = old.epoch + 1;
        let recovering = how == Election::Unclean && self.marks_recovering();
        let state = PartitionState { leader: Some(leader), epoch, isr, recovering, ..old };
        self.write_state(partition, state, None, BrokerSet::EMPTY);
        self.out.add(|| Effect::Elected { partition, leader, epoch, isr, how });
        if recovering {
            self.out.add(|| Effect::Recovering { partition, leader, done: false });
        }
        self.send_to_all(partition);
    }

    /// KafkaController.removeReplicaFromIsr: the epoch rises even if the leader stays; a leader
    /// that goes leaves nobody (−1). The last member stays in the ISR, unless unclean election may
    /// replace it anyway.
    fn remove_from_isr(&mut self, partition: PartitionId, broker: BrokerId) {
        let state = *self.cluster.partition(partition);
        if !state.isr.contains(broker) {
            return;
        }
        let leader = state.leader.filter(|l| *l != broker);
        let without = state.isr.without(broker);
        let keeps = match self.setup.rules.last_isr_member {
            LastIsrMember::Removed => false,
            LastIsrMember::RemovedIfUnclean => !self.cluster.topic.unclean,
            LastIsrMember::Kept | LastIsrMember::Elr => true,
        };
        let isr = if without.is_empty() && keeps { state.isr } else { without };
        let epoch = state.epoch + 1;
        let state = PartitionState { leader, epoch, isr, ..state };
        self.write_state(partition, state, None, BrokerSet::EMPTY);
        if !isr.contains(broker) {
            self.out.add(|| Effect::IsrCut { partition, broker, epoch, isr });
        }
        if leader.is_none() {
            self.out.add(|| Effect::Leaderless { partition, epoch, isr });
        }
        self.send(partition, self.setup.all_brokers().without(broker));
    }

    /// Controlled shutdown (ControlledShutdownLeaderSelector): where the broker leads, the first
    /// other live ISR member takes over, or it stays leader until it is gone; where it follows, it
    /// leaves the ISR. With KRaft it leaves every ISR as if it were fenced.
    pub(super) fn controlled_shutdown(&mut self, broker: BrokerId) {
        if self.setup.rules.coordination == Coordination::KRaft {
            let controller = &mut self.cluster.controller;
            controller.live = controller.live.without(broker);
            self.fence(broker, Election::ControlledShutdown);
            return;
        }
        for partition in self.setup.partitions() {
            let replicas = self.cluster.partition(partition).replicas;
            if replicas.len() < 2 || !replicas.contains(&broker) {
                continue;
            }
            let state = *self.cluster.partition(partition);
            if state.leader != Some(broker) {
                self.remove_from_isr(partition, broker);
                continue;
            }
            let isr = state.isr.without(broker);
            let candidates = isr.and(self.cluster.controller.live);
            if let Some(&leader) = replicas.iter().find(|b| candidates.contains(**b)) {
                self.install(partition, leader, isr, Election::ControlledShutdown);
            }
        }
    }

    /// PreferredReplicaPartitionLeaderSelector: the first assigned replica, if alive and in the
    /// ISR, which stays as it is.
    pub(super) fn elect_preferred(&mut self, partition: PartitionId) {
        let state = *self.cluster.partition(partition);
        let Some(&preferred) = state.replicas.first() else { return };
        let live = self.cluster.controller.live;
        if state.leader != Some(preferred) && state.isr.and(live).contains(preferred) {
            self.install(partition, preferred, state.isr, Election::Preferred);
        }
    }

    /// An operator's unclean election: as if unclean election were enabled for this one.
    pub(super) fn elect_by_hand(&mut self, partition: PartitionId) {
        let live = self.cluster.controller.live;
        let replicas = self.cluster.partition(partition).replicas;
        if let Some(&leader) = replicas.iter().find(|b| live.contains(**b)) {
            self.install(partition, leader, BrokerSet::only(leader), Election::Unclean);
        }
    }

    /// Automatic rebalance (KafkaController.checkAndTriggerPartitionRebalance): a broker that leads
    /// too few of the partitions it is preferred for gets them back.
    pub(super) fn rebalance(&mut self) {
        let setup = self.setup;
        let percentage = setup.settings.imbalance_percentage as usize;
        for broker in self.cluster.controller.live.iter() {
            let preferred: Vec<PartitionId> = setup
                .partitions()
                .filter(|p| self.cluster.replicas(*p).first() == Some(&broker))
                .collect();
            let elsewhere: Vec<PartitionId> = preferred
                .iter()
                .copied()
                .filter(|p| self.cluster.partition(*p).leader != Some(broker))
                .collect();
            if elsewhere.len() * 100 > percentage * preferred.len() {
                for partition in elsewhere {
                    self.elect_preferred(partition);
                }
            }
        }
    }
}
