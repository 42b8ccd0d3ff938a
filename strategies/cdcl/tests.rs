//! Tests every combination of switches against brute force, and every refutation with a checker.

use super::arena::Clause;
use super::proof::{Proof, Reason};
use super::restart::Rule;
use super::search::{Answer, Models, Search, Switches};
use crate::sat_solvers::check_drat;
use crate::support::literal::Lit;
use coverlab_model::{Cnf, Literal, Model, Problem, family::formula};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;
use std::fmt::Write;
use std::ops::ControlFlow;

/// Records a proof; clauses that exclude models are kept apart.
#[derive(Debug, Default)]
struct Recorder {
    proof: String,
    excluded: Vec<Vec<Literal>>,
}

fn literal(lit: Lit) -> Literal {
    let variable = lit.variable() as Literal + 1;
    if lit.is_positive() { variable } else { -variable }
}

impl Recorder {
    fn line(&mut self, start: &str, clause: &[Lit]) {
        self.proof.push_str(start);
        clause.iter().for_each(|&lit| write!(self.proof, "{} ", literal(lit)).unwrap());
        self.proof.push_str("0\n");
    }
}

impl Proof for Recorder {
    fn added(&mut self, clause: &[Lit], _: &[Reason]) {
        self.line("", clause);
    }

    fn deleted(&mut self, clause: &[Lit], _: Clause) {
        self.line("d ", clause);
    }

    fn excluded(&mut self, clause: &[Lit]) {
        self.excluded.push(clause.iter().map(|&lit| literal(lit)).collect());
    }
}

/// Every combination of the switches that change the search.
fn everything() -> Vec<Switches> {
    let mut all = Vec::new();
    for bits in 0..32 {
        for restarts in [Rule::Glucose, Rule::Luby, Rule::Never] {
            for models in [Models::Block, Models::Backtrack] {
                let on = |k: i32| bits >> k & 1 == 0;
                let (learn, minimise, vsids, phase, delete) = (on(0), on(1), on(2), on(3), on(4));
                all.push(Switches { learn, minimise, vsids, phase, restarts, delete, models });
            }
        }
    }
    all
}

fn load(search: &mut Search<Recorder>, switches: &Switches, cnf: &Cnf) {
    search.clear(switches);
    search.proof = Recorder::default();
    for variable in 0..cnf.variables() {
        search.add_variable(variable as f64 % 3.0 / 10.0);
    }
    for clause in cnf.clauses() {
        let clause: Vec<Lit> =
            clause.iter().map(|&l| Lit::new(l.unsigned_abs() as usize - 1, l > 0)).collect();
        assert!(search.add(&clause).is_continue());
    }
}

/// Enumerates all models, and checks the proof that there are no more.
fn enumerate(search: &mut Search<Recorder>, switches: &Switches, cnf: &Cnf) -> usize {
    load(search, switches, cnf);
    let mut seen = HashSet::new();
    while search.next(&mut ()) == ControlFlow::Continue(Answer::Model) {
        let value = |variable| search.value(Lit::new(variable, true));
        let model = Model::new((0..cnf.variables()).map(value).collect());
        assert_eq!(cnf.verify(&model), Ok(()), "{switches:?}");
        assert!(seen.insert(model.values().to_vec()), "twice: {switches:?} {cnf:?}");
        if switches.learn && switches.models == Models::Block {
            let lit = |v: Literal| Lit::new(v.unsigned_abs() as usize - 1, v > 0);
            let clause: Vec<Lit> = cnf.blocking_clause(&model).into_iter().map(lit).collect();
            assert!(search.exclude(&clause, &mut ()).is_continue());
        } else {
            search.pass_by(&mut ());
        }
    }
    let mut with = cnf.clone();
    search.proof.excluded.iter().for_each(|clause| with.clause(clause));
    if let Err(error) = check_drat(&with, &search.proof.proof, || ControlFlow::Continue(())) {
        panic!("{error}: {switches:?} {:?} {}", with.clauses().collect::<Vec<_>>(), search.proof.proof);
    }
    seen.len()
}

fn models(cnf: &Cnf) -> usize {
    let assignment = |bits: u32| Model::new((0..cnf.variables()).map(|v| bits >> v & 1 == 1).collect());
    (0..1_u32 << cnf.variables()).filter(|&bits| cnf.verify(&assignment(bits)).is_ok()).count()
}

/// A random formula with clauses of one to four literals, some with duplicates and some always true.
fn random(numbers: &mut Pcg64Mcg, variables: usize, clauses: usize) -> Cnf {
    let mut below = |n: usize| (numbers.next_u64() % n as u64) as usize;
    let mut cnf = Cnf::new(variables);
    for _ in 0..clauses {
        let length = [1, 2, 2, 3, 3, 3, 3, 4][below(8)];
        let clause: Vec<Literal> = (0..length)
            .map(|_| (below(variables) as Literal + 1) * if below(2) == 0 { 1 } else { -1 })
            .collect();
        cnf.clause(&clause);
    }
    cnf
}

#[test]
fn every_switch_finds_all_models_and_proves_that_there_are_no_more() {
    let mut numbers = Pcg64Mcg::seed_from_u64(43);
    let mut search = Search::default();
    for round in 0..150 {
        let variables = 1 + round % 9;
        let cnf = random(&mut numbers, variables, variables * (1 + round % 4));
        let count = models(&cnf);
        for switches in everything() {
            assert_eq!(enumerate(&mut search, &switches, &cnf), count, "{switches:?} {cnf:?}");
        }
    }
}

#[test]
fn long_refutations_are_checked() {
    let mut search = Search::default();
    let hard = ["pigeonhole:7", "parity:13:1", "tseitin:14:3:1", "random-sat:3:60:300:2"];
    for spec in hard {
        let cnf = formula::parse(spec).unwrap();
        for switches in everything().into_iter().step_by(5) {
            assert_eq!(enumerate(&mut search, &switches, &cnf), 0, "{spec}");
        }
    }
}

#[test]
fn clauses_are_forgotten_and_the_proof_still_holds() {
    let cnf = formula::parse("random-sat:3:200:900:1").unwrap();
    let mut search = Search::default();
    for restarts in [Rule::Glucose, Rule::Luby, Rule::Never] {
        let switches = Switches { restarts, ..Switches::default() };
        assert_eq!(enumerate(&mut search, &switches, &cnf), 0);
        let deletions = search.proof.proof.lines().filter(|line| line.starts_with('d')).count();
        assert!(search.work.conflicts > 2000 && deletions > 500, "{:?} {deletions}", search.work);
        assert_eq!(search.work.restarts > 0, restarts != Rule::Never);
    }
}
