//! Branches: where each grows, and what is done in it.

use super::Checker;
use crate::command::Command;
use crate::engine::{Ms, PartitionId};
use crate::printable::is_unprintable;
use crate::scenario::Branch;
use crate::scenario::bounds::*;
use crate::scenario::fault::{FaultKind, Figure, List, Noun, Said, Unit};
use crate::scenario::outline::Place;
use crate::scenario::schema::BranchFile;
use crate::scenario::text::spelling;

impl Checker<'_> {
    /// Reads the branches of a script of so many steps. Values that they send are known from here
    /// on; `done` is how many actions and how much time the script has.
    pub(super) fn branches(
        &mut self,
        files: &[BranchFile],
        steps: usize,
        done: (usize, Ms),
        place: Place,
    ) -> Vec<Branch> {
        if files.len() > MAX_BRANCHES {
            let (found, max) = (files.len(), MAX_BRANCHES);
            let kind = FaultKind::TooMany { what: List::Branches, found, max };
            self.fault(place.item(max).span(), kind);
            return Vec::new();
        }
        let (mut actions, mut time) = done;
        let mut branches: Vec<Branch> = Vec::new();
        for (at, file) in files.iter().enumerate() {
            let place = place.item(at);
            actions += file.steps.iter().map(|step| step.actions.len()).sum::<usize>();
            if actions > MAX_ACTIONS {
                let (found, max) = (actions, MAX_ACTIONS);
                let kind = FaultKind::TooMany { what: List::Actions, found, max };
                self.fault(place.field("steps").span(), kind);
                return Vec::new();
            }
            let branch = self.branch(file, steps, &branches, &mut time, place);
            branches.push(branch);
        }
        branches
    }

    fn branch(
        &mut self,
        file: &BranchFile,
        steps: usize,
        before: &[Branch],
        time: &mut Ms,
        place: Place,
    ) -> Branch {
        let called = |branch: &Branch, name: &str| spelling(&branch.name) == spelling(name);
        self.branch_name(&file.name, place.field("name"));
        if before.iter().any(|branch| called(branch, &file.name)) {
            let found = super::clip(&file.name);
            let kind = FaultKind::Twice { what: Noun::Branch, found, inside: None };
            self.fault(place.field("name").span(), kind);
        }
        let note = file.note.as_deref().unwrap_or_default();
        self.note(note, place.field("note"));
        let of = file.of.as_ref().and_then(|name| {
            let found = before.iter().position(|branch| called(branch, name));
            if found.is_none() {
                let valid = before.iter().map(|branch| branch.name.clone()).collect();
                self.unknown(Noun::Branch, name, valid, place.field("of"));
            }
            found
        });
        let max = match of {
            None => steps,
            Some(at) => before.get(at).map_or(0, |branch| branch.steps.len()),
        };
        // Of what, is not known where the name is wrong.
        if file.from > max && file.of.is_none() == of.is_none() {
            let (found, max) = (file.from as u64, max as u64);
            let what = Figure::Field("from");
            let kind = FaultKind::OutOfBounds { what, found, min: 0, max };
            self.fault(place.field("from").span(), kind);
        }
        let list = place.field("steps");
        if file.steps.is_empty() {
            self.fault(place.span(), FaultKind::EmptyList(List::Steps));
        }
        if file.steps.len() > MAX_STEPS {
            let (found, max) = (file.steps.len(), MAX_STEPS);
            let kind = FaultKind::TooMany { what: List::Steps, found, max };
            self.fault(list.item(max).span(), kind);
        }
        let taken = file.steps.iter().take(MAX_STEPS).enumerate();
        let steps: Vec<Vec<Command>> = taken
            .map(|(at, step)| {
                let place = list.item(at);
                let partition = self.partition(step.partition, place.field("partition"));
                let partition = partition.unwrap_or(PartitionId(0));
                self.actions_of(&step.actions, partition, time, place.field("do"))
            })
            .collect();
        let (name, note) = (file.name.clone(), note.to_owned());
        Branch { name, note, of, from: file.from, steps }
    }

    fn branch_name(&mut self, name: &str, place: Place) {
        let bad = name.chars().find(|c| is_unprintable(*c));
        self.short_text(Said::BranchName, name, bad, MAX_NAME, place);
    }

    fn note(&mut self, note: &str, place: Place) {
        let found = note.chars().count();
        if let Some(found) = note.chars().find(|c| is_unprintable(*c)) {
            self.fault(place.span(), FaultKind::Character { what: Said::Note, found });
        } else if found > MAX_NOTE {
            let (what, max, unit) = (Said::Note, MAX_NOTE, Unit::Characters);
            self.fault(place.span(), FaultKind::TooLong { what, found, max, unit });
        }
    }
}
