//! Whether an action can be done now, and why not.

use super::Action;
use crate::command::Command;
use crate::engine::Refusal;
use crate::replay::neighbour;
use crate::session::Session;
use crate::timeline::SCRIPT;
use crate::tui::ui::Ui;

/// Why an action can't be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The engine refuses it.
    Refused(Refusal),
    /// The session holds no more steps.
    Full,
    /// There is no step before this one.
    AtStart,
    /// The script has no step after this one.
    AtEnd,
    /// By hand: there is no step after this one.
    AtEndByHand,
    /// There is nothing to play in an empty script.
    NoScript,
    /// The person plays the script, and there is no list to go back to.
    InScript,
    /// Nothing has been done by hand that one could go back to.
    NothingByHand,
    /// There are no more brokers than this.
    NoBroker {
        /// How many there are.
        brokers: u8,
    },
    /// There is one partition.
    OnePartition,
    /// There is no producer.
    NoProducer,
    /// There is no consumer.
    NoConsumer,
    /// The partition has been sent nothing that could be sent again.
    NothingSent,
    /// There is nobody else to choose.
    OneClient,
    /// What was typed is no number of records.
    NotACount,
    /// What was typed is no length of time.
    NotATime,
    /// What was typed is no number of a step; the last one is this.
    NoStep {
        /// The number of the last step.
        last: usize,
    },
    /// There is no such step ahead.
    NoneAhead,
    /// There is no such step behind.
    NoneBehind,
    /// Nothing has been looked for yet.
    NoSearch,
    /// It is the script: that is no branch.
    NoBranch,
    /// There is nothing to undo.
    NothingToUndo,
    /// There is no branch to save.
    NoBranches,
    /// What was typed is no name of a branch.
    NotAName,
    /// Another branch is called so.
    NameTaken,
    /// What was typed is no file name.
    NotAFile,
    /// What was typed is no action.
    NotAnAction,
    /// What was typed behind an action is nothing that it takes.
    NotAnArgument,
    /// Only inside a demo.
    OnlyInDemo,
    /// Only in the sequence diagram.
    OnlyInDiagram,
    /// No follower has anything to do.
    NothingLeft,
    /// What was typed names no brokers.
    NotBrokers,
    /// There is no release in that direction.
    NoRelease {
        /// Whether a later one was wanted.
        after: bool,
    },
}

impl Action {
    /// Why the action can't be done now, if so.
    pub fn reason(self, session: &Session, ui: &Ui) -> Option<Reason> {
        let setup = session.setup();
        let timeline = session.timeline();
        match self {
            Action::Next | Action::Last | Action::Into => {
                (!timeline.has_next()).then(|| end_of(session))
            }
            Action::PlayPause => (!ui.playing && !timeline.has_next()).then(|| end_of(session)),
            Action::Back | Action::First => (!timeline.has_previous()).then_some(Reason::AtStart),
            Action::Return if ui.diagram.is_open => None,
            Action::NextBroker | Action::PreviousBroker if ui.diagram.is_open => None,
            Action::LaneBroker | Action::LaneClients | Action::LaneController => {
                (!ui.diagram.is_open).then_some(Reason::OnlyInDiagram)
            }
            Action::Return => (!session.is_by_hand() && !ui.has_list).then_some(Reason::InScript),
            Action::Swap => {
                (!session.is_by_hand() && !session.can_resume()).then_some(Reason::NothingByHand)
            }
            Action::NextMark | Action::NextLoss | Action::NextHw => {
                let found = session.find(self.aim()?, true);
                found.is_none().then_some(Reason::NoneAhead)
            }
            Action::PreviousMark | Action::PreviousLoss | Action::PreviousHw => {
                let found = session.find(self.aim()?, false);
                found.is_none().then_some(Reason::NoneBehind)
            }
            Action::NextMatch | Action::PreviousMatch => {
                ui.search.is_none().then_some(Reason::NoSearch)
            }
            Action::RenameBranch | Action::NoteBranch | Action::DeleteBranch => {
                (ui.branch(session) == SCRIPT).then_some(Reason::NoBranch)
            }
            Action::Undo => (!session.can_undo()).then_some(Reason::NothingToUndo),
            Action::SaveEach => (session.tree().len() < 2).then_some(Reason::NoBranches),
            Action::PreviousRelease | Action::NextRelease => {
                let after = self == Action::NextRelease;
                let none = neighbour(setup.rules.release, after).is_none();
                none.then_some(Reason::NoRelease { after })
            }
            Action::NextClient => {
                (setup.producers < 2 && setup.consumers < 2).then_some(Reason::OneClient)
            }
            Action::NextBroker | Action::PreviousBroker => {
                (setup.brokers < 2).then_some(Reason::NoBroker { brokers: setup.brokers })
            }
            Action::NextPartition | Action::PreviousPartition => {
                (setup.assignment.len() < 2).then_some(Reason::OnePartition)
            }
            Action::Send
            | Action::SendAgain
            | Action::Burst
            | Action::Acks
            | Action::LoseAnswer
                if setup.producers == 0 =>
            {
                Some(Reason::NoProducer)
            }
            Action::SendAgain if session.to_send_again(ui.producer, ui.partition).is_none() => {
                Some(Reason::NothingSent)
            }
            Action::Consume | Action::SeekBeginning | Action::SeekEnd if setup.consumers == 0 => {
                Some(Reason::NoConsumer)
            }
            _ => reason_of(&self.command(session, ui)?, session),
        }
    }
}

/// Why a command can't be given now, if so.
pub fn reason_of(command: &Command, session: &Session) -> Option<Reason> {
    if let Some(refusal) = session.refusal(command) {
        return Some(Reason::Refused(refusal));
    }
    if !command.does_nothing(session.state(), session.setup()) {
        return None;
    }
    // A follower that has nothing to do may be none, or may be cut off.
    let refusal = match *command {
        Command::CatchUp { broker, partition } | Command::Truncate { broker, partition } => {
            session.refusal(&Command::Phase { broker, partition })
        }
        _ => None,
    };
    Some(refusal.map_or(Reason::NothingLeft, Reason::Refused))
}

/// Why there is no next step.
fn end_of(session: &Session) -> Reason {
    if session.is_by_hand() {
        Reason::AtEndByHand
    } else if session.position().of == 0 {
        Reason::NoScript
    } else {
        Reason::AtEnd
    }
}
