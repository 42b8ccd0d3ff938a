//! Waiting for work on another thread while Ctrl-C still works.

use coverlab_model::Cancel;
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::time::Duration;

/// How often a waiting thread looks for signals.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// Bytes of stack of a thread that searches: strategies may recurse deeply. Only touched pages take memory.
const STACK: usize = 256 << 20;

/// Runs `work` on a new thread while this one waits without the interpreter's lock. Ctrl-C raises `cancel`, and
/// becomes an exception when the work has ended. `tick` is called every [`SIGNAL_INTERVAL`].
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
    tick: impl Fn(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let caller = std::thread::current();
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            let result = work();
            caller.unpark();
            result
        });
        let thread = thread?;
        let mut interrupted = Ok(());
        while !thread.is_finished() {
            py.detach(|| std::thread::park_timeout(SIGNAL_INTERVAL));
            let signal = py.check_signals().and_then(|()| tick(py));
            if signal.is_err() && interrupted.is_ok() {
                interrupted = signal;
                cancel.raise();
            }
        }
        let result = py.detach(|| thread.join()).unwrap_or_else(|panic| resume_unwind(panic));
        interrupted.map(|()| result)
    })
}
