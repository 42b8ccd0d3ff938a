//! The plan of a run: which trials there are, in which order they stand in `trials.csv`.
//!
//! A plan knows names, hashes and what is asked, but no problem and no strategy: it is what
//! records are read against. The order of rows is corpus, instance, strategy, repetition.

mod names;
mod subjects;

pub use names::Names;
pub use subjects::{Subject, Subjects};

use crate::corpus;
use coverlab_model::{About, Event};
use std::borrow::Cow;
use std::time::Duration;

/// The trials of an experiment.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The experiment's name.
    pub experiment: String,
    /// Decides samples, orders and random choices.
    pub seed: u64,
    /// How often each trial is run.
    pub repetitions: u32,
    /// Solutions asked for; `u64::MAX`: all.
    pub solutions: u64,
    /// What a trial may spend.
    pub limits: Limits,
    /// One stage per corpus.
    pub stages: Vec<Stage>,
}

/// What a trial may spend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes.
    pub nodes: Option<u64>,
    /// CPU time of the search.
    pub time: Option<Duration>,
}

impl Limits {
    /// The time limit in whole nanoseconds.
    pub fn time_ns(&self) -> Option<u64> {
        self.time.map(|t| u64::try_from(t.as_nanos()).unwrap_or(u64::MAX))
    }
}

/// All trials over one corpus.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The corpus's name.
    pub corpus: String,
    /// Hash of the list of its instances, 16 hexadecimal digits: which one a number in a record
    /// means.
    pub digest: String,
    /// Its instances, in order.
    pub instances: Subjects,
    /// The strategies at work on them.
    pub lanes: Vec<Lane>,
}

/// One strategy at work on one corpus.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The strategy as the experiment writes it.
    pub label: String,
    /// Its name.
    pub strategy: String,
    /// The parameters that were given.
    pub params: String,
    /// The encoding that lifts it; empty: none.
    pub via: String,
    /// What records say of every trial of it.
    pub profile: Profile,
    /// Hash of everything but the instance and the repetition that decides a trial's result,
    /// limits apart: what a record refers to.
    pub key: u64,
}

/// What every row of a strategy has in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// What holds the limits of its trials.
    pub enforcer: Cow<'static, str>,
    /// Whether it counts nodes.
    pub nodes: bool,
    /// Which events it counts, by their index.
    pub events: [bool; Event::ALL.len()],
}

impl Profile {
    /// That of the strategy `about`, lifted by the encoding `via`; empty: none. A strategy that cannot
    /// be stopped is put into a process of its own where its problem is its native one.
    pub fn of(about: &About, via: &str) -> Profile {
        let enforcer = match about.interruptible {
            true => "cooperative",
            false if via.is_empty() => "process",
            false => "between-solutions",
        };
        Profile {
            enforcer: Cow::Borrowed(enforcer),
            nodes: about.counts_nodes(),
            events: Event::ALL.map(|event| about.events.contains(&event)),
        }
    }
}

impl Stage {
    /// The trials of `lanes` over `instances`.
    pub fn new(corpus: String, instances: Subjects, lanes: Vec<Lane>) -> Self {
        let keys: Vec<[u8; 8]> = instances.keys().iter().map(|key| key.to_le_bytes()).collect();
        let digest = corpus::checksum(keys.as_flattened());
        Stage { corpus, digest, instances, lanes }
    }

    /// Rows that this stage has in a plan of `repetitions`.
    pub fn trials(&self, repetitions: u32) -> usize {
        self.instances.len() * self.lanes.len() * repetitions as usize
    }

    /// Where the row of a trial stands among those of the stage.
    pub fn slot(&self, repetitions: u32, instance: usize, lane: usize, repeat: u32) -> usize {
        (instance * self.lanes.len() + lane) * repetitions as usize + repeat as usize
    }
}

impl Plan {
    /// Rows there will be.
    pub fn trials(&self) -> usize {
        self.stages.iter().map(|s| s.trials(self.repetitions)).sum()
    }

    /// Solutions asked for; `None`: all.
    pub fn asked(&self) -> Option<u64> {
        (self.solutions != u64::MAX).then_some(self.solutions)
    }

    /// Hash of everything that decides which trials there are.
    pub fn hash(&self) -> String {
        let mut parts = vec![self.experiment.clone(), format!("{} {:?}", self.repetitions, self.limits)];
        for stage in &self.stages {
            parts.push(stage.digest.clone());
            parts.extend(stage.lanes.iter().map(|lane| format!("{:016x}", lane.key)));
        }
        corpus::hash16(&parts.iter().map(String::as_str).collect::<Vec<_>>())
    }
}
