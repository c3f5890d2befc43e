//! The table of docs/explorer.md: every property under every release, made by the program, and its
//! counterexamples, which can be played.
//!
//! `UPDATE_EXPLORER=1 cargo test --release --test explorer_table -- --ignored` makes it anew. It takes
//! a quarter of an hour.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use replicascope::engine::*;
use replicascope::explore::*;
use replicascope::glyphs::Glyphs;
use replicascope::lang::Lang;
use replicascope::run::{Options, Run};
use replicascope::scenario::Scenario;

const FOLDER: &str = "demos/counterexamples";
const DOCS: &str = "docs/explorer.md";

/// A table: which cluster, which budget, which properties.
struct Table {
    /// The name of its place in the docs, and of its files.
    name: &'static str,
    brokers: usize,
    acks: &'static str,
    consumers: &'static str,
    budget: Budget,
    properties: Vec<Property>,
    releases: Vec<&'static str>,
    states: u64,
}

fn with(kinds: &[(Kind, Allowance)], epochs: Epoch) -> Budget {
    let mut budget =
        kinds.iter().fold(Budget::nothing(), |budget, (kind, n)| budget.with(*kind, *n));
    budget.epochs = Some(epochs);
    budget.by_step = Some(true);
    budget
}

fn tables() -> Vec<Table> {
    use Allowance::{Any, Times};
    let crash = |records| {
        vec![
            (Kind::Records, Times(records)),
            (Kind::Kills, Any),
            (Kind::Restarts, Any),
            (Kind::Unnoticed, Any),
            (Kind::Elections, Any),
            (Kind::IsrChanges, Any),
            (Kind::Waits, Any),
        ]
    };
    let power = vec![
        (Kind::Records, Times(2)),
        (Kind::PowerLosses, Times(1)),
        (Kind::Restarts, Times(2)),
        (Kind::Unnoticed, Times(1)),
        (Kind::Elections, Times(1)),
        (Kind::Waits, Times(1)),
        (Kind::Reads, Times(1)),
    ];
    let needs_power = [Property::UncleanExclusion, Property::ConsistentReads];
    let others = || Property::ALL.into_iter().filter(|p| !needs_power.contains(p)).collect();
    let (all, milestones) = (releases().collect(), milestones().collect());
    vec![
        Table {
            name: "two",
            brokers: 2,
            acks: "0",
            consumers: "[]",
            budget: with(&crash(2), 2),
            properties: others(),
            releases: all,
            states: 3_000_000,
        },
        Table {
            name: "three",
            brokers: 3,
            acks: "0",
            consumers: "[]",
            budget: with(&crash(1), 2),
            properties: others(),
            releases: milestones,
            states: 1_500_000,
        },
        Table {
            name: "power",
            brokers: 2,
            acks: "all",
            consumers: "[\"c1\"]",
            budget: with(&power, 3),
            properties: Property::ALL.into_iter().collect(),
            releases: replicascope::engine::milestones().collect(),
            states: 2_000_000,
        },
    ]
}

fn scenario(table: &Table, release: &str) -> Scenario {
    let brokers = ["A", "B", "C"][..table.brokers].iter().map(|b| format!("{b:?}"));
    let brokers = brokers.collect::<Vec<_>>().join(", ");
    // To 0.8.1 there is no such setting.
    let unclean = match rules_for(release).map(|rules| rules.unclean) {
        Some(rules::Unclean::Always) | None => "",
        Some(rules::Unclean::Default(_)) => {
            "settings: {\"unclean.leader.election.enable\": false},"
        }
    };
    let text = format!(
        "(title: (en: \"An empty cluster of {n}\", zh: \"{n} 个 broker 的空集群\"), release: {release:?}, \
         brokers: [{brokers}], acks: {acks:?}, consumers: {consumers}, {unclean})",
        n = table.brokers,
        acks = table.acks,
        consumers = table.consumers,
    );
    Scenario::parse("table", &text).unwrap_or_else(|report| panic!("{report}"))
}

/// A row of the table by release, with the files that it shows.
fn explore_release(table: &Table, release: &'static str) -> (Answer, Question, Prepared) {
    let prepared = Prepared::new(&scenario(table, release), &table.budget, &table.properties, &[]);
    let prepared = prepared.unwrap_or_else(|report| panic!("{report}"));
    let limits = Limits { states: table.states, memory: 8 << 30, ..Limits::default() };
    let question = prepared.question(None, table.budget.clone(), limits);
    let answer = explore(&question, &Progress::default());
    println!("{release}: {} states, {:?}", answer.states, answer.end);
    (answer, question, prepared)
}

/// A table as Markdown: a row a release, those that are alike in one.
fn markdown(table: &Table, files: &mut BTreeMap<PathBuf, String>) -> String {
    let mut text = String::from("| releases | states |");
    for property in &table.properties {
        let _ = write!(text, " {} |", property.name());
    }
    text += "\n| --- | ---: |";
    text += &" ---: |".repeat(table.properties.len());
    text.push('\n');
    let mut rows: Vec<(Vec<&str>, u64, Vec<String>)> = Vec::new();
    let mut linked: BTreeMap<(Property, Vec<Event>), PathBuf> = BTreeMap::new();
    for release in &table.releases {
        let (answer, question, prepared) = explore_release(table, release);
        let cells: Vec<String> = table
            .properties
            .iter()
            .enumerate()
            .map(|(at, property)| match answer.verdict(at) {
                Verdict::Holds => "holds".into(),
                Verdict::Unfinished(depth) => format!("> {depth}"),
                Verdict::Broken(steps) => {
                    let events = &answer.found[at].as_ref().expect("a way").events;
                    let path = linked.entry((*property, events.clone())).or_insert_with(|| {
                        let name = format!("{}-{}-{release}.ron", table.name, property.name());
                        let path = Path::new(FOLDER).join(name);
                        let base = prepared.under(None);
                        let (_, text) = trace::scenario(&question, &base, events, property.name())
                            .unwrap_or_else(|report| panic!("{report}"));
                        files.insert(path.clone(), text);
                        path
                    });
                    format!("[{steps}](../{})", path.display())
                }
            })
            .collect();
        match rows.last_mut() {
            Some((releases, states, last)) if *last == cells => {
                releases.push(release);
                *states = (*states).max(answer.states);
            }
            _ => rows.push((vec![release], answer.states, cells)),
        }
    }
    for (releases, states, cells) in rows {
        let name = match &releases[..] {
            [one] => (*one).to_owned(),
            [first, .., last] => format!("{first} to {last}"),
            [] => continue,
        };
        let _ = writeln!(text, "| {name} | {states} | {} |", cells.join(" | "));
    }
    text
}

#[test]
#[ignore = "makes the table anew, in a quarter of an hour"]
fn the_table_in_the_docs_is_what_the_program_finds() {
    let only = std::env::var("EXPLORER_TABLE").ok();
    for table in tables() {
        if only.as_ref().is_some_and(|only| only != table.name) {
            continue;
        }
        let mut files = BTreeMap::new();
        let made = markdown(&table, &mut files);
        let docs = std::fs::read_to_string(DOCS).expect("the docs");
        let (begin, end) =
            (format!("<!-- table {} -->\n", table.name), format!("<!-- end {} -->", table.name));
        let from = docs.find(&begin).expect("a place for the table") + begin.len();
        let upto = docs.find(&end).expect("the end of the table");
        if std::env::var_os("UPDATE_EXPLORER").is_some() {
            let new = format!("{}{made}{}", &docs[..from], &docs[upto..]);
            std::fs::write(DOCS, new).expect("the docs can be written");
            for entry in std::fs::read_dir(FOLDER).expect("the folder").flatten() {
                if entry.file_name().to_string_lossy().starts_with(&format!("{}-", table.name)) {
                    std::fs::remove_file(entry.path()).expect("an old file goes");
                }
            }
            for (path, text) in files {
                std::fs::write(path, text).expect("the file can be written");
            }
        } else {
            assert_eq!(&docs[from..upto], made, "{}", table.name);
        }
    }
}

#[test]
fn every_counterexample_plays_and_breaks_the_property_that_it_is_named_for() {
    let mut count = 0;
    for entry in std::fs::read_dir(FOLDER).expect("the folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".ron") {
            continue;
        }
        let scenario = Scenario::load(entry.path()).unwrap_or_else(|report| panic!("{report}"));
        let options = Options { lang: Lang::En, glyphs: &Glyphs::ASCII, ..Options::default() };
        let outcome = Run::new(&scenario, options).outcome().clone();
        assert!(outcome.failures.is_empty(), "{name}: {:?}", outcome.failures);
        assert!(outcome.held > 0, "{name}");
        let property = Property::ALL.into_iter().find(|p| name.contains(p.name()));
        let property = property.unwrap_or_else(|| panic!("{name} names no property"));
        let mut before = scenario.start.clone();
        let mut cluster = scenario.start.clone();
        for command in scenario.steps.iter().flat_map(|step| &step.commands) {
            before.clone_from(&cluster);
            command.perform(&mut cluster, &scenario.setup).expect("it was rehearsed");
        }
        let breach = cluster.breach(&scenario.setup, Some(&before), PartitionId(0), property);
        assert!(breach.is_some(), "{name}");
        count += 1;
    }
    assert!(count > 0, "there are counterexamples");
}
