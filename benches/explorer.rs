//! How fast the explorer searches, and in how much memory, beside `stateright` with the same engine as
//! its model: `cargo bench --bench explorer`.
//!
//! Each figure is of a process of its own, one after the other, on the same machine: the memory is the
//! highest that the system reports of it, less that of a process that does nothing. All states are
//! told apart by everything that is in them, without symmetry, so that both count the same. Then the
//! explorer alone: how time and memory grow, and how long the two classic losses take from a cold start.

use std::process::Command;
use std::time::Instant;

use replicascope::engine::*;
use replicascope::explore::*;
use stateright::{Checker, HasDiscoveries, Model};

const P0: PartitionId = PartitionId(0);

fn question(release: &str, brokers: u8, records: u8, epochs: Epoch) -> Question {
    let rules = rules_for(release).expect("a release of the table");
    let mut settings = Settings::defaults(rules);
    settings.unclean = false;
    let setup = Setup {
        rules: rules.clone(),
        settings,
        brokers,
        producers: 1,
        consumers: 0,
        assignment: vec![(0..brokers).map(BrokerId).collect()],
        controller: ControllerMode {
            tells_at_once: false,
            alters_at_once: false,
            ..ControllerMode::default()
        },
    };
    let mut start = Cluster::new(&setup);
    start.producers[0].acks = Acks::None;
    start.producers[0].next_sequence = None;
    let kinds = [
        Kind::Kills,
        Kind::Restarts,
        Kind::Unnoticed,
        Kind::Elections,
        Kind::IsrChanges,
        Kind::Waits,
    ];
    let mut budget = kinds
        .into_iter()
        .fold(Budget::nothing(), |budget, kind| budget.with(kind, Allowance::Any))
        .with(Kind::Records, Allowance::Times(records));
    budget.epochs = Some(epochs);
    let limits = Limits { states: u64::MAX, memory: usize::MAX, ..Limits::default() };
    let values = (0..u16::from(records)).map(Value).collect();
    let goals = vec![Goal::Breaks(Property::LeaderCompleteness)];
    Question { setup, start, values, budget, goals, limits }
}

fn is_broken(setup: &Setup, cluster: &Cluster) -> bool {
    cluster.breach(setup, None, P0, Property::LeaderCompleteness).is_some()
}

/// The engine as a model of `stateright`.
struct Stateright {
    question: Question,
    offers: Offers,
}

impl Model for Stateright {
    type State = Cluster;
    type Action = Event;

    fn init_states(&self) -> Vec<Cluster> {
        vec![self.question.start.clone()]
    }

    fn actions(&self, state: &Cluster, actions: &mut Vec<Event>) {
        actions.extend(self.offers.of(&self.question.setup, state, &NOTHING));
    }

    fn next_state(&self, state: &Cluster, event: Event) -> Option<Cluster> {
        let mut next = state.clone();
        let mut spent = NOTHING;
        self.offers.take(&self.question.setup, &mut next, &mut spent, &event)?;
        Some(next)
    }

    fn properties(&self) -> Vec<stateright::Property<Self>> {
        vec![stateright::Property::always("leader-completeness", |model: &Self, state| {
            !is_broken(&model.question.setup, state)
        })]
    }
}

/// Highest memory of this process, in kilobytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse().ok()).unwrap_or(0)
}

/// What a process reports: unique states, generated ones, seconds, memory.
fn report(states: u64, generated: u64, began: Instant) {
    println!("{states} {generated} {} {}", began.elapsed().as_secs_f64(), peak());
}

fn child(arguments: &[String]) {
    let [what, release, brokers, records, epochs] = arguments else { return };
    let number = |text: &String| text.parse().expect("a number");
    let mut question =
        question(release, number(brokers) as u8, number(records) as u8, number(epochs));
    let began = Instant::now();
    match what.as_str() {
        "nothing" => report(0, 0, began),
        "stateright" => {
            let offers = Offers::new(&question.budget, &question.start, &question.values);
            let threads = question.limits.threads;
            let checker = Stateright { question, offers }
                .checker()
                .threads(threads)
                .finish_when(HasDiscoveries::All)
                .spawn_bfs()
                .join();
            report(checker.unique_state_count() as u64, checker.state_count() as u64, began);
        }
        "whole" => {
            question.goals = vec![Goal::reaches("broken", is_broken)];
            let answer = explore(&question, &Progress::default());
            report(answer.states, answer.generated, began);
        }
        _ => {
            let answer = explore(&question, &Progress::default());
            report(answer.states, answer.generated, began);
        }
    }
}

fn run(what: &str, release: &str, size: [u16; 3]) -> [f64; 4] {
    let program = std::env::current_exe().expect("this program");
    let size = size.map(|n| n.to_string());
    let output = Command::new(program).arg("--child").arg(what).arg(release).args(size).output();
    let output = output.expect("it runs").stdout;
    let text = String::from_utf8_lossy(&output);
    let figures: Vec<f64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    [0, 1, 2, 3].map(|at| figures.get(at).copied().unwrap_or(0.0))
}

fn line(name: &str, [states, generated, seconds, kilobytes]: [f64; 4], idle: f64) {
    println!(
        "{name:<34} {states:>10} states {generated:>11} steps {seconds:>7.2} s {:>10.0} steps/s {:>10.0} states/s {:>6.0} bytes/state",
        generated / seconds,
        states / seconds,
        (kilobytes - idle).max(0.0) * 1024.0 / states.max(1.0),
    );
}

/// How often what is compared is run.
const RUNS: usize = 5;

fn sorted<T: Copy>(mut all: [T; RUNS], by: impl Fn(&T) -> f64) -> [T; RUNS] {
    all.sort_by(|a, b| by(a).total_cmp(&by(b)));
    all
}

fn median<T: Copy>(all: [T; RUNS], by: impl Fn(&T) -> f64) -> T {
    sorted(all, by)[RUNS / 2]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "--child") {
        return child(&arguments[1..]);
    }
    let [.., idle] = run("nothing", "2.1", [2, 1, 1]);
    for (release, size) in [("2.1", [2, 2, 2]), ("2.8", [2, 2, 2]), ("2.1", [2, 2, 3])] {
        println!("\n{release}: {} brokers, {} records, epochs to {}", size[0], size[1], size[2]);
        // One after the other, so that whatever else the machine does meets both.
        let pairs =
            [(); RUNS].map(|()| [run("stateright", release, size), run("whole", release, size)]);
        let [other, own] = [0, 1].map(|at| median(pairs.map(|pair| pair[at]), |run| run[2]));
        line("stateright", other, idle);
        line("explorer, every state told apart", own, idle);
        line(
            "explorer",
            median([(); RUNS].map(|()| run("explorer", release, size)), |run| run[2]),
            idle,
        );
        assert_eq!(own[0], other[0], "both count the same states");
        let times = |[other, own]: &[[f64; 4]; 2]| other[2] / own[2];
        let [least, .., most] = sorted(pairs, times).map(|pair| times(&pair));
        let memory = (own[3] - idle).max(1.0) / (other[3] - idle).max(1.0);
        println!(
            "{:.1} times its states a second ({least:.1} to {most:.1} in {RUNS} pairs), {:.0} % of its memory",
            times(&median(pairs, times)),
            memory * 100.0
        );
    }
    println!("\nhow it grows: 2.1, brokers/records/epochs");
    for size in
        [[2, 1, 1], [2, 1, 2], [2, 2, 1], [2, 2, 2], [2, 3, 2], [2, 2, 3], [3, 1, 1], [3, 1, 2]]
    {
        let name = size.map(|n| n.to_string()).join("/");
        line(&name, run("explorer", "2.1", size), idle);
    }
    println!("\nlosses from a cold start");
    for (name, release, size) in [
        ("KIP-101, 0.10.2, 2 brokers", "0.10.2", [2, 2, 2]),
        ("HW truncation, 0.10.2, 3 brokers", "0.10.2", [3, 1, 2]),
    ] {
        let began = Instant::now();
        let figures = run("explorer", release, size);
        line(name, figures, idle);
        println!("{:.2} s with the start of the process", began.elapsed().as_secs_f64());
    }
}
