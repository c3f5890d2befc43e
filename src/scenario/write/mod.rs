//! Writing a scenario down as the text of a file, which reads as the same scenario: what was done by
//! hand can be kept, sent and played again.
//!
//! What a file can say is said here once more, the other way round: `action` has what is done,
//! `start` the state at step 0. Comments are lost, and what a file leaves to the defaults may be
//! written out.

mod action;
mod start;

use std::fmt::Write;

use super::quantity::{Arguments, Quantity, WORDS};
use super::settings::{TABLE, Takes};
use super::text::{Bilingual, Narration, Part};
use super::{Branch, Scenario, Step};
use crate::command::Command;
use crate::engine::*;
use crate::lang::Lang;
use crate::names::Names;
use crate::notation;

/// The text of a file that says all that a scenario says.
pub fn scenario(scenario: &Scenario) -> String {
    let mut text = String::from("(\n");
    let mut field = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = writeln!(text, "    {name}: {value},");
        }
    };
    let Scenario { setup, names, .. } = scenario;
    field("title", Some(bilingual(&scenario.title, |title| quoted(title))));
    field("summary", scenario.summary.as_ref().map(|s| bilingual(s, |s| quoted(s))));
    field("release", Some(quoted(setup.rules.version())));
    field("brokers", Some(list(&names.brokers)));
    field("topic", Some(quoted(&names.topic)));
    let replicas = setup.assignment.iter().map(|replicas| brokers(names, replicas.iter().copied()));
    field("assignment", Some(in_brackets(replicas)));
    field("settings", settings(scenario));
    field("acks", scenario.acks.map(|acks| quoted(&notation::acks(acks))));
    field("producers", Some(list(&names.producers)));
    field("consumers", Some(list(&names.consumers)));
    field("controller", controller(setup.controller));
    field("start", start::start(&scenario.plan, names));
    if !scenario.steps.is_empty() {
        text += "    steps: [\n";
        for step in &scenario.steps {
            let _ = writeln!(text, "        {},", self::step(step, scenario));
        }
        text += "    ],\n";
    }
    if !scenario.branches.is_empty() {
        text += "    branches: [\n";
        for branch in &scenario.branches {
            text += &self::branch(branch, scenario);
        }
        text += "    ],\n";
    }
    text + ")\n"
}

/// A text between quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            c => out.push(c),
        }
    }
    out + "\""
}

fn in_brackets(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

fn list(names: &[String]) -> String {
    in_brackets(names.iter().map(|name| quoted(name)))
}

fn brokers(names: &Names, brokers: impl IntoIterator<Item = BrokerId>) -> String {
    in_brackets(brokers.into_iter().map(|broker| quoted(names.broker(broker))))
}

fn bilingual<T>(text: &Bilingual<T>, write: impl Fn(&T) -> String) -> String {
    match text.written_in(Lang::Zh) {
        None => write(text.en()),
        Some(zh) => format!("(en: {}, zh: {})", write(text.en()), write(zh)),
    }
}

fn settings(scenario: &Scenario) -> Option<String> {
    let given = scenario.given.iter().filter_map(|&(setting, value)| {
        let (_, name) = TABLE.iter().find(|(of, _)| *of == setting)?;
        let value = match setting.takes() {
            Takes::Bool => (value != 0).to_string(),
            Takes::Number(_) => value.to_string(),
            Takes::Word(words) => quoted(words.get(value as usize)?),
        };
        Some(format!("{}: {value}", quoted(name)))
    });
    let given: Vec<String> = given.collect();
    (!given.is_empty()).then(|| format!("{{{}}}", given.join(", ")))
}

fn controller(mode: ControllerMode) -> Option<String> {
    let ControllerMode { notices_at_once, tells_at_once, alters_at_once } = mode;
    let when = |at_once| if at_once { "AtOnce" } else { "ByStep" };
    (mode != ControllerMode::default()).then(|| {
        let (notices, tells) = (when(notices_at_once), when(tells_at_once));
        format!("(notices: {notices}, tells: {tells}, alters: {})", when(alters_at_once))
    })
}

fn step(step: &Step, scenario: &Scenario) -> String {
    let mut fields = Vec::new();
    if step.partition != PartitionId(0) {
        fields.push(format!("partition: {}", step.partition.0));
    }
    if !step.commands.is_empty() {
        fields.push(format!("do: {}", action::actions(&step.commands, scenario)));
    }
    let narration = |text: &Narration| {
        bilingual(text, |template| {
            let parts = template.parts().iter().map(|part| match part {
                Part::Literal(text) => text.replace('{', "{{").replace('}', "}}"),
                Part::Quantity(quantity) => {
                    format!("{{{}}}", self::quantity(quantity, step.partition, scenario))
                }
            });
            quoted(&parts.collect::<String>())
        })
    };
    fields.extend(step.say.as_ref().map(|say| format!("say: {}", narration(say))));
    if let Some(ask) = &step.ask {
        let hides = quoted(&quantity(&ask.hides, step.partition, scenario));
        fields.push(format!("ask: (text: {}, hides: {hides})", narration(&ask.text)));
    }
    for (name, expectations) in [("premise", &step.premise), ("expect", &step.expect)] {
        let mut sources: Vec<String> = expectations.iter().map(|e| e.source.clone()).collect();
        // One that names several values has been taken apart.
        sources.dedup();
        if !sources.is_empty() {
            fields.push(format!("{name}: {}", in_brackets(sources)));
        }
    }
    match &fields[..] {
        [] | [_] => format!("({})", fields.concat()),
        // What is told has lines of its own.
        _ => format!("(\n            {},\n        )", fields.join(",\n            ")),
    }
}

/// A quantity as a placeholder writes it, in a step that is about a partition.
fn quantity(quantity: &Quantity, partition: PartitionId, scenario: &Scenario) -> String {
    let Scenario { setup, names, .. } = scenario;
    let is = |what| what == quantity.what;
    let all = || setup.all_brokers().iter();
    let word = WORDS.iter().find_map(|row| {
        let about = match row.arguments {
            Arguments::None(what) => is(what).then(String::new),
            Arguments::Broker(what) => {
                all().find(|b| is(what(*b))).map(|b| names.broker(b).to_owned())
            }
            Arguments::Brokers(what) => all().find_map(|a| {
                let b = all().find(|b| is(what(a, *b)))?;
                Some(format!("{} {}", names.broker(a), names.broker(b)))
            }),
            Arguments::Value(what) => {
                let mut values = (0..names.values.len() as u16).map(Value);
                values.find(|value| is(what(*value))).map(|value| names.value(value))
            }
            Arguments::Producer(what) => (0..setup.producers)
                .map(ProducerId)
                .find(|p| is(what(*p)))
                .map(|p| names.producer(p).to_owned()),
            Arguments::Consumer(what) => (0..setup.consumers)
                .map(ConsumerId)
                .find(|c| is(what(*c)))
                .map(|c| names.consumer(c).to_owned()),
        };
        about.map(|about| format!("{} {about}", row.word).trim_end().to_owned())
    });
    let word = word.unwrap_or_default();
    // A value may have "on" in it.
    match quantity.partition == partition && !word.contains(" on ") {
        true => word,
        false => format!("{word} on {}", quantity.partition.0),
    }
}

fn branch(branch: &Branch, scenario: &Scenario) -> String {
    let mut text = format!("        (\n            name: {},\n", quoted(&branch.name));
    if !branch.note.is_empty() {
        let _ = writeln!(text, "            note: {},", quoted(&branch.note));
    }
    if let Some(of) = branch.of.and_then(|at| scenario.branches.get(at)) {
        let _ = writeln!(text, "            of: {},", quoted(&of.name));
    }
    let _ = writeln!(text, "            from: {},\n            steps: [", branch.from);
    for commands in &branch.steps {
        let partition = commands.iter().find_map(Command::partition).filter(|p| p.0 > 0);
        let partition = partition.map_or(String::new(), |p| format!("partition: {}, ", p.0));
        let actions = action::actions(commands, scenario);
        let _ = writeln!(text, "                ({partition}do: {actions}),");
    }
    text + "            ],\n        ),\n"
}
