//! What is wrong with a scenario file, in English.

use std::io::ErrorKind;

use super::English;
use crate::glyphs::Glyphs;
use crate::lang::{Context, EventWords, FaultWords};
use crate::scenario::fault::{
    Contradiction, Expected, FaultKind, Figure, Form, Found, Inside, Kind, List, Noun, Said, Takes,
    Unit, Wanted, nearest,
};

impl FaultWords for English {
    fn fault(&self, fault: &FaultKind) -> String {
        match fault {
            FaultKind::Unreadable { kind, message } => {
                let why = match kind {
                    ErrorKind::NotFound => "it does not exist",
                    ErrorKind::PermissionDenied => "you may not read it",
                    ErrorKind::IsADirectory => "it is a folder",
                    _ => message,
                };
                format!("can't read the file: {why}")
            }
            FaultKind::NotAFile => "this is not a file, but a pipe, a socket or a device".into(),
            FaultKind::FileTooLarge { max } => format!("the file is larger than {max} bytes"),
            FaultKind::NotUtf8 { byte } => {
                format!("the file is not UTF-8: byte {byte:#04x} can't stand here")
            }
            FaultKind::Form(form) => self::form(form),
            FaultKind::Unknown { what, found, inside, .. } => {
                format!("there is no {} {found:?}{}", noun(*what), within(inside))
            }
            FaultKind::Missing { field, inside } => {
                format!("the field {field:?} is missing{}", within(inside))
            }
            FaultKind::Twice { what, found, inside } => {
                let article = if *what == Noun::Field { "the " } else { "" };
                format!("{article}{} {found:?} is named twice{}", noun(*what), within(inside))
            }
            FaultKind::EmptyText(text) => format!("{} may not be empty", said(*text)),
            FaultKind::EmptyList(what) => format!("{} may not be empty", list(*what)),
            FaultKind::TooMany { what, found, max } => {
                format!("{found} {}: at most {max} are possible", members(*what))
            }
            FaultKind::TooLong { what, found, max, unit } => {
                let unit = match unit {
                    Unit::Columns => "columns",
                    Unit::Characters => "characters",
                };
                format!("{} takes {found} {unit}: at most {max} are possible", said(*what))
            }
            FaultKind::OutOfBounds { what, found, min, max } => {
                let what = match what {
                    Figure::Setting(name) => name,
                    Figure::Field(name) => *name,
                    Figure::LeaderEpoch => "a leader epoch",
                    Figure::RemoteLeo => "a remote LEO",
                    Figure::BurstCount => "the number of records in a burst",
                    Figure::Time => "the time that passes up to here, in ms,",
                };
                format!("{what} is {found}: it must be from {min} to {max}")
            }
            FaultKind::WrongValue { what, takes, found } => {
                let takes = match takes {
                    Takes::Bool => "true or false".to_owned(),
                    Takes::Number => "a whole number".to_owned(),
                    Takes::Acks => {
                        "\"all\", 0, 1, or in 0.8.2 a number of replicas up to 9".to_owned()
                    }
                    Takes::Word(words) => format!("\"{}\"", words.join("\" or \"")),
                };
                format!("{what} takes {takes}, not {found}")
            }
            FaultKind::Character { what, found } => format!(
                "{} may not contain U+{:04X}, {}",
                said(*what),
                u32::from(*found),
                character(*found)
            ),
            FaultKind::Placeholder { found, word, wants } => {
                let wants = match wants {
                    Wanted::Nothing => "nothing behind it",
                    Wanted::Broker => "a broker",
                    Wanted::TwoBrokers => "two brokers",
                    Wanted::Value => "a value",
                    Wanted::Producer => "a producer",
                    Wanted::Consumer => "a consumer",
                };
                format!("{{{found}}} is no placeholder: {word:?} wants {wants}")
            }
            FaultKind::LoneBrace { found } => format!("this {found:?} is half of a placeholder"),
            FaultKind::KeyTaken { key, action, taken_by, place: Some(_) } => {
                format!("{key:?} can't be both {taken_by} and {action}")
            }
            FaultKind::KeyTaken { key, action, taken_by, place: None } => {
                format!("{key:?} can't be {action}: by default it is {taken_by}")
            }
            FaultKind::KeyFixed { key, action } => format!("{key:?} is always {action}"),
            FaultKind::ActionFixed { action, keys } => format!("{action} is always {keys}"),
            FaultKind::Contradiction(what) => contradiction(what),
            FaultKind::Impossible { step, refusal, cast } => {
                let cx = Context::new(&cast.names, &cast.setup, &Glyphs::UNICODE);
                format!("step {step} can't happen: {}", self.refusal(&cx, *refusal))
            }
        }
    }

    fn fault_help(&self, fault: &FaultKind) -> Option<String> {
        match fault {
            FaultKind::Form(form) => form_help(form).map(str::to_owned),
            FaultKind::Contradiction(what) => contradiction_help(what),
            FaultKind::Unknown { found, valid, .. } => Some(match nearest(found, valid) {
                _ if valid.is_empty() => "there is none".into(),
                Some(near) if valid.len() > 1 => {
                    format!("did you mean {near:?}? There are: {}", valid.join(", "))
                }
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("there are: {}", valid.join(", ")),
            }),
            FaultKind::Placeholder { .. } | FaultKind::LoneBrace { .. } => Some(
                "a placeholder reads {hw A}; write {{ and }} for braces that stand for themselves"
                    .into(),
            ),
            FaultKind::KeyTaken { taken_by, place: None, .. } => {
                Some(format!("give {taken_by} other keys too, or none: {taken_by:?}: []"))
            }
            FaultKind::NotAFile => {
                Some("`run -` and `check -` read the standard input, which may be a pipe".into())
            }
            FaultKind::NotUtf8 { .. } => Some("save the file as UTF-8".into()),
            FaultKind::Unreadable { .. }
            | FaultKind::FileTooLarge { .. }
            | FaultKind::Missing { .. }
            | FaultKind::Twice { .. }
            | FaultKind::EmptyText(_)
            | FaultKind::EmptyList(_)
            | FaultKind::TooMany { .. }
            | FaultKind::TooLong { .. }
            | FaultKind::OutOfBounds { .. }
            | FaultKind::WrongValue { .. }
            | FaultKind::Character { .. }
            | FaultKind::KeyTaken { .. }
            | FaultKind::KeyFixed { .. }
            | FaultKind::ActionFixed { .. }
            | FaultKind::Impossible { .. } => None,
        }
    }

    fn faults(&self, count: usize, file: &str) -> String {
        format!("{count} faults in {file}")
    }
}

fn noun(noun: Noun) -> &'static str {
    match noun {
        Noun::Release => "release",
        Noun::Broker => "broker",
        Noun::Producer => "producer",
        Noun::Consumer => "consumer",
        Noun::Partition => "partition",
        Noun::End => "end of a link",
        Noun::Setting => "setting",
        Noun::Value => "value",
        Noun::KafkaError => "Kafka error",
        Noun::Property => "property",
        Noun::Verdict => "verdict",
        Noun::Branch => "branch",
        Noun::Quantity => "quantity",
        Noun::Field => "field",
        Noun::Action => "action",
        Noun::Expectation => "expectation",
        Noun::Choice => "choice",
        Noun::Language => "language",
        Noun::Theme => "theme",
        Noun::SignSet => "set of signs",
        Noun::Key => "key",
    }
}

fn within(inside: &Option<Inside>) -> String {
    inside.as_ref().map(|inside| format!(" in {}", place(inside))).unwrap_or_default()
}

fn place(inside: &Inside) -> String {
    match inside {
        Inside::Scenario => "the scenario".into(),
        Inside::Configuration => "the configuration".into(),
        Inside::Start => "`start`".into(),
        Inside::Controller => "`controller`".into(),
        Inside::Ask => "`ask`".into(),
        Inside::Step => "a step".into(),
        Inside::Partition => "a partition".into(),
        Inside::Replica => "a replica".into(),
        Inside::Text => "a text".into(),
        Inside::Record => "a record".into(),
        Inside::Action => "an action".into(),
        Inside::Expectation => "an expectation".into(),
        Inside::Arguments(name) => format!("{name}(…)"),
        Inside::Assignment => "this assignment".into(),
        Inside::List => "this list".into(),
    }
}

fn said(text: Said) -> &'static str {
    match text {
        Said::BrokerName => "a broker's name",
        Said::ProducerName => "a producer's name",
        Said::ConsumerName => "a consumer's name",
        Said::TopicName => "the topic's name",
        Said::Value => "a value",
        Said::Title => "the title",
        Said::Summary => "the summary",
        Said::Narration => "narration",
        Said::Question => "a question",
        Said::BranchName => "a branch's name",
        Said::Note => "a note",
    }
}

/// A list that is empty.
fn list(list: List) -> &'static str {
    match list {
        List::Brokers => "brokers",
        List::Producers => "the list of producers",
        List::Consumers => "the list of consumers",
        List::Partitions => "the assignment",
        List::Replicas => "a partition's list of replicas",
        List::Records => "a log",
        List::Values => "the list of values",
        List::Burst => "a burst",
        List::Steps => "the list of steps",
        List::Actions => "the list of actions",
        List::Expectations => "the list of expectations",
        List::Branches => "the list of branches",
    }
}

/// What there are too many of.
fn members(list: List) -> &'static str {
    match list {
        List::Brokers => "brokers",
        List::Producers => "producers",
        List::Consumers => "consumers",
        List::Partitions => "partitions",
        List::Replicas => "replicas",
        List::Records => "records",
        List::Values => "different values",
        List::Burst => "records in a burst",
        List::Steps => "steps",
        List::Actions => "actions",
        List::Expectations => "expectations",
        List::Branches => "branches",
    }
}

fn character(c: char) -> &'static str {
    match c {
        '\t' => "a tab",
        '\n' => "a line break",
        c if c.is_control() => "a control character",
        '\u{2028}' | '\u{2029}' => "a line or paragraph separator",
        '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{061C}'
        | '\u{200E}'
        | '\u{200F}' => "which turns the direction of the text",
        c if c.is_whitespace() => "white space",
        '{' | '}' => "a brace",
        _ => "which can't be seen",
    }
}

fn form(form: &Form) -> String {
    match form {
        Form::Empty => "the file is empty".into(),
        Form::NotClosed { bracket } => format!("this {bracket} is not closed"),
        Form::ClosingQuote => "the closing \" of this text seems to be missing".into(),
        Form::TextWithoutEnd => "this text has no closing \"".into(),
        Form::CommentWithoutEnd => "a comment has no end".into(),
        Form::Expected { expected, .. } => format!("expected {}", self::expected(expected)),
        Form::Misplaced { .. } => "this can't stand here".into(),
        Form::WrongKind { expected: Kind::Plain, found } => {
            format!("{} can't stand here", self::found(found))
        }
        Form::WrongKind { expected, found } => {
            format!("expected {}, found {}", kind(*expected), self::found(found))
        }
        Form::Arguments { name, wanted, found } => {
            format!("{name} takes {wanted} arguments, not {found}")
        }
        Form::Length { wanted, found } => format!("expected {wanted} values in ( ), found {found}"),
        Form::Number => "this number is below 0, or larger than any that is possible here".into(),
        Form::Digit => "this can't stand in a number".into(),
        Form::Escape => "a text knows no such \\ sequence".into(),
        Form::NoCharacter { code } => format!("U+{code:04X} is no character"),
        Form::Trailing => "the file should have ended before this".into(),
        Form::TooDeep => "this is nested too deeply".into(),
        Form::Extension { name } => format!("RON has no extension {name:?}"),
        Form::Other(message) => format!("RON: {message}"),
    }
}

fn form_help(form: &Form) -> Option<&'static str> {
    const ASCII: &str = "outside of texts, punctuation is ASCII: , : ( ) [ ] { } \"";
    match form {
        Form::Empty => Some("docs/scenario-format.md begins with a small scenario"),
        Form::ClosingQuote => {
            Some("a text may go over several lines, but this one ends in an odd place")
        }
        Form::Escape => Some("there are \\\" \\\\ \\n and \\u{6c34}"),
        Form::NoCharacter { .. } => {
            Some("a character has one number, even where other formats write it as a pair")
        }
        Form::Misplaced { full_width: true } | Form::Expected { full_width: true, .. } => {
            Some(ASCII)
        }
        Form::Expected { expected, .. } => match expected {
            Expected::Comma => Some("before this, a comma is missing"),
            Expected::Fields(Inside::Scenario | Inside::Configuration) => {
                Some("a file begins with ( and ends with )")
            }
            Expected::Parenthesis => Some("there may be an argument too many"),
            Expected::Number
            | Expected::Bool
            | Expected::Text
            | Expected::List
            | Expected::Map
            | Expected::Arguments
            | Expected::Fields(_)
            | Expected::Name
            | Expected::Colon
            | Expected::Bracket
            | Expected::Brace => None,
        },
        Form::NotClosed { .. }
        | Form::TextWithoutEnd
        | Form::CommentWithoutEnd
        | Form::Misplaced { .. }
        | Form::WrongKind { .. }
        | Form::Arguments { .. }
        | Form::Length { .. }
        | Form::Number
        | Form::Digit
        | Form::Trailing
        | Form::TooDeep
        | Form::Extension { .. }
        | Form::Other(_) => None,
    }
}

fn expected(expected: &Expected) -> String {
    match expected {
        Expected::Number => "a whole number from 0 on".into(),
        Expected::Bool => "true or false".into(),
        Expected::Text => "a text in double quotes".into(),
        Expected::List => "a list in [ ]".into(),
        Expected::Map => "a map in { }".into(),
        Expected::Arguments => "arguments in ( )".into(),
        Expected::Fields(what) => format!("{} in ( )", place(what)),
        Expected::Name => "a name".into(),
        Expected::Comma => "a comma".into(),
        Expected::Colon => "a colon and a value".into(),
        Expected::Parenthesis => "the closing )".into(),
        Expected::Bracket => "the closing ]".into(),
        Expected::Brace => "the closing }".into(),
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "a text, or (en: \"…\", zh: \"…\")",
        Kind::Record => "a value, or (offset: 0, epoch: 0, value: \"…\")",
        Kind::Send => "a value, as in Send(\"m1\"), or Send(value: \"m1\", by: \"p1\")",
        Kind::Burst => "a number, as in Burst(5), or values, as in Burst([\"m1\", \"m2\"])",
        Kind::Acks => "acks, as in Acks(\"all\"), or Acks(acks: \"all\", of: \"p1\")",
        Kind::Consume => "a consumer, as in Consume(\"c1\"), or Consume(by: \"c1\", from: \"A\")",
        Kind::Values => "a value, or values in [ ]",
        Kind::Scalar => "a whole number from 0 on, true, false, or a text",
        Kind::Map => "a map in { }",
        Kind::Plain => "something else",
    }
}

fn found(found: &Found) -> String {
    match found {
        Found::Number(number) => format!("the number {number}"),
        Found::Bool(value) => value.clone(),
        Found::Text(text) => format!("the text {text}"),
        Found::Character(c) => format!("the character {c}"),
        Found::List => "a list".into(),
        Found::Fields => "fields".into(),
        Found::Option => "(), Some(…) or None".into(),
        Found::Other => "something else".into(),
    }
}

fn contradiction(what: &Contradiction) -> String {
    match what {
        Contradiction::ReplicationFactor { replicas, brokers } => {
            format!("the replication factor is {replicas}, and there are only {brokers} brokers")
        }
        Contradiction::NoReplica { broker, partition, .. } => {
            format!("{broker} has no replica of partition {partition}")
        }
        Contradiction::NoIdempotence(release) => {
            format!("{release} has no idempotent producers: they came with 0.11")
        }
        Contradiction::IdempotenceAcks => "an idempotent producer needs acks \"all\"".into(),
        Contradiction::IdempotenceRetries => "an idempotent producer needs retries above 0".into(),
        Contradiction::NeverChanges(name) => {
            format!("{name} never changes: there is nothing to expect")
        }
        Contradiction::Fixed(name) => format!("{name} can't change while the cluster runs"),
        Contradiction::CountOrValues => "a burst has either a count or values".into(),
        Contradiction::PreferredDown { broker, partition } => {
            format!("{broker} leads partition {partition} and is down")
        }
        Contradiction::LeaderDown(broker) => format!("{broker} leads and is down"),
        Contradiction::LeaderNotInIsr(broker) => format!("{broker} leads and is not in the ISR"),
        Contradiction::HwWhileDown => "a broker that is down has no HW in memory".into(),
        Contradiction::Offset { found, expected, .. } => {
            format!("offset {found} does not follow: here stands {expected}")
        }
        Contradiction::EpochFalls { found, before } => {
            format!("epoch {found} does not follow: the record before has {before}")
        }
        Contradiction::EpochNotBegun { found, .. } => format!("epoch {found} has not begun"),
        Contradiction::EntryOrder { epoch, start } => {
            format!("the entry ({epoch}, {start}) does not follow the one before it")
        }
        Contradiction::EntryNotBegun { found, current } => {
            format!("epoch {found} has not begun: the partition's epoch is {current}")
        }
        Contradiction::EntryBeyondLog { epoch, start, leo } => {
            format!("epoch {epoch} begins at {start}, beyond the end of the log: the LEO is {leo}")
        }
        Contradiction::RemoteOfFollower => "only the leader knows remote LEOs".into(),
        Contradiction::RemoteOfItself(broker) => {
            format!("{broker} leads: remote LEOs are those of its followers")
        }
    }
}

fn contradiction_help(what: &Contradiction) -> Option<String> {
    Some(match what {
        Contradiction::NoReplica { replicas, .. } => {
            format!("its replicas are on {}", replicas.join(", "))
        }
        Contradiction::Fixed(_) => "give it in the scenario's `settings`; min.insync.replicas and \
                                    unclean.leader.election.enable can change"
            .into(),
        Contradiction::PreferredDown { partition, .. } => {
            format!("say under `partitions: {{ {partition}: (…) }}` who leads")
        }
        Contradiction::LeaderDown(_) => "leave `leader` out where nobody leads".into(),
        Contradiction::HwWhileDown => "`hw_on_disk` is what it starts with".into(),
        Contradiction::Offset { first: true, .. } => {
            "the first record stands at `log_start`, 0 if none is given".into()
        }
        Contradiction::Offset { first: false, .. } => "offsets rise by one, without gaps".into(),
        Contradiction::EpochFalls { .. } => "epochs do not fall along a log".into(),
        Contradiction::EpochNotBegun { current, .. } => {
            format!("the partition's epoch is {current}")
        }
        Contradiction::EntryOrder { .. }
        | Contradiction::EntryNotBegun { .. }
        | Contradiction::EntryBeyondLog { .. } => {
            "entries are (epoch, start offset), oldest first".into()
        }
        Contradiction::ReplicationFactor { .. }
        | Contradiction::NoIdempotence(_)
        | Contradiction::IdempotenceAcks
        | Contradiction::IdempotenceRetries
        | Contradiction::NeverChanges(_)
        | Contradiction::CountOrValues
        | Contradiction::LeaderNotInIsr(_)
        | Contradiction::RemoteOfFollower
        | Contradiction::RemoteOfItself(_) => return None,
    })
}
