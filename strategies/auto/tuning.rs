//! The tuned constants of `auto`, in one table. Work is counted in units of about a nanosecond.

// Work per node and per unit.

/// A node of a search on the smallest bit rows.
pub(super) const NODE: f64 = 16.0;
/// One vector of a pass over bit rows.
pub(super) const VECTOR: f64 = 0.75;
/// The number of vectors of a pass that cost as much as hiding one entry: the break-even point of the two
/// searches, over instances from dominoes to words.
pub(super) const VECTORS_PER_ENTRY: f64 = 1.4;
/// The number of nodes of a search on bit rows that cost as much as a node of a diagram.
pub(super) const NODES_PER_DIAGRAM_NODE: f64 = 2.5;
/// Finding an order of the items, for each pair of items.
pub(super) const ORDER_PER_PAIR: f64 = 16.0;
/// Finding an order of the items, for each entry.
pub(super) const ORDER_PER_ENTRY: f64 = 200.0;
/// A sweep, for each state that its order allows, including the options tried between two merges. Measured: 7
/// to 42 where the orders predict least.
pub(super) const STATE: f64 = 32.0;
/// A node of `model-count`. Measured: 8000 to 11 000.
pub(super) const MODEL_NODE: f64 = 10_000.0;

// When a search is judged, and when its rivals get turns.

/// The number of nodes at which a search is judged for the first time.
pub(super) const FIRST_JUDGEMENT: u64 = 1000;
/// A search is large if its estimate is this many times the nodes searched.
pub(super) const LARGE: f64 = 16.0;
/// The rivals get more turns when the estimate is this many times that of the last contest.
pub(super) const LARGER: f64 = 3.0;
/// An estimate is refuted by a later one that is this many times as large.
pub(super) const REFUTED: f64 = 2.0;

// Turns of the rivals.

/// The work of each rival's first turn.
pub(super) const FIRST_TURN: f64 = 50_000.0;
/// Each turn ends at this many times the work of the one before.
pub(super) const TURN_GROWTH: f64 = 1.15;
/// The share of the work of the search that each rival may use unless it is expected to finish sooner.
pub(super) const RIVAL_SHARE: f64 = 0.25;
/// The share of a task's limits that each rival may use, because the search may be the best method.
pub(super) const TRIAL_SHARE: f64 = 0.0625;
/// The share for a sweep that looks promising, for the same reason.
pub(super) const PROMISING_SHARE: f64 = 0.2;
/// A rival that is expected to finish within this share of the limits may use that share.
pub(super) const FINISH_SHARE: f64 = 0.75;
/// The share of the bound of a sweep that a diagram may use before it waits for the sweep.
pub(super) const HEADSTART: f64 = 0.375;
/// The part of its share after which a rival must look promising.
pub(super) const PROBATION: f64 = 0.125;
/// A diagram looks promising if at least this share of its state look-ups succeeds.
pub(super) const HOPEFUL_REUSE: f64 = 0.2;
/// A sweep looks promising if at least this many ways lead to a state of the current layer, on average.
pub(super) const HOPEFUL_WAYS: f64 = 1.5;
/// A sweep that takes more work than this, about three hours, is hopeless, and so is a search that takes four times as much.
pub(super) const HOPELESS: f64 = 1e13;
/// The maximum work of `model-count` where both are hopeless.
pub(super) const MODELS: f64 = 2e10;

// Memory.

/// The maximum memory of a diagram.
pub(super) const MAX_BYTES: u64 = 1 << 30;
/// The maximum memory of a sweep, unless half of the available memory is less. A sweep that exhausts its
/// memory ends, and no other strategy can take its place.
pub(super) const MAX_SWEEP_BYTES: u64 = 8 << 30;
