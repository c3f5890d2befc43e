//! What the explorer says: it never claims more than it has searched, and says the same each time.

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
