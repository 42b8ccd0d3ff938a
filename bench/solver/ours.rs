//! Programs that the command `sat` runs (external solvers, checkers of proofs), under the guard: it finds every process
//! that they leave behind.

use super::order::{Bounds, End, MemoryBy, Order};
use super::process::{Guard, Scratch};
use coverlab_model::Stop;
use coverlab_strategies::solvers::{Finished, MOST_OUTPUT, NotFinished, ProcessLimits, run_by};
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

/// Has every program that this process runs guarded.
pub(super) fn guard_programs() {
    run_by(run);
}

fn run(program: &Path, arguments: &[OsString], limits: &ProcessLimits) -> Result<Finished, NotFinished> {
    let broken = NotFinished::Broken;
    let scratch = Scratch::new().map_err(broken)?;
    let mut guard = Guard::start().map_err(|error| broken(error.to_string()))?;
    let program =
        std::path::absolute(program).map_err(|error| broken(format!("it does not start: {error}")))?;
    let text = |word: &OsString| word.to_string_lossy().into_owned();
    let order = Order {
        command: std::iter::once(program.as_os_str().to_owned())
            .chain(arguments.to_vec())
            .map(|w| text(&w))
            .collect(),
        folder: scratch.path().to_path_buf(),
        here: None,
        input: None,
        ask: None,
        bounds: bounds(limits),
    };
    let Some(finished) = guard.run(&order, &limits.cancel).map_err(broken)? else {
        return Err(NotFinished::Stopped(Stop::Cancelled, Duration::ZERO));
    };
    let time = Duration::from_nanos(finished.reply.cpu_ns);
    // The end by the kernel: the signal, or the exit code that stands for it.
    let status = match finished.reply.end {
        End::Exit(code) => ExitStatus::from_raw(code << 8),
        End::Signal(signal) => ExitStatus::from_raw(signal),
        End::Time => {
            return Err(NotFinished::Stopped(
                Stop::Deadline,
                limits.time.map_or(time, |limit| time.max(limit)),
            ));
        }
        End::Memory => return Err(NotFinished::Stopped(Stop::Memory, time)),
        End::Output => return Err(broken(format!("it printed more than {MOST_OUTPUT} bytes"))),
        End::NotStarted(why) => return Err(broken(format!("it does not start: {why}"))),
        End::Answered => return Err(broken("it did not run".to_string())),
    };
    Ok(Finished { status, output: finished.output, errors: finished.errors, time })
}

fn bounds(limits: &ProcessLimits) -> Bounds {
    Bounds {
        time_ns: limits.time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)),
        memory: limits.memory.map(|mebibytes| mebibytes.saturating_mul(1 << 20)),
        memory_by: if limits.memory.is_some() { MemoryBy::AddressSpace } else { MemoryBy::Looking },
        output: MOST_OUTPUT,
    }
}
