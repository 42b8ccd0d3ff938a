//! The strategies of an experiment, configured for the kinds of problems of its corpora.

use crate::error::Error;
use crate::experiment::{Experiment, LoadedExperiment};
use crate::external_solver::ExternalSolvers;
use crate::plan::{Contender, Design, Profile};
use crate::problem_kind::ProblemKind;
use crate::separate_process::in_separate_process;
use crate::strategy_source::{StrategySource, with_controls};
use coverlab_model::{Backend, BadSpec, Spec};
use coverlab_strategies::Configured;
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

/// The strategies of an experiment for one kind of problem.
pub(super) struct Strategies<P: ProblemKind> {
    pub(super) contenders: Vec<Contender>,
    pub(super) backends: Vec<Arc<dyn Backend<P>>>,
}

/// The strategies that this machine can run, and a message for each optional one whose program is not on the path.
pub(super) fn specs(
    loaded: &LoadedExperiment,
    solvers: &ExternalSolvers<'_>,
) -> Result<(Vec<Spec>, Vec<String>), Error> {
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
    let mut seen = HashSet::new();
    match specs.iter().find(|spec| !seen.insert(with_sorted_parameters(spec))) {
        Some(spec) => Err(loaded.error_at(
            "strategies",
            &spec.to_string(),
            format!("strategy `{spec}` is listed twice"),
            "list each strategy once; `repetitions` repeats its trials",
        )),
        None => Ok((specs, left_out)),
    }
}

/// The text of `spec` with its parameters in the order of their names.
fn with_sorted_parameters(spec: &Spec) -> String {
    let mut sorted = spec.clone();
    sorted.parameters.sort();
    sorted.to_string()
}

fn bad_spec(loaded: &LoadedExperiment, word: &str, bad: &BadSpec) -> Error {
    let unknown = || "`coverlab list strategies` lists the strategies for each kind of problem".to_string();
    let help = bad.remedy().unwrap_or_else(unknown);
    loaded.error_at("strategies", word, bad.what.clone(), help)
}

/// Configures the strategies of an experiment for the kind of problem in the corpus `corpus`.
pub(super) fn configure<P: ProblemKind>(
    loaded: &LoadedExperiment,
    corpus: &str,
    specs: &[Spec],
    design: &Design,
    source: &ExternalSolvers<'_>,
) -> Result<Strategies<P>, Error> {
    let mut strategies = Strategies { contenders: Vec::new(), backends: Vec::new() };
    for spec in specs {
        let label = spec.to_string();
        let configured = with_controls(spec, |spec| {
            let configured = P::configure(source, spec)?;
            let is_limited = design.limits.memory.is_some() && source.provenance(spec).is_none();
            Ok(if is_limited { in_separate_process(configured, design.limits.memory) } else { configured })
        });
        let configured = configured.map_err(|mut bad| {
            bad.what = format!("{} (corpus `{corpus}` holds {} instances)", bad.what, P::NAME);
            let mut words = loaded.experiment.strategies.iter().chain(&loaded.experiment.optional);
            let is_same = |word: &&String| word.parse::<Spec>().is_ok_and(|other| other.to_string() == label);
            bad_spec(loaded, words.find(is_same).unwrap_or(&label), &bad)
        })?;
        strategies.contenders.push(contender(spec, &configured, design, source));
        strategies.backends.push(configured.backend);
    }
    Ok(strategies)
}

/// The contender for `configured`, the strategy that `spec` names.
fn contender<P: ProblemKind>(
    spec: &Spec,
    configured: &Configured<P>,
    design: &Design,
    source: &ExternalSolvers<'_>,
) -> Contender {
    let label = spec.to_string();
    let via = configured.via.unwrap_or("");
    let mut profile = Profile::of(configured.about, via);
    let external = source.provenance(spec);
    if let Some(external) = &external {
        (profile.enforcer, profile.searcher) = (Cow::Owned(external.enforcer.clone()), external.searcher);
    } else if design.limits.memory.is_some() {
        profile.limit_memory();
    }
    let definition = external.as_ref().map(|external| external.definition.as_str());
    Contender {
        key: Contender::key((&label, via), P::NAME, design, (definition, source.version(spec).as_deref())),
        strategy: spec.name.clone(),
        params: label.split_once(':').map_or(String::new(), |(_, params)| params.to_string()),
        via: via.to_string(),
        profile,
        label,
        files: external.map(|external| external.checksums).unwrap_or_default(),
    }
}
