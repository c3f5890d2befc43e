use super::*;
use crate::engine::state::Ask;
use crate::engine::{
    BrokerId, ControllerMode, PartitionId, ProducerId, Settings, Value, rules_for,
};

const A: BrokerId = BrokerId(0);
const P: PartitionId = PartitionId(0);

fn setup() -> Arc<Setup> {
    let rules = rules_for("0.10.2").expect("a release of the table").clone();
    Arc::new(Setup {
        settings: Settings::defaults(&rules),
        rules,
        brokers: 2,
        producers: 1,
        consumers: 1,
        assignment: vec![vec![BrokerId(1), A]],
        controller: ControllerMode::default(),
    })
}

fn send(value: u16) -> Command {
    Command::Event(Event::Send {
        producer: ProducerId(0),
        partition: P,
        value: Value(value),
        to: None,
    })
}

fn scripted() -> Timeline {
    let setup = setup();
    let start = Cluster::new(&setup);
    let script = [vec![send(0)], vec![Command::Fetch { broker: A, partition: P }], vec![send(1)]];
    Timeline::new(setup, start, script.iter().map(Vec::as_slice))
}

#[test]
fn back_then_forward_gives_the_same_state() {
    let mut t = scripted();
    t.last();
    let end = t.here().state.clone();
    t.first();
    assert_eq!(t.script_step(), Some(0));
    t.last();
    assert_eq!(t.here().state, end);
    assert_eq!(t.script_step(), Some(3));
}

#[test]
fn taking_over_keeps_the_script_and_what_was_done_by_hand() {
    let mut t = scripted();
    t.forward();
    t.act(send(7)).expect("a leader takes a record");
    t.act(Command::Fetch { broker: A, partition: P }).expect("a follower fetches");
    let by_hand = t.here_id();
    assert_eq!(t.script_step(), None);
    assert!(t.return_to_script());
    assert_eq!(t.script_step(), Some(1));
    t.last();
    assert_eq!(t.script_step(), Some(3));
    assert!(t.go(by_hand));
    assert!(t.back() && t.back());
    assert_eq!(t.script_step(), Some(1));
    assert!(t.forward() && t.forward());
    assert_eq!(t.here_id(), by_hand);
}

#[test]
fn what_cannot_be_done_changes_nothing_and_says_why() {
    let mut t = scripted();
    let denied = t.act(Command::Event(Event::Start { broker: A }));
    assert_eq!(denied, Err(Denied::Refused(Refusal::BrokerUp(A))));
    assert_eq!(t.here_id(), 0);
}

#[test]
fn behind_and_ahead_are_the_steps_that_back_and_forward_lead_to() {
    let mut t = scripted();
    t.forward();
    assert_eq!(t.behind().collect::<Vec<_>>(), [1, 0]);
    assert_eq!(t.ahead().collect::<Vec<_>>(), [2, 3]);
    t.act(send(7)).expect("a leader takes a record");
    t.back();
    assert_eq!(t.ahead().collect::<Vec<_>>(), [4]);
}

#[test]
fn what_has_been_seen_stays_seen() {
    let mut t = scripted();
    t.forward();
    t.act(send(7)).expect("a leader takes a record");
    let seen = |t: &Timeline| (0..=4).map(|id| t.is_seen(id)).collect::<Vec<_>>();
    assert_eq!(seen(&t), [true, true, false, false, true]);
    t.return_to_script();
    t.last();
    t.first();
    assert_eq!(seen(&t), [true; 5]);
}

#[test]
fn the_clock_runs_with_the_time_that_passes() {
    let mut t = scripted();
    t.act(Command::Event(Event::Advance { ms: 1_500 })).expect("time can pass");
    assert_eq!(t.here().clock, 1_500);
    t.back();
    assert_eq!(t.here().clock, 0);
}

#[test]
fn doing_the_same_again_goes_where_it_led() {
    let mut t = scripted();
    t.act(send(7)).expect("a leader takes a record");
    let there = t.here_id();
    t.back();
    t.act(send(7)).expect("a leader takes a record");
    assert_eq!((t.here_id(), t.size()), (there, 5));
    t.back();
    t.act(send(8)).expect("a leader takes a record");
    assert_ne!(t.here_id(), there);
}

/// A long session by hand: fetches, records, a death now and then, going back and on elsewhere.
fn long(steps: usize) -> Timeline {
    let mut t = scripted();
    t.last();
    let mut n: u32 = 1;
    while t.size() < steps {
        n = n.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        let act = match n >> 16 & 15 {
            0 => send((n >> 20 & 255) as u16),
            1 => Command::Event(Event::Kill { broker: BrokerId((n >> 20 & 1) as u8) }),
            2 | 3 => Command::Event(Event::Start { broker: BrokerId((n >> 20 & 1) as u8) }),
            4 if t.depth(t.here_id()) > 20 => {
                for _ in 0..n >> 20 & 15 {
                    t.back();
                }
                continue;
            }
            5 => Command::NextDue,
            _ => Command::Phase { broker: BrokerId((n >> 20 & 1) as u8), partition: P },
        };
        // What can't be done now is not done.
        let _ = t.act(act);
    }
    t
}

#[test]
fn a_step_that_was_forgotten_is_made_again_as_it_was() {
    let mut t = long(600);
    let all: Vec<Node> = (0..t.size()).map(|id| t.full(id).clone()).collect();
    for every in [16, 64, 1_024] {
        t.memory.forget_all(every);
        for id in [599, 0, 3, 300, 598, 17, 42].into_iter().chain(0..t.size()) {
            let (node, was) = (t.full(id), &all[id]);
            assert_eq!(node.state, was.state, "step {id}");
            assert_eq!(node.happened, was.happened);
            assert_eq!(node.skipped, was.skipped);
            assert_eq!((node.clock, node.depth, node.parent), (was.clock, was.depth, was.parent));
            assert_eq!(t.commands(id), was.commands);
        }
    }
}

#[test]
fn a_step_under_other_rules_is_made_again_too_and_what_was_done_can_be_done_there() {
    let t = long(400);
    let setup = Arc::new(Setup {
        rules: rules_for("0.11").expect("a release of the table").clone(),
        ..(*t.setup).clone()
    });
    let mut other = t.replayed(Arc::clone(&setup), Cluster::new(&setup));
    let all: Vec<Node> = (0..other.size()).map(|id| other.full(id).clone()).collect();
    let asks = |effect: &Effect| matches!(effect, Effect::Asked { ask: Ask::EpochEnd(_), .. });
    assert!(all.iter().any(|node| node.effects().any(asks)), "followers ask what they must");
    other.memory.forget_all(32);
    let mut pass = other.pass();
    for (id, was) in all.iter().enumerate() {
        let node = pass.node(id).expect("a step");
        assert_eq!((&node.state, &node.happened), (&was.state, &was.happened), "step {id}");
        assert_eq!(node.skipped, was.skipped);
    }
    for (id, was) in all.iter().enumerate().skip(1) {
        assert_eq!(other.full(id).state, was.state, "step {id}");
        let mut state = all[was.parent.expect("a step")].state.clone();
        for command in other.done(id) {
            assert!(command.perform(&mut state, &setup).is_ok(), "step {id}: {command:?}");
        }
        assert_eq!(state, was.state, "step {id}");
    }
    // And back.
    let again = other.replayed(Arc::clone(&t.setup), Cluster::new(&t.setup));
    for id in 0..t.size() {
        assert_eq!(again.full(id).state, t.full(id).state, "step {id}");
    }
}

#[test]
fn a_step_is_entered_event_by_event_and_left_where_it_ends() {
    let mut t = scripted();
    t.forward();
    assert_eq!(t.step_into(), Ok(true));
    let request = t.here().happened.clone();
    assert_eq!(request.len(), 1);
    assert!(matches!(request[0].event, Event::Request { .. }));
    assert_eq!(t.script_step(), None);
    assert_eq!(t.step_into(), Ok(true));
    assert!(matches!(t.here().happened[0].event, Event::Serve { .. }));
    assert_eq!(t.step_into(), Ok(true));
    assert_eq!(t.script_step(), Some(2), "the last event makes the step itself");
    let size = t.size();
    assert!(t.back());
    assert_eq!(t.script_step(), Some(1));
    assert_eq!(t.step_into(), Ok(true));
    assert_eq!(t.size(), size, "it has been entered before");
    assert_eq!(t.tree(), [(SCRIPT, 0)], "that is no branch");
    assert!(t.return_to_script());
    assert_eq!(t.script_step(), Some(1));
}

#[test]
fn branches_are_a_tree_and_a_deleted_one_can_come_back() {
    let mut t = scripted();
    t.forward();
    for value in [7, 8] {
        t.act(send(value)).expect("a leader takes a record");
    }
    let first = t.branch_of(t.here_id());
    t.back();
    t.act(send(9)).expect("a leader takes a record");
    let second = t.branch_of(t.here_id());
    t.first();
    t.act(send(5)).expect("a leader takes a record");
    let third = t.branch_of(t.here_id());
    assert_eq!(t.tree(), [(SCRIPT, 0), (first, 1), (second, 2), (third, 1)]);
    assert_eq!([SCRIPT, first, second].map(|b| t.branch_len(b)), [3, 2, 1]);

    let in_second = t.branch(second).expect("it is there").tip;
    assert!(t.go(in_second));
    assert!(t.delete_branch(first));
    assert_eq!(t.here_id(), 1, "whoever was in it stands where it began");
    assert_eq!(t.tree(), [(SCRIPT, 0), (third, 1)]);
    assert!(!t.go(in_second), "what grew from it is gone with it");
    t.last();
    assert_eq!(t.script_step(), Some(3));
    assert!(!t.delete_branch(first) && !t.delete_branch(SCRIPT));
    t.restore_branch(first);
    assert!(t.go(in_second));
}
