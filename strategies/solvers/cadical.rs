//! CaDiCaL behind [`Solver`]: A. Biere, T. Faller, K. Fazekas, M. Fleury, N. Froleyks and F. Pollitt,
//! *CaDiCaL 2.0*, 2024; here version 3.0.1, by the crate cadical-sys. It is C++, so it stands behind the
//! Cargo feature `cadical`.
//!
//! It counts, takes a seed, asks now and then whether to stop, and tells of each clause that a conflict
//! teaches and, if a proof is wanted, of every clause that comes and goes, with those it follows from. So the
//! proof is written here: as DRAT, or as LRAT under numbers of our own, since its own begin before the whole
//! formula is known. Its rewriting of the formula (variables eliminated, clauses strengthened) is on, as its
//! authors have it; all of that follows by unit propagation. What does not, bounded variable addition, is off,
//! as they have it too.
//!
//! Clauses that it derives by rewriting are no conflicts and are not counted; between two looks at the
//! monitor it goes on for some dozens of microseconds. It reads its options from the environment as well:
//! `CADICAL_SEED=7` and the like change its searches.

use super::numbering::Numbering;
use super::solver::{Options, ProofFormat, Shared, Solver, Statistics, Verdict};
use cadical_sys::{CaDiCal, Learner, ProofTracer, Status, Terminator};
use coverlab_model::{Literal, Stop};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write;
use std::rc::Rc;

/// CaDiCaL.
pub(super) struct Cadical<'a> {
    /// Calls the hook, and so it must go first.
    solver: CaDiCal,
    hook: Rc<RefCell<Hook<'a>>>,
    /// The values of the last model, by number.
    model: Vec<bool>,
    /// Assumptions that cannot hold together.
    core: Vec<Literal>,
    literals: Vec<i32>,
}

impl<'a> Cadical<'a> {
    /// # Panics
    /// If a proof in varisat's format is asked for.
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
        // As the other solvers here: a variable is tried false first. Its authors try true.
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

    /// Translates into `self.literals`; CaDiCaL's variables count from 1.
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
    /// Why the proof could not be written.
    broken: Option<String>,
}

impl Hook<'_> {
    /// Hands a clause that follows, or is gone, to the proof.
    fn prove(&mut self, step: Step<'_>) {
        let Some(proof) = self.proof.as_mut().filter(|proof| !proof.done) else { return };
        let line = proof.line(&step, &self.numbering);
        if let Err(error) = proof.out.write_all(line.as_bytes()) {
            self.broken = Some(error.to_string());
            self.proof = None;
        }
    }
}

/// A step of a proof, in CaDiCaL's numbers.
#[derive(Clone, Copy)]
enum Step<'a> {
    Derived { id: i64, clause: &'a [i32], antecedents: &'a [i64] },
    Deleted { id: i64, clause: &'a [i32] },
}

/// Where the proof goes.
struct Proof<'a> {
    format: ProofFormat,
    out: Box<dyn Write + 'a>,
    /// Clauses of the formula so far, and those derived.
    clauses: u64,
    derived: u64,
    /// Our number of each of its clauses that is there, for LRAT.
    numbers: HashMap<i64, u64>,
    /// The empty clause was derived.
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

/// The hook as CaDiCaL holds it.
#[derive(Clone)]
struct Link(Rc<RefCell<Hook<'static>>>);

impl Link {
    /// CaDiCaL takes nothing that borrows.
    #[allow(unsafe_code)]
    fn to<'a>(hook: &Rc<RefCell<Hook<'a>>>) -> Link {
        // SAFETY: the two types differ in a lifetime alone. The link goes to a `CaDiCaL` that lies in a
        // `Cadical<'a>` and is nowhere else, so it is called, and dropped, only while 'a lasts: the methods
        // that call it borrow that `Cadical<'a>`, and the same hook that it holds beside makes 'a outlive it.
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
    /// A clause of this length was learned. Returns whether its literals are wanted, which they are not.
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
