//! The follower's half of replication: its fetcher asks, appends what comes, takes over the HW, and
//! cuts its log where the release says so. Follows kafka.server.ReplicaFetcherThread.

use super::effect::{CutRule, Death, Effect, HwRule, Lost};
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
