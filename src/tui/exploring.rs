//! Exploring from the state on the screen: it goes on in the background, the screen stays as quick as it
//! is, and what is found can be stepped through.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use super::app::{App, Next};
use crate::command::Command;
use crate::engine::{Property, Setup};
use crate::explore::{
    Allowance, Answer, Budget, Goal, Kind, Limits, Progress, Question, Remark, explore, tell,
};
use crate::session::Session;
use crate::timeline::NodeId;

/// Between two looks at how far it is.
pub const LOOK: Duration = Duration::from_millis(100);
/// How many states are visited before it gives up.
const MAX_STATES: u64 = 5_000_000;
/// How much memory it may take, in bytes.
const MAX_MEMORY: usize = 1 << 30;
/// What is looked for: the first of these that is not broken already.
const WANTED: [Property; 3] =
    [Property::LeaderCompleteness, Property::CandidateCompleteness, Property::LogMatching];

/// An exploration that goes on.
#[derive(Debug)]
pub(super) struct Exploring {
    progress: Arc<Progress>,
    answer: Arc<OnceLock<Answer>>,
    /// In which session, by its place, and from which step on.
    place: usize,
    from: NodeId,
    setup: Setup,
    property: Property,
    began: Instant,
}

impl Drop for Exploring {
    fn drop(&mut self) {
        self.progress.stop.store(true, Ordering::Relaxed);
    }
}

impl App {
    /// Whether an exploration goes on.
    pub fn is_exploring(&self) -> bool {
        self.exploring.is_some()
    }

    /// Begins to explore from the state on the screen, or stops.
    pub(super) fn explore(&mut self) {
        if let Some(exploring) = self.exploring.take() {
            let depth = exploring.progress.depth.load(Ordering::Relaxed);
            let verdict = crate::explore::Verdict::Unfinished(depth);
            self.tell(Remark::Verdict(exploring.property.name(), verdict));
            return;
        }
        let Some(place) = self.open else { return };
        let Some(session) = self.sessions.get_mut(place).and_then(Option::as_mut) else { return };
        let is_whole = |property: &Property| {
            let setup = session.setup();
            let broken = |p| session.state().breach(setup, None, p, *property).is_some();
            !setup.partitions().any(broken)
        };
        let Some(property) = WANTED.into_iter().find(is_whole) else {
            self.tell(Remark::BrokenHere);
            return;
        };
        let budget = Budget::default();
        let records = match budget.allowed(Kind::Records) {
            Allowance::Times(times) => usize::from(times),
            Allowance::Any => usize::from(crate::explore::MAX_RECORDS),
        };
        let threads = Limits::default().threads.saturating_sub(1).max(1);
        let question = Question {
            setup: session.setup().clone(),
            start: session.state().clone(),
            values: session.name_fresh(records),
            budget,
            goals: vec![Goal::Breaks(property)],
            limits: Limits { depth: None, states: MAX_STATES, memory: MAX_MEMORY, threads },
        };
        let exploring = Exploring {
            progress: Arc::default(),
            answer: Arc::default(),
            place,
            from: session.timeline().here_id(),
            setup: question.setup.clone(),
            property,
            began: Instant::now(),
        };
        let (progress, answer) = (Arc::clone(&exploring.progress), Arc::clone(&exploring.answer));
        thread::spawn(move || {
            let found = explore(&question, &progress);
            // Nobody else answers.
            let _ = answer.set(found);
        });
        self.exploring = Some(exploring);
        self.look_at_exploration();
    }

    /// Says how far it is, or what came of it.
    pub fn look_at_exploration(&mut self) -> Next {
        let Some(exploring) = &self.exploring else { return Next::Rest };
        let progress = &exploring.progress;
        let Some(answer) = exploring.answer.get() else {
            let states = progress.states.load(Ordering::Relaxed);
            let seconds = exploring.began.elapsed().as_secs_f64().max(0.001);
            let said = Remark::Progress {
                states,
                rate: (states as f64 / seconds) as u64,
                depth: progress.depth.load(Ordering::Relaxed),
                bytes: progress.bytes.load(Ordering::Relaxed),
            };
            self.tell(said);
            return Next::Draw;
        };
        let name = exploring.property.name();
        let verdict = answer.verdict(0);
        let way = answer.found.first().cloned().flatten();
        let (place, from) = (exploring.place, exploring.from);
        let session = self.sessions.get_mut(place).and_then(Option::as_mut);
        let session = session.filter(|session| *session.setup() == exploring.setup);
        let opened = match (way, session) {
            (Some(way), Some(session)) => open(session, from, &way.events),
            _ => None,
        };
        match opened {
            Some(steps) => self.tell(Remark::Opened(name, steps)),
            None => self.tell(Remark::Verdict(name, verdict)),
        }
        self.exploring = None;
        self.ui.unscroll();
        Next::Draw
    }

    fn tell(&mut self, remark: Remark) {
        self.ui.message = Some(tell(self.ui.lang, remark));
    }
}

/// Does by hand what was found, from the step where it began, and goes to its first step. Returns how
/// many steps there are, if all could be done.
fn open(session: &mut Session, from: NodeId, events: &[crate::engine::Event]) -> Option<usize> {
    if !session.go(from) && session.timeline().here_id() != from {
        return None;
    }
    let mut first = None;
    for event in events {
        session.act(Command::Event(*event)).ok()?;
        first.get_or_insert(session.timeline().here_id());
    }
    session.go(first?);
    Some(events.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rules_for;
    use crate::glyphs::Glyphs;
    use crate::lang::Lang;
    use crate::scenario::Scenario;
    use crate::tui::theme::Theme;
    use crate::tui::ui::Ui;

    fn app(text: &str) -> App {
        let scenario = Scenario::parse("test", text).unwrap_or_else(|report| panic!("{report}"));
        App::scenario(scenario, Ui::new(Lang::En, Theme::DARK, &Glyphs::UNICODE))
    }

    fn wait(app: &mut App) {
        while app.is_exploring() {
            app.look_at_exploration();
            thread::yield_now();
        }
    }

    #[test]
    fn what_is_found_is_done_by_hand_and_shown_from_its_first_step() {
        let mut app =
            app("(title: \"t\", release: \"0.10.2\", brokers: [\"A\", \"B\"], acks: \"all\")");
        app.explore();
        assert!(app.is_exploring());
        wait(&mut app);
        let message = app.ui().message.clone().unwrap_or_default();
        assert!(message.starts_with("leader-completeness: broken in"), "{message}");
        let session = app.session().expect("a session");
        assert!(session.is_by_hand());
        let mut session = session.clone();
        session.last();
        let setup = session.setup();
        let property = Property::LeaderCompleteness;
        let partition = crate::engine::PartitionId(0);
        assert!(session.state().breach(setup, None, partition, property).is_some());
    }

    #[test]
    fn the_same_key_stops_it() {
        let rules = rules_for("4.1").expect("a release");
        let ui = Ui::new(Lang::Zh, Theme::DARK, &Glyphs::UNICODE);
        let mut app = App::scenario(Scenario::empty(rules), ui);
        app.explore();
        app.explore();
        assert!(!app.is_exploring());
        let message = app.ui().message.clone().unwrap_or_default();
        assert!(message.contains("未完成"), "{message}");
    }
}
