//! Why? The questions about a broker at a step, each with its answer.
//!
//! The answers are made by the engine from the state ([`crate::engine::why`]); what is added here is
//! the past: the step that elected the leader.

use crate::engine::why::{Answer, Past, Question};
use crate::engine::{BrokerId, Effect, PartitionId};
use crate::landmark::Landmark;
use crate::lang::{Context, Lang};
use crate::timeline::{NodeId, Timeline};

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What is asked.
    pub question: Question,
    /// What there is to say.
    pub answer: Answer,
}

impl Asked {
    /// The question in words.
    pub fn question(&self, lang: Lang, cx: &Context) -> String {
        lang.words().question(cx, &self.question)
    }

    /// The answer in words, a few sentences.
    pub fn answer(&self, lang: Lang, cx: &Context, partition: PartitionId) -> Vec<String> {
        lang.words().answer(cx, partition, &self.question, &self.answer)
    }
}

/// Everything there is to ask about a broker and a partition after a step, answered.
pub fn ask(
    timeline: &Timeline,
    step: NodeId,
    partition: PartitionId,
    broker: BrokerId,
) -> Vec<Asked> {
    let Some(node) = timeline.node(step) else { return Vec::new() };
    let setup = timeline.setup();
    let election = last_election(timeline, step, partition);
    let questions = node.state.questions(setup, partition, broker).into_iter();
    questions
        .map(|question| {
            let answer = node.state.why(setup, partition, question, election.as_ref());
            Asked { question, answer }
        })
        .collect()
}

/// The last step on the way to this one that elected a leader.
fn last_election(timeline: &Timeline, step: NodeId, partition: PartitionId) -> Option<Past<'_>> {
    let elects = |effect: &&Effect| matches!(effect, Effect::Elected { partition: p, .. } if *p == partition);
    let mut at = step;
    loop {
        let parent = timeline.parent(at)?;
        // A step that elected nobody need not be looked at.
        if timeline.traits(at).has(Landmark::Election)
            && let node = timeline.node(at)?
            && node.effects().any(|effect| elects(&effect))
        {
            let before = &timeline.node(parent)?.state;
            return Some(Past { before, effects: node.effects().collect() });
        }
        at = parent;
    }
}
