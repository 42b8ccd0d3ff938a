//! The error for a name that no strategy has.

use coverlab_model::{About, BadSpec};

/// The error for `name`, which is none of the `known` strategies. `purpose` restricts them, such as " for Sudoku"; it may
/// be empty.
pub fn unknown_strategy(purpose: &str, name: &str, known: impl Iterator<Item = &'static About>) -> BadSpec {
    if name == "sat-cli" {
        let what = "sat-cli is no longer a strategy: give the program to `coverlab sat --solver`, or define it as a \
                    [[solver]] of an experiment (docs/SOLVERS.md)";
        return BadSpec::new(what, name, Vec::new());
    }
    let names = known.map(|about| about.name.to_string()).collect();
    BadSpec::new(format!("there is no strategy{purpose} called `{name}`"), name, names)
}

#[cfg(test)]
mod tests {
    use crate::{cnf, exact_cover, sudoku};
    use coverlab_model::Spec;

    #[test]
    fn sat_cli_names_what_replaces_it() {
        let spec: Spec = "sat-cli:command=kissat".parse().unwrap();
        for bad in [sudoku(&spec).unwrap_err(), exact_cover(&spec).unwrap_err(), cnf(&spec).unwrap_err()] {
            assert!(bad.what.contains("--solver") && bad.what.contains("[[solver]]"), "{bad}");
            assert_eq!(bad.remedy(), None);
        }
    }
}
