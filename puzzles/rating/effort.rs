//! The difficulty of a puzzle for a search: its dead ends, on the original puzzle and on symmetric images of it.
//!
//! A dead end is a leaf of the search tree that is not a solution. Every strategy reports the nodes that it enters with
//! their depth, so the count has the same meaning for all. The search looks for a second solution and therefore visits
//! the complete tree, so the count does not depend on where the solution is found.

use crate::generate::Isomorphs;
use coverlab_model::{Sudoku, Task, TraceEvent};
use coverlab_strategies::Configured;
use std::ops::ControlFlow;

/// The number of dead ends of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadEnds {
    /// The number of dead ends that were found.
    pub count: u64,
    /// Whether the search was completed, so that the number is exact instead of a lower bound.
    pub complete: bool,
}

/// One symmetric image and the dead ends on it.
#[derive(Clone, Debug)]
pub struct RatedImage {
    /// The image.
    pub puzzle: Sudoku,
    /// The dead ends.
    pub dead_ends: DeadEnds,
}

/// The dead ends of a strategy on a puzzle and on its images.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The strategy with its parameters.
    pub strategy: String,
    /// The dead ends on the puzzle itself; `None` if the strategy rejects it, or does not report its nodes.
    pub as_written: Option<DeadEnds>,
    /// The images, by ascending number of dead ends.
    pub images: Vec<RatedImage>,
}

impl Effort {
    /// The minimum, the median (the lower of two) and the maximum on the images. `None` without images.
    pub fn spread(&self) -> Option<[DeadEnds; 3]> {
        // The true number of an incomplete search may be larger than later ones, so its rank is uncertain.
        let is_rank_certain =
            |count| self.images.iter().all(|i| i.dead_ends.complete || i.dead_ends.count >= count);
        let at = |k: usize| {
            let found = self.images.get(k)?.dead_ends;
            Some(DeadEnds { complete: found.complete && is_rank_certain(found.count), ..found })
        };
        let last = self.images.len().checked_sub(1)?;
        Some([at(0)?, at(last / 2)?, at(last)?])
    }
}

/// The effort of each strategy on `puzzle` and on `images` random images, which are the same for all strategies.
/// `nodes` limits each search.
pub(super) fn efforts(
    puzzle: &Sudoku,
    strategies: &[Configured<Sudoku>],
    nodes: u64,
    images: usize,
    seed: u64,
) -> Vec<Effort> {
    let task = Task { nodes, seed, keep: 0, ..Task::first(2) };
    let isomorphs = Isomorphs::new(vec![puzzle.clone()], images);
    let images: Vec<Sudoku> = isomorphs.iter(seed).map(|(image, _)| image).collect();
    let effort = |strategy: &Configured<Sudoku>| {
        let as_written = dead_ends(strategy, puzzle, &task);
        let image = |puzzle: &Sudoku| {
            Some(RatedImage { dead_ends: dead_ends(strategy, puzzle, &task)?, puzzle: puzzle.clone() })
        };
        let mut images: Vec<RatedImage> =
            images.iter().filter(|_| as_written.is_some()).filter_map(image).collect();
        images.sort_by_key(|image| (image.dead_ends.count, !image.dead_ends.complete));
        Effort { strategy: strategy.spec.to_string(), as_written, images }
    };
    strategies.iter().map(effort).collect()
}

/// Counts the dead ends of `strategy` on `puzzle`. `None` if the strategy rejects it, or does not report its nodes.
fn dead_ends(strategy: &Configured<Sudoku>, puzzle: &Sudoku, task: &Task) -> Option<DeadEnds> {
    strategy.backend.accepts(puzzle).ok()?;
    let mut leaves = Leaves::default();
    let outcome = strategy.backend.session().trace(puzzle, task, &mut |event| {
        match event {
            TraceEvent::Node(depth) => leaves.enter(depth),
            TraceEvent::Solution(_) => leaves.solved = true,
            TraceEvent::Begin(_) | TraceEvent::Step(_) => {}
        }
        ControlFlow::Continue(())
    })?;
    leaves.leave();
    Some(DeadEnds { count: leaves.dead, complete: outcome.stop.is_none() })
}

/// Counts the dead ends of a tree whose nodes are reported in depth-first order.
#[derive(Default)]
struct Leaves {
    /// The depth of the last node.
    last: Option<usize>,
    /// Whether the last node is a solution.
    solved: bool,
    /// The number of dead ends before the last node.
    dead: u64,
}

impl Leaves {
    /// Enters a node. If it is no child of the last node, that one was a leaf.
    fn enter(&mut self, depth: usize) {
        if self.last.is_some_and(|last| depth <= last) {
            self.leave();
        }
        (self.last, self.solved) = (Some(depth), false);
    }

    /// Counts the last node, which is a leaf, unless it is a solution.
    fn leave(&mut self) {
        if self.last.is_some() && !self.solved {
            self.dead += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(line: &str) -> Sudoku {
        let clues: Vec<u8> = line.bytes().map(|cell| if cell == b'.' { 0 } else { cell - b'0' }).collect();
        Sudoku::new(coverlab_model::Shape::NINE, &clues).unwrap()
    }

    #[test]
    fn leaves_without_a_solution_are_dead_ends() {
        let mut leaves = Leaves::default();
        // The root has two children; the first has a dead child and a solved one.
        for (depth, solved) in [(0, false), (1, false), (2, false), (2, true), (1, false)] {
            leaves.enter(depth);
            leaves.solved = solved;
        }
        leaves.leave();
        assert_eq!(leaves.dead, 2);
    }

    #[test]
    fn an_easy_puzzle_has_no_dead_ends_and_a_limit_makes_the_count_incomplete() {
        let hard =
            puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
        let easy =
            puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
        let of = |name: &str, puzzle: &Sudoku| {
            let strategy = coverlab_strategies::sudoku(&name.parse().unwrap()).unwrap();
            dead_ends(&strategy, puzzle, &Task { keep: 0, ..Task::first(2) }).unwrap()
        };
        for name in ["bands", "dlx", "heller"] {
            assert_eq!(of(name, &easy), DeadEnds { count: 0, complete: true }, "{name}");
            let found = of(name, &hard);
            assert!(found.complete && found.count > 10, "{name}: {found:?}");
        }
        let strategy = coverlab_strategies::sudoku(&"dlx".parse().unwrap()).unwrap();
        let cut = dead_ends(&strategy, &hard, &Task { nodes: 50, keep: 0, ..Task::first(2) }).unwrap();
        assert!(!cut.complete && cut.count < of("dlx", &hard).count);
    }

    #[test]
    fn an_incomplete_search_makes_larger_ranks_uncertain() {
        let image = |(count, complete)| RatedImage {
            puzzle: Sudoku::empty(coverlab_model::Shape::NINE),
            dead_ends: DeadEnds { count, complete },
        };
        let images = [(3, true), (5, false), (7, true), (9, true), (9, true)].map(image).to_vec();
        let effort = Effort { strategy: "dlx".to_string(), as_written: None, images };
        let spread = effort.spread().unwrap().map(|found| (found.count, found.complete));
        assert_eq!(spread, [(3, true), (7, false), (9, false)]);
    }

    #[test]
    fn images_are_the_same_for_every_strategy_and_sorted() {
        let hard =
            puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
        let strategies =
            ["dlx", "bands"].map(|name| coverlab_strategies::sudoku(&name.parse().unwrap()).unwrap());
        let efforts = efforts(&hard, &strategies, u64::MAX, 5, 1);
        let mut sets = efforts.iter().map(|effort| {
            assert!(effort.images.is_sorted_by_key(|image| image.dead_ends.count));
            let mut texts: Vec<_> = effort.images.iter().map(|image| image.puzzle.clues().to_vec()).collect();
            texts.sort();
            texts
        });
        assert_eq!(sets.next(), sets.next());
        let [least, median, most] = efforts[0].spread().unwrap();
        assert!(least.count <= median.count && median.count <= most.count && least.count < most.count);
    }
}
