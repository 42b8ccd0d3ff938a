//! From an experiment to what can be run: corpora read and sampled, strategies configured, every
//! name checked.

mod size;

use super::AnyWorkload;
use super::part::{LargeSource, Part, Source, Strategies};
use crate::corpus::{self, Corpus, FileCorpus, Instances, Misread, first_duplicate};
use crate::error::{Error, remedy};
use crate::experiment::{Check, Experiment, Loaded, Selection, parse_duration, parse_size, place};
use crate::kind::Kind;
use crate::measure::Measure;
use crate::plan::{Contender, CorpusPlan, Limits, Plan, Profile};
use crate::record::{COLUMNS, ProgramInfo, Shard};
use crate::registry::{Controls, Registry};
use crate::solver::Solvers;
use crate::statistics::{self, DIFFERENCES, SOLVED, SOLVED_RUNS};
use coverlab_model::nearest;
use coverlab_model::{BadSpec, Spec};
use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

/// The settings of an experiment that the command line overrides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// The seed.
    pub seed: Option<u64>,
    /// The CPU time limit of a trial.
    pub time: Option<Duration>,
    /// The memory limit of a trial, bytes.
    pub memory: Option<u64>,
    /// The part of the instances that is run here.
    pub shard: Option<Shard>,
    /// Whether nothing is run if there is a place in a corpus that is not understood.
    pub fail_fast: bool,
}

/// An experiment whose files were read and whose names were checked.
pub struct Prepared {
    /// Its name.
    pub experiment: String,
    /// The experiment's text, verbatim.
    pub text: String,
    /// The parts left out, a line each with the reason: optional strategies that this machine cannot run, and malformed
    /// places in corpora.
    pub left_out: Vec<String>,
    /// The number of such places.
    pub misread: u64,
    /// External solvers that are run as strategies.
    pub(super) programs: Vec<ProgramInfo>,
    /// The run, without its instances.
    pub(super) plan: Plan,
    pub(super) shard: Option<Shard>,
    sources: Vec<Source>,
}

impl Prepared {
    /// Checks everything that `loaded` names and reads its corpora.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line.
    pub fn new(loaded: &Loaded, overrides: Overrides, registry: &dyn Registry) -> Result<Prepared, Error> {
        let experiment = &loaded.experiment;
        let seed = overrides.seed.unwrap_or(experiment.seed);
        let limits = limits(loaded, overrides)?;
        let confined = limits.memory.map(|memory| within(loaded, registry, memory)).transpose()?;
        let solvers = Solvers::of(loaded, confined.as_deref().unwrap_or(registry), limits.memory)?;
        let registry = &solvers;
        let (specs, mut left_out) = specs(loaded, registry)?;
        let mut misread = Misread::new(overrides.fail_fast);
        let plan = Plan {
            experiment: experiment.name.clone(),
            seed,
            other_seeds: Vec::new(),
            seeds: experiment.seeds,
            isomorphs: experiment.isomorphs,
            repetitions: experiment.repetitions,
            solutions: Some(experiment.task.solutions()).filter(|solutions| *solutions != u64::MAX),
            limits,
            corpora: Vec::new(),
        };
        check_numbers(loaded, &plan)?;
        let (corpora, absent) = corpora(loaded, seed, &mut misread)?;
        left_out.extend(small_samples(experiment, &corpora, &absent));
        size::check(loaded, &plan, &corpora, specs.len(), overrides.shard)?;
        let corpora = with_images(loaded, corpora, &plan)?;
        left_out.extend(absent.iter().map(|path| format!("the corpus {path} is left out: it is not there")));
        left_out.extend(misread.lines());
        check_names(loaded, &corpora, &absent)?;
        let mut prepared = Prepared {
            experiment: plan.experiment.clone(),
            text: loaded.text.clone(),
            left_out,
            misread: misread.count(),
            programs: registry.programs(&specs),
            plan: plan.clone(),
            shard: overrides.shard,
            sources: Vec::new(),
        };
        let mut next_part = 0;
        for corpus in corpora {
            match corpus {
                FileCorpus::InMemory(corpus) => {
                    let loaded = load(loaded, corpus, overrides.shard, &specs, &plan, registry)?;
                    prepared.add_in_memory(loaded, &plan, &mut next_part);
                }
                FileCorpus::Large(corpus) => {
                    let strategies = strategies(loaded, &corpus.name, &specs, &plan, registry)?;
                    let (plan, first, shard) = (plan.clone(), next_part, overrides.shard);
                    let source = LargeSource { corpus, strategies, plan, first, shard };
                    next_part += source.parts();
                    prepared.plan.corpora.push(source.corpus_plan());
                    prepared.sources.push(Source::Large(source));
                }
            }
        }
        Ok(prepared)
    }

    /// Adds a corpus that is in memory. Such corpora that follow each other make one part.
    fn add_in_memory(
        &mut self,
        (corpus, workload): (CorpusPlan, Box<dyn AnyWorkload>),
        plan: &Plan,
        next_part: &mut usize,
    ) {
        if !matches!(self.sources.last(), Some(Source::InMemory(..))) {
            let part = Part { plan: plan.clone(), workloads: Vec::new() };
            self.sources.push(Source::InMemory(*next_part, part));
            *next_part += 1;
        }
        if let Some(Source::InMemory(number, part)) = self.sources.last_mut() {
            self.plan.corpora.push(CorpusPlan { part: *number, ..corpus.without_instances() });
            part.plan.corpora.push(corpus);
            part.workloads.push(workload);
        }
    }

    /// The number of trials.
    #[must_use]
    pub fn trials(&self) -> u64 {
        self.plan.trials() as u64
    }

    /// Calls `visit` with each part and its number, in order.
    ///
    /// # Errors
    /// As `visit`; or a corpus cannot be read any more.
    pub(super) fn each_part(
        &self,
        mut visit: impl FnMut(usize, &Part) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.sources.iter().try_for_each(|source| source.each_part(&mut visit))
    }
}

/// The strategies that can be run here, and why the others cannot: optional ones whose program is not
/// on the path.
fn specs(loaded: &Loaded, solvers: &Solvers<'_>) -> Result<(Vec<Spec>, Vec<String>), Error> {
    let Experiment { strategies, optional, .. } = &loaded.experiment;
    if strategies.is_empty() {
        return Err(loaded.error_at("strategies", "strategies", "no strategy is named", "name at least one"));
    }
    let read = |words: &[String]| {
        let spec = |word: &String| word.parse::<Spec>().map_err(|bad| bad_spec(loaded, word, &bad));
        words.iter().map(spec).collect::<Result<Vec<Spec>, Error>>()
    };
    let (mut specs, optional) = (read(strategies)?, read(optional)?);
    let mut left_out = Vec::new();
    for spec in optional {
        match solvers.missing_program(&spec) {
            None => specs.push(spec),
            Some(program) => left_out.push(format!("{spec} is left out: no `{program}` is on the path")),
        }
    }
    let solutions = loaded.experiment.task.solutions();
    for spec in &specs {
        if let Some((what, help)) = solvers.refusal(spec, solutions) {
            return Err(loaded.error_at("strategies", &spec.name, what, help));
        }
    }
    let labels: Vec<String> = specs.iter().map(ToString::to_string).collect();
    match first_duplicate(labels.iter().map(String::as_str)) {
        Some(label) => Err(loaded.error_at(
            "strategies",
            label,
            format!("strategy `{label}` stands twice"),
            "a repeated measurement is `repetitions = 2`",
        )),
        None => Ok((specs, left_out)),
    }
}

fn bad_spec(loaded: &Loaded, word: &str, bad: &BadSpec) -> Error {
    let help = remedy(bad).unwrap_or_default();
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
    let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    let memory = match (overrides.memory, &limits.memory) {
        (Some(memory), _) => Some(memory),
        (None, Some(text)) => {
            Some(parse_size(text).map_err(|what| loaded.error_at("limits", text, what, String::new()))?)
        }
        (None, None) => None,
    };
    Ok(Limits { nodes: limits.nodes, cpu_ns: time.map(nanoseconds), memory })
}

/// The strategies of `registry` in processes that may use this much memory.
fn within(loaded: &Loaded, registry: &dyn Registry, memory: u64) -> Result<Box<dyn Registry>, Error> {
    let confined = registry.within(memory).filter(|_| cfg!(target_os = "linux"));
    confined.ok_or_else(|| {
        let help = "leave `memory` out of `limits`, or let `coverlab run` do it on Linux";
        loaded.error_at("limits", "memory", "memory of our strategies cannot be limited here", help)
    })
}

fn check_numbers(loaded: &Loaded, plan: &Plan) -> Result<(), Error> {
    let name = &plan.experiment;
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if name.is_empty() || name.starts_with('-') || !name.chars().all(fine) {
        let help = "small letters, digits, `-` and `_`: it is the name of a folder";
        return Err(loaded.error_at("name", name, format!("`{name}` is no name for an experiment"), help));
    }
    let numbers = [("repetitions", plan.repetitions), ("seeds", plan.seeds), ("isomorphs", plan.isomorphs)];
    if let Some((key, _)) = numbers.into_iter().find(|(_, number)| *number == 0) {
        let what = format!("no trial is run with `{key} = 0`");
        return Err(loaded.error_at("", key, what, "write 1 or more"));
    }
    if plan.solutions == Some(0) {
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

/// The samples that are smaller than was asked for, since their corpora are.
fn small_samples(experiment: &Experiment, corpora: &[FileCorpus], absent: &[String]) -> Vec<String> {
    let there =
        experiment.corpora.iter().filter(|wanted| !wanted.path.iter().any(|path| absent.contains(path)));
    let small = there.zip(corpora).filter_map(|(wanted, found)| match (wanted.sample, found) {
        (Some(size), FileCorpus::InMemory(corpus)) if corpus.instances.len() < size => {
            let (name, len) = (&corpus.name, corpus.instances.len());
            Some(format!("the sample of {size} instances of {name} has {len}: there are no more"))
        }
        _ => None,
    });
    small.collect()
}

/// The corpora that are there, and the paths of those that are not and need not be.
fn corpora(
    loaded: &Loaded,
    seed: u64,
    misread: &mut Misread,
) -> Result<(Vec<FileCorpus>, Vec<String>), Error> {
    let (mut corpora, mut absent) = (Vec::new(), Vec::new());
    let at_name = |name: &str, error| match error {
        Error::Other { what, help } => loaded.error_at("corpora", name, what, help),
        input @ Error::Input { .. } => input,
    };
    for wanted in &loaded.experiment.corpora {
        let corpus = match (&wanted.name, &wanted.path) {
            (Some(name), None) if !wanted.members.is_empty() => {
                let found = corpus::of_members(name, &wanted.members, |path| place(&loaded.base, path));
                found.map(FileCorpus::InMemory).map_err(|error| at_name(name, error))?
            }
            (Some(name), None) => {
                corpus::builtin(name).map(FileCorpus::InMemory).map_err(|error| at_name(name, error))?
            }
            (None, Some(path)) if wanted.members.is_empty() => {
                let found = place(&loaded.base, path);
                if wanted.optional && !found.exists() {
                    absent.push(path.clone());
                    continue;
                }
                corpus::find(&found, misread)?
            }
            _ => {
                let help = "write `name` for a built-in corpus, `path` for a file, or `name` and `members`";
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
        corpora.push(match (corpus, wanted.sample) {
            (corpus, None) => corpus,
            (FileCorpus::InMemory(corpus), Some(size)) => FileCorpus::InMemory(corpus.sample(size, seed)),
            (FileCorpus::Large(corpus), Some(size)) => FileCorpus::InMemory(corpus.sample(size, seed)?),
        });
    }
    if let ([], [path, ..]) = (&corpora[..], &absent[..]) {
        let help = "name the folder that has it in the environment variable COVERLAB_CORPORA";
        return Err(loaded.error_at("corpora", path, "none of the corpora is there", help));
    }
    if corpora.is_empty() {
        return Err(loaded.error_at("", "corpora", "no corpus is named", "name at least one"));
    }
    match first_duplicate(corpora.iter().map(FileCorpus::name)) {
        Some(name) => {
            Err(loaded.error_at("corpora", name, format!("corpus `{name}` stands twice"), "name each once"))
        }
        None => Ok((corpora, absent)),
    }
}

/// The corpora with as many images of each Sudoku as the plan has.
fn with_images(loaded: &Loaded, corpora: Vec<FileCorpus>, plan: &Plan) -> Result<Vec<FileCorpus>, Error> {
    let with_images = |corpus: FileCorpus| match corpus {
        FileCorpus::InMemory(corpus) => {
            Ok(FileCorpus::InMemory(corpus.with_images(plan.isomorphs, plan.seed)))
        }
        FileCorpus::Large(corpus) if plan.isomorphs > 1 => {
            let what = format!("corpus `{}` is too large for images of its puzzles", corpus.name);
            let help = "draw some of them: { path = …, sample = 1000 }";
            Err(loaded.error_at("", "isomorphs", what, help))
        }
        large => Ok(large),
    };
    corpora.into_iter().map(with_images).collect()
}

/// Comparisons, published tables and checks must name strategies and corpora that are measured.
fn check_names(loaded: &Loaded, corpora: &[FileCorpus], absent: &[String]) -> Result<(), Error> {
    let experiment = &loaded.experiment;
    let words = experiment.strategies.iter().chain(&experiment.optional);
    let labels: Vec<String> = words.filter_map(|word| Some(word.parse::<Spec>().ok()?.to_string())).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let absent: Vec<String> = absent.iter().map(|path| corpus::stem(Path::new(path))).collect();
    let names: Vec<&str> =
        corpora.iter().map(FileCorpus::name).chain(absent.iter().map(String::as_str)).collect();
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
    if let Some(baseline) = &experiment.baseline {
        strategy("baseline", baseline)?;
    }
    for (a, b) in experiment.compare.iter().flatten() {
        strategy("compare", a)?;
        strategy("compare", b)?;
    }
    for table in &experiment.published {
        strategy("published", &table.strategy)?;
        known("published", &table.measure, &COLUMNS, "column of trials.csv")?;
    }
    let selection = |check: &Check, of: &Selection| {
        let exact = |word: &&str| check.measure != DIFFERENCES || !word.contains('*');
        of.strategy.as_deref().filter(exact).map_or(Ok(()), |word| strategy(&check.says, word))?;
        of.corpus
            .as_deref()
            .map_or(Ok(()), |word| known(&check.says, word, &names, "corpus of this experiment"))
    };
    for (check, is_law) in experiment.checks() {
        let measures = [Some(&check.measure), check.against_measure.as_ref()];
        let of_trials = |measure: &&String| {
            ![SOLVED, SOLVED_RUNS, DIFFERENCES].contains(&measure.as_str())
                && Measure::named(measure).is_none()
        };
        for measure in measures.into_iter().flatten().filter(of_trials) {
            known(&check.says, measure, &COLUMNS, "column of trials.csv")?;
        }
        selection(check, &check.of)?;
        check.against.as_ref().map_or(Ok(()), |of| selection(check, of))?;
        if check.at_least.is_none() && check.at_most.is_none() {
            let help = "write `at_least`, `at_most` or both";
            let kind = if is_law { "law" } else { "claim" };
            let what = format!("a {kind} without bounds cannot fail");
            return Err(loaded.error_at("", &check.says, what, help));
        }
        if is_law && statistics::Kind::of(check) != statistics::Kind::Count {
            let help = "what is about time is a `[[claim]]`: another machine may decide otherwise";
            return Err(loaded.error_at("", &check.says, "a law is not about time", help));
        }
    }
    Ok(())
}

/// The trials on a corpus that is in memory.
fn load(
    loaded: &Loaded,
    corpus: Corpus,
    shard: Option<Shard>,
    specs: &[Spec],
    plan: &Plan,
    registry: &Solvers<'_>,
) -> Result<(CorpusPlan, Box<dyn AnyWorkload>), Error> {
    fn fill<P: Kind>(
        strategies: &Strategies<P>,
        corpus: &str,
        list: Vec<corpus::Instance<P>>,
        shard: Option<Shard>,
        plan: &Plan,
    ) -> (CorpusPlan, Box<dyn AnyWorkload>) {
        let mut loader = strategies.loader(corpus, list.len(), plan);
        for instance in list {
            let content = corpus::content_hash(&instance.problem);
            if shard.is_none_or(|shard| shard.has(content)) {
                loader.add(instance, content);
            }
        }
        loader.finish()
    }
    let name = &corpus.name;
    Ok(match corpus.instances {
        Instances::Sudoku(list) => {
            fill(&strategies(loaded, name, specs, plan, registry)?, name, list, shard, plan)
        }
        Instances::ExactCover(list) => {
            fill(&strategies(loaded, name, specs, plan, registry)?, name, list, shard, plan)
        }
        Instances::Cnf(list) => {
            fill(&strategies(loaded, name, specs, plan, registry)?, name, list, shard, plan)
        }
    })
}

/// The strategies of an experiment for the kind of problem that `corpus` holds.
fn strategies<P: Kind>(
    loaded: &Loaded,
    corpus: &str,
    specs: &[Spec],
    plan: &Plan,
    registry: &Solvers<'_>,
) -> Result<Strategies<P>, Error> {
    let mut strategies = Strategies { contenders: Vec::new(), backends: Vec::new() };
    for spec in specs {
        let label = spec.to_string();
        let configured = P::configure(&Controls(registry), spec).map_err(|mut bad| {
            bad.what = format!("{} (corpus `{corpus}` holds {} instances)", bad.what, P::NAME);
            let mut words = loaded.experiment.strategies.iter().chain(&loaded.experiment.optional);
            let same = |word: &&String| word.parse::<Spec>().is_ok_and(|other| other.to_string() == label);
            bad_spec(loaded, words.find(same).unwrap_or(&label), &bad)
        })?;
        let via = configured.via.unwrap_or("");
        let task = plan.solutions.map_or("all".to_string(), |solutions| solutions.to_string());
        let mut profile = Profile::of(configured.about, via);
        let mut words = vec![label.as_str(), via, P::NAME, &task];
        let foreign = registry.of_lane(spec);
        if let Some((enforcer, definition)) = &foreign {
            profile.enforcer = Cow::Borrowed(enforcer);
            words.push(definition);
        } else if plan.limits.memory.is_some() {
            profile.enforcer = Cow::Owned(profile.confined(coverlab_supervise::cgroups_available()));
        }
        // Another limit makes another search of it: a process has its tables and its past.
        let memory = plan.limits.memory.map_or(String::new(), |bytes| format!("memory {bytes}"));
        if !memory.is_empty() {
            words.push(&memory);
        }
        strategies.contenders.push(Contender {
            key: corpus::hash16(&words),
            strategy: spec.name.clone(),
            params: label.split_once(':').map_or(String::new(), |(_, params)| params.to_string()),
            via: via.to_string(),
            profile,
            label,
        });
        strategies.backends.push(configured.backend);
    }
    Ok(strategies)
}
