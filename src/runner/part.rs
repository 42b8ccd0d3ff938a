//! The parts of a run: trials that are prepared, run and written down together.
//!
//! Corpora that fit in memory make one part, so that most runs have no other. A corpus that is too
//! large is read part by part, each of which is forgotten before the next: a run takes as much
//! memory for a hundred million puzzles as for a hundred thousand.

use super::bench::{AnyBench, Bench, STRETCH};
use crate::corpus::{self, Count, Instance, Large, PART};
use crate::error::Error;
use crate::kind::Kind;
use crate::plan::{Lane, Plan, Stage, Subject, Subjects};
use coverlab_model::{Backend, Sudoku};
use std::sync::Arc;

/// Trials that are run together.
pub(super) struct Part {
    /// Which trials there are.
    pub(super) plan: Plan,
    /// Per stage, what it takes to run them.
    pub(super) benches: Vec<AnyBench>,
}

/// Strategies for one kind of problem, and who they are.
pub(super) struct Crew<P: Kind> {
    pub(super) lanes: Vec<Lane>,
    pub(super) backends: Vec<Arc<dyn Backend<P>>>,
}

/// Where parts come from.
pub(super) enum Source {
    /// It is here.
    Held(Part),
    /// From a file, one after the other.
    Large { corpus: Large, crew: Crew<Sudoku>, frame: Plan },
}

impl<P: Kind> Crew<P> {
    /// What the crew is to do with the instances of `list`, which are of `corpus`. `seed` decides how they
    /// will lie.
    pub(super) fn at_work(&self, corpus: &str, list: Vec<Instance<P>>, seed: u64) -> (Stage, Bench<P>) {
        let mut muster = self.muster(corpus, list.len(), seed);
        list.into_iter().for_each(|instance| muster.add(instance));
        muster.at_work()
    }

    /// A place for instances of `corpus` to come to, of which there are about `count`.
    fn muster<'a>(&'a self, corpus: &'a str, count: usize, seed: u64) -> Muster<'a, P> {
        let bench = Bench::new(self.backends.clone(), count);
        let subjects = Subjects::with_capacity(count);
        Muster {
            lanes: &self.lanes,
            corpus,
            seed,
            bench,
            subjects,
            fresh: Vec::with_capacity(FEW),
            shuffled: 0,
        }
    }
}

/// Instances that come one by one and are put to work together. They are hashed a few at a time, and put into
/// the order in which they will lie, while they are in the cache.
struct Muster<'a, P: Kind> {
    lanes: &'a [Lane],
    corpus: &'a str,
    seed: u64,
    bench: Bench<P>,
    subjects: Subjects,
    /// Those that are not hashed yet.
    fresh: Vec<Subject>,
    /// How many are in their places.
    shuffled: usize,
}

/// So many instances are hashed at a time: few enough for the cache, and enough that what it takes to begin
/// does not count. A stretch has so many several times.
const FEW: usize = 256;
const _: () = assert!(STRETCH.is_multiple_of(FEW));

impl<P: Kind> Muster<'_, P> {
    fn add(&mut self, Instance { name, problem, count, solution }: Instance<P>) {
        let only = solution.filter(|_| count == Some(Count::Exactly(1)));
        self.bench.add(problem, only.map(|solution| *solution));
        self.fresh.push(Subject { name, content: 0, count });
        if self.fresh.len() == FEW {
            self.hash();
        }
        if self.subjects.len() == self.shuffled + STRETCH {
            self.shuffle();
        }
    }

    /// Hashes those that are not hashed yet.
    fn hash(&mut self) {
        let contents = corpus::content_hashes(&self.bench.problems()[self.subjects.len()..]);
        self.fresh.iter_mut().zip(contents).for_each(|(subject, content)| subject.content = content);
        self.subjects.extend(self.corpus, &self.fresh);
        self.fresh.clear();
    }

    /// Puts those that are not in their places yet there. They must be hashed.
    fn shuffle(&mut self) {
        self.bench.shuffle(self.shuffled, self.corpus, self.seed);
        self.shuffled = self.subjects.len();
    }

    fn at_work(mut self) -> (Stage, Bench<P>) {
        self.hash();
        self.shuffle();
        (Stage::new(self.corpus.to_string(), self.subjects, self.lanes.to_vec()), self.bench)
    }
}

impl Source {
    /// How many trials there are in its parts.
    pub(super) fn trials(&self) -> u64 {
        match self {
            Source::Held(part) => part.plan.trials() as u64,
            Source::Large { corpus, crew, frame } => {
                corpus.puzzles as u64 * crew.lanes.len() as u64 * u64::from(frame.repetitions)
            }
        }
    }

    /// Hash of everything that decides which trials there are.
    pub(super) fn hash(&self) -> String {
        match self {
            Source::Held(part) => part.plan.hash(),
            Source::Large { corpus, crew, frame } => {
                let lanes = crew.lanes.iter().map(|lane| format!("{:016x}", lane.key));
                let words: Vec<String> = [frame.hash(), corpus.name.clone(), corpus.checksum.clone()]
                    .into_iter()
                    .chain(lanes)
                    .collect();
                corpus::hash16(&words.iter().map(String::as_str).collect::<Vec<_>>())
            }
        }
    }

    /// Hands its parts to `visit`, in order.
    ///
    /// # Errors
    /// Those of `visit`; or the corpus cannot be read any more.
    pub(super) fn each(&self, visit: &mut dyn FnMut(&Part) -> Result<(), Error>) -> Result<(), Error> {
        match self {
            Source::Held(part) => visit(part),
            Source::Large { corpus, crew, frame } => {
                let mut parts = corpus.parts(PART)?;
                while parts.more() {
                    let mut muster = crew.muster(&corpus.name, parts.room(), frame.seed);
                    parts.part(|instance| muster.add(instance))?;
                    let (stage, bench) = muster.at_work();
                    let plan = Plan { stages: vec![stage], ..frame.clone() };
                    visit(&Part { plan, benches: vec![AnyBench::Sudoku(bench)] })?;
                }
                Ok(())
            }
        }
    }
}
