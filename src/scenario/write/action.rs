//! What is done, as a step of a file says it.

use super::{brokers, in_brackets, quoted};
use crate::command::Command;
use crate::engine::*;
use crate::names::Names;
use crate::notation;
use crate::scenario::Scenario;
use crate::scenario::bounds::MAX_BURST;
use crate::scenario::check::CONTROLLER;
use crate::scenario::settings::{Setting, TABLE};

/// The actions of a step. The partition that they are about stands elsewhere in it.
pub(super) fn actions(commands: &[Command], scenario: &Scenario) -> String {
    in_brackets(commands.iter().map(|command| action(command, scenario)))
}

fn action(command: &Command, scenario: &Scenario) -> String {
    let names = &scenario.names;
    let of = |word: &str, broker: BrokerId| format!("{word}({})", quoted(names.broker(broker)));
    match command {
        Command::Event(event) => self::event(event, scenario),
        Command::Fetch { broker, .. } => of("Fetch", *broker),
        Command::Phase { broker, .. } => of("Phase", *broker),
        Command::CatchUp { broker, .. } => of("CatchUp", *broker),
        Command::Truncate { broker, .. } => of("Truncate", *broker),
        Command::Settle { .. } => "Settle".into(),
        Command::Burst { producer, values, .. } => {
            let by = quoted(names.producer(*producer));
            // By hand, more may be sent at once than a file may say at once.
            let bursts = values.chunks(MAX_BURST).map(|values| {
                let values = in_brackets(values.iter().map(|v| quoted(&names.value(*v))));
                format!("Burst(values: {values}, by: {by})")
            });
            bursts.collect::<Vec<_>>().join(", ")
        }
        Command::NextDue => "NextDue".into(),
    }
}

/// Every event has its line here: one that could not be written down does not compile.
fn event(event: &Event, scenario: &Scenario) -> String {
    let names = &scenario.names;
    let of = |word: &str, broker: BrokerId| format!("{word}({})", quoted(names.broker(broker)));
    match *event {
        Event::Send { producer, partition: _, value, to } => {
            let value = quoted(&names.value(value));
            let by =
                (producer.0 > 0).then(|| format!(", by: {}", quoted(names.producer(producer))));
            let to = to.map(|to| format!(", to: {}", quoted(names.broker(to))));
            match (by, to) {
                (None, None) => format!("Send({value})"),
                (by, to) => {
                    format!(
                        "Send(value: {value}{}{})",
                        by.unwrap_or_default(),
                        to.unwrap_or_default()
                    )
                }
            }
        }
        Event::Consume { consumer, partition: _, from } => {
            let by = quoted(names.consumer(consumer));
            match from {
                None => format!("Consume({by})"),
                Some(from) => format!("Consume(by: {by}, from: {})", quoted(names.broker(from))),
            }
        }
        Event::Seek { consumer, partition: _, to } => {
            let word = match to {
                Whence::Beginning => "SeekToBeginning",
                Whence::End => "SeekToEnd",
            };
            format!("{word}({})", quoted(names.consumer(consumer)))
        }
        Event::Request { broker, partition: _ } => of("Request", broker),
        Event::Serve { broker, partition: _ } => of("Serve", broker),
        Event::Reply { broker, partition: _ } => of("Reply", broker),
        Event::Kill { broker } => of("Kill", broker),
        Event::PowerLoss { brokers: struck, noticed } => {
            let word = if noticed { "PowerLoss" } else { "PowerLossUnnoticed" };
            format!("{word}({})", brokers(names, struck.iter()))
        }
        Event::Stop { broker } => of("Stop", broker),
        Event::Start { broker } => of("Start", broker),
        Event::RestartUnnoticed { broker } => of("RestartUnnoticed", broker),
        Event::Wipe { broker } => of("Wipe", broker),
        Event::Flush { broker } => of("Flush", broker),
        Event::CheckpointHw { broker } => of("CheckpointHw", broker),
        Event::Advance { ms } => format!("Advance({ms})"),
        Event::ElectPreferred { partition: _ } => "ElectPreferred".into(),
        Event::ElectUnclean { partition: _ } => "ElectUnclean".into(),
        Event::SetAcks { producer, acks } => {
            let (acks, of) = (quoted(&notation::acks(acks)), quoted(names.producer(producer)));
            format!("Acks(acks: {acks}, of: {of})")
        }
        Event::SetMinIsr(n) => set(Setting::MinIsr, n.to_string()),
        Event::SetUnclean(on) => set(Setting::Unclean, on.to_string()),
        Event::Notice { broker } => of("Notice", broker),
        Event::Tell { broker } => of("Tell", broker),
        Event::HoldWords { broker } => of("HoldWords", broker),
        Event::ReleaseWords { broker } => of("ReleaseWords", broker),
        Event::Alter { broker, partition: _ } => of("Alter", broker),
        Event::Altered { broker, partition: _ } => of("Altered", broker),
        Event::Pause { broker } => of("Pause", broker),
        Event::Resume { broker } => of("Resume", broker),
        Event::Cut { link } => format!("Cut({})", ends(link, names)),
        Event::Heal { link } => format!("Heal({})", ends(link, names)),
        Event::Lose { broker, partition: _ } => of("Lose", broker),
        Event::LoseAlter { broker, partition: _ } => of("LoseAlter", broker),
        Event::EndWait { broker, partition: _ } => of("EndWait", broker),
        Event::FallBehind { broker, partition: _, follower } => {
            let (follower, leader) = (names.broker(follower), names.broker(broker));
            format!("FallBehind({}, {})", quoted(follower), quoted(leader))
        }
        Event::LoseAnswer { producer } => {
            format!("LoseAnswer({})", quoted(names.producer(producer)))
        }
        Event::MoveLeader { partition: _, to } => of("MoveLeader", to),
        Event::Reassign { partition: _, to } => {
            format!("Reassign({})", brokers(names, to.iter().copied()))
        }
    }
}

/// The two ends of a link. The broker comes first: it is found whatever else is called like it.
fn ends(link: Link, names: &Names) -> String {
    let (broker, other) = match link {
        Link::Brokers(a, b) => (a, names.broker(b)),
        Link::Controller(broker) => (broker, CONTROLLER),
        Link::Producer(producer, broker) => (broker, names.producer(producer)),
        Link::Consumer(consumer, broker) => (broker, names.consumer(consumer)),
    };
    format!("{}, {}", quoted(names.broker(broker)), quoted(other))
}

fn set(setting: Setting, value: String) -> String {
    let name = TABLE.iter().find(|(of, _)| *of == setting).map_or("", |(_, name)| name);
    format!("Set({}, {value})", quoted(name))
}
