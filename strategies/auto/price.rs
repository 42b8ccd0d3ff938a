//! The work that a node takes, of each strategy on an instance, in units of about a nanosecond.

use crate::bit_cover::MOST_OPTIONS;
use coverlab_model::ExactCover;

/// The work that the strategies take on an instance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Price {
    /// A node of `bit-cover`, and one of `dancing-cells`.
    rows: f64,
    cells: f64,
    /// Whether a pass over the bit rows costs less than hiding what one choice hides.
    pub(super) rows_pay: bool,
    /// A node of a diagram.
    pub(super) diagram: f64,
    /// To find an order of the items for a sweep.
    pub(super) layout: f64,
}

/// How many vectors of a pass are as much work as to hide one entry: where the two engines met,
/// over instances from dominoes to words.
const HIDING: f64 = 1.4;

/// The work of a node with the smallest rows, and of a vector of a pass.
const NODE: f64 = 16.0;
const VECTOR: f64 = 0.75;

/// How many nodes of a search on rows take the time of one of a diagram.
const DEAR: f64 = 2.5;

/// The work of finding an order, for each two items and for each entry.
const PAIR: f64 = 16.0;
const ENTRY: f64 = 200.0;

/// The work of a state of a sweep, if all were possible, with the options that are tried between two mergers:
/// 7 to 42 where orders promise least.
pub(super) const STATE: f64 = 32.0;

/// The work of a component, with the options that are tried on it.
pub(super) const PART: f64 = 500.0;

impl Price {
    pub(super) fn new(problem: &ExactCover) -> Price {
        let (options, entries) = (problem.options() as f64, problem.entries() as f64);
        let (primary, items) = (problem.primary() as f64, problem.items() as f64);
        // Vectors of a pass: sixteen items in 32 options each; deep in a search most are passed over.
        let pass = (primary / 16.0) * (options / 32.0);
        // A choice hides the options of each of its items, each with all its entries.
        let length = entries / options;
        let hidden = length * (entries / items) * length;
        let (rows, cells) = (NODE + VECTOR * pass, NODE + VECTOR * HIDING * hidden);
        Price {
            rows,
            cells,
            rows_pay: options <= MOST_OPTIONS as f64 && (options <= 256.0 || pass < HIDING * hidden),
            diagram: DEAR * rows,
            layout: PAIR * primary * primary + ENTRY * entries,
        }
    }

    /// A node of the search that is the better one.
    pub(super) fn search(&self) -> f64 {
        if self.rows_pay { self.rows } else { self.cells }
    }
}
