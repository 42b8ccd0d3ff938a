//! The build that records name: the program's version, commit, compiler and profile.
//!
//! The program sets it at startup. If a build script set it here, every commit would recompile this package and all its
//! dependents.

use std::sync::OnceLock;

/// Version, commit, compiler and profile of a build.
#[derive(Clone, Copy, Debug)]
pub struct BuildInfo {
    /// The version of the package.
    pub version: &'static str,
    /// The first twelve digits of the commit, with `+` if the sources had changes; empty if unknown.
    pub commit: &'static str,
    /// The version of the compiler; empty if unknown.
    pub rustc: &'static str,
    /// The profile of the build; empty if unknown.
    pub profile: &'static str,
}

static PROGRAM: OnceLock<BuildInfo> = OnceLock::new();

/// Sets the build that records name. Only the first call has an effect.
pub fn set(program: BuildInfo) {
    let _ = PROGRAM.set(program);
}

/// The build that records name; without a commit if it was not set.
pub fn get() -> BuildInfo {
    let unknown = BuildInfo { version: env!("CARGO_PKG_VERSION"), commit: "", rustc: "", profile: "" };
    PROGRAM.get().copied().unwrap_or(unknown)
}
