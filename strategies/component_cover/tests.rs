use super::memo::Memo;
use super::{ComponentCover, numbers};
use crate::lookup::exact_cover;
use crate::small_covers::{Size, assert_counts, below};
use coverlab_model::{ExactCover, ExactCoverBuilder, Item, Natural, Stop, Task, family};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// The number of covers, with this many bytes for counts of components.
fn counted(problem: &ExactCover, apart: bool, most_bytes: usize) -> Natural {
    ComponentCover { apart, most_bytes }.count(problem, &mut ()).expect("no limit")
}

#[test]
fn counts_are_those_of_enumeration_with_any_memory() {
    let size = |random: &mut Pcg64Mcg| {
        let groups = 1 + below(random, 3);
        let (primary, secondary) = (1 + below(random, 5), below(random, 3));
        Size { groups, primary, secondary, options: groups * below(random, 14) }
    };
    assert_counts(6000, size, |problem| {
        let ways = [(true, 0), (true, 1 << 30), (false, 1 << 20)];
        ways.map(|(apart, bytes)| counted(problem, apart, bytes)).to_vec()
    });
}

#[test]
fn hardly_any_memory_is_enough() {
    for (spec, number) in [("dominoes:8x8", 12_988_816_u64), ("latin-reduced:5", 56), ("queens:8", 92)] {
        let problem = family::parse(spec).unwrap();
        for bytes in [0, 100_000, 1 << 30] {
            assert_eq!(counted(&problem, true, bytes), Natural::from(number), "{spec}, {bytes} bytes");
        }
    }
}

/// Dominoes on a board of two rows: Fibonacci numbers of two thousand bits, with as many nested components.
#[test]
fn thousands_of_items_take_no_stack() {
    let rungs = 3000;
    let mut builder = ExactCoverBuilder::new(2 * rungs, 0);
    for rung in 0..rungs as Item {
        builder.option([2 * rung, 2 * rung + 1]).unwrap();
        if rung > 0 {
            builder.option([2 * rung - 2, 2 * rung]).unwrap();
            builder.option([2 * rung - 1, 2 * rung + 1]).unwrap();
        }
    }
    let problem = builder.build();
    let (mut last, mut number) = (Natural::from(1_u64), Natural::from(1_u64));
    for _ in 1..rungs {
        last += &number;
        std::mem::swap(&mut last, &mut number);
    }
    assert_eq!(counted(&problem, true, 1 << 30), number);
}

/// Three arms of a board, four cells wide, that meet: their states multiply unless they are counted
/// separately.
#[test]
fn components_are_counted_separately() {
    let arms = |row: usize, column: usize| (row < 4) || (column % 6 < 4);
    let cells: Vec<(usize, usize)> = (0..12)
        .flat_map(|row| (0..28).map(move |column| (row, column)))
        .filter(|&(r, c)| arms(r, c))
        .collect();
    let item = |cell| cells.binary_search(&cell).ok().map(|item| item as Item);
    let mut builder = ExactCoverBuilder::new(cells.len(), 0);
    for (own, &(row, column)) in (0..).zip(&cells) {
        for other in [(row, column + 1), (row + 1, column)].into_iter().filter_map(item) {
            builder.option([own, other]).unwrap();
        }
    }
    let problem = builder.build();
    let nodes = |name: &str| {
        let strategy = exact_cover(&name.parse().unwrap()).unwrap();
        let outcome = strategy.backend.session().untimed(&problem, &Task::count());
        assert_eq!(outcome.stop, None);
        (outcome.count().to_string(), outcome.counters.nodes)
    };
    let (apart, together) = (nodes("component-cover"), nodes("component-cover:components=together"));
    let swept = nodes("frontier-cover");
    assert_eq!([&apart.0, &together.0], [&swept.0; 2]);
    assert!(apart.1 * 3 < together.1 * 2, "{apart:?} {together:?}");
}

#[test]
fn a_count_stops_at_its_limit() {
    let problem = family::parse("dominoes:6x6").unwrap();
    let strategy = exact_cover(&"component-cover".parse().unwrap()).unwrap();
    let mut session = strategy.backend.session();
    let full = session.untimed(&problem, &Task::count());
    assert_eq!((full.stop, full.solutions), (None, 6728));
    for nodes in 0..=full.counters.nodes {
        let outcome = session.untimed(&problem, &Task { nodes, ..Task::count() });
        let stop = (nodes < full.counters.nodes).then_some(Stop::NodeLimit);
        assert_eq!((outcome.stop, outcome.counters.nodes), (stop, nodes));
        assert_eq!(outcome.solutions, if stop.is_none() { 6728 } else { 0 });
    }
}

#[test]
fn a_memo_forgets_and_does_not_err() {
    let key = |k: u64| vec![k, k * k, 7][..1 + k as usize % 3].to_vec();
    let number = |k: u64| vec![k; k as usize % 5];
    for bytes in [0, 1 << 14, 1 << 20, 1 << 26] {
        let mut memo = Memo::new(bytes);
        let mut known = 0;
        for k in 0..50_000 {
            memo.insert(Memo::hash(&key(k)), &key(k), &number(k));
            let old = k * 7919 % (k + 1);
            if let Some(found) = memo.get(Memo::hash(&key(old)), &key(old)) {
                assert_eq!(found, number(old), "{old}");
                known += 1;
            }
            assert_eq!(memo.get(Memo::hash(&key(k)), &key(k)), Some(&number(k)[..]), "the last one");
        }
        assert!(known > 100 && (bytes < 1 << 26 || known > 45_000), "{bytes} bytes: {known}");
    }
}

#[test]
fn sums_and_products_are_those_of_naturals() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let mut room = Vec::new();
    for _ in 0..2000 {
        let [a, b] = [(); 2].map(|()| {
            let words: Vec<u64> = (0..below(&mut random, 4)).map(|_| random.next_u64()).collect();
            // Some numbers carry through all words.
            let full = below(&mut random, 4) == 0;
            let words: Vec<u64> = words.into_iter().map(|word| if full { u64::MAX } else { word }).collect();
            Natural::from_limbs(&words)
        });
        let (mut sum, mut product) = (a.limbs(), a.limbs());
        numbers::add(&mut sum, &b.limbs());
        numbers::multiply(&mut product, &b.limbs(), &mut room);
        assert_eq!(product, (&a * &b).limbs());
        let mut expected = a.clone();
        expected += &b;
        assert_eq!(sum, expected.limbs());
    }
}
