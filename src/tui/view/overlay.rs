//! What lies over the screen: every key, or a text to be read.

use ratatui::layout::Rect;

use super::target::{Panel, Target};
use super::text::{Canvas, Row, width, wrap};
use crate::session::Session;
use crate::tui::actions::{self, Action};
use crate::tui::ui::Ui;
use crate::tui::wording;

/// Draws every key with what it does, scrolled past so many lines; what can't be done now says why.
pub(super) fn draw_help(
    canvas: &mut Canvas,
    area: Rect,
    session: Option<&Session>,
    ui: &Ui,
    scroll: usize,
) {
    let theme = &ui.theme;
    let sections = actions::help(session, ui);
    let keys = sections.iter().flat_map(|(_, lines)| lines).map(|l| width(&l.keys)).max();
    let keys = keys.unwrap_or(0);
    let mut rows = Vec::new();
    for (section, lines) in sections {
        if !rows.is_empty() {
            rows.push(Row::new());
        }
        rows.push(Row::of(actions::section_title(section, ui.lang), theme.strong));
        for line in lines {
            let is_off = line.reason.is_some();
            let key = if is_off { theme.key_off } else { theme.key };
            let mut row = Row::of("  ", theme.text);
            let pad = usize::from(keys.saturating_sub(width(&line.keys)));
            row.push(format!("{}{}  ", line.keys, " ".repeat(pad)), key);
            row.push(line.text, if is_off { theme.key_off } else { theme.text });
            let reason = line.reason.map(|reason| format!(" ({reason})"));
            if let Some(reason) = &reason
                && row.width() + width(reason) + 4 <= area.width
            {
                row.push(reason, theme.key_off);
                rows.push(row);
                continue;
            }
            rows.push(row);
            // A reason that does not fit has a row of its own.
            rows.extend(reason.map(|reason| {
                let indent = " ".repeat(usize::from(keys) + 3);
                Row::of(format!("{indent}{reason}"), theme.key_off)
            }));
        }
    }
    draw_rows(canvas, area, ui, &rows, scroll);
}

/// Draws a text of any length, wrapped.
pub(super) fn draw_text(canvas: &mut Canvas, area: Rect, ui: &Ui, text: &str) {
    let room = area.width.saturating_sub(4);
    let rows: Vec<Row> =
        wrap(text, room).into_iter().map(|line| Row::of(line, ui.theme.text)).collect();
    draw_rows(canvas, area, ui, &rows, 0);
}

/// A key with what it does, for the rule below a page.
pub(super) fn key_hint(ui: &Ui, action: Action) -> Row {
    let key = ui.keys.keys(action).first().map(ToString::to_string);
    let text = key.map(|key| format!(" {key} {} ", wording::name(action, ui.lang)));
    Row::of(text.unwrap_or_default(), ui.theme.dim).aim(Target::Key(action))
}

/// Draws a page over the screen, scrolled past so many of its rows, but never past the last ones.
pub(super) fn draw_rows(canvas: &mut Canvas, area: Rect, ui: &Ui, rows: &[Row], scroll: usize) {
    let theme = &ui.theme;
    canvas.clear(area, theme.text);
    canvas.cover(area);
    let inside = usize::from(area.height.saturating_sub(2));
    let last = rows.len().saturating_sub(inside);
    canvas.scrolls(area, Panel::Overlay, last);
    let from = scroll.min(last);
    let shown = rows.iter().skip(from).take(inside);
    let bottom = area.bottom().saturating_sub(1);
    canvas.rule(area, area.y, ui.glyphs.level, theme.rule);
    canvas.rule(area, bottom, ui.glyphs.level, theme.rule);
    let mut hints = key_hint(ui, Action::Return);
    if rows.len() > inside {
        hints.append(key_hint(ui, Action::ScrollDown));
    }
    canvas.row(area.x + 2, bottom, area.width.saturating_sub(4), &hints);
    if rows.len() > inside {
        let last = (from + inside).min(rows.len());
        let place = format!(" {}-{last}/{} ", from + 1, rows.len());
        canvas.row_right(
            area.right().saturating_sub(2),
            bottom,
            area.width,
            &Row::of(place, theme.dim),
        );
    }
    for (y, row) in (area.y.saturating_add(1)..bottom).zip(shown) {
        canvas.row(area.x + 2, y, area.width.saturating_sub(4), row);
    }
}
