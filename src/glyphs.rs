//! The few signs that are not letters, digits or ASCII, chosen in one place.
//!
//! Arrows and comparison signs are "ambiguous width" in Chinese terminals: one column in some, two
//! in others. Whoever writes a sentence takes them from a [`Glyphs`] value, so that a set that is
//! safe there replaces them all.

/// The signs that sentences use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// From an old number to a new one.
    pub arrow: &'static str,
    /// Greater than or equal.
    pub at_least: &'static str,
    /// Less than or equal.
    pub at_most: &'static str,
}

impl Glyphs {
    /// For terminals that show every sign in one column.
    pub const UNICODE: Glyphs = Glyphs { arrow: "→", at_least: "≥", at_most: "≤" };
    /// For all others: nothing but ASCII.
    pub const ASCII: Glyphs = Glyphs { arrow: "->", at_least: ">=", at_most: "<=" };
}
