//! Tests the exact-cover strategies on hand-written instances, on families with known counts, and on
//! thousands of random instances against the referee.

use crate::common::{self, covers_by_referee};
use coverlab_model::{ExactCover, ExactCoverBuilder, Item, Outcome, Stop, Task, format};
use proptest::prelude::*;

fn solve(name: &str, cover: &ExactCover, task: &Task) -> Outcome<ExactCover> {
    common::solve(&coverlab_strategies::exact_cover(&name.parse().unwrap()).unwrap(), cover, task)
}

/// Every cover, sorted; `None` if the strategy refuses the instance.
fn all(name: &str, cover: &ExactCover) -> Option<Vec<Vec<u32>>> {
    let outcome = solve(name, cover, &Task::first(u64::MAX));
    assert_eq!(outcome.solutions, outcome.kept.len() as u64);
    let mut found: Vec<_> = outcome.kept.iter().map(|c| c.options().to_vec()).collect();
    found.sort();
    match outcome.stop {
        None => Some(found),
        Some(Stop::Unsupported) if name == "dlx-rs" && cover.has_colors() => None,
        Some(stop) => panic!("{name}: {stop:?}"),
    }
}

/// The number of covers, on which all strategies with an answer must agree.
fn count(cover: &ExactCover) -> u64 {
    let counts = coverlab_strategies::EXACT_COVER.iter().filter_map(|entry| {
        let outcome = solve(entry.about.name, cover, &Task::count());
        outcome.stop.is_none().then_some((entry.about.name, outcome.solutions))
    });
    let counts: Vec<_> = counts.collect();
    assert!(counts.windows(2).all(|w| w[0].1 == w[1].1), "{counts:?} on {cover:?}");
    counts[0].1
}

fn read(text: &str) -> ExactCover {
    format::knuth::read(text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn small_covers_by_hand() {
    for (text, covers) in [
        ("a", 0),
        ("a\na", 1),
        ("a\na\na\na", 3),
        ("a b\na", 0),
        ("a b\na\nb\na b", 2),
        ("a b c d\na b\nc d\na c\nb d\na d\nb c", 3),
        ("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g", 1),
        ("a b c\na b\nb c\nc a", 0),
        // Secondary items: at most once.
        ("a b | x\na x\nb x", 0),
        ("a b | x\na x\nb x\na\nb", 3),
        ("a | x\nx\na", 1),
        ("a | x y\na x\ny", 1),
        // Colors: once, or by options that agree.
        ("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B", 1),
        ("a b | x\na x:A\nb x:A", 1),
        ("a b | x\na x:A\nb x:B", 0),
        ("a b | x\na x:A\nb x", 0),
        ("a b c | x\na x:A\na x:B\nb x:A\nb x:B\nc x:A\nc x:B", 2),
        ("a b c | x y\na x:A y:B\nb x:A\nb y:A\nc y:B x:A", 1),
    ] {
        assert_eq!(count(&read(text)), covers, "{text}");
    }
}

#[test]
fn instances_with_nothing_in_them() {
    let nothing = ExactCoverBuilder::new(0, 0).build();
    let mut secondary = ExactCoverBuilder::new(0, 2);
    secondary.option([0, 1]).unwrap();
    for name in ["dlx", "dlx-rs"] {
        assert_eq!(all(name, &nothing), Some(vec![vec![]]));
        assert_eq!(all(name, &secondary.clone().build()), Some(vec![vec![]]));
        assert_eq!(all(name, &ExactCoverBuilder::new(1, 1).build()), Some(vec![]));
        assert_eq!(all(name, &ExactCoverBuilder::new(3, 0).build()), Some(vec![]));
    }
}

#[test]
fn a_crate_without_colors_says_so() {
    let colored = read("a b | x\na x:A\nb x:A");
    assert_eq!(all("dlx", &colored), Some(vec![vec![0, 1]]));
    let outcome = solve("dlx-rs", &colored, &Task::count());
    assert_eq!((outcome.stop, outcome.solutions), (Some(Stop::Unsupported), 0));
}

/// n queens: rows and columns primary, from the middle outwards; diagonals secondary.
fn queens(n: u32) -> ExactCover {
    let mut builder = ExactCoverBuilder::new(2 * n as usize, 4 * n as usize - 2);
    // The position of each row and column in the order middle, right of it, left of it, ….
    let mut order = vec![0; n as usize];
    let outwards = (0..n).map(|k| if k % 2 == 0 { (n - 1) / 2 - k / 2 } else { (n - 1) / 2 + k.div_ceil(2) });
    for (place, line) in outwards.enumerate() {
        order[line as usize] = place as Item;
    }
    for (row, column) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
        let (down, up) = (2 * n + row + column, 4 * n - 1 + n - 1 + row - column);
        builder.option([2 * order[row as usize], 2 * order[column as usize] + 1, down, up]).unwrap();
    }
    builder.build()
}

#[test]
fn queens_with_secondary_diagonals() {
    for (n, boards) in [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)] {
        assert_eq!(count(&queens(n)), boards, "{n} queens");
    }
}

#[test]
fn dancing_links_visit_the_nodes_that_knuths_program_visits() {
    // The figures of DLX1 on 12 queens with the items in this order.
    let outcome = solve("dlx", &queens(12), &Task::count());
    assert_eq!((outcome.solutions, outcome.counters.nodes), (14_200, 211_716));
    assert_eq!(outcome.counters.max_depth, 12);
}

#[test]
fn limits_hold_exactly_and_a_used_scratch_is_as_good_as_new() {
    let strategy = coverlab_strategies::exact_cover(&"dlx".parse().unwrap()).unwrap();
    let mut session = strategy.backend.session();
    let (queens, colored) = (queens(6), read("a b | x\na x:A\nb x:A\nb x:B"));
    let full = solve("dlx", &queens, &Task::count()).counters;
    for nodes in 0..=full.nodes {
        let mut outcomes = Vec::new();
        let both = [queens.clone(), colored.clone()];
        session.run(&both, &Task { nodes, ..Task::count() }, &mut outcomes);
        let stop = (nodes < full.nodes).then_some(Stop::NodeLimit);
        assert_eq!((outcomes[0].stop, outcomes[0].counters.nodes), (stop, nodes));
        assert_eq!(outcomes[1].solutions, u64::from(nodes > 2));
    }
    let three = solve("dlx", &queens, &Task::first(3));
    assert_eq!((three.stop, three.solutions), (Some(Stop::Enough), 3));
    let three = solve("dlx-rs", &queens, &Task::first(3));
    assert_eq!((three.stop, three.solutions), (Some(Stop::Enough), 3));
}

/// Up to 10 options over a few items, with secondary items and colors.
fn random_cover() -> impl proptest::strategy::Strategy<Value = ExactCover> {
    let option = prop::collection::vec((0..9_u32, 0..6_u32), 1..5);
    (0..7_usize, 0..4_usize, prop::collection::vec(option, 0..11)).prop_map(
        |(primary, secondary, options)| {
            let mut builder = ExactCoverBuilder::new(primary, secondary);
            let palette = [builder.color("red"), builder.color("blue")];
            for entries in options {
                let items = (primary + secondary).max(1) as Item;
                let color = |(item, color): (u32, u32)| match palette.get(color as usize) {
                    Some(&color) if (item % items) as usize >= primary => (item % items, color),
                    _ => (item % items, 0),
                };
                // An option that the builder rejects is skipped.
                let _ = builder.colored_option(entries.into_iter().map(color));
            }
            builder.build()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn everyone_finds_what_the_referee_accepts(cover in random_cover()) {
        let expected: Vec<_> = covers_by_referee(&cover).into_iter().collect();
        // The builder of this test declares colors that no option uses; writing and reading drops these.
        let plain = if cover.items() > 0 { read(&format::knuth::write(&cover)) } else { cover.clone() };
        for entry in coverlab_strategies::EXACT_COVER {
            for cover in [&cover, &plain] {
                if let Some(found) = all(entry.about.name, cover) {
                    prop_assert_eq!(&found, &expected, "{}", entry.about.name);
                }
            }
        }
    }
}
