//! A worker process under the guard, which limits its memory and kills the processes that it starts.

use super::carried::Carried;
use super::{COMMAND, Order, Searched, ended, lost, understood, was_refused};
use crate::error::Error;
use crate::solver::{Held, Said};
use coverlab_model::{Cancel, Stop};
use std::time::Duration;

/// A process that waits for orders. It is killed when this is dropped.
pub(super) struct Guarded {
    held: Held,
}

impl Guarded {
    /// Starts one that may use this much memory.
    ///
    /// # Errors
    /// The system has no process for us.
    pub(super) fn start(memory: u64) -> Result<Guarded, Error> {
        let failed = |what: String| Error::new(format!("no process can be started for the search: {what}"));
        let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
        let command = vec![program.to_string_lossy().into_owned(), COMMAND.to_string()];
        Held::start(command, memory).map(|held| Guarded { held }).map_err(failed)
    }

    /// Has it do `order`, which is about `problems`. After an error or a killed search the process is gone.
    ///
    /// # Errors
    /// The process ends without an answer.
    pub(super) fn search<P: Carried>(
        &mut self,
        order: &Order,
        problems: &[P],
        cancel: &Cancel,
    ) -> Result<Searched<P>, Error> {
        let ended = |stop| Ok(ended(stop, problems.len()));
        match self.held.ask(order.line().trim_end(), order.time_ns.map(patience), cancel) {
            Ok(Said::Answer { line, rss }) => {
                understood(&line, order, problems).map(|searched| Searched { rss, ..searched })
            }
            Ok(Said::OverTime) => ended(Stop::Deadline),
            Ok(Said::OverMemory) => ended(Stop::Memory),
            Ok(Said::Cancelled) => ended(Stop::Cancelled),
            Ok(Said::Nothing { errors, .. }) if was_refused(&errors) => ended(Stop::Memory),
            Ok(Said::Nothing { how, errors }) => {
                let last = errors.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
                Err(lost(order, &format!(" ({how}) {last}")))
            }
            Err(what) => Err(lost(order, &format!(": {what}"))),
        }
    }
}

/// The CPU time after which the guard ends a search that is to end itself after `time_ns`: the work that the
/// limit does not cover, the reading of the instance and its translation, takes some as well.
fn patience(time_ns: u64) -> Duration {
    Duration::from_nanos(time_ns).saturating_mul(2) + Duration::from_secs(10)
}
