//! Named properties: what a replicated log is meant to guarantee, checked on a state.
//!
//! They are about what really happened ([`super::ledger`]), not about what a broker believes. Which
//! of them a release keeps is a finding, not a rule: some releases break some of them, and the docs
//! say which demo shows it.

use std::borrow::Cow;

use super::epochs::EpochTable;
use super::log::Record;
use super::setup::Setup;
use super::state::*;
use super::types::*;

/// Something that ought to be true at every moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Property {
    /// Two live replicas hold the same record at each offset below both HWs.
    LogMatching,
    /// What was committed is in the log of every leader of a later epoch.
    LeaderCompleteness,
    /// Whoever may be elected, the members of the ISR, holds everything committed.
    CandidateCompleteness,
    /// While the present leader's ISR has at least `min.insync.replicas` members, it covers the
    /// controller's ISR: nobody may be elected whom the HW did not wait for.
    QuorumSuperset,
    /// Nobody is in the ISR who has lost records since it was last caught up: with the power, or
    /// with the disk.
    UncleanExclusion,
    /// What a consumer has read stays at its offset in the present leader's log.
    ConsistentReads,
    /// A record acknowledged with `acks=all` is not lost while fewer than `min.insync.replicas`
    /// replicas have failed.
    AckedSurvives,
    /// What was committed is on the disk of at least one replica.
    NoGlobalLoss,
    /// The HW of a leader never falls.
    LeaderHwNeverFalls,
    /// The epochs of the records never fall along a log.
    EpochsNeverFall,
    /// No two brokers believe that they lead in the same epoch.
    OneLeaderAnEpoch,
    /// A follower with a live leader gets somewhere: it does not ask the same again for ever.
    NobodyStuck,
}

/// A property that does not hold, with where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Breach {
    /// What is broken.
    pub property: Property,
    /// In which partition.
    pub partition: PartitionId,
    /// By which broker, where it is one.
    pub broker: Option<BrokerId>,
    /// At which offset, where it is one.
    pub offset: Option<Offset>,
}

impl Property {
    /// Every property.
    pub const ALL: [Property; 12] = [
        Property::LogMatching,
        Property::LeaderCompleteness,
        Property::CandidateCompleteness,
        Property::QuorumSuperset,
        Property::UncleanExclusion,
        Property::ConsistentReads,
        Property::AckedSurvives,
        Property::NoGlobalLoss,
        Property::LeaderHwNeverFalls,
        Property::EpochsNeverFall,
        Property::OneLeaderAnEpoch,
        Property::NobodyStuck,
    ];

    /// The name by which scenarios and commands call it.
    pub fn name(self) -> &'static str {
        match self {
            Property::LogMatching => "log-matching",
            Property::LeaderCompleteness => "leader-completeness",
            Property::CandidateCompleteness => "candidate-completeness",
            Property::QuorumSuperset => "quorum-superset",
            Property::UncleanExclusion => "unclean-exclusion",
            Property::ConsistentReads => "consistent-reads",
            Property::AckedSurvives => "acked-survives",
            Property::NoGlobalLoss => "no-global-loss",
            Property::LeaderHwNeverFalls => "leader-hw-never-falls",
            Property::EpochsNeverFall => "epochs-never-fall",
            Property::OneLeaderAnEpoch => "one-leader-an-epoch",
            Property::NobodyStuck => "nobody-stuck",
        }
    }
}

impl Cluster {
    /// The first breach of a property in each partition; with the state before the last event, that
    /// of the properties of a step, too.
    pub fn breaches(&self, setup: &Setup, before: Option<&Cluster>) -> Vec<Breach> {
        let mut found = Vec::new();
        for partition in setup.partitions() {
            for property in Property::ALL {
                found.extend(self.breach(setup, before, partition, property));
            }
        }
        found
    }

    /// Whether a property is broken in a partition, and where first.
    pub fn breach(
        &self,
        setup: &Setup,
        before: Option<&Cluster>,
        partition: PartitionId,
        property: Property,
    ) -> Option<Breach> {
        let at = |broker, offset| Some(Breach { property, partition, broker, offset });
        let replicas = self.replicas(partition);
        let promises = &self.ledger.promises[partition.index()];
        let mut committed = promises.iter().filter(|p| p.committed);
        match property {
            Property::LogMatching => {
                let mut diverged = Vec::new();
                self.find_divergence(partition, &mut diverged);
                at(None, Some(diverged.first()?.1))
            }
            Property::LeaderCompleteness => {
                replicas.iter().filter(|b| self.leader(**b, partition).is_some()).find_map(|&b| {
                    let epoch = self.replica(b, partition)?.leader_epoch?;
                    let mut owed = promises.iter().filter(|p| p.committed && p.reign <= epoch);
                    let missing = owed.find(|p| !self.holds(b, partition, p.offset, p.record))?;
                    at(Some(b), Some(missing.offset))
                })
            }
            Property::CandidateCompleteness => {
                let isr = self.partition(partition).isr;
                replicas.iter().filter(|b| isr.contains(**b)).find_map(|&b| {
                    let mut owed = promises.iter().filter(|p| p.committed);
                    let missing = owed.find(|p| !self.holds(b, partition, p.offset, p.record))?;
                    at(Some(b), Some(missing.offset))
                })
            }
            Property::QuorumSuperset => {
                let state = self.partition(partition);
                let leader = state.leader?;
                let replica = self.replica(leader, partition)?;
                let isr = self.leader(leader, partition)?.maximal_isr();
                let covers = state.isr.minus(isr).is_empty();
                let presides = replica.leader_epoch == Some(state.epoch);
                let enough = isr.len() >= usize::from(self.min_isr(setup, partition));
                (presides && enough && !covers).then(|| at(Some(leader), None))?
            }
            Property::UncleanExclusion => {
                let torn = self.ledger.torn[partition.index()];
                at(Some(self.partition(partition).isr.and(torn).iter().next()?), None)
            }
            Property::ConsistentReads => {
                let (leader, _) = self.present_leader(partition)?;
                let mut read = self.consumers.iter().flat_map(|c| &c.read[partition.index()]);
                let (offset, _) = read.find(|(o, r)| !self.holds(leader, partition, *o, *r))?;
                at(Some(leader), Some(*offset))
            }
            Property::AckedSurvives => {
                let (leader, _) = self.present_leader(partition)?;
                let lost = promises.iter().find(|p| {
                    p.must_survive() && !self.holds(leader, partition, p.offset, p.record)
                })?;
                at(Some(leader), Some(lost.offset))
            }
            Property::NoGlobalLoss => {
                let gone = committed.find(|p| {
                    !replicas.iter().any(|b| self.holds(*b, partition, p.offset, p.record))
                })?;
                at(None, Some(gone.offset))
            }
            Property::LeaderHwNeverFalls => replicas.iter().find_map(|&b| {
                let before = before?;
                let was = before.leader(b, partition).and(before.replica(b, partition))?;
                let is = self.leader(b, partition).and(self.replica(b, partition))?;
                (is.hw < was.hw).then(|| at(Some(b), Some(is.hw)))?
            }),
            Property::EpochsNeverFall => replicas.iter().find_map(|&b| {
                let log = &self.disk(b, partition)?.log;
                let epochs: Vec<_> = log.iter().map(|(o, r)| (o, r.epoch)).collect();
                let fall = epochs.windows(2).find(|w| w[1].1 < w[0].1)?;
                at(Some(b), Some(fall[1].0))
            }),
            Property::OneLeaderAnEpoch => {
                let mut epochs = Vec::new();
                for &b in replicas {
                    if self.leader(b, partition).is_some() {
                        let epoch = self.replica(b, partition).and_then(|r| r.leader_epoch);
                        if epochs.contains(&epoch) {
                            return at(Some(b), None);
                        }
                        epochs.push(epoch);
                    }
                }
                None
            }
            Property::NobodyStuck => {
                let stuck = replicas.iter().find(|b| self.is_stuck(setup, **b, partition))?;
                at(Some(*stuck), None)
            }
        }
    }

    /// Whether a broker's disk has this record, with this value, at this offset.
    fn holds(&self, broker: BrokerId, partition: PartitionId, at: Offset, record: Record) -> bool {
        let there = self.disk(broker, partition).and_then(|d| d.log.get(at));
        there.is_some_and(|r| r.value == record.value)
    }

    /// Whether a follower, left alone with a leader that serves it, comes back to where it was
    /// without having reached the end of the leader's log.
    fn is_stuck(&self, setup: &Setup, broker: BrokerId, partition: PartitionId) -> bool {
        // Most need not go a step to be told.
        let mut alone = Cow::Borrowed(self);
        let mut seen: Vec<(Option<Epoch>, Fetcher, Offset, EpochTable)> = Vec::new();
        loop {
            let Some(follower) = alone.follower(broker, partition) else { return false };
            if alone.leader(follower.leader, partition).is_none() {
                return false;
            }
            // News that is on its way to either may change the answer.
            let unread = |b: BrokerId| !alone.brokers[b.index()].inbox.is_empty();
            if unread(broker) || unread(follower.leader) {
                return false;
            }
            let event = match follower.call.as_ref().map(|c| &c.stage) {
                Some(Stage::Parked(_)) => return false,
                Some(Stage::Sent) => super::Event::Serve { broker, partition },
                Some(Stage::Replied(_)) => super::Event::Reply { broker, partition },
                None => {
                    let leo = alone.leo(broker, partition);
                    let caught_up = leo == alone.leo(follower.leader, partition);
                    if follower.fetcher == Fetcher::Fetching && caught_up {
                        return false;
                    }
                    // In another reign, or with another epoch table, it is another question.
                    let replica = alone.replica(broker, partition);
                    let reign = replica.and_then(|r| r.leader_epoch);
                    let epochs = replica.map(|r| r.epochs.clone()).unwrap_or_default();
                    let place = (reign, follower.fetcher, leo, epochs);
                    if seen.contains(&place) {
                        return true;
                    }
                    seen.push(place);
                    super::Event::Request { broker, partition }
                }
            };
            if alone.to_mut().step(setup, &event, &mut super::Effects::muted()).is_err() {
                return false;
            }
        }
    }
}
