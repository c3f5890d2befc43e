//! The screen: a function of the state, and the keys that change it.

pub mod actions;
pub mod key;
pub mod theme;
pub mod ui;
pub mod view;
pub mod wording;
