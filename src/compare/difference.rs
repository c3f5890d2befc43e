//! States side by side: every quantity worth comparing, with its reading in each of them.

use crate::engine::{BrokerId, Cluster, ConsumerId, Order, PartitionId, ProducerId, Setup, Value};
use crate::engine::{MAX_BROKERS, account::Account};
use crate::names::Names;
use crate::scenario::quantity::{Arguments, Quantity, Reading, WORDS, What};

/// One of the states that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The state.
    pub state: &'a Cluster,
    /// The release, the settings, the assignment.
    pub setup: &'a Setup,
}

/// What a quantity is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// A setting that can change: what was varied, rather than what came of it.
    Setting,
    /// A partition: leader, epoch, ISR.
    Partition(PartitionId),
    /// A replica: its log and its numbers.
    Replica(PartitionId, BrokerId),
    /// What clients were told and have read.
    Client(PartitionId),
    /// What is lost, unavailable, duplicated, diverged.
    Damage(PartitionId),
    /// The ledger's verdict on a record. It may be a forecast: at risk says what a failure would do.
    Ledger(PartitionId),
}

impl Group {
    /// Whether it says what came of the steps: not what was varied, and not what may come.
    pub fn is_outcome(self) -> bool {
        match self {
            Group::Setting | Group::Ledger(_) => false,
            Group::Partition(_) | Group::Replica(..) | Group::Client(_) | Group::Damage(_) => true,
        }
    }
}

/// A quantity in each of the states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is about.
    pub group: Group,
    /// What was read.
    pub quantity: Quantity,
    /// The readings, in the order of the states.
    pub readings: Vec<Reading>,
}

impl Line {
    /// Whether a state's reading is another one than that of the first.
    pub fn differs_in(&self, at: usize) -> bool {
        self.readings.get(at) != self.readings.first()
    }

    /// Whether any reading is.
    pub fn differs(&self) -> bool {
        (1..self.readings.len()).any(|at| self.differs_in(at))
    }
}

/// Every quantity worth comparing, in each of the states. They must be of the same cluster: as many
/// brokers, the same assignment.
pub fn compare(sides: &[Side]) -> Vec<Line> {
    let mut lines = outcome(sides);
    let Some(first) = sides.first() else { return lines };
    for partition in first.setup.partitions() {
        let accounts: Vec<Vec<Account>> =
            sides.iter().map(|side| side.state.accounts(side.setup, partition)).collect();
        let mut values: Vec<Value> = accounts.iter().flatten().map(|a| a.value).collect();
        values.sort_unstable();
        values.dedup();
        for value in values {
            let fate = |accounts: &Vec<Account>| {
                let found = accounts.iter().find(|account| account.value == value);
                found.map_or(Reading::Nothing, |account| Reading::Fate(account.fate.name()))
            };
            lines.push(Line {
                group: Group::Ledger(partition),
                quantity: Quantity { what: What::Fate(value), partition },
                readings: accounts.iter().map(fate).collect(),
            });
        }
    }
    lines
}

/// The same without the ledger, whose forecasts take long.
pub(super) fn outcome(sides: &[Side]) -> Vec<Line> {
    let line = |(group, what, partition): (Group, What, PartitionId)| {
        let quantity = Quantity { what, partition };
        let read = |side: &Side| quantity.read(side.state, side.setup);
        let readings = sides.iter().map(read).collect();
        Line { group, quantity, readings }
    };
    quantities(sides).into_iter().map(line).collect()
}

/// What is read of the states.
fn quantities(sides: &[Side]) -> Vec<(Group, What, PartitionId)> {
    let Some(Side { setup, .. }) = sides.first() else { return Vec::new() };
    // A table that a release does not have is not one that differs.
    let have_epochs = sides.iter().all(|side| side.setup.rules.has_epochs());
    let mut all = Vec::new();
    let mut settings = vec![What::MinIsr, What::Unclean];
    settings.extend((0..setup.producers).map(|p| What::Acks(ProducerId(p))));
    all.extend(settings.into_iter().map(|what| (Group::Setting, what, PartitionId(0))));
    for partition in setup.partitions() {
        let mut add = |group, whats: &[What]| {
            all.extend(whats.iter().map(|what| (group, *what, partition)));
        };
        let state = [What::Leader, What::Epoch, What::Isr, What::Elr, What::Recovering];
        add(Group::Partition(partition), &state);
        // A reassignment may have given the sides different replicas.
        let replicas = sides
            .iter()
            .fold(Order::default(), |all, side| all.followed_by(side.state.replicas(partition)));
        for &b in replicas.iter() {
            let group = Group::Replica(partition, b);
            add(group, &[What::State(b), What::Role(b), What::Log(b), What::Leo(b), What::Hw(b)]);
            add(group, &[What::HwOnDisk(b)]);
            if have_epochs {
                add(group, &[What::Epochs(b)]);
            }
            add(group, &[What::Remote(b), What::IsrAt(b)]);
        }
        let clients = Group::Client(partition);
        for value in sent(sides, partition) {
            add(clients, &[What::Outcome(value)]);
        }
        for consumer in 0..setup.consumers {
            add(clients, &[What::Position(ConsumerId(consumer))]);
        }
        let damage = [What::Lost, What::Unavailable, What::Duplicated, What::Diverged];
        add(Group::Damage(partition), &damage);
        add(Group::Damage(partition), &[What::Broken]);
    }
    all
}

/// The values that were sent to a partition in any of the states.
fn sent(sides: &[Side], partition: PartitionId) -> Vec<Value> {
    let sent = sides.iter().flat_map(|side| &side.state.ledger.sent);
    let mut values: Vec<Value> =
        sent.filter(|sent| sent.partition == partition).map(|sent| sent.value).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// A quantity as a scenario names it: `log A`, `isr`, with more than one partition `isr on 1`.
pub fn name(line: &Line, setup: &Setup, names: &Names) -> String {
    let what = line.quantity.what;
    let brokers = || (0..MAX_BROKERS as u8).map(BrokerId);
    let word = |arguments| match arguments {
        Arguments::None(plain) => (plain == what).then(String::new),
        Arguments::Broker(with) => {
            brokers().find(|b| with(*b) == what).map(|b| format!(" {}", names.broker(b)))
        }
        Arguments::Brokers(with) => brokers()
            .flat_map(|one| brokers().map(move |other| (one, other)))
            .find(|(one, other)| with(*one, *other) == what)
            .map(|(one, other)| format!(" {} {}", names.broker(one), names.broker(other))),
        Arguments::Value(with) => match what {
            What::Outcome(v) | What::Fate(v) if with(v) == what => {
                Some(format!(" {}", names.value(v)))
            }
            _ => None,
        },
        Arguments::Producer(with) => (0..setup.producers)
            .map(ProducerId)
            .find(|p| with(*p) == what)
            .map(|p| format!(" {}", names.producer(p))),
        Arguments::Consumer(with) => (0..setup.consumers)
            .map(ConsumerId)
            .find(|c| with(*c) == what)
            .map(|c| format!(" {}", names.consumer(c))),
    };
    let found = WORDS.iter().find_map(|known| Some((known.word, word(known.arguments)?)));
    let (word, about) = found.unwrap_or_default();
    match line.group {
        Group::Setting => format!("{word}{about}"),
        _ if setup.assignment.len() < 2 => format!("{word}{about}"),
        _ => format!("{word}{about} on {}", line.quantity.partition.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Effects, Event, rules_for};
    use crate::scenario::Scenario;

    fn empty(release: &str) -> Scenario {
        Scenario::empty(rules_for(release).expect("a release of the table"))
    }

    fn differing(one: &Scenario, a: &Cluster, other: &Scenario, b: &Cluster) -> Vec<String> {
        let sides = [Side { state: a, setup: &one.setup }, Side { state: b, setup: &other.setup }];
        let lines = compare(&sides);
        lines.iter().filter(|l| l.differs()).map(|l| name(l, &one.setup, &one.names)).collect()
    }

    #[test]
    fn a_state_does_not_differ_from_itself() {
        let one = empty("0.11");
        assert_eq!(differing(&one, &one.start, &one, &one.start), [""; 0]);
    }

    #[test]
    fn what_a_release_has_by_default_is_a_setting_and_not_an_outcome() {
        let (one, other) = (empty("0.10.2"), empty("0.11"));
        let found = differing(&one, &one.start, &other, &other.start);
        assert_eq!(found, ["unclean.leader.election.enable"]);
    }

    #[test]
    fn what_a_step_changed_is_named_as_a_scenario_names_it() {
        let one = empty("0.11");
        let mut after = one.start.clone();
        let (producer, partition) = (ProducerId(0), PartitionId(0));
        let send = Event::Send { producer, partition, value: Value(0), to: None };
        after.step(&one.setup, &send, &mut Effects::new()).expect("a leader takes it");
        let found = differing(&one, &one.start, &one, &after);
        assert_eq!(found, ["log A", "leo A", "epochs A", "outcome m1", "verdict m1"]);
    }
}
