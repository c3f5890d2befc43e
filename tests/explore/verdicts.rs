//! The explorer comes to the verdicts of the TLA+ specification of Kafka replication
//! (hachikuji/kafka-specification), release by release.

use replicascope::engine::*;

use crate::common::*;

/// The releases in which everything holds.
fn good() -> impl Iterator<Item = &'static str> {
    let since = releases().position(|release| release == "2.1").expect("2.1 is one");
    releases().skip(since).filter(|release| !["2.7.0", "2.8.0"].contains(release))
}

#[test]
fn to_0_10_2_two_replicas_lose_what_was_committed_and_their_logs_differ_below_the_hw() {
    breaks("0.10.2", 2, 2, 2, &[lost(), differ()]);
}

#[test]
fn in_0_11_and_2_0_an_isr_member_lacks_what_was_committed() {
    for release in ["0.11", "2.0.0", "2.0.1"] {
        breaks(release, 2, 2, 2, &[lacks()]);
    }
}

#[test]
fn in_2_7_0_2_7_1_and_2_8_0_an_isr_member_contradicts_what_was_committed() {
    for release in ["2.7.0", "2.7.1", "2.8.0"] {
        breaks(release, 2, 2, 2, &[contradicts()]);
    }
}

#[test]
fn in_the_releases_between_and_after_nothing_is_lost_with_one_record_and_one_election() {
    for release in ["2.1", "2.6", "2.7", "2.8", "3.0", "3.5", "3.5/zk", "3.7", "4.1"] {
        holds(release, 2, budget(1, 1), &[lost(), lacks(), differ()]);
    }
}

#[test]
fn in_the_releases_between_and_after_nothing_is_lost_with_two_records_and_two_elections() {
    for release in good() {
        holds(release, 2, budget(2, 2), &[lost(), lacks(), differ()]);
    }
}

#[test]
fn in_0_11_and_2_0_what_was_committed_is_lost_with_a_third_election_and_not_before() {
    for release in ["0.11", "2.0.0", "2.0.1"] {
        holds(release, 2, budget(2, 2), &[lost()]);
        breaks(release, 2, 2, 3, &[lost()]);
    }
}

#[test]
fn three_replicas_lose_one_committed_record_to_2_0_0() {
    for release in ["0.10.2", "0.11", "2.0.0"] {
        breaks(release, 3, 1, 2, &[lost()]);
    }
}

#[test]
fn of_three_replicas_an_isr_member_lacks_what_was_committed_in_2_0_1() {
    breaks("2.0.1", 3, 1, 2, &[lacks()]);
}

#[test]
#[ignore = "seven million states: cargo test --release --test explore -- --ignored"]
fn with_three_brokers_2_0_1_loses_it_one_epoch_later() {
    breaks("2.0.1", 3, 1, 3, &[lost()]);
}
