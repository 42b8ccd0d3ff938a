//! The requested properties of generated puzzles.

use super::Difficulty;
use coverlab_model::{PatternSymmetry, Shape, Spec, orbits};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A request to the generator. [`Request::new`] requests puzzles with one solution and as few clues as digging leaves;
/// change the other fields as needed.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The shape of the board.
    pub shape: Shape,
    /// The number of clues. Digging stops at a random number in the range, or as near to it as it gets.
    pub clues: RangeInclusive<usize>,
    /// Whether every clue must be necessary: without any one of them there are more solutions than requested.
    pub minimal: bool,
    /// The symmetries that the pattern of clues must have.
    pub symmetry: Vec<PatternSymmetry>,
    /// The number of solutions.
    pub solutions: Solutions,
    /// How puzzles are sampled.
    pub sampling: Sampling,
    /// The numbers of nodes that strategies must need.
    pub efforts: Vec<Effort>,
    /// How hard the puzzles must be for a person.
    pub difficulty: Difficulty,
    /// Maximum number of tries for one puzzle.
    pub max_tries: u64,
}

impl Request {
    /// A request for puzzles of `shape` with exactly one solution.
    pub fn new(shape: Shape) -> Request {
        Request {
            shape,
            clues: 0..=shape.cells(),
            minimal: false,
            symmetry: Vec::new(),
            solutions: Solutions::One,
            sampling: Sampling::Quick,
            efforts: Vec::new(),
            difficulty: Difficulty::default(),
            max_tries: 10_000_000,
        }
    }

    /// Checks that the request can be met, as far as that is known.
    ///
    /// # Errors
    /// Fields contradict each other. The error names them and the remedy.
    pub fn check(&self) -> Result<(), BadRequest> {
        let side = self.shape.side();
        if side > MAX_SIDE {
            let what = format!("boards of side {side} cannot be generated");
            return Err(BadRequest::new(what).help(format!("the largest side is {MAX_SIDE}")));
        }
        self.check_solutions()?;
        self.check_clues()?;
        self.check_pattern()?;
        self.check_sampling()?;
        self.check_difficulty()?;
        match self.efforts.iter().find(|effort| effort.nodes.is_empty()) {
            Some(effort) => Err(BadRequest::new(format!("no number of nodes is in the range of `{effort}`"))
                .help("give the smaller number first")),
            None => Ok(()),
        }
    }

    /// Whether the puzzles are dug by the engine for small boards.
    pub fn is_small(&self) -> bool {
        self.shape.side() <= super::engine::MAX_SIDE
    }

    fn check_solutions(&self) -> Result<(), BadRequest> {
        let side = self.shape.side();
        match self.solutions {
            Solutions::Many { most: 0..=1 } => {
                Err(BadRequest::new("several solutions are at least 2").help("ask for at most 2 or more"))
            }
            Solutions::None if side == 1 => Err(BadRequest::new("every puzzle of one cell has a solution")),
            Solutions::Many { .. } if side == 1 => {
                Err(BadRequest::new("a board of one cell has one solution"))
            }
            Solutions::None | Solutions::Many { .. } if !self.is_small() => {
                let most = super::engine::MAX_SIDE;
                Err(BadRequest::new(format!(
                    "puzzles of side {side} are generated with exactly one solution only"
                ))
                .help(format!("other numbers of solutions need a side of at most {most}")))
            }
            _ => Ok(()),
        }
    }

    fn check_clues(&self) -> Result<(), BadRequest> {
        let cells = self.shape.cells();
        let (low, high) = (*self.clues.start(), *self.clues.end());
        if self.clues.is_empty() {
            let what = format!("no number of clues is in the range {low} to {high}");
            return Err(BadRequest::new(what).help("give the smaller number first"));
        }
        let (least, most) = self.possible_clues();
        let what = format!("no puzzle of {cells} cells with {} has", self.solutions);
        if low > most {
            let help = format!("ask for {most} or fewer");
            return Err(BadRequest::new(format!("{what} {low} clues or more")).help(help));
        }
        if high < least {
            let help = format!("ask for {least} or more");
            return Err(BadRequest::new(format!("{what} {high} clues or fewer")).help(help));
        }
        Ok(())
    }

    /// Known bounds on the number of clues. 17 at side nine: McGuire, Tugemann and Civario, *There is no 16-clue
    /// Sudoku* (2012).
    fn possible_clues(&self) -> (usize, usize) {
        let (side, cells) = (self.shape.side(), self.shape.cells());
        match (self.solutions, self.shape.box_rows(), self.shape.box_columns()) {
            (Solutions::One, 2, 2) => (4, cells),
            (Solutions::One, 2, 3) | (Solutions::One, 3, 2) => (8, cells),
            (Solutions::One, 3, 3) => (17, cells),
            // Two digits without clues may be exchanged.
            (Solutions::One, ..) => (side - 1, cells),
            // Two solutions differ in at least two rows, and in each in at least two cells.
            (Solutions::Many { .. }, ..) => (0, cells - 4),
            // A full board without a clash is a solution.
            (Solutions::None, ..) => (1, cells - 1),
        }
    }

    /// Checks that the orbits of the symmetry can add up to a number of clues in the range.
    fn check_pattern(&self) -> Result<(), BadRequest> {
        let mut sums = vec![false; self.shape.cells() + 1];
        sums[0] = true;
        for orbit in orbits(self.shape.side(), &self.symmetry) {
            for sum in (orbit.len()..sums.len()).rev() {
                sums[sum] |= sums[sum - orbit.len()];
            }
        }
        let (low, high) = (*self.clues.start(), *self.clues.end());
        let possible = |clues: &usize| sums.get(*clues).copied().unwrap_or(false);
        if (low..=high.min(sums.len() - 1)).any(|clues| possible(&clues)) {
            return Ok(());
        }
        let names: Vec<&str> = self.symmetry.iter().map(|symmetry| symmetry.name()).collect();
        let what = format!("no pattern with the symmetry {} has {low} to {high} clues", names.join(", "));
        let near = [(0..low).rev().find(possible), (high + 1..sums.len()).find(possible)];
        let near: Vec<String> = near.iter().flatten().map(usize::to_string).collect();
        Err(BadRequest::new(what).help(format!("the nearest numbers are {}", near.join(" and "))))
    }

    fn check_difficulty(&self) -> Result<(), BadRequest> {
        if !self.difficulty.is_unrestricted() && self.solutions != Solutions::One {
            let what = "ratings and techniques are known for puzzles with one solution only";
            return Err(BadRequest::new(what).help("ask for one solution"));
        }
        self.difficulty.check(self.shape)
    }

    fn check_sampling(&self) -> Result<(), BadRequest> {
        if self.sampling == Sampling::Quick {
            return Ok(());
        }
        let most = super::engine::MAX_SIDE;
        let needs = [
            (self.is_small(), format!("boards of side {most} or less"), "ask for smaller boards"),
            (self.minimal, "minimal puzzles".to_string(), "ask for minimal ones"),
            (self.symmetry.is_empty(), "patterns of any kind".to_string(), "leave the symmetry out"),
            (self.solutions == Solutions::One, "one solution".to_string(), "ask for one solution"),
        ];
        match needs.into_iter().find(|(met, ..)| !met) {
            Some((_, need, help)) => {
                let name = self.sampling.name();
                let what = format!("sampling `{name}` knows its weights for {need} only");
                Err(BadRequest::new(what).help(format!("{help}, or sample `quick`")))
            }
            None => Ok(()),
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.shape.side();
        write!(f, "{side}x{side} in boxes of {}, {}", self.shape, self.solutions)?;
        if self.minimal {
            f.write_str(", minimal")?;
        }
        match (*self.clues.start(), *self.clues.end()) {
            (0, high) if high >= self.shape.cells() => {}
            (low, high) if low == high => write!(f, ", {low} clues")?,
            (low, high) => write!(f, ", {low} to {high} clues")?,
        }
        if !self.symmetry.is_empty() {
            let names: Vec<&str> = self.symmetry.iter().map(|symmetry| symmetry.name()).collect();
            write!(f, ", pattern of symmetry {}", names.join(", "))?;
        }
        self.efforts.iter().try_for_each(|effort| write!(f, ", nodes {effort}"))?;
        self.difficulty.fmt(f)
    }
}

/// Maximum side for which digits fit into the masks of the search for full boards.
const MAX_SIDE: usize = 128;

/// The requested number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// None, although no two clues clash.
    None,
    /// Exactly one.
    One,
    /// At least two.
    Many {
        /// The maximum.
        most: u64,
    },
}

impl fmt::Display for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Solutions::None => f.write_str("no solution"),
            Solutions::One => f.write_str("one solution"),
            Solutions::Many { most } => write!(f, "2 to {most} solutions"),
        }
    }
}

/// How puzzles are sampled, and with what bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// Dig a board in random order. Fast. Boards are not quite uniform, and puzzles with few clues are
    /// underrepresented to an unknown degree. Beyond side 11, clues are tried house by house, which is faster but
    /// leaves fewer clues in the houses dug first.
    Quick,
    /// Minimal puzzles, equally likely among those with the same number of clues, with weights across all of them.
    /// Slow: nearly every try fails.
    ControlledBias,
    /// Minimal puzzles, each with its weight. No try fails, but weights differ.
    Weighted,
}

impl Sampling {
    /// All ways of sampling.
    pub const ALL: [Sampling; 3] = [Sampling::Quick, Sampling::ControlledBias, Sampling::Weighted];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Sampling::Quick => "quick",
            Sampling::ControlledBias => "controlled-bias",
            Sampling::Weighted => "weighted",
        }
    }

    /// The known bias, in a phrase for the header of a list of puzzles. Built-in corpora contain these words, so they
    /// must not change.
    pub const fn bias(self) -> &'static str {
        match self {
            Sampling::Quick => {
                "puzzles of few clues come up less often than they exist, by how much is not known"
            }
            Sampling::ControlledBias => {
                "equally likely among minimal puzzles of as many clues; exp(log-weight) over all tries \
                 estimates how many there are"
            }
            Sampling::Weighted => {
                "biased by a known amount: weigh each puzzle by exp(log-weight); the sum over all tries \
                 estimates how many there are"
            }
        }
    }
}

impl FromStr for Sampling {
    type Err = BadRequest;

    fn from_str(word: &str) -> Result<Self, BadRequest> {
        let names = Sampling::ALL.map(Sampling::name).join(", ");
        let named = Sampling::ALL.into_iter().find(|s| s.name() == word);
        named.ok_or_else(|| BadRequest::new(format!("`{word}` is not a way of sampling; known: {names}")))
    }
}

/// The number of nodes that a strategy must need to find the solution of a puzzle and to prove it unique: `dlx:1000..`,
/// `dlx:..50`, `bird-bits:prune=fixpoint:10..20`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The strategy.
    pub strategy: Spec,
    /// The inclusive range of nodes.
    pub nodes: RangeInclusive<u64>,
}

impl FromStr for Effort {
    type Err = BadRequest;

    fn from_str(text: &str) -> Result<Self, BadRequest> {
        let form = || {
            BadRequest::new(format!(
                "`{text}` is not a range of nodes; write it like `dlx:1000..` or `dlx:10..50`"
            ))
        };
        let (strategy, range) = text.rsplit_once(':').ok_or_else(form)?;
        let (low, high) = range.split_once("..").ok_or_else(form)?;
        let end = |word: &str, open: u64| match word.trim() {
            "" => Ok(open),
            number => number.parse().map_err(|_| form()),
        };
        let nodes = end(low, 0)?..=end(high.strip_prefix('=').unwrap_or(high), u64::MAX)?;
        let strategy = strategy.parse().map_err(|bad: coverlab_model::BadSpec| BadRequest::new(bad.what))?;
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
pub struct BadRequest {
    /// The error.
    pub what: String,
    /// The remedy; may be empty.
    pub help: String,
}

impl BadRequest {
    /// A request that cannot be met because of `what`.
    pub fn new(what: impl Into<String>) -> BadRequest {
        BadRequest { what: what.into(), help: String::new() }
    }

    /// Adds the remedy.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> BadRequest {
        BadRequest { help: help.into(), ..self }
    }
}

impl fmt::Display for BadRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.help {
            "" => f.write_str(&self.what),
            help => write!(f, "{} ({help})", self.what),
        }
    }
}

impl std::error::Error for BadRequest {}
