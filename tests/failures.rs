//! Failure × release.
use replicascope::engine::{milestones, rules_for};
use replicascope::failures::{self, Cell};

#[test]
fn show() {
    for failure in failures::all() {
        let mut line = format!("{:5}", failure.id);
        for release in milestones() {
            let cell = failures::play(&failure.scenario, rules_for(release).unwrap());
            let text = match cell {
                Cell::NotPlayable { step, why } => {
                    eprintln!("{} {release} {step} {why:?}", failure.id);
                    "n/p".to_string()
                }
                Cell::Played(d) if d.is_empty() => "·".into(),
                Cell::Played(d) => d.iter().map(|d| &d.name()[..3]).collect::<Vec<_>>().join("+"),
            };
            line += &format!(" {text:>7}");
        }
        println!("{line}");
    }
    println!("      {}", milestones().map(|m| format!("{m:>7}")).collect::<Vec<_>>().join(" "));
}
