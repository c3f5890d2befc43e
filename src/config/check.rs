//! From a file's text to a configuration that makes sense. Every fault is collected.

use crate::file::fault::{FaultKind, Noun};
use crate::file::outline::{Outline, Place, Span, Tokens};
use crate::file::shapes::{OneOrMore, Pairs};
use crate::file::{Fault, clip, syntax};
use crate::glyphs::Glyphs;
use crate::lang::Lang;
use crate::tui::actions::{Action, TABLE};
use crate::tui::key::Key;
use crate::tui::keymap::{ALWAYS_QUITS, Keymap};
use crate::tui::theme::Theme;

use super::Config;

/// The file, as serde sees it.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(rename = "Configuration", deny_unknown_fields)]
struct ConfigFile {
    lang: Option<String>,
    theme: Option<String>,
    glyphs: Option<String>,
    mouse: Option<bool>,
    animation: Option<bool>,
    #[serde(default)]
    keys: Pairs<String, OneOrMore>,
}

/// Reads and checks a file's text.
pub(super) fn config(source: &str) -> Result<Config, Vec<Fault>> {
    // Nothing configured is no fault: a file may be all comments.
    if Tokens::new(source).rest_is_blank() {
        return Ok(Config::default());
    }
    let file: ConfigFile = syntax::read(source).map_err(|fault| vec![fault])?;
    let outline = Outline::new(source);
    let root = outline.root();
    let mut checker = Checker { faults: Vec::new() };
    let langs = Lang::ALL.map(|lang| (lang.code(), lang));
    let themes = Theme::ALL.map(|theme| (theme.name, theme));
    let sets = Glyphs::ALL.map(|set| (set.name, set));
    let config = Config {
        lang: checker.choice(Noun::Language, file.lang, &langs, root.field("lang")),
        theme: checker.choice(Noun::Theme, file.theme, &themes, root.field("theme")),
        glyphs: checker.choice(Noun::SignSet, file.glyphs, &sets, root.field("glyphs")),
        mouse: file.mouse,
        animation: file.animation,
        keys: checker.keys(&file.keys, root.field("keys")),
    };
    if checker.faults.is_empty() { Ok(config) } else { Err(checker.faults) }
}

struct Checker {
    faults: Vec<Fault>,
}

/// A key that the file gives to an action, and where.
struct Bound {
    key: Key,
    action: Action,
    span: Span,
}

impl Checker {
    fn fault(&mut self, span: Span, kind: FaultKind) {
        self.faults.push(Fault { kind, span: Some(span) });
    }

    fn unknown(&mut self, what: Noun, found: &str, valid: Vec<String>, span: Span) {
        self.fault(span, FaultKind::Unknown { what, found: clip(found), inside: None, valid });
    }

    /// One of a few words.
    fn choice<T: Copy>(
        &mut self,
        what: Noun,
        found: Option<String>,
        all: &[(&str, T)],
        place: Place,
    ) -> Option<T> {
        let found = found?;
        let choice = all.iter().find(|(name, _)| *name == found);
        if choice.is_none() {
            let valid = all.iter().map(|(name, _)| (*name).to_owned()).collect();
            self.unknown(what, &found, valid, place.span());
        }
        choice.map(|(_, value)| *value)
    }

    fn keys(&mut self, given: &Pairs<String, OneOrMore>, place: Place) -> Keymap {
        let mut keymap = Keymap::default();
        let mut seen: Vec<Action> = Vec::new();
        let mut bound: Vec<Bound> = Vec::new();
        for (at, (name, keys)) in given.0.iter().enumerate() {
            let entry = place.item(at);
            let Some(action) = Action::find(name) else {
                let valid = TABLE.iter().map(|spec| spec.action.id()).collect();
                self.unknown(Noun::Action, name, valid, entry.key());
                continue;
            };
            if seen.contains(&action) {
                let (what, found) = (Noun::Action, name.clone());
                self.fault(entry.key(), FaultKind::Twice { what, found, inside: None });
                continue;
            }
            seen.push(action);
            if action == Action::ChooseBroker {
                let (action, keys) = (action.id(), Key::Digit.to_string());
                self.fault(entry.key(), FaultKind::ActionFixed { action, keys });
                continue;
            }
            let mut taken = Vec::new();
            for (at, name) in keys.values.iter().enumerate() {
                let place = if keys.is_list { entry.item(at) } else { entry };
                if let Some(key) = self.key(name, action, place.span()) {
                    bound.push(Bound { key, action, span: place.span() });
                    taken.push(key);
                }
            }
            keymap.bind(action, taken);
        }
        self.conflicts(&keymap, &bound);
        keymap
    }

    fn key(&mut self, name: &str, action: Action, span: Span) -> Option<Key> {
        let Some(key) = Key::find(name) else {
            self.unknown(Noun::Key, name, Key::names(), span);
            return None;
        };
        let fixed = match key {
            Key::Digit => Some(Action::ChooseBroker),
            ALWAYS_QUITS => Some(Action::Quit),
            _ => None,
        };
        if let Some(fixed) = fixed.filter(|fixed| *fixed != action) {
            self.fault(span, FaultKind::KeyFixed { key: key.to_string(), action: fixed.id() });
            return None;
        }
        Some(key)
    }

    /// Every key of the file that does two things: by the file itself, or by the file and by default.
    fn conflicts(&mut self, keymap: &Keymap, bound: &[Bound]) {
        for (at, Bound { key, action, span }) in bound.iter().enumerate() {
            let before = bound.iter().take(at).find(|earlier| earlier.key == *key);
            if before.is_some_and(|earlier| earlier.action == *action) {
                let (what, found) = (Noun::Key, key.to_string());
                self.fault(span.clone(), FaultKind::Twice { what, found, inside: None });
                continue;
            }
            let in_file = before.map(|earlier| (earlier.action, Some(earlier.span.clone())));
            let by_default = || {
                let mut others = TABLE.iter().map(|spec| spec.action);
                let other = others.find(|other| {
                    other != action
                        && keymap.keys(*other).contains(key)
                        && !bound.iter().any(|b| b.action == *other && b.key == *key)
                });
                other.map(|other| (other, None))
            };
            let Some((taken_by, place)) = in_file.or_else(by_default) else { continue };
            let kind = FaultKind::KeyTaken {
                key: key.to_string(),
                action: action.id(),
                taken_by: taken_by.id(),
                place,
            };
            self.fault(span.clone(), kind);
        }
    }
}
