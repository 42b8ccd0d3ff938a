use super::{NESTED, SweepOrder, Sweepable};
use crate::lookup::exact_cover;
use crate::small_covers::{Size, assert_counts, below};
use coverlab_model::{ExactCover, Natural, SingleThread, Stop, Task, family, parallel};
use rand_pcg::Pcg64Mcg;

/// The number of covers by a sweep that may use this many bytes.
fn swept(problem: &ExactCover, bytes: usize) -> Natural {
    let mut sweepable = Sweepable::new(problem, bytes).expect("a narrow frontier");
    sweepable.count(&mut SingleThread(&mut ())).continue_value().expect("no limit")
}

/// `auto` relies on this: it drops a sweep whose memory is full.
#[test]
fn a_sweep_that_may_split_no_layer_ends_for_want_of_memory() {
    let problem = family::parse("latin:5").unwrap();
    let count = |bytes, nested| {
        let mut sweep = SweepOrder::best(&problem).sweep(bytes, nested).unwrap();
        sweep.turn(u64::MAX, u64::MAX, &mut SingleThread(&mut ()))
    };
    assert_eq!(count(1 << 14, NESTED), Ok(Some(161_280_u64.into())));
    assert_eq!(count(1 << 14, 0), Err(Stop::Memory));
    assert_eq!(count(1 << 30, 0), Ok(Some(161_280_u64.into())));
}

#[test]
fn counts_are_those_of_enumeration_with_any_memory() {
    let size = |random: &mut Pcg64Mcg| {
        let (primary, secondary) = (1 + below(random, 9), below(random, 4));
        Size { groups: 1, primary, secondary, options: below(random, 40) }
    };
    assert_counts(4000, size, |problem| [0, 1 << 14, 1 << 30].map(|bytes| swept(problem, bytes)).to_vec());
}

#[test]
fn hardly_any_memory_is_enough() {
    for (spec, number) in [("dominoes:8x8", 12_988_816_u64), ("latin-reduced:6", 9408), ("queens:8", 92)] {
        let problem = family::parse(spec).unwrap();
        for bytes in [0, 100_000, 1 << 30] {
            assert_eq!(swept(&problem, bytes), Natural::from(number), "{spec}, {bytes} bytes");
        }
    }
}

/// Threads share tables, and a layer that does not fit into memory is computed in parts.
#[test]
fn any_number_of_threads_counts_the_same() {
    let cases =
        [("latin-reduced:7", "16942080"), ("dominoes:18x18", "548943583215388338077567813208427340288")];
    for (spec, number) in cases {
        let problem = family::parse(spec).unwrap();
        for strategy in ["frontier-cover", "frontier-cover:memory=4"] {
            let strategy = exact_cover(&strategy.parse().unwrap()).unwrap();
            for threads in [2, 3] {
                let (outcome, cpu) = parallel::solve(&*strategy.backend, &problem, &Task::count(), threads);
                assert_eq!((outcome.stop, outcome.count().to_string()), (None, number.to_string()), "{spec}");
                assert!(outcome.counters.nodes > 0 && !cpu.is_zero());
            }
        }
    }
}
