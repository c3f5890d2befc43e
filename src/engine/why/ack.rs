//! Why a record is not acknowledged.

use super::WhyHw;
use crate::engine::ledger::Outcome;
use crate::engine::rules::AcksAll;
use crate::engine::setup::Setup;
use crate::engine::state::{Cluster, OpenStage, PendingProduce};
use crate::engine::types::*;

/// Why a record is not acknowledged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyAck {
    /// It was not sent.
    NotSent,
    /// It is acknowledged.
    Acked,
    /// It was sent with `acks=0`: nothing will ever be said of it.
    Unasked,
    /// The producer was told an error.
    Failed(KafkaError),
    /// An attempt failed, and the producer sends it again by itself.
    SentAgain {
        /// After this long (`retry.backoff.ms`).
        left: Ms,
    },
    /// Its producer waits, but not at a leader: its request is on its way.
    OnItsWay,
    /// Its request waits in a leader's purgatory.
    Waiting {
        /// At whom.
        broker: BrokerId,
        /// What waits.
        request: PendingProduce,
        /// For what.
        wait: AckWait,
    },
}

/// What a waiting produce request waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AckWait {
    /// `acks=all` from 0.8.2: that the HW gets beyond its record.
    Hw {
        /// The HW now.
        hw: Offset,
        /// Why it is not higher.
        why: WhyHw,
    },
    /// `acks=n`, and to 0.8.1 `acks=all`: that so many members of the ISR have it. These have not,
    /// as far as the leader knows.
    Members {
        /// How many.
        wanted: u8,
        /// Who has not, with the LEO that the leader knows of.
        without: Vec<(BrokerId, Option<Offset>)>,
    },
}

impl Cluster {
    /// The record of a partition that a person is most likely to ask about: the newest one that
    /// waits, else the last one that was sent and not acknowledged, else the last one.
    pub fn newest_open(&self, partition: PartitionId) -> Option<Value> {
        let waits = |b: BrokerId| self.leader(b, partition)?.purgatory.last().map(|p| p.value);
        let waiting = self.up().iter().filter_map(waits).next();
        let sent = || self.ledger.sent.iter().rev().filter(|s| s.partition == partition);
        waiting
            .or_else(|| sent().find(|s| s.outcome != Outcome::Acked).map(|s| s.value))
            .or_else(|| sent().next().map(|s| s.value))
    }

    /// Why a record is not acknowledged.
    pub fn why_not_acked(&self, setup: &Setup, value: Value, partition: PartitionId) -> WhyAck {
        let sent = self.ledger.find(value).filter(|s| s.partition == partition);
        match sent.map(|s| s.outcome) {
            None => WhyAck::NotSent,
            Some(Outcome::Acked) => WhyAck::Acked,
            Some(Outcome::Unasked) => WhyAck::Unasked,
            Some(Outcome::Failed(error)) => WhyAck::Failed(error),
            Some(Outcome::Waiting) => {
                let waiting = self.up().iter().find_map(|broker| {
                    let purgatory = &self.leader(broker, partition)?.purgatory;
                    Some((broker, *purgatory.iter().rev().find(|p| p.value == value)?))
                });
                match waiting {
                    Some((broker, request)) => {
                        let wait = self.ack_wait(setup, broker, partition, &request);
                        WhyAck::Waiting { broker, request, wait }
                    }
                    None => match self.backoff(value, partition) {
                        Some(left) => WhyAck::SentAgain { left },
                        None => WhyAck::OnItsWay,
                    },
                }
            }
        }
    }

    /// How long it takes until a producer sends a record again, if it does.
    fn backoff(&self, value: Value, partition: PartitionId) -> Option<Ms> {
        let mut open = self.producers.iter().flat_map(|p| &p.open);
        open.find_map(|open| match open.stage {
            OpenStage::Backoff(left) if (open.value, open.partition) == (value, partition) => {
                Some(left)
            }
            OpenStage::Backoff(_) | OpenStage::Waiting => None,
        })
    }

    fn ack_wait(
        &self,
        setup: &Setup,
        broker: BrokerId,
        partition: PartitionId,
        request: &PendingProduce,
    ) -> AckWait {
        let leader = self.leader(broker, partition);
        let wanted = match (request.acks, setup.rules.acks_all) {
            (Acks::Count(wanted), _) => Some(wanted),
            (Acks::All, AcksAll::EveryMember) => leader.map(|leader| leader.isr.len() as u8),
            (Acks::All, AcksAll::Hw) | (Acks::Leader | Acks::None, _) => None,
        };
        match wanted {
            Some(wanted) => {
                let members = leader.into_iter().flat_map(|leader| {
                    let remotes = leader.remotes.iter();
                    remotes.filter(|(b, _)| leader.isr.contains(*b)).map(|(b, r)| (*b, r.leo))
                });
                let required = Some(request.required());
                let without = members.filter(|(_, leo)| *leo < required).collect();
                AckWait::Members { wanted, without }
            }
            None => AckWait::Hw {
                hw: self.replica(broker, partition).map_or(0, |r| r.hw),
                why: self.why_hw(setup, broker, partition),
            },
        }
    }
}
