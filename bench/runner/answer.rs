//! Converts the outcome of a search into the answer of a trial, after the referee has verified the solutions. Answers of
//! different strategies are compared later (`record/judge.rs`).

use super::corpus_run::PreparedInstance;
use crate::problem_kind::ProblemKind;
use crate::record::{MAX_SHOWN, Status, Trial, answer_hash};
use coverlab_model::{Backend, Outcome, Stop};
use std::collections::HashSet;
use std::fmt::Write;

/// Fills in the answer of `trial`, given the outcome of a search of `instance` by `backend`.
pub(super) fn fill_in<P: ProblemKind>(
    instance: &PreparedInstance<'_, P>,
    backend: &dyn Backend<P>,
    outcome: &Outcome<P>,
    trial: &mut Trial,
) {
    trial.stop.clear();
    trial.stop.push_str(outcome.stop.map_or("", |stop| stop.name()));
    trial.filled = outcome.partial.as_deref().and_then(ProblemKind::filled);
    trial.peak_rss_bytes =
        outcome.process.as_ref().map(|process| process.peak_memory).filter(|bytes| *bytes > 0);
    trial.answer_hash.clear();
    (trial.status, trial.error) = if let Some(fault) = outcome.fault() {
        (Status::of_fault(fault.kind), fault.what.clone())
    } else if let Some(error) = error(instance, trial.task_solutions.unwrap_or(u64::MAX), outcome) {
        (Status::Error, error)
    } else {
        if outcome.solutions > 0 && outcome.kept.len() as u64 == outcome.solutions {
            let _ = write!(trial.answer_hash, "{:08x}", set_digest(instance.problem, &outcome.kept));
        }
        let refusal = refusal(instance.problem, backend, outcome).unwrap_or_default();
        (Status::of(outcome.stop, outcome.solutions).unwrap_or(Status::Timeout), refusal)
    };
    trial.solutions = (trial.status != Status::Crash).then_some(outcome.solutions);
}

/// Why `backend` refused `problem`, if it did.
fn refusal<P: ProblemKind>(problem: &P, backend: &dyn Backend<P>, outcome: &Outcome<P>) -> Option<String> {
    let is_refused = match outcome.stop {
        Some(Stop::Unsupported) => true,
        // A process that ran out of memory refused nothing, and asking the backend here might need as much.
        Some(Stop::Memory) => outcome.process.is_none() && outcome.counters.nodes == 0,
        _ => false,
    };
    let refusal = is_refused.then(|| backend.refusal(problem)).flatten()?;
    Some(format!("{} {refusal}", backend.about().name))
}

/// The error in the answer of a search for `wanted` solutions, if there is one.
fn error<P: ProblemKind>(
    instance: &PreparedInstance<'_, P>,
    wanted: u64,
    outcome: &Outcome<P>,
) -> Option<String> {
    contradiction(wanted, outcome)
        .or_else(|| outcome.verify(instance.problem).err().map(|violation| violation.what))
        .or_else(|| repeated(instance.problem, outcome))
        .or_else(|| unknown_solution(instance.known_solution?, outcome))
}

/// A contradiction within the outcome that does not depend on the problem.
fn contradiction<P: ProblemKind>(wanted: u64, outcome: &Outcome<P>) -> Option<String> {
    let (found, shown) = (outcome.solutions, outcome.kept.len() as u64);
    if outcome.stop == Some(Stop::Enough) && found < wanted {
        Some(format!("it stopped with enough solutions, but {found} of {wanted} were found"))
    } else if found > wanted {
        Some(format!("{found} solutions, but the search had to end at {wanted}"))
    } else if shown != found.min(wanted).min(MAX_SHOWN) {
        Some(format!("{found} solutions were counted, but {shown} handed over"))
    } else {
        None
    }
}

/// The error of two different solutions that count as one.
fn repeated<P: ProblemKind>(problem: &P, outcome: &Outcome<P>) -> Option<String> {
    let mut seen = HashSet::new();
    let is_repeated =
        !problem.all_distinct() && !outcome.kept.iter().all(|solution| seen.insert(problem.digest(solution)));
    is_repeated.then(|| "the same solution was reported twice".to_string())
}

/// The error of a solution that differs from `known`, the only one according to the corpus.
fn unknown_solution<P: ProblemKind>(known: &P::Solution, outcome: &Outcome<P>) -> Option<String> {
    let has_other = outcome.kept.iter().any(|solution| solution != known);
    has_other.then(|| "a solution, but not the one that the corpus says is the only one".to_string())
}

/// The hash of a set of solutions, which does not depend on their order. Never 0.
fn set_digest<P: ProblemKind>(problem: &P, solutions: &[P::Solution]) -> u32 {
    answer_hash(solutions.iter().map(|solution| problem.digest(solution)).fold(0, u64::wrapping_add))
}
