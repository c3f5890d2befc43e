//! What changed in the step: each number with the formula that made it and the numbers put in.

use ratatui::layout::Rect;

use super::marks::Marks;
use super::mask;
use super::scene::Scene;
use super::text::{Canvas, Row, width};
use crate::command::Command;
use crate::engine::{Effect, Event};
use crate::lang::{Context, Label, Sentence};

/// A line of what changed: one effect, or an append with the LEO it made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    effect: &'a Effect,
    leo: Option<&'a Effect>,
    /// Which of the step's events it followed from.
    happening: usize,
}

impl<'a> Line<'a> {
    /// The effects it tells.
    pub(super) fn effects(&self) -> impl Iterator<Item = &'a Effect> {
        std::iter::once(self.effect).chain(self.leo)
    }

    /// It in words.
    pub(super) fn sentence(&self, scene: &Scene, cx: &Context) -> Sentence {
        let lang = scene.ui.lang;
        if self.effects().any(|effect| mask::would_tell(scene, effect)) {
            return Sentence { text: String::new(), outcome: Some(crate::session::MASK.into()) };
        }
        let mut sentence = lang.effect(cx, self.effect);
        if let Some(Sentence { outcome: Some(leo), .. }) = self.leo.map(|e| lang.effect(cx, e)) {
            sentence.outcome = Some(format!("{} {leo}", lang.label(Label::Leo)));
        }
        sentence
    }
}

/// The lines about this step. What the rest of the screen says already is left out: that time
/// passed (the heading), what brokers were told (what they became), a request (the wire), and a
/// reply that has arrived within the step.
pub(super) fn lines<'a>(scene: &Scene<'a>) -> Vec<Line<'a>> {
    let happened = &scene.session.here().happened;
    let arrives_after = |at: usize, effect: &Effect| match effect {
        Effect::RecordsSent { follower, partition, .. } => {
            let reply = Event::Reply { broker: *follower, partition: *partition };
            happened.iter().skip(at + 1).any(|h| h.event == reply)
        }
        _ => false,
    };
    let mut lines: Vec<Line> = Vec::new();
    for (happening, h) in happened.iter().enumerate() {
        for effect in &h.effects {
            match effect {
                Effect::Passed { .. } | Effect::Told { .. } | Effect::Asked { .. } => continue,
                _ if arrives_after(happening, effect) => continue,
                _ => {}
            }
            if let Effect::Leo { broker, partition, .. } = effect
                && let Some(line) = lines.last_mut()
                && line.leo.is_none()
                && let Effect::Appended { broker: b, partition: p, .. } = line.effect
                && (b, p) == (broker, partition)
            {
                line.leo = Some(effect);
                continue;
            }
            lines.push(Line { effect, leo: None, happening });
        }
    }
    lines
}

/// The lines that are in view: which, out of how many.
pub(super) struct View<'a> {
    /// The lines in view.
    pub lines: &'a [Line<'a>],
    from: usize,
    of: usize,
}

impl<'a> View<'a> {
    /// The lines in view in so many rows, scrolled past so many.
    pub(super) fn new(lines: &'a [Line<'a>], rows: u16, scroll: usize) -> Self {
        let rows = usize::from(rows);
        let from = scroll.min(lines.len().saturating_sub(rows));
        let upto = lines.len().min(from + rows);
        View { lines: lines.get(from..upto).unwrap_or(&[]), from, of: lines.len() }
    }
}

/// Draws the panel: a rule with what happened in it, and the lines.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene, view: &View, marks: &Marks) {
    let (theme, glyphs) = (scene.theme, scene.glyphs);
    canvas.rule(area, area.y, glyphs.level, theme.rule);
    let mut end = area.right().saturating_sub(2);
    if view.of > view.lines.len() {
        let first = view.from + 1;
        let last = view.from + view.lines.len();
        let place = format!(" {first}-{last}/{} ", view.of);
        canvas.row_right(end, area.y, area.width, &Row::of(&place, theme.dim));
        end = end.saturating_sub(width(&place) + 1);
    }
    let heading = format!(" {} ", heading(scene, view));
    canvas.text(area.x + 2, area.y, end.saturating_sub(area.x + 2), &heading, theme.strong);

    let cx = scene.context(marks);
    let rows = area.y.saturating_add(1)..area.bottom();
    if view.of == 0 && area.height > 1 && scene.before.is_some() {
        let nothing = scene.label(Label::NothingChanged);
        canvas.text(area.x + 5, area.y + 1, area.width, nothing, theme.dim);
    }
    for (y, line) in rows.zip(view.lines) {
        if let Some(sign) = marks.of_line(line) {
            canvas.text(area.x + 1, y, 3, &format!("({sign})"), theme.mark);
        }
        let sentence = line.sentence(scene, &cx);
        let style = style_of(scene, line);
        let left = area.x + 5;
        let mut right = area.right().saturating_sub(1);
        if let Some(outcome) = &sentence.outcome {
            let moved = outcome.contains(glyphs.arrow);
            let look = match outcome.as_str() {
                crate::session::MASK => theme.mask,
                _ if moved => theme.changed,
                _ => theme.dim,
            };
            canvas.row_right(right, y, area.width / 2, &Row::of(outcome, look));
            right = right.saturating_sub(width(outcome) + 2);
        }
        canvas.row(left, y, right.saturating_sub(left), &with_marks(&sentence.text, style, scene));
    }
}

/// A sentence with its marks in their own style.
fn with_marks(text: &str, style: ratatui::style::Style, scene: &Scene) -> Row {
    let mut row = Row::new();
    let mut rest = text;
    while let Some(at) = rest.find('(') {
        let is_mark = rest
            .get(at..at + 3)
            .is_some_and(|m| m.ends_with(')') && m[1..2].bytes().all(|b| b.is_ascii_lowercase()));
        let end = if is_mark { at + 3 } else { at + 1 };
        let split = if is_mark { at } else { end };
        row.push(&rest[..split], style);
        row.push(&rest[split..end], scene.theme.mark);
        rest = &rest[end..];
    }
    row.push(rest, style);
    row
}

fn style_of(scene: &Scene, line: &Line) -> ratatui::style::Style {
    let theme = scene.theme;
    match line.effect {
        Effect::Lost { .. }
        | Effect::Diverged { .. }
        | Effect::Failed { .. }
        | Effect::Dropped { .. } => theme.damage,
        Effect::Acked { .. } | Effect::Recovered { .. } => theme.good,
        Effect::Simplified { .. } => theme.banner,
        Effect::Hw { from, to, .. } if from == to => theme.dim,
        _ => theme.text,
    }
}

/// What happened: the event that the first line in view followed from; the command, where all that
/// followed from its events is in view.
fn heading(scene: &Scene, view: &View) -> String {
    let none = Marks::default();
    let cx = scene.context(&none);
    let lang = scene.ui.lang;
    let node = scene.session.here();
    if scene.before.is_none() {
        return scene.label(Label::Start).to_owned();
    }
    if let ([command], true) = (&node.commands[..], view.of <= view.lines.len()) {
        return lang.command(&cx, command, scene.before);
    }
    if view.of <= view.lines.len() {
        let all: Vec<String> = node
            .commands
            .iter()
            .map(|command| match command {
                Command::Event(event) => lang.event(&cx, event, None),
                _ => lang.command(&cx, command, None),
            })
            .collect();
        return all.join("; ");
    }
    let at = view.lines.first().map_or(0, |line| line.happening);
    let before = if at == 0 { scene.before } else { None };
    node.happened.get(at).map_or(String::new(), |h| lang.event(&cx, &h.event, before))
}
