//! Quantities: everything that can be asked of a state by name.
//!
//! Expectations, questions and the placeholders of narration all read the state here, and nowhere
//! else. A quantity is written as a word and what it is about: `hw A`, `remote A`, `isr`,
//! `leo A on 1` for another partition than the step's.

use super::fault::Wanted;
use crate::engine::account::FateName;
use crate::engine::epochs::{EpochStart, EpochTable};
use crate::engine::ledger::Outcome;
use crate::engine::log::Record;
use crate::engine::state::{AlterStage, Disk, Fetcher, Replica, Role, Stage};
use crate::engine::*;
use crate::lang::Lang;
use crate::names::Names;
use crate::notation::{self, Notation};

/// What can be read from a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// What.
    pub what: What,
    /// In which partition. Without meaning where `what` has none.
    pub partition: PartitionId,
}

/// A kind of quantity with what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A broker's LEO.
    Leo(BrokerId),
    /// A broker's HW, in memory.
    Hw(BrokerId),
    /// A broker's HW in `replication-offset-checkpoint`.
    HwOnDisk(BrokerId),
    /// Up to where a broker's log is flushed.
    Flushed(BrokerId),
    /// A broker's log start offset.
    LogStart(BrokerId),
    /// The values in a broker's log.
    Log(BrokerId),
    /// The values in a broker's log with their epochs.
    Records(BrokerId),
    /// The base offsets of a broker's segments.
    Segments(BrokerId),
    /// A broker's leader-epoch table, in memory.
    Epochs(BrokerId),
    /// A broker's `leader-epoch-checkpoint`.
    EpochsOnDisk(BrokerId),
    /// The present leader's record of a follower's LEO.
    Remote(BrokerId),
    /// A broker's record of a follower's LEO.
    RemoteAt(BrokerId, BrokerId),
    /// The ISR in ZooKeeper.
    Isr,
    /// The ISR as a broker that leads knows it.
    IsrAt(BrokerId),
    /// The ISR that a leader's HW waits for: the committed one and whom it has asked to take in.
    MaximalIsr(BrokerId),
    /// Where a leader's AlterPartition request is.
    Alter(BrokerId),
    /// The eligible leader replicas.
    Elr,
    /// The last known leader.
    LastLeader,
    /// Whether the leader has yet to say that it has recovered.
    Recovering,
    /// The assigned replicas.
    Replicas,
    /// The leader that the controller names.
    Leader,
    /// The leader epoch in ZooKeeper.
    Epoch,
    /// The leader epoch that a broker last heard of.
    EpochAt(BrokerId),
    /// What a replica is: leader, follower, idle.
    Role(BrokerId),
    /// Whom a broker follows.
    Follows(BrokerId),
    /// Whether a broker is up.
    State(BrokerId),
    /// Where a follower's fetch is.
    Fetch(BrokerId),
    /// The values that wait in a leader's purgatory.
    Purgatory(BrokerId),
    /// How many of the controller's words a broker has not read.
    Unread(BrokerId),
    /// The brokers that the controller believes to be alive.
    Live,
    /// What a producer knows of a value.
    Outcome(Value),
    /// The verdict of the ledger on a value.
    Fate(Value),
    /// The values that are lost.
    Lost,
    /// The promised values of a partition without a leader.
    Unavailable,
    /// The values that stand more than once in the present leader's log.
    Duplicated,
    /// The offsets at which live replicas differ below both HWs.
    Diverged,
    /// The named properties that do not hold, those of a step apart.
    Broken,
    /// The values below the present leader's HW: what a consumer can see.
    Visible,
    /// The offset a consumer reads next.
    Position(ConsumerId),
    /// A producer's `acks`.
    Acks(ProducerId),
    /// `min.insync.replicas`.
    MinIsr,
    /// `unclean.leader.election.enable`.
    Unclean,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// There is nothing to read: the broker is down, does not lead, or there is none.
    Nothing,
    /// A number.
    Number(u32),
    /// Named properties.
    Properties(Vec<Property>),
    /// Offsets.
    Offsets(Vec<Offset>),
    /// A broker.
    Broker(BrokerId),
    /// A set of brokers.
    Brokers(BrokerSet),
    /// Values, in order.
    Values(Vec<Value>),
    /// Values with their epochs, in order.
    Records(Vec<Record>),
    /// A leader-epoch table.
    Epochs(Vec<EpochStart>),
    /// What a producer knows of a value.
    Outcome(Outcome),
    /// A verdict of the ledger.
    Fate(FateName),
    /// What a producer waits for.
    Acks(Acks),
    /// One of a few words.
    Word(Keyword),
}

/// What a reading can be that is neither a number nor a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    /// A broker's process runs.
    Up,
    /// It does not.
    Down,
    /// It runs, but does nothing.
    Paused,
    /// A replica leads, as far as it knows.
    Leader,
    /// It follows.
    Follower,
    /// It has not been told.
    Idle,
    /// A follower has nothing in flight.
    None,
    /// Its request is on its way.
    Requested,
    /// The leader holds it.
    Parked,
    /// The reply is on its way.
    Replied,
    /// A fetcher waits for news from the controller.
    Stopped,
    /// A leader has been refused another ISR and waits for news from the controller.
    Stuck,
    /// A setting is on.
    True,
    /// It is off.
    False,
}

impl Keyword {
    /// A setting's value.
    pub fn of(on: bool) -> Keyword {
        if on { Keyword::True } else { Keyword::False }
    }
}

/// What stands behind the word of a quantity.
#[derive(Clone, Copy, Debug)]
pub enum Arguments {
    /// Nothing.
    None(What),
    /// A broker.
    Broker(fn(BrokerId) -> What),
    /// Two brokers.
    Brokers(fn(BrokerId, BrokerId) -> What),
    /// A value.
    Value(fn(Value) -> What),
    /// A producer.
    Producer(fn(ProducerId) -> What),
    /// A consumer.
    Consumer(fn(ConsumerId) -> What),
}

/// A line of the table of quantities.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word.
    pub word: &'static str,
    /// What stands behind it.
    pub arguments: Arguments,
}

impl Arguments {
    /// What is wanted behind the word.
    pub fn wanted(self) -> Wanted {
        match self {
            Arguments::None(_) => Wanted::Nothing,
            Arguments::Broker(_) => Wanted::Broker,
            Arguments::Brokers(_) => Wanted::TwoBrokers,
            Arguments::Value(_) => Wanted::Value,
            Arguments::Producer(_) => Wanted::Producer,
            Arguments::Consumer(_) => Wanted::Consumer,
        }
    }
}

const fn plain(word: &'static str, what: What) -> Word {
    Word { word, arguments: Arguments::None(what) }
}

const fn with(word: &'static str, arguments: Arguments) -> Word {
    Word { word, arguments }
}

/// Every word that a question and a placeholder may use.
pub const WORDS: [Word; 42] = [
    with("leo", Arguments::Broker(What::Leo)),
    with("hw", Arguments::Broker(What::Hw)),
    with("hw_on_disk", Arguments::Broker(What::HwOnDisk)),
    with("flushed", Arguments::Broker(What::Flushed)),
    with("log_start", Arguments::Broker(What::LogStart)),
    with("log", Arguments::Broker(What::Log)),
    with("records", Arguments::Broker(What::Records)),
    with("segments", Arguments::Broker(What::Segments)),
    with("epochs", Arguments::Broker(What::Epochs)),
    with("epochs_on_disk", Arguments::Broker(What::EpochsOnDisk)),
    with("remote", Arguments::Broker(What::Remote)),
    with("remote_at", Arguments::Brokers(What::RemoteAt)),
    plain("isr", What::Isr),
    with("isr_at", Arguments::Broker(What::IsrAt)),
    with("maximal_isr", Arguments::Broker(What::MaximalIsr)),
    with("alter", Arguments::Broker(What::Alter)),
    plain("elr", What::Elr),
    plain("last_leader", What::LastLeader),
    plain("recovering", What::Recovering),
    plain("replicas", What::Replicas),
    plain("leader", What::Leader),
    plain("epoch", What::Epoch),
    with("epoch_at", Arguments::Broker(What::EpochAt)),
    with("role", Arguments::Broker(What::Role)),
    with("follows", Arguments::Broker(What::Follows)),
    with("state", Arguments::Broker(What::State)),
    with("fetch", Arguments::Broker(What::Fetch)),
    with("purgatory", Arguments::Broker(What::Purgatory)),
    with("unread", Arguments::Broker(What::Unread)),
    plain("live", What::Live),
    with("outcome", Arguments::Value(What::Outcome)),
    with("verdict", Arguments::Value(What::Fate)),
    plain("lost", What::Lost),
    plain("unavailable", What::Unavailable),
    plain("duplicated", What::Duplicated),
    plain("diverged", What::Diverged),
    plain("broken", What::Broken),
    plain("visible", What::Visible),
    with("position", Arguments::Consumer(What::Position)),
    with("acks", Arguments::Producer(What::Acks)),
    // The two settings of the topic that can change go by the names Kafka gives them.
    plain("min.insync.replicas", What::MinIsr),
    plain("unclean.leader.election.enable", What::Unclean),
];

impl Quantity {
    /// Reads it from a state.
    pub fn read(&self, cluster: &Cluster, setup: &Setup) -> Reading {
        let partition = self.partition;
        let disk = |broker| cluster.disk(broker, partition);
        let replica = |broker| cluster.replica(broker, partition);
        let on_disk = |broker, read: fn(&Disk) -> Reading| disk(broker).map(read);
        let in_memory = |broker, read: fn(&Replica) -> Reading| replica(broker).map(read);
        let found = match self.what {
            What::Leo(b) => on_disk(b, |d| number(d.log.end())),
            What::Hw(b) => in_memory(b, |r| number(r.hw)),
            What::HwOnDisk(b) => on_disk(b, |d| number(d.hw)),
            What::Flushed(b) => on_disk(b, |d| number(d.log.flushed())),
            What::LogStart(b) => on_disk(b, |d| number(d.log.start())),
            What::Log(b) => on_disk(b, |d| values(d.log.records())),
            What::Records(b) => on_disk(b, |d| Reading::Records(d.log.records().to_vec())),
            What::Segments(b) => {
                disk(b).map(|d| Reading::Offsets(d.log.segments(setup.settings.segment_records)))
            }
            What::Epochs(b) => in_memory(b, |r| Reading::Epochs(r.epochs.entries().to_vec())),
            What::EpochsOnDisk(b) => on_disk(b, |d| Reading::Epochs(d.epochs.entries().to_vec())),
            What::Remote(f) => cluster
                .present_leader(partition)
                .and_then(|(leader, _)| remote(cluster, leader, partition, f)),
            What::RemoteAt(leader, f) => remote(cluster, leader, partition, f),
            What::Isr => Some(Reading::Brokers(cluster.partition(partition).isr)),
            What::IsrAt(b) => cluster.leader(b, partition).map(|l| Reading::Brokers(l.isr)),
            What::MaximalIsr(b) => {
                cluster.leader(b, partition).map(|l| Reading::Brokers(l.maximal_isr()))
            }
            What::Alter(b) => cluster.leader(b, partition).map(|l| {
                Reading::Word(match l.alter.map(|a| a.stage) {
                    None => Keyword::None,
                    Some(AlterStage::Sent) => Keyword::Requested,
                    Some(AlterStage::Done { .. } | AlterStage::Refused(_)) => Keyword::Replied,
                    Some(AlterStage::Stuck) => Keyword::Stuck,
                })
            }),
            What::Elr => Some(Reading::Brokers(cluster.partition(partition).elr)),
            What::LastLeader => cluster.partition(partition).last_leader.map(Reading::Broker),
            What::Recovering => {
                Some(Reading::Word(Keyword::of(cluster.partition(partition).recovering)))
            }
            What::Replicas => Some(Reading::Brokers(cluster.partition(partition).replicas.set())),
            What::Leader => cluster.partition(partition).leader.map(Reading::Broker),
            What::Epoch => Some(number(cluster.partition(partition).epoch)),
            What::EpochAt(b) => replica(b).and_then(|r| r.leader_epoch).map(number),
            What::Role(b) => in_memory(b, |r| {
                Reading::Word(match r.role {
                    Role::Idle => Keyword::Idle,
                    Role::Leader(_) => Keyword::Leader,
                    Role::Follower(_) => Keyword::Follower,
                })
            }),
            What::Follows(b) => cluster.follower(b, partition).map(|f| Reading::Broker(f.leader)),
            What::State(b) => Some(Reading::Word(match (cluster.is_up(b), cluster.is_awake(b)) {
                (_, true) => Keyword::Up,
                (true, false) => Keyword::Paused,
                (false, false) => Keyword::Down,
            })),
            What::Fetch(b) => {
                let follower = cluster.follower(b, partition);
                let stopped = follower.is_some_and(|f| f.fetcher == Fetcher::Fenced);
                let call = follower.and_then(|f| f.call.as_ref());
                Some(Reading::Word(match call.map(|c| &c.stage) {
                    None if stopped => Keyword::Stopped,
                    None => Keyword::None,
                    Some(Stage::Sent) => Keyword::Requested,
                    Some(Stage::Parked(_)) => Keyword::Parked,
                    Some(Stage::Replied(_)) => Keyword::Replied,
                }))
            }
            What::Purgatory(b) => cluster
                .leader(b, partition)
                .map(|l| Reading::Values(l.purgatory.iter().map(|p| p.value).collect())),
            What::Unread(b) => {
                cluster.brokers.get(b.index()).map(|b| Reading::Number(b.inbox.len() as u32))
            }
            What::Live => Some(Reading::Brokers(cluster.controller.live)),
            What::Outcome(value) => cluster.ledger.outcome(value).map(Reading::Outcome),
            What::Fate(value) => cluster
                .account_of(setup, partition, value)
                .map(|account| Reading::Fate(account.fate.name())),
            What::Lost => Some(self.values_of(&cluster.verdict(setup).lost)),
            What::Unavailable => Some(self.values_of(&cluster.verdict(setup).unavailable)),
            What::Duplicated => {
                let twice = cluster.verdict(setup).duplicated.into_iter();
                let here = twice.filter(|(p, _)| *p == partition);
                Some(Reading::Values(here.map(|(_, v)| v).collect()))
            }
            What::Broken => {
                let breaches = cluster.breaches(setup, None).into_iter();
                let here = breaches.filter(|b| b.partition == partition);
                Some(Reading::Properties(here.map(|b| b.property).collect()))
            }
            What::Diverged => {
                let offsets = cluster.verdict(setup).diverged.into_iter();
                let here = offsets.filter(|(p, _)| *p == partition);
                Some(Reading::Offsets(here.map(|(_, o)| o).collect()))
            }
            What::Visible => Some(Reading::Values(visible(cluster, partition))),
            What::Position(consumer) => cluster
                .consumers
                .get(consumer.index())
                .and_then(|c| c.positions.get(partition.index()))
                .map(|p| number(*p)),
            What::Acks(p) => cluster.producers.get(p.index()).map(|p| Reading::Acks(p.acks)),
            What::MinIsr => Some(Reading::Number(cluster.topic.min_isr.into())),
            What::Unclean => Some(Reading::Word(Keyword::of(cluster.topic.unclean))),
        };
        found.unwrap_or(Reading::Nothing)
    }

    /// The values of this partition, out of a verdict's list.
    fn values_of(&self, list: &[(PartitionId, Offset, Value)]) -> Reading {
        let here = list.iter().filter(|(p, _, _)| *p == self.partition);
        Reading::Values(here.map(|(_, _, v)| *v).collect())
    }
}

fn number(n: impl Into<u32>) -> Reading {
    Reading::Number(n.into())
}

fn values(records: &[Record]) -> Reading {
    Reading::Values(records.iter().map(|r| r.value).collect())
}

fn remote(
    cluster: &Cluster,
    leader: BrokerId,
    partition: PartitionId,
    follower: BrokerId,
) -> Option<Reading> {
    cluster.leader(leader, partition)?.remote(follower)?.leo.map(number)
}

fn visible(cluster: &Cluster, partition: PartitionId) -> Vec<Value> {
    let Some((leader, disk)) = cluster.present_leader(partition) else { return Vec::new() };
    let hw = cluster.replica(leader, partition).map_or(0, |r| r.hw);
    disk.log.iter().filter(|(offset, _)| *offset < hw).map(|(_, r)| r.value).collect()
}

impl Quantity {
    /// Reads it from a state, as a person reads it.
    pub fn tell(&self, lang: Lang, cluster: &Cluster, setup: &Setup, names: &Names) -> String {
        self.show(lang, &self.read(cluster, setup), setup, names)
    }

    /// A reading of this quantity as a person reads it. `-` stands for nothing.
    pub fn show(&self, lang: Lang, reading: &Reading, setup: &Setup, names: &Names) -> String {
        let words = lang.words();
        let list = |items: Vec<String>| match items.is_empty() {
            true => "-".into(),
            false => items.join(words.separator()),
        };
        match reading {
            Reading::Nothing if matches!(self.what, What::Outcome(_)) => words.outcome(None),
            Reading::Nothing => "-".into(),
            Reading::Number(n) => n.to_string(),
            Reading::Properties(broken) => list(broken.iter().map(|p| p.name().into()).collect()),
            Reading::Offsets(offsets) => list(offsets.iter().map(Offset::to_string).collect()),
            Reading::Broker(broker) => names.broker(*broker).into(),
            Reading::Brokers(set) => {
                let assignment = setup.assignment.get(self.partition.index());
                let order = assignment.map_or(&[][..], Vec::as_slice);
                list(names.set(*set, order).into_iter().map(str::to_owned).collect())
            }
            Reading::Values(values) => list(values.iter().map(|v| names.value(*v)).collect()),
            Reading::Records(records) => {
                let notation = Notation::new(names, setup);
                list(records.iter().map(|r| notation.record(r)).collect())
            }
            Reading::Epochs(entries) if entries.is_empty() => "-".into(),
            Reading::Epochs(entries) => notation::epochs(&EpochTable::new(entries.clone())),
            Reading::Outcome(outcome) => words.outcome(Some(*outcome)),
            Reading::Fate(fate) => words.fate_name(*fate).into(),
            Reading::Acks(acks) => notation::acks(*acks),
            Reading::Word(word) => words.keyword(*word).into(),
        }
    }
}

/// `acks` as somebody may have written it.
pub fn parse_acks(text: &str) -> Option<Acks> {
    match text {
        "all" | "-1" => Some(Acks::All),
        "0" => Some(Acks::None),
        "1" => Some(Acks::Leader),
        _ => {
            let count: u8 = text.parse().ok()?;
            (2..=MAX_BROKERS).contains(&count.into()).then_some(Acks::Count(count))
        }
    }
}
