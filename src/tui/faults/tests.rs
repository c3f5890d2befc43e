use ratatui::crossterm::event::{Event as Typed, KeyCode, KeyEvent, KeyModifiers};

use super::*;
use crate::engine::{Menu, rules_for};
use crate::glyphs::Glyphs;
use crate::lang::Lang;
use crate::scenario::Scenario;
use crate::tui::theme::Theme;
use crate::tui::ui::PromptFor;

const A: BrokerId = BrokerId(0);
const B: BrokerId = BrokerId(1);
const P: PartitionId = PartitionId(0);

fn free_play(release: &str) -> App {
    let rules = rules_for(release).expect("a release of the table");
    App::scenario(Scenario::empty(rules), Ui::new(Lang::En, Theme::default(), &Glyphs::UNICODE))
}

fn type_in(app: &mut App, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '⏎' => KeyCode::Enter,
            '⎋' => KeyCode::Esc,
            key => KeyCode::Char(key),
        };
        app.event(&Typed::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }
}

fn session(app: &App) -> &Session {
    app.session().expect("a session")
}

/// What the list would do, of what can be done.
fn offered(app: &App) -> Vec<Command> {
    let session = session(app);
    let command = |line: Line| match line.choice {
        _ if line.reason.is_some() => None,
        Choice::Act(action) => action.command(session, app.ui()),
        Choice::Give(command) => Some(command),
        Choice::Switch(_) => None,
    };
    lines(session, app.ui()).into_iter().filter_map(command).collect()
}

#[test]
fn every_fault_that_the_engine_offers_is_in_the_list_of_one_of_the_brokers() {
    let is_fault = |event: &Event| {
        !matches!(
            event,
            Event::Request { .. }
                | Event::Serve { .. }
                | Event::Reply { .. }
                | Event::Flush { .. }
                | Event::CheckpointHw { .. }
                | Event::Consume { .. }
                | Event::Seek { .. }
        )
    };
    for release in ["0.8.0", "2.5", "3.7", "4.1"] {
        for before in ["", "s2]", "s2]]", "1Q", "1x", "1x1R", "1\"3x", "1|⏎", "3x3r3]", "1xr"] {
            let mut app = free_play(release);
            type_in(&mut app, before);
            let mut listed = Vec::new();
            for broker in ["1", "2", "3"] {
                type_in(&mut app, broker);
                listed.extend(offered(&app));
            }
            // Marked brokers lose power together.
            type_in(&mut app, "1m2m3m");
            listed.extend(offered(&app));
            let (state, setup) = (session(&app).state(), session(&app).setup());
            for event in state.enabled(setup, &Menu::all()).into_iter().filter(is_fault) {
                let command = Command::Event(event);
                assert!(listed.contains(&command), "{release} after {before:?}: {event:?}");
            }
        }
    }
}

#[test]
fn what_cannot_happen_says_why_and_does_nothing() {
    let mut app = free_play("0.10.2");
    let list = lines(session(&app), app.ui());
    let at = |choice: Choice| list.iter().position(|line| line.choice == choice).expect("a line");
    let alter = at(Choice::Act(Action::Alter));
    let reason = Some(Reason::Refused(Refusal::NoAlterPartition));
    assert_eq!(list[alter].reason, reason);
    app.ui.overlay = Overlay::Faults { selected: alter };
    type_in(&mut app, "⏎");
    assert!(matches!(app.ui.overlay, Overlay::Faults { .. }));
    assert!(!session(&app).is_by_hand());
}

#[test]
fn a_line_is_chosen_or_done_by_its_own_key_and_the_list_closes() {
    let mut app = free_play("3.7");
    type_in(&mut app, "X⏎");
    assert!(matches!(app.ui.overlay, Overlay::None));
    assert!(!session(&app).state().is_up(B), "the first line kills");
    type_in(&mut app, "X3Q");
    assert!(session(&app).state().brokers[2].paused);
    type_in(&mut app, "Q");
    assert!(!session(&app).state().brokers[2].paused, "the same key resumes");
    type_in(&mut app, "XX");
    assert!(matches!(app.ui.overlay, Overlay::None));
}

#[test]
fn the_key_of_links_begins_at_the_first_one_and_the_same_line_heals_it() {
    let mut app = free_play("3.7");
    type_in(&mut app, "|⏎");
    assert!(session(&app).state().is_cut(Link::between(A, B)));
    type_in(&mut app, "|⏎");
    assert!(!session(&app).state().is_cut(Link::between(A, B)));
    type_in(&mut app, "|jj⏎");
    assert!(session(&app).state().is_cut(Link::Controller(B)));
}

#[test]
fn replicas_are_typed_by_name_or_by_place() {
    let names = Names { brokers: vec!["A".into(), "b 2".into(), "C".into()], ..Names::plain(3) };
    let typed = |text: &str| order(text, &names).map(|o| o.iter().map(|b| b.0).collect::<Vec<_>>());
    assert_eq!(typed("C A"), Some(vec![2, 0]));
    assert_eq!(typed(" c, 2，１ "), Some(vec![2, 1, 0]));
    for wrong in ["", " , ", "D", "A A", "4", "0", "A B"] {
        assert_eq!(typed(wrong), None, "{wrong:?}");
    }
}

#[test]
fn a_partition_is_reassigned_by_what_is_typed() {
    let mut app = free_play("3.7");
    type_in(&mut app, "OC X⏎");
    assert!(matches!(app.ui.overlay, Overlay::Prompt { what: PromptFor::Reassign, .. }));
    assert!(app.ui.message.as_deref().is_some_and(|said| said.starts_with("not possible")));
    type_in(&mut app, "⎋OC B⏎");
    assert_eq!(session(&app).state().replicas(P), [BrokerId(2), B]);
}

#[test]
fn a_leadership_moves_to_the_chosen_broker() {
    let mut app = free_play("0.11");
    type_in(&mut app, "2E");
    assert_eq!(session(&app).state().partition(P).leader, Some(B));
}

#[test]
fn catching_up_says_why_there_is_nothing_left_to_do() {
    let mut app = free_play("3.7");
    type_in(&mut app, "s2[");
    assert_eq!(session(&app).state().leo(B, P), 1);
    let steps = session(&app).position().by_hand;
    type_in(&mut app, "[");
    assert_eq!(app.ui.message.as_deref(), Some("there is nothing left to do"));
    type_in(&mut app, "1[");
    assert_eq!(app.ui.message.as_deref(), Some("A leads: it fetches from nobody"));
    assert_eq!(session(&app).position().by_hand, steps);
    type_in(&mut app, "*");
    assert_eq!(session(&app).state().replica(B, P).map(|replica| replica.hw), Some(1));
    assert_eq!(session(&app).state().leo(BrokerId(2), P), 1);
}

#[test]
fn in_an_empty_cluster_the_controller_can_be_made_to_act_by_step() {
    let mut app = free_play("3.7");
    type_in(&mut app, "s");
    let at = |app: &App, act| {
        let list = lines(session(app), app.ui());
        list.iter().position(|line| line.choice == Choice::Switch(act)).expect("a line")
    };
    app.ui.overlay = Overlay::Faults { selected: at(&app, ControllerAct::Notices) };
    type_in(&mut app, "⏎");
    assert_eq!(session(&app).position().by_hand, 1, "the steps are the same");
    type_in(&mut app, "1x");
    assert_eq!(session(&app).state().partition(P).leader, Some(A), "nobody has noticed");
    type_in(&mut app, "N");
    assert_eq!(session(&app).state().partition(P).leader, Some(B));
    app.ui.overlay = Overlay::Faults { selected: at(&app, ControllerAct::Notices) };
    type_in(&mut app, "⏎");
    assert!(session(&app).setup().controller.notices_at_once);
}

#[test]
fn a_script_keeps_its_controller() {
    let source = include_str!("../../../demos/10a-loss-by-hw-truncation.ron");
    let scenario = Scenario::parse("10a", source).expect("a demo");
    let app = App::scenario(scenario, Ui::new(Lang::En, Theme::default(), &Glyphs::UNICODE));
    let list = lines(session(&app), app.ui());
    assert!(!list.iter().any(|line| matches!(line.choice, Choice::Switch(_))));
}

#[test]
fn on_the_page_of_what_is_due_time_can_pass_and_the_page_stays() {
    let mut app = free_play("3.7");
    type_in(&mut app, "@tt");
    assert!(matches!(app.ui.overlay, Overlay::Due { .. }));
    assert_eq!(session(&app).position().by_hand, 2);
    type_in(&mut app, "@");
    assert!(matches!(app.ui.overlay, Overlay::None));
}
