//! What is due next, and when.

use super::scene::Scene;
use super::text::Row;
use crate::lang::Label;

/// From so many columns on there is room for it: a smaller screen is kept calm.
pub(super) const LEAST_COLUMNS: u16 = 100;

/// `next 500 ms A's fetch wait ends  5000 ms …`: as many of the things that are due as there is room
/// for, the soonest first. Empty while a question hides anything: it may be what is due.
pub(super) fn row(scene: &Scene, room: u16) -> Row {
    let theme = scene.theme;
    let mut row = Row::new();
    if scene.session.masked().is_some() {
        return row;
    }
    let marks = Default::default();
    let cx = scene.context(&marks);
    let mut before = None;
    for (left, due) in scene.state.agenda(scene.setup) {
        let when = match (before == Some(left), row.is_empty()) {
            (true, _) => ", ".to_owned(),
            (false, true) => format!("{left} ms "),
            (false, false) => format!("  {left} ms "),
        };
        before = Some(left);
        let label = match row.is_empty() {
            true => format!("{} ", scene.label(Label::Due)),
            false => String::new(),
        };
        let one = Row::of(label, theme.dim)
            .with(when, theme.text)
            .with(scene.ui.lang.words().due(&cx, due), theme.dim);
        if row.width() + one.width() > room {
            break;
        }
        row.append(one);
    }
    row
}
