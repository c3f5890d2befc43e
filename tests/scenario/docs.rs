//! The examples of the documentation.

use std::collections::BTreeSet;

use replicascope::engine::*;
use replicascope::lang::Lang;
use replicascope::scenario::MAX_FILE_BYTES;
use replicascope::scenario::bounds::*;
use replicascope::timeline::MAX_NODES;

use super::common::*;

const FORMAT: &str = include_str!("../../docs/scenario-format.md");

pub fn examples() -> Vec<&'static str> {
    FORMAT.split("```ron\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// Each bound by its name in the code, with the row that tells it and its value.
macro_rules! bounds {
    ($($name:ident $row:literal)*) => {
        vec![$((stringify!($name), $row, u64::try_from($name).expect("it is not negative")),)*]
    };
}

#[test]
fn the_table_of_bounds_is_that_of_the_code() {
    let bounds = bounds! {
        MAX_BROKERS "brokers"
        MAX_PARTITIONS "partitions"
        MAX_CLIENTS "producers, and consumers, of each"
        MAX_LOG_RECORDS "records in one log"
        MAX_LOG_START "highest offset at which a typed-in log may start"
        MAX_VALUES "different values, in the script and by hand together"
        MAX_EPOCH "highest leader epoch"
        MAX_START_EPOCH "highest leader epoch at the start"
        MAX_PURGATORY "produce requests in one leader's purgatory"
        MAX_OPEN "records that one producer has open: waiting, or to be sent again"
        MAX_INBOX "words of the controller that wait for one broker"
        MAX_ADVANCE "time that passes in one `Advance`, in ms"
        MAX_TIME "time that passes in all the `Advance` of a script and its branches, in ms"
        MIN_PERIOD "shortest period or timeout that a setting may ask for, in ms"
        MAX_NAME "columns of a name or a value, also of a branch's name"
        MAX_TITLE "columns of the title"
        MAX_STACKED "characters of a name, a value or the title, for each of these columns"
        MAX_SUMMARY "characters of the summary"
        MAX_SAY "characters of a narration"
        MAX_QUESTION "characters of a question"
        MAX_STEPS "steps of a script, and of each branch"
        MAX_ACTIONS "actions in all the steps of a script and its branches"
        MAX_BURST "records in one `Burst`"
        MAX_BRANCHES "branches"
        MAX_NOTE "characters of a branch's note"
        MAX_EXPECTATIONS "expectations of a step"
        MAX_FILE_BYTES "bytes of a file"
        MAX_FAULTS "faults that one report tells"
        MAX_NODES "steps in a session, the script's and those by hand"
    };
    let told: Vec<String> = FORMAT
        .split_once("| what | bound |\n| --- | --- |\n")
        .expect("the table")
        .1
        .lines()
        .map_while(|line| line.strip_prefix("| ")?.strip_suffix(" |").map(str::to_owned))
        .collect();
    let is: Vec<String> =
        bounds.iter().map(|(_, row, value)| format!("{row} | {}", in_thousands(*value))).collect();
    assert_eq!(told, is);
    // None is forgotten.
    for code in
        [include_str!("../../src/engine/types.rs"), include_str!("../../src/scenario/bounds.rs")]
    {
        let names = code.split("pub const M").skip(1).filter_map(|rest| rest.split_once(':'));
        for name in names.map(|(name, _)| format!("M{name}")) {
            assert!(bounds.iter().any(|(listed, ..)| *listed == name), "{name}");
        }
    }
}

fn in_thousands(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", in_thousands(number / 1_000), number % 1_000),
    }
}

#[test]
fn every_example_loads_and_keeps_what_it_promises() {
    assert!(examples().len() >= 5);
    for example in examples() {
        let (_, failures) = play(&good(example));
        assert_eq!(failures, [], "{example}");
    }
}

/// The names a report lists when one is misspelt are all that there are.
#[test]
fn every_name_that_exists_is_explained() {
    let listed = |steps: &str| -> BTreeSet<String> {
        let source = format!(r#"(title: "t", release: "0.11", brokers: ["A"], {steps})"#);
        let report = match replicascope::scenario::Scenario::parse("x", &source) {
            Ok(_) => panic!("it was taken: {source}"),
            Err(report) => report,
        };
        let help = Lang::En.words().fault_help(&report.faults()[0].kind).unwrap();
        let list = help.split_once("here are: ").unwrap().1;
        list.split(", ").map(str::to_owned).collect()
    };
    for name in listed("steps: [(do: [Qqq])]") {
        assert!(FORMAT.contains(&format!("`{name}")), "action {name}");
    }
    for name in listed("steps: [(expect: [Qqq])]") {
        assert!(FORMAT.contains(&format!("`{name}")), "expectation {name}");
    }
    for name in listed(r#"steps: [(say: "{qqq}")]"#) {
        assert!(FORMAT.contains(&format!("`{{{name}")), "placeholder {name}");
    }
    for name in listed(r#"settings: {"qqq": 1}"#) {
        assert!(FORMAT.contains(&format!("| `{name}` |")), "setting {name}");
    }
    for name in listed("qqq: 1").iter().chain(&listed("steps: [(qqq: 1)]")) {
        assert!(FORMAT.contains(&format!("`{name}`")), "field {name}");
    }
}
