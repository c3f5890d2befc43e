//! Runs side by side: the first step at which two of them differ.

use super::difference::{Line, Side, outcome};
use crate::engine::Setup;
use crate::timeline::{Node, NodeId, Timeline};

/// A run: its steps from the start, each at its depth.
#[derive(Clone, Debug)]
pub struct Track<'a> {
    /// What it was played under.
    pub setup: &'a Setup,
    /// The steps with the states after them; the first one is the start.
    pub nodes: Vec<&'a Node>,
}

/// Where two runs part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The step, counted from the start.
    pub step: usize,
    /// What differs after it; empty if it is only that something could be done in one run and not in
    /// the other.
    pub differences: Vec<Line>,
}

impl<'a> Track<'a> {
    /// The steps of a timeline that lead to this one.
    pub fn to(timeline: &'a Timeline, id: NodeId) -> Self {
        let parent = |id: &NodeId| timeline.node(*id)?.parent;
        let mut nodes: Vec<&Node> =
            std::iter::successors(Some(id), parent).filter_map(|id| timeline.node(id)).collect();
        nodes.reverse();
        Track { setup: timeline.setup(), nodes }
    }

    /// The state after a step, as one side of a comparison.
    pub fn side(&self, step: usize) -> Option<Side<'a>> {
        self.nodes.get(step).map(|node| Side { state: &node.state, setup: self.setup })
    }
}

/// The first step at which two runs part: what came of it differs, or something could be done in one
/// and not in the other. `None`: they do not, as far as both go.
pub fn parting(one: &Track, other: &Track) -> Option<Parting> {
    one.nodes.iter().zip(&other.nodes).enumerate().find_map(|(step, (a, b))| {
        let differences = differences(&[one.side(step)?, other.side(step)?]);
        let parts = !differences.is_empty() || a.skipped.len() != b.skipped.len();
        parts.then_some(Parting { step, differences })
    })
}

/// Whether two runs part at a step, given that they have not parted before.
pub fn parts([(a, one), (b, other)]: [(&Node, &Setup); 2]) -> bool {
    let sides = [Side { state: &a.state, setup: one }, Side { state: &b.state, setup: other }];
    a.skipped.len() != b.skipped.len() || !differences(&sides).is_empty()
}

/// What came of the steps and differs.
pub fn differences(sides: &[Side]) -> Vec<Line> {
    outcome(sides).into_iter().filter(|line| line.group.is_outcome() && line.differs()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::compare::name;
    use crate::engine::rules_for;
    use crate::replay::{Twin, Variation};
    use crate::scenario::Scenario;
    use crate::scenario::settings::Setting;
    use crate::session::Session;

    fn session() -> Session {
        let source = include_str!("../../demos/10a-loss-by-hw-truncation.ron");
        Session::new(Arc::new(Scenario::parse("10a", source).expect("a demo")))
    }

    fn parts(session: &Session, variation: Variation) -> Option<Parting> {
        let twin = Twin::new(session, variation);
        let last = session.timeline().script_len();
        let (one, other) = (Track::to(session.timeline(), last), Track::to(twin.timeline(), last));
        parting(&one, &other)
    }

    #[test]
    fn leader_epochs_part_from_hw_truncation_where_the_follower_restarts() {
        let session = session();
        let rules = rules_for("0.11").expect("a release of the table");
        let parting = parts(&session, Variation::Release(rules)).expect("they part");
        assert_eq!(parting.step, 6);
        let name = |line: &Line| name(line, session.setup(), session.names());
        let names: Vec<String> = parting.differences.iter().map(name).collect();
        assert!(names.contains(&"log A".to_owned()), "{names:?}");
    }

    #[test]
    fn a_release_does_not_part_from_itself_nor_does_a_setting_that_changes_nothing() {
        let session = session();
        let rules = rules_for("0.10.2").expect("a release of the table");
        assert_eq!(parts(&session, Variation::Release(rules)), None);
        assert_eq!(parts(&session, Variation::Setting(Setting::Retries, 0)), None);
    }

    #[test]
    fn what_can_be_done_in_one_run_only_parts_them_too() {
        let session = session();
        let parting = parts(&session, Variation::Setting(Setting::MinIsr, 3)).expect("they part");
        assert_eq!(parting.step, 1, "m1 is refused");
    }
}
