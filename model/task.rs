//! A task: the question to a search, its limits, and its cancel flag.

use crate::allowance::Allowance;
use crate::progress::Progress;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The question to a search, and its limits.
#[derive(Clone, Debug)]
pub struct Task {
    /// The number of solutions to find: 1 for any, 2 to decide uniqueness, `u64::MAX` for all.
    pub solutions: u64,
    /// The number of solutions to keep in [`Outcome::kept`](crate::Outcome::kept); the others are only
    /// counted.
    pub keep: usize,
    /// Node limit.
    pub nodes: u64,
    /// CPU time limit of the searching thread per instance.
    pub time: Option<Duration>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Raise this flag to end the search.
    pub cancel: Cancel,
    /// If set, the search regularly stores its progress here.
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
    /// A task that finds the first `k` solutions and keeps all of them.
    pub fn first(k: u64) -> Self {
        Task { solutions: k, keep: usize::try_from(k).unwrap_or(usize::MAX), ..Task::default() }
    }

    /// A task that counts the solutions and keeps none.
    pub fn count() -> Self {
        Task { solutions: u64::MAX, keep: 0, ..Task::default() }
    }
}

/// The limits of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// [`Task::nodes`].
    pub nodes: u64,
    /// [`Task::time`].
    pub time: Option<Duration>,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits { nodes: u64::MAX, time: None };
}

/// A flag that ends searches; clones share it. Searches of parts of one instance share their limits through
/// it as well.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    own: Arc<AtomicBool>,
    wider: Option<Arc<AtomicBool>>,
    allowance: Option<Arc<Allowance>>,
}

impl Cancel {
    /// Asks every search with this flag to end.
    pub fn raise(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether the flag was raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.wider.as_ref().is_some_and(|w| w.load(Ordering::Relaxed))
    }

    /// Creates a flag for a part of the work. A search with the new flag ends when either flag is raised;
    /// raising the new flag does not raise this one.
    #[must_use]
    pub fn narrower(&self) -> Cancel {
        Cancel { own: Arc::default(), wider: Some(self.own.clone()), allowance: self.allowance.clone() }
    }

    /// Creates a flag as [`Self::narrower`] does, for the parts of `task`. The limits of `task` then apply to
    /// all parts together.
    #[must_use]
    pub(crate) fn shared(&self, task: &Task) -> Cancel {
        let limited = task.nodes != u64::MAX || task.time.is_some();
        let allowance = limited.then(|| Arc::new(Allowance::new(task.nodes, task.time)));
        Cancel { allowance, ..self.narrower() }
    }

    /// The limits that searches with this flag share, if any.
    pub(crate) fn allowance(&self) -> Option<&Allowance> {
        self.allowance.as_deref()
    }
}
