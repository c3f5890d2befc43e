//! Which scenario is meant: a file, or a demo or a worked failure by its name or number.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::demos::{self, Entry, Part};
use crate::lang::Message;
use crate::printable::printable;
use crate::scenario::fault::nearest;
use crate::scenario::{Report, Scenario};

/// Why there is no scenario.
#[derive(Debug)]
pub enum NotFound {
    /// The file is bad.
    Bad(Report),
    /// There is neither a file nor a demo.
    Nothing(Message),
}

/// The scenario of a file, or where there is no such file, the demo of that name or number.
pub fn find(file: &Path) -> Result<Scenario, NotFound> {
    match file.to_str() {
        Some(name) if is_demo(file) => demo(name).map_err(NotFound::Nothing),
        _ => Scenario::load(file).map_err(NotFound::Bad),
    }
}

/// Whether a demo is meant, and no file.
pub fn is_demo(file: &Path) -> bool {
    let missing = matches!(
        std::fs::symlink_metadata(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound
    );
    missing && file.to_str().is_some() && may_be_a_demo(file)
}

/// A path with a folder or with the ending of a scenario file is the path of a file.
fn may_be_a_demo(file: &Path) -> bool {
    file.components().count() == 1 && file.extension().is_none_or(|e| e != "ron")
}

/// The demo of a name or a number, or of the only name that begins so.
fn demo(asked: &str) -> Result<Scenario, Message> {
    let entries = demos::entries();
    let found: Vec<&Entry> = match entries.iter().find(|entry| is_called(entry, asked)) {
        Some(entry) => vec![entry],
        None => entries.iter().filter(|entry| begins_so(entry, asked)).collect(),
    };
    let name = || printable(&asked.chars().take(60).collect::<String>());
    let missing =
        || Message::NoSuchScenario { name: name(), nearest: nearest_demo(&entries, asked) };
    match found.as_slice() {
        [entry] => Ok(Arc::unwrap_or_clone(entry.load().ok_or_else(missing)?.scenario)),
        [] => Err(missing()),
        several => {
            let demos = several.iter().map(|entry| entry.id.clone()).collect();
            Err(Message::SeveralDemos { name: name(), demos })
        }
    }
}

/// Whether a demo goes by a name: its own, with or without its number, or its number alone, with or
/// without the 0 that keeps a folder in order. A failure's number is F3 or f3, a question's q3.
fn is_called(demo: &Entry, asked: &str) -> bool {
    let id = &demo.id;
    let (number, title) = id.split_once('-').unwrap_or((id, ""));
    let short = match demo.part {
        Part::Failures => demo.number.clone(),
        Part::Questions => number.replacen("q0", "q", 1),
        Part::Lesson | Part::Empty => number.trim_start_matches('0').to_owned(),
    };
    let is_number = number == asked || short.eq_ignore_ascii_case(asked);
    *id == asked || title == asked && !title.is_empty() || is_number
}

/// Whether a demo's name begins so; of a failure, also its number: F1 begins F1a, and F10.
fn begins_so(demo: &Entry, asked: &str) -> bool {
    let number = demo.number.get(..asked.len()).unwrap_or("");
    let is_of_number = demo.part == Part::Failures && number.eq_ignore_ascii_case(asked);
    !asked.is_empty() && (demo.id.starts_with(asked) || is_of_number)
}

/// The demo whose name, with or without its number, is most like what was asked for.
fn nearest_demo(entries: &[Entry], asked: &str) -> Option<String> {
    let ids: Vec<String> = entries.iter().map(|entry| entry.id.clone()).collect();
    let titles: Vec<String> =
        ids.iter().filter_map(|id| id.split_once('-')).map(|(_, title)| title.into()).collect();
    if let Some(title) = nearest(asked, &titles) {
        return ids.into_iter().find(|id| id.ends_with(title));
    }
    nearest(asked, &ids).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(asked: &str) -> Result<String, Message> {
        demo(asked).map(|scenario| scenario.title.en().clone())
    }

    #[test]
    fn a_demo_goes_by_its_name_its_number_and_any_beginning_that_only_it_has() {
        let loss = title("10a-loss-by-hw-truncation").expect("the demo");
        for asked in ["10a", "loss-by-hw-truncation", "10a-l"] {
            assert_eq!(title(asked), Ok(loss.clone()), "{asked}");
        }
        assert_eq!(title("2"), title("02-leo-hw-two-fetches"));
        assert_eq!(title("q1"), title("q01-hw-did-not-move"));
        assert!(title("empty-0.11").is_ok());
    }

    #[test]
    fn a_failure_goes_by_its_number_in_either_case_and_by_its_name() {
        let failure = title("f03-leaders-change-fast").expect("the failure");
        for asked in ["F3", "f3", "f03", "leaders-change-fast", "f03-l"] {
            assert_eq!(title(asked), Ok(failure.clone()), "{asked}");
        }
        assert_ne!(title("F3b"), Ok(failure));
        let Err(Message::SeveralDemos { demos, .. }) = title("F11") else { panic!("two") };
        assert_eq!(demos.len(), 2);
    }

    #[test]
    fn a_beginning_of_several_names_them_and_a_misspelt_name_the_nearest() {
        let Err(Message::SeveralDemos { demos, .. }) = title("10") else { panic!("one demo") };
        assert_eq!(demos.len(), 3);
        let nearest = |asked: &str| match title(asked) {
            Err(Message::NoSuchScenario { nearest, .. }) => nearest,
            other => panic!("{other:?}"),
        };
        assert_eq!(nearest("10a-los-by-truncation").as_deref(), Some("10a-loss-by-hw-truncation"));
        assert_eq!(nearest("divergense").as_deref(), Some("10c-divergence"));
        assert_eq!(nearest("xyzzy"), None);
        assert_eq!(nearest(""), None);
    }
}
