//! Facts about a search by another program that stand beside its outcome, since the contract of strategies
//! has no place for them.
//!
//! A session leaves them on its thread, and the recorder of trials takes them: encodings that lift a solver
//! need not know of them.

use crate::record::Status;
use std::cell::RefCell;
use std::time::Duration;

/// The facts beside an outcome.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aside {
    /// The fault, with the status of such a trial.
    pub fault: Option<(Status, String)>,
    /// The most memory of a process, bytes.
    pub(crate) rss: u64,
    /// Wall time of the program alone.
    pub wall: Duration,
}

thread_local! {
    static LEFT: RefCell<Option<Aside>> = const { RefCell::new(None) };
}

/// Leaves it to be taken.
pub(crate) fn leave(aside: Aside) {
    LEFT.set(Some(aside));
}

/// The wall time of the program that the last search on this thread has run.
pub fn wall() -> Option<Duration> {
    LEFT.with_borrow(|left| left.as_ref().map(|aside| aside.wall))
}

/// Takes what the last search on this thread has left.
pub(crate) fn take() -> Option<Aside> {
    LEFT.take()
}
