//! What an action does to the session on the screen, and what the screen shows after it.

use std::sync::Arc;

use super::prompts::{prompt, prompt_with};
use super::{App, Next};
use crate::engine::{BrokerId, BrokerSet, ConsumerId, MAX_LOG_RECORDS, PartitionId, ProducerId};
use crate::replay::{Candidate, candidates, neighbour};
use crate::session::Session;
use crate::timeline::Denied;
use crate::tui::actions::{self, Action, Reason};
use crate::tui::comparing::first_against;
use crate::tui::faults;
use crate::tui::ui::{Diagram, Overlay, PromptFor, Saving, Ui};

/// How far a page scrolls the sequence diagram.
const PAGE_OF_DIAGRAM: isize = 10;
/// How many offsets a key scrolls.
const STRIDE: usize = 5;

impl App {
    /// Does an action in the session that is on the screen.
    pub(super) fn perform_in_session(
        &mut self,
        place: usize,
        action: Action,
        digit: u8,
    ) -> Result<(), Reason> {
        let Some(session) = self.sessions.get_mut(place).and_then(Option::as_mut) else {
            return Ok(());
        };
        let ui = &mut self.ui;
        if let Some(reason) = action.reason(session, ui) {
            return Err(reason);
        }
        let (brokers, partitions) =
            (session.setup().brokers, session.setup().assignment.len() as u8);
        match action {
            Action::Next => {
                session.forward();
                self.moved();
            }
            Action::Back => {
                session.back();
                self.moved();
            }
            Action::First => {
                session.first();
                self.moved();
            }
            Action::Last => {
                session.last();
                self.moved();
            }
            Action::Return if ui.diagram.is_open => ui.diagram.is_open = false,
            Action::Sequence => {
                ui.diagram.is_open = !ui.diagram.is_open;
                ui.diagram.scroll = 0;
            }
            Action::LaneBroker => ui.diagram.filter.switch_broker(ui.broker),
            Action::LaneClients => ui.diagram.filter.clients = !ui.diagram.filter.clients,
            Action::LaneController => ui.diagram.filter.controller = !ui.diagram.filter.controller,
            Action::PreviousBroker if ui.diagram.is_open => {
                self.scroll_diagram(-1);
            }
            Action::NextBroker if ui.diagram.is_open => {
                self.scroll_diagram(1);
            }
            Action::ScrollUp if ui.diagram.is_open => {
                self.scroll_diagram(-PAGE_OF_DIAGRAM);
            }
            Action::ScrollDown if ui.diagram.is_open => {
                self.scroll_diagram(PAGE_OF_DIAGRAM);
            }
            Action::Return => {
                if session.return_to_script() {
                    self.moved();
                } else {
                    self.leave();
                }
            }
            Action::Swap => {
                if !session.return_to_script() {
                    session.resume();
                }
                self.moved();
            }
            Action::Into => {
                session.step_into().map_err(|_| Reason::Full)?;
                self.moved();
            }
            Action::NextMark | Action::NextLoss | Action::NextHw => {
                return action.aim().map_or(Ok(()), |aim| self.go_to_aim(aim, true));
            }
            Action::PreviousMark | Action::PreviousLoss | Action::PreviousHw => {
                return action.aim().map_or(Ok(()), |aim| self.go_to_aim(aim, false));
            }
            Action::GoTo => ui.overlay = prompt(PromptFor::GoTo),
            Action::Search => ui.overlay = prompt(PromptFor::Search),
            Action::NextMatch | Action::PreviousMatch => {
                self.search_on(action == Action::NextMatch);
                self.done = self.ui.message.take();
            }
            Action::Branches => self.open_tree(),
            Action::RenameBranch | Action::NoteBranch => {
                let branch = ui.branch(session);
                let found = session.timeline().branch(branch);
                let (what, text) = match action {
                    Action::RenameBranch => {
                        (PromptFor::BranchName(branch), found.and_then(|b| b.name.clone()))
                    }
                    _ => (PromptFor::BranchNote(branch), found.map(|b| b.note.clone())),
                };
                self.tree = match ui.overlay {
                    Overlay::Branches { chosen } => Some(chosen),
                    _ => None,
                };
                ui.overlay = prompt_with(what, text.unwrap_or_default());
            }
            Action::DeleteBranch => {
                let branch = ui.branch(session);
                return self.delete_branch(branch);
            }
            Action::Undo => return self.undo(),
            Action::Save => self.ask_where(Saving::All),
            Action::SaveBranch => {
                let branch = ui.branch(session);
                self.ask_where(Saving::Branch(branch));
            }
            Action::SaveEach => self.ask_where(Saving::Each),
            Action::Copy => return self.copy(),
            Action::PlayPause => ui.playing = !ui.playing,
            Action::Releases => {
                let list: Arc<[Candidate]> = candidates(session).into();
                let here = session.setup().rules.version();
                let selected = list.iter().position(|c| c.rules.version() == here).unwrap_or(0);
                self.lay_over(Overlay::Releases { selected, list });
            }
            Action::PreviousRelease | Action::NextRelease => {
                let after = action == Action::NextRelease;
                if let Some(rules) = neighbour(session.setup().rules.release, after) {
                    self.switch(rules);
                }
            }
            Action::Compare => {
                let against = first_against(session);
                self.lay_over(Overlay::Compare { against, scroll: 0 });
            }
            Action::Explore => {
                self.explore();
                self.done = self.ui.message.take();
            }
            Action::Faults => self.lay_over(Overlay::Faults { selected: 0 }),
            Action::Cut => {
                let selected = faults::first_link(session, ui);
                self.lay_over(Overlay::Faults { selected });
            }
            Action::Reassign => ui.overlay = prompt(PromptFor::Reassign),
            Action::Burst => ui.overlay = prompt(PromptFor::Burst),
            Action::Advance => ui.overlay = prompt(PromptFor::Advance),
            Action::Mark => {
                let marked = ui.marked;
                ui.marked = if marked.contains(ui.broker) {
                    marked.without(ui.broker)
                } else {
                    marked.with(ui.broker)
                };
            }
            Action::NextClient => {
                let (producers, consumers) = (session.setup().producers, session.setup().consumers);
                ui.producer = ProducerId(actions::round(ui.producer.0, producers, true));
                ui.consumer = ConsumerId(actions::round(ui.consumer.0, consumers, true));
            }
            Action::ChooseBroker => {
                if digit == 0 || digit > brokers {
                    return Err(Reason::NoBroker { brokers });
                }
                ui.broker = BrokerId(digit - 1);
            }
            Action::PreviousBroker => ui.broker = actions::next_broker(ui.broker, brokers, false),
            Action::NextBroker => ui.broker = actions::next_broker(ui.broker, brokers, true),
            Action::NextPartition => {
                ui.partition = actions::next_partition(ui.partition, partitions, true);
            }
            Action::PreviousPartition => {
                ui.partition = actions::next_partition(ui.partition, partitions, false);
            }
            Action::ScrollUp => ui.log_scroll = ui.log_scroll.saturating_sub(1),
            Action::LogsBack => ui.offset_scroll = (ui.offset_scroll + STRIDE).min(MAX_LOG_RECORDS),
            Action::LogsOn => ui.offset_scroll = ui.offset_scroll.saturating_sub(STRIDE),
            Action::ScrollDown => {
                let node = session.here();
                let lines = node.happened.len() + node.effects().count();
                ui.log_scroll = (ui.log_scroll + 1).min(lines);
            }
            Action::Send => {
                let (producer, partition) = (ui.producer, ui.partition);
                return self.by_hand(|session| session.send(producer, partition, 1));
            }
            Action::Fetch
            | Action::Phase
            | Action::CatchUp
            | Action::Settle
            | Action::Pause
            | Action::Lose
            | Action::LoseAnswer
            | Action::HoldWords
            | Action::Alter
            | Action::MoveLeader
            | Action::Acks
            | Action::SendAgain
            | Action::Consume
            | Action::SeekBeginning
            | Action::SeekEnd
            | Action::Kill
            | Action::Start
            | Action::Stop
            | Action::PowerLoss
            | Action::PowerLossUnnoticed
            | Action::RestartUnnoticed
            | Action::Wipe
            | Action::Flush
            | Action::CheckpointHw
            | Action::ElectPreferred
            | Action::ElectUnclean
            | Action::MinIsr
            | Action::Unclean
            | Action::Notice
            | Action::Tell
            | Action::NextDue => {
                let Some(command) = action.command(session, ui) else { return Ok(()) };
                self.by_hand(|session| session.act(command))?;
                if matches!(action, Action::PowerLoss | Action::PowerLossUnnoticed) {
                    self.ui.marked = BrokerSet::EMPTY;
                }
            }
            Action::Palette
            | Action::Mouse
            | Action::Language
            | Action::Theme
            | Action::Signs
            | Action::Help
            | Action::Terms
            | Action::Settings
            | Action::Why
            | Action::Ledger
            | Action::Due
            | Action::Failures
            | Action::Redraw
            | Action::Suspend
            | Action::Quit => {}
        }
        Ok(())
    }

    /// Scrolls the sequence diagram by so many rows. The drawing stops it at its ends.
    pub(in crate::tui) fn scroll_diagram(&mut self, rows: isize) -> Next {
        self.ui.diagram.scroll = self.ui.diagram.scroll.saturating_add(rows);
        Next::Draw
    }

    /// Changes the session by hand.
    pub(in crate::tui) fn by_hand(
        &mut self,
        act: impl FnOnce(&mut Session) -> Result<(), Denied>,
    ) -> Result<(), Reason> {
        let session = self.open.and_then(|place| self.sessions.get_mut(place)?.as_mut());
        let Some(session) = session else { return Ok(()) };
        self.ui.unscroll();
        act(session).map_err(|denied| match denied {
            Denied::Refused(refusal) => Reason::Refused(refusal),
            Denied::Full => Reason::Full,
        })
    }

    /// After a move along the timeline: the screen shows what the step is about.
    pub(super) fn moved(&mut self) {
        self.ui.unscroll();
        if let Some(partition) = self.session().and_then(Session::partition) {
            self.ui.partition = partition;
        }
    }

    /// At a session that has just been opened: nothing on the screen may be about another one.
    pub(in crate::tui) fn arrive(&mut self) {
        let Some(session) = self.session() else { return };
        let partition = session.partition().unwrap_or(PartitionId(0));
        // A follower, so that the first fetch is one key away.
        let replicas = session.state().replicas(partition);
        let leader = session.state().partition(partition).leader;
        let follower = replicas.iter().copied().find(|b| Some(*b) != leader);
        let broker = follower.or(replicas.first().copied()).unwrap_or(BrokerId(0));
        self.ui = Ui {
            broker,
            partition,
            marked: BrokerSet::EMPTY,
            producer: ProducerId(0),
            consumer: ConsumerId(0),
            diagram: Diagram::default(),
            overlay: Overlay::None,
            playing: false,
            twin: None,
            message: None,
            ..self.ui.clone()
        };
        self.ui.unscroll();
    }
}
