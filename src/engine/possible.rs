//! What can happen now: why an event is refused, and every event of a menu that is not.

use super::event::{Event, Menu, Refusal};
use super::rules::{IsrWrite, MinIsr, Unclean};
use super::setup::{Idempotence, Setup};
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
                self.expect_awake(broker)?;
                self.passes(broker, follower.leader)?;
                if follower.fetcher == Fetcher::Fenced {
                    return Err(Refusal::FetcherStopped(broker));
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
                    Some(Stage::Sent) => {
                        self.expect_awake(follower.leader)?;
                        self.passes(broker, follower.leader)
                    }
                    Some(Stage::Parked(left)) => Err(Refusal::Parked(broker, *left)),
                    _ => Err(Refusal::NoRequest(broker)),
                }
            }
            Event::Reply { broker, partition } => {
                let follower = self.known_follower(setup, broker, partition)?;
                match follower.call.as_ref().map(|c| &c.stage) {
                    Some(Stage::Replied(_)) => {
                        self.expect_awake(broker)?;
                        self.passes(broker, follower.leader)
                    }
                    Some(Stage::Parked(left)) => Err(Refusal::Parked(broker, *left)),
                    _ => Err(Refusal::NoReply(broker)),
                }
            }
            Event::Kill { broker } => {
                self.expect_up(broker)?;
                self.room_for_words(setup)
            }
            Event::Stop { broker } => {
                self.expect_awake(broker)?;
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
            Event::Flush { broker } | Event::CheckpointHw { broker } => self.expect_awake(broker),
            Event::Advance { ms } => {
                if ms == 0 || ms > MAX_ADVANCE {
                    return Err(Refusal::TimeOutOfBounds);
                }
                self.room_for_words(setup)
            }
            Event::ElectPreferred { partition } => {
                self.known_partition(setup, partition)?;
                let preferred =
                    self.replicas(partition).first().copied().ok_or(Refusal::NoLiveReplica)?;
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
                if !self.replicas(partition).iter().any(|b| live.contains(*b)) {
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
                if setup.settings.idempotence == Idempotence::On && acks != Acks::All {
                    return Err(Refusal::IdempotenceNeedsAcksAll);
                }
                changes(state.acks != acks)
            }
            Event::SetMinIsr(n) => {
                if !(1..=MAX_BROKERS as u8).contains(&n) {
                    return Err(Refusal::SettingOutOfBounds);
                }
                if setup.rules.min_isr == MinIsr::None {
                    return Err(Refusal::NoSuchSetting);
                }
                changes(self.topic.min_isr != n)?;
                self.room_for_words(setup)
            }
            Event::SetUnclean(unclean) => {
                if setup.rules.unclean == Unclean::Always {
                    return Err(Refusal::NoSuchSetting);
                }
                changes(self.topic.unclean != unclean)?;
                self.room_for_words(setup)
            }
            Event::Notice { broker } => {
                self.known_broker(Some(broker))?;
                let dead = self.brokers[broker.index()].session_left.is_some();
                let back = self.could_return(broker);
                if !dead && !back {
                    return Err(Refusal::NothingToNotice(broker));
                }
                self.room_for_words(setup)
            }
            Event::Tell { broker } => {
                self.expect_awake(broker)?;
                self.whole(Link::Controller(broker))?;
                if self.brokers[broker.index()].inbox.is_empty() {
                    return Err(Refusal::NothingTold(broker));
                }
                self.room_for_words(setup)
            }
            Event::HoldWords { broker } => {
                self.expect_up(broker)?;
                let held = self.brokers[broker.index()].words_held;
                if held { Err(Refusal::WordsHeld(broker)) } else { Ok(()) }
            }
            Event::ReleaseWords { broker } => {
                self.known_broker(Some(broker))?;
                let held = self.brokers[broker.index()].words_held;
                if held { Ok(()) } else { Err(Refusal::WordsNotHeld(broker)) }
            }
            Event::Alter { broker, partition } => {
                let alter = self.known_alter(setup, broker, partition)?;
                if alter.stage != AlterStage::Sent {
                    return Err(Refusal::NothingAltered(broker));
                }
                self.expect_awake(broker)?;
                self.whole(Link::Controller(broker))?;
                self.room_for_words(setup)
            }
            Event::Altered { broker, partition } => {
                let alter = self.known_alter(setup, broker, partition)?;
                match alter.stage {
                    AlterStage::Sent | AlterStage::Stuck => Err(Refusal::NothingAltered(broker)),
                    AlterStage::Done { .. } | AlterStage::Refused(_) => {
                        self.expect_awake(broker)?;
                        self.whole(Link::Controller(broker))
                    }
                }
            }
            Event::LoseAlter { broker, partition } => {
                let alter = self.known_alter(setup, broker, partition)?;
                match alter.stage {
                    // It is sent again as it was: nothing would have changed.
                    AlterStage::Sent | AlterStage::Stuck => Err(Refusal::NothingAltered(broker)),
                    AlterStage::Done { .. } | AlterStage::Refused(_) => self.room_for_words(setup),
                }
            }
            Event::Pause { broker } => {
                self.expect_up(broker)?;
                self.expect_awake(broker)
            }
            Event::Resume { broker } => {
                self.expect_up(broker)?;
                if !self.brokers[broker.index()].paused {
                    return Err(Refusal::NotPaused(broker));
                }
                self.room_for_words(setup)
            }
            Event::Cut { link } => {
                self.known_link(link)?;
                self.whole(link)
            }
            Event::Heal { link } => {
                self.known_link(link)?;
                if !self.is_cut(link) {
                    return Err(Refusal::LinkWhole(link));
                }
                self.room_for_words(setup)
            }
            Event::Lose { broker, partition } => {
                let follower = self.known_follower(setup, broker, partition)?;
                match follower.call.as_ref().map(|c| &c.stage) {
                    Some(Stage::Sent | Stage::Replied(_)) => Ok(()),
                    Some(Stage::Parked(left)) => Err(Refusal::Parked(broker, *left)),
                    None => Err(Refusal::NothingInFlight(broker)),
                }
            }
            Event::EndWait { broker, partition } => {
                let follower = self.known_follower(setup, broker, partition)?;
                match follower.call.as_ref().map(|c| &c.stage) {
                    Some(Stage::Parked(_)) => self.expect_awake(follower.leader),
                    _ => Err(Refusal::NotParked(broker)),
                }
            }
            Event::FallBehind { broker, partition, follower } => {
                self.known_partition(setup, partition)?;
                self.expect_awake(broker)?;
                self.known_broker(Some(follower))?;
                let leader = self.leader(broker, partition).ok_or(Refusal::NotLeader(broker))?;
                let remote = leader.remote(follower).ok_or(Refusal::NotAssigned(follower))?;
                if !leader.isr.contains(follower) {
                    return Err(Refusal::NotInIsr(follower));
                }
                if !self.may_fall_behind(setup, remote, self.leo(broker, partition)) {
                    return Err(Refusal::AtLeo(follower));
                }
                self.room_for_words(setup)
            }
            Event::LoseAnswer { producer } => {
                self.known_client(producer.index(), self.producers.len())?;
                let already = self.producers[producer.index()].answer_lost;
                if already { Err(Refusal::AnswerLostAlready) } else { Ok(()) }
            }
            Event::MoveLeader { partition, to } => {
                self.known_partition(setup, partition)?;
                self.known_broker(Some(to))?;
                let state = self.partition(partition);
                if state.leader == Some(to) {
                    return Err(Refusal::LeadsAlready(to));
                }
                if !state.isr.and(self.controller.live).contains(to) {
                    return Err(Refusal::NotLiveInIsr(to));
                }
                if !state.target.is_empty() {
                    return Err(Refusal::ReassignmentOn);
                }
                self.room_for_words(setup)
            }
            Event::Reassign { partition, to } => {
                self.known_partition(setup, partition)?;
                let state = self.partition(partition);
                if !state.target.is_empty() {
                    return Err(Refusal::ReassignmentOn);
                }
                if to.is_empty() {
                    return Err(Refusal::NoBrokers);
                }
                for &broker in to.iter() {
                    self.known_broker(Some(broker))?;
                    if !state.is_assigned(broker) && !self.controller.live.contains(broker) {
                        return Err(Refusal::TargetDown(broker));
                    }
                }
                changes(to != state.replicas)?;
                self.room_for_words(setup)
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
        let idempotent = state.next_sequence.is_some();
        let limit = setup.rules.idempotence.filter(|_| idempotent).map(|rule| rule.remembered);
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

    /// The broker's process runs and is not silent.
    fn expect_awake(&self, broker: BrokerId) -> Result<(), Refusal> {
        self.expect_up(broker)?;
        if self.is_awake(broker) { Ok(()) } else { Err(Refusal::Paused(broker)) }
    }

    /// The link is not cut.
    fn whole(&self, link: Link) -> Result<(), Refusal> {
        if self.is_cut(link) { Err(Refusal::LinkCut(link)) } else { Ok(()) }
    }

    /// Whatever a follower and its leader send each other arrives.
    fn passes(&self, follower: BrokerId, leader: BrokerId) -> Result<(), Refusal> {
        self.whole(Link::between(follower, leader))
    }

    fn known_link(&self, link: Link) -> Result<(), Refusal> {
        let broker = |b: BrokerId| b.index() < self.brokers.len();
        let known = match link {
            Link::Brokers(a, b) => a < b && broker(b),
            Link::Controller(b) => broker(b),
            Link::Producer(p, b) => p.index() < self.producers.len() && broker(b),
            Link::Consumer(c, b) => c.index() < self.consumers.len() && broker(b),
        };
        if known { Ok(()) } else { Err(Refusal::NoSuchLink) }
    }

    /// What a leader has asked the controller for.
    fn known_alter(
        &self,
        setup: &Setup,
        broker: BrokerId,
        partition: PartitionId,
    ) -> Result<&Alter, Refusal> {
        if setup.rules.isr_write == IsrWrite::Znode {
            return Err(Refusal::NoAlterPartition);
        }
        self.known_partition(setup, partition)?;
        self.expect_up(broker)?;
        let leader = self.leader(broker, partition).ok_or(Refusal::NotLeader(broker))?;
        leader.alter.as_ref().ok_or(Refusal::NothingAltered(broker))
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

    /// Whether the controller may speak. Of each partition an event makes it send a broker one word for
    /// each broker that it misses at once and three besides, and raises its epoch by as much at most.
    /// Checked before the event, so that no word is ever one too many.
    fn room_for_words(&self, setup: &Setup) -> Result<(), Refusal> {
        let most_a_partition = usize::from(setup.brokers) + 3;
        if self.controller.partitions.iter().any(|p| p.epoch >= MAX_EPOCH) {
            return Err(Refusal::EpochsUsedUp);
        }
        let most = MAX_INBOX.saturating_sub(most_a_partition * self.controller.partitions.len());
        for broker in setup.all_brokers().iter() {
            if self.brokers[broker.index()].inbox.len() > most {
                return Err(Refusal::InboxFull(broker));
            }
        }
        Ok(())
    }

    /// Every event of the menu that can happen now, in a fixed order.
    pub fn enabled(&self, setup: &Setup, menu: &Menu) -> Vec<Event> {
        // Seldom more.
        let mut events = Vec::with_capacity(32);
        let mut offer = |event: Event| {
            if self.refusal(setup, &event).is_none() {
                events.push(event);
            }
        };
        for partition in setup.partitions() {
            // Nobody else has a fetch under way.
            let follows = |b: &BrokerId| self.follower(*b, partition).is_some();
            for broker in setup.all_brokers().iter().filter(follows) {
                offer(Event::Request { broker, partition });
                offer(Event::Serve { broker, partition });
                offer(Event::Reply { broker, partition });
            }
            // A client sends to the leader the controller names, or to one that has not heard yet.
            let named = self.partition(partition).leader;
            let old = self
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
            for broker in setup.all_brokers().iter() {
                let (follows, leads) = (follows(&broker), self.leader(broker, partition).is_some());
                if leads {
                    offer(Event::Alter { broker, partition });
                    offer(Event::Altered { broker, partition });
                }
                if menu.losses && follows {
                    offer(Event::Lose { broker, partition });
                }
                if menu.losses && leads {
                    offer(Event::LoseAlter { broker, partition });
                }
                if menu.waits && follows {
                    offer(Event::EndWait { broker, partition });
                }
                if menu.lags && leads {
                    for follower in setup.all_brokers().iter() {
                        offer(Event::FallBehind { broker, partition, follower });
                    }
                }
                if menu.moves {
                    offer(Event::MoveLeader { partition, to: broker });
                }
            }
            for &to in &menu.reassignments {
                offer(Event::Reassign { partition, to });
            }
            if menu.elections {
                offer(Event::ElectPreferred { partition });
                offer(Event::ElectUnclean { partition });
            }
        }
        for broker in setup.all_brokers().iter() {
            offer(Event::Notice { broker });
            offer(Event::Tell { broker });
            if menu.pauses {
                offer(Event::Pause { broker });
            }
            offer(Event::Resume { broker });
            if menu.holds {
                offer(Event::HoldWords { broker });
            }
            offer(Event::ReleaseWords { broker });
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
        if menu.cuts || !self.cuts.is_empty() {
            for link in self.links() {
                if menu.cuts {
                    offer(Event::Cut { link });
                }
                offer(Event::Heal { link });
            }
        }
        if menu.losses {
            for producer in (0..self.producers.len() as u8).map(ProducerId) {
                offer(Event::LoseAnswer { producer });
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

impl Cluster {
    /// Every link that can be cut.
    pub fn links(&self) -> Vec<Link> {
        let brokers = || (0..self.brokers.len() as u8).map(BrokerId);
        let producers = || (0..self.producers.len() as u8).map(ProducerId);
        let consumers = || (0..self.consumers.len() as u8).map(ConsumerId);
        let pairs = brokers().flat_map(|a| brokers().map(move |b| (a, b))).filter(|(a, b)| a < b);
        pairs
            .map(|(a, b)| Link::Brokers(a, b))
            .chain(brokers().map(Link::Controller))
            .chain(producers().flat_map(|p| brokers().map(move |b| Link::Producer(p, b))))
            .chain(consumers().flat_map(|c| brokers().map(move |b| Link::Consumer(c, b))))
            .collect()
    }
}

fn changes(does: bool) -> Result<(), Refusal> {
    if does { Ok(()) } else { Err(Refusal::NoChange) }
}
