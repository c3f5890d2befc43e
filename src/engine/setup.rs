//! What does not change while a cluster runs: the release's rules, the settings of brokers and
//! topic, the assignment, and how eagerly the controller acts.

use super::rules::Rules;
use super::types::{Acks, BrokerId, BrokerSet, Ms, Offset, PartitionId};

/// Everything the engine consults and never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rules of the release.
    pub rules: Rules,
    /// The settings that need a restart in Kafka and so never change here.
    pub settings: Settings,
    /// How many brokers there are, from 1 to [`super::types::MAX_BROKERS`].
    pub brokers: u8,
    /// How many producers there are.
    pub producers: u8,
    /// How many consumers there are.
    pub consumers: u8,
    /// The assigned replicas of each partition at the start; the first one is the preferred leader. A
    /// reassignment changes them ([`super::state::PartitionState::replicas`]).
    pub assignment: Vec<Vec<BrokerId>>,
    /// Whether the controller's two actions are part of the event that causes them.
    pub controller: ControllerMode,
}

/// How eagerly the controller acts. By default a death is noticed, and everybody told, within the
/// step that causes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControllerMode {
    /// A death or a return is noticed within its step; otherwise by an event of its own, a death
    /// at the latest when the session times out.
    pub notices_at_once: bool,
    /// The controller's word reaches every live broker within the step; otherwise by an event of
    /// its own for each broker.
    pub tells_at_once: bool,
    /// A leader's AlterPartition request is answered within the step; otherwise request and answer
    /// arrive by events of their own (2.7).
    pub alters_at_once: bool,
}

impl Default for ControllerMode {
    fn default() -> Self {
        ControllerMode { notices_at_once: true, tells_at_once: true, alters_at_once: true }
    }
}

/// Settings, each with the name Kafka gives it where Kafka has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// `replica.lag.time.max.ms`.
    pub lag_time_max: Ms,
    /// `replica.lag.max.messages`, records (0.8).
    pub lag_max_messages: Offset,
    /// `replica.fetch.wait.max.ms`.
    pub fetch_wait_max: Ms,
    /// `replica.high.watermark.checkpoint.interval.ms`.
    pub hw_checkpoint_interval: Ms,
    /// `zookeeper.session.timeout.ms`; with KRaft `broker.session.timeout.ms`.
    pub session_timeout: Ms,
    /// `request.timeout.ms`: how long a produce request may wait in purgatory.
    pub request_timeout: Ms,
    /// `log.flush.interval.messages`: flush after that many records; `None` is Kafka's default,
    /// which leaves flushing to the operating system.
    pub flush_messages: Option<Offset>,
    /// `log.flush.interval.ms`; `None` is Kafka's default from 0.8.1 on.
    pub flush_interval: Option<Ms>,
    /// `auto.leader.rebalance.enable` and `leader.imbalance.check.interval.seconds` (here in
    /// milliseconds); `None` is off.
    pub rebalance_interval: Option<Ms>,
    /// `leader.imbalance.per.broker.percentage`.
    pub imbalance_percentage: u8,
    /// `controlled.shutdown.enable`.
    pub controlled_shutdown: bool,
    /// Records a segment holds before the next one begins (Kafka counts bytes: `segment.bytes`).
    pub segment_records: Offset,
    /// Records a fetch may carry (Kafka counts bytes: `replica.fetch.max.bytes`).
    pub fetch_records: Offset,
    /// `min.insync.replicas` at the start; an event can change it.
    pub min_isr: u8,
    /// `unclean.leader.election.enable` at the start; an event can change it.
    pub unclean: bool,
    /// The producers' `retries`: how often a record is sent again by itself; `u8::MAX` is for ever.
    pub retries: u8,
    /// The producers' `retry.backoff.ms`.
    pub retry_backoff: Ms,
    /// The producers' `enable.idempotence` (KIP-98, 0.11).
    pub idempotence: Idempotence,
    /// The consumers' `auto.offset.reset`.
    pub offset_reset: OffsetReset,
}

/// Whether producers are idempotent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idempotence {
    /// No.
    Off,
    /// Yes; nothing but `acks=all` is accepted.
    On,
    /// As long as `acks` are `all`: the default from 3.0 on, when nobody has set it (KAFKA-13598).
    WithAcksAll,
}

impl Idempotence {
    /// Whether a producer with these `acks` is idempotent.
    pub fn with(self, acks: Acks) -> bool {
        match self {
            Idempotence::Off => false,
            Idempotence::On => true,
            Idempotence::WithAcksAll => acks == Acks::All,
        }
    }
}

/// What a consumer does whose position is out of range: `auto.offset.reset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffsetReset {
    /// It goes to the end: the HW, as ListOffsets tells a consumer.
    Latest,
    /// It goes to the log start.
    Earliest,
    /// It stays and gives the error to the application.
    None,
}

impl Settings {
    /// The defaults of a release. Those without a row in the release table are the same in all.
    pub fn defaults(rules: &Rules) -> Self {
        Settings {
            lag_time_max: rules.lag_time_default,
            lag_max_messages: 4_000,
            fetch_wait_max: 500,
            hw_checkpoint_interval: 5_000,
            session_timeout: rules.session_timeout_default,
            request_timeout: 30_000,
            flush_messages: None,
            flush_interval: rules.flush_interval_default,
            rebalance_interval: rules.rebalance_default.then_some(300_000),
            imbalance_percentage: 10,
            controlled_shutdown: rules.controlled_shutdown_default,
            segment_records: 100,
            fetch_records: 100,
            min_isr: 1,
            unclean: rules.unclean_default(),
            retries: rules.retries_default,
            retry_backoff: 100,
            idempotence: match rules.idempotence {
                Some(rule) if rule.default => Idempotence::WithAcksAll,
                _ => Idempotence::Off,
            },
            offset_reset: OffsetReset::Latest,
        }
    }
}

impl Setup {
    /// Every partition.
    pub fn partitions(&self) -> impl Iterator<Item = PartitionId> + use<> {
        (0..self.assignment.len() as u8).map(PartitionId)
    }

    /// Every broker.
    pub fn all_brokers(&self) -> BrokerSet {
        BrokerSet::first(self.brokers as usize)
    }

    /// How often a broker checks its ISRs.
    pub fn isr_check_period(&self) -> Ms {
        (self.settings.lag_time_max / self.rules.isr_check_divisor).max(1)
    }

    /// Beyond the lag limit every age is alike: it is kept as this one.
    pub fn stale_age(&self) -> Ms {
        self.settings.lag_time_max + 1
    }
}
