//! The plan of a run: which trials there are, in which order they stand in `trials.csv`.
//!
//! A plan knows names, hashes and the task, but no problem and no strategy: it is what journals are read
//! against, and a journal begins with the plan of its run. The order of rows is corpus, instance, strategy,
//! repetition.

mod instances;
mod names;

pub use instances::InstanceList;
pub use names::Names;

use crate::corpus::{self, IMAGE};
use coverlab_model::{About, Event};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::time::Duration;

/// The trials of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The experiment's name.
    pub experiment: String,
    /// Decides samples, orders and random choices.
    pub seed: u64,
    /// Seeds of trials that belong as well, in a record that was merged of several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_seeds: Vec<u64>,
    /// How many seeds each trial is run with: `seed` and those that follow it.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub seeds: u32,
    /// Of how many symmetric images of each Sudoku there are trials, itself included.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub isomorphs: u32,
    /// How often each trial is run with a seed.
    pub repetitions: u32,
    /// Solutions asked for; `None`: all.
    pub solutions: Option<u64>,
    /// The limits of a trial.
    pub limits: Limits,
    /// One stage per corpus.
    pub stages: Vec<Stage>,
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
pub struct Limits {
    /// Nodes.
    pub nodes: Option<u64>,
    /// CPU time of the search, nanoseconds.
    pub cpu_ns: Option<u64>,
    /// Memory of the process that searches, bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

impl Limits {
    /// The time limit.
    pub fn time(&self) -> Option<Duration> {
        self.cpu_ns.map(Duration::from_nanos)
    }
}

/// All trials over one corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// The corpus's name.
    pub corpus: String,
    /// Hash of the corpus's name and of its instances in order, 16 hexadecimal digits: blocks of a journal name
    /// the list that their instance numbers index.
    pub digest: String,
    /// Its instances, in order. A journal has them in a block of their own.
    #[serde(skip)]
    pub instances: InstanceList,
    /// Where the instances stand in the corpus's file, if it is too large to be held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extract: Option<Extract>,
    /// The strategies at work on them.
    pub lanes: Vec<Lane>,
}

/// A part of a file that is too large to be held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extract {
    /// Hash of the file's text, 16 hexadecimal digits.
    pub checksum: String,
    /// The number of the part's first instance in the file, from 0.
    pub first: usize,
}

/// One strategy at work on one corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lane {
    /// The strategy as the experiment writes it.
    pub label: String,
    /// Its name.
    pub strategy: String,
    /// The parameters that were given.
    pub params: String,
    /// The encoding that lifts it; empty: none.
    pub via: String,
    /// The facts that records state of every trial of it.
    pub profile: Profile,
    /// Hash of everything but instance, repetition and seed that decides a trial's result, limits apart; 16
    /// hexadecimal digits.
    pub key: String,
}

/// The facts that all rows of a strategy share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// The enforcer of its trials' limits.
    pub enforcer: Cow<'static, str>,
    /// Its counters: nodes, and events by their names.
    pub counts: Vec<Cow<'static, str>>,
}

/// Enforcers of limits: the strategy itself, or the end of its process.
const COOPERATIVE: &str = "cooperative";
const PROCESS: &str = "process";

/// The name of nodes among what is counted.
const NODES: &str = "nodes";

impl Profile {
    /// The profile of the strategy `about`, lifted by the encoding `via`; empty: none. A strategy that cannot
    /// be stopped is put into a process of its own where its problem is its native one.
    pub fn of(about: &About, via: &str) -> Profile {
        let enforcer = match about.interruptible {
            true => COOPERATIVE,
            false if via.is_empty() => PROCESS,
            false => "between-solutions",
        };
        let nodes = about.counts_nodes().then_some(NODES);
        let counts = nodes.into_iter().chain(about.events.iter().map(|event| event.name()));
        Profile { enforcer: Cow::Borrowed(enforcer), counts: counts.map(Cow::Borrowed).collect() }
    }

    /// The enforcer where searches run in processes whose memory the kernel limits: that of each process, or,
    /// if they are `grouped`, that of a control group as well.
    pub fn confined(&self, grouped: bool) -> String {
        let time = if self.enforcer == COOPERATIVE { COOPERATIVE } else { PROCESS };
        format!("{time}-{}", if grouped { "cgroup" } else { "rlimit" })
    }

    /// Whether its trials are searches of another program.
    pub fn is_guarded(&self) -> bool {
        self.enforcer.starts_with("guard")
    }

    /// Whether it counts nodes.
    pub fn counts_nodes(&self) -> bool {
        self.counts.iter().any(|name| name == NODES)
    }

    /// Which events it counts.
    pub fn events(&self) -> [bool; Event::ALL.len()] {
        Event::ALL.map(|event| self.counts.iter().any(|name| name == event.name()))
    }
}

impl Stage {
    /// The trials of `lanes` over `instances`.
    pub fn new(corpus: String, instances: InstanceList, lanes: Vec<Lane>) -> Self {
        let digest = instances.digest(&corpus);
        Stage { corpus, digest, instances, extract: None, lanes }
    }

    /// Rows that this stage has in a plan of `rounds`.
    pub fn trials(&self, rounds: u32) -> usize {
        self.instances.len() * self.lanes.len() * rounds as usize
    }

    /// Where the row of a trial stands among those of the stage.
    pub fn slot(&self, rounds: u32, instance: usize, lane: usize, round: u32) -> usize {
        (instance * self.lanes.len() + lane) * rounds as usize + round as usize
    }
}

impl Plan {
    /// Rows there will be.
    pub fn trials(&self) -> usize {
        self.stages.iter().map(|s| s.trials(self.rounds())).sum()
    }

    /// How often a strategy meets an instance: each repetition with each seed is a *round*.
    pub fn rounds(&self) -> u32 {
        self.repetitions.saturating_mul(self.seeds)
    }

    /// The seed of a round, and which repetition with that seed it is.
    pub fn of_round(&self, round: u32) -> (u64, u32) {
        let repetitions = self.repetitions.max(1);
        (self.seed.wrapping_add(u64::from(round / repetitions)), round % repetitions)
    }

    /// The round of a trial with this seed; none if the plan has no such trial. A seed of a record that was merged in stands
    /// in the place of the first.
    pub fn round(&self, seed: u64, repeat: u32) -> Option<u32> {
        let number = match seed.wrapping_sub(self.seed) {
            number if number < u64::from(self.seeds) => number as u32,
            _ if self.other_seeds.contains(&seed) => 0,
            _ => return None,
        };
        (repeat < self.repetitions).then(|| number * self.repetitions + repeat)
    }

    /// The plan as a journal begins with it: its lists of instances are empty.
    pub fn without_instances(&self) -> Plan {
        let bare = |stage: &Stage| Stage {
            corpus: stage.corpus.clone(),
            digest: stage.digest.clone(),
            instances: InstanceList::default(),
            extract: stage.extract.clone(),
            lanes: stage.lanes.clone(),
        };
        Plan {
            experiment: self.experiment.clone(),
            other_seeds: self.other_seeds.clone(),
            stages: self.stages.iter().map(bare).collect(),
            ..*self
        }
    }

    /// Its seeds, but for those of records that were merged in.
    pub fn own_seeds(&self) -> impl Iterator<Item = u64> {
        (0..u64::from(self.seeds)).map(|number| self.seed.wrapping_add(number))
    }

    /// The name of an instance and which image of it this is, of the bytes of a name that a list has.
    pub fn image<'a>(&self, name: &'a [u8]) -> (&'a [u8], u32) {
        if self.isomorphs > 1
            && let Some(at) = name.iter().rposition(|byte| *byte == IMAGE as u8)
            && let Some(number) = std::str::from_utf8(&name[at + 1..]).ok().and_then(|text| text.parse().ok())
        {
            return (&name[..at], number);
        }
        (name, 0)
    }

    /// Hash of everything that decides which trials there are.
    pub fn hash(&self) -> String {
        let task = format!("{} {} {:?}", self.seed, self.repetitions, self.limits);
        let mut parts = vec![self.experiment.clone(), task];
        parts.extend((self.seeds > 1).then(|| format!("{} seeds", self.seeds)));
        for stage in &self.stages {
            parts.push(stage.digest.clone());
            parts.extend(stage.lanes.iter().map(|lane| lane.key.clone()));
        }
        corpus::hash16(&parts.iter().map(String::as_str).collect::<Vec<_>>())
    }
}
