//! The first covers, for a strategy that only counts.

use crate::dancing_cells::DancingCells;
use coverlab_model::{Cover, ExactCover, Filter, Filtered, Flow, Observer, Stop, Strategy};

/// Hands over covers, as `dancing-cells` finds them, until only their number is wanted; how many these were. An error is the
/// end of the search: more than the number was wanted until then.
pub(crate) fn first_few(
    problem: &ExactCover,
    seed: u64,
    scratch: &mut <DancingCells as Strategy>::Scratch,
    observer: &mut impl Observer<ExactCover>,
) -> Result<u64, Flow> {
    let enumerates = DancingCells::default();
    if !observer.will_only_count() {
        return Err(enumerates.solve(problem, seed, scratch, observer));
    }
    if observer.only_counts() {
        return Ok(0);
    }
    let mut few = Filtered { filter: Few::default(), to: observer };
    let flow = enumerates.solve(problem, seed, scratch, &mut few);
    if few.filter.enough { Ok(few.filter.found) } else { Err(flow) }
}

/// Hands over covers until only their number is wanted.
#[derive(Default)]
struct Few {
    found: u64,
    /// The search was ended because of that.
    enough: bool,
}

impl Filter<ExactCover> for Few {
    #[inline(always)]
    fn solution(&mut self, build: impl FnOnce() -> Cover, to: &mut impl Observer<ExactCover>) -> Flow {
        self.found += 1;
        to.solution(build)?;
        self.enough = to.only_counts();
        if self.enough { Flow::Break(Stop::Enough) } else { Flow::Continue(()) }
    }
}
