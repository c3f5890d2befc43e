//! AlterPartition (KIP-497, 2.7): what the controller says to a leader that wants another ISR. Rule book,
//! section C, and the worked failure F12.

use super::isr::{asks, bounce, slow};
use crate::common::*;
use replicascope::engine::effect::AlterReason;
use replicascope::engine::rules::IsrEligibility;
use replicascope::engine::state::AlterStage;
use replicascope::engine::*;

/// Section C, KIP-841: ReplicationControlManagerTest.testAlterPartitionShouldRejectFencedBrokers.
#[test]
fn the_controller_refuses_an_isr_with_a_broker_that_it_has_fenced_meanwhile() {
    for rules in every_rules().filter(|r| asks(r)) {
        let mut lab = slow(rules, &[A, B, C]);
        bounce(&mut lab, B);
        lab.send_many(3);
        lab.fetch_at(B, 3);
        assert_eq!(lab.leader(A).maximal_isr(), set(&[A, B, C]), "{}", name(rules));
        lab.kill(B);
        let effects = lab.alter(A);
        let wanted = set(&[A, B, C]);
        if rules.isr_eligibility == IsrEligibility::Anybody {
            assert_eq!(lab.isr(), wanted, "{}: KAFKA-14139", name(rules));
            continue;
        }
        let error = KafkaError::IneligibleReplica;
        let refused = Effect::AlterRefused { leader: A, partition: P0, wanted, error };
        assert!(effects.contains(&refused), "{}", name(rules));
        lab.altered(A);
        let seen = (lab.isr(), lab.leader(A).maximal_isr(), lab.leader(A).alter);
        assert_eq!(seen, (set(&[A, C]), set(&[A, C]), None), "{}: reverted", name(rules));
    }
}

/// F12, KIP-903: ReplicationControlManagerTest.testAlterPartitionShouldRejectBrokersWithStaleEpoch.
#[test]
fn f12_from_3_5_in_kraft_a_broker_that_has_registered_anew_is_not_taken_in_by_an_old_request() {
    for rules in every_rules().filter(|r| asks(r)) {
        let mut lab = slow(rules, &[A, B, C]);
        bounce(&mut lab, B);
        lab.send_many(3);
        lab.fetch_at(B, 3);
        lab.kill(B);
        lab.does(Event::Wipe { broker: B });
        lab.start(B);
        // Where its return raises the epoch the leader would be fenced for that; nowhere it does.
        let effects = lab.alter(A);
        if rules.isr_eligibility == IsrEligibility::SameBrokerEpoch {
            let (wanted, error) = (set(&[A, B, C]), KafkaError::IneligibleReplica);
            let refused = Effect::AlterRefused { leader: A, partition: P0, wanted, error };
            assert!(effects.contains(&refused), "{}: {effects:?}", name(rules));
            assert_eq!(lab.isr(), set(&[A, C]), "{}", name(rules));
        } else {
            assert_eq!((lab.isr(), lab.leo(B)), (set(&[A, B, C]), 0), "{}", name(rules));
        }
    }
}

/// Section C: an answer that is lost.
#[test]
fn a_leader_whose_answer_is_lost_asks_again_and_hears_from_the_log_what_was_done() {
    for rules in every_rules().filter(|r| asks(r)) {
        let mut lab = slow(rules, &[A, B]);
        bounce(&mut lab, B);
        lab.send_many(3);
        lab.fetch_at(B, 3);
        lab.alter(A);
        lab.does(Event::LoseAlter { broker: A, partition: P0 });
        if rules.coordination == Coordination::KRaft {
            assert_eq!(lab.leader(A).isr, set(&[A, B]), "{}", name(rules));
            assert_eq!(lab.leader(A).alter, None, "{}", name(rules));
        } else {
            lab.alter(A);
            lab.altered(A);
            let stage = lab.leader(A).alter.map(|a| a.stage);
            assert_eq!(stage, Some(AlterStage::Stuck), "{}", name(rules));
            assert_eq!(lab.leader(A).isr, set(&[A]), "{}", name(rules));
        }
        assert_eq!(lab.isr(), set(&[A, B]), "{}", name(rules));
    }
}

/// Section D, KIP-704: ReplicationControlManagerTest.testAlterPartitionHandleLeaderRecoveryState.
#[test]
fn from_3_2_an_unclean_leader_is_recovering_until_it_says_that_it_is_not() {
    for rules in every_rules() {
        let mut setup = plain(rules, &[A, B]);
        setup.settings.unclean = true;
        setup.settings.min_isr = 1;
        setup.controller.alters_at_once = false;
        let mut lab = Lab::new(setup);
        lab.stop(B);
        lab.send();
        lab.kill(A);
        if rules.has_elr() {
            // A is an eligible leader; only without its log nobody is.
            continue;
        }
        lab.start(B);
        assert_eq!((lab.leads(), lab.isr()), (Some(B), set(&[B])), "{}", name(rules));
        assert_eq!(lab.state().recovering, rules.marks_recovering, "{}", name(rules));
        if rules.marks_recovering {
            let why = lab.leader(B).alter.map(|a| (a.isr, a.expands));
            assert_eq!(why, Some((set(&[B]), false)), "{}", name(rules));
            lab.alter(B);
            assert!(!lab.state().recovering, "{}", name(rules));
            lab.altered(B);
            assert_eq!(lab.leader(B).alter, None, "{}", name(rules));
        }
    }
}

/// C: what a follower needed to join.
#[test]
fn a_reason_to_join_names_the_offset_that_was_needed() {
    for rules in every_rules().filter(|r| asks(r)) {
        let mut lab = slow(rules, &[A, B]);
        bounce(&mut lab, B);
        lab.send_many(4);
        let effects = lab.fetch_at(B, 4);
        let why = AlterReason::Joins { follower: B, leo: 4, entry: 4 };
        let said =
            effects.iter().any(|e| matches!(e, Effect::AlterSent { why: w, .. } if *w == why));
        assert!(said, "{}", name(rules));
    }
}
