//! The list of releases: each with whether the steps on the screen would part from what they are, and
//! where.

use ratatui::layout::Rect;

use super::overlay::draw_rows;
use super::target::Target;
use super::text::{Canvas, Row, width, wrap};
use crate::compare::{Remark, tell};
use crate::replay::{Candidate, Prospect};
use crate::session::Session;
use crate::tui::key::Key;
use crate::tui::ui::Ui;

/// Columns between two columns.
const SPACE: u16 = 2;

/// Draws the list, the chosen line in view.
pub(super) fn draw(
    canvas: &mut Canvas,
    area: Rect,
    session: &Session,
    ui: &Ui,
    selected: usize,
    list: &[Candidate],
) {
    let theme = &ui.theme;
    let lang = ui.lang;
    let here = session.setup().rules.version();
    let names = list.iter().map(|candidate| width(candidate.rules.version())).max().unwrap_or(0);
    let is_masked = session.masked().is_some();
    let mut rows = vec![Row::of(tell(lang, Remark::Releases), theme.leader)];
    for (at, candidate) in list.iter().enumerate() {
        let release = candidate.rules.version();
        let style = if at == selected { theme.selected } else { theme.text };
        let sign = if at == selected { ui.glyphs.chosen } else { " " };
        let mut row = Row::of(sign, theme.key).with(format!(" {release}"), style);
        row.space(names.saturating_sub(width(release)) + SPACE);
        let (told, look) = match candidate.prospect {
            Prospect::Here => {
                (format!("{} {}", ui.glyphs.here, tell(lang, Remark::Here)), theme.dim)
            }
            // Where it parts may be what is asked.
            _ if is_masked => (String::new(), theme.dim),
            Prospect::Unknown => (String::new(), theme.dim),
            Prospect::Same => (format!("= {}", tell(lang, Remark::Same(here))), theme.dim),
            Prospect::Parts(step) => {
                let parts = tell(lang, Remark::Parts { from: here, step });
                (format!("{} {parts}", ui.glyphs.differs), theme.changed)
            }
        };
        row.push(told, look);
        if candidate.is_own {
            row.space(SPACE);
            row.push(tell(lang, Remark::OfTheFile), theme.strong);
        }
        rows.push(row.aim(Target::Release(at)));
    }
    rows.push(Row::new());
    let choose = tell(lang, Remark::Choose(&Key::Enter.to_string()));
    let lines = wrap(&choose, area.width.saturating_sub(4));
    rows.extend(lines.into_iter().map(|line| Row::of(line, theme.dim)));
    let middle = usize::from(area.height / 2);
    draw_rows(canvas, area, ui, &rows, (selected + 1).saturating_sub(middle));
}
