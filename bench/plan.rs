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
    /// The number of symmetric images of each Sudoku, including the puzzle itself.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub isomorphs: u32,
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

/// The plan of a run, which `trials.sums` has. The rows of the record have the instances.
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
    /// The number of the part that has these trials, or of the first one if the corpus is read in parts.
    #[serde(default)]
    pub part: usize,
    /// Hash of the corpus's file, if the file is too large for memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub large_file: Option<String>,
    /// The strategies that search the instances.
    pub contenders: Vec<Contender>,
}

impl Plan {
    /// The total number of trials.
    pub fn trials(&self) -> u64 {
        let searches = self.corpora.iter().map(|corpus| corpus.size * corpus.contenders.len());
        (searches.sum::<usize>() * self.design.rounds() as usize) as u64
    }

    /// The plan of part `number`, still without instances.
    pub fn part(&self, number: usize) -> PartPlan {
        let trials = |corpus: &CorpusPlan| PartCorpusPlan {
            name: corpus.name.clone(),
            corpus_size: corpus.size,
            instances: Vec::new(),
            contenders: corpus.contenders.clone(),
            rounds: self.design.rounds(),
        };
        PartPlan { number, design: self.design.clone(), corpora: self.corpora.iter().map(trials).collect() }
    }
}

/// The plan of a part of a run.
#[derive(Clone, Debug)]
pub struct PartPlan {
    /// The number of the part.
    pub number: usize,
    /// The facts that all trials share.
    pub design: Design,
    /// The trials on each corpus.
    pub corpora: Vec<PartCorpusPlan>,
}

/// The plan of a part on a corpus: each contender searches each instance in each round.
#[derive(Clone, Debug)]
pub struct PartCorpusPlan {
    /// The name of the corpus.
    pub name: String,
    /// The number of instances of the whole corpus, with those of other parts and shards; in a plan read from a record, of the run.
    pub corpus_size: usize,
    /// The instances, in order.
    pub instances: Vec<PlannedInstance>,
    /// The strategies that search them.
    pub contenders: Vec<Contender>,
    /// The number of rounds.
    pub rounds: u32,
}

/// An instance of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedInstance {
    /// The name, without the number of the image.
    pub name: SmolStr,
    /// The number of the symmetric image; 0 for the instance itself.
    pub image: u32,
    /// The hash of the content (`corpus::content_hash`), which identifies the instance whatever its name or line.
    pub content_hash: u64,
    /// The known number of solutions.
    pub count: Option<Count>,
}

impl PartCorpusPlan {
    /// The number of trials.
    pub fn count(&self) -> usize {
        self.instances.len() * self.per_instance()
    }

    /// The number of trials on an instance.
    pub fn per_instance(&self) -> usize {
        self.contenders.len() * self.rounds as usize
    }

    /// The slot of a trial: the index of its row among those of the corpus. The arguments are the numbers of its instance,
    /// its contender and its round.
    pub fn slot(&self, instance: usize, contender: usize, round: u32) -> usize {
        (instance * self.contenders.len() + contender) * self.rounds as usize + round as usize
    }

    /// The instance and the number of the contender of the trial in a slot.
    pub fn at(&self, slot: usize) -> (&PlannedInstance, usize) {
        let contender = slot / self.rounds as usize % self.contenders.len();
        (&self.instances[slot / self.per_instance()], contender)
    }
}
