//! From a scenario and what somebody types to a question.

use super::goal::Goal;
use super::wording::{Remark, tell};
use super::{Budget, Kind, Limits, Question};
use crate::engine::*;
use crate::lang::Lang;
use crate::names::Names;
use crate::printable::is_unprintable;
use crate::scenario::text::Part;
use crate::scenario::{Quantity, Reading, Report, Scenario, write};

/// What a state is compared by: longer signs first.
const SIGNS: [&str; 7] = ["!=", "<=", ">=", "==", "=", "<", ">"];

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

/// Words that a line almost says.
const CLOSE: usize = 2;

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
    name.len() > CLOSE && names.into_iter().any(|known| strsim::levenshtein(name, known) <= CLOSE)
}

/// Why it can't be understood what is to be reached.
#[derive(Debug)]
pub enum Unreachable {
    /// It is no single expression; this is what was said.
    NoExpression(String),
    /// The two are not of a kind, or have no order.
    NoComparison(String),
    /// What is wrong with it.
    Bad(Box<Report>),
}

impl Unreachable {
    /// What is wrong, in a line.
    pub fn summary(&self, lang: Lang) -> String {
        match self {
            Unreachable::NoExpression(source) => tell(lang, Remark::NoExpression(source)),
            Unreachable::NoComparison(source) => tell(lang, Remark::NoComparison(source)),
            Unreachable::Bad(report) => report.summary(lang),
        }
    }
}

/// In English, as other programs' errors are.
impl std::fmt::Display for Unreachable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.summary(Lang::En))
    }
}

impl std::error::Error for Unreachable {}

/// Understands what is to be reached, as the file format does, in the words of a cluster: an
/// expectation, or two quantities with a sign between them.
///
/// # Errors
/// What is wrong with it.
pub fn reach(
    source: &str,
    names: &Names,
    (setup, start): (&Setup, &Cluster),
) -> Result<Goal, Unreachable> {
    // It becomes a title, too.
    let source = source.split_whitespace().collect::<Vec<_>>().join(" ");
    let refuse = || Unreachable::NoExpression(source.clone());
    if !is_one(&source) {
        return Err(refuse());
    }
    let comparison = SIGNS.iter().find_map(|sign| {
        let (left, right) = source.split_once(sign)?;
        // A bracket or a quote begins an expectation.
        let is_plain = !left.contains(['(', '"', '[']);
        is_plain.then(|| (*sign, left.trim().to_owned(), right.trim().to_owned()))
    });
    let step = match &comparison {
        None => format!("(expect: [{source}])"),
        Some((_, left, right)) => {
            let signs = ['=', '<', '>', '!', '{', '}', '"'];
            if left.is_empty() || right.is_empty() || left.contains(signs) || right.contains(signs)
            {
                return Err(refuse());
            }
            match right.parse::<u32>() {
                Ok(_) => format!("(say: {:?})", format!("{{{left}}}")),
                Err(_) => format!("(say: {:?})", format!("{{{left}}}{{{right}}}")),
            }
        }
    };
    let step = Scenario::step("--reach", &step, names, &setup.assignment)
        .map_err(|report| Unreachable::Bad(Box::new(report)))?;
    let Some((sign, _, right)) = comparison else {
        let expected = step.expect;
        let is_met = move |setup: &Setup, cluster: &Cluster| {
            expected.iter().all(|e| e.holds(cluster, setup))
        };
        return Ok(Goal::reaches(source, is_met));
    };
    let parts = step.say.iter().flat_map(|say| say.en().parts());
    let quantities: Vec<Quantity> = parts
        .filter_map(|part| match part {
            Part::Quantity(quantity) => Some(quantity.clone()),
            Part::Literal(_) => None,
        })
        .collect();
    let number = right.parse().ok();
    // As far as can be told where it begins: what is not there is of no kind.
    let mut kinds = quantities.iter().map(|quantity| quantity.read(start, setup));
    let kinds = [kinds.next(), number.map(Reading::Number).or_else(|| kinds.next())];
    let [left, right] = kinds.map(|kind| kind.filter(|kind| *kind != Reading::Nothing));
    let is_number = |kind: &Reading| matches!(kind, Reading::Number(_));
    let is_ordered = ["<", "<=", ">", ">="].contains(&sign);
    let unlike = left
        .as_ref()
        .zip(right.as_ref())
        .is_some_and(|(left, right)| std::mem::discriminant(left) != std::mem::discriminant(right));
    if unlike || is_ordered && left.iter().chain(&right).any(|kind| !is_number(kind)) {
        return Err(Unreachable::NoComparison(source));
    }
    Ok(Goal::reaches(source, move |setup, cluster| {
        let mut readings = quantities.iter().map(|quantity| quantity.read(cluster, setup));
        let Some(left) = readings.next() else { return false };
        let right = number.map(Reading::Number).or_else(|| readings.next());
        right.is_some_and(|right| compares(&left, sign, &right))
    }))
}

/// Whether a text could be one expression: its brackets and quotes match, and nothing ends before it
/// does. Comments could hide anything.
fn is_one(source: &str) -> bool {
    let mut open = Vec::new();
    let mut quoted = false;
    let mut characters = source.chars();
    while let Some(c) = characters.next() {
        match c {
            c if is_unprintable(c) => return false,
            '\\' if quoted => drop(characters.next()),
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' => open.push(c),
            ')' if open.pop() != Some('(') => return false,
            ']' if open.pop() != Some('[') => return false,
            '/' => return false,
            _ => {}
        }
    }
    !source.is_empty() && open.is_empty() && !quoted
}

fn compares(left: &Reading, sign: &str, right: &Reading) -> bool {
    match (sign, left, right) {
        // What is not there is not different either.
        (_, Reading::Nothing, _) | (_, _, Reading::Nothing) => false,
        ("=" | "==", left, right) => left == right,
        ("!=", left, right) => left != right,
        ("<", Reading::Number(left), Reading::Number(right)) => left < right,
        ("<=", Reading::Number(left), Reading::Number(right)) => left <= right,
        (">", Reading::Number(left), Reading::Number(right)) => left > right,
        (">=", Reading::Number(left), Reading::Number(right)) => left >= right,
        _ => false,
    }
}
