//! Runs programs under limits of CPU time, wall time, memory and output, kills every process that they start, and leaves
//! no process and no file behind.
//!
//! A [`Supervisor`] starts a *guard*: the same executable again, as a process between the caller and the programs. The guard
//! adopts every process that a program leaves behind, in whichever group or session, and ends them all before it reports.
//! It also ends them when the caller is killed. A program that kills or stops its guard is killed by the supervisor, with
//! all its processes.
//!
//! ```rust,standalone_crate
//! use coverlab_supervise::{End, Job, Limits, Supervisor};
//! use std::time::Duration;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // First of all: where this process was started as a guard, the call does not return.
//!     coverlab_supervise::init();
//!     let mut supervisor = Supervisor::start()?;
//!
//!     let report = supervisor.run(&Job::new(["sh", "-c", "setsid sleep 600 & echo started"]), || false)?;
//!     assert_eq!((report.end, report.output.as_slice()), (End::Exit(0), &b"started\n"[..]));
//!
//!     let limits = Limits { wall: Some(Duration::from_millis(100)), ..Limits::default() };
//!     let report = supervisor.run(&Job::new(["sleep", "600"]).limits(limits), || false)?;
//!     assert_eq!(report.end, End::TimeLimit);
//!     Ok(())
//! }
//! ```
//!
//! Memory limits are enforced by control groups where those are delegated to the caller ([`cgroups_available`]). The guard
//! needs Linux: elsewhere the package compiles, and [`Supervisor::start`] fails.

mod job;

#[cfg(target_os = "linux")]
mod cgroup;
#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod process_tree;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(not(target_os = "linux"))]
mod unsupported;
#[cfg(target_os = "linux")]
mod watchdog;

pub use job::{End, Error, Job, Limits, MemoryEnforcement, Report};
#[cfg(target_os = "linux")]
pub use supervisor::{Supervisor, init};
#[cfg(not(target_os = "linux"))]
pub use unsupported::{Supervisor, init};

use std::path::{Path, PathBuf};

/// Whether control groups hold the memory of programs. Moves this process into a group of its own where that makes them
/// possible.
pub fn cgroups_available() -> bool {
    #[cfg(target_os = "linux")]
    let available = cgroup::available();
    #[cfg(not(target_os = "linux"))]
    let available = false;
    available
}

/// The executable called `name`: a path if it has a `/`, otherwise the first on the `PATH`.
pub fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_executable(path));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| is_executable(path))
}

fn is_executable(path: &Path) -> bool {
    let Ok(data) = path.metadata() else { return false };
    #[cfg(unix)]
    let has_permission = std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let has_permission = true;
    data.is_file() && has_permission
}
