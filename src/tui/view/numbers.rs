//! A broker's numbers: LEO, HW, what is on its disk, its epoch.

use super::marks::Marks;
use super::scene::Scene;
use super::text::Row;
use crate::engine::state::{Disk, Replica};
use crate::engine::{BrokerId, Offset};
use crate::lang::{Label, Place};
use crate::scenario::quantity::What;

/// The numbers of a broker, ready to be measured and drawn.
pub(super) struct Numbers {
    /// The leader epoch it last heard of: `e1`.
    pub epoch: Row,
    /// The LEO.
    pub leo: Row,
    /// The HW in memory.
    pub hw: Row,
    /// The HW in its file.
    pub disk: Row,
    /// Up to where the log is flushed.
    pub flushed: Row,
}

impl Numbers {
    pub(super) fn new(scene: &Scene, broker: BrokerId, marks: &Marks) -> Self {
        let (p, theme) = (scene.partition, scene.theme);
        let disk = |read: fn(&Disk) -> Offset| {
            let of = |cluster: &crate::engine::Cluster| Some(read(cluster.disk(broker, p)?));
            (of(scene.state), scene.before.and_then(of))
        };
        let memory = |read: fn(&Replica) -> Option<u16>| {
            let of = |cluster: &crate::engine::Cluster| read(cluster.replica(broker, p)?);
            (of(scene.state), scene.before.and_then(of))
        };
        let row = |(now, old): (Option<Offset>, Option<Offset>), place, style| {
            let Some(now) = now else { return Row::of("-", theme.dim) };
            let old = old.map(|o| o.to_string());
            scene.number(&now.to_string(), old.as_deref(), place, style, marks)
        };
        let or_mask = |hidden: bool, row: Row| if hidden { scene.mask() } else { row };

        let mut epoch = Row::new();
        if scene.hides(What::EpochAt(broker)) || scene.hides(What::Epoch) {
            epoch = Row::of("e", theme.dim);
            epoch.append(scene.mask());
        } else if let (Some(now), old) = memory(|r| r.leader_epoch) {
            let is_new = old.is_some_and(|old| old != now);
            epoch = Row::of(format!("e{now}"), theme.epoch(now));
            match is_new {
                true => epoch.push(scene.glyphs.was, theme.changed),
                false => epoch.space(1),
            }
        }

        let hw = memory(|r| Some(r.hw));
        let hw_file = row(disk(|d| d.hw), Some(Place::HwFile(broker, p)), theme.dim);
        let flushed = row(disk(|d| d.log.flushed()), Some(Place::Flushed(broker, p)), theme.dim);
        let mut on_disk = Row::of(format!("{} ", scene.label(Label::Hw)), theme.dim);
        on_disk.append(or_mask(scene.hides(What::HwOnDisk(broker)), hw_file));
        let mut to_disk = Row::of(format!("{} ", scene.label(Label::Flushed)), theme.dim);
        to_disk.append(or_mask(
            scene.hides(What::Flushed(broker))
                || scene.hides(What::Segments(broker))
                || scene.hides_log(broker),
            flushed,
        ));
        if scene.state.disk(broker, p).is_none() {
            (on_disk, to_disk) = (Row::of("-", theme.dim), Row::new());
        }
        Numbers {
            epoch,
            leo: or_mask(
                scene.hides_log(broker),
                row(disk(|d| d.log.end()), Some(Place::Leo(broker, p)), theme.strong),
            ),
            hw: or_mask(scene.hides_hw(broker), row(hw, Some(Place::Hw(broker, p)), theme.hw)),
            disk: on_disk,
            flushed: to_disk,
        }
    }
}
