//! From a scenario and what somebody types to a question.

use super::goal::Goal;
use super::reach::{Unreachable, reach};
use super::{Budget, Kind, Limits, Question};
use crate::engine::*;
use crate::scenario::{Scenario, write};

/// A scenario without its script, with names for the records that may be sent, and what is looked for.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The scenario. Its values have other numbers than in the one that was given.
    pub scenario: Scenario,
    /// The records that may be sent.
    pub values: Vec<Value>,
    /// What is looked for.
    pub goals: Vec<Goal>,
}

impl Prepared {
    /// Prepares to explore from the start of a scenario. What is to be reached is written as an
    /// expectation of a file, `Lost(["m1"])`, or as a comparison of two quantities, `log B != log A`.
    ///
    /// # Errors
    /// What can't be understood of what is to be reached.
    pub fn new(
        scenario: &Scenario,
        budget: &Budget,
        properties: &[Property],
        wanted: &[String],
    ) -> Result<Prepared, Unreachable> {
        let mut bare = scenario.clone();
        bare.steps.clear();
        bare.branches.clear();
        let base = Scenario::parse("", &write::scenario(&bare));
        let mut base = base.map_err(|report| Unreachable::Bad(Box::new(report)))?;
        let most = usize::from(budget.most_records());
        let mut values = Vec::new();
        // The names of the script first: it is known by them.
        for name in &scenario.names.values {
            if values.len() < most && base.names.find_value(name).is_none() {
                values.extend(base.names.intern_value(name));
            }
        }
        while values.len() < most {
            let Some(value) = base.names.fresh_value() else { break };
            values.push(value);
        }
        let mut goals: Vec<Goal> = properties.iter().copied().map(Goal::Breaks).collect();
        for source in wanted {
            goals.push(reach(source, &base.names, (&base.setup, &base.start))?);
        }
        Ok(Prepared { scenario: base, values, goals })
    }

    /// The question under the rules of a release, or under the scenario's own.
    pub fn question(&self, rules: Option<&Rules>, budget: Budget, limits: Limits) -> Question {
        let scenario = self.under(rules);
        Question {
            setup: scenario.setup,
            start: scenario.start,
            values: self.values.clone(),
            budget,
            goals: self.goals.clone(),
            limits,
        }
    }

    /// The scenario under the rules of a release, or under its own.
    pub fn under(&self, rules: Option<&Rules>) -> Scenario {
        rules.map_or_else(|| self.scenario.clone(), |rules| self.scenario.with_rules(rules))
    }
}

/// How many letters may be wrong in a word that is meant as the name of a part of a budget.
const SLIPS: usize = 2;

/// What somebody wants to know, on one line: properties by their names, parts of a budget, and whatever
/// is left is to be reached. `log-matching kills=1 epochs=2`, `log A != log B by-step`.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The properties that are to be broken.
    pub properties: Vec<Property>,
    /// What is to be reached, if anything is.
    pub reach: Option<String>,
    /// What may happen: the default, but for what is said.
    pub budget: Budget,
}

impl Wish {
    /// Takes a line apart. Only [`reach`] can tell whether what is left makes sense.
    ///
    /// # Errors
    /// A word that is meant as a part of a budget, and is none.
    pub fn parse(line: &str) -> Result<Wish, &str> {
        let mut wish = Wish::default();
        let mut rest = Vec::new();
        for word in line.split_whitespace() {
            let epochs = word.strip_prefix("epochs=").and_then(|n| n.parse().ok());
            if let Some(property) = Property::ALL.into_iter().find(|p| p.name() == word) {
                wish.properties.push(property);
            } else if let Some((kind, allowance)) = Kind::parse(word) {
                wish.budget = wish.budget.with(kind, allowance);
            } else if epochs.is_some() {
                wish.budget.epochs = epochs;
            } else if word == "by-step" {
                wish.budget.by_step = Some(true);
            } else if is_meant_as_budget(word) {
                return Err(word);
            } else {
                rest.push(word);
            }
        }
        wish.reach = Some(rest.join(" ")).filter(|rest| !rest.is_empty());
        Ok(wish)
    }
}

/// Whether a word is a part of a budget but for a slip.
fn is_meant_as_budget(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else { return false };
    let names = Kind::ALL.map(Kind::name).into_iter().chain(["epochs"]);
    name.len() > SLIPS && names.into_iter().any(|known| strsim::levenshtein(name, known) <= SLIPS)
}
