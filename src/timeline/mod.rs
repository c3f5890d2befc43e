//! The timeline: every step there has been, of the script and by hand.
//!
//! It is a tree. The script is its trunk: step `k` of the script is node `k`, and node 0 is the
//! start. What a person does by hand grows a branch from where they are; going back and doing
//! something else grows another. Nothing is ever thrown away.
//!
//! ```text
//!  slots      one a step, small: what was asked for, where it hangs, what it can be found by
//!  states     of every k-th step, as many as there is room for          (memory)
//!  nodes      of the steps that are looked at: made again when asked for, and forgotten
//! ```
//!
//! The engine gives the same state for the same events, so that a step needs no more than what was
//! asked for: `memory` makes the rest again from the last state that was kept.

mod branches;
mod led;
mod memory;
mod pass;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::command::{Command, Happening};
use crate::engine::{Cluster, Effect, Event, Refusal, Setup};
use crate::landmark::Traits;

pub use branches::{Branch, BranchId, SCRIPT};
use led::{Became, Orders, Purposes};
use memory::Memory;
pub use pass::Pass;

/// A node of the timeline, by its place in it.
pub type NodeId = usize;

/// Most nodes a timeline holds.
pub const MAX_NODES: usize = 100_000;

/// A step that has been made, with the state after it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The step before; `None` at the start.
    pub parent: Option<NodeId>,
    /// How many steps lie between the start and this one.
    pub depth: usize,
    /// What was asked for.
    pub commands: Vec<Command>,
    /// What happened, in order.
    pub happened: Vec<Happening>,
    /// What was asked for and could not be done, with the reason.
    pub skipped: Vec<(Command, Refusal)>,
    /// The state after the step.
    pub state: Cluster,
    /// The clock after the step, in milliseconds since the start.
    pub clock: u64,
    purposes: Purposes,
}

impl Node {
    /// Whether everything that was asked for is nothing under these rules: a question that followers
    /// ask under those that it was made under.
    pub fn is_left_out(&self) -> bool {
        !self.commands.is_empty() && self.happened.is_empty() && self.skipped.is_empty()
    }

    /// What followed from the step, in order.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.happened.iter().flat_map(|h| &h.effects)
    }
}

/// What is kept of every step.
#[derive(Clone, Debug)]
struct Slot {
    parent: Option<NodeId>,
    /// Where a step forward leads: the child that was visited last.
    child: Option<NodeId>,
    children: Vec<NodeId>,
    depth: usize,
    branch: BranchId,
    commands: Box<[Command]>,
    /// By command, as it was when the step was first made: what the exchange that it was a part of
    /// was for. Empty if none was a part of one. A replay under other rules keeps to it.
    purposes: Purposes,
    /// Whether it was first made under other rules.
    is_led: bool,
    /// Whether some of the commands could not be done.
    skips: bool,
    traits: Traits,
    clock: u64,
    /// The step that this one is a part of, if that was entered phase by phase.
    inside: Option<NodeId>,
}

impl Slot {
    fn orders(&self) -> Orders<'_> {
        Orders { commands: &self.commands, lead: self.is_led.then_some(&*self.purposes) }
    }
}

/// The timeline of a session.
#[derive(Clone, Debug)]
pub struct Timeline {
    setup: Arc<Setup>,
    slots: Vec<Slot>,
    memory: Memory,
    /// Effects that are asked for of a whole way, by step: what broke and mended, and what was
    /// simplified.
    lasting: BTreeMap<NodeId, Vec<Effect>>,
    branches: Vec<Branch>,
    here: NodeId,
    script: usize,
    /// How far into the script the person has been.
    seen: NodeId,
}

/// Why a step by hand was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// The engine refused it.
    Refused(Refusal),
    /// The timeline is full ([`MAX_NODES`]).
    Full,
}

impl Timeline {
    /// A timeline that plays this script from this state. A command that can't be done is skipped
    /// and noted.
    pub fn new<'a>(
        setup: Arc<Setup>,
        start: Cluster,
        script: impl IntoIterator<Item = &'a [Command]>,
    ) -> Self {
        let root = Slot {
            parent: None,
            child: None,
            children: Vec::new(),
            depth: 0,
            branch: SCRIPT,
            commands: Box::default(),
            purposes: Box::default(),
            is_led: false,
            skips: false,
            traits: Traits::default(),
            clock: 0,
            inside: None,
        };
        let mut timeline = Timeline {
            setup,
            slots: vec![root],
            memory: Memory::new(start),
            lasting: BTreeMap::new(),
            branches: vec![Branch::script()],
            here: 0,
            script: 0,
            seen: 0,
        };
        for commands in script {
            let node = timeline.make(timeline.here, commands);
            timeline.here = timeline.add(node, SCRIPT);
        }
        timeline.script = timeline.slots.len() - 1;
        timeline.branches[SCRIPT].tip = timeline.script;
        timeline.here = 0;
        timeline
    }

    /// The setup it plays under.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The step the person is at.
    pub fn here(&self) -> &Node {
        self.full(self.here)
    }

    /// The id of that step.
    pub fn here_id(&self) -> NodeId {
        self.here
    }

    /// A step by its id.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        (id < self.slots.len()).then(|| self.full(id))
    }

    /// How many steps there are, the start among them.
    pub fn size(&self) -> usize {
        self.slots.len()
    }

    /// About how many bytes it takes.
    pub fn footprint(&self) -> usize {
        let of_slot = |slot: &Slot| {
            size_of::<Slot>()
                + size_of_val(&*slot.commands)
                + size_of_val(&*slot.purposes)
                + slot.children.capacity() * size_of::<NodeId>()
        };
        self.memory.footprint() + self.slots.iter().map(of_slot).sum::<usize>()
    }

    /// The step before another one; `None` at the start.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.slots.get(id)?.parent
    }

    /// How many steps lie between the start and another one.
    pub fn depth(&self, id: NodeId) -> usize {
        self.slots.get(id).map_or(0, |slot| slot.depth)
    }

    /// What a step was asked to do.
    pub fn commands(&self, id: NodeId) -> &[Command] {
        self.slots.get(id).map_or(&[], |slot| &slot.commands)
    }

    /// What a step was asked to do and did, with the questions that had to be asked for it.
    pub fn done(&self, id: NodeId) -> Vec<Command> {
        let Some(slot) = self.slots.get(id) else { return Vec::new() };
        let (true, Some(parent)) = (slot.skips || slot.is_led, slot.parent) else {
            return slot.commands.to_vec();
        };
        let mut state = self.full(parent).state.clone();
        let done = RefCell::new(Vec::new());
        slot.orders().perform(
            &mut state,
            &self.setup,
            |command, became| {
                if matches!(became, Became::Done(..)) {
                    done.borrow_mut().push(command.clone());
                }
            },
            |question, _| done.borrow_mut().push(question),
        );
        done.into_inner()
    }

    /// What a step can be found by.
    pub fn traits(&self, id: NodeId) -> Traits {
        self.slots.get(id).map_or(Traits::default(), |slot| slot.traits)
    }

    /// What a step broke, mended and simplified, in order.
    pub fn lasting(&self, id: NodeId) -> &[Effect] {
        self.lasting.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The step that this one is a part of, if that was entered phase by phase.
    pub fn inside(&self, id: NodeId) -> Option<NodeId> {
        self.slots.get(id)?.inside
    }

    /// Whether a step forward leads anywhere.
    pub fn has_next(&self) -> bool {
        self.slots[self.here].child.is_some()
    }

    /// Whether a step back leads anywhere.
    pub fn has_previous(&self) -> bool {
        self.slots[self.here].parent.is_some()
    }

    /// How many steps the script has.
    pub fn script_len(&self) -> usize {
        self.script
    }

    /// The script step the person is at, from 1; 0 at the start; `None` when they have taken over.
    pub fn script_step(&self) -> Option<usize> {
        (self.here <= self.script).then_some(self.here)
    }

    /// The script step where the person took over, or the one they are at.
    pub fn script_root(&self) -> NodeId {
        self.script_root_of(self.here)
    }

    /// The last step of the script on the way to another one.
    pub fn script_root_of(&self, mut id: NodeId) -> NodeId {
        while id > self.script {
            match self.slots[id].parent {
                Some(parent) => id = parent,
                None => return 0,
            }
        }
        id
    }

    /// Whether the person has been at a step, or at a later one of the script.
    pub fn is_seen(&self, id: NodeId) -> bool {
        id > self.script || id <= self.seen
    }

    /// The steps from here back to the start, here included.
    pub fn behind(&self) -> impl Iterator<Item = NodeId> {
        self.behind_of(self.here)
    }

    /// The steps from another one back to the start, itself included.
    pub fn behind_of(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(id), |id| self.slots.get(*id)?.parent)
    }

    /// The steps that going forward leads to, nearest first.
    pub fn ahead(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.slots[self.here].child, |id| self.slots.get(*id)?.child)
    }

    /// Forgets what was made again to be looked at, where that takes too much.
    pub fn tidy(&mut self) {
        self.memory.forget(&[Some(self.here), self.slots[self.here].parent]);
    }

    /// Puts the person at a step.
    fn stand(&mut self, id: NodeId) {
        self.here = id;
        if id <= self.script {
            self.seen = self.seen.max(id);
        }
        self.memory.forget(&[Some(id), self.slots[id].parent]);
    }

    /// One step back. Returns whether there was one.
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.slots[self.here].parent else { return false };
        self.slots[parent].child = Some(self.here);
        self.stand(parent);
        true
    }

    /// One step forward, along the branch visited last. Returns whether there was one.
    pub fn forward(&mut self) -> bool {
        let Some(child) = self.slots[self.here].child else { return false };
        self.stand(child);
        true
    }

    /// To the start.
    pub fn first(&mut self) {
        while self.back() {}
    }

    /// To the end of this branch.
    pub fn last(&mut self) {
        while self.forward() {}
    }

    /// Back to the script, to the step where the person took over; from there the script goes on.
    /// Returns whether they had taken over.
    pub fn return_to_script(&mut self) -> bool {
        let root = self.script_root();
        let had_left = root != self.here;
        self.stand(root);
        if root < self.script {
            self.slots[root].child = Some(root + 1);
        }
        had_left
    }

    /// To a step by its id. Returns whether there is such a step, in a branch that is not deleted.
    pub fn go(&mut self, id: NodeId) -> bool {
        if id >= self.slots.len() || self.is_deleted(id) {
            return false;
        }
        self.stand(id);
        let mut child = id;
        while let Some(parent) = self.slots[child].parent {
            self.slots[parent].child = Some(child);
            child = parent;
        }
        true
    }

    /// The steps from the start to here.
    pub fn path(&self) -> Vec<NodeId> {
        self.path_to(self.here)
    }

    /// The steps from the start to another one.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.behind_of(id).collect();
        path.reverse();
        path
    }

    /// Does something by hand: goes there if it has been done here before, else grows a branch.
    ///
    /// # Errors
    /// Why it can't be done now; then nothing has changed.
    pub fn act(&mut self, command: Command) -> Result<(), Denied> {
        if let Some(refusal) = command.refusal(&self.here().state, &self.setup) {
            return Err(Denied::Refused(refusal));
        }
        let again = self.slots[self.here].children.iter().copied().find(|&child| {
            let slot = &self.slots[child];
            let same = *slot.commands == [command.clone()] && slot.inside.is_none();
            child > self.script && same && !self.is_deleted(child)
        });
        if let Some(again) = again {
            self.slots[self.here].child = Some(again);
            self.stand(again);
            return Ok(());
        }
        if self.slots.len() >= MAX_NODES {
            return Err(Denied::Full);
        }
        let mut node = self.make(self.here, std::slice::from_ref(&command));
        if let Some((_, refusal)) = node.skipped.pop() {
            return Err(Denied::Refused(refusal));
        }
        let branch = self.branch_for_next();
        let id = self.add(node, branch);
        self.branches[branch].extend(id);
        self.stand(id);
        Ok(())
    }

    /// Grows a branch from a step without going there. A command that can't be done is skipped and
    /// noted. Returns the branch; `None` if there is no such step or no room.
    pub fn plant<'a>(
        &mut self,
        from: NodeId,
        steps: impl ExactSizeIterator<Item = &'a [Command]>,
    ) -> Option<BranchId> {
        let room = MAX_NODES.saturating_sub(self.slots.len());
        if from >= self.slots.len() || steps.len() > room || steps.len() == 0 {
            return None;
        }
        let child = self.slots[from].child;
        let branch = self.new_branch();
        let mut at = from;
        for commands in steps {
            let node = self.make(at, commands);
            at = self.add(node, branch);
            self.branches[branch].extend(at);
        }
        // The way on from there is as it was.
        self.slots[from].child = child;
        Some(branch)
    }

    /// Enters the next step, where that is made of several events: goes to the state after its
    /// first one. From inside of a step, the next event; after the last one that is the step itself.
    /// Returns whether there was a step ahead.
    ///
    /// # Errors
    /// The timeline is full.
    pub fn step_into(&mut self) -> Result<bool, Denied> {
        let Some(next) = self.slots[self.here].child else { return Ok(false) };
        let events: Vec<Event> = match self.slots[next].inside {
            // It has been entered before.
            Some(_) => Vec::new(),
            None if self.slots[next].parent != Some(self.here) => Vec::new(),
            None => self.full(next).happened.iter().map(|h| h.event).collect(),
        };
        let Some((_, events)) = events.split_last() else { return Ok(self.forward()) };
        if events.is_empty() {
            return Ok(self.forward());
        }
        let entered = |id: &NodeId| self.slots[*id].inside == Some(next) && !self.is_deleted(*id);
        let entrance = self.slots[self.here].children.iter().copied().find(entered);
        if let Some(entrance) = entrance {
            self.slots[self.here].child = Some(entrance);
            return Ok(self.forward());
        }
        if self.slots.len() + events.len() > MAX_NODES {
            return Err(Denied::Full);
        }
        let outside = self.here;
        let branch = self.new_branch();
        let mut at = outside;
        for event in events {
            let node = self.make(at, &[Command::Event(*event)]);
            at = self.add(node, branch);
            self.slots[at].inside = Some(next);
            self.branches[branch].extend(at);
        }
        self.slots[at].child = Some(next);
        Ok(self.forward())
    }

    /// The step that these commands make after another one.
    fn make(&self, after: NodeId, commands: &[Command]) -> Node {
        let before = self.full(after);
        let orders = Orders { commands, lead: None };
        memory::make(&self.setup, after, before.depth, before.clock, &before.state, orders)
    }

    /// A step with the state after it, made again if it has been forgotten.
    fn full(&self, id: NodeId) -> &Node {
        self.memory.node(id, &self.slots, &self.setup)
    }

    fn add(&mut self, node: Node, branch: BranchId) -> NodeId {
        let id = self.slots.len();
        let parent = node.parent.unwrap_or(0);
        self.slots[parent].child = Some(id);
        self.slots[parent].children.push(id);
        let lasting: Vec<Effect> = node.effects().filter(|e| lasts(e)).cloned().collect();
        if !lasting.is_empty() {
            self.lasting.insert(id, lasting);
        }
        let before = &self.full(parent).state;
        self.slots.push(Slot {
            parent: node.parent,
            child: None,
            children: Vec::new(),
            depth: node.depth,
            branch,
            commands: node.commands.clone().into_boxed_slice(),
            purposes: node.purposes.clone(),
            is_led: false,
            skips: !node.skipped.is_empty(),
            traits: Traits::of(node.effects(), before, &node.state),
            clock: node.clock,
            inside: None,
        });
        self.memory.add(id, node, &self.slots);
        id
    }
}

/// Whether an effect is asked for of a whole way.
fn lasts(effect: &Effect) -> bool {
    matches!(effect, Effect::Broken { .. } | Effect::Mended { .. } | Effect::Simplified { .. })
}
