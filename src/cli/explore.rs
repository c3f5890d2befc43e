//! `replicascope explore`: arguments to questions, and answers to an exit status.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use super::args::ExploreArgs;
use super::{BAD, FAILED, Shell, UNFINISHED, code, complain};
use crate::compare;
use crate::engine::{Property, Rules};
use crate::explore::{
    self, Budget, Explored, Kind, Limits, Outcome, Prepared, Progress, Question, Remark,
    Unreachable, Walks, explore as search, tell, trace, walk,
};
use crate::export::{Target, deliver, foresee};
use crate::lang::Lang;

/// How often the progress is shown.
const REDRAW: Duration = Duration::from_millis(200);

/// What is to be explored.
struct Asked {
    prepared: Prepared,
    /// Each release whose rules are to be looked at; `None`: the file's own.
    releases: Vec<Option<&'static Rules>>,
    budget: Budget,
    limits: Limits,
}

impl Shell {
    /// `replicascope explore FILE`.
    pub(super) fn explore(&self, args: &ExploreArgs, kafka: Option<String>) -> ExitCode {
        let Asked { prepared, releases, budget, limits } = match self.asked(args, kafka) {
            Ok(asked) => asked,
            Err(code) => return code,
        };
        if let Some(path) = &args.save
            && let Err(error) = foresee(&Target::named(path.as_os_str()), args.force)
        {
            complain(&error.tell(self.lang));
            return code(BAD);
        }
        let progress = Arc::new(Progress::default());
        stop_on_interrupt(&progress);
        let mut explored = Vec::new();
        let mut releases = releases.into_iter();
        for rules in releases.by_ref() {
            let question = prepared.question(rules, budget.clone(), limits);
            let scenario = prepared.under(rules);
            let outcome = self.watched(&progress, || outcome(&question, args, &progress));
            explored.push(Explored { question, scenario, outcome });
            if progress.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        // Whoever stops it is told what has not been begun.
        let rest: Vec<&str> = releases.flatten().map(Rules::version).collect();
        if !rest.is_empty() {
            complain(&tell(self.lang, Remark::NotBegun(&rest.join(", "))));
        }
        // A file that can't be written is no reason to keep the answer back.
        let saved = args.save.as_ref().map(|path| self.save(args, path, &explored));
        let to_stdout = args.save.as_ref().is_some_and(|path| path.as_os_str() == "-");
        let printed = match (to_stdout, args.json) {
            (true, _) => ExitCode::SUCCESS,
            (_, true) => self.print(format!("{:#}\n", explore::json(&explored)).as_bytes()),
            (_, false) => {
                let texts: Vec<String> =
                    explored.iter().map(|one| one.text(self.lang, self.look.glyphs())).collect();
                self.print(texts.join("\n").as_bytes())
            }
        };
        if let Some(Err(code)) = saved {
            return code;
        }
        if printed != ExitCode::SUCCESS {
            return printed;
        }
        match () {
            () if explored.iter().any(|one| !one.found().is_empty()) => code(FAILED),
            () if explored.iter().any(Explored::is_unfinished) => code(UNFINISHED),
            () => ExitCode::SUCCESS,
        }
    }

    /// What the arguments ask for. What is wrong with them, or with the file, has been said.
    fn asked(&self, args: &ExploreArgs, kafka: Option<String>) -> Result<Asked, ExitCode> {
        let refuse = |remark: Remark| {
            complain(&tell(self.lang, remark));
            code(BAD)
        };
        let mut budget = Budget::default();
        budget.epochs = args.epochs;
        if args.by_step {
            budget.by_step = Some(true);
        }
        for text in &args.budget {
            let Some((kind, allowance)) = Kind::parse(text) else {
                return Err(refuse(Remark::BadBudget(text)));
            };
            budget = budget.with(kind, allowance);
        }
        let mut properties = Vec::new();
        for name in &args.property {
            match Property::ALL.into_iter().find(|property| property.name() == name) {
                Some(property) => properties.push(property),
                None => return Err(refuse(Remark::NoSuchProperty(name))),
            }
        }
        if properties.is_empty() && args.reach.is_empty() {
            properties.push(Property::LeaderCompleteness);
        }
        let asked = match args.kafka.as_slice() {
            [] => kafka.as_slice(),
            asked => asked,
        };
        let rules = asked.iter().map(|version| compare::release(version).map(Some));
        let mut releases: Vec<_> =
            rules.collect::<Result<_, _>>().map_err(|why| self.no_variation(&why))?;
        if releases.is_empty() {
            releases.push(None);
        }
        let scenario = self.load(&args.file)?;
        let prepared = Prepared::new(&scenario, &budget, &properties, &args.reach);
        let prepared = prepared.map_err(|why| {
            match why {
                Unreachable::Bad(report) => self.show(&report),
                _ => complain(&why.summary(self.lang)),
            }
            code(BAD)
        })?;
        let mut limits = Limits {
            depth: args.depth,
            states: args.states,
            memory: args.memory.saturating_mul(1_000_000),
            ..Limits::default()
        };
        if let Some(threads) = args.threads {
            limits.threads = threads.clamp(1, 256);
        }
        Ok(Asked { prepared, releases, budget, limits })
    }

    /// Does something long and says on a terminal how far it is.
    fn watched<T>(&self, progress: &Progress, work: impl FnOnce() -> T) -> T {
        if !io::stderr().is_terminal() {
            return work();
        }
        let lang = self.lang;
        thread::scope(|scope| {
            let (done, is_done) = std::sync::mpsc::channel::<()>();
            scope.spawn(move || {
                let began = Instant::now();
                while is_done.recv_timeout(REDRAW)
                    == Err(std::sync::mpsc::RecvTimeoutError::Timeout)
                {
                    let line = progress_line(lang, progress, began.elapsed());
                    let _ = write!(io::stderr(), "\r\x1b[K{line}");
                    let _ = io::stderr().flush();
                }
                let _ = write!(io::stderr(), "\r\x1b[K");
            });
            let result = work();
            drop(done);
            result
        })
    }

    /// Saves the first way that was found.
    fn save(
        &self,
        args: &ExploreArgs,
        path: &std::path::Path,
        explored: &[Explored],
    ) -> Result<(), ExitCode> {
        let first = explored.iter().find_map(|one| Some((one, one.found().into_iter().next()?)));
        let Some((one, (goal, events))) = first else {
            complain(&tell(self.lang, Remark::NothingToSave));
            return Ok(());
        };
        let made = trace::scenario(&one.question, &one.scenario, events, goal.name());
        let (_, text) = made.map_err(|report| {
            self.show(&report);
            code(BAD)
        })?;
        let target = Target::named(path.as_os_str());
        deliver(&[(target, text.into_bytes())], args.force).map_err(|error| {
            complain(&error.tell(self.lang));
            code(BAD)
        })
    }
}

fn outcome(question: &Question, args: &ExploreArgs, progress: &Progress) -> Outcome {
    match args.walks {
        None => Outcome::Searched(search(question, progress)),
        Some(count) => {
            let walks = Walks { count, steps: args.steps, seed: args.seed };
            let (found, count) = walk(question, walks, progress);
            Outcome::Walked(found, count, walks)
        }
    }
}

fn progress_line(lang: Lang, progress: &Progress, elapsed: Duration) -> String {
    let states = progress.states.load(Ordering::Relaxed);
    let rate = (states as f64 / elapsed.as_secs_f64().max(0.001)) as u64;
    let depth = progress.depth.load(Ordering::Relaxed);
    let bytes = progress.bytes.load(Ordering::Relaxed);
    tell(lang, Remark::Progress { states, rate, depth, bytes })
}

/// Ctrl-C stops the search, which then says how far it came; a second one ends the program.
fn stop_on_interrupt(progress: &Arc<Progress>) {
    let progress = Arc::clone(progress);
    thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
            return;
        };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                progress.stop.store(true, Ordering::Relaxed);
            }
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(130);
            }
        });
    });
}
