//! What can be wrong with a file, as data. The sentences are in [`crate::lang`], in every
//! language; [`super::report`] shows them with their places.

use std::io;

use super::outline::Span;
use crate::engine::{Epoch, Offset, Refusal, Setup};
use crate::names::Names;

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// The bytes of the file it is about, where it is about any.
    pub span: Option<Span>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The file can't be read.
    Unreadable {
        /// Why, if that is one of the usual reasons.
        kind: io::ErrorKind,
        /// Why, in the operating system's words.
        message: String,
    },
    /// It is a pipe, a socket or a device.
    NotAFile,
    /// The file is larger than [`super::MAX_FILE_BYTES`].
    FileTooLarge {
        /// The bound.
        max: usize,
    },
    /// The file is not UTF-8.
    NotUtf8 {
        /// The first byte that does not fit.
        byte: u8,
    },
    /// It is not RON, or a value is of the wrong kind.
    Form(Form),
    /// A name that does not exist.
    Unknown {
        /// What kind of name.
        what: Noun,
        /// What was written.
        found: String,
        /// Where, if it matters.
        inside: Option<Inside>,
        /// The names that there are.
        valid: Vec<String>,
    },
    /// A field that must be there is not.
    Missing {
        /// The field.
        field: String,
        /// Where.
        inside: Option<Inside>,
    },
    /// Something is named twice.
    Twice {
        /// What kind of name.
        what: Noun,
        /// Which.
        found: String,
        /// Where, if it matters.
        inside: Option<Inside>,
    },
    /// A text that may not be empty is.
    EmptyText(Said),
    /// A list that may not be empty is.
    EmptyList(List),
    /// More of something than there may be.
    TooMany {
        /// What.
        what: List,
        /// How many.
        found: usize,
        /// The bound.
        max: usize,
    },
    /// A text is too long.
    TooLong {
        /// Which.
        what: Said,
        /// How long it is.
        found: usize,
        /// The bound.
        max: usize,
        /// In which unit.
        unit: Unit,
    },
    /// A number is out of bounds.
    OutOfBounds {
        /// Which.
        what: Figure,
        /// The number.
        found: u64,
        /// The smallest that is possible.
        min: u64,
        /// The greatest that is possible.
        max: u64,
    },
    /// A setting takes something else.
    WrongValue {
        /// The setting.
        what: String,
        /// What it takes.
        takes: Takes,
        /// What was given.
        found: String,
    },
    /// A character that may not be in a text.
    Character {
        /// What text.
        what: Said,
        /// The character.
        found: char,
    },
    /// A placeholder in a text can't be read: its word wants something else behind it.
    Placeholder {
        /// What is between the braces.
        found: String,
        /// The word.
        word: String,
        /// What it wants.
        wants: Wanted,
    },
    /// A brace without its other half.
    LoneBrace {
        /// The brace.
        found: char,
    },
    /// A key that is another action's already.
    KeyTaken {
        /// The key.
        key: String,
        /// The action that it was to do.
        action: String,
        /// The action that it does already.
        taken_by: String,
        /// Where the file says so; it is by default where it does not.
        place: Option<Span>,
    },
    /// A key whose meaning can't be changed.
    KeyFixed {
        /// The key.
        key: String,
        /// The action that it does.
        action: String,
    },
    /// An action whose keys can't be changed.
    ActionFixed {
        /// The action.
        action: String,
        /// The keys that it has.
        keys: String,
    },
    /// Offsets or epochs that do not follow one another, or state that contradicts itself.
    Contradiction(Contradiction),
    /// A step that can't happen in the state that the steps before it lead to.
    Impossible {
        /// The step, counted from 1.
        step: usize,
        /// Why not.
        refusal: Refusal,
        /// The scenario that the refusal is about.
        cast: Box<Cast>,
    },
}

/// What a refusal is told with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// What things are called.
    pub names: Names,
    /// The cluster.
    pub setup: Setup,
}

/// What a name is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noun {
    /// A Kafka release.
    Release,
    /// A broker.
    Broker,
    /// A producer.
    Producer,
    /// A consumer.
    Consumer,
    /// A partition, by its number.
    Partition,
    /// One end of a link: a broker, a client, the controller.
    End,
    /// A setting.
    Setting,
    /// A value.
    Value,
    /// An error by Kafka's name.
    KafkaError,
    /// A named property.
    Property,
    /// A verdict of the ledger.
    Verdict,
    /// A branch, by its name.
    Branch,
    /// A quantity: the first word of a placeholder.
    Quantity,
    /// A field of the file.
    Field,
    /// An action of a step.
    Action,
    /// An expectation.
    Expectation,
    /// One of a few words that a field takes.
    Choice,
    /// A language.
    Language,
    /// A theme.
    Theme,
    /// A set of signs.
    SignSet,
    /// A key.
    Key,
}

/// What encloses a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inside {
    /// The whole file of a scenario.
    Scenario,
    /// The whole file of a configuration.
    Configuration,
    /// The field `start`.
    Start,
    /// The field `controller`.
    Controller,
    /// The field `ask`.
    Ask,
    /// A step.
    Step,
    /// A partition of the start.
    Partition,
    /// A replica of the start.
    Replica,
    /// A text in its long form.
    Text,
    /// A record in its long form.
    Record,
    /// An action.
    Action,
    /// An expectation.
    Expectation,
    /// The arguments of something: `Send(…)`.
    Arguments(String),
    /// The list of a partition's replicas.
    Assignment,
    /// A list of names.
    List,
}

/// A text of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// A broker's name.
    BrokerName,
    /// A producer's name.
    ProducerName,
    /// A consumer's name.
    ConsumerName,
    /// The topic's name.
    TopicName,
    /// A value.
    Value,
    /// The title.
    Title,
    /// The summary.
    Summary,
    /// A step's narration.
    Narration,
    /// A question.
    Question,
    /// A branch's name.
    BranchName,
    /// The note about a branch.
    Note,
}

/// A list of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The brokers.
    Brokers,
    /// The producers.
    Producers,
    /// The consumers.
    Consumers,
    /// The partitions of the assignment.
    Partitions,
    /// A partition's replicas.
    Replicas,
    /// The records of a log.
    Records,
    /// All the different values.
    Values,
    /// The records of a burst.
    Burst,
    /// The steps.
    Steps,
    /// The actions of all steps.
    Actions,
    /// The expectations of a step.
    Expectations,
    /// The branches.
    Branches,
}

/// What a text is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Columns of a terminal.
    Columns,
    /// Characters.
    Characters,
}

/// A number of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A setting's value.
    Setting(String),
    /// A field's value.
    Field(&'static str),
    /// A leader epoch.
    LeaderEpoch,
    /// A remote LEO.
    RemoteLeo,
    /// How many records a burst has.
    BurstCount,
    /// How much time passes in all the steps up to here.
    Time,
}

/// What a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Number,
    /// One of the forms of `acks`.
    Acks,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// What the word of a placeholder wants behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing.
    Nothing,
    /// A broker.
    Broker,
    /// Two brokers.
    TwoBrokers,
    /// A value.
    Value,
    /// A producer.
    Producer,
    /// A consumer.
    Consumer,
}

/// What is wrong with the form of a file, in the words of this format rather than those of RON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// The file is empty.
    Empty,
    /// A bracket is not closed.
    NotClosed {
        /// The bracket.
        bracket: String,
    },
    /// A text goes over several lines and ends where the next one should begin.
    ClosingQuote,
    /// A text that has no end.
    TextWithoutEnd,
    /// A comment that has no end.
    CommentWithoutEnd,
    /// Something else than what is expected here.
    Expected {
        /// What is expected.
        expected: Expected,
        /// Whether there stands the punctuation of a Chinese input method instead.
        full_width: bool,
    },
    /// Something that can't stand here.
    Misplaced {
        /// Whether it is the punctuation of a Chinese input method.
        full_width: bool,
    },
    /// A value of the wrong kind.
    WrongKind {
        /// What is expected.
        expected: Kind,
        /// What there is.
        found: Found,
    },
    /// A number of arguments that is not right.
    Arguments {
        /// What takes them.
        name: String,
        /// How many.
        wanted: String,
        /// How many there are.
        found: usize,
    },
    /// A list in ( ) that is not as long as it must be.
    Length {
        /// How long it must be.
        wanted: String,
        /// How long it is.
        found: usize,
    },
    /// A number below 0 or beyond all bounds.
    Number,
    /// A digit that does not belong into a number, or an underscore.
    Digit,
    /// Nothing that a `\` in a text may stand before.
    Escape,
    /// A `\u{…}` in a text that is no character.
    NoCharacter {
        /// The number between the braces.
        code: u32,
    },
    /// Something follows the end of the file's one value.
    Trailing,
    /// Brackets in brackets without end.
    TooDeep,
    /// RON's extensions of this name do not exist.
    Extension {
        /// The name.
        name: String,
    },
    /// A fault that only RON knows, in its words.
    Other(String),
}

/// What is expected at a place of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A whole number.
    Number,
    /// `true` or `false`.
    Bool,
    /// A text in quotes.
    Text,
    /// A list.
    List,
    /// A map.
    Map,
    /// Arguments.
    Arguments,
    /// Something in ( ).
    Fields(Inside),
    /// A name.
    Name,
    /// A comma.
    Comma,
    /// A colon and a value.
    Colon,
    /// The end of arguments or fields.
    Parenthesis,
    /// The end of a list.
    Bracket,
    /// The end of a map.
    Brace,
}

/// Kinds of values that are written in more than one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text, in one language or two.
    Text,
    /// A record.
    Record,
    /// The argument of `Send`.
    Send,
    /// The argument of `Burst`.
    Burst,
    /// The argument of `Acks`.
    Acks,
    /// The argument of `Consume`.
    Consume,
    /// One value or a list of them.
    Values,
    /// A setting's value.
    Scalar,
    /// A map.
    Map,
    /// Something that RON and serde have no better name for.
    Plain,
}

impl Kind {
    /// Every kind that the file's schema gives a name.
    const ALL: [Kind; 9] = [
        Kind::Text,
        Kind::Record,
        Kind::Send,
        Kind::Burst,
        Kind::Acks,
        Kind::Consume,
        Kind::Values,
        Kind::Scalar,
        Kind::Map,
    ];

    /// By what the schema names it to serde, whose errors are texts.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Kind::Text => "Text",
            Kind::Record => "Record",
            Kind::Send => "Send",
            Kind::Burst => "Burst",
            Kind::Acks => "Acks",
            Kind::Consume => "Consume",
            Kind::Values => "Values",
            Kind::Scalar => "Scalar",
            Kind::Map => "Map",
            Kind::Plain => "",
        }
    }

    /// The kind that serde names in an error.
    pub(crate) fn find(key: &str) -> Kind {
        Kind::ALL.into_iter().find(|kind| kind.key() == key).unwrap_or(Kind::Plain)
    }
}

/// What was found where something else is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A number.
    Number(String),
    /// `true` or `false`.
    Bool(String),
    /// A text, with its quotes.
    Text(String),
    /// A single character in its quotes.
    Character(String),
    /// A list.
    List,
    /// Fields in ( ), or a map.
    Fields,
    /// `()`, `None` or `Some(…)`.
    Option,
    /// Something else.
    Other,
}

/// What does not fit together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// More replicas than brokers.
    ReplicationFactor {
        /// Replicas.
        replicas: usize,
        /// Brokers.
        brokers: usize,
    },
    /// A broker that has no replica.
    NoReplica {
        /// The broker.
        broker: String,
        /// The partition.
        partition: u8,
        /// The brokers that have one.
        replicas: Vec<String>,
    },
    /// A release without idempotent producers.
    NoIdempotence(String),
    /// An idempotent producer with other `acks` than all.
    IdempotenceAcks,
    /// An idempotent producer that may not send again.
    IdempotenceRetries,
    /// A setting that nobody can change: there is nothing to expect of it.
    NeverChanges(String),
    /// A setting that can't change while the cluster runs.
    Fixed(String),
    /// A burst with a count and values, or with neither.
    CountOrValues,
    /// A partition that the start does not mention would be led by a broker that is down.
    PreferredDown {
        /// The broker.
        broker: String,
        /// The partition.
        partition: u8,
    },
    /// A leader that is down.
    LeaderDown(String),
    /// A leader that is not in the ISR.
    LeaderNotInIsr(String),
    /// A HW in the memory of a broker that is down.
    HwWhileDown,
    /// An offset that does not follow.
    Offset {
        /// The offset.
        found: Offset,
        /// The one that would.
        expected: Offset,
        /// Whether it is the first record's.
        first: bool,
    },
    /// An epoch that falls along a log.
    EpochFalls {
        /// The epoch.
        found: Epoch,
        /// That of the record before.
        before: Epoch,
    },
    /// A record's epoch is above the partition's.
    EpochNotBegun {
        /// The epoch.
        found: Epoch,
        /// The partition's.
        current: Epoch,
    },
    /// An entry of an epoch table that does not follow.
    EntryOrder {
        /// Its epoch.
        epoch: Epoch,
        /// Its start offset.
        start: Offset,
    },
    /// An entry's epoch is above the partition's.
    EntryNotBegun {
        /// The epoch.
        found: Epoch,
        /// The partition's.
        current: Epoch,
    },
    /// An entry's start offset is beyond the end of the log.
    EntryBeyondLog {
        /// Its epoch.
        epoch: Epoch,
        /// Its start offset.
        start: Offset,
        /// The end of the log.
        leo: Offset,
    },
    /// Remote LEOs of a replica that does not lead.
    RemoteOfFollower,
    /// A remote LEO of the leader itself.
    RemoteOfItself(String),
}

/// The valid name that somebody who wrote `found` most likely meant.
pub fn nearest<'v>(found: &str, valid: &'v [String]) -> Option<&'v str> {
    // The cost of the comparison grows with the product of the lengths.
    if found.chars().count() > 100 {
        return None;
    }
    let likeness = |name: &str| strsim::jaro_winkler(&found.to_lowercase(), &name.to_lowercase());
    valid
        .iter()
        .map(|name| (likeness(name), name.as_str()))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}
