//! The command line. Errors become text here, at the edge, and exit codes.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::demos;
use crate::export::{self, ExportArgs};
use crate::glyphs::Glyphs;
use crate::lang::Lang;
use crate::notation::printable;
use crate::run::{Options, Run};
use crate::scenario::{MAX_FILE_BYTES, Report, Scenario};
use crate::tui::app::App;
use crate::tui::theme::Theme;
use crate::tui::ui::Ui;
use crate::tui::{self, Exit, terminal};

/// An expectation failed.
const FAILED: u8 = 1;
/// A bad file or bad arguments, or no terminal for the screen.
const BAD: u8 = 2;

/// See how Apache Kafka replicates a partition, one fetch at a time
///
/// Without a subcommand, opens the screen: a list of demos, or the scenario in FILE. There you
/// step through it forwards and backwards, or take over: kill brokers, send records, let
/// followers fetch, and see which record is lost, and by which rule of which Kafka release.
#[derive(Debug, Parser)]
#[command(name = "replicascope", version, override_usage = USAGE)]
#[command(after_help = AFTER_HELP, max_term_width = 90)]
struct Cli {
    /// The scenario to open; without one, a list of demos
    file: Option<PathBuf>,

    /// Language of the screen and the output [default: from LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, value_enum, value_name = "LANG")]
    lang: Option<Lang>,

    #[command(subcommand)]
    command: Option<Action>,
}

const USAGE: &str = "\
replicascope [OPTIONS] [FILE]
       replicascope run [OPTIONS] <FILE>
       replicascope export [OPTIONS] <FILE>";

const AFTER_HELP: &str = "\
Examples:
  replicascope                        choose a demo, or an empty cluster for free play
  replicascope incident.ron           open a scenario of your own
  replicascope run incident.ron       play it as text, and check what it expects
  replicascope run incident.ron --json --until 7 | tail -1 | jq .state.lost

Exit status:
  0  every expectation held
  1  an expectation failed: the output says which one, and what was found
  2  a bad file or bad arguments, or no terminal for the screen";

#[derive(Debug, Subcommand)]
enum Action {
    /// Play a scenario without a terminal, and check its expectations
    ///
    /// Prints each step's events, what followed from them, and the state. With --json, the first
    /// line says what is played and each further line is one step with the whole state; step 0 is
    /// the start. docs/json.md describes the form.
    Run(RunArgs),

    /// Write the screen as a picture or as text, or a whole scenario as a recording
    ///
    /// Nothing opens: the screen is drawn as a terminal of that size would show it, at one step of
    /// the scenario, into as many files as you name. An answer that is masked at that step stays
    /// masked.
    Export(ExportArgs),
}

#[derive(Debug, Args)]
struct RunArgs {
    /// The scenario; - reads it from the standard input
    file: PathBuf,

    /// Stop after step N, with the expectations up to there
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    until: Option<usize>,

    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
}

/// The program: arguments to exit code.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let lang = cli.lang.unwrap_or_else(|| Lang::from_env(|name| std::env::var(name).ok()));
    match (cli.command, cli.file) {
        (None, file) => open(file.as_deref(), lang),
        (Some(Action::Run(args)), None) => run(&args, lang),
        (Some(Action::Export(args)), None) => export(&args, lang),
        (Some(_), Some(file)) => {
            let file = printable(&file.display().to_string());
            complain(&format!("{file}: one file at a time; see replicascope --help"));
            code(BAD)
        }
    }
}

/// `replicascope [FILE]`.
fn open(file: Option<&Path>, lang: Lang) -> ExitCode {
    // A bad file is told even where there is no screen.
    let scenario = match file.map(Scenario::load).transpose() {
        Ok(scenario) => scenario,
        Err(report) => return refuse(report),
    };
    if !terminal::is_there() {
        complain(lang.words().needs_terminal());
        return code(BAD);
    }
    let ui = Ui::new(lang, Theme::default(), &Glyphs::UNICODE);
    let mut app = match scenario {
        Some(scenario) => App::scenario(scenario, ui),
        None => App::list(demos::all(), ui),
    };
    match tui::run(&mut app) {
        Ok(Exit::Quit | Exit::HungUp) => ExitCode::SUCCESS,
        // As a shell gives the end of a program by a signal.
        Ok(Exit::Signal(signal)) => code(u8::try_from(128 + signal).unwrap_or(BAD)),
        Err(error) => {
            complain(&format!("the terminal failed: {error}"));
            code(BAD)
        }
    }
}

/// `replicascope run FILE`.
fn run(args: &RunArgs, lang: Lang) -> ExitCode {
    let scenario = match load(&args.file) {
        Ok(scenario) => scenario,
        Err(code) => return code,
    };
    let run = Run::new(&scenario, Options { until: args.until, json: args.json, lang });
    if let Err(error) = run.write(io::stdout().lock()) {
        complain(&format!("can't write: {error}"));
        return code(BAD);
    }
    let outcome = run.outcome();
    for (step, failure) in &outcome.failures {
        complain(&lang.words().not_held(*step, failure));
    }
    if outcome.failures.is_empty() { ExitCode::SUCCESS } else { code(FAILED) }
}

/// `replicascope export FILE`.
fn export(args: &ExportArgs, lang: Lang) -> ExitCode {
    let scenario = match load(&args.file) {
        Ok(scenario) => scenario,
        Err(code) => return code,
    };
    match export::run(scenario, args, lang) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.tell(lang));
            code(BAD)
        }
    }
}

/// A scenario from a file, or from the standard input if that is called `-`. What is wrong with it
/// has been told.
fn load(file: &Path) -> Result<Scenario, ExitCode> {
    if file != Path::new("-") {
        return Scenario::load(file).map_err(refuse);
    }
    let mut bytes = Vec::new();
    // A limit, as a pipe may never end. One byte more than is allowed tells that there is more.
    let limit = MAX_FILE_BYTES as u64 + 1;
    if let Err(error) = io::stdin().lock().take(limit).read_to_end(&mut bytes) {
        complain(&format!("can't read the standard input: {error}"));
        return Err(code(BAD));
    }
    Scenario::from_bytes("standard input", &bytes).map_err(refuse)
}

/// Shows what is wrong with a scenario file.
fn refuse(report: Report) -> ExitCode {
    let _ = writeln!(io::stderr(), "{:?}", miette::Report::new(report));
    code(BAD)
}

/// Shows help or the version where they were asked for, or what is wrong with the arguments.
fn usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        // It repeats arguments, and those may hold what a terminal obeys.
        for line in error.render().to_string().lines() {
            let _ = writeln!(io::stderr(), "{}", printable(line));
        }
    } else {
        let _ = error.print();
    }
    code(error.exit_code().try_into().unwrap_or(BAD))
}

fn complain(text: &str) {
    // Nobody may be left to read it; the exit code says it all the same.
    let _ = writeln!(io::stderr(), "replicascope: {text}");
}

fn code(code: u8) -> ExitCode {
    ExitCode::from(code)
}
