//! The application: what each key does to a session and to the screen. There is no terminal in it.

use std::mem::discriminant;
use std::sync::Arc;
use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tui_input::backend::crossterm::EventHandler;
use tui_input::{Input, InputRequest};

use super::actions::{self, Action, Reason};
use super::background::Background;
use super::key::{Key, Press};
use super::keymap::ALWAYS_QUITS;
use super::ui::{Overlay, PromptFor, Ui};
use super::view::{Panel, Targets};
use super::{view, wording};
use crate::command::Command;
use crate::demos::Demo;
use crate::engine::{self, BrokerId, BrokerSet, ConsumerId, PartitionId, ProducerId};
use crate::engine::{MAX_ADVANCE, MAX_LOG_RECORDS, Ms};
use crate::lang::{Context, Lang};
use crate::names::Names;
use crate::notation::is_unprintable;
use crate::scenario::Scenario;
use crate::session::Session;
use crate::timeline::{Denied, NodeId};

/// Most characters that a prompt takes.
const MAX_TYPED: usize = 20;
/// How far a page scrolls.
const PAGE: usize = 10;
/// How many offsets a key scrolls.
const STRIDE: usize = 5;

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
    pub(super) ui: Ui,
    /// Where everything is on the screen that was drawn last.
    pub(super) targets: Targets,
}

impl App {
    /// The list of demos.
    pub fn list(demos: Vec<Demo>, mut ui: Ui) -> Self {
        ui.has_list = true;
        ui.selected = 0;
        let targets = Targets::default();
        App { sessions: vec![None; demos.len()], demos, open: None, ui, targets }
    }

    /// One scenario, without a list to go back to.
    pub fn scenario(scenario: Scenario, mut ui: Ui) -> Self {
        ui.has_list = false;
        let mut app = App {
            demos: Vec::new(),
            sessions: vec![Some(Session::new(Arc::new(scenario)))],
            open: Some(0),
            ui,
            targets: Targets::default(),
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

    /// Draws the screen. Nothing stays scrolled further than there is something to see.
    pub fn draw(&mut self, frame: &mut Frame) {
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
        let at_end = self.session().is_none_or(|session| session.here().child.is_none());
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
            && !matches!(self.ui.overlay, Overlay::Prompt { .. })
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
        match self.ui.overlay {
            Overlay::None => match (press, action) {
                (Some(press), Some(action)) => self.perform(action, press.digit),
                _ => Next::Rest,
            },
            Overlay::Help { .. }
            | Overlay::Terms { .. }
            | Overlay::Settings { .. }
            | Overlay::Why { .. }
            | Overlay::Ledger { .. } => self.key_on_page(press, action),
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

    fn lay_over(&mut self, page: Overlay) {
        self.ui.overlay = page;
        // Nobody knows yet how long it is.
        self.targets = Targets::default();
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

    /// Takes what is pasted into a prompt. Elsewhere it would be taken for keys, and is not taken.
    fn paste(&mut self, text: &str) -> Next {
        let Overlay::Prompt { input, .. } = &mut self.ui.overlay else {
            self.ui.message = Some(wording::pasted(self.ui.lang).to_owned());
            return Next::Draw;
        };
        for c in text.chars().filter(|c| !is_unprintable(*c)) {
            if input.value().chars().count() >= MAX_TYPED {
                break;
            }
            input.handle(InputRequest::InsertChar(c));
        }
        Next::Draw
    }

    /// Does what was typed into a prompt. What makes no sense stays there, to be mended.
    fn answer(&mut self, what: PromptFor, typed: &str) {
        let done = match what {
            PromptFor::Burst => match half_width(typed).parse::<usize>() {
                Ok(count) if (1..=MAX_LOG_RECORDS).contains(&count) => {
                    let (producer, partition) = (self.ui.producer, self.ui.partition);
                    self.by_hand(|session| session.send(producer, partition, count))
                }
                _ => Err(Reason::NotACount),
            },
            PromptFor::Advance => match duration(&half_width(typed)) {
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
    pub(super) fn perform(&mut self, action: Action, digit: u8) -> Next {
        match action {
            Action::Quit => return Next::Quit,
            Action::Suspend => return Next::Suspend,
            Action::Redraw => return Next::Redraw,
            Action::Help | Action::Terms | Action::Settings | Action::Why | Action::Ledger => {
                let page = Overlay::page(action);
                if let Some(page) = page.filter(|p| !p.needs_session() || self.open.is_some()) {
                    self.lay_over(page);
                    return Next::Draw;
                }
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
    fn change_look(&mut self, action: Action) {
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
            Action::LogsBack => ui.offset_scroll = (ui.offset_scroll + STRIDE).min(MAX_LOG_RECORDS),
            Action::LogsOn => ui.offset_scroll = ui.offset_scroll.saturating_sub(STRIDE),
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
            | Action::SendAgain
            | Action::Consume
            | Action::SeekBeginning
            | Action::SeekEnd
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
            Action::Mouse
            | Action::Language
            | Action::Theme
            | Action::Signs
            | Action::Help
            | Action::Terms
            | Action::Settings
            | Action::Why
            | Action::Ledger
            | Action::Redraw
            | Action::Suspend
            | Action::Quit => {}
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
        self.ui.unscroll();
        act(session).map_err(|denied| match denied {
            Denied::Refused(refusal) => Reason::Refused(refusal),
            Denied::Full => Reason::Full,
        })
    }

    /// After a move along the timeline: the screen shows what the step is about.
    fn moved(&mut self) {
        self.ui.unscroll();
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
            message: None,
            ..self.ui.clone()
        };
        self.ui.unscroll();
    }

    /// Says why something was not done, or forgets what was said before.
    fn report(&mut self, done: Result<(), Reason>) {
        self.ui.message = match (done, self.session()) {
            (Err(reason), Some(session)) => {
                let cx = self.ui.context(session);
                Some(wording::reason(reason, self.ui.lang, &cx, &self.ui.keys))
            }
            _ => None,
        };
    }

    fn say_in_list(&mut self, reason: Reason) {
        let Some(demo) = self.demos.first() else { return };
        // The reasons that can come up in the list name nothing of a scenario.
        let names = Names::plain(0);
        let cx = Context::new(&names, &demo.scenario.setup, self.ui.glyphs);
        self.ui.message = Some(wording::reason(reason, self.ui.lang, &cx, &self.ui.keys));
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

/// What was typed, without the wide forms of ASCII that a Chinese input method makes.
fn half_width(typed: &str) -> String {
    const WIDE: u32 = '！' as u32 - '!' as u32;
    let narrow = |c: char| match c {
        '！'..='～' => char::from_u32(c as u32 - WIDE).unwrap_or(c),
        c => c,
    };
    typed.chars().map(narrow).collect()
}

/// A length of time as people type it: `500`, `500ms`, `10s`, `1.5s`, `2m`, `1h`.
fn duration(typed: &str) -> Option<Ms> {
    let number_ends = typed.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(typed.len());
    let (number, unit) = typed.split_at(number_ends);
    let ms_each: u64 = match unit.trim() {
        "" | "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
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
    use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
    use ratatui::layout::Rect;

    use super::*;
    use crate::demos;
    use crate::engine::{Acks, Refusal, rules_for};
    use crate::glyphs::Glyphs;
    use crate::session::Position;
    use crate::tui::theme::Theme;
    use crate::tui::view::Target;

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

    /// What stands on a screen of the usual size.
    fn shown(app: &mut App) -> String {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a screen");
        terminal.draw(|frame| app.draw(frame)).expect("a frame");
        let buffer = terminal.backend().buffer();
        buffer.content().iter().map(|cell| cell.symbol()).collect()
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
        assert!(said(&app).contains("how many?"), "{}", said(&app));
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
        assert!(said(&app).contains("how long?"), "{}", said(&app));
        assert!(shown(&mut app).contains("how long? 500ms, 10s, 2m; 1ms to 1h 2h"));
        type_in(&mut app, "⎋T５００⏎");
        assert_eq!(session(&app).here().clock, 2_000);
    }

    #[test]
    fn a_prompt_says_its_bounds_and_says_them_again_to_an_answer_outside_of_them() {
        for (open, answers, en, zh) in [
            ('b', ["0", "", "1001", "x"], "1 to 1000, with acks=all to 100", "1 到 1000"),
            ('T', ["0", "abc", "3601s", "2h"], "1ms to 1h", "1ms 到 1h"),
        ] {
            for answer in answers {
                let mut app = free_play();
                type_in(&mut app, &open.to_string());
                assert!(shown(&mut app).contains(en), "{}", shown(&mut app));
                type_in(&mut app, &format!("{answer}⏎"));
                assert!(matches!(app.ui().overlay, Overlay::Prompt { .. }), "{open} {answer}");
                assert!(said(&app).contains(en), "{}", said(&app));
                assert!(shown(&mut app).contains(en), "{}", shown(&mut app));
                app.ui.lang = Lang::Zh;
                press(&mut app, KeyCode::Enter);
                assert!(said(&app).contains(zh), "{}", said(&app));
            }
        }
    }

    #[test]
    fn what_is_pasted_goes_into_a_prompt_and_nowhere_else() {
        let mut app = free_play();
        let paste = |app: &mut App, text: &str| app.event(&Event::Paste(text.to_owned()));
        assert_eq!(paste(&mut app, "qsq"), Next::Draw);
        assert!(said(&app).contains("paste"), "{}", said(&app));
        assert_eq!(session(&app).position().by_hand, 0);
        type_in(&mut app, "b");
        assert_eq!(paste(&mut app, "\u{1b}1\r\n2\u{202e}\u{7f}"), Next::Draw);
        assert!(
            matches!(&app.ui().overlay, Overlay::Prompt { input, .. } if input.value() == "12")
        );
        paste(&mut app, &"9".repeat(1_000));
        assert!(matches!(&app.ui().overlay, Overlay::Prompt { input, .. }
                if input.value().len() == MAX_TYPED));
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
            ("1h", Some(3_600_000)),
            ("0.5h", Some(1_800_000)),
            ("3601s", None),
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
    fn the_terms_are_a_page_like_the_help_and_each_key_closes_its_own() {
        let mut app = free_play();
        for (opened, other) in [("d", "?"), ("?", "d"), ("v", "d"), ("?", "v")] {
            type_in(&mut app, opened);
            assert!(app.ui.overlay.scroll().is_some());
            type_in(&mut app, "jj");
            assert_eq!(app.ui.overlay.scroll(), Some(&mut 2));
            type_in(&mut app, other);
            assert_eq!(app.ui.overlay.scroll(), Some(&mut 0));
            type_in(&mut app, other);
            assert!(matches!(app.ui.overlay, Overlay::None));
        }
        type_in(&mut app, "d s⎋");
        assert_eq!(session(&app).position().by_hand, 0);
        let mut app = list();
        type_in(&mut app, "v");
        assert_eq!(said(&app), "open a demo first: Enter");
        type_in(&mut app, "?v");
        assert!(matches!(app.ui.overlay, Overlay::Help { .. }));
    }

    #[test]
    fn the_way_back_from_the_end_of_a_page_begins_at_its_end() {
        let mut app = free_play();
        type_in(&mut app, "dG");
        let mut terminal = match Terminal::new(TestBackend::new(80, 24)) {
            Ok(terminal) => terminal,
            Err(never) => match never {},
        };
        terminal.draw(|frame| app.draw(frame)).expect("a test screen");
        let end = app.targets.last(Panel::Overlay).expect("the page scrolls");
        assert!((1..1_000).contains(&end));
        type_in(&mut app, "k");
        assert_eq!(app.ui.overlay.scroll(), Some(&mut (end - 1)));
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
    fn colours_and_signs_go_round_and_say_what_they_are() {
        let mut app = free_play();
        type_in(&mut app, "C");
        assert_eq!((app.ui().theme.name, said(&app)), ("light", "colours: light"));
        type_in(&mut app, "CCCC");
        assert_eq!(app.ui().theme.name, "dark");
        type_in(&mut app, "Z");
        assert_eq!((app.ui().glyphs.name, said(&app)), ("narrow", "signs: narrow"));
        type_in(&mut app, "LZ?ZC");
        assert_eq!((app.ui().glyphs.name, app.ui().theme.name), ("unicode", "light"));
        assert!(matches!(app.ui().overlay, Overlay::Help { .. }));
        assert_eq!(app.session().expect("a session").position().by_hand, 0);
    }

    #[test]
    fn colours_follow_the_background_until_a_person_chooses() {
        let mut app = free_play();
        assert_eq!(app.background(Background::Light), Next::Rest);
        app.ui.follows_background = true;
        assert_eq!(app.background(Background::Dark), Next::Rest);
        assert_eq!(app.background(Background::Light), Next::Draw);
        assert_eq!(app.ui().theme.name, "light");
        type_in(&mut app, "CCCC");
        assert_eq!(app.ui().theme.name, "dark");
        assert_eq!(app.background(Background::Light), Next::Rest);
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
                    targets: Targets::default(),
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

    /// Draws the screen, so that the mouse finds what is on it.
    fn draw(app: &mut App, width: u16, height: u16) {
        let mut terminal = match Terminal::new(TestBackend::new(width, height)) {
            Ok(terminal) => terminal,
            Err(never) => match never {},
        };
        terminal.draw(|frame| app.draw(frame)).expect("a test screen");
    }

    fn mouse(app: &mut App, kind: MouseEventKind, at: Rect) -> Next {
        let event = MouseEvent { kind, column: at.x, row: at.y, modifiers: KeyModifiers::NONE };
        app.event(&Event::Mouse(event))
    }

    /// Where a target is on a screen that is drawn now.
    fn place(app: &mut App, wanted: Target) -> Rect {
        draw(app, 120, 40);
        let mut clicks = app.targets.clicks();
        clicks.find(|(_, target)| *target == wanted).expect("it is on the screen").0
    }

    fn click(app: &mut App, target: Target) -> Next {
        let at = place(app, target);
        mouse(app, MouseEventKind::Down(MouseButton::Left), at)
    }

    fn with_mouse(mut app: App) -> App {
        app.ui.mouse = true;
        app
    }

    #[test]
    fn a_click_does_what_stands_there() {
        let mut app = with_mouse(free_play());
        click(&mut app, Target::Broker(C));
        assert_eq!(app.ui().broker, C);
        click(&mut app, Target::Key(Action::Kill));
        assert!(!session(&app).state().is_up(C));
        click(&mut app, Target::Step(0));
        assert!(session(&app).state().is_up(C));
        click(&mut app, Target::Step(1));
        assert_eq!(session(&app).position().by_hand, 1);
        click(&mut app, Target::Key(Action::Help));
        assert!(matches!(app.ui().overlay, Overlay::Help { .. }));
        click(&mut app, Target::Key(Action::Return));
        assert!(matches!(app.ui().overlay, Overlay::None));
        assert_eq!(session(&app).position().by_hand, 1);
    }

    #[test]
    fn a_click_chooses_a_demo_and_a_second_one_opens_it() {
        let mut app = with_mouse(list());
        click(&mut app, Target::Demo(2));
        assert_eq!((app.ui().selected, app.session().is_some()), (2, false));
        click(&mut app, Target::Demo(2));
        assert!(app.session().is_some());
    }

    #[test]
    fn a_click_stops_the_play_only_if_it_does_something() {
        let mut app = with_mouse(list());
        type_in(&mut app, "⏎ ");
        click(&mut app, Target::Broker(A));
        assert!(app.playing().is_some());
        click(&mut app, Target::Step(0));
        assert!(app.playing().is_none());
    }

    #[test]
    fn what_is_being_typed_is_not_thrown_away_by_a_click() {
        let mut app = with_mouse(free_play());
        let at = place(&mut app, Target::Broker(C));
        type_in(&mut app, "b12");
        let down = MouseEventKind::Down(MouseButton::Left);
        assert_eq!(mouse(&mut app, down, at), Next::Rest);
        assert_eq!(mouse(&mut app, MouseEventKind::ScrollDown, at), Next::Rest);
        assert!(
            matches!(&app.ui().overlay, Overlay::Prompt { input, .. } if input.value() == "12")
        );
        assert_eq!(app.ui().broker, B);
    }

    #[test]
    fn the_wheel_stops_at_the_ends_and_draws_nothing_there() {
        let mut app = with_mouse(free_play());
        type_in(&mut app, "b100⏎");
        let at = place(&mut app, Target::Broker(A));
        assert_eq!(mouse(&mut app, MouseEventKind::ScrollDown, at), Next::Rest);
        assert_eq!(mouse(&mut app, MouseEventKind::ScrollUp, at), Next::Draw);
        assert!(app.ui().offset_scroll > 0);
        for _ in 0..100 {
            mouse(&mut app, MouseEventKind::ScrollUp, at);
        }
        assert_eq!(mouse(&mut app, MouseEventKind::ScrollUp, at), Next::Rest);
        type_in(&mut app, "f");
        assert_eq!(app.ui().offset_scroll, 0);
    }

    #[test]
    fn keys_scroll_no_further_than_there_is_something_to_see() {
        let mut app = free_play();
        type_in(&mut app, "b100⏎");
        for _ in 0..100 {
            type_in(&mut app, "<");
        }
        draw(&mut app, 80, 24);
        let first = app.ui().offset_scroll;
        assert!(first < 100, "{first}");
        type_in(&mut app, ">");
        assert!(app.ui().offset_scroll < first);
        type_in(&mut app, "?");
        press(&mut app, KeyCode::End);
        draw(&mut app, 80, 24);
        type_in(&mut app, "k");
        draw(&mut app, 80, 24);
        assert!(matches!(app.ui().overlay, Overlay::Help { scroll } if scroll > 0 && scroll < 60));
    }

    #[test]
    fn a_mouse_that_only_moves_or_is_not_wanted_draws_nothing() {
        let mut app = with_mouse(free_play());
        let at = place(&mut app, Target::Broker(C));
        for kind in [
            MouseEventKind::Moved,
            MouseEventKind::Drag(MouseButton::Left),
            MouseEventKind::Up(MouseButton::Left),
            MouseEventKind::Down(MouseButton::Right),
        ] {
            assert_eq!(mouse(&mut app, kind, at), Next::Rest);
        }
        type_in(&mut app, "M");
        assert!(said(&app).starts_with("mouse off"), "{}", said(&app));
        let down = MouseEventKind::Down(MouseButton::Left);
        assert_eq!(mouse(&mut app, down, at), Next::Rest);
        assert_eq!(app.ui().broker, B);
    }

    #[test]
    fn what_a_step_moves_is_on_its_way_until_a_key_or_its_end() {
        let mut app = free_play();
        type_in(&mut app, "sf");
        assert_eq!(app.moving(), None);
        app.ui.animates = true;
        type_in(&mut app, "f");
        assert!(app.moving().is_some());
        assert_eq!(app.travel(0), Next::Rest);
        assert_eq!(app.travel(40), Next::Draw);
        assert_eq!(app.ui().travelled, Some(40));
        assert_eq!(app.travel(100), Next::Draw);
        assert_eq!(app.moving(), None);
        // A key that means nothing ends it, too.
        type_in(&mut app, "f");
        assert_eq!(press(&mut app, KeyCode::F(7)), Next::Draw);
        assert_eq!(app.moving(), None);
        assert_eq!(press(&mut app, KeyCode::F(7)), Next::Rest);
        // Nothing goes from broker to broker in these.
        type_in(&mut app, "sp");
        assert_eq!(app.moving(), None);
        type_in(&mut app, "t");
        assert_eq!(app.moving(), None);
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
