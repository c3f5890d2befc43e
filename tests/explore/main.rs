//! The explorer, tried on every release.

mod answers;
mod common;
mod failures;
mod verdicts;
