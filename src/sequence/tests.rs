//! The diagram of the demos, as data and as Mermaid text that a small checker of its own reads.

use std::collections::BTreeSet;
use std::sync::Arc;

use insta::assert_snapshot;

use super::*;
use crate::command::Command;
use crate::demos::FILES;
use crate::engine::effect::Lost;
use crate::scenario::Scenario;
use crate::tui::theme::Theme;
use crate::tui::ui::Ui;
use crate::tui::view;

const A: BrokerId = BrokerId(0);
const B: BrokerId = BrokerId(1);
const P: PartitionId = PartitionId(0);

fn scenario(source: &str) -> Session {
    match Scenario::parse("test", source) {
        Ok(scenario) => Session::new(Arc::new(scenario)),
        Err(report) => panic!("{}", report.render(Lang::En, 100)),
    }
}

/// A demo, at a step.
fn demo(id: &str, step: usize) -> Session {
    let (_, source) = FILES.iter().find(|(name, _)| name.starts_with(id)).expect("a demo");
    let mut session = scenario(source);
    for _ in 0..step {
        assert!(session.forward(), "it has {step} steps");
    }
    session
}

fn end(id: &str) -> Session {
    let mut session = demo(id, 0);
    session.last();
    session
}

/// Two brokers, B leads, nothing has happened.
fn pair() -> Session {
    scenario(
        r#"(title: "two", release: "0.10.2", brokers: ["A", "B"], acks: "all",
            start: (partitions: {0: (leader: "B", replicas: {"B": (log: []), "A": (log: [])})}))"#,
    )
}

fn act(session: &mut Session, event: Event) {
    session.act(Command::Event(event)).expect("it can happen");
}

fn telling(session: &Session) -> Telling<'_> {
    Telling {
        session,
        lang: Lang::En,
        glyphs: &Glyphs::UNICODE,
        partition: None,
        filter: Filter::default(),
        hides: &|_| false,
    }
}

/// All rows up to the present step.
fn told(telling: &Telling) -> Vec<Row> {
    telling.session.timeline().path().into_iter().flat_map(|id| rows(telling, id)).collect()
}

/// The arrows of the present step: who to whom, what, and what became of it.
fn arrows(session: &Session) -> Vec<(Lane, Lane, String, Fate, bool)> {
    let rows = rows(&telling(session), session.timeline().here_id());
    let arrow = |row: Row| match row.content {
        Content::Arrow(a) => Some((a.from, a.to, a.texts[0].clone(), a.fate, a.is_late)),
        _ => None,
    };
    rows.into_iter().filter_map(arrow).collect()
}

fn mermaid_in(session: &Session, lang: Lang) -> String {
    let ui = Ui::new(lang, Theme::PLAIN, &Glyphs::UNICODE);
    let hides = view::hides(session, &ui);
    mermaid(&Telling { lang, hides: &hides, ..telling(session) })
}

#[test]
fn the_demo_of_a_loss() {
    assert_snapshot!(mermaid_in(&end("10a"), Lang::En));
}

#[test]
fn the_demo_of_leader_epochs_in_chinese() {
    assert_snapshot!(mermaid_in(&end("11a"), Lang::Zh));
}

#[test]
fn the_demo_of_min_insync_replicas() {
    assert_snapshot!(mermaid_in(&end("12"), Lang::En));
}

#[test]
fn a_fetch_in_one_go_is_two_arrows() {
    let mut session = pair();
    session.send(ProducerId(0), P, 1).expect("a leader takes it");
    session.act(Command::Fetch { broker: A, partition: P }).expect("it can fetch");
    let (a, b) = (Lane::Broker(A), Lane::Broker(B));
    assert_eq!(
        arrows(&session),
        [
            (a, b, "fetch@0".into(), Fate::Arrived, false),
            (b, a, "m1 hw 0".into(), Fate::Arrived, false),
        ]
    );
}

#[test]
fn a_fetch_by_phases_leaves_in_one_step_and_arrives_in_another() {
    let mut session = pair();
    let (a, b) = (Lane::Broker(A), Lane::Broker(B));
    act(&mut session, Event::Request { broker: A, partition: P });
    assert_eq!(arrows(&session), [(a, b, "fetch@0".into(), Fate::Sent, false)]);
    act(&mut session, Event::Serve { broker: A, partition: P });
    assert_eq!(arrows(&session), [(a, b, "fetch@0 parked".into(), Fate::Held, true)]);
    let waiting = |session: &Session| told(&telling(session)).pop().expect("a row").waiting;
    assert_eq!(waiting(&session), BrokerSet::only(A));
    session.send(ProducerId(0), P, 1).expect("a leader takes it");
    assert_eq!(waiting(&session), BrokerSet::EMPTY);
    let reply = (b, a, "m1 hw 0".to_owned(), Fate::Sent, false);
    assert_eq!(arrows(&session).last(), Some(&reply));
    act(&mut session, Event::Reply { broker: A, partition: P });
    assert_eq!(arrows(&session), [(b, a, "m1 hw 0".into(), Fate::Arrived, true)]);
}

#[test]
fn what_a_death_takes_from_the_wire_never_arrives() {
    let mut session = pair();
    act(&mut session, Event::Request { broker: A, partition: P });
    act(&mut session, Event::Kill { broker: B });
    let (a, b) = (Lane::Broker(A), Lane::Broker(B));
    let dropped = (a, b, "fetch@0".to_owned(), Fate::Dropped, true);
    assert_eq!(arrows(&session).first(), Some(&dropped));
    let rows = told(&telling(&session));
    let last = rows.last().expect("rows");
    assert!(!last.up.contains(B) && last.up.contains(A));
    let marks = |row: &&Row| matches!(&row.content, Content::Note(n) if n.mark == Mark::Down);
    assert_eq!(rows.iter().filter(marks).count(), 1);
}

#[test]
fn a_record_sent_to_a_dead_broker_never_arrives_and_the_client_finds_out_by_itself() {
    let mut session = scenario(
        r#"(title: "t", release: "0.10.2", brokers: ["A", "B"], settings: {"retries": 0},
            controller: (notices: ByStep))"#,
    );
    act(&mut session, Event::Kill { broker: A });
    session.send(ProducerId(0), P, 1).expect("it can be sent");
    let sent = (Lane::Producer(ProducerId(0)), Lane::Broker(A));
    assert_eq!(arrows(&session), [(sent.0, sent.1, "m1 acks=1".into(), Fate::Dropped, false)]);
}

#[test]
fn every_election_has_its_band_and_everything_that_vanished_an_arrow_that_never_arrives() {
    for (name, _) in FILES {
        let session = end(name);
        let telling = telling(&session);
        for id in session.timeline().path() {
            let node = session.timeline().node(id).expect("a step");
            let count = |wanted: fn(&Effect) -> bool| node.effects().filter(|e| wanted(e)).count();
            let rows = rows(&telling, id);
            let of = |wanted: fn(&Content) -> bool| {
                rows.iter().filter(|row| wanted(&row.content)).count()
            };
            let elections =
                |e: &Effect| matches!(e, Effect::Elected { .. } | Effect::Leaderless { .. });
            let bands =
                |c: &Content| matches!(c, Content::Band(b) if matches!(b.about, About::Epoch(_)));
            assert_eq!(count(elections), of(bands), "{name} step {id}");
            let vanished = |e: &Effect| {
                matches!(
                    e,
                    Effect::Vanished { what: Lost::Request | Lost::Parked | Lost::Reply, .. }
                )
            };
            let dropped = |c: &Content| matches!(c, Content::Arrow(a) if a.fate == Fate::Dropped && a.is_late);
            assert_eq!(count(vanished), of(dropped), "{name} step {id}");
        }
    }
}

#[test]
fn what_begins_or_ends_in_a_hidden_lane_is_left_out() {
    let session = end("10a");
    let filter = Filter { brokers: BrokerSet::only(A), clients: true, controller: true };
    let rows = told(&Telling { filter, ..telling(&session) });
    for row in &rows {
        match &row.content {
            Content::Arrow(arrow) => panic!("only B is shown: {arrow:?}"),
            Content::Note(note) => assert_eq!(note.lane, Lane::Broker(B)),
            Content::Band(_) | Content::Hidden | Content::Nothing => {}
        }
    }
    // Each step keeps a row, so that one finds it.
    let steps: BTreeSet<NodeId> = rows.iter().map(|row| row.step).collect();
    assert_eq!(steps.len(), session.timeline().path().len());
}

#[test]
fn steps_that_nobody_has_seen_are_not_shown_and_those_that_have_been_are() {
    let deepest = |session: &Session| {
        let window = window(&telling(session), 1_000, 0);
        window.rows.last().expect("rows").depth
    };
    let mut session = demo("10a", 4);
    assert_eq!(deepest(&session), 4);
    session.forward();
    session.back();
    session.back();
    assert_eq!((session.here().depth, deepest(&session)), (3, 5));
}

#[test]
fn the_window_has_this_step_in_view_and_stops_at_both_ends() {
    for (name, _) in FILES {
        let mut session = end(name);
        let all = told(&telling(&session));
        session.first();
        loop {
            for height in [1, 5, 20] {
                let telling = telling(&session);
                let here = session.timeline().here_id();
                let view = window(&telling, height, 0);
                assert_eq!((view.rows.len(), view.scroll), (height.min(all.len()), 0), "{name}");
                assert!(view.rows.iter().any(|row| row.step == here && row.is_first), "{name}");
                let top = window(&telling, height, -100_000);
                assert_eq!(top.rows, all[..height.min(all.len())], "{name}");
                let bottom = window(&telling, height, 100_000);
                assert_eq!(bottom.rows, all[all.len().saturating_sub(height)..], "{name}");
                assert_eq!(window(&telling, height, top.scroll).rows, top.rows, "{name}");
            }
            if !session.forward() {
                break;
            }
        }
    }
}

#[test]
fn the_answer_to_a_question_is_hidden_until_the_next_step() {
    // "A had m1 and m2 in its log. What does it have now?"
    let asked = mermaid_in(&demo("10a", 6), Lang::En);
    assert!(!asked.contains("truncated") && asked.contains("? hidden until"), "{asked}");
    let answered = mermaid_in(&demo("10a", 7), Lang::En);
    assert!(answered.contains("truncated to 1: -[m2]"), "{answered}");
}

/// Reads a `sequenceDiagram` as strictly as this module may write it.
fn check(text: &str) -> Result<(), String> {
    let mut lines = text.lines();
    if lines.next() != Some("sequenceDiagram") {
        return Err("no sequenceDiagram".into());
    }
    let mut lanes: Vec<&str> = Vec::new();
    let mut depth = 0;
    for line in lines {
        let bad = |why: &str| Err(format!("{why}: {line}"));
        let statement = line.trim_start();
        if line.len() - statement.len() != 4 * (1 + depth - usize::from(statement == "end")) {
            return bad("indented wrongly");
        }
        if statement == "end" {
            depth -= 1;
        } else if let Some(colour) = statement.strip_prefix("rect ") {
            depth += 1;
            if !colour.starts_with("rgb(") {
                return bad("no colour");
            }
        } else if let Some(title) = statement.strip_prefix("title ") {
            clean(title)?;
        } else if let Some(lane) = statement.strip_prefix("participant ") {
            let Some((id, name)) = lane.split_once(" as ") else { return bad("no name") };
            if !id.chars().all(|c| c.is_ascii_alphanumeric()) || lanes.contains(&id) {
                return bad("no id of its own");
            }
            clean(name)?;
            lanes.push(id);
        } else {
            let Some((head, said)) = statement.split_once(": ") else { return bad("no text") };
            clean(said)?;
            let ends: Vec<&str> = match head.strip_prefix("Note over ") {
                Some(over) => over.split(',').collect(),
                None => {
                    let arrows = ["-->>", "->>", "--)", "-)", "--x", "-x"];
                    let arrow = arrows.iter().find(|arrow| head.contains(*arrow));
                    let Some(arrow) = arrow else { return bad("no arrow") };
                    head.splitn(2, arrow).collect()
                }
            };
            if ends.is_empty() || ends.len() > 2 || ends.iter().any(|end| !lanes.contains(end)) {
                return bad("a lane that is not declared");
            }
        }
    }
    if depth == 0 { Ok(()) } else { Err("a rect without its end".into()) }
}

/// Whether nothing in a text means anything to Mermaid but entities.
fn clean(text: &str) -> Result<(), String> {
    let bad = || Err(format!("not escaped: {text}"));
    if text.trim().is_empty() || text.contains(['<', '>', '"', '%', '$', '\\', '`', '\t']) {
        return bad();
    }
    let mut pieces = text.split('#');
    let before = pieces.next().unwrap_or_default();
    if before.contains(';') {
        return bad();
    }
    for piece in pieces {
        let Some((entity, rest)) = piece.split_once(';') else { return bad() };
        let is_word = !entity.is_empty() && entity.chars().all(|c| c.is_ascii_alphanumeric());
        if !is_word || rest.contains(';') {
            return bad();
        }
    }
    Ok(())
}

#[test]
fn every_demo_at_every_step_is_a_well_formed_diagram() {
    for (name, _) in FILES {
        let mut session = demo(name, 0);
        loop {
            for lang in Lang::ALL {
                let text = mermaid_in(&session, lang);
                assert_eq!(check(&text), Ok(()), "{name}:\n{text}");
            }
            if !session.forward() {
                break;
            }
        }
    }
}

#[test]
fn names_that_mean_something_to_mermaid_break_nothing() {
    let mut session = scenario(
        r##"(title: "wrap: a;b#c %%{init: {}}%% <br> end", release: "0.11", topic: "t",
            brokers: ["end", "B"], producers: ["as"], consumers: ["note"],
            steps: [(do: [Send("a;b#c"), Send("style:x#y;"), Send("$$x$$ `end`"), Kill("end")])])"##,
    );
    session.last();
    let text = mermaid_in(&session, Lang::En);
    assert_eq!(check(&text), Ok(()), "{text}");
    assert!(text.contains("a#59;b#35;c acks=1"), "{text}");
}

#[test]
fn the_checker_finds_what_is_wrong() {
    let head = "sequenceDiagram\n    participant a as A\n    participant b as B\n";
    let wrong = |line: &str| check(&format!("{head}    {line}\n")).is_err();
    assert!(!wrong("a->>b: fetch@1") && !wrong("Note over a,b: m#59;1"));
    assert!(wrong("a->>c: fetch@1"), "nobody");
    assert!(wrong("a=>b: fetch@1"), "no arrow");
    assert!(wrong("a->>b: one; two"), "two statements");
    assert!(wrong("a->>b: one # two"), "a comment");
    assert!(wrong("rect rgb(1, 2, 3)"), "no end");
    assert!(wrong("a->>b: "), "nothing said");
}
