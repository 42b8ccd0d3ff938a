//! Solves lines of text in the lanes of `digit-lanes`, one puzzle after the other.

use super::Block;
use crate::digit_lanes::{Scratch, Watch, search_line, write_digits};
use crate::lockstep::dispatch::Width;
use crate::lockstep::lanes::Row;
use coverlab_model::{Event, Flow};

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
