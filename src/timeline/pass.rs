//! Looking at very many steps in a row: what is made again for that is not kept.

use std::borrow::Cow;

use super::{Node, NodeId, Timeline};

/// A look at very many steps, one after the other. What has to be made again for it is not kept.
#[derive(Debug)]
pub struct Pass<'a> {
    timeline: &'a Timeline,
    last: Option<(NodeId, Cow<'a, Node>)>,
}

impl Pass<'_> {
    /// A step by its id. It comes quickest after the step before it.
    pub fn node(&mut self, id: NodeId) -> Option<&Node> {
        let Timeline { memory, slots, setup, .. } = self.timeline;
        let parent = slots.get(id)?.parent;
        let before = self.last.take().filter(|(last, _)| Some(*last) == parent);
        let before = before.as_ref().map(|(_, node)| &node.state);
        let node = memory.passing(id, before, slots, setup);
        Some(&*self.last.insert((id, node)).1)
    }
}

impl Timeline {
    /// For a look at very many steps.
    pub fn pass(&self) -> Pass<'_> {
        Pass { timeline: self, last: None }
    }
}
