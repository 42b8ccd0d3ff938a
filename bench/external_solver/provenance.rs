//! Describes an external solver in the record: its file, its version and its definition.

use super::checked_definition::Solver;
use super::process::memory_limits;
use crate::error::command_line;
use crate::input::{self, Accept};
use crate::record::SolverInfo;
use crate::text::excerpt;
use coverlab_supervise::{Job, JobEnd, JobLimits, JobReport, Supervisor};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Maximum CPU time that a program may take to print its version.
const VERSION_LIMIT: Duration = Duration::from_secs(10);

/// The description of `solver`.
pub(super) fn solver_info(solver: &Solver) -> SolverInfo {
    let program = solver.program();
    SolverInfo {
        definition: solver.definition.clone(),
        version: program.as_ref().and_then(|_| version(solver)).unwrap_or_default(),
        program: program.map(|path| path.to_string_lossy().into_owned()).unwrap_or_default(),
        checksums: checksums(solver).clone(),
    }
}

/// BLAKE3 checksums of the program of `solver` and of its scripts by their paths, as they are at the first call.
pub(super) fn checksums(solver: &Solver) -> &BTreeMap<String, String> {
    solver.checksums.get_or_init(|| {
        let files = solver.program().into_iter().chain(solver.scripts());
        files.filter_map(|path| Some((path.to_string_lossy().into_owned(), checksum(&path)?))).collect()
    })
}

fn checksum(path: &Path) -> Option<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(input::open(path, Accept::Files).ok()?).ok()?;
    Some(hasher.finalize().to_hex().to_string())
}

/// The command of `solver` that prints its version, if the command fails.
pub(super) fn failed_check(solver: &Solver) -> Option<String> {
    let command = &solver.definition.version;
    let is_fine =
        command.is_empty() || run_version(solver).is_some_and(|report| report.end == JobEnd::Exit(0));
    (!is_fine).then(|| command_line(command))
}

/// The first line that the program prints when asked for its version.
fn version(solver: &Solver) -> Option<String> {
    let report = run_version(solver)?;
    let text = [report.output, b"\n".to_vec(), report.errors].concat();
    let text = String::from_utf8_lossy(&text);
    text.lines().map(excerpt).find(|line| !line.is_empty())
}

/// Runs the command that prints the version, if there is one.
fn run_version(solver: &Solver) -> Option<JobReport> {
    let command = &solver.definition.version;
    if command.is_empty() {
        return None;
    }
    let limits = JobLimits { cpu: Some(VERSION_LIMIT), ..memory_limits(None) };
    let job = Job::new(solver.words(command, &[])).limits(limits);
    Supervisor::start().ok()?.run(&job, || false).ok()
}
