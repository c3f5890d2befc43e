//! Places: the numbers of the state that a screen shows and formulas read. A number that changed
//! can carry a mark there, and the formulas that use it repeat the mark.

use crate::engine::effect::Effect;
use crate::engine::{BrokerId, Offset, PartitionId};

/// A number of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A broker's LEO.
    Leo(BrokerId, PartitionId),
    /// A broker's HW in memory.
    Hw(BrokerId, PartitionId),
    /// A broker's HW in `replication-offset-checkpoint`.
    HwFile(BrokerId, PartitionId),
    /// Up to where a broker's log is flushed.
    Flushed(BrokerId, PartitionId),
    /// A broker's leader-epoch table.
    Epochs(BrokerId, PartitionId),
    /// What a leader believes of a follower's LEO.
    RemoteLeo {
        /// The leader.
        leader: BrokerId,
        /// The follower.
        follower: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// What a follower has asked, with the fetch offset.
    Request(BrokerId, PartitionId),
    /// What a follower is replied, with the leader's HW.
    Reply(BrokerId, PartitionId),
    /// A partition's ISR.
    Isr(PartitionId),
    /// `min.insync.replicas`.
    MinIsr,
}

/// A mark at a number on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub place: Place,
    /// The number that stands there; `None` if it is shown as unknown. A formula that read another
    /// one, which the place had for a moment, has no mark.
    pub number: Option<Offset>,
    /// Whether that is the number from before the step, which stands behind the present one.
    pub is_old: bool,
    /// The mark: `a`, `b`, `c`.
    pub sign: char,
}

/// The place whose number an effect changed, or computed anew. `None` for what is about no number
/// of the state.
pub fn changed(effect: &Effect) -> Option<Place> {
    match *effect {
        Effect::Leo { broker, partition, .. } | Effect::Truncated { broker, partition, .. } => {
            Some(Place::Leo(broker, partition))
        }
        Effect::Hw { broker, partition, .. } => Some(Place::Hw(broker, partition)),
        Effect::Flushed { broker, partition, .. } => Some(Place::Flushed(broker, partition)),
        Effect::HwWritten { broker, partition, .. } => Some(Place::HwFile(broker, partition)),
        Effect::EpochAdded { broker, partition, .. }
        | Effect::EpochsCut { broker, partition, .. } => Some(Place::Epochs(broker, partition)),
        Effect::RemoteLeo { leader, partition, follower, .. } => {
            Some(Place::RemoteLeo { leader, follower, partition })
        }
        Effect::Asked { broker, partition, .. }
        | Effect::Parked { follower: broker, partition, .. } => {
            Some(Place::Request(broker, partition))
        }
        Effect::RecordsSent { follower, partition, .. }
        | Effect::EpochEndSent { follower, partition, .. }
        | Effect::OffsetSent { follower, partition, .. }
        | Effect::ErrorSent { follower, partition, .. } => Some(Place::Reply(follower, partition)),
        Effect::IsrExpanded { partition, .. }
        | Effect::IsrShrunk { partition, .. }
        | Effect::IsrCut { partition, .. } => Some(Place::Isr(partition)),
        Effect::MinIsrSet { .. } => Some(Place::MinIsr),
        _ => None,
    }
}
