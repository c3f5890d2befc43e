//! The worked failures of the rule book (section F) are found without being told, each from an empty
//! cluster within a small budget: in the releases that have them, and not in those that have mended them.
//! F9 is one of the verdicts.

use replicascope::engine::*;
use replicascope::explore::*;

use crate::common::*;

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

/// The same, and every word arrives at once.
fn just_at_once(kinds: &[(Kind, u8)], epochs: Epoch) -> Budget {
    let mut budget = just(kinds, epochs);
    budget.by_step = Some(false);
    budget
}

fn is_found(question: &Question) {
    let found = verdicts(question);
    let broken = matches!(found[..], [Verdict::Broken(_)]);
    assert!(broken, "{}: {found:?}", question.setup.rules.release);
}

fn is_not_there(question: &Question) {
    assert_eq!(verdicts(question), [Verdict::Holds], "{}", question.setup.rules.release);
}

/// A follower has read to the end of its leader's log, in its leader's reign, and has another one.
fn differs_at_rest() -> Goal {
    Goal::reaches("a follower at the end of its leader's log has another one", |_, cluster| {
        cluster.replicas(P0).iter().any(|&b| {
            let Some(follower) = cluster.follower(b, P0) else { return false };
            let parked =
                matches!(follower.call, Some(state::Call { stage: state::Stage::Parked(_), .. }));
            let epoch = |b| cluster.replica(b, P0).and_then(|r| r.leader_epoch);
            let values = |b| cluster.disk(b, P0).map(|d| d.log.records());
            parked && epoch(b) == epoch(follower.leader) && values(b) != values(follower.leader)
        })
    })
}

#[test]
fn f1_two_deaths_in_a_row_lose_a_record_to_0_10_2_and_not_from_0_11_on() {
    let mut budget = just(&[(Kind::Records, 1), (Kind::Kills, 2)], 3);
    budget.by_step = None;
    let question = |release| question(release, 3, budget.clone(), &[lost()]);
    is_found(&question("0.10.2"));
    is_not_there(&question("0.11"));
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
    is_found(&question("0.11"));
    is_not_there(&question("2.1"));
}

#[test]
fn f7_a_follower_truncates_for_ever_in_2_6_0_and_not_in_2_6_1() {
    let kinds = [(Kind::Records, 2), (Kind::Elections, 4)];
    let stuck = [Goal::Breaks(Property::NobodyStuck)];
    let question = |release| question(release, 2, just(&kinds, 4), &stuck);
    is_found(&question("2.6.0"));
    is_not_there(&question("2.6.1"));
}

#[test]
fn f10_an_old_leader_raises_its_hw_before_it_truncates_to_3_4_0() {
    let kinds = [(Kind::Records, 2), (Kind::Elections, 3), (Kind::IsrChanges, 1)];
    let question = |release| question(release, 2, just(&kinds, 3), &[differ()]);
    is_found(&question("2.8"));
    is_not_there(&question("3.4.1"));
}

#[test]
fn f3b_unclean_leaders_back_and_forth_leave_logs_that_differ_to_1_1_and_not_from_2_0_0() {
    // The first record is on both; where the logs share nothing, 2.0.0 has it, too.
    let shared = || {
        let differs = differs_at_rest();
        Goal::reaches("logs differ at rest, and share their first record", move |setup, cluster| {
            let first = |b| cluster.disk(BrokerId(b), P0).and_then(|d| d.log.get(0));
            differs.is_met(setup, None, cluster) && first(0) == first(1)
        })
    };
    let question = |release, records, goal| {
        let kinds = [(Kind::Records, records), (Kind::Kills, 3), (Kind::Restarts, 3)];
        let mut setup = setup(release, 2);
        setup.settings.unclean = true;
        ask(setup, Acks::None, just_at_once(&kinds, 8), &[goal])
    };
    is_found(&question("1.1", 4, shared()));
    is_not_there(&question("2.0.0", 4, shared()));
    is_found(&question("2.0.0", 3, differs_at_rest()));
    is_not_there(&question("2.0.1", 3, differs_at_rest()));
}

#[test]
fn f4_a_follower_joins_the_isr_below_what_is_committed_to_2_0_0() {
    let kinds = [(Kind::Records, 1), (Kind::IsrChanges, 1), (Kind::Unnoticed, 1)];
    let question = |release| question(release, 3, just(&kinds, 0), &[lacks()]);
    is_found(&question("2.0.0"));
    is_not_there(&question("2.0.1"));
}

#[test]
fn f5_a_leader_that_lost_its_tail_and_leads_again_is_not_followed_anew_to_2_0_0() {
    let kinds =
        [(Kind::Records, 2), (Kind::IsrChanges, 1), (Kind::PowerLosses, 1), (Kind::Restarts, 1)];
    let goals = [differs_at_rest()];
    let question = |release| question(release, 2, just_at_once(&kinds, 4), &goals);
    is_not_there(&question("0.8.1"));
    is_found(&question("0.8.2"));
    is_found(&question("2.0.0"));
    is_not_there(&question("2.0.1"));
    is_not_there(&question("2.1"));
}

#[test]
fn f6_a_leader_that_has_written_nothing_knows_nothing_of_its_followers_epoch_to_2_0_0() {
    let kinds = [(Kind::Records, 2), (Kind::Elections, 2)];
    let question = |release| question(release, 2, just_at_once(&kinds, 2), &[lacks()]);
    is_found(&question("2.0.0"));
    is_not_there(&question("2.0.1"));
}

#[test]
fn f8_a_fetch_that_comes_before_the_truncation_counts_to_2_0_1() {
    let kinds = [(Kind::Records, 2), (Kind::Elections, 3)];
    let question = |release| question(release, 2, just(&kinds, 3), &[lacks()]);
    is_found(&question("2.0.1"));
    is_not_there(&question("2.1"));
}

#[test]
fn f11_a_broker_halts_when_the_last_member_of_the_isr_comes_back_empty_to_2_0_0() {
    let kinds = [
        (Kind::Records, 1),
        (Kind::IsrChanges, 1),
        (Kind::Kills, 1),
        (Kind::Wipes, 1),
        (Kind::Restarts, 1),
    ];
    // One kill, for the one whose disk is emptied: if the other is down, it has halted.
    let halted = || {
        Goal::reaches("a broker has halted", |_, cluster| {
            let wiped = cluster.ledger.torn[0];
            let empty = |b: BrokerId| cluster.is_up(b) && wiped.contains(b);
            let halted = |b: BrokerId| !cluster.is_up(b) && cluster.leo(b, P0) > 0;
            let both = |a, b| empty(BrokerId(a)) && halted(BrokerId(b));
            both(0, 1) || both(1, 0)
        })
    };
    let question = |release| question(release, 2, just_at_once(&kinds, 4), &[halted()]);
    is_found(&question("0.8.2"));
    is_found(&question("2.0.0"));
    is_not_there(&question("2.0.1"));
    is_not_there(&question("0.8.1"));
}

#[test]
fn f12_a_broker_that_was_rebooted_with_an_empty_disk_joins_the_isr_to_3_4() {
    let kinds = [
        (Kind::Records, 1),
        (Kind::IsrChanges, 1),
        (Kind::Kills, 1),
        (Kind::Wipes, 1),
        (Kind::Restarts, 1),
    ];
    let joined = || {
        Goal::reaches("a member of the ISR beside the leader has nothing", |_, cluster| {
            let state = cluster.partition(P0);
            let committed = cluster.ledger.promises[0].iter().any(|promise| promise.committed);
            let others = state.isr.iter().filter(|b| Some(*b) != state.leader);
            let kept = state.leader.is_some_and(|leader| cluster.leo(leader, P0) > 0);
            let empty = |b| cluster.leo(b, P0) == 0 && cluster.is_up(b);
            committed && kept && others.into_iter().any(empty)
        })
    };
    let question = |release| question(release, 2, just(&kinds, 4), &[joined()]);
    is_found(&question("3.4"));
    is_not_there(&question("3.5"));
    is_found(&question("3.9/zk"));
}

#[test]
fn f13_the_last_replica_standing_loses_what_was_committed_and_the_elr_keeps_it() {
    let kinds =
        [(Kind::Records, 2), (Kind::IsrChanges, 2), (Kind::PowerLosses, 1), (Kind::Restarts, 1)];
    let lost = || {
        Goal::reaches("a leader lacks a committed record that another broker has", |setup, c| {
            let lacks = Goal::Breaks(Property::LeaderCompleteness).is_met(setup, None, c);
            let gone = Goal::Breaks(Property::NoGlobalLoss).is_met(setup, None, c);
            lacks && !gone
        })
    };
    let question = |release| {
        let mut setup = setup(release, 3);
        setup.settings.min_isr = 2;
        ask(setup, Acks::All, just_at_once(&kinds, 9), &[lost()])
    };
    is_found(&question("4.0"));
    is_not_there(&question("4.1"));
}

#[test]
fn f14_a_record_that_its_leader_alone_had_is_lost_with_acks_1_in_every_release() {
    let kinds = [(Kind::Records, 1), (Kind::Kills, 1)];
    let lost = || {
        Goal::reaches("an acknowledged record is lost", |setup, cluster| {
            cluster.verdict(setup).lost.iter().any(|(p, ..)| *p == P0)
        })
    };
    for release in releases() {
        is_found(&ask(setup(release, 2), Acks::Leader, just_at_once(&kinds, 4), &[lost()]));
    }
}

#[test]
fn f15_a_record_stands_twice_after_a_lost_answer_unless_the_producer_is_idempotent() {
    let kinds = [(Kind::Records, 1), (Kind::Retries, 1), (Kind::Losses, 1)];
    let twice = || {
        Goal::reaches("a record stands twice in a log", |_, cluster| {
            let records = cluster.disk(BrokerId(0), P0).map_or(&[][..], |d| d.log.records());
            let is_first = |value| records.iter().position(|r| r.value == value);
            records.iter().enumerate().any(|(at, r)| is_first(r.value) != Some(at))
        })
    };
    let question = |release, idempotence| {
        let mut setup = setup(release, 2);
        setup.settings.idempotence = idempotence;
        // As Kafka has it for an idempotent producer.
        setup.settings.retries = u8::MAX;
        ask(setup, Acks::All, just_at_once(&kinds, 1), &[twice()])
    };
    for release in ["0.8.2", "0.11", "2.8", "4.1"] {
        is_found(&question(release, setup::Idempotence::Off));
    }
    for release in ["0.11", "2.8", "4.1"] {
        is_not_there(&question(release, setup::Idempotence::On));
    }
}

#[test]
fn f16_an_unclean_leader_loses_what_was_committed() {
    let kinds = [(Kind::Records, 1), (Kind::Kills, 2), (Kind::Restarts, 1)];
    let question = |release, unclean| {
        let mut setup = setup(release, 2);
        setup.settings.unclean = unclean;
        ask(setup, Acks::None, just_at_once(&kinds, 6), &[lost()])
    };
    for release in ["0.8.2", "2.6", "4.1"] {
        is_found(&question(release, true));
        is_not_there(&question(release, false));
    }
}

#[test]
fn f17_a_new_leader_has_a_hw_below_what_consumers_have_read_in_every_release() {
    let kinds = [(Kind::Records, 1), (Kind::Elections, 1), (Kind::Reads, 1)];
    let back = || {
        Goal::reaches("a consumer is beyond the HW of the leader", |_, cluster| {
            let leader = cluster.present_leader(P0).map(|(leader, _)| leader);
            let hw = leader.and_then(|b| cluster.leader(b, P0).and(cluster.replica(b, P0)));
            hw.is_some_and(|r| cluster.consumers.iter().any(|c| c.positions[0] > r.hw))
        })
    };
    for release in releases() {
        let mut setup = setup(release, 2);
        setup.consumers = 1;
        is_found(&ask(setup, Acks::None, just_at_once(&kinds, 1), &[back()]));
    }
}
