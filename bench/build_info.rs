//! Identifies the build of the program in records.
//!
//! The program sets this information at startup. If a build script of this package provided it, every commit would
//! recompile the package and all its dependents.

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

/// Sets the build of the program. Only the first call has an effect.
pub fn set(program: BuildInfo) {
    let _ = PROGRAM.set(program);
}

/// The build of the program. If it was not set, only the version is known.
pub fn get() -> BuildInfo {
    let unknown = BuildInfo { version: env!("CARGO_PKG_VERSION"), commit: "", rustc: "", profile: "" };
    PROGRAM.get().copied().unwrap_or(unknown)
}
