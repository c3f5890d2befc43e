//! A session: a scenario being played, with all that a person does to it by hand.
//!
//! It holds the scenario, its [`Timeline`] and the names of the values that were sent by hand, and
//! answers what a screen has to know: what is said and asked at this step, which answer is still
//! masked, which expectations held, why something can't be done now. There is no terminal in it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::command::Command;
use crate::engine::effect::{Effect, Simplification};
use crate::engine::ledger::Outcome;
use crate::engine::state::OpenStage;
use crate::engine::state::Producer;
use crate::engine::*;
use crate::lang::Lang;
use crate::names::Names;
use crate::scenario::expect::{Expectation, Failure};
use crate::scenario::quantity::Quantity;
use crate::scenario::settings::{self, InForce, Origin, Setting, SettingValue};
use crate::scenario::text::Narration;
use crate::scenario::{Scenario, Step};
use crate::timeline::{Denied, Node, NodeId, Timeline};

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
}

/// Which simplifications have been used.
#[derive(Clone, Copy, Debug, Default)]
struct Simplified {
    restart: bool,
    power_loss: bool,
}

/// A producer's `acks`, with where they come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AcksInForce {
    /// The producer.
    pub producer: ProducerId,
    /// What they are now.
    pub now: Acks,
    /// The release's default.
    pub default: Acks,
    /// Where they come from.
    pub origin: Origin,
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
    /// A session at the start of a scenario.
    pub fn new(scenario: Arc<Scenario>) -> Self {
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
        let mut session =
            Session { scenario, names, timeline, simplified: Vec::new(), given, left: None };
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

    /// Every setting that is in force here, and why with its value.
    pub fn settings(&self) -> Vec<InForce> {
        let rules = &self.setup().rules;
        let defaults = Settings::defaults(rules);
        let line = |&(setting, name): &(Setting, &'static str)| {
            if !setting.is_asked(rules) {
                let unset = SettingValue::Unset;
                return InForce {
                    setting,
                    name,
                    now: unset,
                    default: unset,
                    origin: Origin::NotAsked,
                };
            }
            let value = |state: &Cluster| self.setting_at(setting, state);
            let origin = if let Some(changed) = self.change_of(value) {
                changed
            } else if self.scenario.gives(setting) {
                Origin::File
            } else if setting.is_in_bytes() {
                Origin::Program
            } else {
                Origin::Release
            };
            let now = self.setting_at(setting, self.state());
            InForce { setting, name, now, default: setting.in_force(&defaults), origin }
        };
        settings::TABLE.iter().map(line).collect()
    }

    /// The `acks` of every producer here, and why they are what they are.
    pub fn acks_in_force(&self) -> Vec<AcksInForce> {
        let given = self.scenario.acks.is_some() || self.scenario.gives(Setting::Idempotence);
        let line = |(producer, state): (u8, &Producer)| {
            let producer = ProducerId(producer);
            let acks = |state: &Cluster| state.producers.get(producer.index()).map(|p| p.acks);
            let origin = match self.change_of(acks) {
                Some(changed) => changed,
                // An idempotent producer has acks=all: the file has said so, too.
                None if given => Origin::File,
                None => Origin::Release,
            };
            AcksInForce {
                producer,
                now: state.acks,
                default: self.setup().rules.acks_default,
                origin,
            }
        };
        (0..).zip(&self.state().producers).map(line).collect()
    }

    /// A setting's value in a state: the topic's can change while the cluster runs.
    fn setting_at(&self, setting: Setting, state: &Cluster) -> SettingValue {
        match setting {
            Setting::MinIsr => SettingValue::Number(state.topic.min_isr.into()),
            Setting::Unclean => SettingValue::Bool(state.topic.unclean),
            fixed => fixed.in_force(&self.setup().settings),
        }
    }

    /// The last step on the way here that has changed what is read from the state.
    fn change_of<T: PartialEq>(&self, read: impl Fn(&Cluster) -> T) -> Option<Origin> {
        let path = self.timeline.path();
        let value = |id: NodeId| self.timeline.node(id).map(|node| read(&node.state));
        let changes = |id: &NodeId| {
            // Whatever is asked for here changes with a setting.
            self.timeline.traits(*id).changes_setting()
                && self.timeline.parent(*id).and_then(value) != value(*id)
        };
        let changed = path.iter().rev().copied().find(changes)?;
        let in_script = self.timeline.script_len();
        let step = path.iter().copied().filter(|id| *id <= in_script.min(changed)).max()?;
        let depth = self.timeline.depth(changed);
        Some(Origin::Changed { step, by_hand: depth.saturating_sub(step) })
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
        let expected = self.step().map_or(&[][..], |step| &step.expect);
        expected.iter().map(|expectation| Checked {
            expectation,
            failure: expectation.check(self.state(), self.setup()).err(),
        })
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
        self.timeline.go(id)
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
        self.timeline.act(command)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    const A: BrokerId = BrokerId(0);
    const B: BrokerId = BrokerId(1);
    const P: PartitionId = PartitionId(0);
    const P1: ProducerId = ProducerId(0);

    /// A leads, B follows. m1 is sent and fetched, with a question whose answer comes at step 3.
    fn session() -> Session {
        let source = r#"Scenario(
            title: (en: "A record", zh: "一条消息"),
            release: "0.10.2",
            brokers: ["A", "B"],
            steps: [
                (do: [Send("m1")], say: (en: "A has LEO {leo A}.", zh: "A 的 LEO 是 {leo A}。")),
                (
                    do: [Fetch("B")],
                    say: "B now has LEO {leo B} and HW {hw B}.",
                    ask: (text: "B's HW is {hw B}. Why?", hides: "hw B"),
                    expect: [Leo("B", 1), Hw("B", 7)],
                ),
                (do: [Send("m2"), Fetch("B")], say: "HW {hw B}."),
            ],
        )"#;
        match Scenario::parse("test.ron", source) {
            Ok(scenario) => Session::new(Arc::new(scenario)),
            Err(report) => panic!("{}", report.render(Lang::En, 100)),
        }
    }

    fn at(step: usize) -> Session {
        let mut session = session();
        for _ in 0..step {
            assert!(session.forward());
        }
        session
    }

    fn sent(session: &Session) -> Vec<String> {
        let log = session.state().disk(A, P).map(|disk| disk.log.records().to_vec());
        log.unwrap_or_default().iter().map(|r| session.names().value(r.value)).collect()
    }

    #[test]
    fn numbers_of_the_narration_are_those_of_the_step() {
        assert_eq!(at(0).narration(Lang::En), None);
        assert_eq!(at(1).narration(Lang::En).as_deref(), Some("A has LEO 1."));
        assert_eq!(at(1).narration(Lang::Zh).as_deref(), Some("A 的 LEO 是 1。"));
    }

    #[test]
    fn an_answer_is_masked_at_the_step_that_asks_and_shown_at_the_next() {
        let mut session = at(2);
        assert!(session.masked().is_some());
        assert_eq!(session.narration(Lang::En).as_deref(), Some("B now has LEO 1 and HW ?."));
        assert_eq!(session.question(Lang::Zh).as_deref(), Some("B's HW is ?. Why?"));
        session.forward();
        assert_eq!(session.masked(), None);
        assert_eq!(session.question(Lang::En), None);
        assert_eq!(session.narration(Lang::En).as_deref(), Some("HW 0."));
        session.back();
        assert!(session.masked().is_some());
    }

    #[test]
    fn expectations_say_which_failed_and_what_was_found() {
        let session = at(2);
        let checked: Vec<Checked> = session.expectations().collect();
        assert_eq!(checked.len(), 2);
        assert_eq!(checked[0].failure, None);
        let failure = checked[1].failure.as_ref().expect("HW 7 can't hold");
        assert_eq!(failure.found, crate::scenario::Reading::Number(0));
        assert_eq!(at(1).expectations().count(), 0);
    }

    #[test]
    fn by_hand_nothing_is_said_asked_or_expected() {
        let mut session = at(2);
        session.act(Command::NextDue).expect("time passes");
        assert!(session.is_by_hand());
        assert_eq!(session.position(), Position { step: 2, of: 3, by_hand: 1 });
        assert_eq!(session.narration(Lang::En), None);
        assert_eq!(session.masked(), None);
        assert_eq!(session.expectations().count(), 0);
    }

    #[test]
    fn records_sent_by_hand_take_the_lowest_names_that_were_not_sent_on_the_way_here() {
        let mut session = at(1);
        session.send(P1, P, 2).expect("a leader takes records");
        assert_eq!(sent(&session), ["m1", "m2", "m3"]);
        session.send(P1, P, 1).expect("a leader takes a record");
        assert_eq!(sent(&session), ["m1", "m2", "m3", "m4"]);
        session.first();
        session.send(P1, P, 1).expect("a leader takes a record");
        assert_eq!(sent(&session), ["m1"]);
    }

    #[test]
    fn a_value_that_stands_in_a_log_at_the_start_is_not_sent_by_hand() {
        let source = r#"Scenario(
            title: "Typed in",
            release: "0.10.2",
            brokers: ["A", "B"],
            start: (partitions: {0: (leader: "A", replicas: {"A": (log: ["m1", "m3"]), "B": (log: ["m1"])})}),
        )"#;
        let scenario = match Scenario::parse("test.ron", source) {
            Ok(scenario) => scenario,
            Err(report) => panic!("{}", report.render(Lang::En, 100)),
        };
        let mut session = Session::new(Arc::new(scenario));
        session.send(P1, P, 2).expect("a leader takes records");
        assert_eq!(sent(&session), ["m1", "m3", "m2", "m4"]);
    }

    #[test]
    fn more_values_than_there_are_numbers_for_are_refused() {
        let mut session = at(0);
        let denied = session.send(P1, P, MAX_VALUES + 1);
        assert_eq!(denied, Err(Denied::Refused(Refusal::ValueOutOfBounds)));
        assert_eq!(session.here().depth, 0);
    }

    #[test]
    fn what_cannot_be_done_says_why_and_changes_nothing() {
        let mut session = at(1);
        let fetch = Command::Fetch { broker: A, partition: P };
        assert_eq!(session.refusal(&fetch), Some(Refusal::IsLeader(A)));
        assert_eq!(session.act(fetch), Err(Denied::Refused(Refusal::IsLeader(A))));
        assert!(!session.is_by_hand());
    }

    #[test]
    fn a_simplification_is_told_from_its_step_on_and_not_before() {
        let mut session = at(1);
        session.act(Command::Event(Event::RestartUnnoticed { broker: B })).expect("B is up");
        session.act(Command::NextDue).expect("time passes");
        let used = |session: &Session| session.simplifications().collect::<Vec<_>>();
        assert_eq!(used(&session), [Simplification::UnnoticedRestart]);
        session.back();
        assert_eq!(used(&session), [Simplification::UnnoticedRestart]);
        session.back();
        assert_eq!(used(&session), []);
        session.act(Command::NextDue).expect("time passes");
        assert_eq!(used(&session), []);
    }

    #[test]
    fn from_the_script_one_can_go_back_to_what_was_done_by_hand() {
        let mut session = at(1);
        session.act(Command::NextDue).expect("time passes");
        session.act(Command::NextDue).expect("time passes");
        let by_hand = session.timeline().here_id();
        assert!(!session.can_resume());
        assert!(session.return_to_script());
        assert_eq!(session.position(), Position { step: 1, of: 3, by_hand: 0 });
        session.last();
        assert_eq!(session.position().step, 3);
        assert!(session.can_resume() && session.resume());
        assert_eq!(session.timeline().here_id(), by_hand);
        assert_eq!(session.position(), Position { step: 1, of: 3, by_hand: 2 });
    }

    #[test]
    fn a_broken_property_is_known_by_the_step_that_broke_it_until_it_holds_again() {
        let source = include_str!("../demos/10a-loss-by-hw-truncation.ron");
        let scenario = Scenario::parse("10a", source).expect("a demo");
        let mut session = Session::new(Arc::new(scenario));
        let broken = |session: &Session| -> Vec<(usize, Property)> {
            session.broken().into_iter().map(|(step, b)| (step, b.property)).collect()
        };
        assert!(session.go(5));
        assert_eq!(broken(&session), []);
        session.last();
        assert_eq!(
            broken(&session),
            [
                (6, Property::CandidateCompleteness),
                (8, Property::LeaderCompleteness),
                (10, Property::NoGlobalLoss),
            ]
        );
    }

    #[test]
    fn what_is_sent_again_is_what_failed_last_and_else_what_was_sent_last() {
        let rules = rules_for("0.10.2").expect("a release of the table");
        let mut session = Session::new(Arc::new(Scenario::empty(rules)));
        let act = |session: &mut Session, event| {
            session.act(Command::Event(event)).expect("a possible event");
        };
        assert_eq!(session.to_send_again(P1, P), None);
        session.send(P1, P, 1).expect("a leader takes it");
        act(&mut session, Event::SetMinIsr(3));
        act(&mut session, Event::Kill { broker: BrokerId(1) });
        session.send(P1, P, 1).expect("it is refused by the leader, not by us");
        session.send(P1, P, 1).expect("so is this one");
        let failed = session.to_send_again(P1, P).expect("two have failed");
        assert_eq!(session.names().value(failed), "m3");
        act(&mut session, Event::SetMinIsr(1));
        act(&mut session, Event::Kill { broker: BrokerId(2) });
        act(&mut session, Event::Send { producer: P1, partition: P, value: failed, to: None });
        let failed = session.to_send_again(P1, P).expect("one has failed");
        assert_eq!(session.names().value(failed), "m2");
        act(&mut session, Event::Send { producer: P1, partition: P, value: failed, to: None });
        let last = session.to_send_again(P1, P).expect("all are there");
        assert_eq!(session.names().value(last), "m3");
    }

    #[test]
    fn acks_are_those_of_the_state() {
        let mut session = at(0);
        assert_eq!(session.acks(P1), Some(Acks::Leader), "the release's default");
        let acks = Event::SetAcks { producer: P1, acks: Acks::None };
        session.act(Command::Event(acks)).expect("a change");
        assert_eq!(session.acks(P1), Some(Acks::None));
        assert_eq!(session.acks(ProducerId(3)), None);
    }

    #[test]
    fn acks_tell_where_they_come_from() {
        let at_start = |fields: &str| {
            let source = format!(
                r#"(title: "t", release: "0.11", brokers: ["A"], producers: ["p1", "p2"], {fields})"#
            );
            Session::new(Arc::new(Scenario::parse("t", &source).expect("it is good")))
        };
        let told = |session: &Session| {
            session.acks_in_force().iter().map(|a| (a.now, a.default, a.origin)).collect::<Vec<_>>()
        };
        let (one, all) = (Acks::Leader, Acks::All);
        let mut plain = at_start("");
        assert_eq!(told(&plain), [(one, one, Origin::Release); 2]);
        assert_eq!(told(&at_start(r#"acks: "all""#)), [(all, one, Origin::File); 2]);
        let idempotent = at_start(r#"settings: {"enable.idempotence": true}"#);
        assert_eq!(told(&idempotent), [(all, one, Origin::File); 2]);
        let acks = Event::SetAcks { producer: ProducerId(1), acks: all };
        plain.act(Command::Event(acks)).expect("a change");
        let changed = Origin::Changed { step: 0, by_hand: 1 };
        assert_eq!(told(&plain), [(one, one, Origin::Release), (all, one, changed)]);
    }

    fn in_force(session: &Session, setting: Setting) -> InForce {
        let all = session.settings();
        *all.iter().find(|line| line.setting == setting).expect("each setting is in force")
    }

    #[test]
    fn a_setting_tells_where_its_value_comes_from() {
        let source = r#"Scenario(
            title: "t", release: "0.11", brokers: ["A", "B"], settings: {"request.timeout.ms": 100},
            steps: [(do: [Set("min.insync.replicas", 2)]), (do: [Send("m1")])],
        )"#;
        let scenario = Scenario::parse("t", source).expect("it is good");
        let mut session = Session::new(Arc::new(scenario));
        let is = |session: &Session, setting, now, default, origin| {
            let line = in_force(session, setting);
            assert_eq!((line.now, line.default, line.origin), (now, default, origin));
        };
        use SettingValue::{Bool, Number};
        is(&session, Setting::RequestTimeout, Number(100), Number(30_000), Origin::File);
        is(&session, Setting::LagTimeMax, Number(10_000), Number(10_000), Origin::Release);
        is(&session, Setting::MinIsr, Number(1), Number(1), Origin::Release);
        assert_eq!(in_force(&session, Setting::LagMaxMessages).origin, Origin::NotAsked);
        session.last();
        let by_script = Origin::Changed { step: 1, by_hand: 0 };
        is(&session, Setting::MinIsr, Number(2), Number(1), by_script);
        session.act(Command::NextDue).expect("time passes");
        session.act(Command::Event(Event::SetUnclean(true))).expect("a change");
        session.act(Command::NextDue).expect("time passes");
        let by_hand = Origin::Changed { step: 2, by_hand: 2 };
        is(&session, Setting::Unclean, Bool(true), Bool(false), by_hand);
        is(&session, Setting::MinIsr, Number(2), Number(1), by_script);
        session.first();
        is(&session, Setting::Unclean, Bool(false), Bool(false), Origin::Release);
        assert_eq!(session.settings().len(), settings::TABLE.len());
    }

    #[test]
    fn a_step_stays_longer_the_more_there_is_to_read_and_to_think_about() {
        let silent = at(0).reading_time(Lang::En);
        let told = at(1).reading_time(Lang::En);
        let asked = at(2).reading_time(Lang::En);
        assert!(silent < told && told < asked, "{silent} {told} {asked}");
    }
}
