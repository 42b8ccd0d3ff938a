//! A program run under limits that hold: it and whatever it started is killed.
//!
//! Memory is limited by the shell's `ulimit -v`, which the program inherits and cannot raise.
//! Time is CPU time where the system tells that of a running process (Linux), and wall time of
//! [`PATIENCE`] times the limit besides, lest a program that sleeps be waited for; the time that it
//! would have run but had to wait for a processor is not held against it, or a busy machine would
//! stop it early. Output beyond [`MOST_OUTPUT`] ends the run as well.
//!
//! What leaves the program's process group is not found so. A workbench that can do better has programs run in its own
//! way ([`run_by`]).

use coverlab_model::{Cancel, Stop};
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How many times its limit of CPU time a program may take by the wall clock, half a second more.
const PATIENCE: u32 = 3;
/// For how long the complaints of a program that has ended are waited for, lest a process that it has left behind hold them.
const DRAIN: Duration = Duration::from_secs(5);
/// The most bytes that a program may print.
pub const MOST_OUTPUT: u64 = 1 << 30;

/// Runs a program with arguments under limits.
type Run = fn(&Path, &[OsString], &ProcessLimits) -> Result<Finished, NotFinished>;

static RUN: OnceLock<Run> = OnceLock::new();

/// From now on has `run` run the programs of this process.
pub fn run_by(run: Run) {
    // The first one stays.
    let _ = RUN.set(run);
}

/// The limits of a process.
#[derive(Clone, Debug, Default)]
pub struct ProcessLimits {
    /// CPU time.
    pub time: Option<Duration>,
    /// Mebibytes of address space.
    pub memory: Option<u64>,
    /// Raise it to kill the program.
    pub cancel: Cancel,
}

/// How a program ended.
#[derive(Debug)]
pub struct Finished {
    /// Its exit code, or the signal that has ended it.
    pub status: ExitStatus,
    /// Its standard output.
    pub output: Vec<u8>,
    /// Its standard error.
    pub errors: Vec<u8>,
    /// CPU time of its main thread as last seen; wall time where the system does not tell.
    pub time: Duration,
}

/// Why a program did not end by itself.
#[derive(Debug)]
pub enum NotFinished {
    /// A limit, or the user.
    Stopped(Stop, Duration),
    /// It did not start, or cannot be talked to.
    Broken(String),
}

/// Where the program called `name` is: a path, or the first on `PATH`.
pub fn find(name: &str) -> Option<PathBuf> {
    let runs = |path: &Path| {
        let Ok(data) = path.metadata() else { return false };
        #[cfg(unix)]
        let executable = std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0;
        #[cfg(not(unix))]
        let executable = true;
        data.is_file() && executable
    };
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| runs(path));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| runs(path))
}

/// Runs `program` with `arguments` to its end, or to a limit.
pub(super) fn run(
    program: &Path,
    arguments: &[OsString],
    limits: &ProcessLimits,
) -> Result<Finished, NotFinished> {
    if let Some(run) = RUN.get() {
        return run(program, arguments, limits);
    }
    let mut command = command(program, arguments, limits.memory);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let started = Instant::now();
    let child = command.spawn().map_err(|e| NotFinished::Broken(format!("it does not start: {e}")))?;
    let mut running = Running { child, started, seen: Duration::ZERO, waited: Duration::ZERO, ended: false };
    let output = drain(running.child.stdout.take());
    let errors = drain(running.child.stderr.take());
    // Its output ends when it ends: no need to ask again and again.
    let (bytes, too_much) = loop {
        match output.recv_timeout(running.pause()) {
            Ok(read) => break read,
            Err(RecvTimeoutError::Timeout) => running.check(limits)?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(NotFinished::Broken("its output cannot be read".to_string()));
            }
        }
    };
    if too_much {
        return Err(NotFinished::Broken(format!("it printed more than {MOST_OUTPUT} bytes")));
    }
    // It may have closed its output and go on.
    let status = loop {
        // Once more before it is gone.
        running.look();
        match running.child.try_wait() {
            Ok(Some(status)) => {
                running.ended = true;
                break status;
            }
            Ok(None) => running.check(limits)?,
            Err(error) => return Err(NotFinished::Broken(format!("it cannot be waited for: {error}"))),
        }
        std::thread::sleep(running.pause().min(Duration::from_millis(2)));
    };
    let errors = errors.recv_timeout(DRAIN).map_or_else(|_| Vec::new(), |(e, _)| e);
    let time = if running.seen.is_zero() { started.elapsed() } else { running.seen };
    Ok(Finished { status, output: bytes, errors, time })
}

fn command(program: &Path, arguments: &[OsString], memory: Option<u64>) -> Command {
    let mut command;
    match memory {
        Some(mebibytes) if cfg!(unix) => {
            command = Command::new("/bin/sh");
            let kibibytes = mebibytes.saturating_mul(1024);
            command.arg("-c").arg(format!("ulimit -v {kibibytes} && exec \"$@\"")).arg("sh").arg(program);
        }
        _ => command = Command::new(program),
    }
    command.args(arguments);
    command
}

/// Everything from `pipe`, read by a thread of its own, and whether there was too much.
fn drain(pipe: Option<impl Read + Send + 'static>) -> Receiver<(Vec<u8>, bool)> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            // What cannot be read is missing, and what is missing is noticed where the output is read.
            let _ = pipe.take(MOST_OUTPUT + 1).read_to_end(&mut bytes);
        }
        let too_much = bytes.len() as u64 > MOST_OUTPUT;
        let _ = sender.send((bytes, too_much));
    });
    receiver
}

/// A program at work. It does not outlive this value.
struct Running {
    child: Child,
    started: Instant,
    /// Its CPU time when last looked at.
    seen: Duration,
    /// How long it had waited for a processor by then.
    waited: Duration,
    /// It was waited for: its number may be another process's by now.
    ended: bool,
}

impl Running {
    /// How long to wait before looking again: short at first.
    fn pause(&self) -> Duration {
        (self.started.elapsed() / 8).clamp(Duration::from_millis(1), Duration::from_millis(25))
    }

    fn look(&mut self) {
        if let Some((ran, waited)) = scheduled(self.child.id()) {
            self.seen = self.seen.max(ran);
            self.waited = self.waited.max(waited);
        }
    }

    fn check(&mut self, limits: &ProcessLimits) -> Result<(), NotFinished> {
        let wall = self.started.elapsed();
        self.look();
        if limits.cancel.is_raised() {
            return Err(NotFinished::Stopped(Stop::Cancelled, wall));
        }
        let standing = wall.saturating_sub(self.waited);
        match limits.time {
            Some(time) if self.seen >= time || standing >= time * PATIENCE + Duration::from_millis(500) => {
                Err(NotFinished::Stopped(Stop::Deadline, self.seen.max(time)))
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        // The group first: what the program started would otherwise go on. It has the number of
        // its first process, which no other process gets before `wait`.
        #[cfg(unix)]
        {
            let group = rustix::process::Pid::from_child(&self.child);
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// For how long a process's main thread has run, and for how long it was ready but waited for a
/// processor, by Linux's scheduler.
fn scheduled(process: u32) -> Option<(Duration, Duration)> {
    times(&std::fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?)
}

/// The first two numbers, nanoseconds.
fn times(schedstat: &str) -> Option<(Duration, Duration)> {
    let mut numbers = schedstat.split_whitespace().map(|word| word.parse().ok().map(Duration::from_nanos));
    Some((numbers.next()??, numbers.next()??))
}

/// A file of our own for the time being, deleted with this value.
pub(super) struct Scrap {
    path: PathBuf,
}

impl Scrap {
    /// A new file with `content`, whose name ends in `ending`.
    pub(super) fn new(ending: &str, content: &[u8]) -> Result<Scrap, String> {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let folder = std::env::temp_dir();
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("coverlab-{}-{number}.{ending}", std::process::id()));
            let file = std::fs::OpenOptions::new().write(true).create_new(true).open(&path);
            let written = match file {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => continue,
                Err(error) => Err(error),
                Ok(mut file) => {
                    let scrap = Scrap { path: path.clone() };
                    match file.write_all(content) {
                        Ok(()) => return Ok(scrap),
                        Err(error) => Err(error),
                    }
                }
            };
            return written.map_err(|error| format!("{} cannot be written: {error}", path.display()));
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scrap {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheduler_tells_running_from_waiting() {
        let nanoseconds = |run, wait| Some((Duration::from_nanos(run), Duration::from_nanos(wait)));
        assert_eq!(times("93160021 3021577 61\n"), nanoseconds(93_160_021, 3_021_577));
        assert_eq!((times(""), times("1"), times("a b c")), (None, None, None));
        if cfg!(target_os = "linux") {
            assert!(scheduled(std::process::id()).is_some_and(|(ran, _)| ran > Duration::ZERO));
        }
    }
}
