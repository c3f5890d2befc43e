//! The words of the program, in English and Chinese.
//!
//! The engine says what happened as data ([`Effect`], [`Refusal`]), the reader of scenario files
//! what is wrong ([`FaultKind`]), the command line what it has to say ([`Message`]); this module
//! turns them into sentences. One folder a language, with a file for each part of [`Words`]: no
//! method has a default and no match has a wildcard, so that a missing sentence does not compile.
//! To add a label, add a variant to [`Label`] and write it in each language.
//!
//! Sentences are plain and short, with the numbers put in: `HW of B = max(HW 1, min(LEO 2, A 2))`,
//! outcome `1 → 2`. Kafka's terms, settings and errors stay as Kafka spells them in every language.

mod act;
mod both;
mod en;
mod failure;
mod label;
mod message;
mod place;
mod source;
mod term;
#[cfg(test)]
#[macro_use]
pub(crate) mod samples;
#[cfg(test)]
mod file_samples;
mod why;
#[cfg(test)]
mod why_samples;
mod zh;

use std::fmt;

use crate::command::Command;
use crate::engine::effect::{Counted, Simplification};
use crate::engine::ledger::Outcome;
use crate::engine::log::Record;
use crate::engine::state::Ask;
use crate::engine::time::Due;
use crate::engine::*;
use crate::glyphs::Glyphs;
use crate::names::Names;
use crate::notation::Notation;
use crate::scenario::quantity::Keyword;
use crate::scenario::{FaultKind, ToldFailure};

pub use act::{Act, Phase};
pub use both::{Both, both};
pub use failure::{FailureRemark, FailureWords};
pub use label::Label;
pub use message::Message;
pub use place::{Mark, Place, changed};
pub use source::source;
pub use term::{Explained, Sign, Term};
pub use why::WhyWords;

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese, simplified.
    Zh,
}

/// What sentences are told with: names, settings, glyphs, and the marks of the places on the screen
/// that numbers are read from.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// What things are called.
    pub names: &'a Names,
    /// What never changes: the assignment, the release, the settings.
    pub setup: &'a Setup,
    /// The signs.
    pub glyphs: &'a Glyphs,
    /// Places that carry a mark. A number read from one is followed by it: `A 2(a)`.
    pub marks: &'a [Mark],
    /// The values that a sentence about one is told of, where several share it.
    pub alike: &'a [Value],
    /// Whether sentences that have a shorter form are told in it.
    pub is_brief: bool,
}

/// A sentence, and where it is about a number, what became of it: `1 → 2`, `stays 1`. A narrow
/// column can show the two apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// What happened.
    pub text: String,
    /// What became of the number.
    pub outcome: Option<String>,
}

/// Everything that a language has to say. No method has a default.
pub trait Words:
    EffectWords
    + EventWords
    + FailureWords
    + FaultWords
    + ReadingWords
    + ShellWords
    + TermWords
    + WhyWords
    + Sync
{
    /// The banner that a simplification puts up.
    fn simplification(&self, what: Simplification) -> &'static str;

    /// A label.
    fn label(&self, label: Label) -> &'static str;

    /// Where the leader-epoch table would be, in a release that has none.
    fn no_epochs(&self, release: &str) -> String;

    /// Instead of a screen in a terminal that is too small.
    fn too_small(&self, columns: u16, rows: u16) -> String;

    /// How many, for a list that is cut short: `and 3 more`.
    fn more(&self, count: usize) -> String;
}

/// What a language has to say of what followed from an event.
pub trait EffectWords {
    /// An effect, without the partition it is about.
    fn effect(&self, cx: &Context, effect: &Effect) -> Sentence;

    /// A named property, as a statement.
    fn property(&self, property: Property) -> &'static str;
}

/// What a language has to say of what somebody or something chooses.
pub trait EventWords {
    /// Why an event can't happen now.
    fn refusal(&self, cx: &Context, refusal: Refusal) -> String;

    /// An event, without the partition it is about; with the state before it, more precise.
    fn event(&self, cx: &Context, event: &Event, before: Option<&Cluster>) -> String;

    /// A reply that says where an epoch ended, in few words.
    fn epoch_end(&self, epoch: Option<Epoch>, end: Option<Offset>) -> String;

    /// A reply that says from where on the logs part, in few words.
    fn diverging(&self, epoch: Epoch, end: Offset) -> String;

    /// What kind of thing will become due, in few words; whose it is stands behind it.
    fn due(&self, due: Due) -> &'static str;

    /// Records that are sent one after the other.
    fn sends(&self, cx: &Context, producer: ProducerId, values: &[Value]) -> String;

    /// Exchanges of followers with their leader, as far as they went; in full, with their phases.
    fn exchange(
        &self,
        cx: &Context,
        brokers: &[BrokerId],
        ask: Option<Ask>,
        phases: &[Phase],
        in_full: bool,
    ) -> String;

    /// A command that is not one event, without the partition it is about.
    fn command(&self, cx: &Context, command: &Command, before: Option<&Cluster>) -> String;
}

/// What a language has to say of what is wrong with a scenario file.
pub trait FaultWords {
    /// What is wrong.
    fn fault(&self, fault: &FaultKind) -> String;

    /// What to do about it.
    fn fault_help(&self, fault: &FaultKind) -> Option<String>;

    /// How many faults a file has, where it has more than one.
    fn faults(&self, count: usize, file: &str) -> String;
}

/// What a language has to say of what is read from a state.
pub trait ReadingWords {
    /// A word of a reading.
    fn keyword(&self, keyword: Keyword) -> &'static str;

    /// What a producer knows of a value; `None` if it was not sent.
    fn outcome(&self, outcome: Option<Outcome>) -> String;

    /// Between the members of a list.
    fn separator(&self) -> &'static str;
}

/// What a language has to say on the command line.
pub trait ShellWords {
    /// An expectation that did not hold.
    fn not_held(&self, step: usize, failure: &ToldFailure) -> String;

    /// How a run ended.
    fn played(&self, steps: usize, held: usize, failed: usize) -> String;

    /// A message of the program itself.
    fn message(&self, message: &Message) -> String;
}

/// What a language has to say of the terms and signs that a screen shows.
pub trait TermWords {
    /// What a term means.
    fn term(&self, term: Term) -> Explained;

    /// What a sign means.
    fn sign(&self, sign: Sign) -> &'static str;
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Zh];

    /// What the language is called on the command line and in files.
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh",
        }
    }

    /// The language's words.
    pub fn words(self) -> &'static dyn Words {
        match self {
            Lang::En => &en::English,
            Lang::Zh => &zh::Chinese,
        }
    }

    /// The language that the environment asks for, by LC_ALL, LC_MESSAGES, LANG in that order.
    pub fn from_env(get: impl Fn(&str) -> Option<String>) -> Lang {
        let asked = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(|name| get(name).filter(|value| !value.is_empty()));
        match asked {
            Some(value) if value.to_ascii_lowercase().starts_with("zh") => Lang::Zh,
            _ => Lang::En,
        }
    }

    /// An effect; where there is more than one partition, with the one it is about.
    pub fn effect(self, cx: &Context, effect: &Effect) -> Sentence {
        let mut sentence = self.words().effect(cx, effect);
        sentence.text.insert_str(0, &cx.about(effect.partition()));
        sentence
    }

    /// Why an event can't happen now.
    pub fn refusal(self, cx: &Context, refusal: Refusal) -> String {
        self.words().refusal(cx, refusal)
    }

    /// An event; with the state before it, more precise.
    pub fn event(self, cx: &Context, event: &Event, before: Option<&Cluster>) -> String {
        cx.about(event.partition()) + &self.words().event(cx, event, before)
    }

    /// A command; with the state before it, more precise.
    pub fn command(self, cx: &Context, command: &Command, before: Option<&Cluster>) -> String {
        cx.about(command.partition()) + &self.words().command(cx, command, before)
    }

    /// A label.
    pub fn label(self, label: Label) -> &'static str {
        self.words().label(label)
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.outcome {
            Some(outcome) => write!(f, "{}: {outcome}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

impl Sentence {
    /// A sentence about no number.
    fn of(text: impl Into<String>) -> Self {
        Sentence { text: text.into(), outcome: None }
    }

    /// A sentence with what became of the number it is about.
    fn with(text: impl Into<String>, outcome: impl Into<String>) -> Self {
        Sentence { text: text.into(), outcome: Some(outcome.into()) }
    }
}

/// The pieces that sentences of every language are made of.
impl<'a> Context<'a> {
    /// A context without marks.
    pub fn new(names: &'a Names, setup: &'a Setup, glyphs: &'a Glyphs) -> Self {
        Context { names, setup, glyphs, marks: &[], alike: &[], is_brief: false }
    }

    /// The notation, with the same names.
    pub fn notation(&self) -> Notation<'a> {
        Notation::new(self.names, self.setup)
    }

    fn b(&self, broker: BrokerId) -> &'a str {
        self.names.broker(broker)
    }

    fn p(&self, producer: ProducerId) -> &'a str {
        self.names.producer(producer)
    }

    fn c(&self, consumer: ConsumerId) -> &'a str {
        self.names.consumer(consumer)
    }

    fn v(&self, value: Value) -> String {
        match self.alike {
            [] => self.names.value(value),
            all => self.sent(all),
        }
    }

    /// `min.insync.replicas`, in brief as the head of the screen calls it.
    fn min_isr(&self) -> &'static str {
        if self.is_brief { "min" } else { "min.insync.replicas" }
    }

    fn isr(&self, partition: PartitionId, set: BrokerSet) -> String {
        self.notation().set(set, partition)
    }

    /// The offset from which a follower may join the ISR, with what it is: `HW 2`,
    /// `max(HW, epoch start) 2`.
    fn entry(&self, entry: impl fmt::Display) -> String {
        match self.setup.rules.isr_entry_at_epoch_start {
            true => format!("max(HW, epoch start) {entry}"),
            false => format!("HW {entry}"),
        }
    }

    /// Names of brokers, one after the other.
    fn list(&self, set: BrokerSet) -> String {
        self.names.set(set, &[]).join(" ")
    }

    /// The names of brokers, one after the other; of one that comes several times, how often.
    fn each(&self, brokers: &[BrokerId]) -> (Vec<&'a str>, usize) {
        match brokers {
            [first, others @ ..] if others.iter().all(|b| b == first) => {
                (vec![self.b(*first)], brokers.len())
            }
            all => (all.iter().map(|b| self.b(*b)).collect(), 1),
        }
    }

    /// Values, as those of records.
    fn sent(&self, values: &[Value]) -> String {
        let follow =
            values.windows(2).all(|w| matches!(w, [a, b] if a.0.checked_add(1) == Some(b.0)));
        if let [first, _, .., last] = values
            && self.is_brief
            && follow
        {
            return format!("{}..{}", self.names.value(*first), self.names.value(*last));
        }
        self.values(&values.iter().map(|&value| Record::new(value, None)).collect::<Vec<_>>())
    }

    /// The values of records, one after the other; of many, the first ones, the last one and how
    /// many.
    fn values(&self, records: &[Record]) -> String {
        let name = |r: &Record| self.names.value(r.value);
        match records {
            [first, second, .., last] if records.len() > 6 => {
                format!("{} {} .. {} ({})", name(first), name(second), name(last), records.len())
            }
            _ => records.iter().map(name).collect::<Vec<_>>().join(" "),
        }
    }

    /// From an old number to a new one.
    fn arrow(&self, from: impl fmt::Display, to: impl fmt::Display) -> String {
        format!("{from} {} {to}", self.glyphs.arrow)
    }

    /// A number with the mark of the place it was read from, if that shows it.
    fn at(&self, place: Place, number: impl Into<Option<Offset>>) -> String {
        let number = number.into();
        let text = crate::notation::offset_or_unknown(number);
        match self.marks.iter().find(|m| m.place == place && m.number == number) {
            Some(mark) => format!("{text}({})", mark.sign),
            None => text,
        }
    }

    /// `orders-1: ` where there is more than one partition.
    fn about(&self, partition: Option<PartitionId>) -> String {
        match partition {
            Some(p) if self.setup.assignment.len() > 1 => self.names.partition(p) + ": ",
            _ => String::new(),
        }
    }
}

/// What a leader's HW is computed from, in every language's words for why a replica outside the ISR
/// counts.
fn leader_formula(
    cx: &Context,
    broker: BrokerId,
    partition: PartitionId,
    hw: Offset,
    leo: Offset,
    remotes: &[(BrokerId, Option<Offset>, Counted)],
    why: impl Fn(Counted) -> Option<&'static str>,
) -> String {
    let hw = cx.at(Place::Hw(broker, partition), hw);
    let mut terms = vec![format!("LEO {}", cx.at(Place::Leo(broker, partition), leo))];
    for &(follower, leo, counted) in remotes {
        let place = Place::RemoteLeo { leader: broker, follower, partition };
        let leo = cx.at(place, leo);
        let mut term = format!("{} {leo}", cx.b(follower));
        if let Some(why) = why(counted) {
            term = format!("{term} {why}");
        }
        terms.push(term);
    }
    match &terms[..] {
        [only] => format!("max(HW {hw}, {only})"),
        _ => format!("max(HW {hw}, min({}))", terms.join(", ")),
    }
}

/// The name of a segment's file: its base offset in twenty digits.
fn segment_file(base: Offset) -> String {
    format!("{base:020}.log")
}
