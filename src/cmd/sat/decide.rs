//! Runs a solver on a formula and checks its answer.

use super::SolverChoice;
use super::progress::ShownLimits;
use crate::support::{Failure, unwritable};
pub use coverlab_bench::external_solver::dimacs_solver::SatAnswer;
use coverlab_bench::external_solver::dimacs_solver::{DimacsReply, DimacsSolver};
use coverlab_bench::external_solver::process::ProgramLimits;
use coverlab_bench::terminal::Terminal;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cancel, Cnf, Model, Problem, Stop};
use coverlab_strategies::sat_solvers::{
    Engine, Options, ProofFormat, SharedBuffer, Solver, SolverLimits, Statistics, Verdict, load, model,
};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

/// Decides `cnf` with a built-in solver, under `limits`: the seed, the CPU time, and a flag that ends the search. A proof
/// that there is no model is written to the file `proof`, in LRAT if `lrat` and otherwise in DRAT. With `check`, a checker
/// must accept it.
///
/// # Errors
/// The solver writes no proof in LRAT, it failed, its answer is wrong, or the proof cannot be written.
pub fn prove(
    engine: Engine,
    cnf: &Cnf,
    limits: (u64, Option<Duration>, Cancel),
    proof: Option<&Path>,
    lrat: bool,
    check: bool,
) -> Result<SatOutcome, Failure> {
    if lrat {
        super::writes_lrat(engine)?;
    }
    let (seed, time, cancel) = limits;
    let (solver, limits) = (SolverChoice::Engine(engine), ProgramLimits { time, memory: None, cancel });
    let decider = Decider { solver, seed, limits, conflicts: None, check, lrat, terminal: Terminal::SILENT };
    decider.decide(cnf, proof)
}

/// An answer, its cost, and the result of checking it.
#[derive(Debug)]
pub struct SatOutcome {
    /// The answer.
    pub answer: SatAnswer,
    /// The counters that the solver has.
    pub statistics: Statistics,
    /// CPU time of loading the formula, if a built-in solver loaded it.
    pub load: Option<Duration>,
    /// CPU time of solving it, if known.
    pub solve: Option<Duration>,
    /// How unsatisfiability was confirmed.
    pub checked: Option<Confirmation>,
}

/// A confirmation that a formula has no model.
#[derive(Debug)]
pub struct Confirmation {
    /// The checker that accepted a proof.
    pub checker: &'static str,
    /// The CPU time of the check.
    pub time: Duration,
    /// Why another proof was needed: the fault of the external solver's own one, as the predicate of a sentence, and advice,
    /// which may be empty.
    pub rejected: Option<(String, &'static str)>,
}

impl Confirmation {
    pub(super) fn new(checker: &'static str, time: Duration) -> Confirmation {
        Confirmation { checker, time, rejected: None }
    }
}

impl SatOutcome {
    /// The outcome of a search about which only the reason of its end is known.
    pub(super) fn stopped(stop: Stop) -> SatOutcome {
        let answer = SatAnswer::Unknown(stop);
        SatOutcome { answer, statistics: Statistics::default(), load: None, solve: None, checked: None }
    }
}

/// Decides formulas by a solver, within limits, and checks the answers.
pub(super) struct Decider {
    pub(super) solver: SolverChoice,
    pub(super) seed: u64,
    pub(super) limits: ProgramLimits,
    pub(super) conflicts: Option<u64>,
    pub(super) check: bool,
    /// Whether the proof is written in LRAT.
    pub(super) lrat: bool,
    /// Where progress is shown.
    pub(super) terminal: Terminal,
}

impl Decider {
    /// Decides whether `cnf` has a model. A proof that it has none is written to the file `proof`.
    pub(super) fn decide(&self, cnf: &Cnf, proof: Option<&Path>) -> Result<SatOutcome, Failure> {
        let outcome = match &self.solver {
            SolverChoice::Engine(engine) => self.run_engine(*engine, cnf, proof)?,
            SolverChoice::Program(program) => self.run_program(program, cnf)?,
        };
        if let SatAnswer::Model(model) = &outcome.answer
            && let Err(violation) = cnf.verify(model)
        {
            return Err(Failure::internal(format!("the solver's model is wrong: {violation}")));
        }
        Ok(outcome)
    }

    /// Decides whether `cnf` has a second solution besides `model`. A new solver is used, so that its proof is
    /// self-contained.
    pub(super) fn second_model(&self, cnf: &Cnf, model: &Model) -> Result<SatOutcome, Failure> {
        let mut others = cnf.clone();
        others.clause(&cnf.blocking_clause(model));
        self.decide(&others, None)
    }

    fn run_engine(&self, engine: Engine, cnf: &Cnf, path: Option<&Path>) -> Result<SatOutcome, Failure> {
        let format = self.proof_format(engine, cnf, path.is_some());
        let in_memory = SharedBuffer::default();
        let file = path.map(|path| File::create(path).map_err(|e| unwritable(path, &e))).transpose()?;
        let needs_proof = self.check || file.is_some();
        let unwritten = Rc::new(RefCell::new(None));
        let writer = ProofWriter {
            memory: self.check.then(|| in_memory.clone()),
            file: file.map(BufWriter::new),
            error: unwritten.clone(),
        };
        let limits =
            SolverLimits::new(self.limits.cancel.clone()).conflicts(self.conflicts.unwrap_or(u64::MAX));
        let limits = ShownLimits::new(limits.time(self.limits.time), &self.terminal);
        let limits = Rc::new(RefCell::new(limits));
        let options = Options {
            seed: self.seed,
            monitor: limits.clone(),
            proof: needs_proof.then(|| (format, Box::new(writer) as Box<dyn Write>)),
        };
        let clock = ThreadTime::now();
        let mut solver = engine.start(options);
        // Loading millions of clauses takes a long time, so the limits apply to it, too.
        let loaded = load(engine, cnf, &mut *solver, &limits);
        let load = clock.elapsed();
        let clock = ThreadTime::now();
        let verdict = match loaded {
            ControlFlow::Continue(()) => solver.solve(&[]),
            ControlFlow::Break(stop) => Verdict::Unknown(stop),
        };
        let solve = clock.elapsed();
        let finished = match verdict {
            Verdict::Unknown(_) => Ok(()),
            _ => solver.finish(),
        };
        if let (Some(path), Some(error)) = (path, unwritten.take()) {
            return Err(unwritable(path, &error));
        }
        let answer = answer(verdict, &*solver, cnf)?;
        finished.map_err(Failure::internal)?;
        let statistics = solver.statistics();
        // The progress of the search is cleared before that of the check is shown.
        drop((solver, limits));
        let checked = match answer {
            SatAnswer::Unsatisfiable if self.check => {
                Some(self.check_proof(cnf, format, &in_memory.take())?)
            }
            _ => None,
        };
        Ok(SatOutcome { answer, statistics, load: Some(load), solve: Some(solve), checked })
    }

    /// The format of the proof by `engine`. Only varisat's checker reads Varisat's own.
    fn proof_format(&self, engine: Engine, cnf: &Cnf, is_written: bool) -> ProofFormat {
        match engine {
            _ if self.lrat => ProofFormat::Lrat { clauses: cnf.clauses().len() },
            Engine::Varisat if !is_written => ProofFormat::Varisat,
            _ => ProofFormat::Drat,
        }
    }

    fn run_program(&self, program: &DimacsSolver, cnf: &Cnf) -> Result<SatOutcome, Failure> {
        let proves = self.check && program.writes_proofs();
        let DimacsReply { answer, cpu, proof } =
            program.solve(cnf, &self.limits, proves).map_err(Failure::internal)?;
        let checked = match answer {
            SatAnswer::Unsatisfiable if self.check => Some(self.confirm(cnf, proof)?),
            _ => None,
        };
        Ok(SatOutcome { answer, statistics: Statistics::default(), load: None, solve: Some(cpu), checked })
    }
}

/// The answer of `solver` about `cnf`, for its verdict.
fn answer(verdict: Verdict, solver: &dyn Solver, cnf: &Cnf) -> Result<SatAnswer, Failure> {
    match verdict {
        Verdict::Satisfiable => Ok(SatAnswer::Model(model(solver, cnf.variables()))),
        Verdict::Unsatisfiable => Ok(SatAnswer::Unsatisfiable),
        Verdict::Unknown(stop) => Ok(SatAnswer::Unknown(stop)),
        Verdict::Failed(what) | Verdict::Crashed(what) => Err(Failure::internal(what)),
    }
}

/// Writes a proof to a file, to memory, or both.
struct ProofWriter {
    memory: Option<SharedBuffer>,
    file: Option<BufWriter<File>>,
    /// The first error of writing to the file.
    error: Rc<RefCell<Option<io::Error>>>,
}

impl ProofWriter {
    /// Uses the file, if there is one, and keeps its first error.
    fn on_file(&mut self, mut action: impl FnMut(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), &mut action).map_err(|error| {
            let same = io::Error::new(error.kind(), error.to_string());
            self.error.borrow_mut().get_or_insert(error);
            same
        })
    }
}

impl Write for ProofWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.on_file(|file| file.write_all(bytes))?;
        if let Some(memory) = &mut self.memory {
            memory.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.on_file(Write::flush)
    }
}
