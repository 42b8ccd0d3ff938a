//! Forcing chains and nets as data: assumptions, numbered inferences with their reasons, conclusion.
//!
//! A net is what a technique claims. [`check`](crate::net_check::check) verifies it without the
//! technique.

use crate::board::{Board, Candidate};
use crate::words;
use coverlab_model::House;

/// A candidate that is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether it is true.
    pub on: bool,
}

impl Literal {
    /// The opposite literal.
    #[must_use]
    pub fn negated(self) -> Literal {
        Literal { on: !self.on, ..self }
    }
}

/// A forcing chain, or a net of several that meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// Why one of the branches applies.
    pub kind: NetKind,
    /// The branches: what follows from each assumption.
    pub branches: Vec<Branch>,
    /// The literals that follow in every branch, or from the contradiction.
    pub conclusions: Vec<Literal>,
}

/// Why one of the branches of a net applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetKind {
    /// The only branch ends in a contradiction, so its assumption is wrong.
    Contradiction,
    /// A candidate is true or false.
    Double,
    /// One of the candidates of a cell is true.
    Cell(usize),
    /// A digit has one of its places in a house.
    House(u8, House),
}

/// An assumption, and the inferences from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The assumption; as a premise it has number 0.
    pub assumption: Literal,
    /// The inferences; as premises they are numbered from 1.
    pub inferences: Vec<Inference>,
    /// How the branch ends.
    pub end: BranchEnd,
}

/// How a branch ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchEnd {
    /// The conclusions of the net hold.
    Conclusions,
    /// This candidate is both true and false.
    Clash(Candidate),
}

/// One step of a branch.
///
/// That a true candidate excludes others needs no inference of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    /// The inferred literals: one true candidate, or several false ones.
    pub effects: Vec<Literal>,
    /// Why.
    pub reason: Reason,
    /// The numbers of the premises, in ascending order.
    pub uses: Vec<usize>,
}

/// Why an inference holds, after the premises are applied to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is the last candidate of its cell.
    Cell,
    /// It is the last place of its digit in a house.
    House(House),
    /// All places of a digit in one house are in another.
    Locked {
        /// The digit.
        digit: u8,
        /// The house whose places are confined.
        from: House,
        /// The house that loses the digit elsewhere.
        to: House,
    },
    /// Two cells of a house hold only two digits.
    NakedPair(House, [usize; 2]),
    /// Two digits have only two places in a house.
    HiddenPair(House, [u8; 2]),
    /// All places of a digit in two parallel lines are in two crossing lines.
    XWing {
        /// The digit.
        digit: u8,
        /// The parallel lines.
        lines: [House; 2],
        /// The lines that lose the digit elsewhere.
        crossing: [House; 2],
    },
    /// A net on the board that the premises leave.
    Inner(Box<Net>),
}

/// The number of inferences on a line of text.
const PER_LINE: usize = 4;

impl Net {
    /// The number of inferences, without those of inner nets.
    pub fn len(&self) -> usize {
        self.branches.iter().map(|branch| branch.inferences.len()).sum()
    }

    /// Whether every conclusion follows from the assumptions at once.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cell or the house where the net begins.
    pub fn place(&self, board: &Board) -> String {
        match self.kind {
            NetKind::House(_, house) => house.to_string(),
            _ => words::cell(board, self.branches[0].assumption.candidate.cell),
        }
    }

    /// The net as lines of text, up to its conclusion.
    pub fn text(&self, board: &Board) -> String {
        let mut lines = Vec::new();
        match self.kind {
            NetKind::Contradiction => {}
            NetKind::Double => {
                let candidate = self.branches[0].assumption.candidate;
                lines.push(format!("{} is {} or not.", words::cell(board, candidate.cell), candidate.digit));
            }
            NetKind::Cell(cell) => {
                let digits = self.branches.iter().map(|branch| branch.assumption.candidate.digit);
                lines.push(format!("{} is {}.", words::cell(board, cell), words::either(digits)));
            }
            NetKind::House(digit, house) => {
                let cells = self.branches.iter().map(|b| words::cell(board, b.assumption.candidate.cell));
                lines.push(format!("In {house}, {digit} goes to {}.", words::either(cells)));
            }
        }
        self.branches.iter().for_each(|branch| branch.write(board, &mut lines));
        lines.push(match (&self.branches[..], self.kind) {
            ([only], NetKind::Contradiction) => only.contradiction(board),
            _ => "Every case leads to the same conclusion".to_string(),
        });
        lines.join("\n")
    }

    /// The claim of the net in words, without its inferences.
    fn summary(&self, board: &Board) -> String {
        let first = self.branches[0].assumption;
        match self.kind {
            NetKind::Contradiction => format!("{} leads to a contradiction", fact(board, first)),
            NetKind::Double => format!("whether {} or not", fact(board, first)),
            NetKind::Cell(cell) => format!("whatever {} is", words::cell(board, cell)),
            NetKind::House(digit, house) => format!("wherever {digit} is in {house}"),
        }
    }
}

impl Branch {
    /// The candidates that are true in the branch, in the order of the inferences.
    pub fn placed(&self) -> impl Iterator<Item = Candidate> + '_ {
        let effects = self.inferences.iter().flat_map(|inference| &inference.effects);
        std::iter::once(&self.assumption).chain(effects).filter(|literal| literal.on).map(|l| l.candidate)
    }

    fn write(&self, board: &Board, lines: &mut Vec<String>) {
        lines.push(format!("  0  Suppose {}.", fact(board, self.assumption)));
        let mut on_line = 0;
        for (k, inference) in self.inferences.iter().enumerate() {
            let words = inference.words(board, k);
            if on_line > 0 && on_line < PER_LINE && inference.uses.contains(&k) {
                let line = lines.last_mut().expect("the line of the inference before");
                *line += &format!(" → {words}");
                on_line += 1;
            } else {
                lines.push(format!("{:>3}  {words}", k + 1));
                on_line = 1;
            }
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
    /// The inference with its reason; `before` is the number of the inference before it.
    fn words(&self, board: &Board, before: usize) -> String {
        let removals: Vec<Candidate> = self.effects.iter().filter(|l| !l.on).map(|l| l.candidate).collect();
        let what = match self.effects.iter().find(|literal| literal.on) {
            Some(on) => fact(board, *on),
            None => words::losses(board, &removals).join("; "),
        };
        let cells = |cells: &[usize]| words::cells(board, cells.iter().copied());
        let reason = match &self.reason {
            Reason::Cell => "cell".to_string(),
            Reason::House(house) => house.to_string(),
            Reason::Locked { from, to, .. } => format!("locked in {from} and {to}"),
            Reason::NakedPair(_, pair) => format!("pair {}", cells(pair)),
            Reason::HiddenPair(house, digits) => format!("hidden pair {} in {house}", words::list(digits)),
            Reason::XWing { lines, .. } => format!("X-wing in {}", words::houses(lines)),
            Reason::Inner(net) => net.summary(board),
        };
        if self.uses == [before] {
            return format!("{what} ({reason})");
        }
        format!("{what} ({reason}; from {})", words::list(&self.uses))
    }
}

/// A literal in words: `r1c2 is not 3`.
fn fact(board: &Board, literal: Literal) -> String {
    let verb = if literal.on { "is" } else { "is not" };
    format!("{} {verb} {}", words::cell(board, literal.candidate.cell), literal.candidate.digit)
}
