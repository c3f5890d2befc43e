//! The tree of branches: choosing one, going there, changing it.

use super::{App, Next};
use crate::timeline::BranchId;
use crate::tui::actions::{Action, Reason};
use crate::tui::key::{Key, Press};
use crate::tui::ui::Overlay;
use crate::tui::wording;

impl App {
    /// Shows the tree, the branch that the person is in chosen.
    pub(super) fn open_tree(&mut self) {
        let tree = self.session().map(|session| session.tree()).unwrap_or_default();
        let chosen = tree.iter().position(|twig| twig.is_here).unwrap_or(0);
        self.ui.message = None;
        self.ui.overlay = Overlay::Branches { chosen };
    }

    pub(in crate::tui) fn key_in_tree(
        &mut self,
        press: Option<Press>,
        action: Option<Action>,
    ) -> Next {
        let Overlay::Branches { chosen } = self.ui.overlay else { return Next::Rest };
        let tree = self.session().map(|session| session.tree()).unwrap_or_default();
        let last = tree.len().saturating_sub(1);
        self.ui.message = None;
        let to = match (action, press.map(|press| press.key)) {
            (Some(Action::PreviousBroker), _) => chosen.saturating_sub(1),
            (Some(Action::NextBroker), _) => chosen + 1,
            (Some(Action::First), _) => 0,
            (Some(Action::Last), _) => last,
            (Some(Action::Next), _) | (_, Some(Key::Enter)) => {
                let Some(twig) = tree.get(chosen) else { return Next::Rest };
                self.switch_to(twig.branch);
                return Next::Draw;
            }
            (Some(Action::Return | Action::Branches | Action::Quit), _) | (_, Some(Key::Esc)) => {
                return self.close_overlay();
            }
            (
                Some(
                    action @ (Action::RenameBranch
                    | Action::NoteBranch
                    | Action::DeleteBranch
                    | Action::Undo
                    | Action::Save
                    | Action::SaveBranch
                    | Action::SaveEach
                    | Action::Copy
                    | Action::Language
                    | Action::Theme
                    | Action::Signs
                    | Action::Help),
                ),
                _,
            ) => return self.perform(action, 0),
            _ => return Next::Rest,
        };
        self.ui.overlay = Overlay::Branches { chosen: to.min(last) };
        Next::Draw
    }

    /// Chooses a line of the tree; the chosen one is gone to.
    pub(in crate::tui) fn point_at_branch(&mut self, branch: BranchId) -> Next {
        let tree = self.session().map(|session| session.tree()).unwrap_or_default();
        let Some(at) = tree.iter().position(|twig| twig.branch == branch) else {
            return Next::Rest;
        };
        match self.ui.overlay {
            Overlay::Branches { chosen } if chosen == at => self.switch_to(branch),
            _ => self.ui.overlay = Overlay::Branches { chosen: at },
        }
        Next::Draw
    }

    fn switch_to(&mut self, branch: BranchId) {
        let session = self.open.and_then(|place| self.sessions.get_mut(place)?.as_mut());
        if session.is_some_and(|session| session.switch(branch)) {
            self.ui.playing = false;
            self.ui.overlay = Overlay::None;
            self.moved();
        }
    }

    /// Deletes a branch, and says how it comes back.
    pub(super) fn delete_branch(&mut self, branch: BranchId) -> Result<(), Reason> {
        let lang = self.ui.lang;
        let key = self.ui.keys.keys(Action::Undo).first();
        let key = key.map_or(wording::name(Action::Undo, lang).to_owned(), ToString::to_string);
        let session = self.open.and_then(|place| self.sessions.get_mut(place)?.as_mut());
        let Some(session) = session else { return Ok(()) };
        let twig = session.tree().into_iter().find(|twig| twig.branch == branch);
        if !session.delete_branch(branch) {
            return Err(Reason::NoBranch);
        }
        let last = session.tree().len().saturating_sub(1);
        if let Overlay::Branches { chosen } = &mut self.ui.overlay {
            *chosen = (*chosen).min(last);
        }
        self.moved();
        let name = twig.map(|t| t.name.unwrap_or_else(|| wording::branch(t.number, lang)));
        self.done = Some(wording::deleted(&name.unwrap_or_default(), &key, lang));
        Ok(())
    }

    /// Undoes what was done last.
    pub(super) fn undo(&mut self) -> Result<(), Reason> {
        let session = self.open.and_then(|place| self.sessions.get_mut(place)?.as_mut());
        if !session.is_some_and(|session| session.undo()) {
            return Err(Reason::NothingToUndo);
        }
        self.moved();
        self.done = Some(wording::undone(self.ui.lang).to_owned());
        Ok(())
    }
}
