//! The parts of a run: trials that are prepared, run and recorded together.
//!
//! Consecutive corpora that fit in memory form one part, so most runs have a single part. A corpus that is too large is read
//! part by part, and each part is dropped before the next. So a run of a hundred million puzzles needs no more memory than a
//! run of a hundred thousand.

use super::AnyWorkload;
use super::workload::{STRETCH, Workload};
use crate::corpus::{self, Count, Instance, LargeCorpus, PART_PUZZLES};
use crate::error::Error;
use crate::plan::{Contender, CorpusPlan, Design, PartCorpusPlan, PartPlan, PlannedInstance};
use crate::problem_kind::ProblemKind;
use crate::record::Shard;
use coverlab_model::{Backend, Sudoku};
use std::sync::Arc;

/// Trials that run together.
pub(super) struct Part {
    pub(super) plan: PartPlan,
    /// Per corpus of the plan, its problems and strategies.
    pub(super) workloads: Vec<Box<dyn AnyWorkload>>,
}

/// The strategies of an experiment for one kind of problem.
pub(super) struct Strategies<P: ProblemKind> {
    pub(super) contenders: Vec<Contender>,
    pub(super) backends: Vec<Arc<dyn Backend<P>>>,
}

pub(super) enum PartSource {
    /// A part in memory.
    InMemory(Part),
    /// Parts that are read from a file, one after the other.
    Large(LargeSource),
}

/// The parts of a corpus that is too large for memory.
pub(super) struct LargeSource {
    pub(super) corpus: LargeCorpus,
    pub(super) strategies: Strategies<Sudoku>,
    pub(super) design: Design,
    /// The number of its first part among those of the run.
    pub(super) first: usize,
    /// The shard that is run, if not all are.
    pub(super) shard: Option<Shard>,
}

/// Adds the instances of a corpus one by one to a workload, and shuffles them while they are in the cache.
pub(super) struct WorkloadBuilder<'a, P: ProblemKind> {
    design: &'a Design,
    trials: PartCorpusPlan,
    workload: Workload<P>,
    /// The number of instances that were shuffled so far.
    shuffled: usize,
}

impl<P: ProblemKind> Strategies<P> {
    /// A builder of the workload of `corpus`, which has `corpus_size` instances in all; `capacity` of them are expected here.
    pub(super) fn builder<'a>(
        &self,
        corpus: &str,
        corpus_size: usize,
        capacity: usize,
        design: &'a Design,
    ) -> WorkloadBuilder<'a, P> {
        let trials = PartCorpusPlan {
            name: corpus.to_string(),
            corpus_size,
            instances: Vec::with_capacity(capacity),
            contenders: self.contenders.clone(),
            rounds: design.rounds(),
        };
        WorkloadBuilder {
            design,
            trials,
            workload: Workload::new(self.backends.clone(), capacity),
            shuffled: 0,
        }
    }
}

impl<P: ProblemKind> WorkloadBuilder<'_, P> {
    /// Adds an instance whose content has the hash `content_hash`.
    pub(super) fn add(&mut self, instance: Instance<P>, content_hash: u64) {
        let Instance { name, problem, count, solution } = instance;
        let only = solution.filter(|_| count == Some(Count::Exactly(1)));
        let has_images = self.design.isomorphs > 1;
        let (name, image) = if has_images { corpus::split_image_name(&name) } else { (name.as_str(), 0) };
        self.trials.instances.push(PlannedInstance { name: name.into(), image, content_hash, count });
        self.workload.add(problem, only.map(|solution| *solution));
        if self.trials.instances.len() == self.shuffled + STRETCH {
            self.shuffle();
        }
    }

    fn shuffle(&mut self) {
        let PartCorpusPlan { name, instances, .. } = &self.trials;
        let (from, seed, images) = (self.shuffled, self.design.seed, self.design.isomorphs as usize);
        // A stretch has whole groups of images, which fill pieces, only if their number is a power of two. A shard has no whole
        // groups.
        let are_together = instances[from..].iter().zip(0..).all(|(one, k)| one.image as usize == k % images);
        if images > 1 && images < STRETCH && images.is_power_of_two() && are_together {
            self.workload.shuffle_images(from, images, name, seed);
        } else {
            self.workload.shuffle(from, name, seed);
        }
        self.shuffled = instances.len();
    }

    /// Returns the trials on the corpus and its workload.
    pub(super) fn finish(mut self) -> (PartCorpusPlan, Box<dyn AnyWorkload>) {
        self.shuffle();
        (self.trials, Box::new(self.workload))
    }
}

impl PartSource {
    /// The number of parts, including those of other shards.
    pub(super) fn parts(&self) -> usize {
        match self {
            PartSource::InMemory(..) => 1,
            PartSource::Large(large) => large.parts(),
        }
    }

    /// Calls `visit` with each part, in order.
    pub(super) fn each_part(&self, visit: &mut dyn FnMut(&Part) -> Result<(), Error>) -> Result<(), Error> {
        match self {
            PartSource::InMemory(part) => visit(part),
            PartSource::Large(large) => large.each_part(visit),
        }
    }
}

impl LargeSource {
    /// The number of parts, including those of other shards.
    fn parts(&self) -> usize {
        self.corpus.puzzles.div_ceil(PART_PUZZLES)
    }

    /// Whether part `number` belongs to the shard that runs here.
    fn has(&self, number: usize) -> bool {
        self.shard.is_none_or(|shard| shard.has(number as u64))
    }

    /// The trials on the corpus.
    pub(super) fn corpus_plan(&self) -> CorpusPlan {
        let LargeCorpus { name, checksum, puzzles, .. } = &self.corpus;
        let own = (0..self.parts()).filter(|part| self.has(self.first + part));
        CorpusPlan {
            name: name.clone(),
            size: own.map(|part| PART_PUZZLES.min(puzzles - part * PART_PUZZLES)).sum(),
            part: self.first,
            large_file: Some(checksum.clone()),
            contenders: self.strategies.contenders.clone(),
        }
    }

    fn each_part(&self, visit: &mut dyn FnMut(&Part) -> Result<(), Error>) -> Result<(), Error> {
        let mut parts = self.corpus.parts(PART_PUZZLES)?;
        for number in self.first.. {
            if !parts.has_next() {
                break;
            }
            if !self.has(number) {
                parts.skip_next()?;
                continue;
            }
            let LargeCorpus { name, puzzles, .. } = &self.corpus;
            let mut builder = self.strategies.builder(name, *puzzles, parts.next_size(), &self.design);
            parts.visit_next(|instance| {
                let content_hash = corpus::content_hash(&instance.problem);
                builder.add(instance, content_hash);
            })?;
            let (corpus, workload) = builder.finish();
            let plan = PartPlan { number, design: self.design.clone(), corpora: vec![corpus] };
            visit(&Part { plan, workloads: vec![workload] })?;
        }
        Ok(())
    }
}
