//! The ledger, record by record: what each producer was told, where the record stands, who has read
//! it, and a verdict.
//!
//! An account is about a value in a partition: every value that was sent there, stands in a log,
//! was promised to anybody or was read. *Present* means: in the log of the leader that the
//! controller names, while that broker runs. *Promised* is as in [`super::ledger`]: acknowledged
//! or ever committed. The verdict is the first of these that is true:
//!
//! | verdict | when |
//! | --- | --- |
//! | [`Fate::Unavailable`] | nobody leads, and it was promised or stands on some disk |
//! | [`Fate::ReadReplaced`] | a consumer read it at an offset where another record is present |
//! | [`Fate::ReadGone`] | a consumer read it at an offset where nothing is present |
//! | [`Fate::Lost`] | it was promised at an offset where it is not present |
//! | [`Fate::Duplicated`] | it is present more than once |
//! | [`Fate::Waiting`] | its producer waits for the answer |
//! | [`Fate::NeverConfirmed`] | it is present, but its producer was told an error; or it was never promised |
//! | [`Fate::AtRisk`] | it is present and promised, and the failure of few enough replicas loses it |
//! | [`Fate::Safe`] | it is present and promised, and only the failure of all replicas may lose it |
//! | [`Fate::Refused`] | it is not present and was never promised, and its producer was told an error |
//! | [`Fate::Vanished`] | it is not present and was never promised, and nobody was told anything |
//!
//! How many failures lose a record ([`Account::fatal`]) is tried out with the engine: of every set of
//! replicas, smallest first, all are killed at once, or lose power at once; the controller notices,
//! everybody hears, those that failed start again in the order of the assignment
//! ([`super::what_if`]). The record is lost by it if somebody leads then and has not got it at its
//! offset. The size of the smallest set that loses it is the number; `None`, if no set does. With
//! nine replicas these are 2 × 511 trials, and fewer where all records are lost early.

use std::collections::BTreeMap;

use super::ledger::{Outcome, Promise};
use super::log::Record;
use super::setup::Setup;
use super::state::{Cluster, OpenSend};
use super::types::*;
use super::what_if::{Failure, at_once};

/// What has become of a value in a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The value.
    pub value: Value,
    /// The partition.
    pub partition: PartitionId,
    /// Who sent it, where the state tells: its request waits, it may be sent again, its records are
    /// numbered, or there is one producer only.
    pub producer: Option<ProducerId>,
    /// With which `acks`, where the state tells.
    pub acks: Option<Acks>,
    /// What its producer knows; `None` for a value that was there from the start.
    pub outcome: Option<Outcome>,
    /// On whose disk it stands, and at which offsets, in the order of the assignment.
    pub stands: Vec<(BrokerId, Vec<Offset>)>,
    /// The offsets at which it was ever committed.
    pub committed: Vec<Offset>,
    /// Who has read it, and at which offset, in the order of the consumers.
    pub read: Vec<(ConsumerId, Offset)>,
    /// The smallest number of replicas whose failure at once loses it. `None`: it is not promised
    /// and present, or no failure loses it.
    pub fatal: Option<u8>,
    /// The verdict.
    pub fate: Fate,
}

/// A verdict on a record. The module says when it is which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It survives the failure of all replicas but one.
    Safe,
    /// So many failures at once would lose it.
    AtRisk {
        /// How many.
        failures: u8,
    },
    /// It is lost.
    Lost(Excuse),
    /// It stands more than once.
    Duplicated,
    /// It was read, and nothing stands there any more.
    ReadGone {
        /// Where it was read.
        offset: Offset,
    },
    /// It was read, and another record stands there.
    ReadReplaced {
        /// Where it was read.
        offset: Offset,
        /// What stands there.
        by: Value,
    },
    /// It is there, and its producer does not know.
    NeverConfirmed,
    /// Nobody leads.
    Unavailable,
    /// Its producer waits.
    Waiting,
    /// Its producer was told an error, and it is not there.
    Refused(KafkaError),
    /// It is not there, and nobody was told anything.
    Vanished,
}

/// Whether a loss was within what was promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excuse {
    /// Allowed: its producer was not told that it is there.
    NotConfirmed,
    /// Allowed: acknowledged with less than `acks=all`, which promises no more than the leader's
    /// append.
    WeakAcks,
    /// Allowed: acknowledged with `acks=all`, and since then as many replicas have failed as
    /// `min.insync.replicas` was.
    EnoughFailed {
        /// How many have failed.
        failed: u8,
        /// What `min.insync.replicas` was.
        min_isr: u8,
    },
    /// Not allowed: acknowledged with `acks=all`, and fewer have failed.
    None {
        /// How many have failed.
        failed: u8,
        /// What `min.insync.replicas` was.
        min_isr: u8,
    },
}

/// The word for a verdict, without its numbers: what a scenario can expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FateName {
    /// [`Fate::Safe`].
    Safe,
    /// [`Fate::AtRisk`].
    AtRisk,
    /// [`Fate::Lost`].
    Lost,
    /// [`Fate::Duplicated`].
    Duplicated,
    /// [`Fate::ReadGone`].
    ReadGone,
    /// [`Fate::ReadReplaced`].
    ReadReplaced,
    /// [`Fate::NeverConfirmed`].
    NeverConfirmed,
    /// [`Fate::Unavailable`].
    Unavailable,
    /// [`Fate::Waiting`].
    Waiting,
    /// [`Fate::Refused`].
    Refused,
    /// [`Fate::Vanished`].
    Vanished,
}

impl FateName {
    /// Every verdict.
    pub const ALL: [FateName; 11] = [
        FateName::Safe,
        FateName::AtRisk,
        FateName::Lost,
        FateName::Duplicated,
        FateName::ReadGone,
        FateName::ReadReplaced,
        FateName::NeverConfirmed,
        FateName::Unavailable,
        FateName::Waiting,
        FateName::Refused,
        FateName::Vanished,
    ];

    /// The name by which scenarios and programs call it.
    pub fn name(self) -> &'static str {
        match self {
            FateName::Safe => "safe",
            FateName::AtRisk => "at-risk",
            FateName::Lost => "lost",
            FateName::Duplicated => "duplicated",
            FateName::ReadGone => "read-but-gone",
            FateName::ReadReplaced => "read-but-replaced",
            FateName::NeverConfirmed => "never-confirmed",
            FateName::Unavailable => "unavailable",
            FateName::Waiting => "waiting",
            FateName::Refused => "refused",
            FateName::Vanished => "vanished",
        }
    }
}

impl Fate {
    /// Its word.
    pub fn name(self) -> FateName {
        match self {
            Fate::Safe => FateName::Safe,
            Fate::AtRisk { .. } => FateName::AtRisk,
            Fate::Lost(_) => FateName::Lost,
            Fate::Duplicated => FateName::Duplicated,
            Fate::ReadGone { .. } => FateName::ReadGone,
            Fate::ReadReplaced { .. } => FateName::ReadReplaced,
            Fate::NeverConfirmed => FateName::NeverConfirmed,
            Fate::Unavailable => FateName::Unavailable,
            Fate::Waiting => FateName::Waiting,
            Fate::Refused(_) => FateName::Refused,
            Fate::Vanished => FateName::Vanished,
        }
    }
}

impl Excuse {
    /// Whether the loss was allowed.
    pub fn allows(self) -> bool {
        match self {
            Excuse::NotConfirmed | Excuse::WeakAcks | Excuse::EnoughFailed { .. } => true,
            Excuse::None { .. } => false,
        }
    }

    fn of(promise: &Promise) -> Excuse {
        let failed = promise.failed.len() as u8;
        match promise.min_isr {
            Some(min_isr) if promise.must_survive() => Excuse::None { failed, min_isr },
            Some(min_isr) => Excuse::EnoughFailed { failed, min_isr },
            None if promise.acked => Excuse::WeakAcks,
            None => Excuse::NotConfirmed,
        }
    }
}

impl Promise {
    /// Whether `acks=all` still promises that it is there: fewer replicas have failed since than
    /// `min.insync.replicas` was.
    pub fn must_survive(&self) -> bool {
        self.min_isr.is_some_and(|min| self.failed.len() < usize::from(min))
    }
}

/// What is known of a value before the verdict.
#[derive(Default)]
struct Facts<'a> {
    outcome: Option<Outcome>,
    stands: Vec<(BrokerId, Vec<Offset>)>,
    promises: Vec<&'a Promise>,
    read: Vec<(ConsumerId, Offset)>,
}

impl Cluster {
    /// The account of every record of a partition, in the order of the values.
    pub fn accounts(&self, setup: &Setup, partition: PartitionId) -> Vec<Account> {
        let facts = self.facts(partition);
        let at_stake: Vec<(Offset, Record)> = facts
            .values()
            .flat_map(|facts| &facts.promises)
            .filter(|p| self.is_present(partition, p.offset, p.record.value))
            .map(|p| (p.offset, p.record))
            .collect();
        let fatal = self.fatal_failures(setup, partition, &at_stake);
        facts
            .into_iter()
            .map(|(value, facts)| self.account(setup, partition, value, facts, &fatal))
            .collect()
    }

    /// The account of one value; `None` if nothing is known of it.
    pub fn account_of(
        &self,
        setup: &Setup,
        partition: PartitionId,
        value: Value,
    ) -> Option<Account> {
        let facts = self.facts(partition).remove(&value)?;
        let at_stake: Vec<(Offset, Record)> = facts
            .promises
            .iter()
            .filter(|p| self.is_present(partition, p.offset, value))
            .map(|p| (p.offset, p.record))
            .collect();
        let fatal = self.fatal_failures(setup, partition, &at_stake);
        Some(self.account(setup, partition, value, facts, &fatal))
    }

    fn facts(&self, partition: PartitionId) -> BTreeMap<Value, Facts<'_>> {
        let mut all: BTreeMap<Value, Facts> = BTreeMap::new();
        for sent in self.ledger.sent.iter().filter(|s| s.partition == partition) {
            all.entry(sent.value).or_default().outcome = Some(sent.outcome);
        }
        for &broker in self.replicas(partition) {
            let log = self.disk(broker, partition).map(|d| &d.log);
            for (offset, record) in log.into_iter().flat_map(|log| log.iter()) {
                let stands = &mut all.entry(record.value).or_default().stands;
                match stands.last_mut().filter(|(b, _)| *b == broker) {
                    Some((_, offsets)) => offsets.push(offset),
                    None => stands.push((broker, vec![offset])),
                }
            }
        }
        for promise in self.ledger.promises.get(partition.index()).into_iter().flatten() {
            all.entry(promise.record.value).or_default().promises.push(promise);
        }
        for (consumer, at) in self.consumers.iter().zip(0..) {
            for (offset, record) in consumer.read.get(partition.index()).into_iter().flatten() {
                let read = &mut all.entry(record.value).or_default().read;
                let reading = (ConsumerId(at), *offset);
                if !read.contains(&reading) {
                    read.push(reading);
                }
            }
        }
        all
    }

    /// What the present leader has at an offset.
    fn present(&self, partition: PartitionId, offset: Offset) -> Option<Value> {
        let (_, disk) = self.present_leader(partition)?;
        disk.log.get(offset).map(|r| r.value)
    }

    fn is_present(&self, partition: PartitionId, offset: Offset, value: Value) -> bool {
        self.present(partition, offset) == Some(value)
    }

    fn account(
        &self,
        setup: &Setup,
        partition: PartitionId,
        value: Value,
        facts: Facts,
        fatal: &BTreeMap<(Offset, Record), u8>,
    ) -> Account {
        let kept = |promise: &&&Promise| fatal.get(&(promise.offset, promise.record)).copied();
        let fatal = facts.promises.iter().filter_map(|p| kept(&p)).min();
        let fate = self.fate(partition, value, &facts, fatal);
        let pending = self.up().iter().find_map(|broker| {
            let purgatory = &self.leader(broker, partition)?.purgatory;
            purgatory.iter().rev().find(|p| p.value == value)
        });
        let numbered = facts.promises.iter().find_map(|p| p.record.sequence);
        let sent_by_one = facts.outcome.is_some() && setup.producers == 1;
        let producer = pending
            .map(|p| p.producer)
            .or_else(|| self.has_open(partition, value))
            .or(numbered.map(|sequence| sequence.producer))
            .or(sent_by_one.then_some(ProducerId(0)));
        let acks = match (pending, facts.outcome) {
            (Some(pending), _) => Some(pending.acks),
            (None, Some(Outcome::Unasked)) => Some(Acks::None),
            (None, _) => facts.promises.iter().any(|p| p.min_isr.is_some()).then_some(Acks::All),
        };
        let committed = facts.promises.iter().filter(|p| p.committed).map(|p| p.offset);
        let mut committed: Vec<Offset> = committed.collect();
        committed.dedup();
        Account {
            value,
            partition,
            producer,
            acks,
            outcome: facts.outcome,
            committed,
            stands: facts.stands,
            read: facts.read,
            fatal,
            fate,
        }
    }

    /// The producer that may have to send a value again.
    fn has_open(&self, partition: PartitionId, value: Value) -> Option<ProducerId> {
        let is_it = |o: &OpenSend| (o.value, o.partition) == (value, partition);
        let at = self.producers.iter().position(|p| p.open.iter().any(is_it))?;
        Some(ProducerId(at as u8))
    }

    fn fate(&self, partition: PartitionId, value: Value, facts: &Facts, fatal: Option<u8>) -> Fate {
        let Facts { outcome, stands, promises, read } = facts;
        let Some((leader, _)) = self.present_leader(partition) else {
            return match outcome {
                _ if !promises.is_empty() || !stands.is_empty() => Fate::Unavailable,
                Some(Outcome::Failed(error)) => Fate::Refused(*error),
                Some(Outcome::Waiting) => Fate::Waiting,
                Some(Outcome::Unasked | Outcome::Acked) | None => Fate::Vanished,
            };
        };
        let unread = read.iter().find(|(_, offset)| !self.is_present(partition, *offset, value));
        if let Some(&(_, offset)) = unread {
            return match self.present(partition, offset) {
                Some(by) => Fate::ReadReplaced { offset, by },
                None => Fate::ReadGone { offset },
            };
        }
        let gone = promises.iter().filter(|p| !self.is_present(partition, p.offset, value));
        // What was not allowed weighs more than what was.
        if let Some(excuse) = gone.map(|p| Excuse::of(p)).min_by_key(|excuse| excuse.allows()) {
            return Fate::Lost(excuse);
        }
        let here = stands.iter().find(|(b, _)| *b == leader).map_or(0, |(_, at)| at.len());
        match (here, outcome) {
            (2.., _) => Fate::Duplicated,
            (_, Some(Outcome::Waiting)) => Fate::Waiting,
            (1, Some(Outcome::Failed(_))) => Fate::NeverConfirmed,
            (1, _) if promises.is_empty() => Fate::NeverConfirmed,
            (1, _) => {
                let replicas = self.replicas(partition).len();
                match fatal {
                    Some(failures) if usize::from(failures) < replicas.max(2) => {
                        Fate::AtRisk { failures }
                    }
                    _ => Fate::Safe,
                }
            }
            (_, Some(Outcome::Failed(error))) => Fate::Refused(*error),
            (_, Some(Outcome::Unasked | Outcome::Acked) | None) => Fate::Vanished,
        }
    }

    /// For each of these records, which the present leader has: the smallest number of replicas
    /// whose failure at once loses it, if any failure does.
    fn fatal_failures(
        &self,
        setup: &Setup,
        partition: PartitionId,
        records: &[(Offset, Record)],
    ) -> BTreeMap<(Offset, Record), u8> {
        let mut fatal = BTreeMap::new();
        let setup = &at_once(setup);
        let mut open = records.to_vec();
        for brokers in subsets(self.replicas(partition)) {
            for failure in [Failure::PowerLoss(brokers), Failure::Kill(brokers)] {
                if open.is_empty() {
                    return fatal;
                }
                let struck = brokers.and(self.up());
                // Who is down can't be killed, and a smaller set has been tried.
                if matches!(failure, Failure::Kill(_)) && struck != brokers {
                    continue;
                }
                let mut trial = self.clone();
                trial.fail(setup, failure);
                trial.restart(setup, partition, struck);
                if trial.present_leader(partition).is_none() {
                    continue;
                }
                open.retain(|&(offset, record)| {
                    let survives = trial.is_present(partition, offset, record.value);
                    if !survives {
                        fatal.insert((offset, record), brokers.len() as u8);
                    }
                    survives
                });
            }
        }
        fatal
    }
}

/// Every set of some of these brokers but the empty one, the smallest first.
fn subsets(brokers: &[BrokerId]) -> Vec<BrokerSet> {
    let mut sets = vec![BrokerSet::EMPTY];
    for &broker in brokers {
        let with: Vec<BrokerSet> = sets.iter().map(|set| set.with(broker)).collect();
        sets.extend(with);
    }
    sets.retain(|set| !set.is_empty());
    sets.sort_by_key(|set| (set.len(), *set));
    sets
}
