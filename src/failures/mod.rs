//! Failure × release: the worked failures of the protocol's history, each played under the rules of
//! every release, and what comes of it.
//!
//! A failure is a scenario of the folder `demos/failures`. Played under another release than its
//! own, a step of it may be impossible, or what the story rests on (a step's `premise`) may turn out
//! otherwise: then it is another story, and the cell says *not playable* rather than *fine*.
//!
//! | module | what |
//! | --- | --- |
//! | `outcome` | what comes of one failure under one release |
//! | `table` | all of them under many releases, and what is alike |
//! | `telling` | a cell as a sign and in words |
//! | `report`, `json`, [`page`] | the table as text, as JSON, as a page of the documentation |

mod json;
mod outcome;
pub mod page;
mod report;
mod table;
mod telling;

use std::sync::Arc;

use crate::scenario::Scenario;
use crate::scenario::fault::nearest;

pub use outcome::{Cell, Damage, Obstacle, play};
pub use report::{Options, Report, legend};
pub use table::{Column, Row, Table, runs_of_alike};

/// A file of the folder `demos/failures`.
pub(crate) struct File {
    /// The short name of the failure: that of the rule book.
    pub id: &'static str,
    /// The name of the file, without the ending.
    pub name: &'static str,
    /// The tickets and proposals that tell of it.
    sources: &'static [&'static str],
    /// What is in it.
    pub text: &'static str,
}

impl File {
    /// Reads it. `None` where it can't be read; a test reads them all.
    fn load(&self) -> Option<Failure> {
        let &File { id, name, sources, text } = self;
        let scenario = Scenario::parse(&format!("{name}.ron"), text).ok()?;
        Some(Failure { id, name, sources, scenario: Arc::new(scenario) })
    }
}

/// Embeds the failures: short name, name of the file, where it is reported, text.
macro_rules! embed {
    ($($id:literal $name:literal [$($source:literal),*],)*) => {
        &[$(File {
            id: $id,
            name: $name,
            sources: &[$($source),*],
            text: include_str!(concat!("../../demos/failures/", $name, ".ron")),
        },)*]
    };
}

/// Every failure, in the order of the rule book's section F.
pub(crate) const FILES: &[File] = embed![
    "F1a" "f01a-follower-restarts" ["KAFKA-1211", "KIP-101"],
    "F1b" "f01b-two-deaths-in-a-row" ["KAFKA-1211", "KIP-101"],
    "F1c" "f01c-noticed-restart-and-unclean" ["KIP-101"],
    "F2" "f02-both-lose-power" ["KIP-101"],
    "F3" "f03-leaders-change-fast" ["KAFKA-6361", "KIP-279"],
    "F3b" "f03b-unclean-back-and-forth" ["KIP-279"],
    "F4" "f04-joins-the-isr-too-early" ["KAFKA-7128"],
    "F5" "f05-same-leader-new-epoch" ["KAFKA-7164", "KAFKA-7395"],
    "F6" "f06-epoch-unknown-to-the-leader" ["KAFKA-7415"],
    "F7" "f07-endless-truncation" ["KAFKA-10706"],
    "F8" "f08-stale-fetch" ["KIP-320"],
    "F9" "f09-diverging-fetch-counts" ["KAFKA-13141"],
    "F10" "f10-hw-raised-before-truncating" ["KAFKA-14704"],
    "F11a" "f11a-empty-disk-of-the-last-member" ["KAFKA-3410"],
    "F11b" "f11b-empty-disk-with-min-isr-2" ["KAFKA-3410", "KIP-966"],
    "F12" "f12-rebooted-while-joining" ["KAFKA-14139", "KIP-903"],
    "F13" "f13-last-replica-standing" ["KIP-966"],
    "F14a" "f14a-acks-1" [],
    "F14b" "f14b-acks-0" [],
    "F15" "f15-lost-answer" ["KIP-98"],
    "F16" "f16-unclean-election" [],
    "F17" "f17-hw-goes-back" [],
];

/// A failure, ready to be played.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its short name: that of the rule book.
    pub id: &'static str,
    /// The name of its file, without the ending.
    pub name: &'static str,
    /// The tickets and proposals that tell of it.
    pub sources: &'static [&'static str],
    /// The scenario, under the release that it was written for.
    pub scenario: Arc<Scenario>,
}

/// Every failure. One that can't be read is left out.
pub fn all() -> Vec<Failure> {
    FILES.iter().filter_map(File::load).collect()
}

/// The failures that somebody means: the one of a short name or of a file's name, or all those whose
/// short name goes on with a letter: F1 is F1a, F1b and F1c.
///
/// # Errors
/// There is none; with the one that may have been meant.
pub fn find(asked: &str) -> Result<Vec<Failure>, Option<&'static str>> {
    let title = |file: &File| file.name.split_once('-').map_or("", |(_, title)| title);
    let is_it = |file: &&File| {
        file.id.eq_ignore_ascii_case(asked) || file.name == asked || title(file) == asked
    };
    if let Some(file) = FILES.iter().find(is_it) {
        return Ok(file.load().into_iter().collect());
    }
    let is_of_family = |file: &&File| {
        let family = file.id.trim_end_matches(|c: char| c.is_ascii_lowercase());
        family.eq_ignore_ascii_case(asked)
    };
    let family: Vec<Failure> = FILES.iter().filter(is_of_family).filter_map(File::load).collect();
    if !family.is_empty() {
        return Ok(family);
    }
    let names: Vec<String> = FILES.iter().map(|file| file.name.to_owned()).collect();
    let titles: Vec<String> = FILES.iter().map(|file| title(file).to_owned()).collect();
    let meant = nearest(asked, &titles).or_else(|| nearest(asked, &names));
    let is_meant = |file: &&File| meant.is_some_and(|meant| file.name.ends_with(meant));
    Err(FILES.iter().find(is_meant).map(|file| file.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(asked: &str) -> Vec<&'static str> {
        find(asked).map(|all| all.iter().map(|f| f.id).collect()).unwrap_or_default()
    }

    #[test]
    fn a_failure_goes_by_its_number_its_name_and_the_number_of_its_family() {
        for asked in ["F3", "f3", "f03-leaders-change-fast", "leaders-change-fast"] {
            assert_eq!(found(asked), ["F3"], "{asked}");
        }
        assert_eq!(found("F1"), ["F1a", "F1b", "F1c"]);
        assert_eq!(found("f11"), ["F11a", "F11b"]);
        assert_eq!(found("F3b"), ["F3b"]);
    }

    #[test]
    fn a_misspelt_failure_names_the_nearest() {
        assert_eq!(find("stale-fetsch").err(), Some(Some("f08-stale-fetch")));
        assert_eq!(find("xyzzy").err(), Some(None));
        assert_eq!(find("").err(), Some(None));
    }
}
