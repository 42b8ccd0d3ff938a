//! Certificates: proofs that a Sudoku has no solution, or no second one, for independent checkers.
//!
//! A certificate is a formula and its refutation. Variable `n² (r − 1) + n (c − 1) + d` is true if the cell in row `r`
//! and column `c` of a board of side `n` contains digit `d`. Each clause is either a rule, simplified by the clues, or
//! the clause that excludes the given solution. Every other solution of the puzzle would satisfy all clauses, so a
//! refutation proves that there is none. Its format is LRAT, which names the antecedents of each step (L. Cruz-Filipe,
//! M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp, *Efficient Certified RAT Verification*, 2017). docs/FORMAT.md
//! describes the files.
//!
//! The strategy `cdcl` refutes the simplified formula. The proof is trimmed to the steps that the last one depends on,
//! and the formula to the clauses that those steps cite, which are about a tenth.

mod trim_lrat;

use coverlab_model::encoding::{Amo, Clues, SudokuCnf, SudokuRules};
use coverlab_model::format::dimacs;
use coverlab_model::{Cancel, Cnf, Encoding, Literal, Sudoku};
use coverlab_strategies::sat_solvers::{
    Engine, Options, ProofFormat, SharedBuffer, SolverLimits, Verdict, check_lrat, load,
};
use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use trim_lrat::Proof;

/// A formula and its refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The clauses that the refutation needs.
    pub clauses: Vec<Vec<Literal>>,
    /// The refutation in the text format of LRAT.
    pub proof: String,
    variables: usize,
}

/// Makes certificates.
#[derive(Debug)]
pub struct Certifier {
    /// An encoding that simplifies the rules by the clues.
    encoding: SudokuCnf,
    /// An encoding with the clues as unit clauses, for puzzles whose simplified formula has an empty clause.
    plain: SudokuCnf,
    cancel: Cancel,
}

impl Certifier {
    /// A certifier that `cancel` interrupts.
    pub fn new(cancel: Cancel) -> Certifier {
        let encoding = |clues| SudokuCnf::new(SudokuRules::Extended, Amo::default(), clues);
        Certifier { encoding: encoding(Clues::Reduced), plain: encoding(Clues::Units), cancel }
    }

    /// The certificate that `puzzle` has no solution but `solution` (one digit per cell), or none at all if `solution`
    /// is `None`.
    ///
    /// # Errors
    /// The puzzle has another solution, the search was interrupted, or the checker rejects the proof.
    pub fn certify(&self, puzzle: &Sudoku, solution: Option<&[u8]>) -> Result<Certificate, String> {
        let (mut cnf, names) = match solution {
            Some(solution) if !puzzle.clues().contains(&0) => given_digits(puzzle, solution),
            _ => self.rules(puzzle),
        };
        if let Some(solution) = solution {
            cnf.clause(&blocking_clause(puzzle, solution, &names));
        }
        let proof = self.refutation(&cnf)?;
        let certificate = Certificate::trimmed(&cnf, &proof, &names, puzzle.shape().side().pow(3))?;
        let poll =
            || if self.cancel.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let accepted = check_lrat(&certificate.cnf(), &certificate.proof, poll);
        accepted.map(|_| certificate).map_err(|why| format!("the checker rejects the proof: {why}"))
    }

    /// The rules for `puzzle`, and the certificate's variable for each of theirs.
    fn rules(&self, puzzle: &Sudoku) -> (Cnf, Vec<Literal>) {
        let mut encoding = &self.encoding;
        let mut cnf = encoding.encode(puzzle);
        // Clashing clues, and a cell or house without candidates, yield an empty clause, which leaves nothing to refute.
        if cnf.clauses().any(<[Literal]>::is_empty) {
            encoding = &self.plain;
            cnf = encoding.encode(puzzle);
        }
        (cnf, variables(puzzle, encoding))
    }

    /// A refutation of `cnf` by clause learning.
    fn refutation(&self, cnf: &Cnf) -> Result<Proof, String> {
        let proof_text = SharedBuffer::default();
        let limits = SolverLimits::new(self.cancel.clone()).shared();
        let format = ProofFormat::Lrat { clauses: cnf.clauses().len() };
        let proof = Some((format, Box::new(proof_text.clone()) as Box<dyn Write>));
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
        let text =
            String::from_utf8(proof_text.take()).map_err(|_| "the proof is not UTF-8 text".to_string())?;
        Proof::read(&text)
    }
}

impl Certificate {
    /// Trims `proof`, and `cnf` to the clauses that the proof needs. `names` maps the variables of `cnf` to those of the
    /// certificate.
    fn trimmed(cnf: &Cnf, proof: &Proof, names: &[Literal], variables: usize) -> Result<Certificate, String> {
        let original: Vec<&[Literal]> = cnf.clauses().collect();
        let rename = |&literal: &Literal| names[literal.unsigned_abs() as usize] * literal.signum();
        let (needed, proof) = proof.trimmed(original.len(), rename)?;
        let clauses = needed.into_iter().map(|at| original[at].iter().map(rename).collect()).collect();
        Ok(Certificate { clauses, proof, variables })
    }

    /// The formula.
    pub fn cnf(&self) -> Cnf {
        let mut cnf = Cnf::new(self.variables);
        self.clauses.iter().for_each(|clause| cnf.clause(clause));
        cnf
    }

    /// The formula as DIMACS, with `remarks` as comment lines.
    pub fn dimacs(&self, remarks: &[String]) -> String {
        dimacs::write(&self.cnf(), &remarks.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

/// A unit clause for each clue of a complete board. They contradict the clause that excludes the solution, so no other
/// rule is needed. The variables are those of the certificate.
fn given_digits(puzzle: &Sudoku, solution: &[u8]) -> (Cnf, Vec<Literal>) {
    let side = puzzle.shape().side();
    let variables = side.pow(3);
    let mut cnf = Cnf::new(variables);
    for (cell, &digit) in solution.iter().enumerate() {
        cnf.clause(&[(cell * side + usize::from(digit)) as Literal]);
    }
    (cnf, (0..=variables as Literal).collect())
}

/// Maps each variable of the formula to the certificate's variable for the same digit and cell. Index 0 is unused.
fn variables(puzzle: &Sudoku, encoding: &SudokuCnf) -> Vec<Literal> {
    let side = puzzle.shape().side();
    let names = encoding.names(puzzle);
    let mut variables = vec![0; names.iter().map(|(variable, _)| *variable as usize + 1).max().unwrap_or(1)];
    for (variable, name) in names {
        let numbers = name.split(['r', 'c', '=']).filter_map(|number| number.parse::<usize>().ok());
        if let [row, column, digit] = numbers.collect::<Vec<_>>()[..] {
            variables[variable as usize] = (((row - 1) * side + column - 1) * side + digit) as Literal;
        }
    }
    variables
}

/// The clause that excludes `solution`, over the blank cells, or over all cells of a complete board.
fn blocking_clause(puzzle: &Sudoku, solution: &[u8], names: &[Literal]) -> Vec<Literal> {
    let side = puzzle.shape().side();
    let cells = puzzle.clues().iter().zip(solution).enumerate();
    let is_full = !puzzle.clues().contains(&0);
    let excluded = cells.filter(|(_, (clue, _))| is_full || **clue == 0);
    let variables: HashSet<Literal> =
        excluded.map(|(cell, (_, digit))| (cell * side + usize::from(*digit)) as Literal).collect();
    let found = (1..).zip(&names[1..]).filter(|(_, name)| variables.contains(name));
    found.map(|(variable, _): (Literal, _)| -variable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::puzzle;
    use coverlab_puzzles::rating::{Uniqueness, uniqueness};

    const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn only_a_puzzle_with_one_solution_has_a_certificate_of_uniqueness() {
        let certifier = Certifier::new(Cancel::default());
        let one = puzzle(GRID);
        let Uniqueness::One(solution) = uniqueness(&one) else { panic!("it has one") };
        let certificate = certifier.certify(&one, Some(&solution)).unwrap();
        assert!(!certificate.clauses.is_empty() && certificate.proof.trim_end().ends_with('0'));
        assert!(certifier.certify(&one, None).unwrap_err().contains("another solution"));
        // Two clues fewer, so that there are several solutions.
        let several = puzzle(&GRID.replacen('5', ".", 1).replacen('3', ".", 1));
        assert!(matches!(uniqueness(&several), Uniqueness::Several));
        assert!(certifier.certify(&several, Some(&solution)).is_err());
    }

    #[test]
    fn a_full_board_has_a_certificate() {
        let certifier = Certifier::new(Cancel::default());
        for text in ["1", "1234341221434321"] {
            let full = puzzle(text);
            assert!(certifier.certify(&full, Some(full.clues())).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_puzzle_without_a_solution_has_a_certificate_even_if_clues_clash() {
        let certifier = Certifier::new(Cancel::default());
        let none = puzzle(&GRID.replacen('.', "1", 1));
        assert!(matches!(uniqueness(&none), Uniqueness::None));
        let clash = puzzle(&GRID.replacen('.', "5", 1));
        assert!(clash.check_clues().is_err());
        for puzzle in [none, clash] {
            assert!(certifier.certify(&puzzle, None).is_ok());
        }
    }

    #[test]
    fn every_clause_of_a_certificate_is_necessary() {
        let certifier = Certifier::new(Cancel::default());
        let one = puzzle(GRID);
        let Uniqueness::One(solution) = uniqueness(&one) else { panic!("it has one") };
        let Certificate { clauses, proof, variables } = certifier.certify(&one, Some(&solution)).unwrap();
        // Without any one of its clauses the proof fails, so the trimmed formula is minimal for this proof.
        let mut rejected = 0;
        for left_out in 0..clauses.len() {
            let mut clauses = clauses.clone();
            clauses[left_out] = vec![variables as Literal, -(variables as Literal)];
            let changed = Certificate { clauses, proof: proof.clone(), variables };
            rejected +=
                usize::from(check_lrat(&changed.cnf(), &proof, || ControlFlow::Continue(())).is_err());
        }
        assert_eq!(rejected, clauses.len());
    }
}
