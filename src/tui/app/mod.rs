//! The application: what each key does to a session and to the screen. There is no terminal in it.

mod branches;
mod finding;
mod palette;
pub(super) mod prompts;
mod reload;
mod saving;
mod session;

use std::mem::discriminant;
use std::sync::Arc;
use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::actions::{self, Action, Reason};
use super::background::Background;
use super::key::{Key, Press};
use super::keymap::ALWAYS_QUITS;
use super::ui::{Overlay, Ui};
use super::view::{Panel, Targets};
use super::{view, wording};
use crate::demos::Demo;
use crate::lang::{Context, Lang};
use crate::names::Names;
use crate::scenario::Scenario;
use crate::session::Session;
use crate::timeline::NodeId;

/// How far a page scrolls.
pub(super) const PAGE: usize = 10;

/// What the terminal has to do after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: nothing on the screen has changed.
    Rest,
    /// Draw.
    Draw,
    /// Draw on a screen that is cleared first.
    Redraw,
    /// Give the terminal back to the shell until the program is continued.
    Suspend,
    /// Leave.
    Quit,
}

impl Next {
    /// What is left to do, when this has come after something that is not done yet.
    #[must_use]
    pub fn or(self, before: Next) -> Next {
        match (self, before) {
            (Next::Rest, before) => before,
            (Next::Draw, Next::Redraw) => Next::Redraw,
            (next, _) => next,
        }
    }
}

/// The application.
#[derive(Debug)]
pub struct App {
    pub(super) demos: Vec<Demo>,
    /// By line of the list: the demos that have been opened, each where it was left. Behind them, what
    /// is in no list.
    pub(super) sessions: Vec<Option<Session>>,
    /// The session on the screen, by its place; `None`: the list.
    pub(super) open: Option<usize>,
    /// What was on the screen before a failure was opened from there, by its place, the last one last.
    pub(super) left: Vec<usize>,
    pub(super) ui: Ui,
    /// Where everything is on the screen that was drawn last.
    pub(super) targets: Targets,
    /// What has been done, to be said.
    pub(super) done: Option<String>,
    /// Whether `n` and `N` go on with a search.
    searching: bool,
    /// Where a search that has not come to an end is to go on: from which step it began, which way, and
    /// the last step it looked at.
    search_from: Option<(NodeId, bool, NodeId)>,
    /// The line of the tree of branches from which a prompt was opened.
    tree: Option<usize>,
    /// Files that wait for the word that they may replace others.
    waiting: Option<saving::Waiting>,
    /// What is to be given to the terminal for the clipboard.
    clipboard: Option<String>,
    /// The file of the scenario, if it comes from one.
    source: Option<reload::Source>,
    /// What is explored in the background.
    pub(super) exploring: Option<super::exploring::Exploring>,
}

impl App {
    /// The list of demos.
    pub fn list(demos: Vec<Demo>, mut ui: Ui) -> Self {
        ui.has_list = true;
        ui.selected = 0;
        App::new(demos, ui)
    }

    fn new(demos: Vec<Demo>, ui: Ui) -> Self {
        App {
            sessions: vec![None; demos.len()],
            demos,
            open: None,
            left: Vec::new(),
            ui,
            targets: Targets::default(),
            done: None,
            searching: false,
            search_from: None,
            exploring: None,
            tree: None,
            waiting: None,
            clipboard: None,
            source: None,
        }
    }

    /// One scenario, without a list to go back to.
    pub fn scenario(scenario: Scenario, mut ui: Ui) -> Self {
        ui.has_list = false;
        let mut app = App::new(Vec::new(), ui);
        app.sessions.push(Some(Session::new(Arc::new(scenario))));
        app.open = Some(0);
        app.arrive();
        app
    }

    /// The state of the screen.
    pub fn ui(&self) -> &Ui {
        &self.ui
    }

    /// The session on the screen; `None`: the list is.
    pub fn session(&self) -> Option<&Session> {
        self.sessions.get(self.open?)?.as_ref()
    }

    /// Draws the screen. Nothing stays scrolled further than there is something to see.
    pub fn draw(&mut self, frame: &mut Frame) {
        self.keep_twin_up();
        self.targets = match self.session() {
            Some(session) => view::show(frame, session, &self.ui),
            None => view::show_list(frame, &self.demos, &self.ui),
        };
        let stop = |scroll: &mut usize, panel| {
            *scroll = self.targets.last(panel).map_or(*scroll, |last| last.min(*scroll));
        };
        stop(&mut self.ui.log_scroll, Panel::Changes);
        stop(&mut self.ui.history_scroll, Panel::History);
        stop(&mut self.ui.offset_scroll, Panel::Logs);
        self.ui.diagram.scroll = self.targets.sequence().unwrap_or(self.ui.diagram.scroll);
        if let Some(scroll) = self.ui.overlay.scroll() {
            stop(scroll, Panel::Overlay);
        }
    }

    /// Whether something is on its way on the screen, to the step with this id.
    pub fn moving(&self) -> Option<NodeId> {
        self.ui.travelled?;
        self.session().map(|session| session.timeline().here_id())
    }

    /// What is on its way has gone so much of it, in hundredths.
    pub fn travel(&mut self, hundredths: u128) -> Next {
        let gone = u8::try_from(hundredths).ok().filter(|gone| *gone < 100);
        if gone == self.ui.travelled {
            return Next::Rest;
        }
        self.ui.travelled = gone;
        Next::Draw
    }

    /// While the script plays: the step that is on the screen and how long it stays.
    pub fn playing(&self) -> Option<(NodeId, Duration)> {
        let session = self.session().filter(|_| self.ui.playing)?;
        let stay = Duration::from_millis(session.reading_time(self.ui.lang).into());
        Some((session.timeline().here_id(), stay))
    }

    /// The script's next step, its time having come.
    pub fn play_on(&mut self) -> Next {
        self.perform(Action::Next, 0);
        let at_end = self.session().is_none_or(|session| !session.timeline().has_next());
        if at_end {
            self.ui.playing = false;
        }
        Next::Draw
    }

    /// What the terminal reports.
    pub fn event(&mut self, event: &Event) -> Next {
        match event {
            Event::Key(key) if key.kind == KeyEventKind::Press => {
                let arrived = self.arrive_at_once();
                self.key(key).or(arrived)
            }
            // Even if the size is as before: it may have been another in between, and a terminal
            // forgets what it has no room for.
            Event::Resize(..) => Next::Redraw,
            Event::Mouse(mouse) => {
                let arrived = self.arrive_at_once();
                self.mouse(mouse).or(arrived)
            }
            Event::Paste(text) => self.paste(text),
            _ => Next::Rest,
        }
    }

    fn key(&mut self, event: &KeyEvent) -> Next {
        // A terminal sends Alt and a key as Escape and the key, and so looks a person who types
        // those two fast. Nothing is bound to Alt: outside of a prompt it is always the latter.
        if event.modifiers.contains(KeyModifiers::ALT)
            && !matches!(self.ui.overlay, Overlay::Prompt { .. } | Overlay::Palette(_))
        {
            let escape = KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE);
            let typed = KeyEvent::new(event.code, event.modifiers - KeyModifiers::ALT);
            let first = self.key(&escape);
            return self.key(&typed).or(first);
        }
        let press = Press::of(event);
        let action = press.and_then(|press| self.ui.keys.action(press.key));
        // These work whatever lies over the screen, by keys that can't be typed into a prompt.
        match (action, press.map(|press| press.key)) {
            (_, Some(ALWAYS_QUITS)) => return Next::Quit,
            (Some(Action::Quit), Some(Key::Ctrl(_))) => return Next::Quit,
            (Some(Action::Suspend), Some(Key::Ctrl(_) | Key::F(_))) => return Next::Suspend,
            (Some(Action::Redraw), Some(Key::Ctrl(_) | Key::F(_))) => return Next::Redraw,
            _ => {}
        }
        if matches!(self.ui.overlay, Overlay::None) && std::mem::take(&mut self.searching) {
            match press.map(|press| press.key) {
                Some(Key::Char('n')) => return self.search_on(true),
                Some(Key::Char('N')) => return self.search_on(false),
                Some(Key::Esc) => {
                    self.ui.message = None;
                    return Next::Draw;
                }
                _ => {}
            }
        }
        match self.ui.overlay {
            Overlay::None => match (press, action) {
                (Some(press), Some(action)) => self.perform(action, press.digit),
                _ => Next::Rest,
            },
            Overlay::Help { .. }
            | Overlay::Terms { .. }
            | Overlay::Settings { .. }
            | Overlay::Why { .. }
            | Overlay::Ledger { .. }
            | Overlay::Due { .. } => self.key_on_page(press, action),
            Overlay::Branches { .. } => self.key_in_tree(press, action),
            Overlay::Palette(_) => self.key_in_palette(event, press),
            Overlay::Releases { .. } => self.key_among_releases(press, action),
            Overlay::Faults { .. } => self.key_among_faults(press, action),
            Overlay::Failures { .. } => self.key_among_failures(press, action),
            Overlay::Compare { .. } => self.key_in_comparison(press, action),
            Overlay::Prompt { .. } => self.key_in_prompt(event, press),
            Overlay::Message(_) => self.close_overlay(),
        }
    }

    /// Takes away what lies over the screen.
    pub(super) fn close_overlay(&mut self) -> Next {
        self.ui.overlay = Overlay::None;
        Next::Draw
    }

    pub(super) fn key_on_page(&mut self, press: Option<Press>, action: Option<Action>) -> Next {
        let last = self.targets.last(Panel::Overlay).unwrap_or(usize::MAX);
        let this = discriminant(&self.ui.overlay);
        let about_one = matches!(self.ui.overlay, Overlay::Why { .. } | Overlay::Ledger { .. });
        let is_agenda = matches!(self.ui.overlay, Overlay::Due { .. });
        let Some(scroll) = self.ui.overlay.scroll() else { return Next::Rest };
        let key = press.map(|press| press.key);
        match action {
            Some(Action::PreviousBroker) => *scroll = (*scroll).min(last).saturating_sub(1),
            Some(Action::NextBroker) => *scroll = scroll.saturating_add(1).min(last),
            Some(Action::ScrollUp) => *scroll = (*scroll).min(last).saturating_sub(PAGE),
            Some(Action::ScrollDown) => *scroll = scroll.saturating_add(PAGE).min(last),
            Some(Action::First) => *scroll = 0,
            Some(Action::Last) => *scroll = last,
            Some(action @ (Action::Language | Action::Theme | Action::Signs)) => {
                self.change_look(action);
            }
            Some(Action::Quit | Action::Return) => self.ui.overlay = Overlay::None,
            // What the answers and the ledger are about is chosen without leaving them.
            Some(
                action @ (Action::ChooseBroker | Action::NextPartition | Action::PreviousPartition),
            ) if about_one => {
                return self.perform(action, press.map_or(0, |press| press.digit));
            }
            // One watches it come nearer.
            Some(action @ Action::NextDue) if is_agenda => return self.perform(action, 0),
            _ => match (action.and_then(Overlay::page), key) {
                // The key that opened it closes it.
                (Some(page), _) if discriminant(&page) == this => {
                    self.ui.overlay = Overlay::None;
                }
                (Some(page), _) if page.needs_session() && self.open.is_none() => {
                    return Next::Rest;
                }
                (Some(page), _) => self.lay_over(page),
                (None, Some(Key::Enter | Key::Esc)) => self.ui.overlay = Overlay::None,
                (None, Some(Key::Space)) => *scroll = scroll.saturating_add(PAGE).min(last),
                _ => return Next::Rest,
            },
        }
        Next::Draw
    }

    pub(super) fn lay_over(&mut self, page: Overlay) {
        self.ui.overlay = page;
        // Nobody knows yet how long it is.
        self.targets = Targets::default();
    }

    /// Does an action.
    pub(super) fn perform(&mut self, action: Action, digit: u8) -> Next {
        match action {
            Action::Quit => return Next::Quit,
            Action::Suspend => return Next::Suspend,
            Action::Redraw => return Next::Redraw,
            Action::Palette
            | Action::Help
            | Action::Terms
            | Action::Settings
            | Action::Why
            | Action::Ledger
            | Action::Due => {
                let page = Overlay::page(action);
                if let Some(page) = page.filter(|p| !p.needs_session() || self.open.is_some()) {
                    self.ui.message = None;
                    self.lay_over(page);
                    return Next::Draw;
                }
            }
            Action::Failures => {
                let page = self.failures_page();
                self.lay_over(page);
                return Next::Draw;
            }
            Action::Language | Action::Theme | Action::Signs => {
                self.change_look(action);
                return Next::Draw;
            }
            Action::Mouse => {
                self.ui.mouse = !self.ui.mouse;
                self.ui.message = Some(wording::mouse(self.ui.mouse, self.ui.lang).to_owned());
                return Next::Draw;
            }
            _ => {}
        }
        match self.open {
            None => self.perform_in_list(action),
            Some(place) => {
                if !matches!(action, Action::Next | Action::PlayPause) && !is_of_the_view(action) {
                    self.ui.playing = false;
                }
                let before = self.here();
                let done = self.perform_in_session(place, action, digit);
                self.report(done);
                self.set_off(before);
            }
        }
        Next::Draw
    }

    /// The next language, theme or set of signs.
    pub(super) fn change_look(&mut self, action: Action) {
        let ui = &mut self.ui;
        ui.message = match action {
            Action::Theme => {
                ui.theme = ui.theme.next().clone();
                ui.follows_background = false;
                Some(wording::theme_now(ui.theme.name, ui.lang))
            }
            Action::Signs => {
                ui.glyphs = ui.glyphs.next();
                Some(wording::signs_now(ui.glyphs.name, ui.lang))
            }
            _ => {
                ui.lang = other_language(ui.lang);
                // It was said in the other language.
                None
            }
        };
    }

    /// The terminal has told what its background is.
    pub fn background(&mut self, background: Background) -> Next {
        if !self.ui.follows_background || self.ui.theme == *self.ui.theme.on(background) {
            return Next::Rest;
        }
        self.ui.theme = self.ui.theme.on(background).clone();
        Next::Draw
    }

    /// Goes to a step by its id.
    pub(super) fn go(&mut self, id: NodeId) -> Next {
        let session = self.open.and_then(|place| self.sessions.get_mut(place)?.as_mut());
        if session.is_some_and(|session| session.go(id)) {
            self.ui.playing = false;
            self.ui.message = None;
            self.moved();
        }
        Next::Draw
    }

    /// Nobody waits for what is on its way.
    fn arrive_at_once(&mut self) -> Next {
        match self.ui.travelled.take() {
            Some(_) => Next::Draw,
            None => Next::Rest,
        }
    }

    fn here(&self) -> Option<NodeId> {
        self.session().map(|session| session.timeline().here_id())
    }

    /// What the step after `before` moves sets off, if that is the step the person has come to.
    fn set_off(&mut self, before: Option<NodeId>) {
        let Some(session) = self.session().filter(|_| self.ui.animates) else { return };
        let is_next = before.is_some() && session.here().parent == before;
        if is_next && self.here() != before && view::moves(session, &self.ui) {
            self.ui.travelled = Some(0);
        }
    }

    fn perform_in_list(&mut self, action: Action) {
        let last = self.demos.len().saturating_sub(1);
        let selected = self.ui.selected.min(last);
        self.ui.message = None;
        match action {
            Action::Next => {
                if self.open_demo(selected) {
                    self.arrive();
                }
            }
            Action::PreviousBroker => self.ui.selected = selected.saturating_sub(1),
            Action::NextBroker => self.ui.selected = (selected + 1).min(last),
            Action::ScrollUp => self.ui.selected = selected.saturating_sub(PAGE),
            Action::ScrollDown => self.ui.selected = (selected + PAGE).min(last),
            Action::First => self.ui.selected = 0,
            Action::Last => self.ui.selected = last,
            Action::Return => {}
            _ => self.say_in_list(Reason::OnlyInDemo),
        }
    }

    /// Opens a demo where it was left. Returns whether there is one.
    fn open_demo(&mut self, place: usize) -> bool {
        let (Some(demo), Some(slot)) = (self.demos.get(place), self.sessions.get_mut(place)) else {
            return false;
        };
        slot.get_or_insert_with(|| Session::new(Arc::clone(&demo.scenario)));
        self.open = Some(place);
        true
    }

    /// Says why something was not done, or forgets what was said before.
    pub(super) fn report(&mut self, done: Result<(), Reason>) {
        self.ui.message = match (done, self.session()) {
            (Err(reason), Some(session)) => {
                let cx = self.ui.context(session);
                Some(wording::reason(reason, self.ui.lang, &cx, &self.ui.keys))
            }
            _ => self.done.take(),
        };
    }

    /// Says why something can't be done, wherever the person is.
    fn say(&mut self, reason: Reason) {
        match self.session() {
            Some(_) => self.report(Err(reason)),
            None => self.say_in_list(reason),
        }
    }

    fn say_in_list(&mut self, reason: Reason) {
        let Some(demo) = self.demos.first() else { return };
        // The reasons that can come up in the list name nothing of a scenario.
        let names = Names::plain(0);
        let cx = Context::new(&names, &demo.scenario.setup, self.ui.glyphs);
        self.ui.message = Some(wording::reason(reason, self.ui.lang, &cx, &self.ui.keys));
    }
}

fn other_language(lang: Lang) -> Lang {
    let all = Lang::ALL;
    let at = all.iter().position(|l| *l == lang).unwrap_or(0);
    all[(at + 1) % all.len()]
}

/// Whether an action only changes what is looked at.
fn is_of_the_view(action: Action) -> bool {
    action.spec().section == actions::Section::View
}

#[cfg(test)]
mod tests;
