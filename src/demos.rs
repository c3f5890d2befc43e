//! The built-in demos, embedded in the binary in the order of a lesson.

use std::sync::Arc;

use crate::scenario::Scenario;

/// A line of the list on the start screen.
#[derive(Clone, Debug)]
pub struct Demo {
    /// Its short name: that of its file, without the ending. Empty for an empty cluster.
    pub id: String,
    /// The scenario.
    pub scenario: Arc<Scenario>,
}
