//! What somebody or something chooses, and why it can't happen, in Chinese.

use super::Chinese;
use crate::command::Command;
use crate::engine::state::{Answer, Ask, Fetcher, Stage};
use crate::engine::time::Due;
use crate::engine::*;
use crate::lang::{Context, EventWords, Phase};
use crate::notation::{self, acks};

impl EventWords for Chinese {
    fn refusal(&self, cx: &Context, refusal: Refusal) -> String {
        match refusal {
            Refusal::NoSuchBroker => "没有这个 broker".into(),
            Refusal::NoSuchPartition => "没有这个分区".into(),
            Refusal::NoSuchClient => "没有这个 producer 或 consumer".into(),
            Refusal::NoBrokers => "没有指定 broker".into(),
            Refusal::BrokerDown(b) => format!("{} 已宕机", cx.b(b)),
            Refusal::BrokerUp(b) => format!("{} 正在运行", cx.b(b)),
            Refusal::NotAssigned(b) => format!("{} 没有这个分区的副本", cx.b(b)),
            Refusal::IsLeader(b) => format!("{} 是 Leader，不向任何人拉取", cx.b(b)),
            Refusal::NotTold(b) => format!("{} 还没有被告知跟随谁", cx.b(b)),
            Refusal::LeaderDown(b) => format!("它要问的 {} 已宕机", cx.b(b)),
            Refusal::InFlight(b) => format!("{} 已有一个请求在途", cx.b(b)),
            Refusal::NoRequest(b) => format!("{} 没有在途的请求", cx.b(b)),
            Refusal::Parked(b, ms) => format!("{} 的拉取挂起中：等数据或 {ms} ms", cx.b(b)),
            Refusal::NoReply(b) => format!("没有发往 {} 的响应", cx.b(b)),
            Refusal::SessionLeft(b, ms) => {
                let old = match cx.setup.rules.coordination {
                    Coordination::ZooKeeper => "旧 ZooKeeper session",
                    Coordination::KRaft => "旧 session",
                };
                format!("{} 的{old} 还剩 {ms} ms", cx.b(b))
            }
            Refusal::NothingToNotice(b) => format!("Controller 已经知道 {} 的状态", cx.b(b)),
            Refusal::NothingTold(b) => format!("{} 没有未读的通知", cx.b(b)),
            Refusal::LogFull(b) => format!("{} 的日志已满：{MAX_LOG_RECORDS} 条", cx.b(b)),
            Refusal::PurgatoryFull(b) => {
                format!("{} 的 purgatory 已满：{MAX_PURGATORY} 个请求", cx.b(b))
            }
            Refusal::InboxFull(b) => format!("{} 未读的通知太多：{MAX_INBOX} 条", cx.b(b)),
            Refusal::ValueOutOfBounds => format!("最多能发送 {MAX_VALUES} 种消息"),
            Refusal::TimeOutOfBounds => format!("时间只能前进 1 到 {MAX_ADVANCE} ms"),
            Refusal::SettingOutOfBounds => "这个数超出了该配置的范围".into(),
            Refusal::NoChange => "已经是这样了".into(),
            Refusal::PreferredLeads(b) => format!("优先副本 {} 已经是 Leader", cx.b(b)),
            Refusal::PreferredDown(b) => format!("Controller 认为优先副本 {} 已宕机", cx.b(b)),
            Refusal::PreferredNotInIsr(b) => format!("优先副本 {} 不在 ISR 中", cx.b(b)),
            Refusal::HasLeader(b) => format!("{} 是 Leader：不需要选举", cx.b(b)),
            Refusal::IdempotenceNeedsAcksAll => "幂等生产者必须用 acks=all".into(),
            Refusal::TooManyInFlight(limit) => {
                format!("生产者已有 {limit} 条消息在途：要先有一条得到结果")
            }
            Refusal::NoLiveReplica => "没有存活的副本".into(),
            Refusal::EpochsUsedUp => format!("leader epoch 最大为 {MAX_EPOCH}"),
            Refusal::Paused(b) => format!("{} 处于暂停", cx.b(b)),
            Refusal::NotPaused(b) => format!("{} 没有暂停", cx.b(b)),
            Refusal::LinkCut(link) => format!("{}的连接已断", super::link(cx, link)),
            Refusal::LinkWhole(link) => format!("{}的连接没有断", super::link(cx, link)),
            Refusal::NoSuchLink => "没有这个连接".into(),
            Refusal::WordsHeld(b) => format!("Controller 给 {} 的通知已被扣住", cx.b(b)),
            Refusal::WordsNotHeld(b) => format!("Controller 给 {} 的通知没有被扣住", cx.b(b)),
            Refusal::NotLeader(b) => format!("{} 不是这个分区的 Leader", cx.b(b)),
            Refusal::NothingInFlight(b) => format!("{} 没有在途的请求或响应", cx.b(b)),
            Refusal::NothingAltered(b) => format!("{} 没有在途的 AlterPartition", cx.b(b)),
            Refusal::NoAlterPartition => "这个版本没有 AlterPartition：Leader 自己写 ISR".into(),
            Refusal::AnswerLostAlready => "下一个响应已经注定丢失".into(),
            Refusal::LeadsAlready(b) => format!("{} 已经是 Leader", cx.b(b)),
            Refusal::NotLiveInIsr(b) => format!("{} 不是 ISR 中存活的成员", cx.b(b)),
            Refusal::ReassignmentOn => "这个分区正在重新分配".into(),
            Refusal::TargetDown(b) => format!("Controller 认为新副本 {} 已宕机", cx.b(b)),
            Refusal::NoSuchSetting => "这个版本没有这个配置".into(),
            Refusal::FetcherStopped(b) => format!("{} 被 fenced：在等 Controller 的通知", cx.b(b)),
        }
    }

    fn event(&self, cx: &Context, event: &Event, before: Option<&Cluster>) -> String {
        match *event {
            Event::Send { producer, value, to, .. } => {
                let mut text = format!("{} 发送 {}", cx.p(producer), cx.v(value));
                if let Some(to) = to {
                    text += &format!(" 给 {}", cx.b(to));
                }
                if let Some(p) = before.and_then(|c| c.producers.get(producer.index())) {
                    text += &format!("，acks={}", acks(p.acks));
                }
                text
            }
            Event::Seek { consumer, to, .. } => match to {
                Whence::Beginning => format!("{} 移到开头", cx.c(consumer)),
                Whence::End => format!("{} 移到末尾", cx.c(consumer)),
            },
            Event::Consume { consumer, from, .. } => match from {
                Some(from) => format!("{} 从 {} 消费", cx.c(consumer), cx.b(from)),
                None => format!("{} 消费", cx.c(consumer)),
            },
            Event::Request { broker, partition } => {
                let b = cx.b(broker);
                match before.and_then(|c| Some((c, c.follower(broker, partition)?))) {
                    Some((cluster, follower)) => match follower.fetcher {
                        Fetcher::Fetching => {
                            let leo = cluster.leo(broker, partition);
                            format!("{b} 拉取：请求发出，offset {leo}")
                        }
                        Fetcher::Truncating => {
                            format!("{b} 询问自己最新的 epoch 在哪里结束：请求发出")
                        }
                        Fetcher::AskingEnd => format!("{b} 询问 Leader 的 LEO"),
                        Fetcher::AskingStart => format!("{b} 询问 Leader 的日志起点"),
                        Fetcher::Fenced => format!("{b} 被 fenced：什么也不问"),
                    },
                    None => format!("{b} 拉取：请求发出"),
                }
            }
            Event::Serve { broker, partition } => {
                let b = cx.b(broker);
                match before.and_then(|c| c.follower(broker, partition)) {
                    Some(follower) => {
                        let l = cx.b(follower.leader);
                        match &follower.call {
                            Some(call) => {
                                format!("{b} 的请求 {} 到达 {l}", notation::request(call))
                            }
                            None => format!("{b} 的请求到达 {l}"),
                        }
                    }
                    None => format!("{b} 的请求到达 Leader"),
                }
            }
            Event::Reply { broker, partition } => {
                let b = cx.b(broker);
                let follower = before.and_then(|c| c.follower(broker, partition));
                match follower.and_then(|f| Some((f, f.call.as_ref()?))) {
                    Some((follower, call)) => {
                        let what = match call.stage {
                            Stage::Replied(Answer::EpochEnd { epoch, end }) => {
                                self.epoch_end(notation::ended(call.ask, epoch), end)
                            }
                            Stage::Replied(Answer::Diverging { epoch, end, hw }) => {
                                format!("{}，HW {hw}", self.diverging(epoch, end))
                            }
                            _ => cx.notation().call(call),
                        };
                        format!("{} 的响应到达 {b}：{what}", cx.b(follower.leader))
                    }
                    None => format!("响应到达 {b}"),
                }
            }
            Event::Kill { broker } => format!("{} 的进程被杀", cx.b(broker)),
            Event::PowerLoss { brokers, noticed } => {
                let all = if brokers.len() == 1 { "" } else { "同时" };
                let noticed = if noticed { "" } else { "，Controller 没有发现" };
                format!("{} {all}断电{noticed}", cx.list(brokers))
            }
            Event::Stop { broker } => format!("{} 正常关闭", cx.b(broker)),
            Event::Start { broker } => format!("{} 启动", cx.b(broker)),
            Event::RestartUnnoticed { broker } => {
                format!("{} 重启，Controller 来不及发现", cx.b(broker))
            }
            Event::Wipe { broker } => format!("清空 {} 的磁盘", cx.b(broker)),
            Event::Flush { broker } => format!("{} 把日志刷盘", cx.b(broker)),
            Event::CheckpointHw { broker } => format!("{} 写 HW checkpoint", cx.b(broker)),
            Event::Advance { ms } => format!("过了 {ms} ms"),
            Event::ElectPreferred { .. } => "运维请求选举优先副本".into(),
            Event::ElectUnclean { .. } => "运维请求 unclean 选举".into(),
            Event::SetAcks { producer, acks: to } => {
                format!("{} 改用 acks={}", cx.p(producer), acks(to))
            }
            Event::SetMinIsr(n) => format!("min.insync.replicas 设为 {n}"),
            Event::SetUnclean(on) => format!("unclean.leader.election.enable 设为 {on}"),
            Event::Notice { broker } => match before {
                Some(c) if c.controller.live.contains(broker) => {
                    format!("Controller 发现 {} 宕机", cx.b(broker))
                }
                Some(_) => format!("Controller 发现 {} 回来了", cx.b(broker)),
                None => format!("Controller 发现 {} 的变化", cx.b(broker)),
            },
            Event::Tell { broker } => {
                format!("Controller 最早的未读通知到达 {}", cx.b(broker))
            }
            Event::HoldWords { broker } => format!("扣住 Controller 给 {} 的通知", cx.b(broker)),
            Event::ReleaseWords { broker } => {
                format!("放行 Controller 给 {} 的通知", cx.b(broker))
            }
            Event::Alter { broker, .. } => {
                format!("{} 的 AlterPartition 请求到达 Controller", cx.b(broker))
            }
            Event::Altered { broker, .. } => {
                format!("AlterPartition 的响应到达 {}", cx.b(broker))
            }
            Event::Pause { broker } => format!("{} 暂停", cx.b(broker)),
            Event::Resume { broker } => format!("{} 继续运行", cx.b(broker)),
            Event::Cut { link } => format!("切断 {}的连接", super::link(cx, link)),
            Event::Heal { link } => format!("恢复 {}的连接", super::link(cx, link)),
            Event::Lose { broker, partition } => {
                let b = cx.b(broker);
                let follower = before.and_then(|c| c.follower(broker, partition));
                match follower.and_then(|f| f.call.as_ref()).map(|call| &call.stage) {
                    Some(Stage::Replied(_)) => format!("给 {b} 的响应丢失"),
                    Some(Stage::Sent | Stage::Parked(_)) => format!("{b} 的请求丢失"),
                    None => format!("{b} 在途的请求或响应丢失"),
                }
            }
            Event::LoseAlter { broker, .. } => format!("{} 的 AlterPartition 丢失", cx.b(broker)),
            Event::LoseAnswer { producer } => format!("给 {} 的下一个响应要丢失", cx.p(producer)),
            Event::MoveLeader { to, .. } => format!("运维把 Leader 移到 {}", cx.b(to)),
            Event::Reassign { to, .. } => {
                format!("运维把副本重新分配到 {}", cx.notation().order(&to))
            }
        }
    }

    fn diverging(&self, epoch: Epoch, end: Offset) -> String {
        format!("有分歧，epoch {epoch} 止于 {end}")
    }

    fn epoch_end(&self, epoch: Option<Epoch>, end: Option<Offset>) -> String {
        let epoch = notation::epoch_or_none(epoch);
        match end {
            Some(end) => format!("epoch {epoch} 止于 {end}"),
            None => format!("epoch {epoch} 不知止于何处"),
        }
    }

    fn due(&self, due: Due) -> &'static str {
        match due {
            Due::SessionEnd(_) => "session 到期",
            Due::FetchWaitOver(..) => "挂起的拉取",
            Due::ProduceTimeout(..) => "发送超时",
            Due::Retry(_) => "重发",
            Due::IsrCheck(_) => "检查 ISR",
            Due::HwCheckpoint(_) => "写 HW",
            Due::Flush(_) => "刷盘",
            Due::Rebalance => "检查失衡",
            Due::UncleanCheck => "检查 unclean 选举",
        }
    }

    fn sends(&self, cx: &Context, producer: ProducerId, values: &[Value]) -> String {
        format!("{} 发送 {}", cx.p(producer), cx.sent(values))
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
        let names = names.join("、");
        let times = if times > 1 { format!(" {times} 次") } else { String::new() };
        let begins = phases.first() == Some(&Phase::Request) && (in_full || phases.len() > 1);
        let is_fetch = matches!(ask, Some(Ask::Fetch { .. }) | None);
        let parts: Vec<&str> = phases
            .iter()
            .map(|phase| match phase {
                Phase::Request => "请求",
                Phase::Serving => "处理",
                Phase::Parks => "挂起",
                Phase::WaitOver => "等待结束",
                Phase::Reply => "响应",
            })
            .collect();
        let parts = parts.join("、");
        match (begins, in_full) {
            (true, false) => {
                let parks = if phases.last() == Some(&Phase::Parks) { "，挂起" } else { "" };
                let does = match ask {
                    Some(Ask::Fetch { .. }) | None => "拉取",
                    Some(Ask::EpochEnd(_)) => "询问 epoch 的结束",
                    Some(Ask::LogEnd) => "询问 LEO",
                    Some(Ask::LogStart) => "询问日志起点",
                };
                format!("{names} {does}{times}{parks}")
            }
            (true, true) => {
                let does = match ask {
                    Some(Ask::Fetch { .. }) | None => "拉取",
                    Some(Ask::EpochEnd(_)) => "询问自己最新的 epoch 在哪里结束",
                    Some(Ask::LogEnd) => "询问 Leader 的 LEO",
                    Some(Ask::LogStart) => "询问 Leader 的日志起点",
                };
                format!("{names} {does}{times}：{parts}")
            }
            (false, false) => format!("{names}{times}：{parts}"),
            (false, true) => {
                let what = if is_fetch { "拉取" } else { "询问" };
                format!("{names} 的{what}{times}：{parts}")
            }
        }
    }

    fn command(&self, cx: &Context, command: &Command, before: Option<&Cluster>) -> String {
        match command {
            Command::Event(event) => self.event(cx, event, before),
            Command::Fetch { broker, .. } => {
                format!("{} 拉取一次：请求、处理、响应", cx.b(*broker))
            }
            Command::Phase { broker, .. } => format!("{} 的拉取前进一个阶段", cx.b(*broker)),
            Command::Truncate { broker, .. } => format!("{} 把日志与 Leader 对齐", cx.b(*broker)),
            Command::CatchUp { broker, .. } => format!("{} 追上 Leader", cx.b(*broker)),
            Command::Settle { .. } => "所有 Follower 追上 Leader".into(),
            Command::Burst { producer, values, .. } => self.sends(cx, *producer, values),
            Command::NextDue => "时间前进到下一件到期的事".into(),
        }
    }
}
