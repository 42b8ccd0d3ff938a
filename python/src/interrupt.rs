//! Waiting for work on another thread while Ctrl-C still works.

use crate::errors::Error;
use coverlab::error::panic_message;
use coverlab_model::Cancel;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::any::Any;
use std::time::Duration;

/// How often a waiting thread looks for signals.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(10);

/// Bytes of stack of a thread that searches: strategies may recurse deeply. Only touched pages take memory.
const STACK: usize = 256 << 20;

/// Runs `work` on a new thread while this one waits without the interpreter's lock. Ctrl-C raises `cancel`, and
/// becomes an exception when the work has ended, as does a panic of the work. `tick` is called every [`SIGNAL_INTERVAL`].
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
            let mut note = |event: PyResult<()>| {
                if event.is_err() && interrupted.is_ok() {
                    interrupted = event;
                    cancel.raise();
                }
            };
            note(check(py));
            note(tick(py));
        }
        let result = py.detach(|| thread.join()).map_err(|panic| broke_down(&*panic));
        interrupted.and(result)
    })
}

/// Fails with the exception that awaits this thread: of a signal, or of the thread that ends late calls of solvers. The
/// interpreter itself looks for these only between the instructions of Python code, so this runs such an instruction.
pub(crate) fn check(py: Python<'_>) -> PyResult<()> {
    static INSTRUCTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    py.check_signals()?;
    let instruction = || py.eval(c"lambda: None", None, None).map(Bound::unbind);
    INSTRUCTION.get_or_try_init(py, instruction)?.call0(py).map(drop)
}

/// The exception for work that panicked.
fn broke_down(panic: &(dyn Any + Send)) -> PyErr {
    Error::new_err(format!(
        "the search broke down: {}",
        panic_message(panic).unwrap_or("a panic without a message")
    ))
}
