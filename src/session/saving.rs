//! A session as a scenario: what was done by hand can be kept in a file and played again.

use super::Session;
use crate::command::Command;
use crate::printable::is_unprintable;
use crate::replay::Twin;
use crate::scenario::bounds::{MAX_NAME, MAX_TITLE};
use crate::scenario::text::{Text, columns, spelling};
use crate::scenario::{Branch, Report, Scenario, Step, write};
use crate::timeline::{BranchId, NodeId, SCRIPT};

/// Why a session can't be a file.
#[derive(Debug)]
pub enum Unsaved {
    /// It is beyond what a file may hold, or it can't be read again.
    Bad(Box<Report>),
}

impl Session {
    /// The text of a scenario file with the script and every branch beside it.
    ///
    /// # Errors
    /// It would be no good file: mostly, because it would be too long.
    pub fn saved(&self) -> Result<String, Unsaved> {
        let mut scenario = self.whole();
        scenario.branches = self.saved_branches();
        finish(scenario)
    }

    /// The text of a scenario file whose script leads to the end of a branch; of the script, to the
    /// present step. What the script tells on the way stays, where it can.
    ///
    /// # Errors
    /// It would be no good file: mostly, because it would be too long.
    pub fn saved_branch(&self, id: BranchId) -> Result<String, Unsaved> {
        let branch = self.timeline.branch(id).filter(|_| id != SCRIPT);
        self.saved_way(branch.map_or(self.timeline.here_id(), |branch| branch.tip))
    }

    /// The text of a scenario file whose script leads to a step.
    ///
    /// # Errors
    /// It would be no good file: mostly, because it would be too long.
    pub fn saved_way(&self, to: NodeId) -> Result<String, Unsaved> {
        finish(self.way(to))
    }

    /// The scenario whose script leads to a step, with the values that were sent by hand: they have the
    /// numbers that they have here.
    pub fn way(&self, to: NodeId) -> Scenario {
        let mut scenario = self.whole();
        scenario.branches = Vec::new();
        scenario.steps = self.steps_to(&scenario.steps, to);
        let by_hand = self.timeline.branch_of(to);
        if by_hand != SCRIPT
            && let Some(branch) = self.timeline.branch(by_hand)
            && let Some(name) = &branch.name
        {
            scenario.title = titled(&scenario.title, name);
        }
        scenario
    }

    /// The scenario with the values that were sent by hand.
    fn whole(&self) -> Scenario {
        let mut scenario = (*self.scenario).clone();
        scenario.names = self.names.clone();
        let own = Twin::as_written(self);
        for (step, id) in scenario.steps.iter_mut().zip(1..) {
            // Under another release, not all that the script asks for may have been done, and what
            // was told and expected is so only until the two part.
            step.commands = self.timeline.done(id);
            let Some(own) = &own else { continue };
            if own.parts_at(self, id).is_some() {
                (step.say, step.ask) = (None, None);
            }
            step.premise = Vec::new();
            if let Some(node) = self.timeline.node(id) {
                step.expect.retain(|e| e.check(&node.state, self.setup()).is_ok());
            }
        }
        scenario
    }

    fn steps_to(&self, script: &[Step], to: NodeId) -> Vec<Step> {
        let step = |id: NodeId| match script.get(id.wrapping_sub(1)) {
            Some(step) => step.clone(),
            None => by_hand(self.timeline.done(id)),
        };
        self.timeline.path_to(to).into_iter().filter(|id| *id != 0).map(step).collect()
    }

    fn saved_branches(&self) -> Vec<Branch> {
        let timeline = &self.timeline;
        let mut taken: Vec<String> = Vec::new();
        let mut saved: Vec<(BranchId, usize)> = Vec::new();
        let mut branches: Vec<Branch> = Vec::new();
        for twig in self.tree().into_iter().filter(|twig| twig.branch != SCRIPT) {
            let (of, root, between) = timeline.root_of(twig.branch);
            let own = timeline.path_to(twig.tip);
            let own = own.get(own.len().saturating_sub(twig.steps)..).unwrap_or(&[]);
            let steps = between.iter().chain(own).map(|id| timeline.done(*id));
            let of = saved.iter().find(|(id, _)| *id == of);
            let from = match of {
                None => root.min(timeline.script_len()),
                Some((id, before)) => {
                    let start = timeline.branch(*id).map_or(0, |branch| branch.start);
                    (timeline.depth(root) + 1).saturating_sub(timeline.depth(start)) + before
                }
            };
            let name = twig.name.unwrap_or_else(|| format!("branch {}", twig.number));
            let name = unlike(&name, &taken);
            taken.push(name.clone());
            let of = of.and_then(|(of, _)| saved.iter().position(|(id, _)| id == of));
            saved.push((twig.branch, between.len()));
            branches.push(Branch { name, note: twig.note, of, from, steps: steps.collect() });
        }
        branches
    }
}

/// A step that was made by hand.
fn by_hand(commands: Vec<Command>) -> Step {
    Step {
        partition: commands
            .iter()
            .find_map(Command::partition)
            .unwrap_or(crate::engine::PartitionId(0)),
        commands,
        say: None,
        ask: None,
        premise: Vec::new(),
        expect: Vec::new(),
        line: 0,
    }
}

/// A title with a branch's name behind it, as far as there is room.
fn titled(title: &Text, name: &str) -> Text {
    let longer = |title: &String| {
        let both = format!("{title}: {name}");
        if columns(&both) <= MAX_TITLE { both } else { title.clone() }
    };
    Text::new(longer(title.en()), title.written_in(crate::lang::Lang::Zh).map(longer))
}

/// A name that is not taken: the same, or with a number behind it.
fn unlike(name: &str, taken: &[String]) -> String {
    let is_free = |name: &String| !taken.iter().any(|other| spelling(other) == spelling(name));
    let mut room = name.to_owned();
    while columns(&room) > MAX_NAME - 4 {
        room.pop();
    }
    let numbered = (2..).map(|n| format!("{room} {n}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

/// The text, once it is sure that it reads as what it says. What is told and expected may name what
/// is sent only later in the script, and goes where the file would be none with it.
fn finish(mut scenario: Scenario) -> Result<String, Unsaved> {
    let text = write::scenario(&scenario);
    if Scenario::parse("", &text).is_ok() {
        return Ok(text);
    }
    for step in &mut scenario.steps {
        step.say = None;
        step.ask = None;
        step.premise = Vec::new();
        step.expect = Vec::new();
    }
    let text = write::scenario(&scenario);
    match Scenario::parse("", &text) {
        Ok(_) => Ok(text),
        Err(report) => Err(Unsaved::Bad(Box::new(report))),
    }
}

/// A name for a file with this title, without its ending: letters and digits, with hyphens.
pub fn file_name(title: &str) -> String {
    let mut name = String::new();
    for c in title.chars().filter(|c| !is_unprintable(*c)) {
        if c.is_alphanumeric() {
            name.extend(c.to_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    let short: String = name.chars().take(40).collect();
    if short.is_empty() { "scenario".into() } else { short }
}
