//! Saving: what was done by hand goes into files that are whole or not there, or to the clipboard.

use std::path::{Path, PathBuf};

use super::App;
use super::prompts::prompt_with;
use crate::export::{self, Target, deliver};
use crate::printable::printable;
use crate::session::{Session, Unsaved, file_name};
use crate::timeline::SCRIPT;
use crate::tui::actions::Reason;
use crate::tui::ui::{Overlay, PromptFor, Saving};
use crate::tui::wording;

/// The ending of a scenario's file.
const ENDING: &str = "ron";

/// Files that wait for the word that they may replace others.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    files: Vec<(PathBuf, String)>,
    /// What the person calls them.
    name: PathBuf,
}

impl App {
    /// Asks for the name of a file, and proposes one.
    pub(super) fn ask_where(&mut self, what: Saving) {
        let Some(session) = self.session() else { return };
        let title = file_name(session.scenario().title.en());
        let branch = match what {
            Saving::Branch(id) if id != SCRIPT => branch_names(session)
                .into_iter()
                .find(|(branch, _)| *branch == id)
                .map(|(_, name)| format!("-{name}")),
            _ => None,
        };
        let name = format!("{title}{}.{ENDING}", branch.unwrap_or_default());
        self.ui.overlay = prompt_with(PromptFor::Save(what), name);
    }

    /// Saves into a file of this name. Where there is one already, asks first.
    pub(super) fn save(&mut self, what: Saving, typed: &str) -> Result<(), Reason> {
        let Some(session) = self.session() else { return Ok(()) };
        let mut path = PathBuf::from(typed);
        if path.file_stem().is_none() || typed.ends_with('/') {
            return Err(Reason::NotAFile);
        }
        if path.extension().is_none() {
            path.set_extension(ENDING);
        }
        match files(session, what, &path) {
            Ok(files) => self.write(Waiting { files, name: path }, what, false),
            Err(unsaved) => self.tell_unsaved(&unsaved),
        }
        Ok(())
    }

    /// What is to be done with files that are there already.
    pub(super) fn replace(&mut self, what: Saving, typed: &str) {
        let Some(waiting) = self.waiting.take() else { return };
        match typed.to_lowercase().as_str() {
            "y" | "yes" | "是" => self.write(waiting, what, true),
            _ => {
                self.ui.overlay =
                    prompt_with(PromptFor::Save(what), waiting.name.display().to_string())
            }
        }
    }

    fn write(&mut self, waiting: Waiting, what: Saving, force: bool) {
        let lang = self.ui.lang;
        let file = |(path, text): &(PathBuf, String)| {
            (Target::File(path.clone()), text.clone().into_bytes())
        };
        let deliveries: Vec<_> = waiting.files.iter().map(file).collect();
        match deliver(&deliveries, force) {
            Ok(()) => {
                self.ui.overlay = Overlay::None;
                let names = waiting.files.iter().map(|(path, _)| shown(path));
                self.done = Some(wording::saved(&names.collect::<Vec<_>>().join(", "), lang));
            }
            Err(export::Error::Exists(_)) if !force => {
                self.waiting = Some(waiting);
                self.ui.overlay = prompt_with(PromptFor::Replace(what), String::new());
            }
            // The name may be mended.
            Err(error) => self.done = Some(wording::unsaved(&error.tell(lang), lang)),
        }
    }

    /// Gives the scenario to the terminal for the clipboard: from the tree the chosen branch, else all.
    pub(super) fn copy(&mut self) -> Result<(), Reason> {
        let Some(session) = self.session() else { return Ok(()) };
        let branch = self.ui.branch(session);
        let in_tree = matches!(self.ui.overlay, Overlay::Branches { .. }) && branch != SCRIPT;
        let text = if in_tree { session.saved_branch(branch) } else { session.saved() };
        match text {
            Ok(text) => {
                self.done = Some(wording::copied(text.chars().count(), self.ui.lang));
                self.clipboard = Some(text);
            }
            Err(unsaved) => self.tell_unsaved(&unsaved),
        }
        Ok(())
    }

    /// What is to be given to the terminal for the clipboard, once.
    pub fn take_clipboard(&mut self) -> Option<String> {
        self.clipboard.take()
    }

    fn tell_unsaved(&mut self, unsaved: &Unsaved) {
        const COLUMNS: usize = 76;
        let Unsaved::Bad(report) = unsaved;
        let why = report.render(self.ui.lang, COLUMNS);
        self.ui.overlay = Overlay::Message(wording::unsaved(&why, self.ui.lang));
    }
}

fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// The branches with names that files can have.
fn branch_names(session: &Session) -> Vec<(crate::timeline::BranchId, String)> {
    let mut names: Vec<(crate::timeline::BranchId, String)> = Vec::new();
    for twig in session.tree().into_iter().filter(|twig| twig.branch != SCRIPT) {
        let name = twig.name.unwrap_or_else(|| format!("branch {}", twig.number));
        let mut name = file_name(&name);
        if names.iter().any(|(_, other)| *other == name) {
            name = format!("{name}-{}", twig.number);
        }
        names.push((twig.branch, name));
    }
    names
}

/// Every file with its text.
fn files(session: &Session, what: Saving, path: &Path) -> Result<Vec<(PathBuf, String)>, Unsaved> {
    match what {
        Saving::All => Ok(vec![(path.to_owned(), session.saved()?)]),
        Saving::Branch(id) => Ok(vec![(path.to_owned(), session.saved_branch(id)?)]),
        Saving::Each => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            let file = |(id, name)| {
                let path = path.with_file_name(format!("{stem}-{name}.{ending}"));
                Ok((path, session.saved_branch(id)?))
            };
            branch_names(session).into_iter().map(file).collect()
        }
    }
}
