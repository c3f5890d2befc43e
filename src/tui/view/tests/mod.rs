//! Screens as text.

use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use crate::demos;
use crate::glyphs::Glyphs;
use crate::lang::Lang;
use crate::scenario::Scenario;
use crate::session::Session;
use crate::tui::theme::Theme;
use crate::tui::ui::Ui;

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

fn demo(id: &str) -> Session {
    let (name, source) =
        demos::FILES.iter().find(|(name, _)| name.starts_with(id)).expect("a demo");
    Session::new(Arc::new(Scenario::parse(name, source).expect("a scenario")))
}

fn ui() -> Ui {
    Ui::new(Lang::En, Theme::DARK, &Glyphs::UNICODE)
}

fn screen(session: &Session, ui: &Ui, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a buffer");
    terminal.draw(|frame| super::draw(frame, session, ui)).expect("drawn");
    text(terminal.backend().buffer())
}

#[test]
fn look() {
    let id = std::env::var("DEMO").unwrap_or("10b".into());
    let step: usize = std::env::var("STEP").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let w = std::env::var("W").ok().and_then(|s| s.parse().ok()).unwrap_or(80);
    let h = std::env::var("H").ok().and_then(|s| s.parse().ok()).unwrap_or(24);
    let mut session = demo(&id);
    for _ in 0..step {
        session.forward();
    }
    let mut ui = ui();
    if std::env::var("ZH").is_ok() {
        ui.lang = Lang::Zh;
    }
    println!("{}", screen(&session, &ui, w, h));
}
