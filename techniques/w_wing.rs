//! W-wing: two cells with the same two candidates, and a house that joins them.
//!
//! **Origin.** HoDoKu (B. Hobiger, 2008), "W-Wing".
//!
//! **Idea.** Two cells that do not see each other have *x* and *y*. If a house has two places for *x*,
//! one seen by the first cell and one by the second, the cells are not both *x*. So one of them is *y*,
//! and a cell that sees both is not.

use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique};
use crate::words;

/// The technique.
pub(crate) struct WWing;

impl Technique for WWing {
    const ABOUT: About = About {
        name: "w-wing",
        title: "W-wing",
        sentence: "If two cells have the same two candidates, and a house stops both from taking one, one takes the other",
        source: "B. Hobiger, HoDoKu, 2008",
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let twos: Vec<usize> =
            board.empty_cells().filter(|&cell| board.candidates(cell).count() == 2).collect();
        for (k, &first) in twos.iter().enumerate() {
            for &second in &twos[k + 1..] {
                if board.candidates(first) == board.candidates(second) && !board.layout().sees(first, second)
                {
                    for joint in board.candidates(first).iter() {
                        joined(board, first, second, joint, found)?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let [first, second, a, b] = [0, 1, 2, 3].map(|k| words::cell(board, step.pattern[k].cell));
        let (joint, left) = (step.pattern[2].digit, step.removals[0].digit);
        format!(
            "In {}, {joint} goes to {a}, which {first} sees, or to {b}, which {second} sees; so {first} or {second} is \
             {left}",
            step.houses[0]
        )
    }
}

fn joined(board: &Board, first: usize, second: usize, joint: usize, found: Sink<'_>) -> Flow {
    let layout = board.layout();
    let left = board.candidates(first).iter().find(|&n| n != joint).expect("two candidates");
    let both = || layout.peers(first).iter().copied().filter(|&cell| layout.sees(cell, second));
    for house in 0..layout.house_count() {
        if board.places(house, joint).count() != 2 {
            continue;
        }
        let ends: Vec<usize> = board.cells_for(house, joint).collect();
        for [a, b] in [[ends[0], ends[1]], [ends[1], ends[0]]] {
            let apart = ![a, b].contains(&first) && ![a, b].contains(&second);
            if !apart || !layout.sees(first, a) || !layout.sees(second, b) {
                continue;
            }
            let rest = both().map(|cell| Candidate::new(cell, left + 1));
            if let Some(step) = Step::removing(board, rest) {
                let ends = [Candidate::new(a, joint + 1), Candidate::new(b, joint + 1)];
                let wings = [first, second].map(|cell| Candidate::new(cell, left + 1));
                found(step.by(wings.into_iter().chain(ends)).within([layout.name(house)]))?;
            }
        }
    }
    Flow::Continue(())
}
