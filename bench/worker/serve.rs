//! The worker's side: reads orders, searches, writes replies to standard output.

use super::carried::Carried;
use super::{Order, Reply, TICK, Told};
use crate::error::Error;
use coverlab_model::clock::{ThreadTime, process_time};
use coverlab_model::pool::lock;
use coverlab_model::{
    Cnf, Cost, Counters, ExactCover, Flow, Outcome, Progress, Session, Spec, Stop, Sudoku, Task,
};
use serde_json::Value;
use std::any::Any;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Does every order on standard input.
///
/// # Errors
/// An order that makes no sense, or a reply without a reader.
pub fn serve() -> Result<(), Error> {
    let watched = Arc::new(Mutex::new(None));
    let watchdog = watched.clone();
    std::thread::spawn(move || watch(&watchdog));
    let mut last = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| Error::new(format!("the order cannot be read: {e}")))?;
        let wrong = |what: String| {
            let error = Error::new(format!("not an order for a worker: {what}"));
            error.help("this command is for coverlab itself")
        };
        let order: Order = serde_json::from_str(&line).map_err(|e| wrong(e.to_string()))?;
        match order.kind.as_str() {
            Sudoku::WORD => work::<Sudoku>(&order, &watched, &mut last)?,
            ExactCover::WORD => work::<ExactCover>(&order, &watched, &mut last)?,
            Cnf::WORD => work::<Cnf>(&order, &watched, &mut last)?,
            other => return Err(wrong(format!("there are no problems of kind {other}"))),
        }
    }
    Ok(())
}

/// A search under way that cannot be stopped.
#[derive(Default)]
struct Watched {
    /// CPU time of the process when it began, and how much it may take.
    began: Duration,
    limit: Option<Duration>,
    /// Where it says how many solutions it has.
    progress: Progress,
    /// The solutions found, if they are wanted.
    found: Found,
}

#[derive(Clone, Default)]
struct Found {
    solutions: u64,
    kept: Vec<Value>,
}

type Shared = Mutex<Option<Watched>>;

/// The session of the last order, by its strategy.
type Last = Option<(String, Box<dyn Any>)>;

/// Answers for a search whose time is up, and ends the process.
fn watch(watched: &Shared) {
    #[cfg(unix)]
    let parent = rustix::process::getppid();
    loop {
        std::thread::sleep(TICK);
        // The thread that replies holds the lock, and the watchdog never releases it.
        let here = lock(watched);
        if let Some(Watched { began, limit: Some(limit), progress, found }) = here.as_ref() {
            let cpu = process_time().saturating_sub(*began);
            // The search itself is to keep the limit if it can.
            if cpu >= *limit + *limit / 20 + TICK {
                let found =
                    Found { solutions: found.solutions.max(progress.found()), kept: found.kept.clone() };
                let spoken = speak(&interrupted(found, cpu));
                std::process::exit(i32::from(spoken.is_err()));
            }
        }
        // The reader of the answer is gone.
        #[cfg(unix)]
        if rustix::process::getppid() != parent {
            std::process::exit(1);
        }
    }
}

/// The reply of a search that was interrupted after `cpu` time.
fn interrupted(found: Found, cpu: Duration) -> Reply<Value> {
    let counters = Counters::default();
    let told = Told {
        stop: Some(Stop::Deadline.name().to_string()),
        solutions: found.solutions,
        beyond: None,
        kept: found.kept,
        partial: None,
        nodes: counters.nodes,
        max_depth: counters.max_depth,
        events: counters.events.to_vec(),
        choice: None,
    };
    let ns = nanoseconds(cpu);
    Reply {
        outcomes: vec![told],
        solve_ns: ns,
        encode_ns: 0,
        decode_ns: 0,
        wall_ns: ns,
        panic: None,
    }
}

/// Does an order about problems of kind `P`.
fn work<P: Carried>(order: &Order, watched: &Shared, last: &mut Last) -> Result<(), Error> {
    let problems = order.problems.iter().map(|text| P::read(text)).collect::<Result<Vec<P>, _>>();
    let problems = problems.map_err(Error::new)?;
    let strategy = order.strategy.parse::<Spec>().and_then(|spec| P::strategy(&spec));
    let strategy = strategy.map_err(|bad| Error::new(bad.what))?;
    order.memory.map_or(Ok(()), limit_memory)?;
    let known = last.take().filter(|(word, _)| *word == order.strategy);
    let session = known.and_then(|(_, session)| session.downcast::<Box<dyn Session<P>>>().ok());
    let mut session = session.map_or_else(|| strategy.session(), |session| *session);
    // A strategy that can be stopped stops itself, and tells its counters.
    let limit = order.time_ns.map(Duration::from_nanos).filter(|_| !strategy.about().interruptible);
    let progress = Progress::default();
    let began = process_time();
    let started = Watched { began, limit, progress: progress.clone(), found: Found::default() };
    *lock(watched) = Some(started);
    let searched = catch_unwind(AssertUnwindSafe(|| {
        let (wall, cpu) = (Instant::now(), ThreadTime::now());
        let (outcomes, cost) = match &problems[..] {
            [problem] if order.salvage => {
                let clock = ThreadTime::now();
                let outcome = salvaged(&mut *session, problem, order, watched);
                (vec![outcome], Cost { solve: clock.elapsed(), ..Cost::default() })
            }
            _ => {
                let mut outcomes = Vec::with_capacity(problems.len());
                // Only a search that cannot be stopped is asked how far it is.
                let progress = limit.map(|_| progress.clone());
                let task = Task { progress, ..task(order) };
                let cost = session.run(&problems, &task, &mut outcomes);
                (outcomes.iter().map(Told::of).collect(), cost)
            }
        };
        let aside = cpu.elapsed().saturating_sub(cost.solve);
        Reply {
            outcomes,
            solve_ns: nanoseconds(cost.solve),
            encode_ns: nanoseconds(cost.encode),
            decode_ns: nanoseconds(cost.decode),
            wall_ns: nanoseconds(wall.elapsed().saturating_sub(aside)),
            panic: None,
        }
    }));
    *lock(watched) = None;
    let reply = searched.unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words");
        let panic = Some(words.to_string());
        Reply { outcomes: Vec::new(), solve_ns: 0, encode_ns: 0, decode_ns: 0, wall_ns: 0, panic }
    });
    if reply.panic.is_none() {
        *last = Some((order.strategy.clone(), Box::new(session)));
    }
    speak(&reply).map_err(|e| Error::new(format!("nobody reads the reply: {e}")))
}

/// The task that an order sets each search.
fn task(order: &Order) -> Task {
    Task {
        solutions: order.solutions,
        keep: order.keep,
        nodes: order.nodes,
        time: order.time_ns.map(Duration::from_nanos),
        seed: order.seed,
        ..Task::default()
    }
}

/// A search that notes its solutions where the watchdog sees them.
fn salvaged<P: Carried>(
    session: &mut dyn Session<P>,
    problem: &P,
    order: &Order,
    watched: &Shared,
) -> Told<P::Told> {
    let mut kept: Vec<P::Told> = Vec::new();
    let task = Task { keep: 0, ..task(order) };
    let outcome: Outcome<P> = session.stream(problem, &task, &mut |solution| {
        let told = P::tell(solution);
        if let Some(Watched { found, limit: Some(_), .. }) = lock(watched).as_mut() {
            if found.kept.len() < order.keep {
                found.kept.push(serde_json::to_value(&told).expect("numbers have a JSON form"));
            }
            found.solutions += 1;
        }
        if kept.len() < order.keep {
            kept.push(told);
        }
        Flow::Continue(())
    });
    Told { kept, ..Told::of(&outcome) }
}

/// Writes a reply.
fn speak<T: serde::Serialize>(reply: &Reply<T>) -> std::io::Result<()> {
    let line = serde_json::to_string(reply).expect("strings and numbers have a JSON form");
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush())
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Limits the process to this much memory of its own.
#[cfg(unix)]
pub fn limit_memory(bytes: u64) -> Result<(), Error> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let limit = rustix::process::Rlimit { current: Some(bytes), ..getrlimit(Resource::Data) };
    setrlimit(Resource::Data, limit).map_err(|e| Error::new(format!("memory cannot be limited: {e}")))
}

#[cfg(not(unix))]
pub fn limit_memory(_: u64) -> Result<(), Error> {
    Err(Error::new("memory cannot be limited on this system"))
}
