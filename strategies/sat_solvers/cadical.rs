//! CaDiCaL behind [`Solver`]: A. Biere, T. Faller, K. Fazekas, M. Fleury, N. Froleyks and F. Pollitt,
//! *CaDiCaL 2.0*, 2024; here version 3.0.1, by the crate cadical-sys. It is C++, and therefore behind the
//! Cargo feature `cadical`.
//!
//! CaDiCaL counts its work, accepts a seed, polls whether to stop, and reports each clause learned from a
//! conflict. If a proof is wanted, it also reports every added and deleted clause, with the clauses it
//! follows from. This wrapper writes the proof: as DRAT, or as LRAT with numbers of its own, because CaDiCaL
//! starts its numbers before the whole formula is known. Rewriting of the formula (variable elimination,
//! strengthening of clauses) is on by default and stays on; all of it follows by unit propagation. Bounded
//! variable addition, which does not, is off by default and stays off.
//!
//! Clauses derived by rewriting are not conflicts and are not counted. Between two polls it works for some
//! dozens of microseconds. It also reads options from the environment: `CADICAL_SEED=7` and the like change
//! its searches.

use super::numbering::Numbering;
use super::solver::{Options, ProofFormat, Shared, Solver, Statistics, Verdict};
use cadical_sys::{CaDiCal, Learner, ProofTracer, Status, Terminator};
use coverlab_model::{Literal, Stop};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write;
use std::rc::Rc;

/// The solver CaDiCaL.
pub(super) struct Cadical<'a> {
    /// Calls the hook, and so must be dropped first.
    solver: CaDiCal,
    hook: Rc<RefCell<Hook<'a>>>,
    /// The values of the last model, by the solver's number.
    model: Vec<bool>,
    /// Assumptions that contradict each other.
    core: Vec<Literal>,
    literals: Vec<i32>,
}

impl<'a> Cadical<'a> {
    /// # Panics
    /// If the options ask for a proof in varisat's format.
    pub(super) fn new(options: Options<'a>) -> Cadical<'a> {
        let proof = options.proof.map(|(format, out)| {
            assert_ne!(format, ProofFormat::Varisat, "CaDiCaL has another format");
            Proof { format, out, clauses: 0, derived: 0, numbers: HashMap::new(), done: false }
        });
        let reasons = proof.as_ref().map(|proof| proof.format != ProofFormat::Drat);
        let hook = Rc::new(RefCell::new(Hook {
            monitor: options.monitor,
            numbering: Numbering::default(),
            proof,
            conflicts: 0,
            stop: None,
            broken: None,
        }));
        let link = Link::to(&hook);
        let mut solver = CaDiCal::new();
        // As in the other solvers here, variables are tried false first; the default of CaDiCaL is true.
        solver.set("phase", 0);
        if options.seed != 0 {
            solver.set("seed", (1 + options.seed % 1_999_999_999) as i32);
        }
        if let Some(reasons) = reasons {
            solver.connect_proof_tracer1(link.clone(), reasons, false);
        }
        solver.connect_learner(link.clone());
        solver.connect_terminator(link);
        Cadical { solver, hook, model: Vec::new(), core: Vec::new(), literals: Vec::new() }
    }

    /// Translates `literals` into `self.literals`; CaDiCaL numbers variables from 1.
    fn translate(&mut self, literals: &[Literal]) {
        let numbering = &mut self.hook.borrow_mut().numbering;
        self.literals.clear();
        self.literals.extend(literals.iter().map(|&literal| {
            let number = numbering.number(literal) as i32 + 1;
            if literal > 0 { number } else { -number }
        }));
    }
}

impl Solver for Cadical<'_> {
    fn add(&mut self, clause: &[Literal]) {
        self.translate(clause);
        self.solver.clause6(&self.literals);
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Verdict {
        self.translate(assumptions);
        self.literals.iter().for_each(|&literal| self.solver.assume(literal));
        self.hook.borrow_mut().stop = None;
        let status = self.solver.solve();
        let hook = self.hook.borrow();
        if let Some(what) = &hook.broken {
            return Verdict::Failed(format!("the proof cannot be written: {what}"));
        }
        if let Some(stop) = hook.stop {
            return Verdict::Unknown(stop);
        }
        drop(hook);
        match status {
            Status::SATISFIABLE => {
                let variables = self.solver.vars();
                self.model = (1..=variables).map(|variable| self.solver.val(variable) > 0).collect();
                Verdict::Satisfiable
            }
            Status::UNSATISFIABLE => {
                let failed = |&(at, _): &(usize, &Literal)| self.solver.failed(self.literals[at]);
                let failed: Vec<Literal> =
                    assumptions.iter().enumerate().filter(failed).map(|(_, &literal)| literal).collect();
                self.core = failed;
                Verdict::Unsatisfiable
            }
            Status::UNKNOWN => Verdict::Failed("CaDiCaL gave up though nobody asked it to".to_string()),
        }
    }

    fn value(&self, variable: Literal) -> bool {
        let number = self.hook.borrow().numbering.known(variable);
        number.and_then(|n| self.model.get(n)).copied().unwrap_or(false)
    }

    fn core(&self) -> Vec<Literal> {
        self.core.clone()
    }

    fn statistics(&self) -> Statistics {
        let count = |name| u64::try_from(self.solver.get_statistic_value(name)).ok();
        Statistics {
            conflicts: Some(self.hook.borrow().conflicts),
            decisions: count("decisions"),
            propagations: count("propagations"),
            restarts: None,
        }
    }

    fn finish(&mut self) -> Result<(), String> {
        let mut hook = self.hook.borrow_mut();
        hook.proof.as_mut().map_or(Ok(()), |proof| proof.out.flush().map_err(|error| error.to_string()))
    }
}

/// The callbacks of CaDiCaL.
struct Hook<'a> {
    monitor: Shared<'a>,
    numbering: Numbering,
    proof: Option<Proof<'a>>,
    conflicts: u64,
    stop: Option<Stop>,
    /// The error of writing the proof.
    broken: Option<String>,
}

impl Hook<'_> {
    /// Writes an added or deleted clause to the proof.
    fn prove(&mut self, step: Step<'_>) {
        let Some(proof) = self.proof.as_mut().filter(|proof| !proof.done) else { return };
        let line = proof.line(&step, &self.numbering);
        if let Err(error) = proof.out.write_all(line.as_bytes()) {
            self.broken = Some(error.to_string());
            self.proof = None;
        }
    }
}

/// A step of a proof, in CaDiCaL's literals.
#[derive(Clone, Copy)]
enum Step<'a> {
    Derived { id: i64, clause: &'a [i32], antecedents: &'a [i64] },
    Deleted { id: i64, clause: &'a [i32] },
}

/// The proof output and its numbering.
struct Proof<'a> {
    format: ProofFormat,
    out: Box<dyn Write + 'a>,
    /// The number of clauses of the formula so far, and of derived ones.
    clauses: u64,
    derived: u64,
    /// For LRAT, our number of each existing clause, by CaDiCaL's.
    numbers: HashMap<i64, u64>,
    /// Whether the empty clause was derived.
    done: bool,
}

impl Proof<'_> {
    fn line(&mut self, step: &Step<'_>, numbering: &Numbering) -> String {
        let mut line = String::new();
        // Writing to a string does not fail.
        let clause = |line: &mut String, clause: &[i32]| {
            for &literal in clause {
                let number = literal.unsigned_abs() as usize - 1;
                let _ = write!(line, "{} ", numbering.literal(number, literal > 0));
            }
            line.push('0');
        };
        let lrat = if let ProofFormat::Lrat { clauses } = self.format { Some(clauses as u64) } else { None };
        match (step, lrat) {
            (Step::Derived { clause: literals, .. }, None) => clause(&mut line, literals),
            (Step::Deleted { clause: literals, .. }, None) => {
                line.push_str("d ");
                clause(&mut line, literals);
            }
            (Step::Derived { id, clause: literals, antecedents }, Some(first)) => {
                self.derived += 1;
                let number = first + self.derived;
                self.numbers.insert(*id, number);
                let _ = write!(line, "{number} ");
                clause(&mut line, literals);
                for antecedent in *antecedents {
                    let number = self.numbers.get(&antecedent.abs()).copied().unwrap_or(0) as i64;
                    let _ = write!(line, " {}", number * antecedent.signum());
                }
                line.push_str(" 0");
            }
            (Step::Deleted { id, .. }, Some(first)) => {
                let number = self.numbers.remove(id).unwrap_or(0);
                let _ = write!(line, "{} d {number} 0", first + self.derived);
            }
        }
        self.done = matches!(step, Step::Derived { clause: [], .. });
        line.push('\n');
        line
    }
}

/// The hook in the form that CaDiCaL can hold.
#[derive(Clone)]
struct Link(Rc<RefCell<Hook<'static>>>);

impl Link {
    /// CaDiCaL accepts no type that borrows.
    #[allow(unsafe_code)]
    fn to<'a>(hook: &Rc<RefCell<Hook<'a>>>) -> Link {
        // SAFETY: the two types differ only in a lifetime. The link goes to a `CaDiCaL` that is owned by a
        // `Cadical<'a>` and by nothing else, so it is called and dropped only during 'a: the methods that
        // call it borrow that `Cadical<'a>`, and the same hook in its other field makes 'a outlive it.
        Link(unsafe {
            std::mem::transmute::<Rc<RefCell<Hook<'a>>>, Rc<RefCell<Hook<'static>>>>(Rc::clone(hook))
        })
    }
}

impl Terminator for Link {
    fn terminated(&mut self) -> bool {
        let hook = &mut *self.0.borrow_mut();
        if hook.stop.is_none() {
            hook.stop = hook.monitor.borrow_mut().poll().break_value();
        }
        hook.stop.is_some() || hook.broken.is_some()
    }
}

impl Learner for Link {
    /// Counts a learned clause of this length. Returns false, because its literals are not needed.
    fn learning(&mut self, _size: i32) -> bool {
        let hook = &mut *self.0.borrow_mut();
        if hook.stop.is_none() {
            hook.stop = hook.monitor.borrow_mut().conflict().break_value();
            hook.conflicts += u64::from(hook.stop.is_none());
        }
        false
    }

    fn learn(&mut self, _literal: i32) {}
}

impl ProofTracer for Link {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32], restored: bool) {
        if let Some(proof) = &mut self.0.borrow_mut().proof
            && !restored
        {
            proof.clauses += 1;
            proof.numbers.insert(id, proof.clauses);
        }
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, _witness: i32, clause: &[i32], antecedents: &[i64]) {
        self.0.borrow_mut().prove(Step::Derived { id, clause, antecedents });
    }

    fn delete_clause(&mut self, id: i64, _redundant: bool, clause: &[i32]) {
        self.0.borrow_mut().prove(Step::Deleted { id, clause });
    }

    fn weaken_minus(&mut self, _id: i64, _clause: &[i32]) {}

    fn strengthen(&mut self, _id: i64) {}

    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}

    fn add_assumption(&mut self, _literal: i32) {}

    fn add_constraint(&mut self, _clause: &[i32]) {}

    fn reset_assumptions(&mut self) {}

    fn add_assumption_clause(&mut self, _id: i64, _clause: &[i32], _antecedents: &[i64]) {}

    fn conclude_sat(&mut self, _conclusion: i32, _model: &[i32]) {}

    fn conclude_unsat(&mut self, _conclusion: i32, _clauses: &[i64]) {}

    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}
