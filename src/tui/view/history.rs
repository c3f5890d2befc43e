//! The steps that led here, where there is room for them: what happened, and with more room what
//! followed.

use ratatui::layout::Rect;

use super::changes;
use super::happened;
use super::marks::Marks;
use super::scene::Scene;
use super::target::{Panel, Target};
use super::text::{Canvas, Row, width, wrap};
use crate::compare::{Remark, semicolon, tell};
use crate::lang::Label;
use crate::timeline::{Node, NodeId};

/// A step with the lines about it.
struct Entry<'a> {
    id: NodeId,
    node: &'a Node,
    /// What happened.
    text: String,
    /// The same, wrapped.
    happened: Vec<String>,
    /// How many of those lines are shown.
    shown: usize,
    /// What followed, if it is shown.
    followed: Vec<String>,
}

/// Draws the last steps, this one below.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene) {
    if area.height < 2 {
        return;
    }
    let theme = scene.theme;
    canvas.rule(area, area.y, scene.glyphs.level, theme.rule);
    let heading = format!(" {} ", scene.label(Label::Event));
    canvas.text(area.x + 2, area.y, area.width.saturating_sub(4), &heading, theme.dim);

    let timeline = scene.session.timeline();
    let depth = scene.session.here().depth;
    let rows = usize::from(area.height - 1);
    let last = (depth + 1).saturating_sub(rows);
    canvas.scrolls(area, Panel::History, last);
    let skip = scene.ui.history_scroll.min(last);
    if last > 0 {
        let newest = depth - skip;
        let oldest = (newest + 1).saturating_sub(rows);
        let place = Row::of(format!(" {oldest}-{newest}/{depth} "), theme.dim);
        canvas.row_right(area.right().saturating_sub(2), area.y, area.width, &place);
    }

    let number = width(&depth.to_string());
    let x = area.x + 5 + number;
    let room = area.right().saturating_sub(x + 1);
    let mut entries: Vec<Entry> = timeline
        .behind()
        .skip(skip)
        .take(rows)
        .filter_map(|id| {
            let node = timeline.node(id)?;
            let text = text(scene, node);
            let happened = wrap(&text, room);
            Some(Entry { id, node, text, happened, shown: 1, followed: Vec::new() })
        })
        .collect();
    fill(scene, &mut entries, rows, room);

    let mut y = area.y + 1;
    for entry in entries.iter().rev() {
        let is_here = entry.id == timeline.here_id();
        let told = entry.node.depth > 0 && entry.node.happened.is_empty();
        let style = if is_here && !told { theme.strong } else { theme.dim };
        let sign = if is_here { scene.glyphs.chosen } else { " " };
        canvas.text(area.x + 1, y, 1, sign, theme.key);
        let depth = entry.node.depth.to_string();
        let indent = number.saturating_sub(width(&depth));
        canvas.text(area.x + 3 + indent, y, number, &depth, theme.dim);
        let top = y;
        if entry.shown < entry.happened.len() {
            // The ellipsis says that there is more.
            canvas.text(x, y, room, &entry.text, style);
            y += 1;
        } else {
            for line in entry.happened.iter().take(entry.shown) {
                canvas.text(x, y, room, line, style);
                y += 1;
            }
            // A step in which nothing was done has no line, but a row.
            y = y.max(top + 1);
        }
        for line in &entry.followed {
            canvas.text(x + 2, y, room.saturating_sub(2), line, theme.dim);
            y += 1;
        }
        let row = Rect { y: top, height: y - top, ..area };
        canvas.click(row.intersection(area), Target::Step(entry.id));
    }
}

/// What happened in a step.
fn text(scene: &Scene, node: &Node) -> String {
    let none = Marks::default();
    let cx = scene.context(&none);
    let timeline = scene.session.timeline();
    let Some(parent) = node.parent else { return scene.label(Label::Start).to_owned() };
    let before = timeline.node(parent).map(|n| &n.state);
    let skipped = node.skipped.iter().map(|(command, refusal)| {
        let lang = scene.ui.lang;
        let (command, reason) = (cx.notation().command(command), lang.refusal(&cx, *refusal));
        tell(lang, Remark::Skipped { command: &command, reason: &reason })
    });
    let skipped: Vec<String> = skipped.collect();
    match node.happened.is_empty() {
        _ if !skipped.is_empty() => {
            let done = happened::in_full(scene, node, before, &cx);
            [done]
                .into_iter()
                .filter(|done| !done.is_empty())
                .chain(skipped)
                .collect::<Vec<_>>()
                .join(semicolon(scene.ui.lang))
        }
        true if node.is_left_out() => {
            tell(scene.ui.lang, Remark::NotNeeded(scene.setup.rules.release))
        }
        true => scene.label(Label::OnlyTold).to_owned(),
        false => happened::in_full(scene, node, before, &cx),
    }
}

/// Gives the rows that the steps leave to their longer lines, the newest first, and then to what
/// followed from each. What followed from this step stands above already.
fn fill(scene: &Scene, entries: &mut [Entry], rows: usize, room: u16) {
    let mut spare = rows.saturating_sub(entries.len());
    for entry in entries.iter_mut() {
        let more = entry.happened.len().saturating_sub(1);
        if more > spare {
            return;
        }
        spare -= more;
        entry.shown += more;
    }
    let acted = scene.acted.depth;
    for entry in entries.iter_mut().filter(|entry| entry.node.depth < acted) {
        let followed = followed(scene, entry.node, room.saturating_sub(2));
        if followed.len() > spare {
            return;
        }
        spare -= followed.len();
        entry.followed = followed;
    }
}

/// What followed from a step, but for what the present question hides.
fn followed(scene: &Scene, node: &Node, room: u16) -> Vec<String> {
    let none = Marks::default();
    let cx = scene.context(&none);
    let mut followed = Vec::new();
    for line in changes::lines_of(scene, node) {
        if line.is_hidden(scene) {
            continue;
        }
        let sentence = line.sentence(scene, &cx);
        let text = match sentence.outcome {
            Some(outcome) => format!("{}   {outcome}", sentence.text),
            None => sentence.text,
        };
        followed.extend(wrap(&text, room));
    }
    followed
}
