//! The built-in demos, embedded in the binary in the order of a lesson; the questions that people ask,
//! each with a scenario that answers it; the worked failures; and empty clusters for free play.

use std::sync::Arc;

use crate::engine::{Rules, milestones, rules_for};
use crate::failures;
use crate::scenario::Scenario;

/// Embeds files of a folder, named without their ending.
macro_rules! embed {
    ($folder:literal: $($name:literal,)*) => {
        &[$(($name, include_str!(concat!($folder, $name, ".ron"))),)*]
    };
}

/// Every demo: its name and the text of its file.
pub const FILES: &[(&str, &str)] = embed![
    "../demos/":
    "01-topic-partitions-segments",
    "02-leo-hw-two-fetches",
    "03-five-update-moments",
    "04-acks-0-1-all",
    "05-acks-all-duplicate",
    "06-isr-by-message-count",
    "07-isr-by-time",
    "08-a-follower-fails",
    "09-the-leader-fails",
    "10a-loss-by-hw-truncation",
    "10b-loss-in-production",
    "10c-divergence",
    "11a-leader-epoch-keeps-the-record",
    "11b-leader-epoch-in-production",
    "11c-leader-epoch-heals-divergence",
    "12-min-insync-replicas",
    "13a-fast-fail-over",
    "13b-fast-fail-over-healed",
    "14a-joins-the-isr-too-early",
    "14b-joins-the-isr-in-time",
    "15-endless-truncation",
    "16a-a-stale-fetch-counts",
    "16b-a-stale-fetch-is-fenced",
    "17-alter-partition",
    "18a-min-isr-and-the-hw",
    "18b-min-isr-holds-the-hw",
    "19a-last-replica-standing",
    "19b-eligible-leader-replicas",
    "20a-the-empty-disk",
    "20b-rebooted-while-joining",
    "21-unclean-election",
    "22-a-zombie-leader",
    "23-truncation-on-fetch",
];

/// Every question that a scenario of its own answers: its name and the text of its file.
/// `docs/questions.md` has them all, those that a demo answers, too.
pub const QUESTIONS: &[(&str, &str)] = embed![
    "../demos/questions/":
    "q01-hw-did-not-move",
    "q02-follower-hw-behind",
    "q03-acks-0-and-1-are-not-read-early",
    "q04-acks-all-waits-for-the-isr",
    "q05-how-many-failures",
    "q06-min-isr-with-acks-1",
    "q07-min-isr-above-the-rf-to-3-6",
    "q08-min-isr-above-the-rf-from-3-7",
    "q09-after-append",
    "q10-rejoining-the-isr",
    "q11-outside-the-isr",
    "q12-the-new-leader-keeps-its-log",
    "q13-the-hw-goes-back",
    "q14-no-fsync",
];

/// A line of the list on the start screen.
#[derive(Clone, Debug)]
pub struct Demo {
    /// Its name: that of its file, without the ending; of an empty cluster, `empty` and the release.
    pub id: String,
    /// What it is called for short: `10a`, `F3`; an empty cluster is not.
    pub number: String,
    /// In which part of the list it stands.
    pub part: Part,
    /// The scenario.
    pub scenario: Arc<Scenario>,
}

/// A part of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The demos, in the order of a lesson.
    Lesson,
    /// The questions that people ask.
    Questions,
    /// The worked failures.
    Failures,
    /// Empty clusters, without a script.
    Empty,
}

/// A line of the list that has not been read yet: to find one by its name, no other need be.
#[derive(Clone, Debug)]
pub struct Entry {
    /// As of [`Demo`].
    pub id: String,
    /// As of [`Demo`].
    pub number: String,
    /// As of [`Demo`].
    pub part: Part,
    source: Source,
}

/// Where a scenario of the list comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// A file's text.
    Text(&'static str),
    /// It is an empty cluster under these rules.
    Empty(&'static Rules),
}

impl Entry {
    /// Reads it. `None` where it can't be read; a test reads them all.
    pub fn load(&self) -> Option<Demo> {
        let scenario = match self.source {
            Source::Text(text) => Scenario::parse(&format!("{}.ron", self.id), text).ok()?,
            Source::Empty(rules) => Scenario::empty(rules),
        };
        let Entry { id, number, part, source: _ } = self.clone();
        Some(Demo { id, number, part, scenario: Arc::new(scenario) })
    }
}

/// The list of the start screen, unread: the demos, the questions, the worked failures, then an empty
/// cluster of each generation of the protocol, the newest first.
pub fn entries() -> Vec<Entry> {
    let told = |part, (name, text): &(&str, &'static str)| Entry {
        id: (*name).into(),
        number: name.split('-').next().unwrap_or(name).into(),
        part,
        source: Source::Text(text),
    };
    let lessons = FILES.iter().map(|file| told(Part::Lesson, file));
    let questions = QUESTIONS.iter().map(|file| told(Part::Questions, file));
    let failures = failures::FILES.iter().map(|file| Entry {
        id: file.name.into(),
        number: file.id.into(),
        part: Part::Failures,
        source: Source::Text(file.text),
    });
    let mut releases: Vec<&str> = milestones().collect();
    releases.reverse();
    let empty = releases.into_iter().filter_map(|release| {
        let source = Source::Empty(rules_for(release)?);
        let id = format!("empty-{release}");
        Some(Entry { id, number: String::new(), part: Part::Empty, source })
    });
    lessons.chain(questions).chain(failures).chain(empty).collect()
}

/// The list of the start screen, read. A file that can't be read is left out.
pub fn all() -> Vec<Demo> {
    entries().iter().filter_map(Entry::load).collect()
}

/// The same list with every demo under these rules, where some are asked for. The empty clusters are
/// those of each release.
pub fn under(rules: Option<&Rules>) -> Vec<Demo> {
    let mut demos = all();
    if let Some(rules) = rules {
        for demo in demos.iter_mut().filter(|demo| demo.part != Part::Empty) {
            demo.scenario = Arc::new(demo.scenario.with_rules(rules));
        }
    }
    demos
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_folders_and_the_lists_agree_and_are_in_order() {
        for (folder, files) in [("demos", FILES), ("demos/questions", QUESTIONS)] {
            let listed: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
            assert_eq!(listed, found(folder));
        }
        let mut listed: Vec<&str> = failures::all().iter().map(|failure| failure.name).collect();
        listed.sort_unstable();
        assert_eq!(listed, found("demos/failures"));
    }

    /// The names of the scenarios in a folder, sorted.
    fn found(folder: &str) -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of demos")
            .map(|entry| entry.expect("a file").path())
            .filter(|path| path.extension().is_some_and(|e| e == "ron"))
            .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
            .collect();
        found.sort();
        found
    }

    #[test]
    fn every_embedded_demo_can_be_read_and_an_empty_cluster_of_each_generation_follows() {
        let all = all();
        let of = |part: Part| all.iter().filter(|demo| demo.part == part).count();
        assert_eq!(of(Part::Lesson), FILES.len());
        assert_eq!(of(Part::Questions), QUESTIONS.len());
        assert_eq!(of(Part::Failures), crate::failures::all().len());
        assert_eq!(of(Part::Empty), milestones().count());
        let empty = all.iter().skip(all.len() - milestones().count());
        assert!(empty.clone().all(|demo| demo.scenario.steps.is_empty()));
        assert_eq!(
            empty.last().map(|demo| demo.scenario.setup.rules.release),
            milestones().next(),
            "the oldest release comes last"
        );
    }
}
