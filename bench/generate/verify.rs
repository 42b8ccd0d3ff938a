//! Verifies generated puzzles with an independent strategy.
//!
//! Showing that each clue of a puzzle is necessary takes one search per clue, unless the digger provides a second
//! solution of the puzzle without this clue. Such a proof needs no search, only a check.

use super::{BadRequest, GeneratedPuzzle, Request, Solutions};
use coverlab_model::{Outcome, Problem, Session, Stop, Sudoku, Task};
use coverlab_strategies::Configured;

/// Verifies puzzles with a registered strategy, which shares no code with the engines of the generator.
pub struct Verifier {
    request: Request,
    session: Box<dyn Session<Sudoku>>,
    batch: Vec<Sudoku>,
    outcomes: Vec<Outcome<Sudoku>>,
}

impl Verifier {
    /// A verifier of puzzles for `request`.
    ///
    /// # Errors
    /// `referee` is an incomplete strategy.
    pub fn new(request: &Request, referee: &Configured<Sudoku>) -> Result<Verifier, BadRequest> {
        if !referee.about.complete {
            let what = format!("{} does not always decide, so it cannot verify", referee.spec);
            return Err(BadRequest::new(what).help("a strategy such as dlx or sat always does"));
        }
        let session = referee.backend.session();
        Ok(Verifier { request: request.clone(), session, batch: Vec::new(), outcomes: Vec::new() })
    }

    /// Checks that the puzzle meets the request: clues, pattern, solutions, and minimality. Returns the number of
    /// solutions.
    ///
    /// # Errors
    /// The puzzle does not meet the request; the message says why.
    pub fn verify(&mut self, made: &GeneratedPuzzle) -> Result<u64, String> {
        self.verify_pattern(&made.puzzle)?;
        let proven = !made.proofs.is_empty() && self.request.solutions == Solutions::One;
        if proven {
            verify_proofs(made)?;
        }
        self.count_solutions(&made.puzzle, self.request.minimal && !proven);
        let (least, most) = self.request.solutions.range();
        let whole = &self.outcomes[0];
        if let Some(stop) = self.outcomes.iter().filter_map(|o| o.stop).find(|stop| *stop != Stop::Enough) {
            return Err(format!("{:?} was not decided: {stop:?}", made.puzzle));
        }
        if !(least..=most).contains(&whole.solutions) {
            return Err(format!("{:?} has {} solutions", made.puzzle, whole.solutions));
        }
        for solution in whole.kept.iter().chain(&made.solution) {
            made.puzzle.verify(solution).map_err(|violation| violation.what)?;
        }
        if most == 1 && made.solution.as_ref() != whole.kept.first() {
            return Err(format!("{:?} has another solution than the one it was made from", made.puzzle));
        }
        let superfluous = self.outcomes[1..].iter().position(|without| without.solutions <= most);
        superfluous.map_or(Ok(whole.solutions), |k| {
            Err(format!("{:?} does not need its clue number {}", made.puzzle, k + 1))
        })
    }

    fn verify_pattern(&self, puzzle: &Sudoku) -> Result<(), String> {
        if !self.request.clues.contains(&puzzle.clue_count()) {
            return Err(format!("{puzzle:?} has {} clues", puzzle.clue_count()));
        }
        let has = coverlab_model::pattern_symmetries(puzzle);
        match self.request.symmetry.iter().find(|symmetry| !has.contains(symmetry)) {
            Some(symmetry) => Err(format!("the pattern of {puzzle:?} has no symmetry {symmetry}")),
            None => Ok(()),
        }
    }

    /// Solves the puzzle and, if `without_each`, the puzzle without each of its clues.
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

/// Checks that each clue has a grid that agrees with all other clues but not with it.
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

impl Solutions {
    /// The minimum and maximum number of solutions.
    pub fn range(self) -> (u64, u64) {
        match self {
            Solutions::None => (0, 0),
            Solutions::One => (1, 1),
            Solutions::Many { most } => (2, most),
        }
    }
}
