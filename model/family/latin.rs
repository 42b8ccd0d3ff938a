//! Latin squares, which have every symbol once in each row and column, and quasigroups with holes: partly
//! filled Latin squares to be completed.

use super::{Board, Family, Make, Member, MemberResult, Picture, number, number_or_percent};
use crate::random::Random;
use crate::{Cover, ExactCover, ExactCoverBuilder, Item};

pub(super) const SQUARES: Family = Family {
    name: "latin",
    form: "latin:ORDER",
    example: "latin:4",
    sentence: "Latin squares of the given order.",
    make: Make::Cover(|rest| {
        let order = number(rest, 1, 60)?;
        Ok(Box::new(Latin::new(order, vec![0; order * order])))
    }),
};

pub(super) const REDUCED: Family = Family {
    name: "latin-reduced",
    form: "latin-reduced:ORDER",
    example: "latin-reduced:5",
    sentence: "Latin squares whose first row and column are in order.",
    make: Make::Cover(|rest| {
        let order = number(rest, 1, 60)?;
        let given = |cell: usize| match (cell / order, cell % order) {
            (0, k) | (k, 0) => k + 1,
            _ => 0,
        };
        Ok(Box::new(Latin::new(order, (0..order * order).map(given).collect())))
    }),
};

pub(super) const QUASIGROUP: Family = Family {
    name: "quasigroup",
    form: "quasigroup:ORDER:HOLES or quasigroup:ORDER:HOLES:SEED",
    example: "quasigroup:10:42:1",
    sentence: "A random Latin square with some cells emptied, to be completed; HOLES may be in percent of the cells, 42%.",
    make: Make::Cover(quasigroup),
};

fn quasigroup(rest: &str) -> MemberResult {
    let parts: Vec<&str> = rest.split(':').collect();
    let (order, holes, seed) = match parts[..] {
        [order, holes] => (order, holes, "0"),
        [order, holes, seed] => (order, holes, seed),
        _ => return Err(format!("`{rest}` is not two or three numbers")),
    };
    let order = number(order, 1, 60)?;
    let holes = number_or_percent(holes, order * order, order * order)?;
    let mut random = Random(number(seed, 0, u32::MAX as usize)? as u64);
    let mut cells = scrambled(order, &mut random);
    let mut order_of_holes: Vec<usize> = (0..order * order).collect();
    for k in 0..holes {
        let other = k + random.below(order * order - k);
        order_of_holes.swap(k, other);
        cells[order_of_holes[k]] = 0;
    }
    Ok(Box::new(Latin::new(order, cells)))
}

/// Generates a random Latin square by the moves of M. T. Jacobson and P. Matthews, *Generating uniformly
/// distributed random Latin squares*, 1996. A square is represented as a cube of zeros and ones with a single
/// 1 in each line. A move adds a small cube of alternating signs. It may leave one -1, which later moves
/// repair.
fn scrambled(order: usize, random: &mut Random) -> Vec<usize> {
    let n = order;
    let at = |r: usize, c: usize, s: usize| (r * n + c) * n + s;
    let mut cube = vec![0_i8; n * n * n];
    for cell in 0..n * n {
        cube[at(cell / n, cell % n, (cell / n + cell % n) % n)] = 1;
    }
    let mut improper: Option<[usize; 3]> = None;
    let mut moves = 0;
    while n > 1 && (moves < n * n * n || improper.is_some()) {
        let [r, c, s] = improper.unwrap_or_else(|| {
            loop {
                let cell = [random.below(n), random.below(n), random.below(n)];
                if cube[at(cell[0], cell[1], cell[2])] == 0 {
                    break cell;
                }
            }
        });
        // A 1 in each line through the cell. The lines through an improper cell contain two; pick one.
        let mut pick = |ones: Vec<usize>| ones[random.below(ones.len())];
        let r2 = pick((0..n).filter(|&k| cube[at(k, c, s)] == 1).collect());
        let c2 = pick((0..n).filter(|&k| cube[at(r, k, s)] == 1).collect());
        let s2 = pick((0..n).filter(|&k| cube[at(r, c, k)] == 1).collect());
        for (row, a) in [(r, 1), (r2, -1)] {
            for (column, b) in [(c, 1), (c2, -1)] {
                for (symbol, d) in [(s, 1), (s2, -1)] {
                    cube[at(row, column, symbol)] += a * b * d;
                }
            }
        }
        improper = (cube[at(r2, c2, s2)] < 0).then_some([r2, c2, s2]);
        moves += 1;
    }
    let symbol = |cell: usize| (0..n).find(|&s| cube[cell * n + s] == 1).map_or(0, |s| s + 1);
    (0..n * n).map(symbol).collect()
}

struct Latin {
    order: usize,
    /// Symbols from 1; 0 for an empty cell.
    given: Vec<usize>,
    /// The cell and the symbol of each option.
    options: Vec<(usize, usize)>,
}

impl Latin {
    fn new(order: usize, given: Vec<usize>) -> Latin {
        let mut taken = vec![[false; 2]; order * (order + 1)];
        for (cell, &symbol) in given.iter().enumerate().filter(|g| *g.1 > 0) {
            taken[cell / order * (order + 1) + symbol][0] = true;
            taken[cell % order * (order + 1) + symbol][1] = true;
        }
        let free = |cell: usize, symbol: usize| {
            !taken[cell / order * (order + 1) + symbol][0] && !taken[cell % order * (order + 1) + symbol][1]
        };
        let empty = (0..order * order).filter(|&cell| given[cell] == 0);
        let options = empty
            .flat_map(|cell| (1..=order).filter(move |&s| free(cell, s)).map(move |s| (cell, s)))
            .collect();
        Latin { order, given, options }
    }
}

impl Member for Latin {
    /// The items are the empty cells and the symbols missing from each row and column. If no symbol fits an
    /// empty cell, its item has no option.
    fn problem(&self) -> ExactCover {
        let n = self.order;
        let mut names = Vec::new();
        let mut number = vec![Item::MAX; 3 * n * (n + 1)];
        let mut add = |slot: usize, name: String| {
            number[slot] = names.len() as Item;
            names.push(name);
        };
        let (rows, columns) = (n * (n + 1), 2 * n * (n + 1));
        let in_row = |line: usize, s: usize| (0..n).any(|k| self.given[line * n + k] == s);
        let in_column = |line: usize, s: usize| (0..n).any(|k| self.given[k * n + line] == s);
        for cell in (0..n * n).filter(|&c| self.given[c] == 0) {
            add(cell, format!("c{},{}", cell / n, cell % n));
        }
        for line in 0..n {
            for symbol in 1..=n {
                if !in_row(line, symbol) {
                    add(rows + line * (n + 1) + symbol, format!("r{line},{symbol}"));
                }
                if !in_column(line, symbol) {
                    add(columns + line * (n + 1) + symbol, format!("k{line},{symbol}"));
                }
            }
        }
        let mut builder = ExactCoverBuilder::named::<String>(&names, &[]);
        for &(cell, symbol) in &self.options {
            let row = rows + cell / n * (n + 1) + symbol;
            let column = columns + cell % n * (n + 1) + symbol;
            builder.option([cell, row, column].map(|slot| number[slot])).expect("three different items");
        }
        builder.build()
    }

    fn picture(&self, cover: &Cover) -> Picture {
        let mut board = Board::new(self.order, self.order);
        for (cell, &symbol) in self.given.iter().enumerate().filter(|g| *g.1 > 0) {
            board.put(cell, symbol.to_string(), 0);
        }
        for &option in cover.options() {
            let (cell, symbol) = self.options[option as usize];
            board.put(cell, symbol.to_string(), 1);
        }
        Picture::Boards(vec![board])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrambled_squares_are_latin_and_differ() {
        let mut squares = std::collections::HashSet::new();
        for seed in 0..20 {
            let square = scrambled(9, &mut Random(seed));
            for line in 0..9 {
                for symbol in 1..=9 {
                    assert_eq!((0..9).filter(|k| square[line * 9 + k] == symbol).count(), 1);
                    assert_eq!((0..9).filter(|k| square[k * 9 + line] == symbol).count(), 1);
                }
            }
            squares.insert(square);
        }
        assert_eq!(squares.len(), 20);
        assert_eq!(scrambled(1, &mut Random(0)), [1]);
    }
}
