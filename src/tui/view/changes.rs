//! What changed in the step: each number with the formula that made it and the numbers put in.

use ratatui::layout::Rect;

use super::happened;
use super::layout::{Screen, USUAL_COLUMNS};
use super::marks::Marks;
use super::mask;
use super::scene::Scene;
use super::target::Panel;
use super::text::{Canvas, Row, width};
use crate::engine::{Effect, Effect as E, Event, Value};
use crate::lang::{Context, Label, Sentence, changed};
use crate::session::MASK;
use crate::timeline::Node;
use crate::tui::actions::Action;

/// Columns before a sentence, for its mark.
const TEXT: u16 = 5;

/// A line of what changed: one effect, an append with the LEO it made, or short effects in a row.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    effects: Vec<&'a Effect>,
    /// The LEO that an append made.
    leo: Option<&'a Effect>,
    /// Which of the step's events it followed from.
    happening: usize,
}

impl<'a> Line<'a> {
    /// The effects it tells.
    pub(super) fn effects(&self) -> impl Iterator<Item = &'a Effect> {
        self.effects.iter().copied().chain(self.leo)
    }

    /// Whether a question hides it.
    pub(super) fn is_hidden(&self, scene: &Scene) -> bool {
        self.effects().any(|effect| mask::would_tell(scene, effect))
    }

    /// It in words.
    pub(super) fn sentence(&self, scene: &Scene, cx: &Context) -> Sentence {
        let lang = scene.ui.lang;
        if self.is_hidden(scene) {
            return Sentence { text: lang.label(Label::Hidden).to_owned(), outcome: None };
        }
        // A partition is named where it is another one than was told of before: than that on the
        // screen at first, than that of the effect before it then.
        let mut about = scene.partition;
        let tell = |alike: &[&Effect]| {
            let effect = alike.first()?;
            let before = about;
            about = effect.partition().unwrap_or(before);
            let values: Vec<Value> = match alike {
                [_] => Vec::new(),
                all => all.iter().filter_map(|effect| value_of(effect)).collect(),
            };
            let cx = Context { alike: &values, ..*cx };
            Some(match about == before {
                true => lang.words().effect(&cx, effect),
                false => lang.effect(&cx, effect),
            })
        };
        let alike = self.effects.chunk_by(|a, b| are_alike(a, b));
        let sentences: Vec<Sentence> = alike.filter_map(tell).collect();
        let outcome = match (self.effects.first(), self.leo) {
            (Some(Effect::Appended { offset: from, .. }), Some(Effect::Leo { to, .. })) => {
                let leo = lang.label(Label::Leo);
                Some(format!("{leo} {from} {} {to}", scene.glyphs.arrow))
            }
            _ => sentences.iter().find_map(|s| s.outcome.clone()),
        };
        let texts: Vec<String> = sentences.into_iter().map(|s| s.text).collect();
        let between = match self.effects.first() {
            Some(Effect::Appended { .. }) => format!(" {} ", scene.glyphs.gap),
            _ => "; ".to_owned(),
        };
        Sentence { text: texts.join(&between), outcome }
    }

    /// Whether it and the other one say the same of different records.
    fn is_like(&self, next: &Line) -> bool {
        let ([.., last], [first]) = (&self.effects[..], &next.effects[..]) else { return false };
        are_alike(last, first)
    }

    /// Whether it is about appends, and the other one about the append that came next.
    fn is_append_before(&self, next: &Line) -> bool {
        let (
            Some(E::Appended { broker, partition, offset, .. }),
            [E::Appended { broker: b, partition: p, offset: o, .. }],
        ) = (self.effects.last().copied(), &next.effects[..])
        else {
            return false;
        };
        (broker, partition) == (b, p) && offset.checked_add(1) == Some(*o)
    }

    /// Whether it is about no number and no damage, so that it can share its row.
    fn is_short(&self) -> bool {
        self.leo.is_none()
            && self.effects.iter().all(|effect| {
                changed(effect).is_none()
                    && !matches!(
                        effect,
                        E::Lost { .. }
                            | E::Recovered { .. }
                            | E::Diverged { .. }
                            | E::Broken { .. }
                            | E::Mended { .. }
                            | E::Acked { .. }
                            | E::Failed { .. }
                            | E::Dropped { .. }
                            | E::Simplified { .. }
                    )
            })
    }
}

/// Whether two effects say the same of two records.
fn are_alike(one: &Effect, other: &Effect) -> bool {
    let Some(of_one) = value_of(one) else { return false };
    let mut like = other.clone();
    let (E::Failed { value, .. } | E::Dropped { value, .. } | E::Unasked { value, .. }) = &mut like
    else {
        return false;
    };
    *value = of_one;
    like == *one
}

/// The record of an effect that can be told of several at once.
fn value_of(effect: &Effect) -> Option<Value> {
    match effect {
        E::Failed { value, .. } | E::Dropped { value, .. } | E::Unasked { value, .. } => {
            Some(*value)
        }
        _ => None,
    }
}

/// The lines about this step.
pub(super) fn lines<'a>(scene: &Scene<'a>) -> Vec<Line<'a>> {
    lines_of(scene, scene.acted)
}

/// The lines about a step. What the rest of the screen says already is left out: that time
/// passed (the heading), what brokers were told (what they became), a request that was served and a
/// reply that has arrived within the step, what the controller noticed of a death within the step (its
/// row), the reign of a leader that was elected within the step.
pub(super) fn lines_of<'a>(scene: &Scene, node: &'a Node) -> Vec<Line<'a>> {
    let happened = &node.happened;
    let step = || happened.iter().flat_map(|h| &h.effects);
    let is_told_elsewhere = |at: usize, effect: &Effect| match effect {
        E::Passed { .. } | E::Told { .. } => true,
        E::Asked { broker, partition, .. } => {
            let serve = Event::Serve { broker: *broker, partition: *partition };
            happened.iter().skip(at + 1).any(|h| h.event == serve)
        }
        E::RecordsSent { follower, partition, .. } => {
            let reply = Event::Reply { broker: *follower, partition: *partition };
            happened.iter().skip(at + 1).any(|h| h.event == reply)
        }
        E::NoticedDeath { broker } => {
            step().any(|e| matches!(e, E::Down { broker: b, .. } if b == broker))
        }
        E::NoticedReturn { broker } => {
            step().any(|e| matches!(e, E::Up { broker: b } if b == broker))
        }
        E::LeaderNow { broker, partition, epoch, .. } => step().any(|e| {
            matches!(e, E::Elected { leader, partition: p, epoch: e, .. }
                if (leader, p, e) == (broker, partition, epoch))
        }),
        _ => false,
    };
    let mut lines: Vec<Line> = Vec::new();
    for (happening, h) in happened.iter().enumerate() {
        for effect in h.effects.iter().filter(|e| !is_told_elsewhere(happening, e)) {
            if let E::Leo { broker, partition, .. } = effect
                && let Some(line) = lines.last_mut()
                && line.leo.is_none()
                && let [E::Appended { broker: b, partition: p, .. }] = line.effects[..]
                && (b, p) == (broker, partition)
            {
                line.leo = Some(effect);
                continue;
            }
            let line = Line { effects: vec![effect], leo: None, happening };
            // How many lines a question hides would be a hint.
            if line.is_hidden(scene) && lines.last().is_some_and(|last| last.is_hidden(scene)) {
                continue;
            }
            lines.push(line);
        }
    }
    lines
}

/// If there are more lines than rows, leaves out what a follower's own row shows of a request that
/// vanished, tells the same failure of several records once, and puts short ones that follow each
/// other into one row.
pub(super) fn condense<'a>(
    scene: &Scene,
    screen: &Screen,
    mut lines: Vec<Line<'a>>,
) -> Vec<Line<'a>> {
    let rows = usize::from(screen.changes.height.saturating_sub(1));
    let columns = screen.changes.width.min(USUAL_COLUMNS);
    if lines.len() <= rows {
        return lines;
    }
    lines.retain(|line| match line.effects[..] {
        [E::Vanished { broker, partition, .. }] => {
            let shown = *partition == scene.partition
                && screen.is_full(*broker)
                && scene.state.follower(*broker, *partition).is_some_and(|f| f.call.is_none());
            !shown
        }
        _ => true,
    });
    if lines.len() <= rows {
        return lines;
    }
    let none = Marks::default();
    let cx = scene.context(&none);
    let mut condensed: Vec<Line> = Vec::new();
    for line in lines {
        if let Some(last) = condensed.last_mut()
            && last.is_like(&line)
        {
            last.effects.extend(&line.effects);
            continue;
        }
        if let Some(last) = condensed.last_mut()
            && last.is_append_before(&line)
        {
            last.effects.truncate(1);
            last.effects.extend(&line.effects);
            last.leo = last.leo.and(line.leo);
            continue;
        }
        if let Some(last) = condensed.last_mut()
            && last.is_short()
            && line.is_short()
            && last.happening == line.happening
        {
            let mut both = last.clone();
            both.effects.extend(&line.effects);
            if width(&both.sentence(scene, &cx).text) + TEXT < columns {
                *last = both;
                continue;
            }
        }
        condensed.push(line);
    }
    condensed
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
    canvas.scrolls(area, Panel::Changes, view.of - view.lines.len());
    let mut end = area.right().saturating_sub(2);
    if view.of > view.lines.len() {
        let first = view.from + 1;
        let last = view.from + view.lines.len();
        let key = scene.ui.keys.keys(Action::ScrollDown).first().map(ToString::to_string);
        let place = format!(" {} {first}-{last}/{} ", key.unwrap_or_default(), view.of);
        canvas.row_right(end, area.y, area.width, &Row::of(&place, theme.dim));
        end = end.saturating_sub(width(&place) + 1);
    }
    let none = Marks::default();
    let room = end.saturating_sub(area.x + 2);
    let heading = match scene.before {
        None => scene.label(Label::Start).to_owned(),
        Some(_) => happened::fitting(
            scene,
            scene.acted,
            scene.before,
            &scene.context(&none),
            room.saturating_sub(2),
        ),
    };
    if !heading.is_empty() {
        canvas.text(area.x + 2, area.y, room, &format!(" {heading} "), theme.strong);
    }

    let cx = scene.context(marks);
    let rows = area.y.saturating_add(1)..area.bottom();
    if view.of == 0 && area.height > 1 && scene.before.is_some() {
        let nothing = scene.label(Label::NothingChanged);
        canvas.text(area.x + TEXT, area.y + 1, area.width, nothing, theme.dim);
    }
    for (y, line) in rows.zip(view.lines) {
        let is_hidden = line.is_hidden(scene);
        if is_hidden {
            canvas.text(area.x + 2, y, 1, MASK, theme.mask);
        } else if let Some(sign) = marks.of_line(line) {
            canvas.text(area.x + 1, y, 3, &format!("({sign})"), theme.mark);
        }
        let mut sentence = line.sentence(scene, &cx);
        let style = if is_hidden { theme.dim } else { style_of(scene, line) };
        let left = area.x + TEXT;
        // An outcome stands no further from its sentence than on a screen of usual width.
        let mut right = area.x.saturating_add(area.width.min(USUAL_COLUMNS)).saturating_sub(1);
        if let Some(outcome) = &sentence.outcome {
            let moved = outcome.contains(glyphs.arrow);
            let look = if moved { theme.changed } else { theme.dim };
            canvas.row_right(right, y, area.width / 2, &Row::of(outcome, look));
            right = right.saturating_sub(width(outcome) + 2);
        }
        if width(&sentence.text) > right.saturating_sub(left) {
            sentence = line.sentence(scene, &Context { is_brief: true, ..cx });
        }
        canvas.row(left, y, right.saturating_sub(left), &with_marks(&sentence.text, style, scene));
    }
}

/// A sentence with its marks in their own style.
fn with_marks(text: &str, style: ratatui::style::Style, scene: &Scene) -> Row {
    let mut row = Row::new();
    let mut rest = text;
    while let Some(at) = rest.find('(') {
        let is_mark = matches!(rest.as_bytes().get(at..at + 3), Some([b'(', b'a'..=b'z', b')']));
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
    let Some(first) = line.effects.first() else { return theme.text };
    match first {
        Effect::Lost { .. }
        | Effect::Diverged { .. }
        | Effect::Broken { .. }
        | Effect::Failed { .. }
        | Effect::Dropped { .. } => theme.damage,
        Effect::Acked { .. } | Effect::Recovered { .. } | Effect::Mended { .. } => theme.good,
        Effect::Simplified { .. } => theme.banner,
        Effect::Hw { from, to, .. } if from == to => theme.dim,
        _ => theme.text,
    }
}
