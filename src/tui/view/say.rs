//! What is told and asked at this step, whether its expectations held, and the banner that a
//! simplification puts up.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::scene::Scene;
use super::text::{Canvas, Row, width, wrap};
use crate::compare::{Remark, Side, colon, differences, name, tell};
use crate::lang::Label;

/// Most lines of the panel.
const MOST: usize = 4;

/// What is to be said, laid out for a width.
pub(super) struct Said {
    /// The question, if it fits into the rule.
    question: Option<String>,
    /// A question that does not, and what is told.
    lines: Vec<(String, Style)>,
}

impl Said {
    pub(super) fn new(scene: &Scene, area: Rect) -> Self {
        let theme = scene.theme;
        let room = area.width.saturating_sub(2);
        let question = scene.session.question(scene.ui.lang);
        let question = question.map(|q| format!("{}: {q}", scene.label(Label::Question)));
        let aside = match expectations(scene).width() {
            0 => 0,
            columns => columns + 1,
        };
        let in_rule = |text: &String| width(text) + 6 + aside <= area.width;
        let mut lines = Vec::new();
        if let Some(long) = question.as_ref().filter(|q| !in_rule(q)) {
            lines.extend(wrap(long, room).into_iter().map(|line| (line, theme.question)));
        }
        lines.extend(skipped(scene, room));
        lines.extend(another_story(scene, room));
        let mut told = scene.session.narration(scene.ui.lang).unwrap_or_default();
        let story = scene.session.another_story();
        let here = scene.session.position().step;
        if let Some(release) = scene.session.scenario().elsewhere().filter(|_| !told.is_empty()) {
            let lang = scene.ui.lang;
            told.insert_str(
                0,
                &match story {
                    Some((from, _)) if from < here => lang.words().told_of_another_story(release),
                    _ => tell(lang, Remark::ToldFor(release)),
                },
            );
        }
        lines.extend(wrap(&told, room).into_iter().map(|line| (line, theme.text)));
        if lines.len() > MOST {
            lines.truncate(MOST);
            // Wider than its row, so that it ends with an ellipsis.
            let blank = "\u{a0}".repeat(room.into());
            if let Some((last, _)) = lines.last_mut() {
                last.push_str(&blank);
            }
        }
        Said { question: question.filter(in_rule), lines }
    }

    /// How many lines it has, without the rule.
    pub(super) fn height(&self) -> u16 {
        self.lines.len() as u16
    }
}

/// Draws the panel: a rule with the question or the banner in it, and whether expectations held;
/// then what is told.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene, said: &Said) {
    let (theme, glyphs) = (scene.theme, scene.glyphs);
    canvas.rule(area, area.y, glyphs.level, theme.rule);
    let left = area.x + 2;
    let mut end = area.right().saturating_sub(2);
    let held = expectations(scene);
    let room = end.saturating_sub(left);
    if !held.is_empty() {
        canvas.row_right(end, area.y, room, &held);
        end = end.saturating_sub(held.width().min(room) + 1);
    }
    let room = end.saturating_sub(left);
    match &said.question {
        Some(question) => {
            canvas.text(left, area.y, room, &format!(" {question} "), theme.question);
        }
        None if !is_asked(scene) => {
            canvas.row_right(end, area.y, room, &banner(scene, has_room(scene)));
        }
        None => {}
    }
    if said.question.is_none() && !is_asked(scene) {
        let room = room.saturating_sub(banner(scene, has_room(scene)).width() + 1);
        canvas.row(left, area.y, room, &difference(scene));
    }
    for (y, (line, style)) in (area.y.saturating_add(1)..area.bottom()).zip(&said.lines) {
        canvas.text(area.x + 1, y, area.width.saturating_sub(2), line, *style);
    }
}

/// Whether something is asked at this step: then the rule has no room for the banner, and the
/// head has a short one.
pub(super) fn is_asked(scene: &Scene) -> bool {
    scene.session.masked().is_some()
}

/// What could not be done in this step, as it can under another release than the one that the
/// scenario was written for.
fn skipped(scene: &Scene, room: u16) -> Vec<(String, Style)> {
    let cx = scene.ui.context(scene.session);
    let lang = scene.ui.lang;
    let skipped = scene.session.here().skipped.iter().flat_map(|(command, refusal)| {
        let (command, reason) = (cx.notation().command(command), lang.refusal(&cx, *refusal));
        let said = Remark::Skipped { command: &command, reason: &reason };
        wrap(&format!("{} {}", scene.glyphs.no, tell(lang, said)), room)
    });
    let mut lines: Vec<_> = skipped.map(|line| (line, scene.theme.damage)).collect();
    if scene.session.here().is_left_out() {
        let text = tell(lang, Remark::NotNeeded(scene.setup.rules.release));
        lines.extend(wrap(&text, room).into_iter().map(|line| (line, scene.theme.dim)));
    }
    lines
}

/// At the step that makes it another story than the one that is told: why.
fn another_story(scene: &Scene, room: u16) -> Vec<(String, Style)> {
    let session = scene.session;
    let is_here = |from: &usize| *from == session.position().step && !session.is_by_hand();
    let Some((step, broken)) = session.another_story().filter(|(from, _)| is_here(from)) else {
        return Vec::new();
    };
    // What the step rests on may be what it asks.
    if session.masked().is_some() {
        return Vec::new();
    }
    let lang = scene.ui.lang;
    let broken = broken.tell(lang, session.setup(), scene.names);
    let said = format!("{} {}", scene.glyphs.differs, lang.words().another_story(step, &broken));
    wrap(&said, room).into_iter().map(|line| (line, scene.theme.changed)).collect()
}

/// Whether the rule has room for the whole banner: not beside what differs from the release that the
/// scenario was written for.
fn has_room(scene: &Scene) -> bool {
    scene.session.scenario().elsewhere().is_none()
}

/// Where the steps part from those under the release that the scenario was written for, and what
/// differs here.
fn difference(scene: &Scene) -> Row {
    let session = scene.session;
    let (Some(twin), Some(from)) = (&scene.ui.twin, session.scenario().elsewhere()) else {
        return Row::new();
    };
    let lang = scene.ui.lang;
    let id = session.timeline().here_id();
    let Some(step) = twin.parts_at(session, id) else {
        let text = format!(" = {} ", tell(lang, Remark::Same(from)));
        return Row::of(text, scene.theme.dim);
    };
    let mut text =
        format!(" {} {}", scene.glyphs.differs, tell(lang, Remark::Since { from, step }));
    if let Some(other) = twin.timeline().node(id) {
        let sides = [
            Side { state: scene.state, setup: scene.setup },
            Side { state: &other.state, setup: twin.timeline().setup() },
        ];
        let lines = differences(&sides);
        let names: Vec<String> =
            lines.iter().map(|line| name(line, scene.setup, scene.names)).collect();
        let here = match names.as_slice() {
            [] => tell(lang, Remark::SameHere),
            all => all.join(lang.words().separator()),
        };
        text += colon(lang);
        text += &here;
    }
    Row::of(text + " ", scene.theme.changed)
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
        // What was written for another release need not hold here.
        Some(_) if scene.session.scenario().elsewhere().is_some() => {
            if scene.session.masked().is_some() {
                return Row::new();
            }
            let text = format!(
                " {} {} {held}  {} {} ",
                glyphs.yes,
                scene.label(Label::Held),
                glyphs.differs,
                failures.len()
            );
            Row::of(text, theme.changed)
        }
        Some(first) => {
            let step = scene.session.position().step;
            let lang = scene.ui.lang;
            let failure = first.tell(lang, scene.session.setup(), scene.names);
            let text = lang.words().not_held(step, &failure);
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
pub(super) fn banner(scene: &Scene, in_full: bool) -> Row {
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
