//! Reading the form of a file: from text to [`schema`](super::schema), and [`ron`]'s complaints in
//! the words of this format.

use ron::error::{Error, Position, SpannedError};
use ron::extensions::Extensions;

use super::fault::{Fault, FaultKind};
use super::outline::Span;
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
    let span = start..end;
    let syntax = |message: &str, help: Option<&str>| FaultKind::Syntax {
        message: message.to_owned(),
        help: help.map(str::to_owned),
    };
    let inside = |outer: &Option<String>| outer.as_ref().map(|o| article(o));
    let names = |expected: &[&str]| expected.iter().map(|e| (*e).to_owned()).collect();
    let (kind, span) = match error.code {
        Error::NoSuchStructField { expected, found, outer } => {
            let span = word_near(source, &span, &found);
            let inside = inside(&outer);
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
        Error::MissingStructField { field, outer } => (
            FaultKind::Missing { field: field.into(), inside: inside(&outer) },
            next_char(source, end),
        ),
        Error::DuplicateStructField { field, outer } => {
            let span = word_near(source, &span, field);
            let inside = inside(&outer);
            (FaultKind::Twice { what: "the field", found: field.into(), inside }, span)
        }
        Error::ExpectedDifferentLength { expected, found } => {
            let message = format!("expected {expected}, found {found} arguments");
            (syntax(&message, None), span)
        }
        Error::InvalidValueForType { expected, found } => {
            (syntax(&format!("expected {expected}, found {found}"), None), span)
        }
        Error::IntegerOutOfBounds => (syntax("this number is too large or below 0", None), span),
        Error::ExceededRecursionLimit => {
            (syntax("this is nested too deeply", None), next_char(source, end))
        }
        Error::ExpectedComma => (
            syntax("expected a comma", Some("something before it may not be closed")),
            next_char(source, end),
        ),
        Error::ExpectedStringEnd => {
            (syntax("this text has no closing \"", None), next_char(source, start))
        }
        Error::Eof => {
            (syntax("the file ends too early", Some("a bracket or a text is not closed")), span)
        }
        other => {
            let message = other.to_string();
            let mut chars = message.chars();
            let first = chars.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
            (syntax(&format!("{first}{}", chars.as_str()), None), next_char(source, end))
        }
    };
    Fault { kind, span: Some(span) }
}

/// What encloses a fault, as a phrase.
fn article(outer: &str) -> String {
    match outer {
        "Scenario" => "the scenario".into(),
        "start" => "`start`".into(),
        "controller" => "`controller`".into(),
        "step" | "partition" | "replica" | "text" | "record" => format!("a {outer}"),
        other => format!("{other:?}"),
    }
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
    let from = source[..span.end].rfind(word);
    match from {
        Some(at) if !word.is_empty() => at..at + word.len(),
        _ => span.clone(),
    }
}

/// The character at a byte.
fn next_char(source: &str, at: usize) -> Span {
    let len = source.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    at..at + len
}
