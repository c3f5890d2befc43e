//! `replicascope explore`: the answers as text or as JSON.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::trace::{follow, tell_step};
use super::wording::{Remark, tell};
use super::{Allowance, Answer, Budget, Goal, Kind, Question, Verdict, Walk, Walks};
use crate::engine::*;
use crate::glyphs::Glyphs;
use crate::lang::{Context, Label, Lang};
use crate::notation::Notation;
use crate::scenario::Scenario;

/// The name of the form.
pub const FORMAT: &str = "replicascope.explore";
/// The version of the form: raised when a key changes its meaning or goes away.
pub const VERSION: u32 = 1;

/// What came of a question under one release.
#[derive(Debug)]
pub struct Explored {
    /// The question.
    pub question: Question,
    /// The scenario under that release.
    pub scenario: Scenario,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a search or of random walks.
#[derive(Debug)]
pub enum Outcome {
    /// A search.
    Searched(Answer),
    /// Random walks, and how many there were.
    Walked(Option<Walk>, u64, Walks),
}

impl Explored {
    /// The goals to which there is a way, each with its events.
    pub fn found(&self) -> Vec<(&Goal, &[Event])> {
        let goals = &self.question.goals;
        match &self.outcome {
            Outcome::Searched(answer) => goals
                .iter()
                .zip(&answer.found)
                .filter_map(|(goal, found)| Some((goal, &found.as_ref()?.events[..])))
                .collect(),
            Outcome::Walked(walk, ..) => walk
                .iter()
                .filter_map(|walk| Some((goals.get(walk.goal)?, &walk.found.events[..])))
                .collect(),
        }
    }

    /// Whether something is left open.
    pub fn is_unfinished(&self) -> bool {
        match &self.outcome {
            Outcome::Searched(answer) => (0..self.question.goals.len())
                .any(|goal| matches!(answer.verdict(goal), Verdict::Unfinished(_))),
            Outcome::Walked(walk, ..) => walk.is_none(),
        }
    }

    /// As text.
    pub fn text(&self, lang: Lang, glyphs: &Glyphs) -> String {
        let mut text = String::new();
        let Question { setup, budget, .. } = self.question.prepared();
        let release = lang.label(Label::Release);
        // A string takes whatever is written.
        let _ = writeln!(text, "{}", self.scenario.title.get(lang));
        let _ = writeln!(text, "{release} {}", setup.rules.version());
        let left_out = budget.left_out();
        let topic = &self.question.start.topic;
        let settings = Remark::Settings {
            unclean: topic.unclean,
            min_isr: topic.min_isr,
            by_step: is_by_step(&setup),
        };
        let within = [settings, Remark::Within(&budget), Remark::LeftOut(&left_out), Remark::Never];
        for remark in within {
            let _ = writeln!(text, "{}", tell(lang, remark));
        }
        let _ = writeln!(text);
        let cx = Context::new(&self.scenario.names, &setup, glyphs);
        match &self.outcome {
            Outcome::Searched(answer) => {
                for (at, goal) in self.question.goals.iter().enumerate() {
                    let verdict = answer.verdict(at);
                    let _ = writeln!(text, "{}", tell(lang, Remark::of(goal, verdict)));
                    if let Some(Some(found)) = answer.found.get(at) {
                        text += &self.steps(&found.events, lang, &cx);
                    }
                }
                let Answer { states, generated, depth, bytes, .. } = *answer;
                let said = Remark::Searched { states, generated, depth, bytes };
                let _ = writeln!(text, "\n{}", tell(lang, said));
                let _ = writeln!(text, "{}", tell(lang, Remark::Ended(answer.end)));
                if let Some(epochs) = budget.epochs.filter(|_| answer.beyond_epochs) {
                    let _ = writeln!(text, "{}", tell(lang, Remark::Beyond(epochs)));
                }
                let chance = Remark::Chance(answer.collision_chance());
                let _ = writeln!(text, "{}", tell(lang, chance));
            }
            Outcome::Walked(None, walks, Walks { seed, .. }) => {
                let said = Remark::NoWalk { walks: *walks, seed: *seed };
                let _ = writeln!(text, "{}", tell(lang, said));
            }
            Outcome::Walked(Some(walk), _, Walks { seed, .. }) => {
                let name = self.question.goals.get(walk.goal).map_or("", Goal::name);
                let said = Remark::Walked {
                    number: walk.number + 1,
                    seed: *seed,
                    before: walk.steps,
                    after: walk.found.events.len(),
                };
                let _ = writeln!(text, "{name}\n{}", tell(lang, said));
                text += &self.steps(&walk.found.events, lang, &cx);
            }
        }
        text
    }

    /// A way, told.
    fn steps(&self, events: &[Event], lang: Lang, cx: &Context) -> String {
        let mut text = String::new();
        let mut number = 0;
        follow(cx.setup, &self.question.start, events, |event, before, effects| {
            number += 1;
            let _ = writeln!(text, "{number:>4}  {}", tell_step(lang, cx, event, before, effects));
        });
        text
    }

    /// As JSON.
    pub fn json(&self) -> Json {
        let Question { setup, budget, .. } = self.question.prepared();
        let notation = Notation::new(&self.scenario.names, &setup);
        let way = |events: &[Event]| -> Vec<String> {
            events.iter().map(|event| notation.event(event)).collect()
        };
        let coordination = match setup.rules.coordination {
            Coordination::ZooKeeper => "zookeeper",
            Coordination::KRaft => "kraft",
        };
        let mut object = json!({
            "release": setup.rules.release,
            "coordination": coordination,
            "unclean": self.question.start.topic.unclean,
            "min_isr": self.question.start.topic.min_isr,
            "within": within(&budget),
            "epochs": budget.epochs,
            "by_step": is_by_step(&setup),
            "left_out": budget.left_out().iter().map(|k| k.name()).collect::<Vec<_>>(),
        });
        let rest = match &self.outcome {
            Outcome::Searched(answer) => {
                let goals = self.question.goals.iter().enumerate().map(|(at, goal)| {
                    let (verdict, depth) = match answer.verdict(at) {
                        Verdict::Broken(steps) => ("broken", Some(steps)),
                        Verdict::Holds => ("holds", None),
                        Verdict::Unfinished(depth) => ("unfinished", Some(depth)),
                    };
                    let found = answer.found.get(at).and_then(Option::as_ref);
                    json!({
                        "goal": goal.name(),
                        "verdict": verdict,
                        "depth": depth,
                        "steps": found.map(|found| way(&found.events)),
                    })
                });
                json!({
                    "goals": goals.collect::<Vec<_>>(),
                    "states": answer.states,
                    "generated": answer.generated,
                    "end": answer.end.name(),
                    "complete_to_depth": answer.depth,
                    "bytes": answer.bytes,
                    "beyond_epochs": answer.beyond_epochs,
                    "collision_chance": answer.collision_chance(),
                })
            }
            Outcome::Walked(walk, count, walks) => json!({
                "wanted": self.question.goals.iter().map(Goal::name).collect::<Vec<_>>(),
                "seed": walks.seed,
                "walks": count,
                "walk": walk.as_ref().map(|walk| json!({
                    "number": walk.number + 1,
                    "goal": self.question.goals.get(walk.goal).map(Goal::name),
                    "length": walk.steps,
                    "steps": way(&walk.found.events),
                })),
            }),
        };
        if let (Some(object), Json::Object(rest)) = (object.as_object_mut(), rest) {
            object.extend(rest);
        }
        object
    }
}

/// Whether everything that the controller says arrives by a step of its own.
pub fn is_by_step(setup: &Setup) -> bool {
    !setup.controller.tells_at_once && !setup.controller.alters_at_once
}

/// What a budget allows: how often, or `"any"`.
fn within(budget: &Budget) -> Json {
    let allowed = Kind::ALL.into_iter().filter(|kind| budget.allows(*kind));
    let times = |kind| match budget.allowed(kind) {
        Allowance::Times(times) => json!(times),
        Allowance::Any => json!("any"),
    };
    allowed
        .map(|kind| (kind.name().to_owned(), times(kind)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Everything as one JSON object.
pub fn json(explored: &[Explored]) -> Json {
    json!({
        "format": FORMAT,
        "version": VERSION,
        "title": explored.first().map(|one| one.scenario.title.en()),
        "answers": explored.iter().map(Explored::json).collect::<Vec<_>>(),
    })
}
