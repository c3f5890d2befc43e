//! The release table: which rules hold for which version of Kafka.
//!
//! Each row is filled from the one before it, so that a row shows what changed. A row holds from its
//! version on until the next row of its line, or, for the last row of a line, until the next line
//! that has one; a version without a patch number is its line's last patch.

use super::rules::*;
use super::types::{Acks, KafkaError, Ms};

const SECOND: Ms = 1_000;

const V0_8_0: Rules = Rules {
    release: "0.8.0",
    coordination: Coordination::ZooKeeper,
    truncation: Truncation::LocalHighWatermark,
    epoch_entry_at_election: false,
    epoch_conflict: EpochConflict::Refuse,
    cuts_epochs_at_leo: false,
    empty_table_matches_undefined: false,
    answers_before_first_epoch: false,
    fences_epochs: false,
    truncation_clamps_hw: false,
    follower_restart: FollowerRestart::EveryEpoch,
    halts_on_shorter_leader: false,
    out_of_range_keeps_log: false,
    diverging_reply_sets_hw: false,
    fetch_order: FetchOrder::UpdateThenRead,
    failed_read_unsets_remote_leo: false,
    diverging_fetch_counts: false,
    parked_waits_for_hw: false,
    new_epoch_forgets_remotes: true,
    lag: LagRule::MessagesOrStuck,
    isr_check_divisor: 1,
    isr_entry_at_epoch_start: false,
    isr_write: IsrWrite::Znode,
    isr_eligibility: IsrEligibility::Anybody,
    hw_wait: HwWait::Nobody,
    hw_needs_min_isr: false,
    min_isr: MinIsr::None,
    election_order: ElectionOrder::IsrList,
    last_isr_member: LastIsrMember::Removed,
    epoch_rise: EpochRise::ControllerRemoves,
    unclean: Unclean::Always,
    unclean_set_elects: false,
    marks_recovering: false,
    unclean_interval: None,
    acks_all: AcksAll::EveryMember,
    acks_count: true,
    // The old Scala producer, the only one there was.
    acks_default: Acks::None,
    retries_default: 3,
    idempotence: None,
    not_leader: KafkaError::NotLeaderForPartition,
    read_above_hw: ReadAboveHw::ServerError,
    end_waits_for_hw: false,
    consume_from: ConsumeFrom::Leader,
    consumer_validates: false,
    lag_time_default: 10 * SECOND,
    session_timeout_default: 6 * SECOND,
    controlled_shutdown_default: false,
    rebalance_default: false,
    flush_interval_default: Some(3 * SECOND),
};

const V0_8_1: Rules = Rules {
    release: "0.8.1",
    lag: LagRule::MessagesOrTime,
    flush_interval_default: None,
    ..V0_8_0
};

const V0_8_2: Rules = Rules {
    release: "0.8.2",
    fetch_order: FetchOrder::ReadThenUpdate,
    failed_read_unsets_remote_leo: true,
    follower_restart: FollowerRestart::LeaderChanges,
    halts_on_shorter_leader: true,
    min_isr: MinIsr::AsSet,
    election_order: ElectionOrder::Assignment,
    last_isr_member: LastIsrMember::RemovedIfUnclean,
    unclean: Unclean::Default(true),
    acks_all: AcksAll::Hw,
    // The Java producer.
    acks_default: Acks::Leader,
    retries_default: 0,
    controlled_shutdown_default: true,
    rebalance_default: true,
    ..V0_8_1
};

const V0_9_0_0: Rules = Rules {
    release: "0.9.0.0",
    lag: LagRule::ReadToEnd,
    new_epoch_forgets_remotes: false,
    acks_count: false,
    ..V0_8_2
};

const V0_9: Rules = Rules { release: "0.9", out_of_range_keeps_log: true, ..V0_9_0_0 };

const V0_10_0: Rules = Rules { release: "0.10.0", read_above_hw: ReadAboveHw::Empty, ..V0_9 };

const V0_10_1: Rules = Rules { release: "0.10.1", ..V0_10_0 };

const V0_10_2: Rules = Rules {
    release: "0.10.2",
    lag: LagRule::CaughtUp,
    isr_check_divisor: 2,
    hw_wait: HwWait::CaughtUp,
    ..V0_10_1
};

const V0_11: Rules = Rules {
    release: "0.11",
    truncation: Truncation::LeaderEpochV0,
    empty_table_matches_undefined: true,
    unclean: Unclean::Default(false),
    idempotence: Some(IdempotenceRule {
        remembered: 1,
        default: false,
        unknown_producer: UnknownProducer::Refused(KafkaError::OutOfOrderSequenceNumber),
    }),
    ..V0_10_2
};

const V1_0_0: Rules = Rules {
    release: "1.0.0",
    fetch_order: FetchOrder::ReadThenUpdateNewHw,
    idempotence: Some(IdempotenceRule {
        remembered: 5,
        default: false,
        unknown_producer: UnknownProducer::Refused(KafkaError::UnknownProducerId),
    }),
    ..V0_11
};

const V1_0: Rules = Rules {
    release: "1.0",
    fetch_order: FetchOrder::ReadThenUpdate,
    empty_table_matches_undefined: false,
    ..V1_0_0
};

const V1_1_0: Rules = Rules { release: "1.1.0", last_isr_member: LastIsrMember::Kept, ..V1_0_0 };

const V1_1: Rules = Rules { release: "1.1", last_isr_member: LastIsrMember::Kept, ..V1_0 };

const V2_0_0: Rules = Rules { release: "2.0.0", truncation: Truncation::LeaderEpochV1, ..V1_1 };

const V2_0: Rules = Rules {
    release: "2.0.1",
    epoch_entry_at_election: true,
    epoch_conflict: EpochConflict::LastAssignWins,
    answers_before_first_epoch: true,
    follower_restart: FollowerRestart::EpochJumps,
    halts_on_shorter_leader: false,
    isr_entry_at_epoch_start: true,
    ..V2_0_0
};

const V2_1: Rules = Rules {
    release: "2.1",
    fences_epochs: true,
    follower_restart: FollowerRestart::EveryEpoch,
    unclean_set_elects: true,
    retries_default: u8::MAX,
    ..V2_0
};

const V2_2: Rules =
    Rules { release: "2.2", lag: LagRule::CaughtUpOrAtLeo, end_waits_for_hw: true, ..V2_1 };

const V2_3: Rules = Rules { release: "2.3", consumer_validates: true, ..V2_2 };

const V2_4: Rules = Rules {
    release: "2.4",
    failed_read_unsets_remote_leo: false,
    truncation_clamps_hw: true,
    parked_waits_for_hw: true,
    consume_from: ConsumeFrom::Follower,
    ..V2_3
};

const V2_5: Rules = Rules {
    release: "2.5",
    idempotence: Some(IdempotenceRule {
        remembered: 5,
        default: false,
        unknown_producer: UnknownProducer::Accepted,
    }),
    lag_time_default: 30 * SECOND,
    session_timeout_default: 18 * SECOND,
    ..V2_4
};

const V2_6_0: Rules = Rules {
    release: "2.6.0",
    parked_waits_for_hw: false,
    not_leader: KafkaError::NotLeaderOrFollower,
    ..V2_5
};

const V2_6: Rules = Rules { release: "2.6", cuts_epochs_at_leo: true, ..V2_6_0 };

const V2_7_0: Rules = Rules {
    release: "2.7.0",
    truncation: Truncation::OnFetch,
    isr_write: IsrWrite::AlterPartition,
    diverging_fetch_counts: true,
    diverging_reply_sets_hw: true,
    ..V2_6
};

const V2_7: Rules = Rules { release: "2.7", diverging_fetch_counts: false, ..V2_7_0 };

const V2_8_0: Rules = Rules { release: "2.8.0", ..V2_7_0 };

const V2_8: Rules = Rules { release: "2.8", ..V2_7 };

const V3_0_0: Rules = Rules { release: "3.0.0", acks_default: Acks::All, ..V2_8 };

const V3_0: Rules = Rules {
    release: "3.0",
    idempotence: Some(IdempotenceRule {
        remembered: 5,
        default: true,
        unknown_producer: UnknownProducer::Accepted,
    }),
    ..V3_0_0
};

const V3_1_0: Rules = Rules { release: "3.1.0", ..V3_0_0 };

const V3_1: Rules = Rules { release: "3.1", ..V3_0 };

const V3_2: Rules = Rules { release: "3.2", marks_recovering: true, ..V3_1 };

const V3_3_ZK: Rules = Rules {
    release: "3.3",
    isr_eligibility: IsrEligibility::Unfenced,
    hw_wait: HwWait::CaughtUpOrAtLeo,
    ..V3_2
};

/// What KRaft does differently from ZooKeeper in the same release.
const fn kraft(zookeeper: Rules) -> Rules {
    Rules {
        coordination: Coordination::KRaft,
        epoch_rise: EpochRise::IsrShrinks,
        unclean_set_elects: false,
        session_timeout_default: 9 * SECOND,
        ..zookeeper
    }
}

const V3_3: Rules = kraft(V3_3_ZK);

const fn v3_4_0(before: Rules) -> Rules {
    Rules { release: "3.4.0", consume_from: ConsumeFrom::IsrFollower, ..before }
}

const fn v3_4(before: Rules) -> Rules {
    Rules { release: "3.4", diverging_reply_sets_hw: false, ..before }
}

const fn v3_5(before: Rules) -> Rules {
    let isr_eligibility = match before.coordination {
        Coordination::ZooKeeper => before.isr_eligibility,
        Coordination::KRaft => IsrEligibility::SameBrokerEpoch,
    };
    Rules { release: "3.5", isr_eligibility, ..before }
}

const fn v3_6(before: Rules) -> Rules {
    let epoch_rise = match before.coordination {
        Coordination::ZooKeeper => before.epoch_rise,
        Coordination::KRaft => EpochRise::LeaderChanges,
    };
    Rules { release: "3.6", hw_wait: HwWait::Eligible, epoch_rise, ..before }
}

const fn v3_7(before: Rules) -> Rules {
    Rules { release: "3.7", hw_needs_min_isr: true, min_isr: MinIsr::AtMostReplicas, ..before }
}

const fn v3_8(before: Rules) -> Rules {
    Rules { release: "3.8", ..before }
}

const fn v3_9(before: Rules) -> Rules {
    let unclean_interval = match before.coordination {
        Coordination::ZooKeeper => None,
        Coordination::KRaft => Some(300 * SECOND),
    };
    Rules { release: "3.9", unclean_interval, ..before }
}

const V3_4_0: Rules = v3_4_0(V3_3);
const V3_4: Rules = v3_4(V3_4_0);
const V3_5: Rules = v3_5(V3_4);
const V3_6: Rules = v3_6(V3_5);
const V3_7: Rules = v3_7(V3_6);
const V3_8: Rules = v3_8(V3_7);
const V3_9: Rules = v3_9(V3_8);

const V3_4_0_ZK: Rules = v3_4_0(V3_3_ZK);
const V3_4_ZK: Rules = v3_4(V3_4_0_ZK);
const V3_5_ZK: Rules = v3_5(V3_4_ZK);
const V3_6_ZK: Rules = v3_6(V3_5_ZK);
const V3_7_ZK: Rules = v3_7(V3_6_ZK);
const V3_8_ZK: Rules = v3_8(V3_7_ZK);
const V3_9_ZK: Rules = v3_9(V3_8_ZK);

const V4_0: Rules = Rules { release: "4.0", ..V3_9 };

const V4_1: Rules = Rules { release: "4.1", last_isr_member: LastIsrMember::Elr, ..V4_0 };

/// A row of the table.
struct Row {
    /// The first version it holds for.
    since: Version,
    /// The rules; where both can coordinate, those of KRaft.
    rules: &'static Rules,
    /// The version and the rules with ZooKeeper, where KRaft is the usual one.
    zookeeper: Option<(&'static str, &'static Rules)>,
    /// Whether it stands for a generation of the protocol in comparisons.
    milestone: bool,
}

/// Line and patch: 0.10.2.1 is line (0, 10, 2), patch 1; 2.6.1 is line (2, 6, 0), patch 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    line: (u16, u16, u16),
    patch: u16,
}

const fn old(minor: u16, patch: u16, sub: u16) -> Version {
    Version { line: (0, minor, patch), patch: sub }
}

const fn new(major: u16, minor: u16, patch: u16) -> Version {
    Version { line: (major, minor, 0), patch }
}

const fn row(since: Version, rules: &'static Rules) -> Row {
    Row { since, rules, zookeeper: None, milestone: false }
}

const fn milestone(since: Version, rules: &'static Rules) -> Row {
    Row { milestone: true, ..row(since, rules) }
}

const fn either(
    since: Version,
    kraft: &'static Rules,
    zookeeper: (&'static str, &'static Rules),
) -> Row {
    Row { zookeeper: Some(zookeeper), ..row(since, kraft) }
}

/// The table, oldest first.
static TABLE: &[Row] = &[
    milestone(old(8, 0, 0), &V0_8_0),
    row(old(8, 1, 0), &V0_8_1),
    milestone(old(8, 2, 0), &V0_8_2),
    row(old(9, 0, 0), &V0_9_0_0),
    milestone(old(9, 0, 1), &V0_9),
    row(old(10, 0, 0), &V0_10_0),
    row(old(10, 1, 0), &V0_10_1),
    milestone(old(10, 2, 0), &V0_10_2),
    milestone(old(11, 0, 0), &V0_11),
    row(new(1, 0, 0), &V1_0_0),
    milestone(new(1, 0, 2), &V1_0),
    row(new(1, 1, 0), &V1_1_0),
    milestone(new(1, 1, 1), &V1_1),
    milestone(new(2, 0, 0), &V2_0_0),
    milestone(new(2, 0, 1), &V2_0),
    milestone(new(2, 1, 0), &V2_1),
    row(new(2, 2, 0), &V2_2),
    row(new(2, 3, 0), &V2_3),
    row(new(2, 4, 0), &V2_4),
    milestone(new(2, 5, 0), &V2_5),
    row(new(2, 6, 0), &V2_6_0),
    row(new(2, 6, 1), &V2_6),
    milestone(new(2, 7, 0), &V2_7_0),
    row(new(2, 7, 2), &V2_7),
    row(new(2, 8, 0), &V2_8_0),
    milestone(new(2, 8, 1), &V2_8),
    row(new(3, 0, 0), &V3_0_0),
    milestone(new(3, 0, 1), &V3_0),
    row(new(3, 1, 0), &V3_1_0),
    row(new(3, 1, 1), &V3_1),
    row(new(3, 2, 0), &V3_2),
    either(new(3, 3, 0), &V3_3, ("3.3/zk", &V3_3_ZK)),
    either(new(3, 4, 0), &V3_4_0, ("3.4.0/zk", &V3_4_0_ZK)),
    either(new(3, 4, 1), &V3_4, ("3.4/zk", &V3_4_ZK)),
    Row { milestone: true, ..either(new(3, 5, 0), &V3_5, ("3.5/zk", &V3_5_ZK)) },
    either(new(3, 6, 0), &V3_6, ("3.6/zk", &V3_6_ZK)),
    Row { milestone: true, ..either(new(3, 7, 0), &V3_7, ("3.7/zk", &V3_7_ZK)) },
    either(new(3, 8, 0), &V3_8, ("3.8/zk", &V3_8_ZK)),
    either(new(3, 9, 0), &V3_9, ("3.9/zk", &V3_9_ZK)),
    milestone(new(4, 0, 0), &V4_0),
    milestone(new(4, 1, 0), &V4_1),
];

/// The lines of which Kafka has releases, up to this one.
const LAST_LINE: (u16, u16, u16) = (4, 1, 0);

/// A version as somebody wrote it.
struct Asked {
    line: (u16, u16, u16),
    patch: Option<u16>,
    coordination: Option<Coordination>,
}

/// Reads a version: its line, its patch if it is given, and who coordinates if that is.
fn parse(version: &str) -> Option<Asked> {
    let (numbers, mode) = match version.split_once('/') {
        None => (version, None),
        Some((numbers, mode)) => (numbers, Some(mode)),
    };
    let coordination = match mode.map(str::to_ascii_lowercase).as_deref() {
        None => None,
        Some("zk" | "zookeeper") => Some(Coordination::ZooKeeper),
        Some("kraft") => Some(Coordination::KRaft),
        Some(_) => return None,
    };
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    let parts: Vec<u16> = numbers.split('.').map(number).collect::<Option<_>>()?;
    let (line, patch) = match parts[..] {
        // 0.9 and 0.11 had one line each: 0.9.0.x, 0.11.0.x.
        [0, minor @ (9 | 11)] => ((0, minor, 0), None),
        [0, minor, third] => ((0, minor, third), None),
        [0, minor, third, patch] => ((0, minor, third), Some(patch)),
        [major, minor] if major > 0 => ((major, minor, 0), None),
        [major, minor, patch] if major > 0 => ((major, minor, 0), Some(patch)),
        _ => return None,
    };
    Some(Asked { line, patch, coordination })
}

/// The rules that hold for a version as a user writes it: "2.6.1", "3.9", "3.7/zk". `None`: there
/// is no such version, or not with this coordination.
pub fn rules_for(version: &str) -> Option<&'static Rules> {
    let Asked { line, patch, coordination } = parse(version)?;
    let known = TABLE.iter().any(|row| row.since.line == line);
    if !known || line > LAST_LINE {
        return None;
    }
    let patch = patch.unwrap_or(u16::MAX);
    let holds = |row: &&Row| row.since.line == line && row.since.patch <= patch;
    let row = TABLE.iter().rfind(holds)?;
    match coordination {
        None => Some(row.rules),
        Some(wanted) if row.rules.coordination == wanted => Some(row.rules),
        Some(wanted) => {
            row.zookeeper.map(|(_, rules)| rules).filter(|rules| rules.coordination == wanted)
        }
    }
}

impl Rules {
    /// The version as a user writes it to get these rules again: "3.7", and "3.7/zk".
    pub fn version(&self) -> &'static str {
        let other = TABLE.iter().filter_map(|row| row.zookeeper).find(|(_, rules)| {
            (rules.release, rules.coordination) == (self.release, self.coordination)
        });
        other.map_or(self.release, |(version, _)| version)
    }
}

/// A release of the table as one can write it to get it again, and its rules.
pub fn releases() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|row| row.rules.release)
}

/// The releases that stand for a generation of the protocol each, oldest first.
pub fn milestones() -> impl Iterator<Item = &'static str> {
    TABLE.iter().filter(|row| row.milestone).map(|row| row.rules.release)
}

/// The rules of every release, with ZooKeeper and with KRaft where both can be, oldest first.
pub fn every_rules() -> impl Iterator<Item = &'static Rules> {
    TABLE
        .iter()
        .flat_map(|row| row.zookeeper.map(|(_, rules)| rules).into_iter().chain([row.rules]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_gives_the_rules_that_are_called_so() {
        for rules in every_rules() {
            assert_eq!(rules_for(rules.version()), Some(rules));
        }
    }

    fn found(version: &str) -> Option<(&'static str, Coordination)> {
        rules_for(version).map(|rules| (rules.release, rules.coordination))
    }

    #[test]
    fn a_version_without_a_patch_number_is_its_lines_last_patch() {
        for (version, release) in [
            ("0.8.2", "0.8.2"),
            ("0.9", "0.9"),
            ("0.9.0", "0.9"),
            ("1.0", "1.0"),
            ("2.0", "2.0.1"),
            ("2.6", "2.6"),
            ("2.7", "2.7"),
            ("3.4", "3.4"),
        ] {
            assert_eq!(found(version).map(|(r, _)| r), Some(release), "{version}");
        }
    }

    #[test]
    fn a_version_with_a_patch_number_has_the_rules_of_that_patch() {
        for (version, release) in [
            ("0.8.2.1", "0.8.2"),
            ("0.9.0.0", "0.9.0.0"),
            ("0.9.0.1", "0.9"),
            ("0.10.2.2", "0.10.2"),
            ("0.11.0.3", "0.11"),
            ("1.0.1", "1.0.0"),
            ("1.0.2", "1.0"),
            ("2.6.0", "2.6.0"),
            ("2.6.1", "2.6"),
            ("2.6.3", "2.6"),
            ("2.7.1", "2.7.0"),
            ("2.8.1", "2.8"),
            ("3.9.1", "3.9"),
            ("4.1.0", "4.1"),
        ] {
            assert_eq!(found(version).map(|(r, _)| r), Some(release), "{version}");
        }
    }

    #[test]
    fn from_3_3_to_3_9_either_can_coordinate_and_kraft_does_unless_told_otherwise() {
        use Coordination::{KRaft, ZooKeeper};
        assert_eq!(found("3.2"), Some(("3.2", ZooKeeper)));
        assert_eq!(found("3.7"), Some(("3.7", KRaft)));
        assert_eq!(found("3.7/kraft"), Some(("3.7", KRaft)));
        assert_eq!(found("3.7/ZK"), Some(("3.7", ZooKeeper)));
        assert_eq!(found("2.8/kraft"), None);
        assert_eq!(found("4.0/zk"), None);
    }

    #[test]
    fn what_is_no_version_is_not_found() {
        for version in [
            "", "3", "0", "0.7.2", "0.8", "0.10", "2.9", "5.0", "4.x", "3..7", "3.7/", "+3.7",
            "3.7.0.0",
        ] {
            assert_eq!(found(version), None, "{version}");
        }
    }

    #[test]
    fn the_table_is_in_order_and_each_release_is_found_by_its_name() {
        assert!(TABLE.windows(2).all(|pair| pair[0].since < pair[1].since));
        for release in releases() {
            assert_eq!(found(release).map(|(r, _)| r), Some(release));
        }
    }
}
