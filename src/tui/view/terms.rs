//! The page of terms: what each term and sign means, those that are on the screen now first.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::overlay::draw_rows;
use super::text::{Canvas, Row, width, wrap};
use crate::lang::{Sign, Term};
use crate::tui::ui::Ui;
use crate::tui::wording;

/// The narrowest column for what a term means; else that stands below the term.
const NARROW: u16 = 30;

/// Draws the page over a screen that shows these lines.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, shown: &[String], ui: &Ui, scroll: usize) {
    let all = entries(ui);
    let name = all.iter().map(|entry| width(&entry.name)).max().unwrap_or(0);
    let columns = Columns { name, text: area.width.saturating_sub(name + 8) };
    let (here, elsewhere): (Vec<&Entry>, Vec<&Entry>) =
        all.iter().partition(|entry| entry.is_on(shown));
    let mut rows = Vec::new();
    for (on_screen, entries) in [(true, here), (false, elsewhere)] {
        if entries.is_empty() {
            continue;
        }
        if !rows.is_empty() {
            rows.push(Row::new());
        }
        rows.push(Row::of(wording::terms(on_screen, ui.lang), ui.theme.strong));
        for entry in entries {
            columns.explain(&mut rows, entry, ui);
        }
    }
    draw_rows(canvas, area, ui, &rows, scroll);
}

/// A term or a sign.
struct Entry {
    name: String,
    text: &'static str,
    style: Style,
    /// It is on a screen that shows any of these.
    shown_as: Vec<String>,
}

fn entries(ui: &Ui) -> Vec<Entry> {
    let words = ui.lang.words();
    let terms = Term::ALL.iter().map(|term| {
        let explained = words.term(*term);
        Entry {
            name: explained.name.to_owned(),
            text: explained.text,
            style: ui.theme.strong,
            shown_as: term.shown_as(ui.lang).into_iter().map(str::to_owned).collect(),
        }
    });
    let signs = Sign::ALL.iter().map(|sign| Entry {
        name: sign.example(ui.glyphs),
        text: words.sign(*sign),
        style: ui.theme.key,
        shown_as: sign.shown_as(ui.glyphs),
    });
    terms.chain(signs).collect()
}

impl Entry {
    fn is_on(&self, shown: &[String]) -> bool {
        let shows = |line: &String| self.shown_as.iter().any(|needle| has_word(line, needle));
        shown.iter().any(shows)
    }
}

/// Whether a text stands in a line, and as a whole word where it is one.
fn has_word(line: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let begins = word.starts_with(|c| is_letter(c) || c == '-');
    let ends = word.ends_with(is_letter);
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        let after = line.get(at + word.len()..).and_then(|after| after.chars().next());
        !(begins && before.is_some_and(is_letter) || ends && after.is_some_and(is_letter))
    })
}

struct Columns {
    name: u16,
    text: u16,
}

impl Columns {
    fn explain(&self, rows: &mut Vec<Row>, entry: &Entry, ui: &Ui) {
        if self.text < NARROW {
            rows.push(Row::of(format!("  {}", entry.name), entry.style));
            let lines = wrap(entry.text, (self.text + self.name).saturating_sub(2));
            rows.extend(lines.into_iter().map(|l| Row::of(format!("    {l}"), ui.theme.text)));
            return;
        }
        for (at, line) in wrap(entry.text, self.text).into_iter().enumerate() {
            let name = if at == 0 { entry.name.as_str() } else { "" };
            let mut row = Row::of(format!("  {name}"), entry.style);
            row.space(self.name.saturating_sub(width(name)) + 2);
            rows.push(row.with(line, ui.theme.text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_as_a_word_and_a_sign_anywhere() {
        assert!(has_word(" orders-0  ISR {B A}", "ISR"));
        assert!(has_word("A 2✗ISR", "ISR"));
        assert!(!has_word("LEO 2", "LE"));
        assert!(has_word("fetch@2", "fetch@"));
        assert!(!has_word("prefetch@2", "fetch@"));
        assert!(has_word("B -1 ", "-1") && !has_word("orders-1", "-1") && !has_word("-12", "-1"));
        assert!(has_word("m1┃m2", "┃"));
        assert!(has_word("epoch 表: 0.10.2 没有", "epoch 表"));
    }
}
