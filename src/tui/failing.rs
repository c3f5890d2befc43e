//! What keys do on the page of failure × release, and how a failure is opened from there.

use std::sync::Arc;

use super::actions::Action;
use super::app::{App, Next, PAGE};
use super::key::{Key, Press};
use super::ui::{Overlay, Place};
use crate::engine::Rules;
use crate::failures::{Failure, Table};
use crate::session::Session;

impl App {
    /// The page, at the cell of the failure and the release that are on the screen.
    pub(super) fn failures_page(&self) -> Overlay {
        let table = Table::of_milestones();
        let session = self.session();
        let release = session.map(|session| session.setup().rules.release);
        let row =
            |session: &Session| table.rows.iter().position(|row| is_of(session, &row.failure));
        let at = Place {
            row: session.and_then(row).unwrap_or(0),
            column: table
                .columns
                .iter()
                .position(|column| Some(column.rules.release) == release)
                .unwrap_or(0),
        };
        Overlay::Failures { at, table }
    }

    /// Chooses a cell, and plays it if it is chosen already.
    pub(super) fn choose_failure(&mut self, place: Place) -> Next {
        let Overlay::Failures { at, table } = &mut self.ui.overlay else { return Next::Rest };
        if std::mem::replace(at, place) != place {
            return Next::Draw;
        }
        let row = table.rows.get(place.row).map(|row| row.failure.clone());
        let column = table.columns.get(place.column).map(|column| column.rules);
        if let Some((failure, rules)) = row.zip(column) {
            self.open_failure(&failure, rules);
        }
        Next::Draw
    }

    /// A key on the page.
    pub(super) fn key_among_failures(
        &mut self,
        press: Option<Press>,
        action: Option<Action>,
    ) -> Next {
        let Overlay::Failures { at, table } = &mut self.ui.overlay else { return Next::Rest };
        let below = table.rows.len().saturating_sub(1);
        let right = table.columns.len().saturating_sub(1);
        match (press.map(|press| press.key), action) {
            (Some(Key::Enter), _) => {
                let place = *at;
                return self.choose_failure(place);
            }
            (_, Some(Action::PreviousBroker)) => at.row = at.row.saturating_sub(1),
            (_, Some(Action::NextBroker)) => at.row = (at.row + 1).min(below),
            (_, Some(Action::ScrollUp)) => at.row = at.row.saturating_sub(PAGE),
            (_, Some(Action::ScrollDown)) => at.row = (at.row + PAGE).min(below),
            (_, Some(Action::Back | Action::PreviousRelease)) => {
                at.column = at.column.saturating_sub(1);
            }
            (_, Some(Action::Next | Action::NextRelease)) => {
                at.column = (at.column + 1).min(right);
            }
            (_, Some(Action::First)) => at.column = 0,
            (_, Some(Action::Last)) => at.column = right,
            (Some(Key::Esc), _) | (_, Some(Action::Quit | Action::Return | Action::Failures)) => {
                return self.close_overlay();
            }
            (_, Some(action @ (Action::Language | Action::Theme | Action::Signs))) => {
                self.change_look(action);
            }
            _ => return Next::Rest,
        }
        Next::Draw
    }

    /// Plays a failure under a release: where it was left, with the same steps, if it has been
    /// opened. Escape leads back to what was on the screen.
    fn open_failure(&mut self, failure: &Failure, rules: &'static Rules) {
        let here = self.open;
        let place = match self.place_of(failure) {
            Some(place) => place,
            None => {
                self.sessions.push(None);
                self.sessions.len() - 1
            }
        };
        let Some(slot) = self.sessions.get_mut(place) else { return };
        let scenario = failure.scenario.with_rules(rules);
        *slot = Some(match slot.take() {
            Some(session) if session.setup().rules.release == rules.release => session,
            Some(session) => session.replayed(scenario),
            None => Session::new(Arc::new(scenario)),
        });
        self.open = Some(place);
        if here != Some(place)
            && let Some(here) = here
        {
            self.left.push(here);
            self.ui.has_list = true;
        }
        self.arrive();
    }

    /// Where a failure stands among the sessions: in its line of the list, or where it was opened.
    fn place_of(&self, failure: &Failure) -> Option<usize> {
        let in_list = self.demos.iter().position(|demo| demo.id == failure.name);
        let opened = || {
            let is_it = |session: &Option<Session>| {
                session.as_ref().is_some_and(|session| is_of(session, failure))
            };
            self.sessions.iter().position(is_it)
        };
        in_list.or_else(opened)
    }

    /// Back to what was on the screen before a failure was opened from there; else to the list.
    pub(super) fn leave(&mut self) {
        match self.left.pop() {
            Some(before) => {
                self.open = Some(before);
                self.arrive();
                self.ui.has_list = !self.demos.is_empty() || !self.left.is_empty();
            }
            None => self.open = None,
        }
    }
}

/// Whether a session plays a failure, under whatever release.
fn is_of(session: &Session, failure: &Failure) -> bool {
    let (played, told) = (session.scenario(), &failure.scenario);
    played.title == told.title && played.steps == told.steps
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

    use super::*;
    use crate::demos;
    use crate::engine::{milestones, rules_for};
    use crate::glyphs::Glyphs;
    use crate::lang::Lang;
    use crate::scenario::Scenario;
    use crate::tui::theme::Theme;
    use crate::tui::ui::Ui;

    fn ui() -> Ui {
        Ui::new(Lang::En, Theme::DARK, &Glyphs::UNICODE)
    }

    /// Types keys, each on a screen that is drawn: `⏎` Enter, `⎋` Escape, `←↑→↓` the arrows.
    fn press(app: &mut App, keys: &str) {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a buffer");
        for key in keys.chars() {
            terminal.draw(|frame| app.draw(frame)).expect("drawn");
            let code = match key {
                '⏎' => KeyCode::Enter,
                '⎋' => KeyCode::Esc,
                '←' => KeyCode::Left,
                '↑' => KeyCode::Up,
                '→' => KeyCode::Right,
                '↓' => KeyCode::Down,
                other => KeyCode::Char(other),
            };
            app.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }
        terminal.draw(|frame| app.draw(frame)).expect("drawn");
    }

    fn here(app: &App) -> Option<(String, &'static str)> {
        let session = app.session()?;
        Some((session.scenario().title.en().clone(), session.setup().rules.release))
    }

    fn failure(id: &str) -> Failure {
        crate::failures::all().into_iter().find(|f| f.id == id).expect("a failure")
    }

    fn at(app: &App) -> Option<(usize, usize)> {
        match app.ui().overlay {
            Overlay::Failures { at, .. } => Some((at.row, at.column)),
            _ => None,
        }
    }

    #[test]
    fn the_arrows_move_over_cells_and_stop_at_the_edges() {
        let mut app = App::list(demos::all(), ui());
        press(&mut app, "#↑←");
        assert_eq!(at(&app), Some((0, 0)));
        press(&mut app, "↓↓→");
        assert_eq!(at(&app), Some((2, 1)));
        press(&mut app, "G");
        assert_eq!(at(&app), Some((2, milestones().count() - 1)));
        press(&mut app, "→↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓");
        let last = crate::failures::all().len() - 1;
        assert_eq!(at(&app), Some((last, milestones().count() - 1)));
        press(&mut app, "#");
        assert_eq!(at(&app), None);
    }

    #[test]
    fn enter_plays_the_failure_under_that_release_and_escape_leads_back_to_the_list() {
        let mut app = App::list(demos::all(), ui());
        press(&mut app, "#→⏎");
        let wanted = failure("F1a").scenario.title.en().clone();
        assert_eq!(here(&app), Some((wanted.clone(), "0.8.2")));
        // It is the one of the list, and stays under that release; the page comes up where it is.
        press(&mut app, "nn#");
        assert_eq!(at(&app), Some((0, 1)));
        press(&mut app, "→→→⏎");
        assert_eq!(here(&app), Some((wanted, "0.11")));
        assert_eq!(app.session().map(|session| session.position().step), Some(2));
        press(&mut app, "⎋");
        assert_eq!(here(&app), None);
    }

    #[test]
    fn from_a_session_escape_leads_back_to_it_with_what_was_done_there() {
        let scenario = Scenario::empty(rules_for("4.1").expect("a release"));
        let mut app = App::scenario(scenario, ui());
        let before = here(&app);
        press(&mut app, "s#");
        assert_eq!(at(&app), Some((0, milestones().count() - 1)));
        press(&mut app, "⏎");
        assert_eq!(here(&app).map(|h| h.0), Some(failure("F1a").scenario.title.en().clone()));
        press(&mut app, "#↓⏎");
        assert_eq!(here(&app).map(|h| h.0), Some(failure("F1b").scenario.title.en().clone()));
        press(&mut app, "⎋⎋");
        assert_eq!(here(&app), before);
        assert_eq!(app.session().map(|session| session.position().by_hand), Some(1));
        // There is nothing before it: Escape goes back to its script, and no further.
        press(&mut app, "⎋⎋");
        assert_eq!(here(&app), before);
    }

    #[test]
    fn a_failure_that_is_open_is_the_one_that_the_page_plays() {
        let mut app = App::scenario(Scenario::clone(&failure("F3").scenario), ui());
        press(&mut app, "nn#");
        press(&mut app, "→⏎");
        assert_eq!(app.session().map(|session| session.position().step), Some(2));
        assert_eq!(here(&app).map(|h| h.1), Some("2.0.0"));
        assert!(!app.ui().has_list);
    }
}
