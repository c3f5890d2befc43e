//! The JSON form of a state, an event and an effect. Everything that JSON is made of is made here,
//! by pure functions; `docs/json.md` describes it, and a test keeps that page current.
//!
//! Names stand for numbers: brokers, clients and values go by what the scenario calls them,
//! partitions by their number. `null` stands for what is not known or does not exist: Kafka's −1.

use serde_json::{Map, Value as Json, json};

use crate::command::Happening;
use crate::engine::account::{Account, Fate};
use crate::engine::effect::{
    AckRule, Counted, CutRule, Death, Effect, Election, FailDetail, HwRule, Lag, Lost,
    Simplification, Unpark,
};
use crate::engine::epochs::{EpochStart, EpochTable};
use crate::engine::log::Record;
use crate::engine::state::{
    Answer, Ask, Broker, Call, Follower, Leader, LeaderAndIsr, OpenStage, PartitionState, Role,
    Stage,
};
use crate::engine::*;
use crate::lang::{Context, Lang};
use crate::names::Names;
use crate::notation::{self, Notation};
use crate::scenario::settings::{Setting, SettingValue, TABLE};

/// The name of the form.
pub const FORMAT: &str = "replicascope.run";
/// The version of the form: raised when a key changes its meaning or goes away.
pub const VERSION: u32 = 1;

/// The first line of a run.
pub fn head(title: &str, summary: Option<&str>, steps: usize, setup: Json) -> Json {
    json!({
        "format": FORMAT,
        "version": VERSION,
        "type": "scenario",
        "title": title,
        "summary": summary,
        "steps": steps,
        "setup": setup,
    })
}

/// What never changes: the release, the names, the settings.
pub fn setup(setup: &Setup, names: &Names) -> Json {
    json!({
        "release": setup.rules.release,
        "topic": names.topic,
        "brokers": names.brokers,
        "producers": names.producers,
        "consumers": names.consumers,
        "assignment": setup.partitions().map(|partition| json!({
            "partition": partition.0,
            "replicas": brokers(names, setup.replicas(partition).iter().copied()),
        })).collect::<Vec<_>>(),
        "settings": settings(&setup.settings),
        "controller_mode": {
            "notices_at_once": setup.controller.notices_at_once,
            "tells_at_once": setup.controller.tells_at_once,
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

/// The whole state of a cluster, with the clock that it does not know itself.
pub fn state(cluster: &Cluster, setup: &Setup, names: &Names, clock: u64) -> Json {
    let verdict = cluster.verdict(setup);
    let entries = |list: &[(PartitionId, Offset, Value)]| -> Vec<Json> {
        list.iter()
            .map(|(partition, offset, value)| {
                json!({
                    "partition": partition.0,
                    "offset": offset,
                    "value": names.value(*value),
                })
            })
            .collect()
    };
    json!({
        "clock_ms": clock,
        "min.insync.replicas": cluster.topic.min_isr,
        "unclean.leader.election.enable": cluster.topic.unclean,
        "brokers": (0..cluster.brokers.len())
            .map(|b| broker(cluster, setup, names, BrokerId(b as u8)))
            .collect::<Vec<_>>(),
        "controller": {
            "live": brokers(names, cluster.controller.live.iter()),
            "rebalance_in_ms": cluster.controller.rebalance_in,
            "partitions": setup.partitions().map(|partition| {
                let mut fields = object(json!({ "partition": partition.0 }));
                fields.extend(partition_state(setup, names, partition, cluster.partition(partition)));
                Json::Object(fields)
            }).collect::<Vec<_>>(),
        },
        "wire": wire(cluster, setup, names),
        "producers": cluster.producers.iter().enumerate().map(|(at, producer)| json!({
            "producer": names.producer(ProducerId(at as u8)),
            "acks": notation::acks(producer.acks),
            "next_sequence": producer.next_sequence,
            "open": producer.open.iter().map(|open| json!({
                "value": names.value(open.value),
                "partition": open.partition.0,
                "sequence": open.sequence.map(|s| s.number),
                "retries_left": open.retries,
                "stage": match open.stage {
                    OpenStage::Waiting => "waiting",
                    OpenStage::Backoff(_) => "backoff",
                    OpenStage::GivenUp => "given-up",
                },
                "left_ms": match open.stage {
                    OpenStage::Backoff(left) => Some(left),
                    OpenStage::Waiting | OpenStage::GivenUp => None,
                },
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "consumers": cluster.consumers.iter().enumerate().map(|(at, consumer)| json!({
            "consumer": names.consumer(ConsumerId(at as u8)),
            "positions": consumer.positions,
        })).collect::<Vec<_>>(),
        "sent": cluster.ledger.sent.iter().map(|sent| json!({
            "value": names.value(sent.value),
            "partition": sent.partition.0,
            "outcome": notation::outcome(sent.outcome),
        })).collect::<Vec<_>>(),
        "promises": cluster.ledger.promises.iter().enumerate().flat_map(|(partition, promises)| {
            promises.iter().map(move |promise| json!({
                "partition": partition,
                "offset": promise.offset,
                "epoch": promise.record.epoch,
                "value": names.value(promise.record.value),
                "acked": promise.acked,
                "committed": promise.committed,
            }))
        }).collect::<Vec<_>>(),
        "ledger": setup.partitions()
            .flat_map(|partition| cluster.accounts(setup, partition))
            .map(|account| accounted(names, &account))
            .collect::<Vec<_>>(),
        "lost": entries(&verdict.lost),
        "unavailable": entries(&verdict.unavailable),
        "diverged": verdict.diverged.iter().map(|(partition, offset)| json!({
            "partition": partition.0,
            "offset": offset,
        })).collect::<Vec<_>>(),
        "broken": cluster
            .breaches(setup, None)
            .iter()
            .map(|breach| breached(names, breach))
            .collect::<Vec<_>>(),
        "duplicated": verdict.duplicated.iter().map(|(partition, value)| json!({
            "partition": partition.0,
            "value": names.value(*value),
        })).collect::<Vec<_>>(),
    })
}

/// What has become of a record.
fn accounted(names: &Names, account: &Account) -> Json {
    let Account { value, partition, producer, acks, outcome, stands, committed, read, fatal, fate } =
        account;
    let allowed = match fate {
        Fate::Lost(excuse) => Some(excuse.allows()),
        _ => None,
    };
    let replaced_by = match fate {
        Fate::ReadReplaced { by, .. } => Some(names.value(*by)),
        _ => None,
    };
    json!({
        "value": names.value(*value),
        "partition": partition.0,
        "producer": producer.map(|p| names.producer(p)),
        "acks": acks.map(notation::acks),
        "outcome": outcome.map(notation::outcome),
        "logs": stands.iter().map(|(broker, offsets)| json!({
            "broker": names.broker(*broker),
            "offsets": offsets,
        })).collect::<Vec<_>>(),
        "committed_at": committed,
        "read_by": read.iter().map(|(consumer, offset)| json!({
            "consumer": names.consumer(*consumer),
            "offset": offset,
        })).collect::<Vec<_>>(),
        "fatal_failures": fatal,
        "verdict": fate.name().name(),
        "loss_allowed": allowed,
        "replaced_by": replaced_by,
    })
}

fn broker(cluster: &Cluster, setup: &Setup, names: &Names, id: BrokerId) -> Json {
    let Broker { process, disks: _, session_left, inbox } = &cluster.brokers[id.index()];
    json!({
        "broker": names.broker(id),
        "up": process.is_some(),
        "session_left_ms": session_left,
        "isr_check_in_ms": process.as_ref().map(|p| p.isr_check_in),
        "hw_checkpoint_in_ms": process.as_ref().and_then(|p| p.hw_checkpoint_in),
        "replicas": setup.partitions()
            .filter_map(|partition| replica(cluster, setup, names, id, partition))
            .collect::<Vec<_>>(),
        "unread": inbox.iter().map(|w| Json::Object(word(setup, names, w))).collect::<Vec<_>>(),
    })
}

fn replica(
    cluster: &Cluster,
    setup: &Setup,
    names: &Names,
    broker: BrokerId,
    partition: PartitionId,
) -> Option<Json> {
    let disk = cluster.disk(broker, partition)?;
    let replica = cluster.replica(broker, partition);
    let has_epochs = setup.rules.has_epochs();
    let table = |table: &EpochTable| has_epochs.then(|| epochs(table.entries()));
    let role = match replica.map(|r| &r.role) {
        None => "down",
        Some(Role::Idle) => "idle",
        Some(Role::Leader(_)) => "leader",
        Some(Role::Follower(_)) => "follower",
    };
    Some(json!({
        "partition": partition.0,
        "role": role,
        "leader_epoch": replica.and_then(|r| r.leader_epoch),
        "log_start": disk.log.start(),
        "log": disk.log.iter().map(|(offset, record)| json!({
            "offset": offset,
            "epoch": record.epoch,
            "value": names.value(record.value),
        })).collect::<Vec<_>>(),
        "segments": disk.log.segments(setup.settings.segment_records),
        "leo": disk.log.end(),
        "flushed": disk.log.flushed(),
        "hw": replica.map(|r| r.hw),
        "hw_on_disk": disk.hw,
        "epochs": replica.and_then(|r| table(&r.epochs)),
        "epochs_on_disk": table(&disk.epochs),
        "leader": cluster.leader(broker, partition).map(|l| leader(setup, names, partition, l)),
        "follower": cluster.follower(broker, partition).map(|f| follower(names, f)),
    }))
}

fn leader(setup: &Setup, names: &Names, partition: PartitionId, leader: &Leader) -> Json {
    json!({
        "isr": isr(setup, names, partition, leader.isr),
        "zk_current": leader.zk_current,
        "remotes": leader.remotes.iter().map(|(broker, remote)| json!({
            "broker": names.broker(*broker),
            "leo": remote.leo,
            "caught_up_ago_ms": remote.caught_up_ago,
            "fetched_ago_ms": remote.fetched_ago,
            "leader_leo_at_fetch": remote.leader_leo_at_fetch,
        })).collect::<Vec<_>>(),
        "purgatory": leader.purgatory.iter().map(|pending| json!({
            "producer": names.producer(pending.producer),
            "value": names.value(pending.value),
            "offset": pending.offset,
            "acks": notation::acks(pending.acks),
            "required": pending.required(),
            "left_ms": pending.left,
        })).collect::<Vec<_>>(),
    })
}

fn follower(names: &Names, follower: &Follower) -> Json {
    json!({
        "leader": names.broker(follower.leader),
        "fetcher": notation::fetcher(follower.fetcher),
        "call": follower.call.as_ref().map(|c| Json::Object(call(names, c))),
    })
}

/// What is in flight between brokers, each from where it is now to where it goes.
fn wire(cluster: &Cluster, setup: &Setup, names: &Names) -> Vec<Json> {
    let mut wire = Vec::new();
    for partition in setup.partitions() {
        for &id in setup.replicas(partition) {
            let Some(follower) = cluster.follower(id, partition) else { continue };
            let Some(in_flight) = &follower.call else { continue };
            let (from, to) = match in_flight.stage {
                Stage::Sent | Stage::Parked(_) => (id, follower.leader),
                Stage::Replied(_) => (follower.leader, id),
            };
            let mut fields = object(json!({
                "from": names.broker(from),
                "to": names.broker(to),
                "partition": partition.0,
                "notation": Notation::new(names, setup).call(in_flight),
            }));
            fields.extend(call(names, in_flight));
            wire.push(Json::Object(fields));
        }
    }
    wire
}

fn call(names: &Names, call: &Call) -> Map<String, Json> {
    let mut fields = asked(call.ask);
    let more = match &call.stage {
        Stage::Sent => json!({ "stage": "sent" }),
        Stage::Parked(left) => json!({ "stage": "parked", "left_ms": left }),
        Stage::Replied(answer) => json!({ "stage": "replied", "answer": match answer {
            Answer::Records { records: list, hw } => {
                json!({ "records": records(names, list), "hw": hw })
            }
            Answer::EpochEnd(end) => json!({ "end": end }),
            Answer::Offset(offset) => json!({ "offset": offset }),
            Answer::Error(error) => json!({ "error": error.name() }),
        } }),
    };
    fields.extend(object(more));
    fields
}

/// What a follower asks, with its one number.
fn asked(ask: Ask) -> Map<String, Json> {
    object(match ask {
        Ask::Fetch(offset) => json!({ "ask": "fetch", "fetch_offset": offset }),
        Ask::EpochEnd(epoch) => json!({ "ask": "epoch-end", "asked_epoch": epoch }),
        Ask::LogEnd => json!({ "ask": "log-end" }),
        Ask::LogStart => json!({ "ask": "log-start" }),
    })
}

/// An event with its effects. `before` is the state before it, for the words.
pub fn happening(cx: &Context, lang: Lang, happening: &Happening, before: &Cluster) -> Json {
    json!({
        "event": event(cx, lang, &happening.event, before),
        "effects": happening.effects.iter().map(|e| effect(cx, lang, e)).collect::<Vec<_>>(),
    })
}

/// An event: its kind, its words, its numbers.
pub fn event(cx: &Context, lang: Lang, event: &Event, before: &Cluster) -> Json {
    let names = cx.names;
    let fields = match *event {
        Event::Send { producer, partition, value, to } => json!({
            "producer": names.producer(producer),
            "partition": partition.0,
            "value": names.value(value),
            "to": to.map(|b| names.broker(b)),
        }),
        Event::Seek { consumer, partition, to } => json!({
            "consumer": names.consumer(consumer),
            "partition": partition.0,
            "to": notation::whence(to),
        }),
        Event::Consume { consumer, partition, from } => json!({
            "consumer": names.consumer(consumer),
            "partition": partition.0,
            "from": from.map(|b| names.broker(b)),
        }),
        Event::Request { broker, partition }
        | Event::Serve { broker, partition }
        | Event::Reply { broker, partition } => json!({
            "broker": names.broker(broker),
            "partition": partition.0,
        }),
        Event::PowerLoss { brokers: set, noticed } => json!({
            "brokers": brokers(names, set.iter()),
            "noticed": noticed,
        }),
        Event::Kill { broker }
        | Event::Stop { broker }
        | Event::Start { broker }
        | Event::RestartUnnoticed { broker }
        | Event::Wipe { broker }
        | Event::Flush { broker }
        | Event::CheckpointHw { broker }
        | Event::Notice { broker }
        | Event::Tell { broker } => json!({ "broker": names.broker(broker) }),
        Event::Advance { ms } => json!({ "ms": ms }),
        Event::ElectPreferred { partition } | Event::ElectUnclean { partition } => {
            json!({ "partition": partition.0 })
        }
        Event::SetAcks { producer, acks } => json!({
            "producer": names.producer(producer),
            "acks": notation::acks(acks),
        }),
        Event::SetMinIsr(n) => json!({ "min.insync.replicas": n }),
        Event::SetUnclean(on) => json!({ "unclean.leader.election.enable": on }),
    };
    let mut all = object(json!({
        "kind": notation::event_kind(event),
        "text": lang.event(cx, event, Some(before)),
        "notation": cx.notation().event(event),
    }));
    all.extend(object(fields));
    Json::Object(all)
}

/// An effect: its kind, its words, its numbers.
pub fn effect(cx: &Context, lang: Lang, effect: &Effect) -> Json {
    let mut all = object(json!({
        "kind": notation::effect_kind(effect),
        "text": lang.effect(cx, effect).to_string(),
        "source": crate::lang::source(effect),
    }));
    all.extend(effect_fields(cx, effect));
    Json::Object(all)
}

fn effect_fields(cx: &Context, effect: &Effect) -> Map<String, Json> {
    let names = cx.names;
    let b = |broker: &BrokerId| names.broker(*broker);
    let p = |producer: &ProducerId| names.producer(*producer);
    let c = |consumer: &ConsumerId| names.consumer(*consumer);
    let v = |value: &Value| names.value(*value);
    let isr = |partition: &PartitionId, set: &BrokerSet| isr(cx.setup, names, *partition, *set);
    object(match effect {
        Effect::Appended { broker, partition, offset, record } => json!({
            "broker": b(broker), "partition": partition.0, "offset": offset,
            "value": v(&record.value), "epoch": record.epoch,
        }),
        Effect::Leo { broker, partition, from, to }
        | Effect::Flushed { broker, partition, from, to }
        | Effect::HwWritten { broker, partition, from, to } => json!({
            "broker": b(broker), "partition": partition.0, "from": from, "to": to,
        }),
        Effect::Hw { broker, partition, from, to, rule } => json!({
            "broker": b(broker), "partition": partition.0, "from": from, "to": to,
            "rule": hw_rule(names, rule),
        }),
        Effect::Truncated { broker, partition, from, to, rule, cut } => json!({
            "broker": b(broker), "partition": partition.0, "from": from, "to": to,
            "rule": cut_rule(*rule), "cut": records(names, cut),
        }),
        Effect::Rolled { broker, partition, base } => json!({
            "broker": b(broker), "partition": partition.0, "base": base,
        }),
        Effect::EpochAdded { broker, partition, entry }
        | Effect::EpochRefused { broker, partition, entry } => json!({
            "broker": b(broker), "partition": partition.0,
            "epoch": entry.epoch, "start": entry.start,
        }),
        Effect::EpochsCut { broker, partition, entries } => json!({
            "broker": b(broker), "partition": partition.0, "entries": epochs(entries),
        }),
        Effect::Asked { broker, partition, leader, ask } => {
            let mut fields = object(json!({
                "broker": b(broker), "partition": partition.0, "leader": b(leader),
            }));
            fields.extend(asked(*ask));
            Json::Object(fields)
        }
        Effect::RemoteLeo { leader, partition, follower, from, to } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "from": from, "to": to,
        }),
        Effect::Parked { leader, partition, follower, ms } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower), "ms": ms,
        }),
        Effect::Unparked { leader, partition, follower, why } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "why": match why {
                Unpark::Data => "data",
                Unpark::WaitOver => "wait-over",
                Unpark::NotLeader => "not-leader",
            },
        }),
        Effect::RecordsSent { leader, partition, follower, offset, records: list, hw } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "offset": offset, "records": records(names, list), "hw": hw,
        }),
        Effect::EpochEndSent { leader, partition, follower, asked, end } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "asked_epoch": asked, "end": end,
        }),
        Effect::OffsetSent { leader, partition, follower, ask, offset } => {
            let mut fields = object(json!({
                "leader": b(leader), "partition": partition.0, "follower": b(follower),
            }));
            fields.extend(asked(*ask));
            fields.insert("offset".into(), json!(offset));
            Json::Object(fields)
        }
        Effect::ErrorSent { leader, partition, follower, error } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "error": error.name(),
        }),
        Effect::ErrorReceived { broker, partition, error } => json!({
            "broker": b(broker), "partition": partition.0, "error": error.name(),
        }),
        Effect::NotShorter { broker, partition, leo, leader_end } => json!({
            "broker": b(broker), "partition": partition.0, "leo": leo,
            "leader_end": leader_end,
        }),
        Effect::KeptLog { broker, partition, leo, leader_start } => json!({
            "broker": b(broker), "partition": partition.0, "leo": leo,
            "leader_start": leader_start,
        }),
        Effect::Vanished { broker, partition, leader, what } => json!({
            "broker": b(broker), "partition": partition.0, "leader": b(leader),
            "what": match what {
                Lost::Request => "request",
                Lost::Parked => "parked",
                Lost::Reply => "reply",
            },
        }),
        Effect::IsrExpanded { leader, partition, follower, isr: set, leo, hw } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "isr": isr(partition, set), "leo": leo, "hw": hw,
        }),
        Effect::IsrShrunk { leader, partition, follower, isr: set, why } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "isr": isr(partition, set),
            "rule": match why {
                Lag::Time { ago, max } => json!({ "kind": "time", "ago_ms": ago, "max_ms": max }),
                Lag::Messages { behind, max } => {
                    json!({ "kind": "messages", "behind": behind, "max": max })
                }
            },
        }),
        Effect::IsrWriteRefused { leader, partition, wanted } => json!({
            "leader": b(leader), "partition": partition.0, "isr": isr(partition, wanted),
        }),
        Effect::Waiting { producer, partition, value, broker, acks, required } => json!({
            "producer": p(producer), "partition": partition.0, "value": v(value),
            "broker": b(broker), "acks": notation::acks(*acks), "required": required,
        }),
        Effect::Acked { producer, partition, value, offset, acks, why } => json!({
            "producer": p(producer), "partition": partition.0, "value": v(value),
            "offset": offset, "acks": notation::acks(*acks),
            "rule": match why {
                AckRule::LeaderAppended => json!({ "kind": "leader-appended" }),
                AckRule::Hw { hw, required } => {
                    json!({ "kind": "hw", "hw": hw, "required": required })
                }
                AckRule::Members { have, wanted } => {
                    json!({ "kind": "members", "have": have, "wanted": wanted })
                }
            },
        }),
        Effect::Unasked { producer, partition, value } => json!({
            "producer": p(producer), "partition": partition.0, "value": v(value),
        }),
        Effect::Dropped { producer, partition, value, error } => json!({
            "producer": p(producer), "partition": partition.0, "value": v(value),
            "error": error.name(),
        }),
        Effect::Failed { producer, partition, value, error, detail } => json!({
            "producer": p(producer), "partition": partition.0, "value": v(value),
            "error": error.name(),
            "detail": match detail {
                FailDetail::None => json!(null),
                FailDetail::Isr { isr, min_isr } => {
                    json!({ "isr_size": isr, "min.insync.replicas": min_isr })
                }
                FailDetail::Sequence { number, expected } => {
                    json!({ "number": number, "expected": expected })
                }
                FailDetail::Hw { hw, required } => json!({ "hw": hw, "required": required }),
            },
        }),
        Effect::Recognized { producer, partition, value, offset } => json!({
            "producer": p(producer), "partition": partition.0, "value": v(value),
            "offset": offset,
        }),
        Effect::WillRetry { producer, partition, value, error, left, ms } => json!({
            "producer": p(producer), "partition": partition.0, "value": v(value),
            "error": error.name(), "left": left, "ms": ms,
        }),
        Effect::Retried { producer, partition, value } => json!({
            "producer": p(producer), "partition": partition.0, "value": v(value),
        }),
        Effect::Sought { consumer, partition, whence, from, to } => json!({
            "consumer": c(consumer), "partition": partition.0,
            "whence": notation::whence(*whence), "from": from, "to": to,
        }),
        Effect::Consumed { consumer, partition, from, hw, records: list } => json!({
            "consumer": c(consumer), "partition": partition.0, "from": from, "hw": hw,
            "records": records(names, list),
        }),
        Effect::ConsumeFailed { consumer, partition, position, error } => json!({
            "consumer": c(consumer), "partition": partition.0, "position": position,
            "error": error.name(),
        }),
        Effect::PositionReset { consumer, partition, from, to } => json!({
            "consumer": c(consumer), "partition": partition.0, "from": from, "to": to,
        }),
        Effect::Down { broker, how } => json!({
            "broker": b(broker),
            "how": match how {
                Death::Killed => "killed",
                Death::PowerLoss => "power-loss",
                Death::Stopped => "stopped",
                Death::Halted => "halted",
            },
        }),
        Effect::Up { broker }
        | Effect::Wiped { broker }
        | Effect::NoticedDeath { broker }
        | Effect::NoticedReturn { broker } => json!({ "broker": b(broker) }),
        Effect::LeaderNow { broker, partition, epoch, isr: set } => json!({
            "broker": b(broker), "partition": partition.0, "epoch": epoch,
            "isr": isr(partition, set),
        }),
        Effect::FollowerNow { broker, partition, epoch, leader }
        | Effect::FollowsOn { broker, partition, epoch, leader } => json!({
            "broker": b(broker), "partition": partition.0, "epoch": epoch, "leader": b(leader),
        }),
        Effect::Elected { partition, leader, epoch, isr: set, how } => json!({
            "partition": partition.0, "leader": b(leader), "epoch": epoch,
            "isr": isr(partition, set),
            "how": match how {
                Election::FromIsr => "from-isr",
                Election::Unclean => "unclean",
                Election::Preferred => "preferred",
                Election::ControlledShutdown => "controlled-shutdown",
            },
        }),
        Effect::Leaderless { partition, epoch, isr: set } => json!({
            "partition": partition.0, "epoch": epoch, "isr": isr(partition, set),
        }),
        Effect::IsrCut { partition, broker, epoch, isr: set } => json!({
            "partition": partition.0, "broker": b(broker), "epoch": epoch,
            "isr": isr(partition, set),
        }),
        Effect::Told { broker, word: said } | Effect::WordIgnored { broker, word: said } => {
            let mut fields = object(json!({ "broker": b(broker) }));
            fields.extend(word(cx.setup, names, said));
            Json::Object(fields)
        }
        Effect::Passed { ms } => json!({ "ms": ms }),
        Effect::AcksSet { producer, from, to } => json!({
            "producer": p(producer), "from": notation::acks(*from), "to": notation::acks(*to),
        }),
        Effect::MinIsrSet { from, to } => json!({ "from": from, "to": to }),
        Effect::UncleanSet { to } => json!({ "to": to }),
        Effect::Simplified { broker, what } => json!({
            "broker": b(broker),
            "what": match what {
                Simplification::UnnoticedRestart => "unnoticed-restart",
                Simplification::UnnoticedPowerLoss => "unnoticed-power-loss",
            },
        }),
        Effect::Lost { partition, offset, value }
        | Effect::Recovered { partition, offset, value } => json!({
            "partition": partition.0, "offset": offset, "value": v(value),
        }),
        Effect::Diverged { partition, offset } => json!({
            "partition": partition.0, "offset": offset,
        }),
        Effect::Broken { breach } => breached(names, breach),
        Effect::Mended { partition, property } => json!({
            "partition": partition.0, "property": property.name(),
        }),
    })
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

fn hw_rule(names: &Names, rule: &HwRule) -> Json {
    match rule {
        HwRule::Leader { leo, remotes } => json!({
            "kind": "leader",
            "leo": leo,
            "remotes": remotes.iter().map(|(broker, leo, counted)| json!({
                "broker": names.broker(*broker),
                "leo": leo,
                "counted": match counted {
                    Counted::Isr => "isr",
                    Counted::CaughtUp => "caught-up",
                },
            })).collect::<Vec<_>>(),
        }),
        HwRule::BelowMinIsr { isr, min_isr } => {
            json!({ "kind": "below-min-isr", "isr_size": isr, "min.insync.replicas": min_isr })
        }
        HwRule::Follower { leader_hw, leo } => {
            json!({ "kind": "follower", "leader_hw": leader_hw, "leo": leo })
        }
        HwRule::Loaded { file, leo } => {
            json!({ "kind": "loaded", "hw_on_disk": file, "leo": leo })
        }
        HwRule::Clamped { leo } => json!({ "kind": "clamped", "leo": leo }),
    }
}

fn cut_rule(rule: CutRule) -> Json {
    match rule {
        CutRule::LocalHw { hw } => json!({ "kind": "local-hw", "hw": hw }),
        CutRule::EpochEnd { asked, end } => {
            json!({ "kind": "epoch-end", "asked_epoch": asked, "end": end })
        }
        CutRule::EpochUndefined { asked, hw } => {
            json!({ "kind": "epoch-undefined", "asked_epoch": asked, "hw": hw })
        }
        CutRule::LeaderShorter { leader_end } => {
            json!({ "kind": "leader-shorter", "leader_end": leader_end })
        }
        CutRule::LeaderStart { leader_start } => {
            json!({ "kind": "leader-start", "leader_start": leader_start })
        }
        CutRule::PowerLoss { flushed } => json!({ "kind": "power-loss", "flushed": flushed }),
    }
}

fn word(setup: &Setup, names: &Names, word: &LeaderAndIsr) -> Map<String, Json> {
    let mut fields = object(json!({ "partition": word.partition.0 }));
    fields.extend(partition_state(setup, names, word.partition, &word.state));
    fields.insert("zk_current".into(), json!(word.zk_current));
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
    }))
}

fn isr(setup: &Setup, names: &Names, partition: PartitionId, set: BrokerSet) -> Json {
    let order = setup.assignment.get(partition.index()).map_or(&[][..], Vec::as_slice);
    json!(names.set(set, order))
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::engine::ledger::{Outcome, Promise, Sent};
    use crate::engine::log::Log;
    use crate::engine::state::{Disk, Fetcher, PendingProduce, Remote};
    use crate::glyphs::Glyphs;
    use crate::lang::samples;

    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/json.md");

    /// A state with something in every place that a state has.
    fn full_state(setup: &Setup, call: &Call) -> Cluster {
        let p = PartitionId(0);
        let mut cluster = Cluster::new(setup);
        let record = Record::new(Value(0), Some(0));
        let table = EpochTable::new(vec![EpochStart { epoch: 0, start: 0 }]);
        let state = *cluster.partition(p);
        let leader = state.leader.expect("a new cluster has leaders");
        for broker in &mut cluster.brokers {
            broker.disks[0] =
                Some(Disk { log: Log::new(0, vec![record], 0), hw: 0, epochs: table.clone() });
            broker.inbox.push(LeaderAndIsr { partition: p, state, zk_current: true });
            broker.session_left = Some(6_000);
            let replicas = broker.process.iter_mut().flat_map(|process| &mut process.replicas);
            for replica in replicas.flatten() {
                replica.epochs = table.clone();
                match &mut replica.role {
                    Role::Idle => {}
                    Role::Leader(leader) => {
                        leader.purgatory.push(PendingProduce {
                            producer: ProducerId(0),
                            value: Value(0),
                            offset: 0,
                            acks: Acks::All,
                            left: 30_000,
                        });
                        for (_, remote) in &mut leader.remotes {
                            *remote = Remote { leo: Some(0), ..*remote };
                        }
                    }
                    Role::Follower(follower) => {
                        follower.leader = leader;
                        follower.fetcher = Fetcher::Fetching;
                        follower.call = Some(call.clone());
                    }
                }
            }
        }
        let sent = Sent { value: Value(0), partition: p, outcome: Outcome::Waiting };
        cluster.ledger.sent.push(sent);
        let lost = Record::new(Value(1), Some(0));
        for record in [record, lost] {
            let promise = Promise { acked: true, ..Promise::shown(0, record, 0) };
            cluster.ledger.promises[0].push(promise);
        }
        cluster
    }

    /// A call at each stage, with each kind of reply.
    fn calls() -> Vec<Call> {
        let record = Record::new(Value(0), Some(0));
        let answers = [
            (Ask::Fetch(0), Answer::Records { records: vec![record], hw: 0 }),
            (Ask::EpochEnd(Some(0)), Answer::EpochEnd(Some(1))),
            (Ask::LogEnd, Answer::Offset(1)),
            (Ask::Fetch(2), Answer::Error(KafkaError::OffsetOutOfRange)),
        ];
        let replied = answers.map(|(ask, answer)| Call { ask, stage: Stage::Replied(answer) });
        let waiting = [Stage::Sent, Stage::Parked(500)];
        let waiting = waiting.map(|stage| Call { ask: Ask::Fetch(1), stage });
        replied.into_iter().chain(waiting).collect()
    }

    fn keys(json: &Json, into: &mut BTreeSet<String>) {
        match json {
            Json::Object(fields) => {
                for (key, value) in fields {
                    into.insert(key.clone());
                    keys(value, into);
                }
            }
            Json::Array(items) => items.iter().for_each(|item| keys(item, into)),
            _ => {}
        }
    }

    /// A table of the fields that each kind has beside those that all have.
    fn table(all: impl Iterator<Item = Json>, common: &[&str], kinds: &[&str]) -> String {
        let mut fields: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for one in all {
            let kind = one["kind"].as_str().expect("a kind is a text").to_owned();
            let known = fields.entry(kind).or_default();
            for key in object(one).keys() {
                if !common.contains(&key.as_str()) && !known.contains(key) {
                    known.push(key.clone());
                }
            }
        }
        let mut table = String::from("| kind | fields |\n| --- | --- |\n");
        for kind in kinds {
            let fields: Vec<String> = fields[*kind].iter().map(|f| format!("`{f}`")).collect();
            table += &format!("| `{kind}` | {} |\n", fields.join(", "));
        }
        table
    }

    fn with_context(test: impl FnOnce(&Context)) {
        let setup = samples::setup("0.11", 2);
        test(&Context::new(&Names::plain(3), &setup, &Glyphs::UNICODE));
    }

    /// The part of the page between two marks.
    fn between<'p>(page: &'p str, mark: &str) -> &'p str {
        let (_, rest) = page.split_once(&format!("<!-- {mark} -->\n")).expect("the page has it");
        rest.split_once("<!-- end -->").expect("the page has its end").0
    }

    #[test]
    fn the_page_lists_the_fields_of_every_event_and_effect() {
        let page = std::fs::read_to_string(PAGE).expect("the page can be read");
        with_context(|cx| {
            let before = Cluster::new(cx.setup);
            let events = samples::events();
            let events = events.iter().map(|e| event(cx, Lang::En, e, &before));
            let common = ["kind", "text", "notation"];
            let table_of_events = table(events, &common, notation::EVENT_KINDS);
            let effects = samples::effects();
            let effects = effects.iter().map(|e| effect(cx, Lang::En, e));
            let common = ["kind", "text", "source"];
            let table_of_effects = table(effects, &common, notation::EFFECT_KINDS);
            for (mark, table) in [("events", table_of_events), ("effects", table_of_effects)] {
                assert!(between(&page, mark) == table, "put into docs/json.md:\n{table}");
            }
        });
    }

    #[test]
    fn the_page_lists_every_key_of_a_run_and_no_other() {
        let page = std::fs::read_to_string(PAGE).expect("the page can be read");
        let (page, _) = page.split_once("## Events").expect("the page has it");
        let listed: BTreeSet<String> = page
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split('|').next())
            .flat_map(|cell| cell.trim_end().trim_end_matches('`').split("`, `"))
            .map(str::to_owned)
            .collect();
        let mut found = BTreeSet::new();
        with_context(|cx| {
            for call in &calls() {
                let cluster = full_state(cx.setup, call);
                keys(&state(&cluster, cx.setup, cx.names, 0), &mut found);
            }
            keys(&head("", None, 0, setup(cx.setup, cx.names)), &mut found);
        });
        let source =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run/loss.ron"))
                .expect("the scenario can be read");
        let scenario = crate::scenario::Scenario::parse("loss.ron", &source).expect("it is good");
        let mut out = Vec::new();
        let options = crate::run::Options { json: true, ..Default::default() };
        crate::run::Run::new(&scenario, options).write(&mut out).expect("memory takes it");
        for line in String::from_utf8(out).expect("JSON is UTF-8").lines() {
            let mut line: Json = serde_json::from_str(line).expect("each line is JSON");
            // Events and effects have their own tables.
            for happened in line["happened"].as_array_mut().into_iter().flatten() {
                happened["event"].take();
                happened["effects"].take();
            }
            keys(&line, &mut found);
        }
        let missing: Vec<_> = found.difference(&listed).collect();
        let gone: Vec<_> = listed.difference(&found).collect();
        assert!(missing.is_empty(), "docs/json.md lacks {missing:?}");
        assert!(gone.is_empty(), "docs/json.md has what no run has: {gone:?}");
    }
}
