//! The state of a cluster: what is on each disk, in each process's memory, on the wire, in
//! ZooKeeper, and what the clients hold.
//!
//! It is small and canonical: two states that will behave alike are equal and hash alike.
//! * Time is what remains until something is due, or an age that stops at the lag limit.
//! * Of a version number that only serves a conditional write, all that is kept is whether the
//!   holder's copy is current.
//! * Names, texts, the clock on the screen and history live outside the engine.

use super::epochs::EpochTable;
use super::ledger::Ledger;
use super::log::{Log, Record, Sequence};
use super::reuse::{Part, clone_in_place};
use super::rules::LagRule;
use super::types::*;

/// A cluster with one topic. See [`super`] for what can be done with it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Cluster {
    /// One a broker.
    pub brokers: Vec<Part<Broker>>,
    /// The controller with the state it keeps in ZooKeeper.
    pub controller: Part<Controller>,
    /// The topic's settings that can be changed while it runs.
    pub topic: Part<TopicConfig>,
    /// One a producer.
    pub producers: Part<Vec<Producer>>,
    /// One a consumer.
    pub consumers: Part<Vec<Consumer>>,
    /// The links that are cut, in their order.
    pub cuts: Part<Vec<Link>>,
    /// What the clients were promised. No rule of the protocol reads it.
    pub ledger: Part<Ledger>,
}

clone_in_place!(Cluster { brokers, controller, topic, producers, consumers, cuts, ledger });

impl Cluster {
    /// Makes it again the state that it was copied from, which must be the same as then: only what
    /// may differ is copied.
    pub fn restore(&mut self, source: &Cluster) {
        let Cluster { brokers, controller, topic, producers, consumers, cuts, ledger } = source;
        for (own, broker) in self.brokers.iter_mut().zip(brokers) {
            own.restore(broker);
        }
        self.controller.restore(controller);
        self.topic.restore(topic);
        self.producers.restore(producers);
        self.consumers.restore(consumers);
        self.cuts.restore(cuts);
        self.ledger.restore(ledger);
    }
}

/// The settings of the topic that Kafka can change without a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TopicConfig {
    /// `min.insync.replicas`.
    pub min_isr: u8,
    /// `unclean.leader.election.enable`.
    pub unclean: bool,
}

/// One broker.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Broker {
    /// The process, if it runs.
    pub process: Option<Process>,
    /// The disks, by partition; `None` where the broker is not assigned a replica.
    pub disks: Vec<Option<Disk>>,
    /// Whether its process runs and does nothing at all, as in a long garbage collection.
    pub paused: bool,
    /// For a broker that has died or fallen silent and is not yet missed: what remains of its
    /// session with ZooKeeper or the KRaft controller.
    pub session_left: Option<Ms>,
    /// What the controller has sent to this broker and it has not read yet, oldest first.
    pub inbox: Vec<LeaderAndIsr>,
    /// Whether the controller's word is on its way to it for longer than a step.
    pub words_held: bool,
    /// Whether its disk says that it went down cleanly: what `.kafka_cleanshutdown` tells a
    /// controller that keeps an ELR (KIP-966). Always false under a controller that does not ask.
    pub clean_stop: bool,
}

clone_in_place!(Broker { process, disks, paused, session_left, inbox, words_held, clean_stop });

/// What a broker has on its disk for one partition.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Disk {
    /// The log, page cache included.
    pub log: Log,
    /// The partition's line in `replication-offset-checkpoint`; 0 if it has none, as Kafka reads
    /// a missing line.
    pub hw: Offset,
    /// `leader-epoch-checkpoint`.
    pub epochs: EpochTable,
}

clone_in_place!(Disk { log, hw, epochs });

/// What a running broker has in memory.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// The replicas, by partition; `None` where the broker is not assigned one.
    pub replicas: Vec<Option<Replica>>,
    /// Until the next check of the ISRs it leads.
    pub isr_check_in: Ms,
    /// Until the next write of the HW checkpoint; `None` before the first LeaderAndIsr.
    pub hw_checkpoint_in: Option<Ms>,
    /// Until the next flush of its logs (`log.flush.interval.ms`).
    pub flush_in: Option<Ms>,
}

clone_in_place!(Process { replicas, isr_check_in, hw_checkpoint_in, flush_in });

/// A replica in memory.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Replica {
    /// The high watermark.
    pub hw: Offset,
    /// The leader-epoch table.
    pub epochs: EpochTable,
    /// The leader epoch last heard of; `None` since the start of the process.
    pub leader_epoch: Option<Epoch>,
    /// What it is.
    pub role: Role,
}

clone_in_place!(Replica { hw, epochs, leader_epoch, role });

impl Replica {
    /// A replica that the controller has said nothing about.
    pub fn new(hw: Offset, epochs: EpochTable) -> Self {
        Replica { hw, epochs, leader_epoch: None, role: Role::Idle }
    }
}

/// What a replica is.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Nothing: the controller has not spoken since the process started, or has said that nobody
    /// leads (KRaft).
    Idle,
    /// The leader, as far as it knows.
    Leader(Leader),
    /// A follower.
    Follower(Follower),
}

impl Clone for Role {
    fn clone(&self) -> Self {
        match self {
            Role::Idle => Role::Idle,
            Role::Leader(leader) => Role::Leader(leader.clone()),
            Role::Follower(follower) => Role::Follower(follower.clone()),
        }
    }
    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Role::Leader(leader), Role::Leader(source)) => leader.clone_from(source),
            (role, source) => *role = source.clone(),
        }
    }
}

/// What a leader keeps.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Leader {
    /// The committed ISR as the leader knows it.
    pub isr: BrokerSet,
    /// Whether its copy of the znode's version or of the partition epoch is current, so that it can
    /// change the ISR.
    pub version_current: bool,
    /// The change of the ISR that it has asked the controller for (AlterPartition, KIP-497).
    pub alter: Option<Alter>,
    /// The LEO at the beginning of its reign; 0 where the release does not keep it.
    pub epoch_start: Offset,
    /// What it knows of the other assigned replicas, by broker id.
    pub remotes: Vec<(BrokerId, Remote)>,
    /// Produce requests that wait, oldest first.
    pub purgatory: Vec<PendingProduce>,
}

clone_in_place!(Leader { isr, version_current, alter, epoch_start, remotes, purgatory });

/// What a leader knows of a follower: a remote replica. Its HW is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Remote {
    /// Its LEO: the offset it last fetched from. `None` is Kafka's −1, unknown.
    pub leo: Option<Offset>,
    /// How long ago it was last caught up; stops at [`super::setup::Setup::stale_age`].
    pub caught_up_ago: Ms,
    /// How long ago it last fetched; stops at the same age.
    pub fetched_ago: Ms,
    /// The leader's LEO at that fetch (KAFKA-4485). `None` after a read that failed, and where
    /// the release does not keep it.
    pub leader_leo_at_fetch: Option<Offset>,
    /// The HW in the last reply to it (KIP-392: 2.4, 2.5). `None` before the first one, and where
    /// the release does not keep it.
    pub last_sent_hw: Option<Offset>,
}

impl Remote {
    /// How long ago it last did what keeps it in the ISR of this release: being caught up, or
    /// fetching.
    pub fn lag(&self, rule: LagRule) -> Ms {
        match rule {
            LagRule::ReadToEnd | LagRule::CaughtUp | LagRule::CaughtUpOrAtLeo => self.caught_up_ago,
            LagRule::MessagesOrStuck | LagRule::MessagesOrTime => self.fetched_ago,
        }
    }
}

/// A leader's AlterPartition request (KIP-497), until it knows what has become of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alter {
    /// The ISR that it asks for.
    pub isr: BrokerSet,
    /// Whether it takes replicas in; otherwise out, or it only says that it has recovered.
    pub expands: bool,
    /// Whether the partition epoch in it is still the current one.
    pub current: bool,
    /// The members that have registered anew since, so that their broker epochs in it are old
    /// (KIP-903).
    pub reborn: BrokerSet,
    /// Where it is.
    pub stage: AlterStage,
}

/// Where an AlterPartition request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlterStage {
    /// On its way to the controller.
    Sent,
    /// The controller has changed the ISR; its answer is on its way. Whether nothing has changed
    /// since.
    Done {
        /// Whether the partition epoch in the answer is still the current one.
        current: bool,
    },
    /// The controller has refused; its answer is on its way.
    Refused(KafkaError),
    /// Refused with an error after which the leader waits for news from the controller.
    Stuck,
}

/// A produce request in the leader's purgatory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PendingProduce {
    /// Who waits.
    pub producer: ProducerId,
    /// The value that was sent.
    pub value: Value,
    /// The offset the record got.
    pub offset: Offset,
    /// The `acks` of the request.
    pub acks: Acks,
    /// Until it times out.
    pub left: Ms,
}

impl PendingProduce {
    /// The HW, or the LEO with `acks=n`, that the request waits for: one past its record.
    pub fn required(&self) -> Offset {
        self.offset + 1
    }
}

/// What a follower keeps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Follower {
    /// The broker it follows.
    pub leader: BrokerId,
    /// What its fetcher has to ask next.
    pub fetcher: Fetcher,
    /// What it has in flight towards its leader. At most one exchange at a time.
    pub call: Option<Call>,
}

/// What a fetcher has to ask next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fetcher {
    /// Records from its LEO on.
    Fetching,
    /// Where its latest epoch ended (OffsetsForLeaderEpoch), before it may fetch.
    Truncating,
    /// The leader's log end, after OFFSET_OUT_OF_RANGE.
    AskingEnd,
    /// The leader's log start, after the end turned out not to be below its own LEO.
    AskingStart,
    /// Nothing: it was told FENCED_LEADER_EPOCH, and waits for news from the controller (KIP-320).
    Fenced,
}

/// A request of a follower's fetcher with where it is now.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// What was asked.
    pub ask: Ask,
    /// The leader epoch that the request carries (KIP-320, 2.1).
    pub epoch: Option<Epoch>,
    /// Where it is.
    pub stage: Stage,
}

/// What a follower can ask its leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Fetch: records from an offset on.
    Fetch {
        /// From where: the follower's LEO.
        offset: Offset,
        /// The follower's latest epoch (KAFKA-10435, 2.7).
        last: Option<Epoch>,
    },
    /// OffsetsForLeaderEpoch: where did this epoch end? `None` is Kafka's −1.
    EpochEnd(Option<Epoch>),
    /// ListOffsets: your LEO?
    LogEnd,
    /// ListOffsets: your log start offset?
    LogStart,
}

/// Where a request is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// On its way to the leader.
    Sent,
    /// A fetch that found no data: held by the leader, for this long at most.
    Parked(Ms),
    /// The reply is on its way to the follower.
    Replied(Answer),
}

/// What a leader can reply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Records and the leader's HW.
    Records {
        /// The records from the offset asked for on.
        records: Vec<Record>,
        /// The leader's HW.
        hw: Offset,
    },
    /// Where an epoch ended.
    EpochEnd {
        /// Which: from v1 on the largest one not above the epoch asked about (KIP-279). v0 says
        /// none.
        epoch: Option<Epoch>,
        /// Where; `None` is UNDEFINED_EPOCH_OFFSET.
        end: Option<Offset>,
    },
    /// No records: the follower's latest epoch ended elsewhere in the leader's log (KAFKA-10435).
    Diverging {
        /// The largest epoch not above it.
        epoch: Epoch,
        /// Where that ended.
        end: Offset,
        /// The leader's HW.
        hw: Offset,
    },
    /// A log end or a log start.
    Offset(Offset),
    /// An error.
    Error(KafkaError),
}

/// The controller and its state in ZooKeeper or in the KRaft log.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Controller {
    /// The brokers it believes to be alive: with a ZooKeeper session, or registered and not fenced.
    pub live: BrokerSet,
    /// One a partition.
    pub partitions: Vec<PartitionState>,
    /// Until the next check for imbalance (`auto.leader.rebalance.enable`).
    pub rebalance_in: Option<Ms>,
    /// Until the next look for unclean elections (`unclean.leader.election.interval.ms`).
    pub unclean_check_in: Option<Ms>,
}

clone_in_place!(Controller { live, partitions, rebalance_in, unclean_check_in });

/// A partition's znode or registration: who leads, in which reign, with which ISR, on which brokers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PartitionState {
    /// The leader; `None` is Kafka's −1.
    pub leader: Option<BrokerId>,
    /// The leader epoch.
    pub epoch: Epoch,
    /// The ISR.
    pub isr: BrokerSet,
    /// The ISR as a list, in the releases that elect in its order; otherwise empty.
    pub isr_list: Order,
    /// The assigned replicas, preferred leader first. While the partition is being reassigned, the
    /// replicas to come first, then those to go.
    pub replicas: Order,
    /// The replicas that a reassignment is to end with; empty when there is none.
    pub target: Order,
    /// Whether its leader was elected uncleanly and has not said yet that it has recovered (KIP-704).
    pub recovering: bool,
    /// The eligible leader replicas (KIP-966).
    pub elr: BrokerSet,
    /// The last known leader (KIP-966): the one at the moment the ISR became empty.
    pub last_leader: Option<BrokerId>,
}

impl PartitionState {
    /// A partition in its first reign: the preferred leader leads, everybody is in the ISR.
    pub fn first(replicas: Order) -> Self {
        PartitionState {
            leader: replicas.first().copied(),
            isr: replicas.set(),
            replicas,
            ..PartitionState::default()
        }
    }

    /// Whether a broker is assigned a replica.
    pub fn is_assigned(&self, broker: BrokerId) -> bool {
        self.replicas.contains(&broker)
    }
}

/// The controller's word to a broker about one partition: a part of a LeaderAndIsr request, or with
/// KRaft a record of the log that it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeaderAndIsr {
    /// The partition.
    pub partition: PartitionId,
    /// Its state when the request was made.
    pub state: PartitionState,
    /// Whether the znode's version or partition epoch it carries is still the current one.
    pub current: bool,
}

/// A producer.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Producer {
    /// What it asks for.
    pub acks: Acks,
    /// If it is idempotent: the sequence number of its next record, by partition.
    pub next_sequence: Option<Vec<u16>>,
    /// How often it has been given a new producer id.
    pub incarnation: u16,
    /// Records it has sent that are not settled, in the order of their first sending. Only a
    /// producer that may send them again keeps them.
    pub open: Vec<OpenSend>,
    /// Whether the next answer to it will be lost.
    pub answer_lost: bool,
}

clone_in_place!(Producer { acks, next_sequence, incarnation, open, answer_lost });

/// A record that a producer may have to send again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpenSend {
    /// What.
    pub value: Value,
    /// To which partition.
    pub partition: PartitionId,
    /// Its number, the same at each attempt, if the producer is idempotent.
    pub sequence: Option<Sequence>,
    /// How often it may still be sent again by itself; `u8::MAX` is for ever.
    pub retries: u8,
    /// What the producer does about it.
    pub stage: OpenStage,
}

/// What a producer does about a record that is not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenStage {
    /// It waits for the answer.
    Waiting,
    /// It sends it again after this long (`retry.backoff.ms`).
    Backoff(Ms),
}

/// A consumer.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Consumer {
    /// The offset it reads next, by partition.
    pub positions: Vec<Offset>,
    /// What it has read, by partition, in the order of reading. Of the rules only the one by which a
    /// consumer validates its position asks for it, for the last record's epoch (KIP-320).
    pub read: Vec<Vec<(Offset, Record)>>,
    /// By partition, the leader epoch it knows (KIP-320). `None` before its first fetch, and where
    /// the release does not keep it.
    pub epochs: Vec<Option<Epoch>>,
}

clone_in_place!(Consumer { positions, read, epochs });

impl Cluster {
    /// Whether the broker's process runs.
    pub fn is_up(&self, broker: BrokerId) -> bool {
        self.brokers[broker.index()].process.is_some()
    }

    /// The brokers whose process runs.
    pub fn up(&self) -> BrokerSet {
        (0..self.brokers.len() as u8).map(BrokerId).filter(|b| self.is_up(*b)).collect()
    }

    /// A broker's disk for a partition, if it is assigned one.
    pub fn disk(&self, broker: BrokerId, partition: PartitionId) -> Option<&Disk> {
        self.brokers.get(broker.index())?.disks.get(partition.index())?.as_ref()
    }

    /// A running broker's replica of a partition.
    pub fn replica(&self, broker: BrokerId, partition: PartitionId) -> Option<&Replica> {
        let process = self.brokers.get(broker.index())?.process.as_ref()?;
        process.replicas.get(partition.index())?.as_ref()
    }

    /// What a broker keeps as leader of a partition, if it runs and believes that it leads.
    pub fn leader(&self, broker: BrokerId, partition: PartitionId) -> Option<&Leader> {
        match &self.replica(broker, partition)?.role {
            Role::Leader(leader) => Some(leader),
            _ => None,
        }
    }

    /// What a broker keeps as follower of a partition, if it runs and was told to follow.
    pub fn follower(&self, broker: BrokerId, partition: PartitionId) -> Option<&Follower> {
        match &self.replica(broker, partition)?.role {
            Role::Follower(follower) => Some(follower),
            _ => None,
        }
    }

    /// Whether the broker's process runs and is not paused.
    pub fn is_awake(&self, broker: BrokerId) -> bool {
        self.is_up(broker) && !self.brokers[broker.index()].paused
    }

    /// Whether the controller has said nothing to a broker since its process started: what the first
    /// word starts, the checkpoint thread, does not run yet.
    pub fn has_heard_nothing(&self, broker: BrokerId) -> bool {
        let process = self.brokers[broker.index()].process.as_ref();
        process.is_some_and(|p| p.hw_checkpoint_in.is_none())
    }

    /// The assigned replicas of a partition, preferred leader first.
    pub fn replicas(&self, partition: PartitionId) -> &[BrokerId] {
        &self.controller.partitions[partition.index()].replicas
    }

    /// Every broker by its place: the replicas of the first partition in their order, then the others. What
    /// is done to several at once is done in this order where it makes a difference, so that nothing
    /// depends on what a broker is called.
    pub fn by_place(&self) -> Order {
        let first = self.controller.partitions.first().map(|p| p.replicas).unwrap_or_default();
        first.iter().copied().chain((0..self.brokers.len() as u8).map(BrokerId)).collect()
    }

    /// Whether a broker is assigned a replica of a partition.
    pub fn is_assigned(&self, partition: PartitionId, broker: BrokerId) -> bool {
        self.replicas(partition).contains(&broker)
    }

    /// The controller's state of a partition.
    pub fn partition(&self, partition: PartitionId) -> &PartitionState {
        &self.controller.partitions[partition.index()]
    }

    /// The log of the leader the controller names, while that broker runs.
    pub fn present_leader(&self, partition: PartitionId) -> Option<(BrokerId, &Disk)> {
        let leader = self.partition(partition).leader.filter(|b| self.is_up(*b))?;
        Some((leader, self.disk(leader, partition)?))
    }

    /// How much memory the state takes, in bytes, as allocated.
    pub fn footprint(&self) -> usize {
        fn heap<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let mut bytes = size_of::<Cluster>()
            + heap(&self.brokers)
            + heap(&self.controller.partitions)
            + heap(&self.producers)
            + self.producers.iter().map(|p| heap(&p.open)).sum::<usize>()
            + heap(&self.consumers)
            + heap(&self.cuts)
            + heap(&self.ledger.sent)
            + heap(&self.ledger.promises);
        for consumer in self.consumers.iter() {
            bytes += heap(&consumer.positions) + heap(&consumer.read) + heap(&consumer.epochs);
            bytes += consumer.read.iter().map(heap).sum::<usize>();
        }
        bytes += self.ledger.promises.iter().map(heap).sum::<usize>() + heap(&self.ledger.torn);
        for broker in &self.brokers {
            bytes += heap(&broker.disks) + heap(&broker.inbox);
            for disk in broker.disks.iter().flatten() {
                bytes += size_of_val(disk.log.records()) + size_of_val(disk.epochs.entries());
            }
            let Some(process) = &broker.process else { continue };
            bytes += heap(&process.replicas);
            for replica in process.replicas.iter().flatten() {
                bytes += size_of_val(replica.epochs.entries());
                match &replica.role {
                    Role::Idle => {}
                    Role::Leader(leader) => {
                        bytes += heap(&leader.remotes) + heap(&leader.purgatory)
                    }
                    Role::Follower(follower) => {
                        if let Some(Call { stage: Stage::Replied(answer), .. }) = &follower.call
                            && let Answer::Records { records, .. } = answer
                        {
                            bytes += heap(records);
                        }
                    }
                }
            }
        }
        bytes
    }

    /// The LEO of a broker's log; 0 where it has none.
    pub fn leo(&self, broker: BrokerId, partition: PartitionId) -> Offset {
        self.disk(broker, partition).map_or(0, |d| d.log.end())
    }
}

impl Leader {
    /// What it knows of a follower.
    pub fn remote(&self, broker: BrokerId) -> Option<&Remote> {
        self.remotes.iter().find(|(b, _)| *b == broker).map(|(_, r)| r)
    }

    /// The same, to change.
    pub(super) fn remote_mut(&mut self, broker: BrokerId) -> Option<&mut Remote> {
        self.remotes.iter_mut().find(|(b, _)| *b == broker).map(|(_, r)| r)
    }
}

impl Leader {
    /// The ISR that the HW waits for: the committed one, and whom the leader has asked to take in
    /// (the maximal ISR of KIP-497).
    pub fn maximal_isr(&self) -> BrokerSet {
        match &self.alter {
            Some(alter) if alter.expands => self.isr.or(alter.isr),
            _ => self.isr,
        }
    }
}
