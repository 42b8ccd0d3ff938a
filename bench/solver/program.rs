//! The record of a program that solves: its file, its version, the definition by which it was run.

use super::configured::Solver;
use super::order::Order;
use super::posed::short;
use super::process::{Guard, Scratch, bounds};
use crate::input::{self, Accept};
use crate::record::ProgramInfo;
use coverlab_model::Cancel;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// The longest that a program may take to tell its version.
const PATIENCE: Duration = Duration::from_secs(10);

/// The record of `solver`.
pub(super) fn info(solver: &Solver) -> ProgramInfo {
    let program = solver.program();
    let files = program.clone().into_iter().chain(solver.scripts());
    let checksums =
        files.filter_map(|path| Some((path.to_string_lossy().into_owned(), checksum(&path)?))).collect();
    ProgramInfo {
        definition: solver.definition.clone(),
        version: program.as_ref().and_then(|_| version(solver)).unwrap_or_default(),
        program: program.map(|path| path.to_string_lossy().into_owned()).unwrap_or_default(),
        checksums,
    }
}

fn checksum(path: &Path) -> Option<String> {
    let (mut file, mut hasher) = (input::open(path, Accept::Files).ok()?, blake3::Hasher::new());
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer).ok()? {
            0 => return Some(hasher.finalize().to_hex().to_string()),
            length => _ = hasher.update(&buffer[..length]),
        }
    }
}

/// The first line that the program prints when it is asked.
fn version(solver: &Solver) -> Option<String> {
    let command = &solver.definition.version;
    if command.is_empty() {
        return None;
    }
    let (mut guard, scratch) = (Guard::start().ok()?, Scratch::new().ok()?);
    let order = Order {
        command: solver.words(command, &[]),
        folder: scratch.path().to_path_buf(),
        here: None,
        input: None,
        ask: None,
        bounds: bounds(Some(PATIENCE), None),
    };
    let finished = guard.run(&order, &Cancel::default()).ok()??;
    let text = [finished.output, b"\n".to_vec(), finished.errors].concat();
    let text = String::from_utf8_lossy(&text);
    text.lines().map(short).find(|line| !line.is_empty())
}
