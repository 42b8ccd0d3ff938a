//! A search in a process of its own: for a strategy that cannot be stopped, since the process can, and for one whose
//! memory is limited.
//!
//! The client writes a request to the worker's standard input and reads a reply from its standard output, a line each; a
//! supervisor (`coverlab_supervise`) stands between. The limit is CPU time of the searching process, as elsewhere of the
//! searching thread. The strategy is asked to keep it; for one that cannot, a watchdog thread in the worker compares its
//! clock every few milliseconds and answers with the solutions found when time is up. The client kills the process if the
//! search is cancelled, and the supervisor if the watchdog does not reply. A request may say how much memory the process
//! may take: the worker lowers the limit of its own data, and the supervisor puts a control group around it where it can.

mod client;
mod remote;
mod serve;
mod transfer;

pub use remote::{Apart, apart};
pub use serve::limit_memory;
pub use serve::serve;
pub use transfer::Transfer;

use crate::error::Error;
use coverlab_model::{Choice, Cost, Counters, Event, Natural, Outcome, Stop, Task};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

/// The hidden command that a worker process is started with.
pub const COMMAND: &str = "worker";

/// Whether the standard error of a worker that died says that it was refused memory, in Rust, in C++, or by the C library
/// when a thread starts.
pub fn was_refused_memory(errors: &str) -> bool {
    ["memory allocation of", "bad_alloc", "cannot allocate memory"]
        .iter()
        .any(|message| errors.contains(message))
}

/// How often the watchdog compares the clocks.
const TICK: Duration = Duration::from_millis(5);

/// The search that a worker process is to run.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Request {
    /// The kind of problem.
    kind: String,
    /// The strategy with its parameters.
    strategy: String,
    /// Solutions to look for.
    solutions: u64,
    /// Solutions to hand over.
    keep: usize,
    /// Whether to hand over the solutions found when the limit comes first. Every solution is built then,
    /// which costs some time.
    salvage: bool,
    /// The most nodes.
    nodes: u64,
    /// The most CPU time, in nanoseconds.
    time_ns: Option<u64>,
    /// The most memory of the process, in bytes.
    memory: Option<u64>,
    /// Seed of what is random.
    seed: u64,
    /// The instances as text.
    problems: Vec<String>,
}

impl Request {
    /// A request to do `task` on each of `problems`.
    fn new<P: Transfer>(problems: &[P], strategy: &str, task: &Task) -> Request {
        Request {
            kind: P::NAME.to_string(),
            strategy: strategy.to_string(),
            solutions: task.solutions,
            keep: task.keep,
            salvage: false,
            nodes: task.nodes,
            time_ns: task.time.map(nanoseconds),
            memory: None,
            seed: task.seed,
            problems: problems.iter().map(Transfer::write).collect(),
        }
    }

    /// The task of each search.
    fn task(&self) -> Task {
        Task {
            solutions: self.solutions,
            keep: self.keep,
            nodes: self.nodes,
            time: self.time_ns.map(Duration::from_nanos),
            seed: self.seed,
            ..Task::default()
        }
    }

    /// The request as JSON, without the end of the line.
    fn line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers have a JSON form")
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The reply of a worker process.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Reply {
    /// The outcome of each instance; empty after a panic.
    outcomes: Vec<OutcomeMessage>,
    /// CPU time of the search, its translation before, its translation behind, and wall time of the first, in
    /// nanoseconds.
    solve_ns: u64,
    encode_ns: u64,
    decode_ns: u64,
    wall_ns: u64,
    /// The message of a strategy that panicked.
    panic: Option<String>,
}

/// An outcome in a reply.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct OutcomeMessage {
    /// Why it ended early: `enough`, `deadline`, …; `None`: everything was searched.
    stop: Option<String>,
    solutions: u64,
    /// The number of solutions in hexadecimal digits, which are quicker to make than decimal ones, where `solutions` is too
    /// small for it.
    beyond: Option<String>,
    /// The solutions handed over, each as numbers.
    kept: Vec<Vec<u32>>,
    partial: Option<String>,
    nodes: u64,
    max_depth: u64,
    events: [u64; Event::ALL.len()],
    /// The strategy that was taken, and why.
    choice: Option<(String, String)>,
}

impl OutcomeMessage {
    fn of<P: Transfer>(outcome: &Outcome<P>) -> OutcomeMessage {
        OutcomeMessage {
            stop: outcome.stop.map(|stop| stop.name().to_string()),
            solutions: outcome.solutions,
            beyond: outcome.beyond.as_ref().map(|number| format!("{number:x}")),
            kept: outcome.kept.iter().map(P::encode).collect(),
            partial: outcome.partial.as_deref().map(P::write),
            nodes: outcome.counters.nodes,
            max_depth: outcome.counters.max_depth,
            events: outcome.counters.events,
            choice: outcome.choice.map(|choice| (choice.taken.to_string(), choice.why.to_string())),
        }
    }

    /// The outcome for `problem`; `None`: it cannot be one.
    fn outcome<P: Transfer>(&self, problem: &P) -> Option<Outcome<P>> {
        let named = |word: &String| Stop::ALL.into_iter().find(|stop| stop.name() == word);
        let stop = match &self.stop {
            Some(word) => Some(named(word)?),
            None => None,
        };
        let kept = self.kept.iter().map(|message| problem.decode(message)).collect::<Option<_>>()?;
        let partial = match &self.partial {
            Some(text) => Some(Box::new(P::read(text).ok()?)),
            None => None,
        };
        let beyond = match &self.beyond {
            Some(digits) => Some(Natural::from_hexadecimal(digits)?),
            None => None,
        };
        let counters = Counters { nodes: self.nodes, max_depth: self.max_depth, events: self.events };
        let known = |(taken, why): &(String, String)| Choice { taken: leak(taken), why: leak(why) };
        let choice = self.choice.as_ref().map(known);
        Some(Outcome {
            stop,
            solutions: self.solutions,
            beyond,
            kept,
            partial,
            counters,
            choice,
            process: None,
        })
    }
}

/// Keeps a text for as long as the program runs. Strategies have a handful of reasons for what they choose.
fn leak(text: &str) -> &'static str {
    static KEPT: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut kept = coverlab_model::pool::lock(&KEPT);
    let kept = kept.get_or_insert_default();
    if let Some(known) = kept.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.into());
    kept.insert(text);
    text
}

/// The result of a request.
struct Searched<P: coverlab_model::Problem> {
    outcomes: Vec<Outcome<P>>,
    cost: Cost,
    /// Wall time of the search.
    wall: Duration,
    /// The most memory that the process has used, bytes; 0: unknown.
    peak_memory: u64,
}

/// The error of a process that is gone without a reply to `request`.
fn lost(request: &Request, how: &str) -> Error {
    Error::new(format!("the process that searches by {} died{how}", request.strategy))
}

/// Searches of `count` instances that were ended from outside; their solutions are lost.
///
/// # Panics
/// If memory ended a search of several: which of them it was is known when each is searched alone.
fn ended<P: coverlab_model::Problem>(stop: Stop, count: usize) -> Searched<P> {
    assert!(stop != Stop::Memory || count == 1, "the memory limit was reached by one of {count} instances");
    let outcomes = (0..count).map(|_| Outcome::unsearched(stop)).collect();
    Searched { outcomes, cost: Cost::default(), wall: Duration::ZERO, peak_memory: 0 }
}

/// Reads the reply of a worker.
///
/// # Errors
/// It is no reply to `request`.
///
/// # Panics
/// If the strategy did.
fn read_reply<P: Transfer>(line: &str, request: &Request, problems: &[P]) -> Result<Searched<P>, Error> {
    let reply: Reply = serde_json::from_str(line).map_err(|error| lost(request, &format!(": {error}")))?;
    if let Some(message) = reply.panic {
        panic!("{message}");
    }
    let outcomes = reply.outcomes.iter().zip(problems).map(|(message, problem)| message.outcome(problem));
    let outcomes: Option<Vec<_>> = outcomes.collect();
    let outcomes = outcomes.filter(|outcomes| outcomes.len() == problems.len());
    let outcomes = outcomes.ok_or_else(|| lost(request, ": it answers what was not asked"))?;
    let [solve, encode, decode, wall] =
        [reply.solve_ns, reply.encode_ns, reply.decode_ns, reply.wall_ns].map(Duration::from_nanos);
    Ok(Searched { outcomes, cost: Cost { encode, solve, decode }, wall, peak_memory: 0 })
}
