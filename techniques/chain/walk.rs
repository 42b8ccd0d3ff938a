//! Breadth-first walks along links, from a candidate assumed false.

use super::links::{LinkKind, Links};
use crate::board::{Board, Candidate};
use crate::technique::{Flow, Link, LinkReason, Sink, Step};

/// A node assumed true or false: twice the node's number, plus one if true.
type Literal = usize;

/// A breadth-first walk.
struct Walk<'l> {
    links: &'l Links,
    start: usize,
    /// The literal from which each literal was reached, and the link; `u32::MAX` if not reached.
    from: Vec<(u32, LinkKind)>,
    /// The literals reached, in order.
    reached: Vec<Literal>,
    /// The number of literals reached before the last link.
    before: usize,
}

/// Finds chains, the shortest first.
///
/// All walks restart for each length, since the last links are most of a walk's work. Keeping the walks would
/// take memory quadratic in the nodes (gigabytes on a 36x36 board), and this memory would take most of the time.
pub(super) fn chains(board: &Board, links: &Links, found: Sink<'_>) -> Flow {
    let mut walk = Walk::new(links);
    let mut starts: Vec<usize> = (0..links.nodes.len()).collect();
    let mut pairs = 0;
    while !starts.is_empty() {
        let mut going_on = Vec::with_capacity(starts.len());
        for &start in &starts {
            if !walk.go(start, pairs) {
                continue;
            }
            going_on.push(start);
            for k in walk.before..walk.reached.len() {
                if let Some(step) = conclude(board, &walk, walk.reached[k] / 2) {
                    found(step)?;
                }
            }
        }
        starts = going_on;
        pairs += 1;
    }
    Flow::Continue(())
}

impl<'l> Walk<'l> {
    fn new(links: &'l Links) -> Walk<'l> {
        let from = vec![(u32::MAX, LinkKind::Cell); 2 * links.nodes.len()];
        Walk { links, start: 0, from, reached: Vec::new(), before: 0 }
    }

    /// Walks from `start`, which is false, along `pairs` pairs of a strong and a weak link, then one
    /// more strong link. Returns whether any walk is that long.
    fn go(&mut self, start: usize, pairs: usize) -> bool {
        for literal in self.reached.drain(..) {
            self.from[literal] = (u32::MAX, LinkKind::Cell);
        }
        self.start = start;
        self.reached.push(2 * start);
        self.before = 0;
        let links = self.links;
        (0..pairs).all(|_| self.advance(&links.strong, true) && self.advance(&links.weak, false))
            && self.advance(&links.strong, true)
    }

    /// Extends the walk by one link from all literals reached last; each node reached is true (`on`) or
    /// false. Returns whether any node was reached.
    fn advance(&mut self, links: &[Vec<(u32, LinkKind)>], on: bool) -> bool {
        let front = self.before..self.reached.len();
        self.before = front.end;
        for k in front {
            let literal = self.reached[k];
            for &(node, why) in &links[literal / 2] {
                let next = 2 * node as usize + usize::from(on);
                if self.from[next].0 == u32::MAX && next != 2 * self.start {
                    self.from[next] = (literal as u32, why);
                    self.reached.push(next);
                }
            }
        }
        self.before < self.reached.len()
    }

    /// The links from the start to the node `end`, which is true.
    fn path(&self, board: &Board, end: usize) -> Vec<Link> {
        let (links, mut path) = (self.links, Vec::new());
        let mut literal = 2 * end + 1;
        loop {
            let (before, why) = self.from[literal];
            let begun = literal == 2 * self.start;
            let by = match why {
                _ if begun => LinkReason::Assumed,
                LinkKind::Cell => LinkReason::Cell,
                LinkKind::Peers => LinkReason::Peers,
                LinkKind::House(house) => LinkReason::House(board.layout().name(house as usize)),
                LinkKind::Almost(set) => LinkReason::Almost(links.almost[set as usize].clone()),
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
fn conclude(board: &Board, walk: &Walk<'_>, end: usize) -> Option<Step> {
    if end < walk.start {
        // This chain was already found from its other end.
        return None;
    }
    let links = walk.links;
    let (first, last) = (&links.nodes[walk.start].candidates, &links.nodes[end].candidates);
    let step = match first[..] {
        [only] if end == walk.start => Step { placements: vec![only], ..Step::default() },
        _ => Step::removing(board, forbidden(board, links, first, last))?,
    };
    let chain = walk.path(board, end);
    let pattern = chain.iter().flat_map(|link| link.candidates.iter().copied()).collect::<Vec<_>>();
    Some(Step { chain, ..step.by(pattern) })
}

/// The candidates that see all of `first` and all of `last`.
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
