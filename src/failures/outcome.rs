//! What comes of a failure under a release.

use std::collections::BTreeSet;

use crate::command::Command;
use crate::engine::account::Fate;
use crate::engine::effect::Death;
use crate::engine::ledger::Outcome;
use crate::engine::{Effect, Event, KafkaError, Property, Refusal, Rules};
use crate::replay;
use crate::scenario::{self, Scenario};
use crate::timeline::Node;

/// Something that has gone wrong at the end of a failure, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Damage {
    /// Live replicas differ below both HWs, and nobody knows.
    Diverged,
    /// A promised record is gone.
    Lost,
    /// A follower asks the same for ever.
    Stuck,
    /// A broker has halted itself.
    Halted,
    /// Nobody leads.
    NoLeader,
    /// A record stands twice.
    Duplicated,
    /// A record that was sent with `acks=0` is gone, and nobody was told.
    Vanished,
    /// A follower showed records that were not committed.
    ShownEarly,
    /// A consumer was told a server error.
    ReaderError,
}

impl Damage {
    /// Every kind, the worst first.
    pub const ALL: [Damage; 9] = [
        Damage::Diverged,
        Damage::Lost,
        Damage::Stuck,
        Damage::Halted,
        Damage::NoLeader,
        Damage::Duplicated,
        Damage::Vanished,
        Damage::ShownEarly,
        Damage::ReaderError,
    ];

    /// The name by which JSON calls it.
    pub fn name(self) -> &'static str {
        match self {
            Damage::Diverged => "diverged",
            Damage::Lost => "lost",
            Damage::Stuck => "stuck",
            Damage::Halted => "halted",
            Damage::NoLeader => "no-leader",
            Damage::Duplicated => "duplicated",
            Damage::Vanished => "vanished",
            Damage::ShownEarly => "shown-early",
            Damage::ReaderError => "reader-error",
        }
    }
}

/// What comes of a failure under a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It is another story there.
    NotPlayable {
        /// The first step, from 1, at which it parts from the story.
        step: usize,
        /// Why.
        why: Obstacle,
    },
    /// What is wrong at the end; nothing is *fine*.
    Played(BTreeSet<Damage>),
}

/// Why a failure can't be played under a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Something that has to happen can't.
    Refused(Command, Refusal),
    /// What the story rests on is not so.
    Premise(Box<scenario::Failure>),
}

/// Plays a failure under a release's rules.
pub fn play(scenario: &Scenario, rules: &Rules) -> Cell {
    let scenario = scenario.with_rules(rules);
    let timeline = replay::play(&scenario, usize::MAX);
    let mut damage = BTreeSet::new();
    for (step, number) in scenario.steps.iter().zip(1..) {
        let Some(node) = timeline.node(number) else { break };
        let missed = node.skipped.iter().find(|(command, _)| is_essential(command));
        if let Some((command, refusal)) = missed {
            let why = Obstacle::Refused(command.clone(), *refusal);
            return Cell::NotPlayable { step: number, why };
        }
        if let Some(broken) = step.broken_premise(&node.state, &scenario.setup) {
            let why = Obstacle::Premise(Box::new(broken));
            return Cell::NotPlayable { step: number, why };
        }
        damage.extend(node.effects().filter_map(at_once));
        damage.extend(shown_early(node));
    }
    let end = timeline.node(timeline.script_len()).unwrap_or_else(|| timeline.here());
    let cluster = &end.state;
    let verdict = cluster.verdict(&scenario.setup);
    let stuck = cluster
        .breaches(&scenario.setup, None)
        .iter()
        .any(|breach| breach.property == Property::NobodyStuck);
    let vanished = scenario.setup.partitions().any(|partition| {
        let accounts = cluster.accounts(&scenario.setup, partition);
        let unasked = |value| cluster.ledger.outcome(value) == Some(Outcome::Unasked);
        accounts.iter().any(|a| a.fate == Fate::Vanished && unasked(a.value))
    });
    let leaderless =
        scenario.setup.partitions().any(|partition| cluster.present_leader(partition).is_none());
    let found = [
        (Damage::Diverged, !verdict.diverged.is_empty()),
        (Damage::Lost, !verdict.lost.is_empty()),
        (Damage::Stuck, stuck),
        (Damage::NoLeader, leaderless),
        (Damage::Duplicated, !verdict.duplicated.is_empty()),
        (Damage::Vanished, vanished),
    ];
    damage.extend(found.into_iter().filter(|(_, is)| *is).map(|(damage, _)| damage));
    Cell::Played(damage)
}

/// Whether a failure is another story without this: everything is but how replicas catch up and how
/// the controller's word gets around, which each release has its own ways for.
fn is_essential(command: &Command) -> bool {
    match command {
        Command::Fetch { .. }
        | Command::Phase { .. }
        | Command::CatchUp { .. }
        | Command::Truncate { .. }
        | Command::Settle { .. }
        | Command::NextDue => false,
        Command::Burst { .. } => true,
        Command::Event(event) => !matches!(
            event,
            Event::Request { .. }
                | Event::Serve { .. }
                | Event::Reply { .. }
                | Event::Tell { .. }
                | Event::Notice { .. }
                | Event::Altered { .. }
                | Event::Advance { .. }
        ),
    }
}

/// What is wrong the moment it happens.
fn at_once(effect: &Effect) -> Option<Damage> {
    match effect {
        Effect::Down { how: Death::Halted, .. } => Some(Damage::Halted),
        Effect::ConsumeFailed { error: KafkaError::Unknown, .. } => Some(Damage::ReaderError),
        _ => None,
    }
}

/// A follower whose HW rose over records that it then cut: for a moment it showed them.
fn shown_early(node: &Node) -> Option<Damage> {
    node.happened.iter().find_map(|happening| {
        let mut raised = Vec::new();
        happening.effects.iter().find_map(|effect| match *effect {
            Effect::Hw { broker, partition, from, to, .. } if to > from => {
                raised.push((broker, partition, to));
                None
            }
            Effect::Truncated { broker, partition, to, ref cut, .. } if !cut.is_empty() => raised
                .iter()
                .any(|&(b, p, hw)| (b, p) == (broker, partition) && hw > to)
                .then_some(Damage::ShownEarly),
            _ => None,
        })
    })
}
