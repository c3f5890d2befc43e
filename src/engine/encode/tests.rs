use super::*;
use crate::dice::Dice;
use crate::engine::{
    ControllerMode, Effects, Event, Menu, Settings, Setup, every_rules, rules::Coordination,
    rules_for,
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
        let mut dice = Dice::new();
        for _ in 0..300 {
            let events = cluster.enabled(&setup, &menu);
            let event = dice.choose(&events);
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
        let mut dice = Dice::new();
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
            cluster.follow(&setup, &dice.choose(&events));
        }
    }
}

/// The state with each broker called by its place in the order of the first partition's replicas.
fn mirror(cluster: &Cluster, view: &View) -> Cluster {
    let parts = parts(cluster.brokers.len());
    let mut bytes = Vec::new();
    for place in 0..parts {
        cluster.encode_part(view.part(place, cluster.brokers.len()), view, &mut bytes);
    }
    let (mut mirror, mut at) = (cluster.clone(), 0);
    for part in 0..parts {
        at += mirror.decode_part(part, &bytes[at..]).expect("a part");
    }
    mirror
}

/// The event with each broker called by its place.
fn mirrored(event: &Event, view: &View) -> Event {
    let of = |broker: BrokerId| BrokerId(view.label(broker));
    let mut event = *event;
    match &mut event {
        Event::Send { to: Some(broker), .. }
        | Event::Consume { from: Some(broker), .. }
        | Event::Request { broker, .. }
        | Event::Serve { broker, .. }
        | Event::Reply { broker, .. }
        | Event::Kill { broker }
        | Event::Stop { broker }
        | Event::Start { broker }
        | Event::RestartUnnoticed { broker }
        | Event::Wipe { broker }
        | Event::Flush { broker }
        | Event::CheckpointHw { broker }
        | Event::Notice { broker }
        | Event::Tell { broker }
        | Event::HoldWords { broker }
        | Event::ReleaseWords { broker }
        | Event::Alter { broker, .. }
        | Event::Altered { broker, .. }
        | Event::Pause { broker }
        | Event::Resume { broker }
        | Event::Lose { broker, .. }
        | Event::LoseAlter { broker, .. }
        | Event::EndWait { broker, .. }
        | Event::MoveLeader { to: broker, .. } => *broker = of(*broker),
        Event::FallBehind { broker, follower, .. } => {
            (*broker, *follower) = (of(*broker), of(*follower));
        }
        Event::PowerLoss { brokers, .. } => *brokers = brokers.iter().map(of).collect(),
        Event::Reassign { to, .. } => *to = to.iter().copied().map(of).collect(),
        Event::Cut { link } | Event::Heal { link } => {
            *link = match *link {
                Link::Brokers(a, b) => Link::between(of(a), of(b)),
                Link::Controller(broker) => Link::Controller(of(broker)),
                Link::Producer(producer, broker) => Link::Producer(producer, of(broker)),
                Link::Consumer(consumer, broker) => Link::Consumer(consumer, of(broker)),
            };
        }
        Event::Send { to: None, .. }
        | Event::Consume { from: None, .. }
        | Event::Seek { .. }
        | Event::Advance { .. }
        | Event::ElectPreferred { .. }
        | Event::ElectUnclean { .. }
        | Event::SetAcks { .. }
        | Event::SetMinIsr(_)
        | Event::SetUnclean(_)
        | Event::LoseAnswer { .. } => {}
    }
    event
}

/// What lets a search take brokers for one another.
#[test]
fn brokers_are_told_apart_by_their_places_alone() {
    let by_place = |cluster: &Cluster| mirror(cluster, &View::by_place(cluster, Detail::ALL));
    let modes = [(true, true), (true, false), (false, false)];
    for (rules, (at_once, tells)) in every_rules().flat_map(|rules| modes.map(|mode| (rules, mode)))
    {
        let mut setup = setup(rules);
        setup.assignment = vec![
            vec![BrokerId(1), BrokerId(0), BrokerId(2)],
            vec![BrokerId(2), BrokerId(0), BrokerId(1)],
        ];
        setup.controller = ControllerMode {
            notices_at_once: at_once,
            tells_at_once: tells,
            alters_at_once: at_once && tells,
        };
        // No time passes in a search. Few things happen, so that one comes far.
        let menu = Menu {
            values: (0..3).map(Value).collect(),
            crashes: true,
            power_losses: true,
            unnoticed: true,
            losses: true,
            lags: true,
            moves: true,
            ..Menu::default()
        };
        let start = Cluster::new(&setup);
        let mut cluster = start.clone();
        let mut dice = Dice::new();
        for at in 0..600_u16 {
            if at % 60 == 0 {
                cluster.clone_from(&start);
            }
            let view = View::by_place(&cluster, Detail::ALL);
            let twin = mirror(&cluster, &view);
            let events = cluster.enabled(&setup, &menu);
            let mut own: Vec<Event> = events.iter().map(|event| mirrored(event, &view)).collect();
            let mut its = twin.enabled(&setup, &menu);
            own.sort_unstable();
            its.sort_unstable();
            assert_eq!(own, its, "{}", rules.release);
            for event in &events {
                // A KRaft controller that misses several at once fences them by their ids.
                let fenced_by_id = matches!(event, Event::PowerLoss { brokers, .. }
                    if brokers.len() > 1 && rules.coordination == Coordination::KRaft);
                if fenced_by_id {
                    continue;
                }
                let (mut after, mut other) = (cluster.clone(), twin.clone());
                after.follow(&setup, event);
                other.follow(&setup, &mirrored(event, &view));
                assert!(
                    by_place(&after) == by_place(&other),
                    "{}: {event:?} in {cluster:?}",
                    rules.release
                );
            }
            let chosen = dice.choose(&events);
            let moved =
                Event::MoveLeader { partition: PartitionId((at % 2) as u8), to: BrokerId(2) };
            let event = match at % 9 < 2 && events.contains(&moved) {
                true => moved,
                false => chosen,
            };
            cluster.follow(&setup, &event);
        }
    }
}

/// A leader completes the fetches that are parked at it when it hears that somebody is gone; a follower
/// drops its own when it hears. Which of them hears first is not a matter of their names.
#[test]
fn words_reach_brokers_by_their_places() {
    let rules = rules_for("2.4").expect("a release of the table");
    let mut setup = setup(rules);
    setup.assignment = vec![(0..3).map(BrokerId).collect()];
    setup.controller = ControllerMode::default();
    let partition = PartitionId(0);
    let [one, other] = [[1, 2], [2, 1]].map(|[leader, follower]| {
        let mut cluster = Cluster::new(&setup);
        let fetch = |broker| {
            let broker = BrokerId(broker);
            [Event::Request { broker, partition }, Event::Serve { broker, partition }]
        };
        let reply = Event::Reply { broker: BrokerId(follower), partition };
        let send = Event::Send { producer: ProducerId(0), partition, value: Value(0), to: None };
        let moved = Event::MoveLeader { partition, to: BrokerId(leader) };
        let kill = Event::Kill { broker: BrokerId(0) };
        let [ask, serve] = fetch(follower);
        let mut seen = Vec::new();
        for event in [moved, ask, serve, send, reply, ask, serve, kill] {
            cluster.step(&setup, &event, &mut Effects::muted()).expect("it can happen");
            seen.push(mirror(&cluster, &View::by_place(&cluster, Detail::ALL)));
        }
        seen
    });
    assert!(one == other);
}
