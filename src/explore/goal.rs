//! What is looked for: a named property that does not hold, or a state that is as somebody wants it.

use std::fmt;
use std::sync::Arc;

use super::budget::{Budget, Kind};
use crate::engine::encode::Detail;
use crate::engine::*;

/// A question to a state.
pub type Test = dyn Fn(&Setup, &Cluster) -> bool + Send + Sync;

/// Something to look for.
#[derive(Clone)]
pub enum Goal {
    /// A state, or a step, that breaks a property.
    Breaks(Property),
    /// A state that is as it is wanted.
    Reaches {
        /// As it was asked for.
        source: String,
        /// Whether a state is so.
        is_met: Arc<Test>,
    },
}

impl fmt::Debug for Goal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Goal {
    /// A state of which this is true.
    pub fn reaches(
        source: impl Into<String>,
        is_met: impl Fn(&Setup, &Cluster) -> bool + Send + Sync + 'static,
    ) -> Goal {
        Goal::Reaches { source: source.into(), is_met: Arc::new(is_met) }
    }

    /// The property's name, or what was asked for.
    pub fn name(&self) -> &str {
        match self {
            Goal::Breaks(property) => property.name(),
            Goal::Reaches { source, .. } => source,
        }
    }

    /// Whether it is about a step, so that it has to be asked of every one.
    pub(super) fn is_of_a_step(&self) -> bool {
        matches!(self, Goal::Breaks(Property::LeaderHwNeverFalls))
    }

    /// Whether brokers may stand for one another: it names none.
    pub(super) fn is_symmetric(&self) -> bool {
        matches!(self, Goal::Breaks(_))
    }

    /// Whether a state is what is looked for. `before` is the state before the last step.
    pub fn is_met(&self, setup: &Setup, before: Option<&Cluster>, cluster: &Cluster) -> bool {
        match self {
            Goal::Breaks(property) => setup
                .partitions()
                .any(|partition| cluster.breach(setup, before, partition, *property).is_some()),
            Goal::Reaches { is_met, .. } => is_met(setup, cluster),
        }
    }

    /// What it depends on besides what the rules read.
    fn detail(&self) -> Detail {
        let none = Detail {
            outcomes: false,
            failures: false,
            torn: false,
            committed: false,
            read: false,
            flushed: false,
        };
        match self {
            Goal::Reaches { .. } => Detail::ALL,
            Goal::Breaks(property) => match property {
                Property::LeaderCompleteness
                | Property::CandidateCompleteness
                | Property::NoGlobalLoss => Detail { committed: true, ..none },
                Property::UncleanExclusion => Detail { torn: true, ..none },
                Property::ConsistentReads => Detail { read: true, ..none },
                Property::AckedSurvives => Detail { failures: true, ..none },
                Property::LogMatching
                | Property::QuorumSuperset
                | Property::LeaderHwNeverFalls
                | Property::EpochsNeverFall
                | Property::OneLeaderAnEpoch
                | Property::NobodyStuck => none,
            },
        }
    }
}

/// What several goals depend on, and what may happen within a budget.
pub(super) fn detail(goals: &[Goal], budget: &Budget) -> Detail {
    let mut all = Detail {
        // Only what has failed is sent again.
        outcomes: budget.allows(Kind::Retries),
        failures: false,
        torn: false,
        committed: false,
        // A consumer that validates its position goes by what it has read.
        read: budget.allows(Kind::Reads),
        flushed: budget.allows(Kind::PowerLosses),
    };
    for Detail { outcomes, failures, torn, committed, read, flushed } in
        goals.iter().map(Goal::detail)
    {
        all.outcomes |= outcomes;
        all.failures |= failures;
        all.torn |= torn;
        all.committed |= committed;
        all.read |= read;
        all.flushed |= flushed;
    }
    all
}
