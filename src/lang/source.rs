//! Where Kafka does what an effect says.

use crate::engine::Effect;
use crate::engine::effect::{AckRule, Counted, CutRule, Death, Election, HwRule, Unpark};
use crate::engine::state::Ask;

/// Where Kafka does what an effect says: the method, or the KIP or ticket it comes from. Names are
/// those of the ZooKeeper releases.
pub fn source(effect: &Effect) -> Option<&'static str> {
    Some(match effect {
        Effect::Hw { rule, .. } => match rule {
            HwRule::Leader { remotes, .. } => {
                if remotes.iter().any(|(_, _, counted)| *counted == Counted::Proposed) {
                    "Partition.maybeIncrementLeaderHW, KIP-497"
                } else if remotes.iter().any(|(_, _, counted)| *counted == Counted::CaughtUp) {
                    "Partition.maybeIncrementLeaderHW, KAFKA-4485"
                } else {
                    "Partition.maybeIncrementLeaderHW"
                }
            }
            HwRule::BelowMinIsr { .. } => "KAFKA-15583",
            HwRule::Follower { .. } => "ReplicaFetcherThread.processPartitionData",
            HwRule::Loaded { .. } => "Partition.getOrCreateReplica",
            HwRule::Clamped { .. } => "Log.truncateTo",
        },
        Effect::Truncated { rule, .. } => match rule {
            CutRule::LocalHw { .. } => "ReplicaManager.makeFollowers",
            CutRule::EpochEnd { .. } | CutRule::EpochUndefined { .. } => "KIP-101",
            CutRule::CommonEpoch { .. } => "KIP-279",
            CutRule::NoEpoch { .. } => "AbstractFetcherThread.truncateToHighWatermark",
            CutRule::LeaderShorter { .. } | CutRule::LeaderStart { .. } => {
                "ReplicaFetcherThread.handleOffsetOutOfRange"
            }
            CutRule::PowerLoss { .. } => return None,
        },
        Effect::EpochAdded { .. } | Effect::EpochRefused { .. } => "LeaderEpochFileCache.assign",
        Effect::EpochsCut { .. } => "LeaderEpochFileCache.clearAndFlushLatest",
        Effect::Asked { ask: Ask::EpochEnd(_), .. } | Effect::EpochEndSent { .. } => "KIP-101",
        Effect::Asked { ask: Ask::LogEnd | Ask::LogStart, .. } => {
            "ReplicaFetcherThread.handleOffsetOutOfRange"
        }
        Effect::DivergingSent { .. } => "KAFKA-10435",
        Effect::EpochFenced { .. }
        | Effect::FetcherStopped { .. }
        | Effect::PositionValid { .. }
        | Effect::TruncationFound { .. } => "KIP-320",
        Effect::Unparked { why: Unpark::Hw, .. } | Effect::Redirected { .. } => "KIP-392",
        Effect::AlterSent { .. }
        | Effect::IsrCommitted { .. }
        | Effect::IsrReverted { .. }
        | Effect::IsrStuck { .. } => "Partition.submitAlterPartition, KIP-497",
        Effect::AlterAccepted { .. } | Effect::AlterRefused { .. } => {
            "ReplicationControlManager.alterPartition"
        }
        Effect::IsrHeard { .. } => "KAFKA-13790",
        Effect::ElrChanged { .. } => "PartitionChangeBuilder.maybePopulateTargetElr, KIP-966",
        Effect::UncleanShutdown { .. } => "ReplicationControlManager, KIP-966",
        Effect::Recovering { .. } => "KIP-704",
        Effect::NotShorter { .. } => "ReplicaFetcherThread.handleOffsetOutOfRange",
        Effect::KeptLog { .. } => "KAFKA-2143",
        Effect::Recognized { .. } | Effect::NewProducerId { .. } => "KIP-98",
        Effect::Parked { .. } => "DelayedFetch",
        Effect::Waiting { .. } => "DelayedProduce",
        Effect::IsrExpanded { .. } => "Partition.maybeExpandIsr",
        Effect::IsrShrunk { .. } => "Partition.maybeShrinkIsr",
        Effect::FellBehind { .. } => "Partition.maybeShrinkIsr",
        Effect::IsrWriteRefused { .. } | Effect::IsrWriteUnreachable { .. } => {
            "Partition.updateIsr"
        }
        Effect::Acked { why: AckRule::Hw { .. } | AckRule::Members { .. }, .. } => {
            "Partition.checkEnoughReplicasReachOffset"
        }
        Effect::Down { how: Death::Halted, .. } => "KAFKA-3410",
        Effect::Elected { how, .. } => match how {
            Election::FromIsr | Election::Unclean => "OfflinePartitionLeaderSelector",
            Election::Preferred => "PreferredReplicaPartitionLeaderSelector",
            Election::ControlledShutdown => "ControlledShutdownLeaderSelector",
            Election::Elr | Election::LastLeader => "PartitionChangeBuilder.electLeader, KIP-966",
            Election::Moved => "PreferredReplicaPartitionLeaderSelector",
            Election::Reassigned => "ReassignedPartitionLeaderSelector",
        },
        Effect::Leaderless { .. } => "OfflinePartitionLeaderSelector",
        Effect::IsrCut { .. } => "KafkaController.removeReplicaFromIsr",
        Effect::LeaderNow { .. } => "Partition.makeLeader",
        Effect::FollowerNow { .. } => "Partition.makeFollower",
        Effect::FollowsOn { .. } => "ReplicaManager.makeFollowers",
        Effect::Appended { .. }
        | Effect::Leo { .. }
        | Effect::Flushed { .. }
        | Effect::Rolled { .. }
        | Effect::HwWritten { .. }
        | Effect::Asked { ask: Ask::Fetch { .. }, .. }
        | Effect::RemoteLeo { .. }
        | Effect::Unparked { why: Unpark::Data | Unpark::WaitOver | Unpark::NotLeader, .. }
        | Effect::RecordsSent { .. }
        | Effect::OffsetSent { .. }
        | Effect::ErrorSent { .. }
        | Effect::ErrorReceived { .. }
        | Effect::Vanished { .. }
        | Effect::Acked { why: AckRule::LeaderAppended, .. }
        | Effect::Unasked { .. }
        | Effect::Dropped { .. }
        | Effect::Failed { .. }
        | Effect::WillRetry { .. }
        | Effect::Retried { .. }
        | Effect::Sought { .. }
        | Effect::Consumed { .. }
        | Effect::ConsumeFailed { .. }
        | Effect::PositionReset { .. }
        | Effect::Down { how: Death::Killed | Death::PowerLoss | Death::Stopped, .. }
        | Effect::Up { .. }
        | Effect::Paused { .. }
        | Effect::Resumed { .. }
        | Effect::ReplicaCreated { .. }
        | Effect::ReplicaDeleted { .. }
        | Effect::Wiped { .. }
        | Effect::AlterVanished { .. }
        | Effect::AnswerLost { .. }
        | Effect::Nobody { .. }
        | Effect::Reassigning { .. }
        | Effect::Reassigned { .. }
        | Effect::Reordered { .. }
        | Effect::LinkCut { .. }
        | Effect::LinkHealed { .. }
        | Effect::WordsHeld { .. }
        | Effect::AnswerWillBeLost { .. }
        | Effect::NoticedDeath { .. }
        | Effect::NoticedReturn { .. }
        | Effect::Told { .. }
        | Effect::WordIgnored { .. }
        | Effect::Passed { .. }
        | Effect::AcksSet { .. }
        | Effect::MinIsrSet { .. }
        | Effect::UncleanSet { .. }
        | Effect::Simplified { .. }
        | Effect::Lost { .. }
        | Effect::Recovered { .. }
        | Effect::Diverged { .. }
        | Effect::Broken { .. }
        | Effect::Mended { .. } => return None,
    })
}
