//! Short ways to set up a cluster and to make it do things.

use replicascope::engine::epochs::{EpochStart, EpochTable};
use replicascope::engine::log::{Log, Record};
use replicascope::engine::state::{
    Answer, Ask, Call, Disk, Fetcher, Follower, Leader, Replica, Role, Stage,
};
use replicascope::engine::*;

pub const A: BrokerId = BrokerId(0);
pub const B: BrokerId = BrokerId(1);
pub const C: BrokerId = BrokerId(2);
pub const D: BrokerId = BrokerId(3);
pub const P0: PartitionId = PartitionId(0);
pub const P1: ProducerId = ProducerId(0);
pub const C1: ConsumerId = ConsumerId(0);

/// A setup of one partition whose replicas are these brokers, preferred leader first.
pub fn setup(release: &str, replicas: &[BrokerId]) -> Setup {
    setup_of(rules_for(release).expect("a release of the table").clone(), replicas)
}

pub fn setup_of(rules: Rules, replicas: &[BrokerId]) -> Setup {
    Setup {
        settings: Settings::defaults(&rules),
        rules,
        brokers: replicas.iter().map(|b| b.0 + 1).max().expect("a replica"),
        producers: 1,
        consumers: 1,
        assignment: vec![replicas.to_vec()],
        controller: ControllerMode::default(),
    }
}

/// The same for any rules, with producers that neither number their records nor send them again.
pub fn plain(rules: &Rules, replicas: &[BrokerId]) -> Setup {
    let mut setup = setup_of(rules.clone(), replicas);
    setup.settings.idempotence = setup::Idempotence::Off;
    setup.settings.retries = 0;
    setup
}

/// Release and coordination, to say in which rules a test fails.
pub fn name(rules: &Rules) -> String {
    format!("{}/{:?}", rules.release, rules.coordination)
}

/// A cluster with its setup, and the verbs that tests speak in.
#[derive(Clone)]
pub struct Lab {
    pub setup: Setup,
    pub cluster: Cluster,
    next_value: u16,
}

impl Lab {
    pub fn new(setup: Setup) -> Self {
        let mut cluster = Cluster::new(&setup);
        // These stories are told with acks=all unless they say otherwise.
        for producer in cluster.producers.iter_mut() {
            producer.acks = Acks::All;
        }
        Lab { setup, cluster, next_value: 0 }
    }

    /// Carries out an event that must be possible, and returns its effects.
    pub fn does(&mut self, event: Event) -> Vec<Effect> {
        let mut out = Effects::new();
        if let Err(refusal) = self.cluster.step(&self.setup, &event, &mut out) {
            panic!("{event:?} was refused: {refusal:?}");
        }
        out.into_vec()
    }

    /// Sends a record with a value of its own, and returns the value.
    pub fn send(&mut self) -> Value {
        let value = Value(self.next_value);
        self.next_value += 1;
        self.does(Event::Send { producer: P1, partition: P0, value, to: None });
        value
    }

    pub fn send_many(&mut self, count: usize) {
        for _ in 0..count {
            self.send();
        }
    }

    /// A whole exchange of a follower, up to where it parks.
    pub fn fetch(&mut self, broker: BrokerId) {
        self.request(broker);
        self.serve(broker);
        self.take_reply(broker);
    }

    fn take_reply(&mut self, broker: BrokerId) {
        if self.cluster.refusal(&self.setup, &Event::Reply { broker, partition: P0 }).is_none() {
            self.reply(broker);
        }
    }

    pub fn request(&mut self, broker: BrokerId) {
        self.does(Event::Request { broker, partition: P0 });
    }

    pub fn serve(&mut self, broker: BrokerId) -> Vec<Effect> {
        self.does(Event::Serve { broker, partition: P0 })
    }

    pub fn reply(&mut self, broker: BrokerId) -> Vec<Effect> {
        self.does(Event::Reply { broker, partition: P0 })
    }

    /// A parked fetch waits to its end and is answered.
    pub fn unpark(&mut self, broker: BrokerId) {
        self.advance(self.setup.settings.fetch_wait_max);
        self.reply(broker);
    }

    pub fn advance(&mut self, ms: Ms) -> Vec<Effect> {
        self.does(Event::Advance { ms })
    }

    pub fn kill(&mut self, broker: BrokerId) -> Vec<Effect> {
        self.does(Event::Kill { broker })
    }

    pub fn start(&mut self, broker: BrokerId) -> Vec<Effect> {
        self.does(Event::Start { broker })
    }

    pub fn stop(&mut self, broker: BrokerId) -> Vec<Effect> {
        self.does(Event::Stop { broker })
    }

    pub fn move_leader(&mut self, to: BrokerId) -> Vec<Effect> {
        self.does(Event::MoveLeader { partition: P0, to })
    }

    /// The controller's next word reaches a broker.
    pub fn tell(&mut self, broker: BrokerId) -> Vec<Effect> {
        self.does(Event::Tell { broker })
    }

    /// A leader's AlterPartition request reaches the controller.
    pub fn alter(&mut self, broker: BrokerId) -> Vec<Effect> {
        self.does(Event::Alter { broker, partition: P0 })
    }

    /// The controller's answer to it reaches the leader.
    pub fn altered(&mut self, broker: BrokerId) -> Vec<Effect> {
        self.does(Event::Altered { broker, partition: P0 })
    }

    pub fn refusal(&self, event: Event) -> Option<Refusal> {
        self.cluster.refusal(&self.setup, &event)
    }

    /// The values that the consumer gets from a broker, or from the leader.
    pub fn consume_from(&mut self, from: Option<BrokerId>) -> Result<Vec<u16>, KafkaError> {
        let effects = self.does(Event::Consume { consumer: C1, partition: P0, from });
        for effect in effects {
            match effect {
                Effect::Consumed { records, .. } => {
                    return Ok(records.iter().map(|r| r.value.0).collect());
                }
                Effect::ConsumeFailed { error, .. } => return Err(error),
                _ => {}
            }
        }
        panic!("a fetch has an answer");
    }

    /// The consumer asks for the end and goes there.
    pub fn seek_end(&mut self) -> Result<Offset, KafkaError> {
        let event = Event::Seek { consumer: C1, partition: P0, to: event::Whence::End };
        for effect in self.does(event) {
            match effect {
                Effect::Sought { to, .. } => return Ok(to),
                Effect::ConsumeFailed { error, .. } => return Err(error),
                _ => {}
            }
        }
        panic!("ListOffsets has an answer");
    }

    pub fn position(&self) -> Offset {
        self.cluster.consumers[0].positions[0]
    }

    /// Whatever a follower has to ask, until its log is its leader's and it waits for more.
    pub fn drain(&mut self, broker: BrokerId) {
        for _ in 0..40 {
            let at = |event| self.refusal(event).is_none();
            if at(Event::Reply { broker, partition: P0 }) {
                self.reply(broker);
            } else if at(Event::Serve { broker, partition: P0 }) {
                self.serve(broker);
            } else if at(Event::Request { broker, partition: P0 }) {
                self.request(broker);
            } else {
                return;
            }
        }
    }

    /// A parked fetch waits to its end; then the follower knows what its leader knew.
    pub fn wait(&mut self, broker: BrokerId) {
        self.drain(broker);
        self.advance(self.setup.settings.fetch_wait_max);
        self.drain(broker);
    }

    pub fn acks(&mut self, acks: Acks) {
        self.does(Event::SetAcks { producer: P1, acks });
    }

    pub fn leo(&self, broker: BrokerId) -> Offset {
        self.cluster.leo(broker, P0)
    }

    pub fn hw(&self, broker: BrokerId) -> Offset {
        self.cluster.replica(broker, P0).expect("a running replica").hw
    }

    pub fn leader(&self, broker: BrokerId) -> &Leader {
        self.cluster.leader(broker, P0).expect("a leader")
    }

    /// The partition as the controller has it.
    pub fn state(&self) -> state::PartitionState {
        *self.cluster.partition(P0)
    }

    pub fn epoch(&self) -> Epoch {
        self.state().epoch
    }

    /// The leader as the controller has it.
    pub fn leads(&self) -> Option<BrokerId> {
        self.state().leader
    }

    /// What a leader knows of a follower.
    pub fn remote(&self, leader: BrokerId, follower: BrokerId) -> state::Remote {
        *self.leader(leader).remote(follower).expect("it is assigned")
    }

    pub fn isr(&self) -> BrokerSet {
        self.cluster.partition(P0).isr
    }

    pub fn fetcher(&self, broker: BrokerId) -> Fetcher {
        self.cluster.follower(broker, P0).expect("a follower").fetcher
    }

    /// The values in a broker's log.
    pub fn log(&self, broker: BrokerId) -> Vec<u16> {
        let disk = self.cluster.disk(broker, P0).expect("a disk");
        disk.log.records().iter().map(|r| r.value.0).collect()
    }

    /// A broker's leader-epoch table.
    pub fn epochs(&self, broker: BrokerId) -> Vec<(Epoch, Offset)> {
        let replica = self.cluster.replica(broker, P0).expect("a running replica");
        replica.epochs.entries().iter().map(|e| (e.epoch, e.start)).collect()
    }

    pub fn outcome(&self, value: Value) -> Option<ledger::Outcome> {
        self.cluster.ledger.outcome(value)
    }

    pub fn verdict(&self) -> ledger::Verdict {
        self.cluster.verdict(&self.setup)
    }
}

/// A set of brokers.
pub fn set(brokers: &[BrokerId]) -> BrokerSet {
    brokers.iter().copied().collect()
}

/// Ways to put a replica into a state that would take long to reach.
impl Lab {
    /// A fetch from any offset arrives at the follower's leader; its reply is dropped.
    pub fn fetch_at(&mut self, broker: BrokerId, offset: Offset) -> Vec<Effect> {
        self.call(broker, Ask::Fetch { offset, last: None }, Stage::Sent);
        let effects = self.serve(broker);
        self.follower_mut(broker).call = None;
        effects
    }

    /// The same with the follower's latest epoch; returns what it was answered, if it is not parked.
    pub fn fetch_as(
        &mut self,
        broker: BrokerId,
        offset: Offset,
        last: Option<Epoch>,
    ) -> Option<Answer> {
        self.call(broker, Ask::Fetch { offset, last }, Stage::Sent);
        self.serve(broker);
        match self.follower_mut(broker).call.take()?.stage {
            Stage::Replied(answer) => Some(answer),
            Stage::Sent | Stage::Parked(_) => None,
        }
    }

    /// A reply to a question arrives at the follower.
    pub fn answer(&mut self, broker: BrokerId, ask: Ask, answer: Answer) -> Vec<Effect> {
        self.call(broker, ask, Stage::Replied(answer));
        if matches!(ask, Ask::Fetch { .. }) {
            self.follower_mut(broker).fetcher = Fetcher::Fetching;
        }
        self.reply(broker)
    }

    fn call(&mut self, broker: BrokerId, ask: Ask, stage: Stage) {
        let epoch = self.replica_mut(broker).leader_epoch;
        let epoch = epoch.filter(|_| self.setup.rules.fences_epochs);
        self.follower_mut(broker).call = Some(Call { ask, epoch, stage });
    }

    pub fn follower_mut(&mut self, broker: BrokerId) -> &mut Follower {
        match &mut self.replica_mut(broker).role {
            Role::Follower(follower) => follower,
            other => panic!("{broker:?} does not follow: {other:?}"),
        }
    }

    pub fn leader_mut(&mut self, broker: BrokerId) -> &mut Leader {
        match &mut self.replica_mut(broker).role {
            Role::Leader(leader) => leader,
            other => panic!("{broker:?} does not lead: {other:?}"),
        }
    }

    pub fn replica_mut(&mut self, broker: BrokerId) -> &mut Replica {
        let process = self.cluster.brokers[broker.index()].process.as_mut().expect("it is up");
        process.replicas[0].as_mut().expect("it is assigned the partition")
    }

    pub fn disk_mut(&mut self, broker: BrokerId) -> &mut Disk {
        self.cluster.brokers[broker.index()].disks[0].as_mut().expect("it is assigned")
    }

    /// Gives a broker a log of these epochs, each with so many records, numbered from 0 on, with its
    /// table and HW. Before 0.11 neither records nor replicas know their epochs.
    pub fn give_epochs(&mut self, broker: BrokerId, epochs: &[(Epoch, u16)], hw: Offset) {
        let known = self.setup.rules.has_epochs();
        let mut records = Vec::new();
        let mut entries = Vec::new();
        for &(epoch, count) in epochs {
            let start = records.len() as Offset;
            entries.push(EpochStart { epoch, start });
            for _ in 0..count {
                records.push(Record::new(Value(records.len() as u16), known.then_some(epoch)));
            }
        }
        let table = if known { EpochTable::new(entries) } else { EpochTable::default() };
        *self.disk_mut(broker) = Disk { log: Log::new(0, records, 0), hw, epochs: table.clone() };
        let replica = self.replica_mut(broker);
        replica.epochs = table;
        replica.hw = hw;
    }

    /// Gives a broker a log of so many records of an epoch, with its table and HW.
    pub fn give_log(&mut self, broker: BrokerId, records: u16, epoch: Epoch, hw: Offset) {
        let epoch = self.setup.rules.has_epochs().then_some(epoch);
        let log = (0..records).map(|v| Record::new(Value(v), epoch)).collect();
        let table = EpochTable::new(
            epoch.map(|epoch| EpochStart { epoch, start: 0 }).into_iter().collect(),
        );
        *self.disk_mut(broker) = Disk { log: Log::new(0, log, 0), hw, epochs: table.clone() };
        let replica = self.replica_mut(broker);
        replica.epochs = table;
        replica.hw = hw;
    }
}
