//! Expectations: what a scenario says must hold after a step.

use std::fmt;

use super::quantity::{Quantity, Reading, What};
use crate::engine::{Cluster, Setup};
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Failure {
    /// The expectation as the file has it.
    pub expectation: String,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What was expected.
    pub wanted: String,
    /// What was found.
    pub found: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { expectation, line, wanted, found } = self;
        write!(f, "line {line}: {expectation}: expected {wanted}, found {found}")
    }
}

impl Expectation {
    /// Whether it holds in a state.
    pub fn holds(&self, cluster: &Cluster, setup: &Setup) -> bool {
        self.quantity.read(cluster, setup) == self.wanted
    }

    fn show(&self, reading: &Reading, setup: &Setup, names: &Names) -> String {
        self.quantity.show(reading, setup, names)
    }

    /// What is wrong, if it does not hold.
    pub fn check(&self, cluster: &Cluster, setup: &Setup, names: &Names) -> Result<(), Failure> {
        let found = self.quantity.read(cluster, setup);
        if found == self.wanted {
            return Ok(());
        }
        Err(Failure {
            expectation: self.source.clone(),
            line: self.line,
            wanted: match self.quantity.what {
                // One expectation of the file may be about several values.
                What::Outcome(value) => {
                    format!("{} {}", names.value(value), self.show(&self.wanted, setup, names))
                }
                _ => self.show(&self.wanted, setup, names),
            },
            found: self.show(&found, setup, names),
        })
    }
}
