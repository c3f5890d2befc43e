//! What more room shows, and what odd sizes do.

use insta::assert_snapshot;

use super::*;
use crate::engine::ProducerId;
use crate::tui::theme::Theme;

const WIDE: &str = r#"Scenario(
    title: (en: "Wide values", zh: "很宽的值"), release: "0.11",
    brokers: ["A", "B", "C"], assignment: [["B", "A", "C"]],
    steps: [
        (do: [Send("一条很宽的中文消息"), Fetch("A"), Fetch("A")]),
        (do: [Send("第二条也不窄的消息"), Send("🍒🍒🍒"), Fetch("A"), Kill("C")]),
    ],
)"#;

const NINE: &str = r#"Scenario(
    title: "Nine brokers", release: "0.10.2",
    brokers: ["A", "B", "C", "D", "E", "F", "G", "H", "I"],
    assignment: [["E", "A", "B", "C", "D", "F", "G", "H", "I"]],
    steps: [
        (do: [Burst(["m1", "m2", "m3"]), Fetch("A"), Fetch("B"), Request("C"), Request("F")]),
        (do: [Kill("D"), Serve("F")]),
        (do: [Kill("E")]),
    ],
)"#;

/// The row of the timeline.
fn strip(session: &Session, ui: &Ui, width: u16, height: u16) -> String {
    let shown = screen(session, ui, width, height);
    let words = ["step ", "步骤 "].map(|word| format!(" {word}"));
    let row = shown.lines().rev().find(|line| words.iter().any(|word| line.starts_with(word)));
    row.unwrap_or("").to_owned()
}

/// A session of many steps by hand, with a death now and then.
fn long(steps: usize) -> Session {
    let mut session = demo("10b", 2);
    for at in 0..steps {
        match at % 20 {
            7 => act(&mut session, Event::Kill { broker: C }),
            9 => act(&mut session, Event::Start { broker: C }),
            _ => act(&mut session, Event::Advance { ms: 1 }),
        }
    }
    session
}

#[test]
fn a_lesson_at_100x30_in_both_languages() {
    assert_snapshot!(screen(&demo("10a", 8), &ui(), 100, 30));
    let zh = Ui { lang: Lang::Zh, ..ui() };
    assert_snapshot!(screen(&demo("10a", 8), &zh, 100, 30));
}

#[test]
fn odd_sizes() {
    let plain = Ui { glyphs: &Glyphs::NARROW, theme: Theme::PLAIN, ..ui() };
    assert_snapshot!(screen(&demo("10b", 7), &plain, 61, 19));
    assert_snapshot!(screen(&demo("10b", 7), &ui(), 97, 23));
    assert_snapshot!(screen(&demo("10b", 7), &ui(), 200, 20));
    let zh = Ui { lang: Lang::Zh, glyphs: &Glyphs::ASCII, theme: Theme::PLAIN, ..ui() };
    assert_snapshot!(screen(&demo("10b", 7), &zh, 60, 80));
}

#[test]
fn wide_values_have_wider_cells_where_there_is_room() {
    let session = at(scenario("wide", WIDE), 2);
    assert_snapshot!(screen(&session, &ui(), 80, 24));
    let shown = screen(&session, &Ui { lang: Lang::Zh, ..ui() }, 120, 40);
    assert!(shown.contains("一条很宽的中文消息 "), "{shown}");
    assert_snapshot!(shown);
}

#[test]
fn nine_brokers_with_room_for_most_of_them_in_full() {
    let session = at(scenario("nine", NINE), 3);
    assert_snapshot!(screen(&session, &ui(), 120, 40));
    assert_snapshot!(screen(&session, &ui(), 200, 60));
}

#[test]
fn long_logs_are_scrolled_and_leo_and_hw_stay_in_view() {
    let mut session = demo("10b", 1);
    session.send(ProducerId(0), P, 100).expect("sent");
    fetch(&mut session, A);
    let ui = Ui { offset_scroll: 60, ..ui() };
    assert_snapshot!(screen(&session, &ui, 120, 30));
}

#[test]
fn the_timeline_marks_what_became_of_each_step() {
    let mut session = demo("10b", 9);
    let names = strip(&session, &ui(), 120, 40);
    assert_snapshot!(names);
    for _ in 0..4 {
        session.back();
    }
    // At a question, what comes after it would be its answer.
    assert!(session.masked().is_some());
    assert_snapshot!(strip(&session, &ui(), 120, 40));
    let ascii = Ui { glyphs: &Glyphs::ASCII, theme: Theme::PLAIN, ..ui() };
    assert_snapshot!(strip(&session, &ascii, 80, 30));
    let zh = Ui { lang: Lang::Zh, glyphs: &Glyphs::NARROW, ..ui() };
    session.last();
    assert_snapshot!(strip(&session, &zh, 120, 40));
}

#[test]
fn what_has_not_been_seen_is_not_given_away() {
    let session = demo("10b", 0);
    let shown = strip(&session, &ui(), 120, 40);
    assert!(!shown.contains(['!', '✗', '★', '⊣']), "{shown}");
    assert!(shown.contains('?'), "{shown}");
}

#[test]
fn a_long_session_is_compressed_with_this_step_in_view() {
    let mut session = long(60);
    assert_snapshot!(strip(&session, &ui(), 100, 30));
    for _ in 0..40 {
        session.back();
    }
    assert_snapshot!(strip(&session, &ui(), 100, 30));
    let mut session = long(2_000);
    assert_snapshot!(strip(&session, &ui(), 60, 40));
    for _ in 0..1_000 {
        session.back();
    }
    assert_snapshot!(strip(&session, &ui(), 60, 40));
    session.first();
    assert_snapshot!(strip(&session, &ui(), 60, 40));
}

#[test]
fn the_event_list_scrolls_back_to_the_start() {
    let session = long(60);
    let ui = Ui { history_scroll: 9_999, ..ui() };
    let shown = screen(&session, &ui, 100, 40);
    assert!(shown.contains("0  start"), "{shown}");
    assert_snapshot!(shown);
}

#[test]
fn nothing_is_pushed_out_at_80x24_with_three_brokers() {
    for (name, source) in crate::demos::FILES {
        let session = scenario(name, source);
        if session.setup().brokers == 3 {
            assert_eq!(strip(&session, &ui(), 80, 24), "", "{name}");
        }
    }
}

#[test]
fn the_event_list_hides_what_a_question_hides() {
    // The question stands a step after what made its answer.
    let source = r#"Scenario(
        title: "Asked", release: "0.10.2", brokers: ["A", "B"],
        steps: [
            (do: [Send("m1")]),
            (do: [Fetch("B")]),
            (do: [NextDue]),
            (ask: (text: "And now?", hides: "leo B")),
            (say: "So."),
        ],
    )"#;
    let told = |step| screen(&at(scenario("asked", source), step), &ui(), 120, 60);
    assert!(told(3).contains("B appends m1"));
    assert!(!told(4).contains("B appends m1"));
    assert!(told(5).contains("B appends m1"));
}
