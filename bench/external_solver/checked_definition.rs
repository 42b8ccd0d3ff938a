//! Checks the definition of a solver, and compiles its expressions.

use super::printed_counters::{NODES, Patterns, compile};
use crate::error::command_line;
use crate::experiment::{CoverOutput, Protocol, SolverDefinition, SolverProblem, parse_size};
use coverlab_model::{About, Event, Purpose};
use coverlab_supervise::find_program;
use regex::Regex;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A solver with a valid definition. Its program need not be installed.
#[derive(Debug)]
pub(super) struct Solver {
    pub(super) definition: SolverDefinition,
    /// The folder of the file that defines it.
    folder: PathBuf,
    pub(super) problem: SolverProblem,
    pub(super) patterns: Patterns,
    pub(super) none: Option<Regex>,
    pub(super) memory: Option<u64>,
    pub(super) about: &'static About,
    /// The BLAKE3 checksums of its program and scripts by path, computed when first needed.
    pub(super) checksums: OnceLock<BTreeMap<String, String>>,
}

/// An error in a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BadDefinition {
    /// The offending text in the definition.
    pub(super) word: String,
    /// The error.
    pub(super) what: String,
    /// The remedy.
    pub(super) help: String,
}

fn bad(word: &str, what: impl Into<String>, help: impl Into<String>) -> BadDefinition {
    BadDefinition { word: word.to_string(), what: what.into(), help: help.into() }
}

/// The characters that a name may have.
const NAME_RULE: &str = "lower-case letters, digits, `-`, `_` and `.`";

/// The placeholders of a command.
const PLACEHOLDERS: [&str; 6] = ["input", "output", "seed", "time_s", "solutions", "dir"];

impl Solver {
    /// The solver that `definition` defines, whose file is in `folder`.
    pub(super) fn new(definition: SolverDefinition, folder: &Path) -> Result<Solver, BadDefinition> {
        let name = definition.name.clone();
        let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
        if name.is_empty() {
            return Err(bad("", "the solver has no name", format!("write name = \"…\" with {NAME_RULE}")));
        }
        if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !name.chars().all(is_allowed) {
            let help = format!("use {NAME_RULE}, beginning with a letter or digit");
            return Err(bad(&name, format!("`{name}` is not a valid name for a solver"), help));
        }
        let Some(problem) = definition.problem else {
            let help = "write problem = \"sudoku\", \"exact-cover\" or \"cnf\"";
            return Err(bad(&name, format!("solver `{name}` does not say what it solves"), help));
        };
        check_command(&definition)?;
        check_output(&definition, problem)?;
        let patterns = Patterns::new(&definition)
            .map_err(|(word, what)| bad(&word, what, "see docs/SOLVERS.md for examples"))?;
        let none = definition.none.clone().or_else(|| default_none(problem));
        let none = none.map(|text| compile(&text).map_err(|what| bad(&text, what, ""))).transpose()?;
        let memory = definition
            .memory
            .as_deref()
            .map(|text| parse_size(text).map_err(|what| bad(text, what, "")))
            .transpose()?;
        let about = about(&definition, &patterns);
        let (folder, checksums) = (folder.to_path_buf(), OnceLock::new());
        Ok(Solver { definition, folder, problem, patterns, none, memory, about, checksums })
    }

    /// The path of its program. `None` if it is not installed.
    pub(super) fn program(&self) -> Option<PathBuf> {
        self.locate(self.definition.command.first()?)
    }

    /// The message that its program is not installed, if so.
    pub(super) fn missing(&self) -> Option<String> {
        let (name, program) = (&self.definition.name, self.definition.command.first()?);
        let what = format!("solver `{name}` needs the program `{program}`, which is not installed");
        self.program().is_none().then_some(what)
    }

    /// The path of a program that the definition names: on the PATH, or beside the definition.
    fn locate(&self, word: &str) -> Option<PathBuf> {
        let word = self.in_folder(word);
        let path = Path::new(&word);
        let is_beside = path.is_relative() && path.components().count() > 1;
        let named = if is_beside { self.folder().join(path).to_string_lossy().into_owned() } else { word };
        find_program(&named)
    }

    /// The folder of the definition. It is absolute, because programs run elsewhere.
    fn folder(&self) -> PathBuf {
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf())
    }

    fn in_folder(&self, word: &str) -> String {
        if word.contains("{dir}") {
            word.replace("{dir}", &self.folder().to_string_lossy())
        } else {
            word.to_string()
        }
    }

    /// The words of `command`, with the path of the program, and with placeholders replaced by `values`.
    pub(super) fn words(&self, command: &[String], values: &[(&str, String)]) -> Vec<String> {
        let mut words: Vec<String> = command
            .iter()
            .map(|word| {
                let word = self.in_folder(word);
                values.iter().fold(word, |word, (name, value)| word.replace(&format!("{{{name}}}"), value))
            })
            .collect();
        let found = command.first().and_then(|word| self.locate(word));
        if let (Some(first), Some(found)) = (words.first_mut(), found) {
            *first = found.to_string_lossy().into_owned();
        }
        words
    }

    /// The files that the command names as arguments, such as scripts, by absolute paths or with `{dir}`.
    pub(super) fn scripts(&self) -> Vec<PathBuf> {
        let words = self.definition.command.iter().skip(1).map(|word| self.in_folder(word));
        words.map(PathBuf::from).filter(|path| path.is_absolute() && path.is_file()).collect()
    }

    /// The mechanism that enforces the limits of its trials, by name.
    pub(super) fn enforcer(&self) -> String {
        let mechanism = match self.memory {
            _ if !cfg!(target_os = "linux") => "wall-time",
            Some(_) => "guard-rlimit",
            None => "guard",
        };
        format!("{mechanism}{}", if self.definition.batch { "-batch" } else { "" })
    }
}

fn check_command(definition: &SolverDefinition) -> Result<(), BadDefinition> {
    let name = &definition.name;
    if definition.command.first().is_none_or(String::is_empty) {
        let help = "write command = [\"program\", \"{input}\"]";
        return Err(bad(name, format!("solver `{name}` does not say which program it is"), help));
    }
    for word in &definition.command {
        for inner in word.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(inner, _)| inner) {
            let is_word = !inner.is_empty() && inner.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            if is_word && !PLACEHOLDERS.contains(&inner) {
                let known = PLACEHOLDERS.map(|name| format!("{{{name}}}")).join(", ");
                let help = match coverlab_model::nearest(inner, PLACEHOLDERS.iter().copied()) {
                    Some(near) => format!("did you mean `{{{near}}}`? The placeholders are {known}"),
                    None => format!("the placeholders are {known}"),
                };
                return Err(bad(word, format!("`{{{inner}}}` is not a placeholder of commands"), help));
            }
        }
    }
    Ok(())
}

fn check_output(definition: &SolverDefinition, problem: SolverProblem) -> Result<(), BadDefinition> {
    let name = &definition.name;
    if definition.output != CoverOutput::default() && problem != SolverProblem::ExactCover {
        let what = format!("solver `{name}` has `output`, which is only for exact covers");
        return Err(bad(name, what, "leave `output` out"));
    }
    if definition.batch && (problem != SolverProblem::Sudoku || definition.protocol == Protocol::Worker) {
        let what = format!("solver `{name}` cannot be run in batches");
        return Err(bad(name, what, "batch = true requires Sudokus and protocol = \"program\""));
    }
    Ok(())
}

/// The default expression for "no solution".
fn default_none(problem: SolverProblem) -> Option<String> {
    (problem == SolverProblem::Cnf).then(|| r"^(s UNSATISFIABLE|UNSAT|UNSATISFIABLE)\s*$".to_string())
}

/// The description of the solver as a strategy. It is never freed, like those of built-in strategies: a few hundred bytes.
fn about(definition: &SolverDefinition, patterns: &Patterns) -> &'static About {
    let events: Vec<Event> = patterns.counters().filter_map(Event::of_name).collect();
    let counts_nodes = patterns.counters().any(|counter| counter == NODES);
    Box::leak(Box::new(About {
        name: Box::leak(definition.name.clone().into_boxed_str()),
        purpose: Purpose::Fast,
        sentence: "Another program, defined in a TOML file",
        source: Box::leak(command_line(&definition.command).into_boxed_str()),
        node: if counts_nodes { "as the program counts" } else { "" },
        complete: true,
        interruptible: false,
        events: Box::leak(events.into_boxed_slice()),
        parameters: &[],
        note: "Its process is killed at a limit; a node limit has no effect on it.",
    }))
}
