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

impl Cluster {
    /// Appends the bytes of the state.
    pub fn encode(&self, view: &View, out: &mut Vec<u8>) {
        self.put(&mut Writer { view, out });
    }

    /// The state with these bytes, as [`Cluster::encode`] writes them of the whole state, and how many
    /// bytes that took. `None` where they are none.
    pub fn decode(bytes: &[u8]) -> Option<(Cluster, usize)> {
        let mut reader = Reader { bytes, at: 0 };
        let cluster = Cluster::get(&mut reader)?;
        Some((cluster, reader.at))
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
}

impl Code for u8 {
    fn put(&self, w: &mut Writer) {
        w.out.push(*self);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        r.byte()
    }
}

impl Code for bool {
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
    fn put(&self, w: &mut Writer) {
        u32::from(*self).put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        u32::get(r)?.try_into().ok()
    }
}

impl<T: Code> Code for Option<T> {
    fn put(&self, w: &mut Writer) {
        match self {
            None => w.out.push(0),
            Some(value) => {
                w.out.push(1);
                value.put(w);
            }
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        match r.byte()? {
            0 => Some(None),
            1 => Some(Some(T::get(r)?)),
            _ => None,
        }
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
        let len = u32::get(r)? as usize;
        // No item takes less than a byte: a length beyond that is none.
        if len > r.bytes.len() {
            return None;
        }
        let mut items = Vec::with_capacity(len);
        for _ in 0..len {
            items.push(T::get(r)?);
        }
        Some(items)
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
    fn put(&self, w: &mut Writer) {
        let label = w.view.labels[self.index()];
        w.out.push(label);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let id = r.byte()?;
        (usize::from(id) < MAX_BROKERS).then_some(BrokerId(id))
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
        let (start, flushed) = (u16::get(r)?, u16::get(r)?);
        Some(Log::new(start, Code::get(r)?, flushed))
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
}

impl Code for Cluster {
    fn put(&self, w: &mut Writer) {
        let Cluster { brokers, controller, topic, producers, consumers, cuts, ledger } = self;
        (brokers.len() as u32).put(w);
        for label in 0..brokers.len() {
            brokers[usize::from(w.view.brokers[label])].put(w);
        }
        controller.put(w);
        topic.put(w);
        producers.put(w);
        consumers.put(w);
        let label = |b: BrokerId| BrokerId(w.view.labels[b.index()]);
        let mut links: Vec<Link> = cuts
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
        ledger.put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        Some(Cluster {
            brokers: Code::get(r)?,
            controller: Code::get(r)?,
            topic: Code::get(r)?,
            producers: Code::get(r)?,
            consumers: Code::get(r)?,
            cuts: Code::get(r)?,
            ledger: Code::get(r)?,
        })
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
            let mut number = 1_u64;
            for _ in 0..300 {
                let events = cluster.enabled(&setup, &menu);
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                let event = events[(number >> 33) as usize % events.len()];
                cluster.step(&setup, &event, &mut Effects::muted()).expect("an enabled event");
                let mut bytes = Vec::new();
                cluster.encode(&View::WHOLE, &mut bytes);
                let read = Cluster::decode(&bytes);
                assert_eq!(read, Some((cluster.clone(), bytes.len())), "{}", rules.release);
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
        Cluster::new(&setup(rules)).encode(&View::WHOLE, &mut bytes);
        for length in 0..bytes.len() {
            assert_eq!(Cluster::decode(&bytes[..length]), None);
        }
    }
}
