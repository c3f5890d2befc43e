//! Acts: what happened in a step of several events, as few as a reader would count. What was asked
//! for says less: a fetch may have parked, or have been a question of another kind.

use super::{Context, Lang};
use crate::engine::state::Ask;
use crate::engine::{BrokerId, Cluster, Event, PartitionId, ProducerId, Value};

/// One thing that happened in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Records are sent, one after the other.
    Sends {
        /// By whom.
        producer: ProducerId,
        /// To which partition.
        partition: PartitionId,
        /// What.
        values: Vec<Value>,
    },
    /// Followers ask their leader, one after the other, each as far.
    Exchange {
        /// The followers.
        brokers: Vec<BrokerId>,
        /// The partition.
        partition: PartitionId,
        /// What they ask, if that is known.
        ask: Option<Ask>,
        /// What happened of each exchange, in order.
        phases: Vec<Phase>,
    },
    /// Anything else.
    Event(Event),
}

/// A part of a follower's exchange with its leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The request leaves the follower.
    Request,
    /// The leader serves it.
    Serving,
    /// There is nothing new: it waits at the leader.
    Parks,
    /// The wait is over.
    WaitOver,
    /// The reply reaches the follower.
    Reply,
}

impl Lang {
    /// An act, with the partition it is about where there is more than one, in full or in few
    /// words; with the state before it, more precise.
    pub fn act(self, cx: &Context, act: &Act, in_full: bool, before: Option<&Cluster>) -> String {
        let words = self.words();
        let (partition, text) = match act {
            Act::Sends { producer, partition, values } => {
                let text = match (&values[..], before) {
                    (&[value], Some(_)) => {
                        let (producer, partition) = (*producer, *partition);
                        let event = Event::Send { producer, partition, value, to: None };
                        words.event(cx, &event, before)
                    }
                    _ => words.sends(cx, *producer, values),
                };
                (Some(*partition), text)
            }
            Act::Exchange { brokers, partition, ask, phases } => {
                (Some(*partition), words.exchange(cx, brokers, *ask, phases, in_full))
            }
            Act::Event(event) => (event.partition(), words.event(cx, event, before)),
        };
        cx.about(partition) + &text
    }
}
