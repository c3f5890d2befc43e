//! What producers and consumers send, and what they are told.

use super::rows::Maker;
use super::{Arrow, Fate, Lane, Mark};
use crate::engine::ledger::Outcome;
use crate::engine::state::Ask;
use crate::engine::*;
use crate::notation;

impl Maker<'_> {
    /// A producer sends a record; `rest` tells what comes of it.
    pub(super) fn attempt(
        &mut self,
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
        rest: &[Effect],
    ) {
        let Some(broker) = self.asking.broker.or(self.flights.leader(partition)) else { return };
        self.flights.send(producer, partition, value, broker);
        if !self.concerns(Some(partition)) {
            return;
        }
        if self.would_tell_leader(broker, partition) {
            return self.hide();
        }
        let name = self.of(partition) + &self.telling.session.names().value(value);
        let acks = self.flights.acks(producer).filter(|acks| {
            let set = Effect::AcksSet { producer, from: *acks, to: *acks };
            !(self.is_asked && (self.telling.hides)(&set))
        });
        let full = acks.map(|acks| format!("{name} acks={}", notation::acks(acks)));
        let outcomes = || rest.iter().filter(|e| outcome_of(e, value));
        let fate = if outcomes().any(|e| (self.telling.hides)(e)) {
            Fate::Sent
        } else if !self.up.contains(broker) {
            Fate::Dropped
        } else if outcomes().any(|e| matches!(e, Effect::Waiting { .. }))
            && !outcomes().any(|e| matches!(e, Effect::Acked { .. }))
        {
            Fate::Held
        } else {
            Fate::Arrived
        };
        let waiting = full.as_ref().filter(|_| fate == Fate::Held);
        let waiting = waiting.map(|full| format!("{full} {}", notation::outcome(Outcome::Waiting)));
        let texts = waiting.into_iter().chain(full).chain([name]).collect();
        let (from, to) = (Lane::Producer(producer), Lane::Broker(broker));
        self.arrow(Arrow { from, to, texts, is_reply: false, is_late: false, fate });
    }

    /// A producer is told about a record, by the broker it was sent to or by its own client.
    pub(super) fn told(
        &mut self,
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
        told: &str,
        error: Option<KafkaError>,
    ) {
        let name = self.of(partition) + &self.telling.session.names().value(value);
        let texts = vec![format!("{name} {told}")];
        let broker = self.flights.answer(producer, partition, value);
        // Nobody replies: the client finds out by itself.
        let by_itself =
            matches!(error, Some(KafkaError::NetworkException | KafkaError::LeaderNotAvailable));
        if broker.is_some_and(|broker| self.would_tell_leader(broker, partition)) {
            return self.hide();
        }
        let to = Lane::Producer(producer);
        match broker.filter(|_| !by_itself) {
            Some(broker) => self.arrow(Arrow {
                from: Lane::Broker(broker),
                to,
                texts,
                is_reply: true,
                is_late: false,
                fate: Fate::Arrived,
            }),
            None => self.note(to, Mark::Plain, texts),
        }
    }

    /// A consumer asked something and was told something.
    pub(super) fn consumed(
        &mut self,
        consumer: ConsumerId,
        partition: PartitionId,
        position: Offset,
        mut told: Vec<String>,
        error: Option<KafkaError>,
    ) {
        let lane = Lane::Consumer(consumer);
        if let Some(full) = told.first_mut() {
            *full = self.of(partition) + full;
        }
        let Some(broker) = self.asking.broker else {
            return self.note(lane, Mark::Plain, told);
        };
        if self.would_tell_leader(broker, partition) {
            return self.hide();
        }
        let text = self
            .asking
            .text
            .clone()
            .unwrap_or_else(|| notation::ask(Ask::Fetch { offset: position, last: None }));
        let is_dropped = error == Some(KafkaError::NetworkException);
        let broker = Lane::Broker(broker);
        self.arrow(Arrow {
            from: lane,
            to: broker,
            texts: vec![text],
            is_reply: false,
            is_late: false,
            fate: if is_dropped { Fate::Dropped } else { Fate::Arrived },
        });
        match is_dropped {
            true => self.note(lane, Mark::Plain, told),
            false => self.arrow(Arrow {
                from: broker,
                to: lane,
                texts: told,
                is_reply: true,
                is_late: false,
                fate: Fate::Arrived,
            }),
        }
    }
}

/// Whether an effect is what came of a record that was sent.
fn outcome_of(effect: &Effect, sent: Value) -> bool {
    match effect {
        Effect::Waiting { value, .. }
        | Effect::Acked { value, .. }
        | Effect::Unasked { value, .. }
        | Effect::Dropped { value, .. }
        | Effect::Failed { value, .. }
        | Effect::WillRetry { value, .. } => *value == sent,
        _ => false,
    }
}
