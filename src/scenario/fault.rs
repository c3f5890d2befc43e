//! What can be wrong with a scenario file, as data, and the report that shows it.

use std::fmt;
use std::sync::Arc;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use super::outline::Span;
use super::source::Source;
use crate::notation::printable;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// The file can't be read.
    #[error("can't read the file: {0}")]
    Unreadable(String),
    /// The file is larger than [`super::MAX_FILE_BYTES`].
    #[error("the file is larger than {max} bytes")]
    FileTooLarge {
        /// The bound.
        max: usize,
    },
    /// The file is not UTF-8.
    #[error("the file is not UTF-8: byte {byte:#04x} can't stand here")]
    NotUtf8 {
        /// The first byte that does not fit.
        byte: u8,
    },
    /// It is not RON, or a value is of the wrong kind.
    #[error("{message}")]
    Syntax {
        /// What is wrong.
        message: String,
        /// What to do.
        help: Option<String>,
    },
    /// A name that does not exist.
    #[error("there is no {what} {found:?}{}", place(inside))]
    Unknown {
        /// What kind of name.
        what: &'static str,
        /// What was written.
        found: String,
        /// Where, if it matters.
        inside: Option<String>,
        /// The names that there are.
        valid: Vec<String>,
    },
    /// A field that must be there is not.
    #[error("the field {field:?} is missing{}", place(inside))]
    Missing {
        /// The field.
        field: String,
        /// Where.
        inside: Option<String>,
    },
    /// Something is named twice.
    #[error("{what} {found:?} is named twice{}", place(inside))]
    Twice {
        /// What kind of name.
        what: &'static str,
        /// Which.
        found: String,
        /// Where, if it matters.
        inside: Option<String>,
    },
    /// A list that may not be empty is.
    #[error("{what} may not be empty")]
    Empty {
        /// What.
        what: &'static str,
    },
    /// More of something than there may be.
    #[error("{found} {what}: at most {max} are possible")]
    TooMany {
        /// What.
        what: &'static str,
        /// How many.
        found: usize,
        /// The bound.
        max: usize,
    },
    /// A text is too long.
    #[error("{what} takes {found} {unit}: at most {max} are possible")]
    TooLong {
        /// What.
        what: &'static str,
        /// How long it is.
        found: usize,
        /// The bound.
        max: usize,
        /// In which unit.
        unit: &'static str,
    },
    /// A number is out of bounds.
    #[error("{what} is {found}: it must be from {min} to {max}")]
    OutOfBounds {
        /// What.
        what: String,
        /// The number.
        found: u64,
        /// The smallest that is possible.
        min: u64,
        /// The greatest that is possible.
        max: u64,
    },
    /// A setting takes something else.
    #[error("{what} takes {expected}, not {found}")]
    WrongValue {
        /// The setting.
        what: String,
        /// What it takes.
        expected: String,
        /// What was given.
        found: String,
    },
    /// A character that may not be in a text.
    #[error("{what} may not contain U+{:04X}, {}", *found as u32, character_name(*found))]
    Character {
        /// What text.
        what: &'static str,
        /// The character.
        found: char,
    },
    /// A placeholder in a text can't be read.
    #[error("{{{found}}} is no placeholder: {why}")]
    Placeholder {
        /// What is between the braces.
        found: String,
        /// What is wrong with it.
        why: String,
    },
    /// A brace without its other half.
    #[error("this {found:?} is half of a placeholder")]
    LoneBrace {
        /// The brace.
        found: char,
    },
    /// Offsets or epochs that do not follow one another, or state that contradicts itself.
    #[error("{what}")]
    Contradiction {
        /// What does not fit.
        what: String,
        /// What to do.
        help: Option<String>,
    },
    /// A step that can't happen in the state that the steps before it lead to.
    #[error("step {step} can't happen: {why}")]
    Impossible {
        /// The step, counted from 1.
        step: usize,
        /// Why not.
        why: String,
    },
}

fn place(inside: &Option<String>) -> String {
    inside.as_ref().map(|place| format!(" in {place}")).unwrap_or_default()
}

fn character_name(c: char) -> &'static str {
    match c {
        '\t' => "a tab",
        '\n' => "a line break",
        c if c.is_control() => "a control character",
        '\u{2028}' | '\u{2029}' => "a line or paragraph separator",
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            "which turns the direction of the text"
        }
        '\u{061C}' | '\u{200E}' | '\u{200F}' => "which turns the direction of the text",
        c if c.is_whitespace() => "white space",
        '{' | '}' => "a brace",
        _ => "which can't be seen",
    }
}

impl FaultKind {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            FaultKind::Syntax { help, .. } | FaultKind::Contradiction { help, .. } => help.clone(),
            FaultKind::Unknown { found, valid, .. } => Some(suggest(found, valid)),
            FaultKind::Placeholder { .. } | FaultKind::LoneBrace { .. } => Some(
                "a placeholder reads {hw A}; write {{ and }} for braces that stand for themselves"
                    .into(),
            ),
            FaultKind::NotUtf8 { .. } => Some("save the file as UTF-8".into()),
            _ => None,
        }
    }
}

/// The nearest name and the names that there are.
fn suggest(found: &str, valid: &[String]) -> String {
    if valid.is_empty() {
        return "there is none".into();
    }
    let list = valid.join(", ");
    match nearest(found, valid) {
        Some(near) if valid.len() > 1 => format!("did you mean {near:?}? There are: {list}"),
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("there are: {list}"),
    }
}

/// The valid name that somebody who wrote `found` most likely meant.
fn nearest<'v>(found: &str, valid: &'v [String]) -> Option<&'v str> {
    // The cost of the comparison grows with the product of the lengths.
    if found.chars().count() > 100 {
        return None;
    }
    let likeness = |name: &str| strsim::jaro_winkler(&found.to_lowercase(), &name.to_lowercase());
    valid
        .iter()
        .map(|name| (likeness(name), name.as_str()))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// The bytes of the file it is about, where it is about any.
    pub span: Option<Span>,
}

/// Everything that is wrong with a scenario file, at least one thing, in the order of the file.
///
/// [`Report::render`] shows each fault with its place; so does its [`Diagnostic`], for a program that
/// leaves that to miette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    located: Vec<Located>,
    name: String,
}

/// A fault with the text it is in: what miette shows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Located {
    fault: Fault,
    source: Arc<Source>,
}

impl Report {
    /// A report of faults in a file. Characters that a terminal may obey are replaced.
    pub(super) fn new(name: &str, text: &str, mut faults: Vec<Fault>) -> Self {
        let source = Arc::new(Source::new(name, text));
        faults.sort_by_key(|fault| fault.span.as_ref().map(|span| (span.start, span.end)));
        let located = faults
            .into_iter()
            .map(|mut fault| {
                fault.span = fault.span.map(|span| source.first_line(&span));
                Located { fault, source: source.clone() }
            })
            .collect();
        Report { located, name: source.name().to_owned() }
    }

    /// The faults, in the order of the file.
    pub fn faults(&self) -> impl ExactSizeIterator<Item = &Fault> {
        self.located.iter().map(|located| &located.fault)
    }

    /// The line and the column of a fault, both counted from 1.
    pub fn position(&self, fault: &Fault) -> Option<(usize, usize)> {
        let source = &self.located.first()?.source;
        let (line, column) = source.position(fault.span.as_ref()?.start);
        Some((line + 1, column + 1))
    }

    /// The report as text without colours, as wide as this many columns.
    pub fn render(&self, columns: usize) -> String {
        self.render_in(GraphicalTheme::unicode_nocolor(), columns)
    }

    /// The report as text in a theme, as wide as this many columns.
    pub fn render_in(&self, theme: GraphicalTheme, columns: usize) -> String {
        let handler =
            GraphicalReportHandler::new_themed(theme).with_links(false).with_width(columns);
        let mut out = match self.single() {
            Some(_) => String::new(),
            None => format!("{self}\n"),
        };
        for located in &self.located {
            if !out.is_empty() {
                out.push('\n');
            }
            // Writing to a string does not fail; should miette give up on a fault, its line
            // remains.
            if handler.render_report(&mut out, located).is_err() {
                out.push_str(&format!("{located}\n"));
            }
        }
        out
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.located.as_slice() {
            [one] => one.fmt(f),
            all => write!(f, "{} faults in {}", all.len(), self.name),
        }
    }
}

impl std::error::Error for Report {}

impl Diagnostic for Report {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.single()?.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.single()?.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.single()?.labels()
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        if self.single().is_some() {
            return None;
        }
        Some(Box::new(self.located.iter().map(|located| located as &dyn Diagnostic)))
    }
}

impl Report {
    fn single(&self) -> Option<&Located> {
        match self.located.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.fault.span.is_none() {
            write!(f, "{}: ", self.source.name())?;
        }
        f.write_str(&printable(&self.fault.kind.to_string()))
    }
}

impl std::error::Error for Located {}

impl Diagnostic for Located {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.fault.kind.help()?;
        Some(Box::new(printable(&help)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.fault.span.as_ref().map(|_| &*self.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.fault.span.clone()?;
        Some(Box::new(std::iter::once(LabeledSpan::new_primary_with_span(None, span))))
    }
}
