//! Why a state is as it is, and what has become of records, in Chinese.

use super::Chinese;
use crate::engine::account::{Account, Excuse, Fate, FateName};
use crate::engine::effect::{Counted, Election};
use crate::engine::state::AlterStage;
use crate::engine::what_if::{Aftermath, Damage, Failure};
use crate::engine::why::*;
use crate::engine::*;
use crate::lang::{Context, WhyWords, Words};
use crate::notation::{acks, offset_or_unknown};

impl WhyWords for Chinese {
    fn question(&self, cx: &Context, question: &Question) -> String {
        match question {
            Question::Hw(broker) => format!("{} 的 HW 为什么没有更高？", cx.b(*broker)),
            Question::Ack(Some(value)) => format!("{} 为什么还没有被确认？", cx.v(*value)),
            Question::Ack(None) => "为什么没有消息被确认？".into(),
            Question::Isr(broker) => format!("{} 为什么不在 ISR 中？", cx.b(*broker)),
            Question::Leaderless => "为什么没有 Leader？".into(),
            Question::Elected => "为什么选出了这个 Leader？".into(),
            Question::Failure(failure) => {
                let who = match failure.brokers() {
                    all if all == cx.setup.all_brokers() && all.len() > 1 => {
                        "所有 broker ".to_owned()
                    }
                    some => format!(" {} ", cx.list(some)),
                };
                match failure {
                    Failure::Kill(_) => format!("如果{who}现在宕机，会丢失什么？"),
                    Failure::PowerLoss(_) => format!("如果{who}现在断电，会丢失什么？"),
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
            Answer::Damage(None) => vec!["已经宕机。".into()],
            Answer::Damage(Some(would_be)) => damage(cx, question, would_be),
        }
    }

    fn waits_for_the_script(&self) -> &'static str {
        "剧本在这一步提了问题。这一页要等到答案揭晓：下一步。"
    }

    fn fate_name(&self, fate: FateName) -> &'static str {
        match fate {
            FateName::Safe => "安全",
            FateName::AtRisk => "有风险",
            FateName::Lost => "丢失",
            FateName::Duplicated => "重复",
            FateName::ReadGone => "读过却消失",
            FateName::ReadReplaced => "读过却被替换",
            FateName::NeverConfirmed => "未确认却存在",
            FateName::Unavailable => "不可用",
            FateName::Waiting => "等待中",
            FateName::Refused => "被拒绝",
            FateName::Vanished => "无声消失",
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
            Fate::AtRisk { failures } => format!("{name}：{failures} 个副本故障就会丢失"),
            Fate::Lost(excuse) => match excuse {
                Excuse::NotConfirmed => format!("{name}：允许，从未确认"),
                Excuse::WeakAcks => format!("{name}：其 acks 允许"),
                Excuse::EnoughFailed { failed, min_isr } => format!(
                    "{name}：允许，故障 {failed} {} min.insync.replicas {min_isr}",
                    cx.glyphs.at_least
                ),
                Excuse::None { failed, min_isr } => {
                    format!("{name}：不允许！故障 {failed} < min.insync.replicas {min_isr}")
                }
            },
            Fate::ReadGone { offset } => format!("{name}：offset {offset} 已空"),
            Fate::ReadReplaced { offset, by } => {
                format!("{name}：offset {offset} 现在是 {}", cx.v(*by))
            }
            Fate::Refused(error) => format!("{name}：{}", error.name()),
        }
    }

    fn survives(&self, account: &Account) -> Option<String> {
        match (account.fate, account.fatal) {
            (Fate::Safe, Some(all)) => Some(format!("除非 {all} 个副本同时故障")),
            (Fate::Safe, None) => Some("任何故障都不会丢失".into()),
            _ => None,
        }
    }

    fn nothing_sent(&self) -> &'static str {
        "还没有消息发到这个分区。"
    }
}

fn hw(cx: &Context, broker: BrokerId, why: &WhyHw) -> Vec<String> {
    let b = cx.b(broker);
    match why {
        WhyHw::Down => vec![format!("{b} 已宕机：没有 HW。")],
        WhyHw::NotAssigned => vec![format!("{b} 没有这个分区的副本。")],
        WhyHw::NotTold { hw } => {
            vec![format!("{b} 启动后 Controller 还没有通知它：HW {hw} 来自 checkpoint 文件。")]
        }
        WhyHw::NothingAbove { hw } => vec![format!("{b} 是 Leader，HW {hw} 以上没有消息。")],
        WhyHw::BelowMinIsr { hw, isr, min_isr } => {
            vec![format!("停在 {hw}：ISR 只有 {isr} 个副本，而 min.insync.replicas 是 {min_isr}。")]
        }
        WhyHw::HeldBack { hw, leo, by } => {
            let mut lines =
                vec![format!("{b} 是 Leader，LEO {leo}；HW {hw} 要等每一个计入的副本。")];
            lines.extend(by.iter().map(|&(follower, known, counted)| {
                let f = cx.b(follower);
                let counts = match counted {
                    Counted::Isr => "在 ISR 中".to_owned(),
                    Counted::Proposed => "正在申请加入 ISR（KIP-497）".to_owned(),
                    Counted::CaughtUp => format!(
                        "不在 ISR 中，但 {} ms 内曾追上（KAFKA-4485）",
                        cx.setup.settings.lag_time_max
                    ),
                };
                match known {
                    Some(leo) => format!("被 {f} 拖住：{counts}，上次 fetch 从 {leo} 开始。"),
                    None => format!(
                        "被 {f} 拖住：{counts}，LEO 未知（{}）：{b} 成为 Leader 后它还没有 fetch。",
                        offset_or_unknown(known)
                    ),
                }
            }));
            lines
        }
        WhyHw::Due { hw, to } => vec![format!(
            "已经没有什么拖住它：下一次写入、fetch 或 ISR 变化会让它前进，{}。",
            cx.arrow(hw, to)
        )],
        WhyHw::NobodyToTell { leader, .. } => {
            vec![format!("{b} 跟随 {}，而后者现在不是 Leader：没有谁告诉它 HW。", cx.b(*leader))]
        }
        WhyHw::LeaderNotHigher { leader, leader_hw, .. } => {
            vec![format!(
                "{b} 从 {} 得知 HW，而后者的 HW 是 {leader_hw}：并不更高。",
                cx.b(*leader)
            )]
        }
        WhyHw::NotLearnt { hw, leo, leader, leader_hw, next } => {
            let l = cx.b(*leader);
            let first = format!("{l} 的 HW 是 {leader_hw}；{b} 只有收到回复才能得知。");
            let second = match next {
                NextReply::NotAsked => format!("{b} 没有在途的请求：要先 fetch。"),
                NextReply::OtherQuestionFirst => {
                    format!("{b} 要先问 {l} 别的问题，然后才能 fetch。")
                }
                NextReply::Requested => format!("它的请求正在去 {l} 的路上。"),
                NextReply::Parked { left } => {
                    format!("{l} 挂起了它的 fetch：有数据时回复，最迟 {left} ms。")
                }
                NextReply::Replied { carries } if carries > hw => {
                    format!("在途的回复带着 HW {carries}。")
                }
                NextReply::Replied { carries } => {
                    format!("在途的回复带的还是 HW {carries}：还要再 fetch 一次。")
                }
            };
            let mut lines = vec![first, second];
            if leader_hw > leo {
                lines.push(format!("而且它的 HW 不会超过它的 LEO，现在是 {leo}。"));
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
        WhyAck::NotSent => vec!["还没有消息发到这个分区。".into()],
        WhyAck::Acked => vec![format!("{v} 已确认。")],
        WhyAck::Unasked => vec![format!("{v} 以 acks=0 发送：永远不会有确认。")],
        WhyAck::Failed(error) => vec![format!("producer 收到了 {}。", error.name())],
        WhyAck::SentAgain { left } => {
            vec![format!("一次尝试失败了；producer 将在 {left} ms 后重发。")]
        }
        WhyAck::OnItsWay => vec!["它的请求还没有到达 Leader。".into()],
        WhyAck::Waiting { broker, request, wait } => {
            let b = cx.b(*broker);
            let required = request.required();
            let mut lines = vec![format!(
                "它在 {b} 的 purgatory 里等待，acks={}，最多还等 {} ms。",
                acks(request.acks),
                request.left
            )];
            let at_least = cx.glyphs.at_least;
            match wait {
                AckWait::Hw { hw: now, why } => {
                    lines.push(format!("需要 HW {at_least} {required}；{b} 的 HW 是 {now}。"));
                    lines.extend(hw(cx, *broker, why));
                }
                AckWait::Members { wanted, without } => {
                    let list: Vec<String> = without
                        .iter()
                        .map(|(f, leo)| format!("{} {}", cx.b(*f), offset_or_unknown(*leo)))
                        .collect();
                    let members = match request.acks {
                        Acks::All => format!("ISR 的全部 {wanted} 个副本都要"),
                        Acks::None | Acks::Leader | Acks::Count(_) => {
                            format!("ISR 中要有 {wanted} 个副本")
                        }
                    };
                    lines.push(format!(
                        "{members} LEO {at_least} {required}；{b} 所知还不够的：{}。",
                        list.join("、")
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
        WhyIsr::Member { leads: true } => format!("{b} 在 ISR 中：它就是 Leader。"),
        WhyIsr::Member { leads: false } => format!("{b} 在 ISR 中。"),
        WhyIsr::NotAssigned => format!("{b} 没有这个分区的副本。"),
        WhyIsr::Down => format!("{b} 已宕机。"),
        WhyIsr::NobodyLeads => "没有 Leader：没有谁能让它加入。".into(),
        WhyIsr::VersionOld { leader } => format!(
            "{} 手里的 {}已旧：Controller 重新通知之前，它写 ISR 都会被拒绝。",
            cx.b(*leader),
            match cx.setup.rules.coordination {
                Coordination::ZooKeeper => "znode 版本",
                Coordination::KRaft => "partition epoch ",
            }
        ),
        WhyIsr::Asked { leader, stage } => {
            let l = cx.b(*leader);
            match stage {
                AlterStage::Sent => format!("{l} 已申请让 {b} 加入：请求还在途中。"),
                AlterStage::Done { .. } => format!("{l} 已申请让 {b} 加入：响应还在途中。"),
                AlterStage::Refused(error) => {
                    format!("{l} 申请让 {b} 加入，被 Controller 拒绝：{} 还在途中。", error.name())
                }
                AlterStage::Stuck => {
                    format!("{l} 申请让 {b} 加入，没有成功：它在等 Controller 的通知。")
                }
            }
        }
        WhyIsr::Fenced { .. } => match cx.setup.rules.coordination {
            Coordination::ZooKeeper => format!("{b} 与 ZooKeeper 没有 session：不能加入。"),
            Coordination::KRaft => {
                format!("{b} 被 fenced：Controller 不让它加入（KIP-841）。")
            }
        },
        WhyIsr::DoesNotFollow { leader } => {
            format!("{b} 还没有跟随 {}：Controller 的通知还没送到。", cx.b(*leader))
        }
        WhyIsr::OtherQuestionFirst { leader, leo, entry } => {
            let l = cx.b(*leader);
            format!(
                "{b} 要先问 {l} 别的问题才能 fetch；然后要从 {l} 的 {} 或更高处 fetch，\
                 它的 LEO 是 {leo}。",
                cx.entry(entry)
            )
        }
        WhyIsr::Behind { leader, leo, entry } => format!(
            "它要从 {} 的 {} 或更高处 fetch，而它的 LEO 是 {leo}：还差 {} 条。",
            cx.b(*leader),
            cx.entry(entry),
            entry.saturating_sub(*leo)
        ),
        WhyIsr::NotFetched { leader, leo, entry, known } => {
            let l = cx.b(*leader);
            format!(
                "它的 LEO {leo} 已到 {l} 的 {}，但 {l} 还没有收到从那里开始的 fetch\
                 （所知为 {}）：下一次就会让 {b} 加入。",
                cx.entry(entry),
                offset_or_unknown(*known)
            )
        }
    }
}

fn leaderless(cx: &Context, partition: PartitionId, why: &WhyLeaderless) -> Vec<String> {
    match why {
        WhyLeaderless::Leads { leader, epoch } => {
            vec![format!("有：{} 是 Leader，epoch {epoch}。", cx.b(*leader))]
        }
        WhyLeaderless::NotMissed { leader, left } => {
            let l = cx.b(*leader);
            vec![match left {
                Some(left) => {
                    format!("{l} 已宕机，Controller 还没有察觉；它的 session 还有 {left} ms。")
                }
                None => format!("{l} 已宕机，Controller 还没有察觉。"),
            }]
        }
        WhyLeaderless::NotTold { leader } => {
            vec![format!("{} 已当选，但还没有得到通知。", cx.b(*leader))]
        }
        WhyLeaderless::NoCandidate { isr, alive, unclean, returns } => {
            let mut lines = vec![match isr.is_empty() {
                true => "ISR 是空的。".to_owned(),
                false => format!("ISR {} 中没有存活的副本。", cx.isr(partition, *isr)),
            }];
            lines.push(match (alive.is_empty(), unclean) {
                (true, _) => "其他副本也都没有存活。".into(),
                (false, false) => {
                    format!("{} 存活，但 unclean.leader.election.enable 是关的。", cx.list(*alive))
                }
                (false, true) => format!(
                    "{} 存活，unclean 选举是开的：下一次有 broker 宕机或归来时进行。",
                    cx.list(*alive)
                ),
            });
            lines.extend(returns.iter().map(|r| {
                format!("如果 {} 归来，{} 就成为 Leader。", cx.b(r.broker), cx.b(r.leader))
            }));
            if returns.is_empty() {
                lines.push("任何一个 broker 单独归来都不够。".into());
            }
            lines
        }
    }
}

fn elected(cx: &Context, partition: PartitionId, why: &WhyElected) -> Vec<String> {
    match why {
        WhyElected::Nobody => vec!["没有 Leader。".into()],
        WhyElected::Assigned { leader, .. } => {
            vec![format!("{} 从一开始就是 Leader：它是 assignment 中的第一个副本。", cx.b(*leader))]
        }
        WhyElected::Given { leader, epoch } => {
            vec![format!("场景开始时 {} 就是 Leader，epoch {epoch}。", cx.b(*leader))]
        }
        WhyElected::Elected { leader, epoch, how, isr, passed } => {
            let l = cx.b(*leader);
            let isr = cx.isr(partition, *isr);
            let mut lines = vec![match how {
                Election::FromIsr => {
                    format!(
                        "epoch {epoch}：{l} 是 assignment 中第一个存活且在 ISR {isr} 中的副本。"
                    )
                }
                Election::Unclean => format!(
                    "epoch {epoch}，UNCLEAN：ISR {isr} 中没有存活的副本，{l} 是 assignment 中\
                     第一个存活的副本。"
                ),
                Election::Preferred => format!(
                    "epoch {epoch}：{l} 是 preferred leader（assignment 中第一个），存活且在 ISR \
                     {isr} 中。"
                ),
                Election::ControlledShutdown => format!(
                    "epoch {epoch}：原 Leader 正常停机，{l} 是 assignment 中第一个存活且在 ISR \
                     {isr} 中的其他副本。"
                ),
                Election::Elr => format!(
                    "epoch {epoch}：ISR {isr} 中没有存活的副本，{l} 是 ELR 中第一个存活的副本\
                     （KIP-966）。"
                ),
                Election::LastLeader => format!(
                    "epoch {epoch}，UNCLEAN：ISR {isr} 和 ELR 中都没有存活的副本，{l} 是最后一任 \
                     Leader（KIP-966）。"
                ),
                Election::Moved => {
                    format!("epoch {epoch}：Leader 被移到 {l}，它存活且在 ISR {isr} 中。")
                }
                Election::Reassigned => {
                    format!("epoch {epoch}：原 Leader 不在新的副本中，{l} 是其中第一个存活的。")
                }
            }];
            if !passed.is_empty() {
                let list: Vec<String> = passed
                    .iter()
                    .map(|(b, why)| {
                        let why = match why {
                            PassedOver::Down => "对 Controller 来说不在线",
                            PassedOver::NotInIsr => "不在 ISR 中",
                            PassedOver::Leaving => "正在停机",
                        };
                        format!("{} {why}", cx.b(*b))
                    })
                    .collect();
                lines.push(format!("assignment 中排在它前面的：{}。", list.join("，")));
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
        None => "将没有 Leader。".to_owned(),
        leader if leader == before => {
            leader.map_or(String::new(), |l| format!("{} 仍是 Leader。", cx.b(l)))
        }
        Some(leader) => format!("{} 将成为 Leader。", cx.b(leader)),
    };
    let mut lines = vec![leads(after, *leader_now) + &aftermath(cx, after)];
    if back != after {
        let who = match failed {
            one if one.len() == 1 => format!("{} 归来后", cx.list(one)),
            _ => "全部重新启动后".to_owned(),
        };
        lines.push(format!("{who}：{}{}", leads(back, after.leader), aftermath(cx, back)));
    }
    lines
}

fn aftermath(cx: &Context, aftermath: &Aftermath) -> String {
    if aftermath.is_harmless() {
        return "不会丢失什么。".into();
    }
    let mut said = String::new();
    let mut list = |what: &str, records: &[(Offset, Value)]| {
        if !records.is_empty() {
            let (names, more) = cx.some_values(records);
            let more = if more > 0 { format!("，{}", Chinese.more(more)) } else { String::new() };
            said += &format!("{what}：{names}{more}。");
        }
    };
    list("丢失", &aftermath.lost);
    list("不可用", &aftermath.unavailable);
    list("消失，但从未承诺过", &aftermath.dropped);
    if !aftermath.broken.is_empty() {
        let names: Vec<&str> = aftermath.broken.iter().map(|p| p.name()).collect();
        said += &format!("违反：{}。", names.join("、"));
    }
    said
}
