//! A task: the question to a search, its limits, and the flag that ends it.

use crate::allowance::Allowance;
use crate::progress::Progress;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The task of a search.
#[derive(Clone, Debug)]
pub struct Task {
    /// How many solutions to look for: 1 = any, 2 = is it unique, `u64::MAX` = all.
    pub solutions: u64,
    /// How many of them to hand over in [`Outcome::kept`](crate::Outcome::kept); the others are counted only.
    pub keep: usize,
    /// The most nodes to visit.
    pub nodes: u64,
    /// The most CPU time of the searching thread to spend on one instance.
    pub time: Option<Duration>,
    /// Seed of all random choices of the strategy.
    pub seed: u64,
    /// Raise it to end the search.
    pub cancel: Cancel,
    /// The search stores its progress here now and then.
    pub progress: Option<Progress>,
}

impl Default for Task {
    fn default() -> Self {
        Task {
            solutions: 1,
            keep: 1,
            nodes: u64::MAX,
            time: None,
            seed: 0,
            cancel: Cancel::default(),
            progress: None,
        }
    }
}

impl Task {
    /// The first `k` solutions, all of them handed over.
    pub fn first(k: u64) -> Self {
        Task { solutions: k, keep: usize::try_from(k).unwrap_or(usize::MAX), ..Task::default() }
    }

    /// How many solutions there are, none handed over.
    pub fn count() -> Self {
        Task { solutions: u64::MAX, keep: 0, ..Task::default() }
    }
}

/// A flag that ends searches, shared by its clones. Searches that are parts of one
/// have their limits in common with it.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    own: Arc<AtomicBool>,
    wider: Option<Arc<AtomicBool>>,
    allowance: Option<Arc<Allowance>>,
}

impl Cancel {
    /// Asks every search that watches this flag to end.
    pub fn raise(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether it was raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.wider.as_ref().is_some_and(|w| w.load(Ordering::Relaxed))
    }

    /// A flag for a part of the work: a search that watches it ends when it or this one is raised, and
    /// to raise it leaves this one alone.
    #[must_use]
    pub fn narrower(&self) -> Cancel {
        Cancel { own: Arc::default(), wider: Some(self.own.clone()), allowance: self.allowance.clone() }
    }

    /// A flag like [`Self::narrower`] for the parts of `task`: its limits hold for all of them
    /// together.
    #[must_use]
    pub(crate) fn shared(&self, task: &Task) -> Cancel {
        let limited = task.nodes != u64::MAX || task.time.is_some();
        let allowance = limited.then(|| Arc::new(Allowance::new(task.nodes, task.time)));
        Cancel { allowance, ..self.narrower() }
    }

    /// The allowance that searches under this flag share, if it is limited.
    pub(crate) fn allowance(&self) -> Option<&Allowance> {
        self.allowance.as_deref()
    }
}
