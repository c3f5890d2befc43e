//! What stands on the pages that lie over the screen, and is no sentence of the engine's.

use crate::lang::{Lang, both};
use crate::scenario::settings::Origin;
use crate::tui::faults::{ControllerAct, Part};
use crate::tui::key::Key;

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
