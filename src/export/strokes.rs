//! Lines that are drawn with characters, as lines.
//!
//! A font need not make them meet: its rows may be higher than the characters, or these narrower
//! than a column. So in a picture they are lines, each from the edge of its cell.

use super::palette::Rgb;

/// Half the width of a cell.
const HALF_WIDTH: u32 = CELL_WIDTH / 2;
/// Half the height of a cell.
const HALF_HEIGHT: u32 = CELL_HEIGHT / 2;
/// The width of a column.
pub(super) const CELL_WIDTH: u32 = 10;
/// The height of a row.
pub(super) const CELL_HEIGHT: u32 = 20;

/// What a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    Light,
    Dashed,
    Heavy,
    Double,
}

/// From the middle of a cell to its edges.
struct Arms {
    weight: Weight,
    left: bool,
    right: bool,
    up: bool,
    down: bool,
}

/// What lines a character consists of, if it does.
fn arms(symbol: &str) -> Option<Arms> {
    let of = |weight, sides: &str| Arms {
        weight,
        left: sides.contains('l'),
        right: sides.contains('r'),
        up: sides.contains('u'),
        down: sides.contains('d'),
    };
    Some(match symbol {
        "─" => of(Weight::Light, "lr"),
        "│" => of(Weight::Light, "ud"),
        "┌" => of(Weight::Light, "rd"),
        "┐" => of(Weight::Light, "ld"),
        "└" => of(Weight::Light, "ru"),
        "┘" => of(Weight::Light, "lu"),
        "├" => of(Weight::Light, "rud"),
        "┤" => of(Weight::Light, "lud"),
        "┬" => of(Weight::Light, "lrd"),
        "┴" => of(Weight::Light, "lru"),
        "┼" => of(Weight::Light, "lrud"),
        "┊" => of(Weight::Dashed, "ud"),
        "━" => of(Weight::Heavy, "lr"),
        "┃" => of(Weight::Heavy, "ud"),
        "║" => of(Weight::Double, "ud"),
        _ => return None,
    })
}

/// A straight line. `along` is the direction it runs in, `across` where it lies in the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    color: Rgb,
    weight: Weight,
    vertical: bool,
    across: u32,
    from: u32,
    to: u32,
}

/// All the lines of a picture.
#[derive(Default)]
pub(super) struct Strokes {
    lines: Vec<Line>,
}

impl Strokes {
    /// Adds the lines that a character in a cell consists of. Returns whether it is such a one.
    pub(super) fn add(&mut self, column: u16, row: u16, symbol: &str, color: Rgb) -> bool {
        let Some(arms) = arms(symbol) else { return false };
        let weight = arms.weight;
        let (x, y) = (u32::from(column) * CELL_WIDTH, u32::from(row) * CELL_HEIGHT);
        let (middle_x, middle_y) = (x + HALF_WIDTH, y + HALF_HEIGHT);
        if arms.left || arms.right {
            let from = if arms.left { x } else { middle_x };
            let to = if arms.right { x + CELL_WIDTH } else { middle_x };
            self.lines.push(Line { color, weight, vertical: false, across: middle_y, from, to });
        }
        if arms.up || arms.down {
            let from = if arms.up { y } else { middle_y };
            let to = if arms.down { y + CELL_HEIGHT } else { middle_y };
            self.lines.push(Line { color, weight, vertical: true, across: middle_x, from, to });
        }
        true
    }

    /// The lines as SVG: one path for each look, with the pieces that touch made one, so that no
    /// seam is seen between them at any scale.
    pub(super) fn svg(mut self) -> String {
        self.lines.sort_unstable();
        let mut joined: Vec<Line> = Vec::new();
        for line in self.lines {
            match joined.last_mut() {
                Some(last)
                    if (Line { from: last.from, to: last.to, ..line }) == *last
                        && line.from <= last.to =>
                {
                    last.to = last.to.max(line.to);
                }
                _ => joined.push(line),
            }
        }
        let look = |line: &Line| (line.color, line.weight);
        joined
            .chunk_by(|a, b| look(a) == look(b))
            .filter_map(|lines| lines.first().map(|first| path(first, lines)))
            .collect()
    }
}

fn path(look: &Line, lines: &[Line]) -> String {
    let (width, more) = match look.weight {
        // Its ends reach half its width further, which closes the corners.
        Weight::Light => ("1.2", r#" stroke-linecap="square""#),
        Weight::Dashed => ("1.2", r#" stroke-dasharray="3 2""#),
        Weight::Heavy => ("3", ""),
        Weight::Double => ("1.2", ""),
    };
    let mut d = String::new();
    for line in lines {
        let Line { across, from, to, .. } = *line;
        // The two of a double line stand one to the left and one to the right.
        let lanes = match line.weight {
            Weight::Double => &[-2_i64, 2][..],
            _ => &[0],
        };
        for lane in lanes {
            let across = i64::from(across) + lane;
            d += &match line.vertical {
                true => format!("M{across} {from}V{to}"),
                false => format!("M{from} {across}H{to}"),
            };
        }
    }
    let color = look.color;
    format!("<path d=\"{d}\" stroke=\"{color}\" stroke-width=\"{width}\"{more}/>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glyphs::Glyphs;

    const BLACK: Rgb = Rgb(0, 0, 0);

    #[test]
    fn every_line_of_every_glyph_set_is_drawn() {
        for g in Glyphs::ALL {
            let signs = [
                g.edge,
                g.open_edge,
                g.hw,
                g.segment,
                g.upright,
                g.level,
                g.from_above,
                g.from_below,
                g.branch,
            ];
            for sign in signs {
                assert_eq!(arms(sign).is_some(), !sign.is_ascii(), "{sign} of {}", g.name);
            }
        }
    }

    #[test]
    fn pieces_that_touch_become_one_line() {
        let mut strokes = Strokes::default();
        for column in [0, 2, 1] {
            assert!(strokes.add(column, 0, "─", BLACK));
        }
        assert!(strokes.add(4, 0, "─", BLACK));
        for row in [1, 2] {
            assert!(strokes.add(0, row, "│", BLACK));
        }
        assert!(!strokes.add(0, 0, "|", BLACK));
        assert_eq!(
            strokes.svg(),
            "<path d=\"M0 10H30M40 10H50M5 20V60\" stroke=\"#000000\" stroke-width=\"1.2\" \
             stroke-linecap=\"square\"/>\n"
        );
    }
}
