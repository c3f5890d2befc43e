//! Replicascope shows how Apache Kafka replicates a partition, one fetch at a time.
//!
//! ```text
//!  scenario (RON) ──► engine ◄── commands from a person, a script
//!                       │
//!                       ▼  effects, and the state after them
//!                   timeline (step, back, jump)
//!                       │
//!              ┌────────┴────────┐
//!             tui               run
//! ```
//!
//! Start reading at [`engine`]; the guided tour is `docs/architecture.md`.

pub mod asking;
pub mod check;
pub mod cli;
pub mod command;
pub mod compare;
pub mod config;
pub mod demos;
#[cfg(test)]
mod dice;
pub mod engine;
pub mod explore;
pub mod export;
pub mod failures;
pub mod file;
pub mod glyphs;
pub mod landmark;
pub mod lang;
pub mod names;
pub mod notation;
pub mod printable;
pub mod replay;
pub mod run;
pub mod scenario;
pub mod sequence;
pub mod session;
pub mod timeline;
pub mod tui;
