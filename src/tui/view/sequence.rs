//! The sequence diagram: a column a lane, time downwards, the present step marked at the left.
//!
//! ```text
//!         p1           A            B       controller
//!    4    │            │            │            │
//!   ▸5    │            │──fetch@2──▸■            │
//!   ▸     │            ┊            │ hw 2       │
//!   ▸     │◂─────────m2 acked───────│            │
//! ```

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::{MIN_COLUMNS, MIN_ROWS, footer};
use super::mask;
use super::scene::Scene;
use super::target::Target;
use super::text::{Canvas, Row as Line, cut, fitting, width};
use crate::engine::Effect;
use crate::lang::Label;
use crate::sequence::{
    About, Arrow, Band, Content, Fate, Filter, Lane, Mark, Note, Row, Telling, fate, hidden, window,
};
use crate::session::MASK;
use crate::tui::actions::Action;
use crate::tui::wording;

/// Rows above the diagram: the title, the names of the lanes.
const HEAD: u16 = 2;
/// The least columns from lane to lane.
const LEAST_GAP: u16 = 4;

/// Draws the diagram in all the screen but the keys. Returns whether there is room.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene) -> bool {
    if area.width < MIN_COLUMNS || area.height < MIN_ROWS {
        return false;
    }
    let body = Rect { height: area.height.saturating_sub(footer(area).height), ..area };
    let filter = scene.ui.diagram.filter;
    let hides = |effect: &Effect| mask::would_tell(scene, effect);
    let telling = Telling {
        session: scene.session,
        lang: scene.ui.lang,
        glyphs: scene.glyphs,
        partition: Some(scene.partition),
        filter,
        hides: &hides,
    };
    let rows = Rect { y: body.y + HEAD, height: body.height.saturating_sub(HEAD), ..body };
    let window = window(&telling, rows.height.into(), scene.ui.diagram.scroll);
    canvas.scrolls_sequence(rows, window.scroll);
    let deepest = window.rows.iter().map(|row| row.depth).max().unwrap_or(0);
    let columns = Columns::new(scene, body, filter, deepest);
    draw_title(canvas, body, scene);
    columns.draw_names(canvas, body.y + 1);
    for (y, row) in (rows.y..rows.bottom()).zip(&window.rows) {
        columns.draw_row(canvas, y, row);
        canvas.click(Rect { y, height: 1, ..rows }, Target::Step(row.step));
    }
    true
}

fn draw_title(canvas: &mut Canvas, area: Rect, scene: &Scene) {
    let (theme, lang) = (scene.theme, scene.ui.lang);
    let title = wording::name(Action::Sequence, lang);
    let position = scene.session.position();
    let mut row = Line::of(format!(" {title}"), theme.leader);
    row.push(format!("  {}", scene.names.partition(scene.partition)), theme.strong);
    let step = match (position.step, position.by_hand) {
        (0, 0) => scene.label(Label::Start).to_owned(),
        (step, 0) => format!("{} {step}/{}", scene.label(Label::Step), position.of),
        (step, by_hand) => format!("{} {step}+{by_hand}", scene.label(Label::Step)),
    };
    row.push(format!("  {step}"), theme.text);
    canvas.row(area.x, area.y, area.width, &row);
    let glyphs = scene.glyphs;
    let signs = [(glyphs.held, Fate::Held), (glyphs.no, Fate::Dropped), (glyphs.gap, Fate::Sent)];
    let legend = signs.map(|(sign, what)| format!("{sign} {}", fate(what, lang))).join("  ");
    let room = area.width.saturating_sub(row.width() + 2);
    let legend = fitting(room, [Line::of(legend, theme.dim), Line::new()]);
    canvas.row_right(area.right().saturating_sub(1), area.y, room, &legend);
}

/// Where each lane stands.
struct Columns<'s, 'a> {
    scene: &'s Scene<'a>,
    area: Rect,
    /// Columns of a step's number.
    number: u16,
    lanes: Vec<(Lane, u16)>,
    /// How many lanes there is no room for.
    left_out: usize,
    /// Columns from lane to lane.
    gap: u16,
}

impl<'s, 'a> Columns<'s, 'a> {
    fn new(scene: &'s Scene<'a>, area: Rect, filter: Filter, deepest: usize) -> Self {
        let number = width(&deepest.to_string()).max(2);
        let all = filter.lanes(scene.setup);
        let first = area.x + number + 4;
        let last = area.right().saturating_sub(3);
        let span = last.saturating_sub(first);
        let shown = all.len().min(usize::from(span / LEAST_GAP) + 1);
        let parts = (shown as u16).saturating_sub(1).max(1);
        let place = |at: u16| first + (u32::from(span) * u32::from(at) / u32::from(parts)) as u16;
        let lanes = all.iter().copied().zip((0..).map(place)).take(shown).collect();
        Columns { scene, area, number, lanes, left_out: all.len() - shown, gap: span / parts }
    }

    /// Where rows of the diagram begin.
    fn left(&self) -> u16 {
        self.area.x + self.number + 2
    }

    fn right(&self) -> u16 {
        self.area.right().saturating_sub(1)
    }

    /// Where a lane stands; one without room, beyond the right edge.
    fn x(&self, lane: Lane) -> u16 {
        let found = self.lanes.iter().find(|(l, _)| *l == lane);
        found.map_or(self.right(), |(_, x)| *x)
    }

    fn draw_names(&self, canvas: &mut Canvas, y: u16) {
        let (scene, theme) = (self.scene, self.scene.theme);
        for (lane, x) in &self.lanes {
            let name = lane.name(scene.names, scene.ui.lang);
            let is_chosen = *lane == Lane::Broker(scene.chosen);
            let sign = if is_chosen { scene.glyphs.chosen } else { "" };
            let room = self.gap.saturating_sub(1);
            let name = cut(&format!("{sign}{name}"), room.max(1), scene.glyphs.ellipsis);
            let wide = width(&name);
            // Above its lane, but within the screen.
            let at = x.saturating_sub(wide / 2).min(self.area.right().saturating_sub(wide + 1));
            let style = match lane {
                Lane::Broker(_) => theme.strong,
                Lane::Producer(_) | Lane::Consumer(_) | Lane::Controller => theme.follower,
            };
            let at = at.max(self.left());
            canvas.text(at, y, wide, &name, style);
            if let Lane::Broker(broker) = lane {
                canvas.click(Rect::new(at, y, wide, 1), Target::Broker(*broker));
            }
        }
        if self.left_out > 0 {
            let more = Line::of(format!("+{}", self.left_out), theme.dim);
            canvas.row_right(self.area.right(), y, self.area.width, &more);
        }
    }

    fn draw_row(&self, canvas: &mut Canvas, y: u16, row: &Row) {
        let (scene, theme) = (self.scene, self.scene.theme);
        let here = scene.session.here().depth;
        // What is ahead has been seen, and is not what is told now.
        let is_ahead = row.depth > here;
        let tone = |style: Style| if is_ahead { theme.dim } else { style };
        if row.step == scene.session.timeline().here_id() {
            canvas.text(self.area.x, y, 1, scene.glyphs.chosen, theme.key);
        }
        if row.is_first {
            let depth = Line::of(row.depth.to_string(), tone(theme.key));
            canvas.row_right(self.area.x + 1 + self.number, y, self.number, &depth);
        }
        self.draw_lanes(canvas, y, row);
        match &row.content {
            Content::Arrow(arrow) => {
                let style = match arrow.fate {
                    Fate::Dropped => theme.damage,
                    Fate::Sent | Fate::Arrived | Fate::Held => theme.wire,
                };
                self.draw_arrow(canvas, y, arrow, tone(style), tone(theme.text));
            }
            Content::Note(note) => {
                let style = match note.mark {
                    Mark::Plain => theme.text,
                    Mark::Up => theme.good,
                    Mark::Down | Mark::Cut => theme.damage,
                };
                self.draw_note(canvas, y, note, tone(style));
            }
            Content::Band(band) => self.draw_band(canvas, y, band, tone(self.style(band.about))),
            Content::Hidden => {
                let text = format!("{MASK} {}", hidden(scene.ui.lang));
                self.draw_rule(canvas, y, &text, scene.glyphs.level, theme.mask);
            }
            Content::Nothing => {}
        }
    }

    fn style(&self, about: About) -> Style {
        let theme = self.scene.theme;
        match about {
            About::Epoch(epoch) => theme.epoch(epoch),
            About::Isr | About::Setting => theme.strong,
            About::Simplified => theme.banner,
            About::Damage => theme.damage,
            About::Repair => theme.good,
            About::Start | About::Time => theme.dim,
        }
    }

    fn draw_lanes(&self, canvas: &mut Canvas, y: u16, row: &Row) {
        let (glyphs, theme) = (self.scene.glyphs, self.scene.theme);
        for (lane, x) in &self.lanes {
            let (sign, style) = match lane {
                Lane::Broker(b) if row.masked.contains(*b) => (MASK, theme.mask),
                // A broker that is down has no line.
                Lane::Broker(b) if !row.up.contains(*b) => continue,
                Lane::Broker(b) if row.waiting.contains(*b) => (glyphs.open_edge, theme.rule),
                Lane::Broker(_) | Lane::Producer(_) | Lane::Consumer(_) | Lane::Controller => {
                    (glyphs.upright, theme.rule)
                }
            };
            canvas.text(*x, y, 1, sign, style);
        }
    }

    fn draw_arrow(&self, canvas: &mut Canvas, y: u16, arrow: &Arrow, line: Style, text: Style) {
        let glyphs = self.scene.glyphs;
        let (from, to) = (self.x(arrow.from), self.x(arrow.to));
        let (low, high) = (from.min(to), from.max(to));
        let inside = high.saturating_sub(low + 1);
        if inside == 0 {
            // Between two lanes without room: only what is said.
            self.draw_beside(canvas, y, low, high, &arrow.texts, text);
            return;
        }
        for x in low + 1..high {
            canvas.text(x, y, 1, glyphs.level, line);
        }
        let goes_right = from < to;
        let (start, end) = if goes_right { (low + 1, high - 1) } else { (high - 1, low + 1) };
        if arrow.is_late {
            canvas.text(start, y, 1, glyphs.gap, line);
        }
        let tip = match (arrow.fate, goes_right) {
            (Fate::Sent, _) => glyphs.gap,
            (Fate::Dropped, _) => glyphs.no,
            (Fate::Arrived | Fate::Held, true) => glyphs.tip_right,
            (Fate::Arrived | Fate::Held, false) => glyphs.tip_left,
        };
        canvas.text(end, y, 1, tip, line);
        if arrow.fate == Fate::Held {
            canvas.text(to, y, 1, glyphs.held, line);
        }
        // A column of the line stays on either side, and the tip.
        let room = inside.saturating_sub(3);
        match arrow.texts.iter().find(|text| width(text) <= room) {
            Some(said) => {
                let tip = u16::from(!goes_right);
                let x = low + 2 + tip + (room - width(said)) / 2;
                canvas.text(x, y, room, said, text);
            }
            None => self.draw_beside(canvas, y, low, high, &arrow.texts, text),
        }
    }

    /// Puts a text beside what stands from one column to another: at the right, at the left, or in
    /// its shortest form where there is more room.
    fn draw_beside(
        &self,
        canvas: &mut Canvas,
        y: u16,
        low: u16,
        high: u16,
        texts: &[String],
        style: Style,
    ) {
        let at_right = self.right().saturating_sub(high + 2);
        let at_left = low.saturating_sub(self.left() + 2);
        for text in texts {
            let wide = width(text);
            if wide <= at_right {
                canvas.text(high + 2, y, wide, text, style);
                return;
            }
            if wide <= at_left {
                canvas.text(low - 1 - wide, y, wide, text, style);
                return;
            }
        }
        let Some(shortest) = texts.last() else { return };
        if at_right >= at_left {
            canvas.text(high + 2, y, at_right, shortest, style);
        } else {
            let text = cut(shortest, at_left, self.scene.glyphs.ellipsis);
            canvas.text(low - 1 - width(&text), y, at_left, &text, style);
        }
    }

    fn draw_note(&self, canvas: &mut Canvas, y: u16, note: &Note, style: Style) {
        let glyphs = self.scene.glyphs;
        let x = self.x(note.lane);
        let sign = match note.mark {
            Mark::Plain => None,
            Mark::Down => Some(glyphs.death),
            Mark::Up => Some(glyphs.idle),
            Mark::Cut => Some(glyphs.cut),
        };
        if let Some(sign) = sign {
            canvas.text(x, y, 1, sign, style);
        }
        // A shorter text at its place rather than a longer one on the other side.
        let at_right = self.right().saturating_sub(x + 2);
        match note.texts.iter().find(|text| width(text) <= at_right) {
            Some(text) => {
                canvas.text(x + 2, y, at_right, text, style);
            }
            None => self.draw_beside(canvas, y, x, x, &note.texts, style),
        }
    }

    fn draw_band(&self, canvas: &mut Canvas, y: u16, band: &Band, style: Style) {
        let glyphs = self.scene.glyphs;
        let line = if band.about == About::Time { glyphs.step } else { glyphs.level };
        self.draw_rule(canvas, y, &band.text, line, style);
    }

    /// A line across all lanes with a text in it.
    fn draw_rule(&self, canvas: &mut Canvas, y: u16, text: &str, line: &str, style: Style) {
        let left = self.left();
        let area = Rect { x: left, width: self.right().saturating_sub(left), ..self.area };
        canvas.rule(area, y, line, self.scene.theme.rule);
        canvas.text(left + 2, y, area.width.saturating_sub(3), &format!(" {text} "), style);
    }
}
