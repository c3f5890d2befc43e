//! Effects: what followed from an event by rule, as data with the numbers that made it.
//!
//! One place turns them into words in each language ([`crate::lang`]); the event log, the headless
//! run, the exports and the tests all use it.

mod reason;

pub use reason::*;

use super::epochs::EpochStart;
use super::event::Whence;
use super::log::Record;
use super::property::{Breach, Property};
use super::state::{Ask, LeaderAndIsr};
use super::types::*;

/// One consequence. Where a broker and a partition are named, they say whose number it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each field is named for the number it carries")]
pub enum Effect {
    // ---- logs and files ----
    /// A record was appended.
    Appended { broker: BrokerId, partition: PartitionId, offset: Offset, record: Record },
    /// The LEO changed.
    Leo { broker: BrokerId, partition: PartitionId, from: Offset, to: Offset },
    /// The HW was computed anew; `from == to` where the rule left it as it was.
    Hw { broker: BrokerId, partition: PartitionId, from: Offset, to: Offset, rule: HwRule },
    /// The log was cut, or the rule was asked and cut nothing (`cut` is empty).
    Truncated {
        broker: BrokerId,
        partition: PartitionId,
        from: Offset,
        to: Offset,
        rule: CutRule,
        cut: Vec<Record>,
    },
    /// More of the log is on the disk.
    Flushed { broker: BrokerId, partition: PartitionId, from: Offset, to: Offset },
    /// A new segment began.
    Rolled { broker: BrokerId, partition: PartitionId, base: Offset },
    /// The HW checkpoint file was written.
    HwWritten { broker: BrokerId, partition: PartitionId, from: Offset, to: Offset },
    /// The leader-epoch table got an entry, in memory and in its file.
    EpochAdded { broker: BrokerId, partition: PartitionId, entry: EpochStart },
    /// The leader-epoch table refused an entry that did not follow.
    EpochRefused { broker: BrokerId, partition: PartitionId, entry: EpochStart },
    /// Entries of the leader-epoch table went with the records that were cut.
    EpochsCut { broker: BrokerId, partition: PartitionId, entries: Vec<EpochStart> },

    // ---- between follower and leader ----
    /// A follower's request left.
    Asked { broker: BrokerId, partition: PartitionId, leader: BrokerId, ask: Ask },
    /// The leader's record of a follower's LEO: set to the fetch offset, or unknown.
    RemoteLeo {
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        from: Option<Offset>,
        to: Option<Offset>,
    },
    /// The leader holds the fetch until there is data, or for this long.
    Parked { leader: BrokerId, partition: PartitionId, follower: BrokerId, ms: Ms },
    /// A parked fetch was read again.
    Unparked { leader: BrokerId, partition: PartitionId, follower: BrokerId, why: Unpark },
    /// A reply with records and the leader's HW left.
    RecordsSent {
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        offset: Offset,
        records: Vec<Record>,
        hw: Offset,
    },
    /// A reply to OffsetsForLeaderEpoch left; no end is undefined. From v1 on it says for which epoch
    /// the end is.
    EpochEndSent {
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        asked: Option<Epoch>,
        epoch: Option<Epoch>,
        end: Option<Offset>,
    },
    /// A reply without records left, since the follower's latest epoch ended elsewhere in the leader's
    /// log (KAFKA-10435).
    DivergingSent {
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        offset: Offset,
        last: Epoch,
        epoch: Epoch,
        end: Offset,
        hw: Offset,
    },
    /// The leader refused a request for its leader epoch (KIP-320).
    EpochFenced {
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        sent: Epoch,
        known: Epoch,
    },
    /// The follower asks nothing more until it hears from the controller (FENCED_LEADER_EPOCH).
    FetcherStopped { broker: BrokerId, partition: PartitionId },
    /// A reply to ListOffsets left.
    OffsetSent {
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        ask: Ask,
        offset: Offset,
    },
    /// A reply with an error left.
    ErrorSent { leader: BrokerId, partition: PartitionId, follower: BrokerId, error: KafkaError },
    /// The follower got an error and will ask again.
    ErrorReceived { broker: BrokerId, partition: PartitionId, error: KafkaError },
    /// Out of range, first question: the leader's log is not shorter, so the follower asks for its
    /// start next.
    NotShorter { broker: BrokerId, partition: PartitionId, leo: Offset, leader_end: Offset },
    /// Out of range, second question: the leader's log starts at or below the follower's LEO, which
    /// keeps its log and fetches on.
    KeptLog { broker: BrokerId, partition: PartitionId, leo: Offset, leader_start: Offset },
    /// A request or a reply vanished with a broker, or was given up.
    Vanished { broker: BrokerId, partition: PartitionId, leader: BrokerId, what: Lost },

    // ---- ISR ----
    /// The leader took a follower into the ISR: its LEO has reached what it had to reach, `entry`.
    IsrExpanded {
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        isr: BrokerSet,
        leo: Offset,
        entry: Offset,
    },
    /// The leader removed a follower from the ISR.
    IsrShrunk {
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        isr: BrokerSet,
        why: Lag,
    },
    /// A follower has been behind for longer than the lag limit.
    FellBehind { leader: BrokerId, partition: PartitionId, follower: BrokerId },
    /// The leader's conditional write of the ISR failed: somebody else has changed the znode.
    IsrWriteRefused { leader: BrokerId, partition: PartitionId, wanted: BrokerSet },
    /// The leader can't change the ISR: it is cut off from whoever keeps it.
    IsrWriteUnreachable { leader: BrokerId, partition: PartitionId, wanted: BrokerSet },
    /// The leader asked the controller for another ISR (KIP-497). Until it has an answer, the HW waits
    /// for the maximal ISR.
    AlterSent {
        leader: BrokerId,
        partition: PartitionId,
        isr: BrokerSet,
        wanted: BrokerSet,
        maximal: BrokerSet,
        why: AlterReason,
    },
    /// The controller changed the ISR as the leader had asked.
    AlterAccepted { leader: BrokerId, partition: PartitionId, isr: BrokerSet, epoch: Epoch },
    /// The controller refused the leader's ISR.
    AlterRefused { leader: BrokerId, partition: PartitionId, wanted: BrokerSet, error: KafkaError },
    /// The controller's answer reached the leader: this is the committed ISR.
    IsrCommitted { leader: BrokerId, partition: PartitionId, from: BrokerSet, to: BrokerSet },
    /// The controller's refusal reached the leader: the ISR stays as it was.
    IsrReverted { leader: BrokerId, partition: PartitionId, isr: BrokerSet, error: KafkaError },
    /// The controller's refusal reached the leader, which waits for news from it.
    IsrStuck { leader: BrokerId, partition: PartitionId, wanted: BrokerSet, error: KafkaError },
    /// A leader's AlterPartition request or the answer to it vanished.
    AlterVanished { leader: BrokerId, partition: PartitionId, answer: bool },
    /// A leader heard of another ISR without another leader epoch (KRaft).
    IsrHeard { leader: BrokerId, partition: PartitionId, from: BrokerSet, to: BrokerSet },

    // ---- clients ----
    /// A produce request waits in purgatory.
    Waiting {
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
        broker: BrokerId,
        acks: Acks,
        required: Offset,
    },
    /// A produce request was acknowledged.
    Acked {
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
        offset: Offset,
        acks: Acks,
        why: AckRule,
    },
    /// A produce request with `acks=0` was sent: nothing will be said.
    Unasked { producer: ProducerId, partition: PartitionId, value: Value },
    /// An idempotent producer's record is in the log already: it is not appended again.
    Recognized { producer: ProducerId, partition: PartitionId, value: Value, offset: Offset },
    /// An attempt failed; the producer will send the record again by itself.
    WillRetry {
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
        error: KafkaError,
        left: u8,
        ms: Ms,
    },
    /// A producer sends a record again.
    Retried { producer: ProducerId, partition: PartitionId, value: Value },
    /// An idempotent producer was given a new producer id; its numbers begin at 0.
    NewProducerId { producer: ProducerId },
    /// A consumer went to an end of a partition.
    Sought {
        consumer: ConsumerId,
        partition: PartitionId,
        whence: Whence,
        from: Offset,
        to: Offset,
    },
    /// A produce request with `acks=0` came to nothing; the producer is not told about its record.
    Dropped { producer: ProducerId, partition: PartitionId, value: Value, error: KafkaError },
    /// A produce request failed.
    Failed {
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
        error: KafkaError,
        detail: FailDetail,
    },
    /// A consumer read records.
    Consumed {
        consumer: ConsumerId,
        partition: PartitionId,
        from: Offset,
        hw: Offset,
        records: Vec<Record>,
    },
    /// A consumer was told an error.
    ConsumeFailed {
        consumer: ConsumerId,
        partition: PartitionId,
        position: Offset,
        error: KafkaError,
    },
    /// The answer to a producer was lost on its way.
    AnswerLost { producer: ProducerId, partition: PartitionId, value: Value },
    /// A consumer was sent from a follower to the leader, which answers itself.
    Redirected { consumer: ConsumerId, partition: PartitionId, from: BrokerId, to: BrokerId },
    /// A consumer asked whether what it has read is still there, and it is (KIP-320).
    PositionValid {
        consumer: ConsumerId,
        partition: PartitionId,
        position: Offset,
        read: Option<Epoch>,
        end: Option<Offset>,
    },
    /// A consumer asked, and the epoch of what it has read ended before its position (KIP-320).
    TruncationFound {
        consumer: ConsumerId,
        partition: PartitionId,
        position: Offset,
        read: Epoch,
        end: Option<Offset>,
    },
    /// A consumer's position was out of range and was reset.
    PositionReset { consumer: ConsumerId, partition: PartitionId, from: Offset, to: Offset },

    // ---- brokers ----
    /// A broker is gone.
    Down { broker: BrokerId, how: Death },
    /// A broker runs.
    Up { broker: BrokerId },
    /// A broker fell silent.
    Paused { broker: BrokerId },
    /// A broker that was silent goes on.
    Resumed { broker: BrokerId },
    /// A broker has a new, empty replica.
    ReplicaCreated { broker: BrokerId, partition: PartitionId },
    /// A broker deleted its replica: it is assigned none any more.
    ReplicaDeleted { broker: BrokerId, partition: PartitionId },
    /// A broker's disk is empty.
    Wiped { broker: BrokerId },
    /// A replica began to lead, or goes on in a new epoch.
    LeaderNow { broker: BrokerId, partition: PartitionId, epoch: Epoch, isr: BrokerSet },
    /// A replica began to follow.
    FollowerNow { broker: BrokerId, partition: PartitionId, epoch: Epoch, leader: BrokerId },
    /// A replica that already follows this broker only takes note of the epoch.
    FollowsOn { broker: BrokerId, partition: PartitionId, epoch: Epoch, leader: BrokerId },

    // ---- controller ----
    /// The controller noticed a death.
    NoticedDeath { broker: BrokerId },
    /// The controller noticed a return.
    NoticedReturn { broker: BrokerId },
    /// The controller chose a leader.
    Elected {
        partition: PartitionId,
        leader: BrokerId,
        epoch: Epoch,
        isr: BrokerSet,
        how: Election,
    },
    /// The controller found nobody to lead.
    Leaderless { partition: PartitionId, epoch: Epoch, isr: BrokerSet },
    /// The controller took a replica out of the ISR.
    IsrCut { partition: PartitionId, broker: BrokerId, epoch: Epoch, isr: BrokerSet },
    /// The controller found nobody to lead any more and told everybody (KRaft).
    Nobody { broker: BrokerId, partition: PartitionId, epoch: Epoch },
    /// The eligible leader replicas or the last known leader changed (KIP-966).
    ElrChanged {
        partition: PartitionId,
        elr: BrokerSet,
        last_leader: Option<BrokerId>,
        isr: BrokerSet,
        min_isr: u8,
    },
    /// A broker registered and had not gone down cleanly: what it had not flushed may be gone
    /// (KIP-966).
    UncleanShutdown { broker: BrokerId },
    /// An uncleanly elected leader is marked as recovering; or, when `done`, it has said that it has
    /// recovered (KIP-704).
    Recovering { partition: PartitionId, leader: BrokerId, done: bool },
    /// A partition is being moved to other replicas.
    Reassigning { partition: PartitionId, epoch: Epoch, from: Order, to: Order },
    /// A partition has the replicas it was to have.
    Reassigned { partition: PartitionId, epoch: Epoch, to: Order },
    /// The assignment has another order; the replicas are the same.
    Reordered { partition: PartitionId, to: Order },
    /// The controller's word reached a broker.
    Told { broker: BrokerId, word: LeaderAndIsr },
    /// The controller's word was older than what the broker knows, or names no leader: ignored.
    WordIgnored { broker: BrokerId, word: LeaderAndIsr },

    // ---- the simulation ----
    /// Time passed.
    Passed { ms: Ms },
    /// A producer's `acks` changed.
    AcksSet { producer: ProducerId, from: Acks, to: Acks },
    /// `min.insync.replicas` changed.
    MinIsrSet { from: u8, to: u8 },
    /// `unclean.leader.election.enable` changed.
    UncleanSet { to: bool },
    /// A link is cut.
    LinkCut { link: Link },
    /// A link is whole again.
    LinkHealed { link: Link },
    /// The controller's words to a broker are held back, or no longer.
    WordsHeld { broker: BrokerId, held: bool },
    /// The next answer to a producer will be lost.
    AnswerWillBeLost { producer: ProducerId },
    /// A simplification was used that a real cluster does not allow.
    Simplified { broker: BrokerId, what: Simplification },
    /// A promised record is no longer at its offset in the present leader's log.
    Lost { partition: PartitionId, offset: Offset, value: Value },
    /// A record that was lost is there again.
    Recovered { partition: PartitionId, offset: Offset, value: Value },
    /// Two live replicas now differ at this offset, below both HWs.
    Diverged { partition: PartitionId, offset: Offset },
    /// A named property does not hold any more.
    Broken { breach: Breach },
    /// A named property holds again.
    Mended { partition: PartitionId, property: Property },
}

impl Effect {
    /// The partition that it is about, if it is about one.
    pub fn partition(&self) -> Option<PartitionId> {
        match self {
            Effect::Appended { partition, .. }
            | Effect::Leo { partition, .. }
            | Effect::Hw { partition, .. }
            | Effect::Truncated { partition, .. }
            | Effect::Flushed { partition, .. }
            | Effect::Rolled { partition, .. }
            | Effect::HwWritten { partition, .. }
            | Effect::EpochAdded { partition, .. }
            | Effect::EpochRefused { partition, .. }
            | Effect::EpochsCut { partition, .. }
            | Effect::Asked { partition, .. }
            | Effect::RemoteLeo { partition, .. }
            | Effect::Parked { partition, .. }
            | Effect::Unparked { partition, .. }
            | Effect::RecordsSent { partition, .. }
            | Effect::EpochEndSent { partition, .. }
            | Effect::DivergingSent { partition, .. }
            | Effect::EpochFenced { partition, .. }
            | Effect::FetcherStopped { partition, .. }
            | Effect::OffsetSent { partition, .. }
            | Effect::ErrorSent { partition, .. }
            | Effect::ErrorReceived { partition, .. }
            | Effect::NotShorter { partition, .. }
            | Effect::KeptLog { partition, .. }
            | Effect::Vanished { partition, .. }
            | Effect::IsrExpanded { partition, .. }
            | Effect::IsrShrunk { partition, .. }
            | Effect::IsrWriteRefused { partition, .. }
            | Effect::FellBehind { partition, .. }
            | Effect::IsrWriteUnreachable { partition, .. }
            | Effect::AlterSent { partition, .. }
            | Effect::AlterAccepted { partition, .. }
            | Effect::AlterRefused { partition, .. }
            | Effect::IsrCommitted { partition, .. }
            | Effect::IsrReverted { partition, .. }
            | Effect::IsrStuck { partition, .. }
            | Effect::AlterVanished { partition, .. }
            | Effect::IsrHeard { partition, .. }
            | Effect::Waiting { partition, .. }
            | Effect::Acked { partition, .. }
            | Effect::Unasked { partition, .. }
            | Effect::Dropped { partition, .. }
            | Effect::Failed { partition, .. }
            | Effect::Recognized { partition, .. }
            | Effect::WillRetry { partition, .. }
            | Effect::Retried { partition, .. }
            | Effect::Sought { partition, .. }
            | Effect::Consumed { partition, .. }
            | Effect::ConsumeFailed { partition, .. }
            | Effect::PositionReset { partition, .. }
            | Effect::AnswerLost { partition, .. }
            | Effect::Redirected { partition, .. }
            | Effect::PositionValid { partition, .. }
            | Effect::TruncationFound { partition, .. }
            | Effect::ReplicaCreated { partition, .. }
            | Effect::ReplicaDeleted { partition, .. }
            | Effect::LeaderNow { partition, .. }
            | Effect::FollowerNow { partition, .. }
            | Effect::FollowsOn { partition, .. }
            | Effect::Elected { partition, .. }
            | Effect::Leaderless { partition, .. }
            | Effect::IsrCut { partition, .. }
            | Effect::Nobody { partition, .. }
            | Effect::ElrChanged { partition, .. }
            | Effect::Recovering { partition, .. }
            | Effect::Reassigning { partition, .. }
            | Effect::Reassigned { partition, .. }
            | Effect::Reordered { partition, .. }
            | Effect::Lost { partition, .. }
            | Effect::Recovered { partition, .. }
            | Effect::Diverged { partition, .. }
            | Effect::Mended { partition, .. } => Some(*partition),
            Effect::Broken { breach } => Some(breach.partition),
            Effect::Told { word, .. } | Effect::WordIgnored { word, .. } => Some(word.partition),
            Effect::NewProducerId { .. }
            | Effect::Down { .. }
            | Effect::Up { .. }
            | Effect::Paused { .. }
            | Effect::Resumed { .. }
            | Effect::UncleanShutdown { .. }
            | Effect::LinkCut { .. }
            | Effect::LinkHealed { .. }
            | Effect::WordsHeld { .. }
            | Effect::AnswerWillBeLost { .. }
            | Effect::Wiped { .. }
            | Effect::NoticedDeath { .. }
            | Effect::NoticedReturn { .. }
            | Effect::Passed { .. }
            | Effect::AcksSet { .. }
            | Effect::MinIsrSet { .. }
            | Effect::UncleanSet { .. }
            | Effect::Simplified { .. } => None,
        }
    }
}

/// Where the engine writes effects. An explorer that needs none passes a muted one, and no effect
/// is made.
#[derive(Debug, Default)]
pub struct Effects {
    list: Vec<Effect>,
    muted: bool,
}

impl Effects {
    /// Collects effects.
    pub fn new() -> Self {
        Effects::default()
    }

    /// Collects nothing.
    pub fn muted() -> Self {
        Effects { list: Vec::new(), muted: true }
    }

    /// Whether effects are thrown away.
    pub fn is_muted(&self) -> bool {
        self.muted
    }

    /// Adds an effect, which is only made when somebody wants it.
    pub(super) fn add(&mut self, effect: impl FnOnce() -> Effect) {
        if !self.muted {
            self.list.push(effect());
        }
    }

    /// What was collected, in order.
    pub fn into_vec(self) -> Vec<Effect> {
        self.list
    }
}
