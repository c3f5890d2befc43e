//! From a file that has the right form to a scenario that makes sense.
//!
//! The file and its [`Outline`] are walked side by side: the one gives the values, the other says
//! where they stand. Every fault is collected, not just the first.

mod branches;
mod cluster;
mod expectations;
mod start;
mod steps;
mod texts;

use std::collections::HashMap;

use super::bounds::MAX_FAULTS;
use super::fault::{Contradiction, Fault, FaultKind, Noun};
use super::outline::{Outline, Place, Span};
use super::rehearse::rehearse;
use super::report::Report;
use super::schema::ScenarioFile;
use super::settings::Setting;
use super::start::Plan;
use super::text::spelling;
use super::{Scenario, Step, syntax};
use crate::engine::*;
use crate::file::clip;
use crate::names::Names;

pub use steps::CONTROLLER;

/// Reads and checks a file's text.
pub fn scenario(name: &str, source: &str) -> Result<Scenario, Report> {
    let report = |faults| Report::new(name, source, faults);
    let file = syntax::read(source).map_err(|fault| report(vec![fault]))?;
    let outline = Outline::new(source);
    let mut checker = Checker::new(source);
    let scenario = checker.scenario(&file, outline.root());
    match scenario {
        Some(scenario) => match rehearse(&scenario, &checker.actions) {
            None => Ok(scenario),
            Some(fault) => Err(report(vec![fault])),
        },
        None => Err(report(checker.faults)),
    }
}

/// Reads and checks a step as it stands in a file, in the words of a cluster that is there already.
pub fn step(
    name: &str,
    source: &str,
    names: &Names,
    assignment: &[Vec<BrokerId>],
) -> Result<Step, Report> {
    let source = format!("(title: \"\", release: \"\", brokers: [], steps: [\n{source}\n])");
    let report = |faults| Report::new(name, &source, faults);
    let file: ScenarioFile = syntax::read(&source).map_err(|fault| report(vec![fault]))?;
    let outline = Outline::new(&source);
    let mut checker = Checker::new(&source);
    let values = names.values.iter().zip(0..).map(|(text, at)| (spelling(text), Value(at)));
    checker.values = values.collect();
    checker.names = names.clone();
    checker.assignment = assignment.to_vec();
    let (mut steps, _) = checker.steps(&file.steps, &[], outline.root());
    match (checker.faults.is_empty(), steps.pop()) {
        (true, Some(step)) => Ok(step),
        _ => Err(report(checker.faults)),
    }
}

/// The place of a name among others, however its accents are written.
fn find(names: &[String], name: &str) -> Option<usize> {
    let name = spelling(name);
    names.iter().position(|other| spelling(other) == name)
}

/// What has been understood so far.
struct Checker<'s> {
    source: &'s str,
    faults: Vec<Fault>,
    names: Names,
    /// The numbers of the values by their spelling, to look them up fast.
    values: HashMap<String, Value>,
    /// No value called `m` and a number below this one is free.
    next_fresh: usize,
    /// The replicas of each partition, as far as their names are known.
    assignment: Vec<Vec<BrokerId>>,
    /// The brokers that the script moves a partition to, by partition.
    moves: Vec<(u8, String)>,
    /// The bytes of each action, by step, those of the branches behind the script's, for faults that
    /// only a rehearsal finds.
    actions: Vec<Vec<Span>>,
}

impl<'s> Checker<'s> {
    fn new(source: &'s str) -> Self {
        Checker {
            source,
            faults: Vec::new(),
            names: Names {
                topic: String::new(),
                brokers: Vec::new(),
                producers: Vec::new(),
                consumers: Vec::new(),
                values: Vec::new(),
            },
            values: HashMap::new(),
            next_fresh: 1,
            assignment: Vec::new(),
            moves: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// `None` only where there are faults.
    fn scenario(&mut self, file: &ScenarioFile, place: Place) -> Option<Scenario> {
        let title = self.title(&file.title, place.field("title"));
        let summary = file.summary.as_ref().map(|s| self.summary(s, place.field("summary")));
        let rules = self.release(&file.release, place.field("release"));
        self.brokers(&file.brokers, place.field("brokers"));
        self.topic(file.topic.as_deref(), place.field("topic"));
        self.clients(file, place);
        self.assignment(file.assignment.as_deref(), place);
        let given = self.settings(&file.settings, place.field("settings"));
        let acks = file.acks.as_ref().and_then(|acks| self.acks(acks, place.field("acks")));
        self.idempotence(rules, &given, acks, place);
        let plan = match &file.start {
            Some(start) => self.start(start, place.field("start")),
            None => Plan::default(),
        };
        let (steps, branches) = self.steps(&file.steps, &file.branches, place);
        let controller = cluster::controller(file.controller.as_ref());
        if !self.faults.is_empty() {
            return None;
        }
        let parts = super::Parts {
            title,
            summary,
            names: std::mem::replace(&mut self.names, Names::plain(0)),
            given,
            acks,
            plan,
            controller,
            assignment: std::mem::take(&mut self.assignment),
            steps,
            branches,
        };
        Some(Scenario::assemble(rules?, parts))
    }

    fn fault(&mut self, span: Span, kind: FaultKind) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(Fault { kind, span: Some(span) });
        }
    }

    fn contradiction(&mut self, span: Span, what: Contradiction) {
        self.fault(span, FaultKind::Contradiction(what));
    }

    /// The line of a place, counted from 1.
    fn line(&self, place: &Place) -> usize {
        self.source[..place.span().start].matches('\n').count() + 1
    }

    fn broker(&mut self, name: &str, place: Place) -> Option<BrokerId> {
        let found = find(&self.names.brokers, name);
        if found.is_none() {
            let valid = self.names.brokers.clone();
            self.unknown(Noun::Broker, name, valid, place);
        }
        Some(BrokerId(found? as u8))
    }

    /// A broker that has a replica of a partition, or is given one by the script.
    fn replica(&mut self, name: &str, partition: PartitionId, place: Place) -> Option<BrokerId> {
        let broker = self.broker(name, place)?;
        let replicas = self.assignment.get(partition.index())?;
        let moved = |(number, to): &(u8, String)| *number == partition.0 && to == name;
        if !replicas.contains(&broker) && !self.moves.iter().any(moved) {
            let replicas = replicas.iter().map(|b| self.names.broker(*b).to_owned()).collect();
            let (broker, partition) = (name.to_owned(), partition.0);
            self.contradiction(
                place.span(),
                Contradiction::NoReplica { broker, partition, replicas },
            );
            return None;
        }
        Some(broker)
    }

    fn producer(&mut self, name: &str, place: Place) -> Option<ProducerId> {
        let found = find(&self.names.producers, name);
        if found.is_none() {
            let valid = self.names.producers.clone();
            self.unknown(Noun::Producer, name, valid, place);
        }
        Some(ProducerId(found? as u8))
    }

    fn consumer(&mut self, name: &str, place: Place) -> Option<ConsumerId> {
        let found = find(&self.names.consumers, name);
        if found.is_none() {
            let valid = self.names.consumers.clone();
            self.unknown(Noun::Consumer, name, valid, place);
        }
        Some(ConsumerId(found? as u8))
    }

    fn partition(&mut self, number: u8, place: Place) -> Option<PartitionId> {
        let count = self.assignment.len();
        if usize::from(number) < count {
            return Some(PartitionId(number));
        }
        let valid = (0..count).map(|p| p.to_string()).collect();
        self.unknown(Noun::Partition, &number.to_string(), valid, place);
        None
    }

    fn unknown(&mut self, what: Noun, found: &str, valid: Vec<String>, place: Place) {
        let found = clip(found);
        self.fault(place.span(), FaultKind::Unknown { what, found, inside: None, valid });
    }

    /// A setting by its name, and its value as a number.
    fn setting(
        &mut self,
        name: &str,
        value: &super::schema::Scalar,
        key: Span,
        place: Place,
    ) -> Option<(Setting, u32)> {
        let Some(setting) = Setting::find(name) else {
            let valid = super::settings::TABLE.iter().map(|(_, n)| (*n).to_owned()).collect();
            let found = clip(name);
            self.fault(key, FaultKind::Unknown { what: Noun::Setting, found, inside: None, valid });
            return None;
        };
        match setting.value(name, value) {
            Ok(value) => Some((setting, value)),
            Err(kind) => {
                self.fault(place.span(), kind);
                None
            }
        }
    }
}
