//! Who leads, in which epoch: rule book, section D, and its case H26.

use crate::common::*;
use replicascope::engine::effect::Election;
use replicascope::engine::ledger::Outcome;
use replicascope::engine::rules::{ElectionOrder, EpochRise, LastIsrMember, Unclean};
use replicascope::engine::*;

fn with_unclean(rules: &Rules, replicas: &[BrokerId], unclean: bool) -> Option<Lab> {
    if rules.unclean == Unclean::Always && !unclean {
        return None;
    }
    let mut setup = plain(rules, replicas);
    setup.settings.unclean = unclean;
    Some(Lab::new(setup))
}

fn elected(effects: &[Effect]) -> Option<Election> {
    effects.iter().find_map(|e| match e {
        Effect::Elected { how, .. } => Some(*how),
        _ => None,
    })
}

fn order(brokers: &[BrokerId]) -> Order {
    brokers.iter().copied().collect()
}

/// H26 UncleanLeaderElectionTest.
mod h26 {
    use super::*;

    /// "first" on both; the follower stops; "second"; the leader stops; the follower starts.
    fn play(rules: &Rules, unclean: bool) -> Option<(Lab, Option<Election>)> {
        let mut lab = with_unclean(rules, &[A, B], unclean)?;
        lab.send();
        lab.wait(B);
        lab.wait(B);
        lab.stop(B);
        lab.send();
        lab.stop(A);
        let how = elected(&lab.start(B));
        Some((lab, how))
    }

    #[test]
    fn enabled_a_follower_out_of_the_isr_leads_and_the_second_record_is_lost() {
        for rules in every_rules() {
            let (mut lab, how) = play(rules, true).expect("it may always be enabled");
            assert_eq!((lab.leads(), lab.isr()), (Some(B), set(&[B])), "{}", name(rules));
            assert_eq!(how, Some(Election::Unclean), "{}", name(rules));
            let third = lab.send();
            assert_eq!(lab.outcome(third), Some(Outcome::Acked), "{}", name(rules));
            assert_eq!(lab.consume_from(None), Ok(vec![0, third.0]), "{}", name(rules));
            assert_eq!(lab.verdict().lost, [(P0, 1, Value(1))], "{}", name(rules));
        }
    }

    #[test]
    fn disabled_nobody_leads_until_the_old_leader_is_back_with_both_records() {
        for rules in every_rules() {
            let Some((mut lab, how)) = play(rules, false) else { continue };
            assert_eq!((lab.leads(), how), (None, None), "{}", name(rules));
            let kept = (lab.isr(), lab.state().elr);
            let expected =
                if rules.has_elr() { (set(&[]), set(&[A])) } else { (set(&[A]), set(&[])) };
            assert_eq!(kept, expected, "{}", name(rules));
            assert_eq!(lab.consume_from(None), Err(KafkaError::LeaderNotAvailable));
            let refused = lab.send();
            assert_eq!(lab.outcome(refused), Some(Outcome::Failed(KafkaError::LeaderNotAvailable)));
            lab.start(A);
            assert_eq!((lab.leads(), lab.isr()), (Some(A), set(&[A])), "{}", name(rules));
            let third = lab.send();
            assert_eq!(lab.consume_from(None), Ok(vec![0, 1, third.0]), "{}", name(rules));
        }
    }
}

/// H26 PartitionLeaderElectionAlgorithmsTest.testOfflinePartitionLeaderElection and its neighbours.
mod algorithms {
    use super::*;

    #[test]
    fn a_live_isr_member_leads_alone_in_the_isr_when_the_leader_dies() {
        for rules in every_rules() {
            let mut lab = Lab::new(plain(rules, &[A, B]));
            let how = elected(&lab.kill(A));
            assert_eq!((lab.leads(), lab.isr()), (Some(B), set(&[B])), "{}", name(rules));
            assert_eq!(how, Some(Election::FromIsr), "{}", name(rules));
        }
    }

    #[test]
    fn with_the_leader_alone_in_the_isr_nobody_leads_unless_unclean_election_is_enabled() {
        for rules in every_rules() {
            for unclean in [true, false] {
                let Some(mut lab) = with_unclean(rules, &[A, B], unclean) else { continue };
                lab.kill(B);
                lab.start(B);
                assert_eq!(lab.isr(), set(&[A]), "{}", name(rules));
                let how = elected(&lab.kill(A));
                let leader = unclean.then_some((B, Election::Unclean));
                assert_eq!(lab.leads().zip(how), leader, "{}: {unclean}", name(rules));
            }
        }
    }

    #[test]
    fn the_preferred_leader_must_be_alive_and_in_the_isr_which_stays_as_it_is() {
        for rules in every_rules() {
            let mut lab = Lab::new(plain(rules, &[A, B]));
            let elect = Event::ElectPreferred { partition: P0 };
            lab.kill(A);
            assert_eq!(lab.refusal(elect), Some(Refusal::PreferredDown(A)), "{}", name(rules));
            lab.start(A);
            assert_eq!(lab.refusal(elect), Some(Refusal::PreferredNotInIsr(A)), "{}", name(rules));
            lab.drain(A);
            assert_eq!(lab.isr(), set(&[A, B]), "{}", name(rules));
            let epoch = lab.epoch();
            let effects = lab.does(elect);
            let state = lab.state();
            let seen = (state.leader, state.epoch, state.isr, elected(&effects));
            let how = Some(Election::Preferred);
            assert_eq!(seen, (Some(A), epoch + 1, set(&[A, B]), how), "{}", name(rules));
        }
    }

    #[test]
    fn a_controlled_shutdown_hands_the_leadership_on_and_takes_the_broker_out_of_the_isr() {
        for rules in every_rules() {
            let mut setup = plain(rules, &[A, B]);
            setup.settings.controlled_shutdown = true;
            let mut lab = Lab::new(setup);
            let effects = lab.stop(A);
            let state = lab.state();
            let seen = (state.leader, state.epoch, state.isr, elected(&effects));
            let how = Some(Election::ControlledShutdown);
            assert_eq!(seen, (Some(B), 1, set(&[B]), how), "{}", name(rules));
            let told = effects.iter().position(|e| matches!(e, Effect::LeaderNow { .. }));
            let down = effects.iter().position(|e| matches!(e, Effect::Down { .. }));
            assert!(told < down, "{}: B leads before A is gone", name(rules));
        }
    }
}

/// D: "in ASSIGNMENT order (0.8.0/0.8.1: in ISR-list order)".
#[test]
fn a_leader_is_looked_for_in_the_order_of_the_isr_list_to_0_8_1_and_of_the_assignment_later() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B, C]));
        // B leaves the ISR and comes back behind C.
        lab.kill(B);
        lab.start(B);
        lab.send_many(1);
        lab.drain(C);
        lab.drain(B);
        assert_eq!(lab.isr(), set(&[A, B, C]), "{}", name(rules));
        lab.kill(A);
        let first = match rules.election_order {
            ElectionOrder::IsrList => C,
            ElectionOrder::Assignment => B,
        };
        assert_eq!(lab.leads(), Some(first), "{}", name(rules));

        let mut lab = Lab::new(plain(rules, &[C, A, B]));
        lab.kill(C);
        assert_eq!((lab.leads(), lab.isr()), (Some(A), set(&[A, B])), "{}", name(rules));
    }
}

/// D: the defaults.
#[test]
fn unclean_election_and_controlled_shutdown_have_the_defaults_of_their_releases() {
    for rules in every_rules() {
        let Setup { settings, .. } = setup_of(rules.clone(), &[A]);
        let number = |r: &str| rules_for(r).map(|found| every_rules().position(|x| x == found));
        let at = every_rules().position(|r| r == rules);
        let since = |r: &str| at >= number(r).expect("a release of the table");
        assert_eq!(settings.unclean, !since("0.11"), "{}", name(rules));
        assert_eq!(settings.controlled_shutdown, since("0.8.2"), "{}", name(rules));
        let lag = if since("2.5") { 30_000 } else { 10_000 };
        assert_eq!(settings.lag_time_max, lag, "{}", name(rules));
        let session = match rules.coordination {
            Coordination::KRaft => 9_000,
            Coordination::ZooKeeper if since("2.5") => 18_000,
            Coordination::ZooKeeper => 6_000,
        };
        assert_eq!(settings.session_timeout, session, "{}", name(rules));
        assert_eq!(settings.rebalance_interval, since("0.8.2").then_some(300_000));
        let switch = Event::SetUnclean(!settings.unclean);
        let lab = Lab::new(plain(rules, &[A]));
        let missing = (rules.unclean == Unclean::Always).then_some(Refusal::NoSuchSetting);
        assert_eq!(lab.refusal(switch), missing, "{}", name(rules));
    }
}

/// Matrix: "ISR may become empty"; D: last ISR member.
#[test]
fn the_last_isr_member_leaves_or_stays_as_its_release_says() {
    for rules in every_rules() {
        for unclean in [true, false] {
            let Some(mut lab) = with_unclean(rules, &[A], unclean) else { continue };
            lab.kill(A);
            let empty = match rules.last_isr_member {
                LastIsrMember::Removed | LastIsrMember::Elr => true,
                LastIsrMember::RemovedIfUnclean => unclean,
                LastIsrMember::Kept => false,
            };
            let isr = if empty { set(&[]) } else { set(&[A]) };
            assert_eq!((lab.leads(), lab.isr()), (None, isr), "{}: {unclean}", name(rules));
        }
    }
}

/// D: "any returning replica is elected uncleanly, even if the old last member comes back second".
#[test]
fn without_the_last_member_in_the_isr_whoever_returns_first_leads() {
    for rules in every_rules() {
        let Some(mut lab) = with_unclean(rules, &[A, B], true) else { continue };
        lab.kill(B);
        lab.send();
        lab.kill(A);
        lab.start(B);
        assert_eq!(lab.leads(), Some(B), "{}", name(rules));
        lab.start(A);
        assert_eq!((lab.leads(), lab.isr().contains(B)), (Some(B), true), "{}", name(rules));
    }
}

/// D: "Epoch +1 (ZK)" and "KRaft: whenever record.leader is set".
#[test]
fn the_leader_epoch_rises_with_what_its_release_and_its_controller_say() {
    for rules in every_rules() {
        let rise = rules.epoch_rise;
        let lab = || Lab::new(plain(rules, &[A, B, C]));
        assert_eq!(lab().epoch(), 0);

        // A follower dies.
        let mut dies = lab();
        dies.kill(C);
        let rises = rise != EpochRise::LeaderChanges;
        assert_eq!(dies.epoch(), Epoch::from(rises), "{}: a follower dies", name(rules));
        assert_eq!(dies.isr(), set(&[A, B]));

        // It comes back and joins.
        dies.start(C);
        let before = dies.epoch();
        dies.send();
        dies.drain(B);
        dies.drain(C);
        assert_eq!((dies.isr(), dies.epoch()), (set(&[A, B, C]), before), "{}", name(rules));

        // The leader takes a follower out.
        let mut lags = lab();
        let lag = lags.setup.settings.lag_time_max;
        lags.send();
        lags.advance(lag);
        lags.fetch_at(B, 1);
        lags.advance(lags.setup.isr_check_period());
        assert_eq!(lags.isr(), set(&[A, B]), "{}", name(rules));
        let rises = rise == EpochRise::IsrShrinks;
        assert_eq!(lags.epoch(), Epoch::from(rises), "{}: the leader shrinks", name(rules));

        // The leader dies: the election raises it; the dead leader is out of the ISR by that.
        let mut leader = lab();
        leader.kill(A);
        assert_eq!((leader.epoch(), leader.leads()), (1, Some(B)), "{}", name(rules));
        leader.move_leader(C);
        assert_eq!(leader.epoch(), 2, "{}: a leadership moves", name(rules));

        // Nobody is left, and the leader is back.
        if let Some(mut alone) = with_unclean(rules, &[A], false) {
            alone.kill(A);
            assert_eq!(alone.epoch(), 1, "{}: to no leader", name(rules));
            alone.start(A);
            assert_eq!((alone.epoch(), alone.leads()), (2, Some(A)), "{}: and back", name(rules));
        }
    }
}

/// D: controlled shutdown in both modes.
#[test]
fn a_follower_that_is_shut_down_leaves_the_isr_by_the_controllers_hand() {
    for rules in every_rules() {
        let mut setup = plain(rules, &[A, B, C]);
        setup.settings.controlled_shutdown = true;
        let mut lab = Lab::new(setup);
        lab.stop(C);
        assert_eq!((lab.leads(), lab.isr()), (Some(A), set(&[A, B])), "{}", name(rules));
        let rises = rules.epoch_rise != EpochRise::LeaderChanges;
        assert_eq!(lab.epoch(), Epoch::from(rises), "{}", name(rules));
        assert_eq!(lab.leader(A).isr, set(&[A, B]), "{}: and the leader knows", name(rules));
    }
}

/// D: "if none, stays leader until it dies"; KRaft: "last member → leader −1, ISR kept".
#[test]
fn the_last_member_that_is_shut_down_leaves_nobody_in_charge() {
    for rules in every_rules() {
        let Some(mut lab) = with_unclean(rules, &[A, B], false) else { continue };
        lab.setup.settings.controlled_shutdown = true;
        lab.stop(B);
        lab.start(B);
        let epoch = lab.epoch();
        let effects = lab.stop(A);
        assert_eq!((lab.leads(), elected(&effects)), (None, None), "{}", name(rules));
        assert_eq!(lab.epoch(), epoch + 1, "{}", name(rules));
        let isr = if rules.has_elr() { set(&[]) } else { set(&[A]) };
        assert_eq!(lab.isr(), isr, "{}", name(rules));
    }
}

/// D: auto.leader.rebalance.enable.
#[test]
fn the_leadership_returns_to_the_preferred_leader_after_five_minutes_from_0_8_2() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.kill(A);
        lab.start(A);
        lab.send();
        lab.drain(A);
        assert_eq!((lab.leads(), lab.isr()), (Some(B), set(&[A, B])), "{}", name(rules));
        // A goes on fetching.
        for _ in 0..59 {
            lab.advance(5_000);
            lab.drain(A);
        }
        assert_eq!(lab.leads(), Some(B), "{}", name(rules));
        lab.advance(5_000);
        let back = if rules.rebalance_default { A } else { B };
        assert_eq!(lab.leads(), Some(back), "{}", name(rules));
    }
}

/// D: "from 3.9 also every unclean.leader.election.interval.ms (300 s)".
#[test]
fn in_kraft_from_3_9_unclean_election_that_is_enabled_late_is_found_within_five_minutes() {
    for rules in every_rules().filter(|r| r.coordination == Coordination::KRaft) {
        let Some(mut lab) = with_unclean(rules, &[A, B], false) else { continue };
        lab.stop(B);
        lab.start(B);
        lab.stop(A);
        if rules.has_elr() {
            assert_eq!(lab.state().elr, set(&[A]), "{}", name(rules));
        }
        assert_eq!(lab.leads(), None, "{}", name(rules));
        lab.does(Event::SetUnclean(true));
        assert_eq!(lab.leads(), None, "{}", name(rules));
        lab.advance(300_000);
        let leader = rules.unclean_interval.map(|_| B);
        assert_eq!(lab.leads(), leader, "{}", name(rules));
    }
}

/// D: failure detection.
#[test]
fn a_death_is_noticed_when_the_session_ends_and_the_broker_can_not_register_before() {
    for rules in every_rules() {
        let mut setup = plain(rules, &[A, B]);
        setup.controller.notices_at_once = false;
        let mut lab = Lab::new(setup);
        let session = lab.setup.settings.session_timeout;
        lab.kill(A);
        let start = Event::Start { broker: A };
        assert_eq!(lab.refusal(start), Some(Refusal::SessionLeft(A, session)), "{}", name(rules));
        lab.advance(session - 1);
        assert_eq!(lab.leads(), Some(A), "{}", name(rules));
        lab.advance(1);
        assert_eq!(lab.leads(), Some(B), "{}", name(rules));
        assert_eq!(lab.refusal(start), None, "{}", name(rules));
    }
}

/// D: "reassignment steps" (ZK); "reassignment that drops replicas" (KRaft).
#[test]
fn a_reassignment_adds_waits_for_the_new_replicas_and_drops_the_old_ones() {
    for rules in every_rules() {
        let mut setup = plain(rules, &[A, B]);
        setup.brokers = 4;
        let mut lab = Lab::new(setup);
        lab.send();
        lab.drain(B);
        lab.does(Event::Reassign { partition: P0, to: order(&[C, B]) });
        let state = lab.state();
        assert_eq!(state.replicas, order(&[C, B, A]), "{}", name(rules));
        let zookeeper = rules.coordination == Coordination::ZooKeeper;
        let first = Epoch::from(zookeeper);
        assert_eq!((state.epoch, state.leader), (first, Some(A)), "{}", name(rules));
        assert_eq!(state.isr, set(&[A, B]), "{}", name(rules));
        for _ in 0..3 {
            lab.drain(B);
            lab.drain(C);
        }
        let state = lab.state();
        assert_eq!(state.replicas, order(&[C, B]), "{}", name(rules));
        assert_eq!((state.leader, state.isr), (Some(C), set(&[B, C])), "{}", name(rules));
        assert!(state.target.is_empty(), "{}", name(rules));
        assert!(state.epoch > first, "{}", name(rules));
        if !zookeeper {
            assert_eq!(state.epoch, 1, "{}: replicas were dropped", name(rules));
        }
        assert!(lab.cluster.disk(A, P0).is_none(), "{}: A's replica is deleted", name(rules));
        assert_eq!(lab.log(C), [0], "{}", name(rules));
    }
}

/// D: the election and then the removal of each old replica from the ISR
/// (KafkaController.onPartitionReassignment).
#[test]
fn in_zookeeper_each_step_at_the_end_of_a_reassignment_raises_the_epoch() {
    for rules in every_rules().filter(|r| r.coordination == Coordination::ZooKeeper) {
        let mut setup = plain(rules, &[A, B]);
        setup.brokers = 3;
        let mut lab = Lab::new(setup);
        lab.send();
        lab.drain(B);
        lab.does(Event::Reassign { partition: P0, to: order(&[C, B]) });
        assert_eq!(lab.epoch(), 1, "{}", name(rules));
        for _ in 0..3 {
            lab.drain(B);
            lab.drain(C);
        }
        assert_eq!((lab.leads(), lab.epoch()), (Some(C), 3), "{}", name(rules));
    }
}

/// KafkaController.processTopicUncleanLeaderElectionEnable (2.1, for the setting of a topic).
#[test]
fn with_zookeeper_enabling_unclean_election_elects_at_once_from_2_1() {
    for rules in every_rules().filter(|r| r.coordination == Coordination::ZooKeeper) {
        let Some(mut lab) = with_unclean(rules, &[A, B], false) else { continue };
        lab.stop(B);
        lab.start(B);
        lab.stop(A);
        assert_eq!(lab.leads(), None, "{}", name(rules));
        lab.does(Event::SetUnclean(true));
        let at_once = rules.fences_epochs.then_some(B); // From the same release on.
        assert_eq!(lab.leads(), at_once, "{}", name(rules));
    }
}

/// D: a reassignment to the same replicas and a preferred election.
#[test]
fn a_move_leaves_the_isr_as_it_is() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B, C]));
        lab.move_leader(C);
        let state = lab.state();
        let seen = (state.leader, state.epoch, state.isr);
        assert_eq!(seen, (Some(C), 1, set(&[A, B, C])), "{}", name(rules));
    }
}
