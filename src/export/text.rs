//! A frame as text, plain or with the escape sequences that colour it.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::frame::rows;
use super::palette::number;

/// The rows, each as wide as the frame.
pub fn plain(buffer: &Buffer) -> String {
    let mut out = String::new();
    for row in rows(buffer) {
        out.extend(row.map(|glyph| glyph.symbol));
        out.push('\n');
    }
    out
}

/// The rows in colour. Each begins and ends with the terminal's own colours, so that what is shown
/// below, or beside in a pager, is left alone.
pub fn coloured(buffer: &Buffer) -> String {
    let mut out = String::new();
    for row in rows(buffer) {
        let mut pen = Pen::new();
        for glyph in row {
            pen.dip(&mut out, glyph.symbol, glyph.style);
            out.push_str(glyph.symbol);
        }
        pen.reset(&mut out);
        out.push('\n');
    }
    out
}

/// What turns one frame into another on a terminal that shows the first.
pub fn difference(before: &Buffer, after: &Buffer) -> String {
    let mut out = String::new();
    let mut pen = Pen::new();
    let mut at = None;
    let mut write = |x: u16, y: u16, cell: &Cell| {
        if at != Some((x, y)) {
            out.push_str(&format!("\x1b[{};{}H", y + 1, x + 1));
        }
        pen.dip(&mut out, cell.symbol(), cell.style());
        out.push_str(cell.symbol());
        // Terminals agree on where the cursor stands after ASCII, and after nothing else.
        at = cell.symbol().is_ascii().then_some((x + 1, y));
    };
    let mut changes = before.diff(after).into_iter().peekable();
    while let Some((x, y, cell)) = changes.next() {
        write(x, y, cell);
        // A terminal clears the other half of a wide character that it overwrites, with the colours
        // it writes with: that half is written, too.
        let is_wide = |cell: &Cell| cell.symbol().width() > 1;
        let halves = before.cell((x, y)).is_some_and(is_wide) && !is_wide(cell);
        let is_next = changes.peek().is_some_and(|next| (next.0, next.1) == (x + 1, y));
        if halves
            && !is_next
            && let Some(half) = after.cell((x + 1, y)).filter(|half| !is_wide(half))
        {
            write(x + 1, y, half);
        }
    }
    pen.reset(&mut out);
    out
}

/// What a terminal writes with.
struct Pen {
    style: Style,
}

impl Pen {
    /// The terminal's own.
    fn new() -> Pen {
        Pen { style: normal(Style::new()) }
    }

    /// Changes the style, unless what is written next looks the same without.
    fn dip(&mut self, out: &mut String, symbol: &str, style: Style) {
        let style = normal(style);
        let unseen = symbol == " " && !marks_blanks(style) && !marks_blanks(self.style);
        if style != self.style && !unseen {
            sequence(out, style);
            self.style = style;
        }
    }

    /// Back to the terminal's own.
    fn reset(&mut self, out: &mut String) {
        self.dip(out, "", Style::new());
    }
}

/// Whether a style can be seen where there is no letter.
fn marks_blanks(style: Style) -> bool {
    let seen = Modifier::REVERSED.union(Modifier::UNDERLINED).union(Modifier::CROSSED_OUT);
    style.bg != Some(Color::Reset) || style.add_modifier.intersects(seen)
}

/// A style of which equal looks are equal values.
fn normal(style: Style) -> Style {
    Style::new()
        .fg(style.fg.unwrap_or(Color::Reset))
        .bg(style.bg.unwrap_or(Color::Reset))
        .add_modifier(style.add_modifier)
}

const MODIFIERS: [(Modifier, u8); 9] = [
    (Modifier::BOLD, 1),
    (Modifier::DIM, 2),
    (Modifier::ITALIC, 3),
    (Modifier::UNDERLINED, 4),
    (Modifier::SLOW_BLINK, 5),
    (Modifier::RAPID_BLINK, 6),
    (Modifier::REVERSED, 7),
    (Modifier::HIDDEN, 8),
    (Modifier::CROSSED_OUT, 9),
];

/// The sequence (SGR) that sets a style, whatever was set before.
fn sequence(out: &mut String, style: Style) {
    out.push_str("\x1b[0");
    for (modifier, code) in MODIFIERS {
        if style.add_modifier.contains(modifier) {
            out.push_str(&format!(";{code}"));
        }
    }
    for (color, base) in [(style.fg, 30), (style.bg, 40)] {
        match color.unwrap_or(Color::Reset) {
            Color::Reset => {}
            Color::Rgb(red, green, blue) => {
                out.push_str(&format!(";{};2;{red};{green};{blue}", base + 8));
            }
            Color::Indexed(index) => out.push_str(&format!(";{};5;{index}", base + 8)),
            named => match number(named) {
                Some(bright @ 8..) => out.push_str(&format!(";{}", base + 60 + (bright - 8))),
                Some(dark) => out.push_str(&format!(";{}", base + dark)),
                None => {}
            },
        }
    }
    out.push('m');
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    #[test]
    fn a_style_is_set_where_it_begins_and_forgotten_at_the_end_of_the_row() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 5, 2));
        let style = Style::new().fg(Color::Rgb(1, 2, 3)).bg(Color::LightRed);
        buffer.set_string(1, 0, "消", style.add_modifier(Modifier::BOLD));
        buffer.set_string(3, 1, "ab", Style::new().fg(Color::Green).bg(Color::Indexed(7)));
        assert_eq!(
            coloured(&buffer),
            " \x1b[0;1;38;2;1;2;3;101m消\x1b[0m  \n   \x1b[0;32;48;5;7mab\x1b[0m\n"
        );
        assert_eq!(plain(&buffer), " 消  \n   ab\n");
    }

    #[test]
    fn only_what_differs_is_written_again() {
        let area = Rect::new(0, 0, 6, 2);
        let mut before = Buffer::empty(area);
        before.set_string(0, 0, "LEO 消", Style::new());
        let mut after = Buffer::empty(area);
        after.set_string(0, 0, "LEO 22", Style::new());
        assert_eq!(difference(&before, &after), "\x1b[1;5H22");
        assert_eq!(difference(&after, &before), "\x1b[1;5H消");
        assert_eq!(difference(&after, &after), "");
    }

    #[test]
    fn the_other_half_of_an_overwritten_wide_character_is_written_too() {
        let area = Rect::new(0, 0, 4, 1);
        let mut before = Buffer::empty(area);
        before.set_string(0, 0, "消", Style::new());
        let mut after = Buffer::empty(area);
        after.set_string(0, 0, "?", Style::new().bg(Color::Green));
        assert_eq!(difference(&before, &after), "\x1b[1;1H\x1b[0;42m?\x1b[0m ");
    }
}
