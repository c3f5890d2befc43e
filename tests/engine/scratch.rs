use crate::common::*;
use replicascope::engine::*;
use std::collections::BTreeMap;
#[test]
fn scratch() {
    for release in releases() {
        let mut broken: BTreeMap<Property, (usize, Vec<Event>)> = BTreeMap::new();
        for seed in 0..3000u64 {
            let mut setup = setup(release, &[B, A, C]);
            setup.settings.min_isr = 1 + (seed % 2) as u8;
            setup.settings.unclean = false;
            setup.controller = ControllerMode { notices_at_once: seed % 3 == 0, tells_at_once: seed % 5 == 0 };
            let menu = Menu { values: (0..6).map(Value).collect(), crashes: true, elections: true, consume: true, unclean: vec![], ..Menu::default() };
            let mut cluster = Cluster::new(&setup);
            let mut state = seed * 77 + 5;
            let mut path = vec![];
            for _ in 0..120 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let events: Vec<Event> = cluster.enabled(&setup, &menu).into_iter().filter(|e| !matches!(e, Event::ElectUnclean{..} | Event::Stop{..})).collect();
                let w = |e: &Event| match e { Event::Request{..}|Event::Serve{..}|Event::Reply{..} => 60, Event::Start{..}|Event::Notice{..}|Event::Tell{..} => 20, Event::Send{..} => 5, Event::ElectPreferred{..}|Event::Consume{..} => 5, _ => 2usize };
                let total: usize = events.iter().map(w).sum();
                let mut left = (state >> 33) as usize % total;
                let event = events.iter().find(|e| { let x = w(e); if left < x { true } else { left -= x; false } }).copied().unwrap();
                let before = cluster.clone();
                cluster.step(&setup, &event, &mut Effects::muted()).unwrap();
                path.push(event);
                for b in cluster.breaches(&setup, Some(&before)) {
                    let e = broken.entry(b.property).or_insert((0, path.clone()));
                    e.0 += 1;
                    if path.len() < e.1.len() { e.1 = path.clone(); }
                }
            }
        }
        println!("{release}");
        for (p, (n, path)) in broken { println!("  {} {n} {} {:?}", p.name(), path.len(), path.iter().map(|e| format!("{e:?}").replace("partition: PartitionId(0)", "").replace("BrokerId","")).collect::<Vec<_>>().join("; ")); }
    }
}
