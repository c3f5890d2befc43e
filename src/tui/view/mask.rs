//! What a question hides: the answer must not be seen anywhere on the screen until the next step.

use super::scene::Scene;
use crate::engine::effect::{FailDetail, HwRule};
use crate::engine::*;
use crate::scenario::quantity::What;

/// Whether a sentence about an effect would give away the answer to the question of this step.
pub(super) fn would_tell(scene: &Scene, effect: &Effect) -> bool {
    let Some(hidden) = scene.session.masked() else { return false };
    let elsewhere = effect.partition().is_some_and(|p| p != hidden.partition);
    // A property speaks about everything at once.
    let of_all = matches!(effect, Effect::Broken { .. } | Effect::Mended { .. });
    !elsewhere && (of_all || tells(scene, hidden.what, effect))
}

fn tells(scene: &Scene, hidden: What, effect: &Effect) -> bool {
    use Effect as E;
    let leads = |b| scene.named_leader() == Some(b);
    match hidden {
        // A segment that is closed is flushed: up to where the next one begins.
        What::Segments(b) if matches!(effect, E::Flushed { broker, .. } if *broker == b) => true,
        What::Hw(b) => {
            matches!(effect, E::Hw { broker, .. } if *broker == b || leads(b))
                || leads(b)
                    && matches!(
                        effect,
                        E::Acked { .. }
                            | E::Failed { .. }
                            | E::RecordsSent { .. }
                            | E::Consumed { .. }
                            | E::IsrExpanded { .. }
                            | E::DivergingSent { .. }
                            | E::AlterSent { .. }
                            | E::Diverged { .. }
                    )
                || matches!(effect, E::Truncated { broker, .. } if *broker == b)
        }
        What::Visible => {
            matches!(effect, E::Hw { .. } | E::Acked { .. } | E::Consumed { .. } | E::Lost { .. })
        }
        What::HwOnDisk(b) => {
            matches!(effect, E::HwWritten { broker, .. } | E::Hw { broker, .. } if *broker == b)
        }
        What::Flushed(b) => matches!(effect, E::Flushed { broker, .. } if *broker == b),
        What::Leo(b) | What::Log(b) | What::Records(b) | What::LogStart(b) | What::Segments(b) => {
            // What clients are told, and what followers are, is read from the leader's log.
            let of_leader = matches!(
                effect,
                E::Waiting { .. }
                    | E::Acked { .. }
                    | E::Failed { .. }
                    | E::Recognized { .. }
                    | E::RecordsSent { .. }
                    | E::DivergingSent { .. }
                    | E::PositionValid { .. }
                    | E::TruncationFound { .. }
                    | E::Consumed { .. }
            );
            if of_leader && leads(b) {
                return true;
            }
            match effect {
                E::Appended { broker, .. }
                | E::Leo { broker, .. }
                | E::Truncated { broker, .. }
                | E::Rolled { broker, .. }
                | E::EpochAdded { broker, .. }
                | E::EpochsCut { broker, .. }
                | E::KeptLog { broker, .. }
                | E::Hw { broker, .. } => *broker == b,
                E::RemoteLeo { follower, .. } | E::IsrExpanded { follower, .. } => *follower == b,
                E::RecordsSent { follower, .. } | E::DivergingSent { follower, .. } => {
                    *follower == b
                }
                E::AlterSent { .. } => true,
                E::ReplicaCreated { broker, .. } | E::ReplicaDeleted { broker, .. } => *broker == b,
                E::Lost { .. } | E::Recovered { .. } | E::Diverged { .. } => true,
                _ => false,
            }
        }
        What::Epochs(b) | What::EpochsOnDisk(b) => match effect {
            E::EpochAdded { broker, .. }
            | E::EpochRefused { broker, .. }
            | E::EpochsCut { broker, .. } => *broker == b,
            _ => false,
        },
        What::Remote(f) | What::RemoteAt(_, f) => match effect {
            E::AlterSent { .. } => true,
            E::RemoteLeo { follower, .. } | E::IsrExpanded { follower, .. } => *follower == f,
            E::Hw { broker, .. } => leads(*broker),
            _ => false,
        },
        What::Elr | What::LastLeader | What::Recovering => matches!(
            effect,
            E::ElrChanged { .. }
                | E::UncleanShutdown { .. }
                | E::Elected { .. }
                | E::Leaderless { .. }
                | E::Recovering { .. }
        ),
        What::Replicas => matches!(
            effect,
            E::Reassigning { .. }
                | E::Reassigned { .. }
                | E::ReplicaCreated { .. }
                | E::ReplicaDeleted { .. }
        ),
        What::Isr | What::IsrAt(_) | What::MaximalIsr(_) | What::Alter(_) => matches!(
            effect,
            E::IsrExpanded { .. }
                | E::IsrShrunk { .. }
                | E::IsrCut { .. }
                | E::IsrWriteRefused { .. }
                | E::IsrWriteUnreachable { .. }
                | E::AlterSent { .. }
                | E::AlterAccepted { .. }
                | E::AlterRefused { .. }
                | E::IsrCommitted { .. }
                | E::IsrReverted { .. }
                | E::IsrStuck { .. }
                | E::IsrHeard { .. }
                | E::AlterVanished { .. }
                | E::ElrChanged { .. }
                | E::UncleanShutdown { .. }
                | E::Reassigned { .. }
                | E::LeaderNow { .. }
                | E::Elected { .. }
                | E::Leaderless { .. }
                | E::WordIgnored { .. }
                | E::Hw { rule: HwRule::Leader { .. } | HwRule::BelowMinIsr { .. }, .. }
                | E::Failed { detail: FailDetail::Isr { .. }, .. }
        ),
        What::Leader | What::Role(_) | What::Follows(_) | What::Epoch | What::EpochAt(_) => {
            matches!(
                effect,
                E::LeaderNow { .. }
                    | E::FollowerNow { .. }
                    | E::FollowsOn { .. }
                    | E::Elected { .. }
                    | E::Leaderless { .. }
                    | E::IsrCut { .. }
                    | E::Nobody { .. }
                    | E::ElrChanged { .. }
                    | E::Recovering { .. }
                    | E::AlterAccepted { .. }
                    | E::EpochFenced { .. }
                    | E::FetcherStopped { .. }
                    | E::Reassigning { .. }
                    | E::Reassigned { .. }
                    | E::WordIgnored { .. }
                    | E::EpochAdded { .. }
            )
        }
        What::State(b) => {
            matches!(
                effect,
                E::Down { broker, .. }
                    | E::Up { broker }
                    | E::Paused { broker }
                    | E::Resumed { broker } if *broker == b
            )
        }
        What::Fetch(f) => match effect {
            E::Asked { broker, .. }
            | E::FetcherStopped { broker, .. }
            | E::ErrorReceived { broker, .. }
            | E::Vanished { broker, .. } => *broker == f,
            E::Parked { follower, .. }
            | E::Unparked { follower, .. }
            | E::RecordsSent { follower, .. }
            | E::EpochEndSent { follower, .. }
            | E::DivergingSent { follower, .. }
            | E::EpochFenced { follower, .. }
            | E::OffsetSent { follower, .. }
            | E::ErrorSent { follower, .. } => *follower == f,
            _ => false,
        },
        What::Purgatory(_) => {
            matches!(effect, E::Waiting { .. } | E::Acked { .. } | E::Failed { .. })
        }
        What::Outcome(v) => match effect {
            E::Waiting { value, .. }
            | E::Acked { value, .. }
            | E::Unasked { value, .. }
            | E::Dropped { value, .. }
            | E::Failed { value, .. } => *value == v,
            _ => false,
        },
        What::Live => matches!(
            effect,
            E::NoticedDeath { .. } | E::NoticedReturn { .. } | E::UncleanShutdown { .. }
        ),
        // What the producer was told and what the leader has make the verdict.
        What::Fate(v) => match effect {
            E::Waiting { value, .. }
            | E::Acked { value, .. }
            | E::Unasked { value, .. }
            | E::Dropped { value, .. }
            | E::Failed { value, .. }
            | E::Lost { value, .. }
            | E::Recovered { value, .. } => *value == v,
            E::Truncated { cut, .. } => cut.iter().any(|r| r.value == v),
            _ => false,
        },
        What::Lost | What::Unavailable => {
            matches!(effect, E::Lost { .. } | E::Recovered { .. })
        }
        What::Diverged => matches!(effect, E::Diverged { .. }),
        // Said of every effect about a property before.
        What::Broken => false,
        What::Position(_) => {
            matches!(
                effect,
                E::Consumed { .. }
                    | E::PositionReset { .. }
                    | E::PositionValid { .. }
                    | E::TruncationFound { .. }
            )
        }
        What::Acks(_) => matches!(effect, E::AcksSet { .. }),
        What::MinIsr => matches!(effect, E::MinIsrSet { .. }),
        What::Unclean => matches!(effect, E::UncleanSet { .. }),
        What::Unread(_) | What::Duplicated => false,
    }
}
