//! `replicascope check`: every fault of every file, then every expectation that fails.

use std::io;
use std::path::{Path, PathBuf};

use crate::engine::Rules;
use crate::lang::{Lang, Message};
use crate::printable::printable;
use crate::run::{Options, Run};
use crate::scenario::{Report, Scenario, lesson};

/// What stands for the standard input where the path of a file is asked for.
pub const STANDARD_INPUT: &str = "-";

/// What `check` has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Files.
    pub files: usize,
    /// Files that can't be loaded, and folders that can't be listed or have no files.
    pub bad: usize,
    /// Expectations that held.
    pub held: usize,
    /// Expectations that did not.
    pub failed: usize,
    /// What is not wrong but not good either.
    pub warnings: usize,
}

/// What `check` has found, one thing after the other.
#[derive(Debug)]
pub enum Finding {
    /// A file is bad.
    Bad(Report),
    /// Something else, in a line.
    Line(String),
}

impl Checked {
    /// What it comes to, in a line.
    pub fn sum(&self, lang: Lang) -> String {
        let Checked { files, bad, held, failed, warnings } = *self;
        lang.words().message(&Message::Checked { files, bad, held, failed, warnings })
    }
}

/// Checks files and the files below folders, each under its own release or under these rules. `tell`
/// hears each finding as it is made.
pub fn check(
    paths: &[PathBuf],
    rules: Option<&Rules>,
    lang: Lang,
    mut tell: impl FnMut(Finding),
) -> Checked {
    let mut checked = Checked::default();
    for path in paths {
        let mut files = Vec::new();
        if path.is_dir() {
            let folder = || printable(&path.display().to_string());
            let problem = match below(path, &mut files) {
                Err((folder, error)) => {
                    let folder = printable(&folder.display().to_string());
                    Some(Message::CantList { folder, why: error.to_string() })
                }
                Ok(()) if files.is_empty() => Some(Message::NoFiles { folder: folder() }),
                Ok(()) => None,
            };
            if let Some(message) = problem {
                checked.bad += 1;
                tell(Finding::Line(lang.words().message(&message)));
            }
        } else {
            files.push(path.clone());
        }
        for file in files {
            checked.files += 1;
            let (name, loaded) = match file == Path::new(STANDARD_INPUT) {
                true => {
                    let name = lang.words().message(&Message::StandardInput);
                    match Scenario::from_input(&name) {
                        Ok(loaded) => (name, loaded),
                        Err(error) => {
                            checked.bad += 1;
                            let message = Message::CantReadInput(error.to_string());
                            tell(Finding::Line(lang.words().message(&message)));
                            continue;
                        }
                    }
                }
                false => (printable(&file.display().to_string()), Scenario::load(&file)),
            };
            match loaded {
                Err(report) => {
                    checked.bad += 1;
                    tell(Finding::Bad(report));
                }
                Ok(scenario) => {
                    let scenario = rules.map_or(scenario.clone(), |r| scenario.with_rules(r));
                    play(&name, &scenario, lang, &mut checked, &mut tell);
                }
            }
        }
    }
    checked
}

/// Plays a scenario and tells what a reader would miss.
fn play(
    name: &str,
    scenario: &Scenario,
    lang: Lang,
    checked: &mut Checked,
    tell: &mut impl FnMut(Finding),
) {
    let words = lang.words();
    let run = Run::new(scenario, Options { lang, ..Options::default() });
    let outcome = run.outcome();
    checked.held += outcome.held;
    checked.failed += outcome.failures.len();
    for (step, failure) in &outcome.failures {
        tell(Finding::Line(format!("{name}: {}", words.not_held(*step, failure))));
    }
    for skipped in run.skipped() {
        checked.warnings += 1;
        let warning = words.message(&Message::Warning);
        tell(Finding::Line(format!("{name}: {warning}: {skipped}")));
    }
    if let Some((_, said)) = run.another_story() {
        checked.warnings += 1;
        let warning = words.message(&Message::Warning);
        tell(Finding::Line(format!("{name}: {warning}: {said}")));
    }
    for long in lesson::too_long(scenario) {
        checked.warnings += 1;
        let warning = words.message(&Message::Warning);
        let text = words.message(&Message::TooLong {
            step: long.step,
            asked: long.asked,
            told_in: long.lang,
            lines: long.lines,
            max: lesson::NARRATION_LINES,
            columns: lesson::NARRATION_COLUMNS,
        });
        tell(Finding::Line(format!("{name}:{}: {warning}: {text}", long.line)));
    }
}

/// The scenario files below a folder, by name. A link to a folder is not followed: it may lead back.
fn below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    let fail = |error| (folder.to_owned(), error);
    let mut entries = std::fs::read_dir(folder)
        .and_then(Iterator::collect::<io::Result<Vec<_>>>)
        .map_err(fail)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().map_err(fail)?.is_dir() {
            below(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "ron") && !path.is_dir() {
            files.push(path);
        }
    }
    Ok(())
}
