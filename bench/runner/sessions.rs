//! The sessions of a thread, one per strategy, at changing memory addresses.
//!
//! The addresses of a search's memory determine which of its cache lines evict each other. Copies of a program differ in
//! speed by that alone (T. Mytkowicz et al., *Producing Wrong Data Without Doing Anything Obviously Wrong!*, 2009). Here,
//! sessions of one run differ by up to 4 %, in the same direction for as long as they last, so repetitions do not remove the
//! effect. Therefore a strategy gets a new session for each piece or block, as *Stabilizer* moves code and data (C.
//! Curtsinger and E. D. Berger, *Stabilizer: Statistically Sound Performance Evaluation*, 2013). The effect of the addresses
//! then is part of the variation from which intervals are computed. Creating a session is not timed. An expensive session
//! is kept until it has searched ten times as long as it took to create.

use super::panics;
use crate::problem_kind::ProblemKind;
use coverlab_model::{Backend, Session, Task};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::time::{Duration, Instant};

/// Minimum search time of a session before it is replaced, as a multiple of the time that it took to create.
const MIN_USE: u32 = 10;
/// Maximum number of cache lines in a padding allocation.
const MAX_LINES: usize = 1024;
/// Size of a cache line in bytes.
const LINE_BYTES: usize = 64;

/// The sessions of a thread.
pub(super) struct Sessions<P: ProblemKind> {
    by_strategy: Vec<Option<PlacedSession<P>>>,
    /// Whether sessions are replaced. Sessions that are processes are not.
    moves: bool,
    random: Pcg64Mcg,
}

/// A session, and the allocations that shift its addresses.
struct PlacedSession<P: ProblemKind> {
    session: Box<dyn Session<P>>,
    _padding: Vec<Vec<u8>>,
    /// The time that it took to create.
    creation: Duration,
    /// The wall time of its searches so far.
    searching: Duration,
}

impl<P: ProblemKind> Sessions<P> {
    pub(super) fn new(strategies: usize, moves: bool, random: Pcg64Mcg) -> Sessions<P> {
        Sessions { by_strategy: (0..strategies).map(|_| None).collect(), moves, random }
    }

    /// The session of `strategy`, which is created if there is none. A new session visits the first nodes of a search of one
    /// of `problems`, so that no trial includes tables that a strategy computes once. Strategies that cannot be interrupted
    /// or do not allow rehearsal skip this.
    pub(super) fn of(
        &mut self,
        strategy: usize,
        backend: &dyn Backend<P>,
        problems: &[P],
        task: &Task,
    ) -> &mut dyn Session<P> {
        let random = &mut self.random;
        let placed = self.by_strategy[strategy].get_or_insert_with(|| {
            let clock = Instant::now();
            // Allocations of all sizes, because allocators keep separate areas for different sizes.
            let sizes = (0..=MAX_LINES.ilog2()).map(|power| random.random_range(1..=1 << power));
            let padding = sizes.map(|lines: usize| Vec::with_capacity(lines * LINE_BYTES)).collect();
            let mut session = backend.session();
            if backend.about().interruptible && backend.allows_rehearsal() {
                let first = Task { nodes: 2, keep: 0, ..task.clone() };
                let any = random.random_range(0..problems.len());
                // The panic will occur again in a trial, which records it.
                if panics::catch(|| session.run(&problems[any..=any], &first, &mut Vec::new())).is_err() {
                    session = backend.session();
                }
            }
            let (creation, searching) = (clock.elapsed(), Duration::ZERO);
            PlacedSession { session, _padding: padding, creation, searching }
        });
        &mut *placed.session
    }

    /// Adds the wall time of a search to the session of `strategy`.
    pub(super) fn add_search(&mut self, strategy: usize, wall: Duration) {
        self.by_strategy[strategy].iter_mut().for_each(|placed| placed.searching += wall);
    }

    /// Drops the session of `strategy` if it was used long enough, so that the next one has other addresses.
    pub(super) fn renew(&mut self, strategy: usize, backend: &dyn Backend<P>) {
        let is_due = |placed: &PlacedSession<P>| placed.searching >= placed.creation * MIN_USE;
        if self.moves
            && backend.about().interruptible
            && self.by_strategy[strategy].as_ref().is_some_and(is_due)
        {
            self.by_strategy[strategy] = None;
        }
    }

    /// Drops the session of `strategy`, which panicked.
    pub(super) fn discard(&mut self, strategy: usize) {
        self.by_strategy[strategy] = None;
    }
}
