//! The program as a shell calls it, and what the tests of it share.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

pub(crate) const GOOD: &str = "tests/run/loss.ron";
pub(crate) const WRONG: &str = "tests/run/wrong.ron";
pub(crate) const UNCLEAN: &str = "tests/run/unclean.ron";
pub(crate) const DEMO: &str = "10a-loss-by-hw-truncation";

/// What came of a call.
pub(crate) struct Called {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_replicascope"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
    for name in ["LC_ALL", "LC_MESSAGES", "COLUMNS", "FORCE_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env("LANG", "en_US.UTF-8").env("NO_COLOR", "1");
    // Whoever runs the tests may have configured the program.
    command.env("XDG_CONFIG_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-config"));
    command.stdin(Stdio::null());
    command
}

pub(crate) fn called(output: Output) -> Called {
    Called {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("the errors are UTF-8"),
    }
}

pub(crate) fn call(args: &[&str]) -> Called {
    called(command(args).output().expect("the program starts"))
}

/// A call with something to read.
pub(crate) fn called_with_input(args: &[&str], content: &[u8]) -> Called {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    stdin.write_all(content).expect("the program reads");
    drop(stdin);
    called(child.wait_with_output().expect("the program ends"))
}

/// A file of this test run.
pub(crate) fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a test may write there");
    path
}

/// Plays a file that can't be good and returns the report.
pub(crate) fn refused(name: &str, content: &[u8]) -> String {
    let path = file(name, content);
    let called = call(&["run", path.to_str().expect("the path is UTF-8")]);
    assert_eq!(called.status, Some(2), "{name}: {}", called.stderr);
    assert_eq!(called.stdout, "", "{name}");
    assert!(called.stderr.contains(name) || name.contains('\x1b'), "{name}: {}", called.stderr);
    let raw = |c: char| c.is_control() && c != '\n';
    assert!(!called.stderr.contains(raw), "{name}: {:?}", called.stderr);
    called.stderr
}

pub(crate) fn lines(stdout: &str) -> Vec<Json> {
    stdout.lines().map(|l| serde_json::from_str(l).expect("each line is JSON")).collect()
}

/// A folder of this test run, with files in it.
pub(crate) fn folder(name: &str, files: &[(&str, &[u8])]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (file, content) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a test may");
        std::fs::write(&path, content).expect("a test may write there");
    }
    folder.to_str().expect("the path is UTF-8").to_owned()
}

/// The keys that a part of docs/json.md lists.
pub(crate) fn listed(head: &str) -> Vec<&'static str> {
    let (_, page) = include_str!("../../docs/json.md").split_once(head).expect("the page has it");
    let part = page.split("\n## ").next().unwrap_or(page);
    let cells = part.lines().filter_map(|line| line.strip_prefix("| `")?.split('|').next());
    cells.flat_map(|cell| cell.trim_end().trim_end_matches('`').split("`, `")).collect()
}

pub(crate) fn keys(json: &Json) -> Vec<String> {
    json.as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
}

pub(crate) fn are_listed(found: &[String], listed: &[&str]) {
    for key in found {
        assert!(listed.contains(&key.as_str()), "docs/json.md lacks {key}");
    }
    for key in listed {
        assert!(found.iter().any(|f| f == key), "docs/json.md has {key}, which is not there");
    }
}
