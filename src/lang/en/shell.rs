//! What stands on the command line, in English.

use super::{English, plural};
use crate::lang::{Lang, Message, ShellWords};
use crate::scenario::ToldFailure;

impl ShellWords for English {
    fn not_held(&self, step: usize, failure: &ToldFailure) -> String {
        let ToldFailure { expectation, line, wanted, found } = failure;
        format!("FAILED: step {step}, line {line}: {expectation}: expected {wanted}, found {found}")
    }

    fn played(&self, steps: usize, held: usize, failed: usize) -> String {
        let steps = plural(steps, "step");
        match (held, failed) {
            (0, 0) => format!("{steps}, nothing was expected"),
            (_, 0) => format!("{steps}, {} held", plural(held, "expectation")),
            _ => format!("{steps}, {} held, {failed} FAILED", plural(held, "expectation")),
        }
    }

    fn message(&self, message: &Message) -> String {
        match message {
            Message::NeedsTerminal => "the screen needs a terminal; without one, play a scenario \
                                       with: replicascope run FILE"
                .into(),
            Message::DumbTerminal => "the screen needs a terminal that can move its cursor, and \
                                      TERM names none; play a scenario with: replicascope run FILE"
                .into(),
            Message::TerminalFailed(why) => format!("the terminal failed: {why}"),
            Message::CantWrite(why) => format!("can't write: {why}"),
            Message::CantReadInput(why) => format!("can't read the standard input: {why}"),
            Message::FewerSteps { asked, steps } => {
                format!("--until {asked}: the scenario ends after {}", plural(*steps, "step"))
            }
            Message::StandardInput => "standard input".into(),
            Message::OneFile { file } => {
                format!("{file}: one file at a time; see replicascope --help")
            }
            Message::NoSuchScenario { name, nearest: Some(nearest) } => {
                format!("there is no file and no demo {name:?}; did you mean the demo {nearest}?")
            }
            Message::NoSuchScenario { name, nearest: None } => format!(
                "there is no file and no demo {name:?}; `replicascope demos` lists the demos"
            ),
            Message::SeveralDemos { name, demos } => {
                format!("several demos begin with {name:?}: {}", demos.join(", "))
            }
            Message::CantList { folder, why } => format!("{folder}: can't list the folder: {why}"),
            Message::NoFiles { folder } => {
                format!("{folder}: there is no file in it whose name ends with .ron")
            }
            Message::TooLong { step, asked, told_in, lines, max, columns } => {
                let language = match told_in {
                    Lang::En => "English",
                    Lang::Zh => "Chinese",
                };
                let what = if *asked { "question" } else { "narration" };
                format!(
                    "step {step}: in {language}, the {what} takes {lines} lines of {columns} \
                     columns; a screen of 80×24 shows {max}"
                )
            }
            Message::Checked { files, bad, held, failed, warnings } => {
                let mut text = plural(*files, "file");
                if *bad > 0 {
                    text += &format!(", {bad} BAD");
                }
                text += &format!(", {} held", plural(*held, "expectation"));
                if *failed > 0 {
                    text += &format!(", {failed} FAILED");
                }
                if *warnings > 0 {
                    text += &format!(", {}", plural(*warnings, "warning"));
                }
                text
            }
            Message::BadConfig => "nothing was started and nothing was changed: mend the \
                                   configuration, or go on without it: --config /dev/null"
                .into(),
            Message::Warning => "warning".into(),
            Message::Demos => {
                "The demos, in the order of a lesson, then the questions that people ask:".into()
            }
            Message::Steps(count) => plural(*count, "step"),
            Message::Questions => {
                "Questions people ask, each with a scenario that answers it:".into()
            }
            Message::Failures => {
                "Failures of the protocol's history, to be played under any release:".into()
            }
            Message::NoSuchFailure { name, nearest: Some(nearest) } => {
                format!("there is no failure {name:?}; did you mean {nearest}?")
            }
            Message::NoSuchFailure { name, nearest: None } => {
                format!("there is no failure {name:?}; `replicascope failures` lists them")
            }
            Message::EmptyClusters => "Empty clusters, for free play:".into(),
            Message::HowToOpen => "Open one by its number or its name: replicascope 10a".into(),
        }
    }
}
