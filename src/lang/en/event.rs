//! What somebody or something chooses, and why it can't happen, in English.

use super::English;
use crate::command::Command;
use crate::engine::state::{Ask, Fetcher, Stage};
use crate::engine::time::Due;
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
                let old = match cx.setup.rules.coordination {
                    Coordination::ZooKeeper => "old ZooKeeper session",
                    Coordination::KRaft => "old session",
                };
                format!("{}'s {old} lives on for {ms} ms", cx.b(b))
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
            Refusal::Paused(b) => format!("{} is paused", cx.b(b)),
            Refusal::NotPaused(b) => format!("{} is not paused", cx.b(b)),
            Refusal::LinkCut(link) => format!("nothing passes {}", super::link(cx, link)),
            Refusal::LinkWhole(link) => format!("nothing is cut {}", super::link(cx, link)),
            Refusal::NoSuchLink => "there is no such link".into(),
            Refusal::WordsHeld(b) => {
                format!("the controller's words to {} are held back already", cx.b(b))
            }
            Refusal::WordsNotHeld(b) => {
                format!("the controller's words to {} are not held back", cx.b(b))
            }
            Refusal::NotLeader(b) => format!("{} does not lead this partition", cx.b(b)),
            Refusal::NothingInFlight(b) => format!("{} has nothing in flight", cx.b(b)),
            Refusal::NothingAltered(b) => {
                format!("{} has no AlterPartition on its way", cx.b(b))
            }
            Refusal::NoAlterPartition => {
                "this release has no AlterPartition: leaders write the ISR themselves".into()
            }
            Refusal::AnswerLostAlready => "the next answer will be lost already".into(),
            Refusal::LeadsAlready(b) => format!("{} leads already", cx.b(b)),
            Refusal::NotLiveInIsr(b) => format!("{} is not a live member of the ISR", cx.b(b)),
            Refusal::ReassignmentOn => "the partition is being reassigned already".into(),
            Refusal::TargetDown(b) => {
                format!("{}, one of the new replicas, is down for the controller", cx.b(b))
            }
            Refusal::NoSuchSetting => "this release has no such setting".into(),
            Refusal::FetcherStopped(b) => {
                format!("{} was fenced: it waits for news from the controller", cx.b(b))
            }
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
                        Fetcher::Fenced => format!("{b} was fenced: it asks nothing"),
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
                                format!("{b}'s request {} reaches {l}", notation::request(call))
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
            Event::HoldWords { broker } => {
                format!("the controller's words to {} are held back", cx.b(broker))
            }
            Event::ReleaseWords { broker } => {
                format!("the controller's words to {} are let go", cx.b(broker))
            }
            Event::Alter { broker, .. } => {
                format!("{}'s AlterPartition request reaches the controller", cx.b(broker))
            }
            Event::Altered { broker, .. } => {
                format!("the controller's answer to AlterPartition reaches {}", cx.b(broker))
            }
            Event::Pause { broker } => format!("{} is paused", cx.b(broker)),
            Event::Resume { broker } => format!("{} is resumed", cx.b(broker)),
            Event::Cut { link } => format!("the link is cut {}", super::link(cx, link)),
            Event::Heal { link } => format!("the link is healed {}", super::link(cx, link)),
            Event::Lose { broker, partition } => {
                let b = cx.b(broker);
                let follower = before.and_then(|c| c.follower(broker, partition));
                match follower.and_then(|f| f.call.as_ref()).map(|call| &call.stage) {
                    Some(Stage::Replied(_)) => format!("the reply to {b} is lost"),
                    Some(Stage::Sent | Stage::Parked(_)) => format!("{b}'s request is lost"),
                    None => format!("what {b} has in flight is lost"),
                }
            }
            Event::LoseAlter { broker, .. } => {
                format!("{}'s AlterPartition is lost", cx.b(broker))
            }
            Event::LoseAnswer { producer } => {
                format!("the next answer to {} is to be lost", cx.p(producer))
            }
            Event::MoveLeader { to, .. } => {
                format!("an operator moves the leadership to {}", cx.b(to))
            }
            Event::Reassign { to, .. } => {
                format!("an operator reassigns the replicas to {}", cx.notation().order(&to))
            }
        }
    }

    fn epoch_end(&self, epoch: Option<Epoch>, end: Option<Offset>) -> String {
        let epoch = notation::epoch_or_none(epoch);
        match end {
            Some(end) => format!("epoch {epoch} ends {end}"),
            None => format!("epoch {epoch} ends undefined"),
        }
    }

    fn diverging(&self, epoch: Epoch, end: Offset) -> String {
        format!("diverging, epoch {epoch} ends {end}")
    }

    fn due(&self, due: Due) -> &'static str {
        match due {
            Due::SessionEnd(_) => "session end",
            Due::FetchWaitOver(..) => "parked fetch",
            Due::ProduceTimeout(..) => "send timeout",
            Due::Retry(_) => "retry",
            Due::IsrCheck(_) => "ISR check",
            Due::HwCheckpoint(_) => "HW file",
            Due::Flush(_) => "flush",
            Due::Rebalance => "imbalance check",
            Due::UncleanCheck => "unclean check",
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
            Command::Truncate { broker, .. } => {
                format!("{} brings its log in line with its leader's", cx.b(*broker))
            }
            Command::CatchUp { broker, .. } => format!("{} catches up", cx.b(*broker)),
            Command::Settle { .. } => "every follower catches up".into(),
            Command::Burst { producer, values, .. } => self.sends(cx, *producer, values),
            Command::NextDue => "time passes until the next thing is due".into(),
        }
    }
}
