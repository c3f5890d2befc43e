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
use super::rules::LagRule;
use super::types::*;

/// A cluster with one topic. See [`super`] for what can be done with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cluster {
    /// One a broker.
    pub brokers: Vec<Broker>,
    /// The controller with the state it keeps in ZooKeeper.
    pub controller: Controller,
    /// The topic's settings that can be changed while it runs.
    pub topic: TopicConfig,
    /// One a producer.
    pub producers: Vec<Producer>,
    /// One a consumer.
    pub consumers: Vec<Consumer>,
    /// What the clients were promised. No rule of the protocol reads it.
    pub ledger: Ledger,
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Broker {
    /// The process, if it runs.
    pub process: Option<Process>,
    /// The disks, by partition; `None` where the broker is not assigned a replica.
    pub disks: Vec<Option<Disk>>,
    /// For a broker that has died and is not yet missed: what remains of its ZooKeeper session.
    pub session_left: Option<Ms>,
    /// What the controller has sent to this broker and it has not read yet, oldest first.
    pub inbox: Vec<LeaderAndIsr>,
}

/// What a broker has on its disk for one partition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Disk {
    /// The log, page cache included.
    pub log: Log,
    /// The partition's line in `replication-offset-checkpoint`; 0 if it has none, as Kafka reads
    /// a missing line.
    pub hw: Offset,
    /// `leader-epoch-checkpoint`.
    pub epochs: EpochTable,
}

/// What a running broker has in memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// The replicas, by partition; `None` where the broker is not assigned one.
    pub replicas: Vec<Option<Replica>>,
    /// Until the next check of the ISRs it leads.
    pub isr_check_in: Ms,
    /// Until the next write of the HW checkpoint; `None` before the first LeaderAndIsr.
    pub hw_checkpoint_in: Option<Ms>,
}

/// A replica in memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

/// What a replica is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Nothing yet: the controller has not spoken since the process started.
    Idle,
    /// The leader, as far as it knows.
    Leader(Leader),
    /// A follower.
    Follower(Follower),
}

/// What a leader keeps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leader {
    /// The ISR as the leader knows it.
    pub isr: BrokerSet,
    /// Whether its copy of the znode's version is current, so that it can write the ISR.
    pub zk_current: bool,
    /// What it knows of the other assigned replicas, by broker id.
    pub remotes: Vec<(BrokerId, Remote)>,
    /// Produce requests that wait, oldest first.
    pub purgatory: Vec<PendingProduce>,
}

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
}

impl Remote {
    /// How long ago it last did what keeps it in the ISR of this release: being caught up, or
    /// fetching.
    pub fn lag(&self, rule: LagRule) -> Ms {
        match rule {
            LagRule::CaughtUp => self.caught_up_ago,
            LagRule::MessagesOrTime => self.fetched_ago,
        }
    }
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
}

/// A request of a follower's fetcher with where it is now.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// What was asked.
    pub ask: Ask,
    /// Where it is.
    pub stage: Stage,
}

/// What a follower can ask its leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Fetch: records from this offset on.
    Fetch(Offset),
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
    /// Where the epoch asked about ended; `None` is UNDEFINED_EPOCH_OFFSET.
    EpochEnd(Option<Offset>),
    /// A log end or a log start.
    Offset(Offset),
    /// An error.
    Error(KafkaError),
}

/// The controller and its state in ZooKeeper.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Controller {
    /// The brokers it believes to be alive.
    pub live: BrokerSet,
    /// One a partition.
    pub partitions: Vec<PartitionState>,
    /// Until the next check for imbalance (`auto.leader.rebalance.enable`).
    pub rebalance_in: Option<Ms>,
}

/// A partition's znode: who leads, in which reign, with which ISR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartitionState {
    /// The leader; `None` is Kafka's −1.
    pub leader: Option<BrokerId>,
    /// The leader epoch.
    pub epoch: Epoch,
    /// The ISR.
    pub isr: BrokerSet,
}

/// One partition's part of a LeaderAndIsr request: the controller's word to a broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeaderAndIsr {
    /// The partition.
    pub partition: PartitionId,
    /// Its state when the request was made.
    pub state: PartitionState,
    /// Whether the znode's version it carries is still the current one.
    pub zk_current: bool,
}

/// A producer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
}

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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Consumer {
    /// The offset it reads next, by partition.
    pub positions: Vec<Offset>,
    /// What it has read, by partition, in the order of reading. No rule reads it.
    pub read: Vec<Vec<(Offset, Record)>>,
}

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
            + heap(&self.ledger.sent)
            + heap(&self.ledger.promises);
        for consumer in &self.consumers {
            bytes += heap(&consumer.positions) + heap(&consumer.read);
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
