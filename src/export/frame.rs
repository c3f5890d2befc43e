//! One frame, drawn without a terminal. Every format begins here.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::size::Size;
use crate::engine::{BrokerId, PartitionId};
use crate::session::Session;
use crate::tui::ui::Ui;
use crate::tui::view;

/// The screen of a session as a terminal of this size would show it.
pub fn draw(session: &Session, ui: &Ui, size: Size) -> Buffer {
    // This backend is memory: neither can fail.
    let Ok(mut terminal) = Terminal::new(TestBackend::new(size.columns(), size.rows()));
    let Ok(frame) = terminal.draw(|frame| view::draw(frame, session, ui));
    frame.buffer.clone()
}

/// Points the screen at what a person would see who has opened the scenario and walked to this step.
pub fn aim(ui: &mut Ui, session: &Session) {
    ui.partition = session.partition().unwrap_or(PartitionId(0));
    // A follower, as the program chooses one when it opens a scenario.
    let opened = PartitionId(0);
    let start = session.timeline().node(0).map(|node| &node.state);
    let replicas = start.map_or(&[][..], |state| state.replicas(opened));
    let leader = start.and_then(|state| state.partition(opened).leader);
    let follower = replicas.iter().copied().find(|b| Some(*b) != leader);
    ui.broker = follower.or(replicas.first().copied()).unwrap_or(BrokerId(0));
}

/// What stands in one place: a character, or several that are drawn as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph<'b> {
    /// Its first column.
    pub x: u16,
    /// How many columns it takes.
    pub width: u16,
    /// What it is.
    pub symbol: &'b str,
    /// What it looks like.
    pub style: Style,
}

impl Glyph<'_> {
    /// Whether nothing but a background is to be seen.
    pub fn is_blank(&self) -> bool {
        self.symbol.chars().all(|c| c == ' ')
    }
}

/// The glyphs of a row from left to right. Each column belongs to exactly one of them: what a wide
/// character covers is left out, and one that would stick out of the row is blank.
pub fn row(buffer: &Buffer, y: u16) -> impl Iterator<Item = Glyph<'_>> {
    let area = buffer.area;
    let mut next = area.left();
    std::iter::from_fn(move || {
        if next >= area.right() {
            return None;
        }
        let cell = buffer.cell((next, y))?;
        let width = u16::try_from(cell.symbol().width()).unwrap_or(u16::MAX);
        let (symbol, width) = match width {
            0 => (" ", 1),
            wide if wide > area.right() - next => (" ", 1),
            width => (cell.symbol(), width),
        };
        let glyph = Glyph { x: next, width, symbol, style: cell.style() };
        next += width;
        Some(glyph)
    })
}

/// The rows of a frame.
pub fn rows(buffer: &Buffer) -> impl Iterator<Item = impl Iterator<Item = Glyph<'_>>> {
    (buffer.area.top()..buffer.area.bottom()).map(|y| row(buffer, y))
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    #[test]
    fn every_column_of_a_row_belongs_to_one_glyph() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 7, 1));
        buffer.set_string(0, 0, "a消b息", Style::new());
        let cells: Vec<_> = row(&buffer, 0).map(|g| (g.x, g.width, g.symbol)).collect();
        assert_eq!(cells, [(0, 1, "a"), (1, 2, "消"), (3, 1, "b"), (4, 2, "息"), (6, 1, " ")]);
    }

    #[test]
    fn a_wide_character_that_sticks_out_of_the_row_is_blank() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 2, 1));
        if let Some(cell) = buffer.cell_mut((1, 0)) {
            cell.set_symbol("消");
        }
        let cells: Vec<_> = row(&buffer, 0).map(|g| (g.x, g.width, g.symbol)).collect();
        assert_eq!(cells, [(0, 1, " "), (1, 1, " ")]);
    }
}
