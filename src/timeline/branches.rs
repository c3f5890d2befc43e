//! Branches: each line of steps that was grown by hand, with a name and a note. A branch that is
//! deleted is only hidden, so that it can come back.

use super::{NodeId, Timeline};

/// A branch, by its place among them.
pub type BranchId = usize;

/// The trunk: the script.
pub const SCRIPT: BranchId = 0;

/// A branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its first step; of the script, the start.
    pub start: NodeId,
    /// Its last step.
    pub tip: NodeId,
    /// The name that a person gave it.
    pub name: Option<String>,
    /// What a person noted about it.
    pub note: String,
    deleted: bool,
}

impl Branch {
    pub(super) fn script() -> Self {
        Branch { start: 0, tip: 0, name: None, note: String::new(), deleted: false }
    }

    /// A step is the last one from now on; the first one, too, if there was none.
    pub(super) fn extend(&mut self, id: NodeId) {
        if self.start == 0 {
            self.start = id;
        }
        self.tip = id;
    }
}

impl Timeline {
    /// A branch by its id.
    pub fn branch(&self, id: BranchId) -> Option<&Branch> {
        self.branches.get(id)
    }

    /// The same, to give it a name or a note. The script has neither.
    pub fn branch_mut(&mut self, id: BranchId) -> Option<&mut Branch> {
        self.branches.get_mut(id).filter(|_| id != SCRIPT)
    }

    /// The branch that a step is in.
    pub fn branch_of(&self, id: NodeId) -> BranchId {
        self.slots.get(id).map_or(SCRIPT, |slot| slot.branch)
    }

    /// The branch that another one grows from; `None` for the script.
    pub fn grows_from(&self, id: BranchId) -> Option<BranchId> {
        if id == SCRIPT {
            return None;
        }
        let parent = self.slots.get(self.branches.get(id)?.start)?.parent?;
        Some(self.branch_of(parent))
    }

    /// Where a branch that a person sees grows from another such one: from which, after which of its
    /// steps, and what is done between there and its own first step, where it began inside of a step
    /// that was entered.
    pub fn root_of(&self, id: BranchId) -> (BranchId, NodeId, Vec<NodeId>) {
        let mut at = self.branches.get(id).and_then(|branch| self.parent(branch.start));
        let mut between = Vec::new();
        while let Some(part) = at.filter(|at| self.inside(*at).is_some()) {
            between.push(part);
            at = self.parent(part);
        }
        between.reverse();
        let root = at.unwrap_or(0);
        (self.branch_of(root), root, between)
    }

    /// How many steps a branch has.
    pub fn branch_len(&self, id: BranchId) -> usize {
        let Some(branch) = self.branches.get(id) else { return 0 };
        let first = usize::from(id != SCRIPT);
        (self.depth(branch.tip) + first).saturating_sub(self.depth(branch.start))
    }

    /// Every branch that is not deleted, each behind the one that it grows from, with how many lie
    /// between it and the script.
    pub fn tree(&self) -> Vec<(BranchId, usize)> {
        let mut grown: Vec<Vec<BranchId>> = vec![Vec::new(); self.branches.len()];
        for id in 1..self.branches.len() {
            if self.branches[id].deleted || self.is_part(id) {
                continue;
            }
            grown[self.root_of(id).0].push(id);
        }
        let mut tree = Vec::new();
        let mut left = vec![(SCRIPT, 0)];
        while let Some((id, depth)) = left.pop() {
            tree.push((id, depth));
            left.extend(grown[id].iter().rev().map(|child| (*child, depth + 1)));
        }
        tree
    }

    /// Whether a branch is a step that was entered: to a person, that is none.
    fn is_part(&self, id: BranchId) -> bool {
        self.inside(self.branches[id].start).is_some()
    }

    /// Whether a step is in a deleted branch, or in one that grows from such.
    pub fn is_deleted(&self, id: NodeId) -> bool {
        let mut branch = self.branch_of(id);
        loop {
            if self.branches[branch].deleted {
                return true;
            }
            match self.grows_from(branch) {
                Some(from) => branch = from,
                None => return false,
            }
        }
    }

    /// Hides a branch with all that grows from it; whoever is in it goes to where it began. Returns
    /// whether that was done: the script stays.
    pub fn delete_branch(&mut self, id: BranchId) -> bool {
        if id == SCRIPT || self.branches.get(id).is_none_or(|branch| branch.deleted) {
            return false;
        }
        self.branches[id].deleted = true;
        let start = self.branches[id].start;
        let parent = self.slots[start].parent.unwrap_or(0);
        if self.slots[parent].child == Some(start) {
            let mut others = self.slots[parent].children.iter().rev().copied();
            let next = others.find(|child| !self.is_deleted(*child));
            self.slots[parent].child = match parent < self.script {
                true => Some(parent + 1),
                false => next,
            };
        }
        if self.is_deleted(self.here) {
            self.stand(parent);
        }
        true
    }

    /// Brings a deleted branch back.
    pub fn restore_branch(&mut self, id: BranchId) {
        if let Some(branch) = self.branches.get_mut(id) {
            branch.deleted = false;
            let start = branch.start;
            if let Some(parent) = self.parent(start) {
                self.slots[parent].child.get_or_insert(start);
            }
        }
    }

    /// The branch that the next step by hand belongs to: this one, from its end; else a new one.
    pub(super) fn branch_for_next(&mut self) -> BranchId {
        let branch = self.branch_of(self.here);
        let goes_on = branch != SCRIPT
            && self.branches[branch].tip == self.here
            && self.slots[self.here].inside.is_none();
        if goes_on { branch } else { self.new_branch() }
    }

    pub(super) fn new_branch(&mut self) -> BranchId {
        self.branches.push(Branch::script());
        self.branches.len() - 1
    }
}
