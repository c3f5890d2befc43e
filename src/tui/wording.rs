//! The words of the actions, in every language.
//!
//! Each match is exhaustive and each entry has a field for every language, so that a missing
//! sentence does not compile.

use super::actions::{Action, Reason, Section};
use super::faults::{ControllerAct, Part};
use super::key::Key;
use super::keymap::Keymap;
use super::ui::{PromptFor, Saving};
use crate::engine::{MAX_ADVANCE, MAX_LOG_RECORDS, MAX_PURGATORY, Ms};
use crate::lang::{Context, Lang};
use crate::scenario::bounds::MAX_NAME;
use crate::scenario::settings::Origin;
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
        Section::Timeline => both("Timeline", "时间线"),
        Section::Branches => both("Branches and files", "分支与文件"),
        Section::Fetch => both("Follower fetch", "Follower 拉取"),
        Section::Clients => both("Clients", "客户端"),
        Section::Faults => both("Faults and disks", "故障与磁盘"),
        Section::Controller => both("Controller and topic", "Controller 与 topic"),
        Section::Time => both("Time", "时间"),
        Section::Compare => both("Releases", "版本与对照"),
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
        Action::Into => both("into", "进入"),
        Action::GoTo => both("go to", "跳到"),
        Action::NextMark => both("next mark", "下个标记"),
        Action::PreviousMark => both("mark before", "上个标记"),
        Action::NextLoss => both("next loss", "下次丢失"),
        Action::PreviousLoss => both("loss before", "上次丢失"),
        Action::NextHw => both("next HW", "下次 HW"),
        Action::PreviousHw => both("HW before", "上次 HW"),
        Action::Search => both("search", "查找"),
        Action::NextMatch => both("next match", "下个匹配"),
        Action::PreviousMatch => both("match before", "上个匹配"),
        Action::Branches => both("branches", "分支"),
        Action::RenameBranch => both("name", "命名"),
        Action::NoteBranch => both("note", "备注"),
        Action::DeleteBranch => both("delete", "删除"),
        Action::Undo => both("undo", "撤销"),
        Action::Save => both("save", "保存"),
        Action::SaveBranch => both("save branch", "保存分支"),
        Action::SaveEach => both("save each", "逐个保存"),
        Action::Copy => both("copy", "复制"),
        Action::Fetch => both("fetch", "拉取"),
        Action::Phase => both("phase", "阶段"),
        Action::CatchUp => both("catch up", "追上"),
        Action::Settle => both("settle", "全部追上"),
        Action::Faults => both("faults", "故障"),
        Action::Pause => both("pause/resume", "暂停/恢复"),
        Action::Cut => both("cut/heal", "断开/恢复链路"),
        Action::Lose => both("lose", "丢包"),
        Action::LoseAnswer => both("lose answer", "丢应答"),
        Action::HoldWords => both("hold words", "扣留通知"),
        Action::Alter => both("AlterPartition", "AlterPartition"),
        Action::MoveLeader => both("move leader", "移交 leader"),
        Action::Reassign => both("reassign", "重分配"),
        Action::Send => both("send", "发送"),
        Action::Burst => both("burst", "连发"),
        Action::Acks => both("acks", "acks"),
        Action::SendAgain => both("again", "重发"),
        Action::Consume => both("consume", "消费"),
        Action::SeekBeginning => both("to start", "到开头"),
        Action::SeekEnd => both("to end", "到末尾"),
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
        Action::Due => both("due", "将到期"),
        Action::ChooseBroker => both("broker", "选 broker"),
        Action::PreviousBroker => both("up", "上"),
        Action::NextBroker => both("down", "下"),
        Action::NextPartition => both("partition", "分区"),
        Action::PreviousPartition => both("partition", "分区"),
        Action::Releases => both("release", "版本"),
        Action::PreviousRelease => both("older", "旧版本"),
        Action::NextRelease => both("newer", "新版本"),
        Action::Compare => both("compare", "对照"),
        Action::Failures => both("failures", "故障表"),
        Action::Explore => both("explore", "探索"),
        Action::Why => both("why?", "为什么"),
        Action::Ledger => both("ledger", "账本"),
        Action::Sequence => both("sequence", "时序图"),
        Action::LaneBroker => both("broker on/off", "broker 显隐"),
        Action::LaneClients => both("clients on/off", "客户端显隐"),
        Action::LaneController => both("controller on/off", "Controller 显隐"),
        Action::ScrollUp => both("scroll up", "上翻"),
        Action::ScrollDown => both("scroll down", "下翻"),
        Action::LogsBack => both("earlier offsets", "较早的 offset"),
        Action::LogsOn => both("later offsets", "较晚的 offset"),
        Action::Mouse => both("mouse", "鼠标"),
        Action::Language => both("中文", "English"),
        Action::Theme => both("colours", "配色"),
        Action::Signs => both("signs", "符号"),
        Action::Palette => both("command", "命令"),
        Action::Help => both("keys", "按键"),
        Action::Terms => both("terms", "术语"),
        Action::Settings => both("settings", "配置"),
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

/// What [`Action::Sequence`] does while the diagram is open.
pub fn close(lang: Lang) -> &'static str {
    both("close", "关闭").get(lang)
}

/// What [`Action::Mouse`] has done.
pub fn mouse(is_on: bool, lang: Lang) -> &'static str {
    match is_on {
        true => {
            both("mouse on: click a broker, a step, a key", "鼠标已开：可点击 broker、步骤、按键")
        }
        false => both("mouse off: drag to select text", "鼠标已关：可拖动选择文字"),
    }
    .get(lang)
}

/// What an action does in the list of demos, for those that are worth a word there.
pub fn name_in_list(action: Action, lang: Lang) -> Option<&'static str> {
    let both = match action {
        Action::Next => both("open", "打开"),
        Action::NextBroker => both("choose", "选择"),
        Action::Language => both("中文", "English"),
        Action::Failures => both("failures", "故障表"),
        Action::Help => both("keys", "按键"),
        Action::Terms => both("terms", "术语"),
        Action::Quit => both("quit", "退出"),
        Action::Explore
        | Action::Back
        | Action::First
        | Action::Last
        | Action::PlayPause
        | Action::Return
        | Action::Swap
        | Action::Into
        | Action::GoTo
        | Action::NextMark
        | Action::PreviousMark
        | Action::NextLoss
        | Action::PreviousLoss
        | Action::NextHw
        | Action::PreviousHw
        | Action::Search
        | Action::NextMatch
        | Action::PreviousMatch
        | Action::Branches
        | Action::RenameBranch
        | Action::NoteBranch
        | Action::DeleteBranch
        | Action::Undo
        | Action::Save
        | Action::SaveBranch
        | Action::SaveEach
        | Action::Copy
        | Action::Palette
        | Action::Fetch
        | Action::Phase
        | Action::Send
        | Action::Burst
        | Action::CatchUp
        | Action::Settle
        | Action::Faults
        | Action::Pause
        | Action::Cut
        | Action::Lose
        | Action::LoseAnswer
        | Action::HoldWords
        | Action::Alter
        | Action::MoveLeader
        | Action::Reassign
        | Action::Acks
        | Action::SendAgain
        | Action::Consume
        | Action::SeekBeginning
        | Action::SeekEnd
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
        | Action::Due
        | Action::ChooseBroker
        | Action::PreviousBroker
        | Action::NextPartition
        | Action::PreviousPartition
        | Action::Releases
        | Action::PreviousRelease
        | Action::NextRelease
        | Action::Compare
        | Action::Why
        | Action::Ledger
        | Action::Sequence
        | Action::LaneBroker
        | Action::LaneClients
        | Action::LaneController
        | Action::ScrollUp
        | Action::ScrollDown
        | Action::LogsBack
        | Action::LogsOn
        | Action::Mouse
        | Action::Theme
        | Action::Signs
        | Action::Settings
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
        Action::Into => both("into the next step, phase by phase", "进入下一步，逐阶段前进"),
        Action::GoTo => both("to a step by its number", "跳到指定编号的步骤"),
        Action::NextMark => both("to the next step with a mark", "到下一个有标记的步骤"),
        Action::PreviousMark => both("to the step before with a mark", "到上一个有标记的步骤"),
        Action::NextLoss => both("to the next loss", "到下一次丢失"),
        Action::PreviousLoss => both("to the loss before", "到上一次丢失"),
        Action::NextHw => both("to the next step that changes a HW", "到下一个改变 HW 的步骤"),
        Action::PreviousHw => {
            both("to the step before that changes a HW", "到上一个改变 HW 的步骤")
        }
        Action::Search => {
            both("look for a text in what happened and followed", "在事件与变化中查找文字")
        }
        Action::NextMatch => both(
            "to the next step that has it; after a search n too",
            "到下一个匹配的步骤；查找后也可按 n",
        ),
        Action::PreviousMatch => both(
            "to the step before that has it; after a search N too",
            "到上一个匹配的步骤；查找后也可按 N",
        ),
        Action::Branches => {
            both("the tree of branches: what you did by hand", "分支树：手动做过的一切")
        }
        Action::RenameBranch => both("name the branch", "给分支命名"),
        Action::NoteBranch => both("note something about the branch", "给分支写备注"),
        Action::DeleteBranch => {
            both("delete the branch and what grows from it", "删除分支及其下的分支")
        }
        Action::Undo => both(
            "undo the last step by hand, jump, or change of a branch",
            "撤销最近的手动步骤、跳转或分支修改",
        ),
        Action::Save => both(
            "save the script with every branch as a scenario file",
            "把剧本连同全部分支存为场景文件",
        ),
        Action::SaveBranch => {
            both("save the branch as a scenario file of its own", "把该分支单独存为场景文件")
        }
        Action::SaveEach => {
            both("save every branch as a file of its own", "把每个分支各存为一个文件")
        }
        Action::Copy => both(
            "copy the scenario to the clipboard, through the terminal",
            "经终端把场景复制到剪贴板",
        ),
        Action::Fetch => both(
            "a whole fetch of the chosen broker: request, serving, reply",
            "所选 broker 完整拉取一次：请求、处理、应答",
        ),
        Action::Phase => both("the next phase of its fetch", "其拉取的下一阶段"),
        Action::CatchUp => {
            both("it asks and fetches until its fetch parks", "一直询问、拉取，直到其拉取挂起")
        }
        Action::Settle => {
            both("every follower catches up, HWs too", "所有 follower 追上，HW 也追上")
        }
        Action::Faults => both(
            "choose out of a list: every fault, with why it can't happen",
            "从列表中选择：所有故障，以及不能发生的原因",
        ),
        Action::Pause => both(
            "the broker falls silent (a long GC), or goes on",
            "该 broker 停顿（如长 GC），或恢复",
        ),
        Action::Cut => both(
            "cut or heal a link of the broker: choose the other end",
            "断开或恢复该 broker 的链路：选择另一端",
        ),
        Action::Lose => both("lose its request or reply in flight", "丢失它在途的请求或应答"),
        Action::LoseAnswer => {
            both("lose the next answer to the producer", "丢失给 producer 的下一个应答")
        }
        Action::HoldWords => both(
            "hold the controller's words to the broker, or let them go",
            "扣留 Controller 给该 broker 的通知，或放行",
        ),
        Action::Alter => both(
            "the next phase of a leader's AlterPartition",
            "leader 的 AlterPartition 的下一阶段",
        ),
        Action::MoveLeader => {
            both("move the leadership to the chosen broker", "把 leader 移交给所选 broker")
        }
        Action::Reassign => {
            both("give the partition other replicas: B C A", "改变分区的副本：B C A")
        }
        Action::Send => both("send a record with the present acks", "以当前 acks 发送一条消息"),
        Action::Burst => both("send several records", "连续发送多条消息"),
        Action::Acks => both("change acks: 0, 1, all", "切换 acks：0、1、all"),
        Action::SendAgain => both(
            "send again the record that failed last, else the one sent last",
            "重发最近失败的消息，没有则重发最近的一条",
        ),
        Action::Consume => both("consume what is below the HW", "消费 HW 以下的消息"),
        Action::SeekBeginning => both("the consumer goes to the log start", "消费者移到日志起点"),
        Action::SeekEnd => {
            both("the consumer goes to the HW, its end", "消费者移到 HW（它的末尾）")
        }
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
        Action::Due => both(
            "what will become due, when, and by which setting",
            "将要到期的事、还有多久、由哪个配置决定",
        ),
        Action::ChooseBroker => both("choose a broker", "选择 broker"),
        Action::PreviousBroker => both("choose the broker above", "选择上一个 broker"),
        Action::NextBroker => both("choose the broker below", "选择下一个 broker"),
        Action::NextPartition => both("show the next partition", "显示下一个分区"),
        Action::PreviousPartition => both("show the partition before", "显示上一个分区"),
        Action::Releases => {
            both("play the same steps under another Kafka release", "同样的步骤，换一个 Kafka 版本")
        }
        Action::PreviousRelease => both("the same under the release before", "换到前一个版本"),
        Action::NextRelease => both("the same under the release after", "换到后一个版本"),
        Action::Compare => both(
            "compare with another release, setting or branch, side by side",
            "与另一版本、配置或分支并排对照",
        ),
        Action::Explore => both(
            "look for the shortest way to lose something from here; again: stop",
            "从这里寻找最短的丢失之路；再按停止",
        ),
        Action::Failures => both(
            "failure × release: what each release makes of known failures",
            "故障 × 版本：已知故障在每个版本的结果",
        ),
        Action::Why => both(
            "why? HW, acks, ISR, leader; what a failure would lose",
            "为什么？HW、确认、ISR、Leader；故障会丢失什么",
        ),
        Action::Ledger => {
            both("the ledger: what has become of each record", "账本：每条消息的下落")
        }
        Action::Sequence => {
            both("the sequence diagram: who sent what to whom", "时序图：谁向谁发了什么")
        }
        Action::LaneBroker => {
            both("diagram: chosen broker on or off", "时序图：隐藏或显示所选 broker")
        }
        Action::LaneClients => both("diagram: clients on or off", "时序图：隐藏或显示客户端"),
        Action::LaneController => {
            both("diagram: controller on or off", "时序图：隐藏或显示 Controller")
        }
        Action::ScrollUp => both("scroll up in what changed", "变化列表上翻"),
        Action::ScrollDown => both("scroll down in what changed", "变化列表下翻"),
        Action::LogsBack => both("scroll long logs towards their start", "长日志向开头滚动"),
        Action::LogsOn => both("scroll long logs towards their end", "长日志向末尾滚动"),
        Action::Mouse => both(
            "mouse on or off; off, or with Shift held, it selects text",
            "鼠标开关；关闭或按住 Shift 时可选择文字",
        ),
        Action::Language => both("the other language (中文)", "切换语言（English）"),
        Action::Theme => both(
            "the next colours: dark, light, 16, none, contrast",
            "换配色：dark、light、16、none、contrast",
        ),
        Action::Signs => {
            both("the next signs: unicode, narrow, ascii", "换符号：unicode、narrow、ascii")
        }
        Action::Palette => both(
            "every action by its name, with arguments: kill B",
            "按名称执行任何操作，可带参数：kill B",
        ),
        Action::Help => both("every key", "全部按键"),
        Action::Terms => {
            both("what the terms and signs on the screen mean", "屏幕上的术语与符号是什么意思")
        }
        Action::Settings => both(
            "every setting in force, and where its value comes from",
            "全部生效的配置，以及各自的来源",
        ),
        Action::Redraw => both("draw the screen anew", "重画屏幕"),
        Action::Suspend => both("back to the shell; fg returns", "暂回 shell；fg 恢复"),
        Action::Quit => both("leave; the terminal is as before", "退出，终端恢复原样"),
    }
    .get(lang)
}

/// Why an action can't be done now.
pub fn reason(reason: Reason, lang: Lang, cx: &Context, keys: &Keymap) -> String {
    let key = |action| match keys.keys(action).first() {
        Some(key) => key.to_string(),
        None => name(action, lang).to_owned(),
    };
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
        Reason::NotACount => return refused_answer(PromptFor::Burst, lang),
        Reason::NotATime => return refused_answer(PromptFor::Advance, lang),
        Reason::NotBrokers => return refused_answer(PromptFor::Reassign, lang),
        Reason::NothingLeft => both("there is nothing left to do", "没有要做的事了"),
        Reason::AtStart => both("this is the start", "已在开头"),
        Reason::AtEnd => {
            let back = key(Action::Back);
            return match lang {
                Lang::En => format!("the script ends here; go on by hand, or {back} back"),
                Lang::Zh => format!("剧本到此结束；可手动继续，或按 {back} 后退"),
            };
        }
        Reason::AtEndByHand => {
            let back = key(Action::Return);
            return match lang {
                Lang::En => format!("no step after this one; {back} returns to the script"),
                Lang::Zh => format!("此后还没有步骤；{back} 回到剧本"),
            };
        }
        Reason::NoScript => {
            let (send, fetch) = (key(Action::Send), key(Action::Fetch));
            return match lang {
                Lang::En => format!("there is no script: try {send} to send, {fetch} to fetch"),
                Lang::Zh => format!("没有剧本：试试 {send} 发送、{fetch} 拉取"),
            };
        }
        Reason::InScript => both("you are in the script", "已在剧本中"),
        Reason::NothingByHand => both("nothing has been done by hand yet", "还没有手动步骤"),
        Reason::OnePartition => both("there is one partition", "只有一个分区"),
        Reason::NoProducer => both("there is no producer", "没有 producer"),
        Reason::NoConsumer => both("there is no consumer", "没有 consumer"),
        Reason::NothingSent => both("nothing has been sent here yet", "这里还没有发送过消息"),
        Reason::OneClient => both("there is nobody else to choose", "没有别的客户端"),
        Reason::NoStep { last } => {
            return match lang {
                Lang::En => format!("no such step; {}", prompt_in(PromptFor::GoTo, lang, last)),
                Lang::Zh => format!("没有这一步；{}", prompt_in(PromptFor::GoTo, lang, last)),
            };
        }
        Reason::NoneAhead => both("there is none ahead", "后面没有了"),
        Reason::NoneBehind => both("there is none before", "前面没有了"),
        Reason::NoSearch => {
            let search = key(Action::Search);
            return match lang {
                Lang::En => format!("nothing has been looked for yet: {search}"),
                Lang::Zh => format!("还没有查找过：{search}"),
            };
        }
        Reason::NoBranch => both("this is the script, not a branch", "这是剧本，不是分支"),
        Reason::NothingToUndo => both("there is nothing to undo", "没有可撤销的操作"),
        Reason::NoBranches => both("there is no branch to save", "没有可保存的分支"),
        Reason::NameTaken => both("another branch is called so", "已有同名分支"),
        Reason::NotAName => {
            return match lang {
                Lang::En => format!("not possible; at most {MAX_NAME} columns"),
                Lang::Zh => format!("不行；最多 {MAX_NAME} 列"),
            };
        }
        Reason::NotAFile => both("that is no file name", "这不是文件名"),
        Reason::NotAnAction => both("no such action; Tab completes", "没有这个操作；Tab 补全"),
        Reason::NotAnArgument => both(
            "it does not take that; Tab shows what it takes",
            "它不接受这个参数；Tab 显示可用的参数",
        ),
        Reason::OnlyInDiagram => {
            let open = key(Action::Sequence);
            return match lang {
                Lang::En => format!("only in the diagram: {open}"),
                Lang::Zh => format!("仅用于时序图：{open}"),
            };
        }
        Reason::NoRelease { after: true } => {
            both("this is the newest release here", "已是最新版本")
        }
        Reason::NoRelease { after: false } => {
            both("this is the oldest release here", "已是最旧版本")
        }
        Reason::OnlyInDemo => {
            let open = match keys.action(Key::Enter) {
                Some(Action::Next) => Key::Enter.to_string(),
                _ => key(Action::Next),
            };
            return match lang {
                Lang::En => format!("open a demo first: {open}"),
                Lang::Zh => format!("先打开一个演示：{open}"),
            };
        }
    };
    fixed.get(lang).to_owned()
}

/// The headings of the page of terms: what is on the screen now, and all else.
pub fn terms(on_screen: bool, lang: Lang) -> &'static str {
    match on_screen {
        true => both("On the screen now", "屏幕上现在有"),
        false => both("Other terms and signs", "其他术语与符号"),
    }
    .get(lang)
}

/// The headings of the page of settings: the setting, its value, the default, the origin.
pub fn settings_heading(release: &str, lang: Lang) -> [String; 4] {
    match lang {
        Lang::En => ["setting".into(), "now".into(), release.into(), "from".into()],
        Lang::Zh => ["配置".into(), "现值".into(), release.into(), "来源".into()],
    }
}

/// Where a setting's value comes from.
pub fn origin(origin: Origin, release: &str, lang: Lang) -> String {
    match (origin, lang) {
        (Origin::NotAsked, Lang::En) => format!("not in {release}"),
        (Origin::NotAsked, Lang::Zh) => format!("{release} 不用"),
        (Origin::Release, Lang::En) => "the release".into(),
        (Origin::Release, Lang::Zh) => "版本默认".into(),
        (Origin::Program, Lang::En) => "this program".into(),
        (Origin::Program, Lang::Zh) => "本程序".into(),
        (Origin::File, Lang::En) => "the scenario".into(),
        (Origin::File, Lang::Zh) => "场景文件".into(),
        (Origin::Changed { step, by_hand: 0 }, Lang::En) => format!("step {step}"),
        (Origin::Changed { step, by_hand: 0 }, Lang::Zh) => format!("步骤 {step}"),
        (Origin::Changed { step, by_hand }, Lang::En) => format!("step {step}, hand +{by_hand}"),
        (Origin::Changed { step, by_hand }, Lang::Zh) => format!("步骤 {step}，手动 +{by_hand}"),
    }
}

/// Below the settings: what is counted otherwise than in Kafka, and what can change.
pub fn settings_note(lang: Lang) -> &'static str {
    both(
        "Times are in milliseconds where the name says ms. Kafka counts segments and fetches in \
         bytes (segment.bytes, replica.fetch.max.bytes), this program in records. \
         acks, min.insync.replicas and unclean.leader.election.enable can change while the cluster \
         runs; all others stay as they are.",
        "名称以 ms 结尾的以毫秒计。Kafka 按字节计 segment 与 fetch（segment.bytes、\
         replica.fetch.max.bytes），本程序按条数计。acks、min.insync.replicas 与 \
         unclean.leader.election.enable 可在运行中修改，其余不变。",
    )
    .get(lang)
}

/// Which theme is on the screen now.
pub fn theme_now(name: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("colours: {name}"),
        Lang::Zh => format!("配色：{name}"),
    }
}

/// Which set of signs is on the screen now.
pub fn signs_now(name: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("signs: {name}"),
        Lang::Zh => format!("符号：{name}"),
    }
}

/// What a prompt asks for, and what it takes.
pub fn prompt(what: PromptFor, lang: Lang) -> String {
    prompt_in(what, lang, 0)
}

/// The same, in a session with so many steps on the way.
pub fn prompt_in(what: PromptFor, lang: Lang, last: usize) -> String {
    const HOUR: Ms = 3_600_000;
    let hours = MAX_ADVANCE / HOUR;
    let text = match what {
        // What waits in purgatory has a bound of its own.
        PromptFor::Burst => {
            return match lang {
                Lang::En => {
                    format!("how many? 1 to {MAX_LOG_RECORDS}, with acks=all to {MAX_PURGATORY}")
                }
                Lang::Zh => {
                    format!("多少条？1 到 {MAX_LOG_RECORDS}，acks=all 时到 {MAX_PURGATORY}")
                }
            };
        }
        PromptFor::Advance => {
            return match lang {
                Lang::En => format!("how long? 500ms, 10s, 2m; 1ms to {hours}h"),
                Lang::Zh => format!("多久？500ms、10s、2m；1ms 到 {hours}h"),
            };
        }
        PromptFor::Reassign => both(
            "to which brokers? names or numbers, preferred leader first: B C A",
            "哪些 broker？名称或编号，preferred leader 在前：B C A",
        ),
        PromptFor::GoTo => {
            return match lang {
                Lang::En => format!("which step? 0 to {last}"),
                Lang::Zh => format!("哪一步？0 到 {last}"),
            };
        }
        PromptFor::Search => both("look for:", "查找："),
        PromptFor::BranchName(_) => both("name of the branch:", "分支名："),
        PromptFor::BranchNote(_) => both("note:", "备注："),
        PromptFor::Save(Saving::All) => both("save all as:", "全部存为："),
        PromptFor::Save(Saving::Branch(_)) => both("save the branch as:", "分支存为："),
        PromptFor::Save(Saving::Each) => {
            both("save each branch as, with its name behind it:", "逐个存为，后接分支名：")
        }
        PromptFor::Replace(_) => {
            both("it is there already: replace it? y/n", "文件已存在：替换吗？y/n")
        }
    };
    text.get(lang).to_owned()
}

/// What Enter does in the tree of branches.
pub fn go(lang: Lang) -> &'static str {
    both("go there", "前往").get(lang)
}

/// What a branch without a name is called.
pub fn branch(number: usize, lang: Lang) -> String {
    match (number, lang) {
        (0, Lang::En) => "script".into(),
        (0, Lang::Zh) => "剧本".into(),
        (n, Lang::En) => format!("branch {n}"),
        (n, Lang::Zh) => format!("分支 {n}"),
    }
}

/// Where a branch grows and how long it is; of the script, only the latter.
pub fn branch_size(from: Option<usize>, steps: usize, lang: Lang) -> String {
    match (from, lang) {
        (None, Lang::En) => format!("{steps} steps"),
        (None, Lang::Zh) => format!("{steps} 步"),
        (Some(from), Lang::En) => format!("from step {from}, +{steps}"),
        (Some(from), Lang::Zh) => format!("自步骤 {from}，+{steps}"),
    }
}

/// What a search has come to.
pub fn searched(text: &str, place: Option<usize>, lang: Lang) -> String {
    match (place, lang) {
        (Some(step), Lang::En) => format!("/{text}: step {step}; n next, N before, Esc ends"),
        (Some(step), Lang::Zh) => format!("/{text}：步骤 {step}；n 下一个，N 上一个，Esc 结束"),
        (None, Lang::En) => format!("/{text}: none that way; n ahead, N back, Esc ends"),
        (None, Lang::Zh) => format!("/{text}：这个方向没有；n 向后，N 向前，Esc 结束"),
    }
}

/// A search has looked at so many steps and goes on with another key.
pub fn searching(text: &str, looked: usize, lang: Lang) -> String {
    match lang {
        Lang::En => format!("/{text}: not in {looked} steps; again to go on"),
        Lang::Zh => format!("/{text}：{looked} 步中没有；再按一次继续"),
    }
}

/// What has been saved or copied.
pub fn saved(name: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("saved: {name}"),
        Lang::Zh => format!("已保存：{name}"),
    }
}

/// So much was given to the terminal for the clipboard.
pub fn copied(characters: usize, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{characters} characters to the clipboard, if the terminal allows it"),
        Lang::Zh => format!("已向剪贴板发送 {characters} 个字符（需终端允许）"),
    }
}

/// Why something could not be saved.
pub fn unsaved(why: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("not saved: {why}"),
        Lang::Zh => format!("未保存：{why}"),
    }
}

/// What is done has been undone.
pub fn undone(lang: Lang) -> &'static str {
    both("undone", "已撤销").get(lang)
}

/// A branch has been deleted; the key brings it back.
pub fn deleted(name: &str, key: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{name} deleted; {key} brings it back"),
        Lang::Zh => format!("已删除 {name}；{key} 可恢复"),
    }
}

/// The file on the screen has been read again.
pub fn reloaded(lang: Lang) -> &'static str {
    both("the file has changed: read again", "文件已改动：已重新读取").get(lang)
}

/// The file on the screen has changed and can't be played; what was there goes on.
pub fn not_reloaded(lang: Lang) -> &'static str {
    both(
        "The file has changed and can't be played. The old one goes on.",
        "文件已改动，但无法播放。继续使用原来的内容。",
    )
    .get(lang)
}

/// What a prompt says to an answer that it does not take.
fn refused_answer(what: PromptFor, lang: Lang) -> String {
    let asked = prompt(what, lang);
    match lang {
        Lang::En => format!("not possible; {asked}"),
        Lang::Zh => format!("不行；{asked}"),
    }
}

/// Something was pasted where nothing can be typed.
pub fn pasted(lang: Lang) -> &'static str {
    both(
        "what is pasted goes into a prompt only: none is open",
        "粘贴只能用于输入框：现在没有打开的输入框",
    )
    .get(lang)
}

/// Nothing will become due: no broker runs.
pub fn nothing_due(lang: Lang) -> &'static str {
    both("nothing: time may pass, and nothing happens", "没有：时间流逝，什么也不发生").get(lang)
}

/// The heading of a part of the list of faults.
pub fn faults_heading(part: Part, lang: Lang) -> &'static str {
    match part {
        Part::Broker => both("Broker", "Broker"),
        Part::Links => both("Links", "链路"),
        Part::Flight => both("On the wire", "在途"),
        Part::Controller => both("Controller", "Controller"),
        Part::Followers => both("What repairs it", "修复"),
    }
    .get(lang)
}

/// When the controller acts, and what a choice of the line makes of it.
pub fn controller_acts(act: ControllerAct, at_once: bool, lang: Lang) -> String {
    let what = match act {
        ControllerAct::Notices => {
            both("the controller notices a death or a return", "Controller 察觉死亡或归来")
        }
        ControllerAct::Tells => both("its words arrive", "Controller 的通知送达"),
        ControllerAct::Alters => both("AlterPartition is answered", "AlterPartition 得到答复"),
    };
    let when = match at_once {
        true => both("within the step; make it a step of its own", "在同一步内；改为单独一步"),
        false => both("by a step of its own; make it at once", "单独一步；改为同一步内"),
    };
    let colon = match lang {
        Lang::En => ": ",
        Lang::Zh => "：",
    };
    format!("{}{colon}{}", what.get(lang), when.get(lang))
}

/// Below the list of faults: how one is chosen.
pub fn faults_note(lang: Lang) -> String {
    let (enter, digit) = (Key::Enter, Key::Digit);
    match lang {
        Lang::En => format!("{enter} or the key itself does it; {digit} choose another broker"),
        Lang::Zh => format!("{enter} 或对应按键执行；{digit} 选择其他 broker"),
    }
}
