//! Malformed puzzles in corpora. A run skips them and reports them at its start, in its record, in its report, and by
//! its exit code.

use crate::error::Error;
use coverlab_model::format;
use std::path::Path;

/// Maximum number of errors shown; the rest are only counted.
const MAX_SHOWN: usize = 20;

/// The malformed puzzles of all corpora.
#[derive(Debug, Default)]
pub struct Misread {
    fail_fast: bool,
    shown: Vec<Error>,
    count: u64,
}

impl Misread {
    /// An empty list. With `fail_fast`, the first malformed puzzle is an error.
    pub fn new(fail_fast: bool) -> Misread {
        Misread { fail_fast, ..Misread::default() }
    }

    /// Adds a malformed puzzle in the file `path`.
    ///
    /// # Errors
    /// The error itself, with `fail_fast`.
    pub(super) fn take(&mut self, path: &Path, error: format::Error) -> Result<(), Error> {
        let error = Error::Input { path: path.display().to_string(), error };
        if self.fail_fast {
            return Err(error);
        }
        self.count += 1;
        if self.shown.len() < MAX_SHOWN {
            self.shown.push(error);
        }
        Ok(())
    }

    /// The number of malformed puzzles.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The messages, one line each.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let more = self.count - self.shown.len() as u64;
        let rest = (more > 0).then(|| format!("{more} more malformed puzzles in corpora; left out"));
        self.shown.iter().map(|error| format!("{error}; left out")).chain(rest)
    }
}
