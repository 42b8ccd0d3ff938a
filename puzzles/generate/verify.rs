//! Verifies generated puzzles with an independent strategy.
//!
//! Showing that every clue is necessary takes one search per clue. If the digger provides a proof for each clue, a
//! second solution of the puzzle without it, checking the proofs suffices.

use super::{GeneratedPuzzle, PuzzleRequest, SolutionCount};
use crate::RequestError;
use coverlab_model::{Outcome, Problem, Session, Stop, Sudoku, Task};
use coverlab_strategies::Configured;

/// Verifies puzzles with a registered strategy.
pub struct Verifier {
    request: PuzzleRequest,
    session: Box<dyn Session<Sudoku>>,
    batch: Vec<Sudoku>,
    outcomes: Vec<Outcome<Sudoku>>,
}

impl Verifier {
    /// Verifies that puzzles meet `request`, with the strategy `referee`.
    ///
    /// # Errors
    /// `referee` is an incomplete strategy.
    pub fn new(request: &PuzzleRequest, referee: &Configured<Sudoku>) -> Result<Verifier, RequestError> {
        if !referee.about.complete {
            let what = format!("{} does not always decide, so it cannot verify", referee.spec);
            return Err(RequestError::new(what).help("choose a complete strategy, such as dlx or sat"));
        }
        let session = referee.backend.session();
        Ok(Verifier { request: request.clone(), session, batch: Vec::new(), outcomes: Vec::new() })
    }

    /// Checks that the puzzle meets the request: the number and pattern of clues, the number of solutions, and
    /// minimality. Returns the number of solutions.
    ///
    /// # Errors
    /// The puzzle does not meet the request; the message says why.
    pub fn verify(&mut self, made: &GeneratedPuzzle) -> Result<u64, String> {
        self.verify_pattern(&made.puzzle)?;
        let has_proofs = !made.proofs.is_empty() && self.request.solutions == SolutionCount::One;
        if has_proofs {
            verify_proofs(made)?;
        }
        self.count_solutions(&made.puzzle, self.request.minimal && !has_proofs);
        let (least, most) = self.request.solutions.range();
        let outcome = &self.outcomes[0];
        if let Some(stop) = self.outcomes.iter().filter_map(|o| o.stop).find(|stop| *stop != Stop::Enough) {
            return Err(format!("{:?} was not decided: {stop:?}", made.puzzle));
        }
        if !(least..=most).contains(&outcome.solutions) {
            return Err(format!("{:?} has {} solutions", made.puzzle, outcome.solutions));
        }
        for solution in outcome.kept.iter().chain(&made.solution) {
            made.puzzle.verify(solution).map_err(|violation| violation.what)?;
        }
        if most == 1 && made.solution.as_ref() != outcome.kept.first() {
            return Err(format!("{:?} has another solution than the one it was made from", made.puzzle));
        }
        let redundant = self.outcomes[1..].iter().position(|without| without.solutions <= most);
        redundant.map_or(Ok(outcome.solutions), |k| {
            Err(format!("{:?} does not need its clue number {}", made.puzzle, k + 1))
        })
    }

    fn verify_pattern(&self, puzzle: &Sudoku) -> Result<(), String> {
        if !self.request.clues.contains(&puzzle.clue_count()) {
            return Err(format!("{puzzle:?} has {} clues", puzzle.clue_count()));
        }
        let symmetries = coverlab_model::pattern_symmetries(puzzle);
        match self.request.symmetry.iter().find(|symmetry| !symmetries.contains(symmetry)) {
            Some(symmetry) => Err(format!("the pattern of {puzzle:?} has no symmetry {symmetry}")),
            None => Ok(()),
        }
    }

    /// Solves the puzzle and, if `without_each`, the puzzle without each single one of its clues. The outcomes are in
    /// this order.
    fn count_solutions(&mut self, puzzle: &Sudoku, without_each: bool) {
        self.batch.clear();
        self.batch.push(puzzle.clone());
        if without_each {
            let clues = (0..puzzle.clues().len()).filter(|&cell| puzzle.clues()[cell] != 0);
            self.batch.extend(clues.map(|cell| puzzle.with(cell, 0)));
        }
        let (_, most) = self.request.solutions.range();
        self.session.run(&self.batch, &Task { keep: 1, ..Task::first(most + 1) }, &mut self.outcomes);
    }
}

/// Checks that each clue has a proof of its necessity: a grid that agrees with all other clues but not with this one.
fn verify_proofs(made: &GeneratedPuzzle) -> Result<(), String> {
    let clues = made.puzzle.clues();
    let given: Vec<usize> = (0..clues.len()).filter(|&cell| clues[cell] != 0).collect();
    if given.len() != made.proofs.len() {
        return Err(format!("{:?} has {} clues, but {} proofs", made.puzzle, given.len(), made.proofs.len()));
    }
    for (number, (&cell, other)) in given.iter().zip(&made.proofs).enumerate() {
        let without = made.puzzle.with(cell, 0);
        if without.verify(other).is_err() || other.cells()[cell] == clues[cell] {
            return Err(format!(
                "no proof shows that {:?} needs its clue number {}",
                made.puzzle,
                number + 1
            ));
        }
    }
    Ok(())
}
