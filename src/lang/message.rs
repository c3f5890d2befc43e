//! Messages: what the program says on the command line about itself.

use super::Lang;

/// A message of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// The screen does not open without a terminal.
    NeedsTerminal,
    /// The screen does not open on a terminal that can't move its cursor.
    DumbTerminal,
    /// The terminal has failed, in the operating system's words.
    TerminalFailed(String),
    /// The output can't be written, in the operating system's words.
    CantWrite(String),
    /// The standard input can't be read, in the operating system's words.
    CantReadInput(String),
    /// Fewer steps were played than were asked for: there are no more.
    FewerSteps {
        /// Up to which step was asked for.
        asked: usize,
        /// How many there are.
        steps: usize,
    },
    /// What the standard input is called in a report.
    StandardInput,
    /// A second file was named beside a subcommand.
    OneFile {
        /// The file.
        file: String,
    },
    /// There is neither a file nor a demo of this name.
    NoSuchScenario {
        /// What was asked for.
        name: String,
        /// The demo that may have been meant.
        nearest: Option<String>,
    },
    /// Several demos begin like this.
    SeveralDemos {
        /// What was asked for.
        name: String,
        /// The demos.
        demos: Vec<String>,
    },
    /// A folder can't be listed, in the operating system's words.
    CantList {
        /// The folder.
        folder: String,
        /// Why not.
        why: String,
    },
    /// There is no scenario file in a folder.
    NoFiles {
        /// The folder.
        folder: String,
    },
    /// A step says or asks more than the smallest screen shows.
    TooLong {
        /// The step.
        step: usize,
        /// Whether it is the question, not the narration.
        asked: bool,
        /// In which language.
        told_in: Lang,
        /// How many lines it takes.
        lines: usize,
        /// How many can be seen.
        max: usize,
        /// How wide they are.
        columns: usize,
    },
    /// What `check` has found.
    Checked {
        /// Files.
        files: usize,
        /// Those that can't be loaded.
        bad: usize,
        /// Expectations that held.
        held: usize,
        /// Expectations that did not.
        failed: usize,
        /// What is not wrong but not good either.
        warnings: usize,
    },
    /// What to do about a configuration that is bad.
    BadConfig,
    /// Before a line that warns.
    Warning,
    /// The heading of the list of demos.
    Demos,
    /// How many steps a demo has.
    Steps(usize),
    /// Before the questions in the list of demos.
    Questions,
    /// The heading of the list of worked failures.
    Failures,
    /// There is no worked failure of this name.
    NoSuchFailure {
        /// What was asked for.
        name: String,
        /// The failure that may have been meant.
        nearest: Option<String>,
    },
    /// The heading of the list of empty clusters.
    EmptyClusters,
    /// How to open a demo of the list.
    HowToOpen,
}
