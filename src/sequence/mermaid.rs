//! The diagram as text that Mermaid draws (`sequenceDiagram`): all steps from the start to the
//! present one, in all lanes that are shown.
//!
//! | here | there |
//! | --- | --- |
//! | a request, a reply | `->>`, `-->>` |
//! | still on its way | `-)`, `--)` |
//! | never arrives | `-x`, `--x` |
//! | a late arrow | its text begins with an ellipsis |
//! | a note | `Note over` its lane |
//! | a band | `Note over` all lanes, in a coloured `rect` unless it only tells the time |

use std::fmt::Write;

use super::{About, Arrow, Band, Content, Fate, Lane, Mark, Note, Telling, rows, wording};
use crate::lang::Label;
use crate::printable::is_unprintable;
use crate::session::MASK;

/// The diagram as a whole file.
pub fn mermaid(telling: &Telling) -> String {
    let session = telling.session;
    let lanes = telling.filter.lanes(session.setup());
    let mut out = String::from("sequenceDiagram\n");
    line(&mut out, 1, &format!("title {}", escaped(session.scenario().title.get(telling.lang))));
    for lane in &lanes {
        let name = escaped(lane.name(session.names(), telling.lang));
        line(&mut out, 1, &format!("participant {} as {name}", id(*lane)));
    }
    let (Some(first), Some(last)) = (lanes.first(), lanes.last()) else { return out };
    let all = match first == last {
        true => id(*first),
        false => format!("{},{}", id(*first), id(*last)),
    };
    let writer = Writer { telling, all };
    for step in session.timeline().path() {
        for row in rows(telling, step) {
            if row.is_first && row.depth > 0 {
                let heading = format!("{} {}", telling.lang.label(Label::Step), row.depth);
                writer.over_all(&mut out, 1, &heading);
            }
            writer.content(&mut out, &row.content);
        }
    }
    out
}

struct Writer<'a> {
    telling: &'a Telling<'a>,
    /// From the first lane to the last, as a note over all of them names them.
    all: String,
}

impl Writer<'_> {
    fn content(&self, out: &mut String, content: &Content) {
        match content {
            Content::Arrow(arrow) => self.arrow(out, arrow),
            Content::Note(note) => self.note(out, note),
            Content::Band(band) => self.band(out, band),
            Content::Hidden => {
                let text = format!("{MASK} {}", wording::hidden(self.telling.lang));
                self.over_all(out, 1, &text);
            }
            Content::Nothing => {}
        }
    }

    fn arrow(&self, out: &mut String, arrow: &Arrow) {
        let line_of = if arrow.is_reply { "--" } else { "-" };
        let head = match arrow.fate {
            Fate::Arrived | Fate::Held => ">>",
            Fate::Sent => ")",
            Fate::Dropped => "x",
        };
        let late = if arrow.is_late { self.telling.glyphs.ellipsis } else { "" };
        let space = if arrow.is_late { " " } else { "" };
        let text = arrow.texts.first().map_or("", String::as_str);
        let text = escaped(&format!("{late}{space}{text}"));
        line(out, 1, &format!("{}{line_of}{head}{}: {text}", id(arrow.from), id(arrow.to)));
    }

    fn note(&self, out: &mut String, note: &Note) {
        let glyphs = self.telling.glyphs;
        let sign = match note.mark {
            Mark::Plain => "",
            Mark::Down => glyphs.death,
            Mark::Up => glyphs.idle,
            Mark::Cut => glyphs.cut,
        };
        let text = note.texts.first().map_or("", String::as_str);
        let text = escaped(format!("{sign} {text}").trim());
        line(out, 1, &format!("Note over {}: {text}", id(note.lane)));
    }

    fn band(&self, out: &mut String, band: &Band) {
        let colour = match band.about {
            About::Start | About::Time => return self.over_all(out, 1, &band.text),
            About::Epoch(_) => "rgb(255, 236, 179)",
            About::Isr | About::Setting => "rgb(207, 226, 243)",
            About::Simplified => "rgb(244, 204, 174)",
            About::Damage => "rgb(244, 190, 190)",
            About::Repair => "rgb(200, 230, 201)",
        };
        line(out, 1, &format!("rect {colour}"));
        self.over_all(out, 2, &band.text);
        line(out, 1, "end");
    }

    fn over_all(&self, out: &mut String, depth: usize, text: &str) {
        line(out, depth, &format!("Note over {}: {}", self.all, escaped(text)));
    }
}

fn line(out: &mut String, depth: usize, text: &str) {
    // A String takes whatever is written.
    let _ = writeln!(out, "{}{text}", "    ".repeat(depth));
}

/// What a lane is called in the file: names may hold anything, these can't.
fn id(lane: Lane) -> String {
    match lane {
        Lane::Producer(producer) => format!("p{}", producer.0),
        Lane::Consumer(consumer) => format!("c{}", consumer.0),
        Lane::Broker(broker) => format!("b{}", broker.0),
        Lane::Controller => "controller".to_owned(),
    }
}

/// A text without anything that means something to Mermaid: `#` and `;` end a text, `<`, `>` and `&`
/// are HTML, `%%` and `$$` begin something else, and so may a colon behind some words.
fn escaped(text: &str) -> String {
    // Behind a colon these words would be taken for something else.
    let lower = text.to_lowercase();
    let is_odd = ["wrap", "style", "classdef"].iter().any(|word| lower.contains(word));
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out += "#lt;",
            '>' => out += "#gt;",
            '&' => out += "#amp;",
            '"' => out += "#quot;",
            ':' if !is_odd => out.push(c),
            '#' | ';' | ':' | '%' | '$' | '\\' | '`' => {
                let _ = write!(out, "#{};", u32::from(c));
            }
            c if is_unprintable(c) || c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    match out.trim() {
        // Something has to stand there.
        "" => "-".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_to_mermaid_is_written_as_an_entity() {
        assert_eq!(escaped("a;b#c"), "a#59;b#35;c");
        assert_eq!(escaped("wrap: <br/>&\"%%{"), "wrap#58; #lt;br/#gt;#amp;#quot;#37;#37;{");
        assert_eq!(escaped("one\ntwo\u{7}"), "one two");
        assert_eq!(escaped("樱桃 {A B}"), "樱桃 {A B}");
        assert_eq!(escaped("LOST: m2"), "LOST: m2");
        assert_eq!(escaped("\n"), "-");
    }
}
