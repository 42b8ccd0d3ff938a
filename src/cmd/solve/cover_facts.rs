//! Search settings and result facts that only exact covers have.

use coverlab_model::Cover;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Instant;

/// Settings and state for searches of exact covers.
pub(super) struct CoverSearch {
    /// Threads that search parts of one cover.
    pub(super) threads: usize,
    /// The number of solutions to draw at random.
    pub(super) random: Option<u64>,
    /// Whether the user chose the strategy.
    pub(super) is_chosen: bool,
    /// Search in a process of its own, because the strategy cannot be stopped at a time limit.
    pub(super) is_apart: bool,
    pub(super) counts_depths: bool,
    pub(super) started: Instant,
    /// The first solution found, for its picture.
    pub(super) first: OnceLock<Cover>,
}

impl Default for CoverSearch {
    fn default() -> CoverSearch {
        CoverSearch {
            threads: 1,
            random: None,
            is_chosen: false,
            is_apart: false,
            counts_depths: false,
            started: Instant::now(),
            first: OnceLock::new(),
        }
    }
}

/// Facts in records and statistics that only exact covers have.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CoverFacts {
    pub(super) wall_ns: u64,
    pub(super) threads: usize,
    pub(super) items: usize,
    pub(super) primary: usize,
    pub(super) options: usize,
    pub(super) max_depth: Option<u64>,
    pub(super) counters: BTreeMap<&'static str, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) depths: Option<Vec<u64>>,
    /// How random solutions were drawn.
    #[serde(skip)]
    pub(super) sampling: Option<&'static str>,
    /// A remark on that for the user.
    #[serde(skip)]
    pub(super) note: Option<&'static str>,
}

impl CoverFacts {
    /// The size of the instance.
    pub(super) fn size(&self) -> String {
        format!("{} items, {} options", self.items, self.options)
    }

    /// A bar chart of the nodes at each depth, if they were counted.
    pub(super) fn chart(&self) -> String {
        let depths = self.depths.as_deref().unwrap_or_default();
        let most = depths.iter().copied().max().unwrap_or(0).max(1);
        let mut chart = String::new();
        for (depth, nodes) in depths.iter().enumerate() {
            let bar = "▇".repeat((*nodes as f64 / most as f64 * 50.0).ceil() as usize);
            chart += &format!("depth {depth:3} {nodes:14} {bar}\n");
        }
        chart
    }
}
