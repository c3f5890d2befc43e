//! The list of faults: all that can go wrong with the chosen broker and partition, and what repairs it,
//! in one place. What has a key of its own is an [`Action`]; a link, say, has none.

use super::actions::{Action, Reason, reason_of};
use super::app::prompts::half_width;
use super::app::{App, Next, PAGE};
use super::key::{Key, Press};
use super::ui::{Overlay, Ui};
use crate::command::Command;
use crate::engine::{
    BrokerId, ConsumerId, Event, Link, Order, PartitionId, ProducerId, Refusal, Setup,
};
use crate::names::Names;
use crate::session::Session;

/// A part of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The broker's process and disk.
    Broker,
    /// Its links.
    Links,
    /// What is on its way.
    Flight,
    /// The controller, elections and assignments.
    Controller,
    /// Followers that catch up.
    Followers,
}

/// Something that the controller does within the step that causes it, or by a step of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControllerAct {
    /// It notices deaths and returns.
    Notices,
    /// Its words reach the brokers.
    Tells,
    /// AlterPartition requests are answered.
    Alters,
}

/// What a line of the list does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// An action, which has keys of its own.
    Act(Action),
    /// A command that has none.
    Give(Command),
    /// Changes when the controller acts: at once, or by step.
    Switch(ControllerAct),
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The part of the list it stands in.
    pub part: Part,
    /// What it does.
    pub choice: Choice,
    /// Why that can't be done now, if so.
    pub reason: Option<Reason>,
}

/// What can go wrong now, with why it can't, by part.
pub fn lines(session: &Session, ui: &Ui) -> Vec<Line> {
    const BROKER: &[Action] = &[
        Action::Kill,
        Action::Start,
        Action::Stop,
        Action::PowerLoss,
        Action::PowerLossUnnoticed,
        Action::RestartUnnoticed,
        Action::Wipe,
        Action::Pause,
    ];
    const CONTROLLER: &[Action] = &[
        Action::HoldWords,
        Action::Tell,
        Action::Notice,
        Action::Alter,
        Action::ElectPreferred,
        Action::ElectUnclean,
        Action::MoveLeader,
        Action::Reassign,
    ];
    let (broker, partition) = (ui.broker, ui.partition);
    let act = |part, action: Action| Line {
        part,
        choice: Choice::Act(action),
        reason: action.reason(session, ui),
    };
    let give = |part, command: Command| Line {
        part,
        reason: reason_of(&command, session),
        choice: Choice::Give(command),
    };
    let mut lines: Vec<Line> = BROKER.iter().map(|a| act(Part::Broker, *a)).collect();
    for link in links(broker, session.setup()) {
        let cut = session.state().is_cut(link);
        let event = if cut { Event::Heal { link } } else { Event::Cut { link } };
        lines.push(give(Part::Links, Command::Event(event)));
    }
    lines.push(act(Part::Flight, Action::Lose));
    lines.push(act(Part::Flight, Action::LoseAnswer));
    let lose = Event::LoseAlter { broker: asker(session, broker, partition), partition };
    lines.push(give(Part::Flight, Command::Event(lose)));
    lines.push(give(Part::Flight, Command::Event(Event::EndWait { broker, partition })));
    for leader in leaders_over(session, broker, partition) {
        let event = Event::FallBehind { broker: leader, partition, follower: broker };
        lines.push(give(Part::Flight, Command::Event(event)));
    }
    lines.extend(CONTROLLER.iter().map(|a| act(Part::Controller, *a)));
    // A script is told for one controller; an empty cluster may have another.
    if session.position().of == 0 {
        for switch in [ControllerAct::Notices, ControllerAct::Tells, ControllerAct::Alters] {
            let event = Event::Alter { broker, partition };
            let none = switch == ControllerAct::Alters
                && session.refusal(&Command::Event(event)) == Some(Refusal::NoAlterPartition);
            lines.push(Line {
                part: Part::Controller,
                choice: Choice::Switch(switch),
                reason: none.then_some(Reason::Refused(Refusal::NoAlterPartition)),
            });
        }
    }
    lines.push(act(Part::Followers, Action::CatchUp));
    lines.push(give(Part::Followers, Command::Truncate { broker, partition }));
    lines.push(act(Part::Followers, Action::Settle));
    lines
}

/// The place of the first link in the list.
pub(super) fn first_link(session: &Session, ui: &Ui) -> usize {
    lines(session, ui).iter().position(|line| line.part == Part::Links).unwrap_or(0)
}

/// The links of a broker: to the other brokers, the controller, the clients.
fn links(broker: BrokerId, setup: &Setup) -> impl Iterator<Item = Link> + use<> {
    let others = setup.all_brokers().without(broker).iter();
    let producers = (0..setup.producers).map(move |p| Link::Producer(ProducerId(p), broker));
    let consumers = (0..setup.consumers).map(move |c| Link::Consumer(ConsumerId(c), broker));
    others
        .map(move |other| Link::between(broker, other))
        .chain([Link::Controller(broker)])
        .chain(producers)
        .chain(consumers)
}

/// The leader whose AlterPartition is meant: the chosen broker if it believes that it leads, else the
/// one that the controller names.
fn asker(session: &Session, broker: BrokerId, partition: PartitionId) -> BrokerId {
    let state = session.state();
    let named = || state.controller.partitions.get(partition.index()).and_then(|p| p.leader);
    match state.leader(broker, partition) {
        Some(_) => broker,
        None => named().unwrap_or(broker),
    }
}

/// The brokers that may take another one out of the ISR: all that believe that they lead, an old leader
/// that has not heard of a new one among them; at least the one that the controller names.
fn leaders_over(session: &Session, broker: BrokerId, partition: PartitionId) -> Vec<BrokerId> {
    let state = session.state();
    let leads = |b: &BrokerId| *b != broker && state.leader(*b, partition).is_some();
    let leaders: Vec<BrokerId> = session.setup().all_brokers().iter().filter(leads).collect();
    if leaders.is_empty() { vec![asker(session, broker, partition)] } else { leaders }
}

/// The event of an action that is about faults: what is on goes off, what is half done goes on.
pub(super) fn event(action: Action, session: &Session, ui: &Ui) -> Option<Event> {
    let Ui { broker, partition, producer, .. } = *ui;
    let state = session.state();
    let known = state.brokers.get(broker.index());
    Some(match action {
        Action::Pause if known.is_some_and(|b| b.paused) => Event::Resume { broker },
        Action::Pause => Event::Pause { broker },
        Action::HoldWords if known.is_some_and(|b| b.words_held) => Event::ReleaseWords { broker },
        Action::HoldWords => Event::HoldWords { broker },
        Action::Lose => Event::Lose { broker, partition },
        Action::LoseAnswer => Event::LoseAnswer { producer },
        Action::Alter => {
            let broker = asker(session, broker, partition);
            let answer = Event::Altered { broker, partition };
            match session.refusal(&Command::Event(answer)) {
                Some(Refusal::NothingAltered(_)) => Event::Alter { broker, partition },
                _ => answer,
            }
        }
        Action::MoveLeader => Event::MoveLeader { partition, to: broker },
        // Whether anything can be asked for: the same in another order, or one more.
        Action::Reassign => {
            let replicas = state.replicas(partition);
            let other = session.setup().all_brokers().iter().find(|b| !replicas.contains(b));
            let other = other.filter(|_| replicas.len() < 2);
            let to: Order = replicas.iter().rev().copied().chain(other).collect();
            Event::Reassign { partition, to }
        }
        _ => return None,
    })
}

/// Brokers as they are typed: names, or places counted from 1, parted by spaces or commas. `None` if
/// one is no broker, comes twice, or there is none.
pub(super) fn order(typed: &str, names: &Names) -> Option<Order> {
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ',' | '，' | '、');
    let found: Vec<BrokerId> = typed
        .split(is_gap)
        .filter(|word| !word.is_empty())
        .map(|word| find(word, names))
        .collect::<Option<_>>()?;
    let order: Order = found.iter().copied().collect();
    (!order.is_empty() && order.len() == found.len()).then_some(order)
}

fn find(word: &str, names: &Names) -> Option<BrokerId> {
    let is = |same: fn(&str, &str) -> bool| names.brokers.iter().position(|name| same(name, word));
    let place = || {
        let place: usize = half_width(word).parse().ok()?;
        place.checked_sub(1).filter(|at| *at < names.brokers.len())
    };
    let at = is(|a, b| a == b).or_else(|| is(str::eq_ignore_ascii_case)).or_else(place)?;
    u8::try_from(at).ok().map(BrokerId)
}

impl App {
    /// A key in the list of faults. The keys of what stands in it do what they always do.
    pub(super) fn key_among_faults(
        &mut self,
        press: Option<Press>,
        action: Option<Action>,
    ) -> Next {
        let Overlay::Faults { selected } = self.ui.overlay else { return Next::Rest };
        let Some(session) = self.session() else { return self.close_overlay() };
        let lines = lines(session, &self.ui);
        let last = lines.len().saturating_sub(1);
        let selected = selected.min(last);
        let to = match (action, press.map(|press| press.key)) {
            (_, Some(Key::Enter)) => return self.take_fault(lines.get(selected)),
            (Some(Action::PreviousBroker), _) => selected.saturating_sub(1),
            (Some(Action::NextBroker), _) => selected + 1,
            (Some(Action::ScrollUp), _) => selected.saturating_sub(PAGE),
            (Some(Action::ScrollDown), _) => selected + PAGE,
            (Some(Action::First), _) => 0,
            (Some(Action::Last), _) => last,
            (Some(Action::Cut), _) => {
                lines.iter().position(|line| line.part == Part::Links).unwrap_or(selected)
            }
            (Some(Action::Quit | Action::Return | Action::Faults), _) | (_, Some(Key::Esc)) => {
                return self.close_overlay();
            }
            (Some(action @ (Action::Language | Action::Theme | Action::Signs)), _) => {
                self.change_look(action);
                selected
            }
            (
                Some(
                    action @ (Action::ChooseBroker
                    | Action::NextPartition
                    | Action::PreviousPartition
                    | Action::NextClient
                    | Action::Mark),
                ),
                _,
            ) => return self.perform(action, press.map_or(0, |press| press.digit)),
            (Some(action), _) => {
                let its = |line: &&Line| line.choice == Choice::Act(action);
                return self.take_fault(lines.iter().find(its));
            }
            _ => return Next::Rest,
        };
        self.ui.overlay = Overlay::Faults { selected: to.min(last) };
        Next::Draw
    }

    /// Chooses a line of the list, and does what it says if it is chosen already.
    pub(super) fn choose_fault(&mut self, line: usize) -> Next {
        let Overlay::Faults { selected } = &mut self.ui.overlay else { return Next::Rest };
        if std::mem::replace(selected, line) != line {
            return Next::Draw;
        }
        let Some(session) = self.session() else { return self.close_overlay() };
        let lines = lines(session, &self.ui);
        self.take_fault(lines.get(line))
    }

    /// Does what a line says. The list stays while that is impossible: it says why.
    fn take_fault(&mut self, line: Option<&Line>) -> Next {
        let Some(line) = line.filter(|line| line.reason.is_none()) else { return Next::Rest };
        self.ui.overlay = Overlay::None;
        match &line.choice {
            Choice::Act(action) => return self.perform(*action, 0),
            Choice::Give(command) => {
                self.ui.playing = false;
                let done = self.by_hand(|session| session.act(command.clone()));
                self.report(done);
            }
            Choice::Switch(act) => self.switch_controller(*act),
        }
        Next::Draw
    }

    /// Plays the session's steps with a controller that acts otherwise.
    fn switch_controller(&mut self, act: ControllerAct) {
        let session = self.open.and_then(|place| self.sessions.get_mut(place)?.as_mut());
        let Some(session) = session else { return };
        let mut mode = session.setup().controller;
        let at_once = act.of(&mut mode);
        *at_once = !*at_once;
        *session = session.replayed(session.scenario().with_controller(mode));
        self.ui.twin = None;
        self.ui.unscroll();
    }
}

impl ControllerAct {
    /// Whether it is done at once.
    pub fn of(self, mode: &mut crate::engine::ControllerMode) -> &mut bool {
        match self {
            ControllerAct::Notices => &mut mode.notices_at_once,
            ControllerAct::Tells => &mut mode.tells_at_once,
            ControllerAct::Alters => &mut mode.alters_at_once,
        }
    }
}

#[cfg(test)]
mod tests;
