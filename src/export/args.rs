//! The arguments of `replicascope export`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};

use super::size::Size;
use super::target::Target;
use crate::glyphs::Glyphs;
use crate::tui::theme::Theme;

/// What to export, and where to.
#[derive(Clone, Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[group(id = "outputs", args = ["svg", "text", "ansi", "cast"], required = true, multiple = true)]
pub struct ExportArgs {
    /// The scenario; - reads it from the standard input
    pub file: PathBuf,

    /// The step to show, 0 being the start [default: the last one]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub step: Option<usize>,

    /// The screen as an SVG picture
    #[arg(long, value_name = "OUT", value_parser = targets())]
    pub svg: Option<Target>,

    /// The screen as plain text, every row as wide as the screen
    #[arg(long, value_name = "OUT", value_parser = targets())]
    pub text: Option<Target>,

    /// The screen as text with colours, for a terminal
    #[arg(long, value_name = "OUT", value_parser = targets())]
    pub ansi: Option<Target>,

    /// The whole script as a recording for asciinema (asciicast v2), whatever the step; each step
    /// stays as long as it takes to read
    #[arg(long, value_name = "OUT", value_parser = targets())]
    pub cast: Option<Target>,

    /// Columns and rows of the screen
    #[arg(long, value_name = "SIZE", default_value_t = Size::DEFAULT)]
    pub size: Size,

    #[command(flatten)]
    #[expect(missing_docs, reason = "a text here would become the help of the whole subcommand")]
    pub look: LookArgs,

    /// Replace files that are there already
    #[arg(long)]
    pub force: bool,
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
}

impl ExportArgs {
    /// What goes where.
    pub fn outputs(&self) -> Vec<(Format, &Target)> {
        let all = [
            (Format::Svg, &self.svg),
            (Format::Text, &self.text),
            (Format::Ansi, &self.ansi),
            (Format::Cast, &self.cast),
        ];
        all.into_iter().filter_map(|(format, target)| Some((format, target.as_ref()?))).collect()
    }
}

/// Colours and signs. What the terminal can show does not matter here, so neither is taken from the
/// environment: the same call makes the same picture everywhere.
#[derive(Clone, Debug, Args)]
pub struct LookArgs {
    /// The colours
    #[arg(long, value_name = "THEME", default_value = "dark", value_parser = themes())]
    pub theme: &'static Theme,

    /// The signs that are not letters or digits; narrow and ascii are for terminals and fonts that
    /// draw some of them two columns wide
    #[arg(long, value_name = "SET", default_value = "unicode", value_parser = glyph_sets())]
    pub glyphs: &'static Glyphs,
}

const AFTER_HELP: &str = "\
OUT is a file, or - for the standard output. A file is written whole or not at all.

Examples:
  replicascope export loss.ron --step 7 --svg loss.svg
  replicascope export loss.ron --step 7 --svg loss-zh.svg --lang zh --theme light
  replicascope export loss.ron --ansi - --size 120x40 | less -R
  replicascope export loss.ron --cast loss.cast && asciinema play loss.cast";

fn targets() -> impl TypedValueParser<Value = Target> {
    OsStringValueParser::new().map(|name| Target::named(&name))
}

fn themes() -> impl TypedValueParser<Value = &'static Theme> {
    PossibleValuesParser::new(Theme::ALL.map(|theme| theme.name)).map(|name| {
        let named = Theme::ALL.into_iter().find(|theme| theme.name == name);
        named.unwrap_or(&Theme::DARK)
    })
}

fn glyph_sets() -> impl TypedValueParser<Value = &'static Glyphs> {
    PossibleValuesParser::new(Glyphs::ALL.map(|set| set.name)).map(|name| {
        let named = Glyphs::ALL.into_iter().find(|set| set.name == name);
        named.unwrap_or(&Glyphs::UNICODE)
    })
}
