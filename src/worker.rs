//! A search in a process of its own, for a strategy that cannot be stopped: the process can.
//!
//! The one process writes an [`Order`] to the other's standard input and reads a [`Reply`] from
//! its standard output, a line each. The limit is CPU time of the searching process, as it is
//! elsewhere of the searching thread: the strategy is asked to keep it, and a watchman within that
//! process looks at its clock every few milliseconds and answers with what was found when time
//! is up. Whoever ordered the search kills the process if it is cancelled, or if the watchman himself
//! does not come to his word. An order may say how much memory the process may take.
//!
//! [`search`] has a process for one search; a session of [`Apart`] keeps one for many, as an
//! experiment needs it.

mod apart;
mod process;
mod serve;

pub use apart::Apart;
pub use serve::serve;

use crate::error::Error;
use coverlab_model::format::knuth;
use coverlab_model::{Cancel, Counters, Cover, ExactCover, OptionId, Outcome, Stop, Task};
use process::Process;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The hidden command that a worker process is started with.
pub const COMMAND: &str = "worker";

/// How often the clocks are looked at.
const TICK: Duration = Duration::from_millis(5);

/// What a worker process is to search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The strategy with its parameters.
    pub strategy: String,
    /// Solutions to look for.
    pub solutions: u64,
    /// Solutions to hand over.
    pub keep: usize,
    /// Whether to hand over what was found when the limit comes first. Every solution is built
    /// then, which costs some time.
    pub salvage: bool,
    /// The most nodes.
    pub nodes: u64,
    /// The most CPU time, in nanoseconds.
    pub time_ns: Option<u64>,
    /// The most memory of the process, in bytes.
    pub memory: Option<u64>,
    /// Seed of what is random.
    pub seed: u64,
    /// The instance in Knuth's format.
    pub problem: String,
}

impl Order {
    /// An order to do `task` on `problem`.
    pub fn new(problem: &ExactCover, strategy: &str, task: &Task) -> Order {
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Order {
            strategy: strategy.to_string(),
            solutions: task.solutions,
            keep: task.keep,
            salvage: true,
            nodes: task.nodes,
            time_ns: task.time.map(nanoseconds),
            memory: None,
            seed: task.seed,
            problem: knuth::write(problem),
        }
    }

    /// As one line.
    fn line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers have a JSON form") + "\n"
    }
}

/// What a worker process found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// Why it ended early: `enough`, `deadline`, …; none: everything was searched.
    pub stop: Option<String>,
    /// Solutions found.
    pub solutions: u64,
    /// The first of them, by their options.
    pub kept: Vec<Vec<OptionId>>,
    /// Nodes visited.
    pub nodes: u64,
    /// CPU time of the search, in nanoseconds.
    pub cpu_ns: u64,
}

impl Reply {
    fn outcome(self) -> (Outcome<ExactCover>, Duration) {
        let stop = self.stop.and_then(|word| Stop::ALL.into_iter().find(|stop| stop.name() == word));
        let counters = Counters { nodes: self.nodes, ..Counters::default() };
        let kept = self.kept.into_iter().map(Cover::new).collect();
        (
            Outcome { stop, solutions: self.solutions, kept, partial: None, counters, choice: None },
            Duration::from_nanos(self.cpu_ns),
        )
    }
}

/// Has a process of its own do `order`; its CPU time comes with the outcome. When `cancel` is
/// raised the process is killed.
///
/// # Errors
/// The process cannot be started, or ends without an answer.
pub fn search(order: &Order, cancel: &Cancel) -> Result<(Outcome<ExactCover>, Duration), Error> {
    Process::start(order.memory.is_some())?.search(order, cancel)
}
