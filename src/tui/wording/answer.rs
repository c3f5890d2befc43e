//! What a prompt asks for, and why something can't be done.

use super::name;
use crate::engine::{MAX_ADVANCE, MAX_LOG_RECORDS, MAX_PURGATORY, Ms};
use crate::lang::{Context, Lang, both};
use crate::scenario::bounds::MAX_NAME;
use crate::timeline::MAX_NODES;
use crate::tui::actions::{Action, Reason};
use crate::tui::key::Key;
use crate::tui::keymap::Keymap;
use crate::tui::ui::{PromptFor, Saving};

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
        PromptFor::Explore => both("explore (? for help):", "探索（? 查看写法）："),
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

/// What a prompt says to an answer that it does not take.
fn refused_answer(what: PromptFor, lang: Lang) -> String {
    let asked = prompt(what, lang);
    match lang {
        Lang::En => format!("not possible; {asked}"),
        Lang::Zh => format!("不行；{asked}"),
    }
}
