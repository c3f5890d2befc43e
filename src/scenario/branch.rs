//! Branches: what somebody did by hand instead of the script's next step, saved with it.

use crate::command::Command;

/// Steps by hand that grow from the script or from another branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// What it is called. No other branch is called so.
    pub name: String,
    /// What somebody noted about it; may be empty.
    pub note: String,
    /// The branch that it grows from, by its place before this one; `None`: the script.
    pub of: Option<usize>,
    /// How many steps of that come before it.
    pub from: usize,
    /// Its steps, each with what is done in it.
    pub steps: Vec<Vec<Command>>,
}
