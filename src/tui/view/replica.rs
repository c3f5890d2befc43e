//! A broker: its role and log, its numbers, what it believes of others or has in flight, its epoch
//! table. Three rows in full; one where there are many brokers.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::grid::{Grid, LANES, put};
use super::log::LogView;
use super::marks::Marks;
use super::numbers::Numbers;
use super::scene::Scene;
use super::standing;
use super::text::{Canvas, Row, cut};
use super::wire;
use crate::engine::epochs::EpochTable;
use crate::engine::state::{Leader, Role};
use crate::engine::{BrokerId, Cluster};
use crate::lang::{Label, Place};
use crate::notation;
use crate::scenario::quantity::What;

/// Draws a broker into its rows.
pub(super) fn draw(
    canvas: &mut Canvas,
    area: Rect,
    broker: BrokerId,
    scene: &Scene,
    grid: &Grid,
    numbers: &Numbers,
    marks: &Marks,
) {
    draw_head(canvas, area, broker, scene, grid, numbers);
    let log = LogView::new(scene, broker);
    if let Some(log) = &log {
        log.draw(canvas, grid, area.y);
    }
    for (part, row) in
        [(grid.leo, &numbers.leo), (grid.hw, &numbers.hw), (grid.disk, &numbers.disk)]
    {
        put(canvas, part, area.y, row);
    }
    if area.height < 3 {
        return;
    }
    let second = area.y + 1;
    let third = area.y + 2;
    if let Some(log) = &log {
        canvas.text(
            grid.name.x,
            second,
            grid.name.width,
            scene.label(Label::Epoch),
            scene.theme.dim,
        );
        log.draw_epochs(canvas, grid, second);
        put(canvas, grid.disk, second, &numbers.flushed);
    }
    let table = if log.is_some() { epoch_table(scene, broker, marks) } else { Row::new() };
    let right = grid.disk.right();
    let left = grid.name.x;
    let most = (right - left) / 2;
    canvas.row_right(right, third, most, &table);
    let room = (right - left).saturating_sub(table.width().min(most) + 2);
    canvas.row(left, third, room, &third_row(scene, broker, marks));
}

/// The first columns: what the broker is.
fn draw_head(
    canvas: &mut Canvas,
    area: Rect,
    broker: BrokerId,
    scene: &Scene,
    grid: &Grid,
    numbers: &Numbers,
) {
    let (sign, label, style) = role(scene, broker);
    canvas.text(area.x + LANES, area.y, 1, sign, style);
    let is_chosen = scene.chosen == broker;
    let is_marked = scene.ui.marked.contains(broker);
    let glyphs = scene.glyphs;
    let (mark, mark_style) = match is_marked {
        true => (glyphs.here, scene.theme.key),
        false if area.height < 3 => (wire::call_sign(scene, broker), scene.theme.wire),
        false => (" ", scene.theme.text),
    };
    canvas.text(area.x + LANES + 1, area.y, 1, mark, mark_style);
    let choice = if is_chosen { glyphs.chosen } else { " " };
    canvas.text(area.x + LANES + 2, area.y, 1, choice, scene.theme.key);
    let name_style = if is_chosen { scene.theme.key } else { style };
    let name = cut(scene.names.broker(broker), grid.name_room, glyphs.ellipsis);
    let mut row = Row::of(name, name_style);
    row.push(format!(" {label} "), style);
    row.append(numbers.epoch.clone());
    put(canvas, grid.name, area.y, &row);
}

/// The sign, the word and the style of what a broker is.
fn role(scene: &Scene, broker: BrokerId) -> (&'static str, &'static str, Style) {
    let (theme, glyphs) = (scene.theme, scene.glyphs);
    let hidden = scene.hides(What::Role(broker)) || scene.hides(What::Leader);
    if scene.hides_everywhere(What::State(broker)) || hidden && scene.state.is_up(broker) {
        return (" ", crate::session::MASK, theme.mask);
    }
    if !scene.state.is_up(broker) {
        return (glyphs.down, scene.label(Label::Down), theme.down);
    }
    let style = |role: Option<&Role>| match role {
        Some(Role::Leader(_)) => theme.leader,
        Some(Role::Follower(_)) => theme.follower,
        Some(Role::Idle) | None => theme.dim,
    };
    let known = scene.replica(broker).map(|r| &r.role);
    if !scene.state.is_awake(broker) {
        return (glyphs.paused, scene.label(Label::Paused), style(known));
    }
    match known {
        Some(Role::Leader(_)) => (glyphs.leader, scene.label(Label::Leader), theme.leader),
        Some(Role::Follower(_)) => (glyphs.follower, scene.label(Label::Follower), theme.follower),
        Some(Role::Idle) => (glyphs.idle, scene.label(Label::Idle), theme.dim),
        None => (" ", scene.label(Label::Up), theme.dim),
    }
}

/// How the broker stands with the controller, where that is not as usual; what a leader believes of
/// its followers; what a follower has in flight.
fn third_row(scene: &Scene, broker: BrokerId, marks: &Marks) -> Row {
    let mut row = standing::of_broker(scene, broker);
    let Some(replica) = scene.replica(broker) else { return row };
    if scene.hides(What::Leader) || scene.hides(What::Role(broker)) {
        return row;
    }
    let of_role = match &replica.role {
        Role::Leader(leader) => remotes(scene, broker, leader, marks),
        Role::Follower(_) => wire::call_row(scene, broker, marks),
        Role::Idle => Row::new(),
    };
    row.space(if row.is_empty() || of_role.is_empty() { 0 } else { 2 });
    row.append(of_role);
    row
}

fn remotes(scene: &Scene, broker: BrokerId, leader: &Leader, marks: &Marks) -> Row {
    let (p, theme) = (scene.partition, scene.theme);
    let before = scene.before.and_then(|c| c.leader(broker, p));
    let mut row = Row::of(scene.label(Label::RemoteLeo), theme.dim);
    if leader.remotes.is_empty() {
        row.push(" -", theme.dim);
    }
    for (follower, remote) in &leader.remotes {
        row.push(format!("  {} ", scene.names.broker(*follower)), theme.follower);
        let hidden = scene.hides(What::RemoteAt(broker, *follower))
            || scene.hides(What::Remote(*follower)) && scene.named_leader() == Some(broker);
        if hidden {
            row.append(scene.mask());
            continue;
        }
        let old = before.and_then(|l| l.remote(*follower));
        let old = old.map(|r| notation::offset_or_unknown(r.leo));
        let place = Place::RemoteLeo { leader: broker, follower: *follower, partition: p };
        let now = notation::offset_or_unknown(remote.leo);
        row.append(scene.number(&now, old.as_deref(), Some(place), theme.text, marks));
        if !leader.isr.contains(*follower) && !scene.hides(What::Isr) {
            row.space(1);
            row.push(format!("{}ISR", scene.glyphs.lost), theme.damage);
        }
    }
    if let Some(alter) = leader.alter.as_ref().filter(|_| !standing::hides_alter(scene, broker)) {
        row.space(2);
        row.append(standing::alter(scene, alter));
    }
    let waiting = leader.purgatory.len();
    if waiting > 0 && !scene.hides(What::Purgatory(broker)) {
        let values: Vec<String> =
            leader.purgatory.iter().take(3).map(|w| scene.names.value(w.value)).collect();
        let more = match waiting.saturating_sub(3) {
            0 => String::new(),
            more => format!(" +{more}"),
        };
        let text = format!("  {} {}{more}", scene.label(Label::Purgatory), values.join(" "));
        row.push(text, theme.dim);
    }
    row
}

/// The leader-epoch table, and the one on the disk where that differs.
fn epoch_table(scene: &Scene, broker: BrokerId, marks: &Marks) -> Row {
    let theme = scene.theme;
    let mut row = Row::of(format!("{}: ", scene.label(Label::EpochTable)), theme.dim);
    if !scene.setup.rules.has_epochs() {
        let release = scene.setup.rules.release;
        row.push(scene.ui.lang.words().no_epochs(release), theme.dim);
        return row;
    }
    let hidden = scene.hides(What::Epochs(broker)) || scene.hides(What::EpochsOnDisk(broker));
    if hidden || scene.hides_log(broker) {
        row.append(scene.mask());
        return row;
    }
    let p = scene.partition;
    let of = |cluster: &Cluster| -> Option<EpochTable> {
        match cluster.replica(broker, p) {
            Some(replica) => Some(replica.epochs.clone()),
            None => Some(cluster.disk(broker, p)?.epochs.clone()),
        }
    };
    let Some(now) = of(scene.state) else { return row };
    let is_new = scene.before.and_then(of).is_some_and(|old| old != now);
    row.append(entries(scene, &now, is_new));
    if is_new {
        row.push(scene.glyphs.was, theme.changed);
    }
    if let Some(sign) = marks.sign(Place::Epochs(broker, p)) {
        row.push(format!("({sign})"), theme.mark);
    }
    let on_disk = scene.state.disk(broker, p).map(|d| &d.epochs);
    if let Some(on_disk) = on_disk.filter(|d| **d != now) {
        row.push(format!("  {} ", scene.label(Label::OnDisk)), theme.dim);
        row.append(entries(scene, on_disk, false));
    }
    row
}

/// The entries of a table; of many, the last ones.
fn entries(scene: &Scene, table: &EpochTable, is_new: bool) -> Row {
    const MOST: usize = 4;
    let theme = scene.theme;
    let all = table.entries();
    let mut row = Row::new();
    if all.is_empty() {
        row.push("()", theme.dim);
    }
    if all.len() > MOST {
        row.push(scene.glyphs.ellipsis, theme.dim);
    }
    for entry in all.iter().skip(all.len().saturating_sub(MOST)) {
        let style = if is_new { theme.changed } else { theme.epoch(entry.epoch) };
        row.push(format!("({},{})", entry.epoch, entry.start), style);
    }
    row
}
