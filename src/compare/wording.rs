//! What a comparison and a replay under another release say, in every language. The matches are
//! exhaustive and each arm has every language, so that a missing sentence does not compile.

use crate::engine::releases;
use crate::lang::Lang;
use crate::printable::printable;
use crate::scenario::FaultKind;

/// Something to be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark<'a> {
    /// What was told and expected was written for another release than is played.
    WrittenFor(&'a str),
    /// Before a narration that was written for another release.
    ToldFor(&'a str),
    /// The release that a file names, in few words.
    FileIs(&'a str),
    /// Beside the release that a file names.
    OfTheFile,
    /// Beside the release that is on the screen.
    Here,
    /// What all are compared with.
    Base(&'a str),
    /// The heading above what is done in each step.
    Done,
    /// The heading of what is read after a step.
    After(usize),
    /// A run parts from another one.
    Parts {
        /// From which.
        from: &'a str,
        /// At which step.
        step: usize,
    },
    /// The same, in few words.
    Since {
        /// From which.
        from: &'a str,
        /// At which step.
        step: usize,
    },
    /// How to choose in the list of releases.
    Choose(&'a str),
    /// It does not.
    Same(&'a str),
    /// Both runs are the same at this step again, or have not parted in what they hold.
    SameHere,
    /// How many quantities differ.
    Differ(usize),
    /// A step could not be done.
    Skipped {
        /// What was asked for.
        command: &'a str,
        /// Why it could not be done.
        reason: &'a str,
    },
    /// The same, of a step by its number.
    SkippedAt {
        /// The step.
        step: usize,
        /// What was asked for.
        command: &'a str,
        /// Why it could not be done.
        reason: &'a str,
    },
    /// A step that was made under another release, and is nothing under this one.
    NotNeeded(&'a str),
    /// Nothing is lost, unavailable, duplicated or diverged.
    NothingWrong,
    /// What became of the file's expectations under another release.
    Expectations {
        /// How many held.
        held: usize,
        /// How many did not.
        differ: usize,
        /// The release they were written for.
        release: &'a str,
    },
    /// An expectation of the file does not hold, and need not.
    NotAsIn {
        /// The release it was written for.
        release: &'a str,
        /// As the file has it.
        expectation: &'a str,
        /// What was expected.
        wanted: &'a str,
        /// What was found.
        found: &'a str,
    },
    /// Under a table: what its signs mean.
    Signs {
        /// The sign before what differs.
        differs: &'a str,
        /// The sign before a step of which something was skipped.
        skipped: &'a str,
    },
    /// The title of the list of releases.
    Releases,
    /// The title of the compare view.
    Compare,
    /// A branch that was made by hand.
    ByHand,
    /// The script, as the other branch.
    Script,
    /// There is no other branch.
    NoBranch,
    /// A run ended before this step.
    EndedAt(usize),
    /// The keys that choose what to compare with.
    Keys {
        /// The release before and after.
        releases: &'a str,
        /// `acks`, `min.insync.replicas`, `unclean.leader.election.enable`.
        settings: &'a str,
        /// The other branch.
        branch: &'a str,
    },
}

/// Says it.
pub fn tell(lang: Lang, said: Remark) -> String {
    let (en, zh) = match said {
        Remark::WrittenFor(release) => (
            format!("written for {release}: what is told and expected may not hold here"),
            format!("为 {release} 编写：旁白与期望在这里未必成立"),
        ),
        Remark::ToldFor(release) => {
            (format!("(told for {release}) "), format!("（按 {release} 讲述）"))
        }
        Remark::FileIs(release) => (format!("file {release}"), format!("文件 {release}")),
        Remark::OfTheFile => ("of the file".into(), "文件的版本".into()),
        Remark::Here => ("on the screen".into(), "当前".into()),
        Remark::Base(name) => (format!("compared with {name}"), format!("与 {name} 对照")),
        Remark::Done => ("what is done".into(), "操作".into()),
        Remark::After(0) => ("at the start".into(), "开始时".into()),
        Remark::After(step) => (format!("after step {step}"), format!("第 {step} 步之后")),
        Remark::Parts { from, step: 0 } => {
            (format!("differs from {from} from the start"), format!("从开始就与 {from} 不同"))
        }
        Remark::Parts { from, step } => {
            (format!("parts from {from} at step {step}"), format!("从第 {step} 步起与 {from} 不同"))
        }
        Remark::Since { from, step } => {
            (format!("{from} since step {step}"), format!("{from}，自第 {step} 步"))
        }
        Remark::Choose(key) => (
            format!("{key} plays the same steps under the chosen release; they stay as they are"),
            format!("{key}：在所选版本下重放同样的步骤；步骤本身不变"),
        ),
        Remark::Same(from) => (format!("does as {from}"), format!("与 {from} 相同")),
        Remark::SameHere => ("nothing differs here".into(), "此处没有不同".into()),
        Remark::Differ(1) => ("1 differs here".into(), "此处 1 项不同".into()),
        Remark::Differ(count) => (format!("{count} differ here"), format!("此处 {count} 项不同")),
        Remark::Skipped { command, reason } => {
            (format!("skipped: {command}: {reason}"), format!("跳过：{command}：{reason}"))
        }
        Remark::SkippedAt { step, command, reason } => (
            format!("step {step} skipped: {command}: {reason}"),
            format!("第 {step} 步跳过：{command}：{reason}"),
        ),
        Remark::NotNeeded(release) => (
            format!("not needed in {release}: a follower has nothing to ask first"),
            format!("{release} 不需要这一步：Follower 无需先询问"),
        ),
        Remark::NothingWrong => {
            ("nothing lost, duplicated or diverged".into(), "没有丢失、重复或分歧".into())
        }
        Remark::Expectations { held, differ: 0, release } => (
            format!("expectations for {release}: all {held} hold"),
            format!("为 {release} 写的期望：{held} 条都符合"),
        ),
        Remark::Expectations { held, differ, release } => (
            format!("expectations for {release}: {held} hold, {differ} differ"),
            format!("为 {release} 写的期望：{held} 条符合，{differ} 条不同"),
        ),
        Remark::NotAsIn { release, expectation, wanted, found } => (
            format!("differs from {release}: {expectation}: there {wanted}, here {found}"),
            format!("与 {release} 不同：{expectation}：那里 {wanted}，这里 {found}"),
        ),
        Remark::Signs { differs, skipped } => (
            format!(
                "= as in the first column   {differs} differs   {skipped} something was skipped"
            ),
            format!("= 与首列相同   {differs} 不同   {skipped} 有操作被跳过"),
        ),
        Remark::Releases => ("Kafka releases".into(), "Kafka 版本".into()),
        Remark::Compare => ("Compare".into(), "对照".into()),
        Remark::ByHand => ("by hand".into(), "手动".into()),
        Remark::Script => ("script".into(), "剧本".into()),
        Remark::NoBranch => (
            "there is one branch: nothing has been done by hand yet".into(),
            "只有一个分支：还没有手动步骤".into(),
        ),
        Remark::EndedAt(step) => (format!("ended at step {step}"), format!("到第 {step} 步结束")),
        Remark::Keys { releases, settings, branch } => (
            format!(
                "compare with: {releases} release  {settings} acks, min ISR, unclean  {branch} branch"
            ),
            format!("对照：{releases} 版本  {settings} acks、min ISR、unclean  {branch} 分支"),
        ),
    };
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

/// Between two remarks, the second of which says more of the first.
pub fn colon(lang: Lang) -> &'static str {
    match lang {
        Lang::En => ": ",
        Lang::Zh => "：",
    }
}

/// Between two remarks.
pub fn semicolon(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "; ",
        Lang::Zh => "；",
    }
}

/// Why there is nothing to compare, or no release to play under.
#[derive(Clone, Debug, PartialEq)]
pub enum WrongVariation {
    /// There is no such release in the table.
    Release(String),
    /// What was given to `--set` is not `NAME=VALUE[,VALUE…]`.
    Form(String),
    /// There is no such setting.
    Setting(String),
    /// `acks` are none that there are.
    Acks(String),
    /// A value that the setting does not take.
    Value(Box<FaultKind>),
    /// A setting was named twice.
    Twice(String),
    /// More runs than can be compared.
    TooMany {
        /// How many.
        asked: usize,
        /// How many can be.
        most: usize,
    },
    /// There is only one run.
    OnlyOne(String),
}

impl WrongVariation {
    /// What is wrong, as a sentence.
    pub fn tell(&self, lang: Lang) -> String {
        let known = || releases().collect::<Vec<_>>().join(", ");
        let shown = |text: &str| printable(&text.chars().take(60).collect::<String>());
        let (en, zh) = match self {
            WrongVariation::Release(asked) => {
                let (asked, known) = (shown(asked), known());
                (
                    format!("--kafka {asked}: no such release here; known are {known}"),
                    format!("--kafka {asked}：没有这个版本；已知的有 {known}"),
                )
            }
            WrongVariation::Form(text) => {
                let text = shown(text);
                (
                    format!("--set {text}: give a setting and its values: min.insync.replicas=1,2"),
                    format!("--set {text}：应为配置名与取值：min.insync.replicas=1,2"),
                )
            }
            WrongVariation::Setting(name) => {
                let name = shown(name);
                (
                    format!("--set {name}: no such setting; docs/scenario-format.md has them all"),
                    format!("--set {name}：没有这个配置；全部见 docs/scenario-format.md"),
                )
            }
            WrongVariation::Acks(text) => {
                let text = shown(text);
                (
                    format!("--set acks={text}: acks are 0, 1, all, or a number of replicas"),
                    format!("--set acks={text}：acks 为 0、1、all 或副本数"),
                )
            }
            WrongVariation::Value(fault) => {
                let text = lang.words().fault(fault);
                (format!("--set: {text}"), format!("--set：{text}"))
            }
            WrongVariation::Twice(name) => {
                let name = shown(name);
                (
                    format!("--set {name}: given twice; put its values into one list"),
                    format!("--set {name}：给了两次；请把取值写在一个列表里"),
                )
            }
            WrongVariation::TooMany { asked, most } => (
                format!("{asked} runs to compare; {most} is the most"),
                format!("要对照 {asked} 次运行；最多 {most} 次"),
            ),
            WrongVariation::OnlyOne(name) => {
                let name = shown(name);
                (
                    format!(
                        "{name} alone: name a second release or a second value to compare with"
                    ),
                    format!("只有 {name}：请再给一个版本或取值来对照"),
                )
            }
        };
        match lang {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }
}
