//! The leader's half of replication: it serves follower fetches, keeps the remote LEOs and the HW.
//! Follows kafka.cluster.Partition and kafka.server.ReplicaManager.

use super::effect::{AlterReason, Counted, Effect, HwRule, Unpark};
use super::rules::{FetchOrder, HwWait, LagRule, Truncation};
use super::setup::Setup;
use super::state::*;
use super::step::Step;
use super::types::*;

impl Cluster {
    /// The HW that a broker which leads comes to now, and the numbers that make it: max(HW, min of
    /// the LEOs that count) (Partition.maybeIncrementLeaderHW).
    pub fn leader_hw(
        &self,
        setup: &Setup,
        broker: BrokerId,
        partition: PartitionId,
    ) -> Option<(Offset, HwRule)> {
        let rules = &setup.rules;
        let lag_max = setup.settings.lag_time_max;
        let min_isr = self.min_isr(setup, partition);
        let leo = self.leo(broker, partition);
        let hw = self.replica(broker, partition)?.hw;
        let leader = self.leader(broker, partition)?;
        let isr = leader.isr.len() as u8;
        if rules.hw_needs_min_isr && isr < min_isr {
            return Some((hw, HwRule::BelowMinIsr { isr, min_isr }));
        }
        let maximal = leader.maximal_isr();
        let counted = |b: BrokerId, remote: &Remote| {
            let in_time = remote.caught_up_ago <= lag_max;
            let at_leo = remote.leo == Some(leo);
            let waits = match rules.hw_wait {
                HwWait::Nobody => false,
                HwWait::CaughtUp => in_time,
                HwWait::CaughtUpOrAtLeo => in_time || at_leo,
                HwWait::Eligible => (in_time || at_leo) && self.may_join_isr(setup, b),
            };
            if leader.isr.contains(b) {
                Some(Counted::Isr)
            } else if maximal.contains(b) {
                Some(Counted::Proposed)
            } else {
                waits.then_some(Counted::CaughtUp)
            }
        };
        let remotes: Vec<_> =
            leader.remotes.iter().filter_map(|(b, r)| Some((*b, r.leo, counted(*b, r)?))).collect();
        // An unknown remote LEO is Kafka's −1: it holds the HW where it is.
        let lowest = remotes.iter().map(|(_, l, _)| *l).min().unwrap_or(Some(leo));
        let to = hw.max(lowest.map_or(hw, |l| l.min(leo)));
        Some((to, HwRule::Leader { leo, remotes }))
    }
}

impl Remote {
    /// What a leader that begins a reign knows of a follower, given what it knew of it in the reign
    /// before, if it led then. A member of the ISR counts as caught up now, anybody else as long
    /// behind. Only a leader that led before takes its election for a fetch from its LEO: a new one
    /// knows of no fetch (Replica.resetLastCaughtUpTime, then UnknownLogReadResult).
    pub fn at_election(setup: &Setup, in_isr: bool, leo: Offset, known: Option<&Remote>) -> Remote {
        let stale = setup.stale_age();
        match setup.rules.lag {
            LagRule::MessagesOrStuck | LagRule::MessagesOrTime => Remote {
                leo: known.and_then(|r| r.leo),
                caught_up_ago: stale,
                fetched_ago: known.map_or(0, |r| r.fetched_ago),
                leader_leo_at_fetch: None,
                last_sent_hw: None,
            },
            LagRule::ReadToEnd => Remote {
                leo: known.and_then(|r| r.leo),
                caught_up_ago: known.map_or(0, |r| r.caught_up_ago),
                fetched_ago: stale,
                leader_leo_at_fetch: None,
                last_sent_hw: None,
            },
            LagRule::CaughtUp | LagRule::CaughtUpOrAtLeo => Remote {
                leo: known.and_then(|r| r.leo),
                caught_up_ago: if in_isr { 0 } else { stale },
                fetched_ago: if known.is_some() { 0 } else { stale },
                leader_leo_at_fetch: known.map(|_| leo),
                last_sent_hw: known.and_then(|r| r.last_sent_hw),
            },
        }
    }
}

impl Step<'_> {
    /// A follower's request reaches the broker it was sent to.
    pub(super) fn serve(&mut self, follower: BrokerId, partition: PartitionId) {
        let Some(f) = self.cluster.follower(follower, partition) else { return };
        let leader = f.leader;
        let Some(Call { ask, epoch, stage: Stage::Sent }) = f.call else { return };
        // Partition.checkCurrentLeaderEpoch comes first (KIP-320): it tells who is behind whom.
        let known = self.cluster.replica(leader, partition).and_then(|r| r.leader_epoch);
        if let (Some(sent), Some(known)) = (epoch, known)
            && sent != known
        {
            self.out.add(|| Effect::EpochFenced { leader, partition, follower, sent, known });
            let fenced = KafkaError::FencedLeaderEpoch;
            let error = if sent < known { fenced } else { KafkaError::UnknownLeaderEpoch };
            self.reply_error(follower, partition, error);
            return;
        }
        if self.cluster.leader(leader, partition).is_none() {
            self.reply_error(follower, partition, self.setup.rules.not_leader);
            return;
        }
        match ask {
            Ask::Fetch { offset, last } => {
                self.serve_fetch(leader, partition, follower, offset, last);
            }
            Ask::EpochEnd(asked) => {
                let Some((epoch, end)) = self.epoch_end(leader, partition, asked) else { return };
                self.out.add(|| Effect::EpochEndSent {
                    leader,
                    partition,
                    follower,
                    asked,
                    epoch,
                    end,
                });
                self.reply(follower, partition, Answer::EpochEnd { epoch, end });
            }
            Ask::LogEnd | Ask::LogStart => {
                let Some(disk) = self.cluster.disk(leader, partition) else { return };
                let offset = if ask == Ask::LogEnd { disk.log.end() } else { disk.log.start() };
                self.out.add(|| Effect::OffsetSent { leader, partition, follower, ask, offset });
                self.reply(follower, partition, Answer::Offset(offset));
            }
        }
    }

    /// A leader's answer to OffsetsForLeaderEpoch: from v1 on (KIP-279) the largest epoch not above
    /// the one asked about, and where that ended.
    fn epoch_end(
        &self,
        leader: BrokerId,
        partition: PartitionId,
        asked: Option<Epoch>,
    ) -> Option<(Option<Epoch>, Option<Offset>)> {
        let rules = &self.setup.rules;
        let leo = self.cluster.leo(leader, partition);
        let epochs = &self.cluster.replica(leader, partition)?.epochs;
        Some(match rules.truncation {
            Truncation::LocalHighWatermark | Truncation::LeaderEpochV0 => {
                (None, epochs.end_offset_v0(asked, leo, rules.empty_table_matches_undefined))
            }
            Truncation::LeaderEpochV1 | Truncation::OnFetch => {
                epochs.end_offset(asked, leo, rules.answers_before_first_epoch).unzip()
            }
        })
    }

    /// A fetch: from 0.8.2 on the read comes first, so that the reply carries the HW from before
    /// this fetch moved it (ReplicaManager.fetchMessages). One that says the follower's latest epoch
    /// is told where that ended, if not where the follower believes (Partition.readRecords, 2.7).
    fn serve_fetch(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        offset: Offset,
        last: Option<Epoch>,
    ) {
        let rules = &self.setup.rules;
        let max = self.setup.settings.fetch_records as usize;
        if rules.fetch_order == FetchOrder::UpdateThenRead {
            self.note_fetch(leader, partition, follower, Some(offset));
        }
        let own_end = last.and_then(|last| self.epoch_end(leader, partition, Some(last)));
        let cluster = &self.cluster;
        let Some(replica) = cluster.replica(leader, partition) else { return };
        let Some(disk) = cluster.disk(leader, partition) else { return };
        let mut hw = replica.hw;
        let unknown_epoch = matches!(own_end, Some((_, None)));
        let in_range = (disk.log.start()..=disk.log.end()).contains(&offset) && !unknown_epoch;
        let records = disk.log.read(offset, max).to_vec();
        let diverging = match (last, own_end) {
            (Some(last), Some((Some(epoch), Some(end)))) if epoch < last || end < offset => {
                // Below the log start nothing is read, and nothing compared.
                (offset >= disk.log.start()).then_some((last, epoch, end))
            }
            _ => None,
        };
        if rules.fetch_order != FetchOrder::UpdateThenRead {
            if diverging.is_some() {
                if rules.diverging_fetch_counts {
                    self.note_fetch(leader, partition, follower, Some(offset));
                }
            } else if in_range {
                self.note_fetch(leader, partition, follower, Some(offset));
            } else if rules.failed_read_unsets_remote_leo {
                self.note_fetch(leader, partition, follower, None);
            }
        }
        let hw_now = self.cluster.replica(leader, partition).map_or(hw, |r| r.hw);
        let owes_hw = rules.parked_waits_for_hw
            && self.last_sent_hw(leader, partition, follower).is_some_and(|sent| sent < hw);
        if rules.fetch_order == FetchOrder::ReadThenUpdateNewHw {
            hw = hw_now;
        }
        let wait = self.setup.settings.fetch_wait_max;
        if let Some((last, epoch, end)) = diverging {
            self.out.add(|| Effect::DivergingSent {
                leader,
                partition,
                follower,
                offset,
                last,
                epoch,
                end,
                hw,
            });
            self.reply(follower, partition, Answer::Diverging { epoch, end, hw });
        } else if !in_range {
            self.reply_error(follower, partition, KafkaError::OffsetOutOfRange);
        } else if records.is_empty() && wait > 0 && !owes_hw {
            self.out.add(|| Effect::Parked { leader, partition, follower, ms: wait });
            self.set_stage(follower, partition, Stage::Parked(wait));
            self.complete_parked_for_hw(leader, partition);
        } else {
            self.reply_records(leader, partition, follower, offset, records, hw);
        }
    }

    /// The HW that a leader last sent to a follower; 0 before the first time, as Kafka begins.
    fn last_sent_hw(
        &self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
    ) -> Option<Offset> {
        let remote = self.cluster.leader(leader, partition)?.remote(follower)?;
        Some(remote.last_sent_hw.unwrap_or(0))
    }

    /// What a leader learns from a follower's fetch: first the remote LEO, then the ISR, then the
    /// HW. `None`: the read failed, and the remote LEO becomes unknown.
    fn note_fetch(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        offset: Option<Offset>,
    ) {
        let lag = self.setup.rules.lag;
        let stale = self.setup.stale_age();
        let leo = self.cluster.leo(leader, partition);
        let Some(remote) = self.leader(leader, partition).and_then(|l| l.remote_mut(follower))
        else {
            return;
        };
        let from = std::mem::replace(&mut remote.leo, offset);
        match lag {
            LagRule::MessagesOrStuck | LagRule::MessagesOrTime => remote.fetched_ago = 0,
            LagRule::ReadToEnd => {
                if offset.is_some_and(|offset| offset >= leo) {
                    remote.caught_up_ago = 0;
                }
            }
            LagRule::CaughtUp | LagRule::CaughtUpOrAtLeo => {
                if let Some(offset) = offset {
                    // KAFKA-4485: having read to where the log ended at the previous fetch counts
                    // as having been caught up then.
                    if offset >= leo {
                        remote.caught_up_ago = 0;
                    } else if remote.leader_leo_at_fetch.is_some_and(|then| offset >= then) {
                        remote.caught_up_ago = remote.caught_up_ago.min(remote.fetched_ago);
                    }
                }
                // After a failed read the time of the fetch serves nothing: it is kept as any other.
                remote.fetched_ago = if offset.is_some() { 0 } else { stale };
                remote.leader_leo_at_fetch = offset.map(|_| leo);
            }
        }
        self.out.add(|| Effect::RemoteLeo { leader, partition, follower, from, to: offset });
        self.maybe_expand_isr(leader, partition, follower);
        self.advance_hw(leader, partition);
        self.complete_purgatory(leader, partition);
    }

    /// Gives a leader the HW that its rule comes to. Called after each append, fetch, change of the
    /// ISR and election.
    pub(super) fn advance_hw(&mut self, broker: BrokerId, partition: PartitionId) {
        if let Some((to, rule)) = self.cluster.leader_hw(self.setup, broker, partition) {
            self.set_hw(broker, partition, to, || rule);
            self.complete_parked_for_hw(broker, partition);
        }
    }

    /// A replica begins to lead, or goes on in a new epoch (Partition.makeLeader). The log stays as
    /// it is and the HW where it was.
    pub(super) fn make_leader(&mut self, broker: BrokerId, word: LeaderAndIsr) {
        let partition = word.partition;
        let PartitionState { epoch, isr, recovering, .. } = word.state;
        let setup = self.setup;
        self.give_up_call(broker, partition);
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let leo = disk.log.end();
        replica.leader_epoch = Some(epoch);
        let old = match std::mem::replace(&mut replica.role, Role::Idle) {
            Role::Leader(leader) => Some(leader),
            _ => None,
        };
        let others = word.state.replicas.iter().filter(|b| **b != broker);
        let forgets = setup.rules.new_epoch_forgets_remotes;
        let known = |b: BrokerId| old.as_ref().filter(|_| !forgets).and_then(|l| l.remote(b));
        let mut remotes: Vec<(BrokerId, Remote)> = others
            .map(|&b| (b, Remote::at_election(setup, isr.contains(b), leo, known(b))))
            .collect();
        remotes.sort_unstable_by_key(|(b, _)| *b);
        replica.role = Role::Leader(Leader {
            isr,
            version_current: word.current,
            alter: None,
            epoch_start: if setup.rules.isr_entry_at_epoch_start { leo } else { 0 },
            remotes,
            purgatory: old.map(|l| l.purgatory).unwrap_or_default(),
        });
        self.out.add(|| Effect::LeaderNow { broker, partition, epoch, isr });
        if setup.rules.has_epochs() && setup.rules.epoch_entry_at_election {
            self.assign_epoch(broker, partition, epoch, leo);
        }
        self.advance_hw(broker, partition);
        self.complete_purgatory(broker, partition);
        if recovering {
            self.change_isr(broker, partition, isr, AlterReason::Recovered);
        }
    }

    /// A leader hears of another ISR or assignment in the reign that it knows (KRaft). What it has
    /// asked the controller for meanwhile is answered by it (Partition.makeLeader, KAFKA-13790).
    pub(super) fn refresh_leader(&mut self, broker: BrokerId, word: LeaderAndIsr) {
        let partition = word.partition;
        let PartitionState { isr, replicas, .. } = word.state;
        let setup = self.setup;
        let leo = self.cluster.leo(broker, partition);
        let Some(leader) = self.leader(broker, partition) else { return };
        let from = std::mem::replace(&mut leader.isr, isr);
        leader.version_current = word.current;
        leader.alter = None;
        leader.remotes.retain(|(b, _)| replicas.contains(b));
        for &other in replicas.iter().filter(|b| **b != broker) {
            if leader.remote(other).is_none() {
                let remote = Remote::at_election(setup, isr.contains(other), leo, None);
                leader.remotes.push((other, remote));
            }
        }
        leader.remotes.sort_unstable_by_key(|(b, _)| *b);
        self.out.add(|| Effect::IsrHeard { leader: broker, partition, from, to: isr });
        self.advance_hw(broker, partition);
        self.complete_purgatory(broker, partition);
    }

    /// A leader that is one no longer answers everybody who waits at it.
    pub(super) fn step_down(&mut self, broker: BrokerId, partition: PartitionId) {
        let Some(leader) = self.leader(broker, partition) else { return };
        let purgatory = std::mem::take(&mut leader.purgatory);
        for pending in purgatory {
            self.fail_pending(partition, pending, self.setup.rules.not_leader);
        }
        for (follower, _) in self.parked_at(broker, partition) {
            self.out.add(|| Effect::Unparked {
                leader: broker,
                partition,
                follower,
                why: Unpark::NotLeader,
            });
            self.reply_error(follower, partition, self.setup.rules.not_leader);
        }
    }

    /// Reads all fetches again that are parked at a leader: there is new data.
    pub(super) fn complete_parked(&mut self, leader: BrokerId, partition: PartitionId) {
        for (follower, offset) in self.parked_at(leader, partition) {
            if self.cluster.leo(leader, partition) > offset {
                self.reread(leader, partition, follower, offset, Unpark::Data);
            }
        }
    }

    /// Reads all fetches again that are parked at a leader whose followers have not been sent its HW
    /// (KIP-392: 2.4 and 2.5).
    fn complete_parked_for_hw(&mut self, leader: BrokerId, partition: PartitionId) {
        if !self.setup.rules.parked_waits_for_hw {
            return;
        }
        for (follower, offset) in self.parked_at(leader, partition) {
            let hw = self.cluster.replica(leader, partition).map_or(0, |r| r.hw);
            if self.last_sent_hw(leader, partition, follower).is_some_and(|sent| sent < hw) {
                self.reread(leader, partition, follower, offset, Unpark::Hw);
            }
        }
    }

    /// A parked fetch has waited long enough.
    pub(super) fn end_wait(&mut self, follower: BrokerId, partition: PartitionId) {
        let Some(f) = self.cluster.follower(follower, partition) else { return };
        let leader = f.leader;
        let Some(Call { ask: Ask::Fetch { offset, .. }, .. }) = f.call else { return };
        self.reread(leader, partition, follower, offset, Unpark::WaitOver);
    }

    /// A parked fetch is read again, records and HW, and answered (DelayedFetch.onComplete).
    pub(super) fn reread(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        offset: Offset,
        why: Unpark,
    ) {
        let max = self.setup.settings.fetch_records as usize;
        let cluster = &self.cluster;
        let Some(replica) = cluster.replica(leader, partition) else { return };
        let Some(disk) = cluster.disk(leader, partition) else { return };
        let (records, hw) = (disk.log.read(offset, max).to_vec(), replica.hw);
        self.out.add(|| Effect::Unparked { leader, partition, follower, why });
        self.reply_records(leader, partition, follower, offset, records, hw);
    }

    /// The followers whose fetches are parked at a broker, with their fetch offsets.
    pub(super) fn parked_at(
        &self,
        leader: BrokerId,
        partition: PartitionId,
    ) -> Vec<(BrokerId, Offset)> {
        self.setup
            .all_brokers()
            .iter()
            .filter_map(|b| {
                let follower = self.cluster.follower(b, partition)?;
                match follower.call.as_ref()? {
                    Call { ask: Ask::Fetch { offset, .. }, stage: Stage::Parked(_), .. }
                        if follower.leader == leader =>
                    {
                        Some((b, *offset))
                    }
                    _ => None,
                }
            })
            .collect()
    }

    fn reply_records(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        offset: Offset,
        records: Vec<super::log::Record>,
        hw: Offset,
    ) {
        self.out.add(|| Effect::RecordsSent {
            leader,
            partition,
            follower,
            offset,
            records: records.clone(),
            hw,
        });
        if self.setup.rules.parked_waits_for_hw
            && let Some(remote) =
                self.leader(leader, partition).and_then(|l| l.remote_mut(follower))
        {
            remote.last_sent_hw = Some(hw);
        }
        self.reply(follower, partition, Answer::Records { records, hw });
    }

    fn reply_error(&mut self, follower: BrokerId, partition: PartitionId, error: KafkaError) {
        let known = self.cluster.follower(follower, partition);
        let Some(leader) = known.map(|f| f.leader) else { return };
        self.out.add(|| Effect::ErrorSent { leader, partition, follower, error });
        self.reply(follower, partition, Answer::Error(error));
    }

    fn reply(&mut self, follower: BrokerId, partition: PartitionId, answer: Answer) {
        self.set_stage(follower, partition, Stage::Replied(answer));
    }

    fn set_stage(&mut self, follower: BrokerId, partition: PartitionId, stage: Stage) {
        if let Some(call) = self.follower(follower, partition).and_then(|f| f.call.as_mut()) {
            call.stage = stage;
        }
    }
}
