//! Runs programs under limits of CPU time, wall time, memory and output, kills every process that they start,
//! and leaves no process and no file behind.
//!
//! A [`Supervisor`] starts a *guard*: a second process of the same executable, between the caller and the
//! programs. The guard adopts every process that a program leaves behind, in any process group or session,
//! and kills them all before it reports. It also kills them when the caller ends. If the guard dies, the supervisor
//! kills the program with all its processes.
//!
//! ```rust,standalone_crate
//! use coverlab_supervise::{Job, JobEnd, JobLimits, Supervisor};
//! use std::time::Duration;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // Must come first: in a process that was started as a guard, this call does not return.
//!     coverlab_supervise::init();
//!     let mut supervisor = Supervisor::start()?;
//!
//!     let report = supervisor.run(&Job::new(["sh", "-c", "setsid sleep 600 & echo started"]), || false)?;
//!     assert_eq!((report.end, report.output.as_slice()), (JobEnd::Exit(0), &b"started\n"[..]));
//!
//!     let limits = JobLimits { wall: Some(Duration::from_millis(100)), ..JobLimits::default() };
//!     let report = supervisor.run(&Job::new(["sleep", "600"]).limits(limits), || false)?;
//!     assert_eq!(report.end, JobEnd::TimeLimit);
//!     Ok(())
//! }
//! ```
//!
//! The guard needs Linux. On other systems a [`Supervisor`] kills only the program itself, enforces CPU time
//! limits as wall time limits, reports wall time as CPU time, and refuses jobs with a memory limit.

mod job;
mod pipes;
mod supervisor;

#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
mod guard_client;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod orphans;
#[cfg(target_os = "linux")]
mod process_tree;
// Linux compiles this module only for its tests.
#[cfg(any(not(target_os = "linux"), test))]
#[cfg_attr(target_os = "linux", allow(dead_code))]
mod unguarded;

pub use job::{Job, JobEnd, JobError, JobLimits, JobReport};
pub use supervisor::Supervisor;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Lets this program run as its own guard. Call it first in `main`: in a process that was started as a guard,
/// it runs the guard and does not return.
pub fn init() {
    init_with(&std::env::args_os().skip(1).collect::<Vec<_>>());
}

/// Like [`init`], for a program run by an interpreter: `arguments` are the arguments after the program's
/// name.
pub fn init_with(arguments: &[OsString]) {
    IS_INITIALIZED.store(true, Relaxed);
    #[cfg(target_os = "linux")]
    if arguments == [guard_client::GUARD_ARGUMENT] {
        std::process::exit(guard::serve());
    }
    #[cfg(not(target_os = "linux"))]
    let _ = arguments;
}

/// Whether the command that starts guards is known to call [`init`].
static IS_INITIALIZED: AtomicBool = AtomicBool::new(false);

/// The command passed to [`set_own_command`].
static OWN_COMMAND: OnceLock<Vec<OsString>> = OnceLock::new();

/// The command that starts this program again: its executable, or the command passed to [`set_own_command`].
///
/// # Errors
/// If the system does not report the path of the executable.
pub fn own_command() -> io::Result<Vec<OsString>> {
    match OWN_COMMAND.get() {
        Some(command) => Ok(command.clone()),
        None => Ok(vec![std::env::current_exe()?.into_os_string()]),
    }
}

/// Sets the command that starts guards, for a library inside another program such as an interpreter. The
/// command must start a program with the same code that first calls [`init`] or [`init_with`]. Only the first
/// call has an effect.
pub fn set_own_command(command: Vec<OsString>) {
    let _ = OWN_COMMAND.set(command);
    IS_INITIALIZED.store(true, Relaxed);
}

/// Finds the executable `name`: a path if it contains a separator, otherwise the first match on the `PATH`.
/// On Windows the suffix `.exe` may be omitted.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let with_suffix = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let in_folder = |folder: &Path| {
        [name, &with_suffix].into_iter().map(|name| folder.join(name)).find(|path| is_executable(path))
    };
    if name.contains(std::path::is_separator) {
        return in_folder(Path::new(""));
    }
    std::env::split_paths(&std::env::var_os("PATH")?).find_map(|folder| in_folder(&folder))
}

fn is_executable(path: &Path) -> bool {
    let Ok(data) = path.metadata() else { return false };
    #[cfg(unix)]
    let has_permission = std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let has_permission = true;
    data.is_file() && has_permission
}
