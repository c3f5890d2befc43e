//! What has been done, to be said below the screen.

use crate::lang::{Lang, both};

/// What the mouse does from now on.
pub fn mouse(is_on: bool, lang: Lang) -> &'static str {
    match is_on {
        true => {
            both("mouse on: click a broker, a step, a key", "鼠标已开：可点击 broker、步骤、按键")
        }
        false => both("mouse off: drag to select text", "鼠标已关：可拖动选择文字"),
    }
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

/// Something was pasted where nothing can be typed.
pub fn pasted(lang: Lang) -> &'static str {
    both(
        "what is pasted goes into a prompt only: none is open",
        "粘贴只能用于输入框：现在没有打开的输入框",
    )
    .get(lang)
}
