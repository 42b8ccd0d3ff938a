//! Checks the proof that a formula has no model.

use super::decide::{Confirmation, Decider};
use super::progress::show_check;
use crate::support::progress_bar::Bar;
use crate::support::{Exit, Failure};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::text::excerpt;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cnf, Stop};
use coverlab_strategies::sat_solvers::{
    BadProof, ProofFormat, Verdict, check_drat, check_lrat, check_varisat, refute,
};
use std::ops::ControlFlow;
use std::time::Duration;

/// Why a proof is not accepted.
enum NotAccepted {
    /// A limit or the user ended the check.
    Stopped(Stop),
    /// The checker rejected the proof, for this reason.
    Refused(String),
}

impl Decider {
    /// Checks the proof of a built-in solver.
    pub(super) fn check_proof(
        &self,
        cnf: &Cnf,
        format: ProofFormat,
        proof: &[u8],
    ) -> Result<Confirmation, Failure> {
        let checker = match format {
            ProofFormat::Varisat => "varisat-checker",
            ProofFormat::Drat => "unit propagation",
            ProofFormat::Lrat { .. } => "the LRAT checker",
        };
        confirmation(checker, self.run_checker(cnf, proof, format))
    }

    /// Checks a proof within the time limit unless it is varisat's. Returns the CPU time.
    fn run_checker(&self, cnf: &Cnf, proof: &[u8], format: ProofFormat) -> Result<Duration, NotAccepted> {
        let clock = ThreadTime::now();
        let (mut stop, mut bar) = (None, Bar::of_search(&self.terminal));
        let go_on = || {
            show_check(&mut bar);
            stop = match self.limits.time {
                _ if self.limits.cancel.is_raised() => Some(Stop::Cancelled),
                Some(limit) if clock.elapsed() > limit => Some(Stop::Deadline),
                _ => None,
            };
            stop.map_or(ControlFlow::Continue(()), |_| ControlFlow::Break(()))
        };
        let text = || std::str::from_utf8(proof).map_err(|_| "it is not UTF-8 text".to_string());
        let in_words = |error: BadProof| error.to_string();
        let checked = match format {
            ProofFormat::Varisat => check_varisat(cnf, proof),
            ProofFormat::Drat => {
                text().and_then(|text| check_drat(cnf, text, go_on).map(drop).map_err(in_words))
            }
            ProofFormat::Lrat { .. } => {
                text().and_then(|text| check_lrat(cnf, text, go_on).map(drop).map_err(in_words))
            }
        };
        checked.map_err(|why| stop.map_or(NotAccepted::Refused(why), NotAccepted::Stopped))?;
        Ok(clock.elapsed())
    }

    /// Confirms an external solver's answer that `cnf` has no model, by its proof or else by varisat. The checker
    /// supports only RUP, so a proof that it rejects may still be correct.
    pub(super) fn confirm(
        &self,
        cnf: &Cnf,
        proof: Option<Result<Vec<u8>, String>>,
    ) -> Result<Confirmation, Failure> {
        let clock = ThreadTime::now();
        let rejected = match proof {
            Some(Ok(proof)) => match self.run_checker(cnf, &proof, ProofFormat::Drat) {
                Ok(time) => {
                    return Ok(Confirmation::new("unit propagation, from the solver's own proof", time));
                }
                Err(NotAccepted::Stopped(Stop::Cancelled)) => return Err(interrupted()),
                Err(NotAccepted::Stopped(_)) => Some(("was not checked in time".to_string(), "")),
                // The reason may quote a line of any length.
                Err(NotAccepted::Refused(why)) => {
                    let help = "it may still be correct: drat-trim checks more than unit propagation";
                    Some((format!("was not accepted: {}", excerpt(&why)), help))
                }
            },
            Some(Err(why)) => Some((format!("cannot be checked: {why}"), "")),
            None => None,
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
                return Err(unchecked(what.to_string()));
            }
            Err(Verdict::Failed(why) | Verdict::Crashed(why)) => {
                format!("the refutation is not confirmed: {why}")
            }
            Err(Verdict::Unsatisfiable) => unreachable!("that confirms the answer"),
        };
        Err(Failure::internal(what))
    }
}

/// The confirmation by `checker`, which took this CPU time, or the failure for a proof that it did not accept.
fn confirmation(
    checker: &'static str,
    result: Result<Duration, NotAccepted>,
) -> Result<Confirmation, Failure> {
    match result {
        Ok(time) => Ok(Confirmation::new(checker, time)),
        Err(NotAccepted::Stopped(Stop::Cancelled)) => Err(interrupted()),
        Err(NotAccepted::Stopped(_)) => {
            let what = format!("{checker} did not finish within the time limit, so the proof is unchecked");
            Err(unchecked(what))
        }
        Err(NotAccepted::Refused(what)) => {
            Err(Failure::internal(format!("the proof is not accepted by {checker}: {what}")))
        }
    }
}

/// The failure for a proof whose check reached the time limit.
fn unchecked(what: String) -> Failure {
    Failure::new(Exit::Limit, Diagnostic::error(what).help("raise --time-limit"))
}

fn interrupted() -> Failure {
    Failure::interrupted("interrupted while checking the proof")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::sat::SolverChoice;
    use coverlab_bench::external_solver::process::ProgramLimits;
    use coverlab_bench::terminal::Terminal;
    use coverlab_model::Cancel;
    use coverlab_strategies::sat_solvers::Engine;

    #[test]
    fn the_check_of_a_long_proof_has_a_time_limit() {
        let mut cnf = Cnf::new(2);
        [[1, 2], [-1, 2], [1, -2], [-1, -2]].iter().for_each(|clause| cnf.clause(clause));
        let limits = ProgramLimits { time: Some(Duration::ZERO), memory: None, cancel: Cancel::default() };
        let solver = SolverChoice::Engine(Engine::Cdcl);
        let terminal = Terminal::SILENT;
        let decider =
            Decider { solver, seed: 0, limits, conflicts: None, check: true, lrat: false, terminal };
        // It is longer than the part that is checked before the clock is read.
        let proof = "1 2 0\n".repeat(300);
        let failure = decider.check_proof(&cnf, ProofFormat::Drat, proof.as_bytes()).unwrap_err();
        let text = failure.diagnostic().render(false);
        let words = "unit propagation did not finish within the time limit, so the proof is unchecked";
        assert!(failure.exit == Exit::Limit && text.contains(words), "{text}");
    }
}
