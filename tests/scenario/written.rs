//! A scenario that is written down reads as the same scenario.

use std::fs;

use replicascope::demos;
use replicascope::scenario::{Scenario, write};

use super::common::*;
use super::docs::examples;

/// What a written file can't say: the line of the file that something stood in.
fn without_lines(mut scenario: Scenario) -> Scenario {
    for step in &mut scenario.steps {
        step.line = 0;
        for expectation in step.premise.iter_mut().chain(&mut step.expect) {
            expectation.line = 0;
        }
    }
    scenario
}

#[test]
fn every_scenario_that_is_written_down_reads_as_itself() {
    let demos = demos::FILES.iter().map(|(_, source)| (*source).to_owned());
    let good = files("good").into_iter().map(|path| fs::read_to_string(path).unwrap());
    let examples = examples().into_iter().map(str::to_owned);
    for source in demos.chain(good).chain(examples) {
        let scenario = good_without_lines(&source);
        let text = write::scenario(&scenario);
        let read = good_without_lines(&text);
        assert_eq!(read, scenario, "{text}");
        assert_eq!(write::scenario(&read), text, "it is written the same again");
    }
}

fn good_without_lines(source: &str) -> Scenario {
    without_lines(good(source))
}

const BRANCHES: &str = r#"(
    title: "Branches",
    release: "0.11",
    brokers: ["A", "B"],
    steps: [(do: [Send("m1")]), (do: [Fetch("B")])],
    branches: [
        (name: "B dies", note: "before it \"fetches\"", from: 1, steps: [(do: [Kill("B")]), (do: [Send("x")])]),
        (name: "and returns", of: "B dies", from: 1, steps: [(do: [Start("B"), Fetch("B")])]),
    ],
)"#;

#[test]
fn branches_are_read_with_where_they_grow() {
    let scenario = good(BRANCHES);
    let [dies, returns] = &scenario.branches[..] else { panic!("two branches") };
    assert_eq!((dies.name.as_str(), dies.note.as_str()), ("B dies", "before it \"fetches\""));
    assert_eq!((dies.of, dies.from, dies.steps.len()), (None, 1, 2));
    assert_eq!((returns.of, returns.from, returns.steps[0].len()), (Some(0), 1, 2));
}

#[test]
fn a_branch_that_makes_no_sense_is_told_with_its_place() {
    let told = |from: &str, to: &str| {
        let source = BRANCHES.replace(from, to);
        assert_ne!(source, BRANCHES);
        match Scenario::parse("x", &source) {
            Ok(_) => panic!("it was taken: {source}"),
            Err(report) => report.render(replicascope::lang::Lang::En, 100),
        }
    };
    for (from, to, says) in [
        ("\"and returns\"", "\"B dies\"", "named twice"),
        ("of: \"B dies\"", "of: \"B die\"", "B dies"),
        ("from: 1, steps: [(do: [Kill", "from: 3, steps: [(do: [Kill", "from"),
        ("Start(\"B\"), Fetch", "Kill(\"B\"), Fetch", "step 3"),
        ("steps: [(do: [Kill(\"B\")]), (do: [Send(\"x\")])]", "steps: []", "steps"),
        ("note:", "not:", "note"),
    ] {
        let report = told(from, to);
        assert!(report.contains(says), "{report}");
    }
}
