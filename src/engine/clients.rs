//! Producers and consumers, and the purgatory in which produce requests wait. Follows
//! kafka.server.ReplicaManager.appendRecords and kafka.server.DelayedProduce.

use super::effect::{AckRule, Effect, FailDetail};
use super::ledger::Outcome;
use super::log::Record;
use super::rules::ReadAboveHw;
use super::state::*;
use super::step::Step;
use super::types::*;

impl Step<'_> {
    /// A record is sent and, if a leader takes it, appended.
    pub(super) fn produce(
        &mut self,
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
        to: Option<BrokerId>,
    ) {
        let acks = self.cluster.producers[producer.index()].acks;
        let fail = |step: &mut Self, error, detail| {
            step.fail_send(producer, partition, value, acks, error, detail);
        };
        let Some(broker) = to.or(self.cluster.partition(partition).leader) else {
            // The client has nobody to send to and knows it, whatever its acks.
            let (error, detail) = (KafkaError::LeaderNotAvailable, FailDetail::None);
            self.cluster.ledger.note(value, partition, Outcome::Failed(error));
            self.out.add(|| Effect::Failed { producer, partition, value, error, detail });
            return;
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
        let epoch = self.cluster.replica(broker, partition).and_then(|r| r.leader_epoch);
        let record = Record { value, epoch: epoch.filter(|_| self.setup.rules.has_epochs()) };
        let offset = self.cluster.leo(broker, partition);
        self.append(broker, partition, record);
        self.advance_hw(broker, partition);
        self.complete_purgatory(broker, partition);
        self.complete_parked(broker, partition);
        match acks {
            Acks::None => {
                self.cluster.ledger.note(value, partition, Outcome::Unasked);
                self.out.add(|| Effect::Unasked { producer, partition, value });
            }
            Acks::Leader => {
                let request = PendingProduce { producer, value, offset, acks, left: 0 };
                self.ack(broker, partition, request, record, AckRule::LeaderAppended);
            }
            Acks::All | Acks::Count(_) => {
                let left = self.setup.settings.request_timeout;
                let pending = PendingProduce { producer, value, offset, acks, left };
                self.cluster.ledger.note(value, partition, Outcome::Waiting);
                let Some(leader) = self.leader(broker, partition) else { return };
                leader.purgatory.push(pending);
                let required = pending.required();
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

    /// With `acks=0` a broker can only close the connection: the producer hears nothing about the
    /// record.
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
        } else {
            self.cluster.ledger.note(value, partition, Outcome::Failed(error));
            self.out.add(|| Effect::Failed { producer, partition, value, error, detail });
        }
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
            fail(self, KafkaError::OffsetOutOfRange);
            // auto.offset.reset=latest: ListOffsets answers a consumer with the HW.
            self.cluster.consumers[consumer.index()].positions[partition.index()] = hw;
            self.out.add(|| Effect::PositionReset { consumer, partition, from: position, to: hw });
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

    /// A producer's `acks` change for what it sends from now on.
    pub(super) fn set_acks(&mut self, producer: ProducerId, acks: Acks) {
        let producer_state = &mut self.cluster.producers[producer.index()];
        let from = std::mem::replace(&mut producer_state.acks, acks);
        self.out.add(|| Effect::AcksSet { producer, from, to: acks });
    }
}
