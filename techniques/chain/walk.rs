//! Walks from a candidate that is taken to be false.

use super::links::{Links, Why};
use crate::board::{Board, Candidate};
use crate::technique::{By, Flow, Link, Sink, Step};

/// A node taken to be true or false, as a number: twice the node, and one more if it is true.
type Literal = usize;

/// One breadth-first walk, which can be continued.
struct Walk {
    start: usize,
    /// From which literal each was reached, and why; `u32::MAX`: not reached.
    from: Vec<(u32, Why)>,
    /// The literals that were reached last.
    front: Vec<Literal>,
}

/// Finds chains, the shortest first.
pub(super) fn chains(board: &Board, links: &Links, found: Sink<'_>) -> Flow {
    let mut walks: Vec<Walk> =
        (0..links.nodes.len()).map(|start| Walk::new(start, links.nodes.len())).collect();
    while !walks.is_empty() {
        for walk in &mut walks {
            walk.advance(&links.strong, true);
            for k in 0..walk.front.len() {
                let end = walk.front[k] / 2;
                if let Some(step) = conclude(board, links, walk, end) {
                    found(step)?;
                }
            }
            walk.advance(&links.weak, false);
        }
        walks.retain(|walk| !walk.front.is_empty());
    }
    Flow::Continue(())
}

impl Walk {
    fn new(start: usize, nodes: usize) -> Walk {
        Walk { start, from: vec![(u32::MAX, Why::Cell); 2 * nodes], front: vec![2 * start] }
    }

    /// One link on from all of the front; each node reached is true or false.
    fn advance(&mut self, links: &[Vec<(u32, Why)>], on: bool) {
        let mut next = Vec::new();
        for &literal in &self.front {
            for &(node, why) in &links[literal / 2] {
                let reached = 2 * node as usize + usize::from(on);
                if self.from[reached].0 == u32::MAX && reached != 2 * self.start {
                    self.from[reached] = (literal as u32, why);
                    next.push(reached);
                }
            }
        }
        self.front = next;
    }

    /// The links from the start to the node `end`, which is true.
    fn path(&self, links: &Links, board: &Board, end: usize) -> Vec<Link> {
        let mut path = Vec::new();
        let mut literal = 2 * end + 1;
        loop {
            let (before, why) = self.from[literal];
            let begun = literal == 2 * self.start;
            let by = match why {
                _ if begun => By::Assumed,
                Why::Cell => By::Cell,
                Why::House(house) => By::House(board.layout().name(house as usize)),
                Why::Almost(set) => By::Almost(links.almost[set as usize].clone()),
            };
            let candidates = links.nodes[literal / 2].candidates.clone();
            path.push(Link { candidates, on: literal % 2 == 1, by });
            if begun {
                break;
            }
            literal = before as usize;
        }
        path.reverse();
        path
    }
}

/// The step that follows if node `end` is true whenever the start of `walk` is false.
fn conclude(board: &Board, links: &Links, walk: &Walk, end: usize) -> Option<Step> {
    if end < walk.start {
        // The same chain, walked from the other end, was found before.
        return None;
    }
    let (first, last) = (&links.nodes[walk.start].candidates, &links.nodes[end].candidates);
    let step = match first[..] {
        [only] if end == walk.start => Step { placements: vec![only], ..Step::default() },
        _ => Step::removing(board, forbidden(board, links, first, last))?,
    };
    let chain = walk.path(links, board, end);
    let pattern = chain.iter().flat_map(|link| link.candidates.iter().copied()).collect::<Vec<_>>();
    Some(Step { chain, ..step.by(pattern) })
}

/// Candidates that see all of `first` and all of `last`.
fn forbidden(board: &Board, links: &Links, first: &[Candidate], last: &[Candidate]) -> Vec<Candidate> {
    let near = links.of(board, first[0]);
    let excluded = links.weak[near].iter().map(|&(node, _)| &links.nodes[node as usize].candidates[..]);
    let single = excluded.filter(|candidates| candidates.len() == 1).map(|candidates| candidates[0]);
    let excludes = |a: &Candidate, b: &Candidate| {
        (a.cell == b.cell && a.digit != b.digit)
            || (a.digit == b.digit && board.layout().sees(a.cell, b.cell))
    };
    single.filter(|x| first.iter().chain(last).all(|end| excludes(x, end))).collect()
}
