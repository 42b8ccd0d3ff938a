//! Checkers of proofs on the path: drat-trim (N. Wetzler, M. Heule and W. Hunt, *DRAT-trim: Efficient Checking
//! and Trimming Using Expressive Clausal Proofs*, 2014) and whatever answers like it. It gets the formula
//! and the proof as files and says `s VERIFIED`.
//!
//! A checker is believed only if it says so in a line of its own, says nothing to the contrary, and
//! ends by itself with exit code 0. One that hangs is killed at the limit, and nothing is accepted.

use super::process::{NotFinished, ProcessLimits, Scrap, run};
use coverlab_model::format::dimacs;
use coverlab_model::{Cnf, Stop};
use std::path::PathBuf;
use std::time::Duration;

/// A program that checks proofs in DRAT.
#[derive(Clone, Debug)]
pub struct Checker {
    /// Where it is.
    pub path: PathBuf,
}

/// Why a proof is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAccepted {
    /// The checker came to no end.
    Stopped(Stop),
    /// It refuses the proof, or broke down: what it said.
    Refused(String),
}

impl Checker {
    /// Whether it accepts `proof` as a refutation of `cnf`, and its CPU time.
    ///
    /// # Errors
    /// It does not.
    pub fn check(&self, cnf: &Cnf, proof: &[u8], limits: &ProcessLimits) -> Result<Duration, NotAccepted> {
        let formula = Scrap::new("cnf", dimacs::write(cnf, &[]).as_bytes()).map_err(NotAccepted::Refused)?;
        let proof = Scrap::new("drat", proof).map_err(NotAccepted::Refused)?;
        let arguments = [formula.path().as_os_str().to_owned(), proof.path().as_os_str().to_owned()];
        match run(&self.path, &arguments, limits) {
            Ok(finished) => {
                let text = String::from_utf8_lossy(&finished.output);
                if finished.status.success() && accepts(&text) {
                    return Ok(finished.time);
                }
                let said = last_line(&text).or_else(|| last_line(&String::from_utf8_lossy(&finished.errors)));
                let said = said.map_or_else(String::new, |line| format!(": {line}"));
                Err(NotAccepted::Refused(format!("it ended with {}{said}", finished.status)))
            }
            Err(NotFinished::Stopped(stop, _)) => Err(NotAccepted::Stopped(stop)),
            Err(NotFinished::Broken(what)) => Err(NotAccepted::Refused(what)),
        }
    }
}

/// drat-trim begins lines with a carriage return.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty())
}

fn accepts(text: &str) -> bool {
    let verified = |line: &str| ["s VERIFIED", "s VERIFIED UNSAT", "c VERIFIED"].contains(&line);
    lines(text).any(verified) && !lines(text).any(|line| line.contains("NOT VERIFIED"))
}

/// An excerpt of the last line that it printed.
fn last_line(text: &str) -> Option<String> {
    let line = lines(text).last()?;
    Some(line.chars().filter(|c| !c.is_control()).take(200).collect())
}
