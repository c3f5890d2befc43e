//! `replicascope failures`: the table, or all about one failure, as text for people; or as JSON.

use std::io::{self, Write};

use super::{Cell, Damage, Failure, Row, Table, json};
use crate::glyphs::Glyphs;
use crate::lang::{FailureRemark, Lang};
use crate::run::unless_closed;
use crate::scenario::text::{columns, wrap};

/// Columns that a title wants beside its row.
const TITLE: usize = 24;

/// How the table is written.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// As JSON rather than as text.
    pub json: bool,
    /// Each failure by itself, with its summary and with sentences, rather than a grid.
    pub in_full: bool,
    /// In which language.
    pub lang: Lang,
    /// With which signs.
    pub glyphs: &'static Glyphs,
    /// How wide it may be, in columns.
    pub columns: usize,
}

/// Failures that have been played under releases.
pub struct Report<'a> {
    table: &'a Table,
    options: Options,
}

impl<'a> Report<'a> {
    /// A report of a table.
    pub fn new(table: &'a Table, options: Options) -> Self {
        Report { table, options }
    }

    /// Writes it.
    ///
    /// # Errors
    /// What the writer says. A pipe that was closed is no error: whoever reads has read enough.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let text = match self.options {
            Options { json: true, lang, glyphs, .. } => {
                format!("{}\n", json::table(self.table, lang, glyphs))
            }
            Options { in_full: true, .. } => {
                let each: Vec<String> = self.table.rows.iter().map(|row| self.one(row)).collect();
                each.join("\n")
            }
            _ => self.grid(),
        };
        unless_closed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    /// All failures, one a line.
    fn grid(&self) -> String {
        let Options { lang, glyphs, columns: most, .. } = self.options;
        let words = lang.words();
        let folded = self.table.folded();
        let heads: Vec<String> = folded.iter().map(|span| self.table.span(span, "-")).collect();
        let signs = |row: &Row, at: usize| {
            let cell = folded.get(at).and_then(|span| row.cells.get(span.start));
            cell.map_or(String::new(), |cell| cell.signs(glyphs))
        };
        let ids = self.table.rows.iter().map(|row| row.failure.id.len()).max().unwrap_or(0) + 3;
        let title = |row: &'a Row| row.failure.scenario.title.get(lang).as_str();
        let longest = self.table.rows.iter().map(|row| columns(title(row))).max().unwrap_or(0);
        let of_signs = |at: usize| {
            self.table.rows.iter().map(|row| columns(&signs(row, at))).max().unwrap_or(0)
        };
        let wide: Vec<usize> = heads
            .iter()
            .enumerate()
            .map(|(at, head)| columns(head).max(of_signs(at)) + 2)
            .collect();
        // Heads along the line where there is room for them; else down the page, and then only the
        // first release of each column.
        let is_level = ids + wide.iter().sum::<usize>() + longest <= most;
        let wide = match is_level {
            true => wide,
            false => (0..heads.len()).map(|at| of_signs(at).max(1) + 1).collect(),
        };
        let room = most.saturating_sub(ids + if is_level { longest } else { TITLE });
        let mut text = format!("{}\n", words.failures(FailureRemark::Title));
        let mut from = 0;
        while from < wide.len() {
            let mut to = from;
            let mut used = 0;
            while to < wide.len() && (to == from || used + wide[to] <= room) {
                used += wide[to];
                to += 1;
            }
            text.push('\n');
            let cells = |each: &dyn Fn(usize) -> String| -> String {
                (from..to).map(|at| pad(&each(at), wide[at])).collect()
            };
            let mut push = |left: &str, cells: String, right: &str| {
                let line = format!("{}{cells}{right}", pad(left, ids));
                text += line.trim_end();
                text.push('\n');
            };
            if is_level {
                push("", cells(&|at| heads[at].clone()), "");
            } else {
                let first = |at: usize| heads[at].split('-').next().unwrap_or("").to_owned();
                let tall = (from..to).map(|at| columns(&first(at))).max().unwrap_or(0);
                for y in 0..tall {
                    let letter = |at: usize| {
                        let head = first(at);
                        // At the bottom of the heads.
                        let above = tall - head.chars().count();
                        let y = y.checked_sub(above);
                        y.and_then(|y| head.chars().nth(y)).map_or(String::new(), String::from)
                    };
                    push("", cells(&letter), "");
                }
            }
            for row in &self.table.rows {
                let room = most.saturating_sub(ids + used + 1);
                let title = cut(title(row), room, glyphs.ellipsis);
                push(&format!(" {}", row.failure.id), cells(&|at| signs(row, at)), &title);
            }
            from = to;
        }
        text.push('\n');
        for line in legend(lang, glyphs, most) {
            text += &format!("{line}\n");
        }
        if !is_level && folded.len() < self.table.columns.len() {
            text += &format!("{}\n", words.failures(FailureRemark::Folded));
        }
        for line in wrap(&words.failures(FailureRemark::More), most) {
            text += &format!("{line}\n");
        }
        text
    }

    /// All about a failure.
    fn one(&self, row: &Row) -> String {
        let Options { lang, glyphs, columns: most, .. } = self.options;
        let words = lang.words();
        let Failure { id, sources, scenario, .. } = &row.failure;
        let mut text = format!("{id}  {}\n", scenario.title.get(lang));
        let mut push = |indent: usize, said: &str| {
            for line in wrap(said, most.saturating_sub(indent)) {
                text += &format!("{}{line}\n", " ".repeat(indent));
            }
        };
        if let Some(summary) = &scenario.summary {
            push(0, summary.get(lang));
        }
        let release = scenario.written_for;
        push(0, &words.failures(FailureRemark::WrittenFor { release, sources }));
        text.push('\n');
        text += &words.failures(FailureRemark::Outcomes);
        text.push('\n');
        let folded = row.folded();
        let names: Vec<String> = folded.iter().map(|span| self.table.span(span, " - ")).collect();
        let wide = names.iter().map(|name| name.len()).max().unwrap_or(0) + 2;
        for (span, name) in folded.iter().zip(&names) {
            let column = self.table.columns.get(span.start);
            let Some((cell, column)) = row.cells.get(span.start).zip(column) else { continue };
            let head = format!("{} {}", pad(&cell.signs(glyphs), 2), cell.words(lang));
            text += &format!(" {}{head}\n", pad(name, wide));
            for said in cell.sentences(lang, &row.failure, column.rules, glyphs) {
                let indent = wide + 4;
                for line in wrap(&said, most.saturating_sub(indent).max(20)) {
                    text += &format!("{}{line}\n", " ".repeat(indent));
                }
            }
        }
        text
    }
}

/// Every sign with its word, and which columns are KRaft's, in lines of at most so many columns.
pub fn legend(lang: Lang, glyphs: &Glyphs, most: usize) -> Vec<String> {
    let words = lang.words();
    let damage = Damage::ALL.map(|d| (d.sign(glyphs), words.damage(d).name));
    let others = [
        (Cell::fine_sign(glyphs), words.fine().name),
        (Cell::NOT_PLAYABLE, words.not_playable().name),
    ];
    let mut lines: Vec<String> = Vec::new();
    let signs = damage.into_iter().chain(others).map(|(sign, word)| format!("{sign} {word}"));
    for entry in signs.chain([words.failures(FailureRemark::Coordination)]) {
        match lines.last_mut() {
            Some(line) if columns(line) + 3 + columns(&entry) <= most => {
                *line = format!("{line}   {entry}");
            }
            _ => lines.push(entry),
        }
    }
    lines
}

/// A text with blanks behind it, to so many columns.
fn pad(text: &str, wide: usize) -> String {
    format!("{text}{}", " ".repeat(wide.saturating_sub(columns(text))))
}

/// As much of the beginning of a text as there is room for.
fn cut(text: &str, room: usize, ellipsis: &str) -> String {
    if columns(text) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        if columns(&kept) + columns(c.encode_utf8(&mut [0; 4])) + columns(ellipsis) > room {
            break;
        }
        kept.push(c);
    }
    kept + ellipsis
}
