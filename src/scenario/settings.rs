//! The settings a scenario may give, spelled as Kafka spells them.

use std::ops::RangeInclusive;

use super::fault::{self, FaultKind, Figure};
use super::schema::Scalar;
use crate::engine::rules::{MinIsr, Unclean};
use crate::engine::setup::Idempotence;
use crate::engine::{
    MAX_ADVANCE, MAX_BROKERS, MAX_LOG_RECORDS, MAX_LOG_START, MIN_PERIOD, Ms, Offset, OffsetReset,
    Rules, Settings,
};

/// A setting; its name is in [`TABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `replica.lag.time.max.ms`.
    LagTimeMax,
    /// `replica.lag.max.messages`.
    LagMaxMessages,
    /// `replica.fetch.wait.max.ms`.
    FetchWaitMax,
    /// `replica.high.watermark.checkpoint.interval.ms`.
    HwCheckpointInterval,
    /// `zookeeper.session.timeout.ms`.
    SessionTimeout,
    /// `request.timeout.ms`.
    RequestTimeout,
    /// `log.flush.interval.messages`.
    FlushMessages,
    /// `log.flush.interval.ms`.
    FlushInterval,
    /// `auto.leader.rebalance.enable`.
    RebalanceEnable,
    /// `leader.imbalance.check.interval.seconds`.
    RebalanceInterval,
    /// `leader.imbalance.per.broker.percentage`.
    ImbalancePercentage,
    /// `controlled.shutdown.enable`.
    ControlledShutdown,
    /// Records per segment: Kafka counts bytes.
    SegmentRecords,
    /// Records per fetch: Kafka counts bytes.
    FetchRecords,
    /// `min.insync.replicas`.
    MinIsr,
    /// `unclean.leader.election.enable`.
    Unclean,
    /// `retries` of the producers.
    Retries,
    /// `retry.backoff.ms` of the producers.
    RetryBackoff,
    /// `enable.idempotence` of the producers.
    Idempotence,
    /// `auto.offset.reset` of the consumers.
    OffsetReset,
}

/// A setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingValue {
    /// It is left to something else, or without meaning.
    Unset,
    /// On or off.
    Bool(bool),
    /// A number.
    Number(u32),
    /// A word.
    Word(&'static str),
}

/// A setting that is in force, and why with this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InForce {
    /// Which.
    pub setting: Setting,
    /// As Kafka calls it.
    pub name: &'static str,
    /// Its value now, if the release asks for it.
    pub now: SettingValue,
    /// Its default in the release, if that asks for it.
    pub default: SettingValue,
    /// Where the value comes from.
    pub origin: Origin,
}

/// Where a setting's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The release has another rule and does not ask for it.
    NotAsked,
    /// It is the release's default.
    Release,
    /// Kafka counts in bytes, and this program has a default of its own.
    Program,
    /// The scenario's file gives it.
    File,
    /// A step has changed it.
    Changed {
        /// The step of the script; by hand, the step after which the person took over.
        step: usize,
        /// How many steps by hand follow that one; 0 in the script.
        by_hand: usize,
    },
}

/// What a setting takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// `true` or `false`, here 1 or 0.
    Bool,
    /// A whole number.
    Number(RangeInclusive<u32>),
    /// One of these words, here its place among them.
    Word(&'static [&'static str]),
}

/// What `auto.offset.reset` takes, in the order of [`OFFSET_RESETS`].
const OFFSET_RESET_WORDS: &[&str] = &["latest", "earliest", "none"];
/// What each of them means.
const OFFSET_RESETS: [OffsetReset; 3] =
    [OffsetReset::Latest, OffsetReset::Earliest, OffsetReset::None];

/// The shortest period of what happens again and again without end: it bounds what the time that a
/// script lets pass can cost.
const MIN_TURN: Ms = 100;
/// Highest offset there is.
const MAX_OFFSET: u32 = MAX_LOG_START as u32 + MAX_LOG_RECORDS as u32;

/// Every setting with its name.
pub const TABLE: [(Setting, &str); 20] = [
    (Setting::LagTimeMax, "replica.lag.time.max.ms"),
    (Setting::LagMaxMessages, "replica.lag.max.messages"),
    (Setting::FetchWaitMax, "replica.fetch.wait.max.ms"),
    (Setting::HwCheckpointInterval, "replica.high.watermark.checkpoint.interval.ms"),
    (Setting::SessionTimeout, "zookeeper.session.timeout.ms"),
    (Setting::RequestTimeout, "request.timeout.ms"),
    (Setting::FlushMessages, "log.flush.interval.messages"),
    (Setting::FlushInterval, "log.flush.interval.ms"),
    (Setting::RebalanceEnable, "auto.leader.rebalance.enable"),
    (Setting::RebalanceInterval, "leader.imbalance.check.interval.seconds"),
    (Setting::ImbalancePercentage, "leader.imbalance.per.broker.percentage"),
    (Setting::ControlledShutdown, "controlled.shutdown.enable"),
    // Kafka counts these two in bytes (segment.bytes, replica.fetch.max.bytes).
    (Setting::SegmentRecords, "records per segment"),
    (Setting::FetchRecords, "records per fetch"),
    (Setting::MinIsr, "min.insync.replicas"),
    (Setting::Unclean, "unclean.leader.election.enable"),
    (Setting::Retries, "retries"),
    (Setting::RetryBackoff, "retry.backoff.ms"),
    (Setting::Idempotence, "enable.idempotence"),
    (Setting::OffsetReset, "auto.offset.reset"),
];

impl Setting {
    /// Its value among the settings in force.
    pub fn in_force(self, settings: &Settings) -> SettingValue {
        use SettingValue::{Bool, Number};
        // Destructured, so that a setting that cannot be read does not compile.
        let &Settings {
            lag_time_max,
            lag_max_messages,
            fetch_wait_max,
            hw_checkpoint_interval,
            session_timeout,
            request_timeout,
            flush_messages,
            flush_interval,
            rebalance_interval,
            imbalance_percentage,
            controlled_shutdown,
            segment_records,
            fetch_records,
            min_isr,
            unclean,
            retries,
            retry_backoff,
            idempotence,
            offset_reset,
        } = settings;
        let optional = |value: Option<u32>| value.map_or(SettingValue::Unset, Number);
        match self {
            Setting::LagTimeMax => Number(lag_time_max),
            Setting::LagMaxMessages => Number(lag_max_messages.into()),
            Setting::FetchWaitMax => Number(fetch_wait_max),
            Setting::HwCheckpointInterval => Number(hw_checkpoint_interval),
            Setting::SessionTimeout => Number(session_timeout),
            Setting::RequestTimeout => Number(request_timeout),
            Setting::FlushMessages => optional(flush_messages.map(u32::from)),
            Setting::FlushInterval => optional(flush_interval),
            Setting::RebalanceEnable => Bool(rebalance_interval.is_some()),
            Setting::RebalanceInterval => optional(rebalance_interval.map(|ms| ms / 1_000)),
            Setting::ImbalancePercentage => Number(imbalance_percentage.into()),
            Setting::ControlledShutdown => Bool(controlled_shutdown),
            Setting::SegmentRecords => Number(segment_records.into()),
            Setting::FetchRecords => Number(fetch_records.into()),
            Setting::MinIsr => Number(min_isr.into()),
            Setting::Unclean => Bool(unclean),
            Setting::Retries => Number(retries.into()),
            Setting::RetryBackoff => Number(retry_backoff),
            Setting::Idempotence => Bool(idempotence != Idempotence::Off),
            Setting::OffsetReset => SettingValue::Word(match offset_reset {
                OffsetReset::Latest => "latest",
                OffsetReset::Earliest => "earliest",
                OffsetReset::None => "none",
            }),
        }
    }

    /// Whether a release asks for it.
    pub fn is_asked(self, rules: &Rules) -> bool {
        match self {
            Setting::LagMaxMessages => rules.counts_lag_in_messages(),
            Setting::MinIsr => rules.min_isr != MinIsr::None,
            Setting::Unclean => rules.unclean != Unclean::Always,
            Setting::Idempotence => rules.idempotence.is_some(),
            Setting::LagTimeMax
            | Setting::FetchWaitMax
            | Setting::HwCheckpointInterval
            | Setting::SessionTimeout
            | Setting::RequestTimeout
            | Setting::FlushMessages
            | Setting::RebalanceEnable
            | Setting::RebalanceInterval
            | Setting::ImbalancePercentage
            | Setting::ControlledShutdown
            | Setting::SegmentRecords
            | Setting::FetchRecords
            | Setting::FlushInterval
            | Setting::Retries
            | Setting::RetryBackoff
            | Setting::OffsetReset => true,
        }
    }

    /// Whether Kafka counts it in bytes, so that its defaults mean nothing here.
    pub fn is_in_bytes(self) -> bool {
        matches!(self, Setting::SegmentRecords | Setting::FetchRecords)
    }

    /// The setting of this name.
    pub fn find(name: &str) -> Option<Setting> {
        TABLE.iter().find(|(_, n)| *n == name).map(|(setting, _)| *setting)
    }

    /// What it takes.
    pub fn takes(self) -> Takes {
        match self {
            Setting::LagTimeMax | Setting::HwCheckpointInterval | Setting::FlushInterval => {
                Takes::Number(MIN_TURN..=MAX_ADVANCE)
            }
            Setting::FetchWaitMax | Setting::SessionTimeout | Setting::RequestTimeout => {
                Takes::Number(MIN_PERIOD..=MAX_ADVANCE)
            }
            Setting::RetryBackoff => Takes::Number(MIN_PERIOD..=MAX_ADVANCE),
            Setting::Retries => Takes::Number(0..=u8::MAX.into()),
            Setting::OffsetReset => Takes::Word(OFFSET_RESET_WORDS),
            Setting::RebalanceInterval => Takes::Number(1..=MAX_ADVANCE / 1_000),
            Setting::LagMaxMessages | Setting::FlushMessages => Takes::Number(1..=MAX_OFFSET),
            Setting::ImbalancePercentage => Takes::Number(0..=100),
            Setting::SegmentRecords | Setting::FetchRecords => {
                Takes::Number(1..=MAX_LOG_RECORDS as u32)
            }
            Setting::MinIsr => Takes::Number(1..=MAX_BROKERS as u32),
            Setting::RebalanceEnable
            | Setting::ControlledShutdown
            | Setting::Unclean
            | Setting::Idempotence => Takes::Bool,
        }
    }
}

/// A release's settings with what the scenario gives. The values must be within bounds.
pub fn settings(rules: &Rules, given: &[(Setting, u32)]) -> Settings {
    let mut s = Settings::defaults(rules);
    let mut rebalance = s.rebalance_interval.is_some();
    let mut interval = s.rebalance_interval;
    for &(setting, value) in given {
        match setting {
            Setting::LagTimeMax => s.lag_time_max = value,
            Setting::LagMaxMessages => s.lag_max_messages = value as Offset,
            Setting::FetchWaitMax => s.fetch_wait_max = value,
            Setting::HwCheckpointInterval => s.hw_checkpoint_interval = value,
            Setting::SessionTimeout => s.session_timeout = value,
            Setting::RequestTimeout => s.request_timeout = value,
            Setting::FlushMessages => s.flush_messages = Some(value as Offset),
            Setting::FlushInterval => s.flush_interval = Some(value),
            Setting::RebalanceEnable => rebalance = value != 0,
            Setting::RebalanceInterval => interval = Some(value.saturating_mul(1_000)),
            Setting::ImbalancePercentage => s.imbalance_percentage = value as u8,
            Setting::ControlledShutdown => s.controlled_shutdown = value != 0,
            Setting::SegmentRecords => s.segment_records = value as Offset,
            Setting::FetchRecords => s.fetch_records = value as Offset,
            Setting::MinIsr => s.min_isr = value as u8,
            Setting::Unclean => s.unclean = value != 0,
            Setting::Retries => s.retries = value as u8,
            Setting::RetryBackoff => s.retry_backoff = value,
            Setting::Idempotence => {
                let on = value != 0 && rules.idempotence.is_some();
                s.idempotence = if on { Idempotence::On } else { Idempotence::Off };
            }
            Setting::OffsetReset => {
                let reset = OFFSET_RESETS.get(value as usize);
                s.offset_reset = reset.copied().unwrap_or(s.offset_reset);
            }
        }
    }
    // Where the release has no such settings, what is given says nothing.
    if rules.unclean == Unclean::Always {
        s.unclean = true;
    }
    // An idempotent producer tries as often as it takes unless it is told otherwise.
    if s.idempotence == Idempotence::On
        && !given.iter().any(|(setting, _)| *setting == Setting::Retries)
    {
        s.retries = u8::MAX;
    }
    s.rebalance_interval = interval.filter(|_| rebalance);
    s
}

impl Setting {
    /// A value as somebody types it, outside of a file.
    ///
    /// # Errors
    /// What the setting takes instead.
    pub fn parse(self, text: &str) -> Result<u32, FaultKind> {
        let name = TABLE.iter().find(|(setting, _)| *setting == self).map_or("", |(_, name)| name);
        let value = match (text, text.parse()) {
            ("true" | "false", _) => Scalar::Bool(text == "true"),
            (_, Ok(number)) => Scalar::Number(number),
            (_, Err(_)) => Scalar::Text(text.to_owned()),
        };
        self.value(name, &value)
    }

    /// A value as a number, if the setting takes it.
    pub(super) fn value(self, name: &str, value: &Scalar) -> Result<u32, FaultKind> {
        let wrong = |takes| FaultKind::WrongValue {
            what: name.to_owned(),
            takes,
            found: value.to_string(),
        };
        match (self.takes(), value) {
            (Takes::Bool, Scalar::Bool(on)) => Ok(u32::from(*on)),
            (Takes::Bool, _) => Err(wrong(fault::Takes::Bool)),
            (Takes::Number(bounds), &Scalar::Number(found)) => {
                let number = u32::try_from(found).ok().filter(|n| bounds.contains(n));
                number.ok_or_else(|| FaultKind::OutOfBounds {
                    what: Figure::Setting(name.to_owned()),
                    found,
                    min: (*bounds.start()).into(),
                    max: (*bounds.end()).into(),
                })
            }
            (Takes::Number(_), _) => Err(wrong(fault::Takes::Number)),
            (Takes::Word(words), Scalar::Text(text)) if words.contains(&text.as_str()) => {
                Ok(words.iter().position(|word| word == text).unwrap_or_default() as u32)
            }
            (Takes::Word(words), _) => Err(wrong(fault::Takes::Word(words))),
        }
    }
}
