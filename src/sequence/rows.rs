//! The rows of a step: what each event and each effect becomes in the diagram.

use super::flights::{Flight, Flights};
use super::{About, Arrow, Band, Content, Fate, Lane, Mark, Note, Row, Telling};
use crate::command::Happening;
use crate::engine::effect::Death;
use crate::engine::log::Record;
use crate::engine::state::{Answer, Ask, PartitionState};
use crate::engine::*;
use crate::lang::{Context, Label};
use crate::notation::{self, Notation};
use crate::session::MASK;
use crate::timeline::NodeId;

/// The rows of a step, at least one; none if there is no such step.
pub fn rows(telling: &Telling, id: NodeId) -> Vec<Row> {
    let timeline = telling.session.timeline();
    let Some(node) = timeline.node(id) else { return Vec::new() };
    let before = node.parent.and_then(|id| timeline.node(id)).map_or(&node.state, |n| &n.state);
    let mut maker = Maker::new(telling, id, node.depth, before);
    if node.parent.is_none() {
        maker.start(&node.state);
    }
    for (at, happening) in node.happened.iter().enumerate() {
        let next = node.happened.get(at + 1).map(|next| &next.event);
        maker.happening(happening, next);
    }
    if maker.rows.is_empty() {
        maker.push(Content::Nothing);
    }
    for (at, row) in maker.rows.iter_mut().enumerate() {
        row.is_first = at == 0;
    }
    maker.rows
}

/// What a client asked in the event under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Asking {
    pub(super) broker: Option<BrokerId>,
    /// `None`: a fetch, of which the effect tells the offset.
    pub(super) text: Option<String>,
}

/// A replica's numbers that have changed and have no row yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    pub(super) broker: BrokerId,
    pub(super) partition: PartitionId,
    pub(super) leo: Option<Offset>,
    pub(super) hw: Option<Offset>,
}

pub(super) struct Maker<'a> {
    pub(super) telling: &'a Telling<'a>,
    pub(super) cx: Context<'a>,
    pub(super) notation: Notation<'a>,
    pub(super) id: NodeId,
    pub(super) depth: usize,
    /// Whether what the question is about may have been done in this step: then what is chosen tells,
    /// too.
    pub(super) is_asked: bool,
    pub(super) rows: Vec<Row>,
    pub(super) up: BrokerSet,
    pub(super) masked: BrokerSet,
    pub(super) flights: Flights,
    pub(super) asking: Asking,
    pub(super) numbers: Option<Numbers>,
}

impl<'a> Maker<'a> {
    fn new(telling: &'a Telling<'a>, id: NodeId, depth: usize, before: &Cluster) -> Self {
        let session = telling.session;
        let cx = Context::new(session.names(), session.setup(), telling.glyphs);
        // The question of a step that only tells is about the last one in which something was done.
        let timeline = session.timeline();
        let acted =
            timeline.behind().find(|id| timeline.node(*id).is_some_and(|n| !n.commands.is_empty()));
        let is_asked = session.masked().is_some()
            && acted.and_then(|id| timeline.node(id)).is_none_or(|acted| depth >= acted.depth);
        let hides_state =
            |b: &BrokerId| (telling.hides)(&Effect::Down { broker: *b, how: Death::Killed });
        let masked = match is_asked {
            true => session.setup().all_brokers().iter().filter(hides_state).collect(),
            false => BrokerSet::EMPTY,
        };
        Maker {
            telling,
            cx,
            notation: Notation::new(session.names(), session.setup()),
            id,
            depth,
            is_asked,
            rows: Vec::new(),
            up: before.up(),
            masked,
            flights: Flights::of(before, session.setup()),
            asking: Asking::default(),
            numbers: None,
        }
    }

    // ---- rows ----

    fn push(&mut self, content: Content) {
        let concerns = |f: &&Flight| self.concerns(Some(f.partition));
        let is_hidden = |f: &&Flight| {
            let (leader, partition, follower) = (f.leader, f.partition, f.follower);
            (self.telling.hides)(&Effect::Parked { leader, partition, follower, ms: 0 })
        };
        let held = self.flights.held().filter(concerns).filter(|f| !is_hidden(f));
        let waiting = held.map(|f| f.follower).collect();
        let (id, depth, up, masked) = (self.id, self.depth, self.up, self.masked);
        self.rows.push(Row { step: id, depth, is_first: false, content, up, waiting, masked });
    }

    pub(super) fn hide(&mut self) {
        self.write_numbers();
        let last = self.rows.last().map(|row| &row.content);
        if last != Some(&Content::Hidden) {
            self.push(Content::Hidden);
        }
    }

    pub(super) fn arrow(&mut self, arrow: Arrow) {
        self.write_numbers();
        if self.telling.filter.shows(arrow.from) && self.telling.filter.shows(arrow.to) {
            self.push(Content::Arrow(arrow));
        }
    }

    pub(super) fn note(&mut self, lane: Lane, mark: Mark, texts: Vec<String>) {
        if self.telling.filter.shows(lane) {
            self.push(Content::Note(Note { lane, texts, mark }));
        }
    }

    pub(super) fn broker_note(&mut self, broker: BrokerId, mark: Mark, texts: Vec<String>) {
        self.note(Lane::Broker(broker), mark, texts);
    }

    /// A band with the sentence of an effect.
    pub(super) fn band(&mut self, about: About, effect: &Effect) {
        self.write_numbers();
        let sentence = self.telling.lang.words().effect(&self.cx, effect);
        let text = match sentence.outcome {
            Some(outcome) => format!("{}  {outcome}", sentence.text),
            None => sentence.text,
        };
        let text = effect.partition().map_or_else(String::new, |p| self.of(p)) + &text;
        self.push(Content::Band(Band { about, text }));
    }

    /// `orders-1 ` where the diagram is about several partitions.
    pub(super) fn of(&self, partition: PartitionId) -> String {
        let session = self.telling.session;
        match self.telling.partition.is_none() && session.setup().assignment.len() > 1 {
            true => session.names().partition(partition) + " ",
            false => String::new(),
        }
    }

    pub(super) fn concerns(&self, partition: Option<PartitionId>) -> bool {
        match (self.telling.partition, partition) {
            (Some(wanted), Some(partition)) => wanted == partition,
            (None, _) | (_, None) => true,
        }
    }

    /// Whether it would tell who leads, and the question is about that.
    pub(super) fn would_tell_leader(&self, broker: BrokerId, partition: PartitionId) -> bool {
        let epoch = Epoch::default();
        let follows = Effect::FollowerNow { broker, partition, epoch, leader: broker };
        self.is_asked && (self.telling.hides)(&follows)
    }

    pub(super) fn write_numbers(&mut self) {
        let Some(Numbers { broker, partition, leo, hw }) = self.numbers.take() else { return };
        let number = |name, n: Option<Offset>| n.map(|n| format!("{name} {n}"));
        let all: Vec<String> =
            [number("leo", leo), number("hw", hw)].into_iter().flatten().collect();
        let text = self.of(partition) + &all.join(" ");
        self.broker_note(broker, Mark::Plain, vec![text]);
    }

    pub(super) fn number(&mut self, broker: BrokerId, partition: PartitionId) -> &mut Numbers {
        let here = |n: &Numbers| (n.broker, n.partition) == (broker, partition);
        if !self.numbers.as_ref().is_some_and(here) {
            self.write_numbers();
        }
        self.numbers.get_or_insert(Numbers { broker, partition, leo: None, hw: None })
    }

    /// The leader and the ISR of each partition at the start, unless a question is about those.
    fn start(&mut self, state: &Cluster) {
        let about = About::Start;
        let label = self.telling.lang.label(Label::Start);
        for (partition, known) in (0..).map(PartitionId).zip(&state.controller.partitions) {
            if !self.concerns(Some(partition)) {
                continue;
            }
            let PartitionState { epoch, isr, .. } = *known;
            let broker = BrokerId(0);
            let hides = self.telling.hides;
            let is_hidden =
                hides(&Effect::FollowerNow { broker, partition, epoch, leader: broker })
                    || hides(&Effect::IsrCut { partition, broker, epoch, isr });
            let known = match is_hidden {
                true => MASK.to_owned(),
                false => self.notation.partition_state(partition, known),
            };
            let text = format!("{label}  {}{known}", self.of(partition));
            self.push(Content::Band(Band { about, text }));
        }
    }

    // ---- what happened ----

    fn happening(&mut self, happening: &Happening, next: Option<&Event>) {
        self.event(&happening.event, &happening.effects);
        for (at, effect) in happening.effects.iter().enumerate() {
            let rest = happening.effects.get(at + 1..).unwrap_or_default();
            self.follow(effect, rest, next);
        }
        self.write_numbers();
        self.asking = Asking::default();
    }

    fn event(&mut self, event: &Event, effects: &[Effect]) {
        match *event {
            Event::Send { producer, partition, value, to } => {
                self.asking.broker = to.or(self.flights.leader(partition));
                // One that is sent again says so itself.
                let again =
                    |e: &Effect| matches!(e, Effect::Retried { value: v, .. } if *v == value);
                if !effects.iter().any(again) {
                    self.attempt(producer, partition, value, effects);
                }
            }
            Event::Consume { partition, from, .. } => {
                self.asking.broker = from.or(self.flights.leader(partition));
            }
            Event::Seek { partition, to, .. } => {
                self.asking.broker = self.flights.leader(partition);
                self.asking.text = Some(format!("seek {}", notation::whence(to)));
            }
            Event::Serve { broker, partition } => self.request_arrives(broker, partition, effects),
            Event::Reply { broker, partition } => self.reply_arrives(broker, partition),
            // Their effects show them.
            Event::Request { .. }
            | Event::Kill { .. }
            | Event::PowerLoss { .. }
            | Event::Stop { .. }
            | Event::Start { .. }
            | Event::RestartUnnoticed { .. }
            | Event::Wipe { .. }
            | Event::Flush { .. }
            | Event::CheckpointHw { .. }
            | Event::Advance { .. }
            | Event::ElectPreferred { .. }
            | Event::ElectUnclean { .. }
            | Event::SetAcks { .. }
            | Event::SetMinIsr(_)
            | Event::SetUnclean(_)
            | Event::Notice { .. }
            | Event::Tell { .. }
            | Event::HoldWords { .. }
            | Event::ReleaseWords { .. }
            | Event::Alter { .. }
            | Event::Altered { .. }
            | Event::Pause { .. }
            | Event::Resume { .. }
            | Event::Cut { .. }
            | Event::Heal { .. }
            | Event::Lose { .. }
            | Event::LoseAlter { .. }
            | Event::EndWait { .. }
            | Event::FallBehind { .. }
            | Event::LoseAnswer { .. }
            | Event::MoveLeader { .. }
            | Event::Reassign { .. } => {}
        }
    }

    fn request_arrives(&mut self, broker: BrokerId, partition: PartitionId, effects: &[Effect]) {
        let parks = |e: &Effect| {
            matches!(e, Effect::Parked { follower, partition: p, .. }
                if (*follower, *p) == (broker, partition))
        };
        let parked = effects.iter().find(|e| parks(e) && !(self.telling.hides)(e));
        let Some(flight) = self.flights.get(broker, partition) else { return };
        flight.is_held = parked.is_some();
        let (said, is_late) = (flight.said.clone(), flight.has_left);
        flight.has_left = true;
        let fate = if parked.is_some() { Fate::Held } else { Fate::Arrived };
        self.say(&said, is_late, fate);
    }

    fn reply_arrives(&mut self, broker: BrokerId, partition: PartitionId) {
        let Some(flight) = self.flights.take(broker, partition) else { return };
        if flight.has_left {
            self.say(&flight.said, true, Fate::Arrived);
        }
    }

    /// An arrow between a follower and its leader.
    pub(super) fn say(&mut self, said: &Effect, is_late: bool, fate: Fate) {
        if !self.concerns(said.partition()) {
            return;
        }
        if (self.telling.hides)(said) {
            return self.hide();
        }
        let Some(Message { from, to, mut texts, is_reply }) = self.message(said) else { return };
        let leader = if is_reply { from } else { to };
        if said.partition().is_some_and(|p| self.would_tell_leader(leader, p)) {
            return self.hide();
        }
        if let (Fate::Held, Some(text)) = (fate, texts.first().cloned()) {
            texts.insert(0, text + " parked");
        }
        let (from, to) = (Lane::Broker(from), Lane::Broker(to));
        self.arrow(Arrow { from, to, texts, is_reply, is_late, fate });
    }

    /// What an effect says on the wire between brokers, if it says anything there.
    pub(super) fn message(&self, said: &Effect) -> Option<Message> {
        let (from, to, partition, mut texts, is_reply) = match said {
            Effect::Asked { broker, partition, leader, ask } => {
                (*broker, *leader, *partition, vec![notation::ask(*ask)], false)
            }
            Effect::RecordsSent { leader, partition, follower, records, hw, .. } => {
                (*leader, *follower, *partition, self.records(records, *hw), true)
            }
            Effect::EpochEndSent { leader, partition, follower, asked, epoch, end } => {
                let answer = Answer::EpochEnd { epoch: *epoch, end: *end };
                let text = self.notation.answer(Ask::EpochEnd(*asked), &answer);
                let short = text.trim_start_matches("epoch ").to_owned();
                (*leader, *follower, *partition, vec![text, short], true)
            }
            &Effect::DivergingSent {
                leader,
                partition,
                follower,
                offset,
                last,
                epoch,
                end,
                hw,
            } => {
                let ask = Ask::Fetch { offset, last: Some(last) };
                let text = self.notation.answer(ask, &Answer::Diverging { epoch, end, hw });
                (leader, follower, partition, vec![text, format!("({epoch},{end})")], true)
            }
            Effect::OffsetSent { leader, partition, follower, ask, offset } => {
                let text = self.notation.answer(*ask, &Answer::Offset(*offset));
                (*leader, *follower, *partition, vec![text], true)
            }
            Effect::ErrorSent { leader, partition, follower, error } => {
                (*leader, *follower, *partition, vec![error.name().to_owned()], true)
            }
            _ => return None,
        };
        if let Some(full) = texts.first_mut() {
            *full = self.of(partition) + full;
        }
        Some(Message { from, to, texts, is_reply })
    }

    /// Records with a HW: in full, without their epochs, the first and the last.
    pub(super) fn records(&self, records: &[Record], hw: Offset) -> Vec<String> {
        let value = |record: &Record| self.telling.session.names().value(record.value);
        let answer = Answer::Records { records: records.to_vec(), hw };
        let mut texts = vec![self.notation.answer(Ask::Fetch { offset: 0, last: None }, &answer)];
        if !records.is_empty() {
            let values: Vec<String> = records.iter().map(value).collect();
            texts.push(format!("{} hw {hw}", values.join(" ")));
        }
        if let [first, _, .., last] = records {
            texts.push(format!("{}..{} hw {hw}", value(first), value(last)));
        }
        texts.dedup();
        texts
    }
}

/// What is said between two brokers.
pub(super) struct Message {
    pub(super) from: BrokerId,
    pub(super) to: BrokerId,
    /// As in [`Arrow::texts`].
    pub(super) texts: Vec<String>,
    pub(super) is_reply: bool,
}
