//! Properties over random events.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::common::*;
use replicascope::engine::state::{Ask, Call, Role, Stage};
use replicascope::engine::*;

/// A menu with everything on it.
fn everything() -> Menu {
    Menu {
        values: (0..6).map(Value).collect(),
        durations: vec![1, 100, 500, 5_000, 10_001, 31_000],
        acks: vec![Acks::None, Acks::Leader, Acks::All, Acks::Count(2)],
        min_isr: vec![1, 2],
        unclean: vec![true, false],
        ..Menu::all()
    }
}

/// What every state must be like, whatever has happened.
fn check_state(setup: &Setup, cluster: &Cluster) {
    for broker in setup.all_brokers().iter() {
        for partition in setup.partitions() {
            let Some(disk) = cluster.disk(broker, partition) else { continue };
            let log = &disk.log;
            assert!(log.flushed() >= log.start() && log.flushed() <= log.end());
            let starts: Vec<Offset> = disk.epochs.entries().iter().map(|e| e.start).collect();
            assert!(starts.is_sorted(), "epoch starts fall: {starts:?}");
            let Some(replica) = cluster.replica(broker, partition) else { continue };
            assert_eq!(replica.epochs, disk.epochs, "the epoch file is written with the table");
            match &replica.role {
                Role::Leader(leader) => {
                    assert!(replica.hw <= log.end(), "a leader's HW is in its log");
                    assert!(leader.isr.contains(broker), "a leader is in its ISR");
                    for pending in &leader.purgatory {
                        assert!(pending.offset < log.end());
                    }
                }
                Role::Follower(follower) => {
                    if let Some(Call { ask: Ask::Fetch(offset), stage }) = &follower.call {
                        assert_eq!(*offset, log.end(), "a fetch in flight is from the LEO");
                        if matches!(stage, Stage::Parked(_)) {
                            assert!(cluster.leader(follower.leader, partition).is_some());
                        }
                    }
                    assert!(follower.leader != broker);
                }
                Role::Idle => {}
            }
        }
    }
}

/// What must be true of a step, beyond the states it lies between.
fn check_step(setup: &Setup, before: &Cluster, event: &Event, after: &Cluster) {
    for broker in setup.all_brokers().iter() {
        for partition in setup.partitions() {
            let hw = |c: &Cluster| {
                c.leader(broker, partition).and(c.replica(broker, partition)).map(|r| r.hw)
            };
            if let (Some(was), Some(is)) = (hw(before), hw(after)) {
                let restarted =
                    matches!(event, Event::RestartUnnoticed { broker: b } if *b == broker);
                assert!(is >= was || restarted, "{event:?}: a leader's HW fell {was} -> {is}");
            }
        }
    }
    if let Event::Reply { broker, partition } = *event
        && let Some(replica) = after.replica(broker, partition)
        && let Some(call) = before.follower(broker, partition).and_then(|f| f.call.clone())
        && let Stage::Replied(state::Answer::Records { .. }) = call.stage
    {
        assert!(replica.hw <= after.leo(broker, partition), "HW above the LEO after a reply");
    }
}

/// The name of a variant, out of its Debug form.
fn kind(debug: String) -> String {
    debug.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}

/// Walks at random and counts the kinds of events and effects on the way.
fn walk(setup: &Setup, choices: &[u16], counts: &mut BTreeMap<String, usize>) {
    let menu = everything();
    let mut cluster = Cluster::new(setup);
    for choice in choices {
        let events = cluster.enabled(setup, &menu);
        let event = events[*choice as usize % events.len()];
        let before = cluster.clone();
        let mut out = Effects::new();
        cluster.step(setup, &event, &mut out).expect("an enabled event");
        let mut silent = before.clone();
        silent.step(setup, &event, &mut Effects::muted()).expect("an enabled event");
        assert_eq!(silent, cluster, "{event:?}: muting the effects changes the state");
        *counts.entry(kind(format!("{event:?}"))).or_default() += 1;
        for effect in out.into_vec() {
            *counts.entry(kind(format!("{effect:?}"))).or_default() += 1;
        }
        check_state(setup, &cluster);
        check_step(setup, &before, &event, &cluster);
    }
}

fn two_partitions(release: &str, step_by_step: bool) -> Setup {
    let mut setup = setup(release, &[B, A, C]);
    setup.assignment.push(vec![C, A]);
    setup.settings.segment_records = 2;
    setup.settings.fetch_records = 2;
    setup.settings.lag_max_messages = 2;
    setup.controller =
        ControllerMode { notices_at_once: !step_by_step, tells_at_once: !step_by_step };
    setup
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_the_state_stays_sound(
        release in 0..3_usize,
        step_by_step in any::<bool>(),
        choices in prop::collection::vec(any::<u16>(), 1..200),
    ) {
        let release = releases().nth(release).expect("a release");
        walk(&two_partitions(release, step_by_step), &choices, &mut BTreeMap::new());
    }
}
