//! The program in a pseudo-terminal: what a person sees, and that the terminal is as before in every
//! way out. Waits are for what the screen shows, with a deadline.

#![cfg(unix)]

mod mouse;
mod pty;

use std::process::Command;
use std::thread;
use std::time::Duration;

use portable_pty::CommandBuilder;
use pty::*;
use replicascope::tui::terminal::{Screen, install_panic_hook};

#[test]
fn a_demo_is_opened_from_the_list_and_the_list_comes_back() {
    let mut pty = Pty::at_the_list();
    pty.press("\r");
    pty.wait_for("step 0/");
    pty.press("n");
    pty.wait_for("step 1/");
    pty.press("\x1b");
    pty.wait_until_gone("step 1/");
    pty.wait_for(&first_demo());
    pty.press("G");
    pty.wait_for("Empty cluster");
    pty.press("\r");
    pty.wait_until_gone("Enter open");
    pty.press("s");
    pty.wait_for("m1");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_failure_is_played_from_the_table_under_the_release_of_its_cell() {
    let mut pty = Pty::at_the_list();
    pty.press("#");
    pty.wait_for("F1a  The follower restarts");
    pty.press("j");
    pty.wait_for("F1b  Two leaders die in a row");
    pty.press("n");
    pty.wait_for("0.8.2: ");
    pty.press("\r");
    pty.wait_for("step 0/5");
    pty.press("\x1b");
    pty.wait_for(&first_demo());
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_scenario_is_stepped_forwards_and_backwards() {
    let mut pty = Pty::in_the_scenario();
    assert!(pty.is_raw());
    pty.press("n");
    pty.wait_for("step 1/8");
    pty.press("\x1b[C");
    pty.wait_for("step 2/8");
    pty.press("p");
    pty.wait_for("step 1/8");
    pty.press("G");
    pty.wait_for("step 8/8");
    pty.press("g");
    pty.wait_for("step 0/8");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_file_has_no_list_to_go_back_to() {
    let mut pty = Pty::in_the_scenario();
    pty.press("\x1b");
    pty.wait_for("you are in the script");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_broker_is_killed_by_hand_and_what_cannot_be_done_says_why() {
    let mut pty = Pty::in_the_scenario();
    pty.press("n2x");
    pty.wait_for("by hand");
    pty.wait_for("down");
    pty.press("x");
    pty.wait_for("A is down");
    pty.press("1f");
    pty.wait_for("B leads: it fetches from nobody");
    pty.press("\x1b");
    pty.wait_until_gone("by hand");
    pty.wait_for("step 1/8");
    pty.press("\x03");
    assert!(pty.end().success());
}

#[test]
fn help_shows_the_keys_and_goes_away() {
    let mut pty = Pty::in_the_scenario();
    pty.press("?");
    pty.wait_for("send several records");
    pty.press("G");
    pty.wait_for("leave; the terminal is as before");
    pty.press("?");
    pty.wait_for("step 0/8");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_prompt_takes_a_number() {
    let mut pty = Pty::in_the_scenario();
    pty.press("b3\r");
    pty.wait_for("by hand");
    pty.wait_for("m3");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_demo_plays_by_itself_to_the_end() {
    let mut pty = Pty::in_the_scenario();
    pty.press(" ");
    pty.wait_for("step 1/8");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn keys_typed_faster_than_frames_are_all_taken_in_order() {
    let mut pty = Pty::in_the_scenario();
    // Longer than what the terminal hands over at once.
    let mut keys = "nnnp".repeat(600);
    keys += "g";
    keys += &"s".repeat(9);
    pty.press(&keys);
    pty.wait_for("m9");
    pty.press("gnnnn");
    pty.wait_for("by hand +4");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_storm_of_sizes_tiny_ones_among_them_ends_with_the_right_picture() {
    let mut pty = Pty::in_the_scenario();
    for round in 0..5 {
        for (columns, rows) in
            [(1, 1), (2, 40), (200, 60), (59, 18), (60, 17), (10, 2), (300, 5), (61, 19), (120, 40)]
        {
            pty.resize(columns, rows);
            pty.press(if round % 2 == 0 { "n" } else { "p" });
        }
    }
    pty.resize(80, 24);
    pty.press("gn");
    pty.wait_for("step 1/8");
    pty.press("?");
    pty.resize(1, 1);
    pty.press("\x1b");
    pty.resize(80, 24);
    pty.wait_for("step 1/8");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn signals_end_the_program_and_give_the_terminal_back() {
    // As the shell's `kill` spells them; 64 is the last of those without a name.
    let mut signals = vec![("HUP", 1), ("INT", 2), ("QUIT", 3), ("ALRM", 14), ("TERM", 15)];
    if cfg!(target_os = "linux") {
        signals.extend([("ABRT", 6), ("USR1", 10), ("USR2", 12), ("XCPU", 24), ("64", 64)]);
    }
    for (name, number) in signals {
        let mut pty = Pty::in_the_scenario();
        assert!(pty.is_raw());
        pty.signal(name);
        let status = pty.end();
        assert_eq!(status.exit_code(), 128 + number, "{name}");
    }
}

#[test]
fn what_is_pasted_is_not_taken_for_keys() {
    let mut pty = Pty::in_the_scenario();
    pty.wait("paste", vt100::Screen::bracketed_paste);
    pty.press("\x1b[200~nnq\x1b[201~");
    pty.wait_for("pasted");
    pty.press("b\x1b[200~3\x1b[201~");
    pty.press("\r");
    pty.wait_for("m3");
    pty.wait_for("by hand +1");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_terminal_that_cannot_move_its_cursor_is_not_written_to() {
    for kind in [Some("dumb"), Some(""), None] {
        let mut command = replicascope(&[SCENARIO]);
        match kind {
            Some(kind) => command.env("TERM", kind),
            None => command.env_remove("TERM"),
        }
        let mut pty = Pty::run(command);
        pty.wait_for("replicascope run FILE");
        assert_eq!(pty.end().exit_code(), 2, "{kind:?}");
        assert!(!pty.has_arrived(b"\x1b"), "{kind:?}");
    }
}

#[test]
fn a_closed_terminal_ends_the_program_even_if_no_signal_says_so() {
    for says_so in [true, false] {
        let mut command = replicascope(&[]);
        command.set_controlling_tty(says_so);
        let mut pty = Pty::run(command);
        pty.wait_for(&first_demo());
        pty.close_with("j");
        pty.exit();
    }
}

#[test]
fn nothing_is_drawn_and_no_time_is_used_while_nothing_happens() {
    let pty = Pty::in_the_scenario();
    let pid = pty.process_id();
    // The kernel's count of the time used, in hundredths of a second.
    let used = || -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    };
    assert!(pty.takes_the_mouse());
    // The frame that shows the step has arrived as a whole when nothing more does.
    let bytes = pty.settle();
    let time = used();
    thread::sleep(Duration::from_millis(500));
    assert_eq!(pty.bytes(), bytes);
    if let (Some(before), Some(after)) = (time, used()) {
        assert!(after - before <= 1, "{before} to {after}");
    }
}

#[test]
fn configured_keys_work_and_show_and_the_old_ones_do_nothing() {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/keys.ron");
    let config = r##"(lang: "zh", keys: {"send": ["F5", "Z"], "signs": [], "quit": ["`"]})"##;
    std::fs::write(path, config).expect("a test may write there");
    let mut pty = Pty::run(replicascope(&["--config", path, SCENARIO]));
    pty.wait_for("F5 发送");
    pty.press("sq\x1b[15~Z");
    pty.wait_for("手动 +2");
    pty.press("?");
    pty.wait_for("F5 Z");
    pty.press("?`");
    assert!(pty.end().success());
    let mut pty = Pty::run(replicascope(&["--config", path, "--lang", "en", SCENARIO]));
    pty.wait_for("F5 send");
    pty.press("b\x03");
    assert!(pty.end().success());
}

/// A terminal that says it has all colours.
fn with_all_colours() -> CommandBuilder {
    let mut command = replicascope(&[SCENARIO]);
    command.env("COLORTERM", "truecolor");
    command
}

#[test]
fn the_colours_follow_the_background_of_a_terminal_that_tells_it() {
    const QUESTION: &[u8] = b"\x1b]11;?\x07";
    let key = |rgb: (u8, u8, u8)| {
        let colour = vt100::Color::Rgb(rgb.0, rgb.1, rgb.2);
        move |screen: &vt100::Screen| {
            (0..80).any(|x| screen.cell(23, x).is_some_and(|cell| cell.fgcolor() == colour))
        }
    };
    let mut pty = Pty::run(with_all_colours());
    pty.wait("the keys in the dark theme's colour", key((0xff, 0xd7, 0x5f)));
    assert!(pty.has_arrived(QUESTION));
    // Between keys, which are all taken.
    pty.press("nn\x1b]11;rgb:ffff/ffff/ffff\x07n");
    pty.wait("the keys in the light theme's colour", key((0x8a, 0x5a, 0x00)));
    pty.wait_for("step 3/8");
    pty.press("q");
    assert!(pty.end().success());
    // Whoever has chosen is not asked.
    for (name, value) in [("NO_COLOR", "1"), ("COLORTERM", "")] {
        let mut command = with_all_colours();
        command.env(name, value);
        let mut pty = Pty::run(command);
        pty.wait_for("step 0/8");
        pty.press("q");
        assert!(pty.end().success());
        assert!(!pty.has_arrived(QUESTION), "{name}");
    }
}

#[test]
fn keys_typed_before_the_program_has_started_are_all_taken() {
    let mut command = command("sh");
    let program = env!("CARGO_BIN_EXE_replicascope");
    command.args(["-c", &format!("echo ready; sleep 0.3; exec {program} {SCENARIO}")]);
    command.env("COLORTERM", "truecolor");
    let mut pty = Pty::run(command);
    pty.wait_for("ready");
    pty.press("nnn");
    pty.wait_for("step 3/8");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn what_a_step_moves_arrives_and_then_nothing_is_drawn() {
    let mut command = command(env!("CARGO_BIN_EXE_replicascope"));
    command.arg(SCENARIO);
    let mut pty = Pty::run(command);
    pty.wait_for("step 0/8");
    pty.press("sf");
    pty.wait_for("by hand +2");
    let bytes = pty.settle();
    let shown = pty.contents();
    assert!(!shown.contains('●'), "{shown}");
    // The dot was there in between.
    assert!(pty.has_arrived("●".as_bytes()));
    thread::sleep(Duration::from_millis(300));
    assert_eq!(pty.bytes(), bytes);
    // Keys do not wait for it.
    pty.press(&"f".repeat(12));
    pty.press("g");
    pty.wait_for("step 0/8");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn the_terminal_is_never_asked_where_the_cursor_is() {
    // A terminal that does not answer would be waited for, two seconds each time.
    let mut pty = Pty::at_the_list();
    for columns in [90, 70, 100] {
        pty.resize(columns, 30);
        pty.press("j");
    }
    pty.press("\x0c\r");
    pty.wait_for("step 0/");
    pty.press("q");
    assert!(pty.end().success());
    assert!(!pty.has_arrived(b"\x1b[6n"));
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_back() {
    let mut command = command("bash");
    command.args(["--norc", "--noprofile", "-i"]);
    command.env("PS1", "ready> ");
    let mut pty = Pty::run(command);
    pty.wait_for("ready>");
    pty.press(concat!(env!("CARGO_BIN_EXE_replicascope"), "\r"));
    pty.wait_for(&first_demo());
    for round in 0..3 {
        pty.press("\x1a");
        pty.wait("the shell", |screen| {
            !screen.alternate_screen()
                && !has_mouse(screen)
                && screen.contents().contains("Stopped")
        });
        pty.press(&format!("clear; echo round-$(({round}+40))\r"));
        pty.wait_for(&format!("round-{}", round + 40));
        pty.press("fg\r");
        pty.wait("the program", |screen| {
            screen.alternate_screen()
                && has_mouse(screen)
                && screen.contents().contains(&first_demo())
        });
    }
    // Its keys are its own again.
    pty.press("\r");
    pty.wait_for("step 0/");
    pty.press("q");
    pty.wait("the shell", |screen| !screen.alternate_screen() && !screen.hide_cursor());
    pty.press("exit\r");
    pty.exit();
}

#[test]
fn ctrl_z_without_a_shell_above_leaves_the_program_running() {
    let mut pty = Pty::in_the_scenario();
    pty.press("\x1an");
    pty.wait_for("step 1/8");
    pty.press("q");
    assert!(pty.end().success());
}

/// This test program, running one of the tests below in a terminal.
fn this_program(test: &str) -> Pty {
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    command.env("TERM", "xterm-256color");
    command.env("RUST_BACKTRACE", "0");
    Pty::run(command)
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_read_on_the_shells_screen() {
    for test in ["panics_while_drawing", "panics_in_another_thread"] {
        let mut pty = this_program(test);
        let status = pty.end();
        assert_eq!(status.exit_code(), 101, "{test}");
        pty.wait_for("something went wrong");
    }
}

#[test]
#[ignore = "run in a terminal by another test"]
fn panics_while_drawing() {
    install_panic_hook();
    let mut screen = Screen::enter(true).expect("a terminal");
    let _ = screen.draw(|frame| {
        frame.render_widget("half a frame", frame.area());
        panic!("something went wrong");
    });
}

#[test]
#[ignore = "run in a terminal by another test"]
fn panics_in_another_thread() {
    install_panic_hook();
    let mut screen = Screen::enter(true).expect("a terminal");
    screen.draw(|frame| frame.render_widget("a frame", frame.area())).expect("a terminal");
    let _ = thread::spawn(|| panic!("something went wrong")).join();
    unreachable!("the hook has ended the program");
}

#[test]
fn without_a_terminal_it_says_what_to_use_instead() {
    let output = Command::new(env!("CARGO_BIN_EXE_replicascope")).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("replicascope run"));
}

/// A folder of this test's own, with a scenario in it.
fn folder_with_scenario() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let path = folder.path().join("mine.ron");
    std::fs::copy(SCENARIO, &path).expect("a copy");
    (folder, path)
}

/// Gives a file a new content as an editor does: another file takes its name.
fn edit(path: &std::path::Path, edit: impl Fn(String) -> String) {
    let text = std::fs::read_to_string(path).expect("it is there");
    let other = path.with_extension("part");
    std::fs::write(&other, edit(text)).expect("a file");
    std::fs::rename(&other, path).expect("a new name");
}

#[test]
fn a_file_that_an_editor_replaces_is_read_again_at_the_same_step() {
    let (_folder, path) = folder_with_scenario();
    let name = path.to_str().expect("a path").to_owned();
    let mut pty = Pty::run(replicascope(&[&name]));
    pty.wait_for("step 0/8");
    pty.press("nn");
    pty.wait_for("step 2/8");
    // A watcher that has seen nothing yet sees what comes.
    edit(&path, |text| text.replacen("title: ", "title: \"Changed\", // ", 1));
    pty.wait_for("Changed");
    pty.wait_for("step 2/8");
    edit(&path, |text| text.replacen("steps", "stepps", 1));
    pty.wait_for("The old one goes on");
    pty.wait_for("stepps");
    pty.press("\r");
    pty.wait_for("step 2/8");
    edit(&path, |text| text.replacen("stepps", "steps", 1));
    pty.wait_for("read again");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn what_was_done_by_hand_is_saved_and_checked_and_copied_through_the_terminal() {
    let (folder, path) = folder_with_scenario();
    let name = path.to_str().expect("a path").to_owned();
    let mut command = replicascope(&[&name]);
    command.cwd(folder.path());
    let mut pty = Pty::run(command);
    pty.wait_for("step 0/8");
    pty.press("nss");
    pty.wait_for("by hand +2");
    pty.press("\x13");
    pty.wait_for("save all as:");
    // What is proposed can be replaced.
    pty.press("\x15kept\r");
    pty.wait_for("saved: kept.ron");
    let kept = folder.path().join("kept.ron");
    let check = Command::new(env!("CARGO_BIN_EXE_replicascope")).arg("check").arg(&kept).output();
    let check = check.expect("it runs");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
    pty.press("\x13\x15kept\r");
    pty.wait_for("replace it? y/n");
    pty.press("n\r");
    pty.wait_for("save all as:");
    pty.press("\x1b");
    pty.wait_until_gone("save all as:");
    pty.press("\x19");
    pty.wait_for("to the clipboard");
    assert!(pty.has_arrived(b"\x1b]52;c;"), "the terminal was given nothing");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn the_palette_takes_a_command_with_its_argument() {
    let mut pty = Pty::in_the_scenario();
    pty.press(":");
    pty.wait_for("one step forward");
    pty.press("goto 3\r");
    pty.wait_for("step 3/8");
    pty.press(":kill \t");
    pty.wait_for(":kill B");
    pty.press("\r");
    pty.wait_for("by hand +1");
    pty.press("/kill\r");
    pty.wait_for("none that way");
    pty.press("B");
    pty.wait_for("branch 1");
    pty.press("q");
    pty.wait_until_gone("branch 1");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_key_switches_the_release_under_the_running_scenario_and_another_compares() {
    let mut pty = Pty::in_the_scenario();
    pty.press("nnnnnn");
    pty.wait_for("step 6/8");
    pty.press("^");
    pty.wait_for("0.11/ZK (file 0.10.2)");
    pty.wait_for("step 6/8");
    pty.press("=");
    pty.wait_for("0.10.2 (of the file)");
    pty.press("p");
    pty.wait_for("step 5/8");
    pty.press("=");
    pty.wait_until_gone("Compare");
    pty.press("K");
    pty.wait_for("Kafka releases");
    pty.press("\x1b[A\r");
    pty.wait_until_gone("Kafka releases");
    pty.wait_for("0.10.2/ZK");
    pty.wait_for("step 5/8");
}
