//! The built-in demos: each holds what it expects, is made as a lesson is, and teaches a rule that
//! can be taken away.

use std::path::{Path, PathBuf};

use replicascope::engine::rules::{FetchOrder, LagRule, Truncation};
use replicascope::engine::{Cluster, Rules};
use replicascope::scenario::{Scenario, Step};
use unicode_width::UnicodeWidthStr;

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
        Err(report) => panic!("{}", report.render(100)),
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
            if let Err(failure) = expectation.check(cluster, &scenario.setup, &scenario.names) {
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

/// How many lines of so many columns a text fills, broken at spaces, or anywhere in Chinese.
fn lines(text: &str, columns: usize) -> usize {
    let mut lines = 1;
    let mut used = 0;
    for word in text.split_inclusive(' ') {
        let fits_whole = word.width() <= columns;
        if fits_whole && used + word.trim_end().width() > columns && !word.contains(is_wide) {
            lines += 1;
            used = 0;
        }
        for c in word.chars() {
            let width = c.to_string().width();
            if used + width > columns {
                lines += 1;
                used = 0;
            }
            used += width;
        }
    }
    lines
}

fn is_wide(c: char) -> bool {
    c.to_string().width() == 2
}

#[test]
fn every_step_is_told_in_two_lines_of_78_columns_in_both_languages() {
    for path in files() {
        let scenario = load(&path);
        let fill = |template: &replicascope::scenario::Template, cluster: &Cluster| {
            template.fill(cluster, &scenario.setup, &scenario.names)
        };
        play(&scenario, |at, step, cluster| {
            let asked = step.ask.as_ref().map(|ask| &ask.text);
            let said = step.say.as_ref();
            assert!(said.is_some(), "{} step {at} says nothing", name(&path));
            for text in said.into_iter().chain(asked) {
                for (language, template) in [("en", text.en()), ("zh", text.zh())] {
                    let told = fill(template, cluster);
                    let lines = lines(&told, 78);
                    assert!(
                        lines <= 2,
                        "{} step {at} {language}: {lines} lines: {told}",
                        name(&path)
                    );
                }
                assert_ne!(text.en(), text.zh(), "{} step {at} is not translated", name(&path));
            }
        });
    }
}

/// The field of the rules table that a demo teaches, set as another generation has it. The demos
/// that teach what all generations have in common have none.
fn flip(name: &str) -> Option<fn(&mut Rules)> {
    match &name[..3] {
        "01-" | "04-" | "05-" => None,
        "02-" | "03-" => Some(|rules| rules.fetch_order = FetchOrder::UpdateThenRead),
        "06-" => Some(|rules| rules.lag = LagRule::CaughtUp),
        "07-" => Some(|rules| rules.lag = LagRule::MessagesOrTime),
        "08-" | "09-" | "10a" | "10b" | "10c" => {
            Some(|rules| rules.truncation = Truncation::LeaderEpochV0)
        }
        "11a" | "11b" | "11c" => Some(|rules| rules.truncation = Truncation::LocalHighWatermark),
        "12-" => Some(|rules| rules.hw_needs_min_isr = true),
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
