//! A worker process, seen by its client.

use super::transfer::Transfer;
use super::{COMMAND, Request, SearchResult, ended, read_reply, was_refused_memory, worker_died};
use crate::error::Error;
use coverlab_model::{Cancel, Stop};
use coverlab_supervise::{End, Job, Limits, MemoryEnforcement, Supervisor};
use std::time::Duration;

/// The longest reply: a million solutions.
const MAX_REPLY: u64 = 4 << 30;

/// A process that waits for requests. It is killed when this is dropped.
pub(super) struct Client {
    supervisor: Supervisor,
    job: Job,
}

impl Client {
    /// A worker from the program that runs, which may use this much memory. It starts with its first request.
    ///
    /// # Errors
    /// The system has no process for it.
    pub(super) fn start(memory: Option<u64>) -> Result<Client, Error> {
        let failed = |e: std::io::Error| Error::new(format!("no process can be started for the search: {e}"));
        let program = coverlab_supervise::own_command().map_err(failed)?;
        let without_cgroup = MemoryEnforcement::Program;
        let limits = Limits { memory, without_cgroup, output: MAX_REPLY, ..Limits::default() };
        let job = Job::new(program.into_iter().chain([COMMAND.into()])).limits(limits);
        Ok(Client { supervisor: Supervisor::start().map_err(failed)?, job })
    }

    /// Sends `request`, which is about `problems`, and waits for the reply. After an error or a search that was ended from
    /// outside the worker is of no use any more.
    ///
    /// # Errors
    /// The process ends without an answer.
    pub(super) fn search<P: Transfer>(
        &mut self,
        request: &Request,
        problems: &[P],
        cancel: &Cancel,
    ) -> Result<SearchResult<P>, Error> {
        self.job.limits.cpu = request.time_ns.map(limit);
        let report = match self.supervisor.ask(&self.job, &request.line(), || cancel.is_raised()) {
            Ok(report) => report,
            Err(coverlab_supervise::Error::Cancelled) => return Ok(ended(Stop::Cancelled, problems.len())),
            Err(error) => return Err(worker_died(request, &format!(": {error}"))),
        };
        let refused_memory =
            || request.memory.is_some() && was_refused_memory(&String::from_utf8_lossy(&report.errors));
        match report.end {
            End::Answered => {
                let searched = read_reply(&String::from_utf8_lossy(&report.output), request, problems)?;
                Ok(SearchResult { peak_memory: report.peak_memory, ..searched })
            }
            End::TimeLimit => Ok(ended(Stop::Deadline, problems.len())),
            End::MemoryLimit => Ok(ended(Stop::Memory, problems.len())),
            _ if refused_memory() => Ok(ended(Stop::Memory, problems.len())),
            end => Err(worker_died(request, &format!(" ({end}) {}", report.last_error()))),
        }
    }
}

/// The CPU time after which the supervisor ends a search that is to end itself after `time_ns`. Reading and translating the
/// instance, which that limit does not cover, take some as well.
fn limit(time_ns: u64) -> Duration {
    Duration::from_nanos(time_ns).saturating_mul(2).saturating_add(Duration::from_secs(10))
}
