//! What an exploration says, in every language. The matches are exhaustive and each arm has every
//! language, so that a missing sentence does not compile.

use super::{Allowance, Budget, End, Goal, Kind, Verdict};
use crate::lang::Lang;
use crate::printable::printable;

/// Something to be said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Remark<'a> {
    /// What came of a goal.
    Verdict(&'a str, Verdict),
    /// The same, of something that was to be reached.
    Reached(&'a str, Verdict),
    /// Why it ended, where that says more than the verdict.
    Ended(End),
    /// Two settings that decide much.
    Settings {
        /// `unclean.leader.election.enable`.
        unclean: bool,
        /// `min.insync.replicas`.
        min_isr: u8,
        /// Whether everything that the controller says arrives by a step of its own.
        by_step: bool,
    },
    /// What would have raised the leader epoch above this was left out.
    Beyond(u16),
    /// What the budget allows.
    Within(&'a Budget),
    /// What it leaves out.
    LeftOut(&'a [Kind]),
    /// What is never done here.
    Never,
    /// What was searched.
    Searched {
        /// Different states.
        states: u64,
        /// Steps that were tried.
        generated: u64,
        /// Down to which depth nothing was left out.
        depth: usize,
        /// Memory, in bytes.
        bytes: usize,
    },
    /// The chance that two states were taken for one.
    Chance(f64),
    /// How far it is, on one line.
    Progress {
        /// Different states.
        states: u64,
        /// States a second.
        rate: u64,
        /// The depth that is complete.
        depth: usize,
        /// Memory, in bytes.
        bytes: usize,
    },
    /// Random walks that came to nothing.
    NoWalk {
        /// How many.
        walks: u64,
        /// Where the random numbers began.
        seed: u64,
    },
    /// A random walk that came to something.
    Walked {
        /// Which walk, from 1.
        number: u64,
        /// Where the random numbers began.
        seed: u64,
        /// How long it was.
        before: usize,
        /// How long it is.
        after: usize,
    },
    /// A way to break a property was found and can be stepped through: which, in how many steps.
    Opened(&'a str, usize),
    /// The same of something that was to be reached.
    Arrived(&'a str, usize),
    /// It was stopped before these releases.
    NotBegun(&'a str),
    /// A step for each word can't be asked for in the middle of a scenario that has none.
    NotByStep,
    /// What is compared can't be.
    NoComparison(&'a str),
    /// What is found is about what was on the screen, which is something else now.
    Dropped,
    /// What is to be reached is no single expression.
    NoExpression(&'a str),
    /// Everything that could be looked for is broken already.
    BrokenHere,
    /// A budget that is none.
    BadBudget(&'a str),
    /// There is no such property.
    NoSuchProperty(&'a str),
    /// Nothing was found that could be saved.
    NothingToSave,
    /// It was saved.
    Saved(&'a str),
}

impl<'a> Remark<'a> {
    /// What came of a goal.
    pub fn of(goal: &'a Goal, verdict: Verdict) -> Self {
        match goal {
            Goal::Breaks(property) => Remark::Verdict(property.name(), verdict),
            Goal::Reaches { source, .. } => Remark::Reached(source, verdict),
        }
    }

    /// That a way to a goal can be stepped through.
    pub fn opened(goal: &'a Goal, steps: usize) -> Self {
        match goal {
            Goal::Breaks(property) => Remark::Opened(property.name(), steps),
            Goal::Reaches { source, .. } => Remark::Arrived(source, steps),
        }
    }
}

/// Says it.
pub fn tell(lang: Lang, said: Remark) -> String {
    let (en, zh) = match said {
        Remark::Verdict(name, Verdict::Broken(1)) => {
            (format!("{name}: broken in 1 step"), format!("{name}：1 步即被破坏"))
        }
        Remark::Verdict(name, Verdict::Broken(steps)) => (
            format!("{name}: broken in {steps} steps; none shorter within this budget"),
            format!("{name}：{steps} 步即可破坏；在此预算内没有更短的路"),
        ),
        Remark::Verdict(name, Verdict::Holds) => (
            format!("{name}: holds; every state within this budget was visited"),
            format!("{name}：成立；此预算内的所有状态都已搜索"),
        ),
        Remark::Verdict(name, Verdict::Unfinished(depth)) => (
            format!("{name}: not finished; not broken in up to {depth} steps"),
            format!("{name}：未完成；{depth} 步以内没有被破坏"),
        ),
        Remark::Reached(what, Verdict::Broken(1)) => {
            (format!("{what}: reached in 1 step"), format!("{what}：1 步即到达"))
        }
        Remark::Reached(what, Verdict::Broken(steps)) => (
            format!("{what}: reached in {steps} steps; none shorter within this budget"),
            format!("{what}：{steps} 步即可到达；在此预算内没有更短的路"),
        ),
        Remark::Reached(what, Verdict::Holds) => (
            format!("{what}: never reached; every state within this budget was visited"),
            format!("{what}：不可到达；此预算内的所有状态都已搜索"),
        ),
        Remark::Reached(what, Verdict::Unfinished(depth)) => (
            format!("{what}: not finished; not reached in up to {depth} steps"),
            format!("{what}：未完成；{depth} 步以内没有到达"),
        ),
        Remark::Ended(end) => match end {
            End::Exhausted => ("every state was searched".into(), "所有状态都已搜索".into()),
            End::Goals => ("everything was found".into(), "要找的都已找到".into()),
            End::Depth => ("stopped at the depth limit".into(), "到达深度上限".into()),
            End::States => ("stopped at the limit of states".into(), "到达状态数上限".into()),
            End::Memory => ("stopped at the memory limit".into(), "到达内存上限".into()),
            End::Stopped => ("stopped by you".into(), "已被停止".into()),
        },
        Remark::Settings { unclean, min_isr, by_step } => {
            let is_on = if unclean { "true" } else { "false" };
            let said = format!("unclean.leader.election.enable {is_on}, min.insync.replicas {min_isr}");
            let (en, zh) = match by_step {
                true => ("every word of the controller by a step of its own", "controller 的每条通知单独成一步"),
                false => ("the controller's words as the scenario has them", "controller 的通知按场景的方式到达"),
            };
            (format!("{said}; {en}"), format!("{said}；{zh}"))
        }
        Remark::Beyond(epochs) => (
            format!("left out: whatever would raise the leader epoch above {epochs}"),
            format!("未包括：会使 leader epoch 超过 {epochs} 的步骤"),
        ),
        Remark::Within(budget) => {
            let allowed = |any: &str| {
                let mut parts: Vec<String> = Kind::ALL
                    .into_iter()
                    .filter(|kind| budget.allows(*kind))
                    .map(|kind| match budget.allowed(kind) {
                        Allowance::Times(times) => format!("{} {times}", told(lang, kind)),
                        Allowance::Any => format!("{} {any}", told(lang, kind)),
                    })
                    .collect();
                parts.extend(budget.epochs.map(|epoch| format!("leader epoch ≤ {epoch}")));
                parts.join(", ")
            };
            (format!("within: {}", allowed("any number")), format!("预算：{}", allowed("不限")))
        }
        Remark::LeftOut(kinds) => {
            let names: Vec<&str> = kinds.iter().map(|kind| told(lang, *kind)).collect();
            (
                format!("left out by the budget: {}", names.join(", ")),
                format!("预算之外：{}", names.join("、")),
            )
        }
        Remark::Never => (
            "never done here: changes of settings, moves to other brokers, produce requests that time \
             out; time passes only as the end of a wait or of a session, and as a follower that falls \
             behind"
                .into(),
            "这里从不做：改设置、迁移到其他 broker、produce 请求超时；时间只以等待结束、会话结束、Follower 落后的形式出现"
                .into(),
        ),
        Remark::Searched { states, generated, depth, bytes } => (
            format!(
                "searched: {} states, {} steps tried, complete to depth {depth}, {} of memory",
                grouped(states),
                grouped(generated),
                size(bytes)
            ),
            format!(
                "已搜索：{} 个状态，试过 {} 步，完整深度 {depth}，内存 {}",
                grouped(states),
                grouped(generated),
                size(bytes)
            ),
        ),
        Remark::Chance(chance) => (
            format!("chance that two states were taken for one: {chance:.0e}"),
            format!("把两个状态当成一个的概率：{chance:.0e}"),
        ),
        Remark::Progress { states, rate, depth, bytes } => (
            format!(
                "{} states, {} a second, depth {depth}, {}",
                grouped(states),
                grouped(rate),
                size(bytes)
            ),
            format!(
                "{} 个状态，每秒 {}，深度 {depth}，{}",
                grouped(states),
                grouped(rate),
                size(bytes)
            ),
        ),
        Remark::NoWalk { walks, seed } => (
            format!("not finished: {walks} random walks with seed {seed} came to nothing"),
            format!("未完成：种子 {seed} 的 {walks} 次随机游走没有找到"),
        ),
        Remark::Walked { number, seed, before, after } => (
            format!("walk {number} with seed {seed}: {before} steps, shortened to {after}; a shorter way may exist"),
            format!("种子 {seed} 的第 {number} 次游走：{before} 步，缩短为 {after} 步；可能有更短的路"),
        ),
        Remark::Opened(name, 1) => {
            (format!("{name}: broken in 1 step, this one"), format!("{name}：这 1 步即破坏"))
        }
        Remark::Arrived(what, 1) => {
            (format!("{what}: reached in 1 step, this one"), format!("{what}：这 1 步即到达"))
        }
        Remark::Opened(name, steps) => (
            format!("{name}: broken in {steps} steps; this is the first"),
            format!("{name}：{steps} 步即可破坏，这是第一步"),
        ),
        Remark::Arrived(what, steps) => (
            format!("{what}: reached in {steps} steps; this is the first"),
            format!("{what}：{steps} 步即可到达，这是第一步"),
        ),
        Remark::NotBegun(releases) => {
            (format!("stopped before: {releases}"), format!("在此之前停止：{releases}"))
        }
        Remark::NotByStep => (
            "by-step explores from step 0 only: before it, every word arrived at once".into(),
            "by-step 只能从第 0 步开始：在此之前每条通知都是立即到达的".into(),
        ),
        Remark::NoComparison(text) => {
            let text = printable(text);
            (
                format!("{text}: these can't be compared so; a broker is asked for as Leader(\"A\")"),
                format!("{text}：不能这样比较；broker 要写成 Leader(\"A\")"),
            )
        }
        Remark::Dropped => (
            "exploration dropped: what is on the screen is something else now".into(),
            "探索已放弃：屏幕上的内容已经不同".into(),
        ),
        Remark::NoExpression(text) => {
            let text = printable(text);
            (
                format!(
                    "not one expectation or comparison: {text}; write Leader(\"A\"), or two \
                     quantities with one of = != < <= > >= between them: log A != log B"
                ),
                format!(
                    "不是一个期望或比较：{text}；写法：Leader(\"A\")，或两个量之间写 = != < <= > >=：\
                     log A != log B"
                ),
            )
        }
        Remark::BrokenHere => {
            ("everything that could be looked for is broken here".into(), "这里都已被破坏".into())
        }
        Remark::BadBudget(text) => {
            let kinds = Kind::ALL.map(Kind::name).join(", ");
            let text = printable(text);
            (
                format!("no such budget: {text}; write kills=2 or kills=any, with one of: {kinds}"),
                format!("没有这样的预算：{text}；写法为 kills=2 或 kills=any，可用：{kinds}"),
            )
        }
        Remark::NoSuchProperty(name) => {
            let names = crate::engine::Property::ALL.map(crate::engine::Property::name).join(", ");
            let name = printable(name);
            (
                format!("no such property: {name}; there are: {names}"),
                format!("没有这个性质：{name}；可用：{names}"),
            )
        }
        Remark::NothingToSave => {
            ("nothing was found that could be saved".into(), "没有找到可保存的内容".into())
        }
        Remark::Saved(path) => {
            let path = printable(path);
            (format!("saved: {path}"), format!("已保存：{path}"))
        }
    };
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

/// What can be looked for, and how a line says so ([`super::Wish`]).
pub fn help(lang: Lang) -> String {
    let properties = crate::engine::Property::ALL.map(crate::engine::Property::name).join(", ");
    let default = Budget::default();
    let kinds = Kind::ALL.map(|kind| match default.allowed(kind) {
        Allowance::Times(times) => format!("{}={times}", kind.name()),
        Allowance::Any => format!("{}=any", kind.name()),
    });
    let kinds = kinds.join(" ");
    match lang {
        Lang::En => format!(
            "On one line: what is looked for, and what may happen meanwhile.\n\n\
             A property, to be broken: {properties}.\n\n\
             Or what is to be reached, two quantities with = != < <= > >= between them, or an \
             expectation as in a file: log A != log B, or Lost([\"m1\"]).\n\n\
             How often something may happen (kills=any: any number of times), if nothing else is \
             said: {kinds}.\n\n\
             epochs=2: no leader epoch above 2. by-step: every word of the controller arrives by a \
             step of its own.\n\n\
             candidate-completeness kills=1 unnoticed=1 by-step"
        ),
        Lang::Zh => format!(
            "写成一行：要找什么，以及其间可以发生什么。\n\n\
             要破坏的性质：{properties}。\n\n\
             或者要到达的状态：两个量之间写 = != < <= > >=，或与文件中相同的期望：log A != log B、\
             Lost([\"m1\"])。\n\n\
             某事可以发生几次（kills=any 为不限），不写则为：{kinds}。\n\n\
             epochs=2：leader epoch 不超过 2。by-step：controller 的每条通知单独成一步。\n\n\
             candidate-completeness kills=1 unnoticed=1 by-step"
        ),
    }
}

/// What a kind is called.
fn told(lang: Lang, kind: Kind) -> &'static str {
    let (en, zh) = match kind {
        Kind::Records => ("records", "消息"),
        Kind::Retries => ("retries", "重试"),
        Kind::Kills => ("kills", "强杀"),
        Kind::PowerLosses => ("power losses", "断电"),
        Kind::Stops => ("clean stops", "正常关闭"),
        Kind::Restarts => ("starts", "启动"),
        Kind::Wipes => ("wiped disks", "清空磁盘"),
        Kind::Unnoticed => ("unnoticed restarts", "未察觉的重启"),
        Kind::Elections => ("moved leaderships", "Leader 转移"),
        Kind::UncleanElections => ("unclean elections by an operator", "运维发起的 unclean 选举"),
        Kind::Orders => ("orders of the replicas", "副本顺序"),
        Kind::Pauses => ("pauses", "停顿"),
        Kind::Cuts => ("cut links", "断开的连接"),
        Kind::Losses => ("lost messages", "丢失的报文"),
        Kind::LateWords => ("late words of the controller", "controller 的延迟通知"),
        Kind::IsrChanges => ("followers that fall behind", "落后的 Follower"),
        Kind::Waits => ("ended waits of parked fetches", "挂起的 fetch 到期"),
        Kind::Files => ("flushes and HW checkpoints", "刷盘和 HW checkpoint"),
        Kind::Reads => ("reads", "消费"),
    };
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Bytes, as a person reads them.
fn size(bytes: usize) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}
