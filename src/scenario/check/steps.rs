//! Steps: what is done, said and asked.

use super::{Checker, find};
use crate::command::Command;
use crate::engine::*;
use crate::scenario::bounds::*;
use crate::scenario::expect::Expectation;
use crate::scenario::fault::{Contradiction, FaultKind, Figure, Inside, List, Noun};
use crate::scenario::outline::Place;
use crate::scenario::schema::{ActionFile, BranchFile, BurstLong, ExpectFile, StepFile};
use crate::scenario::settings::Setting;
use crate::scenario::{Branch, Question, Step};

/// What the controller is called where a link is cut.
pub const CONTROLLER: &str = "controller";

impl Checker<'_> {
    pub(super) fn steps(
        &mut self,
        steps: &[StepFile],
        branches: &[BranchFile],
        root: Place,
    ) -> (Vec<Step>, Vec<Branch>) {
        let place = root.field("steps");
        if steps.len() > MAX_STEPS {
            let kind = FaultKind::TooMany { what: List::Steps, found: steps.len(), max: MAX_STEPS };
            self.fault(place.item(MAX_STEPS).span(), kind);
            return (Vec::new(), Vec::new());
        }
        let actions: usize = steps.iter().map(|s| s.actions.len()).sum();
        if actions > MAX_ACTIONS {
            let kind = FaultKind::TooMany { what: List::Actions, found: actions, max: MAX_ACTIONS };
            self.fault(place.key(), kind);
            return (Vec::new(), Vec::new());
        }
        let script = steps.iter().map(|step| (step.partition, &step.actions));
        let grown = branches.iter().flat_map(|branch| &branch.steps);
        for (partition, actions) in script.chain(grown.map(|s| (s.partition, &s.actions))) {
            for action in actions {
                if let ActionFile::Reassign(names) = action {
                    self.moves.extend(names.iter().map(|name| (partition, name.clone())));
                }
            }
        }
        // First what is done, in every step: narration and expectations may name any value.
        let mut time = 0;
        let commands: Vec<_> = steps
            .iter()
            .enumerate()
            .map(|(at, step)| self.commands(step, &mut time, place.item(at)))
            .collect();
        let done = (actions, time);
        let branches = self.branches(branches, steps.len(), done, root.field("branches"));
        let steps = steps
            .iter()
            .zip(commands)
            .enumerate()
            .map(|(at, (step, commands))| self.step(step, commands, place.item(at)))
            .collect();
        (steps, branches)
    }

    fn commands(&mut self, step: &StepFile, time: &mut Ms, place: Place) -> Vec<Command> {
        let partition = self.partition(step.partition, place.field("partition"));
        let partition = partition.unwrap_or(PartitionId(0));
        self.actions_of(&step.actions, partition, time, place.field("do"))
    }

    /// What is done in a step. `time` is how much has passed before.
    pub(super) fn actions_of(
        &mut self,
        actions: &[ActionFile],
        partition: PartitionId,
        time: &mut Ms,
        list: Place,
    ) -> Vec<Command> {
        let mut commands = Vec::new();
        let mut spans = Vec::new();
        for (at, action) in actions.iter().enumerate() {
            let place = list.item(at);
            if let ActionFile::Advance(ms) = action {
                *time = time.saturating_add(*ms);
                if *time > MAX_TIME {
                    let kind = FaultKind::OutOfBounds {
                        what: Figure::Time,
                        found: (*time).into(),
                        min: 0,
                        max: MAX_TIME.into(),
                    };
                    self.fault(place.item(0).span(), kind);
                }
            }
            if let Some(command) = self.command(action, partition, place) {
                commands.push(command);
                spans.push(place.span());
            }
        }
        self.actions.push(spans);
        commands
    }

    fn step(&mut self, step: &StepFile, commands: Vec<Command>, place: Place) -> Step {
        // A partition that does not exist has been told already.
        let known = usize::from(step.partition) < self.assignment.len();
        let partition = PartitionId(if known { step.partition } else { 0 });
        let say = step.say.as_ref().map(|s| self.narration(s, partition, place.field("say")));
        let ask = step.ask.as_ref().and_then(|ask| {
            let place = place.field("ask");
            let text = self.question(&ask.text, partition, place.field("text"));
            match self.quantity(&ask.hides, partition) {
                Ok(hides) => Some(Question { text, hides }),
                Err(kind) => {
                    self.fault(place.field("hides").span(), kind);
                    None
                }
            }
        });
        let premise = self.expectations(&step.premise, partition, place.field("premise"));
        let expect = self.expectations(&step.expect, partition, place.field("expect"));
        let line = self.line(&place);
        Step { commands, partition, say, ask, premise, expect, line }
    }

    fn expectations(
        &mut self,
        files: &[ExpectFile],
        partition: PartitionId,
        list: Place,
    ) -> Vec<Expectation> {
        if files.len() > MAX_EXPECTATIONS {
            let (found, max) = (files.len(), MAX_EXPECTATIONS);
            let kind = FaultKind::TooMany { what: List::Expectations, found, max };
            self.fault(list.item(max).span(), kind);
        }
        let mut expect = Vec::new();
        for (at, expectation) in files.iter().take(MAX_EXPECTATIONS).enumerate() {
            self.expectation(expectation, partition, list.item(at), &mut expect);
        }
        expect
    }

    fn command(
        &mut self,
        action: &ActionFile,
        partition: PartitionId,
        place: Place,
    ) -> Option<Command> {
        let argument = place.item(0);
        let event = match action {
            ActionFile::Send(send) => {
                let send = &send.0;
                // In the short form, the argument is the value itself.
                let value = self.value(&send.value, argument.or(place.field("value")));
                let producer = self.who_sends(send.by.as_deref(), place);
                let to = match &send.to {
                    Some(to) => Some(self.broker(to, place.field("to"))?),
                    None => None,
                };
                Event::Send { producer: producer?, partition, value: value?, to }
            }
            ActionFile::Burst(burst) => return self.burst(&burst.0, partition, place),
            ActionFile::Acks(acks) => {
                let found = self.acks(&acks.0.acks, argument.or(place.field("acks")));
                let producer = match &acks.0.of {
                    Some(name) => self.producer(name, place.field("of")),
                    None => self.first_producer(place),
                };
                Event::SetAcks { producer: producer?, acks: found? }
            }
            ActionFile::Consume(consume) => {
                let consumer = self.consumer(&consume.0.by, argument.or(place.field("by")));
                let from = match &consume.0.from {
                    Some(from) => Some(self.broker(from, place.field("from"))?),
                    None => None,
                };
                Event::Consume { consumer: consumer?, partition, from }
            }
            ActionFile::SeekToBeginning(name) => {
                let consumer = self.consumer(name, argument)?;
                Event::Seek { consumer, partition, to: Whence::Beginning }
            }
            ActionFile::SeekToEnd(name) => {
                let consumer = self.consumer(name, argument)?;
                Event::Seek { consumer, partition, to: Whence::End }
            }
            ActionFile::Fetch(name) => {
                let broker = self.replica(name, partition, argument)?;
                return Some(Command::Fetch { broker, partition });
            }
            ActionFile::Phase(name) => {
                let broker = self.replica(name, partition, argument)?;
                return Some(Command::Phase { broker, partition });
            }
            ActionFile::CatchUp(name) => {
                let broker = self.replica(name, partition, argument)?;
                return Some(Command::CatchUp { broker, partition });
            }
            ActionFile::Truncate(name) => {
                let broker = self.replica(name, partition, argument)?;
                return Some(Command::Truncate { broker, partition });
            }
            ActionFile::Settle => return Some(Command::Settle { partition }),
            ActionFile::Request(name) => {
                Event::Request { broker: self.replica(name, partition, argument)?, partition }
            }
            ActionFile::Serve(name) => {
                Event::Serve { broker: self.replica(name, partition, argument)?, partition }
            }
            ActionFile::Reply(name) => {
                Event::Reply { broker: self.replica(name, partition, argument)?, partition }
            }
            ActionFile::Kill(name) => Event::Kill { broker: self.broker(name, argument)? },
            ActionFile::PowerLoss(names) => {
                Event::PowerLoss { brokers: self.broker_set(names, argument)?, noticed: true }
            }
            ActionFile::PowerLossUnnoticed(names) => {
                Event::PowerLoss { brokers: self.broker_set(names, argument)?, noticed: false }
            }
            ActionFile::Stop(name) => Event::Stop { broker: self.broker(name, argument)? },
            ActionFile::Start(name) => Event::Start { broker: self.broker(name, argument)? },
            ActionFile::RestartUnnoticed(name) => {
                Event::RestartUnnoticed { broker: self.broker(name, argument)? }
            }
            ActionFile::Wipe(name) => Event::Wipe { broker: self.broker(name, argument)? },
            ActionFile::Flush(name) => Event::Flush { broker: self.broker(name, argument)? },
            ActionFile::CheckpointHw(name) => {
                Event::CheckpointHw { broker: self.broker(name, argument)? }
            }
            ActionFile::Advance(ms) => Event::Advance { ms: *ms },
            ActionFile::NextDue => return Some(Command::NextDue),
            ActionFile::ElectPreferred => Event::ElectPreferred { partition },
            ActionFile::ElectUnclean => Event::ElectUnclean { partition },
            ActionFile::Set(name, value) => {
                let (setting, value) = self.setting(name, value, argument.span(), place.item(1))?;
                match setting {
                    Setting::MinIsr => Event::SetMinIsr(value as u8),
                    Setting::Unclean => Event::SetUnclean(value != 0),
                    _ => {
                        let what = Contradiction::Fixed(name.clone());
                        self.contradiction(argument.span(), what);
                        return None;
                    }
                }
            }
            ActionFile::Notice(name) => Event::Notice { broker: self.broker(name, argument)? },
            ActionFile::Tell(name) => Event::Tell { broker: self.broker(name, argument)? },
            ActionFile::HoldWords(name) => {
                Event::HoldWords { broker: self.broker(name, argument)? }
            }
            ActionFile::ReleaseWords(name) => {
                Event::ReleaseWords { broker: self.broker(name, argument)? }
            }
            ActionFile::Alter(name) => {
                Event::Alter { broker: self.replica(name, partition, argument)?, partition }
            }
            ActionFile::Altered(name) => {
                Event::Altered { broker: self.replica(name, partition, argument)?, partition }
            }
            ActionFile::LoseAlter(name) => {
                Event::LoseAlter { broker: self.replica(name, partition, argument)?, partition }
            }
            ActionFile::Pause(name) => Event::Pause { broker: self.broker(name, argument)? },
            ActionFile::Resume(name) => Event::Resume { broker: self.broker(name, argument)? },
            ActionFile::Cut(a, b) => Event::Cut { link: self.link(a, b, place)? },
            ActionFile::Heal(a, b) => Event::Heal { link: self.link(a, b, place)? },
            ActionFile::Lose(name) => {
                Event::Lose { broker: self.replica(name, partition, argument)?, partition }
            }
            ActionFile::LoseAnswer(name) => {
                Event::LoseAnswer { producer: self.producer(name, argument)? }
            }
            ActionFile::EndWait(name) => {
                Event::EndWait { broker: self.replica(name, partition, argument)?, partition }
            }
            ActionFile::FallBehind(follower, leader) => {
                let follower = self.replica(follower, partition, argument);
                let broker = self.replica(leader, partition, place.item(1))?;
                Event::FallBehind { broker, partition, follower: follower? }
            }
            ActionFile::MoveLeader(name) => {
                Event::MoveLeader { to: self.replica(name, partition, argument)?, partition }
            }
            ActionFile::Reassign(names) => {
                if names.is_empty() {
                    self.fault(argument.span(), FaultKind::EmptyList(List::Replicas));
                    return None;
                }
                self.broker_set(names, argument)?;
                let places = names.iter().enumerate();
                let order = places.map(|(at, name)| self.broker(name, argument.item(at)));
                Event::Reassign { partition, to: order.collect::<Option<Order>>()? }
            }
        };
        Some(Command::Event(event))
    }

    fn burst(
        &mut self,
        burst: &BurstLong,
        partition: PartitionId,
        place: Place,
    ) -> Option<Command> {
        let producer = self.who_sends(burst.by.as_deref(), place);
        let argument = place.item(0);
        let mut values = Vec::new();
        match (burst.count, &burst.values) {
            (Some(count), None) => {
                let place = argument.or(place.field("count"));
                let max = MAX_BURST as u64;
                if count == 0 || count > max {
                    let what = Figure::BurstCount;
                    let kind = FaultKind::OutOfBounds { what, found: count, min: 1, max };
                    self.fault(place.span(), kind);
                    return None;
                }
                for _ in 0..count {
                    values.push(self.fresh_value(place)?);
                }
            }
            (None, Some(texts)) => {
                let place = argument.or(place.field("values"));
                if texts.is_empty() {
                    self.fault(place.span(), FaultKind::EmptyList(List::Burst));
                    return None;
                }
                if texts.len() > MAX_BURST {
                    let (found, max) = (texts.len(), MAX_BURST);
                    let kind = FaultKind::TooMany { what: List::Burst, found, max };
                    self.fault(place.item(max).span(), kind);
                    return None;
                }
                for (at, text) in texts.iter().enumerate() {
                    values.extend(self.value(text, place.item(at)));
                }
                if values.len() < texts.len() {
                    return None;
                }
            }
            _ => {
                self.contradiction(place.span(), Contradiction::CountOrValues);
                return None;
            }
        }
        Some(Command::Burst { producer: producer?, partition, values })
    }

    fn who_sends(&mut self, by: Option<&str>, place: Place) -> Option<ProducerId> {
        match by {
            Some(name) => self.producer(name, place.field("by")),
            None => self.first_producer(place),
        }
    }

    /// The producer that is meant where none is named.
    fn first_producer(&mut self, place: Place) -> Option<ProducerId> {
        if self.names.producers.is_empty() {
            self.fault(place.span(), FaultKind::EmptyList(List::Producers));
            return None;
        }
        Some(ProducerId(0))
    }

    /// The link between two that are named: two brokers, or a broker and the controller, a producer or
    /// a consumer, in either order.
    fn link(&mut self, a: &str, b: &str, place: Place) -> Option<Link> {
        let first_is_broker = find(&self.names.brokers, a).is_some();
        let (one, other) = if first_is_broker { (0, 1) } else { (1, 0) };
        let names = [a, b];
        let broker = self.broker(names[one], place.item(one))?;
        let name = names[other];
        let place = place.item(other);
        if let Some(second) = find(&self.names.brokers, name) {
            let second = BrokerId(second as u8);
            if second == broker {
                let (found, inside) = (name.to_owned(), Some(Inside::List));
                self.fault(place.span(), FaultKind::Twice { what: Noun::Broker, found, inside });
                return None;
            }
            return Some(Link::between(broker, second));
        }
        if let Some(producer) = find(&self.names.producers, name) {
            return Some(Link::Producer(ProducerId(producer as u8), broker));
        }
        if let Some(consumer) = find(&self.names.consumers, name) {
            return Some(Link::Consumer(ConsumerId(consumer as u8), broker));
        }
        if name == CONTROLLER {
            return Some(Link::Controller(broker));
        }
        let names = &self.names;
        let valid = names.brokers.iter().chain(&names.producers).chain(&names.consumers);
        let valid = valid.cloned().chain([CONTROLLER.to_owned()]).collect();
        self.unknown(Noun::End, name, valid, place);
        None
    }

    /// A set of brokers, each named once.
    pub(super) fn broker_set(&mut self, names: &[String], place: Place) -> Option<BrokerSet> {
        let mut set = BrokerSet::EMPTY;
        let mut whole = true;
        for (at, name) in names.iter().enumerate() {
            match self.broker(name, place.item(at)) {
                Some(broker) if set.contains(broker) => {
                    let found = name.clone();
                    let inside = Some(Inside::List);
                    let kind = FaultKind::Twice { what: Noun::Broker, found, inside };
                    self.fault(place.item(at).span(), kind);
                    whole = false;
                }
                Some(broker) => set = set.with(broker),
                None => whole = false,
            }
        }
        whole.then_some(set)
    }
}
