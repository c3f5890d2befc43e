//! Failure × release: what comes of each failure under every release, as the rule book's section F
//! says; and the page of the documentation that shows it.
//!
//! `UPDATE_DOCS=1 cargo test --test failures` writes the page anew.

use std::path::Path;
use std::process::Command;

use replicascope::engine::{Coordination, Rules, milestones, releases, rules_for};
use replicascope::failures::{self, Cell, Failure, Table, page};
use replicascope::glyphs::Glyphs;
use replicascope::lang::Lang;
use replicascope::run::{Options, Run};
use replicascope::scenario::lesson;

/// By failure: what comes of it, since which release; written down by hand. `2.6` is the last patch
/// of its line, `2.6.0` the patches before what was mended within it.
///
/// From 2.7.0 to 3.4.0 an old leader's HW may rise before it truncates (F10, KAFKA-14704), whatever
/// failure it is in. A leader that was never flushed loses its tail with the power (F2), and an
/// unclean election what the others had (F3b, F16), in every release. In 4.1 a broker that comes back
/// uncleanly is dropped from ISR and ELR as it registers (C, KIP-966), even if nobody has missed it:
/// it does not lead, and the stories that rest on that (F1a, F2, F8) end there.
const EXPECTED: &[(&str, &[(&str, &str)])] = &[
    ("F1a", &[("0.8.0", "lost"), ("0.11", "fine"), ("4.1", "not playable")]),
    ("F1b", &[("0.8.0", "lost"), ("0.11", "fine")]),
    ("F1c", &[("0.8.0", "lost"), ("0.11", "fine")]),
    ("F2", &[("0.8.0", "diverged lost"), ("0.11", "lost"), ("4.1", "not playable")]),
    (
        "F3",
        &[
            ("0.8.0", "fine"),
            ("0.11", "diverged"),
            ("2.0.0", "fine"),
            ("2.7.0", "shown-early"),
            ("3.4", "fine"),
        ],
    ),
    ("F3b", &[("0.8.0", "diverged lost"), ("2.0.0", "lost")]),
    ("F4", &[("0.8.0", "lost"), ("2.0.1", "fine")]),
    // To 0.8.1 the ISR becomes empty with its last member, and whoever returns is elected (D).
    (
        "F5",
        &[
            ("0.8.0", "not playable"),
            ("0.8.2", "diverged"),
            ("2.0.1", "fine"),
            ("2.7.0", "shown-early"),
            ("3.4", "fine"),
        ],
    ),
    ("F6", &[("0.8.0", "lost"), ("2.0.1", "fine")]),
    ("F7", &[("0.8.0", "fine"), ("2.0.1", "stuck"), ("2.6", "fine")]),
    (
        "F8",
        &[
            ("0.8.0", "lost"),
            ("2.1", "fine"),
            ("2.7.0", "shown-early"),
            ("3.4", "fine"),
            ("4.1", "not playable"),
        ],
    ),
    (
        "F9",
        &[
            ("0.8.0", "fine"),
            ("2.7.0", "lost shown-early"),
            ("2.7", "shown-early"),
            ("2.8.0", "lost shown-early"),
            ("2.8", "shown-early"),
            ("3.4", "fine"),
        ],
    ),
    ("F10", &[("0.8.0", "fine"), ("2.7.0", "shown-early"), ("3.4", "fine")]),
    ("F11a", &[("0.8.0", "not playable"), ("0.8.2", "lost halted"), ("2.0.1", "lost")]),
    ("F11b", &[("0.8.0", "lost"), ("0.8.2", "lost halted"), ("2.0.1", "lost"), ("4.1", "fine")]),
    // There is no AlterIsr request before 2.7.
    ("F12", &[("0.8.0", "not playable"), ("2.7.0", "lost"), ("3.5", "fine")]),
    // To 0.8.1 another one is elected before the last leader returns (D). A follower that is out of
    // range halts up to 0.10.2 (E); then it asks where its epoch ended.
    ("F13", &[("0.8.0", "fine"), ("0.8.2", "lost halted"), ("0.11", "lost"), ("4.1", "fine")]),
    ("F14a", &[("0.8.0", "lost")]),
    ("F14b", &[("0.8.0", "vanished")]),
    // Idempotence by default took effect in 3.0.1, 3.1.1 and 3.2.0 (KAFKA-13598).
    ("F15", &[("0.8.0", "duplicated"), ("3.0", "fine"), ("3.1.0", "duplicated"), ("3.1", "fine")]),
    ("F16", &[("0.8.0", "diverged lost"), ("0.11", "lost")]),
    ("F17", &[("0.8.0", "reader-error"), ("0.10.0", "fine")]),
];

fn rules(release: &str) -> &'static Rules {
    rules_for(release).unwrap_or_else(|| panic!("no release {release}"))
}

/// A cell as the table above has it.
fn outcome(cell: &Cell) -> String {
    match cell {
        Cell::NotPlayable { .. } => "not playable".into(),
        Cell::Played(damage) if damage.is_empty() => "fine".into(),
        Cell::Played(damage) => damage.iter().map(|d| d.name()).collect::<Vec<_>>().join(" "),
    }
}

fn failure(id: &str) -> Failure {
    let found = failures::find(id).ok().and_then(|found| found.first().cloned());
    found.unwrap_or_else(|| panic!("no failure {id}"))
}

#[test]
fn the_legend_says_from_which_release_on_the_columns_are_krafts() {
    let order: Vec<&str> = releases().filter(|release| !release.contains('/')).collect();
    let is_kraft = |release: &&str| rules(release).coordination == Coordination::KRaft;
    let first = order.iter().position(is_kraft).expect("KRaft");
    assert!(order.iter().skip(first).all(is_kraft));
    for lang in Lang::ALL {
        let legend = failures::legend(lang, &Glyphs::UNICODE, 200).join(" ");
        assert!(legend.contains(order[first]) && legend.contains("KRaft"), "{legend}");
    }
}

#[test]
fn every_failure_ends_under_every_release_as_the_rule_book_says() {
    let order: Vec<&str> = releases().collect();
    let place = |release: &str| {
        order.iter().position(|known| *known == release).unwrap_or_else(|| panic!("{release}"))
    };
    let ids: Vec<&str> = failures::all().iter().map(|failure| failure.id).collect();
    assert_eq!(ids, EXPECTED.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    let mut wrong = Vec::new();
    for failure in failures::all() {
        let (_, since) = EXPECTED.iter().find(|(id, _)| *id == failure.id).expect("its line");
        for release in releases() {
            let (_, wanted) =
                since.iter().rfind(|(s, _)| place(s) <= place(release)).expect("its start");
            let found = outcome(&failures::play(&failure.scenario, rules(release)));
            if found != *wanted {
                wrong.push(format!("{} {release}: {wanted}, found {found}", failure.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_zookeeper_controller_takes_the_rebooted_broker_into_the_isr_to_the_end() {
    let f12 = failure("F12");
    for release in ["3.4/zk", "3.5/zk", "3.9/zk"] {
        assert_eq!(outcome(&failures::play(&f12.scenario, rules(release))), "lost", "{release}");
    }
}

#[test]
fn a_failure_that_cannot_be_played_says_at_which_step_and_why() {
    let cell = failures::play(&failure("F5").scenario, rules("0.8.0"));
    assert!(matches!(cell, Cell::NotPlayable { step: 2, .. }), "{cell:?}");
}

#[test]
fn every_failure_holds_under_its_own_release_what_it_rests_on_and_what_it_expects() {
    for failure in failures::all() {
        let run = Run::new(&failure.scenario, Options::default());
        let outcome = run.outcome();
        assert!(outcome.failures.is_empty(), "{}: {:#?}", failure.id, outcome.failures);
        assert_eq!(run.skipped(), Vec::<String>::new(), "{}", failure.id);
        let steps = &failure.scenario.steps;
        let premises: usize = steps.iter().map(|step| step.premise.len()).sum();
        let expected: usize = steps.iter().map(|step| step.expect.len()).sum();
        assert_eq!(outcome.held, premises + expected, "{}", failure.id);
        assert!(expected > 0, "{} expects nothing", failure.id);
    }
}

#[test]
fn every_failure_is_told_in_both_languages_in_two_lines_a_step() {
    for failure in failures::all() {
        let scenario = &failure.scenario;
        assert_eq!(lesson::too_long(scenario), [], "{}", failure.id);
        for text in [Some(&scenario.title), scenario.summary.as_ref()] {
            let text = text.unwrap_or_else(|| panic!("{} has no summary", failure.id));
            assert_ne!(text.get(Lang::Zh), text.en(), "{}", failure.id);
        }
        for (step, number) in scenario.steps.iter().zip(1..) {
            let said = step.say.iter().chain(step.ask.iter().map(|ask| &ask.text));
            let mut told = 0;
            for text in said {
                let zh = text.written_in(Lang::Zh);
                assert!(zh.is_some_and(|zh| zh != text.en()), "{} step {number}", failure.id);
                told += 1;
            }
            assert!(told > 0, "{} step {number} says nothing", failure.id);
        }
    }
}

const PAGE: &str = "docs/failures.md";
const BEGIN: &str = "<!-- failures -->\n";
const END: &str = "<!-- end -->";

#[test]
fn the_page_of_the_documentation_shows_what_the_program_makes_of_them() {
    let every: Vec<&Rules> = releases().map(rules).collect();
    let some: Vec<&Rules> = milestones().map(rules).collect();
    let wanted =
        page::markdown(&Table::new(failures::all(), &some), &Table::new(failures::all(), &every));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    let text = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = text.split_once(BEGIN).expect("the mark before the table");
    let (found, after) = rest.split_once(END).expect("the mark behind it");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let text = [before, BEGIN, &wanted, END, after].concat();
        std::fs::write(path, text).expect("the page can be written");
    } else {
        assert!(found == wanted, "UPDATE_DOCS=1 cargo test --test failures writes {PAGE} anew");
    }
}

/// What the program prints.
fn call(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_replicascope"));
    command.args(args).env("LANG", "en_US.UTF-8").env("NO_COLOR", "1");
    for name in ["LC_ALL", "LC_MESSAGES"] {
        command.env_remove(name);
    }
    command.env("XDG_CONFIG_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-config"));
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_table_fits_into_80_columns_in_both_languages() {
    for lang in ["en", "zh"] {
        let (status, text, _) = call(&["failures", "--lang", lang]);
        assert_eq!(status, Some(0));
        for line in text.lines() {
            assert!(replicascope::scenario::text::columns(line) <= 80, "{line}");
        }
        insta::assert_snapshot!(format!("failures_{lang}"), text);
    }
    let (_, text, _) = call(&["failures", "--glyphs", "ascii"]);
    assert!(text.replace('×', "").is_ascii(), "{text}");
}

#[test]
fn one_failure_says_since_which_release_it_ends_how_and_why() {
    insta::assert_snapshot!("failures_f7", call(&["failures", "F7"]).1);
    insta::assert_snapshot!("failures_f5_zh", call(&["failures", "f5", "--lang", "zh"]).1);
    insta::assert_snapshot!("failures_f12", call(&["failures", "F12", "--kafka", "2.6,3.4,3.5"]).1);
    let (_, family, _) = call(&["failures", "F1"]);
    for title in ["F1a  ", "F1b  ", "F1c  "] {
        assert!(family.contains(title), "{family}");
    }
}

#[test]
fn a_failure_or_a_release_that_there_is_not_is_refused() {
    let (status, out, says) = call(&["failures", "stale-fetsch"]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(says.contains("did you mean f08-stale-fetch?"), "{says}");
    let (status, _, says) = call(&["failures", "--kafka", "0.7"]);
    assert_eq!(status, Some(2));
    assert!(says.contains("no such release"), "{says}");
}

#[test]
fn the_json_form_has_what_the_documentation_lists() {
    let (_, text, _) = call(&["failures", "--json", "--kafka", "0.8.2,2.6.0,4.1"]);
    let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(json["format"], "replicascope.failures");
    let f7 = json["failures"].as_array().expect("a list").iter().find(|f| f["id"] == "F7");
    let damage: Vec<String> = f7.expect("F7")["cells"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|cell| cell["damage"].to_string())
        .collect();
    assert_eq!(damage, ["[]", "[\"stuck\"]", "[]"]);
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md"));
    let page = page.expect("the page");
    let (_, page) = page.split_once("## Failure × release").expect("its section");
    let mut keys = Vec::new();
    let objects =
        [&json, &json["releases"][0], &json["failures"][0], &json["failures"][0]["cells"][0]];
    for object in objects {
        keys.extend(object.as_object().expect("an object").keys().cloned());
    }
    for key in keys {
        assert!(page.contains(&format!("`{key}`")), "docs/json.md lacks {key}");
    }
}

#[test]
fn a_failure_is_found_by_its_name_wherever_a_demo_is() {
    for args in [&["run", "F3"][..], &["run", "f03-leaders-change-fast"], &["compare", "f3"]] {
        let (status, text, says) = call(args);
        assert_eq!(status, Some(0), "{args:?}: {says}");
        assert!(text.contains("Leaders change faster"), "{text}");
    }
}

#[test]
fn where_a_premise_fails_it_is_another_story_and_under_its_own_release_a_failure() {
    let (status, text, _) = call(&["run", "F5", "--kafka", "0.8.0"]);
    assert_eq!(status, Some(0));
    assert!(text.contains("another story here: step 2 rests on NoLeader"), "{text}");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("premise.ron");
    let source = r#"Scenario(title: "t", release: "0.11", brokers: ["A", "B"],
        steps: [(do: [Send("m1")], premise: [Leo("A", 7)])])"#;
    std::fs::write(&file, source).expect("a test may write there");
    let file = file.to_str().expect("UTF-8");
    for command in ["run", "check"] {
        let (status, _, says) = call(&[command, file]);
        assert_eq!(status, Some(1), "{command}");
        assert!(says.contains("Leo(\"A\", 7)"), "{says}");
        let (_, out, says) = call(&[command, file, "--kafka", "0.10.2"]);
        assert!((out + &says).contains("another story here: step 1"), "{command}");
    }
}
