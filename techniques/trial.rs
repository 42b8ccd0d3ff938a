//! Trial: assume a candidate, then place singles. The bridge from reasoning to search.
//!
//! **Origin.** For formulas, the candidate is a failed literal: J. W. Freeman, *Improvements to Propositional
//! Satisfiability Search Algorithms*, 1995.
//!
//! **Idea.** Place a candidate as if it were true, and continue with naked and hidden singles. If a
//! cell has no candidates left, or a digit no place in a house, the candidate is false. This is always
//! possible on paper but explains little; nested, it is backtracking.
//!
//! **Cost.** One trial per candidate; those that fail after the fewest placements come first.

use crate::board::{Board, Candidate, Contradiction};
use crate::technique::{About, Flow, Link, LinkReason, Sink, Step, Technique};
use crate::words;

/// The technique.
pub(crate) struct Trial;

impl Technique for Trial {
    const ABOUT: About = About {
        name: "trial",
        title: "Trial (assume, then singles)",
        sentence: "A candidate from which singles lead to a contradiction is false",
        source: "J. W. Freeman, Improvements to Propositional Satisfiability Search Algorithms, 1995",
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let mut failures: Vec<(usize, Candidate)> = Vec::new();
        for cell in board.empty_cells() {
            for number in board.candidates(cell).iter() {
                let candidate = Candidate::new(cell, number + 1);
                if let (placed, Some(_), _) = attempt(board, candidate) {
                    failures.push((placed.len(), candidate));
                }
            }
        }
        failures.sort_by_key(|(length, _)| *length);
        for (_, candidate) in failures {
            let (placed, _, _) = attempt(board, candidate);
            let mut step = Step::removing(board, [candidate]).expect("a candidate of the board");
            let by = |k| if k == 0 { LinkReason::Assumed } else { LinkReason::Singles };
            let link = |(k, &candidate)| Link { candidates: vec![candidate], on: true, by: by(k) };
            step.chain = placed.iter().enumerate().map(link).collect();
            found(step.by(placed))?;
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let first = step.removals[0];
        let (placed, contradiction, end) = attempt(board, first);
        let fact = |c: &Candidate| format!("{} is {}", words::cell(board, c.cell), c.digit);
        let mut words = format!("If {}", fact(&first));
        match &placed[1..] {
            [] => words += ", then ",
            facts => words += &format!(", then {}, and ", words::list(facts.iter().map(fact))),
        }
        words +=
            &contradiction.map_or_else(|| "nothing is wrong".to_string(), |c| words::contradiction(&end, c));
        words
    }
}

/// Places `candidate`, then singles until none is left or there is a contradiction. Returns the digits
/// placed, the contradiction, and the resulting board.
fn attempt(board: &Board, candidate: Candidate) -> (Vec<Candidate>, Option<Contradiction>, Board) {
    let mut board = board.clone();
    let mut placed = vec![candidate];
    board.place(candidate.cell, candidate.digit);
    loop {
        if let Some(contradiction) = board.contradiction() {
            return (placed, Some(contradiction), board);
        }
        let single = board.naked_single().or_else(|| board.hidden_single(0..board.layout().house_count()));
        let Some(next) = single else { return (placed, None, board) };
        placed.push(next);
        board.place(next.cell, next.digit);
    }
}
