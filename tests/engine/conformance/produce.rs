//! Produce and its purgatory: rule book, sections B and G, and the worked failures F14 and F15.

use crate::common::*;
use replicascope::engine::ledger::Outcome;
use replicascope::engine::log::Sequence;
use replicascope::engine::rules::{AcksAll, MinIsr, UnknownProducer};
use replicascope::engine::setup::Idempotence;
use replicascope::engine::*;

fn failed(error: KafkaError) -> Option<Outcome> {
    Some(Outcome::Failed(error))
}

/// B: acks=all below min.insync.replicas.
#[test]
fn acks_all_below_min_insync_replicas_is_refused_before_the_append_from_0_8_2() {
    for rules in every_rules() {
        let mut setup = plain(rules, &[A, B]);
        setup.settings.min_isr = 2;
        let mut lab = Lab::new(setup);
        lab.kill(B);
        let value = lab.send();
        if rules.min_isr == MinIsr::None {
            assert_eq!(lab.outcome(value), Some(Outcome::Acked), "{}", name(rules));
            continue;
        }
        let refused = failed(KafkaError::NotEnoughReplicas);
        assert_eq!((lab.outcome(value), lab.leo(A)), (refused, 0), "{}", name(rules));
        lab.acks(Acks::Leader);
        let value = lab.send();
        assert_eq!(lab.outcome(value), Some(Outcome::Acked), "{}: acks=1", name(rules));
    }
}

/// B, CONSEQUENCE of KAFKA-15583.
#[test]
fn a_shrink_below_min_fails_the_waiting_request_to_3_6_and_lets_it_time_out_from_3_7() {
    for rules in every_rules().filter(|r| r.min_isr != MinIsr::None) {
        let mut setup = plain(rules, &[A, B]);
        setup.settings.min_isr = 2;
        let mut lab = Lab::new(setup);
        let value = lab.send();
        assert_eq!(lab.outcome(value), Some(Outcome::Waiting), "{}", name(rules));
        lab.kill(B);
        if rules.hw_needs_min_isr {
            assert_eq!(lab.outcome(value), Some(Outcome::Waiting), "{}", name(rules));
            assert_eq!((lab.hw(A), lab.consume_from(None)), (0, Ok(vec![])), "{}", name(rules));
            lab.advance(lab.setup.settings.request_timeout);
            assert_eq!(lab.outcome(value), failed(KafkaError::RequestTimedOut), "{}", name(rules));
            // Until the ISR is whole again, in which the record then is.
            lab.start(B);
            lab.drain(B);
            assert_eq!(lab.hw(A), 1, "{}", name(rules));
        } else {
            let after = failed(KafkaError::NotEnoughReplicasAfterAppend);
            assert_eq!(lab.outcome(value), after, "{}", name(rules));
            assert_eq!(lab.consume_from(None), Ok(vec![value.0]), "{}: readable", name(rules));
        }
    }
}

/// B: the purgatory's test of acks=all in 0.8.0 and 0.8.1.
#[test]
fn acks_all_waits_for_every_isr_member_in_0_8_0_and_0_8_1_and_for_the_hw_later() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B, C]));
        let value = lab.send();
        lab.fetch_at(B, 1);
        assert_eq!(lab.outcome(value), Some(Outcome::Waiting), "{}", name(rules));
        // Every member has it while the HW is, for the test's sake, not allowed to know.
        if rules.acks_all == AcksAll::EveryMember {
            let effects = lab.fetch_at(C, 1);
            let why = effects.iter().find_map(|e| match e {
                Effect::Acked { why, .. } => Some(*why),
                _ => None,
            });
            let members = effect::AckRule::Members { have: 3, wanted: 3 };
            assert_eq!(why, Some(members), "{}", name(rules));
        } else {
            let effects = lab.fetch_at(C, 1);
            let why = effects.iter().find_map(|e| match e {
                Effect::Acked { why, .. } => Some(*why),
                _ => None,
            });
            let hw = effect::AckRule::Hw { hw: 1, required: 1 };
            assert_eq!(why, Some(hw), "{}", name(rules));
        }
        assert_eq!(lab.outcome(value), Some(Outcome::Acked), "{}", name(rules));
    }
}

/// B: "acks>1 rejected from 0.9 (INVALID_REQUIRED_ACKS)".
#[test]
fn acks_2_waits_for_two_members_to_0_8_2_and_is_refused_later() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B, C]));
        lab.acks(Acks::Count(2));
        let value = lab.send();
        if !rules.acks_count {
            let refused = failed(KafkaError::InvalidRequiredAcks);
            assert_eq!((lab.outcome(value), lab.leo(A)), (refused, 0), "{}", name(rules));
            continue;
        }
        assert_eq!(lab.outcome(value), Some(Outcome::Waiting), "{}", name(rules));
        lab.fetch_at(B, 1);
        let seen = (lab.outcome(value), lab.hw(A));
        assert_eq!(seen, (Some(Outcome::Acked), 0), "{}", name(rules));
    }
    let allowed: Vec<_> = every_rules().filter(|r| r.acks_count).map(|r| r.release).collect();
    assert_eq!(allowed, ["0.8.0", "0.8.1", "0.8.2"]);
}

/// B: "time-out → REQUEST_TIMED_OUT"; "leader lost → NOT_LEADER".
#[test]
fn a_waiting_request_times_out_or_fails_with_the_leadership_and_its_record_stays() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        let value = lab.send();
        let mut moved = lab.clone();
        let timeout = lab.setup.settings.request_timeout;
        // Without the ISR check, which would let B go.
        lab.setup.settings.lag_time_max = 10 * timeout;
        for broker in &mut lab.cluster.brokers {
            broker.process.as_mut().expect("up").isr_check_in = 10 * timeout;
        }
        lab.advance(timeout - 1);
        assert_eq!(lab.outcome(value), Some(Outcome::Waiting), "{}", name(rules));
        lab.advance(1);
        assert_eq!(lab.outcome(value), failed(KafkaError::RequestTimedOut), "{}", name(rules));
        assert_eq!(lab.log(A), [value.0], "{}", name(rules));
        moved.move_leader(B);
        assert_eq!(moved.outcome(value), failed(rules.not_leader), "{}", name(rules));
    }
}

/// B 1: NOT_LEADER_FOR_PARTITION, from 2.6 on NOT_LEADER_OR_FOLLOWER.
#[test]
fn a_broker_that_does_not_lead_says_so() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.does(Event::Send { producer: P1, partition: P0, value: Value(7), to: Some(B) });
        let Some(Outcome::Failed(error)) = lab.outcome(Value(7)) else { panic!("refused") };
        assert_eq!(error, rules.not_leader, "{}", name(rules));
    }
    let new = every_rules().find(|r| r.not_leader == KafkaError::NotLeaderOrFollower);
    assert_eq!(new.map(|r| r.release), Some("2.6.0"));
}

/// F14.
#[test]
fn f14_acks_1_and_acks_0_lose_a_record_with_the_leader_in_every_release() {
    for rules in every_rules() {
        for (acks, outcome) in [(Acks::Leader, Outcome::Acked), (Acks::None, Outcome::Unasked)] {
            let mut lab = Lab::new(plain(rules, &[A, B]));
            lab.acks(acks);
            let value = lab.send();
            assert_eq!(lab.outcome(value), Some(outcome), "{}", name(rules));
            lab.kill(A);
            assert_eq!((lab.leads(), lab.log(B)), (Some(B), vec![]), "{}", name(rules));
            let lost = if acks == Acks::Leader { vec![(P0, 0, value)] } else { vec![] };
            assert_eq!(lab.verdict().lost, lost, "{}: acks=0 loses silently", name(rules));
        }
    }
}

/// F15: the answer is lost, the producer sends again.
#[test]
fn f15_a_retry_stands_twice_in_the_log_unless_the_producer_is_idempotent() {
    for rules in every_rules() {
        for idempotence in [Idempotence::Off, Idempotence::On] {
            if rules.idempotence.is_none() && idempotence == Idempotence::On {
                continue;
            }
            let mut setup = plain(rules, &[A]);
            setup.settings.idempotence = idempotence;
            setup.settings.retries = 3;
            let mut lab = Lab::new(setup);
            lab.does(Event::LoseAnswer { producer: P1 });
            let value = lab.send();
            assert_eq!(lab.outcome(value), Some(Outcome::Waiting), "{}", name(rules));
            lab.advance(lab.setup.settings.retry_backoff);
            assert_eq!(lab.outcome(value), Some(Outcome::Acked), "{}", name(rules));
            let log = if idempotence == Idempotence::On { vec![value.0] } else { vec![value.0; 2] };
            assert_eq!(lab.log(A), log, "{}", name(rules));
        }
    }
}

/// F15: NOT_ENOUGH_REPLICAS_AFTER_APPEND is retriable.
#[test]
fn f15_a_record_that_failed_after_its_append_is_sent_again_and_stands_twice() {
    for rules in every_rules() {
        if rules.min_isr == MinIsr::None || rules.hw_needs_min_isr {
            continue;
        }
        let mut setup = plain(rules, &[A, B]);
        setup.settings.min_isr = 2;
        setup.settings.retries = 5;
        let mut lab = Lab::new(setup);
        let value = lab.send();
        let effects = lab.kill(B);
        let error = KafkaError::NotEnoughReplicasAfterAppend;
        let again = |e: &Effect| matches!(e, Effect::WillRetry { error: e, .. } if *e == error);
        assert!(effects.iter().any(again), "{}", name(rules));
        lab.does(Event::SetMinIsr(1));
        lab.advance(100);
        assert_eq!(lab.log(A), [value.0; 2], "{}", name(rules));
    }
}

/// G: idempotence.
mod idempotence {
    use super::*;

    fn lab(rules: &Rules) -> Option<(Lab, rules::IdempotenceRule)> {
        let rule = rules.idempotence?;
        let mut setup = plain(rules, &[A]);
        setup.settings.idempotence = Idempotence::On;
        Some((Lab::new(setup), rule))
    }

    /// The leader's log has these numbers of the producer; a record with another one arrives.
    fn attempt(lab: &mut Lab, known: &[u16], number: u16) -> (Option<Outcome>, Offset) {
        let sequence = |number| Sequence { producer: P1, incarnation: 0, number };
        let records = known.iter().map(|&n| log::Record {
            value: Value(n),
            epoch: Some(0),
            sequence: Some(sequence(n)),
        });
        lab.disk_mut(A).log = log::Log::new(0, records.collect(), 0);
        lab.replica_mut(A).hw = lab.leo(A);
        lab.cluster.producers[0].next_sequence = Some(vec![number]);
        let value = Value(number);
        lab.does(Event::Send { producer: P1, partition: P0, value, to: None });
        (lab.outcome(value), lab.leo(A))
    }

    #[test]
    fn the_next_number_is_appended_and_another_one_is_out_of_order() {
        for rules in every_rules() {
            let Some((lab, _)) = lab(rules) else { continue };
            let known = [0, 1, 2];
            let next = attempt(&mut lab.clone(), &known, 3);
            assert_eq!(next, (Some(Outcome::Acked), 4), "{}", name(rules));
            let gap = attempt(&mut lab.clone(), &known, 5);
            let error = failed(KafkaError::OutOfOrderSequenceNumber);
            assert_eq!(gap, (error, 3), "{}", name(rules));
        }
    }

    /// KAFKA-5494.
    #[test]
    fn the_last_record_is_recognized_in_0_11_and_the_last_five_from_1_0() {
        for rules in every_rules() {
            let Some((lab, rule)) = lab(rules) else { continue };
            assert_eq!(rule.remembered, if rules.release == "0.11" { 1 } else { 5 });
            let known = [0, 1, 2, 3, 4, 5, 6];
            for number in 0..7 {
                let (outcome, leo) = attempt(&mut lab.clone(), &known, number);
                let duplicate = number >= 7 - u16::from(rule.remembered);
                let expected = if duplicate {
                    Some(Outcome::Acked)
                } else {
                    failed(KafkaError::OutOfOrderSequenceNumber)
                };
                assert_eq!((outcome, leo), (expected, 7), "{}: {number}", name(rules));
            }
        }
    }

    /// KIP-360.
    #[test]
    fn of_an_unknown_producer_only_its_first_record_is_taken_before_2_5() {
        for rules in every_rules() {
            let Some((lab, rule)) = lab(rules) else { continue };
            let first = attempt(&mut lab.clone(), &[], 0);
            assert_eq!(first, (Some(Outcome::Acked), 1), "{}", name(rules));
            let (outcome, leo) = attempt(&mut lab.clone(), &[], 3);
            let expected = match rule.unknown_producer {
                UnknownProducer::Accepted => (Some(Outcome::Acked), 1),
                UnknownProducer::Refused(error) => (failed(error), 0),
            };
            assert_eq!((outcome, leo), expected, "{}", name(rules));
        }
        let said = |release| match rules_for(release)?.idempotence?.unknown_producer {
            UnknownProducer::Refused(error) => Some(error),
            UnknownProducer::Accepted => None,
        };
        assert_eq!(said("0.11"), Some(KafkaError::OutOfOrderSequenceNumber));
        assert_eq!(said("1.0.0"), Some(KafkaError::UnknownProducerId));
        assert_eq!(said("2.4"), Some(KafkaError::UnknownProducerId));
        assert_eq!(said("2.5"), None);
    }
}

/// G: the defaults of producers.
#[test]
fn producers_have_the_defaults_of_their_releases() {
    let of = |release: &str| {
        let rules = rules_for(release).expect("a release of the table");
        let idempotent = rules.idempotence.is_some_and(|rule| rule.default);
        (rules.acks_default, rules.retries_default, idempotent)
    };
    for release in ["0.8.2", "0.11", "2.0.1"] {
        assert_eq!(of(release), (Acks::Leader, 0, false), "{release}");
    }
    for release in ["2.1", "2.8"] {
        assert_eq!(of(release), (Acks::Leader, u8::MAX, false), "{release}");
    }
    // KAFKA-13598: meant to be on from 3.0.0, effective from 3.0.1, 3.1.1 and 3.2.0.
    for (release, idempotent) in
        [("3.0.0", false), ("3.0.1", true), ("3.1.0", false), ("3.1.1", true), ("3.2.0", true)]
    {
        assert_eq!(of(release), (Acks::All, u8::MAX, idempotent), "{release}");
    }
}
