//! The footer: keys with what they do, a prompt, the last message.

use ratatui::layout::{Position, Rect};

use super::target::Target;
use super::text::{Canvas, Row, width};
use crate::tui::actions::Hint;
use crate::tui::ui::Ui;

/// Columns between two keys.
const SPACE: u16 = 2;
/// Keys that stand in the last row with the way to all others.
const WITH_HELP: usize = 3;

/// Draws the keys into as many rows as there are, from the first on; the last one, the way to all
/// others, always stands. A message takes the last row.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, hints: &[Hint], ui: &Ui) {
    let mut rows = area.height;
    if let Some(message) = &ui.message {
        rows = rows.saturating_sub(1);
        let y = area.y + rows;
        canvas.clear(Rect { y, height: 1, ..area }, ui.theme.message);
        canvas.cover(Rect { y, height: 1, ..area });
        canvas.text(area.x + 1, y, area.width.saturating_sub(2), message, ui.theme.message);
    }
    let Some((help, others)) = hints.split_last() else { return };
    let left = area.x + 1;
    let right = area.right().saturating_sub(1);
    let help = row(help, ui);
    let others: Vec<Row> = others.iter().map(|hint| row(hint, ui)).collect();
    let all = |rows: &[Row]| rows.iter().map(|row| row.width() + SPACE).sum::<u16>();
    let room = right.saturating_sub(left);
    // The way to the others is not left alone in a second row: where it does not fit into the first
    // one, it takes some with it.
    let rows = if all(&others) + help.width() <= room { rows.min(1) } else { rows };
    let with_help = others.len().saturating_sub(WITH_HELP);
    let mut others = others.iter().enumerate().peekable();
    for y in area.y..area.y + rows {
        let is_last = y + 1 == area.y + rows;
        let end = if is_last { right.saturating_sub(help.width() + SPACE) } else { right };
        let mut x = left;
        while let Some((_, row)) =
            others.next_if(|(at, row)| x + row.width() <= end && (is_last || *at < with_help))
        {
            canvas.row(x, y, row.width(), row);
            x += row.width() + SPACE;
        }
        if is_last {
            canvas.row(x, y, right.saturating_sub(x), &help);
        }
    }
}

fn row(hint: &Hint, ui: &Ui) -> Row {
    let (key, name) = match hint.possible {
        true => (ui.theme.key, ui.theme.text),
        false => (ui.theme.key_off, ui.theme.key_off),
    };
    // What cannot be done has a sign as well as a colour.
    let sign = if hint.possible { "" } else { ui.glyphs.off };
    Row::of(hint.key.to_string(), key)
        .with(format!(" {sign}{}", hint.name), name)
        .aim(Target::Key(hint.action))
}

/// Draws a prompt into the last row and says where the cursor stands.
pub(super) fn draw_prompt(
    canvas: &mut Canvas,
    area: Rect,
    question: &str,
    input: &tui_input::Input,
    ui: &Ui,
) -> Position {
    let y = area.bottom().saturating_sub(1);
    let row = Rect { y, height: 1, ..area };
    canvas.clear(row, ui.theme.text);
    // What was said to the last answer asks anew.
    let (question, style) = match &ui.message {
        Some(refused) => (refused.clone(), ui.theme.message),
        None => (question.to_owned(), ui.theme.question),
    };
    let x = area.x + 1;
    canvas.text(x, y, area.width, &question, style);
    let x = x.saturating_add(width(&question) + 1);
    let room = area.right().saturating_sub(x + 1);
    // Of a long answer, the part around the cursor.
    let scroll = input.visual_scroll(room.into());
    let shown: String = input.value().chars().skip(scroll).collect();
    canvas.text(x, y, room, &shown, ui.theme.text);
    let cursor = input.visual_cursor().saturating_sub(scroll) as u16;
    Position { x: x.saturating_add(cursor.min(room)), y }
}
