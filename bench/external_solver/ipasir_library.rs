//! The hidden command that loads a shared library as a solver, for definitions with `library`.

#![expect(clippy::disallowed_methods, reason = "messages to another process of this program")]

use crate::error::Error;
use coverlab_ipasir::{Answer, Library};
use coverlab_model::format::dimacs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The name of the command.
pub const COMMAND: &str = "ipasir";

/// Arguments of the command.
#[derive(clap::Args, Debug)]
pub struct IpasirArgs {
    /// The path of the library
    pub library: PathBuf,
    /// The path of a formula in DIMACS; if it is missing, the signature of the library is printed
    pub formula: Option<PathBuf>,
}

/// Prints the answer and returns the exit code, both as in SAT competitions.
///
/// # Errors
/// The library cannot be loaded, the formula cannot be read, or the answer cannot be written.
pub fn run(arguments: &IpasirArgs) -> Result<u8, Error> {
    let library = load(&arguments.library)?;
    let mut out = std::io::stdout().lock();
    let unwritable = |e: std::io::Error| Error::new(format!("the answer cannot be written: {e}"));
    let Some(path) = &arguments.formula else {
        writeln!(out, "{}", library.signature()).map_err(unwritable)?;
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
    writeln!(out, "{answer}").and_then(|()| out.flush()).map_err(unwritable)?;
    Ok(code)
}

#[allow(unsafe_code, reason = "a library is foreign code")]
fn load(path: &Path) -> Result<Library, Error> {
    // SAFETY: the definition of the solver states that the library implements IPASIR. This process does nothing else, and
    // has no more rights than a program would have.
    unsafe { Library::load(path) }.map_err(Error::new)
}
