//! Exceptions, with the messages of the command line.

use coverlab::diagnostic::Diagnostic;
use coverlab::error;
use coverlab::support::Failure;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyBaseException, PyValueError};

create_exception!(
    coverlab,
    Error,
    PyValueError,
    "Wrong input, strategy or argument; the message says how to fix it."
);
create_exception!(coverlab, LimitReached, Error, "A limit ended a search before it had an answer.");

create_exception!(coverlab, CallEnded, PyBaseException, "Ends the call of a solver whose time is up.");

/// The exception with the message of `diagnostic`.
pub(crate) fn of_diagnostic(diagnostic: &Diagnostic) -> PyErr {
    let text = diagnostic.render(false);
    Error::new_err(text.strip_prefix("error: ").unwrap_or(&text).to_string())
}

/// The exception for a failed command.
pub(crate) fn of_failure(failure: &Failure) -> PyErr {
    of_diagnostic(failure.diagnostic())
}

/// The exception for an error of the workbench.
pub(crate) fn of_error(error: &error::Error) -> PyErr {
    of_diagnostic(&Diagnostic::of(error))
}
