//! The words of the screen that are not the engine's, in every language.
//!
//! Each match is exhaustive and each entry has a field for every language, so that a missing
//! sentence does not compile.

mod action;
mod answer;
mod done;
mod page;

pub use action::*;
pub use answer::*;
pub use done::*;
pub use page::*;
