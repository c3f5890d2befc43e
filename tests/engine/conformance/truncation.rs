//! How a follower's log comes in line with its leader's: rule book, section E, its cases H12, H22, H23
//! and H30. The failures that follow from it are in [`super::failures`].

use crate::common::*;
use replicascope::engine::rules::{FollowerRestart, Truncation};
use replicascope::engine::state::{Answer, Ask, Call, Fetcher, Stage};
use replicascope::engine::*;

/// A leads with the first log, B follows with the second one, both in an epoch that is new to them.
pub fn logs(rules: &Rules, leader: &[(Epoch, u16)], follower: &[(Epoch, u16)], hw: Offset) -> Lab {
    let mut lab = Lab::new(plain(rules, &[B, A]));
    lab.give_epochs(A, leader, hw);
    lab.give_epochs(B, follower, hw);
    let latest = leader.iter().chain(follower).map(|(epoch, _)| *epoch).max().unwrap_or(0);
    lab.cluster.controller.partitions[0].epoch = latest;
    for broker in [A, B] {
        lab.replica_mut(broker).leader_epoch = Some(latest);
    }
    lab.move_leader(A);
    lab
}

fn asked(lab: &Lab, broker: BrokerId) -> Option<Ask> {
    lab.cluster.follower(broker, P0).and_then(|f| f.call.as_ref()).map(|c| c.ask)
}

/// Matrix: truncation on become-follower.
#[test]
fn a_new_follower_cuts_to_its_hw_to_0_10_2_asks_from_0_11_and_fetches_at_once_from_2_7() {
    for rules in every_rules() {
        let mut lab = logs(rules, &[(0, 5)], &[(0, 4)], 2);
        match rules.truncation {
            Truncation::LocalHighWatermark => {
                assert_eq!((lab.leo(B), lab.fetcher(B)), (2, Fetcher::Fetching), "{}", name(rules));
            }
            Truncation::LeaderEpochV0 | Truncation::LeaderEpochV1 => {
                let seen = (lab.leo(B), lab.fetcher(B));
                assert_eq!(seen, (4, Fetcher::Truncating), "{}", name(rules));
                lab.request(B);
                assert_eq!(asked(&lab, B), Some(Ask::EpochEnd(Some(0))), "{}", name(rules));
            }
            Truncation::OnFetch => {
                assert_eq!((lab.leo(B), lab.fetcher(B)), (4, Fetcher::Fetching), "{}", name(rules));
                lab.request(B);
                let ask = Ask::Fetch { offset: 4, last: Some(0) };
                assert_eq!(asked(&lab, B), Some(ask), "{}", name(rules));
            }
        }
    }
}

/// E: "No epoch cached → HW"; KAFKA-6857.
#[test]
fn a_follower_without_an_epoch_is_cut_to_its_hw() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[B, A]));
        for broker in [A, B] {
            // Records from before the upgrade to message format v2.
            let records = (0..4).map(|v| log::Record::new(Value(v), None)).collect();
            *lab.disk_mut(broker) =
                state::Disk { log: log::Log::new(0, records, 0), hw: 2, ..Default::default() };
            lab.replica_mut(broker).hw = 2;
            lab.replica_mut(broker).epochs = Default::default();
        }
        lab.move_leader(A);
        if rules.truncation == Truncation::LeaderEpochV0 {
            lab.request(B);
            assert_eq!(asked(&lab, B), Some(Ask::EpochEnd(None)), "{}", name(rules));
            lab.serve(B);
            lab.reply(B);
            let leo = if rules.empty_table_matches_undefined { 4 } else { 2 };
            assert_eq!(lab.leo(B), leo, "{}", name(rules));
            continue;
        }
        assert_eq!(lab.leo(B), 2, "{}", name(rules));
    }
    let wrong: Vec<_> =
        every_rules().filter(|r| r.empty_table_matches_undefined).map(|r| r.release).collect();
    assert_eq!(wrong, ["0.11", "1.0.0", "1.1.0"]);
}

/// H12 PartitionTest.testLastFetchedOffsetValidation.
#[test]
fn h12_the_leader_compares_the_followers_latest_epoch_with_its_own_log_from_2_7() {
    for rules in every_rules().filter(|r| r.truncation == Truncation::OnFetch) {
        let log = [(0, 2), (3, 6), (4, 5), (7, 1), (9, 3)];
        let lab = || {
            let mut lab = Lab::new(plain(rules, &[B, A]));
            lab.give_epochs(A, &log, 0);
            lab.cluster.controller.partitions[0].epoch = 9;
            lab.replica_mut(A).leader_epoch = Some(9);
            lab.replica_mut(B).leader_epoch = Some(9);
            lab.move_leader(A);
            assert_eq!((lab.leo(A), lab.epoch()), (17, 10));
            lab
        };
        for (last, offset, epoch, end) in
            [(2, 5, 0, 2), (0, 4, 0, 2), (6, 6, 4, 13), (5, 9, 4, 13), (10, 18, 10, 17)]
        {
            let answer = lab().fetch_as(B, offset, Some(last));
            let expected = Answer::Diverging { epoch, end, hw: 0 };
            assert_eq!(answer, Some(expected), "{}: ({last}, {offset})", name(rules));
        }
        for (last, offset) in [(0, 2), (0, 1), (3, 5), (7, 14), (9, 16)] {
            let answer = lab().fetch_as(B, offset, Some(last));
            let served = matches!(answer, Some(Answer::Records { .. }));
            assert!(served, "{}: ({last}, {offset}): {answer:?}", name(rules));
        }
        for (last, offset) in [(11, 5), (11, 17)] {
            let answer = lab().fetch_as(B, offset, Some(last));
            let error = Answer::Error(KafkaError::OffsetOutOfRange);
            assert_eq!(answer, Some(error), "{}: ({last}, {offset})", name(rules));
        }
    }
}

/// E: "fetchOffset<logStart → OFFSET_OUT_OF_RANGE", whatever the epochs say.
#[test]
fn below_the_log_start_a_fetch_is_out_of_range_even_if_its_epoch_diverges() {
    for rules in every_rules().filter(|r| r.truncation == Truncation::OnFetch) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        let records = vec![log::Record::new(Value(0), Some(3)); 3];
        lab.disk_mut(A).log = log::Log::new(6, records, 6);
        lab.replica_mut(A).epochs =
            epochs::EpochTable::new(vec![epochs::EpochStart { epoch: 3, start: 6 }]);
        let answer = lab.fetch_as(B, 5, Some(2));
        let error = Answer::Error(KafkaError::OffsetOutOfRange);
        assert_eq!(answer, Some(error), "{}", name(rules));
    }
}

/// H22 ReplicaFetcherThreadTest: LEO 200, latest epoch 5, HW 100.
mod h22 {
    use super::*;

    fn start(rules: &Rules, epochs: &[(Epoch, u16)]) -> Lab {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.give_epochs(B, epochs, 100);
        lab.follower_mut(B).fetcher = Fetcher::Truncating;
        lab
    }

    fn asks(rules: &Rules) -> bool {
        matches!(rules.truncation, Truncation::LeaderEpochV0 | Truncation::LeaderEpochV1)
    }

    fn told(lab: &mut Lab, epoch: Option<Epoch>, end: Option<Offset>) {
        lab.answer(B, Ask::EpochEnd(Some(5)), Answer::EpochEnd { epoch, end });
    }

    /// shouldTruncateToOffsetSpecifiedInEpochOffsetResponse and …IfFollowerHasNoEpochsBelow…
    #[test]
    fn it_cuts_to_the_end_of_the_epoch_that_both_know() {
        for rules in every_rules().filter(|r| r.truncation == Truncation::LeaderEpochV1) {
            let mut lab = start(rules, &[(5, 200)]);
            told(&mut lab, Some(5), Some(156));
            assert_eq!((lab.leo(B), lab.fetcher(B)), (156, Fetcher::Fetching), "{}", name(rules));
            if !rules.answers_before_first_epoch {
                // In 2.0.0 an epoch before its first one is unknown to it.
                for (end, leo) in [(156, 156), (202, 200)] {
                    let mut lab = start(rules, &[(5, 200)]);
                    told(&mut lab, Some(4), Some(end));
                    let seen = (lab.leo(B), lab.fetcher(B));
                    assert_eq!(seen, (leo, Fetcher::Fetching), "{}", name(rules));
                }
            }
        }
    }

    /// shouldTruncateToOffsetSpecifiedInEpochOffsetResponse with a second request.
    #[test]
    fn it_asks_again_when_the_leaders_epoch_is_unknown_to_it() {
        for rules in every_rules().filter(|r| r.truncation == Truncation::LeaderEpochV1) {
            let mut lab = start(rules, &[(3, 120), (5, 80)]);
            told(&mut lab, Some(4), Some(155));
            assert_eq!((lab.leo(B), lab.fetcher(B)), (120, Fetcher::Truncating), "{}", name(rules));
            lab.request(B);
            assert_eq!(asked(&lab, B), Some(Ask::EpochEnd(Some(3))), "{}", name(rules));
            lab.follower_mut(B).call = None;
            let answer = Answer::EpochEnd { epoch: Some(3), end: Some(101) };
            lab.answer(B, Ask::EpochEnd(Some(3)), answer);
            assert_eq!((lab.leo(B), lab.fetcher(B)), (101, Fetcher::Fetching), "{}", name(rules));
        }
    }

    /// shouldUseLeaderEndOffsetIfInterBrokerVersionBelow20.
    #[test]
    fn an_answer_of_v0_names_no_epoch_and_is_cut_to() {
        for rules in every_rules().filter(|r| asks(r)) {
            for (end, leo) in [(155, 155), (202, 200)] {
                let mut lab = start(rules, &[(5, 200)]);
                told(&mut lab, None, Some(end));
                let seen = (lab.leo(B), lab.fetcher(B));
                assert_eq!(seen, (leo, Fetcher::Fetching), "{}", name(rules));
            }
        }
    }

    /// shouldTruncateToInitialFetchOffsetIfLeaderReturnsUndefinedOffset.
    #[test]
    fn an_undefined_answer_cuts_to_the_hw() {
        for rules in every_rules().filter(|r| asks(r)) {
            let mut lab = start(rules, &[(5, 200)]);
            told(&mut lab, None, None);
            assert_eq!((lab.leo(B), lab.fetcher(B)), (100, Fetcher::Fetching), "{}", name(rules));
        }
    }

    /// shouldPollIndefinitelyIfLeaderReturnsAnyException.
    #[test]
    fn an_error_cuts_nothing_and_it_asks_again() {
        for rules in every_rules().filter(|r| asks(r)) {
            let mut lab = start(rules, &[(5, 200)]);
            let error = Answer::Error(rules.not_leader);
            lab.answer(B, Ask::EpochEnd(Some(5)), error);
            assert_eq!((lab.leo(B), lab.fetcher(B)), (200, Fetcher::Truncating), "{}", name(rules));
            lab.request(B);
            assert_eq!(asked(&lab, B), Some(Ask::EpochEnd(Some(5))), "{}", name(rules));
        }
    }
}

/// H23 ReplicaFetcherThreadTest.testTruncateOnFetchDoesNotUpdateHighWatermark / Diverging epoch.
#[test]
fn h23_a_diverging_answer_is_cut_to_without_any_question_about_epochs() {
    for rules in every_rules().filter(|r| r.truncation == Truncation::OnFetch) {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        lab.give_epochs(B, &[(4, 149), (5, 51)], 100);
        let ask = Ask::Fetch { offset: 200, last: Some(5) };
        lab.answer(B, ask, Answer::Diverging { epoch: 4, end: 140, hw: 100 });
        assert_eq!((lab.leo(B), lab.fetcher(B)), (140, Fetcher::Fetching), "{}", name(rules));
        lab.request(B);
        let next = Ask::Fetch { offset: 140, last: Some(4) };
        assert_eq!(asked(&lab, B), Some(next), "{}", name(rules));
    }
}

/// H30 ReplicaManagerTest.testBecomeFollowerWhenLeaderIsUnchangedButMissedLeaderUpdate, and the matrix:
/// follower restart/truncate condition.
#[test]
fn h30_a_follower_of_the_same_leader_truncates_anew_at_every_epoch_or_a_missed_one_or_never() {
    for rules in every_rules() {
        for missed in [1, 2] {
            let mut setup = plain(rules, &[A, B]);
            setup.controller.tells_at_once = false;
            let mut lab = Lab::new(setup);
            lab.send_many(2);
            lab.drain(B);
            for step in 0..missed {
                // A follower's epoch rises with the leader unchanged.
                lab.cluster.controller.partitions[0].epoch += 1;
                let state = lab.state();
                if step + 1 == missed {
                    let word = state::LeaderAndIsr { partition: P0, state, current: true };
                    lab.cluster.brokers[B.index()].inbox.push(word);
                }
            }
            let effects = lab.tell(B);
            let anew = effects.iter().filter(|e| matches!(e, Effect::FollowerNow { .. })).count();
            let on = effects.iter().any(|e| matches!(e, Effect::FollowsOn { .. }));
            let expected = match rules.follower_restart {
                FollowerRestart::LeaderChanges => 0,
                FollowerRestart::EpochJumps => usize::from(missed > 1),
                FollowerRestart::EveryEpoch => 1,
            };
            assert_eq!((anew, on), (expected, expected == 0), "{}: {missed}", name(rules));
            let known = lab.cluster.replica(B, P0).and_then(|r| r.leader_epoch);
            assert_eq!(known, Some(missed), "{}", name(rules));
        }
    }
}

/// E (4): fencing both ways, for every question of a fetcher.
#[test]
fn from_2_1_a_request_of_another_epoch_than_the_leaders_is_refused_both_ways() {
    for rules in every_rules() {
        for ask in [
            Ask::Fetch { offset: 0, last: None },
            Ask::EpochEnd(Some(0)),
            Ask::LogEnd,
            Ask::LogStart,
        ] {
            for (leader, follower) in [(2, 1), (1, 2), (2, 2)] {
                let mut lab = Lab::new(plain(rules, &[A, B]));
                lab.send();
                lab.replica_mut(A).leader_epoch = Some(leader);
                lab.replica_mut(B).leader_epoch = Some(follower);
                let epoch = rules.fences_epochs.then_some(follower);
                lab.follower_mut(B).call = Some(Call { ask, epoch, stage: Stage::Sent });
                lab.serve(B);
                let answer = lab.follower_mut(B).call.clone().map(|c| c.stage);
                let error = match (rules.fences_epochs, leader.cmp(&follower)) {
                    (true, std::cmp::Ordering::Greater) => Some(KafkaError::FencedLeaderEpoch),
                    (true, std::cmp::Ordering::Less) => Some(KafkaError::UnknownLeaderEpoch),
                    _ => None,
                };
                let said = match answer {
                    Some(Stage::Replied(Answer::Error(error))) => Some(error),
                    _ => None,
                };
                assert_eq!(said, error, "{}: {ask:?} {leader} {follower}", name(rules));
            }
        }
    }
}

/// E (4): "partition dropped from fetcher until new metadata"; an unknown epoch is tried again.
#[test]
fn a_fetcher_that_is_fenced_stops_until_it_hears_of_the_epoch_and_one_that_is_ahead_asks_again() {
    for rules in every_rules().filter(|r| r.fences_epochs) {
        let mut setup = plain(rules, &[A, B, C]);
        setup.controller.tells_at_once = false;
        let mut lab = Lab::new(setup);
        lab.send_many(2);
        lab.move_leader(C);
        lab.move_leader(A);
        // A has heard of its second reign, B of neither.
        while lab.refusal(Event::Tell { broker: A }).is_none() {
            lab.tell(A);
        }
        lab.follower_mut(B).fetcher = Fetcher::Fetching;
        lab.fetch(B);
        assert_eq!(lab.fetcher(B), Fetcher::Fenced, "{}", name(rules));
        let request = Event::Request { broker: B, partition: P0 };
        assert_eq!(lab.refusal(request), Some(Refusal::FetcherStopped(B)), "{}", name(rules));
        while lab.refusal(Event::Tell { broker: B }).is_none() {
            lab.tell(B);
        }
        assert_eq!(lab.refusal(request), None, "{}", name(rules));
        lab.drain(B);
        assert_eq!(lab.leo(B), 2, "{}", name(rules));

        // Ahead of its leader a follower asks again.
        lab.follower_mut(B).call = None;
        let epoch = lab.epoch();
        lab.replica_mut(B).leader_epoch = Some(epoch + 1);
        lab.request(B);
        lab.serve(B);
        lab.reply(B);
        assert_eq!(lab.fetcher(B), Fetcher::Fetching, "{}", name(rules));
        assert_eq!(lab.refusal(request), None, "{}", name(rules));
    }
}

/// E: out of range.
mod out_of_range {
    use super::*;

    fn told(lab: &mut Lab, ask: Ask, answer: Answer) {
        lab.answer(B, ask, answer);
    }

    /// F11, KAFKA-3410 and KAFKA-7414.
    #[test]
    fn a_shorter_leader_makes_the_follower_cut_or_its_broker_halt_from_0_8_2_to_2_0_0() {
        let mut halts = Vec::new();
        for rules in every_rules() {
            for unclean in [true, false] {
                if !unclean && rules.unclean == rules::Unclean::Always {
                    continue;
                }
                let mut setup = plain(rules, &[A, B]);
                setup.settings.unclean = unclean;
                let mut lab = Lab::new(setup);
                lab.give_epochs(B, &[(0, 6)], 2);
                let error = Answer::Error(KafkaError::OffsetOutOfRange);
                told(&mut lab, Ask::Fetch { offset: 6, last: None }, error);
                assert_eq!(lab.fetcher(B), Fetcher::AskingEnd, "{}", name(rules));
                told(&mut lab, Ask::LogEnd, Answer::Offset(4));
                if lab.cluster.is_up(B) {
                    let seen = (lab.leo(B), lab.fetcher(B));
                    assert_eq!(seen, (4, Fetcher::Fetching), "{}", name(rules));
                } else {
                    assert!(!unclean, "{}", name(rules));
                    halts.push(rules.release);
                }
            }
        }
        assert_eq!((halts.first(), halts.last()), (Some(&"0.8.2"), Some(&"2.0.0")));
    }

    /// KAFKA-2143.
    #[test]
    fn a_leader_that_is_not_shorter_and_begins_below_lets_the_follower_keep_its_log_from_0_9_0_1() {
        let mut wiped = Vec::new();
        for rules in every_rules() {
            let mut lab = Lab::new(plain(rules, &[A, B]));
            lab.give_epochs(B, &[(0, 6)], 2);
            told(&mut lab, Ask::LogEnd, Answer::Offset(6));
            assert_eq!(lab.fetcher(B), Fetcher::AskingStart, "{}", name(rules));
            told(&mut lab, Ask::LogStart, Answer::Offset(0));
            assert_eq!(lab.fetcher(B), Fetcher::Fetching, "{}", name(rules));
            if lab.leo(B) == 0 {
                wiped.push(rules.release);
            } else {
                assert_eq!(lab.leo(B), 6, "{}", name(rules));
            }
        }
        assert_eq!(wiped, ["0.8.0", "0.8.1", "0.8.2", "0.9.0.0"]);
    }

    #[test]
    fn a_leader_that_begins_beyond_makes_the_follower_start_anew_there_without_epochs() {
        for rules in every_rules() {
            let mut lab = Lab::new(plain(rules, &[A, B]));
            lab.give_epochs(B, &[(0, 6)], 2);
            told(&mut lab, Ask::LogStart, Answer::Offset(9));
            assert_eq!((lab.leo(B), lab.log(B)), (9, vec![]), "{}", name(rules));
            assert_eq!(lab.epochs(B), [], "{}", name(rules));
            assert_eq!(lab.fetcher(B), Fetcher::Fetching, "{}", name(rules));
        }
    }
}
