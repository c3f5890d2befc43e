//! What may happen while one explores: which events are offered, and how often.

use crate::engine::ledger::Outcome;
use crate::engine::*;

/// Something of which a budget allows so many. What is not of any kind may always happen: the phases of
/// a fetch, a word of the controller that arrives, whatever ends what was begun (a silent broker goes
/// on, a link is whole again).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Records that are sent for the first time.
    Records,
    /// Records that are sent again: those that have failed, as far as their producer knows.
    Retries,
    /// Brokers that are killed.
    Kills,
    /// Brokers that lose power, each alone or all at once.
    PowerLosses,
    /// Brokers that are shut down cleanly.
    Stops,
    /// Brokers that are down and start.
    Restarts,
    /// Disks of brokers that are down and are emptied.
    Wipes,
    /// The two simplifications: a restart or a power loss that the controller does not notice.
    Unnoticed,
    /// Leaderships that move to another live member of the ISR, or back to the preferred leader.
    Elections,
    /// Unclean elections that an operator asks for.
    UncleanElections,
    /// Changes of the order of the replicas, which decides who is elected.
    Orders,
    /// Brokers that fall silent.
    Pauses,
    /// Links that are cut.
    Cuts,
    /// Requests, replies and answers that are lost.
    Losses,
    /// Brokers to which the controller's words take longer than a step.
    LateWords,
    /// Followers that fall behind, so that they leave the ISR.
    IsrChanges,
    /// Parked fetches whose wait ends.
    Waits,
    /// Logs that are flushed and HW checkpoints that are written.
    Files,
    /// Fetches and seeks of the consumers.
    Reads,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 19] = [
        Kind::Records,
        Kind::Retries,
        Kind::Kills,
        Kind::PowerLosses,
        Kind::Stops,
        Kind::Restarts,
        Kind::Wipes,
        Kind::Unnoticed,
        Kind::Elections,
        Kind::UncleanElections,
        Kind::Orders,
        Kind::Pauses,
        Kind::Cuts,
        Kind::Losses,
        Kind::LateWords,
        Kind::IsrChanges,
        Kind::Waits,
        Kind::Files,
        Kind::Reads,
    ];

    /// A kind with an allowance as somebody types it: `kills=2`, `restarts=any`.
    pub fn parse(text: &str) -> Option<(Kind, Allowance)> {
        let (name, count) = text.split_once('=')?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name.trim())?;
        let allowance = match count.trim() {
            "any" => Allowance::Any,
            count => Allowance::Times(count.parse().ok().filter(|n| *n <= MAX_COUNT)?),
        };
        Some((kind, allowance))
    }

    /// The name by which commands call it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Records => "records",
            Kind::Retries => "retries",
            Kind::Kills => "kills",
            Kind::PowerLosses => "power-losses",
            Kind::Stops => "stops",
            Kind::Restarts => "restarts",
            Kind::Wipes => "wipes",
            Kind::Unnoticed => "unnoticed",
            Kind::Elections => "elections",
            Kind::UncleanElections => "unclean-elections",
            Kind::Orders => "orders",
            Kind::Pauses => "pauses",
            Kind::Cuts => "cuts",
            Kind::Losses => "losses",
            Kind::LateWords => "late-words",
            Kind::IsrChanges => "isr-changes",
            Kind::Waits => "waits",
            Kind::Files => "files",
            Kind::Reads => "reads",
        }
    }

    /// How many a budget allows of it unless it says otherwise.
    fn by_default(self) -> u8 {
        match self {
            Kind::Records | Kind::Kills | Kind::Restarts | Kind::Waits => 2,
            Kind::Elections | Kind::IsrChanges => 1,
            Kind::Retries
            | Kind::PowerLosses
            | Kind::Stops
            | Kind::Wipes
            | Kind::Unnoticed
            | Kind::UncleanElections
            | Kind::Orders
            | Kind::Pauses
            | Kind::Cuts
            | Kind::Losses
            | Kind::LateWords
            | Kind::Files
            | Kind::Reads => 0,
        }
    }
}

/// The most of a kind that is counted; whoever wants more wants any number.
pub const MAX_COUNT: u8 = 9;
/// Most records that one can explore with.
pub const MAX_RECORDS: u8 = 9;

/// How often something may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Allowance {
    /// So many times, at most [`MAX_COUNT`].
    Times(u8),
    /// Any number of times.
    Any,
}

/// What may happen, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    allowed: [Allowance; Kind::ALL.len()],
    /// The highest leader epoch, if there is one: what would raise it further is left out.
    pub epochs: Option<Epoch>,
    /// Whether the controller's words, and the answers to a leader that wants another ISR, arrive by
    /// events of their own: as the scenario says, if nothing is said.
    pub by_step: Option<bool>,
    /// Whether brokers that only their place in the assignment tells apart are taken for the same.
    pub symmetry: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            allowed: Kind::ALL.map(|kind| Allowance::Times(kind.by_default())),
            epochs: None,
            by_step: None,
            symmetry: true,
        }
    }
}

/// How much of a budget is used up.
pub type Spent = [u8; Kind::ALL.len()];

/// Nothing is used up.
pub const NOTHING: Spent = [0; Kind::ALL.len()];

impl Budget {
    /// A budget that allows nothing but what is free.
    pub fn nothing() -> Self {
        let allowed = [Allowance::Times(0); Kind::ALL.len()];
        Budget { allowed, ..Budget::default() }
    }

    /// The same budget with another allowance. Records are always counted: one can't send any number.
    #[must_use]
    pub fn with(mut self, kind: Kind, allowance: Allowance) -> Self {
        let allowance = match (kind, allowance) {
            (Kind::Records, Allowance::Any) => Allowance::Times(MAX_RECORDS),
            (_, Allowance::Times(times)) => Allowance::Times(times.min(MAX_COUNT)),
            (_, Allowance::Any) => Allowance::Any,
        };
        self.allowed[kind as usize] = allowance;
        self
    }

    /// How often something may happen.
    pub fn allowed(&self, kind: Kind) -> Allowance {
        self.allowed[kind as usize]
    }

    /// Whether something may happen at all.
    pub fn allows(&self, kind: Kind) -> bool {
        self.allowed(kind) != Allowance::Times(0)
    }

    /// Whether something may happen once more.
    fn left(&self, spent: &Spent, kind: Kind) -> bool {
        match self.allowed(kind) {
            Allowance::Any => true,
            Allowance::Times(times) => spent[kind as usize] < times,
        }
    }

    /// What it leaves out altogether.
    pub fn left_out(&self) -> Vec<Kind> {
        Kind::ALL.into_iter().filter(|kind| !self.allows(*kind)).collect()
    }

    /// The most records that it allows.
    pub fn most_records(&self) -> u8 {
        match self.allowed(Kind::Records) {
            Allowance::Times(times) => times,
            // Of them there is no "any number".
            Allowance::Any => MAX_RECORDS,
        }
    }

    /// The kinds that are counted in a node of the search. Records are counted by what has been sent.
    pub(super) fn counted(&self) -> Vec<Kind> {
        let counted = |kind: &Kind| {
            *kind != Kind::Records && matches!(self.allowed(*kind), Allowance::Times(1..))
        };
        Kind::ALL.into_iter().filter(counted).collect()
    }
}

/// What an event uses up: two kinds at most.
fn kinds(event: &Event, retries: bool) -> [Option<Kind>; 2] {
    let one = |kind| [Some(kind), None];
    match event {
        Event::Send { .. } => one(if retries { Kind::Retries } else { Kind::Records }),
        Event::Consume { .. } | Event::Seek { .. } => one(Kind::Reads),
        Event::Kill { .. } => one(Kind::Kills),
        Event::PowerLoss { noticed: true, .. } => one(Kind::PowerLosses),
        Event::PowerLoss { noticed: false, .. } => [Some(Kind::PowerLosses), Some(Kind::Unnoticed)],
        Event::Stop { .. } => one(Kind::Stops),
        Event::Start { .. } => one(Kind::Restarts),
        Event::RestartUnnoticed { .. } => one(Kind::Unnoticed),
        Event::Wipe { .. } => one(Kind::Wipes),
        Event::Flush { .. } | Event::CheckpointHw { .. } => one(Kind::Files),
        Event::ElectPreferred { .. } | Event::MoveLeader { .. } => one(Kind::Elections),
        Event::ElectUnclean { .. } => one(Kind::UncleanElections),
        Event::HoldWords { .. } => one(Kind::LateWords),
        Event::Pause { .. } => one(Kind::Pauses),
        Event::Cut { .. } => one(Kind::Cuts),
        Event::Lose { .. } | Event::LoseAlter { .. } | Event::LoseAnswer { .. } => {
            one(Kind::Losses)
        }
        Event::EndWait { .. } => one(Kind::Waits),
        Event::FallBehind { .. } => one(Kind::IsrChanges),
        Event::Reassign { .. } => one(Kind::Orders),
        Event::Request { .. }
        | Event::Serve { .. }
        | Event::Reply { .. }
        | Event::Notice { .. }
        | Event::Tell { .. }
        | Event::Alter { .. }
        | Event::Altered { .. }
        | Event::Resume { .. }
        | Event::Heal { .. }
        | Event::ReleaseWords { .. }
        // Never on the menu.
        | Event::Advance { .. }
        | Event::SetAcks { .. }
        | Event::SetMinIsr(_)
        | Event::SetUnclean(_) => [None, None],
    }
}

/// The partition in which an event makes somebody the leader, whatever the state is: in a new epoch.
fn elects(event: &Event) -> Option<PartitionId> {
    match *event {
        Event::MoveLeader { partition, .. }
        | Event::ElectPreferred { partition }
        | Event::ElectUnclean { partition } => Some(partition),
        _ => None,
    }
}

/// What is offered in each state: the engine's own list of what can happen, less what is used up.
#[derive(Clone, Debug)]
pub struct Offers {
    budget: Budget,
    /// By how many of the values have been sent.
    menus: Vec<Menu>,
    values: Vec<Value>,
}

impl Offers {
    /// What a budget offers from a state on. The values are sent in their order: which of them comes
    /// first makes no difference.
    pub fn new(budget: &Budget, start: &Cluster, values: &[Value]) -> Offers {
        let most = usize::from(budget.most_records());
        let values = values[..most.min(values.len())].to_vec();
        let allows = |kind| budget.allows(kind);
        let menu = Menu {
            values: Vec::new(),
            retries: allows(Kind::Retries),
            consume: allows(Kind::Reads),
            durations: Vec::new(),
            acks: Vec::new(),
            min_isr: Vec::new(),
            unclean: Vec::new(),
            crashes: allows(Kind::Kills) || allows(Kind::Stops) || allows(Kind::Restarts),
            power_losses: allows(Kind::PowerLosses),
            wipes: allows(Kind::Wipes),
            files: allows(Kind::Files),
            elections: allows(Kind::Elections) || allows(Kind::UncleanElections),
            unnoticed: allows(Kind::Unnoticed),
            pauses: allows(Kind::Pauses),
            cuts: allows(Kind::Cuts),
            losses: allows(Kind::Losses),
            holds: allows(Kind::LateWords),
            waits: allows(Kind::Waits),
            lags: allows(Kind::IsrChanges),
            moves: allows(Kind::Elections),
            reassignments: match (allows(Kind::Orders), &start.controller.partitions[..]) {
                (true, [only]) => permutations(&only.replicas),
                _ => Vec::new(),
            },
        };
        let menus = (0..=values.len()).map(|sent| {
            let upto = (sent + 1).min(values.len());
            let from = if menu.retries { 0 } else { sent.min(upto) };
            Menu { values: values[from..upto].to_vec(), ..menu.clone() }
        });
        Offers { budget: budget.clone(), menus: menus.collect(), values }
    }

    /// Every event that can happen now and is not used up, in a fixed order.
    pub fn of(&self, setup: &Setup, cluster: &Cluster, spent: &Spent) -> Vec<Event> {
        let is_sent = |value: &Value| cluster.ledger.find(*value).is_some();
        let sent = self.values.iter().take_while(|value| is_sent(value)).count();
        let mut events = cluster.enabled(setup, &self.menus[sent]);
        events.retain(|event| {
            let again = matches!(event, Event::Send { value, .. } if is_sent(value));
            // Nobody sends again what may still be answered.
            let awaited = again
                && !matches!(event, Event::Send { producer, value, .. }
                if has_failed(cluster, *producer, *value));
            let twin = matches!(event, Event::Send { producer, .. } if is_twin(cluster, *producer));
            // Where the leadership may move to anybody, the preferred leader is one of them.
            let same = matches!(event, Event::ElectPreferred { partition }
                if cluster.partition(*partition).target.is_empty());
            let kinds = kinds(event, again);
            let left = kinds.into_iter().flatten().all(|kind| self.budget.left(spent, kind));
            left && !twin && !same && !awaited
        });
        events
    }

    /// Does what is offered in this very state. `None` where that is beyond the budget: the leader epoch would rise too
    /// far.
    pub fn take(
        &self,
        setup: &Setup,
        cluster: &mut Cluster,
        spent: &mut Spent,
        event: &Event,
    ) -> Option<()> {
        let highest = self.budget.epochs.unwrap_or(Epoch::MAX);
        if elects(event).is_some_and(|partition| cluster.partition(partition).epoch >= highest) {
            return None;
        }
        let again = matches!(event, Event::Send { value, .. }
            if cluster.ledger.find(*value).is_some());
        cluster.follow(setup, event);
        if cluster.controller.partitions.iter().any(|p| p.epoch > highest) {
            return None;
        }
        for kind in kinds(event, again).into_iter().flatten() {
            if kind != Kind::Records && self.budget.allowed(kind) != Allowance::Any {
                spent[kind as usize] += 1;
            }
        }
        Some(())
    }
}

/// Whether a producer has been told that a record failed, or waits to send it again for that reason.
fn has_failed(cluster: &Cluster, producer: ProducerId, value: Value) -> bool {
    let outcome = cluster.ledger.find(value).map(|sent| sent.outcome);
    let is_due = |open: &state::OpenSend| {
        open.value == value && matches!(open.stage, state::OpenStage::Backoff(_))
    };
    matches!(outcome, Some(Outcome::Failed(_)))
        || cluster.producers[producer.index()].open.iter().any(is_due)
}

/// Whether a producer is like one before it: neither has anything under way that tells them apart.
fn is_twin(cluster: &Cluster, producer: ProducerId) -> bool {
    if producer.0 == 0 {
        return false;
    }
    let is_known = |p: ProducerId| {
        cluster.brokers.iter().any(|broker| {
            let waits = |r: &state::Replica| match &r.role {
                state::Role::Leader(leader) => leader.purgatory.iter().any(|w| w.producer == p),
                _ => false,
            };
            let has = |d: &state::Disk| {
                d.log.records().iter().any(|r| r.sequence.is_some_and(|s| s.producer == p))
            };
            broker.disks.iter().flatten().any(has)
                || broker.process.iter().flat_map(|p| p.replicas.iter().flatten()).any(waits)
        })
    };
    let state = |p: ProducerId| &cluster.producers[p.index()];
    // One that is cut off is like none but itself.
    let is_known = |p: ProducerId| {
        let is_its = |link: &Link| matches!(link, Link::Producer(other, _) if *other == p);
        is_known(p) || cluster.cuts.iter().any(is_its)
    };
    !is_known(producer)
        && (0..producer.0)
            .map(ProducerId)
            .any(|other| state(other) == state(producer) && !is_known(other))
}

/// Every order of these brokers, the present one first.
fn permutations(brokers: &[BrokerId]) -> Vec<Order> {
    let mut all = vec![Vec::new()];
    for _ in brokers {
        let longer = |order: &Vec<BrokerId>| {
            let rest = brokers.iter().filter(|b| !order.contains(b));
            rest.map(|b| [order.clone(), vec![*b]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(|order| order.into_iter().collect()).collect()
}
