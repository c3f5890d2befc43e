//! The rehearsal: a script is played once when it is loaded, and so is every branch, so that a step
//! that can't happen is told then, not on the stage.

use std::collections::HashMap;

use super::Scenario;
use super::fault::{Cast, Fault, FaultKind};
use super::outline::Span;
use crate::command::Command;
use crate::engine::Cluster;

/// The first step that can't happen. What comes after it would be played from a wrong state.
/// `actions` says where each action of each step stands, those of the branches behind the script's.
pub(super) fn rehearse(scenario: &Scenario, actions: &[Vec<Span>]) -> Option<Fault> {
    let mut rehearsal = Rehearsal { scenario, actions: actions.iter(), places: HashMap::new() };
    for branch in &scenario.branches {
        rehearsal.places.insert((branch.of, branch.from), (0, scenario.start.clone()));
    }
    let script = scenario.steps.iter().map(|step| step.commands.as_slice());
    if let Err(fault) = rehearsal.play(None, (0, scenario.start.clone()), script) {
        return Some(*fault);
    }
    for (at, branch) in scenario.branches.iter().enumerate() {
        let start = rehearsal.places.get(&(branch.of, branch.from)).cloned()?;
        let steps = branch.steps.iter().map(Vec::as_slice);
        if let Err(fault) = rehearsal.play(Some(at), start, steps) {
            return Some(*fault);
        }
    }
    None
}

struct Rehearsal<'s> {
    scenario: &'s Scenario,
    /// What is left of the places of the actions.
    actions: std::slice::Iter<'s, Vec<Span>>,
    /// The states that a branch grows from, each with how many steps led there: by the line that it
    /// is in (`None`: the script) and how many steps of that come before it.
    places: HashMap<(Option<usize>, usize), (usize, Cluster)>,
}

impl<'s> Rehearsal<'s> {
    fn play(
        &mut self,
        line: Option<usize>,
        (before, mut cluster): (usize, Cluster),
        steps: impl Iterator<Item = &'s [Command]>,
    ) -> Result<(), Box<Fault>> {
        let Scenario { names, setup, .. } = self.scenario;
        let mut done = 0;
        self.pass(line, before, done, &cluster);
        for commands in steps {
            let spans = self.actions.next();
            for (nth, command) in commands.iter().enumerate() {
                if let Err(refusal) = command.perform(&mut cluster, setup) {
                    let span = spans.and_then(|spans| spans.get(nth)).cloned();
                    let cast = Box::new(Cast { names: names.clone(), setup: setup.clone() });
                    let step = before + done + 1;
                    let kind = FaultKind::Impossible { step, refusal, cast };
                    return Err(Box::new(Fault { kind, span }));
                }
            }
            done += 1;
            self.pass(line, before, done, &cluster);
        }
        Ok(())
    }

    /// Keeps a state if a branch grows from it.
    fn pass(&mut self, line: Option<usize>, before: usize, done: usize, cluster: &Cluster) {
        if let Some(place) = self.places.get_mut(&(line, done)) {
            *place = (before + done, cluster.clone());
        }
    }
}
