//! Tests of every strategy for exact cover on its own kind of problem: families with
//! known counts, and small random instances with everything that an instance can have.

use coverlab_model::{
    Backend, Cover, ExactCover, ExactCoverBuilder, Flow, Item, Outcome, Problem, Progress, Spec, Stop, Task,
    Values, family, parallel,
};
use coverlab_strategies::{Configured, EXACT_COVER, exact_cover};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

/// Every strategy for exact cover, by default and once per value of each parameter.
fn everyone() -> Vec<Configured<ExactCover>> {
    let mut all = Vec::new();
    for entry in EXACT_COVER {
        let mut add = |parameters: Vec<(String, String)>| {
            let spec = Spec { name: entry.about.name.to_string(), parameters };
            all.push(exact_cover(&spec).unwrap_or_else(|e| panic!("{spec}: {e}")));
        };
        add(Vec::new());
        for parameter in entry.about.parameters {
            let values: Vec<String> = match parameter.values {
                Values::OneOf(words) => words.iter().map(ToString::to_string).collect(),
                Values::Integer(low, high) => vec![low.to_string(), high.to_string()],
            };
            for value in values.into_iter().filter(|v| v != parameter.default) {
                add(vec![(parameter.name.to_string(), value)]);
            }
        }
    }
    all
}

fn solve(strategy: &Configured<ExactCover>, problem: &ExactCover, task: &Task) -> Outcome<ExactCover> {
    let mut outcomes = Vec::new();
    strategy.backend.session().run(std::slice::from_ref(problem), task, &mut outcomes);
    let outcome = outcomes.pop().expect("one outcome per instance");
    outcome.verify(problem).unwrap_or_else(|v| panic!("{} on {problem:?}: {v}", strategy.spec));
    outcome
}

/// Counts from the literature: A000170, A014552, A000315, A002860, A004003, A000438, A030128 and
/// others of the On-Line Encyclopedia of Integer Sequences, and TAOCP 7.2.2.1.
const KNOWN: &[(&str, u64)] = &[
    ("queens:1", 1),
    ("queens:2", 0),
    ("queens:4", 2),
    ("queens:6", 4),
    ("queens:8", 92),
    ("queens:9", 352),
    ("langford:3", 2),
    ("langford:5", 0),
    ("langford:7", 52),
    ("langford-reduced:3", 1),
    ("langford-reduced:4", 1),
    ("langford-reduced:7", 26),
    ("langford-reduced:8", 150),
    ("latin:1", 1),
    ("latin:3", 12),
    ("latin:4", 576),
    ("latin-reduced:5", 56),
    ("dominoes:4x4", 36),
    ("dominoes:3x3", 0),
    ("dominoes:2x10", 89),
    ("dominoes:5x6", 1183),
    // Elkies, Kuperberg, Larsen and Propp, Alternating-Sign Matrices and Domino Tilings, 1992.
    ("dominoes:..##../.####./######/######/.####./..##..", 64),
    ("dominoes:.###/####/####/###.", 0),
    ("polyominoes:####/####/####:###/#,##/##,####", 0),
    ("polyominoes:###/###/###:###,###,###", 12),
    ("polycubes:2x2x2:##/#,##/##+#", 24),
    ("word-square:heart,ember,abuse,resin,trend", 1),
    ("word-square:ab,ba", 2),
    ("word-square:no,on", 2),
    ("steiner-triples:7", 30),
    ("steiner-triples:8", 0),
    ("steiner-triples:9", 840),
    ("one-factorisations:4", 6),
    ("one-factorisations:6", 720),
    ("matchings:petersen", 6),
    ("matchings:cube-3", 9),
    ("matchings:cube-4", 272),
    ("matchings:complete-8", 105),
    ("matchings:cycle-9", 0),
    ("matchings:a-b,b-c,c-d,d-a", 2),
    ("dominating-queens:4x2", 12),
    ("dominating-queens:5x3", 186),
    ("dominating-queens:6x3", 4),
    ("quasigroup:6:0", 1),
];

#[test]
fn known_counts_come_out() {
    for strategy in everyone() {
        for &(spec, count) in KNOWN {
            let problem = family::parse(spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
            if strategy.backend.accepts(&problem).is_err() {
                assert_eq!(
                    solve(&strategy, &problem, &Task::count()).stop,
                    Some(Stop::Unsupported),
                    "{}",
                    strategy.spec
                );
                continue;
            }
            let outcome = solve(&strategy, &problem, &Task::count());
            assert_eq!((outcome.stop, outcome.solutions), (None, count), "{} on {spec}", strategy.spec);
            let shown = solve(&strategy, &problem, &Task::first(1000));
            assert_eq!(shown.kept.len() as u64, count.min(1000), "{} on {spec}", strategy.spec);
        }
    }
}

/// More than two words hold, also where a diagram counts in two. The number is that of another program, which goes cell by
/// cell with a set of columns for a state.
#[test]
fn counts_beyond_128_bits_are_exact() {
    let problem = family::parse("dominoes:42x8").unwrap();
    for name in ["zdd-cover", "zdd-cover:heuristic=first", "frontier-cover", "component-cover", "auto"] {
        let strategy = exact_cover(&name.parse().unwrap()).unwrap();
        let outcome = solve(&strategy, &problem, &Task::count());
        assert_eq!((outcome.stop, outcome.solutions), (None, u64::MAX), "{name}");
        assert_eq!(outcome.count().to_string(), "3551658752738951336334492091773332263489", "{name}");
    }
}

#[test]
fn larger_counts_come_out_where_they_are_cheap() {
    let cases = [
        (
            "dominoes:8x8",
            12_988_816,
            &["zdd-cover", "zdd-cover:heuristic=first", "frontier-cover", "component-cover", "auto"][..],
        ),
        (
            "dominoes:12x12",
            53_060_477_521_960_000,
            &["zdd-cover", "frontier-cover", "component-cover", "auto"],
        ),
        // More than any counter holds: as many as anybody can ask for.
        ("dominoes:14x14", u64::MAX, &["zdd-cover:heuristic=first", "frontier-cover", "component-cover"]),
        // With memory for a part of its counts only.
        ("latin:5", 161_280, &["component-cover", "component-cover:memory=1"]),
        ("dominoes:7x9", 0, &["frontier-cover", "component-cover"]),
        // In parts, where the memory does not hold all states, and at once.
        ("latin-reduced:7", 16_942_080, &["frontier-cover", "frontier-cover:memory=1"]),
        ("matchings:complete-10", 945, &["frontier-cover", "component-cover"]),
        ("pentominoes:3x20", 8, &["dancing-cells", "bit-cover", "auto", "dlx"]),
        ("soma", 11520, &["bit-cover", "zdd-cover", "auto"]),
        ("queens:10", 724, &["bit-cover", "dancing-cells", "auto"]),
        ("langford:8", 300, &["bit-cover", "dancing-cells", "auto"]),
        ("latin-reduced:6", 9408, &["bit-cover", "dancing-cells", "mcc", "component-cover", "auto"]),
    ];
    for (family, count, specs) in cases {
        for spec in specs {
            let strategy = exact_cover(&spec.parse().unwrap()).unwrap();
            let outcome = solve(&strategy, &family::parse(family).unwrap(), &Task::count());
            assert_eq!(outcome.solutions, count, "{spec} on {family}");
        }
    }
}

/// A frontier that no state holds: one item with more colors than bits. Two items have to agree on one.
#[test]
fn what_is_too_wide_to_sweep_is_enumerated() {
    let colors = 1100;
    let options = (1..=colors).flat_map(|color| [format!("a s:c{color}\n"), format!("b s:c{color}\n")]);
    let text = format!("a b | s\n{}", options.collect::<String>());
    let problem = coverlab_model::format::knuth::read(&text).unwrap();
    let strategy = exact_cover(&"frontier-cover".parse().unwrap()).unwrap();
    for keep in [0, 2] {
        let outcome = solve(&strategy, &problem, &Task { keep, ..Task::count() });
        assert_eq!((outcome.stop, outcome.solutions, outcome.kept.len()), (None, colors, keep));
        outcome.verify(&problem).unwrap();
    }
}

/// `auto` reports the first covers of a search that it may then give up for a diagram of all: none of
/// them comes twice, and none is counted twice.
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

/// Whichever wins, on one thread and on several: the number is the same, and on one thread so is the work.
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

/// The dominoes of an Aztec diamond. The search comes to its small parts first, so that it never seems large.
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

/// Where neither a diagram nor a sweep is better, the parts are searched at once: they do what those of `bit-cover` do.
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

/// A board for dominoes: a corridor that ends in two half as far apart, and so on, four times.
fn branches() -> ExactCover {
    const ROWS: [(&str, usize); 9] = [
        ("......................##.......................", 4),
        ("..........##########################...........", 2),
        ("..........##......................##...........", 4),
        ("....##############..........##############.....", 2),
        ("....##..........##..........##..........##.....", 4),
        (".########....########....########....########..", 2),
        (".##....##....##....##....##....##....##....##..", 4),
        ("#####.#####.#####.#####.#####.#####.#####.#####", 2),
        ("##.##.##.##.##.##.##.##.##.##.##.##.##.##.##.##", 4),
    ];
    let rows = ROWS.iter().flat_map(|&(row, times)| std::iter::repeat_n(row, times));
    family::parse(&format!("dominoes:{}", rows.collect::<Vec<_>>().join("/"))).unwrap()
}

#[test]
fn auto_counts_what_falls_asunder_by_components() {
    let problem = branches();
    let count = |name: &str| solve(&exact_cover(&name.parse().unwrap()).unwrap(), &problem, &Task::count());
    let (own, swept) = (count("auto"), count("frontier-cover"));
    assert_eq!((own.stop, own.count()), (None, swept.count()));
    assert_eq!(own.choice.map(|c| c.taken), Some("component-cover"));
}

/// A small instance with secondary items, colors and, if wanted, multiplicities.
fn random_instance(random: &mut Pcg64Mcg, multiplicities: bool) -> ExactCover {
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let (primary, secondary) = (1 + below(5), below(4));
    let mut builder = ExactCoverBuilder::new(primary, secondary);
    let colors: Vec<u32> = (0..below(3)).map(|k| builder.color(&format!("color{k}"))).collect();
    if multiplicities {
        for item in 0..primary {
            let least = below(3) as u32;
            builder.multiplicity(item as Item, least, (least + below(3) as u32).max(1)).unwrap();
        }
    }
    for _ in 0..2 + below(9) {
        let mut entries = Vec::new();
        for item in 0..primary + secondary {
            if below(3) == 0 {
                let colored = item >= primary && !colors.is_empty() && below(3) > 0;
                entries.push((item as Item, if colored { colors[below(colors.len())] } else { 0 }));
            }
        }
        if !entries.is_empty() {
            builder.colored_option(entries).unwrap();
        }
    }
    builder.build()
}

/// Every set of options that the referee accepts.
fn by_referee(problem: &ExactCover) -> BTreeSet<Vec<u32>> {
    let sets = (0..1_u32 << problem.options())
        .map(|set| (0..problem.options() as u32).filter(move |o| set >> o & 1 == 1));
    sets.map(Iterator::collect)
        .filter(|c: &Vec<u32>| problem.verify(&Cover::new(c.clone())).is_ok())
        .collect()
}

#[test]
fn everyone_finds_what_the_referee_accepts() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let everyone = everyone();
    let mut nonempty = 0;
    for round in 0..1500 {
        let problem = random_instance(&mut random, round % 3 == 0);
        let expected = by_referee(&problem);
        nonempty += usize::from(expected.len() > 1);
        for strategy in everyone.iter().filter(|s| s.backend.accepts(&problem).is_ok()) {
            let outcome = solve(strategy, &problem, &Task::first(u64::MAX));
            let found: BTreeSet<_> = outcome.kept.iter().map(|c| c.options().to_vec()).collect();
            let text: Vec<_> = (0..problem.options() as u32).map(|o| problem.option_text(o)).collect();
            assert_eq!(found, expected, "{} on {problem:?} {text:#?}", strategy.spec);
            assert_eq!(outcome.stop, None, "{}", strategy.spec);
            let counted = solve(strategy, &problem, &Task::count());
            assert_eq!(counted.solutions, expected.len() as u64, "{}", strategy.spec);
        }
    }
    assert!(nonempty > 300, "only {nonempty} instances have several covers");
}

#[test]
fn somebody_accepts_every_instance() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    for round in 0..20 {
        let problem = random_instance(&mut random, round % 2 == 0);
        for name in ["auto", "mcc"] {
            let strategy = exact_cover(&name.parse().unwrap()).unwrap();
            assert_eq!(strategy.backend.accepts(&problem), Ok(()));
        }
    }
}

#[test]
fn threads_add_up_to_one_search() {
    let names = ["algorithm-x", "dlx", "dancing-cells", "bit-cover", "mcc", "zdd-cover", "frontier-cover"];
    for name in names.into_iter().chain(["component-cover", "auto"]) {
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

/// Splitting into parts alone shows that these have no cover.
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
    // A tenth of a second is nothing beside it, on any machine.
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
        // By each of three threads it would be 300 ms. Clocks jump where a machine stalls, so one of several tries counts.
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

#[test]
fn nodes_by_depth_add_up_and_change_nothing() {
    let problem = family::parse("langford:7").unwrap();
    for name in ["dlx", "dancing-cells", "bit-cover", "mcc"] {
        let strategy = exact_cover(&name.parse().unwrap()).unwrap();
        let plain = solve(&strategy, &problem, &Task::count());
        let progress = Progress::with_depths();
        let counted = solve(&strategy, &problem, &Task { progress: Some(progress.clone()), ..Task::count() });
        let depths = progress.depths().unwrap();
        assert_eq!(counted.counters, plain.counters, "{name}");
        assert_eq!(depths.iter().sum::<u64>(), plain.counters.nodes, "{name}");
        assert_eq!((depths[0], depths.len() as u64), (1, plain.counters.max_depth + 1), "{name}");
        let progress = Progress::with_depths();
        let task = Task { progress: Some(progress.clone()), ..Task::count() };
        let (outcome, _) = parallel::solve(&*strategy.backend, &problem, &task, 3);
        assert_eq!(outcome.solutions, 52);
        assert!((progress.fraction() - 1.0).abs() < 1e-9, "{name}: {}", progress.fraction());
        assert_eq!(progress.depths().unwrap().iter().sum::<u64>(), outcome.counters.nodes, "{name}");
    }
}

#[test]
fn colors_and_multiplicities_survive_threads() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let strategy = exact_cover(&"auto".parse().unwrap()).unwrap();
    for round in 0..300 {
        let problem = random_instance(&mut random, round % 3 == 0);
        let task = Task::first(u64::MAX);
        let (outcome, _) = parallel::solve(&*strategy.backend, &problem, &task, 2);
        let found: BTreeSet<_> = outcome.kept.iter().map(|c| c.options().to_vec()).collect();
        assert_eq!(found, by_referee(&problem));
    }
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
fn whoever_counts_may_keep_the_first_few() {
    let problem = family::parse("dominoes:8x8").unwrap();
    for name in ["zdd-cover", "component-cover", "auto"] {
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

#[test]
fn progress_grows_to_one() {
    let problem = family::parse("queens:9").unwrap();
    for strategy in everyone() {
        let progress = Progress::default();
        let task = Task { progress: Some(progress.clone()), ..Task::count() };
        let mut last = 0.0;
        let mut session = strategy.backend.session();
        let outcome = session.stream(&problem, &task, &mut |_| {
            let now = progress.fraction();
            assert!((last..=1.0).contains(&now), "{}: {last} then {now}", strategy.spec);
            last = now;
            Flow::Continue(())
        });
        assert_eq!(outcome.solutions, 352);
        assert_eq!(progress.fraction(), 1.0, "{}", strategy.spec);
    }
}
