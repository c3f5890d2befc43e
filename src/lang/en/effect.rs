//! What followed from an event, in English.

use super::English;
use crate::engine::effect::{
    AckRule, AlterReason, Counted, CutRule, Death, Effect, Election, FailDetail, HwRule, Lag, Lost,
    Simplification, Unpark,
};
use crate::engine::log::Record;
use crate::engine::rules::{AcksAll, LagRule};
use crate::engine::state::{Ask, LeaderAndIsr};
use crate::engine::*;
use crate::lang::{Context, EffectWords, Place, Sentence, leader_formula, segment_file};
use crate::notation::{acks, epoch_or_none, offset_or_unknown};

/// Where a property is broken.
fn breach_place(cx: &Context, breach: &Breach) -> String {
    match (breach.broker, breach.offset) {
        (Some(broker), Some(offset)) => format!(" ({}, offset {offset})", cx.b(broker)),
        (Some(broker), None) => format!(" ({})", cx.b(broker)),
        (None, Some(offset)) => format!(" (offset {offset})"),
        (None, None) => String::new(),
    }
}

impl EffectWords for English {
    fn effect(&self, cx: &Context, effect: &Effect) -> Sentence {
        match effect {
            Effect::Appended { broker, offset, record, .. } => {
                let b = cx.b(*broker);
                let v = cx.v(record.value);
                Sentence::of(match record.epoch {
                    Some(e) => {
                        format!("{b} appends {v} at offset {offset}, stamped with epoch {e}")
                    }
                    None => format!("{b} appends {v} at offset {offset}"),
                })
            }
            Effect::Leo { broker, from, to, .. } => {
                Sentence::with(format!("LEO of {}", cx.b(*broker)), change(cx, from, to))
            }
            Effect::Hw { broker, partition, from, to, rule } => {
                hw(cx, *broker, *partition, *from, *to, rule)
            }
            Effect::Truncated { broker, partition, from, rule, cut, .. } => {
                Sentence::of(truncated(cx, *broker, *partition, *from, *rule, cut))
            }
            Effect::Flushed { broker, from, to, .. } => Sentence::with(
                format!("{} flushes its log, on the disk up to", cx.b(*broker)),
                change(cx, from, to),
            ),
            Effect::Rolled { broker, base, .. } => Sentence::of(format!(
                "{} begins a new segment, {}",
                cx.b(*broker),
                segment_file(*base)
            )),
            Effect::HwWritten { broker, from, to, .. } => Sentence::with(
                format!("{} writes its HW to replication-offset-checkpoint", cx.b(*broker)),
                change(cx, from, to),
            ),
            Effect::EpochAdded { broker, entry, .. } => Sentence::of(format!(
                "{}'s epoch table gets ({},{}): epoch {} starts at offset {}",
                cx.b(*broker),
                entry.epoch,
                entry.start,
                entry.epoch,
                entry.start
            )),
            Effect::EpochRefused { broker, entry, .. } => Sentence::of(format!(
                "{}'s epoch table refuses ({},{}): it does not follow its last entry",
                cx.b(*broker),
                entry.epoch,
                entry.start
            )),
            Effect::EpochsCut { broker, entries, .. } => {
                let list: String =
                    entries.iter().map(|e| format!("({},{})", e.epoch, e.start)).collect();
                Sentence::of(format!(
                    "{}'s epoch table drops {list}: its offset was cut",
                    cx.b(*broker)
                ))
            }

            Effect::Asked { broker, leader, ask, .. } => {
                let (f, l) = (cx.b(*broker), cx.b(*leader));
                Sentence::of(match ask {
                    Ask::Fetch { offset, last } => {
                        let last =
                            last.map_or(String::new(), |e| format!(", its last epoch is {e}"));
                        format!("{f} asks {l} for records from its LEO {offset} on{last}")
                    }
                    Ask::EpochEnd(e) => {
                        let e = epoch_or_none(*e);
                        format!("{f} asks {l} where epoch {e} ended (OffsetsForLeaderEpoch)")
                    }
                    Ask::LogEnd => format!("{f} asks {l} for its LEO (ListOffsets)"),
                    Ask::LogStart => format!("{f} asks {l} for its log start (ListOffsets)"),
                })
            }
            Effect::RemoteLeo { leader, partition, follower, from, to } => {
                let f = cx.b(*follower);
                let outcome = change(cx, offset_or_unknown(*from), offset_or_unknown(*to));
                match to {
                    Some(_) => {
                        let call = cx.at(Place::Request(*follower, *partition), *to);
                        Sentence::with(format!("remote LEO of {f} := fetch offset {call}"), outcome)
                    }
                    None => Sentence::with(
                        format!("remote LEO of {f} is unknown to {}", cx.b(*leader)),
                        outcome,
                    ),
                }
            }
            Effect::Parked { leader, follower, ms, .. } => Sentence::of(format!(
                "nothing new for {}: {} parks the fetch until data or {ms} ms",
                cx.b(*follower),
                cx.b(*leader)
            )),
            Effect::Unparked { leader, follower, why, .. } => {
                let (l, f) = (cx.b(*leader), cx.b(*follower));
                Sentence::of(match why {
                    Unpark::Data => format!("new data: {l} reads {f}'s parked fetch again"),
                    Unpark::WaitOver => {
                        format!("replica.fetch.wait.max.ms is over: {l} reads {f}'s fetch again")
                    }
                    Unpark::Hw => {
                        format!("the HW is above the last one sent: {l} reads {f}'s fetch again")
                    }
                    Unpark::NotLeader => format!("{l} leads no longer: {f}'s parked fetch ends"),
                })
            }
            Effect::RecordsSent { leader, partition, follower, records, hw, .. } => {
                let hw = cx.at(Place::Hw(*leader, *partition), *hw);
                let what = match records.is_empty() {
                    true => "no records".to_owned(),
                    false => cx.values(records),
                };
                Sentence::of(format!(
                    "{} replies to {}: {what}, HW {hw}",
                    cx.b(*leader),
                    cx.b(*follower)
                ))
            }
            Effect::EpochEndSent { leader, follower, asked, epoch, end, .. } => {
                let (l, f) = (cx.b(*leader), cx.b(*follower));
                let e = epoch_or_none(epoch.or(*asked));
                Sentence::of(match end {
                    Some(end) => format!("{l} replies to {f}: epoch {e} ends at {end}"),
                    None => format!("{l} replies to {f}: the end of epoch {e} is undefined"),
                })
            }
            Effect::DivergingSent { leader, follower, offset, last, epoch, end, .. } => {
                Sentence::of(format!(
                    "{} replies to {}: diverging, epoch {epoch} ends at {end} (fetch@{offset} last e{last})",
                    cx.b(*leader),
                    cx.b(*follower)
                ))
            }
            Effect::EpochFenced { leader, follower, sent, known, .. } => Sentence::of(format!(
                "{} knows epoch {known}, {}'s request says {sent}: {}",
                cx.b(*leader),
                cx.b(*follower),
                if sent < known { "too old" } else { "too new" }
            )),
            Effect::FetcherStopped { broker, .. } => Sentence::of(format!(
                "{} was fenced: it fetches no more until the controller speaks",
                cx.b(*broker)
            )),
            Effect::OffsetSent { leader, follower, ask, offset, .. } => {
                let what = match ask {
                    Ask::LogStart => "log start",
                    Ask::LogEnd | Ask::Fetch { .. } | Ask::EpochEnd(_) => "LEO",
                };
                Sentence::of(format!(
                    "{} replies to {}: my {what} is {offset}",
                    cx.b(*leader),
                    cx.b(*follower)
                ))
            }
            Effect::ErrorSent { leader, follower, error, .. } => Sentence::of(format!(
                "{} replies to {}: {}",
                cx.b(*leader),
                cx.b(*follower),
                error.name()
            )),
            Effect::ErrorReceived { broker, error, .. } => {
                let (b, error_name) = (cx.b(*broker), error.name());
                Sentence::of(match error {
                    // Whether it asks again is said for itself.
                    KafkaError::FencedLeaderEpoch => format!("{b} is told {error_name}"),
                    _ => format!("{b} is told {error_name} and will ask again"),
                })
            }
            Effect::NotShorter { broker, leo, leader_end, .. } => Sentence::of(format!(
                "the leader's LEO {leader_end} is not below {}'s, {leo}: it asks for the log start next",
                cx.b(*broker)
            )),
            Effect::KeptLog { broker, leo, leader_start, .. } => Sentence::of(format!(
                "{} keeps its log: the leader's starts at {leader_start}, not above LEO {leo}",
                cx.b(*broker)
            )),
            Effect::Vanished { broker, leader, what, .. } => {
                let (f, l) = (cx.b(*broker), cx.b(*leader));
                Sentence::of(match what {
                    Lost::Request => format!("{f}'s request to {l} vanishes"),
                    Lost::Parked => format!("{f}'s fetch, parked at {l}, vanishes"),
                    Lost::Reply => format!("{l}'s reply to {f} vanishes"),
                })
            }

            Effect::IsrExpanded { leader, partition, follower, isr, leo, entry } => {
                let place = Place::RemoteLeo {
                    leader: *leader,
                    follower: *follower,
                    partition: *partition,
                };
                let leo = cx.at(place, *leo);
                Sentence::with(
                    format!(
                        "{} takes {} into the ISR, LEO {leo} {} {}",
                        cx.b(*leader),
                        cx.b(*follower),
                        cx.glyphs.at_least,
                        cx.entry(cx.at(Place::Hw(*leader, *partition), *entry))
                    ),
                    cx.isr(*partition, *isr),
                )
            }
            Effect::IsrShrunk { leader, partition, follower, isr, why } => {
                let why = match why {
                    Lag::Time { max, .. } => {
                        let what = match cx.setup.rules.lag {
                            LagRule::MessagesOrStuck | LagRule::MessagesOrTime => "no fetch within",
                            LagRule::ReadToEnd | LagRule::CaughtUp | LagRule::CaughtUpOrAtLeo => {
                                "not caught up within"
                            }
                        };
                        format!("{what} replica.lag.time.max.ms {max}")
                    }
                    Lag::Messages { behind, max } => {
                        format!("{behind} behind > replica.lag.max.messages {max}")
                    }
                };
                Sentence::with(
                    format!("{} drops {}, {why}", cx.b(*leader), cx.b(*follower)),
                    format!("ISR {}", cx.isr(*partition, *isr)),
                )
            }
            Effect::IsrWriteRefused { leader, partition, wanted } => Sentence::of(format!(
                "{} can't write ISR {}: somebody has changed the znode",
                cx.b(*leader),
                cx.isr(*partition, *wanted)
            )),
            Effect::FellBehind { leader, follower, .. } => Sentence::of(format!(
                "{} has been behind {} for longer than replica.lag.time.max.ms",
                cx.b(*follower),
                cx.b(*leader)
            )),
            Effect::IsrWriteUnreachable { leader, partition, wanted } => Sentence::of(format!(
                "{} can't write ISR {}: it does not reach ZooKeeper",
                cx.b(*leader),
                cx.isr(*partition, *wanted)
            )),
            Effect::AlterSent { leader, partition, wanted, maximal, why, .. } => Sentence::with(
                format!(
                    "{} asks the controller for ISR {}, {}",
                    cx.b(*leader),
                    cx.isr(*partition, *wanted),
                    alter_reason(cx, why)
                ),
                format!("maximal {}", cx.isr(*partition, *maximal)),
            ),
            Effect::AlterAccepted { leader, partition, isr, epoch } => Sentence::with(
                format!("the controller does as {} asks, epoch {epoch}", cx.b(*leader)),
                format!("ISR {}", cx.isr(*partition, *isr)),
            ),
            Effect::AlterRefused { leader, partition, wanted, error } => Sentence::of(format!(
                "the controller refuses {} its ISR {}: {}",
                cx.b(*leader),
                cx.isr(*partition, *wanted),
                error.name()
            )),
            Effect::IsrCommitted { leader, partition, from, to } => Sentence::with(
                format!("{} has the controller's answer, its committed ISR", cx.b(*leader)),
                change(cx, cx.isr(*partition, *from), cx.isr(*partition, *to)),
            ),
            Effect::IsrReverted { leader, partition, isr, error } => Sentence::of(format!(
                "{} is told {}: its ISR stays {}",
                cx.b(*leader),
                error.name(),
                cx.isr(*partition, *isr)
            )),
            Effect::IsrStuck { leader, partition, wanted, error } => Sentence::of(format!(
                "{} is told {}: {} stays open until it hears more",
                cx.b(*leader),
                error.name(),
                cx.isr(*partition, *wanted)
            )),
            Effect::AlterVanished { leader, answer, .. } => {
                let l = cx.b(*leader);
                Sentence::of(match answer {
                    true => format!("the answer to {l}'s AlterPartition request vanishes"),
                    false => format!("{l}'s AlterPartition request vanishes: {l} asks again"),
                })
            }
            Effect::IsrHeard { leader, partition, from, to } => {
                let what = if from == to { "the partition again" } else { "another ISR" };
                Sentence::with(
                    format!("{} hears of {what}, its epoch goes on", cx.b(*leader)),
                    format!(
                        "ISR {}",
                        change(cx, cx.isr(*partition, *from), cx.isr(*partition, *to))
                    ),
                )
            }

            Effect::Waiting { producer, value, broker, acks, required, .. } => {
                let until = match (acks, cx.setup.rules.acks_all) {
                    (Acks::Count(n), _) => format!("{n} ISR members have LEO"),
                    (Acks::All, AcksAll::EveryMember) => "every ISR member has LEO".to_owned(),
                    (Acks::All, AcksAll::Hw) | (Acks::None | Acks::Leader, _) => "HW".to_owned(),
                };
                Sentence::of(format!(
                    "{} waits for {} in {}'s purgatory until {until} {} {required}",
                    cx.p(*producer),
                    cx.v(*value),
                    cx.b(*broker),
                    cx.glyphs.at_least
                ))
            }
            Effect::Acked { producer, value, offset, why, .. } => {
                let (p, v) = (cx.p(*producer), cx.v(*value));
                let at_least = cx.glyphs.at_least;
                Sentence::of(match why {
                    AckRule::LeaderAppended => {
                        format!(
                            "{p}: {v} at offset {offset} acknowledged, the leader has it (acks=1)"
                        )
                    }
                    AckRule::Hw { hw, required } => format!(
                        "{p}: {v} at offset {offset} acknowledged, HW {hw} {at_least} {required} \
                         (acks=all)"
                    ),
                    AckRule::Members { have, wanted } => format!(
                        "{p}: {v} at offset {offset} acknowledged, {have} ISR members have it \
 (acks={wanted})"
                    ),
                })
            }
            Effect::Unasked { producer, value, .. } => Sentence::of(format!(
                "{} sent {} with acks=0: no reply will come",
                cx.p(*producer),
                cx.v(*value)
            )),
            Effect::Dropped { producer, value, error, .. } => Sentence::of(format!(
                "{} is not told, acks=0: {} for {}",
                cx.p(*producer),
                error.name(),
                cx.v(*value)
            )),
            Effect::Failed { producer, value, error, detail, .. } => {
                let why = match detail {
                    FailDetail::None => match error {
                        KafkaError::NetworkException => ", it can't know the outcome".to_owned(),
                        _ => String::new(),
                    },
                    FailDetail::Isr { isr, min_isr } => {
                        format!(", ISR {isr} < {} {min_isr}", cx.min_isr())
                    }
                    FailDetail::Sequence { number, expected } => {
                        format!(", number {number}, not {expected}")
                    }
                    FailDetail::Hw { hw, required } => format!(", HW {hw} < {required}"),
                };
                Sentence::of(format!(
                    "{}: {} for {}{why}",
                    cx.p(*producer),
                    error.name(),
                    cx.v(*value)
                ))
            }
            Effect::Consumed { consumer, from, hw, records, .. } => {
                let c = cx.c(*consumer);
                Sentence::of(match records.is_empty() {
                    true => format!("{c} at offset {from} sees nothing new, HW {hw}"),
                    false => {
                        format!("{c} reads {} from offset {from}, HW {hw}", cx.values(records))
                    }
                })
            }
            Effect::ConsumeFailed { consumer, position, error, .. } => Sentence::of(format!(
                "{} at offset {position} is told {}",
                cx.c(*consumer),
                error.name()
            )),
            Effect::AnswerLost { producer, value, .. } => Sentence::of(format!(
                "the answer to {} about {} is lost on its way",
                cx.p(*producer),
                cx.v(*value)
            )),
            Effect::Redirected { consumer, from, to, .. } => Sentence::of(format!(
                "{} is sent on by {} to {}, the leader",
                cx.c(*consumer),
                cx.b(*from),
                cx.b(*to)
            )),
            Effect::PositionValid { consumer, position, read, end, .. } => Sentence::of(format!(
                "position {position} of {} is valid: epoch {} ends at {}",
                cx.c(*consumer),
                epoch_or_none(*read),
                offset_or_unknown(*end)
            )),
            Effect::TruncationFound { consumer, position, read, end, .. } => {
                let c = cx.c(*consumer);
                Sentence::of(match end {
                    Some(end) => {
                        format!(
                            "{c} at offset {position} has read what is gone: epoch {read} ends at {end}"
                        )
                    }
                    None => format!(
                        "{c} at offset {position} has read what is gone: the end of epoch {read} is undefined"
                    ),
                })
            }
            Effect::Recognized { producer, value, offset, .. } => Sentence::of(format!(
                "{}'s {} is known by its sequence number: it stays at offset {offset}, once",
                cx.p(*producer),
                cx.v(*value)
            )),
            Effect::WillRetry { producer, value, error, left, ms, .. } => {
                let left = match *left {
                    u8::MAX => String::new(),
                    left => format!(", {left} retries left"),
                };
                Sentence::of(format!(
                    "{}: {} for {}, sent again in {ms} ms{left}",
                    cx.p(*producer),
                    error.name(),
                    cx.v(*value)
                ))
            }
            Effect::Retried { producer, value, .. } => {
                Sentence::of(format!("{} sends {} again", cx.p(*producer), cx.v(*value)))
            }
            Effect::NewProducerId { producer } => Sentence::of(format!(
                "{} gets a new producer id: its numbers begin at 0",
                cx.p(*producer)
            )),
            Effect::Sought { consumer, whence, from, to, .. } => Sentence::with(
                match whence {
                    Whence::Beginning => {
                        format!("position of {} := log start", cx.c(*consumer))
                    }
                    Whence::End => {
                        format!("position of {} := HW, the end for a consumer", cx.c(*consumer))
                    }
                },
                change(cx, from, to),
            ),
            Effect::PositionReset { consumer, from, to, .. } => Sentence::with(
                format!("position of {} is reset (auto.offset.reset)", cx.c(*consumer)),
                change(cx, from, to),
            ),

            Effect::Down { broker, how } => {
                let b = cx.b(*broker);
                Sentence::of(match how {
                    Death::Killed => format!("{b} is down, its page cache survives"),
                    Death::PowerLoss => format!("{b} is down, what was not flushed is lost"),
                    Death::Stopped => format!("{b} is down after a clean shutdown"),
                    Death::Halted => {
                        format!("{b} halts: its leader's log is shorter, unclean election is off")
                    }
                })
            }
            Effect::Up { broker } => Sentence::of(format!("{} is up", cx.b(*broker))),
            Effect::Paused { broker } => {
                Sentence::of(format!("{} falls silent: it runs, but does nothing", cx.b(*broker)))
            }
            Effect::Resumed { broker } => {
                Sentence::of(format!("{} goes on where it was", cx.b(*broker)))
            }
            Effect::ReplicaCreated { broker, .. } => {
                Sentence::of(format!("{} creates a replica, empty", cx.b(*broker)))
            }
            Effect::ReplicaDeleted { broker, .. } => Sentence::of(format!(
                "{} deletes its replica: it is assigned none any more",
                cx.b(*broker)
            )),
            Effect::Wiped { broker } => Sentence::of(format!("{}'s disk is empty", cx.b(*broker))),
            Effect::LeaderNow { broker, partition, epoch, isr } => Sentence::of(format!(
                "{} leads: epoch {epoch}, ISR {}",
                cx.b(*broker),
                cx.isr(*partition, *isr)
            )),
            Effect::FollowerNow { broker, epoch, leader, .. } => {
                Sentence::of(format!("{} follows {}: epoch {epoch}", cx.b(*broker), cx.b(*leader)))
            }
            Effect::FollowsOn { broker, epoch, leader, .. } => Sentence::of(format!(
                "{} goes on following {}: only the epoch is new, {epoch}",
                cx.b(*broker),
                cx.b(*leader)
            )),

            Effect::NoticedDeath { broker } => {
                Sentence::of(format!("the controller notices that {} has died", cx.b(*broker)))
            }
            Effect::NoticedReturn { broker } => {
                Sentence::of(format!("the controller notices that {} is back", cx.b(*broker)))
            }
            Effect::Elected { partition, leader, epoch, isr, how } => {
                let l = cx.b(*leader);
                let how = match how {
                    Election::FromIsr => format!("{l} is elected, first live ISR member"),
                    Election::Unclean => format!("{l} is elected UNCLEANLY, outside the ISR"),
                    Election::Preferred => format!("{l}, the preferred leader, is elected"),
                    Election::ControlledShutdown => {
                        format!("{l} is elected, the old leader shuts down")
                    }
                    Election::Elr => format!("{l} is elected, first live member of the ELR"),
                    Election::LastLeader => {
                        format!("{l}, the last known leader, is elected UNCLEANLY")
                    }
                    Election::Moved => format!("{l} is elected, the leadership was moved to it"),
                    Election::Reassigned => format!("{l} is elected, the old leader is to go"),
                };
                Sentence::of(format!("{how}: epoch {epoch}, ISR {}", cx.isr(*partition, *isr)))
            }
            Effect::Leaderless { partition, epoch, isr } => Sentence::of(format!(
                "nobody may lead: leader -1, epoch {epoch}, ISR {}",
                cx.isr(*partition, *isr)
            )),
            Effect::IsrCut { partition, broker, epoch, isr } => Sentence::with(
                format!("the controller takes {} out of the ISR, epoch {epoch}", cx.b(*broker)),
                format!("ISR {}", cx.isr(*partition, *isr)),
            ),
            Effect::Nobody { broker, epoch, .. } => {
                Sentence::of(format!("{} hears that nobody leads: epoch {epoch}", cx.b(*broker)))
            }
            Effect::ElrChanged { partition, elr, last_leader, isr, min_isr } => {
                let sign = if isr.len() < usize::from(*min_isr) { "<" } else { cx.glyphs.at_least };
                let mut outcome = format!("ELR {}", cx.isr(*partition, *elr));
                if let Some(last) = last_leader {
                    outcome += &format!(", last known leader {}", cx.b(*last));
                }
                Sentence::with(
                    format!("ISR {} {sign} {} {min_isr}", isr.len(), cx.min_isr()),
                    outcome,
                )
            }
            Effect::UncleanShutdown { broker } => Sentence::of(format!(
                "{} had not shut down cleanly: it leaves every ISR and ELR",
                cx.b(*broker)
            )),
            Effect::Recovering { leader, done, .. } => {
                let l = cx.b(*leader);
                Sentence::of(match done {
                    false => format!("{l} leads, but is RECOVERING: its election was unclean"),
                    true => format!("{l} has recovered from its unclean election"),
                })
            }
            Effect::Reassigning { epoch, from, to, .. } => Sentence::with(
                format!("the replicas are reassigned, epoch {epoch}"),
                cx.arrow(cx.notation().order(from), cx.notation().order(to)),
            ),
            Effect::Reassigned { epoch, to, .. } => Sentence::of(format!(
                "the reassignment is done, epoch {epoch}: replicas {}",
                cx.notation().order(to)
            )),
            Effect::Reordered { to, .. } => Sentence::of(format!(
                "the assignment has another order: {}",
                cx.notation().order(to)
            )),
            Effect::Told { broker, word } => {
                Sentence::of(format!("{} is told: {}", cx.b(*broker), told(cx, word)))
            }
            Effect::WordIgnored { broker, word } => Sentence::of(format!(
                "{} ignores what it is told, {}: {}",
                cx.b(*broker),
                match word.state.leader {
                    None => "no leader is named",
                    Some(_) => "its epoch is not newer",
                },
                told(cx, word)
            )),

            Effect::Passed { ms } => Sentence::of(format!("{ms} ms pass")),
            Effect::AcksSet { producer, from, to } => Sentence::with(
                format!("acks of {}", cx.p(*producer)),
                change(cx, acks(*from), acks(*to)),
            ),
            Effect::MinIsrSet { from, to } => {
                Sentence::with("min.insync.replicas", change(cx, from, to))
            }
            Effect::UncleanSet { to } => {
                Sentence::with("unclean.leader.election.enable", to.to_string())
            }
            Effect::LinkCut { link } => {
                Sentence::of(format!("nothing passes any more {}", super::link(cx, *link)))
            }
            Effect::LinkHealed { link } => {
                Sentence::of(format!("messages pass again {}", super::link(cx, *link)))
            }
            Effect::WordsHeld { broker, held } => {
                let b = cx.b(*broker);
                Sentence::of(match held {
                    true => format!("the controller's words to {b} are held back"),
                    false => format!("the controller's words to {b} are no longer held back"),
                })
            }
            Effect::AnswerWillBeLost { producer } => {
                Sentence::of(format!("the next answer to {} will be lost", cx.p(*producer)))
            }
            Effect::Simplified { broker, what } => {
                let b = cx.b(*broker);
                Sentence::of(match what {
                    Simplification::UnnoticedRestart => {
                        format!("simplified: the controller did not notice that {b} restarted")
                    }
                    Simplification::UnnoticedPowerLoss => {
                        format!("simplified: the controller did not notice that {b} lost power")
                    }
                })
            }
            Effect::Lost { offset, value, .. } => Sentence::of(format!(
                "LOST: {} was promised, the leader no longer has it at offset {offset}",
                cx.v(*value)
            )),
            Effect::Recovered { offset, value, .. } => {
                Sentence::of(format!("{} is there again at offset {offset}", cx.v(*value)))
            }
            Effect::Diverged { offset, .. } => Sentence::of(format!(
                "DIVERGED: live replicas differ at offset {offset}, below both HWs"
            )),
            Effect::Broken { breach } => Sentence::of(format!(
                "BROKEN: {}{}",
                self.property(breach.property),
                breach_place(cx, breach)
            )),
            Effect::Mended { property, .. } => {
                Sentence::of(format!("holds again: {}", self.property(*property)))
            }
        }
    }

    fn property(&self, property: Property) -> &'static str {
        match property {
            Property::LogMatching => "live replicas agree below both HWs",
            Property::LeaderCompleteness => "a leader has all that was committed before",
            Property::CandidateCompleteness => "every ISR member has all that is committed",
            Property::QuorumSuperset => "the leader's ISR covers the controller's",
            Property::UncleanExclusion => "nobody in the ISR has lost its tail",
            Property::ConsistentReads => "what was read stays where it was",
            Property::AckedSurvives => "acks=all survives fewer failures than min.insync.replicas",
            Property::NoGlobalLoss => "what was committed is on some disk",
            Property::LeaderHwNeverFalls => "a leader's HW never falls",
            Property::EpochsNeverFall => "epochs never fall along a log",
            Property::OneLeaderAnEpoch => "one leader an epoch",
            Property::NobodyStuck => "no follower is stuck for ever",
        }
    }
}

/// What became of a number.
fn change<T: std::fmt::Display + PartialEq>(cx: &Context, from: T, to: T) -> String {
    if from == to { format!("stays {to}") } else { cx.arrow(from, to) }
}

fn hw(
    cx: &Context,
    broker: BrokerId,
    partition: PartitionId,
    from: Offset,
    to: Offset,
    rule: &HwRule,
) -> Sentence {
    let b = cx.b(broker);
    let place = Place::Leo(broker, partition);
    match rule {
        HwRule::Leader { leo, remotes } => {
            let formula =
                leader_formula(
                    cx,
                    broker,
                    partition,
                    from,
                    *leo,
                    remotes,
                    |counted| match counted {
                        Counted::Isr => None,
                        Counted::Proposed => Some("proposed"),
                        Counted::CaughtUp => Some("caught up"),
                    },
                );
            Sentence::with(format!("HW of {b} = {formula}"), change(cx, from, to))
        }
        HwRule::BelowMinIsr { isr, min_isr } => Sentence::with(
            format!("HW of {b} is frozen, ISR {isr} < {} {min_isr}", cx.min_isr()),
            change(cx, from, to),
        ),
        HwRule::Follower { leader_hw, leo } => {
            let leader_hw = cx.at(Place::Reply(broker, partition), *leader_hw);
            let leo = cx.at(place, *leo);
            Sentence::with(
                format!("HW of {b} = min(HW {leader_hw} in the reply, LEO {leo})"),
                change(cx, from, to),
            )
        }
        // The process is new: there is no HW that this one replaces.
        HwRule::Loaded { file, leo } => Sentence::with(
            format!("HW of {b} = min(HW {file} in its file, LEO {leo})"),
            to.to_string(),
        ),
        HwRule::Clamped { start, leo } => Sentence::with(
            format!("HW of {b} = HW {from} within its log, {start} to LEO {}", cx.at(place, *leo)),
            change(cx, from, to),
        ),
    }
}

fn truncated(
    cx: &Context,
    broker: BrokerId,
    partition: PartitionId,
    leo: Offset,
    rule: CutRule,
    cut: &[Record],
) -> String {
    let b = cx.b(broker);
    let values = cx.values(cut);
    let gone = match cut.len() {
        1 => format!("{values} is gone"),
        _ => format!("{values} are gone"),
    };
    let own_hw = |hw| cx.at(Place::Hw(broker, partition), hw);
    match (rule, cut.is_empty()) {
        (CutRule::LocalHw { hw }, false) => {
            format!("{b} cuts its log to its HW {}: {gone}", own_hw(hw))
        }
        (CutRule::LocalHw { hw }, true) => {
            format!("{b} cuts nothing: its HW is {}, its LEO {leo}", own_hw(hw))
        }
        (CutRule::EpochEnd { asked, end }, false) => {
            format!("{b} cuts its log to {end}, the end of epoch {}: {gone}", epoch_or_none(asked))
        }
        (CutRule::EpochEnd { asked, end }, true) => format!(
            "{b} cuts nothing: epoch {} ends at {end}, its LEO is {leo}",
            epoch_or_none(asked)
        ),
        (CutRule::CommonEpoch { epoch, end, own, own_end }, is_empty) => {
            let ends = match (own, own_end) {
                (Some(own), Some(own_end)) if own == epoch => {
                    format!("epoch {epoch} ends at {end} there, at {own_end} here")
                }
                (Some(own), Some(own_end)) => {
                    format!("epoch {epoch} is not known here, {own} ends at {own_end}")
                }
                _ => format!("epoch {epoch} ends at {end} there, is not known here"),
            };
            match is_empty {
                false => format!("{b} cuts, {ends}: {gone}"),
                true => format!("{b} cuts nothing: {ends}, its LEO is {leo}"),
            }
        }
        (CutRule::NoEpoch { hw }, false) => {
            format!("{b} knows no epoch to ask about and cuts to its HW {}: {gone}", own_hw(hw))
        }
        (CutRule::NoEpoch { hw }, true) => {
            format!("{b} cuts nothing: it knows no epoch, its HW is {}, its LEO {leo}", own_hw(hw))
        }
        (CutRule::EpochUndefined { asked, hw }, false) => format!(
            "{b} cuts to its HW {}, the end of epoch {} is undefined: {gone}",
            own_hw(hw),
            epoch_or_none(asked)
        ),
        (CutRule::EpochUndefined { asked, hw }, true) => format!(
            "{b} cuts nothing: the end of epoch {} is undefined, HW {}, LEO {leo}",
            epoch_or_none(asked),
            own_hw(hw)
        ),
        (CutRule::LeaderShorter { leader_end }, false) => {
            format!("{b} cuts its log to its leader's LEO {leader_end}: {gone}")
        }
        (CutRule::LeaderShorter { leader_end }, true) => {
            format!("{b} cuts nothing: its leader's LEO is {leader_end}, its own {leo}")
        }
        (CutRule::LeaderStart { leader_start }, false) => {
            format!("{b} starts anew at its leader's log start {leader_start}: {gone}")
        }
        (CutRule::LeaderStart { leader_start }, true) => {
            format!("{b} starts anew at its leader's log start {leader_start}")
        }
        (CutRule::PowerLoss { flushed }, false) => {
            format!("{b} had flushed its log up to {flushed}: {gone}")
        }
        (CutRule::PowerLoss { flushed }, true) => {
            format!("{b} had flushed all of its log, up to {flushed}: nothing is gone")
        }
    }
}

/// Why a leader asks for another ISR, in few words.
fn alter_reason(cx: &Context, why: &AlterReason) -> String {
    match why {
        AlterReason::Joins { follower, leo, entry } => {
            format!("{}'s LEO {leo} {} {entry}", cx.b(*follower), cx.glyphs.at_least)
        }
        AlterReason::Lag(lagging) => {
            let one = |(follower, lag): &(BrokerId, Lag)| {
                let f = cx.b(*follower);
                match lag {
                    Lag::Time { max, .. } => format!("{f} > {max} ms behind"),
                    Lag::Messages { behind, max } => format!("{f} {behind} > {max} behind"),
                }
            };
            lagging.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        AlterReason::Recovered => "it has recovered".into(),
    }
}

fn told(cx: &Context, word: &LeaderAndIsr) -> String {
    let leader = word.state.leader.map_or("-1", |b| cx.b(b));
    let isr = cx.isr(word.partition, word.state.isr);
    format!("leader {leader}, epoch {}, ISR {isr}", word.state.epoch)
}
