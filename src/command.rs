//! Commands: what a person or a script asks for. Most are one [`Event`]; some are a few events in
//! a row, chosen by looking at the state.

use crate::engine::{BrokerId, Cluster, Event, Ms, PartitionId, ProducerId, Refusal, Setup, Value};

/// One thing that a person or a script asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// One event.
    Event(Event),
    /// A follower's exchange with its leader, from where it is: the request, its serving, the
    /// reply. It stops where the fetch parks; of a fetch that is parked already, the wait passes
    /// and the reply arrives.
    Fetch {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// The next phase of a follower's exchange; of a parked fetch, the wait passes.
    Phase {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// Several records, one after the other.
    Burst {
        /// Who sends.
        producer: ProducerId,
        /// To which partition.
        partition: PartitionId,
        /// What.
        values: Vec<Value>,
    },
    /// Time passes until the next thing is due.
    NextDue,
}
