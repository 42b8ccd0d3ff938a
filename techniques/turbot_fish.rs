//! Turbot fish: two houses with two places each, also known as skyscraper and two-string kite.
//!
//! **Origin.** The names are HoDoKu's (B. Hobiger, 2008).
//!
//! **Idea.** A digit has two places in each of two houses, and one place in the first sees one in the
//! second. These two are not both the digit, so at least one of the two outer places is, and a cell
//! that sees both outer places is not. Two rows (or two columns) make a skyscraper, and a row and a column
//! that meet in a box a two-string kite. In the rest of the family, one house or both are boxes. It is the
//! shortest chain of one digit that implies more than locked candidates.

use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique};
use crate::words;
use coverlab_model::House;

/// The technique.
pub(crate) struct TurbotFish;

impl Technique for TurbotFish {
    const ABOUT: About = About {
        name: "turbot-fish",
        title: "Turbot fish (skyscraper, two-string kite)",
        sentence: "If a digit has two places in each of two houses, and two of these see each other, one of the others is true",
        source: "B. Hobiger, HoDoKu, 2008",
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        for number in 0..board.side() {
            let pairs = pairs(board, number);
            for (k, first) in pairs.iter().enumerate() {
                for second in &pairs[k + 1..] {
                    joined(board, number, first, second, found)?;
                }
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let [outer, near, joint, far] = [0, 1, 2, 3].map(|k| words::cell(board, step.pattern[k].cell));
        let (digit, [first, second]) = (step.pattern[0].digit, [&step.houses[0], &step.houses[1]]);
        let name = match (first, second) {
            (House::Row(_), House::Row(_)) | (House::Column(_), House::Column(_)) => "a skyscraper",
            (House::Box(_), _) | (_, House::Box(_)) => "a turbot fish",
            _ => "a two-string kite",
        };
        format!(
            "{digit} has only two places in {first} ({outer}, {near}) and in {second} ({joint}, {far}); {near} and {joint} \
             see each other, so {outer} or {far} is {digit} ({name})"
        )
    }
}

/// A house in which a digit has two places.
struct Pair {
    house: usize,
    cells: [usize; 2],
}

fn pairs(board: &Board, number: usize) -> Vec<Pair> {
    let houses = (0..board.layout().house_count()).filter(|&house| board.places(house, number).count() == 2);
    houses
        .map(|house| {
            let mut cells = board.cells_for(house, number);
            let mut next = || cells.next().expect("two places");
            Pair { house, cells: [next(), next()] }
        })
        .collect()
}

fn joined(board: &Board, number: usize, first: &Pair, second: &Pair, found: Sink<'_>) -> Flow {
    let layout = board.layout();
    for (a, b) in [(0, 1), (1, 0)] {
        for (c, d) in [(0, 1), (1, 0)] {
            let cells = [first.cells[a], first.cells[b], second.cells[c], second.cells[d]];
            let [outer, near, joint, far] = cells;
            let apart = outer != far && outer != joint && near != far;
            if !apart || near == joint || !layout.sees(near, joint) {
                continue;
            }
            let both = layout.peers(outer).iter().copied().filter(|&cell| layout.sees(cell, far));
            let candidate = |cell| Candidate::new(cell, number + 1);
            let rest = both.filter(|cell| !cells.contains(cell)).map(candidate);
            if let Some(step) = Step::removing(board, rest) {
                let houses = [first.house, second.house].map(|house| layout.name(house));
                found(step.by(cells.map(candidate)).within(houses))?;
            }
        }
    }
    Flow::Continue(())
}
