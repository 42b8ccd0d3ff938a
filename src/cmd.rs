//! The commands, one file each, and their exit codes.

mod bar;
mod boards;
pub mod certify;
pub mod check;
pub mod compare;
pub(crate) mod completions;
pub mod convert;
pub mod diff;
pub mod doctor;
pub mod explain;
pub mod family;
pub mod feed;
pub mod generate;
pub mod help;
pub mod instance;
mod interrupt;
pub mod lesson;
pub mod list;
pub mod merge;
pub mod page;
mod picture;
pub(crate) mod puzzle_argument;
pub mod rate;
pub mod report;
pub mod run;
pub mod sat;
pub mod site;
pub mod solve;
mod strategy_rows;
pub mod submit;
pub mod trace;

use clap::ColorChoice;
use clap::error::ErrorKind;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_model::memory::{Extent, TooLarge, fits};
use coverlab_model::{BadSpec, format};
use coverlab_techniques::UnknownTechnique;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// How a command ended, from best to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The question was answered.
    #[default]
    Answered,
    /// A formula is satisfiable.
    Satisfiable,
    /// A formula is unsatisfiable.
    Unsatisfiable,
    /// The answer is "no".
    No,
    /// A limit was reached before the answer was known.
    Limit,
    /// Input is missing or malformed, or output cannot be written.
    Input,
    /// The command line is invalid.
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

    /// The variant whose exit code is `code`.
    fn of_code(code: i32) -> Option<Exit> {
        use Exit::{Answered, Input, Internal, Interrupted, Limit, No, Satisfiable, Unsatisfiable, Usage};
        let all = [Answered, Satisfiable, Unsatisfiable, No, Limit, Input, Usage, Internal, Interrupted];
        all.into_iter().find(|exit| i32::from(exit.code()) == code)
    }
}

/// Why a command failed.
#[derive(Debug)]
pub struct Failure {
    pub(crate) exit: Exit,
    /// Boxed: failures are rare.
    pub(crate) diagnostic: Box<Diagnostic>,
    scope: Scope,
}

/// How much of a command a failure ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// The whole command: its arguments are invalid, or results cannot be written.
    Command,
    /// Only the work on one of its inputs.
    Input,
    /// The whole command, without a message: the reader of its results has read enough.
    ClosedPipe,
}

impl Failure {
    /// Ends the command with `exit` after it has printed `diagnostic`.
    pub fn new(exit: Exit, diagnostic: Diagnostic) -> Failure {
        Failure { exit, diagnostic: Box::new(diagnostic), scope: Scope::Command }
    }

    /// Skips one input; after the others the command ends with `exit`.
    pub fn of_instance(exit: Exit, diagnostic: Diagnostic) -> Failure {
        Failure { scope: Scope::Input, ..Failure::new(exit, diagnostic) }
    }

    /// This failure, with an exit at least as bad as `exit`.
    fn not_below(self, exit: Exit) -> Failure {
        Failure { exit: self.exit.max(exit), ..self }
    }

    /// Whether the reader of the results closed the pipe, which needs no message.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        self.scope == Scope::ClosedPipe
    }

    /// The diagnostic that explains the failure.
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.diagnostic
    }

    /// The command line is invalid: the error and its remedy, which may be empty.
    pub fn usage(what: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::new(Exit::Usage, Diagnostic::error(what).help(help))
    }

    /// An internal check failed, or something failed that the user cannot fix.
    pub(crate) fn internal(what: impl Into<String>) -> Failure {
        Failure::new(Exit::Internal, Diagnostic::error(what))
    }

    /// The user interrupted the command; `what` says what it had done.
    pub(crate) fn interrupted(what: impl Into<String>) -> Failure {
        Failure::new(Exit::Interrupted, Diagnostic::error(what))
    }

    /// The text of the input called `name` is malformed.
    pub fn malformed(name: &str, error: &format::Error) -> Failure {
        Failure::of_instance(Exit::Input, Diagnostic::of_input(name, error))
    }

    /// Input is missing or malformed, or output cannot be written: the error and its remedy, which may be empty.
    pub fn input(what: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::of_instance(Exit::Input, Diagnostic::error(what).help(help))
    }
}

/// Input is missing or malformed, or output cannot be written.
impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::of_instance(Exit::Input, Diagnostic::of(&error))
    }
}

/// A strategy, a family or a parameter is unknown.
impl From<BadSpec> for Failure {
    fn from(bad: BadSpec) -> Failure {
        Failure::new(Exit::Usage, Diagnostic::of_spec(&bad))
    }
}

/// A technique is unknown.
impl From<UnknownTechnique> for Failure {
    fn from(unknown: UnknownTechnique) -> Failure {
        let list = || "`coverlab list techniques` lists them".to_string();
        Failure::usage(unknown.to_string(), unknown.suggestion().unwrap_or_else(list))
    }
}

/// Results could not be written. If a reader closes the pipe early (`| head -1`), the command ends without a message and
/// with the exit of the answers so far.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        let failure =
            Failure::new(Exit::Input, Diagnostic::error(format!("results cannot be written: {error}")));
        match error.kind() {
            io::ErrorKind::BrokenPipe => {
                Failure { exit: Exit::Answered, scope: Scope::ClosedPipe, ..failure }
            }
            _ => failure,
        }
    }
}

/// The request needs more memory than this machine has.
fn too_large(name: &str, large: &TooLarge) -> Failure {
    let error = Diagnostic::error(format!("{name} {large}"));
    Failure::of_instance(
        Exit::Limit,
        error.help("a smaller instance needs less memory, and another encoding may need less, too"),
    )
}

/// Fails if an instance of this size and its text do not fit into memory.
fn has_room(size: impl Extent) -> Result<(), Failure> {
    let bytes = size.bytes().saturating_mul(MEMORY_FACTOR);
    fits(bytes, size).map_err(|large| too_large("its text", &large))
}

/// Memory of an instance with its text and names, as a multiple of the instance's own.
const MEMORY_FACTOR: u64 = 5;

/// Ignores a closed pipe, for commands that do more than write to standard output: the reader has read
/// enough, and the work goes on.
pub(crate) fn ignore_closed_pipe(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Fails if `out` and `from` are the same file, which would be emptied before it is read.
fn not_the_input(out: &Path, from: &Path) -> Result<(), Failure> {
    let is_same = || Some(out.canonicalize().ok()? == from.canonicalize().ok()?);
    if out.is_file() && is_same() == Some(true) {
        let what = format!("`{}` is both read and written", out.display());
        return Err(Failure::usage(what, "write to another file"));
    }
    Ok(())
}

/// Prints clap's own answer (help, the version, or a usage error) and ends the process.
pub fn exit_with(answer: &clap::Error) -> ! {
    let (color, color_errors) = Terminal::colors(ColorChoice::Auto);
    output::set_colors(color, color_errors);
    let (text, errors) = (answer.render(), answer.use_stderr());
    let text = if (errors && color_errors) || (!errors && color) {
        text.ansi().to_string()
    } else {
        text.to_string()
    };
    let text = if answer.kind() == ErrorKind::ValueValidation { in_plain_words(&text) } else { text };
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

/// The failure for a file or folder that cannot be written.
fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Error::file("write", path, error).into()
}

/// `text` of clap with plain words for the reasons why Rust could not parse a number.
fn in_plain_words(text: &str) -> String {
    text.replace("invalid digit found in string", "write a whole number, 0 or more")
        .replace("number too large to fit in target type", "the number is too large")
}

/// The options that have a value, as words of a command line. The value of a flag is empty.
fn option_words<'a>(options: impl IntoIterator<Item = (&'a str, Option<String>)>) -> Vec<String> {
    let given = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
    given.map(|(name, value)| format!("{name} {value}").trim_end().to_string()).collect()
}

/// The value of a flag for [`option_words`].
fn flag(is_set: bool) -> Option<String> {
    is_set.then(String::new)
}

/// Writes `record` as a JSON object on a line of its own.
fn write_json(out: &mut impl Write, record: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    out.write_all(b"\n")
}

/// The requested number of threads; 0: one per processor.
fn threads(requested: usize) -> usize {
    if requested > 0 { requested } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// Prints a diagnostic to standard error. A failed write is ignored, for it could not be reported anywhere.
pub fn show_diagnostic(diagnostic: &Diagnostic, terminal: &Terminal) {
    output::note(diagnostic.render(terminal.color_errors));
}
