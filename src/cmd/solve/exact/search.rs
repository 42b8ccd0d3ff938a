//! The search itself: on one thread or several, or in a process of its own, with a bar.

use super::print::Printer;
use crate::cmd::solve::answer::Question;
use crate::cmd::solve::gauge;
use crate::cmd::{Exit, Failure};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::worker;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cover, ExactCover, Flow, Outcome, Problem, Stop, Task, Violation, parallel};
use coverlab_strategies::Configured;
use std::io::Write;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The result of a search.
pub(super) struct Found {
    pub(super) outcome: Outcome<ExactCover>,
    /// CPU time of all threads.
    pub(super) cpu: Duration,
    /// The strategy that found it.
    pub(super) strategy: String,
    pub(super) counts_nodes: bool,
    /// How a random solution was drawn.
    pub(super) sampling: Option<&'static str>,
    /// A remark for the user.
    pub(super) note: Option<String>,
}

impl Found {
    pub(super) fn new(
        configured: &Configured<ExactCover>,
        outcome: Outcome<ExactCover>,
        cpu: Duration,
    ) -> Found {
        let (strategy, counts_nodes) = (configured.spec.to_string(), configured.about.counts_nodes());
        Found { outcome, cpu, strategy, counts_nodes, sampling: None, note: None }
    }
}

/// The resources that a search may use.
#[derive(Clone, Copy)]
pub(super) struct Means {
    pub(super) threads: usize,
    /// Whether its memory is limited: it is in a process of its own already, on one thread.
    pub(super) confined: bool,
}

/// Searches, and prints solutions as they are found if all are wanted.
///
/// # Errors
/// A strategy that panics or breaks its word, output that cannot be written.
pub(super) fn run<W: Write>(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    question: Question,
    task: &Task,
    means: Means,
    shown: bool,
    printer: &mut Printer<'_, W>,
) -> Result<Found, Failure> {
    let Means { threads, confined } = means;
    let unstoppable = !configured.about.interruptible && task.time.is_some() && !confined;
    let (over, terminal) = (&AtomicBool::new(false), printer.terminal);
    let (outcome, cpu) = std::thread::scope(|scope| {
        let mut watch = None;
        if let Some(progress) = task.progress.as_ref().filter(|_| shown) {
            let hint = gauge::hint(configured.about, question);
            watch = Some(scope.spawn(move || gauge::watch(progress, over, terminal, hint)));
        }
        let searched = catch_unwind(AssertUnwindSafe(|| match question {
            _ if unstoppable && problem.items() > 0 => apart(problem, configured, question, task, printer),
            Question::Count => Ok(count(problem, configured, task, threads)),
            _ => list(problem, configured, question, task, threads, printer),
        }));
        over.store(true, Ordering::Relaxed);
        if let Some(watch) = watch {
            watch.thread().unpark();
        }
        searched.unwrap_or_else(|_| {
            let what = format!("the strategy {} panicked", configured.spec);
            Err(internal(what))
        })
    })?;
    outcome.verify(problem).map_err(|violation| refused(&violation))?;
    Ok(Found::new(configured, outcome, cpu))
}

fn internal(what: String) -> Failure {
    let help = "this is a mistake in coverlab, not in your instance";
    Failure::new(Exit::Internal, Diagnostic::error(what).help(help))
}

pub(super) fn refused(violation: &Violation) -> Failure {
    internal(format!("the referee rejects what the strategy found: {violation}"))
}

fn count(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    task: &Task,
    threads: usize,
) -> (Outcome<ExactCover>, Duration) {
    if threads > 1 {
        return parallel::solve(&*configured.backend, problem, task, threads);
    }
    let mut outcomes = Vec::with_capacity(1);
    let cost = configured.backend.session().run(std::slice::from_ref(problem), task, &mut outcomes);
    (outcomes.pop().expect("one outcome an instance"), cost.total())
}

/// Every solution as it is found, or one or two to be kept.
fn list<W: Write>(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    question: Question,
    task: &Task,
    threads: usize,
    printer: &mut Printer<'_, W>,
) -> Result<(Outcome<ExactCover>, Duration), Failure> {
    let mut failure: Option<Failure> = None;
    let mut sink = |cover: &Cover| {
        let said = problem
            .verify(cover)
            .map_err(|violation| refused(&violation))
            .and_then(|()| if question == Question::All { printer.solution(cover) } else { Ok(()) });
        match said {
            Ok(()) => Flow::Continue(()),
            Err(found) => {
                failure = Some(found);
                ControlFlow::Break(Stop::Cancelled)
            }
        }
    };
    let found = if threads > 1 {
        parallel::stream(&*configured.backend, problem, task, threads, &mut sink)
    } else {
        let clock = ThreadTime::now();
        let outcome = configured.backend.session().stream(problem, task, &mut sink);
        (outcome, clock.elapsed())
    };
    failure.map_or(Ok(found), Err)
}

/// A strategy that cannot be stopped runs in a process that can.
fn apart<W: Write>(
    problem: &ExactCover,
    configured: &Configured<ExactCover>,
    question: Question,
    task: &Task,
    printer: &mut Printer<'_, W>,
) -> Result<(Outcome<ExactCover>, Duration), Failure> {
    // Listed solutions are handed over at the end, so their number is bounded.
    let keep = if question == Question::All { 1_000_000 } else { task.keep };
    let task = &Task { keep, ..task.clone() };
    // A count needs no covers, and the strategy may tell many at once.
    let salvage = question != Question::Count;
    let (outcome, cpu) = worker::search(problem, &configured.spec.to_string(), task, salvage)
        .map_err(|error| Failure::new(Exit::Internal, Diagnostic::of(&error)))?;
    if question == Question::All {
        for cover in &outcome.kept {
            problem.verify(cover).map_err(|violation| refused(&violation))?;
            printer.solution(cover)?;
        }
    }
    Ok((outcome, cpu))
}
