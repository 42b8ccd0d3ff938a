//! The separate process: reads requests from standard input, searches, and writes replies to standard output.

#![expect(clippy::disallowed_methods, reason = "messages to another process of this program")]

use super::{OutcomeMessage, Reply, Request, TICK};
use crate::error::{Error, panic_message};
use crate::problem_kind::ProblemKind;
use crate::strategy_source::BuiltInStrategies;
use coverlab_model::clock::{ThreadTime, process_time};
use coverlab_model::pool::lock;
use coverlab_model::{Cnf, Cost, ExactCover, Flow, Progress, Session, Spec, Stop, Sudoku, Task};
use std::any::Any;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Serves every request on standard input.
///
/// # Errors
/// A request is malformed, or a reply cannot be written.
pub fn serve() -> Result<(), Error> {
    let watched = Arc::new(Mutex::new(None));
    let watchdog = watched.clone();
    std::thread::spawn(move || watch(&watchdog));
    let mut last = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| Error::new(format!("the request cannot be read: {e}")))?;
        let wrong = |what: String| {
            let error = Error::new(format!("not a request to a separate process: {what}"));
            error.help("coverlab starts this command itself; it is not meant for users")
        };
        let request: Request = serde_json::from_str(&line).map_err(|e| wrong(e.to_string()))?;
        match request.kind.as_str() {
            Sudoku::NAME => work::<Sudoku>(&request, &watched, &mut last)?,
            ExactCover::NAME => work::<ExactCover>(&request, &watched, &mut last)?,
            Cnf::NAME => work::<Cnf>(&request, &watched, &mut last)?,
            other => return Err(wrong(format!("unknown kind of problem `{other}`"))),
        }
    }
    Ok(())
}

/// The current search, as the watchdog sees it.
struct Watched {
    /// The CPU time of the process when the search began.
    began: Duration,
    /// The CPU time after which the watchdog ends the search. `None` if the strategy observes its limit itself.
    limit: Option<Duration>,
    /// Reports the number of solutions.
    progress: Progress,
    /// The number of solutions found so far, if they are stored.
    solutions: u64,
    /// The stored solutions for the reply.
    kept: Vec<Vec<u32>>,
}

type Shared = Mutex<Option<Watched>>;

/// The session of the last request, with its strategy.
type Last = Option<(String, Box<dyn Any>)>;

/// Replies on behalf of a search that exceeds its limit, and ends the process.
fn watch(watched: &Shared) {
    #[cfg(unix)]
    let parent = rustix::process::getppid();
    loop {
        std::thread::sleep(TICK);
        // The watchdog replies while it holds the lock, so the search cannot reply as well.
        if let Some(watched) = lock(watched).as_mut()
            && let Some(limit) = watched.limit
        {
            let cpu = process_time().saturating_sub(watched.began);
            // The margin lets the search end by itself if it can.
            if cpu >= limit + limit / 20 + TICK {
                let written = write_reply(&interrupted(watched, cpu));
                std::process::exit(i32::from(written.is_err()));
            }
        }
        // Nobody reads the reply if the parent process is gone.
        #[cfg(unix)]
        if rustix::process::getppid() != parent {
            std::process::exit(1);
        }
    }
}

/// The reply of a search that is interrupted after `cpu` time.
fn interrupted(watched: &mut Watched, cpu: Duration) -> Reply {
    let message = OutcomeMessage {
        stop: Some(Stop::Deadline.name().to_string()),
        solutions: watched.solutions.max(watched.progress.found()),
        kept: std::mem::take(&mut watched.kept),
        ..OutcomeMessage::default()
    };
    Reply { outcomes: vec![message], solve: cpu, wall: cpu, ..Reply::default() }
}

/// Serves a request about problems of kind `P`.
fn work<P: ProblemKind>(request: &Request, watched: &Shared, last: &mut Last) -> Result<(), Error> {
    let problems = request.problems.iter().map(|text| P::of_message(text)).collect::<Result<Vec<P>, _>>();
    let problems = problems.map_err(Error::new)?;
    let configured =
        request.strategy.parse::<Spec>().and_then(|spec| P::configure(&BuiltInStrategies, &spec));
    let strategy = configured.map_err(|bad| Error::new(bad.what))?.backend;
    request.memory.map_or(Ok(()), limit_memory)?;
    let known = last.take().filter(|(word, _)| *word == request.strategy);
    let session = known.and_then(|(_, session)| session.downcast::<Box<dyn Session<P>>>().ok());
    let mut session = session.map_or_else(|| strategy.session(), |session| *session);
    let mut task = request.task();
    // A strategy that can be interrupted ends by itself, with its counters. The watchdog only needs the progress of others.
    let limit = task.time.filter(|_| !strategy.about().interruptible);
    let (began, progress) = (process_time(), Progress::default());
    task.progress = limit.map(|_| progress.clone());
    *lock(watched) = Some(Watched { began, limit, progress, solutions: 0, kept: Vec::new() });
    let searched = catch_unwind(AssertUnwindSafe(|| match &problems[..] {
        [problem] if request.salvage => salvaged(&mut *session, problem, &task, watched),
        problems => searched(&mut *session, problems, &task),
    }));
    *lock(watched) = None;
    let reply = match searched {
        Ok(reply) => {
            *last = Some((request.strategy.clone(), Box::new(session)));
            reply
        }
        Err(panic) => {
            let message = panic_message(&*panic).unwrap_or("a panic without a message").to_string();
            Reply { panic: Some(message), ..Reply::default() }
        }
    };
    write_reply(&reply).map_err(|e| Error::new(format!("the reply cannot be written: {e}")))
}

/// Searches all of `problems`.
fn searched<P: ProblemKind>(session: &mut dyn Session<P>, problems: &[P], task: &Task) -> Reply {
    let mut outcomes = Vec::with_capacity(problems.len());
    let (wall, cpu) = (Instant::now(), ThreadTime::now());
    let Cost { encode, solve, decode } = session.run(problems, task, &mut outcomes);
    let translation = cpu.elapsed().saturating_sub(solve);
    let wall = wall.elapsed().saturating_sub(translation);
    let outcomes = outcomes.iter().map(OutcomeMessage::of).collect();
    Reply { outcomes, solve, encode, decode, wall, panic: None }
}

/// Searches `problem`, and stores its solutions for the watchdog.
fn salvaged<P: ProblemKind>(
    session: &mut dyn Session<P>,
    problem: &P,
    task: &Task,
    watched: &Shared,
) -> Reply {
    let (wall, cpu) = (Instant::now(), ThreadTime::now());
    let (outcome, _) = session.stream(problem, &Task { keep: 0, ..task.clone() }, &mut |solution| {
        if let Some(watched) = lock(watched).as_mut() {
            watched.solutions += 1;
            if watched.kept.len() < task.keep {
                watched.kept.push(P::solution_to_message(solution));
            }
        }
        Flow::Continue(())
    });
    let (solve, wall) = (cpu.elapsed(), wall.elapsed());
    let kept = lock(watched).take().map_or_else(Vec::new, |watched| watched.kept);
    let outcomes = vec![OutcomeMessage { kept, ..OutcomeMessage::of(&outcome) }];
    Reply { outcomes, solve, wall, ..Reply::default() }
}

fn write_reply(reply: &Reply) -> std::io::Result<()> {
    let line = serde_json::to_string(reply).expect("strings and numbers have a JSON form");
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush())
}

/// Limits the data segment of this process to `bytes`.
///
/// # Errors
/// The system refuses the limit.
#[cfg(unix)]
fn limit_memory(bytes: u64) -> Result<(), Error> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let limit = rustix::process::Rlimit { current: Some(bytes), ..getrlimit(Resource::Data) };
    setrlimit(Resource::Data, limit).map_err(|e| Error::new(format!("memory cannot be limited: {e}")))
}

/// Fails, because a process cannot limit its own memory on this system.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
fn limit_memory(_: u64) -> Result<(), Error> {
    Err(Error::new("memory cannot be limited on this system"))
}
