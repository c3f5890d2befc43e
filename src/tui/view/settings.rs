//! The page of settings, the `acks` of each producer among them: each with its value, the release's
//! default, and where the value comes from.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::overlay::draw_rows;
use super::text::{Canvas, Row, width, wrap};
use crate::notation;
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
    let line = |name: String, now: String, default: String, origin: Origin| {
        let styles = styles(origin, now == default, ui);
        ([name, now, default, wording::origin(origin, release, ui.lang)], styles)
    };
    let mut lines = Vec::new();
    for acks in session.acks_in_force() {
        let name = format!("acks {}", session.names().producer(acks.producer));
        let now = notation::acks(acks.now);
        let (mut texts, styles) = line(name, now, notation::acks(acks.default), acks.origin);
        hide(&mut texts, hides(session, What::Acks(acks.producer)));
        lines.push((texts, styles));
    }
    for InForce { setting, name, now, default, origin } in session.settings() {
        let (mut texts, styles) = line(name.to_owned(), value(now), value(default), origin);
        hide(&mut texts, is_hidden(session, setting));
        lines.push((texts, styles));
    }
    let texts = [&heading].into_iter().chain(lines.iter().map(|(texts, _)| texts));
    let columns = Columns::new(texts, area.width.saturating_sub(4));
    let mut rows = Vec::new();
    columns.put(&mut rows, &heading, [theme.strong; 4]);
    for (texts, styles) in &lines {
        columns.put(&mut rows, texts, *styles);
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

/// Hides a value that must not be seen yet.
fn hide(texts: &mut [String; 4], is_hidden: bool) {
    if is_hidden {
        texts[1] = MASK.into();
    }
}

/// Whether it is the answer to a question.
fn is_hidden(session: &Session, setting: Setting) -> bool {
    match setting {
        Setting::MinIsr => hides(session, What::MinIsr),
        Setting::Unclean => hides(session, What::Unclean),
        _ => false,
    }
}

fn hides(session: &Session, what: What) -> bool {
    session.masked().is_some_and(|hidden| hidden.what == what)
}

/// What differs from the release's default stands out; so does what a step has changed.
fn styles(origin: Origin, is_default: bool, ui: &Ui) -> [Style; 4] {
    let theme = &ui.theme;
    let value = match origin {
        Origin::NotAsked => return [theme.dim; 4],
        Origin::Changed { .. } => theme.changed,
        Origin::Release | Origin::Program | Origin::File if is_default => theme.text,
        Origin::Release | Origin::Program | Origin::File => theme.strong,
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
