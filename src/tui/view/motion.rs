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
    let Some(before) = scene.before else { return Vec::new() };
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
            // Who is asked may have changed within the step: then nothing is drawn.
            let states = [scene.state, before];
            let leader = states.iter().find_map(|s| Some(s.follower(broker, partition)?.leader));
            let leader = leader.unwrap_or(broker);
            let exchange = Exchange {
                follower: broker,
                leader,
                asks: false,
                answers: false,
                records: Vec::new(),
            };
            found.push(exchange);
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
        if is_asking {
            draw_dot(canvas, &line, part, scene);
        } else if slots.is_empty() {
            let back: Vec<(u16, u16)> = line.into_iter().rev().collect();
            draw_dot(canvas, &back, part, scene);
        }
    }
}

/// A dot so far along a line, with the line behind it.
fn draw_dot(canvas: &mut Canvas, line: &[(u16, u16)], part: u16, scene: &Scene) {
    let last = u16::try_from(line.len().saturating_sub(1)).unwrap_or(0);
    let at = usize::from(between(0, last, part));
    let rows = (line.first().map(|c| c.1), line.last().map(|c| c.1));
    for (place, (x, y)) in line.iter().enumerate().take(at + 1) {
        let glyph = match place == at {
            true => scene.glyphs.moving,
            false if (Some(*y), Some(*y)) == rows => scene.glyphs.level,
            false if line.iter().filter(|cell| cell.1 == *y).count() > 1 => scene.glyphs.level,
            false => scene.glyphs.upright,
        };
        canvas.text(*x, *y, 1, glyph, scene.theme.wire);
    }
}

/// The cells from a follower's row to its leader's: left into the lane, then along it.
fn line(left: u16, follower: u16, leader: u16) -> Vec<(u16, u16)> {
    let lane = left + LANES - 1;
    let mut cells = vec![(lane + 1, follower)];
    let upwards = (leader..=follower).rev().map(|y| (lane, y));
    let downwards = (follower..=leader).map(|y| (lane, y));
    cells.extend(upwards.chain(downwards.filter(|_| follower < leader)));
    cells
}

/// The place that is so many hundredths of the way from one to the other.
fn between(from: u16, to: u16, part: u16) -> u16 {
    let way = u32::from(from.abs_diff(to)) * u32::from(part.min(ALL)) / u32::from(ALL);
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
        assert_eq!(line(0, 6, 4), [(2, 6), (1, 6), (1, 5), (1, 4)]);
        assert_eq!(line(0, 4, 6), [(2, 4), (1, 4), (1, 5), (1, 6)]);
    }

    #[test]
    fn a_way_begins_and_ends_where_it_should() {
        assert_eq!((between(9, 4, 0), between(9, 4, 100)), (9, 4));
        assert_eq!((between(4, 9, 50), between(4, 4, 70)), (6, 4));
    }
}
