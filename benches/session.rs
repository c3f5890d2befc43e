//! How a long session grows: `cargo bench --bench session`.
//!
//! First a table, in one run on one machine: what the longest session there may be takes, by its
//! size. Then, with criterion, one step and one jump in it.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use replicascope::command::Command;
use replicascope::engine::*;
use replicascope::timeline::{MAX_NODES, NodeId, Timeline};

const P: PartitionId = PartitionId(0);

/// The brokers, the records in each log, the steps.
const SIZES: [(u8, u16, usize); 7] = [
    (3, 10, 1_000),
    (3, 10, 10_000),
    (3, 10, MAX_NODES),
    (3, 900, 1_000),
    (3, 900, 10_000),
    (3, 900, MAX_NODES),
    (9, 900, MAX_NODES),
];

fn timeline(brokers: u8, records: u16) -> Timeline {
    let rules = rules_for("0.11").expect("a release of the table").clone();
    let setup = Setup {
        settings: Settings::defaults(&rules),
        rules,
        brokers,
        producers: 1,
        consumers: 1,
        assignment: vec![(0..brokers).map(BrokerId).collect()],
        controller: ControllerMode::default(),
    };
    let mut start = Cluster::new(&setup);
    start.producers[0].acks = Acks::Leader;
    let values: Vec<Value> = (0..records).map(Value).collect();
    let bursts = values.chunks(100).map(|values| {
        let (producer, partition) = (ProducerId(0), P);
        vec![Command::Burst { producer, partition, values: values.to_vec() }]
    });
    let script: Vec<Vec<Command>> = bursts.collect();
    Timeline::new(Arc::new(setup), start, script.iter().map(Vec::as_slice))
}

/// How long this thread has worked: on a machine that does other things too, a clock on the wall
/// tells more about those.
#[cfg(unix)]
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn worked() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// How many bytes the process has, where the system tells.
fn process() -> String {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split_whitespace().nth(1)?.parse::<usize>().ok());
    pages.map_or("?".into(), |pages| format!("{} MB", pages * 4_096 / 1_000_000))
}

/// A repeatable stream of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// One more step by hand: mostly a phase of a fetch, now and then a death, a start, time. Now and
/// then a person goes back a little first, and a branch begins.
fn step(timeline: &mut Timeline, numbers: &mut Numbers) {
    let brokers = timeline.setup().brokers.into();
    let size = timeline.size();
    if numbers.below(100) == 0 {
        for _ in 0..numbers.below(20) {
            timeline.back();
        }
    }
    while timeline.size() == size {
        let broker = BrokerId(numbers.below(brokers) as u8);
        let command = match numbers.below(40) {
            0 => Command::Event(Event::Kill { broker }),
            1..=3 => Command::Event(Event::Start { broker }),
            4 | 5 => Command::Event(Event::Flush { broker }),
            6 | 7 => Command::NextDue,
            _ => Command::Phase { broker, partition: P },
        };
        // What can't be done now is not done.
        let _ = timeline.act(command);
    }
}

/// The mean, and what 99 of 100 stay below.
fn figures(mut took: Vec<Duration>) -> (Duration, Duration) {
    took.sort_unstable();
    let mean = took.iter().sum::<Duration>() / took.len() as u32;
    (mean, took[took.len() * 99 / 100])
}

fn grown(brokers: u8, records: u16, steps: usize) -> (Timeline, Duration, Duration) {
    let mut timeline = timeline(brokers, records);
    timeline.last();
    let mut numbers = Numbers(1);
    let mut took = Vec::with_capacity(steps);
    while timeline.size() < steps {
        let since = worked();
        step(&mut timeline, &mut numbers);
        took.push(worked() - since);
    }
    let (mean, most) = figures(took);
    (timeline, mean, most)
}

/// Goes to a step and looks at it and the one before, as a screen does.
fn jump(timeline: &mut Timeline, id: NodeId) {
    timeline.go(id);
    black_box(&timeline.here().state);
    black_box(timeline.parent(id).and_then(|id| timeline.node(id)));
}

fn growth(c: &mut Criterion) {
    println!(
        "| brokers | records in each log | steps | timeline | process | a step, mean | 99 of 100 | a jump, mean | 99 of 100 |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (brokers, records, steps) in SIZES {
        let (mut timeline, step_mean, step_most) = grown(brokers, records, steps);
        let mut numbers = Numbers(2);
        let mut took = Vec::new();
        let mut most = timeline.footprint();
        for _ in 0..2_000 {
            let id = numbers.below(timeline.size());
            let since = worked();
            jump(&mut timeline, id);
            took.push(worked() - since);
        }
        most = most.max(timeline.footprint());
        let (jump_mean, jump_most) = figures(took);
        println!(
            "| {brokers} | {records} | {steps} | {} MB | {} | {:.0?} | {:.1?} | {:.1?} | {:.1?} |",
            most / 1_000_000,
            process(),
            step_mean,
            step_most,
            jump_mean,
            jump_most
        );
    }

    let (mut timeline, ..) = grown(3, 100, 10_000);
    let mut numbers = Numbers(3);
    c.bench_function("a jump, 3 brokers, 100 records, 10,000 steps", |b| {
        b.iter(|| {
            let id = numbers.below(timeline.size());
            jump(&mut timeline, id);
        });
    });
    let start = timeline;
    c.bench_function("a step and back, 3 brokers, 100 records, 10,000 steps", |b| {
        let mut timeline = start.clone();
        b.iter(|| {
            timeline.back();
            timeline.forward();
            black_box(timeline.here());
        });
    });
}

criterion_group!(benches, growth);
criterion_main!(benches);
