//! Aligned pair and aligned triple exclusion: digits of two or three cells that leave another cell no candidate.
//!
//! **Origin.** A thread of the Sudoku Players' Forum names R. Hagglund as the inventor of the pair. The rules and
//! their order here are those of N. Juillerat, *Sudoku Explainer*, 2007, whose ratings need the same steps. The
//! Sudopedia calls cells that need not share a house "subset exclusion", and death blossom a case of it.
//!
//! **Idea.** Write down every combination of digits of two or three cells.
//! A combination is impossible if it repeats a digit in a house, or if it takes all candidates of a common peer
//! with two (or three) candidates. A digit that is in no possible combination is removed.
//!
//! **Cost.** All pairs of cells with at least two common peers of few candidates; for three cells, the third is one
//! of these peers.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::combinations::combinations;
use crate::technique::{About, Flow, Sink, Step, Technique, offer};
use crate::words;

/// The technique for `SIZE` cells, two or three.
pub(crate) struct AlignedExclusion<const SIZE: usize>;

impl<const SIZE: usize> Technique for AlignedExclusion<SIZE> {
    const ABOUT: About = match SIZE {
        2 => About {
            name: "aligned-pair-exclusion",
            title: "Aligned pair exclusion",
            sentence: "Every pair of digits of two cells that has this digit leaves a common peer no candidate",
            source: SOURCE,
        },
        _ => About {
            name: "aligned-triple-exclusion",
            title: "Aligned triple exclusion",
            sentence: "Every choice of digits of three cells that has this digit leaves a common peer no candidate",
            source: SOURCE,
        },
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        if SIZE == 2 { pairs(board, found) } else { triples(board, &all_cells(board), found) }
    }

    fn because(board: &Board, step: &Step) -> String {
        let mut peers: Vec<usize> = step.fins.iter().map(|candidate| candidate.cell).collect();
        peers.dedup();
        let removed = step.removals.iter().map(|c| format!("{} in {}", c.digit, words::cell(board, c.cell)));
        format!(
            "The digits of {} must differ where these cells see each other, and must leave a candidate in each of {}; no such \
             combination has {}",
            words::cells(board, step.cells()),
            words::list(peers.iter().map(|&peer| words::cell(board, peer))),
            words::either(removed)
        )
    }
}

const SOURCE: &str = "N. Juillerat, Sudoku Explainer, 2007";

/// A cell that may be aligned, and its peers with few candidates.
struct Base {
    cell: usize,
    candidates: Bits,
    /// The peers with few candidates, those of its box first.
    excluders: Vec<usize>,
    excluder_set: Cells,
    peers: Cells,
}

impl Base {
    /// Whether the two cells share a house.
    fn sees(&self, other: &Base) -> bool {
        self.peers.has(other.cell)
    }
}

/// A set of cells: a bit for each cell of the board.
struct Cells(Vec<u64>);

impl Cells {
    fn new(cells: impl IntoIterator<Item = usize>, of: usize) -> Cells {
        let mut words = vec![0; of.div_ceil(64)];
        cells.into_iter().for_each(|cell| words[cell / 64] |= 1 << (cell % 64));
        Cells(words)
    }

    #[inline]
    fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }
}

/// The cells with a peer of up to `size` candidates, unless a peer is a naked single.
fn bases(board: &Board, size: usize) -> Vec<Base> {
    let count = |cell: usize| board.candidates(cell).count();
    let base = |cell: usize| {
        let (peers, of) = (board.layout().peers_box_first(cell), board.digits().len());
        if peers.iter().any(|&peer| count(peer) == 1) {
            return None;
        }
        let excluders = peers.iter().copied().filter(|&peer| (2..=size).contains(&count(peer)));
        let (excluders, candidates): (Vec<usize>, Bits) = (excluders.collect(), board.candidates(cell));
        let (excluder_set, peers) =
            (Cells::new(excluders.iter().copied(), of), Cells::new(peers.iter().copied(), of));
        (!excluders.is_empty()).then_some(Base { cell, candidates, excluders, excluder_set, peers })
    };
    board.empty_cells().filter(|&cell| count(cell) >= 2).filter_map(base).collect()
}

fn pairs(board: &Board, found: Sink<'_>) -> Flow {
    let bases = bases(board, 2);
    let mut search = Exclusion::new(board);
    let all = all_cells(board);
    combinations(bases.len()).try_for_each(|[a, b]| {
        search.meet(&[&bases[a], &bases[b]], &all);
        offer(search.find(&[&bases[a], &bases[b]]), found)
    })
}

/// The search for a triple on boards of one solution, each with fewer candidates than the one before. Triples that gave
/// no step are not tried again until one of their cells or common peers changes.
#[derive(Default)]
pub(crate) struct TripleSearch {
    /// The last board without a step.
    tested: Option<Board>,
}

impl TripleSearch {
    /// The first step of the technique.
    pub(crate) fn first(&mut self, board: &Board) -> Option<Step> {
        let changed = self.tested.as_ref().map_or(all_cells(board), |tested| changed_cells(tested, board));
        let mut first = None;
        let _ = triples(board, &changed, &mut |step| {
            first = Some(step);
            Flow::Break(())
        });
        if first.is_none() {
            self.tested = Some(board.clone());
        }
        first
    }
}

fn all_cells(board: &Board) -> Cells {
    Cells::new(0..board.digits().len(), board.digits().len())
}

/// The cells that lost candidates since `before`, and those that did not count there because of a naked single.
fn changed_cells(before: &Board, board: &Board) -> Cells {
    let changed = |&cell: &usize| {
        let mut peers = board.layout().peers_box_first(cell).iter();
        before.candidates(cell) != board.candidates(cell)
            || peers.any(|&peer| before.candidates(peer).count() == 1)
    };
    let of = board.digits().len();
    Cells::new((0..of).filter(changed), of)
}

/// The third cell has few candidates and sees one of the first two. Only triples with a cell or a common peer in
/// `changed` are tried.
fn triples(board: &Board, changed: &Cells, found: Sink<'_>) -> Flow {
    let bases = bases(board, 3);
    let mut base_of = vec![None; board.digits().len()];
    bases.iter().enumerate().for_each(|(k, base)| base_of[base.cell] = Some(k));
    let mut search = Exclusion::new(board);
    combinations(bases.len()).try_for_each(|[a, b]| {
        let (first, second) = (&bases[a], &bases[b]);
        let is_new = search.meet(&[first, second], changed);
        if search.excluders.len() < 2 {
            return Flow::Continue(());
        }
        let others = second.excluders.iter().filter(|&&cell| !first.excluder_set.has(cell));
        let near =
            first.excluders.iter().chain(others).filter(|&&cell| cell != first.cell && cell != second.cell);
        let near = near.filter(|&&cell| is_new || changed.has(cell));
        near.filter_map(|&cell| base_of[cell]).try_for_each(|c| {
            let third = &bases[c];
            // The three cells were tried with `second` as the third.
            let tried = c < b && (first.excluder_set.has(second.cell) || third.excluder_set.has(second.cell));
            if tried || !search.meet(&[first, second, third], changed) {
                return Flow::Continue(());
            }
            offer(search.find(&[first, second, third]), found)
        })
    })
}

/// The search for excluded digits. Its memory is reused.
struct Exclusion<'b> {
    board: &'b Board,
    /// The candidates of the common peers.
    excluders: Vec<Bits>,
    /// For each digit, the digits that cannot be combined with it: the two are all candidates of a common peer.
    forbidden: Vec<Bits>,
}

/// Maximum number of cells in a combination.
const MAX_CELLS: usize = 3;

impl Exclusion<'_> {
    fn new(board: &Board) -> Exclusion<'_> {
        Exclusion { board, excluders: Vec::new(), forbidden: vec![Bits::NONE; board.side()] }
    }

    /// Removes the digits of these cells, which [met](Self::meet), that occur in no possible combination.
    fn find(&mut self, bases: &[&Base]) -> Option<Step> {
        if self.excluders.len() < 2 {
            return None;
        }
        self.forbid();
        let mut possible = [Bits::NONE; MAX_CELLS];
        self.extend(bases, &[], &mut possible);
        let gone = |(base, possible): (&&Base, Bits)| {
            let cell = base.cell;
            Candidate::of_cell(cell, base.candidates - possible)
        };
        let mut gone = bases.iter().zip(possible).flat_map(gone).peekable();
        gone.peek()?;
        let step = Step::removing(self.board, gone)?;
        let common = |cell: &usize| bases.iter().all(|base| base.excluder_set.has(*cell));
        let peers = bases[0].excluders.iter().copied().filter(common);
        let fins = peers.flat_map(|peer| self.board.candidates_of(peer)).collect();
        Some(Step { fins, ..step.by(bases.iter().flat_map(|base| self.board.candidates_of(base.cell))) })
    }

    /// Collects the common peers of `bases`. Returns whether one of them, or one of the cells, is in `changed`.
    fn meet(&mut self, bases: &[&Base], changed: &Cells) -> bool {
        self.excluders.clear();
        let mut is_new = bases.iter().any(|base| changed.has(base.cell));
        for word in 0..bases[0].excluder_set.0.len() {
            let mut common = bases.iter().fold(u64::MAX, |all, base| all & base.excluder_set.0[word]);
            is_new |= common & changed.0[word] != 0;
            while common != 0 {
                let cell = 64 * word + common.trailing_zeros() as usize;
                self.excluders.push(self.board.candidates(cell));
                common &= common - 1;
            }
        }
        is_new
    }

    /// Computes the pairs of digits that are all candidates of a common peer.
    fn forbid(&mut self) {
        self.forbidden.fill(Bits::NONE);
        for &excluder in &self.excluders {
            for number in excluder.iter().filter(|_| excluder.count() == 2) {
                self.forbidden[number] |= excluder - Bits::only(number);
            }
        }
    }

    /// Extends the combination `chosen` by a digit of the next cell, and notes the digits of possible ones. Returns
    /// whether there are any.
    fn extend(&self, bases: &[&Base], chosen: &[usize], possible: &mut [Bits; MAX_CELLS]) -> bool {
        let (place, base) = (chosen.len(), bases[chosen.len()]);
        let mut digits = base.candidates;
        for (other, &number) in bases.iter().zip(chosen) {
            digits = digits - self.forbidden[number];
            if other.sees(base) {
                digits = digits - Bits::only(number);
            }
        }
        if place + 1 == bases.len() {
            if let [first, second] = *chosen {
                digits = self.without_thirds(digits, first, second);
            }
            possible[place] |= digits;
            return !digits.is_empty();
        }
        let mut longer = [0; MAX_CELLS];
        longer[..place].copy_from_slice(chosen);
        let mut any = false;
        for number in digits.iter() {
            longer[place] = number;
            if self.extend(bases, &longer[..=place], possible) {
                possible[place] |= Bits::only(number);
                any = true;
                if place > 0 && Self::is_complete(&bases[place..], &possible[place..]) {
                    break;
                }
            }
        }
        any
    }

    /// Whether every digit of these cells is known to be possible.
    fn is_complete(bases: &[&Base], possible: &[Bits]) -> bool {
        bases.iter().zip(possible).all(|(base, possible)| base.candidates == *possible)
    }

    /// Removes from `digits` those that, with the digits of the two other cells, are all candidates of a common peer.
    fn without_thirds(&self, mut digits: Bits, first: usize, second: usize) -> Bits {
        for &excluder in &self.excluders {
            if excluder.has(first) && excluder.has(second) && first != second && excluder.count() == 3 {
                digits = digits - (excluder - Bits::only(first) - Bits::only(second));
            }
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::board_for_tests;
    use crate::{Entry, all, solve};

    fn sentences<const SIZE: usize>(board: &Board) -> Vec<String> {
        let mut sentences = Vec::new();
        let _ = AlignedExclusion::<SIZE>::find(board, &mut |step| {
            let because = AlignedExclusion::<SIZE>::because(board, &step);
            sentences.push(format!("{because}: {}", step.conclusion(board)));
            Flow::Continue(())
        });
        sentences
    }

    #[test]
    fn a_pair_and_a_triple() {
        let pair = board_for_tests(
            "..34..7...5...912.7...2.....1.5.7.686...9..17.......34..29....1.......929..261.75",
            "0:128 1:2689 4:158 5:568 7:58 8:69 9:48 11:468 12:3678 13:378 17:36 19:4689 20:14689 21:1368 23:3568 \
             24:345689 25:458 26:369 27:234 29:49 31:34 33:29 37:2348 38:458 39:38 41:2348 42:25 45:258 46:2789 47:5789 \
             48:168 49:18 50:268 51:259 54:3458 55:34678 58:34578 59:3458 60:3468 61:48 63:13458 64:34678 65:145678 66:378 \
             67:34578 68:3458 69:3468 73:348 74:48 78:348",
        );
        let expected = "The digits of r3c7 and r3c9 must differ where these cells see each other, and must leave a \
             candidate in each of r1c8, r1c9 and r2c9; no such combination has 6 in r3c7: r3c7 loses 6";
        assert_eq!(sentences::<2>(&pair), [expected]);
        let triple = board_for_tests(
            "..34..7...5...912.7...2.....1.5.7.686...9..17..7....34..29....1.......929..261.75",
            "0:12 1:2689 4:158 5:568 7:58 8:69 9:48 11:468 12:3678 13:378 17:36 19:689 20:19 21:168 23:358 24:48 25:458 \
             26:369 27:23 29:49 31:34 33:29 37:348 38:458 39:38 41:24 42:25 45:258 46:29 48:168 49:18 50:268 51:59 54:3458 \
             55:34678 58:34578 59:3458 60:3468 61:48 63:13458 64:34678 65:14568 66:378 67:34578 68:3458 69:3468 73:348 \
             74:48 78:348",
        );
        let found = sentences::<3>(&triple);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].ends_with("no such combination has 2 in r6c1: r6c1 loses 2"), "{found:?}");
    }
    #[test]
    fn a_search_on_one_board_after_another_finds_the_first_steps() {
        let mut search = TripleSearch::default();
        let puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75";
        let path = solve(board_for_tests(puzzle, ""), &all());
        let first = |board| Entry::of::<AlignedExclusion<3>>().first(board);
        let boards: Vec<&Board> = path.steps.iter().map(|taken| &taken.before).collect();
        boards.iter().for_each(|board| assert_eq!(search.first(board), first(board)));
        assert!(boards.iter().any(|board| first(board).is_some()));
        assert!(boards.iter().any(|board| first(board).is_none()));
    }
}
