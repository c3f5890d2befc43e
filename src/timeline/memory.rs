//! What is remembered of the steps: the states of some, from which those of all others are made
//! again.
//!
//! Every k-th step on each way keeps its state. When the states take more than [`KEPT`], k doubles
//! and every other one is dropped: the memory stays bounded, and a jump costs at most k steps. What
//! has been made again stays until it takes more than [`LOOKED_AT`].

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;

use super::led::{Became, Orders};
use super::{Node, NodeId, Slot};
use crate::engine::{Cluster, Effect, Event, Setup};

/// How many bytes the states take that are kept.
const KEPT: usize = 80 << 20;
/// How many bytes the steps take that have been looked at.
const LOOKED_AT: usize = 24 << 20;
/// A state is kept after so many steps, as long as there is room.
const CLOSEST: usize = 16;
/// So many of the steps before one that is looked at are made with it: they are mostly looked at
/// next.
const WITH_IT: usize = 8;

/// What is remembered.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// By step: the step as a person looks at it, if it is at hand.
    nodes: Vec<OnceCell<Box<Node>>>,
    /// The state at the start.
    start: Cluster,
    /// By step: its state, if it is one of those that are kept.
    states: Vec<Option<Box<Cluster>>>,
    /// Which steps are at hand.
    at_hand: RefCell<VecDeque<NodeId>>,
    /// How many bytes those take.
    looked_at: Cell<usize>,
    /// How many bytes the kept states take.
    kept: usize,
    /// A state is kept after so many steps.
    every: usize,
    /// Up to which step those that are no longer kept have been dropped.
    swept: usize,
}

impl Memory {
    /// The memory of a timeline with nothing but a start.
    pub fn new(start: Cluster) -> Self {
        Memory {
            nodes: vec![OnceCell::new()],
            start,
            kept: 0,
            states: vec![None],
            at_hand: RefCell::default(),
            looked_at: Cell::new(0),
            every: CLOSEST,
            swept: usize::MAX,
        }
    }

    /// Takes in a step that has just been made. Its slot is there already.
    pub fn add(&mut self, id: NodeId, node: Node, slots: &[Slot]) {
        let keeps = node.depth.is_multiple_of(self.every);
        self.states.push(keeps.then(|| Box::new(node.state.clone())));
        if keeps {
            self.kept += node.state.footprint();
        }
        self.note(id, &node);
        self.nodes.push(OnceCell::from(Box::new(node)));
        self.thin_out(slots);
        self.forget(&[Some(id), slots[id].parent]);
    }

    /// Where there are too many states, keeps every other one no longer. They go a few at a time,
    /// so that no step takes long.
    fn thin_out(&mut self, slots: &[Slot]) {
        const AT_A_TIME: usize = 100;
        if self.swept >= self.states.len() {
            if self.kept <= KEPT || self.every >= super::MAX_NODES {
                return;
            }
            self.every *= 2;
            self.swept = 0;
        }
        let until = (self.swept + AT_A_TIME).min(self.states.len());
        for (state, slot) in self.states.iter_mut().zip(slots).take(until).skip(self.swept) {
            if !slot.depth.is_multiple_of(self.every)
                && let Some(dropped) = state.take()
            {
                self.kept = self.kept.saturating_sub(dropped.footprint());
            }
        }
        self.swept = until;
        if until == self.states.len() {
            self.swept = usize::MAX;
        }
    }

    /// Forgets what has been looked at, but for these, while it takes too much: what has been there
    /// for longest goes first.
    pub fn forget(&mut self, but: &[Option<NodeId>]) {
        let at_hand = self.at_hand.get_mut();
        for _ in 0..at_hand.len() {
            if self.looked_at.get() <= LOOKED_AT {
                return;
            }
            let Some(id) = at_hand.pop_front() else { return };
            if but.contains(&Some(id)) {
                at_hand.push_back(id);
            } else if let Some(node) = self.nodes.get_mut(id).and_then(OnceCell::take) {
                self.looked_at.set(self.looked_at.get().saturating_sub(size(&node)));
            }
        }
    }

    /// A step. It is there: the timeline has a slot for it.
    pub fn node(&self, id: NodeId, slots: &[Slot], setup: &Setup) -> &Node {
        self.nodes[id].get_or_init(|| {
            let node = self.make_again(id, slots, setup, WITH_IT);
            self.note(id, &node);
            Box::new(node)
        })
    }

    /// A step, made again if it is not at hand, without keeping it; from the state before it, where
    /// the caller has that.
    pub fn passing(
        &self,
        id: NodeId,
        before: Option<&Cluster>,
        slots: &[Slot],
        setup: &Setup,
    ) -> Cow<'_, Node> {
        match (self.nodes[id].get(), before) {
            (Some(node), _) => Cow::Borrowed(node),
            (None, Some(before)) => Cow::Owned(remake(&slots[id], slots, before, setup)),
            (None, None) => Cow::Owned(self.make_again(id, slots, setup, 0)),
        }
    }

    /// Makes a step again, from the last state before it that is known.
    /// So many of those before it are kept with it.
    fn make_again(&self, id: NodeId, slots: &[Slot], setup: &Setup, with_it: usize) -> Node {
        let mut way = Vec::new();
        let mut at = slots[id].parent;
        let mut state = loop {
            let Some(before) = at else { return self.first() };
            if let Some(node) = self.nodes[before].get() {
                break node.state.clone();
            }
            if before == 0 {
                break self.start.clone();
            }
            if let Some(state) = &self.states[before] {
                break (**state).clone();
            }
            way.push(before);
            at = slots[before].parent;
        };
        while let Some(next) = way.pop() {
            if way.len() >= with_it {
                replay(&slots[next], &mut state, setup);
                continue;
            }
            let node = remake(&slots[next], slots, &state, setup);
            state.clone_from(&node.state);
            self.note(next, &node);
            // It was not at hand, or the way would have begun there.
            let _ = self.nodes[next].set(Box::new(node));
        }
        remake(&slots[id], slots, &state, setup)
    }

    /// The start: nothing was done.
    fn first(&self) -> Node {
        Node {
            parent: None,
            depth: 0,
            commands: Vec::new(),
            happened: Vec::new(),
            skipped: Vec::new(),
            state: self.start.clone(),
            clock: 0,
            purposes: Box::default(),
        }
    }

    fn note(&self, id: NodeId, node: &Node) {
        self.at_hand.borrow_mut().push_back(id);
        self.looked_at.set(self.looked_at.get() + size(node));
    }

    /// Forgets all that can be made again, and keeps states that far apart.
    #[cfg(test)]
    pub fn forget_all(&mut self, every: usize) {
        for (id, state) in self.states.iter_mut().enumerate() {
            state.take_if(|_| !id.is_multiple_of(every));
        }
        for cell in &mut self.nodes {
            cell.take();
        }
        self.at_hand.get_mut().clear();
    }

    /// How many bytes it takes.
    pub fn footprint(&self) -> usize {
        self.kept
            + self.looked_at.get()
            + self.nodes.capacity() * size_of::<OnceCell<Box<Node>>>()
            + self.states.capacity() * size_of::<Option<Box<Cluster>>>()
    }
}

/// About how many bytes a step takes.
fn size(node: &Node) -> usize {
    size_of::<Node>() + node.state.footprint() + node.effects().count() * size_of::<Effect>()
}

/// Makes a step, as it was made the first time.
fn remake(slot: &Slot, slots: &[Slot], before: &Cluster, setup: &Setup) -> Node {
    let parent = slot.parent.unwrap_or(0);
    make(setup, parent, slots[parent].depth, slots[parent].clock, before, slot.orders())
}

/// The same without what followed.
fn replay(slot: &Slot, state: &mut Cluster, setup: &Setup) {
    if slot.skips || slot.is_led {
        // What can't be done leaves the state as it was.
        slot.orders().perform(state, setup, |_, _| {}, |_, _| {});
        return;
    }
    for command in &slot.commands {
        command.repeat(state, setup);
    }
}

/// The step that these commands make after another one: that one's id, depth, clock and state.
pub(super) fn make(
    setup: &Setup,
    after: NodeId,
    depth: usize,
    clock: u64,
    before: &Cluster,
    orders: Orders,
) -> Node {
    let mut node = Node {
        parent: Some(after),
        depth: depth + 1,
        commands: orders.commands.to_vec(),
        happened: Vec::new(),
        skipped: Vec::new(),
        state: before.clone(),
        clock,
        purposes: Box::default(),
    };
    let happened = RefCell::new(Vec::new());
    let mut purposes = Vec::with_capacity(orders.commands.len());
    let skipped = &mut node.skipped;
    orders.perform(
        &mut node.state,
        setup,
        |command, became| {
            let purpose = match became {
                Became::Done(done, purpose) => {
                    happened.borrow_mut().extend(done);
                    purpose
                }
                Became::LeftOut => None,
                Became::Refused(refusal) => {
                    skipped.push((command.clone(), refusal));
                    None
                }
            };
            purposes.push(purpose);
        },
        |_, asked| happened.borrow_mut().extend(asked),
    );
    node.happened = happened.into_inner();
    if purposes.iter().any(Option::is_some) {
        node.purposes = purposes.into();
    }
    for happening in &node.happened {
        if let Event::Advance { ms } = happening.event {
            node.clock += u64::from(ms);
        }
    }
    node
}
