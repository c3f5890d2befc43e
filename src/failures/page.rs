//! Failure × release as a part of the documentation, `docs/failures.md`: in English, with titles and
//! summaries in Chinese too. A test keeps the page current.

use super::{Cell, Damage, Row, Table};
use crate::glyphs::Glyphs;
use crate::lang::Lang;

/// The table in Markdown, columns that are alike together, with a note for each cell that can't be
/// played; what its words mean; then a line a failure. `every` has the same failures under every
/// release: it says since when and until when.
pub fn markdown(table: &Table, every: &Table) -> String {
    let folded = table.folded();
    let mut text = String::from("| |");
    let mut rule = String::from("| --- |");
    for span in &folded {
        text += &format!(" {} |", table.span(span, "–"));
        rule += " --- |";
    }
    text += &format!("\n{rule}\n");
    let mut notes: Vec<String> = Vec::new();
    for row in &table.rows {
        let title = &row.failure.scenario.title;
        let (en, zh) = (title.get(Lang::En), title.get(Lang::Zh));
        let file = format!("../demos/failures/{}.ron", row.failure.name);
        text += &format!("| **[{}]({file})** {en}<br>{zh} |", row.failure.id);
        for span in &folded {
            let columns = table.columns.get(span.start);
            let Some((cell, column)) = row.cells.get(span.start).zip(columns) else { continue };
            let mut shown = told(cell).replace(", ", "<br>");
            if let Cell::NotPlayable { .. } = cell {
                let glyphs = &Glyphs::UNICODE;
                let why = cell.sentences(Lang::En, &row.failure, column.rules, glyphs).join(" ");
                let note = format!("{}: {why}", row.failure.id);
                let at = notes.iter().position(|known| *known == note).unwrap_or_else(|| {
                    notes.push(note);
                    notes.len() - 1
                });
                shown += &format!("[^{}]", at + 1);
            }
            text += &format!(" {shown} |");
        }
        text.push('\n');
    }
    text.push('\n');
    for (at, note) in notes.iter().enumerate() {
        text += &format!("[^{}]: {}\n", at + 1, code(note));
    }
    text += "\n| | | |\n| --- | --- | --- |\n";
    let words = |lang: Lang, damage: Damage| lang.words().damage(damage);
    let mut line = |sign: &str, en: crate::lang::Explained, zh: crate::lang::Explained| {
        text += &format!("| {sign} | **{}** {} | {}：{} |\n", en.name, en.text, zh.name, zh.text);
    };
    for damage in Damage::ALL {
        let sign = damage.sign(&Glyphs::UNICODE);
        line(sign, words(Lang::En, damage), words(Lang::Zh, damage));
    }
    let (en, zh) = (Lang::En.words(), Lang::Zh.words());
    line(Cell::fine_sign(&Glyphs::UNICODE), en.fine(), zh.fine());
    line(Cell::NOT_PLAYABLE, en.not_playable(), zh.not_playable());
    text.push('\n');
    for row in &every.rows {
        text += &one(every, row);
    }
    text
}

/// A failure in a line of a list: what happens, where, since when and until when.
fn one(every: &Table, row: &Row) -> String {
    let failure = &row.failure;
    let scenario = &failure.scenario;
    let said = |lang| scenario.summary.as_ref().map_or("", |summary| summary.get(lang).as_str());
    let outcomes: Vec<String> = row
        .folded()
        .iter()
        .filter_map(|span| {
            Some(format!("{} {}", every.span(span, "–"), told(row.cells.get(span.start)?)))
        })
        .collect();
    let sources = match failure.sources {
        [] => String::new(),
        all => format!(" ({})", all.join(", ")),
    };
    format!(
        "- **{}**{sources} {} {}  \n  {}. Written for {}: [`{}.ron`](../demos/failures/{}.ron)\n",
        failure.id,
        said(Lang::En),
        said(Lang::Zh),
        outcomes.join("; "),
        scenario.written_for,
        failure.name,
        failure.name,
    )
}

/// Each sign with its word.
fn told(cell: &Cell) -> String {
    let glyphs = &Glyphs::UNICODE;
    match cell {
        Cell::Played(damage) if !damage.is_empty() => {
            let one = |damage: &Damage| {
                format!("{} {}", damage.sign(glyphs), Lang::En.words().damage(*damage).name)
            };
            damage.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        other => format!("{} {}", other.signs(glyphs), other.words(Lang::En)),
    }
}

/// A text whose brackets are no links.
fn code(text: &str) -> String {
    text.replace('[', "\\[").replace(']', "\\]")
}
