//! A partition moves to other brokers, or its leadership to another member of the ISR. Follows
//! kafka.controller.KafkaController.onPartitionReassignment and
//! org.apache.kafka.controller.PartitionChangeBuilder.

use super::effect::{Effect, Election};
use super::rules::Coordination;
use super::state::*;
use super::step::Step;
use super::types::*;

impl Step<'_> {
    /// The leadership moves to a live member of the ISR, which stays as it is. It is what a
    /// reassignment to the same replicas in another order and a preferred election come to.
    pub(super) fn move_leader(&mut self, partition: PartitionId, to: BrokerId) {
        let state = *self.cluster.partition(partition);
        let order = Order::from_iter([to]).followed_by(&state.replicas);
        self.cluster.controller.partitions[partition.index()].replicas = order;
        if order != state.replicas {
            self.out.add(|| Effect::Reordered { partition, to: order });
        }
        self.install(partition, to, state.isr, Election::Moved);
    }

    /// An operator wants other replicas. The new ones are added at once; those that are to go stay
    /// until all of the new ones are in the ISR.
    pub(super) fn reassign(&mut self, partition: PartitionId, to: Order) {
        let old = *self.cluster.partition(partition);
        let from = old.replicas;
        // With ZooKeeper every step of a reassignment raises the epoch; with KRaft neither an addition nor
        // another order does.
        let epoch = match self.setup.rules.coordination {
            Coordination::ZooKeeper => old.epoch + 1,
            Coordination::KRaft => old.epoch,
        };
        if to.set() == from.set() {
            let state = PartitionState { replicas: to, epoch, ..old };
            self.write_state(partition, state, None, BrokerSet::EMPTY);
            self.out.add(|| Effect::Reordered { partition, to });
            let leader = old.leader.into_iter().collect();
            self.send(
                partition,
                if epoch == old.epoch { leader } else { self.setup.all_brokers() },
            );
            return;
        }
        let state = PartitionState { replicas: to.followed_by(&from), target: to, epoch, ..old };
        self.write_state(partition, state, None, BrokerSet::EMPTY);
        self.out.add(|| Effect::Reassigning { partition, epoch, from, to });
        if epoch == old.epoch {
            // The others follow on as they did.
            let added = to.set().minus(from.set());
            self.send(partition, added.or(old.leader.into_iter().collect()));
        } else {
            self.send_to_all(partition);
        }
        self.finish_reassignment(partition);
    }

    /// A reassignment ends when all the replicas that it is to end with are in the ISR: the others go,
    /// and if the leader is one of them, somebody else leads.
    pub(super) fn finish_reassignment(&mut self, partition: PartitionId) {
        let old = *self.cluster.partition(partition);
        let target = old.target;
        if target.is_empty() || !target.set().minus(old.isr).is_empty() {
            return;
        }
        let live = self.cluster.controller.live;
        let stays = old.leader.filter(|l| target.contains(l));
        let Some(leader) = stays.or(target.iter().copied().find(|b| live.contains(*b))) else {
            return;
        };
        let dropped = !old.replicas.set().minus(target.set()).is_empty();
        // With ZooKeeper first the leader is moved, or told a new epoch, then each replica that goes is
        // taken out of the ISR.
        let leaving = old.isr.minus(target.set()).len() as Epoch;
        let rise = match self.setup.rules.coordination {
            Coordination::ZooKeeper => 1 + leaving,
            Coordination::KRaft => Epoch::from(dropped || stays.is_none()),
        };
        let epoch = old.epoch + rise;
        let isr = old.isr.and(target.set());
        let state = PartitionState {
            leader: Some(leader),
            replicas: target,
            target: Order::default(),
            isr,
            epoch,
            ..old
        };
        self.write_state(partition, state, None, BrokerSet::EMPTY);
        self.out.add(|| Effect::Reassigned { partition, epoch, to: target });
        if stays.is_none() {
            let how = Election::Reassigned;
            self.out.add(|| Effect::Elected { partition, leader, epoch, isr, how });
        }
        self.send_to_all(partition);
    }

    /// A broker that is assigned a replica it does not have yet gets an empty one.
    pub(super) fn create_replica(&mut self, broker: BrokerId, partition: PartitionId) {
        let b = &mut self.cluster.brokers[broker.index()];
        let Some(process) = &mut b.process else { return };
        let Some(replica) = process.replicas.get_mut(partition.index()) else { return };
        if replica.is_some() {
            return;
        }
        *replica = Some(Replica::new(0, Default::default()));
        b.disks[partition.index()] = Some(Disk::default());
        self.out.add(|| Effect::ReplicaCreated { broker, partition });
    }

    /// A broker that is no longer assigned a replica deletes it (StopReplica; with KRaft by the log).
    pub(super) fn delete_replica(&mut self, broker: BrokerId, partition: PartitionId) {
        self.step_down(broker, partition);
        self.give_up_call(broker, partition);
        let b = &mut self.cluster.brokers[broker.index()];
        let Some(process) = &mut b.process else { return };
        process.replicas[partition.index()] = None;
        b.disks[partition.index()] = None;
        self.out.add(|| Effect::ReplicaDeleted { broker, partition });
    }
}
