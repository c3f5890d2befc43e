//! The program in a pseudo-terminal: what a person sees, and that the terminal is as before in every
//! way out. Waits are for what the screen shows, with a deadline.

#![cfg(unix)]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use replicascope::demos;
use replicascope::tui::terminal::{Screen, install_panic_hook};

/// Long enough for a machine that has much else to do.
const DEADLINE: Duration = Duration::from_secs(30);

/// A scenario of eight steps: B leads, A follows.
const SCENARIO: &str = "tests/good/loss-by-hw-truncation.ron";

/// The title of the first demo of the list, as far as a narrow line shows it.
fn first_demo() -> String {
    demos::all()[0].scenario.title.en().chars().take(20).collect()
}

/// What has arrived at the terminal.
struct Arrived {
    terminal: vt100::Parser,
    bytes: Vec<u8>,
    closed: bool,
    /// The reader is to go with the next thing that arrives.
    closing: bool,
}

/// Mouse buttons, as a terminal numbers them.
const LEFT: u8 = 0;
const RIGHT: u8 = 2;
const WHEEL_UP: u8 = 64;
const WHEEL_DOWN: u8 = 65;
/// Added to a button: the mouse has moved. Without a button it is 3.
const MOVED: u8 = 32;

/// Whether the mouse is reported to the program.
fn has_mouse(screen: &vt100::Screen) -> bool {
    screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None
}

/// A program in a terminal.
struct Pty {
    master: Option<Box<dyn MasterPty + Send>>,
    keys: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    arrived: Arc<(Mutex<Arrived>, Condvar)>,
    /// How the terminal was set before anything ran in it.
    settings: String,
}

impl Pty {
    fn run(command: CommandBuilder) -> Pty {
        let pair = native_pty_system().openpty(size(80, 24)).expect("a pseudo-terminal");
        let settings = settings(&*pair.master);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let arrived = Arc::new((
            Mutex::new(Arrived {
                terminal: vt100::Parser::new(cells(24), cells(80), 0),
                bytes: Vec::new(),
                closed: false,
                closing: false,
            }),
            Condvar::new(),
        ));
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let shared = Arc::clone(&arrived);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let read = reader.read(&mut buffer).unwrap_or(0);
                let mut arrived = shared.0.lock().expect("the reader's lock");
                arrived.bytes.extend_from_slice(&buffer[..read]);
                arrived.terminal.process(&buffer[..read]);
                arrived.closed = read == 0;
                shared.1.notify_all();
                if read == 0 || arrived.closing {
                    return;
                }
            }
        });
        let keys = pair.master.take_writer().expect("a writer");
        Pty { master: Some(pair.master), keys: Some(keys), child, arrived, settings }
    }

    /// The list of demos is on the screen.
    fn at_the_list() -> Pty {
        let pty = Pty::run(replicascope(&[]));
        pty.wait_for(&first_demo());
        pty
    }

    /// The scenario is on the screen.
    fn in_the_scenario() -> Pty {
        let pty = Pty::run(replicascope(&[SCENARIO]));
        pty.wait_for("step 0/8");
        pty
    }

    fn press(&mut self, keys: &str) {
        let writer = self.keys.as_mut().expect("the terminal is open");
        writer.write_all(keys.as_bytes()).expect("the terminal takes keys");
        writer.flush().expect("the terminal takes keys");
    }

    /// Reports a press of a mouse button, and its release, as a terminal does with SGR coordinates.
    fn mouse(&mut self, button: u8, x: u16, y: u16) {
        let (x, y) = (x + 1, y + 1);
        self.press(&format!("\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m"));
    }

    /// Clicks where a text begins.
    fn click(&mut self, text: &str) {
        let (x, y) = self.place(text);
        self.mouse(LEFT, x, y);
    }

    /// Turns the wheel where a text begins.
    fn wheel(&mut self, down: bool, text: &str) {
        let (x, y) = self.place(text);
        let button = if down { WHEEL_DOWN } else { WHEEL_UP };
        let (x, y) = (x + 1, y + 1);
        self.press(&format!("\x1b[<{button};{x};{y}M"));
    }

    /// The column and the row where a text begins. It has no wide characters before it.
    fn place(&self, text: &str) -> (u16, u16) {
        // A frame that is still arriving may move it.
        self.settle();
        self.wait_for(text);
        let arrived = self.arrived.0.lock().expect("the lock");
        let columns = arrived.terminal.screen().size().1;
        let rows = (0..).zip(arrived.terminal.screen().rows(0, columns.get()));
        let found = rows.filter_map(|(y, row)| Some((row[..row.find(text)?].chars().count(), y)));
        let (x, y) = found.last().expect("it is on the screen");
        (u16::try_from(x).expect("a column"), y)
    }

    fn takes_the_mouse(&self) -> bool {
        let arrived = self.arrived.0.lock().expect("the lock");
        has_mouse(arrived.terminal.screen())
    }

    /// Waits until nothing more arrives.
    fn settle(&self) -> usize {
        let until = Instant::now() + DEADLINE;
        let mut bytes = 0;
        while std::mem::replace(&mut bytes, self.bytes()) != self.bytes() {
            assert!(Instant::now() < until, "it draws and draws");
            thread::sleep(Duration::from_millis(200));
        }
        bytes
    }

    fn resize(&self, columns: u16, rows: u16) {
        let mut arrived = self.arrived.0.lock().expect("the lock");
        arrived.terminal.screen_mut().set_size(cells(rows), cells(columns));
        drop(arrived);
        let master = self.master.as_ref().expect("the terminal is open");
        master.resize(size(columns, rows)).expect("a new size");
    }

    /// Waits until the terminal is as wanted.
    fn wait(&self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        let until = Instant::now() + DEADLINE;
        let mut arrived = self.arrived.0.lock().expect("the lock");
        while !wanted(arrived.terminal.screen()) {
            let left = until.saturating_duration_since(Instant::now());
            let contents = arrived.terminal.screen().contents();
            assert!(!left.is_zero(), "waited in vain for {what}:\n{contents}");
            arrived = self.arrived.1.wait_timeout(arrived, left).expect("the lock").0;
        }
    }

    fn wait_for(&self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    fn wait_until_gone(&self, text: &str) {
        self.wait(&format!("{text} to go"), |screen| !screen.contents().contains(text));
    }

    /// How much has arrived.
    fn bytes(&self) -> usize {
        self.arrived.0.lock().expect("the lock").bytes.len()
    }

    fn signal(&self, name: &str) {
        let pid = self.child.process_id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status().expect("kill");
        assert!(sent.success());
    }

    /// Waits for the program to end, and checks that the terminal is as before.
    fn end(&mut self) -> ExitStatus {
        let status = self.exit();
        self.wait("the end of what was written", |_| true);
        let until = Instant::now() + DEADLINE;
        let mut arrived = self.arrived.0.lock().expect("the lock");
        while !arrived.closed && Instant::now() < until {
            arrived =
                self.arrived.1.wait_timeout(arrived, Duration::from_secs(1)).expect("the lock").0;
        }
        let screen = arrived.terminal.screen();
        assert!(!screen.alternate_screen(), "the shell's screen is not back");
        assert!(!screen.hide_cursor(), "the cursor is not back");
        assert!(!has_mouse(screen), "the mouse is not back");
        assert!(!screen.bracketed_paste(), "what is pasted is still marked");
        status
    }

    /// Waits for the program to end.
    fn exit(&mut self) -> ExitStatus {
        let until = Instant::now() + DEADLINE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < until, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn is_raw(&self) -> bool {
        let master = self.master.as_ref().expect("the terminal is open");
        settings(&**master) != self.settings
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // A test that failed leaves no program behind.
        let _ = self.child.kill();
    }
}

/// The program itself. Nothing travels on the screen: a test waits for what it shows in the end.
fn replicascope(arguments: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_replicascope"));
    command.arg("--no-animation");
    command.args(arguments);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    command.env("TERM", "xterm-256color");
    command.env("LC_ALL", "C");
    command.env_remove("NO_COLOR");
    command.env_remove("COLORTERM");
    // Whoever runs the tests may have configured the program.
    command.env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config"));
    command
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a terminal has cells")
}

fn settings(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("a terminal has settings"))
}

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
        assert!(!pty.arrived.0.lock().expect("the lock").bytes.contains(&0x1b), "{kind:?}");
    }
}

#[test]
fn a_closed_terminal_ends_the_program_even_if_no_signal_says_so() {
    for says_so in [true, false] {
        let mut command = replicascope(&[]);
        command.set_controlling_tty(says_so);
        let mut pty = Pty::run(command);
        pty.wait_for(&first_demo());
        // The reader, too, holds the terminal open, until something more arrives.
        pty.arrived.0.lock().expect("the lock").closing = true;
        pty.press("j");
        drop(pty.keys.take());
        drop(pty.master.take());
        pty.exit();
    }
}

#[test]
fn nothing_is_drawn_and_no_time_is_used_while_nothing_happens() {
    let pty = Pty::in_the_scenario();
    let pid = pty.child.process_id().expect("it runs");
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
    let asked = |pty: &Pty| {
        let arrived = pty.arrived.0.lock().expect("the lock");
        arrived.bytes.windows(QUESTION.len()).any(|bytes| bytes == QUESTION)
    };
    assert!(asked(&pty));
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
        assert!(!asked(&pty), "{name}");
    }
}

#[test]
fn keys_typed_before_the_program_has_started_are_all_taken() {
    let mut command = CommandBuilder::new("sh");
    let program = env!("CARGO_BIN_EXE_replicascope");
    command.args(["-c", &format!("echo ready; sleep 0.3; exec {program} {SCENARIO}")]);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "C"), ("COLORTERM", "truecolor")] {
        command.env(name, value);
    }
    command.env_remove("NO_COLOR");
    let mut pty = Pty::run(command);
    pty.wait_for("ready");
    pty.press("nnn");
    pty.wait_for("step 3/8");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_click_chooses_a_broker_does_a_key_and_goes_to_a_step() {
    let mut pty = Pty::in_the_scenario();
    pty.resize(120, 40);
    pty.press("n");
    pty.wait_for("step 1/8");
    pty.click("B leader");
    pty.wait_for("▸B leader");
    pty.click("n next");
    pty.wait_for("step 2/8");
    pty.click("x kill");
    pty.wait_for("B down");
    pty.wait_for("by hand +1");
    pty.click("0  start");
    pty.wait_for("step 0/8");
    // In the timeline, the step by hand.
    pty.click("+1");
    pty.wait_for("by hand +1");
    pty.click("Esc return");
    pty.wait_for("step 2/8");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_click_chooses_a_line_of_the_list_and_a_second_one_opens_it() {
    let mut pty = Pty::at_the_list();
    let second = demos::all()[1].scenario.title.en().clone();
    pty.click(&second);
    let chosen = format!("▸ 02   {second}");
    pty.wait_for(&chosen);
    pty.click(&second);
    pty.wait_for("step 0/");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_click_chooses_a_partition() {
    let mut pty = Pty::run(replicascope(&["01"]));
    pty.wait_for("step 0/");
    pty.click("▫1");
    pty.wait_for("▪1");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn the_wheel_scrolls_what_is_under_it() {
    let mut pty = Pty::at_the_list();
    pty.wheel(true, &first_demo());
    pty.wait_for("▸ 02");
    pty.press("?");
    pty.wait_for("1-22/");
    pty.wheel(true, "Script");
    pty.wait_for("4-25/");
    pty.wheel(false, "PgDn");
    pty.wait_for("1-22/");
    pty.press("q");
    pty.wait_until_gone("1-22/");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_mouse_that_moves_and_other_buttons_draw_nothing() {
    let mut pty = Pty::in_the_scenario();
    let bytes = pty.settle();
    for x in 0..60 {
        // A terminal that reports moves although nobody has asked for them.
        pty.press(&format!("\x1b[<{};{};5M", MOVED + 3, x + 1));
        pty.press(&format!("\x1b[<{};{};5M", MOVED + LEFT, x + 1));
    }
    pty.mouse(RIGHT, 10, 5);
    thread::sleep(Duration::from_millis(300));
    assert_eq!(pty.bytes(), bytes);
    pty.press("n");
    pty.wait_for("step 1/8");
    // Only presses and the wheel are asked for.
    let arrived = pty.arrived.0.lock().expect("the lock");
    let asked = |mode: &[u8]| arrived.bytes.windows(mode.len()).any(|bytes| bytes == mode);
    assert!(asked(b"\x1b[?1000h") && asked(b"\x1b[?1006h"));
    assert!(!asked(b"\x1b[?1002h") && !asked(b"\x1b[?1003h"));
}

#[test]
fn a_key_gives_the_mouse_to_the_terminal_and_takes_it_back() {
    let mut pty = Pty::in_the_scenario();
    assert!(pty.takes_the_mouse());
    pty.press("M");
    pty.wait_for("mouse off");
    pty.wait("the mouse to go", |screen| !has_mouse(screen));
    pty.press("M");
    pty.wait("the mouse to come", has_mouse);
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_flag_leaves_the_mouse_to_the_terminal() {
    let mut pty = Pty::run(replicascope(&["--no-mouse", SCENARIO]));
    pty.wait_for("step 0/8");
    pty.press("n");
    pty.wait_for("step 1/8");
    assert!(!pty.takes_the_mouse());
    pty.press("q");
    assert!(pty.end().success());
    let arrived = pty.arrived.0.lock().expect("the lock");
    // Not even to turn it off: whoever had it before may still want it.
    assert!(!arrived.bytes.windows(7).any(|bytes| bytes == b"\x1b[?1000"));
}

#[test]
fn what_a_step_moves_arrives_and_then_nothing_is_drawn() {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_replicascope"));
    command.arg(SCENARIO);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    command.env("TERM", "xterm-256color");
    command.env("LC_ALL", "C");
    let mut pty = Pty::run(command);
    pty.wait_for("step 0/8");
    pty.press("sf");
    pty.wait_for("by hand +2");
    let bytes = pty.settle();
    let shown = pty.arrived.0.lock().expect("the lock").terminal.screen().contents();
    assert!(!shown.contains('●'), "{shown}");
    // The dot was there in between.
    let text = {
        let arrived = pty.arrived.0.lock().expect("the lock");
        String::from_utf8_lossy(&arrived.bytes).into_owned()
    };
    assert!(text.contains('●'));
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
    let arrived = pty.arrived.0.lock().expect("the lock");
    assert!(!arrived.bytes.windows(4).any(|bytes| bytes == b"\x1b[6n"));
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_back() {
    let mut command = CommandBuilder::new("bash");
    command.args(["--norc", "--noprofile", "-i"]);
    command.env("TERM", "xterm-256color");
    command.env("LC_ALL", "C");
    command.env("PS1", "ready> ");
    command.cwd(env!("CARGO_MANIFEST_DIR"));
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
    let arrived = pty.arrived.0.lock().expect("the lock");
    let osc = arrived.bytes.windows(7).any(|bytes| bytes == b"\x1b]52;c;");
    drop(arrived);
    assert!(osc, "the terminal was given nothing");
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
