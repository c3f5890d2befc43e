//! The page of settings: each with its value, the release's default, and where the value comes from.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::overlay::draw_rows;
use super::text::{Canvas, Row, width, wrap};
use crate::scenario::quantity::What;
use crate::scenario::settings::{InForce, Origin, Setting, SettingValue};
use crate::session::{MASK, Session};
use crate::tui::ui::Ui;
use crate::tui::wording;

/// Columns between two columns.
const SPACE: u16 = 2;

/// Draws the page.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, session: &Session, ui: &Ui, scroll: usize) {
    let theme = &ui.theme;
    let release = session.setup().rules.release;
    let heading = wording::settings_heading(release, ui.lang);
    let lines: Vec<[String; 4]> = session
        .settings()
        .iter()
        .map(|line| {
            let now = if is_hidden(session, line.setting) { MASK.into() } else { value(line.now) };
            let origin = wording::origin(line.origin, release, ui.lang);
            [line.name.to_owned(), now, value(line.default), origin]
        })
        .collect();
    let columns = Columns::new([&heading].into_iter().chain(&lines), area.width.saturating_sub(4));
    let mut rows = Vec::new();
    columns.put(&mut rows, &heading, [theme.strong; 4]);
    for (line, texts) in session.settings().iter().zip(&lines) {
        columns.put(&mut rows, texts, styles(line, ui));
    }
    rows.push(Row::new());
    let note = wrap(wording::settings_note(ui.lang), area.width.saturating_sub(4));
    rows.extend(note.into_iter().map(|line| Row::of(line, theme.dim)));
    draw_rows(canvas, area, ui, &rows, scroll);
}

fn value(value: SettingValue) -> String {
    match value {
        SettingValue::Unset => "-".into(),
        SettingValue::Bool(on) => on.to_string(),
        SettingValue::Number(number) => number.to_string(),
        SettingValue::Word(word) => word.to_owned(),
    }
}

/// Whether it is the answer to a question.
fn is_hidden(session: &Session, setting: Setting) -> bool {
    let hides = |what: What| session.masked().is_some_and(|hidden| hidden.what == what);
    match setting {
        Setting::MinIsr => hides(What::MinIsr),
        Setting::Unclean => hides(What::Unclean),
        _ => false,
    }
}

/// What differs from the release's default stands out; so does what a step has changed.
fn styles(line: &InForce, ui: &Ui) -> [Style; 4] {
    let theme = &ui.theme;
    let value = match line.origin {
        Origin::NotAsked => return [theme.dim; 4],
        Origin::Changed { .. } => theme.changed,
        Origin::Release | Origin::Program | Origin::File if line.now != line.default => {
            theme.strong
        }
        Origin::Release | Origin::Program | Origin::File => theme.text,
    };
    [theme.text, value, theme.dim, value]
}

/// How wide the columns are.
struct Columns {
    widths: [u16; 4],
    /// There is no room for all in a row: a name has its own.
    is_narrow: bool,
}

impl Columns {
    fn new<'l>(lines: impl Iterator<Item = &'l [String; 4]>, room: u16) -> Self {
        let mut widths = [0; 4];
        for line in lines {
            for (wide, text) in widths.iter_mut().zip(line) {
                *wide = width(text).max(*wide);
            }
        }
        let all = widths.iter().fold(3 * SPACE, |sum, wide| sum.saturating_add(*wide));
        Columns { widths, is_narrow: all > room }
    }

    fn put(&self, rows: &mut Vec<Row>, texts: &[String; 4], styles: [Style; 4]) {
        let [name, now, default, origin] = texts;
        let mut row = Row::of(name, styles[0]);
        if self.is_narrow {
            rows.push(row);
            row = Row::new();
            row.space(SPACE);
        } else {
            row.space(self.widths[0].saturating_sub(width(name)) + SPACE);
        }
        // Numbers stand at the right of their columns.
        for (at, text) in [(1, now), (2, default)] {
            row.space(self.widths[at].saturating_sub(width(text)));
            row.push(text, styles[at]);
            row.space(SPACE);
        }
        rows.push(row.with(origin, styles[3]));
    }
}
