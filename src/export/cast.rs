//! A whole script as a recording of a terminal: asciicast, version 2, which every player reads.
//!
//! The first line says what it is; each further line is an event: seconds since the beginning, what
//! kind, and what. Output is the difference to the frame before; a mark stands at each step, so that
//! a player can go from step to step.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde_json::{Value, json};

use super::frame::{aim, draw};
use super::palette::{Paper, SIXTEEN};
use super::size::Size;
use super::text::difference;
use crate::lang::Label;
use crate::session::Session;
use crate::tui::ui::Ui;

/// Hides the cursor and empties the screen.
const BEGIN: &str = "\x1b[0m\x1b[?25l\x1b[2J\x1b[H";

/// A recording of the script from its start to its end. Each step stays for as long as it takes to
/// read.
pub fn record(session: &Session, ui: &Ui, size: Size) -> String {
    let mut session = session.clone();
    session.first();
    let mut ui = ui.clone();
    let mut lines = vec![head(&session, &ui, size).to_string()];
    let mut shown = Buffer::empty(Rect::new(0, 0, size.columns(), size.rows()));
    let mut now = 0_u64;
    let mut begin = BEGIN;
    loop {
        aim(&mut ui, &session);
        let frame = draw(&session, &ui, size);
        lines.push(event(now, "o", &(begin.to_owned() + &difference(&shown, &frame))));
        lines.push(event(now, "m", &mark(&session, &ui)));
        shown = frame;
        begin = "";
        now += u64::from(session.reading_time(ui.lang));
        if !session.forward() {
            break;
        }
    }
    lines.push(event(now, "o", &end(size)));
    lines.join("\n") + "\n"
}

fn head(session: &Session, ui: &Ui, size: Size) -> Value {
    let paper = Paper::of(&ui.theme);
    let palette: Vec<String> = SIXTEEN.iter().map(ToString::to_string).collect();
    json!({
        "version": 2,
        "width": size.columns(),
        "height": size.rows(),
        "title": session.scenario().title.get(ui.lang),
        "env": { "TERM": "xterm-256color" },
        "theme": {
            "fg": paper.ink.to_string(),
            "bg": paper.ground.to_string(),
            "palette": palette.join(":"),
        },
    })
}

fn event(ms: u64, kind: &str, what: &str) -> String {
    json!([ms as f64 / 1_000.0, kind, what]).to_string()
}

fn mark(session: &Session, ui: &Ui) -> String {
    match session.position().step {
        0 => ui.lang.label(Label::Start).to_owned(),
        step => format!("{} {step}", ui.lang.label(Label::Step)),
    }
}

/// Gives the terminal back with the last frame still on it: the cursor is seen again, in the last
/// row, so that a shell's next line does not stand in the middle of it.
fn end(size: Size) -> String {
    format!("\x1b[0m\x1b[{};1H\x1b[?25h", size.rows())
}
