//! A broker's log: records in the columns of their offsets, the HW between them, the end.

use ratatui::layout::Rect;

use super::axis::{Slot, boundaries};
use super::grid::Grid;
use super::scene::Scene;
use super::target::Target;
use super::text::Canvas;
use crate::engine::log::{Log, Record};
use crate::engine::state::Disk;
use crate::engine::{BrokerId, Offset, Value};
use crate::scenario::quantity::What;
use crate::session::MASK;

/// A broker's log with what it is compared to.
pub(super) struct LogView<'s, 'a> {
    scene: &'s Scene<'a>,
    broker: BrokerId,
    disk: &'a Disk,
    /// Where the HW is drawn; `None` where there is none or where a question hides it.
    hw: Option<Offset>,
    /// The leader's log, on every other broker, unless a question hides where they differ.
    leader: Option<&'a Log>,
    is_leader: bool,
}

impl<'s, 'a> LogView<'s, 'a> {
    /// The log of a broker, if it has a replica of the partition.
    pub(super) fn new(scene: &'s Scene<'a>, broker: BrokerId) -> Option<Self> {
        let disk = scene.state.disk(broker, scene.partition)?;
        let hw = match scene.hides_hw(broker) {
            true => None,
            // Of a broker that is down, the HW that counts is the one in its file.
            false if scene.replica(broker).is_none() => {
                (!scene.hides(What::HwOnDisk(broker))).then_some(disk.hw)
            }
            false => scene.replica(broker).map(|r| r.hw),
        };
        let present = scene.state.present_leader(scene.partition);
        let leader = present.filter(|(b, _)| *b != broker).map(|(_, disk)| &disk.log);
        let leader = leader.filter(|_| !scene.hides_damage());
        let is_leader = present.is_some_and(|(b, _)| b == broker);
        Some(LogView { scene, broker, disk, hw, leader, is_leader })
    }

    fn get(&self, offset: Offset) -> Option<Record> {
        self.disk.log.get(offset)
    }

    /// Draws the records and the edges between them.
    pub(super) fn draw(&self, canvas: &mut Canvas, grid: &Grid, y: u16) {
        let theme = self.scene.theme;
        if self.scene.hides_log(self.broker) {
            // In every column: how many records there are is part of the answer.
            for at in 0..grid.slots.len() {
                canvas.text(grid.slot_x(at) + 1, y, 1, MASK, theme.mask);
            }
            return;
        }
        for (at, slot) in grid.slots.iter().enumerate() {
            let x = grid.slot_x(at);
            let room = grid.cell.saturating_sub(1);
            match slot {
                Slot::Offset(offset) => self.draw_record(canvas, x, y, room, *offset),
                Slot::Gap => self.draw_gap(canvas, grid, at, y),
            }
        }
        let bases = self.disk.log.segments(self.scene.setup.settings.segment_records);
        let hidden = self.scene.hides(What::Segments(self.broker));
        let segments = self.disk.log.records().len() > 1 && !hidden;
        for (at, boundary) in boundaries(grid.start, &grid.slots).into_iter().enumerate() {
            let Some(offset) = boundary else { continue };
            let x = grid.log.x + at as u16 * grid.cell;
            let begins = segments && offset > self.disk.log.start() && bases.contains(&offset);
            self.draw_edge(canvas, x, y, offset, begins);
        }
    }

    fn draw_record(&self, canvas: &mut Canvas, x: u16, y: u16, room: u16, offset: Offset) {
        let (theme, glyphs) = (self.scene.theme, self.scene.glyphs);
        let Some(record) = self.get(offset) else {
            if let Some(value) = self.lost_at(offset) {
                let text = format!("{}{}", glyphs.lost, self.scene.names.value(value));
                canvas.text(x, y, room, &text, theme.damage);
            }
            return;
        };
        let mut style = match self.hw {
            Some(hw) if offset < hw => theme.committed,
            Some(_) => theme.uncommitted,
            None => theme.text,
        };
        if self.is_new(offset, record) {
            style = theme.changed;
        }
        let differs = self.leader.and_then(|log| log.get(offset)).is_some_and(|r| r != record);
        if differs {
            canvas.text(x, y, 1, glyphs.differs, theme.damage);
            style = theme.damage;
        }
        let value = self.scene.names.value(record.value);
        canvas.text(x + 1, y, room.saturating_sub(1), &value, style);
        let area = Rect::new(x, y, room, 1);
        canvas.click(area, Target::Record(self.broker, record.value));
    }

    /// What was promised at an offset and is not there, on the leader.
    fn lost_at(&self, offset: Offset) -> Option<Value> {
        let scene = self.scene;
        if !self.is_leader || scene.hides_damage() {
            return None;
        }
        let lost = &scene.verdict.lost;
        lost.iter().find(|l| l.0 == scene.partition && l.1 == offset).map(|l| l.2)
    }

    /// Whether the step has put this record here.
    fn is_new(&self, offset: Offset, record: Record) -> bool {
        let scene = self.scene;
        let before = scene.before.and_then(|state| state.disk(self.broker, scene.partition));
        before.is_some_and(|disk| disk.log.get(offset) != Some(record))
    }

    fn draw_gap(&self, canvas: &mut Canvas, grid: &Grid, at: usize, y: u16) {
        let before = at.checked_sub(1).and_then(|at| grid.slots.get(at));
        let from = match before {
            Some(Slot::Offset(offset)) => offset.saturating_add(1),
            _ => self.disk.log.start(),
        };
        if from < self.disk.log.end() && self.disk.log.start() <= from {
            let x = grid.slot_x(at) + 1;
            canvas.text(x, y, 1, self.scene.glyphs.gap, self.scene.theme.dim);
        }
    }

    fn draw_edge(&self, canvas: &mut Canvas, x: u16, y: u16, offset: Offset, segment: bool) {
        let (theme, glyphs) = (self.scene.theme, self.scene.glyphs);
        let log = &self.disk.log;
        if self.hw == Some(offset) {
            canvas.text(x, y, 1, glyphs.hw, theme.hw);
            return;
        }
        if offset < log.start() || offset > log.end() {
            return;
        }
        let is_open = self.hw.is_some_and(|hw| offset > hw) && offset < log.end();
        let glyph = match (segment, is_open) {
            (true, _) => glyphs.segment,
            (false, true) => glyphs.open_edge,
            (false, false) => glyphs.edge,
        };
        canvas.text(x, y, 1, glyph, theme.dim);
    }

    /// Draws the records' epochs; at the leader, also what was promised where another record is.
    pub(super) fn draw_epochs(&self, canvas: &mut Canvas, grid: &Grid, y: u16) {
        let (scene, theme) = (self.scene, self.scene.theme);
        if scene.hides_log(self.broker) {
            return;
        }
        let has_epochs = scene.setup.rules.has_epochs();
        for (at, slot) in grid.slots.iter().enumerate() {
            let Slot::Offset(offset) = slot else { continue };
            let Some(record) = self.get(*offset) else { continue };
            let x = grid.slot_x(at) + 1;
            let room = grid.cell.saturating_sub(2);
            if let Some(value) = self.lost_at(*offset) {
                let text = format!("{}{}", scene.glyphs.lost, scene.names.value(value));
                canvas.text(x - 1, y, room + 1, &text, theme.damage);
            } else if let Some(epoch) = record.epoch {
                canvas.text(x, y, room, &epoch.to_string(), theme.epoch(epoch));
            } else if !has_epochs {
                canvas.text(x, y, room, "-", theme.dim);
            }
        }
    }
}
