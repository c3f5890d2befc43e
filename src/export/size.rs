//! The size of a picture, in columns and rows.

use std::fmt;
use std::str::FromStr;

use crate::tui::view::{MIN_COLUMNS, MIN_ROWS};

/// The widest picture: more than any screen has.
pub const MAX_COLUMNS: u16 = 500;
/// The tallest picture.
pub const MAX_ROWS: u16 = 200;

/// A size that a picture can have: one that the screen has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    columns: u16,
    rows: u16,
}

impl Size {
    /// What every terminal can show.
    pub const DEFAULT: Size = Size { columns: 80, rows: 24 };

    /// A size; `None` if it is too small for the screen or larger than any.
    pub fn new(columns: u16, rows: u16) -> Option<Size> {
        let fits =
            (MIN_COLUMNS..=MAX_COLUMNS).contains(&columns) && (MIN_ROWS..=MAX_ROWS).contains(&rows);
        fits.then_some(Size { columns, rows })
    }

    /// Columns.
    pub fn columns(self) -> u16 {
        self.columns
    }

    /// Rows.
    pub fn rows(self) -> u16 {
        self.rows
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// A text that is no size of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected columns x rows, such as 80x24, from {MIN_COLUMNS}x{MIN_ROWS} to \
     {MAX_COLUMNS}x{MAX_ROWS}"
)]
pub struct NotASize;

impl FromStr for Size {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Size, NotASize> {
        let (columns, rows) = text.split_once(['x', 'X', '×']).ok_or(NotASize)?;
        let number = |text: &str| text.parse().map_err(|_| NotASize);
        Size::new(number(columns)?, number(rows)?).ok_or(NotASize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_columns_by_rows_within_what_the_screen_can_show() {
        let size = |text: &str| text.parse::<Size>().map(|s| (s.columns(), s.rows()));
        assert_eq!(size("80x24"), Ok((80, 24)));
        assert_eq!(size("200×60"), Ok((200, 60)));
        assert_eq!(size("60x18"), Ok((60, 18)));
        for text in ["59x24", "80x17", "501x24", "80x201", "80", "x", "80x", "80x-1", "99999x24"] {
            assert_eq!(size(text), Err(NotASize), "{text}");
        }
    }
}
