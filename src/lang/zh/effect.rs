//! What followed from an event, in Chinese.

use super::Chinese;
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
        (Some(broker), Some(offset)) => format!("（{}，offset {offset}）", cx.b(broker)),
        (Some(broker), None) => format!("（{}）", cx.b(broker)),
        (None, Some(offset)) => format!("（offset {offset}）"),
        (None, None) => String::new(),
    }
}

impl EffectWords for Chinese {
    fn effect(&self, cx: &Context, effect: &Effect) -> Sentence {
        match effect {
            Effect::Appended { broker, offset, record, .. } => {
                let b = cx.b(*broker);
                let v = cx.v(record.value);
                Sentence::of(match record.epoch {
                    Some(e) => format!("{b} 在 offset {offset} 写入 {v}，带 epoch {e}"),
                    None => format!("{b} 在 offset {offset} 写入 {v}"),
                })
            }
            Effect::Leo { broker, from, to, .. } => {
                Sentence::with(format!("{} 的 LEO", cx.b(*broker)), change(cx, from, to))
            }
            Effect::Hw { broker, partition, from, to, rule } => {
                hw(cx, *broker, *partition, *from, *to, rule)
            }
            Effect::Truncated { broker, partition, from, rule, cut, .. } => {
                Sentence::of(truncated(cx, *broker, *partition, *from, *rule, cut))
            }
            Effect::Flushed { broker, from, to, .. } => Sentence::with(
                format!("{} 刷盘，日志已落盘到", cx.b(*broker)),
                change(cx, from, to),
            ),
            Effect::Rolled { broker, base, .. } => {
                Sentence::of(format!("{} 新建 segment：{}", cx.b(*broker), segment_file(*base)))
            }
            Effect::HwWritten { broker, from, to, .. } => Sentence::with(
                format!("{} 把 HW 写入 replication-offset-checkpoint", cx.b(*broker)),
                change(cx, from, to),
            ),
            Effect::EpochAdded { broker, entry, .. } => Sentence::of(format!(
                "{} 的 epoch 表加入 ({},{})：epoch {} 从 offset {} 开始",
                cx.b(*broker),
                entry.epoch,
                entry.start,
                entry.epoch,
                entry.start
            )),
            Effect::EpochRefused { broker, entry, .. } => Sentence::of(format!(
                "{} 的 epoch 表拒绝 ({},{})：与最后一项不衔接",
                cx.b(*broker),
                entry.epoch,
                entry.start
            )),
            Effect::EpochsCut { broker, entries, .. } => {
                let list: String =
                    entries.iter().map(|e| format!("({},{})", e.epoch, e.start)).collect();
                Sentence::of(format!("{} 的 epoch 表去掉 {list}：该位置已截断", cx.b(*broker)))
            }

            Effect::Asked { broker, leader, ask, .. } => {
                let (f, l) = (cx.b(*broker), cx.b(*leader));
                Sentence::of(match ask {
                    Ask::Fetch { offset, last } => {
                        let last =
                            last.map_or(String::new(), |e| format!("，自己最新的 epoch 是 {e}"));
                        format!("{f} 向 {l} 拉取，从自己的 LEO {offset} 开始{last}")
                    }
                    Ask::EpochEnd(e) => {
                        let e = epoch_or_none(*e);
                        format!("{f} 问 {l}：epoch {e} 到哪里结束？(OffsetsForLeaderEpoch)")
                    }
                    Ask::LogEnd => format!("{f} 问 {l}：你的 LEO 是多少？(ListOffsets)"),
                    Ask::LogStart => format!("{f} 问 {l}：你的日志从哪里开始？(ListOffsets)"),
                })
            }
            Effect::RemoteLeo { leader, partition, follower, from, to } => {
                let f = cx.b(*follower);
                let outcome = change(cx, offset_or_unknown(*from), offset_or_unknown(*to));
                match to {
                    Some(_) => {
                        let call = cx.at(Place::Request(*follower, *partition), *to);
                        Sentence::with(format!("{f} 的 remote LEO := fetch offset {call}"), outcome)
                    }
                    None => Sentence::with(
                        format!("{} 还不知道 {f} 的 remote LEO", cx.b(*leader)),
                        outcome,
                    ),
                }
            }
            Effect::Parked { leader, follower, ms, .. } => Sentence::of(format!(
                "没有新数据给 {}：{} 挂起这次拉取，等到有数据或 {ms} ms",
                cx.b(*follower),
                cx.b(*leader)
            )),
            Effect::Unparked { leader, follower, why, .. } => {
                let (l, f) = (cx.b(*leader), cx.b(*follower));
                Sentence::of(match why {
                    Unpark::Data => format!("有新数据：{l} 重新读取 {f} 挂起的拉取"),
                    Unpark::WaitOver => {
                        format!("replica.fetch.wait.max.ms 已到：{l} 重新读取 {f} 的拉取")
                    }
                    Unpark::Hw => format!("HW 高于上次发出的：{l} 重新读取 {f} 挂起的拉取"),
                    Unpark::NotLeader => format!("{l} 不再是 Leader：{f} 挂起的拉取结束"),
                })
            }
            Effect::RecordsSent { leader, partition, follower, records, hw, .. } => {
                let hw = cx.at(Place::Hw(*leader, *partition), *hw);
                let what = match records.is_empty() {
                    true => "没有消息".to_owned(),
                    false => cx.values(records),
                };
                Sentence::of(format!("{} 响应 {}：{what}，HW {hw}", cx.b(*leader), cx.b(*follower)))
            }
            Effect::EpochEndSent { leader, follower, asked, epoch, end, .. } => {
                let (l, f) = (cx.b(*leader), cx.b(*follower));
                let e = epoch_or_none(epoch.or(*asked));
                Sentence::of(match end {
                    Some(end) => format!("{l} 响应 {f}：epoch {e} 在 {end} 结束"),
                    None => format!("{l} 响应 {f}：不知道 epoch {e} 在哪里结束"),
                })
            }
            Effect::DivergingSent { leader, follower, offset, last, epoch, end, .. } => {
                Sentence::of(format!(
                    "{} 响应 {}：有分歧，epoch {epoch} 在 {end} 结束 (fetch@{offset} last e{last})",
                    cx.b(*leader),
                    cx.b(*follower)
                ))
            }
            Effect::EpochFenced { leader, follower, sent, known, .. } => Sentence::of(format!(
                "{} 知道的 epoch 是 {known}，{} 的请求带的是 {sent}：{}",
                cx.b(*leader),
                cx.b(*follower),
                if sent < known { "太旧" } else { "太新" }
            )),
            Effect::FetcherStopped { broker, .. } => {
                Sentence::of(format!("{} 被 fenced：Controller 通知之前不再拉取", cx.b(*broker)))
            }
            Effect::OffsetSent { leader, follower, ask, offset, .. } => {
                let what = match ask {
                    Ask::LogStart => "日志起点是",
                    Ask::LogEnd | Ask::Fetch { .. } | Ask::EpochEnd(_) => " LEO 是",
                };
                Sentence::of(format!(
                    "{} 响应 {}：我的{what} {offset}",
                    cx.b(*leader),
                    cx.b(*follower)
                ))
            }
            Effect::ErrorSent { leader, follower, error, .. } => Sentence::of(format!(
                "{} 响应 {}：{}",
                cx.b(*leader),
                cx.b(*follower),
                error.name()
            )),
            Effect::ErrorReceived { broker, error, .. } => {
                let (b, error_name) = (cx.b(*broker), error.name());
                Sentence::of(match error {
                    // Whether it asks again is said for itself.
                    KafkaError::FencedLeaderEpoch => format!("{b} 收到 {error_name}"),
                    _ => format!("{b} 收到 {error_name}，会再问"),
                })
            }
            Effect::NotShorter { broker, leo, leader_end, .. } => Sentence::of(format!(
                "Leader 的 LEO {leader_end} 不低于 {} 的 LEO {leo}：接着问日志起点",
                cx.b(*broker)
            )),
            Effect::KeptLog { broker, leo, leader_start, .. } => Sentence::of(format!(
                "{} 保留日志：Leader 的日志起点 {leader_start} 不高于 LEO {leo}",
                cx.b(*broker)
            )),
            Effect::Vanished { broker, leader, what, .. } => {
                let (f, l) = (cx.b(*broker), cx.b(*leader));
                Sentence::of(match what {
                    Lost::Request => format!("{f} 发给 {l} 的请求消失了"),
                    Lost::Parked => format!("{f} 挂在 {l} 上的拉取消失了"),
                    Lost::Reply => format!("{l} 给 {f} 的响应消失了"),
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
                        "{} 让 {} 加入 ISR，LEO {leo} {} {}",
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
                            LagRule::MessagesOrStuck | LagRule::MessagesOrTime => "没有拉取的时间",
                            LagRule::ReadToEnd | LagRule::CaughtUp | LagRule::CaughtUpOrAtLeo => {
                                "未追上的时间"
                            }
                        };
                        format!("{what}超过 replica.lag.time.max.ms {max}")
                    }
                    Lag::Messages { behind, max } => {
                        format!("落后 {behind} 条 > replica.lag.max.messages {max}")
                    }
                };
                Sentence::with(
                    format!("{} 踢出 {}，{why}", cx.b(*leader), cx.b(*follower)),
                    format!("ISR {}", cx.isr(*partition, *isr)),
                )
            }
            Effect::IsrWriteRefused { leader, partition, wanted } => Sentence::of(format!(
                "{} 无法写入 ISR {}：znode 已被别人改过",
                cx.b(*leader),
                cx.isr(*partition, *wanted)
            )),
            Effect::FellBehind { leader, follower, .. } => Sentence::of(format!(
                "{} 落后于 {} 超过 replica.lag.time.max.ms",
                cx.b(*follower),
                cx.b(*leader)
            )),
            Effect::IsrWriteUnreachable { leader, partition, wanted } => Sentence::of(format!(
                "{} 无法写入 ISR {}：连不上 ZooKeeper",
                cx.b(*leader),
                cx.isr(*partition, *wanted)
            )),
            Effect::AlterSent { leader, partition, wanted, maximal, why, .. } => Sentence::with(
                format!(
                    "{} 向 Controller 申请 ISR {}，{}",
                    cx.b(*leader),
                    cx.isr(*partition, *wanted),
                    alter_reason(cx, why)
                ),
                format!("maximal {}", cx.isr(*partition, *maximal)),
            ),
            Effect::AlterAccepted { leader, partition, isr, epoch } => Sentence::with(
                format!("Controller 同意 {} 的申请，epoch {epoch}", cx.b(*leader)),
                format!("ISR {}", cx.isr(*partition, *isr)),
            ),
            Effect::AlterRefused { leader, partition, wanted, error } => Sentence::of(format!(
                "Controller 拒绝 {} 申请的 ISR {}：{}",
                cx.b(*leader),
                cx.isr(*partition, *wanted),
                error.name()
            )),
            Effect::IsrCommitted { leader, partition, from, to } => Sentence::with(
                format!("{} 收到 Controller 的答复，已提交的 ISR", cx.b(*leader)),
                change(cx, cx.isr(*partition, *from), cx.isr(*partition, *to)),
            ),
            Effect::IsrReverted { leader, partition, isr, error } => Sentence::of(format!(
                "{} 收到 {}：ISR 仍是 {}",
                cx.b(*leader),
                error.name(),
                cx.isr(*partition, *isr)
            )),
            Effect::IsrStuck { leader, partition, wanted, error } => Sentence::of(format!(
                "{} 收到 {}：{} 悬着，等下一次通知",
                cx.b(*leader),
                error.name(),
                cx.isr(*partition, *wanted)
            )),
            Effect::AlterVanished { leader, answer, .. } => {
                let l = cx.b(*leader);
                Sentence::of(match answer {
                    true => format!("给 {l} 的 AlterPartition 响应消失了"),
                    false => format!("{l} 的 AlterPartition 请求消失了：{l} 会再申请"),
                })
            }
            Effect::IsrHeard { leader, partition, from, to } => {
                let what =
                    if from == to { "又得知分区的状态" } else { "得知 ISR 变了" };
                Sentence::with(
                    format!("{} {what}，epoch 没变", cx.b(*leader)),
                    format!(
                        "ISR {}",
                        change(cx, cx.isr(*partition, *from), cx.isr(*partition, *to))
                    ),
                )
            }

            Effect::Waiting { producer, value, broker, acks, required, .. } => {
                let until = match (acks, cx.setup.rules.acks_all) {
                    (Acks::Count(n), _) => format!("{n} 个 ISR 成员的 LEO"),
                    (Acks::All, AcksAll::EveryMember) => "每个 ISR 成员的 LEO".to_owned(),
                    (Acks::All, AcksAll::Hw) | (Acks::None | Acks::Leader, _) => "HW".to_owned(),
                };
                Sentence::of(format!(
                    "{} 的 {} 在 {} 的 purgatory 里等 {until} {} {required}",
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
                        format!("{p}：offset {offset} 的 {v} 已确认，Leader 已写入 (acks=1)")
                    }
                    AckRule::Hw { hw, required } => format!(
                        "{p}：offset {offset} 的 {v} 已确认，HW {hw} {at_least} {required} (acks=all)"
                    ),
                    AckRule::Members { have, wanted } => format!(
                        "{p}：offset {offset} 的 {v} 已确认，{have} 个 ISR 成员已写入 \
 (acks={wanted})"
                    ),
                })
            }
            Effect::Unasked { producer, value, .. } => Sentence::of(format!(
                "{} 以 acks=0 发出 {}：不会有响应",
                cx.p(*producer),
                cx.v(*value)
            )),
            Effect::Dropped { producer, value, error, .. } => Sentence::of(format!(
                "acks=0，{} 不会知道：{} 失败 {}",
                cx.p(*producer),
                cx.v(*value),
                error.name()
            )),
            Effect::Failed { producer, value, error, detail, .. } => {
                let why = match detail {
                    FailDetail::None => match error {
                        KafkaError::NetworkException => "，结果如何它无从得知".to_owned(),
                        _ => String::new(),
                    },
                    FailDetail::Isr { isr, min_isr } => {
                        format!("，ISR {isr} < {} {min_isr}", cx.min_isr())
                    }
                    FailDetail::Sequence { number, expected } => {
                        format!("，序号是 {number}，应为 {expected}")
                    }
                    FailDetail::Hw { hw, required } => format!("，HW {hw} < {required}"),
                };
                Sentence::of(format!(
                    "{}：{} 失败 {}{why}",
                    cx.p(*producer),
                    cx.v(*value),
                    error.name()
                ))
            }
            Effect::Consumed { consumer, from, hw, records, .. } => {
                let c = cx.c(*consumer);
                Sentence::of(match records.is_empty() {
                    true => format!("{c} 在 offset {from} 没有看到新消息，HW {hw}"),
                    false => {
                        format!("{c} 从 offset {from} 读到 {}，HW {hw}", cx.values(records))
                    }
                })
            }
            Effect::ConsumeFailed { consumer, position, error, .. } => Sentence::of(format!(
                "{} 在 offset {position} 收到 {}",
                cx.c(*consumer),
                error.name()
            )),
            Effect::AnswerLost { producer, value, .. } => Sentence::of(format!(
                "给 {} 的关于 {} 的响应在途中丢失",
                cx.p(*producer),
                cx.v(*value)
            )),
            Effect::Redirected { consumer, from, to, .. } => Sentence::of(format!(
                "{} 把 {} 转给 Leader {}",
                cx.b(*from),
                cx.c(*consumer),
                cx.b(*to)
            )),
            Effect::PositionValid { consumer, position, read, end, .. } => Sentence::of(format!(
                "{} 的位置 {position} 有效：epoch {} 在 {} 结束",
                cx.c(*consumer),
                epoch_or_none(*read),
                offset_or_unknown(*end)
            )),
            Effect::TruncationFound { consumer, position, read, end, .. } => {
                let c = cx.c(*consumer);
                Sentence::of(match end {
                    Some(end) => {
                        format!(
                            "{c} 在 offset {position}，读过的消息没了：epoch {read} 在 {end} 结束"
                        )
                    }
                    None => {
                        format!(
                            "{c} 在 offset {position}，读过的消息没了：epoch {read} 的结束位置未知"
                        )
                    }
                })
            }
            Effect::Recognized { producer, value, offset, .. } => Sentence::of(format!(
                "按序号认出 {} 的 {}：它仍只在 offset {offset}，不再追加",
                cx.p(*producer),
                cx.v(*value)
            )),
            Effect::WillRetry { producer, value, error, left, ms, .. } => {
                let left = match *left {
                    u8::MAX => String::new(),
                    left => format!("，还剩 {left} 次"),
                };
                Sentence::of(format!(
                    "{}：{} 得到 {}，{ms} ms 后重发{left}",
                    cx.p(*producer),
                    cx.v(*value),
                    error.name()
                ))
            }
            Effect::Retried { producer, value, .. } => {
                Sentence::of(format!("{} 重发 {}", cx.p(*producer), cx.v(*value)))
            }
            Effect::NewProducerId { producer } => {
                Sentence::of(format!("{} 得到新的 producer id：序号从 0 开始", cx.p(*producer)))
            }
            Effect::Sought { consumer, whence, from, to, .. } => Sentence::with(
                match whence {
                    Whence::Beginning => format!("{} 的位置 := 日志起点", cx.c(*consumer)),
                    Whence::End => {
                        format!("{} 的位置 := HW（消费者看到的末尾）", cx.c(*consumer))
                    }
                },
                change(cx, from, to),
            ),
            Effect::PositionReset { consumer, from, to, .. } => Sentence::with(
                format!("{} 的位置被重置 (auto.offset.reset)", cx.c(*consumer)),
                change(cx, from, to),
            ),

            Effect::Down { broker, how } => {
                let b = cx.b(*broker);
                Sentence::of(match how {
                    Death::Killed => format!("{b} 宕机，页缓存还在"),
                    Death::PowerLoss => format!("{b} 断电，没有刷盘的部分丢失"),
                    Death::Stopped => format!("{b} 正常关闭"),
                    Death::Halted => {
                        format!("{b} 自行停机：Leader 的日志更短，而 unclean 选举已关闭")
                    }
                })
            }
            Effect::Up { broker } => Sentence::of(format!("{} 已启动", cx.b(*broker))),
            Effect::Paused { broker } => {
                Sentence::of(format!("{} 暂停：进程还在，但什么也不做", cx.b(*broker)))
            }
            Effect::Resumed { broker } => Sentence::of(format!("{} 从暂停处继续", cx.b(*broker))),
            Effect::ReplicaCreated { broker, .. } => {
                Sentence::of(format!("{} 新建一个空副本", cx.b(*broker)))
            }
            Effect::ReplicaDeleted { broker, .. } => {
                Sentence::of(format!("{} 删除自己的副本：它已不在 assignment 中", cx.b(*broker)))
            }
            Effect::Wiped { broker } => Sentence::of(format!("{} 的磁盘空了", cx.b(*broker))),
            Effect::LeaderNow { broker, partition, epoch, isr } => Sentence::of(format!(
                "{} 成为 Leader：epoch {epoch}，ISR {}",
                cx.b(*broker),
                cx.isr(*partition, *isr)
            )),
            Effect::FollowerNow { broker, epoch, leader, .. } => Sentence::of(format!(
                "{} 成为 {} 的 Follower：epoch {epoch}",
                cx.b(*broker),
                cx.b(*leader)
            )),
            Effect::FollowsOn { broker, epoch, leader, .. } => Sentence::of(format!(
                "{} 继续跟随 {}：只有 epoch 变了，{epoch}",
                cx.b(*broker),
                cx.b(*leader)
            )),

            Effect::NoticedDeath { broker } => {
                Sentence::of(format!("Controller 发现 {} 宕机", cx.b(*broker)))
            }
            Effect::NoticedReturn { broker } => {
                Sentence::of(format!("Controller 发现 {} 回来了", cx.b(*broker)))
            }
            Effect::Elected { partition, leader, epoch, isr, how } => {
                let l = cx.b(*leader);
                let how = match how {
                    Election::FromIsr => format!("选出 {l}，它是 ISR 中第一个存活的副本"),
                    Election::Unclean => format!("UNCLEAN 选举选出 {l}，它不在 ISR 中"),
                    Election::Preferred => format!("选出优先副本 {l}"),
                    Election::ControlledShutdown => format!("旧 Leader 正在关闭，选出 {l}"),
                    Election::Elr => format!("选出 {l}，它是 ELR 中第一个存活的副本"),
                    Election::LastLeader => format!("UNCLEAN 选举选出最后一任 Leader {l}"),
                    Election::Moved => format!("选出 {l}，Leader 被移到它上面"),
                    Election::Reassigned => format!("旧 Leader 要移走，选出 {l}"),
                };
                Sentence::of(format!("{how}：epoch {epoch}，ISR {}", cx.isr(*partition, *isr)))
            }
            Effect::Leaderless { partition, epoch, isr } => Sentence::of(format!(
                "没有副本可以当 Leader：leader -1，epoch {epoch}，ISR {}",
                cx.isr(*partition, *isr)
            )),
            Effect::IsrCut { partition, broker, epoch, isr } => Sentence::with(
                format!("Controller 把 {} 移出 ISR，epoch {epoch}", cx.b(*broker)),
                format!("ISR {}", cx.isr(*partition, *isr)),
            ),
            Effect::Nobody { broker, epoch, .. } => {
                Sentence::of(format!("{} 得知没有 Leader：epoch {epoch}", cx.b(*broker)))
            }
            Effect::ElrChanged { partition, elr, last_leader, isr, min_isr } => {
                let sign = if isr.len() < usize::from(*min_isr) { "<" } else { cx.glyphs.at_least };
                let mut outcome = format!("ELR {}", cx.isr(*partition, *elr));
                if let Some(last) = last_leader {
                    outcome += &format!("，最后一任 Leader {}", cx.b(*last));
                }
                Sentence::with(
                    format!("ISR {} {sign} {} {min_isr}", isr.len(), cx.min_isr()),
                    outcome,
                )
            }
            Effect::UncleanShutdown { broker } => {
                Sentence::of(format!("{} 上次不是正常关闭：移出所有 ISR 和 ELR", cx.b(*broker)))
            }
            Effect::Recovering { leader, done, .. } => {
                let l = cx.b(*leader);
                Sentence::of(match done {
                    false => format!("{l} 是 unclean 选举出的 Leader，处于 RECOVERING"),
                    true => format!("{l} 已从 unclean 选举中恢复"),
                })
            }
            Effect::Reassigning { epoch, from, to, .. } => Sentence::with(
                format!("重新分配副本，epoch {epoch}"),
                cx.arrow(cx.notation().order(from), cx.notation().order(to)),
            ),
            Effect::Reassigned { epoch, to, .. } => Sentence::of(format!(
                "副本重新分配完成，epoch {epoch}：副本是 {}",
                cx.notation().order(to)
            )),
            Effect::Reordered { to, .. } => {
                Sentence::of(format!("assignment 的顺序变为 {}", cx.notation().order(to)))
            }
            Effect::Told { broker, word } => {
                Sentence::of(format!("{} 接到通知：{}", cx.b(*broker), told(cx, word)))
            }
            Effect::WordIgnored { broker, word } => {
                let why = match word.state.leader {
                    None => "没有 Leader",
                    Some(_) => "epoch 不是新的",
                };
                Sentence::of(format!("{} 忽略通知（{why}）：{}", cx.b(*broker), told(cx, word)))
            }

            Effect::Passed { ms } => Sentence::of(format!("过了 {ms} ms")),
            Effect::AcksSet { producer, from, to } => Sentence::with(
                format!("{} 的 acks", cx.p(*producer)),
                change(cx, acks(*from), acks(*to)),
            ),
            Effect::MinIsrSet { from, to } => {
                Sentence::with("min.insync.replicas", change(cx, from, to))
            }
            Effect::UncleanSet { to } => {
                Sentence::with("unclean.leader.election.enable", to.to_string())
            }
            Effect::LinkCut { link } => {
                Sentence::of(format!("{}的连接断了", super::link(cx, *link)))
            }
            Effect::LinkHealed { link } => {
                Sentence::of(format!("{}的连接恢复了", super::link(cx, *link)))
            }
            Effect::WordsHeld { broker, held } => {
                let b = cx.b(*broker);
                Sentence::of(match held {
                    true => format!("Controller 给 {b} 的通知被扣住"),
                    false => format!("Controller 给 {b} 的通知不再被扣住"),
                })
            }
            Effect::AnswerWillBeLost { producer } => {
                Sentence::of(format!("给 {} 的下一个响应会丢失", cx.p(*producer)))
            }
            Effect::Simplified { broker, what } => {
                let b = cx.b(*broker);
                Sentence::of(match what {
                    Simplification::UnnoticedRestart => {
                        format!("简化：Controller 没有发现 {b} 重启")
                    }
                    Simplification::UnnoticedPowerLoss => {
                        format!("简化：Controller 没有发现 {b} 断电")
                    }
                })
            }
            Effect::Lost { offset, value, .. } => Sentence::of(format!(
                "丢失：{} 曾被承诺，Leader 的 offset {offset} 上已经没有它",
                cx.v(*value)
            )),
            Effect::Recovered { offset, value, .. } => {
                Sentence::of(format!("{} 又回到了 offset {offset}", cx.v(*value)))
            }
            Effect::Diverged { offset, .. } => {
                Sentence::of(format!("不一致：存活副本在 offset {offset} 不同，而它低于双方的 HW"))
            }
            Effect::Broken { breach } => Sentence::of(format!(
                "被破坏：{}{}",
                self.property(breach.property),
                breach_place(cx, breach)
            )),
            Effect::Mended { property, .. } => {
                Sentence::of(format!("重新成立：{}", self.property(*property)))
            }
        }
    }

    fn property(&self, property: Property) -> &'static str {
        match property {
            Property::LogMatching => "存活副本在双方 HW 之下一致",
            Property::LeaderCompleteness => "Leader 拥有此前提交的全部消息",
            Property::CandidateCompleteness => "ISR 成员都有已提交的消息",
            Property::QuorumSuperset => "Leader 的 ISR 包含 Controller 的 ISR",
            Property::UncleanExclusion => "ISR 中没有丢过尾部数据的副本",
            Property::ConsistentReads => "读过的消息留在原处",
            Property::AckedSurvives => "acks=all 经得起少于 min.insync.replicas 次故障",
            Property::NoGlobalLoss => "已提交的消息至少在一块磁盘上",
            Property::LeaderHwNeverFalls => "Leader 的 HW 不回退",
            Property::EpochsNeverFall => "日志中的 epoch 不回退",
            Property::OneLeaderAnEpoch => "一个 epoch 只有一个 Leader",
            Property::NobodyStuck => "没有 Follower 永远卡住",
        }
    }
}

/// What became of a number.
fn change<T: std::fmt::Display + PartialEq>(cx: &Context, from: T, to: T) -> String {
    if from == to { format!("{to} 不变") } else { cx.arrow(from, to) }
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
                        Counted::Proposed => Some("申请中"),
                        Counted::CaughtUp => Some("已追上"),
                    },
                );
            Sentence::with(format!("{b} 的 HW = {formula}"), change(cx, from, to))
        }
        HwRule::BelowMinIsr { isr, min_isr } => Sentence::with(
            format!("{b} 的 HW 冻结，ISR {isr} < {} {min_isr}", cx.min_isr()),
            change(cx, from, to),
        ),
        HwRule::Follower { leader_hw, leo } => {
            let leader_hw = cx.at(Place::Reply(broker, partition), *leader_hw);
            let leo = cx.at(place, *leo);
            Sentence::with(
                format!("{b} 的 HW = min(响应里的 HW {leader_hw}, LEO {leo})"),
                change(cx, from, to),
            )
        }
        // The process is new: there is no HW that this one replaces.
        HwRule::Loaded { file, leo } => Sentence::with(
            format!("{b} 的 HW = min(文件里的 HW {file}, LEO {leo})"),
            to.to_string(),
        ),
        HwRule::Clamped { start, leo } => Sentence::with(
            format!("{b} 的 HW = HW {from} 限制在日志内：{start} 到 LEO {}", cx.at(place, *leo)),
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
    let gone = format!("{} 没了", cx.values(cut));
    let own_hw = |hw| cx.at(Place::Hw(broker, partition), hw);
    match (rule, cut.is_empty()) {
        (CutRule::LocalHw { hw }, false) => {
            format!("{b} 把日志截断到自己的 HW {}：{gone}", own_hw(hw))
        }
        (CutRule::LocalHw { hw }, true) => {
            format!("{b} 不用截断：HW 是 {}，LEO 是 {leo}", own_hw(hw))
        }
        (CutRule::EpochEnd { asked, end }, false) => {
            format!("{b} 把日志截断到 epoch {} 的结束位置 {end}：{gone}", epoch_or_none(asked))
        }
        (CutRule::EpochEnd { asked, end }, true) => {
            format!("{b} 不用截断：epoch {} 在 {end} 结束，LEO 是 {leo}", epoch_or_none(asked))
        }
        (CutRule::CommonEpoch { epoch, end, own, own_end }, is_empty) => {
            let ends = match (own, own_end) {
                (Some(own), Some(own_end)) if own == epoch => {
                    format!("epoch {epoch} 在对方 {end} 结束，在自己 {own_end} 结束")
                }
                (Some(own), Some(own_end)) => {
                    format!("自己没有 epoch {epoch}，epoch {own} 在 {own_end} 结束")
                }
                _ => format!("epoch {epoch} 在对方 {end} 结束，自己没有它"),
            };
            match is_empty {
                false => format!("{b} 截断，{ends}：{gone}"),
                true => format!("{b} 不用截断：{ends}，LEO 是 {leo}"),
            }
        }
        (CutRule::NoEpoch { hw }, false) => {
            format!("{b} 没有可问的 epoch，截断到自己的 HW {}：{gone}", own_hw(hw))
        }
        (CutRule::NoEpoch { hw }, true) => {
            format!("{b} 不用截断：没有可问的 epoch，HW 是 {}，LEO 是 {leo}", own_hw(hw))
        }
        (CutRule::EpochUndefined { asked, hw }, false) => format!(
            "epoch {} 的结束位置未知，{b} 截断到自己的 HW {}：{gone}",
            epoch_or_none(asked),
            own_hw(hw)
        ),
        (CutRule::EpochUndefined { asked, hw }, true) => format!(
            "{b} 不用截断：epoch {} 的结束位置未知，HW {}，LEO {leo}",
            epoch_or_none(asked),
            own_hw(hw)
        ),
        (CutRule::LeaderShorter { leader_end }, false) => {
            format!("{b} 把日志截断到 Leader 的 LEO {leader_end}：{gone}")
        }
        (CutRule::LeaderShorter { leader_end }, true) => {
            format!("{b} 不用截断：Leader 的 LEO 是 {leader_end}，自己的是 {leo}")
        }
        (CutRule::LeaderStart { leader_start }, false) => {
            format!("{b} 从 Leader 的日志起点 {leader_start} 重新开始：{gone}")
        }
        (CutRule::LeaderStart { leader_start }, true) => {
            format!("{b} 从 Leader 的日志起点 {leader_start} 重新开始")
        }
        (CutRule::PowerLoss { flushed }, false) => {
            format!("{b} 只刷盘到 {flushed}：{gone}")
        }
        (CutRule::PowerLoss { flushed }, true) => {
            format!("{b} 的日志已全部刷盘，到 {flushed}：什么也没丢")
        }
    }
}

/// Why a leader asks for another ISR, in few words.
fn alter_reason(cx: &Context, why: &AlterReason) -> String {
    match why {
        AlterReason::Joins { follower, leo, entry } => {
            format!("{} 的 LEO {leo} {} {entry}", cx.b(*follower), cx.glyphs.at_least)
        }
        AlterReason::Lag(lagging) => {
            let one = |(follower, lag): &(BrokerId, Lag)| {
                let f = cx.b(*follower);
                match lag {
                    Lag::Time { max, .. } => format!("{f} 落后 > {max} ms"),
                    Lag::Messages { behind, max } => format!("{f} 落后 {behind} > {max} 条"),
                }
            };
            lagging.iter().map(one).collect::<Vec<_>>().join("，")
        }
        AlterReason::Recovered => "已恢复".into(),
    }
}

fn told(cx: &Context, word: &LeaderAndIsr) -> String {
    let leader = word.state.leader.map_or("-1", |b| cx.b(b));
    let isr = cx.isr(word.partition, word.state.isr);
    format!("leader {leader}，epoch {}，ISR {isr}", word.state.epoch)
}
