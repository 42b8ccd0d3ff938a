//! Tests `cdcl` as a strategy, with every value of every switch, against `sat` and known counts.

use crate::common::solve;
use coverlab_model::family::formula;
use coverlab_model::{Cnf, Event, Task};
use coverlab_strategies::{Configured, cnf};
use std::collections::HashSet;

const SPECS: &[&str] = &[
    "cdcl",
    "cdcl:learn=no",
    "cdcl:learn=no,vsids=no",
    "cdcl:minimise=no",
    "cdcl:vsids=no",
    "cdcl:phase=no",
    "cdcl:restarts=luby",
    "cdcl:restarts=no",
    "cdcl:delete=no",
    "cdcl:models=backtrack",
    "cdcl:models=backtrack,restarts=luby,minimise=no",
    "cdcl:minimise=no,vsids=no,phase=no,restarts=no,delete=no",
];

fn strategies() -> Vec<Configured<Cnf>> {
    SPECS.iter().map(|spec| cnf(&spec.parse().unwrap()).unwrap()).collect()
}

fn parse(spec: &str) -> Cnf {
    formula::parse(spec).unwrap()
}

#[test]
fn every_switch_agrees_with_sat_on_hard_formulas() {
    let sat = cnf(&"sat".parse().unwrap()).unwrap();
    let strategies = strategies();
    let mut models = 0;
    for seed in 0..400 {
        let variables = 20 + seed % 40;
        let cnf = parse(&format!("random-sat:3:{variables}:{}:{seed}", variables * 426 / 100));
        let expected = solve(&sat, &cnf, &Task::first(1)).solutions;
        models += expected;
        for strategy in &strategies {
            let outcome = solve(strategy, &cnf, &Task::first(1));
            assert_eq!(outcome.solutions, expected, "{} {seed}", strategy.spec);
        }
    }
    assert!((100..300).contains(&models), "{models}");
}

#[test]
fn families_have_the_models_that_they_must() {
    for (spec, count) in [
        ("pigeonhole:6", 0),
        ("pigeonhole:4:4", 24),
        ("parity:12:3", 0),
        ("tseitin:12:3:2", 0),
        ("queens:6", 4),
        ("queens:8", 92),
        ("langford:7", 52),
        ("latin-reduced:5", 56),
        ("dominoes:4x5", 95),
    ] {
        for strategy in strategies() {
            let outcome = solve(&strategy, &parse(spec), &Task::count());
            assert_eq!((outcome.stop, outcome.solutions), (None, count), "{} on {spec}", strategy.spec);
        }
    }
}

#[test]
fn a_node_is_the_root_a_decision_a_conflict_or_a_model() {
    for spec in ["pigeonhole:6", "random-sat:3:50:213:1", "queens:6"] {
        for strategy in strategies() {
            let outcome = solve(&strategy, &parse(spec), &Task::count());
            let of = |event| outcome.counters.of(event);
            // No node follows the last conflict or model.
            let most = of(Event::Guess) + of(Event::Conflict) + outcome.solutions;
            let nodes = outcome.counters.nodes;
            assert!(nodes <= most, "{} on {spec}: {nodes} {most}", strategy.spec);
            assert!(nodes > of(Event::Guess), "{} on {spec}", strategy.spec);
            if SPECS.iter().any(|spec| spec.contains("learn=no") && strategy.spec.to_string() == **spec) {
                // A binary tree: every decision is flipped once.
                assert_eq!(nodes, 2 * of(Event::Guess) + 1, "{} on {spec}", strategy.spec);
            }
        }
    }
}

#[test]
fn seeds_are_different_searches_that_agree() {
    let strategy = cnf(&"cdcl".parse().unwrap()).unwrap();
    let cnf = parse("random-sat:3:80:341:5");
    let nodes: HashSet<u64> =
        (0..8).map(|seed| solve(&strategy, &cnf, &Task { seed, ..Task::first(1) }).counters.nodes).collect();
    assert!(nodes.len() > 4, "{nodes:?}");
}
