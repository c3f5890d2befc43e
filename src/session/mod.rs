//! A session: a scenario being played, with all that a person does to it by hand.
//!
//! It holds the scenario, its [`Timeline`] and the names of the values that were sent by hand, and
//! answers what a screen has to know: what is said and asked at this step, which answer is still
//! masked, which expectations held, why something can't be done now. There is no terminal in it.

mod branches;
mod find;
mod in_force;
mod reload;
mod saving;
#[cfg(test)]
mod saving_tests;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use crate::command::Command;
use crate::engine::effect::{Effect, Simplification};
use crate::engine::ledger::Outcome;
use crate::engine::state::OpenStage;
use crate::engine::*;
use crate::lang::Lang;
use crate::names::Names;
use crate::replay;
use crate::scenario::expect::{Expectation, Failure};
use crate::scenario::quantity::Quantity;
use crate::scenario::text::Narration;
use crate::scenario::{Scenario, Step};
use crate::timeline::{Denied, Node, NodeId, Timeline};

use branches::Undo;

pub use branches::Twig;
pub use find::{Aim, Searched};
pub use in_force::AcksInForce;
pub use saving::{Unsaved, file_name};

/// What stands on the screen in place of an answer that is not to be seen yet.
pub const MASK: &str = "?";

/// A scenario being played.
#[derive(Clone, Debug)]
pub struct Session {
    scenario: Arc<Scenario>,
    names: Names,
    timeline: Timeline,
    /// By node: the simplifications used on the way there.
    simplified: Vec<Simplified>,
    /// Values that stand in a log at the start without ever having been sent.
    given: Vec<Value>,
    /// Where the person was by hand when they returned to the script.
    left: Option<NodeId>,
    /// What can be undone, the last thing last.
    undo: Vec<Undo>,
}

/// Which simplifications have been used.
#[derive(Clone, Copy, Debug, Default)]
struct Simplified {
    restart: bool,
    power_loss: bool,
}

/// Where a person is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The step of the script, from 1; 0 at the start. By hand: the step where they took over.
    pub step: usize,
    /// How many steps the script has.
    pub of: usize,
    /// How many steps by hand follow that one; 0 in the script.
    pub by_hand: usize,
}

/// An expectation at this step, with what is wrong if it does not hold.
#[derive(Clone, Debug)]
pub struct Checked<'a> {
    /// The expectation.
    pub expectation: &'a Expectation,
    /// What is wrong, if it does not hold.
    pub failure: Option<Failure>,
}

impl Session {
    /// A session at the start of a scenario. Under another release than the one that it was written
    /// for, its steps are those that it has there, played again.
    pub fn new(scenario: Arc<Scenario>) -> Self {
        match scenario.elsewhere().and_then(rules_for) {
            None => Session::as_it_is(scenario),
            Some(own) => {
                let own = Session::as_it_is(Arc::new(scenario.with_rules(own)));
                own.replayed(Arc::unwrap_or_clone(scenario))
            }
        }
    }

    fn as_it_is(scenario: Arc<Scenario>) -> Self {
        let timeline = Timeline::new(
            Arc::new(scenario.setup.clone()),
            scenario.start.clone(),
            scenario.steps.iter().map(|step| step.commands.as_slice()),
        );
        let mut given: Vec<Value> = scenario
            .start
            .brokers
            .iter()
            .flat_map(|broker| broker.disks.iter().flatten())
            .flat_map(|disk| disk.log.records().iter().map(|record| record.value))
            .collect();
        given.sort_unstable();
        given.dedup();
        let names = scenario.names.clone();
        let mut session = Session {
            scenario,
            names,
            timeline,
            simplified: Vec::new(),
            given,
            left: None,
            undo: Vec::new(),
        };
        session.plant();
        session.note_simplifications();
        session
    }

    // ---- what is being played ----

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// What things are called, the values sent by hand among them.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// What never changes: the release's rules, the settings, the assignment.
    pub fn setup(&self) -> &Setup {
        self.timeline.setup()
    }

    /// Every step there has been.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The step the person is at.
    pub fn here(&self) -> &Node {
        self.timeline.here()
    }

    /// The state now.
    pub fn state(&self) -> &Cluster {
        &self.here().state
    }

    /// The state before the step the person is at; `None` at the start.
    pub fn before(&self) -> Option<&Cluster> {
        self.here().parent.and_then(|id| self.timeline.node(id)).map(|node| &node.state)
    }

    /// Where the person is.
    pub fn position(&self) -> Position {
        let step = self.timeline.script_root();
        Position {
            step,
            of: self.timeline.script_len(),
            // The script is the trunk: step k has depth k.
            by_hand: self.here().depth.saturating_sub(step),
        }
    }

    /// Whether the person has taken over.
    pub fn is_by_hand(&self) -> bool {
        self.timeline.script_step().is_none()
    }

    /// The step of the script the person is at; `None` at the start and by hand.
    pub fn step(&self) -> Option<&Step> {
        let number = self.timeline.script_step()?;
        self.scenario.steps.get(number.checked_sub(1)?)
    }

    /// The partition that the step of the script is about, to be shown when one arrives there.
    pub fn partition(&self) -> Option<PartitionId> {
        self.step().map(|step| step.partition)
    }

    /// A producer's `acks` now.
    pub fn acks(&self, producer: ProducerId) -> Option<Acks> {
        self.state().producers.get(producer.index()).map(|p| p.acks)
    }

    /// The value that a person who sends again means: the last one that the producer may still send
    /// again, else that failed, else that was sent to this partition at all.
    pub fn to_send_again(&self, producer: ProducerId, partition: PartitionId) -> Option<Value> {
        let state = self.state();
        let open = &state.producers.get(producer.index())?.open;
        let unsettled =
            open.iter().rev().find(|o| o.partition == partition && o.stage != OpenStage::Waiting);
        let sent = || state.ledger.sent.iter().rev().filter(|s| s.partition == partition);
        let failed = || sent().find(|s| matches!(s.outcome, Outcome::Failed(_)));
        unsettled.map(|o| o.value).or_else(|| failed().or_else(|| sent().next()).map(|s| s.value))
    }

    /// The named properties that do not hold here, in the order in which they broke: with how many
    /// steps from the start the one that broke it is.
    pub fn broken(&self) -> Vec<(usize, Breach)> {
        let same = |breach: &Breach, property: Property, partition: PartitionId| {
            breach.property == property && breach.partition == partition
        };
        let mut broken: Vec<(usize, Breach)> = Vec::new();
        for id in self.timeline.path() {
            for effect in self.timeline.lasting(id) {
                match *effect {
                    Effect::Broken { breach } => broken.push((self.timeline.depth(id), breach)),
                    Effect::Mended { partition, property } => {
                        broken.retain(|(_, breach)| !same(breach, property, partition));
                    }
                    _ => {}
                }
            }
        }
        broken
    }

    /// The simplifications that have been used on the way here.
    pub fn simplifications(&self) -> impl Iterator<Item = Simplification> {
        let used = self.simplified.get(self.timeline.here_id()).copied().unwrap_or_default();
        let restart = used.restart.then_some(Simplification::UnnoticedRestart);
        let power_loss = used.power_loss.then_some(Simplification::UnnoticedPowerLoss);
        restart.into_iter().chain(power_loss)
    }

    // ---- what is said, asked and expected ----

    /// What is said at this step, with its numbers. A masked answer stays masked in it.
    pub fn narration(&self, lang: Lang) -> Option<String> {
        Some(self.fill(self.step()?.say.as_ref()?, lang))
    }

    /// What is asked at this step.
    pub fn question(&self, lang: Lang) -> Option<String> {
        Some(self.fill(&self.step()?.ask.as_ref()?.text, lang))
    }

    /// Whether the script asks something at a step.
    pub fn asks_at(&self, id: NodeId) -> bool {
        // Step k of the script is node k.
        let in_script = id <= self.timeline.script_len();
        let step = id.checked_sub(1).and_then(|at| self.scenario.steps.get(at));
        in_script && step.is_some_and(|step| step.ask.is_some())
    }

    /// The quantity that is masked at this step: the answer to its question. It is to be shown as
    /// [`MASK`] wherever it would stand.
    pub fn masked(&self) -> Option<&Quantity> {
        Some(&self.step()?.ask.as_ref()?.hides)
    }

    /// The expectations at this step, each with whether it held.
    pub fn expectations(&self) -> impl Iterator<Item = Checked<'_>> {
        let expected = self.step().into_iter().flat_map(|step| self.scenario.expected(step));
        expected.map(|expectation| Checked {
            expectation,
            failure: expectation.check(self.state(), self.setup()).err(),
        })
    }

    /// The step of the script, up to this one, from which on it is another story than the one that is
    /// told, with what is not so of what that rests on. Only under another release than the
    /// scenario's own.
    pub fn another_story(&self) -> Option<(usize, Failure)> {
        replay::another_story(&self.scenario, &self.timeline, self.position().step)
    }

    fn fill(&self, text: &Narration, lang: Lang) -> String {
        let masked = self.masked();
        text.get(lang).fill_with(|quantity| {
            if Some(quantity) == masked {
                MASK.to_owned()
            } else {
                quantity.tell(lang, self.state(), self.setup(), &self.names)
            }
        })
    }

    /// How long a person needs to read this step, in milliseconds: the pace of playing.
    pub fn reading_time(&self, lang: Lang) -> Ms {
        /// To see what has changed.
        const LOOK: Ms = 1_500;
        /// To think about a question.
        const THINK: Ms = 2_500;
        const MOST: Ms = 12_000;
        // A Chinese character says about as much as three Latin letters.
        let a_character = match lang {
            Lang::En => 35,
            Lang::Zh => 100,
        };
        let question = self.question(lang);
        let think = if question.is_some() { THINK } else { 0 };
        let characters = |text: Option<String>| text.map_or(0, |t| t.chars().count()) as Ms;
        let read = (characters(self.narration(lang)) + characters(question)) * a_character;
        (LOOK + think + read).min(MOST)
    }

    // ---- moving ----

    /// One step forward. Returns whether there was one.
    pub fn forward(&mut self) -> bool {
        self.timeline.forward()
    }

    /// One step back. Returns whether there was one.
    pub fn back(&mut self) -> bool {
        self.timeline.back()
    }

    /// To the start. Returns whether that was elsewhere.
    pub fn first(&mut self) -> bool {
        let moves = self.timeline.has_previous();
        self.timeline.first();
        moves
    }

    /// To the end of the script, or of what was done by hand. Returns whether that was elsewhere.
    pub fn last(&mut self) -> bool {
        let moves = self.timeline.has_next();
        self.timeline.last();
        moves
    }

    /// To a step by its id. Returns whether there is such a step.
    pub fn go(&mut self, id: NodeId) -> bool {
        let from = self.timeline.here_id();
        let went = self.timeline.go(id);
        if went && from != id {
            self.remember(Undo::Went(from));
        }
        went
    }

    /// Enters the next step, phase by phase. Returns whether there was one.
    ///
    /// # Errors
    /// The session is full.
    pub fn step_into(&mut self) -> Result<bool, Denied> {
        let went = self.timeline.step_into()?;
        self.note_simplifications();
        Ok(went)
    }

    /// Back to the script, to the step where the person took over. Returns whether they had.
    pub fn return_to_script(&mut self) -> bool {
        let was = self.timeline.here_id();
        let had_left = self.timeline.return_to_script();
        if had_left {
            self.left = Some(was);
        }
        had_left
    }

    /// Whether the person has done something by hand and then returned to the script.
    pub fn can_resume(&self) -> bool {
        self.left.is_some() && !self.is_by_hand()
    }

    /// From the script to where the person last was by hand. Returns whether there is such a place.
    pub fn resume(&mut self) -> bool {
        if !self.can_resume() {
            return false;
        }
        self.left.take().is_some_and(|left| self.timeline.go(left))
    }

    // ---- by hand ----

    /// Why a command can't be done now, if so.
    pub fn refusal(&self, command: &Command) -> Option<Refusal> {
        command.refusal(self.state(), self.setup())
    }

    /// Does something by hand, as a step of its own after this one.
    ///
    /// # Errors
    /// Why it can't be done now; then nothing has changed.
    pub fn act(&mut self, command: Command) -> Result<(), Denied> {
        let from = self.timeline.here_id();
        self.timeline.act(command)?;
        self.remember(Undo::Went(from));
        self.note_simplifications();
        Ok(())
    }

    /// Sends records that nobody has sent yet on the way here, called `m` and the lowest free
    /// numbers, with the producer's present `acks`.
    ///
    /// # Errors
    /// Why it can't be done now; then nothing has changed.
    pub fn send(
        &mut self,
        producer: ProducerId,
        partition: PartitionId,
        count: usize,
    ) -> Result<(), Denied> {
        let (values, new_names) =
            self.fresh(count).ok_or(Denied::Refused(Refusal::ValueOutOfBounds))?;
        let command = match values[..] {
            [value] => Command::Event(Event::Send { producer, partition, value, to: None }),
            _ => Command::Burst { producer, partition, values },
        };
        self.act(command)?;
        self.names.values.extend(new_names);
        Ok(())
    }

    /// Values that stand nowhere on the way here, each with a name: for records that may be sent. Fewer
    /// than that many, or none, where there is no room for so many names.
    pub fn name_fresh(&mut self, count: usize) -> Vec<Value> {
        let Some((values, new_names)) = self.fresh(count) else { return Vec::new() };
        self.names.values.extend(new_names);
        values
    }

    /// Values that stand nowhere on the way here, and the names that have to be added for them.
    fn fresh(&self, count: usize) -> Option<(Vec<Value>, Vec<String>)> {
        let known: HashMap<&str, u16> =
            self.names.values.iter().zip(0..).map(|(name, at)| (name.as_str(), at)).collect();
        let ledger = &self.state().ledger;
        let mut values = Vec::new();
        let mut new_names = Vec::new();
        for n in 1.. {
            if values.len() == count {
                break;
            }
            let name = format!("m{n}");
            match known.get(name.as_str()).map(|at| Value(*at)) {
                Some(value) => {
                    if ledger.find(value).is_none() && self.given.binary_search(&value).is_err() {
                        values.push(value);
                    }
                }
                None => {
                    let at = self.names.values.len() + new_names.len();
                    if at >= MAX_VALUES {
                        return None;
                    }
                    values.push(Value(at as u16));
                    new_names.push(name);
                }
            }
        }
        Some((values, new_names))
    }

    /// The same steps, those by hand among them, in a variation of the scenario: under another
    /// release, say. The person stays at the same step.
    #[must_use]
    pub fn replayed(&self, scenario: Scenario) -> Session {
        let setup = Arc::new(scenario.setup.clone());
        let mut other = Session {
            timeline: self.timeline.replayed(setup, scenario.start.clone()),
            scenario: Arc::new(scenario),
            simplified: Vec::new(),
            ..self.clone()
        };
        other.note_simplifications();
        other
    }

    /// Brings `simplified` up to the timeline.
    fn note_simplifications(&mut self) {
        while self.simplified.len() < self.timeline.size() {
            let id = self.simplified.len();
            let before = self.timeline.parent(id).and_then(|id| self.simplified.get(id));
            let mut used = before.copied().unwrap_or_default();
            for effect in self.timeline.lasting(id) {
                if let Effect::Simplified { what, .. } = effect {
                    match what {
                        Simplification::UnnoticedRestart => used.restart = true,
                        Simplification::UnnoticedPowerLoss => used.power_loss = true,
                    }
                }
            }
            self.simplified.push(used);
        }
    }
}
