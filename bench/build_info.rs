//! The program that records name: its version, commit, compiler and profile.
//!
//! The program sets them when it starts. If a build script set them here, every commit would compile this package again,
//! and all that depend on it.

use std::sync::OnceLock;

/// What a program was built from.
#[derive(Clone, Copy, Debug)]
pub struct BuildInfo {
    /// The version of the package.
    pub version: &'static str,
    /// Twelve digits of the commit, with `+` if the sources had changes; empty if unknown.
    pub commit: &'static str,
    /// The version of the compiler; empty if unknown.
    pub rustc: &'static str,
    /// The profile of the build; empty if unknown.
    pub profile: &'static str,
}

static PROGRAM: OnceLock<BuildInfo> = OnceLock::new();

/// Sets the program that records name; the first call decides.
pub fn set(program: BuildInfo) {
    let _ = PROGRAM.set(program);
}

/// The program that records name; without a commit if it was not set.
pub fn get() -> BuildInfo {
    let unknown = BuildInfo { version: env!("CARGO_PKG_VERSION"), commit: "", rustc: "", profile: "" };
    PROGRAM.get().copied().unwrap_or(unknown)
}
