//! The predicted work per node of each strategy on an instance, in units of about a nanosecond.

use super::tuning::{
    NODE, NODES_PER_DIAGRAM_NODE, ORDER_PER_ENTRY, ORDER_PER_PAIR, VECTOR, VECTORS_PER_ENTRY,
};
use crate::bit_cover::matrix::MAX_OPTIONS;
use coverlab_model::ExactCover;

/// The predicted work of the strategies on an instance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Price {
    /// The work of a node of `bit-cover`, and of one of `dancing-cells`.
    rows: f64,
    cells: f64,
    /// Whether a pass over the bit rows costs less than hiding the options that one choice hides.
    pub(super) rows_pay: bool,
    /// The work of a node of a diagram.
    pub(super) diagram: f64,
    /// The work of finding an order of the items for a sweep.
    pub(super) layout: f64,
}

impl Price {
    pub(super) fn new(problem: &ExactCover) -> Price {
        let (options, entries) = (problem.options() as f64, problem.entries() as f64);
        let (primary, items) = (problem.primary() as f64, problem.items() as f64);
        // A vector covers sixteen items in 32 options; deep in a search most vectors are skipped.
        let pass = (primary / 16.0) * (options / 32.0);
        // A choice hides the options of each of its items, each with all its entries.
        let length = entries / options;
        let hidden = length * (entries / items) * length;
        let (rows, cells) = (NODE + VECTOR * pass, NODE + VECTOR * VECTORS_PER_ENTRY * hidden);
        Price {
            rows,
            cells,
            rows_pay: options <= MAX_OPTIONS as f64
                && (options <= 256.0 || pass < VECTORS_PER_ENTRY * hidden),
            diagram: NODES_PER_DIAGRAM_NODE * rows,
            layout: ORDER_PER_PAIR * primary * primary + ORDER_PER_ENTRY * entries,
        }
    }

    /// The work of a node of the faster search.
    pub(super) fn search(&self) -> f64 {
        if self.rows_pay { self.rows } else { self.cells }
    }
}
