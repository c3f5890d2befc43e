//! A state as few bytes, and back: what a search keeps instead of the state itself.
//!
//! Two states have the same bytes exactly if they are equal. Every field and every variant has its
//! line here: one that is forgotten does not compile.
//!
//! A search may also ask for the bytes of a state as another one sees it ([`View`]): with the brokers
//! in another order, or without what a question does not depend on. Those can't be read back.

use super::epochs::{EpochStart, EpochTable};
use super::ledger::{Ledger, Outcome, Promise, Sent};
use super::log::{Log, Record, Sequence};
use super::state::*;
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
}

/// Parts of a state that no rule reads: whether a question depends on them.
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
        View { labels: View::IDENTITY, brokers: View::IDENTITY, detail: Detail::ALL };

    /// The brokers as they are, and only some details.
    pub fn of(detail: Detail) -> View {
        View { detail, ..View::WHOLE }
    }

    /// Each broker by its place in the order of the first partition's replicas, the others after them:
    /// states that differ only in which broker is which look alike, as the rules tell brokers apart by
    /// that order alone.
    pub fn by_place(cluster: &Cluster, detail: Detail) -> View {
        let mut view = View::of(detail);
        let Some(partition) = cluster.controller.partitions.first() else { return view };
        let replicas = &partition.replicas;
        let others = (0..cluster.brokers.len() as u8).filter(|b| !replicas.contains(&BrokerId(*b)));
        for (label, broker) in replicas.iter().map(|b| b.0).chain(others).enumerate() {
            view.labels[usize::from(broker)] = label as u8;
            view.brokers[label] = broker;
        }
        view
    }
}

impl View {
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
        let brokers = self.brokers.len();
        match part.checked_sub(1) {
            None => self.controller.put(w),
            Some(broker) if broker < brokers => self.brokers[broker].put(w),
            Some(after) => match after - brokers {
                0 => {
                    self.producers.put(w);
                    self.consumers.put(w);
                }
                1 => self.ledger.put(w),
                _ => {
                    self.topic.put(w);
                    self.put_cuts(w);
                }
            },
        }
    }

    /// Whether one of its [`parts`] may differ from that of the state that it was copied from.
    pub fn is_touched(&self, part: usize) -> bool {
        let brokers = self.brokers.len();
        match part.checked_sub(1) {
            None => self.controller.is_touched(),
            Some(broker) if broker < brokers => self.brokers[broker].is_touched(),
            Some(after) => match after - brokers {
                0 => self.producers.is_touched() || self.consumers.is_touched(),
                1 => self.ledger.is_touched(),
                _ => true,
            },
        }
    }

    /// Makes one of its [`parts`] what these bytes begin with, as [`Cluster::encode_part`] writes it of
    /// the whole state, and returns how many they are. `None` where they are none.
    ///
    /// Where a part ends can be told from its bytes alone: if others begin with the same ones, they
    /// are the same part.
    pub fn decode_part(&mut self, part: usize, bytes: &[u8]) -> Option<usize> {
        let mut r = Reader { bytes, at: 0 };
        let brokers = self.brokers.len();
        match part.checked_sub(1) {
            None => self.controller.refill(&mut r)?,
            Some(broker) if broker < brokers => self.brokers[broker].refill(&mut r)?,
            Some(after) => match after - brokers {
                0 => {
                    self.producers.refill(&mut r)?;
                    self.consumers.refill(&mut r)?;
                }
                1 => self.ledger.refill(&mut r)?,
                _ => {
                    self.topic.refill(&mut r)?;
                    self.cuts.refill(&mut r)?;
                }
            },
        }
        Some(r.at)
    }

    /// Makes one of its [`parts`] that of another state with as many brokers.
    pub fn copy_part(&mut self, part: usize, source: &Cluster) {
        let brokers = self.brokers.len();
        match part.checked_sub(1) {
            None => self.controller.clone_from(&source.controller),
            Some(broker) if broker < brokers => {
                self.brokers[broker].clone_from(&source.brokers[broker]);
            }
            Some(after) => match after - brokers {
                0 => {
                    self.producers.clone_from(&source.producers);
                    self.consumers.clone_from(&source.consumers);
                }
                1 => self.ledger.clone_from(&source.ledger),
                _ => {
                    self.topic = source.topic;
                    self.cuts.clone_from(&source.cuts);
                }
            },
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

struct Writer<'a> {
    view: &'a View,
    out: &'a mut Vec<u8>,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }
}

/// What can be written and read.
trait Code: Sized {
    fn put(&self, w: &mut Writer);
    fn get(r: &mut Reader) -> Option<Self>;
    /// Makes it what is read, in the memory that it has.
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        *self = Self::get(r)?;
        Some(())
    }
    /// One that may be missing: a byte first that says so.
    fn put_option(option: &Option<Self>, w: &mut Writer) {
        w.out.push(u8::from(option.is_some()));
        if let Some(value) = option {
            value.put(w);
        }
    }
    fn refill_option(option: &mut Option<Self>, r: &mut Reader) -> Option<()> {
        match (r.byte()?, option) {
            (0, own) => *own = None,
            (1, Some(own)) => own.refill(r)?,
            (1, own) => *own = Some(Self::get(r)?),
            _ => return None,
        }
        Some(())
    }
}

impl Code for u8 {
    #[inline]
    fn put(&self, w: &mut Writer) {
        w.out.push(*self);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        r.byte()
    }
}

impl Code for bool {
    #[inline]
    fn put(&self, w: &mut Writer) {
        w.out.push(u8::from(*self));
    }
    fn get(r: &mut Reader) -> Option<Self> {
        match r.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

/// Seven bits a byte, the lowest first.
impl Code for u32 {
    #[inline]
    fn put(&self, w: &mut Writer) {
        let mut rest = *self;
        while rest >= 0x80 {
            w.out.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        w.out.push(rest as u8);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let mut number = 0_u32;
        for shift in (0..32).step_by(7) {
            let byte = r.byte()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

impl Code for u16 {
    #[inline]
    fn put(&self, w: &mut Writer) {
        u32::from(*self).put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        u32::get(r)?.try_into().ok()
    }
    /// One more than it is; 0 if it is missing.
    #[inline]
    fn put_option(option: &Option<Self>, w: &mut Writer) {
        option.map_or(0, |number| u32::from(number) + 1).put(w);
    }
    fn refill_option(option: &mut Option<Self>, r: &mut Reader) -> Option<()> {
        *option = match u32::get(r)? {
            0 => None,
            number => Some((number - 1).try_into().ok()?),
        };
        Some(())
    }
}

impl<T: Code> Code for Option<T> {
    #[inline]
    fn put(&self, w: &mut Writer) {
        T::put_option(self, w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let mut option = None;
        T::refill_option(&mut option, r)?;
        Some(option)
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        T::refill_option(self, r)
    }
}

impl<T: Code> Code for Vec<T> {
    fn put(&self, w: &mut Writer) {
        (self.len() as u32).put(w);
        for item in self {
            item.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let mut items = Vec::new();
        items.refill(r)?;
        Some(items)
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        let len = u32::get(r)? as usize;
        // No item takes less than a byte: a length beyond that is none.
        if len > r.bytes.len() {
            return None;
        }
        self.truncate(len);
        for item in self.iter_mut() {
            item.refill(r)?;
        }
        self.reserve_exact(len - self.len());
        while self.len() < len {
            self.push(T::get(r)?);
        }
        Some(())
    }
}

impl<A: Code, B: Code> Code for (A, B) {
    fn put(&self, w: &mut Writer) {
        self.0.put(w);
        self.1.put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        Some((A::get(r)?, B::get(r)?))
    }
}

impl Code for BrokerId {
    #[inline]
    fn put(&self, w: &mut Writer) {
        w.out.push(w.view.labels[self.index()]);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let id = r.byte()?;
        (usize::from(id) < MAX_BROKERS).then_some(BrokerId(id))
    }
    /// One more than its label; 0 if it is missing.
    #[inline]
    fn put_option(option: &Option<Self>, w: &mut Writer) {
        w.out.push(option.map_or(0, |broker| w.view.labels[broker.index()] + 1));
    }
    fn refill_option(option: &mut Option<Self>, r: &mut Reader) -> Option<()> {
        *option = match r.byte()? {
            0 => None,
            number if usize::from(number) <= MAX_BROKERS => Some(BrokerId(number - 1)),
            _ => return None,
        };
        Some(())
    }
}

impl Code for BrokerSet {
    fn put(&self, w: &mut Writer) {
        let bits: u16 = self.iter().map(|b| 1 << w.view.labels[b.index()]).sum();
        bits.put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let bits = u16::get(r)?;
        let set = (0..MAX_BROKERS as u8).filter(|b| bits & (1 << b) != 0).map(BrokerId);
        (bits >> MAX_BROKERS == 0).then(|| set.collect())
    }
}

impl Code for Order {
    fn put(&self, w: &mut Writer) {
        w.out.push(self.len() as u8);
        for broker in self.iter() {
            broker.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        (0..r.byte()?).map(|_| BrokerId::get(r)).collect()
    }
}

macro_rules! newtype {
    ($($name:ident),*) => { $(
        impl Code for $name {
            fn put(&self, w: &mut Writer) {
                self.0.put(w);
            }
            fn get(r: &mut Reader) -> Option<Self> {
                Code::get(r).map($name)
            }
        }
    )* };
}

newtype!(PartitionId, ProducerId, ConsumerId, Value);

macro_rules! fields {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl Code for $name {
            fn put(&self, w: &mut Writer) {
                let $name { $($field),* } = self;
                $( $field.put(w); )*
            }
            fn get(r: &mut Reader) -> Option<Self> {
                $( let $field = Code::get(r)?; )*
                Some($name { $($field),* })
            }
            fn refill(&mut self, r: &mut Reader) -> Option<()> {
                $( self.$field.refill(r)?; )*
                Some(())
            }
        }
    };
}

/// A variant without fields is written `Name {}`, one with a single unnamed field `Name { 0: name }`.
macro_rules! variants {
    ($name:ident { $($tag:literal => $variant:ident { $($key:tt : $field:ident),* }),* $(,)? }) => {
        impl Code for $name {
            fn put(&self, w: &mut Writer) {
                match self {
                    $( $name::$variant { $($key: $field),* } => {
                        w.out.push($tag);
                        $( $field.put(w); )*
                    } )*
                }
            }
            fn get(r: &mut Reader) -> Option<Self> {
                match r.byte()? {
                    $( $tag => {
                        $( let $field = Code::get(r)?; )*
                        Some($name::$variant { $($key: $field),* })
                    } )*
                    _ => None,
                }
            }
            fn refill(&mut self, r: &mut Reader) -> Option<()> {
                match (r.byte()?, &mut *self) {
                    $( ($tag, $name::$variant { $($key: $field),* }) => {
                        $( $field.refill(r)?; )*
                    } )*
                    _ => {
                        // Another variant than it is: from its first byte on.
                        r.at -= 1;
                        *self = Self::get(r)?;
                    }
                }
                Some(())
            }
        }
    };
}

fields!(TopicConfig { min_isr, unclean });
fields!(Disk { log, hw, epochs });
fields!(Process { replicas, isr_check_in, hw_checkpoint_in, flush_in });
fields!(Replica { hw, epochs, leader_epoch, role });
fields!(Remote { leo, caught_up_ago, fetched_ago, leader_leo_at_fetch, last_sent_hw });
fields!(Alter { isr, expands, current, reborn, stage });
fields!(PendingProduce { producer, value, offset, acks, left });
fields!(Follower { leader, fetcher, call });
fields!(Call { ask, epoch, stage });
fields!(Controller { live, partitions, rebalance_in, unclean_check_in });
fields!(PartitionState {
    leader,
    epoch,
    isr,
    isr_list,
    replicas,
    target,
    recovering,
    elr,
    last_leader
});
fields!(LeaderAndIsr { partition, state, current });
fields!(Producer { acks, next_sequence, incarnation, open, answer_lost });
fields!(OpenSend { value, partition, sequence, retries, stage });
fields!(Record { value, epoch, sequence });
fields!(Sequence { producer, incarnation, number });
fields!(EpochStart { epoch, start });
fields!(Broker { process, disks, paused, session_left, inbox, words_held, clean_stop });

variants!(Role { 0 => Idle {}, 1 => Leader { 0: leader }, 2 => Follower { 0: follower } });
variants!(AlterStage {
    0 => Sent {},
    1 => Done { current: current },
    2 => Refused { 0: error },
    3 => Stuck {},
});
variants!(Fetcher {
    0 => Fetching {},
    1 => Truncating {},
    2 => AskingEnd {},
    3 => AskingStart {},
    4 => Fenced {},
});
variants!(Ask {
    0 => Fetch { offset: offset, last: last },
    1 => EpochEnd { 0: epoch },
    2 => LogEnd {},
    3 => LogStart {},
});
variants!(Stage { 0 => Sent {}, 1 => Parked { 0: left }, 2 => Replied { 0: answer } });
variants!(Answer {
    0 => Records { records: records, hw: hw },
    1 => EpochEnd { epoch: epoch, end: end },
    2 => Diverging { epoch: epoch, end: end, hw: hw },
    3 => Offset { 0: offset },
    4 => Error { 0: error },
});
variants!(OpenStage { 0 => Waiting {}, 1 => Backoff { 0: left } });
variants!(Acks { 0 => None {}, 1 => Leader {}, 2 => Count { 0: count }, 3 => All {} });
variants!(Outcome { 0 => Unasked {}, 1 => Waiting {}, 2 => Acked {}, 3 => Failed { 0: error } });
variants!(Link {
    0 => Brokers { 0: a, 1: b },
    1 => Controller { 0: broker },
    2 => Producer { 0: producer, 1: broker },
    3 => Consumer { 0: consumer, 1: broker },
});

impl Code for KafkaError {
    fn put(&self, w: &mut Writer) {
        w.out.push(*self as u8);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let at = r.byte()?;
        KafkaError::ALL.into_iter().find(|error| *error as u8 == at)
    }
}

impl Code for Log {
    fn put(&self, w: &mut Writer) {
        self.start().put(w);
        if w.view.detail.flushed {
            self.flushed().put(w);
        }
        (self.records().len() as u32).put(w);
        for record in self.records() {
            record.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let mut log = Log::default();
        log.refill(r)?;
        Some(log)
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        let (start, flushed) = (u16::get(r)?, u16::get(r)?);
        self.reset(start, flushed).refill(r)
    }
}

impl Code for EpochTable {
    fn put(&self, w: &mut Writer) {
        (self.entries().len() as u32).put(w);
        for entry in self.entries() {
            entry.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        Code::get(r).map(EpochTable::new)
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        self.entries_mut().refill(r)
    }
}

impl Code for Leader {
    fn put(&self, w: &mut Writer) {
        let Leader { isr, version_current, alter, epoch_start, remotes, purgatory } = self;
        isr.put(w);
        version_current.put(w);
        alter.put(w);
        epoch_start.put(w);
        (remotes.len() as u32).put(w);
        // In the order of the brokers as they are looked at.
        for label in 0..MAX_BROKERS {
            let broker = BrokerId(w.view.brokers[label]);
            if let Some(remote) = self.remote(broker) {
                broker.put(w);
                remote.put(w);
            }
        }
        purgatory.put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        Some(Leader {
            isr: Code::get(r)?,
            version_current: Code::get(r)?,
            alter: Code::get(r)?,
            epoch_start: Code::get(r)?,
            remotes: Code::get(r)?,
            purgatory: Code::get(r)?,
        })
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        self.isr.refill(r)?;
        self.version_current.refill(r)?;
        self.alter.refill(r)?;
        self.epoch_start.refill(r)?;
        self.remotes.refill(r)?;
        self.purgatory.refill(r)
    }
}

impl Code for Consumer {
    fn put(&self, w: &mut Writer) {
        let Consumer { positions, read, epochs } = self;
        positions.put(w);
        if w.view.detail.read {
            read.put(w);
        }
        epochs.put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let (positions, read, epochs) = (Code::get(r)?, Code::get(r)?, Code::get(r)?);
        Some(Consumer { positions, read, epochs })
    }
}

impl Code for Sent {
    fn put(&self, w: &mut Writer) {
        let Sent { value, partition, outcome } = self;
        value.put(w);
        partition.put(w);
        if w.view.detail.outcomes {
            outcome.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let (value, partition, outcome) = (Code::get(r)?, Code::get(r)?, Code::get(r)?);
        Some(Sent { value, partition, outcome })
    }
}

impl Code for Promise {
    fn put(&self, w: &mut Writer) {
        let Promise { offset, record, acked, committed, reign, min_isr, failed } = self;
        let Detail { outcomes, failures, committed: if_committed, .. } = w.view.detail;
        // Without either the promise says nothing.
        if !(outcomes && *acked || failures && min_isr.is_some() || if_committed && *committed) {
            return;
        }
        offset.put(w);
        record.put(w);
        (outcomes && *acked).put(w);
        committed.put(w);
        reign.put(w);
        if failures {
            min_isr.put(w);
            failed.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        Some(Promise {
            offset: Code::get(r)?,
            record: Code::get(r)?,
            acked: Code::get(r)?,
            committed: Code::get(r)?,
            reign: Code::get(r)?,
            min_isr: Code::get(r)?,
            failed: Code::get(r)?,
        })
    }
}

impl Code for Ledger {
    fn put(&self, w: &mut Writer) {
        let Ledger { sent, promises, torn } = self;
        sent.put(w);
        promises.put(w);
        if w.view.detail.torn {
            torn.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let (sent, promises, torn) = (Code::get(r)?, Code::get(r)?, Code::get(r)?);
        Some(Ledger { sent, promises, torn })
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        self.sent.refill(r)?;
        self.promises.refill(r)?;
        self.torn.refill(r)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        ControllerMode, Effects, Menu, Settings, Setup, every_rules, rules::Coordination,
    };
    use super::*;

    fn setup(rules: &super::super::Rules) -> Setup {
        Setup {
            rules: rules.clone(),
            settings: Settings::defaults(rules),
            brokers: 3,
            producers: 2,
            consumers: 1,
            assignment: vec![vec![BrokerId(1), BrokerId(0), BrokerId(2)], vec![BrokerId(2)]],
            controller: ControllerMode {
                notices_at_once: false,
                tells_at_once: false,
                alters_at_once: rules.coordination == Coordination::ZooKeeper,
            },
        }
    }

    #[test]
    fn whatever_happens_a_state_can_be_read_back_from_its_bytes() {
        for rules in every_rules() {
            let setup = setup(rules);
            let menu = Menu {
                values: (0..5).map(Value).collect(),
                durations: vec![500, 20_000],
                acks: vec![Acks::All, Acks::Leader],
                ..Menu::all()
            };
            let mut cluster = Cluster::new(&setup);
            // The same all the time: what is read takes the place of what was there.
            let (mut read, mut copy) = (cluster.clone(), cluster.clone());
            let mut number = 1_u64;
            for _ in 0..300 {
                let events = cluster.enabled(&setup, &menu);
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                let event = events[(number >> 33) as usize % events.len()];
                cluster.step(&setup, &event, &mut Effects::muted()).expect("an enabled event");
                let mut bytes = Vec::new();
                cluster.encode(&mut bytes);
                let mut at = 0;
                for part in 0..parts(cluster.brokers.len()) {
                    at += read.decode_part(part, &bytes[at..]).expect("a part");
                    copy.copy_part(part, &read);
                }
                assert_eq!((&read, at), (&cluster, bytes.len()), "{}", rules.release);
                assert_eq!(copy, cluster);
                let mut copy = Cluster::new(&setup);
                copy.clone_from(&cluster);
                assert_eq!(copy, cluster);
            }
        }
    }

    #[test]
    fn bytes_that_are_cut_short_are_no_state() {
        let rules = every_rules().next().expect("a release");
        let mut bytes = Vec::new();
        let mut cluster = Cluster::new(&setup(rules));
        cluster.encode(&mut bytes);
        let parts = parts(cluster.brokers.len());
        for length in 0..bytes.len() {
            let mut rest = &bytes[..length];
            let read = (0..parts).try_for_each(|part| {
                let read = cluster.decode_part(part, rest)?;
                rest = &rest[read..];
                Some(())
            });
            assert_eq!(read, None);
        }
    }

    #[test]
    fn after_any_event_what_is_not_touched_is_the_same_and_what_is_can_be_restored() {
        for rules in every_rules() {
            let setup = setup(rules);
            let menu = Menu {
                values: (0..5).map(Value).collect(),
                durations: vec![500, 20_000],
                acks: vec![Acks::All, Acks::Leader],
                ..Menu::all()
            };
            let mut cluster = Cluster::new(&setup);
            let mut after = cluster.clone();
            let (mut old, mut new) = (Vec::new(), Vec::new());
            let mut number = 1_u64;
            for _ in 0..100 {
                after.clone_from(&cluster);
                let events = cluster.enabled(&setup, &menu);
                for event in &events {
                    after.follow(&setup, event);
                    for part in 0..parts(cluster.brokers.len()) {
                        (old.clear(), new.clear());
                        cluster.encode_part(part, &View::WHOLE, &mut old);
                        after.encode_part(part, &View::WHOLE, &mut new);
                        assert!(old == new || after.is_touched(part), "{event:?}");
                    }
                    after.restore(&cluster);
                    assert_eq!(after, cluster, "{event:?}");
                }
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                cluster.follow(&setup, &events[(number >> 33) as usize % events.len()]);
            }
        }
    }
}
