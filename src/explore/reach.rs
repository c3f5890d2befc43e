//! What is to be reached: an expectation as a file has it, or two quantities with a sign between them.

use super::goal::Goal;
use super::wording::{Remark, tell};
use crate::engine::*;
use crate::lang::Lang;
use crate::names::Names;
use crate::printable::is_unprintable;
use crate::scenario::text::Part;
use crate::scenario::{Quantity, Reading, Report, Scenario};

/// What a state is compared by: longer signs first.
const SIGNS: [&str; 7] = ["!=", "<=", ">=", "==", "=", "<", ">"];

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
    let understood = |text: &str| {
        let step = Scenario::step("--reach", text, names, &setup.assignment);
        step.map_err(|report| Unreachable::Bad(Box::new(report)))
    };
    let Some((left, sign, right)) = taken_apart(&source) else {
        let expected = understood(&format!("(expect: [{source}])"))?.expect;
        let is_met = move |setup: &Setup, cluster: &Cluster| {
            expected.iter().all(|e| e.holds(cluster, setup))
        };
        return Ok(Goal::reaches(source, is_met));
    };
    if [left, right].iter().any(|side| side.is_empty() || side.contains(NO_QUANTITY)) {
        return Err(refuse());
    }
    let number = right.parse().ok();
    let text = match number {
        Some(_) => format!("{{{left}}}"),
        None => format!("{{{left}}}{{{right}}}"),
    };
    let told = understood(&format!("(say: {text:?})"))?.say;
    let mut quantities =
        told.iter().flat_map(|say| say.en().parts()).filter_map(|part| match part {
            Part::Quantity(quantity) => Some(quantity.clone()),
            Part::Literal(_) => None,
        });
    let Some(left) = quantities.next() else { return Err(refuse()) };
    let right = match (number, quantities.next()) {
        (Some(number), _) => Side::Number(number),
        (None, Some(quantity)) => Side::Quantity(quantity),
        (None, None) => return Err(refuse()),
    };
    let comparison = Comparison { left, sign, right };
    if !comparison.is_of_a_kind(setup, start) {
        return Err(Unreachable::NoComparison(source));
    }
    Ok(Goal::reaches(source, move |setup, cluster| comparison.holds(setup, cluster)))
}

/// What no quantity is written with.
const NO_QUANTITY: [char; 7] = ['=', '<', '>', '!', '{', '}', '"'];

/// The two sides of a comparison and the sign between them. A bracket or a quote begins an expectation.
fn taken_apart(source: &str) -> Option<(&str, &'static str, &str)> {
    SIGNS.into_iter().find_map(|sign| {
        let (left, right) = source.split_once(sign)?;
        let is_plain = !left.contains(['(', '"', '[']);
        is_plain.then(|| (left.trim(), sign, right.trim()))
    })
}

/// Two things to be compared in a state.
struct Comparison {
    left: Quantity,
    sign: &'static str,
    right: Side,
}

/// What a quantity is compared with.
enum Side {
    Number(u32),
    Quantity(Quantity),
}

impl Comparison {
    fn read(&self, setup: &Setup, cluster: &Cluster) -> [Reading; 2] {
        let right = match &self.right {
            Side::Number(number) => Reading::Number(*number),
            Side::Quantity(quantity) => quantity.read(cluster, setup),
        };
        [self.left.read(cluster, setup), right]
    }

    /// Whether they can be compared so, as far as can be told in a state: what is not there is of no
    /// kind.
    fn is_of_a_kind(&self, setup: &Setup, cluster: &Cluster) -> bool {
        let readings = self.read(setup, cluster);
        let there: Vec<_> = readings.iter().filter(|kind| **kind != Reading::Nothing).collect();
        let is_number = |reading: &&Reading| matches!(reading, Reading::Number(_));
        let is_ordered = ["<", "<=", ">", ">="].contains(&self.sign);
        let alike = match there[..] {
            [left, right] => std::mem::discriminant(left) == std::mem::discriminant(right),
            _ => true,
        };
        alike && (!is_ordered || there.iter().all(is_number))
    }

    fn holds(&self, setup: &Setup, cluster: &Cluster) -> bool {
        match (self.sign, &self.read(setup, cluster)) {
            // What is not there is not different either.
            (_, [Reading::Nothing, _] | [_, Reading::Nothing]) => false,
            ("=" | "==", [left, right]) => left == right,
            ("!=", [left, right]) => left != right,
            ("<", [Reading::Number(left), Reading::Number(right)]) => left < right,
            ("<=", [Reading::Number(left), Reading::Number(right)]) => left <= right,
            (">", [Reading::Number(left), Reading::Number(right)]) => left > right,
            (">=", [Reading::Number(left), Reading::Number(right)]) => left >= right,
            _ => false,
        }
    }
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
