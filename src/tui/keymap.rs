//! The keys in force: each action's keys, by default those of the table of actions.

use super::actions::{Action, TABLE};
use super::key::Key;

/// The key that always leaves, whatever lies over the screen.
pub const ALWAYS_QUITS: Key = Key::Ctrl('c');

/// Which keys do what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap {
    /// The keys of each action, in the order of the table.
    keys: Vec<Vec<Key>>,
}

impl Default for Keymap {
    fn default() -> Self {
        Keymap { keys: TABLE.iter().map(|spec| spec.keys.to_vec()).collect() }
    }
}

impl Keymap {
    /// An action's keys; the first one is shown where there is room for one.
    pub fn keys(&self, action: Action) -> &[Key] {
        self.keys.get(action as usize).map_or(&[], Vec::as_slice)
    }

    /// The action that a key is bound to.
    pub fn action(&self, key: Key) -> Option<Action> {
        TABLE.iter().map(|spec| spec.action).find(|action| self.keys(*action).contains(&key))
    }

    /// Gives an action these keys instead of those it has.
    pub fn bind(&mut self, action: Action, keys: Vec<Key>) {
        if let Some(slot) = self.keys.get_mut(action as usize) {
            *slot = keys;
        }
        // Nobody can lock themselves in.
        if action == Action::Quit && !self.keys(action).contains(&ALWAYS_QUITS) {
            self.keys[action as usize].push(ALWAYS_QUITS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_default_no_key_is_bound_twice() {
        let keys = Keymap::default();
        for spec in TABLE {
            for key in spec.keys {
                assert_eq!(keys.action(*key), Some(spec.action), "{key}");
            }
        }
    }

    #[test]
    fn new_keys_replace_the_old_ones_but_the_way_out_stays() {
        let mut keys = Keymap::default();
        keys.bind(Action::Send, vec![Key::F(5)]);
        assert_eq!(keys.action(Key::F(5)), Some(Action::Send));
        assert_eq!(keys.action(Key::Char('s')), None);
        keys.bind(Action::Quit, Vec::new());
        assert_eq!(keys.keys(Action::Quit), [ALWAYS_QUITS]);
    }
}
