//! The screen: a function of the state, and the keys that change it.

pub mod theme;
pub mod ui;

