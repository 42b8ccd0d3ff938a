//! Errors of the workbench, each with its cause and its remedy.

use crate::similar_file::similar_file;
use coverlab_model::{Cancel, format};
use std::any::Any;
use std::fmt;
use std::io;
use std::path::Path;

/// An error that the user can fix.
#[derive(Debug)]
pub enum Error {
    /// A malformed text.
    Input {
        /// The path of the file, or the name of the built-in text.
        path: String,
        /// The error and its place.
        error: format::Error,
    },
    /// Anything else.
    Other {
        /// The failure.
        what: String,
        /// The remedy; may be empty.
        help: String,
    },
    /// The user interrupted the command, which wrote nothing.
    Interrupted,
}

impl Error {
    /// An error without a remedy.
    pub fn new(what: impl Into<String>) -> Error {
        Error::Other { what: what.into(), help: String::new() }
    }

    /// The error for a failed `action` on the file or folder `path`, such as `read the corpus`. Common causes come with
    /// a remedy.
    pub fn file(action: &str, path: &Path, error: &io::Error) -> Error {
        let what = format!("cannot {action} {}: {}", path.display(), cause(error));
        Error::new(what).help(remedy_for_file(action, path, error.kind()))
    }

    /// Sets the remedy, unless the error is malformed input, which has its own, or an interruption.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Error {
        match self {
            Error::Other { what, .. } => Error::Other { what, help: help.into() },
            error => error,
        }
    }
}

/// # Errors
/// `cancel` was raised.
pub fn check_not_cancelled(cancel: &Cancel) -> Result<(), Error> {
    if cancel.is_raised() { Err(Error::Interrupted) } else { Ok(()) }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Input { path, error } => write!(f, "{path}: {error}"),
            Error::Other { what, help } if help.is_empty() => f.write_str(what),
            Error::Other { what, help } => write!(f, "{what} ({help})"),
            Error::Interrupted => f.write_str("interrupted: nothing was written"),
        }
    }
}

impl std::error::Error for Error {}

/// The message of `error`, without the path that `tempfile` adds.
fn cause(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" at path \"").next().unwrap_or_default().to_string()
}

/// The remedy for a failed `action` on the file or folder `path`; may be empty.
fn remedy_for_file(action: &str, path: &Path, kind: io::ErrorKind) -> String {
    let is_new = ["create", "write"].iter().any(|verb| action.starts_with(verb));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
    match (kind, folder) {
        (io::ErrorKind::NotFound, Some(folder)) => {
            format!("there is no folder {}: create it, or correct the path", folder.display())
        }
        (io::ErrorKind::NotFound, None) if path.is_symlink() => {
            "it is a link to a path that does not exist: correct or remove the link".to_string()
        }
        (io::ErrorKind::NotFound, None) if is_new => {
            "choose another path: this folder takes no new files".to_string()
        }
        (io::ErrorKind::NotFound, None) => match similar_file(path) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "correct the path: there is no such file".to_string(),
        },
        (io::ErrorKind::IsADirectory, _) => "give a file: this is a folder".to_string(),
        (io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists, _) => {
            "give a folder: a part of this path is a file".to_string()
        }
        (io::ErrorKind::PermissionDenied, _) => {
            "you may not access it: choose another path, or change its permissions".to_string()
        }
        (io::ErrorKind::ReadOnlyFilesystem, _) => {
            "the file system is read-only: choose another path".to_string()
        }
        (io::ErrorKind::StorageFull, _) => {
            "the disk is full: free some space, or choose another path".to_string()
        }
        (io::ErrorKind::FileTooLarge, _) if is_new => {
            "a file may not be as large here: raise the limit (`ulimit -f`), or choose another path"
                .to_string()
        }
        _ => String::new(),
    }
}

/// The message of a panic; `None` if its payload is not text.
pub fn panic_message(panic: &(dyn Any + Send)) -> Option<&str> {
    panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str))
}

/// Quotes `word` for a shell if it would be ambiguous, in commands that the user may copy.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !"'\"\\$`;&|<>*?()#!~{}[]".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        // This quote of shells knows the same escapes as Rust, so that the command is one line.
        false if word.contains(char::is_control) => format!("$'{}'", word.escape_debug()),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Joins the `words` of a command for display, as a shell reads them.
pub(crate) fn command_line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}
