//! The words of the diagram that are neither notation nor an effect's sentence, in every language.

use super::Fate;
use crate::engine::effect::Death;
use crate::lang::{Label, Lang, both};

/// What the controller's lane is called.
pub fn controller(lang: Lang) -> &'static str {
    lang.label(Label::Controller)
}

/// How a broker went down.
pub(super) fn death(how: Death, lang: Lang) -> &'static str {
    match how {
        Death::Killed => both("killed", "被杀死").get(lang),
        Death::PowerLoss => both("power loss", "断电").get(lang),
        Death::Stopped => both("stopped", "停机").get(lang),
        Death::Halted => both("halts itself", "自行停机").get(lang),
    }
}

/// A broker starts.
pub(super) fn starts(lang: Lang) -> &'static str {
    both("starts", "启动").get(lang)
}

/// A broker's disk is emptied.
pub(super) fn wiped(lang: Lang) -> &'static str {
    both("disk wiped", "清盘").get(lang)
}

/// What the sign of a message that has not simply arrived means; nothing of one that has.
pub fn fate(fate: Fate, lang: Lang) -> &'static str {
    match fate {
        Fate::Sent => both("on its way", "在途").get(lang),
        Fate::Arrived => "",
        Fate::Held => both("waits", "等待").get(lang),
        Fate::Dropped => both("never arrives", "未到达").get(lang),
    }
}

/// An answer is hidden until the next step.
pub fn hidden(lang: Lang) -> &'static str {
    lang.label(Label::Hidden)
}
