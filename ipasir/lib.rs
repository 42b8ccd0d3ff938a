//! Solvers of formulas in shared libraries.
//!
//! IPASIR is the interface that the incremental track of the SAT Race 2015 brought: seven functions in C, by which CaDiCaL,
//! Lingeling, CryptoMiniSat, Glucose and others can be exchanged for each other without a file between (T. Balyo, A. Biere,
//! M. Iser and C. Sinz, *SAT Race 2015*, Artificial Intelligence 241, 2016). Of the nine that there are, five answer one
//! formula; assumptions and callbacks are for programs that change it as they go.
//!
//! A library is foreign code in our process. It is loaded in one that does nothing else, and the guard of
//! that process holds the limits.

use coverlab_model::{Cnf, Literal, Model};
use libloading::{Library as Loaded, Symbol};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;

/// The answer of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The formula has this model.
    Model(Model),
    /// It has none.
    None,
    /// The solver gave up.
    Unknown,
}

/// A library with the interface.
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
    /// The library's initializers run, and its functions are called as IPASIR has them: it must be what it says.
    ///
    /// # Errors
    /// It cannot be loaded, or lacks a function.
    pub unsafe fn load(path: &Path) -> Result<Library, String> {
        let failed = |error: &dyn std::error::Error| format!("{} cannot be loaded: {error}", path.display());
        // SAFETY: the caller's.
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
        // SAFETY: the types here are those of the interface, which the library has by the contract of `load`.
        unsafe { self.loaded.get(name) }
    }

    /// The function `name`, which was there when the library was loaded.
    fn known<F>(&self, name: &[u8]) -> Symbol<'_, F> {
        self.function(name).expect("looked up when the library was loaded")
    }

    /// Name and version, as the library tells them.
    pub fn signature(&self) -> String {
        let signature = self.known::<Signature>(b"ipasir_signature");
        // SAFETY: the function takes nothing and returns a string that stays, or nothing.
        let text = unsafe { signature() };
        if text.is_null() {
            return String::new();
        }
        // SAFETY: it ends with a zero, as strings of C do.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }

    /// Whether `cnf` has a model.
    pub fn solve(&self, cnf: &Cnf) -> Answer {
        let (init, release) = (self.known::<Init>(b"ipasir_init"), self.known::<Release>(b"ipasir_release"));
        let (add, solve) = (self.known::<Add>(b"ipasir_add"), self.known::<Solve>(b"ipasir_solve"));
        let value = self.known::<Value>(b"ipasir_val");
        // SAFETY: a solver is made, used in the order that the interface asks for, and released once. Literals are not
        // zero, but for the end of a clause. Values are asked for after the answer 10 alone.
        unsafe {
            let solver = init();
            for clause in cnf.clauses() {
                clause.iter().for_each(|&literal| add(solver, literal));
                add(solver, 0);
            }
            let answer = match solve(solver) {
                10 => {
                    // A variable of which it says nothing may be either.
                    let is_true = |variable: Literal| value(solver, variable) > 0;
                    // A library has no room for variables that occur in no clause.
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
