//! Junior exocet: two target cells take the same two digits as two base cells.
//!
//! **Origin.** Champagne, a member of the New Sudoku Players' Forum, named the exocet after a pattern that A.
//! Barker saw in the puzzle "Fata Morgana" (so A. Stuart, *Exocet*, sudokuwiki.org). D. P. Bird named and defined
//! the "junior" form in the thread *Exocet pattern in hardest puzzles*, 2012; the basic rules of his *JExocet
//! Compendium* are used here.
//!
//! **Idea.** Two empty cells where a line meets a box, the base, have three or four candidates. Three crossing
//! lines pass through the third cell of that intersection and through one pair of cells each in the other two
//! boxes of the band, off the base's line. In each pair, one cell, the companion, has no digit of the base;
//! the other is the target. Outside the band, two lines cover all places of each base digit in the crossing
//! lines. Suppose that a digit of the base is in neither target. Then in each of the three crossing lines it is
//! outside the band, three times in two lines, which is impossible. So the targets take the digits of the base.
//!
//! Other candidates of the targets are false, and so is a candidate of the base that neither target has.
//!
//! **Cost.** 162 bases on a 9x9 board, with at most 36 choices of targets each. Other boards are left out: their bands
//! have no pairs.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::technique::{About, Flow, Sink, Step, Technique, offer};
use crate::words;
use coverlab_model::Shape;

/// The technique.
pub(crate) struct JuniorExocet;

impl Technique for JuniorExocet {
    const ABOUT: About = About {
        name: "junior-exocet",
        title: "Junior exocet",
        sentence: "Two target cells take the same two digits as two base cells of their band",
        source: "D. P. Bird, JExocet Compendium, New Sudoku Players' Forum",
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        if board.layout().shape() != Shape::NINE {
            return Flow::Continue(());
        }
        for kind in [Kind::Rows, Kind::Columns] {
            for line in 0..SIDE {
                for third in 0..SIDE {
                    exocets(board, &View { kind, line, third }, found)?;
                }
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        let roles = roles(step);
        let (base, targets) = roles.split_at(2);
        let [cells, targets] = [base, targets].map(|cells| words::cells(board, cells.iter().copied()));
        let digits = base.iter().fold(Bits::NONE, |all, &cell| all | board.candidates(cell));
        format!(
            "In {}, two lines cover the places of {} outside the band: whichever two of them {cells} take, \
             {targets} take the same",
            words::houses(&step.houses),
            words::list(digits.iter().map(|number| number + 1))
        )
    }
}

const SIDE: usize = 9;

/// The cells of the pattern in its order: the base, then the targets.
fn roles(step: &Step) -> Vec<usize> {
    let mut cells: Vec<usize> = step.pattern.iter().map(|candidate| candidate.cell).collect();
    cells.dedup();
    cells
}

/// The direction of the base's line.
#[derive(Clone, Copy)]
enum Kind {
    Rows,
    Columns,
}

/// The line of a base, and the crossing line of the third cell beside it.
struct View {
    kind: Kind,
    line: usize,
    third: usize,
}

impl View {
    /// The cell where a line meets a crossing line.
    fn at(&self, line: usize, crossing: usize) -> usize {
        match self.kind {
            Kind::Rows => line * SIDE + crossing,
            Kind::Columns => crossing * SIDE + line,
        }
    }

    /// The house of a crossing line.
    fn crossing(&self, crossing: usize) -> usize {
        match self.kind {
            Kind::Rows => SIDE + crossing,
            Kind::Columns => crossing,
        }
    }

    /// The lines of the band.
    fn band(&self) -> std::ops::Range<usize> {
        block(self.line)
    }

    /// The cells of the base.
    fn base(&self) -> [usize; 2] {
        let mut others = block(self.third).filter(|&crossing| crossing != self.third);
        [(); 2].map(|()| self.at(self.line, others.next().expect("two other cells")))
    }
}

/// The three lines of a band with `line`.
fn block(line: usize) -> std::ops::Range<usize> {
    let first = line / 3 * 3;
    first..first + 3
}

fn exocets(board: &Board, view: &View, found: Sink<'_>) -> Flow {
    let base = view.base();
    let digits = base.iter().fold(Bits::NONE, |all, &cell| all | board.candidates(cell));
    if base.iter().any(|&cell| board.digit(cell) > 0) || !(3..=4).contains(&digits.count()) {
        return Flow::Continue(());
    }
    let of_others: Vec<usize> = (0..SIDE).filter(|&crossing| crossing / 3 != view.third / 3).collect();
    for &first in &of_others[..3] {
        for &second in &of_others[3..] {
            let Some(targets) = target(board, view, digits, first).zip(target(board, view, digits, second))
            else {
                continue;
            };
            let mut crossings = [view.third, first, second];
            crossings.sort_unstable();
            if digits.iter().all(|number| is_covered(board, view, crossings, number)) {
                offer(step(board, view, digits, crossings, [targets.0, targets.1]), found)?;
            }
        }
    }
    Flow::Continue(())
}

/// The target in a crossing line, if its companion has no digit of the base.
fn target(board: &Board, view: &View, digits: Bits, crossing: usize) -> Option<usize> {
    let held = |cell: usize| match board.digit(cell) {
        0 => board.candidates(cell),
        digit => Bits::only(usize::from(digit) - 1),
    };
    let mut pair = view.band().filter(|&line| line != view.line).map(|line| view.at(line, crossing));
    let cells = [pair.next()?, pair.next()?];
    let fits = cells.map(|cell| !(held(cell) & digits).is_empty());
    match fits {
        [true, false] => Some(cells[0]),
        [false, true] => Some(cells[1]),
        _ => None,
    }
    .filter(|&target| board.digit(target) == 0)
}

/// Whether two lines cover all places of a digit in these crossing lines outside the band.
fn is_covered(board: &Board, view: &View, crossings: [usize; 3], number: usize) -> bool {
    let outside = || (0..SIDE).filter(|line| !view.band().contains(line));
    let holds =
        |cell: usize| board.candidates(cell).has(number) || usize::from(board.digit(cell)) == number + 1;
    let places =
        crossings.map(|crossing| outside().filter(|&line| holds(view.at(line, crossing))).collect::<Bits>());
    let [a, b, c] = places;
    // Two lines parallel to the base's, one such and a crossing line, or two crossing lines.
    (a | b | c).count() <= 2
        || [a | b, a | c, b | c].iter().any(|rest| rest.count() <= 1)
        || places.iter().any(|places| places.is_empty())
}

fn step(
    board: &Board,
    view: &View,
    digits: Bits,
    crossings: [usize; 3],
    targets: [usize; 2],
) -> Option<Step> {
    let of = |cell: usize, digits: Bits| digits.iter().map(move |number| Candidate::new(cell, number + 1));
    let in_targets = targets.iter().fold(Bits::NONE, |all, &cell| all | board.candidates(cell));
    let of_targets = targets.into_iter().flat_map(|cell| of(cell, board.candidates(cell) - digits));
    let of_base = view.base().into_iter().flat_map(|cell| of(cell, digits - in_targets));
    let step = Step::removing(board, of_targets.chain(of_base))?;
    let pattern = view.base().into_iter().chain(targets).flat_map(|cell| board.candidates_of(cell));
    let houses = crossings.map(|crossing| board.layout().name(view.crossing(crossing)));
    Some(step.by(pattern).within(houses))
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::Sudoku;

    #[test]
    fn fata_morgana_has_an_exocet() {
        let line = "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........";
        let clues: Vec<u8> = line.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
        let board = Board::new(&Sudoku::new(Shape::NINE, &clues).unwrap()).unwrap();
        let mut sentences = Vec::new();
        let _ = JuniorExocet::find(&board, &mut |step| {
            sentences.push(format!("{}: {}.", JuniorExocet::because(&board, &step), step.conclusion(&board)));
            Flow::Continue(())
        });
        let expected = "In columns 2, 5 and 8, two lines cover the places of 1, 3 and 6 outside the band: whichever two \
             of them r5c4 and r5c6 take, r4c2 and r6c8 take the same: r4c2 loses 2 and 4.";
        assert_eq!(sentences, [expected]);
    }
}
