//! Solves lines of text in the lanes of `digit-lanes`, one puzzle after the other.

use super::{Block, Solved};
use crate::digit_lanes::{Scratch, Watch, is_plain, search_line, write_digits};
use crate::lockstep::dispatch::Width;
use crate::lockstep::lanes::Row;
use crate::lockstep::parse::first_bad;
use coverlab_model::{Event, Flow, Stop};
use std::ops::ControlFlow;

/// Solves lines of text one at a time.
#[derive(Default)]
pub struct OneSolver {
    width: Width,
    scratch: Scratch,
}

impl OneSolver {
    /// Creates a solver in registers of `width`.
    pub fn new(width: Width) -> Self {
        OneSolver { width, scratch: Scratch::default() }
    }

    /// Searches for up to `limit` solutions of the puzzle of 81 characters (1: find any, 2: test uniqueness).
    ///
    /// # Errors
    /// The index of the first invalid character.
    pub fn solve(&mut self, line: &[u8; 81], limit: u64) -> Result<Solved, usize> {
        if !is_plain(line)
            && let Some(index) = first_bad(line)
        {
            return Err(index);
        }
        let solved = Solved { line: 1, start: 0, solutions: 0, grid: [b'.'; 81], guesses: 0, nodes: 0 };
        let mut found = Alone { solved, limit };
        let _ = search_line(self.width, line, &mut self.scratch, &mut found);
        Ok(found.solved)
    }
}

/// Solves the puzzles of a block, one after the other.
pub(super) fn solve_block(width: Width, scratch: &mut Scratch, block: &mut Block<'_>) {
    while let Some((job, line)) = block.next_cells() {
        let mut search = InBlock { block, job, guesses: 0 };
        let flow = search_line(width, line, scratch, &mut search);
        let guesses = search.guesses;
        block.ended(job, flow, guesses);
    }
}

/// Watches the search of a puzzle of a block.
struct InBlock<'a, 'b> {
    block: &'a mut Block<'b>,
    job: usize,
    guesses: u64,
}

impl Watch for InBlock<'_, '_> {
    #[inline(always)]
    fn node(&mut self, _depth: usize) -> Flow {
        self.block.node(self.job)
    }
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        if event == Event::Guess {
            self.guesses += by;
        }
    }
    #[inline(always)]
    fn solution<R: Row>(&mut self, rows: &[R; 3]) -> Flow {
        let (grid, flow) = self.block.found(self.job);
        if let Some(grid) = grid {
            write_digits(rows, grid, b'1');
        }
        flow
    }
}

/// Watches the search of a [`OneSolver`].
struct Alone {
    solved: Solved,
    limit: u64,
}

impl Watch for Alone {
    #[inline(always)]
    fn node(&mut self, _depth: usize) -> Flow {
        self.solved.nodes += 1;
        ControlFlow::Continue(())
    }
    #[inline(always)]
    fn count(&mut self, event: Event, by: u64) {
        if event == Event::Guess {
            self.solved.guesses += by;
        }
    }
    #[inline(always)]
    fn solution<R: Row>(&mut self, rows: &[R; 3]) -> Flow {
        if self.solved.solutions == 0 {
            write_digits(rows, &mut self.solved.grid, b'1');
        }
        self.solved.solutions += 1;
        if self.solved.solutions < self.limit {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(Stop::Enough)
    }
}
