//! How much a scenario file may hold: what keeps loading, playing and drawing it a matter of a moment.
//!
//! The engine has bounds of its own ([`crate::engine::types`]); `docs/scenario-format.md` lists both.

use crate::engine::{Epoch, MAX_ADVANCE, MAX_EPOCH, Ms};

/// Widest name of a broker, client, topic or value, in columns.
pub const MAX_NAME: usize = 20;
/// Widest title, in columns.
pub const MAX_TITLE: usize = 60;
/// Most characters that a name, a value or a title may have for each column that it may take:
/// accents without end stand in a single one.
pub const MAX_STACKED: usize = 4;
/// Longest summary, in characters.
pub const MAX_SUMMARY: usize = 1_000;
/// Longest narration of a step, in characters.
pub const MAX_SAY: usize = 2_000;
/// Longest question, in characters.
pub const MAX_QUESTION: usize = 200;
/// Most steps of the script, and of each branch.
pub const MAX_STEPS: usize = 2_000;
/// Most actions in all the steps together.
pub const MAX_ACTIONS: usize = 5_000;
/// Most records in one burst.
pub const MAX_BURST: usize = 100;
/// Most expectations of one step.
pub const MAX_EXPECTATIONS: usize = 100;
/// Most branches.
pub const MAX_BRANCHES: usize = 50;
/// Longest note of a branch, in characters.
pub const MAX_NOTE: usize = 200;
/// Longest time that may pass in all the steps together: it bounds what a file can cost.
pub const MAX_TIME: Ms = MAX_ADVANCE;
/// Highest leader epoch at the start: half of all are left for what happens.
pub const MAX_START_EPOCH: Epoch = MAX_EPOCH / 2;
/// Most faults that a report tells: after so many, nobody reads on.
pub const MAX_FAULTS: usize = 50;
