//! Asks an external SAT solver about one formula: kissat, cadical, minisat, glucose and other programs with the interface of
//! the SAT competitions. The program gets a DIMACS file. If it finds a model, it prints a status line and `v` lines, and exits
//! with code 10. If there is no model, it prints a status line and exits with code 20. If it gives up, it exits with code 0.
//! Exit code and status line must agree, and a model must end with 0. Everything else is an error.
//!
//! minisat and glucose write the answer to a second file if they are given one, and minisat prints no model otherwise. They
//! are recognized by their names.
//!
//! The caller has to verify models, and to confirm that a formula has no model.

use super::backend::ExternalSession;
use super::checked_definition::Solver;
use super::process::{MAX_OUTPUT, ProgramLimits};
use super::read_answer::ProgramAnswer;
use super::search_totals::SearchTotals;
use crate::experiment::{ExitCodes, SolutionsFound, SolverDefinition, SolverProblem};
use crate::input::{Accept, Bounded, open};
use coverlab_model::{Cnf, Model, Stop};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The file for the proof, in the folder where the program runs.
const PROOF: &str = "proof.drat";

/// A program that solves DIMACS files.
#[derive(Clone, Debug)]
pub struct DimacsSolver {
    /// The path of the program.
    pub path: PathBuf,
}

/// The answer of a program, with its cost.
pub struct DimacsReply {
    /// The answer.
    pub answer: SatAnswer,
    /// The CPU time of the program.
    pub cpu: Duration,
    /// The proof in textual DRAT, or why it cannot be read. `None` if none was requested, or if the program did not answer
    /// that there is no model.
    pub proof: Option<Result<Vec<u8>, String>>,
}

/// The answer of a SAT solver for a formula.
#[derive(Debug)]
pub enum SatAnswer {
    /// A model.
    Model(Model),
    /// There is no model. The caller has to verify that.
    Unsatisfiable,
    /// A limit or the user ended the search, or the solver gave up.
    Unknown(Stop),
}

impl DimacsSolver {
    /// Whether its name begins with one of `prefixes`.
    fn is_of(&self, prefixes: [&str; 2]) -> bool {
        let name = self.path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
        prefixes.iter().any(|prefix| name.starts_with(prefix))
    }

    /// Whether the program is known to write a proof in textual DRAT to the file named after the formula.
    pub fn writes_proofs(&self) -> bool {
        self.is_of(["cadical", "kissat"])
    }

    /// Decides whether `cnf` has a model, and requests a proof if `with_proof`. That requires a program that [writes
    /// proofs](Self::writes_proofs).
    ///
    /// # Errors
    /// The program fails, or its answer is incomplete or contradicts itself.
    pub fn solve(&self, cnf: &Cnf, limits: &ProgramLimits, with_proof: bool) -> Result<DimacsReply, String> {
        let with_path = |what: String| format!("{}: {what}", self.path.display());
        let path = self.path.to_str().filter(|path| !path.contains('{'));
        let path =
            path.ok_or_else(|| with_path("the path of a solver has to be UTF-8 without `{`".to_string()))?;
        let definition = self.definition(path, with_proof);
        let mut solver = Solver::new(definition, Path::new("")).map_err(|bad| with_path(bad.what))?;
        solver.memory = limits.memory;
        let mut session = ExternalSession::new(Arc::new(solver));
        session.process.limits.output = MAX_OUTPUT;
        let mut totals = SearchTotals::default();
        let answer = session.run_once(cnf, &limits.task(), &mut totals);
        let answer = match answer.map_err(|fault| with_path(fault.what))? {
            ProgramAnswer::Stopped(stop) => SatAnswer::Unknown(stop),
            ProgramAnswer::Solutions { list, .. } => {
                list.into_iter().next().map_or(SatAnswer::Unsatisfiable, SatAnswer::Model)
            }
        };
        let proof = match answer {
            SatAnswer::Unsatisfiable if with_proof => {
                Some(read_proof(&session.process.folder()?.join(PROOF)))
            }
            _ => None,
        };
        Ok(DimacsReply { answer, cpu: totals.cpu, proof })
    }

    fn definition(&self, path: &str, with_proof: bool) -> SolverDefinition {
        let command = match with_proof {
            true => vec![path, "--no-binary", "{input}", PROOF],
            false if self.is_of(["minisat", "glucose"]) => vec![path, "{input}", "{output}"],
            false => vec![path, "{input}"],
        };
        SolverDefinition {
            name: "program".to_string(),
            command: command.into_iter().map(str::to_string).collect(),
            problem: Some(SolverProblem::Cnf),
            // If there are several models, the first counts.
            finds: Some(SolutionsFound::All),
            exit: Some(ExitCodes {
                solved: vec![10],
                none: vec![20],
                unknown: vec![0],
                ..ExitCodes::default()
            }),
            ..SolverDefinition::default()
        }
    }
}

/// Reads the proof at `path`. The program may have put anything there, so only a regular file of limited size is read.
fn read_proof(path: &Path) -> Result<Vec<u8>, String> {
    let mut proof = Vec::new();
    let read =
        open(path, Accept::Files).and_then(|file| Bounded::by_memory(file, None).read_to_end(&mut proof));
    read.map(|_| proof).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "the solver did not write it".to_string(),
        _ => error.to_string(),
    })
}
