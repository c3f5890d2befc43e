//! What the releases of Kafka do differently: one struct, one table. A field is asked where its rule
//! stands and nowhere else; `docs/rules.md` says where.
//!
//! The three generations here are the ones that tell the story of the high watermark: 0.8.2 (ISR
//! by message count), 0.10.2 (ISR by time, truncation to the HW) and 0.11 (leader epochs,
//! KIP-101). All three coordinate through ZooKeeper. A release without a patch number means its
//! last patch: 0.8.2.2, 0.10.2.2, 0.11.0.3.

use super::types::{Acks, Ms};

/// How a replica that begins to follow brings its log in line with its leader's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truncation {
    /// Cuts to its own HW at once, asking nobody (to 0.10.2).
    LocalHighWatermark,
    /// Asks the leader where its own latest epoch ended, OffsetsForLeaderEpoch v0 (KIP-101, 0.11
    /// to 1.1). Records carry their leader epoch and each replica keeps a leader-epoch table.
    LeaderEpochV0,
}

/// What happens when an epoch is assigned that does not follow the table's last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpochConflict {
    /// It is refused, with a warning in the log (0.11 to 2.0.0).
    Refuse,
    /// It wins and what contradicts it goes (2.0.1, KAFKA-7415).
    LastAssignWins,
}

/// In which order a leader that receives a follower's fetch does its two jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FetchOrder {
    /// Remote LEO, ISR and HW first, then the read: the reply carries the new HW (0.8.0, 0.8.1).
    UpdateThenRead,
    /// The read first: the reply carries the HW from before the update (0.8.2).
    ReadThenUpdate,
}

/// What a leader's change of reign does to a follower that already follows the same broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowerRestart {
    /// Nothing unless the leader's id changes (0.8.2 to 2.0.0).
    LeaderChanges,
    /// Truncation and a new start of its fetcher at every new epoch (0.8.0, 0.8.1; KAFKA-7395).
    EveryEpoch,
}

/// When a follower is too far behind for the ISR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LagRule {
    /// No fetch for longer than `replica.lag.time.max.ms`, or more than
    /// `replica.lag.max.messages` behind (0.8.1, 0.8.2).
    MessagesOrTime,
    /// Not caught up for longer than `replica.lag.time.max.ms`; a fetch from the leader's LEO at
    /// the time of the previous fetch counts as caught up then (0.10.2, KAFKA-4485).
    CaughtUp,
}

/// What becomes of the last member of the ISR when it dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastIsrMember {
    /// The ISR becomes empty if unclean leader election is enabled, else the member stays in it
    /// (0.8.2 to 1.0).
    RemovedIfUnclean,
    /// It stays in the ISR (1.1).
    Kept,
}

/// How a broker answers a consumer that asks for an offset above the HW, within the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadAboveHw {
    /// With the error UNKNOWN (0.8, 0.9).
    ServerError,
    /// With no records (0.10.0).
    Empty,
}

/// The rules of one generation. Some fields hold the same in all three, and are asked all the same:
/// later generations differ in them, and tests flip them. Each field is a row of the rule book's matrix or a rule of its
/// sections that differs between releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The release as the screen names it.
    pub release: &'static str,
    /// Truncation on becoming a follower (KIP-101).
    pub truncation: Truncation,
    /// Whether a new leader enters its epoch into the table at its election rather than with its
    /// first append (KAFKA-7415).
    pub epoch_entry_at_election: bool,
    /// The table's rule for entries that do not follow.
    pub epoch_conflict: EpochConflict,
    /// Whether the table is cut too when the truncation offset is at or above the LEO
    /// (KAFKA-10706).
    pub cuts_epochs_at_leo: bool,
    /// Whether a question about no epoch matches a leader's empty table (KAFKA-6857).
    pub empty_table_matches_undefined: bool,
    /// The order of a follower fetch at the leader.
    pub fetch_order: FetchOrder,
    /// Whether a failed read still sets the remote LEO, to −1 (to 2.3, KAFKA-8400).
    pub failed_read_unsets_remote_leo: bool,
    /// When a follower truncates anew.
    pub follower_restart: FollowerRestart,
    /// When a follower leaves the ISR.
    pub lag: LagRule,
    /// The ISR is checked every `replica.lag.time.max.ms` divided by this.
    pub isr_check_divisor: Ms,
    /// Whether a leader forgets its followers' LEOs at every new epoch, even if it led before
    /// (0.8.2: makeLeader resets them all; later only a broker that is newly leader does).
    pub new_epoch_forgets_remotes: bool,
    /// Whether the HW also waits for caught-up replicas outside the ISR (KAFKA-4485).
    pub hw_waits_for_caught_up: bool,
    /// Whether the HW stands still while the ISR is smaller than `min.insync.replicas`
    /// (KAFKA-15583).
    pub hw_needs_min_isr: bool,
    /// Whether a follower's HW is lowered together with its LEO on truncation (2.4); before, the
    /// next fetch lowers it.
    pub truncation_clamps_hw: bool,
    /// Whether `acks` may be greater than 1 (to 0.8.2).
    pub acks_count: bool,
    /// The producers' default `acks`.
    pub acks_default: Acks,
    /// Whether producers can be idempotent (KIP-98: 0.11), and then how many of a producer's last
    /// records a partition remembers to recognize a retry: 1, from 1.0 on 5 (KAFKA-5494). As many
    /// may be in flight.
    pub idempotence: Option<u8>,
    /// The default of `unclean.leader.election.enable` (KIP-106: false from 0.11).
    pub unclean_default: bool,
    /// What becomes of the last ISR member.
    pub last_isr_member: LastIsrMember,
    /// The default of `replica.lag.time.max.ms`.
    pub lag_time_default: Ms,
    /// Whether a follower whose fetch is out of range halts its broker when the leader's log is
    /// shorter and unclean election is off (KAFKA-3410: 0.8.2 to 2.0.0).
    pub halts_on_shorter_leader: bool,
    /// Whether a follower whose fetch is out of range keeps its log when the leader's log starts
    /// at or below its LEO (KAFKA-2143: 0.9.0.1).
    pub out_of_range_keeps_log: bool,
    /// A consumer above the HW.
    pub read_above_hw: ReadAboveHw,
}

impl Rules {
    /// Whether `replica.lag.max.messages` says who leaves the ISR (to 0.8.2).
    pub fn counts_lag_in_messages(&self) -> bool {
        match self.lag {
            LagRule::MessagesOrTime => true,
            LagRule::CaughtUp => false,
        }
    }

    /// Whether records carry leader epochs and replicas keep a leader-epoch table (0.11).
    pub fn has_epochs(&self) -> bool {
        match self.truncation {
            Truncation::LocalHighWatermark => false,
            Truncation::LeaderEpochV0 => true,
        }
    }
}

/// 0.8.2: ISR by message count and time.
const V0_8_2: Rules = Rules {
    release: "0.8.2",
    truncation: Truncation::LocalHighWatermark,
    epoch_entry_at_election: false,
    epoch_conflict: EpochConflict::Refuse,
    cuts_epochs_at_leo: false,
    empty_table_matches_undefined: false,
    fetch_order: FetchOrder::ReadThenUpdate,
    failed_read_unsets_remote_leo: true,
    follower_restart: FollowerRestart::LeaderChanges,
    lag: LagRule::MessagesOrTime,
    isr_check_divisor: 1,
    new_epoch_forgets_remotes: true,
    hw_waits_for_caught_up: false,
    hw_needs_min_isr: false,
    truncation_clamps_hw: false,
    acks_count: true,
    acks_default: Acks::Leader,
    idempotence: None,
    unclean_default: true,
    last_isr_member: LastIsrMember::RemovedIfUnclean,
    lag_time_default: 10_000,
    halts_on_shorter_leader: true,
    out_of_range_keeps_log: false,
    read_above_hw: ReadAboveHw::ServerError,
};

/// 0.10.2: ISR by time; the last release that truncates to the HW.
const V0_10_2: Rules = Rules {
    release: "0.10.2",
    lag: LagRule::CaughtUp,
    isr_check_divisor: 2,
    new_epoch_forgets_remotes: false,
    hw_waits_for_caught_up: true,
    acks_count: false,
    out_of_range_keeps_log: true,
    read_above_hw: ReadAboveHw::Empty,
    ..V0_8_2
};

/// 0.11: leader epochs.
const V0_11: Rules = Rules {
    release: "0.11",
    truncation: Truncation::LeaderEpochV0,
    idempotence: Some(1),
    empty_table_matches_undefined: true,
    unclean_default: false,
    ..V0_10_2
};

/// The table: every generation the program knows, oldest first.
static GENERATIONS: [(&[&str], Rules); 3] = [
    (&["0.8.2", "0.8.2.2"], V0_8_2),
    (&["0.10.2", "0.10.2.2"], V0_10_2),
    (&["0.11", "0.11.0", "0.11.0.3"], V0_11),
];

/// The rules that hold for a version as a user writes it, if the table has them.
pub fn rules_for(version: &str) -> Option<&'static Rules> {
    GENERATIONS.iter().find(|(names, _)| names.contains(&version)).map(|(_, rules)| rules)
}

/// The releases that the table has, oldest first.
pub fn releases() -> impl Iterator<Item = &'static str> {
    GENERATIONS.iter().map(|(_, rules)| rules.release)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_without_a_patch_number_is_its_last_patch() {
        for (names, rules) in &GENERATIONS {
            for name in *names {
                assert_eq!(rules_for(name), Some(rules));
            }
        }
        assert_eq!(rules_for("0.10.2.0"), None);
    }

    #[test]
    fn a_release_is_found_by_the_name_the_screen_gives_it() {
        for release in releases() {
            assert_eq!(rules_for(release).map(|r| r.release), Some(release));
        }
    }
}
