use super::*;
use crate::scenario::settings::{self, InForce, Origin, Setting, SettingValue};

const A: BrokerId = BrokerId(0);
const B: BrokerId = BrokerId(1);
const P: PartitionId = PartitionId(0);
const P1: ProducerId = ProducerId(0);

/// A leads, B follows. m1 is sent and fetched, with a question whose answer comes at step 3.
fn session() -> Session {
    let source = r#"Scenario(
        title: (en: "A record", zh: "一条消息"),
        release: "0.10.2",
        brokers: ["A", "B"],
        steps: [
            (do: [Send("m1")], say: (en: "A has LEO {leo A}.", zh: "A 的 LEO 是 {leo A}。")),
            (
                do: [Fetch("B")],
                say: "B now has LEO {leo B} and HW {hw B}.",
                ask: (text: "B's HW is {hw B}. Why?", hides: "hw B"),
                expect: [Leo("B", 1), Hw("B", 7)],
            ),
            (do: [Send("m2"), Fetch("B")], say: "HW {hw B}."),
        ],
    )"#;
    match Scenario::parse("test.ron", source) {
        Ok(scenario) => Session::new(Arc::new(scenario)),
        Err(report) => panic!("{}", report.render(Lang::En, 100)),
    }
}

fn at(step: usize) -> Session {
    let mut session = session();
    for _ in 0..step {
        assert!(session.forward());
    }
    session
}

fn sent(session: &Session) -> Vec<String> {
    let log = session.state().disk(A, P).map(|disk| disk.log.records().to_vec());
    log.unwrap_or_default().iter().map(|r| session.names().value(r.value)).collect()
}

#[test]
fn numbers_of_the_narration_are_those_of_the_step() {
    assert_eq!(at(0).narration(Lang::En), None);
    assert_eq!(at(1).narration(Lang::En).as_deref(), Some("A has LEO 1."));
    assert_eq!(at(1).narration(Lang::Zh).as_deref(), Some("A 的 LEO 是 1。"));
}

#[test]
fn an_answer_is_masked_at_the_step_that_asks_and_shown_at_the_next() {
    let mut session = at(2);
    assert!(session.masked().is_some());
    assert_eq!(session.narration(Lang::En).as_deref(), Some("B now has LEO 1 and HW ?."));
    assert_eq!(session.question(Lang::Zh).as_deref(), Some("B's HW is ?. Why?"));
    session.forward();
    assert_eq!(session.masked(), None);
    assert_eq!(session.question(Lang::En), None);
    assert_eq!(session.narration(Lang::En).as_deref(), Some("HW 0."));
    session.back();
    assert!(session.masked().is_some());
}

#[test]
fn expectations_say_which_failed_and_what_was_found() {
    let session = at(2);
    let checked: Vec<Checked> = session.expectations().collect();
    assert_eq!(checked.len(), 2);
    assert_eq!(checked[0].failure, None);
    let failure = checked[1].failure.as_ref().expect("HW 7 can't hold");
    assert_eq!(failure.found, crate::scenario::Reading::Number(0));
    assert_eq!(at(1).expectations().count(), 0);
}

#[test]
fn by_hand_nothing_is_said_asked_or_expected() {
    let mut session = at(2);
    session.act(Command::NextDue).expect("time passes");
    assert!(session.is_by_hand());
    assert_eq!(session.position(), Position { step: 2, of: 3, by_hand: 1 });
    assert_eq!(session.narration(Lang::En), None);
    assert_eq!(session.masked(), None);
    assert_eq!(session.expectations().count(), 0);
}

#[test]
fn records_sent_by_hand_take_the_lowest_names_that_were_not_sent_on_the_way_here() {
    let mut session = at(1);
    session.send(P1, P, 2).expect("a leader takes records");
    assert_eq!(sent(&session), ["m1", "m2", "m3"]);
    session.send(P1, P, 1).expect("a leader takes a record");
    assert_eq!(sent(&session), ["m1", "m2", "m3", "m4"]);
    session.first();
    session.send(P1, P, 1).expect("a leader takes a record");
    assert_eq!(sent(&session), ["m1"]);
}

#[test]
fn a_value_that_stands_in_a_log_at_the_start_is_not_sent_by_hand() {
    let source = r#"Scenario(
        title: "Typed in",
        release: "0.10.2",
        brokers: ["A", "B"],
        start: (partitions: {0: (leader: "A", replicas: {"A": (log: ["m1", "m3"]), "B": (log: ["m1"])})}),
    )"#;
    let scenario = match Scenario::parse("test.ron", source) {
        Ok(scenario) => scenario,
        Err(report) => panic!("{}", report.render(Lang::En, 100)),
    };
    let mut session = Session::new(Arc::new(scenario));
    session.send(P1, P, 2).expect("a leader takes records");
    assert_eq!(sent(&session), ["m1", "m3", "m2", "m4"]);
}

#[test]
fn more_values_than_there_are_numbers_for_are_refused() {
    let mut session = at(0);
    let denied = session.send(P1, P, MAX_VALUES + 1);
    assert_eq!(denied, Err(Denied::Refused(Refusal::ValueOutOfBounds)));
    assert_eq!(session.here().depth, 0);
}

#[test]
fn what_cannot_be_done_says_why_and_changes_nothing() {
    let mut session = at(1);
    let fetch = Command::Fetch { broker: A, partition: P };
    assert_eq!(session.refusal(&fetch), Some(Refusal::IsLeader(A)));
    assert_eq!(session.act(fetch), Err(Denied::Refused(Refusal::IsLeader(A))));
    assert!(!session.is_by_hand());
}

#[test]
fn a_simplification_is_told_from_its_step_on_and_not_before() {
    let mut session = at(1);
    session.act(Command::Event(Event::RestartUnnoticed { broker: B })).expect("B is up");
    session.act(Command::NextDue).expect("time passes");
    let used = |session: &Session| session.simplifications().collect::<Vec<_>>();
    assert_eq!(used(&session), [Simplification::UnnoticedRestart]);
    session.back();
    assert_eq!(used(&session), [Simplification::UnnoticedRestart]);
    session.back();
    assert_eq!(used(&session), []);
    session.act(Command::NextDue).expect("time passes");
    assert_eq!(used(&session), []);
}

#[test]
fn from_the_script_one_can_go_back_to_what_was_done_by_hand() {
    let mut session = at(1);
    session.act(Command::NextDue).expect("time passes");
    session.act(Command::NextDue).expect("time passes");
    let by_hand = session.timeline().here_id();
    assert!(!session.can_resume());
    assert!(session.return_to_script());
    assert_eq!(session.position(), Position { step: 1, of: 3, by_hand: 0 });
    session.last();
    assert_eq!(session.position().step, 3);
    assert!(session.can_resume() && session.resume());
    assert_eq!(session.timeline().here_id(), by_hand);
    assert_eq!(session.position(), Position { step: 1, of: 3, by_hand: 2 });
}

#[test]
fn a_broken_property_is_known_by_the_step_that_broke_it_until_it_holds_again() {
    let source = include_str!("../../demos/10a-loss-by-hw-truncation.ron");
    let scenario = Scenario::parse("10a", source).expect("a demo");
    let mut session = Session::new(Arc::new(scenario));
    let broken = |session: &Session| -> Vec<(usize, Property)> {
        session.broken().into_iter().map(|(step, b)| (step, b.property)).collect()
    };
    assert!(session.go(5));
    assert_eq!(broken(&session), []);
    session.last();
    assert_eq!(
        broken(&session),
        [
            (6, Property::CandidateCompleteness),
            (8, Property::LeaderCompleteness),
            (10, Property::NoGlobalLoss),
        ]
    );
}

#[test]
fn what_is_sent_again_is_what_failed_last_and_else_what_was_sent_last() {
    let rules = rules_for("0.10.2").expect("a release of the table");
    let mut session = Session::new(Arc::new(Scenario::empty(rules)));
    let act = |session: &mut Session, event| {
        session.act(Command::Event(event)).expect("a possible event");
    };
    assert_eq!(session.to_send_again(P1, P), None);
    session.send(P1, P, 1).expect("a leader takes it");
    act(&mut session, Event::SetMinIsr(3));
    act(&mut session, Event::Kill { broker: BrokerId(1) });
    session.send(P1, P, 1).expect("it is refused by the leader, not by us");
    session.send(P1, P, 1).expect("so is this one");
    let failed = session.to_send_again(P1, P).expect("two have failed");
    assert_eq!(session.names().value(failed), "m3");
    act(&mut session, Event::SetMinIsr(1));
    act(&mut session, Event::Kill { broker: BrokerId(2) });
    act(&mut session, Event::Send { producer: P1, partition: P, value: failed, to: None });
    let failed = session.to_send_again(P1, P).expect("one has failed");
    assert_eq!(session.names().value(failed), "m2");
    act(&mut session, Event::Send { producer: P1, partition: P, value: failed, to: None });
    let last = session.to_send_again(P1, P).expect("all are there");
    assert_eq!(session.names().value(last), "m3");
}

#[test]
fn acks_are_those_of_the_state() {
    let mut session = at(0);
    assert_eq!(session.acks(P1), Some(Acks::Leader), "the release's default");
    let acks = Event::SetAcks { producer: P1, acks: Acks::None };
    session.act(Command::Event(acks)).expect("a change");
    assert_eq!(session.acks(P1), Some(Acks::None));
    assert_eq!(session.acks(ProducerId(3)), None);
}

#[test]
fn acks_tell_where_they_come_from() {
    let at_start = |fields: &str| {
        let source = format!(
            r#"(title: "t", release: "0.11", brokers: ["A"], producers: ["p1", "p2"], {fields})"#
        );
        Session::new(Arc::new(Scenario::parse("t", &source).expect("it is good")))
    };
    let told = |session: &Session| {
        session.acks_in_force().iter().map(|a| (a.now, a.default, a.origin)).collect::<Vec<_>>()
    };
    let (one, all) = (Acks::Leader, Acks::All);
    let mut plain = at_start("");
    assert_eq!(told(&plain), [(one, one, Origin::Release); 2]);
    assert_eq!(told(&at_start(r#"acks: "all""#)), [(all, one, Origin::File); 2]);
    let idempotent = at_start(r#"settings: {"enable.idempotence": true}"#);
    assert_eq!(told(&idempotent), [(all, one, Origin::File); 2]);
    let acks = Event::SetAcks { producer: ProducerId(1), acks: all };
    plain.act(Command::Event(acks)).expect("a change");
    let changed = Origin::Changed { step: 0, by_hand: 1 };
    assert_eq!(told(&plain), [(one, one, Origin::Release), (all, one, changed)]);
}

fn in_force(session: &Session, setting: Setting) -> InForce {
    let all = session.settings();
    *all.iter().find(|line| line.setting == setting).expect("each setting is in force")
}

#[test]
fn a_setting_tells_where_its_value_comes_from() {
    let source = r#"Scenario(
        title: "t", release: "0.11", brokers: ["A", "B"], settings: {"request.timeout.ms": 100},
        steps: [(do: [Set("min.insync.replicas", 2)]), (do: [Send("m1")])],
    )"#;
    let scenario = Scenario::parse("t", source).expect("it is good");
    let mut session = Session::new(Arc::new(scenario));
    let is = |session: &Session, setting, now, default, origin| {
        let line = in_force(session, setting);
        assert_eq!((line.now, line.default, line.origin), (now, default, origin));
    };
    use SettingValue::{Bool, Number};
    is(&session, Setting::RequestTimeout, Number(100), Number(30_000), Origin::File);
    is(&session, Setting::LagTimeMax, Number(10_000), Number(10_000), Origin::Release);
    is(&session, Setting::MinIsr, Number(1), Number(1), Origin::Release);
    assert_eq!(in_force(&session, Setting::LagMaxMessages).origin, Origin::NotAsked);
    session.last();
    let by_script = Origin::Changed { step: 1, by_hand: 0 };
    is(&session, Setting::MinIsr, Number(2), Number(1), by_script);
    session.act(Command::NextDue).expect("time passes");
    session.act(Command::Event(Event::SetUnclean(true))).expect("a change");
    session.act(Command::NextDue).expect("time passes");
    let by_hand = Origin::Changed { step: 2, by_hand: 2 };
    is(&session, Setting::Unclean, Bool(true), Bool(false), by_hand);
    is(&session, Setting::MinIsr, Number(2), Number(1), by_script);
    session.first();
    is(&session, Setting::Unclean, Bool(false), Bool(false), Origin::Release);
    assert_eq!(session.settings().len(), settings::TABLE.len());
}

#[test]
fn a_step_stays_longer_the_more_there_is_to_read_and_to_think_about() {
    let silent = at(0).reading_time(Lang::En);
    let told = at(1).reading_time(Lang::En);
    let asked = at(2).reading_time(Lang::En);
    assert!(silent < told && told < asked, "{silent} {told} {asked}");
}

#[test]
fn undo_passes_over_what_has_been_deleted() {
    let mut session = at(1);
    session.act(Command::NextDue).expect("time passes");
    let branch = session.branch();
    session.act(Command::NextDue).expect("time passes");
    assert!(session.go(0));
    assert!(session.delete_branch(branch));
    assert!(session.undo(), "the branch comes back");
    assert_eq!(session.tree().len(), 2);
    assert!(session.undo() && session.is_by_hand(), "from before the jump");
    assert!(session.delete_branch(branch));
    while session.undo() {}
    assert_eq!((session.position().step, session.is_by_hand()), (1, false));
    assert_eq!(session.tree().len(), 2);
}

#[test]
fn a_step_in_which_something_is_asked_counts_as_a_mark() {
    let session = at(0);
    assert_eq!(session.find(Aim::Mark, true), Some(2));
    assert_eq!(session.find(Aim::Loss, true), None);
    assert_eq!(at(3).find(Aim::Mark, false), Some(2));
}
