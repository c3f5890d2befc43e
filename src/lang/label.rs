//! Labels: the words that stand on a screen or in a report whatever happens there.

/// Declares the labels with a list of all of them.
macro_rules! labels {
    ($($(#[$doc:meta])* $label:ident,)*) => {
        /// A heading, a role, a state, a unit: a word without numbers in it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Label {
            $($(#[$doc])* $label,)*
        }

        impl Label {
            /// Every label.
            pub const ALL: &[Label] = &[$(Label::$label),*];
        }
    };
}

labels! {
    // ---- brokers and replicas ----
    /// A replica that leads.
    Leader,
    /// A replica that follows.
    Follower,
    /// A replica that the controller has not spoken to since its process started.
    Idle,
    /// A broker that is down.
    Down,
    /// A broker that is up.
    Up,
    /// A partition without a leader.
    NoLeader,
    /// The offset of a record.
    Offset,
    /// The leader epoch.
    Epoch,
    /// Log end offset.
    Leo,
    /// High watermark.
    Hw,
    /// What is on the disk.
    OnDisk,
    /// Up to where the log is flushed.
    Flushed,
    /// What the leader believes of its followers.
    RemoteLeo,
    /// The leader-epoch table.
    EpochTable,
    /// The segments of a log.
    Segments,
    /// Produce requests that wait.
    Purgatory,
    /// What remains of a session with ZooKeeper or the controller.
    Session,
    /// A broker whose process runs and does nothing.
    Paused,
    /// A broker without a session, for the KRaft controller; a fetcher after FENCED_LEADER_EPOCH.
    Fenced,

    // ---- on the wire ----
    /// What is in flight.
    InFlight,
    /// A request that is on its way.
    Sent,
    /// A fetch that the leader holds.
    Parked,
    /// A reply that is on its way.
    Reply,
    /// What a fetcher does when it may fetch.
    Fetching,
    /// What a fetcher does before it knows where to cut.
    Truncating,

    // ---- controller and settings ----
    /// The controller.
    Controller,
    /// What each broker was told.
    Told,
    /// What has been sent to a broker and not been read.
    Unread,
    /// An ISR that a leader has asked the controller for.
    Pending,
    /// The ISR that the HW waits for while another one is asked for.
    Maximal,
    /// The last known leader.
    LastLeader,
    /// A leader that was elected uncleanly and has not recovered.
    Recovering,
    /// The replicas that a reassignment ends with.
    MovesTo,
    /// Links that are cut.
    Cut,
    /// Brokers to whom the controller's words are held back.
    HeldBack,
    /// What is due next.
    Due,
    /// The release.
    Release,
    /// The settings.
    Settings,
    /// A switch that is on.
    On,
    /// A switch that is off.
    Off,

    // ---- clients ----
    /// A producer.
    Producer,
    /// A consumer.
    Consumer,
    /// A record that was acknowledged.
    Acked,
    /// A record whose producer waits.
    Waiting,
    /// A record that was sent with `acks=0`.
    Unasked,
    /// A record whose producer was told an error.
    Failed,
    /// Promised and gone.
    Lost,
    /// In the log twice.
    Duplicated,
    /// Different on two live replicas.
    Diverged,
    /// Promised, and nobody leads.
    Unavailable,
    /// A named property that does not hold.
    Broken,
    /// Somebody was chosen to lead.
    Election,
    /// A log was cut.
    Truncation,

    // ---- steps ----
    /// A step of a scenario.
    Step,
    /// The state before the first step.
    Start,
    /// A phase of a fetch.
    Phase,
    /// What happened.
    Event,
    /// What followed.
    Effects,
    /// The state after a step.
    State,
    /// Nothing followed from an event.
    NothingChanged,
    /// Nothing was done in a step: something was only told.
    OnlyTold,
    /// The script plays.
    Script,
    /// A person plays.
    ByHand,
    /// A question to the class.
    Question,
    /// A number that is masked until the next step.
    Masked,
    /// Instead of a sentence that is masked until the next step.
    Hidden,
    /// An expectation that held.
    Held,
    /// Expectations that do not hold.
    NotHeld,
    /// What was found instead of what was expected.
    Found,
    /// The simplification banner's first word.
    Simplified,

    // ---- why, and the ledger ----
    /// The title of the answers to why.
    Why,
    /// The title of the ledger.
    Ledger,
    /// A record's value.
    Record,
    /// What a producer was told.
    ProducerKnows,
    /// In which logs a record stands, at which offsets.
    InLogs,
    /// At which offsets it was committed.
    Committed,
    /// Who has read it.
    ReadBy,

    // ---- files ----
    /// Before what to do about a fault, with its colon.
    Help,
}
