//! External proof checkers: drat-trim (N. Wetzler, M. Heule and W. Hunt, *DRAT-trim: Efficient Checking and Trimming Using
//! Expressive Clausal Proofs*, 2014) and programs with the same interface. They get the formula and the proof as files and
//! print `s VERIFIED`.
//!
//! A proof counts as accepted only if the checker prints that on a separate line, prints nothing to the contrary, and exits
//! with code 0; drat-trim exits with code 1 if the formula contains the empty clause, and says `c trivial UNSAT`. A checker
//! that hangs is killed at the limit, and the proof is not accepted.

use super::process::{ProgramLimits, SupervisedProcess, memory_limits};
use super::read_answer::ran_out_of_memory;
use crate::text::excerpt;
use coverlab_model::format::dimacs;
use coverlab_model::{Cnf, Stop};
use coverlab_supervise::JobEnd;
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
    pub fn check(&self, cnf: &Cnf, proof: &[u8], limits: &ProgramLimits) -> Result<Duration, NotAccepted> {
        let refused = NotAccepted::Refused;
        // A checker prints little. Its output has to fit into this process, whose memory may be limited, too.
        let mut process = SupervisedProcess::new(memory_limits(limits.memory));
        let folder = process.empty_folder().map_err(refused)?;
        let paths = ["formula.cnf", "proof.drat"].map(|name| folder.join(name));
        for (path, content) in paths.iter().zip([dimacs::write(cnf, &[]).as_bytes(), proof]) {
            let written = std::fs::write(path, content);
            written.map_err(|e| refused(format!("{} cannot be written: {e}", path.display())))?;
        }
        let program = std::path::absolute(&self.path);
        let program = program.map_err(|e| refused(format!("it does not start: {e}")))?;
        let [formula, proof] = paths;
        let report = process.run(&[program, formula, proof], None, &limits.task()).map_err(refused)?;
        let Some(report) = report else { return Err(NotAccepted::Stopped(Stop::Cancelled)) };
        let text = String::from_utf8_lossy(&report.output);
        match report.end {
            JobEnd::Exit(0) if accepts(&text) => Ok(report.cpu),
            JobEnd::Exit(1) if accepts(&text) && lines(&text).any(|line| line == TRIVIAL) => Ok(report.cpu),
            JobEnd::TimeLimit => Err(NotAccepted::Stopped(Stop::Deadline)),
            JobEnd::MemoryLimit => Err(NotAccepted::Stopped(Stop::Memory)),
            JobEnd::Exit(_) | JobEnd::Signal(_) if ran_out_of_memory(limits.memory, &report) => {
                Err(NotAccepted::Stopped(Stop::Memory))
            }
            end => {
                let last = last_line(&text).or_else(|| last_line(&String::from_utf8_lossy(&report.errors)));
                let last = last.map_or_else(String::new, |line| format!(": {line}"));
                Err(refused(format!("it ended ({end}){last}")))
            }
        }
    }
}

/// The line that drat-trim prints for a formula with the empty clause.
const TRIVIAL: &str = "c trivial UNSAT";

/// The lines of `text`. drat-trim begins lines with a carriage return.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty())
}

fn accepts(text: &str) -> bool {
    let verified = |line: &str| ["s VERIFIED", "s VERIFIED UNSAT", "c VERIFIED"].contains(&line);
    lines(text).any(verified) && !lines(text).any(|line| line.contains("NOT VERIFIED"))
}

/// The last line, shortened. drat-trim ends with its time.
fn last_line(text: &str) -> Option<String> {
    lines(text).filter(|line| !line.starts_with("c verification time")).last().map(excerpt)
}
