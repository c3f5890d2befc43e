//! What can happen now: why an event is refused, and every event of a menu that is not.

use super::event::{Event, Menu, Refusal};
use super::setup::Setup;
use super::state::*;
use super::types::*;

impl Cluster {
    /// Why an event can't happen now, if so.
    pub fn refusal(&self, setup: &Setup, event: &Event) -> Option<Refusal> {
        self.check(setup, event).err()
    }

    fn check(&self, setup: &Setup, event: &Event) -> Result<(), Refusal> {
        match *event {
            Event::Send { producer, partition, value, to } => {
                self.known_client(producer.index(), self.producers.len())?;
                self.known_partition(setup, partition)?;
                self.known_broker(to)?;
                if value.0 as usize >= MAX_VALUES {
                    return Err(Refusal::ValueOutOfBounds);
                }
                self.room_for_send(setup, producer, partition, value)?;
                let target = to.or(self.partition(partition).leader);
                let leads = target.and_then(|b| Some((b, self.leader(b, partition)?)));
                let Some((broker, leader)) = leads else { return Ok(()) };
                let log = &self.disk(broker, partition).ok_or(Refusal::NotAssigned(broker))?.log;
                if log.records().len() >= MAX_LOG_RECORDS {
                    return Err(Refusal::LogFull(broker));
                }
                if leader.purgatory.len() >= MAX_PURGATORY {
                    return Err(Refusal::PurgatoryFull(broker));
                }
                Ok(())
            }
            Event::Consume { consumer, partition, from } => {
                self.known_client(consumer.index(), self.consumers.len())?;
                self.known_partition(setup, partition)?;
                self.known_broker(from)
            }
            Event::Seek { consumer, partition, to: _ } => {
                self.known_client(consumer.index(), self.consumers.len())?;
                self.known_partition(setup, partition)
            }
            Event::Request { broker, partition } => {
                let follower = self.known_follower(setup, broker, partition)?;
                if !self.is_up(follower.leader) {
                    return Err(Refusal::LeaderDown(follower.leader));
                }
                match &follower.call {
                    None => Ok(()),
                    Some(Call { stage: Stage::Parked(left), .. }) => {
                        Err(Refusal::Parked(broker, *left))
                    }
                    Some(_) => Err(Refusal::InFlight(broker)),
                }
            }
            Event::Serve { broker, partition } => {
                let follower = self.known_follower(setup, broker, partition)?;
                match follower.call.as_ref().map(|c| &c.stage) {
                    Some(Stage::Sent) => Ok(()),
                    Some(Stage::Parked(left)) => Err(Refusal::Parked(broker, *left)),
                    _ => Err(Refusal::NoRequest(broker)),
                }
            }
            Event::Reply { broker, partition } => {
                let follower = self.known_follower(setup, broker, partition)?;
                match follower.call.as_ref().map(|c| &c.stage) {
                    Some(Stage::Replied(_)) => Ok(()),
                    Some(Stage::Parked(left)) => Err(Refusal::Parked(broker, *left)),
                    _ => Err(Refusal::NoReply(broker)),
                }
            }
            Event::Kill { broker } | Event::Stop { broker } => {
                self.expect_up(broker)?;
                self.room_for_words(setup)
            }
            Event::RestartUnnoticed { broker } => {
                self.expect_up(broker)?;
                self.room_for_words(setup)
            }
            Event::PowerLoss { brokers, noticed: _ } => {
                if brokers.is_empty() {
                    return Err(Refusal::NoBrokers);
                }
                for broker in brokers.iter() {
                    self.known_broker(Some(broker))?;
                }
                self.room_for_words(setup)
            }
            Event::Start { broker } => {
                self.expect_down(broker)?;
                match self.brokers[broker.index()].session_left {
                    Some(left) => Err(Refusal::SessionLeft(broker, left)),
                    None => self.room_for_words(setup),
                }
            }
            Event::Wipe { broker } => self.expect_down(broker),
            Event::Flush { broker } | Event::CheckpointHw { broker } => self.expect_up(broker),
            Event::Advance { ms } => {
                if ms == 0 || ms > MAX_ADVANCE {
                    return Err(Refusal::TimeOutOfBounds);
                }
                self.room_for_words(setup)
            }
            Event::ElectPreferred { partition } => {
                self.known_partition(setup, partition)?;
                let preferred =
                    setup.replicas(partition).first().copied().ok_or(Refusal::NoLiveReplica)?;
                let state = self.partition(partition);
                if state.leader == Some(preferred) {
                    return Err(Refusal::PreferredLeads(preferred));
                }
                if !self.controller.live.contains(preferred) {
                    return Err(Refusal::PreferredDown(preferred));
                }
                if !state.isr.contains(preferred) {
                    return Err(Refusal::PreferredNotInIsr(preferred));
                }
                self.room_for_words(setup)
            }
            Event::ElectUnclean { partition } => {
                self.known_partition(setup, partition)?;
                let live = self.controller.live;
                if let Some(leader) = self.partition(partition).leader.filter(|l| live.contains(*l))
                {
                    return Err(Refusal::HasLeader(leader));
                }
                if !setup.replicas(partition).iter().any(|b| live.contains(*b)) {
                    return Err(Refusal::NoLiveReplica);
                }
                self.room_for_words(setup)
            }
            Event::SetAcks { producer, acks } => {
                self.known_client(producer.index(), self.producers.len())?;
                if matches!(acks, Acks::Count(n) if !(2..=MAX_BROKERS as u8).contains(&n)) {
                    return Err(Refusal::SettingOutOfBounds);
                }
                let state = &self.producers[producer.index()];
                if state.next_sequence.is_some() && acks != Acks::All {
                    return Err(Refusal::IdempotenceNeedsAcksAll);
                }
                changes(state.acks != acks)
            }
            Event::SetMinIsr(n) => {
                if !(1..=MAX_BROKERS as u8).contains(&n) {
                    return Err(Refusal::SettingOutOfBounds);
                }
                changes(self.topic.min_isr != n)
            }
            Event::SetUnclean(unclean) => changes(self.topic.unclean != unclean),
            Event::Notice { broker } => {
                self.known_broker(Some(broker))?;
                let dead = self.brokers[broker.index()].session_left.is_some();
                let back = self.is_up(broker) && !self.controller.live.contains(broker);
                if !dead && !back {
                    return Err(Refusal::NothingToNotice(broker));
                }
                self.room_for_words(setup)
            }
            Event::Tell { broker } => {
                self.expect_up(broker)?;
                if self.brokers[broker.index()].inbox.is_empty() {
                    return Err(Refusal::NothingTold(broker));
                }
                Ok(())
            }
        }
    }

    /// An idempotent producer has a limited number of records in flight; another one would reach the
    /// broker out of order if an earlier one failed. Sending one of them again is none more.
    fn room_for_send(
        &self,
        setup: &Setup,
        producer: ProducerId,
        partition: PartitionId,
        value: Value,
    ) -> Result<(), Refusal> {
        let state = &self.producers[producer.index()];
        let others = |open: &&OpenSend| open.partition == partition && open.value != value;
        let limit = setup.rules.idempotence.filter(|_| state.next_sequence.is_some());
        let busy = state.open.iter().filter(others).count();
        match limit {
            Some(limit) if busy >= usize::from(limit) => Err(Refusal::TooManyInFlight(limit)),
            _ if state.open.len() >= MAX_OPEN => Err(Refusal::TooManyInFlight(MAX_OPEN as u8)),
            _ => Ok(()),
        }
    }

    fn known_client(&self, index: usize, count: usize) -> Result<(), Refusal> {
        if index < count { Ok(()) } else { Err(Refusal::NoSuchClient) }
    }

    fn known_partition(&self, setup: &Setup, partition: PartitionId) -> Result<(), Refusal> {
        let known = partition.index() < setup.assignment.len();
        if known { Ok(()) } else { Err(Refusal::NoSuchPartition) }
    }

    fn known_broker(&self, broker: Option<BrokerId>) -> Result<(), Refusal> {
        let known = broker.is_none_or(|b| b.index() < self.brokers.len());
        if known { Ok(()) } else { Err(Refusal::NoSuchBroker) }
    }

    fn expect_up(&self, broker: BrokerId) -> Result<(), Refusal> {
        self.known_broker(Some(broker))?;
        if self.is_up(broker) { Ok(()) } else { Err(Refusal::BrokerDown(broker)) }
    }

    fn expect_down(&self, broker: BrokerId) -> Result<(), Refusal> {
        self.known_broker(Some(broker))?;
        if self.is_up(broker) { Err(Refusal::BrokerUp(broker)) } else { Ok(()) }
    }

    fn known_follower(
        &self,
        setup: &Setup,
        broker: BrokerId,
        partition: PartitionId,
    ) -> Result<&Follower, Refusal> {
        self.known_partition(setup, partition)?;
        self.expect_up(broker)?;
        let replica = self.replica(broker, partition).ok_or(Refusal::NotAssigned(broker))?;
        match &replica.role {
            Role::Follower(follower) => Ok(follower),
            Role::Leader(_) => Err(Refusal::IsLeader(broker)),
            Role::Idle => Err(Refusal::NotTold(broker)),
        }
    }

    /// Whether the controller may speak: an event makes it send a broker three words a partition at
    /// most, and raises an epoch by two. Checked before the event, so that none is ever cut short.
    fn room_for_words(&self, setup: &Setup) -> Result<(), Refusal> {
        if self.controller.partitions.iter().any(|p| p.epoch >= MAX_EPOCH) {
            return Err(Refusal::EpochsUsedUp);
        }
        let most = MAX_INBOX - 3 * MAX_PARTITIONS;
        for broker in setup.all_brokers().iter() {
            if self.brokers[broker.index()].inbox.len() > most {
                return Err(Refusal::InboxFull(broker));
            }
        }
        Ok(())
    }

    /// Every event of the menu that can happen now, in a fixed order.
    pub fn enabled(&self, setup: &Setup, menu: &Menu) -> Vec<Event> {
        let mut events = Vec::new();
        let mut offer = |event: Event| {
            if self.refusal(setup, &event).is_none() {
                events.push(event);
            }
        };
        for partition in setup.partitions() {
            for &broker in setup.replicas(partition) {
                offer(Event::Request { broker, partition });
                offer(Event::Serve { broker, partition });
                offer(Event::Reply { broker, partition });
            }
            // A client sends to the leader the controller names, or to one that has not heard yet.
            let named = self.partition(partition).leader;
            let old = setup
                .replicas(partition)
                .iter()
                .copied()
                .filter(|b| Some(*b) != named && self.leader(*b, partition).is_some());
            for to in std::iter::once(None).chain(old.map(Some)) {
                for producer in (0..self.producers.len() as u8).map(ProducerId) {
                    for &value in &menu.values {
                        if menu.retries || self.ledger.find(value).is_none() {
                            offer(Event::Send { producer, partition, value, to });
                        }
                    }
                }
                if menu.consume {
                    for consumer in (0..self.consumers.len() as u8).map(ConsumerId) {
                        offer(Event::Consume { consumer, partition, from: to });
                        if to.is_none() {
                            for to in [super::event::Whence::Beginning, super::event::Whence::End] {
                                offer(Event::Seek { consumer, partition, to });
                            }
                        }
                    }
                }
            }
            if menu.elections {
                offer(Event::ElectPreferred { partition });
                offer(Event::ElectUnclean { partition });
            }
        }
        for broker in setup.all_brokers().iter() {
            offer(Event::Notice { broker });
            offer(Event::Tell { broker });
            if menu.crashes {
                offer(Event::Kill { broker });
                offer(Event::Stop { broker });
            }
            if menu.crashes || menu.power_losses || menu.unnoticed {
                offer(Event::Start { broker });
            }
            if menu.wipes {
                offer(Event::Wipe { broker });
            }
            if menu.files {
                offer(Event::Flush { broker });
                offer(Event::CheckpointHw { broker });
            }
            if menu.unnoticed {
                offer(Event::RestartUnnoticed { broker });
            }
            if menu.power_losses {
                let brokers = BrokerSet::only(broker);
                offer(Event::PowerLoss { brokers, noticed: true });
                if menu.unnoticed {
                    offer(Event::PowerLoss { brokers, noticed: false });
                }
            }
        }
        if menu.power_losses && setup.brokers > 1 {
            let brokers = setup.all_brokers();
            offer(Event::PowerLoss { brokers, noticed: true });
            if menu.unnoticed {
                offer(Event::PowerLoss { brokers, noticed: false });
            }
        }
        for &ms in &menu.durations {
            offer(Event::Advance { ms });
        }
        for producer in (0..self.producers.len() as u8).map(ProducerId) {
            for &acks in &menu.acks {
                offer(Event::SetAcks { producer, acks });
            }
        }
        for &n in &menu.min_isr {
            offer(Event::SetMinIsr(n));
        }
        for &unclean in &menu.unclean {
            offer(Event::SetUnclean(unclean));
        }
        events
    }
}

fn changes(does: bool) -> Result<(), Refusal> {
    if does { Ok(()) } else { Err(Refusal::NoChange) }
}
