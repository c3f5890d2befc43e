//! Drawing.

use ratatui::Frame;

use super::ui::{Overlay, Ui};
use super::{actions, wording};
use crate::demos::Demo;
use crate::session::{Session, in_lang};

/// A session.
pub fn draw(frame: &mut Frame, session: &Session, ui: &Ui) {
    let mut text = String::new();
    let p = session.position();
    text += &format!(
        "{} step {}/{} hand {} broker {}\n",
        in_lang(&session.scenario().title, ui.lang),
        p.step,
        p.of,
        p.by_hand,
        session.names().broker(ui.broker),
    );
    let cx = ui.context(session);
    for e in session.here().effects() {
        text += &format!("{}\n", ui.lang.effect(&cx, e));
    }
    for hint in actions::footer(session, ui) {
        text += &format!("{} {}  ", hint.key, hint.name);
    }
    text += &format!("\nmessage: {}\n", ui.message.as_deref().unwrap_or(""));
    overlay(&mut text, Some(session), ui);
    frame.render_widget(ratatui::text::Text::from(text.as_str()), frame.area());
}

/// The list.
pub fn draw_list(frame: &mut Frame, demos: &[Demo], ui: &Ui) {
    let mut text = String::from("Replicascope\n");
    for (at, demo) in demos.iter().enumerate() {
        let mark = if at == ui.selected { ">" } else { " " };
        text += &format!("{mark} {} {}\n", demo.id, in_lang(&demo.scenario.title, ui.lang));
    }
    text += &format!("\nmessage: {}\n", ui.message.as_deref().unwrap_or(""));
    overlay(&mut text, None, ui);
    frame.render_widget(ratatui::text::Text::from(text.as_str()), frame.area());
}

fn overlay(text: &mut String, session: Option<&Session>, ui: &Ui) {
    match &ui.overlay {
        Overlay::None => {}
        Overlay::Help { scroll } => {
            text.clear();
            let mut lines = Vec::new();
            for (section, help) in actions::help(session, ui) {
                lines.push(actions::section_title(section, ui.lang).to_owned());
                for line in help {
                    lines.push(format!("{} {} {:?}", line.keys, line.text, line.reason));
                }
                lines.push(String::new());
            }
            *text = lines[(*scroll).min(lines.len() - 1)..].join("\n");
        }
        Overlay::Prompt { what, input } => {
            *text += &format!("{} {}", wording::prompt(*what, ui.lang), input.value());
        }
        Overlay::Message(m) => *text = m.clone(),
    }
}
