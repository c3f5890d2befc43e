//! Exploring from the state on the screen: it goes on in the background, the screen stays as quick as it
//! is, and what is found can be stepped through.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use super::app::prompts::prompt_with;
use super::app::{App, Next};
use super::ui::{Overlay, PromptFor};
use crate::engine::Property;
use crate::explore::{
    Answer, Explored, Goal, Limits, Outcome, Progress, Question, Remark, Unreachable, Verdict,
    Wish, explore, is_by_step, reach, tell, trace,
};
use crate::scenario::Scenario;
use crate::session::Session;
use crate::timeline::NodeId;

/// Between two looks at how far it is.
pub const LOOK: Duration = Duration::from_millis(100);
/// How many states are visited before it gives up.
const MAX_STATES: u64 = 5_000_000;
/// How much memory it may take, in bytes.
const MAX_MEMORY: usize = 1 << 30;
/// What is looked for if nobody says what: the first of these that is not broken already.
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
    question: Question,
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

    /// Asks what is to be looked for, or stops looking.
    pub(super) fn explore(&mut self) {
        if let Some(exploring) = &self.exploring {
            // What has been found until then is told like any other answer.
            exploring.progress.stop.store(true, Ordering::Relaxed);
            return;
        }
        let text = match &self.ui.wish {
            Some(wish) => wish.clone(),
            None => self.session().and_then(unbroken).map_or("", Property::name).to_owned(),
        };
        self.ui.message = None;
        self.ui.overlay = prompt_with(PromptFor::Explore, text);
    }

    /// Begins to look from the state on the screen for what was typed ([`Wish::parse`]).
    ///
    /// # Errors
    /// What makes no sense of it.
    pub(super) fn explore_for(&mut self, typed: &str) -> Result<(), String> {
        let lang = self.ui.lang;
        let Some(place) = self.open else { return Ok(()) };
        let Some(session) = self.sessions.get_mut(place).and_then(Option::as_mut) else {
            return Ok(());
        };
        let wish = Wish::parse(typed).map_err(|word| tell(lang, Remark::BadBudget(word)))?;
        // The names of what will be sent can be used in what is to be reached.
        let values = session.name_fresh(usize::from(wish.budget.most_records()));
        let goals = goals(session, &wish).map_err(|why| match why {
            Some(why) => why.summary(lang),
            None => tell(lang, Remark::BrokenHere),
        })?;
        let threads = Limits::default().threads.saturating_sub(1).max(1);
        let is_by_step = is_by_step(session.setup());
        if wish.budget.by_step == Some(true) && !is_by_step && session.timeline().here_id() != 0 {
            return Err(tell(lang, Remark::NotByStep));
        }
        let question = Question {
            setup: session.setup().clone(),
            start: session.state().clone(),
            values,
            budget: wish.budget,
            goals,
            limits: Limits { depth: None, states: MAX_STATES, memory: MAX_MEMORY, threads },
        };
        let exploring = Exploring {
            progress: Arc::default(),
            answer: Arc::default(),
            place,
            from: session.timeline().here_id(),
            question: question.clone(),
            began: Instant::now(),
        };
        let (progress, answer) = (Arc::clone(&exploring.progress), Arc::clone(&exploring.answer));
        thread::spawn(move || {
            let found = explore(&question, &progress);
            // Nobody else answers.
            let _ = answer.set(found);
        });
        self.exploring = Some(exploring);
        self.ui.wish = Some(typed.to_owned());
        self.look_at_exploration();
        Ok(())
    }

    /// Says how far it is, or what came of it.
    pub fn look_at_exploration(&mut self) -> Next {
        let Some(exploring) = self.exploring.take() else { return Next::Rest };
        // What is on the screen may be under another release by now, or read anew from its file.
        let session = self.sessions.get(exploring.place).and_then(Option::as_ref);
        let is_the_same = session.is_some_and(|session| {
            let node = session.timeline().node(exploring.from);
            *session.setup() == exploring.question.setup
                && node.is_some_and(|node| node.state == exploring.question.start)
        });
        if !is_the_same {
            self.tell(Remark::Dropped);
            return Next::Draw;
        }
        let is_here = self.open == Some(exploring.place);
        let Some(answer) = exploring.answer.get() else {
            if !is_here {
                self.exploring = Some(exploring);
                return Next::Rest;
            }
            let progress = &exploring.progress;
            let states = progress.states.load(Ordering::Relaxed);
            let seconds = exploring.began.elapsed().as_secs_f64().max(0.001);
            let said = Remark::Progress {
                states,
                rate: (states as f64 / seconds) as u64,
                depth: progress.depth.load(Ordering::Relaxed),
                bytes: progress.bytes.load(Ordering::Relaxed),
            };
            self.tell(said);
            self.exploring = Some(exploring);
            return Next::Draw;
        };
        // Nobody is torn away from another demo, a page or a prompt: the answer waits.
        if !is_here || !matches!(self.ui.overlay, Overlay::None) {
            self.exploring = Some(exploring);
            return Next::Rest;
        }
        self.answered(&exploring, answer);
        self.ui.unscroll();
        Next::Draw
    }

    /// Opens a way that was found, or says that there is none, and within what.
    fn answered(&mut self, exploring: &Exploring, answer: &Answer) {
        let question = &exploring.question;
        let Some(session) = self.session() else { return };
        let found = question.goals.iter().zip(&answer.found);
        let ways = found.filter_map(|(goal, way)| Some((goal, way.as_ref()?)));
        // What is so already is no way to go.
        let way = ways.clone().find(|(_, way)| !way.events.is_empty()).or(ways.clone().next());
        let Some((goal, way)) = way else {
            let mut scenario = session.scenario().clone();
            scenario.names = session.names().clone();
            let outcome = Outcome::Searched(answer.clone());
            let explored = Explored { question: question.clone(), scenario, outcome };
            self.ui.overlay = Overlay::Message(explored.text(self.ui.lang, self.ui.glyphs));
            // What stood there said how far it was.
            if let Some(goal) = question.goals.first() {
                self.tell(Remark::of(goal, answer.verdict(0)));
            }
            return;
        };
        let base = session.way(exploring.from);
        let length = way.events.len();
        let remark = match trace::scenario(question, &base, &way.events, goal.name()) {
            Ok((scenario, _)) if length > 0 => {
                self.open_way(scenario, base.steps.len());
                Remark::opened(goal, length)
            }
            _ => Remark::of(goal, Verdict::Broken(length)),
        };
        self.tell(remark);
    }

    /// Opens a way that was found as a demo, at its first step, which comes after so many. Escape leads
    /// back to where it was looked for.
    fn open_way(&mut self, scenario: Scenario, before: usize) {
        let mut session = Session::new(Arc::new(scenario));
        session.go(before + 1);
        self.sessions.push(Some(session));
        let here = self.open.replace(self.sessions.len() - 1);
        self.left.extend(here);
        self.ui.has_list = true;
        self.arrive();
    }

    fn tell(&mut self, remark: Remark) {
        self.ui.message = Some(tell(self.ui.lang, remark));
    }
}

/// What is looked for if nobody says what.
fn unbroken(session: &Session) -> Option<Property> {
    let setup = session.setup();
    let is_whole = |property: &Property| {
        let broken = |p| session.state().breach(setup, None, p, *property).is_some();
        !setup.partitions().any(broken)
    };
    WANTED.into_iter().find(is_whole)
}

/// What is looked for. The error is what makes no sense; none if there is nothing to look for.
fn goals(session: &Session, wish: &Wish) -> Result<Vec<Goal>, Option<Unreachable>> {
    let mut goals: Vec<Goal> = wish.properties.iter().copied().map(Goal::Breaks).collect();
    if let Some(source) = &wish.reach {
        let here = (session.setup(), session.state());
        goals.push(reach(source, session.names(), here).map_err(Some)?);
    }
    if goals.is_empty() {
        goals.push(Goal::Breaks(unbroken(session).ok_or(None)?));
    }
    Ok(goals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rules_for;
    use crate::glyphs::Glyphs;
    use crate::lang::Lang;
    use crate::tui::theme::Theme;
    use crate::tui::ui::Ui;

    fn app(text: &str) -> App {
        let scenario = Scenario::parse("test", text).unwrap_or_else(|report| panic!("{report}"));
        App::scenario(scenario, Ui::new(Lang::En, Theme::DARK, &Glyphs::UNICODE))
    }

    const TWO: &str = "(title: \"t\", release: \"0.10.2\", brokers: [\"A\", \"B\"], acks: \"all\")";

    fn wait(app: &mut App) {
        assert!(app.is_exploring());
        while app.is_exploring() {
            app.look_at_exploration();
            thread::yield_now();
        }
    }

    fn message(app: &App) -> String {
        app.ui().message.clone().unwrap_or_default()
    }

    /// The session at its last step.
    fn end(app: &App) -> Session {
        let mut session = app.session().expect("a session").clone();
        session.last();
        session
    }

    #[test]
    fn what_is_found_opens_as_a_demo_at_its_first_step_and_escape_leads_back() {
        let mut app = app(TWO);
        app.explore_for("").expect("something to look for");
        wait(&mut app);
        assert!(message(&app).starts_with("leader-completeness: broken in"), "{}", message(&app));
        assert_eq!(app.session().map(|session| session.timeline().here_id()), Some(1));
        let session = end(&app);
        let steps = &session.scenario().steps;
        assert!(steps.iter().all(|step| step.say.is_some()));
        assert!(steps.last().is_some_and(|step| !step.expect.is_empty()));
        let property = Property::LeaderCompleteness;
        let partition = crate::engine::PartitionId(0);
        assert!(session.state().breach(session.setup(), None, partition, property).is_some());
        app.leave();
        assert_eq!(app.session().map(|session| session.scenario().steps.len()), Some(0));
    }

    #[test]
    fn from_the_middle_of_a_demo_the_way_comes_after_what_led_there() {
        let demos = crate::demos::all();
        let demo = demos.into_iter().find(|demo| demo.id.starts_with("10b")).expect("a demo");
        let ui = Ui::new(Lang::En, Theme::DARK, &Glyphs::UNICODE);
        let mut app = App::scenario((*demo.scenario).clone(), ui);
        let session = app.sessions[0].as_mut().expect("a session");
        session.go(5);
        // By hand, and after the script's values.
        session.send(crate::engine::ProducerId(0), crate::engine::PartitionId(0), 1).expect("sent");
        let here = session.state().clone();
        assert!(app.explore_for("by-step").is_err(), "each word arrived at once before");
        app.explore_for("").expect("something to look for");
        wait(&mut app);
        let session = app.session().expect("a session");
        assert_eq!(session.timeline().here_id(), 7, "{}", message(&app));
        // What led there has led to the same state.
        let mut before = session.clone();
        before.go(6);
        assert_eq!(*before.state(), here);
        let text = session.saved().expect("it can be saved");
        let again = Scenario::parse("again", &text).unwrap_or_else(|report| panic!("{report}"));
        assert!(again.steps.last().is_some_and(|step| step.expect.len() > 3));
        let options =
            crate::run::Options { lang: Lang::En, glyphs: &Glyphs::ASCII, ..Default::default() };
        let outcome = crate::run::Run::new(&again, options).outcome().clone();
        assert!(outcome.failures.is_empty(), "{:?}", outcome.failures);
    }

    #[test]
    fn an_answer_waits_until_nothing_else_is_open() {
        let mut app = app(TWO);
        app.explore_for("").expect("something to look for");
        app.ui.overlay = Overlay::Help { scroll: 0 };
        let answer = app.exploring.as_ref().map(|exploring| Arc::clone(&exploring.answer));
        while answer.as_ref().is_some_and(|answer| answer.get().is_none()) {
            thread::yield_now();
        }
        app.look_at_exploration();
        assert!(app.is_exploring() && matches!(app.ui.overlay, Overlay::Help { .. }));
        app.ui.overlay = Overlay::None;
        wait(&mut app);
        assert!(message(&app).contains("broken in"), "{}", message(&app));
    }

    #[test]
    fn what_is_to_be_reached_is_said_in_the_words_of_the_session() {
        let mut app = app(TWO);
        // A value that was sent by hand has a name, and those that may be sent have theirs.
        app.explore_for("Log(\"B\", [\"m1\", \"m2\"]) kills=0").expect("it makes sense");
        wait(&mut app);
        assert!(message(&app).contains("reached in"), "{}", message(&app));
        let session = end(&app);
        let (b, partition) = (crate::engine::BrokerId(1), crate::engine::PartitionId(0));
        let log = &session.state().disk(b, partition).expect("B's disk").log;
        let values: Vec<_> = log.records().iter().map(|r| session.names().value(r.value)).collect();
        assert_eq!(values, ["m1", "m2"]);
        app.explore_for("log A != log B").expect("two quantities");
        wait(&mut app);
        assert!(message(&app).contains("log A != log B: reached in"), "{}", message(&app));
    }

    #[test]
    fn what_makes_no_sense_says_why_and_begins_nothing() {
        let mut app = app(TWO);
        for line in ["log X != log B", "nonsense", "Leo(\"A\"", "kill=2"] {
            let why = app.explore_for(line).expect_err("it makes no sense");
            assert!(!why.is_empty() && !app.is_exploring(), "{line}: {why}");
        }
    }

    #[test]
    fn where_nothing_is_found_a_page_says_within_what() {
        let mut app = app(TWO);
        app.explore_for("log-matching kills=0 records=1 elections=0").expect("it makes sense");
        wait(&mut app);
        let Overlay::Message(page) = &app.ui().overlay else { panic!("a page") };
        assert!(page.contains("log-matching: holds"), "{page}");
        assert!(page.contains("left out by the budget: ") && page.contains("kills"), "{page}");
    }

    #[test]
    fn the_same_key_stops_it() {
        let rules = rules_for("4.1").expect("a release");
        let ui = Ui::new(Lang::Zh, Theme::DARK, &Glyphs::UNICODE);
        let mut app = App::scenario(Scenario::empty(rules), ui);
        app.explore_for("").expect("something to look for");
        app.explore();
        wait(&mut app);
        assert!(message(&app).contains("未完成"), "{}", message(&app));
    }
}
