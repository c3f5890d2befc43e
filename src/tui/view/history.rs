//! The steps that led here, where there is room for them: what happened, not what followed.

use ratatui::layout::Rect;

use super::marks::Marks;
use super::scene::Scene;
use super::text::{Canvas, width};
use crate::lang::Label;
use crate::timeline::NodeId;

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
    let none = Marks::default();
    let cx = scene.context(&none);
    let rows = usize::from(area.height - 1);
    let parent = |id: &NodeId| timeline.node(*id).and_then(|node| node.parent);
    let mut path: Vec<NodeId> =
        std::iter::successors(Some(timeline.here_id()), parent).take(rows).collect();
    path.reverse();
    let number = width(&scene.session.here().depth.to_string());
    for (y, id) in (area.y + 1..area.bottom()).zip(&path) {
        let Some(node) = timeline.node(*id) else { continue };
        let before = node.parent.and_then(|p| timeline.node(p)).map(|n| &n.state);
        let commands: Vec<String> =
            node.commands.iter().map(|c| scene.ui.lang.command(&cx, c, before)).collect();
        let text = match node.parent {
            None => scene.label(Label::Start).to_owned(),
            Some(_) => commands.join("; "),
        };
        let is_here = *id == timeline.here_id();
        let style = if is_here { theme.strong } else { theme.dim };
        let sign = if is_here { scene.glyphs.chosen } else { " " };
        canvas.text(area.x + 1, y, 1, sign, theme.key);
        let depth = node.depth.to_string();
        let indent = number.saturating_sub(width(&depth));
        canvas.text(area.x + 3 + indent, y, number, &depth, theme.dim);
        let x = area.x + 5 + number;
        canvas.text(x, y, area.right().saturating_sub(x + 1), &text, style);
    }
}
