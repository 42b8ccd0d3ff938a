//! The plan of a run: its trials, in the order of `trials.csv`.
//!
//! A plan has the names and hashes of instances and strategies, but not these themselves. That suffices to look up
//! recorded trials. Rows are ordered by corpus, instance, strategy, seed and repetition.

mod contender;

pub use contender::{Contender, Profile};

use crate::corpus::{Count, IMAGE};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::time::Duration;

/// The trials of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
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
    /// The trials on each corpus.
    #[serde(alias = "stages")]
    pub corpora: Vec<CorpusPlan>,
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

/// All trials on one corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CorpusPlan {
    /// The name of the corpus.
    #[serde(alias = "corpus")]
    pub name: String,
    /// The instances, in order. They are not serialized, because the rows of a record contain them.
    #[serde(skip)]
    pub instances: Vec<PlannedInstance>,
    /// The number of instances.
    pub size: usize,
    /// The number of the part that has these trials, or of the first one if the corpus is read in parts.
    #[serde(default)]
    pub part: usize,
    /// Hash of the corpus's file, if the file is too large for memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub large_file: Option<String>,
    /// The strategies that search the instances.
    #[serde(alias = "lanes")]
    pub contenders: Vec<Contender>,
}

/// An instance of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedInstance {
    /// The name, without the number of the image.
    pub name: SmolStr,
    /// The number of the symmetric image; 0 for the instance itself.
    pub isomorph: u32,
    /// The hash of the content, which identifies the instance whatever its name or line.
    pub content: u64,
    /// The known number of solutions.
    pub count: Option<Count>,
}

impl CorpusPlan {
    /// The trials of `contenders` on `instances`.
    pub fn new(name: String, instances: Vec<PlannedInstance>, contenders: Vec<Contender>) -> Self {
        CorpusPlan { name, size: instances.len(), instances, part: 0, large_file: None, contenders }
    }

    /// The plan without its list of instances.
    pub fn without_instances(&self) -> CorpusPlan {
        CorpusPlan {
            name: self.name.clone(),
            instances: Vec::new(),
            large_file: self.large_file.clone(),
            contenders: self.contenders.clone(),
            ..*self
        }
    }

    /// The number of trials in a plan with `rounds` rounds.
    pub fn trials(&self, rounds: u32) -> usize {
        self.size * self.contenders.len() * rounds as usize
    }

    /// The index of a trial's row among those of the corpus, in a plan with `rounds` rounds.
    pub fn slot(&self, rounds: u32, instance: usize, contender: usize, round: u32) -> usize {
        (instance * self.contenders.len() + contender) * rounds as usize + round as usize
    }
}

impl Plan {
    /// The total number of trials.
    pub fn trials(&self) -> usize {
        self.corpora.iter().map(|corpus| corpus.trials(self.rounds())).sum()
    }

    /// The number of trials of a strategy on an instance. Each repetition with each seed is a *round*.
    pub fn rounds(&self) -> u32 {
        self.repetitions.saturating_mul(self.seeds)
    }

    /// The seed and the repetition of a round.
    pub fn seed_and_repetition(&self, round: u32) -> (u64, u32) {
        let repetitions = self.repetitions.max(1);
        (self.seed.wrapping_add(u64::from(round / repetitions)), round % repetitions)
    }

    /// The round of a trial with this seed and repetition; `None` if the plan has no such trial.
    pub fn round(&self, seed: u64, repeat: u32) -> Option<u32> {
        let number = seed.wrapping_sub(self.seed);
        let is_planned = number < u64::from(self.seeds) && repeat < self.repetitions;
        is_planned.then(|| number as u32 * self.repetitions + repeat)
    }
}

/// Splits the name of a Sudoku into the name without the number of its image, and that number. The number is 0 if there
/// is none.
pub fn split_image_name(name: &str) -> (&str, u32) {
    let split = name.rsplit_once(IMAGE).and_then(|(name, number)| Some((name, number.parse().ok()?)));
    split.unwrap_or((name, 0))
}
