//! Steps made of hints: the proof becomes a net that can be read and checked.

use super::hint::{Hint, Proof, ProofReason, Shape};
use super::numbering::{Assertion, Numbering, Shared};
use super::pattern::Pattern;
use crate::board::Candidate;
use crate::layout::Layout;
use crate::net::{Branch, BranchEnd, Inference, Literal, Net, NetKind, Reason};
use crate::technique::Step;
use std::collections::HashMap;

/// The step of a hint.
pub(crate) fn step_of<const WORDS: usize>(numbering: &Numbering<WORDS>, hint: &Hint) -> Step {
    let net = net(numbering, hint);
    let mut step = hint.step(numbering);
    if let NetKind::House(_, house) = net.kind {
        step.houses.push(house);
    }
    let mut pattern: Vec<Candidate> = Vec::new();
    for placed in net.branches.iter().flat_map(Branch::placed) {
        if !pattern.contains(&placed) {
            pattern.push(placed);
        }
    }
    step.net = Some(Box::new(net));
    step.by(pattern)
}

fn literal<const WORDS: usize>(numbering: &Numbering<WORDS>, assertion: Assertion) -> Literal {
    Literal { candidate: numbering.candidate(assertion.mark()), on: assertion.is_on() }
}

fn net<const WORDS: usize>(numbering: &Numbering<WORDS>, hint: &Hint) -> Net {
    let conclusions = match hint.placement {
        Some(mark) => vec![literal(numbering, mark.on())],
        None => hint.removals.iter().map(|mark| literal(numbering, mark.off())).collect(),
    };
    let (kind, branches) = match hint.shape {
        Shape::Contradiction(_) => {
            let last = hint.proofs.last().and_then(|proof| proof.last()).expect("a proof");
            let end = BranchEnd::Clash(numbering.candidate(last.assertion.mark()));
            (NetKind::Contradiction, vec![BranchBuilder::new(numbering).branch(&hint.proofs, end)])
        }
        Shape::Loop(_) => (NetKind::Double, around(numbering, &hint.proofs[0])),
        Shape::Double(_) => (NetKind::Double, each(numbering, hint)),
        Shape::Cell(cell) => (NetKind::Cell(cell), each(numbering, hint)),
        Shape::House { house, number } => {
            (NetKind::House(number as u8 + 1, numbering.layout().name(house)), each(numbering, hint))
        }
    };
    Net { kind, branches, conclusions }
}

/// One branch for each proof.
fn each<const WORDS: usize>(numbering: &Numbering<WORDS>, hint: &Hint) -> Vec<Branch> {
    let branch =
        |proof| BranchBuilder::new(numbering).branch(std::slice::from_ref(proof), BranchEnd::Conclusions);
    hint.proofs.iter().map(branch).collect()
}

/// The two directions of a loop: along the proof, and back.
fn around<const WORDS: usize>(numbering: &Numbering<WORDS>, proof: &Proof) -> Vec<Branch> {
    let there = &proof[..proof.len() - 1];
    let forth = BranchBuilder::new(numbering).branch(&[there.to_vec()], BranchEnd::Conclusions);
    // Backwards, each candidate that was off is on for the reason for which the next one was on.
    let backwards = proof.windows(2).rev().filter(|pair| pair[1].assertion.is_on());
    let inferences = backwards.enumerate().map(|(k, pair)| {
        let ProofReason::Last(shared) = pair[1].reason else { unreachable!("a strong link") };
        Inference {
            effects: vec![literal(numbering, pair[0].assertion.mark().on())],
            reason: last(numbering.layout(), shared),
            uses: vec![k],
        }
    });
    let assumption = literal(numbering, proof[0].assertion).negated();
    let back = Branch { assumption, inferences: inferences.collect(), end: BranchEnd::Conclusions };
    vec![forth, back]
}

fn last(layout: &Layout, shared: Shared) -> Reason {
    match shared {
        Shared::Cell => Reason::Cell,
        Shared::House(house) => Reason::House(layout.name(usize::from(house))),
    }
}

/// Builds a branch, and numbers its inferences.
struct BranchBuilder<'a, const WORDS: usize> {
    numbering: &'a Numbering<WORDS>,
    /// The number of the premise that makes each assertion hold.
    numbers: HashMap<Assertion, usize>,
    inferences: Vec<Inference>,
}

impl<const WORDS: usize> BranchBuilder<'_, WORDS> {
    fn new(numbering: &Numbering<WORDS>) -> BranchBuilder<'_, WORDS> {
        BranchBuilder { numbering, numbers: HashMap::new(), inferences: Vec::new() }
    }

    fn branch(mut self, proofs: &[Proof], end: BranchEnd) -> Branch {
        proofs.iter().for_each(|proof| self.add(proof));
        Branch {
            assumption: literal(self.numbering, proofs[0][0].assertion),
            inferences: self.inferences,
            end,
        }
    }

    fn add(&mut self, proof: &Proof) {
        for node in proof {
            if self.numbers.contains_key(&node.assertion) {
                continue;
            }
            let parents =
                node.parents.iter().map(|&parent| self.numbers[&proof[usize::from(parent)].assertion]);
            let mut uses: Vec<usize> = parents.collect();
            uses.sort_unstable();
            uses.dedup();
            let reason = match &node.reason {
                ProofReason::Assumed => {
                    self.numbers.insert(node.assertion, 0);
                    continue;
                }
                ProofReason::Excluded(_) => {
                    self.numbers.insert(node.assertion, uses[0]);
                    continue;
                }
                ProofReason::Last(shared) => last(self.numbering.layout(), *shared),
                ProofReason::Pattern(pattern) => self.pattern(pattern),
                ProofReason::Inner(hint) => Reason::Inner(Box::new(net(self.numbering, hint))),
            };
            self.infer(node.assertion, reason, uses);
        }
    }

    /// Adds an inference, or an effect to the last one if its reason is the same.
    fn infer(&mut self, assertion: Assertion, reason: Reason, uses: Vec<usize>) {
        let effect = literal(self.numbering, assertion);
        match self.inferences.last_mut() {
            Some(last) if !effect.on && last.reason == reason && last.uses == uses => {
                last.effects.push(effect);
            }
            _ => self.inferences.push(Inference { effects: vec![effect], reason, uses }),
        }
        self.numbers.insert(assertion, self.inferences.len());
    }

    fn pattern(&self, pattern: &Pattern) -> Reason {
        let name = |house: usize| self.numbering.layout().name(house);
        match *pattern {
            Pattern::Locked { number, from, to } => {
                Reason::Locked { digit: number as u8 + 1, from: name(from), to: name(to) }
            }
            Pattern::NakedPair { house, cells } => Reason::NakedPair(name(house), cells),
            Pattern::HiddenPair { house, numbers } => {
                Reason::HiddenPair(name(house), numbers.map(|number| number as u8 + 1))
            }
            Pattern::XWing { number, lines, crossing } => Reason::XWing {
                digit: number as u8 + 1,
                lines: lines.map(name),
                crossing: crossing.map(name),
            },
        }
    }
}
