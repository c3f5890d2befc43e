//! Why a state is as it is, and what has become of records, in English.

use super::{English, plural};
use crate::engine::account::{Account, Excuse, Fate, FateName};
use crate::engine::effect::{Counted, Election};
use crate::engine::state::AlterStage;
use crate::engine::what_if::{Aftermath, Damage, Failure};
use crate::engine::why::*;
use crate::engine::*;
use crate::lang::{Context, WhyWords, Words};
use crate::notation::{acks, offset_or_unknown};

impl WhyWords for English {
    fn question(&self, cx: &Context, question: &Question) -> String {
        match question {
            Question::Hw(broker) => format!("Why is the HW of {} not higher?", cx.b(*broker)),
            Question::Ack(Some(value)) => format!("Why is {} not acknowledged?", cx.v(*value)),
            Question::Ack(None) => "Why is no record acknowledged?".into(),
            Question::Isr(broker) => format!("Why is {} not in the ISR?", cx.b(*broker)),
            Question::Leaderless => "Why is there no leader?".into(),
            Question::Elected => "Why was this leader elected?".into(),
            Question::Failure(failure) => {
                let who = match failure.brokers() {
                    all if all == cx.setup.all_brokers() && all.len() > 1 => "all brokers".into(),
                    some => cx.list(some),
                };
                match failure {
                    Failure::Kill(_) => format!("What would be lost if {who} died now?"),
                    Failure::PowerLoss(_) => format!("What would be lost if {who} lost power now?"),
                }
            }
        }
    }

    fn answer(
        &self,
        cx: &Context,
        partition: PartitionId,
        question: &Question,
        answer: &Answer,
    ) -> Vec<String> {
        match answer {
            Answer::Hw(why) => hw(cx, question.broker(), why),
            Answer::Ack(why) => ack(cx, question, why),
            Answer::Isr(why) => vec![isr(cx, question.broker(), why)],
            Answer::Leaderless(why) => leaderless(cx, partition, why),
            Answer::Elected(why) => elected(cx, partition, why),
            Answer::Damage(None) => vec!["Down already.".into()],
            Answer::Damage(Some(would_be)) => damage(cx, question, would_be),
        }
    }

    fn waits_for_the_script(&self) -> &'static str {
        "The script asks a question here. This page waits for the answer: the next step."
    }

    fn fate_name(&self, fate: FateName) -> &'static str {
        match fate {
            FateName::Safe => "safe",
            FateName::AtRisk => "at risk",
            FateName::Lost => "lost",
            FateName::Duplicated => "duplicated",
            FateName::ReadGone => "read but gone",
            FateName::ReadReplaced => "read but replaced",
            FateName::NeverConfirmed => "never confirmed but present",
            FateName::Unavailable => "unavailable",
            FateName::Waiting => "waiting",
            FateName::Refused => "refused",
            FateName::Vanished => "vanished unnoticed",
        }
    }

    fn fate(&self, cx: &Context, fate: &Fate) -> String {
        let name = self.fate_name(fate.name());
        match fate {
            Fate::Safe
            | Fate::Duplicated
            | Fate::NeverConfirmed
            | Fate::Unavailable
            | Fate::Waiting
            | Fate::Vanished => name.into(),
            Fate::AtRisk { failures } => {
                format!("{name}: {} would lose it", plural((*failures).into(), "failure"))
            }
            Fate::Lost(excuse) => match excuse {
                Excuse::NotConfirmed => format!("{name}: allowed, never acknowledged"),
                Excuse::WeakAcks => format!("{name}: allowed by its acks"),
                Excuse::EnoughFailed { failed, min_isr } => format!(
                    "{name}: allowed, {failed} failed {} min.insync.replicas {min_isr}",
                    cx.glyphs.at_least
                ),
                Excuse::None { failed, min_isr } => {
                    format!("{name}: NOT ALLOWED, {failed} failed < min.insync.replicas {min_isr}")
                }
            },
            Fate::ReadGone { offset } => format!("{name} from offset {offset}"),
            Fate::ReadReplaced { offset, by } => {
                format!("{name}: {} stands at offset {offset}", cx.v(*by))
            }
            Fate::Refused(error) => format!("{name}: {}", error.name()),
        }
    }

    fn survives(&self, account: &Account) -> Option<String> {
        match (account.fate, account.fatal) {
            (Fate::Safe, Some(all)) => {
                Some(format!("only the failure of {} at once", plural(all.into(), "replica")))
            }
            (Fate::Safe, None) => Some("no failure loses it".into()),
            _ => None,
        }
    }

    fn nothing_sent(&self) -> &'static str {
        "No record has been sent to this partition."
    }
}

fn hw(cx: &Context, broker: BrokerId, why: &WhyHw) -> Vec<String> {
    let b = cx.b(broker);
    match why {
        WhyHw::Down => vec![format!("{b} is down: it has no HW.")],
        WhyHw::NotAssigned => vec![format!("{b} has no replica of this partition.")],
        WhyHw::NotTold { hw } => vec![format!(
            "The controller has not spoken to {b} since it started: HW {hw} is from its file."
        )],
        WhyHw::NothingAbove { hw } => {
            vec![format!("{b} leads, and has no record above HW {hw}.")]
        }
        WhyHw::BelowMinIsr { hw, isr, min_isr } => vec![format!(
            "It stands still at {hw}: the ISR has {}, min.insync.replicas is {min_isr}.",
            plural((*isr).into(), "member")
        )],
        WhyHw::HeldBack { hw, leo, by } => {
            let mut lines = vec![format!(
                "{b} leads with LEO {leo}; its HW {hw} waits for every replica that counts."
            )];
            lines.extend(by.iter().map(|&(follower, known, counted)| {
                let f = cx.b(follower);
                let counts = match counted {
                    Counted::Isr => "in the ISR".to_owned(),
                    Counted::Proposed => "proposed for the ISR (KIP-497)".to_owned(),
                    Counted::CaughtUp => format!(
                        "outside the ISR, but caught up within {} ms (KAFKA-4485)",
                        cx.setup.settings.lag_time_max
                    ),
                };
                match known {
                    Some(leo) => {
                        format!("{f} holds it back: {counts}, its last fetch was from {leo}.")
                    }
                    None => format!(
                        "{f} holds it back: {counts}, its LEO is unknown ({}): it has not \
                         fetched since {b} leads.",
                        offset_or_unknown(known)
                    ),
                }
            }));
            lines
        }
        WhyHw::Due { hw, to } => vec![format!(
            "Nothing holds it back any more: the next append, fetch or change of the ISR raises \
             it, {}.",
            cx.arrow(hw, to)
        )],
        WhyHw::NobodyToTell { leader, .. } => vec![format!(
            "{b} follows {}, which does not lead now: nobody tells it a HW.",
            cx.b(*leader)
        )],
        WhyHw::LeaderNotHigher { leader, leader_hw, .. } => vec![format!(
            "{b} learns it from {}, whose HW is {leader_hw}: no higher.",
            cx.b(*leader)
        )],
        WhyHw::NotLearnt { hw, leo, leader, leader_hw, next } => {
            let l = cx.b(*leader);
            let first = format!("{l} has HW {leader_hw}; {b} learns it only with a reply.");
            let second = match next {
                NextReply::NotAsked => format!("{b} has nothing in flight: it has to fetch."),
                NextReply::OtherQuestionFirst => {
                    format!("{b} has to ask {l} something else before it may fetch.")
                }
                NextReply::Requested => format!("Its request is on the way to {l}."),
                NextReply::Parked { left } => {
                    format!("{l} holds its fetch: the reply comes with data, or in {left} ms.")
                }
                NextReply::Replied { carries } if carries > hw => {
                    format!("The reply on its way carries HW {carries}.")
                }
                NextReply::Replied { carries } => format!(
                    "The reply on its way still carries HW {carries}: it takes one more fetch."
                ),
            };
            let mut lines = vec![first, second];
            if leader_hw > leo {
                lines.push(format!("And its HW never passes its LEO, now {leo}."));
            }
            lines
        }
    }
}

fn ack(cx: &Context, question: &Question, why: &WhyAck) -> Vec<String> {
    let v = match question {
        Question::Ack(Some(value)) => cx.v(*value),
        _ => String::new(),
    };
    match why {
        WhyAck::NotSent => vec!["Nothing has been sent to this partition.".into()],
        WhyAck::Acked => vec![format!("{v} is acknowledged.")],
        WhyAck::Unasked => {
            vec![format!("{v} was sent with acks=0: nothing is ever said of it.")]
        }
        WhyAck::Failed(error) => vec![format!("Its producer was told {}.", error.name())],
        WhyAck::SentAgain { left } => {
            vec![format!("An attempt failed; its producer sends it again in {left} ms.")]
        }
        WhyAck::OnItsWay => vec!["Its request has not reached a leader.".into()],
        WhyAck::Waiting { broker, request, wait } => {
            let b = cx.b(*broker);
            let required = request.required();
            let mut lines = vec![format!(
                "It waits in {b}'s purgatory, for {} ms at most, with acks={}.",
                request.left,
                acks(request.acks)
            )];
            match wait {
                AckWait::Hw { hw: now, why } => {
                    let at_least = cx.glyphs.at_least;
                    lines.push(format!("It needs HW {at_least} {required}; {b} has HW {now}."));
                    lines.extend(hw(cx, *broker, why));
                }
                AckWait::Members { wanted, without } => {
                    let list: Vec<String> = without
                        .iter()
                        .map(|(f, leo)| format!("{} {}", cx.b(*f), offset_or_unknown(*leo)))
                        .collect();
                    let members = match request.acks {
                        Acks::All => format!("All {wanted} members"),
                        Acks::None | Acks::Leader | Acks::Count(_) => format!("{wanted} members"),
                    };
                    lines.push(format!(
                        "{members} of the ISR must have LEO {} {required}; {b} knows of less at: \
                         {}.",
                        cx.glyphs.at_least,
                        list.join(", ")
                    ));
                }
            }
            lines
        }
    }
}

fn isr(cx: &Context, broker: BrokerId, why: &WhyIsr) -> String {
    let b = cx.b(broker);
    match why {
        WhyIsr::Member { leads: true } => format!("{b} is in the ISR: it leads."),
        WhyIsr::Member { leads: false } => format!("{b} is in the ISR."),
        WhyIsr::NotAssigned => format!("{b} has no replica of this partition."),
        WhyIsr::Down => format!("{b} is down."),
        WhyIsr::NobodyLeads => "Nobody leads: nobody can take it in.".into(),
        WhyIsr::VersionOld { leader } => format!(
            "{}'s copy of the {} is old: its writes of the ISR are refused until the \
             controller tells it anew.",
            cx.b(*leader),
            match cx.setup.rules.coordination {
                Coordination::ZooKeeper => "znode",
                Coordination::KRaft => "partition epoch",
            }
        ),
        WhyIsr::Asked { leader, stage } => {
            let l = cx.b(*leader);
            match stage {
                AlterStage::Sent => format!(
                    "{l} has asked the controller to take {b} in: the request is on its way."
                ),
                AlterStage::Done { .. } => {
                    format!("{l} has asked to take {b} in: the answer is on its way.")
                }
                AlterStage::Refused(error) => format!(
                    "{l} has asked to take {b} in, and the controller refuses: {} is on its way.",
                    error.name()
                ),
                AlterStage::Stuck => format!(
                    "{l} has asked to take {b} in, in vain: it waits for news from the controller."
                ),
            }
        }
        WhyIsr::Fenced { .. } => match cx.setup.rules.coordination {
            Coordination::ZooKeeper => {
                format!("{b} has no session with ZooKeeper: it may not join.")
            }
            Coordination::KRaft => {
                format!("{b} is fenced: the controller does not let it join (KIP-841).")
            }
        },
        WhyIsr::DoesNotFollow { leader } => format!(
            "{b} does not follow {} yet: the controller's word has not reached it.",
            cx.b(*leader)
        ),
        WhyIsr::OtherQuestionFirst { leader, leo, entry } => {
            let l = cx.b(*leader);
            format!(
                "{b} has to ask {l} something else before it may fetch. Then it must fetch from \
                 {l}'s {} or beyond; its LEO is {leo}.",
                cx.entry(entry)
            )
        }
        WhyIsr::Behind { leader, leo, entry } => format!(
            "It must fetch from {}'s {} or beyond. Its LEO is {leo}: {} short.",
            cx.b(*leader),
            cx.entry(entry),
            plural(entry.saturating_sub(*leo).into(), "record")
        ),
        WhyIsr::NotFetched { leader, leo, entry, known } => {
            let l = cx.b(*leader);
            format!(
                "Its LEO {leo} has reached {l}'s {}, but {l} has seen no fetch from there \
                 (it knows of {}): the next one takes {b} in.",
                cx.entry(entry),
                offset_or_unknown(*known)
            )
        }
    }
}

fn leaderless(cx: &Context, partition: PartitionId, why: &WhyLeaderless) -> Vec<String> {
    match why {
        WhyLeaderless::Leads { leader, epoch } => {
            vec![format!("There is one: {} leads, in epoch {epoch}.", cx.b(*leader))]
        }
        WhyLeaderless::NotMissed { leader, left } => {
            let l = cx.b(*leader);
            vec![match left {
                Some(left) => format!(
                    "{l} is down, and the controller has not noticed; its session ends in {left} \
                     ms."
                ),
                None => format!("{l} is down, and the controller has not noticed."),
            }]
        }
        WhyLeaderless::NotTold { leader } => {
            vec![format!("{} is elected, but has not heard of it.", cx.b(*leader))]
        }
        WhyLeaderless::NoCandidate { isr, alive, unclean, returns } => {
            let mut lines = vec![match isr.is_empty() {
                true => "The ISR is empty.".to_owned(),
                false => {
                    format!("Of the ISR {} nobody is alive.", cx.isr(partition, *isr))
                }
            }];
            lines.push(match (alive.is_empty(), unclean) {
                (true, _) => "No other replica is alive either.".into(),
                (false, false) => format!(
                    "{} could lead, but unclean.leader.election.enable is off.",
                    cx.list(*alive)
                ),
                (false, true) => format!(
                    "{} could lead: unclean election is on, and takes place at the next death or \
                     return.",
                    cx.list(*alive)
                ),
            });
            lines.extend(returns.iter().map(|r| {
                format!("If {} returned, {} would lead.", cx.b(r.broker), cx.b(r.leader))
            }));
            if returns.is_empty() {
                lines.push("No single return would end it.".into());
            }
            lines
        }
    }
}

fn elected(cx: &Context, partition: PartitionId, why: &WhyElected) -> Vec<String> {
    match why {
        WhyElected::Nobody => vec!["Nobody leads.".into()],
        WhyElected::Assigned { leader, .. } => vec![format!(
            "{} leads from the start: it is the first replica of the assignment.",
            cx.b(*leader)
        )],
        WhyElected::Given { leader, epoch } => {
            vec![format!("The scenario begins with {} as leader, in epoch {epoch}.", cx.b(*leader))]
        }
        WhyElected::Elected { leader, epoch, how, isr, passed } => {
            let l = cx.b(*leader);
            let isr = cx.isr(partition, *isr);
            let mut lines = vec![match how {
                Election::FromIsr => format!(
                    "Epoch {epoch}: {l} was the first live replica of the assignment in the ISR \
                     {isr}."
                ),
                Election::Unclean => format!(
                    "Epoch {epoch}, UNCLEAN: of the ISR {isr} nobody was alive; {l} was the first \
                     live replica of the assignment."
                ),
                Election::Preferred => format!(
                    "Epoch {epoch}: {l} is the preferred leader, the first of the assignment, and \
                     was alive and in the ISR {isr}."
                ),
                Election::ControlledShutdown => format!(
                    "Epoch {epoch}: the old leader was shut down; {l} was the first other live \
                     replica of the assignment in the ISR {isr}."
                ),
                Election::Elr => format!(
                    "Epoch {epoch}: of the ISR {isr} nobody was alive; {l} was the first live \
                     eligible leader replica (KIP-966)."
                ),
                Election::LastLeader => format!(
                    "Epoch {epoch}, UNCLEAN: ISR {isr} and ELR had nobody who was alive; {l} was \
                     the last known leader (KIP-966)."
                ),
                Election::Moved => format!(
                    "Epoch {epoch}: the leadership was moved to {l}, which was alive and in the \
                     ISR {isr}."
                ),
                Election::Reassigned => format!(
                    "Epoch {epoch}: the old leader is not among the new replicas; {l} was the \
                     first live one of them."
                ),
            }];
            if !passed.is_empty() {
                let list: Vec<String> = passed
                    .iter()
                    .map(|(b, why)| {
                        let why = match why {
                            PassedOver::Down => "was not alive for the controller",
                            PassedOver::NotInIsr => "was not in the ISR",
                            PassedOver::Leaving => "was being shut down",
                        };
                        format!("{} {why}", cx.b(*b))
                    })
                    .collect();
                lines.push(format!("Before it in the assignment: {}.", list.join(", ")));
            }
            lines
        }
    }
}

fn damage(cx: &Context, question: &Question, damage: &Damage) -> Vec<String> {
    let Damage { leader_now, after, back } = damage;
    let failed = match question {
        Question::Failure(failure) => failure.brokers(),
        _ => BrokerSet::EMPTY,
    };
    let leads = |aftermath: &Aftermath, before: Option<BrokerId>| match aftermath.leader {
        None => "Nobody would lead.".to_owned(),
        leader if leader == before => {
            leader.map_or(String::new(), |l| format!("{} would go on leading.", cx.b(l)))
        }
        Some(leader) => format!("{} would lead.", cx.b(leader)),
    };
    let mut lines = vec![format!("{} {}", leads(after, *leader_now), aftermath(cx, after))];
    if back != after {
        let who = match failed {
            one if one.len() == 1 => format!("After {}'s return", cx.list(one)),
            _ => "When all run again".to_owned(),
        };
        lines.push(format!("{who}: {} {}", leads(back, after.leader), aftermath(cx, back)));
    }
    lines
}

fn aftermath(cx: &Context, aftermath: &Aftermath) -> String {
    if aftermath.is_harmless() {
        return "Nothing would be lost.".into();
    }
    let mut said = Vec::new();
    let mut list = |what: &str, records: &[(Offset, Value)]| {
        if !records.is_empty() {
            let (names, more) = cx.some_values(records);
            let more = if more > 0 { format!(" {}", English.more(more)) } else { String::new() };
            said.push(format!("{what}: {names}{more}."));
        }
    };
    list("LOST", &aftermath.lost);
    list("Unavailable", &aftermath.unavailable);
    list("Gone, promised to nobody", &aftermath.dropped);
    if !aftermath.broken.is_empty() {
        let names: Vec<&str> = aftermath.broken.iter().map(|p| p.name()).collect();
        said.push(format!("BROKEN: {}.", names.join(", ")));
    }
    said.join(" ")
}
