//! Scenarios: what a demo says and does.

pub mod expect;
pub mod quantity;
pub mod text;

use crate::command::Command;
use crate::engine::{Cluster, PartitionId, Setup};
use crate::names::Names;
use expect::Expectation;
use quantity::Quantity;
use text::{Narration, Text};

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The title.
    pub title: Text,
    /// What it shows.
    pub summary: Option<Text>,
    /// What does not change.
    pub setup: Setup,
    /// What things are called.
    pub names: Names,
    /// The state before the first step.
    pub start: Cluster,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A step of a scenario.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it does.
    pub commands: Vec<Command>,
    /// The partition it is about.
    pub partition: PartitionId,
    /// What is said.
    pub say: Option<Narration>,
    /// What is asked.
    pub ask: Option<Question>,
    /// What must hold after it.
    pub expect: Vec<Expectation>,
}

/// A question.
#[derive(Clone, Debug)]
pub struct Question {
    /// The question.
    pub text: Narration,
    /// What is masked until the next step.
    pub hides: Quantity,
}
