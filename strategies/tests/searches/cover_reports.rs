//! Reports of exact cover searches: progress, the first few covers; and the effect of orders.

use crate::common::{exact_covers, solve};
use coverlab_model::{Flow, Progress, Task, family, parallel};
use coverlab_strategies::exact_cover;
use std::collections::HashMap;

#[test]
fn progress_of_parts_adds_up_and_changes_nothing() {
    let problem = family::parse("langford:7").unwrap();
    for name in ["dlx", "dancing-cells", "bit-cover", "mcc"] {
        let strategy = exact_cover(&name.parse().unwrap()).unwrap();
        let plain = solve(&strategy, &problem, &Task::count());
        let watched = Task { progress: Some(Progress::default()), ..Task::count() };
        assert_eq!(solve(&strategy, &problem, &watched).counters, plain.counters, "{name}");
        let progress = Progress::default();
        let task = Task { progress: Some(progress.clone()), ..Task::count() };
        let (outcome, _) = parallel::solve(&*strategy.backend, &problem, &task, 3);
        assert_eq!(outcome.solutions, 52);
        assert!((progress.fraction() - 1.0).abs() < 1e-9, "{name}: {}", progress.fraction());
    }
}

#[test]
fn progress_grows_to_one() {
    let problem = family::parse("queens:9").unwrap();
    for strategy in exact_covers() {
        let progress = Progress::default();
        let task = Task { progress: Some(progress.clone()), ..Task::count() };
        let mut last = 0.0;
        let mut session = strategy.backend.session();
        let (outcome, _) = session.stream(&problem, &task, &mut |_| {
            let now = progress.fraction();
            assert!((last..=1.0).contains(&now), "{}: {last} then {now}", strategy.spec);
            last = now;
            Flow::Continue(())
        });
        assert_eq!(outcome.solutions, 352);
        assert_eq!(progress.fraction(), 1.0, "{}", strategy.spec);
    }
}

#[test]
fn whoever_counts_may_keep_the_first_few() {
    let problem = family::parse("dominoes:8x8").unwrap();
    for name in ["zdd-cover", "frontier-cover", "auto"] {
        let strategy = exact_cover(&name.parse().unwrap()).unwrap();
        let task = Task { nodes: 100_000, keep: 3, ..Task::count() };
        let outcome = solve(&strategy, &problem, &task);
        assert_eq!((outcome.stop, outcome.solutions, outcome.kept.len()), (None, 12_988_816, 3), "{name}");
    }
    let small = family::parse("queens:6").unwrap();
    let strategy = exact_cover(&"auto".parse().unwrap()).unwrap();
    let outcome = solve(&strategy, &small, &Task { keep: 3, ..Task::count() });
    assert_eq!((outcome.solutions, outcome.kept.len()), (4, 3));
}

#[test]
fn random_covers_are_uniform() {
    let strategy = exact_cover(&"zdd-cover:order=random".parse().unwrap()).unwrap();
    let problem = family::parse("queens:6").unwrap();
    let (mut first, mut second) = (HashMap::new(), HashMap::new());
    for seed in 0..2000 {
        let kept = solve(&strategy, &problem, &Task { seed, ..Task::first(2) }).kept;
        *first.entry(kept[0].clone()).or_insert(0) += 1;
        *second.entry(kept[1].clone()).or_insert(0) += 1;
    }
    for counts in [first, second] {
        // Four covers, 500 expected of each, standard deviation about 19.
        assert_eq!(counts.len(), 4);
        assert!(counts.values().all(|c| (400..600).contains(c)), "{counts:?}");
    }
}

#[test]
fn weights_decide_where_mrv_does_not() {
    let weighted = exact_cover(&"dancing-cells:heuristic=weighted".parse().unwrap()).unwrap();
    let fewest = exact_cover(&"dancing-cells".parse().unwrap()).unwrap();
    let problem = family::parse("quasigroup:30:316:1").unwrap();
    let task = Task { nodes: 3_000_000, ..Task::first(1) };
    let plain = solve(&fewest, &problem, &task);
    let learned = solve(&weighted, &problem, &task);
    assert_eq!(learned.solutions, 1);
    assert!(
        plain.counters.nodes > 3 * learned.counters.nodes,
        "{} {}",
        plain.counters.nodes,
        learned.counters.nodes
    );
}
