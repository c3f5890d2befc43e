//! What stands on the command line, in Chinese.

use super::Chinese;
use crate::lang::{Lang, Message, ShellWords};
use crate::scenario::ToldFailure;

impl ShellWords for Chinese {
    fn not_held(&self, step: usize, failure: &ToldFailure) -> String {
        let ToldFailure { expectation, line, wanted, found } = failure;
        format!("不符：第 {step} 步，第 {line} 行：{expectation}：期望 {wanted}，实际 {found}")
    }

    fn played(&self, steps: usize, held: usize, failed: usize) -> String {
        match (held, failed) {
            (0, 0) => format!("{steps} 步，没有期望"),
            (_, 0) => format!("{steps} 步，{held} 条期望符合"),
            _ => format!("{steps} 步，{held} 条期望符合，{failed} 条不符"),
        }
    }

    fn message(&self, message: &Message) -> String {
        match message {
            Message::NeedsTerminal => "屏幕需要终端；没有终端时请用：replicascope run FILE".into(),
            Message::DumbTerminal => "屏幕需要能移动光标的终端，而 TERM 没有指明这样的终端；\
                                      请用：replicascope run FILE"
                .into(),
            Message::TerminalFailed(why) => format!("终端出错：{why}"),
            Message::CantWrite(why) => format!("无法写出：{why}"),
            Message::CantReadInput(why) => format!("无法读取标准输入：{why}"),
            Message::FewerSteps { asked, steps } => {
                format!("--until {asked}：场景到第 {steps} 步就结束了")
            }
            Message::StandardInput => "标准输入".into(),
            Message::OneFile { file } => {
                format!("{file}：一次只能打开一个文件；见 replicascope --help")
            }
            Message::NoSuchScenario { name, nearest: Some(nearest) } => {
                format!("没有叫 {name:?} 的文件或演示；是不是想打开演示 {nearest}？")
            }
            Message::NoSuchScenario { name, nearest: None } => {
                format!("没有叫 {name:?} 的文件或演示；用 replicascope demos 列出演示")
            }
            Message::SeveralDemos { name, demos } => {
                format!("以 {name:?} 开头的演示不止一个：{}", demos.join("、"))
            }
            Message::CantList { folder, why } => format!("{folder}：无法列出文件夹：{why}"),
            Message::NoFiles { folder } => format!("{folder}：其中没有以 .ron 结尾的文件"),
            Message::TooLong { step, asked, told_in, lines, max, columns } => {
                let language = match told_in {
                    Lang::En => "英文",
                    Lang::Zh => "中文",
                };
                let what = if *asked { "提问" } else { "旁白" };
                format!(
                    "第 {step} 步：{language}{what}占 {lines} 行（每行 {columns} 列）；80×24 的屏幕只显示 \
                     {max} 行"
                )
            }
            Message::Checked { files, bad, held, failed, warnings } => {
                let mut text = format!("{files} 个文件");
                if *bad > 0 {
                    text += &format!("，{bad} 个有错");
                }
                text += &format!("，{held} 条期望符合");
                if *failed > 0 {
                    text += &format!("，{failed} 条不符");
                }
                if *warnings > 0 {
                    text += &format!("，{warnings} 条警告");
                }
                text
            }
            Message::BadConfig => "什么都没有启动，也没有改动：请改好配置文件，或暂不使用它：\
                                   --config /dev/null"
                .into(),
            Message::Warning => "警告".into(),
            Message::Demos => "演示（按课程顺序），然后是大家常问的问题：".into(),
            Message::Steps(count) => format!("{count} 步"),
            Message::Questions => "常见问题，每个都有一个回答它的场景：".into(),
            Message::Failures => "协议历史上的故障，可在任一版本下演示：".into(),
            Message::NoSuchFailure { name, nearest: Some(nearest) } => {
                format!("没有叫 {name:?} 的故障；是不是 {nearest}？")
            }
            Message::NoSuchFailure { name, nearest: None } => {
                format!("没有叫 {name:?} 的故障；用 replicascope failures 列出")
            }
            Message::EmptyClusters => "空集群，随意尝试：".into(),
            Message::HowToOpen => "用编号或名字打开：replicascope 10a".into(),
        }
    }
}
