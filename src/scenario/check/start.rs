//! The starting state: whether offsets and epochs follow one another.

use super::{Checker, find};
use crate::engine::epochs::EpochStart;
use crate::engine::state::PartitionState;
use crate::engine::*;
use crate::scenario::bounds::MAX_START_EPOCH;
use crate::scenario::fault::{Contradiction, FaultKind, Figure, List, Noun};
use crate::scenario::outline::{Place, Span};
use crate::scenario::schema::{ReplicaFile, StartFile, StartPartitionFile};
use crate::scenario::start::{PartitionPlan, Plan, ReplicaPlan};

impl Checker<'_> {
    pub(super) fn start(&mut self, start: &StartFile, place: Place) -> Plan {
        let down = self.broker_set(&start.down, place.field("down")).unwrap_or_default();
        let mut partitions: Vec<(PartitionId, PartitionPlan)> = Vec::new();
        let list = place.field("partitions");
        for (at, (number, file)) in start.partitions.0.iter().enumerate() {
            let entry = list.item(at);
            let Some(partition) = self.partition(*number, entry.at_key()) else { continue };
            if partitions.iter().any(|(p, _)| *p == partition) {
                let found = number.to_string();
                self.fault(
                    entry.key(),
                    FaultKind::Twice { what: Noun::Partition, found, inside: None },
                );
            }
            let plan = self.start_partition(file, partition, down, entry);
            partitions.push((partition, plan));
        }
        if !down.is_empty() {
            for partition in (0..self.assignment.len() as u8).map(PartitionId) {
                if !partitions.iter().any(|(p, _)| *p == partition) {
                    let plan = self.start_unmentioned(partition, down, place.field("down"));
                    partitions.push((partition, plan));
                }
            }
        }
        Plan { down, partitions }
    }

    /// A partition that the file does not mention has a leader all the same, and those that are
    /// down have left its ISR.
    fn start_unmentioned(
        &mut self,
        partition: PartitionId,
        down: BrokerSet,
        place: Place,
    ) -> PartitionPlan {
        let replicas = &self.assignment[partition.index()];
        let leader = replicas.first().copied();
        let isr = replicas.iter().copied().collect::<BrokerSet>().minus(down);
        if let Some(leader) = leader.filter(|l| down.contains(*l)) {
            let broker = self.names.broker(leader).to_owned();
            let what = Contradiction::PreferredDown { broker, partition: partition.0 };
            self.contradiction(place.span(), what);
        }
        let state = PartitionState { leader, isr, ..PartitionState::default() };
        PartitionPlan { state, replicas: Vec::new() }
    }

    fn start_partition(
        &mut self,
        file: &StartPartitionFile,
        partition: PartitionId,
        down: BrokerSet,
        place: Place,
    ) -> PartitionPlan {
        let leader = match &file.leader {
            Some(name) => self.replica(name, partition, place.field("leader")),
            None => None,
        };
        if let Some(leader) = leader.filter(|l| down.contains(*l)) {
            let what = Contradiction::LeaderDown(self.names.broker(leader).to_owned());
            self.contradiction(place.field("leader").span(), what);
        }
        let bounds = FaultKind::OutOfBounds {
            what: Figure::LeaderEpoch,
            found: file.epoch.into(),
            min: 0,
            max: MAX_START_EPOCH.into(),
        };
        if file.epoch > MAX_START_EPOCH {
            self.fault(place.field("epoch").span(), bounds);
        }
        let isr = match &file.isr {
            Some(names) => self.start_isr(names, partition, place.field("isr")),
            // Where somebody leads, those that are down have left the ISR.
            None => {
                let all: BrokerSet = self.assignment[partition.index()].iter().copied().collect();
                if leader.is_some() { all.minus(down) } else { all }
            }
        };
        if let Some(leader) = leader.filter(|l| !isr.contains(*l)) {
            let what = Contradiction::LeaderNotInIsr(self.names.broker(leader).to_owned());
            self.contradiction(place.field("leader").span(), what);
        }
        let mut replicas: Vec<(BrokerId, ReplicaPlan)> = Vec::new();
        for (at, (name, replica)) in file.replicas.0.iter().enumerate() {
            let entry = place.field("replicas").item(at);
            let Some(broker) = self.replica(name, partition, entry.at_key()) else { continue };
            if replicas.iter().any(|(b, _)| *b == broker) {
                let kind =
                    FaultKind::Twice { what: Noun::Broker, found: name.clone(), inside: None };
                self.fault(entry.key(), kind);
            }
            let context = Context {
                broker,
                partition,
                epoch: file.epoch,
                down: down.contains(broker),
                leads: leader == Some(broker),
            };
            let plan = self.start_replica(replica, &context, entry);
            replicas.push((broker, plan));
        }
        let state = PartitionState { leader, epoch: file.epoch, isr, ..PartitionState::default() };
        PartitionPlan { state, replicas }
    }

    fn start_isr(&mut self, names: &[String], partition: PartitionId, place: Place) -> BrokerSet {
        for (at, name) in names.iter().enumerate() {
            if find(&self.names.brokers, name).is_some() {
                self.replica(name, partition, place.item(at));
            }
        }
        self.broker_set(names, place).unwrap_or_default()
    }

    fn start_replica(
        &mut self,
        file: &ReplicaFile,
        context: &Context,
        place: Place,
    ) -> ReplicaPlan {
        let log_start = file.log_start.unwrap_or(0);
        self.bound(
            Figure::Field("log_start"),
            log_start,
            0,
            MAX_LOG_START,
            place.field("log_start").span(),
        );
        if file.log.len() > MAX_LOG_RECORDS {
            let (found, max) = (file.log.len(), MAX_LOG_RECORDS);
            let kind = FaultKind::TooMany { what: List::Records, found, max };
            self.fault(place.field("log").item(max).span(), kind);
            return ReplicaPlan::default();
        }
        let log_start = log_start.min(MAX_LOG_START);
        let records = self.start_log(file, log_start, context, place.field("log"));
        let leo = log_start + file.log.len() as Offset;

        let flushed = file.flushed.unwrap_or(leo);
        self.bound(
            Figure::Field("flushed"),
            flushed,
            log_start,
            leo,
            place.field("flushed").span(),
        );
        // The file may be older or newer than the log: a power loss cuts the one and not the other.
        let hw_on_disk = file.hw_on_disk.unwrap_or(0);
        let highest = MAX_LOG_START + MAX_LOG_RECORDS as Offset;
        self.bound(
            Figure::Field("hw_on_disk"),
            hw_on_disk,
            0,
            highest,
            place.field("hw_on_disk").span(),
        );
        let hw = file.hw.unwrap_or(hw_on_disk.min(leo));
        if file.hw.is_some() && context.down {
            self.contradiction(place.field("hw").span(), Contradiction::HwWhileDown);
        }
        self.bound(Figure::Field("hw"), hw, 0, leo, place.field("hw").span());

        let epochs = match &file.epochs {
            Some(entries) => self.start_epochs(entries, leo, context, place.field("epochs")),
            None => epochs_of(&records, log_start),
        };
        let epochs_on_disk = match &file.epochs_on_disk {
            Some(entries) => {
                // As a power loss leaves them: the log is cut and the file is not.
                let end = if context.down { Offset::MAX } else { leo };
                self.start_epochs(entries, end, context, place.field("epochs_on_disk"))
            }
            None => epochs.clone(),
        };
        let remote = self.start_remote(file, leo, context, place.field("remote"));
        ReplicaPlan { log_start, records, flushed, hw, hw_on_disk, epochs, epochs_on_disk, remote }
    }

    /// Records whose offsets follow one another and whose epochs do not fall.
    fn start_log(
        &mut self,
        file: &ReplicaFile,
        log_start: Offset,
        context: &Context,
        place: Place,
    ) -> Vec<(Value, Epoch)> {
        let mut records = Vec::new();
        let mut before: Epoch = 0;
        for (at, record) in file.log.iter().enumerate() {
            let place = place.item(at);
            let record = &record.0;
            let expected = log_start + at as Offset;
            if let Some(offset) = record.offset.filter(|o| *o != expected) {
                let what = Contradiction::Offset { found: offset, expected, first: at == 0 };
                self.contradiction(place.field("offset").span(), what);
            }
            let epoch = record.epoch.unwrap_or(before);
            if epoch < before {
                let what = Contradiction::EpochFalls { found: epoch, before };
                self.contradiction(place.field("epoch").span(), what);
            } else if epoch > context.epoch {
                let what = Contradiction::EpochNotBegun { found: epoch, current: context.epoch };
                self.contradiction(place.field("epoch").span(), what);
            }
            before = before.max(epoch);
            // In the short form, the record is the value itself.
            if let Some(value) = self.value(&record.value, place.field("value")) {
                records.push((value, epoch));
            }
        }
        records
    }

    fn start_epochs(
        &mut self,
        entries: &[(Epoch, Offset)],
        end: Offset,
        context: &Context,
        place: Place,
    ) -> Vec<EpochStart> {
        for (at, &(epoch, start)) in entries.iter().enumerate() {
            let follows = entries[..at].last().is_none_or(|b| epoch > b.0 && start >= b.1);
            let what = if !follows {
                Contradiction::EntryOrder { epoch, start }
            } else if epoch > context.epoch {
                Contradiction::EntryNotBegun { found: epoch, current: context.epoch }
            } else if start > end {
                Contradiction::EntryBeyondLog { epoch, start, leo: end }
            } else {
                continue;
            };
            self.contradiction(place.item(at).span(), what);
        }
        entries.iter().map(|&(epoch, start)| EpochStart { epoch, start }).collect()
    }

    fn start_remote(
        &mut self,
        file: &ReplicaFile,
        leo: Offset,
        context: &Context,
        place: Place,
    ) -> Vec<(BrokerId, Option<Offset>)> {
        if !file.remote.0.is_empty() && !context.leads {
            self.contradiction(place.span(), Contradiction::RemoteOfFollower);
        }
        let mut remote = Vec::new();
        for (at, (name, known)) in file.remote.0.iter().enumerate() {
            let entry = place.item(at);
            let Some(broker) = self.replica(name, context.partition, entry.at_key()) else {
                continue;
            };
            if context.leads && broker == context.broker {
                let what = Contradiction::RemoteOfItself(name.clone());
                self.contradiction(entry.key(), what);
            }
            // A follower has what it has from the leader.
            self.bound(Figure::RemoteLeo, known.unwrap_or(0), 0, leo, entry.span());
            remote.push((broker, *known));
        }
        remote
    }

    fn bound(&mut self, what: Figure, found: Offset, min: Offset, max: Offset, span: Span) {
        if !(min..=max).contains(&found) {
            let (found, min, max) = (found.into(), min.into(), max.into());
            self.fault(span, FaultKind::OutOfBounds { what, found, min, max });
        }
    }
}

/// What a replica's state must agree with.
struct Context {
    broker: BrokerId,
    partition: PartitionId,
    epoch: Epoch,
    down: bool,
    leads: bool,
}

/// The table that the records themselves make.
fn epochs_of(records: &[(Value, Epoch)], log_start: Offset) -> Vec<EpochStart> {
    let mut entries: Vec<EpochStart> = Vec::new();
    for (at, &(_, epoch)) in records.iter().enumerate() {
        if entries.last().is_none_or(|e| e.epoch < epoch) {
            entries.push(EpochStart { epoch, start: log_start + at as Offset });
        }
    }
    entries
}
