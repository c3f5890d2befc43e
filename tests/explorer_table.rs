//! The table of docs/explorer.md: every property under every release, made by the program, and its
//! counterexamples, which can be played.
//!
//! `UPDATE_EXPLORER=1 cargo test --release --test explorer_table -- --ignored --nocapture` makes it
//! anew, release by release, so that what is done is not lost. It takes hours and 16 GB;
//! `EXPLORER_TABLE=two` makes one table of them.

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

/// Every release, those with ZooKeeper after all others where KRaft is the usual one.
fn every_release() -> impl Iterator<Item = &'static str> {
    let others = every_rules().map(Rules::version).filter(|version| version.ends_with("/zk"));
    releases().chain(others)
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
    let all: Vec<_> = every_release().collect();
    vec![
        Table {
            name: "two",
            brokers: 2,
            acks: "0",
            consumers: "[]",
            budget: with(&crash(2), 2),
            properties: others(),
            releases: all.clone(),
            states: 3_000_000,
        },
        Table {
            name: "three",
            brokers: 3,
            acks: "0",
            consumers: "[]",
            budget: with(&crash(1), 2),
            properties: others(),
            releases: all.clone(),
            states: 450_000_000,
        },
        Table {
            name: "power",
            brokers: 2,
            acks: "all",
            consumers: "[\"c1\"]",
            budget: with(&power, 3),
            properties: Property::ALL.into_iter().collect(),
            releases: all,
            states: 40_000_000,
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

/// The rules less what none of these tables' events comes to: what only producers and consumers ask,
/// unclean elections, `min.insync.replicas` above 1, and the periods of what is an event here.
fn in_question(table: &Table, release: &str) -> Rules {
    let base = rules_for("0.8.1").expect("a release of the table");
    let rules = rules_for(release).expect("a release of the table").clone();
    let reads = table.consumers != "[]";
    Rules {
        release: base.release,
        lag_time_default: base.lag_time_default,
        session_timeout_default: base.session_timeout_default,
        controlled_shutdown_default: base.controlled_shutdown_default,
        rebalance_default: base.rebalance_default,
        flush_interval_default: base.flush_interval_default,
        isr_check_divisor: base.isr_check_divisor,
        unclean_interval: base.unclean_interval,
        unclean_set_elects: base.unclean_set_elects,
        marks_recovering: base.marks_recovering,
        // It is always on, or it is switched off.
        unclean: match rules.unclean {
            rules::Unclean::Always => rules::Unclean::Always,
            rules::Unclean::Default(_) => rules::Unclean::Default(false),
        },
        // Without unclean election they do the same.
        last_isr_member: match rules.last_isr_member {
            rules::LastIsrMember::RemovedIfUnclean => rules::LastIsrMember::Kept,
            other => other,
        },
        hw_needs_min_isr: base.hw_needs_min_isr,
        min_isr: base.min_isr,
        acks_count: base.acks_count,
        acks_default: base.acks_default,
        retries_default: base.retries_default,
        not_leader: base.not_leader,
        // With power losses there are idempotent producers, who wait.
        acks_all: if reads { rules.acks_all } else { base.acks_all },
        idempotence: if reads { rules.idempotence } else { base.idempotence },
        read_above_hw: if reads { rules.read_above_hw } else { base.read_above_hw },
        end_waits_for_hw: if reads { rules.end_waits_for_hw } else { base.end_waits_for_hw },
        consume_from: if reads { rules.consume_from } else { base.consume_from },
        consumer_validates: if reads { rules.consumer_validates } else { base.consumer_validates },
        ..rules
    }
}

fn explore_release(table: &Table, release: &'static str) -> (Answer, Question, Prepared) {
    let prepared = Prepared::new(&scenario(table, release), &table.budget, &table.properties, &[]);
    let prepared = prepared.unwrap_or_else(|report| panic!("{report}"));
    let limits = Limits { states: table.states, memory: 17 << 30, ..Limits::default() };
    let question = prepared.question(None, table.budget.clone(), limits);
    let began = std::time::Instant::now();
    let answer = explore(&question, &Progress::default());
    let Answer { states, generated, depth, end, bytes, .. } = answer;
    println!(
        "{} {release}: {states} states, {generated} steps tried, depth {depth}, {end:?}, {} MB, {:.1} s",
        table.name,
        bytes >> 20,
        began.elapsed().as_secs_f64(),
    );
    (answer, question, prepared)
}

/// What is said of the releases of a table so far.
#[derive(Default)]
struct Made {
    rules: Vec<(Rules, (Vec<String>, u64))>,
    rows: Vec<(Vec<&'static str>, u64, Vec<String>)>,
    linked: BTreeMap<(Property, Vec<Event>), PathBuf>,
    files: BTreeMap<PathBuf, String>,
}

impl Made {
    /// One release more. With three brokers a search takes minutes: releases whose rules are the same in
    /// all that is in question are searched once. With two each is searched, and they must be alike.
    fn add(&mut self, table: &Table, release: &'static str) {
        let rules = in_question(table, release);
        let alike = self.rules.iter().find(|(other, _)| *other == rules);
        let known = alike.map(|(_, said)| said.clone());
        let said = match &known {
            Some(known) if table.brokers > 2 => known.clone(),
            _ => self.search(table, release),
        };
        match known {
            Some(known) => assert_eq!(known, said, "{release}: the same rules"),
            None => self.rules.push((rules, said.clone())),
        }
        let (cells, states) = said;
        match self.rows.last_mut() {
            Some((releases, most, last)) if *last == cells => {
                releases.push(release);
                *most = (*most).max(states);
            }
            _ => self.rows.push((vec![release], states, cells)),
        }
    }

    /// What a search says of each property, and how many states it visited.
    fn search(&mut self, table: &Table, release: &'static str) -> (Vec<String>, u64) {
        let (answer, question, prepared) = explore_release(table, release);
        let mut cell = |(at, property): (usize, &Property)| match answer.verdict(at) {
            Verdict::Holds => "holds".into(),
            Verdict::Unfinished(depth) => format!("> {depth}"),
            Verdict::Broken(steps) => {
                let events = &answer.found[at].as_ref().expect("a way").events;
                let path = self.linked.entry((*property, events.clone())).or_insert_with(|| {
                    let name = format!("{}-{}-{release}.ron", table.name, property.name());
                    let path = Path::new(FOLDER).join(name.replace('/', "-"));
                    let base = prepared.under(None);
                    let (_, text) = trace::scenario(&question, &base, events, property.name())
                        .unwrap_or_else(|report| panic!("{report}"));
                    self.files.insert(path.clone(), text);
                    path
                });
                format!("[{steps}](../{})", path.display())
            }
        };
        (table.properties.iter().enumerate().map(&mut cell).collect(), answer.states)
    }

    /// The table as Markdown: a row a release, those that are alike in one.
    fn markdown(&self, table: &Table) -> String {
        let mut text = String::from("| releases | states |");
        for property in &table.properties {
            let _ = write!(text, " {} |", property.name());
        }
        text += "\n| --- | ---: |";
        text += &" ---: |".repeat(table.properties.len());
        text.push('\n');
        for (releases, states, cells) in &self.rows {
            let names = releases.chunk_by(|a, b| a.ends_with("/zk") == b.ends_with("/zk"));
            let names = names.map(|run| match run {
                [first, .., last] => format!("{first} to {last}"),
                one => one.concat(),
            });
            let name = names.collect::<Vec<_>>().join(", ");
            let _ = writeln!(text, "| {name} | {states} | {} |", cells.join(" | "));
        }
        text
    }
}

#[test]
#[ignore = "makes the tables anew, in hours"]
fn the_table_in_the_docs_is_what_the_program_finds() {
    let only = std::env::var("EXPLORER_TABLE").ok();
    for table in tables() {
        if only.as_ref().is_some_and(|only| only != table.name) {
            continue;
        }
        // One row, to be looked at.
        if let Ok(release) = std::env::var("EXPLORER_RELEASE") {
            let release = every_release().find(|other| *other == release).expect("a release");
            let mut made = Made::default();
            made.add(&table, release);
            println!("{}", made.markdown(&table));
            continue;
        }
        let update = std::env::var_os("UPDATE_EXPLORER").is_some();
        let begin = format!("<!-- table {} -->\n", table.name);
        let end = format!("<!-- end {} -->", table.name);
        let place = |docs: &str| {
            let from = docs.find(&begin).expect("a place for the table") + begin.len();
            from..docs.find(&end).expect("the end of the table")
        };
        if update {
            for entry in std::fs::read_dir(FOLDER).expect("the folder").flatten() {
                if entry.file_name().to_string_lossy().starts_with(&format!("{}-", table.name)) {
                    std::fs::remove_file(entry.path()).expect("an old file goes");
                }
            }
        }
        let mut made = Made::default();
        for release in &table.releases {
            made.add(&table, release);
            if update {
                let mut docs = std::fs::read_to_string(DOCS).expect("the docs");
                docs.replace_range(place(&docs), &made.markdown(&table));
                std::fs::write(DOCS, docs).expect("the docs can be written");
                for (path, text) in std::mem::take(&mut made.files) {
                    std::fs::write(path, text).expect("the file can be written");
                }
            }
        }
        let docs = std::fs::read_to_string(DOCS).expect("the docs");
        assert_eq!(&docs[place(&docs)], made.markdown(&table), "{}", table.name);
    }
}

/// What a table of the docs says of a release and a property: "holds", "> 12", or a link.
fn cell(docs: &str, table: &str, release: &str, property: Property) -> String {
    let all: Vec<_> = every_release().collect();
    let place = |name: &str| all.iter().position(|other| *other == name).expect("a release");
    let begin = format!("<!-- table {table} -->\n");
    let from = docs.find(&begin).expect("a table") + begin.len();
    let mut lines = docs[from..].lines();
    let columns = |line: &str| line.split('|').map(|c| c.trim().to_owned()).collect::<Vec<_>>();
    let heads = columns(lines.next().expect("its heads"));
    let column = heads.iter().position(|head| *head == property.name()).expect("a property");
    let row = lines.skip(1).take_while(|line| line.starts_with('|')).map(columns).find(|row| {
        row[1].split(", ").any(|run| {
            let (first, last) = run.split_once(" to ").unwrap_or((run, run));
            (place(first)..=place(last)).contains(&place(release))
        })
    });
    row.unwrap_or_else(|| panic!("no row for {release}"))[column].clone()
}

/// With two brokers the explorer comes to these verdicts in `tests/explore`, too; what three brokers take
/// is too much for that.
#[test]
fn the_tables_of_the_docs_give_the_verdicts_of_the_specification() {
    use Property::{CandidateCompleteness, LeaderCompleteness, LogMatching};
    let docs = std::fs::read_to_string(DOCS).expect("the docs");
    let is = |table, release, property, broken: bool| {
        let cell = cell(&docs, table, release, property);
        let said = if broken { cell.starts_with('[') } else { cell == "holds" };
        assert!(said, "{table}, {release}, {}: {cell}", property.name());
    };
    for (table, release, property) in [
        ("two", "0.10.2", LeaderCompleteness),
        ("two", "0.10.2", LogMatching),
        ("two", "0.11", CandidateCompleteness),
        ("two", "2.0.0", CandidateCompleteness),
        ("two", "2.0.1", CandidateCompleteness),
        ("two", "2.7.0", CandidateCompleteness),
        ("two", "2.8.0", CandidateCompleteness),
        ("three", "0.10.2", LeaderCompleteness),
        ("three", "0.11", LeaderCompleteness),
        ("three", "2.0.0", LeaderCompleteness),
        ("three", "2.0.1", CandidateCompleteness),
    ] {
        is(table, release, property, true);
    }
    let since = every_release().position(|release| release == "2.1").expect("a release");
    for release in every_release().skip(since) {
        for property in [LeaderCompleteness, CandidateCompleteness] {
            is("three", release, property, false);
            if !["2.7.0", "2.8.0"].contains(&release) {
                is("two", release, property, false);
            }
        }
    }
}

#[test]
fn every_link_of_the_tables_leads_to_a_way_of_so_many_steps() {
    let docs = std::fs::read_to_string(DOCS).expect("the docs");
    let mut count = 0;
    for cell in docs.lines().filter(|line| line.starts_with('|')).flat_map(|line| line.split('|')) {
        let link = cell.trim().strip_prefix('[').and_then(|cell| cell.split_once("](../"));
        let Some((steps, path)) = link else { continue };
        let scenario = Scenario::load(path.trim_end_matches(')'));
        let scenario = scenario.unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(steps.parse(), Ok(scenario.steps.len()), "{path}");
        count += 1;
    }
    assert!(count > 0, "there are links");
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
