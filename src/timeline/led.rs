//! Steps that were made under other rules, made again under these.
//!
//! What has to keep is what somebody meant: a follower fetches when it fetched there. What it has to
//! ask first under these rules, it asks; what it asked there and has not to ask here, it does not.

use std::sync::Arc;

use super::memory::Memory;
use super::{NodeId, Slot, Timeline, memory};
use crate::command::{Command, Happening};
use crate::engine::state::Ask;
use crate::engine::{Cluster, Effect, Refusal, Setup};

/// Most questions that a follower asks before it fetches.
const MAX_QUESTIONS: usize = 4;

/// What an exchange of a follower with its leader is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To fetch records, after whatever had to be asked first.
    Records,
    /// To ask something before it may fetch, no more.
    Question,
}

impl From<Ask> for Purpose {
    fn from(ask: Ask) -> Self {
        match ask {
            Ask::Fetch { .. } => Purpose::Records,
            Ask::EpochEnd(_) | Ask::LogEnd | Ask::LogStart => Purpose::Question,
        }
    }
}

/// By command: what the exchange that it is a part of is for.
pub(super) type Purposes = Box<[Option<Purpose>]>;

/// What a step is asked to do.
#[derive(Clone, Copy)]
pub(super) struct Orders<'a> {
    /// What was asked for.
    pub commands: &'a [Command],
    /// What the exchanges were for under the rules that the step was first made under, if those are
    /// others; an empty list says that there were none.
    pub lead: Option<&'a [Option<Purpose>]>,
}

/// What became of a command.
pub(super) enum Became {
    /// It was done. It was a part of an exchange that was for this.
    Done(Vec<Happening>, Option<Purpose>),
    /// It was a question that nobody has to ask under these rules.
    LeftOut,
    /// It could not be done.
    Refused(Refusal),
}

impl Orders<'_> {
    /// Does all that can be done. `tell` hears of each command what became of it; `ask` of each
    /// question that is asked besides.
    pub fn perform(
        self,
        state: &mut Cluster,
        setup: &Setup,
        mut tell: impl FnMut(&Command, Became),
        mut ask: impl FnMut(Command, Vec<Happening>),
    ) {
        for (at, command) in self.commands.iter().enumerate() {
            let kept = self.lead.map(|lead| lead.get(at).copied().flatten());
            if kept == Some(Some(Purpose::Question)) && command.asks_first(state) == Some(false) {
                tell(command, Became::LeftOut);
                continue;
            }
            if kept == Some(Some(Purpose::Records)) {
                for _ in 0..MAX_QUESTIONS {
                    let Some(question) = command.question(state) else { break };
                    let Ok(happened) = question.perform(state, setup) else { break };
                    ask(question, happened);
                }
            }
            let in_flight = in_flight(command, state);
            let became = match command.perform(state, setup) {
                Ok(happened) => {
                    let own = || in_flight.or_else(|| begun(command, &happened)).map(Purpose::from);
                    let purpose = kept.unwrap_or_else(own);
                    Became::Done(happened, purpose)
                }
                Err(refusal) => Became::Refused(refusal),
            };
            tell(command, became);
        }
    }
}

/// What is being asked in the exchange that a command goes on with.
fn in_flight(command: &Command, state: &Cluster) -> Option<Ask> {
    let (broker, partition) = command.exchange()?;
    state.follower(broker, partition)?.call.as_ref().map(|call| call.ask)
}

/// What was asked in the exchange that a command began.
fn begun(command: &Command, happened: &[Happening]) -> Option<Ask> {
    let (broker, partition) = command.exchange()?;
    happened.iter().flat_map(|h| &h.effects).find_map(|effect| match effect {
        Effect::Asked { broker: b, partition: p, ask, .. } if (*b, *p) == (broker, partition) => {
            Some(*ask)
        }
        _ => None,
    })
}

impl Timeline {
    /// The same steps, of script and hand alike, under another setup and from another start. Every
    /// step keeps its id; what can't be done there is skipped and noted.
    #[must_use]
    pub fn replayed(&self, setup: Arc<Setup>, start: Cluster) -> Timeline {
        let root = Slot { children: Vec::new(), ..self.slots[0].clone() };
        let mut other = Timeline {
            setup,
            slots: vec![root],
            memory: Memory::new(start),
            lasting: std::collections::BTreeMap::new(),
            branches: Vec::new(),
            here: 0,
            script: self.script,
            seen: self.seen,
        };
        other.follow(self);
        other
    }

    /// Makes the steps that another timeline has and this one, replayed from it, has not yet; goes
    /// where the other one is.
    pub fn follow(&mut self, lead: &Timeline) {
        for slot in lead.slots.iter().skip(self.slots.len()) {
            // A step comes after the one that it follows.
            let known = |parent: &NodeId| *parent < self.slots.len();
            let parent = slot.parent.filter(known).unwrap_or(0);
            let orders = Orders { commands: &slot.commands, lead: Some(&slot.purposes) };
            let before = self.full(parent);
            let node = memory::make(
                &self.setup,
                parent,
                before.depth,
                before.clock,
                &before.state,
                orders,
            );
            let id = self.add(node, slot.branch);
            let own = &mut self.slots[id];
            (own.is_led, own.inside) = (true, slot.inside);
            own.purposes.clone_from(&slot.purposes);
        }
        for (own, slot) in self.slots.iter_mut().zip(&lead.slots) {
            own.child = slot.child;
        }
        self.branches.clone_from(&lead.branches);
        (self.here, self.seen) = (lead.here, lead.seen);
        self.tidy();
    }
}
