//! Writes results to standard output and messages to standard error.

use super::Failure;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// Ignores a closed pipe, for commands that do more than write to standard output: the reader has read
/// enough, and the work goes on.
pub(crate) fn ignore_closed_pipe(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Writes `text` to standard output, unless its reader has closed the pipe.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    ignore_closed_pipe(output::stdout().write_all(text.as_bytes()))
}

/// Writes `record` as a JSON object on a line of standard output, unless its reader has closed the pipe.
pub(crate) fn print_json(record: &impl Serialize) -> Result<(), Failure> {
    ignore_closed_pipe(write_json(&mut output::stdout(), record))
}

/// Fails if `out` and `from` are the same file, which would be emptied before it is read.
pub(crate) fn check_not_input(out: &Path, from: &Path) -> Result<(), Failure> {
    if out.is_file() && is_same_file(out, from).unwrap_or(false) {
        let what = format!("`{}` is both read and written", out.display());
        return Err(Failure::usage(what, "write to another file"));
    }
    Ok(())
}

/// Whether two paths lead to one file, through links as well.
#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (one, other) = (one.metadata()?, other.metadata()?);
    Ok((one.dev(), one.ino()) == (other.dev(), other.ino()))
}

/// Whether two paths lead to one file, through symbolic links as well.
#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> io::Result<bool> {
    Ok(one.canonicalize()? == other.canonicalize()?)
}

/// The failure for a file or folder that cannot be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Error::file("write", path, error).into()
}

/// Writes `record` as a JSON object on a line of its own.
pub(crate) fn write_json(out: &mut impl Write, record: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    out.write_all(b"\n")
}

/// Prints a diagnostic to standard error, with `--quiet` only if it is an error. A failed write is ignored, for it could not
/// be reported anywhere.
pub fn show_diagnostic(diagnostic: &Diagnostic, terminal: &Terminal) {
    if diagnostic.is_error() || !terminal.quiet {
        output::note(diagnostic.render(terminal.color_errors));
    }
}
