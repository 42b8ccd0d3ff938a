//! Decides the order in which instances are searched, and which searches form a group.
//!
//! Two requirements conflict. Trials of two strategies on an instance should be close together in time, because the machine
//! drifts: other load comes and goes, and the clock speed changes with the temperature. But a search right after a search
//! of the same instance by similar code finds caches and branch predictors trained: Heller's program then took 0.60 to 0.85
//! of the time. So a strategy searches a *piece*, consecutive instances that take about a millisecond, or less if there are
//! few instances. Then the other strategies take their turns, each with a different piece of the same *unit*. Over a unit,
//! good and bad moments of the machine affect all strategies alike, and other pieces are searched between two searches of
//! an instance.
//!
//! The trials of a piece or of a streamed block share the state of the machine, so they are one observation, however many
//! instances they have. Every round has the same groups, because different groups would overlap and so depend on each
//! other. To that end, sizes are powers of two, and a round permutes a binary tree of places, which keeps aligned groups of
//! such sizes together.
//!
//! Two earlier designs failed. A new shuffle in each round joined all groups into one, so no observations were independent.
//! Before that, up to 128 instances in a row counted as 128 observations; copies of one strategy then differed in every
//! third comparison on a busy machine.

use super::workload::STRETCH;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// Minimum number of instances of a streamed corpus. Reports on smaller ones show every instance, and a block would give all
/// of its instances the same time.
pub(super) const STREAM_FROM: usize = 256;
/// Minimum time of a streamed block, in nanoseconds.
pub(super) const MIN_BLOCK_NS: u64 = 1_000_000;
/// Maximum number of instances in a block. Larger blocks would differ between rounds.
pub(super) const MAX_BLOCK: usize = STRETCH;
/// Numbers of instances in a piece. Smaller pieces would change the strategy too often, and larger ones would leave too few
/// observations.
const PIECE_SIZES: std::ops::RangeInclusive<usize> = 4..=64;
/// Number of pieces or blocks in a corpus, unless they would be too small. Each is one observation, and few observations
/// cannot distinguish strategies of similar speed.
const OBSERVATIONS: usize = 16;
/// Maximum time of a unit with several pieces, in nanoseconds.
const MAX_UNIT_NS: u64 = 1_000_000_000;
/// Maximum number of pieces in a unit.
const MAX_PIECES: u64 = 64;

/// Work for one thread: all strategies that are timed in one way, on a range of instances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) round: u32,
    /// The range in the order of the round.
    pub(super) range: Range<usize>,
    /// The number of instances in a piece. `None`: each strategy searches the range as one streamed block.
    pub(super) piece: Option<usize>,
}

/// The number of instances in a streamed unit, if the fastest strategy takes `mean_ns` per instance: as many as take
/// [`MIN_BLOCK_NS`], or fewer in a small corpus.
pub(super) fn streamed_unit_size(mean_ns: u64, instances: usize) -> usize {
    group_size(mean_ns, instances, STREAM_FROM, MAX_BLOCK)
}

/// The number of instances in a piece, if the fastest strategy that is not streamed takes `mean_ns` per instance.
pub(super) fn piece_size(mean_ns: u64, instances: usize) -> usize {
    group_size(mean_ns, instances, *PIECE_SIZES.start(), *PIECE_SIZES.end())
}

/// The number of instances in a group: the smallest power of two that takes [`MIN_BLOCK_NS`], but at most `max`, and fewer
/// in a small corpus. The result is below `min` only if a single instance takes long.
fn group_size(mean_ns: u64, instances: usize, min: usize, max: usize) -> usize {
    let long_enough = (MIN_BLOCK_NS.div_ceil(mean_ns.max(1)) as usize).next_power_of_two();
    let share = 1 << (instances / OBSERVATIONS).max(1).ilog2();
    long_enough.min(share.clamp(min, max))
}

/// The number of pieces in a unit, if all strategies together take `all_ns` per instance. It is limited, so that the work is
/// spread over the threads.
pub(super) fn pieces_per_unit(piece: usize, all_ns: u64) -> usize {
    let max = MAX_UNIT_NS / (all_ns.max(1).saturating_mul(piece as u64));
    1 << max.clamp(1, MAX_PIECES).ilog2()
}

/// The order of the places in round `round`: whole stretches in random order, then the rest. Within a stretch, the first
/// round keeps the order of the places, which is random already, and the others permute it.
pub(super) fn order(instances: usize, round: u32, random: &mut Pcg64Mcg) -> Vec<u32> {
    let mut stretches: Vec<usize> = (0..instances).step_by(STRETCH).collect();
    stretches[..instances / STRETCH].shuffle(random);
    let mut order = Vec::with_capacity(instances);
    for from in stretches {
        let at = order.len();
        order.extend(from as u32..(from + STRETCH).min(instances) as u32);
        if round > 0 {
            permute(&mut order[at..], random);
        }
    }
    order
}

/// Permutes `places` randomly so that aligned groups whose size is a power of two stay together: swaps the halves or not,
/// and so on within each half. A shorter second half stays second.
fn permute(places: &mut [u32], random: &mut Pcg64Mcg) {
    if places.len() < 2 {
        return;
    }
    let half = places.len().next_power_of_two() / 2;
    if places.len() == 2 * half && random.random() {
        places.rotate_left(half);
    }
    let (first, second) = places.split_at_mut(half);
    permute(first, random);
    permute(second, random);
}

/// Cuts every round into units. `streamed` is the number of instances in a streamed unit. `single` is the size of a piece
/// and the number of pieces in a unit of the other strategies. Units of both kinds on the same instances follow each other,
/// because trials that are compared should run close together.
pub(super) fn units(
    rounds: u32,
    instances: usize,
    streamed: Option<usize>,
    single: Option<(usize, usize)>,
) -> Vec<Unit> {
    let mut units = Vec::new();
    for round in 0..rounds {
        for range in cut(0..instances, streamed.unwrap_or(STRETCH)) {
            units.extend(streamed.map(|_| Unit { round, range: range.clone(), piece: None }));
            if let Some((piece, count)) = single {
                let unit = |range| Unit { round, range, piece: Some(piece) };
                units.extend(cut(range, piece * count).map(unit));
            }
        }
    }
    units
}

/// Cuts `range` into ranges of `size` or, at its end, fewer.
pub(super) fn cut(range: Range<usize>, size: usize) -> impl Iterator<Item = Range<usize>> {
    range.clone().step_by(size).map(move |from| from..(from + size).min(range.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeded_random::seeded_random;
    use std::collections::BTreeSet;

    #[test]
    fn an_order_has_every_place_once_and_stretch_by_stretch() {
        let order = |instances, round| order(instances, round, &mut seeded_random(&["test"], 1));
        for (instances, round) in [0, 1, 5, STRETCH, STRETCH + 1].into_iter().zip([0, 1].into_iter().cycle())
        {
            let mut all = order(instances, round);
            all.sort_unstable();
            assert!(all.into_iter().eq(0..instances as u32));
        }
        for round in 0..2 {
            let long = order(5 * STRETCH + 7, round);
            let stretch = |place: &u32| *place as usize / STRETCH;
            let met: Vec<usize> =
                long.chunk_by(|a, b| stretch(a) == stretch(b)).map(|s| stretch(&s[0])).collect();
            assert_eq!((met.len(), met[5]), (6, 5));
            assert!(!met.is_sorted(), "{met:?}");
            let rising = long.windows(2).filter(|pair| pair[0] < pair[1]).count();
            if round == 0 {
                assert!(rising > 5 * STRETCH, "{rising} of {}", long.len());
            } else {
                assert!((4 * STRETCH..7 * STRETCH).contains(&(2 * rising)), "{rising} of {}", long.len());
            }
        }
    }

    #[test]
    fn every_round_has_the_same_groups() {
        for instances in [3, 64, 1000, 2 * STRETCH + 100] {
            for size in [1, 2, 16, 128, STRETCH] {
                let groups = |round| {
                    let order = order(instances, round, &mut seeded_random(&["test", &round.to_string()], 1));
                    let group = |places: &[u32]| places.iter().copied().collect::<BTreeSet<u32>>();
                    order.chunks(size).map(group).collect::<BTreeSet<_>>()
                };
                let first = groups(0);
                assert!((1..5).all(|round| groups(round) == first), "{instances} by {size}");
            }
        }
    }

    #[test]
    fn a_piece_is_long_for_the_fastest_and_a_unit_short_for_all() {
        let piece_of = |mean_ns| piece_size(mean_ns, 5000);
        assert_eq!([1, 10_000, 100_000, 2_000_000].map(piece_of), [64, 64, 16, 1]);
        assert_eq!([5000, 1000, 200, 50, 1].map(|instances| piece_size(1, instances)), [64, 32, 8, 4, 4]);
        let found = [(128, 5), (16, 500_000), (16, 5_000_000), (1, 9_000_000), (1, 3_000_000_000)];
        assert_eq!(found.map(|(piece, all)| pieces_per_unit(piece, all)), [64, 64, 8, 64, 1]);
    }

    #[test]
    fn units_of_many_are_powers_of_two() {
        let unit = |mean_ns| streamed_unit_size(mean_ns, 1_000_000);
        assert_eq!([100_000, 1_000, 977, 976].map(unit), [16, 1024, 1024, 2048]);
        assert_eq!([500, 245, 1, 0].map(unit), [2048; 4]);
        let few = [256, 1000, 5000, 20_000].map(|instances| streamed_unit_size(1, instances));
        assert_eq!(few, [256, 256, 256, 1024]);
    }

    #[test]
    fn units_cover_every_instance_once_per_kind() {
        for (streamed, single) in [(Some(8), Some((2, 2))), (None, Some((2, 4))), (Some(128), None)] {
            let list = units(2, 20, streamed, single);
            for (is_streamed, is_there) in [(true, streamed.is_some()), (false, single.is_some())] {
                for round in 0..2 {
                    let mut seen: Vec<usize> = list
                        .iter()
                        .filter(|unit| unit.piece.is_none() == is_streamed && unit.round == round)
                        .flat_map(|unit| unit.range.clone())
                        .collect();
                    seen.sort_unstable();
                    let all: Vec<usize> = if is_there { (0..20).collect() } else { vec![] };
                    assert_eq!(seen, all);
                }
            }
        }
    }
}
