//! What the releases of Kafka do differently: one struct, one table. A field is asked where its rule
//! stands and nowhere else; `docs/rules.md` says where.
//!
//! A row of the table ([`super::release`]) is filled from the row before it: what stands in it is
//! what changed. Where a fix reached only the later patches of a line, the line has two rows.

use super::types::{Acks, KafkaError, Ms};

/// Who keeps the state of the partitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordination {
    /// ZooKeeper: the controller is a broker that writes znodes and tells the others by LeaderAndIsr.
    ZooKeeper,
    /// KRaft (KIP-500): the controller quorum keeps a log of records, which every broker reads.
    KRaft,
}

/// How a replica that begins to follow brings its log in line with its leader's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truncation {
    /// Cuts to its own HW at once, asking nobody (to 0.10.2).
    LocalHighWatermark,
    /// Asks the leader where its own latest epoch ended, OffsetsForLeaderEpoch v0 (KIP-101, 0.11
    /// to 1.1). Records carry their leader epoch and each replica keeps a leader-epoch table.
    LeaderEpochV0,
    /// Asks for the largest epoch not above its own and where that ended, until both agree on one:
    /// OffsetsForLeaderEpoch v1 (KIP-279, KAFKA-6361, 2.0).
    LeaderEpochV1,
    /// Fetches at once and says its latest epoch; the leader answers with the diverging epoch
    /// (KAFKA-10435, 2.7).
    OnFetch,
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
    /// The read first, but the reply carries the HW from after the update (KAFKA-5758, in 1.0.0,
    /// 1.0.1 and 1.1.0; undone by KAFKA-7104).
    ReadThenUpdateNewHw,
}

/// When a follower that already follows the same broker truncates anew at a new epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowerRestart {
    /// Never, unless the leader's id changes (0.8.2 to 2.0.0).
    LeaderChanges,
    /// If it has missed an epoch in between, too (KAFKA-7164, 2.0.1).
    EpochJumps,
    /// Always (0.8.0, 0.8.1; 2.1, KAFKA-7395).
    EveryEpoch,
}

/// When a follower is too far behind for the ISR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LagRule {
    /// No fetch for longer than `replica.lag.time.max.ms` while behind the leader's LEO, or more
    /// than `replica.lag.max.messages` behind (0.8.0).
    MessagesOrStuck,
    /// No fetch for longer than `replica.lag.time.max.ms`, or more than
    /// `replica.lag.max.messages` behind (0.8.1, 0.8.2).
    MessagesOrTime,
    /// No fetch from the leader's LEO for longer than `replica.lag.time.max.ms` (KAFKA-1546, 0.9 to
    /// 0.10.1).
    ReadToEnd,
    /// Not caught up for longer than `replica.lag.time.max.ms`; a fetch from the leader's LEO at
    /// the time of the previous fetch counts as caught up then (0.10.2, KAFKA-4485).
    CaughtUp,
    /// The same, but never while its LEO is the leader's (2.2, KAFKA-8002).
    CaughtUpOrAtLeo,
}

/// For whom the HW waits besides the ISR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HwWait {
    /// For nobody (to 0.10.1).
    Nobody,
    /// For replicas that are caught up in time (KAFKA-4485, 0.10.2).
    CaughtUp,
    /// For replicas that are caught up in time or at the leader's LEO (3.3).
    CaughtUpOrAtLeo,
    /// The same, if they may join the ISR (KAFKA-15021, 3.6).
    Eligible,
}

/// Who writes a leader's change of the ISR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IsrWrite {
    /// The leader itself, into the partition's znode, if nobody else has changed it since.
    Znode,
    /// The controller, asked by AlterPartition (KIP-497, 2.7; first called AlterIsr). Until it has
    /// answered the HW waits for the maximal ISR.
    AlterPartition,
}

/// Who may join the ISR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IsrEligibility {
    /// Every assigned replica (to 3.2).
    Anybody,
    /// Not a broker that is fenced or shutting down (KIP-841, 3.3).
    Unfenced,
    /// Nor one that has registered anew since it fetched (KIP-903, 3.5).
    SameBrokerEpoch,
}

/// What becomes of the last member of the ISR when it dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastIsrMember {
    /// It leaves the ISR, which is then empty (0.8.0, 0.8.1).
    Removed,
    /// The ISR becomes empty if unclean leader election is enabled, else the member stays in it
    /// (0.8.2 to 1.0).
    RemovedIfUnclean,
    /// It stays in the ISR (1.1).
    Kept,
    /// It leaves the ISR and becomes an eligible leader replica (KIP-966, 4.1).
    Elr,
}

/// In which order the controller looks for a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElectionOrder {
    /// In the order of the ISR's list (0.8.0, 0.8.1).
    IsrList,
    /// In the order of the assignment (0.8.2).
    Assignment,
}

/// Whether an unclean leader may be elected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unclean {
    /// Always: there is no setting (to 0.8.1).
    Always,
    /// As `unclean.leader.election.enable` says, with this default.
    Default(bool),
}

/// What raises the leader epoch besides elections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpochRise {
    /// When the controller takes a replica out of the ISR (ZooKeeper).
    ControllerRemoves,
    /// When anybody does (KRaft to 3.5).
    IsrShrinks,
    /// Only when the leader changes (KRaft from 3.6, KAFKA-15021).
    LeaderChanges,
}

/// What `min.insync.replicas` means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinIsr {
    /// Nothing: the setting does not exist (to 0.8.1).
    None,
    /// What it says.
    AsSet,
    /// At most the number of replicas (3.7).
    AtMostReplicas,
}

/// What a produce request with `acks=all` waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcksAll {
    /// For every member of the ISR to have the record (0.8.0, 0.8.1).
    EveryMember,
    /// For the HW (0.8.2).
    Hw,
}

/// How a broker answers a consumer that asks for an offset above the HW, within the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadAboveHw {
    /// With the error UNKNOWN (0.8, 0.9).
    ServerError,
    /// With no records (0.10.0).
    Empty,
}

/// From whom a consumer may fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsumeFrom {
    /// From the leader.
    Leader,
    /// From a follower that the leader names (KIP-392, 2.4).
    Follower,
    /// From a follower in the ISR that the leader names (KAFKA-14372, 3.4).
    IsrFollower,
}

/// Idempotent producers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdempotenceRule {
    /// Of how many of a producer's last records a partition remembers the numbers: 1, from 1.0 on 5
    /// (KAFKA-5494). As many may be in flight.
    pub remembered: u8,
    /// Whether `enable.idempotence` is on unless `acks` forbid it (3.0, KAFKA-13598).
    pub default: bool,
    /// A record that is not a producer's first to a partition that knows nothing of it.
    pub unknown_producer: UnknownProducer,
}

/// What a partition says to a record that is not its producer's first, of whom it knows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownProducer {
    /// This error: OUT_OF_ORDER_SEQUENCE_NUMBER (0.11), UNKNOWN_PRODUCER_ID (1.0 to 2.4).
    Refused(KafkaError),
    /// Nothing (KIP-360, 2.5).
    Accepted,
}

/// The rules of one release. Each field is a row of the rule book's matrix or a rule of its sections
/// that differs between releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The release as the screen names it.
    pub release: &'static str,
    /// Who keeps the state of the partitions.
    pub coordination: Coordination,

    /// Truncation on becoming a follower.
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
    /// Whether a question about an epoch before the first one is answered with where that began
    /// (KAFKA-7415, 2.0.1).
    pub answers_before_first_epoch: bool,
    /// Whether requests carry the leader epoch and are refused if it is not the leader's (KIP-320,
    /// 2.1).
    pub fences_epochs: bool,
    /// Whether a follower's HW is lowered together with its LEO on truncation (2.4); before, the
    /// next fetch lowers it.
    pub truncation_clamps_hw: bool,
    /// When a follower truncates anew.
    pub follower_restart: FollowerRestart,
    /// Whether a follower whose fetch is out of range halts its broker when the leader's log is
    /// shorter and unclean election is off (KAFKA-3410: 0.8.2 to 2.0.0; KAFKA-7414).
    pub halts_on_shorter_leader: bool,
    /// Whether a follower whose fetch is out of range keeps its log when the leader's log starts
    /// at or below its LEO (KAFKA-2143: 0.9.0.1).
    pub out_of_range_keeps_log: bool,
    /// Whether a follower takes over the HW of a reply that tells it to truncate (to 3.4.0,
    /// KAFKA-14704).
    pub diverging_reply_sets_hw: bool,

    /// The order of a follower fetch at the leader.
    pub fetch_order: FetchOrder,
    /// Whether a failed read still sets the remote LEO, to −1 (to 2.3, KAFKA-8400).
    pub failed_read_unsets_remote_leo: bool,
    /// Whether a fetch that is told to truncate counts as the follower's LEO all the same (2.7.0,
    /// 2.7.1, 2.8.0; KAFKA-13141).
    pub diverging_fetch_counts: bool,
    /// Whether a parked fetch is answered at once when the HW is above the one last sent to its
    /// follower (KIP-392: 2.4, 2.5; undone by KAFKA-9952).
    pub parked_waits_for_hw: bool,
    /// Whether a leader forgets its followers' LEOs at every new epoch, even if it led before
    /// (to 0.8.2: makeLeader resets them all; later only a broker that is newly leader does).
    pub new_epoch_forgets_remotes: bool,

    /// When a follower leaves the ISR.
    pub lag: LagRule,
    /// The ISR is checked every `replica.lag.time.max.ms` divided by this.
    pub isr_check_divisor: Ms,
    /// Whether a follower has to reach the start of the leader's epoch to join the ISR (KAFKA-7128,
    /// 2.0.1); before, the HW was enough.
    pub isr_entry_at_epoch_start: bool,
    /// Who writes a leader's change of the ISR.
    pub isr_write: IsrWrite,
    /// Who may join the ISR.
    pub isr_eligibility: IsrEligibility,
    /// For whom the HW waits besides the ISR.
    pub hw_wait: HwWait,
    /// Whether the HW stands still while the ISR is smaller than `min.insync.replicas`
    /// (KAFKA-15583).
    pub hw_needs_min_isr: bool,
    /// What `min.insync.replicas` means.
    pub min_isr: MinIsr,

    /// In which order the controller looks for a leader.
    pub election_order: ElectionOrder,
    /// What becomes of the last ISR member.
    pub last_isr_member: LastIsrMember,
    /// When the leader epoch rises besides elections.
    pub epoch_rise: EpochRise,
    /// Whether an unclean leader may be elected.
    pub unclean: Unclean,
    /// Whether partitions without a leader get one at once when unclean election is switched on
    /// (ZooKeeper from 2.1: KafkaController.enableTopicUncleanLeaderElection).
    pub unclean_set_elects: bool,
    /// Whether an unclean leader is marked as recovering until it says otherwise, and may have
    /// nobody beside it in the ISR before (KIP-704, 3.2).
    pub marks_recovering: bool,
    /// How often partitions without a leader are looked at for an unclean election, in milliseconds:
    /// `unclean.leader.election.interval.ms` (KRaft from 3.9).
    pub unclean_interval: Option<Ms>,

    /// What `acks=all` waits for.
    pub acks_all: AcksAll,
    /// Whether `acks` may be greater than 1 (to 0.8.2).
    pub acks_count: bool,
    /// The producers' default `acks`.
    pub acks_default: Acks,
    /// The producers' default `retries`; `u8::MAX` is for ever.
    pub retries_default: u8,
    /// Idempotent producers (KIP-98: 0.11).
    pub idempotence: Option<IdempotenceRule>,
    /// What a broker that does not lead says: NOT_LEADER_FOR_PARTITION, from 2.6 on
    /// NOT_LEADER_OR_FOLLOWER (KIP-392).
    pub not_leader: KafkaError,
    /// A consumer above the HW.
    pub read_above_hw: ReadAboveHw,
    /// Whether a consumer that asks for the end is told OFFSET_NOT_AVAILABLE while the HW is below
    /// the start of the leader's epoch (KIP-207, 2.2).
    pub end_waits_for_hw: bool,
    /// From whom a consumer may fetch.
    pub consume_from: ConsumeFrom,
    /// Whether a consumer asks, when the leader epoch changes, whether what it has read is still
    /// there (KIP-320, 2.3).
    pub consumer_validates: bool,

    /// The default of `replica.lag.time.max.ms`.
    pub lag_time_default: Ms,
    /// The default of `zookeeper.session.timeout.ms` or `broker.session.timeout.ms`.
    pub session_timeout_default: Ms,
    /// The default of `controlled.shutdown.enable`.
    pub controlled_shutdown_default: bool,
    /// The default of `auto.leader.rebalance.enable`.
    pub rebalance_default: bool,
    /// The default of `log.flush.interval.ms`, if it is not to leave flushing to the operating
    /// system (0.8.0).
    pub flush_interval_default: Option<Ms>,
}

impl Rules {
    /// Whether `replica.lag.max.messages` says who leaves the ISR (to 0.8.2).
    pub fn counts_lag_in_messages(&self) -> bool {
        match self.lag {
            LagRule::MessagesOrStuck | LagRule::MessagesOrTime => true,
            LagRule::ReadToEnd | LagRule::CaughtUp | LagRule::CaughtUpOrAtLeo => false,
        }
    }

    /// Whether records carry leader epochs and replicas keep a leader-epoch table (0.11).
    pub fn has_epochs(&self) -> bool {
        match self.truncation {
            Truncation::LocalHighWatermark => false,
            Truncation::LeaderEpochV0 | Truncation::LeaderEpochV1 | Truncation::OnFetch => true,
        }
    }

    /// Whether the controller keeps a list of eligible leader replicas (KIP-966, 4.1).
    pub fn has_elr(&self) -> bool {
        self.last_isr_member == LastIsrMember::Elr
    }

    /// The default of `unclean.leader.election.enable`; where there is no such setting, what is done.
    pub fn unclean_default(&self) -> bool {
        match self.unclean {
            Unclean::Always => true,
            Unclean::Default(default) => default,
        }
    }
}
