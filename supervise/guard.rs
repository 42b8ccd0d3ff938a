//! The guard: the process between the supervisor and a program, which lets no process of the program survive.
//!
//! The guard is the *subreaper* of its descendants: a process that a program leaves behind, in any process
//! group or session, becomes a child of the guard, which kills it and waits for it. So `wait4` reports the
//! CPU time of all processes, and none is left when the guard replies. When the supervisor's process ends,
//! for any reason, the standard input of the guard is closed; the guard then kills the running processes and
//! exits. A program may stop or kill the guard; the supervisor detects that (`watchdog`).
//!
//! The guard polls the CPU time and the memory of all processes together, every millisecond at first and
//! every 20 ms later (`meter`). The kernel limits the file size and, with a margin of one second, the CPU
//! time of each process (`launch`). If control groups can be created (`cgroup`), the group of a program limits
//! its memory; otherwise polling does, and on request a kernel limit of the address space. A program at a
//! limit receives `SIGTERM`, and `SIGKILL` after a grace period (`kill`).

#![expect(clippy::disallowed_methods, reason = "replies to the supervisor go to standard output")]

mod kill;
mod meter;
mod program;

use crate::cgroup::{Cgroup, Delegated};
use crate::job::{End, Report, Request};
use crate::launch::start;
use crate::process_tree::peak_memory;
use kill::{GRACE_PERIOD, KILL_TIMEOUT};
use meter::Meter;
use program::{Program, Stream};
use rustix::process::{Signal, getpid, set_child_subreaper, set_parent_process_death_signal};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How long the guard waits for the remaining output of a program that has ended. Only a process that could
/// not be killed can keep its pipes open.
const DRAIN_TIMEOUT: Duration = KILL_TIMEOUT;

/// The messages of the reading threads.
enum Event {
    Request(Box<Request>),
    NoMoreRequests,
    /// Bytes from the program with this number; empty when the stream has ended.
    Bytes(u64, Stream, Vec<u8>),
}

/// Serves requests until standard input ends. Returns the exit code.
pub(crate) fn serve() -> i32 {
    if let Err(error) = set_child_subreaper(Some(getpid())) {
        eprintln!("cannot become a subreaper: {error}");
        return 5;
    }
    // If a program has stopped the guard, the end of the supervisor's process resumes it with `SIGCONT`. Linux
    // may then also send `SIGHUP`. Neither this signal nor one from the program may end the guard. Programs
    // would inherit ignored signals, but do not inherit handlers.
    let _ = set_parent_process_death_signal(Some(Signal::CONT));
    let _ = ctrlc::set_handler(|| ());
    let (sender, events) = channel();
    let requests = sender.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(std::io::stdin()).lines().map_while(Result::ok) {
            let Ok(request) = serde_json::from_str(&line) else { break };
            let _ = requests.send(Event::Request(request));
        }
        let _ = requests.send(Event::NoMoreRequests);
    });
    let delegated = Delegated::find().inspect(Delegated::remove_stale);
    let mut guard = Guard { events, sender, program: None, starts: 0, delegated, folder: None };
    while let Ok(event) = guard.events.recv() {
        match event {
            Event::Request(request) => {
                let Some(reply) = guard.execute(&request) else { break };
                if write_reply(&reply).is_err() {
                    break;
                }
            }
            Event::NoMoreRequests => break,
            Event::Bytes(..) => {}
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
type Reply = Result<Report, String>;

fn write_reply(reply: &Reply) -> std::io::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    // This serializes like a `Header`.
    serde_json::to_writer(&mut out, &reply.as_ref().map(|r| (r, r.output.len(), r.errors.len())))?;
    out.write_all(b"\n")?;
    if let Ok(report) = reply {
        out.write_all(&report.output)?;
        out.write_all(&report.errors)?;
    }
    out.flush()
}

struct Guard {
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// The program that waits for the next question.
    program: Option<Program>,
    /// Number of programs started.
    starts: u64,
    /// Where control groups can be created.
    delegated: Option<Delegated>,
    /// The working folder of the last program.
    folder: Option<PathBuf>,
}

impl Guard {
    /// Executes a request. `None`: the supervisor no longer waits for a reply.
    fn execute(&mut self, request: &Request) -> Option<Reply> {
        // Restart a program that has ended since its last answer, or that does not read.
        let can_answer = |program: &mut Program| {
            request.question.is_some() && !program.reap() && program.end.is_none() && program.input.is_some()
        };
        if !self.program.as_mut().is_some_and(can_answer) {
            self.end_program();
        }
        let was_running = self.program.is_some();
        let reply = self.attempt(request)?;
        // A running program may also exit after that check, before it reads the question.
        match &reply {
            Ok(report) if was_running && report.end == End::Exit(0) && report.output.is_empty() => {
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
        let mut meter = Meter::new(since, &program);
        let written = request.question.as_ref().and_then(|question| program.ask(question));
        let Some(end) = self.wait(&mut program, request, &mut meter) else {
            self.program = Some(program);
            return None;
        };
        if let Some(written) = written {
            // On a busy machine the answer may arrive before the message of the writing thread. Wait for it:
            // without it the input would be closed, which tells the program that there are no more questions.
            let timeout = if end == End::Answered { KILL_TIMEOUT } else { Duration::ZERO };
            program.input = written.recv_timeout(timeout).ok();
        }
        let report = self.conclude(&mut program, end, request, &meter);
        if report.end == End::Answered {
            self.program = Some(program);
        }
        Some(Ok(report))
    }

    fn start(&mut self, request: &Request) -> Result<Program, String> {
        self.folder = Some(request.folder.clone());
        self.starts += 1;
        let (number, limits) = (self.starts, &request.job.limits);
        let cgroup = self.delegated.as_ref().map(|delegated| Cgroup::new(delegated, number, limits.memory));
        let cgroup =
            cgroup.transpose().map_err(|error| format!("its control group cannot be made: {error}"))?;
        let mut child = start(request, cgroup.as_ref())?;
        let output_bytes = Arc::default();
        if let Some(pipe) = child.stdout.take() {
            self.read(pipe, number, Stream::Output, &output_bytes, limits.output);
        }
        if let Some(pipe) = child.stderr.take() {
            self.read(pipe, number, Stream::Errors, &Arc::default(), u64::MAX);
        }
        Ok(Program::new(number, child, cgroup, output_bytes))
    }

    /// Starts a thread that sends the bytes from `pipe` as events and counts them in `seen`, until they are more than
    /// `limit`.
    fn read(
        &self,
        mut pipe: impl Read + Send + 'static,
        program: u64,
        stream: Stream,
        seen: &Arc<AtomicU64>,
        limit: u64,
    ) {
        let (sender, seen) = (self.sender.clone(), seen.clone());
        std::thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while seen.load(Relaxed) <= limit {
                match pipe.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(length) => {
                        seen.fetch_add(length as u64, Relaxed);
                        if sender.send(Event::Bytes(program, stream, buffer[..length].to_vec())).is_err() {
                            break;
                        }
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
            drop(pipe);
            sender.send(Event::Bytes(program, stream, Vec::new()))
        });
    }

    /// Waits until the program answers, ends or reaches a limit. `None`: there are no more requests.
    fn wait(&mut self, program: &mut Program, request: &Request, meter: &mut Meter) -> Option<End> {
        let limits = &request.job.limits;
        loop {
            match self.events.recv_timeout(meter.pause(program)) {
                Ok(Event::NoMoreRequests) => return None,
                Ok(Event::Bytes(number, stream, bytes)) => program.receive(number, stream, &bytes),
                Ok(Event::Request(_)) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            if program.output.bytes.len() as u64 > limits.output {
                return Some(End::OutputLimit);
            }
            if request.question.is_some() && program.has_line {
                return Some(End::Answered);
            }
            program.reap();
            if program.end.is_some() {
                return program.end;
            }
            if meter.last_tick.elapsed() >= Duration::from_millis(1)
                && let Some(end) = meter.tick(program, limits)
            {
                return Some(end);
            }
        }
    }

    /// Creates the report. Kills all processes, unless the program answered.
    fn conclude(&self, program: &mut Program, end: End, request: &Request, meter: &Meter) -> Report {
        let wall = meter.since.elapsed();
        let mut strays = 0;
        if end != End::Answered {
            let at_limit = !matches!(end, End::Exit(_) | End::Signal(_));
            strays = program.kill(if at_limit { GRACE_PERIOD } else { Duration::ZERO });
            self.drain(program);
        }
        // A program that writes more than its limit is killed by the closed pipe; its end may be seen before
        // all of its output.
        let limit = request.job.limits.output;
        let exceeds_output = program.output.bytes.len() as u64 > limit;
        let end = match end {
            End::Exit(_) | End::Signal(_) if exceeds_output => End::OutputLimit,
            End::Exit(_) | End::Signal(_)
                if program.cgroup.as_ref().is_some_and(Cgroup::hit_memory_limit) =>
            {
                End::MemoryLimit
            }
            // If a program answers and exits, its end may have been seen before its answer.
            End::Exit(_) if request.question.is_some() && program.has_line => End::Answered,
            end => end,
        };
        let mut peak = program.peak_memory.max(meter.peak_memory);
        let (cpu, output) = if end == End::Answered {
            // A quick answer may arrive before the memory was measured.
            peak = peak.max(peak_memory(program.pid));
            (program.usage().cpu, program.take_line())
        } else {
            program.output.bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            (program.reaped.cpu, std::mem::take(&mut program.output.bytes))
        };
        let errors = std::mem::take(&mut program.errors.bytes);
        let cpu = cpu.saturating_sub(meter.base.cpu);
        Report { end, cpu, wall, peak_memory: peak, strays, output, errors }
    }

    /// Reads the remaining output of a program that has ended.
    fn drain(&self, program: &mut Program) {
        let deadline = Instant::now() + DRAIN_TIMEOUT;
        while !program.output.ended || !program.errors.ended {
            match self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Event::Bytes(number, stream, bytes)) => program.receive(number, stream, &bytes),
                Ok(Event::Request(_)) => {}
                Ok(Event::NoMoreRequests) => {
                    // Leave it to the loop that waits for requests.
                    let _ = self.sender.send(Event::NoMoreRequests);
                    return;
                }
                Err(_) => return,
            }
        }
    }

    /// Kills the program that waits for the next question, if any.
    fn end_program(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.kill(Duration::ZERO);
        }
    }
}
