//! The answers to why, and the ledger.

use insta::assert_snapshot;

use super::*;
use crate::engine::ProducerId;
use crate::tui::ui::Overlay;

const WHY: Overlay = Overlay::Why { scroll: 0 };
const LEDGER: Overlay = Overlay::Ledger { scroll: 0 };

fn with(lang: Lang, broker: BrokerId, overlay: Overlay) -> Ui {
    Ui { lang, broker, overlay, ..ui() }
}

/// What a consumer has read is cut and replaced, one record was refused, one is duplicated.
const FATES: &str = r#"Scenario(
    title: "Fates", release: "0.10.2", acks: "all", brokers: ["A", "B"], assignment: [["B", "A"]],
    steps: [
        (do: [Send("m1"), Fetch("A"), Fetch("A"), Advance(500), Reply("A"), CheckpointHw("A")]),
        (do: [Send("m2"), Fetch("A"), Fetch("A"), Consume("c1")]),
        (do: [RestartUnnoticed("A"), Kill("B"), Send("m3"), Send("m1")]),
        (do: [Set("min.insync.replicas", 2), Send("m4"), Acks("0"), Send("m5")]),
    ],
)"#;

#[test]
fn why_a_record_waits_and_what_a_failure_would_lose() {
    let session = demo("10a", 4);
    for lang in Lang::ALL {
        for broker in [A, BrokerId(1)] {
            assert_snapshot!(screen(&session, &with(lang, broker, WHY), 80, 24));
        }
    }
}

#[test]
fn why_somebody_leads_uncleanly_with_what_is_moot_dimmed() {
    let session = demo("10a", 9);
    let ui = with(Lang::En, A, WHY);
    assert_snapshot!(screen(&session, &ui, 80, 24));
    let buffer = buffer(&session, &ui, 80, 24);
    let row = (0..24).find(|y| {
        let line: String =
            (0..80).filter_map(|x| buffer.cell((x, *y)).map(|cell| cell.symbol())).collect();
        line.contains("Why is there no leader?")
    });
    let cell = row.and_then(|y| buffer.cell((2, y))).expect("it is on the screen");
    assert_eq!(Some(cell.fg), ui.theme.dim.fg);
}

#[test]
fn the_ledger_says_what_has_become_of_each_record() {
    let session = at(scenario("fates", FATES), 4);
    for lang in Lang::ALL {
        assert_snapshot!(screen(&session, &with(lang, A, LEDGER), 80, 24));
    }
    assert_snapshot!(screen(&session, &with(Lang::En, A, LEDGER), 60, 18));
}

#[test]
fn a_long_ledger_scrolls_to_its_end() {
    let mut session = demo("10b", 1);
    session.send(ProducerId(0), P, 40).expect("sent");
    let overlay = Overlay::Ledger { scroll: usize::MAX };
    assert_snapshot!(screen(&session, &with(Lang::En, A, overlay), 80, 24));
}

#[test]
fn while_the_script_asks_both_wait_for_its_answer() {
    for step in [6, 8] {
        let session = demo("10a", step);
        assert!(session.masked().is_some());
        for lang in Lang::ALL {
            for overlay in [WHY, LEDGER] {
                let shown = screen(&session, &with(lang, A, overlay), 80, 24);
                let lines = shown.lines().filter(|l| !l.trim().is_empty() && !l.contains('─'));
                assert!(lines.count() <= 3, "{shown}");
            }
        }
    }
    assert_snapshot!(screen(&demo("10a", 8), &with(Lang::Zh, A, LEDGER), 80, 24));
}

#[test]
fn a_hidden_verdict_is_given_away_nowhere_on_the_screen() {
    let asked = FATES.replace(
        r#"Send("m3"), Send("m1")]"#,
        r#"Send("m3")], ask: (text: "And m2?", hides: "verdict m2")"#,
    );
    let session = at(scenario("asked", &asked), 3);
    assert_snapshot!(screen(&session, &ui(), 80, 24));
}

#[test]
fn nothing_but_ascii_in_the_answers() {
    let session = at(scenario("fates", FATES), 4);
    for overlay in [WHY, LEDGER] {
        let ascii = Ui { glyphs: &Glyphs::ASCII, theme: Theme::PLAIN, overlay, ..ui() };
        let shown = screen(&session, &ascii, 80, 24);
        assert!(shown.is_ascii(), "{shown}");
    }
}
