//! `replicascope export`: the screen as a picture or as text, and a whole script as a recording.
//!
//! ```text
//!  scenario ─► Session at a step ─► frame::draw, the same drawing as in the terminal
//!                                        │
//!                    ┌─────────┬─────────┴─┬──────────────┐
//!                   svg    text::plain  text::coloured   cast, a frame a step
//!                    └─────────┴─────────┬─┴──────────────┘
//!                                        ▼
//!                              target: whole files or none
//! ```
//!
//! The sequence diagram for Mermaid is made from the session itself ([`crate::sequence`]).
//!
//! What a question hides stays hidden, for the drawing hides it. Nothing here depends on the
//! terminal, the time or the machine: the same call makes the same bytes.

mod args;
mod cast;
mod frame;
mod palette;
mod size;
mod strokes;
mod svg;
mod target;
#[cfg(test)]
mod tests;
mod text;
mod wording;

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use crate::lang::{Label, Lang};
use crate::replay::Twin;
use crate::scenario::Scenario;
use crate::sequence::{Filter, Telling, mermaid};
use crate::session::Session;
use crate::tui::ui::Ui;
use crate::tui::view;

pub use args::{ExportArgs, Format, Outputs};
pub use cast::record;
pub use frame::draw;
pub use palette::{Paper, Rgb, SIXTEEN};
pub use size::{MAX_COLUMNS, MAX_ROWS, NotASize, Size};
pub use svg::{Caption, svg};
pub use target::{Target, deliver, foresee};
pub use text::{coloured, plain};

use target::Delivery;

/// What can be wrong with an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The script has no such step.
    Step {
        /// The step that was asked for.
        asked: usize,
        /// The last one that there is.
        last: usize,
    },
    /// Two outputs were to go to the standard output.
    OneStdout,
    /// Two outputs were to go to the same file.
    SameFile(PathBuf),
    /// The file is there already, and nobody said to replace it.
    Exists(PathBuf),
    /// A folder, a device or a pipe: nothing to be replaced by a file.
    NotAFile(PathBuf),
    /// A file can't be written.
    CantWrite {
        /// The file.
        path: PathBuf,
        /// Why not, in the operating system's words.
        why: String,
    },
    /// The standard output can't be written, in the operating system's words.
    Stdout(String),
}

impl Error {
    /// What is wrong, as a sentence.
    pub fn tell(&self, lang: Lang) -> String {
        wording::error(self, lang)
    }
}

/// Does what the arguments say with a scenario, in the screen's language, colours and signs.
///
/// # Errors
/// What is wrong; then no file has been touched, unless a disk failed between two.
pub fn run(scenario: Scenario, args: &ExportArgs, mut ui: Ui) -> Result<(), Error> {
    let outputs = args.outputs.each();
    apart(&outputs)?;
    let session = at_step(scenario, args.step)?;
    let lang = ui.lang;
    frame::aim(&mut ui, &session);
    ui.twin = Twin::as_written(&session).map(Rc::new);
    let size = args.size;
    let frame = draw(&session, &ui, size);
    let write = |format| match format {
        Format::Svg => svg(&frame, Paper::of(&ui.theme), lang, &caption(&session, lang)),
        Format::Text => plain(&frame),
        Format::Ansi => coloured(&frame),
        Format::Cast => record(&session, &ui, size),
        Format::Mermaid => sequence(&session, &ui),
    };
    let deliveries: Vec<Delivery> =
        outputs.into_iter().map(|(format, to)| (to.clone(), write(format).into_bytes())).collect();
    deliver(&deliveries, args.force)
}

/// The sequence diagram up to the present step, for Mermaid. A masked answer stays masked.
pub fn sequence(session: &Session, ui: &Ui) -> String {
    mermaid(&Telling {
        session,
        lang: ui.lang,
        glyphs: ui.glyphs,
        partition: None,
        filter: Filter::default(),
        hides: &view::hides(session, ui),
    })
}

/// A session at a step of its script; without one, at the last.
///
/// # Errors
/// There is no such step.
pub fn at_step(scenario: Scenario, step: Option<usize>) -> Result<Session, Error> {
    let mut session = Session::new(Arc::new(scenario));
    let last = session.position().of;
    let step = step.unwrap_or(last);
    if step > last {
        return Err(Error::Step { asked: step, last });
    }
    while session.position().step < step && session.forward() {}
    Ok(session)
}

/// What a picture of a session says to those who can't see it. A masked answer stays masked.
pub fn caption(session: &Session, lang: Lang) -> Caption {
    let scenario = session.scenario();
    let position = session.position();
    let place = match position.step {
        0 => lang.label(Label::Start).to_owned(),
        step => format!("{} {step}/{}", lang.label(Label::Step), position.of),
    };
    let title = format!("{}, {place}", scenario.title.get(lang));
    let told = session
        .narration(lang)
        .or_else(|| scenario.summary.as_ref().map(|text| text.get(lang).clone()));
    let asked =
        session.question(lang).map(|text| format!("{}: {text}", lang.label(Label::Question)));
    let description = [told, asked].into_iter().flatten().collect::<Vec<_>>().join("\n");
    Caption { title, description }
}

/// Whether each output has a place of its own.
fn apart(outputs: &[(Format, &Target)]) -> Result<(), Error> {
    for (at, (_, target)) in outputs.iter().enumerate() {
        if outputs.iter().skip(at + 1).any(|(_, other)| other == target) {
            return Err(match target {
                Target::Stdout => Error::OneStdout,
                Target::File(path) => Error::SameFile(path.clone()),
            });
        }
    }
    Ok(())
}
