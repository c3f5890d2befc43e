//! The questions that people ask: each is answered by a scenario that proves what it claims, and
//! `docs/questions.md` leads to it.

use std::collections::BTreeSet;
use std::path::Path;

use replicascope::demos::QUESTIONS;
use replicascope::lang::Lang;
use replicascope::scenario::{Scenario, lesson};

/// Every question: its name and its scenario.
fn questions() -> Vec<(&'static str, Scenario)> {
    let read = |&(name, source): &(&'static str, &str)| match Scenario::parse(
        &format!("{name}.ron"),
        source,
    ) {
        Ok(scenario) => (name, scenario),
        Err(report) => panic!("{}", report.render(Lang::En, 100)),
    };
    QUESTIONS.iter().map(read).collect()
}

#[test]
fn every_question_is_answered_as_it_claims() {
    for (name, scenario) in questions() {
        let mut cluster = scenario.start.clone();
        for (step, number) in scenario.steps.iter().zip(1..) {
            for command in &step.commands {
                // It was rehearsed: it can happen.
                command.perform(&mut cluster, &scenario.setup).expect("a step that can happen");
            }
            for expectation in &step.expect {
                let checked = expectation.check(&cluster, &scenario.setup);
                assert!(checked.is_ok(), "{name} step {number}: {checked:?}");
            }
        }
    }
}

#[test]
fn every_answer_is_short_and_proves_each_of_its_steps() {
    for (name, scenario) in questions() {
        let steps = scenario.steps.len();
        assert!((3..=8).contains(&steps), "{name} has {steps} steps");
        for (step, number) in scenario.steps.iter().zip(1..) {
            assert!(!step.expect.is_empty(), "{name} step {number} proves nothing");
        }
        assert_eq!(lesson::too_long(&scenario), [], "{name}");
    }
}

#[test]
fn every_question_is_asked_and_answered_in_both_languages() {
    for (name, scenario) in questions() {
        let says = scenario.steps.iter().map(|step| step.say.as_ref().expect("a narration"));
        for text in says {
            let chinese = text.written_in(Lang::Zh);
            assert!(chinese.is_some_and(|zh| zh != text.en()), "{name} is not translated");
        }
        let Scenario { title, summary, .. } = &scenario;
        assert!(title.en().ends_with('?'), "{name} asks nothing");
        assert!(title.get(Lang::Zh).ends_with('？'), "{name} asks nothing in Chinese");
        let summary = summary.as_ref().expect("an answer in a sentence or two");
        assert_ne!(summary.get(Lang::Zh), summary.en(), "{name} is not translated");
    }
}

#[test]
fn every_answer_names_a_source() {
    for (name, scenario) in questions() {
        let says = scenario.steps.iter().filter_map(|step| step.say.as_ref());
        for lang in Lang::ALL {
            let names_one = says.clone().filter_map(|say| say.written_in(lang)).any(|say| {
                let text = say.fill(lang, &scenario.start, &scenario.setup, &scenario.names);
                let sources = ["KIP-", "KAFKA-", "Partition.", "DelayedProduce", "FetchIsolation"];
                sources.iter().any(|source| text.contains(source))
            });
            assert!(names_one, "{name} names no source in {lang:?}");
        }
    }
}

#[test]
fn the_pages_lead_to_every_question_and_to_nothing_that_is_not_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for page in ["questions.md", "questions.zh.md"] {
        let text = std::fs::read_to_string(folder.join(page)).expect("the page");
        let links: BTreeSet<&str> =
            text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        for link in &links {
            assert!(folder.join(link).exists(), "{page} links {link}");
        }
        for (name, _) in QUESTIONS {
            let link = format!("../demos/questions/{name}.ron");
            assert!(links.contains(link.as_str()), "{page} does not link {link}");
        }
    }
}

#[test]
fn every_step_that_the_pages_name_exists() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let all = replicascope::demos::all();
    for page in ["questions.md", "questions.zh.md"] {
        let text = std::fs::read_to_string(folder.join(page)).expect("the page");
        let mut named = 0;
        for word in text.split('`').skip(1).step_by(2) {
            let Some((id, step)) = word.split_once(':') else { continue };
            let Ok(step) = step.parse::<usize>() else { continue };
            let demo = all.iter().find(|demo| demo.id.starts_with(&format!("{id}-")));
            let demo = demo.unwrap_or_else(|| panic!("{page}: no scenario {id}"));
            assert!((1..=demo.scenario.steps.len()).contains(&step), "{page}: {word}");
            named += 1;
        }
        assert!(named >= QUESTIONS.len(), "{page} names only {named} steps");
    }
}
