//! What a step moves, on its way.

use insta::assert_snapshot;

use super::*;
use crate::tui::theme::Theme;

/// The rows of the brokers and what lies between them.
fn brokers(session: &Session, ui: &Ui) -> String {
    let shown = screen(session, ui, 80, 24);
    shown.lines().skip(3).take(10).map(|line| format!("{line}\n")).collect()
}

fn on_its_way(session: &Session, ui: &Ui) -> String {
    let at = |travelled| Ui { travelled: Some(travelled), ..ui.clone() };
    [10, 40, 60, 80, 99].map(|t| format!("{t}\n{}", brokers(session, &at(t)))).concat()
}

/// B leads; C has fetched what it had not.
fn fetched() -> Session {
    let mut session = demo("10b", 2);
    fetch(&mut session, C);
    session
}

#[test]
fn a_request_goes_up_its_line_and_the_record_comes_down_its_column() {
    assert_snapshot!(on_its_way(&fetched(), &ui()));
}

#[test]
fn the_same_is_seen_without_colours_and_in_ascii() {
    let ascii = Ui { glyphs: &Glyphs::ASCII, theme: Theme::PLAIN, ..ui() };
    let shown = on_its_way(&fetched(), &ascii);
    assert!(shown.is_ascii(), "{shown}");
    assert_snapshot!(shown);
}

#[test]
fn a_reply_without_records_goes_back_along_the_line() {
    // The wait of the parked fetch passes, and the reply arrives.
    let mut session = demo("10b", 4);
    fetch(&mut session, A);
    assert_snapshot!(on_its_way(&session, &ui()));
}

#[test]
fn a_step_in_which_nothing_goes_between_brokers_moves_nothing() {
    let mut session = fetched();
    act(&mut session, Event::Kill { broker: C });
    assert!(!super::super::moves(&session, &ui()));
    assert!(!super::super::moves(&demo("10b", 0), &ui()));
}

/// A step in which B fetches a record, with a question.
fn asked(hides: &str) -> Session {
    let source = format!(
        r#"Scenario(
            title: "Asked", release: "0.10.2", brokers: ["A", "B"],
            steps: [
                (do: [Send("m1"), Fetch("B")], ask: (text: "And now?", hides: "{hides}")),
                (say: "So."),
            ],
        )"#
    );
    at(scenario("asked", &source), 1)
}

#[test]
fn what_a_question_hides_does_not_travel() {
    assert!(super::super::moves(&asked("hw A"), &ui()));
    for hides in ["leo B", "log B", "records B", "fetch B"] {
        assert!(!super::super::moves(&asked(hides), &ui()), "{hides}");
    }
}

#[test]
fn a_step_that_only_tells_something_moves_nothing_again() {
    assert!(!super::super::moves(&at(asked("hw A"), 1), &ui()));
}

#[test]
fn nothing_of_it_is_left_when_it_has_arrived() {
    let session = fetched();
    let still = screen(&session, &ui(), 80, 24);
    assert_ne!(screen(&session, &Ui { travelled: Some(60), ..ui() }, 80, 24), still);
    assert_eq!(screen(&session, &Ui { travelled: None, ..ui() }, 80, 24), still);
}
