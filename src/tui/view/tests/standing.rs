//! What only later releases, faults and reassignments bring onto the screen.

use insta::assert_snapshot;

use super::*;
use crate::engine::{Link, Order, ProducerId};

const B: BrokerId = BrokerId(1);
const D: BrokerId = BrokerId(3);

/// Three replicas on four brokers, under a release, with the controller acting by hand where asked.
fn cluster(release: &str, more: &str) -> Session {
    let source = format!(
        r#"(title: "By hand", release: "{release}", brokers: ["A", "B", "C", "D"],
            assignment: [["B", "A", "C"]], acks: "all", {more} steps: [])"#
    );
    scenario("standing.ron", &source)
}

/// The same without a fourth broker, which has no replica.
fn three(release: &str, more: &str) -> Session {
    let source = format!(
        r#"(title: "By hand", release: "{release}", brokers: ["A", "B", "C"],
            assignment: [["B", "A", "C"]], acks: "all", {more} steps: [])"#
    );
    scenario("standing.ron", &source)
}

fn both(name: &str, session: &Session) {
    assert_snapshot!(format!("{name}_80"), screen(session, &ui(), 80, 24));
    let zh = Ui { lang: Lang::Zh, ..ui() };
    assert_snapshot!(format!("{name}_zh_120"), screen(session, &zh, 120, 40));
}

fn send(session: &mut Session) {
    session.send(ProducerId(0), P, 1).expect("it is sent");
}

const BY_STEP: &str = "controller: (alters: ByStep),";

#[test]
fn a_leader_that_has_asked_for_a_larger_isr_waits_for_the_maximal_one() {
    let mut session = three("3.7", BY_STEP);
    act(&mut session, Event::Kill { broker: C });
    act(&mut session, Event::Start { broker: C });
    fetch(&mut session, C);
    both("alter_sent", &session);
    act(&mut session, Event::Alter { broker: B, partition: P });
    assert_snapshot!("alter_done", screen(&session, &ui(), 80, 24));
}

#[test]
fn a_request_carries_its_leader_epoch_and_the_last_fetched_one_and_a_reply_where_logs_part() {
    let mut session = three("3.7", "");
    send(&mut session);
    fetch(&mut session, A);
    fetch(&mut session, C);
    act(&mut session, Event::Request { broker: A, partition: P });
    assert_snapshot!("fetch_with_epochs", screen(&session, &ui(), 80, 24));
}

#[test]
fn the_eligible_leader_replicas_and_the_last_known_leader_stand_with_the_controller() {
    let mut session = three("4.1", r#"settings: {"min.insync.replicas": 2},"#);
    act(&mut session, Event::Kill { broker: A });
    act(&mut session, Event::Kill { broker: C });
    both("elr", &session);
    act(&mut session, Event::Kill { broker: B });
    assert_snapshot!("last_known_leader", screen(&session, &ui(), 80, 24));
}

#[test]
fn a_paused_leader_a_cut_link_and_words_that_are_held_back() {
    let mut session = three("3.7", "controller: (notices: ByStep),");
    act(&mut session, Event::HoldWords { broker: B });
    act(&mut session, Event::Pause { broker: B });
    act(&mut session, Event::Notice { broker: B });
    act(&mut session, Event::Cut { link: Link::between(A, C) });
    act(&mut session, Event::Cut { link: Link::Producer(ProducerId(0), A) });
    act(&mut session, Event::Cut { link: Link::Controller(C) });
    both("faults", &session);
    act(&mut session, Event::Resume { broker: B });
    assert_snapshot!("zombie_leader", screen(&session, &ui(), 80, 24));
}

#[test]
fn a_line_to_a_leader_that_is_cut_ends_in_a_cross() {
    let mut session = three("2.5", "");
    act(&mut session, Event::Request { broker: A, partition: P });
    act(&mut session, Event::Cut { link: Link::between(A, B) });
    act(&mut session, Event::Cut { link: Link::between(B, C) });
    act(&mut session, Event::LoseAnswer { producer: ProducerId(0) });
    assert_snapshot!(screen(&session, &ui(), 80, 24));
    let ascii = Ui { glyphs: &Glyphs::ASCII, ..ui() };
    assert_snapshot!(screen(&session, &ascii, 80, 24));
}

#[test]
fn a_fetcher_that_was_fenced_says_so_and_asks_nothing() {
    let mut session = three("2.5", "controller: (tells: ByStep),");
    let tell = |session: &mut Session, broker| {
        while session.refusal(&Command::Event(Event::Tell { broker })).is_none() {
            act(session, Event::Tell { broker });
        }
    };
    for broker in [A, B, C] {
        tell(&mut session, broker);
    }
    act(&mut session, Event::MoveLeader { partition: P, to: A });
    act(&mut session, Event::MoveLeader { partition: P, to: B });
    tell(&mut session, B);
    fetch(&mut session, C);
    assert_snapshot!(screen(&session, &ui(), 80, 24));
}

#[test]
fn a_reassignment_shows_where_the_partition_moves_to() {
    let mut session = cluster("3.7", "");
    send(&mut session);
    let to: Order = [D, A].into_iter().collect();
    act(&mut session, Event::Reassign { partition: P, to });
    both("reassignment", &session);
}

#[test]
fn a_leader_that_was_elected_uncleanly_is_recovering() {
    let more =
        r#"settings: {"unclean.leader.election.enable": true}, controller: (alters: ByStep),"#;
    let mut session = three("3.7", more);
    act(&mut session, Event::Kill { broker: A });
    act(&mut session, Event::Kill { broker: C });
    act(&mut session, Event::Kill { broker: B });
    act(&mut session, Event::Start { broker: C });
    assert_snapshot!(screen(&session, &ui(), 80, 24));
}

#[test]
fn the_head_says_who_coordinates() {
    for (release, head) in
        [("0.10.2", "0.10.2/ZK"), ("3.7", "3.7/KRaft"), ("3.7/zk", "3.7/ZK"), ("4.1", "4.1/KRaft")]
    {
        let shown = screen(&three(release, ""), &ui(), 80, 24);
        assert!(shown.contains(head), "{release}: {shown}");
    }
}

#[test]
fn what_is_due_next_is_told_where_there_is_room() {
    let mut session = three("3.9", "");
    act(&mut session, Event::Request { broker: A, partition: P });
    act(&mut session, Event::Serve { broker: A, partition: P });
    act(&mut session, Event::Advance { ms: 100 });
    let shown = screen(&session, &ui(), 120, 40);
    assert!(shown.contains("due 400 ms parked fetch A"), "{shown}");
    let shown = screen(&session, &ui(), 200, 40);
    assert!(shown.contains("HW file A B C") && shown.contains("unclean check"), "{shown}");
    let shown = screen(&session, &ui(), 80, 24);
    assert!(!shown.contains("due "), "{shown}");
}
