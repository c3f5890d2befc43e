//! The JSON form of a state, an event and an effect. Everything that JSON is made of is made here,
//! by pure functions; `docs/json.md` describes it, and a test keeps that page current.
//!
//! Names stand for numbers: brokers, clients and values go by what the scenario calls them,
//! partitions by their number. `null` stands for what is not known or does not exist: Kafka's −1.

use serde_json::{Map, Value as Json, json};

use crate::command::Happening;
use crate::engine::account::{Account, Fate};
use crate::engine::effect::{
    AckRule, AlterReason, Counted, CutRule, Death, Effect, Election, FailDetail, HwRule, Lag, Lost,
    Simplification, Unpark,
};
use crate::engine::epochs::{EpochStart, EpochTable};
use crate::engine::log::Record;
use crate::engine::state::{
    Alter, AlterStage, Answer, Ask, Broker, Call, Follower, Leader, LeaderAndIsr, OpenStage,
    PartitionState, Role, Stage,
};
use crate::engine::*;
use crate::lang::{Context, Lang};
use crate::names::Names;
use crate::notation::{self, Notation};
use crate::scenario::settings::{Setting, SettingValue, TABLE};

mod happening;
mod state;
#[cfg(test)]
mod tests;

pub use happening::{effect, event, happening};
pub use state::state;

/// The name of the form.
pub const FORMAT: &str = "replicascope.run";
/// The version of the form: raised when a key changes its meaning or goes away.
pub const VERSION: u32 = 1;

/// The first line of a run.
pub fn head(
    title: &str,
    summary: Option<&str>,
    steps: usize,
    written_for: &str,
    setup: Json,
) -> Json {
    json!({
        "format": FORMAT,
        "version": VERSION,
        "type": "scenario",
        "title": title,
        "summary": summary,
        "steps": steps,
        "written_for": written_for,
        "setup": setup,
    })
}

/// What never changes: the release, the names, the settings.
pub fn setup(setup: &Setup, names: &Names) -> Json {
    json!({
        "release": setup.rules.release,
        "coordination": match setup.rules.coordination {
            Coordination::ZooKeeper => "zookeeper",
            Coordination::KRaft => "kraft",
        },
        "topic": names.topic,
        "brokers": names.brokers,
        "producers": names.producers,
        "consumers": names.consumers,
        "assignment": setup.partitions().map(|partition| json!({
            "partition": partition.0,
            "replicas": setup.assignment.get(partition.index()).map(|replicas| order(names, replicas)),
        })).collect::<Vec<_>>(),
        "settings": settings(&setup.settings),
        "controller_mode": {
            "notices_at_once": setup.controller.notices_at_once,
            "tells_at_once": setup.controller.tells_at_once,
            "alters_at_once": setup.controller.alters_at_once,
        },
    })
}

/// Settings by Kafka's names. Two are counted in records here and in bytes by Kafka.
fn settings(settings: &Settings) -> Json {
    let pair = |(setting, name): &(Setting, &str)| {
        let value = match setting.in_force(settings) {
            SettingValue::Unset => Json::Null,
            SettingValue::Bool(on) => on.into(),
            SettingValue::Number(number) => number.into(),
            SettingValue::Word(word) => word.into(),
        };
        ((*name).to_owned(), value)
    };
    Json::Object(TABLE.iter().map(pair).collect())
}

/// A property that does not hold, with where.
fn breached(names: &Names, breach: &Breach) -> Json {
    json!({
        "partition": breach.partition.0,
        "property": breach.property.name(),
        "broker": breach.broker.map(|b| names.broker(b)),
        "offset": breach.offset,
    })
}

fn word(setup: &Setup, names: &Names, word: &LeaderAndIsr) -> Map<String, Json> {
    let mut fields = object(json!({ "partition": word.partition.0 }));
    fields.extend(partition_state(setup, names, word.partition, &word.state));
    fields.insert("version_current".into(), json!(word.current));
    fields
}

fn partition_state(
    setup: &Setup,
    names: &Names,
    partition: PartitionId,
    state: &PartitionState,
) -> Map<String, Json> {
    object(json!({
        "leader": state.leader.map(|b| names.broker(b)),
        "epoch": state.epoch,
        "isr": isr(setup, names, partition, state.isr),
        "elr": isr(setup, names, partition, state.elr),
        "last_known_leader": state.last_leader.map(|b| names.broker(b)),
        "recovering": state.recovering,
        "replicas": order(names, &state.replicas),
        "target": order(names, &state.target),
    }))
}

fn isr(setup: &Setup, names: &Names, partition: PartitionId, set: BrokerSet) -> Json {
    let order = setup.assignment.get(partition.index()).map_or(&[][..], Vec::as_slice);
    json!(names.set(set, order))
}

/// Brokers in an order, the preferred leader first.
fn order(names: &Names, order: &[BrokerId]) -> Json {
    brokers(names, order.iter().copied())
}

/// Both ends of a link; the controller has no name.
fn link(names: &Names, setup: &Setup, link: Link) -> Json {
    let (one, other) = Notation::new(names, setup).ends(link);
    json!([one, other.unwrap_or("controller")])
}

fn brokers(names: &Names, brokers: impl Iterator<Item = BrokerId>) -> Json {
    brokers.map(|b| json!(names.broker(b))).collect()
}

fn records(names: &Names, records: &[Record]) -> Json {
    let one = |r: &Record| json!({ "value": names.value(r.value), "epoch": r.epoch });
    records.iter().map(one).collect()
}

fn epochs(entries: &[EpochStart]) -> Json {
    entries.iter().map(|e| json!({ "epoch": e.epoch, "start": e.start })).collect()
}

/// The fields of an object; of anything else, none.
fn object(json: Json) -> Map<String, Json> {
    match json {
        Json::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// What a follower asks, with its numbers.
fn asked(ask: Ask) -> Map<String, Json> {
    object(match ask {
        Ask::Fetch { offset, last } => {
            json!({ "ask": "fetch", "fetch_offset": offset, "last_fetched_epoch": last })
        }
        Ask::EpochEnd(epoch) => json!({ "ask": "epoch-end", "asked_epoch": epoch }),
        Ask::LogEnd => json!({ "ask": "log-end" }),
        Ask::LogStart => json!({ "ask": "log-start" }),
    })
}
