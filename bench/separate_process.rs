//! Searches in a separate process: for strategies that cannot be interrupted, because a process can be killed, and for
//! strategies with a memory limit.
//!
//! The client writes a request to the standard input of the process, and reads a reply from its standard output, one
//! line of JSON each. A supervisor (`coverlab_supervise`) runs the process. The time limit is CPU time of the process. A
//! strategy that can be interrupted observes the limit itself. For others, a watchdog thread in the process compares the clocks
//! every few milliseconds, and replies with the solutions found when time is up. The client kills the process if the search is
//! cancelled, and the supervisor kills it if the watchdog does not reply. To limit memory, the process limits its own data
//! segment.

mod client;
mod serve;

pub use client::{SeparateProcesses, in_separate_process};
pub use serve::serve;

use crate::error::Error;
use crate::problem_kind::ProblemKind;
use coverlab_model::{Choice, Cost, Counters, Event, Natural, Outcome, Stop, Task};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

/// The hidden command that starts a separate process.
pub const COMMAND: &str = "separate-process";

/// The interval at which the watchdog compares the clocks.
const TICK: Duration = Duration::from_millis(5);

/// A request to search instances.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Request {
    /// The name of the kind of problem.
    kind: String,
    /// The strategy with its parameters.
    strategy: String,
    /// The maximum number of solutions to find.
    solutions: u64,
    /// The maximum number of solutions in the reply.
    keep: usize,
    /// Whether the reply has the solutions found so far if the time limit ends the search. Building every solution takes some
    /// time.
    salvage: bool,
    /// The node limit.
    nodes: u64,
    /// The CPU time limit.
    time: Option<Duration>,
    /// The memory limit of the process, in bytes.
    memory: Option<u64>,
    /// The seed of random choices.
    seed: u64,
    /// The instances as text.
    problems: Vec<String>,
}

impl Request {
    /// The task of each search.
    fn task(&self) -> Task {
        Task {
            solutions: self.solutions,
            keep: self.keep,
            nodes: self.nodes,
            time: self.time,
            seed: self.seed,
            ..Task::default()
        }
    }
}

/// The reply to a request.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Reply {
    /// The outcome of each instance; empty after a panic.
    outcomes: Vec<OutcomeMessage>,
    /// CPU time of the searches.
    solve: Duration,
    /// CPU time of translating the instances.
    encode: Duration,
    /// CPU time of translating the solutions back.
    decode: Duration,
    /// Wall time of the searches.
    wall: Duration,
    /// The message of a strategy that panicked.
    panic: Option<String>,
}

/// An outcome in a reply.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct OutcomeMessage {
    /// Why the search ended early, such as `deadline`. `None` if everything was searched.
    stop: Option<String>,
    solutions: u64,
    /// The number of solutions if it does not fit in `solutions`, in hexadecimal, which is faster to write than decimal.
    beyond: Option<String>,
    /// The kept solutions, each as numbers (see [`ProblemKind::solution_to_message`]).
    kept: Vec<Vec<u32>>,
    partial: Option<String>,
    nodes: u64,
    max_depth: u64,
    events: [u64; Event::ALL.len()],
    /// The strategy that was chosen, and the reason.
    choice: Option<(String, String)>,
}

impl OutcomeMessage {
    fn of<P: ProblemKind>(outcome: &Outcome<P>) -> OutcomeMessage {
        OutcomeMessage {
            stop: outcome.stop.map(|stop| stop.name().to_string()),
            solutions: outcome.solutions,
            beyond: outcome.beyond.as_ref().map(|number| format!("{number:x}")),
            kept: outcome.kept.iter().map(P::solution_to_message).collect(),
            partial: outcome.partial.as_deref().map(P::to_message),
            nodes: outcome.counters.nodes,
            max_depth: outcome.counters.max_depth,
            events: outcome.counters.events,
            choice: outcome.choice.map(|choice| (choice.taken.to_string(), choice.why.to_string())),
        }
    }

    /// Converts the message back into an outcome for `problem`. `None` if it is malformed.
    fn outcome<P: ProblemKind>(&self, problem: &P) -> Option<Outcome<P>> {
        let stop = match &self.stop {
            Some(word) => Some(Stop::of_name(word)?),
            None => None,
        };
        let kept =
            self.kept.iter().map(|message| problem.solution_of_message(message)).collect::<Option<_>>()?;
        let partial = self.partial.as_deref().map(P::of_message).transpose().ok()?.map(Box::new);
        let beyond = match &self.beyond {
            Some(digits) => Some(Natural::from_hexadecimal(digits)?),
            None => None,
        };
        let counters = Counters { nodes: self.nodes, max_depth: self.max_depth, events: self.events };
        let known = |(taken, why): &(String, String)| Choice { taken: intern(taken), why: intern(why) };
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

/// Interns `text`, which then lives as long as the program. Strategies have few reasons for their choices, so little
/// memory is leaked.
fn intern(text: &str) -> &'static str {
    static INTERNED: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut interned = coverlab_model::pool::lock(&INTERNED);
    let interned = interned.get_or_insert_default();
    if let Some(known) = interned.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.into());
    interned.insert(text);
    text
}

/// The result of a request.
struct RequestResult<P: coverlab_model::Problem> {
    outcomes: Vec<Outcome<P>>,
    /// CPU time.
    cost: Cost,
    /// Wall time of the search.
    wall: Duration,
    /// The peak memory of the process, in bytes; 0 if unknown.
    peak_memory: u64,
}

/// The error for a process that did not reply to `request`. `how` continues the sentence.
fn process_died(request: &Request, how: &str) -> Error {
    Error::new(format!("the process that runs {} died{how}", request.strategy))
}

/// The result for `count` instances whose search was ended from outside, so that its solutions are lost.
///
/// # Panics
/// If the memory limit ended the search of several instances. Only searching each alone shows which of them reached it.
fn ended<P: coverlab_model::Problem>(stop: Stop, count: usize) -> RequestResult<P> {
    assert!(stop != Stop::Memory || count == 1, "the memory limit was reached by one of {count} instances");
    let outcomes = (0..count).map(|_| Outcome::unsearched(stop)).collect();
    RequestResult { outcomes, cost: Cost::default(), wall: Duration::ZERO, peak_memory: 0 }
}

/// Reads the reply to a request.
///
/// # Panics
/// If the strategy panicked.
fn read_reply<P: ProblemKind>(
    line: &str,
    request: &Request,
    problems: &[P],
) -> Result<RequestResult<P>, Error> {
    let reply: Reply =
        serde_json::from_str(line).map_err(|error| process_died(request, &format!(": {error}")))?;
    if let Some(message) = reply.panic {
        panic!("{message}");
    }
    let outcomes = reply.outcomes.iter().zip(problems).map(|(message, problem)| message.outcome(problem));
    let outcomes: Option<Vec<_>> = outcomes.collect();
    let outcomes = outcomes.filter(|outcomes| outcomes.len() == problems.len());
    let outcomes = outcomes.ok_or_else(|| process_died(request, ": its reply does not fit the request"))?;
    let Reply { solve, encode, decode, wall, .. } = reply;
    Ok(RequestResult { outcomes, cost: Cost { encode, solve, decode }, wall, peak_memory: 0 })
}
