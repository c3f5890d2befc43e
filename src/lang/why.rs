//! What the languages have to say of the answers to "why?" and of the verdicts of the ledger.

use super::Context;
use crate::engine::account::{Account, Fate, FateName};
use crate::engine::why::{Answer, Question};
use crate::engine::*;

/// What a language has to say of why a state is as it is, and of what has become of records.
pub trait WhyWords {
    /// A question.
    fn question(&self, cx: &Context, question: &Question) -> String;

    /// An answer to a question about a partition: a few sentences, each of them a line.
    fn answer(
        &self,
        cx: &Context,
        partition: PartitionId,
        question: &Question,
        answer: &Answer,
    ) -> Vec<String>;

    /// Instead of answers, while the script asks something itself.
    fn waits_for_the_script(&self) -> &'static str;

    /// The word for a verdict.
    fn fate_name(&self, fate: FateName) -> &'static str;

    /// A verdict, with its numbers.
    fn fate(&self, cx: &Context, fate: &Fate) -> String;

    /// More about a record than its line of the table says: how many failures would lose it.
    fn survives(&self, account: &Account) -> Option<String>;

    /// Instead of a ledger without records.
    fn nothing_sent(&self) -> &'static str;
}

/// How many values are named before the rest is counted.
const MOST_NAMED: usize = 8;

impl Context<'_> {
    /// The values of some records, the first ones if they are many; with how many there are more.
    pub(super) fn some_values(&self, records: &[(Offset, Value)]) -> (String, usize) {
        let names: Vec<String> =
            records.iter().take(MOST_NAMED).map(|(_, v)| self.names.value(*v)).collect();
        (names.join(" "), records.len().saturating_sub(MOST_NAMED))
    }
}
