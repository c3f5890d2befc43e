//! The palette: what is typed into it, completed, recalled and done.

use ratatui::crossterm::event::{Event, KeyEvent};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

use super::{App, Next};
use crate::engine::BrokerSet;
use crate::tui::actions::{Action, Reason};
use crate::tui::key::{Key, Press};
use crate::tui::palette::{Choice, Deed, Palette, Request, complete, parse};
use crate::tui::ui::Overlay;

/// Most characters of a line.
pub(super) const MAX_LINE: usize = 200;
/// Most lines that can be recalled.
const MAX_RECALLED: usize = 100;

impl App {
    pub(super) fn key_in_palette(&mut self, event: &KeyEvent, press: Option<Press>) -> Next {
        let Overlay::Palette(palette) = &self.ui.overlay else { return Next::Rest };
        let mut palette = palette.clone();
        self.ui.message = None;
        match press.map(|press| press.key) {
            Some(Key::Esc) => return self.close_overlay(),
            // What is deleted beyond the beginning is the palette itself.
            Some(Key::Backspace) if palette.input.value().is_empty() => {
                return self.close_overlay();
            }
            Some(Key::Enter) => {
                let line = palette.input.value().trim().to_owned();
                return self.submit(&line);
            }
            Some(Key::Tab) => self.complete_on(&mut palette, true),
            Some(Key::BackTab) => self.complete_on(&mut palette, false),
            Some(Key::Up) => self.recall(&mut palette, true),
            Some(Key::Down) => self.recall(&mut palette, false),
            _ => {
                let before = palette.input.clone();
                palette.input.handle_event(&Event::Key(*event));
                if palette.input.value().chars().count() > MAX_LINE {
                    palette.input = before;
                }
                (palette.completed, palette.recalled) = (None, None);
            }
        }
        self.ui.overlay = Overlay::Palette(palette);
        Next::Draw
    }

    /// The next completion, or the one before, in a round.
    fn complete_on(&self, palette: &mut Palette, forward: bool) {
        let (stem, at) = match palette.completed.take() {
            Some((stem, at)) => (stem, Some(at)),
            None => (palette.input.value().to_owned(), None),
        };
        let candidates = complete(&stem, self.session(), &self.ui);
        let count = candidates.len();
        let at = match (at, forward) {
            (None, true) => 0,
            (None, false) => count.saturating_sub(1),
            (Some(at), true) => (at + 1) % count.max(1),
            (Some(at), false) => at.checked_sub(1).unwrap_or(count.saturating_sub(1)),
        };
        let Some(candidate) = candidates.get(at) else { return };
        // Where there is one, more may be typed behind it.
        let space = if count == 1 { " " } else { "" };
        palette.input = Input::new(format!("{}{space}", candidate.line));
        palette.completed = (count > 1).then_some((stem, at));
    }

    /// A line that was typed before.
    fn recall(&self, palette: &mut Palette, back: bool) {
        let typed = &self.ui.typed;
        let at = match (palette.recalled, back) {
            (None, true) => Some(0),
            (Some(at), true) => Some((at + 1).min(typed.len().saturating_sub(1))),
            (None | Some(0), false) => None,
            (Some(at), false) => Some(at - 1),
        };
        let line = at.and_then(|at| typed.iter().rev().nth(at));
        palette.input = Input::new(line.cloned().unwrap_or_default());
        palette.recalled = at.filter(|_| line.is_some());
        palette.completed = None;
    }

    /// Does what a line asks for. What makes no sense stays there, to be mended.
    fn submit(&mut self, line: &str) -> Next {
        if line.is_empty() {
            return self.close_overlay();
        }
        let request = match parse(line, self.session(), &self.ui) {
            Ok(request) => request,
            Err(reason) => {
                self.say(reason);
                return Next::Draw;
            }
        };
        self.ui.typed.retain(|other| other != line);
        self.ui.typed.push(line.to_owned());
        let extra = self.ui.typed.len().saturating_sub(MAX_RECALLED);
        self.ui.typed.drain(..extra);
        self.ui.overlay = Overlay::None;
        self.request(request)
    }

    fn request(&mut self, request: Request) -> Next {
        let Request { choice, deed } = request;
        let digit = self.choose(choice);
        match deed {
            Deed::Action(action) => {
                let is_power = matches!(action, Action::PowerLoss | Action::PowerLossUnnoticed);
                if is_power && !choice.brokers.is_empty() {
                    self.ui.marked = choice.brokers;
                }
                self.perform(action, digit)
            }
            Deed::Answer(action, what, typed) => {
                match self.why_not(action) {
                    Some(reason) => self.say(reason),
                    None => self.answer_to(what, &typed),
                }
                Next::Draw
            }
            Deed::Switch(rules) => {
                self.switch(rules);
                Next::Draw
            }
            Deed::Compare(against) => {
                self.lay_over(Overlay::Compare { against, scroll: 0 });
                Next::Draw
            }
            Deed::Command(_, command) => {
                self.ui.playing = false;
                let before = self.here();
                let done = self.by_hand(|session| session.act(command));
                self.report(done);
                self.set_off(before);
                Next::Draw
            }
        }
    }

    /// Chooses what an action is to be about. Returns the digit of the broker.
    fn choose(&mut self, choice: Choice) -> u8 {
        let Choice { brokers, partition, producer, consumer } = choice;
        let ui = &mut self.ui;
        let first = brokers.iter().next();
        if let Some(broker) = first {
            ui.broker = broker;
            ui.marked = BrokerSet::EMPTY;
        }
        ui.partition = partition.unwrap_or(ui.partition);
        ui.producer = producer.unwrap_or(ui.producer);
        ui.consumer = consumer.unwrap_or(ui.consumer);
        first.map_or(0, |broker| broker.0 + 1)
    }

    /// Why an action can't be done here, if so.
    fn why_not(&self, action: Action) -> Option<Reason> {
        match self.session() {
            Some(session) => action.reason(session, &self.ui),
            None => Some(Reason::OnlyInDemo),
        }
    }
}
