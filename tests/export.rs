//! `replicascope export`, as a shell sees it: files in, files out, and never half a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GOOD: &str = "tests/run/loss.ron";

/// A folder of one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("export").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a test may write there");
        Folder(path)
    }

    /// The path of a file in it.
    fn at(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the path is UTF-8").to_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("the file is there")
    }

    /// What is in it.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(&self.0)
            .expect("the folder is there")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

fn export(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_replicascope"))
        .arg("export")
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // None of these may have a say in what a picture looks like.
        .env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config"))
        .env("NO_COLOR", "1")
        .env("TERM", "dumb")
        .env("COLUMNS", "40")
        .env("LC_ALL", "en_US.UTF-8")
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// Calls what must work, and returns what it wrote to the standard output.
fn good(args: &[&str]) -> String {
    let output = export(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{args:?}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Calls what must not work, and returns what it said.
fn bad(args: &[&str]) -> String {
    let output = export(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).expect("the errors are UTF-8")
}

#[test]
fn several_formats_in_one_call_are_files_of_their_own() {
    let folder = Folder::new("several");
    let (svg, text, ansi, cast) =
        (folder.at("a.svg"), folder.at("a.txt"), folder.at("a.ansi"), folder.at("a.cast"));
    let outputs = ["--svg", &svg, "--text", &text, "--ansi", &ansi, "--cast", &cast];
    let told = good(&[&[GOOD, "--step", "1"], &outputs[..]].concat());
    assert_eq!(told, "");
    // Nothing else is left behind.
    assert_eq!(folder.names(), ["a.ansi", "a.cast", "a.svg", "a.txt"]);
    assert!(folder.read("a.svg").starts_with("<svg "));
    assert!(folder.read("a.ansi").contains("\x1b[0;"));
    assert!(folder.read("a.cast").starts_with("{\"version\":2,"));
    assert_eq!(folder.read("a.txt").lines().count(), 24);
}

#[test]
fn a_sequence_diagram_for_mermaid_goes_up_to_the_step_in_either_language() {
    let folder = Folder::new("mermaid");
    let file = folder.at("a.mmd");
    assert_eq!(good(&["10a", "--step", "6", "--mermaid", &file]), "");
    assert_eq!(folder.names(), ["a.mmd"]);
    let text = folder.read("a.mmd");
    assert!(text.starts_with("sequenceDiagram\n    title Loss by HW truncation\n"), "{text}");
    for lines in [
        "    participant b0 as A\n",
        "    p0->>b1: m2 acks=all waiting\n",
        "    Note over b0: ✗ killed\n    b0-xb1: … fetch@2 parked\n",
    ] {
        assert!(text.contains(lines), "{text}");
    }
    // What the question of step 6 is about is hidden, and nothing is told of step 7.
    assert!(!text.contains("truncated") && !text.contains("step 7"), "{text}");
    let whole = good(&["10a", "--mermaid", "-", "--lang", "zh"]);
    assert!(whole.contains("b1-->>b0: m2 hw 1\n") && whole.contains("步骤 11"), "{whole}");
    let told = bad(&["10a", "--mermaid", &file]);
    assert!(told.contains("a.mmd is there already; --force replaces it"), "{told}");
}

#[test]
fn a_dash_is_the_standard_output_for_one_of_them() {
    let folder = Folder::new("dash");
    let text = good(&[GOOD, "--text", "-", "--size", "100x30", "--svg", &folder.at("a.svg")]);
    assert_eq!(text.lines().count(), 30);
    assert!(text.lines().all(|line| line.chars().count() == 100));
    assert_eq!(folder.names(), ["a.svg"]);
    let told = bad(&[GOOD, "--text", "-", "--ansi", "-"]);
    assert_eq!(told, "replicascope: only one output can be -, the standard output\n");
}

#[test]
fn what_the_terminal_can_show_has_no_say() {
    // NO_COLOR is set for all of these calls.
    assert!(good(&[GOOD, "--ansi", "-"]).contains(";38;2;"));
    assert!(!good(&[GOOD, "--ansi", "-", "--theme", "none"]).contains(";38;2;"));
    assert!(good(&[GOOD, "--text", "-", "--glyphs", "ascii"]).is_ascii());
}

#[test]
fn a_file_that_is_there_is_replaced_only_by_force() {
    let folder = Folder::new("there");
    let file = folder.at("a.svg");
    fs::write(&file, "mine").expect("written");
    let told = bad(&[GOOD, "--svg", &file, "--text", &folder.at("a.txt")]);
    assert!(told.contains("a.svg is there already; --force replaces it"), "{told}");
    // The other one has not been written either.
    assert_eq!(folder.names(), ["a.svg"]);
    assert_eq!(folder.read("a.svg"), "mine");
    good(&[GOOD, "--svg", &file, "--force"]);
    assert!(folder.read("a.svg").starts_with("<svg "));
    assert_eq!(folder.names(), ["a.svg"]);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_keeps_its_permissions_and_the_link_that_leads_to_it() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("link");
    fs::write(folder.at("real.svg"), "mine").expect("written");
    fs::set_permissions(folder.at("real.svg"), fs::Permissions::from_mode(0o640)).expect("set");
    symlink("real.svg", folder.at("link.svg")).expect("linked");
    good(&[GOOD, "--svg", &folder.at("link.svg"), "--force"]);
    assert!(folder.read("real.svg").starts_with("<svg "));
    assert!(fs::symlink_metadata(folder.at("link.svg")).expect("it is there").is_symlink());
    let mode = fs::metadata(folder.at("real.svg")).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn a_folder_is_not_replaced_and_none_is_made() {
    let folder = Folder::new("folder");
    let told = bad(&[GOOD, "--svg", &folder.at(""), "--force"]);
    assert!(told.contains("is not a regular file and is not replaced"), "{told}");
    let told = bad(&[GOOD, "--svg", &folder.at("no/a.svg")]);
    assert!(told.contains("no/a.svg: can't write: "), "{told}");
    assert!(folder.names().is_empty());
}

#[test]
fn two_outputs_do_not_share_a_file() {
    let folder = Folder::new("same");
    let file = folder.at("a");
    let told = bad(&[GOOD, "--text", &file, "--ansi", &file]);
    assert!(told.contains("two outputs in one file; give each its own"), "{told}");
    assert!(folder.names().is_empty());
}

#[test]
fn a_step_that_is_not_there_is_refused_with_those_that_are() {
    let folder = Folder::new("step");
    let demo = "10a";
    let told = bad(&[demo, "--svg", &folder.at("a.svg"), "--step", "12"]);
    let expected = "replicascope: there is no step 12: the steps are 0, the start, to 11\n";
    assert_eq!(told, expected);
    let told = bad(&[demo, "--svg", &folder.at("a.svg"), "--step", "12", "--lang", "zh"]);
    assert_eq!(told, "replicascope: 没有步骤 12：步骤从 0（开始）到 11\n");
    assert!(bad(&[demo, "--svg", "-", "--step", "-1"]).contains("--step"));
    assert!(folder.names().is_empty());
    assert!(good(&[demo, "--text", "-", "--step", "0"]).contains("orders-0"));
    // Without a step it is the last one.
    assert_eq!(good(&[demo, "--text", "-"]), good(&[demo, "--text", "-", "--step", "11"]),);
}

#[test]
fn arguments_that_make_no_picture_are_refused() {
    assert!(bad(&[GOOD]).contains("--svg <OUT>"));
    let told = bad(&[GOOD, "--text", "-", "--size", "20x5"]);
    assert!(told.contains("from 60x18 to 500x200"), "{told}");
    assert!(bad(&[GOOD, "--text", "-", "--theme", "blue"]).contains("[possible values: dark"));
    assert!(bad(&["tests/bad/syntax-not-ron.ron", "--text", "-"]).contains("syntax-not-ron.ron"));
}

#[test]
fn a_masked_answer_stays_masked() {
    // "A had m1 and m2 in its log. What does it have now?"
    let demo = "10a";
    let row_of_a = |step| {
        let text = good(&[demo, "--text", "-", "--step", step, "--glyphs", "ascii"]);
        text.lines().find(|line| line.contains("A follower")).expect("its row").to_owned()
    };
    assert!(row_of_a("6").contains('?') && !row_of_a("6").contains("m1"), "{}", row_of_a("6"));
    assert!(!row_of_a("7").contains('?') && row_of_a("7").contains("m1"), "{}", row_of_a("7"));
}

/// The lines of `assets/make` that make something: option, file, the other arguments.
fn assets() -> Vec<Vec<String>> {
    let script = fs::read_to_string("assets/make").expect("the script is there");
    let words = |line: &str| line.split_whitespace().skip(1).map(str::to_owned).collect();
    script.lines().filter(|line| line.starts_with("make --")).map(words).collect()
}

#[test]
fn the_pictures_in_the_repository_show_what_the_program_shows() {
    let assets = assets();
    assert!(!assets.is_empty());
    for asset in &assets {
        let [option, file, args @ ..] = &asset[..] else { panic!("{asset:?}") };
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        args.extend([option.as_str(), "-"]);
        let there = fs::read_to_string(Path::new("assets").join(file)).unwrap_or_default();
        assert!(good(&args) == there, "assets/{file} is out of date: run assets/make");
    }
    let mut listed: Vec<String> = assets.iter().map(|asset| asset[1].clone()).collect();
    listed.push("make".into());
    listed.sort();
    let mut found: Vec<String> = fs::read_dir("assets")
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    found.sort();
    assert_eq!(found, listed, "every file in assets is made by assets/make");
}
