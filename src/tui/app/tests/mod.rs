//! What the keys and the mouse do, without a terminal. Here: what those tests share.

mod keys;
mod mouse;
mod timeline;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use super::*;
use crate::demos;
use crate::engine::{BrokerId, rules_for};
use crate::glyphs::Glyphs;
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

/// A demo by the beginning of its name, at its start.
fn demo(id: &str) -> App {
    let demo = demos::all().into_iter().find(|demo| demo.id.starts_with(id)).expect("a demo");
    App::scenario(Scenario::clone(&demo.scenario), ui())
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
