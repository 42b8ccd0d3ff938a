//! External proof checkers: drat-trim (N. Wetzler, M. Heule and W. Hunt, *DRAT-trim: Efficient Checking and Trimming Using
//! Expressive Clausal Proofs*, 2014) and programs with the same interface. They get the formula and the proof as files and
//! print `s VERIFIED`.
//!
//! A proof counts as accepted only if the checker prints that on a separate line, prints nothing to the contrary, and exits
//! with code 0. A checker that hangs is killed at the limit, and the proof is not accepted.

use super::excerpt::short;
use super::program_run::{ProgramRun, RunEnd, RunLimits, status};
use coverlab_model::format::dimacs;
use coverlab_model::{Cnf, Stop};
use coverlab_supervise::End;
use std::path::PathBuf;
use std::time::Duration;

/// A program that checks proofs in DRAT.
#[derive(Clone, Debug)]
pub struct ProofChecker {
    /// The path of the program.
    pub path: PathBuf,
}

/// Why a proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAccepted {
    /// A limit or the user ended the checker.
    Stopped(Stop),
    /// The checker rejected the proof or failed, with its message.
    Refused(String),
}

impl ProofChecker {
    /// Checks that `proof` is a refutation of `cnf`, and returns the CPU time.
    ///
    /// # Errors
    /// The proof is not accepted.
    pub fn check(&self, cnf: &Cnf, proof: &[u8], limits: &RunLimits) -> Result<Duration, NotAccepted> {
        let refused = NotAccepted::Refused;
        let mut run = ProgramRun::new().map_err(refused)?;
        let formula = run.file("formula.cnf", dimacs::write(cnf, &[]).as_bytes()).map_err(refused)?;
        let proof = run.file("proof.drat", proof).map_err(refused)?;
        let arguments = vec![formula.into_os_string(), proof.into_os_string()];
        let report = match run.run(&self.path, arguments, limits).map_err(refused)? {
            RunEnd::Ended(report) => report,
            RunEnd::Stopped(stop, _) => return Err(NotAccepted::Stopped(stop)),
        };
        let text = String::from_utf8_lossy(&report.output);
        if report.end == End::Exit(0) && accepts(&text) {
            return Ok(report.cpu);
        }
        let last = last_line(&text).or_else(|| last_line(&String::from_utf8_lossy(&report.errors)));
        let last = last.map_or_else(String::new, |line| format!(": {line}"));
        Err(refused(format!("it ended with {}{last}", status(report.end))))
    }
}

/// The lines of `text`. drat-trim begins lines with a carriage return.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty())
}

fn accepts(text: &str) -> bool {
    let verified = |line: &str| ["s VERIFIED", "s VERIFIED UNSAT", "c VERIFIED"].contains(&line);
    lines(text).any(verified) && !lines(text).any(|line| line.contains("NOT VERIFIED"))
}

/// The last line, shortened.
fn last_line(text: &str) -> Option<String> {
    lines(text).last().map(short)
}
