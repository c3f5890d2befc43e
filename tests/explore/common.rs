//! What the tests of the explorer share: clusters, budgets, and what is looked for.

use replicascope::engine::*;
use replicascope::explore::*;

pub const P0: PartitionId = PartitionId(0);

/// Brokers die and return with their logs whole, noticed or not; the controller makes any live member of
/// the ISR the leader; leaders shrink and expand the ISR; brokers hear of it late, and an old leader
/// goes on until then. No power loss, no wiped disk, no unclean election.
pub fn budget(records: u8, epochs: Epoch) -> Budget {
    let kinds = [
        Kind::Kills,
        Kind::Restarts,
        Kind::Unnoticed,
        Kind::Elections,
        Kind::IsrChanges,
        Kind::Waits,
    ];
    let mut budget = kinds
        .into_iter()
        .fold(Budget::nothing(), |budget, kind| budget.with(kind, Allowance::Any))
        .with(Kind::Records, Allowance::Times(records));
    budget.epochs = Some(epochs);
    budget.by_step = Some(true);
    budget
}

pub fn setup(release: &str, brokers: u8) -> Setup {
    let rules = rules_for(release).expect("a release of the table");
    let mut settings = Settings::defaults(rules);
    settings.unclean = false;
    Setup {
        rules: rules.clone(),
        settings,
        brokers,
        producers: 1,
        consumers: 0,
        assignment: vec![(0..brokers).map(BrokerId).collect()],
        controller: ControllerMode::default(),
    }
}

/// What is committed does not depend on `acks`; without them there are fewer states.
pub fn question(release: &str, brokers: u8, budget: Budget, goals: &[Goal]) -> Question {
    ask(setup(release, brokers), Acks::None, budget, goals)
}

/// A question to a new cluster whose producer has these `acks`, and numbers its records if the settings
/// say so.
pub fn ask(setup: Setup, acks: Acks, budget: Budget, goals: &[Goal]) -> Question {
    let mut start = Cluster::new(&setup);
    for producer in start.producers.iter_mut() {
        producer.acks = acks;
        let numbers = setup.settings.idempotence.with(acks);
        producer.next_sequence = producer.next_sequence.take().filter(|_| numbers);
    }
    let values = (0..u16::from(MAX_RECORDS)).map(Value).collect();
    let limits = Limits { states: 200_000_000, memory: 12 << 30, ..Limits::default() };
    Question { setup, start, values, budget, goals: goals.to_vec(), limits }
}

/// *Committed lost*: a broker that leads does not have what was committed in this reign or before.
pub fn lost() -> Goal {
    Goal::Breaks(Property::LeaderCompleteness)
}

/// An ISR member lacks what was committed: it may be elected.
pub fn lacks() -> Goal {
    Goal::Breaks(Property::CandidateCompleteness)
}

/// An ISR member has another record where one was committed.
pub fn contradicts() -> Goal {
    Goal::reaches("an ISR member contradicts committed data", |_, cluster| {
        let isr = cluster.partition(P0).isr;
        let committed = cluster.ledger.promises[0].iter().filter(|promise| promise.committed);
        committed.into_iter().any(|promise| {
            let other = |b: BrokerId| {
                let there = cluster.disk(b, P0).and_then(|disk| disk.log.get(promise.offset));
                there.is_some_and(|record| record.value != promise.record.value)
            };
            isr.iter().any(other)
        })
    })
}

/// The logs of two brokers differ below both HWs.
pub fn differ() -> Goal {
    Goal::Breaks(Property::LogMatching)
}

pub fn verdicts(question: &Question) -> Vec<Verdict> {
    let answer = explore(question, &Progress::default());
    let Answer { states, generated, depth, end, .. } = answer;
    println!(
        "{}: {states} states, {generated} steps tried, depth {depth}, {end:?}",
        question.setup.rules.release
    );
    let verdicts = (0..question.goals.len()).map(|goal| {
        println!("    {}: {:?}", question.goals[goal].name(), answer.verdict(goal));
        if let Some(found) = &answer.found[goal] {
            for event in &found.events {
                println!("        {event:?}");
            }
            replays(question, goal, &found.events);
        }
        answer.verdict(goal)
    });
    verdicts.collect()
}

/// The cluster as it is searched: with the controller as the budget wants it.
pub fn searched(question: &Question) -> Setup {
    let mut setup = question.setup.clone();
    if let Some(by_step) = question.budget.by_step {
        (setup.controller.tells_at_once, setup.controller.alters_at_once) = (!by_step, !by_step);
    }
    setup
}

/// A way that was found can be played, and ends where it is said to end, and nowhere before.
pub fn replays(question: &Question, goal: usize, events: &[Event]) {
    let setup = searched(question);
    let mut cluster = question.start.clone();
    for (at, event) in events.iter().enumerate() {
        let before = cluster.clone();
        cluster.step(&setup, event, &mut Effects::muted()).expect("it happened before");
        let met = question.goals[goal].is_met(&setup, Some(&before), &cluster);
        assert_eq!(met, at + 1 == events.len(), "at step {}", at + 1);
    }
}

pub fn breaks(release: &str, brokers: u8, records: u8, epochs: Epoch, goals: &[Goal]) {
    let found = verdicts(&question(release, brokers, budget(records, epochs), goals));
    for (goal, verdict) in goals.iter().zip(found) {
        let is_broken = matches!(verdict, Verdict::Broken(_));
        assert!(is_broken, "{release}, {brokers} brokers: {}: {verdict:?}", goal.name());
    }
}

pub fn holds(release: &str, brokers: u8, budget: Budget, goals: &[Goal]) {
    let found = verdicts(&question(release, brokers, budget, goals));
    for (goal, verdict) in goals.iter().zip(found) {
        assert_eq!(verdict, Verdict::Holds, "{release}, {brokers} brokers: {}", goal.name());
    }
}
