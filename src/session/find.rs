//! Finding a step on the way that goes through the present one.

use super::Session;
use crate::glyphs::Glyphs;
use crate::landmark::Landmark;
use crate::lang::{Context, Lang};
use crate::timeline::NodeId;

/// How many steps are searched at once: to look at a step costs time, and a key is to be answered.
const AT_ONCE: usize = 2_000;
/// So many steps are made again together: one after the other is cheap, back to front is not.
const TOGETHER: usize = 128;

/// What a person looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A step with any landmark.
    Mark,
    /// A loss.
    Loss,
    /// A HW that changes.
    Hw,
}

/// What came of a search for a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searched {
    /// It is in this step.
    Found(NodeId),
    /// It is in none.
    Nowhere,
    /// It is in none of so many; there are more.
    NotYet(NodeId, usize),
}

impl Session {
    /// The next step ahead, or the last one behind, that has what is looked for.
    pub fn find(&self, aim: Aim, forward: bool) -> Option<NodeId> {
        let timeline = &self.timeline;
        let has = |id: &NodeId| {
            let traits = timeline.traits(*id);
            match aim {
                Aim::Mark => {
                    self.asks_at(*id) || Landmark::ALL.into_iter().any(|mark| traits.has(mark))
                }
                Aim::Loss => traits.has(Landmark::Loss),
                Aim::Hw => traits.moves_hw(),
            }
        };
        match forward {
            true => timeline.ahead().find(has),
            false => timeline.behind().skip(1).find(has),
        }
    }

    /// The next step ahead of another one, or the last one behind it, in whose event or effects a
    /// text stands, in a language, whatever the capitals.
    pub fn search(
        &mut self,
        from: NodeId,
        text: &str,
        forward: bool,
        lang: Lang,
        glyphs: &Glyphs,
    ) -> Searched {
        let text = text.to_lowercase();
        let ids: Vec<NodeId> = match forward {
            true => {
                let all = self.timeline.behind().collect::<Vec<_>>().into_iter().rev();
                let all = all.chain(self.timeline.ahead());
                all.skip_while(|id| *id != from).skip(1).take(AT_ONCE + 1).collect()
            }
            false => {
                let all = self.timeline.ahead().collect::<Vec<_>>().into_iter().rev();
                let all = all.chain(self.timeline.behind());
                all.skip_while(|id| *id != from).skip(1).take(AT_ONCE + 1).collect()
            }
        };
        for part in ids.get(..ids.len().min(AT_ONCE)).unwrap_or(&[]).chunks(TOGETHER) {
            let mut part = part.to_vec();
            if !forward {
                part.reverse();
            }
            let mut found = None;
            for id in part {
                if self.tells(id, &text, lang, glyphs) {
                    found = Some(id);
                    if forward {
                        break;
                    }
                }
                self.timeline.tidy();
            }
            if let Some(id) = found {
                return Searched::Found(id);
            }
        }
        match ids.get(AT_ONCE - 1) {
            Some(last) if ids.len() > AT_ONCE => Searched::NotYet(*last, AT_ONCE),
            _ => Searched::Nowhere,
        }
    }

    /// Whether what is said of a step has a text in it, given in small letters.
    fn tells(&self, id: NodeId, text: &str, lang: Lang, glyphs: &Glyphs) -> bool {
        let Some(node) = self.timeline.node(id) else { return false };
        let cx = Context::new(&self.names, self.setup(), glyphs);
        let before = self.timeline.parent(id).and_then(|id| self.timeline.node(id));
        let before = before.map(|node| &node.state);
        let has = |told: String| told.to_lowercase().contains(text);
        node.commands.iter().any(|command| has(cx.notation().command(command)))
            || node.happened.iter().any(|happening| {
                has(lang.event(&cx, &happening.event, before))
                    || happening.effects.iter().any(|e| has(lang.effect(&cx, e).to_string()))
            })
    }
}
