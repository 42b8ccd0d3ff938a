//! A search in a process of its own: for a strategy that cannot be stopped, since the process can, and for one whose
//! memory is limited.
//!
//! The one process writes an order to the other's standard input and reads a reply from its standard output,
//! a line each. The limit is CPU time of the searching process, as it is elsewhere of the searching thread:
//! the strategy is asked to keep it; of one that cannot, a watchdog thread within that process looks at its
//! clock every few milliseconds and answers with the solutions found when time is up. The client kills the
//! process if the search is cancelled, or if the watchdog does not reply. An order may say how much memory
//! the process may take: it lowers the limit of its own data, and where there is a guard (`crate::solver`),
//! that holds a control group around it.
//!
//! [`search`] has a process for one search; a session (`remote`) keeps one for many, as an
//! experiment needs it.

mod apart;
mod carried;
mod child;
#[cfg(target_os = "linux")]
mod guarded;
mod link;
mod remote;
mod serve;

pub use apart::Apart;
pub use carried::Carried;
pub use remote::confined;
pub use serve::limit_memory;
pub use serve::serve;

use crate::error::Error;
use coverlab_model::{Choice, Cost, Counters, ExactCover, Natural, Outcome, Stop, Task};
use link::Link;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

/// The hidden command that a worker process is started with.
pub const COMMAND: &str = "worker";

/// The message of a program of ours that is refused memory, in Rust and in C++.
#[cfg(target_os = "linux")]
const REFUSED: [&str; 2] = ["memory allocation of", "bad_alloc"];

/// Whether a program that was killed complains of having been refused memory.
#[cfg(target_os = "linux")]
pub fn was_refused(words: &str) -> bool {
    REFUSED.iter().any(|refused| words.contains(refused))
}

/// How often the clocks are looked at.
const TICK: Duration = Duration::from_millis(5);

/// The search that a worker process is to run.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Order {
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

impl Order {
    /// An order to do `task` on each of `problems`.
    fn new<P: Carried>(problems: &[P], strategy: &str, task: &Task) -> Order {
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Order {
            kind: P::WORD.to_string(),
            strategy: strategy.to_string(),
            solutions: task.solutions,
            keep: task.keep,
            salvage: false,
            nodes: task.nodes,
            time_ns: task.time.map(nanoseconds),
            memory: None,
            seed: task.seed,
            problems: problems.iter().map(Carried::write).collect(),
        }
    }

    /// As one line.
    fn line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers have a JSON form") + "\n"
    }
}

/// The reply of a worker process.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Reply<T> {
    /// The outcome of each instance; if there are fewer, `panic` says why the first that is missing has none.
    outcomes: Vec<Told<T>>,
    /// CPU time of the search, its translation before, its translation behind, and wall time of the first, in
    /// nanoseconds.
    solve_ns: u64,
    encode_ns: u64,
    decode_ns: u64,
    wall_ns: u64,
    /// The words of a strategy that broke down.
    panic: Option<String>,
}

/// An outcome, told.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Told<T> {
    /// Why it ended early: `enough`, `deadline`, …; none: everything was searched.
    stop: Option<String>,
    solutions: u64,
    /// The number of solutions in hexadecimal digits, where that is more than `solutions` can say: decimal ones take
    /// long to make.
    beyond: Option<String>,
    kept: Vec<T>,
    partial: Option<String>,
    nodes: u64,
    max_depth: u64,
    events: Vec<u64>,
    /// The strategy that was taken, and why.
    choice: Option<(String, String)>,
}

impl<T> Told<T> {
    fn of<P: Carried<Told = T>>(outcome: &Outcome<P>) -> Told<T> {
        Told {
            stop: outcome.stop.map(|stop| stop.name().to_string()),
            solutions: outcome.solutions,
            beyond: outcome.beyond.as_ref().map(|number| format!("{number:x}")),
            kept: outcome.kept.iter().map(P::tell).collect(),
            partial: outcome.partial.as_deref().map(P::write),
            nodes: outcome.counters.nodes,
            max_depth: outcome.counters.max_depth,
            events: outcome.counters.events.to_vec(),
            choice: outcome.choice.map(|choice| (choice.taken.to_string(), choice.why.to_string())),
        }
    }

    /// The outcome for `problem`; `None`: it cannot be one.
    fn outcome<P: Carried<Told = T>>(&self, problem: &P) -> Option<Outcome<P>> {
        let named = |word: &String| Stop::ALL.into_iter().find(|stop| stop.name() == word);
        let stop = match &self.stop {
            Some(word) => Some(named(word)?),
            None => None,
        };
        let kept = self.kept.iter().map(|told| problem.hear(told)).collect::<Option<_>>()?;
        let partial = match &self.partial {
            Some(text) => Some(Box::new(P::read(text).ok()?)),
            None => None,
        };
        let beyond = match &self.beyond {
            Some(digits) => Some(Natural::from_hexadecimal(digits)?),
            None => None,
        };
        let events = self.events.as_slice().try_into().ok()?;
        let counters = Counters { nodes: self.nodes, max_depth: self.max_depth, events };
        let known = |(taken, why): &(String, String)| Choice { taken: lasting(taken), why: lasting(why) };
        let choice = self.choice.as_ref().map(known);
        Some(Outcome { stop, solutions: self.solutions, beyond, kept, partial, counters, choice })
    }
}

/// The same text, kept for as long as the program runs. Strategies have a handful of reasons for what they choose.
fn lasting(text: &str) -> &'static str {
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

/// The result of an order.
struct Searched<P: coverlab_model::Problem> {
    outcomes: Vec<Outcome<P>>,
    cost: Cost,
    /// Wall time of the search.
    wall: Duration,
    /// The most memory that the process has used, if that is known.
    rss: u64,
}

/// Has a process of its own do `task` on `problem`, and hand over the solutions found when the limit comes
/// first if `salvage` says so; its CPU time comes with the outcome. When the task is cancelled the process is
/// killed.
///
/// # Errors
/// The process cannot be started, or ends without an answer.
pub fn search(
    problem: &ExactCover,
    strategy: &str,
    task: &Task,
    salvage: bool,
) -> Result<(Outcome<ExactCover>, Duration), Error> {
    let problems = std::slice::from_ref(problem);
    let order = Order { salvage, ..Order::new(problems, strategy, task) };
    let mut searched = Link::start(None)?.search(&order, problems, &task.cancel)?;
    let outcome = searched.outcomes.pop().unwrap_or_else(|| Outcome::unsearched(Stop::Cancelled));
    Ok((outcome, searched.cost.total()))
}

/// A process that is gone without an answer to `order`: how.
fn lost(order: &Order, how: &str) -> Error {
    Error::new(format!("the process that searches by {} died{how}", order.strategy))
}

/// Searches of `count` instances that were ended from outside; their solutions are lost.
///
/// # Panics
/// If memory ended a search of several: which of them it was is known when each is searched alone.
fn ended<P: coverlab_model::Problem>(stop: Stop, count: usize) -> Searched<P> {
    assert!(stop != Stop::Memory || count == 1, "the memory limit was reached by one of {count} instances");
    let outcomes = (0..count).map(|_| Outcome::unsearched(stop)).collect();
    Searched { outcomes, cost: Cost::default(), wall: Duration::ZERO, rss: 0 }
}

/// Reads the reply of a worker.
///
/// # Errors
/// It is no reply to `order`.
///
/// # Panics
/// If the strategy did.
fn understood<P: Carried>(line: &str, order: &Order, problems: &[P]) -> Result<Searched<P>, Error> {
    let reply: Reply<P::Told> =
        serde_json::from_str(line).map_err(|error| lost(order, &format!(": {error}")))?;
    if let Some(words) = reply.panic {
        panic!("{words}");
    }
    let outcomes = reply.outcomes.iter().zip(problems).map(|(told, problem)| told.outcome(problem));
    let outcomes: Option<Vec<_>> = outcomes.collect();
    let outcomes = outcomes.filter(|outcomes| outcomes.len() == problems.len());
    let outcomes = outcomes.ok_or_else(|| lost(order, ": it answers what was not asked"))?;
    let [solve, encode, decode, wall] =
        [reply.solve_ns, reply.encode_ns, reply.decode_ns, reply.wall_ns].map(Duration::from_nanos);
    Ok(Searched { outcomes, cost: Cost { encode, solve, decode }, wall, rss: 0 })
}
