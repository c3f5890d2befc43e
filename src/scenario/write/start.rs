//! The state at step 0, as a file says it.

use super::{brokers, in_brackets, quoted};
use crate::engine::epochs::EpochStart;
use crate::engine::{BrokerId, BrokerSet, Epoch, Value};
use crate::names::Names;
use crate::scenario::start::{PartitionPlan, Plan, ReplicaPlan};

/// What a file has to say of the start; nothing where that is an empty cluster.
pub(super) fn start(plan: &Plan, names: &Names) -> Option<String> {
    let Plan { down, partitions } = plan;
    if down.is_empty() && partitions.is_empty() {
        return None;
    }
    let mut fields = Vec::new();
    if !down.is_empty() {
        fields.push(format!("down: {}", brokers(names, down.iter())));
    }
    let partitions: Vec<String> = partitions
        .iter()
        .map(|(p, plan)| format!("{}: {}", p.0, partition(plan, *down, names)))
        .collect();
    fields.push(format!("partitions: {{{}}}", partitions.join(", ")));
    Some(format!("({})", fields.join(", ")))
}

fn partition(plan: &PartitionPlan, down: BrokerSet, names: &Names) -> String {
    let PartitionPlan { state, replicas } = plan;
    let leader = state.leader.map(|b| format!("leader: {}, ", quoted(names.broker(b))));
    let replicas: Vec<String> = replicas
        .iter()
        .map(|(broker, plan)| {
            let told = replica(plan, *broker, down, names);
            format!("{}: {told}", quoted(names.broker(*broker)))
        })
        .collect();
    format!(
        "({}epoch: {}, isr: {}, replicas: {{{}}})",
        leader.unwrap_or_default(),
        state.epoch,
        brokers(names, state.isr.iter()),
        replicas.join(", ")
    )
}

fn replica(plan: &ReplicaPlan, broker: BrokerId, down: BrokerSet, names: &Names) -> String {
    let ReplicaPlan { log_start, records, flushed, hw, hw_on_disk, epochs, epochs_on_disk, remote } =
        plan;
    let mut fields = vec![
        format!("log_start: {log_start}"),
        format!("log: {}", log(records, names)),
        format!("flushed: {flushed}"),
        format!("hw_on_disk: {hw_on_disk}"),
    ];
    // A broker that is down has no HW in memory, and a file may not give it one.
    if !down.contains(broker) {
        fields.push(format!("hw: {hw}"));
    }
    let table = |entries: &[EpochStart]| {
        in_brackets(entries.iter().map(|e| format!("({}, {})", e.epoch, e.start)))
    };
    fields.push(format!("epochs: {}", table(epochs)));
    fields.push(format!("epochs_on_disk: {}", table(epochs_on_disk)));
    if !remote.is_empty() {
        let known = remote.iter().map(|(broker, leo)| {
            let leo = leo.map_or("None".to_owned(), |leo| leo.to_string());
            format!("{}: {leo}", quoted(names.broker(*broker)))
        });
        fields.push(format!("remote: {{{}}}", known.collect::<Vec<_>>().join(", ")));
    }
    format!("({})", fields.join(", "))
}

/// The records; an epoch that is that of the record before is left out.
fn log(records: &[(Value, Epoch)], names: &Names) -> String {
    let mut before = 0;
    in_brackets(records.iter().map(|&(value, epoch)| {
        let value = quoted(&names.value(value));
        let same = epoch == before;
        before = epoch;
        match same {
            true => value,
            false => format!("(epoch: {epoch}, value: {value})"),
        }
    }))
}
