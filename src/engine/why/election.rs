//! Why nobody leads, and why somebody was elected.

use super::Past;
use crate::engine::effect::{Effect, Election};
use crate::engine::setup::Setup;
use crate::engine::state::Cluster;
use crate::engine::types::*;
use crate::engine::what_if::at_once;

/// Why nobody leads a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each field is named for the number it carries")]
pub enum WhyLeaderless {
    /// This broker leads.
    Leads { leader: BrokerId, epoch: Epoch },
    /// The controller has not noticed that the leader died; its session ends after this long, if it
    /// does.
    NotMissed { leader: BrokerId, left: Option<Ms> },
    /// A leader is elected, but has not been told.
    NotTold { leader: BrokerId },
    /// Nobody may be elected.
    NoCandidate {
        /// The ISR that the controller keeps: none of its members is alive.
        isr: BrokerSet,
        /// Live replicas outside the ISR.
        alive: BrokerSet,
        /// Whether unclean election is enabled.
        unclean: bool,
        /// Each broker whose return alone would make somebody lead.
        returns: Vec<Return>,
    },
}

/// A return that would end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Return {
    /// Who returns.
    pub broker: BrokerId,
    /// Who is elected then.
    pub leader: BrokerId,
}

/// Why the broker that leads was elected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each field is named for the number it carries")]
pub enum WhyElected {
    /// Nobody leads.
    Nobody,
    /// It is the first assigned replica and has led from the start.
    Assigned { leader: BrokerId, epoch: Epoch },
    /// The scenario began with it as leader.
    Given { leader: BrokerId, epoch: Epoch },
    /// It was elected.
    Elected {
        leader: BrokerId,
        /// The epoch in which its reign began.
        epoch: Epoch,
        how: Election,
        /// The ISR that it was elected from.
        isr: BrokerSet,
        /// Those before it in the assignment, each with why it was not taken.
        passed: Vec<(BrokerId, PassedOver)>,
    },
}

/// Why a replica earlier in the assignment was not elected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassedOver {
    /// It was down.
    Down,
    /// It was not in the ISR.
    NotInIsr,
    /// It was being shut down.
    Leaving,
}

impl Cluster {
    /// Why nobody leads a partition.
    pub fn why_leaderless(&self, setup: &Setup, partition: PartitionId) -> WhyLeaderless {
        let state = self.partition(partition);
        if let Some(leader) = state.leader {
            return if !self.is_up(leader) {
                let left = self.brokers.get(leader.index()).and_then(|b| b.session_left);
                WhyLeaderless::NotMissed { leader, left }
            } else if self.leader(leader, partition).is_some() {
                WhyLeaderless::Leads { leader, epoch: state.epoch }
            } else {
                WhyLeaderless::NotTold { leader }
            };
        }
        let setup = &at_once(setup);
        let replicas = || self.replicas(partition).iter().copied();
        let returns = replicas().filter(|b| !self.is_up(*b)).filter_map(|broker| {
            let mut trial = self.clone();
            trial.restart(setup, partition, BrokerSet::only(broker));
            let (leader, _) = trial.present_leader(partition)?;
            Some(Return { broker, leader })
        });
        WhyLeaderless::NoCandidate {
            isr: state.isr,
            alive: replicas().filter(|b| self.controller.live.contains(*b)).collect(),
            unclean: self.topic.unclean,
            returns: returns.collect(),
        }
    }

    /// Why the broker that leads a partition was elected. `election` is the last step that elected
    /// one; without it, it has led from the start.
    pub fn why_elected(&self, partition: PartitionId, election: Option<&Past>) -> WhyElected {
        let state = self.partition(partition);
        let Some(leader) = state.leader else { return WhyElected::Nobody };
        let epoch = state.epoch;
        let elected = election.and_then(|past| moment(past, partition));
        let Some(Moment { winner, epoch: reign, how, isr, live }) = elected else {
            return match self.replicas(partition).first() == Some(&leader) && epoch == 0 {
                true => WhyElected::Assigned { leader, epoch },
                false => WhyElected::Given { leader, epoch },
            };
        };
        let before = self.replicas(partition).iter().take_while(|b| **b != winner);
        let passed = before.map(|&b| {
            let why = if !live.contains(b) {
                PassedOver::Down
            } else if how == Election::ControlledShutdown && isr.contains(b) {
                PassedOver::Leaving
            } else {
                PassedOver::NotInIsr
            };
            (b, why)
        });
        WhyElected::Elected { leader: winner, epoch: reign, how, isr, passed: passed.collect() }
    }
}

/// What the controller saw when it elected a leader.
struct Moment {
    winner: BrokerId,
    epoch: Epoch,
    how: Election,
    isr: BrokerSet,
    live: BrokerSet,
}

/// The last election in a step. What the controller knew then is what it knew before the step and
/// what the step changed until then.
fn moment(past: &Past, partition: PartitionId) -> Option<Moment> {
    let mut live = past.before.controller.live;
    let mut running = past.before.up();
    let mut isr = past.before.partition(partition).isr;
    let mut found = None;
    for effect in &past.effects {
        match effect {
            Effect::NoticedDeath { broker } => live = live.without(*broker),
            Effect::NoticedReturn { broker } => live = live.with(*broker),
            Effect::Up { broker } => running = running.with(*broker),
            // A controller that has failed over does not say whom it misses.
            Effect::Down { broker, .. } => running = running.without(*broker),
            Effect::IsrExpanded { partition: p, isr: new, .. }
            | Effect::IsrShrunk { partition: p, isr: new, .. }
            | Effect::IsrCut { partition: p, isr: new, .. }
            | Effect::AlterAccepted { partition: p, isr: new, .. }
            | Effect::Leaderless { partition: p, isr: new, .. }
                if *p == partition =>
            {
                isr = *new;
            }
            Effect::Elected { partition: p, leader, epoch, isr: new, how } if *p == partition => {
                found = Some(Moment {
                    winner: *leader,
                    epoch: *epoch,
                    how: *how,
                    isr,
                    live: live.and(running),
                });
                isr = *new;
            }
            _ => {}
        }
    }
    found
}
