//! The client of a worker process.

use super::transfer::Transfer;
use super::{COMMAND, Request, SearchResult, ended, read_reply, worker_died};
use crate::error::Error;
use crate::refused_memory::was_refused_memory;
use coverlab_model::{Cancel, Stop};
use coverlab_supervise::{End, Job, JobLimits, MemoryEnforcement, Supervisor};
use std::time::Duration;

/// Maximum size of a reply in bytes: enough for a million solutions.
const MAX_REPLY: u64 = 4 << 30;

/// A worker process that waits for requests. It is killed when the client is dropped.
pub(super) struct Client {
    supervisor: Supervisor,
    job: Job,
}

impl Client {
    /// Prepares a worker process of this program whose memory is limited to `memory` bytes. It starts with the first request.
    ///
    /// # Errors
    /// No process can be started.
    pub(super) fn start(memory: Option<u64>) -> Result<Client, Error> {
        let failed = |e: std::io::Error| Error::new(format!("no process can be started for the search: {e}"));
        let program = coverlab_supervise::own_command().map_err(failed)?;
        let without_cgroup = MemoryEnforcement::Program;
        let limits = JobLimits { memory, without_cgroup, output: MAX_REPLY, ..JobLimits::default() };
        let job = Job::new(program.into_iter().chain([COMMAND.into()])).limits(limits);
        Ok(Client { supervisor: Supervisor::start().map_err(failed)?, job })
    }

    /// Sends `request`, which is about `problems`, and waits for the reply. After an error, or if the process was killed, the
    /// client must be dropped.
    ///
    /// # Errors
    /// The process ends without a reply.
    pub(super) fn search<P: Transfer>(
        &mut self,
        request: &Request,
        problems: &[P],
        cancel: &Cancel,
    ) -> Result<SearchResult<P>, Error> {
        self.job.limits.cpu = request.time_ns.map(supervisor_limit);
        let report = match self.supervisor.ask(&self.job, &request.line(), || cancel.is_raised()) {
            Ok(report) => report,
            Err(coverlab_supervise::Error::Cancelled) => return Ok(ended(Stop::Cancelled, problems.len())),
            Err(error) => return Err(worker_died(request, &format!(": {error}"))),
        };
        match report.end {
            End::Answered => {
                let searched = read_reply(&String::from_utf8_lossy(&report.output), request, problems)?;
                Ok(SearchResult { peak_memory: report.peak_memory, ..searched })
            }
            End::TimeLimit => Ok(ended(Stop::Deadline, problems.len())),
            End::MemoryLimit => Ok(ended(Stop::Memory, problems.len())),
            _ if request.memory.is_some() && was_refused_memory(&report.errors) => {
                Ok(ended(Stop::Memory, problems.len()))
            }
            end => Err(worker_died(request, &format!(" ({end}) {}", report.last_error()))),
        }
    }
}

/// The CPU time limit of the supervisor for a search that ends itself after `time_ns`. It is larger, because reading and
/// translating the instance take time as well.
fn supervisor_limit(time_ns: u64) -> Duration {
    Duration::from_nanos(time_ns).saturating_mul(2).saturating_add(Duration::from_secs(10))
}
