//! One question to one solver, and the checks of its answer.

use super::Who;
use crate::cmd::{Exit, Failure};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cancel, Cnf, Model, Problem, Stop};
use coverlab_strategies::solvers::{
    Bytes, Checker, Engine, Limits, NotAccepted, Options, ProcessLimits, Program, ProofFormat, Statistics,
    Verdict, check_drat, check_lrat, check_varisat, load, model, refute,
};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// The result.
#[derive(Debug)]
pub(super) enum Found {
    Model(Model),
    None,
    Unknown(Stop),
}

/// An answer and its cost.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) found: Found,
    pub(super) statistics: Statistics,
    pub(super) load: Duration,
    pub(super) solve: Duration,
    /// The checker that confirmed that there is no model, and its time.
    pub(super) checked: Option<(String, Duration)>,
}

/// A formula, the solver that is asked about it, and the limits.
pub(super) struct Question<'a> {
    pub(super) who: &'a Who,
    pub(super) cnf: &'a Cnf,
    pub(super) seed: u64,
    pub(super) time: Option<Duration>,
    pub(super) conflicts: Option<u64>,
    pub(super) memory: Option<u64>,
    pub(super) check: bool,
    /// Whether a proof is to name the clauses that each one follows from.
    pub(super) reasons: bool,
    /// A checker that takes the place of ours.
    pub(super) checker: Option<&'a Checker>,
    pub(super) cancel: &'a Cancel,
}

impl Question<'_> {
    /// Whether the formula has a model.
    ///
    /// # Errors
    /// The solver broke down, an answer is wrong, a proof cannot be written.
    pub(super) fn ask(&self, proof: Option<&Path>) -> Result<Asked, Failure> {
        self.about(self.cnf, proof)
    }

    /// Whether there is a solution besides `model`: asked of a new solver, so that a proof stands
    /// for itself.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub(super) fn others(&self, model: &Model) -> Result<Asked, Failure> {
        let mut others = self.cnf.clone();
        others.clause(&self.cnf.blocking_clause(model));
        self.about(&others, None)
    }

    fn about(&self, cnf: &Cnf, proof: Option<&Path>) -> Result<Asked, Failure> {
        let asked = match self.who {
            Who::Engine(engine) => self.engine(*engine, cnf, proof)?,
            Who::Program(program) => self.program(program, cnf)?,
        };
        if let Found::Model(model) = &asked.found
            && let Err(violation) = cnf.verify(model)
        {
            return Err(broken(format!("the solver's model is none: {violation}")));
        }
        Ok(asked)
    }

    fn engine(&self, engine: Engine, cnf: &Cnf, path: Option<&Path>) -> Result<Asked, Failure> {
        let format = match engine {
            _ if self.reasons => ProofFormat::Lrat { clauses: cnf.clauses().len() },
            Engine::Varisat if path.is_none() && self.checker.is_none() => ProofFormat::Varisat,
            _ => ProofFormat::Drat,
        };
        let kept = Bytes::default();
        let file = path.map(|path| File::create(path).map_err(|e| unwritable(path, &e))).transpose()?;
        let wanted = self.check || file.is_some();
        let copy = Copy { kept: self.check.then(|| kept.clone()), file: file.map(BufWriter::new) };
        let limits = Limits::new(self.cancel.clone()).conflicts(self.conflicts.unwrap_or(u64::MAX));
        let limits = limits.time(self.time).shared();
        let options = Options {
            seed: self.seed,
            monitor: limits.clone(),
            proof: wanted.then(|| (format, Box::new(copy) as Box<dyn Write>)),
        };
        let clock = ThreadTime::now();
        let mut solver = engine.start(options);
        // Loading millions of clauses takes long, so the limits hold for it, too.
        let loaded = load(engine, cnf, &mut *solver, &limits);
        let load = clock.elapsed();
        let clock = ThreadTime::now();
        let verdict = match loaded {
            ControlFlow::Continue(()) => solver.solve(&[]),
            ControlFlow::Break(stop) => Verdict::Unknown(stop),
        };
        let solve = clock.elapsed();
        let found = match verdict {
            Verdict::Satisfiable => Found::Model(model(&*solver, cnf.variables())),
            Verdict::Unsatisfiable => Found::None,
            Verdict::Unknown(stop) => Found::Unknown(stop),
            Verdict::Failed(what) | Verdict::Crashed(what) => return Err(broken(what)),
        };
        let statistics = solver.statistics();
        if !matches!(found, Found::Unknown(_)) {
            let unwritten = |what| Diagnostic::error(format!("the proof cannot be written: {what}"));
            solver.finish().map_err(|what| Failure::input(unwritten(what)))?;
        }
        drop(solver);
        let checked = match found {
            Found::None if self.check => Some(self.checked(cnf, format, &kept.take())?),
            _ => None,
        };
        Ok(Asked { found, statistics, load, solve, checked })
    }

    /// Has the proof checked.
    fn checked(&self, cnf: &Cnf, format: ProofFormat, proof: &[u8]) -> Result<(String, Duration), Failure> {
        if let Some(checker) = self.checker {
            return self.checked_by(checker, cnf, proof);
        }
        let clock = ThreadTime::now();
        let (checker, result) = match format {
            ProofFormat::Varisat => ("varisat-checker", check_varisat(cnf, proof)),
            ProofFormat::Drat => ("unit propagation", self.follows(cnf, proof, format)),
            ProofFormat::Lrat { .. } => ("the reasons it gives", self.follows(cnf, proof, format)),
        };
        match result {
            Ok(()) => Ok((checker.to_string(), clock.elapsed())),
            Err(_) if self.cancel.is_raised() => Err(interrupted()),
            Err(what) => Err(broken(format!("the proof is not accepted by {checker}: {what}"))),
        }
    }

    /// Has one of our own checkers check a proof in DRAT or LRAT.
    fn follows(&self, cnf: &Cnf, proof: &[u8], format: ProofFormat) -> Result<(), String> {
        let go_on =
            || if self.cancel.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let text = std::str::from_utf8(proof).map_err(|_| "it is no text".to_string())?;
        let checked = match format {
            ProofFormat::Lrat { .. } => check_lrat(cnf, text, go_on),
            _ => check_drat(cnf, text, go_on),
        };
        checked.map(|_| ()).map_err(|error| error.to_string())
    }

    fn checked_by(&self, checker: &Checker, cnf: &Cnf, proof: &[u8]) -> Result<(String, Duration), Failure> {
        let name = checker.path.display().to_string();
        match checker.check(cnf, proof, &self.process_limits()) {
            Ok(time) => Ok((name, time)),
            Err(NotAccepted::Stopped(Stop::Cancelled)) => Err(interrupted()),
            Err(NotAccepted::Stopped(_)) => {
                let what =
                    format!("{name} came to no end within the limit, so nobody has accepted the proof");
                Err(Failure::new(Exit::Internal, Diagnostic::error(what).help("give a larger --time-limit")))
            }
            Err(NotAccepted::Refused(what)) => {
                Err(broken(format!("the proof is not accepted by {name}: {what}")))
            }
        }
    }

    fn process_limits(&self) -> ProcessLimits {
        ProcessLimits { time: self.time, memory: self.memory, cancel: self.cancel.clone() }
    }

    fn program(&self, program: &Program, cnf: &Cnf) -> Result<Asked, Failure> {
        let proves = self.check && program.writes_proofs();
        let (answer, solve, proof) = if proves {
            program.prove(cnf, &self.process_limits())
        } else {
            let (answer, solve) = program.ask(cnf, &self.process_limits());
            (answer, solve, Vec::new())
        };
        let found = match answer {
            Ok(Some(model)) => Found::Model(model),
            Ok(None) => Found::None,
            Err(Verdict::Unknown(stop)) => Found::Unknown(stop),
            Err(Verdict::Failed(what) | Verdict::Crashed(what)) => return Err(broken(what)),
            Err(verdict) => unreachable!("a program does not answer by {verdict:?}"),
        };
        let checked = match found {
            Found::None if self.check => Some(self.confirmed(cnf, proves.then_some(proof))?),
            _ => None,
        };
        Ok(Asked { found, statistics: Statistics::default(), load: Duration::ZERO, solve, checked })
    }

    /// The checker that confirms a program's answer about `cnf`: one that reads its proof, or varisat with a
    /// proof of its own. Our own checker knows RUP only, so that its refusal does not mean that the proof is
    /// wrong.
    fn confirmed(&self, cnf: &Cnf, proof: Option<Vec<u8>>) -> Result<(String, Duration), Failure> {
        let clock = ThreadTime::now();
        match (self.checker, proof) {
            (Some(checker), Some(proof)) => return self.checked_by(checker, cnf, &proof),
            (Some(checker), None) => {
                let what = format!("{} has no proof to check", checker.path.display());
                let help = "of programs on the path, only cadical and kissat are known to write one";
                return Err(Failure::usage(Diagnostic::error(what).help(help)));
            }
            (None, Some(proof)) if self.follows(cnf, &proof, ProofFormat::Drat).is_ok() => {
                return Ok(("unit propagation, from the program's own proof".to_string(), clock.elapsed()));
            }
            (None, _) => {}
        }
        let what = match refute(cnf, self.cancel, self.time) {
            Ok(()) => return Ok(("varisat and varisat-checker".to_string(), clock.elapsed())),
            Err(Verdict::Satisfiable) => {
                "the program denies that there is a model, but there is one".to_string()
            }
            Err(Verdict::Unknown(Stop::Cancelled)) => return Err(interrupted()),
            Err(Verdict::Unknown(_)) => {
                "varisat could not confirm within the limit that there is no model".to_string()
            }
            Err(other) => format!("the refutation is not confirmed: {other:?}"),
        };
        Err(broken(what))
    }
}

fn interrupted() -> Failure {
    Failure::new(Exit::Interrupted, Diagnostic::error("interrupted while checking the proof"))
}

fn broken(what: impl Into<String>) -> Failure {
    Failure::new(Exit::Internal, Diagnostic::error(what))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let what = format!("`{}` cannot be written: {error}", path.display());
    Failure::usage(Diagnostic::error(what).help("give --proof a file in a folder that exists"))
}

/// A proof that goes to a file, or to memory, or both.
struct Copy {
    kept: Option<Bytes>,
    file: Option<BufWriter<File>>,
}

impl Write for Copy {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(file) = &mut self.file {
            file.write_all(bytes)?;
        }
        if let Some(kept) = &mut self.kept {
            kept.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}
