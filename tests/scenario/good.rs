//! Good files.

use std::fs;

use super::common::*;

#[test]
fn every_good_file_loads_and_keeps_what_it_promises() {
    for path in files("good") {
        let source = fs::read_to_string(&path).unwrap();
        let (_, failures) = play(&good(&source));
        assert_eq!(failures, [], "{}", path.display());
    }
}
