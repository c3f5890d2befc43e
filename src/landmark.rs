//! Landmarks: what makes a step one that a person looks for in a long session.
//!
//! They are derived from what followed from the step and from what the script asks at it, here and
//! nowhere else.

use crate::engine::Effect;
use crate::session::Session;
use crate::timeline::NodeId;

/// Something that a step can be found by, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Landmark {
    /// A promised record was lost.
    Loss,
    /// Two live replicas came to differ below both HWs.
    Divergence,
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
    pub const ALL: [Landmark; 6] = [
        Landmark::Loss,
        Landmark::Divergence,
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
            Effect::Down { .. } => Some(Landmark::Down),
            Effect::Elected { .. } => Some(Landmark::Election),
            Effect::Truncated { cut, .. } if !cut.is_empty() => Some(Landmark::Truncation),
            _ => None,
        }
    }
}

/// The landmarks of a step, each once, the most important first. Effects that are `hidden` make
/// none.
pub fn landmarks(session: &Session, id: NodeId, hidden: impl Fn(&Effect) -> bool) -> Vec<Landmark> {
    let Some(node) = session.timeline().node(id) else { return Vec::new() };
    let effects = node.effects().filter(|effect| !hidden(effect));
    let mut found: Vec<Landmark> = effects.filter_map(Landmark::of).collect();
    found.extend(session.asks_at(id).then_some(Landmark::Question));
    found.sort_unstable();
    found.dedup();
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

    fn all(session: &Session) -> Vec<Landmark> {
        let ids = 0..=session.timeline().script_len();
        let mut all: Vec<Landmark> = ids.flat_map(|id| landmarks(session, id, |_| false)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn the_demo_of_a_loss_has_a_death_an_election_a_cut_a_question_and_the_loss() {
        use Landmark::*;
        assert_eq!(all(&demo("10b")), [Loss, Down, Election, Truncation, Question]);
    }

    #[test]
    fn the_demo_of_divergence_has_it() {
        assert!(all(&demo("10c")).contains(&Landmark::Divergence));
    }

    #[test]
    fn a_start_has_none_nor_has_a_step_that_is_not_there() {
        let session = demo("10b");
        assert_eq!(landmarks(&session, 0, |_| false), []);
        assert_eq!(landmarks(&session, 9_999, |_| false), []);
    }

    #[test]
    fn what_is_hidden_makes_no_landmark() {
        let session = demo("10b");
        for id in 0..=session.timeline().script_len() {
            let left = landmarks(&session, id, |_| true);
            assert!(left.iter().all(|mark| *mark == Landmark::Question));
        }
    }
}
