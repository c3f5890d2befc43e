//! The page of failure × release, in both languages, small and large.

use insta::assert_snapshot;

use super::*;
use crate::failures::Table;
use crate::tui::ui::{Overlay, Place};

fn page(row: usize, column: usize, ui: Ui, (width, height): (u16, u16)) -> String {
    let table = Table::of_milestones();
    let overlay = Overlay::Failures { at: Place { row, column }, table };
    screen(&demo("10b", 0), &Ui { overlay, ..ui }, width, height)
}

#[test]
fn the_table_and_the_chosen_cell_in_both_languages_small_and_large() {
    for lang in Lang::ALL {
        for size in [(80, 24), (120, 40)] {
            let shown = page(4, 4, Ui { lang, ..ui() }, size);
            assert_snapshot!(format!("failures_{}_{}", lang.code(), size.0), shown);
        }
    }
}

#[test]
fn a_small_screen_scrolls_both_ways_with_the_chosen_cell_in_view() {
    let last = Table::of_milestones();
    let (row, column) = (last.rows.len() - 1, last.columns.len() - 1);
    assert_snapshot!("failures_end", page(row, column, ui(), (80, 24)));
    assert_snapshot!("failures_smallest", page(10, 10, ui(), (60, 18)));
    for row in 0..last.rows.len() {
        for column in 0..last.columns.len() {
            let shown = page(row, column, ui(), (80, 24));
            let wanted = format!("▸{}", last.rows[row].cells[column].signs(&Glyphs::UNICODE));
            let line = shown.lines().find(|line| line.starts_with(" ▸")).expect("the chosen row");
            assert!(line[" ▸".len()..].contains(&wanted), "{row} {column}:\n{shown}");
        }
    }
}

#[test]
fn a_cell_that_cannot_be_played_says_why_in_ascii_too() {
    let ui = Ui { glyphs: &Glyphs::ASCII, theme: Theme::PLAIN, ..ui() };
    assert_snapshot!("failures_ascii", page(7, 0, ui, (80, 24)));
}
