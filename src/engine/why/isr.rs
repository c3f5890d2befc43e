//! Why a follower is not in the ISR.

use crate::engine::setup::Setup;
use crate::engine::state::{AlterStage, Cluster, Fetcher};
use crate::engine::types::*;

/// Why a broker is not in the ISR that the controller keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each field is named for the number it carries")]
pub enum WhyIsr {
    /// It is in the ISR.
    Member { leads: bool },
    /// The broker has no replica of the partition.
    NotAssigned,
    /// It is down, and the controller knows it.
    Down,
    /// Nobody leads: nobody could take it in.
    NobodyLeads,
    /// The leader has asked the controller to take it in, and has no answer yet (KIP-497).
    Asked { leader: BrokerId, stage: AlterStage },
    /// The leader's copy of the znode's version or of the partition epoch is old: what it says about
    /// the ISR is refused until the controller tells it anew.
    VersionOld { leader: BrokerId },
    /// The controller has fenced it, and it may not join (KIP-841).
    Fenced { leader: BrokerId },
    /// It does not follow the broker that leads: the controller's word has not reached it.
    DoesNotFollow { leader: BrokerId },
    /// It has to ask another question before it may fetch.
    OtherQuestionFirst { leader: BrokerId, leo: Offset, entry: Offset },
    /// Its LEO is below the offset from which it must fetch.
    Behind { leader: BrokerId, leo: Offset, entry: Offset },
    /// Its LEO is high enough, but no fetch from there has reached the leader: the next one that
    /// does takes it in.
    NotFetched { leader: BrokerId, leo: Offset, entry: Offset, known: Option<Offset> },
}

impl Cluster {
    /// Why a broker is not in the ISR of a partition.
    pub fn why_not_in_isr(
        &self,
        setup: &Setup,
        broker: BrokerId,
        partition: PartitionId,
    ) -> WhyIsr {
        if !self.is_assigned(partition, broker) {
            return WhyIsr::NotAssigned;
        }
        let state = self.partition(partition);
        if state.isr.contains(broker) {
            return WhyIsr::Member { leads: state.leader == Some(broker) };
        }
        if !self.is_up(broker) {
            return WhyIsr::Down;
        }
        let leads = state.leader.and_then(|b| Some((b, self.leader(b, partition)?)));
        let Some((leader, kept)) = leads else { return WhyIsr::NobodyLeads };
        if let Some(alter) = kept.alter.filter(|a| a.isr.contains(broker)) {
            return WhyIsr::Asked { leader, stage: alter.stage };
        }
        if !kept.version_current {
            return WhyIsr::VersionOld { leader };
        }
        let follows = self.follower(broker, partition).filter(|f| f.leader == leader);
        let Some(follower) = follows else { return WhyIsr::DoesNotFollow { leader } };
        let leo = self.leo(broker, partition);
        let entry = self.isr_entry(leader, partition).unwrap_or_default();
        if follower.fetcher != Fetcher::Fetching {
            return WhyIsr::OtherQuestionFirst { leader, leo, entry };
        }
        if leo < entry {
            return WhyIsr::Behind { leader, leo, entry };
        }
        if !self.may_join_isr(setup, broker) {
            return WhyIsr::Fenced { leader };
        }
        let known = kept.remote(broker).and_then(|r| r.leo);
        WhyIsr::NotFetched { leader, leo, entry, known }
    }
}
