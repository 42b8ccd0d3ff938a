//! Exact cover searches with several threads: together they find, list and count the same as one thread,
//! within its limits.

use coverlab_model::{ExactCoverBuilder, Flow, Problem, Stop, Task, family, parallel};
use coverlab_strategies::{EXACT_COVER, exact_cover};
use std::time::Duration;

#[test]
fn threads_add_up_to_one_search() {
    let names =
        ["algorithm-x", "dlx", "dancing-cells", "bit-cover", "mcc", "zdd-cover", "frontier-cover", "auto"];
    for name in names {
        let strategy = exact_cover(&name.parse().unwrap()).unwrap();
        for (spec, count) in
            [("queens:8", 92), ("langford:7", 52), ("latin:4", 576), ("queens:2", 0), ("queens:1", 1)]
        {
            let problem = family::parse(spec).unwrap();
            for threads in [1, 2, 3] {
                let task = Task { keep: usize::MAX, ..Task::count() };
                let (outcome, _) = parallel::solve(&*strategy.backend, &problem, &task, threads);
                outcome.verify(&problem).unwrap_or_else(|v| panic!("{name} on {spec}: {v}"));
                let found = (outcome.stop, outcome.solutions, outcome.kept.len() as u64);
                assert_eq!(found, (None, count, count), "{name} on {spec}, {threads} threads");
                let (first, _) = parallel::solve(&*strategy.backend, &problem, &Task::first(5), threads);
                assert_eq!(first.solutions, count.min(5), "{name} on {spec}, {threads} threads");
                first.verify(&problem).unwrap();
                let (counted, _) = parallel::solve(&*strategy.backend, &problem, &Task::count(), threads);
                assert_eq!((counted.stop, counted.solutions), (None, count), "{name} on {spec}");
            }
        }
    }
}

/// Splitting alone shows that these instances have no cover.
#[test]
fn an_instance_without_a_part_is_searched_all_the_same() {
    let mut starved = ExactCoverBuilder::new(2, 0);
    starved.option([0]).unwrap();
    for problem in [starved.build(), family::parse("queens:3").unwrap()] {
        assert!(parallel::split(&problem, 32).is_empty());
        for entry in EXACT_COVER {
            let strategy = exact_cover(&entry.about.name.parse().unwrap()).unwrap();
            for task in [Task::first(1), Task::first(2), Task::first(u64::MAX), Task::count()] {
                let (listed, _) =
                    parallel::stream(&*strategy.backend, &problem, &task, 2, &mut |_| Flow::Continue(()));
                let (counted, _) = parallel::solve(&*strategy.backend, &problem, &task, 2);
                for outcome in [listed, counted] {
                    assert_eq!((outcome.stop, outcome.solutions), (None, 0), "{}", strategy.spec);
                }
            }
        }
    }
}

#[test]
fn a_list_made_by_threads_depends_on_nothing_but_their_number() {
    let problem = family::parse("queens:8").unwrap();
    let strategy = exact_cover(&"dancing-cells".parse().unwrap()).unwrap();
    let list = |task: &Task, threads| {
        let mut list = Vec::new();
        let (outcome, _) = parallel::stream(&*strategy.backend, &problem, task, threads, &mut |cover| {
            problem.verify(cover).unwrap();
            list.push(cover.clone());
            Flow::Continue(())
        });
        assert_eq!(outcome.solutions, list.len() as u64);
        (outcome.stop, list)
    };
    for threads in [1, 2, 5] {
        let (stop, all) = list(&Task::count(), threads);
        assert_eq!((stop, all.len()), (None, 92));
        assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), 92);
        for limit in [1, 10, 92] {
            let (stop, some) = list(&Task { solutions: limit, ..Task::count() }, threads);
            assert_eq!((stop, &some[..]), (Some(Stop::Enough), &all[..limit as usize]));
        }
    }
    let task = Task::count();
    task.cancel.raise();
    for threads in [1, 3] {
        assert_eq!(list(&task, threads).0, Some(Stop::Cancelled));
    }
}

#[test]
fn limits_hold_for_all_threads_together() {
    // A tenth of a second is negligible compared to this search, on any machine.
    let problem = family::parse("queens:17").unwrap();
    for name in ["dlx", "dancing-cells", "bit-cover", "auto"] {
        let strategy = exact_cover(&name.parse().unwrap()).unwrap();
        let spent = |task: &Task| {
            let (outcome, cpu) = parallel::solve(&*strategy.backend, &problem, task, 3);
            (outcome.stop, outcome.counters.nodes, cpu)
        };
        let (stop, nodes, _) = spent(&Task { nodes: 20_000, ..Task::count() });
        assert_eq!(stop, Some(Stop::NodeLimit), "{name}");
        assert!((15_000..=20_000).contains(&nodes), "{name}: {nodes}");
        // If each of three threads used the limit, this would take 300 ms. Clocks jump on a stalled machine,
        // so one of several tries suffices.
        let time = Duration::from_millis(100);
        let mut tries = (0..20).map(|_| {
            let (stop, _, cpu) = spent(&Task { time: Some(time), ..Task::count() });
            assert_eq!(stop, Some(Stop::Deadline), "{name}");
            assert!(cpu >= time * 3 / 4, "{name}: {cpu:?}");
            cpu
        });
        assert!(tries.any(|cpu| cpu < time * 2), "{name}: each of the threads takes its time");
        let (stop, nodes, _) = spent(&Task { nodes: 1, ..Task::count() });
        assert_eq!((stop, nodes), (Some(Stop::NodeLimit), 1), "{name}");
    }
}
