//! What is told and asked at this step, whether its expectations held, and the banner that a
//! simplification puts up.

use ratatui::layout::Rect;

use super::scene::Scene;
use super::text::{Canvas, Row, wrap};
use crate::lang::Label;

/// The lines of narration at a width.
pub(super) fn lines(scene: &Scene, area: Rect) -> Vec<String> {
    let text = scene.session.narration(scene.ui.lang).unwrap_or_default();
    wrap(&text, area.width.saturating_sub(2))
}

/// Draws the panel: a rule with the question, the banner and the expectations in it, then what is
/// told.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene, lines: &[String]) {
    let (theme, glyphs) = (scene.theme, scene.glyphs);
    canvas.rule(area, area.y, glyphs.level, theme.rule);
    let left = area.x + 2;
    let mut end = area.right().saturating_sub(2);
    let question = scene.session.question(scene.ui.lang);
    let banner = banner(scene, question.is_none());
    let mut room = end.saturating_sub(left);
    for row in [expectations(scene), banner] {
        if !row.is_empty() {
            canvas.row_right(end, area.y, room, &row);
            end = end.saturating_sub(row.width().min(room) + 1);
            room = end.saturating_sub(left);
        }
    }
    if let Some(question) = question {
        let text = format!(" {}: {question} ", scene.label(Label::Question));
        canvas.text(left, area.y, room, &text, theme.question);
    }
    for (y, line) in (area.y.saturating_add(1)..area.bottom()).zip(lines) {
        canvas.text(area.x + 1, y, area.width.saturating_sub(2), line, theme.text);
    }
}

/// How many expectations held; the first that did not.
fn expectations(scene: &Scene) -> Row {
    let (theme, glyphs) = (scene.theme, scene.glyphs);
    let mut held = 0;
    let mut failures = Vec::new();
    for checked in scene.session.expectations() {
        match checked.failure {
            None => held += 1,
            Some(failure) => failures.push(failure),
        }
    }
    match failures.first() {
        Some(first) => {
            let step = scene.session.position().step;
            let text = scene.ui.lang.words().not_held(step, first);
            let more = match failures.len() {
                1 => String::new(),
                n => format!(" +{}", n - 1),
            };
            Row::of(format!(" {} {text}{more} ", glyphs.no), theme.damage)
        }
        // The expectations would give the answer away.
        None if held == 0 || scene.session.masked().is_some() => Row::new(),
        None => Row::of(format!(" {} {} {held} ", glyphs.yes, scene.label(Label::Held)), theme.dim),
    }
}

/// That a simplification has been used; in full, which.
fn banner(scene: &Scene, in_full: bool) -> Row {
    let words = scene.ui.lang.words();
    let used: Vec<&str> =
        scene.session.simplifications().map(|what| words.simplification(what)).collect();
    let text = match (used.as_slice(), in_full) {
        ([], _) => return Row::new(),
        ([first], true) => (*first).to_owned(),
        ([first, ..], true) => format!("{first} +{}", used.len() - 1),
        (_, false) => scene.label(Label::Simplified).to_owned(),
    };
    Row::of(format!(" {text} "), scene.theme.banner)
}
