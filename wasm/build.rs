//! Computes a fingerprint of the code of the module. A test compares it with the fingerprint in the committed
//! module (`web/coverlab.wasm`), to detect a module that was built from other code.
//!
//! Comments, whitespace and tests are excluded, since they do not change the module. Versions of dependencies
//! are excluded too; `tests/same.mjs` compares the behavior.

use std::path::{Path, PathBuf};

/// The packages that the module contains.
const PACKAGES: [&str; 5] = ["model", "strategies", "techniques", "trace", "wasm"];

fn main() {
    let packages = PACKAGES.map(|name| Path::new("..").join(name));
    let mut files = Vec::new();
    for package in &packages {
        println!("cargo::rerun-if-changed={}", package.display());
        list(package, &mut files);
    }
    files.sort();
    let mut hash = Fnv::default();
    for file in &files {
        hash.add(&file.to_string_lossy().replace('\\', "/"));
        hash.add(&code(&std::fs::read_to_string(file).unwrap_or_default().replace("\r\n", "\n")));
    }
    println!("cargo::rustc-env=COVERLAB_SOURCES={:016x}", hash.0);
}

/// Adds the source files in `folder`, without tests.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let (name, ending) = (path.file_stem().unwrap_or_default(), path.extension().unwrap_or_default());
        if path.is_dir() && !["tests", "examples"].iter().any(|other| name == *other) {
            list(&path, files);
        } else if ending == "rs" && name != "tests" && name != "build" {
            files.push(path);
        }
    }
}

/// The code in `text`, without comments, whitespace and the tests at its end.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(str::split_whitespace).collect()
}

/// The 64-bit FNV-1a hash of texts.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, text: &str) {
        // A byte that occurs in no text separates the texts.
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
