//! What a search by another program leaves beside its outcome, for which the contract of strategies has no place.
//!
//! A session leaves it on its thread, and whoever records trials takes it: encodings that lift a solver
//! need not know of it.

use crate::record::Status;
use std::cell::RefCell;
use std::time::Duration;

/// What is left aside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aside {
    /// What went wrong, with the status of such a trial.
    pub(crate) fault: Option<(Status, String)>,
    /// The most memory of a process, bytes.
    pub(crate) rss: u64,
    /// Wall time of the program alone.
    pub(crate) wall: Duration,
}

thread_local! {
    static LEFT: RefCell<Option<Aside>> = const { RefCell::new(None) };
}

/// Leaves it to be taken.
pub(crate) fn leave(aside: Aside) {
    LEFT.set(Some(aside));
}

/// The wall time of the program that the last search on this thread has run.
pub(crate) fn wall() -> Option<Duration> {
    LEFT.with_borrow(|left| left.as_ref().map(|aside| aside.wall))
}

/// Takes what the last search on this thread has left.
pub(crate) fn take() -> Option<Aside> {
    LEFT.take()
}
