//! The state at step 0: of a cluster that has run quietly for a while, with the logs, HWs and
//! epoch tables that the file gives.

use crate::engine::epochs::{EpochStart, EpochTable};
use crate::engine::log::{Log, Record};
use crate::engine::setup::Idempotence;
use crate::engine::state::{
    Disk, Fetcher, Follower, Leader, PartitionState, Remote, Replica, Role,
};
use crate::engine::*;

/// What a file says about the state at step 0, checked. What it does not mention is as in an
/// empty cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The brokers that are down.
    pub down: BrokerSet,
    /// By partition.
    pub partitions: Vec<(PartitionId, PartitionPlan)>,
}

/// A partition at step 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionPlan {
    /// The leader, epoch and ISR as the controller has them.
    pub state: PartitionState,
    /// By broker.
    pub replicas: Vec<(BrokerId, ReplicaPlan)>,
}

/// A replica at step 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplicaPlan {
    /// The log start offset.
    pub log_start: Offset,
    /// The records with the epochs that they have if the release has epochs.
    pub records: Vec<(Value, Epoch)>,
    /// Up to where the log is flushed.
    pub flushed: Offset,
    /// The HW in memory.
    pub hw: Offset,
    /// The HW on disk.
    pub hw_on_disk: Offset,
    /// The epoch table in memory.
    pub epochs: Vec<EpochStart>,
    /// The epoch table on disk.
    pub epochs_on_disk: Vec<EpochStart>,
    /// What it knows of its followers, if it leads.
    pub remote: Vec<(BrokerId, Option<Offset>)>,
}

/// The state at step 0.
pub fn cluster(setup: &Setup, plan: &Plan, acks: Option<Acks>) -> Cluster {
    let mut cluster = Cluster::new(setup);
    // A producer that is told to be idempotent has acks=all, whatever the release: a file that says
    // otherwise is refused, but another release may be put under one that does not.
    if let Some(acks) = acks.filter(|_| setup.settings.idempotence != Idempotence::On) {
        for producer in cluster.producers.iter_mut() {
            producer.acks = acks;
            let numbered = setup.settings.idempotence.with(acks);
            producer.next_sequence = numbered.then(|| vec![0; setup.assignment.len()]);
        }
    }
    for broker in plan.down.iter() {
        cluster.brokers[broker.index()].process = None;
        cluster.controller.live = cluster.controller.live.without(broker);
    }
    for (partition, plan) in &plan.partitions {
        lay_out(&mut cluster, setup, *partition, plan);
    }
    cluster
}

/// Gives a partition its logs and its replicas their roles.
fn lay_out(cluster: &mut Cluster, setup: &Setup, partition: PartitionId, plan: &PartitionPlan) {
    let fresh = ReplicaPlan::default();
    let known = &mut cluster.controller.partitions[partition.index()];
    let PartitionState { leader, epoch, isr, .. } = plan.state;
    let isr_list = known.isr_list.iter().copied().filter(|b| isr.contains(*b)).collect();
    let state = PartitionState { leader, epoch, isr, isr_list, ..*known };
    *known = state;
    for &broker in &setup.assignment[partition.index()] {
        let replica = plan.replicas.iter().find(|(b, _)| *b == broker).map_or(&fresh, |(_, r)| r);
        let of_release = |entries: &[EpochStart]| {
            let entries = if setup.rules.has_epochs() { entries.to_vec() } else { Vec::new() };
            EpochTable::new(entries)
        };
        let records = replica
            .records
            .iter()
            .map(|&(value, epoch)| Record::new(value, setup.rules.has_epochs().then_some(epoch)));
        let disk = Disk {
            log: Log::new(replica.log_start, records.collect(), replica.flushed),
            hw: replica.hw_on_disk,
            epochs: of_release(&replica.epochs_on_disk),
        };
        cluster.brokers[broker.index()].disks[partition.index()] = Some(disk);
        let Some(process) = &mut cluster.brokers[broker.index()].process else { continue };
        process.replicas[partition.index()] = Some(Replica {
            hw: replica.hw,
            epochs: of_release(&replica.epochs),
            leader_epoch: leader.map(|_| epoch),
            role: role(setup, broker, &state, &replica.remote),
        });
    }
    // What stands below the leader's HW has been shown: it may not be lost from here on.
    if let Some(leader) = leader {
        cluster.witness_committed(leader, partition, 0);
    }
}

fn role(
    setup: &Setup,
    broker: BrokerId,
    state: &PartitionState,
    known: &[(BrokerId, Option<Offset>)],
) -> Role {
    let Some(leader) = state.leader else { return Role::Idle };
    if leader != broker {
        return Role::Follower(Follower { leader, fetcher: Fetcher::Fetching, call: None });
    }
    let others = state.replicas.iter().filter(|b| **b != broker);
    let remote = |b: &BrokerId| {
        let leo = known.iter().find(|(k, _)| k == b).and_then(|(_, leo)| *leo);
        Remote { leo, ..Remote::at_election(setup, state.isr.contains(*b), 0, None) }
    };
    let mut remotes: Vec<_> = others.map(|b| (*b, remote(b))).collect();
    remotes.sort_by_key(|(b, _)| *b);
    Role::Leader(Leader {
        isr: state.isr,
        version_current: true,
        alter: None,
        epoch_start: 0,
        remotes,
        purgatory: Vec::new(),
    })
}
