//! Finds the cells that were timed in the same block, which is a series of searches by one strategy.
//!
//! The column `block` identifies blocks. Older records lack it. There, trials of a streamed block are adjacent in the
//! order of execution and begin in the same second. They have equal shares of its times, up to the nanosecond of a
//! remainder. Rows of one strategy and repetition that are adjacent and agree in all this are therefore grouped. Two
//! blocks may be mistaken for one, which widens an interval; one block is never split.

use super::{Cell, Name};
use crate::record::{Mode, Trial};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Maximum size of a block. Trials further apart in the order of execution belong to different blocks.
const MAX_BLOCK: u64 = 4096;

/// When and on which host a streamed trial was run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    /// Hash of the host.
    writer: u64,
    repeat: u32,
    started: u64,
    /// The position of the first trial of its block, if recorded.
    block: Option<u64>,
    order: u64,
    cpu_ns: u64,
    wall_ns: u64,
}

impl Place {
    /// The place of `trial`, if it was streamed or its block is recorded.
    pub(super) fn of(trial: &Trial) -> Option<Place> {
        let mut writer = DefaultHasher::new();
        trial.host.hash(&mut writer);
        (trial.mode == Mode::Stream || trial.block.is_some()).then(|| Place {
            writer: writer.finish(),
            repeat: trial.repeat,
            started: trial.started_utc,
            block: trial.block,
            order: trial.order_index,
            cpu_ns: trial.solve_cpu_ns.unwrap_or_default(),
            wall_ns: trial.solve_wall_ns.unwrap_or_default(),
        })
    }

    /// The properties that all trials of a block share.
    fn shared(&self) -> (u64, u32, u64, Option<u64>) {
        (self.writer, self.repeat, self.started, self.block)
    }

    fn may_share_a_block_with(&self, next: &Place) -> bool {
        let is_near = next.order - self.order <= MAX_BLOCK;
        let is_alike = self.cpu_ns.abs_diff(next.cpu_ns) <= 1 && self.wall_ns.abs_diff(next.wall_ns) <= 1;
        self.block.is_some() || (is_near && is_alike)
    }
}

/// Numbers the blocks of `cells`. A sampled corpus lacks the neighbours of a row, and the order of execution restarts
/// in each part. Without the column, all trials that a strategy began in the same second then count as one block.
pub(super) fn number(cells: &mut [Cell], is_sampled: impl Fn(&Cell) -> bool) {
    let mut lanes: HashMap<[Name; 3], u32> = HashMap::new();
    let mut places: Vec<(u32, Place, usize, bool)> = Vec::new();
    for (at, cell) in cells.iter_mut().enumerate().filter(|(_, cell)| !cell.places.is_empty()) {
        let next = lanes.len() as u32;
        let lane = *lanes.entry([cell.corpus.clone(), cell.label.clone(), cell.via.clone()]).or_insert(next);
        let sampled = is_sampled(cell);
        places.extend(std::mem::take(&mut cell.places).into_iter().map(|place| (lane, place, at, sampled)));
    }
    places.sort_by_key(|(lane, place, ..)| (*lane, place.shared(), place.order));
    let mut block = 0;
    for (at, (lane, place, cell, sampled)) in places.iter().enumerate() {
        let joins = at.checked_sub(1).map(|before| &places[before]).is_some_and(|(other, before, ..)| {
            let alike = other == lane && before.shared() == place.shared();
            alike && (*sampled || before.may_share_a_block_with(place))
        });
        block += u32::from(!joins);
        cells[*cell].blocks.push(block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::cells;
    use crate::statistics::fixtures::trial;

    /// A trial of a block that shares `cpu_ns` among its trials.
    fn streamed(strategy: &str, order: u64, cpu_ns: u64) -> Trial {
        let mut trial = trial(strategy, &format!("i{order}"), cpu_ns);
        (trial.mode, trial.order_index) = (Mode::Stream, order);
        trial
    }

    fn blocks(trials: &[Trial]) -> Vec<u32> {
        cells(trials, &[], &[]).iter().map(|cell| cell.blocks[0]).collect()
    }

    #[test]
    fn equal_shares_that_follow_each_other_are_a_block() {
        let shares = [300, 301, 300, 312, 311, 300, 300];
        let mut trials: Vec<_> = (0..).zip(shares).map(|(k, share)| streamed("a", k, share)).collect();
        assert_eq!(blocks(&trials), [1, 1, 1, 2, 2, 3, 3]);
        trials[1].started_utc = 1;
        assert_eq!(blocks(&trials), [1, 4, 1, 2, 2, 3, 3], "the first and third stay together");
        trials[6].order_index = 9000;
        assert_eq!(blocks(&trials)[5..], [3, 4]);
    }

    #[test]
    fn the_column_decides_where_it_is_there() {
        let mut trials: Vec<_> = (0..4).map(|k| streamed("a", k, 300 + 5 * (k % 2))).collect();
        for (trial, block) in trials.iter_mut().zip([0, 0, 2, 2]) {
            trial.block = Some(block);
        }
        assert_eq!(blocks(&trials), [1, 1, 2, 2]);
    }

    #[test]
    fn strategies_and_repetitions_have_blocks_of_their_own_and_single_trials_none() {
        let mut trials = vec![streamed("a", 0, 7), streamed("a", 0, 7), streamed("b", 0, 7)];
        trials[1].repeat = 1;
        trials.push(trial("c", "i0", 7));
        let cells = cells(&trials, &[], &[]);
        let found: Vec<_> = cells.iter().map(|cell| cell.blocks.clone()).collect();
        assert_eq!(found, [vec![1, 2], vec![3], vec![]]);
    }

    #[test]
    fn in_a_sample_a_second_is_a_block() {
        let mut trials: Vec<_> = [0, 1, 2].map(|k| streamed("a", k, 100 * k)).to_vec();
        trials[2].started_utc = 1;
        let mut cells: Vec<_> =
            trials.iter().flat_map(|trial| cells(std::slice::from_ref(trial), &[], &[])).collect();
        for (cell, trial) in cells.iter_mut().zip(&trials) {
            (cell.blocks, cell.places) = (Vec::new(), Place::of(trial).into_iter().collect());
        }
        number(&mut cells, |_| true);
        assert_eq!(cells.iter().map(|cell| cell.blocks[0]).collect::<Vec<_>>(), [1, 1, 2]);
    }
}
