//! Names, values, titles and narration.

use super::{Checker, clip, find};
use crate::engine::{MAX_VALUES, PartitionId, Value};
use crate::printable::is_unprintable;
use crate::scenario::bounds::*;
use crate::scenario::fault::{FaultKind, List, Noun, Said, Unit, Wanted};
use crate::scenario::outline::Place;
use crate::scenario::quantity::{Arguments, Quantity, WORDS};
use crate::scenario::schema::TextFile;
use crate::scenario::text::{
    Narration, Part, RawPart, Template, Text, columns, cut_up, is_zero_width, spelling,
};

impl Checker<'_> {
    /// A name: of a broker, a client, the topic.
    pub(super) fn name(&mut self, what: Said, name: &str, place: Place) {
        let bad = name
            .chars()
            .find(|c| is_unprintable(*c) || c.is_whitespace() || matches!(c, '{' | '}'));
        self.short_text(what, name, bad, MAX_NAME, place);
    }

    pub(super) fn short_text(
        &mut self,
        what: Said,
        text: &str,
        bad: Option<char>,
        max: usize,
        place: Place,
    ) {
        let wide = columns(text);
        if let Some(found) = bad {
            self.fault(place.span(), FaultKind::Character { what, found });
        } else if text.trim().is_empty() || text.chars().all(is_zero_width) {
            self.fault(place.span(), FaultKind::EmptyText(what));
        } else if wide > max {
            let kind = FaultKind::TooLong { what, found: wide, max, unit: Unit::Columns };
            self.fault(place.span(), kind);
        } else if text.chars().count() > MAX_STACKED * max {
            let found = text.chars().count();
            let max = MAX_STACKED * max;
            let kind = FaultKind::TooLong { what, found, max, unit: Unit::Characters };
            self.fault(place.span(), kind);
        }
    }

    /// A value that is sent or stands in a log: its number, a new one if it is new.
    pub(super) fn value(&mut self, text: &str, place: Place) -> Option<Value> {
        if let Some(value) = self.values.get(&spelling(text)) {
            return Some(*value);
        }
        let before = self.faults.len();
        self.short_text(
            Said::Value,
            text,
            text.chars().find(|c| is_unprintable(*c)),
            MAX_NAME,
            place,
        );
        if self.faults.len() > before {
            return None;
        }
        self.new_value(text.to_owned(), place)
    }

    /// A value that nobody has used yet.
    pub(super) fn fresh_value(&mut self, place: Place) -> Option<Value> {
        loop {
            let name = format!("m{}", self.next_fresh);
            self.next_fresh += 1;
            if !self.values.contains_key(&name) {
                return self.new_value(name, place);
            }
        }
    }

    fn new_value(&mut self, text: String, place: Place) -> Option<Value> {
        let number = self.names.values.len();
        if number >= MAX_VALUES {
            let kind =
                FaultKind::TooMany { what: List::Values, found: number + 1, max: MAX_VALUES };
            self.fault(place.span(), kind);
            return None;
        }
        self.names.values.push(text.clone());
        self.values.insert(spelling(&text), Value(number as u16));
        Some(Value(number as u16))
    }

    /// A value that must have been sent, or stand in a log at the start.
    pub(super) fn known_value(&mut self, text: &str, place: Place) -> Option<Value> {
        let found = self.values.get(&spelling(text)).copied();
        if found.is_none() {
            // Of very many values, the first are enough for a suggestion.
            let valid = self.names.values.iter().take(20).cloned().collect();
            self.unknown(Noun::Value, text, valid, place);
        }
        found
    }

    /// The scenario's title.
    pub(super) fn title(&mut self, text: &TextFile, place: Place) -> Text {
        self.bilingual(text, place, |checker, text, place| {
            let bad = text.chars().find(|c| is_unprintable(*c));
            checker.short_text(Said::Title, text, bad, MAX_TITLE, place);
            text.to_owned()
        })
    }

    /// The scenario's summary.
    pub(super) fn summary(&mut self, text: &TextFile, place: Place) -> Text {
        self.bilingual(text, place, |checker, text, place| {
            checker.long_text(Said::Summary, text, MAX_SUMMARY, place)
        })
    }

    /// A step's narration.
    pub(super) fn narration(
        &mut self,
        text: &TextFile,
        partition: PartitionId,
        place: Place,
    ) -> Narration {
        self.bilingual(text, place, |checker, text, place| {
            let text = checker.long_text(Said::Narration, text, MAX_SAY, place);
            checker.template(&text, partition, place)
        })
    }

    /// A step's question.
    pub(super) fn question(
        &mut self,
        text: &TextFile,
        partition: PartitionId,
        place: Place,
    ) -> Narration {
        self.bilingual(text, place, |checker, text, place| {
            let text = checker.long_text(Said::Question, text, MAX_QUESTION, place);
            checker.template(&text, partition, place)
        })
    }

    fn bilingual<T>(
        &mut self,
        text: &TextFile,
        place: Place,
        mut read: impl FnMut(&mut Self, &str, Place) -> T,
    ) -> crate::scenario::text::Bilingual<T> {
        let long = &text.0;
        let (en, zh) = match &long.zh {
            Some(zh) => {
                (read(self, &long.en, place.field("en")), Some(read(self, zh, place.field("zh"))))
            }
            None => (read(self, &long.en, place.field("en")), None),
        };
        crate::scenario::text::Bilingual::new(en, zh)
    }

    /// A text of several lines.
    fn long_text(&mut self, what: Said, text: &str, max: usize, place: Place) -> String {
        // An editor may have saved the file with Windows' line ends.
        let text = text.replace("\r\n", "\n");
        let found = text.chars().count();
        if let Some(found) = text.chars().find(|c| is_unprintable(*c) && *c != '\n') {
            self.fault(place.span(), FaultKind::Character { what, found });
        } else if found > max {
            let kind = FaultKind::TooLong { what, found, max, unit: Unit::Characters };
            self.fault(place.span(), kind);
        }
        text
    }

    fn template(&mut self, text: &str, partition: PartitionId, place: Place) -> Template {
        let mut parts: Vec<Part> = Vec::new();
        for part in cut_up(text) {
            match part {
                RawPart::Literal(text) => match parts.last_mut() {
                    Some(Part::Literal(before)) => before.push_str(text),
                    _ => parts.push(Part::Literal(text.to_owned())),
                },
                RawPart::Placeholder(inner) => match self.quantity(inner, partition) {
                    Ok(quantity) => parts.push(Part::Quantity(quantity)),
                    Err(kind) => self.fault(place.find(&format!("{{{inner}}}")), kind),
                },
                RawPart::LoneBrace(found) => {
                    let span = place.find(&found.to_string());
                    self.fault(span, FaultKind::LoneBrace { found });
                }
            }
        }
        Template::new(parts)
    }

    /// A quantity as a placeholder or a question writes it: `hw A`, `leo A on 1`.
    pub(super) fn quantity(
        &self,
        text: &str,
        partition: PartitionId,
    ) -> Result<Quantity, FaultKind> {
        let text = text.trim();
        let (about, partition) = match text.rsplit_once(" on ") {
            Some((about, number)) => match number.trim().parse::<u8>() {
                Ok(n) if usize::from(n) < self.assignment.len() => {
                    (about.trim_end(), PartitionId(n))
                }
                Ok(n) => {
                    let valid = (0..self.assignment.len()).map(|p| p.to_string()).collect();
                    return Err(unknown(Noun::Partition, &n.to_string(), valid));
                }
                // A value may have "on" in it.
                Err(_) => (text, partition),
            },
            None => (text, partition),
        };
        let (word, arguments) = about.split_once(char::is_whitespace).unwrap_or((about, ""));
        let arguments = arguments.trim();
        let Some(row) = WORDS.iter().find(|w| w.word == word) else {
            let valid = WORDS.iter().map(|w| w.word.to_owned()).collect();
            return Err(unknown(Noun::Quantity, word, valid));
        };
        let wants =
            |wants| FaultKind::Placeholder { found: clip(text), word: word.to_owned(), wants };
        let what = match row.arguments {
            Arguments::None(what) if arguments.is_empty() => what,
            Arguments::None(_) => return Err(wants(Wanted::Nothing)),
            _ if arguments.is_empty() => return Err(wants(row.arguments.wanted())),
            Arguments::Broker(what) => what(self.placeholder_broker(arguments)?),
            Arguments::Brokers(what) => {
                let (first, second) = arguments
                    .split_once(char::is_whitespace)
                    .ok_or_else(|| wants(row.arguments.wanted()))?;
                let first = self.placeholder_broker(first)?;
                what(first, self.placeholder_broker(second.trim())?)
            }
            Arguments::Value(what) => {
                let valid = || self.names.values.iter().take(20).cloned().collect();
                let value = self.values.get(&spelling(arguments));
                what(*value.ok_or_else(|| unknown(Noun::Value, arguments, valid()))?)
            }
            Arguments::Producer(what) => {
                let found = find(&self.names.producers, arguments);
                let valid = || self.names.producers.clone();
                let id = found.ok_or_else(|| unknown(Noun::Producer, arguments, valid()))?;
                what(crate::engine::ProducerId(id as u8))
            }
            Arguments::Consumer(what) => {
                let found = find(&self.names.consumers, arguments);
                let valid = || self.names.consumers.clone();
                let id = found.ok_or_else(|| unknown(Noun::Consumer, arguments, valid()))?;
                what(crate::engine::ConsumerId(id as u8))
            }
        };
        Ok(Quantity { what, partition })
    }

    fn placeholder_broker(&self, name: &str) -> Result<crate::engine::BrokerId, FaultKind> {
        let found = find(&self.names.brokers, name);
        let id = found.ok_or_else(|| unknown(Noun::Broker, name, self.names.brokers.clone()))?;
        Ok(crate::engine::BrokerId(id as u8))
    }
}

fn unknown(what: Noun, found: &str, valid: Vec<String>) -> FaultKind {
    FaultKind::Unknown { what, found: clip(found), inside: None, valid }
}
