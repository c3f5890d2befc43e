//! What is out of the ordinary: what a partition's registration holds besides leader, epoch and ISR,
//! what is cut or held back, and how a broker stands with the controller.

use super::scene::Scene;
use super::text::Row;
use crate::engine::state::{Alter, AlterStage, PartitionState};
use crate::engine::*;
use crate::lang::Label;
use crate::scenario::quantity::What;

/// Facts of the partition on the screen and of the whole cluster, each with its label; none where all
/// is as usual.
pub(super) fn facts(scene: &Scene) -> Vec<(&'static str, Row)> {
    let (state, theme, notation) = (scene.state, scene.theme, scene.notation());
    let mut facts = Vec::new();
    if let Some(known) = state.controller.partitions.get(scene.partition.index()) {
        of_partition(scene, known, &mut facts);
    }
    if !state.cuts.is_empty() {
        let cuts: Vec<String> = state.cuts.iter().map(|link| notation.link(*link)).collect();
        facts.push((scene.label(Label::Cut), Row::of(cuts.join(" "), theme.damage)));
    }
    let held = |b: &BrokerId| state.brokers.get(b.index()).is_some_and(|b| b.words_held);
    let held: Vec<BrokerId> = scene.brokers().into_iter().filter(held).collect();
    if !held.is_empty() {
        let names = notation.order(&held);
        facts.push((scene.label(Label::HeldBack), Row::of(names, theme.changed)));
    }
    facts
}

fn of_partition(scene: &Scene, known: &PartitionState, facts: &mut Vec<(&'static str, Row)>) {
    let (p, theme, notation) = (scene.partition, scene.theme, scene.notation());
    let name = |b: BrokerId| Row::of(scene.names.broker(b), theme.text);
    // That there is nothing would be an answer, too: what is asked about is masked in any case.
    let mut add = |label, hidden: bool, fact: Option<Row>| match (hidden, fact) {
        (true, _) => facts.push((label, scene.mask())),
        (false, Some(fact)) => facts.push((label, fact)),
        (false, None) => {}
    };
    for broker in scene.brokers() {
        let Some(leader) = scene.state.leader(broker, p) else { continue };
        let fact = leader.alter.as_ref().map(|alter| {
            Row::of(notation.set(alter.isr, p), theme.changed)
                .with(format!(" {} ", scene.label(Label::Maximal)), theme.dim)
                .with(notation.set(leader.maximal_isr(), p), theme.text)
        });
        add(scene.label(Label::Pending), hides_alter(scene, broker), fact);
    }
    let elr = (!known.elr.is_empty()).then(|| Row::of(notation.set(known.elr, p), theme.text));
    add("ELR", scene.hides(What::Elr), elr);
    let hides_leader = scene.hides(What::Leader);
    let last = known.last_leader.filter(|_| !hides_leader).map(name);
    add(scene.label(Label::LastLeader), scene.hides(What::LastLeader), last);
    let recovering = known.leader.filter(|_| known.recovering && !hides_leader).map(name);
    add(scene.label(Label::Recovering), scene.hides(What::Recovering), recovering);
    let target = &known.target;
    let target = (!target.is_empty()).then(|| Row::of(notation.order(target), theme.changed));
    add(scene.label(Label::MovesTo), scene.hides(What::Replicas), target);
}

/// Whether what a leader has asked the controller for is hidden: it is the ISR that is to be.
pub(super) fn hides_alter(scene: &Scene, leader: BrokerId) -> bool {
    [What::Isr, What::IsrAt(leader), What::MaximalIsr(leader), What::Alter(leader)]
        .into_iter()
        .any(|what| scene.hides(what))
}

/// How a running broker stands with the controller, where that is not as usual: what is left of its
/// session, whether it is fenced, whether it is cut off.
pub(super) fn of_broker(scene: &Scene, broker: BrokerId) -> Row {
    let theme = scene.theme;
    let mut row = Row::new();
    let Some(state) = scene.state.brokers.get(broker.index()) else { return row };
    let shows = !scene.hides_everywhere(What::Live);
    let is_live = scene.state.controller.live.contains(broker);
    let mut add = |text: String, style| {
        row.space(if row.is_empty() { 0 } else { 2 });
        row.push(text, style);
    };
    if state.process.is_some() && scene.state.is_cut(Link::Controller(broker)) {
        add(format!("{}{}", scene.glyphs.lost, scene.label(Label::Controller)), theme.damage);
    }
    if let Some(left) = state.session_left.filter(|_| shows) {
        add(format!("{} {left} ms", scene.label(Label::Session)), theme.dim);
    } else if state.process.is_some()
        && shows
        && !is_live
        && scene.setup.rules.coordination == Coordination::KRaft
    {
        add(scene.label(Label::Fenced).to_owned(), theme.damage);
    }
    row
}

/// A leader's AlterPartition request on its way to the controller, `alter ─▸ {B A C}`, the answer on its
/// way back, or one that waits for news.
pub(super) fn alter(scene: &Scene, alter: &Alter) -> Row {
    let (theme, glyphs) = (scene.theme, scene.glyphs);
    let isr = scene.notation().set(alter.isr, scene.partition);
    let back = || format!("{}{}", glyphs.tip_left, glyphs.level);
    let (way, text, style) = match alter.stage {
        AlterStage::Sent => (format!("{}{}", glyphs.level, glyphs.tip_right), isr, theme.wire),
        AlterStage::Done { .. } => (back(), isr, theme.wire),
        AlterStage::Refused(error) => (back(), error.name().to_owned(), theme.damage),
        AlterStage::Stuck => (glyphs.no.to_owned(), isr, theme.damage),
    };
    Row::of(format!("alter {way} {text}"), style)
}
