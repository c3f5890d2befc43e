//! Themes: what each role on the screen looks like. Nothing else chooses a colour.
//!
//! Colour never stands alone: whatever has a style here also has a glyph, a word or a place, so that
//! [`Theme::PLAIN`] can be read too.

use ratatui::style::{Color, Modifier, Style};

use super::background::Background;

/// A style for each role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What the theme is called.
    pub name: &'static str,
    /// Everything that has no other role, and the background.
    pub text: Style,
    /// Headings, units, what is there but not the point.
    pub dim: Style,
    /// Titles and names.
    pub strong: Style,
    /// A replica that leads.
    pub leader: Style,
    /// A replica that follows.
    pub follower: Style,
    /// A broker that is down.
    pub down: Style,
    /// The HW.
    pub hw: Style,
    /// A record below the HW.
    pub committed: Style,
    /// A record that is not below the HW.
    pub uncommitted: Style,
    /// Leader epochs, by number.
    pub epochs: [Style; 6],
    /// Lost, diverged, failed.
    pub damage: Style,
    /// Kept, acknowledged, held.
    pub good: Style,
    /// A number that the step has changed.
    pub changed: Style,
    /// A mark that says where a number was read.
    pub mark: Style,
    /// What a question hides.
    pub mask: Style,
    /// A question to the class.
    pub question: Style,
    /// What is on the wire.
    pub wire: Style,
    /// Rules between panels.
    pub rule: Style,
    /// A simplification has been used.
    pub banner: Style,
    /// Why something was refused, and other messages.
    pub message: Style,
    /// The chosen line of a list.
    pub selected: Style,
    /// A key that can be pressed.
    pub key: Style,
    /// A key that does nothing now.
    pub key_off: Style,
}

const fn fg(color: Color) -> Style {
    Style::new().fg(color)
}

const fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const BOLD: Modifier = Modifier::BOLD;
const DIM: Modifier = Modifier::DIM;
const REVERSED: Modifier = Modifier::REVERSED;
const UNDERLINED: Modifier = Modifier::UNDERLINED;

impl Theme {
    /// For dark terminals with all colours. It leaves the terminal's background as it is.
    pub const DARK: Theme = Theme {
        name: "dark",
        text: Style::new(),
        dim: fg(rgb(0x8a8f98)),
        strong: Style::new().add_modifier(BOLD),
        leader: fg(rgb(0xffd75f)).add_modifier(BOLD),
        follower: fg(rgb(0x87d7ff)),
        down: fg(rgb(0xa8a8a8)),
        hw: fg(rgb(0x5fd7af)).add_modifier(BOLD),
        committed: fg(rgb(0xe4e4e4)),
        uncommitted: fg(rgb(0xb8a0d8)).add_modifier(Modifier::ITALIC),
        epochs: [
            fg(rgb(0x87afd7)),
            fg(rgb(0xd7af5f)),
            fg(rgb(0x87d787)),
            fg(rgb(0xd787af)),
            fg(rgb(0x5fd7d7)),
            fg(rgb(0xd7875f)),
        ],
        damage: fg(rgb(0xff6b6b)).add_modifier(BOLD),
        good: fg(rgb(0x87d787)),
        changed: fg(rgb(0xffaf5f)).add_modifier(BOLD),
        mark: fg(rgb(0xff87d7)),
        mask: fg(rgb(0x1c1c1c)).bg(rgb(0xffd75f)).add_modifier(BOLD),
        question: fg(rgb(0xffd75f)).add_modifier(BOLD),
        wire: fg(rgb(0x5fafff)),
        rule: fg(rgb(0x585f69)),
        banner: fg(rgb(0x1c1c1c)).bg(rgb(0xd7875f)),
        message: fg(rgb(0x1c1c1c)).bg(rgb(0xffaf5f)),
        selected: Style::new().add_modifier(REVERSED),
        key: fg(rgb(0xffd75f)).add_modifier(BOLD),
        key_off: fg(rgb(0x808080)),
    };

    /// For light terminals with all colours.
    pub const LIGHT: Theme = Theme {
        name: "light",
        text: Style::new(),
        dim: fg(rgb(0x6a6f78)),
        strong: Style::new().add_modifier(BOLD),
        leader: fg(rgb(0x8a5a00)).add_modifier(BOLD),
        follower: fg(rgb(0x005f9f)),
        down: fg(rgb(0x808080)),
        hw: fg(rgb(0x00703c)).add_modifier(BOLD),
        committed: fg(rgb(0x202020)),
        uncommitted: fg(rgb(0x7040a0)).add_modifier(Modifier::ITALIC),
        epochs: [
            fg(rgb(0x30588a)),
            fg(rgb(0x8a5a00)),
            fg(rgb(0x2f702f)),
            fg(rgb(0x98306a)),
            fg(rgb(0x006a6a)),
            fg(rgb(0x9a4510)),
        ],
        damage: fg(rgb(0xc00000)).add_modifier(BOLD),
        good: fg(rgb(0x006a2c)),
        changed: fg(rgb(0xa84000)).add_modifier(BOLD),
        mark: fg(rgb(0xa0107a)),
        mask: fg(rgb(0xffffff)).bg(rgb(0x8a5a00)).add_modifier(BOLD),
        question: fg(rgb(0x8a5a00)).add_modifier(BOLD),
        wire: fg(rgb(0x0050b0)),
        rule: fg(rgb(0xa0a4aa)),
        banner: fg(rgb(0xffffff)).bg(rgb(0xa84000)),
        message: fg(rgb(0xffffff)).bg(rgb(0xa84000)),
        selected: Style::new().add_modifier(REVERSED),
        key: fg(rgb(0x8a5a00)).add_modifier(BOLD),
        key_off: fg(rgb(0xa0a0a0)),
    };

    /// For terminals that know 16 colours, whatever those look like.
    pub const SIXTEEN: Theme = Theme {
        name: "16",
        text: Style::new(),
        dim: Style::new(),
        strong: Style::new().add_modifier(BOLD),
        leader: fg(Color::Yellow).add_modifier(BOLD),
        follower: fg(Color::Cyan),
        down: Style::new().add_modifier(DIM),
        hw: fg(Color::Green).add_modifier(BOLD),
        committed: Style::new(),
        uncommitted: fg(Color::Magenta),
        epochs: [
            fg(Color::Blue),
            fg(Color::Yellow),
            fg(Color::Green),
            fg(Color::Magenta),
            fg(Color::Cyan),
            fg(Color::Red),
        ],
        damage: fg(Color::Red).add_modifier(BOLD),
        good: fg(Color::Green),
        changed: fg(Color::Yellow).add_modifier(BOLD),
        mark: fg(Color::Magenta).add_modifier(BOLD),
        mask: Style::new().add_modifier(REVERSED),
        question: fg(Color::Yellow).add_modifier(BOLD),
        wire: fg(Color::Cyan),
        rule: Style::new(),
        banner: Style::new().add_modifier(REVERSED),
        message: Style::new().add_modifier(REVERSED),
        selected: Style::new().add_modifier(REVERSED),
        key: Style::new().add_modifier(BOLD),
        key_off: Style::new().add_modifier(DIM),
    };

    /// Without colours (NO_COLOR).
    pub const PLAIN: Theme = Theme {
        name: "none",
        text: Style::new(),
        dim: Style::new(),
        strong: Style::new().add_modifier(BOLD),
        leader: Style::new().add_modifier(BOLD),
        follower: Style::new(),
        down: Style::new().add_modifier(DIM),
        hw: Style::new().add_modifier(BOLD),
        committed: Style::new(),
        uncommitted: Style::new(),
        epochs: [Style::new(); 6],
        damage: Style::new().add_modifier(BOLD.union(UNDERLINED)),
        good: Style::new(),
        changed: Style::new().add_modifier(BOLD),
        mark: Style::new(),
        mask: Style::new().add_modifier(REVERSED),
        question: Style::new().add_modifier(BOLD),
        wire: Style::new(),
        rule: Style::new(),
        banner: Style::new().add_modifier(REVERSED),
        message: Style::new().add_modifier(REVERSED),
        selected: Style::new().add_modifier(REVERSED),
        key: Style::new().add_modifier(BOLD),
        key_off: Style::new().add_modifier(DIM),
    };

    /// For projectors: black, white and few strong colours.
    pub const CONTRAST: Theme = Theme {
        name: "contrast",
        text: WHITE_ON_BLACK,
        dim: WHITE_ON_BLACK,
        strong: WHITE_ON_BLACK.add_modifier(BOLD),
        leader: fg(rgb(0xffff00)).add_modifier(BOLD),
        follower: fg(rgb(0x00ffff)).add_modifier(BOLD),
        down: fg(rgb(0xc0c0c0)),
        hw: fg(rgb(0x00ff00)).add_modifier(BOLD),
        committed: fg(rgb(0xffffff)).add_modifier(BOLD),
        uncommitted: fg(rgb(0xffffff)).add_modifier(Modifier::ITALIC),
        epochs: [
            fg(rgb(0xffffff)),
            fg(rgb(0xffff00)),
            fg(rgb(0x00ff00)),
            fg(rgb(0xff80ff)),
            fg(rgb(0x00ffff)),
            fg(rgb(0xffa000)),
        ],
        damage: fg(rgb(0xffffff)).bg(rgb(0xd00000)).add_modifier(BOLD),
        good: fg(rgb(0x00ff00)).add_modifier(BOLD),
        changed: fg(rgb(0x000000)).bg(rgb(0xffff00)).add_modifier(BOLD),
        mark: fg(rgb(0xff80ff)).add_modifier(BOLD),
        mask: fg(rgb(0x000000)).bg(rgb(0xffffff)).add_modifier(BOLD),
        question: fg(rgb(0xffff00)).add_modifier(BOLD),
        wire: fg(rgb(0x00ffff)).add_modifier(BOLD),
        rule: fg(rgb(0xffffff)),
        banner: fg(rgb(0x000000)).bg(rgb(0xffa000)).add_modifier(BOLD),
        message: fg(rgb(0x000000)).bg(rgb(0xffa000)).add_modifier(BOLD),
        selected: Style::new().add_modifier(REVERSED),
        key: fg(rgb(0xffff00)).add_modifier(BOLD),
        key_off: fg(rgb(0xa0a0a0)),
    };

    /// Every theme.
    pub const ALL: [&Theme; 5] =
        [&Theme::DARK, &Theme::LIGHT, &Theme::SIXTEEN, &Theme::PLAIN, &Theme::CONTRAST];

    /// The theme that the environment asks for: none of the colours with NO_COLOR, all of them where
    /// COLORTERM or TERM say that the terminal has them, else 16.
    pub fn from_env(get: impl Fn(&str) -> Option<String>) -> &'static Theme {
        let value = |name: &str| get(name).unwrap_or_default();
        let has_all = matches!(value("COLORTERM").as_str(), "truecolor" | "24bit")
            || value("TERM").ends_with("-direct");
        if !value("NO_COLOR").is_empty() || value("TERM") == "dumb" {
            &Theme::PLAIN
        } else if has_all {
            &Theme::DARK
        } else {
            &Theme::SIXTEEN
        }
    }

    /// The theme after this one, in a round.
    pub fn next(&self) -> &'static Theme {
        let at = Theme::ALL.iter().position(|theme| theme.name == self.name);
        at.and_then(|at| Theme::ALL.get(at + 1)).copied().unwrap_or(&Theme::DARK)
    }

    /// The theme that fits a terminal's background, if it is this theme that has another half.
    pub fn on(&self, background: Background) -> &'static Theme {
        let this = Theme::ALL.into_iter().find(|theme| theme.name == self.name);
        match (this.unwrap_or(&Theme::DARK), background) {
            (theme, Background::Light) if *theme == Theme::DARK => &Theme::LIGHT,
            (theme, Background::Dark) if *theme == Theme::LIGHT => &Theme::DARK,
            (theme, _) => theme,
        }
    }

    /// The style of a leader epoch.
    pub fn epoch(&self, epoch: u16) -> Style {
        let at = usize::from(epoch) % self.epochs.len();
        self.epochs.get(at).copied().unwrap_or(self.text)
    }
}

const WHITE_ON_BLACK: Style = Style::new().fg(Color::Rgb(255, 255, 255)).bg(Color::Rgb(0, 0, 0));

impl Default for Theme {
    fn default() -> Self {
        Theme::DARK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        let theme = |vars: &[(&str, &str)]| {
            let found = |name: &str| vars.iter().find(|v| v.0 == name).map(|v| v.1.to_owned());
            Theme::from_env(found).name
        };
        assert_eq!(theme(&[("COLORTERM", "truecolor")]), "dark");
        assert_eq!(theme(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), "none");
        assert_eq!(theme(&[("COLORTERM", "truecolor"), ("NO_COLOR", "")]), "dark");
        assert_eq!(theme(&[("TERM", "xterm-256color")]), "16");
        assert_eq!(theme(&[("TERM", "dumb")]), "none");
    }

    #[test]
    fn themes_go_round() {
        for (theme, next) in Theme::ALL.iter().zip(Theme::ALL.iter().cycle().skip(1)) {
            assert_eq!(theme.next(), *next);
        }
    }

    #[test]
    fn only_a_theme_with_another_half_follows_the_background() {
        use Background::{Dark, Light};
        assert_eq!(Theme::DARK.on(Light).name, "light");
        assert_eq!(Theme::LIGHT.on(Dark).name, "dark");
        assert_eq!(Theme::DARK.on(Dark).name, "dark");
        for theme in [&Theme::SIXTEEN, &Theme::PLAIN, &Theme::CONTRAST] {
            assert_eq!(theme.on(Light), theme);
        }
    }
}
