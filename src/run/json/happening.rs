//! What happened as JSON: an event with its effects.

use super::*;

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
        | Event::Reply { broker, partition }
        | Event::Alter { broker, partition }
        | Event::Altered { broker, partition }
        | Event::Lose { broker, partition }
        | Event::LoseAlter { broker, partition } => json!({
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
        | Event::Tell { broker }
        | Event::HoldWords { broker }
        | Event::ReleaseWords { broker }
        | Event::Pause { broker }
        | Event::Resume { broker } => json!({ "broker": names.broker(broker) }),
        Event::Advance { ms } => json!({ "ms": ms }),
        Event::ElectPreferred { partition } | Event::ElectUnclean { partition } => {
            json!({ "partition": partition.0 })
        }
        Event::SetAcks { producer, acks } => json!({
            "producer": names.producer(producer),
            "acks": notation::acks(acks),
        }),
        Event::Cut { link: cut } | Event::Heal { link: cut } => {
            json!({ "link": link(names, cx.setup, cut) })
        }
        Event::LoseAnswer { producer } => json!({ "producer": names.producer(producer) }),
        Event::MoveLeader { partition, to } => json!({
            "partition": partition.0, "to": names.broker(to),
        }),
        Event::Reassign { partition, to } => json!({
            "partition": partition.0, "to": order(names, &to),
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
                Unpark::Hw => "hw",
                Unpark::NotLeader => "not-leader",
            },
        }),
        Effect::RecordsSent { leader, partition, follower, offset, records: list, hw } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "offset": offset, "records": records(names, list), "hw": hw,
        }),
        Effect::EpochEndSent { leader, partition, follower, asked, epoch, end } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "asked_epoch": asked, "epoch": epoch, "end": end,
        }),
        Effect::DivergingSent { leader, partition, follower, offset, last, epoch, end, hw } => {
            json!({
                "leader": b(leader), "partition": partition.0, "follower": b(follower),
                "offset": offset, "last_fetched_epoch": last, "epoch": epoch, "end": end,
                "hw": hw,
            })
        }
        Effect::EpochFenced { leader, partition, follower, sent, known } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "sent": sent, "known": known,
        }),
        Effect::FetcherStopped { broker, partition }
        | Effect::ReplicaCreated { broker, partition }
        | Effect::ReplicaDeleted { broker, partition } => json!({
            "broker": b(broker), "partition": partition.0,
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
        Effect::IsrExpanded { leader, partition, follower, isr: set, leo, entry } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "isr": isr(partition, set), "leo": leo, "entry": entry,
        }),
        Effect::IsrShrunk { leader, partition, follower, isr: set, why } => json!({
            "leader": b(leader), "partition": partition.0, "follower": b(follower),
            "isr": isr(partition, set), "rule": Json::Object(lag(*why)),
        }),
        Effect::IsrWriteRefused { leader, partition, wanted }
        | Effect::IsrWriteUnreachable { leader, partition, wanted } => json!({
            "leader": b(leader), "partition": partition.0, "isr": isr(partition, wanted),
        }),
        Effect::AlterSent { leader, partition, isr: set, wanted, maximal, why } => json!({
            "leader": b(leader), "partition": partition.0, "isr": isr(partition, set),
            "wanted": isr(partition, wanted), "maximal": isr(partition, maximal),
            "rule": alter_reason(names, why),
        }),
        Effect::AlterAccepted { leader, partition, isr: set, epoch } => json!({
            "leader": b(leader), "partition": partition.0, "isr": isr(partition, set),
            "epoch": epoch,
        }),
        Effect::AlterRefused { leader, partition, wanted, error }
        | Effect::IsrStuck { leader, partition, wanted, error } => json!({
            "leader": b(leader), "partition": partition.0, "wanted": isr(partition, wanted),
            "error": error.name(),
        }),
        Effect::IsrReverted { leader, partition, isr: set, error } => json!({
            "leader": b(leader), "partition": partition.0, "isr": isr(partition, set),
            "error": error.name(),
        }),
        Effect::IsrCommitted { leader, partition, from, to }
        | Effect::IsrHeard { leader, partition, from, to } => json!({
            "leader": b(leader), "partition": partition.0, "from": isr(partition, from),
            "to": isr(partition, to),
        }),
        Effect::AlterVanished { leader, partition, answer } => json!({
            "leader": b(leader), "partition": partition.0,
            "what": if *answer { "reply" } else { "request" },
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
        Effect::Retried { producer, partition, value }
        | Effect::AnswerLost { producer, partition, value } => json!({
            "producer": p(producer), "partition": partition.0, "value": v(value),
        }),
        Effect::NewProducerId { producer } | Effect::AnswerWillBeLost { producer } => {
            json!({ "producer": p(producer) })
        }
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
        Effect::Redirected { consumer, partition, from, to } => json!({
            "consumer": c(consumer), "partition": partition.0, "from": b(from), "to": b(to),
        }),
        Effect::PositionValid { consumer, partition, position, read, end } => json!({
            "consumer": c(consumer), "partition": partition.0, "position": position,
            "read_epoch": read, "end": end,
        }),
        Effect::TruncationFound { consumer, partition, position, read, end } => json!({
            "consumer": c(consumer), "partition": partition.0, "position": position,
            "read_epoch": read, "end": end,
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
        | Effect::Paused { broker }
        | Effect::Resumed { broker }
        | Effect::UncleanShutdown { broker }
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
                Election::Elr => "elr",
                Election::LastLeader => "last-known-leader",
                Election::Moved => "moved",
                Election::Reassigned => "reassigned",
            },
        }),
        Effect::Leaderless { partition, epoch, isr: set } => json!({
            "partition": partition.0, "epoch": epoch, "isr": isr(partition, set),
        }),
        Effect::IsrCut { partition, broker, epoch, isr: set } => json!({
            "partition": partition.0, "broker": b(broker), "epoch": epoch,
            "isr": isr(partition, set),
        }),
        Effect::Nobody { broker, partition, epoch } => json!({
            "broker": b(broker), "partition": partition.0, "epoch": epoch,
        }),
        Effect::ElrChanged { partition, elr, last_leader, isr: set, min_isr } => json!({
            "partition": partition.0, "elr": isr(partition, elr),
            "last_known_leader": last_leader.as_ref().map(b), "isr": isr(partition, set),
            "min.insync.replicas": min_isr,
        }),
        Effect::Recovering { partition, leader, done } => json!({
            "partition": partition.0, "leader": b(leader), "done": done,
        }),
        Effect::Reassigning { partition, epoch, from, to } => json!({
            "partition": partition.0, "epoch": epoch, "from": order(names, from),
            "to": order(names, to),
        }),
        Effect::Reassigned { partition, epoch, to } => json!({
            "partition": partition.0, "epoch": epoch, "to": order(names, to),
        }),
        Effect::Reordered { partition, to } => json!({
            "partition": partition.0, "to": order(names, to),
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
        Effect::LinkCut { link: cut } | Effect::LinkHealed { link: cut } => {
            json!({ "link": link(names, cx.setup, *cut) })
        }
        Effect::WordsHeld { broker, held } => json!({ "broker": b(broker), "held": held }),
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
                    Counted::Proposed => "proposed",
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
        HwRule::Clamped { start, leo } => {
            json!({ "kind": "clamped", "log_start": start, "leo": leo })
        }
    }
}

/// Why a follower is too far behind.
fn lag(why: Lag) -> Map<String, Json> {
    object(match why {
        Lag::Time { ago, max } => json!({ "kind": "time", "ago_ms": ago, "max_ms": max }),
        Lag::Messages { behind, max } => {
            json!({ "kind": "messages", "behind": behind, "max": max })
        }
    })
}

/// Why a leader asks for another ISR.
fn alter_reason(names: &Names, why: &AlterReason) -> Json {
    match why {
        AlterReason::Joins { follower, leo, entry } => json!({
            "kind": "joins", "follower": names.broker(*follower), "leo": leo, "entry": entry,
        }),
        AlterReason::Lag(lagging) => {
            let one = |(follower, why): &(BrokerId, Lag)| {
                let mut fields = lag(*why);
                fields.insert("follower".into(), json!(names.broker(*follower)));
                fields
            };
            json!({ "kind": "lag", "followers": lagging.iter().map(one).collect::<Vec<_>>() })
        }
        AlterReason::Recovered => json!({ "kind": "recovered" }),
    }
}

fn cut_rule(rule: CutRule) -> Json {
    match rule {
        CutRule::LocalHw { hw } => json!({ "kind": "local-hw", "hw": hw }),
        CutRule::EpochEnd { asked, end } => {
            json!({ "kind": "epoch-end", "asked_epoch": asked, "end": end })
        }
        CutRule::CommonEpoch { epoch, end, own, own_end } => json!({
            "kind": "common-epoch", "epoch": epoch, "end": end, "own_epoch": own,
            "own_end": own_end,
        }),
        CutRule::NoEpoch { hw } => json!({ "kind": "no-epoch", "hw": hw }),
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
