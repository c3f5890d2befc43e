//! What is due next, and when: in a row of the head, and in full on a page of its own.

use ratatui::layout::Rect;

use super::answers::waiting;
use super::overlay::draw_rows;
use super::scene::Scene;
use super::text::{Canvas, Row, width, wrap};
use crate::engine::time::Due;
use crate::engine::{Coordination, Ms, Setup};
use crate::lang::Label;
use crate::scenario::settings::{Setting, TABLE};
use crate::session::Session;
use crate::tui::ui::Ui;
use crate::tui::wording;

/// Columns between two columns of the page.
const GAP: u16 = 2;

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
    for Entry { left, due, whose } in together(scene) {
        let what = scene.ui.lang.words().due(due);
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

/// Draws everything that will become due, the soonest first, each with the setting that says when.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, session: &Session, ui: &Ui, scroll: usize) {
    let scene = Scene::new(session, ui);
    let theme = scene.theme;
    let room = area.width.saturating_sub(4);
    let mut rows = vec![Row::of(scene.label(Label::Due), theme.leader)];
    if session.masked().is_some() {
        rows.extend(waiting(&scene, room));
        return draw_rows(canvas, area, ui, &rows, scroll);
    }
    let lines: Vec<[String; 4]> = together(&scene)
        .into_iter()
        .map(|Entry { left, due, whose }| {
            let what = ui.lang.words().due(due).to_owned();
            let when = setting(due, session.setup()).to_owned();
            [format!("{left} ms"), what, whose.join(" "), when]
        })
        .collect();
    if lines.is_empty() {
        let none = wrap(wording::nothing_due(ui.lang), room);
        rows.extend(none.into_iter().map(|line| Row::of(line, theme.dim)));
    }
    let widest = |column: usize| lines.iter().map(|line| width(&line[column])).max().unwrap_or(0);
    let widths = [widest(0), widest(1), widest(2)];
    for [left, what, whose, when] in &lines {
        let mut row = Row::new();
        row.space(widths[0].saturating_sub(width(left)));
        row.push(left.clone(), theme.strong);
        row.space(GAP);
        row.push(what.clone(), theme.text);
        row.space(widths[1].saturating_sub(width(what)) + GAP);
        row.push(whose.clone(), theme.text);
        row.space(widths[2].saturating_sub(width(whose)) + GAP);
        if row.width() + width(when) <= room {
            rows.push(row.with(when.clone(), theme.dim));
            continue;
        }
        // A setting that does not fit stands below.
        rows.push(row);
        let mut below = Row::new();
        below.space(widths[0] + GAP);
        rows.push(below.with(when.clone(), theme.dim));
    }
    draw_rows(canvas, area, ui, &rows, scroll);
}

/// The setting that says when it is due, as Kafka calls it.
fn setting(due: Due, setup: &Setup) -> &'static str {
    let setting = match due {
        Due::SessionEnd(_) if setup.rules.coordination == Coordination::KRaft => {
            return "broker.session.timeout.ms";
        }
        Due::SessionEnd(_) => Setting::SessionTimeout,
        Due::FetchWaitOver(..) => Setting::FetchWaitMax,
        Due::ProduceTimeout(..) => Setting::RequestTimeout,
        Due::Retry(_) => Setting::RetryBackoff,
        Due::IsrCheck(_) => Setting::LagTimeMax,
        Due::HwCheckpoint(_) => Setting::HwCheckpointInterval,
        Due::Flush(_) => Setting::FlushInterval,
        Due::Rebalance => Setting::RebalanceInterval,
        Due::UncleanCheck => return "unclean.leader.election.interval.ms",
    };
    TABLE.iter().find(|(of, _)| *of == setting).map_or("", |(_, name)| name)
}

/// Things of one kind that are due at one time.
struct Entry<'a> {
    /// How long is left.
    left: Ms,
    /// One of them.
    due: Due,
    /// Whose they are.
    whose: Vec<&'a str>,
}

/// What is due, with whose it is: things of one kind at one time are told together.
fn together<'a>(scene: &Scene<'a>) -> Vec<Entry<'a>> {
    let mut all: Vec<Entry> = Vec::new();
    for (left, due) in scene.state.agenda(scene.setup) {
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
        let is_same = |last: &&mut Entry| {
            last.left == left && std::mem::discriminant(&last.due) == std::mem::discriminant(&due)
        };
        match all.last_mut().filter(is_same) {
            // Of several partitions, a broker is named once.
            Some(last) if last.whose.last().copied() == whose => {}
            Some(last) => last.whose.extend(whose),
            None => all.push(Entry { left, due, whose: whose.into_iter().collect() }),
        }
    }
    all
}
