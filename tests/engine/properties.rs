//! Properties over random events.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::common::*;
use replicascope::engine::setup::Idempotence;
use replicascope::engine::state::{Ask, Call, Role, Stage};
use replicascope::engine::*;

/// A menu with everything on it.
pub fn everything() -> Menu {
    Menu {
        values: (0..6).map(Value).collect(),
        durations: vec![1, 100, 500, 5_000, 10_001, 31_000],
        acks: vec![Acks::None, Acks::Leader, Acks::All, Acks::Count(2)],
        min_isr: vec![1, 2],
        unclean: vec![true, false],
        reassignments: vec![[A, C].into_iter().collect(), [C, B, A].into_iter().collect()],
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
                    assert!(leader.isr.contains(broker), "a leader is in its ISR");
                    for pending in &leader.purgatory {
                        assert!(pending.offset < log.end());
                    }
                }
                Role::Follower(follower) => {
                    if let Some(Call { ask: Ask::Fetch { offset, .. }, stage, .. }) = &follower.call
                    {
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

/// How often a walk takes an event, against others: catastrophes are rare, so that there is
/// something to destroy.
fn weight(event: &Event) -> usize {
    match event {
        Event::Request { .. } | Event::Serve { .. } | Event::Reply { .. } => 60,
        Event::Start { .. } | Event::Notice { .. } | Event::Tell { .. } => 30,
        Event::Alter { .. } | Event::Altered { .. } => 30,
        // It can happen only for a moment.
        Event::LoseAlter { .. } => 10,
        Event::Resume { .. } | Event::Heal { .. } | Event::ReleaseWords { .. } => 30,
        Event::ElectPreferred { .. } | Event::Consume { .. } => 6,
        Event::Send { .. } | Event::Advance { .. } | Event::Flush { .. } => 3,
        _ => 1,
    }
}

pub fn choose(events: &[Event], choice: u16) -> Event {
    let total: usize = events.iter().map(weight).sum();
    let mut left = choice as usize % total;
    for event in events {
        match left.checked_sub(weight(event)) {
            Some(rest) => left = rest,
            None => return *event,
        }
    }
    unreachable!("the weights add up")
}

/// Walks at random and counts the kinds of events and effects on the way.
fn walk(setup: &Setup, choices: &[u16], counts: &mut BTreeMap<String, usize>) {
    let menu = everything();
    let mut cluster = Cluster::new(setup);
    for choice in choices {
        let events = cluster.enabled(setup, &menu);
        let event = choose(&events, *choice);
        let before = cluster.clone();
        let mut out = Effects::new();
        cluster.step(setup, &event, &mut out).expect("an enabled event");
        let mut silent = before.clone();
        silent.step(setup, &event, &mut Effects::muted()).expect("an enabled event");
        assert_eq!(silent, cluster, "{event:?}: muting the effects changes the state");
        *counts.entry(kind(format!("{event:?}"))).or_default() += 1;
        for effect in out.into_vec() {
            let text = format!("{effect:?}");
            for word in text.split(|c: char| !c.is_alphanumeric()) {
                if word.starts_with(char::is_uppercase) {
                    *counts.entry(word.to_owned()).or_default() += 1;
                }
            }
        }
        check_state(setup, &cluster);
        check_step(setup, &before, &event, &cluster);
    }
}

pub fn two_partitions(rules: &Rules, step_by_step: bool) -> Setup {
    let mut setup = setup_of(rules.clone(), &[B, A, C]);
    setup.assignment.push(vec![C, A]);
    setup.settings.segment_records = 2;
    setup.settings.fetch_records = 2;
    setup.settings.lag_max_messages = 2;
    // Producers try again by themselves; where they can, they number their records.
    setup.settings.retries = 2;
    if step_by_step && setup.rules.idempotence.is_some() {
        setup.settings.idempotence = Idempotence::On;
    }
    let at_once = !step_by_step;
    setup.controller = ControllerMode {
        notices_at_once: at_once,
        tells_at_once: at_once,
        alters_at_once: at_once,
    };
    setup
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_the_state_stays_sound(
        release in 0..every_rules().count(),
        step_by_step in any::<bool>(),
        choices in prop::collection::vec(any::<u16>(), 1..200),
    ) {
        let rules = every_rules().nth(release).expect("a release");
        walk(&two_partitions(rules, step_by_step), &choices, &mut BTreeMap::new());
    }
}

/// Every kind of event, and every kind of effect.
const EVENTS: [&str; 35] = [
    "HoldWords",
    "ReleaseWords",
    "Alter",
    "Altered",
    "Pause",
    "Resume",
    "Cut",
    "Heal",
    "Lose",
    "LoseAlter",
    "LoseAnswer",
    "MoveLeader",
    "Reassign",
    "Seek",
    "Send",
    "Consume",
    "Request",
    "Serve",
    "Reply",
    "Kill",
    "PowerLoss",
    "Stop",
    "Start",
    "RestartUnnoticed",
    "Wipe",
    "Flush",
    "CheckpointHw",
    "Advance",
    "ElectPreferred",
    "ElectUnclean",
    "SetAcks",
    "SetMinIsr",
    "SetUnclean",
    "Notice",
    "Tell",
];
const EFFECTS: [&str; 92] = [
    "DivergingSent",
    "EpochFenced",
    "FetcherStopped",
    "IsrWriteUnreachable",
    "AlterSent",
    "AlterAccepted",
    "AlterRefused",
    "IsrCommitted",
    "IsrReverted",
    "IsrStuck",
    "AlterVanished",
    "IsrHeard",
    "AnswerLost",
    "Redirected",
    "PositionValid",
    "TruncationFound",
    "Paused",
    "Resumed",
    "ReplicaCreated",
    "ReplicaDeleted",
    "Nobody",
    "ElrChanged",
    "UncleanShutdown",
    "Recovering",
    "Reassigning",
    "Reassigned",
    "Reordered",
    "LinkCut",
    "LinkHealed",
    "WordsHeld",
    "AnswerWillBeLost",
    "Recognized",
    "WillRetry",
    "Retried",
    "NewProducerId",
    "Sought",
    "Broken",
    "Mended",
    "Appended",
    "Leo",
    "Hw",
    "Truncated",
    "Flushed",
    "Rolled",
    "HwWritten",
    "EpochAdded",
    "EpochRefused",
    "EpochsCut",
    "Asked",
    "RemoteLeo",
    "Parked",
    "Unparked",
    "RecordsSent",
    "EpochEndSent",
    "OffsetSent",
    "ErrorSent",
    "ErrorReceived",
    "NotShorter",
    "KeptLog",
    "Vanished",
    "IsrExpanded",
    "IsrShrunk",
    "IsrWriteRefused",
    "Waiting",
    "Acked",
    "Unasked",
    "Dropped",
    "Failed",
    "Consumed",
    "ConsumeFailed",
    "PositionReset",
    "Down",
    "Up",
    "Wiped",
    "LeaderNow",
    "FollowerNow",
    "FollowsOn",
    "NoticedDeath",
    "NoticedReturn",
    "Elected",
    "Leaderless",
    "IsrCut",
    "Told",
    "WordIgnored",
    "Passed",
    "AcksSet",
    "MinIsrSet",
    "UncleanSet",
    "Simplified",
    "Lost",
    "Recovered",
    "Diverged",
];

/// The rules and reasons that effects name.
const REASONS: [&str; 56] = [
    "Proposed",
    "Joins",
    "Lag",
    "Recovered",
    "CommonEpoch",
    "NoEpoch",
    "Elr",
    "LastLeader",
    "Moved",
    "NotLeaderOrFollower",
    "FencedLeaderEpoch",
    "UnknownLeaderEpoch",
    "OffsetNotAvailable",
    "UnknownProducerId",
    "InvalidUpdateVersion",
    "IneligibleReplica",
    "OutOfOrderSequenceNumber",
    "Beginning",
    "End",
    "Leader",
    "Follower",
    "Loaded",
    "Isr",
    "CaughtUp",
    "LocalHw",
    "EpochEnd",
    "EpochUndefined",
    "LeaderShorter",
    "LeaderStart",
    "PowerLoss",
    "Data",
    "WaitOver",
    "NotLeader",
    "Request",
    "Reply",
    "Time",
    "Messages",
    "LeaderAppended",
    "Members",
    "Killed",
    "Stopped",
    "Halted",
    "FromIsr",
    "Unclean",
    "Preferred",
    "ControlledShutdown",
    "UnnoticedRestart",
    "UnnoticedPowerLoss",
    "NotLeaderForPartition",
    "NotEnoughReplicas",
    "NotEnoughReplicasAfterAppend",
    "RequestTimedOut",
    "InvalidRequiredAcks",
    "LeaderNotAvailable",
    "NetworkException",
    "OffsetOutOfRange",
];

/// A walk of so many steps that is the same every time.
fn choices(seed: u64, steps: usize) -> Vec<u16> {
    let mut state = seed;
    let mut next = || {
        // Knuth's MMIX generator; its high bits are good enough to wander with.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 48) as u16
    };
    (0..steps).map(|_| next()).collect()
}

#[test]
fn long_walks_reach_every_kind_of_event_and_effect() {
    let mut counts = BTreeMap::new();
    for rules in every_rules() {
        for step_by_step in [false, true] {
            for seed in 0..12 {
                walk(&two_partitions(rules, step_by_step), &choices(seed, 400), &mut counts);
            }
        }
    }
    let missing: Vec<_> = EVENTS
        .iter()
        .chain(&EFFECTS)
        .chain(&REASONS)
        .filter(|kind| !counts.contains_key(**kind))
        .collect();
    assert!(missing.is_empty(), "never reached: {missing:?}; reached: {counts:?}");
}

/// The properties that walks with every kind of fault have broken.
fn broken_by_walks(release: &str) -> std::collections::BTreeSet<&'static str> {
    let menu = everything();
    let mut broken = std::collections::BTreeSet::new();
    for seed in 0..150 {
        let mut setup = setup(release, &[B, A, C]);
        setup.settings.min_isr = 1 + (seed % 2) as u8;
        setup.controller = ControllerMode {
            notices_at_once: seed % 3 != 0,
            tells_at_once: seed % 5 != 0,
            alters_at_once: true,
        };
        let mut cluster = Cluster::new(&setup);
        for choice in choices(seed, 300) {
            let event = choose(&cluster.enabled(&setup, &menu), choice);
            let before = cluster.clone();
            cluster.step(&setup, &event, &mut Effects::muted()).expect("an enabled event");
            let breaches = cluster.breaches(&setup, Some(&before));
            broken.extend(breaches.iter().map(|breach| breach.property.name()));
        }
    }
    broken
}

#[test]
fn the_properties_that_the_page_calls_unbroken_are_not_broken_by_walks_with_every_fault() {
    let page = include_str!("../../docs/properties.md");
    for release in ["0.8.2", "0.10.2", "0.11"] {
        let broken = broken_by_walks(release);
        let column = if release == "0.11" { 3 } else { 2 };
        for property in Property::ALL {
            let start = format!("| `{}` |", property.name());
            let row = page.lines().find(|line| line.starts_with(&start));
            let row = row.unwrap_or_else(|| panic!("no row for {}", property.name()));
            let cell = row.split('|').nth(column + 1).expect("a cell").trim();
            let unbroken = cell == "not seen broken";
            if unbroken {
                let found = broken.contains(property.name());
                assert!(!found, "{release} breaks {}", property.name());
            }
        }
    }
}
