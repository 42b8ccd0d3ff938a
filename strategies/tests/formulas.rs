//! The complete strategies for formulas: against all assignments, and under limits.

use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cnf, Event, Model, Outcome, Problem, Stop, Task};
use proptest::prelude::*;
use std::time::Duration;

/// Several ways that change over at every conflict are what most can go wrong with.
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
    let strategy = coverlab_strategies::cnf(&name.parse().unwrap()).unwrap();
    let mut outcomes = Vec::new();
    strategy.backend.session().run(std::slice::from_ref(cnf), task, &mut outcomes);
    let outcome = outcomes.pop().unwrap();
    assert_eq!(outcome.verify(cnf), Ok(()));
    outcome
}

fn formula(variables: usize, clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new(variables);
    for clause in clauses {
        cnf.clause(clause);
    }
    cnf
}

/// `pigeons` pigeons in one hole fewer; variable (p, h) is p * holes + h + 1.
fn pigeonhole(pigeons: i32) -> Cnf {
    let holes = pigeons - 1;
    let mut cnf = Cnf::new((pigeons * holes) as usize);
    for pigeon in 0..pigeons {
        cnf.clause(&(1..=holes).map(|hole| pigeon * holes + hole).collect::<Vec<_>>());
    }
    for hole in 1..=holes {
        for (a, b) in (0..pigeons).flat_map(|a| (0..a).map(move |b| (a, b))) {
            cnf.clause(&[-(a * holes + hole), -(b * holes + hole)]);
        }
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
    // Of twelve variables in pairs three are shown; the others are free to differ between two ways.
    let mut cnf = formula(12, &[&[1, 2], &[3, 4, 5], &[-1, 6, 7], &[-6, -7, 8], &[9, 10], &[-11, 12]]);
    cnf.project_to(vec![1, 3, 9]);
    for name in STRATEGIES {
        let outcome = solve(name, &cnf, &Task::first(u64::MAX));
        assert_eq!((outcome.stop, outcome.solutions), (None, 8), "{name}");
    }
}

#[test]
fn node_limits_are_exact_and_counts_repeat() {
    let cnf = pigeonhole(6);
    // A node of `cdcl` is something else than a conflict.
    for name in STRATEGIES.iter().filter(|name| **name != "cdcl") {
        let full = solve(name, &cnf, &Task::first(1));
        assert_eq!((full.stop, full.solutions), (None, 0), "{name}");
        assert_eq!(full.counters.of(Event::Conflict), full.counters.nodes, "{name}");
        assert!(full.counters.nodes > 100, "{name}");
        for nodes in [0, 1, 7, full.counters.nodes - 1, full.counters.nodes] {
            let limited = solve(name, &cnf, &Task { nodes, ..Task::first(1) });
            let stop = (nodes < full.counters.nodes).then_some(Stop::NodeLimit);
            assert_eq!((limited.stop, limited.counters.nodes), (stop, nodes), "{name}");
        }
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

        let task = Task::first(1);
        task.cancel.raise();
        assert_eq!(solve(name, &cnf, &task).stop, Some(Stop::Cancelled), "{name}");
    }
}

#[test]
fn a_header_that_promises_too_much_is_given_up() {
    let cnf = formula(i32::MAX as usize, &[&[i32::MAX]]);
    // Ten million variables of which one is used are no trouble.
    let sparse = formula(10_000_000, &[&[10_000_000]]);
    for name in STRATEGIES {
        assert_eq!(solve(name, &cnf, &Task::first(1)).stop, Some(Stop::Memory), "{name}");
        let outcome = solve(name, &sparse, &Task { nodes: 10, ..Task::first(1) });
        assert_eq!((outcome.stop, outcome.solutions), (Some(Stop::Enough), 1), "{name}");
    }
}

fn random_formula() -> impl Strategy<Value = Cnf> {
    (1..9_i32).prop_flat_map(|variables| {
        let literal = (1..=variables, prop::bool::ANY).prop_map(|(v, sign)| if sign { v } else { -v });
        let clause = prop::collection::vec(literal, 1..5);
        prop::collection::vec(clause, 0..28).prop_map(move |clauses| {
            let mut cnf = Cnf::new(variables as usize);
            clauses.iter().for_each(|clause| cnf.clause(clause));
            cnf
        })
    })
}

/// All models, sorted.
fn naive(cnf: &Cnf) -> Vec<Vec<bool>> {
    let values = |bits: u32| (0..cnf.variables()).map(|v| bits >> v & 1 != 0).collect::<Vec<_>>();
    let mut models: Vec<_> = (0..1 << cnf.variables())
        .map(values)
        .filter(|values| cnf.verify(&Model::new(values.clone())).is_ok())
        .collect();
    models.sort();
    models
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_model_is_found(cnf in random_formula()) {
        let all = naive(&cnf);
        for name in STRATEGIES {
            let outcome = solve(name, &cnf, &Task::first(u64::MAX));
            prop_assert_eq!(outcome.stop, None);
            let mut found: Vec<_> = outcome.kept.iter().map(|model| model.values().to_vec()).collect();
            found.sort();
            prop_assert_eq!(&found, &all, "{}", name);
        }
    }
}
