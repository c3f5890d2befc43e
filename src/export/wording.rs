//! What can be wrong with an export, in every language. The match is exhaustive and each arm has
//! every language, so that a missing sentence does not compile.

use std::path::Path;

use super::Error;
use crate::lang::Lang;
use crate::printable::printable;

/// What is wrong, as a sentence.
pub(super) fn error(error: &Error, lang: Lang) -> String {
    let (en, zh) = match error {
        Error::Step { asked, last: 0 } => (
            format!("there is no step {asked}: the scenario has no script, only its start, step 0"),
            format!("没有步骤 {asked}：该场景没有剧本，只有开始，即步骤 0"),
        ),
        Error::Step { asked, last } => (
            format!("there is no step {asked}: the steps are 0, the start, to {last}"),
            format!("没有步骤 {asked}：步骤从 0（开始）到 {last}"),
        ),
        Error::OneStdout => (
            "only one output can be -, the standard output".into(),
            "只能有一个输出为 -（标准输出）".into(),
        ),
        Error::SameFile(path) => {
            let path = name(path);
            (
                format!("{path}: two outputs in one file; give each its own"),
                format!("{path}：两个输出用了同一个文件，请分别指定"),
            )
        }
        Error::Exists(path) => {
            let path = name(path);
            (
                format!("{path} is there already; --force replaces it"),
                format!("{path} 已经存在；--force 会替换它"),
            )
        }
        Error::NotAFile(path) => {
            let path = name(path);
            (
                format!("{path} is not a regular file and is not replaced"),
                format!("{path} 不是普通文件，不会被替换"),
            )
        }
        Error::CantWrite { path, why } => {
            let path = name(path);
            (format!("{path}: can't write: {why}"), format!("{path}：无法写入：{why}"))
        }
        Error::Stdout(why) => (
            format!("can't write to the standard output: {why}"),
            format!("无法写入标准输出：{why}"),
        ),
    };
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

fn name(path: &Path) -> String {
    printable(&path.display().to_string())
}
