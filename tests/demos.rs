//! The built-in demos: each holds what it expects, is made as a lesson is, and teaches a rule that
//! can be taken away.

use std::path::{Path, PathBuf};

use replicascope::engine::rules::{
    FetchOrder, IsrEligibility, IsrWrite, LagRule, LastIsrMember, Truncation,
};
use replicascope::engine::{Cluster, Rules};
use replicascope::lang::Lang;
use replicascope::scenario::{Scenario, Step, lesson};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("demos");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of demos")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ron"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn load(path: &Path) -> Scenario {
    match Scenario::load(path) {
        Ok(scenario) => scenario,
        Err(report) => panic!("{}", report.render(Lang::En, 100)),
    }
}

fn name(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// Plays a scenario, skipping what can't happen, and shows each step with the state after it.
fn play(scenario: &Scenario, mut look: impl FnMut(usize, &Step, &Cluster)) {
    let mut cluster = scenario.start.clone();
    for (at, step) in scenario.steps.iter().enumerate() {
        for command in &step.commands {
            // A flipped rule may leave a step without its occasion.
            let _ = command.perform(&mut cluster, &scenario.setup);
        }
        look(at + 1, step, &cluster);
    }
}

/// The expectations that fail, as sentences.
fn failures(scenario: &Scenario) -> Vec<(usize, String)> {
    let mut failures = Vec::new();
    play(scenario, |at, step, cluster| {
        for expectation in &step.expect {
            if let Err(failure) = expectation.check(cluster, &scenario.setup) {
                failures.push((at, format!("{failure:?}")));
            }
        }
    });
    failures
}

#[test]
fn every_demo_holds_what_it_expects() {
    for path in files() {
        let failures = failures(&load(&path));
        assert!(failures.is_empty(), "{}: {failures:#?}", name(&path));
    }
}

#[test]
fn every_demo_is_made_as_a_lesson_is() {
    for path in files() {
        let name = name(&path);
        let scenario = load(&path);
        let steps = &scenario.steps;
        assert!((5..=20).contains(&steps.len()), "{name} has {} steps", steps.len());
        assert!(steps.last().is_some_and(|s| !s.expect.is_empty()), "{name} ends unchecked");
        let last = steps.len() - 1;
        assert!(steps[..last].iter().any(|s| s.ask.is_some()), "{name} asks nothing");
        assert!(steps[last].ask.is_none(), "{name} leaves its last question open");
        let empty = Cluster::new(&scenario.setup);
        assert_eq!(scenario.start.brokers, empty.brokers, "{name} does not start empty");
    }
}

#[test]
fn every_step_is_told_in_both_languages() {
    for path in files() {
        for (step, number) in load(&path).steps.iter().zip(1..) {
            assert!(step.say.is_some(), "{} step {number} says nothing", name(&path));
            let asked = step.ask.iter().map(|ask| &ask.text);
            for text in step.say.iter().chain(asked) {
                let chinese = text.written_in(Lang::Zh);
                assert!(
                    chinese.is_some_and(|zh| zh != text.en()),
                    "{} step {number} is not translated",
                    name(&path)
                );
            }
        }
    }
}

#[test]
fn every_step_can_be_read_in_two_lines_of_78_columns() {
    for path in files() {
        assert_eq!(lesson::too_long(&load(&path)), [], "{}", name(&path));
    }
}

/// The field of the rules table that a demo teaches, set as another generation has it. The demos
/// that teach what all generations have in common have none.
fn flip(name: &str) -> Option<fn(&mut Rules)> {
    match &name[..3] {
        "01-" | "04-" | "05-" | "22-" => None,
        "02-" | "03-" => Some(|rules| rules.fetch_order = FetchOrder::UpdateThenRead),
        "06-" => Some(|rules| rules.lag = LagRule::CaughtUp),
        "07-" => Some(|rules| rules.lag = LagRule::MessagesOrTime),
        "08-" | "09-" | "10a" | "10b" | "10c" => {
            Some(|rules| rules.truncation = Truncation::LeaderEpochV0)
        }
        "11a" | "11b" | "11c" => Some(|rules| rules.truncation = Truncation::LocalHighWatermark),
        "12-" | "18a" => Some(|rules| rules.hw_needs_min_isr = true),
        "13a" => Some(|rules| rules.truncation = Truncation::LeaderEpochV1),
        "13b" => Some(|rules| rules.truncation = Truncation::LeaderEpochV0),
        "14a" => Some(|rules| rules.isr_entry_at_epoch_start = true),
        "14b" => Some(|rules| rules.isr_entry_at_epoch_start = false),
        "15-" => Some(|rules| rules.cuts_epochs_at_leo = true),
        "16a" => Some(|rules| rules.fences_epochs = true),
        "16b" => Some(|rules| rules.fences_epochs = false),
        "17-" => Some(|rules| rules.isr_write = IsrWrite::Znode),
        "18b" => Some(|rules| rules.hw_needs_min_isr = false),
        "19a" => Some(|rules| rules.last_isr_member = LastIsrMember::Elr),
        "19b" => Some(|rules| rules.last_isr_member = LastIsrMember::Kept),
        "20a" => Some(|rules| rules.halts_on_shorter_leader = false),
        "20b" => Some(|rules| rules.isr_eligibility = IsrEligibility::SameBrokerEpoch),
        "21-" => Some(|rules| rules.truncation = Truncation::LocalHighWatermark),
        "23-" => Some(|rules| rules.truncation = Truncation::LeaderEpochV1),
        _ => panic!("which rule does {name} teach?"),
    }
}

#[test]
fn no_demo_ends_as_it_does_without_the_rule_it_teaches() {
    for path in files() {
        let name = name(&path);
        let scenario = load(&path);
        let Some(flip) = flip(&name) else { continue };
        let mut rules = scenario.setup.rules.clone();
        flip(&mut rules);
        let flipped = scenario.with_rules(&rules);
        let last = flipped.steps.len();
        let at_the_end: Vec<_> =
            failures(&flipped).into_iter().filter(|(at, _)| *at == last).collect();
        assert!(!at_the_end.is_empty(), "{name} ends the same with the rule flipped");
    }
}

#[test]
fn every_step_that_the_lesson_page_names_exists() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lesson.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let steps = |number: &str| {
        let demo = files().into_iter().find(|path| name(path).starts_with(&format!("{number}-")));
        demo.map(|path| load(&path).steps.len())
    };
    let mut named = 0;
    for word in page.split(|c: char| c.is_whitespace() || ",;|()`.".contains(c)) {
        let Some((demo, step)) = word.split_once(':') else { continue };
        let Ok(step) = step.parse::<usize>() else { continue };
        let last = steps(demo).unwrap_or_else(|| panic!("no demo {demo}"));
        assert!((1..=last).contains(&step), "{demo} has no step {step}");
        named += 1;
    }
    assert!(named > 40, "only {named} steps are named");
}
