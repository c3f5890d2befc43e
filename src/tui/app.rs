//! The application: what each key does to a session and to the screen. There is no terminal in it.

use std::sync::Arc;
use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use super::actions::{self, Action, Reason};
use super::key::{Key, Press};
use super::ui::{Overlay, PromptFor, Ui};
use super::{view, wording};
use crate::command::Command;
use crate::demos::Demo;
use crate::engine::{self, BrokerId, BrokerSet, ConsumerId, PartitionId, ProducerId};
use crate::engine::{MAX_ADVANCE, MAX_LOG_RECORDS, Ms};
use crate::lang::{Context, Lang};
use crate::names::Names;
use crate::scenario::Scenario;
use crate::session::Session;
use crate::timeline::{Denied, NodeId};

/// Most characters that a prompt takes.
const MAX_TYPED: usize = 20;
/// More lines than any answers or any ledger have: a record takes at most a handful.
const MOST_ANSWERED: usize = 10 * (crate::engine::MAX_VALUES + MAX_LOG_RECORDS);
/// How far a page scrolls.
const PAGE: usize = 10;

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
    demos: Vec<Demo>,
    /// By line of the list: the demos that have been opened, each where it was left.
    sessions: Vec<Option<Session>>,
    /// The session on the screen, by its place; `None`: the list.
    open: Option<usize>,
    ui: Ui,
}

impl App {
    /// The list of demos.
    pub fn list(demos: Vec<Demo>, mut ui: Ui) -> Self {
        ui.has_list = true;
        ui.selected = 0;
        App { sessions: vec![None; demos.len()], demos, open: None, ui }
    }

    /// One scenario, without a list to go back to.
    pub fn scenario(scenario: Scenario, mut ui: Ui) -> Self {
        ui.has_list = false;
        let mut app = App {
            demos: Vec::new(),
            sessions: vec![Some(Session::new(Arc::new(scenario)))],
            open: Some(0),
            ui,
        };
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

    /// Draws the screen.
    pub fn draw(&self, frame: &mut Frame) {
        match self.session() {
            Some(session) => view::draw(frame, session, &self.ui),
            None => view::draw_list(frame, &self.demos, &self.ui),
        }
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
        let at_end = self.session().is_none_or(|session| session.here().child.is_none());
        if at_end {
            self.ui.playing = false;
        }
        Next::Draw
    }

    /// What the terminal reports.
    pub fn event(&mut self, event: &Event) -> Next {
        match event {
            Event::Key(key) if key.kind == KeyEventKind::Press => self.key(key),
            // Even if the size is as before: it may have been another in between, and a terminal
            // forgets what it has no room for.
            Event::Resize(..) => Next::Redraw,
            _ => Next::Rest,
        }
    }

    fn key(&mut self, event: &KeyEvent) -> Next {
        // A terminal sends Alt and a key as Escape and the key, and so looks a person who types
        // those two fast. Nothing is bound to Alt: outside of a prompt it is always the latter.
        if event.modifiers.contains(KeyModifiers::ALT)
            && !matches!(self.ui.overlay, Overlay::Prompt { .. })
        {
            let escape = KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE);
            let typed = KeyEvent::new(event.code, event.modifiers - KeyModifiers::ALT);
            let first = self.key(&escape);
            return self.key(&typed).or(first);
        }
        let press = Press::of(event);
        let action = press.and_then(|press| actions::bound_to(press.key));
        // These work whatever lies over the screen. Of the keys that quit, only the one that can't
        // be typed.
        match (action, press.map(|press| press.key)) {
            (Some(Action::Quit), Some(Key::Ctrl(_))) => return Next::Quit,
            (Some(Action::Suspend), _) => return Next::Suspend,
            (Some(Action::Redraw), _) => return Next::Redraw,
            _ => {}
        }
        match self.ui.overlay {
            Overlay::None => match (press, action) {
                (Some(press), Some(action)) => self.perform(action, press.digit),
                _ => Next::Rest,
            },
            Overlay::Help { .. } => self.key_in_help(press, action),
            Overlay::Why { .. } | Overlay::Ledger { .. } => self.key_on_answers(press, action),
            Overlay::Prompt { .. } => self.key_in_prompt(event, press),
            Overlay::Message(_) => {
                self.ui.overlay = Overlay::None;
                Next::Draw
            }
        }
    }

    fn key_in_help(&mut self, press: Option<Press>, action: Option<Action>) -> Next {
        let Overlay::Help { scroll } = &mut self.ui.overlay else { return Next::Rest };
        let last = actions::help_lines();
        match (action, press.map(|press| press.key)) {
            (Some(Action::PreviousBroker), _) => *scroll = scroll.saturating_sub(1),
            (Some(Action::NextBroker), _) => *scroll = (*scroll + 1).min(last),
            (Some(Action::ScrollUp), _) => *scroll = scroll.saturating_sub(PAGE),
            (Some(Action::ScrollDown), _) | (_, Some(Key::Space)) => {
                *scroll = (*scroll + PAGE).min(last);
            }
            (Some(Action::First), _) => *scroll = 0,
            (Some(Action::Last), _) => *scroll = last,
            (Some(Action::Language), _) => self.ui.lang = other_language(self.ui.lang),
            (Some(Action::Help | Action::Quit | Action::Return), _) | (_, Some(Key::Enter)) => {
                self.ui.overlay = Overlay::None;
            }
            _ => return Next::Rest,
        }
        Next::Draw
    }

    /// A key while answers to why or the ledger lie over the screen: scrolling, and choosing what
    /// they are about.
    fn key_on_answers(&mut self, press: Option<Press>, action: Option<Action>) -> Next {
        let is_why = matches!(self.ui.overlay, Overlay::Why { .. });
        let (Overlay::Why { scroll } | Overlay::Ledger { scroll }) = &mut self.ui.overlay else {
            return Next::Rest;
        };
        match (action, press.map(|press| press.key)) {
            (Some(Action::PreviousBroker), _) => *scroll = scroll.saturating_sub(1),
            (Some(Action::NextBroker), _) => *scroll = (*scroll + 1).min(MOST_ANSWERED),
            (Some(Action::ScrollUp), _) => *scroll = scroll.saturating_sub(PAGE),
            (Some(Action::ScrollDown), _) | (_, Some(Key::Space)) => {
                *scroll = (*scroll + PAGE).min(MOST_ANSWERED);
            }
            (Some(Action::First), _) => *scroll = 0,
            (Some(Action::Last), _) => *scroll = MOST_ANSWERED,
            (Some(Action::Language), _) => self.ui.lang = other_language(self.ui.lang),
            (Some(Action::Why), _) if !is_why => self.ui.overlay = Overlay::Why { scroll: 0 },
            (Some(Action::Ledger), _) if is_why => self.ui.overlay = Overlay::Ledger { scroll: 0 },
            (Some(Action::Quit | Action::Return | Action::Why | Action::Ledger), _)
            | (_, Some(Key::Enter)) => self.ui.overlay = Overlay::None,
            (
                Some(
                    action @ (Action::ChooseBroker
                    | Action::NextPartition
                    | Action::PreviousPartition),
                ),
                _,
            ) => return self.perform(action, press.map_or(0, |press| press.digit)),
            _ => return Next::Rest,
        }
        Next::Draw
    }

    fn key_in_prompt(&mut self, event: &KeyEvent, press: Option<Press>) -> Next {
        let Overlay::Prompt { what, input } = &mut self.ui.overlay else { return Next::Rest };
        match press.map(|press| press.key) {
            Some(Key::Esc) => {
                self.ui.overlay = Overlay::None;
                self.ui.message = None;
            }
            Some(Key::Enter) => {
                let (what, typed) = (*what, input.value().trim().to_owned());
                self.answer(what, &typed);
            }
            _ => {
                let before = input.clone();
                input.handle_event(&Event::Key(*event));
                if input.value().chars().count() > MAX_TYPED {
                    *input = before;
                }
            }
        }
        Next::Draw
    }

    /// Does what was typed into a prompt. What makes no sense stays there, to be mended.
    fn answer(&mut self, what: PromptFor, typed: &str) {
        let done = match what {
            PromptFor::Burst => match typed.parse::<usize>() {
                Ok(count) if (1..=MAX_LOG_RECORDS).contains(&count) => {
                    let (producer, partition) = (self.ui.producer, self.ui.partition);
                    self.by_hand(|session| session.send(producer, partition, count))
                }
                _ => Err(Reason::NotACount),
            },
            PromptFor::Advance => match duration(typed) {
                Some(ms) => self
                    .by_hand(|session| session.act(Command::Event(engine::Event::Advance { ms }))),
                None => Err(Reason::NotATime),
            },
        };
        let nonsense = matches!(done, Err(Reason::NotACount | Reason::NotATime));
        if !nonsense {
            self.ui.overlay = Overlay::None;
        }
        self.report(done);
    }

    /// Does an action.
    fn perform(&mut self, action: Action, digit: u8) -> Next {
        match action {
            Action::Quit => return Next::Quit,
            Action::Suspend => return Next::Suspend,
            Action::Redraw => return Next::Redraw,
            Action::Help => {
                self.ui.overlay = Overlay::Help { scroll: 0 };
                return Next::Draw;
            }
            Action::Language => {
                self.ui.lang = other_language(self.ui.lang);
                // It was said in the other language.
                self.ui.message = None;
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
                let done = self.perform_in_session(place, action, digit);
                self.report(done);
            }
        }
        Next::Draw
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

    fn perform_in_session(
        &mut self,
        place: usize,
        action: Action,
        digit: u8,
    ) -> Result<(), Reason> {
        let Some(session) = self.sessions.get_mut(place).and_then(Option::as_mut) else {
            return Ok(());
        };
        let ui = &mut self.ui;
        if let Some(reason) = action.reason(session, ui) {
            return Err(reason);
        }
        let (brokers, partitions) =
            (session.setup().brokers, session.setup().assignment.len() as u8);
        match action {
            Action::Next => {
                session.forward();
                self.moved();
            }
            Action::Back => {
                session.back();
                self.moved();
            }
            Action::First => {
                session.first();
                self.moved();
            }
            Action::Last => {
                session.last();
                self.moved();
            }
            Action::Return => {
                if session.return_to_script() {
                    self.moved();
                } else {
                    self.open = None;
                }
            }
            Action::Swap => {
                if !session.return_to_script() {
                    session.resume();
                }
                self.moved();
            }
            Action::PlayPause => ui.playing = !ui.playing,
            Action::Why => ui.overlay = Overlay::Why { scroll: 0 },
            Action::Ledger => ui.overlay = Overlay::Ledger { scroll: 0 },
            Action::Burst => ui.overlay = prompt(PromptFor::Burst),
            Action::Advance => ui.overlay = prompt(PromptFor::Advance),
            Action::Mark => {
                let marked = ui.marked;
                ui.marked = if marked.contains(ui.broker) {
                    marked.without(ui.broker)
                } else {
                    marked.with(ui.broker)
                };
            }
            Action::NextClient => {
                let next = |at: u8, of: u8| if at + 1 < of { at + 1 } else { 0 };
                ui.producer = ProducerId(next(ui.producer.0, session.setup().producers));
                ui.consumer = ConsumerId(next(ui.consumer.0, session.setup().consumers));
            }
            Action::ChooseBroker => {
                if digit == 0 || digit > brokers {
                    return Err(Reason::NoBroker { brokers });
                }
                ui.broker = BrokerId(digit - 1);
            }
            Action::PreviousBroker => ui.broker = actions::next_broker(ui.broker, brokers, false),
            Action::NextBroker => ui.broker = actions::next_broker(ui.broker, brokers, true),
            Action::NextPartition => {
                ui.partition = actions::next_partition(ui.partition, partitions, true);
            }
            Action::PreviousPartition => {
                ui.partition = actions::next_partition(ui.partition, partitions, false);
            }
            Action::ScrollUp => ui.log_scroll = ui.log_scroll.saturating_sub(1),
            Action::ScrollDown => {
                let node = session.here();
                let lines = node.happened.len() + node.effects().count();
                ui.log_scroll = (ui.log_scroll + 1).min(lines);
            }
            Action::Send => {
                let (producer, partition) = (ui.producer, ui.partition);
                return self.by_hand(|session| session.send(producer, partition, 1));
            }
            Action::Fetch
            | Action::Phase
            | Action::Acks
            | Action::Consume
            | Action::Kill
            | Action::Start
            | Action::Stop
            | Action::PowerLoss
            | Action::PowerLossUnnoticed
            | Action::RestartUnnoticed
            | Action::Wipe
            | Action::Flush
            | Action::CheckpointHw
            | Action::ElectPreferred
            | Action::ElectUnclean
            | Action::MinIsr
            | Action::Unclean
            | Action::Notice
            | Action::Tell
            | Action::NextDue => {
                let Some(command) = action.command(session, ui) else { return Ok(()) };
                self.by_hand(|session| session.act(command))?;
                if matches!(action, Action::PowerLoss | Action::PowerLossUnnoticed) {
                    self.ui.marked = BrokerSet::EMPTY;
                }
            }
            Action::Language | Action::Help | Action::Redraw | Action::Suspend | Action::Quit => {}
        }
        Ok(())
    }

    /// Changes the session by hand.
    fn by_hand(
        &mut self,
        act: impl FnOnce(&mut Session) -> Result<(), Denied>,
    ) -> Result<(), Reason> {
        let session = self.open.and_then(|place| self.sessions.get_mut(place)?.as_mut());
        let Some(session) = session else { return Ok(()) };
        self.ui.log_scroll = 0;
        act(session).map_err(|denied| match denied {
            Denied::Refused(refusal) => Reason::Refused(refusal),
            Denied::Full => Reason::Full,
        })
    }

    /// After a move along the timeline: the screen shows what the step is about.
    fn moved(&mut self) {
        self.ui.log_scroll = 0;
        if let Some(partition) = self.session().and_then(Session::partition) {
            self.ui.partition = partition;
        }
    }

    /// At a session that has just been opened: nothing on the screen may be about another one.
    fn arrive(&mut self) {
        let Some(session) = self.session() else { return };
        let partition = session.partition().unwrap_or(PartitionId(0));
        // A follower, so that the first fetch is one key away.
        let replicas = session.setup().replicas(partition);
        let leader = session.state().partition(partition).leader;
        let follower = replicas.iter().copied().find(|b| Some(*b) != leader);
        let broker = follower.or(replicas.first().copied()).unwrap_or(BrokerId(0));
        self.ui = Ui {
            broker,
            partition,
            marked: BrokerSet::EMPTY,
            producer: ProducerId(0),
            consumer: ConsumerId(0),
            overlay: Overlay::None,
            playing: false,
            log_scroll: 0,
            message: None,
            ..self.ui.clone()
        };
    }

    /// Says why something was not done, or forgets what was said before.
    fn report(&mut self, done: Result<(), Reason>) {
        self.ui.message = match (done, self.session()) {
            (Err(reason), Some(session)) => {
                Some(wording::reason(reason, self.ui.lang, &self.ui.context(session)))
            }
            _ => None,
        };
    }

    fn say_in_list(&mut self, reason: Reason) {
        let Some(demo) = self.demos.first() else { return };
        // The reasons that can come up in the list name nothing of a scenario.
        let names = Names::plain(0);
        let cx = Context::new(&names, &demo.scenario.setup, self.ui.glyphs);
        self.ui.message = Some(wording::reason(reason, self.ui.lang, &cx));
    }
}

fn prompt(what: PromptFor) -> Overlay {
    Overlay::Prompt { what, input: Input::default() }
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

/// A length of time as people type it: `500`, `500ms`, `10s`, `1.5s`, `2m`.
fn duration(typed: &str) -> Option<Ms> {
    let number_ends = typed.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(typed.len());
    let (number, unit) = typed.split_at(number_ends);
    let ms_each: u64 = match unit.trim() {
        "" | "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || fraction.len() > 3 || fraction.contains('.') {
        return None;
    }
    let thousandths: u64 = format!("{fraction:0<3}").parse().ok()?;
    let whole: u64 = whole.parse().ok()?;
    let ms = whole.checked_mul(ms_each)?.checked_add(thousandths * ms_each / 1_000)?;
    (1..=u64::from(MAX_ADVANCE)).contains(&ms).then_some(ms as Ms)
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use crate::demos;
    use crate::engine::{Acks, Refusal, rules_for};
    use crate::glyphs::Glyphs;
    use crate::session::Position;
    use crate::tui::theme::Theme;

    const A: BrokerId = BrokerId(0);
    const B: BrokerId = BrokerId(1);
    const C: BrokerId = BrokerId(2);

    fn ui() -> Ui {
        Ui::new(Lang::En, Theme::default(), &Glyphs::UNICODE)
    }

    /// An empty cluster: A leads, B and C follow, B is chosen.
    fn free_play() -> App {
        App::scenario(Scenario::empty(rules_for("0.10.2").expect("a release")), ui())
    }

    fn list() -> App {
        App::list(demos::all(), ui())
    }

    fn press(app: &mut App, code: KeyCode) -> Next {
        app.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    #[test]
    fn the_answers_to_why_and_the_ledger_open_scroll_change_over_and_close() {
        let mut app = free_play();
        type_in(&mut app, "sYjj");
        assert!(matches!(app.ui.overlay, Overlay::Why { scroll: 2 }));
        // What they are about is chosen as ever, and they stay; nothing else is done.
        type_in(&mut app, "3xs");
        assert!(matches!(app.ui.overlay, Overlay::Why { .. }));
        assert_eq!((app.ui.broker, session(&app).position().by_hand), (C, 1));
        type_in(&mut app, "lk");
        assert!(matches!(app.ui.overlay, Overlay::Ledger { scroll: 0 }));
        type_in(&mut app, "l");
        assert!(matches!(app.ui.overlay, Overlay::None));
        type_in(&mut app, "Y⎋");
        assert!(matches!(app.ui.overlay, Overlay::None));
        let mut app = list();
        type_in(&mut app, "Y");
        assert!(matches!(app.ui.overlay, Overlay::None));
    }

    fn ctrl(app: &mut App, c: char) -> Next {
        app.event(&Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)))
    }

    /// Types characters, with `⏎` for Enter, `⎋` for Escape and `⇥` for Tab.
    fn type_in(app: &mut App, keys: &str) {
        for c in keys.chars() {
            press(
                app,
                match c {
                    '⏎' => KeyCode::Enter,
                    '⎋' => KeyCode::Esc,
                    '⇥' => KeyCode::Tab,
                    c => KeyCode::Char(c),
                },
            );
        }
    }

    fn session(app: &App) -> &Session {
        app.session().expect("a session is open")
    }

    fn said(app: &App) -> &str {
        app.ui().message.as_deref().unwrap_or("")
    }

    #[test]
    fn enter_opens_a_demo_and_escape_goes_back_to_the_list() {
        let mut app = list();
        assert!(app.session().is_none());
        press(&mut app, KeyCode::Down);
        press(&mut app, KeyCode::Enter);
        let title = session(&app).scenario().title.en().clone();
        assert_eq!(title, *app.demos[1].scenario.title.en());
        press(&mut app, KeyCode::Esc);
        assert!(app.session().is_none());
        assert_eq!(app.ui().selected, 1);
    }

    #[test]
    fn a_demo_is_opened_again_where_it_was_left() {
        let mut app = list();
        type_in(&mut app, "⏎nnfp⎋");
        assert!(app.session().is_none());
        press(&mut app, KeyCode::Enter);
        assert_eq!(session(&app).position().step, 2);
    }

    #[test]
    fn escape_by_hand_goes_back_to_the_script_and_only_then_to_the_list() {
        let mut app = list();
        type_in(&mut app, "⏎nt");
        assert!(session(&app).is_by_hand());
        press(&mut app, KeyCode::Esc);
        assert!(!session(&app).is_by_hand());
        press(&mut app, KeyCode::Esc);
        assert!(app.session().is_none());
    }

    #[test]
    fn backslash_goes_between_the_script_and_what_was_done_by_hand() {
        let mut app = list();
        type_in(&mut app, "⏎nts");
        type_in(&mut app, "\\");
        assert_eq!(session(&app).position().by_hand, 0);
        type_in(&mut app, "\\");
        assert_eq!(session(&app).position().by_hand, 2);
    }

    #[test]
    fn every_demo_can_be_stepped_to_its_end_and_back() {
        let mut app = list();
        for at in 0..demos::FILES.len() {
            app.ui.selected = at;
            press(&mut app, KeyCode::Enter);
            let steps = session(&app).position().of;
            for step in 1..=steps {
                press(&mut app, KeyCode::Right);
                assert_eq!(session(&app).position().step, step);
                assert_eq!(said(&app), "");
            }
            press(&mut app, KeyCode::Right);
            assert!(said(&app).starts_with("the script ends here"), "{}", said(&app));
            press(&mut app, KeyCode::Home);
            assert_eq!(session(&app).position().step, 0);
            press(&mut app, KeyCode::Esc);
        }
    }

    #[test]
    fn a_cluster_is_played_by_hand_and_every_step_can_be_undone() {
        let mut app = free_play();
        let start = session(&app).state().clone();
        type_in(&mut app, "sf]]");
        assert_eq!(session(&app).state().leo(B, PartitionId(0)), 1);
        assert_eq!(session(&app).position().by_hand, 4);
        type_in(&mut app, "pppp");
        assert_eq!(session(&app).state(), &start);
        type_in(&mut app, "p");
        assert_eq!(said(&app), "this is the start");
    }

    #[test]
    fn what_cannot_be_done_says_why_and_the_next_key_takes_that_away() {
        let mut app = free_play();
        type_in(&mut app, "1f");
        assert_eq!(said(&app), "A leads: it fetches from nobody");
        assert_eq!(session(&app).position().by_hand, 0);
        type_in(&mut app, "2");
        assert_eq!(said(&app), "");
        type_in(&mut app, "r");
        assert_eq!(said(&app), "B is up");
        type_in(&mut app, "9");
        assert_eq!(said(&app), "there are 3 brokers");
        type_in(&mut app, "⇥");
        assert_eq!(said(&app), "there is one partition");
    }

    #[test]
    fn a_power_loss_takes_the_marked_brokers_and_without_marks_the_chosen_one() {
        let mut app = free_play();
        type_in(&mut app, "1m3mP");
        assert_eq!(session(&app).state().up(), BrokerSet::only(B));
        assert!(app.ui().marked.is_empty());
        type_in(&mut app, "p2P");
        assert_eq!(session(&app).state().up(), BrokerSet::only(A).with(C));
        type_in(&mut app, "p1m2mU");
        assert_eq!(session(&app).state().up(), BrokerSet::only(C));
        assert_eq!(session(&app).simplifications().count(), 1);
    }

    #[test]
    fn killed_brokers_are_wiped_and_restarted() {
        let mut app = free_play();
        type_in(&mut app, "sf2xwr");
        assert_eq!(said(&app), "");
        assert!(session(&app).state().is_up(B));
        assert_eq!(session(&app).state().leo(B, PartitionId(0)), 0);
        type_in(&mut app, "w");
        assert_eq!(said(&app), "B is up");
        type_in(&mut app, "S");
        assert!(!session(&app).state().is_up(B));
        type_in(&mut app, "rR");
        assert_eq!(session(&app).simplifications().count(), 1);
    }

    #[test]
    fn settings_and_acks_go_round() {
        let mut app = free_play();
        type_in(&mut app, "a");
        assert_eq!(session(&app).acks(ProducerId(0)), Some(Acks::None));
        type_in(&mut app, "io");
        let topic = session(&app).state().topic;
        assert_eq!((topic.min_isr, topic.unclean), (2, false));
    }

    #[test]
    fn a_burst_asks_how_many_and_leaves_nonsense_to_be_mended() {
        let mut app = free_play();
        type_in(&mut app, "b");
        assert!(matches!(app.ui().overlay, Overlay::Prompt { what: PromptFor::Burst, .. }));
        type_in(&mut app, "q⏎");
        assert!(said(&app).starts_with("how many?"), "{}", said(&app));
        assert!(matches!(app.ui().overlay, Overlay::Prompt { .. }));
        press(&mut app, KeyCode::Backspace);
        type_in(&mut app, "5⏎");
        assert!(matches!(app.ui().overlay, Overlay::None));
        assert_eq!(session(&app).state().leo(A, PartitionId(0)), 5);
        assert_eq!(session(&app).position().by_hand, 1);
    }

    #[test]
    fn time_advances_by_what_was_typed() {
        let mut app = free_play();
        type_in(&mut app, "T1.5s⏎");
        assert_eq!(session(&app).here().clock, 1_500);
        type_in(&mut app, "T10⎋");
        assert_eq!(session(&app).here().clock, 1_500);
        type_in(&mut app, "T2h⏎");
        assert!(said(&app).starts_with("how long?"), "{}", said(&app));
    }

    #[test]
    fn lengths_of_time_are_read_as_people_type_them() {
        for (typed, ms) in [
            ("500", Some(500)),
            ("500ms", Some(500)),
            ("10s", Some(10_000)),
            ("10 s", Some(10_000)),
            ("1.25s", Some(1_250)),
            ("2m", Some(120_000)),
            ("60m", Some(3_600_000)),
            ("61m", None),
            ("0", None),
            ("", None),
            (".5s", None),
            ("1.2.3s", None),
            ("-5", None),
            ("99999999999999999999", None),
            ("18446744073709551615", None),
            ("ten", None),
        ] {
            assert_eq!(duration(typed), ms, "{typed:?}");
        }
    }

    #[test]
    fn help_lies_over_everything_scrolls_and_closes() {
        let mut app = free_play();
        type_in(&mut app, "?jjk");
        assert!(matches!(app.ui().overlay, Overlay::Help { scroll: 1 }));
        assert_eq!(session(&app).position().by_hand, 0);
        press(&mut app, KeyCode::End);
        type_in(&mut app, "q");
        assert!(matches!(app.ui().overlay, Overlay::None));
        let mut app = list();
        type_in(&mut app, "?");
        assert!(matches!(app.ui().overlay, Overlay::Help { .. }));
    }

    #[test]
    fn playing_goes_on_to_the_end_and_stops_there() {
        let mut app = list();
        type_in(&mut app, "⏎ ");
        let steps = session(&app).position().of;
        for _ in 0..steps {
            assert!(app.playing().is_some());
            app.play_on();
        }
        assert_eq!(app.playing(), None);
        assert_eq!(session(&app).position().step, steps);
        type_in(&mut app, " ");
        assert_eq!(app.playing(), None);
        assert!(said(&app).starts_with("the script ends here"));
    }

    #[test]
    fn playing_pauses_when_a_person_does_something_but_not_when_they_look_around() {
        let mut app = list();
        type_in(&mut app, "⏎ 1L");
        assert!(app.playing().is_some());
        press(&mut app, KeyCode::Char('?'));
        assert!(app.playing().is_some());
        press(&mut app, KeyCode::Esc);
        type_in(&mut app, "nt");
        assert_eq!(app.playing(), None);
    }

    #[test]
    fn only_presses_count_and_keys_without_a_meaning_change_nothing() {
        let mut app = free_play();
        let mut release = KeyEvent::new(KeyCode::Char('s'), KeyModifiers::NONE);
        release.kind = KeyEventKind::Release;
        assert_eq!(app.event(&Event::Key(release)), Next::Rest);
        assert_eq!(press(&mut app, KeyCode::F(7)), Next::Rest);
        assert_eq!(app.event(&Event::FocusGained), Next::Rest);
        assert_eq!(session(&app).position().by_hand, 0);
    }

    #[test]
    fn escape_and_a_key_that_arrive_together_are_two_keys() {
        let mut app = list();
        type_in(&mut app, "⏎nt");
        let event = KeyEvent::new(KeyCode::Char('n'), KeyModifiers::ALT);
        assert_eq!(app.event(&Event::Key(event)), Next::Draw);
        let Position { step, by_hand, .. } = session(&app).position();
        assert_eq!((step, by_hand), (2, 0));
    }

    #[test]
    fn q_quits_ctrl_c_does_so_even_out_of_a_prompt() {
        assert_eq!(press(&mut list(), KeyCode::Char('q')), Next::Quit);
        let mut app = free_play();
        assert_eq!(press(&mut app, KeyCode::Char('q')), Next::Quit);
        type_in(&mut app, "b");
        assert_eq!(press(&mut app, KeyCode::Char('q')), Next::Draw);
        assert_eq!(ctrl(&mut app, 'c'), Next::Quit);
        assert_eq!(ctrl(&mut app, 'z'), Next::Suspend);
        assert_eq!(ctrl(&mut app, 'l'), Next::Redraw);
    }

    #[test]
    fn the_other_language_is_one_key_away() {
        let mut app = list();
        type_in(&mut app, "L");
        assert_eq!(app.ui().lang, Lang::Zh);
        type_in(&mut app, "⏎1f");
        assert!(app.ui().message.is_some());
        type_in(&mut app, "L");
        assert_eq!((app.ui().lang, said(&app)), (Lang::En, ""));
    }

    #[test]
    fn every_action_says_no_more_than_the_engine_lets_happen() {
        // Whatever is offered as possible is done when its key is pressed, in states of all kinds.
        let app = free_play();
        for before in ["", "s", "f", "s2xN", "x1x3x", "SW", "m1mP", "ooi"] {
            for spec in actions::TABLE {
                let mut app = App {
                    demos: Vec::new(),
                    sessions: app.sessions.clone(),
                    open: Some(0),
                    ui: app.ui.clone(),
                };
                type_in(&mut app, before);
                let possible = spec.action.reason(session(&app), app.ui()).is_none();
                let Some(_) = spec.action.command(session(&app), app.ui()) else { continue };
                app.perform(spec.action, 1);
                if matches!(app.ui().overlay, Overlay::Prompt { .. }) {
                    type_in(&mut app, "1⏎");
                }
                assert_eq!(said(&app).is_empty(), possible, "{:?} after {before}", spec.action);
            }
        }
    }

    #[test]
    fn an_undo_of_a_death_brings_the_broker_back() {
        let mut app = free_play();
        type_in(&mut app, "1x");
        assert_eq!(
            session(&app).refusal(&Command::Event(engine::Event::Kill { broker: A })),
            Some(Refusal::BrokerDown(A))
        );
        type_in(&mut app, "p");
        assert!(session(&app).state().is_up(A));
    }

    #[test]
    fn no_size_of_the_screen_is_too_small_to_draw() {
        let mut apps = [list(), free_play()];
        for app in &mut apps {
            for (keys, close) in [("", ""), ("?", "q"), ("L", "L")] {
                type_in(app, keys);
                for (width, height) in
                    [(1, 1), (2, 1), (1, 5), (10, 3), (60, 18), (80, 24), (33, 77), (300, 100)]
                {
                    let mut terminal = match Terminal::new(TestBackend::new(width, height)) {
                        Ok(terminal) => terminal,
                        Err(never) => match never {},
                    };
                    terminal.draw(|frame| app.draw(frame)).expect("a test screen");
                }
                type_in(app, close);
            }
        }
    }
}
