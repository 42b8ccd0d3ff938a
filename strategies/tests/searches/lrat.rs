//! Proofs with hints, as solvers write them: accepted when intact, rejected when damaged.

use crate::common::{below, random_formula};
use crate::solvers::{seeded, with_proof};
use coverlab_model::{Cnf, family::formula};
use coverlab_strategies::sat_solvers::{Engine, ProofFormat, Verdict, check_drat, check_lrat};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use std::fmt::Write;
use std::ops::ControlFlow;

fn engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.iter().copied().filter(|engine| engine.writes(ProofFormat::Lrat { clauses: 0 }))
}

/// The proof by `engine` that `cnf` has no model; `None` if it has one.
fn proof(engine: Engine, cnf: &Cnf, seed: u64) -> Option<String> {
    let format = ProofFormat::Lrat { clauses: cnf.clauses().len() };
    let (_, verdict, proof) = with_proof(engine, cnf, format, seeded(seed));
    match verdict {
        Verdict::Satisfiable => None,
        Verdict::Unsatisfiable => Some(String::from_utf8(proof).unwrap()),
        other => panic!("{engine:?}: {other:?}"),
    }
}

fn accepted(cnf: &Cnf, proof: &str) -> Result<(), String> {
    let checked = check_lrat(cnf, proof, || ControlFlow::Continue(()));
    checked.map(|_| ()).map_err(|error| error.to_string())
}

/// The clauses of an LRAT proof, without numbers, hints and deletions.
fn bare(proof: &str) -> String {
    let mut text = String::new();
    for line in proof.lines().filter(|line| line.split_whitespace().nth(1) != Some("d")) {
        let clause = line.split_whitespace().skip(1).take_while(|&word| word != "0");
        clause.for_each(|word| write!(text, "{word} ").unwrap());
        text.push_str("0\n");
    }
    text
}

#[test]
fn proofs_of_random_formulas_are_accepted() {
    let mut numbers = Pcg64Mcg::seed_from_u64(53);
    for engine in engines() {
        let mut refuted = 0;
        for round in 0..900 {
            let cnf = match round % 3 {
                0 => random_formula(&mut numbers, 3 + round % 12, 6 + round % 50),
                1 => formula::parse(&format!("random-sat:3:{}:{}:{round}", 20 + round % 30, 160)).unwrap(),
                _ => formula::parse(&format!("random-sat:3:60:300:{round}")).unwrap(),
            };
            let Some(proof) = proof(engine, &cnf, round as u64 % 4) else { continue };
            refuted += 1;
            assert_eq!(accepted(&cnf, &proof), Ok(()), "{engine:?} {round} {cnf:?}\n{proof}");
            let without = check_drat(&cnf, &bare(&proof), || ControlFlow::Continue(()));
            assert!(without.is_ok(), "{engine:?} {round}: {without:?}");
        }
        assert!(refuted > 400, "{engine:?}: {refuted}");
    }
}

#[test]
fn long_proofs_with_deletions_are_accepted() {
    for engine in engines() {
        let mut deleted = 0;
        for spec in ["pigeonhole:7", "tseitin:14:3:1", "parity:13:1", "random-sat:3:200:900:1"] {
            let cnf = formula::parse(spec).unwrap();
            let proof = proof(engine, &cnf, 1).expect("it has no model");
            assert_eq!(accepted(&cnf, &proof), Ok(()), "{engine:?} {spec}");
            deleted += proof.lines().filter(|line| line.split_whitespace().nth(1) == Some("d")).count();
        }
        assert!(deleted > 500, "{engine:?}: {deleted}");
    }
}

/// `proof` with one line removed, or one word of a line removed or changed.
fn damaged(proof: &str, numbers: &mut Pcg64Mcg) -> String {
    let mut lines: Vec<Vec<String>> =
        proof.lines().map(|line| line.split_whitespace().map(str::to_string).collect()).collect();
    let mut below = |n: usize| below(numbers, n);
    let at = below(lines.len());
    let word = 1 + below(lines[at].len() - 1);
    match below(4) {
        0 => drop(lines.remove(at)),
        1 => drop(lines[at].remove(word)),
        2 => lines[at][word] = (1 + below(20)).to_string(),
        _ => lines[at][word].insert(0, '-'),
    }
    lines.iter().map(|words| words.join(" ") + "\n").collect()
}

#[test]
fn damaged_proofs_are_refused_or_still_true() {
    let mut numbers = Pcg64Mcg::seed_from_u64(59);
    for engine in engines() {
        let mut refused = 0;
        for round in 0..300 {
            let cnf = formula::parse(&format!("random-sat:3:40:220:{round}")).unwrap();
            let Some(proof) = proof(engine, &cnf, 0) else { continue };
            // Removes half of the clauses. Sometimes the rest has a model, and then no proof may be accepted.
            let mut less = Cnf::new(cnf.variables());
            cnf.clauses().skip(cnf.clauses().len() / 2).for_each(|clause| less.clause(clause));
            let has_model = self::proof(engine, &less, 0).is_none();
            for _ in 0..4 {
                let damaged = damaged(&proof, &mut numbers);
                refused += u32::from(accepted(&cnf, &damaged).is_err());
                assert!(!has_model || accepted(&less, &damaged).is_err(), "{engine:?} {round}\n{damaged}");
            }
        }
        assert!(refused > 400, "{engine:?}: {refused}");
    }
}

#[test]
fn no_reason_can_be_left_out_of_a_minimal_proof() {
    // Each of the four clauses over two variables is needed, and so is each hint.
    let mut cnf = Cnf::new(2);
    [[1, 2], [-1, 2], [1, -2], [-1, -2]].iter().for_each(|clause| cnf.clause(clause));
    for engine in engines() {
        let proof = proof(engine, &cnf, 0).unwrap();
        assert_eq!(accepted(&cnf, &proof), Ok(()), "{proof}");
        let lines: Vec<&str> = proof.lines().collect();
        let last = lines.last().unwrap();
        let head = &last[..last.len() - 2];
        let short = format!("{} 0", &head[..head.rfind(' ').unwrap()]);
        let without = lines[..lines.len() - 1].join("\n") + "\n" + &short;
        assert!(accepted(&cnf, &without).is_err(), "{engine:?}: {without}");
    }
}
