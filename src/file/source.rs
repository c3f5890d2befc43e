//! A scenario's text, as a report may show it.

use std::borrow::Cow;
use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::printable::{is_unprintable, printable};

/// Of a line of more bytes than this, only the part around the fault is shown.
const LONG_LINE: usize = 160;
/// How many bytes of a long line are shown before the fault.
const LONG_LINE_BEFORE: usize = 40;
/// How many bytes of a long line are shown after the fault.
const LONG_LINE_AFTER: usize = 40;

/// A text with a name. What could do harm in a terminal is replaced; every other byte stays where
/// it was.
///
/// Its lines are counted from 0 and its columns in characters, not bytes, so that a line with
/// Chinese text in it gives the column that an editor shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
}

impl Source {
    /// A source.
    pub fn new(name: &str, text: &str) -> Self {
        Source { name: printable(name), text: harmless(text).into_owned() }
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The line and the column of a byte, both counted from 0.
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..floor(&self.text, byte)];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count(), before[start..].chars().count())
    }

    /// The part of a span that stands on its first line, moved into the text if need be, and not
    /// longer than a line that is shown whole.
    pub fn first_line(&self, span: &Range<usize>) -> Range<usize> {
        let start = floor(&self.text, span.start);
        let end = floor(&self.text, span.end).max(start);
        let line = self.text[start..end].find('\n').map_or(end, |at| start + at);
        start..floor(&self.text, line.min(start + LONG_LINE)).max(start)
    }

    /// The whole line around a span, or of a long line a window.
    fn window(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[span.end..].find('\n').map_or(self.text.len(), |at| span.end + at);
        if end - start <= LONG_LINE {
            return start..end;
        }
        let from = floor(&self.text, span.start.saturating_sub(LONG_LINE_BEFORE)).max(start);
        let to = floor(&self.text, span.end + LONG_LINE_AFTER).min(end);
        from..to.min(span.end + self.text[span.end..to].trim_end().len())
    }
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let span = span.offset()..span.offset() + span.len();
        if span.end > self.text.len() || self.text.get(span.clone()).is_none() {
            return Err(MietteError::OutOfBounds);
        }
        // Asked for no line around it, miette wants to know where the span itself stands.
        let shown = if lines_before == 0 { span } else { self.window(&span) };
        let (line, column) = self.position(shown.start);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            &self.text.as_bytes()[shown.clone()],
            (shown.start, shown.len()).into(),
            line,
            column,
            1,
        )))
    }
}

/// The nearest boundary of a character at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A text in which characters that a terminal may obey are replaced by others of as many bytes.
fn harmless(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_harmful) {
        return Cow::Borrowed(text);
    }
    let replaced = text.chars().map(|c| match c {
        c if !is_harmful(c) => c,
        // Windows' line ends, and where a terminal would write over what it has written.
        '\r' => ' ',
        c if c.len_utf8() == 1 => '?',
        c if c.len_utf8() == 2 => '¿',
        c if c.len_utf8() == 3 => '\u{FFFD}',
        _ => '\u{1FBC4}',
    });
    Cow::Owned(replaced.collect())
}

fn is_harmful(c: char) -> bool {
    !matches!(c, '\n' | '\t') && is_unprintable(c)
}
