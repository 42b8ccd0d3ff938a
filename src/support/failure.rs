//! Why a command failed: its exit code and the diagnostic to print, made from every kind of error.

use super::Exit;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_model::{BadSpec, format};
use coverlab_puzzles::RequestError;
use coverlab_techniques::UnknownTechnique;
use std::io;

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
    pub(crate) fn not_below(self, exit: Exit) -> Failure {
        Failure { exit: self.exit.max(exit), ..self }
    }

    /// Whether the failure ends only the work on one input.
    pub(crate) fn ends_one_input(&self) -> bool {
        self.scope == Scope::Input
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

    /// An argument is invalid for the reason `why`.
    pub(crate) fn usage_of(why: &Error) -> Failure {
        Failure::new(Exit::Usage, Diagnostic::of(why))
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

/// Input is missing or malformed, or output cannot be written, or the user interrupted the command.
impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Interrupted => Failure::interrupted(error.to_string()),
            _ => Failure::of_instance(Exit::Input, Diagnostic::of(&error)),
        }
    }
}

/// A strategy, a family or a parameter is unknown.
impl From<BadSpec> for Failure {
    fn from(bad: BadSpec) -> Failure {
        Failure::new(Exit::Usage, Diagnostic::of_spec(&bad))
    }
}

/// A request for puzzles cannot be met.
impl From<RequestError> for Failure {
    fn from(RequestError { what, help }: RequestError) -> Failure {
        Failure::usage(what, help)
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
