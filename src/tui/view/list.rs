//! The start screen: the demos, in the order of a lesson, and empty clusters for free play.

use ratatui::layout::Rect;

use super::text::{Canvas, Row, width, wrap};
use crate::demos::Demo;
use crate::lang::Label;
use crate::session::in_lang;
use crate::tui::ui::Ui;

/// The program's name, as its title.
const TITLE: &str = "Replicascope";
/// Rows of the summary below the list, with the rule above it.
const SUMMARY: u16 = 3;

/// Draws the list and the summary of the chosen line.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, demos: &[Demo], ui: &Ui) {
    let theme = &ui.theme;
    let selected = ui.selected.min(demos.len().saturating_sub(1));
    canvas.text(area.x + 1, area.y, area.width.saturating_sub(2), TITLE, theme.leader);
    let list = Rect { y: area.y + 2, height: area.height.saturating_sub(2 + SUMMARY + 1), ..area };
    // The chosen line stays in view, with what is around it.
    let rows = usize::from(list.height);
    let from = selected.saturating_sub(rows / 2).min(demos.len().saturating_sub(rows));
    let releases = demos.iter().map(|d| width(d.scenario.setup.rules.release)).max().unwrap_or(0);
    for (y, (at, demo)) in
        (list.y..list.bottom()).zip(demos.iter().enumerate().skip(from).take(rows))
    {
        let is_selected = at == selected;
        let style = if is_selected { theme.selected } else { theme.text };
        if is_selected {
            canvas.clear(Rect { y, height: 1, ..list }, theme.selected);
        }
        let sign = if is_selected { ui.glyphs.chosen } else { " " };
        let steps = demo.scenario.steps.len();
        let mut right = Row::of(demo.scenario.setup.rules.release, style);
        right.space(releases.saturating_sub(right.width()) + 2);
        let count = if steps > 0 { format!("{steps:>3}") } else { "  -".into() };
        right.push(count, style);
        right.push(format!(" {}", ui.lang.label(Label::Step)), style);
        canvas.text(area.x + 1, y, 1, sign, style);
        canvas.row_right(area.right().saturating_sub(2), y, area.width / 2, &right);
        let room = area.width.saturating_sub(right.width() + 8);
        let number = demo.id.split('-').next().filter(|_| steps > 0).unwrap_or("");
        canvas.text(area.x + 3, y, 4, number, style);
        let title = in_lang(&demo.scenario.title, ui.lang);
        canvas.text(area.x + 7, y, room, title, style);
    }
    let y = list.bottom();
    canvas.rule(area, y, ui.glyphs.level, theme.rule);
    let summary = demos.get(selected).and_then(|d| d.scenario.summary.as_ref());
    let text = summary.map(|s| in_lang(s, ui.lang).as_str()).unwrap_or("");
    let lines = wrap(text, area.width.saturating_sub(2));
    for (y, line) in (y + 1..y + SUMMARY).zip(&lines) {
        canvas.text(area.x + 1, y, area.width.saturating_sub(2), line, theme.text);
    }
}
