//! The leader's half of produce: it refuses or appends, recognizes what it has already, and holds
//! requests in purgatory. Follows kafka.server.ReplicaManager.appendRecords and
//! kafka.server.DelayedProduce.

use super::effect::{AckRule, Effect, FailDetail};
use super::ledger::Outcome;
use super::log::{Record, Sequence};
use super::rules::{AcksAll, UnknownProducer};
use super::state::*;
use super::step::Step;
use super::types::*;

impl Step<'_> {
    /// One attempt to get a record appended.
    pub(super) fn attempt(
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
        let cut = self.cluster.is_cut(Link::Producer(producer, broker));
        if cut || !self.cluster.is_awake(broker) {
            return fail(self, KafkaError::NetworkException, FailDetail::None);
        }
        if matches!(acks, Acks::Count(_)) && !self.setup.rules.acks_count {
            return fail(self, KafkaError::InvalidRequiredAcks, FailDetail::None);
        }
        let min_isr = self.cluster.min_isr(self.setup, partition);
        let Some(leader) = self.cluster.leader(broker, partition) else {
            return fail(self, self.setup.rules.not_leader, FailDetail::None);
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
            Err((error, detail)) => return fail(self, error, detail),
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
    pub(super) fn recognize(
        &self,
        broker: BrokerId,
        partition: PartitionId,
        sequence: Option<Sequence>,
    ) -> Result<Option<Offset>, (KafkaError, FailDetail)> {
        let (Some(sequence), Some(rule)) = (sequence, self.setup.rules.idempotence) else {
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
        let mut known = last.into_iter().chain(own).take(usize::from(rule.remembered));
        if let Some((offset, _)) = known.find(|(_, number)| *number == sequence.number) {
            return Ok(Some(offset));
        }
        let expected = last.map_or(0, |(_, number)| number + 1);
        let number = sequence.number;
        let detail = FailDetail::Sequence { number, expected };
        match (last, rule.unknown_producer) {
            _ if number == expected => Ok(None),
            (None, UnknownProducer::Accepted) => Ok(None),
            (None, UnknownProducer::Refused(error)) => Err((error, detail)),
            (Some(_), _) => Err((KafkaError::OutOfOrderSequenceNumber, detail)),
        }
    }

    /// Answers the produce requests whose wait is over (DelayedProduce.tryComplete,
    /// Partition.checkEnoughReplicasReachOffset).
    pub(super) fn complete_purgatory(&mut self, broker: BrokerId, partition: PartitionId) {
        let min_isr = self.cluster.min_isr(self.setup, partition);
        let acks_all = self.setup.rules.acks_all;
        let waits = |leader: &Leader| !leader.purgatory.is_empty();
        if !self.cluster.leader(broker, partition).is_some_and(waits) {
            return;
        }
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let hw = replica.hw;
        let Role::Leader(leader) = &mut replica.role else { return };
        let members = leader.isr.len() as u8;
        // Whom the leader has asked to take in counts here, other than for a new request (2.7).
        let isr = leader.maximal_isr().len() as u8;
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
                Acks::All if acks_all == AcksAll::EveryMember => {
                    let have = members_with(required);
                    (have >= members).then_some(Ok(AckRule::Members { have, wanted: members }))
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
    pub(super) fn ack(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        request: PendingProduce,
        record: Record,
        why: AckRule,
    ) {
        let PendingProduce { producer, value, offset, acks, .. } = request;
        if self.loses_answer(producer, broker) {
            self.out.add(|| Effect::AnswerLost { producer, partition, value });
            self.fail_pending(partition, request, KafkaError::NetworkException);
            return;
        }
        if let Some(Sequence { incarnation, number, .. }) = self.settle(producer, partition, value)
            && let state = &mut self.cluster.producers[producer.index()]
            && state.incarnation == incarnation
            && let Some(next) = &mut state.next_sequence
        {
            next[partition.index()] = next[partition.index()].max(number + 1);
        }
        let min_isr = (acks == Acks::All).then(|| self.cluster.min_isr(self.setup, partition));
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
}
