//! The screen: a function of the state, and the keys that change it.
//!
//! ```text
//!  keys ──► actions ──► app ──► Session (timeline, engine)
//!             │          │          │
//!             │          └──► Ui ───┤
//!             └─► help, footer      ▼
//!                                 view ──► terminal
//! ```
//!
//! | module | what |
//! | --- | --- |
//! | [`key`], [`actions`], [`wording`] | every action once: keys, section, words, why not now |
//! | [`keymap`] | the keys in force: the table's, or those that a person has configured |
//! | [`palette`] | the actions by their names, with arguments |
//! | [`ui`] | what is chosen, shown and laid over the screen |
//! | [`app`], `mouse` | what each key does, and what a click |
//! | [`watch`] | the file of the scenario, which may change |
//! | [`view`], [`theme`] | drawing, one file a panel |
//! | [`terminal`], [`signals`] | taking the terminal over and giving it back |
//! | [`background`] | whether the terminal is light or dark |
//!
//! This file holds the loop: it waits for a key, a signal or, while the script plays, for the time
//! of the next step; for the few frames of what is on its way, for the next of them. Nothing else
//! wakes it, and it draws only when something has changed.

pub mod actions;
pub mod app;
pub mod background;
mod comparing;
mod exploring;
mod failing;
pub mod faults;
pub mod key;
pub mod keymap;
mod mouse;
pub mod palette;
pub mod signals;
pub mod terminal;
pub mod theme;
pub mod ui;
pub mod view;
pub mod watch;
pub mod wording;

use std::future::pending;
use std::io;
use std::time::Duration;

use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;
use futures::StreamExt;
use ratatui::crossterm::event::{Event, EventStream};
use tokio::time::{Instant, sleep_until};

use app::{App, Next};
use background::{Heard, Listener};
use signals::{Signals, Told};
use terminal::Screen;
use watch::Watch;

use crate::timeline::NodeId;

/// The shortest time between two frames: keys that arrive faster are drawn together. A key after a
/// pause is drawn at once.
const FRAME: Duration = Duration::from_millis(8);

/// How long what a step moves is on its way. A key ends it at once.
const WAY: Duration = Duration::from_millis(280);
/// Between two of its frames.
const WAY_FRAME: Duration = Duration::from_millis(28);

/// How the program was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By a key.
    Quit,
    /// By the signal of this number.
    Signal(i32),
    /// The terminal was closed.
    HungUp,
}

/// Takes the terminal over, runs the application until it is left, and gives the terminal back.
///
/// # Errors
/// The terminal can't be taken over ([`terminal::is_there`] tells beforehand), or it fails.
pub fn run(app: &mut App) -> io::Result<Exit> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    terminal::install_panic_hook();
    let exit = runtime.block_on(live(app));
    terminal::give_back();
    exit
}

/// What woke the loop.
enum Woken {
    Key(Option<io::Result<Event>>),
    Told(Told),
    Time,
    Frame,
    Way,
    Changed,
    Explored,
}

async fn live(app: &mut App) -> io::Result<Exit> {
    // Before the screen: from here on no signal ends the program without giving it back.
    let mut signals = Signals::listen()?;
    let mut screen = Screen::enter(app.ui().mouse)?;
    let mut keys = EventStream::new();
    let mut listener = match app.ui().follows_background {
        true => Some(background::ask(&mut io::stdout(), std::time::Instant::now())?),
        false => None,
    };
    let mut watch = app.watched().and_then(Watch::on);
    let mut clock = Clock::default();
    let mut way = Way::default();
    let mut changed = true;
    let mut next_frame = Instant::now();
    loop {
        if changed && Instant::now() >= next_frame {
            screen.draw(|frame| app.draw(frame))?;
            changed = false;
            next_frame = Instant::now() + FRAME;
        }
        clock.set(app);
        way.set(app);
        let woken = tokio::select! {
            key = keys.next() => Woken::Key(key),
            told = signals.next() => Woken::Told(told),
            () = clock.rings() => Woken::Time,
            () = sleep_until(next_frame), if changed => Woken::Frame,
            () = way.goes_on(), if !changed => Woken::Way,
            () = file_changed(&mut watch) => Woken::Changed,
            () = sleep_until(Instant::now() + exploring::LOOK), if app.is_exploring() => {
                Woken::Explored
            }
        };
        let next = match woken {
            Woken::Key(Some(Ok(event))) => hear(app, &mut listener, event),
            Woken::Key(Some(Err(error))) => return Err(error),
            Woken::Key(None) => return Ok(Exit::HungUp),
            Woken::Told(Told::End(signal)) => return Ok(Exit::Signal(signal)),
            Woken::Told(Told::HungUp) => return Ok(Exit::HungUp),
            Woken::Told(Told::Stop) => Next::Suspend,
            // A shell may have had the terminal meanwhile.
            Woken::Told(Told::Continued) => {
                screen.reenter()?;
                Next::Draw
            }
            Woken::Time => app.play_on(),
            Woken::Frame => Next::Rest,
            Woken::Way => app.travel(way.gone()),
            Woken::Changed => app.reload(),
            Woken::Explored => app.look_at_exploration(),
        };
        if let Some(text) = app.take_clipboard() {
            // A terminal that does not know how, or may not, does nothing.
            execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))?;
        }
        screen.set_mouse(app.ui().mouse)?;
        match next {
            Next::Rest => {}
            Next::Draw => changed = true,
            Next::Redraw => {
                screen.forget()?;
                changed = true;
            }
            Next::Suspend => {
                screen.leave();
                // Its thread would take keys from the shell.
                drop(keys);
                signals::stop()?;
                screen.reenter()?;
                keys = EventStream::new();
                changed = true;
            }
            Next::Quit => return Ok(Exit::Quit),
        }
    }
}

async fn file_changed(watch: &mut Option<Watch>) {
    match watch {
        Some(watch) => watch.changed().await,
        None => pending().await,
    }
}

/// Gives the application what the terminal reports, but for the answer to what it was asked.
fn hear(app: &mut App, listener: &mut Option<Listener>, event: Event) -> Next {
    listener.take_if(|listener| !listener.is_patient(std::time::Instant::now()));
    match listener.as_mut().map_or(Heard::Keys(vec![event.clone()]), |l| l.hear(event)) {
        Heard::Keys(events) => {
            let mut next = Next::Rest;
            for event in &events {
                next = app.event(event).or(next);
                if matches!(next, Next::Quit | Next::Suspend) {
                    break;
                }
            }
            next
        }
        Heard::Nothing => Next::Rest,
        Heard::Answer(answer) => {
            *listener = None;
            answer.map_or(Next::Rest, |background| app.background(background))
        }
    }
}

/// The clock of a script that plays by itself. It stands still while nothing plays.
#[derive(Debug, Default)]
struct Clock {
    /// The step that it was set for, and when it rings.
    set: Option<(NodeId, Instant)>,
}

impl Clock {
    /// Sets the clock for the step on the screen, unless it is set for that one already.
    fn set(&mut self, app: &App) {
        self.set = match (app.playing(), self.set) {
            (None, _) => None,
            (Some((step, _)), Some(set)) if set.0 == step => Some(set),
            (Some((step, stay)), _) => Some((step, Instant::now() + stay.max(LEAST_STAY))),
        };
    }

    async fn rings(&self) {
        match self.set {
            Some((_, at)) => sleep_until(at).await,
            None => pending().await,
        }
    }
}

/// How far what a step moves has gone. No time is kept while nothing is on its way.
#[derive(Debug, Default)]
struct Way {
    /// The step that it is on its way to, when it set off, and when the next frame is due.
    set: Option<(NodeId, Instant, Instant)>,
}

impl Way {
    fn set(&mut self, app: &App) {
        let now = Instant::now();
        self.set = match (app.moving(), self.set) {
            (None, _) => None,
            (Some(step), Some((s, since, due))) if s == step => {
                Some((s, since, if due <= now { now + WAY_FRAME } else { due }))
            }
            (Some(step), _) => Some((step, now, now + WAY_FRAME)),
        };
    }

    async fn goes_on(&self) {
        match self.set {
            Some((_, _, due)) => sleep_until(due).await,
            None => pending().await,
        }
    }

    /// How many hundredths of its way it has gone.
    fn gone(&self) -> u128 {
        let gone = self.set.map_or(WAY, |(_, since, _)| since.elapsed());
        gone.as_millis() * 100 / WAY.as_millis()
    }
}

/// The shortest time that a step stays.
const LEAST_STAY: Duration = Duration::from_millis(200);
