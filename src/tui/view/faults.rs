//! The list of faults: what can go wrong with the chosen broker and partition, with the key that does it
//! and why it can't happen now.

use ratatui::layout::Rect;

use super::overlay::draw_rows;
use super::target::Target;
use super::text::{Canvas, Row, width, wrap};
use crate::session::Session;
use crate::tui::faults::{Choice, Line, Part, lines};
use crate::tui::ui::Ui;
use crate::tui::wording;

/// Columns between two columns.
const SPACE: u16 = 2;

/// Draws the list, the chosen line in view.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, session: &Session, ui: &Ui, selected: usize) {
    let theme = &ui.theme;
    let room = area.width.saturating_sub(4);
    let lines = lines(session, ui);
    let selected = selected.min(lines.len().saturating_sub(1));
    let keys: Vec<String> = lines.iter().map(|line| key(line, ui)).collect();
    let widest = keys.iter().map(|key| width(key)).max().unwrap_or(0);
    let mut rows: Vec<Row> = Vec::new();
    let mut chosen = 0;
    let mut part = None;
    for (at, (line, key)) in lines.iter().zip(&keys).enumerate() {
        if part.replace(line.part) != Some(line.part) {
            rows.push(Row::of(heading(line.part, session, ui), theme.strong));
        }
        let is_off = line.reason.is_some();
        let text = match (at == selected, is_off) {
            (true, _) => theme.selected,
            (false, true) => theme.key_off,
            (false, false) => theme.text,
        };
        let sign = if at == selected { ui.glyphs.chosen } else { " " };
        let mut row = Row::of(sign, theme.key).with(" ", theme.text);
        row.push(key.clone(), if is_off { theme.key_off } else { theme.key });
        row.space(widest.saturating_sub(width(key)) + SPACE);
        let off = if is_off { ui.glyphs.off } else { "" };
        row.push(format!("{off}{}", told(line, session, ui)), text);
        if at == selected {
            chosen = rows.len();
        }
        let reason = line
            .reason
            .map(|reason| wording::reason(reason, ui.lang, &ui.context(session), &ui.keys));
        let indent = usize::from(widest + 2 + SPACE);
        match reason.map(|reason| format!("({reason})")) {
            Some(reason) if row.width() + width(&reason) < room => {
                row.space(1);
                rows.push(row.with(reason, theme.key_off).aim(Target::Fault(at)));
            }
            // A reason that does not fit has rows of its own.
            Some(reason) => {
                rows.push(row.aim(Target::Fault(at)));
                let lines = wrap(&reason, room.saturating_sub(indent as u16));
                rows.extend(
                    lines.into_iter().map(|line| {
                        Row::of(format!("{}{line}", " ".repeat(indent)), theme.key_off)
                    }),
                );
            }
            None => rows.push(row.aim(Target::Fault(at))),
        }
    }
    rows.push(Row::new());
    let note = wrap(&wording::faults_note(ui.lang), room);
    rows.extend(note.into_iter().map(|line| Row::of(line, theme.dim)));
    let middle = usize::from(area.height / 2);
    draw_rows(canvas, area, ui, &rows, (chosen + 1).saturating_sub(middle));
}

/// Its key; empty for what has none.
fn key(line: &Line, ui: &Ui) -> String {
    match line.choice {
        Choice::Act(action) => {
            ui.keys.keys(action).first().map(ToString::to_string).unwrap_or_default()
        }
        Choice::Give(_) | Choice::Switch(_) => String::new(),
    }
}

/// Whom the part is about, behind what it is.
fn heading(part: Part, session: &Session, ui: &Ui) -> String {
    let title = wording::faults_heading(part, ui.lang);
    match part {
        Part::Broker | Part::Links => format!("{title} {}", session.names().broker(ui.broker)),
        Part::Flight | Part::Controller | Part::Followers => title.to_owned(),
    }
}

/// What happens if the line is chosen.
fn told(line: &Line, session: &Session, ui: &Ui) -> String {
    let command = match &line.choice {
        Choice::Switch(act) => {
            let at_once = *act.of(&mut session.setup().controller.clone());
            return wording::controller_acts(*act, at_once, ui.lang);
        }
        Choice::Give(command) => Some(command.clone()),
        // What it asks for is typed.
        Choice::Act(super::super::actions::Action::Reassign) => None,
        Choice::Act(action) => action.command(session, ui),
    };
    match (command, &line.choice) {
        (Some(command), _) => {
            ui.lang.command(&ui.context(session), &command, Some(session.state()))
        }
        (None, Choice::Act(action)) => wording::help(*action, ui.lang).to_owned(),
        (None, _) => String::new(),
    }
}
