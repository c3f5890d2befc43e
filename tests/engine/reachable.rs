//! A breadth-first visit of every reachable state of a small cluster.

use std::collections::HashSet;
use std::time::Instant;

use crate::common::*;
use replicascope::engine::*;

/// Visits every state reachable from a new cluster by the events of a menu, up to a leader epoch.
fn visit(setup: &Setup, menu: &Menu, max_epoch: Epoch, mut check: impl FnMut(&Cluster)) -> usize {
    let mut start = Cluster::new(setup);
    start.producers[0].acks = Acks::All;
    let began = Instant::now();
    let mut seen: HashSet<Cluster> = HashSet::from([start.clone()]);
    let mut frontier = vec![start];
    let (mut generated, mut bytes) = (0_usize, 0_usize);
    while !frontier.is_empty() {
        let mut next = Vec::new();
        for state in &frontier {
            check(state);
            bytes += state.footprint();
            for event in state.enabled(setup, menu) {
                let mut after = state.clone();
                after.step(setup, &event, &mut Effects::muted()).expect("an enabled event");
                generated += 1;
                if after.partition(P0).epoch <= max_epoch && seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        frontier = next;
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{}: {} states, {} events, {} bytes a state, {:.0} events a second",
        setup.rules.release,
        seen.len(),
        generated,
        bytes / seen.len(),
        generated as f64 / seconds
    );
    seen.len()
}

#[test]
fn every_state_of_two_brokers_and_one_record_can_be_visited() {
    for release in releases() {
        let setup = setup(release, &[B, A]);
        let menu = Menu {
            values: vec![Value(0)],
            crashes: true,
            power_losses: true,
            files: true,
            ..Menu::default()
        };
        let states = visit(&setup, &menu, 2, |state| {
            for broker in [A, B] {
                let Some(replica) = state.replica(broker, P0) else { continue };
                assert!(replica.hw <= 1, "the HW passes the only record");
            }
        });
        assert!(states > 100, "{release}: only {states} states");
    }
}
