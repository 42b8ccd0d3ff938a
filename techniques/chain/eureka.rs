//! The names of chains, and their notation.
//!
//! **Origin.** Eureka notation, with its name, comes from the Eureka Sudoku forum of about 2005; here it
//! is written from memory. `=` is a strong link and `-` a weak one. A digit in parentheses precedes its
//! cell; several digits of a cell have the links between them: `(2)r2c1 = (2-5)r3c1 = r3c7`. A digit that
//! was just written is not repeated.
//!
//! **Names.** A chain whose ends exclude each other is a continuous nice loop: the weak link between its ends
//! closes it. Every other weak link of the loop removes candidates as well; those are separate steps, found
//! from the other links. A chain of one digit is an X-chain even if it closes. An ALS-XZ of four cells with four
//! digits is a WXYZ-wing. A chain is named 3D Medusa if every link, strong or weak, is a conjugate
//! pair: coloring finds the same step.

use crate::board::{Board, Candidate};
use crate::technique::{Link, LinkReason};
use crate::words;

/// The name by which human solvers know a chain.
pub(crate) fn name(board: &Board, chain: &[Link]) -> &'static str {
    let strong = || chain.iter().filter(|link| link.on);
    let (first, last) = (&chain[0], &chain[chain.len() - 1]);
    let same_ends = first.candidates[0].digit == last.candidates[0].digit;
    // The chain returns to its start, which is therefore true.
    let returns = first.candidates == last.candidates;
    let is_grouped = chain.iter().any(|link| link.candidates.len() > 1);
    if strong().any(|link| matches!(link.by, LinkReason::Almost(_))) {
        // A cell with two candidates is an almost locked set as well. A restricted common is one digit whose
        // cells see each other, so a weak link within a cell, between two digits, does not join two sets.
        let is_set = |link: &Link| matches!(link.by, LinkReason::Almost(_) | LinkReason::Cell);
        let mut weak = chain.iter().skip(1).filter(|link| !link.on);
        let are_restricted = weak.all(|link| !matches!(link.by, LinkReason::Cell));
        let only_sets = strong().all(is_set) && are_restricted && !returns;
        return match (only_sets, strong().count()) {
            (true, 2) if same_ends && is_wxyz_wing(board, strong()) => "WXYZ-wing",
            (true, 2) if same_ends => "ALS-XZ",
            (true, 3) if same_ends => "ALS-XY-wing",
            (true, _) => "ALS chain",
            (false, _) => "AIC with almost locked sets",
        };
    }
    let one_digit = chain.iter().all(|link| link.candidates[0].digit == first.candidates[0].digit);
    let in_cells = strong().all(|link| matches!(link.by, LinkReason::Cell));
    let pair = board.candidates(first.candidates[0].cell);
    match (is_grouped, !returns) {
        (false, false) => "Discontinuous nice loop",
        (true, false) => "Grouped discontinuous nice loop",
        (false, true) if one_digit => "X-chain",
        (true, true) if one_digit => "Grouped X-chain",
        (false, true) if excludes(board, first, last) => "Continuous nice loop",
        (true, true) if excludes(board, first, last) => "Grouped continuous nice loop",
        (false, true) if in_cells && same_ends => {
            let is_pair = |link: &Link| board.candidates(link.candidates[0].cell) == pair;
            if chain.iter().all(is_pair) { "Remote pair" } else { "XY-chain" }
        }
        (false, true) if chain.windows(2).all(|pair| is_conjugate(board, pair)) => "3D Medusa",
        (false, true) => "AIC",
        (true, true) => "Grouped AIC",
    }
}

/// Whether the two sets have four cells and four digits.
fn is_wxyz_wing<'a>(board: &Board, strong: impl Iterator<Item = &'a Link>) -> bool {
    let mut cells = Vec::new();
    for link in strong {
        match &link.by {
            LinkReason::Almost(set) => cells.extend(set),
            _ => cells.push(link.candidates[0].cell),
        }
    }
    let digits = board.candidates_of_all(cells.iter().copied());
    cells.len() == 4 && digits.count() == 4
}

/// Whether exactly one of two neighbors in a chain is true: they are all candidates of a cell, or all places of a
/// digit in a house.
fn is_conjugate(board: &Board, pair: &[Link]) -> bool {
    let Candidate { cell, digit } = pair[1].candidates[0];
    match pair[1].by {
        LinkReason::House(house) => {
            let cells = house.cells(board.layout().shape());
            cells.filter(|&cell| board.has(cell, digit)).count() == 2
        }
        _ => board.candidates(cell).count() == 2,
    }
}

/// Whether the ends exclude each other, which closes the chain to a loop.
fn excludes(board: &Board, first: &Link, last: &Link) -> bool {
    let excludes = |a: &Candidate, b: &Candidate| match a.cell == b.cell {
        true => a.digit != b.digit,
        false => a.digit == b.digit && board.layout().sees(a.cell, b.cell),
    };
    first.candidates.iter().all(|a| last.candidates.iter().all(|b| excludes(a, b)))
}

/// A chain in Eureka notation.
pub(crate) fn notation(board: &Board, chain: &[Link]) -> String {
    let mut nodes: Vec<Node> = Vec::new();
    for (k, link) in chain.iter().enumerate() {
        let digit = link.candidates[0].digit.to_string();
        let sign = if link.on { '=' } else { '-' };
        let cells = cells(chain, k);
        let is_within = matches!(link.by, LinkReason::Cell | LinkReason::Almost(_));
        match nodes.last_mut() {
            Some(node) if is_within && node.cells == cells => node.digits += &format!("{sign}{digit}"),
            _ => nodes.push(Node { sign, digits: digit, cells }),
        }
    }
    let mut text = String::new();
    for (k, node) in nodes.iter().enumerate() {
        if k > 0 {
            text += &format!(" {} ", node.sign);
        }
        // A digit is written again only if it is not the last one written.
        let known = k > 0 && nodes[k - 1].digits.rsplit(['=', '-']).next() == Some(&node.digits);
        if !known {
            text += &format!("({})", node.digits);
        }
        text += &words::short_cells(board, &node.cells);
    }
    text
}

/// The digits of cells with the links between them: `(2-5)r3c1`.
struct Node {
    /// The link before it.
    sign: char,
    digits: String,
    cells: Vec<usize>,
}

/// The cells of link `k`: those of the almost locked set through which it follows, or the next one does.
fn cells(chain: &[Link], k: usize) -> Vec<usize> {
    let set = chain[k..].iter().take(2).find_map(|link| match &link.by {
        LinkReason::Almost(set) => Some(set.clone()),
        _ => None,
    });
    set.unwrap_or_else(|| chain[k].candidates.iter().map(|candidate| candidate.cell).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;
    use coverlab_model::{House, Shape};
    use std::sync::Arc;

    /// A chain of cells, each with its digit and its reason; off and on alternate.
    fn chain(links: &[(&[usize], u8, LinkReason)]) -> Vec<Link> {
        let link = |(k, (cells, digit, by)): (usize, &(&[usize], u8, LinkReason))| Link {
            candidates: cells.iter().map(|&cell| Candidate { cell, digit: *digit }).collect(),
            on: k % 2 == 1,
            by: by.clone(),
        };
        links.iter().enumerate().map(link).collect()
    }

    fn named(board: &Board, chain: &[Link]) -> (&'static str, String) {
        (name(board, chain), notation(board, chain))
    }

    #[test]
    fn chains_have_names_and_a_notation() {
        use LinkReason::{Almost, Assumed, Cell};
        let mut board = Board::blank(Arc::new(Layout::new(Shape::NINE).unwrap()));
        let (row, column) = (|k| LinkReason::House(House::Row(k)), |k| LinkReason::House(House::Column(k)));
        let x = chain(&[(&[1], 5, Assumed), (&[6], 5, row(0)), (&[33], 5, column(6)), (&[29], 5, row(3))]);
        assert_eq!(named(&board, &x), ("X-chain", "(5)r1c2 = r1c7 - r4c7 = r4c3".to_string()));
        let groups =
            chain(&[(&[9, 11], 5, Assumed), (&[15], 5, row(1)), (&[33], 5, column(6)), (&[29], 5, row(3))]);
        assert_eq!(named(&board, &groups), ("Grouped X-chain", "(5)r2c13 = r2c7 - r4c7 = r4c3".to_string()));
        let aic = chain(&[(&[9], 2, Assumed), (&[18], 2, column(0)), (&[18], 5, Cell), (&[24], 5, row(2))]);
        assert_eq!(named(&board, &aic), ("AIC", "(2)r2c1 = (2-5)r3c1 = r3c7".to_string()));
        let within = LinkReason::House(House::Box(0));
        let sets = chain(&[
            (&[0], 1, Assumed),
            (&[1, 2], 2, Almost(vec![0, 1, 2])),
            (&[10], 2, within),
            (&[10], 1, Cell),
        ]);
        assert_eq!(named(&board, &sets), ("ALS-XZ", "(1=2)r1c123 - (2=1)r2c2".to_string()));
        let mut wing = board.clone();
        for cell in [0, 1, 2, 10] {
            (5..=9).for_each(|digit| assert!(wing.remove(cell, digit)));
        }
        assert_eq!(name(&wing, &sets), "WXYZ-wing");
        // Both links of 2 in column 1 and of 5 in row 3 are the only places, and r3c1 has two candidates.
        let mut medusa = board.clone();
        (0..9)
            .map(|row| 9 * row)
            .filter(|cell| ![9, 18].contains(cell))
            .for_each(|cell| assert!(medusa.remove(cell, 2)));
        (19..27).filter(|cell| *cell != 24).for_each(|cell| assert!(medusa.remove(cell, 5)));
        assert_eq!(name(&medusa, &aic), "AIC");
        [1, 3, 4, 6, 7, 8, 9].into_iter().for_each(|digit| assert!(medusa.remove(18, digit)));
        assert_eq!(name(&medusa, &aic), "3D Medusa");
        // A link within a cell of a set is not one of the set.
        let set = || Almost(vec![0, 1]);
        let out = [(&[0, 1][..], 1, Assumed), (&[0], 2, set()), (&[0], 3, Cell), (&[36], 3, column(0))];
        let notation = "(1=2)r1c12 - (3)r1c1 = r5c1".to_string();
        assert_eq!(named(&board, &chain(&out)), ("AIC with almost locked sets", notation));
        let back = [(&[36][..], 3, Assumed), (&[0], 3, column(0)), (&[0], 2, Cell), (&[0, 1], 1, set())];
        let notation = "(3)r5c1 = r1c1 - (2=1)r1c12".to_string();
        assert_eq!(named(&board, &chain(&back)), ("AIC with almost locked sets", notation));
        let around =
            [(&[0, 1][..], 5, Assumed), (&[7], 5, row(0)), (&[25], 5, column(7)), (&[0, 1], 5, row(2))];
        assert_eq!(named(&board, &chain(&around)).0, "Grouped discontinuous nice loop");
        for cell in [0, 4, 40, 44] {
            (3..=9).for_each(|digit| assert!(board.remove(cell, digit)));
        }
        let pairs = [(&[0][..], 1, Assumed), (&[0], 2, Cell), (&[4], 2, row(0)), (&[4], 1, Cell)];
        let notation = "(1=2)r1c1 - (2=1)r1c5".to_string();
        assert_eq!(named(&board, &chain(&pairs)), ("Continuous nice loop", notation));
        let more = [(&[40][..], 1, column(4)), (&[40], 2, Cell), (&[44], 2, row(4)), (&[44], 1, Cell)];
        assert_eq!(named(&board, &chain(&[&pairs[..], &more[..]].concat())).0, "Remote pair");
    }
}
