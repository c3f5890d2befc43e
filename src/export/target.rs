//! Where what is exported goes: to the standard output, or into files that are whole or not there.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::Error;
use crate::run::all_written;

/// Where something goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The standard output.
    Stdout,
    /// A file.
    File(PathBuf),
}

impl Target {
    /// A target by its name on the command line, where `-` is the standard output.
    pub fn named(name: &OsStr) -> Target {
        match name == "-" {
            true => Target::Stdout,
            false => Target::File(name.into()),
        }
    }
}

/// What is to be written where.
pub type Delivery = (Target, Vec<u8>);

/// Writes everything, or, where something is wrong beforehand, nothing. A file that is there is
/// replaced only if `force` says so.
///
/// # Errors
/// What can't be written, and why.
pub fn deliver(deliveries: &[Delivery], force: bool) -> Result<(), Error> {
    // All that can be known to fail does so before anything can be seen.
    let mut staged = Vec::new();
    for (target, content) in deliveries {
        if let Target::File(path) = target {
            staged.push(Staged::new(path, content, force)?);
        }
    }
    for (target, content) in deliveries {
        if *target == Target::Stdout {
            to_stdout(content)?;
        }
    }
    staged.into_iter().try_for_each(|file| file.publish(force))
}

/// Whether something could be written there, as far as can be known beforehand: for what is written after
/// long work.
///
/// # Errors
/// Why it can't be.
pub fn foresee(target: &Target, force: bool) -> Result<(), Error> {
    match target {
        Target::File(path) => Staged::new(path, &[], force).map(drop),
        Target::Stdout => Ok(()),
    }
}

fn to_stdout(content: &[u8]) -> Result<(), Error> {
    let done = all_written(io::stdout().lock(), content);
    done.map_err(|error| Error::Stdout(error.to_string()))
}

/// A file that is complete and on the disk, but does not have its name yet.
struct Staged {
    file: NamedTempFile,
    /// Where it goes: behind a link, what that points to.
    path: PathBuf,
    /// What the person calls it.
    name: PathBuf,
}

impl Staged {
    fn new(name: &Path, content: &[u8], force: bool) -> Result<Staged, Error> {
        let failed = |error: io::Error| cant_write(name, &error);
        let (path, old) = match fs::metadata(name) {
            Ok(old) if !old.is_file() => return Err(Error::NotAFile(name.to_owned())),
            Ok(_) if !force => return Err(Error::Exists(name.to_owned())),
            Ok(old) => (fs::canonicalize(name).map_err(failed)?, Some(old)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (name.to_owned(), None),
            Err(error) => return Err(failed(error)),
        };
        let mut file = beside(&path).map_err(failed)?;
        file.write_all(content).map_err(failed)?;
        if let Some(old) = old {
            file.as_file().set_permissions(old.permissions()).map_err(failed)?;
        }
        file.as_file().sync_all().map_err(failed)?;
        Ok(Staged { file, path, name: name.to_owned() })
    }

    /// Gives it its name.
    fn publish(self, force: bool) -> Result<(), Error> {
        let Staged { file, path, name } = self;
        let done = match force {
            true => file.persist(&path),
            // It was not there before, but it may be now.
            false => file.persist_noclobber(&path),
        };
        match done {
            Ok(_) => {
                remember(folder(&path));
                Ok(())
            }
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(Error::Exists(name))
            }
            Err(failed) => Err(cant_write(&name, &failed.error)),
        }
    }
}

fn cant_write(name: &Path, error: &io::Error) -> Error {
    Error::CantWrite { path: name.to_owned(), why: error.to_string() }
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// An empty file in the folder of another, for a name can only be given within a file system. It
/// goes away if nothing comes of it.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".replicascope-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What other programs create has these, too, less what the user's mask takes away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder(path))
}

/// Puts a folder's new entry on the disk. Some file systems can't, and the file is whole anyway.
fn remember(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
