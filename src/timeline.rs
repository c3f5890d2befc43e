//! The timeline: every step there has been, of the script and by hand, with the state after it.
//!
//! It is a tree. The script is its trunk: step `k` of the script is node `k`, and node 0 is the
//! start. What a person does by hand grows a branch from where they are; going back and doing
//! something else grows another. Nothing is ever thrown away.

use std::sync::Arc;

use crate::command::{Command, Happening};
use crate::engine::state::Ask;
use crate::engine::{Cluster, Effect, Event, Refusal, Setup};

/// A node of the timeline, by its place in it.
pub type NodeId = usize;

/// Most nodes a timeline holds.
pub const MAX_NODES: usize = 100_000;

/// A step that has been made, with the state after it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The step before; `None` at the start.
    pub parent: Option<NodeId>,
    /// Where a step forward leads: the child that was visited last.
    pub child: Option<NodeId>,
    /// How many steps lie between the start and this one.
    pub depth: usize,
    /// What was asked for.
    pub commands: Vec<Command>,
    /// What happened, in order.
    pub happened: Vec<Happening>,
    /// By command, as it was when the step was first made: what the exchange that it was a part of
    /// was for. A replay under other rules keeps to it.
    purposes: Vec<Option<Purpose>>,
    /// What was asked for and could not be done, with the reason.
    pub skipped: Vec<(Command, Refusal)>,
    /// The state after the step.
    pub state: Cluster,
    /// The clock after the step, in milliseconds since the start.
    pub clock: u64,
}

/// What an exchange of a follower with its leader is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To fetch records, after whatever had to be asked first.
    Records,
    /// To ask something before it may fetch, no more.
    Question,
}

/// How many steps back is looked for what began an exchange.
const FAR_BACK: usize = 64;
/// Most questions that a follower asks before it fetches.
const MAX_QUESTIONS: usize = 4;

impl Node {
    /// Whether everything that was asked for is nothing under these rules: a question that followers
    /// ask under those that it was made under.
    pub fn is_left_out(&self) -> bool {
        !self.commands.is_empty() && self.happened.is_empty() && self.skipped.is_empty()
    }

    /// What followed from the step, in order.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.happened.iter().flat_map(|h| &h.effects)
    }
}

/// The timeline of a session.
#[derive(Clone, Debug)]
pub struct Timeline {
    setup: Arc<Setup>,
    nodes: Vec<Node>,
    here: NodeId,
    script: usize,
    /// How far into the script the person has been.
    seen: NodeId,
}

/// Why a step by hand was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// The engine refused it.
    Refused(Refusal),
    /// The timeline is full ([`MAX_NODES`]).
    Full,
}

impl Timeline {
    /// A timeline that plays this script from this state. A command that can't be done is skipped
    /// and noted.
    pub fn new<'a>(
        setup: Arc<Setup>,
        start: Cluster,
        script: impl IntoIterator<Item = &'a [Command]>,
    ) -> Self {
        let root = Node {
            parent: None,
            child: None,
            depth: 0,
            commands: Vec::new(),
            happened: Vec::new(),
            purposes: Vec::new(),
            skipped: Vec::new(),
            state: start,
            clock: 0,
        };
        let mut timeline = Timeline { setup, nodes: vec![root], here: 0, script: 0, seen: 0 };
        for commands in script {
            let node = timeline.make(timeline.here, commands, None);
            timeline.here = timeline.add(node);
        }
        timeline.script = timeline.nodes.len() - 1;
        timeline.here = 0;
        timeline
    }

    /// The setup it plays under.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The step the person is at.
    pub fn here(&self) -> &Node {
        &self.nodes[self.here]
    }

    /// The id of that step.
    pub fn here_id(&self) -> NodeId {
        self.here
    }

    /// A step by its id.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }

    /// How many steps the script has.
    pub fn script_len(&self) -> usize {
        self.script
    }

    /// The script step the person is at, from 1; 0 at the start; `None` when they have taken over.
    pub fn script_step(&self) -> Option<usize> {
        (self.here <= self.script).then_some(self.here)
    }

    /// The script step where the person took over, or the one they are at.
    pub fn script_root(&self) -> NodeId {
        let mut id = self.here;
        while id > self.script {
            match self.nodes[id].parent {
                Some(parent) => id = parent,
                None => return 0,
            }
        }
        id
    }

    /// Whether the person has been at a step, or at a later one of the script.
    pub fn is_seen(&self, id: NodeId) -> bool {
        id > self.script || id <= self.seen
    }

    /// The steps from here back to the start, here included.
    pub fn behind(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(self.here), |id| self.nodes.get(*id)?.parent)
    }

    /// The steps that going forward leads to, nearest first.
    pub fn ahead(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.here().child, |id| self.nodes.get(*id)?.child)
    }

    /// Puts the person at a step.
    fn stand(&mut self, id: NodeId) {
        self.here = id;
        if id <= self.script {
            self.seen = self.seen.max(id);
        }
    }

    /// One step back. Returns whether there was one.
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.here().parent else { return false };
        self.nodes[parent].child = Some(self.here);
        self.here = parent;
        true
    }

    /// One step forward, along the branch visited last. Returns whether there was one.
    pub fn forward(&mut self) -> bool {
        let Some(child) = self.here().child else { return false };
        self.stand(child);
        true
    }

    /// To the start.
    pub fn first(&mut self) {
        while self.back() {}
    }

    /// To the end of this branch.
    pub fn last(&mut self) {
        while self.forward() {}
    }

    /// Back to the script, to the step where the person took over; from there the script goes on.
    /// Returns whether they had taken over.
    pub fn return_to_script(&mut self) -> bool {
        let root = self.script_root();
        let had_left = root != self.here;
        self.stand(root);
        if root < self.script {
            self.nodes[root].child = Some(root + 1);
        }
        had_left
    }

    /// To a step by its id. Returns whether there is such a step.
    pub fn go(&mut self, id: NodeId) -> bool {
        if id >= self.nodes.len() {
            return false;
        }
        self.stand(id);
        let mut child = id;
        while let Some(parent) = self.nodes[child].parent {
            self.nodes[parent].child = Some(child);
            child = parent;
        }
        true
    }

    /// The steps from the start to here.
    pub fn path(&self) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.behind().collect();
        path.reverse();
        path
    }

    /// Does something by hand: grows a branch here and goes there.
    ///
    /// # Errors
    /// Why it can't be done now; then nothing has changed.
    pub fn act(&mut self, command: Command) -> Result<(), Denied> {
        if let Some(refusal) = command.refusal(&self.here().state, &self.setup) {
            return Err(Denied::Refused(refusal));
        }
        if self.nodes.len() >= MAX_NODES {
            return Err(Denied::Full);
        }
        let mut node = self.make(self.here, std::slice::from_ref(&command), None);
        if let Some((_, refusal)) = node.skipped.pop() {
            return Err(Denied::Refused(refusal));
        }
        self.here = self.add(node);
        Ok(())
    }

    /// The step that these commands make after another one. Where they are those of a step that was
    /// made under other rules, in `lead`, a follower fetches when it fetched there: what it has to ask
    /// first under these rules, it asks, and what it has not, it does not.
    fn make(&self, after: NodeId, commands: &[Command], lead: Option<&Node>) -> Node {
        let before = &self.nodes[after];
        let mut node = Node {
            parent: Some(after),
            child: None,
            depth: before.depth + 1,
            commands: commands.to_vec(),
            happened: Vec::new(),
            purposes: Vec::new(),
            skipped: Vec::new(),
            state: before.state.clone(),
            clock: before.clock,
        };
        for (at, command) in commands.iter().enumerate() {
            let kept = lead.map(|lead| lead.purposes.get(at).copied().flatten());
            let left_out = kept == Some(Some(Purpose::Question))
                && command.asks_first(&node.state) == Some(false);
            if kept == Some(Some(Purpose::Records)) {
                for _ in 0..MAX_QUESTIONS {
                    let Some(question) = command.question(&node.state) else { break };
                    let Ok(asked) = question.perform(&mut node.state, &self.setup) else { break };
                    node.happened.extend(asked);
                }
            }
            let mut is_done = false;
            if !left_out {
                match command.perform(&mut node.state, &self.setup) {
                    Ok(happened) => {
                        node.happened.extend(happened);
                        is_done = true;
                    }
                    Err(refusal) => node.skipped.push((command.clone(), refusal)),
                }
            }
            let found = || self.purpose(&node, command).filter(|_| is_done);
            let purpose = kept.unwrap_or_else(found);
            node.purposes.push(purpose);
        }
        for happening in &node.happened {
            if let Event::Advance { ms } = happening.event {
                node.clock += u64::from(ms);
            }
        }
        node
    }

    /// The same steps, of script and hand alike, under another setup and from another start. Every
    /// step keeps its id; what can't be done there is skipped and noted.
    #[must_use]
    pub fn replayed(&self, setup: Arc<Setup>, start: Cluster) -> Timeline {
        let root = Node { parent: None, state: start, ..self.nodes[0].clone() };
        let (here, script, seen) = (self.here, self.script, self.seen);
        let mut other = Timeline { setup, nodes: vec![root], here, script, seen };
        other.follow(self);
        other
    }

    /// Makes the steps that another timeline has and this one, replayed from it, has not yet; goes
    /// where the other one is.
    pub fn follow(&mut self, lead: &Timeline) {
        for (id, node) in lead.nodes.iter().enumerate().skip(self.nodes.len()) {
            // A step comes after the one that it follows.
            let parent = node.parent.filter(|parent| *parent < id).unwrap_or(0);
            let made = self.make(parent, &node.commands, Some(node));
            self.nodes.push(made);
        }
        for (node, lead) in self.nodes.iter_mut().zip(&lead.nodes) {
            node.child = lead.child;
        }
        (self.here, self.seen) = (lead.here, lead.seen);
    }

    /// How many steps there are, the start among them.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// What the exchange that the last command of a step is a part of is for: it began with this
    /// command, before it in the step, or in a step before.
    fn purpose(&self, node: &Node, command: &Command) -> Option<Purpose> {
        let (broker, partition) = command.exchange()?;
        let asked = |node: &Node| {
            let effects = node.happened.iter().flat_map(|h| &h.effects);
            effects.rev().find_map(|effect| match effect {
                Effect::Asked { broker: b, partition: p, ask, .. }
                    if (*b, *p) == (broker, partition) =>
                {
                    Some(match ask {
                        Ask::Fetch { .. } => Purpose::Records,
                        Ask::EpochEnd(_) | Ask::LogEnd | Ask::LogStart => Purpose::Question,
                    })
                }
                _ => None,
            })
        };
        let before = |node: &&Node| self.nodes.get(node.parent?);
        let steps = std::iter::successors(before(&node), before).take(FAR_BACK);
        asked(node).or_else(|| steps.into_iter().find_map(asked))
    }

    fn add(&mut self, node: Node) -> NodeId {
        let id = self.nodes.len();
        if let Some(parent) = node.parent {
            self.nodes[parent].child = Some(id);
        }
        self.nodes.push(node);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{
        BrokerId, ControllerMode, PartitionId, ProducerId, Settings, Value, rules_for,
    };

    const A: BrokerId = BrokerId(0);
    const P: PartitionId = PartitionId(0);

    fn setup() -> Arc<Setup> {
        let rules = rules_for("0.10.2").expect("a release of the table").clone();
        Arc::new(Setup {
            settings: Settings::defaults(&rules),
            rules,
            brokers: 2,
            producers: 1,
            consumers: 1,
            assignment: vec![vec![BrokerId(1), A]],
            controller: ControllerMode::default(),
        })
    }

    fn send(value: u16) -> Command {
        Command::Event(Event::Send {
            producer: ProducerId(0),
            partition: P,
            value: Value(value),
            to: None,
        })
    }

    fn scripted() -> Timeline {
        let setup = setup();
        let start = Cluster::new(&setup);
        let script =
            [vec![send(0)], vec![Command::Fetch { broker: A, partition: P }], vec![send(1)]];
        Timeline::new(setup, start, script.iter().map(Vec::as_slice))
    }

    #[test]
    fn back_then_forward_gives_the_same_state() {
        let mut t = scripted();
        t.last();
        let end = t.here().state.clone();
        t.first();
        assert_eq!(t.script_step(), Some(0));
        t.last();
        assert_eq!(t.here().state, end);
        assert_eq!(t.script_step(), Some(3));
    }

    #[test]
    fn taking_over_keeps_the_script_and_what_was_done_by_hand() {
        let mut t = scripted();
        t.forward();
        t.act(send(7)).expect("a leader takes a record");
        t.act(Command::Fetch { broker: A, partition: P }).expect("a follower fetches");
        let by_hand = t.here_id();
        assert_eq!(t.script_step(), None);
        assert!(t.return_to_script());
        assert_eq!(t.script_step(), Some(1));
        t.last();
        assert_eq!(t.script_step(), Some(3));
        assert!(t.go(by_hand));
        assert!(t.back() && t.back());
        assert_eq!(t.script_step(), Some(1));
        assert!(t.forward() && t.forward());
        assert_eq!(t.here_id(), by_hand);
    }

    #[test]
    fn what_cannot_be_done_changes_nothing_and_says_why() {
        let mut t = scripted();
        let denied = t.act(Command::Event(Event::Start { broker: A }));
        assert_eq!(denied, Err(Denied::Refused(Refusal::BrokerUp(A))));
        assert_eq!(t.here_id(), 0);
    }

    #[test]
    fn behind_and_ahead_are_the_steps_that_back_and_forward_lead_to() {
        let mut t = scripted();
        t.forward();
        assert_eq!(t.behind().collect::<Vec<_>>(), [1, 0]);
        assert_eq!(t.ahead().collect::<Vec<_>>(), [2, 3]);
        t.act(send(7)).expect("a leader takes a record");
        t.back();
        assert_eq!(t.ahead().collect::<Vec<_>>(), [4]);
    }

    #[test]
    fn what_has_been_seen_stays_seen() {
        let mut t = scripted();
        t.forward();
        t.act(send(7)).expect("a leader takes a record");
        let seen = |t: &Timeline| (0..=4).map(|id| t.is_seen(id)).collect::<Vec<_>>();
        assert_eq!(seen(&t), [true, true, false, false, true]);
        t.return_to_script();
        t.last();
        t.first();
        assert_eq!(seen(&t), [true; 5]);
    }

    #[test]
    fn the_clock_runs_with_the_time_that_passes() {
        let mut t = scripted();
        t.act(Command::Event(Event::Advance { ms: 1_500 })).expect("time can pass");
        assert_eq!(t.here().clock, 1_500);
        t.back();
        assert_eq!(t.here().clock, 0);
    }
}
