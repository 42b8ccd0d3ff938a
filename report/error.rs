//! Errors in files that a report reads or writes.

use coverlab_bench::error::Error;
use std::fmt::Display;
use std::path::Path;

/// An error in the file or folder `path`, in a line from 1, or 0 if it is not in one line. The remedy may be empty.
pub(super) fn in_file(path: &Path, line: usize, what: impl Display, help: impl Into<String>) -> Error {
    let place = if line > 0 { format!(", line {line}") } else { String::new() };
    Error::new(format!("{}{place}: {what}", path.display())).help(help)
}
