//! The words of the actions, in every language.
//!
//! Each match is exhaustive and each entry has a field for every language, so that a missing
//! sentence does not compile.

use super::actions::{Action, Reason, Section};
use super::ui::PromptFor;
use crate::engine::{MAX_ADVANCE, MAX_LOG_RECORDS};
use crate::lang::{Context, Lang};
use crate::timeline::MAX_NODES;

/// A text in every language.
struct Both {
    en: &'static str,
    zh: &'static str,
}

impl Both {
    fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Zh => self.zh,
        }
    }
}

const fn both(en: &'static str, zh: &'static str) -> Both {
    Both { en, zh }
}

/// The title of a section of the help.
pub fn section(section: Section, lang: Lang) -> &'static str {
    match section {
        Section::Play => both("Script", "剧本"),
        Section::Fetch => both("Follower fetch", "Follower 拉取"),
        Section::Clients => both("Clients", "客户端"),
        Section::Faults => both("Faults and disks", "故障与磁盘"),
        Section::Controller => both("Controller and topic", "Controller 与 topic"),
        Section::Time => both("Time", "时间"),
        Section::View => both("View", "视图"),
        Section::Program => both("Program", "程序"),
    }
    .get(lang)
}

/// What an action does, in a word or two.
pub fn name(action: Action, lang: Lang) -> &'static str {
    match action {
        Action::Next => both("next", "下一步"),
        Action::Back => both("back", "上一步"),
        Action::First => both("first", "开头"),
        Action::Last => both("last", "结尾"),
        Action::PlayPause => both("play", "播放"),
        Action::Return => both("return", "返回"),
        Action::Swap => both("script/hand", "剧本/手动"),
        Action::Fetch => both("fetch", "拉取"),
        Action::Phase => both("phase", "阶段"),
        Action::Send => both("send", "发送"),
        Action::Burst => both("burst", "连发"),
        Action::Acks => both("acks", "acks"),
        Action::Consume => both("consume", "消费"),
        Action::NextClient => both("client", "客户端"),
        Action::Kill => both("kill", "杀死"),
        Action::Start => both("restart", "重启"),
        Action::Stop => both("stop", "停机"),
        Action::PowerLoss => both("power loss", "断电"),
        Action::Mark => both("mark", "标记"),
        Action::PowerLossUnnoticed => both("unnoticed power loss", "未察觉的断电"),
        Action::RestartUnnoticed => both("unnoticed restart", "未察觉的重启"),
        Action::Wipe => both("wipe", "清盘"),
        Action::Flush => both("flush", "刷盘"),
        Action::CheckpointHw => both("write HW", "写 HW"),
        Action::ElectPreferred => both("preferred", "优先选举"),
        Action::ElectUnclean => both("unclean", "unclean 选举"),
        Action::MinIsr => both("min ISR", "min ISR"),
        Action::Unclean => both("unclean on/off", "unclean 开关"),
        Action::Notice => both("notice", "察觉"),
        Action::Tell => both("tell", "通知"),
        Action::NextDue => both("next due", "下个到期"),
        Action::Advance => both("advance", "时间前进"),
        Action::ChooseBroker => both("broker", "选 broker"),
        Action::PreviousBroker => both("up", "上"),
        Action::NextBroker => both("down", "下"),
        Action::NextPartition => both("partition", "分区"),
        Action::PreviousPartition => both("partition", "分区"),
        Action::Why => both("why?", "为什么"),
        Action::Ledger => both("ledger", "账本"),
        Action::ScrollUp => both("scroll up", "上翻"),
        Action::ScrollDown => both("scroll down", "下翻"),
        Action::Language => both("中文", "English"),
        Action::Help => both("keys", "按键"),
        Action::Redraw => both("redraw", "重画"),
        Action::Suspend => both("suspend", "挂起"),
        Action::Quit => both("quit", "退出"),
    }
    .get(lang)
}

/// What [`Action::PlayPause`] does while the script plays.
pub fn pause(lang: Lang) -> &'static str {
    both("pause", "暂停").get(lang)
}

/// What an action does in the list of demos, for those that are worth a word there.
pub fn name_in_list(action: Action, lang: Lang) -> Option<&'static str> {
    let both = match action {
        Action::Next => both("open", "打开"),
        Action::NextBroker => both("choose", "选择"),
        Action::Language => both("中文", "English"),
        Action::Help => both("keys", "按键"),
        Action::Quit => both("quit", "退出"),
        Action::Back
        | Action::First
        | Action::Last
        | Action::PlayPause
        | Action::Return
        | Action::Swap
        | Action::Fetch
        | Action::Phase
        | Action::Send
        | Action::Burst
        | Action::Acks
        | Action::Consume
        | Action::NextClient
        | Action::Kill
        | Action::Start
        | Action::Stop
        | Action::PowerLoss
        | Action::Mark
        | Action::PowerLossUnnoticed
        | Action::RestartUnnoticed
        | Action::Wipe
        | Action::Flush
        | Action::CheckpointHw
        | Action::ElectPreferred
        | Action::ElectUnclean
        | Action::MinIsr
        | Action::Unclean
        | Action::Notice
        | Action::Tell
        | Action::NextDue
        | Action::Advance
        | Action::ChooseBroker
        | Action::PreviousBroker
        | Action::NextPartition
        | Action::PreviousPartition
        | Action::Why
        | Action::Ledger
        | Action::ScrollUp
        | Action::ScrollDown
        | Action::Redraw
        | Action::Suspend => return None,
    };
    Some(both.get(lang))
}

/// What an action does, in a sentence.
pub fn help(action: Action, lang: Lang) -> &'static str {
    match action {
        Action::Next => both("one step forward", "前进一步"),
        Action::Back => {
            both("one step back, over script and hand alike", "后退一步，手动步骤也可后退")
        }
        Action::First => both("to the start", "回到开头"),
        Action::Last => both("to the end", "到结尾"),
        Action::PlayPause => both("play the script by itself, or pause", "自动播放剧本，或暂停"),
        Action::Return => {
            both("back to the script; from there, to the list", "回到剧本；已在剧本中则回到列表")
        }
        Action::Swap => {
            both("between the script and what you did by hand", "在剧本与手动分支之间切换")
        }
        Action::Fetch => both(
            "a whole fetch of the chosen broker: request, serving, reply",
            "所选 broker 完整拉取一次：请求、处理、应答",
        ),
        Action::Phase => both("the next phase of its fetch", "其拉取的下一阶段"),
        Action::Send => both("send a record with the present acks", "以当前 acks 发送一条消息"),
        Action::Burst => both("send several records", "连续发送多条消息"),
        Action::Acks => both("change acks: 0, 1, all", "切换 acks：0、1、all"),
        Action::Consume => both("consume what is below the HW", "消费 HW 以下的消息"),
        Action::NextClient => {
            both("the next producer and consumer", "换下一个 producer 与 consumer")
        }
        Action::Kill => {
            both("kill the process; its page cache survives", "杀死进程；page cache 仍在")
        }
        Action::Start => both("start a broker that is down", "启动已停的 broker"),
        Action::Stop => {
            both("stop cleanly (controlled shutdown)", "正常停机（controlled shutdown）")
        }
        Action::PowerLoss => both(
            "power loss of the marked brokers, else of the chosen one",
            "已标记的 broker 断电；无标记则所选 broker 断电",
        ),
        Action::Mark => {
            both("mark the chosen broker for a power loss", "标记所选 broker，一起断电")
        }
        Action::PowerLossUnnoticed => both(
            "the same, but the controller does not notice (simplified)",
            "同上，但 Controller 没有察觉（简化）",
        ),
        Action::RestartUnnoticed => both(
            "restart, but the controller does not notice (simplified)",
            "重启，但 Controller 没有察觉（简化）",
        ),
        Action::Wipe => both("wipe the disk of a broker that is down", "清空已停 broker 的磁盘"),
        Action::Flush => both("flush the logs to the disk", "把日志刷到磁盘"),
        Action::CheckpointHw => {
            both("write the HW checkpoint file", "写 replication-offset-checkpoint")
        }
        Action::ElectPreferred => both("elect the preferred leader", "选举 preferred leader"),
        Action::ElectUnclean => both("unclean leader election", "unclean leader 选举"),
        Action::MinIsr => both("change min.insync.replicas", "修改 min.insync.replicas"),
        Action::Unclean => {
            both("switch unclean.leader.election.enable", "切换 unclean.leader.election.enable")
        }
        Action::Notice => both(
            "the controller notices the broker's death or return",
            "Controller 察觉该 broker 死亡或归来",
        ),
        Action::Tell => both(
            "the controller's next word reaches the broker",
            "Controller 的下一条通知送达该 broker",
        ),
        Action::NextDue => {
            both("time passes until the next thing is due", "时间前进到下一件到期的事")
        }
        Action::Advance => both("time passes by an amount: 500, 10s", "时间前进指定长度：500、10s"),
        Action::ChooseBroker => both("choose a broker", "选择 broker"),
        Action::PreviousBroker => both("choose the broker above", "选择上一个 broker"),
        Action::NextBroker => both("choose the broker below", "选择下一个 broker"),
        Action::NextPartition => both("show the next partition", "显示下一个分区"),
        Action::PreviousPartition => both("show the partition before", "显示上一个分区"),
        Action::Why => both(
            "why? HW, acks, ISR, leader; what a failure would lose",
            "为什么？HW、确认、ISR、Leader；故障会丢失什么",
        ),
        Action::Ledger => {
            both("the ledger: what has become of each record", "账本：每条消息的下落")
        }
        Action::ScrollUp => both("scroll up in what changed", "变化列表上翻"),
        Action::ScrollDown => both("scroll down in what changed", "变化列表下翻"),
        Action::Language => both("the other language (中文)", "切换语言（English）"),
        Action::Help => both("every key", "全部按键"),
        Action::Redraw => both("draw the screen anew", "重画屏幕"),
        Action::Suspend => both("back to the shell; fg returns", "暂回 shell；fg 恢复"),
        Action::Quit => both("leave; the terminal is as before", "退出，终端恢复原样"),
    }
    .get(lang)
}

/// Why an action can't be done now.
pub fn reason(reason: Reason, lang: Lang, cx: &Context) -> String {
    let fixed = match reason {
        Reason::Refused(refusal) => return lang.refusal(cx, refusal),
        Reason::Full => {
            return match lang {
                Lang::En => format!("a session holds {MAX_NODES} steps at most"),
                Lang::Zh => format!("一次会话最多 {MAX_NODES} 步"),
            };
        }
        Reason::NoBroker { brokers } => {
            return match (lang, brokers) {
                (Lang::En, 1) => "there is 1 broker".into(),
                (Lang::En, n) => format!("there are {n} brokers"),
                (Lang::Zh, n) => format!("只有 {n} 个 broker"),
            };
        }
        Reason::NotACount => {
            return match lang {
                Lang::En => format!("how many? A number from 1 to {MAX_LOG_RECORDS}"),
                Lang::Zh => format!("多少条？1 到 {MAX_LOG_RECORDS} 的数"),
            };
        }
        Reason::NotATime => {
            return match lang {
                Lang::En => {
                    format!("how long? 500, 500ms, 10s or 2m; at most {} s", MAX_ADVANCE / 1_000)
                }
                Lang::Zh => {
                    format!("多久？500、500ms、10s 或 2m；最多 {} 秒", MAX_ADVANCE / 1_000)
                }
            };
        }
        Reason::AtStart => both("this is the start", "已在开头"),
        Reason::AtEnd => both(
            "the script ends here; go on by hand, or p back",
            "剧本到此结束；可手动继续，或按 p 后退",
        ),
        Reason::AtEndByHand => both(
            "no step after this one; Esc returns to the script",
            "此后还没有步骤；Esc 回到剧本",
        ),
        Reason::NoScript => {
            both("there is no script: try s to send, f to fetch", "没有剧本：试试 s 发送、f 拉取")
        }
        Reason::InScript => both("you are in the script", "已在剧本中"),
        Reason::NothingByHand => both("nothing has been done by hand yet", "还没有手动步骤"),
        Reason::OnePartition => both("there is one partition", "只有一个分区"),
        Reason::NoProducer => both("there is no producer", "没有 producer"),
        Reason::NoConsumer => both("there is no consumer", "没有 consumer"),
        Reason::OneClient => both("there is nobody else to choose", "没有别的客户端"),
        Reason::OnlyInDemo => both("open a demo first: Enter", "先打开一个演示：Enter"),
    };
    fixed.get(lang).to_owned()
}

/// What a prompt asks for.
pub fn prompt(what: PromptFor, lang: Lang) -> &'static str {
    match what {
        PromptFor::Burst => both("how many records?", "发送多少条？"),
        PromptFor::Advance => both("how long? (500, 10s)", "多久？（500、10s）"),
    }
    .get(lang)
}
