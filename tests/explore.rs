//! The explorer comes to the verdicts of the TLA+ specification of Kafka replication
//! (hachikuji/kafka-specification), release by release, and says nothing that it has not searched.

use replicascope::engine::*;
use replicascope::explore::*;

const P0: PartitionId = PartitionId(0);

/// Brokers die and return with their logs whole, noticed or not; the controller makes any live member of
/// the ISR the leader; leaders shrink and expand the ISR; brokers hear of it late, and an old leader
/// goes on until then. No power loss, no wiped disk, no unclean election.
fn budget(records: u8, epochs: Epoch) -> Budget {
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

fn setup(release: &str, brokers: u8) -> Setup {
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

fn question(release: &str, brokers: u8, budget: Budget, goals: &[Goal]) -> Question {
    let setup = setup(release, brokers);
    let mut start = Cluster::new(&setup);
    // What is committed does not depend on `acks`; without them there are fewer states.
    start.producers[0].acks = Acks::None;
    start.producers[0].next_sequence = None;
    let values = (0..u16::from(MAX_RECORDS)).map(Value).collect();
    let limits = Limits { states: 200_000_000, memory: 12 << 30, ..Limits::default() };
    Question { setup, start, values, budget, goals: goals.to_vec(), limits }
}

/// *Committed lost*: a broker that leads does not have what was committed in this reign or before.
fn lost() -> Goal {
    Goal::Breaks(Property::LeaderCompleteness)
}

/// An ISR member lacks what was committed: it may be elected.
fn lacks() -> Goal {
    Goal::Breaks(Property::CandidateCompleteness)
}

/// An ISR member has another record where one was committed.
fn contradicts() -> Goal {
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
fn differ() -> Goal {
    Goal::Breaks(Property::LogMatching)
}

fn verdicts(question: &Question) -> Vec<Verdict> {
    let answer = explore(question, &Progress::default());
    let Answer { states, generated, depth, end, .. } = answer;
    println!(
        "{}: {states} states, {generated} steps tried, depth {depth}, {end:?}",
        question.setup.rules.release
    );
    let verdicts = (0..question.goals.len()).map(|goal| {
        println!("    {}: {:?}", question.goals[goal].name(), answer.verdict(goal));
        if let Some(found) = &answer.found[goal] {
            replays(question, goal, &found.events);
        }
        answer.verdict(goal)
    });
    verdicts.collect()
}

/// A way that was found can be played, and ends where it is said to end, and nowhere before.
fn replays(question: &Question, goal: usize, events: &[Event]) {
    let mut setup = question.setup.clone();
    if question.budget.by_step == Some(true) {
        (setup.controller.tells_at_once, setup.controller.alters_at_once) = (false, false);
    }
    let mut cluster = question.start.clone();
    for (at, event) in events.iter().enumerate() {
        let before = cluster.clone();
        cluster.step(&setup, event, &mut Effects::muted()).expect("it happened before");
        let met = question.goals[goal].is_met(&setup, Some(&before), &cluster);
        assert_eq!(met, at + 1 == events.len(), "at step {}", at + 1);
    }
}

fn breaks(release: &str, brokers: u8, records: u8, epochs: Epoch, goals: &[Goal]) {
    let found = verdicts(&question(release, brokers, budget(records, epochs), goals));
    for (goal, verdict) in goals.iter().zip(found) {
        let is_broken = matches!(verdict, Verdict::Broken(_));
        assert!(is_broken, "{release}, {brokers} brokers: {}: {verdict:?}", goal.name());
    }
}

fn holds(release: &str, brokers: u8, budget: Budget, goals: &[Goal]) {
    let found = verdicts(&question(release, brokers, budget, goals));
    for (goal, verdict) in goals.iter().zip(found) {
        assert_eq!(verdict, Verdict::Holds, "{release}, {brokers} brokers: {}", goal.name());
    }
}

/// The releases in which everything holds.
fn good() -> impl Iterator<Item = &'static str> {
    let since = releases().position(|release| release == "2.1").expect("2.1 is one");
    releases().skip(since).filter(|release| !["2.7.0", "2.8.0"].contains(release))
}

#[test]
fn to_0_10_2_two_replicas_lose_what_was_committed_and_their_logs_differ_below_the_hw() {
    breaks("0.10.2", 2, 2, 2, &[lost(), differ()]);
}

#[test]
fn in_0_11_and_2_0_an_isr_member_lacks_what_was_committed() {
    for release in ["0.11", "2.0.0", "2.0.1"] {
        breaks(release, 2, 2, 2, &[lacks()]);
    }
}

#[test]
fn in_2_7_0_2_7_1_and_2_8_0_an_isr_member_contradicts_what_was_committed() {
    for release in ["2.7.0", "2.7.1", "2.8.0"] {
        breaks(release, 2, 2, 2, &[contradicts()]);
    }
}

#[test]
fn in_the_releases_between_and_after_nothing_is_lost_with_one_record_and_one_election() {
    for release in ["2.1", "2.6", "2.7", "2.8", "3.0", "3.5", "3.5/zk", "3.7", "4.1"] {
        holds(release, 2, budget(1, 1), &[lost(), lacks(), differ()]);
    }
    holds("2.1", 2, budget(2, 2), &[lost(), lacks(), differ()]);
}

#[test]
#[ignore = "takes minutes"]
fn in_the_releases_between_and_after_nothing_is_lost_with_two_records_and_two_elections() {
    for release in good() {
        holds(release, 2, budget(2, 2), &[lost(), lacks(), differ()]);
    }
}

#[test]
#[ignore = "takes minutes"]
fn in_0_11_and_2_0_what_was_committed_is_lost_with_a_third_election_and_not_before() {
    for release in ["0.11", "2.0.0", "2.0.1"] {
        holds(release, 2, budget(2, 2), &[lost()]);
        breaks(release, 2, 2, 3, &[lost()]);
    }
}

#[test]
#[ignore = "takes minutes"]
fn three_replicas_lose_one_committed_record_to_2_0_0() {
    for release in ["0.10.2", "0.11", "2.0.0"] {
        breaks(release, 3, 1, 2, &[lost()]);
    }
}

#[test]
#[ignore = "takes half an hour"]
fn three_replicas_lose_nothing_in_the_releases_between_and_after() {
    for release in good().filter(|release| milestones().any(|other| other == *release)) {
        holds(release, 3, budget(1, 2), &[lost(), lacks()]);
    }
}

#[test]
#[ignore = "takes minutes"]
fn of_three_replicas_an_isr_member_lacks_what_was_committed_in_2_0_1() {
    breaks("2.0.1", 3, 1, 2, &[lacks()]);
}

/// A budget of these, in which every word arrives by a step of its own.
fn just(kinds: &[(Kind, u8)], epochs: Epoch) -> Budget {
    let nothing = Budget::nothing().with(Kind::Waits, Allowance::Times(1));
    let add =
        |budget: Budget, (kind, times): &(Kind, u8)| budget.with(*kind, Allowance::Times(*times));
    let mut budget = kinds.iter().fold(nothing, add);
    budget.epochs = Some(epochs);
    budget.by_step = Some(true);
    budget
}

#[test]
fn f1_two_deaths_in_a_row_lose_a_record_to_0_10_2_and_not_from_0_11_on() {
    let mut budget = just(&[(Kind::Records, 1), (Kind::Kills, 2)], 3);
    budget.by_step = None;
    let question = |release| question(release, 3, budget.clone(), &[lost()]);
    assert!(matches!(verdicts(&question("0.10.2"))[0], Verdict::Broken(_)));
    assert_eq!(verdicts(&question("0.11"))[0], Verdict::Holds);
}

#[test]
fn f2_logs_differ_after_a_power_loss_of_both_brokers_that_nobody_noticed() {
    let kinds = [
        (Kind::Records, 2),
        (Kind::PowerLosses, 1),
        (Kind::Unnoticed, 1),
        (Kind::Restarts, 2),
        (Kind::Files, 1),
    ];
    let mut budget = just(&kinds, 2);
    budget.by_step = None;
    let found = verdicts(&question("0.10.2", 2, budget, &[differ()]));
    assert!(matches!(found[0], Verdict::Broken(_)), "{found:?}");
}

#[test]
fn f3_a_clean_fail_over_makes_logs_differ_in_0_11_and_not_in_2_1() {
    let kinds = [(Kind::Records, 3), (Kind::Elections, 1), (Kind::Kills, 1), (Kind::Restarts, 1)];
    let question = |release| question(release, 2, just(&kinds, 3), &[differ()]);
    assert!(matches!(verdicts(&question("0.11"))[0], Verdict::Broken(_)));
    assert_eq!(verdicts(&question("2.1"))[0], Verdict::Holds);
}

#[test]
fn f7_a_follower_truncates_for_ever_in_2_6_0_and_not_in_2_6_1() {
    let kinds = [(Kind::Records, 2), (Kind::Elections, 4)];
    let stuck = [Goal::Breaks(Property::NobodyStuck)];
    let question = |release| question(release, 2, just(&kinds, 4), &stuck);
    assert!(matches!(verdicts(&question("2.6.0"))[0], Verdict::Broken(_)));
    assert_eq!(verdicts(&question("2.6.1"))[0], Verdict::Holds);
}

#[test]
fn f10_an_old_leader_raises_its_hw_before_it_truncates_to_3_4_0() {
    let kinds = [(Kind::Records, 2), (Kind::Elections, 3), (Kind::IsrChanges, 1)];
    let question = |release| question(release, 2, just(&kinds, 3), &[differ()]);
    assert!(matches!(verdicts(&question("2.8"))[0], Verdict::Broken(_)));
    assert_eq!(verdicts(&question("3.4.1"))[0], Verdict::Holds);
}

#[test]
fn the_answer_is_the_same_for_any_number_of_threads() {
    let answers = [1, 2, 3, 8].map(|threads| {
        let mut question = question("2.0.0", 2, budget(2, 2), &[lacks(), lost()]);
        question.limits = Limits { threads, states: 20_000, ..question.limits };
        explore(&question, &Progress::default())
    });
    for answer in &answers[1..] {
        assert_eq!(answer.found, answers[0].found);
        assert_eq!((answer.states, answer.generated), (answers[0].states, answers[0].generated));
        assert_eq!((answer.depth, answer.end), (answers[0].depth, answers[0].end));
    }
}

#[test]
fn brokers_that_stand_for_one_another_change_no_verdict_and_no_length() {
    for (release, brokers) in [("0.10.2", 2), ("2.7.0", 2), ("2.1", 2), ("0.10.2", 3)] {
        let goals = [lacks(), differ()];
        let small = || match brokers {
            2 => budget(1, 2),
            // Enough for followers and leaders to change places.
            _ => [Kind::Kills, Kind::Unnoticed, Kind::IsrChanges]
                .into_iter()
                .fold(budget(1, 1), |budget, kind| budget.with(kind, Allowance::Times(0))),
        };
        let with = question(release, brokers, small(), &goals);
        let mut without = with.clone();
        without.budget.symmetry = false;
        let [with, without] = [with, without].map(|question| {
            let answer = explore(&question, &Progress::default());
            (answer.states, [answer.verdict(0), answer.verdict(1)], answer.end)
        });
        assert!(with.0 <= without.0);
        assert_eq!(with.1, without.1, "{release}");
        assert_eq!(with.2, without.2, "{release}");
    }
}

#[test]
fn a_limit_is_said_to_be_one() {
    let mut question = question("2.1", 2, budget(2, 2), &[lost()]);
    question.limits.depth = Some(5);
    let answer = explore(&question, &Progress::default());
    assert_eq!((answer.end, answer.verdict(0)), (End::Depth, Verdict::Unfinished(5)));
    question.limits = Limits { depth: None, states: 1_000, ..question.limits };
    let answer = explore(&question, &Progress::default());
    assert_eq!(answer.end, End::States);
    assert!(matches!(answer.verdict(0), Verdict::Unfinished(1..)));
    let stopped = Progress::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let answer = explore(&question, &stopped);
    assert_eq!((answer.end, answer.verdict(0)), (End::Stopped, Verdict::Unfinished(0)));
}

#[test]
fn what_is_so_at_the_start_takes_no_step() {
    let all = Goal::reaches("always", |_, _| true);
    let answer = explore(&question("2.1", 2, budget(1, 1), &[all]), &Progress::default());
    assert_eq!(answer.verdict(0), Verdict::Broken(0));
}

#[test]
fn a_budget_of_nothing_lets_followers_fetch_and_ends() {
    let question = question("2.1", 2, Budget::nothing(), &[lost()]);
    let answer = explore(&question, &Progress::default());
    assert_eq!(answer.verdict(0), Verdict::Holds);
    // The request leaves, and parks.
    assert_eq!(answer.states, 3);
    assert_eq!(question.left_out().len(), Kind::ALL.len());
}

#[test]
fn walks_with_the_same_seed_find_the_same_and_no_step_of_it_can_be_spared() {
    let question = question("2.7.0", 2, budget(2, 2), &[contradicts()]);
    let walks = Walks { count: 10_000, steps: 80, seed: 7 };
    let (found, walked) = walk(&question, walks, &Progress::default());
    let found = found.expect("a way");
    assert_eq!(walk(&question, walks, &Progress::default()), (Some(found.clone()), walked));
    replays(&question, 0, &found.found.events);
    assert!(found.found.events.len() <= found.steps);
    let shortest = verdicts(&question)[0];
    assert!(matches!(shortest, Verdict::Broken(steps) if steps <= found.found.events.len()));
}
