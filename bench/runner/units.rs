//! In which order instances are searched, and in which groups.
//!
//! Two requirements conflict. Trials of two strategies on an instance must be close together in time, since
//! the machine drifts: other load comes and goes, the clock speed follows the heat. But a search that comes
//! right after a search of the same instance by a sibling finds caches and branch predictors trained. So a
//! strategy has a *piece* to itself, of about a millisecond, or less where there are few instances. Then the
//! others have their turns, each with another piece of the same unit: over a unit all spend the same time in
//! good and in bad moments, and between two visits of an instance lies a part of the unit.
//!
//! Trials of a strategy in one go share the state of the machine. A piece, or a streamed block, is therefore
//! one observation, whatever the number of its instances, and every round has the same groups: sizes are
//! powers of two, and a round turns the binary tree of places, which keeps every group of such a size
//! together. An earlier order mixed all instances anew, and repetitions tied all groups together, which left
//! no independent ones; before that a strategy had up to 128 instances to itself and they were counted as so
//! many: copies of one strategy then differed in every third comparison on a busy machine.

use super::workload::STRETCH;
use crate::record::Mode;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// A corpus with fewer instances is never streamed: its reports show every instance, and a block
/// would give all of its instances the same time.
pub(super) const STREAM_FROM: usize = 256;
/// The least time of a streamed block.
pub(super) const LEAST_BLOCK_NS: u64 = 1_000_000;
/// No block has more instances: larger ones would not be the same in every round.
pub(super) const LARGEST_BLOCK: usize = STRETCH;
/// Instances of a piece: with fewer the change of strategy is felt, with more there are few observations.
const PIECE_SIZES: std::ops::RangeInclusive<usize> = 4..=64;
/// Pieces or blocks of a corpus, where their least size allows it: each is one observation, and few
/// observations cannot distinguish close strategies.
const OBSERVATIONS: usize = 16;
/// A unit of pieces takes no longer, but for a single piece.
const MAX_UNIT_NS: u64 = 1_000_000_000;
/// Maximum number of pieces in a unit.
const MAX_PIECES: u64 = 64;

/// Work for one worker: a range of an order, for the strategies of one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) round: u32,
    pub(super) range: Range<usize>,
    pub(super) mode: Mode,
    /// Instances that a strategy has to itself before the next one comes.
    pub(super) piece: usize,
}

impl Unit {
    /// Its pieces.
    pub(super) fn pieces(&self) -> Vec<Range<usize>> {
        cut(self.range.clone(), self.piece).collect()
    }
}

/// Instances in a unit of streamed strategies of which the fastest takes `mean_ns`: as many as take the least time of a block,
/// and fewer in a corpus of few `instances`.
pub(super) fn streamed_unit(mean_ns: u64, instances: usize) -> usize {
    size(mean_ns, instances, STREAM_FROM, LARGEST_BLOCK)
}

/// Instances in a piece of strategies that are timed one by one, of which the fastest takes `mean_ns`.
pub(super) fn piece(mean_ns: u64, instances: usize) -> usize {
    size(mean_ns, instances, *PIECE_SIZES.start(), *PIECE_SIZES.end())
}

/// Instances in a group: the least power of two that takes [`LEAST_BLOCK_NS`], but at most `most`, and fewer in a
/// small corpus. The result is below `least` only where each instance takes long.
fn size(mean_ns: u64, instances: usize, least: usize, most: usize) -> usize {
    let busy = (LEAST_BLOCK_NS.div_ceil(mean_ns.max(1)) as usize).next_power_of_two();
    let share = 1 << (instances / OBSERVATIONS).max(1).ilog2();
    busy.min(share.clamp(least, most))
}

/// Pieces in a unit of strategies that take `all_ns` together for an instance: not so many that one thread has all the work.
pub(super) fn pieces_of_unit(piece: usize, all_ns: u64) -> usize {
    let most = MAX_UNIT_NS / (all_ns.max(1).saturating_mul(piece as u64));
    1 << most.clamp(1, MAX_PIECES).ilog2()
}

/// The order in which round `round` goes through the places: stretches in random order, a shorter one at the end.
/// Within a stretch the first round goes from place to place, for problems lie in a random order already, and the
/// others turn them.
pub(super) fn order(instances: usize, round: u32, random: &mut Pcg64Mcg) -> Vec<u32> {
    let mut stretches: Vec<usize> = (0..instances).step_by(STRETCH).collect();
    stretches[..instances / STRETCH].shuffle(random);
    let mut order = Vec::with_capacity(instances);
    for from in stretches {
        let at = order.len();
        order.extend(from as u32..(from + STRETCH).min(instances) as u32);
        if round > 0 {
            turn(&mut order[at..], random);
        }
    }
    order
}

/// Puts places into a random one of the orders in which aligned groups of a power of two stay together: halves are
/// exchanged or not, and so on in each. A shorter half stays behind.
fn turn(places: &mut [u32], random: &mut Pcg64Mcg) {
    if places.len() < 2 {
        return;
    }
    let half = places.len().next_power_of_two() / 2;
    if places.len() == 2 * half && random.random() {
        places.rotate_left(half);
    }
    let (before, behind) = places.split_at_mut(half);
    turn(before, random);
    turn(behind, random);
}

/// Cuts every round into ranges: of `streamed` instances for streamed strategies, with those for the others, whose pieces and
/// numbers of pieces are `single`, next to them, so that what is compared is run close together.
pub(super) fn units(
    rounds: u32,
    instances: usize,
    streamed: Option<usize>,
    single: Option<(usize, usize)>,
) -> Vec<Unit> {
    let mut units = Vec::new();
    for round in 0..rounds {
        for range in cut(0..instances, streamed.unwrap_or(STRETCH)) {
            let (piece, mode) = (range.len(), Mode::Stream);
            units.extend(streamed.map(|_| Unit { round, range: range.clone(), mode, piece }));
            if let Some((piece, count)) = single {
                let unit = |range| Unit { round, range, mode: Mode::Between, piece };
                units.extend(cut(range, piece * count).map(unit));
            }
        }
    }
    units
}

fn cut(range: Range<usize>, size: usize) -> impl Iterator<Item = Range<usize>> {
    range.clone().step_by(size).map(move |from| from..(from + size).min(range.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::generator;
    use std::collections::BTreeSet;

    #[test]
    fn an_order_has_every_place_once_and_stretch_by_stretch() {
        let order = |instances, round| order(instances, round, &mut generator(&["test"], 1));
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
                assert!(rising > 5 * STRETCH, "{rising}: as they lie");
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
                    let order = order(instances, round, &mut generator(&["test", &round.to_string()], 1));
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
        let piece_of = |mean_ns| piece(mean_ns, 5000);
        assert_eq!([1, 10_000, 100_000, 2_000_000].map(piece_of), [64, 64, 16, 1]);
        assert_eq!([5000, 1000, 200, 50, 1].map(|instances| piece(1, instances)), [64, 32, 8, 4, 4]);
        let found = [(128, 5), (16, 500_000), (16, 5_000_000), (1, 9_000_000), (1, 3_000_000_000)];
        assert_eq!(found.map(|(piece, all)| pieces_of_unit(piece, all)), [64, 64, 8, 64, 1]);
    }

    #[test]
    fn units_of_many_are_powers_of_two() {
        let unit = |mean_ns| streamed_unit(mean_ns, 1_000_000);
        assert_eq!([100_000, 1_000, 977, 976].map(unit), [16, 1024, 1024, 2048]);
        assert_eq!([500, 245, 1, 0].map(unit), [2048; 4]);
        let few = [256, 1000, 5000, 20_000].map(|instances| streamed_unit(1, instances));
        assert_eq!(few, [256, 256, 256, 1024]);
    }

    #[test]
    fn units_cover_every_instance_once_per_mode() {
        for (streamed, single) in [(Some(8), Some((2, 2))), (None, Some((2, 4))), (Some(128), None)] {
            let list = units(2, 20, streamed, single);
            for (mode, is_there) in [(Mode::Stream, streamed.is_some()), (Mode::Between, single.is_some())] {
                for round in 0..2 {
                    let mut seen: Vec<usize> = list
                        .iter()
                        .filter(|unit| unit.mode == mode && unit.round == round)
                        .flat_map(|unit| unit.pieces().into_iter().flatten())
                        .collect();
                    seen.sort_unstable();
                    let all: Vec<usize> = if is_there { (0..20).collect() } else { vec![] };
                    assert_eq!(seen, all);
                }
            }
        }
    }
}
