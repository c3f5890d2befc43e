//! What the footer and the help say of the actions.

use super::{Action, Section, Spec, TABLE};
use crate::lang::Lang;
use crate::session::Session;
use crate::tui::key::Key;
use crate::tui::ui::Ui;
use crate::tui::wording;

/// A key with what it does: for a footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The action.
    pub action: Action,
    /// Its first key.
    pub key: Key,
    /// What it does, in a word or two.
    pub name: &'static str,
    /// Whether it can be done now.
    pub possible: bool,
}

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpLine {
    /// The action.
    pub action: Action,
    /// Its keys: `n Right Enter`.
    pub keys: String,
    /// What it does, in a sentence.
    pub text: &'static str,
    /// Why it can't be done now, if so.
    pub reason: Option<String>,
}

/// What the footer says of a session, the most important first. Where there is no room, leave out
/// from the end, but keep the last one: it is the way to all others.
pub fn footer(session: &Session, ui: &Ui) -> Vec<Hint> {
    const SCRIPT: &[Action] = &[
        Action::Next,
        Action::Back,
        Action::Fetch,
        Action::Send,
        Action::Kill,
        Action::Start,
        Action::Phase,
        Action::Acks,
        Action::PlayPause,
        Action::NextDue,
        Action::Consume,
        Action::Why,
        Action::Ledger,
        Action::Faults,
        Action::Releases,
        Action::Compare,
        Action::Return,
        Action::Terms,
        Action::Help,
    ];
    const BY_HAND: &[Action] = &[
        Action::Return,
        Action::Back,
        Action::Fetch,
        Action::Send,
        Action::Kill,
        Action::Start,
        Action::Phase,
        Action::Acks,
        Action::NextDue,
        Action::Consume,
        Action::Why,
        Action::Ledger,
        Action::Faults,
        Action::Releases,
        Action::Compare,
        Action::Flush,
        Action::PowerLoss,
        Action::Terms,
        Action::Help,
    ];
    const DIAGRAM: &[Action] = &[
        Action::Next,
        Action::Back,
        Action::Sequence,
        Action::LaneBroker,
        Action::LaneClients,
        Action::LaneController,
        Action::ScrollUp,
        Action::ScrollDown,
        Action::Fetch,
        Action::Send,
        Action::Kill,
        Action::Start,
        Action::Phase,
        Action::NextDue,
        Action::Ledger,
        Action::Help,
    ];
    let actions = match (ui.diagram.is_open, session.is_by_hand()) {
        (true, _) => DIAGRAM,
        (false, true) => BY_HAND,
        (false, false) => SCRIPT,
    };
    let hint = |action: Action| {
        Some(Hint {
            action,
            key: *ui.keys.keys(action).first()?,
            name: match action {
                Action::PlayPause if ui.playing => wording::pause(ui.lang),
                Action::Sequence if ui.diagram.is_open => wording::close(ui.lang),
                _ => wording::name(action, ui.lang),
            },
            possible: action.reason(session, ui).is_none(),
        })
    };
    actions.iter().copied().filter_map(hint).collect()
}

/// What the footer of the list of demos says.
pub fn list_footer(ui: &Ui) -> Vec<Hint> {
    TABLE
        .iter()
        .filter_map(|spec| {
            let keys = ui.keys.keys(spec.action);
            // "n opens" would be true, and would surprise.
            let is_enter = |key: &&Key| spec.action == Action::Next && **key == Key::Enter;
            Some(Hint {
                action: spec.action,
                key: *keys.iter().find(is_enter).or(keys.first())?,
                name: wording::name_in_list(spec.action, ui.lang)?,
                possible: true,
            })
        })
        .collect()
}

/// Every action with its keys, by section. In the list of demos there is no session, and the help
/// does not say what is possible.
pub fn help(session: Option<&Session>, ui: &Ui) -> Vec<(Section, Vec<HelpLine>)> {
    let line = |spec: &Spec| HelpLine {
        action: spec.action,
        keys: ui.keys.keys(spec.action).iter().map(Key::to_string).collect::<Vec<_>>().join(" "),
        text: wording::help(spec.action, ui.lang),
        reason: session.and_then(|session| {
            let reason = spec.action.reason(session, ui)?;
            Some(wording::reason(reason, ui.lang, &ui.context(session), &ui.keys))
        }),
    };
    Section::ALL
        .into_iter()
        .map(|section| (section, TABLE.iter().filter(|s| s.section == section).map(line).collect()))
        .collect()
}

/// The title of a section.
pub fn section_title(section: Section, lang: Lang) -> &'static str {
    wording::section(section, lang)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::BrokerId;
    use crate::tui::actions::tests::free_play;

    #[test]
    fn every_action_is_in_the_help_once_in_each_language() {
        let (session, mut ui) = free_play("0.10.2");
        for lang in Lang::ALL {
            ui.lang = lang;
            let help = help(Some(&session), &ui);
            let lines: Vec<Action> =
                help.iter().flat_map(|(_, lines)| lines).map(|line| line.action).collect();
            assert_eq!(lines, TABLE.iter().map(|spec| spec.action).collect::<Vec<_>>());
            assert!(help.iter().all(|(_, lines)| !lines.is_empty()), "an empty section");
        }
    }

    #[test]
    fn what_cannot_be_done_now_says_why_in_the_help() {
        let (session, mut ui) = free_play("0.10.2");
        ui.broker = BrokerId(1);
        let help = help(Some(&session), &ui);
        let reason = |action: Action| {
            let mut lines = help.iter().flat_map(|(_, lines)| lines);
            lines.find(|line| line.action == action).and_then(|line| line.reason.clone())
        };
        assert_eq!(reason(Action::Start).as_deref(), Some("B is up"));
        assert_eq!(reason(Action::Kill), None);
        assert_eq!(reason(Action::Back).as_deref(), Some("this is the start"));
    }

    #[test]
    fn the_footer_ends_with_the_way_to_all_keys() {
        let (session, ui) = free_play("0.11");
        let footer = footer(&session, &ui);
        assert_eq!(footer.last().map(|hint| hint.action), Some(Action::Help));
        assert!(list_footer(&ui).iter().any(|hint| hint.action == Action::Help));
    }
}
