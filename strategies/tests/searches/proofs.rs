//! Proofs, as solvers write them: accepted by independent checkers when intact, rejected when damaged.

use crate::common::{below, pigeonhole};
use coverlab_model::{Cancel, Cnf, Literal, Problem, Stop, family::formula};
use coverlab_strategies::sat_solvers::{
    Engine, Options, ProofFormat, SharedBuffer, Solver, SolverLimits, Verdict, check_drat, check_lrat,
    check_varisat, model,
};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// A solver that writes proofs as text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writer {
    pub(crate) engine: Engine,
    /// Whether the proofs are LRAT, not DRAT.
    lrat: bool,
}

/// Every solver with each text format that it writes.
pub(crate) fn writers() -> impl Iterator<Item = Writer> {
    let all = Engine::ALL.iter().flat_map(|&engine| [false, true].map(|lrat| Writer { engine, lrat }));
    all.filter(|writer| writer.engine.writes(writer.format(&Cnf::new(0))))
}

impl Writer {
    fn format(self, cnf: &Cnf) -> ProofFormat {
        if self.lrat { ProofFormat::Lrat { clauses: cnf.clauses().len() } } else { ProofFormat::Drat }
    }

    /// Checks a proof that `cnf` has no model.
    fn check(self, cnf: &Cnf, proof: &str) -> Result<(), String> {
        let go_on = || ControlFlow::Continue(());
        let checked = if self.lrat { check_lrat(cnf, proof, go_on) } else { check_drat(cnf, proof, go_on) };
        checked.map(|_| ()).map_err(|error| error.to_string())
    }
}

/// Options without limits.
pub(crate) fn seeded<'a>(seed: u64) -> Options<'a> {
    Options { seed, ..Options::new(SolverLimits::new(Cancel::default()).shared()) }
}

/// Solves `cnf` with `engine`, which writes a proof and resumes if it was interrupted. Returns the solver too,
/// and the proof.
fn with_proof<'a>(
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

/// The checked proof that `cnf` has no model. `None` if it has one, which is verified.
pub(crate) fn trusted(writer: Writer, cnf: &Cnf, options: Options<'_>) -> Option<String> {
    let (solver, verdict, proof) = with_proof(writer.engine, cnf, writer.format(cnf), options);
    match verdict {
        Verdict::Satisfiable => {
            assert_eq!(cnf.verify(&model(&*solver, cnf.variables())), Ok(()), "{writer:?}");
            None
        }
        Verdict::Unsatisfiable => {
            let proof = String::from_utf8(proof).unwrap();
            assert_eq!(writer.check(cnf, &proof), Ok(()), "{writer:?} {cnf:?}\n{proof}");
            Some(proof)
        }
        other => panic!("{writer:?}: {other:?}"),
    }
}

/// `cnf` without its first clauses.
fn without(cnf: &Cnf, clauses: usize) -> Cnf {
    let mut less = Cnf::new(cnf.variables());
    cnf.clauses().skip(clauses).for_each(|clause| less.clause(clause));
    less
}

#[test]
fn long_proofs_with_deletions_are_accepted() {
    for writer in writers() {
        let mut deleted = 0;
        for spec in ["pigeonhole:7", "tseitin:14:3:1", "parity:13:1", "random-sat:3:200:900:1"] {
            let proof = trusted(writer, &formula::parse(spec).unwrap(), seeded(1)).expect("it has no model");
            deleted += proof.lines().filter(|line| line.split(' ').take(2).any(|word| word == "d")).count();
        }
        assert!(deleted > 500 || writer.engine != Engine::Cdcl, "{writer:?}: {deleted}");
    }
}

/// `proof` with one line removed or emptied, or one word of a line removed or changed.
fn damaged(proof: &str, numbers: &mut Pcg64Mcg) -> String {
    let mut lines: Vec<Vec<String>> =
        proof.lines().map(|line| line.split_whitespace().map(str::to_string).collect()).collect();
    let mut below = |n: usize| below(numbers, n);
    let at = below(lines.len());
    let word = below(lines[at].len());
    match below(5) {
        0 => drop(lines.remove(at)),
        1 => lines[at] = vec!["0".to_string()],
        2 => drop(lines[at].remove(word)),
        3 => lines[at][word] = (1 + below(20)).to_string(),
        _ => lines[at][word].insert(0, '-'),
    }
    lines.iter().map(|words| words.join(" ") + "\n").collect()
}

#[test]
fn damaged_proofs_are_refused_or_still_true() {
    let mut numbers = Pcg64Mcg::seed_from_u64(59);
    for writer in writers() {
        let mut refused = 0;
        for round in 0..300 {
            let cnf = formula::parse(&format!("random-sat:3:40:220:{round}")).unwrap();
            let Some(proof) = trusted(writer, &cnf, seeded(0)) else { continue };
            // Sometimes half of the clauses have a model, and then no proof may be accepted.
            let less = without(&cnf, cnf.clauses().len() / 2);
            let has_model = trusted(writer, &less, seeded(0)).is_none();
            for _ in 0..4 {
                let damaged = damaged(&proof, &mut numbers);
                refused += u32::from(writer.check(&cnf, &damaged).is_err());
                assert!(
                    !has_model || writer.check(&less, &damaged).is_err(),
                    "{writer:?} {round}\n{damaged}"
                );
            }
        }
        assert!(refused > 400, "{writer:?}: {refused}");
    }
}

/// Other checkers want a step for the empty clause even if the formula has it, and hints that are unit.
#[test]
fn proofs_derive_the_empty_clause_and_repeat_no_hint() {
    let formulas: [&[&[Literal]]; 3] = [&[&[]], &[&[1], &[]], &[&[-2], &[-3, 2, 2], &[3, 2]]];
    for (clauses, writer) in
        formulas.iter().flat_map(|&clauses| writers().map(move |writer| (clauses, writer)))
    {
        let mut cnf = Cnf::new(3);
        clauses.iter().for_each(|clause| cnf.clause(clause));
        let proof = trusted(writer, &cnf, seeded(0)).unwrap();
        let last: Vec<&str> =
            proof.lines().last().unwrap().split(' ').skip(usize::from(writer.lrat)).collect();
        assert_eq!(last[0], "0", "{writer:?}\n{proof}");
        for line in proof.lines().filter(|_| writer.lrat) {
            let (_, hints) = line.split_once(" 0 ").unwrap();
            let hints: Vec<&str> = hints.split(' ').collect();
            assert_eq!(hints.len(), hints.iter().collect::<HashSet<_>>().len(), "{line}");
        }
    }
}

#[test]
fn no_reason_can_be_left_out_of_a_minimal_proof() {
    // Each of the four clauses over two variables is needed, and so is each hint.
    let mut cnf = Cnf::new(2);
    [[1, 2], [-1, 2], [1, -2], [-1, -2]].iter().for_each(|clause| cnf.clause(clause));
    for writer in writers().filter(|writer| writer.lrat) {
        let proof = trusted(writer, &cnf, seeded(0)).unwrap();
        let lines: Vec<&str> = proof.lines().collect();
        let last = lines.last().unwrap();
        let head = &last[..last.len() - 2];
        let short = format!("{} 0", &head[..head.rfind(' ').unwrap()]);
        let without = lines[..lines.len() - 1].join("\n") + "\n" + &short;
        assert!(writer.check(&cnf, &without).is_err(), "{writer:?}: {without}");
    }
}

#[test]
fn proofs_in_the_format_of_varisat_are_checked() {
    let cnf = pigeonhole(6);
    let (_, verdict, proof) = with_proof(Engine::Varisat, &cnf, ProofFormat::Varisat, seeded(0));
    assert_eq!(verdict, Verdict::Unsatisfiable);
    assert_eq!(check_varisat(&cnf, &proof), Ok(()));
    assert!(check_varisat(&cnf, &proof[..proof.len() / 2]).is_err());
    // A proof for one formula must fail for another that lacks a clause and has models.
    assert!(check_varisat(&without(&cnf, 1), &proof).is_err());
    assert!(check_varisat(&without(&cnf, 1), b"").is_err());
}
