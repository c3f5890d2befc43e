//! Changes of a partition that come together: several deaths at once, other replicas, another order;
//! rule book, sections C and D.

use crate::common::*;
use replicascope::engine::setup::OffsetReset;
use replicascope::engine::*;

fn order(brokers: &[BrokerId]) -> Order {
    brokers.iter().copied().collect()
}

/// ReplicationControlManager.maybeFenceOneStaleBroker: one at a time, so that each sees what the one
/// before has left.
#[test]
fn with_kraft_of_brokers_that_are_missed_at_once_only_the_last_one_stays_in_the_isr() {
    for rules in every_rules().filter(|r| r.coordination == Coordination::KRaft) {
        let mut lab = Lab::new(plain(rules, &[A, B, C]));
        lab.does(Event::PowerLoss { brokers: set(&[A, B, C]), noticed: true });
        let state = *lab.cluster.partition(P0);
        assert_eq!(state.leader, None, "{}", name(rules));
        assert_eq!(state.epoch, 3, "{}", name(rules));
        let last = if rules.has_elr() { set(&[]) } else { set(&[C]) };
        assert_eq!(state.isr, last, "{}", name(rules));
        if !rules.has_elr() {
            lab.start(A);
            assert_eq!(lab.leads(), None, "{}: A is not in the ISR", name(rules));
        }
    }
}

#[test]
fn with_elr_a_replica_that_is_gone_is_not_eligible() {
    for rules in every_rules().filter(|r| r.has_elr()) {
        let mut setup = plain(rules, &[A, B]);
        setup.brokers = 3;
        setup.settings.min_isr = 2;
        let mut lab = Lab::new(setup);
        lab.does(Event::Reassign { partition: P0, to: order(&[C]) });
        lab.wait(C);
        let state = *lab.cluster.partition(P0);
        assert_eq!((state.replicas, state.isr), (order(&[C]), set(&[C])), "{}", name(rules));
        assert_eq!(state.elr, set(&[]), "min.insync.replicas counts as 1 for one replica");
    }
}

#[test]
fn another_order_of_the_same_replicas_makes_what_a_leader_has_asked_for_out_of_date() {
    for rules in every_rules().filter(|r| r.release == "3.9") {
        let mut setup = plain(rules, &[A, B]);
        setup.controller.alters_at_once = false;
        let mut lab = Lab::new(setup);
        lab.send();
        lab.does(Event::FallBehind { broker: A, partition: P0, follower: B });
        lab.does(Event::Reassign { partition: P0, to: order(&[B, A]) });
        let raised = u16::from(rules.coordination == Coordination::ZooKeeper);
        assert_eq!(lab.cluster.partition(P0).epoch, raised, "{}", name(rules));
        // It has heard of the change, and what it had asked for is void.
        assert_eq!(lab.leader(A).alter, None, "{}", name(rules));
    }
}

/// KIP-207 holds for `auto.offset.reset`, too: it is a ListOffsets.
#[test]
fn a_consumer_that_is_reset_to_the_end_waits_for_it_like_one_that_asks_from_2_2() {
    for rules in every_rules() {
        let mut setup = plain(rules, &[B, A, C]);
        setup.settings.offset_reset = OffsetReset::Latest;
        let mut lab = Lab::new(setup);
        for broker in [A, B, C] {
            lab.give_epochs(broker, &[(0, 5)], 2);
        }
        lab.move_leader(A);
        lab.cluster.consumers[0].positions[0] = 9;
        lab.does(Event::Consume { consumer: C1, partition: P0, from: None });
        let waits = rules.end_waits_for_hw;
        let position = if waits { 9 } else { 2 };
        assert_eq!(lab.cluster.consumers[0].positions[0], position, "{}", name(rules));
    }
}
