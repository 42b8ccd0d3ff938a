//! Runs programs without a guard, on systems other than Linux. The documentation of the package says what is
//! missing there.

use crate::job::{JobEnd, JobError, JobReport, Request};
use crate::pipes::Pipes;
use std::ffi::OsString;
use std::io;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

/// The time between two checks of the program and of `cancelled`.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long to wait for the remaining output of a program that has ended, since a process that it started may
/// keep the pipe open.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);

/// Runs one program after another, without a guard.
#[derive(Debug, Default)]
pub(crate) struct UnguardedRunner {
    /// The program that waits for the next question.
    program: Option<Program>,
}

impl UnguardedRunner {
    /// Starts no process; the words of the guard's command are not needed.
    pub(crate) fn start(_words: &[OsString]) -> io::Result<UnguardedRunner> {
        Ok(UnguardedRunner::default())
    }

    /// Runs a program or asks it a question. Calls `cancelled` every few milliseconds.
    pub(crate) fn execute(
        &mut self,
        request: &Request,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<JobReport, JobError> {
        let can_answer = |program: &Program| request.question.is_some() && program.pipes.can_ask();
        if let Some(program) = self.program.take().filter(can_answer) {
            let report = self.attempt(program, request, cancelled)?;
            // The program may have exited since its last answer without reading this question.
            if report.end != JobEnd::Exit(0) || !report.output.is_empty() {
                return Ok(report);
            }
        }
        self.attempt(Program::start(request)?, request, cancelled)
    }

    /// Executes a request with `program`, and keeps it for the next question if it answers.
    fn attempt(
        &mut self,
        mut program: Program,
        request: &Request,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<JobReport, JobError> {
        if let Some(question) = &request.question {
            program.pipes.ask(question);
        }
        let report = program.wait(request, cancelled)?;
        if report.end == JobEnd::Answered {
            program.pipes.finish_question();
            self.program = Some(program);
        }
        Ok(report)
    }
}

/// A running program. Dropping it kills the process.
#[derive(Debug)]
struct Program {
    child: Child,
    pipes: Pipes,
}

impl Program {
    fn start(request: &Request) -> Result<Program, JobError> {
        let limits = &request.job.limits;
        if limits.memory.is_some() {
            let why = "memory can be limited on Linux only; remove the memory limit";
            return Err(JobError::NotStarted(why.to_string()));
        }
        let mut command = request.command().map_err(JobError::NotStarted)?;
        let mut child = command
            .spawn()
            .map_err(|error| JobError::NotStarted(format!("{}: {error}", command.get_program().display())))?;
        let pipes = Pipes::new(&mut child, limits.output);
        Ok(Program { child, pipes })
    }

    /// Waits until the program ends, reaches a limit or, for a question, answers with a line.
    fn wait(&mut self, request: &Request, cancelled: &dyn Fn() -> bool) -> Result<JobReport, JobError> {
        let (since, limits) = (Instant::now(), &request.job.limits);
        let limit = limits.cpu.into_iter().chain(limits.wall).min();
        let end = loop {
            self.pipes.receive(POLL_INTERVAL);
            if self.pipes.exceeds(limits.output) {
                break JobEnd::OutputLimit;
            }
            if request.question.is_some() && self.pipes.has_line {
                break JobEnd::Answered;
            }
            let status = self.child.try_wait().map_err(|error| JobError::GuardFailed(error.to_string()))?;
            if let Some(status) = status {
                self.pipes.drain(DRAIN_TIMEOUT, || false);
                break end_of(status);
            }
            if limit.is_some_and(|limit| since.elapsed() >= limit) {
                break JobEnd::TimeLimit;
            }
            if cancelled() {
                return Err(JobError::Cancelled);
            }
        };
        let end = if self.pipes.exceeds(limits.output) { JobEnd::OutputLimit } else { end };
        let output = match end {
            JobEnd::Answered => self.pipes.take_line(),
            _ => self.pipes.take_output(limits.output),
        };
        let (wall, errors) = (since.elapsed(), self.pipes.take_errors());
        // CPU time cannot be read here; for a single thread the wall time is an upper bound.
        Ok(JobReport { end, cpu: wall, wall, peak_memory: 0, strays: 0, output, errors })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

fn end_of(status: ExitStatus) -> JobEnd {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return JobEnd::Signal(signal);
    }
    JobEnd::Exit(status.code().unwrap_or(-1))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::{Job, JobLimits};

    /// Runs a job or asks it a question.
    fn execute(
        runner: &mut UnguardedRunner,
        job: Job,
        question: Option<&str>,
    ) -> Result<JobReport, JobError> {
        let question = question.map(str::to_string);
        runner.execute(&Request { job, folder: std::env::temp_dir(), question }, &|| false)
    }

    fn run(job: Job) -> Result<JobReport, JobError> {
        execute(&mut UnguardedRunner::default(), job, None)
    }

    fn shell(script: &str) -> Job {
        Job::new(["sh", "-c", script])
    }

    #[test]
    fn a_report_has_output_errors_and_end() {
        let report = run(shell("echo out; echo err >&2; exit 3")).unwrap();
        assert_eq!(
            (report.end, &report.output[..], &report.errors[..]),
            (JobEnd::Exit(3), &b"out\n"[..], &b"err\n"[..])
        );
        assert_eq!(run(shell("kill -SEGV $$")).unwrap().end, JobEnd::Signal(11));
        let missing = run(Job::new(["/no/such/program"]));
        assert!(matches!(missing, Err(JobError::NotStarted(why)) if why.contains("/no/such/program")));
    }

    #[test]
    fn limits_end_a_program() {
        let short = Some(Duration::from_millis(100));
        let time = [
            JobLimits { wall: short, ..JobLimits::default() },
            JobLimits { cpu: short, ..JobLimits::default() },
        ];
        for limits in time {
            let report = run(shell("exec sleep 600").limits(limits)).unwrap();
            assert_eq!(report.end, JobEnd::TimeLimit);
        }
        let output = JobLimits { output: 1000, ..JobLimits::default() };
        let report = run(shell("exec yes").limits(output)).unwrap();
        assert_eq!((report.end, report.output.len()), (JobEnd::OutputLimit, 1000));
        let memory = JobLimits { memory: Some(1 << 30), ..JobLimits::default() };
        let refused = run(shell("true").limits(memory));
        assert!(matches!(refused, Err(JobError::NotStarted(why)) if why.contains("Linux")));
        let endless = Request { job: shell("exec sleep 600"), folder: std::env::temp_dir(), question: None };
        assert_eq!(UnguardedRunner::default().execute(&endless, &|| true).unwrap_err(), JobError::Cancelled);
    }

    #[test]
    fn questions_go_to_one_program_until_it_ends() {
        let mut runner = UnguardedRunner::default();
        let mut ask = |question: &str| {
            let job = shell("read a; echo $$ $a; read a; echo $$ $a; exit");
            let report = execute(&mut runner, job, Some(question)).unwrap();
            assert_eq!(report.end, JobEnd::Answered);
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
