//! From an experiment to what can be run: corpora read and sampled, strategies configured, every
//! name checked.

use crate::corpus::{self, Corpus, Instance, Instances, first_twice};
use crate::error::{Error, nearest};
use crate::experiment::{Experiment, Loaded, Selection, parse_duration};
use crate::kind::Kind;
use crate::measure::Measure;
use crate::plan::{Lane, Limits, Plan, Stage, Subject};
use crate::record::COLUMNS;
use crate::registry::Registry;
use coverlab_model::{Backend, BadSpec, Cnf, ExactCover, Spec, Sudoku};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What the command line changes of an experiment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// The seed.
    pub seed: Option<u64>,
    /// The CPU time limit of a trial.
    pub time: Option<Duration>,
}

/// An experiment that can be run.
pub struct Prepared {
    /// Which trials there are.
    pub plan: Plan,
    /// The experiment's text, verbatim.
    pub text: String,
    /// What there is to say of corpora that the experiment has to do without.
    pub missing: Vec<String>,
    pub(super) benches: Vec<AnyBench>,
}

/// The problems of a stage and the strategies at work on them.
pub(super) struct Bench<P: Kind> {
    pub(super) problems: Vec<P>,
    /// By instance, the only solution there is, where the corpus knows it.
    pub(super) known: HashMap<u32, P::Solution>,
    pub(super) backends: Vec<Arc<dyn Backend<P>>>,
}

pub(super) enum AnyBench {
    Sudoku(Bench<Sudoku>),
    ExactCover(Bench<ExactCover>),
    Cnf(Bench<Cnf>),
}

impl Prepared {
    /// Checks everything that `loaded` names and reads its corpora.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line.
    pub fn new(loaded: &Loaded, overrides: Overrides, registry: &dyn Registry) -> Result<Prepared, Error> {
        let experiment = &loaded.experiment;
        let seed = overrides.seed.unwrap_or(experiment.seed);
        let specs = specs(loaded)?;
        let mut plan = Plan {
            experiment: experiment.name.clone(),
            seed,
            repetitions: experiment.repetitions,
            solutions: experiment.task.solutions(),
            limits: limits(loaded, overrides)?,
            stages: Vec::new(),
        };
        check_numbers(loaded, &plan)?;
        let (corpora, missing) = corpora(loaded, seed)?;
        let missing_names = missing.iter().map(|path| name_of(path));
        let names: Vec<String> = corpora.iter().map(|c| c.name.clone()).chain(missing_names).collect();
        check_names(loaded, &specs, &names)?;
        let note = |path: &String| format!("the corpus {path} is not there; the experiment does without it");
        let missing = missing.iter().map(note).collect();
        let mut benches = Vec::new();
        for corpus in corpora {
            let (stage, bench) = outfit(loaded, corpus, &specs, &plan, registry)?;
            plan.stages.push(stage);
            benches.push(bench);
        }
        Ok(Prepared { plan, text: loaded.text.clone(), missing, benches })
    }
}

fn specs(loaded: &Loaded) -> Result<Vec<Spec>, Error> {
    let words = &loaded.experiment.strategies;
    if words.is_empty() {
        return Err(loaded.error_at("strategies", "strategies", "no strategy is named", "name at least one"));
    }
    let specs = words
        .iter()
        .map(|word| word.parse::<Spec>().map_err(|bad| bad_spec(loaded, word, &bad)))
        .collect::<Result<Vec<_>, _>>()?;
    let labels: Vec<String> = specs.iter().map(ToString::to_string).collect();
    match first_twice(labels.iter().map(String::as_str)) {
        Some(label) => Err(loaded.error_at(
            "strategies",
            label,
            format!("strategy `{label}` stands twice"),
            "a repeated measurement is `repetitions = 2`",
        )),
        None => Ok(specs),
    }
}

fn bad_spec(loaded: &Loaded, word: &str, bad: &BadSpec) -> Error {
    let known = bad.known.iter().map(String::as_str);
    let help = match nearest(&bad.word, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if bad.known.is_empty() => String::new(),
        None => format!("known: {}", known.collect::<Vec<_>>().join(", ")),
    };
    loaded.error_at("strategies", word, bad.what.clone(), help)
}

fn limits(loaded: &Loaded, overrides: Overrides) -> Result<Limits, Error> {
    let Experiment { limits, .. } = &loaded.experiment;
    let time = match (overrides.time, &limits.time) {
        (Some(time), _) => Some(time),
        (None, Some(text)) => {
            Some(parse_duration(text).map_err(|what| loaded.error_at("limits", text, what, String::new()))?)
        }
        (None, None) => None,
    };
    Ok(Limits { nodes: limits.nodes, time })
}

fn check_numbers(loaded: &Loaded, plan: &Plan) -> Result<(), Error> {
    let name = &plan.experiment;
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if name.is_empty() || name.starts_with('-') || !name.chars().all(fine) {
        let help = "small letters, digits, `-` and `_`: it is the name of a folder";
        return Err(loaded.error_at("name", name, format!("`{name}` is no name for an experiment"), help));
    }
    if plan.repetitions == 0 {
        return Err(loaded.error_at(
            "",
            "repetitions",
            "no trial is run with `repetitions = 0`",
            "write 1 or more",
        ));
    }
    if plan.solutions == 0 {
        return Err(loaded.error_at("", "task", "a task of 0 solutions asks nothing", "write 1 or more"));
    }
    if plan.limits.nodes == Some(0) {
        return Err(loaded.error_at(
            "limits",
            "nodes",
            "no search starts with a limit of 0 nodes",
            "write 1 or more",
        ));
    }
    Ok(())
}

/// The corpora that are there, and the paths of those that are not and need not be.
fn corpora(loaded: &Loaded, seed: u64) -> Result<(Vec<Corpus>, Vec<String>), Error> {
    let (mut corpora, mut missing) = (Vec::new(), Vec::new());
    for wanted in &loaded.experiment.corpora {
        let corpus = match (&wanted.name, &wanted.path) {
            (Some(name), None) => corpus::builtin(name).map_err(|error| match error {
                Error::Other { what, help } => loaded.error_at("corpora", name, what, help),
                input @ Error::Input { .. } => input,
            })?,
            (None, Some(path)) => {
                let found = find(&loaded.base, path);
                if wanted.optional && !found.exists() {
                    missing.push(path.clone());
                    continue;
                }
                corpus::from_path(&found)?
            }
            _ => {
                let help = "write `name` for a built-in corpus or `path` for a file";
                return Err(loaded.error_at(
                    "",
                    "[[corpora]]",
                    "a corpus needs either a name or a path",
                    help,
                ));
            }
        };
        if wanted.sample == Some(0) {
            return Err(loaded.error_at("corpora", "sample", "a sample of 0 instances", "write 1 or more"));
        }
        corpora.push(match wanted.sample {
            Some(size) => corpus.sample(size, seed),
            None => corpus,
        });
    }
    if let ([], [path, ..]) = (&corpora[..], &missing[..]) {
        let help = "name the folder that has it in the environment variable COVERLAB_CORPORA";
        return Err(loaded.error_at("corpora", path, "none of the corpora is there", help));
    }
    if corpora.is_empty() {
        return Err(loaded.error_at("", "corpora", "no corpus is named", "name at least one"));
    }
    match first_twice(corpora.iter().map(|c| c.name.as_str())) {
        Some(name) => {
            Err(loaded.error_at("corpora", name, format!("corpus `{name}` stands twice"), "name each once"))
        }
        None => Ok((corpora, missing)),
    }
}

/// Where the file `path` of an experiment in the folder `base` is, or would have to be.
fn find(base: &Path, path: &str) -> PathBuf {
    let beside = base.join(path);
    let elsewhere = || Some(PathBuf::from(std::env::var_os("COVERLAB_CORPORA")?).join(path));
    if beside.exists() { beside } else { elsewhere().filter(|path| path.exists()).unwrap_or(beside) }
}

/// What a corpus in the file `path` would be called.
fn name_of(path: &str) -> String {
    Path::new(path).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Comparisons, published tables and checks must speak of what is measured.
fn check_names(loaded: &Loaded, specs: &[Spec], corpora: &[String]) -> Result<(), Error> {
    let experiment = &loaded.experiment;
    let labels: Vec<String> = specs.iter().map(ToString::to_string).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let names: Vec<&str> = corpora.iter().map(String::as_str).collect();
    let known = |key: &str, word: &str, list: &[&str], what: &str| {
        if list.contains(&word) {
            return Ok(());
        }
        let help = match nearest(word, list.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known: {}", list.join(", ")),
        };
        Err(loaded.error_at(key, word, format!("`{word}` is no {what}"), help))
    };
    let strategy = |key: &str, word: &str| known(key, word, &labels, "strategy of this experiment");
    for (a, b) in &experiment.compare {
        strategy("compare", a)?;
        strategy("compare", b)?;
    }
    for table in &experiment.published {
        strategy("published", &table.strategy)?;
        known("published", &table.measure, &COLUMNS, "column of trials.csv")?;
    }
    let selection = |of: &Selection| {
        of.strategy.as_deref().map_or(Ok(()), |word| strategy("[[check", word))?;
        of.corpus
            .as_deref()
            .map_or(Ok(()), |word| known("[[check", word, &names, "corpus of this experiment"))
    };
    for check in &experiment.check {
        let measures = [Some(&check.measure), check.against_measure.as_ref()];
        let of_trials = |measure: &&String| *measure != "solved" && Measure::named(measure).is_none();
        for measure in measures.into_iter().flatten().filter(of_trials) {
            known("[[check", measure, &COLUMNS, "column of trials.csv")?;
        }
        selection(&check.of)?;
        check.against.as_ref().map_or(Ok(()), selection)?;
        if check.at_least.is_none() && check.at_most.is_none() {
            let help = "write `at_least`, `at_most` or both";
            return Err(loaded.error_at("[[check", &check.claim, "a check without bounds cannot fail", help));
        }
    }
    Ok(())
}

fn outfit(
    loaded: &Loaded,
    corpus: Corpus,
    specs: &[Spec],
    plan: &Plan,
    registry: &dyn Registry,
) -> Result<(Stage, AnyBench), Error> {
    let Corpus { name, instances, .. } = corpus;
    match instances {
        Instances::Sudoku(list) => {
            let (stage, bench) = outfit_kind(loaded, name, list, specs, plan, registry)?;
            Ok((stage, AnyBench::Sudoku(bench)))
        }
        Instances::ExactCover(list) => {
            let (stage, bench) = outfit_kind(loaded, name, list, specs, plan, registry)?;
            Ok((stage, AnyBench::ExactCover(bench)))
        }
        Instances::Cnf(list) => {
            let (stage, bench) = outfit_kind(loaded, name, list, specs, plan, registry)?;
            Ok((stage, AnyBench::Cnf(bench)))
        }
    }
}

fn outfit_kind<P: Kind>(
    loaded: &Loaded,
    corpus: String,
    list: Vec<Instance<P>>,
    specs: &[Spec],
    plan: &Plan,
    registry: &dyn Registry,
) -> Result<(Stage, Bench<P>), Error> {
    let mut bench = Bench { problems: Vec::new(), known: HashMap::new(), backends: Vec::new() };
    let mut lanes = Vec::new();
    for (spec, word) in specs.iter().zip(&loaded.experiment.strategies) {
        let configured = P::configure(registry, spec).map_err(|mut bad| {
            bad.what = format!("{} (corpus `{corpus}` holds {} instances)", bad.what, P::NAME);
            bad_spec(loaded, word, &bad)
        })?;
        let label = spec.to_string();
        let via = configured.via.unwrap_or("");
        let task = format!("{} {}", plan.solutions, plan.seed);
        lanes.push(Lane {
            key: corpus::hash(&[&label, via, P::NAME, &task]),
            strategy: spec.name.clone(),
            params: label.split_once(':').map_or(String::new(), |(_, params)| params.to_string()),
            via: via.to_string(),
            about: configured.about,
            label,
        });
        bench.backends.push(configured.backend);
    }
    let mut instances = Vec::new();
    for (k, Instance { name, hash, problem, count, solution }) in list.into_iter().enumerate() {
        instances.push(Subject::new(&corpus, &name, &hash, count));
        bench.problems.push(problem);
        if let Some(solution) = solution.filter(|_| count == Some(corpus::Count::Exactly(1))) {
            bench.known.insert(k as u32, solution);
        }
    }
    Ok((Stage::new(corpus, instances, lanes), bench))
}
