//! A consumer: what it may see, and what becomes of its position.

use super::effect::Effect;
use super::event::Whence;
use super::rules::{ConsumeFrom, ReadAboveHw};
use super::setup::OffsetReset;
use super::state::Cluster;
use super::step::Step;
use super::types::*;

impl Cluster {
    /// Whether a leader sends a consumer at this position to a follower: the follower has to have what
    /// comes next, as far as the leader knows, from 3.4 on it has to be in the ISR (KIP-392,
    /// ReplicaSelector; KAFKA-14372). If its log turns out not to reach there the consumer goes back to
    /// the leader, and is not reset.
    fn is_readable(
        &self,
        rule: ConsumeFrom,
        follower: BrokerId,
        partition: PartitionId,
        position: Offset,
    ) -> bool {
        let Some(leader) = self.partition(partition).leader else { return false };
        let Some(known) = self.leader(leader, partition) else { return false };
        let Some(disk) = self.disk(follower, partition) else { return false };
        let leo = known.remote(follower).and_then(|r| r.leo);
        let reaches = (disk.log.start()..=disk.log.end()).contains(&position);
        let has = reaches && leo.is_some_and(|leo| position <= leo);
        match rule {
            ConsumeFrom::Leader => false,
            ConsumeFrom::Follower => has,
            ConsumeFrom::IsrFollower => has && known.isr.contains(follower),
        }
    }
}

impl Step<'_> {
    /// A consumer fetches from its position up to the HW: of the leader, or of the follower that it
    /// asks, if the leader would send it there.
    pub(super) fn consume(
        &mut self,
        consumer: ConsumerId,
        partition: PartitionId,
        from: Option<BrokerId>,
    ) {
        let position = self.position(consumer, partition);
        let rules = &self.setup.rules;
        let fail = |step: &mut Self, error| {
            let position = step.position(consumer, partition);
            step.out.add(|| Effect::ConsumeFailed { consumer, partition, position, error });
        };
        let named = self.cluster.partition(partition).leader;
        let Some(mut broker) = from.or(named) else {
            return fail(self, KafkaError::LeaderNotAvailable);
        };
        let follows = self.cluster.follower(broker, partition).is_some();
        if let Some(leader) = named.filter(|_| follows && rules.consume_from != ConsumeFrom::Leader)
            && !self.cluster.is_readable(rules.consume_from, broker, partition, position)
        {
            let from = std::mem::replace(&mut broker, leader);
            self.out.add(|| Effect::Redirected { consumer, partition, from, to: leader });
        }
        if let Err(error) = self.reach(consumer, broker) {
            return fail(self, error);
        }
        let serves = self.cluster.leader(broker, partition).is_some()
            || (follows && rules.consume_from != ConsumeFrom::Leader);
        if !serves {
            return fail(self, rules.not_leader);
        }
        if rules.consumer_validates
            && let Err(error) = self.validate(consumer, partition)
        {
            return fail(self, error);
        }
        let position = self.position(consumer, partition);
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let (hw, start, end) = (replica.hw, disk.log.start(), disk.log.end());
        if !(start..=end).contains(&position) {
            fail(self, KafkaError::OffsetOutOfRange);
            self.reset_position(consumer, partition, start);
            return;
        }
        if position > hw && rules.read_above_hw == ReadAboveHw::ServerError {
            return fail(self, KafkaError::Unknown);
        }
        let Some(disk) = self.cluster.disk(broker, partition) else { return };
        let records = disk.log.read(position, hw.saturating_sub(position) as usize).to_vec();
        let read = (position..).zip(records.iter().copied());
        let state = &mut self.cluster.consumers[consumer.index()];
        state.read[partition.index()].extend(read);
        state.positions[partition.index()] = position + records.len() as Offset;
        self.out.add(|| Effect::Consumed { consumer, partition, from: position, hw, records });
    }

    /// A consumer that learns of another leader epoch asks the leader where the epoch of what it has
    /// read last ended (KIP-320, 2.3: org.apache.kafka.clients.consumer.internals.OffsetFetcher
    /// .validateOffsetsAsync). If that is before its position, records it has read are gone.
    fn validate(&mut self, consumer: ConsumerId, partition: PartitionId) -> Result<(), KafkaError> {
        let before_first = self.setup.rules.answers_before_first_epoch;
        let state = *self.cluster.partition(partition);
        let position = self.position(consumer, partition);
        let own = &mut self.cluster.consumers[consumer.index()];
        let known = own.epochs[partition.index()].replace(state.epoch);
        let last = own.read[partition.index()].last();
        let last = last.filter(|(offset, _)| offset + 1 == position);
        let read = last.and_then(|(_, record)| record.epoch);
        let (Some(read), Some(leader)) = (read, state.leader) else { return Ok(()) };
        if known.is_none_or(|known| known == state.epoch) {
            return Ok(());
        }
        let Some(replica) = self.cluster.replica(leader, partition) else { return Ok(()) };
        let leo = self.cluster.leo(leader, partition);
        let answer = replica.epochs.end_offset(Some(read), leo, before_first);
        let end = answer.map(|(_, end)| end);
        if end.is_some_and(|end| end >= position) {
            let read = Some(read);
            self.out.add(|| Effect::PositionValid { consumer, partition, position, read, end });
            return Ok(());
        }
        self.out.add(|| Effect::TruncationFound { consumer, partition, position, read, end });
        match (end, self.setup.settings.offset_reset) {
            (_, OffsetReset::None) => return Err(KafkaError::LogTruncation),
            (Some(end), _) => self.go_to(consumer, partition, end),
            (None, _) => {
                let start = self.cluster.disk(leader, partition).map_or(0, |d| d.log.start());
                self.reset_position(consumer, partition, start);
            }
        }
        Ok(())
    }

    /// `auto.offset.reset`.
    fn reset_position(&mut self, consumer: ConsumerId, partition: PartitionId, start: Offset) {
        match self.setup.settings.offset_reset {
            OffsetReset::Latest => match self.end_for(consumer, partition, Whence::End) {
                Ok(end) => self.go_to(consumer, partition, end),
                Err(error) => {
                    let position = self.position(consumer, partition);
                    self.out.add(|| Effect::ConsumeFailed { consumer, partition, position, error });
                }
            },
            OffsetReset::Earliest => self.go_to(consumer, partition, start),
            OffsetReset::None => {}
        }
    }

    fn go_to(&mut self, consumer: ConsumerId, partition: PartitionId, to: Offset) {
        let position = &mut self.cluster.consumers[consumer.index()].positions[partition.index()];
        let from = std::mem::replace(position, to);
        self.out.add(|| Effect::PositionReset { consumer, partition, from, to });
    }

    fn position(&self, consumer: ConsumerId, partition: PartitionId) -> Offset {
        self.cluster.consumers[consumer.index()].positions[partition.index()]
    }

    /// Whether a consumer gets an answer from a broker at all.
    fn reach(&self, consumer: ConsumerId, broker: BrokerId) -> Result<(), KafkaError> {
        let cut = self.cluster.is_cut(Link::Consumer(consumer, broker));
        if cut || !self.cluster.is_awake(broker) {
            Err(KafkaError::NetworkException)
        } else {
            Ok(())
        }
    }

    /// A consumer goes to an end of a partition, which the leader tells it.
    pub(super) fn seek(&mut self, consumer: ConsumerId, partition: PartitionId, whence: Whence) {
        let from = self.position(consumer, partition);
        match self.end_for(consumer, partition, whence) {
            Ok(to) => {
                let state = &mut self.cluster.consumers[consumer.index()];
                state.positions[partition.index()] = to;
                self.out.add(|| Effect::Sought { consumer, partition, whence, from, to });
            }
            Err(error) => {
                self.out.add(|| Effect::ConsumeFailed {
                    consumer,
                    partition,
                    position: from,
                    error,
                });
            }
        }
    }

    /// What a leader answers to a consumer's ListOffsets. For the end it is the HW, from 2.2 on nothing
    /// as long as the HW is below the start of its epoch: it may have been higher before (KIP-207).
    fn end_for(
        &self,
        consumer: ConsumerId,
        partition: PartitionId,
        whence: Whence,
    ) -> Result<Offset, KafkaError> {
        let cluster = &self.cluster;
        let leader = cluster.partition(partition).leader.ok_or(KafkaError::LeaderNotAvailable)?;
        self.reach(consumer, leader)?;
        let leads = cluster.leader(leader, partition);
        let state = (leads, cluster.replica(leader, partition), cluster.disk(leader, partition));
        let (Some(leads), Some(replica), Some(disk)) = state else {
            return Err(self.setup.rules.not_leader);
        };
        match whence {
            Whence::Beginning => Ok(disk.log.start()),
            Whence::End if self.setup.rules.end_waits_for_hw && replica.hw < leads.epoch_start => {
                Err(KafkaError::OffsetNotAvailable)
            }
            Whence::End => Ok(replica.hw),
        }
    }
}
