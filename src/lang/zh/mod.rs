//! The words in Chinese. Kafka's own terms, settings and errors stay as Kafka spells them.

mod effect;
mod event;
mod failure;
mod fault;
mod reading;
mod shell;
mod term;
mod why;

use super::{Context, Label, Words};
use crate::engine::Link;
use crate::engine::effect::Simplification;

/// Where a link is: `A 与 B 之间`.
fn link(cx: &Context, link: Link) -> String {
    let (one, other) = cx.notation().ends(link);
    format!("{one} 与 {} 之间", other.unwrap_or("Controller"))
}

/// Chinese.
pub(super) struct Chinese;

impl Words for Chinese {
    fn simplification(&self, what: Simplification) -> &'static str {
        match what {
            Simplification::UnnoticedRestart => "简化：Controller 没有发现这次重启",
            Simplification::UnnoticedPowerLoss => "简化：Controller 没有发现这次断电",
        }
    }

    fn label(&self, label: Label) -> &'static str {
        match label {
            Label::Leader => "Leader",
            Label::Follower => "Follower",
            Label::Idle => "空闲",
            Label::Down => "宕机",
            Label::Up => "存活",
            Label::NoLeader => "无 Leader",
            Label::Offset => "offset",
            Label::Epoch => "epoch",
            Label::Leo => "LEO",
            Label::Hw => "HW",
            Label::OnDisk => "磁盘上",
            Label::Flushed => "已刷盘",
            Label::RemoteLeo => "remote LEO",
            Label::EpochTable => "epoch 表",
            Label::Segments => "segment",
            Label::Purgatory => "purgatory",
            Label::Session => "session",
            Label::Paused => "暂停",
            Label::Fenced => "fenced",
            Label::InFlight => "在途",
            Label::Sent => "已发出",
            Label::Parked => "挂起",
            Label::Reply => "响应",
            Label::Fetching => "拉取中",
            Label::Truncating => "截断中",
            Label::Controller => "Controller",
            Label::Told => "已通知",
            Label::Unread => "未读",
            Label::Pending => "申请中",
            Label::Maximal => "maximal",
            Label::LastLeader => "最后一任 Leader",
            Label::Recovering => "恢复中",
            Label::MovesTo => "移往",
            Label::Cut => "断开",
            Label::HeldBack => "扣住",
            Label::Due => "将到期",
            Label::Release => "版本",
            Label::Settings => "配置",
            Label::On => "开",
            Label::Off => "关",
            Label::Producer => "producer",
            Label::Consumer => "consumer",
            Label::Acked => "已确认",
            Label::Waiting => "等待中",
            Label::Unasked => "不等确认",
            Label::Failed => "失败",
            Label::Lost => "丢失",
            Label::Duplicated => "重复",
            Label::Election => "选举",
            Label::Truncation => "截断",
            Label::Diverged => "不一致",
            Label::Broken => "性质不成立",
            Label::Unavailable => "不可用",
            Label::Step => "步骤",
            Label::Start => "开始",
            Label::Phase => "阶段",
            Label::Event => "事件",
            Label::Effects => "结果",
            Label::State => "状态",
            Label::NothingChanged => "没有变化",
            Label::OnlyTold => "（只讲解）",
            Label::Script => "剧本",
            Label::ByHand => "手动",
            Label::Question => "提问",
            Label::Masked => "?",
            Label::Hidden => "隐藏到下一步",
            Label::Held => "符合",
            Label::NotHeld => "不符合",
            Label::Found => "实际",
            Label::Simplified => "简化",
            Label::Why => "为什么？",
            Label::Ledger => "账本",
            Label::Record => "消息",
            Label::ProducerKnows => "结果",
            Label::InLogs => "所在日志",
            Label::Committed => "已提交",
            Label::ReadBy => "读者",
            Label::Help => "帮助：",
        }
    }

    fn no_epochs(&self, release: &str) -> String {
        format!("{release} 没有")
    }

    fn too_small(&self, columns: u16, rows: u16) -> String {
        format!("屏幕至少要 {columns} 列 {rows} 行。")
    }

    fn more(&self, count: usize) -> String {
        format!("另有 {count} 条")
    }
}
