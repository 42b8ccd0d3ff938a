//! The parts of a run: trials that are prepared, run and written down together.
//!
//! Corpora that fit in memory make one part, so that most runs have no other. A corpus that is too
//! large is read part by part, each of which is forgotten before the next: a run takes as much
//! memory for a hundred million puzzles as for a hundred thousand.

use super::prepare::{AnyBench, Bench};
use crate::corpus::{self, Instance, Large, PART};
use crate::error::Error;
use crate::kind::Kind;
use crate::plan::{Lane, Plan, Stage, Subject};
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
    /// What the crew is to do with the instances of `list`, which are of `corpus`.
    pub(super) fn at_work(&self, corpus: &str, list: Vec<Instance<P>>) -> (Stage, Bench<P>) {
        let backends = self.backends.clone();
        let mut bench = Bench { problems: Vec::with_capacity(list.len()), known: Vec::new(), backends };
        let mut instances = Vec::with_capacity(list.len());
        for (k, Instance { name, hash, problem, count, solution }) in list.into_iter().enumerate() {
            instances.push(Subject::new(corpus, &name, &hash, count));
            bench.problems.push(problem);
            if let Some(solution) = solution.filter(|_| count == Some(corpus::Count::Exactly(1))) {
                bench.known.resize_with(k, || None);
                bench.known.push(Some(solution));
            }
        }
        (Stage::new(corpus.to_string(), instances, self.lanes.clone()), bench)
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
                for list in corpus.parts(PART)? {
                    let (stage, bench) = crew.at_work(&corpus.name, list?);
                    let plan = Plan { stages: vec![stage], ..frame.clone() };
                    visit(&Part { plan, benches: vec![AnyBench::Sudoku(bench)] })?;
                }
                Ok(())
            }
        }
    }
}
