//! What each effect becomes in the diagram.

use super::flights::Flight;
use super::rows::{Maker, Message};
use super::{About, Arrow, Fate, Lane, Mark, wording};
use crate::engine::effect::{HwRule, Lost};
use crate::engine::ledger::Outcome;
use crate::engine::state::{LeaderAndIsr, PartitionState};
use crate::engine::*;
use crate::notation::{self, effect_kind};

impl Maker<'_> {
    /// What is under way has to follow even what is not shown.
    pub(super) fn follow(&mut self, effect: &Effect, rest: &[Effect], next: Option<&Event>) {
        match effect {
            Effect::Elected { partition, leader, .. } => {
                self.flights.set_leader(*partition, Some(*leader));
            }
            Effect::Leaderless { partition, .. } => self.flights.set_leader(*partition, None),
            Effect::AcksSet { producer, to, .. } => self.flights.set_acks(*producer, *to),
            Effect::Down { broker, .. } => self.up = self.up.without(*broker),
            Effect::Up { broker } => self.up = self.up.with(*broker),
            _ => {}
        }
        let is_hidden = (self.telling.hides)(effect);
        if self.concerns(effect.partition()) && is_hidden {
            self.hide();
        }
        self.effect(effect, rest, next, is_hidden || !self.concerns(effect.partition()));
    }

    /// The rows of an effect. One that is not to be seen has none, but moves what is under way.
    fn effect(&mut self, effect: &Effect, rest: &[Effect], next: Option<&Event>, unseen: bool) {
        match effect {
            // ---- on the wire: what is under way moves, seen or not ----
            Effect::Asked { broker, partition, leader, .. } => {
                let serves = Event::Serve { broker: *broker, partition: *partition };
                let has_left = next != Some(&serves);
                if has_left && !unseen {
                    self.say(effect, false, Fate::Sent);
                }
                self.flights.begin(Flight {
                    follower: *broker,
                    partition: *partition,
                    leader: *leader,
                    said: effect.clone(),
                    has_left,
                    is_held: false,
                });
            }
            Effect::RecordsSent { leader, partition, follower, .. }
            | Effect::EpochEndSent { leader, partition, follower, .. }
            | Effect::OffsetSent { leader, partition, follower, .. }
            | Effect::ErrorSent { leader, partition, follower, .. } => {
                let arrives = Event::Reply { broker: *follower, partition: *partition };
                let has_left = next != Some(&arrives);
                let fate = if has_left { Fate::Sent } else { Fate::Arrived };
                self.flights.begin(Flight {
                    follower: *follower,
                    partition: *partition,
                    leader: *leader,
                    said: effect.clone(),
                    has_left,
                    is_held: false,
                });
                if !unseen {
                    self.say(effect, false, fate);
                }
            }
            Effect::Unparked { follower, partition, .. } => {
                if let Some(flight) = self.flights.get(*follower, *partition) {
                    flight.is_held = false;
                }
            }
            Effect::Vanished { broker, partition, what, .. } => {
                let flight = self.flights.take(*broker, *partition).filter(|_| !unseen);
                let Some(flight) = flight else { return };
                match what {
                    Lost::Request | Lost::Reply => self.say(&flight.said, true, Fate::Dropped),
                    Lost::Parked => self.parked_vanishes(&flight),
                }
            }
            Effect::Retried { producer, partition, value } => {
                self.attempt(*producer, *partition, *value, rest);
            }
            Effect::Acked { producer, partition, value, .. } if unseen => {
                self.flights.answer(*producer, *partition, *value);
            }
            Effect::Failed { producer, partition, value, .. }
            | Effect::WillRetry { producer, partition, value, .. }
                if unseen =>
            {
                self.flights.answer(*producer, *partition, *value);
            }
            _ if unseen => {}
            _ => self.shown(effect),
        }
    }

    fn parked_vanishes(&mut self, flight: &Flight) {
        let Some(Message { from, to, texts, is_reply }) = self.message(&flight.said) else {
            return;
        };
        let parked = texts.first().map(|text| format!("{text} parked"));
        let texts = parked.into_iter().chain(texts).collect();
        let (from, to) = (Lane::Broker(from), Lane::Broker(to));
        let fate = Fate::Dropped;
        self.arrow(Arrow { from, to, texts, is_reply, is_late: true, fate });
    }

    /// The rows of an effect that is seen. Each effect has its line here: a new one has to be given
    /// its place in the diagram, or none.
    fn shown(&mut self, effect: &Effect) {
        let kind = effect_kind(effect);
        let names = self.telling.session.names();
        let lang = self.telling.lang;
        let of = effect.partition().map_or_else(String::new, |p| self.of(p));
        match effect {
            // ---- what a replica's numbers come to, in one row ----
            Effect::Leo { broker, partition, from, to } => {
                if from != to {
                    self.number(*broker, *partition).leo = Some(*to);
                }
            }
            Effect::Hw { broker, partition, from, to, rule } => {
                if from != to || matches!(rule, HwRule::Loaded { .. }) {
                    self.number(*broker, *partition).hw = Some(*to);
                }
            }

            // ---- notes on a lane ----
            Effect::Truncated { broker, to, cut, .. } => {
                if !cut.is_empty() {
                    let short = format!("{of}{kind} to {to}");
                    let gone = self.notation.list(cut);
                    self.broker_note(
                        *broker,
                        Mark::Cut,
                        vec![
                            format!("{short}: -[{gone}]"),
                            format!("{of}to {to}: -[{gone}]"),
                            short,
                        ],
                    );
                }
            }
            Effect::Flushed { broker, to, .. } => {
                self.broker_note(*broker, Mark::Plain, vec![format!("{of}{kind} {to}")]);
            }
            Effect::HwWritten { broker, to, .. } => {
                self.broker_note(*broker, Mark::Plain, vec![format!("{of}disk hw {to}")]);
            }
            Effect::EpochAdded { broker, entry, .. }
            | Effect::EpochRefused { broker, entry, .. } => {
                let entry = format!("({},{})", entry.epoch, entry.start);
                let texts = vec![format!("{of}{kind} {entry}"), entry];
                self.broker_note(*broker, Mark::Plain, texts);
            }
            Effect::EpochsCut { broker, entries, .. } => {
                let all: String =
                    entries.iter().map(|e| format!("({},{})", e.epoch, e.start)).collect();
                self.broker_note(*broker, Mark::Cut, vec![format!("{of}{kind} {all}")]);
            }
            Effect::KeptLog { broker, .. } => {
                self.broker_note(*broker, Mark::Plain, vec![format!("{of}{kind}")]);
            }
            Effect::Recognized { producer, partition, value, offset } => {
                let text = format!("{of}{} {kind} at {offset}", names.value(*value));
                if let Some(broker) = self.flights.sent_to(*producer, *partition, *value) {
                    self.broker_note(broker, Mark::Plain, vec![text]);
                }
            }
            Effect::NewProducerId { producer } => {
                self.note(Lane::Producer(*producer), Mark::Plain, vec![kind.to_owned()]);
            }
            Effect::AcksSet { producer, to, .. } => {
                let text = format!("acks={}", notation::acks(*to));
                self.note(Lane::Producer(*producer), Mark::Plain, vec![text]);
            }
            Effect::PositionReset { consumer, from, to, .. } => {
                let text = format!("{of}{kind} {from}{}{to}", self.telling.glyphs.arrow);
                let short = format!("{of}{from}{}{to}", self.telling.glyphs.arrow);
                self.note(Lane::Consumer(*consumer), Mark::Plain, vec![text, short]);
            }
            Effect::Down { broker, how } => {
                self.write_numbers();
                let text = wording::death(*how, lang).to_owned();
                self.broker_note(*broker, Mark::Down, vec![text]);
            }
            Effect::Up { broker } => {
                let text = wording::starts(lang).to_owned();
                self.broker_note(*broker, Mark::Up, vec![text]);
            }
            Effect::Wiped { broker } => {
                let text = wording::wiped(lang).to_owned();
                self.broker_note(*broker, Mark::Cut, vec![text]);
            }
            Effect::NoticedDeath { broker } | Effect::NoticedReturn { broker } => {
                self.write_numbers();
                let text = format!("{kind} {}", names.broker(*broker));
                self.note(Lane::Controller, Mark::Plain, vec![text]);
            }

            // ---- what clients are told ----
            Effect::Acked { producer, partition, value, .. } => {
                let told = notation::outcome(Outcome::Acked);
                self.told(*producer, *partition, *value, told, None);
            }
            Effect::Failed { producer, partition, value, error, .. } => {
                self.told(*producer, *partition, *value, error.name(), Some(*error));
            }
            Effect::WillRetry { producer, partition, value, error, ms, .. } => {
                let told = format!("{} retry {ms}ms", error.name());
                self.told(*producer, *partition, *value, &told, Some(*error));
            }
            Effect::Dropped { producer, partition, value, error } => {
                let broker = self.flights.answer(*producer, *partition, *value);
                // Of one that never arrived the arrow has said so.
                if let Some(broker) = broker.filter(|b| self.up.contains(*b)) {
                    let text = format!("{of}{} {kind} {}", names.value(*value), error.name());
                    self.broker_note(broker, Mark::Plain, vec![text]);
                }
            }
            Effect::Consumed { consumer, partition, from, hw, records } => {
                let told = self.records(records, *hw);
                self.consumed(*consumer, *partition, *from, told, None);
            }
            Effect::ConsumeFailed { consumer, partition, position, error } => {
                let told = vec![error.name().to_owned()];
                self.consumed(*consumer, *partition, *position, told, Some(*error));
            }
            Effect::Sought { consumer, partition, whence, from, to } => {
                let told = vec![format!("{} {to}", notation::whence(*whence))];
                self.consumed(*consumer, *partition, *from, told, None);
            }

            // ---- the controller's word ----
            Effect::Told { broker, word } => self.word(*broker, word, false),
            Effect::WordIgnored { broker, word } => self.word(*broker, word, true),

            // ---- between a leader and the controller ----
            Effect::AlterSent { leader, partition, wanted, .. } => {
                let text = format!("{of}alter isr {}", self.notation.set(*wanted, *partition));
                self.alter(*leader, text, false, Fate::Arrived);
            }
            Effect::AlterAccepted { leader, partition, isr, .. } => {
                let text = format!("{of}isr {}", self.notation.set(*isr, *partition));
                self.alter(*leader, text, true, Fate::Arrived);
            }
            Effect::AlterRefused { leader, error, .. } => {
                self.alter(*leader, format!("{of}{}", error.name()), true, Fate::Arrived);
            }
            Effect::AlterVanished { leader, answer, .. } => {
                self.alter(*leader, format!("{of}alter isr"), *answer, Fate::Dropped);
            }

            // ---- more notes on a lane ----
            Effect::Paused { broker } | Effect::FetcherStopped { broker, .. } => {
                self.broker_note(*broker, Mark::Plain, vec![format!("{of}{kind}")]);
            }
            Effect::Resumed { broker }
            | Effect::ReplicaCreated { broker, .. }
            | Effect::ReplicaDeleted { broker, .. } => {
                self.broker_note(*broker, Mark::Plain, vec![format!("{of}{kind}")]);
            }
            Effect::UncleanShutdown { broker } => {
                let text = format!("{kind} {}", names.broker(*broker));
                self.note(Lane::Controller, Mark::Plain, vec![text]);
            }
            Effect::AnswerLost { producer, value, .. } => {
                let text = format!("{of}{} {kind}", names.value(*value));
                self.note(Lane::Producer(*producer), Mark::Plain, vec![text]);
            }
            Effect::AnswerWillBeLost { producer } => {
                self.note(Lane::Producer(*producer), Mark::Plain, vec![kind.to_owned()]);
            }
            Effect::Redirected { consumer, to, .. } => {
                let text = format!("{of}{kind} {}", names.broker(*to));
                self.note(Lane::Consumer(*consumer), Mark::Plain, vec![text]);
            }
            Effect::PositionValid { consumer, .. } | Effect::TruncationFound { consumer, .. } => {
                self.note(Lane::Consumer(*consumer), Mark::Plain, vec![format!("{of}{kind}")]);
            }

            // ---- bands ----
            Effect::IsrCommitted { .. }
            | Effect::IsrReverted { .. }
            | Effect::IsrStuck { .. }
            | Effect::IsrWriteUnreachable { .. }
            | Effect::ElrChanged { .. }
            | Effect::Recovering { .. } => self.band(About::Isr, effect),
            Effect::Reassigning { .. }
            | Effect::Reassigned { .. }
            | Effect::Reordered { .. }
            | Effect::LinkCut { .. }
            | Effect::LinkHealed { .. }
            | Effect::WordsHeld { .. } => self.band(About::Setting, effect),
            Effect::Elected { epoch, .. } | Effect::Leaderless { epoch, .. } => {
                self.band(About::Epoch(*epoch), effect);
            }
            Effect::IsrExpanded { .. }
            | Effect::IsrShrunk { .. }
            | Effect::IsrCut { .. }
            | Effect::IsrWriteRefused { .. } => self.band(About::Isr, effect),
            Effect::MinIsrSet { .. } | Effect::UncleanSet { .. } => {
                self.band(About::Setting, effect);
            }
            Effect::Simplified { .. } => self.band(About::Simplified, effect),
            Effect::Lost { .. } | Effect::Diverged { .. } => self.band(About::Damage, effect),
            Effect::Recovered { .. } => self.band(About::Repair, effect),
            Effect::Passed { .. } | Effect::FellBehind { .. } => self.band(About::Time, effect),

            // ---- shown by another row ----
            // By the numbers and the reply that brought it.
            Effect::Appended { .. } => {}
            // By the request that the leader read it from.
            Effect::RemoteLeo { .. } => {}
            // By the fate of the arrow.
            Effect::Parked { .. } | Effect::Waiting { .. } => {}
            // By `acks=0` in the arrow: no answer comes.
            Effect::Unasked { .. } => {}
            // By the reply that brought it; by the next question.
            Effect::ErrorReceived { .. } | Effect::NotShorter { .. } => {}
            // By the controller's word.
            Effect::LeaderNow { .. }
            | Effect::FollowerNow { .. }
            | Effect::FollowsOn { .. }
            | Effect::Nobody { .. }
            | Effect::IsrHeard { .. } => {}
            // By the error in the reply.
            Effect::EpochFenced { .. } => {}
            // They are arrows, made where what is under way moves.
            Effect::Asked { .. }
            | Effect::Unparked { .. }
            | Effect::RecordsSent { .. }
            | Effect::EpochEndSent { .. }
            | Effect::DivergingSent { .. }
            | Effect::OffsetSent { .. }
            | Effect::ErrorSent { .. }
            | Effect::Vanished { .. }
            | Effect::Retried { .. } => {}

            // ---- no part of a conversation ----
            Effect::Rolled { .. } => {}
            // A verdict on a state: the ledger has them.
            Effect::Broken { .. } | Effect::Mended { .. } => {}
        }
    }

    /// A leader asks the controller for another ISR, or is answered.
    fn alter(&mut self, leader: BrokerId, text: String, is_reply: bool, fate: Fate) {
        let (from, to) = match is_reply {
            true => (Lane::Controller, Lane::Broker(leader)),
            false => (Lane::Broker(leader), Lane::Controller),
        };
        self.arrow(Arrow { from, to, texts: vec![text], is_reply, is_late: false, fate });
    }

    /// The controller's word reaches a broker.
    fn word(&mut self, broker: BrokerId, word: &LeaderAndIsr, is_ignored: bool) {
        // It holds what an election comes to: whatever is hidden of that is hidden here.
        if (self.telling.hides)(&Effect::WordIgnored { broker, word: *word }) {
            return self.hide();
        }
        let PartitionState { leader, epoch, isr, .. } = word.state;
        let leader = leader.map_or("-1", |b| self.telling.session.names().broker(b));
        let isr = self.notation.set(isr, word.partition);
        let tail = if is_ignored { " ignored" } else { "" };
        let full = format!("{}{tail}", self.notation.word(word));
        let short = format!("{leader}:{epoch} {isr}{tail}");
        self.arrow(Arrow {
            from: Lane::Controller,
            to: Lane::Broker(broker),
            texts: vec![full, short, format!("{leader}:{epoch}{tail}")],
            is_reply: false,
            is_late: false,
            fate: Fate::Arrived,
        });
    }
}
