//! What a leader and a follower alike do to a log and its leader-epoch table: append and cut.

use super::effect::{CutRule, Effect, HwRule};
use super::epochs::EpochTable;
use super::step::Step;
use super::types::*;

impl Step<'_> {
    /// Appends a record to a replica's log, as leader or as follower: the LEO grows, a new epoch
    /// enters the table.
    pub(super) fn append(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        record: super::log::Record,
    ) {
        let segment_records = self.setup.settings.segment_records;
        let flush_messages = self.setup.settings.flush_messages;
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let new_epoch = record.epoch.filter(|e| replica.epochs.latest() != Some(*e));
        let rolled = disk.log.rolls_next(segment_records);
        let flushed = disk.log.flushed();
        let offset = disk.log.append(record, segment_records);
        if flush_messages.is_some_and(|n| disk.log.end() - disk.log.flushed() >= n) {
            disk.log.flush();
        }
        let to = disk.log.flushed();
        if rolled {
            self.out.add(|| Effect::Rolled { broker, partition, base: offset });
        }
        self.out.add(|| Effect::Appended { broker, partition, offset, record });
        self.out.add(|| Effect::Leo { broker, partition, from: offset, to: offset + 1 });
        if to != flushed {
            self.out.add(|| Effect::Flushed { broker, partition, from: flushed, to });
        }
        if let Some(epoch) = new_epoch {
            self.assign_epoch(broker, partition, epoch, offset);
        }
    }

    /// Enters an epoch into a replica's table, in memory and, by an fsync, in its file.
    pub(super) fn assign_epoch(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        epoch: Epoch,
        start: Offset,
    ) {
        let conflict = self.setup.rules.epoch_conflict;
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let added = replica.epochs.assign(epoch, start, conflict);
        disk.epochs.clone_from(&replica.epochs);
        let entry = super::epochs::EpochStart { epoch, start };
        self.out.add(|| {
            if added {
                Effect::EpochAdded { broker, partition, entry }
            } else {
                Effect::EpochRefused { broker, partition, entry }
            }
        });
    }

    /// Cuts a replica's log to an offset, and its leader-epoch table with it.
    pub(super) fn cut(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        to: Offset,
        rule: CutRule,
    ) {
        let rules = &self.setup.rules;
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let from = disk.log.end();
        let cut = disk.log.truncate(to);
        let entries = if to < from || rules.cuts_epochs_at_leo {
            // Beyond the LEO there is nothing to cut (KAFKA-10706: min(to, LEO)).
            replica.epochs.truncate_from_end(to.min(from))
        } else {
            Vec::new()
        };
        disk.epochs.clone_from(&replica.epochs);
        let leo = disk.log.end();
        self.out.add(|| Effect::Truncated { broker, partition, from, to: leo, rule, cut });
        if !entries.is_empty() {
            self.out.add(|| Effect::EpochsCut { broker, partition, entries });
        }
        self.clamp_hw(broker, partition);
    }

    /// Deletes a replica's log and starts it anew at the leader's log start.
    pub(super) fn restart_log(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        leader_start: Offset,
    ) {
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let from = disk.log.end();
        let cut = disk.log.restart_at(leader_start);
        let entries = replica.epochs.entries().to_vec();
        replica.epochs = EpochTable::default();
        disk.epochs = EpochTable::default();
        self.out.add(|| Effect::Truncated {
            broker,
            partition,
            from,
            to: leader_start,
            rule: CutRule::LeaderStart { leader_start },
            cut,
        });
        if !entries.is_empty() {
            self.out.add(|| Effect::EpochsCut { broker, partition, entries });
        }
        self.clamp_hw(broker, partition);
    }

    /// From 2.4 on a HW is never outside its log (kafka.log.Log.updateHighWatermark).
    pub(super) fn clamp_hw(&mut self, broker: BrokerId, partition: PartitionId) {
        if !self.setup.rules.truncation_clamps_hw {
            return;
        }
        let Some(hw) = self.cluster.replica(broker, partition).map(|r| r.hw) else { return };
        let Some(disk) = self.cluster.disk(broker, partition) else { return };
        let (start, leo) = (disk.log.start(), disk.log.end());
        let to = hw.clamp(start, leo);
        if hw != to {
            self.set_hw(broker, partition, to, || HwRule::Clamped { start, leo });
        }
    }
}
