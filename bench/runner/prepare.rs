//! Prepares an experiment for a run: checks every name, reads and samples the corpora, and configures the strategies.

mod checks;
mod corpora;
mod size;
mod strategies;

use super::part::{LargeSource, Part, PartSource};
use crate::corpus::{self, AnyCorpus, Corpus, Instance, Instances};
use crate::error::Error;
use crate::experiment::{LoadedExperiment, parse_duration, parse_size};
use crate::external_solver::ExternalSolvers;
use crate::plan::{CorpusPlan, Design, PartPlan, Plan, TrialLimits};
use crate::problem_kind::ProblemKind;
use crate::record::{Shard, SolverInfo};
use crate::strategy_source::StrategySource;
use coverlab_model::Spec;
use coverlab_model::clock::nanoseconds;
use std::time::Duration;

/// The settings of an experiment that the command line overrides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// The seed.
    pub seed: Option<u64>,
    /// The CPU time limit of a trial.
    pub time: Option<Duration>,
    /// The memory limit of a trial, in bytes.
    pub memory: Option<u64>,
    /// The shard that is run here.
    pub shard: Option<Shard>,
}

/// An experiment whose files were read and whose names were checked.
pub struct PreparedExperiment {
    /// The experiment's text, verbatim.
    pub text: String,
    /// Omissions, one line each with the reason: optional strategies that this machine cannot run, optional corpora that
    /// do not exist, small samples, and weights and projections of formulas.
    pub(super) left_out: Vec<String>,
    /// External solvers that are run as strategies.
    pub(super) solvers: Vec<SolverInfo>,
    pub(super) plan: Plan,
    pub(super) shard: Option<Shard>,
    sources: Vec<PartSource>,
}

impl PreparedExperiment {
    /// Checks everything that `loaded` names and reads its corpora.
    ///
    /// # Errors
    /// The first mistake in the experiment or its files, with its line.
    pub fn new(
        loaded: &LoadedExperiment,
        overrides: Overrides,
        strategies: &dyn StrategySource,
    ) -> Result<PreparedExperiment, Error> {
        let design = design(loaded, overrides)?;
        let memory = design.limits.memory;
        if memory.is_some() && !(strategies.has_processes() && cfg!(target_os = "linux")) {
            return Err(unlimited_memory(loaded));
        }
        let solvers = ExternalSolvers::of(loaded, strategies, memory)?;
        let (specs, mut left_out) = strategies::specs(loaded, &solvers)?;
        let (corpora, absent) = corpora::read(loaded, design.seed, &mut left_out)?;
        size::check(loaded, &design, &corpora, specs.len(), overrides.shard)?;
        left_out.extend(absent.iter().map(|path| format!("the corpus {path} is left out: it is not there")));
        let named = checks::names(loaded, &corpora, &absent);
        let corpora = corpora::with_images(loaded, corpora, &design)?;
        let mut prepared = PreparedExperiment {
            text: loaded.text.clone(),
            left_out,
            solvers: solvers.describe(&specs),
            plan: Plan { design, corpora: Vec::new() },
            shard: overrides.shard,
            sources: Vec::new(),
        };
        for corpus in corpora {
            prepared.add(loaded, corpus, &specs, &solvers)?;
        }
        // A misspelled strategy is an error where it is listed, not in a claim that names it correctly.
        named?;
        Ok(prepared)
    }

    /// Adds the trials on a corpus.
    fn add(
        &mut self,
        loaded: &LoadedExperiment,
        corpus: AnyCorpus,
        specs: &[Spec],
        solvers: &ExternalSolvers<'_>,
    ) -> Result<(), Error> {
        match corpus {
            AnyCorpus::InMemory(Corpus { name, instances, .. }) => match instances {
                Instances::Sudoku(list) => self.add_instances(loaded, &name, list, specs, solvers),
                Instances::ExactCover(list) => self.add_instances(loaded, &name, list, specs, solvers),
                Instances::Cnf(list) => self.add_instances(loaded, &name, list, specs, solvers),
            },
            AnyCorpus::Large(corpus) => {
                let design = self.plan.design.clone();
                let strategies = strategies::configure(loaded, &corpus.name, specs, &design, solvers)?;
                let source =
                    LargeSource { corpus, strategies, design, first: self.parts(), shard: self.shard };
                self.plan.corpora.push(source.corpus_plan());
                self.sources.push(PartSource::Large(source));
                Ok(())
            }
        }
    }

    /// Adds the trials on a corpus in memory. Consecutive corpora of this kind form one part.
    fn add_instances<P: ProblemKind>(
        &mut self,
        loaded: &LoadedExperiment,
        corpus: &str,
        list: Vec<Instance<P>>,
        specs: &[Spec],
        solvers: &ExternalSolvers<'_>,
    ) -> Result<(), Error> {
        let design = &self.plan.design;
        let strategies = strategies::configure(loaded, corpus, specs, design, solvers)?;
        let mut builder = strategies.builder(corpus, list.len(), list.len(), design);
        for instance in list {
            let content_hash = corpus::content_hash(&instance.problem);
            if self.shard.is_none_or(|shard| shard.has(content_hash)) {
                builder.add(instance, content_hash);
            }
        }
        let (corpus, workload) = builder.finish();
        if !matches!(self.sources.last(), Some(PartSource::InMemory(..))) {
            let plan = PartPlan { number: self.parts(), design: design.clone(), corpora: Vec::new() };
            self.sources.push(PartSource::InMemory(Part { plan, workloads: Vec::new() }));
        }
        if let Some(PartSource::InMemory(part)) = self.sources.last_mut() {
            self.plan.corpora.push(CorpusPlan {
                name: corpus.name.clone(),
                size: corpus.instances.len(),
                part: part.plan.number,
                large_file: None,
                contenders: corpus.contenders.clone(),
            });
            part.plan.corpora.push(corpus);
            part.workloads.push(workload);
        }
        Ok(())
    }

    /// The number of parts so far, including those of other shards.
    fn parts(&self) -> usize {
        self.sources.iter().map(PartSource::parts).sum()
    }

    /// The number of trials.
    pub fn trials(&self) -> u64 {
        self.plan.trials()
    }

    /// Calls `visit` with each part, in order.
    pub(super) fn each_part(&self, mut visit: impl FnMut(&Part) -> Result<(), Error>) -> Result<(), Error> {
        self.sources.iter().try_for_each(|source| source.each_part(&mut visit))
    }
}

/// The facts that all trials of an experiment share.
fn design(loaded: &LoadedExperiment, overrides: Overrides) -> Result<Design, Error> {
    checks::name(loaded)?;
    let experiment = &loaded.experiment;
    Ok(Design {
        experiment: experiment.name.clone(),
        seed: overrides.seed.unwrap_or(experiment.seed),
        seeds: experiment.seeds,
        isomorphs: experiment.isomorphs,
        repetitions: experiment.repetitions,
        solutions: Some(experiment.task.solutions()).filter(|solutions| *solutions != u64::MAX),
        limits: limits(loaded, overrides)?,
    })
}

fn limits(loaded: &LoadedExperiment, overrides: Overrides) -> Result<TrialLimits, Error> {
    fn parsed<T>(
        loaded: &LoadedExperiment,
        text: Option<&String>,
        parse: fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Error> {
        let parsed = |text: &String| parse(text).map_err(|what| loaded.error_at("limits", text, what, ""));
        text.map(parsed).transpose()
    }
    let limits = &loaded.experiment.limits;
    let time = match overrides.time {
        None => parsed(loaded, limits.time.as_ref(), parse_duration)?,
        time => time,
    };
    let memory = match overrides.memory {
        None => parsed(loaded, limits.memory.as_ref(), parse_size)?,
        memory => memory,
    };
    Ok(TrialLimits { nodes: limits.nodes, cpu_ns: time.map(nanoseconds), memory })
}

/// The error for a memory limit where built-in strategies do not search in processes of their own.
fn unlimited_memory(loaded: &LoadedExperiment) -> Error {
    let help = "remove `memory` from `limits`, or use `coverlab run` on Linux";
    loaded.error_at("limits", "memory", "the memory of built-in strategies cannot be limited here", help)
}
