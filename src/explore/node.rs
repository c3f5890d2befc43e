//! A node of the search: a state of the cluster with what is used up of the budget. As bytes that can be
//! read back, and as a key by which it is known again.
//!
//! An event changes a part or two of a state. Of what it has not touched, the bytes and the print are
//! those of the node that it came from.

use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::budget::{Kind, NOTHING, Spent};
use crate::engine::Cluster;
use crate::engine::encode::{Detail, View, parts};

/// How nodes are written, and which are the same.
#[derive(Debug)]
pub(super) struct Form {
    /// What of the budget is counted.
    pub(super) counted: Vec<Kind>,
    /// What is looked at.
    pub(super) detail: Detail,
    /// Whether brokers are told apart by their place alone.
    pub(super) symmetric: bool,
}

/// A node that was read, from which others are reached.
#[derive(Debug)]
pub(super) struct Origin {
    pub(super) cluster: Cluster,
    pub(super) spent: Spent,
    /// Where the bytes of each part end.
    ends: Vec<usize>,
    view: View,
    /// By part: what is looked at, as a number.
    prints: Vec<u128>,
}

impl Origin {
    pub(super) fn new(cluster: Cluster) -> Origin {
        let view = View::WHOLE;
        Origin { cluster, spent: NOTHING, ends: Vec::new(), view, prints: Vec::new() }
    }
}

impl Form {
    fn view(&self, cluster: &Cluster) -> View {
        match self.symmetric {
            true => View::by_place(cluster, self.detail),
            false => View::of(self.detail),
        }
    }

    /// Reads what [`Form::write`] has written; `scratch` is any memory.
    pub(super) fn read(
        &self,
        bytes: &[u8],
        origin: &mut Origin,
        scratch: &mut Vec<u8>,
    ) -> Option<()> {
        origin.cluster.decode(bytes, &mut origin.ends)?;
        let used = *origin.ends.last()?;
        for (kind, count) in self.counted.iter().zip(&bytes[used..]) {
            origin.spent[*kind as usize] = *count;
        }
        origin.view = self.view(&origin.cluster);
        origin.prints.clear();
        for part in 0..parts(origin.cluster.brokers.len()) {
            origin.prints.push(print(&origin.cluster, part, &origin.view, scratch));
        }
        Some(())
    }

    /// A number that is the same for nodes from which the same can happen, and else by chance alone.
    /// `after`: a copy of the origin's state to which something has happened.
    pub(super) fn key(
        &self,
        origin: &Origin,
        after: &Cluster,
        spent: &Spent,
        scratch: &mut Vec<u8>,
    ) -> u64 {
        // Only what the controller says moves a place.
        let view = match after.controller.is_touched() {
            true => self.view(after),
            false => origin.view,
        };
        let same = view == origin.view;
        let mut all = [0; 16 * (parts(crate::engine::MAX_BROKERS) + Kind::ALL.len().div_ceil(16))];
        let mut at = 0;
        for (part, known) in origin.prints.iter().enumerate() {
            let print = match same && !after.is_touched(part, &view) {
                true => *known,
                false => print(after, part, &view, scratch),
            };
            all[at..at + 16].copy_from_slice(&print.to_le_bytes());
            at += 16;
        }
        for kind in &self.counted {
            all[at] = spent[*kind as usize];
            at += 1;
        }
        // Zero marks an empty place.
        xxh3_64(&all[..at]).max(1)
    }

    /// The key of a node that comes from none.
    pub(super) fn first_key(&self, cluster: &Cluster, scratch: &mut Vec<u8>) -> u64 {
        let mut origin = Origin::new(cluster.clone());
        origin.view = self.view(cluster);
        let prints = (0..parts(cluster.brokers.len()))
            .map(|part| print(cluster, part, &origin.view, scratch));
        origin.prints = prints.collect();
        self.key(&origin, &origin.cluster, &NOTHING, scratch)
    }

    /// Writes a node as bytes that can be read back. `bytes`: those of its origin.
    pub(super) fn write(
        &self,
        (origin, bytes): (&Origin, &[u8]),
        after: &Cluster,
        spent: &Spent,
        out: &mut Vec<u8>,
    ) {
        let mut from = 0;
        for (part, end) in origin.ends.iter().enumerate() {
            match after.is_touched(part, &View::WHOLE) {
                true => after.encode_part(part, &View::WHOLE, out),
                false => out.extend_from_slice(&bytes[from..*end]),
            }
            from = *end;
        }
        self.write_spent(spent, out);
    }

    /// Writes a node that comes from none.
    pub(super) fn write_first(&self, cluster: &Cluster, out: &mut Vec<u8>) {
        cluster.encode(&View::WHOLE, out);
        self.write_spent(&NOTHING, out);
    }

    fn write_spent(&self, spent: &Spent, out: &mut Vec<u8>) {
        out.extend(self.counted.iter().map(|kind| spent[*kind as usize]));
    }
}

/// A part of a state as a number of 128 bits: others have the same one by chance alone.
fn print(cluster: &Cluster, part: usize, view: &View, scratch: &mut Vec<u8>) -> u128 {
    scratch.clear();
    cluster.encode_part(part, view, scratch);
    xxh3_128(scratch)
}
