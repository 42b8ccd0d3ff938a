//! Malformed puzzles in corpora. A run skips them. It reports them at its start, in its record and by its exit code.

use crate::error::Error;
use coverlab_model::format;
use std::path::Path;

/// Maximum number of errors that are kept; the rest are only counted.
const MAX_SHOWN: usize = 20;

/// The malformed puzzles of all corpora of a run.
#[derive(Debug, Default)]
pub struct MisreadPuzzles {
    fail_fast: bool,
    shown: Vec<Error>,
    count: u64,
}

impl MisreadPuzzles {
    /// An empty list. With `fail_fast`, adding a puzzle fails.
    pub fn new(fail_fast: bool) -> MisreadPuzzles {
        MisreadPuzzles { fail_fast, ..MisreadPuzzles::default() }
    }

    /// Adds a puzzle of the file `path` that is malformed because of `error`.
    ///
    /// # Errors
    /// `error`, with `fail_fast`.
    pub(super) fn add(&mut self, path: &Path, error: format::Error) -> Result<(), Error> {
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

    /// A message for each of the first puzzles, and one that counts the others.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let hidden = self.count - self.shown.len() as u64;
        let rest = (hidden > 0).then(|| format!("{hidden} more malformed puzzles in corpora; left out"));
        self.shown.iter().map(|error| format!("{error}; left out")).chain(rest)
    }
}
