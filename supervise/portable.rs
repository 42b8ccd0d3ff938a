//! A supervisor without a guard, for systems other than Linux. It limits wall time and output, and kills only
//! the program itself. Processes that the program started continue to run, CPU time is unknown, and memory
//! cannot be limited.

use crate::job::{End, Error, Job, MemoryEnforcement, Report};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The time between two checks of the program and of `cancelled`.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long to wait for the remaining output of a program that has ended, since a process that it started may
/// keep the pipe open.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);
/// The maximum number of bytes of standard error that are kept.
const MAX_ERRORS: usize = 1 << 14;

/// Does nothing: this system has no guard.
pub fn init() {}

/// Does nothing: this system has no guard.
pub fn init_with(_arguments: &[OsString]) {}

/// Runs programs under limits of wall time and output. A CPU time limit is enforced as a wall time limit.
#[derive(Debug)]
pub struct Supervisor {
    folder: TempDir,
    /// The program that waits for the next question.
    program: Option<Program>,
}

impl Supervisor {
    /// Creates a temporary folder for jobs.
    ///
    /// # Errors
    /// If the temporary folder cannot be created.
    pub fn start() -> io::Result<Supervisor> {
        let folder = tempfile::Builder::new().prefix("supervise-").tempdir()?;
        Ok(Supervisor { folder, program: None })
    }

    /// Same as [`Self::start`], since there is no guard to start from a program.
    ///
    /// # Errors
    /// If the temporary folder cannot be created.
    pub fn start_from(_program: &Path) -> io::Result<Supervisor> {
        Supervisor::start()
    }

    /// The temporary folder, which is the default working directory of jobs.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a job to its end or to a limit. Calls `cancelled` every few milliseconds and ends the job when it
    /// returns `true`.
    ///
    /// # Errors
    /// If there is no report; see [`Error`].
    pub fn run(&mut self, job: &Job, cancelled: impl Fn() -> bool) -> Result<Report, Error> {
        self.program = None;
        self.start_program(job, false)?.wait(job, false, cancelled)
    }

    /// Writes the line `question` to a program and waits for a line in reply. The question goes to the
    /// program that answered the last one, even if `job` has another command, or to a new program. Limits
    /// apply to each question. If the program ends without an answer, the report says how, as for
    /// [`Self::run`], and the next question starts it again.
    ///
    /// # Errors
    /// If there is no report; see [`Error`].
    pub fn ask(&mut self, job: &Job, question: &str, cancelled: impl Fn() -> bool) -> Result<Report, Error> {
        if let Some(program) = self.program.take() {
            let report = self.ask_program(program, job, question, &cancelled)?;
            // The program may have exited since its last answer without reading this question.
            if report.end != End::Exit(0) || !report.output.is_empty() {
                return Ok(report);
            }
        }
        let program = self.start_program(job, true)?;
        self.ask_program(program, job, question, &cancelled)
    }

    /// Asks `program`, and keeps it for the next question if it answers.
    fn ask_program(
        &mut self,
        mut program: Program,
        job: &Job,
        question: &str,
        cancelled: &impl Fn() -> bool,
    ) -> Result<Report, Error> {
        if let Some(questions) = &program.questions {
            let _ = questions.send(format!("{question}\n"));
        }
        let report = program.wait(job, true, cancelled)?;
        self.program = (report.end == End::Answered).then_some(program);
        Ok(report)
    }

    /// Starts the program of a job. `reads_questions` connects its standard input to questions.
    fn start_program(&self, job: &Job, reads_questions: bool) -> Result<Program, Error> {
        let refused = |why: &str| Error::NotStarted(why.to_string());
        if job.limits.memory.is_some() && job.limits.without_cgroup != MemoryEnforcement::Program {
            return Err(refused("memory can be limited on Linux only; remove the memory limit"));
        }
        let (name, arguments) = job.command.split_first().ok_or_else(|| refused("there is no command"))?;
        let failed = |error: io::Error| Error::NotStarted(format!("{}: {error}", name.display()));
        let mut command = Command::new(name);
        command.args(arguments).current_dir(job.directory.as_deref().unwrap_or(self.folder()));
        for variable in ["TMPDIR", "TMP", "TEMP"] {
            command.env(variable, self.folder());
        }
        command.stdin(match &job.input {
            _ if reads_questions => Stdio::piped(),
            Some(path) => Stdio::from(File::open(path).map_err(failed)?),
            None => Stdio::null(),
        });
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
        let (sender, events) = channel();
        if let Some(pipe) = child.stdout.take() {
            let sender = sender.clone();
            std::thread::spawn(move || read(pipe, |bytes| sender.send(Event::Output(bytes)).is_ok()));
        }
        if let Some(pipe) = child.stderr.take() {
            std::thread::spawn(move || read(pipe, |bytes| sender.send(Event::Errors(bytes)).is_ok()));
        }
        let questions = child.stdin.take().map(|input| {
            let (questions, lines) = channel();
            std::thread::spawn(move || write(input, &lines));
            questions
        });
        Ok(Program { child, questions, events, output: Vec::new(), errors: Vec::new() })
    }
}

/// A message of a reading thread.
enum Event {
    Output(Vec<u8>),
    Errors(Vec<u8>),
}

/// A running program. Dropping it kills the process.
#[derive(Debug)]
struct Program {
    child: Child,
    /// To a thread that writes questions, because a program that does not read blocks the writer.
    questions: Option<Sender<String>>,
    /// Disconnected when the program has closed its standard output and standard error.
    events: Receiver<Event>,
    output: Vec<u8>,
    errors: Vec<u8>,
}

impl Program {
    /// Waits until the program ends, reaches a limit or, for a question, answers with a line.
    fn wait(&mut self, job: &Job, is_question: bool, cancelled: impl Fn() -> bool) -> Result<Report, Error> {
        let (since, limits) = (Instant::now(), &job.limits);
        let limit = limits.cpu.into_iter().chain(limits.wall).min();
        let end = loop {
            match self.events.recv_timeout(POLL_INTERVAL) {
                Ok(event) => self.receive(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(POLL_INTERVAL),
            }
            if self.output.len() as u64 > limits.output {
                break End::OutputLimit;
            }
            if is_question && self.output.contains(&b'\n') {
                break End::Answered;
            }
            let status = self.child.try_wait().map_err(|error| Error::GuardFailed(error.to_string()))?;
            if let Some(status) = status {
                self.drain();
                break end_of(status);
            }
            if limit.is_some_and(|limit| since.elapsed() >= limit) {
                break End::TimeLimit;
            }
            if cancelled() {
                return Err(Error::Cancelled);
            }
        };
        let length = match end {
            End::Answered => self.output.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1),
            _ => self.output.len().min(usize::try_from(limits.output).unwrap_or(usize::MAX)),
        };
        let end = if self.output.len() as u64 > limits.output { End::OutputLimit } else { end };
        let output = self.output.drain(..length).collect();
        let (wall, errors) = (since.elapsed(), std::mem::take(&mut self.errors));
        // CPU time cannot be read here; for a single thread the wall time is an upper bound.
        Ok(Report { end, cpu: wall, wall, peak_memory: 0, strays: 0, output, errors })
    }

    fn receive(&mut self, event: Event) {
        match event {
            Event::Output(bytes) => self.output.extend(bytes),
            Event::Errors(bytes) => {
                self.errors.extend(bytes);
                let excess = self.errors.len().saturating_sub(MAX_ERRORS);
                self.errors.drain(..excess);
            }
        }
    }

    /// Reads the remaining output of a program that has ended.
    fn drain(&mut self) {
        let deadline = Instant::now() + DRAIN_TIMEOUT;
        while let Ok(event) = self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            self.receive(event);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

/// Passes chunks of bytes from `pipe` to `take` until the pipe ends or `take` returns `false`.
fn read(mut pipe: impl Read, take: impl Fn(Vec<u8>) -> bool) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(length @ 1..) = pipe.read(&mut buffer) {
        if !take(buffer[..length].to_vec()) {
            break;
        }
    }
}

fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    let _ = lines.iter().try_for_each(|line| input.write_all(line.as_bytes()).and_then(|()| input.flush()));
}

fn end_of(status: ExitStatus) -> End {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return End::Signal(signal);
    }
    End::Exit(status.code().unwrap_or(-1))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::JobLimits;

    fn shell(script: &str) -> Job {
        Job::new(["sh", "-c", script])
    }

    #[test]
    fn a_report_has_output_errors_and_end() {
        let mut supervisor = Supervisor::start().unwrap();
        let report = supervisor.run(&shell("echo out; echo err >&2; exit 3"), || false).unwrap();
        assert_eq!(
            (report.end, &report.output[..], &report.errors[..]),
            (End::Exit(3), &b"out\n"[..], &b"err\n"[..])
        );
        assert_eq!(supervisor.run(&shell("kill -SEGV $$"), || false).unwrap().end, End::Signal(11));
        let missing = supervisor.run(&Job::new(["/no/such/program"]), || false);
        assert!(matches!(missing, Err(Error::NotStarted(why)) if why.contains("/no/such/program")));
    }

    #[test]
    fn limits_end_a_program() {
        let mut supervisor = Supervisor::start().unwrap();
        let short = Some(Duration::from_millis(100));
        let time = [
            JobLimits { wall: short, ..JobLimits::default() },
            JobLimits { cpu: short, ..JobLimits::default() },
        ];
        for limits in time {
            let report = supervisor.run(&shell("exec sleep 600").limits(limits), || false).unwrap();
            assert_eq!(report.end, End::TimeLimit);
        }
        let output = JobLimits { output: 1000, ..JobLimits::default() };
        let report = supervisor.run(&shell("exec yes").limits(output), || false).unwrap();
        assert_eq!((report.end, report.output.len()), (End::OutputLimit, 1000));
        let memory = JobLimits { memory: Some(1 << 30), ..JobLimits::default() };
        let refused = supervisor.run(&shell("true").limits(memory), || false);
        assert!(matches!(refused, Err(Error::NotStarted(why)) if why.contains("Linux")));
        assert_eq!(supervisor.run(&shell("exec sleep 600"), || true).unwrap_err(), Error::Cancelled);
    }

    #[test]
    fn questions_go_to_one_program_until_it_ends() {
        let mut supervisor = Supervisor::start().unwrap();
        let job = shell("read a; echo $$ $a; read a; echo $$ $a; exit");
        let mut ask = |question: &str| {
            let report = supervisor.ask(&job, question, || false).unwrap();
            assert_eq!(report.end, End::Answered);
            let line = String::from_utf8(report.output).unwrap();
            line.trim()
                .split_once(' ')
                .map(|(process, word)| (process.to_string(), word.to_string()))
                .unwrap()
        };
        let (first, second, third) = (ask("one"), ask("two"), ask("three"));
        assert_eq!([&first.1, &second.1, &third.1], ["one", "two", "three"]);
        assert!(first.0 == second.0 && second.0 != third.0);
    }
}
