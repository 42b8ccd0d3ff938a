//! Certificates: proofs that a Sudoku has no solution, or no second one, in a form that other programs check.
//!
//! A certificate is a formula and its refutation. Variable `n² (r − 1) + n (c − 1) + d` says that digit `d` stands in row
//! `r`, column `c` of a board of side `n`. Each clause is true of every solution of the puzzle but the one that is
//! given: one of the rules, with what clues rule out left away, or the clause that the digits of its blank cells are not
//! all those. So a refutation says that there is no other. It is LRAT, which names the clauses that each step
//! follows from (L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp, *Efficient Certified RAT
//! Verification*, 2017). FORMAT.md has the files.
//!
//! `cdcl` refutes the formula with the clues worked in. Of that proof the steps are kept that the last one rests on, and of
//! the formula the clauses that those name: a certificate takes about a tenth of the formula.

mod lrat;

use coverlab_model::encoding::{Amo, Clues, SudokuCnf, SudokuRules};
use coverlab_model::{Cancel, Cnf, Encoding, Literal, Sudoku};
use coverlab_strategies::solvers::{Bytes, Engine, Limits, Options, ProofFormat, Verdict, check_lrat, load};
use lrat::Proof;
use std::fmt::Write as _;
use std::io::Write;
use std::ops::ControlFlow;

/// A formula and its refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The clauses that the refutation needs.
    pub clauses: Vec<Vec<Literal>>,
    /// The refutation, LRAT as text.
    pub proof: String,
    variables: usize,
}

/// Makes certificates, and keeps what puzzles of a size have in common.
#[derive(Debug)]
pub struct Certifier {
    encoding: SudokuCnf,
    /// For puzzles whose clues alone show that there is no solution: the clues stand as clauses.
    plain: SudokuCnf,
    cancel: Cancel,
}

impl Certifier {
    /// A certifier that `cancel` ends early.
    #[must_use]
    pub fn new(cancel: Cancel) -> Certifier {
        let encoding = |clues| SudokuCnf::new(SudokuRules::Extended, Amo::default(), clues);
        Certifier { encoding: encoding(Clues::Reduced), plain: encoding(Clues::Units), cancel }
    }

    /// The certificate that `puzzle` has no solution but `solution`, a digit a cell; `None`: that it has none.
    ///
    /// # Errors
    /// The search was ended early, or there is such a solution, or the checker does not accept the proof: in words.
    pub fn certify(&self, puzzle: &Sudoku, solution: Option<&[u8]>) -> Result<Certificate, String> {
        let mut encoding = &self.encoding;
        let mut cnf = encoding.encode(puzzle);
        // Clues that clash, or leave a cell or a house nothing, leave the empty clause, which is no formula to refute; so
        // would the solution of a board without a blank cell.
        if !puzzle.clues().contains(&0) || cnf.clauses().any(<[Literal]>::is_empty) {
            encoding = &self.plain;
            cnf = encoding.encode(puzzle);
        }
        let names = variables(puzzle, encoding);
        if let Some(solution) = solution {
            cnf.clause(&other(puzzle, solution, &names));
        }
        let proof = self.refutation(&cnf)?;
        let certificate = Certificate::of(&cnf, &proof, &names, puzzle.shape().side().pow(3))?;
        let go_on =
            || if self.cancel.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let accepted = check_lrat(&certificate.cnf(), &certificate.proof, go_on);
        accepted.map(|_| certificate).map_err(|why| format!("the checker does not accept the proof: {why}"))
    }

    /// A refutation of `cnf` by clause learning.
    fn refutation(&self, cnf: &Cnf) -> Result<Proof, String> {
        let kept = Bytes::default();
        let limits = Limits::new(self.cancel.clone()).shared();
        let format = ProofFormat::Lrat { clauses: cnf.clauses().len() };
        let proof = Some((format, Box::new(kept.clone()) as Box<dyn Write>));
        let mut solver = Engine::Cdcl.start(Options { seed: 0, monitor: limits.clone(), proof });
        let verdict = match load(Engine::Cdcl, cnf, &mut *solver, &limits) {
            ControlFlow::Continue(()) => solver.solve(&[]),
            ControlFlow::Break(stop) => Verdict::Unknown(stop),
        };
        match verdict {
            Verdict::Unsatisfiable => solver.finish()?,
            Verdict::Satisfiable => return Err("there is another solution".to_string()),
            Verdict::Unknown(stop) => return Err(format!("the search was ended early: {}", stop.name())),
            Verdict::Failed(what) | Verdict::Crashed(what) => return Err(what),
        }
        drop(solver);
        let text = String::from_utf8(kept.take()).map_err(|_| "the proof is no text".to_string())?;
        Proof::read(&text)
    }
}

impl Certificate {
    /// The part of `cnf` that `proof` needs, and the proof; `names` maps their variables to the
    /// certificate's.
    fn of(cnf: &Cnf, proof: &Proof, names: &[Literal], variables: usize) -> Result<Certificate, String> {
        let original: Vec<&[Literal]> = cnf.clauses().collect();
        let named = |&literal: &Literal| names[literal.unsigned_abs() as usize] * literal.signum();
        let trimmed = proof.trimmed(original.len())?;
        let clauses = trimmed.needed.iter().map(|&at| original[at].iter().map(named).collect()).collect();
        Ok(Certificate { clauses, proof: trimmed.text(named), variables })
    }

    /// The formula.
    #[must_use]
    pub fn cnf(&self) -> Cnf {
        let mut cnf = Cnf::new(self.variables);
        self.clauses.iter().for_each(|clause| cnf.clause(clause));
        cnf
    }

    /// The formula as DIMACS, with `remarks` as comments, a line each.
    #[must_use]
    pub fn dimacs(&self, remarks: &[String]) -> String {
        let mut text = String::new();
        for remark in remarks {
            let _ = writeln!(text, "c {remark}");
        }
        let _ = writeln!(text, "p cnf {} {}", self.variables, self.clauses.len());
        for clause in &self.clauses {
            for literal in clause {
                let _ = write!(text, "{literal} ");
            }
            text.push_str("0\n");
        }
        text
    }
}

/// By variable of the formula, the one that stands for the same digit in the same cell in every certificate; place 0 is
/// not used.
fn variables(puzzle: &Sudoku, encoding: &SudokuCnf) -> Vec<Literal> {
    let side = puzzle.shape().side();
    let names = encoding.names(puzzle);
    let mut of = vec![0; names.iter().map(|(variable, _)| *variable as usize + 1).max().unwrap_or(1)];
    for (variable, name) in names {
        let numbers = name.split(['r', 'c', '=']).filter_map(|number| number.parse::<usize>().ok());
        if let [row, column, digit] = numbers.collect::<Vec<_>>()[..] {
            of[variable as usize] = (((row - 1) * side + column - 1) * side + digit) as Literal;
        }
    }
    of
}

/// The clause that the solution is another one than `solution`: in its blank cells, or in any where there are none.
fn other(puzzle: &Sudoku, solution: &[u8], names: &[Literal]) -> Vec<Literal> {
    let side = puzzle.shape().side();
    let cells = puzzle.clues().iter().zip(solution).enumerate();
    let is_full = !puzzle.clues().contains(&0);
    let given = cells.filter(|(_, (clue, _))| is_full || **clue == 0);
    let variables: Vec<Literal> =
        given.map(|(cell, (_, digit))| (cell * side + usize::from(*digit)) as Literal).collect();
    let found = (1..).zip(&names[1..]).filter(|(_, name)| variables.contains(name));
    found.map(|(variable, _): (Literal, _)| -variable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::{Solutions, solutions};
    use coverlab_model::format::sudoku;

    const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn puzzle(text: &str) -> Sudoku {
        sudoku::read(text.as_bytes(), &sudoku::Options::default()).unwrap().remove(0).puzzle
    }

    #[test]
    fn a_puzzle_with_one_solution_has_a_certificate_and_others_have_none() {
        let certifier = Certifier::new(Cancel::default());
        let one = puzzle(GRID);
        let Solutions::One(solution) = solutions(&one) else { panic!("it has one") };
        let certificate = certifier.certify(&one, Some(&solution)).unwrap();
        assert!(!certificate.clauses.is_empty() && certificate.proof.trim_end().ends_with('0'));
        assert!(certifier.certify(&one, None).unwrap_err().contains("another solution"));
        // A clue less in a cell that decides.
        let several = puzzle(&GRID.replacen('5', ".", 1).replacen('3', ".", 1));
        assert!(matches!(solutions(&several), Solutions::Several));
        assert!(certifier.certify(&several, Some(&solution)).is_err());
    }

    #[test]
    fn a_board_without_a_blank_cell_has_one() {
        let certifier = Certifier::new(Cancel::default());
        for text in ["1", "1234341221434321"] {
            let full = puzzle(text);
            assert!(certifier.certify(&full, Some(full.clues())).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_puzzle_without_solution_has_one_even_where_clues_clash() {
        let certifier = Certifier::new(Cancel::default());
        let none = puzzle(&GRID.replacen('.', "1", 1));
        assert!(matches!(solutions(&none), Solutions::None));
        let clash = puzzle(&GRID.replacen('.', "5", 1));
        assert!(clash.check_clues().is_err());
        for puzzle in [none, clash] {
            assert!(certifier.certify(&puzzle, None).is_ok());
        }
    }

    #[test]
    fn a_changed_proof_is_not_accepted() {
        let certifier = Certifier::new(Cancel::default());
        let one = puzzle(GRID);
        let Solutions::One(solution) = solutions(&one) else { panic!("it has one") };
        let Certificate { clauses, proof, variables } = certifier.certify(&one, Some(&solution)).unwrap();
        // Without any one of its clauses nothing follows: the trimming has left none that is not needed.
        let mut refused = 0;
        for left_out in 0..clauses.len() {
            let mut clauses = clauses.clone();
            clauses[left_out] = vec![variables as Literal, -(variables as Literal)];
            let changed = Certificate { clauses, proof: proof.clone(), variables };
            refused += usize::from(check_lrat(&changed.cnf(), &proof, || ControlFlow::Continue(())).is_err());
        }
        assert_eq!(refused, clauses.len());
    }
}
