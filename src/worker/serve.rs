//! The worker's side: reads orders, searches, writes replies to standard output.

use super::{Order, Reply, TICK};
use crate::error::Error;
use coverlab_model::clock::{ThreadTime, process_time};
use coverlab_model::format::knuth;
use coverlab_model::pool::lock;
use coverlab_model::{Cover, Flow, OptionId, Progress, Stop, Task};
use coverlab_strategies as lookup;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Does every order on standard input.
///
/// # Errors
/// An order that makes no sense, or nobody who reads the reply.
pub fn serve() -> Result<(), Error> {
    let watched = Arc::new(Mutex::new(None));
    let watchman = watched.clone();
    std::thread::spawn(move || watch(&watchman));
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| Error::new(format!("the order cannot be read: {e}")))?;
        let order: Order = serde_json::from_str(&line).map_err(|e| {
            let what = format!("not an order for a worker: {e}");
            Error::new(what).help("this command is for coverlab itself")
        })?;
        work(&order, &watched)?;
    }
    Ok(())
}

/// A search under way.
#[derive(Default)]
struct Watched {
    /// CPU time of the process when it began, and how much it may take.
    began: Duration,
    limit: Option<Duration>,
    /// Where it says how many solutions it has.
    progress: Progress,
    /// What it has found, if that is wanted.
    found: Found,
}

#[derive(Clone, Default)]
struct Found {
    solutions: u64,
    kept: Vec<Vec<OptionId>>,
}

type Shared = Mutex<Option<Watched>>;

/// Answers for a search whose time is up, and ends the process.
fn watch(watched: &Shared) {
    #[cfg(unix)]
    let parent = rustix::process::getppid();
    loop {
        std::thread::sleep(TICK);
        // Whoever speaks has the lock, and the watchman never gives it back.
        let here = lock(watched);
        if let Some(Watched { began, limit: Some(limit), progress, found }) = here.as_ref() {
            let cpu = process_time().saturating_sub(*began);
            // The search itself is to keep the limit if it can.
            if cpu >= *limit + *limit / 20 + TICK {
                let found =
                    Found { solutions: found.solutions.max(progress.found()), kept: found.kept.clone() };
                let spoken = speak(Some(Stop::Deadline), found, 0, cpu);
                std::process::exit(i32::from(spoken.is_err()));
            }
        }
        // Nobody is left to read the answer.
        #[cfg(unix)]
        if rustix::process::getppid() != parent {
            std::process::exit(1);
        }
    }
}

fn work(order: &Order, watched: &Shared) -> Result<(), Error> {
    let problem = knuth::read(&order.problem).map_err(|e| Error::new(e.to_string()))?;
    let spec = order.strategy.parse().and_then(|spec| lookup::exact_cover(&spec));
    let configured = spec.map_err(|bad| Error::new(bad.what))?;
    order.memory.map_or(Ok(()), limit_memory)?;
    let limit = order.time_ns.map(Duration::from_nanos);
    let progress = Progress::default();
    let task = Task {
        solutions: order.solutions,
        keep: if order.salvage { 0 } else { order.keep },
        nodes: order.nodes,
        time: limit,
        seed: order.seed,
        progress: (!order.salvage).then(|| progress.clone()),
        ..Task::default()
    };
    let mut session = configured.backend.session();
    let began = process_time();
    *lock(watched) = Some(Watched { began, limit, progress, found: Found::default() });
    let (outcome, cpu) = if order.salvage {
        let clock = ThreadTime::now();
        let outcome = session.stream(&problem, &task, &mut |cover| {
            if let Some(Watched { found, .. }) = lock(watched).as_mut() {
                if found.kept.len() < order.keep {
                    found.kept.push(cover.options().to_vec());
                }
                found.solutions += 1;
            }
            Flow::Continue(())
        });
        (outcome, clock.elapsed())
    } else {
        let mut outcomes = Vec::with_capacity(1);
        let cost = session.run(std::slice::from_ref(&problem), &task, &mut outcomes);
        (outcomes.pop().expect("one outcome an instance"), cost.solve)
    };
    let salvaged = lock(watched).take().map(|watched| watched.found).unwrap_or_default();
    let kept = |covers: &[Cover]| covers.iter().map(|cover| cover.options().to_vec()).collect();
    let found = if order.salvage {
        salvaged
    } else {
        Found { solutions: outcome.solutions, kept: kept(&outcome.kept) }
    };
    speak(outcome.stop, found, outcome.counters.nodes, cpu)
        .map_err(|e| Error::new(format!("nobody reads the reply: {e}")))
}

/// Writes a reply.
fn speak(stop: Option<Stop>, found: Found, nodes: u64, cpu: Duration) -> std::io::Result<()> {
    let reply = Reply {
        stop: stop.map(|stop| stop.name().to_string()),
        solutions: found.solutions,
        kept: found.kept,
        nodes,
        cpu_ns: u64::try_from(cpu.as_nanos()).unwrap_or(u64::MAX),
    };
    let line = serde_json::to_string(&reply).expect("strings and numbers have a JSON form");
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush())
}

/// Lets the process have so much memory of its own.
#[cfg(unix)]
fn limit_memory(bytes: u64) -> Result<(), Error> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let limit = rustix::process::Rlimit { current: Some(bytes), ..getrlimit(Resource::Data) };
    setrlimit(Resource::Data, limit).map_err(|e| Error::new(format!("memory cannot be limited: {e}")))
}

#[cfg(not(unix))]
fn limit_memory(_: u64) -> Result<(), Error> {
    Err(Error::new("memory cannot be limited on this system"))
}
