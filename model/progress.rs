//! The progress of a running search.

use crate::pool::lock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// The numbers of nodes and solutions, and the fraction of the search that is done, by Knuth's estimate: a
/// branch that has finished `k` of its `d` alternatives has done `k / d` of its share, and its alternatives
/// have equal shares. The estimate assumes similar subtrees; it never decreases. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// The fraction done, as the bits of an `f64`.
    own: AtomicU64,
    /// Nodes visited and solutions found.
    nodes: AtomicU64,
    found: AtomicU64,
    /// The parts, each with its share of this search.
    parts: Mutex<Vec<(f64, Progress)>>,
}

impl Progress {
    /// The fraction done, from 0 to 1.
    pub fn fraction(&self) -> f64 {
        let own = f64::from_bits(self.0.own.load(Ordering::Relaxed));
        let parts = lock(&self.0.parts);
        parts.iter().fold(own, |done, (share, part)| done + share * part.fraction()).min(1.0)
    }

    /// Sets the fraction done.
    pub fn set(&self, fraction: f64) {
        self.0.own.store(fraction.to_bits(), Ordering::Relaxed);
    }

    /// Nodes visited, including those of the parts, as of the last limit check.
    pub fn nodes(&self) -> u64 {
        let own = self.0.nodes.load(Ordering::Relaxed);
        lock(&self.0.parts).iter().fold(own, |all, (_, part)| all.saturating_add(part.nodes()))
    }

    /// Solutions found, including those of the parts, as of the last limit check.
    pub fn found(&self) -> u64 {
        let own = self.0.found.load(Ordering::Relaxed);
        lock(&self.0.parts).iter().fold(own, |all, (_, part)| all.saturating_add(part.found()))
    }

    /// Adds nodes and solutions.
    pub(crate) fn add(&self, nodes: u64, solutions: u64) {
        self.0.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.0.found.fetch_add(solutions, Ordering::Relaxed);
    }

    /// Creates the progress of a part that is `share` of the whole.
    #[must_use]
    pub fn part(&self, share: f64) -> Progress {
        let part = Progress::default();
        lock(&self.0.parts).push((share, part.clone()));
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up() {
        let whole = Progress::default();
        let (one, other) = (whole.part(0.25), whole.part(0.75));
        one.set(1.0);
        other.set(0.5);
        assert_eq!(whole.fraction(), 0.625);
        one.add(3, 1);
        other.add(4, 0);
        whole.add(1, 1);
        assert_eq!((whole.nodes(), whole.found()), (8, 2));
    }
}
