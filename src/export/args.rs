//! The arguments of `replicascope export`.

use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueHint};

use super::size::Size;
use super::target::Target;

/// What to export, and where to.
#[derive(Clone, Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ExportArgs {
    /// The scenario: a file, or the name or number of a demo; - reads the standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Play under the rules of this release rather than the one that the file names: 0.10.2
    #[arg(long, value_name = "VERSION")]
    pub kafka: Option<String>,

    /// The step to show, 0 being the start [default: the last one]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub step: Option<usize>,

    /// What to write where.
    #[command(flatten)]
    pub outputs: Outputs,

    /// Columns and rows of the screen
    #[arg(long, value_name = "SIZE", default_value_t = Size::DEFAULT)]
    pub size: Size,

    /// Replace files that are there already
    #[arg(long)]
    pub force: bool,
}

/// What is written where: at least one of these.
#[derive(Clone, Debug, Args)]
#[group(required = true, multiple = true)]
pub struct Outputs {
    /// The screen as an SVG picture
    #[arg(long, value_name = "OUT", value_parser = targets(), value_hint = ValueHint::FilePath)]
    pub svg: Option<Target>,

    /// The screen as plain text, every row as wide as the screen
    #[arg(long, value_name = "OUT", value_parser = targets(), value_hint = ValueHint::FilePath)]
    pub text: Option<Target>,

    /// The screen as text with colours, for a terminal
    #[arg(long, value_name = "OUT", value_parser = targets(), value_hint = ValueHint::FilePath)]
    pub ansi: Option<Target>,

    /// The whole script as a recording for asciinema (asciicast v2), whatever the step; each step
    /// stays as long as it takes to read
    #[arg(long, value_name = "OUT", value_parser = targets(), value_hint = ValueHint::FilePath)]
    pub cast: Option<Target>,

    /// What was sent to whom, from the start to the step, as a sequence diagram for Mermaid
    #[arg(long, value_name = "OUT", value_parser = targets(), value_hint = ValueHint::FilePath)]
    pub mermaid: Option<Target>,
}

/// What an export can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An SVG picture.
    Svg,
    /// Plain text.
    Text,
    /// Text with colours.
    Ansi,
    /// A recording.
    Cast,
    /// A sequence diagram for Mermaid.
    Mermaid,
}

impl Outputs {
    /// Each format that is asked for, with where it goes.
    pub fn each(&self) -> Vec<(Format, &Target)> {
        let all = [
            (Format::Svg, &self.svg),
            (Format::Text, &self.text),
            (Format::Ansi, &self.ansi),
            (Format::Cast, &self.cast),
            (Format::Mermaid, &self.mermaid),
        ];
        all.into_iter().filter_map(|(format, target)| Some((format, target.as_ref()?))).collect()
    }
}

const AFTER_HELP: &str = "\
OUT is a file, or - for the standard output. A file is written whole or not at all.

Examples:
  replicascope export 10a --step 5 --svg loss.svg
  replicascope export 10a --step 5 --svg loss-zh.svg --lang zh --theme light
  replicascope export incident.ron --ansi - --size 120x40 | less -R
  replicascope export 10a --cast loss.cast && asciinema play loss.cast
  replicascope export 10a --mermaid loss.mmd

Exit status:
  0  everything has been written
  2  a bad file or bad arguments, a file that is there already, or one that can't be written";

fn targets() -> impl TypedValueParser<Value = Target> {
    OsStringValueParser::new().map(|name| Target::named(&name))
}
