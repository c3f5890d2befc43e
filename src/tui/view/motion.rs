//! What a step moves, on its way: a request goes up its line from the follower to the leader, and
//! the records of the reply come down their columns from the leader's log into the follower's.
//!
//! It is drawn over the screen as it is after the step, and at the end of its way nothing of it is
//! left.

use super::grid::{Grid, LANES};
use super::layout::Screen;
use super::scene::Scene;
use super::text::Canvas;
use crate::engine::{BrokerId, Effect, Event, Offset, Value};
use crate::scenario::quantity::What;
use crate::tui::view::axis::Slot;

/// The whole way, in hundredths.
const ALL: u16 = 100;

/// What one follower's exchange moves.
struct Exchange {
    follower: BrokerId,
    leader: BrokerId,
    asks: bool,
    answers: bool,
    records: Vec<(Offset, Value)>,
}

/// Whether the step has moved anything that the screen may show.
pub(super) fn moves(scene: &Scene) -> bool {
    !exchanges(scene).is_empty()
}

/// The exchanges of the step, one for each follower: what came later in it goes with the first.
fn exchanges(scene: &Scene) -> Vec<Exchange> {
    // In a step that only tells something, nothing moves again.
    let is_told = scene.session.here().commands.is_empty();
    let Some(before) = scene.before.filter(|_| !is_told) else { return Vec::new() };
    let mut found: Vec<Exchange> = Vec::new();
    for happening in &scene.acted.happened {
        let (broker, partition, asks) = match happening.event {
            Event::Request { broker, partition } => (broker, partition, true),
            Event::Reply { broker, partition } => (broker, partition, false),
            _ => continue,
        };
        if partition != scene.partition || scene.hides_log(broker) {
            continue;
        }
        if scene.hides(What::Fetch(broker)) || scene.hides(What::Leader) {
            continue;
        }
        let at = found.iter().position(|exchange| exchange.follower == broker);
        let at = at.unwrap_or_else(|| {
            // Whom it asked in this step, or had asked before it.
            let asked = happening.effects.iter().find_map(|effect| match effect {
                Effect::Asked { leader, .. } => Some(*leader),
                _ => None,
            });
            let leader = asked.or_else(|| Some(before.follower(broker, partition)?.leader));
            found.push(Exchange {
                follower: broker,
                leader: leader.unwrap_or(broker),
                asks: false,
                answers: false,
                records: Vec::new(),
            });
            found.len() - 1
        });
        let Some(exchange) = found.get_mut(at) else { continue };
        exchange.asks |= asks;
        exchange.answers |= !asks;
        let appended = happening.effects.iter().filter_map(|effect| match effect {
            Effect::Appended { broker: b, partition: p, offset, record }
                if (*b, *p) == (broker, partition) =>
            {
                Some((*offset, record.value))
            }
            _ => None,
        });
        exchange.records.extend(appended);
    }
    // Where nobody is known to have been asked, nothing can be drawn.
    found.retain(|exchange| exchange.leader != exchange.follower);
    found
}

/// Draws what is on its way, so many hundredths of the way gone.
pub(super) fn draw(
    canvas: &mut Canvas,
    left: u16,
    screen: &Screen,
    grid: &Grid,
    scene: &Scene,
    gone: u8,
) {
    let gone = u16::from(gone).min(ALL);
    for exchange in exchanges(scene) {
        let (Some(follower), Some(leader)) =
            (screen.broker(exchange.follower), screen.broker(exchange.leader))
        else {
            continue;
        };
        let line = line(left, follower.bottom().saturating_sub(1), leader.y);
        let half = ALL / 2;
        let (is_asking, part) = match (exchange.asks, exchange.answers) {
            (true, true) if gone < half => (true, gone * 2),
            (true, true) => (false, (gone - half) * 2),
            (asks, _) => (asks, gone),
        };
        let slots: Vec<(u16, Value)> =
            exchange.records.iter().filter_map(|(o, v)| Some((column(grid, *o)?, *v))).collect();
        let room = grid.cell.saturating_sub(1);
        let blank = " ".repeat(room.into());
        for (x, value) in &slots {
            // It is not there before it arrives.
            for y in follower.top()..follower.bottom().min(follower.top() + 2) {
                canvas.text(*x, y, room, &blank, scene.theme.text);
            }
            if !is_asking {
                let y = between(leader.y, follower.y, part);
                let value = format!(" {}", scene.names.value(*value));
                canvas.text(*x, y, room, &blank, scene.theme.text);
                canvas.text(*x, y, room, &value, scene.theme.changed);
            }
        }
        if is_asking || slots.is_empty() {
            draw_dot(canvas, &line, !is_asking, part, scene);
        }
    }
}

/// A dot so far along a line, or back along it, with the line behind the dot.
fn draw_dot(canvas: &mut Canvas, line: &Line, back: bool, part: u16, scene: &Scene) {
    let last = u16::try_from(line.cells.len().saturating_sub(1)).unwrap_or(0);
    let (from, to) = if back { (last, 0) } else { (0, last) };
    let at = usize::from(between(from, to, part));
    let glyphs = scene.glyphs;
    let follower = line.follower;
    for (place, (x, y)) in line.cells.iter().enumerate() {
        let is_behind = if back { place >= at } else { place <= at };
        if !is_behind {
            continue;
        }
        let glyph = match (place == at, *y == follower, *x == line.lane) {
            (true, ..) => glyphs.moving,
            (_, true, false) => glyphs.level,
            (_, true, true) if line.leader < follower => glyphs.from_above,
            (_, true, true) => glyphs.from_below,
            (_, false, _) => glyphs.upright,
        };
        canvas.text(*x, *y, 1, glyph, scene.theme.wire);
    }
}

/// The way between a follower's row and its leader's.
struct Line {
    follower: u16,
    leader: u16,
    /// The column along which it goes up or down.
    lane: u16,
    /// From the follower to the leader: into the lane, then along it.
    cells: Vec<(u16, u16)>,
}

fn line(left: u16, follower: u16, leader: u16) -> Line {
    let lane = left + LANES - 1;
    let rows = follower.min(leader)..=follower.max(leader);
    let along: Vec<(u16, u16)> = match leader < follower {
        true => rows.rev().map(|y| (lane, y)).collect(),
        false => rows.map(|y| (lane, y)).collect(),
    };
    let cells = [(lane + 1, follower)].into_iter().chain(along).collect();
    Line { follower, leader, lane, cells }
}

/// The place that is so many hundredths of the way from one to the other.
fn between(from: u16, to: u16, part: u16) -> u16 {
    // To the nearest cell, so that short ways have an end, too.
    let hundredths = u32::from(from.abs_diff(to)) * u32::from(part.min(ALL));
    let way = (hundredths + u32::from(ALL) / 2) / u32::from(ALL);
    let way = u16::try_from(way).unwrap_or(0);
    if from <= to { from + way } else { from - way }
}

/// The column of an offset, if it is in view.
fn column(grid: &Grid, offset: Offset) -> Option<u16> {
    let at = grid.slots.iter().position(|slot| *slot == Slot::Offset(offset))?;
    Some(grid.slot_x(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leads_from_the_follower_to_the_leader_above_or_below() {
        assert_eq!(line(0, 6, 4).cells, [(2, 6), (1, 6), (1, 5), (1, 4)]);
        assert_eq!(line(0, 4, 6).cells, [(2, 4), (1, 4), (1, 5), (1, 6)]);
    }

    #[test]
    fn a_way_begins_and_ends_where_it_should() {
        assert_eq!((between(9, 4, 0), between(9, 4, 100)), (9, 4));
        assert_eq!((between(4, 9, 50), between(4, 4, 70)), (7, 4));
    }
}
