//! What a terminal's colours look like where there is no terminal: in SVG, and as the colours that a
//! recording asks its player for.

use ratatui::style::Color;

use crate::tui::theme::Theme;

/// A colour by its red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    const fn hex(hex: u32) -> Rgb {
        Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
    }

    /// This colour, faded halfway into another: what "dim" looks like on that background.
    pub fn dimmed(self, ground: Rgb) -> Rgb {
        let mix = |a: u8, b: u8| u8::midpoint(a, b);
        Rgb(mix(self.0, ground.0), mix(self.1, ground.1), mix(self.2, ground.2))
    }

    fn is_dark(self) -> bool {
        u16::from(self.0) + u16::from(self.1) + u16::from(self.2) < 3 * 128
    }
}

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The 16 colours that a terminal lets its user choose, as Visual Studio Code chooses them: each can
/// be read on the dark background. Black to white, then the bright ones.
pub const SIXTEEN: [Rgb; 16] = [
    Rgb::hex(0x000000),
    Rgb::hex(0xcd3131),
    Rgb::hex(0x0dbc79),
    Rgb::hex(0xe5e510),
    Rgb::hex(0x2472c8),
    Rgb::hex(0xbc3fbc),
    Rgb::hex(0x11a8cd),
    Rgb::hex(0xe5e5e5),
    Rgb::hex(0x666666),
    Rgb::hex(0xf14c4c),
    Rgb::hex(0x23d18b),
    Rgb::hex(0xf5f543),
    Rgb::hex(0x3b8eea),
    Rgb::hex(0xd670d6),
    Rgb::hex(0x29b8db),
    Rgb::hex(0xffffff),
];

/// What stands for a terminal's own two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// The text.
    pub ink: Rgb,
    /// The background.
    pub ground: Rgb,
}

impl Paper {
    /// Light on dark.
    pub const DARK: Paper = Paper { ink: Rgb::hex(0xd8dbe0), ground: Rgb::hex(0x16191e) };
    /// Dark on light.
    pub const LIGHT: Paper = Paper { ink: Rgb::hex(0x1c1f24), ground: Rgb::hex(0xffffff) };

    /// The paper for a theme: its own where it has one. Else light if the theme writes its records
    /// in a dark colour, or has no colours at all, as for print.
    pub fn of(theme: &Theme) -> Paper {
        let has_colours = theme.leader.fg.is_some();
        let is_light = match theme.committed.fg.and_then(rgb) {
            Some(records) => records.is_dark(),
            None => !has_colours,
        };
        let paper = if is_light { Paper::LIGHT } else { Paper::DARK };
        Paper {
            ink: theme.text.fg.and_then(rgb).unwrap_or(paper.ink),
            ground: theme.text.bg.and_then(rgb).unwrap_or(paper.ground),
        }
    }
}

/// What a colour looks like; `None` if it is the terminal's own.
pub fn rgb(color: Color) -> Option<Rgb> {
    let indexed = match color {
        Color::Reset => return None,
        Color::Rgb(red, green, blue) => return Some(Rgb(red, green, blue)),
        Color::Indexed(index) => index,
        other => number(other)?,
    };
    Some(match SIXTEEN.get(usize::from(indexed)) {
        Some(rgb) => *rgb,
        None => beyond_sixteen(indexed),
    })
}

/// The number of one of the 16 colours that have a name.
pub fn number(color: Color) -> Option<u8> {
    Some(match color {
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
        Color::Reset | Color::Rgb(..) | Color::Indexed(_) => return None,
    })
}

/// The colours from 16 on, the same in every terminal: a cube of 6×6×6, then 24 greys.
fn beyond_sixteen(index: u8) -> Rgb {
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match index.checked_sub(232) {
        Some(grey) => {
            let grey = 8 + 10 * grey;
            Rgb(grey, grey, grey)
        }
        None => {
            let at = index.saturating_sub(16);
            Rgb(level(at / 36), level(at / 6 % 6), level(at % 6))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_theme_has_paper_that_it_can_be_read_on() {
        let papers = Theme::ALL.map(|theme| (theme.name, Paper::of(theme).ground));
        let black = Rgb(0, 0, 0);
        assert_eq!(
            papers,
            [
                ("dark", Paper::DARK.ground),
                ("light", Paper::LIGHT.ground),
                ("16", Paper::DARK.ground),
                ("none", Paper::LIGHT.ground),
                ("contrast", black),
            ]
        );
    }

    #[test]
    fn the_256_colours_are_those_of_every_terminal() {
        assert_eq!(rgb(Color::Indexed(16)), Some(Rgb(0, 0, 0)));
        assert_eq!(rgb(Color::Indexed(231)), Some(Rgb(255, 255, 255)));
        assert_eq!(rgb(Color::Indexed(208)), Some(Rgb(255, 135, 0)));
        assert_eq!(rgb(Color::Indexed(255)), Some(Rgb(238, 238, 238)));
        assert_eq!(rgb(Color::Indexed(3)), rgb(Color::Yellow));
        assert_eq!(rgb(Color::Reset), None);
    }
}
