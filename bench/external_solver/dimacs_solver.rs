//! Asks an external SAT solver about one formula: kissat, cadical, minisat, glucose and other programs with the interface of
//! the SAT competitions. The program gets a DIMACS file. If it finds a model, it prints a status line and `v` lines, and exits
//! with code 10. If there is no model, it prints a status line and exits with code 20. Exit code and status line must agree,
//! and a model must end with 0. Everything else is an error.
//!
//! minisat and glucose write the answer to a second file if they are given one, and minisat prints no model otherwise. They
//! are recognized by their names.
//!
//! Models are verified here. The caller has to confirm that a formula has no model.

use super::excerpt::short;
use super::problem_text::ProblemText;
use super::program_run::{ProgramRun, RunEnd, RunLimits, status};
use super::status_line::{Claim, claim};
use crate::experiment::Output;
use coverlab_model::format::dimacs;
use coverlab_model::{Cnf, Model, Problem, Stop};
use coverlab_supervise::{End, Report};
use std::path::PathBuf;
use std::time::Duration;

/// A program that solves DIMACS files.
#[derive(Clone, Debug)]
pub struct DimacsSolver {
    /// The path of the program.
    pub path: PathBuf,
}

/// The answer of a program, with its cost.
pub struct Answered {
    /// The answer.
    pub answer: Answer,
    /// The CPU time of the program.
    pub cpu: Duration,
    /// The proof in textual DRAT; empty if none was requested.
    pub proof: Vec<u8>,
}

/// The answer of a SAT solver for a formula.
#[derive(Debug)]
pub enum Answer {
    /// A verified model.
    Model(Model),
    /// There is no model. The caller has to verify that.
    Unsatisfiable,
    /// A limit or the user ended the search.
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

    /// Asks whether `cnf` has a model, and requests a proof if `with_proof`. That requires a program that [writes
    /// proofs](Self::writes_proofs).
    ///
    /// # Errors
    /// The program fails, or its answer is incomplete or wrong.
    pub fn ask(&self, cnf: &Cnf, limits: &RunLimits, with_proof: bool) -> Result<Answered, String> {
        let mut run = ProgramRun::new()?;
        let formula = run.file("formula.cnf", dimacs::write(cnf, &[]).as_bytes())?;
        let proof = run.path("proof.drat");
        let answer_file = self.is_of(["minisat", "glucose"]).then(|| run.path("answer"));
        let mut arguments = vec![formula.into_os_string()];
        if with_proof {
            arguments.insert(0, "--no-binary".into());
            arguments.push(proof.clone().into_os_string());
        }
        arguments.extend(answer_file.clone().map(PathBuf::into_os_string));
        let names = |what: String| format!("{}: {what}", self.path.display());
        let report = match run.run(&self.path, arguments, limits).map_err(names)? {
            RunEnd::Ended(report) => report,
            RunEnd::Stopped(stop, cpu) => {
                return Ok(Answered { answer: Answer::Unknown(stop), cpu, proof: Vec::new() });
            }
        };
        let text = match &answer_file {
            Some(path) => std::fs::read(path).unwrap_or_default(),
            None => report.output.clone(),
        };
        let answer = read(cnf, &report, &String::from_utf8_lossy(&text)).map_err(names)?;
        let proof = if with_proof { std::fs::read(proof).unwrap_or_default() } else { Vec::new() };
        Ok(Answered { answer, cpu: report.cpu, proof })
    }
}

/// The answer according to both the exit code and the text.
fn read(cnf: &Cnf, report: &Report, text: &str) -> Result<Answer, String> {
    let expected = match report.end {
        End::Exit(10) => Claim::Satisfiable,
        End::Exit(20) => Claim::Unsatisfiable,
        end => {
            let last = short(&report.last_error());
            let errors = if last.is_empty() { String::new() } else { format!(": {last}") };
            let status = status(end);
            return Err(format!("it ended without an answer ({status}; 10 and 20 are answers){errors}"));
        }
    };
    match claim(text)? {
        Some(claim) if claim == expected => {}
        Some(claim) => {
            let what = format!("its exit code says {expected:?}, its status line {claim:?}");
            return Err(what.to_lowercase());
        }
        None => {
            let first = text.lines().map(short).find(|line| !line.is_empty());
            let printed = first.map_or("its output is empty".to_string(), |line| {
                format!("its output, which begins with `{line}`, has no status line")
            });
            return Err(format!("{}, but {printed}", status(report.end)));
        }
    }
    if expected == Claim::Unsatisfiable {
        return Ok(Answer::Unsatisfiable);
    }
    let models = cnf.solutions(text, Output::Dimacs)?;
    let model = models.into_iter().next().ok_or("it printed no model")?;
    cnf.verify(&model).map_err(|violation| format!("it printed a wrong model: {violation}"))?;
    Ok(Answer::Model(model))
}
