//! What a failure would do: tried on a copy of the cluster, with the engine itself.
//!
//! A trial takes its course without waiting: the controller notices all deaths at once and everybody
//! hears at once, whatever the scenario's controller does. Followers do not fetch in it. Two moments are
//! looked at: when the failure has been dealt with, and when those that failed have been started
//! again, one after the other in the order of the assignment.

use super::effect::Effects;
use super::event::Event;
use super::property::{Breach, Property};
use super::setup::{ControllerMode, Setup};
use super::state::Cluster;
use super::types::*;

/// A failure that might happen now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// These brokers are killed at once; their page caches survive.
    Kill(BrokerSet),
    /// These brokers lose power at once.
    PowerLoss(BrokerSet),
}

/// What a failure would do to a partition, compared with now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Who leads now.
    pub leader_now: Option<BrokerId>,
    /// When the failure has been dealt with.
    pub after: Aftermath,
    /// When those that failed run again.
    pub back: Aftermath,
}

/// What is different from now, at one moment of a trial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aftermath {
    /// Who leads.
    pub leader: Option<BrokerId>,
    /// Promised records that are newly lost: offset and value.
    pub lost: Vec<(Offset, Value)>,
    /// Promised records that newly have no leader to be read from.
    pub unavailable: Vec<(Offset, Value)>,
    /// Records that the leader of now has, that nobody was promised, and that the new one has not.
    pub dropped: Vec<(Offset, Value)>,
    /// Properties that newly do not hold.
    pub broken: Vec<Property>,
}

impl Failure {
    /// Whom it hits.
    pub fn brokers(self) -> BrokerSet {
        match self {
            Failure::Kill(brokers) | Failure::PowerLoss(brokers) => brokers,
        }
    }
}

impl Aftermath {
    /// Whether nothing is worse than now.
    pub fn is_harmless(&self) -> bool {
        self.lost.is_empty()
            && self.unavailable.is_empty()
            && self.dropped.is_empty()
            && self.broken.is_empty()
    }

    fn between(now: &Cluster, then: &Cluster, setup: &Setup, partition: PartitionId) -> Self {
        let (old, new) = (now.verdict(setup), then.verdict(setup));
        let fresh = |new: &[(PartitionId, Offset, Value)], old: &[(PartitionId, Offset, Value)]| {
            let here = new.iter().filter(|line| line.0 == partition && !old.contains(line));
            here.map(|&(_, offset, value)| (offset, value)).collect::<Vec<_>>()
        };
        let promised = |offset, value| {
            let promises = now.ledger.promises.get(partition.index());
            let mut promises = promises.into_iter().flatten();
            promises.any(|p| p.offset == offset && p.record.value == value)
        };
        let mut dropped = Vec::new();
        if let (Some((_, had)), Some((_, has))) =
            (now.present_leader(partition), then.present_leader(partition))
        {
            let gone = had.log.iter().filter(|(offset, record)| {
                has.log.get(*offset).is_none_or(|there| there.value != record.value)
            });
            let unpromised = gone.filter(|(offset, record)| !promised(*offset, record.value));
            dropped.extend(unpromised.map(|(offset, record)| (offset, record.value)));
        }
        let broken = |cluster: &Cluster, before| -> Vec<Property> {
            let breaches = cluster.breaches(setup, before).into_iter();
            let here = breaches.filter(|b: &Breach| b.partition == partition);
            here.map(|b| b.property).collect()
        };
        let already = broken(now, None);
        Aftermath {
            leader: then.present_leader(partition).map(|(leader, _)| leader),
            lost: fresh(&new.lost, &old.lost),
            unavailable: fresh(&new.unavailable, &old.unavailable),
            dropped,
            broken: broken(then, None).into_iter().filter(|p| !already.contains(p)).collect(),
        }
    }
}

/// The setup of a trial: the controller acts at once.
pub(super) fn at_once(setup: &Setup) -> Setup {
    Setup { controller: ControllerMode::default(), ..setup.clone() }
}

impl Cluster {
    /// What a failure would do to a partition. `None`: none of those that it hits runs.
    pub fn damage(
        &self,
        setup: &Setup,
        partition: PartitionId,
        failure: Failure,
    ) -> Option<Damage> {
        let struck = failure.brokers().and(self.up());
        if struck.is_empty() {
            return None;
        }
        let setup = &at_once(setup);
        let mut trial = self.clone();
        trial.fail(setup, failure);
        let after = Aftermath::between(self, &trial, setup, partition);
        trial.restart(setup, partition, struck);
        let back = Aftermath::between(self, &trial, setup, partition);
        Some(Damage {
            leader_now: self.present_leader(partition).map(|(leader, _)| leader),
            after,
            back,
        })
    }

    /// The failure happens, the controller notices, everybody hears of it.
    pub(super) fn fail(&mut self, setup: &Setup, failure: Failure) {
        let brokers = failure.brokers();
        if let Failure::Kill(_) = failure {
            // A power loss of flushed logs takes what a kill takes, and many can have it at once.
            for broker in brokers.iter() {
                let disks = &mut self.brokers[broker.index()].disks;
                disks.iter_mut().flatten().for_each(|disk| disk.log.flush());
            }
        }
        self.try_out(setup, &Event::PowerLoss { brokers, noticed: true });
        self.settle(setup);
    }

    /// Brokers that are down start, one after the other in the order of a partition's assignment.
    pub(super) fn restart(&mut self, setup: &Setup, partition: PartitionId, brokers: BrokerSet) {
        let assigned = self.partition(partition).replicas;
        let others = brokers.iter().filter(|b| !assigned.contains(b));
        for broker in assigned.iter().copied().filter(|b| brokers.contains(*b)).chain(others) {
            self.try_out(setup, &Event::Start { broker });
            self.settle(setup);
        }
    }

    /// The controller notices whatever there is to notice, and its words reach everybody.
    fn settle(&mut self, setup: &Setup) {
        // Each round takes something away that the next one could do; the bound is for safety.
        for _ in 0..=MAX_INBOX {
            let mut done = false;
            for broker in setup.all_brokers().iter() {
                // Whether a broker that is only silent will be missed is another question.
                let silent =
                    self.is_up(broker) && self.brokers[broker.index()].session_left.is_some();
                done |= !silent && self.try_out(setup, &Event::Notice { broker });
                while self.try_out(setup, &Event::Tell { broker }) {
                    done = true;
                }
            }
            if !done {
                return;
            }
        }
    }

    /// An event that may be impossible. Returns whether it happened.
    fn try_out(&mut self, setup: &Setup, event: &Event) -> bool {
        self.step(setup, event, &mut Effects::muted()).is_ok()
    }
}
