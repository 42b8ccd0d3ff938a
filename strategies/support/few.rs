//! Finds the first solutions by enumeration, for a strategy that only counts.

use coverlab_model::{Flow, Observer, Problem, Stop, Strategy, forward};

/// Passes on solutions that `enumerates` finds until the observer wants only their number, and returns how
/// many it passed on. An error means that the search ended while solutions were still wanted.
pub(crate) fn first_few<S: Strategy>(
    enumerates: &S,
    problem: &S::Problem,
    seed: u64,
    scratch: &mut S::Scratch,
    observer: &mut impl Observer<S::Problem>,
) -> Result<u64, Flow> {
    if !observer.will_only_count() {
        return Err(enumerates.solve(problem, seed, scratch, observer));
    }
    if observer.only_counts() {
        return Ok(0);
    }
    let mut few = UntilCountOnly::at_least(1, observer);
    let flow = enumerates.solve(problem, seed, scratch, &mut few);
    if few.enough { Ok(few.found) } else { Err(flow) }
}

/// Passes solutions on until the observer wants only their number, but at least `at_least` of them.
pub(crate) struct UntilCountOnly<O> {
    /// The number of reported solutions.
    pub(crate) found: u64,
    /// Whether the search was stopped because the other solutions need only be counted.
    pub(crate) enough: bool,
    at_least: u64,
    to: O,
}

impl<O> UntilCountOnly<O> {
    /// Stops a search after at least `at_least` solutions, which are reported to `to`.
    pub(crate) fn at_least(at_least: u64, to: O) -> Self {
        UntilCountOnly { found: 0, enough: false, at_least, to }
    }
}

impl<P: Problem, O: Observer<P>> Observer<P> for UntilCountOnly<O> {
    const WATCHES: bool = O::WATCHES;

    forward!(self => self.to; P: start node unwatched entered poll ahead limits chose count step);
    forward!(self => self.to; P: only_counts will_only_count solutions branch follows_branches partial);

    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> P::Solution) -> Flow {
        self.found += 1;
        self.to.solution(build)?;
        self.enough = self.found >= self.at_least && self.to.only_counts();
        if self.enough { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
    }
}
