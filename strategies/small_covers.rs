//! Small random exact covers, for the tests of strategies that count.

use crate::lookup::exact_cover;
use coverlab_model::{ExactCover, ExactCoverBuilder, Item, Natural, Task};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

pub(crate) fn below(random: &mut Pcg64Mcg, n: u64) -> u64 {
    random.next_u64() % n
}

/// The size of an instance.
pub(crate) struct Size {
    pub(crate) groups: u64,
    /// Primary items of each group.
    pub(crate) primary: u64,
    pub(crate) secondary: u64,
    /// Options of all groups together.
    pub(crate) options: u64,
}

/// Groups of primary and secondary items, with and without colors, connected by few options.
fn instance(random: &mut Pcg64Mcg, size: &Size) -> ExactCover {
    let &Size { groups, primary, secondary, options } = size;
    let colors = below(random, 4);
    let mut builder = ExactCoverBuilder::new((groups * primary) as usize, (groups * secondary) as usize);
    for _ in 0..options {
        let share = 2 + below(random, 4);
        let (group, strays) = (below(random, groups), below(random, 4) == 0);
        let mut entries: Vec<(Item, u32)> = Vec::new();
        for item in 0..groups * (primary + secondary) {
            let (is_primary, own) = match item.checked_sub(groups * primary) {
                None => (true, item / primary == group),
                Some(item) => (false, item / secondary == group),
            };
            if below(random, if own { share } else { 12 }) == 0 && (own || strays) {
                let color = if is_primary { 0 } else { below(random, colors + 1) };
                entries.push((item as Item, color as u32));
            }
        }
        // An option that the builder rejects is skipped.
        let _ = builder.colored_option(entries);
    }
    builder.build()
}

/// Compares several ways to count random instances with strategies that enumerate, and with one more. Some
/// instances have no cover, others one, two or many.
pub(crate) fn assert_counts(
    rounds: u32,
    size: impl Fn(&mut Pcg64Mcg) -> Size,
    counts: impl Fn(&ExactCover) -> Vec<Natural>,
) {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let others = ["dlx", "bit-cover", "zdd-cover"].map(|name| exact_cover(&name.parse().unwrap()).unwrap());
    let mut seen = [0; 5];
    for round in 0..rounds {
        let size = size(&mut random);
        let problem = instance(&mut random, &size);
        let found =
            others.each_ref().map(|o| o.backend.session().untimed(&problem, &Task::count()).solutions);
        assert_eq!(found, [found[0]; 3], "round {round}: {problem:?}");
        seen[found[0].min(4) as usize] += 1;
        for count in counts(&problem) {
            assert_eq!(count, found[0].into(), "round {round}: {problem:?}");
        }
    }
    assert!(seen.iter().all(|&often| often > rounds / 60), "{seen:?}");
}
