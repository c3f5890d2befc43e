//! No file can make the loader panic, hang or let through what a terminal may obey.

use std::fs;
use std::sync::LazyLock;

use proptest::prelude::*;
use replicascope::lang::Lang;
use replicascope::scenario::fault::Form;
use replicascope::scenario::{FaultKind, Report, Scenario};

use super::common::*;

/// Good and bad files, and the examples of the documentation: what the mutations start from.
static SEEDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folders = ["good", "bad"].into_iter().flat_map(files);
    let mut seeds: Vec<String> = folders
        .map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned())
        .filter(|source| source.len() < 5_000)
        .collect();
    seeds.extend(super::docs::examples().into_iter().map(str::to_owned));
    seeds
});

/// Pieces that break things.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ",",
    ":",
    "\\",
    "'",
    "r#\"",
    "/*",
    "*/",
    "//",
    "#![enable(",
    "Some(",
    "None",
    "0",
    "-1",
    "65535",
    "99999999999999999999",
    "1e9",
    "NaN",
    "0x",
    "'a'",
    "\n",
    "\r\n",
    "\t",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{feff}",
    "\u{0}",
    "水",
    "e\u{301}",
    "\u{200d}",
    "On(0, ",
    "Burst(100)",
    "Advance(3600000)",
    "NextDue",
    "{hw A}",
    "{{",
    "{",
    "} on 1",
    "b\"x\"",
    "..",
    "start: (partitions: {0: (leader: \"A\", replicas: {\"A\": (log_start: 10000, log: [\"x\"])})})",
];

fn mutated() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec(
        (any::<prop::sample::Index>(), 0usize..12, prop::sample::select(PIECES), any::<u8>()),
        1..6,
    );
    (0..SEEDS.len(), edits).prop_map(|(seed, edits)| {
        let mut text = SEEDS[seed].clone();
        for (at, delete, piece, kind) in edits {
            let chars: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
            if chars.is_empty() {
                text.push_str(piece);
                continue;
            }
            let from = at.index(chars.len());
            let to = chars.get(from + delete).copied().unwrap_or(text.len());
            match kind % 3 {
                0 => text.replace_range(chars[from]..chars[from], piece),
                1 => text.replace_range(chars[from]..to, piece),
                _ => text.replace_range(chars[from]..to, ""),
            }
        }
        text
    })
}

/// What must hold of any answer of the loader.
fn judge(outcome: Result<Scenario, Report>) {
    match outcome {
        Ok(scenario) => {
            let (cluster, _) = play(&scenario);
            for step in &scenario.steps {
                let ask = step.ask.iter().map(|ask| &ask.text);
                for text in step.say.iter().chain(ask) {
                    for lang in Lang::ALL {
                        let Scenario { setup, names, .. } = &scenario;
                        harmless(&text.get(lang).fill(lang, &cluster, setup, names));
                    }
                }
            }
            harmless(scenario.title.en());
        }
        Err(report) => {
            assert!(!report.faults().is_empty());
            for fault in report.faults() {
                report.position(fault);
                // Every fault is told in the words of the format, and so in every language.
                assert!(!matches!(fault.kind, FaultKind::Form(Form::Other(_))), "{fault:?}");
            }
            for lang in Lang::ALL {
                harmless(&report.summary(lang));
                harmless(&report.render(lang, 80));
            }
        }
    }
}

fn harmless(text: &str) {
    let bad = text.chars().find(|c| *c != '\n' && replicascope::printable::is_unprintable(*c));
    assert_eq!(bad, None, "{text:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn no_mutation_of_a_file_does_harm(source in mutated()) {
        judge(Scenario::parse("fuzz\u{1b}.ron", &source));
    }

    #[test]
    fn no_bytes_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        judge(Scenario::from_bytes("fuzz.ron", &bytes));
    }

    #[test]
    fn no_soup_of_pieces_does_harm(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        judge(Scenario::parse("fuzz.ron", &pieces.concat()));
    }
}

#[test]
fn deep_nesting_of_any_kind_is_refused_without_overflowing_the_stack() {
    for piece in ["(", "[", "{", "Some(", "(a:", "[(", "On(0,", "/*", "{0:", "title: (en: ", "r#"] {
        let deep = piece.repeat(100_000);
        judge(Scenario::parse("deep.ron", &deep));
        judge(Scenario::parse("deep.ron", &format!("(title: {deep}")));
        judge(Scenario::parse("deep.ron", &format!("(steps: [(expect: [{deep}")));
    }
}

/// The dearest files that the bounds allow still load in a moment.
#[test]
fn a_file_at_its_bounds_loads_in_a_moment() {
    let started = std::time::Instant::now();
    let head = r#"title: "t", release: "0.8.2", brokers: ["1","2","3","4","5","6","7","8","9"],"#;
    let nine = r#"["1","2","3","4","5","6","7","8","9"],"#.repeat(9);
    let busy = r#"settings: {
        "replica.lag.time.max.ms": 100, "replica.high.watermark.checkpoint.interval.ms": 100,
        "leader.imbalance.check.interval.seconds": 1,
    },"#;
    good(&format!("({head} assignment: [{nine}], {busy} steps: [(do: [Advance(3600000)])])"));
    let bursts = "(do: [Burst(100)]),".repeat(9);
    good(&format!("({head} acks: 0, steps: [{bursts}])"));
    let narration = format!("(say: \"{}\"),", "{lost}".repeat(300)).repeat(400);
    good(&format!("({head} steps: [(do: [Send(\"m1\")]),{narration}])"));
    let due = "NextDue,".repeat(4_999);
    good(&format!("({head} assignment: [{nine}], steps: [(do: [{due}])])"));
    let unknown = format!("Kill(\"{}\"),", "x".repeat(99)).repeat(4_999);
    let report = Scenario::parse("t.ron", &format!("({head} steps: [(do: [{unknown}])])"));
    assert_eq!(report.unwrap_err().faults().len(), 50, "after so many, nobody reads on");
    // Generous: this runs hardly optimized and beside other tests.
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
