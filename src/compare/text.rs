//! A comparison as text: the steps with where the runs part, every quantity after the last step, and
//! what became of each run.

use std::fmt::Write;

use super::difference::{Group, Line, name};
use super::report::{Played, Report};
use super::wording::{Remark, colon, semicolon, tell};
use crate::lang::Label;
use crate::scenario::text::{columns, wrap};

/// Columns between two cells.
const SPACE: usize = 2;
/// Widest line of what is read.
const MOST_READ: usize = 24;
/// Widest cell of what is done in a step.
const MOST_DONE: usize = 32;

/// The whole report.
pub(super) fn report(report: &Report) -> String {
    let mut text = String::new();
    let lang = report.options.lang;
    let scenario = report.scenario;
    // A string takes whatever is written.
    let _ = writeln!(text, "{}", scenario.title.get(lang));
    let base = report.runs.first().map_or("", |run| run.name.as_str());
    let release = lang.label(Label::Release);
    let base = tell(lang, Remark::Base(base));
    let _ = writeln!(text, "{release} {}{}{base}\n", scenario.written_for, semicolon(lang));
    let groups = groups(report);
    text += &table(report, &groups, steps(report, &groups));
    let signs = Remark::Signs { differs: report.options.glyphs.differs, skipped: SKIPPED };
    let _ = writeln!(text, "{}\n", tell(lang, signs));
    text += &table(report, &groups, quantities(report, &groups));
    text.push('\n');
    for group in &groups {
        text += &outcome(report, group);
    }
    text
}

/// Runs that are alike in every step and after the last one: they share a column. The first run is in
/// the first group.
struct Alike<'r> {
    first: &'r Played,
    /// Its place among the runs.
    at: usize,
    names: Vec<String>,
}

fn groups<'r>(report: &'r Report) -> Vec<Alike<'r>> {
    let lines = &report.lines;
    let steps = |run: &Played| -> Vec<(bool, usize)> {
        let skipped = |number| run.step(number).map_or(0, |node| node.skipped.len());
        (0..=report.last).map(|number| (report.differs(run, number), skipped(number))).collect()
    };
    let readings = |at: usize| lines.iter().map(move |line| line.readings.get(at));
    let mut groups: Vec<(Vec<(bool, usize)>, Alike)> = Vec::new();
    for (at, run) in report.runs.iter().enumerate() {
        let steps = steps(run);
        let same = |(of_all, alike): &&mut (Vec<(bool, usize)>, Alike)| {
            *of_all == steps
                && readings(alike.at).eq(readings(at))
                && report.expectations(alike.first) == report.expectations(run)
        };
        match groups.iter_mut().find(same) {
            Some((_, alike)) => alike.names.push(run.name.clone()),
            None => {
                groups.push((steps, Alike { first: run, at, names: vec![run.name.clone()] }));
            }
        }
    }
    groups.into_iter().map(|(_, alike)| alike).collect()
}

/// The sign of a step of which something was skipped.
const SKIPPED: &str = "!";

/// A table: headings at the left, then a cell a run.
struct Table {
    /// The first line is the heading.
    left: Vec<String>,
    /// By line, by run: the lines of the cell.
    cells: Vec<Vec<Vec<String>>>,
}

/// The table in blocks that are as wide as is allowed, each with its headings and with the first run,
/// which the others are compared with.
fn table(report: &Report, groups: &[Alike], table: Table) -> String {
    let left = table.left.iter().map(|text| columns(text)).max().unwrap_or(0);
    let of = |at: usize| {
        let lines = table.cells.iter().filter_map(|row| row.get(at)).flatten();
        lines.map(|line| columns(line)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..groups.len()).map(of).collect();
    let base = widths.first().copied().unwrap_or(0);
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    let mut used = usize::MAX;
    for (at, width) in widths.iter().enumerate().skip(1) {
        used = used.saturating_add(SPACE + width);
        if used > report.options.columns || blocks.is_empty() {
            blocks.push(vec![0]);
            used = left + SPACE + base + SPACE + width;
        }
        if let Some(block) = blocks.last_mut() {
            block.push(at);
        }
    }
    if blocks.is_empty() {
        blocks.push(vec![0]);
    }
    let mut text = String::new();
    for (nth, block) in blocks.iter().enumerate() {
        if nth > 0 {
            text.push('\n');
        }
        for (heading, row) in table.left.iter().zip(&table.cells) {
            let cell = |at: usize, nth| row.get(at).and_then(|lines| lines.get(nth));
            let high = block.iter().filter_map(|at| row.get(*at)).map(Vec::len).max();
            for nth in 0..high.unwrap_or(0) {
                let mut line = padded(if nth == 0 { heading } else { "" }, left);
                for at in block {
                    line += &" ".repeat(SPACE);
                    line += &padded(cell(*at, nth).map_or("", String::as_str), widths[*at]);
                }
                text += line.trim_end();
                text.push('\n');
            }
        }
    }
    text
}

fn padded(text: &str, wide: usize) -> String {
    format!("{text}{}", " ".repeat(wide.saturating_sub(columns(text))))
}

/// Steps down, runs across: whether each is as the first one, and whether something was skipped.
fn steps(report: &Report, groups: &[Alike]) -> Table {
    let lang = report.options.lang;
    let names = groups.iter().map(|alike| alike.names.clone()).collect();
    let step = lang.label(Label::Step);
    let mut table =
        Table { left: vec![format!("{step}  {}", tell(lang, Remark::Done))], cells: vec![names] };
    for number in 0..=report.last {
        let at = format!("{number:>width$}", width = columns(step));
        table.left.push(format!("{at}  {}", done(report, number)));
        let cell = |alike: &Alike| {
            let run = alike.first;
            let differs = match report.differs(run, number) {
                true => report.options.glyphs.differs,
                false => "=",
            };
            let skipped = run.step(number).is_some_and(|node| !node.skipped.is_empty());
            vec![format!("{differs}{}", if skipped { SKIPPED } else { "" })]
        };
        table.cells.push(groups.iter().map(cell).collect());
    }
    table
}

/// What is done in a step, in the notation, as much as there is room for.
fn done(report: &Report, number: usize) -> String {
    let lang = report.options.lang;
    if number == 0 {
        return lang.label(Label::Start).to_owned();
    }
    let Some(run) = report.runs.first() else { return String::new() };
    let notation = report.context(run).notation();
    let commands = run.step(number).map_or(&[][..], |node| &node.commands);
    let text: Vec<String> = commands.iter().map(|c| notation.command(c)).collect();
    match text.join("; ") {
        none if none.is_empty() => lang.label(Label::OnlyTold).to_owned(),
        text if columns(&text) <= MOST_DONE => text,
        text => {
            let ellipsis = report.options.glyphs.ellipsis;
            let mut kept = String::new();
            for c in text.chars() {
                if columns(&kept) + columns(&c.to_string()) + columns(ellipsis) > MOST_DONE {
                    break;
                }
                kept.push(c);
            }
            kept + ellipsis
        }
    }
}

/// Quantities down, runs across, after the last step. What differs from the first run is marked.
fn quantities(report: &Report, groups: &[Alike]) -> Table {
    let lang = report.options.lang;
    let differs = report.options.glyphs.differs;
    let blank = " ".repeat(columns(differs));
    let heading_of = |alike: &Alike| {
        alike.names.iter().map(|name| format!("{blank} {name}")).collect::<Vec<_>>()
    };
    let names = groups.iter().map(heading_of).collect();
    let heading = tell(lang, Remark::After(report.last));
    let mut table = Table { left: vec![heading], cells: vec![names] };
    let Some(first) = report.runs.first() else { return table };
    for line in &report.lines {
        let names = &report.scenario.names;
        table.left.push(name(line, first.setup(), names));
        let cell = |alike: &Alike| {
            let reading = line.readings.get(alike.at)?;
            let sign = if line.differs_in(alike.at) { differs } else { &blank };
            let shown = line.quantity.show(lang, reading, alike.first.setup(), names);
            let lines = wrap(&shown, MOST_READ).into_iter().zip([sign].into_iter().chain(
                // What is continued stands below its beginning.
                std::iter::repeat(blank.as_str()),
            ));
            Some(lines.map(|(line, sign)| format!("{sign} {line}")).collect())
        };
        table.cells.push(groups.iter().filter_map(cell).collect());
    }
    table
}

/// What became of a run: where it parts from the first one, what is wrong at its end, what the file
/// expected, what was skipped.
fn outcome(report: &Report, alike: &Alike) -> String {
    let run = alike.first;
    let lang = report.options.lang;
    let Some(base) = report.runs.first() else { return String::new() };
    let mut lines = Vec::new();
    if !std::ptr::eq(base, run) {
        lines.push(match report.parting(run) {
            None => tell(lang, Remark::Same(&base.name)),
            Some(parting) => {
                let mut text = tell(lang, Remark::Parts { from: &base.name, step: parting.step });
                let names: Vec<String> = parting
                    .differences
                    .iter()
                    .map(|line| name(line, base.setup(), &report.scenario.names))
                    .collect();
                if !names.is_empty() {
                    text += colon(lang);
                    text += &names.join(lang.words().separator());
                }
                text
            }
        });
    }
    lines.push(wrong(report, alike));
    let (held, differ) = report.expectations(run);
    if held + differ > 0 {
        let release = report.scenario.written_for;
        lines.push(tell(lang, Remark::Expectations { held, differ, release }));
    }
    let cx = report.context(run);
    for number in 1..=report.last {
        let skipped = run.step(number).map_or(&[][..], |node| &node.skipped);
        for (command, refusal) in skipped {
            let command = cx.notation().command(command);
            let reason = lang.refusal(&cx, *refusal);
            let (step, command, reason) = (number, command.as_str(), reason.as_str());
            lines.push(tell(lang, Remark::SkippedAt { step, command, reason }));
        }
    }
    let mut text = format!("{}\n", alike.names.join(lang.words().separator()));
    for line in lines {
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// The verdict on a run's last state.
fn wrong(report: &Report, alike: &Alike) -> String {
    let lang = report.options.lang;
    let (setup, names) = (alike.first.setup(), &report.scenario.names);
    let damage = |line: &&Line| matches!(line.group, Group::Damage(_));
    let parts = report.lines.iter().filter(damage).filter_map(|line| {
        let shown = line.quantity.show(lang, line.readings.get(alike.at)?, setup, names);
        (shown != "-").then(|| format!("{} {shown}", name(line, setup, names)))
    });
    match parts.collect::<Vec<_>>().join(semicolon(lang)) {
        none if none.is_empty() => tell(lang, Remark::NothingWrong),
        wrong => wrong,
    }
}
