//! The rehearsal: a script is played once when it is loaded, so that a step that can't happen is
//! told then, not on the stage.

use super::Scenario;
use super::fault::{Fault, FaultKind};
use super::outline::Span;
use crate::engine::{BrokerId, Refusal};
use crate::names::Names;

/// The first step that can't happen. What comes after it would be played from a wrong state.
/// `actions` says where each action of each step stands.
pub(super) fn rehearse(scenario: &Scenario, actions: &[Vec<Span>]) -> Option<Fault> {
    let mut cluster = scenario.start.clone();
    for (at, step) in scenario.steps.iter().enumerate() {
        for (nth, command) in step.commands.iter().enumerate() {
            if let Err(refusal) = command.perform(&mut cluster, &scenario.setup) {
                let why = why(refusal, &scenario.names);
                let span = actions.get(at).and_then(|spans| spans.get(nth)).cloned();
                return Some(Fault { kind: FaultKind::Impossible { step: at + 1, why }, span });
            }
        }
    }
    None
}

/// A refusal in words.
fn why(refusal: Refusal, names: &Names) -> String {
    let n = |broker: BrokerId| names.broker(broker);
    match refusal {
        Refusal::NoSuchBroker => "there is no such broker".into(),
        Refusal::NoSuchPartition => "there is no such partition".into(),
        Refusal::NoSuchClient => "there is no such client".into(),
        Refusal::NoBrokers => "it names no broker".into(),
        Refusal::BrokerDown(b) => format!("{} is down", n(b)),
        Refusal::BrokerUp(b) => format!("{} is up", n(b)),
        Refusal::NotAssigned(b) => format!("{} has no replica of the partition", n(b)),
        Refusal::IsLeader(b) => format!("{} leads the partition and fetches from nobody", n(b)),
        Refusal::NotTold(b) => format!("{} has not been told whom to follow", n(b)),
        Refusal::LeaderDown(b) => format!("{}, which it would ask, is down", n(b)),
        Refusal::InFlight(b) => format!("{} has a request in flight already", n(b)),
        Refusal::NoRequest(b) => format!("{} has sent no request that could be served", n(b)),
        Refusal::Parked(b, ms) => {
            format!("the fetch of {} is parked: it waits for data, or for {ms} ms", n(b))
        }
        Refusal::NoReply(b) => format!("there is no reply on its way to {}", n(b)),
        Refusal::SessionLeft(b, ms) => {
            format!("the old ZooKeeper session of {} has {ms} ms left", n(b))
        }
        Refusal::NothingToNotice(b) => {
            format!("there is nothing about {} that the controller has not noticed", n(b))
        }
        Refusal::NothingTold(b) => format!("the controller has sent nothing to {}", n(b)),
        Refusal::LogFull(b) => format!("the log of {} is full", n(b)),
        Refusal::PurgatoryFull(b) => format!("the purgatory of {} is full", n(b)),
        Refusal::InboxFull(b) => format!("too many words of the controller wait for {}", n(b)),
        Refusal::ValueOutOfBounds => "the value is out of bounds".into(),
        Refusal::TimeOutOfBounds => "the time is 0 or too long".into(),
        Refusal::SettingOutOfBounds => "the number is out of bounds for the setting".into(),
        Refusal::NoChange => "it is so already".into(),
        Refusal::PreferredLeads(b) => format!("the preferred leader, {}, leads already", n(b)),
        Refusal::PreferredDown(b) => format!("the preferred leader, {}, is down", n(b)),
        Refusal::PreferredNotInIsr(b) => {
            format!("the preferred leader, {}, is not in the ISR", n(b))
        }
        Refusal::HasLeader(b) => format!("{} leads the partition: there is nothing to elect", n(b)),
        Refusal::NoLiveReplica => "no replica of the partition is alive".into(),
        Refusal::EpochsUsedUp => "the leader epochs are used up".into(),
    }
}
