//! `coverlab compare`: compares strategies on the same inputs in one command.
//!
//! The arguments become an experiment, which is run and folded like any other.

use super::feed;
use super::read_options::InputKind;
use super::run::{self, RunOptions, programs};
use super::{Exit, Failure, completions, print, strategy_rows, unwritable};
use clap::Args;
use coverlab_bench::argument::Source;
use coverlab_bench::corpus::is_family;
use coverlab_bench::error::{Error, quoted};
use coverlab_bench::experiment::{LoadedExperiment, SolverDefinition, duration_text, parse_toml};
use coverlab_bench::external_solver::known;
use coverlab_bench::input::{self, Accept, extension};
use coverlab_bench::runner::{Overrides, RunSummary};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::counted;
use coverlab_bench::value_set::expand;
use coverlab_model::family::formula;
use coverlab_model::format::sudoku;
use coverlab_model::{Spec, nearest};
use coverlab_report::TextLayout;
use serde_json::json;
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};

const NOTES: &str = "\
Examples:
  coverlab compare dlx bit-cover queens:{6..9}
  coverlab compare dlx bird-bits unique-9x9 puzzles.txt --time-limit 2s
  coverlab compare 'dancing-cells:ties={first,random}' 'quasigroup:20:{20%..60%/10%}:{1..10}'
  coverlab compare dlx bit-cover folder/ --out target/compare --report
  coverlab compare dlx bit-cover folder/ --toml > my.toml

An argument is a strategy if `coverlab list strategies` or `coverlab list solvers` has its name, or if it is the .toml \
file of a solver. Everything else is an input, as for `coverlab solve`: a file, a folder, a corpus, a family, - for standard \
input, or a puzzle. If a file has the name of a strategy, write ./NAME. `coverlab help names` explains sets of \
values; quote them, because a shell may expand braces.

The strategies take turns on the same instances, under the same limits, and a referee verifies every answer. The \
first table has the totals of each strategy. The second compares each strategy with the first one: the typical ratio \
is the geometric mean over the instances that both solve, the total ratio is the ratio of the summed times. \
`coverlab run` and `coverlab report` offer more: claims, plots, several machines.

Exit codes:
  0    finished, no answer is wrong
  1    an answer is wrong
  2    usage error
  3    an input is missing or malformed, output not written
  130  interrupted; with --out, the same command resumes";

/// The CPU time limit of a trial, unless another is given.
const TIME_LIMIT: &str = "10s";

/// The name of the experiment in records and messages.
const NAME: &str = "compare";

/// The path of the experiment's text, which the user does not see.
pub const PATH: &str = "coverlab compare";

/// Arguments of `coverlab compare`.
#[derive(Args, Clone, Debug)]
#[command(
    after_long_help = NOTES,
    // Without an experiment, these options have other defaults.
    mut_arg("seed", |arg| arg.help("Seed of orders and random choices [default: 0]")),
    mut_arg("time_limit", |arg| arg.help("CPU time limit per trial: 10s, 500ms, 2min [default: 10s]")),
    mut_arg("memory_limit", |arg| {
        arg.help("Memory limit per trial: 500MiB, 2GiB; each strategy then runs in its own process")
    }),
    mut_arg("allow_programs", |arg| arg.help("Run external programs without asking"))
)]
pub struct CompareArgs {
    /// Strategies, and inputs to run them on; the first strategy is the baseline
    #[arg(value_name = "STRATEGY|INPUT", required = true, add = completions::strategies_and_inputs())]
    pub words: Vec<String>,
    /// How the strategies are run.
    #[command(flatten)]
    pub options: RunOptions,
    /// Number of repetitions of each trial
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub repetitions: u32,
    /// Decide whether there is exactly one solution, instead of finding one
    #[arg(long, conflicts_with = "all")]
    pub unique: bool,
    /// Find all solutions
    #[arg(long)]
    pub all: bool,
    /// Keep the record in DIR [default: a temporary folder]
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the full report into the folder of --out
    #[arg(long, requires = "out")]
    pub report: bool,
    /// Print the comparison as JSON
    #[arg(long)]
    pub json: bool,
    /// Print the experiment, for `coverlab run`, and do not run it
    #[arg(long, conflicts_with_all = ["json", "report"])]
    pub toml: bool,
}

/// Runs `coverlab compare`. A wrong answer exits with "no".
pub fn run(arguments: &CompareArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let temporary = match arguments.out {
        Some(_) => None,
        None => Some(tempfile::tempdir().map_err(|why| no_temporary_folder(&why))?),
    };
    let temporary_folder = || temporary.as_ref().map_or_else(PathBuf::new, |folder| folder.path().join(NAME));
    let folder = arguments.out.clone().unwrap_or_else(temporary_folder);
    let (text, copies) = experiment(arguments, &folder)?;
    if arguments.toml {
        return print(&text).map(|()| Exit::Answered);
    }
    let failed = |why| failed(in_originals(why, &copies));
    let loaded = LoadedExperiment::parse(text, PATH, PathBuf::new()).map_err(failed)?;
    programs::consent(&loaded, arguments.options.allow_programs, terminal)?;
    let progress = Terminal { quiet: terminal.quiet || arguments.json, ..*terminal };
    // The limits and the seed are keys of the experiment.
    let (overrides, options) = (Overrides::default(), arguments.options.runner_options(false));
    let summary = run::execute(&loaded, overrides, &folder, &options, &progress).map_err(failed)?;
    if summary.interrupted {
        let trials = counted(summary.trials, "trial", "trials");
        let done = format!("interrupted: {} of {trials}", summary.counts.rows);
        return Err(Failure::interrupted(done));
    }
    show(arguments, &summary, terminal)?;
    Ok(run::exit_of(&summary))
}

/// Prints the comparison, and writes the report if it is requested.
fn show(arguments: &CompareArgs, summary: &RunSummary, terminal: &Terminal) -> Result<(), Failure> {
    let record = coverlab_report::load(&summary.folder)?;
    let comparison = coverlab_report::comparison(&record);
    let mut text = match arguments.json {
        true => comparison.json() + "\n",
        false => comparison.terminal(TextLayout::of(terminal)),
    };
    if arguments.report {
        let page = coverlab_report::write(&summary.folder)?.page;
        if !arguments.json {
            let _ = writeln!(text, "\n{}", page.display());
        }
    }
    print(&text)
}

/// The failure for `why`. The user wrote no experiment, so an error in it is reported as one in the arguments, without
/// its position.
pub fn failed(why: Error) -> Failure {
    match why {
        Error::Input { path, error } if path == PATH => Failure::usage(&error.what, &error.help),
        why => why.into(),
    }
}

/// The path of each copy of an input, and the input.
pub type Copies = Vec<(String, Source)>;

/// `why` with the inputs that the user named in place of their copies.
fn in_originals(why: Error, copies: &[(String, Source)]) -> Error {
    let named =
        |text: String| copies.iter().fold(text, |text, (copy, source)| text.replace(copy, &source.name()));
    let in_command = |text: &str| {
        let words = copies.iter().map(|(copy, source)| (quoted(copy), feed::argument(source)));
        words.fold(text.to_string(), |text, (copy, argument)| text.replace(&copy, &argument))
    };
    match why {
        Error::Input { path, error } => {
            let help = in_command(&error.help);
            Error::Input { path: named(path), error: error.help(help) }
        }
        Error::Other { what, help } => Error::Other { what: named(what), help },
    }
}

fn no_temporary_folder(why: &std::io::Error) -> Failure {
    let error = Error::file("create a temporary folder in", &std::env::temp_dir(), why);
    error.help("set TMPDIR to a folder that can be written, or give one to --out").into()
}

/// The experiment that the arguments describe, as TOML. Inputs that have no name are copied into `folder`.
fn experiment(arguments: &CompareArgs, folder: &Path) -> Result<(String, Copies), Failure> {
    let (mut strategies, mut inputs) = (Vec::new(), Vec::new());
    for word in &arguments.words {
        let list = if names_strategy(word)? { &mut strategies } else { &mut inputs };
        list.push(word.clone());
    }
    let request = ComparisonRequest {
        strategies,
        inputs,
        options: &arguments.options,
        repetitions: arguments.repetitions,
        task: if arguments.all { "all" } else { ["first", "unique"][usize::from(arguments.unique)] },
    };
    request.experiment((!arguments.toml).then_some(folder), |_| false, unknown)
}

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
        let limit = time_limit.map_or(TIME_LIMIT.to_string(), duration_text);
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
    strategy_rows::rows().into_iter().map(|row| row.about.name)
}

/// Whether `word` names a built-in strategy, perhaps with parameters and value sets.
fn is_strategy(word: &str) -> bool {
    let name = word.trim_start_matches('{').split([':', ',', '}']).next().unwrap_or_default();
    name.parse::<Spec>().is_ok_and(|spec| strategy_names().any(|known| known == spec.name))
}

/// The external solver that `word` names, by a file or as a known one, and its entry in an experiment.
fn solver(word: &str) -> Result<Option<(String, String)>, Failure> {
    if Path::new(word).extension().is_some_and(|ending| ending == "toml") && Path::new(word).is_file() {
        let text = input::read_text(Path::new(word), Accept::Files);
        let text = text.map_err(|why| Error::file("read the solver", Path::new(word), &why))?;
        let definition: SolverDefinition = parse_toml(&text, word)?;
        return Ok(Some((definition.name, format!("\n[[solver]]\nfile = {}\n", json!(word)))));
    }
    let known = known::list()?.into_iter().find(|known| known.name == word);
    Ok(known.map(|known| (known.name.to_string(), format!("\n[[solver]]\n{}", known.text))))
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
            Source::Corpus(entry, _) => self.tables.push(format!("{{ name = {} }}", json!(entry.name))),
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
            Source::File(path) if path.is_file() && extension(path) == input.extension => path.clone(),
            _ => {
                let Some(folder) = folder else {
                    return Err(Failure::usage(
                        format!("{} cannot be named in an experiment", source.name()),
                        "save it to a file, such as puzzles.txt or cover.dlx",
                    ));
                };
                let number = self.copies.len() + 1;
                let ending = if input.extension.is_empty() { "txt" } else { &input.extension };
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
        match InputKind::of_extension(&input.extension) {
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
