//! The built-in demos, embedded in the binary in the order of a lesson; the worked failures; and empty
//! clusters for free play.

use std::sync::Arc;

use crate::engine::{Rules, milestones, rules_for};
use crate::failures;
use crate::scenario::Scenario;

/// Embeds files of the folder `demos`, named without their ending.
macro_rules! embed {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../demos/", $name, ".ron"))),)*]
    };
}

/// Every demo: its name and the text of its file.
pub const FILES: &[(&str, &str)] = embed![
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
    /// The worked failures.
    Failures,
    /// Empty clusters, without a script.
    Empty,
}

/// The list of the start screen: the demos, the worked failures, then an empty cluster of each
/// generation of the protocol, the newest first. A demo that can't be read would be left out; a test reads them all.
pub fn all() -> Vec<Demo> {
    let demos = FILES.iter().filter_map(|(name, source)| {
        let scenario = Scenario::parse(&format!("{name}.ron"), source).ok()?;
        let number = name.split('-').next().unwrap_or(name).into();
        let scenario = Arc::new(scenario);
        Some(Demo { id: (*name).into(), number, part: Part::Lesson, scenario })
    });
    let failures = failures::all().into_iter().map(|failure| Demo {
        id: failure.name.into(),
        number: failure.id.into(),
        part: Part::Failures,
        scenario: failure.scenario,
    });
    let mut releases: Vec<&str> = milestones().collect();
    releases.reverse();
    let empty = releases.into_iter().filter_map(|release| {
        let scenario = Arc::new(Scenario::empty(rules_for(release)?));
        let id = format!("empty-{release}");
        Some(Demo { id, number: String::new(), part: Part::Empty, scenario })
    });
    demos.chain(failures).chain(empty).collect()
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
    fn the_folders_and_the_list_agree_and_are_in_order() {
        let listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed, found("demos"));
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
        let failures = all.iter().filter(|demo| demo.part == Part::Failures).count();
        assert_eq!(failures, crate::failures::all().len());
        assert_eq!(all.len(), FILES.len() + failures + milestones().count());
        let empty = all.iter().skip(FILES.len() + failures);
        assert!(empty.clone().all(|demo| demo.scenario.steps.is_empty()));
        assert_eq!(
            empty.last().map(|demo| demo.scenario.setup.rules.release),
            milestones().next(),
            "the oldest release comes last"
        );
    }
}
