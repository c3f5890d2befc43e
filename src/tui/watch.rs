//! Watching the file of the scenario on the screen, so that it can be read again when it changes.
//!
//! Editors do not write into a file: they write another one and give it its name. So the folder is
//! watched. They do it in several steps, too, so that a change counts once it has been quiet for a
//! moment.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, sleep_until};

/// How long it has to be quiet.
const QUIET: Duration = Duration::from_millis(60);

/// A file that is watched, as long as this is kept.
#[derive(Debug)]
pub struct Watch {
    _watcher: RecommendedWatcher,
    changes: UnboundedReceiver<()>,
    /// When the last change will have been quiet for long enough.
    due: Option<Instant>,
}

impl Watch {
    /// Watches a file. `None` where the system can't: then nothing is read again.
    pub fn on(file: &Path) -> Option<Watch> {
        let name: OsString = file.file_name()?.to_owned();
        let folder = match file.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let (tell, changes) = unbounded_channel();
        let heard = move |event: notify::Result<Event>| {
            let Ok(event) = event else { return };
            // To read a file, as this program does, changes nothing.
            let changes = !matches!(event.kind, EventKind::Access(_));
            let is_it = |path: &std::path::PathBuf| path.file_name() == Some(name.as_os_str());
            if changes && event.paths.iter().any(is_it) {
                // Whoever listened has left.
                let _ = tell.send(());
            }
        };
        let mut watcher = notify::recommended_watcher(heard).ok()?;
        watcher.watch(folder, RecursiveMode::NonRecursive).ok()?;
        Some(Watch { _watcher: watcher, changes, due: None })
    }

    /// Waits until the file has changed. Whoever stops waiting misses nothing.
    pub async fn changed(&mut self) {
        loop {
            let Some(due) = self.due else {
                match self.changes.recv().await {
                    Some(()) => self.due = Some(Instant::now() + QUIET),
                    None => std::future::pending().await,
                }
                continue;
            };
            tokio::select! {
                Some(()) = self.changes.recv() => self.due = Some(Instant::now() + QUIET),
                () = sleep_until(due) => {
                    self.due = None;
                    return;
                }
            }
        }
    }
}
