//! The head: the demo and the step, the partition, the controller.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::agenda;
use super::marks::Marks;
use super::say;
use super::scene::Scene;
use super::standing;
use super::target::Target;
use super::text::{Canvas, Row, fitting, width};
use crate::compare::{Remark, tell};
use crate::engine::*;
use crate::lang::{Label, Place};
use crate::scenario::quantity::What;

/// Who keeps the state of the partitions, as the head calls it.
fn coordination(setup: &Setup) -> &'static str {
    match setup.rules.coordination {
        Coordination::ZooKeeper => "ZK",
        Coordination::KRaft => "KRaft",
    }
}

/// Draws the three rows.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene, marks: &Marks) {
    let room = area.width.saturating_sub(2);
    let x = area.x + 1;
    draw_title(canvas, x, area.y, room, scene);
    // Who leads the other partitions is worth more than a setting's full name.
    let rows = [(true, true, 2), (true, false, 2), (false, false, 2), (false, false, 1)]
        .map(|(leaders, names, space)| partition_row(scene, marks, leaders, names, space));
    canvas.row(x, area.y + 1, room, &fitting(room, rows));
    // What is out of the ordinary is worth more than what each broker was told.
    let rows = [(true, true), (false, true), (false, false)]
        .map(|(in_full, told)| controller_row(scene, in_full, told));
    let controller = fitting(room, rows);
    canvas.row(x, area.y + 2, room, &controller);
    if say::is_asked(scene) {
        let room = room.saturating_sub(controller.width() + 2);
        canvas.row_right(
            x + area.width.saturating_sub(2),
            area.y + 2,
            room,
            &say::banner(scene, false),
        );
    } else if area.width >= agenda::LEAST_COLUMNS {
        let room = room.saturating_sub(controller.width() + 3);
        canvas.row_right(
            x + area.width.saturating_sub(2),
            area.y + 2,
            room,
            &agenda::row(scene, room),
        );
    }
}

fn draw_title(canvas: &mut Canvas, x: u16, y: u16, room: u16, scene: &Scene) {
    let title = scene.session.scenario().title.get(scene.ui.lang);
    let rows = [true, false].map(|in_full| place_row(scene, in_full));
    let right = fitting(room.saturating_sub(width(title) + 2), rows);
    canvas.row_right(x + room, y, room, &right);
    let left = room.saturating_sub(right.width() + 2);
    canvas.text(x, y, left, title, scene.theme.strong);
}

/// The release, the step, whether the script plays or a person, the clock.
fn place_row(scene: &Scene, in_full: bool) -> Row {
    let theme = scene.theme;
    let position = scene.session.position();
    let mut row =
        Row::of(format!("{}/{}", scene.setup.rules.release, coordination(scene.setup)), theme.text);
    if let Some(release) = scene.session.scenario().elsewhere() {
        let file = tell(scene.ui.lang, Remark::FileIs(release));
        row.push(format!(" ({file})"), theme.changed);
    }
    if position.of > 0 {
        let step = format!("  {} {}/{}", scene.label(Label::Step), position.step, position.of);
        row.push(step, theme.strong);
    }
    if position.by_hand > 0 || position.of == 0 {
        row.push(format!("  {} +{}", scene.label(Label::ByHand), position.by_hand), theme.changed);
    } else if scene.ui.playing {
        let playing = format!("  {} {}", scene.label(Label::Script), scene.glyphs.tip_right);
        row.push(playing, theme.changed);
    } else if in_full {
        row.push(format!("  {}", scene.label(Label::Script)), theme.dim);
    }
    if let Some(phase) = phase(scene) {
        row.push(format!("  {} {phase}/3", scene.label(Label::Phase)), theme.wire);
    }
    let clock = scene.session.here().clock;
    row.push(format!("  {}.{}s", clock / 1_000, clock % 1_000 / 100), theme.dim);
    row
}

/// The phase of a fetch that the step ended with: the request, the serving, the reply.
fn phase(scene: &Scene) -> Option<u8> {
    match scene.acted.happened.last()?.event {
        Event::Request { .. } => Some(1),
        Event::Serve { .. } => Some(2),
        Event::Reply { .. } => Some(3),
        _ => None,
    }
}

/// Collects labelled facts with space between them.
struct Facts<'s, 'a> {
    scene: &'s Scene<'a>,
    row: Row,
    space: u16,
}

impl Facts<'_, '_> {
    fn add(&mut self, label: &str, value: Row) {
        if !self.row.is_empty() {
            self.row.space(self.space);
        }
        if !label.is_empty() {
            self.row.push(format!("{label} "), self.scene.theme.dim);
        }
        self.row.append(value);
    }

    /// A fact that may have changed or be hidden.
    fn fact<T: PartialEq>(
        &mut self,
        label: &str,
        hidden: bool,
        read: impl Fn(&Cluster) -> T,
        show: impl Fn(&T) -> String,
        style: Style,
        mark: Option<char>,
    ) {
        if hidden {
            self.add(label, self.scene.mask());
            return;
        }
        let theme = self.scene.theme;
        let now = read(self.scene.state);
        let changed = self.scene.before.is_some_and(|before| read(before) != now);
        let mut row = if changed {
            Row::of(show(&now), theme.changed).with(self.scene.glyphs.was, theme.changed)
        } else {
            Row::of(show(&now), style)
        };
        if let Some(sign) = mark {
            row.push(format!("({sign})"), theme.mark);
        }
        self.add(label, row);
    }
}

/// The partition: who leads in which epoch, the ISR, the settings of the topic.
fn partition_row(scene: &Scene, marks: &Marks, leaders: bool, long_names: bool, space: u16) -> Row {
    let (p, theme, names) = (scene.partition, scene.theme, scene.names);
    let mut facts = Facts { scene, row: partitions(scene, leaders), space };
    let state = |c: &Cluster| c.controller.partitions.get(p.index()).copied();
    let no_leader = scene.label(Label::NoLeader);
    let leader =
        |l: &Option<BrokerId>| l.map_or(no_leader.to_owned(), |b| names.broker(b).to_owned());
    let leader_style = match scene.named_leader() {
        Some(_) => theme.leader,
        None => theme.damage,
    };
    let hides_epoch = scene.hides(What::Epoch);
    facts.fact(
        scene.label(Label::Leader),
        scene.hides(What::Leader),
        |c| state(c).and_then(|s| s.leader),
        leader,
        leader_style,
        None,
    );
    facts.fact(
        scene.label(Label::Epoch),
        hides_epoch,
        |c| state(c).map_or(0, |s| s.epoch),
        u16::to_string,
        state(scene.state).map_or(theme.text, |s| theme.epoch(s.epoch)),
        None,
    );
    facts.fact(
        "ISR",
        scene.hides(What::Isr),
        |c| state(c).map_or(BrokerSet::EMPTY, |s| s.isr),
        |isr| scene.notation().set(*isr, p),
        theme.text,
        marks.sign(Place::Isr(p)),
    );
    let min_isr = if long_names { "min.insync.replicas" } else { "min" };
    facts.fact(
        min_isr,
        scene.hides_everywhere(What::MinIsr),
        |c| c.topic.min_isr,
        u8::to_string,
        theme.text,
        marks.sign(Place::MinIsr),
    );
    facts.fact(
        "unclean",
        scene.hides_everywhere(What::Unclean),
        |c| c.topic.unclean,
        |on| scene.label(if *on { Label::On } else { Label::Off }).to_owned(),
        theme.text,
        None,
    );
    facts.row
}

/// The partitions with their leaders, the one on the screen marked.
fn partitions(scene: &Scene, leaders: bool) -> Row {
    let theme = scene.theme;
    if scene.setup.assignment.len() < 2 {
        return Row::of(scene.names.partition(scene.partition), theme.strong);
    }
    let mut row = Row::of(scene.names.topic.as_str(), theme.strong);
    for partition in scene.setup.partitions() {
        let is_here = partition == scene.partition;
        let sign = if is_here { scene.glyphs.here } else { scene.glyphs.there };
        let style = if is_here { theme.strong } else { theme.dim };
        row.push(if leaders || partition.0 == 0 { " " } else { "" }, theme.text);
        let mut one = Row::of(format!("{sign}{}", partition.0), style);
        if leaders && !scene.session.masked().is_some_and(|q| q.what == What::Leader) {
            let state = scene.state.controller.partitions.get(partition.index());
            let leader = state.and_then(|s| s.leader);
            let name = leader.map_or("-", |b| scene.names.broker(b));
            one.push(format!(":{name}"), if leader.is_some() { style } else { theme.damage });
        }
        row.append(one.aim(Target::Partition(partition)));
    }
    row
}

/// The controller: whom it believes to be alive, the epoch that it has told each broker, what has
/// not been read, what is out of the ordinary.
fn controller_row(scene: &Scene, in_full: bool, with_told: bool) -> Row {
    let theme = scene.theme;
    let all = scene.brokers();
    let mut facts = Facts { scene, row: Row::new(), space: 2 };
    let name = scene.label(Label::Controller);
    let up = scene.label(Label::Up);
    let label = if in_full { format!("{name}  {up}") } else { name.to_owned() };
    facts.fact(
        &label,
        scene.hides_everywhere(What::Live),
        |c| c.controller.live,
        |live| {
            let live: Vec<&str> =
                all.iter().filter(|b| live.contains(**b)).map(|b| scene.names.broker(*b)).collect();
            if live.is_empty() { "-".to_owned() } else { live.join(" ") }
        },
        theme.text,
        None,
    );
    let mut told = Row::new();
    let mut unread = Row::new();
    for &broker in &all {
        let name = scene.names.broker(broker);
        if let Some(replica) = scene.replica(broker) {
            let hidden = scene.hides(What::EpochAt(broker)) || scene.hides(What::Epoch);
            told.push(if told.is_empty() { "" } else { " " }, theme.text);
            let epoch = replica.leader_epoch;
            let style = epoch.map_or(theme.dim, |e| theme.epoch(e));
            let epoch = crate::notation::epoch_or_none(epoch);
            let epoch = if hidden { crate::session::MASK.to_owned() } else { epoch };
            told.push(format!("{name}:e{epoch}"), style);
        }
        let words = scene.state.brokers.get(broker.index()).map_or(0, |b| b.inbox.len());
        if words > 0 && !scene.hides_everywhere(What::Unread(broker)) {
            unread.push(if unread.is_empty() { "" } else { " " }, theme.text);
            unread.push(format!("{name}:{words}"), theme.changed);
        }
    }
    if !told.is_empty() && with_told {
        facts.add(scene.label(Label::Told), told);
    }
    if !unread.is_empty() {
        facts.add(scene.label(Label::Unread), unread);
    }
    for (label, fact) in standing::facts(scene) {
        facts.add(label, fact);
    }
    facts.row
}
