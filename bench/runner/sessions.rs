//! The sessions of a worker, one a lane, with their memory now here, now there.
//!
//! The place of a search's memory decides which of its lines evict each other from a cache, and copies of one
//! program differ by that alone (T. Mytkowicz and others, *Producing Wrong Data Without Doing Anything Obviously
//! Wrong*, 2009): here by up to 4 % between sessions of one run, in the same direction for as long as the
//! session lasts. No number of repetitions takes that away. So a lane gets a new session for a piece or
//! block, as C. Curtsinger and E. D. Berger move code and data about as it runs (*Stabilizer*, 2013), and the
//! effect of the place is part of the spread that an interval is made of. A new one costs something, outside
//! the clock: an expensive one stays until ten times as much was spent on searching.

use super::guard;
use crate::kind::Kind;
use coverlab_model::{Backend, Session, Task};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::time::{Duration, Instant};

/// Search time before a session may be replaced, as a multiple of the time that its construction took.
const WORTH: u32 = 10;
/// Most lines of a cache by which a session is moved.
const LINES: usize = 1024;
/// Bytes of a line.
const LINE: usize = 64;

pub(super) struct Sessions<P: Kind> {
    lanes: Vec<Option<Lodged<P>>>,
    /// Whether memory is moved: that of processes of their own is not.
    moves: bool,
    random: Pcg64Mcg,
}

/// A session and the padding before it in memory.
struct Lodged<P: Kind> {
    session: Box<dyn Session<P>>,
    _before: Vec<Vec<u8>>,
    cost: Duration,
    spent: Duration,
}

impl<P: Kind> Sessions<P> {
    pub(super) fn new(lanes: usize, moves: bool, random: Pcg64Mcg) -> Sessions<P> {
        Sessions { lanes: (0..lanes).map(|_| None).collect(), moves, random }
    }

    /// The session of `lane`. A new one has its tables: the first nodes of a search for one of `problems` are
    /// visited here, so that no trial pays for tables that a strategy prepares once. Not where that could not
    /// be stopped.
    pub(super) fn of(
        &mut self,
        lane: usize,
        backend: &dyn Backend<P>,
        problems: &[P],
        task: &Task,
    ) -> &mut dyn Session<P> {
        let random = &mut self.random;
        let lodged = self.lanes[lane].get_or_insert_with(|| {
            let clock = Instant::now();
            // One for every size from a line to all of them, since an allocator has places of their own for small sizes.
            let sizes = (0..=LINES.ilog2()).map(|power| random.random_range(1..=1 << power));
            let before = sizes.map(|lines: usize| Vec::with_capacity(lines * LINE)).collect();
            let mut session = backend.session();
            if backend.about().interruptible {
                let first = Task { nodes: 2, keep: 0, ..task.clone() };
                let any = random.random_range(0..problems.len());
                // A panic is that of the trial in which it comes again.
                if guard::catch(|| session.run(&problems[any..=any], &first, &mut Vec::new())).is_err() {
                    session = backend.session();
                }
            }
            Lodged { session, _before: before, cost: clock.elapsed(), spent: Duration::ZERO }
        });
        &mut *lodged.session
    }

    /// Adds `wall` to the time searched in the session of `lane`.
    pub(super) fn spent(&mut self, lane: usize, wall: Duration) {
        self.lanes[lane].iter_mut().for_each(|lodged| lodged.spent += wall);
    }

    /// The next search of `lane` may have its memory somewhere else. A process of its own stays.
    pub(super) fn move_on(&mut self, lane: usize, backend: &dyn Backend<P>) {
        let is_due = |lodged: &Lodged<P>| lodged.spent >= lodged.cost * WORTH;
        if self.moves && backend.about().interruptible && self.lanes[lane].as_ref().is_some_and(is_due) {
            self.lanes[lane] = None;
        }
    }

    /// The session of `lane` is broken.
    pub(super) fn discard(&mut self, lane: usize) {
        self.lanes[lane] = None;
    }
}
