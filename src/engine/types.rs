//! The small words of the protocol: ids, numbers and their bounds, sets of brokers, `acks`, errors.
//!
//! Everything here is a small `Copy` value, so that a state made of them is cheap to copy, compare
//! and hash. What a person calls a broker or a record lives outside the engine
//! (see [`crate::names::Names`]).

/// An offset: the position of a record in a partition's log. Also the type of a LEO and a HW.
pub type Offset = u16;
/// A leader epoch: the number of a reign, raised by the controller.
pub type Epoch = u16;
/// A length of simulated time, in milliseconds.
pub type Ms = u32;

/// Most brokers a cluster may have.
pub const MAX_BROKERS: usize = 9;
/// Most partitions the topic may have.
pub const MAX_PARTITIONS: usize = 9;
/// Most producers, and most consumers.
pub const MAX_CLIENTS: usize = 9;
/// Most records one log may hold.
pub const MAX_LOG_RECORDS: usize = 1_000;
/// Highest offset at which a typed-in log may start.
pub const MAX_LOG_START: Offset = 10_000;
/// Most different record values in one session.
pub const MAX_VALUES: usize = 5_000;
/// Highest leader epoch: beyond it no event that could raise it is accepted.
pub const MAX_EPOCH: Epoch = 60_000;
/// Most words of the controller that may wait for one broker.
pub const MAX_INBOX: usize = 256;
/// Most produce requests that may wait in one leader's purgatory.
pub const MAX_PURGATORY: usize = 100;
/// Most records that a producer may have open: waiting, or to be sent again.
pub const MAX_OPEN: usize = 200;
/// Longest time that may pass in one event: one hour, in milliseconds.
pub const MAX_ADVANCE: Ms = 3_600_000;
/// Shortest period or timeout that a setting may ask for, in milliseconds.
pub const MIN_PERIOD: Ms = 10;

/// A broker, by its place in the scenario's list of brokers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BrokerId(pub u8);

/// A partition of the topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PartitionId(pub u8);

/// A producer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProducerId(pub u8);

/// A consumer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConsumerId(pub u8);

/// What a record says: the number of its value. Sending the same value twice is a retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub u16);

impl BrokerId {
    /// The broker's place in arrays that have one entry a broker.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl PartitionId {
    /// The partition's place in arrays that have one entry a partition.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ProducerId {
    /// The producer's place in arrays that have one entry a producer.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ConsumerId {
    /// The consumer's place in arrays that have one entry a consumer.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of brokers: an ISR, the live brokers. Its order is the order of the ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BrokerSet(u16);

impl BrokerSet {
    /// The set of nobody.
    pub const EMPTY: BrokerSet = BrokerSet(0);

    /// The first `count` brokers.
    pub fn first(count: usize) -> Self {
        (0..count.min(MAX_BROKERS)).map(|b| BrokerId(b as u8)).collect()
    }

    /// The set of one broker.
    pub fn only(broker: BrokerId) -> Self {
        BrokerSet(1 << broker.0)
    }

    /// Whether the broker is in the set.
    pub fn contains(self, broker: BrokerId) -> bool {
        self.0 & (1 << broker.0) != 0
    }

    /// The set and one more broker.
    #[must_use]
    pub fn with(self, broker: BrokerId) -> Self {
        BrokerSet(self.0 | (1 << broker.0))
    }

    /// The set without a broker.
    #[must_use]
    pub fn without(self, broker: BrokerId) -> Self {
        BrokerSet(self.0 & !(1 << broker.0))
    }

    /// What is in either set.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        BrokerSet(self.0 | other.0)
    }

    /// What is in both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        BrokerSet(self.0 & other.0)
    }

    /// What is in this set and not in the other.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        BrokerSet(self.0 & !other.0)
    }

    /// How many brokers are in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The brokers of the set, by id.
    pub fn iter(self) -> impl Iterator<Item = BrokerId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = (rest != 0).then(|| BrokerId(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(lowest)
        })
    }
}

impl FromIterator<BrokerId> for BrokerSet {
    fn from_iter<I: IntoIterator<Item = BrokerId>>(brokers: I) -> Self {
        brokers.into_iter().fold(BrokerSet::EMPTY, BrokerSet::with)
    }
}

/// Brokers in an order: a partition's assignment, preferred leader first. No broker stands in it twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Order {
    /// Beyond `len` always the default, so that equal orders are equal values.
    brokers: [BrokerId; MAX_BROKERS],
    len: u8,
}

impl Order {
    /// The same brokers.
    pub fn set(&self) -> BrokerSet {
        self.iter().copied().collect()
    }

    /// The order, then the others that are not in it, in theirs.
    #[must_use]
    pub fn followed_by(&self, others: &[BrokerId]) -> Self {
        self.iter().chain(others).copied().collect()
    }
}

impl std::ops::Deref for Order {
    type Target = [BrokerId];
    fn deref(&self) -> &[BrokerId] {
        &self.brokers[..usize::from(self.len)]
    }
}

impl FromIterator<BrokerId> for Order {
    /// A broker that comes again, or one too many, is left out.
    fn from_iter<I: IntoIterator<Item = BrokerId>>(brokers: I) -> Self {
        let mut order = Order::default();
        for broker in brokers {
            if !order.contains(&broker)
                && let Some(place) = order.brokers.get_mut(usize::from(order.len))
            {
                *place = broker;
                order.len += 1;
            }
        }
        order
    }
}

/// A connection that can be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Link {
    /// Between two brokers, the smaller id first: [`Link::between`].
    Brokers(BrokerId, BrokerId),
    /// Between a broker and the controller, with ZooKeeper where there is one.
    Controller(BrokerId),
    /// Between a producer and a broker.
    Producer(ProducerId, BrokerId),
    /// Between a consumer and a broker.
    Consumer(ConsumerId, BrokerId),
}

impl Link {
    /// The link between two brokers.
    pub fn between(a: BrokerId, b: BrokerId) -> Link {
        Link::Brokers(a.min(b), a.max(b))
    }
}

/// What a producer waits for: its `acks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Acks {
    /// `acks=0`: nothing.
    None,
    /// `acks=1`: the leader's append.
    Leader,
    /// `acks=n`, n > 1: that many members of the ISR, the leader among them. Refused with
    /// INVALID_REQUIRED_ACKS from 0.9 on.
    Count(u8),
    /// `acks=all` (`-1`): the HW.
    All,
}

/// The errors that a client or a follower can be told, by Kafka's own names
/// (org.apache.kafka.common.protocol.Errors).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KafkaError {
    /// The broker asked does not lead the partition (to 2.5).
    NotLeaderForPartition,
    /// The broker asked does not lead the partition, or does not have it (2.6, KIP-392).
    NotLeaderOrFollower,
    /// The leader epoch in the request is older than the leader's (KIP-320, 2.1).
    FencedLeaderEpoch,
    /// The leader epoch in the request is newer than the leader's (KIP-320, 2.1).
    UnknownLeaderEpoch,
    /// The HW has not reached the start of the leader's epoch (KIP-207, 2.2).
    OffsetNotAvailable,
    /// The partition knows nothing of the producer (1.0 to 2.4).
    UnknownProducerId,
    /// What the consumer has read is no longer there: org.apache.kafka.clients.consumer's
    /// LogTruncationException (KIP-320, 2.3).
    LogTruncation,
    /// AlterPartition: somebody else has changed the partition since (KIP-497, 2.7).
    InvalidUpdateVersion,
    /// AlterPartition: the request contradicts the partition's state.
    InvalidRequest,
    /// AlterPartition: a replica may not join the ISR (KIP-841, 3.3).
    IneligibleReplica,
    /// `acks=all` and the ISR is smaller than `min.insync.replicas`: refused, nothing was appended.
    NotEnoughReplicas,
    /// The record was appended, then the ISR fell below `min.insync.replicas`.
    NotEnoughReplicasAfterAppend,
    /// The request waited in purgatory longer than the client allows.
    RequestTimedOut,
    /// `acks` greater than 1 in a release that refuses it.
    InvalidRequiredAcks,
    /// No broker leads the partition: the client finds nobody to send to.
    LeaderNotAvailable,
    /// The connection broke before an answer came: the outcome is not known to the client.
    NetworkException,
    /// The offset asked for is not in the log.
    OffsetOutOfRange,
    /// The sequence number of an idempotent producer's record does not follow its last one.
    OutOfOrderSequenceNumber,
    /// An unexpected server error (0.8 to 0.9: a consumer's fetch from above the HW).
    Unknown,
}

impl KafkaError {
    /// Every error, for look-ups by name.
    pub const ALL: [KafkaError; 19] = [
        KafkaError::NotLeaderForPartition,
        KafkaError::NotLeaderOrFollower,
        KafkaError::FencedLeaderEpoch,
        KafkaError::UnknownLeaderEpoch,
        KafkaError::OffsetNotAvailable,
        KafkaError::UnknownProducerId,
        KafkaError::LogTruncation,
        KafkaError::InvalidUpdateVersion,
        KafkaError::InvalidRequest,
        KafkaError::IneligibleReplica,
        KafkaError::NotEnoughReplicas,
        KafkaError::NotEnoughReplicasAfterAppend,
        KafkaError::RequestTimedOut,
        KafkaError::InvalidRequiredAcks,
        KafkaError::LeaderNotAvailable,
        KafkaError::NetworkException,
        KafkaError::OffsetOutOfRange,
        KafkaError::OutOfOrderSequenceNumber,
        KafkaError::Unknown,
    ];

    /// The name as Kafka spells it.
    pub fn name(self) -> &'static str {
        match self {
            KafkaError::NotLeaderForPartition => "NOT_LEADER_FOR_PARTITION",
            KafkaError::NotLeaderOrFollower => "NOT_LEADER_OR_FOLLOWER",
            KafkaError::FencedLeaderEpoch => "FENCED_LEADER_EPOCH",
            KafkaError::UnknownLeaderEpoch => "UNKNOWN_LEADER_EPOCH",
            KafkaError::OffsetNotAvailable => "OFFSET_NOT_AVAILABLE",
            KafkaError::UnknownProducerId => "UNKNOWN_PRODUCER_ID",
            KafkaError::LogTruncation => "LogTruncationException",
            KafkaError::InvalidUpdateVersion => "INVALID_UPDATE_VERSION",
            KafkaError::InvalidRequest => "INVALID_REQUEST",
            KafkaError::IneligibleReplica => "INELIGIBLE_REPLICA",
            KafkaError::NotEnoughReplicas => "NOT_ENOUGH_REPLICAS",
            KafkaError::NotEnoughReplicasAfterAppend => "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
            KafkaError::RequestTimedOut => "REQUEST_TIMED_OUT",
            KafkaError::InvalidRequiredAcks => "INVALID_REQUIRED_ACKS",
            KafkaError::LeaderNotAvailable => "LEADER_NOT_AVAILABLE",
            KafkaError::NetworkException => "NETWORK_EXCEPTION",
            KafkaError::OffsetOutOfRange => "OFFSET_OUT_OF_RANGE",
            KafkaError::OutOfOrderSequenceNumber => "OUT_OF_ORDER_SEQUENCE_NUMBER",
            KafkaError::Unknown => "UNKNOWN",
        }
    }

    /// Whether a producer that is told this may send the record again: Kafka's RetriableException.
    pub fn is_retriable(self) -> bool {
        match self {
            KafkaError::NotLeaderForPartition
            | KafkaError::NotLeaderOrFollower
            | KafkaError::FencedLeaderEpoch
            | KafkaError::UnknownLeaderEpoch
            | KafkaError::OffsetNotAvailable
            | KafkaError::NotEnoughReplicas
            | KafkaError::NotEnoughReplicasAfterAppend
            | KafkaError::RequestTimedOut
            | KafkaError::LeaderNotAvailable
            | KafkaError::NetworkException => true,
            KafkaError::InvalidRequiredAcks
            | KafkaError::UnknownProducerId
            | KafkaError::LogTruncation
            | KafkaError::InvalidUpdateVersion
            | KafkaError::InvalidRequest
            | KafkaError::IneligibleReplica
            | KafkaError::OffsetOutOfRange
            | KafkaError::OutOfOrderSequenceNumber
            | KafkaError::Unknown => false,
        }
    }
}
