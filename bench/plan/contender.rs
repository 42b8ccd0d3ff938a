//! A contender: a configured strategy that runs on a corpus, with the properties that its trials share.

use super::Design;
use crate::corpus;
use coverlab_model::{About, CounterSet, Event};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A configured strategy that runs on a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contender {
    /// The strategy as written in the experiment.
    pub label: String,
    /// The name of the strategy.
    pub strategy: String,
    /// The given parameters, as written.
    pub params: String,
    /// The name of the encoding, if the strategy needs one; else empty.
    pub via: String,
    /// The properties that all of its trials share.
    pub profile: Profile,
    /// The hash by which records identify its trials: 16 hexadecimal digits.
    pub key: String,
    /// BLAKE3 checksums of an external solver's program and of the scripts that its command names, by their paths.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl Contender {
    /// The key of a strategy for problems of the kind `problem`: a hash of all that determines a result, except for the
    /// instance, the repetition, the seed and the limits of time and nodes. Records identify trials by it, so it must not change.
    pub(crate) fn key(
        (label, via): (&str, &str),
        problem: &str,
        design: &Design,
        (definition, version): (Option<&str>, Option<&str>),
    ) -> String {
        let task = design.solutions.map_or("all".to_string(), |solutions| solutions.to_string());
        // With a limit, the search runs in a process, which keeps tables from one search to the next.
        let memory = design.limits.memory.map(|bytes| format!("memory {bytes}"));
        let words =
            [Some(label), Some(via), Some(problem), Some(&*task), definition, memory.as_deref(), version];
        corpus::hash16(&words.into_iter().flatten().collect::<Vec<_>>())
    }

    /// The paths of the files that were changed or deleted since `recorded`, the contender when trials were recorded. Moved
    /// files have not changed. Without files of its own, the contender accepts any.
    pub fn changed_files(&self, recorded: &Contender) -> Vec<String> {
        if self.files.is_empty() {
            return Vec::new();
        }
        let is_in = |files: &BTreeMap<String, String>, checksum: &String| {
            files.values().any(|known| known == checksum)
        };
        let new = self.files.iter().filter(|(_, checksum)| !is_in(&recorded.files, checksum));
        let gone = recorded.files.iter().filter(|(_, checksum)| !is_in(&self.files, checksum));
        let paths: BTreeSet<&String> = new.chain(gone).map(|(path, _)| path).collect();
        paths.into_iter().cloned().collect()
    }
}

/// The properties that all trials of a strategy share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// The name of the mechanism that enforces limits.
    pub enforcer: Cow<'static, str>,
    /// The names of the counters: `nodes`, and events.
    pub counts: Vec<Cow<'static, str>>,
    /// The process that searches. Not recorded.
    #[serde(skip)]
    pub searcher: Searcher,
}

/// The process that searches, which decides how the runner times a contender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Searcher {
    /// This program.
    #[default]
    BuiltIn,
    /// An external solver that searches one instance in a process.
    External,
    /// An external solver that searches a block of instances in one process.
    ExternalWithBlocks,
}

/// Limits are enforced by the strategy, which checks them.
const COOPERATIVE: &str = "cooperative";
/// Limits are enforced by killing the process of the search.
const PROCESS: &str = "process";
/// Limits are checked whenever a solution is found.
const BETWEEN_SOLUTIONS: &str = "between-solutions";

/// The name of the node counter.
const NODES: &str = "nodes";

impl Profile {
    /// The profile of the strategy `about`, used through the encoding `via` unless that is empty. A strategy that cannot
    /// be interrupted runs in its own process if it needs no encoding.
    pub fn of(about: &About, via: &str) -> Profile {
        let enforcer = match about.interruptible {
            true => COOPERATIVE,
            false if via.is_empty() => PROCESS,
            false => BETWEEN_SOLUTIONS,
        };
        let nodes = about.counts_nodes().then_some(NODES);
        let counts = nodes.into_iter().chain(about.events.iter().map(|event| event.name()));
        let counts = counts.map(Cow::Borrowed).collect();
        Profile { enforcer: Cow::Borrowed(enforcer), counts, searcher: Searcher::BuiltIn }
    }

    /// Sets the enforcer if memory is limited, too.
    pub fn limit_memory(&mut self) {
        let time = if self.enforcer == COOPERATIVE { COOPERATIVE } else { PROCESS };
        self.enforcer = Cow::Owned(format!("{time}-rlimit"));
    }

    /// Whether the strategy is an external solver.
    pub fn is_external(&self) -> bool {
        self.searcher != Searcher::BuiltIn
    }

    /// Whether the strategy is an external solver that searches a block of instances in one process.
    pub fn takes_blocks(&self) -> bool {
        self.searcher == Searcher::ExternalWithBlocks
    }

    /// The counters of a built-in strategy: one that counts nodes also measures the depth. An external solver says with each
    /// answer which counters it reports.
    pub fn counters(&self) -> CounterSet {
        let counts = |counter: &str| self.counts.iter().any(|name| name == counter);
        let nodes = counts(NODES);
        CounterSet { nodes, max_depth: nodes, events: Event::ALL.map(|event| counts(event.name())) }
    }
}
