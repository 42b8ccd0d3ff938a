//! A shared library as a program, which a guard starts for a solver that is defined by `library`.

use crate::error::Error;
use coverlab_ipasir::{Answer, Library};
use coverlab_model::format::dimacs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The hidden command that a library is loaded with.
pub const COMMAND: &str = "ipasir";

/// Has the library answer.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// The library
    pub library: PathBuf,
    /// A formula in DIMACS; without it the library says who it is
    pub formula: Option<PathBuf>,
}

/// Prints as the solvers of competitions do, and returns their exit codes.
///
/// # Errors
/// The library or the formula cannot be used, or the answer has no reader.
pub fn run(arguments: &Arguments) -> Result<u8, Error> {
    let library = load(&arguments.library)?;
    let mut out = std::io::stdout().lock();
    let told = |e: std::io::Error| Error::new(format!("the answer cannot be written: {e}"));
    let Some(path) = &arguments.formula else {
        writeln!(out, "{}", library.signature()).map_err(told)?;
        return Ok(0);
    };
    let failed = |what: &dyn std::fmt::Display| Error::new(format!("{}: {what}", path.display()));
    let text = std::fs::read(path).map_err(|e| failed(&e))?;
    let cnf = dimacs::read(text).map_err(|e| failed(&e))?;
    let (answer, code) = match library.solve(&cnf) {
        Answer::Model(model) => (format!("s SATISFIABLE\n{}", dimacs::write_model(&model)), 10),
        Answer::None => ("s UNSATISFIABLE".to_string(), 20),
        Answer::Unknown => ("s UNKNOWN".to_string(), 0),
    };
    writeln!(out, "{answer}").and_then(|()| out.flush()).map_err(told)?;
    Ok(code)
}

#[allow(unsafe_code, reason = "a library is foreign code")]
fn load(path: &Path) -> Result<Library, Error> {
    // SAFETY: the definition of a solver by a library states that the library has the interface, as that of a
    // program states that it is one. This process does nothing else, and has no more rights than a program
    // would.
    unsafe { Library::load(path) }.map_err(Error::new)
}
