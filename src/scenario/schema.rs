//! The file format, as serde sees it: names are still texts, and nothing has been checked but
//! the form. `docs/scenario-format.md` explains it to people.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::fault::Kind;
use crate::engine::{Epoch, Ms, Offset};
pub use crate::file::shapes::{OneOrMore, Pairs};

/// A scenario file.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "Scenario", deny_unknown_fields)]
pub struct ScenarioFile {
    pub title: TextFile,
    pub summary: Option<TextFile>,
    pub release: String,
    pub brokers: Vec<String>,
    pub topic: Option<String>,
    pub assignment: Option<Vec<Vec<String>>>,
    #[serde(default)]
    pub settings: Pairs<String, Scalar>,
    pub acks: Option<Scalar>,
    pub producers: Option<Vec<String>>,
    pub consumers: Option<Vec<String>>,
    pub controller: Option<ControllerFile>,
    pub start: Option<StartFile>,
    #[serde(default)]
    pub steps: Vec<StepFile>,
    #[serde(default)]
    pub branches: Vec<BranchFile>,
}

/// How eagerly the controller acts.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "controller", deny_unknown_fields)]
pub struct ControllerFile {
    pub notices: Option<When>,
    pub tells: Option<When>,
    pub alters: Option<When>,
}

/// When the controller does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub enum When {
    /// Within the step that gives the reason.
    AtOnce,
    /// By a step of its own.
    ByStep,
}

/// The state at step 0.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "start", deny_unknown_fields)]
pub struct StartFile {
    #[serde(default)]
    pub down: Vec<String>,
    #[serde(default)]
    pub partitions: Pairs<u8, StartPartitionFile>,
}

/// A partition at step 0.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "partition", deny_unknown_fields)]
pub struct StartPartitionFile {
    pub leader: Option<String>,
    #[serde(default)]
    pub epoch: Epoch,
    pub isr: Option<Vec<String>>,
    #[serde(default)]
    pub replicas: Pairs<String, ReplicaFile>,
}

/// A replica at step 0.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(rename = "replica", deny_unknown_fields)]
pub struct ReplicaFile {
    pub log_start: Option<Offset>,
    #[serde(default)]
    pub log: Vec<RecordFile>,
    pub flushed: Option<Offset>,
    pub hw: Option<Offset>,
    pub hw_on_disk: Option<Offset>,
    pub epochs: Option<Vec<(Epoch, Offset)>>,
    pub epochs_on_disk: Option<Vec<(Epoch, Offset)>>,
    #[serde(default)]
    pub remote: Pairs<String, Option<Offset>>,
}

/// One step.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "step", deny_unknown_fields)]
pub struct StepFile {
    #[serde(default)]
    pub partition: u8,
    #[serde(rename = "do", default)]
    pub actions: Vec<ActionFile>,
    pub say: Option<TextFile>,
    pub ask: Option<AskFile>,
    #[serde(default)]
    pub premise: Vec<ExpectFile>,
    #[serde(default)]
    pub expect: Vec<ExpectFile>,
}

/// Steps by hand that grow from the script, or from a branch before this one.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "branch", deny_unknown_fields)]
pub struct BranchFile {
    pub name: String,
    pub note: Option<String>,
    pub of: Option<String>,
    pub from: usize,
    #[serde(default)]
    pub steps: Vec<BranchStepFile>,
}

/// A step of a branch: nothing is told in it.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "step", deny_unknown_fields)]
pub struct BranchStepFile {
    #[serde(default)]
    pub partition: u8,
    #[serde(rename = "do", default)]
    pub actions: Vec<ActionFile>,
}

/// A question.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "ask", deny_unknown_fields)]
pub struct AskFile {
    pub text: TextFile,
    pub hides: String,
}

/// What a step does.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "action")]
pub enum ActionFile {
    Send(SendFile),
    Burst(BurstFile),
    Acks(AcksFile),
    Consume(ConsumeFile),
    SeekToBeginning(String),
    SeekToEnd(String),
    Fetch(String),
    Phase(String),
    CatchUp(String),
    Truncate(String),
    Settle,
    Request(String),
    Serve(String),
    Reply(String),
    Kill(String),
    PowerLoss(Vec<String>),
    PowerLossUnnoticed(Vec<String>),
    Stop(String),
    Start(String),
    RestartUnnoticed(String),
    Wipe(String),
    Flush(String),
    CheckpointHw(String),
    Advance(Ms),
    NextDue,
    ElectPreferred,
    ElectUnclean,
    Set(String, Scalar),
    Notice(String),
    Tell(String),
    HoldWords(String),
    ReleaseWords(String),
    Alter(String),
    Altered(String),
    LoseAlter(String),
    Pause(String),
    Resume(String),
    Cut(String, String),
    Heal(String, String),
    Lose(String),
    LoseAnswer(String),
    EndWait(String),
    FallBehind(String, String),
    MoveLeader(String),
    Reassign(Vec<String>),
}

/// What must hold after a step.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "expectation")]
pub enum ExpectFile {
    Leo(String, Offset),
    Hw(String, Offset),
    HwOnDisk(String, Offset),
    Flushed(String, Offset),
    LogStart(String, Offset),
    Log(String, Vec<String>),
    Records(String, Vec<(String, Option<Epoch>)>),
    Segments(String, Vec<Offset>),
    Epochs(String, Vec<(Epoch, Offset)>),
    EpochsOnDisk(String, Vec<(Epoch, Offset)>),
    Remote(String, Option<Offset>),
    RemoteAt(String, String, Option<Offset>),
    Isr(Vec<String>),
    IsrAt(String, Vec<String>),
    MaximalIsr(String, Vec<String>),
    AlterAt(String, String),
    Elr(Vec<String>),
    LastLeader(String),
    NoLastLeader,
    Recovering(bool),
    Replicas(Vec<String>),
    Leader(String),
    NoLeader,
    Epoch(Epoch),
    EpochAt(String, Option<Epoch>),
    Leads(String),
    Follows(String, String),
    Idle(String),
    Up(String),
    Down(String),
    Paused(String),
    NotFetching(String),
    Requested(String),
    Parked(String),
    Replied(String),
    Stopped(String),
    Purgatory(String, Vec<String>),
    Unread(String, u8),
    Live(Vec<String>),
    Acked(OneOrMore),
    Waiting(OneOrMore),
    Unasked(OneOrMore),
    NotSent(OneOrMore),
    Failed(String, String),
    Lost(Vec<String>),
    Unavailable(Vec<String>),
    Duplicated(Vec<String>),
    Diverged(Vec<Offset>),
    Broken(Vec<String>),
    Verdict(String, String),
    Visible(Vec<String>),
    Position(String, Offset),
    Acks(String, Scalar),
    Setting(String, Scalar),
    On(u8, Box<ExpectFile>),
}

/// A text: `"..."`, or `(en: "...", zh: "...")`.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "text", deny_unknown_fields)]
pub struct TextLong {
    pub en: String,
    pub zh: Option<String>,
}
/// A text in its short or its long form.
pub type TextFile = Short<TextLong>;

impl FromShort for TextLong {
    const KIND: Kind = Kind::Text;
    fn text(en: &str) -> Option<Self> {
        Some(TextLong { en: en.to_owned(), zh: None })
    }
}

/// A record: `"m1"`, or as `kafka-dump-log` has it, `(offset: 0, epoch: 0, value: "m1")`.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "record", deny_unknown_fields)]
pub struct RecordLong {
    pub value: String,
    pub offset: Option<Offset>,
    pub epoch: Option<Epoch>,
}
/// A record in its short or its long form.
pub type RecordFile = Short<RecordLong>;

impl FromShort for RecordLong {
    const KIND: Kind = Kind::Record;
    fn text(value: &str) -> Option<Self> {
        Some(RecordLong { value: value.to_owned(), offset: None, epoch: None })
    }
}

/// `Send("m1")`, or `Send(value: "m1", by: "p2", to: "B")`.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "Send", deny_unknown_fields)]
pub struct SendLong {
    pub value: String,
    pub by: Option<String>,
    pub to: Option<String>,
}
/// What is sent.
pub type SendFile = Short<SendLong>;

impl FromShort for SendLong {
    const KIND: Kind = Kind::Send;
    fn text(value: &str) -> Option<Self> {
        Some(SendLong { value: value.to_owned(), by: None, to: None })
    }
}

/// `Burst(5)`, `Burst(["a", "b"])`, or `Burst(count: 5, by: "p2")`.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(rename = "Burst", deny_unknown_fields)]
pub struct BurstLong {
    pub count: Option<u64>,
    pub values: Option<Vec<String>>,
    pub by: Option<String>,
}
/// What is sent in a row.
pub type BurstFile = Short<BurstLong>;

impl FromShort for BurstLong {
    const KIND: Kind = Kind::Burst;
    fn number(count: u64) -> Option<Self> {
        Some(BurstLong { count: Some(count), ..BurstLong::default() })
    }
    fn list(values: Vec<String>) -> Option<Self> {
        Some(BurstLong { values: Some(values), ..BurstLong::default() })
    }
}

/// `Acks("all")`, or `Acks(acks: "all", of: "p2")`.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "Acks", deny_unknown_fields)]
pub struct AcksLong {
    pub acks: Scalar,
    pub of: Option<String>,
}
/// Whose `acks` become what.
pub type AcksFile = Short<AcksLong>;

impl FromShort for AcksLong {
    const KIND: Kind = Kind::Acks;
    fn text(acks: &str) -> Option<Self> {
        Some(AcksLong { acks: Scalar::Text(acks.to_owned()), of: None })
    }
    fn number(acks: u64) -> Option<Self> {
        Some(AcksLong { acks: Scalar::Number(acks), of: None })
    }
}

/// `Consume("c1")`, or `Consume(by: "c1", from: "B")`.
#[derive(Debug, serde::Deserialize)]
#[serde(rename = "Consume", deny_unknown_fields)]
pub struct ConsumeLong {
    pub by: String,
    pub from: Option<String>,
}
/// Who reads.
pub type ConsumeFile = Short<ConsumeLong>;

impl FromShort for ConsumeLong {
    const KIND: Kind = Kind::Consume;
    fn text(by: &str) -> Option<Self> {
        Some(ConsumeLong { by: by.to_owned(), from: None })
    }
}

/// A setting's value: a number, `true` or `false`, or a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    Bool(bool),
    Number(u64),
    Text(String),
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Bool(b) => b.fmt(f),
            Scalar::Number(n) => n.fmt(f),
            Scalar::Text(text) => write!(f, "{text:?}"),
        }
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ScalarVisitor;
        impl Visitor<'_> for ScalarVisitor {
            type Value = Scalar;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(Kind::Scalar.key())
            }
            fn visit_bool<E>(self, value: bool) -> Result<Scalar, E> {
                Ok(Scalar::Bool(value))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Scalar, E> {
                Ok(Scalar::Number(value))
            }
            fn visit_str<E>(self, value: &str) -> Result<Scalar, E> {
                Ok(Scalar::Text(value.to_owned()))
            }
        }
        deserializer.deserialize_any(ScalarVisitor)
    }
}

/// Something that has a long form with named fields and a short one that gives only the one thing
/// that matters.
#[derive(Debug)]
pub struct Short<T>(pub T);

/// How the short form is understood.
pub trait FromShort: Sized {
    /// What a reader of the error is told that this is.
    const KIND: Kind;
    /// From a text.
    fn text(_: &str) -> Option<Self> {
        None
    }
    /// From a number.
    fn number(_: u64) -> Option<Self> {
        None
    }
    /// From a list.
    fn list(_: Vec<String>) -> Option<Self> {
        None
    }
}

impl<'de, T: FromShort + Deserialize<'de>> Deserialize<'de> for Short<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ShortVisitor<T>(PhantomData<T>);
        impl<'de, T: FromShort + Deserialize<'de>> Visitor<'de> for ShortVisitor<T> {
            type Value = Short<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(T::KIND.key())
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Short<T>, E> {
                let found = de::Unexpected::Str(text);
                T::text(text).map(Short).ok_or_else(|| E::invalid_type(found, &self))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Short<T>, E> {
                let found = de::Unexpected::Unsigned(number);
                T::number(number).map(Short).ok_or_else(|| E::invalid_type(found, &self))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Short<T>, A::Error> {
                let mut values = Vec::new();
                // Asked before the elements are read, so that the fault is found at the bracket.
                if T::list(Vec::new()).is_none() {
                    return Err(de::Error::invalid_type(de::Unexpected::Seq, &self));
                }
                while let Some(value) = seq.next_element()? {
                    values.push(value);
                }
                T::list(values)
                    .map(Short)
                    .ok_or_else(|| de::Error::invalid_type(de::Unexpected::Seq, &self))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Short<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Short)
            }
        }
        deserializer.deserialize_any(ShortVisitor(PhantomData))
    }
}
