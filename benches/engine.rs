//! How fast the engine steps: `cargo bench --bench engine`.
//!
//! All figures are of one run on one machine; what counts are the ratios between them.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use replicascope::engine::*;

const P: PartitionId = PartitionId(0);

fn setup(release: &str, brokers: u8) -> Setup {
    let rules = rules_for(release).expect("a release of the table").clone();
    Setup {
        settings: Settings::defaults(&rules),
        rules,
        brokers,
        producers: 1,
        consumers: 1,
        assignment: vec![(0..brokers).map(BrokerId).collect()],
        controller: ControllerMode::default(),
    }
}

/// A cluster that has replicated so many records.
fn busy(setup: &Setup, records: u16) -> Cluster {
    let mut cluster = Cluster::new(setup);
    let does = |cluster: &mut Cluster, event| {
        cluster.step(setup, &event, &mut Effects::muted()).expect("an event that is possible");
    };
    cluster.producers[0].acks = Acks::Leader;
    for value in 0..records {
        let producer = ProducerId(0);
        does(&mut cluster, Event::Send { producer, partition: P, value: Value(value), to: None });
    }
    for broker in (1..setup.brokers).map(BrokerId) {
        // The first exchange may be the question about the epoch; a fetch carries 100 records.
        for _ in 0..=records.div_ceil(100) {
            for event in exchange(broker) {
                if cluster.refusal(setup, &event).is_none() {
                    does(&mut cluster, event);
                }
            }
        }
        does(&mut cluster, Event::Advance { ms: 500 });
        let reply = Event::Reply { broker, partition: P };
        if cluster.refusal(setup, &reply).is_none() {
            does(&mut cluster, reply);
        }
    }
    cluster
}

/// The phases of an exchange.
fn exchange(broker: BrokerId) -> [Event; 3] {
    [
        Event::Request { broker, partition: P },
        Event::Serve { broker, partition: P },
        Event::Reply { broker, partition: P },
    ]
}

fn steps(c: &mut Criterion) {
    let mut group = c.benchmark_group("send, fetch, fetch");
    for (brokers, records) in [(2, 0), (2, 100), (5, 100), (9, 100), (3, 1), (3, 900)] {
        let setup = setup("0.10.2", brokers);
        let start = busy(&setup, records);
        let follower = BrokerId(1);
        let producer = ProducerId(0);
        let send = Event::Send { producer, partition: P, value: Value(1_000), to: None };
        let [request, serve, reply] = exchange(follower);
        let events = [send, request, serve, reply];
        group.throughput(Throughput::Elements(events.len() as u64));
        for muted in [true, false] {
            let what = if muted { "muted" } else { "with effects" };
            group.bench_function(format!("{brokers} brokers, {records} records, {what}"), |b| {
                b.iter_batched_ref(
                    || start.clone(),
                    |cluster| {
                        for event in &events {
                            let mut out = if muted { Effects::muted() } else { Effects::new() };
                            cluster.step(&setup, event, &mut out).expect("a possible event");
                            black_box(out);
                        }
                    },
                    BatchSize::SmallInput,
                );
            });
        }
    }
    group.finish();

    let setup = setup("0.11", 3);
    let cluster = busy(&setup, 10);
    let menu = Menu { values: vec![Value(2_000)], ..Menu::all() };
    c.bench_function("enabled, 3 brokers", |b| b.iter(|| cluster.enabled(&setup, &menu)));
    c.bench_function("clone, 3 brokers, 10 records", |b| b.iter(|| cluster.clone()));
    c.bench_function("verdict, 3 brokers, 10 records", |b| b.iter(|| cluster.verdict(&setup)));
}

criterion_group!(benches, steps);
criterion_main!(benches);
