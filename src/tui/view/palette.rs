//! The command palette: the line that is typed, and above it what it can be completed to.

use ratatui::layout::{Position, Rect};

use super::text::{Canvas, cut, width};
use crate::session::Session;
use crate::tui::palette::{Palette, complete};
use crate::tui::ui::Ui;

/// Most completions that are shown.
const MOST: usize = 8;
/// Columns between an action and what it does.
const GAP: u16 = 2;

/// Draws the palette into the lowest rows and says where the cursor stands.
pub(super) fn draw(
    canvas: &mut Canvas,
    area: Rect,
    session: Option<&Session>,
    palette: &Palette,
    ui: &Ui,
) -> Position {
    let theme = &ui.theme;
    let typed = palette.input.value();
    let (stem, at) = match &palette.completed {
        Some((stem, at)) => (stem.as_str(), Some(*at)),
        None => (typed, None),
    };
    let candidates = complete(stem, session, ui);
    let from = at.map_or(0, |at| (at + 1).saturating_sub(MOST));
    let shown = candidates.get(from..).unwrap_or(&[]);
    let shown = shown.get(..shown.len().min(MOST)).unwrap_or(&[]);
    let said = u16::from(ui.message.is_some());
    let rows = shown.len() as u16 + 2 + said;
    let top = area.bottom().saturating_sub(rows);
    let whole = Rect { y: top, height: rows.min(area.height), ..area };
    canvas.clear(whole, theme.text);
    canvas.cover(whole);
    canvas.rule(area, top, ui.glyphs.level, theme.rule);
    if candidates.len() > shown.len() {
        let more = format!(" {}-{}/{} ", from + 1, from + shown.len(), candidates.len());
        let x = area.right().saturating_sub(2 + width(&more));
        canvas.text(x, top, width(&more), &more, theme.dim);
    }
    let word = shown.iter().map(|candidate| width(&candidate.word)).max().unwrap_or(0);
    let room = area.width.saturating_sub(2);
    for (y, (place, candidate)) in (top + 1..).zip(shown.iter().enumerate()) {
        let is_chosen = at == Some(from + place);
        let style = if is_chosen { theme.selected } else { theme.key };
        let sign = if is_chosen { ui.glyphs.chosen } else { " " };
        canvas.text(area.x + 1, y, 1, sign, theme.key);
        canvas.text(area.x + 2, y, room, &candidate.word, style);
        let x = area.x + 2 + word + GAP;
        let left = area.right().saturating_sub(x + 1);
        let about = cut(candidate.about, left, ui.glyphs.ellipsis);
        canvas.text(x, y, left, &about, theme.dim);
    }
    if let Some(message) = &ui.message {
        let y = area.bottom().saturating_sub(2);
        canvas.clear(Rect { y, height: 1, ..area }, theme.message);
        canvas.text(area.x + 1, y, room, message, theme.message);
    }
    let y = area.bottom().saturating_sub(1);
    canvas.text(area.x + 1, y, 1, ":", theme.question);
    let x = area.x + 2;
    let room = area.right().saturating_sub(x + 1);
    let scroll = palette.input.visual_scroll(room.into());
    let line: String = typed.chars().skip(scroll).collect();
    canvas.text(x, y, room, &line, theme.text);
    let cursor = palette.input.visual_cursor().saturating_sub(scroll) as u16;
    Position { x: x.saturating_add(cursor.min(room)), y }
}
