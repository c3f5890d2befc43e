//! How fast the screen is drawn: `cargo bench --bench screen`.
//!
//! A frame is drawn by the same function as in the terminal, into memory, and compared with the one
//! before; writing it to a terminal comes on top.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use replicascope::demos;
use replicascope::export::{self, Size};
use replicascope::glyphs::Glyphs;
use replicascope::lang::Lang;
use replicascope::scenario::Scenario;
use replicascope::session::Session;
use replicascope::tui::theme::Theme;
use replicascope::tui::ui::Ui;
use replicascope::tui::view;

/// Five brokers with forty records, one of them down, fetches on their way, several things changed.
const FIVE: &str = r#"Scenario(
    title: (en: "Five brokers", zh: "五个 broker"), release: "0.11",
    brokers: ["A", "B", "C", "D", "E"],
    assignment: [["A", "B", "C", "D", "E"]],
    steps: [
        (do: [Burst([RECORDS]), Fetch("B"), Fetch("C"), Fetch("D"), Fetch("E"), Request("B"), Serve("B"), Kill("E")]),
        (
            do: [Send("last"), Fetch("D"), Request("C")],
            say: (en: "D fetches the last record, C asks for it.", zh: "D 拉取最后一条，C 正在请求它。"),
        ),
    ],
)"#;

fn session(name: &str, source: &str) -> Session {
    match Scenario::parse(name, source) {
        Ok(scenario) => Session::new(Arc::new(scenario)),
        Err(report) => panic!("{report:?}"),
    }
}

fn ui(lang: Lang) -> Ui {
    Ui::new(lang, Theme::DARK, &Glyphs::UNICODE)
}

fn frames(c: &mut Criterion) {
    let records: Vec<String> = (1..=40).map(|n| format!("\"m{n}\"")).collect();
    let mut session = session("five", &FIVE.replace("RECORDS", &records.join(", ")));
    session.last();
    let mut group = c.benchmark_group("frame, 5 brokers");
    for (columns, rows) in [(80, 24), (200, 60)] {
        for lang in Lang::ALL {
            let ui = ui(lang);
            let backend = TestBackend::new(columns, rows);
            let mut terminal = Terminal::new(backend).expect("memory does not fail");
            group.bench_function(format!("{columns}x{rows}, {lang:?}"), |b| {
                b.iter(|| {
                    terminal
                        .draw(|frame| view::draw(frame, black_box(&session), &ui))
                        .expect("memory does not fail");
                });
            });
        }
    }
    group.finish();
}

fn start(c: &mut Criterion) {
    let (name, source) = demos::FILES.iter().max_by_key(|(_, source)| source.len()).expect("demos");
    let ui = ui(Lang::En);
    c.bench_function("the longest demo, from its text to its first frame", |b| {
        b.iter(|| {
            let session = session(name, black_box(source));
            export::draw(&session, &ui, Size::DEFAULT)
        });
    });
    c.bench_function("all demos and empty clusters read, as for the list", |b| b.iter(demos::all));
}

criterion_group!(benches, frames, start);
criterion_main!(benches);
