//! The built-in demos at telling steps, at 80×24 and larger.

use insta::assert_snapshot;

use super::*;
use crate::command::Command;
use crate::engine::{Acks, ProducerId};

#[test]
fn the_leader_counts_what_followers_asked_for() {
    assert_snapshot!(screen(&demo("10b", 4), &ui(), 80, 24));
}

#[test]
fn a_request_on_its_way() {
    let mut session = demo("10b", 2);
    act(&mut session, Event::Request { broker: C, partition: P });
    assert_snapshot!(screen(&session, &ui(), 80, 24));
}

#[test]
fn a_reply_on_its_way_between_two_rows() {
    assert_snapshot!(screen(&demo("11c", 7), &ui(), 80, 24));
}

#[test]
fn two_lines_from_either_side_join_at_their_leader() {
    let mut session = demo("10b", 4);
    session.send(ProducerId(0), P, 1).expect("sent");
    assert_snapshot!(screen(&session, &ui(), 80, 24));
}

#[test]
fn a_broker_that_is_chosen_and_marked_shows_both() {
    let ui = Ui { marked: [A, C].into_iter().collect(), ..ui() };
    let shown = screen(&demo("10b", 4), &ui, 80, 24);
    assert!(shown.contains(" ·▪▸A follower") && shown.contains("│·▪ C follower"), "{shown}");
}

#[test]
fn equal_failures_are_told_once_and_in_full_in_either_language() {
    let shown = screen(&demo("06", 4), &ui(), 80, 24);
    assert!(shown.contains("AFTER_APPEND for m1..m6, ISR 1 < min 2\n"), "{shown}");
    let shown = screen(&demo("06", 4), &Ui { lang: Lang::Zh, ..ui() }, 80, 24);
    assert!(shown.contains("m1..m6 失败 NOT_ENOUGH_REPLICAS_AFTER_APPEND，ISR 1 < min 2\n"));
}

#[test]
fn the_reply_about_an_epoch_is_in_the_language_of_the_screen() {
    let shown = screen(&demo("11c", 7), &Ui { lang: Lang::Zh, ..ui() }, 80, 24);
    assert!(shown.contains("epoch 0 止于 1") && !shown.contains("ends"), "{shown}");
}

/// The heading of what changed at a step of a demo.
fn heading(id: &str, step: usize, lang: Lang, width: u16, height: u16) -> String {
    let shown = screen(&demo(id, step), &Ui { lang, ..ui() }, width, height);
    let line = shown.lines().find(|line| line.starts_with("── ")).unwrap_or("");
    line.trim_matches(['─', ' ']).split(" ──").next().unwrap_or("").to_owned()
}

#[test]
fn the_heading_says_what_happened_in_all_of_a_step() {
    let en = |id, step| heading(id, step, Lang::En, 80, 24);
    // It parked: there was no reply.
    assert_eq!(en("02", 7), "B1 fetches: request, serving, it parks");
    // A fetch that was parked already, and one more that parks.
    assert_eq!(
        en("03", 1),
        "B1 fetches: request, serving, it parks; 500 ms pass; B1's fetch: reply"
    );
    // What follows does not fit: the heading is about the step, not about the lines in view.
    assert_eq!(en("02", 10), "p1 sends m2; B1 fetches; p1 sends m3");
    assert_eq!(en("10b", 4), "A, C fetch, parked");
    assert_eq!(en("10a", 1), "p1 sends m1; A fetches; A fetches, parked; 500 ms pass +1");
    // Before it fetches, a follower asks something else.
    assert_eq!(en("11a", 1), "A asks where its latest epoch ended: request, serving, reply");
    assert_eq!(heading("11a", 1, Lang::En, 60, 18), "A asks for its epoch's end");
    assert_eq!(heading("10b", 3, Lang::Zh, 60, 18), "A、C 拉取");
}

#[test]
fn a_question_hides_its_answer_everywhere() {
    let shown = screen(&demo("10b", 5), &ui(), 80, 24);
    assert_snapshot!(shown);
    let in_chinese = Ui { lang: Lang::Zh, ..ui() };
    assert_snapshot!(screen(&demo("10b", 5), &in_chinese, 80, 24));
}

#[test]
fn the_answer_to_a_question_is_shown_with_what_made_it() {
    assert_snapshot!(screen(&demo("10b", 6), &ui(), 80, 24));
}

#[test]
fn a_broker_that_is_down_shows_what_is_on_its_disk_and_the_lost_record_is_a_ghost() {
    assert_snapshot!(screen(&demo("10a", 9), &ui(), 80, 24));
}

#[test]
fn two_logs_that_differ_at_the_same_offset() {
    assert_snapshot!(screen(&demo("10c", 9), &ui(), 80, 24));
}

#[test]
fn epoch_tables() {
    assert_snapshot!(screen(&demo("11c", 10), &ui(), 80, 24));
}

#[test]
fn more_room_shows_the_steps_before() {
    assert_snapshot!(screen(&demo("10b", 8), &ui(), 120, 40));
}

#[test]
fn on_a_wide_screen_the_numbers_stay_near_the_logs() {
    assert_snapshot!(screen(&demo("10b", 4), &ui(), 200, 60));
}

#[test]
fn a_refusal_stands_where_the_keys_are() {
    let session = demo("10b", 6);
    let message = session
        .refusal(&Command::Event(Event::Start { broker: A }))
        .map(|r| Lang::En.refusal(&ui().context(&session), r));
    assert_snapshot!(screen(&session, &Ui { message, ..ui() }, 80, 24));
}

#[test]
fn by_hand_the_rows_of_the_narration_go_to_what_changed() {
    let mut session = demo("02", 2);
    let follower = session.state().replicas(P)[1];
    fetch(&mut session, follower);
    act(&mut session, Event::SetAcks { producer: ProducerId(0), acks: Acks::Leader });
    assert_snapshot!(screen(&session, &ui(), 80, 24));
}

#[test]
fn a_mark_points_at_the_very_number_that_a_formula_read() {
    // The request has been answered: its offset is on the screen no longer.
    let shown = screen(&demo("02", 4), &ui(), 80, 24);
    assert!(shown.contains(":= fetch offset 0  ") && shown.contains("B0 ─▸ m1  HW 0  "), "{shown}");
    // The LEO that the formula read has moved on since.
    let shown = screen(&demo("02", 10), &ui(), 80, 24);
    assert!(shown.contains("min(LEO 2, B1 1(b))") && shown.contains("3◂1  "), "{shown}");
    // The old number is the one that was read.
    let shown = screen(&demo("10a", 1), &ui(), 80, 24);
    assert!(shown.contains("A -1(c)") && shown.contains("A 1◂-1(c)"), "{shown}");
    // Of two numbers at a place, the present one.
    assert!(shown.contains("min(LEO 1(a), A 0)") && shown.contains("1(a)◂0"), "{shown}");
}

#[test]
fn a_hidden_log_of_the_leader_hides_what_is_read_from_it() {
    let shown = screen(&demo("05", 5), &ui(), 80, 24);
    assert!(shown.contains("?  hidden until the next step"), "{shown}");
    for told in ["acknowledged,", "waits for", "HW ≥", "2◂1", "≠", "✗m"] {
        assert!(!shown.contains(told), "{told}: {shown}");
    }
}

#[test]
fn where_damage_is_asked_no_sign_in_the_grid_tells_of_it() {
    let differs = r#"log: [(offset: 0, value: "x1")], hw: 1"#;
    assert!(text(&asked("acks p1", differs)).contains('≠'));
    for hides in ["diverged", "lost", "log B"] {
        assert!(!text(&asked(hides, differs)).contains('≠'), "{hides}");
    }
    // The edge of a segment is at its base.
    let shown = screen(&demo("01", 3), &ui(), 80, 24);
    assert!(!shown.contains('║') && !shown.contains("flushed 2"), "{shown}");
    assert!(screen(&demo("01", 4), &ui(), 80, 24).contains('║'));
}

/// A screen with a question about a broker that starts with this.
fn asked(hides: &str, of_a: &str) -> Buffer {
    let source = format!(
        r#"Scenario(
            title: "Asked", release: "0.11", brokers: ["A", "B"], assignment: [["B", "A"]],
            start: (partitions: {{0: (leader: "B", isr: ["A", "B"], replicas: {{
                "A": ({of_a}),
                "B": (
                    log: [(offset: 0, value: "m1"), (offset: 1, value: "m2")],
                    hw: 1, remote: {{"A": Some(1)}},
                ),
            }})}}),
            steps: [(ask: (text: "And now?", hides: "{hides}"))],
        )"#
    );
    buffer(&at(scenario("asked", &source), 1), &ui(), 80, 24)
}

#[test]
fn screens_that_differ_in_nothing_but_the_answer_are_the_same() {
    let one = r#"log: [(offset: 0, value: "m1")], flushed: 1, hw: 1"#;
    let two = r#"log: [(offset: 0, value: "m1"), (offset: 1, value: "m2")], flushed: 2, hw: 1"#;
    let low = r#"log: [(offset: 0, value: "m1")], flushed: 1, hw: 0"#;
    for hides in ["log A", "leo A", "records A"] {
        assert_eq!(asked(hides, one), asked(hides, two), "{hides}");
    }
    assert_eq!(asked("hw A", one), asked("hw A", low));
    assert_ne!(asked("leo B", one), asked("leo B", low));
}
