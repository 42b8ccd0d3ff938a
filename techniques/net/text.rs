//! Nets in words: numbered inferences in the short notation of the field, several on a line.
//!
//! `4 r6c8=6 (r6; 1, 2)` is inference 4: 6 has one place left in row 6, r6c8, because of inferences 1 and
//! 2. After an arrow the only premise is the preceding inference. The assumption of a branch has number 0.

use super::{Branch, BranchEnd, Inference, Literal, Net, NetKind, Reason};
use crate::board::{Board, Candidate};
use crate::words;
use coverlab_model::House;

/// Maximum number of characters on a line.
const WIDTH: usize = 100;

impl Net {
    /// The cell or the house where the net begins.
    pub fn place(&self, board: &Board) -> String {
        match self.kind {
            NetKind::House(_, house) => house.to_string(),
            _ => words::cell(board, self.branches[0].assumption.candidate.cell),
        }
    }

    /// The net as lines of text, up to its conclusion.
    pub fn text(&self, board: &Board) -> String {
        let first = self.branches[0].assumption;
        let cell = |candidate: Candidate| words::cell(board, candidate.cell);
        let assumptions = || self.branches.iter().map(|branch| branch.assumption.candidate);
        let mut lines = vec![match self.kind {
            NetKind::Contradiction => {
                let verb = if first.on { "is" } else { "is not" };
                format!("Suppose (0) that {} {verb} {}.", cell(first.candidate), first.candidate.digit)
            }
            NetKind::Double => format!("{} is {} or not.", cell(first.candidate), first.candidate.digit),
            NetKind::Cell(place) => {
                let digits = words::either(assumptions().map(|candidate| candidate.digit));
                format!("{} is {digits}.", words::cell(board, place))
            }
            NetKind::House(digit, house) => {
                format!("In {house}, {digit} goes to {}.", words::either(assumptions().map(cell)))
            }
        }];
        for branch in &self.branches {
            branch.write(board, self.kind != NetKind::Contradiction, &mut lines);
        }
        lines.push(match (&self.branches[..], self.kind) {
            ([only], NetKind::Contradiction) => only.contradiction(board),
            _ => "Every case leads to the same conclusion".to_string(),
        });
        lines.join("\n")
    }

    /// The claim of the net in a few words, without its inferences.
    fn summary(&self, board: &Board) -> String {
        let first = self.branches[0].assumption;
        match self.kind {
            NetKind::Contradiction => format!("{} fails", fact(board, first)),
            NetKind::Double => format!("with {} or without", fact(board, Literal { on: true, ..first })),
            NetKind::Cell(cell) => format!("whatever {} is", words::cell(board, cell)),
            NetKind::House(digit, house) => format!("wherever {digit} is in {}", short(house)),
        }
    }
}

impl Branch {
    /// Writes the inferences. If `assumption`, the assumption comes first.
    fn write(&self, board: &Board, assumption: bool, lines: &mut Vec<String>) {
        let mut line = String::new();
        if assumption {
            line = format!("  0 {}", fact(board, self.assumption));
        }
        for (k, inference) in self.inferences.iter().enumerate() {
            let follows = inference.uses == [k] && !line.is_empty();
            let words = format!("{} {}", k + 1, inference.words(board, !follows));
            let separator = if follows { " → " } else { "  " };
            let length =
                [&line[..], separator, &words].map(|part| part.chars().count()).iter().sum::<usize>();
            if length > WIDTH && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                line = format!("  {} {}", k + 1, inference.words(board, true));
            } else {
                line += separator;
                line += &words;
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }

    /// The contradiction in words.
    fn contradiction(&self, board: &Board) -> String {
        let BranchEnd::Clash(clash) = self.end else { return "Nothing is wrong".to_string() };
        let cell = words::cell(board, clash.cell);
        let layout = board.layout();
        for other in self.placed().filter(|other| *other != clash) {
            if other.cell == clash.cell {
                return format!("Then {cell} is both {} and {}", clash.digit, other.digit);
            }
            if other.digit == clash.digit && layout.sees(other.cell, clash.cell) {
                let both = [clash.cell, other.cell].map(|cell| words::cell(board, cell));
                return format!("Then both {} and {} are {}", both[0], both[1], clash.digit);
            }
        }
        format!("Then {cell} both is and is not {}", clash.digit)
    }
}

impl Inference {
    /// The inference with its reason and, if `uses`, the numbers of its premises.
    fn words(&self, board: &Board, uses: bool) -> String {
        let what = match self.effects.iter().find(|literal| literal.on) {
            Some(on) => fact(board, *on),
            None => self.losses(board),
        };
        let cells = |cells: &[usize]| words::short_cells(board, cells);
        let reason = match &self.reason {
            Reason::Cell => "cell".to_string(),
            Reason::House(house) => short(*house),
            Reason::Locked { from, to, .. } => format!("locked in {} and {}", short(*from), short(*to)),
            Reason::NakedPair(_, pair) => format!("pair {}", cells(pair)),
            Reason::HiddenPair(house, digits) => {
                format!("hidden pair {} in {}", words::list(digits), short(*house))
            }
            Reason::XWing { lines, .. } => format!("X-wing in {}", words::list(lines.map(short))),
            Reason::Inner(net) => net.summary(board),
        };
        let numbers: Vec<String> = self.uses.iter().map(ToString::to_string).collect();
        match uses && !numbers.is_empty() {
            true => format!("{what} ({reason}; {})", numbers.join(", ")),
            false => format!("{what} ({reason})"),
        }
    }

    /// The excluded candidates: `r89c9≠7`.
    fn losses(&self, board: &Board) -> String {
        let mut by_digit: Vec<(u8, Vec<usize>)> = Vec::new();
        for Candidate { cell, digit } in self.effects.iter().map(|literal| literal.candidate) {
            match by_digit.iter_mut().find(|(other, _)| *other == digit) {
                Some((_, cells)) => cells.push(cell),
                None => by_digit.push((digit, vec![cell])),
            }
        }
        let words =
            by_digit.iter().map(|(digit, cells)| format!("{}≠{digit}", words::short_cells(board, cells)));
        words.collect::<Vec<_>>().join(", ")
    }
}

/// A literal in short notation: `r1c2≠3`.
fn fact(board: &Board, literal: Literal) -> String {
    let sign = if literal.on { '=' } else { '≠' };
    format!("{}{sign}{}", words::cell(board, literal.candidate.cell), literal.candidate.digit)
}

/// A house in short notation: `r1`, `c1`, `b1`.
fn short(house: House) -> String {
    match house {
        House::Row(k) => format!("r{}", k + 1),
        House::Column(k) => format!("c{}", k + 1),
        House::Box(k) => format!("b{}", k + 1),
    }
}
