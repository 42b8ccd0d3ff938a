//! Forcing chains and nets: assumptions, and what follows from all of them.
//!
//! **Origin.** The levels and their names are those of N. Juillerat, *Sudoku Explainer*, 2007. HoDoKu (B.
//! Hobiger, 2008) calls chains of several branches forcing chains if they are simple and forcing nets
//! if inferences meet.
//!
//! **Idea.** Assume a candidate. It excludes others; where a cell has one candidate left, or a digit one
//! place in a house, that one is true. An assumption that makes a candidate both true and false is
//! wrong. A literal that follows from every candidate of a cell is true. So is a literal that follows from
//! every place of a digit in a house, or both from a candidate and from its negation.
//!
//! The levels differ in what may follow from an assumption:
//!
//! | technique | inferences |
//! |---|---|
//! | `nishio` | within one digit: the last place in a house |
//! | `multiple-forcing-chain` | cells and houses with two candidates on the board |
//! | `dynamic-forcing-chain` | cells and houses with one candidate left |
//! | `dynamic-forcing-chain-plus` | also locked candidates, pairs and X-wings |
//! | `nested-forcing-chain` | also single chains |
//! | `nested-multiple-forcing-chain` | also multiple forcing chains |
//! | `nested-dynamic-forcing-chain` | also dynamic forcing chains |
//!
//! A net is data ([`Net`](crate::net::Net)): numbered inferences, each with its reason and its premises. It
//! leaves out the exclusions of true candidates, and the inferences that the conclusion does not need
//! (`shorten`).
//!
//! **Cost.** One run per candidate and one per negation; with inner chains each run searches for chains
//! several times. So the nested levels stop at side [`MAX_SIDE_NESTED`], and no level searches a board of
//! more than 2048 candidates, which some boards of side 25 exceed.

mod hint;
mod level;
mod numbering;
mod pattern;
mod position;
mod propagation;
mod run;
mod search;
mod shorten;
mod single;
mod steps;
mod strong;

use crate::board::Board;
use crate::technique::{About, Flow, Sink, Step, Technique};
use hint::Hint;
pub(crate) use level::Level;
use numbering::{LARGE, MarkSet, candidate_count};
pub(crate) use numbering::{Numbering, SMALL};
pub(crate) use position::Position;
pub(crate) use search::Search;
use shorten::Shortener;
pub(crate) use single::{SingleSearch, length_difficulty};

/// The largest side on which the nested levels search, because of their cost.
const MAX_SIDE_NESTED: usize = 12;

/// The number of conclusions in a batch. Conclusions come simplest first; the nets of a batch are shortened
/// and then sorted by their new cost.
const COMPARED: usize = 8;

/// The technique of a level, by its index in [`Level::ALL`].
pub(crate) struct Forcing<const LEVEL: usize>;

impl<const LEVEL: usize> Technique for Forcing<LEVEL> {
    const ABOUT: About = match Level::ALL[LEVEL] {
        Level::Nishio => About {
            name: "nishio",
            title: "Nishio",
            sentence: "A candidate is false if it leaves its own digit no place in a house, step by step",
            source: SOURCE,
        },
        Level::Multiple => About {
            name: "multiple-forcing-chain",
            title: "Multiple forcing chain",
            sentence: "What follows along a chain from each candidate of a cell, or from each place of a digit, is true",
            source: SOURCE,
        },
        Level::Dynamic => About {
            name: "dynamic-forcing-chain",
            title: "Dynamic forcing chain",
            sentence: "What follows by singles from every way to fill a cell or to place a digit is true",
            source: SOURCE,
        },
        Level::DynamicPlus => About {
            name: "dynamic-forcing-chain-plus",
            title: "Dynamic forcing chain (+)",
            sentence: "A dynamic forcing chain that also uses locked candidates, pairs and X-wings",
            source: SOURCE,
        },
        Level::NestedSingle => About {
            name: "nested-forcing-chain",
            title: "Nested forcing chain",
            sentence: "A dynamic forcing chain that also uses single chains inside an assumption",
            source: SOURCE,
        },
        Level::NestedMultiple => About {
            name: "nested-multiple-forcing-chain",
            title: "Nested multiple forcing chain",
            sentence: "A dynamic forcing chain that also uses multiple forcing chains inside an assumption",
            source: SOURCE,
        },
        Level::NestedDynamic => About {
            name: "nested-dynamic-forcing-chain",
            title: "Nested dynamic forcing chain",
            sentence: "A dynamic forcing chain that also uses dynamic forcing chains inside an assumption",
            source: SOURCE,
        },
    };

    const HAS_NETS: bool = true;

    fn skips(board: &Board) -> bool {
        let is_nested = Level::ALL[LEVEL] >= Level::NestedSingle;
        (is_nested && board.side() > MAX_SIDE_NESTED) || candidate_count(board) > MarkSet::<LARGE>::CAPACITY
    }

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let level = Level::ALL[LEVEL];
        if let Some(numbering) = Numbering::<SMALL>::new(board) {
            search(board, &numbering, level, found)
        } else if let Some(numbering) = Numbering::<LARGE>::new(board) {
            search(board, &numbering, level, found)
        } else {
            Flow::Continue(())
        }
    }

    fn because(board: &Board, step: &Step) -> String {
        let net = step.net.as_ref().expect("a step of a forcing chain has a net");
        net.text(board)
    }
}

/// Passes on the conclusions of a level on a board, each with its net.
fn search<const WORDS: usize>(
    board: &Board,
    numbering: &Numbering<WORDS>,
    level: Level,
    found: Sink<'_>,
) -> Flow {
    let position = Position::new(board, numbering);
    let mut search = Search::new(level);
    let mut shortener = Shortener::new(level, &position);
    let conclusions = search.find(&position);
    for some in conclusions.chunks(COMPARED) {
        let mut hints: Vec<(usize, Hint)> = some
            .iter()
            .map(|conclusion| shortener.shorten(&position, search.prove(&position, conclusion)))
            .collect();
        hints.sort_by_key(|(cost, _)| *cost);
        hints.iter().try_for_each(|(_, hint)| found(steps::step_of(numbering, hint)))?;
    }
    Flow::Continue(())
}

const SOURCE: &str = "N. Juillerat, Sudoku Explainer, 2007";
