//! Scenario files: a cluster, a starting state, and a script that plays the same every time.
//!
//! ```text
//!  text ──► syntax ──► schema ──► check ──► rehearse ──► Scenario
//!   │        (ron)    (serde)       ▲          │
//!   └──► outline: where what stands ┘          └─ every step, through the engine
//! ```
//!
//! A file is RON. It is read in its form by [`ron`] and serde, then checked for sense: every name
//! becomes a number of the engine, every text a template whose numbers are read from the state.
//! Last, the script is rehearsed, so that a step that can't happen is found before anybody sees it.
//! Whatever is wrong comes back as one [`Report`], each [`Fault`] with its place in the file.
//!
//! `docs/scenario-format.md` explains the format to those who write files.

pub mod bounds;
mod branch;
mod check;
pub mod expect;
pub mod lesson;
pub mod quantity;
mod rehearse;
mod schema;
pub mod settings;
mod start;
pub mod text;
pub mod write;

use std::io;
use std::path::Path;

use crate::command::Command;
use crate::engine::*;
use crate::names::Names;

pub use crate::file::{Fault, FaultKind, MAX_FILE_BYTES, Report, fault, report};
pub use branch::Branch;
pub use expect::{Expectation, Failure, ToldFailure};
pub use quantity::{Quantity, Reading};
pub use text::{Bilingual, Narration, Template, Text};

use crate::file::{outline, syntax};
use settings::Setting;

/// A scenario, ready to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// What it is called.
    pub title: Text,
    /// What it shows.
    pub summary: Option<Text>,
    /// The release that its file names, as [`Rules::version`] gives it. Its rules hold, unless [`Scenario::with_rules`] has put
    /// other ones under it: then what is told and expected was written for another release.
    pub written_for: &'static str,
    /// What does not change while it runs.
    pub setup: Setup,
    /// What things are called, with every value of the script.
    pub names: Names,
    /// The state at step 0.
    pub start: Cluster,
    /// The `acks` that the file gives every producer at step 0; `None`: the release's default.
    pub acks: Option<Acks>,
    /// The script. Step 1 is the first one.
    pub steps: Vec<Step>,
    /// What somebody did by hand instead, and saved.
    pub branches: Vec<Branch>,
    /// The settings that the file gives; all others are the release's defaults.
    given: Vec<(Setting, u32)>,
    /// What the file says about the state at step 0.
    plan: start::Plan,
}

/// A step of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done, in order.
    pub commands: Vec<Command>,
    /// The partition it is about.
    pub partition: PartitionId,
    /// What is told, once it is done.
    pub say: Option<Narration>,
    /// What is asked, once it is done.
    pub ask: Option<Question>,
    /// What must hold, once it is done, for the story to be the same under another release.
    pub premise: Vec<Expectation>,
    /// What must hold, once it is done.
    pub expect: Vec<Expectation>,
    /// The line of the file, counted from 1; 0 for a step that comes from no file.
    pub line: usize,
}

impl Step {
    /// What is not so of what the story rests on after this step.
    pub fn broken_premise(&self, cluster: &Cluster, setup: &Setup) -> Option<Failure> {
        self.premise.iter().find_map(|premise| premise.check(cluster, setup).err())
    }
}

/// A question to the audience. Its answer shows with the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question.
    pub text: Narration,
    /// What must not be seen until the next step.
    pub hides: Quantity,
}

/// What a scenario is made of, once it is checked.
struct Parts {
    title: Text,
    summary: Option<Text>,
    names: Names,
    given: Vec<(Setting, u32)>,
    acks: Option<Acks>,
    plan: start::Plan,
    controller: ControllerMode,
    assignment: Vec<Vec<BrokerId>>,
    steps: Vec<Step>,
    branches: Vec<Branch>,
}

impl Scenario {
    /// Reads a scenario from its text. The name is for the report.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(name: &str, source: &str) -> Result<Scenario, Report> {
        Scenario::from_bytes(name, source.as_bytes())
    }

    /// Reads a scenario from a file.
    ///
    /// # Errors
    /// Why the file can't be read, or everything that is wrong with it.
    pub fn load(path: impl AsRef<Path>) -> Result<Scenario, Report> {
        let path = path.as_ref();
        Scenario::from_bytes(&path.display().to_string(), &crate::file::read(path)?)
    }

    /// Reads a scenario from the standard input.
    ///
    /// # Errors
    /// What the system says, or everything that is wrong with the scenario; the name is for that.
    pub fn from_input(name: &str) -> io::Result<Result<Scenario, Report>> {
        let bytes = crate::file::read_limited(io::stdin().lock())?;
        Ok(Scenario::from_bytes(name, &bytes))
    }

    /// Reads a scenario from the bytes of a file. The name is for the report.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Scenario, Report> {
        check::scenario(name, crate::file::text(name, bytes)?)
    }

    /// Reads a step as it stands in a file, in the words of a cluster that is there already. What it
    /// does is not tried. The name is for the report.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn step(
        name: &str,
        source: &str,
        names: &Names,
        assignment: &[Vec<BrokerId>],
    ) -> Result<Step, Report> {
        check::step(name, source, names, assignment)
    }

    /// A cluster without a script, for free play: brokers A, B and C, one partition.
    pub fn empty(rules: &Rules) -> Scenario {
        let names = Names::plain(3);
        let title = Text::new("Empty cluster".into(), Some("空集群".into()));
        let parts = Parts {
            title,
            summary: Some(Text::new(
                "Three brokers, one partition, nothing in it. Try things.".into(),
                Some("三个 broker，一个分区，没有消息。随意尝试。".into()),
            )),
            assignment: vec![BrokerSet::first(names.brokers.len()).iter().collect()],
            names,
            given: Vec::new(),
            acks: Some(Acks::All),
            plan: start::Plan::default(),
            controller: ControllerMode::default(),
            steps: Vec::new(),
            branches: Vec::new(),
        };
        Scenario::assemble(rules, parts)
    }

    /// The same scenario under other rules. Settings that the file does not give take the defaults
    /// of the other release.
    #[must_use]
    pub fn with_rules(&self, rules: &Rules) -> Scenario {
        let mut other = self.clone();
        other.setup.rules = rules.clone();
        other.laid_out()
    }

    /// The same scenario with another value of a setting, as [`Setting::parse`] gives it.
    #[must_use]
    pub fn with_setting(&self, setting: Setting, value: u32) -> Scenario {
        let mut other = self.clone();
        other.given.retain(|(given, _)| *given != setting);
        other.given.push((setting, value));
        other.laid_out()
    }

    /// The same scenario with other `acks` of every producer at step 0.
    #[must_use]
    pub fn with_acks(&self, acks: Acks) -> Scenario {
        let other = Scenario { acks: Some(acks), ..self.clone() };
        other.laid_out()
    }

    /// The same scenario with a controller that acts at once or by step.
    #[must_use]
    pub fn with_controller(&self, controller: ControllerMode) -> Scenario {
        let mut other = self.clone();
        other.setup.controller = controller;
        other.laid_out()
    }

    /// With the settings and the state at step 0 that follow from its release and from what is given.
    fn laid_out(mut self) -> Scenario {
        self.setup.settings = settings::settings(&self.setup.rules, &self.given);
        self.start = start::cluster(&self.setup, &self.plan, self.acks);
        self
    }

    /// The release that it was written for, if other rules have been put under it.
    pub fn elsewhere(&self) -> Option<&'static str> {
        (self.setup.rules.version() != self.written_for).then_some(self.written_for)
    }

    /// What must hold after one of its steps. Under the release that it was written for, what the
    /// story rests on must hold, too; under another one, that says whether it is the same story.
    pub fn expected<'s>(&self, step: &'s Step) -> impl Iterator<Item = &'s Expectation> + use<'s> {
        let premise = match self.elsewhere() {
            None => step.premise.as_slice(),
            Some(_) => &[],
        };
        premise.iter().chain(&step.expect)
    }

    /// Whether the file gives a setting.
    pub fn gives(&self, setting: Setting) -> bool {
        self.given.iter().any(|(given, _)| *given == setting)
    }

    /// Puts a scenario together.
    fn assemble(rules: &Rules, parts: Parts) -> Scenario {
        let setup = Setup {
            rules: rules.clone(),
            settings: settings::settings(rules, &parts.given),
            brokers: parts.names.brokers.len() as u8,
            producers: parts.names.producers.len() as u8,
            consumers: parts.names.consumers.len() as u8,
            assignment: parts.assignment,
            controller: parts.controller,
        };
        Scenario {
            title: parts.title,
            summary: parts.summary,
            start: start::cluster(&setup, &parts.plan, parts.acks),
            written_for: rules.version(),
            setup,
            names: parts.names,
            acks: parts.acks,
            steps: parts.steps,
            branches: parts.branches,
            given: parts.given,
            plan: parts.plan,
        }
    }
}
