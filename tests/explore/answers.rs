//! What the explorer says: it never claims more than it has searched, and says the same each time.

use replicascope::engine::*;
use replicascope::explore::*;

use crate::common::*;

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
        assert_eq!((answer.bytes, answer.crashes), (answers[0].bytes, answers[0].crashes));
    }
}

/// What a search says with brokers that stand for one another, and with each told apart.
fn with_and_without_symmetry(question: &Question) -> [(u64, Vec<Verdict>, End); 2] {
    [true, false].map(|symmetry| {
        let mut question = question.clone();
        question.budget.symmetry = symmetry;
        let answer = explore(&question, &Progress::default());
        let verdicts = (0..question.goals.len()).map(|goal| answer.verdict(goal)).collect();
        (answer.states, verdicts, answer.end)
    })
}

#[test]
fn brokers_that_stand_for_one_another_change_no_verdict_and_no_length() {
    for (release, brokers) in [("0.10.2", 2), ("2.7.0", 2), ("2.1", 2), ("0.10.2", 3)] {
        let small = || match brokers {
            2 => budget(1, 2),
            // Enough for followers and leaders to change places.
            _ => [Kind::Kills, Kind::Unnoticed, Kind::IsrChanges]
                .into_iter()
                .fold(budget(1, 1), |budget, kind| budget.with(kind, Allowance::Times(0))),
        };
        let question = question(release, brokers, small(), &[lacks(), differ()]);
        let [with, without] = with_and_without_symmetry(&question);
        assert!(with.0 < without.0, "{release}");
        assert_eq!((with.1, with.2), (without.1, without.2), "{release}");
    }
}

#[test]
fn where_brokers_are_missed_at_once_none_stands_for_another() {
    let kinds =
        [(Kind::Records, 1), (Kind::PowerLosses, 1), (Kind::Elections, 1), (Kind::Restarts, 1)];
    let small = kinds.into_iter().fold(Budget::nothing(), |budget, (kind, times)| {
        budget.with(kind, Allowance::Times(times))
    });
    for release in ["2.1", "4.0"] {
        let question = question(release, 3, small.clone(), &[lacks(), lost()]);
        let [with, without] = with_and_without_symmetry(&question);
        assert_eq!((with.1, with.2), (without.1, without.2), "{release}");
    }
}

#[test]
fn what_a_question_does_not_depend_on_changes_no_verdict() {
    let budgets: [&[(Kind, u8)]; 3] = [
        &[(Kind::Records, 1), (Kind::Retries, 1), (Kind::Losses, 1), (Kind::Kills, 1)],
        &[(Kind::Records, 1), (Kind::PowerLosses, 1), (Kind::Files, 1), (Kind::Restarts, 1)],
        &[(Kind::Records, 1), (Kind::Reads, 2), (Kind::Elections, 1), (Kind::Kills, 1)],
    ];
    for (kinds, release) in budgets.into_iter().zip(["0.11", "2.8", "3.9"]) {
        let small = kinds.iter().fold(Budget::nothing(), |budget, (kind, times)| {
            budget.with(*kind, Allowance::Times(*times))
        });
        let mut setup = setup(release, 2);
        (setup.consumers, setup.settings.retries) = (1, 3);
        for property in Property::ALL {
            let alone = [Goal::Breaks(property)];
            // Whoever asks for anything may ask for all.
            let beside = [Goal::Breaks(property), Goal::reaches("never", |_, _| false)];
            let [alone, beside] = [&alone[..], &beside[..]].map(|goals| {
                let question = ask(setup.clone(), Acks::All, small.clone(), goals);
                explore(&question, &Progress::default()).verdict(0)
            });
            assert_eq!(alone, beside, "{release}: {}", property.name());
        }
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
    assert_eq!(question.budget.left_out().len(), Kind::ALL.len());
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

/// How many states there are, and in how many steps a leader's HW can fall, if everything is tried that is
/// offered anywhere.
fn by_trying_everything(question: &Question) -> (u64, Option<usize>) {
    let Question { start, budget, values, .. } = question;
    let setup = searched(question);
    let offers = Offers::new(budget, start, values);
    let mut seen = std::collections::HashSet::from([(start.clone(), NOTHING)]);
    let mut level = vec![(start.clone(), NOTHING)];
    let mut falls = None;
    for depth in 1.. {
        let mut next = Vec::new();
        for (cluster, spent) in &level {
            for event in offers.of(&setup, cluster, spent) {
                let (mut after, mut spent) = (cluster.clone(), *spent);
                if offers.take(&setup, &mut after, &mut spent, &event).is_none() {
                    continue;
                }
                let property = Property::LeaderHwNeverFalls;
                if falls.is_none() && after.breach(&setup, Some(cluster), P0, property).is_some() {
                    falls = Some(depth);
                }
                if seen.insert((after.clone(), spent)) {
                    next.push((after, spent));
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    (seen.len() as u64, falls)
}

#[test]
fn what_a_search_need_not_try_it_does_not_miss() {
    let kinds = [
        (Kind::Records, 1),
        (Kind::Kills, 1),
        (Kind::Restarts, 1),
        (Kind::Unnoticed, 1),
        (Kind::PowerLosses, 1),
        (Kind::Elections, 1),
        (Kind::Losses, 1),
    ];
    for (release, by_step) in [
        ("0.8.2", true),
        ("0.10.2", false),
        ("2.1", true),
        ("2.8", false),
        ("3.6", true),
        ("4.1", false),
    ] {
        let mut small = kinds.into_iter().fold(Budget::nothing(), |budget, (kind, times)| {
            budget.with(kind, Allowance::Times(times))
        });
        (small.epochs, small.by_step, small.symmetry) = (Some(2), Some(by_step), false);
        let never = Goal::reaches("never", |_, _| false);
        let goals = [never, Goal::Breaks(Property::LeaderHwNeverFalls)];
        let question = ask(setup(release, 2), Acks::All, small, &goals);
        let answer = explore(&question, &Progress::default());
        let falls = answer.found[1].as_ref().map(|found| found.events.len());
        assert_eq!((answer.states, falls), by_trying_everything(&question), "{release}");
        println!("{release}: {} states, {falls:?}", answer.states);
    }
}
