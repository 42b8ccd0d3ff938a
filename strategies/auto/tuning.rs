//! The tuned constants of `auto`, in one table. Work is counted in units of about a nanosecond.

// Work of a node and of its parts.

/// A node of a search on the smallest bit rows.
pub(super) const NODE: f64 = 16.0;
/// A vector of a pass over bit rows.
pub(super) const VECTOR: f64 = 0.75;
/// Vectors of a pass that are as much work as hiding one entry: where the two searches met, over instances from dominoes
/// to words.
pub(super) const VECTORS_PER_ENTRY: f64 = 1.4;
/// Nodes of a search on bit rows that are as much work as a node of a diagram.
pub(super) const NODES_PER_DIAGRAM_NODE: f64 = 2.5;
/// Finding an order of the items, for each pair of items.
pub(super) const ORDER_PER_PAIR: f64 = 16.0;
/// Finding an order of the items, for each entry.
pub(super) const ORDER_PER_ENTRY: f64 = 200.0;
/// A state of a sweep, if all were possible, with the options that are tried between two mergers: 7 to 42 where orders
/// promise least.
pub(super) const STATE: f64 = 32.0;
/// A component, with the options that are tried on it.
pub(super) const COMPONENT: f64 = 500.0;

// When a search is judged, and when its rivals have turns.

/// Nodes after which a search is judged for the first time.
pub(super) const FIRST_JUDGEMENT: u64 = 1000;
/// A search is large if its estimate is this many times the nodes searched.
pub(super) const LARGE: f64 = 16.0;
/// The rivals have more turns when the estimate is this many times that of the last contest.
pub(super) const LARGER: f64 = 3.0;
/// An estimate is refuted by a later one that is this many times as large.
pub(super) const REFUTED: f64 = 2.0;

// The turns of the rivals.

/// Work of the first turn of each.
pub(super) const FIRST_TURN: f64 = 50_000.0;
/// Each turn ends at this many times the work of the one before.
pub(super) const TURN_GROWTH: f64 = 1.15;
/// The share of the work of the search that each rival may take without a promise to be done sooner.
pub(super) const RIVAL_SHARE: f64 = 0.25;
/// The share of the bound of a sweep that a diagram may take before it waits for the sweep.
pub(super) const HEADSTART: f64 = 0.375;
/// The part of its share after which each rival must be hopeful:
pub(super) const PROBATION: f64 = 0.125;
/// this share of the looked-up states of a diagram must have been known,
pub(super) const HOPEFUL_REUSE: f64 = 0.2;
/// and this many ways must lead to a state of a sweep.
pub(super) const HOPEFUL_WAYS: f64 = 1.5;
/// States of a sweep for each component, as a logarithm to base two, from which on components are counted instead.
pub(super) const STATES_PER_COMPONENT_LOG2: f64 = 4.0;

// Memory.

/// The most bytes of a diagram and of components.
pub(super) const MAX_BYTES: usize = 1 << 30;
/// The most bytes of a sweep, if half of the available memory is more. A sweep ends when they are used up, and nothing
/// else may do what it does.
pub(super) const MAX_SWEEP_BYTES: usize = 8 << 30;
