//! Loads a formula into a solver, within limits.
//!
//! Millions of clauses take seconds to load, so the monitor is polled between them. The first pass of a
//! solver over all clauses cannot be interrupted: varisat, for example, lists them by literal, and each
//! solver propagates its unit clauses. The time of this pass is proportional to the formula, and therefore
//! estimated from the time of loading. A search that would reach its limit during this pass stops before it. The time
//! of freeing the memory at the end is estimated in the same way.

use super::engine::Engine;
use super::solver::{Monitor, Solver};
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cnf, Flow};
use std::cell::RefCell;

/// The time of freeing a solver's memory, relative to loading.
const TAKING_DOWN: f64 = 0.06;

/// The number of clauses between two estimates of the time ahead.
const STRIDE: usize = 4096;

/// Adds the clauses of `cnf` to `solver`, a new solver of `engine`. Breaks if `monitor` does.
pub fn load(engine: Engine, cnf: &Cnf, solver: &mut dyn Solver, monitor: &RefCell<impl Monitor>) -> Flow {
    let clock = ThreadTime::now();
    for (at, clause) in (1..).zip(cnf.clauses()) {
        monitor.borrow_mut().poll()?;
        solver.add(clause);
        if at % STRIDE == 0 {
            monitor.borrow_mut().ahead(clock.elapsed().mul_f64(TAKING_DOWN))?;
        }
    }
    let took = clock.elapsed();
    solver.loaded(took);
    monitor.borrow_mut().ahead(took.mul_f64(engine.first_pass() + TAKING_DOWN))
}
