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
    use std::io;
    use std::thread;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
    use tokio::signal::unix::{SignalKind, signal};
    use tokio::sync::oneshot;

    use super::Told;

    /// The signals that matter to a program that holds the terminal.
    #[derive(Debug)]
    pub struct Signals {
        interrupt: tokio::signal::unix::Signal,
        terminate: tokio::signal::unix::Signal,
        hang_up: tokio::signal::unix::Signal,
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
            Ok(Signals {
                interrupt: signal(SignalKind::interrupt())?,
                terminate: signal(SignalKind::terminate())?,
                hang_up: signal(SignalKind::hangup())?,
                stop: signal(SignalKind::from_raw(Signal::TSTP.as_raw()))?,
                continued: signal(SignalKind::from_raw(Signal::CONT.as_raw()))?,
                closed: watch_input()?,
            })
        }

        /// The next thing that is told.
        pub async fn next(&mut self) -> Told {
            tokio::select! {
                _ = self.interrupt.recv() => Told::End(SignalKind::interrupt().as_raw_value()),
                _ = self.terminate.recv() => Told::End(SignalKind::terminate().as_raw_value()),
                _ = self.hang_up.recv() => Told::End(SignalKind::hangup().as_raw_value()),
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
