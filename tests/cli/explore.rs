//! The explorer, called from a shell.

use serde_json::Value as Json;

use crate::shell::*;

#[test]
fn the_page_lists_every_key_of_an_exploration_and_no_other() {
    let searched = call(&["explore", "10b", "--budget", "kills=1", "--json"]);
    assert_eq!(searched.status, Some(1), "{}", searched.stderr);
    let searched: Json = serde_json::from_str(&searched.stdout).expect("it is JSON");
    let property = "candidate-completeness";
    let walks = ["--walks", "20000", "--seed", "7", "--json"];
    let walked = call(&[&["explore", "10b", "--property", property], &walks[..]].concat());
    assert_eq!(walked.status, Some(1), "{}", walked.stderr);
    let walked: Json = serde_json::from_str(&walked.stdout).expect("it is JSON");
    let mut found = keys(&searched);
    found.extend(keys(&searched["answers"][0]));
    found.extend(keys(&searched["answers"][0]["goals"][0]));
    found.extend(keys(&walked["answers"][0]));
    found.retain(|key| !["number", "length"].contains(&key.as_str()));
    assert_eq!(keys(&walked["answers"][0]["walk"]), ["number", "goal", "length", "steps"]);
    are_listed(&found, &listed("## An exploration"));
}

#[test]
fn an_exploration_of_what_makes_no_sense_is_refused_before_it_begins() {
    let folder = tempfile::tempdir().expect("a folder");
    let there = folder.path().join("there.ron");
    std::fs::write(&there, "kept").expect("a file");
    let there = there.to_str().expect("a name");
    let refused: [(&[&str], &str); 11] = [
        (&["--reach", ""], "not one expectation or comparison"),
        (&["--reach", "Leader(\"A\")]), (expect: [Leader(\"B\")"], "not one expectation"),
        (&["--reach", "Lost([\"m1\""], "not one expectation"),
        (&["--reach", "isr} x {isr = isr"], "not one expectation"),
        (&["--reach", "log A != log X"], "no broker"),
        (&["--reach", "nonsense"], "no expectation"),
        (&["--property", "nonsense"], "no such property"),
        (&["--budget", "kills=10"], "no such budget"),
        (&["--kafka", "9.9"], "9.9"),
        (&["--save", there], "is there already"),
        (&["--save", "no-such-folder/x.ron"], "no-such-folder"),
    ];
    for (args, why) in refused {
        let called = call(&[&["explore", "10b"], args].concat());
        assert_eq!((called.status, called.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(called.stderr.contains(why), "{args:?}: {}", called.stderr);
    }
    assert_eq!(std::fs::read_to_string(there).expect("it is there"), "kept");
}

/// How much memory a search took depends on the machine.
fn without_memory(text: &str) -> String {
    let cut = |line: &str| match line.starts_with("searched: ") || line.starts_with("已搜索：")
    {
        true => line.rsplit_once([',', '，']).map_or(line, |(kept, _)| kept).to_owned(),
        false => line.to_owned(),
    };
    text.lines().map(cut).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_exploration_says_what_was_searched_and_what_comes_of_each_step() {
    let few = ["--budget", "kills=2,elections=0,isr-changes=0,waits=0,records=1", "--threads", "1"];
    let called = call(&[&["explore", "10b"], &few[..]].concat());
    assert_eq!((called.status, called.stderr.as_str()), (Some(1), ""));
    insta::assert_snapshot!("explore", without_memory(&called.stdout));
    let called = call(&[&["explore", "10b", "--kafka", "0.11", "--lang", "zh"], &few[..]].concat());
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!("explore_zh", without_memory(&called.stdout));
}
