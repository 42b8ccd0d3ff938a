//! Finds the first solutions by enumeration, for a strategy that only counts.

use coverlab_model::{Filter, Filtered, Flow, Observer, Problem, Stop, Strategy};

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
    let mut few = Filtered { filter: UntilCountOnly::at_least(1), to: observer };
    let flow = enumerates.solve(problem, seed, scratch, &mut few);
    if few.filter.enough { Ok(few.filter.found) } else { Err(flow) }
}

/// Passes solutions on until the observer wants only their number, but at least `at_least` of them.
pub(crate) struct UntilCountOnly {
    /// The number of reported solutions.
    pub(crate) found: u64,
    /// Whether the search was stopped because the other solutions need only be counted.
    pub(crate) enough: bool,
    at_least: u64,
}

impl UntilCountOnly {
    /// Stops a search after at least `at_least` solutions.
    pub(crate) fn at_least(at_least: u64) -> UntilCountOnly {
        UntilCountOnly { found: 0, enough: false, at_least }
    }
}

impl<P: Problem> Filter<P> for UntilCountOnly {
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> P::Solution, to: &mut impl Observer<P>) -> Flow {
        self.found += 1;
        to.solution(build)?;
        self.enough = self.found >= self.at_least && to.only_counts();
        if self.enough { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
    }
}
