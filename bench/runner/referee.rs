//! From an outcome to a row: the claim, and whether the referee accepts the solutions shown. Comparison with
//! other strategies comes later.

use crate::kind::Kind;
use crate::record::{Row, Status, answer_of};
use coverlab_model::{Outcome, Stop};

/// How many solutions a task hands over: enough to prove that there is more than one, and few
/// enough that building them costs the search next to nothing.
pub(super) const KEEP: u64 = 2;

/// The row of a search of `problem`, which is number `instance`, for `wanted` solutions, without its time,
/// and its error. `known` is the only solution there is, if the corpus knows that there is only one.
pub(super) fn examine<P: Kind>(
    problem: &P,
    instance: u32,
    known: Option<&P::Solution>,
    wanted: u64,
    outcome: &Outcome<P>,
) -> (Row, Option<String>) {
    let filled = outcome.partial.as_deref().and_then(Kind::filled);
    let mut row = Row {
        instance,
        status: Status::of(outcome.stop, outcome.solutions).unwrap_or(Status::Timeout),
        stop: outcome.stop,
        solutions: outcome.solutions,
        filled_plus_1: filled.map_or(0, |filled| filled as u32 + 1),
        ..Row::default()
    };
    row.count(&outcome.counters);
    let error = impossible(wanted, outcome)
        .or_else(|| outcome.verify(problem).err().map(|violation| violation.what))
        .or_else(|| another(known?, outcome));
    if error.is_some() {
        row.status = Status::Error;
        return (row, error);
    }
    let shown = outcome.kept.len() as u64;
    row.proven = shown as u8;
    if shown == outcome.solutions && shown > 0 {
        row.answer = set_digest::<P>(&outcome.kept);
    }
    (row, None)
}

/// A contradiction within the outcome, whatever the problem.
fn impossible<P: Kind>(wanted: u64, outcome: &Outcome<P>) -> Option<String> {
    let (found, shown) = (outcome.solutions, outcome.kept.len() as u64);
    if outcome.stop == Some(Stop::Enough) && found < wanted {
        Some(format!("it stopped with enough solutions, but {found} of {wanted} were found"))
    } else if found > wanted {
        Some(format!("{found} solutions, but the search had to end at {wanted}"))
    } else if shown != found.min(wanted).min(KEEP) {
        Some(format!("{found} solutions were counted, but {shown} handed over"))
    } else {
        None
    }
}

fn another<P: Kind>(known: &P::Solution, outcome: &Outcome<P>) -> Option<String> {
    let other = outcome.kept.iter().any(|solution| solution != known);
    other.then(|| "a solution, but not the one that the corpus says is the only one".to_string())
}

/// The hash of a set of solutions, whatever their order; never 0.
fn set_digest<P: Kind>(solutions: &[P::Solution]) -> u32 {
    answer_of(solutions.iter().map(P::digest).fold(0, u64::wrapping_add))
}
