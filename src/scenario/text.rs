//! Texts: in one or two languages, with characters that a terminal can show, and with numbers that
//! are read from the state.

use unicode_normalization::UnicodeNormalization;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::quantity::Quantity;
use crate::engine::{Cluster, Setup};
use crate::lang::Lang;
use crate::names::Names;

/// Something in English and perhaps in Chinese.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bilingual<T> {
    en: T,
    zh: Option<T>,
}

/// A plain text: a title, a summary.
pub type Text = Bilingual<String>;
/// A text with numbers out of the state: narration, a question.
pub type Narration = Bilingual<Template>;

impl<T> Bilingual<T> {
    /// In both languages, or in English alone.
    pub fn new(en: T, zh: Option<T>) -> Self {
        Bilingual { en, zh }
    }

    /// In English. A text that is not marked with a language counts as English.
    pub fn en(&self) -> &T {
        &self.en
    }

    /// In a language; the English where that is missing.
    pub fn get(&self, lang: Lang) -> &T {
        match lang {
            Lang::En => self.en(),
            Lang::Zh => self.zh(),
        }
    }

    /// In a language, if it is written in that.
    pub fn written_in(&self, lang: Lang) -> Option<&T> {
        match lang {
            Lang::En => Some(&self.en),
            Lang::Zh => self.zh.as_ref(),
        }
    }

    /// In Chinese; the English where there is no Chinese.
    pub fn zh(&self) -> &T {
        self.zh.as_ref().unwrap_or(&self.en)
    }
}

/// A text with placeholders, such as `B's HW is {hw B}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text that stands for itself.
    Literal(String),
    /// A number, or whatever else the state holds.
    Quantity(Quantity),
}

/// A piece of a template that has been cut up and not yet looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawPart<'t> {
    /// Text that stands for itself.
    Literal(&'t str),
    /// What stands between braces.
    Placeholder(&'t str),
    /// A brace without its other half.
    LoneBrace(char),
}

impl Template {
    /// A template of these parts.
    pub fn new(parts: Vec<Part>) -> Self {
        Template { parts }
    }

    /// The parts, in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The text, its numbers filled in from the state. Words among them are in a language.
    pub fn fill(&self, lang: Lang, cluster: &Cluster, setup: &Setup, names: &Names) -> String {
        self.fill_with(|quantity| quantity.tell(lang, cluster, setup, names))
    }

    /// The text, with whatever `value` makes of each quantity: a mask over an answer that is not
    /// to be seen yet.
    pub fn fill_with(&self, value: impl Fn(&Quantity) -> String) -> String {
        self.parts
            .iter()
            .map(|part| match part {
                Part::Literal(text) => text.clone(),
                Part::Quantity(quantity) => value(quantity),
            })
            .collect()
    }
}

/// Cuts a text up at its placeholders. `{{` and `}}` are braces that stand for themselves.
pub fn cut_up(mut text: &str) -> Vec<RawPart<'_>> {
    let mut parts = Vec::new();
    while let Some(at) = text.find(['{', '}']) {
        if at > 0 {
            parts.push(RawPart::Literal(&text[..at]));
        }
        let rest = &text[at..];
        if rest.starts_with("{{") || rest.starts_with("}}") {
            parts.push(RawPart::Literal(&rest[..1]));
            text = &rest[2..];
        } else if let Some(inner) = rest.strip_prefix('{') {
            match inner.find(['{', '}']) {
                Some(end) if inner[end..].starts_with('}') => {
                    parts.push(RawPart::Placeholder(&inner[..end]));
                    text = &inner[end + 1..];
                }
                _ => {
                    parts.push(RawPart::LoneBrace('{'));
                    text = inner;
                }
            }
        } else {
            parts.push(RawPart::LoneBrace('}'));
            text = &rest[1..];
        }
    }
    if !text.is_empty() {
        parts.push(RawPart::Literal(text));
    }
    parts
}

/// A name in the one spelling by which names are told apart: an accent may be written with its letter
/// or behind it, and looks the same.
pub fn spelling(name: &str) -> String {
    name.nfc().collect()
}

/// How many columns a terminal needs for a text.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// Cuts a text into lines of at most so many columns: at spaces, and between wide characters, which
/// stand without spaces. A word that is longer than a line is cut where the line ends.
pub fn wrap(text: &str, max: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for piece in pieces(paragraph) {
            if columns(&line) + columns(piece.trim_end()) <= max {
                line.push_str(piece);
                continue;
            }
            if !line.is_empty() {
                lines.push(line.trim_end().to_owned());
                line.clear();
            }
            for c in piece.chars() {
                if columns(&line) + c.width().unwrap_or(0) > max && !line.is_empty() && c != ' ' {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(c);
            }
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The pieces of a paragraph that are not cut: a word with the spaces behind it, a wide character
/// with the punctuation around it.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|b| may_break(b, c)) {
            pieces.push(&text[start..at]);
            start = at;
        }
        before = Some(c);
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

/// Whether a line may end after a character and the next one begin with another.
fn may_break(before: char, after: char) -> bool {
    if before.is_whitespace() || after.is_whitespace() {
        return before.is_whitespace() && !after.is_whitespace();
    }
    let wide = |c: char| c.width() == Some(2);
    (wide(before) || wide(after))
        && !"，。、：；！？）」』】》”’…,.:;!?)]}".contains(after)
        && !"（「『【《“‘([{".contains(before)
        && !is_zero_width(after)
        && before != '\u{200d}'
}

/// Whether a character takes no column of its own.
pub fn is_zero_width(c: char) -> bool {
    c.width() == Some(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_lines_at_spaces_and_between_wide_characters_but_not_before_punctuation() {
        assert_eq!(wrap("one two  three", 8), ["one two", "three"]);
        assert_eq!(wrap("一二三四，五", 8), ["一二三", "四，五"]);
        assert_eq!(wrap("HW 是 12，之后", 8), ["HW 是", "12，之后"]);
        assert_eq!(wrap("（一）二", 5), ["（一", "）二"], "where nothing else helps");
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("a/very/long/path", 6), ["a/very", "/long/", "path"]);
        assert_eq!(wrap("到哪里结束？A 的表里", 10), ["到哪里结", "束？A 的表", "里"]);
        assert_eq!(wrap("a\n\nb", 3), ["a", "", "b"]);
        assert_eq!(wrap("", 3), [""; 0]);
    }

    #[test]
    fn a_text_is_cut_up_at_its_placeholders() {
        use RawPart::*;
        assert_eq!(
            cut_up("HW {hw A}, {{x}} }"),
            [
                Literal("HW "),
                Placeholder("hw A"),
                Literal(", "),
                Literal("{"),
                Literal("x"),
                Literal("}"),
                Literal(" "),
                LoneBrace('}')
            ]
        );
        assert_eq!(cut_up("{a {b}"), [LoneBrace('{'), Literal("a "), Placeholder("b")]);
        assert_eq!(cut_up("多{"), [Literal("多"), LoneBrace('{')]);
        assert_eq!(cut_up(""), []);
    }
}
