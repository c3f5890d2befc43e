//! Random walks: for places that are too deep for a search.
//!
//! The same events as in a search, one chosen at random at a time. A walk that comes to what is looked
//! for is shortened: parts of it are left out as long as the rest still comes there. The numbers come
//! from a generator of a few lines (SplitMix64), so that a seed gives the same walks everywhere.

use std::sync::atomic::Ordering;

use super::budget::{NOTHING, Spent};
use super::search::{Progress, Walker};
use super::{Found, Question};
use crate::engine::*;

/// How to walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walks {
    /// How many walks.
    pub count: u64,
    /// The longest one, in steps.
    pub steps: usize,
    /// Where the random numbers begin.
    pub seed: u64,
}

/// A walk that came to what was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Which walk it was, from 0.
    pub number: u64,
    /// To which goal it came.
    pub goal: usize,
    /// How long it was before it was shortened.
    pub steps: usize,
    /// What is left: without any single step of it, it does not come there.
    pub found: Found,
}

struct Random(u64);

impl Random {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of so many, at least 1.
    fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }
}

/// Walks until a walk comes to a goal. Returns it, and how many walks there were.
pub fn walk(question: &Question, walks: Walks, progress: &Progress) -> (Option<Walk>, u64) {
    let question = question.prepared();
    let walker = Walker::new(&question);
    for number in 0..walks.count {
        if progress.stop.load(Ordering::Relaxed) {
            return (None, number);
        }
        // Each walk has numbers of its own: it can be repeated alone.
        let mut random = Random(walks.seed.wrapping_add(number));
        let mut random = Random(random.next());
        let (mut cluster, mut spent) = (question.start.clone(), NOTHING);
        let mut events = Vec::new();
        while events.len() < walks.steps {
            let before = cluster.clone();
            let Some(event) = random_step(&walker, &mut random, &mut cluster, &mut spent) else {
                break;
            };
            events.push(event);
            let met = question
                .goals
                .iter()
                .position(|goal| goal.is_met(&question.setup, Some(&before), &cluster));
            if let Some(goal) = met {
                let steps = events.len();
                let found = Found { events: shorten(&question, &walker, goal, events) };
                return (Some(Walk { number, goal, steps, found }), number + 1);
            }
        }
        progress.generated.fetch_add(events.len() as u64, Ordering::Relaxed);
        progress.states.store(number + 1, Ordering::Relaxed);
    }
    (None, walks.count)
}

/// Does one of the events that can happen. `None` where there is none within the budget.
fn random_step(
    walker: &Walker,
    random: &mut Random,
    cluster: &mut Cluster,
    spent: &mut Spent,
) -> Option<Event> {
    let mut offered = walker.offered(cluster, spent);
    while !offered.is_empty() {
        let event = offered.swap_remove(random.below(offered.len()));
        let (mut after, mut spent_after) = (cluster.clone(), *spent);
        if walker.take(&mut after, &mut spent_after, &event) {
            (*cluster, *spent) = (after, spent_after);
            return Some(event);
        }
    }
    None
}

/// Leaves out what is not needed: first long stretches, at last single steps, until none can be spared.
fn shorten(
    question: &Question,
    walker: &Walker,
    goal: usize,
    mut events: Vec<Event>,
) -> Vec<Event> {
    let mut length = events.len() / 2;
    loop {
        let mut shorter = false;
        let mut from = 0;
        while length > 0 && from < events.len() {
            let upto = (from + length).min(events.len());
            let rest = [&events[..from], &events[upto..]].concat();
            match arrives(question, walker, goal, &rest) {
                Some(way) => {
                    events = way;
                    shorter = true;
                }
                None => from = upto,
            }
        }
        match length {
            0 | 1 if !shorter => return events,
            0 | 1 => length = 1,
            _ => length /= 2,
        }
    }
}

/// What of these events happens until the goal is met; those that can't happen are passed over.
fn arrives(
    question: &Question,
    walker: &Walker,
    goal: usize,
    events: &[Event],
) -> Option<Vec<Event>> {
    let (mut cluster, mut spent) = (question.start.clone(), NOTHING);
    let mut done = Vec::new();
    for event in events {
        if !walker.offered(&cluster, &spent).contains(event) {
            continue;
        }
        let (before, spent_before) = (cluster.clone(), spent);
        if !walker.take(&mut cluster, &mut spent, event) {
            (cluster, spent) = (before, spent_before);
            continue;
        }
        done.push(*event);
        if question.goals[goal].is_met(&question.setup, Some(&before), &cluster) {
            return Some(done);
        }
    }
    None
}
