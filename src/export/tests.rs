//! Every format against the frame that it was made from.

use std::collections::BTreeMap;
use std::num::NonZero;

use insta::assert_snapshot;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use super::frame::{aim, row};
use super::*;
use crate::demos;
use crate::glyphs::Glyphs;
use crate::tui::theme::Theme;
use crate::tui::view::{MIN_COLUMNS, MIN_ROWS};

const ASKING: &str = r#"Scenario(
    title: (en: "A <record> & a question", zh: "一条消息"),
    summary: (en: "Two brokers.", zh: "两个 broker。"),
    release: "0.10.2",
    brokers: ["A", "B"],
    steps: [
        (do: [Send("m1")], say: (en: "A has LEO {leo A}.", zh: "A 的 LEO 是 {leo A}。")),
        (
            do: [Fetch("B")],
            say: (en: "B's LEO is {leo B}, its HW {hw B}.", zh: "B 的 LEO 是 {leo B}，HW 是 {hw B}。"),
            ask: (text: (en: "Why is B's HW {hw B}?", zh: "B 的 HW 为什么是 {hw B}？"), hides: "hw B"),
        ),
    ],
)"#;

fn scenario(source: &str) -> Scenario {
    match Scenario::parse("test.ron", source) {
        Ok(scenario) => scenario,
        Err(report) => panic!("{report:?}"),
    }
}

fn asking(step: usize) -> Session {
    at_step(scenario(ASKING), Some(step)).expect("there is such a step")
}

fn ui(lang: Lang, glyphs: &'static Glyphs) -> Ui {
    Ui::new(lang, Theme::DARK, glyphs)
}

fn size(columns: u16, rows: u16) -> Size {
    Size::new(columns, rows).expect("a size that the screen has room for")
}

/// Every frame of every demo in every language and glyph set, at several sizes.
fn every_frame(mut look: impl FnMut(&str, &Session, &Ui, &Buffer)) {
    let sizes = [(80, 24), (MIN_COLUMNS, MIN_ROWS), (101, 31), (200, 60)];
    for (name, source) in demos::FILES {
        let mut session = Session::new(Arc::new(scenario(source)));
        let mut turn = 0;
        loop {
            for lang in Lang::ALL {
                for glyphs in Glyphs::ALL {
                    let mut ui = ui(lang, glyphs);
                    aim(&mut ui, &session);
                    // All sizes in turn: every demo, language and set meets each of them.
                    let (columns, rows) = sizes[turn % sizes.len()];
                    turn += 1;
                    let frame = draw(&session, &ui, size(columns, rows));
                    let step = session.position().step;
                    let what =
                        format!("{name} step {step} {lang:?} {} {columns}x{rows}", glyphs.name);
                    look(&what, &session, &ui, &frame);
                }
            }
            // The next step begins with another size.
            turn += 1;
            if !session.forward() {
                break;
            }
        }
    }
}

#[test]
fn every_row_of_the_text_is_exactly_as_wide_as_the_screen() {
    every_frame(|what, _, ui, frame| {
        let text = plain(frame);
        assert_eq!(text.lines().count(), usize::from(frame.area.height), "{what}");
        for line in text.lines() {
            assert_eq!(line.width(), usize::from(frame.area.width), "{what}: {line:?}");
        }
        assert!(ui.glyphs != &Glyphs::ASCII || ui.lang == Lang::Zh || text.is_ascii(), "{what}");
    });
}

/// What a person sees in a picture: by row and column, each character.
fn seen(svg: &str) -> BTreeMap<(u16, u16), String> {
    let document = roxmltree::Document::parse(svg).expect("it is XML");
    let mut seen = BTreeMap::new();
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        let y: u32 = text.attribute("y").and_then(|y| y.parse().ok()).expect("it has a place");
        let y = (y / strokes::CELL_HEIGHT) as u16;
        for word in text.children() {
            let places = word.attribute("x").expect("every word has a place").split(' ');
            let columns: Vec<u16> = places
                .map(|x| x.parse::<f64>().expect("a number") as u16 / strokes::CELL_WIDTH as u16)
                .collect();
            let written = word.text().expect("every word has letters");
            match columns[..] {
                // One glyph, however many characters that is.
                [x] => {
                    seen.insert((y, x), written.trim_end().to_owned());
                }
                _ => {
                    assert_eq!(columns.len(), written.chars().count(), "{written}");
                    for (x, c) in
                        columns.into_iter().zip(written.chars()).filter(|(_, c)| *c != ' ')
                    {
                        assert_eq!(seen.insert((y, x), c.to_string()), None, "two in one place");
                    }
                }
            }
        }
    }
    seen
}

#[test]
fn every_character_of_a_picture_stands_in_its_own_column() {
    every_frame(|what, session, ui, frame| {
        let picture = svg(frame, Paper::of(&ui.theme), ui.lang, &caption(session, ui.lang));
        let mut lines = strokes::Strokes::default();
        let mut expected = BTreeMap::new();
        for y in 0..frame.area.height {
            for glyph in row(frame, y) {
                if !glyph.is_blank() && !lines.add(glyph.x, y, glyph.symbol, SIXTEEN[0]) {
                    expected.insert((y, glyph.x), glyph.symbol.to_owned());
                }
            }
        }
        assert_eq!(seen(&picture), expected, "{what}");
    });
}

#[test]
fn a_small_picture() {
    let mut ui = ui(Lang::Zh, &Glyphs::UNICODE);
    let session = asking(2);
    aim(&mut ui, &session);
    let frame = draw(&session, &ui, size(MIN_COLUMNS, MIN_ROWS));
    assert_snapshot!(svg(&frame, Paper::DARK, ui.lang, &caption(&session, ui.lang)));
}

#[test]
fn a_picture_tells_in_words_what_it_shows_and_no_masked_answer() {
    let told = |step, lang| {
        let Caption { title, description } = caption(&asking(step), lang);
        format!("{title}\n{description}")
    };
    assert_eq!(told(0, Lang::En), "A <record> & a question, start\nTwo brokers.");
    assert_eq!(told(1, Lang::Zh), "一条消息, 步骤 1/2\nA 的 LEO 是 1。");
    assert_eq!(
        told(2, Lang::En),
        "A <record> & a question, step 2/2\nB's LEO is 1, its HW ?.\nquestion: Why is B's HW ??"
    );
    let frame = draw(&asking(2), &ui(Lang::En, &Glyphs::UNICODE), Size::DEFAULT);
    let picture = svg(&frame, Paper::DARK, Lang::En, &caption(&asking(2), Lang::En));
    let document = roxmltree::Document::parse(&picture).expect("it is XML");
    let of = |name| document.descendants().find(|n| n.has_tag_name(name)).and_then(|n| n.text());
    assert_eq!(of("title"), Some("A <record> & a question, step 2/2"));
    assert_eq!(of("desc").and_then(|d| d.lines().next()), Some("B's LEO is 1, its HW ?."));
}

#[test]
fn what_xml_can_not_hold_is_replaced_and_what_takes_several_characters_has_one_place() {
    let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 9, 1));
    buffer.set_string(0, 0, "a👩‍🔧<é&", ratatui::style::Style::new());
    let caption = Caption { title: "\u{1b}[2J & <b>".into(), description: "\u{ffff}".into() };
    let picture = svg(&buffer, Paper::DARK, Lang::En, &caption);
    let document = roxmltree::Document::parse(&picture).expect("it is XML");
    assert!(document.descendants().any(|n| n.text() == Some("\u{fffd}[2J & <b>")));
    let seen: Vec<_> = seen(&picture).into_iter().map(|((_, x), text)| (x, text)).collect();
    let expected = [(0, "a"), (1, "👩‍🔧"), (3, "<"), (4, "é"), (5, "&")];
    assert_eq!(seen, expected.map(|(x, text)| (x, text.to_owned())));
}

#[test]
fn there_is_no_step_after_the_last() {
    let step = |step| at_step(scenario(ASKING), step).map(|session| session.position().step);
    assert_eq!(step(None), Ok(2));
    assert_eq!(step(Some(0)), Ok(0));
    assert_eq!(step(Some(3)), Err(Error::Step { asked: 3, last: 2 }));
    assert_eq!(
        Error::Step { asked: 3, last: 2 }.tell(Lang::En),
        "there is no step 3: the steps are 0, the start, to 2"
    );
}

#[test]
fn every_error_is_told_in_every_language_and_on_one_line() {
    let path = || PathBuf::from("a\nb.svg");
    let errors = [
        Error::Step { asked: 1, last: 0 },
        Error::Step { asked: 9, last: 5 },
        Error::OneStdout,
        Error::SameFile(path()),
        Error::Exists(path()),
        Error::NotAFile(path()),
        Error::CantWrite { path: path(), why: "no".into() },
        Error::Stdout("no".into()),
    ];
    for error in errors {
        let told = Lang::ALL.map(|lang| error.tell(lang));
        assert_ne!(told[0], told[1]);
        assert!(told.iter().all(|text| !text.contains('\n')), "{told:?}");
    }
}

#[test]
fn a_recording_plays_every_step_of_every_demo_and_ends_with_the_last_one_on_the_screen() {
    for (name, source) in demos::FILES {
        for (lang, glyphs) in [(Lang::En, &Glyphs::UNICODE), (Lang::Zh, &Glyphs::NARROW)] {
            let session = Session::new(Arc::new(scenario(source)));
            let size = size(80, 24);
            let mut ui = ui(lang, glyphs);
            let cast = record(&session, &ui, size);
            let mut lines = cast.lines().map(|l| serde_json::from_str(l).expect("it is JSON"));
            let head: serde_json::Value = lines.next().expect("a first line");
            assert_eq!(
                (&head["version"], &head["width"], &head["height"]),
                (&2.into(), &80.into(), &24.into())
            );

            let mut terminal = terminal(24, 80);
            let mut session = session;
            let mut marks = 0;
            let mut before = 0.0;
            for event in lines {
                let now = event[0].as_f64().expect("a time");
                assert!(now >= before);
                before = now;
                match event[1].as_str() {
                    Some("o") => terminal.process(event[2].as_str().expect("a text").as_bytes()),
                    Some("m") => {
                        // What is on the screen at a mark is its step.
                        assert!(marks == 0 || session.forward());
                        marks += 1;
                        aim(&mut ui, &session);
                        same_screen(terminal.screen(), &draw(&session, &ui, size), name);
                        assert!(terminal.screen().hide_cursor());
                    }
                    other => panic!("{other:?}"),
                }
            }
            assert!(!session.forward(), "every step was played");
            same_screen(terminal.screen(), &draw(&session, &ui, size), name);
            assert!(!terminal.screen().hide_cursor(), "the cursor is given back");
            assert!(before > 0.0, "the last step stays for a while");
        }
    }
}

#[test]
fn coloured_text_looks_like_the_screen() {
    for theme in Theme::ALL {
        let ui = Ui { theme: theme.clone(), ..ui(Lang::Zh, &Glyphs::UNICODE) };
        let frame = draw(&asking(2), &ui, Size::DEFAULT);
        let mut terminal = terminal(25, 80);
        // A row that is full leaves the cursor after it; a terminal goes on in the next one.
        terminal.process(coloured(&frame).replace('\n', "\r\n").as_bytes());
        same_screen(terminal.screen(), &frame, theme.name);
    }
}

fn terminal(rows: u16, columns: u16) -> vt100::Parser {
    let some = |number| NonZero::new(number).expect("not zero");
    vt100::Parser::new(some(rows), some(columns), 0)
}

/// Compares what a terminal shows with a frame: characters, colours, and what else can be seen.
fn same_screen(screen: &vt100::Screen, frame: &Buffer, what: &str) {
    for y in 0..frame.area.height {
        for glyph in row(frame, y) {
            let at = format!("{what}: row {y}, column {}: {:?}", glyph.x, glyph.symbol);
            let cell = screen.cell(y, glyph.x).expect("the terminal is as large");
            let shown = if cell.has_contents() { cell.contents() } else { " " };
            assert_eq!(shown, glyph.symbol, "{at}");
            let style = glyph.style;
            assert_eq!(cell.bgcolor(), color(style.bg), "{at}");
            let has = |modifier| style.add_modifier.contains(modifier);
            assert_eq!(cell.inverse(), has(Modifier::REVERSED), "{at}");
            assert_eq!(cell.underline(), has(Modifier::UNDERLINED), "{at}");
            if glyph.is_blank() {
                // The colour of no letter is not seen.
                continue;
            }
            assert_eq!(cell.fgcolor(), color(style.fg), "{at}");
            assert_eq!(cell.bold(), has(Modifier::BOLD), "{at}");
            assert_eq!(cell.dim(), has(Modifier::DIM), "{at}");
            assert_eq!(cell.italic(), has(Modifier::ITALIC), "{at}");
        }
    }
}

fn color(color: Option<Color>) -> vt100::Color {
    match color.unwrap_or(Color::Reset) {
        Color::Reset => vt100::Color::Default,
        Color::Rgb(red, green, blue) => vt100::Color::Rgb(red, green, blue),
        Color::Indexed(index) => vt100::Color::Idx(index),
        named => vt100::Color::Idx(palette::number(named).expect("it has a number")),
    }
}
