//! `auto` for exact covers: which strategy it chooses, and that a change of strategy neither loses nor
//! repeats a cover.

use crate::common::solve;
use coverlab_model::{Backend, ExactCover, Stop, Task, family, parallel};
use coverlab_strategies::exact_cover;
use std::collections::BTreeSet;

/// `auto` may report the first covers of a search and then switch to a diagram of all: no cover is reported
/// or counted twice.
#[test]
fn covers_kept_before_a_change_of_mind_are_covers_once() {
    let auto = exact_cover(&"auto".parse().unwrap()).unwrap();
    for (family, count) in [("dominoes:8x8", 12_988_816), ("latin:5", 161_280), ("dominoes:6x6", 6728)] {
        let problem = family::parse(family).unwrap();
        for keep in [1, 2, 37, 1000] {
            let outcome = solve(&auto, &problem, &Task { keep, ..Task::count() });
            assert_eq!((outcome.solutions, outcome.kept.len()), (count, keep), "{family}");
            let distinct: BTreeSet<String> = outcome.kept.iter().map(|cover| format!("{cover:?}")).collect();
            assert_eq!(distinct.len(), keep, "{family} gives a cover twice");
        }
    }
}

/// Whichever strategy wins, on one thread and on several, the count is the same, and on one thread so is the
/// work.
#[test]
fn auto_takes_who_counts_soonest() {
    let auto = exact_cover(&"auto".parse().unwrap()).unwrap();
    for (family, count, taken) in [
        ("dominoes:8x8", 12_988_816, "frontier-cover"),
        ("latin-reduced:7", 16_942_080, "frontier-cover"),
        ("matchings:complete-14", 135_135, "zdd-cover"),
        ("queens:11", 2680, "bit-cover"),
        ("pentominoes:8x8", 520, "bit-cover"),
    ] {
        let problem = family::parse(family).unwrap();
        let [first, second] = [(); 2].map(|()| solve(&auto, &problem, &Task::count()));
        assert_eq!(first.counters.nodes, second.counters.nodes, "{family}");
        assert_eq!((first.solutions, first.choice.map(|c| c.taken)), (count, Some(taken)), "{family}");
        let (shared, _) = parallel::solve(&*auto.backend, &problem, &Task::count(), 2);
        assert_eq!((shared.stop, shared.solutions), (None, count), "{family} on two threads");
    }
}

/// The rivals of a search leave most of the nodes to it if they do not finish, and finish if they can.
#[test]
fn rivals_use_a_share_of_the_node_limit() {
    let [auto, rows] = ["auto", "bit-cover"].map(|name| exact_cover(&name.parse().unwrap()).unwrap());
    for family in ["langford:15", "latin:6"] {
        let problem = family::parse(family).unwrap();
        let [own, rows] = [(&auto, 1_000_000), (&rows, 500_000)]
            .map(|(strategy, nodes)| solve(strategy, &problem, &Task { nodes, ..Task::count() }));
        assert_eq!((own.stop, own.counters.nodes), (Some(Stop::NodeLimit), 1_000_000), "{family}");
        assert_eq!(own.choice.map(|c| c.taken), Some("bit-cover"), "{family}");
        assert!(own.solutions >= rows.solutions, "{family}: {} < {}", own.solutions, rows.solutions);
    }
    let dominoes = family::parse("dominoes:8x8").unwrap();
    let swept = solve(&auto, &dominoes, &Task { nodes: 100_000, ..Task::count() });
    assert_eq!((swept.stop, swept.solutions), (None, 12_988_816));
}

/// Domino tilings of an Aztec diamond. The search reaches its small subtrees first, so it never seems large.
fn aztec_diamond(order: usize) -> ExactCover {
    let row = |k: usize| format!("{0}{1}{0}", ".".repeat(order - k), "#".repeat(2 * k));
    let rows: Vec<String> = (1..=order).chain((1..=order).rev()).map(row).collect();
    family::parse(&format!("dominoes:{}", rows.join("/"))).unwrap()
}

/// An Aztec diamond of order n has 2^(n(n+1)/2) tilings. A search of order 6 takes nine million nodes.
#[test]
fn auto_does_not_trust_an_estimate_that_grows() {
    let auto = exact_cover(&"auto".parse().unwrap()).unwrap();
    for order in 1..=8 {
        let problem = aztec_diamond(order);
        let task = Task { nodes: 1_000_000, ..Task::count() };
        let outcome = solve(&auto, &problem, &task);
        let count = 1 << (order * (order + 1) / 2);
        assert_eq!((outcome.stop, outcome.solutions), (None, count), "order {order}");
        let (shared, _) = parallel::solve(&*auto.backend, &problem, &task, 2);
        assert_eq!((shared.stop, shared.solutions), (None, count), "order {order} on two threads");
    }
}

/// If neither a diagram nor a sweep is faster, the parts are searched at once, with the same nodes as
/// `bit-cover`.
#[test]
fn auto_tries_nothing_again_in_the_parts_of_a_search() {
    let [auto, rows] = ["auto", "bit-cover"].map(|name| exact_cover(&name.parse().unwrap()).unwrap());
    for family in ["queens:13", "langford:11"] {
        let problem = family::parse(family).unwrap();
        let joint = auto.backend.solve_together(&problem, &Task::count(), 2).unwrap();
        let taught = joint.in_parts.unwrap_or_else(|| panic!("{family} is done"));
        assert_eq!((joint.outcome.solutions, joint.outcome.kept.len()), (0, 0));
        let parts = parallel::split(&problem, 4);
        let nodes = |backend: &dyn Backend<ExactCover>| -> u64 {
            let mut session = backend.session();
            parts.iter().map(|part| session.untimed(&part.problem, &Task::count()).counters.nodes).sum()
        };
        let (own, others) = (nodes(&*taught), nodes(&*rows.backend));
        assert_eq!(own, others, "{family}");
        assert!(nodes(&*auto.backend) > others, "the parts of {family} are not worth a contest");
    }
}

/// A domino board: a corridor that ends in two corridors half as far apart, and so on, `depth` times.
fn branches(width: usize, depth: u32, length: usize) -> ExactCover {
    let mut rows = Vec::new();
    for level in 0..=depth {
        let space = (width + 1) << (depth - level);
        let row = |width: usize| {
            let [left, right] = [space - width, space - width + 1].map(|empty| ".".repeat(empty / 2));
            format!("{left}{}{right}", "#".repeat(width)).repeat(1 << level)
        };
        rows.extend(vec![row(width); length]);
        if level < depth {
            rows.extend(vec![row(space / 2 + width); width]);
        }
    }
    family::parse(&format!("dominoes:{}", rows.join("/"))).unwrap()
}

/// A search does not end. On the large board a sweep does not either.
#[test]
fn auto_counts_on_boards_with_branches() {
    for (depth, other) in [(3, "frontier-cover"), (5, "model-count")] {
        let problem = branches(4, depth, 8);
        let [own, other] = ["auto", other].map(|name| {
            let outcome = solve(&exact_cover(&name.parse().unwrap()).unwrap(), &problem, &Task::count());
            (outcome.stop, outcome.count(), outcome.choice.map_or(name, |choice| choice.taken))
        });
        assert_eq!(own, other);
    }
}
