//! Compares the speed of strategies for exact cover: `cargo bench --bench exact_cover`.
//!
//! In each round, every strategy searches every workload for all solutions. The order of strategies changes
//! from round to round, so that drift of the machine affects all of them equally. Each cell is the median CPU
//! time and the median of its ratio to the first strategy in the same round. Limits are checked and counters
//! are maintained, as in every trial.
//!
//! Arguments: words that a workload's name must contain; `--rounds N`. With `--within SECONDS`, the benchmark
//! instead finds the largest instance of each family whose solutions `auto` counts in that CPU time, and
//! times the other strategies on it.

use coverlab_model::{ExactCover, Task, family};
use coverlab_strategies::{Configured, exact_cover};
use std::time::Duration;

/// The first strategy of each workload is the reference.
const WORKLOADS: &[(&str, &[&str])] = &[
    ("queens:12", ENUMERATE),
    ("queens:14", ENUMERATE),
    ("langford:11", ENUMERATE),
    ("langford:12", ENUMERATE),
    ("latin-reduced:6", ENUMERATE),
    ("latin:5", ENUMERATE),
    ("pentominoes:3x20", ENUMERATE),
    ("pentominoes:8x8", ENUMERATE),
    ("pentominoes:6x10", ENUMERATE),
    ("soma", ENUMERATE),
    ("macmahon:4x6", &["dancing-cells", "bit-cover", "auto"]),
    ("dominoes:8x8", &["dancing-cells", "bit-cover", "zdd-cover", "auto"]),
    ("dominating-queens:8x5", &["mcc", "auto"]),
];

const ENUMERATE: &[&str] = &["dancing-cells", "bit-cover", "zdd-cover", "auto", "dlx", "dlx-rs"];

fn main() {
    let mut rounds = 3;
    let mut wanted: Vec<String> = Vec::new();
    let mut time_limit = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // Cargo adds this argument.
            "--bench" => {}
            "--rounds" => rounds = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(rounds).max(1),
            "--within" => time_limit = arguments.next().and_then(|n| n.parse().ok()),
            word => wanted.push(word.to_string()),
        }
    }
    if let Some(seconds) = time_limit {
        return largest(Duration::from_secs(seconds), &wanted);
    }
    println!("| workload | solutions | strategy | seconds | relative | nodes |");
    println!("|---|---|---|---|---|---|");
    for (spec, names) in WORKLOADS {
        if wanted.is_empty() || wanted.iter().any(|word| spec.contains(word)) {
            workload(spec, names, rounds);
        }
    }
}

/// Families with increasing sizes; only sizes with solutions.
const GROWING: &[(&str, &[u32])] = &[
    ("queens", &[8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]),
    ("langford", &[7, 8, 11, 12, 15, 16]),
    ("latin", &[3, 4, 5, 6]),
    ("latin-reduced", &[4, 5, 6, 7, 8]),
    ("steiner-triples", &[7, 9, 13]),
    ("one-factorisations", &[4, 6, 8, 10]),
];

/// Finds the largest instance of each family whose solutions are counted within `time`.
fn largest(time: Duration, wanted: &[String]) {
    println!("| strategy | largest | solutions | seconds | nodes |");
    println!("|---|---|---|---|---|");
    for (family, sizes) in GROWING {
        if !wanted.is_empty() && !wanted.iter().any(|word| family.contains(word.as_str())) {
            continue;
        }
        for name in ["auto", "dancing-cells", "dlx"] {
            let strategy = name.parse().and_then(|spec| exact_cover(&spec)).unwrap_or_else(|e| panic!("{e}"));
            let counted = sizes.iter().map_while(|size| count(&strategy, &format!("{family}:{size}"), time));
            if let Some((spec, solutions, seconds, nodes)) = counted.last() {
                println!("| {name} | {spec} | {solutions} | {seconds:.3} | {nodes} |");
            }
        }
    }
}

/// The instance, its number of solutions, the CPU time in seconds and the nodes. `None` if the search exceeds
/// `time`.
fn count(strategy: &Configured<ExactCover>, spec: &str, time: Duration) -> Option<(String, u64, f64, u64)> {
    let problem = family::parse(spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
    let task = Task { time: Some(time), ..Task::count() };
    let mut outcomes = Vec::new();
    let cost = strategy.backend.session().run(std::slice::from_ref(&problem), &task, &mut outcomes);
    let outcome = &outcomes[0];
    let facts = (spec.to_string(), outcome.solutions, cost.solve.as_secs_f64(), outcome.counters.nodes);
    outcome.stop.is_none().then_some(facts)
}

fn workload(spec: &str, names: &[&str], rounds: usize) {
    let problem = family::parse(spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
    let strategies: Vec<Configured<ExactCover>> = names
        .iter()
        .map(|name| exact_cover(&name.parse().unwrap_or_else(|e| panic!("{name}: {e}"))))
        .map(|found| found.unwrap_or_else(|e| panic!("{e}")))
        .collect();
    let mut seconds = vec![Vec::new(); names.len()];
    let mut results = vec![(0, 0); names.len()];
    for round in 0..rounds {
        for turn in 0..names.len() {
            let which = (turn + round) % names.len();
            let (time, result) = once(&strategies[which], &problem);
            seconds[which].push(time);
            results[which] = result;
        }
    }
    for (which, name) in names.iter().enumerate() {
        let (solutions, nodes) = results[which];
        assert_eq!(solutions, results[0].0, "{name} and {} disagree on {spec}", names[0]);
        let ratios = seconds[which].iter().zip(&seconds[0]).map(|(mine, first)| mine / first).collect();
        let (time, ratio) = (median(seconds[which].clone()), median(ratios));
        println!("| {spec} | {solutions} | {name} | {time:.6} | {ratio:.3} | {nodes} |");
    }
}

/// The CPU time of one search in seconds, its solutions and its nodes.
fn once(strategy: &Configured<ExactCover>, problem: &ExactCover) -> (f64, (u64, u64)) {
    let task = Task { time: Some(Duration::from_secs(3600)), ..Task::count() };
    let mut outcomes = Vec::new();
    let cost = strategy.backend.session().run(std::slice::from_ref(problem), &task, &mut outcomes);
    let outcome = &outcomes[0];
    assert_eq!(outcome.stop, None, "{} did not finish", strategy.spec);
    (cost.solve.as_secs_f64(), (outcome.solutions, outcome.counters.nodes))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
