//! Failure × release, in Chinese.

use super::Chinese;
use crate::failures::{Damage, Obstacle};
use crate::lang::{Context, Explained, FailureRemark, FailureWords, Lang};
use crate::scenario::ToldFailure;

impl FailureWords for Chinese {
    fn damage(&self, damage: Damage) -> Explained {
        match damage {
            Damage::Diverged => {
                Explained::new("分歧", "存活副本在双方 HW 以下的内容不同，而且没有人知道。")
            }
            Damage::Lost => Explained::new("丢失", "承诺过的消息不见了。"),
            Damage::Stuck => Explained::new("卡住", "Follower 永远重复同一个请求。"),
            Damage::Halted => Explained::new("停机", "有 broker 自行停机。"),
            Damage::NoLeader => Explained::new("无 Leader", "最后没有 Leader。"),
            Damage::Duplicated => Explained::new("重复", "日志里有一条消息出现了两次。"),
            Damage::Vanished => Explained::new("消失", "以 acks=0 发送的消息不见了，没有人得知。"),
            Damage::ShownEarly => {
                Explained::new("过早可见", "Follower 的 HW 一度覆盖了随后被截断的消息。")
            }
            Damage::ReaderError => Explained::new("读取出错", "消费者收到未知的服务端错误。"),
        }
    }

    fn fine(&self) -> Explained {
        Explained::new("无恙", "没有丢失、重复或分歧。")
    }

    fn not_playable(&self) -> Explained {
        Explained::new("不可重演", "在那里是另一个故事。")
    }

    fn obstacle(&self, cx: &Context, step: usize, obstacle: &Obstacle) -> String {
        match obstacle {
            Obstacle::Refused(command, refusal) => {
                let command = cx.notation().command(command);
                let reason = Lang::Zh.refusal(cx, *refusal);
                format!("第 {step} 步 {command} 无法发生：{reason}。")
            }
            Obstacle::Premise(broken) => {
                let broken = broken.tell(Lang::Zh, cx.setup, cx.names);
                let ToldFailure { expectation, found, .. } = broken;
                format!("第 {step} 步以 {expectation} 为前提，而那里是 {found}。")
            }
        }
    }

    fn another_story(&self, step: usize, broken: &ToldFailure) -> String {
        let ToldFailure { expectation, found, .. } = broken;
        format!("这里是另一个故事：第 {step} 步以 {expectation} 为前提，而这里是 {found}")
    }

    fn told_of_another_story(&self, release: &str) -> String {
        format!("（这里是另一个故事；按 {release} 讲述）")
    }

    fn failures(&self, said: FailureRemark) -> String {
        match said {
            FailureRemark::Title => "故障 × 版本：每个版本的结果".into(),
            FailureRemark::Folded => "一列延续到下一列为止：其间的版本结果相同。".into(),
            FailureRemark::Coordination => "3.3 起：KRaft".into(),
            FailureRemark::More => "`replicascope failures F3` 详述一个故障，`replicascope F3` \
                                    演示它，--kafka 选择版本。"
                .into(),
            FailureRemark::Open(key) => format!("{key} 在该版本下演示"),
            FailureRemark::WrittenFor { release, sources: [] } => format!("为 {release} 编写"),
            FailureRemark::WrittenFor { release, sources } => {
                format!("为 {release} 编写；见 {}", sources.join("、"))
            }
            FailureRemark::Outcomes => "每个版本的结果：".into(),
        }
    }
}
