//! A frame as an SVG picture, true to the columns whatever font it is shown with.
//!
//! Every character has an x of its own: no width that a font gives it, and none of its substitutes
//! for what it lacks, can move what stands to the right. Some renderers (librsvg) know only the first
//! x of an element, and none knows `textLength`; for those, each word of ASCII is an element, and so
//! is each other character. Lines that are drawn with characters become lines
//! ([`super::strokes`]). Nothing but attributes is used: no style sheet, no script.

use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

use super::frame::{Glyph, rows};
use super::palette::{Paper, Rgb, rgb};
use super::strokes::{CELL_HEIGHT, CELL_WIDTH, Strokes};
use crate::lang::Lang;

/// Around the screen.
const MARGIN: u32 = 12;
/// So large that a character of a usual monospaced font, 0.6 em wide, fills a column.
const FONT_SIZE: &str = "16.6";
/// From the top of a row to the line that its characters stand on.
const BASELINE: u32 = 15;
/// A wide character is one em wide and its two columns are a little more: the rest, on both sides of
/// it, in tenths.
const WIDE_INDENT_TENTHS: u32 = 17;
/// Fonts by what is there on which system, then those with Chinese.
const FONTS: &str = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', \
    'Liberation Mono', 'Noto Sans Mono', 'PingFang SC', 'Microsoft YaHei', \
    'Noto Sans Mono CJK SC', 'Noto Sans CJK SC', 'Source Han Sans SC', 'WenQuanYi Micro Hei', \
    monospace";

/// What a picture says to those who can't see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// What is shown.
    pub title: String,
    /// What is told about it.
    pub description: String,
}

/// What a glyph looks like on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    ink: Rgb,
    ground: Rgb,
    bold: bool,
    italic: bool,
    underlined: bool,
}

impl Look {
    fn of(glyph: &Glyph, paper: Paper) -> Look {
        let style = glyph.style;
        let has = |modifier| style.add_modifier.contains(modifier);
        let mut ink = style.fg.and_then(rgb).unwrap_or(paper.ink);
        let mut ground = style.bg.and_then(rgb).unwrap_or(paper.ground);
        if has(Modifier::REVERSED) {
            std::mem::swap(&mut ink, &mut ground);
        }
        if has(Modifier::DIM) {
            ink = ink.dimmed(ground);
        }
        if has(Modifier::HIDDEN) {
            ink = ground;
        }
        Look {
            ink,
            ground,
            bold: has(Modifier::BOLD),
            italic: has(Modifier::ITALIC),
            underlined: has(Modifier::UNDERLINED),
        }
    }

    /// Whether letters look alike in both.
    fn letters(&self) -> (Rgb, bool, bool) {
        (self.ink, self.bold, self.italic)
    }
}

/// The picture.
pub fn svg(buffer: &Buffer, paper: Paper, lang: Lang, caption: &Caption) -> String {
    let width = u32::from(buffer.area.width) * CELL_WIDTH + 2 * MARGIN;
    let height = u32::from(buffer.area.height) * CELL_HEIGHT + 2 * MARGIN;
    let language = match lang {
        Lang::En => "en",
        // So that a browser does not choose Japanese forms for Chinese characters.
        Lang::Zh => "zh-Hans",
    };
    let mut drawing = Drawing::default();
    for (row, y) in rows(buffer).zip(0..) {
        drawing.row(row, y, paper);
    }
    let Drawing { grounds, texts, strokes, underlines } = drawing;
    let strokes = strokes.svg();
    let (title, description) = (escaped(&caption.title), escaped(&caption.description));
    let Paper { ink, ground } = paper;
    // On a page of its own colour the picture has an edge all the same.
    let edge = ink.dimmed(ground).dimmed(ground);
    let (inner_width, inner_height) = (width - 1, height - 1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" xml:lang=\"{language}\">\n\
         <title>{title}</title>\n\
         <desc>{description}</desc>\n\
         <rect x=\".5\" y=\".5\" width=\"{inner_width}\" height=\"{inner_height}\" rx=\"8\" \
         fill=\"{ground}\" stroke=\"{edge}\"/>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\">\n\
         <g shape-rendering=\"crispEdges\">\n{grounds}</g>\n\
         <g fill=\"none\">\n{strokes}</g>\n\
         <g fill=\"{ink}\" font-family=\"{FONTS}\" font-size=\"{FONT_SIZE}\" \
         xml:space=\"preserve\">\n{texts}</g>\n\
         {underlines}</g>\n\
         </svg>\n"
    )
}

/// What has been drawn, from the bottom up.
#[derive(Default)]
struct Drawing {
    grounds: String,
    strokes: Strokes,
    texts: String,
    underlines: String,
}

impl Drawing {
    fn row<'b>(&mut self, glyphs: impl Iterator<Item = Glyph<'b>>, y: u16, paper: Paper) {
        let glyphs: Vec<(Glyph, Look)> = glyphs.map(|g| (g, Look::of(&g, paper))).collect();
        let top = u32::from(y) * CELL_HEIGHT;
        for same in glyphs.chunk_by(|(_, a), (_, b)| a.ground == b.ground) {
            let ground = same.first().map_or(paper.ground, |(_, look)| look.ground);
            if ground != paper.ground {
                self.grounds += &bar(same, top, CELL_HEIGHT, ground);
            }
        }
        for same in glyphs.chunk_by(|(_, a), (_, b)| (a.underlined, a.ink) == (b.underlined, b.ink))
        {
            if let Some((_, look)) = same.first().filter(|(_, look)| look.underlined) {
                self.underlines += &bar(same, top + BASELINE + 2, 1, look.ink);
            }
        }
        self.letters(&glyphs, y, paper);
    }

    /// The characters of a row, word by word.
    fn letters(&mut self, glyphs: &[(Glyph, Look)], y: u16, paper: Paper) {
        let mut words: Vec<Word> = Vec::new();
        for (glyph, look) in glyphs {
            let is_line = self.strokes.add(glyph.x, y, glyph.symbol, look.ink);
            if glyph.is_blank() || is_line {
                // A space keeps words apart where the text is copied.
                if let Some(word) = words.last_mut() {
                    word.end(glyph);
                }
                continue;
            }
            match words.last_mut() {
                Some(word) if word.takes(glyph, look) => word.add(glyph),
                _ => words.push(Word::new(glyph, *look)),
            }
        }
        if !words.is_empty() {
            let words: String = words.iter().map(|word| word.svg(paper)).collect();
            let baseline = u32::from(y) * CELL_HEIGHT + BASELINE;
            self.texts += &format!("<text y=\"{baseline}\">{words}</text>\n");
        }
    }
}

/// A rectangle under some glyphs that stand side by side.
fn bar(glyphs: &[(Glyph, Look)], y: u32, height: u32, fill: Rgb) -> String {
    let columns: u32 = glyphs.iter().map(|(glyph, _)| u32::from(glyph.width)).sum();
    let x = glyphs.first().map_or(0, |(glyph, _)| u32::from(glyph.x) * CELL_WIDTH);
    let width = columns * CELL_WIDTH;
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>\n")
}

/// Characters that stand side by side and look alike, with the x of each.
struct Word {
    look: Look,
    text: String,
    places: String,
    /// Whether no more may be added.
    ended: bool,
}

impl Word {
    fn new(glyph: &Glyph, look: Look) -> Word {
        let ended = !glyph.symbol.is_ascii();
        let mut word = Word { look, text: String::new(), places: String::new(), ended };
        word.add(glyph);
        word
    }

    fn takes(&self, glyph: &Glyph, look: &Look) -> bool {
        !self.ended && glyph.symbol.is_ascii() && self.look.letters() == look.letters()
    }

    fn add(&mut self, glyph: &Glyph) {
        let mut tenths = u32::from(glyph.x) * CELL_WIDTH * 10;
        if glyph.width > 1 {
            tenths += WIDE_INDENT_TENTHS;
        }
        if !self.places.is_empty() {
            self.places.push(' ');
        }
        self.places += &(tenths / 10).to_string();
        if !tenths.is_multiple_of(10) {
            self.places += &format!(".{}", tenths % 10);
        }
        self.text += &escaped(glyph.symbol);
    }

    /// A space after it, once.
    fn end(&mut self, after: &Glyph) {
        if !self.text.ends_with(' ') {
            // Renderers do not agree on whose x it is after a character that is made of several; it
            // needs none.
            match self.ended {
                true => self.text.push(' '),
                false => self.add(&Glyph { symbol: " ", width: 1, ..*after }),
            }
        }
        self.ended = true;
    }

    fn svg(&self, paper: Paper) -> String {
        let look = self.look;
        let mut more = String::new();
        if look.ink != paper.ink {
            more += &format!(" fill=\"{}\"", look.ink);
        }
        if look.bold {
            more += " font-weight=\"bold\"";
        }
        if look.italic {
            more += " font-style=\"italic\"";
        }
        format!("<tspan x=\"{}\"{more}>{}</tspan>", self.places, self.text)
    }
}

/// A text as XML may hold it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' | '\n' => out.push(c),
            // There is no way to write these in XML 1.0.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
