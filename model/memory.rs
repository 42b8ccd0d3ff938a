//! The available memory, and the error for an instance that exceeds it.
//!
//! The size of an instance is known before it is built, and [`fits`] compares it with the available memory.
//! Otherwise a failed allocation would abort the process, or the system might kill it. Sizes are estimates,
//! so an instance near the limit may be accepted or rejected.

use std::fmt;
use std::fs;
use std::path::Path;

/// The available memory is not checked for fewer bytes than this.
const UNCHECKED_BYTES: u64 = 64 << 20;

/// The available memory on systems that do not report it. A WebAssembly module has at most 4 GiB in total.
const ASSUMED_AVAILABLE: u64 = if cfg!(target_family = "wasm") { 1 << 30 } else { 4 << 30 };

/// The size of an instance, known before it is built.
pub trait Extent: Copy + fmt::Debug + fmt::Display {
    /// Estimated bytes of the instance; [`u64::MAX`] on overflow.
    fn bytes(&self) -> u64;
}

/// The error for an instance that was not built because it needs more memory than is available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The description of the instance: "a formula of 9 variables and 12 clauses".
    pub what: String,
    /// Bytes the instance needs.
    pub bytes: u64,
    /// Bytes that are available.
    pub available: u64,
}

impl fmt::Display for TooLarge {
    /// A clause whose subject is the requested operation: "… takes about 67.1 GB of memory for …".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLarge { what, bytes, available } = self;
        write!(f, "takes about {} of memory for {what}; {} are available", size(*bytes), size(*available))
    }
}

impl std::error::Error for TooLarge {}

/// Checks that `bytes` are available for `what`.
///
/// # Errors
/// If they are not available.
#[inline]
pub fn fits(bytes: u64, what: impl fmt::Display) -> Result<(), TooLarge> {
    if bytes <= UNCHECKED_BYTES { Ok(()) } else { fits_in(bytes, available(), &what) }
}

fn fits_in(bytes: u64, available: u64, what: &dyn fmt::Display) -> Result<(), TooLarge> {
    if bytes <= available { Ok(()) } else { Err(TooLarge { what: what.to_string(), bytes, available }) }
}

/// The bytes this process can still allocate: the minimum over the machine, the control groups of the process
/// and its own limits.
pub fn available() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| kibibytes(&text, "MemAvailable:"));
    let least = [machine, group(), own_limits()].into_iter().flatten().min();
    least.unwrap_or(ASSUMED_AVAILABLE)
}

/// The number on the line that starts with `key` in a file of `/proc`, converted from KiB to bytes.
fn kibibytes(text: &str, key: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(key))?;
    let number: u64 = rest.split_whitespace().next()?.parse().ok()?;
    number.checked_mul(1024)
}

/// The bytes that the soft limits on address space (`ulimit -v`) and data (`ulimit -d`) still allow.
#[cfg(unix)]
fn own_limits() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    let limits = [(Resource::As, "VmSize:"), (Resource::Data, "VmData:")];
    let limits = limits.map(|(resource, used)| getrlimit(resource).current.map(|limit| (limit, used)));
    if limits.iter().all(Option::is_none) {
        return None;
    }
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let left = |(limit, used)| u64::saturating_sub(limit, kibibytes(&status, used).unwrap_or(0));
    limits.into_iter().flatten().map(left).min()
}

/// The system has no such limit, or this program cannot read it.
#[cfg(not(unix))]
fn own_limits() -> Option<u64> {
    None
}

/// The bytes that the control groups (version 2 or 1) of this process still allow.
fn group() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/cgroup").ok()?;
    let limits = text.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?.trim_start_matches('/'));
        let (root, most, now) = if controllers.is_empty() {
            ("/sys/fs/cgroup", "memory.max", "memory.current")
        } else if controllers.split(',').any(|name| name == "memory") {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes")
        } else {
            return None;
        };
        let (root, own) = (Path::new(root), Path::new(root).join(path));
        // In a container, the path may be visible only on the host.
        own.ancestors().take_while(|at| at.starts_with(root)).filter_map(|at| left(at, most, now)).min()
    });
    limits.min()
}

/// The bytes that the control group at `at` still allows. Pages of the file cache count as free.
fn left(at: &Path, most: &str, now: &str) -> Option<u64> {
    let number = |name: &str| fs::read_to_string(at.join(name)).ok()?.trim().parse::<u64>().ok();
    let stat = fs::read_to_string(at.join("memory.stat")).unwrap_or_default();
    let cache = ["inactive_file ", "active_file "].map(|key| {
        let rest = stat.lines().find_map(|line| line.strip_prefix(key));
        rest.and_then(|number| number.trim().parse::<u64>().ok()).unwrap_or(0)
    });
    let used = number(now)?.saturating_sub(cache.iter().sum());
    Some(number(most)?.saturating_sub(used))
}

/// Formats bytes with a suitable unit: "67.1 GB".
pub fn size(bytes: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")];
    if bytes == u64::MAX {
        return "more memory than any machine has".to_string();
    }
    let unit = UNITS.into_iter().find(|(unit, _)| bytes >= *unit);
    unit.map_or_else(
        || format!("{bytes} bytes"),
        |(unit, name)| format!("{:.1} {name}", bytes as f64 / unit as f64),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_available_does_not_fit() {
        assert_eq!(fits(UNCHECKED_BYTES, "a board"), Ok(()));
        let large = fits(u64::MAX / 2, "a formula").unwrap_err();
        assert_eq!(large.bytes, u64::MAX / 2);
        let fits = |bytes| fits_in(bytes, 12_345_678_901, &"a formula of 9 clauses");
        assert_eq!(fits(12_345_678_901), Ok(()));
        let says = "takes about 67.1 GB of memory for a formula of 9 clauses; 12.3 GB are available";
        assert_eq!(fits(67_108_864_000).unwrap_err().to_string(), says);
    }

    #[test]
    fn something_is_available() {
        assert!(available() > 1 << 20, "{}", available());
        assert_eq!(kibibytes("MemFree: 3 kB\nMemAvailable:  17 kB\n", "MemAvailable:"), Some(17 << 10));
        assert_eq!(kibibytes("VmSize: x kB", "VmSize:"), None);
        assert_eq!(left(Path::new("/no/such/group"), "memory.max", "memory.current"), None);
    }

    #[test]
    fn sizes_have_units() {
        let sizes = [0, 999, 1000, 1_550_000, 2 << 40].map(size);
        assert_eq!(sizes, ["0 bytes", "999 bytes", "1.0 kB", "1.6 MB", "2.2 TB"]);
    }
}
