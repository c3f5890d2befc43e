//! The start screen: the demos, in the order of a lesson, the worked failures, and empty clusters for
//! free play.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::footer;
use super::target::{Panel, Target};
use super::text::{Canvas, Row, width, wrap};
use crate::demos::Demo;
use crate::lang::Label;
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
    let footer = footer(area).height;
    let list =
        Rect { y: area.y + 1, height: area.height.saturating_sub(1 + SUMMARY + footer), ..area };
    // The chosen line stays in view, with what is around it.
    let rows = usize::from(list.height);
    let from = selected.saturating_sub(rows / 2).min(demos.len().saturating_sub(rows));
    canvas.scrolls(list, Panel::Demos, demos.len().saturating_sub(1));
    let columns = Columns::new(demos, ui);
    let heading = columns.row(ui.lang.label(Label::Release), ui.lang.label(Label::Step), theme.dim);
    canvas.row_right(area.right().saturating_sub(2), area.y, area.width / 2, &heading);
    for (y, (at, demo)) in
        (list.y..list.bottom()).zip(demos.iter().enumerate().skip(from).take(rows))
    {
        canvas.click(Rect { y, height: 1, ..list }, Target::Demo(at));
        let is_selected = at == selected;
        let style = if is_selected { theme.selected } else { theme.text };
        if is_selected {
            canvas.clear(Rect { y, height: 1, ..list }, theme.selected);
        }
        let sign = if is_selected { ui.glyphs.chosen } else { " " };
        let steps = demo.scenario.steps.len();
        let release = demo.scenario.setup.rules.release;
        let steps_text = if steps > 0 { steps.to_string() } else { "-".to_owned() };
        let right = columns.row(release, &steps_text, style);
        canvas.text(area.x + 1, y, 1, sign, style);
        canvas.row_right(area.right().saturating_sub(2), y, area.width / 2, &right);
        let room = area.width.saturating_sub(right.width() + 9);
        canvas.text(area.x + 3, y, 4, &demo.number, style);
        let title = demo.scenario.title.get(ui.lang);
        canvas.text(area.x + 8, y, room, title, style);
    }
    let y = list.bottom();
    canvas.rule(area, y, ui.glyphs.level, theme.rule);
    if demos.len() > rows {
        let place = format!(" {}-{}/{} ", from + 1, from + rows, demos.len());
        canvas.row_right(area.right().saturating_sub(2), y, area.width, &Row::of(place, theme.dim));
    }
    let summary = demos.get(selected).and_then(|d| d.scenario.summary.as_ref());
    let text = summary.map(|s| s.get(ui.lang).as_str()).unwrap_or("");
    let lines = wrap(text, area.width.saturating_sub(2));
    for (y, line) in (y + 1..y + SUMMARY).zip(&lines) {
        canvas.text(area.x + 1, y, area.width.saturating_sub(2), line, theme.text);
    }
}

/// The columns at the right of the list.
struct Columns {
    release: u16,
    steps: u16,
}

impl Columns {
    fn new(demos: &[Demo], ui: &Ui) -> Self {
        let heading = |label| width(ui.lang.label(label));
        let releases = demos.iter().map(|d| width(d.scenario.setup.rules.release));
        let release = releases.max().unwrap_or(0).max(heading(Label::Release));
        Columns { release, steps: heading(Label::Step).max(3) }
    }

    fn row(&self, release: &str, steps: &str, style: Style) -> Row {
        let mut row = Row::of(release, style);
        row.push(blank(self.release, release), style);
        row.push("  ", style);
        row.push(blank(self.steps, steps), style);
        row.push(steps, style);
        row
    }
}

/// What is missing from a text to so many columns.
fn blank(columns: u16, text: &str) -> String {
    " ".repeat(columns.saturating_sub(width(text)).into())
}
