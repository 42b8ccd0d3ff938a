//! The worker: reads requests, searches, writes replies to standard output.

use super::transfer::Transfer;
use super::{OutcomeMessage, Reply, Request, TICK};
use crate::error::Error;
use coverlab_model::clock::{ThreadTime, process_time};
use coverlab_model::pool::lock;
use coverlab_model::{Cnf, Cost, ExactCover, Flow, Progress, Session, Spec, Stop, Sudoku, Task};
use serde_json::Value;
use std::any::Any;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Serves every request on standard input.
///
/// # Errors
/// A request that makes no sense, or a reply without a reader.
pub fn serve() -> Result<(), Error> {
    let watched = Arc::new(Mutex::new(None));
    let watchdog = watched.clone();
    std::thread::spawn(move || watch(&watchdog));
    let mut last = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| Error::new(format!("the request cannot be read: {e}")))?;
        let wrong = |what: String| {
            let error = Error::new(format!("not a request to a worker: {what}"));
            error.help("this command is for coverlab itself")
        };
        let request: Request = serde_json::from_str(&line).map_err(|e| wrong(e.to_string()))?;
        match request.kind.as_str() {
            Sudoku::WORD => work::<Sudoku>(&request, &watched, &mut last)?,
            ExactCover::WORD => work::<ExactCover>(&request, &watched, &mut last)?,
            Cnf::WORD => work::<Cnf>(&request, &watched, &mut last)?,
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

/// The session of the last request, by its strategy.
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
                let written = write_reply(&interrupted(found, cpu));
                std::process::exit(i32::from(written.is_err()));
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
    let message = OutcomeMessage {
        stop: Some(Stop::Deadline.name().to_string()),
        solutions: found.solutions,
        kept: found.kept,
        ..OutcomeMessage::default()
    };
    let ns = nanoseconds(cpu);
    Reply { outcomes: vec![message], solve_ns: ns, wall_ns: ns, ..Reply::default() }
}

/// Serves a request about problems of kind `P`.
fn work<P: Transfer>(request: &Request, watched: &Shared, last: &mut Last) -> Result<(), Error> {
    let problems = request.problems.iter().map(|text| P::read(text)).collect::<Result<Vec<P>, _>>();
    let problems = problems.map_err(Error::new)?;
    let strategy = request.strategy.parse::<Spec>().and_then(|spec| P::strategy(&spec));
    let strategy = strategy.map_err(|bad| Error::new(bad.what))?;
    request.memory.map_or(Ok(()), limit_memory)?;
    let known = last.take().filter(|(word, _)| *word == request.strategy);
    let session = known.and_then(|(_, session)| session.downcast::<Box<dyn Session<P>>>().ok());
    let mut session = session.map_or_else(|| strategy.session(), |session| *session);
    // A strategy that can be stopped stops itself, and reports its counters.
    let limit = request.time_ns.map(Duration::from_nanos).filter(|_| !strategy.about().interruptible);
    let progress = Progress::default();
    let began = process_time();
    let started = Watched { began, limit, progress: progress.clone(), found: Found::default() };
    *lock(watched) = Some(started);
    let searched = catch_unwind(AssertUnwindSafe(|| {
        let (wall, cpu) = (Instant::now(), ThreadTime::now());
        let (outcomes, cost) = match &problems[..] {
            [problem] if request.salvage => {
                let clock = ThreadTime::now();
                let outcome = salvaged(&mut *session, problem, request, watched);
                (vec![outcome], Cost { solve: clock.elapsed(), ..Cost::default() })
            }
            _ => {
                let mut outcomes = Vec::with_capacity(problems.len());
                // Only a search that cannot be stopped is asked how far it is.
                let progress = limit.map(|_| progress.clone());
                let task = Task { progress, ..task(request) };
                let cost = session.run(&problems, &task, &mut outcomes);
                (outcomes.iter().map(OutcomeMessage::of).collect(), cost)
            }
        };
        let translation = cpu.elapsed().saturating_sub(cost.solve);
        Reply {
            outcomes,
            solve_ns: nanoseconds(cost.solve),
            encode_ns: nanoseconds(cost.encode),
            decode_ns: nanoseconds(cost.decode),
            wall_ns: nanoseconds(wall.elapsed().saturating_sub(translation)),
            panic: None,
        }
    }));
    *lock(watched) = None;
    let reply = searched.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message =
            message.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message");
        Reply { outcomes: Vec::new(), panic: Some(message.to_string()), ..Reply::default() }
    });
    if reply.panic.is_none() {
        *last = Some((request.strategy.clone(), Box::new(session)));
    }
    write_reply(&reply).map_err(|e| Error::new(format!("nobody reads the reply: {e}")))
}

/// The task that a request sets each search.
fn task(request: &Request) -> Task {
    Task {
        solutions: request.solutions,
        keep: request.keep,
        nodes: request.nodes,
        time: request.time_ns.map(Duration::from_nanos),
        seed: request.seed,
        ..Task::default()
    }
}

/// A search that stores its solutions where the watchdog sees them.
fn salvaged<P: Transfer>(
    session: &mut dyn Session<P>,
    problem: &P,
    request: &Request,
    watched: &Shared,
) -> OutcomeMessage<P::SolutionMessage> {
    let mut kept: Vec<P::SolutionMessage> = Vec::new();
    let task = Task { keep: 0, ..task(request) };
    let (outcome, _) = session.stream(problem, &task, &mut |solution| {
        let message = P::encode(solution);
        if let Some(Watched { found, limit: Some(_), .. }) = lock(watched).as_mut() {
            if found.kept.len() < request.keep {
                found.kept.push(serde_json::to_value(&message).expect("numbers have a JSON form"));
            }
            found.solutions += 1;
        }
        if kept.len() < request.keep {
            kept.push(message);
        }
        Flow::Continue(())
    });
    OutcomeMessage { kept, ..OutcomeMessage::of(&outcome) }
}

/// Writes a reply.
fn write_reply<T: serde::Serialize>(reply: &Reply<T>) -> std::io::Result<()> {
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

/// Fails: this system cannot limit the memory of a process from within.
#[cfg(not(unix))]
pub fn limit_memory(_: u64) -> Result<(), Error> {
    Err(Error::new("memory cannot be limited on this system"))
}
