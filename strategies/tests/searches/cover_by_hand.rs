//! Tests the exact-cover strategies on hand-written instances.

use crate::common;
use coverlab_model::{ExactCover, ExactCoverBuilder, Outcome, Stop, Task, family, format};
use coverlab_strategies::EXACT_COVER;

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
    let counts = EXACT_COVER.iter().filter_map(|entry| {
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
    for name in EXACT_COVER.iter().map(|entry| entry.about.name) {
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

#[test]
fn dancing_links_visit_the_nodes_that_knuths_program_visits() {
    // The figures of DLX1 on the same instance.
    let outcome = solve("dlx", &family::parse("queens:12").unwrap(), &Task::count());
    assert_eq!((outcome.solutions, outcome.counters.nodes), (14_200, 211_716));
    assert_eq!(outcome.counters.max_depth, 12);
}
