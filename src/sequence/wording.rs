//! The words of the diagram that are neither notation nor an effect's sentence, in every language.

use super::Fate;
use crate::engine::effect::Death;
use crate::lang::{Label, Lang};

fn both(lang: Lang, en: &'static str, zh: &'static str) -> &'static str {
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

/// What the controller's lane is called.
pub fn controller(lang: Lang) -> &'static str {
    lang.label(Label::Controller)
}

/// How a broker went down.
pub(super) fn death(how: Death, lang: Lang) -> &'static str {
    match how {
        Death::Killed => both(lang, "killed", "被杀死"),
        Death::PowerLoss => both(lang, "power loss", "断电"),
        Death::Stopped => both(lang, "stopped", "停机"),
        Death::Halted => both(lang, "halts itself", "自行停机"),
    }
}

/// A broker starts.
pub(super) fn starts(lang: Lang) -> &'static str {
    both(lang, "starts", "启动")
}

/// A broker's disk is emptied.
pub(super) fn wiped(lang: Lang) -> &'static str {
    both(lang, "disk wiped", "清盘")
}

/// What the sign of a message that has not simply arrived means; nothing of one that has.
pub fn fate(fate: Fate, lang: Lang) -> &'static str {
    match fate {
        Fate::Sent => both(lang, "on its way", "在途"),
        Fate::Arrived => "",
        Fate::Held => both(lang, "waits", "等待"),
        Fate::Dropped => both(lang, "never arrives", "未到达"),
    }
}

/// An answer is hidden until the next step.
pub fn hidden(lang: Lang) -> &'static str {
    lang.label(Label::Hidden)
}
