//! Starting a program under the kernel's limits, and waiting for processes with the resources that they used.

use super::group::Group;
use super::order::{End, MemoryBy, Order};
use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit, setsid};
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// The largest file that a program may write.
const LARGEST_FILE: u64 = 4 << 30;

/// Starts the program of an order, in a session of its own and in `group`, if there is one.
pub(super) fn start(order: &Order, group: Option<&Group>) -> Result<Child, String> {
    let [program, arguments @ ..] = &order.command[..] else { return Err("there is no command".to_string()) };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(order.here.as_ref().unwrap_or(&order.folder))
        .env("TMPDIR", &order.folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(match (&order.input, &order.ask) {
        (_, Some(_)) => Stdio::piped(),
        (Some(path), None) => File::open(path).map_err(|e| format!("{}: {e}", path.display()))?.into(),
        (None, None) => Stdio::null(),
    });
    let limits = kernel_limits(order, group.is_some());
    let door = group.map(Group::door).transpose().map_err(|e| format!("its control group: {e}"))?;
    // Between fork and exec only system calls are made, which is all that is allowed there.
    #[allow(unsafe_code, reason = "what happens between fork and exec cannot be checked by the compiler")]
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            setsid()?;
            // Before it can start anything, so that all of it is in the group.
            door.as_ref().map_or(Ok(0), |door| rustix::io::write(door, b"0"))?;
            limits.iter().try_for_each(|&(resource, limit)| setrlimit(resource, limit))?;
            Ok(())
        });
    }
    command.spawn().map_err(|error| format!("{program}: {error}"))
}

/// The limits that the kernel enforces on each process. The memory that is in use is bounded by a group,
/// where there is one, and address space is not.
fn kernel_limits(order: &Order, grouped: bool) -> Vec<(Resource, Rlimit)> {
    let bound = |most: u64, more: u64| Rlimit { current: Some(most), maximum: Some(most + more) };
    let mut limits = vec![(Resource::Core, bound(0, 0)), (Resource::Fsize, bound(LARGEST_FILE, 0))];
    // Of a program that stays, the CPU time of all questions adds up.
    if let (Some(time_ns), None) = (order.bounds.time_ns, &order.ask) {
        limits.push((Resource::Cpu, bound(time_ns.div_ceil(1_000_000_000) + 1, 1)));
    }
    if let Some(bytes) =
        order.bounds.memory.filter(|_| order.bounds.memory_by == MemoryBy::AddressSpace && !grouped)
    {
        limits.push((Resource::As, bound(bytes, 0)));
    }
    limits
}

/// The result of `wait4`.
pub(super) enum Reaped {
    /// A process ended.
    One {
        process: i32,
        end: End,
        /// CPU time, its own and that of children that it has waited for.
        cpu_ns: u64,
        /// The most memory of it or such a child.
        rss: u64,
    },
    /// There are processes, and none has ended.
    NoneYet,
    /// There are none.
    NoneLeft,
}

/// Waits for any process that has ended already.
pub(super) fn reap() -> Reaped {
    let mut status = 0;
    // Both are filled in by the kernel, and zeros are a value of the second.
    #[allow(unsafe_code, reason = "no safe interface has what an unknown child has used")]
    let (process, used) = unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        let process = libc::wait4(-1, &raw mut status, libc::WNOHANG, &raw mut used);
        (process, used)
    };
    match process {
        0 => Reaped::NoneYet,
        1.. => Reaped::One {
            process,
            end: match libc::WIFEXITED(status) {
                true => End::Exit(libc::WEXITSTATUS(status)),
                false => End::Signal(libc::WTERMSIG(status)),
            },
            cpu_ns: nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime),
            rss: u64::try_from(used.ru_maxrss).unwrap_or(0) * 1024,
        },
        _ => Reaped::NoneLeft,
    }
}

fn nanoseconds(time: libc::timeval) -> u64 {
    u64::try_from(time.tv_sec * 1_000_000_000 + time.tv_usec * 1000).unwrap_or(0)
}
