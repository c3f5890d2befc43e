//! One compact, language-free notation for messages and state. Golden tests, `replicascope run`,
//! exports and the screen all use it.
//!
//! | what | notation |
//! | --- | --- |
//! | a record | `m1`; with its leader epoch, where records carry one: `m1@0` |
//! | records | `[m1 m2]`; a log that does not start at 0 is preceded by its start: `5:[m6 m7]` |
//! | a HW, a LEO | `hw 1`, `leo 2` |
//! | what the leader believes of a follower's LEO | `A 1`; unknown `A -1`; not caught up (0.8: no fetch) for half a second `A 1 (500ms)`, for longer than `replica.lag.time.max.ms` `A 1 (>10000ms)` |
//! | a set of brokers | `{B A C}`, in the order of the assignment |
//! | a leader-epoch table | `(0,0)(1,2)`: epoch and start offset; an empty one `()` |
//! | a fetch request | `fetch@2`: records from offset 2 on; with the follower's latest epoch, where fetches carry one (2.7): `fetch@2 last e1` |
//! | the questions a fetcher may ask first | `epoch 0 ends?`, `log-end?`, `log-start?` |
//! | a request on its way | `fetch@2 sent`; with the leader epoch that it carries (2.1): `fetch@2 in e3 sent` |
//! | a parked fetch | `fetch@2 parked 500ms`: at most so long |
//! | a reply on its way | `m2 hw 1`, without records `- hw 1`, `epoch 0 ends 2`, `epoch 0 ends undefined`, `diverging epoch 0 ends 1`, `log-end 1`, `log-start 0`, `OFFSET_OUT_OF_RANGE` |
//! | a waiting produce request | `m2 by p1 until hw 2, 30000ms left` |
//! | a partition's state in ZooKeeper, or the controller's word about it | `leader B epoch 1 isr {B A}`; no leader: `leader -1`; where there are such: `elr {C}`, `last-leader B`, `recovering`, `replicas B A C target B C` |
//! | a leader's AlterPartition request | `alter {B A C} sent`; its answer on its way: `done`, `refused INVALID_REQUEST`; one that waits for news: `stuck` |
//! | a link | `A-B`, `A-controller`, `p1-A` |
//! | an event | `send m1`, `fetch-request A`, `kill B`, `advance 500ms`: a word, then its subject |
//!
//! What can be only one thing is not named: a topic's only partition, the only producer or
//! consumer. Otherwise it is added as `partition=1`, `producer=p2`, `consumer=c2`.
//!
//! A replica is one line, with a second one for what its role adds:
//!
//! ```text
//! B leader epoch 0  [m1 m2]  leo 2  hw 1  disk hw 0 flushed 0
//!   isr {B A C}  remote A 1, C 2  purgatory m2 by p1 until hw 2, 30000ms left
//! A follower epoch 0  [m1 m2]  leo 2  hw 1  disk hw 0 flushed 0
//!   of B  m2 hw 1
//! C down  [m1]  leo 1  disk hw 0 flushed 0
//! ```

mod kinds;

use std::fmt::Write;

use crate::command::Command;
use crate::engine::epochs::EpochTable;
use crate::engine::ledger::Outcome;
use crate::engine::log::{Log, Record};
use crate::engine::state::{
    Alter, AlterStage, Answer, Ask, Broker, Call, Disk, Fetcher, LeaderAndIsr, PartitionState,
    PendingProduce, Remote, Role, Stage,
};
use crate::engine::*;
use crate::names::Names;

pub use kinds::{EFFECT_KINDS, EVENT_KINDS, REFUSAL_KINDS, effect_kind, event_kind, refusal_kind};

/// Writes the notation with the names of a scenario.
#[derive(Clone, Copy, Debug)]
pub struct Notation<'a> {
    /// What things are called.
    pub names: &'a Names,
    /// What never changes: the assignment, the release.
    pub setup: &'a Setup,
}

impl<'a> Notation<'a> {
    /// A writer with these names.
    pub fn new(names: &'a Names, setup: &'a Setup) -> Self {
        Notation { names, setup }
    }

    /// A record: `m1`, `m1@0`.
    pub fn record(&self, record: &Record) -> String {
        let value = self.names.value(record.value);
        match record.epoch {
            Some(epoch) => format!("{value}@{epoch}"),
            None => value,
        }
    }

    /// Records without brackets: `m1 m2`; none: `-`.
    pub fn list(&self, records: &[Record]) -> String {
        if records.is_empty() {
            return "-".into();
        }
        records.iter().map(|r| self.record(r)).collect::<Vec<_>>().join(" ")
    }

    /// A log: `[m1 m2]`, `5:[m6]`.
    pub fn log(&self, log: &Log) -> String {
        let list = log.records().iter().map(|r| self.record(r)).collect::<Vec<_>>().join(" ");
        match log.start() {
            0 => format!("[{list}]"),
            start => format!("{start}:[{list}]"),
        }
    }

    /// A set of brokers: `{B A C}`.
    pub fn set(&self, set: BrokerSet, partition: PartitionId) -> String {
        let order = self.setup.assignment.get(partition.index()).map_or(&[][..], Vec::as_slice);
        format!("{{{}}}", self.names.set(set, order).join(" "))
    }

    /// A set of brokers that belongs to no partition, in the order of the brokers: `{A B C}`.
    pub fn brokers(&self, set: BrokerSet) -> String {
        format!("{{{}}}", self.names.set(set, &[]).join(" "))
    }

    /// What a leader believes of a follower: `A 1`, `A -1`, `A 1 (500ms)`.
    pub fn remote(&self, broker: BrokerId, remote: &Remote) -> String {
        let name = self.names.broker(broker);
        let leo = offset_or_unknown(remote.leo);
        let max = self.setup.settings.lag_time_max;
        match remote.lag(self.setup.rules.lag) {
            0 => format!("{name} {leo}"),
            ago if ago > max => format!("{name} {leo} (>{max}ms)"),
            ago => format!("{name} {leo} ({ago}ms)"),
        }
    }

    /// What a follower's call is and where: `fetch@2 sent`, `fetch@2 parked 500ms`, `m2 hw 1`.
    pub fn call(&self, call: &Call) -> String {
        match &call.stage {
            Stage::Sent => format!("{} sent", request(call)),
            Stage::Parked(ms) => format!("{} parked {ms}ms", request(call)),
            Stage::Replied(answer) => self.answer(call.ask, answer),
        }
    }

    /// A reply to a question: `m2 hw 1`, `epoch 0 ends 2`, `OFFSET_OUT_OF_RANGE`.
    pub fn answer(&self, asked: Ask, answer: &Answer) -> String {
        match answer {
            Answer::Records { records, hw } => format!("{} hw {hw}", self.list(records)),
            Answer::EpochEnd { epoch, end } => {
                let epoch = epoch_or_none(ended(asked, *epoch));
                let end = end.map_or("undefined".into(), |end| end.to_string());
                format!("epoch {epoch} ends {end}")
            }
            Answer::Diverging { epoch, end, hw } => {
                format!("diverging epoch {epoch} ends {end} hw {hw}")
            }
            Answer::Offset(offset) => match asked {
                Ask::LogStart => format!("log-start {offset}"),
                Ask::LogEnd | Ask::Fetch { .. } | Ask::EpochEnd(_) => format!("log-end {offset}"),
            },
            Answer::Error(error) => error.name().into(),
        }
    }

    /// A produce request in purgatory: `m2 by p1 until hw 2, 30000ms left`.
    pub fn pending(&self, pending: &PendingProduce) -> String {
        let value = self.names.value(pending.value);
        let producer = self.names.producer(pending.producer);
        let required = pending.required();
        let until = match pending.acks {
            Acks::Count(n) => format!("{n} have leo {required}"),
            Acks::None | Acks::Leader | Acks::All => format!("hw {required}"),
        };
        format!("{value} by {producer} until {until}, {}ms left", pending.left)
    }

    /// A partition's state: `leader B epoch 1 isr {B A}`.
    pub fn partition_state(&self, partition: PartitionId, state: &PartitionState) -> String {
        let leader = state.leader.map_or("-1", |b| self.names.broker(b));
        let isr = self.set(state.isr, partition);
        let mut text = format!("leader {leader} epoch {} isr {isr}", state.epoch);
        if !state.elr.is_empty() {
            let _ = write!(text, " elr {}", self.set(state.elr, partition));
        }
        if let Some(last) = state.last_leader {
            let _ = write!(text, " last-leader {}", self.names.broker(last));
        }
        if state.recovering {
            text += " recovering";
        }
        if !state.target.is_empty() {
            let (replicas, target) = (self.order(&state.replicas), self.order(&state.target));
            let _ = write!(text, " replicas {replicas} target {target}");
        }
        text
    }

    /// Brokers in an order: `B A C`.
    pub fn order(&self, order: &[BrokerId]) -> String {
        order.iter().map(|b| self.names.broker(*b)).collect::<Vec<_>>().join(" ")
    }

    /// The ends of a link; the controller has no name.
    pub fn ends(&self, link: Link) -> (&'a str, Option<&'a str>) {
        match link {
            Link::Brokers(a, b) => (self.names.broker(a), Some(self.names.broker(b))),
            Link::Controller(b) => (self.names.broker(b), None),
            Link::Producer(p, b) => (self.names.producer(p), Some(self.names.broker(b))),
            Link::Consumer(c, b) => (self.names.consumer(c), Some(self.names.broker(b))),
        }
    }

    /// A link: `A-B`, `A-controller`, `p1-A`.
    pub fn link(&self, link: Link) -> String {
        let (one, other) = self.ends(link);
        format!("{one}-{}", other.unwrap_or("controller"))
    }

    /// A leader's AlterPartition request, with where it is: `alter {B A C} sent`.
    pub fn alter(&self, partition: PartitionId, alter: &Alter) -> String {
        let isr = self.set(alter.isr, partition);
        match alter.stage {
            AlterStage::Refused(error) => format!("alter {isr} refused {}", error.name()),
            stage => format!("alter {isr} {}", alter_stage(stage)),
        }
    }

    /// What a leader that can't change the ISR has an old copy of.
    fn version(&self) -> &'static str {
        match self.setup.rules.coordination {
            Coordination::ZooKeeper => "znode version",
            Coordination::KRaft => "partition epoch",
        }
    }

    /// The controller's word to a broker; one whose znode version or partition epoch is no longer
    /// current is marked.
    pub fn word(&self, word: &LeaderAndIsr) -> String {
        let mut text = self.of(word.partition);
        text += &self.partition_state(word.partition, &word.state);
        if !word.current {
            let _ = write!(text, " (old {})", self.version());
        }
        text
    }

    /// An event: `send m1`, `fetch-request A`, `power-loss A B`.
    pub fn event(&self, event: &Event) -> String {
        let broker = |b: BrokerId| self.names.broker(b);
        let word = event_kind(event);
        match *event {
            Event::Send { producer, partition, value, to } => {
                let mut text = format!("{word} {}", self.names.value(value));
                text += &self.producer(producer);
                text += &self.partition(partition);
                if let Some(to) = to {
                    let _ = write!(text, " to={}", broker(to));
                }
                text
            }
            Event::Seek { consumer, partition, to } => {
                let mut text = format!("{word} {}", whence(to));
                if self.names.consumers.len() > 1 {
                    let _ = write!(text, " consumer={}", self.names.consumer(consumer));
                }
                text += &self.partition(partition);
                text
            }
            Event::Consume { consumer, partition, from } => {
                let mut text = word.to_owned();
                if self.names.consumers.len() > 1 {
                    let _ = write!(text, " consumer={}", self.names.consumer(consumer));
                }
                text += &self.partition(partition);
                if let Some(from) = from {
                    let _ = write!(text, " from={}", broker(from));
                }
                text
            }
            Event::Request { broker: b, partition }
            | Event::Serve { broker: b, partition }
            | Event::Reply { broker: b, partition }
            | Event::Alter { broker: b, partition }
            | Event::Altered { broker: b, partition }
            | Event::Lose { broker: b, partition }
            | Event::EndWait { broker: b, partition }
            | Event::LoseAlter { broker: b, partition }
            | Event::MoveLeader { partition, to: b } => {
                format!("{word} {}{}", broker(b), self.partition(partition))
            }
            Event::PowerLoss { brokers, noticed } => {
                let mut text = word.to_owned();
                for b in brokers.iter() {
                    let _ = write!(text, " {}", broker(b));
                }
                if !noticed {
                    text += " unnoticed";
                }
                text
            }
            Event::Kill { broker: b }
            | Event::Stop { broker: b }
            | Event::Start { broker: b }
            | Event::RestartUnnoticed { broker: b }
            | Event::Wipe { broker: b }
            | Event::Flush { broker: b }
            | Event::CheckpointHw { broker: b }
            | Event::Notice { broker: b }
            | Event::Tell { broker: b }
            | Event::HoldWords { broker: b }
            | Event::ReleaseWords { broker: b }
            | Event::Pause { broker: b }
            | Event::Resume { broker: b } => format!("{word} {}", broker(b)),
            Event::Cut { link } | Event::Heal { link } => format!("{word} {}", self.link(link)),
            Event::FallBehind { broker: b, partition, follower } => {
                format!("{word} {} of {}{}", broker(follower), broker(b), self.partition(partition))
            }
            Event::LoseAnswer { producer } => format!("{word} {}", self.names.producer(producer)),
            Event::Reassign { partition, to } => {
                format!("{word} {}{}", self.order(&to), self.partition(partition))
            }
            Event::Advance { ms } => format!("{word} {ms}ms"),
            Event::ElectPreferred { partition } | Event::ElectUnclean { partition } => {
                format!("{word}{}", self.partition(partition))
            }
            Event::SetAcks { producer, acks: to } => {
                format!("{word} {}{}", acks(to), self.producer(producer))
            }
            Event::SetMinIsr(n) => format!("{word} {n}"),
            Event::SetUnclean(on) => format!("{word} {}", on_off(on)),
        }
    }

    /// A command: an event, or `fetch A`, `phase A`, `truncate A`, `catch-up A`, `settle`, `burst m1 m2`,
    /// `next-due`.
    pub fn command(&self, command: &Command) -> String {
        match command {
            Command::Event(event) => self.event(event),
            Command::Fetch { broker, partition } => {
                format!("fetch {}{}", self.names.broker(*broker), self.partition(*partition))
            }
            Command::Phase { broker, partition } => {
                format!("phase {}{}", self.names.broker(*broker), self.partition(*partition))
            }
            Command::Truncate { broker, partition } => {
                format!("truncate {}{}", self.names.broker(*broker), self.partition(*partition))
            }
            Command::CatchUp { broker, partition } => {
                format!("catch-up {}{}", self.names.broker(*broker), self.partition(*partition))
            }
            Command::Settle { partition } => format!("settle{}", self.partition(*partition)),
            Command::Burst { producer, partition, values } => {
                let mut text = String::from("burst");
                for value in values {
                    let _ = write!(text, " {}", self.names.value(*value));
                }
                text + &self.producer(*producer) + &self.partition(*partition)
            }
            Command::NextDue => "next-due".into(),
        }
    }

    /// A replica with its disk: one line, and a second one for what its role adds. Empty where the
    /// broker is not assigned one.
    pub fn replica(&self, cluster: &Cluster, broker: BrokerId, partition: PartitionId) -> String {
        let Some(disk) = cluster.disk(broker, partition) else { return String::new() };
        let name = self.names.broker(broker);
        let leo = disk.log.end();
        let log = self.log(&disk.log);
        let Some(replica) = cluster.replica(broker, partition) else {
            let mut text = format!("{name} down  {log}  leo {leo}  {}", self.disk(disk));
            if self.setup.rules.has_epochs() {
                let _ = write!(text, " epochs {}", epochs(&disk.epochs));
            }
            if let Some(b) = cluster.brokers.get(broker.index()) {
                text += &session(b);
                if b.clean_stop {
                    text += "  clean";
                }
            }
            text.push('\n');
            return text;
        };
        let epoch = replica.leader_epoch.map_or("-".into(), |e| e.to_string());
        let role = match replica.role {
            Role::Idle => "idle",
            Role::Leader(_) => "leader",
            Role::Follower(_) => "follower",
        };
        let mut text = format!("{name} {role} epoch {epoch}  {log}  leo {leo}  hw {}", replica.hw);
        if self.setup.rules.has_epochs() {
            let _ = write!(text, "  epochs {}", epochs(&replica.epochs));
        }
        let _ = write!(text, "  {}", self.disk(disk));
        if self.setup.rules.has_epochs() && disk.epochs != replica.epochs {
            let _ = write!(text, " epochs {}", epochs(&disk.epochs));
        }
        if let Some(b) = cluster.brokers.get(broker.index()) {
            if b.paused {
                text += "  paused";
            }
            text += &session(b);
        }
        text.push('\n');
        match &replica.role {
            Role::Idle => {}
            Role::Leader(leader) => {
                let _ = write!(text, "  isr {}", self.set(leader.isr, partition));
                let remotes: Vec<String> =
                    leader.remotes.iter().map(|(b, r)| self.remote(*b, r)).collect();
                if !remotes.is_empty() {
                    let _ = write!(text, "  remote {}", remotes.join(", "));
                }
                if !leader.version_current {
                    let _ = write!(text, "  {} old", self.version());
                }
                if let Some(alter) = &leader.alter {
                    let _ = write!(text, "  {}", self.alter(partition, alter));
                }
                for (at, pending) in leader.purgatory.iter().enumerate() {
                    text += if at == 0 { "  purgatory " } else { "; " };
                    text += &self.pending(pending);
                }
                text.push('\n');
            }
            Role::Follower(follower) => {
                let _ = write!(text, "  of {}  ", self.names.broker(follower.leader));
                text += &match &follower.call {
                    Some(call) => self.call(call),
                    None => fetcher(follower.fetcher).into(),
                };
                text.push('\n');
            }
        }
        text
    }

    /// The controller, what it believes and what it has sent that nobody has read yet.
    pub fn controller(&self, cluster: &Cluster) -> String {
        let mut text = format!("controller  live {}", self.brokers(cluster.controller.live));
        for (at, link) in cluster.cuts.iter().enumerate() {
            text += if at == 0 { "  cut " } else { ", " };
            text += &self.link(*link);
        }
        text.push('\n');
        for (at, broker) in cluster.brokers.iter().enumerate() {
            let name = self.names.broker(BrokerId(at as u8));
            if broker.words_held {
                let _ = writeln!(text, "  to {name}: held back");
            }
            for word in &broker.inbox {
                let _ = writeln!(text, "  to {name}: {}", self.word(word));
            }
        }
        text
    }

    /// The clients: `acks`, what became of each value, positions.
    pub fn clients(&self, cluster: &Cluster) -> String {
        let mut text = String::new();
        for (at, producer) in cluster.producers.iter().enumerate() {
            let name = self.names.producer(ProducerId(at as u8));
            let _ = write!(text, "{name} acks={}", acks(producer.acks));
            text += if producer.next_sequence.is_some() { " idempotent" } else { "" };
            text += if producer.answer_lost { " next-answer-lost  " } else { "  " };
        }
        for sent in &cluster.ledger.sent {
            let value = self.names.value(sent.value);
            let _ = write!(text, "{value} {}  ", outcome(sent.outcome));
        }
        for (at, consumer) in cluster.consumers.iter().enumerate() {
            let epochs = consumer.epochs.iter().copied().chain(std::iter::repeat(None));
            let position = |(at, epoch): (&Offset, Option<Epoch>)| match epoch {
                Some(epoch) => format!("{at}@{epoch}"),
                None => at.to_string(),
            };
            let positions: Vec<String> =
                consumer.positions.iter().zip(epochs).map(position).collect();
            let name = self.names.consumer(ConsumerId(at as u8));
            let _ = write!(text, "{name} at {}  ", positions.join(","));
        }
        text.truncate(text.trim_end().len());
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    /// What is lost, unavailable, diverged and duplicated; empty when nothing is.
    pub fn verdict(&self, cluster: &Cluster) -> String {
        let verdict = cluster.verdict(self.setup);
        let mut lines = Vec::new();
        let at = |(partition, offset, value): &(PartitionId, Offset, Value)| {
            format!("{}{} at {offset}", self.of(*partition), self.names.value(*value))
        };
        lines.extend(verdict.lost.iter().map(|l| format!("lost {}", at(l))));
        lines.extend(verdict.unavailable.iter().map(|l| format!("unavailable {}", at(l))));
        for (partition, offset) in &verdict.diverged {
            lines.push(format!("diverged {}at {offset}", self.of(*partition)));
        }
        for (partition, value) in &verdict.duplicated {
            let value = self.names.value(*value);
            lines.push(format!("duplicated {}{value}", self.of(*partition)));
        }
        lines.into_iter().map(|line| line + "\n").collect()
    }

    /// The whole state, a block of lines.
    pub fn state(&self, cluster: &Cluster) -> String {
        let mut text = self.controller(cluster);
        for partition in self.setup.partitions() {
            let name = self.names.partition(partition);
            let state = self.partition_state(partition, cluster.partition(partition));
            let _ = writeln!(text, "{name}  {state}");
            for at in 0..cluster.brokers.len() {
                text += &self.replica(cluster, BrokerId(at as u8), partition);
            }
        }
        text += &self.clients(cluster);
        text += &self.verdict(cluster);
        text
    }

    /// `disk hw 0 flushed 0`.
    fn disk(&self, disk: &Disk) -> String {
        format!("disk hw {} flushed {}", disk.hw, disk.log.flushed())
    }

    /// `orders-1 ` where there is more than one partition.
    fn of(&self, partition: PartitionId) -> String {
        match self.setup.assignment.len() {
            0 | 1 => String::new(),
            _ => self.names.partition(partition) + " ",
        }
    }

    /// ` partition=1` where there is more than one.
    fn partition(&self, partition: PartitionId) -> String {
        match self.setup.assignment.len() {
            0 | 1 => String::new(),
            _ => format!(" partition={}", partition.0),
        }
    }

    /// ` producer=p2` where there is more than one.
    fn producer(&self, producer: ProducerId) -> String {
        match self.names.producers.len() {
            0 | 1 => String::new(),
            _ => format!(" producer={}", self.names.producer(producer)),
        }
    }
}

/// An offset that may be unknown: Kafka's −1.
pub fn offset_or_unknown(offset: Option<Offset>) -> String {
    offset.map_or("-1".into(), |o| o.to_string())
}

/// An epoch that may be none: Kafka's −1.
pub fn epoch_or_none(epoch: Option<Epoch>) -> String {
    epoch.map_or("-1".into(), |e| e.to_string())
}

/// A question with the leader epoch that the request carries: `fetch@2 in e3`.
pub fn request(call: &Call) -> String {
    match call.epoch {
        Some(epoch) => format!("{} in e{epoch}", ask(call.ask)),
        None => ask(call.ask),
    }
}

/// Of which epoch a leader says where it ended: the one in the reply, or the one that was asked
/// about, where the reply names none.
pub fn ended(asked: Ask, replied: Option<Epoch>) -> Option<Epoch> {
    match asked {
        Ask::EpochEnd(epoch) => replied.or(epoch),
        Ask::Fetch { .. } | Ask::LogEnd | Ask::LogStart => replied,
    }
}

/// What is left of a broker's session: `  session 6000ms`, or nothing.
fn session(broker: &Broker) -> String {
    broker.session_left.map_or(String::new(), |left| format!("  session {left}ms"))
}

/// Where a leader's AlterPartition request is.
pub fn alter_stage(stage: AlterStage) -> &'static str {
    match stage {
        AlterStage::Sent => "sent",
        AlterStage::Done { .. } => "done",
        AlterStage::Refused(_) => "refused",
        AlterStage::Stuck => "stuck",
    }
}

/// A question to a leader: `fetch@2`, `epoch 0 ends?`, `log-end?`, `log-start?`.
pub fn ask(ask: Ask) -> String {
    match ask {
        Ask::Fetch { offset, last: Some(last) } => format!("fetch@{offset} last e{last}"),
        Ask::Fetch { offset, last: None } => format!("fetch@{offset}"),
        Ask::EpochEnd(epoch) => format!("epoch {} ends?", epoch_or_none(epoch)),
        Ask::LogEnd => "log-end?".into(),
        Ask::LogStart => "log-start?".into(),
    }
}

/// A leader-epoch table: `(0,0)(1,2)`.
pub fn epochs(table: &EpochTable) -> String {
    if table.entries().is_empty() {
        return "()".into();
    }
    table.entries().iter().map(|e| format!("({},{})", e.epoch, e.start)).collect()
}

/// `acks` as Kafka spells it.
pub fn acks(acks: Acks) -> String {
    match acks {
        Acks::None => "0".into(),
        Acks::Leader => "1".into(),
        Acks::Count(n) => n.to_string(),
        Acks::All => "all".into(),
    }
}

/// What a fetcher does next.
pub fn fetcher(fetcher: Fetcher) -> &'static str {
    match fetcher {
        Fetcher::Fetching => "fetching",
        Fetcher::Truncating => "truncating",
        Fetcher::AskingEnd => "asking-end",
        Fetcher::AskingStart => "asking-start",
        Fetcher::Fenced => "fenced",
    }
}

/// What a producer knows of an attempt: `acked`, `waiting`, `unasked`, an error's name.
pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Unasked => "unasked",
        Outcome::Waiting => "waiting",
        Outcome::Acked => "acked",
        Outcome::Failed(error) => error.name(),
    }
}

/// An end of a partition: `beginning`, `end`.
pub fn whence(whence: Whence) -> &'static str {
    match whence {
        Whence::Beginning => "beginning",
        Whence::End => "end",
    }
}

/// A switch.
pub fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
