//! Exploring: the program itself looks for the shortest way to break something.
//!
//! ```text
//!  a state ──► everything that can happen there, within the budget ──► the states after it
//!     ▲                                                                     │
//!     └────────── those that have not been seen, level by level ◄───────────┘
//! ```
//!
//! [`explore`] visits every state that can be reached from a start by the engine's own
//! [`Cluster::enabled`] and [`Cluster::step`], breadth first, so that the first way that it finds is a
//! shortest one. There is no second engine in here and no rule of the protocol: what it finds can be
//! played on the screen, state for state.
//!
//! # What it may say
//!
//! One of three things about each [`Goal`] ([`Answer::verdict`]), and never more than was searched:
//! * it is **broken** in k steps, and no shorter way exists within the budget;
//! * it **holds**: every state within the budget has been seen. What the budget leaves out may break it
//!   all the same: it is named with the answer ([`Budget::left_out`]);
//! * it is **not finished**: a limit was reached, or somebody stopped it. It says down to which depth
//!   nothing was left out.
//!
//! # Why it ends
//!
//! Time is abstracted: that a fetch has waited long enough, or that a follower is behind for too long,
//! is an event. So clocks stand still, and the number of states is finite where the [`Budget`] counts
//! what would go on for ever. A [`Budget`] is part of a state of the search: the same cluster with more
//! left is another one.
//!
//! # What is the same
//!
//! Records differ by their number alone: they are sent in order. Producers that are alike are: only the
//! first of them sends. Brokers are told apart by their place in the assignment alone, which a moved
//! leadership changes: two states that differ only by names are one (`encode::View::by_place`).
//! What a question does not depend on is not looked at (`encode::Detail`).
//!
//! # What need not be tried
//!
//! A process that dies forgets what it had in memory: what comes of a crash is the same in many states,
//! and is tried in the first of them (`crash`).
//!
//! # In how much memory
//!
//! `visited` keeps 8 bytes a state, and as many of each crash that was tried, and `search` 6 more to find
//! the way back; whole states only of two levels, as bytes. `walk` goes at random where this is too much, and shortens what it finds.

mod ask;
mod budget;
mod crash;
mod goal;
mod level;
mod node;
mod reach;
mod report;
mod search;
pub mod trace;
mod visited;
mod walk;
mod wording;

pub use ask::{Prepared, Wish};
pub use reach::{Unreachable, reach};
pub use report::{Explored, FORMAT, Outcome, VERSION, is_by_step, json};
pub use wording::{Remark, help, tell};

pub use budget::{Allowance, Budget, Kind, MAX_COUNT, MAX_RECORDS, NOTHING, Offers, Spent};
pub use goal::Goal;
pub use search::Progress;
pub use walk::{Walk, Walks, walk};

use crate::engine::*;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// What does not change.
    pub setup: Setup,
    /// From where.
    pub start: Cluster,
    /// The values of the records that may be sent, in their order.
    pub values: Vec<Value>,
    /// What may happen.
    pub budget: Budget,
    /// What is looked for.
    pub goals: Vec<Goal>,
    /// When to give up.
    pub limits: Limits,
}

/// When to give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest way, in steps.
    pub depth: Option<usize>,
    /// The number of states, about.
    pub states: u64,
    /// Memory, in bytes, about.
    pub memory: usize,
    /// How many threads work on it.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Limits { depth: None, states: 10_000_000, memory: 2 << 30, threads }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing is left.
    Exhausted,
    /// Everything that was looked for is found.
    Goals,
    /// It reached the depth limit.
    Depth,
    /// It reached the limit of states.
    States,
    /// It reached the memory limit.
    Memory,
    /// Somebody stopped it.
    Stopped,
}

impl End {
    /// The name by which programs call it.
    pub fn name(self) -> &'static str {
        match self {
            End::Exhausted => "exhausted",
            End::Goals => "goals",
            End::Depth => "depth",
            End::States => "states",
            End::Memory => "memory",
            End::Stopped => "stopped",
        }
    }
}

/// A shortest way to what was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What happens, from the start on.
    pub events: Vec<Event>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// By goal: the way to it.
    pub found: Vec<Option<Found>>,
    /// Why it ended.
    pub end: End,
    /// Down to which depth nothing was left out, in steps.
    pub depth: usize,
    /// Different states.
    pub states: u64,
    /// Different crashes, of each of which a fingerprint is kept, too.
    pub crashes: u64,
    /// Steps that were tried.
    pub generated: u64,
    /// Memory at most, in bytes.
    pub bytes: usize,
    /// Whether something was left out because the leader epoch would have risen too far.
    pub beyond_epochs: bool,
}

/// What may be said about a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a way, of so many steps; none is shorter.
    Broken(usize),
    /// There is none within the budget.
    Holds,
    /// There is none of at most so many steps.
    Unfinished(usize),
}

impl Answer {
    /// The chance that something was taken for seen that was not: about n²/2⁶⁴ of n fingerprints, those
    /// of states and of crashes.
    pub fn collision_chance(&self) -> f64 {
        visited::collision_chance(self.states + self.crashes)
    }

    /// What may be said about a goal, by its number.
    pub fn verdict(&self, goal: usize) -> Verdict {
        match (self.found.get(goal).and_then(Option::as_ref), self.end) {
            (Some(found), _) => Verdict::Broken(found.events.len()),
            (None, End::Exhausted) => Verdict::Holds,
            (None, _) => Verdict::Unfinished(self.depth),
        }
    }
}

impl Question {
    /// The question as it is searched: with the controller as the budget wants it, and with a budget
    /// that says no more than what it means from this start on.
    fn prepared(&self) -> Question {
        let mut question = self.clone();
        let partitions = &self.start.controller.partitions;
        // Nothing could happen below the epochs that there are.
        let present = partitions.iter().map(|partition| partition.epoch).max();
        question.budget.epochs = self.budget.epochs.max(self.budget.epochs.and(present));
        if partitions.len() > 1 {
            question.budget = question.budget.with(Kind::Orders, Allowance::Times(0));
        }
        if let Some(by_step) = self.budget.by_step {
            let mode = &mut question.setup.controller;
            (mode.tells_at_once, mode.alters_at_once) = (!by_step, !by_step);
        }
        question
    }
}

/// Looks for a shortest way to each of the goals. Whoever watches the progress may stop it.
pub fn explore(question: &Question, progress: &Progress) -> Answer {
    search::run(&question.prepared(), progress)
}
