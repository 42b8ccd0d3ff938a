//! External solvers behind [`Solver`]: kissat, cadical, minisat, glucose and any other that follows the *SAT Competition
//! rules* (since 2002). It gets a DIMACS file and ends with exit code 10, a status line and `v` lines, or with 20 and a
//! status line. Exit code and status must
//! agree, and a model must have its closing 0: everything else is an error, and an exit code that stands for no answer
//! a crash.
//!
//! minisat and glucose write their answer into a second file instead of `v` lines when they are
//! given one; minisat prints no model otherwise. They are known by their names.
//!
//! Nothing that a program says is taken on trust. Of a model each literal must make sense, and the
//! formula is checked against it here; that a formula has no model is for the caller to confirm.
//! Each question starts the program anew: assumptions become unit clauses, and nothing that was
//! learned stays.

use super::process::{Finished, NotFinished, ProcessLimits, Scrap, run};
use super::short;
use super::solver::{Solver, Statistics, Verdict};
use super::status_line::{Claim, claim};
use coverlab_model::format::dimacs;
use coverlab_model::{Cnf, Literal, Model, Problem};
use std::path::PathBuf;
use std::time::Duration;

/// A program that solves DIMACS files.
#[derive(Clone, Debug)]
pub struct Program {
    /// Where it is.
    pub path: PathBuf,
    /// The arguments before the file.
    pub arguments: Vec<String>,
}

impl Program {
    /// Whether it is of the family that writes its answer into a second file.
    fn writes_a_file(&self) -> bool {
        let name = self.path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
        name.starts_with("minisat") || name.starts_with("glucose")
    }

    /// Whether it is known to write a proof: in DRAT, as text, into the file named after the formula.
    pub fn writes_proofs(&self) -> bool {
        let name = self.path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
        name.starts_with("cadical") || name.starts_with("kissat")
    }

    /// Whether `cnf` has a model, and the CPU time that the answer took.
    pub fn ask(&self, cnf: &Cnf, limits: &ProcessLimits) -> (Result<Option<Model>, Verdict>, Duration) {
        let broken = |what| (Err(Verdict::Failed(what)), Duration::ZERO);
        self.run(cnf, limits, None).unwrap_or_else(broken)
    }

    /// As [`Self::ask`], with the proof that it wrote, in DRAT as text. Only for programs that
    /// [`Self::writes_proofs`].
    pub fn prove(
        &self,
        cnf: &Cnf,
        limits: &ProcessLimits,
    ) -> (Result<Option<Model>, Verdict>, Duration, Vec<u8>) {
        let broken = |what| (Err(Verdict::Failed(what)), Duration::ZERO, Vec::new());
        let proof = match Scrap::new("drat", b"") {
            Ok(proof) => proof,
            Err(what) => return broken(what),
        };
        match self.run(cnf, limits, Some(&proof)) {
            Ok((answer, time)) => (answer, time, std::fs::read(proof.path()).unwrap_or_default()),
            Err(what) => broken(what),
        }
    }

    /// Runs it on `cnf`. The outer error: a file cannot be written.
    fn run(
        &self,
        cnf: &Cnf,
        limits: &ProcessLimits,
        proof: Option<&Scrap>,
    ) -> Result<(Result<Option<Model>, Verdict>, Duration), String> {
        let file = Scrap::new("cnf", dimacs::write(cnf, &[]).as_bytes())?;
        let answer = self.writes_a_file().then(|| Scrap::new("out", b"")).transpose()?;
        let mut arguments: Vec<_> = self.arguments.iter().map(Into::into).collect();
        if proof.is_some() {
            // kissat would not write over a file that is there, but for `--force`; cadical has that too.
            arguments.extend(["--no-binary", "--force"].map(Into::into));
        }
        arguments.push(file.path().as_os_str().to_owned());
        arguments.extend(proof.iter().map(|proof| proof.path().as_os_str().to_owned()));
        arguments.extend(answer.iter().map(|answer| answer.path().as_os_str().to_owned()));
        Ok(match run(&self.path, &arguments, limits) {
            Ok(finished) => {
                let time = finished.time;
                let text = match &answer {
                    Some(answer) => std::fs::read(answer.path()).unwrap_or_default(),
                    None => finished.output.clone(),
                };
                (self.read(cnf, &finished, &text), time)
            }
            Err(NotFinished::Stopped(stop, time)) => (Err(Verdict::Unknown(stop)), time),
            Err(NotFinished::Broken(what)) => (Err(Verdict::Crashed(self.names(&what))), Duration::ZERO),
        })
    }

    /// A fault with the name of the program.
    fn names(&self, what: &str) -> String {
        format!("{}: {what}", self.path.display())
    }

    fn read(&self, cnf: &Cnf, finished: &Finished, text: &[u8]) -> Result<Option<Model>, Verdict> {
        let failed = |what: String| Verdict::Failed(self.names(&what));
        let text = String::from_utf8_lossy(text);
        let expected = match finished.status.code() {
            Some(10) => Claim::Satisfiable,
            Some(20) => Claim::Unsatisfiable,
            _ => {
                let errors = String::from_utf8_lossy(&finished.errors);
                let last = errors.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
                let said = if last.is_empty() { String::new() } else { format!(": {}", short(last)) };
                let what =
                    format!("it ended without an answer ({}; 10 and 20 are answers){said}", finished.status);
                return Err(Verdict::Crashed(self.names(&what)));
            }
        };
        match claim(&text).map_err(failed)? {
            Some(claim) if claim == expected => {}
            Some(claim) => {
                let what = format!("its exit code says {expected:?}, its status line {claim:?}");
                return Err(failed(what.to_lowercase()));
            }
            None => {
                let first = text.lines().map(short).find(|line| !line.is_empty());
                let printed = first.map_or("its output is empty".to_string(), |line| {
                    format!("its output, which begins with `{line}`, has no status line")
                });
                return Err(failed(format!("{}, but {printed}", finished.status)));
            }
        }
        if expected == Claim::Unsatisfiable {
            return Ok(None);
        }
        let model = read_model(&text, cnf.variables()).map_err(failed)?;
        cnf.verify(&model).map_err(|v| failed(format!("it printed a model that is none: {v}")))?;
        Ok(Some(model))
    }
}

/// The literals of the `v` lines, or of the lines after `SAT`. A variable in none of them is false.
fn read_model(text: &str, variables: usize) -> Result<Model, String> {
    let mut values: Vec<Option<bool>> = vec![None; variables];
    let mut bare = false;
    let mut ended = false;
    for line in text.lines() {
        let words = match line.strip_prefix('v') {
            Some(rest) if rest.is_empty() || rest.starts_with([' ', '\t']) => rest,
            _ if bare => line,
            _ => {
                bare = line.trim() == "SAT";
                continue;
            }
        };
        for word in words.split_whitespace() {
            let literal = word.parse::<i64>().map_err(|_| format!("`{}` is no literal", short(word)))?;
            ended = literal == 0;
            if ended {
                continue;
            }
            let at = usize::try_from(literal.unsigned_abs() - 1).unwrap_or(usize::MAX);
            let value = values.get_mut(at).ok_or_else(|| {
                format!("it gives variable {} a value, but there are {variables}", literal.unsigned_abs())
            })?;
            if value.replace(literal > 0) == Some(literal < 0) {
                return Err(format!("it gives variable {} two values", literal.unsigned_abs()));
            }
        }
    }
    if !ended {
        return Err("its model has no end: the 0 after the last literal is missing".to_string());
    }
    Ok(Model::new(values.into_iter().map(|value| value.unwrap_or(false)).collect()))
}

/// A program as a solver.
#[derive(Debug)]
pub struct External {
    program: Program,
    limits: ProcessLimits,
    clauses: Vec<Vec<Literal>>,
    variables: usize,
    model: Option<Model>,
    core: Vec<Literal>,
    spent: Duration,
}

impl External {
    /// `program` under `limits`, which go for each question.
    pub fn new(program: Program, limits: ProcessLimits) -> External {
        let (clauses, core) = (Vec::new(), Vec::new());
        External { program, limits, clauses, variables: 0, model: None, core, spent: Duration::ZERO }
    }

    /// CPU time of all its answers.
    pub fn spent(&self) -> Duration {
        self.spent
    }
}

impl Solver for External {
    fn add(&mut self, clause: &[Literal]) {
        let largest = clause.iter().map(|l| l.unsigned_abs() as usize).max().unwrap_or(0);
        self.variables = self.variables.max(largest);
        self.clauses.push(clause.to_vec());
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Verdict {
        let largest = assumptions.iter().map(|l| l.unsigned_abs() as usize).max().unwrap_or(0);
        let mut cnf = Cnf::new(self.variables.max(largest));
        self.clauses.iter().for_each(|clause| cnf.clause(clause));
        assumptions.iter().for_each(|&literal| cnf.clause(&[literal]));
        let (answer, time) = self.program.ask(&cnf, &self.limits);
        self.spent += time;
        match answer {
            Ok(Some(model)) => {
                self.model = Some(model);
                Verdict::Satisfiable
            }
            Ok(None) => {
                self.core = assumptions.to_vec();
                Verdict::Unsatisfiable
            }
            Err(verdict) => verdict,
        }
    }

    fn value(&self, variable: Literal) -> bool {
        let values = self.model.as_ref().map_or(&[][..], Model::values);
        values.get(variable.unsigned_abs() as usize - 1).copied().unwrap_or(false)
    }

    fn core(&self) -> Vec<Literal> {
        self.core.clone()
    }

    fn statistics(&self) -> Statistics {
        Statistics::default()
    }

    fn finish(&mut self) -> Result<(), String> {
        Ok(())
    }
}
