//! The tree of branches that lies over the screen: the script, and what was done by hand beside it.

use ratatui::layout::Rect;

use super::overlay::draw_rows;
use super::target::Target;
use super::text::{Canvas, Row, cut, width};
use crate::landmark::Landmark;
use crate::session::{Session, Twig};
use crate::timeline::SCRIPT;
use crate::tui::actions::Action;
use crate::tui::ui::Ui;
use crate::tui::wording;

use super::strip;

/// Columns by which a branch stands to the right of the one that it grows from.
const INDENT: u16 = 2;
/// Columns between two columns.
const GAP: u16 = 2;
/// What can be done with the chosen line.
const HINTS: [Action; 7] = [
    Action::Next,
    Action::RenameBranch,
    Action::NoteBranch,
    Action::DeleteBranch,
    Action::Undo,
    Action::SaveBranch,
    Action::Save,
];

/// Draws the tree.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, session: &Session, ui: &Ui, chosen: usize) {
    let theme = &ui.theme;
    let tree = session.tree();
    let heading = [wording::name(Action::Branches, ui.lang)];
    let mut rows = vec![Row::of(heading[0], theme.leader)];
    let names: Vec<String> = tree.iter().map(|twig| name(twig, ui)).collect();
    let named = tree.iter().zip(&names).map(|(twig, name)| indent(twig) + width(name));
    let named = named.max().unwrap_or(0);
    let sized = tree.iter().map(|twig| width(&size(twig, ui))).max().unwrap_or(0);
    let room = area.width.saturating_sub(4);
    for (at, (twig, name)) in tree.iter().zip(&names).enumerate() {
        let style = if at == chosen { theme.selected } else { theme.text };
        let sign = if at == chosen { ui.glyphs.chosen } else { " " };
        let here = if twig.is_here { ui.glyphs.here } else { " " };
        let mut row = Row::of(sign, theme.key).with(here, theme.changed).with(" ", theme.text);
        row.space(indent(twig));
        if twig.level > 0 {
            row.push(ui.glyphs.from_above, theme.dim);
            row.push(" ", theme.text);
        }
        row.push(name.as_str(), style);
        row.space(named.saturating_sub(indent(twig) + width(name)) + GAP);
        if twig.level == 0 {
            row.space(INDENT);
        }
        let size = size(twig, ui);
        row.push(size.as_str(), theme.dim);
        row.space(sized.saturating_sub(width(&size)) + 1);
        for mark in marks(session, twig) {
            let (sign, style) = strip::look(mark, ui.glyphs, theme);
            row.push(sign, style);
        }
        let left = room.saturating_sub(row.width() + GAP);
        if !twig.note.is_empty() && left > 3 {
            row.space(GAP);
            row.push(cut(&twig.note, left, ui.glyphs.ellipsis), theme.dim);
        }
        rows.push(row.aim(Target::Branch(twig.branch)));
    }
    rows.push(Row::new());
    rows.extend(hints(ui, room));
    // The chosen line stays in view, with the heading or the hints where there is room.
    let inside = usize::from(area.height.saturating_sub(2));
    let scroll = (chosen + 2).saturating_sub(inside.saturating_sub(3));
    draw_rows(canvas, area, ui, &rows, scroll);
    if let Some(message) = &ui.message {
        let y = area.bottom().saturating_sub(1);
        canvas.clear(Rect { y, height: 1, ..area }, theme.message);
        canvas.text(area.x + 1, y, area.width.saturating_sub(2), message, theme.message);
    }
}

fn indent(twig: &Twig) -> u16 {
    u16::try_from(twig.level.saturating_sub(1)).unwrap_or(u16::MAX).saturating_mul(INDENT).min(20)
}

fn name(twig: &Twig, ui: &Ui) -> String {
    twig.name.clone().unwrap_or_else(|| wording::branch(twig.number, ui.lang))
}

fn size(twig: &Twig, ui: &Ui) -> String {
    let from = (twig.branch != SCRIPT).then_some(twig.from);
    wording::branch_size(from, twig.steps, ui.lang)
}

/// The landmarks of a branch, each once; of the script, of what has been seen.
fn marks(session: &Session, twig: &Twig) -> Vec<Landmark> {
    let timeline = session.timeline();
    let way = timeline.behind_of(twig.tip).take_while(|id| timeline.branch_of(*id) == twig.branch);
    let mut has = [false; Landmark::ALL.len()];
    for id in way.filter(|id| timeline.is_seen(*id)) {
        let traits = timeline.traits(id);
        for (has, mark) in has.iter_mut().zip(Landmark::ALL) {
            *has |= traits.has(mark);
        }
    }
    // The present question may ask for what one of them tells.
    if session.masked().is_some() && twig.is_here {
        return Vec::new();
    }
    Landmark::ALL.into_iter().zip(has).filter_map(|(mark, has)| has.then_some(mark)).collect()
}

/// What keys do here.
fn hints(ui: &Ui, room: u16) -> Vec<Row> {
    let theme = &ui.theme;
    let mut rows = Vec::new();
    let mut row = Row::new();
    for action in HINTS {
        let Some(key) = ui.keys.keys(action).first() else { continue };
        let name = match action {
            Action::Next => wording::go(ui.lang),
            _ => wording::name(action, ui.lang),
        };
        let key = match action {
            Action::Next => crate::tui::key::Key::Enter.to_string(),
            _ => key.to_string(),
        };
        let hint = Row::of(key, theme.key).with(format!(" {name}"), theme.text);
        if row.width() > 0 && row.width() + GAP + hint.width() > room {
            rows.push(std::mem::take(&mut row));
        }
        row.space(if row.width() == 0 { 0 } else { GAP });
        row.append(hint.aim(Target::Key(action)));
    }
    rows.push(row);
    rows
}
