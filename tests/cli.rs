//! The command line, as a shell sees it: arguments in, output and exit status out.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

const GOOD: &str = "tests/run/loss.ron";
const WRONG: &str = "tests/run/wrong.ron";

/// What came of a call.
struct Called {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_replicascope"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
    for name in ["LC_ALL", "LC_MESSAGES", "COLUMNS", "FORCE_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env("LANG", "en_US.UTF-8").env("NO_COLOR", "1");
    command.stdin(Stdio::null());
    command
}

fn called(output: Output) -> Called {
    Called {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("the errors are UTF-8"),
    }
}

fn call(args: &[&str]) -> Called {
    called(command(args).output().expect("the program starts"))
}

/// A file of this test run.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a test may write there");
    path
}

/// Plays a file that can't be good and returns the report.
fn refused(name: &str, content: &[u8]) -> String {
    let path = file(name, content);
    let called = call(&["run", path.to_str().expect("the path is UTF-8")]);
    assert_eq!(called.status, Some(2), "{name}: {}", called.stderr);
    assert_eq!(called.stdout, "", "{name}");
    assert!(called.stderr.contains(name) || name.contains('\x1b'), "{name}: {}", called.stderr);
    let raw = |c: char| c.is_control() && c != '\n';
    assert!(!called.stderr.contains(raw), "{name}: {:?}", called.stderr);
    called.stderr
}

fn lines(stdout: &str) -> Vec<Json> {
    stdout.lines().map(|l| serde_json::from_str(l).expect("each line is JSON")).collect()
}

#[test]
fn help_teaches() {
    let called = call(&["--help"]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!("help", called.stdout);
    let called = call(&["run", "--help"]);
    assert_eq!(called.status, Some(0));
    insta::assert_snapshot!("help_run", called.stdout);
}

#[test]
fn a_scenario_whose_expectations_hold_plays_as_text_and_exits_0() {
    let called = call(&["run", GOOD]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!("run", called.stdout);
}

#[test]
fn a_failed_expectation_exits_1_and_says_which_and_what_was_found() {
    let called = call(&["run", WRONG]);
    assert_eq!(called.status, Some(1));
    insta::assert_snapshot!(called.stderr, @r#"
    replicascope: FAILED: step 3, line 14: Hw("B", 1): expected 1, found 2
    replicascope: FAILED: step 5, line 20: Lost([]): expected -, found m2
    "#);
    assert!(called.stdout.contains("  FAILED: step 3, line 14: Hw(\"B\", 1)"));
    assert!(called.stdout.ends_with("5 steps, 5 expectations held, 2 FAILED\n"));
}

#[test]
fn until_stops_early_and_asks_no_later_expectation() {
    let called = call(&["run", WRONG, "--until", "2"]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    assert!(called.stdout.ends_with("2 steps, 2 expectations held\n"));
    assert!(!called.stdout.contains("step 3"));
    let called = call(&["run", GOOD, "--until", "0"]);
    assert!(called.stdout.ends_with("0 steps, nothing was expected\n"));
    let called = call(&["run", GOOD, "--until", "1000"]);
    assert!(called.stdout.ends_with("5 steps, 7 expectations held\n"));
}

#[test]
fn json_has_a_line_for_the_scenario_and_one_a_step() {
    let called = call(&["run", GOOD, "--json"]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    let lines = lines(&called.stdout);
    assert_eq!(lines[0]["format"], "replicascope.run");
    assert_eq!(lines[0]["version"], 1);
    assert_eq!(lines[0]["setup"]["release"], "0.10.2");
    let steps: Vec<&Json> = lines[1..].iter().map(|line| &line["step"]).collect();
    assert_eq!(steps, [0, 1, 2, 3, 4, 5]);
    let last = &lines[6]["state"];
    assert_eq!(last["lost"][0]["value"], "m2");
    assert_eq!(last["controller"]["partitions"][0]["leader"], "A");
    assert_eq!(lines[4]["wire"], Json::Null);
    assert_eq!(lines[4]["state"]["wire"][0]["notation"], "fetch@2 parked 500ms");
    let called = call(&["run", WRONG, "--json", "--until", "3"]);
    assert_eq!(called.status, Some(1));
    let lines = self::lines(&called.stdout);
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[4]["expectations"][0]["held"], false);
    assert_eq!(lines[4]["expectations"][0]["found"], "2");
    assert_eq!(lines[4]["expectations"][1]["held"], true);
}

#[test]
fn a_run_is_the_same_every_time() {
    assert_eq!(call(&["run", GOOD, "--json"]).stdout, call(&["run", GOOD, "--json"]).stdout);
}

#[test]
fn the_language_comes_from_the_flag_or_the_environment() {
    let english = "A holds m2, but its HW is 1.";
    let chinese = "A 有 m2，但 HW 是 1。";
    assert!(call(&["run", GOOD]).stdout.contains(english));
    assert!(call(&["run", GOOD, "--lang", "zh"]).stdout.contains(chinese));
    assert!(call(&["--lang", "zh", "run", GOOD]).stdout.contains(chinese));
    let chinese_shell = |args: &[&str]| {
        called(command(args).env("LC_ALL", "zh_CN.UTF-8").output().expect("the program starts"))
    };
    assert!(chinese_shell(&["run", GOOD]).stdout.contains(chinese));
    assert!(chinese_shell(&["run", GOOD, "--lang", "en"]).stdout.contains(english));
    assert!(chinese_shell(&["run", WRONG]).stderr.contains("期望 1，实际 2"));
}

#[test]
fn a_dash_reads_the_standard_input() {
    let piped = |content: &[u8]| {
        let mut command = command(&["run", "-"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("the input is a pipe");
        stdin.write_all(content).expect("the program reads");
        drop(stdin);
        called(child.wait_with_output().expect("the program ends"))
    };
    let good =
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(GOOD)).expect("it is there");
    let from_pipe = piped(&good);
    assert_eq!(from_pipe.status, Some(0));
    assert_eq!(from_pipe.stdout, call(&["run", GOOD]).stdout);
    let bad = piped(b"Scenario(");
    assert_eq!(bad.status, Some(2));
    assert!(bad.stderr.contains("standard input"), "{}", bad.stderr);
}

#[test]
fn a_closed_pipe_ends_a_run_quietly() {
    let mut command = command(&["run", GOOD, "--json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    drop(child.stdout.take());
    let called = called(child.wait_with_output().expect("the program ends"));
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_bad_file_exits_2_with_a_report_that_names_the_place() {
    let good = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(GOOD))
        .expect("it is there");
    let with = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replacen(from, to, 1).into_bytes()
    };
    let report = refused("cut.ron", b"Scenario(\n  title: \"x\",\n");
    assert!(report.contains("cut.ron:"), "{report}");
    let report = refused("field.ron", &with("release:", "relaese:"));
    assert!(report.contains("release") && report.contains("field.ron:4:5"), "{report}");
    let report = refused("broker.ron", &with("Fetch(\"A\"), Fetch", "Fetch(\"X\"), Fetch"));
    assert!(report.contains("\"X\"") && report.contains("broker.ron:8"), "{report}");
    let report = refused("release.ron", &with("\"0.10.2\"", "\"0.10.9\""));
    assert!(report.contains("0.10.2"), "{report}");
    let report = refused("impossible.ron", &with("Kill(\"B\")", "Start(\"B\")"));
    assert!(report.contains("step 5") && report.contains("B is up"), "{report}");
    refused("latin1.ron", b"Scenario(title: \"\xe9\")");
    refused("empty.ron", b"");
    refused("huge.ron", &vec![b' '; 2 << 20]);
    refused("control.ron", b"Scenario(title: \"\x1b[2J\", release: \"\x07\")");
    refused("name\x1b[31m.ron", b"");
}

#[test]
fn a_file_that_cannot_be_read_exits_2() {
    for path in ["no/such/file.ron", "tests"] {
        for args in [&["run", path][..], &[path]] {
            let called = call(args);
            assert_eq!(called.status, Some(2), "{args:?}");
            assert!(called.stderr.contains(path), "{args:?}: {}", called.stderr);
        }
    }
}

#[test]
fn bad_arguments_exit_2_and_say_what_is_wrong() {
    for (args, says) in [
        (&["run"][..], "<FILE>"),
        (&["run", GOOD, "--untli", "3"], "--until"),
        (&["run", GOOD, "--until", "-1"], "--until"),
        (&["run", GOOD, "--until", "x"], "invalid digit"),
        (&["run", GOOD, "--lang", "fr"], "possible values: en, zh"),
        (&["run", GOOD, WRONG], "unexpected argument"),
        (&[GOOD, "run", GOOD], "one file at a time"),
        (&["--json", GOOD], "--json"),
        (&["run", GOOD, "--\u{202e}x"], "--\\u{202e}x"),
    ] {
        let called = call(args);
        assert_eq!(called.status, Some(2), "{args:?}");
        assert_eq!(called.stdout, "", "{args:?}");
        assert!(called.stderr.contains(says), "{args:?}: {}", called.stderr);
    }
}

#[test]
fn without_a_terminal_the_screen_refuses_and_names_run() {
    for args in [&[][..], &[GOOD], &["--lang", "zh", GOOD]] {
        let called = call(args);
        assert_eq!(called.status, Some(2), "{args:?}");
        assert!(called.stderr.contains("replicascope run FILE"), "{args:?}: {}", called.stderr);
    }
}

#[test]
fn every_demo_plays_in_both_forms_and_languages() {
    let demos = Path::new(env!("CARGO_MANIFEST_DIR")).join("demos");
    let mut count = 0;
    for entry in std::fs::read_dir(demos).expect("there are demos") {
        let path = entry.expect("a demo can be listed").path();
        let path = path.to_str().expect("its name is UTF-8");
        let text = call(&["run", path]);
        assert_eq!((text.status, text.stderr.as_str()), (Some(0), ""), "{path}");
        let json = call(&["run", path, "--json", "--lang", "zh"]);
        assert_eq!((json.status, json.stderr.as_str()), (Some(0), ""), "{path}");
        assert!(lines(&json.stdout).len() > 2, "{path}");
        count += 1;
    }
    assert!(count > 0);
}
