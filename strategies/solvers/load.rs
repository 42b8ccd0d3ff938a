//! Handing a formula to a solver, within limits.
//!
//! Millions of clauses take seconds to load, so the monitor is asked between them. What a solver does first
//! with all of them cannot be interrupted: varisat lists them by literal, each has its unit clauses followed
//! to the end. How long that takes grows with the formula, as loading does, and so it is estimated from how long
//! loading took. A search whose limit would come before the end of it stops before it begins. The same goes
//! for what has to be given back at the end.

use super::engine::Engine;
use super::solver::{Monitor, Solver};
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cnf, Flow};
use std::cell::RefCell;

/// The time of freeing a solver's memory, as a share of loading.
const TAKING_DOWN: f64 = 0.06;

/// Clauses between two looks at how long that would take.
const STRIDE: usize = 4096;

/// Adds the clauses of `cnf` to `solver`, which is a new one of `engine`. A `Break` if `monitor` says so.
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
