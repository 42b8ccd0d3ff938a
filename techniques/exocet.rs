//! Junior exocet: two target cells take the same two digits as two base cells.
//!
//! **Origin.** Champagne, a member of the New Sudoku Players' Forum, named the exocet after a pattern that A.
//! Barker saw in the puzzle "Fata Morgana" (A. Stuart, *Exocet*, sudokuwiki.org). D. P. Bird named and defined
//! the "junior" form in the thread *Exocet pattern in hardest puzzles*, 2012; the basic rules of his *JExocet
//! Compendium* are used here.
//!
//! **Idea.** Two empty cells where a line meets a box, the base, have three or four candidates together. Three
//! crossing lines pass through the three boxes of the band: one through the third cell of the base's intersection,
//! and one through each of the other boxes. Each of these two has a pair of cells in the band off the base's line:
//! a companion, which has no digit of the base, and a target. Outside the band, two lines cover all places of each
//! base digit in the crossing lines. If the base took a digit and neither target did, each crossing line would have
//! it outside the band: three times in two lines, which is impossible. So the targets take the digits of the base.
//!
//! Other candidates of the targets are false, and so is a candidate of the base that neither target has.
//!
//! **Cost.** 162 bases on a 9x9 board, each with 9 pairs of crossing lines. Other shapes are left out: their bands
//! have no such pairs.

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
        for lines in [0, SIDE] {
            for line in 0..SIDE {
                for third in 0..SIDE {
                    exocets(board, &View { lines, line, third }, found)?;
                }
            }
        }
        Flow::Continue(())
    }

    fn because(board: &Board, step: &Step) -> String {
        // The base, then the targets.
        let roles = step.cells_in_order();
        let (base, targets) = roles.split_at(2);
        let [cells, targets] = [base, targets].map(|cells| words::cells(board, cells.iter().copied()));
        let digits = board.candidates_of_all(base.iter().copied());
        format!(
            "In {}, two lines cover all places of each of {} outside the band: whichever two of these digits {cells} \
             take, {targets} take the same",
            words::houses(&step.houses),
            words::digits(digits)
        )
    }
}

const SIDE: usize = 9;

/// The line of a base, and the crossing line of the third cell beside it.
struct View {
    /// The first house of the lines: 0 for rows, [`SIDE`] for columns.
    lines: usize,
    line: usize,
    third: usize,
}

impl View {
    /// The cell where a line meets a crossing line.
    fn at(&self, board: &Board, line: usize, crossing: usize) -> usize {
        board.layout().cells(self.lines + line)[crossing]
    }

    /// The house of a crossing line.
    fn crossing(&self, crossing: usize) -> usize {
        SIDE - self.lines + crossing
    }

    /// The lines of the band.
    fn band(&self) -> std::ops::Range<usize> {
        block(self.line)
    }

    /// The cells of the base.
    fn base(&self, board: &Board) -> [usize; 2] {
        let mut others = block(self.third).filter(|&crossing| crossing != self.third);
        [(); 2].map(|()| self.at(board, self.line, others.next().expect("two other cells")))
    }
}

/// The three lines of a band with `line`.
fn block(line: usize) -> std::ops::Range<usize> {
    let first = line / 3 * 3;
    first..first + 3
}

fn exocets(board: &Board, view: &View, found: Sink<'_>) -> Flow {
    let base = view.base(board);
    let digits = board.candidates_of_all(base);
    if base.iter().any(|&cell| board.digit(cell) > 0) || !(3..=4).contains(&digits.count()) {
        return Flow::Continue(());
    }
    let in_box = |number: usize| {
        let all = block(3 * number).map(|crossing| (crossing, target(board, view, digits, crossing)));
        all.filter_map(|(crossing, target)| Some((crossing, target?))).collect::<Vec<_>>()
    };
    let [one, other] = match view.third / 3 {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    }
    .map(in_box);
    for &(first, target) in &one {
        for &(second, other_target) in &other {
            let mut crossings = [view.third, first, second];
            crossings.sort_unstable();
            if digits.iter().all(|number| is_covered(board, view, crossings, number)) {
                offer(step(board, view, digits, crossings, [target, other_target]), found)?;
            }
        }
    }
    Flow::Continue(())
}

/// The target in a crossing line, if its companion has no digit of the base.
fn target(board: &Board, view: &View, digits: Bits, crossing: usize) -> Option<usize> {
    let digits_of = |cell: usize| match board.digit(cell) {
        0 => board.candidates(cell),
        digit => Bits::only(usize::from(digit) - 1),
    };
    let mut pair = view.band().filter(|&line| line != view.line).map(|line| view.at(board, line, crossing));
    let cells = [pair.next()?, pair.next()?];
    let fits = cells.map(|cell| !(digits_of(cell) & digits).is_empty());
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
    let places = crossings
        .map(|crossing| outside().filter(|&line| holds(view.at(board, line, crossing))).collect::<Bits>());
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
    let in_targets = board.candidates_of_all(targets);
    let of_targets =
        targets.into_iter().flat_map(|cell| Candidate::of_cell(cell, board.candidates(cell) - digits));
    let of_base = view.base(board).into_iter().flat_map(|cell| Candidate::of_cell(cell, digits - in_targets));
    let step = Step::removing(board, of_targets.chain(of_base))?;
    let pattern = view.base(board).into_iter().chain(targets).flat_map(|cell| board.candidates_of(cell));
    let houses = crossings.map(|crossing| board.layout().name(view.crossing(crossing)));
    Some(step.by(pattern).within(houses))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::board_for_tests;

    fn sentences(line: &str) -> Vec<String> {
        let board = board_for_tests(line, "");
        let mut sentences = Vec::new();
        let _ = JuniorExocet::find(&board, &mut |step| {
            sentences.push(format!("{}: {}.", JuniorExocet::because(&board, &step), step.conclusion(&board)));
            Flow::Continue(())
        });
        sentences
    }

    #[test]
    fn fata_morgana_has_an_exocet() {
        let line = "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........";
        let expected = "In columns 2, 5 and 8, two lines cover all places of each of 1, 3 and 6 outside the band: whichever \
             two of these digits r5c4 and r5c6 take, r4c2 and r6c8 take the same: r4c2 loses 2 and 4.";
        assert_eq!(sentences(line), [expected]);
        // Rows and columns are exchanged.
        let transposed: String = (0..81).map(|cell| &line[cell % 9 * 9 + cell / 9..][..1]).collect();
        let expected = "In rows 2, 5 and 8, two lines cover all places of each of 1, 3 and 6 outside the band: whichever two \
             of these digits r4c5 and r6c5 take, r2c4 and r8c6 take the same: r2c4 loses 2 and 4.";
        assert_eq!(sentences(&transposed), [expected]);
    }

    /// In the crossing lines 0, 3 and 6 a digit keeps these places outside the band of row 0.
    fn covered(places: [&[usize]; 3]) -> bool {
        let mut board = board_for_tests(&".".repeat(81), "");
        let view = View { lines: 0, line: 0, third: 0 };
        let crossings = [0, 3, 6];
        for (crossing, places) in crossings.into_iter().zip(places) {
            for line in (3..SIDE).filter(|line| !places.contains(line)) {
                assert!(board.remove(view.at(&board, line, crossing), 1));
            }
        }
        is_covered(&board, &view, crossings, 0)
    }

    #[test]
    fn two_lines_cover_a_digit_in_three_ways() {
        assert!(covered([&[3, 7], &[3, 7], &[7]]), "two lines parallel to the base's");
        assert!(covered([&[3, 4, 5, 6], &[7], &[7]]), "one of them and a crossing line");
        assert!(covered([&[3, 4, 5], &[], &[6, 7, 8]]), "two crossing lines");
        assert!(!covered([&[3, 4], &[4, 5], &[5]]));
    }
}
