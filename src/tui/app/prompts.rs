//! Prompts: what is typed, and what is done with it.

use ratatui::crossterm::event::{Event, KeyEvent};
use tui_input::backend::crossterm::EventHandler;
use tui_input::{Input, InputRequest};

use super::{App, Next};
use crate::command::Command;
use crate::engine::{self, MAX_ADVANCE, MAX_LOG_RECORDS, Ms};
use crate::notation::is_unprintable;
use crate::tui::actions::Reason;
use crate::tui::key::{Key, Press};
use crate::tui::ui::{Overlay, PromptFor};
use crate::tui::wording;

/// Most characters that a prompt takes.
pub(super) const MAX_TYPED: usize = 20;

impl App {
    pub(super) fn key_in_prompt(&mut self, event: &KeyEvent, press: Option<Press>) -> Next {
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
    pub(super) fn paste(&mut self, text: &str) -> Next {
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
}

pub(super) fn prompt(what: PromptFor) -> Overlay {
    Overlay::Prompt { what, input: Input::default() }
}

/// What was typed, without the wide forms of ASCII that a Chinese input method makes.
pub(super) fn half_width(typed: &str) -> String {
    const WIDE: u32 = '！' as u32 - '!' as u32;
    let narrow = |c: char| match c {
        '！'..='～' => char::from_u32(c as u32 - WIDE).unwrap_or(c),
        c => c,
    };
    typed.chars().map(narrow).collect()
}

/// A length of time as people type it: `500`, `500ms`, `10s`, `1.5s`, `2m`, `1h`.
pub(super) fn duration(typed: &str) -> Option<Ms> {
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
