//! Eligible leader replicas (KIP-966): rule book, sections C and D, its case H27 and the worked failures
//! F11 and F13. Follows ReplicationControlManagerTest and PartitionChangeBuilderTest.

use crate::common::*;
use replicascope::engine::effect::Election;
use replicascope::engine::*;

fn elr_rules() -> impl Iterator<Item = &'static Rules> {
    every_rules().filter(|r| r.has_elr())
}

fn lab(rules: &Rules, replicas: &[BrokerId], min_isr: u8) -> Lab {
    let mut setup = plain(rules, replicas);
    setup.settings.min_isr = min_isr;
    setup.controller.notices_at_once = false;
    let mut lab = Lab::new(setup);
    lab.acks(Acks::Leader);
    lab
}

/// A broker falls silent, and the controller fences it.
fn fence(lab: &mut Lab, broker: BrokerId) -> Vec<Effect> {
    lab.does(Event::Pause { broker });
    lab.does(Event::Notice { broker })
}

fn unfence(lab: &mut Lab, broker: BrokerId) -> Vec<Effect> {
    lab.does(Event::Resume { broker });
    lab.does(Event::Notice { broker })
}

fn how(effects: &[Effect]) -> Option<Election> {
    effects.iter().find_map(|e| match e {
        Effect::Elected { how, .. } => Some(*how),
        _ => None,
    })
}

/// ISR, ELR and last known leader.
fn lists(lab: &Lab) -> (BrokerSet, BrokerSet, Option<BrokerId>) {
    let state = lab.state();
    (state.isr, state.elr, state.last_leader)
}

#[test]
fn only_4_1_keeps_eligible_leader_replicas() {
    let with: Vec<_> = elr_rules().map(|r| r.release).collect();
    assert_eq!(with, ["4.1"]);
    for rules in every_rules().filter(|r| !r.has_elr()) {
        let mut lab = lab(rules, &[A, B, C], 2);
        for broker in [C, B, A] {
            fence(&mut lab, broker);
        }
        assert_eq!((lab.state().elr, lab.state().last_leader), (set(&[]), None), "{}", name(rules));
    }
}

/// H27 ReplicationControlManagerTest.testEligibleLeaderReplicas_ShrinkAndExpandIsr.
#[test]
fn h27_who_leaves_an_isr_below_min_insync_replicas_is_eligible_until_it_is_whole_again() {
    for rules in elr_rules() {
        let mut lab = lab(rules, &[A, B, C], 2);
        lab.send();
        lab.advance(lab.setup.settings.lag_time_max + 15_000);
        assert_eq!(lists(&lab), (set(&[A]), set(&[B, C]), None), "{}", name(rules));
        lab.drain(B);
        assert_eq!(lists(&lab), (set(&[A, B]), set(&[]), None), "{}", name(rules));
    }
}

/// H27 ReplicationControlManagerTest.testEligibleLeaderReplicas_BrokerFence.
#[test]
fn h27_a_fenced_broker_is_eligible_as_long_as_the_isr_is_too_small() {
    for rules in elr_rules() {
        let mut lab = lab(rules, &[A, B, C, D], 3);
        fence(&mut lab, C);
        assert_eq!(lists(&lab), (set(&[A, B, D]), set(&[]), None), "{}", name(rules));
        fence(&mut lab, D);
        assert_eq!(lists(&lab), (set(&[A, B]), set(&[D]), None), "{}", name(rules));
        fence(&mut lab, B);
        assert_eq!(lists(&lab), (set(&[A]), set(&[B, D]), None), "{}", name(rules));
        for broker in [B, C, D] {
            unfence(&mut lab, broker);
        }
        assert_eq!(lists(&lab), (set(&[A]), set(&[B, D]), None), "{}", name(rules));
    }
}

/// H27 PartitionChangeBuilderTest.testEligibleLeaderReplicas_ElrCanBeElected.
#[test]
fn h27_with_an_empty_isr_an_eligible_replica_leads_cleanly() {
    for rules in elr_rules() {
        let mut lab = lab(rules, &[A, B, C], 3);
        for broker in [B, C, A] {
            fence(&mut lab, broker);
        }
        // The leader at the moment the ISR became empty.
        assert_eq!(lists(&lab), (set(&[]), set(&[A, B, C]), Some(A)), "{}", name(rules));
        assert_eq!(lab.leads(), None, "{}", name(rules));
        let effects = unfence(&mut lab, C);
        assert_eq!((lab.leads(), how(&effects)), (Some(C), Some(Election::Elr)), "{}", name(rules));
        // ISR := {new}; the others stay eligible; with a leader there is no last known one.
        assert_eq!(lists(&lab), (set(&[C]), set(&[A, B]), None), "{}", name(rules));
        assert!(!lab.state().recovering, "{}", name(rules));
    }
}

/// H27 PartitionChangeBuilderTest.testEligibleLeaderReplicas_lastKnownElrShouldBePopulatedWhenNoLeader
/// and …testElectionForLastKnownLeader.
#[test]
fn h27_the_last_known_leader_leads_recovering_when_nobody_else_is_left() {
    for rules in elr_rules() {
        let mut lab = lab(rules, &[A, B, C], 1);
        lab.setup.controller.alters_at_once = false;
        fence(&mut lab, B);
        fence(&mut lab, C);
        lab.kill(A);
        lab.does(Event::Notice { broker: A });
        assert_eq!(lists(&lab), (set(&[]), set(&[A]), Some(A)), "{}", name(rules));
        // B and C were never eligible: with min 1 the ISR was large enough.
        unfence(&mut lab, B);
        unfence(&mut lab, C);
        assert_eq!(lab.leads(), None, "{}", name(rules));
        // A has not gone down cleanly: it loses its eligibility, and is all there is.
        lab.start(A);
        let effects = lab.does(Event::Notice { broker: A });
        let how = how(&effects);
        assert_eq!((lab.leads(), how), (Some(A), Some(Election::LastLeader)), "{}", name(rules));
        assert_eq!(lists(&lab), (set(&[A]), set(&[]), None), "{}", name(rules));
        assert!(lab.state().recovering, "{}", name(rules));
        lab.alter(A);
        assert!(!lab.state().recovering, "{}", name(rules));
    }
}

/// H27: "min 5 on RF3 → effective 3".
#[test]
fn h27_min_insync_replicas_counts_as_the_number_of_replicas_if_that_is_less() {
    for rules in elr_rules() {
        let mut lab = lab(rules, &[A, B, C], 5);
        assert_eq!(lists(&lab), (set(&[A, B, C]), set(&[]), None), "{}", name(rules));
        fence(&mut lab, C);
        assert_eq!(lists(&lab), (set(&[A, B]), set(&[C]), None), "{}", name(rules));
        unfence(&mut lab, C);
        lab.send();
        lab.drain(B);
        lab.drain(C);
        assert_eq!(lists(&lab), (set(&[A, B, C]), set(&[]), None), "{}", name(rules));
    }
}

/// H27 ReplicationControlManagerTest.testEligibleLeaderReplicas_EffectiveMinIsr / …UncleanShutdown.
#[test]
fn h27_a_broker_that_registers_after_an_unclean_shutdown_leaves_isr_and_elr() {
    for rules in elr_rules() {
        let mut lab = lab(rules, &[A, B, C], 3);
        for broker in [B, C] {
            lab.kill(broker);
            lab.does(Event::Notice { broker });
        }
        assert_eq!(lists(&lab), (set(&[A]), set(&[B, C]), None), "{}: fenced only", name(rules));
        lab.start(B);
        let effects = lab.does(Event::Notice { broker: B });
        assert!(effects.contains(&Effect::UncleanShutdown { broker: B }), "{}", name(rules));
        assert_eq!(lists(&lab), (set(&[A]), set(&[C]), None), "{}", name(rules));
        // One that was shut down cleanly stays.
        lab.start(C);
        lab.does(Event::Notice { broker: C });
        let mut lab = super::elr::lab(rules, &[A, B, C], 3);
        lab.stop(B);
        lab.stop(C);
        assert_eq!(lists(&lab), (set(&[A]), set(&[B, C]), None), "{}", name(rules));
        lab.start(B);
        if lab.refusal(Event::Notice { broker: B }).is_none() {
            lab.does(Event::Notice { broker: B });
        }
        assert_eq!(lists(&lab), (set(&[A]), set(&[B, C]), None), "{}: clean", name(rules));
    }
}

/// C: "min.insync.replicas change clears ELR".
#[test]
fn another_min_insync_replicas_clears_the_eligible_leader_replicas() {
    for rules in elr_rules() {
        let mut lab = lab(rules, &[A, B, C], 3);
        fence(&mut lab, C);
        assert_eq!(lab.state().elr, set(&[C]), "{}", name(rules));
        lab.does(Event::SetMinIsr(2));
        assert_eq!(lab.state().elr, set(&[]), "{}", name(rules));
    }
}

/// The same, of the last known leader (ReplicationControlManager.removeTopicElrs).
#[test]
fn another_min_insync_replicas_clears_the_last_known_leader_too() {
    for rules in elr_rules() {
        let mut lab = lab(rules, &[A, B], 1);
        lab.kill(B);
        lab.does(Event::Notice { broker: B });
        lab.kill(A);
        lab.does(Event::Notice { broker: A });
        assert_eq!(lab.state().last_leader, Some(A), "{}", name(rules));
        lab.does(Event::SetMinIsr(2));
        assert_eq!(lists(&lab), (set(&[]), set(&[]), None), "{}", name(rules));
    }
}

/// PartitionChangeBuilder.maybeUpdateRecordElr: whoever was eligible has other records than an unclean
/// leader.
#[test]
fn an_unclean_election_empties_the_eligible_leader_replicas() {
    for rules in elr_rules() {
        let mut lab = lab(rules, &[A, B, C], 2);
        lab.does(Event::SetUnclean(true));
        fence(&mut lab, C);
        fence(&mut lab, B);
        lab.kill(A);
        lab.does(Event::Notice { broker: A });
        assert_eq!(lists(&lab), (set(&[]), set(&[A, B]), Some(A)), "{}", name(rules));
        let effects = unfence(&mut lab, C);
        let how = how(&effects);
        assert_eq!((lab.leads(), how), (Some(C), Some(Election::Unclean)), "{}", name(rules));
        assert_eq!(lists(&lab), (set(&[C]), set(&[]), None), "{}", name(rules));
    }
}

/// C and KAFKA-19522: the last known leader must be unfenced.
#[test]
fn the_last_known_leader_is_not_elected_while_it_is_fenced() {
    for rules in elr_rules() {
        let mut lab = lab(rules, &[A, B], 1);
        lab.kill(B);
        lab.does(Event::Notice { broker: B });
        lab.kill(A);
        lab.does(Event::Notice { broker: A });
        assert_eq!(lists(&lab), (set(&[]), set(&[A]), Some(A)), "{}", name(rules));
        lab.start(B);
        lab.does(Event::Notice { broker: B });
        assert_eq!(lab.leads(), None, "{}", name(rules));
        lab.start(A);
        assert_eq!(lab.leads(), None, "{}: not unfenced yet", name(rules));
        lab.does(Event::Notice { broker: A });
        assert_eq!(lab.leads(), Some(A), "{}", name(rules));
    }
}

/// KIP-966: the file that tells of a clean shutdown is on the disk that is wiped.
#[test]
fn a_wiped_broker_is_not_one_that_went_down_cleanly() {
    for rules in elr_rules() {
        let mut setup = plain(rules, &[A, B]);
        setup.settings.min_isr = 2;
        let mut lab = Lab::new(setup);
        lab.send();
        lab.wait(B);
        lab.wait(B);
        lab.stop(B);
        assert_eq!(lists(&lab), (set(&[A]), set(&[B]), None), "{}", name(rules));
        lab.does(Event::Wipe { broker: B });
        lab.stop(A);
        let effects = lab.start(B);
        assert!(effects.contains(&Effect::UncleanShutdown { broker: B }), "{}", name(rules));
        assert_eq!((lab.leads(), lab.state().elr), (None, set(&[A])), "{}", name(rules));
    }
}

/// F13 Last replica standing.
#[test]
fn f13_the_second_last_replica_wins_with_elr_and_without_the_last_one_has_its_way() {
    for rules in every_rules().filter(|r| r.min_isr != rules::MinIsr::None) {
        let mut setup = plain(rules, &[A, B, C]);
        setup.settings.min_isr = 2;
        setup.settings.unclean = false;
        let mut lab = Lab::new(setup);
        let m1 = lab.send();
        for broker in [B, C, B, C] {
            lab.wait(broker);
        }
        assert_eq!(lab.outcome(m1), Some(ledger::Outcome::Acked), "{}", name(rules));
        // Everybody has it; A has not flushed.
        lab.stop(C);
        lab.stop(B);
        assert_eq!(lab.isr(), set(&[A]), "{}", name(rules));
        lab.does(Event::PowerLoss { brokers: set(&[A]), noticed: true });
        lab.start(A);
        lab.start(B);
        let lost = lab.verdict().lost;
        if rules.has_elr() {
            assert_eq!((lab.leads(), lost), (Some(B), vec![]), "{}", name(rules));
        } else {
            assert_eq!((lab.leads(), lost), (Some(A), vec![(P0, 0, m1)]), "{}", name(rules));
        }
    }
}

/// F11: the disk of the last ISR member is wiped.
#[test]
fn f11_a_wiped_last_isr_member_leads_and_its_follower_cuts_or_halts() {
    for rules in every_rules().filter(|r| r.unclean != rules::Unclean::Always) {
        for min_isr in [1, 2] {
            let mut setup = plain(rules, &[A, B]);
            setup.settings.unclean = false;
            setup.settings.min_isr = min_isr;
            let mut lab = Lab::new(setup);
            lab.send();
            lab.wait(B);
            lab.wait(B);
            lab.stop(B);
            lab.kill(A);
            lab.does(Event::Wipe { broker: A });
            lab.start(A);
            lab.start(B);
            if rules.has_elr() && min_isr == 2 {
                assert_eq!(lab.leads(), Some(B), "{}: B is eligible", name(rules));
                assert_eq!(lab.log(B), [0], "{}", name(rules));
                continue;
            }
            assert_eq!(lab.leads(), Some(A), "{}", name(rules));
            for _ in 0..4 {
                if lab.cluster.is_up(B) {
                    lab.wait(B);
                }
            }
            let halts = rules.halts_on_shorter_leader
                && rules.truncation == rules::Truncation::LocalHighWatermark;
            if halts {
                assert!(!lab.cluster.is_up(B), "{}: KAFKA-3410", name(rules));
            } else if lab.cluster.is_up(B) {
                assert_eq!(lab.leo(B), 0, "{}", name(rules));
            }
        }
    }
}
