//! What the languages have to say of failure × release.

use super::{Context, Explained};
use crate::failures::{Damage, Obstacle};
use crate::scenario::ToldFailure;

/// Something about the table as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureRemark<'a> {
    /// What the table is called.
    Title,
    /// Columns that are alike are one.
    Folded,
    /// How to see more, on the command line.
    More,
    /// What Enter does on the screen.
    Open(&'a str),
    /// What a failure was written for, and where it is reported.
    WrittenFor {
        /// The release.
        release: &'a str,
        /// The tickets and proposals.
        sources: &'a [&'a str],
    },
    /// The heading of what each release makes of a failure.
    Outcomes,
}

/// What a language has to say of worked failures and of what each release makes of them.
pub trait FailureWords {
    /// What has gone wrong, in a word and in a sentence.
    fn damage(&self, damage: Damage) -> Explained;

    /// Nothing has gone wrong.
    fn fine(&self) -> Explained;

    /// The failure is another story there.
    fn not_playable(&self) -> Explained;

    /// Why a failure can't be played, and at which step that shows.
    fn obstacle(&self, cx: &Context, step: usize, obstacle: &Obstacle) -> String;

    /// What a story rests on is not so under another release than its own.
    fn another_story(&self, step: usize, broken: &ToldFailure) -> String;

    /// Before what is told from then on, in the words of the story's own release.
    fn told_of_another_story(&self, release: &str) -> String;

    /// Something about the table.
    fn failures(&self, said: FailureRemark) -> String;
}
