//! The sequence diagram on the screen.

use insta::assert_snapshot;

use super::random::check_widths;
use super::*;
use crate::engine::{BrokerSet, Effect};
use crate::sequence::{Content, Filter, Telling, window};
use crate::tui::ui::Diagram;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

fn open() -> Ui {
    Ui { diagram: Diagram { is_open: true, ..Diagram::default() }, broker: A, ..ui() }
}

#[test]
fn a_loss_in_both_languages() {
    let session = demo("10a", 9);
    for lang in Lang::ALL {
        for (width, height) in SIZES {
            let ui = Ui { lang, ..open() };
            let name = format!("sequence_{}_{width}", lang.code());
            assert_snapshot!(name, screen(&session, &ui, width, height));
        }
    }
}

#[test]
fn three_brokers_the_controller_and_two_clients_at_80x24() {
    assert_snapshot!(screen(&demo("10b", 7), &open(), 80, 24));
}

#[test]
fn nothing_but_ascii_in_the_diagram() {
    let ui = Ui { glyphs: &Glyphs::ASCII, theme: Theme::PLAIN, ..open() };
    let shown = screen(&demo("12", 6), &ui, 80, 24);
    assert!(shown.is_ascii(), "{shown}");
    assert_snapshot!(shown);
}

#[test]
fn what_a_question_hides_is_hidden_in_the_diagram_and_steps_ahead_are_not_there() {
    let shown = screen(&demo("10a", 6), &open(), 80, 24);
    assert!(!shown.contains("truncated"), "{shown}");
    assert_snapshot!(shown);
}

#[test]
fn who_leads_with_which_isr_in_which_epoch_is_told_by_no_arrow_while_it_is_asked() {
    for hidden in ["leader", "isr", "epoch"] {
        let source = format!(
            r#"(title: "t", release: "0.11", brokers: ["A", "B", "C"], steps: [
                (do: [Kill("A"), Send("m1"), Fetch("C"), Consume("c1")],
                 ask: (text: "Who?", hides: "{hidden}")), (do: [Send("m2")])])"#
        );
        let session = at(scenario("t", &source), 1);
        let shown = screen(&session, &open(), 120, 40);
        let told = shown.lines().skip(2).filter(|line| line.starts_with(Glyphs::UNICODE.chosen));
        let told: String = told.collect();
        for answer in ["leader B", "isr {", "B:1", "epoch 1", "ISR {"] {
            assert!(!told.contains(answer), "{hidden}: {shown}");
        }
        if hidden == "leader" {
            let tips = [Glyphs::UNICODE.tip_right, Glyphs::UNICODE.tip_left];
            let arrows = |line: &str| {
                tips.iter().any(|tip| line.chars().skip(1).collect::<String>().contains(tip))
            };
            assert!(!shown.lines().skip(3).any(arrows), "{shown}");
        }
        let after = screen(&at(session, 1), &open(), 120, 40);
        assert!(after.contains("leader B epoch 1 isr {B C}"), "{after}");
    }
}

#[test]
fn steps_ahead_that_have_been_seen_stand_below_this_one() {
    let mut session = demo("10a", 11);
    assert!(session.go(5));
    assert_snapshot!(screen(&session, &open(), 80, 24));
}

#[test]
fn a_request_on_its_way_and_lanes_that_are_left_out() {
    let mut session = demo("10b", 0);
    fetch(&mut session, A);
    act(&mut session, Event::Request { broker: C, partition: P });
    let filter = Filter { brokers: BrokerSet::only(A), clients: true, controller: true };
    let ui = Ui { diagram: Diagram { is_open: true, filter, scroll: 0 }, ..open() };
    assert_snapshot!(screen(&session, &ui, 60, 18));
}

#[test]
fn more_lanes_than_there_is_room_for() {
    let source = r#"(title: "t", release: "0.11",
        brokers: ["A", "B", "C", "D", "E", "F", "G", "H", "I"],
        producers: ["p1", "p2", "p3"], consumers: ["c1", "c2", "c3"], acks: "all")"#;
    let mut session = scenario("many", source);
    session.send(crate::engine::ProducerId(2), P, 1).expect("a leader takes it");
    act(&mut session, Event::Kill { broker: C });
    assert_snapshot!(screen(&session, &open(), 60, 18));
}

#[test]
fn whatever_is_said_can_be_read_in_every_demo_at_80x24() {
    for (name, source) in crate::demos::FILES {
        let mut session = scenario(name, source);
        loop {
            for (lang, glyphs) in [(Lang::En, &Glyphs::UNICODE), (Lang::Zh, &Glyphs::NARROW)] {
                let ui = Ui { lang, glyphs, ..open() };
                let buffer = buffer(&session, &ui, 80, 24);
                check_widths(&buffer).expect("it fits");
                let shown = text(&buffer);
                let hides = super::super::hides(&session, &ui);
                let telling = Telling {
                    session: &session,
                    lang,
                    glyphs,
                    partition: Some(P),
                    filter: Filter::default(),
                    hides: &|effect: &Effect| hides(effect),
                };
                let rows = window(&telling, 21, 0).rows;
                for (line, row) in shown.lines().skip(2).zip(&rows) {
                    let texts = match &row.content {
                        Content::Arrow(arrow) => &arrow.texts[..],
                        Content::Note(note) => &note.texts[..],
                        Content::Band(band) => std::slice::from_ref(&band.text),
                        Content::Hidden | Content::Nothing => continue,
                    };
                    let is_whole = texts.iter().any(|text| line.contains(text.as_str()));
                    let is_long = texts.iter().all(|text| super::super::text::width(text) > 72);
                    assert!(is_whole || is_long, "{name}: {texts:?} in\n{shown}");
                }
            }
            if !session.forward() {
                break;
            }
        }
    }
}
