//! The tree of branches and the palette, in both languages, small and large; a long timeline.

use insta::assert_snapshot;

use super::*;
use crate::engine::ProducerId;
use crate::tui::palette::Palette;
use crate::tui::ui::{Overlay, PromptFor, Saving};

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// A demo with branches that grow from it and from one another.
fn branched() -> Session {
    let mut session = demo("10b", 3);
    act(&mut session, Event::Kill { broker: A });
    session.send(ProducerId(0), P, 2).expect("a leader takes records");
    session.rename_branch(session.branch(), "A dies first");
    session.note_branch(session.branch(), "B and C go on; m2 must not be lost");
    session.back();
    act(&mut session, Event::Kill { broker: C });
    session.rename_branch(session.branch(), "两个副本宕机");
    let there = session.timeline().here_id();
    session.return_to_script();
    session.forward();
    session.forward();
    act(&mut session, Event::Start { broker: BrokerId(1) });
    assert!(session.go(there));
    session
}

fn over(session: &Session, overlay: Overlay, lang: Lang, (width, height): (u16, u16)) -> String {
    screen(session, &Ui { overlay, lang, ..ui() }, width, height)
}

#[test]
fn the_tree_of_branches() {
    let session = branched();
    for lang in Lang::ALL {
        for size in SIZES {
            let page = over(&session, Overlay::Branches { chosen: 2 }, lang, size);
            assert_snapshot!(format!("tree_{}_{}", lang.code(), size.0), page);
        }
    }
}

#[test]
fn of_a_tree_that_is_higher_than_the_screen_the_chosen_line_is_in_view() {
    let mut session = demo("10b", 3);
    for ms in 1..=60 {
        act(&mut session, Event::Advance { ms });
        session.back();
    }
    for chosen in [0, 17, 18, 19, 30, 59, 60] {
        let page = over(&session, Overlay::Branches { chosen }, Lang::En, (80, 24));
        let name = if chosen == 0 { "script".into() } else { format!("branch {chosen} ") };
        let line = page.lines().find(|line| line.contains('▸')).expect("the chosen line");
        assert!(line.contains(&name), "{chosen}:\n{page}");
    }
}

#[test]
fn the_palette_with_what_it_can_be_completed_to() {
    let session = demo("10b", 3);
    let palette = |line: &str, completed: Option<usize>| {
        let completed = completed.map(|at| (line.to_owned(), at));
        Overlay::Palette(Palette { input: line.into(), completed, ..Palette::default() })
    };
    for lang in Lang::ALL {
        for size in SIZES {
            let page = over(&session, palette("", None), lang, size);
            assert_snapshot!(format!("palette_{}_{}", lang.code(), size.0), page);
        }
    }
    let names = over(&session, palette("power_loss A ", Some(1)), Lang::En, SIZES[0]);
    assert_snapshot!("palette_names", names);
    let overlay = palette("fly", None);
    let ui = Ui { overlay, message: Some("no such action; Tab completes".into()), ..ui() };
    assert_snapshot!("palette_wrong", screen(&session, &ui, 80, 24));
}

#[test]
fn what_the_prompts_ask() {
    let session = branched();
    let branch = session.branch();
    let mut asked = String::new();
    for lang in Lang::ALL {
        for what in [
            PromptFor::GoTo,
            PromptFor::Search,
            PromptFor::BranchName(branch),
            PromptFor::BranchNote(branch),
            PromptFor::Save(Saving::All),
            PromptFor::Save(Saving::Branch(branch)),
            PromptFor::Save(Saving::Each),
            PromptFor::Replace(Saving::All),
        ] {
            let overlay = Overlay::Prompt { what, input: "typed".into() };
            let shown = over(&session, overlay, lang, (80, 24));
            asked += shown.lines().last().unwrap_or_default();
            asked.push('\n');
        }
    }
    assert_snapshot!(asked);
}

#[test]
fn a_timeline_of_very_many_steps_shows_those_around() {
    let mut session = branched();
    for n in 0..3_000 {
        let ms = 1 + n % 7;
        act(&mut session, Event::Advance { ms });
    }
    for _ in 0..1_500 {
        session.back();
    }
    let shown = screen(&session, &ui(), 120, 40);
    let strip = shown.lines().rev().find(|line| line.contains("step")).expect("the strip");
    assert_snapshot!(strip);
}
