//! The compare view: two runs of the same steps, or two branches, side by side at the same step. What
//! differs has a sign before it.
//!
//! ```text
//!  Compare  step 6/11
//!             ▸ 0.11 (of the file)            0.10.2
//!  leader     B e0 {B A}                      B e0 {B A}
//!  A          follower ≠ m1┃m2│               follower ≠ m1┃
//!             ≠ LEO 2  HW 1  on disk 1        ≠ LEO 1  HW 1  on disk 1
//! ```

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::overlay::draw_rows;
use super::scene::Scene;
use super::text::{Canvas, Row, cut, width, wrap};
use crate::compare::{Group, Line, Remark, Side, colon, compare, name, semicolon, tell};
use crate::engine::ledger::Outcome;
use crate::engine::{BrokerId, Offset};
use crate::lang::Label;
use crate::notation;
use crate::replay::Against;
use crate::scenario::quantity::{Reading, What};
use crate::session::Session;
use crate::timeline::{Node, NodeId, Timeline};
use crate::tui::actions::Action;
use crate::tui::ui::Ui;

/// Columns for what a row is about.
const LABEL: u16 = 9;
/// Columns between the two sides.
const BETWEEN: u16 = 2;
/// Columns between two readings.
const SPACE: u16 = 2;

/// One side of the view.
struct Half<'a> {
    name: String,
    timeline: &'a Timeline,
    node: &'a Node,
}

/// A reading of a row, with what stands before it; one for each side.
struct Item {
    texts: [String; 2],
    differs: bool,
    style: Style,
}

/// Draws the view.
pub(super) fn draw(
    canvas: &mut Canvas,
    area: Rect,
    session: &Session,
    ui: &Ui,
    against: Against,
    scroll: usize,
) {
    let scene = Scene::new(session, ui);
    let theme = scene.theme;
    let room = area.width.saturating_sub(4);
    let mut rows = vec![title(&scene)];
    if let Some(message) = &ui.message {
        rows.push(Row::of(message, theme.message));
    }
    let Some(halves) = halves(&scene, against) else {
        let why = tell(ui.lang, Remark::NoBranch);
        rows.push(Row::of(why, theme.text));
        rows.extend(keys(&scene, room));
        return draw_rows(canvas, area, ui, &rows, scroll);
    };
    if session.masked().is_some() {
        let text = ui.lang.words().waits_for_the_script();
        rows.extend(wrap(text, room).into_iter().map(|line| Row::of(line, theme.mask)));
        return draw_rows(canvas, area, ui, &rows, scroll);
    }
    let column = room.saturating_sub(LABEL + BETWEEN) / 2;
    let sides = halves
        .each_ref()
        .map(|half| Side { state: &half.node.state, setup: half.timeline.setup() });
    let lines = compare(&sides);
    let lines: Vec<&Line> = lines.iter().filter(|line| is_here(&scene, line)).collect();
    let names = halves.each_ref().map(|half| half.name.clone());
    let heads = vec![Item { texts: names, differs: false, style: theme.strong }];
    put(&scene, &mut rows, "", heads, column);
    for (label, items) in table(&scene, &sides, &lines, column) {
        put(&scene, &mut rows, &label, items, column);
    }
    rows.push(Row::new());
    rows.extend(summary(&scene, against, &halves, &lines, room));
    rows.extend(keys(&scene, room));
    draw_rows(canvas, area, ui, &rows, scroll);
}

fn title(scene: &Scene) -> Row {
    let position = scene.session.position();
    let lang = scene.ui.lang;
    let mut row = Row::of(tell(lang, Remark::Compare), scene.theme.leader);
    let partition = scene.names.partition(scene.partition);
    row.push(format!("  {partition}"), scene.theme.dim);
    let step = format!("  {} {}/{}", scene.label(Label::Step), position.step, position.of);
    row.push(step, scene.theme.strong);
    if position.by_hand > 0 {
        let by_hand = format!("  {} +{}", scene.label(Label::ByHand), position.by_hand);
        row.push(by_hand, scene.theme.changed);
    }
    row
}

/// The two sides: the session at its step, and what it is compared with at the same step. `None`:
/// there is no other branch.
fn halves<'a>(scene: &Scene<'a>, against: Against) -> Option<[Half<'a>; 2]> {
    let session = scene.session;
    let timeline = session.timeline();
    let lang = scene.ui.lang;
    let id = timeline.here_id();
    let release = session.setup().rules.release;
    let own = match against {
        Against::Branch if session.is_by_hand() => Remark::ByHand,
        Against::Branch => Remark::Script,
        Against::Variation(_) => Remark::Here,
    };
    let left = Half {
        name: format!("{} {release} ({})", scene.glyphs.chosen, tell(lang, own)),
        timeline,
        node: session.here(),
    };
    let right = match against {
        Against::Variation(variation) => {
            let twin = scene.ui.twin.as_deref().filter(|twin| twin.variation() == variation)?;
            let mut name = variation.to_string();
            if name == session.scenario().written_for {
                name += &format!(" ({})", tell(lang, Remark::OfTheFile));
            }
            Half { name, timeline: twin.timeline(), node: twin.timeline().node(id)? }
        }
        Against::Branch => {
            let script = timeline.script_len();
            let end = match session.is_by_hand() {
                true => script,
                false => (script + 1..timeline.size())
                    .rev()
                    .find(|id| timeline.inside(*id).is_none() && !timeline.is_deleted(*id))?,
            };
            let node = at_depth(timeline, end, session.here().depth)?;
            let said = if session.is_by_hand() { Remark::Script } else { Remark::ByHand };
            let mut name = tell(lang, said);
            if node.depth < session.here().depth {
                name += &format!(" ({})", tell(lang, Remark::EndedAt(node.depth)));
            }
            Half { name, timeline, node }
        }
    };
    Some([left, right])
}

/// The step of this depth on the way to another one, or that one if it comes before.
fn at_depth(timeline: &Timeline, end: NodeId, depth: usize) -> Option<&Node> {
    timeline.node(timeline.behind_of(end).find(|id| timeline.depth(*id) <= depth)?)
}

fn is_here(scene: &Scene, line: &Line) -> bool {
    match line.group {
        Group::Setting => true,
        Group::Partition(p)
        | Group::Replica(p, _)
        | Group::Client(p)
        | Group::Damage(p)
        | Group::Ledger(p) => p == scene.partition,
    }
}

/// The rows, each with what it is about.
fn table(
    scene: &Scene,
    sides: &[Side; 2],
    lines: &[&Line],
    column: u16,
) -> Vec<(String, Vec<Item>)> {
    let theme = scene.theme;
    let item = |before: &str, line: &Line, style| Item {
        texts: [0, 1].map(|at| format!("{before}{}", shown(scene, sides, line, at))),
        differs: line.differs(),
        style,
    };
    let of = |group: Group| lines.iter().copied().filter(move |line| line.group == group);
    let label = |label| scene.label(label).to_owned();
    let mut table: Vec<(String, Vec<Item>)> = Vec::new();
    let p = scene.partition;
    // What most releases do not have is shown where it differs.
    let state = of(Group::Partition(p)).filter_map(|line| match line.quantity.what {
        What::Leader => Some(item("", line, theme.leader)),
        What::Epoch => Some(item("e", line, theme.text)),
        What::Isr => Some(item("ISR ", line, theme.text)),
        What::Elr => line.differs().then(|| item("ELR ", line, theme.text)),
        _ => {
            let before = format!("{} ", name(line, scene.setup, scene.names));
            line.differs().then(|| item(&before, line, theme.text))
        }
    });
    table.push((label(Label::Leader), state.collect()));
    for &broker in scene.assigned() {
        let group = Group::Replica(p, broker);
        let mut first = Vec::new();
        let mut second = Vec::new();
        for line in of(group) {
            let on_disk = format!("{} ", scene.label(Label::OnDisk));
            match line.quantity.what {
                What::State(_) if line.readings.iter().all(is_up) => {}
                What::State(_) => first.push(item("", line, theme.text)),
                // Of a broker that is down on both sides there is nothing to say.
                What::Role(_) if line.readings.iter().all(|r| *r == Reading::Nothing) => {}
                What::Role(_) => first.push(item("", line, theme.follower)),
                What::Log(_) => first.push(Item {
                    texts: logs(scene, sides, broker, column),
                    differs: line.differs(),
                    style: theme.text,
                }),
                What::Leo(_) => second.push(item("LEO ", line, theme.text)),
                What::Hw(_) => second.push(item("HW ", line, theme.hw)),
                What::HwOnDisk(_) => second.push(item(&on_disk, line, theme.dim)),
                What::Epochs(_) => second.push(item("", line, theme.text)),
                What::IsrAt(_) if line.differs() => second.push(item("ISR ", line, theme.text)),
                What::Remote(_) if line.differs() => {
                    let remote = format!("{} ", scene.label(Label::RemoteLeo));
                    second.push(item(&remote, line, theme.text));
                }
                _ => {}
            }
        }
        table.push((scene.names.broker(broker).to_owned(), first));
        table.push((String::new(), second));
    }
    let settings = of(Group::Setting).map(|line| match line.quantity.what {
        What::MinIsr => item("min ", line, theme.dim),
        What::Unclean => item("unclean ", line, theme.dim),
        _ => item(&format!("{} ", name(line, scene.setup, scene.names)), line, theme.dim),
    });
    table.push((label(Label::Settings), settings.collect()));
    let clients = of(Group::Client(p)).map(|line| match line.quantity.what {
        What::Outcome(value) => item(&format!("{} ", scene.names.value(value)), line, theme.text),
        What::Position(consumer) => {
            item(&format!("{} ", scene.names.consumer(consumer)), line, theme.text)
        }
        _ => item("", line, theme.text),
    });
    table.push((label(Label::Producer), clients.collect()));
    let records = of(Group::Ledger(p)).map(|line| match line.quantity.what {
        What::Fate(value) => item(&format!("{} ", scene.names.value(value)), line, theme.text),
        _ => item("", line, theme.text),
    });
    table.push((label(Label::Ledger), records.collect()));
    let damage = of(Group::Damage(p)).filter_map(|line| {
        let before = match line.quantity.what {
            What::Lost => label(Label::Lost),
            What::Unavailable => label(Label::Unavailable),
            What::Duplicated => label(Label::Duplicated),
            What::Diverged => label(Label::Diverged),
            // Its names are long; the ledger tells of them.
            _ => return None,
        };
        let nothing = [0, 1].iter().all(|at| shown(scene, sides, line, *at) == "-");
        let style = if nothing { theme.dim } else { theme.damage };
        Some(item(&format!("{before} "), line, style))
    });
    table.push((String::new(), damage.collect()));
    table.retain(|(_, items)| !items.is_empty());
    table
}

fn is_up(reading: &Reading) -> bool {
    *reading == Reading::Word(crate::scenario::quantity::Keyword::Up)
}

/// A reading as it stands in the view.
fn shown(scene: &Scene, sides: &[Side; 2], line: &Line, at: usize) -> String {
    let glyphs = scene.glyphs;
    match line.readings.get(at) {
        None => String::new(),
        Some(Reading::Outcome(outcome)) => match outcome {
            Outcome::Acked => glyphs.yes.to_owned(),
            Outcome::Waiting => glyphs.waiting.to_owned(),
            Outcome::Unasked => glyphs.unasked.to_owned(),
            Outcome::Failed(error) => format!("{} {}", glyphs.no, error.name()),
        },
        Some(Reading::Brokers(set)) => {
            notation::Notation::new(scene.names, sides[at].setup).set(*set, line.quantity.partition)
        }
        Some(reading) => line.quantity.show(scene.ui.lang, reading, sides[at].setup, scene.names),
    }
}

/// The two logs of a broker, from the same offset on, with the HW in them: `m1┃m2│`. Of long ones the
/// end, but from no later than where they differ.
fn logs(scene: &Scene, sides: &[Side; 2], broker: BrokerId, column: u16) -> [String; 2] {
    let disks = sides.map(|side| side.state.disk(broker, scene.partition));
    let start = disks.iter().flatten().map(|disk| disk.log.start()).min().unwrap_or(0);
    let end = disks.iter().flatten().map(|disk| disk.log.end()).max().unwrap_or(0);
    let value = |at: usize, offset| disks[at].and_then(|d| d.log.get(offset)).map(|r| r.value);
    let differ = (start..end).find(|offset| value(0, *offset) != value(1, *offset));
    let latest = differ.unwrap_or(end).max(start);
    // Beside the role.
    let room = column.saturating_sub(12);
    let from_all = |from: Offset| {
        [0, 1].map(|at| {
            let Some(disk) = disks[at] else { return "-".to_owned() };
            let replica = sides[at].state.replica(broker, scene.partition);
            let hw = replica.map_or(disk.hw, |replica| replica.hw);
            let first = from.max(disk.log.start());
            let mut text =
                String::from(if first > disk.log.start() { scene.glyphs.gap } else { "" });
            for (offset, record) in disk.log.iter().filter(|(offset, _)| *offset >= first) {
                text += &scene.names.value(record.value);
                text += match offset + 1 {
                    next if next == hw => scene.glyphs.hw,
                    next if next < hw => scene.glyphs.edge,
                    _ => scene.glyphs.open_edge,
                };
            }
            if text.is_empty() { "-".to_owned() } else { text }
        })
    };
    let fits = |texts: &[String; 2]| texts.iter().all(|text| width(text) <= room);
    let texts = (start..=latest).map(from_all).find(fits).unwrap_or_else(|| from_all(latest));
    texts.map(|text| cut(&text, room, scene.glyphs.ellipsis))
}

/// Puts the readings of a row on both sides, into as many lines as they take.
fn put(scene: &Scene, rows: &mut Vec<Row>, label: &str, items: Vec<Item>, column: u16) {
    let theme = scene.theme;
    let wide = |item: &Item| {
        let sign = if item.differs { width(scene.glyphs.differs) } else { 0 };
        item.texts.iter().map(|text| width(text)).max().unwrap_or(0) + sign
    };
    let mut lines: Vec<Vec<Item>> = Vec::new();
    let mut used = 0;
    for item in items {
        let wide = wide(&item);
        if lines.is_empty() || used + SPACE + wide > column {
            lines.push(Vec::new());
            used = 0;
        }
        used += if used == 0 { wide } else { SPACE + wide };
        if let Some(line) = lines.last_mut() {
            line.push(item);
        }
    }
    for (nth, items) in lines.into_iter().enumerate() {
        let label = cut(if nth == 0 { label } else { "" }, LABEL - 1, scene.glyphs.ellipsis);
        let mut row = Row::of(&label, theme.strong);
        row.space(LABEL.saturating_sub(width(&label)));
        for side in [0, 1] {
            let mut used = 0;
            for item in &items {
                if used > 0 {
                    row.space(SPACE);
                    used += SPACE;
                }
                // In both columns at the same place.
                let wide = wide(item).min(column.saturating_sub(used));
                let mut text = item.texts[side].clone();
                if item.differs {
                    text.insert_str(0, scene.glyphs.differs);
                }
                let text = cut(&text, wide, scene.glyphs.ellipsis);
                let pad = wide.saturating_sub(width(&text));
                row.push(text, if item.differs { theme.changed } else { item.style });
                row.space(pad);
                used += wide;
            }
            if side == 0 {
                row.space(column.saturating_sub(used) + BETWEEN);
            }
        }
        rows.push(row);
    }
}

/// Where the two part, how much differs here, and what could not be done in this step.
fn summary(
    scene: &Scene,
    against: Against,
    halves: &[Half; 2],
    lines: &[&Line],
    room: u16,
) -> Vec<Row> {
    let (theme, lang) = (scene.theme, scene.ui.lang);
    let count = lines.iter().filter(|line| line.differs() && line.group.is_outcome()).count();
    let mut text = match count {
        0 => format!("= {}", tell(lang, Remark::SameHere)),
        n => format!("{} {}", scene.glyphs.differs, tell(lang, Remark::Differ(n))),
    };
    if let (Against::Variation(variation), Some(twin)) = (against, &scene.ui.twin) {
        let from = variation.to_string();
        let id = scene.session.timeline().here_id();
        let parts = match twin.parts_at(scene.session, id) {
            Some(step) => tell(lang, Remark::Parts { from: &from, step }),
            None => tell(lang, Remark::Same(&from)),
        };
        text += semicolon(lang);
        text += &parts;
    }
    let style = if count == 0 { theme.dim } else { theme.changed };
    let mut rows: Vec<Row> =
        wrap(&text, room).into_iter().map(|line| Row::of(line, style)).collect();
    let cx = scene.ui.context(scene.session);
    for half in halves {
        for (command, refusal) in &half.node.skipped {
            let (command, reason) = (cx.notation().command(command), lang.refusal(&cx, *refusal));
            let said = tell(lang, Remark::Skipped { command: &command, reason: &reason });
            let text = format!("{} {}{}{said}", scene.glyphs.no, half.name, colon(lang));
            let lines = wrap(&text, room);
            rows.extend(lines.into_iter().map(|line| Row::of(line, theme.damage)));
        }
    }
    rows
}

/// The keys that choose what is compared.
fn keys(scene: &Scene, room: u16) -> Vec<Row> {
    let key = |action: Action| {
        scene.ui.keys.keys(action).first().map(ToString::to_string).unwrap_or_default()
    };
    let all = |actions: &[Action]| actions.iter().map(|a| key(*a)).collect::<Vec<_>>().join(" ");
    let releases = all(&[Action::PreviousRelease, Action::NextRelease]);
    let settings = all(&[Action::Acks, Action::MinIsr, Action::Unclean]);
    let branch = key(Action::Swap);
    let said = Remark::Keys { releases: &releases, settings: &settings, branch: &branch };
    let lines = wrap(&tell(scene.ui.lang, said), room);
    lines.into_iter().map(|line| Row::of(line, scene.theme.dim)).collect()
}
