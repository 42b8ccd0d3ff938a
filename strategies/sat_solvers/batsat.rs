//! batsat behind [`Solver`]: S. Cruanes and others, *batsat* 0.6, a port of N. Eén and
//! N. Sörensson's MiniSat (*An Extensible SAT-solver*, 2003) to Rust.
//!
//! batsat counts its work, polls whether to stop, and reports each clause that it learns. It writes no proof
//! itself, so this wrapper writes one. The proof has no deletions, which costs a checker time. But it avoids
//! a gap: batsat does not report clauses that it shortens by literals that are false at the root.
//!
//! It polls only when there is nothing to propagate and no conflict. Clauses learned between the monitor's
//! request to stop and that moment are not counted, so limits are exact.

use super::numbering::Numbering;
use super::solver::{Options, ProofFormat, Shared, Solver, Statistics, Verdict};
use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, lbool};
use coverlab_model::{Literal, Stop};
use std::cell::Cell;
use std::io::Write;

/// The solver batsat.
pub(super) struct Batsat<'a> {
    solver: batsat::Solver<Hook<'a>>,
    clause: Vec<Lit>,
}

impl<'a> Batsat<'a> {
    pub(super) fn new(options: Options<'a>) -> Batsat<'a> {
        let proof = options.proof.map(|(format, out)| {
            assert_eq!(format, ProofFormat::Drat, "batsat's clauses make no other proof");
            out
        });
        let hook = Hook {
            monitor: options.monitor,
            numbering: Numbering::default(),
            proof,
            conflicts: 0,
            stop: Cell::new(None),
            broken: None,
        };
        let mut settings = SolverOpts::default();
        if options.seed != 0 {
            settings.rnd_init_act = true;
            // The generator needs a number between 0 and 2^31 - 1.
            settings.random_seed = (1 + mixed(options.seed) % 2_147_483_645) as f64;
        }
        Batsat { solver: batsat::Solver::new(settings, hook), clause: Vec::new() }
    }

    /// Translates `literals` into `self.clause`, and creates variables as needed.
    fn translate(&mut self, literals: &[Literal]) {
        self.clause.clear();
        for &literal in literals {
            let number = self.solver.cb_mut().numbering.number(literal);
            let variable = self.solver.var_of_int(number as u32);
            self.clause.push(Lit::new(variable, literal > 0));
        }
    }
}

impl Solver for Batsat<'_> {
    fn add(&mut self, clause: &[Literal]) {
        self.translate(clause);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Verdict {
        self.translate(assumptions);
        let assumptions = std::mem::take(&mut self.clause);
        self.solver.cb().stop.set(None);
        let answer = self.solver.solve_limited(&assumptions);
        self.clause = assumptions;
        let hook = self.solver.cb();
        if let Some(what) = &hook.broken {
            return Verdict::Failed(format!("the proof cannot be written: {what}"));
        }
        if let Some(stop) = hook.stop.get() {
            return Verdict::Unknown(stop);
        }
        if answer == lbool::TRUE { Verdict::Satisfiable } else { Verdict::Unsatisfiable }
    }

    fn value(&self, variable: Literal) -> bool {
        let number = self.solver.cb().numbering.known(variable);
        number.is_some_and(|n| self.solver.get_model().get(n) == Some(&lbool::TRUE))
    }

    fn core(&self) -> Vec<Literal> {
        // batsat returns the clause it derived: the negations of the assumptions that it used.
        let numbering = &self.solver.cb().numbering;
        let core = self.solver.unsat_core();
        core.iter().map(|l| numbering.literal(l.var().idx() as usize, !l.sign())).collect()
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            conflicts: Some(self.solver.cb().conflicts),
            decisions: Some(self.solver.num_decisions()),
            propagations: Some(self.solver.num_propagations()),
            restarts: Some(self.solver.num_restarts()),
        }
    }

    fn finish(&mut self) -> Result<(), String> {
        let proven = !self.solver.is_ok();
        let hook = self.solver.cb_mut();
        if let Some(out) = &mut hook.proof {
            let end = if proven { out.write_all(b"0\n") } else { Ok(()) };
            end.and_then(|()| out.flush()).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

/// Scrambles a seed, so that adjacent seeds give unrelated numbers.
fn mixed(seed: u64) -> u64 {
    let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    seed ^ seed >> 29
}

/// The callbacks of batsat.
struct Hook<'a> {
    monitor: Shared<'a>,
    numbering: Numbering,
    proof: Option<Box<dyn Write + 'a>>,
    conflicts: u64,
    stop: Cell<Option<Stop>>,
    /// The error of writing the proof.
    broken: Option<String>,
}

impl Callbacks for Hook<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if kind != ClauseKind::Learnt || self.stop.get().is_some() {
            return;
        }
        // A clause over contradictory assumptions is a learned clause as well.
        if let Some(stop) = self.monitor.borrow_mut().conflict().break_value() {
            self.stop.set(Some(stop));
            return;
        }
        self.conflicts += 1;
        if let Some(out) = &mut self.proof {
            let mut line = String::new();
            for literal in clause {
                let literal = self.numbering.literal(literal.var().idx() as usize, literal.sign());
                line.push_str(&literal.to_string());
                line.push(' ');
            }
            line.push_str("0\n");
            if let Err(error) = out.write_all(line.as_bytes()) {
                self.broken = Some(error.to_string());
                self.stop.set(Some(Stop::Cancelled));
            }
        }
    }

    fn stop(&self) -> bool {
        if self.stop.get().is_none() {
            self.stop.set(self.monitor.borrow_mut().poll().break_value());
        }
        self.stop.get().is_some()
    }
}
