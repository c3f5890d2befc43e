//! The leader's half of replication: it serves follower fetches, keeps the remote LEOs, the ISR
//! and the HW. Follows kafka.cluster.Partition and kafka.server.ReplicaManager.

use super::effect::{Counted, Effect, HwRule, Lag, Unpark};
use super::rules::{FetchOrder, LagRule};
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
        let min_isr = self.topic.min_isr;
        let leo = self.leo(broker, partition);
        let hw = self.replica(broker, partition)?.hw;
        let leader = self.leader(broker, partition)?;
        let isr = leader.isr.len() as u8;
        if rules.hw_needs_min_isr && isr < min_isr {
            return Some((hw, HwRule::BelowMinIsr { isr, min_isr }));
        }
        let counted = |b: BrokerId, remote: &Remote| {
            if leader.isr.contains(b) {
                Some(Counted::Isr)
            } else if rules.hw_waits_for_caught_up && remote.caught_up_ago <= lag_max {
                Some(Counted::CaughtUp)
            } else {
                None
            }
        };
        let remotes: Vec<_> =
            leader.remotes.iter().filter_map(|(b, r)| Some((*b, r.leo, counted(*b, r)?))).collect();
        // An unknown remote LEO is Kafka's −1: it holds the HW where it is.
        let lowest = remotes.iter().map(|(_, l, _)| *l).min().unwrap_or(Some(leo));
        let to = hw.max(lowest.map_or(hw, |l| l.min(leo)));
        Some((to, HwRule::Leader { leo, remotes }))
    }

    /// The offset from which a follower has to fetch to join the ISR: the leader's HW.
    pub fn isr_entry(&self, leader: BrokerId, partition: PartitionId) -> Option<Offset> {
        self.leader(leader, partition)?;
        Some(self.replica(leader, partition)?.hw)
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
            LagRule::MessagesOrTime => Remote {
                leo: known.and_then(|r| r.leo),
                caught_up_ago: stale,
                fetched_ago: known.map_or(0, |r| r.fetched_ago),
                leader_leo_at_fetch: None,
            },
            LagRule::CaughtUp => Remote {
                leo: known.and_then(|r| r.leo),
                caught_up_ago: if in_isr { 0 } else { stale },
                fetched_ago: if known.is_some() { 0 } else { stale },
                leader_leo_at_fetch: known.map(|_| leo),
            },
        }
    }
}

impl Step<'_> {
    /// A follower's request reaches the broker it was sent to.
    pub(super) fn serve(&mut self, follower: BrokerId, partition: PartitionId) {
        let Some(f) = self.follower(follower, partition) else { return };
        let leader = f.leader;
        let Some(Call { ask, stage: Stage::Sent }) = f.call else { return };
        if self.cluster.leader(leader, partition).is_none() {
            self.reply_error(follower, partition, KafkaError::NotLeaderForPartition);
            return;
        }
        match ask {
            Ask::Fetch(offset) => self.serve_fetch(leader, partition, follower, offset),
            Ask::EpochEnd(asked) => {
                let matches_undefined = self.setup.rules.empty_table_matches_undefined;
                let Some((replica, disk)) = self.replica(leader, partition) else { return };
                let leo = disk.log.end();
                let end = replica.epochs.end_offset_v0(asked, leo, matches_undefined);
                self.out.add(|| Effect::EpochEndSent { leader, partition, follower, asked, end });
                self.reply(follower, partition, Answer::EpochEnd(end));
            }
            Ask::LogEnd | Ask::LogStart => {
                let Some((_, disk)) = self.replica(leader, partition) else { return };
                let offset = if ask == Ask::LogEnd { disk.log.end() } else { disk.log.start() };
                self.out.add(|| Effect::OffsetSent { leader, partition, follower, ask, offset });
                self.reply(follower, partition, Answer::Offset(offset));
            }
        }
    }

    /// A fetch: from 0.8.2 on the read comes first, so that the reply carries the HW from before
    /// this fetch moved it (ReplicaManager.fetchMessages).
    fn serve_fetch(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        offset: Offset,
    ) {
        let max = self.setup.settings.fetch_records as usize;
        let order = self.setup.rules.fetch_order;
        if order == FetchOrder::UpdateThenRead {
            self.note_fetch(leader, partition, follower, Some(offset));
        }
        let Some((replica, disk)) = self.replica(leader, partition) else { return };
        let hw = replica.hw;
        let in_range = (disk.log.start()..=disk.log.end()).contains(&offset);
        let records = disk.log.read(offset, max).to_vec();
        if order == FetchOrder::ReadThenUpdate {
            if in_range {
                self.note_fetch(leader, partition, follower, Some(offset));
            } else if self.setup.rules.failed_read_unsets_remote_leo {
                self.note_fetch(leader, partition, follower, None);
            }
        }
        let wait = self.setup.settings.fetch_wait_max;
        if !in_range {
            self.reply_error(follower, partition, KafkaError::OffsetOutOfRange);
        } else if records.is_empty() && wait > 0 {
            self.out.add(|| Effect::Parked { leader, partition, follower, ms: wait });
            self.set_stage(follower, partition, Stage::Parked(wait));
        } else {
            self.reply_records(leader, partition, follower, offset, records, hw);
        }
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
            LagRule::MessagesOrTime => remote.fetched_ago = 0,
            LagRule::CaughtUp => {
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

    /// A follower joins the ISR on a fetch from [`Cluster::isr_entry`] or beyond.
    fn maybe_expand_isr(&mut self, leader: BrokerId, partition: PartitionId, follower: BrokerId) {
        let Some(hw) = self.cluster.isr_entry(leader, partition) else { return };
        let Some(l) = self.cluster.leader(leader, partition) else { return };
        let isr = l.isr;
        let Some(leo) = l.remote(follower).and_then(|r| r.leo) else { return };
        if isr.contains(follower) || leo < hw {
            return;
        }
        let isr = isr.with(follower);
        if self.write_isr(leader, partition, isr) {
            let torn = &mut self.cluster.ledger.torn[partition.index()];
            *torn = torn.without(follower);
            self.out.add(|| Effect::IsrExpanded { leader, partition, follower, isr, leo, hw });
        }
    }

    /// The periodic check for followers that are too far behind (Partition.maybeShrinkIsr).
    pub(super) fn check_isrs(&mut self, broker: BrokerId) {
        for partition in self.setup.partitions() {
            self.maybe_shrink_isr(broker, partition);
        }
    }

    fn maybe_shrink_isr(&mut self, leader: BrokerId, partition: PartitionId) {
        let leo = self.cluster.leo(leader, partition);
        let Some(l) = self.cluster.leader(leader, partition) else { return };
        let isr = l.isr;
        let lagging: Vec<(BrokerId, Lag)> =
            isr.iter().filter_map(|b| Some((b, self.lag_of(l.remote(b)?, leo)?))).collect();
        if lagging.is_empty() {
            return;
        }
        let isr = isr.minus(lagging.iter().map(|(b, _)| *b).collect());
        if self.write_isr(leader, partition, isr) {
            for (follower, why) in lagging {
                self.out.add(|| Effect::IsrShrunk { leader, partition, follower, isr, why });
            }
            self.advance_hw(leader, partition);
            self.complete_purgatory(leader, partition);
        }
    }

    /// Why a follower is too far behind for the ISR, if it is.
    fn lag_of(&self, remote: &Remote, leader_leo: Offset) -> Option<Lag> {
        let max = self.setup.settings.lag_time_max;
        let rule = self.setup.rules.lag;
        let ago = remote.lag(rule);
        if ago > max {
            return Some(Lag::Time { ago, max });
        }
        match rule {
            LagRule::CaughtUp => None,
            LagRule::MessagesOrTime => {
                let behind = leader_leo.saturating_sub(remote.leo?);
                let max = self.setup.settings.lag_max_messages;
                (behind > max).then_some(Lag::Messages { behind, max })
            }
        }
    }

    /// The leader writes a new ISR into ZooKeeper, on condition that nobody has changed the znode
    /// since it last read it. Returns whether it did.
    fn write_isr(&mut self, leader: BrokerId, partition: PartitionId, isr: BrokerSet) -> bool {
        let Some(l) = self.leader(leader, partition) else { return false };
        if !l.zk_current {
            self.out.add(|| Effect::IsrWriteRefused { leader, partition, wanted: isr });
            return false;
        }
        l.isr = isr;
        let state = PartitionState { isr, ..*self.cluster.partition(partition) };
        self.write_znode(partition, state, Some(leader));
        true
    }

    /// Gives a leader the HW that its rule comes to. Called after each append, fetch, change of the
    /// ISR and election.
    pub(super) fn advance_hw(&mut self, broker: BrokerId, partition: PartitionId) {
        if let Some((to, rule)) = self.cluster.leader_hw(self.setup, broker, partition) {
            self.set_hw(broker, partition, to, || rule);
        }
    }

    /// A replica begins to lead, or goes on in a new epoch (Partition.makeLeader). The log stays as
    /// it is and the HW where it was.
    pub(super) fn make_leader(&mut self, broker: BrokerId, word: LeaderAndIsr) {
        let partition = word.partition;
        let PartitionState { epoch, isr, .. } = word.state;
        let setup = self.setup;
        self.give_up_call(broker, partition);
        let Some((replica, disk)) = self.replica(broker, partition) else { return };
        let leo = disk.log.end();
        replica.leader_epoch = Some(epoch);
        let old = match std::mem::replace(&mut replica.role, Role::Idle) {
            Role::Leader(leader) => Some(leader),
            _ => None,
        };
        let others = setup.replicas(partition).iter().filter(|b| **b != broker);
        let forgets = setup.rules.new_epoch_forgets_remotes;
        let known = |b: BrokerId| old.as_ref().filter(|_| !forgets).and_then(|l| l.remote(b));
        let mut remotes: Vec<(BrokerId, Remote)> = others
            .map(|&b| (b, Remote::at_election(setup, isr.contains(b), leo, known(b))))
            .collect();
        remotes.sort_unstable_by_key(|(b, _)| *b);
        replica.role = Role::Leader(Leader {
            isr,
            zk_current: word.zk_current,
            remotes,
            purgatory: old.map(|l| l.purgatory).unwrap_or_default(),
        });
        self.out.add(|| Effect::LeaderNow { broker, partition, epoch, isr });
        if setup.rules.has_epochs() && setup.rules.epoch_entry_at_election {
            self.assign_epoch(broker, partition, epoch, leo);
        }
        self.advance_hw(broker, partition);
        self.complete_purgatory(broker, partition);
    }

    /// A leader that is one no longer answers everybody who waits at it.
    pub(super) fn step_down(&mut self, broker: BrokerId, partition: PartitionId) {
        let Some(leader) = self.leader(broker, partition) else { return };
        let purgatory = std::mem::take(&mut leader.purgatory);
        for pending in purgatory {
            self.fail_pending(partition, pending, KafkaError::NotLeaderForPartition);
        }
        for (follower, _) in self.parked_at(broker, partition) {
            self.out.add(|| Effect::Unparked {
                leader: broker,
                partition,
                follower,
                why: Unpark::NotLeader,
            });
            self.reply_error(follower, partition, KafkaError::NotLeaderForPartition);
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
        let Some((replica, disk)) = self.replica(leader, partition) else { return };
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
                    Call { ask: Ask::Fetch(offset), stage: Stage::Parked(_) }
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
        self.reply(follower, partition, Answer::Records { records, hw });
    }

    fn reply_error(&mut self, follower: BrokerId, partition: PartitionId, error: KafkaError) {
        let Some(leader) = self.follower(follower, partition).map(|f| f.leader) else { return };
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
