//! A program in a pseudo-terminal.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use replicascope::demos;

/// Long enough for a machine that has much else to do.
const DEADLINE: Duration = Duration::from_secs(30);

/// A scenario of eight steps: B leads, A follows.
pub const SCENARIO: &str = "tests/good/loss-by-hw-truncation.ron";

/// The title of the first demo of the list, as far as a narrow line shows it.
pub fn first_demo() -> String {
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
pub const LEFT: u8 = 0;
pub const RIGHT: u8 = 2;
const WHEEL_UP: u8 = 64;
const WHEEL_DOWN: u8 = 65;
/// Added to a button: the mouse has moved. Without a button it is 3.
pub const MOVED: u8 = 32;

/// Whether the mouse is reported to the program.
pub fn has_mouse(screen: &vt100::Screen) -> bool {
    screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None
}

/// A program in a terminal.
pub struct Pty {
    master: Option<Box<dyn MasterPty + Send>>,
    keys: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    arrived: Arc<(Mutex<Arrived>, Condvar)>,
    /// How the terminal was set before anything ran in it.
    settings: String,
}

impl Pty {
    pub fn run(command: CommandBuilder) -> Pty {
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
    pub fn at_the_list() -> Pty {
        let pty = Pty::run(replicascope(&[]));
        pty.wait_for(&first_demo());
        pty
    }

    /// The scenario is on the screen.
    pub fn in_the_scenario() -> Pty {
        let pty = Pty::run(replicascope(&[SCENARIO]));
        pty.wait_for("step 0/8");
        pty
    }

    pub fn press(&mut self, keys: &str) {
        let writer = self.keys.as_mut().expect("the terminal is open");
        writer.write_all(keys.as_bytes()).expect("the terminal takes keys");
        writer.flush().expect("the terminal takes keys");
    }

    /// Reports a press of a mouse button, and its release, as a terminal does with SGR coordinates.
    pub fn mouse(&mut self, button: u8, x: u16, y: u16) {
        let (x, y) = (x + 1, y + 1);
        self.press(&format!("\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m"));
    }

    /// Clicks where a text begins.
    pub fn click(&mut self, text: &str) {
        let (x, y) = self.place(text);
        self.mouse(LEFT, x, y);
    }

    /// Turns the wheel where a text begins.
    pub fn wheel(&mut self, down: bool, text: &str) {
        let (x, y) = self.place(text);
        let button = if down { WHEEL_DOWN } else { WHEEL_UP };
        let (x, y) = (x + 1, y + 1);
        self.press(&format!("\x1b[<{button};{x};{y}M"));
    }

    /// The column and the row where a text begins. It has no wide characters before it.
    pub fn place(&self, text: &str) -> (u16, u16) {
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

    pub fn takes_the_mouse(&self) -> bool {
        let arrived = self.arrived.0.lock().expect("the lock");
        has_mouse(arrived.terminal.screen())
    }

    /// Waits until nothing more arrives.
    pub fn settle(&self) -> usize {
        let until = Instant::now() + DEADLINE;
        let mut bytes = 0;
        while std::mem::replace(&mut bytes, self.bytes()) != self.bytes() {
            assert!(Instant::now() < until, "it draws and draws");
            thread::sleep(Duration::from_millis(200));
        }
        bytes
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        let mut arrived = self.arrived.0.lock().expect("the lock");
        arrived.terminal.screen_mut().set_size(cells(rows), cells(columns));
        drop(arrived);
        let master = self.master.as_ref().expect("the terminal is open");
        master.resize(size(columns, rows)).expect("a new size");
    }

    /// Waits until the terminal is as wanted.
    pub fn wait(&self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        let until = Instant::now() + DEADLINE;
        let mut arrived = self.arrived.0.lock().expect("the lock");
        while !wanted(arrived.terminal.screen()) {
            let left = until.saturating_duration_since(Instant::now());
            let contents = arrived.terminal.screen().contents();
            assert!(!left.is_zero(), "waited in vain for {what}:\n{contents}");
            arrived = self.arrived.1.wait_timeout(arrived, left).expect("the lock").0;
        }
    }

    pub fn wait_for(&self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    pub fn wait_until_gone(&self, text: &str) {
        self.wait(&format!("{text} to go"), |screen| !screen.contents().contains(text));
    }

    /// Whether these bytes have arrived, one behind the other.
    pub fn has_arrived(&self, sequence: &[u8]) -> bool {
        let arrived = self.arrived.0.lock().expect("the lock");
        arrived.bytes.windows(sequence.len()).any(|bytes| bytes == sequence)
    }

    /// What stands on the screen now.
    pub fn contents(&self) -> String {
        self.arrived.0.lock().expect("the lock").terminal.screen().contents()
    }

    /// How much has arrived.
    pub fn bytes(&self) -> usize {
        self.arrived.0.lock().expect("the lock").bytes.len()
    }

    /// The system's number of the program.
    pub fn process_id(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Presses a key and closes the terminal. The reader, too, holds it open, until something more
    /// arrives: what the key draws.
    pub fn close_with(&mut self, key: &str) {
        self.arrived.0.lock().expect("the lock").closing = true;
        self.press(key);
        drop(self.keys.take());
        drop(self.master.take());
    }

    pub fn signal(&self, name: &str) {
        let pid = self.process_id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status().expect("kill");
        assert!(sent.success());
    }

    /// Waits for the program to end, and checks that the terminal is as before.
    pub fn end(&mut self) -> ExitStatus {
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
    pub fn exit(&mut self) -> ExitStatus {
        let until = Instant::now() + DEADLINE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < until, "the program does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn is_raw(&self) -> bool {
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
pub fn replicascope(arguments: &[&str]) -> CommandBuilder {
    let mut command = command(env!("CARGO_BIN_EXE_replicascope"));
    command.arg("--no-animation");
    command.args(arguments);
    command
}

/// A program in the folder of this package, and in no more of the tester's surroundings than it needs.
pub fn command(program: &str) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
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
