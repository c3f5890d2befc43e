//! Random walks on screens of random sizes: nothing panics, no row is wider than the screen.

use proptest::prelude::*;

use super::*;
use crate::engine::{Acks, Event, Menu, Value};
use crate::sequence::Filter;
use crate::tui::ui::{Diagram, Overlay, PromptFor};

const SCENARIOS: [&str; 3] = [
    r#"Scenario(title: "一个", release: "0.8.2", brokers: ["A"], steps: [])"#,
    r#"Scenario(
        title: "A title that is too long for many a screen: 题目很长很长",
        release: "0.11", topic: "订单",
        brokers: ["broker-one", "二号", "C", "D"],
        assignment: [["broker-one", "二号", "C"], ["D"], ["二号", "D"]],
        settings: {"records per segment": 3}, controller: (notices: ByStep, tells: ByStep), steps: [],
    )"#,
    r#"Scenario(
        title: "Nine", release: "0.10.2",
        brokers: ["A", "B", "C", "D", "E", "F", "G", "H", "I"],
        assignment: [["E", "A", "B", "C", "D", "F", "G", "H", "I"]], steps: [],
    )"#,
];

/// Does as many things as there are choices, each out of what can happen then.
fn walk(mut session: Session, choices: &[u16]) -> Session {
    let menu = Menu {
        values: (0..6).map(Value).collect(),
        durations: vec![1, 500, 12_000],
        acks: vec![Acks::None, Acks::Leader, Acks::All],
        min_isr: vec![1, 2],
        unclean: vec![true, false],
        ..Menu::all()
    };
    for choice in choices {
        let events: Vec<Event> = session.state().enabled(session.setup(), &menu);
        let Some(event) = events.get(usize::from(*choice) % events.len().max(1)) else { break };
        session.act(Command::Event(*event)).expect("it is possible");
    }
    session
}

/// Every row fills the screen exactly: no wide character hangs over its right edge.
pub(super) fn check_widths(buffer: &Buffer) -> Result<(), TestCaseError> {
    for y in 0..buffer.area.height {
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer.cell((x, y)).map_or("", |cell| cell.symbol());
            x += super::super::text::width(symbol).max(1);
        }
        prop_assert_eq!(x, buffer.area.width, "row {}", y);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_state_fits_any_screen(
        which in 0..SCENARIOS.len(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
        width in 1_u16..200,
        height in 1_u16..200,
        broker in 0_u8..9,
        partition in 0_u8..3,
        scroll in 0_usize..30,
        look in 0_usize..12,
        travelled in any::<u8>(),
    ) {
        let session = walk(scenario("walk", SCENARIOS[which]), &choices);
        let overlay = match look {
            0 => Overlay::Help { scroll },
            1 => Overlay::Prompt { what: PromptFor::Burst, input: "一二三四五六七八".into() },
            3 => Overlay::Why { scroll },
            4 => Overlay::Ledger { scroll },
            5 => Overlay::Faults { selected: scroll },
            6 => Overlay::Due { scroll },
            2 => Overlay::Message("很长的一句话".repeat(scroll)),
            _ => Overlay::None,
        };
        let setup = session.setup();
        let ui = Ui {
            broker: BrokerId(broker % setup.brokers),
            partition: PartitionId(partition % setup.assignment.len() as u8),
            log_scroll: scroll,
            history_scroll: scroll,
            offset_scroll: scroll * 4,
            travelled: (look > 8).then_some(travelled),
            lang: Lang::ALL[look % 2],
            glyphs: Glyphs::ALL[look % 3],
            theme: Theme::ALL[look % 5].clone(),
            message: (look % 4 == 3).then(|| "不行：".repeat(scroll)),
            overlay,
            diagram: Diagram {
                is_open: travelled % 3 == 0,
                filter: Filter { clients: look == 5, ..Filter::default() },
                scroll: 3 - scroll as isize,
            },
            ..ui()
        };
        check_widths(&buffer(&session, &ui, width, height))?;
    }
}

#[test]
fn any_step_of_any_demo_fits_any_usual_screen() {
    for (name, source) in crate::demos::FILES {
        let mut session = scenario(name, source);
        loop {
            for (width, height) in [
                (60, 18),
                (61, 19),
                (80, 24),
                (97, 23),
                (100, 30),
                (120, 40),
                (200, 20),
                (60, 80),
                (200, 60),
            ] {
                for lang in Lang::ALL {
                    let ui = Ui { lang, ..ui() };
                    check_widths(&buffer(&session, &ui, width, height)).expect("it fits");
                }
            }
            if !session.forward() {
                break;
            }
        }
    }
}
