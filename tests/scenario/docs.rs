//! The examples of the documentation.

use std::collections::BTreeSet;

use replicascope::lang::Lang;

use super::common::*;

const FORMAT: &str = include_str!("../../docs/scenario-format.md");

pub fn examples() -> Vec<&'static str> {
    FORMAT.split("```ron\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
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
