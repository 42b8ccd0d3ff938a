//! The parts of a run: trials that are prepared, run and written down together.
//!
//! Corpora that fit in memory make one part, so that most runs have no other. A corpus that is too
//! large is read part by part, each of which is forgotten before the next: a run takes as much
//! memory for a hundred million puzzles as for a hundred thousand.

use super::bench::{AnyBench, Bench, STRETCH};
use crate::corpus::{self, Count, Instance, Large, PART_PUZZLES};
use crate::error::Error;
use crate::kind::Kind;
use crate::plan::{Contender, CorpusPlan, Plan, PlannedInstance, image_of};
use crate::record::Shard;
use coverlab_model::{Backend, Sudoku};
use std::sync::Arc;

/// Trials that are run together.
pub(super) struct Part {
    /// Which trials there are.
    pub(super) plan: Plan,
    /// Per stage, its problems and strategies.
    pub(super) benches: Vec<AnyBench>,
}

/// The strategies of an experiment for one kind of problem.
pub(super) struct Strategies<P: Kind> {
    pub(super) lanes: Vec<Contender>,
    pub(super) backends: Vec<Arc<dyn Backend<P>>>,
}

/// Where parts come from.
pub(super) enum Source {
    /// A part that is in memory.
    InMemory(Part),
    /// Parts that are read from a file, one after the other.
    Large(LargeSource),
}

impl<P: Kind> Strategies<P> {
    /// The trials of `plan` over the instances of `list`, which are of `corpus`. Its seed decides how they will lie.
    pub(super) fn over(
        &self,
        corpus: &str,
        list: Vec<Instance<P>>,
        shard: Option<Shard>,
        plan: &Plan,
    ) -> (CorpusPlan, Bench<P>) {
        let mut loader = self.loader(corpus, list.len(), plan);
        for instance in list {
            let content = corpus::content_hash(&instance.problem);
            if shard.is_none_or(|shard| shard.has(content)) {
                loader.add(instance, content);
            }
        }
        loader.finish()
    }

    /// A loader of instances of `corpus`, of which there are about `count`.
    fn loader<'a>(&'a self, corpus: &'a str, count: usize, plan: &Plan) -> Loader<'a, P> {
        let bench = Bench::new(self.backends.clone(), count);
        let (instances, has_images) = (Vec::with_capacity(count), plan.isomorphs > 1);
        Loader { lanes: &self.lanes, corpus, seed: plan.seed, has_images, bench, instances, shuffled: 0 }
    }
}

/// Takes instances one by one, and puts them into the order in which they will lie while they are in the cache.
struct Loader<'a, P: Kind> {
    lanes: &'a [Contender],
    corpus: &'a str,
    seed: u64,
    /// Whether names end with the number of an image.
    has_images: bool,
    bench: Bench<P>,
    instances: Vec<PlannedInstance>,
    /// How many are in their places.
    shuffled: usize,
}

impl<P: Kind> Loader<'_, P> {
    fn add(&mut self, Instance { name, problem, count, solution }: Instance<P>, content: u64) {
        let only = solution.filter(|_| count == Some(Count::Exactly(1)));
        let (name, isomorph) = if self.has_images { image_of(&name) } else { (name.as_str(), 0) };
        self.instances.push(PlannedInstance { name: name.into(), isomorph, content, count });
        self.bench.add(problem, only.map(|solution| *solution));
        if self.instances.len() == self.shuffled + STRETCH {
            self.shuffle();
        }
    }

    /// Puts those that are not in their places yet there.
    fn shuffle(&mut self) {
        self.bench.shuffle(self.shuffled, self.corpus, self.seed);
        self.shuffled = self.instances.len();
    }

    fn finish(mut self) -> (CorpusPlan, Bench<P>) {
        self.shuffle();
        (CorpusPlan::new(self.corpus.to_string(), self.instances, self.lanes.to_vec()), self.bench)
    }
}

/// The parts of a corpus that is too large to be held.
pub(super) struct LargeSource {
    pub(super) corpus: Large,
    pub(super) strategies: Strategies<Sudoku>,
    /// The plan of every part, without its stage.
    pub(super) plan: Plan,
    /// The number of its first part among those of the run.
    pub(super) first: usize,
    /// Which parts are run, if not all.
    pub(super) shard: Option<Shard>,
}

impl Source {
    /// How many parts there are, those of other shards included.
    pub(super) fn parts(&self) -> usize {
        match self {
            Source::InMemory(_) => 1,
            Source::Large(large) => large.corpus.puzzles.div_ceil(PART_PUZZLES),
        }
    }

    /// How many trials there are in its parts.
    pub(super) fn trials(&self) -> u64 {
        match self {
            Source::InMemory(part) => part.plan.trials() as u64,
            Source::Large(large) => large.trials(),
        }
    }

    /// Its stages without their instances; the first of its parts is number `first` of the run.
    pub(super) fn stages(&self, first: usize) -> Vec<CorpusPlan> {
        match self {
            Source::InMemory(part) => {
                let bare = |stage: &CorpusPlan| CorpusPlan { part: first, ..stage.without_instances() };
                part.plan.stages.iter().map(bare).collect()
            }
            Source::Large(large) => {
                let Large { name, checksum, .. } = &large.corpus;
                vec![CorpusPlan {
                    size: large.instances(),
                    part: first,
                    large_file: Some(checksum.clone()),
                    ..CorpusPlan::new(name.clone(), Vec::new(), large.strategies.lanes.clone())
                }]
            }
        }
    }

    /// Hash of everything that decides which trials there are.
    pub(super) fn hash(&self) -> String {
        match self {
            Source::InMemory(part) => part.plan.hash(),
            Source::Large(LargeSource { corpus, strategies, plan, shard, .. }) => {
                let lanes = strategies.lanes.iter().map(|lane| lane.key.clone());
                let shard = shard.map(|shard| shard.to_string());
                let words = [plan.hash(), corpus.name.clone(), corpus.checksum.clone()];
                corpus::hash16(&words.into_iter().chain(lanes).chain(shard).collect::<Vec<_>>())
            }
        }
    }

    /// Hands its parts with their numbers to `visit`, in order; the first of them would be number `first`.
    ///
    /// # Errors
    /// As `visit`; or the corpus cannot be read any more.
    pub(super) fn each(
        &self,
        first: usize,
        visit: &mut dyn FnMut(usize, &Part) -> Result<(), Error>,
    ) -> Result<(), Error> {
        match self {
            Source::InMemory(part) => visit(first, part),
            Source::Large(large) => large.each(visit),
        }
    }
}

impl LargeSource {
    fn has(&self, number: usize) -> bool {
        self.shard.is_none_or(|shard| shard.has_part(number))
    }

    /// How many puzzles its parts have.
    fn instances(&self) -> usize {
        let puzzles = self.corpus.puzzles;
        let own = (0..puzzles.div_ceil(PART_PUZZLES)).filter(|part| self.has(self.first + part));
        own.map(|part| PART_PUZZLES.min(puzzles - part * PART_PUZZLES)).sum()
    }

    fn trials(&self) -> u64 {
        self.instances() as u64 * self.strategies.lanes.len() as u64 * u64::from(self.plan.rounds())
    }

    fn each(&self, visit: &mut dyn FnMut(usize, &Part) -> Result<(), Error>) -> Result<(), Error> {
        let mut parts = self.corpus.parts(PART_PUZZLES)?;
        for number in self.first.. {
            if !parts.more() {
                break;
            }
            if !self.has(number) {
                parts.skip()?;
                continue;
            }
            let mut loader = self.strategies.loader(&self.corpus.name, parts.next_size(), &self.plan);
            parts.part(|instance| {
                let content = corpus::content_hash(&instance.problem);
                loader.add(instance, content);
            })?;
            let (stage, bench) = loader.finish();
            let plan = Plan { stages: vec![stage], ..self.plan.clone() };
            visit(number, &Part { plan, benches: vec![AnyBench::Sudoku(bench)] })?;
        }
        Ok(())
    }
}
