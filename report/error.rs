//! Errors in a file of a report.

use std::fmt;
use std::path::{Path, PathBuf};

/// An error in a file, its place, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1; 0: the file as a whole.
    pub line: usize,
    /// The error.
    pub what: String,
    /// The remedy.
    pub help: String,
}

impl Error {
    pub(super) fn new(path: &Path, line: usize, what: impl Into<String>, help: impl Into<String>) -> Error {
        Error { path: path.to_path_buf(), line, what: what.into(), help: help.into() }
    }

    /// An error of the system on a file.
    pub(crate) fn of(path: &Path, why: &std::io::Error, help: &str) -> Error {
        Error::new(path, 0, why.to_string(), help)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        write!(f, ": {}", self.what.trim_end())?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "\n  help: {}", self.help) }
    }
}

impl std::error::Error for Error {}
