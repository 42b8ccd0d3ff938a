//! The proof as text, in the formula's own numbers: DRAT, or LRAT if it has hints.

use super::arena::{Arena, Clause};
use super::proof::{Proof, Reason};
use crate::sat_solvers::{Numbering, ProofFormat};
use crate::support::literal::Lit;
use coverlab_model::Literal;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write;
use std::rc::Rc;

/// The error of writing the proof, if there was one.
pub(super) type Broken = Rc<RefCell<Option<String>>>;

/// Writes a proof line by line.
#[derive(Default)]
pub(super) struct Written<'a> {
    out: Option<Box<dyn Write + 'a>>,
    /// The numbers of the clauses, for LRAT.
    numbers: Option<Numbers>,
    pub(super) numbering: Numbering,
    broken: Broken,
    line: String,
}

impl<'a> Written<'a> {
    /// Writes the proof to `to`, if given.
    ///
    /// # Panics
    /// If the format is neither DRAT nor LRAT.
    pub(super) fn new(to: Option<(ProofFormat, Box<dyn Write + 'a>)>, broken: Broken) -> Written<'a> {
        let (format, out) = to.map_or((ProofFormat::Drat, None), |(format, out)| (format, Some(out)));
        let numbers = match format {
            ProofFormat::Drat => None,
            ProofFormat::Lrat { clauses } => Some(Numbers { first: clauses as u64, ..Numbers::default() }),
            ProofFormat::Varisat => panic!("clauses alone make no proof in varisat's format"),
        };
        Written { out, numbers, broken, ..Written::default() }
    }

    /// Translates a literal into the formula's numbers.
    pub(super) fn literal(&self, lit: Lit) -> Literal {
        self.numbering.literal(lit.variable(), lit.is_positive())
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// The reason why it cannot be written.
    pub(super) fn finish(&mut self) -> Result<(), String> {
        self.out.as_mut().map_or(Ok(()), |out| out.flush().map_err(|error| error.to_string()))
    }

    /// Appends literals and the final 0 to the line. Writing to a string does not fail.
    fn clause(&mut self, clause: &[Lit]) {
        for &lit in clause {
            let _ = write!(self.line, "{} ", self.numbering.literal(lit.variable(), lit.is_positive()));
        }
        self.line.push('0');
    }

    /// Ends the line and writes it.
    fn end(&mut self) {
        self.line.push('\n');
        if let Some(Err(error)) = self.out.as_mut().map(|out| out.write_all(self.line.as_bytes())) {
            *self.broken.borrow_mut() = Some(error.to_string());
            self.out = None;
        }
        self.line.clear();
    }
}

impl Proof for Written<'_> {
    fn wants_reasons(&self) -> bool {
        self.numbers.is_some() && self.out.is_some()
    }

    fn given(&mut self, clause: &[Lit]) {
        if let Some(numbers) = &mut self.numbers {
            numbers.given += 1;
            numbers.latest(numbers.given, clause);
        }
    }

    fn added(&mut self, clause: &[Lit], reasons: &[Reason]) {
        if self.out.is_none() {
            return;
        }
        let reasons: Option<Vec<u64>> =
            self.numbers.as_ref().map(|numbers| reasons.iter().map(|&reason| numbers.of(reason)).collect());
        if let Some(numbers) = &mut self.numbers {
            numbers.added += 1;
            numbers.latest(numbers.first + numbers.added, clause);
            let _ = write!(self.line, "{} ", numbers.latest);
        }
        self.clause(clause);
        if let Some(reasons) = reasons {
            for number in reasons {
                let _ = write!(self.line, " {number}");
            }
            self.line.push_str(" 0");
        }
        self.end();
    }

    fn called(&mut self, name: Clause) {
        if let Some(numbers) = &mut self.numbers {
            numbers.names.insert(name.0, numbers.latest);
        }
    }

    fn renamed(&mut self, arena: &Arena) {
        if let Some(numbers) = &mut self.numbers {
            let old = std::mem::take(&mut numbers.names);
            let kept = old.into_iter().filter(|&(name, _)| !arena.is_gone(Clause(name)));
            numbers.names = kept.map(|(name, number)| (arena.moved(Clause(name)).0, number)).collect();
        }
    }

    fn deleted(&mut self, clause: &[Lit], name: Clause) {
        if self.out.is_none() {
            return;
        }
        match &self.numbers {
            Some(numbers) => {
                let gone = numbers.of(Reason::Clause(name));
                let _ = write!(self.line, "{} d {gone} 0", numbers.first + numbers.added);
            }
            None => {
                self.line.push_str("d ");
                self.clause(clause);
            }
        }
        self.end();
    }
}

/// The numbers of clauses in LRAT: the clauses of the formula count from 1, and added ones continue from
/// there.
#[derive(Default)]
struct Numbers {
    /// The number of clauses that the formula will have.
    first: u64,
    given: u64,
    added: u64,
    /// The clause given or added last.
    latest: u64,
    /// By index in the arena.
    names: HashMap<u32, u64>,
    /// Unit clauses, by literal.
    roots: HashMap<usize, u64>,
}

impl Numbers {
    fn latest(&mut self, number: u64, clause: &[Lit]) {
        self.latest = number;
        if let [literal] = clause {
            self.roots.insert(literal.index(), number);
        }
    }

    /// The number of a clause; 0, which every checker rejects, if the clause was never reported.
    fn of(&self, reason: Reason) -> u64 {
        let number = match reason {
            Reason::Root(literal) => self.roots.get(&literal.index()),
            Reason::Clause(name) => self.names.get(&name.0),
            Reason::Given => Some(&self.given),
        };
        number.copied().unwrap_or(0)
    }
}
