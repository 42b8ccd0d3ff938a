//! Forcing chains and nets as data: assumptions, numbered inferences with their reasons, conclusion.
//!
//! A net is what a technique claims. [`check`](crate::net_check::check) verifies it without the
//! technique.

mod text;

use crate::board::Candidate;
use coverlab_model::House;
pub use text::MAX_LINES;

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
/// A true candidate excludes others without an inference of its own.
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

impl Net {
    /// The number of inferences, without those of inner nets.
    pub fn len(&self) -> usize {
        self.branches.iter().map(|branch| branch.inferences.len()).sum()
    }

    /// Whether every conclusion follows from the assumptions at once.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Branch {
    /// The candidates that are true in the branch, in the order of the inferences.
    pub fn placed(&self) -> impl Iterator<Item = Candidate> + '_ {
        let effects = self.inferences.iter().flat_map(|inference| &inference.effects);
        std::iter::once(&self.assumption).chain(effects).filter(|literal| literal.on).map(|l| l.candidate)
    }
}
