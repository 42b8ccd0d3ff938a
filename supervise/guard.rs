//! The guard: the process between the supervisor and a program, which lets no process of the program survive.
//!
//! The guard is the *subreaper* of its descendants: a process that a program leaves behind, in any process
//! group or session, becomes a child of the guard, which kills it and waits for it. So `wait4` reports the
//! CPU time of all processes, and none is left when the guard replies. When the supervisor's process ends,
//! for any reason, the standard input of the guard is closed; the guard then kills the running processes and
//! exits. When the guard dies, the supervisor kills what is left (`orphans`).
//!
//! The guard polls the CPU time and the memory of the first process, every millisecond at first and every 20 ms
//! later, and those of all processes every 20 or 100 ms (`limit_checker`). The kernel limits the file size and, with a margin of one second, the CPU
//! time of each process (`launch`); on request it also limits the address space of each. A program at a limit
//! receives `SIGTERM`, and `SIGKILL` after a grace period (`program`).

#![expect(clippy::disallowed_methods, reason = "replies to the supervisor go to standard output")]

mod limit_checker;
mod program;

use crate::job::{JobEnd, JobReport, Request};
use crate::launch::start;
use crate::pipes::Pipes;
use crate::process_tree::peak_memory;
use limit_checker::LimitChecker;
use program::Program;
pub(crate) use program::{GRACE_PERIOD, KILL_TIMEOUT};
use rustix::process::{getpid, set_child_subreaper};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// How long the guard waits for the remaining output of a program that has ended. Only a process that could
/// not be killed can keep its pipes open.
const DRAIN_TIMEOUT: Duration = KILL_TIMEOUT;

/// Serves requests until standard input ends. Returns the exit code.
pub(crate) fn serve() -> i32 {
    if let Err(error) = set_child_subreaper(Some(getpid())) {
        eprintln!("cannot become a subreaper: {error}");
        return 5;
    }
    // A signal to all processes of a batch job or a service must not end the guard before its supervisor. Programs
    // would inherit ignored signals, but do not inherit handlers.
    let _ = ctrlc::set_handler(|| ());
    let (sender, requests) = channel::<Request>();
    let has_input_ended = Arc::new(AtomicBool::new(false));
    let ended = has_input_ended.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(std::io::stdin()).lines().map_while(Result::ok) {
            let Ok(request) = serde_json::from_str(&line) else { break };
            let _ = sender.send(request);
        }
        ended.store(true, Relaxed);
    });
    let mut guard = Guard { has_input_ended, program: None, folder: None };
    for request in requests {
        let Some(reply) = guard.execute(&request) else { break };
        if write_reply(&reply).is_err() {
            break;
        }
    }
    guard.end_program();
    // The supervisor removes the folder too, unless its process was killed.
    if let Some(folder) = guard.folder.take() {
        let _ = std::fs::remove_dir_all(folder);
    }
    0
}

/// The report of a job, or the reason why its program did not start.
type Reply = Result<JobReport, String>;

fn write_reply(reply: &Reply) -> std::io::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    // This serializes like a `ReplyHeader`.
    serde_json::to_writer(&mut out, &reply.as_ref().map(|r| (r, r.output.len(), r.errors.len())))?;
    out.write_all(b"\n")?;
    if let Ok(report) = reply {
        out.write_all(&report.output)?;
        out.write_all(&report.errors)?;
    }
    out.flush()
}

struct Guard {
    /// Whether there are no more requests.
    has_input_ended: Arc<AtomicBool>,
    /// The program that waits for the next question.
    program: Option<Program>,
    /// The temporary folder of the supervisor, from the last request that started a program.
    folder: Option<PathBuf>,
}

impl Guard {
    /// Executes a request. `None`: the supervisor no longer waits for a reply.
    fn execute(&mut self, request: &Request) -> Option<Reply> {
        // Restart a program that has ended since its last answer, or that does not read.
        let can_answer = |program: &mut Program| {
            let is_running = !program.reap() && program.end.is_none();
            request.question.is_some() && is_running && program.pipes.can_ask()
        };
        if !self.program.as_mut().is_some_and(can_answer) {
            self.end_program();
        }
        let was_running = self.program.is_some();
        let reply = self.attempt(request)?;
        // A running program may also exit after that check, before it reads the question.
        match &reply {
            Ok(report) if was_running && report.end == JobEnd::Exit(0) && report.output.is_empty() => {
                self.attempt(request)
            }
            _ => Some(reply),
        }
    }

    /// Executes a request with the current program or a new one.
    fn attempt(&mut self, request: &Request) -> Option<Reply> {
        let since = Instant::now();
        let mut program = match self.program.take().map_or_else(|| self.start(request), Ok) {
            Ok(program) => program,
            Err(why) => return Some(Err(why)),
        };
        let mut checker = LimitChecker::new(since, &program);
        if let Some(question) = &request.question {
            program.pipes.ask(question);
        }
        let Some(end) = self.wait(&mut program, request, &mut checker) else {
            self.program = Some(program);
            return None;
        };
        if end == JobEnd::Answered {
            program.pipes.finish_question();
        }
        let report = self.conclude(&mut program, end, request, &checker);
        if report.end == JobEnd::Answered {
            self.program = Some(program);
        }
        Some(Ok(report))
    }

    fn start(&mut self, request: &Request) -> Result<Program, String> {
        self.folder = Some(request.folder.clone());
        let mut child = start(request)?;
        let pipes = Pipes::new(&mut child, request.job.limits.output);
        Ok(Program::new(child.id() as i32, pipes))
    }

    /// Waits until the program answers, ends or reaches a limit. `None`: there are no more requests.
    fn wait(&self, program: &mut Program, request: &Request, checker: &mut LimitChecker) -> Option<JobEnd> {
        let limits = &request.job.limits;
        loop {
            if self.has_input_ended.load(Relaxed) {
                return None;
            }
            program.pipes.receive(checker.pause(program));
            if program.pipes.exceeds(limits.output) {
                return Some(JobEnd::OutputLimit);
            }
            if request.question.is_some() && program.pipes.has_line {
                return Some(JobEnd::Answered);
            }
            program.reap();
            if program.end.is_some() {
                return program.end;
            }
            if checker.last_check.elapsed() >= Duration::from_millis(1)
                && let Some(end) = checker.check(program, limits)
            {
                return Some(end);
            }
        }
    }

    /// Creates the report. Kills all processes, unless the program answered.
    fn conclude(
        &self,
        program: &mut Program,
        end: JobEnd,
        request: &Request,
        checker: &LimitChecker,
    ) -> JobReport {
        let wall = checker.since.elapsed();
        let mut strays = 0;
        if end != JobEnd::Answered {
            let at_limit = !matches!(end, JobEnd::Exit(_) | JobEnd::Signal(_));
            strays = program.kill(if at_limit { GRACE_PERIOD } else { Duration::ZERO });
            program.pipes.drain(DRAIN_TIMEOUT, || self.has_input_ended.load(Relaxed));
        }
        // A program that writes more than its limit is killed by the closed pipe; its end may be seen before
        // all of its output.
        let limit = request.job.limits.output;
        let exceeds_output = program.pipes.exceeds(limit);
        let end = match end {
            JobEnd::Exit(_) | JobEnd::Signal(_) if exceeds_output => JobEnd::OutputLimit,
            // If a program answers and exits, its end may have been seen before its answer.
            JobEnd::Exit(_) if request.question.is_some() && program.pipes.has_line => JobEnd::Answered,
            end => end,
        };
        let mut peak = program.peak_memory.max(checker.peak_memory);
        let (cpu, output) = if end == JobEnd::Answered {
            // A quick answer may arrive before the memory was measured.
            peak = peak.max(peak_memory(program.pid));
            (program.usage().cpu, program.pipes.take_line())
        } else {
            (program.reaped.cpu, program.pipes.take_output(limit))
        };
        let errors = program.pipes.take_errors();
        let cpu = cpu.saturating_sub(checker.base.cpu);
        JobReport { end, cpu, wall, peak_memory: peak, strays, output, errors }
    }

    /// Kills the program that waits for the next question, if any.
    fn end_program(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.kill(Duration::ZERO);
        }
    }
}
