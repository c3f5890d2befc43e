//! The follower's half of replication: its fetcher asks, appends what comes, takes over the HW, and
//! cuts its log where the release says so. Follows kafka.server.ReplicaFetcherThread.

use super::effect::{CutRule, Death, Effect, HwRule};
use super::epochs::truncation_point;
use super::rules::{FollowerRestart, Truncation};
use super::state::*;
use super::step::Step;
use super::types::*;

impl Step<'_> {
    /// The fetcher's next request leaves.
    pub(super) fn request(&mut self, broker: BrokerId, partition: PartitionId) {
        let rules = &self.setup.rules;
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let latest = replica.epochs.latest();
        let epoch = replica.leader_epoch.filter(|_| rules.fences_epochs);
        let Role::Follower(follower) = &mut replica.role else { return };
        let ask = match follower.fetcher {
            Fetcher::Fetching => Ask::Fetch {
                offset: disk.log.end(),
                last: latest.filter(|_| rules.truncation == Truncation::OnFetch),
            },
            Fetcher::Truncating => Ask::EpochEnd(latest),
            Fetcher::AskingEnd => Ask::LogEnd,
            Fetcher::AskingStart => Ask::LogStart,
            Fetcher::Fenced => return,
        };
        let leader = follower.leader;
        follower.call = Some(Call { ask, epoch, stage: Stage::Sent });
        self.out.add(|| Effect::Asked { broker, partition, leader, ask });
    }

    /// The reply reaches the follower.
    pub(super) fn receive(&mut self, broker: BrokerId, partition: PartitionId) {
        let Some(follower) = self.follower(broker, partition) else { return };
        let Some(Call { ask, stage: Stage::Replied(answer), .. }) = follower.call.take() else {
            return;
        };
        let fetcher = follower.fetcher;
        match (ask, answer) {
            (Ask::Fetch { offset, .. }, Answer::Records { records, hw: leader_hw }) => {
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
                self.clamp_hw(broker, partition);
            }
            (Ask::Fetch { .. }, Answer::Diverging { epoch, end, hw: leader_hw }) => {
                if self.setup.rules.diverging_reply_sets_hw {
                    let leo = self.cluster.leo(broker, partition);
                    let rule = || HwRule::Follower { leader_hw, leo };
                    self.set_hw(broker, partition, leader_hw.min(leo), rule);
                }
                self.truncate_to_common_epoch(broker, partition, epoch, end);
            }
            (_, Answer::Error(error)) => {
                self.out.add(|| Effect::ErrorReceived { broker, partition, error });
                match error {
                    KafkaError::OffsetOutOfRange => {
                        self.set_fetcher(broker, partition, Fetcher::AskingEnd);
                    }
                    // Only news from the controller helps (AbstractFetcherThread.onPartitionFenced).
                    KafkaError::FencedLeaderEpoch => {
                        self.set_fetcher(broker, partition, Fetcher::Fenced);
                        self.out.add(|| Effect::FetcherStopped { broker, partition });
                    }
                    _ => self.stop_asking(broker, partition),
                }
            }
            (Ask::EpochEnd(asked), Answer::EpochEnd { epoch, end }) => match (epoch, end) {
                (Some(epoch), Some(end)) => {
                    if self.truncate_to_common_epoch(broker, partition, epoch, end) {
                        self.set_fetcher(broker, partition, Fetcher::Fetching);
                    }
                }
                (_, end) => self.truncate_to_epoch_end(broker, partition, asked, end),
            },
            (Ask::LogEnd, Answer::Offset(end)) => self.compare_log_end(broker, partition, end),
            (Ask::LogStart, Answer::Offset(start)) => {
                self.compare_log_start(broker, partition, start);
            }
            // A leader answers each question in its own form.
            (Ask::Fetch { .. }, Answer::EpochEnd { .. } | Answer::Offset(_))
            | (
                Ask::EpochEnd(_),
                Answer::Records { .. } | Answer::Diverging { .. } | Answer::Offset(_),
            )
            | (
                Ask::LogEnd | Ask::LogStart,
                Answer::Records { .. } | Answer::Diverging { .. } | Answer::EpochEnd { .. },
            ) => {}
        }
    }

    /// KIP-279: the follower cuts to where the largest epoch that both know ended in both logs. Returns
    /// whether that is found; otherwise it has to ask again, with the epoch that is its latest then.
    fn truncate_to_common_epoch(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        epoch: Epoch,
        end: Offset,
    ) -> bool {
        let before_first = self.setup.rules.answers_before_first_epoch;
        let leo = self.cluster.leo(broker, partition);
        let Some((replica, _)) = self.replica(broker, partition) else { return true };
        let own = replica.epochs.end_offset(Some(epoch), leo, before_first);
        let (to, found) = truncation_point((epoch, end), own, leo);
        let (own, own_end) = own.unzip();
        self.cut(broker, partition, to, CutRule::CommonEpoch { epoch, end, own, own_end });
        found
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
        let missed_one = replica.leader_epoch.is_none_or(|known| epoch > known + 1);
        let restarts = !follows_already
            || match rules.follower_restart {
                FollowerRestart::LeaderChanges => false,
                FollowerRestart::EpochJumps => missed_one,
                FollowerRestart::EveryEpoch => true,
            };
        if !restarts {
            replica.leader_epoch = Some(epoch);
            self.out.add(|| Effect::FollowsOn { broker, partition, epoch, leader });
            return;
        }
        self.step_down(broker, partition);
        self.give_up_call(broker, partition);
        let Some((replica, _)) = self.replica(broker, partition) else { return };
        let hw = replica.hw;
        let latest = replica.epochs.latest();
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
            // Without an epoch there is nothing to ask about.
            Truncation::LeaderEpochV1 | Truncation::OnFetch if latest.is_none() => {
                self.cut(broker, partition, hw, CutRule::NoEpoch { hw });
            }
            Truncation::LeaderEpochV1 => {
                self.set_fetcher(broker, partition, Fetcher::Truncating);
            }
            Truncation::OnFetch => {}
        }
    }

    /// A replica is told that nobody leads (KRaft): it leads and follows nobody.
    pub(super) fn make_nobody(&mut self, broker: BrokerId, word: LeaderAndIsr) {
        let partition = word.partition;
        let epoch = word.state.epoch;
        self.step_down(broker, partition);
        self.give_up_call(broker, partition);
        let Some((replica, _)) = self.replica(broker, partition) else { return };
        replica.leader_epoch = Some(epoch);
        replica.role = Role::Idle;
        self.out.add(|| Effect::Nobody { broker, partition, epoch });
    }

    /// The questions after OFFSET_OUT_OF_RANGE belong to the handling of that one error: if one of
    /// them fails, the fetcher goes back to its fetch (AbstractFetcherThread).
    pub(super) fn stop_asking(&mut self, broker: BrokerId, partition: PartitionId) {
        let known = self.cluster.follower(broker, partition).map(|f| f.fetcher);
        if matches!(known, Some(Fetcher::AskingEnd | Fetcher::AskingStart)) {
            self.set_fetcher(broker, partition, Fetcher::Fetching);
        }
    }

    fn set_fetcher(&mut self, broker: BrokerId, partition: PartitionId, fetcher: Fetcher) {
        if let Some(follower) = self.follower(broker, partition) {
            follower.fetcher = fetcher;
        }
    }
}
