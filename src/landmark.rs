//! Landmarks: what makes a step one that a person looks for in a long session.
//!
//! They are derived from what followed from the step and from what the script asks at it, here and
//! nowhere else.

use crate::engine::{Cluster, Effect};
use crate::session::Session;
use crate::timeline::NodeId;

/// Something that a step can be found by, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Landmark {
    /// A promised record was lost.
    Loss,
    /// Two live replicas came to differ below both HWs.
    Divergence,
    /// A named property no longer held.
    Broken,
    /// A broker went down: killed, without power, stopped or halted.
    Down,
    /// A leader was elected.
    Election,
    /// Records were cut from a log.
    Truncation,
    /// The script asks something.
    Question,
}

impl Landmark {
    /// Every landmark, in their order.
    pub const ALL: [Landmark; 7] = [
        Landmark::Loss,
        Landmark::Divergence,
        Landmark::Broken,
        Landmark::Down,
        Landmark::Election,
        Landmark::Truncation,
        Landmark::Question,
    ];

    /// The landmark that an effect makes, if any.
    pub fn of(effect: &Effect) -> Option<Landmark> {
        match effect {
            Effect::Lost { .. } => Some(Landmark::Loss),
            Effect::Diverged { .. } => Some(Landmark::Divergence),
            Effect::Broken { .. } => Some(Landmark::Broken),
            Effect::Down { .. } => Some(Landmark::Down),
            Effect::Elected { .. } => Some(Landmark::Election),
            Effect::Truncated { cut, .. } if !cut.is_empty() => Some(Landmark::Truncation),
            _ => None,
        }
    }
}

/// What a step can be found by, in little room: its landmarks, and what else one can go to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits(u16);

impl Traits {
    /// A HW changed.
    const HW: u16 = 1 << 8;
    /// The `acks` of a producer or a setting of the topic changed.
    const SETTING: u16 = 1 << 9;

    /// Those of a step with these effects, between these states.
    pub fn of<'e>(
        effects: impl IntoIterator<Item = &'e Effect>,
        before: &Cluster,
        after: &Cluster,
    ) -> Traits {
        let mut traits = Traits(0);
        for effect in effects {
            if let Some(mark) = Landmark::of(effect) {
                traits.0 |= 1 << mark as u16;
            }
            if matches!(effect, Effect::Hw { from, to, .. } if from != to) {
                traits.0 |= Traits::HW;
            }
        }
        let acks = |state: &Cluster| state.producers.iter().map(|p| p.acks).collect::<Vec<_>>();
        if before.topic != after.topic || acks(before) != acks(after) {
            traits.0 |= Traits::SETTING;
        }
        traits
    }

    /// Whether it has a landmark. Questions are not known here.
    pub fn has(self, mark: Landmark) -> bool {
        self.0 & (1 << mark as u16) != 0
    }

    /// Whether a HW changed.
    pub fn moves_hw(self) -> bool {
        self.0 & Traits::HW != 0
    }

    /// Whether `acks` or a setting of the topic changed.
    pub fn changes_setting(self) -> bool {
        self.0 & Traits::SETTING != 0
    }
}

/// Which effects of a step make no landmark, because they must not be seen yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen<F> {
    /// All can be seen.
    All,
    /// None can.
    Nothing,
    /// Those that this says yes to can't.
    But(F),
}

/// The landmarks of a step, each once, the most important first.
pub fn landmarks<F: Fn(&Effect) -> bool>(
    session: &Session,
    id: NodeId,
    seen: Seen<F>,
) -> Vec<Landmark> {
    let timeline = session.timeline();
    let traits = timeline.traits(id);
    let mut found: Vec<Landmark> = match seen {
        Seen::All => Landmark::ALL.into_iter().filter(|mark| traits.has(*mark)).collect(),
        Seen::Nothing => Vec::new(),
        Seen::But(is_hidden) => {
            let node = timeline.node(id);
            let effects = node.iter().flat_map(|node| node.effects());
            effects.filter(|effect| !is_hidden(effect)).filter_map(Landmark::of).collect()
        }
    };
    found.extend(session.asks_at(id).then_some(Landmark::Question));
    found.sort_unstable();
    found.dedup();
    // What is lost or parts breaks a property, and has a sign of its own.
    if found.contains(&Landmark::Loss) || found.contains(&Landmark::Divergence) {
        found.retain(|mark| *mark != Landmark::Broken);
    }
    found
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::demos;

    fn demo(id: &str) -> Session {
        let demo = demos::all().into_iter().find(|demo| demo.id.starts_with(id));
        Session::new(Arc::clone(&demo.expect("a demo").scenario))
    }

    const SEEN: Seen<fn(&Effect) -> bool> = Seen::All;
    const NOTHING: Seen<fn(&Effect) -> bool> = Seen::Nothing;

    fn all(session: &Session) -> Vec<Landmark> {
        let ids = 0..=session.timeline().script_len();
        let mut all: Vec<Landmark> = ids.flat_map(|id| landmarks(session, id, SEEN)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn the_demo_of_a_loss_has_a_death_an_election_a_cut_a_question_and_the_loss() {
        use Landmark::*;
        assert_eq!(all(&demo("10b")), [Loss, Broken, Down, Election, Truncation, Question]);
    }

    #[test]
    fn the_demo_of_divergence_has_it() {
        assert!(all(&demo("10c")).contains(&Landmark::Divergence));
    }

    #[test]
    fn a_start_has_none_nor_has_a_step_that_is_not_there() {
        let session = demo("10b");
        assert_eq!(landmarks(&session, 0, SEEN), []);
        assert_eq!(landmarks(&session, 9_999, SEEN), []);
    }

    #[test]
    fn what_is_hidden_makes_no_landmark() {
        let session = demo("10b");
        for id in 0..=session.timeline().script_len() {
            let left = landmarks(&session, id, Seen::But(|_: &Effect| true));
            assert_eq!(left, landmarks(&session, id, NOTHING));
            assert!(left.iter().all(|mark| *mark == Landmark::Question));
        }
    }
}
