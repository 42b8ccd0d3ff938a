//! From an outcome to a status: what is claimed, and whether the referee accepts what was shown.

use crate::kind::Kind;
use crate::record::{Ending, Status, answer_of};
use coverlab_model::{Outcome, Stop};

/// What is known at once of a trial's answer. What other strategies say comes later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) status: Status,
    pub(super) ending: Ending,
    /// Different solutions that the referee accepted.
    pub(super) proven: u64,
    /// Hash of the set of solutions; 0: not all were handed over.
    pub(super) answer: u32,
    pub(super) error: Option<String>,
}

/// How many solutions a task hands over: enough to prove that there is more than one, and few
/// enough that building them costs the search next to nothing.
pub(super) const KEEP: u64 = 2;

/// The solution in an `outcome` of the usual kind: there is one, which the referee accepts, and the whole
/// space was searched. Then [`examine`] finds nothing else to say.
#[inline]
pub(super) fn plain<'a, P: Kind>(
    problem: &P,
    known: Option<&P::Solution>,
    outcome: &'a Outcome<P>,
) -> Option<&'a P::Solution> {
    let Outcome { stop: None, solutions: 1, kept, partial: None, .. } = outcome else { return None };
    let [only] = &kept[..] else { return None };
    (problem.verify(only).is_ok() && known.is_none_or(|known| known == only)).then_some(only)
}

/// The hashes of answers of one of the `solutions` each. `digests` is memory to use.
pub(super) fn plain_answers<'a, P: Kind>(
    solutions: &[&P::Solution],
    digests: &'a mut Vec<u64>,
) -> impl ExactSizeIterator<Item = u32> + use<'a, P> {
    digests.clear();
    P::digests(solutions, digests);
    digests.iter().map(|digest| answer_of(*digest))
}

/// Judges `outcome` of a search of `problem` for `wanted` solutions. `known` is the only solution
/// there is, if the corpus knows that there is only one.
pub(super) fn examine<P: Kind>(
    problem: &P,
    known: Option<&P::Solution>,
    wanted: u64,
    outcome: &Outcome<P>,
) -> Finding {
    let ending = Ending::from(outcome.stop);
    let finding = Finding { status: status(wanted, outcome), ending, proven: 0, answer: 0, error: None };
    let error = impossible(wanted, outcome)
        .or_else(|| outcome.verify(problem).err().map(|violation| violation.what))
        .or_else(|| another(known?, outcome));
    if let Some(words) = error {
        return Finding { status: Status::Error, error: Some(words), ..finding };
    }
    let all = outcome.kept.len() as u64 == outcome.solutions && outcome.solutions > 0;
    let answer = if all { set_digest::<P>(&outcome.kept) } else { 0 };
    Finding { proven: outcome.kept.len() as u64, answer, ..finding }
}

fn status<P: Kind>(wanted: u64, outcome: &Outcome<P>) -> Status {
    match (outcome.stop, outcome.solutions) {
        (Some(Stop::Enough), _) if wanted == 1 => Status::Solved,
        (Some(Stop::Enough), _) => Status::Multiple,
        (Some(Stop::Stuck), _) => Status::Stuck,
        (Some(Stop::NodeLimit), _) => Status::NodeLimit,
        (Some(Stop::Deadline | Stop::Cancelled), _) => Status::Timeout,
        (Some(Stop::Memory), _) => Status::Memout,
        (None, 0) => Status::None,
        (None, 1) => Status::Unique,
        (None, _) => Status::Multiple,
    }
}

/// What contradicts itself, whatever the problem.
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
