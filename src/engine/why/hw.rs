//! Why a HW is not higher.

use crate::engine::effect::{Counted, HwRule};
use crate::engine::setup::Setup;
use crate::engine::state::{Answer, Ask, Call, Cluster, Fetcher, Follower, Role, Stage};
use crate::engine::types::*;

/// Why a broker's HW is not higher.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each field is named for the number it carries")]
pub enum WhyHw {
    /// The broker is down: it has no HW.
    Down,
    /// The broker has no replica of the partition.
    NotAssigned,
    /// The controller has not spoken to it since it started: the HW is that of its file.
    NotTold { hw: Offset },
    /// It leads and there is nothing above its HW.
    NothingAbove { hw: Offset },
    /// It leads and the HW stands still, as its ISR is below `min.insync.replicas`.
    BelowMinIsr { hw: Offset, isr: u8, min_isr: u8 },
    /// It leads and these hold the HW back: each counts, and nobody who counts has a lower LEO.
    HeldBack { hw: Offset, leo: Offset, by: Vec<(BrokerId, Option<Offset>, Counted)> },
    /// It leads and nothing holds the HW back any more: the next append, fetch or change of the ISR
    /// raises it.
    Due { hw: Offset, to: Offset },
    /// It follows a broker that is down or does not lead: nobody tells it a HW.
    NobodyToTell { hw: Offset, leader: BrokerId },
    /// It follows, and the leader's HW is not higher either.
    LeaderNotHigher { hw: Offset, leader: BrokerId, leader_hw: Offset },
    /// It follows, the leader's HW is higher, and it learns that with a reply only.
    NotLearnt { hw: Offset, leo: Offset, leader: BrokerId, leader_hw: Offset, next: NextReply },
}

/// Where the reply is that a follower learns the HW with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each field is named for the number it carries")]
pub enum NextReply {
    /// It has not asked.
    NotAsked,
    /// It has to ask something else before it may fetch.
    OtherQuestionFirst,
    /// Its request is on its way to the leader.
    Requested,
    /// The leader holds its fetch until there is data, or for this long.
    Parked { left: Ms },
    /// A reply is on its way, with this HW.
    Replied { carries: Offset },
}

impl Cluster {
    /// Why a broker's HW is not higher.
    pub fn why_hw(&self, setup: &Setup, broker: BrokerId, partition: PartitionId) -> WhyHw {
        if !self.is_assigned(partition, broker) {
            return WhyHw::NotAssigned;
        }
        let Some(replica) = self.replica(broker, partition) else { return WhyHw::Down };
        let hw = replica.hw;
        match &replica.role {
            Role::Idle => WhyHw::NotTold { hw },
            Role::Leader(_) => self.why_leader_hw(setup, broker, partition, hw),
            Role::Follower(follower) => self.why_follower_hw(broker, partition, hw, follower),
        }
    }

    fn why_leader_hw(
        &self,
        setup: &Setup,
        broker: BrokerId,
        partition: PartitionId,
        hw: Offset,
    ) -> WhyHw {
        let leo = self.leo(broker, partition);
        match self.leader_hw(setup, broker, partition) {
            _ if hw >= leo => WhyHw::NothingAbove { hw },
            None => WhyHw::NothingAbove { hw },
            Some((_, HwRule::BelowMinIsr { isr, min_isr })) => {
                WhyHw::BelowMinIsr { hw, isr, min_isr }
            }
            Some((to, _)) if to > hw => WhyHw::Due { hw, to },
            Some((_, HwRule::Leader { remotes, .. })) => {
                let lowest = remotes.iter().map(|(_, leo, _)| *leo).min().flatten();
                let by = remotes.into_iter().filter(|(_, leo, _)| *leo == lowest).collect();
                WhyHw::HeldBack { hw, leo, by }
            }
            // The rules of a follower and of a start; a leader's HW comes from none of them.
            Some((_, HwRule::Follower { .. } | HwRule::Loaded { .. } | HwRule::Clamped { .. })) => {
                WhyHw::NothingAbove { hw }
            }
        }
    }

    fn why_follower_hw(
        &self,
        broker: BrokerId,
        partition: PartitionId,
        hw: Offset,
        follower: &Follower,
    ) -> WhyHw {
        let leader = follower.leader;
        let leads = self.leader(leader, partition).and(self.replica(leader, partition));
        let Some(leader_hw) = leads.map(|r| r.hw) else {
            return WhyHw::NobodyToTell { hw, leader };
        };
        if leader_hw <= hw {
            return WhyHw::LeaderNotHigher { hw, leader, leader_hw };
        }
        let next = match &follower.call {
            Some(Call { stage: Stage::Replied(Answer::Records { hw, .. }), .. }) => {
                NextReply::Replied { carries: *hw }
            }
            Some(Call { stage: Stage::Parked(left), .. }) => NextReply::Parked { left: *left },
            Some(Call { ask: Ask::Fetch { .. }, stage: Stage::Sent, .. }) => NextReply::Requested,
            None if follower.fetcher == Fetcher::Fetching => NextReply::NotAsked,
            // An error makes it ask again.
            Some(Call { ask: Ask::Fetch { .. }, stage: Stage::Replied(_), .. }) => {
                NextReply::NotAsked
            }
            _ => NextReply::OtherQuestionFirst,
        };
        let leo = self.leo(broker, partition);
        WhyHw::NotLearnt { hw, leo, leader, leader_hw, next }
    }
}
