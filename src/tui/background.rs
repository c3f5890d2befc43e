//! Whether the terminal is light or dark: asked once, while the first frame is already drawn.
//!
//! The question (OSC 11, `?`) costs nothing where nobody answers it. The answer comes between the
//! keys, as a terminal has one way to talk: `ESC ] 11 ; rgb:ffff/ffff/ffff BEL`. A program that waits
//! for it and reads the terminal itself takes the keys that were typed ahead for a part of it, and
//! after its time-out leaves a late answer, over a slow ssh, to be taken for keys: `r` starts a
//! broker. So nobody waits here, and the answer is picked out of what the terminal reports, whenever
//! it comes. Every key that is no part of it goes through, in order.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// OSC 11 with a question mark: which colour is the background?
const QUESTION: &[u8] = b"\x1b]11;?\x07";
/// How long an answer is looked for. After that, Alt-] is a key again.
const PATIENCE: Duration = Duration::from_secs(10);
/// What every answer begins with, once its `ESC ]` is off.
const OPENING: &str = "11;";
/// Longer than any answer.
const MAX_ANSWER: usize = 64;

/// Whether a terminal's background is light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// Dark: text is light.
    Dark,
    /// Light: text is dark.
    Light,
}

/// Looks for the answer among what the terminal reports.
#[derive(Debug)]
pub struct Listener {
    until: Instant,
    /// What may be the answer: its events, to be given back if it is none.
    held: Vec<Event>,
    /// The characters of the answer, without its `ESC ]`.
    text: String,
}

/// What came of an event.
#[derive(Debug, PartialEq)]
pub enum Heard {
    /// These are no part of an answer.
    Keys(Vec<Event>),
    /// It may be a part of an answer.
    Nothing,
    /// The answer, if it could be read.
    Answer(Option<Background>),
}

/// Asks the terminal. It must be in raw mode, or the answer is echoed.
///
/// # Errors
/// The terminal is gone.
pub fn ask(out: &mut impl Write, now: Instant) -> io::Result<Listener> {
    out.write_all(QUESTION)?;
    out.flush()?;
    Ok(Listener { until: now + PATIENCE, held: Vec::new(), text: String::new() })
}

impl Listener {
    /// Whether an answer may still come.
    pub fn is_patient(&self, now: Instant) -> bool {
        now < self.until || !self.held.is_empty()
    }

    /// Takes what the terminal reports.
    pub fn hear(&mut self, event: Event) -> Heard {
        let Some(key) = pressed(&event) else { return self.none_of_it(event) };
        if self.held.is_empty() {
            // ESC ] looks like Alt and ].
            if (key.code, key.modifiers) != (KeyCode::Char(']'), KeyModifiers::ALT) {
                return Heard::Keys(vec![event]);
            }
            self.held.push(event);
            return Heard::Nothing;
        }
        // It ends with BEL, which looks like Ctrl-G, or with ESC \.
        let is_end = matches!(
            (key.code, key.modifiers),
            (KeyCode::Char('g'), KeyModifiers::CONTROL) | (KeyCode::Char('\\'), KeyModifiers::ALT)
        );
        if is_end && self.text.starts_with(OPENING) {
            let answer = background(self.text.trim_start_matches(OPENING));
            self.held.clear();
            self.text.clear();
            return Heard::Answer(answer);
        }
        let plain = key.modifiers.difference(KeyModifiers::SHIFT).is_empty();
        match key.code {
            KeyCode::Char(c) if plain && c.is_ascii() && self.may_go_on_with(c) => {
                self.text.push(c);
                self.held.push(event);
                Heard::Nothing
            }
            _ => self.none_of_it(event),
        }
    }

    fn may_go_on_with(&self, c: char) -> bool {
        let expected = OPENING.chars().nth(self.text.len());
        expected.is_none_or(|expected| expected == c) && self.text.len() < MAX_ANSWER
    }

    fn none_of_it(&mut self, event: Event) -> Heard {
        self.text.clear();
        let mut keys = std::mem::take(&mut self.held);
        keys.push(event);
        Heard::Keys(keys)
    }
}

fn pressed(event: &Event) -> Option<&KeyEvent> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Press => Some(key),
        _ => None,
    }
}

/// The background that a colour makes: `rgb:ffff/ffff/ffff`, with one to four digits each.
fn background(colour: &str) -> Option<Background> {
    let parts = colour.strip_prefix("rgb:").or_else(|| colour.strip_prefix("rgba:"))?;
    let mut channels = parts.split('/').map(|digits| {
        let most = 16_u32.checked_pow(digits.len() as u32).filter(|_| digits.len() <= 4)? - 1;
        let value = u32::from_str_radix(digits, 16).ok()?;
        (most > 0).then(|| f64::from(value) / f64::from(most))
    });
    let mut next = || channels.next().flatten();
    let (red, green, blue) = (next()?, next()?, next()?);
    // How light each is to the eye (ITU-R BT.601). Between mid-grey and white, dark text reads
    // better.
    let lightness = 0.299 * red + 0.587 * green + 0.114 * blue;
    Some(if lightness > 0.5 { Background::Light } else { Background::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listener() -> Listener {
        ask(&mut Vec::new(), Instant::now()).expect("a buffer takes the question")
    }

    /// The events that a terminal's bytes are reported as: `⎋` makes the next key one with Alt.
    fn events(bytes: &str) -> Vec<Event> {
        let mut alt = KeyModifiers::NONE;
        let mut events = Vec::new();
        for c in bytes.chars() {
            let (code, modifiers) = match c {
                '⎋' => {
                    alt = KeyModifiers::ALT;
                    continue;
                }
                '\x07' => (KeyCode::Char('g'), KeyModifiers::CONTROL),
                c => (KeyCode::Char(c), KeyModifiers::NONE),
            };
            events.push(Event::Key(KeyEvent::new(code, modifiers | alt)));
            alt = KeyModifiers::NONE;
        }
        events
    }

    /// What goes through, and the answer.
    fn heard(bytes: &str) -> (Vec<Event>, Option<Background>) {
        let mut listener = listener();
        let (mut keys, mut answer) = (Vec::new(), None);
        for event in events(bytes) {
            match listener.hear(event) {
                Heard::Keys(events) => keys.extend(events),
                Heard::Nothing => {}
                Heard::Answer(background) => answer = background,
            }
        }
        (keys, answer)
    }

    #[test]
    fn the_answer_is_picked_out_from_between_the_keys() {
        let (keys, answer) = heard("nn⎋]11;rgb:ffff/ffff/dddd\x07s");
        assert_eq!((keys, answer), (events("nns"), Some(Background::Light)));
        let (keys, answer) = heard("⎋]11;rgb:1e/1e/1e⎋\\n");
        assert_eq!((keys, answer), (events("n"), Some(Background::Dark)));
    }

    #[test]
    fn what_only_begins_like_an_answer_goes_through_in_order() {
        for keys in ["⎋]n", "⎋]12n", "⎋]1⎋]", "s⎋]1\x07", "⎋[11"] {
            let mut sent = events(keys);
            sent.extend(events("q"));
            assert_eq!(heard(&format!("{keys}q")), (sent, None), "{keys}");
        }
    }

    #[test]
    fn an_answer_that_cannot_be_read_does_no_harm() {
        for answer in ["rgb:", "rgb:zz/00/00", "rgb:fffff/0/0", "rgb://", "hsl:1/2/3", ""] {
            assert_eq!(heard(&format!("⎋]11;{answer}\x07")), (Vec::new(), None), "{answer}");
        }
        let endless = "f".repeat(200);
        let (keys, _) = heard(&format!("⎋]11;{endless}"));
        assert_eq!(keys.len(), 4 + 200);
    }

    #[test]
    fn a_colour_is_light_or_dark_to_the_eye() {
        for (colour, is) in [
            ("rgb:0000/0000/0000", Background::Dark),
            ("rgb:fdfd/f6f6/e3e3", Background::Light),
            ("rgb:0000/2b2b/3636", Background::Dark),
            ("rgb:f/f/f", Background::Light),
            ("rgb:00/00/ff", Background::Dark),
            ("rgb:00/ff/00", Background::Light),
            ("rgba:ffff/ffff/ffff/8000", Background::Light),
        ] {
            assert_eq!(background(colour), Some(is), "{colour}");
        }
    }

    #[test]
    fn patience_ends() {
        let now = Instant::now();
        let listener = ask(&mut Vec::new(), now).expect("a buffer takes the question");
        assert!(listener.is_patient(now));
        assert!(!listener.is_patient(now + PATIENCE));
    }
}
