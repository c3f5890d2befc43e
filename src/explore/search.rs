//! Breadth first, level by level: so the first way that is found is a shortest one.
//!
//! A level is worked on in batches of chunks. All threads take chunks of a batch, decode each state,
//! do everything that can happen in it, and keep what has not been seen. Then what they have kept is
//! put together in the order of the chunks. So everything, the numbers of the states included, is the
//! same for any number of threads. Only the states of two levels are kept, as bytes; of all others a
//! fingerprint, the state they came from, and the number of the event.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::budget::{Budget, Kind, NOTHING, Offers, Spent};
use super::crash::{self, Crashes};
use super::goal::{self, Goal};
use super::level::{Level, Pack};
use super::node::{Form, Origin, Scratch};
use super::visited::{Set, Shard};
use super::{Answer, End, Found, Question};
use crate::engine::*;

/// States that a thread takes at once: few, so that none waits long for the others at the end.
const CHUNK: usize = 32;
/// Chunks between two looks at the limits.
const BATCH: usize = 256;

/// How far a search is, for whoever watches it, and the way to stop it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Whether somebody wants it to stop.
    pub stop: AtomicBool,
    /// The depth up to which everything has been searched.
    pub depth: AtomicUsize,
    /// Different states.
    pub states: AtomicU64,
    /// Steps that were tried.
    pub generated: AtomicU64,
    /// Memory in use, in bytes.
    pub bytes: AtomicUsize,
}

/// A step: from the state with this number, the event with this number of those that can happen there.
type StepTaken = (u32, u16);

/// What came of a chunk.
#[derive(Default)]
struct Output {
    keys: Vec<u64>,
    steps: Vec<StepTaken>,
    /// Where its states begin in the pack of the thread.
    from: u32,
    hits: Vec<(usize, StepTaken)>,
    crashes: Vec<u64>,
    generated: u64,
    beyond: bool,
}

/// What a thread has done of a batch.
#[derive(Default)]
struct Thread {
    /// With the number of each chunk.
    outputs: Vec<(usize, Output)>,
    /// The states that it came to and had not seen.
    pack: Pack,
    /// Their keys.
    seen: Shard,
}

/// What a search needs to know to go one step.
pub(super) struct Walker<'a> {
    setup: &'a Setup,
    start: &'a Cluster,
    goals: &'a [Goal],
    offers: Offers,
    form: Form,
}

impl<'a> Walker<'a> {
    pub(super) fn new(question: &'a Question) -> Self {
        let Question { setup, start, budget, goals, values, .. } = question;
        Walker {
            setup,
            start,
            goals,
            offers: Offers::new(budget, start, values),
            form: Form {
                counted: budget.counted(),
                detail: goal::detail(goals, budget),
                symmetric: budget.symmetry
                    && goals.iter().all(Goal::is_symmetric)
                    && !goes_by_ids(setup, budget),
                of_steps: goals.iter().any(Goal::is_of_a_step),
            },
        }
    }

    /// Every event that is offered in a node.
    pub(super) fn offered(&self, cluster: &Cluster, spent: &Spent) -> Vec<Event> {
        self.offers.of(self.setup, cluster, spent)
    }

    /// Does one of them, if it stays within the budget.
    pub(super) fn take(&self, cluster: &mut Cluster, spent: &mut Spent, event: &Event) -> bool {
        self.offers.take(self.setup, cluster, spent, event).is_some()
    }

    /// Everything that can happen in the states of a chunk.
    fn expand(
        &self,
        level: &Level,
        chunk: std::ops::Range<usize>,
        first: u32,
        visited: &Visited,
        Thread { seen, pack, .. }: &mut Thread,
    ) -> Output {
        let mut out = Output { from: pack.len(), ..Output::default() };
        let mut crashes = Crashes::new(&visited.crashes);
        let mut scratch = Scratch::default();
        // Two states for all that come, so that their memory serves again.
        let (mut origin, mut after) = (Origin::new(self.start.clone()), self.start.clone());
        for at in chunk {
            let from = first + at as u32;
            let read = self.form.read(level.get(at), &mut origin, &mut after, &mut scratch);
            assert!(read.is_some(), "what was written here can be read");
            let offered = self.offered(&origin.cluster, &origin.spent);
            let known = crashes.known(&self.form, &mut origin, &offered, &mut scratch);
            for (number, event) in offered.iter().enumerate() {
                let victim = crash::victim(&origin.cluster, event);
                if victim.is_some_and(|(broker, _)| known.contains(broker)) {
                    continue;
                }
                let mut spent = origin.spent;
                after.restore(&origin.cluster);
                if !self.take(&mut after, &mut spent, event) {
                    out.beyond = true;
                    continue;
                }
                out.generated += 1;
                let step = (from, number as u16);
                let look = |of_a_step: bool, hits: &mut Vec<(usize, StepTaken)>| {
                    let goals = self.goals.iter().enumerate();
                    for (at, goal) in goals.filter(|(_, goal)| goal.is_of_a_step() == of_a_step) {
                        if goal.is_met(self.setup, Some(&origin.cluster), &after) {
                            hits.push((at, step));
                        }
                    }
                };
                look(true, &mut out.hits);
                let key = self.form.key(&origin, &after, &spent, &mut scratch);
                if visited.states.contains(key) || !seen.insert(key) {
                    continue;
                }
                look(false, &mut out.hits);
                out.keys.push(key);
                out.steps.push(step);
                pack.push(|bytes| {
                    self.form.write(&origin, &after, &spent, &scratch, bytes);
                });
            }
        }
        out.crashes = crashes.fresh;
        out
    }
}

/// Whether something that may happen tells brokers apart by their ids: those that are missed at the same
/// moment are fenced one by one with KRaft, in the order of their ids.
fn goes_by_ids(setup: &Setup, budget: &Budget) -> bool {
    setup.rules.coordination == Coordination::KRaft && budget.allows(Kind::PowerLosses)
}

/// What has been seen.
#[derive(Default)]
struct Visited {
    /// The states.
    states: Set,
    /// The crashes.
    crashes: Set,
}

/// What has been found so far.
struct Search<'a> {
    question: &'a Question,
    walker: Walker<'a>,
    visited: Visited,
    parents: Vec<u32>,
    events: Vec<u16>,
    found: Vec<Option<StepTaken>>,
    generated: u64,
    beyond: bool,
}

/// Answers a question.
pub(super) fn run(question: &Question, progress: &Progress) -> Answer {
    let mut search = Search {
        question,
        walker: Walker::new(question),
        visited: Visited::default(),
        parents: vec![0],
        events: vec![0],
        found: vec![None; question.goals.len()],
        generated: 0,
        beyond: false,
    };
    let mut found = vec![None; question.goals.len()];
    let mut open = 0;
    for (found, goal) in found.iter_mut().zip(&question.goals) {
        match goal.is_met(&question.setup, None, &question.start) {
            true => *found = Some(Found { events: Vec::new() }),
            false => open += 1,
        }
    }
    let (depth, end, bytes) = match open {
        0 => (0, End::Goals, 0),
        _ => search.levels(progress, &found),
    };
    for (found, step) in found.iter_mut().zip(search.found.clone()) {
        if let Some(step) = step {
            *found = Some(Found { events: search.path(step) });
        }
    }
    Answer {
        found,
        end,
        depth,
        states: search.parents.len() as u64,
        crashes: search.visited.crashes.len(),
        generated: search.generated,
        bytes,
        beyond_epochs: search.beyond,
    }
}

impl Search<'_> {
    /// Goes level by level. Returns up to which depth everything was searched, why it ended, and how
    /// much memory it took at most, in bytes.
    fn levels(&mut self, progress: &Progress, known: &[Option<Found>]) -> (usize, End, usize) {
        let limits = self.question.limits;
        let mut level = Level::default();
        let mut pack = Pack::default();
        pack.push(|bytes| self.walker.form.write_first(&self.question.start, bytes));
        let number = level.add(pack);
        level.keep(number, 0);
        let key = self.walker.form.first_key(&self.question.start, &mut Scratch::default());
        self.visited.states.insert(key);
        let (mut depth, mut most) = (0, 0);
        loop {
            if limits.depth.is_some_and(|limit| depth >= limit) {
                return (depth, End::Depth, most);
            }
            let mut next = Level::default();
            let first = (self.parents.len() - level.len()) as u32;
            let mut from = 0;
            while from < level.len() {
                let upto = (from + CHUNK * BATCH).min(level.len());
                let threads = self.batch(&level, from..upto, first, progress);
                if progress.stop.load(Ordering::Relaxed) {
                    return (depth, End::Stopped, most);
                }
                self.merge(threads, &mut next);
                let bytes = self.bytes() + level.size() + next.size();
                most = most.max(bytes);
                progress.states.store(self.parents.len() as u64, Ordering::Relaxed);
                progress.generated.store(self.generated, Ordering::Relaxed);
                progress.bytes.store(bytes, Ordering::Relaxed);
                let met = |(known, found): (&Option<Found>, &Option<StepTaken>)| {
                    known.is_some() || found.is_some()
                };
                if known.iter().zip(&self.found).all(met) {
                    return (depth, End::Goals, most);
                }
                if self.parents.len() as u64 >= limits.states {
                    return (depth, End::States, most);
                }
                if bytes >= limits.memory {
                    return (depth, End::Memory, most);
                }
                from = upto;
            }
            if next.len() == 0 {
                return (depth, End::Exhausted, most);
            }
            depth += 1;
            progress.depth.store(depth, Ordering::Relaxed);
            level = next;
        }
    }

    /// All threads work on these states.
    fn batch(
        &self,
        level: &Level,
        states: std::ops::Range<usize>,
        first: u32,
        progress: &Progress,
    ) -> Vec<Thread> {
        let chunks: Vec<_> = states
            .clone()
            .step_by(CHUNK)
            .map(|from| from..(from + CHUNK).min(states.end))
            .collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut thread = Thread::default();
            while !progress.stop.load(Ordering::Relaxed) {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(chunk) = chunks.get(at) else { break };
                let output =
                    self.walker.expand(level, chunk.clone(), first, &self.visited, &mut thread);
                thread.outputs.push((at, output));
            }
            thread.pack.close();
            thread
        };
        in_parallel(self.question.limits.threads.min(chunks.len()), work)
    }

    /// Puts together what came of a batch, in the order of its chunks.
    fn merge(&mut self, threads: Vec<Thread>, next: &mut Level) {
        let mut outputs = Vec::new();
        for Thread { outputs: done, pack, .. } in threads {
            let pack = next.add(pack);
            outputs.extend(done.into_iter().map(|(at, output)| (at, pack, output)));
        }
        outputs.sort_unstable_by_key(|(at, ..)| *at);
        for (_, pack, output) in outputs {
            let Output { keys, steps, from, hits, crashes, generated, beyond } = output;
            self.generated += generated;
            self.beyond |= beyond;
            for (goal, step) in hits {
                self.found[goal].get_or_insert(step);
            }
            for key in crashes {
                self.visited.crashes.insert(key);
            }
            for (at, (key, (parent, event))) in (from..).zip(keys.into_iter().zip(steps)) {
                if self.visited.states.insert(key) {
                    self.parents.push(parent);
                    self.events.push(event);
                    next.keep(pack, at);
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        let Visited { states, crashes } = &self.visited;
        states.bytes()
            + crashes.bytes()
            + self.parents.capacity() * size_of::<u32>()
            + self.events.capacity() * size_of::<u16>()
    }

    /// The events from the start up to and including a step.
    fn path(&self, (mut state, last): StepTaken) -> Vec<Event> {
        let mut numbers = vec![last];
        while state != 0 {
            numbers.push(self.events[state as usize]);
            state = self.parents[state as usize];
        }
        let (mut cluster, mut spent) = (self.question.start.clone(), NOTHING);
        let mut events = Vec::new();
        for number in numbers.into_iter().rev() {
            let offered = self.walker.offered(&cluster, &spent);
            let Some(event) = offered.get(usize::from(number)) else { break };
            self.walker.take(&mut cluster, &mut spent, event);
            events.push(*event);
        }
        events
    }
}

/// Does the same on so many threads. Returns what each of them has done.
fn in_parallel<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    if threads <= 1 {
        return vec![work()];
    }
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, T>| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        running.into_iter().map(join).collect()
    })
}
