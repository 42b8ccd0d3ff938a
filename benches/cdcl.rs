//! Compares `cdcl` with batsat and varisat: `cargo bench --bench cdcl`.
//!
//! In each round, every strategy searches every formula of a workload for a model. The order of strategies
//! changes from round to round, so that drift of the machine affects all of them equally. Each row is a
//! workload and a strategy: the numbers of formulas with and without a model, the median over the rounds of
//! the total CPU time in seconds, the median of its ratio to the first strategy in the same round, and the
//! conflicts if counted. Models are verified and answers compared. The time includes loading the formula.
//!
//! Arguments: words that a workload's name must contain; `--rounds N`; `--with SPEC` to add a strategy;
//! `--files PATH` to add the formulas of a file or folder as a workload, such as those of SATLIB (H. H. Hoos
//! and T. Stützle, *SATLIB: An Online Resource for Research on SAT*, 2000).

use coverlab::corpus::{self, Instances};
use coverlab_model::family::formula;
use coverlab_model::{Cnf, Event, Task};
use coverlab_strategies::{Configured, cnf};
use std::time::Duration;

/// The strategies; the first is the reference.
const STRATEGIES: &[&str] = &["sat:solver=batsat", "sat", "cdcl", "cdcl:restarts=luby"];

/// A family without its seed, and the number of seeds, which start at 1.
const WORKLOADS: &[(&str, u32)] = &[
    ("random-sat:3:150:639", 40),
    ("random-sat:3:250:1065", 40),
    ("random-sat:5:70:1491", 10),
    ("quasigroup:20:190", 20),
    ("quasigroup:30:316", 20),
    ("pigeonhole:8", 1),
    ("parity:20", 5),
    ("tseitin:20:3", 5),
];

fn main() {
    let mut rounds = 3;
    let mut wanted: Vec<String> = Vec::new();
    let mut files: Vec<String> = Vec::new();
    let mut specs: Vec<String> = STRATEGIES.iter().map(ToString::to_string).collect();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // Cargo adds this argument.
            "--bench" => {}
            "--rounds" => rounds = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(rounds).max(1),
            "--with" => specs.extend(arguments.next()),
            "--files" => files.extend(arguments.next()),
            word => wanted.push(word.to_string()),
        }
    }
    println!("| workload | models | none | strategy | seconds | relative | conflicts |");
    println!("|---|---|---|---|---|---|---|");
    for &(family, seeds) in WORKLOADS {
        if wanted.is_empty() || wanted.iter().any(|word| family.contains(word)) {
            workload(family, &formulas(family, seeds), &specs, rounds);
        }
    }
    for path in &files {
        let corpus = corpus::from_path(path.as_ref()).unwrap_or_else(|e| panic!("{e}"));
        let Instances::Cnf(list) = corpus.instances else { panic!("{path} holds no formulas") };
        let formulas: Vec<Cnf> = list.into_iter().map(|instance| instance.problem).collect();
        workload(&corpus.name, &formulas, &specs, rounds);
    }
}

/// The formulas of a family with seeds from 1.
fn formulas(family: &str, seeds: u32) -> Vec<Cnf> {
    let make = |spec: String| formula::parse(&spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
    match seeds {
        1 => vec![make(family.to_string())],
        _ => (1..=seeds).map(|seed| make(format!("{family}:{seed}"))).collect(),
    }
}

fn workload(name: &str, formulas: &[Cnf], specs: &[String], rounds: usize) {
    let strategies: Vec<Configured<Cnf>> = specs
        .iter()
        .map(|spec| spec.parse().and_then(|spec| cnf(&spec)).unwrap_or_else(|e| panic!("{spec}: {e}")))
        .collect();
    let mut seconds = vec![Vec::new(); specs.len()];
    let mut conflicts = vec![0; specs.len()];
    let mut satisfiable = vec![None; formulas.len()];
    for round in 0..rounds {
        conflicts.fill(0);
        let mut spent = vec![0.0; specs.len()];
        for (k, formula) in formulas.iter().enumerate() {
            for turn in 0..specs.len() {
                let which = (turn + round + k) % specs.len();
                let (time, found, learned) = once(&strategies[which], formula);
                spent[which] += time;
                conflicts[which] += learned;
                assert_eq!(*satisfiable[k].get_or_insert(found), found, "{} differs", specs[which]);
            }
        }
        seconds.iter_mut().zip(spent).for_each(|(seconds, spent)| seconds.push(spent));
    }
    let yes = satisfiable.iter().filter(|found| **found == Some(true)).count();
    for (which, spec) in specs.iter().enumerate() {
        let ratios = seconds[which].iter().zip(&seconds[0]).map(|(mine, first)| mine / first).collect();
        let (time, ratio) = (median(seconds[which].clone()), median(ratios));
        let no = formulas.len() - yes;
        println!("| {name} | {yes} | {no} | {spec} | {time:.4} | {ratio:.3} | {} |", conflicts[which]);
    }
}

/// The CPU time of one search in seconds, whether it found a model, and its conflicts.
fn once(strategy: &Configured<Cnf>, formula: &Cnf) -> (f64, bool, u64) {
    let task = Task { time: Some(Duration::from_secs(600)), ..Task::first(1) };
    let mut outcomes = Vec::new();
    let cost = strategy.backend.session().run(std::slice::from_ref(formula), &task, &mut outcomes);
    let outcome = &outcomes[0];
    outcome.verify(formula).unwrap_or_else(|violation| panic!("{}: {violation}", strategy.spec));
    assert!(outcome.stop.is_none() || outcome.solutions == 1, "{} did not finish", strategy.spec);
    (cost.solve.as_secs_f64(), outcome.solutions == 1, outcome.counters.of(Event::Conflict))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
