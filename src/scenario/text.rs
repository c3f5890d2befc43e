//! Texts: in one or two languages, with characters that a terminal can show, and with numbers that
//! are read from the state.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::quantity::Quantity;
use crate::engine::{Cluster, Setup};
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

    /// The text, its numbers filled in from the state.
    pub fn fill(&self, cluster: &Cluster, setup: &Setup, names: &Names) -> String {
        self.fill_with(|quantity| quantity.tell(cluster, setup, names))
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

/// How many columns a terminal needs for a text.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// Whether a character takes no column of its own.
pub fn is_zero_width(c: char) -> bool {
    c.width() == Some(0)
}

#[cfg(test)]
mod tests {
    use super::*;

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
