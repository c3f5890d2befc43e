//! Bad files: one clear report each.

use std::fs;

use replicascope::lang::Lang;
use replicascope::scenario::{FaultKind, MAX_FILE_BYTES, Scenario};

use super::common::*;

#[test]
fn every_bad_file_is_told_clearly() {
    for path in files("bad") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let report = match Scenario::from_bytes(name, &fs::read(&path).unwrap()) {
            Ok(_) => panic!("{name} was taken"),
            Err(report) => report,
        };
        for (lang, folder) in [(Lang::En, "bad"), (Lang::Zh, "bad-zh")] {
            let report = report.render(lang, 100);
            // No byte of the file that a terminal may obey is in it.
            assert!(!report.chars().any(|c| c.is_control() && c != '\n'), "{name}");
            let snapshot_path = format!("../snapshots/{folder}");
            insta::with_settings!({ snapshot_path => snapshot_path, prepend_module_to_snapshot => false }, {
                insta::assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), report);
            });
        }
    }
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let mut source = good_source();
    source.push_str(&" ".repeat(MAX_FILE_BYTES));
    let report = Scenario::parse("large.ron", &source).unwrap_err();
    let kinds: Vec<_> = report.faults().iter().map(|f| f.kind.clone()).collect();
    assert_eq!(kinds, [FaultKind::FileTooLarge { max: MAX_FILE_BYTES }]);
    assert_eq!(report.to_string(), "large.ron: the file is larger than 1048576 bytes");
}

#[test]
fn what_cannot_be_read_is_told() {
    let folder = std::env::temp_dir();
    let missing = folder.join("replicascope-no-such-file.ron");
    for path in [folder, missing] {
        let report = Scenario::load(&path).unwrap_err();
        let first = &report.faults()[0];
        assert!(matches!(first.kind, FaultKind::Unreadable { .. }), "{report}");
    }
    #[cfg(unix)]
    {
        let report = Scenario::load("/dev/zero").unwrap_err();
        assert_eq!(report.faults()[0].kind, FaultKind::NotAFile);
    }
}

fn good_source() -> String {
    r#"(title: "t", release: "0.11", brokers: ["A"])"#.to_owned()
}
