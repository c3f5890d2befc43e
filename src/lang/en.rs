//! The words in English.

use super::{Context, Label, Place, Sentence, Words, leader_formula, segment_file};
use crate::command::Command;
use crate::engine::effect::{
    AckRule, CutRule, Death, Effect, Election, FailDetail, HwRule, Lag, Lost, Simplification,
    Unpark,
};
use crate::engine::log::Record;
use crate::engine::rules::LagRule;
use crate::engine::state::{Ask, Fetcher, LeaderAndIsr};
use crate::engine::*;
use crate::notation::{self, acks, epoch_or_none, offset_or_unknown};
use crate::scenario::Failure;

/// English.
pub(super) struct English;

impl Words for English {
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
                    Ask::Fetch(o) => format!("{f} asks {l} for records from its LEO {o} on"),
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
                        let call = cx.at(Place::Call(*follower, *partition), "fetch offset");
                        Sentence::with(format!("remote LEO of {f} := {call}"), outcome)
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
                    Unpark::NotLeader => format!("{l} leads no longer: {f}'s parked fetch ends"),
                })
            }
            Effect::RecordsSent { leader, partition, follower, records, hw, .. } => {
                let hw = cx.at(Place::Hw(*leader, *partition), hw);
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
            Effect::EpochEndSent { leader, follower, asked, end, .. } => {
                let (l, f, e) = (cx.b(*leader), cx.b(*follower), epoch_or_none(*asked));
                Sentence::of(match end {
                    Some(end) => format!("{l} replies to {f}: epoch {e} ends at {end}"),
                    None => format!("{l} replies to {f}: the end of epoch {e} is undefined"),
                })
            }
            Effect::OffsetSent { leader, follower, ask, offset, .. } => {
                let what = match ask {
                    Ask::LogStart => "log start",
                    Ask::LogEnd | Ask::Fetch(_) | Ask::EpochEnd(_) => "LEO",
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
            Effect::ErrorReceived { broker, error, .. } => Sentence::of(format!(
                "{} is told {} and will ask again",
                cx.b(*broker),
                error.name()
            )),
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

            Effect::IsrExpanded { leader, partition, follower, isr, leo, hw } => {
                let place = Place::RemoteLeo {
                    leader: *leader,
                    follower: *follower,
                    partition: *partition,
                };
                let leo = cx.at(place, leo);
                let hw = cx.at(Place::Hw(*leader, *partition), hw);
                Sentence::with(
                    format!(
                        "{} takes {} into the ISR, LEO {leo} {} HW {hw}",
                        cx.b(*leader),
                        cx.b(*follower),
                        cx.glyphs.at_least
                    ),
                    cx.isr(*partition, *isr),
                )
            }
            Effect::IsrShrunk { leader, partition, follower, isr, why } => {
                let why = match why {
                    Lag::Time { max, .. } => {
                        let what = match cx.setup.rules.lag {
                            LagRule::MessagesOrTime => "no fetch within",
                            LagRule::CaughtUp => "not caught up within",
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

            Effect::Waiting { producer, value, broker, acks, required, .. } => {
                let until = match acks {
                    Acks::Count(n) => format!("{n} ISR members have LEO"),
                    Acks::None | Acks::Leader | Acks::All => "HW".to_owned(),
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
                        format!(", ISR {isr} < min.insync.replicas {min_isr}")
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
        }
    }

    fn refusal(&self, cx: &Context, refusal: Refusal) -> String {
        match refusal {
            Refusal::NoSuchBroker => "there is no such broker".into(),
            Refusal::NoSuchPartition => "there is no such partition".into(),
            Refusal::NoSuchClient => "there is no such producer or consumer".into(),
            Refusal::NoBrokers => "no broker is named".into(),
            Refusal::BrokerDown(b) => format!("{} is down", cx.b(b)),
            Refusal::BrokerUp(b) => format!("{} is up", cx.b(b)),
            Refusal::NotAssigned(b) => format!("{} has no replica of this partition", cx.b(b)),
            Refusal::IsLeader(b) => format!("{} leads: it fetches from nobody", cx.b(b)),
            Refusal::NotTold(b) => format!("{} has not been told whom to follow", cx.b(b)),
            Refusal::LeaderDown(b) => format!("{}, whom it would ask, is down", cx.b(b)),
            Refusal::InFlight(b) => format!("{} has a request in flight already", cx.b(b)),
            Refusal::NoRequest(b) => format!("{} has no request on its way", cx.b(b)),
            Refusal::Parked(b, ms) => {
                format!("{}'s fetch is parked: it waits for data or {ms} ms", cx.b(b))
            }
            Refusal::NoReply(b) => format!("no reply is on its way to {}", cx.b(b)),
            Refusal::SessionLeft(b, ms) => {
                format!("{}'s old ZooKeeper session lives on for {ms} ms", cx.b(b))
            }
            Refusal::NothingToNotice(b) => format!("the controller knows how {} is", cx.b(b)),
            Refusal::NothingTold(b) => format!("{} has read all that it was told", cx.b(b)),
            Refusal::LogFull(b) => format!("{}'s log is full: {MAX_LOG_RECORDS} records", cx.b(b)),
            Refusal::PurgatoryFull(b) => {
                format!("{}'s purgatory is full: {MAX_PURGATORY} requests", cx.b(b))
            }
            Refusal::InboxFull(b) => {
                format!("{} has too much unread from the controller: {MAX_INBOX} words", cx.b(b))
            }
            Refusal::ValueOutOfBounds => format!("no more than {MAX_VALUES} values can be sent"),
            Refusal::TimeOutOfBounds => format!("time can pass by 1 to {MAX_ADVANCE} ms"),
            Refusal::SettingOutOfBounds => "the number is out of bounds for this setting".into(),
            Refusal::NoChange => "it is set so already".into(),
            Refusal::PreferredLeads(b) => format!("{}, the preferred leader, leads", cx.b(b)),
            Refusal::PreferredDown(b) => {
                format!("{}, the preferred leader, is down for the controller", cx.b(b))
            }
            Refusal::PreferredNotInIsr(b) => {
                format!("{}, the preferred leader, is not in the ISR", cx.b(b))
            }
            Refusal::HasLeader(b) => format!("{} leads: there is nothing to elect", cx.b(b)),
            Refusal::NoLiveReplica => "no assigned replica is alive".into(),
            Refusal::EpochsUsedUp => format!("leader epochs end at {MAX_EPOCH}"),
        }
    }

    fn event(&self, cx: &Context, event: &Event, before: Option<&Cluster>) -> String {
        match *event {
            Event::Send { producer, value, to, .. } => {
                let mut text = format!("{} sends {}", cx.p(producer), cx.v(value));
                if let Some(to) = to {
                    text += &format!(" to {}", cx.b(to));
                }
                if let Some(p) = before.and_then(|c| c.producers.get(producer.index())) {
                    text += &format!(", acks={}", acks(p.acks));
                }
                text
            }
            Event::Consume { consumer, from, .. } => match from {
                Some(from) => format!("{} fetches from {}", cx.c(consumer), cx.b(from)),
                None => format!("{} fetches", cx.c(consumer)),
            },
            Event::Request { broker, partition } => {
                let b = cx.b(broker);
                match before.and_then(|c| Some((c, c.follower(broker, partition)?))) {
                    Some((cluster, follower)) => match follower.fetcher {
                        Fetcher::Fetching => format!(
                            "{b} fetches: the request leaves, offset {}",
                            cluster.leo(broker, partition)
                        ),
                        Fetcher::Truncating => {
                            format!("{b} asks where its latest epoch ended: the request leaves")
                        }
                        Fetcher::AskingEnd => format!("{b} asks for its leader's LEO"),
                        Fetcher::AskingStart => format!("{b} asks for its leader's log start"),
                    },
                    None => format!("{b} fetches: the request leaves"),
                }
            }
            Event::Serve { broker, partition } => {
                let b = cx.b(broker);
                match before.and_then(|c| c.follower(broker, partition)) {
                    Some(follower) => {
                        let l = cx.b(follower.leader);
                        match &follower.call {
                            Some(call) => {
                                format!("{b}'s request {} reaches {l}", notation::ask(call.ask))
                            }
                            None => format!("{b}'s request reaches {l}"),
                        }
                    }
                    None => format!("{b}'s request reaches its leader"),
                }
            }
            Event::Reply { broker, partition } => {
                let b = cx.b(broker);
                let follower = before.and_then(|c| c.follower(broker, partition));
                match follower.and_then(|f| Some((f, f.call.as_ref()?))) {
                    Some((follower, call)) => format!(
                        "{}'s reply reaches {b}: {}",
                        cx.b(follower.leader),
                        cx.notation().call(call)
                    ),
                    None => format!("the reply reaches {b}"),
                }
            }
            Event::Kill { broker } => format!("{} is killed", cx.b(broker)),
            Event::PowerLoss { brokers, noticed } => {
                let lose = if brokers.len() == 1 { "loses" } else { "lose" };
                let noticed = if noticed { "" } else { ", and the controller does not notice" };
                format!("{} {lose} power{noticed}", cx.list(brokers))
            }
            Event::Stop { broker } => format!("{} is shut down cleanly", cx.b(broker)),
            Event::Start { broker } => format!("{} starts", cx.b(broker)),
            Event::RestartUnnoticed { broker } => {
                format!("{} restarts before the controller notices", cx.b(broker))
            }
            Event::Wipe { broker } => format!("{}'s disk is wiped", cx.b(broker)),
            Event::Flush { broker } => format!("{} flushes its logs", cx.b(broker)),
            Event::CheckpointHw { broker } => {
                format!("{} writes its HW checkpoint", cx.b(broker))
            }
            Event::Advance { ms } => format!("{ms} ms pass"),
            Event::ElectPreferred { .. } => "an operator asks for the preferred leader".into(),
            Event::ElectUnclean { .. } => "an operator asks for an unclean election".into(),
            Event::SetAcks { producer, acks: to } => {
                format!("{} changes to acks={}", cx.p(producer), acks(to))
            }
            Event::SetMinIsr(n) => format!("min.insync.replicas is set to {n}"),
            Event::SetUnclean(on) => format!("unclean.leader.election.enable is set to {on}"),
            Event::Notice { broker } => match before {
                Some(c) if c.controller.live.contains(broker) => {
                    format!("the controller notices that {} has died", cx.b(broker))
                }
                Some(_) => format!("the controller notices that {} is back", cx.b(broker)),
                None => format!("the controller notices {}", cx.b(broker)),
            },
            Event::Tell { broker } => {
                format!("the controller's oldest unread word reaches {}", cx.b(broker))
            }
        }
    }

    fn command(&self, cx: &Context, command: &Command, before: Option<&Cluster>) -> String {
        match command {
            Command::Event(event) => self.event(cx, event, before),
            Command::Fetch { broker, .. } => {
                format!("{} fetches: request, serving, reply", cx.b(*broker))
            }
            Command::Phase { broker, .. } => {
                format!("{}'s fetch goes on by one phase", cx.b(*broker))
            }
            Command::Burst { producer, values, .. } => {
                let records: Vec<Record> =
                    values.iter().map(|&value| Record { value, epoch: None }).collect();
                format!("{} sends {}", cx.p(*producer), cx.values(&records))
            }
            Command::NextDue => "time passes until the next thing is due".into(),
        }
    }

    fn simplification(&self, what: Simplification) -> &'static str {
        match what {
            Simplification::UnnoticedRestart => {
                "simplified: the controller did not notice the restart"
            }
            Simplification::UnnoticedPowerLoss => {
                "simplified: the controller did not notice the power loss"
            }
        }
    }

    fn label(&self, label: Label) -> &'static str {
        match label {
            Label::Leader => "leader",
            Label::Follower => "follower",
            Label::Idle => "idle",
            Label::Down => "down",
            Label::Up => "up",
            Label::NoLeader => "no leader",
            Label::Offset => "offset",
            Label::Epoch => "epoch",
            Label::Leo => "LEO",
            Label::Hw => "HW",
            Label::OnDisk => "on disk",
            Label::Flushed => "flushed",
            Label::RemoteLeo => "remote LEO",
            Label::EpochTable => "epoch table",
            Label::Segments => "segments",
            Label::Purgatory => "purgatory",
            Label::Session => "session",
            Label::InFlight => "in flight",
            Label::Sent => "sent",
            Label::Parked => "parked",
            Label::Reply => "reply",
            Label::Fetching => "fetching",
            Label::Truncating => "truncating",
            Label::Controller => "controller",
            Label::Told => "told",
            Label::Unread => "unread",
            Label::Release => "release",
            Label::Settings => "settings",
            Label::On => "on",
            Label::Off => "off",
            Label::Producer => "producer",
            Label::Consumer => "consumer",
            Label::Acked => "acknowledged",
            Label::Waiting => "waiting",
            Label::Unasked => "not asked",
            Label::Failed => "failed",
            Label::Lost => "lost",
            Label::Duplicated => "dup",
            Label::Diverged => "diverged",
            Label::Unavailable => "unavailable",
            Label::Step => "step",
            Label::Start => "start",
            Label::Phase => "phase",
            Label::Event => "event",
            Label::Effects => "effects",
            Label::State => "state",
            Label::NothingChanged => "nothing changed",
            Label::Script => "script",
            Label::ByHand => "by hand",
            Label::Question => "question",
            Label::Masked => "?",
            Label::Held => "held",
            Label::NotHeld => "NOT HELD",
            Label::Found => "found",
            Label::Simplified => "simplified",
        }
    }

    fn no_epochs(&self, release: &str) -> String {
        format!("none in {release}")
    }

    fn too_small(&self, columns: u16, rows: u16) -> String {
        format!("This screen needs {columns} columns and {rows} rows.")
    }

    fn more(&self, count: usize) -> String {
        format!("and {count} more")
    }

    fn not_held(&self, step: usize, failure: &Failure) -> String {
        let Failure { expectation, line, wanted, found } = failure;
        format!("FAILED: step {step}, line {line}: {expectation}: expected {wanted}, found {found}")
    }

    fn played(&self, steps: usize, held: usize, failed: usize) -> String {
        let steps = plural(steps, "step");
        match (held, failed) {
            (0, 0) => format!("{steps}, nothing was expected"),
            (_, 0) => format!("{steps}, {} held", plural(held, "expectation")),
            _ => format!("{steps}, {} held, {failed} FAILED", plural(held, "expectation")),
        }
    }

    fn needs_terminal(&self) -> &'static str {
        "the screen needs a terminal; without one, play a scenario with: replicascope run FILE"
    }
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
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
            let formula = leader_formula(cx, broker, partition, from, *leo, remotes, "caught up");
            Sentence::with(format!("HW of {b} = {formula}"), change(cx, from, to))
        }
        HwRule::BelowMinIsr { isr, min_isr } => Sentence::with(
            format!("HW of {b} is frozen, ISR {isr} < min.insync.replicas {min_isr}"),
            change(cx, from, to),
        ),
        HwRule::Follower { leader_hw, leo } => {
            let leader_hw = cx.at(Place::Call(broker, partition), leader_hw);
            let leo = cx.at(place, leo);
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
        HwRule::Clamped { leo } => Sentence::with(
            format!("HW of {b} = min(HW {from}, LEO {})", cx.at(place, leo)),
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

fn told(cx: &Context, word: &LeaderAndIsr) -> String {
    let leader = word.state.leader.map_or("-1", |b| cx.b(b));
    let isr = cx.isr(word.partition, word.state.isr);
    format!("leader {leader}, epoch {}, ISR {isr}", word.state.epoch)
}
