//! A state as JSON: disks, memory, the wire, the controller, the clients, the ledger.

use super::*;

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
            "unclean_check_in_ms": cluster.controller.unclean_check_in,
            "partitions": setup.partitions().map(|partition| {
                let mut fields = object(json!({ "partition": partition.0 }));
                fields.extend(partition_state(setup, names, partition, cluster.partition(partition)));
                Json::Object(fields)
            }).collect::<Vec<_>>(),
        },
        "wire": wire(cluster, setup, names),
        "cuts": cluster.cuts.iter().map(|cut| link(names, setup, *cut)).collect::<Vec<_>>(),
        "producers": cluster.producers.iter().enumerate().map(|(at, producer)| json!({
            "producer": names.producer(ProducerId(at as u8)),
            "acks": notation::acks(producer.acks),
            "next_sequence": producer.next_sequence,
            "producer_id_resets": producer.incarnation,
            "next_answer_lost": producer.answer_lost,
            "open": producer.open.iter().map(|open| json!({
                "value": names.value(open.value),
                "partition": open.partition.0,
                "sequence": open.sequence.map(|s| s.number),
                "retries_left": open.retries,
                "stage": match open.stage {
                    OpenStage::Waiting => "waiting",
                    OpenStage::Backoff(_) => "backoff",
                },
                "left_ms": match open.stage {
                    OpenStage::Backoff(left) => Some(left),
                    OpenStage::Waiting => None,
                },
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "consumers": cluster.consumers.iter().enumerate().map(|(at, consumer)| json!({
            "consumer": names.consumer(ConsumerId(at as u8)),
            "positions": consumer.positions,
            "leader_epochs": consumer.epochs,
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
    let Broker { process, disks: _, paused, session_left, inbox, words_held, clean_stop } =
        &*cluster.brokers[id.index()];
    json!({
        "broker": names.broker(id),
        "up": process.is_some(),
        "paused": paused,
        "session_left_ms": session_left,
        "isr_check_in_ms": process.as_ref().map(|p| p.isr_check_in),
        "hw_checkpoint_in_ms": process.as_ref().and_then(|p| p.hw_checkpoint_in),
        "flush_in_ms": process.as_ref().and_then(|p| p.flush_in),
        "clean_shutdown": clean_stop,
        "words_held": words_held,
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
        "version_current": leader.version_current,
        "alter": leader.alter.as_ref().map(|a| alter(setup, names, partition, leader, a)),
        "epoch_start": leader.epoch_start,
        "remotes": leader.remotes.iter().map(|(broker, remote)| json!({
            "broker": names.broker(*broker),
            "leo": remote.leo,
            "caught_up_ago_ms": remote.caught_up_ago,
            "fetched_ago_ms": remote.fetched_ago,
            "leader_leo_at_fetch": remote.leader_leo_at_fetch,
            "last_sent_hw": remote.last_sent_hw,
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

/// A leader's AlterPartition request, until it knows what has become of it.
fn alter(
    setup: &Setup,
    names: &Names,
    partition: PartitionId,
    leader: &Leader,
    alter: &Alter,
) -> Json {
    let error = match alter.stage {
        AlterStage::Refused(error) => Some(error.name()),
        AlterStage::Sent | AlterStage::Done { .. } | AlterStage::Stuck => None,
    };
    json!({
        "wanted": isr(setup, names, partition, alter.isr),
        "maximal": isr(setup, names, partition, leader.maximal_isr()),
        "stage": notation::alter_stage(alter.stage),
        "error": error,
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
        for &id in cluster.replicas(partition) {
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
    fields.insert("leader_epoch".into(), json!(call.epoch));
    let more = match &call.stage {
        Stage::Sent => json!({ "stage": "sent" }),
        Stage::Parked(left) => json!({ "stage": "parked", "left_ms": left }),
        Stage::Replied(answer) => json!({ "stage": "replied", "answer": match answer {
            Answer::Records { records: list, hw } => {
                json!({ "records": records(names, list), "hw": hw })
            }
            Answer::EpochEnd { epoch, end } => json!({ "epoch": epoch, "end": end }),
            Answer::Diverging { epoch, end, hw } => {
                json!({ "diverging": true, "epoch": epoch, "end": end, "hw": hw })
            }
            Answer::Offset(offset) => json!({ "offset": offset }),
            Answer::Error(error) => json!({ "error": error.name() }),
        } }),
    };
    fields.extend(object(more));
    fields
}
