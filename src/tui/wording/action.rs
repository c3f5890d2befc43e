//! The names of the actions, and what the help says of them.

use crate::lang::{Lang, both};
use crate::tui::actions::{Action, Section};

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
            "look for the shortest way to break or reach something from here; again: stop",
            "从这里寻找破坏某性质或到达某状态的最短之路；再按停止",
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
