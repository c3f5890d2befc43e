//! The report of everything that is wrong with a file, each fault with its place.

use std::fmt;
use std::sync::Arc;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use super::fault::{Fault, FaultKind};
use super::source::Source;
use crate::lang::{Label, Lang};
use crate::printable::printable;
use crate::scenario::text::{self, wrap};

/// Everything that is wrong with a file, at least one thing, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    faults: Vec<Fault>,
    source: Arc<Source>,
}

impl Report {
    /// A report of faults in a file. Characters that a terminal may obey are replaced.
    pub fn new(name: &str, text: &str, mut faults: Vec<Fault>) -> Self {
        let source = Arc::new(Source::new(name, text));
        faults.sort_by_key(|fault| fault.span.as_ref().map(|span| (span.start, span.end)));
        for fault in &mut faults {
            fault.span = fault.span.take().map(|span| source.first_line(&span));
            if let FaultKind::KeyTaken { place: Some(span), .. } = &mut fault.kind {
                *span = source.first_line(span);
            }
        }
        Report { faults, source }
    }

    /// The faults, in the order of the file.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The line and the column of a fault, both counted from 1.
    pub fn position(&self, fault: &Fault) -> Option<(usize, usize)> {
        let (line, column) = self.source.position(fault.span.as_ref()?.start);
        Some((line + 1, column + 1))
    }

    /// What is wrong, in a line.
    pub fn summary(&self, lang: Lang) -> String {
        match self.faults.as_slice() {
            [fault] => self.located(fault, lang).to_string(),
            faults => lang.words().faults(faults.len(), self.source.name()),
        }
    }

    /// The report as text without colours, as wide as this many columns.
    pub fn render(&self, lang: Lang, columns: usize) -> String {
        self.render_in(lang, GraphicalTheme::unicode_nocolor(), columns)
    }

    /// The report as text in a theme, as wide as this many columns.
    pub fn render_in(&self, lang: Lang, theme: GraphicalTheme, columns: usize) -> String {
        let help_style = theme.styles.help;
        let handler =
            GraphicalReportHandler::new_themed(theme).with_links(false).with_width(columns);
        let mut out = String::new();
        if self.faults.len() > 1 {
            out = self.summary(lang) + "\n";
        }
        for fault in &self.faults {
            if !out.is_empty() {
                out.push('\n');
            }
            let located = self.located(fault, lang);
            // Writing to a string does not fail; should miette give up on a fault, its line
            // remains.
            if handler.render_report(&mut out, &located).is_err() {
                out.push_str(&format!("{located}\n"));
            }
            // miette has its heading in English alone.
            if let Some(help) = lang.words().fault_help(&fault.kind) {
                let heading = format!("  {}", lang.label(Label::Help));
                let indent = text::columns(&heading);
                let lines = wrap(&printable(&help), columns.saturating_sub(indent + 2).max(20));
                for (at, line) in lines.iter().enumerate() {
                    match at {
                        0 => out.push_str(&help_style.style(&heading).to_string()),
                        _ => out.push_str(&" ".repeat(indent)),
                    }
                    out.push_str(line);
                    out.push('\n');
                }
            }
        }
        out
    }

    fn located<'r>(&'r self, fault: &'r Fault, lang: Lang) -> Located<'r> {
        Located { fault, source: &self.source, lang }
    }
}

/// In English, as other programs' errors are.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary(Lang::En))
    }
}

impl std::error::Error for Report {}

/// A fault with the text it is in and a language: what miette shows.
#[derive(Debug)]
struct Located<'r> {
    fault: &'r Fault,
    source: &'r Source,
    lang: Lang,
}

impl fmt::Display for Located<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.fault.span.is_none() {
            write!(f, "{}: ", self.source.name())?;
        }
        f.write_str(&printable(&self.lang.words().fault(&self.fault.kind)))
    }
}

impl std::error::Error for Located<'_> {}

impl Diagnostic for Located<'_> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.fault.span.as_ref().map(|_| self.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.fault.span.clone()?;
        let primary = LabeledSpan::new_primary_with_span(None, span);
        let other = match &self.fault.kind {
            FaultKind::KeyTaken { place: Some(span), .. } => {
                Some(LabeledSpan::new_with_span(None, span.clone()))
            }
            _ => None,
        };
        Some(Box::new(std::iter::once(primary).chain(other)))
    }
}
