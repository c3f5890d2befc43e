//! The worked failures of the rule book (section F) that follow from how logs are truncated. The others
//! stand with the rule they follow from.

use super::truncation::logs;
use crate::common::*;
use replicascope::engine::rules::{FollowerRestart, Truncation};
use replicascope::engine::state::{Answer, Fetcher, Role};
use replicascope::engine::*;

/// F1 (a), KAFKA-1211, KIP-101 scenario 1: as KIP-101 tells it, with a restart that nobody notices.
#[test]
fn f1_a_follower_that_restarts_before_it_hears_of_the_hw_loses_a_record_to_0_10_2() {
    // From 4.1 on nobody restarts unnoticed: whoever registers without having gone down cleanly leaves
    // the ISR.
    for rules in every_rules().filter(|rules| !rules.has_elr()) {
        let mut lab = Lab::new(plain(rules, &[B, A]));
        lab.send();
        lab.wait(A);
        lab.wait(A);
        lab.does(Event::CheckpointHw { broker: A });
        assert_eq!(lab.hw(A), 1, "{}", name(rules));
        // m2 is on both, and B knows; the reply with HW 2 has not left B.
        let m2 = lab.send();
        lab.drain(A);
        lab.replica_mut(A).hw = 1;
        assert_eq!(lab.outcome(m2), Some(ledger::Outcome::Acked), "{}", name(rules));
        lab.does(Event::RestartUnnoticed { broker: A });
        if lab.fetcher(A) == Fetcher::Truncating {
            lab.fetch(A);
        }
        lab.kill(B);
        assert_eq!(lab.leads(), Some(A), "{}", name(rules));
        let m3 = lab.send();
        lab.start(B);
        for _ in 0..3 {
            lab.wait(B);
        }
        let kept = rules.truncation != Truncation::LocalHighWatermark;
        let log = if kept { vec![0, m2.0, m3.0] } else { vec![0, m3.0] };
        assert_eq!(lab.log(A), log, "{}", name(rules));
        let lost = if kept { vec![] } else { vec![(P0, 1, m2)] };
        assert_eq!(lab.verdict().lost, lost, "{}", name(rules));
    }
}

/// F1 (b): a clean chain of fail-overs in production.
#[test]
fn f1_an_acknowledged_record_is_cut_by_two_elections_from_the_isr_to_0_10_2_and_kept_from_0_11() {
    for rules in every_rules() {
        let mut setup = plain(rules, &[B, A, C]);
        if rules.unclean != rules::Unclean::Always {
            setup.settings.unclean = false;
        }
        let mut lab = Lab::new(setup);
        lab.send();
        for broker in [A, C, A, C] {
            lab.wait(broker);
        }
        let m2 = lab.send();
        for broker in [A, C] {
            lab.drain(broker);
        }
        if lab.hw(B) < 2 {
            lab.drain(A);
            lab.drain(C);
        }
        assert_eq!(lab.outcome(m2), Some(ledger::Outcome::Acked), "{}", name(rules));
        // A and C have it and do not know that it is committed.
        for broker in [A, C] {
            lab.follower_mut(broker).call = None;
            lab.replica_mut(broker).hw = 1;
        }
        lab.kill(B);
        assert_eq!(lab.leads(), Some(A), "{}", name(rules));
        // C comes in line with A and gets no further than the question.
        if matches!(lab.fetcher(C), Fetcher::Truncating) {
            lab.fetch(C);
        }
        lab.kill(A);
        assert_eq!(lab.leads(), Some(C), "{}", name(rules));
        let lost = lab.verdict().lost;
        if rules.truncation == Truncation::LocalHighWatermark {
            assert_eq!(lost, [(P0, 1, m2)], "{}", name(rules));
        } else {
            assert_eq!(lost, [], "{}", name(rules));
        }
    }
}

/// F2: KIP-101, scenario 2.
#[test]
fn f2_logs_diverge_after_both_lost_power_to_0_10_2_and_agree_from_0_11() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[B, A]));
        lab.send_many(2);
        lab.wait(A);
        lab.wait(A);
        for broker in [A, B] {
            lab.does(Event::CheckpointHw { broker });
        }
        assert_eq!((lab.hw(A), lab.hw(B)), (2, 2), "{}", name(rules));
        lab.does(Event::Flush { broker: B });
        // Of A's log only the first record is on the disk.
        let records = lab.cluster.disk(A, P0).expect("a disk").log.records().to_vec();
        lab.disk_mut(A).log = log::Log::new(0, records, 1);
        lab.does(Event::PowerLoss { brokers: set(&[A, B]), noticed: false });
        lab.start(A);
        if lab.leads() != Some(A) {
            // One that may have lost records is no longer eligible (KIP-966).
            assert!(rules.has_elr(), "{}", name(rules));
            continue;
        }
        assert_eq!((lab.leo(A), lab.hw(A)), (1, 1), "{}", name(rules));
        lab.send();
        lab.start(B);
        for _ in 0..3 {
            lab.wait(B);
        }
        if rules.truncation == Truncation::LocalHighWatermark {
            assert_eq!((lab.log(A), lab.log(B)), (vec![0, 2], vec![0, 1]), "{}", name(rules));
            assert_eq!(lab.verdict().diverged, [(P0, 1)], "{}", name(rules));
        } else {
            assert_eq!((lab.log(A), lab.log(B)), (vec![0, 2], vec![0, 2]), "{}", name(rules));
        }
    }
}

/// F3: KAFKA-6361, KIP-279.
#[test]
fn f3_two_clean_fail_overs_diverge_to_1_1_and_agree_from_2_0_0() {
    for rules in every_rules() {
        // m0 of epoch 0 on both; A wrote a1 in epoch 1 and a2 in epoch 3, B b1 and b2 in epoch 2.
        let mut lab = Lab::new(plain(rules, &[B, A]));
        lab.give_epochs(A, &[(0, 1), (1, 1)], 1);
        lab.give_epochs(B, &[(0, 1), (2, 2)], 1);
        let known = |lab: &mut Lab, epoch| {
            lab.cluster.controller.partitions[0].epoch = epoch;
            lab.replica_mut(A).leader_epoch = Some(epoch);
            lab.replica_mut(B).leader_epoch = Some(epoch);
        };
        known(&mut lab, 2);
        // B's records are others than A's.
        let records: Vec<_> = lab.cluster.disk(B, P0).expect("a disk").log.records().to_vec();
        let own = records.iter().enumerate().map(|(at, r)| match at {
            0 => *r,
            _ => log::Record { value: Value(100 + r.value.0), ..*r },
        });
        lab.disk_mut(B).log = log::Log::new(0, own.collect(), 0);
        lab.cluster.controller.partitions[0].isr_list = [B, A].into_iter().collect();
        lab.kill(B);
        assert_eq!(lab.leads(), Some(A), "{}", name(rules));
        // A, alone in the ISR, writes a2 and has it committed.
        lab.does(Event::Send { producer: P1, partition: P0, value: Value(50), to: None });
        assert_eq!(lab.log(A), [0, 1, 50], "{}", name(rules));
        // What B has on its disk below its HW of 1 stays in all releases.
        lab.disk_mut(B).hw = 1;
        lab.start(B);
        for _ in 0..4 {
            lab.wait(B);
        }
        match rules.truncation {
            Truncation::LocalHighWatermark => {
                assert_eq!(lab.log(B), [0, 1, 50], "{}: cut to the HW, 1", name(rules));
            }
            Truncation::LeaderEpochV0 => {
                assert_eq!(lab.log(B), [0, 101, 50], "{}", name(rules));
                assert_eq!(lab.verdict().diverged, [(P0, 1)], "{}", name(rules));
            }
            Truncation::LeaderEpochV1 | Truncation::OnFetch => {
                assert_eq!(lab.log(B), [0, 1, 50], "{}", name(rules));
            }
        }
    }
}

/// F4, KAFKA-7128: what the old leader had committed is not on everybody that may lead next.
#[test]
fn f4_a_follower_that_joined_below_the_leaders_epoch_leads_without_committed_records_to_2_0_0() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[B, A, C]));
        lab.stop(C);
        lab.start(C);
        lab.give_epochs(A, &[(0, 5)], 1);
        lab.give_epochs(B, &[(0, 5)], 5);
        lab.give_epochs(C, &[(0, 1)], 1);
        lab.move_leader(A);
        assert_eq!((lab.hw(A), lab.leo(A), lab.isr()), (1, 5, set(&[A, B])), "{}", name(rules));
        lab.fetch_at(C, 1);
        assert_eq!(lab.isr().contains(C), !rules.isr_entry_at_epoch_start, "{}", name(rules));
        lab.kill(B);
        lab.kill(A);
        if rules.isr_entry_at_epoch_start {
            assert_eq!(lab.leads(), None, "{}", name(rules));
        } else {
            assert_eq!((lab.leads(), lab.log(C)), (Some(C), vec![0]), "{}: 1 to 4", name(rules));
        }
    }
}

/// F5, KAFKA-7164: the leader loses its tail and comes back while a follower hears nothing of it.
#[test]
fn f5_a_follower_that_missed_two_epochs_of_one_leader_keeps_its_own_records_from_0_8_2_to_2_0_0() {
    for rules in every_rules() {
        let mut lab = logs(rules, &[(0, 2)], &[(0, 2)], 2);
        lab.wait(B);
        lab.acks(Acks::Leader);
        lab.does(Event::Send { producer: P1, partition: P0, value: Value(70), to: None });
        lab.drain(B);
        assert_eq!(lab.log(B), [0, 1, 70], "{}", name(rules));
        lab.does(Event::HoldWords { broker: B });
        // A lost 70 with its power, led again two epochs later and wrote 80 in its place.
        let epoch = lab.epoch() + 2;
        lab.cluster.controller.partitions[0].epoch = epoch;
        lab.disk_mut(A).log.truncate(2);
        let table = lab.replica_mut(A).epochs.clone();
        let mut table = epochs::EpochTable::new(
            table.entries().iter().copied().filter(|e| e.start < 2).collect(),
        );
        if rules.epoch_entry_at_election {
            table.assign(epoch, 2, rules.epoch_conflict);
        }
        lab.replica_mut(A).epochs = table;
        lab.replica_mut(A).leader_epoch = Some(epoch);
        lab.replica_mut(A).hw = 2;
        for value in [80, 81] {
            lab.does(Event::Send { producer: P1, partition: P0, value: Value(value), to: None });
        }
        let state = lab.state();
        let word = state::LeaderAndIsr { partition: P0, state, current: true };
        lab.follower_mut(B).call = None;
        lab.cluster.brokers[B.index()].inbox.push(word);
        lab.does(Event::ReleaseWords { broker: B });
        for _ in 0..4 {
            lab.wait(B);
        }
        let diverges = rules.follower_restart == FollowerRestart::LeaderChanges;
        let second = if diverges { 70 } else { 80 };
        assert_eq!(lab.log(B), [0, 1, second, 81], "{}", name(rules));
    }
}

/// F8, KIP-320.
#[test]
fn f8_a_fetch_from_an_older_epoch_counts_to_2_0_and_is_fenced_from_2_1() {
    for rules in every_rules() {
        let mut setup = plain(rules, &[B, A]);
        setup.controller.tells_at_once = false;
        let mut lab = Lab::new(setup);
        lab.give_epochs(A, &[(0, 2)], 1);
        lab.give_epochs(B, &[(0, 2)], 1);
        lab.send();
        lab.move_leader(A);
        lab.tell(A);
        // B has not heard of A's epoch and, as if it had followed A before, asks from its own LEO.
        lab.replica_mut(B).role =
            Role::Follower(state::Follower { leader: A, fetcher: Fetcher::Fetching, call: None });
        let answer = lab.fetch_as(B, 2, None);
        if rules.fences_epochs {
            let fenced = Answer::Error(KafkaError::FencedLeaderEpoch);
            assert_eq!(answer, Some(fenced), "{}", name(rules));
            assert_eq!((lab.remote(A, B).leo, lab.hw(A)), (None, 1), "{}", name(rules));
        } else {
            assert_eq!((lab.remote(A, B).leo, lab.hw(A)), (Some(2), 2), "{}", name(rules));
        }
    }
}
