//! What is due next, and when.

use super::scene::Scene;
use super::text::Row;
use crate::engine::Ms;
use crate::engine::time::Due;
use crate::lang::Label;

/// From so many columns on there is room for it: a smaller screen is kept calm.
pub(super) const LEAST_COLUMNS: u16 = 100;

/// `due 500 ms parked fetch A  5000 ms ISR check A B  HW file A B`: as many of the things that are due
/// as there is room for, the soonest first. Empty while a question hides anything: it may be what is
/// due.
pub(super) fn row(scene: &Scene, room: u16) -> Row {
    let theme = scene.theme;
    let mut row = Row::new();
    if scene.session.masked().is_some() {
        return row;
    }
    let mut before = None;
    for (left, what, whose) in together(scene) {
        let mut one = Row::new();
        match row.is_empty() {
            true => one.push(format!("{} ", scene.label(Label::Due)), theme.dim),
            false => one.space(2),
        }
        if before.replace(left) != Some(left) {
            one.push(format!("{left} ms "), theme.text);
        }
        one.push(what, theme.dim);
        for name in whose {
            one.push(format!(" {name}"), theme.text);
        }
        if row.width() + one.width() > room {
            break;
        }
        row.append(one);
    }
    row
}

/// What is due, with whose it is: things of one kind at one time are told together.
fn together<'a>(scene: &Scene<'a>) -> Vec<(Ms, &'static str, Vec<&'a str>)> {
    let mut all: Vec<(Ms, &'static str, Vec<&str>)> = Vec::new();
    for (left, due) in scene.state.agenda(scene.setup) {
        let what = scene.ui.lang.words().due(due);
        let whose = match due {
            Due::SessionEnd(b)
            | Due::FetchWaitOver(b, _)
            | Due::ProduceTimeout(b, _)
            | Due::IsrCheck(b)
            | Due::HwCheckpoint(b)
            | Due::Flush(b) => Some(scene.names.broker(b)),
            Due::Retry(producer) => Some(scene.names.producer(producer)),
            Due::Rebalance | Due::UncleanCheck => None,
        };
        match all.last_mut().filter(|last| (last.0, last.1) == (left, what)) {
            // Of several partitions, a broker is named once.
            Some((_, _, names)) if names.last().copied() == whose => {}
            Some((_, _, names)) => names.extend(whose),
            None => all.push((left, what, whose.into_iter().collect())),
        }
    }
    all
}
