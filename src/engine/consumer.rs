//! A consumer: what it may see, and what becomes of its position.

use super::effect::Effect;
use super::event::Whence;
use super::rules::ReadAboveHw;
use super::setup::OffsetReset;
use super::step::Step;
use super::types::*;

impl Step<'_> {
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
}
