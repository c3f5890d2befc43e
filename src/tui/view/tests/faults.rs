//! The list of faults, and what is due.

use insta::assert_snapshot;

use super::*;
use crate::engine::rules_for;
use crate::tui::ui::Overlay;

fn free_play(release: &str) -> Session {
    let rules = rules_for(release).expect("a release of the table");
    Session::new(Arc::new(Scenario::empty(rules)))
}

#[test]
fn the_faults_of_a_broker_with_what_each_does_and_why_it_cannot_happen() {
    let mut session = free_play("3.7");
    session.send(crate::engine::ProducerId(0), P, 1).expect("it is sent");
    act(&mut session, Event::Request { broker: C, partition: P });
    for lang in Lang::ALL {
        let faults = |selected| Overlay::Faults { selected };
        let with = |overlay| Ui { broker: C, lang, overlay, ..ui() };
        let name = lang.code();
        assert_snapshot!(format!("faults_{name}_80"), screen(&session, &with(faults(0)), 80, 24));
        assert_snapshot!(
            format!("faults_end_{name}_80"),
            screen(&session, &with(faults(usize::MAX)), 80, 24)
        );
        assert_snapshot!(format!("faults_{name}_120"), screen(&session, &with(faults(9)), 120, 40));
    }
}

#[test]
fn in_an_old_release_what_it_does_not_have_says_so_on_the_smallest_screen() {
    let session = free_play("0.8.2");
    let ui = Ui { overlay: Overlay::Faults { selected: 18 }, glyphs: &Glyphs::ASCII, ..ui() };
    assert_snapshot!("faults_ascii_60", screen(&session, &ui, 60, 18));
}

#[test]
fn everything_that_will_become_due_with_the_setting_that_says_when() {
    let mut session = free_play("3.9");
    session.send(crate::engine::ProducerId(0), P, 1).expect("it is sent");
    fetch(&mut session, C);
    act(&mut session, Event::Request { broker: C, partition: P });
    act(&mut session, Event::Serve { broker: C, partition: P });
    act(&mut session, Event::Pause { broker: BrokerId(1) });
    for lang in Lang::ALL {
        let ui = Ui { overlay: Overlay::Due { scroll: 0 }, lang, ..ui() };
        assert_snapshot!(format!("due_{}_80", lang.code()), screen(&session, &ui, 80, 24));
        assert_snapshot!(format!("due_{}_60", lang.code()), screen(&session, &ui, 60, 18));
    }
}

#[test]
fn what_is_due_waits_for_the_answer_to_a_question() {
    let session = scenario(
        "asked.ron",
        r#"Scenario(title: "Asked", release: "0.11", brokers: ["A", "B"],
            steps: [(do: [Send("m1")], ask: (text: "Where is the HW?", hides: "hw A"))])"#,
    );
    let ui = Ui { overlay: Overlay::Due { scroll: 0 }, ..ui() };
    let shown = screen(&at(session.clone(), 1), &ui, 80, 24);
    assert!(!shown.contains(" ms"), "{shown}");
    assert!(screen(&session, &ui, 80, 24).contains("replica.lag.time.max.ms"));
}
