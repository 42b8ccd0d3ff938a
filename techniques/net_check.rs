//! Checks nets: each inference is derived again from its premises, by the rules of Sudoku alone.
//!
//! This shares no code with the techniques that find nets. A house is a list of cells, and a board is a
//! list of candidates.

use crate::board::{Board, Candidate};
use crate::net::{Branch, BranchEnd, Inference, Literal, Net, NetKind, Reason};
use crate::technique::Step;
use coverlab_model::{House, Shape};
use std::collections::BTreeSet;

/// Checks the net of a step, and that the step concludes no more than the net.
///
/// # Errors
/// The first claim that does not hold.
pub fn check(board: &Board, step: &Step) -> Result<(), String> {
    let net = step.net.as_ref().ok_or("the step has no net")?;
    let candidates = Candidates::of(board);
    candidates.check(net)?;
    let literal = |on| move |&candidate: &Candidate| Literal { candidate, on };
    let claims = step.placements.iter().map(literal(true)).chain(step.removals.iter().map(literal(false)));
    for claim in claims {
        ensure(follows(&candidates, &net.conclusions, claim), || {
            format!("the net does not imply {claim:?}")
        })?;
    }
    Ok(())
}

fn ensure(holds: bool, claim: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(claim()) }
}

/// Whether `claim` is one of `literals`, or false because one of them is true.
fn follows(candidates: &Candidates, literals: &[Literal], claim: Literal) -> bool {
    literals.iter().any(|&literal| {
        literal == claim
            || (literal.on && !claim.on && candidates.excludes(literal.candidate, claim.candidate))
    })
}

/// The candidates of a board.
#[derive(Clone)]
struct Candidates {
    shape: Shape,
    all: BTreeSet<(usize, u8)>,
}

impl Candidates {
    fn of(board: &Board) -> Candidates {
        let all = board.empty_cells().flat_map(|cell| board.candidates_of(cell)).map(|c| (c.cell, c.digit));
        Candidates { shape: board.layout().shape(), all: all.collect() }
    }

    fn houses(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        House::all(self.shape).map(|house| house.cells(self.shape).collect())
    }

    fn excludes(&self, a: Candidate, b: Candidate) -> bool {
        a != b
            && (a.cell == b.cell
                || (a.digit == b.digit
                    && self.houses().any(|house| house.contains(&a.cell) && house.contains(&b.cell))))
    }

    /// The candidates that are left after `literals`.
    fn after(&self, literals: &[Literal]) -> Candidates {
        let is_gone = |&(cell, digit): &(usize, u8)| {
            let candidate = Candidate { cell, digit };
            follows(self, literals, Literal { candidate, on: false })
        };
        let all = self.all.iter().filter(|candidate| !is_gone(candidate)).copied().collect();
        Candidates { all, ..*self }
    }

    fn digits(&self, cell: usize) -> BTreeSet<u8> {
        self.all.iter().filter(|candidate| candidate.0 == cell).map(|candidate| candidate.1).collect()
    }

    fn places(&self, digit: u8, house: House) -> BTreeSet<usize> {
        house.cells(self.shape).filter(|&cell| self.all.contains(&(cell, digit))).collect()
    }

    fn is_in(&self, cell: usize, house: House) -> bool {
        house.cells(self.shape).any(|other| other == cell)
    }

    fn check(&self, net: &Net) -> Result<(), String> {
        self.check_kind(net)?;
        net.branches.iter().try_for_each(|branch| self.check_branch(net, branch))
    }

    /// Checks that one of the assumptions is true, or that the only one leads to a contradiction.
    fn check_kind(&self, net: &Net) -> Result<(), String> {
        let assumptions: Vec<Literal> = net.branches.iter().map(|branch| branch.assumption).collect();
        let on: BTreeSet<(usize, u8)> =
            assumptions.iter().filter(|l| l.on).map(|l| (l.candidate.cell, l.candidate.digit)).collect();
        let complete = match net.kind {
            NetKind::Contradiction => {
                matches!(&net.branches[..], [Branch { end: BranchEnd::Clash(_), .. }])
                    && net.conclusions == [assumptions[0].negated()]
            }
            NetKind::Double => assumptions.len() == 2 && assumptions[0] == assumptions[1].negated(),
            NetKind::Cell(cell) => {
                let digits = self.digits(cell);
                !digits.is_empty() && digits.into_iter().all(|digit| on.contains(&(cell, digit)))
            }
            NetKind::House(digit, house) => {
                let places = self.places(digit, house);
                !places.is_empty() && places.into_iter().all(|cell| on.contains(&(cell, digit)))
            }
        };
        ensure(complete, || format!("the branches do not cover {:?}", net.kind))
    }

    fn check_branch(&self, net: &Net, branch: &Branch) -> Result<(), String> {
        let mut known = vec![vec![branch.assumption]];
        for inference in &branch.inferences {
            let earlier = inference.uses.iter().all(|&number| number < known.len());
            ensure(earlier, || format!("an inference uses a later one: {inference:?}"))?;
            let premises: Vec<Literal> =
                inference.uses.iter().flat_map(|&number| &known[number]).copied().collect();
            let left = self.after(&premises);
            ensure(left.infers(inference, self)?, || format!("an inference does not follow: {inference:?}"))?;
            known.push(inference.effects.clone());
        }
        let known = known.concat();
        let holds = |literal| follows(self, &known, literal);
        let ends = match branch.end {
            BranchEnd::Conclusions => net.conclusions.iter().all(|&literal| holds(literal)),
            BranchEnd::Clash(candidate) => [true, false].iter().all(|&on| holds(Literal { candidate, on })),
        };
        ensure(ends, || format!("the branch does not end in {:?}", branch.end))
    }

    /// Whether the inference holds on these candidates: those of `before` that the premises leave.
    ///
    /// Premises that contradict each other imply everything, so they may exclude the effect as well.
    fn infers(&self, inference: &Inference, before: &Candidates) -> Result<bool, String> {
        let Some(&Literal { candidate: Candidate { cell, digit }, .. }) = inference.effects.first() else {
            return Ok(false);
        };
        let one_on = || {
            inference.effects == [Literal { candidate: Candidate { cell, digit }, on: true }]
                && before.all.contains(&(cell, digit))
        };
        let all_off = inference.effects.iter().all(|effect| !effect.on);
        let of_digit = |digit| inference.effects.iter().all(|effect| effect.candidate.digit == digit);
        let cells = || inference.effects.iter().map(|effect| effect.candidate.cell);
        Ok(match &inference.reason {
            Reason::Cell => one_on() && self.digits(cell).is_subset(&BTreeSet::from([digit])),
            Reason::House(house) => {
                let only = self.places(digit, *house).is_subset(&BTreeSet::from([cell]));
                one_on() && self.is_in(cell, *house) && only
            }
            &Reason::Locked { digit, from, to } => {
                let places = self.places(digit, from);
                let confined = !places.is_empty() && places.into_iter().all(|cell| self.is_in(cell, to));
                let outside = cells().all(|cell| self.is_in(cell, to) && !self.is_in(cell, from));
                all_off && of_digit(digit) && confined && outside
            }
            &Reason::NakedPair(house, pair) => {
                let digits = &self.digits(pair[0]) | &self.digits(pair[1]);
                let own = pair[0] != pair[1]
                    && pair.iter().all(|&cell| self.is_in(cell, house) && !self.digits(cell).is_empty());
                let outside = cells().all(|cell| self.is_in(cell, house) && !pair.contains(&cell));
                let taken = inference.effects.iter().all(|effect| digits.contains(&effect.candidate.digit));
                all_off && own && digits.len() == 2 && outside && taken
            }
            &Reason::HiddenPair(house, pair) => {
                let places = pair.map(|digit| self.places(digit, house));
                let both = &places[0] | &places[1];
                let own =
                    pair[0] != pair[1] && places.iter().all(|places| !places.is_empty()) && both.len() == 2;
                let others = inference.effects.iter().all(|effect| !pair.contains(&effect.candidate.digit));
                all_off && own && others && cells().all(|cell| both.contains(&cell))
            }
            &Reason::XWing { digit, lines, crossing } => {
                let in_any = |cell, houses: [House; 2]| houses.iter().any(|&house| self.is_in(cell, house));
                let confined = lines.iter().all(|&line| {
                    let places = self.places(digit, line);
                    !places.is_empty() && places.into_iter().all(|cell| in_any(cell, crossing))
                });
                // Two lines without a common cell have two of the digit, which the crossing lines hold.
                let disjoint = lines[0].cells(self.shape).all(|cell| !self.is_in(cell, lines[1]));
                let outside = cells().all(|cell| in_any(cell, crossing) && !in_any(cell, lines));
                all_off && of_digit(digit) && confined && disjoint && outside
            }
            Reason::Inner(net) => {
                self.check(net)?;
                inference.effects.iter().all(|&effect| follows(self, &net.conclusions, effect))
            }
        })
    }
}
