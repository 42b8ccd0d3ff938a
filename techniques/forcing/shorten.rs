//! Shortens the proofs of a hint: leaves out what the conclusion does not need.
//!
//! A search derives all it can, so a proof may use an inner chain where a single suffices. Here each
//! inference of a proof is left out on trial. If the others, together with singles, still lead to the end at
//! a lower cost, the new proof replaces the old one. The result is minimal in this sense, but not always the
//! shortest proof.

use super::hint::{Hint, Proof, ProofNode, ProofReason, Shape};
use super::level::Level;
use super::numbering::{Assertion, Mark, MarkSet};
use super::position::Position;
use super::propagation::{Pending, Propagation, Rule};
use super::run::Run;
use super::strong::StrongLinks;

/// The cost of an inner chain, in inferences: a reader must follow the chain as well.
const INNER_COST: usize = 3;

/// Shortens hints of a level. Its memory is reused from hint to hint.
pub(super) struct Shortener<const WORDS: usize> {
    level: Level,
    run: Run<WORDS>,
    pending: Pending,
    strong: StrongLinks<WORDS>,
}

/// Where a branch ends.
#[derive(Clone, Copy)]
enum Goal {
    Clash,
    Target(Assertion),
}

impl<const WORDS: usize> Shortener<WORDS> {
    /// A shortener of hints on `start`.
    pub(super) fn new(level: Level, start: &Position<'_, WORDS>) -> Shortener<WORDS> {
        let (run, pending, mut strong): (Run<WORDS>, Pending, StrongLinks<WORDS>) = Default::default();
        strong.collect(start, |_, _| {});
        Shortener { level, run, pending, strong }
    }

    /// The hint with shorter proofs, and its cost.
    pub(super) fn shorten(&mut self, start: &Position<'_, WORDS>, hint: Hint) -> (usize, Hint) {
        let branches: Vec<(usize, Vec<Proof>)> = match hint.shape {
            Shape::Contradiction(_) => vec![self.branch(start, hint.proofs, Goal::Clash)],
            _ => {
                let target = |proof: &Proof| Goal::Target(proof[proof.len() - 1].assertion);
                let branch = |proof| {
                    let goal = target(&proof);
                    self.branch(start, vec![proof], goal)
                };
                hint.proofs.into_iter().map(branch).collect()
            }
        };
        let cost = branches.iter().map(|(cost, _)| cost).sum();
        let proofs = branches.into_iter().flat_map(|(_, proofs)| proofs).collect();
        (cost, Hint { proofs, ..hint })
    }

    /// Shortens the proofs of one assumption.
    fn branch(&mut self, start: &Position<'_, WORDS>, proofs: Vec<Proof>, goal: Goal) -> (usize, Vec<Proof>) {
        let mut best = (cost::<WORDS>(&proofs), proofs);
        let mut left = best.0 + 1;
        while best.0 < left {
            left = best.0;
            let inferences: Vec<ProofNode> = inferences::<WORDS>(&best.1).cloned().collect();
            for inference in inferences.iter().rev() {
                if let Some(shorter) = self.without(start, &best.1, inference, goal) {
                    let cost = cost::<WORDS>(&shorter);
                    if cost < best.0 {
                        best = (cost, shorter);
                    }
                }
            }
        }
        best
    }

    /// The proofs from the same inferences without this one, if they suffice.
    fn without(
        &mut self,
        start: &Position<'_, WORDS>,
        proofs: &[Proof],
        without: &ProofNode,
        goal: Goal,
    ) -> Option<Vec<Proof>> {
        let mut banned = MarkSet::EMPTY;
        if without.assertion.is_on() {
            banned.insert(without.assertion.mark());
        }
        self.run.restart(proofs[0][0].assertion);
        Propagation::new(self.level, start, &mut self.run, &mut self.pending, &self.strong)
            .replay(&rules(start, proofs, without.assertion), &banned);
        let ends: Vec<u16> = match goal {
            Goal::Clash => self.run.clash?.to_vec(),
            Goal::Target(target) => vec![self.run.find(target)?],
        };
        Some(ends.into_iter().map(|end| self.run.proof(end)).collect())
    }
}

/// The nodes of proofs of one assumption that are inferences, each once.
fn inferences<const WORDS: usize>(proofs: &[Proof]) -> impl Iterator<Item = &ProofNode> {
    let is_inference =
        |node: &&ProofNode| !matches!(node.reason, ProofReason::Assumed | ProofReason::Excluded(_));
    let mut seen = [MarkSet::<WORDS>::EMPTY; 2];
    proofs.iter().flatten().filter(is_inference).filter(move |node| {
        let (mark, seen) = (node.assertion.mark(), &mut seen[usize::from(node.assertion.is_on())]);
        let is_new = !seen.has(mark);
        seen.insert(mark);
        is_new
    })
}

fn cost<const WORDS: usize>(proofs: &[Proof]) -> usize {
    let cost = |node: &ProofNode| if matches!(node.reason, ProofReason::Inner(_)) { INNER_COST } else { 1 };
    inferences::<WORDS>(proofs).map(cost).sum()
}

/// The exclusions of proofs by patterns and inner chains, except the exclusion of `without`.
fn rules<const WORDS: usize>(start: &Position<'_, WORDS>, proofs: &[Proof], without: Assertion) -> Vec<Rule> {
    let mut rules = Vec::new();
    for proof in proofs {
        for node in proof.iter().filter(|node| node.assertion != without) {
            let parents = node.parents.iter().map(|&parent| proof[usize::from(parent)].assertion.mark());
            let parents: Vec<Mark> = parents.collect();
            let needed = match &node.reason {
                ProofReason::Pattern(pattern) => pattern.candidates(start),
                ProofReason::Inner(hint) => hint.placed().collect(),
                _ => continue,
            };
            let needed = needed.into_iter().filter(|mark| !parents.contains(mark)).collect();
            let (removal, reason) = (node.assertion.mark(), node.reason.clone());
            rules.push(Rule { parents, needed, removal, reason });
        }
    }
    rules
}
