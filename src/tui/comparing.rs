//! Other releases and comparisons: what keys do in the list of releases and in the compare view, and
//! the twin that is kept in step with the session.

use std::rc::Rc;

use super::actions::{Action, next_acks};
use super::app::{App, Next, PAGE};
use super::key::{Key, Press};
use super::ui::Overlay;
use crate::engine::{Rules, releases, rules_for};
use crate::replay::{Against, Twin, Variation, neighbour};
use crate::scenario::settings::Setting;
use crate::session::Session;

impl App {
    /// Plays the session's steps under another release, from the start to where the person is.
    pub(super) fn switch(&mut self, rules: &'static Rules) {
        let session = self.open.and_then(|place| self.sessions.get_mut(place)?.as_mut());
        let Some(session) = session else { return };
        if session.setup().rules.version() != rules.version() {
            *session = session.replayed(session.scenario().with_rules(rules));
            self.ui.twin = None;
            self.ui.unscroll();
        }
    }

    /// Has the twin that the screen is to be compared with, in step with the session.
    pub(super) fn keep_twin_up(&mut self) {
        let session = self.open.and_then(|place| self.sessions.get(place)?.as_ref());
        let before = self.ui.twin.take();
        let Some(session) = session else { return };
        let wanted = match self.ui.overlay {
            Overlay::Compare { against: Against::Variation(variation), .. } => Some(variation),
            _ => session.scenario().elsewhere().and_then(rules_for).map(Variation::Release),
        };
        let Some(wanted) = wanted else { return };
        self.ui.twin = Some(match before.filter(|twin| twin.variation() == wanted) {
            Some(mut twin) => {
                Rc::make_mut(&mut twin).keep_up(session);
                twin
            }
            None => Rc::new(Twin::new(session, wanted)),
        });
    }

    /// Chooses a line of the list of releases, and takes it if it is chosen already.
    pub(super) fn choose_release(&mut self, line: usize) -> Next {
        let Overlay::Releases { selected, list } = &mut self.ui.overlay else { return Next::Rest };
        if std::mem::replace(selected, line) != line {
            return Next::Draw;
        }
        let chosen = list.get(line).map(|candidate| candidate.rules);
        self.ui.overlay = Overlay::None;
        if let Some(rules) = chosen {
            self.switch(rules);
        }
        Next::Draw
    }

    /// A key in the list of releases.
    pub(super) fn key_among_releases(
        &mut self,
        press: Option<Press>,
        action: Option<Action>,
    ) -> Next {
        let Overlay::Releases { selected, list } = &mut self.ui.overlay else { return Next::Rest };
        let last = list.len().saturating_sub(1);
        match (action, press.map(|press| press.key)) {
            (Some(Action::PreviousBroker | Action::PreviousRelease), _) => {
                *selected = selected.saturating_sub(1);
            }
            (Some(Action::NextBroker | Action::NextRelease), _) => {
                *selected = (*selected + 1).min(last);
            }
            (Some(Action::ScrollUp), _) => *selected = selected.saturating_sub(PAGE),
            (Some(Action::ScrollDown), _) => *selected = (*selected + PAGE).min(last),
            (Some(Action::First), _) => *selected = 0,
            (Some(Action::Last), _) => *selected = last,
            (_, Some(Key::Enter)) => {
                let chosen = (*selected).min(last);
                *selected = chosen;
                return self.choose_release(chosen);
            }
            (Some(Action::Quit | Action::Return | Action::Releases), _) | (_, Some(Key::Esc)) => {
                self.ui.overlay = Overlay::None;
            }
            (Some(action @ (Action::Language | Action::Theme | Action::Signs)), _) => {
                self.change_look(action);
            }
            _ => return Next::Rest,
        }
        Next::Draw
    }

    /// A key in the compare view: those of the timeline move both sides, those that change something
    /// in the cluster choose what the session is compared with.
    pub(super) fn key_in_comparison(
        &mut self,
        press: Option<Press>,
        action: Option<Action>,
    ) -> Next {
        let Overlay::Compare { against, .. } = self.ui.overlay else { return Next::Rest };
        let Some(session) = self.session() else { return self.close_overlay() };
        let chosen = match action {
            Some(
                action @ (Action::Next
                | Action::Back
                | Action::First
                | Action::Last
                | Action::NextPartition
                | Action::PreviousPartition),
            ) => return self.perform(action, 0),
            Some(Action::PreviousRelease) => release_after(session, against, false),
            Some(Action::NextRelease) => release_after(session, against, true),
            Some(Action::Acks) => {
                let now = match against {
                    Against::Variation(Variation::Acks(acks)) => acks,
                    _ => session.scenario().acks.unwrap_or(session.setup().rules.acks_default),
                };
                let counts = session.setup().rules.acks_count;
                Some(Against::Variation(Variation::Acks(next_acks(now, counts))))
            }
            Some(Action::MinIsr) => {
                let now = match against {
                    Against::Variation(Variation::Setting(Setting::MinIsr, now)) => now,
                    _ => session.setup().settings.min_isr.into(),
                };
                let replicas = session.setup().assignment.iter().map(Vec::len).max();
                let next = if (now as usize) < replicas.unwrap_or(1) { now + 1 } else { 1 };
                Some(Against::Variation(Variation::Setting(Setting::MinIsr, next)))
            }
            Some(Action::Unclean) => {
                let other = u32::from(!session.setup().settings.unclean);
                Some(Against::Variation(Variation::Setting(Setting::Unclean, other)))
            }
            Some(Action::Swap) => Some(Against::Branch),
            Some(Action::Compare) => return self.close_overlay(),
            _ => return self.key_on_page(press, action),
        };
        if let Some(against) = chosen {
            self.ui.overlay = Overlay::Compare { against, scroll: 0 };
            self.ui.message = None;
        }
        Next::Draw
    }
}

/// What a session is compared with at first: what its scenario was written for; else, by hand, the
/// script; else the release after its own, or before it.
pub(super) fn first_against(session: &Session) -> Against {
    let release = |rules| Against::Variation(Variation::Release(rules));
    if let Some(own) = session.scenario().elsewhere().and_then(rules_for) {
        return release(own);
    }
    let here = session.setup().rules.release;
    let other = neighbour(here, true).or_else(|| neighbour(here, false));
    match other.filter(|_| !session.is_by_hand()) {
        Some(rules) => release(rules),
        None => Against::Branch,
    }
}

/// The release after the one that is compared with, or before it, without the session's own.
fn release_after(session: &Session, against: Against, after: bool) -> Option<Against> {
    let here = session.setup().rules.release;
    let mut at = match against {
        Against::Variation(Variation::Release(rules)) => rules.release,
        _ => here,
    };
    for _ in releases() {
        let next = neighbour(at, after)?;
        if next.release != here {
            return Some(Against::Variation(Variation::Release(next)));
        }
        at = next.release;
    }
    None
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

    use super::*;
    use crate::glyphs::Glyphs;
    use crate::lang::Lang;
    use crate::scenario::Scenario;
    use crate::tui::theme::Theme;
    use crate::tui::ui::Ui;

    fn app() -> App {
        let source = include_str!("../../demos/10a-loss-by-hw-truncation.ron");
        let scenario = Scenario::parse("10a", source).expect("a demo");
        App::scenario(scenario, Ui::new(Lang::En, Theme::DARK, &Glyphs::UNICODE))
    }

    /// Types keys, each on a screen that is drawn.
    fn press(app: &mut App, keys: &str) {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a buffer");
        for key in keys.chars() {
            terminal.draw(|frame| app.draw(frame)).expect("drawn");
            let code = if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) };
            app.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }
        terminal.draw(|frame| app.draw(frame)).expect("drawn");
    }

    fn release(app: &App) -> &'static str {
        app.session().expect("a session").setup().rules.release
    }

    #[test]
    fn releases_are_switched_at_the_same_step_and_back_without_a_loss() {
        let mut app = app();
        press(&mut app, "nnnst");
        let before = app.session().expect("a session").clone();
        press(&mut app, "^");
        assert_eq!(release(&app), "0.11");
        let session = app.session().expect("a session");
        assert_eq!(session.position(), before.position());
        press(&mut app, "_");
        let session = app.session().expect("a session");
        assert_eq!((session.state(), session.position()), (before.state(), before.position()));
    }

    #[test]
    fn the_ends_of_the_table_say_so() {
        let mut app = app();
        press(&mut app, &"^".repeat(42));
        assert_eq!(Some(release(&app)), releases().last());
        assert_eq!(app.ui().message.as_deref(), Some("this is the newest release here"));
    }

    #[test]
    fn the_list_chooses_a_release() {
        let mut app = app();
        press(&mut app, "Kg\n");
        assert_eq!(Some(release(&app)), releases().next());
        press(&mut app, "Kq");
        assert!(matches!(app.ui().overlay, Overlay::None));
    }

    #[test]
    fn the_twin_is_there_while_it_is_needed_and_keeps_in_step() {
        let mut app = app();
        press(&mut app, "nn");
        assert!(app.ui().twin.is_none());
        press(&mut app, "^nsx");
        let id = app.session().map(|session| session.timeline().here_id());
        let twin = app.ui().twin.as_ref().expect("the file's own release");
        assert_eq!(twin.variation().to_string(), "0.10.2");
        assert_eq!(Some(twin.timeline().here_id()), id);
        press(&mut app, "_");
        assert!(app.ui().twin.is_none());
    }

    #[test]
    fn in_the_compare_view_the_timeline_moves_and_other_keys_choose_what_to_compare_with() {
        let mut app = app();
        press(&mut app, "n=nn");
        assert_eq!(app.session().map(|session| session.position().step), Some(3));
        let against = |app: &App| match app.ui().overlay {
            Overlay::Compare { against: Against::Variation(v), .. } => v.to_string(),
            Overlay::Compare { against: Against::Branch, .. } => "branch".into(),
            _ => "closed".into(),
        };
        assert_eq!(against(&app), "0.11");
        let mut seen = Vec::new();
        for key in ["_", "^", "a", "i", "o", "\\", "="] {
            press(&mut app, key);
            seen.push(against(&app));
        }
        let wanted = [
            "0.10.1",
            "0.11",
            "acks=0",
            "min.insync.replicas=2",
            "unclean.leader.election.enable=false",
            "branch",
            "closed",
        ];
        assert_eq!(seen, wanted);
        // Nothing was done in the cluster.
        assert!(!app.session().expect("a session").is_by_hand());
    }
}
