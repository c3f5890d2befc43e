//! Expectations: from the file's words to a quantity and what its reading must be.

use super::Checker;
use crate::engine::account::FateName;
use crate::engine::epochs::EpochStart;
use crate::engine::ledger::Outcome;
use crate::engine::log::Record;
use crate::engine::*;
use crate::scenario::expect::Expectation;
use crate::scenario::fault::{Contradiction, Noun};
use crate::scenario::outline::Place;
use crate::scenario::quantity::{Keyword, Quantity, Reading, What};
use crate::scenario::schema::{ExpectFile, OneOrMore};
use crate::scenario::settings::Setting;

/// Where a leader's AlterPartition request can be, as a file says it.
const ALTER_STAGES: [(&str, Keyword); 4] = [
    ("none", Keyword::None),
    ("requested", Keyword::Requested),
    ("replied", Keyword::Replied),
    ("stuck", Keyword::Stuck),
];

impl Checker<'_> {
    /// Adds what an expectation of the file asks for; one that names several values is several.
    pub(super) fn expectation(
        &mut self,
        file: &ExpectFile,
        partition: PartitionId,
        place: Place,
        out: &mut Vec<Expectation>,
    ) {
        let source = place.text().split_whitespace().collect::<Vec<_>>().join(" ");
        let line = self.line(&place);
        let (mut file, mut partition, mut place) = (file, partition, place);
        while let ExpectFile::On(number, inner) = file {
            let Some(other) = self.partition(*number, place.item(0)) else { return };
            (file, partition, place) = (inner, other, place.item(1));
        }
        for (what, wanted) in self.wanted(file, partition, place) {
            let quantity = Quantity { what, partition };
            out.push(Expectation { quantity, wanted, source: source.clone(), line });
        }
    }

    /// What is read and what the reading must be. Empty where a name is wrong.
    fn wanted(
        &mut self,
        file: &ExpectFile,
        partition: PartitionId,
        place: Place,
    ) -> Vec<(What, Reading)> {
        let one = match file {
            ExpectFile::Acked(values) => return self.outcomes(values, Outcome::Acked, place),
            ExpectFile::Waiting(values) => return self.outcomes(values, Outcome::Waiting, place),
            ExpectFile::Unasked(values) => return self.outcomes(values, Outcome::Unasked, place),
            ExpectFile::NotSent(values) => {
                let values = self.known_values(&values.values, one_or_more(values, place));
                let values = values.unwrap_or_default();
                return values.into_iter().map(|v| (What::Outcome(v), Reading::Nothing)).collect();
            }
            other => self.one(other, partition, place),
        };
        one.into_iter().collect()
    }

    fn one(
        &mut self,
        file: &ExpectFile,
        partition: PartitionId,
        place: Place,
    ) -> Option<(What, Reading)> {
        let first = place.item(0);
        let second = place.item(1);
        Some(match file {
            ExpectFile::Leo(b, n) => (What::Leo(self.replica(b, partition, first)?), number(*n)),
            ExpectFile::Hw(b, n) => (What::Hw(self.replica(b, partition, first)?), number(*n)),
            ExpectFile::HwOnDisk(b, n) => {
                (What::HwOnDisk(self.replica(b, partition, first)?), number(*n))
            }
            ExpectFile::Flushed(b, n) => {
                (What::Flushed(self.replica(b, partition, first)?), number(*n))
            }
            ExpectFile::LogStart(b, n) => {
                (What::LogStart(self.replica(b, partition, first)?), number(*n))
            }
            ExpectFile::Log(b, values) => {
                let broker = self.replica(b, partition, first);
                (What::Log(broker?), Reading::Values(self.known_values(values, second)?))
            }
            ExpectFile::Records(b, records) => {
                let broker = self.replica(b, partition, first);
                let mut wanted = Vec::new();
                for (at, (text, epoch)) in records.iter().enumerate() {
                    let value = self.known_value(text, second.item(at).item(0))?;
                    wanted.push(Record::new(value, *epoch));
                }
                (What::Records(broker?), Reading::Records(wanted))
            }
            ExpectFile::Segments(b, bases) => {
                let broker = self.replica(b, partition, first)?;
                (What::Segments(broker), Reading::Offsets(bases.clone()))
            }
            ExpectFile::Epochs(b, entries) => {
                (What::Epochs(self.replica(b, partition, first)?), epochs(entries))
            }
            ExpectFile::EpochsOnDisk(b, entries) => {
                (What::EpochsOnDisk(self.replica(b, partition, first)?), epochs(entries))
            }
            ExpectFile::Remote(b, leo) => {
                (What::Remote(self.replica(b, partition, first)?), optional(*leo))
            }
            ExpectFile::RemoteAt(leader, follower, leo) => {
                let leader = self.replica(leader, partition, first);
                let follower = self.replica(follower, partition, second)?;
                (What::RemoteAt(leader?, follower), optional(*leo))
            }
            ExpectFile::Isr(names) => (What::Isr, Reading::Brokers(self.broker_set(names, first)?)),
            ExpectFile::IsrAt(b, names) => {
                let broker = self.replica(b, partition, first);
                let set = self.broker_set(names, second)?;
                (What::IsrAt(broker?), Reading::Brokers(set))
            }
            ExpectFile::MaximalIsr(b, names) => {
                let broker = self.replica(b, partition, first);
                let set = self.broker_set(names, second)?;
                (What::MaximalIsr(broker?), Reading::Brokers(set))
            }
            ExpectFile::AlterAt(b, stage) => {
                let broker = self.replica(b, partition, first);
                let Some((_, word)) = ALTER_STAGES.iter().find(|(name, _)| name == stage) else {
                    let valid = ALTER_STAGES.iter().map(|(name, _)| (*name).to_owned()).collect();
                    self.unknown(Noun::Choice, stage, valid, second);
                    return None;
                };
                (What::Alter(broker?), Reading::Word(*word))
            }
            ExpectFile::Elr(names) => (What::Elr, Reading::Brokers(self.broker_set(names, first)?)),
            ExpectFile::LastLeader(b) => {
                (What::LastLeader, Reading::Broker(self.replica(b, partition, first)?))
            }
            ExpectFile::NoLastLeader => (What::LastLeader, Reading::Nothing),
            ExpectFile::Recovering(is) => (What::Recovering, Reading::Word(Keyword::of(*is))),
            ExpectFile::Replicas(names) => {
                (What::Replicas, Reading::Brokers(self.broker_set(names, first)?))
            }
            ExpectFile::Leader(b) => {
                (What::Leader, Reading::Broker(self.replica(b, partition, first)?))
            }
            ExpectFile::NoLeader => (What::Leader, Reading::Nothing),
            ExpectFile::Epoch(n) => (What::Epoch, number(*n)),
            ExpectFile::EpochAt(b, epoch) => {
                (What::EpochAt(self.replica(b, partition, first)?), optional(*epoch))
            }
            ExpectFile::Leads(b) => {
                (What::Role(self.replica(b, partition, first)?), Reading::Word(Keyword::Leader))
            }
            ExpectFile::Idle(b) => {
                (What::Role(self.replica(b, partition, first)?), Reading::Word(Keyword::Idle))
            }
            ExpectFile::Follows(b, leader) => {
                let broker = self.replica(b, partition, first);
                let leader = self.replica(leader, partition, second)?;
                (What::Follows(broker?), Reading::Broker(leader))
            }
            ExpectFile::Up(b) => (What::State(self.broker(b, first)?), Reading::Word(Keyword::Up)),
            ExpectFile::Down(b) => {
                (What::State(self.broker(b, first)?), Reading::Word(Keyword::Down))
            }
            ExpectFile::Paused(b) => {
                (What::State(self.broker(b, first)?), Reading::Word(Keyword::Paused))
            }
            ExpectFile::Stopped(b) => {
                (What::Fetch(self.replica(b, partition, first)?), Reading::Word(Keyword::Stopped))
            }
            ExpectFile::NotFetching(b) => {
                (What::Fetch(self.replica(b, partition, first)?), Reading::Word(Keyword::None))
            }
            ExpectFile::Requested(b) => {
                (What::Fetch(self.replica(b, partition, first)?), Reading::Word(Keyword::Requested))
            }
            ExpectFile::Parked(b) => {
                (What::Fetch(self.replica(b, partition, first)?), Reading::Word(Keyword::Parked))
            }
            ExpectFile::Replied(b) => {
                (What::Fetch(self.replica(b, partition, first)?), Reading::Word(Keyword::Replied))
            }
            ExpectFile::Purgatory(b, values) => {
                let broker = self.replica(b, partition, first);
                (What::Purgatory(broker?), Reading::Values(self.known_values(values, second)?))
            }
            ExpectFile::Unread(b, n) => (What::Unread(self.broker(b, first)?), number(*n)),
            ExpectFile::Live(names) => {
                (What::Live, Reading::Brokers(self.broker_set(names, first)?))
            }
            ExpectFile::Failed(value, error) => {
                let value = self.known_value(value, first);
                let Some(error) = KafkaError::ALL.into_iter().find(|e| e.name() == error) else {
                    let valid = KafkaError::ALL.iter().map(|e| e.name().to_owned()).collect();
                    self.unknown(Noun::KafkaError, error, valid, second);
                    return None;
                };
                (What::Outcome(value?), Reading::Outcome(Outcome::Failed(error)))
            }
            ExpectFile::Lost(values) => (What::Lost, self.value_list(values, first)?),
            ExpectFile::Unavailable(values) => (What::Unavailable, self.value_list(values, first)?),
            ExpectFile::Duplicated(values) => (What::Duplicated, self.value_list(values, first)?),
            ExpectFile::Visible(values) => (What::Visible, self.value_list(values, first)?),
            ExpectFile::Diverged(offsets) => (What::Diverged, Reading::Offsets(offsets.clone())),
            ExpectFile::Broken(names) => {
                let mut broken = Vec::new();
                for (at, name) in names.iter().enumerate() {
                    match Property::ALL.into_iter().find(|p| p.name() == name) {
                        Some(property) => broken.push(property),
                        None => {
                            let valid = Property::ALL.iter().map(|p| p.name().to_owned()).collect();
                            self.unknown(Noun::Property, name, valid, first.item(at));
                        }
                    }
                }
                if broken.len() < names.len() {
                    return None;
                }
                broken.sort_unstable();
                (What::Broken, Reading::Properties(broken))
            }
            ExpectFile::Verdict(value, name) => {
                let value = self.known_value(value, first);
                let Some(fate) = FateName::ALL.into_iter().find(|f| f.name() == name) else {
                    let valid = FateName::ALL.iter().map(|f| f.name().to_owned()).collect();
                    self.unknown(Noun::Verdict, name, valid, second);
                    return None;
                };
                (What::Fate(value?), Reading::Fate(fate))
            }
            ExpectFile::Position(c, n) => (What::Position(self.consumer(c, first)?), number(*n)),
            ExpectFile::Acks(p, acks) => {
                let producer = self.producer(p, first);
                (What::Acks(producer?), Reading::Acks(self.acks(acks, second)?))
            }
            ExpectFile::Setting(name, value) => {
                match self.setting(name, value, first.span(), second)? {
                    (Setting::MinIsr, n) => (What::MinIsr, Reading::Number(n)),
                    (Setting::Unclean, on) => (What::Unclean, Reading::Word(Keyword::of(on != 0))),
                    _ => {
                        let what = Contradiction::NeverChanges(name.clone());
                        self.contradiction(first.span(), what);
                        return None;
                    }
                }
            }
            // Taken care of before.
            ExpectFile::Acked(_)
            | ExpectFile::Waiting(_)
            | ExpectFile::Unasked(_)
            | ExpectFile::NotSent(_)
            | ExpectFile::On(_, _) => return None,
        })
    }

    fn outcomes(
        &mut self,
        values: &OneOrMore,
        outcome: Outcome,
        place: Place,
    ) -> Vec<(What, Reading)> {
        let found =
            self.known_values(&values.values, one_or_more(values, place)).unwrap_or_default();
        found.into_iter().map(|v| (What::Outcome(v), Reading::Outcome(outcome))).collect()
    }

    fn value_list(&mut self, values: &[String], place: Place) -> Option<Reading> {
        self.known_values(values, place).map(Reading::Values)
    }

    fn known_values(&mut self, values: &[String], place: Place) -> Option<Vec<Value>> {
        let numbers: Vec<Value> = values
            .iter()
            .enumerate()
            .filter_map(|(at, text)| self.known_value(text, place.item(at)))
            .collect();
        (numbers.len() == values.len()).then_some(numbers)
    }
}

/// Where the values are: in a list, or the one is the argument.
fn one_or_more<'o>(values: &OneOrMore, place: Place<'o>) -> Place<'o> {
    if values.is_list { place.item(0) } else { place }
}

fn number(n: impl Into<u32>) -> Reading {
    Reading::Number(n.into())
}

fn optional(n: Option<u16>) -> Reading {
    n.map_or(Reading::Nothing, number)
}

fn epochs(entries: &[(Epoch, Offset)]) -> Reading {
    Reading::Epochs(entries.iter().map(|&(epoch, start)| EpochStart { epoch, start }).collect())
}
