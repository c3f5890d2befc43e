//! The page that describes the form, held against what the program prints.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::engine::ledger::{Outcome, Promise, Sent};
use crate::engine::log::Log;
use crate::engine::state::{Disk, Fetcher, PendingProduce, Remote};
use crate::glyphs::Glyphs;
use crate::lang::samples;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/json.md");

/// A state with something in every place that a state has.
fn full_state(setup: &Setup, call: &Call) -> Cluster {
    let p = PartitionId(0);
    let mut cluster = Cluster::new(setup);
    let record = Record::new(Value(0), Some(0));
    let table = EpochTable::new(vec![EpochStart { epoch: 0, start: 0 }]);
    let state = *cluster.partition(p);
    let leader = state.leader.expect("a new cluster has leaders");
    for broker in &mut cluster.brokers {
        broker.disks[0] =
            Some(Disk { log: Log::new(0, vec![record], 0), hw: 0, epochs: table.clone() });
        broker.inbox.push(LeaderAndIsr { partition: p, state, current: true });
        broker.session_left = Some(6_000);
        let replicas = broker.process.iter_mut().flat_map(|process| &mut process.replicas);
        for replica in replicas.flatten() {
            replica.epochs = table.clone();
            match &mut replica.role {
                Role::Idle => {}
                Role::Leader(leader) => {
                    leader.alter = Some(Alter {
                        isr: BrokerSet::first(1),
                        expands: false,
                        current: true,
                        reborn: BrokerSet::EMPTY,
                        stage: AlterStage::Sent,
                    });
                    leader.purgatory.push(PendingProduce {
                        producer: ProducerId(0),
                        value: Value(0),
                        offset: 0,
                        acks: Acks::All,
                        left: 30_000,
                    });
                    for (_, remote) in &mut leader.remotes {
                        *remote = Remote { leo: Some(0), ..*remote };
                    }
                }
                Role::Follower(follower) => {
                    follower.leader = leader;
                    follower.fetcher = Fetcher::Fetching;
                    follower.call = Some(call.clone());
                }
            }
        }
    }
    let sent = Sent { value: Value(0), partition: p, outcome: Outcome::Waiting };
    cluster.ledger.sent.push(sent);
    let lost = Record::new(Value(1), Some(0));
    for record in [record, lost] {
        let promise = Promise {
            offset: 0,
            record,
            acked: true,
            committed: true,
            reign: 0,
            min_isr: None,
            failed: BrokerSet::EMPTY,
        };
        cluster.ledger.promises[0].push(promise);
    }
    cluster
}

fn fetch(offset: Offset) -> Ask {
    Ask::Fetch { offset, last: Some(0) }
}

/// A call at each stage, with each kind of reply.
fn calls() -> Vec<Call> {
    let record = Record::new(Value(0), Some(0));
    let answers = [
        (fetch(0), Answer::Records { records: vec![record], hw: 0 }),
        (fetch(0), Answer::Diverging { epoch: 0, end: 0, hw: 0 }),
        (Ask::EpochEnd(Some(0)), Answer::EpochEnd { epoch: None, end: Some(1) }),
        (Ask::LogEnd, Answer::Offset(1)),
        (fetch(2), Answer::Error(KafkaError::OffsetOutOfRange)),
    ];
    let epoch = Some(0);
    let replied = answers.map(|(ask, answer)| Call { ask, epoch, stage: Stage::Replied(answer) });
    let waiting = [Stage::Sent, Stage::Parked(500)];
    let waiting = waiting.map(|stage| Call { ask: fetch(1), epoch, stage });
    replied.into_iter().chain(waiting).collect()
}

fn keys(json: &Json, into: &mut BTreeSet<String>) {
    match json {
        Json::Object(fields) => {
            for (key, value) in fields {
                into.insert(key.clone());
                keys(value, into);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| keys(item, into)),
        _ => {}
    }
}

/// A table of the fields that each kind has beside those that all have.
fn table(all: impl Iterator<Item = Json>, common: &[&str], kinds: &[&str]) -> String {
    let mut fields: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in all {
        let kind = one["kind"].as_str().expect("a kind is a text").to_owned();
        let known = fields.entry(kind).or_default();
        for key in object(one).keys() {
            if !common.contains(&key.as_str()) && !known.contains(key) {
                known.push(key.clone());
            }
        }
    }
    let mut table = String::from("| kind | fields |\n| --- | --- |\n");
    for kind in kinds {
        let fields: Vec<String> = fields[*kind].iter().map(|f| format!("`{f}`")).collect();
        table += &format!("| `{kind}` | {} |\n", fields.join(", "));
    }
    table
}

fn with_context(test: impl FnOnce(&Context)) {
    let setup = samples::setup("0.11", 2);
    test(&Context::new(&Names::plain(3), &setup, &Glyphs::UNICODE));
}

/// The part of the page between two marks.
fn between<'p>(page: &'p str, mark: &str) -> &'p str {
    let (_, rest) = page.split_once(&format!("<!-- {mark} -->\n")).expect("the page has it");
    rest.split_once("<!-- end -->").expect("the page has its end").0
}

#[test]
fn the_page_lists_the_fields_of_every_event_and_effect() {
    let page = std::fs::read_to_string(PAGE).expect("the page can be read");
    with_context(|cx| {
        let before = Cluster::new(cx.setup);
        let events = samples::events();
        let events = events.iter().map(|e| event(cx, Lang::En, e, &before));
        let common = ["kind", "text", "notation"];
        let table_of_events = table(events, &common, notation::EVENT_KINDS);
        let effects = samples::effects();
        let effects = effects.iter().map(|e| effect(cx, Lang::En, e));
        let common = ["kind", "text", "source"];
        let table_of_effects = table(effects, &common, notation::EFFECT_KINDS);
        for (mark, table) in [("events", table_of_events), ("effects", table_of_effects)] {
            assert!(between(&page, mark) == table, "put into docs/json.md:\n{table}");
        }
    });
}

#[test]
fn the_page_lists_every_key_of_a_run_and_no_other() {
    let page = std::fs::read_to_string(PAGE).expect("the page can be read");
    let (page, _) = page.split_once("## Events").expect("the page has it");
    let listed: BTreeSet<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('|').next())
        .flat_map(|cell| cell.trim_end().trim_end_matches('`').split("`, `"))
        .map(str::to_owned)
        .collect();
    let mut found = BTreeSet::new();
    with_context(|cx| {
        for call in &calls() {
            let cluster = full_state(cx.setup, call);
            keys(&state(&cluster, cx.setup, cx.names, 0), &mut found);
        }
        keys(&head("", None, 0, "0.11", setup(cx.setup, cx.names)), &mut found);
    });
    let source =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run/loss.ron"))
            .expect("the scenario can be read");
    let scenario = crate::scenario::Scenario::parse("loss.ron", &source).expect("it is good");
    let mut out = Vec::new();
    let options = crate::run::Options { json: true, ..Default::default() };
    crate::run::Run::new(&scenario, options).write(&mut out).expect("memory takes it");
    for line in String::from_utf8(out).expect("JSON is UTF-8").lines() {
        let mut line: Json = serde_json::from_str(line).expect("each line is JSON");
        // Events and effects have their own tables.
        for happened in line["happened"].as_array_mut().into_iter().flatten() {
            happened["event"].take();
            happened["effects"].take();
        }
        keys(&line, &mut found);
    }
    let missing: Vec<_> = found.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(missing.is_empty(), "docs/json.md lacks {missing:?}");
    assert!(gone.is_empty(), "docs/json.md has what no run has: {gone:?}");
}
