//! What is read from a state, in Chinese.

use super::Chinese;
use crate::engine::ledger::Outcome;
use crate::lang::ReadingWords;
use crate::scenario::quantity::Keyword;

impl ReadingWords for Chinese {
    fn keyword(&self, keyword: Keyword) -> &'static str {
        match keyword {
            Keyword::Up => "存活",
            Keyword::Down => "宕机",
            Keyword::Leader => "Leader",
            Keyword::Follower => "Follower",
            Keyword::Idle => "空闲",
            Keyword::None => "无请求",
            Keyword::Requested => "请求已发出",
            Keyword::Parked => "挂起",
            Keyword::Replied => "回复已发出",
            Keyword::Stopped => "已停止",
            Keyword::Stuck => "等待新消息",
            Keyword::Paused => "暂停",
            // The values of a setting, as Kafka's files have them.
            Keyword::True => "true",
            Keyword::False => "false",
        }
    }

    fn outcome(&self, outcome: Option<Outcome>) -> String {
        match outcome {
            None => "未发送".into(),
            Some(Outcome::Unasked) => "以 acks=0 发送".into(),
            Some(Outcome::Waiting) => "等待中".into(),
            Some(Outcome::Acked) => "已确认".into(),
            Some(Outcome::Failed(error)) => format!("失败：{}", error.name()),
        }
    }

    fn separator(&self) -> &'static str {
        "、"
    }
}
