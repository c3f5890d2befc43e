//! Commands: what a person or a script asks for. Most are one [`Event`]; some are a few events in
//! a row, chosen by looking at the state.

use crate::engine::state::{Fetcher, Stage};
use crate::engine::{
    BrokerId, Cluster, Effect, Effects, Event, PartitionId, ProducerId, Refusal, Setup, Value,
};

/// Most events of a follower that catches up: one that asks the same for ever is let go.
const MAX_EXCHANGE: usize = 60;
/// Most events of a partition that comes to rest.
const MAX_SETTLING: usize = 300;

/// One thing that a person or a script asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// One event.
    Event(Event),
    /// A follower's exchange with its leader, from where it is: the request, its serving, the
    /// reply. It stops where the fetch parks; of a fetch that is parked already, the wait passes
    /// and the reply arrives.
    Fetch {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// The next phase of a follower's exchange; of a parked fetch, the wait passes.
    Phase {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// A follower asks and fetches until its fetch parks, or until it can't go on: what a release makes
    /// of "it catches up", however many exchanges that takes. Refused only to a broker without a replica.
    CatchUp {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// A follower asks whatever its release makes it ask before it may fetch, and truncates. Refused
    /// only to a broker without a replica.
    Truncate {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// Every follower of a partition catches up, and the waits pass by which their HWs do. Never refused.
    Settle {
        /// The partition.
        partition: PartitionId,
    },
    /// Several records, one after the other.
    Burst {
        /// Who sends.
        producer: ProducerId,
        /// To which partition.
        partition: PartitionId,
        /// What.
        values: Vec<Value>,
    },
    /// Time passes until the next thing is due.
    NextDue,
}

/// An event that happened, with what followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    /// The event.
    pub event: Event,
    /// Its effects, in order.
    pub effects: Vec<Effect>,
}

impl Command {
    /// The next event that the command asks for, given how many it has had already; `None` when
    /// it is done.
    fn next_event(&self, cluster: &Cluster, setup: &Setup, done: usize) -> Option<Event> {
        match self {
            Command::Event(event) => (done == 0).then_some(*event),
            Command::Fetch { broker, partition } => {
                let phase = next_phase(cluster, *broker, *partition);
                match phase {
                    // A reply ends the exchange, and so does parking, unless it began parked.
                    Event::Request { .. } | Event::Advance { .. } if done > 0 => None,
                    _ => Some(phase),
                }
            }
            Command::Phase { broker, partition } => {
                (done == 0).then(|| next_phase(cluster, *broker, *partition))
            }
            Command::CatchUp { broker, partition } => {
                (done < MAX_EXCHANGE).then(|| progress(cluster, setup, *broker, *partition))?
            }
            Command::Truncate { broker, partition } => {
                let follower = cluster.follower(*broker, *partition)?;
                let asks = follower.fetcher != Fetcher::Fetching;
                (asks && done < MAX_EXCHANGE)
                    .then(|| progress(cluster, setup, *broker, *partition))?
            }
            Command::Settle { partition } => {
                (done < MAX_SETTLING).then(|| settling(cluster, setup, *partition))?
            }
            Command::Burst { producer, partition, values } => {
                let (producer, partition) = (*producer, *partition);
                values.get(done).map(|&value| Event::Send { producer, partition, value, to: None })
            }
            Command::NextDue => {
                (done == 0).then_some(Event::Advance { ms: cluster.next_due(setup).unwrap_or(0) })
            }
        }
    }

    /// The partition that it is about, if it is about one.
    pub fn partition(&self) -> Option<PartitionId> {
        match self {
            Command::Event(event) => event.partition(),
            Command::Fetch { partition, .. }
            | Command::Phase { partition, .. }
            | Command::CatchUp { partition, .. }
            | Command::Truncate { partition, .. }
            | Command::Settle { partition }
            | Command::Burst { partition, .. } => Some(*partition),
            Command::NextDue => None,
        }
    }

    /// Carries the command out and returns what happened, in order.
    ///
    /// # Errors
    /// Why it can't be done now; then nothing has changed.
    pub fn perform(&self, cluster: &mut Cluster, setup: &Setup) -> Result<Vec<Happening>, Refusal> {
        if let Some(refusal) = self.unfit(cluster) {
            return Err(refusal);
        }
        let mut state = cluster.clone();
        let mut happened = Vec::new();
        while let Some(event) = self.next_event(&state, setup, happened.len()) {
            let mut out = Effects::new();
            state.step(setup, &event, &mut out)?;
            happened.push(Happening { event, effects: out.into_vec() });
        }
        *cluster = state;
        Ok(happened)
    }

    /// Does again what could be done in this very state, without saying what follows.
    pub fn repeat(&self, cluster: &mut Cluster, setup: &Setup) {
        let mut done = 0;
        while let Some(event) = self.next_event(cluster, setup, done) {
            if cluster.step(setup, &event, &mut Effects::muted()).is_err() {
                return;
            }
            done += 1;
        }
    }

    /// The follower whose exchange with its leader the command is a part of.
    pub fn exchange(&self) -> Option<(BrokerId, PartitionId)> {
        match *self {
            Command::Event(
                Event::Request { broker, partition }
                | Event::Serve { broker, partition }
                | Event::Reply { broker, partition },
            )
            | Command::Fetch { broker, partition }
            | Command::Phase { broker, partition } => Some((broker, partition)),
            Command::Event(_)
            | Command::CatchUp { .. }
            | Command::Truncate { .. }
            | Command::Settle { .. }
            | Command::Burst { .. }
            | Command::NextDue => None,
        }
    }

    /// Whether the follower of that exchange has something to ask before it may fetch. `None` if it
    /// has an exchange in flight, or can have none.
    pub fn asks_first(&self, cluster: &Cluster) -> Option<bool> {
        let (broker, partition) = self.exchange()?;
        let follower = cluster.follower(broker, partition).filter(|f| f.call.is_none())?;
        Some(follower.fetcher != Fetcher::Fetching)
    }

    /// The exchange in which it asks that, if it has something to ask and the command begins one.
    pub fn question(&self, cluster: &Cluster) -> Option<Command> {
        let begins = !matches!(self, Command::Event(Event::Serve { .. } | Event::Reply { .. }));
        let (broker, partition) = self.exchange().filter(|_| begins)?;
        self.asks_first(cluster)?.then_some(Command::Fetch { broker, partition })
    }

    /// Whether the command asks for nothing now: whom it is about have nothing left to do.
    pub fn does_nothing(&self, cluster: &Cluster, setup: &Setup) -> bool {
        self.next_event(cluster, setup, 0).is_none()
    }

    /// Why a command that may come to nothing makes no sense here: the broker has no replica.
    fn unfit(&self, cluster: &Cluster) -> Option<Refusal> {
        match *self {
            Command::CatchUp { broker, partition } | Command::Truncate { broker, partition } => {
                let known = partition.index() < cluster.controller.partitions.len();
                let has = known && cluster.is_assigned(partition, broker);
                (!has).then_some(Refusal::NotAssigned(broker))
            }
            _ => None,
        }
    }

    /// Why the command can't be done now, if so: the refusal of its first event.
    pub fn refusal(&self, cluster: &Cluster, setup: &Setup) -> Option<Refusal> {
        if let Some(refusal) = self.unfit(cluster) {
            return Some(refusal);
        }
        cluster.refusal(setup, &self.next_event(cluster, setup, 0)?)
    }
}

/// What a follower can do towards a parked fetch.
fn progress(
    cluster: &Cluster,
    setup: &Setup,
    broker: BrokerId,
    partition: PartitionId,
) -> Option<Event> {
    let phase = next_phase(cluster, broker, partition);
    let waits = matches!(phase, Event::Advance { .. });
    (!waits && cluster.refusal(setup, &phase).is_none()).then_some(phase)
}

/// What can happen towards a partition at rest: what a follower can do; when all of them wait, the
/// wait of one whose HW is behind.
fn settling(cluster: &Cluster, setup: &Setup, partition: PartitionId) -> Option<Event> {
    let replicas = cluster.replicas(partition);
    let step = replicas.iter().find_map(|b| progress(cluster, setup, *b, partition));
    step.or_else(|| {
        let hw = |b: BrokerId| cluster.replica(b, partition).map(|r| r.hw);
        replicas.iter().find_map(|&b| {
            let follower = cluster.follower(b, partition)?;
            let Some(Stage::Parked(ms)) = follower.call.as_ref().map(|c| &c.stage) else {
                return None;
            };
            let behind = hw(b) < hw(follower.leader);
            (behind && cluster.is_awake(follower.leader)).then_some(Event::Advance { ms: *ms })
        })
    })
}

/// The next phase of a follower's exchange with its leader.
fn next_phase(cluster: &Cluster, broker: BrokerId, partition: PartitionId) -> Event {
    let call = cluster.follower(broker, partition).and_then(|f| f.call.as_ref());
    match call.map(|c| &c.stage) {
        None => Event::Request { broker, partition },
        Some(Stage::Sent) => Event::Serve { broker, partition },
        Some(Stage::Parked(left)) => Event::Advance { ms: *left },
        Some(Stage::Replied(_)) => Event::Reply { broker, partition },
    }
}
