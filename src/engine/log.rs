//! A replica's log on one broker: records, segments, and how much of it has been flushed.
//!
//! Appends go to the page cache, which survives the death of the process but not a power loss;
//! [`Log::flushed`] says up to where the records are really on the disk. Segments roll after a set
//! number of records; as nothing here deletes old segments, their base offsets follow from the
//! log's start and that number, and are not stored.

use super::reuse::clone_in_place;
use super::types::{Epoch, Offset, ProducerId, Value};

/// A record: what it says and, from message format v2 (0.11) on, the leader epoch it was
/// stamped with and what an idempotent producer numbered it with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Record {
    /// The value.
    pub value: Value,
    /// The leader epoch in the record, absent before 0.11 (KIP-101).
    pub epoch: Option<Epoch>,
    /// The number an idempotent producer gave it (KIP-98).
    pub sequence: Option<Sequence>,
}

/// The number of a record of an idempotent producer. Its producer epoch is always 0: only
/// transactions raise it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sequence {
    /// The producer.
    pub producer: ProducerId,
    /// Which of its producer ids it used: how often it had been given a new one.
    pub incarnation: u16,
    /// From 0, by partition and producer id.
    pub number: u16,
}

impl Record {
    /// A record of a producer that is not idempotent.
    pub fn new(value: Value, epoch: Option<Epoch>) -> Self {
        Record { value, epoch, sequence: None }
    }
}

/// A log. Its records have offsets `start .. end`, without gaps.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Log {
    start: Offset,
    flushed: Offset,
    records: Vec<Record>,
}

clone_in_place!(Log { start, flushed, records });

impl Log {
    /// A log whose first record has offset `start`, flushed up to `flushed` (clamped to the log).
    pub fn new(start: Offset, records: Vec<Record>, flushed: Offset) -> Self {
        let mut log = Log { start, flushed: start, records };
        log.flushed = flushed.clamp(start, log.end());
        log
    }

    /// Gives it another beginning, and its records to be put in place of what they were: for `encode`.
    pub(super) fn reset(&mut self, start: Offset, flushed: Offset) -> &mut Vec<Record> {
        (self.start, self.flushed) = (start, flushed);
        &mut self.records
    }

    /// The log start offset: the offset of the first record.
    pub fn start(&self) -> Offset {
        self.start
    }

    /// The LEO: the offset the next record gets.
    pub fn end(&self) -> Offset {
        self.start + self.records.len() as Offset
    }

    /// Records below this offset survive a power loss.
    pub fn flushed(&self) -> Offset {
        self.flushed
    }

    /// The records, in the order of their offsets.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The record at an offset, if the log has it.
    pub fn get(&self, offset: Offset) -> Option<Record> {
        let index = offset.checked_sub(self.start)?;
        self.records.get(index as usize).copied()
    }

    /// At most `max` records from `offset` on. Empty at the log's end and outside the log.
    pub fn read(&self, offset: Offset, max: usize) -> &[Record] {
        let from = (offset.saturating_sub(self.start) as usize).min(self.records.len());
        let upto = from.saturating_add(max).min(self.records.len());
        &self.records[from..upto]
    }

    /// The records with their offsets.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Offset, Record)> + ExactSizeIterator {
        let start = self.start;
        self.records.iter().enumerate().map(move |(i, r)| (start + i as Offset, *r))
    }

    /// Appends a record and returns its offset. Rolls a new segment first when the last one holds
    /// `segment_records`; a roll flushes the segment it closes (kafka.log.Log.roll).
    pub fn append(&mut self, record: Record, segment_records: Offset) -> Offset {
        let offset = self.end();
        if self.rolls_next(segment_records) {
            self.flushed = offset;
        }
        self.records.push(record);
        offset
    }

    /// Whether the next append begins a new segment.
    pub fn rolls_next(&self, segment_records: Offset) -> bool {
        let held = self.end() - self.start;
        segment_records > 0 && held > 0 && held.is_multiple_of(segment_records)
    }

    /// Makes everything appended so far survive a power loss.
    pub fn flush(&mut self) {
        self.flushed = self.end();
    }

    /// Cuts the log so that its LEO becomes `to`, and returns what was cut. A `to` at or above
    /// the LEO cuts nothing; one below the start leaves an empty log there.
    pub fn truncate(&mut self, to: Offset) -> Vec<Record> {
        if to < self.start {
            let cut = std::mem::take(&mut self.records);
            self.start = to;
            self.flushed = to;
            return cut;
        }
        let keep = ((to - self.start) as usize).min(self.records.len());
        let cut = self.records.split_off(keep);
        self.flushed = self.flushed.min(self.end());
        cut
    }

    /// Deletes everything and starts anew at `start` (kafka.log.Log.truncateFullyAndStartAt).
    pub fn restart_at(&mut self, start: Offset) -> Vec<Record> {
        let cut = std::mem::take(&mut self.records);
        self.start = start;
        self.flushed = start;
        cut
    }

    /// What a power loss leaves: the flushed part. Returns what is gone.
    pub fn lose_unflushed(&mut self) -> Vec<Record> {
        self.truncate(self.flushed)
    }

    /// The base offsets of the segments, oldest first: the names of Kafka's segment files.
    pub fn segments(&self, segment_records: Offset) -> Vec<Offset> {
        let mut bases = vec![self.start];
        if segment_records > 0 {
            let mut base = self.start;
            while self.end() - base > segment_records {
                base += segment_records;
                bases.push(base);
            }
        }
        bases
    }
}
