//! What the tests share.

use std::fs;
use std::path::PathBuf;

use replicascope::engine::Cluster;
use replicascope::lang::Lang;
use replicascope::scenario::{Scenario, ToldFailure};

/// The files of a folder below `tests`, by name.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// A scenario that must be good.
pub fn good(source: &str) -> Scenario {
    Scenario::parse("test.ron", source)
        .unwrap_or_else(|report| panic!("{}", report.render(Lang::En, 100)))
}

/// Plays a script and returns the state at its end with every expectation that failed.
pub fn play(scenario: &Scenario) -> (Cluster, Vec<ToldFailure>) {
    let mut cluster = scenario.start.clone();
    let mut failures = Vec::new();
    for step in &scenario.steps {
        for command in &step.commands {
            command.perform(&mut cluster, &scenario.setup).unwrap();
        }
        let failed = step.expect.iter().filter_map(|e| e.check(&cluster, &scenario.setup).err());
        failures.extend(failed.map(|f| f.tell(Lang::En, &scenario.setup, &scenario.names)));
    }
    (cluster, failures)
}
