//! The HW: rule book, section B, and its cases H8 and H20.

use crate::common::*;
use replicascope::engine::rules::{FetchOrder, HwWait, IsrWrite, LagRule, MinIsr, Truncation};
use replicascope::engine::state::{Answer, Ask, Call, Stage};
use replicascope::engine::*;

/// The HW that the leader's reply to a fetch from this offset carries.
fn hw_sent(lab: &mut Lab, follower: BrokerId, offset: Offset) -> Option<Offset> {
    match lab.fetch_as(follower, offset, None)? {
        Answer::Records { hw, .. } | Answer::Diverging { hw, .. } => Some(hw),
        Answer::EpochEnd { .. } | Answer::Offset(_) | Answer::Error(_) => None,
    }
}

fn is_parked(lab: &Lab, follower: BrokerId) -> bool {
    let call = lab.cluster.follower(follower, P0).and_then(|f| f.call.as_ref());
    matches!(call, Some(Call { stage: Stage::Parked(_), .. }))
}

/// Matrix: fetch handling order at the leader (KAFKA-5758, KAFKA-7104).
#[test]
fn a_reply_carries_the_hw_from_after_the_update_in_0_8_0_0_8_1_1_0_0_and_1_1_0_alone() {
    let mut after = Vec::new();
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send_many(2);
        // The fetch from 1 shows that B has the first record.
        let sent = hw_sent(&mut lab, B, 1);
        assert_eq!(lab.hw(A), 1, "{}", name(rules));
        match rules.fetch_order {
            FetchOrder::ReadThenUpdate => assert_eq!(sent, Some(0), "{}", name(rules)),
            FetchOrder::UpdateThenRead | FetchOrder::ReadThenUpdateNewHw => {
                assert_eq!(sent, Some(1), "{}", name(rules));
                after.push(rules.release);
            }
        }
    }
    assert_eq!(after, ["0.8.0", "0.8.1", "1.0.0", "1.1.0"]);
}

/// B: "HW reaches followers with the next data, or after ≤500 ms when idle".
#[test]
fn a_follower_hears_of_the_hw_with_the_next_data_or_when_its_parked_fetch_ends() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.drain(B);
        lab.send();
        lab.reply(B);
        lab.drain(B);
        assert_eq!((lab.hw(A), lab.leo(B)), (1, 1), "{}", name(rules));
        if rules.parked_waits_for_hw {
            assert_eq!(lab.hw(B), 1, "{}: KIP-392", name(rules));
            continue;
        }
        assert!(is_parked(&lab, B), "{}", name(rules));
        assert_eq!(lab.hw(B), 0, "{}", name(rules));
        let mut idle = lab.clone();
        idle.advance(499);
        assert!(is_parked(&idle, B), "{}", name(rules));
        idle.advance(1);
        idle.reply(B);
        assert_eq!(idle.hw(B), 1, "{}", name(rules));
        lab.send();
        lab.reply(B);
        assert_eq!((lab.leo(B), lab.hw(B)), (2, 1), "{}", name(rules));
    }
}

/// B, KIP-392 and KAFKA-9952.
#[test]
fn a_parked_fetch_is_answered_as_soon_as_the_hw_rises_in_2_4_and_2_5_alone() {
    let mut at_once = Vec::new();
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B, C]));
        lab.drain(B);
        lab.drain(C);
        lab.send();
        lab.reply(B);
        lab.reply(C);
        lab.request(B);
        lab.serve(B);
        assert_eq!((lab.hw(A), is_parked(&lab, B)), (0, true), "{}", name(rules));
        lab.request(C);
        lab.serve(C);
        assert_eq!(lab.hw(A), 1, "{}", name(rules));
        if !is_parked(&lab, B) {
            lab.reply(B);
            assert_eq!(lab.hw(B), 1, "{}", name(rules));
            at_once.push(rules.release);
        }
    }
    assert_eq!(at_once, ["2.4", "2.5"]);
}

/// B: "remoteLEO := fetchOffset is an assignment, not a max".
#[test]
fn a_remote_leo_follows_the_fetch_offset_down_and_the_leaders_hw_does_not() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send_many(5);
        lab.fetch_at(B, 5);
        assert_eq!((lab.remote(A, B).leo, lab.hw(A)), (Some(5), 5), "{}", name(rules));
        lab.fetch_at(B, 2);
        assert_eq!((lab.remote(A, B).leo, lab.hw(A)), (Some(2), 5), "{}", name(rules));
    }
}

/// B, KAFKA-8400.
#[test]
fn a_fetch_that_can_not_be_read_sets_the_remote_leo_to_unknown_from_0_8_2_to_2_3() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send_many(5);
        lab.fetch_at(B, 3);
        let answer = lab.fetch_as(B, 9, None);
        assert_eq!(answer, Some(Answer::Error(KafkaError::OffsetOutOfRange)), "{}", name(rules));
        let leo = if rules.fetch_order == FetchOrder::UpdateThenRead {
            Some(9)
        } else if rules.failed_read_unsets_remote_leo {
            None
        } else {
            Some(3)
        };
        assert_eq!(lab.remote(A, B).leo, leo, "{}", name(rules));
    }
    let unset: Vec<_> =
        every_rules().filter(|r| r.failed_read_unsets_remote_leo).map(|r| r.release).collect();
    assert_eq!((unset.first(), unset.last()), (Some(&"0.8.2"), Some(&"2.3")));
}

/// F9, KAFKA-13141.
#[test]
fn f9_a_diverging_fetch_counts_as_the_followers_leo_in_2_7_0_2_7_1_and_2_8_0_alone() {
    let mut counts = Vec::new();
    for rules in every_rules().filter(|r| r.truncation == Truncation::OnFetch) {
        let mut lab = Lab::new(plain(rules, &[B, A]));
        lab.give_epochs(A, &[(0, 1)], 0);
        lab.give_epochs(B, &[(0, 3)], 0);
        lab.move_leader(A);
        lab.send_many(4);
        let answer = lab.fetch_as(B, 3, Some(0));
        let (epoch, end) = (0, 1);
        assert!(
            matches!(answer, Some(Answer::Diverging { epoch: e, end: o, .. }) if (e, o) == (epoch, end)),
            "{}: {answer:?}",
            name(rules)
        );
        if lab.remote(A, B).leo == Some(3) {
            assert_eq!(lab.hw(A), 3, "{}: committed on one replica", name(rules));
            counts.push(rules.release);
        } else {
            assert_eq!((lab.remote(A, B).leo, lab.hw(A)), (None, 0), "{}", name(rules));
        }
    }
    assert_eq!(counts, ["2.7.0", "2.8.0"]);
}

/// F10, KAFKA-14704.
#[test]
fn f10_a_diverging_reply_raises_the_hw_over_what_is_cut_next_from_2_7_to_3_4_0() {
    let mut raises = Vec::new();
    for rules in every_rules().filter(|r| r.truncation == Truncation::OnFetch) {
        let mut lab = Lab::new(plain(rules, &[B, A]));
        lab.give_epochs(A, &[(0, 1), (1, 4)], 5);
        lab.give_epochs(B, &[(0, 4)], 1);
        lab.move_leader(A);
        lab.request(B);
        lab.serve(B);
        let effects = lab.reply(B);
        let raised =
            effects.iter().any(|e| matches!(e, Effect::Hw { broker, to: 4, .. } if *broker == B));
        assert_eq!((lab.leo(B), lab.hw(B)), (1, 1), "{}", name(rules));
        assert_eq!(raised, rules.diverging_reply_sets_hw, "{}", name(rules));
        if raised {
            raises.push(rules.release);
        }
    }
    assert_eq!((raises.first(), raises.last()), (Some(&"2.7.0"), Some(&"3.4.0")));
}

/// B and E: the HW of a follower that is cut.
#[test]
fn a_truncation_lowers_the_hw_at_once_from_2_4_and_before_the_next_fetch_does() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.give_epochs(A, &[(0, 3)], 0);
        lab.give_epochs(B, &[(0, 6)], 5);
        lab.answer(B, Ask::LogEnd, Answer::Offset(3));
        if lab.cluster.replica(B, P0).is_none() {
            // F11: unclean election is off, and the broker halts.
            assert!(rules.halts_on_shorter_leader && !lab.setup.settings.unclean);
            continue;
        }
        let at_once = if rules.truncation_clamps_hw { 3 } else { 5 };
        assert_eq!((lab.leo(B), lab.hw(B)), (3, at_once), "{}", name(rules));
        lab.wait(B);
        assert_eq!(lab.hw(B), 3, "{}", name(rules));
    }
}

/// B: a follower takes over the leader's HW as far as its own log goes, downwards too.
#[test]
fn a_followers_hw_is_what_the_reply_says_as_far_as_its_log_goes_and_may_go_down() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.give_epochs(A, &[(0, 6)], 6);
        lab.give_epochs(B, &[(0, 4)], 4);
        let reply = |hw| Answer::Records { records: vec![], hw };
        lab.answer(B, Ask::Fetch { offset: 4, last: None }, reply(6));
        assert_eq!(lab.hw(B), 4, "{}", name(rules));
        lab.answer(B, Ask::Fetch { offset: 4, last: None }, reply(2));
        assert_eq!(lab.hw(B), 2, "{}", name(rules));
        // What does not begin at the LEO is not appended.
        lab.answer(B, Ask::Fetch { offset: 3, last: None }, reply(3));
        assert_eq!((lab.leo(B), lab.hw(B)), (4, 2), "{}", name(rules));
    }
}

/// B, KAFKA-4485 and KAFKA-15021: "HW waits for time-caught-up non-ISR".
#[test]
fn from_0_10_2_the_hw_waits_for_a_follower_outside_the_isr_that_is_caught_up() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B, C]));
        let lag = lab.setup.settings.lag_time_max;
        lab.send_many(4);
        lab.fetch_at(B, 4);
        // C is out, as by a leader that has just shrunk its ISR, and was caught up a moment ago.
        lab.leader_mut(A).isr = set(&[A, B]);
        for (b, remote) in &mut lab.leader_mut(A).remotes {
            if *b == C {
                (remote.leo, remote.caught_up_ago) = (Some(1), lag);
            }
        }
        lab.leader_mut(A).epoch_start = 4; // It may not join on its own.
        let mut gone = lab.clone();
        lab.fetch_at(B, 4);
        let waits = rules.hw_wait != HwWait::Nobody;
        assert_eq!(lab.hw(A), if waits { 1 } else { 4 }, "{}", name(rules));
        // Longer than the lag time it does not wait.
        for (b, remote) in &mut gone.leader_mut(A).remotes {
            if *b == C {
                remote.caught_up_ago = lag + 1;
            }
        }
        gone.fetch_at(B, 4);
        assert_eq!(gone.hw(A), 4, "{}", name(rules));
    }
}

/// KAFKA-15021: PartitionTest.testHighWatermarkAdvanceWhenReplicaIsNotIsrEligible.
#[test]
fn from_3_6_the_hw_does_not_wait_for_a_follower_that_may_not_join_the_isr() {
    for rules in every_rules().filter(|r| r.hw_wait != HwWait::Nobody) {
        let mut lab = Lab::new(plain(rules, &[A, B, C]));
        lab.send_many(4);
        lab.fetch_at(B, 4);
        lab.leader_mut(A).isr = set(&[A, B]);
        lab.cluster.controller.live = set(&[A, B]);
        lab.fetch_at(B, 4);
        let waits = rules.hw_wait != HwWait::Eligible;
        assert_eq!(lab.hw(A), if waits { 0 } else { 4 }, "{}", name(rules));
    }
}

/// B: "or LEO==leader LEO, 3.3+".
#[test]
fn from_3_3_a_follower_at_the_leaders_leo_counts_as_caught_up_however_long_ago() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B, C]));
        lab.send_many(4);
        lab.leader_mut(A).isr = set(&[A, B]);
        lab.leader_mut(A).version_current = false; // It takes nobody in.
        let stale = lab.setup.stale_age();
        for (b, remote) in &mut lab.leader_mut(A).remotes {
            if *b == C {
                (remote.leo, remote.caught_up_ago) = (Some(4), stale);
            }
        }
        lab.fetch_at(B, 4);
        let (_, rule) = lab.cluster.leader_hw(&lab.setup, A, P0).expect("A leads");
        let effect::HwRule::Leader { remotes, .. } = rule else { panic!("{rule:?}") };
        let counted = remotes.iter().any(|(b, ..)| *b == C);
        let waits = matches!(rules.hw_wait, HwWait::CaughtUpOrAtLeo | HwWait::Eligible);
        assert_eq!(counted, waits, "{}", name(rules));
    }
}

/// B: "No "current-epoch entry" rule as in Raft".
#[test]
fn a_new_leaders_hw_waits_for_a_fetch_of_every_isr_member_and_not_for_a_record_of_its_epoch() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[C, A, B]));
        for broker in [A, B, C] {
            lab.give_epochs(broker, &[(0, 3)], 1);
        }
        lab.kill(C);
        assert_eq!((lab.leads(), lab.hw(A), lab.leo(A)), (Some(A), 1, 3), "{}", name(rules));
        lab.fetch_at(B, 3);
        assert_eq!(lab.hw(A), 3, "{}", name(rules));
        // Alone in the ISR it needs nobody.
        let mut lab = Lab::new(plain(rules, &[B, A]));
        for broker in [A, B] {
            lab.give_epochs(broker, &[(0, 3)], 1);
        }
        lab.kill(B);
        assert_eq!((lab.leads(), lab.hw(A)), (Some(A), 3), "{}", name(rules));
    }
}

/// H8 UnifiedLogTest.testHighWatermarkMaintenance.
#[test]
fn h8_the_hw_stays_within_the_log() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send_many(3);
        assert_eq!(lab.hw(A), 0, "{}", name(rules));
        lab.fetch_at(B, 1);
        assert_eq!(lab.hw(A), 1, "{}", name(rules));

        lab.give_epochs(B, &[(0, 3)], 0);
        let empty = |hw| Answer::Records { records: vec![], hw };
        lab.answer(B, Ask::Fetch { offset: 3, last: None }, empty(5));
        assert_eq!(lab.hw(B), 3, "{}: set to 5, clamped", name(rules));
        lab.send_many(3);
        let records = lab.cluster.disk(A, P0).expect("a disk").log.read(3, 3).to_vec();
        let answer = Answer::Records { records, hw: 6 };
        lab.answer(B, Ask::Fetch { offset: 3, last: None }, answer);
        assert_eq!((lab.leo(B), lab.hw(B)), (6, 6), "{}", name(rules));
    }
    // Truncation clamps from 2.4 on.
    for rules in every_rules().filter(|r| r.truncation_clamps_hw) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.give_epochs(B, &[(0, 6)], 6);
        lab.answer(B, Ask::LogEnd, Answer::Offset(3));
        assert_eq!((lab.leo(B), lab.hw(B)), (3, 3), "{}", name(rules));
        let records = vec![log::Record::new(Value(9), Some(0)); 3];
        let answer = Answer::Records { records, hw: 3 };
        lab.answer(B, Ask::Fetch { offset: 3, last: None }, answer);
        assert_eq!((lab.leo(B), lab.hw(B)), (6, 3), "{}", name(rules));
    }
}

/// H8: truncateFullyAndStartAt(4) with the HW at 3.
#[test]
fn h8_from_2_4_a_log_that_starts_anew_has_its_hw_there() {
    for rules in every_rules().filter(|r| r.truncation_clamps_hw) {
        for (before, leo) in [(3, 3), (3, 6)] {
            let mut lab = Lab::new(plain(rules, &[A, B]));
            lab.give_epochs(B, &[(0, leo)], before);
            lab.answer(B, Ask::LogStart, Answer::Offset(8));
            let start = lab.cluster.disk(B, P0).expect("a disk").log.start();
            assert_eq!((start, lab.leo(B), lab.hw(B)), (8, 8, 8), "{}", name(rules));
        }
    }
}

/// A: "Restart: HW := min(checkpoint or 0, LEO); 2.4+ clamps into [logStart, LEO]".
#[test]
fn after_a_restart_the_hw_is_the_files_within_the_log() {
    for rules in every_rules() {
        for (file, hw) in [(0, 0), (2, 2), (5, 3)] {
            let mut lab = Lab::new(plain(rules, &[A, B]));
            lab.kill(B);
            let disk = lab.disk_mut(B);
            disk.log = log::Log::new(0, vec![log::Record::new(Value(0), None); 3], 0);
            disk.hw = file;
            // Nobody to follow: what the process loads is what it has.
            lab.does(Event::Cut { link: Link::Controller(B) });
            lab.start(B);
            assert_eq!(lab.hw(B), hw, "{}: {file}", name(rules));
        }
    }
}

/// A: the same for a log that does not start at 0.
#[test]
fn after_a_restart_the_hw_is_not_below_the_log_start_from_2_4() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.kill(B);
        let disk = lab.disk_mut(B);
        disk.log = log::Log::new(4, vec![log::Record::new(Value(0), None); 3], 4);
        disk.hw = 0;
        lab.does(Event::Cut { link: Link::Controller(B) });
        lab.start(B);
        let hw = if rules.truncation_clamps_hw { 4 } else { 0 };
        assert_eq!(lab.hw(B), hw, "{}", name(rules));
    }
}

/// H20 PartitionTest.testHighWatermarkAdvanceShouldNotAdvanceWhenUnderMinISR (KAFKA-15583).
#[test]
fn h20_from_3_7_the_hw_stands_still_while_the_committed_isr_is_below_min_insync_replicas() {
    for rules in every_rules().filter(|r| r.isr_write == IsrWrite::AlterPartition) {
        let mut setup = plain(rules, &[A, B, C]);
        setup.settings.min_isr = 3;
        setup.controller.alters_at_once = false;
        let mut lab = Lab::new(setup);
        lab.stop(C);
        lab.start(C);
        lab.acks(Acks::Leader);
        lab.send_many(10);
        lab.fetch_at(B, 10);
        lab.fetch_at(C, 10);
        assert_eq!(lab.leader(A).maximal_isr().len(), 3, "{}", name(rules));
        assert_eq!(lab.isr(), set(&[A, B]), "{}", name(rules));
        assert_eq!(lab.hw(A), if rules.hw_needs_min_isr { 0 } else { 10 }, "{}", name(rules));
        lab.alter(A);
        lab.altered(A);
        assert_eq!((lab.isr(), lab.hw(A)), (set(&[A, B, C]), 10), "{}", name(rules));
    }
}

/// B: "from 3.7 … effective=min(cfg,RF)".
#[test]
fn min_insync_replicas_is_at_most_the_number_of_replicas_from_3_7_and_nothing_before_0_8_2() {
    for rules in every_rules() {
        let mut setup = plain(rules, &[A, B, C]);
        setup.settings.min_isr = 5;
        let mut lab = Lab::new(setup);
        let effective = match rules.min_isr {
            MinIsr::None => 0,
            MinIsr::AsSet => 5,
            MinIsr::AtMostReplicas => 3,
        };
        assert_eq!(lab.cluster.min_isr(&lab.setup, P0), effective, "{}", name(rules));
        lab.send();
        for broker in [B, C] {
            if lab.leo(A) > 0 {
                lab.fetch_at(broker, 1);
            }
        }
        let appended = rules.min_isr != MinIsr::AsSet;
        assert_eq!(lab.hw(A), u16::from(appended), "{}", name(rules));
    }
}

/// B: "3.x: if the same leader gets a new epoch, remote LEOs are kept".
#[test]
fn a_leader_that_goes_on_in_a_new_epoch_knows_its_followers_leos_from_0_9() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B, C]));
        lab.send_many(4);
        lab.fetch_at(B, 3);
        lab.kill(C);
        let kept = !matches!(rules.lag, LagRule::MessagesOrStuck | LagRule::MessagesOrTime);
        assert_eq!(lab.remote(A, B).leo, kept.then_some(3), "{}", name(rules));
        // One that is newly leader knows nothing.
        lab.give_epochs(B, &[(0, 3)], 0);
        lab.move_leader(B);
        assert_eq!(lab.remote(B, A).leo, None, "{}", name(rules));
    }
}
