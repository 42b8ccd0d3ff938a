//! Tests a solver on a few instances with no, one, two and many solutions. Exact covers include secondary items and colors. Each
//! result has the input, the output, the verdict of the referee, and warnings.

use super::backend::ExternalSession;
use super::builtin;
use super::checked_definition::Solver;
use super::problem_text::ProblemText;
use super::search_totals::SearchTotals;
use crate::corpus::{self, Count, Instances};
use crate::error::{Error, command_line};
use crate::experiment::SolverProblem;
use crate::text::excerpt;
use coverlab_model::clock::nanoseconds;
use coverlab_model::format::{dimacs, knuth};
use coverlab_model::{FaultKind, Outcome, Stop, Sudoku, Task};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// The result of one instance.
#[derive(Clone, Debug, Serialize)]
pub struct SelfTestResult {
    /// The name of the solver.
    pub solver: String,
    /// The instance: `no solution`, `one solution`, ….
    pub instance: String,
    /// The requested number of solutions.
    pub asked: u64,
    /// The command.
    pub command: String,
    /// The input.
    pub sent: String,
    /// How the program ended, in words.
    pub end: String,
    /// The output.
    pub output: String,
    /// The last line of standard error, shortened.
    pub errors: String,
    /// Whether the answer is correct.
    pub right: bool,
    /// The referee's verdict.
    pub referee: String,
    /// CPU time in nanoseconds.
    pub cpu_ns: u64,
    /// Messages about faults that do not change the answer.
    #[serde(rename = "odd")]
    pub warnings: Vec<String>,
}

/// The test of one solver.
pub struct SelfTest(Arc<Solver>);

/// The tests of the solvers that `what` names: one solver, or all solvers of an experiment.
///
/// # Errors
/// There is no such solver, or its definition is invalid.
pub fn open(what: &str) -> Result<Vec<SelfTest>, Error> {
    Ok(builtin::open(what)?.into_iter().map(|solver| SelfTest(Arc::new(solver))).collect())
}

impl SelfTest {
    /// The name of the solver.
    pub fn name(&self) -> &str {
        &self.0.definition.name
    }

    /// Tests the solver, with the CPU time limit `time` per instance. Calls `visit` with each result as soon as it is known.
    ///
    /// # Errors
    /// Its program is not installed, or `visit` fails.
    pub fn run<E: From<Error>>(
        &self,
        time: Duration,
        visit: impl FnMut(SelfTestResult) -> Result<(), E>,
    ) -> Result<(), E> {
        let (solver, name) = (&self.0, self.name());
        if let Some(what) = solver.missing() {
            let help = format!("`coverlab list solvers {name}` may say where to get it");
            return Err(Error::new(what).help(help).into());
        }
        match solver.problem {
            SolverProblem::Sudoku => test_each(solver, &puzzles()?, time, visit),
            SolverProblem::ExactCover => {
                test_each(solver, &read(&COVERS, |text| knuth::read(text).ok()), time, visit)
            }
            SolverProblem::Cnf => {
                test_each(solver, &read(&FORMULAS, |text| dimacs::read(text).ok()), time, visit)
            }
        }
    }
}

/// A problem with its number of solutions. A program may lack support for its `extra` feature, if that is not empty.
struct TestCase<P> {
    solutions: u64,
    extra: &'static str,
    problem: P,
}

impl TestCase<&'static str> {
    const fn plain(solutions: u64, problem: &'static str) -> Self {
        TestCase { solutions, extra: "", problem }
    }
}

const COVERS: [TestCase<&str>; 6] = [
    TestCase::plain(0, "a b c\na b\nb c\n"),
    TestCase::plain(1, "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n"),
    TestCase::plain(2, "a b c\na b\nc\nb c\na\n"),
    TestCase::plain(8, "a b c\na\na\nb\nb\nc\nc\n"),
    TestCase { solutions: 3, extra: "secondary items", problem: "a b | s\na s\na\nb s\nb\n" },
    TestCase { solutions: 3, extra: "colors", problem: "a b | s\na s:R\na s:G\nb s:R\nb\n" },
];

const FORMULAS: [TestCase<&str>; 4] = [
    TestCase::plain(0, "p cnf 3 6\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n-3 -1 0\n2 3 0\n"),
    TestCase::plain(1, "p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n"),
    TestCase::plain(2, "p cnf 2 2\n1 2 0\n-1 -2 0\n"),
    TestCase::plain(7, "p cnf 3 1\n1 2 3 0\n"),
];

fn read<P>(list: &[TestCase<&str>], read: impl Fn(&str) -> Option<P>) -> Vec<TestCase<P>> {
    let parsed = |&TestCase { solutions, extra, problem }: &TestCase<&str>| {
        let problem = read(problem).expect("a built-in instance is well-formed");
        TestCase { solutions, extra, problem }
    };
    list.iter().map(parsed).collect()
}

/// 9x9 puzzles of the built-in corpora, which every Sudoku solver supports.
fn puzzles() -> Result<Vec<TestCase<Sudoku>>, Error> {
    let mut found = Vec::new();
    for (name, fits) in
        [("none-9x9", 0..=0), ("unique-9x9", 1..=1), ("many-9x9", 2..=2), ("many-9x9", 5..=u64::MAX)]
    {
        let corpus = corpus::by_name(name)?;
        let Instances::Sudoku(list) = corpus.instances else { continue };
        found.extend(list.into_iter().find_map(|instance| match instance.count {
            Some(Count::Exactly(solutions)) if fits.contains(&solutions) => {
                Some(TestCase { solutions, extra: "", problem: instance.problem })
            }
            _ => None,
        }));
    }
    Ok(found)
}

fn test_each<P: ProblemText, E>(
    solver: &Arc<Solver>,
    instances: &[TestCase<P>],
    time: Duration,
    mut visit: impl FnMut(SelfTestResult) -> Result<(), E>,
) -> Result<(), E> {
    let mut session = ExternalSession::new(solver.clone());
    instances.iter().try_for_each(|case| visit(attempt(solver, &mut session, case, time)))
}

fn attempt<P: ProblemText>(
    solver: &Solver,
    session: &mut ExternalSession,
    case: &TestCase<P>,
    time: Duration,
) -> SelfTestResult {
    let count = case.solutions;
    // Asking for one more than there are shows whether the search is complete.
    let asked = if solver.definition.can_find(2) { (count + 1).min(5) } else { 1 };
    let task = Task { time: Some(time), ..Task::first(asked) };
    let mut totals = SearchTotals { keeps_exchange: true, ..SearchTotals::default() };
    let outcome = session.search(&case.problem, &task, &mut totals);
    let referee = grade(case, asked, &outcome);
    let SearchTotals { cpu, mut warnings, exchange, .. } = totals;
    warnings.sort();
    warnings.dedup();
    let report = exchange.as_ref().map(|exchange| &exchange.report);
    SelfTestResult {
        solver: solver.definition.name.clone(),
        instance: solutions(count),
        asked,
        command: exchange.as_ref().map_or_else(String::new, |exchange| command_line(&exchange.command)),
        sent: exchange.as_ref().map_or_else(String::new, |exchange| exchange.sent.clone()),
        end: report.map_or_else(|| "it did not run".to_string(), |report| report.end.to_string()),
        output: report
            .map_or_else(String::new, |report| String::from_utf8_lossy(&report.output).into_owned()),
        errors: report.map_or_else(String::new, |report| excerpt(&report.last_error())),
        right: referee.is_ok(),
        referee: referee.unwrap_or_else(|what| what),
        cpu_ns: nanoseconds(cpu),
        warnings,
    }
}

/// The verdict of the referee on an answer to a request for `asked` solutions. The error is what is wrong with it.
fn grade<P: ProblemText>(case: &TestCase<P>, asked: u64, outcome: &Outcome<P>) -> Result<String, String> {
    let &TestCase { solutions: count, extra, ref problem } = case;
    if let Some(fault) = outcome.fault() {
        let status = match fault.kind {
            FaultKind::Crash => "crash",
            FaultKind::WrongAnswer => "error",
            FaultKind::Unsupported => "unsupported",
        };
        return Err(format!("{status}: {}", fault.what));
    }
    outcome.verify(problem).map_err(|violation| violation.what)?;
    if !extra.is_empty() && outcome.stop == Some(Stop::Unsupported) {
        return Ok(format!("right: it does not support {extra}"));
    }
    match outcome.stop {
        Some(Stop::Stuck) if outcome.solutions == 0 => return Err("no answer: it gave up".to_string()),
        Some(stop) if outcome.solutions == 0 => return Err(format!("no answer: {}", stop.clause("node"))),
        _ => {}
    }
    let (expected, stop) = (count.min(asked), (count >= asked).then_some(Stop::Enough));
    if (outcome.solutions, outcome.stop) != (expected, stop) {
        let how = outcome
            .stop
            .map_or(", and no more".to_string(), |stop| format!(" (it stopped: {})", stop.name()));
        let are = if count == 1 { "is 1".to_string() } else { format!("are {count}") };
        return Err(format!("{} found{how}, but there {are}", solutions(outcome.solutions)));
    }
    Ok(match (expected, stop) {
        (0, _) => "right: none".to_string(),
        (n, Some(_)) => format!("right: {} found, as many as were asked for", solutions(n)),
        (n, None) => format!("right: {} found, and no more", solutions(n)),
    })
}

fn solutions(count: u64) -> String {
    match count {
        0 => "no solution".to_string(),
        1 => "one solution".to_string(),
        n => format!("{n} solutions"),
    }
}
