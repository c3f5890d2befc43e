//! Keys: what a terminal reports, reduced to what an action can be bound to.

use std::fmt;

use crate::printable::is_unprintable;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key that an action can be bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A character, as typed: an upper-case letter is Shift and the letter.
    Char(char),
    /// Ctrl and a lower-case letter.
    Ctrl(char),
    /// Any digit from 1 to 9. The action is told which.
    Digit,
    /// The space bar.
    Space,
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab.
    Tab,
    /// Shift and Tab.
    BackTab,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// The arrow upwards.
    Up,
    /// The arrow downwards.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// Page Up.
    PageUp,
    /// Page Down.
    PageDown,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Insert.
    Insert,
    /// A function key, from 1 on.
    F(u8),
}

/// The keys with names.
const NAMED: [Key; 16] = [
    Key::Space,
    Key::Enter,
    Key::Esc,
    Key::Tab,
    Key::BackTab,
    Key::Left,
    Key::Right,
    Key::Up,
    Key::Down,
    Key::Home,
    Key::End,
    Key::PageUp,
    Key::PageDown,
    Key::Backspace,
    Key::Delete,
    Key::Insert,
];
/// How many function keys there are.
const FUNCTION_KEYS: u8 = 12;

impl Key {
    /// The key of this name, as it is displayed; the names of several letters in any case.
    pub fn find(name: &str) -> Option<Key> {
        let mut chars = name.chars();
        if let (Some(c), None) = (chars.next(), chars.clone().next()) {
            return match c {
                '1'..='9' => Some(Key::Digit),
                ' ' => Some(Key::Space),
                c => (!is_unprintable(c) && !c.is_whitespace()).then_some(Key::Char(c)),
            };
        }
        let functions = (1..=FUNCTION_KEYS).map(Key::F);
        let controls = ('a'..='z').map(Key::Ctrl);
        let mut all = NAMED.into_iter().chain(functions).chain(controls).chain([Key::Digit]);
        all.find(|key| key.to_string().eq_ignore_ascii_case(name))
    }

    /// What a name may be.
    pub fn names() -> Vec<String> {
        let some = [Key::Char('a'), Key::Char('A'), Key::Ctrl('a'), Key::F(1)];
        some.iter().chain(&NAMED).map(Key::to_string).collect()
    }
}

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    /// The key.
    pub key: Key,
    /// Which digit, for [`Key::Digit`].
    pub digit: u8,
}

impl Press {
    /// What was pressed, if an action can be bound to it.
    pub fn of(event: &KeyEvent) -> Option<Press> {
        let modifiers = event.modifiers;
        if modifiers.intersects(KeyModifiers::ALT | KeyModifiers::SUPER | KeyModifiers::META) {
            return None;
        }
        let ctrl = modifiers.contains(KeyModifiers::CONTROL);
        let key = match event.code {
            KeyCode::Char(c) if ctrl => Key::Ctrl(c.to_ascii_lowercase()),
            _ if ctrl => return None,
            KeyCode::Char(c @ '1'..='9') => {
                return Some(Press { key: Key::Digit, digit: c as u8 - b'0' });
            }
            KeyCode::Char(' ') => Key::Space,
            KeyCode::Char(c) => Key::Char(c),
            KeyCode::Enter => Key::Enter,
            KeyCode::Esc => Key::Esc,
            KeyCode::Tab => Key::Tab,
            KeyCode::BackTab => Key::BackTab,
            KeyCode::Left => Key::Left,
            KeyCode::Right => Key::Right,
            KeyCode::Up => Key::Up,
            KeyCode::Down => Key::Down,
            KeyCode::Home => Key::Home,
            KeyCode::End => Key::End,
            KeyCode::PageUp => Key::PageUp,
            KeyCode::PageDown => Key::PageDown,
            KeyCode::Backspace => Key::Backspace,
            KeyCode::Delete => Key::Delete,
            KeyCode::Insert => Key::Insert,
            KeyCode::F(number) => Key::F(number),
            _ => return None,
        };
        Some(Press { key, digit: 0 })
    }
}

impl fmt::Display for Key {
    /// The key as it is called on a keyboard. Words rather than arrows: those are of ambiguous
    /// width.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = match self {
            Key::Char(c) => return write!(f, "{c}"),
            Key::Ctrl(c) => return write!(f, "Ctrl-{}", c.to_ascii_uppercase()),
            Key::Digit => "1-9",
            Key::Space => "Space",
            Key::Enter => "Enter",
            Key::Esc => "Esc",
            Key::Tab => "Tab",
            Key::BackTab => "Shift-Tab",
            Key::Left => "Left",
            Key::Right => "Right",
            Key::Up => "Up",
            Key::Down => "Down",
            Key::Home => "Home",
            Key::End => "End",
            Key::PageUp => "PgUp",
            Key::PageDown => "PgDn",
            Key::Backspace => "Backspace",
            Key::Delete => "Delete",
            Key::Insert => "Insert",
            Key::F(number) => return write!(f, "F{number}"),
        };
        f.write_str(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode, modifiers: KeyModifiers) -> Option<Key> {
        Press::of(&KeyEvent::new(code, modifiers)).map(|p| p.key)
    }

    #[test]
    fn an_upper_case_letter_is_a_key_of_its_own() {
        assert_eq!(press(KeyCode::Char('P'), KeyModifiers::SHIFT), Some(Key::Char('P')));
        assert_eq!(press(KeyCode::Char('p'), KeyModifiers::NONE), Some(Key::Char('p')));
    }

    #[test]
    fn ctrl_and_a_letter_is_not_the_letter() {
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Key::Ctrl('c')));
        assert_eq!(press(KeyCode::Char('x'), KeyModifiers::ALT), None);
    }

    #[test]
    fn a_key_is_found_by_the_name_that_it_is_displayed_with() {
        let others = [Key::Char('a'), Key::Char('A'), Key::Char('，'), Key::Ctrl('l'), Key::F(12)];
        for key in NAMED.into_iter().chain(others).chain([Key::Digit]) {
            assert_eq!(Key::find(&key.to_string()), Some(key));
        }
        assert_eq!(Key::find("ctrl-L"), Some(Key::Ctrl('l')));
        assert_eq!(Key::find("7"), Some(Key::Digit));
        assert_eq!(Key::find(" "), Some(Key::Space));
        for name in ["", "F0", "F13", "ab", "\u{7}", "\u{202e}", "Ctrl-", "Ctrl-1", "Alt-x"] {
            assert_eq!(Key::find(name), None, "{name:?}");
        }
    }

    #[test]
    fn a_digit_says_which() {
        let event = KeyEvent::new(KeyCode::Char('7'), KeyModifiers::NONE);
        assert_eq!(Press::of(&event), Some(Press { key: Key::Digit, digit: 7 }));
        assert_eq!(press(KeyCode::Char('0'), KeyModifiers::NONE), Some(Key::Char('0')));
    }
}
