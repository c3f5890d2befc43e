//! Comparing runs of the same steps: two releases, two values of a setting, two branches.
//!
//! ```text
//!  states side by side ─► difference: every quantity with its reading in each
//!  runs side by side ───► parting: the first step at which they differ, and how
//!                            │
//!              ┌─────────────┴──────────────┐
//!        report ─► text, json          the screen's compare view
//! ```
//!
//! Nothing here knows a rule: what is read is read by [`crate::scenario::quantity`].

mod difference;
mod json;
mod parting;
mod report;
mod text;
mod wording;

pub use difference::{Group, Line, Side, compare, name};
pub use json::{FORMAT, VERSION};
pub use parting::{Parting, Track, differences, parting, parts};
pub use report::{Asked, Options, Report, release, variation_of};
pub use wording::{Remark, WrongVariation, colon, semicolon, tell};
