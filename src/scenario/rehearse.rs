//! The rehearsal: a script is played once when it is loaded, so that a step that can't happen is
//! told then, not on the stage.

use super::Scenario;
use super::fault::{Cast, Fault, FaultKind};
use super::outline::Span;

/// The first step that can't happen. What comes after it would be played from a wrong state.
/// `actions` says where each action of each step stands.
pub(super) fn rehearse(scenario: &Scenario, actions: &[Vec<Span>]) -> Option<Fault> {
    let mut cluster = scenario.start.clone();
    for (at, step) in scenario.steps.iter().enumerate() {
        for (nth, command) in step.commands.iter().enumerate() {
            if let Err(refusal) = command.perform(&mut cluster, &scenario.setup) {
                let span = actions.get(at).and_then(|spans| spans.get(nth)).cloned();
                let (names, setup) = (scenario.names.clone(), scenario.setup.clone());
                let cast = Box::new(Cast { names, setup });
                let kind = FaultKind::Impossible { step: at + 1, refusal, cast };
                return Some(Fault { kind, span });
            }
        }
    }
    None
}
