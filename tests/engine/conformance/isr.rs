//! Who is in the ISR: rule book, section C, and its cases H14 to H18 and H25. What the
//! controller says to a leader's wish is in [`super::alter_partition`].

use crate::common::*;
use replicascope::engine::effect::Lag;
use replicascope::engine::rules::{EpochRise, IsrEligibility, IsrWrite, LagRule};
use replicascope::engine::state::AlterStage;
use replicascope::engine::*;

/// A cluster in which AlterPartition takes its time, where the release has it.
pub fn slow(rules: &Rules, replicas: &[BrokerId]) -> Lab {
    let mut setup = plain(rules, replicas);
    setup.controller.alters_at_once = false;
    Lab::new(setup)
}

/// Whether leaders ask the controller for another ISR.
pub fn asks(rules: &Rules) -> bool {
    rules.isr_write == IsrWrite::AlterPartition
}

/// A follower that is out of the ISR, has been for longer than the lag time, and follows again.
pub fn bounce(lab: &mut Lab, broker: BrokerId) {
    lab.stop(broker);
    lab.start(broker);
    assert!(!lab.isr().contains(broker));
    // From 3.6 on its leader stays in the same epoch and would remember that it was caught up.
    let stale = lab.setup.stale_age();
    for (b, remote) in &mut lab.leader_mut(A).remotes {
        if *b == broker {
            remote.caught_up_ago = stale;
        }
    }
}

/// H14 PartitionTest.testFollowerDoesNotJoinISRUntilCaughtUpToOffsetWithinCurrentLeaderEpoch.
#[test]
fn h14_a_follower_joins_the_isr_at_the_start_of_the_leaders_epoch_from_2_0_1_at_the_hw_before() {
    for rules in every_rules() {
        let mut lab = slow(rules, &[A, B, C]);
        bounce(&mut lab, C);
        lab.send_many(5);
        lab.fetch_at(B, 0);
        lab.fetch_at(B, 1);
        assert_eq!((lab.hw(A), lab.isr()), (1, set(&[A, B])), "{}", name(rules));
        if !rules.isr_entry_at_epoch_start {
            lab.fetch_at(C, 0);
            assert_eq!(lab.isr(), set(&[A, B]), "{}", name(rules));
            lab.fetch_at(C, 1);
            assert_eq!(lab.isr(), set(&[A, B, C]), "{}: LEO 1 ≥ HW 1", name(rules));
            continue;
        }
        let epoch = lab.epoch();
        lab.give_log(B, 5, epoch, 1);
        lab.move_leader(B);
        lab.move_leader(A);
        assert_eq!((lab.epoch(), lab.leader(A).epoch_start), (epoch + 2, 5), "{}", name(rules));
        lab.send_many(2);
        for offset in [0, 1] {
            lab.fetch_at(C, offset);
            assert_eq!(lab.leader(A).maximal_isr(), set(&[A, B]), "{}", name(rules));
        }
        lab.fetch_at(C, 5);
        assert_eq!(lab.leader(A).maximal_isr(), set(&[A, B, C]), "{}", name(rules));
        let committed = if asks(rules) { set(&[A, B]) } else { set(&[A, B, C]) };
        assert_eq!((lab.isr(), lab.leader(A).isr), (committed, committed), "{}", name(rules));
    }
}

/// H15 PartitionTest.testUpdateFollowerFetchState.
#[test]
fn h15_a_follower_is_caught_up_when_it_fetches_from_the_leaders_leo() {
    for rules in every_rules() {
        if !matches!(rules.lag, LagRule::CaughtUp | LagRule::CaughtUpOrAtLeo) {
            continue;
        }
        let mut lab = Lab::new(plain(rules, &[B, A]));
        lab.give_log(A, 6, 0, 0);
        lab.give_log(B, 6, 0, 0);
        lab.move_leader(A);
        let seen = |lab: &Lab| (lab.remote(A, B).leo, lab.remote(A, B).caught_up_ago);
        assert_eq!(seen(&lab), (None, 0), "{}", name(rules));
        lab.advance(500);
        lab.fetch_at(B, 3);
        assert_eq!(seen(&lab), (Some(3), 500), "{}: as of becoming leader", name(rules));
        lab.advance(500);
        lab.fetch_at(B, 6);
        assert_eq!(seen(&lab), (Some(6), 0), "{}", name(rules));
    }
}

/// H16 PartitionTest.testIsrExpansion.
#[test]
fn h16_a_follower_at_the_leo_joins_and_with_alter_partition_only_when_the_controller_says_so() {
    for rules in every_rules() {
        let mut lab = slow(rules, &[A, B]);
        bounce(&mut lab, B);
        lab.send_many(10);
        lab.fetch_at(B, 3);
        assert_eq!(lab.leader(A).maximal_isr(), set(&[A]), "{}", name(rules));
        lab.fetch_at(B, 10);
        if asks(rules) {
            let leader = lab.leader(A);
            let alter = leader.alter.expect("a request is in flight");
            assert_eq!((alter.isr, alter.stage), (set(&[A, B]), AlterStage::Sent));
            let seen = (lab.isr(), leader.isr, leader.maximal_isr());
            assert_eq!(seen, (set(&[A]), set(&[A]), set(&[A, B])), "{}", name(rules));
            // One request at a time: another fetch sends none.
            let effects = lab.fetch_at(B, 10);
            assert!(!effects.iter().any(|e| matches!(e, Effect::AlterSent { .. })));
            lab.alter(A);
            let seen = (lab.isr(), lab.leader(A).isr, lab.leader(A).maximal_isr());
            assert_eq!(seen, (set(&[A, B]), set(&[A]), set(&[A, B])), "{}", name(rules));
            lab.altered(A);
        }
        let leader = lab.leader(A);
        let seen = (lab.isr(), leader.isr, leader.maximal_isr(), leader.alter);
        let both = set(&[A, B]);
        assert_eq!(seen, (both, both, both, None), "{}", name(rules));
    }
}

/// H16 PartitionTest.testIsrNotExpandedIfUpdateFails.
#[test]
fn h16_a_leader_that_has_missed_a_change_of_the_isr_cannot_change_it_until_it_hears_of_it() {
    for rules in every_rules() {
        let mut setup = plain(rules, &[A, B, C]);
        setup.controller.alters_at_once = false;
        setup.controller.tells_at_once = false;
        let mut lab = Lab::new(setup);
        lab.kill(C);
        lab.tell(A);
        lab.start(C);
        while lab.refusal(Event::Tell { broker: C }).is_none() {
            lab.tell(C);
        }
        lab.send_many(10);
        lab.kill(B);
        // C has learnt the present epoch, if B's death has raised it; the leader has not.
        let known = lab.cluster.replica(A, P0).and_then(|r| r.leader_epoch);
        lab.replica_mut(C).leader_epoch = known;
        let effects = lab.fetch_at(C, 10);
        let wanted = set(&[A, B, C]);
        if !asks(rules) {
            let refused = Effect::IsrWriteRefused { leader: A, partition: P0, wanted };
            assert!(effects.contains(&refused), "{}", name(rules));
            assert_eq!((lab.isr(), lab.leader(A).isr), (set(&[A]), set(&[A, B])));
        } else {
            let error = match rules.epoch_rise {
                EpochRise::LeaderChanges => KafkaError::InvalidUpdateVersion,
                EpochRise::ControllerRemoves | EpochRise::IsrShrinks => {
                    KafkaError::FencedLeaderEpoch
                }
            };
            let effects = lab.alter(A);
            let refused = Effect::AlterRefused { leader: A, partition: P0, wanted, error };
            assert!(effects.contains(&refused), "{}: {effects:?}", name(rules));
            lab.altered(A);
            let stage = lab.leader(A).alter.map(|a| a.stage);
            assert_eq!(stage, Some(AlterStage::Stuck), "{}: no retry", name(rules));
            assert_eq!(lab.leader(A).maximal_isr(), wanted);
            assert_eq!((lab.isr(), lab.leader(A).isr), (set(&[A]), set(&[A, B])));
        }
        while lab.refusal(Event::Tell { broker: A }).is_none() {
            lab.tell(A);
        }
        assert_eq!(lab.leader(A).isr, set(&[A]), "{}", name(rules));
        assert_eq!(lab.leader(A).alter, None, "{}", name(rules));
    }
}

/// H17 PartitionTest.testMaybeShrinkIsr.
#[test]
fn h17_a_follower_that_never_fetches_leaves_the_isr_and_then_the_hw_advances() {
    for rules in every_rules() {
        let mut lab = slow(rules, &[A, B, C]);
        lab.setup.controller.tells_at_once = true;
        lab.send_many(10);
        lab.fetch_at(B, 10);
        assert_eq!(lab.hw(A), 0, "{}", name(rules));
        let lag = lab.setup.settings.lag_time_max;
        lab.advance(lag);
        let all = set(&[A, B, C]);
        let untouched = lab.leader(A).alter.is_none() && lab.isr() == all;
        assert!(untouched, "{}: the lag is not longer than the limit", name(rules));
        lab.fetch_at(B, 10);
        lab.advance(lab.setup.isr_check_period());
        if asks(rules) {
            let leader = lab.leader(A);
            let alter = leader.alter.expect("a request is in flight");
            assert_eq!((alter.isr, alter.expands), (set(&[A, B]), false), "{}", name(rules));
            assert_eq!((leader.isr, leader.maximal_isr(), lab.isr()), (all, all, all));
            assert_eq!(lab.hw(A), 0, "{}", name(rules));
            let epoch = lab.epoch();
            lab.alter(A);
            if rules.epoch_rise == EpochRise::IsrShrinks {
                // The answer is in another epoch than its own; it hears of the ISR with the epoch.
                assert_eq!(lab.epoch(), epoch + 1, "{}", name(rules));
            } else {
                assert_eq!(lab.epoch(), epoch, "{}", name(rules));
                assert_eq!((lab.leader(A).isr, lab.hw(A)), (all, 0), "{}", name(rules));
                lab.altered(A);
            }
        }
        let left = set(&[A, B]);
        assert_eq!((lab.isr(), lab.leader(A).isr), (left, left), "{}", name(rules));
        assert_eq!(lab.hw(A), 10, "{}", name(rules));
    }
}

/// H18 PartitionTest.testShouldNotShrinkIsrIfPreviousFetchIsCaughtUp (KAFKA-4485).
#[test]
fn h18_having_read_to_the_log_end_of_the_previous_fetch_keeps_a_follower_in_the_isr() {
    for rules in every_rules() {
        if matches!(rules.lag, LagRule::MessagesOrStuck | LagRule::MessagesOrTime) {
            continue;
        }
        let mut setup = plain(rules, &[B, A]);
        setup.settings.lag_time_max = 10_000;
        let mut lab = Lab::new(setup);
        lab.give_log(A, 10, 0, 0);
        lab.give_log(B, 10, 0, 0);
        lab.move_leader(A);
        lab.advance(5_000);
        lab.fetch_at(B, 5);
        assert_eq!(lab.hw(A), 5, "{}", name(rules));
        assert_eq!(lab.remote(A, B).caught_up_ago, 5_000, "{}", name(rules));
        lab.send_many(5);
        lab.advance(5_001);
        lab.fetch_at(B, 10);
        assert_eq!(lab.hw(A), 10, "{}", name(rules));
        if rules.lag == LagRule::ReadToEnd {
            assert_eq!(lab.remote(A, B).caught_up_ago, 10_001, "{}: at the end only", name(rules));
            lab.advance(9_999);
            assert_eq!(lab.isr(), set(&[A]), "{}", name(rules));
            continue;
        }
        assert_eq!(lab.remote(A, B).caught_up_ago, 5_001, "{}: the fetch before", name(rules));
        lab.advance(4_999);
        assert_eq!(lab.isr(), set(&[A, B]), "{}", name(rules));
    }
}

/// H18b PartitionTest.testShouldNotShrinkIsrIfFollowerCaughtUpToLogEnd (KAFKA-8002).
#[test]
fn h18b_a_follower_at_the_log_end_stays_in_the_isr_in_0_8_0_and_from_2_2() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.send_many(10);
        lab.fetch_at(B, 10);
        let lag = lab.setup.settings.lag_time_max;
        lab.advance(lag + 1);
        lab.advance(lab.setup.isr_check_period());
        let stays = matches!(rules.lag, LagRule::MessagesOrStuck | LagRule::CaughtUpOrAtLeo);
        let isr = if stays { set(&[A, B]) } else { set(&[A]) };
        assert_eq!(lab.isr(), isr, "{}", name(rules));
    }
}

/// H25 IsrExpirationTest, with replica.lag.time.max.ms=100 and replica.lag.max.messages=10.
mod h25 {
    use super::*;

    fn lab(rules: &Rules) -> Lab {
        let mut setup = plain(rules, &[A, B]);
        setup.settings.lag_time_max = 100;
        setup.settings.lag_max_messages = 10;
        let mut lab = Lab::new(setup);
        lab.send_many(15);
        lab
    }

    /// Until the first check at which 150 ms have passed.
    fn expire(lab: &mut Lab) {
        let divisor = lab.setup.rules.isr_check_divisor;
        lab.advance(if divisor == 1 { 200 } else { 150 });
    }

    #[test]
    fn a_follower_that_stops_one_short_of_the_log_end_leaves() {
        for rules in every_rules() {
            let mut lab = lab(rules);
            lab.fetch_at(B, 14);
            expire(&mut lab);
            assert_eq!(lab.isr(), set(&[A]), "{}", name(rules));
        }
    }

    #[test]
    fn a_follower_that_never_fetches_leaves() {
        for rules in every_rules() {
            let mut lab = lab(rules);
            expire(&mut lab);
            assert_eq!(lab.isr(), set(&[A]), "{}", name(rules));
        }
    }

    #[test]
    fn a_follower_that_stays_behind_leaves_and_returns_when_it_reaches_the_log_end() {
        for rules in every_rules().filter(|r| !r.counts_lag_in_messages()) {
            let mut lab = lab(rules);
            lab.fetch_at(B, 13);
            lab.advance(75);
            lab.fetch_at(B, 14);
            assert_eq!(lab.isr(), set(&[A, B]), "{}", name(rules));
            lab.advance(if rules.isr_check_divisor == 1 { 125 } else { 75 });
            assert_eq!(lab.isr(), set(&[A]), "{}", name(rules));
            lab.fetch_at(B, 15);
            assert_eq!(lab.isr(), set(&[A, B]), "{}", name(rules));
        }
    }

    #[test]
    fn one_that_has_caught_up_and_goes_silent_leaves_from_0_8_1_to_2_1() {
        for rules in every_rules() {
            let mut lab = lab(rules);
            lab.fetch_at(B, 15);
            expire(&mut lab);
            let leaves = match rules.lag {
                LagRule::MessagesOrTime | LagRule::ReadToEnd | LagRule::CaughtUp => true,
                LagRule::MessagesOrStuck | LagRule::CaughtUpOrAtLeo => false,
            };
            let isr = if leaves { set(&[A]) } else { set(&[A, B]) };
            assert_eq!(lab.isr(), isr, "{}", name(rules));
        }
    }

    #[test]
    fn in_0_8_one_that_is_more_than_the_allowed_messages_behind_leaves_at_the_next_check() {
        for rules in every_rules() {
            let mut lab = lab(rules);
            lab.advance(99);
            lab.fetch_at(B, 4);
            let effects = lab.advance(1);
            let why = Lag::Messages { behind: 11, max: 10 };
            let said =
                effects.iter().any(|e| matches!(e, Effect::IsrShrunk { why: w, .. } if *w == why));
            assert_eq!(said, rules.counts_lag_in_messages(), "{}", name(rules));
            // Ten messages behind is not more than ten.
            let mut lab = super::h25::lab(rules);
            lab.advance(99);
            lab.fetch_at(B, 5);
            lab.advance(1);
            assert_eq!(lab.isr(), set(&[A, B]), "{}", name(rules));
        }
    }
}

/// Section C: how often a leader looks.
#[test]
fn the_isr_is_checked_once_a_lag_time_and_twice_from_0_10_2() {
    for rules in every_rules() {
        let lab = Lab::new(plain(rules, &[A, B]));
        let twice = matches!(rules.lag, LagRule::CaughtUp | LagRule::CaughtUpOrAtLeo);
        let period = lab.setup.settings.lag_time_max / if twice { 2 } else { 1 };
        assert_eq!(lab.setup.isr_check_period(), period, "{}", name(rules));
    }
}

/// Section C, KIP-841: PartitionTest.testIsrNotExpandedIfReplicaIsFencedOrShutdown.
#[test]
fn a_follower_that_the_controller_takes_for_dead_may_not_join_the_isr_from_3_3() {
    for rules in every_rules() {
        let mut setup = plain(rules, &[A, B, C]);
        setup.controller.notices_at_once = false;
        let mut lab = Lab::new(setup);
        lab.send_many(3);
        lab.drain(B);
        lab.drain(B);
        // B is cut off from the controller, not from its leader.
        lab.does(Event::Cut { link: Link::Controller(B) });
        lab.does(Event::Notice { broker: B });
        assert!(!lab.isr().contains(B), "{}", name(rules));
        // It does not hear of the new epoch, and from 2.1 on could not fetch if there is one.
        let epoch = lab.cluster.replica(A, P0).and_then(|r| r.leader_epoch);
        lab.replica_mut(B).leader_epoch = epoch;
        lab.fetch_at(B, 3);
        let barred = rules.isr_eligibility != IsrEligibility::Anybody;
        assert_eq!(lab.isr().contains(B), !barred, "{}", name(rules));
        if barred {
            lab.does(Event::Heal { link: Link::Controller(B) });
            lab.does(Event::Notice { broker: B });
            lab.fetch_at(B, 3);
            assert!(lab.isr().contains(B), "{}", name(rules));
        }
    }
}
