//! Failures under many releases.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::{Cell, Failure, all, play};
use crate::engine::{Rules, milestones, rules_for};

/// A column: a release.
#[derive(Clone, Debug)]
pub struct Column {
    /// As one can ask for it: `2.6.1`; with ZooKeeper where KRaft is usual, `3.7/zk`.
    pub name: String,
    /// Its rules.
    pub rules: &'static Rules,
}

/// A row: a failure with what comes of it under each release.
#[derive(Clone, Debug)]
pub struct Row {
    /// The failure.
    pub failure: Failure,
    /// By column.
    pub cells: Vec<Cell>,
}

/// Failures under releases.
#[derive(Clone, Debug)]
pub struct Table {
    /// The releases, in the order in which they were asked for.
    pub columns: Vec<Column>,
    /// The failures.
    pub rows: Vec<Row>,
}

impl Table {
    /// Plays failures under releases.
    pub fn new(failures: Vec<Failure>, releases: &[&'static Rules]) -> Table {
        let column = |rules: &&'static Rules| Column { name: name(rules), rules };
        let row = |failure: Failure| {
            let cells = releases.iter().map(|rules| play(&failure.scenario, rules)).collect();
            Row { failure, cells }
        };
        Table {
            columns: releases.iter().map(column).collect(),
            rows: failures.into_iter().map(row).collect(),
        }
    }

    /// Every failure under the releases that stand for a generation of the protocol each. They are
    /// played once.
    pub fn of_milestones() -> Arc<Table> {
        static TABLE: OnceLock<Arc<Table>> = OnceLock::new();
        let play = || {
            let releases: Vec<&Rules> = milestones().filter_map(rules_for).collect();
            Arc::new(Table::new(all(), &releases))
        };
        Arc::clone(TABLE.get_or_init(play))
    }

    /// The columns, those that are alike in every row together.
    pub fn folded(&self) -> Vec<Range<usize>> {
        let same = |a: usize, b: usize| {
            self.rows
                .iter()
                .all(|row| matches!((row.cells.get(a), row.cells.get(b)), (x, y) if x == y))
        };
        runs_of_alike(self.columns.len(), same)
    }

    /// What some columns are called together: the first and the last one.
    pub fn span(&self, columns: &Range<usize>, dash: &str) -> String {
        let name = |at: usize| self.columns.get(at).map_or("", |column| column.name.as_str());
        match columns.len() {
            0 | 1 => name(columns.start).to_owned(),
            _ => format!("{}{dash}{}", name(columns.start), name(columns.end - 1)),
        }
    }
}

impl Row {
    /// Its cells, neighbours that are alike together.
    pub fn folded(&self) -> Vec<Range<usize>> {
        runs_of_alike(self.cells.len(), |a, b| self.cells.get(a) == self.cells.get(b))
    }
}

/// What a release is called, so that asking for it gives these rules. One that is not the first patch
/// of its line is called by its number, lest 2.6 be taken for 2.6.0.
fn name(rules: &Rules) -> String {
    const MOST_PATCHES: usize = 10;
    let release = rules.release;
    let is_it = |name: &String| rules_for(name).is_some_and(|found| found.release == release);
    let patch = (0..MOST_PATCHES).find(|patch| is_it(&format!("{release}.{patch}")));
    let name = match patch {
        None | Some(0) => release.to_owned(),
        Some(patch) => format!("{release}.{patch}"),
    };
    let usual = rules_for(release).map(|usual| usual.coordination);
    match usual == Some(rules.coordination) {
        true => name,
        false => format!("{name}/zk"),
    }
}

/// Neighbours among so many that are alike, together.
pub fn runs_of_alike(count: usize, same: impl Fn(usize, usize) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in 0..count {
        match runs.last_mut() {
            Some(run) if same(run.start, at) => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_that_are_alike_are_together() {
        let values = [1, 1, 2, 1, 1, 1];
        let runs = runs_of_alike(values.len(), |a, b| values[a] == values[b]);
        assert_eq!(runs, [0..2, 2..3, 3..6]);
        assert!(runs_of_alike(0, |_, _| true).is_empty());
    }

    #[test]
    fn a_column_is_called_by_what_gives_its_rules() {
        for asked in ["0.10.2", "2.6.0", "3.7", "3.7/zk", "4.1"] {
            let rules = rules_for(asked).expect("a release");
            assert_eq!(name(rules), asked);
        }
        for name in crate::engine::every_rules().map(name) {
            assert_eq!(rules_for(&name).map(super::name), Some(name));
        }
    }

    #[test]
    fn a_column_of_a_later_patch_is_called_by_the_first_that_it_holds_for() {
        for (asked, called) in [("2.6", "2.6.1"), ("2.7", "2.7.2"), ("3.4/zk", "3.4.1/zk")] {
            let rules = rules_for(asked).expect("a release");
            assert_eq!(name(rules), called);
        }
    }
}
