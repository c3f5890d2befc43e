//! The branches of a session: what a person sees of them, and changes. Every change can be undone.

use super::Session;
use crate::scenario::Branch;
use crate::timeline::{BranchId, NodeId, SCRIPT};

/// Most things that can be undone.
const MAX_UNDO: usize = 1_000;

/// Something that can be undone.
#[derive(Clone, Debug)]
pub(super) enum Undo {
    /// The person went on or elsewhere from here.
    Went(NodeId),
    /// A branch was called so.
    Renamed(BranchId, Option<String>),
    /// This was noted about a branch.
    Noted(BranchId, String),
    /// A branch was deleted, and the person was here.
    Deleted(BranchId, NodeId),
}

/// A branch as a line of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twig {
    /// Which.
    pub branch: BranchId,
    /// How many branches lie between it and the script.
    pub level: usize,
    /// The name that a person gave it, if any.
    pub name: Option<String>,
    /// Its number, counted from 1 in the order in which the branches began; 0 for the script.
    pub number: usize,
    /// What is noted about it.
    pub note: String,
    /// How many steps lie between the start and where it grows.
    pub from: usize,
    /// How many steps it has.
    pub steps: usize,
    /// Its last step.
    pub tip: NodeId,
    /// Whether the person is in it.
    pub is_here: bool,
}

impl Session {
    /// Grows the branches that the scenario brings with it.
    pub(super) fn plant(&mut self) {
        let scenario = std::sync::Arc::clone(&self.scenario);
        let mut grown: Vec<Vec<NodeId>> = Vec::new();
        for Branch { name, note, of, from, steps } in &scenario.branches {
            let script: Vec<NodeId> = (0..=self.timeline.script_len()).collect();
            let line = match of {
                None => Some(&script),
                Some(at) => grown.get(*at),
            };
            let planted = line.and_then(|line| line.get(*from)).and_then(|root| {
                let branch = self.timeline.plant(*root, steps.iter().map(Vec::as_slice))?;
                let mut ids = vec![*root];
                ids.extend(self.timeline.size() - steps.len()..self.timeline.size());
                Some((branch, ids))
            });
            // Where there is no room for it, there is none for what grows from it.
            let Some((branch, ids)) = planted else { return };
            grown.push(ids);
            if let Some(branch) = self.timeline.branch_mut(branch) {
                branch.name = Some(name.clone());
                branch.note.clone_from(note);
            }
        }
    }

    pub(super) fn remember(&mut self, undo: Undo) {
        if self.undo.len() >= MAX_UNDO {
            self.undo.remove(0);
        }
        self.undo.push(undo);
    }

    /// The script and all branches, each behind the one that it grows from.
    pub fn tree(&self) -> Vec<Twig> {
        let timeline = &self.timeline;
        let tree = timeline.tree();
        // By hand inside of an entered step, the branch that the person sees is the one around it.
        let here = self.branch();
        let mut numbers: Vec<BranchId> = tree.iter().map(|(id, _)| *id).collect();
        numbers.sort_unstable();
        let twig = |(branch, level): (BranchId, usize)| {
            let found = timeline.branch(branch)?;
            Some(Twig {
                branch,
                level,
                name: found.name.clone(),
                number: numbers.iter().position(|id| *id == branch).unwrap_or(0),
                note: found.note.clone(),
                from: timeline.depth(timeline.root_of(branch).1),
                steps: timeline.branch_len(branch),
                tip: found.tip,
                is_here: branch == here,
            })
        };
        tree.into_iter().filter_map(twig).collect()
    }

    /// The branch that the person is in, [`SCRIPT`] among them.
    pub fn branch(&self) -> BranchId {
        let mut here = self.timeline.here_id();
        while self.timeline.inside(here).is_some()
            && let Some(parent) = self.timeline.parent(here)
        {
            here = parent;
        }
        self.timeline.branch_of(here)
    }

    /// Gives a branch a name; an empty one takes it away. Returns whether there is such a branch.
    pub fn rename_branch(&mut self, id: BranchId, name: &str) -> bool {
        let name = Some(name.to_owned()).filter(|name| !name.is_empty());
        let Some(branch) = self.timeline.branch_mut(id) else { return false };
        let before = std::mem::replace(&mut branch.name, name);
        self.remember(Undo::Renamed(id, before));
        true
    }

    /// Notes something about a branch. Returns whether there is such a branch.
    pub fn note_branch(&mut self, id: BranchId, note: &str) -> bool {
        let Some(branch) = self.timeline.branch_mut(id) else { return false };
        let before = std::mem::replace(&mut branch.note, note.to_owned());
        self.remember(Undo::Noted(id, before));
        true
    }

    /// Takes a branch away with all that grows from it. Returns whether that was done.
    pub fn delete_branch(&mut self, id: BranchId) -> bool {
        let here = self.timeline.here_id();
        let done = self.timeline.delete_branch(id);
        if done {
            self.left = self.left.filter(|left| !self.timeline.is_deleted(*left));
            self.remember(Undo::Deleted(id, here));
        }
        done
    }

    /// Whether there is anything to undo.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Undoes the last step by hand, the last jump, or what was last done to a branch. A step that is
    /// undone stays in its branch. Returns whether there was anything.
    pub fn undo(&mut self) -> bool {
        while let Some(undo) = self.undo.pop() {
            // Where a branch has been deleted meanwhile, there is nowhere to go back to.
            if self.take_back(undo) {
                return true;
            }
        }
        false
    }

    fn take_back(&mut self, undo: Undo) -> bool {
        match undo {
            Undo::Went(from) => return self.timeline.go(from),
            Undo::Renamed(id, name) => {
                if let Some(branch) = self.timeline.branch_mut(id) {
                    branch.name = name;
                }
            }
            Undo::Noted(id, note) => {
                if let Some(branch) = self.timeline.branch_mut(id) {
                    branch.note = note;
                }
            }
            Undo::Deleted(id, here) => {
                self.timeline.restore_branch(id);
                self.timeline.go(here);
            }
        }
        true
    }

    /// Goes to the end of a branch; of the script, to where it was left. Returns whether there is such
    /// a branch.
    pub fn switch(&mut self, id: BranchId) -> bool {
        match self.timeline.branch(id).map(|branch| branch.tip) {
            Some(_) if id == SCRIPT => self.return_to_script() || self.branch() == SCRIPT,
            Some(tip) => self.go(tip),
            None => false,
        }
    }
}
