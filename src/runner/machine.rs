//! What `run.json` says of the machine and the program.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::time::{SystemTime, UNIX_EPOCH};

/// The commit this program was built from; empty if unknown.
pub(super) const COMMIT: &str = env!("COVERLAB_COMMIT");
/// The compiler.
pub(super) const RUSTC: &str = env!("COVERLAB_RUSTC");
/// The build profile.
pub(super) const PROFILE: &str = env!("COVERLAB_PROFILE");
/// The version.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Seconds since 1970-01-01 UTC.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

/// The machine's name.
pub(super) fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    if name.is_empty() { "unnamed".to_string() } else { name }
}

/// The processor, where the system tells.
pub(super) fn cpu() -> String {
    let name = |line: String| Some(line.strip_prefix("model name")?.split_once(':')?.1.trim().to_string());
    // Asked for the whole file, the system would write of every core.
    let lines = File::open("/proc/cpuinfo").map(|file| BufReader::with_capacity(1 << 10, file).lines());
    let model = lines.ok().and_then(|lines| lines.map_while(Result::ok).find_map(name));
    model.unwrap_or_else(|| std::env::consts::ARCH.to_string())
}

/// The kernel and its version.
pub(super) fn kernel() -> String {
    #[cfg(unix)]
    let release = rustix::system::uname().release().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let release = "";
    format!("{} {release}", std::env::consts::OS).trim_end().to_string()
}

/// Load average over one minute.
pub(super) fn load() -> Option<f64> {
    first_line("/proc/loadavg")?.split(' ').next()?.parse().ok()
}

fn first_line(path: &str) -> Option<String> {
    Some(std::fs::read_to_string(path).ok()?.lines().next()?.trim().to_string())
}
