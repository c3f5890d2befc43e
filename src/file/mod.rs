//! Files that people write, in RON: scenarios and the configuration.
//!
//! ```text
//!  bytes ──► text ──► syntax ──► what serde makes of it ──► checks of its own kind
//!             │        (ron)                                   │
//!             └──► outline: where what stands ─────────────────┴──► Report of Faults
//! ```
//!
//! What is wrong with a file is data ([`fault`]), is said in every language ([`crate::lang`]), and is
//! shown with its place ([`report`]).

pub mod fault;
pub mod outline;
pub mod report;
pub mod shapes;
mod source;
pub mod syntax;

use std::fs::File;
use std::io::Read;
use std::path::Path;

pub use fault::{Fault, FaultKind};
pub use report::Report;

/// Largest file.
pub const MAX_FILE_BYTES: usize = 1 << 20;

/// Reads a file's bytes.
///
/// # Errors
/// Why that can't be done.
pub fn read(path: &Path) -> Result<Vec<u8>, Report> {
    let mut bytes = Vec::new();
    // A limit, as a device may never end. One byte more than is allowed tells that there is more.
    let read = File::open(path)
        .and_then(|file| file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes));
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => {
            let kind = FaultKind::Unreadable { kind: error.kind(), message: error.to_string() };
            let name = path.display().to_string();
            Err(Report::new(&name, "", vec![Fault { kind, span: None }]))
        }
    }
}

/// The text that a file's bytes are. The name is for the report.
///
/// # Errors
/// There are too many of them, or they are no text.
pub fn text<'b>(name: &str, bytes: &'b [u8]) -> Result<&'b str, Report> {
    if bytes.len() > MAX_FILE_BYTES {
        let kind = FaultKind::FileTooLarge { max: MAX_FILE_BYTES };
        return Err(Report::new(name, "", vec![Fault { kind, span: None }]));
    }
    match std::str::from_utf8(bytes) {
        // An editor may have put a byte order mark before the text.
        Ok(source) => Ok(source.strip_prefix('\u{FEFF}').unwrap_or(source)),
        Err(error) => {
            let at = error.valid_up_to();
            let kind = FaultKind::NotUtf8 { byte: bytes.get(at).copied().unwrap_or(0) };
            let source = String::from_utf8_lossy(bytes);
            let span = Some(at..at + '\u{FFFD}'.len_utf8());
            Err(Report::new(name, &source, vec![Fault { kind, span }]))
        }
    }
}

/// A name as a report repeats it: of a long one, the beginning.
pub fn clip(name: &str) -> String {
    match name.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &name[..at]),
        None => name.to_owned(),
    }
}
