//! A run as text for people: each step's events with what followed in words, the state in the
//! compact notation, the expectations with what became of them.

use std::io::{self, Write};

use super::{Outcome, Played, Run};
use crate::asking::ask;
use crate::compare::{Remark, tell};
use crate::engine::why::Question;
use crate::engine::{Effect, Event};
use crate::lang::{Context, Label};
use crate::scenario::ToldFailure;

/// What the scenario is.
pub(super) fn head(out: &mut impl Write, run: &Run, cx: &Context) -> io::Result<()> {
    let scenario = run.scenario;
    writeln!(out, "{}", scenario.title.get(run.options.lang))?;
    if let Some(summary) = &scenario.summary {
        writeln!(out, "{}", summary.get(run.options.lang))?;
    }
    let release = run.options.lang.label(Label::Release);
    write!(out, "{release} {}", cx.setup.rules.release)?;
    for partition in cx.setup.partitions() {
        let replicas = cx.setup.assignment.get(partition.index()).map_or(&[][..], Vec::as_slice);
        let replicas = cx.notation().order(replicas);
        write!(out, "  {} {replicas}", cx.names.partition(partition))?;
    }
    writeln!(out)?;
    match scenario.elsewhere() {
        Some(release) => writeln!(out, "{}", tell(run.options.lang, Remark::WrittenFor(release))),
        None => Ok(()),
    }
}

/// A step.
pub(super) fn step(
    out: &mut impl Write,
    run: &Run,
    cx: &Context,
    played: &Played,
) -> io::Result<()> {
    let lang = run.options.lang;
    let Played { number, node, say, ask, before, checks } = played;
    writeln!(out)?;
    match number {
        0 => writeln!(out, "{}  {} ms", lang.label(Label::Start), node.clock)?,
        _ => writeln!(out, "{} {number}  {} ms", lang.label(Label::Step), node.clock)?,
    }
    for line in say.iter().flat_map(|text| text.lines()) {
        writeln!(out, "  > {line}")?;
    }
    for line in ask.iter().flat_map(|text| text.lines()) {
        writeln!(out, "  ? {line}")?;
    }
    for (happening, before) in node.happened.iter().zip(before) {
        writeln!(out, "  * {}", lang.event(cx, &happening.event, Some(before)))?;
        // That time passes is what the event's own line says.
        let told = |effect: &&Effect| !matches!(effect, Effect::Passed { .. });
        let is_time = matches!(happening.event, Event::Advance { .. });
        let effects = happening.effects.iter().filter(|effect| !is_time || told(effect));
        if effects.clone().next().is_none() {
            writeln!(out, "      {}", lang.label(Label::NothingChanged))?;
        }
        for effect in effects {
            writeln!(out, "      {}", lang.effect(cx, effect))?;
        }
    }
    if node.is_left_out() {
        writeln!(out, "  . {}", tell(lang, Remark::NotNeeded(cx.setup.rules.release)))?;
    }
    for (command, refusal) in &node.skipped {
        let (command, reason) = (cx.notation().command(command), lang.refusal(cx, *refusal));
        let (command, reason) = (command.as_str(), reason.as_str());
        writeln!(out, "  ! {}", tell(lang, Remark::Skipped { command, reason }))?;
    }
    if let Some((_, said)) = run.another_story().filter(|(from, _)| from == number) {
        writeln!(out, "  {} {said}", run.options.glyphs.differs)?;
    }
    for line in cx.notation().state(&node.state).lines() {
        writeln!(out, "    {line}")?;
    }
    for check in checks {
        let expectation = check.expectation;
        match (&check.failure, run.scenario.elsewhere()) {
            (None, _) => writeln!(out, "  {}: {expectation}", lang.label(Label::Held))?,
            (Some(failure), Some(release)) => {
                let ToldFailure { expectation, wanted, found, .. } = failure;
                let said = Remark::NotAsIn { release, expectation, wanted, found };
                writeln!(out, "  {} {}", run.options.glyphs.differs, tell(lang, said))?;
            }
            (Some(failure), None) => {
                writeln!(out, "  {}", lang.words().not_held(*number, failure))?
            }
        }
    }
    Ok(())
}

/// Why things are as they are after the last step: what is to ask of each partition, then of each of
/// its replicas.
pub(super) fn why(out: &mut impl Write, run: &Run, cx: &Context) -> io::Result<()> {
    let lang = run.options.lang;
    let timeline = &run.timeline;
    writeln!(out)?;
    writeln!(out, "{}", lang.label(Label::Why))?;
    for partition in cx.setup.partitions() {
        if cx.setup.assignment.len() > 1 {
            writeln!(out, "{}", cx.names.partition(partition))?;
        }
        let mut told: Vec<Question> = Vec::new();
        let last = timeline.node(timeline.script_len()).map(|node| &node.state);
        for &broker in last.map_or(&[][..], |state| state.replicas(partition)) {
            for asked in ask(timeline, timeline.script_len(), partition, broker) {
                // Some questions are about no broker in particular.
                if told.contains(&asked.question) || asked.answer.is_moot() {
                    continue;
                }
                writeln!(out, "  {}", asked.question(lang, cx))?;
                for sentence in asked.answer(lang, cx, partition) {
                    writeln!(out, "    {sentence}")?;
                }
                told.push(asked.question);
            }
        }
    }
    Ok(())
}

/// How it ended.
pub(super) fn foot(out: &mut impl Write, run: &Run) -> io::Result<()> {
    writeln!(out)?;
    let lang = run.options.lang;
    let Outcome { steps, held, failures } = run.outcome();
    match run.scenario.elsewhere() {
        Some(release) => {
            let differ = failures.len();
            writeln!(out, "{}", tell(lang, Remark::Expectations { held, differ, release }))
        }
        None => writeln!(out, "{}", lang.words().played(steps, held, failures.len())),
    }
}
