//! The leader-epoch table of a replica (KIP-101): which epoch began at which offset.
//!
//! Kafka calls it `LeaderEpochFileCache` and keeps it in memory and in the file
//! `leader-epoch-checkpoint`. It answers the one question that OffsetsForLeaderEpoch asks: where
//! did that epoch end?

use super::reuse::clone_in_place;
use super::rules::EpochConflict;
use super::types::{Epoch, Offset};

/// One line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EpochStart {
    /// The leader epoch.
    pub epoch: Epoch,
    /// The offset of its first record, or the LEO at its election.
    pub start: Offset,
}

/// The table, oldest epoch first.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct EpochTable {
    entries: Vec<EpochStart>,
}

clone_in_place!(EpochTable { entries });

impl EpochTable {
    /// A table of these entries, oldest first.
    pub fn new(entries: Vec<EpochStart>) -> Self {
        EpochTable { entries }
    }

    /// Its entries, to be put in place of what they were: for `encode`.
    pub(super) fn entries_mut(&mut self) -> &mut Vec<EpochStart> {
        &mut self.entries
    }

    /// The entries, oldest first.
    pub fn entries(&self) -> &[EpochStart] {
        &self.entries
    }

    /// The newest epoch of the table.
    pub fn latest(&self) -> Option<Epoch> {
        self.entries.last().map(|e| e.epoch)
    }

    /// Notes that `epoch` begins at `start`. Returns whether the table changed.
    ///
    /// What happens with an entry that does not follow the last one depends on the release:
    /// refused to 2.0.0, from 2.0.1 the last one assigned wins and conflicting entries go
    /// (KAFKA-7415).
    pub fn assign(&mut self, epoch: Epoch, start: Offset, conflict: EpochConflict) -> bool {
        let last = self.entries.last().copied();
        match conflict {
            EpochConflict::Refuse => {
                if last.is_some_and(|l| epoch <= l.epoch || start < l.start) {
                    return false;
                }
            }
            EpochConflict::LastAssignWins => {
                if last.is_some_and(|l| l.epoch == epoch && start >= l.start) {
                    return false;
                }
                while self.entries.last().is_some_and(|l| l.epoch >= epoch || l.start >= start) {
                    self.entries.pop();
                }
            }
        }
        self.entries.push(EpochStart { epoch, start });
        true
    }

    /// Forgets the epochs that begin at `end` or later (truncateFromEnd). Returns what went.
    pub fn truncate_from_end(&mut self, end: Offset) -> Vec<EpochStart> {
        let keep = self.entries.partition_point(|e| e.start < end);
        self.entries.split_off(keep)
    }

    /// Forgets the epochs that ended at `start` or before; the one that spans it now begins there
    /// (truncateFromStart).
    pub fn truncate_from_start(&mut self, start: Offset) {
        let gone = self.entries.partition_point(|e| e.start <= start);
        if gone > 0 {
            self.entries.drain(..gone - 1);
            self.entries[0].start = start;
        }
    }

    /// The answer to OffsetsForLeaderEpoch v0 (0.11 to 1.1): the LEO for the latest epoch, else
    /// the start of the first later epoch; `None` is Kafka's UNDEFINED_EPOCH_OFFSET.
    ///
    /// `empty_matches_undefined` is KAFKA-6857: to 1.0.1 and 1.1.0, a question about no epoch (−1)
    /// to a leader with an empty table was answered with its LEO.
    pub fn end_offset_v0(
        &self,
        asked: Option<Epoch>,
        leo: Offset,
        empty_matches_undefined: bool,
    ) -> Option<Offset> {
        let Some(asked) = asked else {
            return (empty_matches_undefined && self.entries.is_empty()).then_some(leo);
        };
        if self.latest() == Some(asked) {
            return Some(leo);
        }
        if self.entries.first().is_none_or(|first| asked < first.epoch) {
            return None;
        }
        self.entries.iter().find(|e| e.epoch > asked).map(|e| e.start)
    }

    /// The largest epoch not above the one asked about, and where it ended: the answer to
    /// OffsetsForLeaderEpoch from v1 on (KIP-279, 2.0). `None` is undefined: the table is empty, or
    /// knows only older epochs, or nothing is asked about.
    ///
    /// `before_first`: from 2.0.1 on an epoch before the first one ended where that begins.
    pub fn end_offset(
        &self,
        asked: Option<Epoch>,
        leo: Offset,
        before_first: bool,
    ) -> Option<(Epoch, Offset)> {
        let asked = asked?;
        let (first, latest) = (self.entries.first()?, self.latest()?);
        if asked == latest {
            return Some((asked, leo));
        }
        if asked < first.epoch {
            return before_first.then_some((asked, first.start));
        }
        let next = self.entries.iter().position(|e| e.epoch > asked)?;
        Some((self.entries[next - 1].epoch, self.entries[next].start))
    }
}

/// Where two logs part, as far as a follower can tell, and whether it has to ask again: from what
/// the leader says of its largest epoch not above the follower's latest, and the same of the
/// follower's own table (ReplicaFetcherThread.truncate, AbstractFetcherThread.getOffsetTruncationState;
/// KIP-279).
pub fn truncation_point(
    (epoch, end): (Epoch, Offset),
    own: Option<(Epoch, Offset)>,
    leo: Offset,
) -> (Offset, bool) {
    match own {
        None => (end.min(leo), true),
        Some((own_epoch, own_end)) if own_epoch != epoch => (own_end.min(leo), false),
        Some((_, own_end)) => (own_end.min(end).min(leo), true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(entries: &[(Epoch, Offset)]) -> EpochTable {
        EpochTable::new(entries.iter().map(|&(epoch, start)| EpochStart { epoch, start }).collect())
    }

    #[test]
    fn h1_a_later_epoch_at_the_same_start_replaces_the_earlier_one_from_2_0_1() {
        let mut t = EpochTable::default();
        t.assign(2, 9, EpochConflict::LastAssignWins);
        t.assign(3, 9, EpochConflict::LastAssignWins);
        assert_eq!(t, table(&[(3, 9)]));
    }

    #[test]
    fn before_2_0_1_a_later_epoch_at_the_same_start_is_added() {
        let mut t = EpochTable::default();
        t.assign(2, 9, EpochConflict::Refuse);
        t.assign(3, 9, EpochConflict::Refuse);
        assert_eq!(t, table(&[(2, 9), (3, 9)]));
    }

    #[test]
    fn h4_an_epoch_that_goes_back_is_refused_before_2_0_1_and_wins_after() {
        let mut refuse = table(&[(1, 5), (2, 6)]);
        assert!(!refuse.assign(1, 7, EpochConflict::Refuse));
        assert_eq!(refuse, table(&[(1, 5), (2, 6)]));
        let mut wins = table(&[(1, 5), (2, 6)]);
        assert!(wins.assign(1, 7, EpochConflict::LastAssignWins));
        assert_eq!(wins, table(&[(1, 7)]));
    }

    #[test]
    fn h2_the_next_available_epoch_ends_the_one_asked_for() {
        let t = table(&[(0, 10), (2, 13), (4, 17)]);
        assert_eq!(t.end_offset_v0(Some(1), 20, false), Some(13));
        assert_eq!(t.end_offset_v0(Some(2), 20, false), Some(17));
        assert_eq!(t.end_offset_v0(Some(3), 20, false), Some(17));
        assert_eq!(t.end_offset_v0(Some(4), 20, false), Some(20));
    }

    #[test]
    fn h3_an_epoch_before_the_first_or_after_the_last_is_undefined_in_v0() {
        let t = table(&[(5, 11), (6, 12), (7, 13)]);
        assert_eq!(t.end_offset_v0(Some(4), 14, false), None);
        assert_eq!(t.end_offset_v0(Some(8), 14, false), None);
        assert_eq!(t.end_offset_v0(None, 14, true), None);
        assert_eq!(EpochTable::default().end_offset_v0(Some(0), 0, false), None);
    }

    #[test]
    fn h2_from_2_0_the_answer_names_the_epoch_it_is_for() {
        let t = table(&[(0, 10), (2, 13), (4, 17)]);
        assert_eq!(t.end_offset(Some(1), 20, true), Some((0, 13)));
        assert_eq!(t.end_offset(Some(2), 20, true), Some((2, 17)));
        assert_eq!(t.end_offset(Some(3), 20, true), Some((2, 17)));
        assert_eq!(t.end_offset(Some(4), 20, true), Some((4, 20)));
    }

    #[test]
    fn h3_an_epoch_before_the_first_ended_where_that_begins_from_2_0_1() {
        let t = table(&[(5, 11), (6, 12), (7, 13)]);
        assert_eq!(t.end_offset(Some(4), 14, true), Some((4, 11)));
        assert_eq!(t.end_offset(Some(4), 14, false), None);
        assert_eq!(t.end_offset(Some(8), 14, true), None);
        assert_eq!(t.end_offset(None, 14, true), None);
        assert_eq!(EpochTable::default().end_offset(Some(0), 0, true), None);
    }

    #[test]
    fn h22_where_a_follower_cuts_and_whether_it_asks_again() {
        let leo = 200;
        assert_eq!(truncation_point((5, 156), Some((5, 200)), leo), (156, true));
        assert_eq!(truncation_point((4, 156), None, leo), (156, true));
        assert_eq!(truncation_point((4, 202), None, leo), (200, true));
        assert_eq!(truncation_point((4, 155), Some((3, 120)), leo), (120, false));
        assert_eq!(truncation_point((3, 101), Some((3, 120)), 120), (101, true));
    }

    #[test]
    fn h23_a_diverging_epoch_that_the_follower_has_longer_is_cut_to_the_leaders_end() {
        assert_eq!(truncation_point((4, 140), Some((4, 149)), 200), (140, true));
    }

    #[test]
    fn kafka_6857_no_epoch_asked_of_an_empty_table_was_answered_with_the_leo() {
        assert_eq!(EpochTable::default().end_offset_v0(None, 7, true), Some(7));
        assert_eq!(EpochTable::default().end_offset_v0(None, 7, false), None);
    }

    #[test]
    fn h5_truncation_from_the_end_and_from_the_start() {
        let entries = [(2, 6), (3, 8), (4, 11)];
        let from_end = |o| {
            let mut t = table(&entries);
            t.truncate_from_end(o);
            t
        };
        let from_start = |o| {
            let mut t = table(&entries);
            t.truncate_from_start(o);
            t
        };
        assert_eq!(from_end(8), table(&[(2, 6)]));
        assert_eq!(from_end(9), table(&[(2, 6), (3, 8)]));
        assert_eq!(from_start(8), table(&[(3, 8), (4, 11)]));
        assert_eq!(from_start(9), table(&[(3, 9), (4, 11)]));
        assert_eq!(from_start(15), table(&[(4, 15)]));
        assert_eq!(from_start(1), table(&entries));
    }
}
