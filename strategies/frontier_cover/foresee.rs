//! What a sweep will cost, from a few states of each layer.
//!
//! The nodes of a block are those from a sample of the states before it, times how many there are for each of the sample.
//! The number of states behind it follows from how many ways lead out of the block, and how many of them
//! lead to one state. Of the ways from a sample, pairs that meet tell the latter: if `m` ways lead from a share `p` of the
//! states, and `d` ways to each state behind, about `p m (d - 1) / 2` pairs meet.

use super::tables::Tables;
use coverlab_model::{ExactCover, Flow, Observer, Stop};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// States of a layer that are searched from.
const SAMPLE: usize = 1024;

/// The nodes that a sweep will take, from about `budget` of them.
pub(super) fn nodes<const W: usize>(
    tables: &Tables<W>,
    budget: u64,
    observer: &mut impl Observer<ExactCover>,
) -> ControlFlow<Stop, f64> {
    let budget = budget / tables.stops.len() as u64;
    let (mut sample, mut states, mut all, mut start) = (vec![[0; W]], 1.0_f64, 0.0, 0);
    for (&stop, live) in tables.stops.iter().zip(&tables.live) {
        let mut ways = Ways { tables, stop, live, nodes: 0, reached: Vec::new() };
        let mut behind: HashMap<[u64; W], u32> = HashMap::new();
        let mut searched = 0_u32;
        for state in &sample {
            ways.search(state, start, observer)?;
            searched += 1;
            // Two ways from one state to another are one: both are there, or neither.
            ways.reached.sort_unstable();
            ways.reached.dedup();
            ways.reached.drain(..).for_each(|reached| *behind.entry(reached).or_default() += 1);
            if ways.nodes > budget {
                break;
            }
        }
        let share = (f64::from(searched) / states).min(1.0);
        all += ways.nodes as f64 / share;
        let led: f64 = behind.values().map(|&ways| f64::from(ways)).sum();
        let met: f64 = behind.values().map(|&ways| f64::from(ways) * (f64::from(ways) - 1.0) / 2.0).sum();
        if led == 0.0 {
            break;
        }
        let known = behind.len() as f64;
        states = if share < 1.0 { known.max(led / share / (1.0 + 2.0 * met / (share * led))) } else { known };
        sample = behind.into_keys().collect();
        // By a hash, so that the same sample is drawn each time.
        sample.sort_unstable_by_key(super::layer::hash);
        sample.truncate(SAMPLE);
        start = stop;
    }
    ControlFlow::Continue(all)
}

/// The ways out of one state to those behind its block.
struct Ways<'a, const W: usize> {
    tables: &'a Tables<W>,
    stop: usize,
    live: &'a [u64; W],
    nodes: u64,
    reached: Vec<[u64; W]>,
}

impl<const W: usize> Ways<'_, W> {
    fn search(
        &mut self,
        state: &[u64; W],
        mut position: usize,
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        while position < self.stop && self.tables.is_covered(position, state) {
            position += 1;
        }
        if position == self.stop {
            self.reached.push(std::array::from_fn(|k| state[k] & self.live[k]));
            return Flow::Continue(());
        }
        for choice in self.tables.choices(position) {
            if let Some(next) = choice.after(state) {
                observer.node(position + 1)?;
                self.nodes += 1;
                self.search(&next, position + 1, observer)?;
            }
        }
        Flow::Continue(())
    }
}
