//! The terminal: taken over while the program runs, and given back in every way out.
//!
//! Whoever leaves first gives it back, once: the end of the loop, an error, a signal, or the panic
//! hook. After that nothing is written to it any more, so that no half-drawn frame lands in the
//! shell.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{Command, execute, queue};
use ratatui::{Frame, Terminal};

/// Whether the terminal is taken over now.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether the mouse is wanted whenever the terminal is taken over.
static MOUSE: AtomicBool = AtomicBool::new(false);

/// Makes the terminal report presses and the wheel, or no longer. Crossterm's own commands ask for
/// every move of the mouse, too, which would wake a program that has nothing to do.
struct Mouse(bool);

impl Command for Mouse {
    fn write_ansi(&self, out: &mut impl fmt::Write) -> fmt::Result {
        // Presses and releases; their places as decimal numbers, of any size.
        out.write_str(if self.0 { "\x1b[?1000h\x1b[?1006h" } else { "\x1b[?1006l\x1b[?1000l" })
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
        match self.0 {
            true => EnableMouseCapture.execute_winapi(),
            false => DisableMouseCapture.execute_winapi(),
        }
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

/// Whether there is a terminal to draw on and to read keys from.
pub fn is_there() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// Whether the terminal moves its cursor as it is told, going by `TERM`. One that does not would
/// show the bytes that tell it so.
#[cfg(unix)]
pub fn moves_its_cursor(env: impl Fn(&str) -> Option<OsString>) -> bool {
    env("TERM").is_some_and(|kind| !kind.is_empty() && kind != "dumb")
}

/// Whether the terminal moves its cursor as it is told: a console of this system says nothing in
/// `TERM`.
#[cfg(not(unix))]
pub fn moves_its_cursor(_: impl Fn(&str) -> Option<OsString>) -> bool {
    true
}

/// The terminal, taken over. Dropping it gives it back.
#[derive(Debug)]
pub struct Screen {
    terminal: Terminal<CrosstermBackend<FrameWriter>>,
}

impl Screen {
    /// Takes the terminal over: raw mode, the alternate screen, no cursor, what is pasted told from
    /// what is typed, if wanted the mouse.
    ///
    /// # Errors
    /// What the terminal refused; then it is as before.
    pub fn enter(mouse: bool) -> io::Result<Screen> {
        MOUSE.store(mouse, Ordering::SeqCst);
        take_over()?;
        match Terminal::new(CrosstermBackend::new(FrameWriter::default())) {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Takes the mouse, or gives it back to the terminal, unless that is so already.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn set_mouse(&mut self, mouse: bool) -> io::Result<()> {
        if MOUSE.swap(mouse, Ordering::SeqCst) != mouse && TAKEN.load(Ordering::SeqCst) {
            execute!(io::stdout(), Mouse(mouse))?;
        }
        Ok(())
    }

    /// Draws a frame, in the terminal's present size.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> io::Result<()> {
        self.terminal.draw(draw).map(|_| ())
    }

    /// Takes the terminal over anew, after the shell or something else has had it. The next frame
    /// is drawn in full.
    ///
    /// # Errors
    /// What the terminal refused.
    pub fn reenter(&mut self) -> io::Result<()> {
        give_back();
        take_over()?;
        self.forget()
    }

    /// The next frame is drawn in full, on a screen that is cleared first. `Terminal::clear` would
    /// do it too, but it asks the terminal where the cursor is and waits two seconds for those that
    /// do not answer.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn forget(&mut self) -> io::Result<()> {
        let mut frame = Vec::new();
        // With the frame, not before it: nobody sees the empty screen.
        queue!(frame, Clear(ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(FrameWriter { frame }))?;
        Ok(())
    }

    /// Gives the terminal back for a while.
    pub fn leave(&mut self) {
        give_back();
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    let entered = enter(&mut io::stdout());
    if entered.is_err() {
        give_back();
    }
    entered
}

/// Gives the terminal back, unless that has been done.
pub fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // Nothing can be done for a terminal that is gone.
        let _ = write_farewell(&mut io::stdout());
        let _ = disable_raw_mode();
    }
}

fn enter(out: &mut impl Write) -> io::Result<()> {
    queue!(out, EnterAlternateScreen, Clear(ClearType::All), Hide, EnableBracketedPaste)?;
    if MOUSE.load(Ordering::SeqCst) {
        queue!(out, Mouse(true))?;
    }
    out.flush()
}

fn write_farewell(out: &mut impl Write) -> io::Result<()> {
    if MOUSE.load(Ordering::SeqCst) {
        queue!(out, Mouse(false))?;
    }
    queue!(out, DisableBracketedPaste, LeaveAlternateScreen, Show)?;
    out.flush()
}

/// From now on a panic gives the terminal back before it is reported. One in any other thread ends
/// the program: nothing would be right after it, and nobody would see why.
pub fn install_panic_hook() {
    let main: ThreadId = thread::current().id();
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let was_taken = TAKEN.load(Ordering::SeqCst);
        give_back();
        report(info);
        if was_taken && thread::current().id() != main {
            std::process::exit(101);
        }
    }));
}

/// Collects a frame and writes it in one piece, but only while the terminal is taken over.
#[derive(Debug, Default)]
pub struct FrameWriter {
    frame: Vec<u8>,
}

impl Write for FrameWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if TAKEN.load(Ordering::SeqCst) && !self.frame.is_empty() {
            let mut out = io::stdout().lock();
            out.write_all(&self.frame)?;
            out.flush()?;
        }
        self.frame.clear();
        Ok(())
    }
}
