//! Every field and every variant of a state, as they are written.

use super::code::{Code, Reader, Writer, fields, variants};
use super::{Crash, Detail};
use crate::engine::epochs::{EpochStart, EpochTable};
use crate::engine::ledger::{Ledger, Outcome, Promise, Sent};
use crate::engine::log::{Log, Record, Sequence};
use crate::engine::state::*;
use crate::engine::types::*;

fields!(TopicConfig { min_isr, unclean });
fields!(Disk { log, hw, epochs });
fields!(Process { replicas, isr_check_in, hw_checkpoint_in, flush_in });
fields!(Replica { hw, epochs, leader_epoch, role });
fields!(Remote { leo, caught_up_ago, fetched_ago, leader_leo_at_fetch, last_sent_hw });
fields!(Alter { isr, expands, current, reborn, stage });
fields!(PendingProduce { producer, value, offset, acks, left });
fields!(Call { ask, epoch, stage });
fields!(Controller { live, partitions, rebalance_in, unclean_check_in });
fields!(PartitionState {
    leader,
    epoch,
    isr,
    isr_list,
    replicas,
    target,
    recovering,
    elr,
    last_leader
});
fields!(LeaderAndIsr { partition, state, current });
fields!(Producer { acks, next_sequence, incarnation, open, answer_lost });
fields!(OpenSend { value, partition, sequence, retries, stage });
fields!(Record { value, epoch, sequence });
fields!(Sequence { producer, incarnation, number });
fields!(EpochStart { epoch, start });
fields!(Broker { process, disks, paused, session_left, inbox, words_held, clean_stop });

variants!(Role { 0 => Idle {}, 1 => Leader { 0: leader }, 2 => Follower { 0: follower } });
variants!(AlterStage {
    0 => Sent {},
    1 => Done { current: current },
    2 => Refused { 0: error },
    3 => Stuck {},
});
variants!(Fetcher {
    0 => Fetching {},
    1 => Truncating {},
    2 => AskingEnd {},
    3 => AskingStart {},
    4 => Fenced {},
});
variants!(Ask {
    0 => Fetch { offset: offset, last: last },
    1 => EpochEnd { 0: epoch },
    2 => LogEnd {},
    3 => LogStart {},
});
variants!(Stage { 0 => Sent {}, 1 => Parked { 0: left }, 2 => Replied { 0: answer } });
variants!(Answer {
    0 => Records { records: records, hw: hw },
    1 => EpochEnd { epoch: epoch, end: end },
    2 => Diverging { epoch: epoch, end: end, hw: hw },
    3 => Offset { 0: offset },
    4 => Error { 0: error },
});
variants!(OpenStage { 0 => Waiting {}, 1 => Backoff { 0: left } });
variants!(Acks { 0 => None {}, 1 => Leader {}, 2 => Count { 0: count }, 3 => All {} });
variants!(Outcome { 0 => Unasked {}, 1 => Waiting {}, 2 => Acked {}, 3 => Failed { 0: error } });
variants!(Link {
    0 => Brokers { 0: a, 1: b },
    1 => Controller { 0: broker },
    2 => Producer { 0: producer, 1: broker },
    3 => Consumer { 0: consumer, 1: broker },
});

impl Code for KafkaError {
    fn put(&self, w: &mut Writer) {
        w.out.push(*self as u8);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let at = r.byte()?;
        KafkaError::ALL.into_iter().find(|error| *error as u8 == at)
    }
}

impl Code for Log {
    fn put(&self, w: &mut Writer) {
        self.start().put(w);
        if w.view.detail.flushed {
            self.flushed().put(w);
        }
        (self.records().len() as u32).put(w);
        for record in self.records() {
            record.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let mut log = Log::default();
        log.refill(r)?;
        Some(log)
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        let (start, flushed) = (u16::get(r)?, u16::get(r)?);
        self.reset(start, flushed).refill(r)
    }
}

impl Code for EpochTable {
    fn put(&self, w: &mut Writer) {
        (self.entries().len() as u32).put(w);
        for entry in self.entries() {
            entry.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        Code::get(r).map(EpochTable::new)
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        self.entries_mut().refill(r)
    }
}

impl Code for Leader {
    fn put(&self, w: &mut Writer) {
        let Leader { isr, version_current, alter, epoch_start, remotes, purgatory } = self;
        isr.put(w);
        version_current.put(w);
        alter.put(w);
        epoch_start.put(w);
        (remotes.len() as u32).put(w);
        // In the order of the brokers as they are looked at.
        for label in 0..MAX_BROKERS {
            let broker = BrokerId(w.view.brokers[label]);
            if let Some(remote) = self.remote(broker) {
                broker.put(w);
                remote.put(w);
            }
        }
        purgatory.put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        Some(Leader {
            isr: Code::get(r)?,
            version_current: Code::get(r)?,
            alter: Code::get(r)?,
            epoch_start: Code::get(r)?,
            remotes: Code::get(r)?,
            purgatory: Code::get(r)?,
        })
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        self.isr.refill(r)?;
        self.version_current.refill(r)?;
        self.alter.refill(r)?;
        self.epoch_start.refill(r)?;
        self.remotes.refill(r)?;
        self.purgatory.refill(r)
    }
}

impl Code for Follower {
    fn put(&self, w: &mut Writer) {
        let Follower { leader, fetcher, call } = self;
        leader.put(w);
        fetcher.put(w);
        match w.view.crash {
            // Some questions go on only as long as their exchange.
            Some(crash) if crash.broker == *leader => {
                (*fetcher != Fetcher::Fetching && call.is_some()).put(w);
            }
            _ => call.put(w),
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        Some(Follower { leader: Code::get(r)?, fetcher: Code::get(r)?, call: Code::get(r)? })
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        self.leader.refill(r)?;
        self.fetcher.refill(r)?;
        self.call.refill(r)
    }
}

impl Broker {
    /// What makes a difference to what comes of its crash: all but the memory of its process. Whoever
    /// waits for it as a leader is told.
    pub(super) fn put_lasting(&self, crash: Crash, w: &mut Writer) {
        let Broker { process, disks, paused, session_left, inbox: _, words_held, clean_stop } =
            self;
        process.is_some().put(w);
        for replica in process.iter().flat_map(|process| &process.replicas) {
            let leads = replica.as_ref().and_then(|replica| match &replica.role {
                Role::Leader(leader) => Some((leader, replica.hw)),
                _ => None,
            });
            leads.is_some().put(w);
            if let Some((leader, hw)) = leads {
                leader.purgatory.put(w);
                if crash.hw {
                    hw.put(w);
                }
            }
        }
        disks.put(w);
        paused.put(w);
        session_left.put(w);
        words_held.put(w);
        clean_stop.put(w);
    }
}

impl Code for Consumer {
    fn put(&self, w: &mut Writer) {
        let Consumer { positions, read, epochs } = self;
        positions.put(w);
        if w.view.detail.read {
            read.put(w);
        }
        epochs.put(w);
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let (positions, read, epochs) = (Code::get(r)?, Code::get(r)?, Code::get(r)?);
        Some(Consumer { positions, read, epochs })
    }
}

impl Code for Sent {
    fn put(&self, w: &mut Writer) {
        let Sent { value, partition, outcome } = self;
        value.put(w);
        partition.put(w);
        if w.view.detail.outcomes {
            outcome.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let (value, partition, outcome) = (Code::get(r)?, Code::get(r)?, Code::get(r)?);
        Some(Sent { value, partition, outcome })
    }
}

impl Promise {
    /// Whether anything is said of it. What is acknowledged may be committed later, in the reign in which
    /// it was promised first.
    fn is_seen(&self, detail: &Detail) -> bool {
        let Detail { outcomes, failures, committed, .. } = *detail;
        (outcomes || committed) && (self.acked || self.committed)
            || failures && self.min_isr.is_some()
    }
}

impl Code for Promise {
    fn put(&self, w: &mut Writer) {
        let Promise { offset, record, acked, committed, reign, min_isr, failed } = self;
        let Detail { outcomes, failures, .. } = w.view.detail;
        offset.put(w);
        record.put(w);
        (outcomes && *acked).put(w);
        committed.put(w);
        reign.put(w);
        if failures {
            min_isr.put(w);
            failed.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        Some(Promise {
            offset: Code::get(r)?,
            record: Code::get(r)?,
            acked: Code::get(r)?,
            committed: Code::get(r)?,
            reign: Code::get(r)?,
            min_isr: Code::get(r)?,
            failed: Code::get(r)?,
        })
    }
}

impl Code for Ledger {
    fn put(&self, w: &mut Writer) {
        let Ledger { sent, promises, torn } = self;
        sent.put(w);
        (promises.len() as u32).put(w);
        let detail = w.view.detail;
        for promises in promises {
            let seen = || promises.iter().filter(|promise| promise.is_seen(&detail));
            (seen().count() as u32).put(w);
            for promise in seen() {
                promise.put(w);
            }
        }
        if w.view.detail.torn {
            torn.put(w);
        }
    }
    fn get(r: &mut Reader) -> Option<Self> {
        let (sent, promises, torn) = (Code::get(r)?, Code::get(r)?, Code::get(r)?);
        Some(Ledger { sent, promises, torn })
    }
    fn refill(&mut self, r: &mut Reader) -> Option<()> {
        self.sent.refill(r)?;
        self.promises.refill(r)?;
        self.torn.refill(r)
    }
}
