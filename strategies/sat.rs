//! `sat`: conflict-driven clause learning, by the crate varisat.
//!
//! # Origin
//!
//! J. P. Marques-Silva and K. A. Sakallah, *GRASP: A Search Algorithm for Propositional
//! Satisfiability*, 1999, and what grew from it; here as J. Harder's *varisat* 0.2.2 has it: two
//! watched literals, activities that decay, restarts after Luby, learned clauses kept by their
//! glue.
//!
//! # Idea
//!
//! Decide a literal, propagate. When a clause becomes false, resolve the reasons of its literals
//! into one new clause that would have prevented this, learn it, and jump back to where it
//! acts. To find more than one model, exclude each by a clause and go on with all that was
//! learned; when the formula becomes unsatisfiable there are no more. That serves to show a
//! solution unique; after some ten thousand models the excluded ones weigh more than the
//! formula, and dancing links count better.
//!
//! # Watching a solver that does not show itself
//!
//! varisat has neither counters nor a way to interrupt it, but it writes a proof as it goes, and
//! gives up when the proof cannot be written. So the proof goes to [`Watch`], which reads its
//! steps: one step "clause learned" is one conflict and one node, to be told to the observer,
//! and when the observer says stop, the write fails. The proof is in varisat's own format. DRAT
//! would be shorter, but tells a learned unit clause not from a propagated one, and forbids
//! clauses to be added between two models.
//!
//! varisat buffers its proof, eight kilobytes at a time. Nodes are nevertheless counted one by
//! one and in order, so a node limit is exact and the same in every run; the solver may have
//! worked a few dozen conflicts beyond it that nobody counts. Depth is not in the proof and is
//! reported as 0.

use coverlab_model::{About, Cnf, Event, Flow, Literal, Model, Observer, Stop, Strategy};
use std::cell::RefCell;
use std::io;
use varisat::solver::ProofFormat;
use varisat::{ExtendFormula, Lit, Solver};
use varisat_internal_proof::ProofStep;
use varisat_internal_proof::binary_format::Parser;

/// The most variables a formula may have: a header can promise any number, and some tables go by
/// variable.
const MOST_VARIABLES: usize = 1 << 24;

/// varisat. It has no parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sat;

impl Strategy for Sat {
    type Problem = Cnf;
    type Scratch = Numbering;
    const ABOUT: About = About {
        name: "sat",
        sentence: "Conflict-driven clause learning by varisat; further models by excluding those found.",
        source: "J. Harder, varisat 0.2.2, after J. P. Marques-Silva and K. A. Sakallah, GRASP, 1999",
        node: "one learned clause",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict],
        parameters: &[],
        note: "Limits take effect when the solver next writes out its proof, after some dozens of conflicts; a long propagation without conflicts is not interrupted. A formula of more than 2^24 variables is given up for want of memory.",
    };

    fn solve(
        &self,
        cnf: &Cnf,
        _seed: u64,
        numbering: &mut Numbering,
        observer: &mut impl Observer<Cnf>,
    ) -> Flow {
        if cnf.variables() > MOST_VARIABLES {
            return Flow::Break(Stop::Memory);
        }
        numbering.clear(cnf.variables());
        let watch =
            RefCell::new(Watch { observer, parser: Parser::default(), unread: Vec::new(), stop: None });
        let mut solver = Solver::new();
        solver.write_proof(Tap(&watch), ProofFormat::Varisat);
        for clause in cnf.clauses() {
            watch.borrow_mut().observer.poll()?;
            solver.add_clause(numbering.clause(clause));
        }
        loop {
            let satisfiable = solver.solve();
            if let Some(stop) = watch.borrow().stop {
                return Flow::Break(stop);
            }
            // The only other error is an interruption, which nobody asks for.
            if !satisfiable.unwrap_or(false) {
                return Flow::Continue(());
            }
            let model = numbering.model(&solver.model().unwrap_or_default());
            let blocking = cnf.blocking_clause(&model);
            watch.borrow_mut().observer.solution(|| model)?;
            watch.borrow_mut().observer.poll()?;
            solver.add_clause(numbering.clause(&blocking));
        }
    }
}

/// The solver's numbers for variables, in the order in which clauses first use them. A variable
/// that is never used costs the solver nothing this way; it creates all below a number it meets.
#[derive(Default)]
pub(crate) struct Numbering {
    /// The solver's number of each variable, from 1; 0: none yet.
    number: Vec<u32>,
    /// The variable of each number.
    variable: Vec<u32>,
    clause: Vec<Lit>,
}

impl Numbering {
    fn clear(&mut self, variables: usize) {
        self.number.clear();
        self.number.resize(variables, 0);
        self.variable.clear();
    }

    fn clause(&mut self, literals: &[Literal]) -> &[Lit] {
        self.clause.clear();
        for &literal in literals {
            let variable = literal.unsigned_abs() - 1;
            let number = &mut self.number[variable as usize];
            if *number == 0 {
                self.variable.push(variable);
                *number = self.variable.len() as u32;
            }
            self.clause.push(Lit::from_index(*number as usize - 1, literal > 0));
        }
        &self.clause
    }

    /// What the solver made true, as a model; a variable that stands in no clause is false.
    fn model(&self, literals: &[Lit]) -> Model {
        let mut values = vec![false; self.number.len()];
        for literal in literals {
            values[self.variable[literal.index()] as usize] = literal.is_positive();
        }
        Model::new(values)
    }
}

/// Reads a proof as it is written, and tells the observer.
struct Watch<'a, O> {
    observer: &'a mut O,
    parser: Parser,
    /// The head of a step that is not complete yet.
    unread: Vec<u8>,
    stop: Option<Stop>,
}

impl<O: Observer<Cnf>> Watch<'_, O> {
    fn read(&mut self, bytes: &[u8]) -> Flow {
        self.observer.poll()?;
        self.unread.extend_from_slice(bytes);
        let mut rest = &self.unread[..];
        loop {
            let start = rest;
            match self.parser.parse_step(&mut rest) {
                Ok(ProofStep::AtClause { .. }) => {
                    self.observer.node(0)?;
                    self.observer.count(Event::Conflict, 1);
                }
                Ok(_) => {}
                // The end of the bytes; the step begins anew with the next ones.
                Err(_) => {
                    let read = self.unread.len() - start.len();
                    self.unread.drain(..read);
                    return Flow::Continue(());
                }
            }
        }
    }
}

/// The end of the solver's proof that lies in our hands.
struct Tap<'a, 'b, O>(&'a RefCell<Watch<'b, O>>);

impl<O: Observer<Cnf>> io::Write for Tap<'_, '_, O> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut watch = self.0.borrow_mut();
        if watch.stop.is_none() {
            watch.stop = watch.read(bytes).break_value();
        }
        match watch.stop {
            None => Ok(bytes.len()),
            // Not `Interrupted`, which would be tried again.
            Some(_) => Err(io::Error::other("the search is to stop")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
