//! A minimal solver in a shared library: tries every assignment. The tests compile it.

use std::ffi::{c_char, c_int};

struct Tiny {
    clauses: Vec<Vec<c_int>>,
    clause: Vec<c_int>,
    model: u32,
}

#[unsafe(no_mangle)]
extern "C" fn ipasir_signature() -> *const c_char {
    c"tiny 1".as_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn ipasir_init() -> *mut Tiny {
    Box::into_raw(Box::new(Tiny { clauses: Vec::new(), clause: Vec::new(), model: 0 }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ipasir_release(solver: *mut Tiny) {
    drop(unsafe { Box::from_raw(solver) });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ipasir_add(solver: *mut Tiny, literal: c_int) {
    let solver = unsafe { &mut *solver };
    if literal == 0 {
        solver.clauses.push(std::mem::take(&mut solver.clause));
    } else {
        solver.clause.push(literal);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ipasir_solve(solver: *mut Tiny) -> c_int {
    let solver = unsafe { &mut *solver };
    let variables = solver.clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
    if variables > 20 {
        return 0;
    }
    let holds =
        |model: u32, &literal: &c_int| (model >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0);
    let satisfies =
        |model: &u32| solver.clauses.iter().all(|clause| clause.iter().any(|literal| holds(*model, literal)));
    match (0..1 << variables).find(satisfies) {
        Some(model) => {
            solver.model = model;
            10
        }
        None => 20,
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ipasir_val(solver: *mut Tiny, literal: c_int) -> c_int {
    let solver = unsafe { &*solver };
    if (solver.model >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0) { literal } else { -literal }
}
