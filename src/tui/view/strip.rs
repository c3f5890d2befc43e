//! The timeline in one row: every step, the present one marked, with signs for what became of each.
//!
//! ```text
//!  step  0  1  2?  3 ▸4✗★  5  6  7      ✗ down  ★ election  ? question
//!  step ⋯··?·✗★····▸57✗··!·⋯            the same, where there are many steps
//! ```
//!
//! A step of the script that nobody has been at yet shows no more than that something is asked there,
//! so that nothing is given away.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::mask;
use super::scene::Scene;
use super::target::Target;
use super::text::{Canvas, Row};
use crate::engine::Effect;
use crate::glyphs::Glyphs;
use crate::landmark::{Landmark, Seen, landmarks};
use crate::lang::Label;
use crate::timeline::NodeId;
use crate::tui::theme::Theme;

/// A step in the strip.
struct Stop {
    id: NodeId,
    name: String,
    landmarks: Vec<Landmark>,
    is_here: bool,
    by_hand: bool,
    is_seen: bool,
}

/// Draws the strip.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene) {
    if area.height == 0 {
        return;
    }
    let theme = scene.theme;
    let left = area.x + 1;
    let room = area.width.saturating_sub(2);
    let heading = Row::of(format!("{} ", scene.label(Label::Step)), theme.dim);
    canvas.row(left, area.y, room, &heading);
    let left = left.saturating_add(heading.width());
    let room = room.saturating_sub(heading.width());

    // No step takes less than a column, so no more of them than columns are looked at.
    let (stops, at) = stops(scene, room.into());
    let in_full = stops.iter().fold(Row::new(), |row, stop| row.and(full(scene, stop)));
    let all = legend(scene, &stops);
    // Where not all signs can be explained, those of this step are.
    let here = legend(scene, stops.get(at..=at).unwrap_or(&[]));
    let beside = |row: &Row, legend: &Row| row.width() + 2 + legend.width() <= room;
    let (row, legend) = if beside(&in_full, &all) {
        (in_full, all)
    } else if beside(&in_full, &here) || here.is_empty() && in_full.width() <= room {
        (in_full, here)
    } else {
        let kept = if here.is_empty() { 0 } else { here.width() + 2 };
        let row = short(scene, &stops, at, room.saturating_sub(kept));
        let legend = if beside(&row, &all) { all } else { here };
        (row, legend)
    };
    canvas.row(left, area.y, room, &row);
    if beside(&row, &legend) {
        canvas.row_right(left + room, area.y, legend.width(), &legend);
    }
}

/// The steps around here, at most so many on either side, and where among them this one is.
fn stops(scene: &Scene, most: usize) -> (Vec<Stop>, usize) {
    let timeline = scene.session.timeline();
    let mut ids: Vec<NodeId> = timeline.behind().take(most.saturating_add(1)).collect();
    ids.reverse();
    let at = ids.len().saturating_sub(1);
    ids.extend(timeline.ahead().take(most));
    let asked = scene.session.masked().is_some();
    // As the head counts: by hand from where the script was left.
    let in_script = |id: &NodeId| *id <= timeline.script_len();
    let root = ids.iter().copied().filter(in_script).max();
    let root = root.unwrap_or_else(|| timeline.script_root());
    let stop = |(place, id): (usize, NodeId)| {
        let is_here = place == at;
        let is_seen = timeline.is_seen(id);
        let depth = timeline.depth(id);
        let by_hand = !in_script(&id);
        // What comes would answer what is asked.
        let seen = match place > at {
            true if asked || !is_seen => Seen::Nothing,
            false if depth >= scene.acted.depth => {
                Seen::But(|effect: &Effect| mask::would_tell(scene, effect))
            }
            _ => Seen::All,
        };
        let landmarks = landmarks(scene.session, id, seen);
        let name =
            if by_hand { format!("+{}", depth.saturating_sub(root)) } else { depth.to_string() };
        Stop { id, name, landmarks, is_here, by_hand, is_seen }
    };
    (ids.into_iter().enumerate().map(stop).collect(), at)
}

/// A step with its number and all its signs.
fn full(scene: &Scene, stop: &Stop) -> Row {
    let theme = scene.theme;
    let name = match (stop.is_here, stop.by_hand, stop.is_seen) {
        (true, ..) => theme.selected,
        (_, true, _) => theme.changed,
        (_, _, true) => theme.text,
        (_, _, false) => theme.dim,
    };
    let before = if stop.is_here { scene.glyphs.chosen } else { " " };
    let mut row = Row::of(before, theme.key).with(stop.name.as_str(), name);
    for landmark in &stop.landmarks {
        let (sign, style) = look(*landmark, scene.glyphs, theme);
        row.push(sign, style);
    }
    row.with(" ", theme.text).aim(Target::Step(stop.id))
}

/// A column for each step, the present one in full and in view; at either end a sign that there
/// are more.
fn short(scene: &Scene, stops: &[Stop], at: usize, room: u16) -> Row {
    let theme = scene.theme;
    let here = stops.get(at).map(|stop| full(scene, stop)).unwrap_or_default();
    let columns = usize::from(room.saturating_sub(here.width()));
    let others = stops.len().saturating_sub(1);
    // Of the columns left, two are kept for the signs at the ends.
    let shown = if others <= columns { others } else { columns.saturating_sub(2) };
    let after = stops.len().saturating_sub(at + 1);
    let before = (shown / 2).max(shown.saturating_sub(after)).min(at);
    let after = (shown - before).min(after);
    let (from, upto) = (at - before, at + 1 + after);
    let more = |is_more: bool| match is_more {
        true => Row::of(scene.glyphs.gap, theme.dim),
        false => Row::new(),
    };
    let mut row = more(from > 0);
    for (place, stop) in stops.iter().enumerate().take(upto).skip(from) {
        if place == at {
            row.append(here.clone());
            continue;
        }
        let (sign, style) = match (stop.landmarks.first(), stop.by_hand) {
            (Some(landmark), _) => look(*landmark, scene.glyphs, theme),
            (None, true) => ("+", theme.changed),
            (None, false) => (scene.glyphs.step, if stop.is_seen { theme.text } else { theme.dim }),
        };
        row.append(Row::of(sign, style).aim(Target::Step(stop.id)));
    }
    row.and(more(upto < stops.len()))
}

/// What the signs in view mean.
fn legend(scene: &Scene, stops: &[Stop]) -> Row {
    let mut row = Row::new();
    for landmark in Landmark::ALL {
        if stops.iter().any(|stop| stop.landmarks.contains(&landmark)) {
            let (sign, style) = look(landmark, scene.glyphs, scene.theme);
            row.space(if row.is_empty() { 0 } else { 2 });
            row.push(sign, style);
            row.push(format!(" {}", scene.label(word(landmark))), scene.theme.dim);
        }
    }
    row
}

fn word(landmark: Landmark) -> Label {
    match landmark {
        Landmark::Loss => Label::Lost,
        Landmark::Divergence => Label::Diverged,
        Landmark::Broken => Label::Broken,
        Landmark::Down => Label::Down,
        Landmark::Election => Label::Election,
        Landmark::Truncation => Label::Truncation,
        Landmark::Question => Label::Question,
    }
}

pub(super) fn look(
    landmark: Landmark,
    glyphs: &'static Glyphs,
    theme: &Theme,
) -> (&'static str, Style) {
    match landmark {
        Landmark::Loss => (glyphs.loss, theme.damage),
        Landmark::Divergence => (glyphs.parting, theme.damage),
        Landmark::Broken => (glyphs.breach, theme.damage),
        Landmark::Down => (glyphs.death, theme.down),
        Landmark::Election => (glyphs.election, theme.leader),
        Landmark::Truncation => (glyphs.cut, theme.changed),
        Landmark::Question => (glyphs.question, theme.question),
    }
}
