//! Chains: from "if this is not so" to "then that is".
//!
//! **Origin.** Alternating inference chains are from Myth Jellies, a member of the Sudoku Players' Forum, 2006. Colouring
//! and nice loops are older, of the same forum; all have these names in HoDoKu (B. Hobiger, 2008), and are one rule here.
//! Almost locked sets with a "restricted common" are from another member, bennys (2005, from memory). A walk through
//! implications is what B. Aspvall, M. Plass and R. Tarjan do with two-literal clauses, *A linear-time algorithm for
//! testing the truth of certain quantified Boolean formulas*, 1979; they say nothing of Sudoku.
//!
//! **Idea.** Two candidates of which at least one is true are a strong link: the two places of a digit in a
//! house, the two candidates of a cell. Two of which at most one is true are a weak link: a digit twice in a
//! house, two digits in a cell. Walk from a candidate taken to be false, strong and weak links in turn, to one
//! that is true then. So one of the two ends is true, and a candidate that either end forbids is not. If the
//! walk comes back to where it began, that candidate is true.
//!
//! The one rule contains X-chains (one digit), XY-chains (cells only), remote pairs, colouring, nice loops
//! and alternating inference chains: they differ in the links they walk, not in the conclusion. With groups
//! (`grouped-chain`) a link may join two or three places of a digit where a box meets a line: one of them is
//! true, or none is. With almost locked sets (`als-chain`), cells of a house that hold one digit more than
//! they are, a link leads through such a set: without one of its digits it takes all others.
//!
//! **Cost.** One breadth-first walk a candidate, all to the same length before any goes further, so that the
//! shortest chain comes first.

mod almost;
mod links;
mod walk;

use crate::board::Board;
use crate::technique::{About, By, Flow, Link, Sink, Step, Technique};
use crate::words;
use links::Links;

/// Which nodes and links a chain may have.
pub(crate) const PLAIN: usize = 0;
/// Also places of a digit in a box and a line.
pub(crate) const GROUPED: usize = 1;
/// Also almost locked sets.
pub(crate) const ALMOST: usize = 2;

/// The technique with the nodes and links of `KIND`.
pub(crate) struct Chain<const KIND: usize>;

impl<const KIND: usize> Technique for Chain<KIND> {
    const ABOUT: About = match KIND {
        PLAIN => About {
            name: "chain",
            title: "Chain (X-chain, XY-chain, nice loop, AIC)",
            sentence: "If one end is false the other is true, so what both forbid is false",
            source: SOURCE,
        },
        GROUPED => About {
            name: "grouped-chain",
            title: "Grouped chain",
            sentence: "A chain whose links may be two or three places of a digit in a box and a line",
            source: SOURCE,
        },
        _ => About {
            name: "als-chain",
            title: "Chain with almost locked sets",
            sentence: "A chain that leads through cells of a house with one digit more than they are",
            source: ALMOST_SOURCE,
        },
    };

    fn find(board: &Board, found: Sink<'_>) -> Flow {
        let mut links = Links::new(board, KIND);
        if KIND >= ALMOST {
            almost::add(board, &mut links);
        }
        walk::chains(board, &links, found)
    }

    fn because(board: &Board, step: &Step) -> String {
        let links = step.chain.iter().map(|link| fact(board, link));
        let chain = links.collect::<Vec<_>>().join(", then ");
        let [first, last] = [&step.chain[0], &step.chain[step.chain.len() - 1]];
        let end = |link: &Link| format!("{} is {}", name(board, link), link.candidates[0].digit);
        if step.placements.is_empty() {
            format!("If {chain}. So {} or {}", end(first), end(last))
        } else {
            format!("If {chain}: it cannot be false")
        }
    }
}

const SOURCE: &str = "Myth Jellies, Alternating Inference Chains, Sudoku Players' Forum, 2006";
const ALMOST_SOURCE: &str = "bennys, almost locked sets, Sudoku Players' Forum";

/// `r1c2 is not 5 (row 1)`.
fn fact(board: &Board, link: &Link) -> String {
    let (name, digit) = (name(board, link), link.candidates[0].digit);
    let verb = if link.on { "is" } else { "is not" };
    let by = match &link.by {
        By::House(house) => format!(" ({house})"),
        By::Almost(cells) => {
            format!(" (all that is left for {})", words::cells(board, cells.iter().copied()))
        }
        By::Assumed | By::Cell | By::Singles => String::new(),
    };
    format!("{name} {verb} {digit}{by}")
}

/// The cells of a link: `r1c2`, `r1c2 or r1c3`.
fn name(board: &Board, link: &Link) -> String {
    words::either(link.candidates.iter().map(|c| words::cell(board, c.cell)))
}
