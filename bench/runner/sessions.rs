//! The sessions of a worker, one per strategy, whose place in memory changes.
//!
//! The place of a search's memory decides which of its lines evict each other from a cache, and copies of one program differ
//! by that alone (T. Mytkowicz and others, *Producing Wrong Data Without Doing Anything Obviously Wrong*, 2009): here by up
//! to 4 % between sessions of one run, in the same direction for as long as a session lasts. Repetitions do not remove that.
//! So a strategy gets a new session for a piece or block, like code and data in *Stabilizer* (C. Curtsinger and E. D. Berger,
//! 2013), and the effect of the place is part of the spread that an interval is made of. A session is constructed outside the
//! clock; an expensive one stays until ten times as much was spent on searching.

use super::panics;
use crate::kind::Kind;
use coverlab_model::{Backend, Session, Task};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::time::{Duration, Instant};

/// Search time before a session may be replaced, as a multiple of the time that its construction took.
const MIN_USE: u32 = 10;
/// Most lines of a cache by which a session is moved.
const MAX_LINES: usize = 1024;
/// Bytes of a line.
const LINE_BYTES: usize = 64;

/// The sessions of a worker.
pub(super) struct Sessions<P: Kind> {
    by_strategy: Vec<Option<PlacedSession<P>>>,
    /// Whether sessions are replaced: not if they are processes.
    moves: bool,
    random: Pcg64Mcg,
}

/// A session and the padding before it in memory.
struct PlacedSession<P: Kind> {
    session: Box<dyn Session<P>>,
    _before: Vec<Vec<u8>>,
    cost: Duration,
    spent: Duration,
}

impl<P: Kind> Sessions<P> {
    pub(super) fn new(strategies: usize, moves: bool, random: Pcg64Mcg) -> Sessions<P> {
        Sessions { by_strategy: (0..strategies).map(|_| None).collect(), moves, random }
    }

    /// The session of `strategy`. A new session visits the first nodes of a search of one of `problems`, so that no trial
    /// pays for tables that a strategy prepares once; not if that search could not be stopped.
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
            // Padding of every size from a line to all of them, since an allocator has separate places for small sizes.
            let sizes = (0..=MAX_LINES.ilog2()).map(|power| random.random_range(1..=1 << power));
            let before = sizes.map(|lines: usize| Vec::with_capacity(lines * LINE_BYTES)).collect();
            let mut session = backend.session();
            if backend.about().interruptible {
                let first = Task { nodes: 2, keep: 0, ..task.clone() };
                let any = random.random_range(0..problems.len());
                // The panic is recorded by the trial in which it occurs again.
                if panics::catch(|| session.run(&problems[any..=any], &first, &mut Vec::new())).is_err() {
                    session = backend.session();
                }
            }
            PlacedSession { session, _before: before, cost: clock.elapsed(), spent: Duration::ZERO }
        });
        &mut *placed.session
    }

    /// Adds `wall` to the time searched in the session of `strategy`.
    pub(super) fn spent(&mut self, strategy: usize, wall: Duration) {
        self.by_strategy[strategy].iter_mut().for_each(|placed| placed.spent += wall);
    }

    /// Lets the next search of `strategy` use another place in memory, unless it is a process of its own.
    pub(super) fn move_on(&mut self, strategy: usize, backend: &dyn Backend<P>) {
        let is_due = |placed: &PlacedSession<P>| placed.spent >= placed.cost * MIN_USE;
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
