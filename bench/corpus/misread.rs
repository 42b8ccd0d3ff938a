//! Places in the files of corpora that are not understood. A run goes on with the other puzzles and
//! says so everywhere: when it begins, in its record, in its report, and by its exit code.

use crate::error::Error;
use coverlab_model::format;
use std::path::Path;

/// Most places that are shown; the rest are counted.
const SHOWN: usize = 20;

/// The places that were not understood.
#[derive(Debug, Default)]
pub struct Misread {
    fail_fast: bool,
    shown: Vec<Error>,
    count: u64,
}

impl Misread {
    /// Nothing so far. With `fail_fast` the first place is the end.
    pub fn new(fail_fast: bool) -> Misread {
        Misread { fail_fast, ..Misread::default() }
    }

    /// A place in the file `path` is not understood.
    ///
    /// # Errors
    /// That is to be the end.
    pub(super) fn take(&mut self, path: &Path, error: format::Error) -> Result<(), Error> {
        let error = Error::Input { path: path.display().to_string(), error };
        if self.fail_fast {
            return Err(error);
        }
        self.count += 1;
        if self.shown.len() < SHOWN {
            self.shown.push(error);
        }
        Ok(())
    }

    /// How many places there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The messages, a line each.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let more = self.count - self.shown.len() as u64;
        let rest = (more > 0).then(|| format!("{more} more places in corpora; left out"));
        self.shown.iter().map(|error| format!("{error}; left out")).chain(rest)
    }
}
