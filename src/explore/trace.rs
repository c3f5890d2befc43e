//! A way that was found as a scenario: one step an event, each told, and at the end what must be so.

use super::Question;
use crate::command::Command;
use crate::engine::effect::Death;
use crate::engine::*;
use crate::glyphs::Glyphs;
use crate::lang::{Context, Lang};
use crate::scenario::bounds::{MAX_SAY, MAX_TITLE};
use crate::scenario::quantity::What;
use crate::scenario::text::{Part, columns};
use crate::scenario::{
    Bilingual, Expectation, Narration, Quantity, Reading, Report, Scenario, Step, Template, write,
};

/// The way as a scenario, with the text of its file: what a scenario's script does, then what was
/// found. The question began where the script ends.
///
/// # Errors
/// What is wrong with the text: it is read again, so that what is saved can be played.
pub fn scenario(
    question: &Question,
    base: &Scenario,
    events: &[Event],
    goal: &str,
) -> Result<(Scenario, String), Report> {
    let question = question.prepared();
    let setup = &question.setup;
    let cx = Context::new(&base.names, setup, &Glyphs::UNICODE);
    let mut steps = Vec::new();
    let end = follow(setup, &question.start, events, |event, before, effects| {
        let told = |lang: Lang| {
            let text = tell_step(lang, &cx, event, before, effects);
            Template::new(vec![Part::Literal(text.chars().take(MAX_SAY).collect())])
        };
        steps.push(Step {
            commands: vec![Command::Event(*event)],
            partition: event.partition().unwrap_or(PartitionId(0)),
            say: Some(Narration::new(told(Lang::En), Some(told(Lang::Zh)))),
            ask: None,
            premise: Vec::new(),
            expect: Vec::new(),
            line: 0,
        });
    });
    if let Some(last) = steps.last_mut() {
        last.expect = expectations(&end, setup, base);
    }
    let length = events.len();
    let release = setup.rules.version();
    let title = clipped(&format!("{goal}: {length} steps, Kafka {release}"));
    let title_zh = clipped(&format!("{goal}：{length} 步，Kafka {release}"));
    let summary = format!("Found by replicascope explore: {goal}, from: {}", base.title.en());
    let summary_zh = format!("由 replicascope explore 找到：{goal}，起点：{}", base.title.zh());
    let mut scenario = base.with_rules(&setup.rules);
    scenario.setup.controller = setup.controller;
    scenario.title = Bilingual::new(title, Some(title_zh));
    scenario.summary = Some(Bilingual::new(summary, Some(summary_zh)));
    scenario.steps.extend(steps);
    let text = write::scenario(&scenario);
    Ok((Scenario::parse(goal, &text)?, text))
}

/// Goes a way that has been gone before, and says of each step what happens, in which state, and what
/// follows. Returns where it ends.
pub(super) fn follow(
    setup: &Setup,
    start: &Cluster,
    events: &[Event],
    mut say: impl FnMut(&Event, &Cluster, &[Effect]),
) -> Cluster {
    let mut cluster = start.clone();
    for event in events {
        let before = cluster.clone();
        let mut effects = Effects::new();
        // It has happened in just this state before.
        let _ = cluster.step(setup, event, &mut effects);
        say(event, &before, &effects.into_vec());
    }
    cluster
}

/// What happens in a step of a way, and what comes of it that one can't guess.
pub(super) fn tell_step(
    lang: Lang,
    cx: &Context,
    event: &Event,
    before: &Cluster,
    effects: &[Effect],
) -> String {
    let mut told = lang.event(cx, event, Some(before));
    let mark = match lang {
        Lang::En => "; ",
        Lang::Zh => "；",
    };
    for effect in effects.iter().filter(|effect| is_news(effect)) {
        told += mark;
        told += &lang.effect(cx, effect).text;
    }
    told
}

/// Whether an effect is not to be guessed from its event: who leads, what is cut, lost or broken, and
/// that a record is sent again.
fn is_news(effect: &Effect) -> bool {
    match effect {
        Effect::Truncated { cut, .. } => !cut.is_empty(),
        Effect::Down { how, .. } => *how == Death::Halted,
        Effect::Elected { .. }
        | Effect::Leaderless { .. }
        | Effect::Retried { .. }
        | Effect::Recognized { .. }
        | Effect::Lost { .. }
        | Effect::Diverged { .. }
        | Effect::Broken { .. } => true,
        _ => false,
    }
}

/// What is so at the end: what is broken, who leads, and what each broker has.
fn expectations(cluster: &Cluster, setup: &Setup, base: &Scenario) -> Vec<Expectation> {
    let names = &base.names;
    let mut all = Vec::new();
    let mut expect = |source: String| {
        // Only the source is written; it is read again with everything else.
        let quantity = Quantity { what: What::Leader, partition: PartitionId(0) };
        all.push(Expectation { quantity, wanted: Reading::Nothing, source, line: 0 });
    };
    let quoted = |text: &str| format!("{text:?}");
    for partition in setup.partitions() {
        let mut on = |source: String| match partition.0 {
            0 => expect(source),
            n => expect(format!("On({n}, {source})")),
        };
        for broker in cluster.replicas(partition) {
            let Some(disk) = cluster.disk(*broker, partition) else { continue };
            let name = quoted(names.broker(*broker));
            let values = disk.log.records().iter().map(|r| quoted(&names.value(r.value)));
            on(format!("Log({name}, [{}])", values.collect::<Vec<_>>().join(", ")));
            if let Some(replica) = cluster.replica(*broker, partition) {
                on(format!("Hw({name}, {})", replica.hw));
            }
        }
        let state = cluster.partition(partition);
        on(match state.leader {
            Some(leader) => format!("Leader({})", quoted(names.broker(leader))),
            None => "NoLeader".into(),
        });
        on(format!("Epoch({})", state.epoch));
        let isr = state.isr.iter().map(|b| quoted(names.broker(b)));
        on(format!("Isr([{}])", isr.collect::<Vec<_>>().join(", ")));
        let broken = Property::ALL
            .into_iter()
            .filter(|p| cluster.breach(setup, None, partition, *p).is_some())
            .map(|p| quoted(p.name()));
        on(format!("Broken([{}])", broken.collect::<Vec<_>>().join(", ")));
    }
    all
}

fn clipped(text: &str) -> String {
    let mut clipped = String::new();
    for c in text.chars() {
        if columns(&clipped) + 2 > MAX_TITLE {
            break;
        }
        clipped.push(c);
    }
    clipped
}
