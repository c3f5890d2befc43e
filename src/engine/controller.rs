//! The controller, with ZooKeeper: it notices deaths and returns, elects leaders, and tells the
//! brokers. Follows kafka.controller.KafkaController and kafka.controller.PartitionLeaderSelector.

use super::effect::{Effect, Election};
use super::rules::LastIsrMember;
use super::state::*;
use super::step::Step;
use super::types::*;

impl Step<'_> {
    /// Replaces a partition's znode. Whoever else holds its version now holds an old one.
    pub(super) fn write_znode(
        &mut self,
        partition: PartitionId,
        state: PartitionState,
        writer: Option<BrokerId>,
    ) {
        self.cluster.controller.partitions[partition.index()] = state;
        for broker in self.setup.all_brokers().iter() {
            if Some(broker) != writer
                && let Some(leader) = self.leader(broker, partition)
            {
                leader.zk_current = false;
            }
            let inbox = &mut self.cluster.brokers[broker.index()].inbox;
            for word in inbox.iter_mut().filter(|w| w.partition == partition) {
                word.zk_current = false;
            }
        }
    }

    /// Sends a partition's present state to these of its live replicas. One that names a leader that
    /// is not alive would change nothing: "cannot become follower since the new leader is
    /// unavailable" (ReplicaManager.makeFollowers).
    fn send(&mut self, partition: PartitionId, to: BrokerSet) {
        let state = *self.cluster.partition(partition);
        let live = self.cluster.controller.live;
        if state.leader.is_some_and(|leader| !live.contains(leader)) {
            return;
        }
        for &broker in self.setup.replicas(partition) {
            let b = &mut self.cluster.brokers[broker.index()];
            if to.and(live).contains(broker) && b.process.is_some() {
                b.inbox.push(LeaderAndIsr { partition, state, zk_current: true });
            }
        }
    }

    fn send_to_all(&mut self, partition: PartitionId) {
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
        let controller = &mut self.cluster.controller;
        controller.live = controller.live.minus(dead);
        for partition in self.offline_partitions() {
            self.elect(partition);
        }
        for partition in self.setup.partitions() {
            for &broker in self.setup.replicas(partition) {
                if dead.contains(broker) {
                    self.remove_from_isr(partition, broker);
                }
            }
        }
    }

    /// A broker has come back (KafkaController.onBrokerStartup): it is told about its partitions,
    /// and those without a live leader get one if it can be.
    pub(super) fn notice_return(&mut self, broker: BrokerId) {
        self.out.add(|| Effect::NoticedReturn { broker });
        let offline = self.offline_partitions();
        let controller = &mut self.cluster.controller;
        controller.live = controller.live.with(broker);
        self.send_all_states(broker);
        for partition in offline {
            self.elect(partition);
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
        self.send_all_states(broker);
        for partition in offline {
            self.elect(partition);
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
        let replicas = self.setup.replicas(partition);
        let first_in = |set: BrokerSet| replicas.iter().copied().find(|b| set.contains(*b));
        if let Some(leader) = first_in(isr) {
            self.install(partition, leader, isr, Election::FromIsr);
        } else if self.cluster.topic.unclean
            && let Some(leader) = first_in(live)
        {
            self.install(partition, leader, BrokerSet::only(leader), Election::Unclean);
        }
    }

    /// Writes a new reign into ZooKeeper and tells the live replicas.
    fn install(&mut self, partition: PartitionId, leader: BrokerId, isr: BrokerSet, how: Election) {
        let epoch = self.cluster.partition(partition).epoch + 1;
        self.write_znode(partition, PartitionState { leader: Some(leader), epoch, isr }, None);
        self.out.add(|| Effect::Elected { partition, leader, epoch, isr, how });
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
            LastIsrMember::RemovedIfUnclean => !self.cluster.topic.unclean,
            LastIsrMember::Kept => true,
        };
        let isr = if without.is_empty() && keeps { state.isr } else { without };
        let epoch = state.epoch + 1;
        self.write_znode(partition, PartitionState { leader, epoch, isr }, None);
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
    /// leaves the ISR.
    pub(super) fn controlled_shutdown(&mut self, broker: BrokerId) {
        for partition in self.setup.partitions() {
            let replicas = self.setup.replicas(partition);
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
        let Some(&preferred) = self.setup.replicas(partition).first() else { return };
        let live = self.cluster.controller.live;
        if state.leader != Some(preferred) && state.isr.and(live).contains(preferred) {
            self.install(partition, preferred, state.isr, Election::Preferred);
        }
    }

    /// An operator's unclean election: as if unclean election were enabled for this one.
    pub(super) fn elect_by_hand(&mut self, partition: PartitionId) {
        let live = self.cluster.controller.live;
        let replicas = self.setup.replicas(partition);
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
                .filter(|p| setup.replicas(*p).first() == Some(&broker))
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
