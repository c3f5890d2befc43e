//! The conformance cases of the rule book (section H) that concern 0.8.2, 0.10.2 and 0.11, with
//! their values. Each names Kafka's own test.

use crate::common::*;
use replicascope::engine::ledger::Outcome;
use replicascope::engine::rules::Unclean;
use replicascope::engine::setup::Idempotence;
use replicascope::engine::state::{Answer, Ask, Fetcher, PartitionState};
use replicascope::engine::*;

/// H9 EpochDrivenReplicationProtocolAcceptanceTest.shouldFollowLeaderEpochBasicWorkflow.
#[test]
fn h9_epoch_tables_follow_the_leader_epochs_and_grow_with_the_next_write_in_0_11() {
    let mut lab = Lab::new(setup("0.11", &[A, B]));
    lab.send();
    lab.fetch(B); // The question about its epoch comes first.
    lab.fetch(B);
    assert_eq!((lab.epochs(A), lab.epochs(B)), (vec![(0, 0)], vec![(0, 0)]));

    lab.kill(B);
    lab.start(B);
    assert_eq!(lab.cluster.partition(P0).epoch, 1);
    assert_eq!(lab.epochs(A), [(0, 0)], "from 2.0.1 the table would have (1,1) already");
    lab.send();
    lab.fetch(B);
    lab.fetch(B);
    assert_eq!((lab.epochs(A), lab.epochs(B)), (vec![(0, 0), (1, 1)], vec![(0, 0), (1, 1)]));
    lab.fetch(B);
    assert_eq!(lab.isr(), set(&[A, B]));

    lab.kill(A);
    lab.start(A);
    assert_eq!(lab.cluster.partition(P0).leader, Some(B));
    lab.send();
    lab.fetch(A);
    lab.fetch(A);
    assert_eq!(lab.epochs(B), [(0, 0), (1, 1), (2, 2)]);
    assert_eq!(lab.epochs(A), lab.epochs(B));
}

/// H10 EpochDrivenReplicationProtocolAcceptanceTest.shouldNotAllowDivergentLogs.
#[test]
fn h10_a_leader_that_lost_its_tail_and_went_on_makes_its_follower_agree() {
    let mut lab = Lab::new(setup("0.11", &[A, B]));
    lab.fetch(B);
    lab.send_many(5);
    lab.does(Event::Flush { broker: A });
    lab.send_many(5);
    lab.fetch(B);
    lab.does(Event::Stop { broker: B });
    lab.does(Event::PowerLoss { brokers: set(&[A]), noticed: true });
    lab.start(A);
    assert_eq!(lab.leo(A), 5);
    lab.send_many(9);
    lab.start(B);
    assert_eq!(lab.leo(B), 10);
    lab.fetch(B);
    assert_eq!(lab.leo(B), 5);
    lab.fetch(B);
    assert_eq!(lab.log(A), lab.log(B));
    assert_eq!(lab.epochs(A), lab.epochs(B));
    assert_eq!(lab.leo(B), 14);
}

/// H14 PartitionTest.testFollowerDoesNotJoinISRUntilCaughtUpToOffsetWithinCurrentLeaderEpoch, as
/// it was before KAFKA-7128: reaching the HW is enough.
#[test]
fn h14_before_2_0_1_a_follower_joins_the_isr_below_the_leader_epochs_start() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B, C]));
    lab.send_many(5);
    lab.fetch_at(B, 0);
    lab.fetch_at(B, 1);
    lab.does(Event::Stop { broker: C });
    assert_eq!(lab.hw(A), 1);
    lab.start(C);
    assert_eq!(lab.isr(), set(&[A, B]));
    lab.fetch_at(C, 0);
    assert_eq!(lab.isr(), set(&[A, B]));
    lab.fetch_at(C, 1);
    assert_eq!(lab.isr(), set(&[A, B, C]), "LEO 1 ≥ HW 1");
}

/// H15 PartitionTest.testUpdateFollowerFetchState.
#[test]
fn h15_a_follower_is_caught_up_when_it_fetches_from_the_leaders_leo() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    lab.send_many(6);
    let remote = |lab: &Lab| *lab.leader(A).remote(B).expect("B is assigned");
    assert_eq!(remote(&lab).leo, None);
    lab.advance(500);
    // What Kafka's test makes leader with 6 records in its log has them appended afterwards here:
    // the previous fetch's LEO is what becoming leader noted.
    lab.fetch_at(B, 0);
    lab.advance(500);
    lab.fetch_at(B, 3);
    assert_eq!(remote(&lab).leo, Some(3));
    let age = remote(&lab).caught_up_ago;
    assert_eq!(age, 1_000, "as of becoming leader");
    lab.advance(500);
    lab.fetch_at(B, 6);
    assert_eq!((remote(&lab).leo, remote(&lab).caught_up_ago), (Some(6), 0));
}

/// H16 PartitionTest.testIsrExpansion, with ZooKeeper in the place of AlterPartition.
#[test]
fn h16_a_follower_joins_the_isr_when_its_fetch_reaches_the_hw() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    lab.does(Event::Stop { broker: B });
    lab.start(B);
    lab.send_many(10);
    assert_eq!((lab.isr(), lab.hw(A)), (set(&[A]), 10));
    lab.fetch_at(B, 3);
    assert_eq!(lab.isr(), set(&[A]));
    lab.fetch_at(B, 10);
    assert_eq!(lab.isr(), set(&[A, B]));
}

/// H16 …NotExpandedIfUpdateFails: a leader with an old copy of the znode can't write the ISR.
#[test]
fn h16_a_leader_that_has_not_heard_of_a_change_cannot_write_the_isr() {
    let mut setup = setup("0.10.2", &[A, B, C]);
    setup.controller.tells_at_once = false;
    let mut lab = Lab::new(setup);
    lab.does(Event::Stop { broker: C });
    lab.does(Event::Tell { broker: A });
    lab.send_many(10);
    lab.fetch_at(B, 10);
    lab.start(C);
    lab.does(Event::Tell { broker: C });
    lab.kill(B);
    // A has not been told that B is out of the ISR: its copy of the znode is old.
    let effects = lab.fetch_at(C, 10);
    let wanted = set(&[A, B, C]);
    assert!(effects.contains(&Effect::IsrWriteRefused { leader: A, partition: P0, wanted }));
    assert_eq!(lab.leader(A).isr, set(&[A, B]));
    assert_eq!(lab.isr(), set(&[A]));
    lab.does(Event::Tell { broker: A });
    lab.fetch_at(C, 10);
    assert_eq!(lab.isr(), set(&[A, C]));
}

/// H17 PartitionTest.testMaybeShrinkIsr.
#[test]
fn h17_a_follower_that_never_fetches_leaves_the_isr_and_frees_the_hw() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B, C]));
    lab.send_many(10);
    lab.fetch_at(B, 10);
    assert_eq!(lab.hw(A), 0);
    let lag = lab.setup.settings.lag_time_max;
    lab.advance(lag);
    assert_eq!(lab.isr(), set(&[A, B, C]), "10,000 ms is not longer than 10,000 ms");
    lab.fetch_at(B, 10);
    lab.advance(lag / 2);
    assert_eq!((lab.isr(), lab.hw(A)), (set(&[A, B]), 10));
}

/// H18 PartitionTest.testShouldNotShrinkIsrIfPreviousFetchIsCaughtUp (KAFKA-4485).
#[test]
fn h18_having_read_to_the_log_end_of_the_previous_fetch_keeps_a_follower_in_the_isr() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    lab.send_many(10);
    lab.fetch_at(B, 0);
    lab.advance(5_000);
    lab.fetch_at(B, 5);
    assert_eq!(lab.hw(A), 5);
    lab.send_many(5);
    lab.advance(5_001);
    lab.fetch_at(B, 10);
    let remote = lab.leader(A).remote(B).expect("B is assigned");
    assert_eq!(remote.caught_up_ago, 5_001, "the time of the fetch before");
    assert_eq!(lab.hw(A), 10);
    lab.advance(4_999);
    assert_eq!(lab.isr(), set(&[A, B]));
}

/// H22 ReplicaFetcherThreadTest, the answers of OffsetsForLeaderEpoch v0.
#[test]
fn h22_a_follower_cuts_to_where_the_leader_says_its_epoch_ended() {
    let start = || {
        let mut lab = Lab::new(setup("0.11", &[A, B]));
        lab.give_log(B, 200, 5, 100);
        lab
    };
    let asked = Some(5);

    let mut lab = start();
    lab.request(B);
    let call = lab.cluster.follower(B, P0).and_then(|f| f.call.clone()).expect("a call");
    assert_eq!(call.ask, Ask::EpochEnd(asked), "it asks for its latest epoch");

    let mut lab = start();
    lab.answer(B, Ask::EpochEnd(asked), Answer::EpochEnd { epoch: None, end: Some(155) });
    assert_eq!((lab.leo(B), lab.fetcher(B)), (155, Fetcher::Fetching));

    let mut lab = start();
    lab.answer(B, Ask::EpochEnd(asked), Answer::EpochEnd { epoch: None, end: Some(202) });
    assert_eq!(lab.leo(B), 200, "an end beyond the LEO cuts nothing");

    let mut lab = start();
    lab.answer(B, Ask::EpochEnd(asked), Answer::EpochEnd { epoch: None, end: None });
    assert_eq!(lab.leo(B), 100, "undefined: the HW");

    let mut lab = start();
    let error = Answer::Error(KafkaError::NotLeaderForPartition);
    lab.answer(B, Ask::EpochEnd(asked), error);
    assert_eq!((lab.leo(B), lab.fetcher(B)), (200, Fetcher::Truncating), "no cut, asks again");
}

/// H25 IsrExpirationTest, with replica.lag.time.max.ms=100.
mod h25 {
    use super::*;

    fn lab(release: &str) -> Lab {
        let mut setup = setup(release, &[A, B]);
        setup.settings.lag_time_max = 100;
        setup.settings.lag_max_messages = 10;
        let mut lab = Lab::new(setup);
        lab.send_many(15);
        lab
    }

    #[test]
    fn a_follower_that_stops_one_short_of_the_log_end_leaves() {
        let mut lab = lab("0.10.2");
        lab.fetch_at(B, 14);
        lab.advance(150);
        assert_eq!(lab.isr(), set(&[A]));
    }

    #[test]
    fn a_follower_that_never_fetches_leaves() {
        for release in releases() {
            let mut setup = setup(release, &[A, B]);
            setup.settings.lag_time_max = 100;
            setup.settings.idempotence = Idempotence::Off;
            let mut lab = Lab::new(setup);
            lab.send_many(15);
            lab.advance(250);
            assert_eq!(lab.isr(), set(&[A]), "{release}");
        }
    }

    #[test]
    fn a_follower_that_stays_behind_leaves_and_returns_when_it_reaches_the_log_end() {
        let mut lab = lab("0.10.2");
        lab.fetch_at(B, 13);
        lab.advance(75);
        lab.fetch_at(B, 14);
        assert_eq!(lab.isr(), set(&[A, B]));
        lab.advance(75);
        assert_eq!(lab.isr(), set(&[A]));
        lab.fetch_at(B, 15);
        assert_eq!(lab.isr(), set(&[A, B]));
    }

    #[test]
    fn before_2_2_a_follower_that_has_caught_up_and_goes_silent_leaves() {
        let mut lab = lab("0.10.2");
        lab.fetch_at(B, 15);
        lab.advance(150);
        assert_eq!(lab.isr(), set(&[A]));
    }

    #[test]
    fn in_0_8_2_a_follower_without_a_fetch_for_longer_than_the_lag_time_leaves() {
        let mut lab = lab("0.8.2");
        lab.fetch_at(B, 10);
        lab.advance(100);
        assert_eq!(lab.isr(), set(&[A, B]), "checked once a lag time: 100 ms is not longer");
        lab.advance(100);
        assert_eq!(lab.isr(), set(&[A]));
    }

    #[test]
    fn in_0_8_2_a_follower_more_than_the_allowed_messages_behind_leaves_at_the_next_check() {
        let mut lab = lab("0.8.2");
        lab.advance(99);
        lab.fetch_at(B, 4);
        let effects = lab.advance(1);
        assert_eq!(lab.isr(), set(&[A]));
        let why = effect::Lag::Messages { behind: 11, max: 10 };
        assert!(effects.iter().any(|e| matches!(e, Effect::IsrShrunk { why: w, .. } if *w == why)));
    }
}

/// H26 UncleanLeaderElectionTest.
mod h26 {
    use super::*;

    /// "first" on both; the follower stops; "second"; the leader stops; the follower starts.
    fn lab(release: &str, unclean: bool) -> Lab {
        let mut setup = setup(release, &[A, B]);
        setup.settings.unclean = unclean;
        setup.settings.idempotence = Idempotence::Off;
        setup.settings.retries = 0;
        let mut lab = Lab::new(setup);
        lab.fetch(B);
        lab.send();
        for _ in 0..3 {
            if lab.cluster.refusal(&lab.setup, &Event::Reply { broker: B, partition: P0 }).is_none()
            {
                lab.reply(B);
            }
            lab.catch_up(B);
        }
        lab.advance(500);
        lab.reply(B);
        lab.does(Event::Stop { broker: B });
        lab.send();
        lab.does(Event::Stop { broker: A });
        lab.start(B);
        lab
    }

    fn read(lab: &mut Lab) -> Vec<u16> {
        let effects = lab.does(Event::Consume { consumer: C1, partition: P0, from: None });
        let records = effects.into_iter().find_map(|e| match e {
            Effect::Consumed { records, .. } => Some(records),
            _ => None,
        });
        records.unwrap_or_default().iter().map(|r| r.value.0).collect()
    }

    #[test]
    fn enabled_a_follower_out_of_the_isr_leads_and_the_second_record_is_lost() {
        for release in releases() {
            let mut lab = lab(release, true);
            assert_eq!(lab.cluster.partition(P0).leader, Some(B), "{release}");
            assert_eq!(lab.isr(), set(&[B]));
            let third = lab.send();
            assert_eq!(lab.outcome(third), Some(Outcome::Acked));
            assert_eq!(read(&mut lab), [0, 2], "{release}");
            assert_eq!(lab.verdict().lost, [(P0, 1, Value(1))]);
        }
    }

    #[test]
    fn disabled_nobody_leads_until_the_old_leader_is_back() {
        for release in releases() {
            let mut lab = lab(release, false);
            if lab.setup.rules.unclean == Unclean::Always {
                continue;
            }
            assert_eq!(lab.cluster.partition(P0).leader, None, "{release}");
            let PartitionState { isr, elr, .. } = *lab.cluster.partition(P0);
            let eligible = if lab.setup.rules.has_elr() {
                (set(&[]), set(&[A]))
            } else {
                (set(&[A]), set(&[]))
            };
            assert_eq!((isr, elr), eligible, "{release}");
            assert_eq!(read(&mut lab), [0_u16; 0]);
            let refused = lab.send();
            assert_eq!(lab.outcome(refused), Some(Outcome::Failed(KafkaError::LeaderNotAvailable)));
            assert_eq!(lab.verdict().lost, []);
            assert_eq!(lab.verdict().unavailable, [(P0, 0, Value(0)), (P0, 1, Value(1))]);
            lab.start(A);
            let third = lab.send();
            assert_eq!(lab.outcome(third), Some(Outcome::Acked));
            assert_eq!(read(&mut lab), [0, 1, third.0], "{release}");
        }
    }
}

/// H26 PartitionLeaderElectionAlgorithmsTest.
mod election {
    use super::*;

    #[test]
    fn the_first_live_isr_member_in_the_order_of_the_assignment_leads() {
        let mut lab = Lab::new(setup("0.10.2", &[C, A, B]));
        lab.kill(C);
        assert_eq!(lab.cluster.partition(P0).leader, Some(A));
        assert_eq!((lab.isr(), lab.cluster.partition(P0).epoch), (set(&[A, B]), 1));
    }

    #[test]
    fn the_preferred_leader_must_be_in_the_isr() {
        let mut lab = Lab::new(setup("0.10.2", &[A, B]));
        lab.kill(A);
        lab.start(A);
        let elect = Event::ElectPreferred { partition: P0 };
        assert_eq!(lab.cluster.refusal(&lab.setup, &elect), Some(Refusal::PreferredNotInIsr(A)));
        lab.fetch(A);
        assert_eq!(lab.isr(), set(&[A, B]));
        lab.does(elect);
        let state = *lab.cluster.partition(P0);
        assert_eq!((state.leader, state.epoch, state.isr), (Some(A), 2, set(&[A, B])));
    }

    #[test]
    fn a_controlled_shutdown_hands_the_leadership_to_the_first_other_isr_member() {
        let mut lab = Lab::new(setup("0.10.2", &[A, B]));
        let effects = lab.does(Event::Stop { broker: A });
        let state = *lab.cluster.partition(P0);
        assert_eq!((state.leader, state.epoch, state.isr), (Some(B), 1, set(&[B])));
        let how = effect::Election::ControlledShutdown;
        assert!(effects.iter().any(|e| matches!(e, Effect::Elected { how: h, .. } if *h == how)));
    }

    #[test]
    fn the_last_isr_member_goes_where_unclean_election_is_enabled() {
        let mut lab = Lab::new(setup("0.10.2", &[A]));
        lab.kill(A);
        assert_eq!((lab.isr(), lab.cluster.partition(P0).leader), (BrokerSet::EMPTY, None));
        let mut lab = Lab::new(setup("0.11", &[A]));
        lab.kill(A);
        assert_eq!((lab.isr(), lab.cluster.partition(P0).leader), (set(&[A]), None));
    }

    #[test]
    fn automatic_rebalance_returns_the_leadership_after_five_minutes() {
        let mut lab = Lab::new(setup("0.10.2", &[A, B]));
        lab.kill(A);
        lab.start(A);
        let mut waited = 0;
        while lab.cluster.partition(P0).leader != Some(A) {
            lab.fetch(A);
            lab.advance(500);
            waited += 500;
            if lab.cluster.leader(A, P0).is_none() {
                lab.reply(A);
            }
        }
        assert_eq!(waited, 300_000);
        assert_eq!(lab.cluster.partition(P0).leader, Some(A));
    }
}

/// Section B: produce, purgatory and the HW.
mod produce {
    use super::*;

    #[test]
    fn acks_all_below_min_insync_replicas_is_refused_before_the_append() {
        let mut setup = setup("0.10.2", &[A, B]);
        setup.settings.min_isr = 2;
        let mut lab = Lab::new(setup);
        lab.kill(B);
        let value = lab.send();
        assert_eq!(lab.outcome(value), Some(Outcome::Failed(KafkaError::NotEnoughReplicas)));
        assert_eq!(lab.leo(A), 0);
        lab.acks(Acks::Leader);
        let value = lab.send();
        assert_eq!(lab.outcome(value), Some(Outcome::Acked), "acks=1 does not ask");
    }

    #[test]
    fn a_shrink_below_min_insync_replicas_fails_the_waiting_request_after_its_append() {
        let mut setup = setup("0.10.2", &[A, B]);
        setup.settings.min_isr = 2;
        let mut lab = Lab::new(setup);
        let value = lab.send();
        assert_eq!(lab.outcome(value), Some(Outcome::Waiting));
        lab.kill(B);
        assert_eq!(
            lab.outcome(value),
            Some(Outcome::Failed(KafkaError::NotEnoughReplicasAfterAppend))
        );
        assert_eq!(lab.hw(A), 1, "up to 3.6 the record is committed all the same");
    }

    #[test]
    fn a_request_that_waits_too_long_times_out_and_its_record_stays() {
        let mut setup = setup("0.10.2", &[A, B]);
        setup.settings.request_timeout = 3_000;
        let mut lab = Lab::new(setup);
        let value = lab.send();
        lab.advance(2_999);
        assert_eq!(lab.outcome(value), Some(Outcome::Waiting));
        lab.advance(1);
        assert_eq!(lab.outcome(value), Some(Outcome::Failed(KafkaError::RequestTimedOut)));
        assert_eq!(lab.log(A), [value.0]);
    }

    #[test]
    fn acks_2_waits_for_two_members_in_0_8_2_and_is_refused_later() {
        let mut lab = Lab::new(setup("0.8.2", &[A, B, C]));
        lab.acks(Acks::Count(2));
        let value = lab.send();
        assert_eq!(lab.outcome(value), Some(Outcome::Waiting));
        lab.fetch_at(B, 1);
        assert_eq!((lab.outcome(value), lab.hw(A)), (Some(Outcome::Acked), 0));
        let mut lab = Lab::new(setup("0.10.2", &[A, B, C]));
        lab.acks(Acks::Count(2));
        let value = lab.send();
        assert_eq!(lab.outcome(value), Some(Outcome::Failed(KafkaError::InvalidRequiredAcks)));
        assert_eq!(lab.leo(A), 0);
    }
}
