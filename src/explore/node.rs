//! A node of the search: a state of the cluster with what is used up of the budget. As bytes that can be
//! read back, and as a key by which it is known again.
//!
//! An event changes a part or two of a state. Of what it has not touched, the bytes and the print are
//! those of the node that it came from.

use xxhash_rust::xxh3::xxh3_64;

use super::budget::{Kind, NOTHING, Spent};
use crate::engine::encode::{Crash, Detail, View, parts};
use crate::engine::{BrokerId, Cluster, MAX_BROKERS};

/// How nodes are written, and which are the same.
#[derive(Debug)]
pub(super) struct Form {
    /// What of the budget is counted.
    pub(super) counted: Vec<Kind>,
    /// What is looked at.
    pub(super) detail: Detail,
    /// Whether brokers are told apart by their place alone.
    pub(super) symmetric: bool,
    /// Whether something is asked of a step, from one state to the next: whether a leader's HW falls.
    pub(super) of_steps: bool,
}

/// A node that was read, and what has happened to a copy of its state since.
#[derive(Debug)]
pub(super) struct Origin<'a> {
    pub(super) cluster: Cluster,
    pub(super) spent: Spent,
    /// What it was read from.
    bytes: &'a [u8],
    /// Where the bytes of each part end.
    ends: Vec<usize>,
    view: View,
    /// By part: what is looked at, as a number; the brokers as the view has them.
    prints: Vec<u64>,
    /// By place: the same where the crash of this broker is looked at, if that has been asked for. The
    /// last ones are kept: that of the broker itself, and that of one that it follows.
    crashed: Vec<[Option<(BrokerId, u64)>; 2]>,
}

impl Origin<'_> {
    /// Any state of the cluster, to be read into.
    pub(super) fn new(cluster: Cluster) -> Self {
        let parts = parts(cluster.brokers.len());
        Origin {
            cluster,
            spent: NOTHING,
            bytes: &[],
            ends: vec![0; parts],
            view: View::WHOLE,
            prints: vec![0; parts],
            crashed: vec![[None; 2]; parts],
        }
    }
}

impl Form {
    fn view(&self, cluster: &Cluster) -> View {
        match self.symmetric {
            true => View::by_place(cluster, self.detail),
            false => View::of(self.detail),
        }
    }

    /// Reads what [`Form::write`] has written, in the place of what was read before, and copies it.
    /// What comes one after the other mostly comes from one state, and has most parts in common.
    pub(super) fn read<'a>(
        &self,
        bytes: &'a [u8],
        origin: &mut Origin<'a>,
        copy: &mut Cluster,
        scratch: &mut Scratch,
    ) -> Option<()> {
        copy.restore(&origin.cluster);
        let mut changed = [false; parts(MAX_BROKERS)];
        let (mut old, mut at) = (0, 0);
        for (part, end) in origin.ends.iter_mut().enumerate() {
            let known = &origin.bytes[old..*end];
            old = *end;
            at += match !known.is_empty() && bytes[at..].starts_with(known) {
                true => known.len(),
                false => {
                    changed[part] = true;
                    let read = origin.cluster.decode_part(part, &bytes[at..])?;
                    copy.copy_part(part, &origin.cluster);
                    read
                }
            };
            *end = at;
        }
        origin.bytes = bytes;
        for (kind, count) in self.counted.iter().zip(&bytes[at..]) {
            origin.spent[*kind as usize] = *count;
        }
        let view = self.view(&origin.cluster);
        let same = view == origin.view;
        origin.view = view;
        let brokers = origin.cluster.brokers.len();
        for (place, known) in origin.prints.iter_mut().enumerate() {
            let part = view.part(place, brokers);
            if changed[part] || !same {
                origin.crashed[place] = [None; 2];
                let from = part.checked_sub(1).map_or(0, |before| origin.ends[before]);
                *known = match view == View::WHOLE {
                    true => xxh3_64(&bytes[from..origin.ends[part]]),
                    false => scratch.print(&origin.cluster, part, &view),
                };
            }
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
        scratch: &mut Scratch,
    ) -> u64 {
        // Only what the controller says moves a place.
        let view = match after.controller.is_touched() {
            true => self.view(after),
            false => origin.view,
        };
        let same = view == origin.view;
        let brokers = after.brokers.len();
        scratch.clear();
        scratch.is_whole = same && view == View::WHOLE;
        let prints = origin.prints.iter().enumerate().map(|(place, known)| {
            let part = view.part(place, brokers);
            match same && !after.is_touched(part) {
                true => *known,
                false => scratch.add(after, part, &view),
            }
        });
        self.seal(prints, spent, &[])
    }

    /// The key of a node that comes from none.
    pub(super) fn first_key(&self, cluster: &Cluster, scratch: &mut Scratch) -> u64 {
        let view = self.view(cluster);
        let brokers = cluster.brokers.len();
        let prints = (0..parts(brokers))
            .map(|place| scratch.print(cluster, view.part(place, brokers), &view));
        self.seal(prints, &NOTHING, &[])
    }

    /// A number that is the same for nodes of which the same comes by a crash, and else by chance alone.
    /// `ways`: how the broker can crash there.
    pub(super) fn crash_key(
        &self,
        origin: &mut Origin,
        broker: BrokerId,
        ways: u8,
        scratch: &mut Scratch,
    ) -> u64 {
        let Origin { cluster, spent, view, prints, crashed, .. } = origin;
        let view = view.of_crash(Crash { broker, hw: self.of_steps });
        let brokers = cluster.brokers.len();
        let prints = prints.iter().enumerate().map(|(place, known)| {
            let part = view.part(place, brokers);
            if !cluster.is_concerned(part, broker) {
                return *known;
            }
            let is_its_own = part == broker.index() + 1;
            match &mut crashed[place][usize::from(!is_its_own)] {
                Some((of, print)) if *of == broker => *print,
                other => other.insert((broker, scratch.print(cluster, part, &view))).1,
            }
        });
        self.seal(prints, spent, &[ways, view.label(broker)])
    }

    /// A key from what is looked at of each part, by place, and of whatever else.
    fn seal(&self, prints: impl Iterator<Item = u64>, spent: &Spent, more: &[u8]) -> u64 {
        let mut all = [0; 8 * parts(MAX_BROKERS) + Kind::ALL.len() + 2];
        let mut at = 0;
        for print in prints {
            all[at..at + 8].copy_from_slice(&print.to_le_bytes());
            at += 8;
        }
        for kind in &self.counted {
            all[at] = spent[*kind as usize];
            at += 1;
        }
        for byte in more {
            all[at] = *byte;
            at += 1;
        }
        // Zero marks an empty place.
        xxh3_64(&all[..at]).max(1)
    }

    /// Writes a node as bytes that can be read back. `scratch`: what the last [`Form::key`], which was of
    /// this node, has left.
    pub(super) fn write(
        &self,
        origin: &Origin,
        after: &Cluster,
        spent: &Spent,
        scratch: &Scratch,
        out: &mut Vec<u8>,
    ) {
        // From where on nothing has been written of what is the same, and where the last part ended.
        let (mut same, mut before) = (0, 0);
        let mut touched = scratch.parts();
        for (part, end) in origin.ends.iter().enumerate() {
            if after.is_touched(part) {
                out.extend_from_slice(&origin.bytes[same..before]);
                match touched.next() {
                    Some(bytes) if scratch.is_whole => out.extend_from_slice(bytes),
                    _ => after.encode_part(part, &View::WHOLE, out),
                }
                same = *end;
            }
            before = *end;
        }
        out.extend_from_slice(&origin.bytes[same..before]);
        self.write_spent(spent, out);
    }

    /// Writes a node that comes from none.
    pub(super) fn write_first(&self, cluster: &Cluster, out: &mut Vec<u8>) {
        cluster.encode(out);
        self.write_spent(&NOTHING, out);
    }

    fn write_spent(&self, spent: &Spent, out: &mut Vec<u8>) {
        out.extend(self.counted.iter().map(|kind| spent[*kind as usize]));
    }
}

/// What was written to make a key, part by part, and room for it that serves again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// Whether it is what has been touched, part after part, and nothing else, as it is: then it need not
    /// be written again.
    is_whole: bool,
}

impl Scratch {
    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.is_whole = false;
    }

    /// A part of a state as a number: others have the same one by chance alone.
    fn print(&mut self, cluster: &Cluster, part: usize, view: &View) -> u64 {
        self.clear();
        self.add(cluster, part, view)
    }

    /// The same, and what was written before is kept.
    fn add(&mut self, cluster: &Cluster, part: usize, view: &View) -> u64 {
        let from = self.bytes.len();
        cluster.encode_part(part, view, &mut self.bytes);
        self.ends.push(self.bytes.len());
        xxh3_64(&self.bytes[from..])
    }

    fn parts(&self) -> impl Iterator<Item = &[u8]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(from, end)| &self.bytes[from..*end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::engine::{
        ControllerMode, Event, Menu, PartitionId, Settings, Setup, Value, every_rules,
    };

    fn setup(rules: &crate::engine::Rules) -> Setup {
        Setup {
            rules: rules.clone(),
            settings: Settings::defaults(rules),
            brokers: 3,
            producers: 1,
            consumers: 1,
            assignment: vec![vec![BrokerId(1), BrokerId(0), BrokerId(2)]],
            controller: ControllerMode {
                tells_at_once: false,
                alters_at_once: false,
                ..ControllerMode::default()
            },
        }
    }

    #[test]
    fn a_key_says_what_a_state_is_and_not_how_one_came_to_it() {
        let menu = Menu { values: (0..3).map(Value).collect(), ..Menu::all() };
        let committed = Detail { committed: true, read: false, torn: false, ..Detail::ALL };
        for (rules, symmetric, detail) in every_rules().flat_map(|rules| {
            [true, false].into_iter().flat_map(move |symmetric| {
                [(rules, symmetric, committed), (rules, symmetric, Detail::ALL)]
            })
        }) {
            let mut setup = setup(rules);
            if detail == Detail::ALL {
                // By place and by id, until the leadership moves.
                setup.assignment = vec![(0..3).map(BrokerId).collect()];
            }
            let form = Form { counted: vec![Kind::Kills], detail, symmetric, of_steps: false };
            let start = Cluster::new(&setup);
            let mut scratch = Scratch::default();
            // A level of nodes, as a search has it, each after the events of the one before.
            let (mut written, mut states) = (vec![Vec::new()], vec![start.clone()]);
            form.write_first(&start, &mut written[0]);
            let mut dice = Dice::new();
            for at in 0..150 {
                let mut origin = Origin::new(start.clone());
                let mut after = start.clone();
                form.read(&written[at], &mut origin, &mut after, &mut scratch).expect("a node");
                assert_eq!(origin.cluster, states[at], "what was written is read");
                let events = origin.cluster.enabled(&setup, &menu);
                let chosen = dice.choose(&events);
                let event = match at % 7 {
                    // Places change, and with them what brokers are called.
                    3 => Event::MoveLeader { partition: PartitionId(0), to: BrokerId(2) },
                    _ => chosen,
                };
                if events.contains(&event) {
                    after.follow(&setup, &event);
                }
                let mut next = Vec::new();
                form.key(&origin, &after, &origin.spent, &mut scratch);
                form.write(&origin, &after, &origin.spent, &scratch, &mut next);
                written.push(next);
                states.push(after);
            }
            let mut origin = Origin::new(start.clone());
            let mut after = start.clone();
            let mut known = std::collections::HashMap::new();
            for bytes in &written {
                form.read(bytes, &mut origin, &mut after, &mut scratch).expect("a node");
                assert_eq!(after, origin.cluster);
                for event in &origin.cluster.enabled(&setup, &menu) {
                    after.restore(&origin.cluster);
                    after.follow(&setup, event);
                    let key = form.key(&origin, &after, &NOTHING, &mut scratch);
                    assert_eq!(key, form.first_key(&after, &mut scratch), "{event:?}");
                    if detail == Detail::ALL && !symmetric {
                        // What differs has another one.
                        let mut whole = Vec::new();
                        after.encode(&mut whole);
                        let first = known.entry(key).or_insert_with(|| whole.clone());
                        assert_eq!(*first, whole, "{event:?}");
                    }
                }
            }
        }
    }
}
