//! A search in a process of its own, for a strategy that cannot be stopped: the process can.
//!
//! The one process writes an [`Order`] to the other's standard input and reads a [`Reply`] from
//! its standard output. The limit is CPU time of the searching process, as it is elsewhere of the
//! searching thread: a watchman within that process looks at its clock every few milliseconds and
//! answers with what was found when time is up. Whoever ordered the search kills the process if
//! it is cancelled, or if the watchman himself does not come to his word.

use crate::error::Error;
use coverlab_model::clock::{ThreadTime, process_time};
use coverlab_model::format::knuth;
use coverlab_model::{Cancel, Counters, Cover, ExactCover, Flow, OptionId, Outcome, Stop, Task};
use coverlab_strategies as lookup;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

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
    /// The most nodes.
    pub nodes: u64,
    /// The most CPU time, in nanoseconds.
    pub time_ns: Option<u64>,
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
            nodes: task.nodes,
            time_ns: task.time.map(nanoseconds),
            seed: task.seed,
            problem: knuth::write(problem),
        }
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

const STOPS: [(&str, Stop); 6] = [
    ("enough", Stop::Enough),
    ("stuck", Stop::Stuck),
    ("node-limit", Stop::NodeLimit),
    ("deadline", Stop::Deadline),
    ("memory", Stop::Memory),
    ("cancelled", Stop::Cancelled),
];

/// Has a process of its own do `order`; its CPU time comes with the outcome. When `cancel` is
/// raised the process is killed.
///
/// # Errors
/// The process cannot be started, or ends without an answer.
pub fn search(order: &Order, cancel: &Cancel) -> Result<(Outcome<ExactCover>, Duration), Error> {
    let failed = |e: std::io::Error| Error::new(format!("no process can be started for the search: {e}"));
    let program = std::env::current_exe().map_err(failed)?;
    let mut command = Command::new(program);
    command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let text = serde_json::to_string(order).expect("strings and numbers have a JSON form");
    let (mut input, mut output) = (child.stdin.take(), child.stdout.take());
    // Both ends of the pipes are served by threads, so that neither process waits for the other.
    let answer = std::thread::scope(|scope| {
        scope.spawn(move || input.as_mut().map(|pipe| pipe.write_all(text.as_bytes())));
        let reader = scope.spawn(move || {
            let mut answer = String::new();
            output.as_mut().map(|pipe| pipe.read_to_string(&mut answer));
            answer
        });
        let ended = attend(&mut child, order, cancel);
        let answer = reader.join().unwrap_or_default();
        ended.map(|stop| (stop, answer))
    });
    let (stop, answer) = answer.map_err(|e| Error::new(format!("the search's process is lost: {e}")))?;
    if let Some(stop) = stop {
        let counters = Counters::default();
        return Ok((
            Outcome { stop: Some(stop), solutions: 0, kept: Vec::new(), partial: None, counters },
            Duration::ZERO,
        ));
    }
    let reply: Reply = serde_json::from_str(&answer)
        .map_err(|_| Error::new(format!("the process that searches by {} died", order.strategy)))?;
    Ok(reply.outcome())
}

/// Waits for the end; kills on a cancellation, or when the watchman must have fallen asleep.
fn attend(child: &mut Child, order: &Order, cancel: &Cancel) -> std::io::Result<Option<Stop>> {
    let started = Instant::now();
    // A loaded machine gives a process a share of the time that passes, and loading takes time too.
    let limit = order.time_ns.map(|ns| Duration::from_nanos(ns).saturating_mul(20) + Duration::from_secs(60));
    loop {
        if child.try_wait()?.is_some() {
            return Ok(None);
        }
        let late = limit.is_some_and(|limit| started.elapsed() > limit);
        if late || cancel.is_raised() {
            child.kill()?;
            child.wait()?;
            return Ok(Some(if late { Stop::Deadline } else { Stop::Cancelled }));
        }
        std::thread::sleep(TICK);
    }
}

impl Reply {
    fn outcome(self) -> (Outcome<ExactCover>, Duration) {
        let stop = self.stop.and_then(|word| STOPS.iter().find(|(name, _)| *name == word).map(|s| s.1));
        let counters = Counters { nodes: self.nodes, ..Counters::default() };
        let kept = self.kept.into_iter().map(Cover::new).collect();
        (
            Outcome { stop, solutions: self.solutions, kept, partial: None, counters },
            Duration::from_nanos(self.cpu_ns),
        )
    }
}

/// The worker's side: reads an order, searches, writes the reply to standard output.
///
/// # Errors
/// An order that makes no sense, or nobody who reads the reply.
pub fn serve() -> Result<(), Error> {
    let mut text = String::new();
    let unreadable = |e: std::io::Error| Error::new(format!("the order cannot be read: {e}"));
    std::io::stdin().read_to_string(&mut text).map_err(unreadable)?;
    let order: Order = serde_json::from_str(&text).map_err(|e| {
        Error::new(format!("not an order for a worker: {e}")).help("this command is for coverlab itself")
    })?;
    let problem = knuth::read(&order.problem).map_err(|e| Error::new(e.to_string()))?;
    let spec = order.strategy.parse().and_then(|spec| lookup::exact_cover(&spec));
    let configured = spec.map_err(|bad| Error::new(bad.what))?;
    let task =
        Task { solutions: order.solutions, keep: 0, nodes: order.nodes, seed: order.seed, ..Task::default() };
    let (solutions, kept) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let (clock, began) = (ThreadTime::now(), process_time());
    let reply = |stop: Option<Stop>, nodes: u64, cpu: Duration| {
        // Whoever comes first speaks; the lock is never given back.
        let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let reply = Reply {
            stop: stop.and_then(|stop| STOPS.iter().find(|s| s.1 == stop).map(|s| s.0.to_string())),
            solutions: solutions.load(Ordering::Relaxed),
            kept: kept.clone(),
            nodes,
            cpu_ns: u64::try_from(cpu.as_nanos()).unwrap_or(u64::MAX),
        };
        let line = serde_json::to_string(&reply).expect("strings and numbers have a JSON form");
        let mut out = std::io::stdout().lock();
        let written = writeln!(out, "{line}").and_then(|()| out.flush());
        std::process::exit(i32::from(written.is_err()));
    };
    std::thread::scope(|scope| {
        if let Some(limit) = order.time_ns.map(Duration::from_nanos) {
            scope.spawn(move || {
                loop {
                    std::thread::sleep(TICK);
                    let cpu = process_time().saturating_sub(began);
                    if cpu >= limit {
                        reply(Some(Stop::Deadline), 0, cpu);
                    }
                }
            });
        }
        let outcome = configured.backend.session().stream(&problem, &task, &mut |cover| {
            if solutions.load(Ordering::Relaxed) < order.keep as u64 {
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(cover.options().to_vec());
            }
            solutions.fetch_add(1, Ordering::Relaxed);
            Flow::Continue(())
        });
        reply(outcome.stop, outcome.counters.nodes, clock.elapsed());
    });
    Ok(())
}
