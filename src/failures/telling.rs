//! A cell as a sign and in words.

use super::{Cell, Damage, Failure};
use crate::engine::Rules;
use crate::glyphs::Glyphs;
use crate::lang::{Context, Lang};

impl Damage {
    /// Its sign, one column wide. None means anything without the word beside it or a legend.
    pub fn sign(self, glyphs: &Glyphs) -> &'static str {
        match self {
            Damage::Diverged => glyphs.parting,
            Damage::Lost => glyphs.loss,
            Damage::Stuck => "@",
            Damage::Halted => glyphs.death,
            Damage::NoLeader => glyphs.idle,
            Damage::Duplicated => "2",
            Damage::Vanished => "0",
            Damage::ShownEarly => "e",
            Damage::ReaderError => "E",
        }
    }
}

impl Cell {
    /// The sign of a failure that can't be played.
    pub const NOT_PLAYABLE: &'static str = "-";

    /// The sign of a failure that does no harm.
    pub fn fine_sign(glyphs: &Glyphs) -> &'static str {
        glyphs.step
    }

    /// Its signs, the worst first.
    pub fn signs(&self, glyphs: &Glyphs) -> String {
        match self {
            Cell::NotPlayable { .. } => Cell::NOT_PLAYABLE.to_owned(),
            Cell::Played(damage) if damage.is_empty() => Cell::fine_sign(glyphs).to_owned(),
            Cell::Played(damage) => damage.iter().map(|damage| damage.sign(glyphs)).collect(),
        }
    }

    /// In a word each: `diverged, lost`.
    pub fn words(&self, lang: Lang) -> String {
        let words = lang.words();
        match self {
            Cell::NotPlayable { .. } => words.not_playable().name.to_owned(),
            Cell::Played(damage) if damage.is_empty() => words.fine().name.to_owned(),
            Cell::Played(damage) => {
                let names: Vec<&str> = damage.iter().map(|d| words.damage(*d).name).collect();
                names.join(words.separator())
            }
        }
    }

    /// In a sentence each, of this failure under these rules.
    pub fn sentences(
        &self,
        lang: Lang,
        failure: &Failure,
        rules: &Rules,
        glyphs: &'static Glyphs,
    ) -> Vec<String> {
        let words = lang.words();
        match self {
            Cell::NotPlayable { step, why } => {
                let setup = failure.scenario.with_rules(rules).setup;
                let cx = Context::new(&failure.scenario.names, &setup, glyphs);
                vec![words.obstacle(&cx, *step, why)]
            }
            Cell::Played(damage) if damage.is_empty() => vec![words.fine().text.to_owned()],
            Cell::Played(damage) => {
                damage.iter().map(|damage| words.damage(*damage).text.to_owned()).collect()
            }
        }
    }
}
