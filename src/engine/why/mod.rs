//! Why? Answers to what a person may ask of a state, as data with the numbers that make them.
//!
//! Each answer is a pure function of the state. Where an answer is a rule's outcome, the rule itself
//! is asked ([`Cluster::leader_hw`], [`Cluster::isr_entry`]) or tried on a copy
//! ([`super::what_if`]); no rule is written a second time here. [`crate::lang`] has the sentences.

mod ack;
mod election;
mod hw;
mod isr;

pub use ack::{AckWait, WhyAck};
pub use election::{PassedOver, Return, WhyElected, WhyLeaderless};
pub use hw::{NextReply, WhyHw};
pub use isr::WhyIsr;

use super::effect::Effect;
use super::setup::Setup;
use super::state::Cluster;
use super::types::*;
use super::what_if::{Damage, Failure};

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Why is a broker's HW not higher?
    Hw(BrokerId),
    /// Why is a record not acknowledged? `None`: nothing has been sent.
    Ack(Option<Value>),
    /// Why is a broker not in the ISR?
    Isr(BrokerId),
    /// Why does nobody lead?
    Leaderless,
    /// Why was the broker that leads elected?
    Elected,
    /// What would be lost if this failure happened now?
    Failure(Failure),
}

impl Question {
    /// The broker that it is about; the first one, where it is about many or none.
    pub fn broker(&self) -> BrokerId {
        let one = match self {
            Question::Hw(broker) | Question::Isr(broker) => Some(*broker),
            Question::Failure(failure) => failure.brokers().iter().next(),
            Question::Ack(_) | Question::Leaderless | Question::Elected => None,
        };
        one.unwrap_or(BrokerId(0))
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Why a HW is not higher.
    Hw(WhyHw),
    /// Why a record is not acknowledged.
    Ack(WhyAck),
    /// Why a broker is not in the ISR.
    Isr(WhyIsr),
    /// Why nobody leads.
    Leaderless(WhyLeaderless),
    /// Why somebody was elected.
    Elected(WhyElected),
    /// What a failure would do; `None`: whom it would hit is down.
    Damage(Option<Damage>),
}

impl Answer {
    /// Whether the question makes no sense of this state: what it asks about is not so.
    pub fn is_moot(&self) -> bool {
        match self {
            Answer::Hw(why) => matches!(why, WhyHw::Down | WhyHw::NotAssigned),
            Answer::Ack(why) => matches!(why, WhyAck::NotSent | WhyAck::Acked),
            Answer::Isr(why) => matches!(why, WhyIsr::Member { .. } | WhyIsr::NotAssigned),
            Answer::Leaderless(why) => matches!(why, WhyLeaderless::Leads { .. }),
            Answer::Elected(why) => matches!(why, WhyElected::Nobody),
            Answer::Damage(damage) => damage.is_none(),
        }
    }
}

/// A step that has been made: the state before it and what followed. Elections are explained by it.
#[derive(Clone, Debug)]
pub struct Past<'a> {
    /// The state before the step.
    pub before: &'a Cluster,
    /// What followed from it, in order.
    pub effects: Vec<&'a Effect>,
}

impl Cluster {
    /// What there is to ask about a broker and a partition, in the order in which it is shown.
    pub fn questions(
        &self,
        setup: &Setup,
        partition: PartitionId,
        broker: BrokerId,
    ) -> Vec<Question> {
        let one = BrokerSet::only(broker);
        vec![
            Question::Hw(broker),
            Question::Ack(self.newest_open(partition)),
            Question::Isr(broker),
            Question::Leaderless,
            Question::Elected,
            Question::Failure(Failure::Kill(one)),
            Question::Failure(Failure::PowerLoss(one)),
            Question::Failure(Failure::PowerLoss(setup.all_brokers())),
        ]
    }

    /// Answers a question. `election` is the last step that elected a leader for the partition.
    pub fn why(
        &self,
        setup: &Setup,
        partition: PartitionId,
        question: Question,
        election: Option<&Past>,
    ) -> Answer {
        match question {
            Question::Hw(broker) => Answer::Hw(self.why_hw(setup, broker, partition)),
            Question::Ack(None) => Answer::Ack(WhyAck::NotSent),
            Question::Ack(Some(value)) => Answer::Ack(self.why_not_acked(setup, value, partition)),
            Question::Isr(broker) => Answer::Isr(self.why_not_in_isr(setup, broker, partition)),
            Question::Leaderless => Answer::Leaderless(self.why_leaderless(setup, partition)),
            Question::Elected => Answer::Elected(self.why_elected(partition, election)),
            Question::Failure(failure) => Answer::Damage(self.damage(setup, partition, failure)),
        }
    }
}
