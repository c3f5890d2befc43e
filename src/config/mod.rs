//! The configuration: a file in which a person says what they always want.
//!
//! It is RON, read and reported like a scenario: see [`crate::file`]. Flags win over it, it wins over
//! what the terminal and the environment say. `docs/configuration.md` explains it to people.

mod check;

use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::file::{self, Report};
use crate::glyphs::Glyphs;
use crate::lang::Lang;
use crate::tui::keymap::Keymap;
use crate::tui::theme::Theme;

/// What a person has configured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The language.
    pub lang: Option<Lang>,
    /// The theme.
    pub theme: Option<&'static Theme>,
    /// The signs.
    pub glyphs: Option<&'static Glyphs>,
    /// Whether clicks and the wheel come to the program.
    pub mouse: Option<bool>,
    /// Whether what a step moves travels on the screen.
    pub animation: Option<bool>,
    /// The keys.
    pub keys: Keymap,
}

impl Config {
    /// Reads a configuration from its text. The name is for the report.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(name: &str, source: &str) -> Result<Config, Report> {
        Config::from_bytes(name, source.as_bytes())
    }

    /// Reads a configuration from a file.
    ///
    /// # Errors
    /// Why the file can't be read, or everything that is wrong with it.
    pub fn load(path: &Path) -> Result<Config, Report> {
        let name = path.display().to_string();
        Config::from_bytes(&name, &file::read_or_device(path)?)
    }

    fn from_bytes(name: &str, bytes: &[u8]) -> Result<Config, Report> {
        let source = file::text(name, bytes)?;
        check::config(source).map_err(|faults| Report::new(name, source, faults))
    }

    /// The configuration of the user, from their own file; the defaults where there is no such file.
    ///
    /// # Errors
    /// Why the file can't be read, or everything that is wrong with it.
    pub fn of_the_user() -> Result<Config, Report> {
        match path() {
            Some(path) if !is_missing(&path) => Config::load(&path),
            _ => Ok(Config::default()),
        }
    }
}

/// Where a user's configuration is: `replicascope/config.ron` in `$XDG_CONFIG_HOME`, else in
/// `~/.config`; on macOS and Windows, where those systems keep such files. `None` for a user without
/// a home.
pub fn path() -> Option<PathBuf> {
    let folders = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(folders.config_dir().join("replicascope").join("config.ron"))
}

fn is_missing(path: &Path) -> bool {
    let kind = std::fs::metadata(path).err().map(|error| error.kind());
    matches!(kind, Some(io::ErrorKind::NotFound | io::ErrorKind::NotADirectory))
}
