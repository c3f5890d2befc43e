//! Whole screens as text, looked at by a person before they were accepted, and random ones that must
//! never be wider than the terminal.

mod answers;
mod compare;
mod demos;
mod failures;
mod faults;
mod motion;
mod pages;
mod random;
mod room;
mod sequence;
mod sizes;
mod standing;
mod targets;
mod timeline;

use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use crate::command::Command;
use crate::engine::{BrokerId, Event, PartitionId};
use crate::glyphs::Glyphs;
use crate::lang::Lang;
use crate::scenario::Scenario;
use crate::session::Session;
use crate::tui::theme::Theme;
use crate::tui::ui::Ui;

const A: BrokerId = BrokerId(0);
const C: BrokerId = BrokerId(2);
const P: PartitionId = PartitionId(0);

/// What a terminal would show, line by line. A wide character covers the cell after it.
fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in buffer.area.top()..buffer.area.bottom() {
        let mut line = String::new();
        let mut covered = 0;
        for x in buffer.area.left()..buffer.area.right() {
            if covered > 0 {
                covered -= 1;
                continue;
            }
            let symbol = buffer.cell((x, y)).map_or(" ", |cell| cell.symbol());
            covered = super::text::width(symbol).saturating_sub(1);
            line.push_str(symbol);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A built-in demo, at a step.
fn demo(id: &str, step: usize) -> Session {
    let (name, source) =
        crate::demos::FILES.iter().find(|(name, _)| name.starts_with(id)).expect("a demo");
    at(scenario(name, source), step)
}

fn scenario(name: &str, source: &str) -> Session {
    match Scenario::parse(name, source) {
        Ok(scenario) => Session::new(Arc::new(scenario)),
        Err(report) => panic!("{report:?}"),
    }
}

fn at(mut session: Session, step: usize) -> Session {
    for _ in 0..step {
        assert!(session.forward(), "it has {step} steps");
    }
    session
}

fn ui() -> Ui {
    Ui::new(Lang::En, Theme::DARK, &Glyphs::UNICODE)
}

fn buffer(session: &Session, ui: &Ui, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a buffer");
    terminal.draw(|frame| super::draw(frame, session, ui)).expect("drawn");
    terminal.backend().buffer().clone()
}

fn screen(session: &Session, ui: &Ui, width: u16, height: u16) -> String {
    text(&buffer(session, ui, width, height))
}

fn act(session: &mut Session, event: Event) {
    session.act(Command::Event(event)).expect("it can happen");
}

fn fetch(session: &mut Session, broker: BrokerId) {
    session.act(Command::Fetch { broker, partition: P }).expect("it fetches");
}
