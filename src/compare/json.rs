//! A comparison as JSON; `docs/json.md` describes it.

use serde_json::{Value as Json, json};

use super::difference::name;
use super::report::{Played, Report};
use crate::run::json;

/// The name of the form.
pub const FORMAT: &str = "replicascope.compare";
/// The version of the form: raised when a key changes its meaning or goes away.
pub const VERSION: u32 = 1;

/// The whole report, one object.
pub(super) fn report(report: &Report) -> Json {
    let scenario = report.scenario;
    let lang = report.options.lang;
    json!({
        "format": FORMAT,
        "version": VERSION,
        "title": scenario.title.get(lang),
        "written_for": scenario.written_for,
        "step": report.last,
        "runs": report.runs.iter().map(|one| run(report, one)).collect::<Vec<_>>(),
        "quantities": quantities(report),
    })
}

fn run(report: &Report, run: &Played) -> Json {
    let scenario = report.scenario;
    let lang = report.options.lang;
    let cx = report.context(run);
    let parting = report.parting(run);
    let (held, differ) = report.expectations(run);
    let skipped = (1..=report.last).flat_map(|number| {
        let skipped = run.step(number).map_or(&[][..], |node| &node.skipped);
        skipped.iter().map(move |(command, refusal)| {
            json!({
                "step": number,
                "command": cx.notation().command(command),
                "reason": lang.refusal(&cx, *refusal),
            })
        })
    });
    let differing = (0..=report.last).filter(|number| report.differs(run, *number));
    json!({
        "name": run.name,
        "setup": json::setup(run.setup(), &scenario.names),
        "parts_at": parting.as_ref().map(|parting| parting.step),
        "parts_in": parting.iter().flat_map(|parting| &parting.differences)
            .map(|line| name(line, run.setup(), &scenario.names))
            .collect::<Vec<_>>(),
        "differs_at": differing.collect::<Vec<_>>(),
        "skipped": skipped.collect::<Vec<_>>(),
        "expectations": { "held": held, "differ": differ },
        "state": run.step(report.last)
            .map(|node| json::state(&node.state, run.setup(), &scenario.names, node.clock)),
    })
}

/// Every quantity after the last step, with its reading in each run.
fn quantities(report: &Report) -> Vec<Json> {
    let Some(first) = report.runs.first() else { return Vec::new() };
    let names = &report.scenario.names;
    let quantity = |line: &super::Line| {
        let shown = report.runs.iter().zip(&line.readings).map(|(run, reading)| {
            line.quantity.show(report.options.lang, reading, run.setup(), names)
        });
        json!({
            "quantity": name(line, first.setup(), names),
            "is_outcome": line.group.is_outcome(),
            "differs": line.differs(),
            "readings": shown.collect::<Vec<_>>(),
        })
    };
    report.lines.iter().map(quantity).collect()
}
