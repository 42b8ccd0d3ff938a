//! Traces of strategies: watching does not change the search, and every step can be followed.

use crate::common::{CoverSize, below, random_cover, random_formula, search, with_every_value};
use crate::puzzles::{Puzzles, known};
use coverlab_model::{
    BadSpec, Entry, ExactCover, Flow, Outcome, Problem, Shape, Spec, Stop, Sudoku, Task, TraceEvent, family,
    family::formula, step::Instance,
};
use coverlab_strategies::{CNF, Configured, EXACT_COVER, SUDOKU, cnf, exact_cover, sudoku};
use coverlab_trace::check::check;
use coverlab_trace::{Head, Level, Line, RecordOptions, Recorder, TraceLimits, TraceSubject};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

/// The strategies that report their steps.
const TELL: &[&str] = &[
    "bird-spec",
    "bird-prune",
    "bird",
    "bird-bits",
    "delord",
    "heller",
    "move-list",
    "hidden-single",
    "bands",
    "algorithm-x",
    "dlx",
    "dancing-cells",
    "bit-cover",
    "mcc",
    "unit-propagation",
    "cdcl",
];

/// The strategies of a registry that report steps, with defaults and once per value of each parameter.
fn tellers<P: Problem>(
    registry: &[Entry<P>],
    configure: impl Fn(&Spec) -> Result<Configured<P>, BadSpec>,
) -> Vec<Configured<P>> {
    let reporting = registry.iter().filter(|entry| TELL.contains(&entry.about.name));
    reporting.flat_map(|entry| with_every_value(entry.about, &configure)).collect()
}

/// Searches with and without watching, and checks the trace; returns the number of steps.
fn follow<P: Problem + Into<Instance>>(strategy: &Configured<P>, problem: &P, task: &Task) -> u64 {
    let silent = search(&*strategy.backend, problem, task);
    let mut trace = Vec::new();
    let mut write = |line: &Line, _: &Head| {
        let before = trace.len();
        serde_json::to_writer(&mut trace, line)?;
        trace.push(b'\n');
        Ok((trace.len() - before) as u64)
    };
    let subject = TraceSubject::of("a test".to_string(), problem, strategy);
    let limits = TraceLimits { solutions: None, nodes: None, events: u64::MAX, bytes: u64::MAX };
    let options = RecordOptions { level: Level::Micro, window: None, limits, seed: task.seed };
    let mut recorder = Recorder::new(&subject, options, &mut write);
    let traced = strategy.backend.session().trace(problem, task, &mut |event| recorder.record(event));
    let traced = traced.unwrap_or_else(|| panic!("{} does not tell", strategy.spec));
    recorder.end(traced.stop, &traced.counters).unwrap();
    let essence = |outcome: &Outcome<P>| {
        (outcome.stop, outcome.solutions, format!("{:?}", outcome.kept), outcome.counters)
    };
    assert_eq!(essence(&silent), essence(&traced), "{} on {problem:?}", strategy.spec);
    let checked = check(&trace[..]).unwrap_or_else(|why| panic!("{} on {problem:?}: {why}", strategy.spec));
    assert_eq!(checked.stats.nodes, traced.counters.nodes, "{} on {problem:?}", strategy.spec);
    checked.steps
}

fn task(nodes: u64) -> Task {
    Task { nodes, ..Task::first(30) }
}

#[test]
fn every_strategy_of_our_own_tells_and_no_other() {
    let puzzle = Sudoku::new(Shape::new(1, 1).unwrap(), &[0]).unwrap();
    let tells = |strategy: &Configured<Sudoku>| {
        strategy.backend.session().trace(&puzzle, &task(10), &mut |_| Flow::Continue(())).is_some()
    };
    let names = SUDOKU.iter().map(|e| e.about.name).chain(EXACT_COVER.iter().map(|e| e.about.name));
    for name in names.chain(CNF.iter().map(|e| e.about.name)) {
        let strategy = sudoku(&name.parse().unwrap()).unwrap();
        assert_eq!(tells(&strategy), TELL.contains(&name), "{name}");
    }
}

#[test]
fn a_listener_follows_on_boards() {
    let mut steps = 0;
    for strategy in tellers(SUDOKU, sudoku) {
        for (puzzle, _) in known() {
            steps += follow(&strategy, &puzzle, &task(150));
        }
        for (tall, wide, count) in [(1, 2, 10), (2, 2, 150), (2, 3, 60), (1, 5, 20), (3, 3, 40), (3, 4, 4)] {
            let mut puzzles = Puzzles::new(Shape::new(tall, wide).unwrap(), 7);
            for _ in 0..count {
                steps += follow(&strategy, &puzzles.puzzle(), &task(150));
            }
        }
    }
    assert!(steps > 10_000);
}

#[test]
fn a_listener_follows_on_covers() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let size = CoverSize { max_primary: 6, max_options: 13 };
    let mut covers: Vec<ExactCover> = (0..400).map(|k| random_cover(&mut random, size, k % 4 == 0)).collect();
    // In the last instance, a row of options is longer than any register.
    let families = ["queens:6", "langford:7", "dominoes:4x5", "steiner-triples:7", "word-square:ab,ba"];
    covers.extend(families.into_iter().chain(["latin:9"]).map(|spec| family::parse(spec).unwrap()));
    let mut steps = 0;
    for strategy in tellers(EXACT_COVER, exact_cover) {
        for cover in covers.iter().filter(|cover| strategy.backend.accepts(cover).is_ok()) {
            let nodes = if cover.options() > 500 { 20 } else { 300 };
            steps += follow(&strategy, cover, &task(nodes));
        }
    }
    assert!(steps > 10_000);
}

#[test]
fn a_search_that_starts_over_is_followed() {
    let cover = family::parse("queens:10").unwrap();
    let many = Task { nodes: 2500, ..Task::first(u64::MAX) };
    for spec in ["dlx:heuristic=weighted", "dancing-cells:heuristic=weighted"] {
        assert!(follow(&exact_cover(&spec.parse().unwrap()).unwrap(), &cover, &many) > 1000, "{spec}");
    }
}

#[test]
fn a_listener_follows_on_formulas() {
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let mut formulas = Vec::new();
    for _ in 0..300 {
        let (variables, clauses) = (1 + below(&mut random, 12), below(&mut random, 40));
        formulas.push(random_formula(&mut random, variables, clauses));
    }
    let mut shown = random_formula(&mut random, 12, 20);
    shown.project_to(vec![1, 3, 9]);
    formulas.push(shown);
    let mut steps = 0;
    for strategy in tellers(CNF, cnf) {
        for formula in &formulas {
            steps += follow(&strategy, formula, &task(400));
        }
    }
    assert!(steps > 10_000);
}

#[test]
fn a_hard_formula_is_followed_past_restarts_and_forgetting() {
    let formula = formula::parse("random-sat:3:60:256:3").unwrap();
    for spec in ["cdcl", "cdcl:restarts=luby", "cdcl:learn=no"] {
        let strategy = cnf(&spec.parse().unwrap()).unwrap();
        assert!(follow(&strategy, &formula, &task(150)) > 100, "{spec}");
    }
}

#[test]
fn whoever_has_heard_enough_ends_the_search() {
    let (puzzle, _) =
        known().into_iter().find(|(puzzle, count)| puzzle.shape().side() == 9 && *count == 1).unwrap();
    for name in TELL {
        let strategy = sudoku(&name.parse().unwrap()).unwrap();
        let mut heard = 0;
        let outcome = strategy.backend.session().trace(&puzzle, &task(1000), &mut |told| {
            heard += usize::from(matches!(told, TraceEvent::Node(_)));
            if heard == 1 { Flow::Break(Stop::Cancelled) } else { Flow::Continue(()) }
        });
        let outcome = outcome.unwrap();
        assert!(outcome.counters.nodes <= 1 && heard == 1, "{name}: {:?}", outcome.counters);
    }
}
