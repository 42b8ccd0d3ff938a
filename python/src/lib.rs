//! The module `coverlab._coverlab`: what the Python package `coverlab` does in Rust.
//!
//! `instance` holds instances, `conversion` makes Python objects of solutions and reads them, `search` solves, counts and
//! proves, `solutions` lists, `record` runs experiments, with solvers that are written in Python (`solver`), and `view`
//! traces and explains. The Python files beside it give these a Python interface and its documentation.

#![allow(
    clippy::needless_pass_by_value,
    reason = "arguments of functions that Python calls are converted to values"
)]

mod answer;
mod conversion;
mod errors;
mod instance;
mod interrupt;
mod record;
mod search;
mod solutions;
mod solver;
mod view;

use coverlab::cli;
use pyo3::prelude::*;
use std::ffi::OsString;

#[pymodule]
mod _coverlab {
    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::errors::{CallEnded, Error, LimitReached};
    #[pymodule_export]
    use super::instance::Instance;
    #[pymodule_export]
    use super::record::{comparison, execute, experiment, findings, names_strategy, write_report};
    #[pymodule_export]
    use super::search::{Request, count, prove, solve};
    #[pymodule_export]
    use super::solutions::{Solutions, solutions};
    #[pymodule_export]
    use super::view::{Trace, explain, strategies, trace};
    #[pymodule_export]
    use super::{main, set_command};
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name that Python packages use")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}

/// Runs the command line `words`, whose first is the program's name; its exit code. Some commands end the process.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    coverlab_supervise::init_with(&words[1..]);
    coverlab::build_info::set(coverlab::BUILD);
    py.detach(|| cli::run(&cli::read_from(words)))
}

/// Names the command that runs `main`, for searches in processes of their own.
#[pyfunction]
fn set_command(command: Vec<OsString>) {
    coverlab_supervise::set_own_command(command);
    coverlab::build_info::set(coverlab::BUILD);
}
