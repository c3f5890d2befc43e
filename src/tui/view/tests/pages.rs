//! The pages that lie over a screen, in both languages, small and large.

use insta::assert_snapshot;

use super::*;
use crate::tui::ui::Overlay;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

fn page(session: &Session, overlay: Overlay, lang: Lang, (width, height): (u16, u16)) -> String {
    screen(session, &Ui { overlay, lang, ..ui() }, width, height)
}

#[test]
fn what_the_terms_on_the_screen_mean() {
    let session = demo("10b", 4);
    for lang in Lang::ALL {
        for size in SIZES {
            let page = page(&session, Overlay::Terms { scroll: 0 }, lang, size);
            assert_snapshot!(format!("terms_{}_{}", lang.code(), size.0), page);
        }
        let end = Overlay::Terms { scroll: 9_999 };
        assert_snapshot!(format!("terms_{}_end", lang.code()), page(&session, end, lang, SIZES[0]));
    }
}

#[test]
fn terms_and_signs_that_are_on_the_screen_come_first() {
    let whole = |session: &Session| {
        let page = page(session, Overlay::Terms { scroll: 0 }, Lang::En, (120, 300));
        let (here, elsewhere) = page.split_once("Other terms and signs").expect("two parts");
        (here.to_owned(), elsewhere.to_owned())
    };
    let has = |part: &str, name: &str| {
        part.lines().any(|line| line.trim_start().starts_with(&format!("{name} ")))
    };
    let (here, elsewhere) = whole(&demo("10b", 4));
    for name in ["LEO", "HW", "remote LEO", "parked", "ISR", "┃", "(a)", "■", "2◂1"] {
        assert!(has(&here, name), "{name} is on the screen:\n{here}");
    }
    for name in ["diverged", "unavailable", "✗ISR", "≠", "║", "○", "idle"] {
        assert_eq!(has(&elsewhere, name), name != "diverged", "{name}:\n{here}");
    }
    // At the start nothing has changed yet.
    let (here, elsewhere) = whole(&demo("10b", 0));
    assert!(has(&elsewhere, "2◂1") && has(&elsewhere, "(a)"), "{here}");
}

#[test]
fn a_narrow_screen_has_what_a_term_means_below_it() {
    let session = demo("10b", 4);
    let ui = Ui { overlay: Overlay::Terms { scroll: 0 }, ..ui() };
    assert_snapshot!(screen(&session, &ui, 60, 18));
}

#[test]
fn the_list_of_demos_explains_all_terms_alike() {
    let demos = crate::demos::all();
    let ui = Ui { overlay: Overlay::Terms { scroll: 0 }, ..ui() };
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a buffer");
    terminal.draw(|frame| super::super::draw_list(frame, &demos, &ui)).expect("drawn");
    let shown = text(terminal.backend().buffer());
    assert!(!shown.contains("On the screen now") && shown.contains("LEO"), "{shown}");
}

/// A scenario that gives two settings and changes one, at its end.
const SETTINGS: &str = r#"Scenario(
    title: "Settings", release: "0.11", brokers: ["A", "B"],
    settings: {"request.timeout.ms": 1000, "replica.lag.time.max.ms": 10000},
    steps: [
        (do: [Set("min.insync.replicas", 2)]),
        (ask: (text: "How many replicas must be in sync?", hides: "min.insync.replicas")),
        (do: [Send("m1")]),
    ],
)"#;

#[test]
fn every_setting_in_force_and_where_its_value_comes_from() {
    let mut session = at(scenario("settings", SETTINGS), 3);
    act(&mut session, Event::SetUnclean(true));
    for lang in Lang::ALL {
        for size in SIZES {
            let page = page(&session, Overlay::Settings { scroll: 0 }, lang, size);
            assert_snapshot!(format!("settings_{}_{}", lang.code(), size.0), page);
        }
    }
    let narrow = page(&session, Overlay::Settings { scroll: 9_999 }, Lang::En, (60, 18));
    assert_snapshot!("settings_narrow", narrow);
}

#[test]
fn a_setting_that_is_asked_for_is_hidden_on_the_page_too() {
    let session = at(scenario("settings", SETTINGS), 2);
    let page = page(&session, Overlay::Settings { scroll: 0 }, Lang::En, SIZES[0]);
    let line = page.lines().find(|l| l.contains("min.insync.replicas")).expect("its line");
    assert_eq!(line.split_whitespace().nth(1), Some("?"), "{line}");
}

#[test]
fn acks_that_are_asked_for_are_hidden_on_the_page_too() {
    let source = SETTINGS.replace("hides: \"min.insync.replicas\"", "hides: \"acks p1\"");
    let session = at(scenario("settings", &source), 2);
    let page = page(&session, Overlay::Settings { scroll: 0 }, Lang::En, SIZES[0]);
    let line = page.lines().find(|l| l.contains("acks p1")).expect("its line");
    assert!(line.contains("acks p1 ") && line.split_whitespace().nth(2) == Some("?"), "{line}");
}
