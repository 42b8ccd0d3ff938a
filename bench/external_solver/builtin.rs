//! The solvers in `examples/solvers`, whose definitions are built into this program.

use super::checked_definition::Solver;
use super::{Error, of_text, provenance};
use crate::experiment::LoadedExperiment;
use crate::input::{self, Accept};
use coverlab_model::nearest;
use std::path::Path;

/// A table of solvers, each with its definition.
macro_rules! solvers {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../builtin_solvers/", $name, ".toml")))),*] };
}

/// The names and definitions of the solvers.
const BUILTIN: &[(&str, &str)] = solvers! {
    "tdoku" "schoku" "dlx1" "minisat" "cadical" "kissat" "clingo" "ortools" "python" "minizinc"
};

/// The folder of the scripts of these definitions.
const FOLDER: &str = "examples/solvers";

/// A solver with a built-in definition.
#[derive(Clone, Debug)]
pub struct BuiltinSolver {
    /// The name of the solver.
    pub name: &'static str,
    /// The kind of problem that it solves.
    pub problem: &'static str,
    /// The path of its program, if it is installed.
    pub program: Option<String>,
    /// The text of its definition, with a comment on where to get the program.
    pub text: &'static str,
}

impl BuiltinSolver {
    /// Runs the command that prints the solver's version. Returns this command if it fails. Then the solver does not work, although
    /// its program is installed: an interpreter, such as `python3`, may lack a module.
    pub fn failed_check(&self) -> Option<String> {
        provenance::failed_check(&of_text(self.text, self.name, Path::new(FOLDER)).ok()?)
    }
}

/// All solvers with a built-in definition.
///
/// # Errors
/// A definition is invalid.
pub fn list() -> Result<Vec<BuiltinSolver>, Error> {
    let solvers = BUILTIN.iter().map(|&(name, text)| {
        let solver = of_text(text, name, Path::new(FOLDER))?;
        let program = solver.program().map(|path| path.to_string_lossy().into_owned());
        Ok(BuiltinSolver { name, problem: solver.problem.name(), program, text })
    });
    solvers.collect()
}

/// The solvers that `what` names: a solver with a built-in definition, the solver of a definition file, or all solvers of an
/// experiment file.
pub(super) fn open(what: &str) -> Result<Vec<Solver>, Error> {
    let path = Path::new(what);
    if path.extension().is_some_and(|e| e == "toml") || path.components().count() > 1 {
        let text =
            input::read_text(path, Accept::Files).map_err(|e| Error::file("read the solver", path, &e))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        return match is_experiment(&text) {
            true => of_experiment(&LoadedExperiment::parse(text, what, folder.to_path_buf())?),
            false => of_text(&text, what, folder).map(|solver| vec![solver]),
        };
    }
    match BUILTIN.iter().find(|(name, _)| *name == what) {
        Some((name, text)) => of_text(text, name, Path::new(FOLDER)).map(|solver| vec![solver]),
        None => {
            let names: Vec<&str> = BUILTIN.iter().map(|(name, _)| *name).collect();
            let help = match nearest(what, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "the built-in solvers are {}; the file of a definition ends in .toml",
                    names.join(", ")
                ),
            };
            Err(Error::new(format!("there is no solver `{what}`")).help(help))
        }
    }
}

/// Whether a file of settings is an experiment rather than the definition of a solver.
fn is_experiment(text: &str) -> bool {
    let table = toml::from_str::<toml::Table>(text);
    table.is_ok_and(|table| ["solver", "strategies", "corpora"].iter().any(|key| table.contains_key(*key)))
}

fn of_experiment(loaded: &LoadedExperiment) -> Result<Vec<Solver>, Error> {
    if loaded.experiment.solvers.is_empty() {
        let error = Error::new(format!("the experiment {} defines no external solver", loaded.path));
        return Err(
            error.help("name the definition file of a solver, or a solver from `coverlab list solvers`")
        );
    }
    loaded.experiment.solvers.iter().map(|entry| super::open(loaded, entry)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_definition_is_read_and_has_its_name() {
        for (solver, (name, text)) in list().unwrap().into_iter().zip(BUILTIN) {
            assert_eq!(solver.name, *name);
            assert!(text.contains(&format!("\nname = \"{name}\"\n")) && text.starts_with("# "), "{name}");
        }
        assert!(open("kisat").unwrap_err().to_string().contains("did you mean `kissat`?"));
    }
}
