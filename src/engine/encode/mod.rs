//! A state as few bytes, and back: what a search keeps instead of the state itself.
//!
//! Two states have the same bytes exactly if they are equal. Every field and every variant has its
//! line in `fields`: one that is forgotten does not compile. `code` has how each kind of value is written.
//!
//! A search may also ask for the bytes of a state as another one sees it ([`View`]): with the brokers
//! in another order, or without what a question does not depend on. Those can't be read back.

mod code;
mod fields;
#[cfg(test)]
mod tests;

use self::code::{Code, Reader, Writer};
use super::state::Cluster;
use super::types::*;

/// How a state is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// By broker: the number that it goes by.
    labels: [u8; MAX_BROKERS],
    /// By number: the broker.
    brokers: [u8; MAX_BROKERS],
    /// What is looked at.
    pub detail: Detail,
    /// Whose crash is looked at: what it makes no difference to is left out.
    pub crash: Option<Crash>,
}

/// A broker's process dies, whatever it does afterwards. What it had in memory is gone then, and what
/// it and its followers have on the way to each other: what comes of it does not depend on any of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The broker.
    pub broker: BrokerId,
    /// Whether somebody compares its HW as a leader with what it is afterwards.
    pub hw: bool,
}

/// What of a state matters to some questions only, or only where some things may happen: whether it is
/// looked at. What is not looked at must not change anything that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// What the producers know of their records, and which records are acknowledged.
    pub outcomes: bool,
    /// Which brokers have failed since a record was acknowledged, and under which
    /// `min.insync.replicas` it was.
    pub failures: bool,
    /// Which replicas have lost records by other ways than a truncation.
    pub torn: bool,
    /// What was committed, and in which reign first.
    pub committed: bool,
    /// What the consumers have read.
    pub read: bool,
    /// Up to where the logs are flushed.
    pub flushed: bool,
}

impl Detail {
    /// Everything.
    pub const ALL: Detail = Detail {
        outcomes: true,
        failures: true,
        torn: true,
        committed: true,
        read: true,
        flushed: true,
    };
}

impl View {
    const IDENTITY: [u8; MAX_BROKERS] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

    /// The state as it is.
    pub const WHOLE: View =
        View { labels: View::IDENTITY, brokers: View::IDENTITY, detail: Detail::ALL, crash: None };

    /// The brokers as they are, and only some details.
    pub fn of(detail: Detail) -> View {
        View { detail, ..View::WHOLE }
    }

    /// Each broker by its place ([`Cluster::by_place`]): states that differ only in which broker is which
    /// look alike, as the rules tell brokers apart by that order alone.
    pub fn by_place(cluster: &Cluster, detail: Detail) -> View {
        let mut view = View::of(detail);
        for (label, broker) in cluster.by_place().iter().map(|b| b.0).enumerate() {
            view.labels[usize::from(broker)] = label as u8;
            view.brokers[label] = broker;
        }
        view
    }

    /// The same, of what a crash depends on.
    #[must_use]
    pub fn of_crash(self, crash: Crash) -> View {
        View { crash: Some(crash), ..self }
    }

    /// The number that a broker goes by.
    pub fn label(&self, broker: BrokerId) -> u8 {
        self.labels[broker.index()]
    }

    /// Which of the [`parts`] of the state as it is comes at this place as it is looked at.
    pub fn part(&self, place: usize, brokers: usize) -> usize {
        match place.checked_sub(1) {
            Some(label) if label < brokers => usize::from(self.brokers[label]) + 1,
            _ => place,
        }
    }
}

/// How many parts a state of so many brokers is written in: the controller, each broker, the clients,
/// the ledger, and what is too small to be a part of its own.
pub const fn parts(brokers: usize) -> usize {
    brokers + 4
}

/// What one of the [`parts`] is.
enum Content {
    Controller,
    Broker(usize),
    Clients,
    Ledger,
    /// The topic's settings and the cut links.
    Rest,
}

impl Content {
    /// What this one is, of a state of so many brokers.
    fn of(part: usize, brokers: usize) -> Content {
        match part.checked_sub(1) {
            None => Content::Controller,
            Some(broker) if broker < brokers => Content::Broker(broker),
            Some(after) if after == brokers => Content::Clients,
            Some(after) if after == brokers + 1 => Content::Ledger,
            Some(_) => Content::Rest,
        }
    }
}

impl Cluster {
    /// Appends the bytes of the state: of its [`parts`], one after the other.
    pub fn encode(&self, out: &mut Vec<u8>) {
        for part in 0..parts(self.brokers.len()) {
            self.encode_part(part, &View::WHOLE, out);
        }
    }

    /// Appends the bytes of one of its [`parts`], as it is looked at.
    pub fn encode_part(&self, part: usize, view: &View, out: &mut Vec<u8>) {
        let w = &mut Writer { view, out };
        match Content::of(part, self.brokers.len()) {
            Content::Controller => self.controller.put(w),
            Content::Broker(broker) => match view.crash {
                Some(crash) if crash.broker.index() == broker => {
                    self.brokers[broker].put_lasting(crash, w);
                }
                _ => self.brokers[broker].put(w),
            },
            Content::Clients => {
                self.producers.put(w);
                self.consumers.put(w);
            }
            Content::Ledger => self.ledger.put(w),
            Content::Rest => {
                self.topic.put(w);
                self.put_cuts(w);
            }
        }
    }

    /// Whether one of its [`parts`] looks different where a [`Crash`] of a broker is looked at: that of
    /// the broker, and those of its followers.
    pub fn is_concerned(&self, part: usize, crash: BrokerId) -> bool {
        let Content::Broker(broker) = Content::of(part, self.brokers.len()) else { return false };
        let follows = |partition| {
            let follower = self.follower(BrokerId(broker as u8), PartitionId(partition));
            follower.is_some_and(|follower| follower.leader == crash)
        };
        broker == crash.index() || (0..self.controller.partitions.len() as u8).any(follows)
    }

    /// Whether one of its [`parts`] may differ from that of the state that it was copied from.
    pub fn is_touched(&self, part: usize) -> bool {
        match Content::of(part, self.brokers.len()) {
            Content::Controller => self.controller.is_touched(),
            Content::Broker(broker) => self.brokers[broker].is_touched(),
            Content::Clients => self.producers.is_touched() || self.consumers.is_touched(),
            Content::Ledger => self.ledger.is_touched(),
            Content::Rest => self.topic.is_touched() || self.cuts.is_touched(),
        }
    }

    /// Makes one of its [`parts`] what these bytes begin with, as [`Cluster::encode_part`] writes it of
    /// the whole state, and returns how many they are. `None` where they are none.
    ///
    /// Where a part ends can be told from its bytes alone: if others begin with the same ones, they
    /// are the same part.
    pub fn decode_part(&mut self, part: usize, bytes: &[u8]) -> Option<usize> {
        let mut r = Reader { bytes, at: 0 };
        match Content::of(part, self.brokers.len()) {
            Content::Controller => self.controller.refill(&mut r)?,
            Content::Broker(broker) => self.brokers[broker].refill(&mut r)?,
            Content::Clients => {
                self.producers.refill(&mut r)?;
                self.consumers.refill(&mut r)?;
            }
            Content::Ledger => self.ledger.refill(&mut r)?,
            Content::Rest => {
                self.topic.refill(&mut r)?;
                self.cuts.refill(&mut r)?;
            }
        }
        Some(r.at)
    }

    /// Makes one of its [`parts`] that of another state with as many brokers.
    pub fn copy_part(&mut self, part: usize, source: &Cluster) {
        match Content::of(part, self.brokers.len()) {
            Content::Controller => self.controller.clone_from(&source.controller),
            Content::Broker(broker) => self.brokers[broker].clone_from(&source.brokers[broker]),
            Content::Clients => {
                self.producers.clone_from(&source.producers);
                self.consumers.clone_from(&source.consumers);
            }
            Content::Ledger => self.ledger.clone_from(&source.ledger),
            Content::Rest => {
                self.topic.clone_from(&source.topic);
                self.cuts.clone_from(&source.cuts);
            }
        }
    }

    /// The cut links, each broker by its label, in their order.
    fn put_cuts(&self, w: &mut Writer) {
        let label = |b: BrokerId| BrokerId(w.view.labels[b.index()]);
        let mut links: Vec<Link> = self
            .cuts
            .iter()
            .map(|link| match *link {
                Link::Brokers(a, b) => Link::between(label(a), label(b)),
                Link::Controller(b) => Link::Controller(label(b)),
                Link::Producer(p, b) => Link::Producer(p, label(b)),
                Link::Consumer(c, b) => Link::Consumer(c, label(b)),
            })
            .collect();
        links.sort_unstable();
        // These go by their labels already.
        links.put(&mut Writer { view: &View::WHOLE, out: w.out });
    }
}
