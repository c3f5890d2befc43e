//! The page of failure × release: a table to move about in, and all about the chosen cell.

use ratatui::layout::Rect;

use super::overlay::key_hint;
use super::target::{Panel, Target};
use super::text::{Canvas, Row, width, wrap};
use crate::compare::colon;
use crate::failures::{Cell, Table, legend};
use crate::lang::FailureRemark;
use crate::tui::actions::Action;
use crate::tui::key::Key;
use crate::tui::ui::{Place, Ui};

/// Rows of what is told of the chosen cell, with the rule above them.
const ABOUT: u16 = 6;
/// Columns of the short names of failures, with the sign of the chosen row.
const IDS: u16 = 7;
/// Columns that titles want beside the table.
const TITLES: u16 = 16;

/// Draws the page. The chosen cell is in view.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, ui: &Ui, chosen: Place, table: &Table) {
    let (theme, glyphs) = (&ui.theme, ui.glyphs);
    canvas.clear(area, theme.text);
    canvas.cover(area);
    canvas.rule(area, area.y, glyphs.level, theme.rule);
    let title = ui.lang.words().failures(FailureRemark::Title);
    let room = area.width.saturating_sub(4);
    canvas.text(area.x + 2, area.y, room, &format!(" {title} "), theme.leader);
    let bottom = area.bottom().saturating_sub(1);
    let about = bottom.saturating_sub(ABOUT);
    let heads = area.y + 1;
    let rows = usize::from(about.saturating_sub(heads + 1));
    let shown = shown(area, chosen.column, table);
    // One more column than stands before a sign, so that names do not touch.
    let mut x = area.x + IDS;
    let end = area.right().saturating_sub(1);
    let lines = view(chosen.row, rows, table.rows.len());
    canvas.scrolls(area, Panel::Failures, table.rows.len().saturating_sub(1));
    for at in shown.clone() {
        let Some(column) = table.columns.get(at) else { continue };
        let wide = column_width(table, at);
        let style = if at == chosen.column { theme.strong } else { theme.dim };
        canvas.text(x + 1, heads, wide, &column.name, style);
        x += wide;
    }
    let more = |is: bool, sign: &'static str| if is { sign } else { " " };
    canvas.text(area.x + IDS - 1, heads, 1, more(shown.start > 0, glyphs.tip_left), theme.key);
    let is_cut = shown.end < table.columns.len();
    canvas.text(x + 1, heads, 1, more(is_cut, glyphs.tip_right), theme.key);
    let titles = x + 1;
    for (y, at) in (heads + 1..about).zip(lines.clone()) {
        let Some(row) = table.rows.get(at) else { continue };
        let is_chosen = at == chosen.row;
        let style = if is_chosen { theme.strong } else { theme.text };
        let sign = if is_chosen { glyphs.chosen } else { " " };
        canvas.text(area.x + 1, y, 1, sign, theme.key);
        canvas.text(area.x + 2, y, IDS - 2, row.failure.id, style);
        let mut x = area.x + IDS;
        for column in shown.clone() {
            let Some(cell) = row.cells.get(column) else { continue };
            let wide = column_width(table, column);
            let place = Place { row: at, column };
            let is_chosen = place == chosen;
            let style = match cell {
                _ if is_chosen => theme.selected,
                Cell::NotPlayable { .. } => theme.dim,
                Cell::Played(damage) if damage.is_empty() => theme.good,
                Cell::Played(_) => theme.damage,
            };
            let area = Rect { x, y, width: wide, height: 1 };
            if is_chosen {
                canvas.clear(area, theme.selected);
                canvas.text(x, y, 1, glyphs.chosen, style);
            }
            canvas.text(x + 1, y, wide - 1, &cell.signs(glyphs), style);
            canvas.click(area, Target::Failure(place));
            x += wide;
        }
        let room = end.saturating_sub(titles);
        if room >= TITLES {
            let title = row.failure.scenario.title.get(ui.lang);
            canvas.text(titles, y, room, title, style);
        }
    }
    // Every sign with its word, where there is room: what the chosen cell's mean, is told anyway.
    let below = heads + 1 + lines.len() as u16;
    for (y, line) in (below + 1..about).zip(legend(ui.lang, glyphs, room.into())) {
        canvas.text(area.x + 2, y, room, &line, theme.dim);
    }
    canvas.rule(area, about, glyphs.level, theme.rule);
    let rows_shown = lines.len();
    if rows_shown < table.rows.len() {
        let place = format!(" {}-{}/{} ", lines.start + 1, lines.end, table.rows.len());
        let right = area.right().saturating_sub(2);
        canvas.row_right(right, about, area.width, &Row::of(place, theme.dim));
    }
    for (y, (line, style)) in (about + 1..bottom).zip(told(area, ui, chosen, table)) {
        canvas.text(area.x + 2, y, room, &line, style);
    }
    canvas.rule(area, bottom, glyphs.level, theme.rule);
    let open = ui.lang.words().failures(FailureRemark::Open(&Key::Enter.to_string()));
    let hints = key_hint(ui, Action::Return)
        .and(Row::of(format!(" {open} "), theme.dim).aim(Target::Failure(chosen)));
    canvas.row(area.x + 2, bottom, room, &hints);
}

/// The lines of the table that are in view, with the chosen one in their middle.
fn view(chosen: usize, rows: usize, of: usize) -> std::ops::Range<usize> {
    let from = chosen.saturating_sub(rows / 2).min(of.saturating_sub(rows));
    from..(from + rows).min(of)
}

/// The columns that are in view: all of them, or so many that the chosen one is among them.
fn shown(area: Rect, chosen: usize, table: &Table) -> std::ops::Range<usize> {
    let room = area.width.saturating_sub(IDS + 3);
    let fits = |range: &std::ops::Range<usize>| {
        range.clone().map(|at| column_width(table, at)).sum::<u16>() <= room
    };
    let all = table.columns.len();
    let to = (0..=all).rev().find(|to| fits(&(0..*to))).unwrap_or(0);
    if chosen < to {
        return 0..to;
    }
    // Scrolled as far as it takes to see the chosen one, with the next one where there is one.
    let to = (chosen + 2).min(all);
    let from = (0..to).find(|from| fits(&(*from..to))).unwrap_or(chosen.min(to));
    from..to
}

/// How wide a column is: its name, or its widest cell, with a blank before it.
fn column_width(table: &Table, at: usize) -> u16 {
    let name = table.columns.get(at).map_or(0, |column| width(&column.name));
    let signs = |row: &crate::failures::Row| match row.cells.get(at) {
        Some(Cell::Played(damage)) => damage.len() as u16,
        _ => 1,
    };
    table.rows.iter().map(signs).max().unwrap_or(1).max(name).max(2) + 1
}

/// What is told of the chosen cell.
fn told(area: Rect, ui: &Ui, chosen: Place, table: &Table) -> Vec<(String, ratatui::style::Style)> {
    let (theme, lang, glyphs) = (&ui.theme, ui.lang, ui.glyphs);
    let Some((row, column)) = table.rows.get(chosen.row).zip(table.columns.get(chosen.column))
    else {
        return Vec::new();
    };
    let Some(cell) = row.cells.get(chosen.column) else { return Vec::new() };
    let room = area.width.saturating_sub(4);
    let failure = &row.failure;
    let release = failure.scenario.written_for;
    let written = FailureRemark::WrittenFor { release, sources: failure.sources };
    let title = failure.scenario.title.get(lang);
    let mut lines = vec![(format!("{}  {title}", failure.id), theme.strong)];
    let summary = failure.scenario.summary.as_ref().map_or("", |s| s.get(lang).as_str());
    let summary = wrap(summary, room);
    let style = match cell {
        Cell::NotPlayable { .. } => theme.dim,
        Cell::Played(damage) if damage.is_empty() => theme.good,
        Cell::Played(_) => theme.damage,
    };
    let sentences = cell.sentences(lang, failure, column.rules, glyphs).join(" ");
    let (signs, words) = (cell.signs(glyphs), cell.words(lang));
    let colon = colon(lang);
    let outcome = format!("{}{colon}{signs} {words}{colon}{sentences}", column.name);
    let outcome = wrap(&outcome, room);
    // The outcome comes whole, whatever that leaves for the rest.
    let left = usize::from(ABOUT).saturating_sub(2 + outcome.len());
    let is_roomy = summary.len() < left;
    lines.extend(summary.into_iter().take(left).map(|line| (line, theme.text)));
    lines.extend(outcome.into_iter().map(|line| (line, style)));
    if is_roomy {
        lines.push((lang.words().failures(written), theme.dim));
    }
    lines
}
