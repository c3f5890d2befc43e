//! Going on in another version of the same scenario: its file has changed while it was played.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Session;
use crate::command::Command;
use crate::engine::{Event, Value};
use crate::names::Names;
use crate::scenario::Scenario;
use crate::timeline::{NodeId, SCRIPT};

impl Session {
    /// The same session in another version of the scenario: at the same step, as far as there is one,
    /// with what was done by hand. What can't happen any more is left out of its step.
    pub fn reloaded(&self, scenario: Arc<Scenario>) -> Session {
        // Whoever is under another release than the file's stays there.
        let mut new = Session::new(match self.scenario.elsewhere() {
            None => scenario,
            Some(_) => Arc::new(scenario.with_rules(&self.setup().rules)),
        });
        let script = new.timeline.script_len();
        // Of each old step, the new one.
        let mut ids: BTreeMap<NodeId, NodeId> =
            (0..=self.timeline.script_len()).map(|id| (id, id.min(script))).collect();
        for twig in self.tree().into_iter().filter(|twig| twig.branch != SCRIPT) {
            let (_, root, between) = self.timeline.root_of(twig.branch);
            let own = self.timeline.path_to(twig.tip);
            let own = own.get(own.len().saturating_sub(twig.steps)..).unwrap_or(&[]);
            // A branch that came with the file, and nothing else, comes with the new one.
            let brought = twig.name.as_ref().filter(|name| {
                let branches = &self.scenario.branches;
                branches.iter().any(|b| b.name == **name && b.steps.len() == own.len())
            });
            let there = brought
                .and_then(|name| new.tree().into_iter().find(|t| t.name.as_ref() == Some(name)));
            if let Some(there) = there {
                let path = new.timeline.path_to(there.tip);
                let path = path.get(path.len().saturating_sub(there.steps)..).unwrap_or(&[]);
                ids.extend(own.iter().copied().zip(path.iter().copied()));
                continue;
            }
            if brought.is_some() {
                continue;
            }
            let Some(&root) = ids.get(&root) else { continue };
            let old: Vec<NodeId> = between.iter().chain(own).copied().collect();
            let steps: Vec<Vec<Command>> = old
                .iter()
                .map(|id| {
                    let done = self.timeline.done(*id);
                    done.iter().filter_map(|c| renumbered(c, &self.names, &mut new.names)).collect()
                })
                .collect();
            let first = new.timeline.size();
            let planted = new.timeline.plant(root, steps.iter().map(Vec::as_slice));
            let Some(branch) = planted else { continue };
            ids.extend(old.iter().copied().zip(first..));
            if let Some(branch) = new.timeline.branch_mut(branch) {
                branch.name.clone_from(&twig.name);
                branch.note.clone_from(&twig.note);
            }
        }
        new.note_simplifications();
        let mut here = self.timeline.here_id();
        while !ids.contains_key(&here)
            && let Some(parent) = self.timeline.parent(here)
        {
            here = parent;
        }
        new.timeline.go(ids.get(&here).copied().unwrap_or(0));
        new
    }
}

/// A command about the same values under their new numbers. `None` if there are no more numbers.
fn renumbered(command: &Command, old: &Names, new: &mut Names) -> Option<Command> {
    let mut number = |value: Value| new.intern_value(&old.value(value));
    Some(match command {
        Command::Event(event) => Command::Event(renumbered_event(*event, number)?),
        Command::Burst { producer, partition, values } => {
            let values = values.iter().map(|value| number(*value)).collect::<Option<_>>()?;
            Command::Burst { producer: *producer, partition: *partition, values }
        }
        Command::Fetch { .. }
        | Command::Phase { .. }
        | Command::CatchUp { .. }
        | Command::Truncate { .. }
        | Command::Settle { .. }
        | Command::NextDue => command.clone(),
    })
}

/// Every event has its line: one that is about a value must say so here.
fn renumbered_event(event: Event, mut number: impl FnMut(Value) -> Option<Value>) -> Option<Event> {
    Some(match event {
        Event::Send { producer, partition, value, to } => {
            Event::Send { producer, partition, value: number(value)?, to }
        }
        Event::Consume { .. }
        | Event::Seek { .. }
        | Event::Request { .. }
        | Event::Serve { .. }
        | Event::Reply { .. }
        | Event::Kill { .. }
        | Event::PowerLoss { .. }
        | Event::Stop { .. }
        | Event::Start { .. }
        | Event::RestartUnnoticed { .. }
        | Event::Wipe { .. }
        | Event::Flush { .. }
        | Event::CheckpointHw { .. }
        | Event::Advance { .. }
        | Event::ElectPreferred { .. }
        | Event::ElectUnclean { .. }
        | Event::SetAcks { .. }
        | Event::SetMinIsr(_)
        | Event::SetUnclean(_)
        | Event::Notice { .. }
        | Event::Tell { .. }
        | Event::HoldWords { .. }
        | Event::ReleaseWords { .. }
        | Event::Alter { .. }
        | Event::Altered { .. }
        | Event::Pause { .. }
        | Event::Resume { .. }
        | Event::Cut { .. }
        | Event::Heal { .. }
        | Event::Lose { .. }
        | Event::LoseAlter { .. }
        | Event::EndWait { .. }
        | Event::FallBehind { .. }
        | Event::LoseAnswer { .. }
        | Event::MoveLeader { .. }
        | Event::Reassign { .. } => event,
    })
}
