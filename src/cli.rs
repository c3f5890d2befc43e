//! The command line. Errors become text here, at the edge, and exit codes.

mod args;
mod explore;
mod find;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, Parser};
use miette::{GraphicalTheme, ThemeCharacters, ThemeStyles};

use crate::check::{Finding, STANDARD_INPUT, check};
use crate::compare::{self, Asked, WrongVariation};
use crate::config::Config;
use crate::demos::{self, Demo, Part};
use crate::engine::{Rules, milestones, releases};
use crate::export::{self, ExportArgs};
use crate::failures;
use crate::glyphs::Glyphs;
use crate::lang::{Label, Lang, Message};
use crate::printable::printable;
use crate::run::{self, Options, Run};
use crate::scenario::text::{columns, wrap};
use crate::scenario::{Report, Scenario};
use crate::tui::app::App;
use crate::tui::theme::Theme;
use crate::tui::ui::Ui;
use crate::tui::{self, Exit, terminal};
use args::{Action, CheckArgs, Cli, CompareArgs, FailuresArgs, Look, Manner, RunArgs};
use find::NotFound;

/// An expectation failed; a way was found to what must not be.
const FAILED: u8 = 1;
/// A bad file or bad arguments, or no terminal for the screen.
const BAD: u8 = 2;
/// A search was not finished.
const UNFINISHED: u8 = 3;

/// The widest text: longer lines are hard to read.
const MAX_COLUMNS: usize = 100;
/// The width where there is no terminal.
const PLAIN_COLUMNS: usize = 80;

/// The program: arguments to exit code.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let mut shell = Shell { lang: cli.look.lang(), look: cli.look, config: Config::default() };
    // What these two print is the same for everybody.
    let is_for_all = matches!(cli.command, Some(Action::Completions { .. } | Action::Man { .. }));
    if !is_for_all && let Err(code) = shell.configure(cli.configured.config.as_deref()) {
        return code;
    }
    let kafka = cli.release.kafka;
    match (cli.command, cli.file) {
        (None, file) => shell.open(file.as_deref(), cli.manner, &kafka),
        (Some(_), Some(file)) => {
            let file = printable(&file.display().to_string());
            shell.complain(&Message::OneFile { file });
            code(BAD)
        }
        (Some(Action::Run(args)), None) => shell.run(&args, &args.release.kafka.clone().or(kafka)),
        (Some(Action::Check(args)), None) => {
            shell.check(&args, &args.release.kafka.clone().or(kafka))
        }
        (Some(Action::Compare(args)), None) => shell.compare(&args, kafka),
        (Some(Action::Explore(args)), None) => shell.explore(&args, kafka),
        (Some(Action::Failures(args)), None) => shell.failures(&args, kafka),
        (Some(Action::Export(args)), None) => shell.export(&args, &args.kafka.clone().or(kafka)),
        (Some(Action::Demos), None) => shell.print(shell.list().as_bytes()),
        (Some(Action::Completions { shell: which }), None) => {
            let mut page = Vec::new();
            clap_complete::generate(which, &mut Cli::command(), "replicascope", &mut page);
            shell.print(&page)
        }
        (Some(Action::Man { command }), None) => shell.man(command.as_deref()),
    }
}

/// Who is talked to, and how.
struct Shell {
    lang: Lang,
    look: Look,
    /// What is configured; of the look, what was asked for wins.
    config: Config,
}

impl Shell {
    /// Takes over what is configured: in a file that is asked for, or in the user's own.
    fn configure(&mut self, file: Option<&Path>) -> Result<(), ExitCode> {
        let config = match file {
            Some(file) => Config::load(file),
            None => Config::of_the_user(),
        };
        let config = config.map_err(|report| {
            let code = self.refuse(NotFound::Bad(report));
            self.complain(&Message::BadConfig);
            code
        })?;
        self.look = self.look.or(&config);
        self.lang = self.look.lang();
        self.config = config;
        Ok(())
    }

    /// `replicascope [FILE]`.
    fn open(&self, file: Option<&Path>, manner: Manner, kafka: &Option<String>) -> ExitCode {
        let rules = match self.release(kafka) {
            Ok(rules) => rules,
            Err(code) => return code,
        };
        // A bad file is told even where there is no screen.
        let mut ui = Ui::new(self.lang, self.look.theme(), self.look.glyphs());
        ui.follows_background = self.look.follows_background();
        ui.keys = Arc::new(self.config.keys.clone());
        ui.mouse = !manner.no_mouse && self.config.mouse.unwrap_or(true);
        ui.animates = !manner.no_animation && self.config.animation.unwrap_or(true);
        let app = match file {
            None => Ok(App::list(demos::under(rules), ui)),
            Some(file) => match find::is_demo(file) {
                true => find::find(file).map(|scenario| App::scenario(under(scenario, rules), ui)),
                false => App::file(file, rules, ui).map_err(NotFound::Bad),
            },
        };
        let mut app = match app {
            Ok(app) => app,
            Err(why) => return self.refuse(why),
        };
        if !terminal::is_there() {
            self.complain(&Message::NeedsTerminal);
            return code(BAD);
        }
        if !terminal::moves_its_cursor(|name| std::env::var_os(name)) {
            self.complain(&Message::DumbTerminal);
            return code(BAD);
        }
        match tui::run(&mut app) {
            Ok(Exit::Quit | Exit::HungUp) => ExitCode::SUCCESS,
            // As a shell gives the end of a program by a signal.
            Ok(Exit::Signal(signal)) => code(u8::try_from(128 + signal).unwrap_or(BAD)),
            Err(error) => {
                self.complain(&Message::TerminalFailed(error.to_string()));
                code(BAD)
            }
        }
    }

    /// `replicascope run FILE`.
    fn run(&self, args: &RunArgs, kafka: &Option<String>) -> ExitCode {
        let scenario = match self.load_under(&args.file, kafka) {
            Ok(scenario) => scenario,
            Err(code) => return code,
        };
        let options = Options {
            until: args.until,
            json: args.json,
            why: args.why,
            lang: self.lang,
            glyphs: self.look.glyphs(),
        };
        let run = Run::new(&scenario, options);
        if let Err(error) = run.write(io::stdout().lock()) {
            self.complain(&Message::CantWrite(error.to_string()));
            return code(BAD);
        }
        let outcome = run.outcome();
        if let Some(asked) = args.until.filter(|asked| *asked > outcome.steps) {
            self.complain(&Message::FewerSteps { asked, steps: outcome.steps });
        }
        // What was written for another release need not hold.
        let failures = match scenario.elsewhere() {
            Some(_) => &[][..],
            None => &outcome.failures,
        };
        for (step, failure) in failures {
            complain(&self.lang.words().not_held(*step, failure));
        }
        if failures.is_empty() { ExitCode::SUCCESS } else { code(FAILED) }
    }

    /// `replicascope check PATH…`.
    fn check(&self, args: &CheckArgs, kafka: &Option<String>) -> ExitCode {
        let rules = match self.release(kafka) {
            Ok(rules) => rules,
            Err(code) => return code,
        };
        let checked = check(&args.paths, rules, self.lang, |finding| match finding {
            Finding::Bad(report) => self.show(&report),
            Finding::Line(line) => complain(&line),
        });
        let printed = self.print((checked.sum(self.lang) + "\n").as_bytes());
        match (checked.bad, checked.failed) {
            (0, 0) => printed,
            (0, _) => code(FAILED),
            _ => code(BAD),
        }
    }

    /// `replicascope compare FILE`.
    fn compare(&self, args: &CompareArgs, kafka: Option<String>) -> ExitCode {
        let kafka = match args.kafka.as_slice() {
            [] => kafka.as_slice(),
            asked => asked,
        };
        let asked = match Asked::parse(kafka, &args.set) {
            Ok(asked) => asked,
            Err(why) => return self.no_variation(&why),
        };
        let scenario = match self.load(&args.file) {
            Ok(scenario) => scenario,
            Err(code) => return code,
        };
        let terminal = io::stdout().is_terminal();
        let options = compare::Options {
            until: args.until,
            json: args.json,
            lang: self.lang,
            glyphs: self.look.glyphs(),
            columns: if terminal { terminal_columns() } else { PLAIN_COLUMNS },
        };
        let report = match compare::Report::new(&scenario, &asked, options) {
            Ok(report) => report,
            Err(why) => return self.no_variation(&why),
        };
        if let Err(error) = report.write(io::stdout().lock()) {
            self.complain(&Message::CantWrite(error.to_string()));
            return code(BAD);
        }
        if let Some(asked) = args.until.filter(|asked| *asked > report.last()) {
            self.complain(&Message::FewerSteps { asked, steps: report.last() });
        }
        ExitCode::SUCCESS
    }

    /// `replicascope failures [FAILURE]`.
    fn failures(&self, args: &FailuresArgs, kafka: Option<String>) -> ExitCode {
        let chosen = match args.failure.as_deref().map(failures::find) {
            None => failures::all(),
            Some(Ok(chosen)) => chosen,
            Some(Err(nearest)) => {
                let asked = args.failure.as_deref().unwrap_or("");
                let name = printable(&asked.chars().take(60).collect::<String>());
                let nearest = nearest.map(str::to_owned);
                self.complain(&Message::NoSuchFailure { name, nearest });
                return code(BAD);
            }
        };
        let named: Vec<&str> = match (args.kafka.as_slice(), &kafka, &args.failure) {
            ([], Some(release), _) => vec![release],
            ([], None, None) => milestones().collect(),
            // Of one there is room to say since which release exactly.
            ([], None, Some(_)) => releases().collect(),
            (asked, _, _) => asked.iter().map(String::as_str).collect(),
        };
        let rules = match named.into_iter().map(compare::release).collect::<Result<Vec<_>, _>>() {
            Ok(rules) => rules,
            Err(why) => return self.no_variation(&why),
        };
        let table = failures::Table::new(chosen, &rules);
        let terminal = io::stdout().is_terminal();
        let options = failures::Options {
            json: args.json,
            in_full: args.failure.is_some(),
            lang: self.lang,
            glyphs: self.look.glyphs(),
            columns: if terminal { terminal_columns() } else { PLAIN_COLUMNS },
        };
        match failures::Report::new(&table, options).write(io::stdout().lock()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                self.complain(&Message::CantWrite(error.to_string()));
                code(BAD)
            }
        }
    }

    fn no_variation(&self, why: &WrongVariation) -> ExitCode {
        complain(&why.tell(self.lang));
        code(BAD)
    }

    /// The rules of the release that is asked for, if one is. What is wrong has been told.
    fn release(&self, kafka: &Option<String>) -> Result<Option<&'static Rules>, ExitCode> {
        let rules = kafka.as_deref().map(compare::release).transpose();
        rules.map_err(|why| self.no_variation(&why))
    }

    /// A scenario as [`Shell::load`] gives it, under the release that is asked for.
    fn load_under(&self, file: &Path, kafka: &Option<String>) -> Result<Scenario, ExitCode> {
        let rules = self.release(kafka)?;
        Ok(under(self.load(file)?, rules))
    }

    /// `replicascope export FILE`.
    fn export(&self, args: &ExportArgs, kafka: &Option<String>) -> ExitCode {
        let scenario = match self.load_under(&args.file, kafka) {
            Ok(scenario) => scenario,
            Err(code) => return code,
        };
        // A picture is looked at elsewhere: what this terminal can show has no say in it.
        let theme = self.look.theme.map_or(Theme::DARK, |_| self.look.theme());
        let mut ui = Ui::new(self.lang, theme, self.look.glyphs());
        ui.keys = Arc::new(self.config.keys.clone());
        match export::run(scenario, args, ui) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                complain(&error.tell(self.lang));
                code(BAD)
            }
        }
    }

    /// `replicascope demos`.
    fn list(&self) -> String {
        let width = io::stdout().is_terminal().then(terminal_columns).unwrap_or(PLAIN_COLUMNS);
        let words = self.lang.words();
        let mut text = String::new();
        let mut part = None;
        for demo in demos::all() {
            if part.replace(demo.part) != Some(demo.part) {
                let heading = match demo.part {
                    Part::Lesson => Message::Demos,
                    Part::Questions => Message::Questions,
                    Part::Failures => Message::Failures,
                    Part::Empty => Message::EmptyClusters,
                };
                let space = if text.is_empty() { "" } else { "\n" };
                text += &format!("{space}{}\n", words.message(&heading));
            }
            text.push('\n');
            text += &self.describe(&demo, width);
        }
        text + "\n" + &words.message(&Message::HowToOpen) + "\n"
    }

    /// A demo of the list: its title with release and steps at the right, its name, its summary.
    fn describe(&self, demo: &Demo, width: usize) -> String {
        const INDENT: &str = "      ";
        let Demo { id, number, part, scenario } = demo;
        let title = scenario.title.get(self.lang);
        let left = format!(" {number:<4} {title}");
        let steps = match part {
            Part::Empty => String::new(),
            Part::Lesson | Part::Questions | Part::Failures => {
                self.lang.words().message(&Message::Steps(scenario.steps.len()))
            }
        };
        let pad = " ".repeat(10_usize.saturating_sub(columns(&steps)));
        let release = self.lang.label(Label::Release);
        let right = format!("{release} {:<6}{pad}{steps}", scenario.setup.rules.release);
        let space = width.saturating_sub(columns(&left) + columns(&right)).max(2);
        let head = format!("{left}{}{right}", " ".repeat(space));
        let mut text = format!("{}\n{INDENT}{id}\n", head.trim_end());
        if let Some(summary) = &scenario.summary {
            for line in wrap(summary.get(self.lang), width.saturating_sub(INDENT.len()).max(20)) {
                text += &format!("{INDENT}{line}\n");
            }
        }
        text
    }

    /// `replicascope man [COMMAND]`.
    fn man(&self, command: Option<&str>) -> ExitCode {
        let mut cli = Cli::command();
        // Gives the subcommands the flags that go with all of them.
        cli.build();
        let page = match command {
            None => cli,
            Some(name) => match cli.find_subcommand(name) {
                Some(found) => found.clone().name(format!("replicascope-{name}")),
                None => {
                    let kind = clap::error::ErrorKind::InvalidSubcommand;
                    let names: Vec<&str> =
                        cli.get_subcommands().map(clap::Command::get_name).collect();
                    let why = format!("no such command: {name}; there are {}", names.join(", "));
                    return usage(&cli.clone().error(kind, why));
                }
            },
        };
        let mut text = Vec::new();
        match clap_mangen::Man::new(page).render(&mut text) {
            Ok(()) => self.print(&text),
            Err(error) => {
                self.complain(&Message::CantWrite(error.to_string()));
                code(BAD)
            }
        }
    }

    /// A scenario from a file, or from the standard input if that is called `-`. What is wrong with
    /// it has been told.
    fn load(&self, file: &Path) -> Result<Scenario, ExitCode> {
        if file != Path::new(STANDARD_INPUT) {
            return find::find(file).map_err(|why| self.refuse(why));
        }
        let name = self.lang.words().message(&Message::StandardInput);
        match Scenario::from_input(&name) {
            Ok(scenario) => scenario.map_err(|report| self.refuse(NotFound::Bad(report))),
            Err(error) => {
                self.complain(&Message::CantReadInput(error.to_string()));
                Err(code(BAD))
            }
        }
    }

    fn refuse(&self, why: NotFound) -> ExitCode {
        match why {
            NotFound::Bad(report) => self.show(&report),
            NotFound::Nothing(message) => self.complain(&message),
        }
        code(BAD)
    }

    /// Shows what is wrong with a file.
    fn show(&self, report: &Report) {
        let terminal = io::stderr().is_terminal();
        let theme = GraphicalTheme {
            characters: match self.look.glyphs() == &Glyphs::UNICODE {
                true => ThemeCharacters::unicode(),
                false => ThemeCharacters::ascii(),
            },
            styles: match terminal && self.look.colours() {
                true => ThemeStyles::ansi(),
                false => ThemeStyles::none(),
            },
        };
        let width = if terminal { terminal_columns() } else { PLAIN_COLUMNS };
        let text = report.render_in(self.lang, theme, width);
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Prints what was asked for. A pipe that was closed is no error: whoever reads has read enough.
    fn print(&self, text: &[u8]) -> ExitCode {
        match run::all_written(io::stdout().lock(), text) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                self.complain(&Message::CantWrite(error.to_string()));
                code(BAD)
            }
        }
    }

    fn complain(&self, message: &Message) {
        complain(&self.lang.words().message(message));
    }
}

/// How wide the terminal is, as far as anybody wants to read.
fn terminal_columns() -> usize {
    match crossterm::terminal::size() {
        // Some terminals do not know.
        Err(_) | Ok((0, _)) => PLAIN_COLUMNS,
        Ok((columns, _)) => usize::from(columns).clamp(40, MAX_COLUMNS),
    }
}

/// Shows help or the version where they were asked for, or what is wrong with the arguments.
fn usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        // It repeats arguments, and those may hold what a terminal obeys.
        for line in error.render().to_string().lines() {
            let _ = writeln!(io::stderr(), "{}", printable(line));
        }
    } else if let Err(error) = run::unless_closed(error.print().and_then(|()| io::stdout().flush()))
    {
        // The arguments end here, before they say in which language.
        let lang = Lang::from_env(|name| std::env::var(name).ok());
        complain(&lang.words().message(&Message::CantWrite(error.to_string())));
        return code(BAD);
    }
    code(error.exit_code().try_into().unwrap_or(BAD))
}

/// A scenario under the rules that are asked for, if any are.
fn under(scenario: Scenario, rules: Option<&Rules>) -> Scenario {
    rules.map_or_else(|| scenario.clone(), |rules| scenario.with_rules(rules))
}

fn complain(text: &str) {
    // Nobody may be left to read it; the exit code says it all the same.
    let _ = writeln!(io::stderr(), "replicascope: {text}");
}

fn code(code: u8) -> ExitCode {
    ExitCode::from(code)
}
