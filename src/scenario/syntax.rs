//! Reading the form of a file: from text to [`schema`](super::schema), and [`ron`]'s complaints in
//! the words of this format.

use ron::error::{Error, Position, SpannedError};
use ron::extensions::Extensions;

use super::fault::{Fault, FaultKind};
use super::outline::{Span, Tokens};
use super::schema::ScenarioFile;

/// Reads a file's text.
pub fn read(source: &str) -> Result<ScenarioFile, Fault> {
    // `zh: "…"` rather than `zh: Some("…")`, and `Send(value: "…")` rather than
    // `Send((value: "…"))`.
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
    let options = ron::Options::default().with_default_extension(extensions);
    options.from_str(source).map_err(|error| fault(source, error))
}

fn fault(source: &str, error: SpannedError) -> Fault {
    let start = byte(source, &error.span.start);
    let end = byte(source, &error.span.end).max(start);
    let (kind, span) = at_the_end(source, end)
        .or_else(|| text_over_lines(source, &error.code, end))
        .unwrap_or_else(|| explain(source, error.code, start..end));
    Fault { kind, span: Some(span) }
}

/// Where the text ends too early, whatever was expected there: what is not closed.
fn at_the_end(source: &str, end: usize) -> Option<(FaultKind, Span)> {
    let mut tokens = Tokens::new(source);
    if source.get(end..).is_none_or(|rest| !Tokens::new(rest).rest_is_blank()) {
        return None;
    }
    tokens.run_to(source.len());
    if let Some(span) = tokens.open.last() {
        let bracket = &source[span.clone()];
        return Some((syntax(format!("this {bracket} is not closed"), None), span.clone()));
    }
    if source[..end].trim().is_empty() {
        let help = Some("docs/scenario-format.md begins with a small scenario");
        return Some((syntax("the file is empty", help), 0..0));
    }
    None
}

/// A text without its closing quote ends at the next text's opening one, and what follows there
/// makes no sense: the fault is at its beginning.
fn text_over_lines(source: &str, error: &Error, end: usize) -> Option<(FaultKind, Span)> {
    if !matches!(error, Error::ExpectedComma | Error::ExpectedStringEnd) {
        return None;
    }
    let mut tokens = Tokens::new(source);
    tokens.run_to(end);
    let span = tokens.last_text?;
    let text = &source[span.clone()];
    if matches!(error, Error::ExpectedComma) && !(span.end == end && text.contains('\n')) {
        return None;
    }
    let help = Some("a text may go over several lines, but this one ends in an odd place");
    Some((syntax("the closing \" of this text seems to be missing", help), span))
}

fn explain(source: &str, error: Error, span: Span) -> (FaultKind, Span) {
    let start = span.start;
    let at_end = next_char(source, span.end);
    let names = |expected: &[&str]| expected.iter().map(|e| (*e).to_owned()).collect();
    match error {
        Error::NoSuchStructField { expected, found, outer } => {
            let span = word_near(source, &span, &found);
            let inside = match expected {
                // ron names the struct around a text, not the text.
                ["en", "zh"] => Some("a text".into()),
                ["value", "offset", "epoch"] => Some("a record".into()),
                _ => inside(outer),
            };
            let valid = names(expected);
            (FaultKind::Unknown { what: "field", found, inside, valid }, span)
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let span = word_near(source, &span, &found);
            let what = match outer.as_deref() {
                Some("action") => "action",
                Some("expectation") => "expectation",
                _ => "choice",
            };
            (FaultKind::Unknown { what, found, inside: None, valid: names(expected) }, span)
        }
        Error::MissingStructField { field, outer } => {
            let inside = if field == "en" { Some("a text".into()) } else { inside(outer) };
            (FaultKind::Missing { field: field.into(), inside }, at_end)
        }
        Error::DuplicateStructField { field, outer } => {
            let span = word_near(source, &span, field);
            let found = field.into();
            (FaultKind::Twice { what: "the field", found, inside: inside(outer) }, span)
        }
        Error::ExpectedDifferentLength { expected, found } => {
            let message = match arguments(&expected) {
                Some((name, count)) => format!("{name} takes {count} arguments, not {found}"),
                None => format!("expected {expected}, found {found}"),
            };
            (syntax(message, None), at_end)
        }
        Error::InvalidValueForType { expected, found } => {
            (syntax(format!("expected {expected}, found {found}"), None), span)
        }
        Error::IntegerOutOfBounds => {
            (syntax("this number is below 0, or larger than any that is possible here", None), span)
        }
        Error::ExpectedInteger => (syntax("expected a whole number from 0 on", None), at_end),
        Error::ExpectedString => (syntax("expected a text in double quotes", None), at_end),
        Error::ExpectedArray => (syntax("expected a list in [ ]", None), at_end),
        Error::ExpectedMap => (syntax("expected a map in { }", None), at_end),
        Error::ExpectedStructLike => (syntax("expected arguments in ( )", None), at_end),
        Error::ExpectedNamedStructLike(name) => {
            let what = inside(Some(name.to_owned())).unwrap_or_default();
            let help = (name == "Scenario").then_some("a file begins with ( and ends with )");
            (syntax(format!("expected {what} in ( )"), help), at_end)
        }
        Error::ExpectedDifferentStructName { expected: "Scenario", found } => {
            let span = word_near(source, &span, &found);
            let help = Some("a file begins with ( and ends with )");
            (syntax("expected the scenario in ( )", help), span)
        }
        Error::ExpectedStructLikeEnd => {
            (syntax("expected the closing )", Some("there may be an argument too many")), at_end)
        }
        Error::ExpectedArrayEnd => (syntax("expected the closing ]", None), at_end),
        Error::ExpectedMapEnd => (syntax("expected the closing }", None), at_end),
        Error::ExpectedMapColon => (syntax("expected a colon and a value", None), at_end),
        Error::ExpectedComma => {
            let help = full_width(source, span.end).or(Some("before this, a comma is missing"));
            (syntax("expected a comma", help), at_end)
        }
        Error::ExpectedIdentifier => {
            (syntax("expected a name", full_width(source, span.end)), at_end)
        }
        Error::UnexpectedChar(_) => {
            (syntax("this can't stand here", full_width(source, span.end)), at_end)
        }
        Error::TrailingCharacters => (syntax("the scenario has ended before this", None), at_end),
        Error::ExceededRecursionLimit => (syntax("this is nested too deeply", None), at_end),
        Error::ExpectedStringEnd => {
            (syntax("this text has no closing \"", None), next_char(source, start))
        }
        other => {
            let message = other.to_string();
            let mut chars = message.chars();
            let first = chars.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
            (syntax(format!("{first}{}", chars.as_str()), None), at_end)
        }
    }
}

fn syntax(message: impl Into<String>, help: Option<&str>) -> FaultKind {
    FaultKind::Syntax { message: message.into(), help: help.map(str::to_owned) }
}

/// What encloses a fault, as a phrase.
fn inside(outer: Option<String>) -> Option<String> {
    let outer = outer?;
    Some(match outer.as_str() {
        "Scenario" => "the scenario".into(),
        "start" | "controller" | "ask" => format!("`{outer}`"),
        "step" | "partition" | "replica" | "text" | "record" => format!("a {outer}"),
        "action" | "expectation" => format!("an {outer}"),
        _ => format!("{outer}(…)"),
    })
}

/// The name and the number of arguments out of serde's "tuple variant ExpectFile::Leo with 2
/// elements".
fn arguments(expected: &str) -> Option<(&str, &str)> {
    let (_, rest) = expected.split_once("::")?;
    let (name, rest) = rest.split_once(" with ")?;
    Some((name, rest.split(' ').next()?))
}

/// What to say where a Chinese input method has left its own punctuation.
fn full_width(source: &str, at: usize) -> Option<&'static str> {
    let c = source.get(at..)?.chars().next()?;
    "，：；（）［］｛｝【】“”‘’＂、"
        .contains(c)
        .then_some("outside of texts, punctuation is ASCII: , : ( ) [ ] { } \"")
}

/// The byte of a position that [`ron`] gives: lines and columns from 1, columns in characters.
fn byte(source: &str, position: &Position) -> usize {
    let mut start = 0;
    for _ in 1..position.line {
        match source[start..].find('\n') {
            Some(at) => start += at + 1,
            None => return source.len(),
        }
    }
    let column = position.col.saturating_sub(1);
    source[start..].char_indices().nth(column).map_or(source.len(), |(at, _)| start + at)
}

/// Where a word that has just been read stands: [`ron`]'s span may begin before it or end after.
fn word_near(source: &str, span: &Span, word: &str) -> Span {
    match source[..span.end].rfind(word) {
        Some(at) if !word.is_empty() => at..at + word.len(),
        _ => span.clone(),
    }
}

/// The character at a byte.
fn next_char(source: &str, at: usize) -> Span {
    let len = source.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    at..at + len
}
