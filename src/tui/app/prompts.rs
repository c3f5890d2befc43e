//! Prompts: what is typed, and what is done with it.

use ratatui::crossterm::event::{Event, KeyEvent};
use tui_input::backend::crossterm::EventHandler;
use tui_input::{Input, InputRequest};

use super::palette::MAX_LINE;
use super::{App, Next};
use crate::command::Command;
use crate::engine::{self, MAX_ADVANCE, MAX_LOG_RECORDS, Ms};
use crate::explore;
use crate::printable::is_unprintable;
use crate::scenario::bounds::{MAX_NAME, MAX_NOTE, MAX_STACKED};
use crate::scenario::text::{columns, is_zero_width};
use crate::session::{Session, Twig};
use crate::timeline::BranchId;
use crate::tui::actions::Reason;
use crate::tui::faults;
use crate::tui::key::{Key, Press};
use crate::tui::ui::{Overlay, PromptFor};
use crate::tui::wording;

/// Most characters that a prompt takes.
pub(super) const MAX_TYPED: usize = 20;
/// The same of one that asks for the replicas of a partition.
const MAX_NAMES: usize = 80;
/// The same of one that asks for the name of a file.
const MAX_PATH: usize = 400;

impl App {
    pub(super) fn key_in_prompt(&mut self, event: &KeyEvent, press: Option<Press>) -> Next {
        let Overlay::Prompt { what, input } = &mut self.ui.overlay else { return Next::Rest };
        match press.map(|press| press.key) {
            Some(Key::Esc) => {
                self.ui.message = None;
                match *what {
                    // Back to the name.
                    PromptFor::Replace(saving) => self.replace(saving, ""),
                    _ => self.after_prompt(),
                }
            }
            Some(Key::Enter) => {
                let (what, typed) = (*what, input.value().trim().to_owned());
                self.answer(what, &typed);
            }
            _ => {
                let before = input.clone();
                input.handle_event(&Event::Key(*event));
                if input.value().chars().count() > most(*what) {
                    *input = before;
                }
            }
        }
        Next::Draw
    }

    /// Takes what is pasted into a prompt. Elsewhere it would be taken for keys, and is not taken.
    pub(super) fn paste(&mut self, text: &str) -> Next {
        let (input, most) = match &mut self.ui.overlay {
            Overlay::Prompt { what, input } => (input, most(*what)),
            Overlay::Palette(palette) => (&mut palette.input, MAX_LINE),
            _ => {
                self.ui.message = Some(wording::pasted(self.ui.lang).to_owned());
                return Next::Draw;
            }
        };
        // What takes words takes lines as words, too; what takes a number or a name takes one.
        let takes_words = most == MAX_LINE;
        let gap = if takes_words { " " } else { "" };
        let text = text.trim_end().replace("\r\n", gap).replace(['\n', '\r', '\t'], gap);
        for c in text.chars().filter(|c| !is_unprintable(*c)) {
            if input.value().chars().count() >= most {
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
            PromptFor::Reassign => {
                let partition = self.ui.partition;
                match self.session().and_then(|s| faults::order(typed, s.names())) {
                    Some(to) => self.by_hand(|session| {
                        session.act(Command::Event(engine::Event::Reassign { partition, to }))
                    }),
                    None => Err(Reason::NotBrokers),
                }
            }
            PromptFor::GoTo => self.go_to_number(&half_width(typed)),
            PromptFor::Search => {
                self.ui.overlay = Overlay::None;
                self.search_for(typed);
                return;
            }
            // Behind what is proposed, too.
            PromptFor::Explore if typed.ends_with(['?', '？']) => {
                self.ui.overlay = Overlay::Message(explore::help(self.ui.lang));
                return;
            }
            PromptFor::Explore => {
                match self.explore_for(&half_width(typed)) {
                    Ok(()) => self.after_prompt(),
                    Err(why) => self.ui.message = Some(why),
                }
                return;
            }
            PromptFor::BranchName(branch) if self.is_taken(branch, typed) => Err(Reason::NameTaken),
            PromptFor::BranchName(branch) => match is_name(typed) {
                true => {
                    self.with_session(|session| session.rename_branch(branch, typed));
                    Ok(())
                }
                false => Err(Reason::NotAName),
            },
            PromptFor::BranchNote(branch) => {
                self.with_session(|session| session.note_branch(branch, typed));
                Ok(())
            }
            // These two say what becomes of the prompt.
            PromptFor::Save(saving) => {
                let done = self.save(saving, typed);
                return self.report(done);
            }
            PromptFor::Replace(saving) => {
                self.replace(saving, typed);
                return self.report(Ok(()));
            }
        };
        let nonsense = matches!(
            done,
            Err(Reason::NotACount
                | Reason::NotATime
                | Reason::NotBrokers
                | Reason::NoStep { .. }
                | Reason::NotAName
                | Reason::NameTaken)
        );
        if !nonsense {
            self.after_prompt();
        }
        self.report(done);
    }

    /// Whether another branch is called so already.
    fn is_taken(&self, branch: BranchId, name: &str) -> bool {
        let twigs = self.session().map(Session::tree).unwrap_or_default();
        let called = |twig: &Twig| twig.name.as_deref() == Some(name);
        twigs.iter().any(|twig| twig.branch != branch && called(twig))
    }

    /// Answers a prompt that has not been opened. What makes no sense opens it, to be mended.
    pub(super) fn answer_to(&mut self, what: PromptFor, typed: &str) {
        self.ui.overlay = prompt_with(what, typed.chars().take(most(what)).collect());
        self.answer(what, typed.trim());
    }

    /// Once a prompt is done: the screen, or the tree from which it was opened.
    fn after_prompt(&mut self) {
        self.ui.overlay = match self.tree.take() {
            Some(chosen) => Overlay::Branches { chosen },
            None => Overlay::None,
        };
    }

    fn with_session<T>(&mut self, act: impl FnOnce(&mut Session) -> T) -> Option<T> {
        self.open.and_then(|place| self.sessions.get_mut(place)?.as_mut()).map(act)
    }
}

pub(super) fn prompt(what: PromptFor) -> Overlay {
    prompt_with(what, String::new())
}

/// A prompt in which something stands already.
pub(in crate::tui) fn prompt_with(what: PromptFor, text: String) -> Overlay {
    Overlay::Prompt { what, input: Input::new(text) }
}

/// Most characters that a prompt takes.
fn most(what: PromptFor) -> usize {
    match what {
        PromptFor::Burst | PromptFor::Advance | PromptFor::GoTo | PromptFor::Replace(_) => {
            MAX_TYPED
        }
        PromptFor::Reassign => MAX_NAMES,
        PromptFor::Search | PromptFor::Explore => MAX_LINE,
        PromptFor::BranchName(_) => MAX_STACKED * MAX_NAME,
        PromptFor::BranchNote(_) => MAX_NOTE,
        PromptFor::Save(_) => MAX_PATH,
    }
}

/// Whether a branch can be called so, or without a name.
fn is_name(typed: &str) -> bool {
    columns(typed) <= MAX_NAME && (typed.is_empty() || !typed.chars().all(is_zero_width))
}

/// What was typed, without the wide forms of ASCII that a Chinese input method makes.
pub(in crate::tui) fn half_width(typed: &str) -> String {
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
