//! From an outcome to an answer: the claim, and whether the referee accepts the solutions shown. Comparison with
//! other strategies comes later.

use crate::kind::Kind;
use crate::record::{MAX_SHOWN, Status, answer_of};
use coverlab_model::{Outcome, Stop};

/// The answer of a search, after the referee's check.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) status: Status,
    pub(super) stop: Option<Stop>,
    pub(super) solutions: u64,
    /// The hash of the set of solutions, if all were shown.
    pub(super) answer: Option<u32>,
    /// The cells filled by a strategy that got stuck.
    pub(super) filled: Option<u64>,
    /// The most memory of a process of its own, bytes.
    pub(super) peak_rss: Option<u64>,
    pub(super) error: Option<String>,
}

/// The answer of a search of `problem` for `wanted` solutions. `known` is the only solution there is, if the corpus knows
/// that there is only one.
pub(super) fn examine<P: Kind>(
    problem: &P,
    known: Option<&P::Solution>,
    wanted: u64,
    outcome: &Outcome<P>,
) -> Answer {
    let answer = Answer {
        status: Status::of(outcome.stop, outcome.solutions).unwrap_or(Status::Timeout),
        stop: outcome.stop,
        solutions: outcome.solutions,
        filled: outcome.partial.as_deref().and_then(Kind::filled),
        ..Answer::default()
    };
    let error = impossible(wanted, outcome)
        .or_else(|| outcome.verify(problem).err().map(|violation| violation.what))
        .or_else(|| another(known?, outcome));
    if error.is_some() {
        return Answer { status: Status::Error, error, ..answer };
    }
    let shown = outcome.kept.len() as u64;
    let has_all = shown == outcome.solutions && shown > 0;
    Answer { answer: has_all.then(|| set_digest::<P>(&outcome.kept)), ..answer }
}

/// A contradiction within the outcome, whatever the problem.
fn impossible<P: Kind>(wanted: u64, outcome: &Outcome<P>) -> Option<String> {
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

fn another<P: Kind>(known: &P::Solution, outcome: &Outcome<P>) -> Option<String> {
    let other = outcome.kept.iter().any(|solution| solution != known);
    other.then(|| "a solution, but not the one that the corpus says is the only one".to_string())
}

/// The hash of a set of solutions, whatever their order; never 0.
fn set_digest<P: Kind>(solutions: &[P::Solution]) -> u32 {
    answer_of(solutions.iter().map(P::digest).fold(0, u64::wrapping_add))
}
