//! A program of ours under the guard, which stays and is asked line by line.

use super::order::{Bounds, End, MemoryBy, Order};
use super::process::{Finished, Guard, Scratch};
use coverlab_model::Cancel;
use std::time::Duration;

/// The longest answer: a million solutions.
const LONGEST: u64 = 4 << 30;

/// A guard with the program, which is started with the first question.
pub(crate) struct Held {
    guard: Guard,
    scratch: Scratch,
    command: Vec<String>,
    memory: u64,
}

/// The result of a question.
pub(crate) enum Said {
    /// A line; and the most memory that the program has used.
    Answer {
        line: String,
        rss: u64,
    },
    /// It was killed for its time, for its memory, or since the answer is not wanted any more.
    OverTime,
    OverMemory,
    Cancelled,
    /// It ended: how, and its last messages.
    Nothing {
        how: String,
        errors: String,
    },
}

impl Held {
    /// The program that `command` runs, which may use this much memory and limits its own data by itself.
    pub(crate) fn start(command: Vec<String>, memory: u64) -> Result<Held, String> {
        let guard = Guard::start().map_err(|error| error.to_string())?;
        Ok(Held { guard, scratch: Scratch::new()?, command, memory })
    }

    /// Asks it; it may take this much CPU time. After anything but an answer the program is gone.
    ///
    /// # Errors
    /// The guard is gone, or the program does not start.
    pub(crate) fn ask(
        &mut self,
        line: &str,
        time: Option<Duration>,
        cancel: &Cancel,
    ) -> Result<Said, String> {
        let order = Order {
            command: self.command.clone(),
            folder: self.scratch.path().to_path_buf(),
            here: None,
            input: None,
            ask: Some(line.to_string()),
            bounds: Bounds {
                time_ns: time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)),
                memory: Some(self.memory),
                memory_by: MemoryBy::Itself,
                output: LONGEST,
            },
        };
        let result = self.guard.run(&order, cancel);
        let Some(Finished { reply, output, errors }) = result? else {
            return Ok(Said::Cancelled);
        };
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok(match reply.end {
            End::Answered => Said::Answer { line: text(output), rss: reply.rss },
            End::Time => Said::OverTime,
            End::Memory => Said::OverMemory,
            End::NotStarted(why) => return Err(why),
            end => Said::Nothing { how: format!("{end:?}"), errors: text(errors) },
        })
    }
}
