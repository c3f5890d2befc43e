//! The follower's half of replication: its fetcher asks, appends what comes, takes over the HW, and
//! cuts its log where the release says so. Follows kafka.server.ReplicaFetcherThread.

use super::effect::{CutRule, Death, Effect, HwRule, Lost};
use super::epochs::EpochTable;
use super::rules::{FollowerRestart, Truncation};
use super::state::*;
use super::step::Step;
use super::types::*;

impl Step<'_> {
    /// The fetcher's next request leaves.
    pub(super) fn request(&mut self, broker: BrokerId, partition: PartitionId) {
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let Role::Follower(follower) = &mut replica.role else { return };
        let ask = match follower.fetcher {
            Fetcher::Fetching => Ask::Fetch(disk.log.end()),
            Fetcher::Truncating => Ask::EpochEnd(replica.epochs.latest()),
            Fetcher::AskingEnd => Ask::LogEnd,
            Fetcher::AskingStart => Ask::LogStart,
        };
        let leader = follower.leader;
        follower.call = Some(Call { ask, stage: Stage::Sent });
        self.out.add(|| Effect::Asked { broker, partition, leader, ask });
    }

    /// The reply reaches the follower.
    pub(super) fn receive(&mut self, broker: BrokerId, partition: PartitionId) {
        let Some(follower) = self.follower(broker, partition) else { return };
        let Some(Call { ask, stage: Stage::Replied(answer) }) = follower.call.take() else {
            return;
        };
        let fetcher = follower.fetcher;
        match (ask, answer) {
            (Ask::Fetch(offset), Answer::Records { records, hw: leader_hw }) => {
                // What makes a reply unfit (a new leader, a truncation) drops the call, so that only
                // a state put together by hand can hold one.
                if offset != self.cluster.leo(broker, partition) || fetcher != Fetcher::Fetching {
                    return;
                }
                for record in records {
                    self.append(broker, partition, record);
                }
                let leo = self.cluster.leo(broker, partition);
                self.set_hw(broker, partition, leader_hw.min(leo), || HwRule::Follower {
                    leader_hw,
                    leo,
                });
            }
            (_, Answer::Error(error)) => {
                if error == KafkaError::OffsetOutOfRange {
                    self.set_fetcher(broker, partition, Fetcher::AskingEnd);
                } else {
                    self.stop_asking(broker, partition);
                }
                self.out.add(|| Effect::ErrorReceived { broker, partition, error });
            }
            (Ask::EpochEnd(asked), Answer::EpochEnd(end)) => {
                self.truncate_to_epoch_end(broker, partition, asked, end);
            }
            (Ask::LogEnd, Answer::Offset(end)) => self.compare_log_end(broker, partition, end),
            (Ask::LogStart, Answer::Offset(start)) => {
                self.compare_log_start(broker, partition, start);
            }
            // A leader answers each question in its own form.
            (Ask::Fetch(_), Answer::EpochEnd(_) | Answer::Offset(_))
            | (Ask::EpochEnd(_), Answer::Records { .. } | Answer::Offset(_))
            | (Ask::LogEnd | Ask::LogStart, Answer::Records { .. } | Answer::EpochEnd(_)) => {}
        }
    }

    /// KIP-101: an undefined answer falls back to the HW, an end at or above the LEO cuts nothing.
    fn truncate_to_epoch_end(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        asked: Option<Epoch>,
        end: Option<Offset>,
    ) {
        let Some((replica, _)) = self.replica(broker, partition) else { return };
        let hw = replica.hw;
        match end {
            None => self.cut(broker, partition, hw, CutRule::EpochUndefined { asked, hw }),
            Some(end) => self.cut(broker, partition, end, CutRule::EpochEnd { asked, end }),
        }
        self.set_fetcher(broker, partition, Fetcher::Fetching);
    }

    /// Out of range, first question: a leader whose log is shorter makes the follower cut to its
    /// end, or halt where unclean election is off (KAFKA-3410).
    fn compare_log_end(&mut self, broker: BrokerId, partition: PartitionId, leader_end: Offset) {
        let leo = self.cluster.leo(broker, partition);
        if leader_end >= leo {
            self.out.add(|| Effect::NotShorter { broker, partition, leo, leader_end });
            self.set_fetcher(broker, partition, Fetcher::AskingStart);
        } else if self.setup.rules.halts_on_shorter_leader && !self.cluster.topic.unclean {
            self.die(broker, Death::Halted);
        } else {
            self.cut(broker, partition, leader_end, CutRule::LeaderShorter { leader_end });
            self.set_fetcher(broker, partition, Fetcher::Fetching);
        }
    }

    /// Out of range, second question: a leader whose log starts beyond the follower's LEO makes it
    /// start anew there. Before 0.9.0.1 it always did (KAFKA-2143).
    fn compare_log_start(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        leader_start: Offset,
    ) {
        let leo = self.cluster.leo(broker, partition);
        if leader_start > leo || !self.setup.rules.out_of_range_keeps_log {
            self.restart_log(broker, partition, leader_start);
        } else {
            self.out.add(|| Effect::KeptLog { broker, partition, leo, leader_start });
        }
        self.set_fetcher(broker, partition, Fetcher::Fetching);
    }

    /// A replica is told to follow (Partition.makeFollower, ReplicaManager.makeFollowers).
    pub(super) fn make_follower(&mut self, broker: BrokerId, word: LeaderAndIsr, leader: BrokerId) {
        let partition = word.partition;
        let epoch = word.state.epoch;
        let rules = &self.setup.rules;
        let Some((replica, _)) = self.replica(broker, partition) else { return };
        let follows_already = matches!(&replica.role, Role::Follower(f) if f.leader == leader);
        if follows_already && rules.follower_restart == FollowerRestart::LeaderChanges {
            replica.leader_epoch = Some(epoch);
            self.out.add(|| Effect::FollowsOn { broker, partition, epoch, leader });
            return;
        }
        self.step_down(broker, partition);
        self.give_up_call(broker, partition);
        let Some((replica, _)) = self.replica(broker, partition) else { return };
        let hw = replica.hw;
        replica.leader_epoch = Some(epoch);
        replica.role = Role::Follower(Follower { leader, fetcher: Fetcher::Fetching, call: None });
        self.out.add(|| Effect::FollowerNow { broker, partition, epoch, leader });
        match rules.truncation {
            Truncation::LocalHighWatermark => {
                self.cut(broker, partition, hw, CutRule::LocalHw { hw });
            }
            Truncation::LeaderEpochV0 => {
                self.set_fetcher(broker, partition, Fetcher::Truncating);
            }
        }
    }

    /// Whatever a replica's fetcher has in flight no longer concerns it.
    pub(super) fn give_up_call(&mut self, broker: BrokerId, partition: PartitionId) {
        let Some(follower) = self.follower(broker, partition) else { return };
        let leader = follower.leader;
        let Some(call) = follower.call.take() else { return };
        self.stop_asking(broker, partition);
        let what = match call.stage {
            Stage::Sent => Lost::Request,
            Stage::Parked(_) => Lost::Parked,
            Stage::Replied(_) => Lost::Reply,
        };
        self.out.add(|| Effect::Vanished { broker, partition, leader, what });
    }

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
    fn cut(&mut self, broker: BrokerId, partition: PartitionId, to: Offset, rule: CutRule) {
        let rules = &self.setup.rules;
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let from = disk.log.end();
        let cut = disk.log.truncate(to);
        let entries = if to < from || rules.cuts_epochs_at_leo {
            replica.epochs.truncate_from_end(to)
        } else {
            Vec::new()
        };
        disk.epochs.clone_from(&replica.epochs);
        let leo = disk.log.end();
        self.out.add(|| Effect::Truncated { broker, partition, from, to: leo, rule, cut });
        if !entries.is_empty() {
            self.out.add(|| Effect::EpochsCut { broker, partition, entries });
        }
        if rules.truncation_clamps_hw {
            self.clamp_hw(broker, partition, leo);
        }
    }

    /// Deletes a replica's log and starts it anew at the leader's log start.
    fn restart_log(&mut self, broker: BrokerId, partition: PartitionId, leader_start: Offset) {
        let clamps = self.setup.rules.truncation_clamps_hw;
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
        if clamps {
            self.clamp_hw(broker, partition, leader_start);
        }
    }

    fn clamp_hw(&mut self, broker: BrokerId, partition: PartitionId, leo: Offset) {
        let Some((replica, _)) = self.replica(broker, partition) else { return };
        if replica.hw > leo {
            self.set_hw(broker, partition, leo, || HwRule::Clamped { leo });
        }
    }

    /// The questions after OFFSET_OUT_OF_RANGE belong to the handling of that one error: if one of
    /// them fails, the fetcher goes back to its fetch (AbstractFetcherThread).
    fn stop_asking(&mut self, broker: BrokerId, partition: PartitionId) {
        if let Some(follower) = self.follower(broker, partition)
            && matches!(follower.fetcher, Fetcher::AskingEnd | Fetcher::AskingStart)
        {
            follower.fetcher = Fetcher::Fetching;
        }
    }

    fn set_fetcher(&mut self, broker: BrokerId, partition: PartitionId, fetcher: Fetcher) {
        if let Some(follower) = self.follower(broker, partition) {
            follower.fetcher = fetcher;
        }
    }
}
