//! Text in columns: measured, cut, and put where there is room for it.
//!
//! Everything that is drawn goes through [`Canvas`], which never writes outside its buffer and never
//! cuts through the middle of a wide character.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::target::{Panel, Target, Targets};
use crate::scenario;

/// How many columns a text takes.
pub(super) fn width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// The text, or as much of its beginning as fits, with `ellipsis` where it was cut.
pub(super) fn cut(text: &str, max: u16, ellipsis: &str) -> String {
    if width(text) <= max {
        return text.to_owned();
    }
    let tail = if width(ellipsis) <= max { ellipsis } else { "" };
    let room = max - width(tail);
    let mut kept = String::new();
    let mut used = 0;
    for piece in text.graphemes(true) {
        let wide = width(piece);
        if used + wide > room {
            break;
        }
        kept.push_str(piece);
        used += wide;
    }
    kept + tail
}

/// Cuts a text into lines of at most `max` columns, as the check of a scenario does: what it lets
/// pass, the screen shows.
pub(super) fn wrap(text: &str, max: u16) -> Vec<String> {
    scenario::text::wrap(text, max.into())
}

/// A part of a row.
#[derive(Clone, Debug)]
struct Span {
    text: String,
    style: Style,
    /// What a click on it is about.
    target: Option<Target>,
}

/// A row of text in several styles.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    spans: Vec<Span>,
}

impl Row {
    /// An empty row.
    pub(super) fn new() -> Self {
        Row::default()
    }

    /// A row of one text.
    pub(super) fn of(text: impl Into<String>, style: Style) -> Self {
        Row::new().with(text, style)
    }

    /// The row and more text.
    pub(super) fn with(mut self, text: impl Into<String>, style: Style) -> Self {
        self.push(text, style);
        self
    }

    /// Adds text.
    pub(super) fn push(&mut self, text: impl Into<String>, style: Style) {
        self.spans.push(Span { text: text.into(), style, target: None });
    }

    /// The row, all of which can be clicked.
    pub(super) fn aim(mut self, target: Target) -> Self {
        for span in &mut self.spans {
            span.target = Some(target);
        }
        self
    }

    /// Adds columns without text.
    pub(super) fn space(&mut self, columns: u16) {
        if columns > 0 {
            self.push(" ".repeat(columns.into()), Style::new());
        }
    }

    /// Adds a row.
    pub(super) fn append(&mut self, other: Row) {
        self.spans.extend(other.spans);
    }

    /// The row and another one after it.
    pub(super) fn and(mut self, other: Row) -> Self {
        self.append(other);
        self
    }

    /// How many columns it takes.
    pub(super) fn width(&self) -> u16 {
        self.spans.iter().fold(0, |sum, span| width(&span.text).saturating_add(sum))
    }

    /// Whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }
}

/// The first of some rows, the fullest first, that fits; the last one if none does.
pub(super) fn fitting(max: u16, rows: impl IntoIterator<Item = Row>) -> Row {
    let mut last = Row::new();
    for row in rows {
        if row.width() <= max {
            return row;
        }
        last = row;
    }
    last
}

/// Somewhere to draw.
pub(super) struct Canvas<'b> {
    buffer: &'b mut Buffer,
    /// What a style is a change to.
    base: Style,
    ellipsis: &'static str,
    targets: Targets,
}

impl<'b> Canvas<'b> {
    /// A canvas on a buffer.
    pub(super) fn new(buffer: &'b mut Buffer, base: Style, ellipsis: &'static str) -> Self {
        Canvas { buffer, base, ellipsis, targets: Targets::default() }
    }

    /// A click in an area is about this.
    pub(super) fn click(&mut self, area: Rect, target: Target) {
        self.targets.add_click(area, target);
    }

    /// A wheel in an area scrolls this panel, at most so far.
    pub(super) fn scrolls(&mut self, area: Rect, panel: Panel, last: usize) {
        self.targets.add_scroll(area, panel, last);
    }

    /// A wheel in an area scrolls the sequence diagram, which stands so far from the present step.
    pub(super) fn scrolls_sequence(&mut self, area: Rect, scroll: isize) {
        self.targets.set_sequence(area, scroll);
    }

    /// What could be clicked or scrolled in an area is covered by what is drawn next.
    pub(super) fn cover(&mut self, area: Rect) {
        self.targets.cover(area);
    }

    /// Where everything is.
    pub(super) fn into_targets(self) -> Targets {
        self.targets
    }

    /// What stands in an area, line by line.
    pub(super) fn lines(&self, area: Rect) -> Vec<String> {
        let area = area.intersection(self.buffer.area);
        let row = |y| {
            let mut covered = 0;
            let mut line = String::new();
            for x in area.left()..area.right() {
                let symbol = self.buffer.cell((x, y)).map_or(" ", |cell| cell.symbol());
                // A wide character covers the cell after it.
                if covered == 0 {
                    line.push_str(symbol);
                    covered = width(symbol);
                }
                covered = covered.saturating_sub(1);
            }
            line
        };
        (area.top()..area.bottom()).map(row).collect()
    }

    /// Puts a text at a place, cut to `max` columns. Returns how many it took.
    pub(super) fn text(&mut self, x: u16, y: u16, max: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if y < area.top() || y >= area.bottom() || x < area.left() || x >= area.right() {
            return 0;
        }
        let max = max.min(area.right() - x);
        let text = cut(text, max, self.ellipsis);
        // Nothing shines through of what was there.
        for x in x..x.saturating_add(width(&text)) {
            if let Some(cell) = self.buffer.cell_mut((x, y)) {
                cell.reset();
            }
        }
        let style = self.base.patch(style);
        let (end, _) = self.buffer.set_stringn(x, y, &text, max.into(), style);
        end - x
    }

    /// Puts a row at a place, cut to `max` columns.
    pub(super) fn row(&mut self, x: u16, y: u16, max: u16, row: &Row) {
        let is_cut = row.width() > max;
        let tail = if is_cut { self.ellipsis } else { "" };
        let room = max.saturating_sub(width(tail));
        let mut used = 0;
        let mut last = Style::new();
        for Span { text, style, target } in &row.spans {
            let fits = cut(text, room - used, "");
            last = *style;
            let left = x.saturating_add(used);
            self.text(left, y, room - used, &fits, last);
            used += width(&fits);
            if let Some(target) = *target {
                self.click(Rect::new(left, y, width(&fits), 1), target);
            }
            if fits.len() < text.len() {
                break;
            }
        }
        if is_cut && max > used {
            self.text(x.saturating_add(used), y, max - used, tail, last);
        }
    }

    /// Puts a row so that it ends before column `end`, in at most `max` columns.
    pub(super) fn row_right(&mut self, end: u16, y: u16, max: u16, row: &Row) {
        let wide = row.width().min(max);
        self.row(end.saturating_sub(wide), y, wide, row);
    }

    /// A rule across an area's width, at one row.
    pub(super) fn rule(&mut self, area: Rect, y: u16, glyph: &str, style: Style) {
        for x in area.left()..area.right() {
            self.text(x, y, 1, glyph, style);
        }
    }

    /// Gives an area a style and empties it. A wide character that reached into it from the left
    /// goes too.
    pub(super) fn clear(&mut self, area: Rect, style: Style) {
        let style = self.base.patch(style);
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            if let Some(before) = area.left().checked_sub(1)
                && let Some(cell) = self.buffer.cell_mut((before, y))
                && width(cell.symbol()) > 1
            {
                cell.set_symbol(" ");
            }
            for x in area.left()..area.right() {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    cell.reset();
                    cell.set_style(style);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters_never_through_one() {
        assert_eq!(cut("樱桃", 4, "…"), "樱桃");
        assert_eq!(cut("樱桃", 3, "…"), "樱…");
        assert_eq!(cut("樱桃", 2, "…"), "…");
        assert_eq!(cut("abc", 0, "…"), "");
        assert_eq!(cut("e\u{301}e\u{301}e\u{301}", 2, "…"), "e\u{301}…");
    }

    #[test]
    fn what_does_not_fit_into_a_row_ends_with_an_ellipsis() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 1));
        let row = Row::of("ab", Style::new()).with("樱桃", Style::new());
        let mut canvas = Canvas::new(&mut buffer, Style::new(), "…");
        canvas.row(0, 0, 6, &row);
        canvas.row(0, 0, 5, &row);
        assert_eq!(buffer, Buffer::with_lines(["ab樱… "]));
    }
}
