//! What clients were promised and what became of it. No rule of the protocol reads any of this:
//! it is the simulation's own witness.
//!
//! * *Committed*: a record that was ever below the HW of a broker that believed it led.
//! * *Lost*: acknowledged (`acks` not 0) or ever committed, and absent at its offset from the
//!   present leader; with no leader it is *unavailable*, not lost.
//! * *Diverged*: two live replicas differ at an offset below both HWs.

use super::log::Record;
use super::reuse::clone_in_place;
use super::setup::Setup;
use super::state::{Cluster, Role};
use super::types::*;

/// The ledger of a cluster.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Ledger {
    /// What became of each value that was sent, by value.
    pub sent: Vec<Sent>,
    /// By partition, by offset: the records that must not be lost.
    pub promises: Vec<Vec<Promise>>,
    /// By partition: the replicas that came back without what they had not flushed, or with an empty
    /// disk, and have not caught up with the ISR since.
    pub torn: Vec<BrokerSet>,
}

clone_in_place!(Ledger { sent, promises, torn });

/// A value that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sent {
    /// The value.
    pub value: Value,
    /// To which partition.
    pub partition: PartitionId,
    /// What the producer knows of the last attempt.
    pub outcome: Outcome,
}

/// What a producer knows of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `acks=0`: sent, nothing will be said.
    Unasked,
    /// It waits for the reply.
    Waiting,
    /// Acknowledged.
    Acked,
    /// It was told an error.
    Failed(KafkaError),
}

/// A record that was acknowledged or committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Promise {
    /// Where it was.
    pub offset: Offset,
    /// The record.
    pub record: Record,
    /// A producer was told that it is there.
    pub acked: bool,
    /// It was below the HW of a leader.
    pub committed: bool,
    /// The leader epoch in which it was promised first.
    pub reign: Epoch,
    /// For a record acknowledged with `acks=all`: the `min.insync.replicas` of that moment.
    pub min_isr: Option<u8>,
    /// The replicas that have failed since it was acknowledged with `acks=all`.
    pub failed: BrokerSet,
}

impl Promise {
    /// A record that nobody has been promised yet.
    fn new(offset: Offset, record: Record, reign: Epoch) -> Self {
        Promise {
            offset,
            record,
            acked: false,
            committed: false,
            reign,
            min_isr: None,
            failed: BrokerSet::EMPTY,
        }
    }
}

/// What is wrong right now, computed from a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Promised records that the present leader does not have at their offset.
    pub lost: Vec<(PartitionId, Offset, Value)>,
    /// Promised records of partitions without a leader.
    pub unavailable: Vec<(PartitionId, Offset, Value)>,
    /// Offsets at which two live replicas differ below both HWs.
    pub diverged: Vec<(PartitionId, Offset)>,
    /// Values that stand more than once in the present leader's log.
    pub duplicated: Vec<(PartitionId, Value)>,
}

impl Ledger {
    /// What became of a value, if it was sent.
    pub fn outcome(&self, value: Value) -> Option<Outcome> {
        self.find(value).map(|s| s.outcome)
    }

    /// The entry of a value, if it was sent.
    pub fn find(&self, value: Value) -> Option<&Sent> {
        let at = self.sent.binary_search_by_key(&value, |s| s.value).ok()?;
        Some(&self.sent[at])
    }

    pub(super) fn note(&mut self, value: Value, partition: PartitionId, outcome: Outcome) {
        let entry = Sent { value, partition, outcome };
        match self.sent.binary_search_by_key(&value, |s| s.value) {
            Ok(at) => self.sent[at] = entry,
            Err(at) => self.sent.insert(at, entry),
        }
    }

    /// A producer has been told that a record is there; with `acks=all`, under this
    /// `min.insync.replicas`.
    pub(super) fn acked(
        &mut self,
        partition: PartitionId,
        offset: Offset,
        record: Record,
        reign: Epoch,
        min_isr: Option<u8>,
    ) {
        let promise = self.promise(partition, offset, record, reign);
        promise.acked = true;
        promise.min_isr = promise.min_isr.or(min_isr);
        self.note(record.value, partition, Outcome::Acked);
    }

    /// Whether it notes of any promise which brokers have failed since.
    pub(super) fn remembers_failures(&self) -> bool {
        self.promises.iter().flatten().any(|promise| promise.min_isr.is_some())
    }

    /// A broker has died, or its disk has: it counts against every promise that was made with `acks=all`.
    pub(super) fn failed(&mut self, broker: BrokerId) {
        for promise in self.promises.iter_mut().flatten().filter(|p| p.min_isr.is_some()) {
            promise.failed = promise.failed.with(broker);
        }
    }

    fn promise(
        &mut self,
        partition: PartitionId,
        offset: Offset,
        record: Record,
        reign: Epoch,
    ) -> &mut Promise {
        let promises = &mut self.promises[partition.index()];
        let key = (offset, record);
        let at = match promises.binary_search_by_key(&key, |p| (p.offset, p.record)) {
            Ok(at) => at,
            Err(at) => {
                promises.insert(at, Promise::new(offset, record, reign));
                at
            }
        };
        &mut promises[at]
    }
}

impl Cluster {
    /// What is lost, unavailable, diverged and duplicated now.
    pub fn verdict(&self, setup: &Setup) -> Verdict {
        let mut verdict = Verdict::default();
        for partition in setup.partitions() {
            let leader = self.present_leader(partition);
            for promise in &self.ledger.promises[partition.index()] {
                let line = (partition, promise.offset, promise.record.value);
                match leader {
                    None => verdict.unavailable.push(line),
                    Some((_, disk)) => {
                        let there = disk.log.get(promise.offset);
                        if there.is_none_or(|r| r.value != promise.record.value) {
                            verdict.lost.push(line);
                        }
                    }
                }
            }
            verdict.lost.dedup();
            verdict.unavailable.dedup();
            self.find_divergence(partition, &mut verdict.diverged);
            if let Some((_, disk)) = leader {
                let mut values: Vec<Value> = disk.log.records().iter().map(|r| r.value).collect();
                values.sort_unstable();
                let mut twice: Vec<Value> =
                    values.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
                twice.dedup();
                verdict.duplicated.extend(twice.into_iter().map(|v| (partition, v)));
            }
        }
        verdict
    }

    /// The offsets at which two live replicas differ below both HWs.
    pub(super) fn find_divergence(
        &self,
        partition: PartitionId,
        out: &mut Vec<(PartitionId, Offset)>,
    ) {
        let visible: Vec<_> = self
            .replicas(partition)
            .iter()
            .filter_map(|&b| {
                let replica = self.replica(b, partition)?;
                let log = &self.disk(b, partition)?.log;
                Some((log, replica.hw.min(log.end())))
            })
            .collect();
        let Some(top) = visible.iter().map(|(_, hw)| *hw).max() else { return };
        for offset in 0..top {
            let mut seen: Option<Record> = None;
            for (log, hw) in &visible {
                let Some(record) = (offset < *hw).then(|| log.get(offset)).flatten() else {
                    continue;
                };
                if seen.is_some_and(|s| s != record) {
                    out.push((partition, offset));
                    break;
                }
                seen = Some(record);
            }
        }
    }

    /// Notes as committed every record that a broker which believes it leads shows to consumers.
    pub fn witness_committed(&mut self, broker: BrokerId, partition: PartitionId, from: Offset) {
        let Some(replica) = self.replica(broker, partition) else { return };
        if !matches!(replica.role, Role::Leader(_)) {
            return;
        }
        let (hw, reign) = (replica.hw, replica.leader_epoch.unwrap_or(0));
        let Some(disk) = self.brokers[broker.index()].disks[partition.index()].as_ref() else {
            return;
        };
        for offset in from..hw {
            if let Some(record) = disk.log.get(offset) {
                self.ledger.promise(partition, offset, record, reign).committed = true;
            }
        }
    }
}
