//! What all panels look at: the session and the screen's state, with what several panels derive from
//! them.

use ratatui::style::Style;

use super::marks::Marks;
use super::text::Row;
use crate::engine::ledger::Verdict;
use crate::engine::state::{Answer, Ask, Call, Replica, Stage};
use crate::engine::*;
use crate::glyphs::Glyphs;
use crate::lang::{Context, Label, Place};
use crate::names::Names;
use crate::notation::Notation;
use crate::scenario::quantity::What;
use crate::session::{MASK, Session};
use crate::timeline::Node;
use crate::tui::theme::Theme;
use crate::tui::ui::Ui;

/// What there is to see.
pub(super) struct Scene<'a> {
    pub session: &'a Session,
    pub ui: &'a Ui,
    pub theme: &'a Theme,
    pub glyphs: &'static Glyphs,
    pub names: &'a Names,
    pub setup: &'a Setup,
    /// The state now.
    pub state: &'a Cluster,
    /// The last step in which something was done: this one, or one before it if since then things
    /// were only told. What that step changed stays marked, so that the answer to a question is
    /// shown with what made it.
    pub acted: &'a Node,
    /// The state before that step; `None` at the start.
    pub before: Option<&'a Cluster>,
    /// The partition on the screen.
    pub partition: PartitionId,
    /// The broker that actions are about.
    pub chosen: BrokerId,
    /// What is lost, unavailable, diverged and duplicated.
    pub verdict: Verdict,
}

impl<'a> Scene<'a> {
    pub(super) fn new(session: &'a Session, ui: &'a Ui) -> Self {
        let setup = session.setup();
        let last = setup.assignment.len().saturating_sub(1) as u8;
        let timeline = session.timeline();
        let parent = |node: &Node| node.parent.and_then(|id| timeline.node(id));
        let mut acted = session.here();
        while acted.commands.is_empty()
            && let Some(before) = parent(acted)
        {
            acted = before;
        }
        Scene {
            session,
            ui,
            theme: &ui.theme,
            glyphs: ui.glyphs,
            names: session.names(),
            setup,
            state: session.state(),
            acted,
            before: parent(acted).map(|node| &node.state),
            partition: PartitionId(ui.partition.0.min(last)),
            chosen: BrokerId(ui.broker.0.min(setup.brokers.saturating_sub(1))),
            verdict: session.state().verdict(setup),
        }
    }

    // ---- words ----

    pub(super) fn label(&self, label: Label) -> &'static str {
        self.ui.lang.label(label)
    }

    pub(super) fn context<'s>(&'s self, marks: &'s Marks) -> Context<'s> {
        Context { marks: marks.list(), ..self.ui.context(self.session) }
    }

    pub(super) fn notation(&self) -> Notation<'a> {
        Notation::new(self.names, self.setup)
    }

    // ---- state ----

    /// Every broker, in the order of the keys that choose them.
    pub(super) fn brokers(&self) -> Vec<BrokerId> {
        self.setup.all_brokers().iter().collect()
    }

    /// The partition's replicas, preferred leader first.
    pub(super) fn assigned(&self) -> &'a [BrokerId] {
        self.state.replicas(self.partition)
    }

    pub(super) fn replica(&self, broker: BrokerId) -> Option<&'a Replica> {
        self.state.replica(broker, self.partition)
    }

    /// The broker that the controller says leads, up or down.
    pub(super) fn named_leader(&self) -> Option<BrokerId> {
        self.state.controller.partitions.get(self.partition.index())?.leader
    }

    /// What a follower has in flight.
    pub(super) fn call(&self, follower: BrokerId) -> Option<&'a Call> {
        self.state.follower(follower, self.partition)?.call.as_ref()
    }

    /// The reply that reached a follower in this step, with what had been asked and who replied.
    pub(super) fn arrived(&self, follower: BrokerId) -> Option<(Ask, Answer, BrokerId)> {
        let partition = self.partition;
        let mut found = None;
        let mut last = self.before.and_then(|state| {
            let follower = state.follower(follower, partition)?;
            let call = follower.call.as_ref()?;
            match &call.stage {
                Stage::Replied(answer) => Some((call.ask, answer.clone(), follower.leader)),
                Stage::Sent | Stage::Parked(_) => None,
            }
        });
        for happening in &self.acted.happened {
            for effect in &happening.effects {
                if let Some(reply) = reply_sent(effect, follower, partition) {
                    last = Some(reply);
                }
            }
            if happening.event == (Event::Reply { broker: follower, partition }) {
                found = last.take();
            }
        }
        found
    }

    /// The request of a follower that vanished in this step, with whom it had been sent to.
    pub(super) fn vanished(&self, follower: BrokerId) -> Option<(&'a Call, BrokerId)> {
        let partition = self.partition;
        let leader = self.acted.effects().find_map(|effect| match effect {
            Effect::Vanished { broker, partition: p, leader, .. }
                if (*broker, *p) == (follower, partition) =>
            {
                Some(*leader)
            }
            _ => None,
        })?;
        let call = self.before?.follower(follower, partition)?.call.as_ref()?;
        Some((call, leader))
    }

    /// Whether nothing passes between a follower and the leader that it knows.
    pub(super) fn is_cut_off(&self, follower: BrokerId) -> bool {
        let known = self.state.follower(follower, self.partition);
        known.is_some_and(|f| self.state.is_cut(Link::between(follower, f.leader)))
    }

    // ---- what a question hides ----

    /// Whether a question at this step hides this quantity of the partition on the screen.
    pub(super) fn hides(&self, what: What) -> bool {
        self.session.masked().is_some_and(|q| q.what == what && q.partition == self.partition)
    }

    /// The same for a quantity that belongs to no partition.
    pub(super) fn hides_everywhere(&self, what: What) -> bool {
        self.session.masked().is_some_and(|q| q.what == what)
    }

    /// Whether what is in a broker's log is hidden. Its LEO would give it away, too.
    pub(super) fn hides_log(&self, broker: BrokerId) -> bool {
        self.hides(What::Leo(broker))
            || self.hides(What::Log(broker))
            || self.hides(What::Records(broker))
    }

    /// Whether what is lost is hidden: by name, or with the verdict on a record.
    pub(super) fn hides_lost(&self) -> bool {
        self.hides(What::Lost) || self.hides_a_verdict()
    }

    /// Whether the verdict on a record is hidden.
    pub(super) fn hides_a_verdict(&self) -> bool {
        let masked = self.session.masked().filter(|q| q.partition == self.partition);
        masked.is_some_and(|q| matches!(q.what, What::Fate(_)))
    }

    /// Whether any log of the partition is hidden: then where logs differ is, too.
    pub(super) fn hides_a_log(&self) -> bool {
        self.assigned().iter().any(|b| self.hides_log(*b))
    }

    /// Whether it is hidden what is lost, and where logs differ: signs for either would tell of the
    /// other, and of a log that is hidden itself.
    pub(super) fn hides_damage(&self) -> bool {
        self.hides_lost()
            || self.hides(What::Unavailable)
            || self.hides(What::Diverged)
            || self.hides_a_log()
    }

    /// Whether a broker's HW is hidden. What a consumer can see ends at the leader's, and
    /// the leader's HW tells how much it holds at least.
    pub(super) fn hides_hw(&self, broker: BrokerId) -> bool {
        let leads = self.named_leader() == Some(broker);
        self.hides(What::Hw(broker))
            || leads && (self.hides(What::Visible) || self.hides_log(broker))
    }

    /// What stands instead of something hidden.
    pub(super) fn mask(&self) -> Row {
        Row::of(MASK, self.theme.mask)
    }

    // ---- numbers that may have changed ----

    /// A number of the state, with the old one behind it if the step has changed it, and with the
    /// mark of its place behind the one that is marked.
    pub(super) fn number(
        &self,
        new: &str,
        old: Option<&str>,
        place: Option<Place>,
        style: Style,
        marks: &Marks,
    ) -> Row {
        let mark = place.and_then(|p| marks.mark(p));
        let sign = |is_old: bool| match mark.filter(|mark| mark.is_old == is_old) {
            Some(mark) => Row::of(format!("({})", mark.sign), self.theme.mark),
            None => Row::new(),
        };
        let [before, behind] = self.glyphs.old;
        match old {
            Some(old) if old != new => Row::of(new, self.theme.changed)
                .and(sign(false))
                .with(format!("{before}{old}{behind}"), self.theme.dim)
                .and(sign(true)),
            _ => Row::of(new, style).and(sign(false)),
        }
    }
}

/// The reply in an effect, if it is one to this follower.
fn reply_sent(
    effect: &Effect,
    to: BrokerId,
    about: PartitionId,
) -> Option<(Ask, Answer, BrokerId)> {
    match effect {
        Effect::RecordsSent { leader, partition, follower, offset, records, hw }
            if (*follower, *partition) == (to, about) =>
        {
            let answer = Answer::Records { records: records.clone(), hw: *hw };
            Some((Ask::Fetch { offset: *offset, last: None }, answer, *leader))
        }
        Effect::DivergingSent { leader, partition, follower, offset, last, epoch, end, hw }
            if (*follower, *partition) == (to, about) =>
        {
            let ask = Ask::Fetch { offset: *offset, last: Some(*last) };
            Some((ask, Answer::Diverging { epoch: *epoch, end: *end, hw: *hw }, *leader))
        }
        Effect::EpochEndSent { leader, partition, follower, asked, epoch, end }
            if (*follower, *partition) == (to, about) =>
        {
            let answer = Answer::EpochEnd { epoch: *epoch, end: *end };
            Some((Ask::EpochEnd(*asked), answer, *leader))
        }
        Effect::OffsetSent { leader, partition, follower, ask, offset }
            if (*follower, *partition) == (to, about) =>
        {
            Some((*ask, Answer::Offset(*offset), *leader))
        }
        Effect::ErrorSent { leader, partition, follower, error }
            if (*follower, *partition) == (to, about) =>
        {
            // Which question it answers does not matter for an error.
            Some((Ask::LogEnd, Answer::Error(*error), *leader))
        }
        _ => None,
    }
}
