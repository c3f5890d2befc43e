//! Many brokers, many records, many partitions, wide values, small screens.

use insta::assert_snapshot;
use ratatui::backend::TestBackend;

use super::*;
use crate::engine::ProducerId;
use crate::tui::ui::{Overlay, PromptFor};

const NINE: &str = r#"Scenario(
    title: "Nine brokers", release: "0.11",
    brokers: ["A", "B", "C", "D", "E", "F", "G", "H", "I"],
    assignment: [["E", "A", "B", "C", "D", "F", "G", "H", "I"]],
    steps: [
        (do: [Burst(["m1", "m2", "m3"]), Fetch("A"), Fetch("B"), Request("C"), Request("F"), Request("I")]),
        (do: [Kill("D"), Serve("I")]),
    ],
)"#;

const PARTITIONS: &str = r#"Scenario(
    title: (en: "Partitions", zh: "分区"), release: "0.11", topic: "订单",
    brokers: ["b1", "b2", "b3", "b4"],
    assignment: [["b1", "b2"], ["b2", "b3"], ["b3", "b1"]],
    settings: {"records per segment": 2},
    steps: [
        (partition: 1, do: [Burst(["苹果", "香蕉", "樱桃🍒", "a very long value"]), Fetch("b3")],
         say: (en: "Wide values.", zh: "很宽的值，宽字符占两列，不能从中间切开；这一句长到必须换行才能放得下，而且要在正确的列上换行。")),
    ],
)"#;

#[test]
fn nine_brokers_have_a_row_each() {
    let session = at(scenario("nine", NINE), 2);
    assert_snapshot!(screen(&session, &Ui { broker: BrokerId(4), ..ui() }, 80, 24));
    assert_snapshot!(screen(&session, &Ui { broker: BrokerId(8), ..ui() }, 100, 30));
}

#[test]
fn a_hundred_records_scroll_with_hw_and_leo_in_view() {
    let mut session = demo("10b", 1);
    session.send(ProducerId(0), P, 100).expect("sent");
    assert_snapshot!(screen(&session, &ui(), 80, 24));
    fetch(&mut session, A);
    assert_snapshot!(screen(&session, &ui(), 80, 24));
}

#[test]
fn wide_values_in_one_of_several_partitions() {
    let session = at(scenario("partitions", PARTITIONS), 1);
    let ui = Ui { partition: PartitionId(1), lang: Lang::Zh, ..ui() };
    assert_snapshot!(screen(&session, &ui, 80, 24));
}

#[test]
fn one_death_moves_the_leaders_of_several_partitions() {
    let session = demo("01", 9);
    let ui = Ui { partition: PartitionId(3), broker: C, ..ui() };
    assert_snapshot!(screen(&session, &ui, 80, 24));
}

#[test]
fn the_smallest_screen_and_one_that_is_too_small() {
    let session = demo("10b", 4);
    assert_snapshot!(screen(&session, &ui(), super::super::MIN_COLUMNS, super::super::MIN_ROWS));
    assert_snapshot!(screen(&session, &ui(), 30, 4));
    assert_eq!(screen(&session, &ui(), 1, 1), "T\n");
}

#[test]
fn nothing_but_ascii() {
    let session = demo("11c", 7);
    let ascii = Ui { glyphs: &Glyphs::ASCII, theme: Theme::PLAIN, ..ui() };
    let shown = screen(&session, &ascii, 80, 24);
    assert!(shown.is_ascii(), "{shown}");
    assert_snapshot!(shown);
}

#[test]
fn every_glyph_in_the_grid_takes_one_column() {
    for g in Glyphs::ALL {
        let grid = [
            g.ellipsis,
            g.leader,
            g.follower,
            g.idle,
            g.down,
            g.chosen,
            g.here,
            g.there,
            g.edge,
            g.open_edge,
            g.hw,
            g.segment,
            g.gap,
            g.differs,
            g.lost,
            g.was,
            g.upright,
            g.level,
            g.from_above,
            g.from_below,
            g.branch,
            g.tip_up,
            g.tip_down,
            g.tip_right,
            g.tip_left,
            g.held,
            g.yes,
            g.no,
            g.waiting,
            g.unasked,
            g.step,
            g.death,
            g.election,
            g.cut,
            g.loss,
            g.parting,
            g.question,
            g.moving,
            g.off,
        ];
        for glyph in grid {
            assert_eq!(super::super::text::width(glyph), 1, "{glyph} of {}", g.name);
        }
    }
}

#[test]
fn help_prompt_and_a_text_to_be_read() {
    let session = demo("10b", 4);
    let with = |overlay| Ui { overlay, ..ui() };
    assert_snapshot!(screen(&session, &with(Overlay::Help { scroll: 0 }), 80, 24));
    assert_snapshot!(screen(&session, &with(Overlay::Help { scroll: 9_999 }), 80, 24));
    let prompt = Overlay::Prompt { what: PromptFor::Advance, input: "10s".into() };
    assert_snapshot!(screen(&session, &with(prompt), 80, 24));
    let message = Overlay::Message("what is wrong\nwith the file".into());
    assert_snapshot!(screen(&session, &with(message), 60, 18));
}

#[test]
fn the_list_of_demos() {
    let demos = crate::demos::all();
    for (lang, selected) in [(Lang::En, 1), (Lang::Zh, 7)] {
        let ui = Ui { lang, selected, ..ui() };
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a buffer");
        terminal.draw(|frame| super::super::draw_list(frame, &demos, &ui)).expect("drawn");
        assert_snapshot!(text(terminal.backend().buffer()));
    }
}
