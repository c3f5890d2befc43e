//! What somebody or something chooses, and why it can't happen, in English.

use super::English;
use crate::command::Command;
use crate::engine::state::{Ask, Fetcher};
use crate::engine::*;
use crate::lang::{Context, EventWords, Phase};
use crate::notation::{self, acks};

impl EventWords for English {
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
            Refusal::IdempotenceNeedsAcksAll => "an idempotent producer needs acks=all".into(),
            Refusal::TooManyInFlight(limit) => {
                format!("the producer has {limit} in flight already: one of them must be settled")
            }
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
            Event::Seek { consumer, to, .. } => match to {
                Whence::Beginning => format!("{} goes to the beginning", cx.c(consumer)),
                Whence::End => format!("{} goes to the end", cx.c(consumer)),
            },
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

    fn epoch_end(&self, asked: Ask, end: Option<Offset>) -> String {
        let epoch = notation::epoch_or_none(match asked {
            Ask::EpochEnd(epoch) => epoch,
            Ask::Fetch { .. } | Ask::LogEnd | Ask::LogStart => None,
        });
        match end {
            Some(end) => format!("epoch {epoch} ends {end}"),
            None => format!("epoch {epoch} ends undefined"),
        }
    }

    fn sends(&self, cx: &Context, producer: ProducerId, values: &[Value]) -> String {
        format!("{} sends {}", cx.p(producer), cx.sent(values))
    }

    fn exchange(
        &self,
        cx: &Context,
        brokers: &[BrokerId],
        ask: Option<Ask>,
        phases: &[Phase],
        in_full: bool,
    ) -> String {
        let (names, times) = cx.each(brokers);
        let one = names.len() == 1;
        let names = names.join(", ");
        let times = if times > 1 { format!(" {times} times") } else { String::new() };
        let begins = phases.first() == Some(&Phase::Request) && (in_full || phases.len() > 1);
        let is_fetch = matches!(ask, Some(Ask::Fetch { .. }) | None);
        let parts: Vec<&str> = phases
            .iter()
            .map(|phase| match phase {
                Phase::Request => "request",
                Phase::Serving => "serving",
                Phase::Parks => "it parks",
                Phase::WaitOver => "the wait ends",
                Phase::Reply => "reply",
            })
            .collect();
        let parts = parts.join(", ");
        let verb = |verb: &str, third: &str| format!("{names} {}", if one { third } else { verb });
        match (begins, in_full) {
            (true, false) => {
                let parks = if phases.last() == Some(&Phase::Parks) { ", parked" } else { "" };
                let whose = if one { "its" } else { "their" };
                let does = match ask {
                    Some(Ask::Fetch { .. }) | None => verb("fetch", "fetches"),
                    Some(Ask::EpochEnd(_)) => {
                        format!("{} for {whose} epoch's end", verb("ask", "asks"))
                    }
                    Some(Ask::LogEnd) => format!("{} for the leader's LEO", verb("ask", "asks")),
                    Some(Ask::LogStart) => format!("{} for the log start", verb("ask", "asks")),
                };
                format!("{does}{times}{parks}")
            }
            (true, true) => {
                let does = match ask {
                    Some(Ask::Fetch { .. }) | None => verb("fetch", "fetches"),
                    Some(Ask::EpochEnd(_)) => {
                        format!("{} where its latest epoch ended", verb("ask", "asks"))
                    }
                    Some(Ask::LogEnd) => format!("{} for its leader's LEO", verb("ask", "asks")),
                    Some(Ask::LogStart) => {
                        format!("{} for its leader's log start", verb("ask", "asks"))
                    }
                };
                format!("{does}{times}: {parts}")
            }
            (false, false) => format!("{names}{times}: {parts}"),
            (false, true) => {
                let what = if is_fetch { "fetch" } else { "question" };
                format!("{names}'s {what}{times}: {parts}")
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
            Command::Burst { producer, values, .. } => self.sends(cx, *producer, values),
            Command::NextDue => "time passes until the next thing is due".into(),
        }
    }
}
