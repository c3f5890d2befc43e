//! What a consumer sees: rule book, section G, its cases H21 and H30, and the worked failure F17.

use crate::common::*;
use replicascope::engine::rules::{ConsumeFrom, ReadAboveHw};
use replicascope::engine::setup::OffsetReset;
use replicascope::engine::*;

fn go_to(lab: &mut Lab, position: Offset) {
    lab.cluster.consumers[0].positions[0] = position;
}

/// H21 PartitionTest.testMonotonicOffsetsAfterLeaderChange (KIP-207).
#[test]
fn h21_a_new_leader_does_not_say_where_the_end_is_before_it_knows_from_2_2() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[B, A, C]));
        for broker in [A, B, C] {
            lab.give_epochs(broker, &[(0, 5)], 2);
        }
        lab.move_leader(A);
        assert_eq!((lab.hw(A), lab.leo(A)), (2, 5), "{}", name(rules));
        let end = lab.seek_end();
        if rules.end_waits_for_hw {
            assert_eq!(end, Err(KafkaError::OffsetNotAvailable), "{}", name(rules));
        } else {
            assert_eq!(end, Ok(2), "{}: it was told more before", name(rules));
        }
        for broker in [B, C] {
            lab.fetch_at(broker, 5);
        }
        assert_eq!(lab.seek_end(), Ok(5), "{}", name(rules));
    }
}

/// H30 ReplicaManagerTest.testFetchBeyondHighWatermark.
#[test]
fn h30_a_follower_reads_above_the_hw_and_a_consumer_does_not() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send_many(3);
        lab.fetch_at(B, 1);
        assert_eq!(lab.hw(A), 1, "{}", name(rules));
        let answer = lab.fetch_as(B, 1, None);
        let state::Answer::Records { records, .. } = answer.expect("data") else { panic!() };
        assert_eq!(records.len(), 2, "{}", name(rules));
        assert_eq!(lab.consume_from(None), Ok(vec![0]), "{}", name(rules));
        assert_eq!((lab.consume_from(None), lab.position()), (Ok(vec![]), 1), "{}", name(rules));
    }
}

/// F17: HW regress.
#[test]
fn f17_above_the_hw_of_a_new_leader_a_consumer_gets_an_error_to_0_9_and_nothing_later() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.give_epochs(A, &[(0, 5)], 2);
        go_to(&mut lab, 4);
        let answer = lab.consume_from(None);
        match rules.read_above_hw {
            ReadAboveHw::ServerError => {
                assert_eq!(answer, Err(KafkaError::Unknown), "{}", name(rules));
            }
            ReadAboveHw::Empty => assert_eq!(answer, Ok(vec![]), "{}", name(rules)),
        }
        assert_eq!(lab.position(), 4, "{}", name(rules));
    }
    let last = every_rules().filter(|r| r.read_above_hw == ReadAboveHw::ServerError).last();
    assert_eq!(last.map(|r| r.release), Some("0.9"));
}

/// F17: "Position > LEO (after truncation): OFFSET_OUT_OF_RANGE → auto.offset.reset".
#[test]
fn f17_beyond_the_log_end_a_consumer_is_out_of_range_and_goes_where_its_policy_says() {
    for rules in every_rules() {
        for (reset, position) in
            [(OffsetReset::Latest, 2), (OffsetReset::Earliest, 0), (OffsetReset::None, 9)]
        {
            let mut setup = plain(rules, &[A, B]);
            setup.settings.offset_reset = reset;
            let mut lab = Lab::new(setup);
            lab.give_epochs(A, &[(0, 5)], 2);
            go_to(&mut lab, 9);
            let answer = lab.consume_from(None);
            assert_eq!(answer, Err(KafkaError::OffsetOutOfRange), "{}", name(rules));
            assert_eq!(lab.position(), position, "{}: {reset:?}", name(rules));
        }
    }
}

/// G, KIP-392.
#[test]
fn from_2_4_a_consumer_reads_from_a_follower_up_to_the_followers_hw() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send_many(4);
        lab.drain(B);
        lab.wait(B);
        assert_eq!((lab.hw(A), lab.hw(B)), (4, 4), "{}", name(rules));
        lab.replica_mut(B).hw = 2;
        let answer = lab.consume_from(Some(B));
        if rules.consume_from == ConsumeFrom::Leader {
            assert_eq!(answer, Err(rules.not_leader), "{}", name(rules));
        } else {
            assert_eq!((answer, lab.position()), (Ok(vec![0, 1]), 2), "{}", name(rules));
            assert_eq!(lab.consume_from(Some(B)), Ok(vec![]), "{}", name(rules));
            assert_eq!(lab.consume_from(Some(A)), Ok(vec![2, 3]), "{}", name(rules));
        }
    }
}

/// G, KAFKA-14372.
#[test]
fn a_follower_outside_the_isr_serves_consumers_in_2_4_to_3_3_and_no_longer_from_3_4() {
    for rules in every_rules().filter(|r| r.consume_from != ConsumeFrom::Leader) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send_many(4);
        lab.drain(B);
        lab.wait(B);
        lab.leader_mut(A).isr = set(&[A]);
        lab.cluster.controller.partitions[0].isr = set(&[A]);
        let effects = lab.does(Event::Consume { consumer: C1, partition: P0, from: Some(B) });
        let sent_back = effects.iter().any(|e| matches!(e, Effect::Redirected { .. }));
        assert_eq!(sent_back, rules.consume_from == ConsumeFrom::IsrFollower, "{}", name(rules));
        assert_eq!(lab.position(), 4, "{}", name(rules));
    }
}

/// G: "candidates logStart ≤ offset ≤ LEO".
#[test]
fn a_follower_that_has_not_got_what_comes_next_sends_a_consumer_to_the_leader() {
    for rules in every_rules().filter(|r| r.consume_from != ConsumeFrom::Leader) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send_many(4);
        lab.fetch_at(B, 4);
        lab.fetch_at(B, 1);
        go_to(&mut lab, 3);
        let effects = lab.does(Event::Consume { consumer: C1, partition: P0, from: Some(B) });
        let sent_back = effects.iter().any(|e| matches!(e, Effect::Redirected { .. }));
        assert!(sent_back, "{}", name(rules));
        assert_eq!(lab.position(), 4, "{}", name(rules));
    }
}

/// G: "out of range at follower → back to leader, no reset".
#[test]
fn out_of_range_at_a_follower_a_consumer_goes_back_to_the_leader_and_resets_nothing() {
    for rules in every_rules().filter(|r| r.consume_from != ConsumeFrom::Leader) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send_many(4);
        lab.fetch_at(B, 4);
        // The leader believes that B has all of it; B has lost it.
        lab.give_epochs(B, &[(0, 1)], 1);
        go_to(&mut lab, 3);
        let _ = lab.consume_from(Some(B));
        assert!([3, 4].contains(&lab.position()), "{}: {}", name(rules), lab.position());
        assert!(lab.consume_from(None).is_ok(), "{}", name(rules));
        assert_eq!(lab.position(), 4, "{}", name(rules));
    }
}

/// G, KIP-320.
mod validation {
    use super::*;

    /// The consumer has read three records of epoch 0 from A; B, with another log, leads.
    fn lab(rules: &Rules, reset: OffsetReset, other: &[(Epoch, u16)]) -> Lab {
        let mut setup = plain(rules, &[A, B]);
        setup.settings.offset_reset = reset;
        let mut lab = Lab::new(setup);
        lab.give_epochs(A, &[(0, 3)], 3);
        assert_eq!(lab.consume_from(None), Ok(vec![0, 1, 2]));
        lab.give_epochs(B, other, 1);
        lab.kill(A);
        assert_eq!(lab.leads(), Some(B));
        lab
    }

    #[test]
    fn from_2_3_a_consumer_finds_out_that_what_it_has_read_is_gone() {
        for rules in every_rules() {
            for reset in [OffsetReset::Latest, OffsetReset::Earliest, OffsetReset::None] {
                // B has one record of epoch 0 and has written another three.
                let mut lab = lab(rules, reset, &[(0, 1)]);
                lab.send_many(3);
                let answer = lab.consume_from(None);
                if !rules.consumer_validates {
                    assert_eq!((answer, lab.position()), (Ok(vec![2]), 4), "{}", name(rules));
                } else if reset == OffsetReset::None {
                    assert_eq!(answer, Err(KafkaError::LogTruncation), "{}", name(rules));
                    assert_eq!(lab.position(), 3, "{}", name(rules));
                } else {
                    // It goes to where the logs part, whatever the policy.
                    let read = (answer, lab.position());
                    assert_eq!(read, (Ok(vec![0, 1, 2]), 4), "{}", name(rules));
                }
            }
        }
    }

    #[test]
    fn what_is_still_there_is_read_on() {
        for rules in every_rules().filter(|r| r.consumer_validates) {
            let mut lab = lab(rules, OffsetReset::None, &[(0, 3)]);
            let next = lab.send();
            assert_eq!(lab.consume_from(None), Ok(vec![next.0]), "{}", name(rules));
        }
    }
}
