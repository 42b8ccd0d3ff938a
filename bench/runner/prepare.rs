//! Prepares an experiment for a run: checks every name, reads and samples the corpora, and configures the strategies.

mod checks;
mod corpora;
mod size;
mod strategies;

use super::AnyWorkload;
use super::workload::Workload;
use crate::corpus::{self, Corpus, Count, Instance, Instances};
use crate::error::Error;
use crate::experiment::{LoadedExperiment, parse_duration, parse_size};
use crate::external_solver::ExternalSolvers;
use crate::plan::{CorpusPlan, Design, Plan, PlannedInstance, TrialLimits};
use crate::problem_kind::ProblemKind;
use crate::record::{Shard, SolverInfo};
use crate::strategy_source::StrategySource;
use coverlab_model::Spec;
use coverlab_model::clock::nanoseconds;
use std::time::Duration;
use strategies::Strategies;

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
    /// By corpus of the plan, its problems and strategies.
    pub(super) workloads: Vec<Box<dyn AnyWorkload>>,
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
        let mut prepared = PreparedExperiment {
            text: loaded.text.clone(),
            left_out,
            solvers: solvers.describe(&specs),
            plan: Plan { design, corpora: Vec::new() },
            shard: overrides.shard,
            workloads: Vec::new(),
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
        Corpus { name, instances }: Corpus,
        specs: &[Spec],
        solvers: &ExternalSolvers<'_>,
    ) -> Result<(), Error> {
        match instances {
            Instances::Sudoku(list) => self.add_instances(loaded, name, list, specs, solvers),
            Instances::ExactCover(list) => self.add_instances(loaded, name, list, specs, solvers),
            Instances::Cnf(list) => self.add_instances(loaded, name, list, specs, solvers),
        }
    }

    fn add_instances<P: ProblemKind>(
        &mut self,
        loaded: &LoadedExperiment,
        name: String,
        list: Vec<Instance<P>>,
        specs: &[Spec],
        solvers: &ExternalSolvers<'_>,
    ) -> Result<(), Error> {
        let design = &self.plan.design;
        let Strategies { contenders, backends } =
            strategies::configure(loaded, &name, specs, design, solvers)?;
        let (mut workload, mut instances) = (Workload::new(backends, list.len()), Vec::new());
        for Instance { name, problem, count, solution } in list {
            let content_hash = corpus::content_hash(&problem);
            if self.shard.is_none_or(|shard| shard.has(content_hash)) {
                instances.push(PlannedInstance { name, content_hash, count });
                let only = solution.filter(|_| count == Some(Count::Exactly(1)));
                workload.add(problem, only.map(|solution| *solution));
            }
        }
        workload.shuffle(&name, design.seed);
        self.plan.corpora.push(CorpusPlan { name, size: instances.len(), contenders, instances });
        self.workloads.push(Box::new(workload));
        Ok(())
    }

    /// The number of trials.
    pub fn trials(&self) -> u64 {
        self.plan.trials()
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
