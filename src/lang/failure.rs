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
    /// Which columns are KRaft's.
    Coordination,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::engine::{BrokerId, Event, Refusal};
    use crate::glyphs::Glyphs;
    use crate::lang::Lang;
    use crate::names::Names;
    use crate::scenario::Scenario;

    /// A failed premise, with the scenario it is of.
    fn broken() -> (Scenario, crate::scenario::Failure) {
        let source = r#"Scenario(title: "t", release: "0.11", brokers: ["A", "B"],
            steps: [(do: [Send("m1")], premise: [Isr(["A"])])])"#;
        let scenario = Scenario::parse("t", source).expect("it is good");
        let step = scenario.steps.first().expect("a step");
        let broken = step.broken_premise(&scenario.start, &scenario.setup).expect("B is in it");
        (scenario, broken)
    }

    #[test]
    fn everything_said_of_failures_in_every_language() {
        let (scenario, broken) = broken();
        let names = Names::plain(2);
        let cx = Context::new(&names, &scenario.setup, &Glyphs::UNICODE);
        let kill = Command::Event(Event::Kill { broker: BrokerId(0) });
        let obstacles = [
            Obstacle::Refused(kill, Refusal::BrokerDown(BrokerId(0))),
            Obstacle::Premise(Box::new(broken.clone())),
        ];
        let remarks = [
            FailureRemark::Title,
            FailureRemark::Folded,
            FailureRemark::Coordination,
            FailureRemark::More,
            FailureRemark::Open("Enter"),
            FailureRemark::WrittenFor { release: "3.9", sources: &[] },
            FailureRemark::WrittenFor { release: "1.1", sources: &["KAFKA-6361", "KIP-279"] },
            FailureRemark::Outcomes,
        ];
        let mut page = String::new();
        for lang in Lang::ALL {
            let words = lang.words();
            let explained = Damage::ALL.map(|damage| words.damage(damage));
            for Explained { name, text } in
                explained.into_iter().chain([words.fine(), words.not_playable()])
            {
                page += &format!("{name}: {text}\n");
            }
            for obstacle in &obstacles {
                page += &format!("{}\n", words.obstacle(&cx, 3, obstacle));
            }
            let told = broken.tell(lang, &scenario.setup, &names);
            page += &format!("{}\n", words.another_story(1, &told));
            page += &format!("{}\n", words.told_of_another_story("2.0.0"));
            for remark in remarks {
                page += &format!("{}\n", words.failures(remark));
            }
            page.push('\n');
        }
        insta::assert_snapshot!(page);
    }
}
