//! Other releases: the screen under one, the list of them, and the compare view.

use std::rc::Rc;

use insta::assert_snapshot;

use super::*;
use crate::engine::{Acks, rules_for};
use crate::replay::{Against, Twin, Variation, candidates};
use crate::tui::ui::Overlay;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

fn release(version: &str) -> Variation {
    Variation::Release(rules_for(version).expect("a release of the table"))
}

fn under(session: &Session, version: &str) -> Session {
    session.replayed(release(version).of(session.scenario()))
}

/// The screen with the twin that the application keeps for it.
fn with_twin(session: &Session, ui: Ui, (width, height): (u16, u16)) -> String {
    let twin = match ui.overlay {
        Overlay::Compare { against: Against::Variation(v), .. } => Some(Twin::new(session, v)),
        _ => Twin::as_written(session),
    };
    screen(session, &Ui { twin: twin.map(Rc::new), ..ui }, width, height)
}

fn compare(session: &Session, against: Against, lang: Lang, size: (u16, u16)) -> String {
    with_twin(session, Ui { overlay: Overlay::Compare { against, scroll: 0 }, lang, ..ui() }, size)
}

#[test]
fn under_another_release_the_screen_names_both_and_says_what_differs_since_when() {
    let session = under(&demo("10a", 7), "0.11");
    for lang in Lang::ALL {
        for size in SIZES {
            let name = format!("release_{}_{}", lang.code(), size.0);
            assert_snapshot!(name, with_twin(&session, Ui { lang, ..ui() }, size));
        }
    }
}

#[test]
fn before_the_releases_part_the_screen_says_that_they_do_the_same() {
    let shown = with_twin(&under(&demo("10a", 5), "0.11"), ui(), SIZES[0]);
    assert!(shown.contains("= does as 0.10.2"), "{shown}");
}

#[test]
fn while_the_script_asks_nothing_tells_what_differs() {
    let session = under(&demo("10a", 6), "0.11");
    let shown = with_twin(&session, ui(), SIZES[0]);
    assert!(!shown.contains("since step") && !shown.contains('≠'), "{shown}");
    let against = Against::Variation(release("0.10.2"));
    let page = compare(&session, against, Lang::En, SIZES[0]);
    assert!(!page.contains("LEO"), "{page}");
}

#[test]
fn what_is_skipped_or_not_needed_says_so() {
    let source = include_str!("../../../../tests/run/unclean.ron");
    let session = under(&at(scenario("unclean", source), 4), "0.11");
    assert_snapshot!("skipped", with_twin(&session, ui(), SIZES[0]));
    let against = Against::Variation(release("0.10.2"));
    assert_snapshot!("compare_skipped", compare(&session, against, Lang::En, SIZES[0]));
    let mut by_hand = demo("11a", 0);
    fetch(&mut by_hand, A);
    let shown = with_twin(&under(&by_hand, "0.10.2"), ui(), SIZES[0]);
    assert!(shown.contains("not needed in 0.10.2"), "{shown}");
}

#[test]
fn every_release_says_where_it_would_part_from_what_is_on_the_screen() {
    let session = demo("10a", 7);
    let list: Arc<[_]> = candidates(&session).into();
    for lang in Lang::ALL {
        let overlay = Overlay::Releases { selected: 1, list: Arc::clone(&list) };
        let name = format!("releases_{}", lang.code());
        assert_snapshot!(name, with_twin(&session, Ui { overlay, lang, ..ui() }, SIZES[0]));
    }
}

#[test]
fn two_releases_side_by_side_with_what_differs_marked() {
    let session = demo("10b", 6);
    for lang in Lang::ALL {
        for size in SIZES {
            let page = compare(&session, Against::Variation(release("0.11")), lang, size);
            assert_snapshot!(format!("compare_{}_{}", lang.code(), size.0), page);
        }
    }
}

#[test]
fn two_values_of_a_setting_and_two_branches_side_by_side() {
    let mut session = demo("12", 4);
    let against = Against::Variation(Variation::Acks(Acks::Leader));
    assert_snapshot!("compare_acks", compare(&session, against, Lang::En, SIZES[0]));
    act(&mut session, Event::Start { broker: BrokerId(1) });
    assert_snapshot!("compare_branch", compare(&session, Against::Branch, Lang::En, SIZES[0]));
}

#[test]
fn the_view_fits_the_smallest_screen_and_needs_no_colour_and_no_wide_sign() {
    let session = demo("10b", 6);
    let against = Against::Variation(release("0.11"));
    let overlay = Overlay::Compare { against, scroll: 0 };
    let ui = Ui { overlay, glyphs: &Glyphs::ASCII, theme: Theme::PLAIN, ..ui() };
    let page = with_twin(&session, ui, (60, 18));
    assert!(page.is_ascii(), "{page}");
    assert!(page.contains("#LEO"), "{page}");
}
