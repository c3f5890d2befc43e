//! What the system tells the program: to end, to stop for a while, that the terminal is gone.

/// What the system told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// To end, by the signal of this number.
    End(i32),
    /// To stop until it is continued (SIGTSTP).
    Stop,
    /// It has been continued (SIGCONT).
    Continued,
    /// Nobody is at the other end of the terminal any more.
    HungUp,
}

#[cfg(unix)]
pub use unix::{Signals, stop};

#[cfg(unix)]
mod unix {
    use std::future::poll_fn;
    use std::io;
    use std::task::Poll;
    use std::thread;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
    use tokio::signal::unix::{SignalKind, signal};
    use tokio::sync::oneshot;

    use super::Told;

    /// Every signal that ends a program which does not catch it, but for those that can't be caught
    /// and those by which the processor says that the program can't go on. SIGPIPE is none of them:
    /// Rust has it ignored.
    const ENDS: &[Signal] = &[
        Signal::HUP,
        Signal::INT,
        Signal::QUIT,
        Signal::TRAP,
        Signal::ABORT,
        Signal::USR1,
        Signal::USR2,
        Signal::ALARM,
        Signal::TERM,
        Signal::XCPU,
        Signal::XFSZ,
        Signal::VTALARM,
        Signal::PROF,
        Signal::SYS,
        #[cfg(target_os = "linux")]
        Signal::IO,
        #[cfg(target_os = "linux")]
        Signal::POWER,
        #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
        Signal::STKFLT,
    ];

    /// The signals without a name, which end a program too.
    #[cfg(target_os = "linux")]
    const REAL_TIME: std::ops::RangeInclusive<i32> = 34..=64;
    /// Other systems have none, or ignore them.
    #[cfg(not(target_os = "linux"))]
    const REAL_TIME: [i32; 0] = [];

    /// The signals that matter to a program that holds the terminal.
    #[derive(Debug)]
    pub struct Signals {
        /// Those that would end the program, each with its number.
        ends: Vec<(i32, tokio::signal::unix::Signal)>,
        stop: tokio::signal::unix::Signal,
        continued: tokio::signal::unix::Signal,
        closed: oneshot::Receiver<()>,
    }

    impl Signals {
        /// Listens from now on.
        ///
        /// # Errors
        /// The system refuses.
        pub fn listen() -> io::Result<Self> {
            let mut ends = Vec::new();
            for number in ENDS.iter().map(|signal| signal.as_raw()) {
                ends.push((number, signal(SignalKind::from_raw(number))?));
            }
            for number in REAL_TIME {
                // Where the system keeps some of them for itself, nobody can send those.
                if let Ok(signal) = signal(SignalKind::from_raw(number)) {
                    ends.push((number, signal));
                }
            }
            Ok(Signals {
                ends,
                stop: signal(SignalKind::from_raw(Signal::TSTP.as_raw()))?,
                continued: signal(SignalKind::from_raw(Signal::CONT.as_raw()))?,
                closed: watch_input()?,
            })
        }

        /// The next thing that is told.
        pub async fn next(&mut self) -> Told {
            let ends = &mut self.ends;
            let ended = poll_fn(|cx| {
                let told = ends.iter_mut().find_map(|(number, signal)| {
                    signal.poll_recv(cx).is_ready().then_some(*number)
                });
                told.map_or(Poll::Pending, Poll::Ready)
            });
            tokio::select! {
                number = ended => Told::End(number),
                _ = self.stop.recv() => Told::Stop,
                _ = self.continued.recv() => Told::Continued,
                Ok(()) = &mut self.closed, if !self.closed.is_terminated() => Told::HungUp,
            }
        }
    }

    /// Tells when the other end of the terminal is closed. The reader of keys does not: it reads
    /// nothing, for ever. A thread of its own, as it is asleep until then and then has done its duty.
    fn watch_input() -> io::Result<oneshot::Receiver<()>> {
        let (tell, closed) = oneshot::channel();
        thread::Builder::new().name("input".into()).spawn(move || {
            let input = io::stdin();
            // No events asked for: only that it is closed is told.
            let mut watched = [PollFd::new(&input, PollFlags::empty())];
            while poll(&mut watched, None) == Err(Errno::INTR) {}
            if watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) {
                // Nobody listens any more when the program ends.
                let _ = tell.send(());
            }
        })?;
        Ok(closed)
    }

    /// Stops the process group until the shell continues it, as the shell expects of a job. Without
    /// a shell above, nobody would continue it, and nothing happens.
    ///
    /// # Errors
    /// The system refuses.
    pub fn stop() -> io::Result<()> {
        let group = getpgrp();
        if getsid(None).is_ok_and(|session| session == group) {
            return Ok(());
        }
        // Not SIGTSTP: that one is caught here.
        kill_current_process_group(Signal::STOP).map_err(io::Error::from)
    }
}

#[cfg(not(unix))]
pub use other::{Signals, stop};

#[cfg(not(unix))]
mod other {
    use std::io;

    use super::Told;

    /// The signals that matter to a program that holds the terminal.
    #[derive(Debug)]
    pub struct Signals;

    impl Signals {
        /// Listens from now on.
        ///
        /// # Errors
        /// The system refuses.
        pub fn listen() -> io::Result<Self> {
            Ok(Signals)
        }

        /// The next thing that is told.
        pub async fn next(&mut self) -> Told {
            match tokio::signal::ctrl_c().await {
                Ok(()) => Told::End(2),
                Err(_) => std::future::pending().await,
            }
        }
    }

    /// There are no jobs to stop on this system.
    ///
    /// # Errors
    /// None.
    pub fn stop() -> io::Result<()> {
        Ok(())
    }
}
