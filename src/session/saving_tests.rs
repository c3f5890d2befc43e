//! What is saved plays as it was played, whatever was done.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;

use crate::command::Command;
use crate::demos;
use crate::engine::*;
use crate::lang::Lang;
use crate::run::json;
use crate::scenario::Scenario;
use crate::session::Session;
use crate::timeline::NodeId;

/// A state by the names of things: the numbers of values may differ, and with them the order of what
/// is listed by value.
fn told(session: &Session, id: NodeId) -> String {
    let node = session.timeline().node(id).expect("a step");
    let mut state = json::state(&node.state, session.setup(), session.names(), node.clock);
    for by_value in ["sent", "promises", "ledger", "lost", "unavailable", "duplicated"] {
        let list = state.get_mut(by_value).and_then(|list| list.as_array_mut()).expect("a list");
        list.sort_by_key(ToString::to_string);
    }
    state.to_string()
}

fn read(text: &str) -> Session {
    match Scenario::parse("saved.ron", text) {
        Ok(scenario) => Session::new(Arc::new(scenario)),
        Err(report) => panic!("{}\n{text}", report.render(Lang::En, 100)),
    }
}

/// One thing that a person does. What can't be done is not.
fn act(session: &mut Session, what: u8, n: usize) {
    let setup = session.setup();
    let broker = BrokerId((n % usize::from(setup.brokers)) as u8);
    let partition = PartitionId((n / 7 % setup.assignment.len()) as u8);
    let producer = ProducerId((n % usize::from(setup.producers.max(1))) as u8);
    match what {
        0..=2 => {
            session.forward();
        }
        3 => {
            for _ in 0..n % 5 {
                session.back();
            }
        }
        4 => {
            let _ = session.step_into();
        }
        5 => {
            let id = n % session.timeline().size();
            session.go(id);
        }
        6..=8 => {
            let _ = session.send(producer, partition, 1 + n % 3);
        }
        9 => {
            let _ = session.send(producer, partition, 120);
        }
        10..=14 => {
            let _ = session.act(Command::Fetch { broker, partition });
        }
        15..=17 => {
            let _ = session.act(Command::Phase { broker, partition });
        }
        18 => {
            let _ = session.act(Command::NextDue);
        }
        22 => {
            let command = match n / 3 % 3 {
                0 => Command::CatchUp { broker, partition },
                1 => Command::Truncate { broker, partition },
                _ => Command::Settle { partition },
            };
            let _ = session.act(command);
        }
        23 => {
            let all: Vec<&Rules> = every_rules().collect();
            let rules = all[n % all.len()];
            *session = session.replayed(session.scenario().with_rules(rules));
        }
        19 => {
            let branch = session.branch();
            session.rename_branch(branch, ["水 \"1\"", "a\\b", "same", ""][n % 4]);
            session.note_branch(branch, "don't {do} this");
        }
        20 => {
            let tree = session.tree();
            session.delete_branch(tree[n % tree.len()].branch);
        }
        21 => {
            session.undo();
        }
        _ => {
            let menu = Menu {
                // A person sends what has a name.
                values: (0..session.names().values.len().min(3) as u16).map(Value).collect(),
                durations: vec![1, 500, 10_001],
                acks: vec![Acks::None, Acks::Leader, Acks::All, Acks::Count(2)],
                min_isr: vec![1, 2],
                unclean: vec![true, false],
                reassignments: vec![
                    (0..setup.brokers).rev().map(BrokerId).collect(),
                    [BrokerId(setup.brokers - 1)].into_iter().collect(),
                ],
                ..Menu::all()
            };
            let enabled = session.state().enabled(session.setup(), &menu);
            // There are many links: every kind of event has its turn.
            let kinds: BTreeSet<String> = enabled.iter().map(kind).collect();
            let chosen = kinds.iter().nth(n % kinds.len().max(1));
            let of_kind: Vec<&Event> =
                enabled.iter().filter(|event| Some(&kind(event)) == chosen).collect();
            if let Some(event) = of_kind.get(n / 64 % of_kind.len().max(1)) {
                let _ = session.act(Command::Event(**event));
            }
        }
    }
}

/// An event without what it is about.
fn kind(event: &Event) -> String {
    format!("{event:?}").chars().take_while(|c| c.is_alphanumeric()).collect()
}

const BY_STEP: &str = r#"(
    title: "By \"step\"",
    release: "0.8.2",
    brokers: ["A", "B", "C"],
    producers: ["p1", "p2"],
    consumers: ["c1", "c2"],
    assignment: [["A", "B", "C"], ["B", "A"]],
    controller: (notices: ByStep, tells: ByStep, alters: ByStep),
    settings: {"auto.offset.reset": "earliest", "records per segment": 3},
    start: (down: ["C"], partitions: {0: (leader: "A", epoch: 2, replicas: {"A": (log: ["x"], remote: {"B": None, "C": 0})})}),
    steps: [(do: [Send("m1"), Request("B")]), (partition: 1, do: [Fetch("A")], say: "{leo A}")],
)"#;

/// The releases under which a controller that is slow is tried.
const STEPWISE: [&str; 6] = ["0.8.2", "0.11", "2.7", "3.4/zk", "3.9", "4.1"];

fn start(n: usize) -> Session {
    match n {
        n if n < STEPWISE.len() => read(&BY_STEP.replace("0.8.2", STEPWISE[n])),
        // The list has an empty cluster of every generation.
        n => {
            let demos = demos::all();
            Session::new(Arc::clone(&demos[n % demos.len()].scenario))
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_done_by_hand_is_saved_with_every_branch(
        from in 0_usize..60,
        acts in prop::collection::vec((0_u8..40, any::<u16>()), 0..60),
    ) {
        let mut session = start(from);
        for (what, n) in acts {
            act(&mut session, what, n.into());
        }
        // The way here, as a script.
        let text = session.saved_way(session.timeline().here_id());
        let text = text.map_err(|_| TestCaseError::fail("it is within bounds"))?;
        let mut again = read(&text);
        again.last();
        let here = session.timeline().here_id();
        prop_assert_eq!(told(&again, again.timeline().here_id()), told(&session, here));
        prop_assert_eq!(again.position().of, session.here().depth);

        // Everything, as branches.
        let text = session.saved().map_err(|_| TestCaseError::fail("it is within bounds"))?;
        let again = read(&text);
        let (old, new) = (session.tree(), again.tree());
        prop_assert_eq!(old.len(), new.len());
        for (old, new) in old.iter().zip(&new) {
            prop_assert_eq!(told(&again, new.tip), told(&session, old.tip), "{}", &text);
            prop_assert_eq!((old.level, old.from, &old.note), (new.level, new.from, &new.note));
        }
        prop_assert_eq!(again.saved().ok(), Some(text), "it is saved the same again");
    }
}
