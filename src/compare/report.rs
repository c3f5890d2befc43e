//! `replicascope compare`: the same script under several releases and with several values of
//! settings, played to a step and set side by side.

use std::io::{self, Write};

use super::difference::{Line, Side, compare};
use super::parting::{Parting, Track, differences, parting};
use super::wording::WrongVariation;
use super::{json, text};
use crate::engine::{Rules, Setup, releases, rules_for};
use crate::glyphs::Glyphs;
use crate::lang::{Context, Lang};
use crate::replay::{self, Variation};
use crate::run::unless_closed;
use crate::scenario::Scenario;
use crate::scenario::quantity::parse_acks;
use crate::scenario::settings::Setting;
use crate::timeline::{Node, Timeline};

/// Most runs that are compared.
const MAX_RUNS: usize = 64;

/// What is asked for, checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The releases; none: that of the file.
    releases: Vec<&'static Rules>,
    /// The settings, each with its values.
    settings: Vec<Vec<Variation>>,
}

impl Asked {
    /// What the values of `--kafka` and `--set` ask for.
    ///
    /// # Errors
    /// The first that makes no sense.
    pub fn parse(kafka: &[String], set: &[String]) -> Result<Asked, WrongVariation> {
        let mut asked = Asked::default();
        for version in kafka {
            asked.releases.push(release(version)?);
        }
        let mut names: Vec<&str> = Vec::new();
        for text in set {
            let form = || WrongVariation::Form(text.clone());
            let (name, values) = text.split_once('=').ok_or_else(form)?;
            if names.contains(&name) {
                return Err(WrongVariation::Twice(name.into()));
            }
            names.push(name);
            let values: Result<Vec<Variation>, WrongVariation> =
                values.split(',').map(|value| variation(name, value.trim())).collect();
            asked.settings.push(values?);
        }
        Ok(asked)
    }

    /// The variations of each run, the first being the one that the others are compared with.
    fn runs(&self, written_for: &'static str) -> Result<Vec<Vec<Variation>>, WrongVariation> {
        let mut named = self.releases.clone();
        let own = rules_for(written_for);
        if self.settings.is_empty() {
            if named.is_empty() {
                named.extend(releases().filter(|r| *r != written_for).filter_map(rules_for));
                named.splice(0..0, own);
            } else if let [only] = named[..]
                && only.version() != written_for
            {
                named.splice(0..0, own);
            }
        }
        named.dedup_by_key(|rules| rules.version());
        let all = |variations: &Vec<Variation>| variations.len();
        let asked = self.settings.iter().map(all).fold(named.len().max(1), usize::saturating_mul);
        if asked > MAX_RUNS {
            return Err(WrongVariation::TooMany { asked, most: MAX_RUNS });
        }
        let mut runs: Vec<Vec<Variation>> =
            named.into_iter().map(|rules| vec![Variation::Release(rules)]).collect();
        if runs.is_empty() {
            runs.push(Vec::new());
        }
        for values in &self.settings {
            let with = |run: &Vec<Variation>, value: &Variation| {
                run.iter().copied().chain([*value]).collect::<Vec<_>>()
            };
            runs = runs.iter().flat_map(|r| values.iter().map(|v| with(r, v))).collect();
        }
        match runs.len() {
            1 => Err(WrongVariation::OnlyOne(run_name(&runs[0], written_for))),
            _ => Ok(runs),
        }
    }
}

/// The rules of a release as somebody names it.
///
/// # Errors
/// There is no such release.
pub fn release(version: &str) -> Result<&'static Rules, WrongVariation> {
    let version = version.trim();
    rules_for(version).ok_or_else(|| WrongVariation::Release(version.into()))
}

/// What a run is varied by, as somebody names it: a release, or a setting with its value.
///
/// # Errors
/// There is no such release or setting, or it does not take that value.
pub fn variation_of(text: &str) -> Result<Variation, WrongVariation> {
    match text.split_once('=') {
        Some((name, value)) => variation(name, value),
        None => release(text).map(Variation::Release),
    }
}

fn variation(name: &str, value: &str) -> Result<Variation, WrongVariation> {
    if name == "acks" {
        let acks = parse_acks(value).ok_or_else(|| WrongVariation::Acks(value.into()))?;
        return Ok(Variation::Acks(acks));
    }
    let setting = Setting::find(name).ok_or_else(|| WrongVariation::Setting(name.into()))?;
    let value = setting.parse(value).map_err(|fault| WrongVariation::Value(Box::new(fault)))?;
    Ok(Variation::Setting(setting, value))
}

fn run_name(run: &[Variation], written_for: &str) -> String {
    match run {
        [] => written_for.to_owned(),
        all => all.iter().map(Variation::to_string).collect::<Vec<_>>().join(" "),
    }
}

/// How a comparison is written.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The step after which the states are compared; `None`: the last one.
    pub until: Option<usize>,
    /// As JSON rather than as text.
    pub json: bool,
    /// In which language.
    pub lang: Lang,
    /// With which signs.
    pub glyphs: &'static Glyphs,
    /// How wide a table may be, in columns.
    pub columns: usize,
}

/// One of the runs.
pub(super) struct Played {
    /// What is different in it: `0.11`, `0.11 acks=1`.
    pub name: String,
    timeline: Timeline,
    last: usize,
}

impl Played {
    pub(super) fn track(&self) -> Track<'_> {
        Track::to(&self.timeline, self.last)
    }

    pub(super) fn setup(&self) -> &Setup {
        self.timeline.setup()
    }

    /// The state after the last step, as one side of a comparison.
    pub(super) fn end(&self) -> Option<Side<'_>> {
        self.side(self.last)
    }

    fn side(&self, step: usize) -> Option<Side<'_>> {
        let node = self.timeline.node(step)?;
        Some(Side { state: &node.state, setup: self.timeline.setup() })
    }

    /// The step of this number.
    pub(super) fn step(&self, number: usize) -> Option<&Node> {
        self.timeline.node(number)
    }
}

/// Runs of the same script, played.
pub struct Report<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) options: Options,
    pub(super) runs: Vec<Played>,
    /// The step after which the states are compared.
    pub(super) last: usize,
    /// Every quantity after that step, in each run.
    pub(super) lines: Vec<Line>,
}

impl<'a> Report<'a> {
    /// Plays a scenario as often as is asked for.
    ///
    /// # Errors
    /// There would be too many runs, or only one.
    pub fn new(
        scenario: &'a Scenario,
        asked: &Asked,
        options: Options,
    ) -> Result<Self, WrongVariation> {
        let last = options.until.unwrap_or(usize::MAX).min(scenario.steps.len());
        let play = |run: Vec<Variation>| {
            let name = run_name(&run, scenario.setup.rules.version());
            let varied = run.iter().fold(scenario.clone(), |varied, v| v.of(&varied));
            Played { name, timeline: replay::play(&varied, last), last }
        };
        let runs: Vec<Played> = asked.runs(scenario.written_for)?.into_iter().map(play).collect();
        let lines = compare(&runs.iter().filter_map(Played::end).collect::<Vec<_>>());
        Ok(Report { scenario, options, runs, last, lines })
    }

    /// The last step that was played.
    pub fn last(&self) -> usize {
        self.last
    }

    /// Writes the comparison.
    ///
    /// # Errors
    /// What the writer says. A pipe that was closed is no error: whoever reads has read enough.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let text = match self.options.json {
            true => format!("{:#}\n", json::report(self)),
            false => text::report(self),
        };
        unless_closed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    /// What sentences about a run are told with.
    pub(super) fn context<'s>(&'s self, run: &'s Played) -> Context<'s> {
        Context::new(&self.scenario.names, run.setup(), self.options.glyphs)
    }

    /// Where a run parts from the first one.
    pub(super) fn parting(&self, run: &Played) -> Option<Parting> {
        parting(&self.runs.first()?.track(), &run.track())
    }

    /// Whether a run differs from the first one after a step.
    pub(super) fn differs(&self, run: &Played, step: usize) -> bool {
        let sides = self.runs.first().and_then(|base| base.side(step)).zip(run.side(step));
        sides.is_some_and(|(one, other)| !differences(&[one, other]).is_empty())
    }

    /// How many of the file's expectations hold in a run, and how many do not.
    pub(super) fn expectations(&self, run: &Played) -> (usize, usize) {
        let mut counts = (0, 0);
        for (step, number) in self.scenario.steps.iter().zip(1..=self.last) {
            let Some(node) = run.step(number) else { continue };
            for expectation in self.scenario.expected(step) {
                match expectation.holds(&node.state, run.setup()) {
                    true => counts.0 += 1,
                    false => counts.1 += 1,
                }
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(kafka: &[&str], set: &[&str]) -> Result<Vec<String>, WrongVariation> {
        let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let runs = Asked::parse(&owned(kafka), &owned(set))?.runs("0.10.2")?;
        Ok(runs.iter().map(|run| run_name(run, "0.10.2")).collect())
    }

    #[test]
    fn one_release_is_compared_with_that_of_the_file_and_none_means_all() {
        let found = names(&["0.11"], &[]).expect("two runs");
        assert_eq!(found, ["0.10.2", "0.11"]);
        let found = names(&["0.11", "0.8.2"], &[]).expect("two runs");
        assert_eq!(found, ["0.11", "0.8.2"]);
        let found = names(&[], &[]).expect("a run for each release");
        assert_eq!((found.len(), found[0].as_str()), (releases().count(), "0.10.2"));
    }

    #[test]
    fn values_of_settings_are_combined_with_each_release() {
        let found = names(&[], &["min.insync.replicas=1,2"]).expect("two runs");
        assert_eq!(found, ["min.insync.replicas=1", "min.insync.replicas=2"]);
        let found = names(&["0.10.2", "0.11"], &["acks=1,all"]).expect("four runs");
        assert_eq!(found, ["0.10.2 acks=1", "0.10.2 acks=all", "0.11 acks=1", "0.11 acks=all"]);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        use WrongVariation as Wrong;
        assert!(matches!(names(&["0.7"], &[]), Err(Wrong::Release(_))));
        assert!(matches!(names(&["0.10.2"], &[]), Err(Wrong::OnlyOne(_))));
        assert!(matches!(names(&[], &["acks=1"]), Err(Wrong::OnlyOne(_))));
        assert!(matches!(names(&[], &["acks"]), Err(Wrong::Form(_))));
        assert!(matches!(names(&[], &["acks=x,1"]), Err(Wrong::Acks(_))));
        assert!(matches!(names(&[], &["nonsense=1,2"]), Err(Wrong::Setting(_))));
        assert!(matches!(names(&[], &["min.insync.replicas=1,99"]), Err(Wrong::Value(_))));
        assert!(matches!(names(&[], &["retries=1,2", "retries=3"]), Err(Wrong::Twice(_))));
        let many: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        let many = format!("retries={}", many.join(","));
        assert!(matches!(names(&[], &[&many]), Err(Wrong::TooMany { asked: 100, .. })));
    }

    #[test]
    fn every_refusal_is_told_in_every_language() {
        for lang in Lang::ALL {
            let told = WrongVariation::Release("0.7".into()).tell(lang);
            assert!(told.contains("0.7") && told.contains("0.10.2"), "{told}");
        }
    }
}
