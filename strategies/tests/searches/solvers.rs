//! Tests the solvers behind their common trait: against brute force, against each other, and their proofs
//! with independent checkers.

use crate::common::{below, pigeonhole, random_formula};
use coverlab_model::{Cancel, Cnf, Flow, Literal, Model, Problem, Stop, family::formula};
use coverlab_strategies::sat_solvers::{
    Engine, Monitor, Options, ProofFormat, SharedBuffer, Solver, SolverLimits, Verdict, check_drat,
    check_varisat, model, refute,
};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;

/// 3-SAT at the ratio at which half of the formulas have a model.
fn hard(variables: usize, seed: usize) -> Cnf {
    formula::parse(&format!("random-sat:3:{variables}:426%:{seed}")).unwrap()
}

/// Options without limits.
pub(crate) fn seeded<'a>(seed: u64) -> Options<'a> {
    Options { seed, ..Options::new(SolverLimits::new(Cancel::default()).shared()) }
}

/// Whether an assignment satisfies every clause and every literal of `assumed`.
fn naive(cnf: &Cnf, assumed: &[Literal]) -> bool {
    (0..1_u32 << cnf.variables()).any(|bits| {
        let model = Model::new((0..cnf.variables()).map(|v| bits >> v & 1 == 1).collect());
        assumed.iter().all(|&l| model.satisfies(l)) && cnf.verify(&model).is_ok()
    })
}

#[test]
fn assumptions_models_and_cores_of_a_growing_formula() {
    let mut numbers = Pcg64Mcg::seed_from_u64(31);
    for round in 0..600 {
        let variables = 2 + round % 8;
        for &engine in Engine::ALL {
            let mut solver = engine.start(seeded(round as u64 % 3));
            let mut cnf = Cnf::new(variables);
            for _ in 0..4 {
                let more = random_formula(&mut numbers, variables, variables);
                more.clauses().for_each(|clause| {
                    cnf.clause(clause);
                    solver.add(clause);
                });
                let assumed: Vec<Literal> = (1..=variables as Literal)
                    .filter_map(|v| [None, Some(v), Some(-v)][below(&mut numbers, 3)])
                    .collect();
                match solver.solve(&assumed) {
                    Verdict::Satisfiable => {
                        let model = model(&*solver, variables);
                        assert_eq!(cnf.verify(&model), Ok(()), "{engine:?} {round}");
                        assert!(assumed.iter().all(|&l| model.satisfies(l)), "{engine:?} {round}");
                    }
                    Verdict::Unsatisfiable => {
                        let core = solver.core();
                        assert!(core.iter().all(|l| assumed.contains(l)), "{engine:?}: {core:?} {assumed:?}");
                        assert!(!naive(&cnf, &core), "{engine:?}: {core:?} is no core of {cnf:?}");
                    }
                    other => panic!("{engine:?}: {other:?}"),
                }
            }
        }
    }
}

/// Solves `cnf` with `engine`, which writes a proof and resumes if it was interrupted. Returns the solver too,
/// and the proof.
pub(crate) fn with_proof<'a>(
    engine: Engine,
    cnf: &Cnf,
    format: ProofFormat,
    options: Options<'a>,
) -> (Box<dyn Solver + 'a>, Verdict, Vec<u8>) {
    let proof = SharedBuffer::default();
    let mut solver = engine.start(Options { proof: Some((format, Box::new(proof.clone()))), ..options });
    cnf.clauses().for_each(|clause| solver.add(clause));
    let verdict = loop {
        match solver.solve(&[]) {
            Verdict::Unknown(Stop::Cancelled) => {}
            verdict => break verdict,
        }
    };
    solver.finish().unwrap();
    (solver, verdict, proof.take())
}

/// Whether `engine` finds a model of `cnf`. Verifies every model and checks every refutation.
fn trusted(engine: Engine, cnf: &Cnf, options: Options<'_>) -> bool {
    let (solver, verdict, proof) = with_proof(engine, cnf, ProofFormat::Drat, options);
    match verdict {
        Verdict::Satisfiable => {
            assert_eq!(cnf.verify(&model(&*solver, cnf.variables())), Ok(()), "{engine:?}");
            true
        }
        Verdict::Unsatisfiable => {
            let proof = String::from_utf8(proof).unwrap();
            let checked = check_drat(cnf, &proof, || ControlFlow::Continue(()));
            assert!(checked.is_ok(), "{engine:?} {cnf:?}: {checked:?}");
            false
        }
        other => panic!("{engine:?}: {other:?}"),
    }
}

#[test]
fn solvers_agree_and_every_answer_is_checked() {
    let mut numbers = Pcg64Mcg::seed_from_u64(37);
    let (mut yes, mut no) = (0, 0);
    for round in 0..3000_usize {
        let cnf = match round % 3 {
            0 => random_formula(&mut numbers, 3 + round % 17, 5 + round % 60),
            _ => hard(8 + round % 40, round),
        };
        let answers: Vec<bool> =
            Engine::ALL.iter().map(|&engine| trusted(engine, &cnf, seeded(round as u64 % 4))).collect();
        assert!(answers.iter().all(|a| *a == answers[0]), "{answers:?} on {cnf:?} {round}");
        let refuted = refute(&cnf, &Cancel::default(), None);
        assert_eq!(refuted, if answers[0] { Err(Verdict::Satisfiable) } else { Ok(()) }, "{round}");
        if cnf.variables() <= 12 {
            assert_eq!(naive(&cnf, &[]), answers[0], "{round}");
        }
        *if answers[0] { &mut yes } else { &mut no } += 1;
    }
    assert!(yes > 500 && no > 500, "{yes} with a model, {no} without");
}

#[test]
fn a_long_proof_is_checked_and_a_damaged_one_is_not_accepted() {
    for &engine in Engine::ALL {
        assert!(!trusted(engine, &pigeonhole(6), seeded(1)));
    }
    let cnf = pigeonhole(6);
    let (_, verdict, proof) = with_proof(Engine::Varisat, &cnf, ProofFormat::Varisat, seeded(0));
    assert_eq!(verdict, Verdict::Unsatisfiable);
    assert_eq!(check_varisat(&cnf, &proof), Ok(()));
    assert!(check_varisat(&cnf, &proof[..proof.len() / 2]).is_err());
    // A proof for one formula must fail for another that lacks a clause and has models.
    let mut less = Cnf::new(cnf.variables());
    cnf.clauses().skip(1).for_each(|clause| less.clause(clause));
    assert!(check_varisat(&less, &proof).is_err());
    assert!(check_varisat(&less, b"").is_err());
}

#[test]
fn drat_proofs_with_a_line_changed_are_refused_or_still_true() {
    let cnf = pigeonhole(5);
    let mut numbers = Pcg64Mcg::seed_from_u64(41);
    for &engine in Engine::ALL {
        let (_, verdict, proof) = with_proof(engine, &cnf, ProofFormat::Drat, seeded(0));
        assert_eq!(verdict, Verdict::Unsatisfiable);
        let text = String::from_utf8(proof).unwrap();
        // A satisfiable formula must never be refuted, whatever the damage to the proof.
        let mut less = Cnf::new(cnf.variables());
        cnf.clauses().skip(1).for_each(|clause| less.clause(clause));
        let mut refused = 0;
        for _ in 0..200 {
            let mut lines: Vec<&str> = text.lines().collect();
            let at = below(&mut numbers, lines.len());
            match below(&mut numbers, 3) {
                0 => drop(lines.remove(at)),
                1 => lines[at] = "0",
                _ => lines[at] = "1 0",
            }
            let damaged = lines.join("\n");
            assert!(check_drat(&less, &damaged, || ControlFlow::Continue(())).is_err());
            refused += u32::from(check_drat(&cnf, &damaged, || ControlFlow::Continue(())).is_err());
        }
        assert!(refused > 20, "{engine:?}: {refused}");
    }
}

/// Stops a solver after a number of polls, each time a little later.
struct Interrupting {
    looks: u64,
    next: u64,
    interruptions: u64,
}

impl Monitor for Interrupting {
    fn conflict(&mut self) -> Flow {
        Flow::Continue(())
    }

    fn poll(&mut self) -> Flow {
        self.looks += 1;
        if self.looks < self.next {
            return Flow::Continue(());
        }
        self.interruptions += 1;
        self.next = self.looks + 5 * self.interruptions;
        Flow::Break(Stop::Cancelled)
    }
}

#[test]
fn a_solver_that_resumes_comes_to_the_same_answer_and_its_proof_holds() {
    for &engine in Engine::ALL.iter().filter(|engine| engine.resumes()) {
        let mut interruptions = 0;
        for round in 0..150 {
            let cnf = hard(40 + round % 40, round);
            let expected = trusted(engine, &cnf, seeded(0));
            let monitor = Rc::new(RefCell::new(Interrupting { looks: 0, next: 3, interruptions: 0 }));
            let resumed = trusted(engine, &cnf, Options::new(monitor.clone()));
            assert_eq!(resumed, expected, "{engine:?} {round}");
            interruptions += monitor.borrow().interruptions;
        }
        assert!(interruptions > 300, "{engine:?}: {interruptions}");
    }
}

#[test]
fn limits_hold_and_a_proof_that_cannot_be_written_is_told() {
    for &engine in Engine::ALL {
        let start = |limits: SolverLimits| {
            let mut solver = engine.start(Options::new(limits.shared()));
            pigeonhole(11).clauses().for_each(|clause| solver.add(clause));
            solver
        };
        let free = || SolverLimits::new(Cancel::default());
        let mut late = start(free().time(Some(Duration::from_millis(50))));
        assert_eq!(late.solve(&[]), Verdict::Unknown(Stop::Deadline), "{engine:?}");
        let mut few = start(free().conflicts(20));
        assert_eq!(few.solve(&[]), Verdict::Unknown(Stop::NodeLimit), "{engine:?}");
        assert_eq!(few.statistics().conflicts, Some(20), "{engine:?}");
        let cancel = Cancel::default();
        cancel.raise();
        assert_eq!(
            start(SolverLimits::new(cancel)).solve(&[]),
            Verdict::Unknown(Stop::Cancelled),
            "{engine:?}"
        );

        struct Full;
        impl std::io::Write for Full {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("the disk is full"))
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let proof: Box<dyn std::io::Write> = Box::new(Full);
        let mut full = engine.start(Options { proof: Some((ProofFormat::Drat, proof)), ..seeded(0) });
        pigeonhole(8).clauses().for_each(|clause| full.add(clause));
        let Verdict::Failed(what) = full.solve(&[]) else { panic!("{engine:?}") };
        assert!(what.contains("the disk is full"), "{what}");
    }
}
