//! The plan of a run: its trials, in the order of `trials.csv`.
//!
//! A plan has the names and hashes of instances and strategies, but not these themselves. That suffices to look up
//! recorded trials. Rows are ordered by corpus, instance, strategy, seed and repetition.

mod contender;

pub use contender::{Contender, Profile, Searcher};

use crate::corpus::Count;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::time::Duration;

/// The facts that all trials of a run share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Design {
    /// The name of the experiment.
    pub experiment: String,
    /// The seed of samples, orders and random choices.
    pub seed: u64,
    /// The number of seeds per trial: `seed` and those that follow it.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub seeds: u32,
    /// The number of repetitions of each trial with each seed.
    pub repetitions: u32,
    /// The number of solutions to find; `None` for all.
    pub solutions: Option<u64>,
    /// The limits of a trial.
    pub limits: TrialLimits,
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
fn is_one(number: &u32) -> bool {
    *number == 1
}

/// The limits of a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialLimits {
    /// Maximum number of nodes of the search.
    pub nodes: Option<u64>,
    /// Maximum CPU time of the search, in nanoseconds.
    pub cpu_ns: Option<u64>,
    /// Maximum memory of the searching process, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

impl TrialLimits {
    /// The time limit.
    pub fn time(&self) -> Option<Duration> {
        self.cpu_ns.map(Duration::from_nanos)
    }
}

impl Design {
    /// The number of trials of a strategy on an instance. Each repetition with each seed is a *round*.
    pub fn rounds(&self) -> u32 {
        self.repetitions.saturating_mul(self.seeds)
    }

    /// The seed and the repetition of a round.
    pub fn seed_and_repetition(&self, round: u32) -> (u64, u32) {
        let repetitions = self.repetitions.max(1);
        (self.seed.wrapping_add(u64::from(round / repetitions)), round % repetitions)
    }

    /// The round of a trial with this seed and repetition; `None` if there is no such trial.
    pub fn round(&self, seed: u64, repeat: u32) -> Option<u32> {
        let number = seed.wrapping_sub(self.seed);
        let is_planned = number < u64::from(self.seeds) && repeat < self.repetitions;
        is_planned.then(|| number as u32 * self.repetitions + repeat)
    }
}

/// The plan of a run: each contender on a corpus searches each instance in each round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The facts that all trials share.
    #[serde(flatten)]
    pub design: Design,
    /// The trials on each corpus.
    pub corpora: Vec<CorpusPlan>,
}

/// The trials of a run on a corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CorpusPlan {
    /// The name of the corpus.
    pub name: String,
    /// The number of instances.
    pub size: usize,
    /// The strategies that search the instances.
    pub contenders: Vec<Contender>,
    /// The instances, in order. A plan in `trials.sums` has none, because the rows of the table name them.
    #[serde(skip)]
    pub instances: Vec<PlannedInstance>,
}

/// An instance of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedInstance {
    /// The name.
    pub name: SmolStr,
    /// The hash of the content (`corpus::content_hash`), which identifies the instance whatever its name or line.
    pub content_hash: u64,
    /// The known number of solutions.
    pub count: Option<Count>,
}

impl Plan {
    /// The total number of trials.
    pub fn trials(&self) -> u64 {
        let searches = self.corpora.iter().map(|corpus| corpus.size * corpus.contenders.len());
        (searches.sum::<usize>() * self.design.rounds() as usize) as u64
    }

    /// The plan as `trials.sums` has it, without instances.
    pub(crate) fn without_instances(&self) -> Plan {
        let without = |corpus: &CorpusPlan| CorpusPlan {
            name: corpus.name.clone(),
            size: corpus.size,
            contenders: corpus.contenders.clone(),
            instances: Vec::new(),
        };
        Plan { design: self.design.clone(), corpora: self.corpora.iter().map(without).collect() }
    }

    /// The number of trials on an instance of a corpus.
    pub fn per_instance(&self, corpus: usize) -> usize {
        self.corpora[corpus].contenders.len() * self.design.rounds() as usize
    }

    /// The number of slots of a corpus: one for each trial on one of its `instances`.
    pub fn slots(&self, corpus: usize) -> usize {
        self.corpora[corpus].instances.len() * self.per_instance(corpus)
    }

    /// The slot of a trial: the index of its row among those of the corpus. The arguments are the numbers of its corpus,
    /// its instance, its contender and its round.
    pub fn slot(&self, corpus: usize, instance: usize, contender: usize, round: u32) -> usize {
        instance * self.per_instance(corpus) + contender * self.design.rounds() as usize + round as usize
    }

    /// The instance and the contender of the trial in a slot of a corpus.
    pub fn at(&self, corpus: usize, slot: usize) -> (&PlannedInstance, usize) {
        let (of_corpus, rounds) = (&self.corpora[corpus], self.design.rounds() as usize);
        (&of_corpus.instances[slot / self.per_instance(corpus)], slot / rounds % of_corpus.contenders.len())
    }
}
