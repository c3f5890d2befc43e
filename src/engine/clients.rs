//! Producers and consumers, and the purgatory in which produce requests wait. Follows
//! kafka.server.ReplicaManager.appendRecords and kafka.server.DelayedProduce.

use super::effect::{AckRule, Effect, FailDetail};
use super::event::Whence;
use super::ledger::Outcome;
use super::log::{Record, Sequence};
use super::rules::ReadAboveHw;
use super::setup::OffsetReset;
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
        // The number rises when the record is acknowledged: as long as one record is in flight, the
        // next one can't take the same (0.11, Sender.completeBatch).
        let incarnation = state.incarnation;
        let next = state.next_sequence.as_ref().map(|next| next[partition.index()]);
        let sequence = next.map(|number| Sequence { producer, incarnation, number });
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
    fn send_again(&mut self, producer: ProducerId, at: usize, to: Option<BrokerId>) {
        let open = &mut self.cluster.producers[producer.index()].open[at];
        open.stage = OpenStage::Waiting;
        let OpenSend { value, partition, sequence, .. } = *open;
        self.out.add(|| Effect::Retried { producer, partition, value });
        self.attempt(producer, partition, value, sequence, to);
    }

    /// One attempt to get a record appended.
    fn attempt(
        &mut self,
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
        sequence: Option<Sequence>,
        to: Option<BrokerId>,
    ) {
        let acks = self.cluster.producers[producer.index()].acks;
        let fail = |step: &mut Self, error, detail| {
            step.fail_send(producer, partition, value, acks, error, detail);
        };
        let Some(broker) = to.or(self.cluster.partition(partition).leader) else {
            // The client has nobody to send to and knows it, whatever its acks.
            let told = if acks == Acks::None { Acks::Leader } else { acks };
            let (error, detail) = (KafkaError::LeaderNotAvailable, FailDetail::None);
            return self.fail_send(producer, partition, value, told, error, detail);
        };
        if !self.cluster.is_up(broker) {
            return fail(self, KafkaError::NetworkException, FailDetail::None);
        }
        if matches!(acks, Acks::Count(_)) && !self.setup.rules.acks_count {
            return fail(self, KafkaError::InvalidRequiredAcks, FailDetail::None);
        }
        let min_isr = self.cluster.topic.min_isr;
        let Some(leader) = self.cluster.leader(broker, partition) else {
            return fail(self, KafkaError::NotLeaderForPartition, FailDetail::None);
        };
        let isr = leader.isr.len() as u8;
        if acks == Acks::All && isr < min_isr {
            return fail(self, KafkaError::NotEnoughReplicas, FailDetail::Isr { isr, min_isr });
        }
        let offset = match self.recognize(broker, partition, sequence) {
            Ok(Some(offset)) => {
                self.out.add(|| Effect::Recognized { producer, partition, value, offset });
                offset
            }
            Ok(None) => {
                let epoch = self.cluster.replica(broker, partition).and_then(|r| r.leader_epoch);
                let epoch = epoch.filter(|_| self.setup.rules.has_epochs());
                let offset = self.cluster.leo(broker, partition);
                self.append(broker, partition, Record { value, epoch, sequence });
                self.advance_hw(broker, partition);
                self.complete_purgatory(broker, partition);
                self.complete_parked(broker, partition);
                offset
            }
            Err(detail) => return fail(self, KafkaError::OutOfOrderSequenceNumber, detail),
        };
        let left = self.setup.settings.request_timeout;
        let request = PendingProduce { producer, value, offset, acks, left };
        match acks {
            Acks::None => {
                self.cluster.ledger.note(value, partition, Outcome::Unasked);
                self.out.add(|| Effect::Unasked { producer, partition, value });
            }
            Acks::Leader => {
                let record = self.cluster.disk(broker, partition).and_then(|d| d.log.get(offset));
                let Some(record) = record else { return };
                self.ack(broker, partition, request, record, AckRule::LeaderAppended);
            }
            Acks::All | Acks::Count(_) => {
                self.cluster.ledger.note(value, partition, Outcome::Waiting);
                let Some(leader) = self.leader(broker, partition) else { return };
                leader.purgatory.push(request);
                let required = request.required();
                self.out.add(|| Effect::Waiting {
                    producer,
                    partition,
                    value,
                    broker,
                    acks,
                    required,
                });
                self.complete_purgatory(broker, partition);
            }
        }
    }

    /// What a leader makes of the number of an idempotent producer's record
    /// (ProducerStateManager): the offset it has already, if it is one of the last that the
    /// partition remembers; nothing, if it is the next one; else why it is refused. What a
    /// partition remembers is read off its log, so that it is cut together with it.
    fn recognize(
        &self,
        broker: BrokerId,
        partition: PartitionId,
        sequence: Option<Sequence>,
    ) -> Result<Option<Offset>, FailDetail> {
        let (Some(sequence), Some(remembered)) = (sequence, self.setup.rules.idempotence) else {
            return Ok(None);
        };
        let Some(disk) = self.cluster.disk(broker, partition) else { return Ok(None) };
        let mut own = disk.log.iter().rev().filter_map(|(offset, record)| {
            let known = record.sequence?;
            let same_id =
                (known.producer, known.incarnation) == (sequence.producer, sequence.incarnation);
            same_id.then_some((offset, known.number))
        });
        let last = own.next();
        let mut known = last.into_iter().chain(own).take(usize::from(remembered));
        if let Some((offset, _)) = known.find(|(_, number)| *number == sequence.number) {
            return Ok(Some(offset));
        }
        let expected = last.map_or(0, |(_, number)| number + 1);
        let number = sequence.number;
        if number == expected { Ok(None) } else { Err(FailDetail::Sequence { number, expected }) }
    }

    /// Answers the produce requests whose wait is over (DelayedProduce.tryComplete,
    /// Partition.checkEnoughReplicasReachOffset).
    pub(super) fn complete_purgatory(&mut self, broker: BrokerId, partition: PartitionId) {
        let min_isr = self.cluster.topic.min_isr;
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let hw = replica.hw;
        let Role::Leader(leader) = &mut replica.role else { return };
        if leader.purgatory.is_empty() {
            return;
        }
        let isr = leader.isr.len() as u8;
        let (isr_members, remotes) = (leader.isr, &leader.remotes);
        let members_with = |required: Offset| {
            let has = |leo: Option<Offset>| leo.is_some_and(|l| l >= required);
            let followers =
                remotes.iter().filter(|(b, r)| isr_members.contains(*b) && has(r.leo)).count();
            followers as u8 + 1
        };
        let mut done: Vec<(PendingProduce, Result<AckRule, FailDetail>)> = Vec::new();
        leader.purgatory.retain(|pending| {
            let required = pending.required();
            let verdict = match pending.acks {
                Acks::Count(wanted) => {
                    let have = members_with(required);
                    (have >= wanted).then_some(Ok(AckRule::Members { have, wanted }))
                }
                Acks::All | Acks::Leader | Acks::None => {
                    (hw >= required).then_some(if min_isr <= isr {
                        Ok(AckRule::Hw { hw, required })
                    } else {
                        Err(FailDetail::Isr { isr, min_isr })
                    })
                }
            };
            done.extend(verdict.map(|v| (*pending, v)));
            verdict.is_none()
        });
        let records: Vec<Option<Record>> =
            done.iter().map(|(pending, _)| disk.log.get(pending.offset)).collect();
        for ((pending, verdict), record) in done.into_iter().zip(records) {
            let PendingProduce { producer, value, acks, .. } = pending;
            match (verdict, record) {
                (Ok(why), Some(record)) => self.ack(broker, partition, pending, record, why),
                (Err(detail), _) => {
                    let error = KafkaError::NotEnoughReplicasAfterAppend;
                    self.fail_send(producer, partition, value, acks, error, detail);
                }
                // A leader's log never shrinks while it leads.
                (Ok(_), None) => {}
            }
        }
    }

    /// A broker acknowledges a record that it has at this offset.
    fn ack(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        request: PendingProduce,
        record: Record,
        why: AckRule,
    ) {
        let PendingProduce { producer, value, offset, acks, .. } = request;
        if let Some(Sequence { incarnation, number, .. }) = self.settle(producer, partition, value)
            && let state = &mut self.cluster.producers[producer.index()]
            && state.incarnation == incarnation
            && let Some(next) = &mut state.next_sequence
        {
            next[partition.index()] = number + 1;
        }
        let min_isr = (acks == Acks::All).then_some(self.cluster.topic.min_isr);
        let reign = self.cluster.replica(broker, partition).and_then(|r| r.leader_epoch);
        self.cluster.ledger.acked(partition, offset, record, reign.unwrap_or(0), min_isr);
        self.out.add(|| Effect::Acked { producer, partition, value, offset, acks, why });
    }

    /// A waiting produce request gets an error.
    pub(super) fn fail_pending(
        &mut self,
        partition: PartitionId,
        pending: PendingProduce,
        error: KafkaError,
    ) {
        let PendingProduce { producer, value, acks, .. } = pending;
        self.fail_send(producer, partition, value, acks, error, FailDetail::None);
    }

    /// A produce request that has waited too long.
    pub(super) fn time_out_pending(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        pending: PendingProduce,
    ) {
        let hw = self.cluster.replica(broker, partition).map_or(0, |r| r.hw);
        let detail = FailDetail::Hw { hw, required: pending.required() };
        let PendingProduce { producer, value, acks, .. } = pending;
        self.fail_send(producer, partition, value, acks, KafkaError::RequestTimedOut, detail);
    }

    /// An attempt failed. With `acks=0` a broker can only close the connection: the producer hears
    /// nothing about the record. Otherwise it sends the record again by itself if it may, or tells
    /// the application.
    fn fail_send(
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
        match open.iter_mut().find(waiting) {
            Some(send) if error.is_retriable() && send.retries > 0 => {
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
    /// (TransactionManager.resetProducerId).
    fn renew_producer_id(&mut self, producer: ProducerId) {
        let state = &mut self.cluster.producers[producer.index()];
        let Some(next) = &mut state.next_sequence else { return };
        next.fill(0);
        state.incarnation = state.incarnation.saturating_add(1);
        self.out.add(|| Effect::NewProducerId { producer });
    }

    /// A record is no longer open. Returns its number, if it had one.
    fn settle(
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

    /// A consumer fetches from its position up to the HW.
    pub(super) fn consume(
        &mut self,
        consumer: ConsumerId,
        partition: PartitionId,
        from: Option<BrokerId>,
    ) {
        let position = self.cluster.consumers[consumer.index()].positions[partition.index()];
        let above_hw = self.setup.rules.read_above_hw;
        let fail = |step: &mut Self, error| {
            step.out.add(|| Effect::ConsumeFailed { consumer, partition, position, error });
        };
        let Some(broker) = from.or(self.cluster.partition(partition).leader) else {
            return fail(self, KafkaError::LeaderNotAvailable);
        };
        if !self.cluster.is_up(broker) {
            return fail(self, KafkaError::NetworkException);
        }
        if self.cluster.leader(broker, partition).is_none() {
            return fail(self, KafkaError::NotLeaderForPartition);
        }
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let hw = replica.hw;
        if !(disk.log.start()..=disk.log.end()).contains(&position) {
            let start = disk.log.start();
            fail(self, KafkaError::OffsetOutOfRange);
            let to = match self.setup.settings.offset_reset {
                OffsetReset::Latest => hw,
                OffsetReset::Earliest => start,
                OffsetReset::None => return,
            };
            self.cluster.consumers[consumer.index()].positions[partition.index()] = to;
            self.out.add(|| Effect::PositionReset { consumer, partition, from: position, to });
            return;
        }
        if position > hw && above_hw == ReadAboveHw::ServerError {
            return fail(self, KafkaError::Unknown);
        }
        let records = disk.log.read(position, hw.saturating_sub(position) as usize).to_vec();
        let read = (position..).zip(records.iter().copied());
        self.cluster.consumers[consumer.index()].read[partition.index()].extend(read);
        self.cluster.consumers[consumer.index()].positions[partition.index()] =
            position + records.len() as Offset;
        self.out.add(|| Effect::Consumed { consumer, partition, from: position, hw, records });
    }

    /// A consumer goes to an end of a partition, which the leader tells it.
    pub(super) fn seek(&mut self, consumer: ConsumerId, partition: PartitionId, whence: Whence) {
        let from = self.cluster.consumers[consumer.index()].positions[partition.index()];
        let error = match self.cluster.partition(partition).leader {
            None => KafkaError::LeaderNotAvailable,
            Some(broker) if !self.cluster.is_up(broker) => KafkaError::NetworkException,
            Some(broker) => match (
                self.cluster.leader(broker, partition),
                self.cluster.replica(broker, partition),
                self.cluster.disk(broker, partition),
            ) {
                (Some(_), Some(replica), Some(disk)) => {
                    let to = match whence {
                        Whence::Beginning => disk.log.start(),
                        Whence::End => replica.hw,
                    };
                    self.cluster.consumers[consumer.index()].positions[partition.index()] = to;
                    self.out.add(|| Effect::Sought { consumer, partition, whence, from, to });
                    return;
                }
                _ => KafkaError::NotLeaderForPartition,
            },
        };
        self.out.add(|| Effect::ConsumeFailed { consumer, partition, position: from, error });
    }

    /// A producer's `acks` change for what it sends from now on.
    pub(super) fn set_acks(&mut self, producer: ProducerId, acks: Acks) {
        let producer_state = &mut self.cluster.producers[producer.index()];
        let from = std::mem::replace(&mut producer_state.acks, acks);
        self.out.add(|| Effect::AcksSet { producer, from, to: acks });
    }
}
