//! What a puzzle is to be like.

use coverlab_model::{PatternSymmetry, Shape, Spec};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// What is asked of a generator. [`Request::new`] asks for puzzles with one solution, dug as far
/// as it goes; set what should be otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The shape of the board.
    pub shape: Shape,
    /// How many clues. The upper end is where digging may stop: it goes on to a number drawn at
    /// random from the range, or as near to it as it comes.
    pub clues: RangeInclusive<usize>,
    /// Whether every clue must be necessary: without it there are more solutions than asked for.
    pub minimal: bool,
    /// What the pattern of clues must look like.
    pub symmetry: Vec<PatternSymmetry>,
    /// How many solutions.
    pub solutions: Solutions,
    /// How puzzles are drawn.
    pub sampling: Sampling,
    /// How many nodes strategies must need.
    pub efforts: Vec<Effort>,
    /// Puzzles thrown away for one, after which it is given up.
    pub patience: u64,
}

impl Request {
    /// Puzzles of `shape` with exactly one solution.
    pub fn new(shape: Shape) -> Request {
        Request {
            shape,
            clues: 0..=shape.cells(),
            minimal: false,
            symmetry: Vec::new(),
            solutions: Solutions::One,
            sampling: Sampling::Quick,
            efforts: Vec::new(),
            patience: 10_000_000,
        }
    }

    /// Whether the request can be met at all.
    ///
    /// # Errors
    /// What contradicts what, and what to do.
    pub fn check(&self) -> Result<(), BadRequest> {
        let bad = |what: String| Err(BadRequest(what));
        let (side, cells) = (self.shape.side(), self.shape.cells());
        if side > MOST_SIDE {
            return bad(format!(
                "boards of side {side} cannot be generated; the largest side is {MOST_SIDE}"
            ));
        }
        let small = side <= super::engine::MOST_SIDE;
        if !small && self.solutions != Solutions::One {
            return bad(format!(
                "puzzles of side {side} are generated with exactly one solution only; others need a side of at most {}",
                super::engine::MOST_SIDE
            ));
        }
        if self.clues.is_empty() || *self.clues.start() > cells {
            let (low, high) = (self.clues.start(), self.clues.end());
            return bad(format!("no puzzle of {cells} cells has {low} to {high} clues"));
        }
        if matches!(self.solutions, Solutions::Many { most: 0..=1 }) {
            return bad("several solutions are at least 2; ask for at most 2 or more".into());
        }
        if self.solutions == Solutions::None && side == 1 {
            return bad("every puzzle of one cell has a solution".into());
        }
        if matches!(self.solutions, Solutions::Many { .. }) && side == 1 {
            return bad("a board of one cell has one solution".into());
        }
        if self.sampling != Sampling::Quick {
            self.check_sampling(small)?;
        }
        match self.efforts.iter().find(|effort| effort.nodes.is_empty()) {
            Some(effort) => bad(format!("no number of nodes is in the range of `{effort}`")),
            None => Ok(()),
        }
    }

    fn check_sampling(&self, small: bool) -> Result<(), BadRequest> {
        let name = self.sampling.name();
        let needs = [
            (small, format!("a side of at most {}", super::engine::MOST_SIDE)),
            (self.minimal, "minimal puzzles".into()),
            (self.symmetry.is_empty(), "patterns of any kind: leave the symmetry out".into()),
            (self.solutions == Solutions::One, "exactly one solution".into()),
        ];
        match needs.into_iter().find(|(met, _)| !met) {
            Some((_, need)) => {
                Err(BadRequest(format!("sampling `{name}` knows its weights for {need} only")))
            }
            None => Ok(()),
        }
    }
}

/// The largest side for which digits fit the masks of the search for full boards.
const MOST_SIDE: usize = 128;

/// How many solutions a puzzle is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// None, though no two clues clash.
    None,
    /// Exactly one.
    One,
    /// At least two.
    Many {
        /// And not more than this.
        most: u64,
    },
}

/// How puzzles are drawn, and what is known of the bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// Dig a board in random order. Fast. Boards are not quite uniform, and puzzles of fewer
    /// clues come less often than they exist, by how much is not known. Past a side of 11 clues
    /// are tried in an order that makes digging fast, not at random.
    Quick,
    /// Minimal puzzles, equally likely among those with the same number of clues, each with its
    /// weight over all of them. Slow: nearly every try fails.
    ControlledBias,
    /// Minimal puzzles, each with its weight. No try fails, but weights differ.
    Weighted,
}

impl Sampling {
    /// All of them.
    pub const ALL: [Sampling; 3] = [Sampling::Quick, Sampling::ControlledBias, Sampling::Weighted];

    /// The name by which it is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Sampling::Quick => "quick",
            Sampling::ControlledBias => "controlled-bias",
            Sampling::Weighted => "weighted",
        }
    }
}

impl FromStr for Sampling {
    type Err = BadRequest;

    fn from_str(word: &str) -> Result<Self, BadRequest> {
        let names = Sampling::ALL.map(Sampling::name).join(", ");
        let named = Sampling::ALL.into_iter().find(|s| s.name() == word);
        named.ok_or_else(|| BadRequest(format!("`{word}` is no way of sampling; there are {names}")))
    }
}

/// How many nodes a strategy must need to find the solution of a puzzle and to see that there is
/// no other: `dlx:1000..`, `dlx:..50`, `bird-bits:prune=fixpoint:10..20`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The strategy.
    pub strategy: Spec,
    /// The number of nodes, both ends included.
    pub nodes: RangeInclusive<u64>,
}

impl FromStr for Effort {
    type Err = BadRequest;

    fn from_str(text: &str) -> Result<Self, BadRequest> {
        let form =
            || BadRequest(format!("`{text}` is no effort; write it like `dlx:1000..` or `dlx:10..50`"));
        let (strategy, range) = text.rsplit_once(':').ok_or_else(form)?;
        let (low, high) = range.split_once("..").ok_or_else(form)?;
        let end = |word: &str, open: u64| match word.trim() {
            "" => Ok(open),
            number => number.parse().map_err(|_| form()),
        };
        let nodes = end(low, 0)?..=end(high.trim_start_matches('='), u64::MAX)?;
        let strategy = strategy.parse().map_err(|bad: coverlab_model::BadSpec| BadRequest(bad.what))?;
        Ok(Effort { strategy, nodes })
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..", self.strategy, self.nodes.start())?;
        if *self.nodes.end() == u64::MAX { Ok(()) } else { write!(f, "{}", self.nodes.end()) }
    }
}

/// A request that cannot be met, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRequest(pub String);

impl fmt::Display for BadRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadRequest {}
