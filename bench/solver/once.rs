//! A program of ours that is run once under the guard, where the user is.

use super::order::{Bounds, End, MemoryBy, Order};
use super::process::{Guard, Scratch};
use coverlab_model::Cancel;
use std::path::PathBuf;

/// The most that it may print.
const MOST_OUTPUT: u64 = 4 << 30;

/// The result of the run.
pub struct Once {
    /// Standard output.
    pub output: Vec<u8>,
    /// Standard error.
    pub errors: Vec<u8>,
    /// How it ended.
    pub end: OnceEnd,
}

/// How it ended.
pub enum OnceEnd {
    /// By itself, with this exit code.
    Exit(i32),
    /// It was killed for its memory.
    Memory,
    /// Otherwise: how.
    Killed(String),
}

/// Runs `command`, with the file `input` on its standard input, under a limit of `memory` that it also holds by itself.
/// `None`: it was cancelled.
///
/// # Errors
/// It does not start.
pub fn once(
    command: Vec<String>,
    input: Option<PathBuf>,
    memory: u64,
    cancel: &Cancel,
) -> Result<Option<Once>, String> {
    let (mut guard, scratch) = (Guard::start().map_err(|error| error.to_string())?, Scratch::new()?);
    let here = std::env::current_dir().map_err(|error| format!("the folder is gone: {error}"))?;
    let bounds =
        Bounds { time_ns: None, memory: Some(memory), memory_by: MemoryBy::Itself, output: MOST_OUTPUT };
    let folder = scratch.path().to_path_buf();
    let order = Order { command, folder, here: Some(here), input, ask: None, bounds };
    let result = guard.run(&order, cancel);
    let Some(finished) = result? else { return Ok(None) };
    let end = match finished.reply.end {
        End::Exit(code) => OnceEnd::Exit(code),
        End::Memory => OnceEnd::Memory,
        End::NotStarted(why) => return Err(why),
        end => OnceEnd::Killed(format!("{end:?}")),
    };
    Ok(Some(Once { output: finished.output, errors: finished.errors, end }))
}
