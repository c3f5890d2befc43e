//! What keeps messages from arriving though nobody has died: cut links, lost messages, words that are
//! held back, and brokers that have fallen silent.

use super::effect::{Effect, Lost};
use super::state::*;
use super::step::Step;
use super::types::*;

impl Cluster {
    /// Whether a link is cut.
    pub fn is_cut(&self, link: Link) -> bool {
        self.cuts.binary_search(&link).is_ok()
    }

    /// Whether the controller's word reaches a broker within a step that lets words through.
    pub(super) fn hears(&self, broker: BrokerId) -> bool {
        self.reaches_controller(broker) && !self.brokers[broker.index()].words_held
    }

    /// Whether the controller could notice that a broker is there again.
    pub(super) fn could_return(&self, broker: BrokerId) -> bool {
        self.reaches_controller(broker) && !self.controller.live.contains(broker)
    }
}

impl Step<'_> {
    /// A broker falls silent. Nothing of what it has is lost; its session runs out.
    pub(super) fn pause(&mut self, broker: BrokerId) {
        self.cluster.brokers[broker.index()].paused = true;
        self.out.add(|| Effect::Paused { broker });
        self.lose_touch(broker);
    }

    /// A silent broker goes on, as what it believes to be.
    pub(super) fn resume(&mut self, broker: BrokerId) {
        self.cluster.brokers[broker.index()].paused = false;
        self.out.add(|| Effect::Resumed { broker });
        self.regain_touch(broker);
    }

    /// A link is cut. What is on its way stays on its way.
    pub(super) fn cut_link(&mut self, link: Link) {
        if let Err(at) = self.cluster.cuts.binary_search(&link) {
            self.cluster.cuts.insert(at, link);
        }
        self.out.add(|| Effect::LinkCut { link });
        if let Link::Controller(broker) = link {
            self.lose_touch(broker);
        }
    }

    /// A link is whole again.
    pub(super) fn heal_link(&mut self, link: Link) {
        if let Ok(at) = self.cluster.cuts.binary_search(&link) {
            self.cluster.cuts.remove(at);
        }
        self.out.add(|| Effect::LinkHealed { link });
        if let Link::Controller(broker) = link {
            self.regain_touch(broker);
        }
    }

    /// The controller hears nothing any more from a broker whose session it still has.
    fn lose_touch(&mut self, broker: BrokerId) {
        let timeout = self.setup.settings.session_timeout;
        if self.cluster.is_up(broker) && self.cluster.controller.live.contains(broker) {
            let left = &mut self.cluster.brokers[broker.index()].session_left;
            *left = left.or(Some(timeout));
        }
    }

    /// The controller hears from a broker again: its session goes on, or it has a new one.
    fn regain_touch(&mut self, broker: BrokerId) {
        if !self.cluster.reaches_controller(broker) {
            return;
        }
        self.cluster.brokers[broker.index()].session_left = None;
        if self.cluster.could_return(broker) && self.setup.controller.notices_at_once {
            self.notice_return(broker);
        }
    }

    /// What a follower has in flight is lost; it will ask again.
    pub(super) fn lose(&mut self, broker: BrokerId, partition: PartitionId) {
        self.give_up_call(broker, partition);
    }

    /// The controller's words to a broker are held back, or no longer.
    pub(super) fn hold_words(&mut self, broker: BrokerId, held: bool) {
        self.cluster.brokers[broker.index()].words_held = held;
        self.out.add(|| Effect::WordsHeld { broker, held });
    }

    /// The next acknowledgement for a producer will be lost.
    pub(super) fn lose_answer(&mut self, producer: ProducerId) {
        self.cluster.producers[producer.index()].answer_lost = true;
        self.out.add(|| Effect::AnswerWillBeLost { producer });
    }

    /// Whether an acknowledgement for a producer is lost on its way from a broker.
    pub(super) fn loses_answer(&mut self, producer: ProducerId, broker: BrokerId) -> bool {
        let cut = self.cluster.is_cut(Link::Producer(producer, broker));
        std::mem::take(&mut self.cluster.producers[producer.index()].answer_lost) || cut
    }

    /// Whatever a replica's fetcher has in flight no longer concerns it.
    pub(super) fn give_up_call(&mut self, broker: BrokerId, partition: PartitionId) {
        let Some(known) = self.cluster.follower(broker, partition) else { return };
        if known.call.is_none() {
            return;
        }
        let Some(follower) = self.follower(broker, partition) else { return };
        let leader = follower.leader;
        let Some(call) = follower.call.take() else { return };
        self.stop_asking(broker, partition);
        let what = match call.stage {
            Stage::Sent => Lost::Request,
            Stage::Parked(_) => Lost::Parked,
            Stage::Replied(_) => Lost::Reply,
        };
        self.out.add(|| Effect::Vanished { broker, partition, leader, what });
    }
}
