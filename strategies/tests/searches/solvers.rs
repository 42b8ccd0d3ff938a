//! Tests the solvers behind their common trait: against brute force and against each other.

use crate::common::{below, pigeonhole, random_formula};
use crate::proofs::{Writer, seeded, trusted, writers};
use coverlab_model::{Cancel, Cnf, Flow, Literal, Model, Problem, Stop, family::formula};
use coverlab_strategies::sat_solvers::{
    Engine, Monitor, Options, ProofFormat, SolverLimits, Verdict, model, refute,
};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// 3-SAT at the ratio at which half of the formulas have a model.
fn hard(variables: usize, seed: usize) -> Cnf {
    formula::parse(&format!("random-sat:3:{variables}:426%:{seed}")).unwrap()
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

#[test]
fn solvers_agree_and_every_answer_is_checked() {
    let mut numbers = Pcg64Mcg::seed_from_u64(37);
    let (mut yes, mut no) = (0, 0);
    for round in 0..3000_usize {
        let cnf = match round % 3 {
            0 => random_formula(&mut numbers, 3 + round % 17, 5 + round % 60),
            _ => hard(8 + round % 40, round),
        };
        let answer = |writer: Writer| trusted(writer, &cnf, seeded(round as u64 % 4)).is_none();
        let answers: Vec<bool> = writers().map(answer).collect();
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
    for writer in writers().filter(|writer| writer.engine.resumes()) {
        let mut interruptions = 0;
        for round in 0..150 {
            let cnf = hard(40 + round % 40, round);
            let expected = trusted(writer, &cnf, seeded(0)).is_some();
            let monitor = Rc::new(RefCell::new(Interrupting { looks: 0, next: 3, interruptions: 0 }));
            let resumed = trusted(writer, &cnf, Options::new(monitor.clone())).is_some();
            assert_eq!(resumed, expected, "{writer:?} {round}");
            interruptions += monitor.borrow().interruptions;
        }
        assert!(interruptions > 300, "{writer:?}: {interruptions}");
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
