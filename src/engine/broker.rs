//! Processes and disks: start, stop, kill, power loss, and the files a broker writes.

use super::effect::{CutRule, Death, Effect, HwRule, Simplification};
use super::rules::Coordination;
use super::state::*;
use super::step::Step;
use super::types::*;

impl Step<'_> {
    /// Loads what is on a broker's disk into a new process: HW := min(HW checkpoint, LEO), and the
    /// leader-epoch table without what the log no longer holds.
    pub(super) fn load(&mut self, broker: BrokerId) {
        let isr_check_in = self.setup.isr_check_period();
        let flush_in = self.setup.settings.flush_interval;
        let mut loaded = Vec::new();
        let partitions = self.setup.partitions();
        let b = &mut self.cluster.brokers[broker.index()];
        let replicas = partitions.zip(&mut b.disks).map(|(partition, disk)| {
            let disk = disk.as_mut()?;
            let leo = disk.log.end();
            let cut = disk.epochs.truncate_from_end(leo);
            disk.epochs.truncate_from_start(disk.log.start());
            loaded.push((partition, disk.hw, leo, cut));
            Some(Replica::new(disk.hw.min(leo), disk.epochs.clone()))
        });
        let replicas = replicas.collect();
        b.process = Some(Process { replicas, isr_check_in, hw_checkpoint_in: None, flush_in });
        self.out.add(|| Effect::Up { broker });
        for (partition, file, leo, entries) in loaded {
            let to = file.min(leo);
            self.out.add(|| Effect::Hw {
                broker,
                partition,
                from: file,
                to,
                rule: HwRule::Loaded { file, leo },
            });
            if !entries.is_empty() {
                self.out.add(|| Effect::EpochsCut { broker, partition, entries });
            }
            self.clamp_hw(broker, partition);
        }
    }

    /// Ends a process: what it had in memory and in flight is gone.
    fn go_down(&mut self, broker: BrokerId, how: Death) {
        self.out.add(|| Effect::Down { broker, how });
        if how != Death::Stopped && self.cluster.ledger.remembers_failures() {
            self.cluster.ledger.failed(broker);
        }
        for partition in self.setup.partitions() {
            self.give_up_call(broker, partition);
            // Requests to and replies from a dead broker vanish.
            for other in self.setup.all_brokers().iter() {
                if self.cluster.follower(other, partition).is_some_and(|f| f.leader == broker) {
                    self.give_up_call(other, partition);
                }
            }
            let purgatory = self
                .leader(broker, partition)
                .map(|leader| std::mem::take(&mut leader.purgatory))
                .unwrap_or_default();
            for pending in purgatory {
                self.fail_pending(partition, pending, KafkaError::NetworkException);
            }
        }
        let b = &mut self.cluster.brokers[broker.index()];
        b.process = None;
        b.paused = false;
        b.clean_stop = false;
        b.inbox.clear();
    }

    /// A broker dies unasked and the controller will notice: at once, or when the session ends.
    pub(super) fn die(&mut self, broker: BrokerId, how: Death) {
        self.go_down(broker, how);
        self.miss(BrokerSet::only(broker));
    }

    fn miss(&mut self, brokers: BrokerSet) {
        // A broker whose return the controller has not noticed is not missed.
        let missed = brokers.and(self.cluster.controller.live);
        if self.setup.controller.notices_at_once {
            self.notice_deaths(missed);
        } else {
            for broker in missed.iter() {
                let timeout = self.setup.settings.session_timeout;
                let left = &mut self.cluster.brokers[broker.index()].session_left;
                *left = left.or(Some(timeout));
            }
        }
    }

    /// kill -9: the page cache survives.
    pub(super) fn kill(&mut self, broker: BrokerId) {
        self.die(broker, Death::Killed);
    }

    /// Brokers lose power at once, and with it what was not flushed.
    pub(super) fn power_loss(&mut self, brokers: BrokerSet, noticed: bool) {
        let up = brokers.and(self.cluster.up());
        for broker in brokers.iter() {
            if up.contains(broker) {
                self.go_down(broker, Death::PowerLoss);
            }
            for partition in self.setup.partitions() {
                let disk = &mut self.cluster.brokers[broker.index()].disks[partition.index()];
                let Some(disk) = disk else { continue };
                let (from, flushed) = (disk.log.end(), disk.log.flushed());
                let cut = disk.log.lose_unflushed();
                if !cut.is_empty() {
                    self.tear(broker, partition);
                    self.out.add(|| Effect::Truncated {
                        broker,
                        partition,
                        from,
                        to: flushed,
                        rule: CutRule::PowerLoss { flushed },
                        cut,
                    });
                }
            }
        }
        if noticed {
            self.miss(up);
        } else {
            for broker in up.iter() {
                let what = Simplification::UnnoticedPowerLoss;
                self.out.add(|| Effect::Simplified { broker, what });
            }
        }
    }

    /// A clean shutdown: controlled shutdown, HW checkpoint, flush (KafkaServer.shutdown).
    pub(super) fn stop(&mut self, broker: BrokerId) {
        if self.setup.settings.controlled_shutdown && self.cluster.reaches_controller(broker) {
            self.controlled_shutdown(broker);
            if self.setup.controller.tells_at_once {
                self.deliver_everything();
            } else {
                // It goes only when its own part is done.
                self.deliver_inbox(broker);
            }
        }
        self.write_hw_checkpoint(broker, false);
        self.flush(broker);
        self.go_down(broker, Death::Stopped);
        self.cluster.brokers[broker.index()].clean_stop = self.setup.rules.has_elr();
        let missed = BrokerSet::only(broker).and(self.cluster.controller.live);
        if self.setup.controller.notices_at_once {
            self.notice_deaths(missed);
        } else if !missed.is_empty() {
            // It closes its session: nothing is left to wait for.
            self.cluster.brokers[broker.index()].session_left = Some(0);
        }
    }

    /// A broker starts and registers with the controller.
    pub(super) fn start(&mut self, broker: BrokerId) {
        self.load(broker);
        if !self.cluster.reaches_controller(broker) {
            return;
        }
        if self.cluster.controller.live.contains(broker) {
            self.fail_over_controller(broker);
        } else if self.setup.controller.notices_at_once {
            self.notice_return(broker);
        }
    }

    /// A broker restarts before the controller notices. It is told what it was told before.
    pub(super) fn restart_unnoticed(&mut self, broker: BrokerId) {
        self.go_down(broker, Death::Killed);
        let what = Simplification::UnnoticedRestart;
        self.out.add(|| Effect::Simplified { broker, what });
        self.load(broker);
        if self.cluster.controller.live.contains(broker) {
            // A process can't be unknown to a KRaft controller, however fast it has come back.
            if self.setup.rules.coordination == Coordination::KRaft {
                self.register(broker);
            }
            self.send_all_states(broker);
        }
    }

    /// Notes that a replica has lost records by other ways than a truncation.
    fn tear(&mut self, broker: BrokerId, partition: PartitionId) {
        let torn = &mut self.cluster.ledger.torn[partition.index()];
        *torn = torn.with(broker);
    }

    /// Everything on a broker's disk goes.
    pub(super) fn wipe(&mut self, broker: BrokerId) {
        for partition in self.setup.partitions() {
            let disk = &mut self.cluster.brokers[broker.index()].disks[partition.index()];
            let Some(disk) = disk else { continue };
            let held = std::mem::take(disk);
            if !held.log.records().is_empty() {
                self.tear(broker, partition);
            }
        }
        self.cluster.brokers[broker.index()].clean_stop = false;
        self.cluster.ledger.failed(broker);
        self.out.add(|| Effect::Wiped { broker });
    }

    /// Everything appended so far survives a power loss.
    pub(super) fn flush(&mut self, broker: BrokerId) {
        for partition in self.setup.partitions() {
            let disk = &mut self.cluster.brokers[broker.index()].disks[partition.index()];
            let Some(disk) = disk else { continue };
            let from = disk.log.flushed();
            disk.log.flush();
            let to = disk.log.flushed();
            if from != to {
                self.out.add(|| Effect::Flushed { broker, partition, from, to });
            }
        }
    }

    /// Writes the HWs of all partitions into replication-offset-checkpoint. By hand, it is said
    /// even of a line that stays as it was.
    pub(super) fn write_hw_checkpoint(&mut self, broker: BrokerId, by_hand: bool) {
        for partition in self.setup.partitions() {
            let Some((replica, disk)) = self.replica(broker, partition) else { continue };
            let to = replica.hw;
            let from = std::mem::replace(&mut disk.hw, to);
            if by_hand || from != to {
                self.out.add(|| Effect::HwWritten { broker, partition, from, to });
            }
        }
    }

    /// The oldest unread word of the controller reaches a broker.
    pub(super) fn deliver_next(&mut self, broker: BrokerId) {
        let b = &mut self.cluster.brokers[broker.index()];
        if b.process.is_none() || b.inbox.is_empty() {
            return;
        }
        let word = b.inbox.remove(0);
        self.hear(broker, word);
    }

    /// Every unread word reaches a broker.
    pub(super) fn deliver_inbox(&mut self, broker: BrokerId) {
        while self.cluster.hears(broker) && !self.cluster.brokers[broker.index()].inbox.is_empty() {
            self.deliver_next(broker);
        }
    }

    /// Every unread word reaches every broker. In Kafka they go out at once, in no order.
    pub(super) fn deliver_everything(&mut self) {
        for &broker in self.cluster.by_place().iter() {
            self.deliver_inbox(broker);
        }
    }

    /// A broker hears the controller (ReplicaManager.becomeLeaderOrFollower; with KRaft
    /// ReplicaManager.applyDelta). What it is told counts if its epoch is newer than the one the broker
    /// knows. With ZooKeeper a word that names no leader changes nothing: a follower can't follow
    /// nobody. With KRaft a leader hears of another ISR in the epoch it knows, too.
    fn hear(&mut self, broker: BrokerId, word: LeaderAndIsr) {
        let partition = word.partition;
        let kraft = self.setup.rules.coordination == Coordination::KRaft;
        if !word.state.is_assigned(broker) {
            self.out.add(|| Effect::Told { broker, word });
            self.delete_replica(broker, partition);
            return;
        }
        self.create_replica(broker, partition);
        let Some((replica, _)) = self.replica(broker, partition) else { return };
        let known = replica.leader_epoch;
        let newer = known.is_none_or(|known| word.state.epoch > known);
        let leads_on = matches!(replica.role, Role::Leader(_))
            && known == Some(word.state.epoch)
            && word.state.leader == Some(broker);
        match word.state.leader {
            Some(leader) if newer => {
                self.out.add(|| Effect::Told { broker, word });
                if leader == broker {
                    self.make_leader(broker, word);
                } else {
                    self.make_follower(broker, word, leader);
                }
            }
            None if newer && kraft => {
                self.out.add(|| Effect::Told { broker, word });
                self.make_nobody(broker, word);
            }
            Some(_) if leads_on && kraft => {
                self.out.add(|| Effect::Told { broker, word });
                self.refresh_leader(broker, word);
            }
            _ => self.out.add(|| Effect::WordIgnored { broker, word }),
        }
        // The first LeaderAndIsr starts the checkpoint thread, whose first turn comes at once.
        let interval = self.setup.settings.hw_checkpoint_interval;
        let Some(process) = &mut self.cluster.brokers[broker.index()].process else { return };
        if process.hw_checkpoint_in.is_none() {
            process.hw_checkpoint_in = Some(interval);
            self.write_hw_checkpoint(broker, false);
        }
    }
}
