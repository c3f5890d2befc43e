//! Colours.

/// Colours for everything on the screen.
#[derive(Clone, Debug, Default)]
pub struct Theme {}
