//! The leader-epoch table of a running replica: rule book, section E, and its cases H7, H9, H10, H13.
//! The table alone has its cases (H1 to H5) beside it, in `src/engine/epochs.rs`.

use crate::common::*;
use replicascope::engine::epochs::{EpochStart, EpochTable};
use replicascope::engine::rules::{EpochConflict, EpochRise, Truncation};
use replicascope::engine::state::{Answer, Ask};
use replicascope::engine::*;

/// H7 UnifiedLogTest.testTruncateToEndOffsetClearsEpochCache (KAFKA-10706).
#[test]
fn h7_from_2_6_1_a_truncation_to_the_log_end_drops_an_epoch_that_begins_there() {
    for rules in every_rules() {
        if rules.truncation != Truncation::LeaderEpochV1 && rules.truncation != Truncation::OnFetch
        {
            continue;
        }
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.give_epochs(B, &[(19, 2)], 0);
        let table = EpochTable::new(vec![
            EpochStart { epoch: 19, start: 0 },
            EpochStart { epoch: 20, start: 2 },
        ]);
        lab.replica_mut(B).epochs = table;
        // The leader knows 19, and where it ended: at the follower's LEO. The follower's own 19
        // ended there, too.
        let answer = Answer::EpochEnd { epoch: Some(19), end: Some(2) };
        lab.answer(B, Ask::EpochEnd(Some(20)), answer);
        assert_eq!(lab.leo(B), 2, "{}", name(rules));
        let left: &[(Epoch, Offset)] =
            if rules.cuts_epochs_at_leo { &[(19, 0)] } else { &[(19, 0), (20, 2)] };
        assert_eq!(lab.epochs(B), left, "{}", name(rules));
    }
}

/// F7, KAFKA-10706.
#[test]
fn f7_a_follower_with_an_epoch_entry_at_its_log_end_asks_for_ever_from_2_0_1_to_2_6_0() {
    let mut loops = Vec::new();
    for rules in every_rules().filter(|r| r.truncation == Truncation::LeaderEpochV1) {
        let mut lab = Lab::new(plain(rules, &[B, A]));
        // Both have m0 of epoch 0 and m1 of epoch 1. A led epoch 2 and has one record of it; B led
        // epoch 3 and has none.
        lab.give_epochs(A, &[(0, 1), (1, 1), (2, 1)], 2);
        lab.give_epochs(B, &[(0, 1), (1, 1)], 2);
        lab.cluster.controller.partitions[0].epoch = 3;
        if rules.epoch_entry_at_election {
            let mut table = lab.replica_mut(B).epochs.clone();
            table.assign(3, 2, EpochConflict::LastAssignWins);
            lab.disk_mut(B).epochs = table.clone();
            lab.replica_mut(B).epochs = table;
        }
        lab.replica_mut(B).leader_epoch = Some(3);
        lab.move_leader(A);
        for _ in 0..3 {
            lab.fetch(B);
        }
        if lab.leo(B) == 2 {
            assert_eq!(lab.epochs(B).last(), Some(&(3, 2)), "{}", name(rules));
            for _ in 0..20 {
                lab.fetch(B);
            }
            assert_eq!(lab.leo(B), 2, "{}", name(rules));
            loops.push(rules.release);
        } else {
            assert_eq!(lab.log(B), lab.log(A), "{}", name(rules));
        }
    }
    assert_eq!(loops, ["2.0.1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6.0"]);
}

/// H9 EpochDrivenReplicationProtocolAcceptanceTest.shouldFollowLeaderEpochBasicWorkflow, in which the
/// controller raises the epoch for a follower that is bounced.
#[test]
fn h9_epoch_tables_follow_the_epochs_at_the_election_from_2_0_1_and_with_the_next_write_before() {
    for rules in every_rules().filter(|r| r.has_epochs()) {
        if rules.epoch_rise != EpochRise::ControllerRemoves {
            continue;
        }
        let mut lab = Lab::new(plain(rules, &[A, B]));
        let at_election = rules.epoch_entry_at_election;
        lab.send();
        lab.drain(B);
        assert_eq!((lab.epochs(A), lab.epochs(B)), (vec![(0, 0)], vec![(0, 0)]), "{}", name(rules));

        lab.stop(B);
        lab.start(B);
        assert_eq!(lab.epoch(), 1, "{}", name(rules));
        let leader = if at_election { vec![(0, 0), (1, 1)] } else { vec![(0, 0)] };
        assert_eq!((lab.epochs(A), lab.epochs(B)), (leader, vec![(0, 0)]), "{}", name(rules));
        lab.send();
        lab.drain(B);
        let both = vec![(0, 0), (1, 1)];
        assert_eq!((lab.epochs(A), lab.epochs(B)), (both.clone(), both.clone()), "{}", name(rules));

        lab.stop(A);
        lab.start(A);
        assert_eq!((lab.leads(), lab.epoch()), (Some(B), 2), "{}", name(rules));
        let leader = if at_election { vec![(0, 0), (1, 1), (2, 2)] } else { both };
        assert_eq!(lab.epochs(B), leader, "{}", name(rules));
        lab.send();
        lab.drain(A);
        assert_eq!(lab.epochs(B), [(0, 0), (1, 1), (2, 2)], "{}", name(rules));
        assert_eq!(lab.epochs(A), lab.epochs(B), "{}", name(rules));
        assert_eq!(lab.log(A), lab.log(B), "{}", name(rules));
    }
}

/// H9, with KRaft: no epoch for a follower that is bounced, from 3.6 on (KAFKA-15021).
#[test]
fn h9_in_kraft_a_bounced_follower_raises_the_epoch_to_3_5_and_no_longer_from_3_6() {
    for rules in every_rules().filter(|r| r.coordination == Coordination::KRaft) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send();
        lab.drain(B);
        lab.stop(B);
        lab.start(B);
        let rises = rules.epoch_rise == EpochRise::IsrShrinks;
        assert_eq!(lab.epoch(), Epoch::from(rises), "{}", name(rules));
        lab.send();
        lab.drain(B);
        lab.stop(A);
        assert_eq!((lab.leads(), lab.epoch()), (Some(B), lab.epoch()), "{}", name(rules));
        lab.start(A);
        lab.send();
        lab.drain(A);
        assert_eq!((lab.epochs(A), lab.log(A)), (lab.epochs(B), lab.log(B)), "{}", name(rules));
    }
}

/// H10 EpochDrivenReplicationProtocolAcceptanceTest.shouldNotAllowDivergentLogs.
#[test]
fn h10_a_leader_that_lost_its_tail_and_went_on_makes_its_follower_agree() {
    for rules in every_rules().filter(|r| r.has_epochs()) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.drain(B);
        lab.acks(Acks::Leader);
        lab.send_many(5);
        lab.drain(B);
        lab.does(Event::Flush { broker: A });
        lab.send_many(5);
        lab.drain(B);
        assert_eq!(lab.leo(B), 10, "{}", name(rules));
        lab.stop(B);
        lab.does(Event::PowerLoss { brokers: set(&[A]), noticed: true });
        lab.start(A);
        assert_eq!((lab.leo(A), lab.leads()), (5, Some(A)), "{}", name(rules));
        lab.send_many(9);
        lab.start(B);
        if rules.has_elr() {
            // A came back as one that may have lost records, and led as the last known leader.
            assert_eq!(lab.isr(), set(&[A]), "{}", name(rules));
        }
        lab.drain(B);
        assert_eq!(lab.leo(B), 14, "{}", name(rules));
        assert_eq!((lab.log(A), lab.epochs(A)), (lab.log(B), lab.epochs(B)), "{}", name(rules));
    }
}

/// H13 PartitionTest.testMakeLeaderUpdatesEpochCache (KAFKA-7415).
#[test]
fn h13_a_new_leader_can_say_where_its_own_epoch_begins_before_it_has_written_from_2_0_1() {
    for rules in every_rules().filter(|r| r.has_epochs()) {
        let mut lab = Lab::new(plain(rules, &[B, A]));
        lab.give_epochs(A, &[(0, 2), (5, 2)], 0);
        lab.give_epochs(B, &[(0, 2), (5, 2)], 0);
        lab.cluster.controller.partitions[0].epoch = 7;
        lab.replica_mut(B).leader_epoch = Some(7);
        lab.replica_mut(A).leader_epoch = Some(7);
        lab.move_leader(A);
        assert_eq!(lab.epoch(), 8, "{}", name(rules));
        let table = &lab.cluster.replica(A, P0).expect("A is up").epochs;
        let end = table.end_offset(Some(8), 4, rules.answers_before_first_epoch);
        let expected = rules.epoch_entry_at_election.then_some((8, 4));
        assert_eq!(end, expected, "{}", name(rules));
    }
}

/// F6, KAFKA-7415: a follower that holds an epoch which the new leader has not written in.
#[test]
fn f6_before_2_0_1_a_leader_that_has_written_nothing_sends_a_follower_back_to_its_hw() {
    for rules in every_rules().filter(|r| r.has_epochs()) {
        let mut lab = Lab::new(plain(rules, &[B, A, C]));
        // B led epoch 1 and has a record of it; A and C have not.
        for broker in [A, C] {
            lab.give_epochs(broker, &[(0, 3)], 1);
        }
        lab.give_epochs(B, &[(0, 3), (1, 1)], 1);
        lab.cluster.controller.partitions[0].epoch = 1;
        for broker in [A, B, C] {
            lab.replica_mut(broker).leader_epoch = Some(1);
        }
        lab.move_leader(A);
        lab.fetch(B);
        let leo = if rules.epoch_entry_at_election { 3 } else { 1 };
        assert_eq!(lab.leo(B), leo, "{}", name(rules));
    }
}

/// Section E: "assign on append of batch with new epoch (leader & follower)".
#[test]
fn a_follower_enters_an_epoch_with_the_first_record_of_it_that_it_appends() {
    for rules in every_rules().filter(|r| r.has_epochs()) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        let records = vec![
            log::Record::new(Value(1), Some(3)),
            log::Record::new(Value(2), Some(3)),
            log::Record::new(Value(3), Some(5)),
        ];
        lab.answer(B, Ask::Fetch { offset: 0, last: None }, Answer::Records { records, hw: 0 });
        assert_eq!(lab.epochs(B), [(3, 0), (5, 2)], "{}", name(rules));
        let file = &lab.cluster.disk(B, P0).expect("a disk").epochs;
        assert_eq!(file, &lab.cluster.replica(B, P0).expect("up").epochs, "fsynced at once");
    }
    for rules in every_rules().filter(|r| !r.has_epochs()) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send();
        lab.drain(B);
        assert_eq!((lab.epochs(A), lab.epochs(B)), (vec![], vec![]), "{}", name(rules));
        assert_eq!(lab.cluster.disk(A, P0).and_then(|d| d.log.get(0)?.epoch), None);
    }
}

/// Section A: "Restart: … Epoch cache: truncateFromEnd(LEO), truncateFromStart(logStart)".
#[test]
fn a_restart_forgets_epochs_that_begin_beyond_the_log() {
    for rules in every_rules().filter(|r| r.has_epochs()) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.give_epochs(B, &[(0, 2), (1, 2)], 0);
        lab.kill(B);
        lab.disk_mut(B).log.truncate(2);
        lab.does(Event::Cut { link: Link::Controller(B) });
        lab.start(B);
        assert_eq!(lab.epochs(B), [(0, 0)], "{}", name(rules));
    }
}

/// Matrix: cache conflict rule; H1 and H4 as a leader meets them.
#[test]
fn an_epoch_without_records_disappears_when_the_next_one_starts_at_the_same_offset_from_2_0_1() {
    for rules in every_rules().filter(|r| r.epoch_entry_at_election) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send_many(2);
        lab.drain(B);
        lab.move_leader(B);
        assert_eq!(lab.epochs(B), [(0, 0), (1, 2)], "{}", name(rules));
        lab.move_leader(A);
        lab.move_leader(B);
        assert_eq!(lab.epochs(B), [(0, 0), (3, 2)], "{}", name(rules));
    }
    assert!(every_rules().all(|r| {
        (r.epoch_conflict == EpochConflict::LastAssignWins) == r.epoch_entry_at_election
    }));
}
