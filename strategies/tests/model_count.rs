//! The counter of models: against all assignments, and against enumeration.

use coverlab_model::{Cnf, Model, Outcome, Problem, Task};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;

const STRATEGIES: [&str; 7] = [
    "model-count",
    "model-count:learn=no",
    "model-count:cache=no",
    "model-count:order=occurrences",
    "model-count:tables=0",
    "model-count:tables=9,memory=1",
    "model-count:tables=0,learn=no,cache=no",
];

fn count(name: &str, cnf: &Cnf) -> Outcome<Cnf> {
    let strategy = coverlab_strategies::cnf(&name.parse().unwrap()).unwrap();
    let mut outcomes = Vec::new();
    strategy.backend.session().run(std::slice::from_ref(cnf), &Task::count(), &mut outcomes);
    outcomes.pop().unwrap()
}

fn below(random: &mut Pcg64Mcg, n: u64) -> u64 {
    random.next_u64() % n
}

/// Clauses of up to four literals, none for some variables; often only some variables are shown.
fn random_formula(random: &mut Pcg64Mcg) -> Cnf {
    let variables = below(random, 15);
    let mut cnf = Cnf::new(variables as usize);
    if variables > 0 {
        let ratio = 1 + below(random, 10);
        for _ in 0..variables * ratio / 2 {
            let length = 1 + below(random, 4) + u64::from(ratio > 3);
            let literal = |random: &mut Pcg64Mcg| {
                let variable = 1 + below(random, variables) as i32;
                if below(random, 2) == 0 { variable } else { -variable }
            };
            let clause: Vec<i32> = (0..length).map(|_| literal(random)).collect();
            cnf.clause(&clause);
        }
    }
    if below(random, 100) == 0 {
        cnf.clause(&[]);
    }
    let share = below(random, 6);
    if share > 0 {
        cnf.project_to((1..=variables as i32).filter(|_| below(random, 6) < share).collect());
    }
    cnf
}

/// What the models show, by trying all assignments.
fn naive(cnf: &Cnf) -> u64 {
    let every: Vec<i32> = (1..=cnf.variables() as i32).collect();
    let shown = cnf.decisive().unwrap_or(&every);
    let mut seen = HashSet::new();
    for bits in 0..1_u32 << cnf.variables() {
        let model = Model::new((0..cnf.variables()).map(|v| bits >> v & 1 != 0).collect());
        if cnf.verify(&model).is_ok() {
            seen.insert(shown.iter().map(|&v| model.value(v)).collect::<Vec<_>>());
        }
    }
    seen.len() as u64
}

#[test]
fn counts_are_those_of_all_assignments() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut seen = [0; 4];
    for round in 0..4000 {
        let cnf = random_formula(&mut random);
        let expected = naive(&cnf);
        seen[expected.min(3) as usize] += 1;
        for name in STRATEGIES {
            let outcome = count(name, &cnf);
            let clauses: Vec<_> = cnf.clauses().collect();
            let shown = cnf.decisive();
            assert_eq!(
                (outcome.stop, outcome.solutions),
                (None, expected),
                "{name} in round {round}: {clauses:?}, shown {shown:?}"
            );
        }
    }
    assert!(seen.iter().all(|&often| often > 50), "{seen:?}");
}
