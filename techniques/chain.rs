//! Chains of implications: "if this is false, then that is true".
//!
//! **Origin.** Alternating inference chains (AIC) come from Myth Jellies, a member of the Sudoku
//! Players' Forum, 2006. Coloring and nice loops are older and from the same forum. HoDoKu (B. Hobiger,
//! 2008) has all of these names; here they are one rule. Almost locked sets with a "restricted common"
//! come from another member, bennys (2005, from memory). Walking through implications is how B.
//! Aspvall, M. Plass and R. Tarjan treat two-literal clauses in *A linear-time algorithm for testing
//! the truth of certain quantified Boolean formulas*, 1979, which does not mention Sudoku.
//!
//! **Idea.** A strong link joins two candidates of which at least one is true: the two places of a
//! digit in a house, or the two candidates of a cell. A weak link joins two candidates of which at most
//! one is true: the same digit twice in a house, or two digits in a cell. Walk from a candidate assumed
//! false along strong and weak links in turn to a candidate that is then true. So one of the two ends
//! is true, and a candidate that both ends forbid is false. If the walk returns to its start, that
//! candidate is true.
//!
//! This rule covers X-chains (one digit), XY-chains (cells only), remote pairs, coloring (3D Medusa as well),
//! nice loops and alternating inference chains. They differ in the links they use, not in the conclusion; `eureka`
//! names them, and writes them in the notation of the field. In a
//! `grouped-chain` a node may be two or three places of a digit where a box meets a line: one of them
//! is true, or none. In an `als-chain` a link may lead through an almost locked set, cells of a house
//! with one more digit than cells: without one of its digits it takes all the others.
//!
//! **Cost.** One breadth-first walk per candidate. All walks are extended to a length before any goes
//! further, so that the shortest chain comes first.

mod almost;
pub(crate) mod eureka;
mod links;
mod walk;

use crate::board::Board;
use crate::technique::{About, Flow, Link, LinkReason, Sink, Step, Technique};
use crate::words;
use links::Links;

/// The names of the techniques of this file.
pub(crate) const NAMES: [&str; 3] = ["chain", "grouped-chain", "als-chain"];

/// The kind of chain whose nodes are single candidates.
pub(crate) const PLAIN: usize = 0;
/// The kind that also has groups: places of a digit in a box and a line.
pub(crate) const GROUPED: usize = 1;
/// The kind that also has almost locked sets.
pub(crate) const ALMOST: usize = 2;

/// A technique with the nodes and links of `KIND`.
pub(crate) struct Chain<const KIND: usize>;

impl<const KIND: usize> Technique for Chain<KIND> {
    const ABOUT: About = match KIND {
        PLAIN => About {
            name: NAMES[PLAIN],
            title: "Chain (X-chain, XY-chain, nice loop, AIC)",
            sentence: "If one end is false, the other is true, so a candidate that both forbid is false",
            source: SOURCE,
        },
        GROUPED => About {
            name: NAMES[GROUPED],
            title: "Grouped chain",
            sentence: "A chain whose links may be two or three places of a digit in a box and a line",
            source: SOURCE,
        },
        _ => About {
            name: NAMES[ALMOST],
            title: "Chain with almost locked sets",
            sentence: "A chain that leads through cells of a house with one more digit than cells",
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
        let before = std::iter::once(None).chain(step.chain.iter().map(Some));
        let links = step.chain.iter().zip(before).map(|(link, before)| fact(board, link, before));
        let chain = links.collect::<Vec<_>>().join(", then ");
        let name = eureka::name(board, &step.chain);
        let chain = format!("{name} {}. If {chain}", eureka::notation(board, &step.chain));
        let [first, last] = [&step.chain[0], &step.chain[step.chain.len() - 1]];
        let end = |link: &Link| format!("{} is {}", cells(board, link), link.candidates[0].digit);
        if !step.placements.is_empty() {
            format!("{chain}. So it cannot be false")
        } else if first.candidates == last.candidates {
            format!("{chain}. So {}", end(first))
        } else if first.candidates[0].digit == last.candidates[0].digit {
            // Almost locked sets at both ends may share cells.
            let more = last.candidates.iter().filter(|candidate| !first.candidates.contains(candidate));
            let ends = first.candidates.iter().chain(more).map(|c| words::cell(board, c.cell));
            format!("{chain}. So {} is {}", words::either(ends), first.candidates[0].digit)
        } else {
            let comma = if first.candidates.len().max(last.candidates.len()) > 1 { "," } else { "" };
            format!("{chain}. So {}{comma} or {}", end(first), end(last))
        }
    }
}

const SOURCE: &str = "Myth Jellies, Alternating Inference Chains, Sudoku Players' Forum, 2006";
const ALMOST_SOURCE: &str = "bennys, almost locked sets, Sudoku Players' Forum";

/// A link as a statement: `r1c2 is not 5 (row 1)`. An almost locked set lacks the digit of the link before it.
fn fact(board: &Board, link: &Link, before: Option<&Link>) -> String {
    let digit = link.candidates[0].digit;
    let claim = match (link.on, link.candidates.len()) {
        (true, _) => format!("{} is", cells(board, link)),
        (false, 1) => format!("{} is not", cells(board, link)),
        (false, _) => {
            format!("{} are not", words::list(link.candidates.iter().map(|c| words::cell(board, c.cell))))
        }
    };
    let by = match (&link.by, before) {
        (LinkReason::House(house), _) => format!(" ({house})"),
        (LinkReason::Almost(cells), Some(before)) => {
            format!(" ({})", words::left_for(board, cells, before.candidates[0].digit))
        }
        _ => String::new(),
    };
    format!("{claim} {digit}{by}")
}

/// The cells of a link: `r1c2`, `r1c2 or r1c3`.
fn cells(board: &Board, link: &Link) -> String {
    words::either(link.candidates.iter().map(|c| words::cell(board, c.cell)))
}
