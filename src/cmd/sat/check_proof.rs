//! Has the proof that a formula has no model checked: by a built-in checker, or by a program that the user names.

use super::decide::{Confirmation, Decider, OwnProofFault};
use crate::cmd::{Exit, Failure};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::external_solver::excerpt::short;
use coverlab_bench::external_solver::proof_checker::{NotAccepted, ProofChecker};
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cnf, Stop};
use coverlab_strategies::sat_solvers::{ProofFormat, Verdict, check_drat, check_lrat, check_varisat, refute};
use std::ops::ControlFlow;
use std::time::Duration;

impl Decider {
    /// Checks the proof of a built-in solver.
    pub(super) fn check_proof(
        &self,
        cnf: &Cnf,
        format: ProofFormat,
        proof: &[u8],
    ) -> Result<Confirmation, Failure> {
        if let Some(checker) = &self.checker {
            return self.check_externally(checker, cnf, proof);
        }
        let clock = ThreadTime::now();
        let (checker, result) = match format {
            ProofFormat::Varisat => ("varisat-checker", check_varisat(cnf, proof)),
            ProofFormat::Drat => ("unit propagation", self.check_builtin(cnf, proof, format, None)),
            ProofFormat::Lrat { .. } => ("the LRAT checker", self.check_builtin(cnf, proof, format, None)),
        };
        match result {
            Ok(()) => Ok(Confirmation::new(checker, clock.elapsed())),
            Err(_) if self.limits.cancel.is_raised() => Err(interrupted()),
            Err(what) => Err(Failure::internal(format!("the proof is not accepted by {checker}: {what}"))),
        }
    }

    /// Checks a DRAT or LRAT proof with a built-in checker, which may take the CPU time `time`.
    fn check_builtin(
        &self,
        cnf: &Cnf,
        proof: &[u8],
        format: ProofFormat,
        time: Option<Duration>,
    ) -> Result<(), String> {
        let clock = ThreadTime::now();
        let is_late = || time.is_some_and(|time| clock.elapsed() > time);
        let go_on = || match self.limits.cancel.is_raised() || is_late() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let text = std::str::from_utf8(proof).map_err(|_| "it is not UTF-8 text".to_string())?;
        let checked = match format {
            ProofFormat::Lrat { .. } => check_lrat(cnf, text, go_on),
            _ => check_drat(cnf, text, go_on),
        };
        checked.map(|_| ()).map_err(|error| error.to_string())
    }

    fn check_externally(
        &self,
        checker: &ProofChecker,
        cnf: &Cnf,
        proof: &[u8],
    ) -> Result<Confirmation, Failure> {
        let name = checker.path.display().to_string();
        match checker.check(cnf, proof, &self.limits) {
            Ok(time) => Ok(Confirmation::new(name, time)),
            Err(NotAccepted::Stopped(Stop::Cancelled)) => Err(interrupted()),
            Err(NotAccepted::Stopped(stop)) => {
                let (limit, option) = match stop {
                    Stop::Memory => ("memory", "--memory-limit"),
                    _ => ("time", "--time-limit"),
                };
                let what =
                    format!("{name} did not finish within the {limit} limit, so the proof is unchecked");
                Err(unchecked(what, option))
            }
            Err(NotAccepted::Refused(what)) => {
                Err(Failure::internal(format!("the proof is not accepted by {name}: {what}")))
            }
        }
    }

    /// Confirms an external solver's answer that `cnf` has no model, by its proof or else by varisat. The built-in
    /// checker supports only RUP, so a proof that it rejects may still be correct.
    pub(super) fn confirm(
        &self,
        cnf: &Cnf,
        proof: Option<Result<Vec<u8>, String>>,
    ) -> Result<Confirmation, Failure> {
        let clock = ThreadTime::now();
        let rejected = match (&self.checker, proof) {
            (Some(checker), Some(Ok(proof))) => return self.check_externally(checker, cnf, &proof),
            (Some(_), Some(Err(why))) => {
                return Err(Failure::internal(format!("the solver's own proof cannot be checked: {why}")));
            }
            (Some(checker), None) => {
                let what = format!("{} has no proof to check", checker.path.display());
                let help = "of the external solvers, only cadical and kissat are known to write proofs";
                return Err(Failure::usage(what, help));
            }
            (None, Some(Ok(proof))) => {
                match self.check_builtin(cnf, &proof, ProofFormat::Drat, self.limits.time) {
                    Ok(()) => {
                        let checker = "unit propagation, from the solver's own proof";
                        return Ok(Confirmation::new(checker, clock.elapsed()));
                    }
                    // It may quote a line of any length.
                    Err(why) => Some(OwnProofFault::Refused(short(&why))),
                }
            }
            (None, Some(Err(why))) => Some(OwnProofFault::Unreadable(why)),
            (None, None) => None,
        };
        let what = match refute(cnf, &self.limits.cancel, self.limits.time) {
            Ok(()) => {
                let confirmed = Confirmation::new("varisat and varisat-checker", clock.elapsed());
                return Ok(Confirmation { rejected, ..confirmed });
            }
            Err(Verdict::Satisfiable) => {
                "the solver answered UNSATISFIABLE, but the formula has a model".to_string()
            }
            Err(Verdict::Unknown(Stop::Cancelled)) => return Err(interrupted()),
            Err(Verdict::Unknown(_)) => {
                let what = "varisat could not confirm unsatisfiability within the limit";
                return Err(unchecked(what.to_string(), "--time-limit"));
            }
            Err(Verdict::Failed(why) | Verdict::Crashed(why)) => {
                format!("the refutation is not confirmed: {why}")
            }
            Err(Verdict::Unsatisfiable) => unreachable!("that confirms the answer"),
        };
        Err(Failure::internal(what))
    }
}

/// The failure for a proof whose check reached the limit that `option` sets.
fn unchecked(what: String, option: &str) -> Failure {
    Failure::new(Exit::Limit, Diagnostic::error(what).help(format!("raise {option}")))
}

fn interrupted() -> Failure {
    Failure::interrupted("interrupted while checking the proof")
}
