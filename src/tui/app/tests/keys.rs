//! What each key does.

use super::*;
use crate::command::Command;
use crate::engine;
use crate::engine::{Acks, BrokerSet, PartitionId, ProducerId, Refusal};
use crate::session::Position;
use crate::tui::app::prompts::{MAX_TYPED, duration};
use crate::tui::ui::PromptFor;

#[test]
fn the_answers_to_why_and_the_ledger_open_scroll_change_over_and_close() {
    let mut app = free_play();
    type_in(&mut app, "sYjj");
    assert!(matches!(app.ui.overlay, Overlay::Why { scroll: 2 }));
    // What they are about is chosen as ever, and they stay; nothing else is done.
    type_in(&mut app, "3xs");
    assert!(matches!(app.ui.overlay, Overlay::Why { .. }));
    assert_eq!((app.ui.broker, session(&app).position().by_hand), (C, 1));
    type_in(&mut app, "lk");
    assert!(matches!(app.ui.overlay, Overlay::Ledger { scroll: 0 }));
    type_in(&mut app, "l");
    assert!(matches!(app.ui.overlay, Overlay::None));
    type_in(&mut app, "Y⎋");
    assert!(matches!(app.ui.overlay, Overlay::None));
    let mut app = list();
    type_in(&mut app, "Y");
    assert!(matches!(app.ui.overlay, Overlay::None));
}

#[test]
fn the_diagram_takes_the_place_of_the_panels_and_every_key_goes_on_working() {
    let mut app = list();
    press(&mut app, KeyCode::Enter);
    type_in(&mut app, "Dnnn");
    assert!(app.ui.diagram.is_open);
    assert_eq!(session(&app).position().step, 3);
    assert!(shown(&mut app).contains("sequence"));
    // Escape closes it before it leaves the demo.
    press(&mut app, KeyCode::Esc);
    assert!(!app.ui.diagram.is_open && app.session().is_some());
    type_in(&mut app, "DD");
    assert!(!app.ui.diagram.is_open);
}

#[test]
fn the_diagram_scrolls_to_its_ends_and_follows_again_at_the_next_step() {
    let mut app = demo("10a");
    type_in(&mut app, "GD");
    let bottom = shown(&mut app);
    for _ in 0..30 {
        press(&mut app, KeyCode::PageUp);
        draw(&mut app, 80, 24);
    }
    let top = app.ui.diagram.scroll;
    assert!(shown(&mut app).contains("start  leader B"));
    press(&mut app, KeyCode::Down);
    draw(&mut app, 80, 24);
    assert_eq!(app.ui.diagram.scroll, top + 1, "it has stopped at the first row");
    type_in(&mut app, "pn");
    draw(&mut app, 80, 24);
    assert_eq!(app.ui.diagram.scroll, 0);
    assert_eq!(shown(&mut app), bottom);
}

#[test]
fn lanes_are_left_out_of_the_diagram_and_only_there() {
    let mut app = demo("10a");
    type_in(&mut app, "h");
    assert_eq!(said(&app), "only in the diagram: D");
    type_in(&mut app, "D1h$%");
    let filter = app.ui.diagram.filter;
    assert!(filter.brokers.contains(BrokerId(0)) && filter.clients && filter.controller);
    type_in(&mut app, "h$%");
    assert_eq!(app.ui.diagram.filter, Default::default());
}

#[test]
fn enter_opens_a_demo_and_escape_goes_back_to_the_list() {
    let mut app = list();
    assert!(app.session().is_none());
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Enter);
    let title = session(&app).scenario().title.en().clone();
    assert_eq!(title, *app.demos[1].scenario.title.en());
    press(&mut app, KeyCode::Esc);
    assert!(app.session().is_none());
    assert_eq!(app.ui().selected, 1);
}

#[test]
fn a_demo_is_opened_again_where_it_was_left() {
    let mut app = list();
    type_in(&mut app, "⏎nnfp⎋");
    assert!(app.session().is_none());
    press(&mut app, KeyCode::Enter);
    assert_eq!(session(&app).position().step, 2);
}

#[test]
fn escape_by_hand_goes_back_to_the_script_and_only_then_to_the_list() {
    let mut app = list();
    type_in(&mut app, "⏎nt");
    assert!(session(&app).is_by_hand());
    press(&mut app, KeyCode::Esc);
    assert!(!session(&app).is_by_hand());
    press(&mut app, KeyCode::Esc);
    assert!(app.session().is_none());
}

#[test]
fn backslash_goes_between_the_script_and_what_was_done_by_hand() {
    let mut app = list();
    type_in(&mut app, "⏎nts");
    type_in(&mut app, "\\");
    assert_eq!(session(&app).position().by_hand, 0);
    type_in(&mut app, "\\");
    assert_eq!(session(&app).position().by_hand, 2);
}

#[test]
fn every_demo_can_be_stepped_to_its_end_and_back() {
    let mut app = list();
    for at in 0..demos::FILES.len() {
        app.ui.selected = at;
        press(&mut app, KeyCode::Enter);
        let steps = session(&app).position().of;
        for step in 1..=steps {
            press(&mut app, KeyCode::Right);
            assert_eq!(session(&app).position().step, step);
            assert_eq!(said(&app), "");
        }
        press(&mut app, KeyCode::Right);
        assert!(said(&app).starts_with("the script ends here"), "{}", said(&app));
        press(&mut app, KeyCode::Home);
        assert_eq!(session(&app).position().step, 0);
        press(&mut app, KeyCode::Esc);
    }
}

#[test]
fn a_cluster_is_played_by_hand_and_every_step_can_be_undone() {
    let mut app = free_play();
    let start = session(&app).state().clone();
    type_in(&mut app, "sf]]");
    assert_eq!(session(&app).state().leo(B, PartitionId(0)), 1);
    assert_eq!(session(&app).position().by_hand, 4);
    type_in(&mut app, "pppp");
    assert_eq!(session(&app).state(), &start);
    type_in(&mut app, "p");
    assert_eq!(said(&app), "this is the start");
}

#[test]
fn what_cannot_be_done_says_why_and_the_next_key_takes_that_away() {
    let mut app = free_play();
    type_in(&mut app, "1f");
    assert_eq!(said(&app), "A leads: it fetches from nobody");
    assert_eq!(session(&app).position().by_hand, 0);
    type_in(&mut app, "2");
    assert_eq!(said(&app), "");
    type_in(&mut app, "r");
    assert_eq!(said(&app), "B is up");
    type_in(&mut app, "9");
    assert_eq!(said(&app), "there are 3 brokers");
    type_in(&mut app, "⇥");
    assert_eq!(said(&app), "there is one partition");
}

#[test]
fn a_power_loss_takes_the_marked_brokers_and_without_marks_the_chosen_one() {
    let mut app = free_play();
    type_in(&mut app, "1m3mP");
    assert_eq!(session(&app).state().up(), BrokerSet::only(B));
    assert!(app.ui().marked.is_empty());
    type_in(&mut app, "p2P");
    assert_eq!(session(&app).state().up(), BrokerSet::only(A).with(C));
    type_in(&mut app, "p1m2mU");
    assert_eq!(session(&app).state().up(), BrokerSet::only(C));
    assert_eq!(session(&app).simplifications().count(), 1);
}

#[test]
fn killed_brokers_are_wiped_and_restarted() {
    let mut app = free_play();
    type_in(&mut app, "sf2xwr");
    assert_eq!(said(&app), "");
    assert!(session(&app).state().is_up(B));
    assert_eq!(session(&app).state().leo(B, PartitionId(0)), 0);
    type_in(&mut app, "w");
    assert_eq!(said(&app), "B is up");
    type_in(&mut app, "S");
    assert!(!session(&app).state().is_up(B));
    type_in(&mut app, "rR");
    assert_eq!(session(&app).simplifications().count(), 1);
}

#[test]
fn settings_and_acks_go_round() {
    let mut app = free_play();
    type_in(&mut app, "a");
    assert_eq!(session(&app).acks(ProducerId(0)), Some(Acks::None));
    type_in(&mut app, "io");
    let topic = &session(&app).state().topic;
    assert_eq!((topic.min_isr, topic.unclean), (2, false));
}

#[test]
fn a_burst_asks_how_many_and_leaves_nonsense_to_be_mended() {
    let mut app = free_play();
    type_in(&mut app, "b");
    assert!(matches!(app.ui().overlay, Overlay::Prompt { what: PromptFor::Burst, .. }));
    type_in(&mut app, "q⏎");
    assert!(said(&app).contains("how many?"), "{}", said(&app));
    assert!(matches!(app.ui().overlay, Overlay::Prompt { .. }));
    press(&mut app, KeyCode::Backspace);
    type_in(&mut app, "5⏎");
    assert!(matches!(app.ui().overlay, Overlay::None));
    assert_eq!(session(&app).state().leo(A, PartitionId(0)), 5);
    assert_eq!(session(&app).position().by_hand, 1);
}

#[test]
fn time_advances_by_what_was_typed() {
    let mut app = free_play();
    type_in(&mut app, "T1.5s⏎");
    assert_eq!(session(&app).here().clock, 1_500);
    type_in(&mut app, "T10⎋");
    assert_eq!(session(&app).here().clock, 1_500);
    type_in(&mut app, "T2h⏎");
    assert!(said(&app).contains("how long?"), "{}", said(&app));
    assert!(shown(&mut app).contains("how long? 500ms, 10s, 2m; 1ms to 1h 2h"));
    type_in(&mut app, "⎋T５００⏎");
    assert_eq!(session(&app).here().clock, 2_000);
}

#[test]
fn a_prompt_says_its_bounds_and_says_them_again_to_an_answer_outside_of_them() {
    for (open, answers, en, zh) in [
        ('b', ["0", "", "1001", "x"], "1 to 1000, with acks=all to 100", "1 到 1000"),
        ('T', ["0", "abc", "3601s", "2h"], "1ms to 1h", "1ms 到 1h"),
    ] {
        for answer in answers {
            let mut app = free_play();
            type_in(&mut app, &open.to_string());
            assert!(shown(&mut app).contains(en), "{}", shown(&mut app));
            type_in(&mut app, &format!("{answer}⏎"));
            assert!(matches!(app.ui().overlay, Overlay::Prompt { .. }), "{open} {answer}");
            assert!(said(&app).contains(en), "{}", said(&app));
            assert!(shown(&mut app).contains(en), "{}", shown(&mut app));
            app.ui.lang = Lang::Zh;
            press(&mut app, KeyCode::Enter);
            assert!(said(&app).contains(zh), "{}", said(&app));
        }
    }
}

#[test]
fn what_is_pasted_goes_into_a_prompt_and_nowhere_else() {
    let mut app = free_play();
    let paste = |app: &mut App, text: &str| app.event(&Event::Paste(text.to_owned()));
    assert_eq!(paste(&mut app, "qsq"), Next::Draw);
    assert!(said(&app).contains("paste"), "{}", said(&app));
    assert_eq!(session(&app).position().by_hand, 0);
    type_in(&mut app, "b");
    assert_eq!(paste(&mut app, "\u{1b}1\r\n2\u{202e}\u{7f}"), Next::Draw);
    assert!(matches!(&app.ui().overlay, Overlay::Prompt { input, .. } if input.value() == "12"));
    paste(&mut app, &"9".repeat(1_000));
    assert!(matches!(&app.ui().overlay, Overlay::Prompt { input, .. }
            if input.value().len() == MAX_TYPED));
}

#[test]
fn lengths_of_time_are_read_as_people_type_them() {
    for (typed, ms) in [
        ("500", Some(500)),
        ("500ms", Some(500)),
        ("10s", Some(10_000)),
        ("10 s", Some(10_000)),
        ("1.25s", Some(1_250)),
        ("2m", Some(120_000)),
        ("60m", Some(3_600_000)),
        ("1h", Some(3_600_000)),
        ("0.5h", Some(1_800_000)),
        ("3601s", None),
        ("61m", None),
        ("0", None),
        ("", None),
        (".5s", None),
        ("1.2.3s", None),
        ("-5", None),
        ("99999999999999999999", None),
        ("18446744073709551615", None),
        ("ten", None),
    ] {
        assert_eq!(duration(typed), ms, "{typed:?}");
    }
}

#[test]
fn help_lies_over_everything_scrolls_and_closes() {
    let mut app = free_play();
    type_in(&mut app, "?jjk");
    assert!(matches!(app.ui().overlay, Overlay::Help { scroll: 1 }));
    assert_eq!(session(&app).position().by_hand, 0);
    press(&mut app, KeyCode::End);
    type_in(&mut app, "q");
    assert!(matches!(app.ui().overlay, Overlay::None));
    let mut app = list();
    type_in(&mut app, "?");
    assert!(matches!(app.ui().overlay, Overlay::Help { .. }));
}

#[test]
fn the_terms_are_a_page_like_the_help_and_each_key_closes_its_own() {
    let mut app = free_play();
    for (opened, other) in [("d", "?"), ("?", "d"), ("v", "d"), ("?", "v")] {
        type_in(&mut app, opened);
        assert!(app.ui.overlay.scroll().is_some());
        type_in(&mut app, "jj");
        assert_eq!(app.ui.overlay.scroll(), Some(&mut 2));
        type_in(&mut app, other);
        assert_eq!(app.ui.overlay.scroll(), Some(&mut 0));
        type_in(&mut app, other);
        assert!(matches!(app.ui.overlay, Overlay::None));
    }
    type_in(&mut app, "d s⎋");
    assert_eq!(session(&app).position().by_hand, 0);
    let mut app = list();
    type_in(&mut app, "v");
    assert_eq!(said(&app), "open a demo first: Enter");
    type_in(&mut app, "?v");
    assert!(matches!(app.ui.overlay, Overlay::Help { .. }));
}

#[test]
fn the_way_back_from_the_end_of_a_page_begins_at_its_end() {
    let mut app = free_play();
    type_in(&mut app, "dG");
    let mut terminal = match Terminal::new(TestBackend::new(80, 24)) {
        Ok(terminal) => terminal,
        Err(never) => match never {},
    };
    terminal.draw(|frame| app.draw(frame)).expect("a test screen");
    let end = app.targets.last(Panel::Overlay).expect("the page scrolls");
    assert!((1..1_000).contains(&end));
    type_in(&mut app, "k");
    assert_eq!(app.ui.overlay.scroll(), Some(&mut (end - 1)));
}

#[test]
fn playing_goes_on_to_the_end_and_stops_there() {
    let mut app = list();
    type_in(&mut app, "⏎ ");
    let steps = session(&app).position().of;
    for _ in 0..steps {
        assert!(app.playing().is_some());
        app.play_on();
    }
    assert_eq!(app.playing(), None);
    assert_eq!(session(&app).position().step, steps);
    type_in(&mut app, " ");
    assert_eq!(app.playing(), None);
    assert!(said(&app).starts_with("the script ends here"));
}

#[test]
fn playing_pauses_when_a_person_does_something_but_not_when_they_look_around() {
    let mut app = list();
    type_in(&mut app, "⏎ 1L");
    assert!(app.playing().is_some());
    press(&mut app, KeyCode::Char('?'));
    assert!(app.playing().is_some());
    press(&mut app, KeyCode::Esc);
    type_in(&mut app, "nt");
    assert_eq!(app.playing(), None);
}

#[test]
fn only_presses_count_and_keys_without_a_meaning_change_nothing() {
    let mut app = free_play();
    let mut release = KeyEvent::new(KeyCode::Char('s'), KeyModifiers::NONE);
    release.kind = KeyEventKind::Release;
    assert_eq!(app.event(&Event::Key(release)), Next::Rest);
    assert_eq!(press(&mut app, KeyCode::F(7)), Next::Rest);
    assert_eq!(app.event(&Event::FocusGained), Next::Rest);
    assert_eq!(session(&app).position().by_hand, 0);
}

#[test]
fn escape_and_a_key_that_arrive_together_are_two_keys() {
    let mut app = list();
    type_in(&mut app, "⏎nt");
    let event = KeyEvent::new(KeyCode::Char('n'), KeyModifiers::ALT);
    assert_eq!(app.event(&Event::Key(event)), Next::Draw);
    let Position { step, by_hand, .. } = session(&app).position();
    assert_eq!((step, by_hand), (2, 0));
}

#[test]
fn q_quits_ctrl_c_does_so_even_out_of_a_prompt() {
    assert_eq!(press(&mut list(), KeyCode::Char('q')), Next::Quit);
    let mut app = free_play();
    assert_eq!(press(&mut app, KeyCode::Char('q')), Next::Quit);
    type_in(&mut app, "b");
    assert_eq!(press(&mut app, KeyCode::Char('q')), Next::Draw);
    assert_eq!(ctrl(&mut app, 'c'), Next::Quit);
    assert_eq!(ctrl(&mut app, 'z'), Next::Suspend);
    assert_eq!(ctrl(&mut app, 'l'), Next::Redraw);
}

#[test]
fn the_other_language_is_one_key_away() {
    let mut app = list();
    type_in(&mut app, "L");
    assert_eq!(app.ui().lang, Lang::Zh);
    type_in(&mut app, "⏎1f");
    assert!(app.ui().message.is_some());
    type_in(&mut app, "L");
    assert_eq!((app.ui().lang, said(&app)), (Lang::En, ""));
}

#[test]
fn colours_and_signs_go_round_and_say_what_they_are() {
    let mut app = free_play();
    type_in(&mut app, "C");
    assert_eq!((app.ui().theme.name, said(&app)), ("light", "colours: light"));
    type_in(&mut app, "CCCC");
    assert_eq!(app.ui().theme.name, "dark");
    type_in(&mut app, "Z");
    assert_eq!((app.ui().glyphs.name, said(&app)), ("narrow", "signs: narrow"));
    type_in(&mut app, "LZ?ZC");
    assert_eq!((app.ui().glyphs.name, app.ui().theme.name), ("unicode", "light"));
    assert!(matches!(app.ui().overlay, Overlay::Help { .. }));
    assert_eq!(app.session().expect("a session").position().by_hand, 0);
}

#[test]
fn colours_follow_the_background_until_a_person_chooses() {
    let mut app = free_play();
    assert_eq!(app.background(Background::Light), Next::Rest);
    app.ui.follows_background = true;
    assert_eq!(app.background(Background::Dark), Next::Rest);
    assert_eq!(app.background(Background::Light), Next::Draw);
    assert_eq!(app.ui().theme.name, "light");
    type_in(&mut app, "CCCC");
    assert_eq!(app.ui().theme.name, "dark");
    assert_eq!(app.background(Background::Light), Next::Rest);
}

#[test]
fn every_action_says_no_more_than_the_engine_lets_happen() {
    // Whatever is offered as possible is done when its key is pressed, in states of all kinds.
    let app = free_play();
    for before in ["", "s", "f", "s2xN", "x1x3x", "SW", "m1mP", "ooi"] {
        for spec in actions::TABLE {
            let mut app = App {
                sessions: app.sessions.clone(),
                open: Some(0),
                ..App::new(Vec::new(), app.ui.clone())
            };
            type_in(&mut app, before);
            let possible = spec.action.reason(session(&app), app.ui()).is_none();
            let Some(_) = spec.action.command(session(&app), app.ui()) else { continue };
            app.perform(spec.action, 1);
            if matches!(app.ui().overlay, Overlay::Prompt { .. }) {
                type_in(&mut app, "1⏎");
            }
            assert_eq!(said(&app).is_empty(), possible, "{:?} after {before}", spec.action);
        }
    }
}

#[test]
fn an_undo_of_a_death_brings_the_broker_back() {
    let mut app = free_play();
    type_in(&mut app, "1x");
    assert_eq!(
        session(&app).refusal(&Command::Event(engine::Event::Kill { broker: A })),
        Some(Refusal::BrokerDown(A))
    );
    type_in(&mut app, "p");
    assert!(session(&app).state().is_up(A));
}

#[test]
fn keys_scroll_no_further_than_there_is_something_to_see() {
    let mut app = free_play();
    type_in(&mut app, "b100⏎");
    for _ in 0..100 {
        type_in(&mut app, "<");
    }
    draw(&mut app, 80, 24);
    let first = app.ui().offset_scroll;
    assert!(first < 100, "{first}");
    type_in(&mut app, ">");
    assert!(app.ui().offset_scroll < first);
    type_in(&mut app, "?");
    press(&mut app, KeyCode::End);
    draw(&mut app, 80, 24);
    let last = app.ui.overlay.scroll().copied().expect("a page");
    assert_eq!(Some(last), app.targets.last(Panel::Overlay));
    type_in(&mut app, "k");
    draw(&mut app, 80, 24);
    assert!(matches!(app.ui().overlay, Overlay::Help { scroll } if scroll + 1 == last));
}

#[test]
fn what_a_step_moves_is_on_its_way_until_a_key_or_its_end() {
    let mut app = free_play();
    type_in(&mut app, "sf");
    assert_eq!(app.moving(), None);
    app.ui.animates = true;
    type_in(&mut app, "f");
    assert!(app.moving().is_some());
    assert_eq!(app.travel(0), Next::Rest);
    assert_eq!(app.travel(40), Next::Draw);
    assert_eq!(app.ui().travelled, Some(40));
    assert_eq!(app.travel(100), Next::Draw);
    assert_eq!(app.moving(), None);
    // A key that means nothing ends it, too.
    type_in(&mut app, "f");
    assert_eq!(press(&mut app, KeyCode::F(7)), Next::Draw);
    assert_eq!(app.moving(), None);
    assert_eq!(press(&mut app, KeyCode::F(7)), Next::Rest);
    // Nothing goes from broker to broker in these.
    type_in(&mut app, "sp");
    assert_eq!(app.moving(), None);
    type_in(&mut app, "t");
    assert_eq!(app.moving(), None);
}

#[test]
fn no_size_of_the_screen_is_too_small_to_draw() {
    let mut apps = [list(), free_play()];
    for app in &mut apps {
        for (keys, close) in [("", ""), ("?", "q"), ("L", "L")] {
            type_in(app, keys);
            for (width, height) in
                [(1, 1), (2, 1), (1, 5), (10, 3), (60, 18), (80, 24), (33, 77), (300, 100)]
            {
                let mut terminal = match Terminal::new(TestBackend::new(width, height)) {
                    Ok(terminal) => terminal,
                    Err(never) => match never {},
                };
                terminal.draw(|frame| app.draw(frame)).expect("a test screen");
            }
            type_in(app, close);
        }
    }
}
