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

mod escape;
pub mod fault;
pub mod outline;
pub mod report;
pub mod shapes;
mod source;
pub mod syntax;

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::Path;

pub use fault::{Fault, FaultKind};
pub use report::Report;

/// Largest file.
pub const MAX_FILE_BYTES: usize = 1 << 20;

/// Reads a file's bytes. A pipe, a socket or a device is no file: to open or read it may wait for
/// ever.
///
/// # Errors
/// Why that can't be done.
pub fn read(path: &Path) -> Result<Vec<u8>, Report> {
    read_if(path, |kind| kind.is_file())
}

/// Reads the bytes of a file, or of a device such as `/dev/null`.
///
/// # Errors
/// Why that can't be done.
pub fn read_or_device(path: &Path) -> Result<Vec<u8>, Report> {
    read_if(path, |kind| kind.is_file() || is_character_device(kind))
}

/// As much of a stream as a file may have, and one byte more, which tells that there is more: a pipe
/// or a device may never end.
///
/// # Errors
/// What the stream says.
pub fn read_limited(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_if(path: &Path, is_readable: impl Fn(FileType) -> bool) -> Result<Vec<u8>, Report> {
    let unreadable =
        |error: io::Error| FaultKind::Unreadable { kind: error.kind(), message: error.to_string() };
    let read = match fs::metadata(path) {
        Err(error) => Err(unreadable(error)),
        // The system says best itself why a folder can't be read.
        Ok(found) if !found.is_dir() && !is_readable(found.file_type()) => Err(FaultKind::NotAFile),
        Ok(_) => File::open(path).and_then(read_limited).map_err(unreadable),
    };
    read.map_err(|kind| {
        let name = path.display().to_string();
        Report::new(&name, "", vec![Fault { kind, span: None }])
    })
}

#[cfg(unix)]
fn is_character_device(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&kind)
}

#[cfg(not(unix))]
fn is_character_device(_: FileType) -> bool {
    false
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
