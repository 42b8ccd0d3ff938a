//! Turns strategies and inputs into an experiment that compares them.

use super::NAME;
use crate::cmd::run::RunOptions;
use crate::support::read_options::InputKind;
use crate::support::{Failure, registry, unwritable};
use coverlab_bench::argument::Source;
use coverlab_bench::corpus::is_family;
use coverlab_bench::error::Error;
use coverlab_bench::experiment::{SolverDefinition, duration_text, parse_toml};
use coverlab_bench::external_solver::builtin;
use coverlab_bench::input::{self, Accept, extension_of, kind_of_file};
use coverlab_bench::value_set::expand;
use coverlab_model::family::formula;
use coverlab_model::format::sudoku;
use coverlab_model::{Spec, nearest};
use serde_json::json;
use std::fmt::Write;
use std::io::Read;
use std::path::Path;

/// The CPU time limit of a trial, unless another is given.
pub(super) const DEFAULT_TIME_LIMIT: &str = "10s";

/// The path of each copy of an input, and the input.
pub type Copies = Vec<(String, Source)>;

/// Strategies, inputs and options of a comparison, before it becomes an experiment.
pub struct ComparisonRequest<'a> {
    /// The strategies; the first one is the baseline.
    pub strategies: Vec<String>,
    /// The inputs, as for `coverlab solve`.
    pub inputs: Vec<String>,
    /// How the strategies are run.
    pub options: &'a RunOptions,
    /// Number of repetitions of each trial.
    pub repetitions: u32,
    /// The task: `first`, `unique` or `all`.
    pub task: &'a str,
}

impl ComparisonRequest<'_> {
    /// The comparison as an experiment in TOML, and the inputs that are copied into `folder` since they have no name.
    /// `is_own` says which strategies the caller adds to the built-in ones. `unknown` makes the failure for an input that
    /// does not exist.
    ///
    /// # Errors
    /// A strategy or an input does not exist, or an input cannot be copied.
    pub fn experiment(
        &self,
        folder: Option<&Path>,
        is_own: impl Fn(&str) -> bool,
        unknown: impl Fn(&str, Error) -> Failure,
    ) -> Result<(String, Copies), Failure> {
        let (mut strategies, mut solvers, mut inputs) = (Vec::new(), String::new(), InputCorpora::default());
        for word in &self.strategies {
            if is_own(word) {
                strategies.push(word.clone());
            } else if let Some((name, definition)) = solver(word)? {
                strategies.push(name);
                solvers += &definition;
            } else {
                check_strategy(word)?;
                strategies.push(word.clone());
            }
        }
        for word in &self.inputs {
            inputs.add(word, folder, &unknown)?;
        }
        let (corpora, copies) = inputs.corpora();
        let (Some(first), false) = (strategies.first(), corpora.is_empty()) else {
            let missing = if corpora.is_empty() { "input" } else { "strategy" };
            return Err(Failure::usage(
                format!("no {missing} is given"),
                "for example: coverlab compare dlx bit-cover queens:8",
            ));
        };
        Ok((self.head(&strategies, &label(first)?) + &corpora + &solvers, copies))
    }

    /// The keys of the experiment before its corpora.
    fn head(&self, strategies: &[String], baseline: &str) -> String {
        let RunOptions { seed, time_limit, memory_limit, .. } = self.options;
        let limit = time_limit.map_or(DEFAULT_TIME_LIMIT.to_string(), duration_text);
        let memory = memory_limit.map(|bytes| format!(", memory = \"{}KiB\"", bytes.div_ceil(1024)));
        let mut text = format!(
            "name = {}\nquestion = {}\nstrategies = {}\nbaseline = {}\ntask = {}\nlimits = {{ time = {}{} }}\n",
            json!(NAME),
            json!(format!("How do the strategies compare with {baseline}?")),
            json!(strategies),
            json!(baseline),
            json!(self.task),
            json!(limit),
            memory.unwrap_or_default(),
        );
        let _ = writeln!(text, "repetitions = {}", self.repetitions);
        if let Some(seed) = seed {
            let _ = writeln!(text, "seed = {seed}");
        }
        text
    }
}

/// Whether `word` names a strategy, perhaps with parameters and value sets, or an external solver.
///
/// # Errors
/// `word` is the file of a solver, and malformed.
pub fn names_strategy(word: &str) -> Result<bool, Failure> {
    Ok(is_strategy(word) || solver(word)?.is_some())
}

/// The failure for a word that names neither a strategy nor an input.
pub fn unknown(word: &str, why: Error) -> Failure {
    let name = word.split(':').next().unwrap_or_default();
    match nearest(name, strategy_names()) {
        Some(near) => Failure::input(
            format!("`{word}` is neither a strategy nor an input"),
            format!("did you mean the strategy `{near}`?"),
        ),
        None => why.into(),
    }
}

/// Checks that `word` stands for built-in strategies.
fn check_strategy(word: &str) -> Result<(), Failure> {
    for spec in expand(word).map_err(|wrong| wrong.in_argument(word))? {
        let name = spec.split(':').next().unwrap_or_default();
        if !strategy_names().any(|known| known == name) {
            let list = || "`coverlab list strategies` lists them".to_string();
            let near = nearest(name, strategy_names()).map(|near| format!("did you mean `{near}`?"));
            let what = format!("there is no strategy `{name}`");
            return Err(Failure::usage(what, near.unwrap_or_else(list)));
        }
        spec.parse::<Spec>()?;
    }
    Ok(())
}

/// The label in records of the first strategy that `word` stands for.
fn label(word: &str) -> Result<String, Failure> {
    let names = expand(word).map_err(|wrong| wrong.in_argument(word))?;
    let spec: Spec = names[0].parse()?;
    Ok(spec.to_string())
}

/// The names of the built-in strategies.
fn strategy_names() -> impl Iterator<Item = &'static str> {
    registry::registered_strategies().into_iter().map(|row| row.about.name)
}

/// Whether `word` names a built-in strategy, perhaps with parameters and value sets.
fn is_strategy(word: &str) -> bool {
    let name = word.trim_start_matches('{').split([':', ',', '}']).next().unwrap_or_default();
    name.parse::<Spec>().is_ok_and(|spec| strategy_names().any(|known| known == spec.name))
}

/// The external solver that `word` names, by a file or as a built-in one, and its entry in an experiment.
fn solver(word: &str) -> Result<Option<(String, String)>, Failure> {
    if Path::new(word).extension().is_some_and(|ending| ending == "toml") && Path::new(word).is_file() {
        let text = input::read_text(Path::new(word), Accept::Files);
        let text = text.map_err(|why| Error::file("read the solver", Path::new(word), &why))?;
        let definition: SolverDefinition = parse_toml(&text, word)?;
        return Ok(Some((definition.name, format!("\n[[solver]]\nfile = {}\n", json!(word)))));
    }
    let solver = builtin::list()?.into_iter().find(|solver| solver.name == word);
    Ok(solver.map(|solver| (solver.name.to_string(), format!("\n[[solver]]\n{}", solver.text))))
}

/// The inputs of a comparison, by the kind of corpus that they become.
#[derive(Default)]
struct InputCorpora {
    /// Corpora, as inline tables.
    tables: Vec<String>,
    /// Single exact covers and formulas, which become one corpus of each kind.
    covers: Vec<String>,
    formulas: Vec<String>,
    /// Inputs copied so far.
    copies: Copies,
}

impl InputCorpora {
    /// Adds the input that `word` names. Text without a name is copied into `folder`. `unknown` makes the failure if there
    /// is none.
    fn add(
        &mut self,
        word: &str,
        folder: Option<&Path>,
        unknown: impl Fn(&str, Error) -> Failure,
    ) -> Result<(), Failure> {
        if Path::new(word).is_dir() {
            self.tables.push(format!("{{ path = {} }}", json!(word)));
            return Ok(());
        }
        let is_puzzle = |text: &str| sudoku::read(text.as_bytes(), &sudoku::Options::default()).is_ok();
        let source = Source::resolve(word, is_puzzle).map_err(|why| unknown(word, why))?;
        match &source {
            Source::Corpus(entry) => self.tables.push(format!("{{ name = {} }}", json!(entry.name))),
            Source::Family(spec) => {
                let specs = expand(spec).map_err(|wrong| wrong.in_argument(spec))?;
                let is_formula = specs.iter().any(|spec| formula::is_named(spec));
                self.member(is_formula, spec.clone());
            }
            Source::File(_) | Source::Stdin | Source::Text(_) => self.add_text(&source, folder)?,
        }
        Ok(())
    }

    /// Adds a file, or text, which is copied into `folder`.
    fn add_text(&mut self, source: &Source, folder: Option<&Path>) -> Result<(), Failure> {
        let mut input = source.open()?;
        let path = match source {
            Source::File(path) if path.is_file() && kind_of_file(path) == input.kind => path.clone(),
            _ => {
                let Some(folder) = folder else {
                    return Err(Failure::usage(
                        format!("{} cannot be named in an experiment", source.name()),
                        "save it to a file, such as puzzles.txt or cover.dlx",
                    ));
                };
                let number = self.copies.len() + 1;
                let ending = extension_of(input.kind);
                let path = folder.join("inputs").join(format!("input-{number}.{ending}"));
                let mut text = Vec::new();
                let copied = input.source.read_to_end(&mut text).and_then(|_| {
                    std::fs::create_dir_all(folder.join("inputs"))?;
                    std::fs::write(&path, &text)
                });
                copied.map_err(|why| unwritable(&path, &why))?;
                self.copies.push((path.display().to_string(), source.clone()));
                path
            }
        };
        let path = path.to_string_lossy().into_owned();
        match InputKind::of(input.kind) {
            InputKind::ExactCover => self.member(false, path),
            InputKind::Cnf => self.member(true, path),
            _ => self.tables.push(format!("{{ path = {} }}", json!(path))),
        }
        Ok(())
    }

    fn member(&mut self, is_formula: bool, member: String) {
        if is_formula { self.formulas.push(member) } else { self.covers.push(member) }
    }

    /// The corpora as TOML, which is empty without inputs, and the copies.
    fn corpora(self) -> (String, Copies) {
        let mut tables = self.tables;
        for (name, members) in [("exact-covers", self.covers), ("formulas", self.formulas)] {
            match &members[..] {
                [] => {}
                [one] if is_family(one) => tables.push(format!("{{ name = {} }}", json!(one))),
                [one] => tables.push(format!("{{ path = {} }}", json!(one))),
                _ => tables.push(format!("{{ name = {}, members = {} }}", json!(name), json!(members))),
            }
        }
        let lines: String = tables.iter().map(|table| format!("    {table},\n")).collect();
        (if lines.is_empty() { lines } else { format!("corpora = [\n{lines}]\n") }, self.copies)
    }
}
