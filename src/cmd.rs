//! The commands, one file each, and their exit codes.

mod bar;
mod boards;
pub mod certify;
pub mod check;
pub mod completions;
pub mod convert;
pub mod corpora;
pub mod diff;
pub mod doctor;
pub mod encode;
pub mod explain;
pub mod export;
pub mod families;
pub mod family;
pub mod feed;
pub mod generate;
pub mod help;
pub mod lesson;
mod listing;
pub mod man;
pub mod merge;
pub mod page;
pub(crate) mod puzzle_argument;
pub mod rate;
pub mod report;
pub mod run;
pub mod sat;
pub mod site;
pub mod solve;
pub mod solver;
pub mod strategies;
pub mod submit;
pub mod techniques;
pub mod trace;

use clap::ColorChoice;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_model::memory::{Extent, TooLarge, fits};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// How a command ended, the worst last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The question was answered.
    #[default]
    Answered,
    /// A formula has a model.
    Satisfiable,
    /// A formula has none.
    Unsatisfiable,
    /// The answer is "no".
    No,
    /// A limit was reached; the answer is not known.
    Limit,
    /// Input is missing or malformed, or output cannot be written.
    Input,
    /// The command line makes no sense.
    Usage,
    /// An internal check failed.
    Internal,
    /// The user interrupted.
    Interrupted,
}

impl Exit {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::Satisfiable => 10,
            Exit::Unsatisfiable => 20,
            Exit::No => 1,
            Exit::Usage => 2,
            Exit::Input => 3,
            Exit::Limit => 4,
            Exit::Internal => 5,
            Exit::Interrupted => 130,
        }
    }

    /// How a process of this program has ended, by its exit code.
    #[cfg(target_os = "linux")]
    fn of_code(code: i32) -> Option<Exit> {
        use Exit::{Answered, Input, Internal, Interrupted, Limit, No, Satisfiable, Unsatisfiable, Usage};
        let all = [Answered, Satisfiable, Unsatisfiable, No, Limit, Input, Usage, Internal, Interrupted];
        all.into_iter().find(|exit| i32::from(exit.code()) == code)
    }
}

/// A command that could not do its work.
#[derive(Debug)]
pub struct Failure {
    pub(crate) exit: Exit,
    /// Boxed: failures are rare.
    pub(crate) diagnostic: Box<Diagnostic>,
    scope: Scope,
}

/// The part of a call that a failure ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// The command: its arguments make no sense, or results cannot be written.
    Command,
    /// The work on one of its inputs.
    Input,
}

impl Failure {
    /// Ends with `exit` after `diagnostic`.
    pub fn new(exit: Exit, diagnostic: Diagnostic) -> Failure {
        Failure { exit, diagnostic: Box::new(diagnostic), scope: Scope::Command }
    }

    /// One input cannot be used; the command ends with `exit` after the others.
    pub fn of_instance(exit: Exit, diagnostic: Diagnostic) -> Failure {
        Failure { scope: Scope::Input, ..Failure::new(exit, diagnostic) }
    }

    /// The command line makes no sense.
    pub fn usage(diagnostic: Diagnostic) -> Failure {
        Failure::new(Exit::Usage, diagnostic)
    }

    /// Input is missing or malformed, or output cannot be written.
    pub fn input(diagnostic: Diagnostic) -> Failure {
        Failure::of_instance(Exit::Input, diagnostic)
    }
}

/// Results could not be written. A reader that closes the pipe early (`| head -1`) is no failure; that case
/// is handled in [`crate::cli::run`].
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        let exit = if error.kind() == io::ErrorKind::BrokenPipe { Exit::Answered } else { Exit::Input };
        Failure::new(exit, Diagnostic::error(format!("results cannot be written: {error}")))
    }
}

/// The request would take more memory than there is.
fn too_large(name: &str, large: &TooLarge) -> Failure {
    let error = Diagnostic::error(format!("{name} {large}"));
    Failure::of_instance(
        Exit::Limit,
        error.help("a smaller instance takes less, and so may another encoding"),
    )
}

/// Whether there is memory for an instance of this size and its text.
fn has_room(size: impl Extent) -> Result<(), Failure> {
    let bytes = size.bytes().saturating_mul(TEXT);
    fits(bytes, size).map_err(|large| too_large("its text", &large))
}

/// Memory of an instance and its text, with names, as a multiple of the instance's.
const TEXT: u64 = 5;

/// Result of writing to standard output where that is not all of the work: a reader that closes the pipe
/// early has read enough, and the work goes on.
pub(crate) fn ignore_closed_pipe(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Refuses to write the file `out` if `from` is the same: it would be emptied before it is read.
fn not_the_input(out: &Path, from: &Path) -> Result<(), Failure> {
    let is_same = || Some(out.canonicalize().ok()? == from.canonicalize().ok()?);
    if out.is_file() && is_same() == Some(true) {
        let what = format!("`{}` is both read and written", out.display());
        return Err(Failure::usage(Diagnostic::error(what).help("give another file to write")));
    }
    Ok(())
}

/// Ends the process with what the parser of command lines answers itself: help, the version, or what is wrong.
pub fn exit_with(answer: &clap::Error) -> ! {
    let (color, color_errors) = Terminal::colors(ColorChoice::Auto);
    output::set_colors(color, color_errors);
    let (text, errors) = (answer.render(), answer.use_stderr());
    let text = if (errors && color_errors) || (!errors && color) {
        text.ansi().to_string()
    } else {
        text.to_string()
    };
    let written = if errors {
        output::stderr().write_all(text.as_bytes())
    } else {
        let mut out = output::stdout();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    };
    let code = match ignore_closed_pipe(written) {
        Err(failure) if !answer.use_stderr() => {
            output::note(failure.diagnostic.render(false));
            failure.exit.code().into()
        }
        _ => answer.exit_code(),
    };
    std::process::exit(code)
}

/// Shows a diagnostic on standard error. A failed write there is ignored: no other place could report it.
pub fn show_diagnostic(diagnostic: &Diagnostic, terminal: &Terminal) {
    output::note(diagnostic.render(terminal.color_errors));
}
