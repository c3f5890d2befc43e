//! The clients: what became of each record that was sent, where consumers are; and the verdict.

use ratatui::layout::Rect;

use super::layout::USUAL_COLUMNS;
use super::marks::Marks;
use super::scene::Scene;
use super::text::{Canvas, Row};
use crate::engine::ledger::{Outcome, Sent};
use crate::engine::*;
use crate::lang::Label;
use crate::notation;
use crate::scenario::quantity::What;

/// Draws the row.
pub(super) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene) {
    let room = area.width.min(USUAL_COLUMNS).saturating_sub(2);
    let x = area.x + 1;
    let verdict = verdict_row(scene);
    canvas.row_right(x + room, area.y, room, &verdict);
    let room = room.saturating_sub(verdict.width() + 2);
    let consumer = consumer_row(scene);
    let consumer_room = consumer.width().min(room / 2);
    let producers = producer_row(scene, room.saturating_sub(consumer_room + 2));
    canvas.row(x, area.y, room.saturating_sub(consumer_room + 2), &producers);
    let consumer_x = x + producers.width().min(room.saturating_sub(consumer_room + 2)) + 2;
    canvas.row(consumer_x, area.y, consumer_room, &consumer);
}

/// `p1 acks all  m1 ✓ m2 …`: the producers, and as many of the last records as fit.
fn producer_row(scene: &Scene, room: u16) -> Row {
    let theme = scene.theme;
    let mut row = Row::new();
    let several = scene.state.producers.len() > 1;
    for at in 0..scene.state.producers.len() as u8 {
        let producer = ProducerId(at);
        let sends = producer == scene.ui.producer;
        row.push(if at > 0 { "  " } else { "" }, theme.text);
        let name = if sends { theme.strong } else { theme.dim };
        row.push(if several && sends { scene.glyphs.chosen } else { "" }, theme.key);
        row.push(scene.names.producer(producer), name);
        row.push(if several { " " } else { " acks " }, theme.dim);
        row.append(acks_row(scene, producer));
        row.append(cut_row(scene, |b| Link::Producer(producer, b)));
        if scene.state.producers.get(producer.index()).is_some_and(|p| p.answer_lost) {
            let text = format!(" {}{}", scene.glyphs.lost, scene.label(Label::Reply));
            row.push(text, theme.damage);
        }
    }
    if several {
        row = Row::of("acks ", theme.dim).and(row);
    }
    let sent: Vec<&Sent> =
        scene.state.ledger.sent.iter().filter(|s| s.partition == scene.partition).collect();
    let left_out = |count: usize| match count {
        0 => Row::new(),
        _ => Row::of(format!("  +{count}"), theme.dim),
    };
    let mut records = Row::new();
    let mut shown = 0;
    for one in sent.iter().rev() {
        let mut with = record_row(scene, one);
        with.append(records.clone());
        // That some are left out takes a place, too.
        if row.width() + with.width() + left_out(sent.len() - shown - 1).width() > room {
            break;
        }
        records = with;
        shown += 1;
    }
    row.append(left_out(sent.len() - shown));
    row.append(records);
    row
}

/// The brokers that a client is cut off from: ` ✗A`.
fn cut_row(scene: &Scene, link: impl Fn(BrokerId) -> Link) -> Row {
    let mut row = Row::new();
    for broker in scene.brokers().into_iter().filter(|b| scene.state.is_cut(link(*b))) {
        let name = scene.names.broker(broker);
        row.push(format!(" {}{name}", scene.glyphs.lost), scene.theme.damage);
    }
    row
}

fn acks_row(scene: &Scene, producer: ProducerId) -> Row {
    if scene.hides_everywhere(What::Acks(producer)) {
        return scene.mask();
    }
    let acks =
        |cluster: &Cluster| cluster.producers.get(producer.index()).map(|p| notation::acks(p.acks));
    let now = acks(scene.state).unwrap_or_default();
    let old = scene.before.and_then(acks);
    scene.number(&now, old.as_deref(), None, scene.theme.text, &Marks::default())
}

fn record_row(scene: &Scene, sent: &Sent) -> Row {
    let (theme, glyphs) = (scene.theme, scene.glyphs);
    let mut row = Row::of(format!("  {} ", scene.names.value(sent.value)), theme.text);
    let hidden = [What::Outcome(sent.value), What::Fate(sent.value)];
    if hidden.into_iter().any(|what| scene.hides_everywhere(what)) {
        row.append(scene.mask());
        return row;
    }
    let before = scene.before.map(|c| c.ledger.outcome(sent.value));
    let is_new = before.is_some_and(|outcome| outcome != Some(sent.outcome));
    let (sign, style) = match sent.outcome {
        Outcome::Acked => (glyphs.yes, theme.good),
        Outcome::Waiting => (glyphs.waiting, theme.uncommitted),
        Outcome::Unasked => (glyphs.unasked, theme.dim),
        Outcome::Failed(_) => (glyphs.no, theme.damage),
    };
    row.push(sign, style);
    if is_new {
        row.push(glyphs.was, theme.changed);
    }
    row
}

/// `c1 offset 1`: what the consumer reads next.
fn consumer_row(scene: &Scene) -> Row {
    let theme = scene.theme;
    let consumer = scene.ui.consumer;
    let position = |c: &Cluster| {
        let consumer = c.consumers.get(consumer.index())?;
        consumer.positions.get(scene.partition.index()).map(Offset::to_string)
    };
    let Some(now) = position(scene.state) else { return Row::new() };
    let mut row = Row::of(scene.names.consumer(consumer), theme.strong);
    row.append(cut_row(scene, |b| Link::Consumer(consumer, b)));
    row.push(format!(" {} ", scene.label(Label::Offset)), theme.dim);
    if scene.hides(What::Position(consumer)) {
        row.append(scene.mask());
    } else {
        let old = scene.before.and_then(position);
        row.append(scene.number(&now, old.as_deref(), None, theme.text, &Marks::default()));
    }
    row
}

/// What is lost, duplicated and diverged: which, and how many.
fn verdict_row(scene: &Scene) -> Row {
    let (theme, p) = (scene.theme, scene.partition);
    let values = |list: &[(PartitionId, Offset, Value)]| -> Vec<String> {
        list.iter().filter(|l| l.0 == p).map(|l| scene.names.value(l.2)).collect()
    };
    let verdict = &scene.verdict;
    let duplicated = verdict.duplicated.iter().filter(|d| d.0 == p);
    let diverged = verdict.diverged.iter().filter(|d| d.0 == p);
    let mut row = Row::new();
    let mut add = |label: Label, hidden: bool, list: Vec<String>, always: bool| {
        if list.is_empty() && !always {
            return;
        }
        let style = if list.is_empty() || hidden { theme.dim } else { theme.damage };
        row.space(if row.is_empty() { 0 } else { 2 });
        row.push(format!("{} ", scene.label(label)), style);
        if hidden {
            row.append(scene.mask());
            return;
        }
        row.push(list.len().to_string(), style);
        let first = list.first().map(|first| match list.len() {
            1 => format!(" {first}"),
            _ => format!(" {first}{}", scene.glyphs.ellipsis),
        });
        row.push(first.unwrap_or_default(), style);
    };
    let hides_lost =
        scene.hides_lost() || scene.named_leader().is_some_and(|leader| scene.hides_log(leader));
    let hides_unavailable = scene.hides(What::Unavailable) || scene.hides_a_verdict();
    add(Label::Unavailable, hides_unavailable, values(&verdict.unavailable), hides_unavailable);
    add(Label::Lost, hides_lost, values(&verdict.lost), true);
    let duplicated = duplicated.map(|d| scene.names.value(d.1)).collect();
    add(Label::Duplicated, scene.hides(What::Duplicated) || hides_lost, duplicated, true);
    let diverged = diverged.map(|d| format!("@{}", d.1)).collect();
    add(Label::Diverged, scene.hides(What::Diverged) || scene.hides_a_log(), diverged, true);
    row
}
