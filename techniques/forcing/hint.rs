//! A conclusion of the search, with its proof.

use super::numbering::{Assertion, Mark, MarkSet, Numbering, Shared};
use super::pattern::Pattern;
use super::position::Position;
use crate::technique::Step;
use std::rc::Rc;

/// How the branches of a hint lead to its conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A candidate is on or off, and both imply the conclusion.
    Double(Mark),
    /// An assumption contradicts itself.
    Contradiction(Assertion),
    /// Each candidate of a cell implies the conclusion.
    Cell(usize),
    /// Each place of a digit in a house implies the conclusion.
    House { house: usize, number: usize },
    /// A loop of alternating strong and weak links through a candidate: every second candidate of the
    /// loop is true.
    Loop(Mark),
}

/// An assertion of a proof.
#[derive(Clone, Debug)]
pub(crate) struct ProofNode {
    pub(crate) assertion: Assertion,
    pub(crate) reason: ProofReason,
    /// The nodes it follows from.
    pub(crate) parents: Vec<u16>,
}

/// Why an assertion of a proof holds.
#[derive(Clone, Debug)]
pub(crate) enum ProofReason {
    /// It is the assumption.
    Assumed,
    /// A candidate that is on excludes it.
    Excluded(Shared),
    /// It is all that is left of a cell or of a digit in a house.
    Last(Shared),
    /// This pattern excludes it.
    Pattern(Pattern),
    /// This inner chain excludes it.
    Inner(Rc<Hint>),
}

/// The nodes from which the last one follows, each after its parents. A contradiction has one proof for each
/// of the two assertions that clash.
pub(crate) type Proof = Vec<ProofNode>;

/// A conclusion, with its proof.
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    pub(crate) shape: Shape,
    /// The candidates that are false, in ascending order.
    pub(crate) removals: Vec<Mark>,
    /// A candidate that is true; the others of its cell are the removals.
    pub(crate) placement: Option<Mark>,
    /// The number of assertions in the proofs and in their inner chains.
    pub(crate) complexity: u32,
    pub(crate) proofs: Vec<Proof>,
}

impl Hint {
    /// The conclusion as a step without its proof.
    pub(crate) fn step<const WORDS: usize>(&self, numbering: &Numbering<WORDS>) -> Step {
        conclusion(numbering, &self.removals, self.placement)
    }

    /// The candidates that are on in its branches. In a loop every candidate is: those that are off in one
    /// direction are on in the other.
    pub(super) fn placed(&self) -> impl Iterator<Item = Mark> {
        let is_loop = matches!(self.shape, Shape::Loop(_));
        let on = move |node: &&ProofNode| is_loop || node.assertion.is_on();
        self.proofs.iter().flatten().filter(on).map(|node| node.assertion.mark())
    }

    /// The candidates of `before` that are gone from `now` and on whose absence the hint depends: those of
    /// each cell or house that the hint requires to have no other candidates.
    pub(crate) fn depends_on<const WORDS: usize>(
        &self,
        before: &Position<'_, WORDS>,
        now: &Position<'_, WORDS>,
    ) -> Vec<Mark> {
        let (mut seen, mut gone) = (MarkSet::<WORDS>::EMPTY, Vec::new());
        let mut add = |mark: Mark, shared| {
            for other in now.gone(before, mark, shared) {
                if !seen.has(other) {
                    seen.insert(other);
                    gone.push(other);
                }
            }
        };
        for node in self.proofs.iter().flatten() {
            let mark = node.assertion.mark();
            match (&node.reason, self.shape) {
                (ProofReason::Last(shared), _) => add(mark, *shared),
                (ProofReason::Excluded(shared), Shape::Loop(_)) => add(mark, *shared),
                (ProofReason::Assumed, Shape::Cell(_)) => add(mark, Shared::Cell),
                (ProofReason::Assumed, Shape::House { house, .. }) => add(mark, Shared::House(house as u8)),
                _ => {}
            }
        }
        gone
    }

    /// Whether two inner chains count as one: their proofs have the same assertions, breadth first.
    pub(crate) fn is_same_chain(&self, other: &Hint) -> bool {
        let assertions = |hint: &Hint| -> Vec<Vec<Assertion>> {
            hint.proofs.iter().map(|proof| breadth_first(proof)).collect()
        };
        self.complexity == other.complexity && assertions(self) == assertions(other)
    }
}

/// The step that removes candidates, or places one.
pub(super) fn conclusion<const WORDS: usize>(
    numbering: &Numbering<WORDS>,
    removals: &[Mark],
    placement: Option<Mark>,
) -> Step {
    match placement {
        Some(mark) => Step::placing(numbering.cell(mark), numbering.number(mark)),
        None => {
            let removals = removals.iter().map(|&mark| numbering.candidate(mark)).collect();
            Step { removals, ..Step::default() }
        }
    }
}

/// The assertions of a proof, from the last one.
fn breadth_first(proof: &[ProofNode]) -> Vec<Assertion> {
    let (mut seen, mut order) = (vec![false; proof.len()], Vec::new());
    let mut layer = vec![proof.len() - 1];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for node in layer {
            if !std::mem::replace(&mut seen[node], true) {
                order.push(proof[node].assertion);
                next.extend(proof[node].parents.iter().map(|&parent| usize::from(parent)));
            }
        }
        layer = next;
    }
    order
}
