//! Events: what somebody or something chooses. What follows by rule is an [`super::effect::Effect`].

use super::types::*;

/// One thing that can happen to a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    /// A producer sends a record. Sending a value again is a retry.
    Send {
        /// Who sends, with its present `acks`.
        producer: ProducerId,
        /// To which partition.
        partition: PartitionId,
        /// What.
        value: Value,
        /// To which broker; `None`: to the leader that the controller names.
        to: Option<BrokerId>,
    },
    /// A consumer fetches what it may see.
    Consume {
        /// Who reads.
        consumer: ConsumerId,
        /// From which partition.
        partition: PartitionId,
        /// From which broker; `None`: from the leader that the controller names.
        from: Option<BrokerId>,
    },
    /// A consumer asks for the beginning or the end of a partition (ListOffsets) and goes there.
    Seek {
        /// Who.
        consumer: ConsumerId,
        /// In which partition.
        partition: PartitionId,
        /// Where to.
        to: Whence,
    },
    /// A follower's next request leaves: a fetch, or the question its fetcher has to ask first.
    Request {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// A follower's request reaches its leader, which serves or parks it.
    Serve {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// The leader's reply reaches the follower.
    Reply {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// A broker's process dies; its page cache survives.
    Kill {
        /// The broker.
        broker: BrokerId,
    },
    /// Brokers lose power at once; what was not flushed is lost.
    PowerLoss {
        /// The brokers. Those already down lose what they had not flushed, too.
        brokers: BrokerSet,
        /// Whether the controller will notice. If not, it is a labelled simplification: as if the
        /// controller had lost power with them, the ISR stays as it was.
        noticed: bool,
    },
    /// A broker is shut down cleanly.
    Stop {
        /// The broker.
        broker: BrokerId,
    },
    /// A broker that is down starts.
    Start {
        /// The broker.
        broker: BrokerId,
    },
    /// A broker's process dies and starts again before the controller notices: a labelled
    /// simplification, the ISR stays as it was.
    RestartUnnoticed {
        /// The broker.
        broker: BrokerId,
    },
    /// The disk of a broker that is down is emptied.
    Wipe {
        /// The broker.
        broker: BrokerId,
    },
    /// A broker flushes its logs.
    Flush {
        /// The broker.
        broker: BrokerId,
    },
    /// A broker writes its HW checkpoint file.
    CheckpointHw {
        /// The broker.
        broker: BrokerId,
    },
    /// Time passes; what becomes due happens.
    Advance {
        /// How much, in milliseconds.
        ms: Ms,
    },
    /// An operator asks for the preferred leader.
    ElectPreferred {
        /// The partition.
        partition: PartitionId,
    },
    /// An operator asks for an unclean election of a partition without a leader.
    ElectUnclean {
        /// The partition.
        partition: PartitionId,
    },
    /// A producer's `acks` change.
    SetAcks {
        /// The producer.
        producer: ProducerId,
        /// The new `acks`.
        acks: Acks,
    },
    /// The topic's `min.insync.replicas` changes.
    SetMinIsr(u8),
    /// The topic's `unclean.leader.election.enable` changes.
    SetUnclean(bool),
    /// The controller notices that a broker has died or returned. For a death this takes the rest
    /// of its session as passed.
    Notice {
        /// The broker.
        broker: BrokerId,
    },
    /// The oldest unread word of the controller reaches a broker.
    Tell {
        /// The broker.
        broker: BrokerId,
    },
    /// The controller's words to a broker are on their way for longer than a step: each arrives by an
    /// event of its own.
    HoldWords {
        /// The broker.
        broker: BrokerId,
    },
    /// The controller's words to a broker arrive as to any other.
    ReleaseWords {
        /// The broker.
        broker: BrokerId,
    },
    /// A leader's AlterPartition request reaches the controller, which decides (KIP-497).
    Alter {
        /// The leader.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// The controller's answer to it reaches the leader.
    Altered {
        /// The leader.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// A broker falls silent: its process runs, but does nothing, as in a long garbage collection.
    Pause {
        /// The broker.
        broker: BrokerId,
    },
    /// A broker that was silent goes on where it was.
    Resume {
        /// The broker.
        broker: BrokerId,
    },
    /// A link is cut: nothing passes.
    Cut {
        /// The link.
        link: Link,
    },
    /// A link that was cut is whole again.
    Heal {
        /// The link.
        link: Link,
    },
    /// What a follower has in flight, request or reply, is lost. The timeout after which it notices
    /// is taken as passed.
    Lose {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// A leader's AlterPartition request or the answer to it is lost.
    LoseAlter {
        /// The leader.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// The wait of a follower's parked fetch is over, as if `replica.fetch.wait.max.ms` had passed for it
    /// alone.
    EndWait {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// A follower has been behind for too long, as if `replica.lag.time.max.ms` had passed for it alone:
    /// the leader takes it out of the ISR.
    FallBehind {
        /// The leader.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
        /// The follower.
        follower: BrokerId,
    },
    /// The next answer to a producer will be lost.
    LoseAnswer {
        /// The producer.
        producer: ProducerId,
    },
    /// The leadership moves to another live member of the ISR, which stays as it is: a reassignment
    /// to the same replicas in another order, then a preferred election.
    MoveLeader {
        /// The partition.
        partition: PartitionId,
        /// The new leader.
        to: BrokerId,
    },
    /// An operator moves a partition to other replicas.
    Reassign {
        /// The partition.
        partition: PartitionId,
        /// The replicas it shall have, preferred leader first.
        to: Order,
    },
}

impl Event {
    /// The partition that it is about, if it is about one.
    pub fn partition(&self) -> Option<PartitionId> {
        match self {
            Event::Send { partition, .. }
            | Event::Consume { partition, .. }
            | Event::Seek { partition, .. }
            | Event::Request { partition, .. }
            | Event::Serve { partition, .. }
            | Event::Reply { partition, .. }
            | Event::Alter { partition, .. }
            | Event::Altered { partition, .. }
            | Event::Lose { partition, .. }
            | Event::EndWait { partition, .. }
            | Event::FallBehind { partition, .. }
            | Event::LoseAlter { partition, .. }
            | Event::MoveLeader { partition, .. }
            | Event::Reassign { partition, .. }
            | Event::ElectPreferred { partition }
            | Event::ElectUnclean { partition } => Some(*partition),
            Event::Kill { .. }
            | Event::PowerLoss { .. }
            | Event::Stop { .. }
            | Event::Start { .. }
            | Event::RestartUnnoticed { .. }
            | Event::Wipe { .. }
            | Event::Flush { .. }
            | Event::CheckpointHw { .. }
            | Event::Advance { .. }
            | Event::SetAcks { .. }
            | Event::SetMinIsr(_)
            | Event::SetUnclean(_)
            | Event::Notice { .. }
            | Event::Tell { .. }
            | Event::HoldWords { .. }
            | Event::ReleaseWords { .. }
            | Event::Pause { .. }
            | Event::Resume { .. }
            | Event::Cut { .. }
            | Event::Heal { .. }
            | Event::LoseAnswer { .. } => None,
        }
    }
}

/// An end of a partition, as a consumer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Whence {
    /// The log start offset.
    Beginning,
    /// The HW (ListOffsets for a consumer).
    End,
}

/// The values, durations and settings that [`super::Cluster::enabled`] may use: what makes the
/// list of possible events finite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// Values that may be sent; each is listed until it has been sent, again with `retries`.
    pub values: Vec<Value>,
    /// Whether values that have been sent may be sent again.
    pub retries: bool,
    /// Whether consumers read.
    pub consume: bool,
    /// How much time may pass at once.
    pub durations: Vec<Ms>,
    /// `acks` that a producer may change to.
    pub acks: Vec<Acks>,
    /// Values for `min.insync.replicas`.
    pub min_isr: Vec<u8>,
    /// Values for `unclean.leader.election.enable`.
    pub unclean: Vec<bool>,
    /// Whether brokers may be killed, stopped and started.
    pub crashes: bool,
    /// Whether brokers may lose power, each alone and all at once.
    pub power_losses: bool,
    /// Whether disks may be wiped.
    pub wipes: bool,
    /// Whether logs are flushed and HW checkpoints written by hand.
    pub files: bool,
    /// Whether an operator asks for elections.
    pub elections: bool,
    /// Whether the two simplifications may be used: restarts and power losses that the controller
    /// does not notice.
    pub unnoticed: bool,
    /// Whether brokers may be paused.
    pub pauses: bool,
    /// Whether links may be cut: between brokers, to the controller, to clients.
    pub cuts: bool,
    /// Whether requests, replies and answers may be lost.
    pub losses: bool,
    /// Whether the controller's words to single brokers may be held back.
    pub holds: bool,
    /// Whether the waits of parked fetches may end, each by itself.
    pub waits: bool,
    /// Whether followers may fall behind, each by itself.
    pub lags: bool,
    /// Whether the controller may move a leadership to any live member of the ISR.
    pub moves: bool,
    /// Replicas that a partition may be moved to.
    pub reassignments: Vec<Order>,
}

impl Menu {
    /// A menu with everything on it but values, durations, settings and reassignments.
    pub fn all() -> Self {
        Menu {
            retries: true,
            consume: true,
            crashes: true,
            power_losses: true,
            wipes: true,
            files: true,
            elections: true,
            unnoticed: true,
            pauses: true,
            cuts: true,
            losses: true,
            holds: true,
            waits: true,
            lags: true,
            moves: true,
            ..Menu::default()
        }
    }
}

/// Why an event can't happen now. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// There is no such broker.
    NoSuchBroker,
    /// There is no such partition.
    NoSuchPartition,
    /// There is no such producer or consumer.
    NoSuchClient,
    /// The set of brokers is empty.
    NoBrokers,
    /// The broker is down.
    BrokerDown(BrokerId),
    /// The broker is up.
    BrokerUp(BrokerId),
    /// The broker is not assigned a replica of the partition.
    NotAssigned(BrokerId),
    /// The broker leads the partition: it fetches from nobody.
    IsLeader(BrokerId),
    /// The broker has not been told whom to follow.
    NotTold(BrokerId),
    /// The broker it would ask is down.
    LeaderDown(BrokerId),
    /// It has a request in flight already.
    InFlight(BrokerId),
    /// It has no request that could be served.
    NoRequest(BrokerId),
    /// Its fetch is parked at the leader: it waits for data, or for this long.
    Parked(BrokerId, Ms),
    /// There is no reply on its way to it.
    NoReply(BrokerId),
    /// Its old ZooKeeper session has not expired: this long is left.
    SessionLeft(BrokerId, Ms),
    /// The controller has nothing to notice about it.
    NothingToNotice(BrokerId),
    /// The controller has sent it nothing.
    NothingTold(BrokerId),
    /// The log is full.
    LogFull(BrokerId),
    /// The leader's purgatory is full.
    PurgatoryFull(BrokerId),
    /// Too many unread words for a broker.
    InboxFull(BrokerId),
    /// The value is out of bounds.
    ValueOutOfBounds,
    /// The time is zero or too long.
    TimeOutOfBounds,
    /// The number is out of bounds for the setting.
    SettingOutOfBounds,
    /// The setting already is so.
    NoChange,
    /// The preferred leader leads already.
    PreferredLeads(BrokerId),
    /// The preferred leader is down, as far as the controller knows.
    PreferredDown(BrokerId),
    /// The preferred leader is not in the ISR.
    PreferredNotInIsr(BrokerId),
    /// The partition has a leader: nothing to elect.
    HasLeader(BrokerId),
    /// No assigned replica is alive.
    NoLiveReplica,
    /// An idempotent producer needs `acks=all`.
    IdempotenceNeedsAcksAll,
    /// An idempotent producer has as many records in flight as it may.
    TooManyInFlight(u8),
    /// The leader epochs are used up.
    EpochsUsedUp,
    /// The broker is paused.
    Paused(BrokerId),
    /// The broker is not paused.
    NotPaused(BrokerId),
    /// The link is cut.
    LinkCut(Link),
    /// The link is whole.
    LinkWhole(Link),
    /// There is no such link.
    NoSuchLink,
    /// The controller's words to the broker are held back already.
    WordsHeld(BrokerId),
    /// The controller's words to the broker are not held back.
    WordsNotHeld(BrokerId),
    /// The broker does not lead the partition.
    NotLeader(BrokerId),
    /// The follower has nothing in flight that could be lost.
    NothingInFlight(BrokerId),
    /// The leader has asked for no change of the ISR, or has its answer already.
    NothingAltered(BrokerId),
    /// The release has no AlterPartition: leaders write the ISR themselves.
    NoAlterPartition,
    /// The next answer to the producer will be lost already.
    AnswerLostAlready,
    /// The broker leads the partition already, as the controller has it.
    LeadsAlready(BrokerId),
    /// The broker is not a live member of the ISR, as the controller has it.
    NotLiveInIsr(BrokerId),
    /// The partition is being reassigned already.
    ReassignmentOn,
    /// A broker of the new assignment is not alive, as the controller has it.
    TargetDown(BrokerId),
    /// The release has no such setting.
    NoSuchSetting,
    /// The follower has no fetch that is parked.
    NotParked(BrokerId),
    /// The follower is not in the ISR that the leader keeps.
    NotInIsr(BrokerId),
    /// However long it takes, this release does not call the follower too far behind: its LEO is the
    /// leader's.
    AtLeo(BrokerId),
    /// The fetcher waits for news from the controller, after FENCED_LEADER_EPOCH.
    FetcherStopped(BrokerId),
}
