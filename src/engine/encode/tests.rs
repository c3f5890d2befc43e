use super::*;
use crate::engine::{
    ControllerMode, Effects, Menu, Settings, Setup, every_rules, rules::Coordination,
};

fn setup(rules: &crate::engine::Rules) -> Setup {
    Setup {
        rules: rules.clone(),
        settings: Settings::defaults(rules),
        brokers: 3,
        producers: 2,
        consumers: 1,
        assignment: vec![vec![BrokerId(1), BrokerId(0), BrokerId(2)], vec![BrokerId(2)]],
        controller: ControllerMode {
            notices_at_once: false,
            tells_at_once: false,
            alters_at_once: rules.coordination == Coordination::ZooKeeper,
        },
    }
}

/// Everything, with a few values and settings.
fn menu() -> Menu {
    Menu {
        values: (0..5).map(Value).collect(),
        durations: vec![500, 20_000],
        acks: vec![Acks::All, Acks::Leader],
        ..Menu::all()
    }
}

#[test]
fn whatever_happens_a_state_can_be_read_back_from_its_bytes() {
    for rules in every_rules() {
        let setup = setup(rules);
        let menu = menu();
        let mut cluster = Cluster::new(&setup);
        // The same all the time: what is read takes the place of what was there.
        let (mut read, mut copy) = (cluster.clone(), cluster.clone());
        let mut number = 1_u64;
        for _ in 0..300 {
            let events = cluster.enabled(&setup, &menu);
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            let event = events[(number >> 33) as usize % events.len()];
            cluster.step(&setup, &event, &mut Effects::muted()).expect("an enabled event");
            let mut bytes = Vec::new();
            cluster.encode(&mut bytes);
            let mut at = 0;
            for part in 0..parts(cluster.brokers.len()) {
                at += read.decode_part(part, &bytes[at..]).expect("a part");
                copy.copy_part(part, &read);
            }
            assert_eq!((&read, at), (&cluster, bytes.len()), "{}", rules.release);
            assert_eq!(copy, cluster);
            let mut copy = Cluster::new(&setup);
            copy.clone_from(&cluster);
            assert_eq!(copy, cluster);
        }
    }
}

#[test]
fn bytes_that_are_cut_short_are_no_state() {
    let rules = every_rules().next().expect("a release");
    let mut bytes = Vec::new();
    let mut cluster = Cluster::new(&setup(rules));
    cluster.encode(&mut bytes);
    let parts = parts(cluster.brokers.len());
    for length in 0..bytes.len() {
        let mut rest = &bytes[..length];
        let read = (0..parts).try_for_each(|part| {
            let read = cluster.decode_part(part, rest)?;
            rest = &rest[read..];
            Some(())
        });
        assert_eq!(read, None);
    }
}

#[test]
fn after_any_event_what_is_not_touched_is_the_same_and_what_is_can_be_restored() {
    for rules in every_rules() {
        let setup = setup(rules);
        let menu = menu();
        let mut cluster = Cluster::new(&setup);
        let mut after = cluster.clone();
        let (mut old, mut new) = (Vec::new(), Vec::new());
        let mut number = 1_u64;
        for _ in 0..100 {
            after.clone_from(&cluster);
            let events = cluster.enabled(&setup, &menu);
            for event in &events {
                after.follow(&setup, event);
                for part in 0..parts(cluster.brokers.len()) {
                    old.clear();
                    new.clear();
                    cluster.encode_part(part, &View::WHOLE, &mut old);
                    after.encode_part(part, &View::WHOLE, &mut new);
                    assert!(old == new || after.is_touched(part), "{event:?}");
                }
                after.restore(&cluster);
                assert_eq!(after, cluster, "{event:?}");
            }
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            cluster.follow(&setup, &events[(number >> 33) as usize % events.len()]);
        }
    }
}
