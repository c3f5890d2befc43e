//! A producer's half of produce: what it sends, sends again, numbers, and gives up. Follows
//! org.apache.kafka.clients.producer.internals.Sender.

use super::effect::{Effect, FailDetail};
use super::ledger::Outcome;
use super::log::Sequence;
use super::state::*;
use super::step::Step;
use super::types::*;

impl Step<'_> {
    /// A producer sends a record, or sends again one that is not settled.
    pub(super) fn produce(
        &mut self,
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
        to: Option<BrokerId>,
    ) {
        let retries = self.setup.settings.retries;
        let state = &mut self.cluster.producers[producer.index()];
        let unsettled = |o: &OpenSend| {
            o.value == value && o.partition == partition && o.stage != OpenStage::Waiting
        };
        if let Some(at) = state.open.iter().position(unsettled) {
            self.send_again(producer, at, to);
            return;
        }
        // In 0.11 the number rises when the record is acknowledged: as long as one record is in flight,
        // the next one can't take the same (Sender.completeBatch). With more in flight it rises at
        // sending (1.0, KAFKA-5494).
        let rises = self.setup.rules.idempotence.is_some_and(|rule| rule.remembered > 1);
        let incarnation = state.incarnation;
        let next = state.next_sequence.as_ref().map(|next| next[partition.index()]);
        let sequence = next.map(|number| Sequence { producer, incarnation, number });
        if let Some(next) = state.next_sequence.as_mut().filter(|_| rises) {
            next[partition.index()] = next[partition.index()].saturating_add(1);
        }
        if state.acks != Acks::None && (sequence.is_some() || retries > 0) {
            let stage = OpenStage::Waiting;
            state.open.push(OpenSend { value, partition, sequence, retries, stage });
        }
        self.attempt(producer, partition, value, sequence, to);
    }

    /// The records of a producer that have waited long enough are sent again.
    pub(super) fn retry_due(&mut self, producer: ProducerId) {
        let due = |o: &OpenSend| o.stage == OpenStage::Backoff(0);
        // An attempt ends with another backoff, or without one.
        while let Some(at) = self.cluster.producers[producer.index()].open.iter().position(due) {
            self.send_again(producer, at, None);
        }
    }

    /// Sends again, under its old number, a record that is not settled.
    pub(super) fn send_again(&mut self, producer: ProducerId, at: usize, to: Option<BrokerId>) {
        let open = &mut self.cluster.producers[producer.index()].open[at];
        open.stage = OpenStage::Waiting;
        let OpenSend { value, partition, sequence, .. } = *open;
        self.out.add(|| Effect::Retried { producer, partition, value });
        self.attempt(producer, partition, value, sequence, to);
    }

    /// An attempt failed. With `acks=0` a broker can only close the connection: the producer hears
    /// nothing about the record. Otherwise it sends the record again by itself if it may, or tells
    /// the application.
    pub(super) fn fail_send(
        &mut self,
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
        acks: Acks,
        error: KafkaError,
        detail: FailDetail,
    ) {
        if acks == Acks::None {
            self.cluster.ledger.note(value, partition, Outcome::Unasked);
            self.out.add(|| Effect::Dropped { producer, partition, value, error });
            return;
        }
        let ms = self.setup.settings.retry_backoff;
        let open = &mut self.cluster.producers[producer.index()].open;
        let waiting = |o: &&mut OpenSend| {
            o.value == value && o.partition == partition && o.stage == OpenStage::Waiting
        };
        // A record behind one that is not settled is out of order only until that one is there
        // (TransactionManager.canRetry, 1.0).
        let behind = error == KafkaError::OutOfOrderSequenceNumber
            && open
                .iter()
                .filter(|o| o.partition == partition)
                .find(|o| o.value == value || o.stage != OpenStage::Waiting)
                .is_some_and(|first| first.value != value);
        match open.iter_mut().find(waiting) {
            Some(send) if (error.is_retriable() || behind) && send.retries > 0 => {
                if send.retries < u8::MAX {
                    send.retries -= 1;
                }
                send.stage = OpenStage::Backoff(ms);
                let left = send.retries;
                self.cluster.ledger.note(value, partition, Outcome::Waiting);
                self.out.add(|| Effect::WillRetry { producer, partition, value, error, left, ms });
                return;
            }
            Some(_) | None => {}
        }
        self.cluster.ledger.note(value, partition, Outcome::Failed(error));
        self.out.add(|| Effect::Failed { producer, partition, value, error, detail });
        if self.settle(producer, partition, value).is_some() {
            self.renew_producer_id(producer);
        }
    }

    /// An idempotent producer whose record has failed for good can't know whether its number is
    /// taken: it gets a new producer id, and its numbers begin again
    /// (TransactionManager.resetProducerId). What it has still open is numbered anew.
    pub(super) fn renew_producer_id(&mut self, producer: ProducerId) {
        let state = &mut self.cluster.producers[producer.index()];
        let Some(next) = &mut state.next_sequence else { return };
        next.fill(0);
        state.incarnation = state.incarnation.saturating_add(1);
        for open in &mut state.open {
            let Some(sequence) = &mut open.sequence else { continue };
            let next = &mut next[open.partition.index()];
            *sequence = Sequence { producer, incarnation: state.incarnation, number: *next };
            *next = next.saturating_add(1);
        }
        self.out.add(|| Effect::NewProducerId { producer });
    }

    /// A record is no longer open. Returns its number, if it had one.
    pub(super) fn settle(
        &mut self,
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
    ) -> Option<Sequence> {
        let open = &mut self.cluster.producers[producer.index()].open;
        let settled = |o: &OpenSend| {
            o.value == value && o.partition == partition && o.stage == OpenStage::Waiting
        };
        let at = open.iter().position(settled)?;
        open.remove(at).sequence
    }

    /// A producer's `acks` change for what it sends from now on.
    pub(super) fn set_acks(&mut self, producer: ProducerId, acks: Acks) {
        let idempotent = self.setup.settings.idempotence.with(acks);
        let partitions = self.setup.assignment.len();
        let state = &mut self.cluster.producers[producer.index()];
        let from = std::mem::replace(&mut state.acks, acks);
        self.out.add(|| Effect::AcksSet { producer, from, to: acks });
        if idempotent != state.next_sequence.is_some() {
            // The producer is another one with these settings: it has another producer id.
            state.next_sequence = idempotent.then(|| vec![0; partitions]);
            self.renew_producer_id(producer);
        }
    }
}
