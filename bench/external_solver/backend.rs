//! An external solver as a strategy: one process per instance, per block of instances, or for all questions to a worker.

use super::checked_definition::Solver;
use super::problem_text::ProblemText;
use super::process::{SupervisedProcess, memory_limits};
use super::read_answer::{ProgramAnswer, read_answer};
use super::search_totals::SearchTotals;
use super::worker_protocol;
use crate::experiment::Protocol;
use crate::input;
use crate::text::excerpt;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{About, Backend, Cost, Counters, Fault, FaultKind, Outcome, Session, Sink, Stop, Task};
use coverlab_supervise::{JobEnd, JobReport};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// The name of the file with the instance.
const INPUT: &str = "input";
/// The name of the file for the answer.
const OUTPUT: &str = "output";
/// The value of `{time_s}` in a command if there is no time limit.
const NO_LIMIT: Duration = Duration::from_secs(1_000_000);

/// An external solver, for problems of the kind that its definition names.
pub(super) struct ExternalBackend(pub(super) Arc<Solver>);

impl<P: ProblemText> Backend<P> for ExternalBackend {
    fn about(&self) -> &'static About {
        self.0.about
    }

    /// 0, because the memory of the program is limited separately.
    fn bytes(&self, _size: P::Size) -> u64 {
        0
    }

    fn session(&self) -> Box<dyn Session<P>> {
        Box::new(ExternalSession::new(self.0.clone()))
    }
}

/// A session with an external solver.
pub(super) struct ExternalSession {
    solver: Arc<Solver>,
    pub(super) process: SupervisedProcess,
    /// The number of questions asked so far, if the solver is a worker.
    questions: u64,
}

impl<P: ProblemText> Session<P> for ExternalSession {
    fn run(&mut self, problems: &[P], task: &Task, outcomes: &mut Vec<Outcome<P>>) -> Cost {
        outcomes.clear();
        let mut cost = Cost::default();
        if problems.len() > 1 && self.solver.definition.batch {
            let mut totals = SearchTotals::default();
            let clock = ThreadTime::now();
            let text: Result<String, String> = problems.iter().map(ProblemText::write).collect();
            totals.encode += clock.elapsed();
            // If the format cannot express an instance, all instances are searched one by one.
            if let Ok(text) = text {
                outcomes.extend(self.batch(problems, &text, task, &mut totals));
                return totals.cost();
            }
            cost += totals.cost();
        }
        for problem in problems {
            let mut totals = SearchTotals::default();
            outcomes.push(self.search(problem, task, &mut totals));
            cost += totals.cost();
        }
        cost
    }

    fn stream(&mut self, problem: &P, task: &Task, sink: Sink<'_, P>) -> (Outcome<P>, Cost) {
        let keep = usize::try_from(task.solutions).unwrap_or(usize::MAX);
        let mut totals = SearchTotals::default();
        let mut outcome = self.search(problem, &Task { keep, ..task.clone() }, &mut totals);
        let stop = outcome.kept.iter().find_map(|solution| sink(solution).break_value());
        outcome.stop = stop.or(outcome.stop);
        outcome.kept.truncate(task.keep);
        (outcome, totals.cost())
    }
}

impl ExternalSession {
    pub(super) fn new(solver: Arc<Solver>) -> ExternalSession {
        let process = SupervisedProcess::new(memory_limits(solver.memory));
        ExternalSession { solver, process, questions: 0 }
    }

    /// Searches one instance. The program runs once, or once per model of a formula.
    pub(super) fn search<P: ProblemText>(
        &mut self,
        problem: &P,
        task: &Task,
        totals: &mut SearchTotals,
    ) -> Outcome<P> {
        let searched = self.solutions(problem, task, totals).and_then(|(stop, found)| {
            let mut seen = HashSet::new();
            let mut faults = found.iter().filter_map(|solution| match problem.verify(solution) {
                Err(violation) => Some(violation.what),
                Ok(()) if !seen.insert(problem.digest(solution)) => {
                    Some("the same solution twice".to_string())
                }
                Ok(()) => None,
            });
            match faults.next() {
                Some(what) => Err(Fault::new(FaultKind::WrongAnswer, what)),
                None => Ok((stop, found)),
            }
        });
        match searched {
            Ok((stop, found)) => {
                let mut outcome = Outcome::with_solutions(stop, found, totals.counters);
                outcome.kept.truncate(task.keep);
                outcome.process = Some(totals.facts(1, None));
                outcome
            }
            Err(fault) => {
                let is_refusal = fault.kind == FaultKind::Unsupported;
                let stop = if is_refusal { Stop::Unsupported } else { Stop::Stuck };
                let process = Some(totals.facts(1, Some(fault)));
                Outcome { counters: totals.counters, process, ..Outcome::unsearched(stop) }
            }
        }
    }

    /// The solutions that the program finds, which are not verified yet, and why it stopped early.
    #[allow(clippy::type_complexity, reason = "a name for the pair would say no more")]
    fn solutions<P: ProblemText>(
        &mut self,
        problem: &P,
        task: &Task,
        totals: &mut SearchTotals,
    ) -> Result<(Option<Stop>, Vec<P::Solution>), Fault> {
        let (mut found, mut rest) = (Vec::new(), None);
        let stop = loop {
            let left = task.time.map(|time| time.saturating_sub(totals.cpu));
            if left == Some(Duration::ZERO) {
                break Some(Stop::Deadline);
            }
            let wanted = task.solutions.saturating_sub(found.len() as u64);
            let asked = rest.as_ref().unwrap_or(problem);
            match self.run_once(asked, &Task { solutions: wanted, time: left, ..task.clone() }, totals)? {
                ProgramAnswer::Solutions { list, all } => {
                    let known = found.len();
                    found.extend(list);
                    merge_equal(problem, &mut found, known);
                    if found.len() as u64 >= task.solutions {
                        break Some(Stop::Enough);
                    }
                    if all {
                        break None;
                    }
                    let next = found[known..].iter().try_fold(None, |rest: Option<P>, solution| {
                        rest.as_ref().unwrap_or(asked).without(solution).map(Some)
                    });
                    let Some(Some(next)) = next else { break Some(Stop::Stuck) };
                    rest = Some(next);
                }
                ProgramAnswer::Stopped(Stop::Cancelled) => return Ok((Some(Stop::Cancelled), found)),
                ProgramAnswer::Stopped(stop) => break Some(stop),
            }
        };
        let is_late = task.time.is_some_and(|time| totals.cpu > time);
        Ok((if is_late { Some(Stop::Deadline) } else { stop }, found))
    }

    /// Runs the program once, or asks a worker one question.
    pub(super) fn run_once<P: ProblemText>(
        &mut self,
        problem: &P,
        task: &Task,
        totals: &mut SearchTotals,
    ) -> Result<ProgramAnswer<P>, Fault> {
        totals.runs += 1;
        if self.solver.definition.protocol == Protocol::Worker {
            self.questions += 1;
            return worker_protocol::ask(
                &mut self.process,
                &self.solver,
                self.questions,
                problem,
                task,
                totals,
            );
        }
        let clock = ThreadTime::now();
        let text = problem.write();
        totals.encode += clock.elapsed();
        let text = text.map_err(|what| Fault::new(FaultKind::Unsupported, what))?;
        let ended = self.execute(&text, task, totals).map_err(|what| Fault::new(FaultKind::Crash, what))?;
        let Some(report) = ended else { return Ok(ProgramAnswer::Stopped(Stop::Cancelled)) };
        totals.add(&report);
        let clock = ThreadTime::now();
        let answer = read_answer(&self.solver, problem, &report, task.solutions, totals);
        totals.decode += clock.elapsed();
        answer
    }

    /// Runs the program on `text` to its end. `None` if it was cancelled.
    fn execute(
        &mut self,
        text: &str,
        task: &Task,
        totals: &mut SearchTotals,
    ) -> Result<Option<JobReport>, String> {
        let folder = self.process.empty_folder()?;
        let definition = &self.solver.definition;
        let (input, output) = (folder.join(INPUT), folder.join(OUTPUT));
        std::fs::write(&input, text).map_err(|e| format!("{} cannot be written: {e}", input.display()))?;
        let all = definition.all.clone().unwrap_or_else(|| "0".to_string());
        let solutions = if task.solutions == u64::MAX { all } else { task.solutions.to_string() };
        let values = [
            ("input", input.to_string_lossy().into_owned()),
            ("output", output.to_string_lossy().into_owned()),
            ("seed", task.seed.to_string()),
            ("time_s", task.time.unwrap_or(NO_LIMIT).as_secs_f64().ceil().to_string()),
            ("solutions", solutions),
        ];
        let command = self.solver.words(&definition.command, &values);
        let standard_input = (!definition.mentions("{input}")).then_some(input.as_path());
        let answer = definition.mentions("{output}").then_some(output);
        let report = self.process.run(&command, standard_input, task)?;
        Ok(report.map(|mut report| {
            totals.keep(&command, text, &report);
            if let Some(path) = answer {
                let max_bytes = self.process.limits.output;
                report.output.extend(b"\n");
                report.output.extend(input::read_at_most(&path, max_bytes).unwrap_or_default());
            }
            report
        }))
    }

    /// Searches many instances, whose text is `text`, in one process. If it fails, every outcome has the fault.
    fn batch<P: ProblemText>(
        &mut self,
        problems: &[P],
        text: &str,
        task: &Task,
        totals: &mut SearchTotals,
    ) -> Vec<Outcome<P>> {
        let count = problems.len();
        let unsearched = |stop| (0..count).map(|_| Outcome::unsearched(stop)).collect();
        let (mut outcomes, fault): (Vec<_>, _) = match self.batch_outcomes(problems, text, task, totals) {
            Ok(Some(outcomes)) => (outcomes, None),
            Ok(None) => (unsearched(Stop::Cancelled), None),
            Err(what) => (unsearched(Stop::Stuck), Some(Fault::new(FaultKind::Crash, what))),
        };
        for outcome in &mut outcomes {
            outcome.process = Some(totals.facts(count, fault.clone()));
        }
        outcomes
    }

    /// The outcomes of a batch. `None` if it was cancelled.
    fn batch_outcomes<P: ProblemText>(
        &mut self,
        problems: &[P],
        text: &str,
        task: &Task,
        totals: &mut SearchTotals,
    ) -> Result<Option<Vec<Outcome<P>>>, String> {
        let count = u32::try_from(problems.len()).unwrap_or(u32::MAX);
        let time = task.time.map(|time| time.saturating_mul(count));
        let Some(report) = self.execute(text, &Task { time, ..task.clone() }, totals)? else {
            return Ok(None);
        };
        totals.add(&report);
        let clock = ThreadTime::now();
        let outcomes = read_batch(&self.solver, problems, &report, task);
        totals.decode += clock.elapsed();
        outcomes.map(Some)
    }
}

/// The outcomes that a program printed, one per line.
fn read_batch<P: ProblemText>(
    solver: &Solver,
    problems: &[P],
    report: &JobReport,
    task: &Task,
) -> Result<Vec<Outcome<P>>, String> {
    let exit = solver.definition.exit();
    match report.end {
        JobEnd::Exit(code) if exit.solved.contains(&code) || exit.none.contains(&code) => {}
        end => return Err(format!("the batch ended: {end}")),
    }
    let text = String::from_utf8_lossy(&report.output);
    let mut outcomes = Vec::with_capacity(problems.len());
    for line in text.lines() {
        let Some(problem) = problems.get(outcomes.len()) else { break };
        let list = problem.solutions(line, solver.definition.output)?;
        let is_none = solver.none.as_ref().is_some_and(|none| none.is_match(line));
        if list.is_empty() && !is_none {
            continue;
        }
        let stop = (!list.is_empty()).then_some(Stop::Enough);
        let mut outcome = Outcome::with_solutions(stop, list, Counters::default());
        outcome.kept.truncate(task.keep);
        outcomes.push(outcome);
    }
    if outcomes.len() == problems.len() {
        return Ok(outcomes);
    }
    Err(format!(
        "{} answers to {} instances; the first line is `{}`",
        outcomes.len(),
        problems.len(),
        excerpt(text.lines().next().unwrap_or_default())
    ))
}

/// Removes solutions that count as equal to an earlier one. The first `known` stay, and are not compared.
fn merge_equal<P: ProblemText>(problem: &P, found: &mut Vec<P::Solution>, known: usize) {
    if problem.all_distinct() {
        return;
    }
    let mut seen = HashSet::new();
    let mut index = 0;
    found.retain(|solution| {
        index += 1;
        index <= known || seen.insert(problem.digest(solution))
    });
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::super::of_text;
    use super::*;
    use coverlab_model::{ExactCover, ExactCoverBuilder, Flow, Shape, Sudoku};
    use std::path::Path;

    fn session(definition: &str) -> ExternalSession {
        let definition = format!("name = \"tested\"\n{definition}");
        ExternalSession::new(Arc::new(of_text(&definition, "tested.toml", Path::new("")).unwrap()))
    }

    /// Checks that an instance is not sent to the program because its format cannot express it, and that the outcome says why.
    fn is_refused<P: ProblemText>(session: &mut ExternalSession, problem: &P, why: &str) {
        let mut outcomes = Vec::new();
        session.run(std::slice::from_ref(problem), &Task::first(2), &mut outcomes);
        outcomes.push(session.stream(problem, &Task::count(), &mut |_| Flow::Continue(())).0);
        for outcome in &outcomes {
            let fault = outcome.fault().unwrap();
            assert_eq!((outcome.stop, fault.kind), (Some(Stop::Unsupported), FaultKind::Unsupported));
            assert!(fault.what.contains(why), "{}", fault.what);
        }
        assert_eq!(outcomes.len(), 2);
    }

    #[test]
    fn an_instance_that_a_format_cannot_hold_is_unsupported() {
        let empty: ExactCover = ExactCoverBuilder::new(0, 0).build();
        let large = Sudoku::empty(Shape::new(10, 10).unwrap());
        for protocol in ["program", "worker"] {
            let more = format!("command = [\"false\"]\nprotocol = \"{protocol}\"\n");
            let cover = &mut session(&format!("problem = \"exact-cover\"\n{more}"));
            is_refused(cover, &empty, "Knuth's format has no instance without items");
            is_refused(&mut session(&format!("problem = \"sudoku\"\n{more}")), &large, "more digits than");
        }
    }

    #[test]
    fn one_such_instance_of_a_batch_leaves_the_others_to_be_searched() {
        let batch = "problem = \"sudoku\"\nbatch = true\ncommand = [\"cat\", \"{input}\"]\n";
        let nine = Sudoku::empty(Shape::NINE);
        let problems = [nine.clone(), Sudoku::empty(Shape::new(10, 10).unwrap()), nine];
        let mut outcomes = Vec::new();
        session(batch).run(&problems, &Task::first(1), &mut outcomes);
        let kinds: Vec<_> = outcomes.iter().map(|outcome| outcome.fault().unwrap().kind).collect();
        // A test program cannot act as a guard, so no process starts.
        assert_eq!(kinds, [FaultKind::Crash, FaultKind::Unsupported, FaultKind::Crash], "{outcomes:?}");
        assert!(outcomes[0].fault().unwrap().what.contains("no process can be started"), "{outcomes:?}");
    }
}
