//! By which rule something followed, or for what reason: what effects carry besides what happened.

use crate::engine::types::*;

/// By which rule a HW was computed, with the numbers put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HwRule {
    /// At the leader: max(HW, min(LEO, the remote LEOs that count)).
    Leader {
        /// The leader's LEO.
        leo: Offset,
        /// The remote replicas that count, with why they do.
        remotes: Vec<(BrokerId, Option<Offset>, Counted)>,
    },
    /// At the leader: frozen, the ISR is below `min.insync.replicas` (KAFKA-15583).
    BelowMinIsr {
        /// The size of the ISR.
        isr: u8,
        /// `min.insync.replicas`.
        min_isr: u8,
    },
    /// At a follower: min(HW in the reply, LEO).
    Follower {
        /// The HW in the reply.
        leader_hw: Offset,
        /// The LEO.
        leo: Offset,
    },
    /// At the start of the process: min(HW checkpoint, LEO).
    Loaded {
        /// The HW in the checkpoint file.
        file: Offset,
        /// The LEO.
        leo: Offset,
    },
    /// Kept within the log (2.4).
    Clamped {
        /// The log start offset.
        start: Offset,
        /// The LEO.
        leo: Offset,
    },
}

/// Why a remote replica counts for the HW.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// It is in the ISR.
    Isr,
    /// The leader has asked to take it into the ISR (KIP-497).
    Proposed,
    /// It is outside the ISR but caught up in time (KAFKA-4485).
    CaughtUp,
}

/// Why a leader asks the controller for another ISR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlterReason {
    /// A follower has reached what it must reach.
    Joins {
        /// Who.
        follower: BrokerId,
        /// Its LEO.
        leo: Offset,
        /// The offset it had to reach.
        entry: Offset,
    },
    /// Followers are too far behind.
    Lag(Vec<(BrokerId, Lag)>),
    /// An unclean leader has recovered (KIP-704).
    Recovered,
}

/// By which rule a log was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutRule {
    /// To the follower's own HW.
    LocalHw {
        /// The HW.
        hw: Offset,
    },
    /// To the end of its latest epoch at the leader (KIP-101).
    EpochEnd {
        /// The epoch asked about.
        asked: Option<Epoch>,
        /// Where the leader says it ended.
        end: Offset,
    },
    /// To where both logs leave the largest epoch that both know (KIP-279).
    CommonEpoch {
        /// The leader's epoch.
        epoch: Epoch,
        /// Where that ended at the leader.
        end: Offset,
        /// The follower's largest epoch not above it.
        own: Option<Epoch>,
        /// Where that ended at the follower.
        own_end: Option<Offset>,
    },
    /// The follower's table has no epoch to ask about: to the HW.
    NoEpoch {
        /// The HW.
        hw: Offset,
    },
    /// The leader does not know where the epoch ended: to the HW.
    EpochUndefined {
        /// The epoch asked about.
        asked: Option<Epoch>,
        /// The HW.
        hw: Offset,
    },
    /// The leader's log is shorter (out of range).
    LeaderShorter {
        /// The leader's LEO.
        leader_end: Offset,
    },
    /// Wiped, to start anew at the leader's log start (out of range).
    LeaderStart {
        /// The leader's log start offset.
        leader_start: Offset,
    },
    /// The power went: to what was flushed.
    PowerLoss {
        /// Up to where it was flushed.
        flushed: Offset,
    },
}

/// Why a parked fetch was read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpark {
    /// There is new data.
    Data,
    /// `replica.fetch.wait.max.ms` is over.
    WaitOver,
    /// The HW is above the one last sent (KIP-392: 2.4, 2.5).
    Hw,
    /// The broker leads no longer.
    NotLeader,
}

/// What of an exchange vanished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// A request on its way.
    Request,
    /// A parked fetch.
    Parked,
    /// A reply on its way.
    Reply,
}

/// Why a follower left the ISR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lag {
    /// Longer than `replica.lag.time.max.ms` without a fetch (0.8) or without being caught up.
    Time {
        /// How long ago.
        ago: Ms,
        /// The limit.
        max: Ms,
    },
    /// More than `replica.lag.max.messages` behind (0.8).
    Messages {
        /// How many records behind.
        behind: Offset,
        /// The limit.
        max: Offset,
    },
}

/// Why a produce request was acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AckRule {
    /// `acks=1`: the leader has appended it.
    LeaderAppended,
    /// `acks=all`: the HW has reached what the request waited for.
    Hw {
        /// The HW.
        hw: Offset,
        /// What it had to reach.
        required: Offset,
    },
    /// `acks=n`: that many ISR members have it.
    Members {
        /// How many have it.
        have: u8,
        /// How many were asked for.
        wanted: u8,
    },
}

/// More about a failed produce request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailDetail {
    /// Nothing more.
    None,
    /// The ISR was too small for `min.insync.replicas`.
    Isr {
        /// The size of the ISR.
        isr: u8,
        /// `min.insync.replicas`.
        min_isr: u8,
    },
    /// Its sequence number is not the next one.
    Sequence {
        /// The number it has.
        number: u16,
        /// The number that would follow.
        expected: u16,
    },
    /// It waited for the HW, which stands here.
    Hw {
        /// The HW.
        hw: Offset,
        /// What it had to reach.
        required: Offset,
    },
}

/// How a broker went down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// The process died; the page cache survives.
    Killed,
    /// It lost power.
    PowerLoss,
    /// A clean shutdown.
    Stopped,
    /// It halted itself: its log is longer than its leader's and unclean election is off
    /// (KAFKA-3410).
    Halted,
}

/// How a leader was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Election {
    /// The first live replica, in the order of the assignment, that is in the ISR.
    FromIsr,
    /// No ISR member is alive: the first live replica at all.
    Unclean,
    /// The preferred leader.
    Preferred,
    /// The old leader is being shut down: the first live ISR member that is not.
    ControlledShutdown,
    /// No ISR member is alive: the first live eligible leader replica (KIP-966).
    Elr,
    /// Nor an eligible leader replica: the last known leader (KIP-966).
    LastLeader,
    /// An operator moved the leadership.
    Moved,
    /// The old leader is not among the replicas that a reassignment ends with.
    Reassigned,
}

/// A simplification that stories are told with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simplification {
    /// A broker came back before the controller noticed its death.
    UnnoticedRestart,
    /// Brokers lost power and the controller did not notice.
    UnnoticedPowerLoss,
}
