//! Crashes that need not be tried: what comes of them is known.
//!
//! When a process dies, what it had in memory is gone, and so is what it and its followers had on the way
//! to each other. So in all states that differ by that alone a crash of the broker, with or without a
//! restart, leads to the same states. It is tried in the first of them: where all others would lead to
//! has been seen by then. Half of all that can happen are crashes, and most of them are known.
//!
//! What a crash does is left to the engine. Here is only what it does not depend on (`encode::Crash`),
//! and a test holds all rules to it.

use super::node::{Form, Origin, Scratch};
use super::visited::Set;
use crate::engine::{BrokerId, BrokerSet, Cluster, Event, MAX_BROKERS};

/// The crashes that come of a chunk, and those that were known before.
pub(super) struct Crashes<'a> {
    known: &'a Set,
    /// Those that are tried in this chunk, as [`Form::crash_key`] has them.
    pub(super) fresh: Vec<u64>,
}

impl<'a> Crashes<'a> {
    pub(super) fn new(known: &'a Set) -> Self {
        Crashes { known, fresh: Vec::new() }
    }

    /// The brokers of whose crashes, of all those that are offered in a node, it is known what comes of
    /// them. Those of the others are taken for known from now on.
    pub(super) fn known(
        &mut self,
        form: &Form,
        origin: &mut Origin,
        offered: &[Event],
        scratch: &mut Scratch,
    ) -> BrokerSet {
        let mut ways = [0; MAX_BROKERS];
        for (broker, way) in offered.iter().filter_map(|event| victim(&origin.cluster, event)) {
            ways[broker.index()] |= way;
        }
        // First all keys, then all looks at what is far away in memory, so that one need not wait for
        // the other.
        let mut keys = [0; MAX_BROKERS];
        for (at, ways) in ways.into_iter().enumerate().filter(|(_, ways)| *ways != 0) {
            keys[at] = form.crash_key(origin, BrokerId(at as u8), ways, scratch);
        }
        let of_old = keys.map(|key| key != 0 && self.known.contains(key));
        let mut known = BrokerSet::EMPTY;
        for (at, key) in keys.into_iter().enumerate().filter(|(_, key)| *key != 0) {
            if of_old[at] || self.fresh.contains(&key) {
                known = known.with(BrokerId(at as u8));
            } else {
                self.fresh.push(key);
            }
        }
        known
    }
}

/// The broker whose process dies by an event that does nothing before, and a bit for what happens besides.
pub(super) fn victim(cluster: &Cluster, event: &Event) -> Option<(BrokerId, u8)> {
    let (broker, way) = match *event {
        Event::Kill { broker } => (broker, 1),
        Event::RestartUnnoticed { broker } => (broker, 2),
        Event::PowerLoss { brokers, noticed } if brokers.len() == 1 => {
            (brokers.iter().next()?, if noticed { 4 } else { 8 })
        }
        _ => return None,
    };
    cluster.is_up(broker).then_some((broker, way))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::dice::Dice;
    use crate::engine::encode::Detail;
    use crate::engine::*;
    use crate::explore::budget::Kind;

    fn setup(rules: &Rules, at_once: bool) -> Setup {
        Setup {
            rules: rules.clone(),
            settings: Settings::defaults(rules),
            brokers: 3,
            producers: 1,
            consumers: 0,
            assignment: vec![
                vec![BrokerId(1), BrokerId(0), BrokerId(2)],
                vec![BrokerId(2), BrokerId(0)],
            ],
            controller: ControllerMode {
                notices_at_once: at_once,
                tells_at_once: at_once,
                alters_at_once: at_once,
            },
        }
    }

    /// The same question to the same crash has one answer, whatever else the state is: the state that it
    /// leads to, and whether it broke the one property of a step.
    #[test]
    fn what_comes_of_a_crash_depends_on_what_its_key_says_alone() {
        let menu = Menu {
            values: (0..3).map(Value).collect(),
            acks: vec![Acks::All, Acks::Leader],
            ..Menu::all()
        };
        let mut shared = 0;
        for (rules, at_once) in every_rules().flat_map(|rules| [(rules, true), (rules, false)]) {
            let setup = setup(rules, at_once);
            let form = Form {
                counted: vec![Kind::Kills],
                detail: Detail::ALL,
                symmetric: at_once,
                of_steps: true,
            };
            let mut scratch = Scratch::default();
            let mut cluster = Cluster::new(&setup);
            let mut known = HashMap::new();
            let mut dice = Dice::new();
            for _ in 0..60 {
                let events = cluster.enabled(&setup, &menu);
                for event in &events {
                    let mut bytes = Vec::new();
                    let mut before = cluster.clone();
                    before.follow(&setup, event);
                    form.write_first(&before, &mut bytes);
                    let mut origin = Origin::new(before.clone());
                    form.read(&bytes, &mut origin, &mut before, &mut scratch).expect("a node");
                    for crash in before.enabled(&setup, &menu) {
                        let Some((broker, way)) = victim(&before, &crash) else { continue };
                        let key = form.crash_key(&mut origin, broker, way, &mut scratch);
                        let mut after = before.clone();
                        after.follow(&setup, &crash);
                        let falls = Property::LeaderHwNeverFalls;
                        let breach = after.breach(&setup, Some(&before), PartitionId(0), falls);
                        let outcome =
                            (form.first_key(&after, &mut scratch), breach.map(|b| b.offset));
                        let first = known.entry(key).or_insert(outcome);
                        shared += usize::from(*first == outcome);
                        assert_eq!(*first, outcome, "{}: {event:?}, {crash:?}", rules.release);
                    }
                }
                cluster.follow(&setup, &dice.choose(&events));
            }
            shared -= known.len();
        }
        assert!(shared > 100_000, "{shared} crashes were known");
    }
}
