//! Playing the same steps otherwise: under another release, with another value of a setting.
//!
//! What is played again is always the whole tree of steps from the start, those by hand among them,
//! so that each keeps its id and nothing is lost by changing there and back.

use std::fmt;
use std::sync::Arc;

use crate::compare;
use crate::engine::{Acks, Rules, releases, rules_for};
use crate::notation;
use crate::scenario::settings::{Setting, TABLE, Takes};
use crate::scenario::{Failure, Scenario};
use crate::session::Session;
use crate::timeline::{NodeId, Timeline};

/// What is different in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variation {
    /// The release whose rules hold.
    Release(&'static Rules),
    /// A setting at step 0, as [`Setting::parse`] gives it.
    Setting(Setting, u32),
    /// The `acks` of every producer at step 0.
    Acks(Acks),
}

impl Variation {
    /// A scenario with this variation.
    #[must_use]
    pub fn of(self, scenario: &Scenario) -> Scenario {
        match self {
            Variation::Release(rules) => scenario.with_rules(rules),
            Variation::Setting(setting, value) => scenario.with_setting(setting, value),
            Variation::Acks(acks) => scenario.with_acks(acks),
        }
    }
}

/// As one asks for it: `0.11`, `min.insync.replicas=2`, `acks=all`.
impl fmt::Display for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variation::Release(rules) => f.write_str(rules.version()),
            Variation::Acks(acks) => write!(f, "acks={}", notation::acks(*acks)),
            Variation::Setting(setting, value) => {
                let line = TABLE.iter().find(|(known, _)| known == setting);
                write!(f, "{}=", line.map_or("", |(_, name)| name))?;
                match setting.takes() {
                    Takes::Bool => write!(f, "{}", *value != 0),
                    Takes::Number(_) => write!(f, "{value}"),
                    Takes::Word(words) => f.write_str(words.get(*value as usize).unwrap_or(&"?")),
                }
            }
        }
    }
}

/// What a session is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The same steps in a variation.
    Variation(Variation),
    /// The other branch of its own steps: the script, from what was done by hand, and the last step
    /// by hand, from the script.
    Branch,
}

/// A release that a session could be played under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its rules.
    pub rules: &'static Rules,
    /// Whether it is the one that the scenario was written for.
    pub is_own: bool,
    /// What the steps would do under it.
    pub prospect: Prospect,
}

/// What the steps of a session would do under another release, on the way that the person is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// It is the release that they are played under.
    Here,
    /// The same.
    Same,
    /// They part at this step, counted from the start.
    Parts(usize),
    /// Nobody has tried: there are too many of them.
    Unknown,
}

/// Every release, oldest first, with what it would do to the steps of a session.
pub fn candidates(session: &Session) -> Vec<Candidate> {
    /// Steps that are played for all releases together: a person waits for them.
    const MOST: usize = 20_000;
    let written_for = session.scenario().written_for;
    let present = session.setup().rules.version();
    let end = session.timeline().ahead().last().unwrap_or(session.timeline().here_id());
    let is_too_much = session.timeline().size().saturating_mul(releases().count()) > MOST;
    let candidate = |rules: &'static Rules| {
        let prospect = match rules.version() {
            version if version == present => Prospect::Here,
            _ if is_too_much => Prospect::Unknown,
            _ => match Twin::new(session, Variation::Release(rules)).parts_at(session, end) {
                None => Prospect::Same,
                Some(step) => Prospect::Parts(step),
            },
        };
        Candidate { rules, is_own: rules.version() == written_for, prospect }
    };
    // With ZooKeeper where KRaft is what one mostly has: only where the file says so.
    let own = rules_for(written_for).filter(|own| own.version() != own.release);
    let all = releases().filter_map(rules_for).flat_map(|rules| {
        let own = own.filter(|own| own.release == rules.release);
        own.into_iter().chain([rules])
    });
    all.map(candidate).collect()
}

/// A scenario's script, played to a step. Under another release than the one that it was written for,
/// followers fetch where they fetched there: what they have to ask first they ask by themselves.
pub fn play(scenario: &Scenario, steps: usize) -> Timeline {
    let play = |scenario: &Scenario| {
        let script = scenario.steps.iter().take(steps).map(|step| step.commands.as_slice());
        Timeline::new(Arc::new(scenario.setup.clone()), scenario.start.clone(), script)
    };
    match scenario.elsewhere().and_then(rules_for) {
        None => play(scenario),
        Some(own) => play(&scenario.with_rules(own))
            .replayed(Arc::new(scenario.setup.clone()), scenario.start.clone()),
    }
}

/// The first step of a script, up to this one, at which what its story rests on is not so, with what
/// is: from there on it is another story. Only under another release than the one that the scenario
/// was written for; under that one it is a failure.
pub fn another_story(
    scenario: &Scenario,
    timeline: &Timeline,
    last: usize,
) -> Option<(usize, Failure)> {
    scenario.elsewhere()?;
    scenario.steps.iter().zip(1..=last).find_map(|(step, number)| {
        let node = timeline.node(number)?;
        Some((number, step.broken_premise(&node.state, &scenario.setup)?))
    })
}

/// The release before this one in the table, or after it; `None` at its ends.
pub fn neighbour(release: &str, after: bool) -> Option<&'static Rules> {
    let all: Vec<&'static str> = releases().collect();
    let at = all.iter().position(|known| *known == release)?;
    let at = if after { at.checked_add(1) } else { at.checked_sub(1) }?;
    rules_for(all.get(at)?)
}

/// The steps of a session once more, in a variation of its scenario, kept in step with it. A step has
/// the same id in both.
#[derive(Clone, Debug)]
pub struct Twin {
    variation: Variation,
    timeline: Timeline,
    /// By step: whether it or one before it has parted from the session's.
    parted: Vec<bool>,
}

impl Twin {
    /// The twin of a session.
    pub fn new(session: &Session, variation: Variation) -> Twin {
        let scenario = variation.of(session.scenario());
        let (setup, start) = (Arc::new(scenario.setup), scenario.start);
        let timeline = session.timeline().replayed(setup, start);
        let mut twin = Twin { variation, timeline, parted: Vec::new() };
        twin.note_partings(session);
        twin
    }

    /// Under the release that a session's scenario was written for, if it is played under another.
    pub fn as_written(session: &Session) -> Option<Twin> {
        let rules = rules_for(session.scenario().elsewhere()?)?;
        Some(Twin::new(session, Variation::Release(rules)))
    }

    /// What is different in it.
    pub fn variation(&self) -> Variation {
        self.variation
    }

    /// Its steps.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Makes what the session has done since, and goes where it is.
    pub fn keep_up(&mut self, session: &Session) {
        let lead = session.timeline();
        if self.timeline.size() != lead.size() || self.timeline.here_id() != lead.here_id() {
            self.timeline.follow(lead);
        }
        self.note_partings(session);
    }

    /// The first step, counted from the start, at which it parts from the session on the way to this
    /// one; `None`: it does not.
    pub fn parts_at(&self, session: &Session, id: NodeId) -> Option<usize> {
        let parted = |id: &NodeId| self.parted.get(*id).copied().unwrap_or(false);
        let timeline = session.timeline();
        timeline.behind_of(id).take_while(parted).last().map(|id| timeline.depth(id))
    }

    fn note_partings(&mut self, session: &Session) {
        let lead = session.timeline();
        let (mut ones, mut others) = (lead.pass(), self.timeline.pass());
        for id in self.parted.len()..self.timeline.size() {
            let before = lead.parent(id).and_then(|parent| self.parted.get(parent)).copied();
            let mut differs = || {
                let (Some(one), Some(other)) = (ones.node(id), others.node(id)) else {
                    return false;
                };
                let sides = [(one, lead.setup()), (other, self.timeline.setup())];
                compare::parts(sides)
            };
            let parted = before == Some(true) || differs();
            self.parted.push(parted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::engine::state::Ask;
    use crate::engine::{BrokerId, Effect, Event, PartitionId, ProducerId, Refusal};

    fn session() -> Session {
        let source = include_str!("../demos/10a-loss-by-hw-truncation.ron");
        let scenario = Scenario::parse("10a", source).expect("a demo");
        Session::new(Arc::new(scenario))
    }

    fn under(session: &Session, release: &str) -> Session {
        let rules = rules_for(release).expect("a release of the table");
        session.replayed(session.scenario().with_rules(rules))
    }

    #[test]
    fn another_release_plays_the_same_steps_and_going_back_loses_nothing() {
        let mut session = session();
        assert!(session.go(7));
        session.act(Command::NextDue).expect("time passes");
        session.send(ProducerId(0), PartitionId(0), 1).expect("sent");
        let other = under(&session, "0.11");
        assert_eq!(other.position(), session.position());
        assert_eq!(other.scenario().elsewhere(), Some("0.10.2"));
        assert_ne!(other.state(), session.state());
        let back = under(&other, "0.10.2");
        assert_eq!(back.scenario().elsewhere(), None);
        assert_eq!(back.timeline().size(), session.timeline().size());
        for id in 0..session.timeline().size() {
            let state = |s: &Session| s.timeline().node(id).map(|node| node.state.clone());
            assert_eq!(state(&back), state(&session));
        }
    }

    #[test]
    fn what_cannot_happen_under_the_other_release_is_skipped_with_the_reason_and_comes_back() {
        let source = include_str!("../tests/run/unclean.ron");
        let scenario = Scenario::parse("unclean", source).expect("it is good");
        let mut session = Session::new(Arc::new(scenario));
        session.last();
        let other = under(&session, "0.11");
        let skipped: Vec<Refusal> = other.here().skipped.iter().map(|(_, why)| *why).collect();
        assert_eq!(skipped, [Refusal::IsLeader(BrokerId(0))]);
        let back = under(&other, "0.10.2");
        assert_eq!(back.here().skipped, []);
        assert_eq!(back.state(), session.state());
    }

    #[test]
    fn every_demo_comes_back_from_every_release_as_it_was_with_what_was_done_by_hand() {
        // One of each generation, against the one before it and the oldest of all.
        let generations: Vec<&str> = crate::engine::milestones().collect();
        for demo in crate::demos::all() {
            for (at, played) in generations.iter().copied().enumerate() {
                let mut session = under(&Session::new(Arc::clone(&demo.scenario)), played);
                for step in [0, 3, session.timeline().script_len()] {
                    session.go(step.min(session.timeline().script_len()));
                    for _ in 0..3 {
                        for broker in (0..session.setup().brokers).map(BrokerId) {
                            let partition = PartitionId(0);
                            let commands = [
                                Command::Event(Event::Start { broker }),
                                Command::Fetch { broker, partition },
                                Command::Phase { broker, partition },
                            ];
                            for command in commands {
                                // What can't be done is not done.
                                let _ = session.act(command);
                            }
                        }
                        let _ = session.send(ProducerId(0), PartitionId(0), 1);
                        session.act(Command::NextDue).expect("time passes");
                    }
                }
                for other in [generations[0], generations[at.saturating_sub(1)]] {
                    let back = under(&under(&session, other), played);
                    for id in 0..session.timeline().size() {
                        let state = |s: &Session| s.timeline().node(id).map(|n| n.state.clone());
                        let equal = state(&back) == state(&session);
                        assert!(equal, "{}: {played}, {other} and back: step {id}", demo.id);
                    }
                }
            }
        }
    }

    #[test]
    fn followers_fetch_where_they_fetched_whatever_they_must_ask_first() {
        let asks = |session: &Session| {
            let timeline = session.timeline();
            let nodes = (0..timeline.size()).filter_map(|id| timeline.node(id));
            let effects = nodes.flat_map(|node| node.effects());
            let mut counts = (0, 0);
            for effect in effects {
                match effect {
                    Effect::Asked { ask: Ask::Fetch { .. }, .. } => counts.0 += 1,
                    Effect::Asked { .. } => counts.1 += 1,
                    _ => {}
                }
            }
            counts
        };
        let session = session();
        let (fetches, questions) = asks(&session);
        assert_eq!(questions, 0);
        let other = under(&session, "0.11");
        let (same, asked) = asks(&other);
        assert!(same == fetches && asked > 0, "{same} of {fetches}, {asked} questions");
        let back = under(&other, "0.10.2");
        assert_eq!(asks(&back), (fetches, 0));
    }

    #[test]
    fn a_twin_keeps_in_step_with_what_is_done_by_hand() {
        let mut session = session();
        let mut twin = Twin::new(&session, Variation::Setting(Setting::MinIsr, 2));
        assert!(session.go(3));
        session.act(Command::NextDue).expect("time passes");
        twin.keep_up(&session);
        assert_eq!(twin.timeline().here_id(), session.timeline().here_id());
        assert_eq!(twin.timeline().here().state.topic.min_isr, 2);
        assert_eq!(twin.timeline().here().clock, session.here().clock);
    }

    #[test]
    fn releases_say_what_the_steps_would_do_under_them_unless_there_are_too_many() {
        let mut session = session();
        let prospects = |session: &Session| {
            let all = candidates(session).into_iter();
            all.map(|c| (c.rules.release, c.prospect)).collect::<Vec<_>>()
        };
        let found = prospects(&session);
        assert!(found.contains(&("0.10.2", Prospect::Here)), "{found:?}");
        assert!(found.contains(&("0.11", Prospect::Parts(6))), "{found:?}");
        for _ in 0..20_000 / releases().count() {
            session.act(Command::NextDue).expect("time passes");
        }
        assert!(prospects(&session).contains(&("0.11", Prospect::Unknown)));
    }

    #[test]
    fn a_variation_is_called_as_one_asks_for_it() {
        let rules = rules_for("0.11").expect("a release of the table");
        let names = [
            Variation::Release(rules),
            Variation::Setting(Setting::Unclean, 1),
            Variation::Setting(Setting::MinIsr, 2),
            Variation::Setting(Setting::OffsetReset, 1),
            Variation::Acks(Acks::All),
        ];
        let names = names.map(|variation| variation.to_string());
        let wanted = [
            "0.11",
            "unclean.leader.election.enable=true",
            "min.insync.replicas=2",
            "auto.offset.reset=earliest",
            "acks=all",
        ];
        assert_eq!(names, wanted);
    }

    #[test]
    fn releases_have_neighbours_but_for_the_ends() {
        assert_eq!(neighbour("0.11", false).map(|r| r.release), Some("0.10.2"));
        let first = releases().next().expect("a release");
        assert_eq!(neighbour(first, false), None);
        assert_eq!(neighbour("nonsense", true), None);
    }
}
