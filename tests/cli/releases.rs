//! The same steps under other releases and settings: played, checked, exported, and compared.

use serde_json::Value as Json;

use crate::shell::*;

#[test]
fn another_release_plays_the_same_steps_and_what_differs_is_no_failure() {
    let called = call(&["run", DEMO, "--kafka", "0.11"]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    let out = &called.stdout;
    assert!(out.contains("release 0.11"), "{out}");
    assert!(out.contains("written for 0.10.2"), "{out}");
    assert!(out.contains("≠ differs from 0.10.2: Lost([\"m2\"]): there m2, here -"), "{out}");
    assert!(out.ends_with("expectations for 0.10.2: 29 hold, 9 differ\n"), "{out}");
    // The file's own release is no other one.
    let own = call(&["run", DEMO, "--kafka", "0.10.2"]);
    assert_eq!(own.stdout, call(&["run", DEMO]).stdout);
    // In front of the command it means the same.
    assert_eq!(call(&["--kafka", "0.11", "run", DEMO]).stdout, *out);
}

#[test]
fn an_unknown_release_is_refused_with_the_list_of_those_that_are_known() {
    let svg = file("never-written.svg", b"");
    let svg = svg.to_str().expect("the path is UTF-8");
    let commands: [&[&str]; 5] = [
        &[DEMO, "--kafka", "9.9"],
        &["run", DEMO, "--kafka", "9.9"],
        &["check", GOOD, "--kafka", "9.9"],
        &["compare", DEMO, "--kafka", "0.11,9.9"],
        &["export", DEMO, "--kafka", "9.9", "--force", "--svg", svg],
    ];
    for args in commands {
        let called = call(args);
        assert_eq!((called.status, called.stdout.as_str()), (Some(2), ""), "{args:?}");
        for release in replicascope::engine::releases() {
            assert!(called.stderr.contains(release), "{args:?}: {}", called.stderr);
        }
    }
    assert_eq!(std::fs::read(svg).expect("it is there"), b"");
    let called = call(&["run", DEMO, "--kafka", "9.9", "--lang", "zh"]);
    assert!(called.stderr.contains("没有这个版本"), "{}", called.stderr);
}

#[test]
fn check_says_whether_a_scenario_holds_under_another_release() {
    let path = format!("demos/{DEMO}.ron");
    let called = call(&["check", &path, "--kafka", "0.11"]);
    assert_eq!(called.status, Some(1));
    assert!(called.stderr.contains("Lost([\"m2\"])"), "{}", called.stderr);
    assert_eq!(call(&["check", &path, "--kafka", "0.8.2"]).status, Some(0));
}

#[test]
fn what_cannot_happen_under_another_release_is_skipped_with_the_reason() {
    let args = ["run", UNCLEAN, "--kafka", "0.11"];
    let text = call(&args).stdout;
    assert!(text.contains("  ! skipped: fetch A: A leads: it fetches from nobody"), "{text}");
    let json = call(&[&args[..], &["--json"]].concat()).stdout;
    let lines = lines(&json);
    assert_eq!(lines[0]["written_for"], "0.10.2");
    assert_eq!(lines[0]["setup"]["release"], "0.11");
    let skipped: Vec<&Json> = lines[1..].iter().filter_map(|line| line["skipped"].get(0)).collect();
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0]["command"], "fetch A");
    assert!(skipped[0]["reason"].as_str().is_some_and(|why| why.starts_with("A leads")));
    let called = call(&["check", UNCLEAN, "--kafka", "0.11"]);
    assert!(called.stderr.contains("warning: step 4 skipped: fetch A"), "{}", called.stderr);
    let called = call(&["compare", UNCLEAN, "--kafka", "0.11"]);
    insta::assert_snapshot!("compare_skipped", called.stdout);
}

#[test]
fn what_is_asked_first_under_one_release_only_is_no_difference() {
    // Under 0.11 a follower asks where its epoch ended before it fetches; under 0.10.2 it does not.
    for (demo, release) in [("02", "0.11"), ("11a", "0.10.2")] {
        let text = call(&["run", demo, "--kafka", release]).stdout;
        assert!(!text.contains("skipped"), "{text}");
    }
    assert!(call(&["run", "02", "--kafka", "0.11"]).stdout.contains("all 50 hold"));
}

#[test]
fn an_export_names_the_release_that_is_played_and_that_of_the_file() {
    let args = ["export", DEMO, "--kafka", "0.11", "--step", "7", "--text", "-"];
    let called = call(&args);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    assert!(called.stdout.contains("0.11/ZK (file 0.10.2)"), "{}", called.stdout);
    assert!(called.stdout.contains("≠ 0.10.2 since step 6: log A"), "{}", called.stdout);
}

#[test]
fn a_comparison_sets_releases_side_by_side() {
    let called = call(&["compare", DEMO, "--kafka", "0.8.2,0.10.2,0.11"]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!("compare", called.stdout);
    let called = call(&["compare", DEMO, "--kafka", "0.11", "--until", "6", "--lang", "zh"]);
    insta::assert_snapshot!("compare_zh", called.stdout);
    let called = call(&["compare", "12", "--set", "min.insync.replicas=1,2,3"]);
    insta::assert_snapshot!("compare_settings", called.stdout);
}

#[test]
fn a_comparison_as_json_has_every_run_and_every_quantity() {
    let called = call(&["compare", DEMO, "--kafka", "0.11", "--json"]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    let mut report: Json = serde_json::from_str(&called.stdout).expect("it is JSON");
    let lost = &report["runs"][0]["state"]["lost"][0]["value"];
    assert_eq!(*lost, "m2");
    for run in report["runs"].as_array_mut().expect("the runs") {
        assert!(run["state"].is_object() && run["setup"].is_object());
        // Described, and held, as those of a run.
        for key in ["state", "setup"] {
            run[key] = Json::Null;
        }
    }
    insta::assert_snapshot!(
        "compare_json",
        serde_json::to_string_pretty(&report).expect("it was JSON")
    );
}

#[test]
fn the_page_lists_every_key_of_a_comparison_and_no_other() {
    let called = call(&["compare", UNCLEAN, "--kafka", "0.11", "--json"]);
    let report: Json = serde_json::from_str(&called.stdout).expect("it is JSON");
    let mut found = keys(&report);
    found.extend(keys(&report["runs"][1]));
    found.extend(keys(&report["quantities"][0]));
    are_listed(&found, &listed("## A comparison"));
}

#[test]
fn a_comparison_of_what_there_is_not_is_refused() {
    let refused: [(&[&str], &str); 4] = [
        (&["compare", DEMO, "--kafka", "0.10.2"], "name a second release"),
        (&["compare", DEMO, "--set", "nonsense=1,2"], "no such setting"),
        (&["compare", DEMO, "--set", "min.insync.replicas=0,1"], "min.insync.replicas"),
        (&["compare", DEMO, "--set", "acks"], "give a setting and its values"),
    ];
    for (args, why) in refused {
        let called = call(args);
        assert_eq!((called.status, called.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(called.stderr.contains(why), "{args:?}: {}", called.stderr);
    }
    let called = call(&["compare", DEMO, "--kafka", "0.11", "--until", "99"]);
    assert_eq!(called.status, Some(0));
    assert!(called.stderr.contains("ends after 11 steps"), "{}", called.stderr);
}
