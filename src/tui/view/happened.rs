//! What happened in a step, in a line: act by act, in few words where they do not all fit.

use super::mask;
use super::scene::Scene;
use super::text::width;
use crate::command::Command;
use crate::engine::state::Ask;
use crate::engine::{Cluster, Effect, Event};
use crate::lang::{Act, Context, Lang, Phase};
use crate::timeline::Node;

/// Between two acts.
fn between(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "; ",
        Lang::Zh => "；",
    }
}

/// A step in full words; `before` is the state that it began with.
pub(super) fn in_full(
    scene: &Scene,
    node: &Node,
    before: Option<&Cluster>,
    cx: &Context,
) -> String {
    let acts = acts(scene, node, before);
    // Only of the first one it is known what it began with.
    let tell =
        |(at, act): (usize, &Act)| scene.ui.lang.act(cx, act, true, before.filter(|_| at == 0));
    acts.iter().enumerate().map(tell).collect::<Vec<_>>().join(between(scene.ui.lang))
}

/// A step in as many words as there is room for; where not all acts fit, the first ones and how many
/// more there are.
pub(super) fn fitting(
    scene: &Scene,
    node: &Node,
    before: Option<&Cluster>,
    cx: &Context,
    room: u16,
) -> String {
    let full = in_full(scene, node, before, cx);
    if width(&full) <= room {
        return full;
    }
    let acts = together(acts(scene, node, before));
    let brief: Vec<String> =
        acts.iter().map(|act| scene.ui.lang.act(cx, act, false, None)).collect();
    if let [only] = &brief[..] {
        return only.clone();
    }
    (1..=brief.len())
        .rev()
        .map(|shown| {
            let text =
                brief.iter().take(shown).cloned().collect::<Vec<_>>().join(between(scene.ui.lang));
            match brief.len() - shown {
                0 => text,
                more => format!("{text} +{more}"),
            }
        })
        .find(|text| width(text) <= room)
        .unwrap_or(full)
}

/// What happened, each record that is sent and each exchange for itself.
fn acts(scene: &Scene, node: &Node, before: Option<&Cluster>) -> Vec<Act> {
    let mut acts: Vec<Act> = Vec::new();
    if let [only] = &node.happened[..] {
        return vec![Act::Event(only.event)];
    }
    for (at, happening) in node.happened.iter().enumerate() {
        let next = node.happened.get(at + 1).map(|h| h.event);
        let (broker, partition, phase) = match happening.event {
            Event::Send { producer, partition, value, to: None } => {
                if let Some(Act::Sends { producer: p, partition: q, values }) = acts.last_mut()
                    && (*p, *q) == (producer, partition)
                {
                    values.push(value);
                } else {
                    acts.push(Act::Sends { producer, partition, values: vec![value] });
                }
                continue;
            }
            Event::Request { broker, partition } => (broker, partition, Phase::Request),
            Event::Serve { broker, partition } => (broker, partition, Phase::Serving),
            Event::Reply { broker, partition } => (broker, partition, Phase::Reply),
            // Of a parked fetch that is asked to go on, the wait passes first.
            Event::Advance { .. } => match next {
                Some(Event::Reply { broker, partition })
                    if node.commands.contains(&Command::Fetch { broker, partition })
                        && !node.commands.iter().any(asks_for_time) =>
                {
                    (broker, partition, Phase::WaitOver)
                }
                _ => {
                    acts.push(Act::Event(happening.event));
                    continue;
                }
            },
            event => {
                acts.push(Act::Event(event));
                continue;
            }
        };
        let asked = happening.effects.iter().find_map(asked);
        let is_parked =
            |e: &Effect| matches!(e, Effect::Parked { .. }) && !mask::would_tell(scene, e);
        let parks = phase == Phase::Serving && happening.effects.iter().any(is_parked);
        let new = [Some(phase), parks.then_some(Phase::Parks)].into_iter().flatten();
        if let Some(Act::Exchange { brokers, partition: p, ask, phases }) = acts.last_mut()
            && (&brokers[..], *p) == (&[broker], partition)
            && phase != Phase::Request
            && !matches!(phases.last(), Some(Phase::Reply | Phase::Parks))
        {
            phases.extend(new);
            *ask = ask.or(asked);
            continue;
        }
        // What was asked before the step is known to the state that it began with.
        let call = before.and_then(|c| c.follower(broker, partition)?.call.as_ref());
        let ask = asked.or(call.map(|call| call.ask));
        let phases = new.collect();
        acts.push(Act::Exchange { brokers: vec![broker], partition, ask, phases });
    }
    acts
}

/// Whether it is time itself that was asked for.
fn asks_for_time(command: &Command) -> bool {
    matches!(command, Command::NextDue | Command::Event(Event::Advance { .. }))
}

/// What a follower asks, where an effect says so.
fn asked(effect: &Effect) -> Option<Ask> {
    match effect {
        Effect::Asked { ask, .. } | Effect::OffsetSent { ask, .. } => Some(*ask),
        Effect::RecordsSent { offset, .. } => Some(Ask::Fetch { offset: *offset, last: None }),
        Effect::DivergingSent { offset, last, .. } => {
            Some(Ask::Fetch { offset: *offset, last: Some(*last) })
        }
        Effect::EpochEndSent { asked, .. } => Some(Ask::EpochEnd(*asked)),
        _ => None,
    }
}

/// Exchanges of one kind that follow each other become one act.
fn together(acts: Vec<Act>) -> Vec<Act> {
    let kind = |ask: &Option<Ask>| matches!(ask, Some(Ask::Fetch { .. }) | None);
    let mut joined: Vec<Act> = Vec::new();
    for act in acts {
        if let Some(Act::Exchange { brokers, partition, ask, phases }) = joined.last_mut()
            && let Act::Exchange { brokers: more, partition: p, ask: a, phases: like } = &act
            && (&*partition, &*phases, kind(ask)) == (p, like, kind(a))
        {
            brokers.extend(more);
            continue;
        }
        joined.push(act);
    }
    joined
}
