//! Reading the file of the scenario again when it has changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{App, Next};
use crate::engine::{BrokerId, BrokerSet, ConsumerId, PartitionId, ProducerId, Rules};
use crate::file;
use crate::scenario::{Report, Scenario};
use crate::tui::ui::{Overlay, Ui};
use crate::tui::wording;

/// The file of the scenario on the screen.
#[derive(Clone, Debug)]
pub(super) struct Source {
    path: PathBuf,
    /// What stood in it when it was read last.
    bytes: Vec<u8>,
}

impl App {
    /// One scenario from a file, which can be read again, under these rules, if some are asked for.
    ///
    /// # Errors
    /// Why the file can't be read, or everything that is wrong with it.
    pub fn file(path: &Path, rules: Option<&Rules>, ui: Ui) -> Result<App, Report> {
        let bytes = file::read(path)?;
        let scenario = Scenario::from_bytes(&path.display().to_string(), &bytes)?;
        let scenario = match rules {
            Some(rules) => scenario.with_rules(rules),
            None => scenario,
        };
        let mut app = App::scenario(scenario, ui);
        app.source = Some(Source { path: path.to_owned(), bytes });
        Ok(app)
    }

    /// The file to be watched.
    pub fn watched(&self) -> Option<&Path> {
        self.source.as_ref().map(|source| source.path.as_path())
    }

    /// Reads the file again and goes on at the same step, as far as there is one. A file with faults
    /// is told, and what was there goes on.
    pub fn reload(&mut self) -> Next {
        let Some(source) = &mut self.source else { return Next::Rest };
        let name = source.path.display().to_string();
        let read = file::read(&source.path).and_then(|bytes| {
            if bytes == source.bytes {
                return Ok(None);
            }
            source.bytes.clone_from(&bytes);
            Scenario::from_bytes(&name, &bytes).map(Some)
        });
        match read {
            // Only its time has changed.
            Ok(None) => return Next::Rest,
            Ok(Some(scenario)) => self.take_over(scenario),
            Err(report) => self.tell_bad(&report),
        }
        Next::Draw
    }

    fn take_over(&mut self, scenario: Scenario) {
        let slot = self.open.and_then(|place| self.sessions.get_mut(place));
        let Some(session) = slot.and_then(Option::as_mut) else { return };
        *session = session.reloaded(Arc::new(scenario));
        let setup = session.setup();
        let ui = &mut self.ui;
        let below = |at: u8, count: usize| if usize::from(at) < count { at } else { 0 };
        ui.broker = BrokerId(below(ui.broker.0, setup.brokers.into()));
        ui.partition = PartitionId(below(ui.partition.0, setup.assignment.len()));
        ui.producer = ProducerId(below(ui.producer.0, setup.producers.into()));
        ui.consumer = ConsumerId(below(ui.consumer.0, setup.consumers.into()));
        ui.marked = BrokerSet::EMPTY;
        ui.playing = false;
        // It was played from the file as it was.
        ui.twin = None;
        ui.unscroll();
        // What was wrong before is not any more.
        if matches!(ui.overlay, Overlay::Message(_)) {
            ui.overlay = Overlay::None;
        }
        (self.search_from, self.tree) = (None, None);
        self.ui.message = Some(wording::reloaded(self.ui.lang).to_owned());
    }

    fn tell_bad(&mut self, report: &Report) {
        const COLUMNS: usize = 76;
        let lang = self.ui.lang;
        let said = wording::not_reloaded(lang);
        match self.ui.overlay {
            // What is being typed is not thrown away.
            Overlay::Prompt { .. } | Overlay::Palette(_) => self.ui.message = Some(said.to_owned()),
            _ => {
                let report = report.render(lang, COLUMNS);
                self.ui.overlay = Overlay::Message(format!("{said}\n\n{report}"));
            }
        }
    }
}
