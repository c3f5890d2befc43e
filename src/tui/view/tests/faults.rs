//! The list of faults.

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
