//! The command line, as a shell sees it: arguments in, output and exit status out.

mod explore;
mod releases;
mod shell;

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::shell::*;

#[test]
fn help_teaches() {
    let called = call(&["--help"]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!("help", called.stdout);
    for command in ["run", "check", "compare", "demos", "failures", "completions", "man"] {
        let called = call(&[command, "--help"]);
        assert_eq!(called.status, Some(0));
        insta::assert_snapshot!(format!("help_{command}"), called.stdout);
    }
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
    let called = call(&["run", GOOD, "--until", "5"]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    let called = call(&["run", GOOD, "--until", "1000"]);
    assert!(called.stdout.ends_with("5 steps, 7 expectations held\n"));
    let note = "replicascope: --until 1000: the scenario ends after 5 steps\n";
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), note));
    let called = call(&["--lang", "zh", "run", GOOD, "--until", "1000"]);
    assert!(called.stderr.contains("第 5 步"), "{}", called.stderr);
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
    let piped = |content: &[u8]| called_with_input(&["run", "-"], content);
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
fn check_reads_the_standard_input_as_run_does() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"));
    let good = std::fs::read(path.join(GOOD)).expect("it is there");
    let called = called_with_input(&["check", "-"], &good);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    assert_eq!(called.stdout, "1 file, 7 expectations held\n");
    let wrong = std::fs::read(path.join(WRONG)).expect("it is there");
    let called = called_with_input(&["check", "-"], &wrong);
    assert_eq!(called.status, Some(1));
    assert!(called.stderr.starts_with("replicascope: standard input: FAILED"), "{}", called.stderr);
    let called = called_with_input(&["check", "-"], b"Scenario(");
    assert_eq!(called.status, Some(2));
    assert!(called.stderr.contains("standard input"), "{}", called.stderr);
}

/// To open a pipe that nobody writes to waits for ever, and so may a device.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_and_not_waited_for() {
    use std::os::unix::net::UnixListener;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-files");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let at = |name: &str| folder.join(name).to_str().expect("the path is UTF-8").to_owned();
    let made = Command::new("mkfifo").arg(at("pipe.ron")).status().expect("mkfifo");
    assert!(made.success());
    let _socket = UnixListener::bind(at("socket.ron")).expect("a socket");
    for path in [at("pipe.ron"), at("socket.ron"), "/dev/zero".to_owned()] {
        for args in [
            vec!["run", &path],
            vec!["check", &path],
            vec!["export", &path, "--svg", "x.svg"],
            vec![path.as_str()],
        ] {
            let called = call(&args);
            assert_eq!(called.status, Some(2), "{args:?}: {}", called.stderr);
            assert!(called.stderr.contains("not a file"), "{args:?}: {}", called.stderr);
        }
        let chinese = call(&["--lang", "zh", "check", &path]);
        assert!(chinese.stderr.contains("这不是文件"), "{}", chinese.stderr);
    }
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(GOOD), at("good.ron"))
        .expect("a copy");
    let called = call(&["check", folder.to_str().expect("the path is UTF-8")]);
    assert_eq!(called.status, Some(2));
    assert_eq!(called.stdout, "3 files, 2 BAD, 7 expectations held\n");
    // A configuration may be no file at all, but one that never ends is too large.
    let with = |config: &str| call(&["--config", config, "run", GOOD]);
    assert_eq!(with("/dev/null").status, Some(0));
    for (config, why) in [(at("pipe.ron"), "not a file"), ("/dev/zero".into(), "larger than")] {
        let called = with(&config);
        assert_eq!(called.status, Some(2), "{config}");
        assert!(called.stderr.contains(why), "{config}: {}", called.stderr);
    }
}

/// A device that takes nothing stands for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_told() {
    for args in [&["--help"][..], &["--version"], &["run", "--help"], &["help", "check"]] {
        let full = std::fs::File::create("/dev/full").expect("a device");
        let output = command(args).stdout(full).stderr(Stdio::piped()).output();
        let called = called(output.expect("the program starts"));
        assert_eq!(called.status, Some(2), "{args:?}");
        assert!(called.stderr.starts_with("replicascope: can't write"), "{}", called.stderr);
    }
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
        (&["run", GOOD, "--glyphs", "emoji"], "possible values: unicode, narrow, ascii"),
        (&["--theme", "pink"], "possible values: dark, light, 16, none, contrast"),
        (&["completions", "tcsh"], "possible values: bash"),
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
fn signs_are_chosen_by_a_flag_in_the_output_and_in_reports() {
    assert!(call(&["run", GOOD]).stdout.contains("0 → 1"));
    for set in ["narrow", "ascii"] {
        let called = call(&["run", GOOD, "--glyphs", set]);
        assert!(called.stdout.contains("0 -> 1") && !called.stdout.contains('→'), "{set}");
        let bad = call(&["run", "tests/bad/form-number-for-text.ron", "--glyphs", set]);
        assert_eq!(bad.status, Some(2));
        assert!(bad.stderr.is_ascii(), "{set}: {}", bad.stderr);
    }
}

#[test]
fn a_bad_file_is_told_in_the_language_of_whoever_reads() {
    let called = call(&["run", "tests/bad/form-unknown-action.ron", "--lang", "zh"]);
    assert_eq!((called.status, called.stdout.as_str()), (Some(2), ""));
    insta::assert_snapshot!("report_zh", called.stderr);
    let missing = call(&["--lang", "zh", "no/such/file.ron"]);
    assert_eq!(missing.stderr, "  × no/such/file.ron: 无法读取文件：文件不存在\n");
    let piped = called_with_input(&["run", "-", "--lang", "zh"], b"(");
    assert!(piped.stderr.contains("标准输入"), "{}", piped.stderr);
    assert_eq!(
        call(&["--lang", "zh"]).stderr,
        "replicascope: 屏幕需要终端；没有终端时请用：replicascope run FILE\n"
    );
}

#[test]
fn demos_lists_every_demo_in_both_languages() {
    let called = call(&["demos"]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!("demos", called.stdout);
    insta::assert_snapshot!("demos_zh", call(&["demos", "--lang", "zh"]).stdout);
    for line in called.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_demo_goes_by_its_number_or_its_name_where_there_is_no_such_file() {
    let by_file = call(&["run", "demos/10a-loss-by-hw-truncation.ron"]);
    for name in ["10a", "10a-loss-by-hw-truncation", "loss-by-hw-truncation"] {
        let called = call(&["run", name]);
        assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""), "{name}");
        assert_eq!(called.stdout, by_file.stdout, "{name}");
    }
    // The screen has only the terminal to miss.
    assert!(call(&["10a"]).stderr.contains("needs a terminal"));
    // A file comes first.
    let mut here = command(&["run", "12"]);
    here.current_dir(env!("CARGO_TARGET_TMPDIR"));
    file("12", b"(");
    let called = called(here.output().expect("the program starts"));
    assert!(called.stderr.contains("this ( is not closed"), "{}", called.stderr);
}

#[test]
fn a_misspelt_demo_names_the_nearest_one() {
    for (asked, says) in [
        ("10a-lost", "did you mean the demo 10a-loss-by-hw-truncation?"),
        ("divergense", "did you mean the demo 10c-divergence?"),
        ("10", "several demos begin with \"10\": 10a-loss-by-hw-truncation, 10b-"),
        ("xyzzy", "`replicascope demos` lists the demos"),
        ("\u{202e}x", "\\u{202e}x"),
    ] {
        for args in [&["run", asked][..], &[asked]] {
            let called = call(args);
            assert_eq!(called.status, Some(2), "{args:?}");
            assert!(called.stderr.contains(says), "{args:?}: {}", called.stderr);
        }
    }
}

#[test]
fn check_looks_through_folders_and_sums_up() {
    let good = std::fs::read(GOOD).expect("it is there");
    let wrong = std::fs::read(WRONG).expect("it is there");
    let all = folder("check_all", &[("a.ron", &good), ("b/c/d.ron", &good), ("b/notes.txt", b"x")]);
    let called = call(&["check", &all]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    assert_eq!(called.stdout, "2 files, 14 expectations held\n");

    let fails = folder("check_fails", &[("a.ron", &good), ("b/wrong.ron", &wrong)]);
    let called = call(&["check", &fails]);
    assert_eq!(called.status, Some(1));
    assert!(called.stderr.contains("b/wrong.ron: FAILED: step 3, line 14"), "{}", called.stderr);
    assert_eq!(called.stdout, "2 files, 12 expectations held, 2 FAILED\n");

    let bad = folder("check_bad", &[("a.ron", b"("), ("b.ron", b""), ("c.ron", &wrong)]);
    let called = call(&["check", &bad, GOOD, "no/such.ron"]);
    assert_eq!(called.status, Some(2));
    for says in ["a.ron:1:1", "the file is empty", "c.ron: FAILED", "no/such.ron: can't read"] {
        assert!(called.stderr.contains(says), "{says}: {}", called.stderr);
    }
    assert_eq!(called.stdout, "5 files, 3 BAD, 12 expectations held, 2 FAILED\n");
    let chinese = call(&["check", &bad, GOOD, "no/such.ron", "--lang", "zh"]);
    assert_eq!(chinese.stdout, "5 个文件，3 个有错，12 条期望符合，2 条不符\n");

    let none = folder("check_none", &[("readme.txt", b"")]);
    let called = call(&["check", &none]);
    assert_eq!(called.status, Some(2));
    assert!(called.stderr.contains("no file in it"), "{}", called.stderr);
    assert_eq!(call(&["check"]).status, Some(2));
}

#[test]
fn check_warns_of_narration_that_the_smallest_screen_cuts() {
    let long = "many words ".repeat(20);
    let text = format!(
        r#"(title: "t", release: "0.11", brokers: ["A"], steps: [
            (say: (en: "{long}", zh: "短")),
            (ask: (text: (en: "short", zh: "{}"), hides: "hw A")),
        ])"#,
        "很长的问题".repeat(18),
    );
    let path = file("long.ron", text.as_bytes());
    let path = path.to_str().expect("the path is UTF-8");
    let called = call(&["check", path]);
    assert_eq!(called.status, Some(0), "a warning is no fault");
    let told = called.stderr.replace(path, "long.ron");
    insta::assert_snapshot!(told, @r"
    replicascope: long.ron:2: warning: step 1: in English, the narration takes 3 lines of 78 columns; a screen of 80×24 shows 2
    replicascope: long.ron:3: warning: step 2: in Chinese, the question takes 3 lines of 78 columns; a screen of 80×24 shows 2
    ");
    assert_eq!(called.stdout, "1 file, 0 expectations held, 2 warnings\n");
    assert_eq!(call(&["run", path]).status, Some(0));
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_back_does_not_trap_check() {
    let good = std::fs::read(GOOD).expect("it is there");
    let around = folder("check_around", &[("a/b.ron", &good)]);
    std::os::unix::fs::symlink(&around, format!("{around}/a/back")).expect("a test may link");
    let called = call(&["check", &around]);
    assert_eq!(called.stdout, "1 file, 7 expectations held\n");
}

#[test]
fn completions_and_manual_pages_come_from_the_program() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let called = call(&["completions", shell]);
        assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""), "{shell}");
        assert!(called.stdout.contains("until"), "{shell}");
    }
    let page = call(&["man"]);
    assert_eq!((page.status, page.stderr.as_str()), (Some(0), ""));
    assert!(page.stdout.contains(".SH EXTRA") && page.stdout.contains("Exit status"));
    let page = call(&["man", "run"]);
    assert!(page.stdout.contains("replicascope\\-run") && page.stdout.contains("until"));
    let wrong = call(&["man", "rnu"]);
    assert_eq!(wrong.status, Some(2));
    assert!(
        wrong.stderr.contains("there are run, check, compare, explore, export, demos"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn every_demo_plays_in_both_forms_and_languages() {
    let demos = Path::new(env!("CARGO_MANIFEST_DIR")).join("demos");
    let mut count = 0;
    let listed = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("there are demos");
        entries.map(|entry| entry.expect("a demo can be listed").path()).collect::<Vec<_>>()
    };
    let (folders, mut files): (Vec<_>, Vec<_>) =
        listed(&demos).into_iter().partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| listed(folder)));
    for path in files {
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

#[test]
fn why_says_after_the_last_step_why_it_is_so_and_what_a_failure_would_lose() {
    let said = call(&["run", "10a", "--until", "4", "--why"]);
    assert_eq!(said.status, Some(0));
    let (_, why) = said.stdout.rsplit_once("\nWhy?\n").expect("it comes last");
    assert!(why.contains("A holds it back: in the ISR, its last fetch was from 1."), "{why}");
    assert_eq!(why.matches("if all brokers lost power now?").count(), 1, "{why}");
    assert!(!why.contains("There is one"), "what makes no sense is left out: {why}");
    let said = call(&["run", "10a", "--until", "4", "--why", "--lang", "zh"]);
    assert!(said.stdout.contains("被 A 拖住"), "{}", said.stdout);
    assert_eq!(call(&["run", "10a", "--why", "--json"]).status, Some(2));
}

#[test]
fn the_ledger_of_a_run_says_what_has_become_of_each_record() {
    let said = call(&["run", "10a", "--json"]);
    let last: Json =
        serde_json::from_str(said.stdout.lines().last().expect("a line")).expect("JSON");
    let ledger = last["state"]["ledger"].as_array().expect("a list");
    let of = |value: &str| ledger.iter().find(|line| line["value"] == value).expect("it is there");
    assert_eq!(of("m1")["verdict"], "safe");
    assert_eq!(of("m2")["verdict"], "lost");
    assert_eq!(of("m2")["loss_allowed"], true);
    assert_eq!(of("m2")["committed_at"], serde_json::json!([1]));
}

/// What the first run of a program with this configuration says.
fn configured(config: &str, args: &[&str]) -> Called {
    let home = folder("config_home", &[("replicascope/config.ron", config.as_bytes())]);
    let mut command = command(args);
    command.env("XDG_CONFIG_HOME", home);
    called(command.output().expect("the program starts"))
}

#[test]
#[cfg(not(any(windows, target_os = "macos")))]
fn a_configuration_is_found_in_the_users_folder_and_flags_win_over_it() {
    let config = r#"(lang: "zh", glyphs: "ascii", theme: "none")"#;
    let called = configured(config, &["run", GOOD]);
    assert_eq!((called.status, called.stderr.as_str()), (Some(0), ""));
    assert!(called.stdout.contains("A 有 m2，但 HW 是 1。"), "{}", called.stdout);
    assert!(called.stdout.contains("0 -> 1"), "{}", called.stdout);
    let called = configured(config, &["run", GOOD, "--lang", "en", "--glyphs", "unicode"]);
    assert!(called.stdout.contains("A holds m2, but its HW is 1."), "{}", called.stdout);
    assert!(called.stdout.contains("0 → 1"), "{}", called.stdout);

    let bad = configured(r#"(keys: {"fetsch": ["f"]})"#, &["demos"]);
    assert_eq!((bad.status, bad.stdout.as_str()), (Some(2), ""));
    assert!(bad.stderr.contains("did you mean \"fetch\"?"), "{}", bad.stderr);
    // What is the same for everybody needs no configuration.
    assert_eq!(configured("(", &["completions", "bash"]).status, Some(0));
    assert_eq!(configured("(", &["demos", "--config", "/dev/null"]).status, Some(0));
}

#[test]
fn a_bad_configuration_exits_2_and_says_what_to_do() {
    let bad = file("bad-config.ron", b"(\n  lang: \"en\",\n  keys: {\n    \"send\": \"F5\",\n    \"fetch\": [\"f\", \"F5\"],\n  },\n)\n");
    let bad = bad.to_str().expect("the path is UTF-8");
    for args in
        [&["--config", bad][..], &["run", GOOD, "--config", bad], &["demos", "--config", bad]]
    {
        let called = call(args);
        assert_eq!((called.status, called.stdout.as_str()), (Some(2), ""), "{args:?}");
        let told = called.stderr.replace(env!("CARGO_TARGET_TMPDIR"), "");
        assert!(told.contains("bad-config.ron:5:20"), "{told}");
        assert!(told.contains("\"F5\" can't be both send and fetch"), "{told}");
        assert!(told.contains("--config /dev/null"), "{told}");
    }
    let missing = call(&["--config", "no/such.ron", "--lang", "zh"]);
    assert_eq!(missing.status, Some(2));
    assert!(missing.stderr.contains("no/such.ron: 无法读取文件：文件不存在"), "{}", missing.stderr);
}
