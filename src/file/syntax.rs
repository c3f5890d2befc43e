//! Reading the form of a file: from text to what serde makes of it, and [`ron`]'s complaints in
//! the words of this format.

use ron::error::{Error, Position, SpannedError};
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use super::clip;
use super::escape;
use super::fault::{Expected, Fault, FaultKind, Form, Found, Inside, Kind, Noun};
use super::outline::{Span, Tokens, open_comment};

/// Reads a file's text.
pub fn read<T: DeserializeOwned>(source: &str) -> Result<T, Fault> {
    // `zh: "…"` rather than `zh: Some("…")`, and `Send(value: "…")` rather than
    // `Send((value: "…"))`.
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
    let options = ron::Options::default().with_default_extension(extensions);
    options.from_str(source).map_err(|error| fault(source, error))
}

fn fault(source: &str, error: SpannedError) -> Fault {
    let start = byte(source, &error.span.start);
    let end = byte(source, &error.span.end).max(start);
    let (kind, span) = comment_without_end(source, end)
        .or_else(|| bad_escape(source, &error.code, end))
        .or_else(|| at_the_end(source, end))
        .or_else(|| text_over_lines(source, &error.code, end))
        .unwrap_or_else(|| explain(source, error.code, start..end));
    Fault { kind, span: Some(span) }
}

/// Where a comment without an end swallows the rest of the text, and so whatever was expected there.
fn comment_without_end(source: &str, end: usize) -> Option<(FaultKind, Span)> {
    let comment = open_comment(source)?;
    let between = source.get(end.min(comment.start)..comment.start)?;
    Tokens::new(between)
        .rest_is_blank()
        .then_some((FaultKind::Form(Form::CommentWithoutEnd), comment))
}

/// What follows a `\\` in a text and means nothing there: from the `\\` on, not where it was noticed.
fn bad_escape(source: &str, error: &Error, end: usize) -> Option<(FaultKind, Span)> {
    if !matches!(error, Error::InvalidEscape(_)) {
        return None;
    }
    let mut tokens = Tokens::new(source);
    // To be noticed, at least the character behind it was read.
    tokens.run_to(end.saturating_sub(1).max(1));
    let text = tokens.last_text?;
    let bad = escape::first_bad(&source[text.clone()])?;
    let form = match bad.code {
        Some(code) => Form::NoCharacter { code },
        None => Form::Escape,
    };
    Some((FaultKind::Form(form), text.start + bad.span.start..text.start + bad.span.end))
}

/// Where the text ends too early, whatever was expected there: what is not closed.
fn at_the_end(source: &str, end: usize) -> Option<(FaultKind, Span)> {
    let mut tokens = Tokens::new(source);
    if source.get(end..).is_none_or(|rest| !Tokens::new(rest).rest_is_blank()) {
        return None;
    }
    tokens.run_to(source.len());
    if let Some(span) = tokens.open.last() {
        let bracket = source[span.clone()].to_owned();
        return Some((FaultKind::Form(Form::NotClosed { bracket }), span.clone()));
    }
    if source[..end].trim().is_empty() {
        return Some((FaultKind::Form(Form::Empty), 0..0));
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
    Some((FaultKind::Form(Form::ClosingQuote), span))
}

fn explain(source: &str, error: Error, span: Span) -> (FaultKind, Span) {
    let start = span.start;
    let at_end = next_char(source, span.end);
    let full_width = full_width(source, span.end);
    let names = |expected: &[&str]| expected.iter().map(|e| (*e).to_owned()).collect();
    let expected = |what| FaultKind::Form(Form::Expected { expected: what, full_width: false });
    match error {
        Error::NoSuchStructField { expected, found, outer } => {
            let span = word_near(source, &span, &found);
            let inside = match expected {
                // ron names the struct around a text, not the text.
                ["en", "zh"] => Some(Inside::Text),
                ["value", "offset", "epoch"] => Some(Inside::Record),
                _ => inside(outer),
            };
            let valid = names(expected);
            (FaultKind::Unknown { what: Noun::Field, found, inside, valid }, span)
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let span = word_near(source, &span, &found);
            let what = match outer.as_deref() {
                Some("action") => Noun::Action,
                Some("expectation") => Noun::Expectation,
                _ => Noun::Choice,
            };
            (FaultKind::Unknown { what, found, inside: None, valid: names(expected) }, span)
        }
        Error::MissingStructField { field, outer } => {
            let inside = if field == "en" { Some(Inside::Text) } else { inside(outer) };
            (FaultKind::Missing { field: field.into(), inside }, at_end)
        }
        Error::DuplicateStructField { field, outer } => {
            let span = word_near(source, &span, field);
            let found = field.into();
            (FaultKind::Twice { what: Noun::Field, found, inside: inside(outer) }, span)
        }
        Error::ExpectedDifferentLength { expected, found } => {
            let form = match arguments(&expected) {
                Some((name, wanted)) => {
                    Form::Arguments { name: name.into(), wanted: wanted.into(), found }
                }
                None => Form::Length { wanted: length(&expected).into(), found },
            };
            (FaultKind::Form(form), at_end)
        }
        Error::InvalidValueForType { expected, found } => {
            let (expected, found) = (Kind::find(&expected), self::found(&found));
            (FaultKind::Form(Form::WrongKind { expected, found }), span)
        }
        Error::IntegerOutOfBounds => (FaultKind::Form(Form::Number), span),
        Error::ExpectedInteger => (expected(Expected::Number), at_end),
        Error::ExpectedBoolean => (expected(Expected::Bool), at_end),
        Error::ExpectedString => (expected(Expected::Text), at_end),
        Error::ExpectedArray => (expected(Expected::List), at_end),
        Error::ExpectedMap => (expected(Expected::Map), at_end),
        Error::ExpectedStructLike => (expected(Expected::Arguments), at_end),
        Error::ExpectedNamedStructLike(name) => match inside(Some(name.to_owned())) {
            Some(what) => (expected(Expected::Fields(what)), at_end),
            None => (expected(Expected::Arguments), at_end),
        },
        Error::ExpectedDifferentStructName { expected: "Scenario", found } => {
            (expected(Expected::Fields(Inside::Scenario)), word_near(source, &span, &found))
        }
        Error::ExpectedDifferentStructName { expected: "Configuration", found } => {
            (expected(Expected::Fields(Inside::Configuration)), word_near(source, &span, &found))
        }
        Error::ExpectedStructLikeEnd | Error::ExpectedOptionEnd => {
            (expected(Expected::Parenthesis), at_end)
        }
        Error::ExpectedArrayEnd => (expected(Expected::Bracket), at_end),
        Error::ExpectedMapEnd => (expected(Expected::Brace), at_end),
        Error::ExpectedMapColon => (expected(Expected::Colon), at_end),
        Error::ExpectedComma => {
            (FaultKind::Form(Form::Expected { expected: Expected::Comma, full_width }), at_end)
        }
        Error::ExpectedIdentifier
        | Error::SuggestRawIdentifier(_)
        | Error::InvalidIdentifier(_)
        | Error::ExpectedStructName(_) => {
            (FaultKind::Form(Form::Expected { expected: Expected::Name, full_width }), at_end)
        }
        Error::UnexpectedChar(_)
        | Error::Eof
        | Error::ExpectedDifferentStructName { .. }
        | Error::ExpectedAttribute
        | Error::ExpectedAttributeEnd
        | Error::ExpectedUnit
        | Error::ExpectedOption
        | Error::ExpectedChar
        | Error::ExpectedFloat
        | Error::ExpectedByteLiteral
        | Error::ExpectedByteString
        | Error::ExpectedRangeSyntax
        | Error::Utf8Error(_) => (FaultKind::Form(Form::Misplaced { full_width }), at_end),
        Error::InvalidIntegerDigit { .. }
        | Error::UnderscoreAtBeginning
        | Error::FloatUnderscore => (FaultKind::Form(Form::Digit), at_end),
        Error::InvalidEscape(_) => (FaultKind::Form(Form::Escape), at_end),
        Error::NoSuchExtension(name) => {
            let span = word_near(source, &span, &name);
            (FaultKind::Form(Form::Extension { name }), span)
        }
        Error::TrailingCharacters => (FaultKind::Form(Form::Trailing), at_end),
        Error::ExceededRecursionLimit => (FaultKind::Form(Form::TooDeep), at_end),
        Error::ExpectedStringEnd => {
            (FaultKind::Form(Form::TextWithoutEnd), next_char(source, start))
        }
        Error::UnclosedBlockComment | Error::UnclosedLineComment => {
            (FaultKind::Form(Form::CommentWithoutEnd), at_end)
        }
        // What a reader of texts does not say, and what a later ron may.
        other => (FaultKind::Form(Form::Other(other.to_string())), at_end),
    }
}

/// What encloses a fault, by the name that the schema has for it.
fn inside(outer: Option<String>) -> Option<Inside> {
    let outer = outer?;
    Some(match outer.as_str() {
        "Scenario" => Inside::Scenario,
        "Configuration" => Inside::Configuration,
        "start" => Inside::Start,
        "controller" => Inside::Controller,
        "ask" => Inside::Ask,
        "step" => Inside::Step,
        "partition" => Inside::Partition,
        "replica" => Inside::Replica,
        "text" => Inside::Text,
        "record" => Inside::Record,
        "action" => Inside::Action,
        "expectation" => Inside::Expectation,
        _ => Inside::Arguments(outer),
    })
}

/// The name and the number of arguments out of serde's "tuple variant ExpectFile::Leo with 2
/// elements".
fn arguments(expected: &str) -> Option<(&str, &str)> {
    let (_, rest) = expected.split_once("::")?;
    let (name, rest) = rest.split_once(" with ")?;
    Some((name, rest.split(' ').next()?))
}

/// The number out of serde's "a tuple of size 2".
fn length(expected: &str) -> &str {
    expected.rsplit(' ').next().unwrap_or(expected)
}

/// What there is, out of ron's "the unsigned integer `7`".
fn found(found: &str) -> Found {
    if let Some(text) = found.strip_prefix("the string ") {
        return Found::Text(clip(text));
    }
    let ticked = found.split('`').nth(1).unwrap_or_default().to_owned();
    match found.split_once(" `").map_or(found, |(kind, _)| kind) {
        "the boolean" => Found::Bool(ticked),
        "the unsigned integer" | "the signed integer" | "the floating point number" => {
            Found::Number(ticked)
        }
        "the UTF-8 character" => Found::Character(format!("'{ticked}'")),
        "a sequence" => Found::List,
        "a map" => Found::Fields,
        "a unit value" | "an optional value" => Found::Option,
        _ => Found::Other,
    }
}

/// Whether a Chinese input method has left its own punctuation at a byte.
fn full_width(source: &str, at: usize) -> bool {
    let c = source.get(at..).and_then(|rest| rest.chars().next());
    c.is_some_and(|c| "，：；（）［］｛｝【】“”‘’＂、".contains(c))
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
