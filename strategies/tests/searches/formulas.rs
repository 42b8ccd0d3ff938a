//! Tests the strategies for formulas, complete ones and local search, on formulas by hand and under limits.

use crate::common::{self, pigeonhole};
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cnf, Event, Outcome, Stop, Task, family};
use std::time::Duration;

/// The complete strategies. A portfolio that switches at every conflict is the hardest case.
const STRATEGIES: [&str; 8] = [
    "sat",
    "sat:solver=batsat",
    "cdcl",
    "sat-auto",
    "sat-auto:allowance=1",
    "sat:proof=rup",
    "sat:proof=rup,solver=batsat,first=true",
    "sat:proof=rup,solver=cdcl",
];

fn solve(name: &str, cnf: &Cnf, task: &Task) -> Outcome<Cnf> {
    common::solve(&coverlab_strategies::cnf(&name.parse().unwrap()).unwrap(), cnf, task)
}

fn formula(variables: usize, clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new(variables);
    for clause in clauses {
        cnf.clause(clause);
    }
    cnf
}

#[test]
fn formulas_by_hand() {
    for (variables, clauses, models) in [
        (0, &[][..], 1),
        (0, &[&[][..]][..], 0),
        (3, &[], 8),
        (3, &[&[1], &[-1]], 0),
        (3, &[&[2]], 4),
        (3, &[&[1, -1]], 8),
        (3, &[&[1, 1, 1], &[-2, -2]], 2),
        (4, &[&[1, 2], &[-1, -2], &[3, 4], &[-3, -4]], 4),
        (2, &[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]], 0),
        (3, &[&[1, 2, 3], &[]], 0),
    ] {
        for name in STRATEGIES {
            let outcome = solve(name, &formula(variables, clauses), &Task::first(u64::MAX));
            assert_eq!((outcome.stop, outcome.solutions), (None, models), "{name}: {clauses:?}");
        }
    }
}

#[test]
fn decisive_variables_exclude_models_one_by_one() {
    let mut cnf = formula(6, &[&[1, 2, 3], &[-1, -2], &[-1, -3], &[-2, -3], &[4, 5], &[-4, -5], &[6]]);
    cnf.decide_by(vec![1, 2, 3, 4, 5]);
    for name in STRATEGIES {
        let outcome = solve(name, &cnf, &Task::first(u64::MAX));
        assert_eq!((outcome.stop, outcome.solutions), (None, 6), "{name}");
        let outcome = solve(name, &cnf, &Task::first(6));
        assert_eq!((outcome.stop, outcome.solutions), (Some(Stop::Enough), 6), "{name}");
    }
}

#[test]
fn models_that_agree_on_what_is_shown_are_one_solution() {
    // Three of twelve variables distinguish solutions; models of one solution may differ in the others.
    let mut cnf = formula(12, &[&[1, 2], &[3, 4, 5], &[-1, 6, 7], &[-6, -7, 8], &[9, 10], &[-11, 12]]);
    cnf.project_to(vec![1, 3, 9]);
    for name in STRATEGIES {
        let outcome = solve(name, &cnf, &Task::first(u64::MAX));
        assert_eq!((outcome.stop, outcome.solutions), (None, 8), "{name}");
    }
}

#[test]
fn a_hopeless_search_stops_at_its_limit() {
    let cnf = pigeonhole(11);
    for name in STRATEGIES {
        let clock = ThreadTime::now();
        let outcome = solve(name, &cnf, &Task { time: Some(Duration::from_millis(200)), ..Task::first(1) });
        assert_eq!(outcome.stop, Some(Stop::Deadline), "{name}");
        // CPU time of this thread, with room for the slowest machine.
        assert!(clock.elapsed() < Duration::from_secs(60), "{name}: {:?}", clock.elapsed());
        assert!(outcome.counters.nodes > 0, "{name}");
    }
}

/// In `cdcl` a node is a decision; in the solvers of others, a conflict.
#[test]
fn a_node_of_a_library_is_a_conflict() {
    for name in STRATEGIES.into_iter().filter(|name| !name.starts_with("cdcl")) {
        let counters = solve(name, &pigeonhole(6), &Task::first(1)).counters;
        assert_eq!(counters.of(Event::Conflict), counters.nodes, "{name}");
    }
}

#[test]
fn a_header_that_promises_too_much_is_given_up() {
    let cnf = formula(i32::MAX as usize, &[&[i32::MAX]]);
    // Ten million variables, only one of them used, must not slow a search down.
    let sparse = formula(10_000_000, &[&[10_000_000]]);
    let backtracking = ["cdcl:learn=no", "cdcl:models=backtrack"];
    for name in STRATEGIES.into_iter().chain(backtracking).chain(["walksat"]) {
        assert_eq!(solve(name, &cnf, &Task::first(1)).stop, Some(Stop::Memory), "{name}");
        let outcome = solve(name, &sparse, &Task { nodes: 10, ..Task::first(1) });
        assert_eq!((outcome.stop, outcome.solutions), (Some(Stop::Enough), 1), "{name}");
    }
}

#[test]
fn local_search_proves_no_more_than_propagation() {
    let some = Some(Stop::Stuck);
    for (variables, clauses, expected) in [
        (0, &[][..], (None, 1)),
        (0, &[&[][..]][..], (None, 0)),
        (3, &[], (some, 1)),
        (3, &[&[1], &[-1]], (None, 0)),
        (3, &[&[2]], (some, 1)),
        (3, &[&[2], &[-2, 3], &[-3, -1]], (None, 1)),
        (3, &[&[1, -1]], (some, 1)),
        (3, &[&[1, 1, 1], &[-2, -2]], (some, 1)),
        (3, &[&[1, 2, 3], &[]], (None, 0)),
        (4, &[&[1, 2], &[-1, -2], &[3, 4], &[-3, -4]], (some, 1)),
        (2, &[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]], (some, 0)),
    ] {
        let outcome = solve("walksat:flips=100", &formula(variables, clauses), &Task::first(u64::MAX));
        assert_eq!((outcome.stop, outcome.solutions), expected, "{clauses:?}");
    }
    let outcome = solve("walksat:flips=1000,tries=3", &pigeonhole(6), &Task::first(1));
    assert_eq!((outcome.stop, outcome.solutions, outcome.counters.nodes), (some, 0, 3000));
}

#[test]
fn local_search_completes_quasigroups() {
    for seed in 1..=5 {
        let problem = family::parse(&format!("quasigroup:12:60:{seed}")).unwrap();
        let strategy = coverlab_strategies::exact_cover(&"walksat".parse().unwrap()).unwrap();
        let outcome = common::solve(&strategy, &problem, &Task::first(1));
        assert_eq!((outcome.stop, outcome.solutions), (Some(Stop::Enough), 1), "seed {seed}");
    }
}

#[test]
fn local_search_finds_the_models_of_random_formulas() {
    let mut satisfiable = 0;
    for seed in 0..40 {
        // At 4 clauses per variable, most formulas have a model.
        let cnf = family::formula::parse(&format!("random-sat:3:100:400:{seed}")).unwrap();
        let has_model = solve("cdcl", &cnf, &Task::first(1)).solutions == 1;
        satisfiable += usize::from(has_model);
        let walk = |seed| solve("walksat", &cnf, &Task { seed, ..Task::first(1) });
        let (one, again, other) = (walk(1), walk(1), walk(2));
        assert_eq!(one.solutions == 1, has_model, "seed {seed}: {:?}", one.stop);
        assert_eq!((one.counters.nodes, &one.kept), (again.counters.nodes, &again.kept), "seed {seed}");
        assert!(!has_model || one.counters.nodes != other.counters.nodes, "seed {seed}");
    }
    assert!((20..40).contains(&satisfiable), "{satisfiable}");
}
