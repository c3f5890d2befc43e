//! What a lesson asks of a scenario beyond being right: that every step can be read on the smallest
//! screen. A file that asks more of its readers is played all the same; `replicascope check` warns.

use super::Scenario;
use super::text::wrap;
use crate::lang::Lang;

/// How many lines of narration the smallest screen, 80×24, shows.
pub const NARRATION_LINES: usize = 2;
/// How wide they are.
pub const NARRATION_COLUMNS: usize = 78;

/// A step that says or asks more than the smallest screen shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The step, counted from 1.
    pub step: usize,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// Whether it is the question, not the narration.
    pub asked: bool,
    /// In which language.
    pub lang: Lang,
    /// How many lines the text takes, with its numbers filled in.
    pub lines: usize,
}

/// The steps whose narration or question takes more than [`NARRATION_LINES`] lines of
/// [`NARRATION_COLUMNS`] columns, in any language that they are written in.
pub fn too_long(scenario: &Scenario) -> Vec<TooLong> {
    let Scenario { setup, names, .. } = scenario;
    let mut cluster = scenario.start.clone();
    let mut found = Vec::new();
    for (step, number) in scenario.steps.iter().zip(1..) {
        for command in &step.commands {
            // It was rehearsed: it can happen.
            if command.perform(&mut cluster, setup).is_err() {
                return found;
            }
        }
        let said = step.say.iter().map(|say| (false, say));
        let asks = step.ask.iter().map(|ask| (true, &ask.text));
        for (asked, text) in said.chain(asks) {
            for lang in Lang::ALL {
                let Some(template) = text.written_in(lang) else { continue };
                let told = template.fill(lang, &cluster, setup, names);
                let lines = wrap(&told, NARRATION_COLUMNS).len();
                if lines > NARRATION_LINES {
                    found.push(TooLong { step: number, line: step.line, asked, lang, lines });
                }
            }
        }
    }
    found
}
