//! What is on the wire while a step's rows are made: read from the state that the step began with,
//! and kept up to date by its effects.

use crate::engine::state::{Answer, Ask, Stage};
use crate::engine::*;

/// A follower's exchange with its leader.
#[derive(Clone, Debug)]
pub(super) struct Flight {
    pub follower: BrokerId,
    pub partition: PartitionId,
    pub leader: BrokerId,
    /// What was said last, as the effect that said it: the question, or the reply.
    pub said: Effect,
    /// Whether an arrow shows that it has left.
    pub has_left: bool,
    /// Whether the leader holds it.
    pub is_held: bool,
}

/// A produce request that has not been answered.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    producer: ProducerId,
    partition: PartitionId,
    value: Value,
    broker: BrokerId,
}

/// Everything that is under way.
#[derive(Clone, Debug)]
pub(super) struct Flights {
    exchanges: Vec<Flight>,
    attempts: Vec<Attempt>,
    leaders: Vec<Option<BrokerId>>,
    acks: Vec<Acks>,
}

impl Flights {
    /// What is under way in a state.
    pub(super) fn of(state: &Cluster, setup: &Setup) -> Flights {
        let mut exchanges = Vec::new();
        let mut attempts = Vec::new();
        for partition in setup.partitions() {
            for broker in setup.all_brokers().iter() {
                if let Some(leader) = state.leader(broker, partition) {
                    attempts.extend(leader.purgatory.iter().map(|pending| Attempt {
                        producer: pending.producer,
                        partition,
                        value: pending.value,
                        broker,
                    }));
                }
                let Some(follower) = state.follower(broker, partition) else { continue };
                let Some(call) = &follower.call else { continue };
                exchanges.push(Flight {
                    follower: broker,
                    partition,
                    leader: follower.leader,
                    said: said(broker, partition, follower.leader, call.ask, &call.stage),
                    has_left: true,
                    is_held: matches!(call.stage, Stage::Parked(_)),
                });
            }
        }
        Flights {
            exchanges,
            attempts,
            leaders: state.controller.partitions.iter().map(|p| p.leader).collect(),
            acks: state.producers.iter().map(|p| p.acks).collect(),
        }
    }

    /// A follower's exchange, if it has one.
    pub(super) fn get(
        &mut self,
        follower: BrokerId,
        partition: PartitionId,
    ) -> Option<&mut Flight> {
        let same = |f: &&mut Flight| (f.follower, f.partition) == (follower, partition);
        self.exchanges.iter_mut().find(same)
    }

    /// It is over.
    pub(super) fn take(&mut self, follower: BrokerId, partition: PartitionId) -> Option<Flight> {
        let same = |f: &Flight| (f.follower, f.partition) == (follower, partition);
        let at = self.exchanges.iter().position(same)?;
        Some(self.exchanges.remove(at))
    }

    /// A new one begins.
    pub(super) fn begin(&mut self, flight: Flight) {
        self.take(flight.follower, flight.partition);
        self.exchanges.push(flight);
    }

    /// The followers whose fetch is held.
    pub(super) fn held(&self) -> impl Iterator<Item = &Flight> {
        self.exchanges.iter().filter(|f| f.is_held)
    }

    /// A producer sends a record to a broker.
    pub(super) fn send(
        &mut self,
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
        broker: BrokerId,
    ) {
        self.answer(producer, partition, value);
        self.attempts.push(Attempt { producer, partition, value, broker });
    }

    /// Its attempt is answered, or given up. Returns the broker that it went to.
    pub(super) fn answer(
        &mut self,
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
    ) -> Option<BrokerId> {
        let same = |a: &Attempt| (a.producer, a.partition, a.value) == (producer, partition, value);
        let at = self.attempts.iter().position(same)?;
        Some(self.attempts.remove(at).broker)
    }

    /// The broker that a record was sent to, if that is not answered yet.
    pub(super) fn sent_to(
        &self,
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
    ) -> Option<BrokerId> {
        let same =
            |a: &&Attempt| (a.producer, a.partition, a.value) == (producer, partition, value);
        self.attempts.iter().find(same).map(|a| a.broker)
    }

    /// The leader that clients turn to: the one that the controller names.
    pub(super) fn leader(&self, partition: PartitionId) -> Option<BrokerId> {
        self.leaders.get(partition.index()).copied().flatten()
    }

    /// The controller names another one, or nobody.
    pub(super) fn set_leader(&mut self, partition: PartitionId, leader: Option<BrokerId>) {
        if let Some(slot) = self.leaders.get_mut(partition.index()) {
            *slot = leader;
        }
    }

    /// A producer's `acks`.
    pub(super) fn acks(&self, producer: ProducerId) -> Option<Acks> {
        self.acks.get(producer.index()).copied()
    }

    /// They change.
    pub(super) fn set_acks(&mut self, producer: ProducerId, acks: Acks) {
        if let Some(slot) = self.acks.get_mut(producer.index()) {
            *slot = acks;
        }
    }
}

/// The effect that said what an exchange carries now.
fn said(
    broker: BrokerId,
    partition: PartitionId,
    leader: BrokerId,
    ask: Ask,
    stage: &Stage,
) -> Effect {
    let follower = broker;
    let Stage::Replied(answer) = stage else {
        return Effect::Asked { broker, partition, leader, ask };
    };
    match answer {
        Answer::Records { records, hw } => {
            let offset = match ask {
                Ask::Fetch { offset, .. } => offset,
                Ask::EpochEnd(_) | Ask::LogEnd | Ask::LogStart => 0,
            };
            let (records, hw) = (records.clone(), *hw);
            Effect::RecordsSent { leader, partition, follower, offset, records, hw }
        }
        Answer::EpochEnd { epoch, end } => {
            let asked = match ask {
                Ask::EpochEnd(epoch) => epoch,
                Ask::Fetch { .. } | Ask::LogEnd | Ask::LogStart => None,
            };
            let (epoch, end) = (*epoch, *end);
            Effect::EpochEndSent { leader, partition, follower, asked, epoch, end }
        }
        &Answer::Diverging { epoch, end, hw } => {
            let (offset, last) = match ask {
                Ask::Fetch { offset, last } => (offset, last.unwrap_or(epoch)),
                Ask::EpochEnd(_) | Ask::LogEnd | Ask::LogStart => (0, epoch),
            };
            Effect::DivergingSent { leader, partition, follower, offset, last, epoch, end, hw }
        }
        Answer::Offset(offset) => {
            Effect::OffsetSent { leader, partition, follower, ask, offset: *offset }
        }
        Answer::Error(error) => Effect::ErrorSent { leader, partition, follower, error: *error },
    }
}
