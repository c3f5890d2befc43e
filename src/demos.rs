//! The built-in demos, embedded in the binary in the order of a lesson, and empty clusters for free
//! play.

use std::sync::Arc;

use crate::engine::{Rules, milestones, rules_for};
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
    /// Its short name: that of its file, without the ending; of an empty cluster, `empty` and the
    /// release.
    pub id: String,
    /// The scenario.
    pub scenario: Arc<Scenario>,
}

impl Demo {
    /// Whether it is an empty cluster, without a script.
    pub fn is_empty_cluster(&self) -> bool {
        self.scenario.steps.is_empty()
    }
}

/// The list of the start screen: the demos, then an empty cluster of each generation of the
/// protocol, the newest first. A demo that can't be read would be left out; a test reads them all.
pub fn all() -> Vec<Demo> {
    let demos = FILES.iter().filter_map(|(name, source)| {
        let scenario = Scenario::parse(&format!("{name}.ron"), source).ok()?;
        Some(Demo { id: (*name).into(), scenario: Arc::new(scenario) })
    });
    let mut releases: Vec<&str> = milestones().collect();
    releases.reverse();
    let empty = releases.into_iter().filter_map(|release| {
        let scenario = Arc::new(Scenario::empty(rules_for(release)?));
        Some(Demo { id: format!("empty-{release}"), scenario })
    });
    demos.chain(empty).collect()
}

/// The same list with every demo under these rules, where some are asked for. The empty clusters are
/// those of each release.
pub fn under(rules: Option<&Rules>) -> Vec<Demo> {
    let mut demos = all();
    if let Some(rules) = rules {
        for demo in demos.iter_mut().filter(|demo| !demo.is_empty_cluster()) {
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
    fn the_folder_and_the_list_agree_and_are_in_order() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("demos");
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of demos")
            .map(|entry| entry.expect("a file").path())
            .filter(|path| path.extension().is_some_and(|e| e == "ron"))
            .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
            .collect();
        found.sort();
        let listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed, found);
    }

    #[test]
    fn every_embedded_demo_can_be_read_and_an_empty_cluster_of_each_generation_follows() {
        let all = all();
        assert_eq!(all.len(), FILES.len() + milestones().count());
        let empty = all.iter().skip(FILES.len());
        assert!(empty.clone().all(Demo::is_empty_cluster));
        assert_eq!(
            empty.last().map(|demo| demo.scenario.setup.rules.release),
            milestones().next(),
            "the oldest release comes last"
        );
    }
}
