//! The rule book's generation matrix (section 0), row by row: from which release on what holds. The other
//! tests ask the rules for what they expect; this one asks whether the right release has them.

use crate::common::*;
use replicascope::engine::rules::*;
use replicascope::engine::*;
use std::fmt::Debug;

/// A row: what holds from each release on, oldest first, for all rules that the filter lets through.
fn row<T: PartialEq + Debug>(
    of: impl Fn(&Rules) -> bool,
    field: impl Fn(&Rules) -> T,
    changes: &[(&str, T)],
) {
    let order: Vec<&str> = releases().collect();
    let at = |release: &str| {
        order.iter().position(|r| *r == release).unwrap_or_else(|| panic!("no row: {release}"))
    };
    for rules in every_rules().filter(|r| of(r)) {
        let expected = changes.iter().rfind(|(since, _)| at(since) <= at(rules.release));
        let (_, expected) = expected.expect("the first change is the oldest release");
        assert_eq!(&field(rules), expected, "{}", name(rules));
    }
}

fn any(_: &Rules) -> bool {
    true
}

fn zookeeper(rules: &Rules) -> bool {
    rules.coordination == Coordination::ZooKeeper
}

fn kraft(rules: &Rules) -> bool {
    rules.coordination == Coordination::KRaft
}

#[test]
fn truncation_and_epochs() {
    row(
        any,
        |r| r.truncation,
        &[
            ("0.8.0", Truncation::LocalHighWatermark),
            ("0.11", Truncation::LeaderEpochV0),
            ("2.0.0", Truncation::LeaderEpochV1),
            ("2.7.0", Truncation::OnFetch),
        ],
    );
    row(any, |r| r.epoch_entry_at_election, &[("0.8.0", false), ("2.0.1", true)]);
    row(any, |r| r.answers_before_first_epoch, &[("0.8.0", false), ("2.0.1", true)]);
    row(
        any,
        |r| r.epoch_conflict,
        &[("0.8.0", EpochConflict::Refuse), ("2.0.1", EpochConflict::LastAssignWins)],
    );
    row(any, |r| r.cuts_epochs_at_leo, &[("0.8.0", false), ("2.6", true)]);
    row(any, |r| r.fences_epochs, &[("0.8.0", false), ("2.1", true)]);
    row(any, |r| r.truncation_clamps_hw, &[("0.8.0", false), ("2.4", true)]);
    row(
        any,
        |r| r.follower_restart,
        &[
            ("0.8.0", FollowerRestart::EveryEpoch),
            ("0.8.2", FollowerRestart::LeaderChanges),
            ("2.0.1", FollowerRestart::EpochJumps),
            ("2.1", FollowerRestart::EveryEpoch),
        ],
    );
    row(any, |r| r.halts_on_shorter_leader, &[("0.8.0", false), ("0.8.2", true), ("2.0.1", false)]);
    row(any, |r| r.out_of_range_keeps_log, &[("0.8.0", false), ("0.9", true)]);
    row(any, |r| r.diverging_reply_sets_hw, &[("0.8.0", false), ("2.7.0", true), ("3.4", false)]);
}

#[test]
fn fetches() {
    row(
        any,
        |r| r.fetch_order,
        &[
            ("0.8.0", FetchOrder::UpdateThenRead),
            ("0.8.2", FetchOrder::ReadThenUpdate),
            ("1.0.0", FetchOrder::ReadThenUpdateNewHw),
            ("1.0", FetchOrder::ReadThenUpdate),
            ("1.1.0", FetchOrder::ReadThenUpdateNewHw),
            ("1.1", FetchOrder::ReadThenUpdate),
        ],
    );
    row(
        any,
        |r| r.failed_read_unsets_remote_leo,
        &[("0.8.0", false), ("0.8.2", true), ("2.4", false)],
    );
    row(any, |r| r.parked_waits_for_hw, &[("0.8.0", false), ("2.4", true), ("2.6.0", false)]);
    row(
        any,
        |r| r.diverging_fetch_counts,
        &[("0.8.0", false), ("2.7.0", true), ("2.7", false), ("2.8.0", true), ("2.8", false)],
    );
}

#[test]
fn the_isr_and_the_hw() {
    row(
        any,
        |r| r.lag,
        &[
            ("0.8.0", LagRule::MessagesOrStuck),
            ("0.8.1", LagRule::MessagesOrTime),
            ("0.9.0.0", LagRule::ReadToEnd),
            ("0.10.2", LagRule::CaughtUp),
            ("2.2", LagRule::CaughtUpOrAtLeo),
        ],
    );
    row(any, |r| r.isr_check_divisor, &[("0.8.0", 1), ("0.10.2", 2)]);
    row(any, |r| r.lag_time_default, &[("0.8.0", 10_000), ("2.5", 30_000)]);
    row(any, |r| r.isr_entry_at_epoch_start, &[("0.8.0", false), ("2.0.1", true)]);
    row(any, |r| r.isr_write, &[("0.8.0", IsrWrite::Znode), ("2.7.0", IsrWrite::AlterPartition)]);
    row(
        zookeeper,
        |r| r.isr_eligibility,
        &[("0.8.0", IsrEligibility::Anybody), ("3.3", IsrEligibility::Unfenced)],
    );
    row(
        kraft,
        |r| r.isr_eligibility,
        &[("3.3", IsrEligibility::Unfenced), ("3.5", IsrEligibility::SameBrokerEpoch)],
    );
    row(
        any,
        |r| r.hw_wait,
        &[
            ("0.8.0", HwWait::Nobody),
            ("0.10.2", HwWait::CaughtUp),
            ("3.3", HwWait::CaughtUpOrAtLeo),
            ("3.6", HwWait::Eligible),
        ],
    );
    row(any, |r| r.hw_needs_min_isr, &[("0.8.0", false), ("3.7", true)]);
    row(
        any,
        |r| r.min_isr,
        &[("0.8.0", MinIsr::None), ("0.8.2", MinIsr::AsSet), ("3.7", MinIsr::AtMostReplicas)],
    );
}

#[test]
fn elections() {
    row(
        any,
        |r| r.unclean,
        &[
            ("0.8.0", Unclean::Always),
            ("0.8.2", Unclean::Default(true)),
            ("0.11", Unclean::Default(false)),
        ],
    );
    row(
        any,
        |r| r.election_order,
        &[("0.8.0", ElectionOrder::IsrList), ("0.8.2", ElectionOrder::Assignment)],
    );
    row(
        any,
        |r| r.last_isr_member,
        &[
            ("0.8.0", LastIsrMember::Removed),
            ("0.8.2", LastIsrMember::RemovedIfUnclean),
            ("1.1.0", LastIsrMember::Kept),
            ("4.1", LastIsrMember::Elr),
        ],
    );
    row(zookeeper, |r| r.epoch_rise, &[("0.8.0", EpochRise::ControllerRemoves)]);
    row(
        kraft,
        |r| r.epoch_rise,
        &[("3.3", EpochRise::IsrShrinks), ("3.6", EpochRise::LeaderChanges)],
    );
    row(any, |r| r.marks_recovering, &[("0.8.0", false), ("3.2", true)]);
    row(kraft, |r| r.unclean_interval, &[("3.3", None), ("3.9", Some(300_000))]);
    row(zookeeper, |r| r.unclean_interval, &[("0.8.0", None)]);
    row(any, |r| r.controlled_shutdown_default, &[("0.8.0", false), ("0.8.2", true)]);
    row(any, |r| r.rebalance_default, &[("0.8.0", false), ("0.8.2", true)]);
    row(zookeeper, |r| r.session_timeout_default, &[("0.8.0", 6_000), ("2.5", 18_000)]);
    row(kraft, |r| r.session_timeout_default, &[("3.3", 9_000)]);
}

#[test]
fn clients() {
    row(any, |r| r.acks_all, &[("0.8.0", AcksAll::EveryMember), ("0.8.2", AcksAll::Hw)]);
    row(any, |r| r.acks_count, &[("0.8.0", true), ("0.9.0.0", false)]);
    row(
        any,
        |r| r.idempotence.map(|i| i.remembered),
        &[("0.8.0", None), ("0.11", Some(1)), ("1.0.0", Some(5))],
    );
    row(
        any,
        |r| r.idempotence.is_some_and(|i| i.default),
        &[("0.8.0", false), ("3.0", true), ("3.1.0", false), ("3.1", true)],
    );
    row(
        any,
        |r| r.not_leader,
        &[("0.8.0", KafkaError::NotLeaderForPartition), ("2.6.0", KafkaError::NotLeaderOrFollower)],
    );
    row(
        any,
        |r| r.read_above_hw,
        &[("0.8.0", ReadAboveHw::ServerError), ("0.10.0", ReadAboveHw::Empty)],
    );
    row(any, |r| r.end_waits_for_hw, &[("0.8.0", false), ("2.2", true)]);
    row(any, |r| r.consumer_validates, &[("0.8.0", false), ("2.3", true)]);
    row(
        any,
        |r| r.consume_from,
        &[
            ("0.8.0", ConsumeFrom::Leader),
            ("2.4", ConsumeFrom::Follower),
            ("3.4.0", ConsumeFrom::IsrFollower),
        ],
    );
}

#[test]
fn kraft_is_there_from_3_3_and_zookeeper_to_3_9() {
    let first = every_rules().find(|r| kraft(r)).map(|r| r.release);
    let last = every_rules().filter(|r| zookeeper(r)).last().map(|r| r.release);
    assert_eq!((first, last), (Some("3.3"), Some("3.9")));
}
