//! Reads traces, and explains why a file is not one.

use crate::support::Failure;
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::input::{Bounded, Input};
use coverlab_trace::check::Rejection;
use std::io::{self, BufReader};

/// The remedy for a file that is not a trace.
const NOT_A_TRACE_HELP: &str = "`coverlab trace STRATEGY PUZZLE --out FILE` writes a trace";

/// Opens the trace that `argument` names.
pub(in crate::cmd) fn input(argument: &str) -> Result<Input, Error> {
    Source::stdin_or_file(argument, "a trace")?.open()
}

/// The name of a trace, and a reader of it.
pub(super) fn open(argument: &str) -> Result<(String, BufReader<impl io::Read>), Failure> {
    let Input { name, source, .. } = input(argument)?;
    Ok((name, BufReader::new(Bounded::by_memory(source, None))))
}

/// The diagnostic for a trace called `name` that is malformed or wrong.
pub(in crate::cmd) fn rejected(name: &str, rejection: &Rejection) -> Diagnostic {
    let place = if rejection.line == 0 { name.to_string() } else { format!("{name}:{}", rejection.line) };
    let error = Diagnostic::error(format!("{place}: {}", rejection.what)).help(&rejection.why);
    // A file that is wrong in its first line is probably not a trace.
    if rejection.line <= 1 { error.help(NOT_A_TRACE_HELP) } else { error }
}
