//! Solving formulas with SAT solvers in shared libraries.
//!
//! IPASIR is the interface of the incremental track of the SAT Race 2015: nine C functions that CaDiCaL,
//! Lingeling, CryptoMiniSat, Glucose and other solvers implement (T. Balyo, A. Biere, M. Iser and C. Sinz,
//! *SAT Race 2015*, Artificial Intelligence 241, 2016). This package uses the functions that solve a single
//! formula. It does not use assumptions and callbacks, which serve programs that change the formula between
//! calls.
//!
//! A library is foreign code. It is loaded in a separate process, whose guard enforces the limits.

use coverlab_model::{Cnf, Literal, Model};
use libloading::{Library as Loaded, Symbol};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The formula has this model.
    Model(Model),
    /// The formula has no model.
    None,
    /// The solver gave no answer.
    Unknown,
}

/// A loaded library.
pub struct Library {
    loaded: Loaded,
}

type Signature = unsafe extern "C" fn() -> *const c_char;
type Init = unsafe extern "C" fn() -> *mut c_void;
type Release = unsafe extern "C" fn(*mut c_void);
type Add = unsafe extern "C" fn(*mut c_void, c_int);
type Solve = unsafe extern "C" fn(*mut c_void) -> c_int;
type Value = unsafe extern "C" fn(*mut c_void, c_int) -> c_int;

#[allow(unsafe_code, reason = "functions of a shared library")]
impl Library {
    /// Loads the library at `path`.
    ///
    /// # Safety
    /// The library's initializers run when it is loaded, and its functions are called as IPASIR defines. The
    /// library must implement that interface.
    ///
    /// # Errors
    /// If the library cannot be loaded or lacks a function of the interface.
    pub unsafe fn load(path: &Path) -> Result<Library, String> {
        let failed = |error: &dyn std::error::Error| format!("{} cannot be loaded: {error}", path.display());
        // SAFETY: guaranteed by the caller.
        let loaded = unsafe { Loaded::new(path) }.map_err(|error| failed(&error))?;
        let library = Library { loaded };
        let needed: [&[u8]; 6] = [
            b"ipasir_signature",
            b"ipasir_init",
            b"ipasir_release",
            b"ipasir_add",
            b"ipasir_solve",
            b"ipasir_val",
        ];
        for name in needed {
            library.function::<*const c_void>(name).map_err(|error| failed(&error))?;
        }
        Ok(library)
    }

    fn function<F>(&self, name: &[u8]) -> Result<Symbol<'_, F>, libloading::Error> {
        // SAFETY: the types are those of the interface, which the caller of `load` guarantees.
        unsafe { self.loaded.get(name) }
    }

    /// The function `name`, whose presence `load` has checked.
    fn known<F>(&self, name: &[u8]) -> Symbol<'_, F> {
        self.function(name).expect("looked up when the library was loaded")
    }

    /// The solver's name and version, as the library reports them.
    pub fn signature(&self) -> String {
        let signature = self.known::<Signature>(b"ipasir_signature");
        // SAFETY: the function takes no arguments and returns a static string, or null.
        let text = unsafe { signature() };
        if text.is_null() {
            return String::new();
        }
        // SAFETY: a C string ends with a zero byte.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }

    /// Solves `cnf`.
    pub fn solve(&self, cnf: &Cnf) -> Answer {
        let (init, release) = (self.known::<Init>(b"ipasir_init"), self.known::<Release>(b"ipasir_release"));
        let (add, solve) = (self.known::<Add>(b"ipasir_add"), self.known::<Solve>(b"ipasir_solve"));
        let value = self.known::<Value>(b"ipasir_val");
        // SAFETY: a solver is created, used in the order that the interface requires, and released
        // once. Literals are not zero except at the end of a clause. Values are read only after the
        // answer 10.
        unsafe {
            let solver = init();
            for clause in cnf.clauses() {
                clause.iter().for_each(|&literal| add(solver, literal));
                add(solver, 0);
            }
            let answer = match solve(solver) {
                10 => {
                    // A variable without a value may have either.
                    let is_true = |variable: Literal| value(solver, variable) > 0;
                    // The library has no values for variables beyond the last one in a clause.
                    let last = cnf.clauses().flatten().map(|literal| literal.abs()).max().unwrap_or(0);
                    let values = (1..=cnf.variables() as Literal).map(|v| v <= last && is_true(v));
                    Answer::Model(Model::new(values.collect()))
                }
                20 => Answer::None,
                _ => Answer::Unknown,
            };
            release(solver);
            answer
        }
    }
}
