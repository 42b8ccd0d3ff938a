//! One question to one solver, and what makes its answer certain.

use super::Who;
use crate::cmd::{Exit, Failure};
use crate::diagnostic::Diagnostic;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cancel, Cnf, Model, Problem, Stop};
use coverlab_strategies::sat::{
    Bytes, Engine, Limits, Options, ProcessLimits, Program, ProofFormat, Statistics, Verdict, check_drat,
    check_varisat, model, refute,
};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// What was found.
#[derive(Debug)]
pub(super) enum Found {
    Model(Model),
    None,
    Unknown(Stop),
}

/// An answer and what it cost.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) found: Found,
    pub(super) statistics: Statistics,
    pub(super) load: Duration,
    pub(super) solve: Duration,
    /// Who confirmed that there is no model.
    pub(super) checked: Option<(&'static str, Duration)>,
}

/// A formula, who is asked about it, and under which limits.
pub(super) struct Question<'a> {
    pub(super) who: &'a Who,
    pub(super) cnf: &'a Cnf,
    pub(super) seed: u64,
    pub(super) time: Option<Duration>,
    pub(super) conflicts: Option<u64>,
    pub(super) memory: Option<u64>,
    pub(super) check: bool,
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
            Engine::Varisat if path.is_none() => ProofFormat::Varisat,
            _ => ProofFormat::Drat,
        };
        let kept = Bytes::default();
        let file = path.map(|path| File::create(path).map_err(|e| unwritable(path, &e))).transpose()?;
        let wanted = self.check || file.is_some();
        let copy = Copy { kept: self.check.then(|| kept.clone()), file: file.map(BufWriter::new) };
        let limits = Limits::new(self.cancel.clone()).conflicts(self.conflicts.unwrap_or(u64::MAX));
        let options = Options {
            seed: self.seed,
            monitor: limits.time(self.time).shared(),
            proof: wanted.then(|| (format, Box::new(copy) as Box<dyn Write>)),
        };
        let clock = ThreadTime::now();
        let mut solver = engine.start(options);
        cnf.clauses().for_each(|clause| solver.add(clause));
        let load = clock.elapsed();
        let clock = ThreadTime::now();
        let verdict = solver.solve(&[]);
        let solve = clock.elapsed();
        let found = match verdict {
            Verdict::Satisfiable => Found::Model(model(&*solver, cnf.variables())),
            Verdict::Unsatisfiable => Found::None,
            Verdict::Unknown(stop) => Found::Unknown(stop),
            Verdict::Failed(what) => return Err(broken(what)),
        };
        let statistics = solver.statistics();
        if !matches!(found, Found::Unknown(_)) {
            solver.finish().map_err(|what| broken(format!("the proof cannot be written: {what}")))?;
        }
        drop(solver);
        let checked = match found {
            Found::None if self.check => Some(self.checked(cnf, format, kept.take())?),
            _ => None,
        };
        Ok(Asked { found, statistics, load, solve, checked })
    }

    /// Has the proof checked.
    fn checked(
        &self,
        cnf: &Cnf,
        format: ProofFormat,
        proof: Vec<u8>,
    ) -> Result<(&'static str, Duration), Failure> {
        let clock = ThreadTime::now();
        let (checker, result) = match format {
            ProofFormat::Varisat => ("varisat-checker", check_varisat(cnf, &proof)),
            ProofFormat::Drat => {
                let go_on = || {
                    if self.cancel.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                let text = String::from_utf8(proof).map_err(|_| "it is no text".to_string());
                let result = text.and_then(|text| check_drat(cnf, &text, go_on).map_err(|e| e.to_string()));
                ("unit propagation", result.map(|_| ()))
            }
        };
        match result {
            Ok(()) => Ok((checker, clock.elapsed())),
            Err(_) if self.cancel.is_raised() => Err(Failure::new(
                Exit::Interrupted,
                Diagnostic::error("interrupted while checking the proof"),
            )),
            Err(what) => Err(broken(format!("the proof is not accepted by {checker}: {what}"))),
        }
    }

    fn program(&self, program: &Program, cnf: &Cnf) -> Result<Asked, Failure> {
        let limits = ProcessLimits { time: self.time, memory: self.memory, cancel: self.cancel.clone() };
        let (answer, solve) = program.ask(cnf, &limits);
        let found = match answer {
            Ok(Some(model)) => Found::Model(model),
            Ok(None) => Found::None,
            Err(Verdict::Unknown(stop)) => Found::Unknown(stop),
            Err(Verdict::Failed(what)) => return Err(broken(what)),
            Err(verdict) => unreachable!("a program does not answer by {verdict:?}"),
        };
        let mut checked = None;
        if self.check && matches!(found, Found::None) {
            let clock = ThreadTime::now();
            let what = match refute(cnf, self.cancel, self.time) {
                Ok(()) => None,
                Err(Verdict::Satisfiable) => {
                    Some("the program denies that there is a model, but there is one".into())
                }
                Err(Verdict::Unknown(_)) => {
                    Some("varisat could not confirm within the limit that there is no model".into())
                }
                Err(other) => Some(format!("the refutation is not confirmed: {other:?}")),
            };
            if let Some(what) = what {
                return Err(broken(what));
            }
            checked = Some(("varisat and varisat-checker", clock.elapsed()));
        }
        Ok(Asked { found, statistics: Statistics::default(), load: Duration::ZERO, solve, checked })
    }
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
