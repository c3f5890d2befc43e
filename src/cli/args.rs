//! The arguments: what `--help`, the completions and the man page are made from. Their words are in
//! English alone: whoever types a command types English.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::config::Config;
use crate::export::ExportArgs;
use crate::glyphs::Glyphs;
use crate::lang::Lang;
use crate::tui::theme::Theme;

/// See how Apache Kafka replicates a partition, one fetch at a time
///
/// Without a subcommand, opens the screen: a list of demos, or the scenario in FILE. There you
/// step through it forwards and backwards, or take over: kill brokers, send records, let
/// followers fetch, and see which record is lost, and by which rule of which Kafka release.
#[derive(Debug, Parser)]
#[command(name = "replicascope", version, override_usage = USAGE)]
#[command(after_help = AFTER_HELP, max_term_width = 90)]
pub struct Cli {
    /// The scenario to open: a file, or the name or number of a demo; without one, a list of demos
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,

    /// How everything looks.
    #[command(flatten)]
    pub look: Look,

    /// The release that is played.
    #[command(flatten)]
    pub release: Release,
    /// What is configured.
    #[command(flatten)]
    pub configured: Configured,
    /// How the screen behaves.
    #[command(flatten)]
    pub manner: Manner,

    /// What to do instead of opening the screen.
    #[command(subcommand)]
    pub command: Option<Action>,
}

const USAGE: &str = "\
replicascope [OPTIONS] [FILE]
       replicascope [OPTIONS] <COMMAND>";

const AFTER_HELP: &str = "\
Examples:
  replicascope                        choose a demo, or an empty cluster for free play
  replicascope 10a                    open a demo: how a committed record is lost
  replicascope incident.ron           open a scenario of your own
  replicascope run incident.ron       play it as text, and check what it expects
  replicascope run incident.ron --json --until 7 | tail -1 | jq .state.lost
  replicascope check scenarios/       check every scenario below a folder
  replicascope 10a --kafka 0.11       play the same steps under another release
  replicascope compare 10a            the same steps under every release, side by side
  replicascope explore 10a            look for the shortest way to lose a committed record

Exit status:
  0  every expectation held
  1  an expectation failed: the output says which one, and what was found
  2  a bad file or bad arguments, or no terminal for the screen";

const RUN_EXAMPLES: &str = "\
Examples:
  replicascope run 10a                          play a demo to its end
  replicascope run incident.ron --until 7       stop after step 7
  replicascope run 10a --until 4 --why          and say why, and what a failure would lose
  replicascope run 10a --kafka 0.11             play it under another release
  replicascope run - < incident.ron             read it from a pipe
  replicascope run 10a --json | jq -c 'select(.type == \"step\") | [.step, .state.lost]'

Exit status:
  0  every expectation held; under another release than the file's own, whatever differs
  1  an expectation failed: the output says which one, and what was found
  2  a bad file or bad arguments";

const CHECK_EXAMPLES: &str = "\
Examples:
  replicascope check incident.ron               one file
  replicascope check scenarios/ demos/          every *.ron below two folders
  replicascope check demos/ --kafka 0.11        do they hold under this release, too?

Exit status:
  0  every file is good and every expectation held, perhaps with warnings
  1  an expectation failed
  2  a bad file, or nothing to check";

const COMPARE_EXAMPLES: &str = "\
Examples:
  replicascope compare 10a --kafka 0.11         the demo's own release with 0.11
  replicascope compare 10a                      its own release with all others
  replicascope compare incident.ron --kafka 0.8.2,0.10.2,0.11 --json
  replicascope compare 12 --set min.insync.replicas=1,2
  replicascope compare 04 --set acks=1,all --kafka 0.10.2,0.11

Exit status:
  0  the comparison was printed, whatever differs
  2  a bad file or bad arguments";

const EXPLORE_EXAMPLES: &str = "\
Examples:
  replicascope explore 10a                      can a committed record be lost from its start?
  replicascope explore 10b --kafka 0.10.2,0.11,2.1
  replicascope explore 10b --budget kills=1,restarts=any,records=1 --epochs 3
  replicascope explore 10a --property log-matching --property candidate-completeness
  replicascope explore 10a --reach 'log A != log B' --reach 'Lost([\"m1\"])'
  replicascope explore 10b --save lost.ron && replicascope lost.ron
  replicascope explore 10b --property candidate-completeness --walks 20000 --seed 7

What may happen, and how often (--budget NAME=N or NAME=any; N is at most 9):
  records=2 kills=2 restarts=2 waits=2 elections=1 isr-changes=1; and, 0 unless you say more:
  retries power-losses stops wipes unnoticed unclean-elections orders pauses cuts losses
  late-words files reads

Exit status:
  0  everything that was asked about holds, within the budget
  1  a way was found: the output tells it
  2  a bad file or bad arguments
  3  not finished: a limit was reached, or you stopped it";

const FAILURES_EXAMPLES: &str = "\
Examples:
  replicascope failures                         all failures, a column a generation of releases
  replicascope failures F3                      one of them, under every release
  replicascope failures --kafka 2.6.0,2.6.1,2.7.0
  replicascope failures --json | jq -c '.failures[] | [.id, (.cells[] | .damage)]'
  replicascope f3 --kafka 0.11                  play one on the screen

Exit status:
  0  the table was printed
  2  bad arguments";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  replicascope completions bash > ~/.local/share/bash-completion/completions/replicascope
  replicascope completions zsh > ~/.zfunc/_replicascope
  replicascope completions fish > ~/.config/fish/completions/replicascope.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  replicascope man | man -l -                   read it
  replicascope man > ~/.local/share/man/man1/replicascope.1
  replicascope man run > ~/.local/share/man/man1/replicascope-run.1";

/// A subcommand.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Play a scenario without a terminal, and check its expectations
    ///
    /// Prints each step's events, what followed from them, and the state. With --json, the first
    /// line says what is played and each further line is one step with the whole state; step 0 is
    /// the start. docs/json.md describes the form.
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArgs),

    /// Check scenario files, and all of them below folders
    ///
    /// Reports every fault of every file, then plays each good file and reports the expectations
    /// that fail. Narration that does not fit on the smallest screen is a warning. Faults go to
    /// the standard error, the last line of the standard output sums up.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),

    /// Play a scenario under several releases or settings, and print what differs
    ///
    /// Plays the same script once for each release, or for each value of a setting, and sets the
    /// runs side by side: the steps at which they differ, every quantity after the last step, and
    /// what became of each run. The first run is the one that the others are compared with.
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(CompareArgs),

    /// Look for the shortest way to break a property, or to reach something
    ///
    /// Tries everything that can happen from the start of the scenario, phase by phase, within a
    /// budget, and prints the shortest way to what you ask for, or that there is none. The script of
    /// the scenario is not played. docs/explorer.md says more.
    #[command(after_help = EXPLORE_EXAMPLES)]
    Explore(ExploreArgs),

    /// Write the screen as a picture or as text, or a whole scenario as a recording
    ///
    /// Nothing opens: the screen is drawn as a terminal of that size would show it, at one step of
    /// the scenario, into as many files as you name. An answer that is masked at that step stays
    /// masked. Colours are the dark ones unless --theme names others, whatever the terminal.
    Export(ExportArgs),

    /// List the built-in demos and failures
    Demos,

    /// Show what each release makes of the worked failures
    ///
    /// Plays every failure of the protocol's history under the rules of each release, and prints
    /// what comes of it: a sign for each kind of damage, and - where a failure can't be played.
    /// With FAILURE, says all about it: since which release it ends how, and why.
    #[command(after_help = FAILURES_EXAMPLES)]
    Failures(FailuresArgs),

    /// Print completions for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },

    /// Print the manual page, of the program or of a command
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// The command; without one, the program
        command: Option<String>,
    },
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The scenario: a file, or the name or number of a demo; - reads the standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// The release that is played.
    #[command(flatten)]
    pub release: Release,

    /// Stop after step N, with the expectations up to there
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub until: Option<usize>,

    /// One JSON object a line instead of text
    #[arg(long)]
    pub json: bool,

    /// After the last step, say why it left things as they are, and what a failure would lose
    #[arg(long, conflicts_with = "json")]
    pub why: bool,
}

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The scenario: a file, or the name or number of a demo; - reads the standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// The releases, the one to compare with first; one alone is compared with the file's own
    /// [default: the file's own with all others]
    #[arg(long, value_name = "VERSION,…", value_delimiter = ',')]
    pub kafka: Vec<String>,

    /// A setting at the start, with its values: min.insync.replicas=1,2 or acks=1,all; may be
    /// repeated
    #[arg(long, value_name = "NAME=VALUE,…")]
    pub set: Vec<String>,

    /// Compare after step N
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub until: Option<usize>,

    /// One JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `explore`.
#[derive(Debug, Args)]
pub struct ExploreArgs {
    /// The scenario: a file, or the name or number of a demo; - reads the standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// A property to break, by its name; may be repeated [default: leader-completeness, unless
    /// there is something to reach]
    #[arg(long, value_name = "NAME")]
    pub property: Vec<String>,

    /// A state to reach: an expectation as in a file, or two quantities with = != < <= > >= between
    /// them; may be repeated
    #[arg(long, value_name = "WHAT")]
    pub reach: Vec<String>,

    /// The releases to try [default: the file's own]
    #[arg(long, value_name = "VERSION,…", value_delimiter = ',')]
    pub kafka: Vec<String>,

    /// What may happen, and how often: kills=1,restarts=any
    #[arg(long, value_name = "NAME=N,…", value_delimiter = ',')]
    pub budget: Vec<String>,

    /// The highest leader epoch
    #[arg(long, value_name = "N")]
    pub epochs: Option<u16>,

    /// Let the controller's words and its answers to AlterPartition arrive by steps of their own
    #[arg(long)]
    pub by_step: bool,

    /// The longest way
    #[arg(long, value_name = "STEPS")]
    pub depth: Option<usize>,

    /// How many states to visit before giving up
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub states: u64,

    /// How much memory to use before giving up, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2_000)]
    pub memory: usize,

    /// How many threads to use; the answer is the same for any number [default: one a processor]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,

    /// Walk at random so many times instead, and shorten what is found
    #[arg(long, value_name = "N")]
    pub walks: Option<u64>,

    /// The longest walk
    #[arg(long, value_name = "STEPS", default_value_t = 200, requires = "walks")]
    pub steps: usize,

    /// Where the random numbers of the walks begin
    #[arg(long, value_name = "N", default_value_t = 1, requires = "walks")]
    pub seed: u64,

    /// One JSON object instead of text
    #[arg(long)]
    pub json: bool,

    /// Save the first way that is found as a scenario; - is the standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub save: Option<PathBuf>,

    /// Replace the file if it is there
    #[arg(long, requires = "save")]
    pub force: bool,
}

/// Arguments of `failures`.
#[derive(Debug, Args)]
pub struct FailuresArgs {
    /// The number or the name of a failure: F3; without one, all
    pub failure: Option<String>,

    /// The releases [default: one of each generation; of one failure, all there are]
    #[arg(long, value_name = "VERSION,…", value_delimiter = ',')]
    pub kafka: Vec<String>,

    /// One JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// The release that is played.
#[derive(Clone, Debug, Args)]
pub struct Release {
    /// Play under the rules of this release rather than the one that the file names: 0.10.2
    #[arg(long, value_name = "VERSION")]
    pub kafka: Option<String>,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Files, and folders to look for *.ron in; - reads the standard input
    #[arg(required = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// The release that is played.
    #[command(flatten)]
    pub release: Release,
}

/// What the screen and the output look like.
#[derive(Clone, Copy, Debug, Args)]
pub struct Look {
    /// Language of the screen and the output [default: from LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, help_heading = "Look", value_enum, value_name = "LANG")]
    pub lang: Option<Lang>,

    /// Colours of the screen [default: what fits the terminal; none where NO_COLOR is set]
    #[arg(long, global = true, help_heading = "Look", value_enum, value_name = "THEME")]
    pub theme: Option<ThemeName>,

    /// Signs of the screen and the output [default: unicode]
    #[arg(long, global = true, help_heading = "Look", value_enum, value_name = "SET")]
    pub glyphs: Option<GlyphSet>,
}

/// Where else is said what everything looks like.
#[derive(Clone, Debug, Args)]
pub struct Configured {
    /// The file that says what you always want [default: replicascope/config.ron in ~/.config or
    /// where the system keeps such files]
    #[arg(long, global = true, help_heading = "Look", value_name = "FILE")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
}

/// How the screen behaves.
#[derive(Clone, Copy, Debug, Args)]
pub struct Manner {
    /// Show each step at once: nothing travels from broker to broker before it arrives
    #[arg(long, help_heading = "Screen")]
    pub no_animation: bool,

    /// Leave the mouse to the terminal, which selects text with it (M on the screen changes it)
    #[arg(long, help_heading = "Screen")]
    pub no_mouse: bool,
}

/// A theme by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeName {
    /// All colours, for a dark background
    Dark,
    /// All colours, for a light background
    Light,
    /// 16 colours, whatever they look like
    #[value(name = "16")]
    Sixteen,
    /// No colours
    None,
    /// Black, white and few strong colours, for a projector
    Contrast,
}

/// A set of signs by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GlyphSet {
    /// Arrows, bars and stars
    Unicode,
    /// Nothing that some terminals draw in two columns
    Narrow,
    /// Nothing but ASCII
    Ascii,
}

impl Look {
    /// What is asked for, and where nothing is, what is configured.
    #[must_use]
    pub fn or(self, config: &Config) -> Look {
        let theme = || ThemeName::from_str(config.theme?.name, false).ok();
        let glyphs = || GlyphSet::from_str(config.glyphs?.name, false).ok();
        Look {
            lang: self.lang.or(config.lang),
            theme: self.theme.or_else(theme),
            glyphs: self.glyphs.or_else(glyphs),
        }
    }

    /// The language: asked for, or the environment's.
    pub fn lang(&self) -> Lang {
        self.lang.unwrap_or_else(|| Lang::from_env(|name| std::env::var(name).ok()))
    }

    /// The theme: asked for, or what fits.
    pub fn theme(&self) -> Theme {
        match self.theme {
            Some(ThemeName::Dark) => Theme::DARK,
            Some(ThemeName::Light) => Theme::LIGHT,
            Some(ThemeName::Sixteen) => Theme::SIXTEEN,
            Some(ThemeName::None) => Theme::PLAIN,
            Some(ThemeName::Contrast) => Theme::CONTRAST,
            None => Theme::from_env(|name| std::env::var(name).ok()).clone(),
        }
    }

    /// Whether the theme may follow the terminal's background: nobody has asked for one, and there
    /// is one for each. A console of Windows would report the answer as keys.
    pub fn follows_background(&self) -> bool {
        cfg!(unix) && self.theme.is_none() && self.theme() == Theme::DARK
    }

    /// Whether text may be coloured.
    pub fn colours(&self) -> bool {
        match self.theme {
            Some(ThemeName::None) => false,
            Some(_) => true,
            None => !no_color(),
        }
    }

    /// The signs.
    pub fn glyphs(&self) -> &'static Glyphs {
        match self.glyphs {
            None | Some(GlyphSet::Unicode) => &Glyphs::UNICODE,
            Some(GlyphSet::Narrow) => &Glyphs::NARROW,
            Some(GlyphSet::Ascii) => &Glyphs::ASCII,
        }
    }
}

/// Whether the environment asks for no colours (<https://no-color.org>).
fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn whatever_is_configured_can_be_asked_for_too() {
        for theme in Theme::ALL {
            let config = Config { theme: Some(theme), ..Config::default() };
            let look = Look { lang: None, theme: None, glyphs: None }.or(&config);
            assert_eq!(look.theme(), *theme);
        }
        for glyphs in Glyphs::ALL {
            let config = Config { glyphs: Some(glyphs), lang: Some(Lang::Zh), ..Config::default() };
            let look = Look { lang: Some(Lang::En), theme: None, glyphs: None }.or(&config);
            assert_eq!((look.glyphs(), look.lang()), (glyphs, Lang::En));
        }
    }

    #[test]
    fn the_arguments_do_not_contradict_one_another() {
        Cli::command().debug_assert();
    }
}
