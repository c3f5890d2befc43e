//! Drawing: the screen as a function of the session and of the screen's state.
//!
//! ```text
//!  head       the demo and the step; the partition; the controller
//!  ruler      offsets, and what the numbers on the right are
//!  brokers    three rows each: log and numbers; epochs; what it believes or has in flight
//!  clients    what became of each record; lost, duplicated, diverged
//!  changes    each number that changed, by which formula, read from where
//!  history    the steps before, in a tall terminal
//!  say        what is told and asked
//!  strip      every step, with marks for what became of it, where there is room
//!  footer     keys
//! ```
//!
//! While the sequence diagram is open (`sequence`), it has all rows but those of the keys.
//!
//! `layout` shares the rows out, `grid` the columns; each panel is a file and a pure function of the
//! `Scene`. What can be clicked says so as it is drawn: `target` keeps where. No rule of the protocol is in here: what the screen explains, an effect says.

mod agenda;
mod answers;
mod axis;
mod branches;
mod changes;
mod clients;
mod contrast;
mod failures;
mod faults;
mod footer;
mod grid;
mod happened;
mod head;
mod history;
mod layout;
mod list;
mod log;
mod marks;
mod mask;
mod motion;
mod numbers;
mod overlay;
mod palette;
mod releases;
mod replica;
mod say;
mod scene;
mod sequence;
mod settings;
mod standing;
mod strip;
mod target;
mod terms;
#[cfg(test)]
mod tests;
mod text;
mod wire;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use self::changes::View;
use self::grid::Grid;
use self::layout::{Wanted, arrange};
use self::marks::Marks;
use self::numbers::Numbers;
use self::say::Said;
use self::scene::Scene;
use self::text::{Canvas, wrap};
use super::actions;
use super::ui::{Overlay, Ui};
use super::wording;
use crate::demos::Demo;
use crate::engine::Effect;
use crate::session::Session;

pub use self::layout::{MIN_COLUMNS, MIN_ROWS};
pub use self::target::{Panel, Target, Targets};

/// Draws a session.
pub fn draw(frame: &mut Frame, session: &Session, ui: &Ui) {
    show(frame, session, ui);
}

/// Draws the list of demos.
pub fn draw_list(frame: &mut Frame, demos: &[Demo], ui: &Ui) {
    show_list(frame, demos, ui);
}

/// Draws a session and says where everything is.
pub fn show(frame: &mut Frame, session: &Session, ui: &Ui) -> Targets {
    let area = frame.area();
    let mut canvas = Canvas::new(frame.buffer_mut(), ui.theme.text, ui.glyphs.ellipsis);
    canvas.clear(area, ui.theme.text);
    let cursor = if draw_panels(&mut canvas, area, session, ui) {
        let hints = actions::footer(session, ui);
        draw_over(&mut canvas, area, Some(session), ui, &hints)
    } else {
        draw_too_small(&mut canvas, area, ui);
        None
    };
    let targets = canvas.into_targets();
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
    targets
}

/// Draws the list of demos and says where everything is.
pub fn show_list(frame: &mut Frame, demos: &[Demo], ui: &Ui) -> Targets {
    let area = frame.area();
    let mut canvas = Canvas::new(frame.buffer_mut(), ui.theme.text, ui.glyphs.ellipsis);
    canvas.clear(area, ui.theme.text);
    if area.width < MIN_COLUMNS || area.height < MIN_ROWS {
        draw_too_small(&mut canvas, area, ui);
        return canvas.into_targets();
    }
    list::draw(&mut canvas, area, demos, ui);
    let hints = actions::list_footer(ui);
    let cursor = draw_over(&mut canvas, area, None, ui, &hints);
    let targets = canvas.into_targets();
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
    targets
}

/// Whether the step on the screen moves something from one broker to another.
pub fn moves(session: &Session, ui: &Ui) -> bool {
    !ui.diagram.is_open && motion::moves(&Scene::new(session, ui))
}

/// Whether an effect must not be told of, for it would answer the question of the present step.
pub fn hides<'a>(session: &'a Session, ui: &'a Ui) -> impl Fn(&Effect) -> bool + 'a {
    let scene = Scene::new(session, ui);
    move |effect| mask::would_tell(&scene, effect)
}

/// Draws everything but the keys and what lies over the screen. Returns whether there is room.
fn draw_panels(canvas: &mut Canvas, area: Rect, session: &Session, ui: &Ui) -> bool {
    let scene = Scene::new(session, ui);
    if ui.diagram.is_open {
        return sequence::draw(canvas, area, &scene);
    }
    let changes = changes::lines(&scene);
    let said = Said::new(&scene, area);
    let brokers = scene.brokers();
    let first: Vec<_> = [scene.chosen].into_iter().chain(scene.named_leader()).collect();
    let assigned = scene.assigned();
    let short: Vec<_> = brokers.iter().copied().filter(|b| !assigned.contains(b)).collect();
    let wanted = Wanted {
        brokers: &brokers,
        first: &first,
        short: &short,
        changes: changes.len() as u16,
        say: said.height(),
    };
    let Some(screen) = arrange(area, &wanted) else { return false };
    let rows = screen.changes.height.saturating_sub(1);
    let changes = changes::condense(&scene, &screen, changes);
    let view = View::new(&changes, rows, ui.log_scroll);
    let marks = Marks::of(&scene, &screen, view.lines);

    let numbers: Vec<(_, Numbers)> = screen
        .brokers
        .iter()
        .map(|(broker, _)| (*broker, Numbers::new(&scene, *broker, &marks)))
        .collect();
    let all: Vec<&Numbers> = numbers.iter().map(|(_, n)| n).collect();
    let grid = Grid::new(&scene, screen.ruler, &all);
    head::draw(canvas, screen.head, &scene, &marks);
    grid.draw_ruler(canvas, screen.ruler.y, &scene, screen.part);
    for ((broker, area), (_, numbers)) in screen.brokers.iter().zip(&numbers) {
        canvas.click(*area, Target::Broker(*broker));
        canvas.scrolls(*area, Panel::Logs, grid.left_out);
        replica::draw(canvas, *area, *broker, &scene, &grid, numbers, &marks);
    }
    wire::draw_lanes(canvas, area.x, &screen, &scene);
    if let Some(gone) = ui.travelled {
        motion::draw(canvas, area.x, &screen, &grid, &scene, gone);
    }
    clients::draw(canvas, screen.clients, &scene);
    changes::draw(canvas, screen.changes, &scene, &view, &marks);
    history::draw(canvas, screen.history, &scene);
    say::draw(canvas, screen.say, &scene, &said);
    strip::draw(canvas, screen.strip, &scene);
    true
}

/// Draws the keys and what lies over the screen; says where the cursor stands, if it does.
fn draw_over(
    canvas: &mut Canvas,
    area: Rect,
    session: Option<&Session>,
    ui: &Ui,
    hints: &[actions::Hint],
) -> Option<Position> {
    let footer = layout::footer(area);
    let shown = match ui.overlay {
        Overlay::Terms { .. } if session.is_some() => {
            canvas.lines(Rect { height: area.height.saturating_sub(footer.height), ..area })
        }
        _ => Vec::new(),
    };
    footer::draw(canvas, footer, hints, ui);
    match &ui.overlay {
        Overlay::None => None,
        Overlay::Help { scroll } => {
            overlay::draw_help(canvas, area, session, ui, *scroll);
            None
        }
        Overlay::Terms { scroll } => {
            terms::draw(canvas, area, &shown, ui, *scroll);
            None
        }
        Overlay::Settings { scroll } => {
            if let Some(session) = session {
                settings::draw(canvas, area, session, ui, *scroll);
            }
            None
        }
        Overlay::Why { scroll } => {
            if let Some(session) = session {
                answers::draw_why(canvas, area, session, ui, *scroll);
            }
            None
        }
        Overlay::Ledger { scroll } => {
            if let Some(session) = session {
                answers::draw_ledger(canvas, area, session, ui, *scroll);
            }
            None
        }
        Overlay::Due { scroll } => {
            if let Some(session) = session {
                agenda::draw(canvas, area, session, ui, *scroll);
            }
            None
        }
        Overlay::Branches { chosen } => {
            if let Some(session) = session {
                branches::draw(canvas, area, session, ui, *chosen);
            }
            None
        }
        Overlay::Palette(palette) => Some(palette::draw(canvas, area, session, palette, ui)),
        Overlay::Releases { selected, list } => {
            if let Some(session) = session {
                releases::draw(canvas, area, session, ui, *selected, list);
            }
            None
        }
        Overlay::Faults { selected } => {
            if let Some(session) = session {
                faults::draw(canvas, area, session, ui, *selected);
            }
            None
        }
        Overlay::Failures { at, table } => {
            failures::draw(canvas, area, ui, *at, table);
            None
        }
        Overlay::Compare { against, scroll } => {
            if let Some(session) = session {
                contrast::draw(canvas, area, session, ui, *against, *scroll);
            }
            None
        }
        Overlay::Prompt { what, input } => {
            let last = session.map_or(0, |session| {
                let timeline = session.timeline();
                timeline.depth(timeline.here_id()) + timeline.ahead().count()
            });
            let question = wording::prompt_in(*what, ui.lang, last);
            Some(footer::draw_prompt(canvas, footer, &question, input, ui))
        }
        Overlay::Message(text) => {
            overlay::draw_text(canvas, area, ui, text);
            None
        }
    }
}

/// One sentence, as much of it as there is room for.
fn draw_too_small(canvas: &mut Canvas, area: Rect, ui: &Ui) {
    let sentence = ui.lang.words().too_small(MIN_COLUMNS, MIN_ROWS);
    for (y, line) in (area.y..area.bottom()).zip(wrap(&sentence, area.width)) {
        canvas.text(area.x, y, area.width, &line, ui.theme.text);
    }
}
