//! Starts programs under kernel limits.

use crate::job::Request;
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit, setsid};
use std::os::unix::process::CommandExt;
use std::process::Child;

/// The maximum size of a file that a program writes.
const MAX_FILE_BYTES: u64 = 4 << 30;

/// Starts the program of a request in a new session.
pub(crate) fn start(request: &Request) -> Result<Child, String> {
    let mut command = request.command()?;
    let limits = kernel_limits(request);
    // Between fork and exec the closure makes only system calls, as it must.
    #[allow(unsafe_code, reason = "the compiler cannot check what happens between fork and exec")]
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            setsid()?;
            limits.iter().try_for_each(|&(resource, limit)| setrlimit(resource, limit))?;
            Ok(())
        });
    }
    command.spawn().map_err(|error| format!("{}: {error}", command.get_program().display()))
}

/// The limits that the kernel enforces on each process.
fn kernel_limits(request: &Request) -> Vec<(Resource, Rlimit)> {
    let bound = |soft: u64, margin: u64| Rlimit { current: Some(soft), maximum: Some(soft + margin) };
    let mut list = vec![(Resource::Core, bound(0, 0)), (Resource::Fsize, bound(MAX_FILE_BYTES, 0))];
    let limits = &request.job.limits;
    // The kernel counts the CPU time of all questions to a program together, so it cannot limit each question.
    if let (Some(cpu), None) = (limits.cpu, &request.question) {
        let seconds = u64::try_from(cpu.as_nanos().div_ceil(1_000_000_000)).unwrap_or(u64::MAX);
        list.push((Resource::Cpu, bound(seconds.saturating_add(1).min(u64::MAX - 1), 1)));
    }
    if let Some(bytes) = limits.memory.filter(|_| limits.address_space) {
        list.push((Resource::As, bound(bytes, 0)));
    }
    list
}
