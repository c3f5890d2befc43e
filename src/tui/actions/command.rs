//! What an action gives to the cluster.

use super::Action;
use super::round::next_acks;
use crate::command::Command;
use crate::engine::{Event, Value, Whence};
use crate::session::Session;
use crate::tui::faults;
use crate::tui::ui::Ui;

impl Action {
    /// The command that the action gives to the cluster now, if it is one that does: to be asked
    /// whether it can be done, and to be done, but for a send, a burst and an advance. What those
    /// do depends on names and on what is typed.
    pub fn command(self, session: &Session, ui: &Ui) -> Option<Command> {
        let Ui { broker, partition, producer, consumer, .. } = *ui;
        let state = session.state();
        Some(Command::Event(match self {
            Action::Fetch => return Some(Command::Fetch { broker, partition }),
            Action::Phase => return Some(Command::Phase { broker, partition }),
            Action::CatchUp => return Some(Command::CatchUp { broker, partition }),
            Action::Settle => return Some(Command::Settle { partition }),
            Action::Pause
            | Action::Lose
            | Action::LoseAnswer
            | Action::HoldWords
            | Action::Alter
            | Action::MoveLeader
            | Action::Reassign => faults::event(self, session, ui)?,
            Action::Send | Action::Burst => {
                // Which value, Session::send decides; whether it can be sent does not depend on it.
                Event::Send { producer, partition, value: Value(0), to: None }
            }
            Action::NextDue => return Some(Command::NextDue),
            Action::Advance => Event::Advance { ms: 1 },
            Action::Acks => {
                let acks = session.acks(producer)?;
                let counts = session.setup().rules.acks_count;
                Event::SetAcks { producer, acks: next_acks(acks, counts) }
            }
            Action::SendAgain => {
                let value = session.to_send_again(producer, partition)?;
                Event::Send { producer, partition, value, to: None }
            }
            Action::Consume => Event::Consume { consumer, partition, from: None },
            Action::SeekBeginning => Event::Seek { consumer, partition, to: Whence::Beginning },
            Action::SeekEnd => Event::Seek { consumer, partition, to: Whence::End },
            Action::Kill => Event::Kill { broker },
            Action::Start => Event::Start { broker },
            Action::Stop => Event::Stop { broker },
            Action::PowerLoss => Event::PowerLoss { brokers: ui.struck(), noticed: true },
            Action::PowerLossUnnoticed => Event::PowerLoss { brokers: ui.struck(), noticed: false },
            Action::RestartUnnoticed => Event::RestartUnnoticed { broker },
            Action::Wipe => Event::Wipe { broker },
            Action::Flush => Event::Flush { broker },
            Action::CheckpointHw => Event::CheckpointHw { broker },
            Action::ElectPreferred => Event::ElectPreferred { partition },
            Action::ElectUnclean => Event::ElectUnclean { partition },
            Action::MinIsr => {
                let replicas = state.replicas(partition).len() as u8;
                let now = state.topic.min_isr;
                Event::SetMinIsr(if now < replicas { now + 1 } else { 1 })
            }
            Action::Unclean => Event::SetUnclean(!state.topic.unclean),
            Action::Notice => Event::Notice { broker },
            Action::Tell => Event::Tell { broker },
            Action::Next
            | Action::Back
            | Action::First
            | Action::Last
            | Action::PlayPause
            | Action::Return
            | Action::Swap
            | Action::Into
            | Action::GoTo
            | Action::NextMark
            | Action::PreviousMark
            | Action::NextLoss
            | Action::PreviousLoss
            | Action::NextHw
            | Action::PreviousHw
            | Action::Search
            | Action::NextMatch
            | Action::PreviousMatch
            | Action::Branches
            | Action::RenameBranch
            | Action::NoteBranch
            | Action::DeleteBranch
            | Action::Undo
            | Action::Save
            | Action::SaveBranch
            | Action::SaveEach
            | Action::Copy
            | Action::Palette
            | Action::NextClient
            | Action::Mark
            | Action::ChooseBroker
            | Action::PreviousBroker
            | Action::NextBroker
            | Action::NextPartition
            | Action::PreviousPartition
            | Action::Releases
            | Action::PreviousRelease
            | Action::NextRelease
            | Action::Compare
            | Action::Faults
            | Action::Cut
            | Action::Due
            | Action::Failures
            | Action::Explore
            | Action::Why
            | Action::Ledger
            | Action::Sequence
            | Action::LaneBroker
            | Action::LaneClients
            | Action::LaneController
            | Action::ScrollUp
            | Action::ScrollDown
            | Action::LogsBack
            | Action::LogsOn
            | Action::Mouse
            | Action::Language
            | Action::Theme
            | Action::Signs
            | Action::Help
            | Action::Terms
            | Action::Settings
            | Action::Redraw
            | Action::Suspend
            | Action::Quit => return None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::actions::tests::free_play;

    #[test]
    fn min_insync_replicas_goes_round_from_one_to_the_replicas() {
        let (mut session, ui) = free_play("0.10.2");
        let mut seen = Vec::new();
        for _ in 0..4 {
            let command = Action::MinIsr.command(&session, &ui).expect("a command");
            session.act(command).expect("a change");
            seen.push(session.state().topic.min_isr);
        }
        assert_eq!(seen, [2, 3, 1, 2]);
    }
}
