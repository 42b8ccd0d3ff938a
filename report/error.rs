//! An error in a file that a report reads or writes.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// An error in a file. Its message names the file and the line, but not the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The file or folder.
    pub path: PathBuf,
    /// The line, from 1; 0 if the error is not in one line.
    pub line: usize,
    /// The error.
    pub what: String,
    /// The remedy; may be empty.
    pub help: String,
}

impl Error {
    pub(super) fn new(path: &Path, line: usize, what: impl Into<String>, help: impl Into<String>) -> Error {
        Error { path: path.to_path_buf(), line, what: what.into(), help: help.into() }
    }

    /// The error for a file that cannot be read or written.
    pub(crate) fn io(path: &Path, why: &io::Error, help: &str) -> Error {
        Error::new(path, 0, why.to_string(), help)
    }

    /// The error for a file that cannot be written.
    pub(crate) fn unwritable(path: &Path, why: &io::Error) -> Error {
        Error::io(path, why, "can the folder be written to?")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        write!(f, ": {}", self.what.trim_end())
    }
}

impl std::error::Error for Error {}
