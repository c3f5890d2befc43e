//! The grid that all brokers share: labels, the axis of offsets, numbers.

use ratatui::layout::Rect;

use super::axis::{Slot, axis};
use super::numbers::Numbers;
use super::scene::Scene;
use super::text::{Canvas, Row, width};
use crate::engine::{BrokerId, Offset};
use crate::lang::Label;

/// Columns for what is on the wire, before the signs of a broker.
pub(super) const LANES: u16 = 2;
/// Columns before a broker's name: the lanes, the sign of its role, the sign that it is chosen.
pub(super) const BEFORE_NAME: u16 = LANES + 2;
/// Widest name of a broker.
const MAX_NAME: u16 = 10;
/// However wide values are, there is room for as many records as there are, but for no fewer than
/// this.
const LEAST_SHARING: u16 = 2;
/// And for no more than this: the records on either side of the HW, the last one, and what is left
/// out before each.
const MOST_SHARING: u16 = 5;
/// Room for a number with the old one and a mark, `2◂1(a)`, even where there is none: the columns
/// stay where they are from step to step.
const NUMBER: u16 = 6;
/// Offsets that are shown wherever there is room, even if no log is that long.
const ENOUGH: usize = 16;
/// More offsets are shown in strides of so many.
const STRIDE: usize = 8;
/// Columns between the parts of the grid.
const SPACE: u16 = 1;

/// Where everything stands, from left to right.
pub(super) struct Grid {
    /// A broker's name.
    pub name: Rect,
    /// The log: its first column is the left edge of the first record.
    pub log: Rect,
    /// Columns of a record, the edge to its right included.
    pub cell: u16,
    /// The offsets.
    pub slots: Vec<Slot>,
    /// The LEO.
    pub leo: Rect,
    /// The HW.
    pub hw: Rect,
    /// What is on the disk.
    pub disk: Rect,
    /// How many offsets there is no room for.
    pub left_out: usize,
}

impl Grid {
    /// Measures everything that is to be shown in an area.
    pub(super) fn new(scene: &Scene, area: Rect, numbers: &[&Numbers]) -> Self {
        let widest =
            |of: &dyn Fn(&Numbers) -> u16| numbers.iter().map(|n| of(n)).max().unwrap_or(0);
        let heading = |label| width(scene.label(label));
        let disk = widest(&|n| n.disk.width().max(n.flushed.width())).max(heading(Label::OnDisk));
        let hw = widest(&|n| n.hw.width()).max(heading(Label::Hw)).max(NUMBER);
        let leo = widest(&|n| n.leo.width()).max(heading(Label::Leo)).max(NUMBER);
        let names = scene.names.brokers.iter().map(|n| width(n)).max().unwrap_or(1);
        let roles = [Label::Leader, Label::Follower, Label::Idle, Label::Down];
        let role = roles.into_iter().map(heading).max().unwrap_or(0);
        let label = names.min(MAX_NAME) + 1 + role + 1 + widest(&|n| n.epoch.width());

        let mut right = area.right().saturating_sub(SPACE);
        let mut from_right = |columns: u16| {
            let x = right.saturating_sub(columns).max(area.x);
            let part = Rect { x, width: right - x, ..area };
            right = x.saturating_sub(SPACE).max(area.x);
            part
        };
        let (disk, hw, leo) = (from_right(disk), from_right(hw), from_right(leo));
        let name = Rect { x: area.x + BEFORE_NAME, width: label, ..area };
        let x = (name.right() + SPACE).min(right);
        let log = Rect { x, width: right - x, ..area };

        let (cell, slots) = columns(scene, log.width);
        let length = usize::from(end(scene).saturating_sub(start(scene)));
        let left_out = length.saturating_sub(slots.len());
        let mut grid = Grid { name, log, cell, slots, leo, hw, disk, left_out };
        grid.draw_together(end(scene));
        grid
    }

    /// On a wide screen the numbers do not stand further from short logs than they must: the eye
    /// loses the row. They move in strides, not with every record.
    fn draw_together(&mut self, end: Offset) {
        let last = self.slots.iter().rev().find_map(|slot| match slot {
            Slot::Offset(offset) => Some(*offset),
            Slot::Gap => None,
        });
        let unused = last.map_or(0, |last| usize::from(last.saturating_add(1).saturating_sub(end)));
        let used = self.slots.len().saturating_sub(unused);
        let kept = (used + 1).next_multiple_of(STRIDE).max(ENOUGH).min(self.slots.len());
        self.slots.truncate(kept);
        let columns = (kept as u16).saturating_mul(self.cell).saturating_add(1);
        let spare = self.log.width.saturating_sub(columns);
        if spare >= self.cell {
            self.log.width = columns;
            for part in [&mut self.leo, &mut self.hw, &mut self.disk] {
                part.x = part.x.saturating_sub(spare);
            }
        }
    }

    /// The column of a slot's first character.
    pub(super) fn slot_x(&self, at: usize) -> u16 {
        self.log.x + 1 + at as u16 * self.cell
    }

    /// Draws the heading: offsets above their columns, and what the numbers are.
    pub(super) fn draw_ruler(&self, canvas: &mut Canvas, y: u16, scene: &Scene) {
        let dim = scene.theme.dim;
        let x = self.name.x;
        canvas.text(x, y, self.name.width, scene.label(Label::Offset), dim);
        for (at, slot) in self.slots.iter().enumerate() {
            let text = match slot {
                Slot::Offset(offset) => offset.to_string(),
                Slot::Gap => scene.glyphs.gap.to_owned(),
            };
            canvas.text(self.slot_x(at) + 1, y, self.cell - 2, &text, dim);
        }
        for (part, label) in
            [(self.leo, Label::Leo), (self.hw, Label::Hw), (self.disk, Label::OnDisk)]
        {
            canvas.text(part.x, y, part.width, scene.label(label), dim);
        }
    }
}

/// How wide a record is, and which offsets there is room for.
fn columns(scene: &Scene, room: u16) -> (u16, Vec<Slot>) {
    let logs = || scene.assigned().iter().filter_map(|b| scene.state.disk(*b, scene.partition));
    let (start, end) = (start(scene), end(scene));
    let points = points(scene);
    let scrolled = Offset::try_from(scene.ui.offset_scroll).unwrap_or(Offset::MAX);
    let upto = end.saturating_sub(scrolled).max(start);
    let slots_for = |cell: u16| {
        let count = room.saturating_sub(1) / cell.max(1);
        axis(count.into(), start, end, &points, upto)
    };
    // A sign, a value, a space, an edge. First as if all values were narrow: then only those that
    // could be in view count.
    let narrow = width(&end.to_string()).max(2) + 3;
    let mut widest = 0;
    for slot in slots_for(narrow) {
        let Slot::Offset(offset) = slot else { continue };
        let values = logs().filter_map(|d| d.log.get(offset)).map(|r| r.value);
        let promised = scene.verdict.lost.iter().filter(|l| l.1 == offset).map(|l| l.2);
        for value in values.chain(promised) {
            widest = widest.max(width(&scene.names.value(value)));
        }
    }
    let length = end.saturating_sub(start);
    let sharing = length.clamp(LEAST_SHARING, MOST_SHARING);
    let most = (room.saturating_sub(1) / sharing).max(narrow);
    let cell = (widest + 3).clamp(narrow, most);
    (cell, slots_for(cell))
}

/// The start of the log that begins first.
fn start(scene: &Scene) -> Offset {
    let logs = scene.assigned().iter().filter_map(|b| scene.state.disk(*b, scene.partition));
    logs.map(|d| d.log.start()).min().unwrap_or(0)
}

/// The end of the longest log, and of what was promised.
fn end(scene: &Scene) -> Offset {
    let logs = scene.assigned().iter().filter_map(|b| scene.state.disk(*b, scene.partition));
    logs.map(|d| d.log.end()).chain(promised_end(scene)).max().unwrap_or(0)
}

/// The end of what was promised and is lost.
fn promised_end(scene: &Scene) -> Option<Offset> {
    let here = scene.verdict.lost.iter().filter(|l| l.0 == scene.partition);
    here.map(|l| l.1.saturating_add(1)).max()
}

/// The offsets that stay in view, the most important ones first: around LEO and HW of the leader,
/// of the chosen broker and of the others; where something is wrong.
fn points(scene: &Scene) -> Vec<Offset> {
    let mut points = Vec::new();
    let around = |broker: BrokerId, points: &mut Vec<Offset>| {
        let Some(disk) = scene.state.disk(broker, scene.partition) else { return };
        points.extend(disk.log.end().checked_sub(1));
        let hw = scene.replica(broker).map_or(disk.hw, |r| r.hw);
        points.extend(hw.checked_sub(1));
        points.push(hw);
    };
    for broker in scene.named_leader().into_iter().chain([scene.chosen]) {
        around(broker, &mut points);
    }
    let here = scene.partition;
    points.extend(scene.verdict.diverged.iter().filter(|d| d.0 == here).map(|d| d.1));
    points.extend(scene.verdict.lost.iter().filter(|l| l.0 == here).map(|l| l.1));
    for &broker in scene.assigned() {
        around(broker, &mut points);
    }
    points
}

/// Puts a row into a part of the grid.
pub(super) fn put(canvas: &mut Canvas, part: Rect, y: u16, row: &Row) {
    canvas.row(part.x, y, part.width, row);
}
