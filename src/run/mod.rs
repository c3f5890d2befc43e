//! `replicascope run`: plays a scenario without a terminal, as text for people or as JSON for
//! programs, and says whether its expectations held.

pub mod json;
mod text;

use std::io::{self, Write};

use crate::command::Command;
use crate::compare::{Remark, tell};
use crate::engine::{Cluster, Effects, Refusal};
use crate::glyphs::Glyphs;
use crate::lang::{Context, Lang};
use crate::replay;
use crate::scenario::{Narration, Scenario, Step, ToldFailure};
use crate::timeline::{Node, Timeline};

/// How a scenario is played.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The last step to play; `None` plays them all.
    pub until: Option<usize>,
    /// As JSON rather than as text.
    pub json: bool,
    /// As text: why the last step left things as they are, at its end.
    pub why: bool,
    /// In which language.
    pub lang: Lang,
    /// With which signs.
    pub glyphs: &'static Glyphs,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            until: None,
            json: false,
            why: false,
            lang: Lang::default(),
            glyphs: &Glyphs::UNICODE,
        }
    }
}

/// What became of the expectations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// How many steps were played.
    pub steps: usize,
    /// How many expectations held.
    pub held: usize,
    /// Those that did not, each with its step.
    pub failures: Vec<(usize, ToldFailure)>,
}

/// An expectation with what became of it.
struct Check<'a> {
    expectation: &'a str,
    line: usize,
    failure: Option<ToldFailure>,
}

/// A step that was played, with everything there is to say about it.
struct Played<'a> {
    number: usize,
    node: &'a Node,
    say: Option<String>,
    ask: Option<String>,
    /// The state before each event of the step.
    before: Vec<Cluster>,
    checks: Vec<Check<'a>>,
}

/// Writes a text.
///
/// # Errors
/// What the writer says. A pipe that was closed is no error: whoever reads has read enough.
pub fn all_written(mut out: impl Write, text: &[u8]) -> io::Result<()> {
    unless_closed(out.write_all(text).and_then(|()| out.flush()))
}

/// What came of writing. A pipe that was closed is no error: whoever reads has read enough.
///
/// # Errors
/// Any other.
pub fn unless_closed(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// A scenario that has been played.
pub struct Run<'a> {
    scenario: &'a Scenario,
    timeline: Timeline,
    options: Options,
}

impl<'a> Run<'a> {
    /// Plays a scenario.
    pub fn new(scenario: &'a Scenario, options: Options) -> Self {
        let steps = options.until.unwrap_or(usize::MAX).min(scenario.steps.len());
        let timeline = replay::play(scenario, steps);
        Run { scenario, timeline, options }
    }

    /// What became of the expectations of the steps that were played.
    pub fn outcome(&self) -> Outcome {
        let mut outcome = Outcome { steps: self.timeline.script_len(), ..Outcome::default() };
        for (number, step, node) in self.steps() {
            for check in self.checks(step, node) {
                match check.failure {
                    None => outcome.held += 1,
                    Some(failure) => outcome.failures.push((number, failure)),
                }
            }
        }
        outcome
    }

    /// What could not be done in the steps that were played, each in a sentence.
    pub fn skipped(&self) -> Vec<String> {
        let cx = Context::new(&self.scenario.names, &self.scenario.setup, self.options.glyphs);
        let lang = self.options.lang;
        let of_step = |(number, _, node): (usize, &Step, &Node)| {
            let one = |(command, refusal): &(Command, Refusal)| {
                let command = cx.notation().command(command);
                let reason = lang.refusal(&cx, *refusal);
                let (command, reason) = (command.as_str(), reason.as_str());
                tell(lang, Remark::SkippedAt { step: number, command, reason })
            };
            node.skipped.iter().map(one).collect::<Vec<_>>()
        };
        self.steps().flat_map(of_step).collect()
    }

    /// From which of the steps that were played it is another story than the one that is told, in a
    /// sentence.
    pub fn another_story(&self) -> Option<(usize, String)> {
        let (scenario, timeline) = (self.scenario, &self.timeline);
        let (step, broken) = replay::another_story(scenario, timeline, timeline.script_len())?;
        let lang = self.options.lang;
        let broken = broken.tell(lang, &scenario.setup, &scenario.names);
        Some((step, lang.words().another_story(step, &broken)))
    }

    /// Writes what happened.
    ///
    /// # Errors
    /// What the writer says. A pipe that was closed is no error: whoever reads has read enough.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut out = io::BufWriter::new(out);
        let done = self.write_all(&mut out).and_then(|()| out.flush());
        // What is left in the buffer of a writer that has failed has nowhere to go.
        let _ = out.into_parts();
        unless_closed(done)
    }

    fn write_all(&self, out: &mut impl Write) -> io::Result<()> {
        let cx = Context::new(&self.scenario.names, &self.scenario.setup, self.options.glyphs);
        if self.options.json {
            writeln!(out, "{}", self.json_head())?;
        } else {
            text::head(out, self, &cx)?;
        }
        if let Some(start) = self.timeline.node(0) {
            let played = Played {
                number: 0,
                node: start,
                say: None,
                ask: None,
                before: Vec::new(),
                checks: Vec::new(),
            };
            self.write_step(out, &cx, &played)?;
        }
        for (number, step, node) in self.steps() {
            let played = self.played(number, step, node);
            self.write_step(out, &cx, &played)?;
        }
        if !self.options.json {
            if self.options.why {
                text::why(out, self, &cx)?;
            }
            text::foot(out, self)?;
        }
        Ok(())
    }

    fn write_step(&self, out: &mut impl Write, cx: &Context, played: &Played) -> io::Result<()> {
        match self.options.json {
            true => writeln!(out, "{}", self.json_step(cx, played)),
            false => text::step(out, self, cx, played),
        }
    }

    /// The steps that were played, from 1.
    fn steps(&self) -> impl Iterator<Item = (usize, &'a Step, &Node)> {
        self.scenario
            .steps
            .iter()
            .zip(1..)
            .map_while(|(step, number)| Some((number, step, self.timeline.node(number)?)))
    }

    fn checks(&self, step: &'a Step, node: &Node) -> Vec<Check<'a>> {
        let Scenario { setup, names, .. } = self.scenario;
        self.scenario
            .expected(step)
            .map(|expectation| Check {
                expectation: &expectation.source,
                line: expectation.line,
                failure: expectation
                    .check(&node.state, setup)
                    .err()
                    .map(|failure| failure.tell(self.options.lang, setup, names)),
            })
            .collect()
    }

    fn played<'n>(&'n self, number: usize, step: &'a Step, node: &'n Node) -> Played<'n> {
        let Scenario { setup, names, .. } = self.scenario;
        let lang = self.options.lang;
        let fill = |text: &Narration| text.get(lang).fill(lang, &node.state, setup, names);
        Played {
            number,
            node,
            say: step.say.as_ref().map(fill),
            ask: step.ask.as_ref().map(|ask| fill(&ask.text)),
            before: self.before_each_event(node),
            checks: self.checks(step, node),
        }
    }

    /// The state before each event of a step: the timeline keeps only the one after the last.
    fn before_each_event(&self, node: &Node) -> Vec<Cluster> {
        let Some(before) = node.parent.and_then(|parent| self.timeline.node(parent)) else {
            return Vec::new();
        };
        let mut state = before.state.clone();
        let mut states = Vec::with_capacity(node.happened.len());
        for happening in &node.happened {
            let next = state.clone();
            states.push(std::mem::replace(&mut state, next));
            // It has happened, so it can.
            if state.step(&self.scenario.setup, &happening.event, &mut Effects::muted()).is_err() {
                break;
            }
        }
        states
    }

    fn json_head(&self) -> serde_json::Value {
        let Scenario { title, summary, setup, names, .. } = self.scenario;
        json::head(
            title.get(self.options.lang),
            summary.as_ref().map(|s| s.get(self.options.lang).as_str()),
            self.timeline.script_len(),
            self.scenario.written_for,
            json::setup(setup, names),
        )
    }

    fn json_step(&self, cx: &Context, played: &Played) -> serde_json::Value {
        let Played { number, node, say, ask, before, checks } = played;
        let lang = self.options.lang;
        let notation = cx.notation();
        serde_json::json!({
            "type": "step",
            "step": number,
            "say": say,
            "ask": ask,
            "commands": node.commands.iter().map(|c| notation.command(c)).collect::<Vec<_>>(),
            "happened": node.happened.iter().zip(before)
                .map(|(happening, before)| json::happening(cx, lang, happening, before))
                .collect::<Vec<_>>(),
            "skipped": node.skipped.iter().map(|(command, refusal)| serde_json::json!({
                "command": notation.command(command),
                "reason": lang.refusal(cx, *refusal),
            })).collect::<Vec<_>>(),
            "state": json::state(&node.state, cx.setup, cx.names, node.clock),
            "another_story": self.another_story().is_some_and(|(from, _)| from <= *number),
            "expectations": checks.iter().map(|check| serde_json::json!({
                "expectation": check.expectation,
                "line": check.line,
                "held": check.failure.is_none(),
                "wanted": check.failure.as_ref().map(|f| &f.wanted),
                "found": check.failure.as_ref().map(|f| &f.found),
            })).collect::<Vec<_>>(),
        })
    }
}
