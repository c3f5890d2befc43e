//! Expectations: what a scenario says must hold after a step.

use super::quantity::{Quantity, Reading, What};
use crate::engine::{Cluster, Setup};
use crate::lang::Lang;
use crate::names::Names;

/// What must hold after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// What is read from the state.
    pub quantity: Quantity,
    /// What the reading must be.
    pub wanted: Reading,
    /// The expectation as the file has it.
    pub source: String,
    /// The line of the file, counted from 1.
    pub line: usize,
}

/// An expectation that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which.
    pub expectation: Expectation,
    /// What was read instead.
    pub found: Reading,
}

/// A failure as a person reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldFailure {
    /// The expectation as the file has it.
    pub expectation: String,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What was expected.
    pub wanted: String,
    /// What was found.
    pub found: String,
}

impl Expectation {
    /// Whether it holds in a state.
    pub fn holds(&self, cluster: &Cluster, setup: &Setup) -> bool {
        self.quantity.read(cluster, setup) == self.wanted
    }

    /// What is wrong, if it does not hold.
    ///
    /// # Errors
    /// What was read instead.
    pub fn check(&self, cluster: &Cluster, setup: &Setup) -> Result<(), Failure> {
        let found = self.quantity.read(cluster, setup);
        if found == self.wanted {
            return Ok(());
        }
        Err(Failure { expectation: self.clone(), found })
    }
}

impl Failure {
    /// The failure in words.
    pub fn tell(&self, lang: Lang, setup: &Setup, names: &Names) -> ToldFailure {
        let Expectation { quantity, wanted, source, line } = &self.expectation;
        let show = |reading| quantity.show(lang, reading, setup, names);
        ToldFailure {
            expectation: source.clone(),
            line: *line,
            wanted: match quantity.what {
                // One expectation of the file may be about several values.
                What::Outcome(value) => format!("{} {}", names.value(value), show(wanted)),
                _ => show(wanted),
            },
            found: show(&self.found),
        }
    }
}
